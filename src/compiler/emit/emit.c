/* SPDX-License-Identifier: MIT
   emit.c — a model as C: names of slots, code, functions, tables, access. O(size of the model). */
#include "compiler/emit/emit.h"

static void write_beginning(Emit *e)
{
	text_printf(e->out, "/* ");
	emit_name_comment(e->out, e->m->name);
	text_printf(
		e->out,
		" — made by modevs; do not edit.\n\n"
		"   All values of the model lie in one array, f; v_x is the place of variable x. A region "
		"of\n"
		"   code computes some of them from others; the equation that a line comes from stands\n"
		"   beside it, or above. Then follow the tables of the model, as modevs/model.h has them.\n"
		"   Compile with -ffp-contract=off to get the results of `modevs run` to the bit. */\n"
		"#include \"%s.h\"\n\n#include <math.h>\n\n"
		"#if MDV_UNIT_VERSION != %d\n"
		"#error \"made by another version of modevs: make it again\"\n"
		"#endif\n\n",
		e->o->file, MDV_UNIT_VERSION);
}

static void write_slots(Emit *e)
{
	bool any = false;

	for (int32_t i = 0; i < e->m->n_slots; i++) {
		if (!e->slot_name[i] || !e->named[i])
			continue;
		text_printf(e->out, "%s\t%s = %d,\n", any ? "" : "enum {\n", e->slot_name[i], i);
		any = true;
	}
	if (any)
		text_printf(e->out, "};\n\n");
}

static bool has_external(const IrModule *code)
{
	for (size_t i = 0; i < code->fns.n; i++)
		if (code->fns.at[i]->external)
			return true;
	return false;
}

/* The folders that the model may read from. */
static void write_folders(Emit *e)
{
	text_printf(e->out, "static const char *const folders[] = {");
	for (const char *const *f = has_external(e->code) ? e->o->folders : NULL; f && *f; f++) {
		emit_name_text(e->out, *f);
		text_printf(e->out, ", ");
	}
	text_printf(e->out, "0};\n\n");
}

static void write_unit(Emit *e)
{
	text_printf(e->out,
				"const MdvUnit %s_unit = {\n"
				"\t.version = MDV_UNIT_VERSION,\n"
				"\t.rows = {model_rows, model_texts, %d},\n"
				"\t.region = regions,\n"
				"\t.origin = origins,\n"
				"\t.function = functions,\n"
				"\t.function_word = function_word,\n"
				"\t.function_number = function_number,\n"
				"\t.function_text = function_text,\n"
				"\t.folder = folders,\n"
				"};\n\n",
				e->o->name, (int)e->n_texts);
}

/* All but what depends on it: the names in use. */
static void write_rest(Emit *e)
{
	emit_batch_tables(e);
	emit_call_declare(e);
	emit_region_all(e);
	emit_fn_all(e);
	emit_table_all(e);
	emit_role_lists(e);
	write_folders(e);
	write_unit(e);
	emit_access_functions(e);
	if (e->o->main)
		text_printf(e->out,
					"/* For libraries of external functions. */\n"
					"#define MDV_OFFER_UTILITIES\n"
					"#include \"modevs/utility.h\"\n\n"
					"int main(int argc, char **argv)\n{\n"
					"\treturn mdv_unit_main(&%s_unit, argc, argv);\n}\n",
					e->o->name);
}

void emit_model(const MdvModel *m, const IrModule *code, const EmitOptions *o, Arena *scratch,
				Text *source, Text *header)
{
	Emit e = {.m = m, .code = code, .o = o, .scratch = scratch};
	Arena keep;
	Text rest;

	arena_child(&keep, scratch);
	text_init(&rest, arena_heap(&keep));
	e.keep = &keep;
	emit_slot_constants(&e);
	emit_name_all(&e);
	emit_family_find(&e);
	emit_role_all(&e);
	emit_plain_find(&e);
	e.out = &rest;
	write_rest(&e);
	e.out = source;
	write_beginning(&e);
	emit_expr_declare(&e);
	write_slots(&e);
	text_add(source, text_str(&rest), rest.n);
	source->failed = source->failed || rest.failed;
	text_free(&rest);
	e.out = header;
	emit_access_header(&e);
	arena_free(&keep);
}
