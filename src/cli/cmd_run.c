/* SPDX-License-Identifier: MIT
   cmd_run.c — modevs run: compiles a model, simulates it, writes the result as it comes
   (runtime/run). */
#include "cli/cli.h"
#include "cli/quantized.h"
#include "cli/run_report.h"

typedef struct RunCommand {
	const Options *o;           /* the command line */
	Compile cx;                 /* the compiled model */
	SystemTable system;         /* its components */
	Made *made;                 /* it, able to run; NULL: not yet */
	Qbg quantized;              /* --solver qbg: its bond graph */
	Qbg *qbg;                   /* the same; NULL: another solver */
	Run run;                    /* its simulation */
	RunReport report;           /* --report */
	volatile const char **note; /* FMUs among its components: the function at work; NULL: none */
} RunCommand;

static int simulate(void *arg)
{
	RunCommand *c = arg;
	int code;

	c->run.model = &c->made->model;
	c->run.session = &c->made->session;
	c->run.system = &c->system;
	if (c->qbg && (code = qbg_begin(c->qbg, &c->run)) != EXIT_DONE)
		return code;
	if (c->o->report)
		run_report_compiled(&c->report, &c->cx);
	code = run_model_simulate(&c->run);
	return c->o->report ? run_report_end(&c->report, code) : code;
}

static void end_run(RunCommand *c)
{
	interrupt_ask(NULL, NULL); /* what could be saved is closed now */
	qbg_end(c->qbg);
	run_model_free(&c->run);
	maker_free(c->made);
	c->made = NULL;
}

/* In the child: ends what is foreign, too, as the parent cannot. */
static int simulate_apart(void *arg)
{
	RunCommand *c = arg;
	int code = run_begin_inner(c->o->program, &c->cx.keep, simulate, c);

	end_run(c);
	return code;
}

static int compile_and_simulate(void *arg)
{
	RunCommand *c = arg;
	MakerOptions o = {.log = run_model_warn, .user = &c->run, .stop = interrupt_flag()};
	int code;

	start_compile(c->o, &c->cx);
	code = c->qbg ? qbg_compile(c->qbg, c->o, &c->cx, &c->run.compiled)
				  : start_model(c->o, &c->cx, &c->run.compiled);
	start_tell(&c->cx);
	if (code != EXIT_DONE)
		return code;
	c->system = maker_system(&c->cx, &c->cx.keep);
	c->run.jit = o.jit = maker_jit(&c->cx, (MdvCodeKind)c->o->code);
	o.n_threads = (unsigned)c->o->threads;
	c->made = maker_new(&c->cx, &o);
	if (!c->made)
		guard_no_memory(NULL);
	for (size_t i = 0; i < c->cx.sources.files.n; i++)
		replace_note(&c->run.replace, c->cx.sources.files.at[i]->name);
	if (!maker_has_fmus(&c->cx) || c->o->in_process)
		return simulate(c);
	c->made->session.doing = c->note = child_note();
	return child_run(c->o, c->note, simulate_apart, c);
}

int cmd_run(const Options *o)
{
	RunCommand *c;
	int code;

	if (run_fmu_is(o->what))
		return run_fmu(o, false);
	c = alloc_new(&alloc_heap, sizeof *c);
	if (!c)
		guard_no_memory(NULL);
	c->o = o;
	run_model_init(&c->run, o);
	if (o->report)
		run_report_begin(&c->report, &c->run);
	c->qbg = o->run.solver == MDV_SOLVER_QBG ? &c->quantized : NULL;
	if (!qbg_check_options(o)) {
		run_model_free(&c->run);
		alloc_free(&alloc_heap, c, sizeof *c);
		return EXIT_USAGE;
	}
	code = run_begin_inner(o->program, &c->cx.keep, compile_and_simulate, c);
	end_run(c);
	if (c->note)
		child_note_free(c->note);
	jit_free(c->run.jit);
	pipeline_free(&c->cx);
	alloc_free(&alloc_heap, c, sizeof *c);
	return code;
}
