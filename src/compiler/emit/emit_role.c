/* SPDX-License-Identifier: MIT
   emit_role.c — what regions are for: names of their functions and a word above them. A region that
   serves several purposes is named after the first. Then the lists by which the runtime finds them,
   and where the values they write come from. */
#include "compiler/emit/emit.h"

#include <string.h>

#define EMIT_TEXT(name) #name,

static const char *const sequences[] = {MDV_SEQ_KINDS(EMIT_TEXT)};

/* What a step adds to the name of a function, and in words. */
static const struct {
	const char *name, *text;
} kinds[] = {[MDV_STEP_CODE] = {"", ""},
			 [MDV_STEP_LINEAR] = {"_linear", ": a linear system"},
			 [MDV_STEP_NONLINEAR] = {"_nonlinear", ": a nonlinear system"},
			 [MDV_STEP_MIXED] = {"_mixed", ": a mixed system"},
			 [MDV_STEP_SET] = {"_set", ": constraints of a state set"}};

static void note(Emit *e, int32_t region, const char *name, const char *text)
{
	if (region >= 0 && !e->role[region].name)
		e->role[region] = (EmitRole){arena_printf(e->keep, "%s_%d", name, region), text};
}

/* "MDV_SEQ_ODE" is "ode" in names and ODE in words. */
static void note_step(Emit *e, const char *sequence, const MdvStep *s)
{
	const char *word = sequence + strlen("MDV_SEQ_");
	const char *text = arena_printf(e->keep, "%s%s", word, kinds[s->kind].text);
	char *name = arena_printf(e->keep, "%s%s", word, kinds[s->kind].name);

	for (char *c = name; *c; c++)
		*c = (char)plain_lower(*c);
	note(e, s->code, name, text);
	note(e, s->tangent, arena_printf(e->keep, "%s_tangent", name),
		 arena_printf(e->keep, "tangents of %s", text));
	note(e, s->full_tangent, arena_printf(e->keep, "%s_all_tangents", name),
		 arena_printf(e->keep, "tangents of %s, by everything", text));
}

/* Code that another table speaks of is named after its place there. */
static void note_fields(void *ctx, const Record *r, const void *record, const char *table,
						int32_t number)
{
	Emit *e = ctx;

	(void)number;
	for (int i = 0; i < r->n_fields; i++) {
		const Field *f = &r->field[i];

		if (f->kind == FK_CODE)
			note(e, field_number(f, record, 0),
				 arena_printf(e->keep, "%s_%s", *table ? table : "model", f->name),
				 *table ? arena_printf(e->keep, "%s.%s", table, f->name) : f->name);
	}
}

void emit_role_all(Emit *e)
{
	const MdvModel *m = e->m;

	e->role = NEW_ARRAY(e->keep, EmitRole, e->code->regions.n + 1);
	for (int32_t k = 0; k < m->n_sequences; k++)
		for (int32_t i = 0; i < m->sequence[k].n_steps; i++)
			note_step(e, sequences[m->sequence[k].kind], &m->sequence[k].step[i]);
	note_fields(e, record_model(), m, "", 0);
	record_visit(m, note_fields, e);
	for (size_t i = 0; i < e->code->regions.n; i++)
		note(e, (int32_t)i, "region", NULL);
}

/* What the region writes, in order, and which equation it comes from. False: nothing known. */
static bool write_origin(Emit *e, const IrRegion *r, size_t number)
{
	Text *out = e->out;
	int n = 0;

	for (int32_t k = 0; k < r->n_instrs; k++) {
		const IrInstr *in = &r->instr[k];

		if (in->op >= IR_UNLESS || in->dst >= e->code->first_temp || !r->source || r->source[k] < 0)
			continue;
		if (n == 0)
			text_printf(out, "static const MdvOrigin origin_%zu[] = {", number);
		text_printf(out, "%s{%u, %d},", n++ % 8 == 0 ? "\n\t" : " ", in->dst, r->source[k]);
	}
	if (n > 0)
		text_printf(out, "%s{-1, -1}};\n", n % 8 == 0 ? "\n\t" : " ");
	return n > 0;
}

void emit_role_lists(Emit *e)
{
	size_t n = e->code->regions.n;
	bool *known = NEW_ARRAY(e->keep, bool, n + 1);
	Text *out = e->out;

	text_printf(out,
				"/* All regions of code, by number. */\nstatic MdvUnitRegion *const regions[] = {");
	for (size_t i = 0; i < n; i++)
		text_printf(out, "%s%s,", i % 6 == 0 ? "\n\t" : " ", e->role[i].name);
	text_printf(out, "\n\tNULL};\n\n");
	text_printf(out, "/* The values that a region writes, and the equations they come from. */\n");
	text_printf(out, "static const MdvOrigin no_origin[] = {{-1, -1}};\n");
	for (size_t i = 0; i < n; i++)
		known[i] = write_origin(e, &e->code->regions.at[i], i);
	text_printf(out, "\nstatic const MdvOrigin *const origins[] = {");
	for (size_t i = 0; i < n; i++) {
		text_printf(out, i % 8 == 0 ? "\n\t" : " ");
		text_printf(out, known[i] ? "origin_%zu," : "no_origin,", i);
	}
	text_printf(out, "\n\tNULL};\n\n");
}
