/* SPDX-License-Identifier: MIT
   diag_json.c — diagnostics for editors: a JSON object (RFC 8259) in a line for each, its notes
   inside. Lines and columns count from 1, columns in code points; the end is the place behind. */
#include "base/base.h"

static void add_place(const Diag *d, Span at, Text *out)
{
	const Source *s = d->sources ? source_get(d->sources, at.file) : NULL;
	SourcePos from, to;

	if (!s)
		return;
	from = source_pos(d->sources, at.file, at.start);
	to = source_pos(d->sources, at.file, at.end > at.start ? at.end : at.start);
	text_printf(out, "\"file\": ");
	text_json(out, s->name);
	text_printf(out, ", \"line\": %u, \"column\": %u, \"end_line\": %u, \"end_column\": %u, ",
				(unsigned)from.line, (unsigned)from.column, (unsigned)to.line, (unsigned)to.column);
}

static void add_text(const char *text, Text *out)
{
	text_printf(out, "\"text\": ");
	text_json(out, text);
}

size_t diag_json(const Diag *d, size_t i, Text *out)
{
	const DiagItem *item = &d->items.at[i];
	const char *before = "";

	text_add_char(out, '{', 1);
	add_place(d, item->at, out);
	text_printf(out, "\"severity\": \"%s\", ", diag_severity_text(item->severity));
	if (item->severity != DIAG_NOTE)
		text_printf(out, "\"code\": \"%s\", ", diag_code_text(item->code));
	add_text(item->text, out);
	text_printf(out, ", \"notes\": [");
	for (i++; i < d->items.n && d->items.at[i].severity == DIAG_NOTE; i++) {
		text_printf(out, "%s{", before);
		add_place(d, d->items.at[i].at, out);
		add_text(d->items.at[i].text, out);
		text_add_char(out, '}', 1);
		before = ", ";
	}
	text_printf(out, "]}\n");
	return i;
}

void diag_json_words(const char *text, Text *out)
{
	text_printf(out, "{\"severity\": \"%s\", ", diag_severity_text(DIAG_NOTE));
	add_text(text, out);
	text_printf(out, ", \"notes\": []}\n");
}
