/* SPDX-License-Identifier: MIT
   model_print.c — the tables of a model as text, for people and golden files: a line for each
   record, its fields by name; left out are those that are 0, false, none or empty. */
#include "model/fields.h"

#include <math.h>

typedef struct Printer {
	const MdvModel *m; /* the model */
	Text *out;         /* where to */
} Printer;

static bool is_plain(const Field *f, const void *record)
{
	switch (f->kind) {
	case FK_TEXT: return !*field_text(f, record);
	case FK_FLAG: return !field_flag(f, record);
	case FK_REAL: return field_real(f, record, 0) == 0;
	case FK_SLOT:
	case FK_CODE:
	case FK_INDEX: return f->or_none && field_number(f, record, 0) == -1;
	case FK_ENUM: return false;
	default: return field_number(f, record, 0) == 0;
	}
}

static void print_bits(Printer *p, const Field *f, const void *record)
{
	int32_t bits = field_number(f, record, 0);

	for (int32_t k = 0, n = 0; k < f->n_texts; k++)
		if (bits & 1 << k)
			text_printf(p->out, "%s%s", n++ > 0 ? "+" : "", field_name(f, k));
}

static void print_one(Printer *p, const Field *f, const void *record, int32_t k)
{
	char buf[32];

	switch (f->kind) {
	case FK_TEXT: text_printf(p->out, "\"%s\"", field_text(f, record)); break;
	case FK_REAL:
		real_print(buf, field_real(f, record, k));
		text_printf(p->out, "%s", buf);
		break;
	case FK_ENUM: text_printf(p->out, "%s", field_name(f, field_number(f, record, 0))); break;
	case FK_BITS: print_bits(p, f, record); break;
	default: text_printf(p->out, "%d", field_number(f, record, k)); break;
	}
}

/* " name=value", of a flag its name alone. */
static void print_field(Printer *p, const Record *r, const Field *f, const void *record)
{
	int32_t n = field_count(p->m, r, f, record);

	if (f->kind == FK_RECORD || n == 0 || (f->shape == FS_ONE && is_plain(f, record)))
		return;
	text_printf(p->out, " %s", f->name);
	if (f->kind == FK_FLAG)
		return;
	text_printf(p->out, f->shape == FS_ONE ? "=" : "=[");
	for (int32_t k = 0; k < n; k++) {
		text_printf(p->out, k > 0 ? " " : "");
		print_one(p, f, record, k);
	}
	if (f->shape != FS_ONE)
		text_printf(p->out, "]");
}

static void print_record(Printer *p, const Record *r, const void *record, int depth)
{
	for (int i = 0; i < r->n_fields; i++)
		print_field(p, r, &r->field[i], record);
	text_printf(p->out, "\n");
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		int32_t n = f->kind == FK_RECORD ? field_count(p->m, r, f, record) : 0;

		for (int32_t k = 0; k < n; k++) {
			text_printf(p->out, "%*s%s[%d]", 2 * depth, "", f->name, k);
			print_record(p, f->of(), field_record(f, record, k), depth + 1);
		}
	}
}

void model_print(const MdvModel *m, Text *out)
{
	Printer p = {.m = m, .out = out};

	text_printf(out, "model");
	print_record(&p, record_model(), m, 1);
}
