/* SPDX-License-Identifier: MIT
   cmd_run.c — modevs run: compiles a model, simulates it, writes the result as it comes
   (runtime/run). */
#include "cli/cli.h"

/* The compiled model, simulated. */
static int simulate(Compile *cx, Run *r)
{
	MakerOptions o = {.log = run_model_warn, .user = r, .stop = interrupt_flag()};
	SystemTable system = maker_system(cx, &cx->keep);
	Made *made = maker_new(cx, &o);
	int code;

	if (!made)
		guard_no_memory(NULL);
	for (size_t i = 0; i < cx->sources.files.n; i++)
		replace_note(&r->replace, cx->sources.files.at[i]->name);
	r->model = &made->model;
	r->session = &made->session;
	r->system = &system;
	code = run_model_simulate(r);
	run_model_free(r);
	maker_free(made);
	return code;
}

int cmd_run(const Options *o)
{
	Compile cx;
	Run r;
	int code;

	run_model_init(&r, o);
	start_compile(o, &cx);
	code = start_model(o, &cx, &r.compiled);
	diag_print(&cx.diag, stderr);
	if (code == EXIT_DONE)
		code = simulate(&cx, &r);
	else
		run_model_free(&r);
	pipeline_free(&cx);
	return code;
}
