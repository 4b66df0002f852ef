/* SPDX-License-Identifier: MIT
   test_sim_graph.c — questions to the dependency graph: what a state, a discrete variable and an
   input touch, and on which states derivatives and crossings depend. */
#include "sim.h"
#include "t.h"

static Sim sim;
static bool touched[256];

static const Graph *graph(void)
{
	return &sim.cx.island->graph;
}

/* The node that determines a variable between events, or, if none does, at events. */
static bool touches(const char *from, const char *to, bool event)
{
	const Graph *g = graph();
	int32_t v = sim_var(&sim, to), node = event ? g->node_of_var[v] : g->flow_of_var[v];

	graph_touched(g, (VarId){sim_var(&sim, from)}, touched);
	return node >= 0 && touched[node];
}

static bool has(const Csr *m, int32_t row, int32_t col)
{
	for (int32_t k = m->start[row]; k < m->start[row + 1]; k++)
		if (m->col[k] == col)
			return true;
	return false;
}

static int32_t state_named(const char *name)
{
	const Dae *d = graph()->d;

	for (size_t i = 0; i < d->states.n; i++)
		if (d->states.at[i].i == sim_var(&sim, name))
			return (int32_t)i;
	return -1;
}

static const char chain[] = "model Chain\n"
							"  Real x(start = 1, fixed = true), y(start = 0, fixed = true);\n"
							"  Real z(start = 0, fixed = true), a, r;\n"
							"  Boolean on(start = false, fixed = true);\n"
							"equation\n"
							"  der(x) = -x; a = sin(x) * 2;\n"
							"  der(y) = a + (if on then 1 else 0); der(z) = y - time;\n"
							"  r = a + z;\n"
							"  on = y > 1 and not z > 3;\n"
							"end Chain;\n";

static void a_derivative_depends_on_states_over_algebraic_variables(void)
{
	const Graph *g = graph();
	int32_t x = state_named("x"), y = state_named("y"), z = state_named("z");

	T_INT(g->n_states, 3);
	T_CHECK(has(&g->jacobian, x, x) && !has(&g->jacobian, x, y) && !has(&g->jacobian, x, z));
	T_CHECK(has(&g->jacobian, y, x) && !has(&g->jacobian, y, y));
	T_CHECK(has(&g->jacobian, z, y) && !has(&g->jacobian, z, x));
}

static void a_state_knows_its_derivatives_and_crossings(void)
{
	const Graph *g = graph();
	int32_t x = state_named("x"), y = state_named("y"), n = 0;
	Csr derivatives, crossings;
	Arena memory;

	arena_init(&memory, NULL);
	graph_by_state(g, &memory, &derivatives, &crossings);
	T_CHECK(has(&derivatives, x, x) && has(&derivatives, x, y));
	T_INT(derivatives.start[x + 1] - derivatives.start[x], 2);
	for (int32_t r = 0; r < (int32_t)g->d->relations.n; r++)
		n += has(&crossings, y, r);
	T_INT(n, 1);
	T_INT(crossings.start[x + 1] - crossings.start[x], 0);
	arena_free(&memory);
}

static void what_a_variable_touches_is_all_that_follows(void)
{
	T_CHECK(touches("x", "a", false));
	T_CHECK(touches("x", "der(y)", false));
	T_CHECK(!touches("x", "der(z)", false));
	T_CHECK(touches("on", "der(y)", false));
	T_CHECK(!touches("on", "der(x)", false));
	T_CHECK(touches("y", "on", true));
	T_CHECK(touches("y", "der(y)", true)); /* over the relation and `on`, at an event */
	T_CHECK(!touches("y", "der(y)", false));
	T_CHECK(touches("x", "r", false));
}

int main(void)
{
	if (!sim_text(&sim, chain)) {
		fprintf(stderr, "the model is wrong\n");
		return 1;
	}
	T_RUN(a_derivative_depends_on_states_over_algebraic_variables);
	T_RUN(a_state_knows_its_derivatives_and_crossings);
	T_RUN(what_a_variable_touches_is_all_that_follows);
	sim_free(&sim);
	return T_END();
}
