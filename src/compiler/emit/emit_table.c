/* SPDX-License-Identifier: MIT
   emit_table.c — the tables of a model as rows of text (model_rows.c), each a literal of its own,
   with the names of their fields above. O(size of the tables). */
#include "compiler/emit/emit.h"

#include <string.h>

static void write_fields(Emit *e, const Record *r)
{
	text_printf(e->out, "   %s:", r->type);
	for (int i = 0; i < r->n_fields; i++)
		text_printf(e->out, " %s%s", r->field[i].name, r->field[i].shape == FS_ONE ? "" : "[]");
	text_printf(e->out, "\n");
}

/* The records that the model has. */
static void write_legend(Emit *e)
{
	const Record *model = record_model();

	text_printf(e->out, "/* The tables of the model, a row for each record: the model itself, then "
						"what its lists hold.\n   A list is the number of its elements and these, "
						"7*3 is 7 7 7; a text is the number of one below.\n");
	for (int i = 0; i < model->n_fields; i++)
		if (model->field[i].kind == FK_RECORD &&
			field_count(e->m, model, &model->field[i], e->m) > 0)
			write_fields(e, model->field[i].of());
	text_printf(e->out, "*/\n");
}

/* Rows have nothing in them that needs care in a literal. */
static void write_rows(Emit *e, const char *rows)
{
	text_printf(e->out, "static const char model_rows[] =");
	while (*rows) {
		size_t len = strcspn(rows, "\n");

		(void)text_add(e->out, "\n\t\"", 3);
		(void)text_add(e->out, rows, len);
		(void)text_add(e->out, "\\n\"", 3);
		rows += len + 1;
	}
	text_printf(e->out, ";\n\n");
}

static void write_texts(Emit *e, const Intern *texts)
{
	e->n_texts = texts->n - 1;
	text_printf(e->out, "static const char model_texts[] =");
	for (size_t k = 1; k < texts->n; k++) {
		(void)text_add(e->out, "\n\t", 2);
		emit_name_text(e->out, intern_text(texts, (Name){(uint32_t)k}));
		(void)text_add(e->out, " \"\\0\"", 5);
	}
	text_printf(e->out, "%s;\n\n", texts->n > 1 ? "" : " \"\"");
}

void emit_table_all(Emit *e)
{
	Intern texts;
	Text rows;

	intern_init(&texts, arena_allocator(e->keep));
	text_init(&rows, arena_heap(e->keep));
	model_rows_write(e->m, &texts, &rows);
	write_legend(e);
	write_rows(e, text_str(&rows));
	write_texts(e, &texts);
	text_free(&rows);
}
