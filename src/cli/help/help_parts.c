/* SPDX-License-Identifier: MIT
   help_parts.c — modevs help parts: the ready parts as a page, docs/parts.md, from their table. */
#include "cli/help/help.h"
#include "modevs/library.h"

static const char *const kind_text[] = {
#define ROW(constant, c, modelica) modelica,
	MDV_PARAM_KINDS(ROW)
#undef ROW
};

static void print_row(FILE *to, const char *what, const char *name, const char *is,
					  const char *comment)
{
	fprintf(to, "| %s | `%s` | %s | %s |\n", what, name, is, comment ? comment : "");
}

static void print_params(FILE *to, const MdvPart *p)
{
	for (size_t i = 0; i < p->n_params; i++) {
		const MdvParam *param = &p->params[i];
		Text is;

		text_init(&is, NULL);
		text_printf(&is, "%s%s%s%s%s", kind_text[param->kind], param->choices ? ": " : "",
					param->choices ? param->choices : "",
					param->low > 0    ? ", 1 or more"
					: param->high > 0 ? ", 0 or more"
									  : "",
					param->required ? "; needed" : "");
		print_row(to, "parameter", param->name, text_str(&is), param->comment);
		text_free(&is);
	}
}

static void print_ports(FILE *to, const MdvPortInfo *port, size_t n, bool output)
{
	for (size_t i = 0; i < n; i++) {
		unsigned kinds = port[i].kinds;
		const char *is = kinds == 0                            ? "anything"
						 : kinds == MDV_PORT_KIND(MDV_EVENT)   ? "events"
						 : kinds == MDV_PORT_KIND(MDV_INTEGER) ? "Integers"
						 : kinds & MDV_PORT_KIND(MDV_EVENT)    ? "numbers, events"
															   : "numbers";
		Text text;

		text_init(&text, NULL);
		text_printf(&text, "%s%s", port[i].many ? "array; " : "", is);
		print_row(to, output ? "output" : "input", port[i].name, text_str(&text), port[i].comment);
		text_free(&text);
	}
}

void help_parts(FILE *to)
{
	fputs("# Ready parts\n\n"
		  "Made by `modevs help parts`. A class of Modelica is one of these by "
		  "`annotation(__modevs(part = \"…\"))`; `DEVSLib.Parts` declares them all\n"
		  "([DEVS in Modelica](devs.md)). In C they are in `modevs/parts.h`.\n",
		  to);
	for (uint32_t i = 0; i < mdv_parts.n_parts; i++) {
		const MdvPart *p = &mdv_parts.parts[i];

		fprintf(to, "\n## %s\n\n%s.\n\n| | name | is | |\n|---|---|---|---|\n", p->name,
				p->comment);
		print_params(to, p);
		print_ports(to, p->in, p->n_in, false);
		print_ports(to, p->out, p->n_out, true);
		for (size_t k = 0; k < p->n_shown; k++)
			print_row(to, "shown", p->shown[k].name,
					  p->shown[k].kind == MDV_REAL      ? "a Real"
					  : p->shown[k].kind == MDV_INTEGER ? "an Integer"
														: "a Boolean",
					  p->shown[k].comment);
	}
}
