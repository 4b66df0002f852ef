/* SPDX-License-Identifier: MIT
   emit_table.c — the tables of a model as constant data. */
#include "compiler/emit/emit.h"

#include <math.h>
#include <string.h>

/* A field more in one of these must be written here, or in emit_event.c. */
#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(MdvModel) == 472, "all fields of MdvModel are written");
_Static_assert(sizeof(MdvStep) == 96, "all fields of MdvStep are written");
_Static_assert(sizeof(MdvSet) == 40, "all fields of MdvSet are written");
_Static_assert(sizeof(MdvState) == 20, "all fields of MdvState are written");
_Static_assert(sizeof(MdvSource) == 32, "all fields of MdvSource are written");
_Static_assert(sizeof(MdvVar) == 56, "all fields of MdvVar are written");
#endif

void emit_table_ints(Emit *e, const char *name, const int32_t value[], int32_t n)
{
	if (!value || n <= 0)
		return;
	text_printf(e->out, "static const int32_t %s[%d] = {", name, n);
	for (int32_t i = 0; i < n; i++)
		text_printf(e->out, "%s%d%s", i % 16 == 0 ? "\n\t" : " ", value[i],
					i + 1 < n ? "," : "};\n");
}

/* "name", or NULL where there is nothing of the kind. */
static const char *ref(const char *name, bool there)
{
	return there ? name : "NULL";
}

static const char *truth(bool x)
{
	return x ? "true" : "false";
}

static void initial_values(Emit *e)
{
	ArenaMark mark = arena_mark(e->scratch);
	int n = 0;

	text_printf(e->out, "static const double initial[%d] = {", e->m->n_slots);
	for (int32_t i = 0; i < e->m->n_slots; i++)
		if (e->m->initial[i] != 0 || signbit(e->m->initial[i]))
			text_printf(e->out, "%s[%d] = %s,", n++ % 8 == 0 ? "\n\t" : " ", i,
						emit_name_real(e->scratch, e->m->initial[i]));
	text_printf(e->out, n > 0 ? "\n};\n\n" : "0};\n\n");
	arena_release(e->scratch, mark);
}

static void flags(Emit *e, unsigned given)
{
	static const char *const names[] = {"PARAMETER", "SETTABLE", "DISCRETE", "STATE",
										"INPUT",     "OUTPUT",   "HIDDEN",   "NEGATED",
										"CONSTANT",  "ALIAS",    "HELD"};
	bool any = false;

	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (given & 1u << k) {
			text_printf(e->out, "%sMDV_VAR_%s", any ? " | " : "", names[k]);
			any = true;
		}
	if (!any)
		text_printf(e->out, "0");
}

static void variables(Emit *e)
{
	static const char *const types[] = {[MDV_REAL] = "REAL",
										[MDV_INTEGER] = "INTEGER",
										[MDV_BOOLEAN] = "BOOLEAN",
										[MDV_ENUMERATION] = "ENUMERATION",
										[MDV_STRING] = "STRING"};

	if (e->m->n_vars == 0)
		return;
	text_printf(
		e->out,
		"/* name, unit, display unit, comment; slots of value, start, nominal, min, max */\n"
		"static const MdvVar vars[%d] = {\n",
		e->m->n_vars);
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		const MdvVar *v = &e->m->var[i];
		const char *const text[] = {v->name, v->unit, v->display_unit, v->comment};

		text_printf(e->out, "\t{");
		for (int k = 0; k < 4; k++) {
			emit_name_text(e->out, text[k]);
			text_printf(e->out, ", ");
		}
		text_printf(e->out, "%d, %d, %d, %d, %d, ", v->slot, v->start, v->nominal, v->min, v->max);
		flags(e, v->flags);
		text_printf(e->out, ", MDV_%s},\n", types[v->type]);
	}
	text_printf(e->out, "};\n\n");
}

static void sources(Emit *e)
{
	if (e->m->n_sources == 0)
		return;
	text_printf(e->out, "static const MdvSource sources[%d] = {\n", e->m->n_sources);
	for (int32_t i = 0; i < e->m->n_sources; i++) {
		const MdvSource *s = &e->m->source[i];

		text_printf(e->out, "\t{");
		emit_name_text(e->out, s->text);
		text_printf(e->out, ", ");
		emit_name_text(e->out, s->file);
		text_printf(e->out, ", %d, ", s->line);
		emit_name_text(e->out, s->path);
		text_printf(e->out, "},\n");
	}
	text_printf(e->out, "};\n\n");
}

static void state_rows(Emit *e, const char *name, const MdvState state[], int32_t n)
{
	if (n == 0)
		return;
	text_printf(e->out,
				"/* slots of value, derivative and their tangents; variable */\n"
				"static const MdvState %s[%d] = {\n",
				name, n);
	for (int32_t i = 0; i < n; i++)
		text_printf(e->out, "\t{%s, %s, %s, %s, %d},\n", emit_expr_index(e, state[i].slot),
					emit_expr_index(e, state[i].derivative), emit_expr_index(e, state[i].tangent),
					emit_expr_index(e, state[i].derivative_tangent), state[i].var);
	text_printf(e->out, "};\n\n");
}

static void sets(Emit *e)
{
	char name[64];

	for (int32_t i = 0; i < e->m->n_sets; i++) {
		snprintf(name, sizeof name, "set_%d_candidate", i);
		state_rows(e, name, e->m->set[i].candidate, e->m->set[i].n);
		snprintf(name, sizeof name, "set_%d_priority", i);
		emit_table_ints(e, name, e->m->set[i].priority, e->m->set[i].n);
	}
	if (e->m->n_sets == 0)
		return;
	text_printf(e->out, "static const MdvSet sets[%d] = {\n", e->m->n_sets);
	for (int32_t i = 0; i < e->m->n_sets; i++) {
		const MdvSet *s = &e->m->set[i];

		text_printf(e->out,
					"\t{.n = %d, .m = %d, .first = %d, .tied = %d, .constant = %s,\n"
					"\t .candidate = set_%d_candidate, .priority = set_%d_priority},\n",
					s->n, s->m, s->first, s->tied, truth(s->constant), i, i);
	}
	text_printf(e->out, "};\n\n");
}

/* -- sequences ------------------------------------------------------------------------------ */

static const char *const sequence_names[] = {"param", "init", "event", "ode", "zero", "output"};

/* The lists of a step. */
static void step_lists(Emit *e, const char *sequence, int32_t i, const MdvStep *s)
{
	int32_t n_unknown = s->kind == MDV_STEP_SET ? e->m->set[s->set].n : s->n;
	const struct {
		const char *what;
		const int32_t *value;
		int32_t n;
	} list[] = {
		{"unknown", s->unknown, n_unknown}, {"unknown_tangent", s->unknown_tangent, n_unknown},
		{"residual", s->residual, s->n},    {"residual_tangent", s->residual_tangent, s->n},
		{"source", s->source, s->n},        {"decision", s->decision, s->n_decisions},
		{"fresh", s->fresh, s->n_decisions}};
	char name[64];

	if (s->kind == MDV_STEP_CODE)
		return;
	for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
		snprintf(name, sizeof name, "%s_%d_%s", sequence, i, list[k].what);
		emit_table_ints(e, name, list[k].value, list[k].n);
	}
}

static void step_list(Emit *e, const char *sequence, int32_t i, const char *what, bool there)
{
	if (there)
		text_printf(e->out, "\n\t .%s = %s_%d_%s,", what, sequence, i, what);
}

static void step_row(Emit *e, const char *sequence, int32_t i, const MdvStep *s)
{
	static const char *const kinds[] = {"CODE", "LINEAR", "NONLINEAR", "MIXED", "SET"};
	static const char *const matrices[] = {"VARIES", "DISCRETE", "PARAMETER"};
	bool n = s->n > 0 || s->kind == MDV_STEP_SET;

	text_printf(e->out, "\t{.kind = MDV_STEP_%s, .code = %d, .tangent = %d, .full_tangent = %d",
				kinds[s->kind], s->code, s->tangent, s->full_tangent);
	if (s->kind != MDV_STEP_CODE) {
		text_printf(e->out,
					",\n\t .matrix = MDV_MATRIX_%s, .n = %d, .set = %d, .n_steps = %d, "
					".n_decisions = %d,",
					matrices[s->matrix], s->n, s->set, s->n_steps, s->n_decisions);
		step_list(e, sequence, i, "unknown", s->unknown && n);
		step_list(e, sequence, i, "unknown_tangent", s->unknown_tangent && n);
		step_list(e, sequence, i, "residual", s->residual && s->n > 0);
		step_list(e, sequence, i, "residual_tangent", s->residual_tangent && s->n > 0);
		step_list(e, sequence, i, "source", s->source && s->n > 0);
		step_list(e, sequence, i, "decision", s->decision && s->n_decisions > 0);
		step_list(e, sequence, i, "fresh", s->fresh && s->n_decisions > 0);
	}
	text_printf(e->out, "},\n");
}

static void sequences(Emit *e)
{
	for (int k = 0; k < MDV_SEQ_COUNT; k++) {
		const MdvSequence *s = &e->m->sequence[k];

		for (int32_t i = 0; i < s->n_steps; i++)
			step_lists(e, sequence_names[k], i, &s->step[i]);
		if (s->n_steps == 0)
			continue;
		text_printf(e->out, "static const MdvStep %s_steps[%d] = {\n", sequence_names[k],
					s->n_steps);
		for (int32_t i = 0; i < s->n_steps; i++)
			step_row(e, sequence_names[k], i, &s->step[i]);
		text_printf(e->out, "};\n\n");
	}
}

static int32_t count_states(const MdvModel *m)
{
	int32_t n = m->n_states;

	for (int32_t i = 0; i < m->n_sets; i++)
		n += m->set[i].n - m->set[i].m;
	return n;
}

static void pattern(Emit *e)
{
	const MdvModel *m = e->m;
	int32_t n = count_states(m);

	if (m->jac_start) {
		emit_table_ints(e, "jac_start", m->jac_start, n + 1);
		emit_table_ints(e, "jac_row", m->jac_row, m->jac_start[n]);
	}
	emit_table_ints(e, "jac_colour", m->jac_colour, n);
	emit_table_ints(e, "ode_read", m->ode_read, m->n_ode_reads);
	emit_table_ints(e, "input_read", m->input_read, m->n_input_reads);
}

/* -- the model ------------------------------------------------------------------------------ */

static void model_arrays(Emit *e)
{
	const MdvModel *m = e->m;
	Text *out = e->out;

	text_printf(out, "\t.var = %s, .n_vars = %d,\n", ref("vars", m->n_vars > 0), m->n_vars);
	text_printf(out, "\t.source = %s, .n_sources = %d,\n", ref("sources", m->n_sources > 0),
				m->n_sources);
	text_printf(out, "\t.state = %s, .n_states = %d,\n", ref("states", m->n_states > 0),
				m->n_states);
	text_printf(out, "\t.set = %s, .n_sets = %d,\n", ref("sets", m->n_sets > 0), m->n_sets);
	text_printf(out, "\t.crossing = %s, .n_crossings = %d,\n", ref("crossings", m->n_crossings > 0),
				m->n_crossings);
	text_printf(out, "\t.time_event = %s, .n_time_events = %d,\n",
				ref("time_events", m->n_time_events > 0), m->n_time_events);
	text_printf(out, "\t.sampler = %s, .n_samplers = %d,\n", ref("samplers", m->n_samplers > 0),
				m->n_samplers);
	text_printf(out, "\t.discrete = %s, .n_discretes = %d,\n", ref("discretes", m->n_discretes > 0),
				m->n_discretes);
	text_printf(out, "\t.action = %s, .n_actions = %d,\n", ref("actions", m->n_actions > 0),
				m->n_actions);
	text_printf(out, "\t.delay = %s, .n_delays = %d,\n", ref("delays", m->n_delays > 0),
				m->n_delays);
	text_printf(out, "\t.spatial = %s, .n_spatials = %d,\n", ref("spatials", m->n_spatials > 0),
				m->n_spatials);
	text_printf(out, "\t.check = %s, .n_checks = %d,\n", ref("checks", m->n_checks > 0),
				m->n_checks);
	text_printf(out, "\t.n_ladders = %d,\n", m->n_ladders);
	text_printf(out, "\t.sequence = {\n");
	for (int k = 0; k < MDV_SEQ_COUNT; k++)
		text_printf(out, "\t\t{%s%s, %d},\n",
					m->sequence[k].n_steps > 0 ? sequence_names[k] : "NULL",
					m->sequence[k].n_steps > 0 ? "_steps" : "", m->sequence[k].n_steps);
	text_printf(out, "\t},\n");
}

static void model_rest(Emit *e)
{
	const MdvModel *m = e->m;
	Text *out = e->out;
	int32_t n = count_states(m);

	text_printf(out, "\t.init_check = %d, .start_code = %d, .objects_code = %d,\n", m->init_check,
				m->start_code, m->objects_code);
	text_printf(out, "\t.delays_vary = %s, .delay_code = %d,\n", truth(m->delays_vary),
				m->delay_code);
	text_printf(out, "\t.time = %d, .is_initial = %d, .is_terminal = %d,\n", m->time, m->is_initial,
				m->is_terminal);
	text_printf(out, "\t.homotopy = %d, .has_homotopy = %s,\n", m->homotopy,
				truth(m->has_homotopy));
	text_printf(out, "\t.tangents = %d, .n_tangents = %d,\n", m->tangents, m->n_tangents);
	text_printf(out, "\t.jac_start = %s, .jac_row = %s,\n", ref("jac_start", m->jac_start != NULL),
				ref("jac_row", m->jac_start && m->jac_start[n] > 0));
	text_printf(out, "\t.jac_colour = %s, .n_colours = %d,\n",
				ref("jac_colour", m->jac_colour && n > 0), m->n_colours);
	text_printf(out, "\t.ode_read = %s, .n_ode_reads = %d,\n",
				ref(m->n_ode_reads > 0 ? "ode_read" : "&no_read", m->ode_read != NULL),
				m->n_ode_reads);
	text_printf(out, "\t.input_read = %s, .n_input_reads = %d,\n",
				ref(m->n_input_reads > 0 ? "input_read" : "&no_read", m->input_read != NULL),
				m->n_input_reads);
	text_printf(out, "\t.event_graph = %s,\n", ref("&event_graph", m->event_graph != NULL));
	text_printf(out, "\t.start = %s, .stop = %s, .tolerance = %s, .interval = %s,\n",
				emit_name_real(e->scratch, m->start), emit_name_real(e->scratch, m->stop),
				emit_name_real(e->scratch, m->tolerance), emit_name_real(e->scratch, m->interval));
	text_printf(out, "\t.has_stop = %s,\n};\n\n", truth(m->has_stop));
}

void emit_table_all(Emit *e)
{
	ArenaMark mark = arena_mark(e->scratch);

	initial_values(e);
	variables(e);
	sources(e);
	state_rows(e, "states", e->m->state, e->m->n_states);
	sets(e);
	emit_event_all(e);
	sequences(e);
	pattern(e);
	if ((e->m->ode_read && e->m->n_ode_reads == 0) ||
		(e->m->input_read && e->m->n_input_reads == 0))
		text_printf(e->out,
					"static const int32_t no_read = -1; /* nothing of the kind is read */\n");
	text_printf(e->out, "static const MdvModel model = {\n\t.name = ");
	emit_name_text(e->out, e->m->name);
	text_printf(e->out, ",\n\t.n_slots = %d,\n\t.initial = initial,\n", e->m->n_slots);
	model_arrays(e);
	model_rest(e);
	arena_release(e->scratch, mark);
}
