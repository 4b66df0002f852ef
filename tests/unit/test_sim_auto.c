/* SPDX-License-Identifier: MIT
   whole simulations by --solver auto: what it chooses, that it says so, and that results are those
   of the default. */
#include "sim.h"
#include "t.h"

#include <string.h>

static void run(Sim *s, const char *text, MdvSolver solver, double tol)
{
	T_CHECK(sim_text(s, text));
	s->o.run.solver = solver;
	s->o.run.tol = tol;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static const char *const decay =
	"model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n";

static void without_a_reason_it_is_the_default(void)
{
	Sim s, plain;

	run(&s, decay, MDV_SOLVER_AUTO, 1e-6);
	run(&plain, decay, MDV_SOLVER_CVODE, 1e-6);
	T_CHECK(strstr(s.result.choice, "auto: cvode") != NULL);
	T_INT(s.result.stats.solver.steps, plain.result.stats.solver.steps);
	T_CHECK(sim_last(&s, "x") == sim_last(&plain, "x"));
	T_STR(plain.result.choice, "");
	sim_free(&s);
	sim_free(&plain);
}

/* A front runs through a chain of inverters: few are active at a time. */
static const char *const chain =
	"model M\n  parameter Integer N = 200;\n"
	"  Real x[N + 1](start = {if i == 1 then 0 elseif mod(i, 2) == 0 then 5 else 0.006247\n"
	"    for i in 1:N + 1}, each fixed = true);\n"
	"  discrete Real up(start = 0, fixed = true);\n"
	"equation\n  der(x[1]) = if time < 5 then 0 elseif time < 10 then 1 else 0;\n"
	"  for i in 2:N + 1 loop\n    der(x[i]) = 5 - x[i]\n"
	"      - 100 * ((if x[i - 1] > 1 then (x[i - 1] - 1) ^ 2 else 0)\n"
	"      - (if x[i - 1] - x[i] > 1 then (x[i - 1] - x[i] - 1) ^ 2 else 0));\n  end for;\n"
	"  when x[N] < 2.5 then\n    up = time;\n  end when;\n"
	"  annotation(experiment(StopTime = 60));\nend M;\n";

static void a_front_in_a_long_chain_is_for_quantized_states(void)
{
	Sim s, again, plain;

	run(&s, chain, MDV_SOLVER_AUTO, 1e-5);
	run(&again, chain, MDV_SOLVER_AUTO, 1e-5);
	run(&plain, chain, MDV_SOLVER_CVODE, 1e-7);
	T_CHECK(strstr(s.result.choice, "auto: qss from") != NULL);
	T_CHECK(sim_says(&s, "auto: qss from"));
	T_CHECK(sim_last(&plain, "up") > 10);
	T_REAL(sim_last(&s, "up"), sim_last(&plain, "up"), 0.01);
	T_CHECK(sim_last(&s, "up") == sim_last(&again, "up")); /* no clock decides */
	T_INT((long)s.time.n, (long)again.time.n);
	sim_free(&s);
	sim_free(&again);
	sim_free(&plain);
}

/* Events that the solver begins anew after, all the time, and nothing is stiff. */
static void many_events_are_for_rk45(void)
{
	const char *text = "model M\n  Real y(start = 0, fixed = true), x(start = 1, fixed = true);\n"
					   "equation\n  der(x) = y - x;\n  der(y) = if sin(50 * time) > 0 then cos(x) "
					   "- y else -x - y;\n"
					   "  annotation(experiment(StopTime = 20));\nend M;\n";
	Sim s, plain;

	run(&s, text, MDV_SOLVER_AUTO, 1e-6);
	run(&plain, text, MDV_SOLVER_CVODE, 1e-9);
	T_CHECK(strstr(s.result.choice, "auto: rk45 from") != NULL);
	T_REAL(sim_last(&s, "x"), sim_last(&plain, "x"), 1e-4);
	T_REAL(sim_last(&s, "y"), sim_last(&plain, "y"), 1e-4);
	T_INT(s.result.stats.state_events, plain.result.stats.state_events);
	sim_free(&s);
	sim_free(&plain);
}

/* Stiff only where it has not looked: rk45 would take thousands of steps for one of cvode. */
static void what_turns_out_worse_is_given_up(void)
{
	const char *text =
		"model M\n  Real x(start = 0, fixed = true), y(start = 0, fixed = true);\n"
		"  Real k = if time < 5 then 1 else 1e6;\n"
		"equation\n  der(x) = if sin(50 * time) > 0 then 1 else -x;\n  der(y) = k * (x - y);\n"
		"  annotation(experiment(StopTime = 20));\nend M;\n";
	Sim s, plain;

	run(&s, text, MDV_SOLVER_AUTO, 1e-6);
	run(&plain, text, MDV_SOLVER_CVODE, 1e-6);
	T_CHECK(strstr(s.result.choice, "auto: cvode from") != NULL);
	T_CHECK(sim_says(&s, "auto: rk45 from"));
	T_REAL(sim_last(&s, "y"), sim_last(&plain, "y"), 1e-4);
	T_CHECK(s.result.stats.solver.steps < 3 * plain.result.stats.solver.steps);
	sim_free(&s);
	sim_free(&plain);
}

int main(void)
{
	T_RUN(without_a_reason_it_is_the_default);
	T_RUN(a_front_in_a_long_chain_is_for_quantized_states);
	T_RUN(many_events_are_for_rk45);
	T_RUN(what_turns_out_worse_is_given_up);
	return T_END();
}
