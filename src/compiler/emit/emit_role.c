/* SPDX-License-Identifier: MIT
   emit_role.c — what regions are for: names of their functions and a word above them. A region that
   serves several purposes is named after the first. Then the lists by which the runtime finds them,
   and where the values they write come from. */
#include "compiler/emit/emit.h"

typedef struct Purpose {
	const char *name; /* begins the name of a function */
	const char *text; /* in words */
} Purpose;

static const Purpose sequences[] = {
	[MDV_SEQ_PARAM] = {"param", "parameters"}, [MDV_SEQ_INIT] = {"init", "initialization"},
	[MDV_SEQ_EVENT] = {"event", "events"},     [MDV_SEQ_ODE] = {"ode", "derivatives"},
	[MDV_SEQ_ZERO] = {"zero", "crossings"},    [MDV_SEQ_OUTPUT] = {"output", "other variables"}};

static const Purpose kinds[] = {[MDV_STEP_CODE] = {"", ""},
								[MDV_STEP_LINEAR] = {"_linear", ": a linear system"},
								[MDV_STEP_NONLINEAR] = {"_nonlinear", ": a nonlinear system"},
								[MDV_STEP_MIXED] = {"_mixed", ": a mixed system"},
								[MDV_STEP_SET] = {"_set", ": constraints of a state set"}};

static void note(Emit *e, int32_t region, const char *name, const char *text)
{
	if (region >= 0 && !e->role[region].name)
		e->role[region] = (EmitRole){arena_printf(e->keep, "%s_%d", name, region), text};
}

static void note_step(Emit *e, const Purpose *sequence, const MdvStep *s)
{
	const Purpose *kind = &kinds[s->kind];
	const char *name = arena_printf(e->keep, "%s%s", sequence->name, kind->name);
	const char *text = arena_printf(e->keep, "%s%s", sequence->text, kind->text);

	note(e, s->code, name, text);
	note(e, s->tangent, arena_printf(e->keep, "%s_tangent", name),
		 arena_printf(e->keep, "tangents of %s", text));
	note(e, s->full_tangent, arena_printf(e->keep, "%s_all_tangents", name),
		 arena_printf(e->keep, "tangents of %s, by everything", text));
}

void emit_role_all(Emit *e)
{
	const MdvModel *m = e->m;

	e->role = NEW_ARRAY(e->keep, EmitRole, e->code->regions.n + 1);
	for (int k = 0; k < MDV_SEQ_COUNT; k++)
		for (int32_t i = 0; i < m->sequence[k].n_steps; i++)
			note_step(e, &sequences[k], &m->sequence[k].step[i]);
	note(e, m->start_code, "starts", "start values");
	note(e, m->init_check, "checks", "initial equations that must hold too");
	note(e, m->objects_code, "objects", "external objects");
	if (m->delays_vary)
		note(e, m->delay_code, "delays", "delay times");
	for (int32_t i = 0; i < m->n_actions; i++)
		note(e, m->action[i].code, "action", "an action");
	for (int32_t i = 0; m->event_graph && i < m->event_graph->n_nodes; i++)
		note(e, m->event_graph->node[i].code, "event_part", "part of events");
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
