/* SPDX-License-Identifier: MIT
   help.h — the contents of cli/help/: pages of `modevs help`. */
#ifndef MDV_HELP_H
#define MDV_HELP_H

#include "options/options.h"

/* code_page.c — what diagnostics mean */

bool help_code(FILE *to, const char *code); /* its page; false: there is no such code */
void help_codes(FILE *to);                  /* all of them: docs/diagnostics.md */

/* completion.c, man.c — for shells and for man(1) */

void help_bash(FILE *to);
void help_zsh(FILE *to);
void help_man(FILE *to);

/* topics.c — which pages there are */

typedef struct HelpTopic {
	const char *name;        /* as typed; NULL: end of the list */
	const char *purpose;     /* for the list */
	void (*print)(FILE *to); /* the page */
} HelpTopic;

extern const HelpTopic help_topics[]; /* besides those of the commands and of diagnostics */
void help_topic_names(FILE *to);      /* with blanks between */

/* help_parts.c */

void help_parts(FILE *to); /* the ready parts: docs/parts.md */

/* cli/help_functions.c: it asks the compiler */

void help_functions(FILE *to); /* predefined functions: docs/functions.md */

#endif
