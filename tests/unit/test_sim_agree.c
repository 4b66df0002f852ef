/* SPDX-License-Identifier: MIT
   One model, several ways to run it: solvers agree within their tolerances, and neither the rows
   asked for nor the way events are located change the result. */
#include "sim.h"
#include "t.h"

static const char *const models[] = {
	/* a stick-slip oscillator: events of states, a nonlinear force */
	"model M\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true), F;\n"
	"equation\n  der(x) = v;\n  der(v) = -4 * x - x ^ 3 - F;\n"
	"  F = if v > 0.1 then 0.5 elseif v < -0.1 then -0.5 else 5 * v;\n"
	"  annotation(experiment(StopTime = 5, Interval = 0.05));\nend M;\n",
	/* nonlinear algebraic equations inside, a sampled controller outside */
	"model M\n  Real h(start = 1, fixed = true), q(start = 0.5), p;\n"
	"  discrete Real u(start = 0.2, fixed = true);\n"
	"equation\n  der(h) = u - q;\n  p = h - 0.1 * q ^ 2;\n  q = 0.6 * sqrt(p + 1) * p;\n"
	"  when sample(0.1, 0.1) then\n    u = pre(u) + 0.2 * (0.8 - h);\n  end when;\n"
	"  annotation(experiment(StopTime = 5, Interval = 0.05));\nend M;\n",
	/* two tanks that overflow into each other */
	"model M\n  Real a(start = 1, fixed = true), b(start = 0, fixed = true), q;\n"
	"  Integer n(start = 0, fixed = true);\n"
	"equation\n  q = if a > 0.5 then a - 0.5 else 0;\n  der(a) = -q + (if b > 0.3 then 0.4 else "
	"0);\n"
	"  der(b) = q - (if b > 0.3 then 0.4 else 0) - 0.05 * b;\n"
	"  when b > 0.3 then\n    n = pre(n) + 1;\n  end when;\n"
	"  annotation(experiment(StopTime = 0.7, Interval = 0.01));\nend M;\n"};

enum { N_MODELS = sizeof models / sizeof *models };

static void run(Sim *s)
{
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* The largest distance of two runs at the rows of the grid, where both have one. */
static double distance(const Sim *a, const Sim *b, const char *name)
{
	double most = 0;
	int n = 0;

	for (size_t k = 0; k < a->time.n; k++) {
		double other = sim_at(b, name, a->time.at[k]);

		if (!isnan(other)) {
			most = fmax(most, fabs(sim_at(a, name, a->time.at[k]) - other));
			n++;
		}
	}
	return n > 20 ? most : INFINITY;
}

static const char *first_state(const Sim *s)
{
	return s->cx.island->model.var[s->cx.island->model.state[0].var].name;
}

static void solvers_agree_within_their_tolerances(void)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_IDA, MDV_SOLVER_RK45, MDV_SOLVER_RADAU};
	Sim a, b;

	for (size_t k = 0; k < N_MODELS; k++)
		for (double tol = 1e-5; tol > 1e-9; tol /= 100) {
			T_CHECK(sim_text(&a, models[k]));
			T_CHECK(sim_text(&b, models[k]));
			a.o.run.tol = b.o.run.tol = tol;
			run(&a);
			for (size_t i = 0; i < 3; i++) {
				double d;

				b.o.run.solver = solvers[i];
				run(&b);
				d = distance(&a, &b, first_state(&a));
				if (!(d < 1000 * tol))
					T_FAIL("model %zu at %g: cvode and %s differ by %g", k, tol,
						   solver_of(solvers[i])->name, d);
			}
			sim_free(&a);
			sim_free(&b);
		}
}

static void rows_do_not_change_the_result(void)
{
	Sim a, b;

	for (size_t k = 0; k < N_MODELS; k++) {
		T_CHECK(sim_text(&a, models[k]));
		T_CHECK(sim_text(&b, models[k]));
		b.o.run.interval = a.cx.island->model.interval / 4;
		run(&a);
		run(&b);
		T_REAL(distance(&a, &b, first_state(&a)), 0, 0);
		T_INT(a.result.stats.solver.steps, b.result.stats.solver.steps);
		T_INT(a.result.stats.state_events, b.result.stats.state_events);
		sim_free(&a);
		sim_free(&b);
	}
}

/* Dummies of rows are solved from the row before: to the tolerance of Newton's iteration. */
static void rows_do_not_change_the_choice_of_states(void)
{
	Sim a, b;

	T_CHECK(sim_file(&a, "examples/pendulum/Pendulum.mo"));
	T_CHECK(sim_file(&b, "examples/pendulum/Pendulum.mo"));
	b.o.run.interval = a.cx.island->model.interval / 4;
	run(&a);
	run(&b);
	T_INT(a.result.stats.solver.steps, b.result.stats.solver.steps);
	T_INT(a.result.stats.rt.set_changes, b.result.stats.rt.set_changes);
	T_REAL(distance(&a, &b, "x"), 0, 1e-9);
	sim_free(&a);
	sim_free(&b);
}

static void the_locator_does_not_change_the_result(void)
{
	Sim a, b;

	for (size_t k = 0; k < N_MODELS; k++) {
		T_CHECK(sim_text(&a, models[k]));
		T_CHECK(sim_text(&b, models[k]));
		a.o.run.tol = b.o.run.tol = 1e-8;
		b.o.run.locator = MDV_LOCATOR_BISECT;
		run(&a);
		run(&b);
		T_CHECK(distance(&a, &b, first_state(&a)) < 1e-6);
		T_INT(a.result.stats.state_events, b.result.stats.state_events);
		sim_free(&a);
		sim_free(&b);
	}
}

static void the_same_run_gives_the_same_bits(void)
{
	Sim a, b;

	for (size_t k = 0; k < N_MODELS; k++) {
		T_CHECK(sim_text(&a, models[k]));
		T_CHECK(sim_text(&b, models[k]));
		run(&a);
		run(&b);
		run(&b); /* a second run of one model, too */
		T_INT(a.value.n, b.value.n);
		T_CHECK(a.value.n == b.value.n &&
				!memcmp(a.value.at, b.value.at, a.value.n * sizeof *a.value.at));
		T_CHECK(a.time.n == b.time.n &&
				!memcmp(a.time.at, b.time.at, a.time.n * sizeof *a.time.at));
		sim_free(&a);
		sim_free(&b);
	}
}

/* The order of declarations and equations is no part of the meaning. */
static void the_order_of_equations_does_not_change_the_result(void)
{
	Sim a, b;

	T_CHECK(sim_text(
		&a,
		"model M\n  Real x(start = 1, fixed = true), y(start = 0, fixed = true), s, p;\n"
		"equation\n  s = x + y;\n  p = s * x;\n  der(x) = y - p;\n  der(y) = -x + s;\n"
		"  annotation(experiment(StopTime = 2, Tolerance = 1e-9, Interval = 0.05));\nend M;\n"));
	T_CHECK(sim_text(
		&b,
		"model M\n  Real p, y(start = 0, fixed = true), s, x(start = 1, fixed = true);\n"
		"equation\n  der(y) = -x + s;\n  p = s * x;\n  s = x + y;\n  der(x) = y - p;\n"
		"  annotation(experiment(StopTime = 2, Tolerance = 1e-9, Interval = 0.05));\nend M;\n"));
	run(&a);
	run(&b);
	T_CHECK(distance(&a, &b, "x") < 1e-8);
	T_CHECK(distance(&a, &b, "p") < 1e-8);
	sim_free(&a);
	sim_free(&b);
}

int main(void)
{
	T_RUN(solvers_agree_within_their_tolerances);
	T_RUN(rows_do_not_change_the_result);
	T_RUN(rows_do_not_change_the_choice_of_states);
	T_RUN(the_locator_does_not_change_the_result);
	T_RUN(the_same_run_gives_the_same_bits);
	T_RUN(the_order_of_equations_does_not_change_the_result);
	return T_END();
}
