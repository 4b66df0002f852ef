/* SPDX-License-Identifier: MIT
   Many relations of one value (plan/watch.c): only the next limits are watched, and no event may be
   lost for that. */
#include "sim.h"
#include "t.h"

enum { RUNGS = 60 };

static void compile(Sim *s, const char *text)
{
	if (!sim_text(s, text))
		T_FAIL("%s", sim_said(s));
	s->o.run.solver = MDV_SOLVER_RK45;
	s->o.run.tol = 1e-9;
}

/* x = sin(time) passes limits upwards and downwards, written in four ways. */
static void every_limit_is_passed_at_its_time(void)
{
	Sim s;
	int32_t n_up = 0;

	compile(&s, "model M\n"
				"  constant Integer n = 60;\n"
				"  parameter Real p = 2/n, limit[n] = {-1.001 + p*i for i in 1:n};\n"
				"  Real x(start = 0, fixed = true), v(start = 1, fixed = true);\n"
				"  discrete Real up[n], down[n];\n"
				"  Integer k[n](each start = 0, each fixed = true);\n"
				"equation\n  der(x) = v;\n  der(v) = -x;\n"
				"  for i in 1:n loop\n"
				"    when x > limit[i] then up[i] = time; end when;\n"
				"    when limit[i] - x >= 0 then down[i] = time; end when;\n"
				"    when {x < -1.001 + 2/n*i, -1.001 + p*i < x} then k[i] = pre(k[i]) + 1;\n"
				"    end when;\n"
				"  end for;\n"
				"  annotation(experiment(StopTime = 6.2));\nend M;\n");
	T_INT(s.cx.island->model.n_ladders, 1);
	T_INT(sim_run(&s), MDV_OK);
	for (int i = 1; i <= RUNGS; i++) {
		double limit = -1.001 + 2.0 / RUNGS * i, t = asin(fmin(limit, 1));
		char name[24];

		snprintf(name, sizeof name, "up[%d]", i);
		if (limit > sin(6.2) || limit < 0)
			n_up++;
		if (limit > 0 && limit < 1)
			T_REAL(sim_last(&s, name), t, 1e-8);
		snprintf(name, sizeof name, "down[%d]", i);
		if (limit < 1)
			T_REAL(sim_last(&s, name), 3.14159265358979312 - t, 1e-7);
	}
	T_CHECK(n_up > 30);
	T_INT(sim_last(&s, "k[45]"), 2);
	T_INT(sim_last(&s, "k[15]"), 2);
	sim_free(&s);
}

/* Limits that move at events, several at the same instant, and jumps over many of them. */
static const char moving[] =
	"model M\n"
	"  constant Integer n = 60;\n"
	"  Real x(start = 0, fixed = true);\n"
	"  Integer c[n](each start = 0, each fixed = true), jumps(start = 0, fixed = true);\n"
	"  Boolean high[n];\n"
	"equation\n  der(x) = 1 + 0.5*sin(3*time);\n"
	"  for i in 1:n loop\n"
	"    when x >= div(i, 2) + n*pre(c[i]) then c[i] = pre(c[i]) + 1; end when;\n"
	"    high[i] = x > 2*i;\n"
	"  end for;\n"
	"  when x > 70.25 then reinit(x, 10.5); jumps = pre(jumps) + 1; end when;\n"
	"  annotation(experiment(StopTime = 150));\nend M;\n";

static void limits_may_move_and_values_jump(void)
{
	Sim s;

	compile(&s, moving);
	T_INT(s.cx.island->model.n_ladders, 1);
	T_INT(sim_run(&s), MDV_OK);
	for (size_t k = 0; k < s.time.n; k++) {
		double x = sim_row(&s, k, "x");

		for (int i = 5; i <= RUNGS; i += 6) {
			char name[24];

			/* At an event, either side. */
			snprintf(name, sizeof name, "high[%d]", i);
			if (fabs(x - 2 * i) > 1e-8)
				T_INT(sim_row(&s, k, name), x > 2 * i);
		}
	}
	T_INT(sim_last(&s, "jumps"), 2);
	T_INT(sim_last(&s, "c[9]"), 2); /* at 4 and 64 */
	T_INT(sim_last(&s, "c[21]"), 2);
	T_INT(sim_last(&s, "c[40]"), 1);
	T_INT(sim_last(&s, "c[59]"), 1);
	sim_free(&s);
}

/* Full iteration tells nothing of what has changed: the same rows. */
static void full_iteration_gives_the_same(void)
{
	Sim s, full;

	compile(&s, moving);
	compile(&full, moving);
	full.full_iteration = true;
	T_INT(sim_run(&s), MDV_OK);
	T_INT(sim_run(&full), MDV_OK);
	T_INT(s.time.n, full.time.n);
	for (size_t k = 0; k < s.time.n; k++)
		T_REAL(s.time.at[k], full.time.at[k], 0);
	T_INT(s.value.n, full.value.n);
	for (size_t k = 0; k < s.value.n; k++)
		T_REAL(s.value.at[k], full.value.at[k], 0);
	sim_free(&s);
	sim_free(&full);
}

/* A hundred limits passed within a few steps are no chattering. */
static void many_events_in_one_step_are_no_trouble(void)
{
	Sim s;

	compile(&s, "model M\n"
				"  constant Integer n = 3000;\n"
				"  Real x(start = 0, fixed = true);\n"
				"  Integer c[n](each start = 0, each fixed = true);\n"
				"  Integer total(start = 0, fixed = true);\n"
				"equation\n  der(x) = 1;\n"
				"  for i in 1:n loop\n"
				"    when x >= 0.5 + 1e-9*i then c[i] = pre(c[i]) + 1; end when;\n"
				"  end for;\n"
				"  when x > 0.6 then total = sum(c); end when;\n"
				"  annotation(experiment(StopTime = 1));\nend M;\n");
	T_INT(sim_run(&s), MDV_OK);
	T_STR(sim_said(&s), "");
	T_INT(sim_last(&s, "total"), 3000);
	sim_free(&s);
}

int main(void)
{
	T_RUN(every_limit_is_passed_at_its_time);
	T_RUN(limits_may_move_and_values_jump);
	T_RUN(full_iteration_gives_the_same);
	T_RUN(many_events_in_one_step_are_no_trouble);
	return T_END();
}
