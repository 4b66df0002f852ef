/* SPDX-License-Identifier: MIT
   qbg_result.c — what a quantized bond graph has of the variables of its model, under the user's
   names: efforts and flows of elements, currents of pins, potentials, angles and positions of
   bodies, and parameters. What the network does not compute is not in the result. */
#include "cli/quantized.h"

#include <string.h>

static uint64_t key_of(const char *name)
{
	return map_hash_bytes(name, strlen(name), 0);
}

static void index_names(Qbg *q, Arena *keep)
{
	map_init(&q->names, arena_heap(keep));
	for (int32_t i = 0; i < q->full->n_vars; i++)
		map_put(&q->names, key_of(q->full->var[i].name), (uint64_t)i);
}

/* The variable of the compiled model; -1: there is none. */
static int32_t find(const Qbg *q, const char *name)
{
	uint64_t *at = map_find(&q->names, key_of(name));

	return at && !strcmp(q->full->var[*at].name, name) ? (int32_t)*at : -1;
}

static void add_var(Qbg *q, int32_t var, double value, Arena *keep)
{
	MdvVar v = q->full->var[var];

	v.flags &= MDV_VAR_PARAMETER | MDV_VAR_HIDDEN | MDV_VAR_CONSTANT | MDV_VAR_DISCRETE;
	v.slot = (int32_t)q->vars.n;
	v.start = v.nominal = v.min = v.max = v.source = -1;
	vec_push(arena_allocator(keep), &q->vars, v);
	vec_push(arena_heap(keep), &q->initial, value);
}

/* A variable of an element, if the model has it: "R1" and "v". */
static void add_column(Qbg *q, const char *element, const char *name, QbgColumn c, Arena *keep)
{
	int32_t var = name ? find(q, arena_printf(keep, "%s.%s", element, name)) : -1;

	if (var < 0 || q->full->var[var].flags & MDV_VAR_PARAMETER)
		return;
	add_var(q, var, 0, keep);
	vec_push(arena_heap(keep), &q->columns, c);
}

/* The bond at a port of an element of the network. */
static int32_t bond_at(const Qbg *q, int32_t element, int port)
{
	return q->net.element[element].kind < QBG_TF ? 0 : q->port_bond[2 * element + port];
}

static void index_ports(Qbg *q, Arena *keep)
{
	q->port_bond = NEW_ARRAY(keep, int32_t, 2 * (size_t)q->net.n_elements);
	for (int32_t i = 0; i < q->net.n_bonds; i++)
		for (int side = 0; side < 2; side++) {
			const QbgBond *b = &q->net.bond[i];

			if (q->net.element[b->end[side]].kind >= QBG_TF)
				q->port_bond[2 * b->end[side] + b->port[side]] = b->place[side];
		}
}

/* Effort and flow, and the currents of pins. */
static void add_electrical(Qbg *q, const BgElement *e, int32_t v, Arena *keep)
{
	static const char *const effort[] = {"v1", "v2"}, *const flow[] = {"i1", "i2"};
	int ports = e->cls->kind >= QBG_TF ? 2 : 1;

	for (int k = 0; k < ports; k++) {
		double es = ports == 2 ? 1 : e->cls->effort_sign;
		double fs = ports == 2 ? (k == 0 ? 1 : -1) : e->cls->flow_sign;
		int32_t bond = bond_at(q, v, k);
		bool turned = e->cls->kind == QBG_SF; /* its plus is n */
		const char *plus = e->cls->pin[2 * k + turned], *minus = e->cls->pin[2 * k + !turned];

		add_column(q, e->name, ports == 2 ? effort[k] : "v",
				   (QbgColumn){QBG_EFFORT, v, bond, es, 0}, keep);
		add_column(q, e->name, ports == 2 ? flow[k] : "i", (QbgColumn){QBG_FLOW, v, bond, fs, 0},
				   keep);
		add_column(q, e->name, arena_printf(keep, "%s.i", plus),
				   (QbgColumn){QBG_FLOW, v, bond, fs, 0}, keep);
		add_column(q, e->name, arena_printf(keep, "%s.i", minus),
				   (QbgColumn){QBG_FLOW, v, bond, -fs, 0}, keep);
	}
	for (int k = 0; k < BG_PINS && e->cls->pin[k]; k++)
		add_column(q, e->name, arena_printf(keep, "%s.v", e->cls->pin[k]),
				   (QbgColumn){QBG_POTENTIAL, e->pin[k], 0, 1, 0}, keep);
}

/* Efforts and speeds; where bodies are. */
static void add_mechanical(Qbg *q, const BgElement *e, int32_t v, Arena *keep)
{
	bool turns = e->cls->domain == BG_ROTATIONAL;
	double sign = e->cls->effort_sign;

	add_column(q, e->name, e->cls->effort, (QbgColumn){QBG_EFFORT, v, 0, sign, 0}, keep);
	add_column(q, e->name, e->cls->flow, (QbgColumn){QBG_FLOW, v, 0, e->cls->flow_sign, 0}, keep);
	if (e->cls->kind == QBG_I) {
		const char *name = turns ? "phi" : "s";
		int32_t var = find(q, arena_printf(keep, "%s.%s", e->name, name));

		add_column(q, e->name, name,
				   (QbgColumn){QBG_INTEGRAL, v, 0, 1, var < 0 ? 0 : rt_get(q->started, var)}, keep);
		add_column(q, e->name, "a", (QbgColumn){QBG_EFFORT, v, 0, 1 / e->value, 0}, keep);
	}
	if (e->cls->kind == QBG_C) { /* e = (a - b) / value */
		const char *name = turns ? "phi_rel" : "s_rel";
		int32_t rest = find(q, arena_printf(keep, "%s.%s0", e->name, name));

		add_column(
			q, e->name, name,
			(QbgColumn){QBG_EFFORT, v, 0, sign * e->value, rest < 0 ? 0 : rt_get(q->started, rest)},
			keep);
	}
}

/* --- potentials --- */

/* Nodes from the ground on, each by an element to one that is known: a breadth-first search over
   the ports of elements. */
static void find_steps(Qbg *q, Arena *keep)
{
	const Circuit *c = &q->circuit;
	int32_t first = q->net.n_elements - (int32_t)c->elements.n;
	bool *known = NEW_ARRAY(keep, bool, c->n_nodes);
	CsrBuilder touch;
	Csr csr;
	VEC(int32_t) queue = {0};

	csr_begin(&touch, keep, c->n_nodes, (int32_t)c->elements.n);
	for (size_t i = 0; i < c->elements.n; i++)
		for (int k = 0; k < BG_PINS; k++)
			if (c->elements.at[i].pin[k] >= 0)
				csr_add(&touch, c->elements.at[i].pin[k], (int32_t)i);
	csr_finish(&touch, q->graph.keep, &csr);
	for (int32_t i = 0; i < c->n_nodes; i++)
		if (c->grounded[i]) {
			known[i] = true;
			vec_push(arena_heap(keep), &queue, i);
		}
	for (size_t at = 0; at < queue.n; at++)
		for (int32_t j = csr.start[queue.at[at]]; j < csr.start[queue.at[at] + 1]; j++) {
			const BgElement *e = &c->elements.at[csr.col[j]];

			for (int k = 0; k < BG_PINS; k++) {
				int32_t from = e->pin[k], to = e->pin[k ^ 1];

				if (from != queue.at[at] || to < 0 || known[to])
					continue;
				known[to] = true;
				vec_push(arena_heap(keep), &queue, to);
				vec_push(arena_heap(keep), &q->steps,
						 ((QbgStep){to, from, first + csr.col[j],
									bond_at(q, first + csr.col[j], k / 2), k % 2 ? 1 : -1}));
			}
		}
	vec_free(arena_heap(keep), &queue);
	q->potential = NEW_ARRAY(keep, double, c->n_nodes + 1);
}

void qbg_result_columns(Qbg *q, Arena *keep)
{
	int32_t first = q->net.n_elements - (int32_t)q->circuit.elements.n;

	index_ports(q, keep);
	for (size_t i = 0; i < q->circuit.elements.n; i++) {
		const BgElement *e = &q->circuit.elements.at[i];

		(e->cls->domain == BG_ELECTRICAL ? add_electrical
										 : add_mechanical)(q, e, first + (int32_t)i, keep);
	}
	find_steps(q, keep);
	for (int32_t i = 0; i < q->full->n_vars; i++)
		if (q->full->var[i].flags & MDV_VAR_PARAMETER && q->full->var[i].type != MDV_STRING)
			add_var(q, i, rt_get(q->started, i), keep);
}

void qbg_result_values(Qbg *q, double frame[])
{
	for (size_t i = 0; q->has_potentials && i < q->steps.n; i++) {
		const QbgStep *s = &q->steps.at[i];

		q->potential[s->node] =
			q->potential[s->from] + s->sign * qbg_network_effort(q->run, s->element, s->bond);
	}
	for (size_t i = 0; i < q->columns.n; i++) {
		const QbgColumn *c = &q->columns.at[i];
		double x = 0;

		switch (c->what) {
		case QBG_EFFORT: x = qbg_network_effort(q->run, c->of, c->bond); break;
		case QBG_FLOW: x = qbg_network_flow(q->run, c->of, c->bond); break;
		case QBG_INTEGRAL: x = qbg_network_integral(q->run, c->of); break;
		default: x = q->potential[c->of]; break;
		}
		frame[i] = c->factor * x + c->offset;
	}
}

void qbg_result_start(Qbg *q, Arena *keep)
{
	int32_t first = q->net.n_elements - (int32_t)q->circuit.elements.n;

	index_names(q, keep);
	for (size_t i = 0; i < q->circuit.elements.n; i++) {
		const BgElement *e = &q->circuit.elements.at[i];
		bool stores_effort = e->cls->kind == QBG_C;
		const char *name = stores_effort ? e->cls->effort : e->cls->flow;
		int32_t var = e->cls->kind == QBG_C || e->cls->kind == QBG_I
						  ? find(q, arena_printf(keep, "%s.%s", e->name, name))
						  : -1;

		if (var >= 0)
			q->element[first + (int32_t)i].start =
				rt_get(q->started, var) * (stores_effort ? e->cls->effort_sign : e->cls->flow_sign);
	}
}
