/* SPDX-License-Identifier: MIT
   What plants cost: evaluations per input, and per located crossing. */
#include "world.h"

static void an_input_costs_no_step_but_the_restart(void)
{
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	MdvHybridOptions o = {
		.receive = receive, .n_receive = 1, .n_in = 1, .solver = "rk45", .max_step = 1, .span = 10};
	World w;
	MdvHybridStats before, after;

	world_open(&w,
			   "model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u - x;"
			   "end M;",
			   &o);
	world_run(&w, 0.3);
	before = mdv_hybrid_stats(world_plant(&w));
	mdv_devs_inject(w.sim, mdv_hybrid_plan(world_plant(&w)).t - 1e-3, mdv_devs_root(w.sim), 0,
					mdv_real(1));
	mdv_devs_step(w.sim);
	after = mdv_hybrid_stats(world_plant(&w));
	T_INT(after.restarts - before.restarts, 1);
	T_INT(after.steps - before.steps, 1); /* the next one, tried */
	world_close(&w);
}

/* Threshold sampling (paper 000, Robot2): the way of the paper costs evaluations. */
static void the_dense_locator_needs_half_of_the_evaluations_of_the_paper(void)
{
	static const char text[] =
		"model M Real x(start = 1, fixed = true); Real v(start = 0, fixed = true);"
		"discrete Real y(start = 1, fixed = true); Integer n(start = 0, fixed = true);"
		"equation der(x) = v; der(v) = -x;"
		"when abs(x - pre(y)) > 0.05 then y = x; n = pre(n) + 1; end when; end M;";
	double rhs[3], n[3];

	for (int k = 0; k < 3; k++) {
		MdvHybridOptions o = {.solver = "rk45", .tol = 1e-6, .span = 20, .locator = (MdvLocator)k};
		World w;

		world_open(&w, text, &o);
		world_run(&w, 20);
		T_REAL(world_get(&w, "x"), cos(20), 1e-4);
		rhs[k] = (double)mdv_hybrid_stats(world_plant(&w)).rhs;
		n[k] = world_get(&w, "n");
		world_close(&w);
	}
	T_REAL(n[MDV_LOCATE_BISECT], n[MDV_LOCATE_DENSE], 0);
	T_REAL(n[MDV_LOCATE_HALVE], n[MDV_LOCATE_DENSE], 1);
	if (!(rhs[MDV_LOCATE_DENSE] <= 0.5 * rhs[MDV_LOCATE_HALVE]))
		T_FAIL("dense %g, halving %g evaluations", rhs[MDV_LOCATE_DENSE], rhs[MDV_LOCATE_HALVE]);
}

int main(void)
{
	T_RUN(an_input_costs_no_step_but_the_restart);
	T_RUN(the_dense_locator_needs_half_of_the_evaluations_of_the_paper);
	return T_END();
}
