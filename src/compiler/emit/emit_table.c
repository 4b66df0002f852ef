/* SPDX-License-Identifier: MIT
   emit_table.c — the tables of a model as constant data, made from the lists of their fields
   (model/). A list stands before the record that points to it and is named after its place there:
   mdv_table_set_0_priority. Fields that are 0 or nothing are left out. O(size of the tables). */
#include "compiler/emit/emit.h"

#include <math.h>
#include <string.h>

enum { LINE = 100, A_ROW = 16 }; /* columns of a line; numbers in it */

/* As it is: records are most of what is written, and printf takes most of the time for them. */
static void put(Emit *e, const char *text)
{
	(void)text_add(e->out, text, strlen(text));
}

static void put_number(Emit *e, int32_t value)
{
	char digits[12], *at = digits + sizeof digits;
	int64_t rest = value < 0 ? -(int64_t)value : value;

	*--at = '\0';
	do
		*--at = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (value < 0)
		*--at = '-';
	put(e, at);
}

/* "NAME[3] = {…};", with one that means nothing if there are none: lists may be there and empty. */
static void emit_numbers(Emit *e, const char *name, const Field *f, const void *record, int32_t n)
{
	text_printf(e->out, "static const int32_t %s[%d] = {%s", name, n > 0 ? n : 1,
				n > 0 ? "" : "-1}; /* none */\n");
	for (int32_t i = 0; i < n; i++) {
		put(e, i % A_ROW == 0 ? "\n\t" : " ");
		put_number(e, field_number(f, record, i));
		put(e, i + 1 < n ? "," : "};\n");
	}
}

/* Most are 0. */
static void emit_reals(Emit *e, const char *name, const Field *f, const void *record, int32_t n)
{
	ArenaMark mark = arena_mark(e->scratch);
	int written = 0;

	text_printf(e->out, "static const double %s[%d] = {", name, n);
	for (int32_t i = 0; i < n; i++) {
		double x = field_real(f, record, i);

		if (x != 0 || signbit(x))
			text_printf(e->out, "%s[%d] = %s,", written++ % 8 == 0 ? "\n\t" : " ", i,
						emit_name_real(e->scratch, x));
	}
	text_printf(e->out, written > 0 ? "\n};\n\n" : "0};\n\n");
	arena_release(e->scratch, mark);
}

/* --- a record --- */

/* Left out where an initializer gives the same. */
static bool is_default(const Field *f, const void *record)
{
	if (f->shape == FS_LIST)
		return !field_list(f, record);
	switch (f->kind) {
	case FK_FLAG: return !field_flag(f, record);
	case FK_REAL: return field_real(f, record, 0) == 0;
	case FK_COUNT:
	case FK_INT:
	case FK_BITS: return f->shape == FS_ONE && field_number(f, record, 0) == 0;
	default: return false;
	}
}

static void emit_bits(Emit *e, const Field *f, int32_t bits)
{
	bool any = false;

	for (int32_t k = 0; k < f->n_texts; k++)
		if (bits & 1 << k) {
			text_printf(e->out, "%s%s", any ? " | " : "", field_name(f, k));
			any = true;
		}
}

static void emit_value(Emit *e, const Field *f, const void *record, int32_t k)
{
	switch (f->kind) {
	case FK_TEXT: emit_name_text(e->out, field_text(f, record)); break;
	case FK_FLAG: put(e, field_flag(f, record) ? "true" : "false"); break;
	case FK_REAL: put(e, emit_name_real(e->scratch, field_real(f, record, k))); break;
	case FK_ENUM: put(e, field_name(f, field_number(f, record, 0))); break;
	case FK_BITS: emit_bits(e, f, field_number(f, record, 0)); break;
	case FK_SLOT: put(e, emit_expr_index(e, field_number(f, record, k))); break;
	default: put_number(e, field_number(f, record, k)); break;
	}
}

/* ".name = value", of a list the name of the table that holds it. */
static void emit_field(Emit *e, const char *name, const Record *r, const Field *f,
					   const void *record)
{
	put(e, ".");
	put(e, f->name);
	put(e, " = ");
	if (f->shape == FS_LIST) {
		text_printf(e->out, "%s_%s", name, f->name);
	} else if (f->shape == FS_ARRAY) {
		for (int32_t k = 0; k < r->limits(e->m, record, f->offset).count; k++) {
			put(e, k > 0 ? ", " : "{");
			emit_value(e, f, record, k);
		}
		put(e, "}");
	} else {
		emit_value(e, f, record, 0);
	}
}

/* An empty table of records is left out; a list of numbers that is empty may mean something. */
static bool has_list(Emit *e, const Record *r, const Field *f, const void *record)
{
	return f->shape == FS_LIST && field_list(f, record) &&
		   (f->or_null || field_count(e->m, r, f, record) > 0);
}

/* "{.a = 1, .b = 2}" in lines that are not too long. */
static void emit_record(Emit *e, const char *name, const Record *r, const void *record)
{
	ArenaMark mark = arena_mark(e->scratch);
	size_t line = e->out->n;
	bool any = false;

	put(e, "{");
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];

		if (f->shape == FS_LIST ? !has_list(e, r, f, record) : is_default(f, record))
			continue;
		put(e, any ? "," : "");
		if (e->out->n - line > LINE - 30) {
			line = e->out->n;
			put(e, "\n\t ");
		} else {
			put(e, any ? " " : "");
		}
		emit_field(e, name, r, f, record);
		any = true;
	}
	put(e, any ? "}" : "0}");
	arena_release(e->scratch, mark);
}

/* --- the lists that it points to --- */

static void emit_lists(Emit *e, const char *name, const Record *r, const void *record);

/* Some field of it is a list: only then is a name needed. */
static bool points_to_lists(const Record *r)
{
	for (int i = 0; i < r->n_fields; i++)
		if (r->field[i].shape == FS_LIST && r->field[i].kind != FK_TEXT)
			return true;
	return false;
}

static void emit_records(Emit *e, const char *name, const Field *f, const void *record, int32_t n)
{
	const Record *of = f->of();
	bool named = points_to_lists(of);

	for (int32_t k = 0; k < n && named; k++) {
		ArenaMark mark = arena_mark(e->scratch);

		emit_lists(e, arena_printf(e->scratch, "%s_%d", name, k), of, field_record(f, record, k));
		arena_release(e->scratch, mark);
	}
	text_printf(e->out, "static const %s %s[%d] = {\n", of->type, name, n);
	for (int32_t k = 0; k < n; k++) {
		ArenaMark mark = arena_mark(e->scratch);

		put(e, "\t");
		emit_record(e, named ? arena_printf(e->scratch, "%s_%d", name, k) : name, of,
					field_record(f, record, k));
		put(e, ",\n");
		arena_release(e->scratch, mark);
	}
	put(e, "};\n\n");
}

static void emit_lists(Emit *e, const char *name, const Record *r, const void *record)
{
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];
		ArenaMark mark;
		const char *list;
		int32_t n;

		if (!has_list(e, r, f, record))
			continue;
		mark = arena_mark(e->scratch);
		list = arena_printf(e->scratch, "%s_%s", name, f->name);
		n = field_count(e->m, r, f, record);
		if (f->kind == FK_RECORD)
			emit_records(e, list, f, record, n);
		else if (f->kind == FK_REAL)
			emit_reals(e, list, f, record, n);
		else
			emit_numbers(e, list, f, record, n);
		arena_release(e->scratch, mark);
	}
}

void emit_table_all(Emit *e)
{
	emit_lists(e, "mdv_table", record_model(), e->m);
	text_printf(e->out, "static const MdvModel model = ");
	emit_record(e, "mdv_table", record_model(), e->m);
	text_printf(e->out, ";\n\n");
}
