/* SPDX-License-Identifier: MIT
   Simulations with known solutions: errors against the tolerance asked for, and orders of
   convergence. Every model computes its own `error`. */
#include "sim.h"
#include "t.h"

#include <stdlib.h>

/* Relative to solutions of size 1. */
static const struct {
	const char *name; /* for messages */
	bool stiff;       /* too much so for an explicit method */
	const char *text; /* the model */
} models[] = {
	{"oscillator", false,
	 "model M\n"
	 "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
	 "  Real error = max(abs(x - cos(time)), abs(v + sin(time)));\n"
	 "equation\n  der(x) = v;\n  der(v) = -x;\n"
	 "  annotation(experiment(StopTime = 10, Interval = 0.1));\nend M;\n"},
	{"linear system", false,
	 "model M \"eigenvalues -1 and -1/2 +- 3i\"\n"
	 "  Real x[3](start = {1, 2, 0}, each fixed = true);\n"
	 "  parameter Real A[3, 3] = [-1, 0, 0; 1, -0.5, 3; 0, -3, -0.5];\n"
	 "  Real b = -1 / 2 / (1 / 4 + 9), c = -3 / (1 / 4 + 9) \"of the particular solution\";\n"
	 "  Real e = exp(-time / 2), p = 2 - b, q = -c;\n"
	 "  Real error = max(abs(x[1] - exp(-time)), max(\n"
	 "    abs(x[2] - (b * exp(-time) + e * (p * cos(3 * time) + q * sin(3 * time)))),\n"
	 "    abs(x[3] - (c * exp(-time) + e * (q * cos(3 * time) - p * sin(3 * time))))));\n"
	 "equation\n  der(x) = A * x;\n"
	 "  annotation(experiment(StopTime = 5, Interval = 0.1));\nend M;\n"},
	{"Dahlquist -1", false,
	 "model M\n  Real x(start = 1, fixed = true), error = x - exp(-time);\n"
	 "equation\n  der(x) = -x;\n"
	 "  annotation(experiment(StopTime = 5, Interval = 0.1));\nend M;\n"},
	{"Dahlquist 1", false,
	 "model M\n  Real x(start = 1, fixed = true), error = (x - exp(time)) / exp(time);\n"
	 "equation\n  der(x) = x;\n"
	 "  annotation(experiment(StopTime = 3, Interval = 0.1));\nend M;\n"},
	{"Dahlquist -100, driven", false,
	 "model M\n  Real x(start = 1, fixed = true), error = x - cos(time);\n"
	 "equation\n  der(x) = -100 * (x - cos(time)) - sin(time);\n"
	 "  annotation(experiment(StopTime = 5, Interval = 0.1));\nend M;\n"},
	{"Dahlquist -1e6, driven", true,
	 "model M\n  Real x(start = 0, fixed = true), y;\n"
	 "  Real error = y - (cos(time) - exp(-1e6 * time));\n"
	 "equation\n  y = x;\n  der(x) = -1e6 * (x - cos(time)) - sin(time);\n"
	 "  annotation(experiment(StopTime = 5, Interval = 0.1));\nend M;\n"},
	{"RLC step", false,
	 "model M\n"
	 "  parameter Real R = 10, L = 0.1, C = 1e-3, U = 1;\n"
	 "  Real i(start = 0, fixed = true), uC(start = 0, fixed = true), uL, uR;\n"
	 "  parameter Real d = R / (2 * L), w = sqrt(1 / (L * C) - d ^ 2);\n"
	 "  Real error = uC - U * (1 - exp(-d * time) * (cos(w * time) + d / w * sin(w * time)));\n"
	 "equation\n  U = uR + uL + uC;\n  uR = R * i;\n  uL = L * der(i);\n  i = C * der(uC);\n"
	 "  annotation(experiment(StopTime = 0.2, Interval = 0.002));\nend M;\n"},
	{"heat conduction", false,
	 "model M \"20 cells between cold ends: two of the modes\"\n"
	 "  parameter Integer n = 20;\n  parameter Real pi = 3.141592653589793, k = 30;\n"
	 "  Real T[n], e[n], error = max(e);\n"
	 "initial equation\n  for i in 1:n loop\n"
	 "    T[i] = sin(pi * i / (n + 1)) + 0.5 * sin(3 * pi * i / (n + 1));\n  end for;\n"
	 "equation\n"
	 "  der(T[1]) = k * (T[2] - 2 * T[1]);\n  der(T[n]) = k * (T[n - 1] - 2 * T[n]);\n"
	 "  for i in 2:n - 1 loop\n    der(T[i]) = k * (T[i - 1] - 2 * T[i] + T[i + 1]);\n  end for;\n"
	 "  for i in 1:n loop\n    e[i] = abs(T[i]\n"
	 "    - exp(-4 * k * sin(pi / (2 * (n + 1))) ^ 2 * time) * sin(pi * i / (n + 1))\n"
	 "    - 0.5 * exp(-4 * k * sin(3 * pi / (2 * (n + 1))) ^ 2 * time)\n"
	 "      * sin(3 * pi * i / (n + 1)));\n  end for;\n"
	 "  annotation(experiment(StopTime = 3, Interval = 0.05));\nend M;\n"}};

enum { N_MODELS = sizeof models / sizeof *models, N_TOLS = 7 };

static const double tols[N_TOLS] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

/* All models with one solver: errors, and how much they gain on average. */
static void check_solver(MdvSolver solver, double most)
{
	for (size_t k = 0; k < N_MODELS; k++) {
		double error[N_TOLS];
		Sim s;

		if (models[k].stiff && solver == MDV_SOLVER_RK45)
			continue;
		if (!sim_text(&s, models[k].text)) {
			T_FAIL("%s: %s", models[k].name, sim_said(&s));
			sim_free(&s);
			continue;
		}
		for (int i = 0; i < N_TOLS; i++) {
			s.o.run.solver = solver;
			s.o.run.tol = tols[i];
			s.o.run.max_step = 100; /* the tolerance alone decides */
			if (sim_run(&s) != MDV_OK)
				T_FAIL("%s, %s: %s", models[k].name, solver_of(solver)->name, sim_said(&s));
			error[i] = sim_most(&s, "error");
			if (!(error[i] <= most * tols[i]))
				T_FAIL("%s, %s at tolerance %g: error %g", models[k].name, solver_of(solver)->name,
					   tols[i], error[i]);
		}
		if (getenv("SIM_SHOW"))
			printf("%-24s %-6s %8.1e %8.1e %8.1e %8.1e %8.1e %8.1e %8.1e\n", models[k].name,
				   solver_of(solver)->name, error[0], error[1], error[2], error[3], error[4],
				   error[5], error[6]);
		if (!(pow(error[0] / error[N_TOLS - 1], 1.0 / (N_TOLS - 1)) >= 3))
			T_FAIL("%s, %s: error %g at %g, %g at %g", models[k].name, solver_of(solver)->name,
				   error[0], tols[0], error[N_TOLS - 1], tols[N_TOLS - 1]);
		sim_free(&s);
	}
}

static void rk45_keeps_within_100_times_the_tolerance(void)
{
	check_solver(MDV_SOLVER_RK45, 100);
}

static void cvode_keeps_within_1000_times_the_tolerance(void)
{
	check_solver(MDV_SOLVER_CVODE, 1000);
}

static void ida_keeps_within_1000_times_the_tolerance(void)
{
	check_solver(MDV_SOLVER_IDA, 1000);
}

static void radau_keeps_within_100_times_the_tolerance(void)
{
	check_solver(MDV_SOLVER_RADAU, 100);
}

/* Quantized states bound errors by quanta, not steps by errors: at 1e-4, 1e-3 is asked for. */
static void check_quantized(MdvSolver solver, bool stiff)
{
	for (size_t k = 0; k < N_MODELS; k++) {
		Sim s;

		if (models[k].stiff != stiff)
			continue;
		T_CHECK(sim_text(&s, models[k].text));
		s.o.run.solver = solver;
		s.o.run.tol = 1e-4;
		if (sim_run(&s) != MDV_OK)
			T_FAIL("%s, %s: %s", models[k].name, solver_of(solver)->name, sim_said(&s));
		if (!(sim_most(&s, "error") <= 1e-3))
			T_FAIL("%s, %s: error %g", models[k].name, solver_of(solver)->name,
				   sim_most(&s, "error"));
		sim_free(&s);
	}
}

static void qss2_and_qss3_keep_within_1e_3_at_1e_4_and_liqss2_of_stiff_models(void)
{
	check_quantized(MDV_SOLVER_QSS2, false);
	check_quantized(MDV_SOLVER_QSS3, false);
	check_quantized(MDV_SOLVER_LIQSS2, true);
}

/* The order that halving the step shows on the oscillator. */
static double order(MdvSolver solver, double h)
{
	double error[2];
	Sim s;

	T_CHECK(sim_text(&s, models[0].text));
	s.o.run.solver = solver;
	for (int i = 0; i < 2; i++) {
		s.o.run.fixed_step = h / (1 << i);
		T_INT(sim_run(&s), MDV_OK);
		error[i] = fabs(sim_last(&s, "x") - cos(10));
	}
	sim_free(&s);
	return log2(error[0] / error[1]);
}

static void euler_is_of_order_1_and_rk45_of_order_5(void)
{
	T_REAL(order(MDV_SOLVER_EULER, 0.001), 1, 0.1);
	T_REAL(order(MDV_SOLVER_RK45, 0.1), 5, 0.3);
}

int main(void)
{
	T_RUN(rk45_keeps_within_100_times_the_tolerance);
	T_RUN(cvode_keeps_within_1000_times_the_tolerance);
	T_RUN(ida_keeps_within_1000_times_the_tolerance);
	T_RUN(radau_keeps_within_100_times_the_tolerance);
	T_RUN(qss2_and_qss3_keep_within_1e_3_at_1e_4_and_liqss2_of_stiff_models);
	T_RUN(euler_is_of_order_1_and_rk45_of_order_5);
	return T_END();
}
