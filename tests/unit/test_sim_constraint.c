/* SPDX-License-Identifier: MIT
   Mechanisms with constraints (index 3): constraints hold at every row, energy stays, and what is
   a state changes without a trace in the motion. */
#include "t.h"
#include "sim.h"

#include <stdlib.h>

static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
									MDV_SOLVER_RADAU};

static void run(Sim *s, MdvSolver solver, double tol)
{
	s->o.run.solver = solver;
	s->o.run.tol = tol;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s at tolerance %g: %s", solver_of(solver)->name, tol, sim_said(s));
}

static double relative_drift(const Sim *s, const char *name)
{
	double first = sim_row(s, 0, name), most = 0;

	for (size_t k = 0; k < s->time.n; k++)
		most = fmax(most, fabs(sim_row(s, k, name) - first));
	return most / fabs(first);
}

/* How many times the point (x, y) goes round the origin. */
static double turns(const Sim *s)
{
	double sum = 0;

	for (size_t k = 1; k < s->time.n; k++) {
		double x0 = sim_row(s, k - 1, "x"), y0 = sim_row(s, k - 1, "y");
		double x1 = sim_row(s, k, "x"), y1 = sim_row(s, k, "y");

		sum += atan2(x0 * y1 - y0 * x1, x0 * x1 + y0 * y1);
	}
	return fabs(sum) / (2 * acos(-1));
}

/* The largest distance of two runs of one model on the same grid of rows. */
static double distance(const Sim *a, const Sim *b, const char *name)
{
	double most = a->time.n == b->time.n ? 0 : INFINITY;

	for (size_t k = 0; k < a->time.n && k < b->time.n; k++)
		most = fmax(most, fabs(sim_row(a, k, name) - sim_row(b, k, name)));
	return most;
}

static void a_pendulum_turns_ten_times_and_keeps_length_and_energy(void)
{
	Sim s;

	T_CHECK(sim_file(&s, "examples/pendulum/Pendulum.mo"));
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		run(&s, solvers[i], 1e-6);
		T_CHECK(turns(&s) > 10);
		T_CHECK(sim_most(&s, "length") < 1 + 1e-6);
		T_CHECK(relative_drift(&s, "length") < 1e-6);
		T_CHECK(relative_drift(&s, "energy") < 1e-3);
		T_CHECK(s.result.stats.rt.set_changes >= 40);
		T_CHECK(s.result.stats.rt.set_changes <= 60);
		run(&s, solvers[i], 1e-8);
		T_CHECK(relative_drift(&s, "length") < 1e-6);
		T_CHECK(relative_drift(&s, "energy") < 1e-4);
	}
	sim_free(&s);
}

/* The same motion with the angle as the only coordinate. */
static void a_pendulum_moves_as_in_polar_coordinates(void)
{
	Sim cartesian, polar;

	T_CHECK(sim_file(&cartesian, "examples/pendulum/Pendulum.mo"));
	T_CHECK(sim_text(&polar, "model Polar\n"
							 "  parameter Real g = 9.81;\n"
							 "  Real phi(start = 0, fixed = true), w(start = -8, fixed = true);\n"
							 "  Real x = cos(phi), y = sin(phi);\n"
							 "equation\n  der(phi) = w;\n  der(w) = -g * cos(phi);\n"
							 "  annotation(experiment(StopTime = 10, Interval = 0.01));\n"
							 "end Polar;\n"));
	run(&cartesian, MDV_SOLVER_CVODE, 1e-10);
	run(&polar, MDV_SOLVER_RK45, 1e-12);
	T_CHECK(distance(&cartesian, &polar, "x") < 1e-5);
	T_CHECK(distance(&cartesian, &polar, "y") < 1e-5);
	sim_free(&cartesian);
	sim_free(&polar);
}

/* Residuals below 1e-8 everywhere, and the motion of a run with a tolerance 100 times tighter. */
static void check_mechanism(const char *file, const char *const residuals[],
							const char *const seen[], double close)
{
	Sim s, tight;

	if (!sim_file(&s, file) || !sim_file(&tight, file))
		T_FAIL("%s", sim_said(&s));
	run(&tight, MDV_SOLVER_CVODE, 1e-10);
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		run(&s, solvers[i], 1e-8);
		for (size_t k = 0; residuals[k]; k++) {
			T_CHECK(sim_most(&s, residuals[k]) < 1e-8);
			T_CHECK(sim_most(&tight, residuals[k]) < 1e-8);
		}
		for (size_t k = 0; seen[k]; k++) {
			double d = distance(&s, &tight, seen[k]);

			if (!(d < close))
				T_FAIL("%s with %s: %s differs by %g", file, solver_of(solvers[i])->name, seen[k],
					   d);
			if (getenv("SIM_SHOW"))
				printf("%s %s: %s differs by %g, %llu changes\n", file, solver_of(solvers[i])->name,
					   seen[k], d, (unsigned long long)s.result.stats.rt.set_changes);
		}
	}
	sim_free(&s);
	sim_free(&tight);
}

static void a_double_pendulum_keeps_both_lengths(void)
{
	const char *const residuals[] = {"c1", "c2", NULL}, *const seen[] = {"x1", "x2", "v2", NULL};

	check_mechanism("tests/sim/DoublePendulum.mo", residuals, seen, 1e-3);
}

static void a_four_bar_keeps_its_three_lengths(void)
{
	const char *const residuals[] = {"r1", "r2", "r3", NULL}, *const seen[] = {"x1", "x2", NULL};

	check_mechanism("tests/sim/FourBar.mo", residuals, seen, 1e-3);
}

static void the_robot_of_the_paper_keeps_its_constraints(void)
{
	const char *const residuals[] = {"phi[1]", "phi[2]", NULL};
	const char *const seen[] = {"x", "z", "q[1]", "q[2]", "dz", NULL};

	check_mechanism("tests/sim/Robot.mo", residuals, seen, 1e-5);
}

/* der(x) is given by a constraint of time: index 2, and nothing is left to integrate. */
static void a_prescribed_motion_leaves_no_state(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n"
						 "  parameter Real m = 2;\n  Real x, v, F;\n"
						 "equation\n  x = sin(3 * time);\n  v = der(x);\n  m * der(v) = F;\n"
						 "  annotation(experiment(StopTime = 1));\nend M;\n"));
	run(&s, MDV_SOLVER_CVODE, 1e-6);
	T_INT(s.rt->n, 0);
	T_REAL(sim_at(&s, "v", 1), 3 * cos(3), 1e-12);
	T_REAL(sim_at(&s, "F", 1), -18 * sin(3), 1e-12);
	sim_free(&s);
}

/* Two masses on one rod: index 2 of a plain kind; only one position and one velocity are states. */
static void masses_that_are_fixed_together_share_their_states(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n"
						 "  Real x1(start = 1, fixed = true), v1(start = 0, fixed = true);\n"
						 "  Real x2, v2, F;\n"
						 "equation\n  der(x1) = v1;\n  der(x2) = v2;\n"
						 "  1 * der(v1) = -8 * x1 + F;\n  3 * der(v2) = -F;\n  x2 = x1 + 2;\n"
						 "  annotation(experiment(StopTime = 2));\nend M;\n"));
	run(&s, MDV_SOLVER_CVODE, 1e-8);
	T_INT(s.rt->n, 2);
	T_REAL(sim_last(&s, "x2"), 2 + cos(sqrt(2) * 2), 1e-6);
	T_REAL(sim_last(&s, "F"), 3 * 2 * cos(sqrt(2) * 2), 1e-5);
	sim_free(&s);
}

/* A point goes round a circle; where x or y is near zero it is a state. */
static const char circle[] =
	"model Circle\n"
	"  Real x(start = 0, fixed = true), y(start = -1), u(start = 1, fixed = true), v, F;\n"
	"  discrete Real y_sample(start = -1, fixed = true);\n"
	"  Integer n(start = 0, fixed = true) \"samples\";\n"
	"equation\n"
	"  x ^ 2 + y ^ 2 = 1;\n"
	"  u = der(x);\n"
	"  v = der(y);\n"
	"  der(u) = -F * x;\n"
	"  der(v) = -F * y;\n"
	"  when abs(y - pre(y_sample)) >= 0.001 then\n"
	"    y_sample = y;\n"
	"    n = pre(n) + 1;\n"
	"  end when;\n"
	"end Circle;\n";

/* Where a state happens to be near zero its tolerance does not become small with it. */
static void the_size_of_a_state_is_not_that_of_a_moment(void)
{
	Sim s;

	T_CHECK(sim_text(&s, circle));
	s.o.run.stop = acos(-1) + 1e-5;
	run(&s, MDV_SOLVER_RK45, 1e-8);
	T_CHECK(sim_is_state(&s, "x"));
	T_REAL(sim_last(&s, "x"), -1e-5, 1e-6);
	for (int32_t i = 0; i < s.rt->n; i++)
		T_REAL(rt_nominal(s.rt, i), 1, 0);
	sim_free(&s);
}

/* What is solved for is a smooth function of the states: where a crossing of it was located, the
   event finds the relation changed. */
static void a_crossing_of_what_is_solved_for_is_one_event(void)
{
	Sim s;

	T_CHECK(sim_text(&s, circle));
	s.o.run.stop = 1.5;
	run(&s, MDV_SOLVER_RK45, 1e-5);
	T_CHECK(sim_last(&s, "n") > 900);
	T_INT(s.result.stats.state_events, sim_last(&s, "n"));
	sim_free(&s);
}

static void check_last(const char *text, const char *name, double value)
{
	Sim s;

	if (!sim_text(&s, text) || sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_REAL(sim_last(&s, name), value, 1e-4);
	sim_free(&s);
}

static void constraints_are_found_by_numbers_too(void)
{
	check_last("model M\n  Real a, b, c, s(start = 0, fixed = true), u, v;\nequation\n"
			   "  2*s = a + b + c;\n  a + b + c = 0;\n  u = 0.5*der(s);\n  time - v = a + u;\n"
			   "  2*time - v = b + u;\n  3*time - v = c + u;\nend M;\n",
			   "v", 2);
	check_last("model M\n  Real x(start = 1, fixed = true), y, a, b, c;\nequation\n"
			   "  der(x) = cos(time);\n  der(y) = a;\n  2*a + 2*b + c + x = 10;\n"
			   "  a + b + y = 5;\n  a + b + c = 0;\nend M;\n",
			   "y", 1 + sin(1) - 5);
}

static void redundant_equations_without_states_stay_as_they_are(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real a, b, c;\nequation\n  a + b + c = time;\n"
						 "  2*a + 2*b + 2*c = 2*time;\n  a - b = 0;\nend M;\n"));
	T_INT(sim_run(&s), MDV_OK);
	T_CHECK(sim_says(&s, "do not determine"));
	sim_free(&s);
}

/* Currents of three phases, of which one difference is held: seen through the transformation to
   a rotating frame, no other constraint tells the sum of all, which must stay a state. */
static void constraints_depend_by_numbers_beside_coefficients_that_vary(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model Star\n"
						 "  Real i[3], i0, a, b, q[2](start = {0, 0}), v[2];\n"
						 "equation\n"
						 "  i[1] - i[3] = 1;\n"
						 "  3*a = 2*i[1] - i[2] - i[3];\n"
						 "  sqrt(3)*b = i[2] - i[3];\n"
						 "  3*i0 = i[1] + i[2] + i[3];\n"
						 "  a = cos(time)*q[1] - sin(time)*q[2];\n"
						 "  b = sin(time)*q[1] + cos(time)*q[2];\n"
						 "  der(q[1]) = v[1] - q[1];\n"
						 "  der(q[2]) = v[2] - q[2];\n"
						 "  der(i0) = -i0;\n"
						 "  v[1]*(cos(time) - 2*sin(time)) = v[2]*(sin(time) + 2*cos(time));\n"
						 "initial equation\n"
						 "  b = 0;\n"
						 "  i0 = 1;\n"
						 "end Star;\n"));
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
		run(&s, solvers[i], 1e-8);
		T_REAL(sim_last(&s, "i0"), exp(-1), 1e-5);
		T_REAL(sim_last(&s, "i[1]") - sim_last(&s, "i[3]"), 1, 1e-6);
	}
	sim_free(&s);
}

int main(void)
{
	T_RUN(a_pendulum_turns_ten_times_and_keeps_length_and_energy);
	T_RUN(a_pendulum_moves_as_in_polar_coordinates);
	T_RUN(a_double_pendulum_keeps_both_lengths);
	T_RUN(a_four_bar_keeps_its_three_lengths);
	T_RUN(the_robot_of_the_paper_keeps_its_constraints);
	T_RUN(a_prescribed_motion_leaves_no_state);
	T_RUN(masses_that_are_fixed_together_share_their_states);
	T_RUN(the_size_of_a_state_is_not_that_of_a_moment);
	T_RUN(a_crossing_of_what_is_solved_for_is_one_event);
	T_RUN(constraints_are_found_by_numbers_too);
	T_RUN(redundant_equations_without_states_stay_as_they_are);
	T_RUN(constraints_depend_by_numbers_beside_coefficients_that_vary);
	return T_END();
}
