/* SPDX-License-Identifier: MIT
   devslib.c — DEVS models written in Modelica against the same written by hand with the engine: the
   network of QSS blocks of examples/devs/lotka_volterra, and a chain of processors. In process,
   with machine code (jit) or without (vm), or as C (a shared library made by `modevs build --kind
   so`). Results are printed as they are: they are the same whichever way they come. To count
   instructions: valgrind --tool=callgrind --toggle-collect=measured devslib … */
#include "devslib_lotka.h"
#include "modevs/modevs.h"
#include "native.h"

/* What is run, and how. */
typedef struct {
	const char *file, *cls;    /* of the model in Modelica */
	const char *how;           /* "hand", "jit", "vm", or the path of a library */
	double stop;               /* time to end at */
	const char *names[3];      /* variables whose last values are looked at */
	double value[3];           /* these */
	void (*hand)(void *model); /* without Modelica: runs it and fills in value */
	void *hand_model;          /* handed to it */
	MdvProgram *program;       /* in the VM */
	MdvInstance *instance;     /* as C */
} Job;

static MdvStatus last_row(void *user, double t, const double value[])
{
	Job *job = user;

	(void)t;
	memcpy(job->value, value, sizeof job->value);
	return MDV_OK;
}

static void run_vm(Job *job)
{
	MdvSimulateOptions o = {.run = mdv_options(),
							.variables = job->names,
							.n_variables = 3,
							.row = last_row,
							.user = job};
	MdvSimulateResult result;

	o.run.stop = o.run.interval = job->stop;
	o.run.no_events = true;
	if (mdv_simulate(job->program, &o, &result) != MDV_OK)
		bench_fail(result.message);
}

static void run_unit(Job *job)
{
	MdvRunOptions o = {.run = mdv_options()};

	o.run.stop = o.run.interval = job->stop;
	o.run.no_events = true;
	if (mdv_instance_simulate(job->instance, &o) != MDV_OK)
		bench_fail(mdv_instance_message(job->instance));
	for (int i = 0; i < 3; i++)
		job->value[i] =
			mdv_instance_get(job->instance, mdv_instance_find(job->instance, job->names[i]));
}

/* Where callgrind looks. */
__attribute__((noinline)) void measured(Job *job);
void measured(Job *job)
{
	if (job->hand_model)
		job->hand(job->hand_model);
	else if (job->program)
		run_vm(job);
	else
		run_unit(job);
}

static void compile(Job *job)
{
	static const char *const dirs[] = {MDV_BENCH_DIR "/../lib", NULL};
	MdvCompileOptions o = {.model = job->cls,
						   .dirs = dirs,
						   .code = !strcmp(job->how, "vm") ? MDV_CODE_VM : MDV_CODE_AUTO};

	if (mdv_compile(job->file, &o, &job->program) != MDV_OK)
		bench_fail(job->program ? mdv_program_messages(job->program) : "out of memory");
}

static void load(Job *job)
{
	job->instance = mdv_instance_new(native_unit(job->how), NULL);
	if (!job->instance)
		bench_fail("out of memory, or a unit for another version");
}

static double timed(Job *job)
{
	double begin;

	if (!strcmp(job->how, "vm") || !strcmp(job->how, "jit"))
		compile(job);
	else if (!job->hand_model)
		load(job);
	begin = bench_cpu_s();
	measured(job);
	return bench_cpu_s() - begin;
}

/* --- Lotka-Volterra --- */

static void run_lotka(void *model)
{
	const Lotka *l = model;

	bench_check(l->sim, mdv_devs_run(l->sim, l->stop));
}

static void lotka(BenchArgs *args)
{
	static const char *const classes[] = {"LotkaVolterra.First", "LotkaVolterra.Second",
										  "LotkaVolterra.Third"};
	int order = (int)bench_number(args, args->plain[1], 1, 3);
	Job job = {.file = MDV_BENCH_DIR "/../examples/devs/lotka_volterra/LotkaVolterra.mo",
			   .cls = classes[order - 1],
			   .how = args->plain[2],
			   .stop =
				   args->n_plain > 3 ? (double)bench_number(args, args->plain[3], 1, 1000000) : 100,
			   .names = {"prey.S.X", "predator.S.X", "prey.S.n"},
			   .hand = run_lotka};
	Lotka hand = {.stop = job.stop};
	double cpu_s;

	if (!strcmp(job.how, "hand")) {
		lotka_build(&hand, args, order);
		job.hand_model = &hand;
	}
	cpu_s = timed(&job);
	if (hand.sim) {
		job.value[0] = ((const Integrator *)mdv_devs_state(hand.sim, hand.prey))->X;
		job.value[1] = ((const Integrator *)mdv_devs_state(hand.sim, hand.predator))->X;
		job.value[2] = (double)hand.n_sent[0];
		bench_free(args, hand.sim);
	}
	printf("devslib lotka order=%d prey=%.17g predator=%.17g sent=%.0f cpu_s=%.4g\n", order,
		   job.value[0], job.value[1], job.value[2], cpu_s);
}

/* --- a chain of processors --- */

static void chain(BenchArgs *args)
{
	Job job = {.file = MDV_BENCH_DIR "/DevsBench.mo",
			   .cls = "DevsBench.Chain",
			   .how = args->plain[1],
			   .stop = 10000,
			   .names = {"server[10000].S.received", "server[1].S.received", "server[5000].S.job"}};
	double cpu_s = timed(&job), hops = 10000 * job.value[0];

	printf("devslib chain processors=10000 jobs=%.0f hops=%.0f cpu_s=%.4g mhops_per_s=%.4g\n",
		   job.value[0], hops, cpu_s, 1e-6 * hops / cpu_s);
}

int main(int argc, char **argv)
{
	BenchArgs args = {
		.usage = "devslib lotka ORDER hand|jit|vm|NAME.so [STOP], or devslib chain jit|vm|NAME.so"};

	bench_args(&args, argc, argv, 2, 4);
	if (!strcmp(args.plain[0], "lotka") && args.n_plain >= 3)
		lotka(&args);
	else if (!strcmp(args.plain[0], "chain") && args.n_plain == 2)
		chain(&args);
	else
		bench_usage(&args, "what is to be run?");
	return 0;
}
