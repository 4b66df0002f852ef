/* SPDX-License-Identifier: MIT
   emit_event.c — the tables of a model that are about events, as constant data. */
#include "compiler/emit/emit.h"

#if UINTPTR_MAX == UINT64_MAX
_Static_assert(sizeof(MdvEventGraph) == 168, "all fields of MdvEventGraph are written");
_Static_assert(sizeof(MdvEventNode) == 20, "all fields of MdvEventNode are written");
_Static_assert(sizeof(MdvSpatial) == 56, "all fields of MdvSpatial are written");
_Static_assert(sizeof(MdvCrossing) == 28, "all fields of MdvCrossing are written");
_Static_assert(sizeof(MdvTimeEvent) == 8, "all fields of MdvTimeEvent are written");
_Static_assert(sizeof(MdvSampler) == 12, "all fields of MdvSampler are written");
_Static_assert(sizeof(MdvDiscrete) == 12, "all fields of MdvDiscrete are written");
_Static_assert(sizeof(MdvAction) == 24, "all fields of MdvAction are written");
_Static_assert(sizeof(MdvDelay) == 24, "all fields of MdvDelay are written");
_Static_assert(sizeof(MdvCheck) == 12, "all fields of MdvCheck are written");
#endif

static const char *truth(bool x)
{
	return x ? "true" : "false";
}

static const char *slot(Emit *e, int32_t number)
{
	return emit_expr_index(e, number);
}

static void crossings(Emit *e)
{
	const MdvModel *m = e->m;

	if (m->n_crossings > 0)
		text_printf(e->out,
					"/* slots of z and its relation; side; slot of its size; source; ladder */\n"
					"static const MdvCrossing crossings[] = {\n");
	for (int32_t i = 0; i < m->n_crossings; i++) {
		const MdvCrossing *c = &m->crossing[i];

		text_printf(e->out, "\t{%s, %s, %s, %s, %s, %d, %s, %d},\n", slot(e, c->z),
					slot(e, c->relation), truth(c->positive), truth(c->closed), slot(e, c->scale),
					c->source, slot(e, c->limit), c->ladder);
	}
	if (m->n_crossings > 0)
		text_printf(e->out, "};\n\n");
}

static void instants(Emit *e)
{
	const MdvModel *m = e->m;

	if (m->n_time_events > 0)
		text_printf(e->out, "/* slot of the instant; source */\n"
							"static const MdvTimeEvent time_events[] = {\n");
	for (int32_t i = 0; i < m->n_time_events; i++)
		text_printf(e->out, "\t{%s, %d},\n", slot(e, m->time_event[i].instant),
					m->time_event[i].source);
	if (m->n_time_events > 0)
		text_printf(e->out, "};\n\n");
	if (m->n_samplers > 0)
		text_printf(e->out, "/* slots of active, start, interval */\n"
							"static const MdvSampler samplers[] = {\n");
	for (int32_t i = 0; i < m->n_samplers; i++)
		text_printf(e->out, "\t{%s, %s, %s},\n", slot(e, m->sampler[i].active),
					slot(e, m->sampler[i].start), slot(e, m->sampler[i].interval));
	if (m->n_samplers > 0)
		text_printf(e->out, "};\n\n");
}

static void discretes(Emit *e)
{
	const MdvModel *m = e->m;

	if (m->n_discretes > 0)
		text_printf(e->out, "/* slots of value and pre value; variable */\n"
							"static const MdvDiscrete discretes[] = {\n");
	for (int32_t i = 0; i < m->n_discretes; i++)
		text_printf(e->out, "\t{%s, %s, %d},\n", slot(e, m->discrete[i].slot),
					slot(e, m->discrete[i].pre), m->discrete[i].var);
	if (m->n_discretes > 0)
		text_printf(e->out, "};\n\n");
}

static void actions(Emit *e)
{
	static const char *const kinds[] = {"REINIT", "ASSERT", "WARN", "TERMINATE", "CALL"};
	const MdvModel *m = e->m;

	if (m->n_actions > 0)
		text_printf(e->out, "static const MdvAction actions[] = {\n");
	for (int32_t i = 0; i < m->n_actions; i++) {
		const MdvAction *a = &m->action[i];

		text_printf(e->out,
					"\t{.kind = MDV_ACTION_%s, .always = %s, .fires = %s, .slot = %s, "
					".value = %s,\n\t .code = %d, .source = %d},\n",
					kinds[a->kind], truth(a->always), slot(e, a->fires), slot(e, a->slot),
					slot(e, a->value), a->code, a->source);
	}
	if (m->n_actions > 0)
		text_printf(e->out, "};\n\n");
}

static void delays(Emit *e)
{
	const MdvModel *m = e->m;

	if (m->n_delays > 0)
		text_printf(e->out, "static const MdvDelay delays[] = {\n");
	for (int32_t i = 0; i < m->n_delays; i++) {
		const MdvDelay *d = &m->delay[i];

		text_printf(e->out,
					"\t{.value = %s, .input = %s, .delay = %s, .longest = %s, "
					".value_tangent = %d, .held = %s},\n",
					slot(e, d->value), slot(e, d->input), slot(e, d->delay), slot(e, d->longest),
					d->value_tangent, truth(d->held));
	}
	if (m->n_delays > 0)
		text_printf(e->out, "};\n\n");
}

static void checks(Emit *e)
{
	const MdvModel *m = e->m;

	if (m->n_checks > 0)
		text_printf(e->out, "/* slots of residual and its size; source */\n"
							"static const MdvCheck checks[] = {\n");
	for (int32_t i = 0; i < m->n_checks; i++)
		text_printf(e->out, "\t{%d, %d, %d},\n", m->check[i].residual, m->check[i].scale,
					m->check[i].source);
	if (m->n_checks > 0)
		text_printf(e->out, "};\n\n");
}

static void spatials(Emit *e)
{
	const MdvModel *m = e->m;
	char name[64];

	for (int32_t i = 0; i < m->n_spatials; i++) {
		snprintf(name, sizeof name, "spatial_%d_point", i);
		emit_table_ints(e, name, m->spatial[i].point, m->spatial[i].n_points);
		snprintf(name, sizeof name, "spatial_%d_value", i);
		emit_table_ints(e, name, m->spatial[i].value, m->spatial[i].n_points);
	}
	if (m->n_spatials > 0)
		text_printf(e->out, "static const MdvSpatial spatials[] = {\n");
	for (int32_t i = 0; i < m->n_spatials; i++) {
		const MdvSpatial *s = &m->spatial[i];

		text_printf(e->out,
					"\t{.out = {%d, %d}, .in = {%d, %d}, .position = %d, .positive = %d, "
					".state = %d, .rest = %d,\n"
					"\t .n_points = %d, .point = spatial_%d_point, .value = spatial_%d_value},\n",
					s->out[0], s->out[1], s->in[0], s->in[1], s->position, s->positive, s->state,
					s->rest, s->n_points, i, i);
	}
	if (m->n_spatials > 0)
		text_printf(e->out, "};\n\n");
}

/* -- the dependency graph of EVENT ---------------------------------------------------------- */

typedef struct List {
	const char *name;     /* field of MdvEventGraph */
	const int32_t *value; /* what it holds */
	int32_t n;            /* how many */
} List;

enum { N_LISTS = 13 };

static void graph_lists(const MdvModel *m, List list[N_LISTS])
{
	const MdvEventGraph *c = m->event_graph;
	const List all[] = {{"out_start", c->out_start, c->n_nodes + 1},
						{"out", c->out, c->out_start[c->n_nodes]},
						{"reader_start", c->reader_start, c->n_slots + 1},
						{"reader", c->reader, c->reader_start[c->n_slots]},
						{"riser_start", c->riser_start, c->n_slots + 1},
						{"riser", c->riser, c->riser_start[c->n_slots]},
						{"need_start", c->need_start, c->n_nodes + 1},
						{"need", c->need, c->need_start[c->n_nodes]},
						{"first", c->first, c->n_first},
						{"every", c->every, c->n_every},
						{"crossing_node", c->crossing_node, m->n_crossings},
						{"instant_node", c->instant_node, m->n_time_events},
						{"moving", c->moving, c->n_moving}};

	_Static_assert(sizeof all / sizeof *all == N_LISTS, "all of them");
	for (int k = 0; k < N_LISTS; k++)
		list[k] = all[k];
}

static void graph_nodes(Emit *e, const MdvEventGraph *c)
{
	static const char *const sets[] = {"UNTOUCHED", "UPDATE", "LOOP"};

	if (c->n_nodes > 0)
		text_printf(e->out, "/* code, step, equations, action, set, moves, holds */\n"
							"static const MdvEventNode graph_node[] = {\n");
	for (int32_t i = 0; i < c->n_nodes; i++) {
		const MdvEventNode *p = &c->node[i];

		text_printf(e->out, "\t{%d, %d, %d, %d, MDV_%s, %s, %s},\n", p->code, p->step, p->n_eqs,
					p->action, sets[p->set], truth(p->moves), truth(p->holds));
	}
	if (c->n_nodes > 0)
		text_printf(e->out, "};\n");
}

static void event_graph(Emit *e)
{
	const MdvEventGraph *c = e->m->event_graph;
	List list[N_LISTS];
	char name[64];

	if (!c)
		return;
	graph_lists(e->m, list);
	graph_nodes(e, c);
	for (int k = 0; k < N_LISTS; k++) {
		snprintf(name, sizeof name, "graph_%s", list[k].name);
		emit_table_ints(e, name, list[k].value, list[k].n);
	}
	text_printf(
		e->out,
		"static const MdvEventGraph event_graph = {\n\t.n_nodes = %d, .n_passing = %d, .n_slots = "
		"%d,\n",
		c->n_nodes, c->n_passing, c->n_slots);
	if (c->n_nodes > 0)
		text_printf(e->out, "\t.node = graph_node,\n");
	for (int k = 0; k < N_LISTS; k++)
		if (list[k].n > 0)
			text_printf(e->out, "\t.%s = graph_%s,\n", list[k].name, list[k].name);
	text_printf(e->out, "\t.n_first = %d, .n_every = %d, .n_moving = %d,\n", c->n_first, c->n_every,
				c->n_moving);
	text_printf(e->out, "\t.n_eqs = {%d, %d, %d}, .n_end = {%d, %d, %d},\n};\n\n", c->n_eqs[0],
				c->n_eqs[1], c->n_eqs[2], c->n_end[0], c->n_end[1], c->n_end[2]);
}

void emit_event_all(Emit *e)
{
	crossings(e);
	instants(e);
	discretes(e);
	actions(e);
	delays(e);
	spatials(e);
	checks(e);
	event_graph(e);
}
