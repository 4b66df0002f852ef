/* SPDX-License-Identifier: MIT
   topics.c — the pages of `modevs help`, besides those of commands and of diagnostics. */
#include "cli/help/help.h"

const HelpTopic help_topics[] = {
	{"options", "every option, as a table", options_table},
	{"diagnostics", "every code of a message: meaning, example, repair", help_codes},
	{"parts", "the ready parts of DEVS models", help_parts},
	{"functions", "the predefined functions and operators of Modelica that there are",
	 help_functions},
	{"exit", "exit statuses", exit_status_table},
	{"man", "the manual page, for man(1)", help_man},
	{"completion-bash", "what bash completes: source it", help_bash},
	{"completion-zsh", "what zsh completes: a file _modevs of its fpath", help_zsh},
	{NULL, NULL, NULL}};

void help_topic_names(FILE *to)
{
	for (const HelpTopic *t = help_topics; t->name; t++)
		fprintf(to, "%s%s", t == help_topics ? "" : " ", t->name);
}
