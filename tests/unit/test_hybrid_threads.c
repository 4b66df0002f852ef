/* SPDX-License-Identifier: MIT
   Plants on several threads: two programs, many plants of each with parameters of their own, in a
   ring; the trace is the same, byte for byte, on 1, 2 and 4 threads. */
#include "world.h"

enum { PLANTS = 24 };

/* Both send a number when something happens and their state at samples, and take a force. */
static const char bouncer[] =
	"package P function drag input Real v; output Real f; protected Real a[2]; algorithm "
	"a := {v, abs(v)}; f := 0; for i in 1:2 loop f := f + 0.01 * a[i] * v; end for; end drag;"
	"model M parameter Real g = 9.81; input Real u(start = 0); Real x(start = 1, fixed = true);"
	"Real v(start = 0, fixed = true); Integer n(start = 0, fixed = true);"
	"discrete Real s(start = 0, fixed = true); equation der(x) = v;"
	"der(v) = u - g - drag(v); when sample(0.05, 0.1) then s = x; end when;"
	"when x < 0 then n = pre(n) + 1; reinit(v, -0.9 * pre(v)); end when; end M; end P;";
static const char loop[] =
	"model M parameter Real g = 1; input Real u(start = 0); Real x(start = 1, fixed = true);"
	"Real v(start = 0, fixed = true); Real z(start = 0.5); Integer n(start = 0, fixed = true);"
	"discrete Real s(start = 0, fixed = true); equation der(x) = v; der(v) = u - g * x - 0.1 * v;"
	"z + 0.3 * sin(z) = x; when sample(0.05, 0.1) then s = z; end when;"
	"when {z > 0.1, z < -0.1} then n = pre(n) + 1; end when; end M;";

static const MdvSend sends[] = {{.variable = "n", .port = 0}, {.variable = "s", .port = 1}};
static const MdvReceive receives[] = {{.port = 0, .variable = "u", .rule = MDV_RECEIVE_SUM}};

/* A force that is not too large. */
static MdvStatus tame(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user, (void)call;
	*out = mdv_real(sin(in.real));
	return MDV_OK;
}

/* The trace, to be freed. */
static char *run(MdvProgram *program[2], MdvSolver solver, unsigned threads, uint64_t *parallel)
{
	const MdvTranslation z = {tame, NULL};
	MdvDevsOptions d = {.threads = threads, .parallel_minimum = 2};
	MdvDevs *sim = mdv_devs_new(&d);
	MdvHybridOptions o[PLANTS];
	MdvSetting set[PLANTS];
	MdvComponent plant[PLANTS];
	MdvAtomic atomic;
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	for (int i = 0; i < PLANTS; i++) {
		set[i] = (MdvSetting){"g", 1 + 0.25 * (i / 2)};
		o[i] = (MdvHybridOptions){.model = mdv_program_source(program[i % 2]),
								  .set = &set[i],
								  .n_set = 1,
								  .send = sends,
								  .n_send = 2,
								  .receive = receives,
								  .n_receive = 1,
								  .n_in = 1,
								  .n_out = 2,
								  .run.solver = solver,
								  .run.span = 5};
	}
	atomic = mdv_hybrid_atomic("M", o);
	for (int i = 0; i < PLANTS; i++)
		T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &atomic, &o[i], &plant[i]),
			  MDV_OK);
	for (int i = 0; i < PLANTS; i++)
		T_INT(mdv_devs_couple_with(sim, plant[i], 1, plant[(i + 1) % PLANTS], 0, &z), MDV_OK);
	mdv_devs_trace(sim, file, MDV_TRACE_CSV);
	if (mdv_devs_run(sim, 5) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(sim));
	for (int i = 0; i < PLANTS; i++) {
		MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, plant[i]));

		T_INT(mdv_hybrid_look(h, 5), MDV_OK);
		fprintf(file, "%a %llu\n", mdv_hybrid_get(h, mdv_hybrid_find(h, "x")),
				(unsigned long long)mdv_hybrid_stats(h).rhs);
	}
	*parallel = mdv_devs_stats(sim).parallel;
	mdv_devs_free(sim);
	fclose(file);
	return text;
}

static void compare(MdvSolver solver)
{
	MdvProgram *program[2] = {compile(bouncer), compile(loop)};
	uint64_t parallel;
	char *one = run(program, solver, 1, &parallel);

	T_INT(parallel, 0);
	T_CHECK(strlen(one) > 100000);
	for (unsigned threads = 2; threads <= 4; threads += 2) {
		char *several = run(program, solver, threads, &parallel);

		T_CHECK(parallel > 50); /* samples are at the same instants */
		if (strcmp(one, several))
			T_FAIL("%s: the traces on 1 and %u threads differ", solver_name(solver), threads);
		free(several);
	}
	free(one);
	mdv_program_free(program[0]);
	mdv_program_free(program[1]);
}

static void traces_are_the_same_on_any_number_of_threads(void)
{
	compare(MDV_SOLVER_RK45);
	compare(MDV_SOLVER_CVODE);
}

int main(void)
{
	T_RUN(traces_are_the_same_on_any_number_of_threads);
	return T_END();
}
