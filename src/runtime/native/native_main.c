/* SPDX-License-Identifier: MIT
   native_main.c — a whole program of a unit: what `modevs run` does (runtime/run), without a
   compiler. */
#include "runtime/native/native.h"
#include "runtime/run/run.h"

typedef struct Program {
	const MdvUnit *unit; /* the model as C */
	int argc;            /* length of argv */
	char **argv;         /* the command line, its name first */
	Options o;           /* the command line */
	NativeCode *code;    /* the model */
	Run run;             /* its simulation */
} Program;

static int simulate(Program *g)
{
	NativeCode *c = g->code = native_code_new(g->unit, &alloc_heap);

	if (!c)
		guard_no_memory(NULL);
	c->log = run_model_warn;
	c->log_ctx = &g->run;
	c->hooks.stop = interrupt_flag();
	vm_fn_set_hooks(c->fns, &c->hooks);
	g->run.model = &c->model;
	g->run.session = &c->session;
	g->run.sets = true;
	return run_model_simulate(&g->run);
}

static int run_program(void *arg)
{
	Program *g = arg;

	if (!options_read_program(&g->o, g->argc, g->argv))
		return EXIT_USAGE;
	if (g->o.help) {
		options_help(&g->o, stdout);
		return EXIT_DONE;
	}
	if (g->unit->version != MDV_UNIT_VERSION) {
		fprintf(stderr,
				"%s: the model's tables are of version %d, the runtime's of %d: make it again\n",
				g->o.program, g->unit->version, MDV_UNIT_VERSION);
		return EXIT_RUN;
	}
	if (!run_begin_limits(&g->o))
		return EXIT_RUN;
	run_model_init(&g->run, &g->o);
	return simulate(g);
}

int mdv_unit_main(const MdvUnit *unit, int argc, char **argv)
{
	Program g = {.unit = unit, .argc = argc, .argv = argv};
	int code = run_begin_guard(options_program_name(argc, argv), run_program, &g);

	run_model_free(&g.run);
	native_code_free(g.code);
	options_free(&g.o);
	return code;
}
