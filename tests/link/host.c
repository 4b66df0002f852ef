/* SPDX-License-Identifier: MIT
   host.c — a program with functions named as ours (names.h) compiles and simulates: it is linked
   with libmodevs.a, and with libmodevs.so. */
#include "names.h"
#include "t.h"

#include "modevs/modevs.h"
#include "modevs/parts.h"

/* A ball that bounces; its elasticity comes of a linear system, by LAPACK. */
static const char ball[] =
	"function solve\n"
	"  input Real A[:, size(A, 1)];\n"
	"  input Real b[size(A, 1)];\n"
	"  output Real x[size(A, 1)] = b;\n"
	"  output Integer info;\n"
	"protected\n"
	"  Real lu[size(A, 1), size(A, 1)] = A;\n"
	"  Integer pivot[size(A, 1)];\n"
	"external \"FORTRAN 77\" dgesv(size(A, 1), 1, lu, size(A, 1), pivot, x, size(A, 1), info);\n"
	"end solve;\n"
	"model Ball\n"
	"  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
	"  Real e[2] = solve({{2 + 0 * time, 0}, {0, 4}}, {1, 2});\n"
	"equation\n"
	"  der(h) = v;\n"
	"  der(v) = -9.81;\n"
	"  when h < 0 then\n"
	"    reinit(v, -e[2] * pre(v));\n"
	"  end when;\n"
	"end Ball;\n";

static const char *const columns[] = {"h", "v"};

static MdvStatus row(void *user, double t, const double value[])
{
	(void)t;
	memcpy(user, value, 2 * sizeof *value);
	return MDV_OK;
}

/* The height after one second: the second bounce is at 2 * sqrt(2 / 9.81). */
static void a_host_with_our_names_simulates(void)
{
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45};
	MdvSimulateOptions o = {.variables = columns, .n_variables = 2, .row = row};
	MdvSimulateResult result;
	MdvProgram *p;
	double last[2] = {0, 0}, t = 1 - 2 * sqrt(2 / 9.81);

	T_INT(mdv_compile_text("Ball.mo", ball, NULL, &p), MDV_OK);
	T_STR(mdv_program_messages(p), "");
	o.user = last;
	for (int i = 0; i < 3; i++) {
		o.run.solver = solver[i];
		T_INT(mdv_simulate(p, &o, &result), MDV_OK);
		T_STR(result.message, "");
		T_REAL(last[0], 0.25 * sqrt(2 * 9.81) * t - 9.81 / 2 * t * t, 1e-4);
	}
	mdv_program_free(p);
	T_INT(names_calls, 0);
}

/* Parts are data, not functions: they are found in a shared library, too. */
static void a_host_with_our_names_runs_the_engine(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvGeneratorParams params = {.gaps = mdv_constant(0.5)};
	MdvComponent source;

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "source", &mdv_generator, &params, &source),
		  MDV_OK);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_INT(mdv_generator_read(sim, source), 4);
	mdv_devs_free(sim);
	T_INT(names_calls, 0);
}

static void a_host_calls_its_own(void)
{
	T_INT(names_wrong(), 0);
	T_CHECK(names_calls > 0);
}

int main(void)
{
	T_RUN(a_host_with_our_names_simulates);
	T_RUN(a_host_with_our_names_runs_the_engine);
	T_RUN(a_host_calls_its_own);
	return T_END();
}
