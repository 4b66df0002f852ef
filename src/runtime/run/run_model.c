/* SPDX-License-Identifier: MIT
   run_model.c — a simulation from the command line to the exit status: `modevs run`, and the
   programs that `modevs build` makes. */
#include "runtime/run/run.h"

void run_model_init(Run *r, const Options *o)
{
	*r = (Run){.o = o};
	arena_init(&r->keep, NULL);
	r->keep.no_memory = guard_no_memory;
	replace_init(&r->replace, NULL, o->force);
}

void run_model_free(Run *r)
{
	run_result_drop(r);
	(void)run_messages_end(r);
	rt_free(r->rt);
	if (r->has_input)
		input_free(&r->input);
	replace_free(&r->replace);
	arena_free(&r->keep);
}

void run_model_warn(void *run, const char *text)
{
	Run *r = run;

	interrupt_hide();
	options_warn(r->o, "%s", text);
	if (r->watcher)
		r->watcher->warning(r->watcher->ctx, text);
}

static void trace(void *run, const char *text)
{
	(void)run;
	interrupt_hide();
	render_say(stderr, "%s\n", text);
}

static bool choose_settings(Run *r)
{
	r->run = settle_run(&r->o->run, r->model);
	r->hybrid = (HybridOptions){.run = r->o->run,
								.system = r->system,
								.session = r->session,
								.stop_request = interrupt_flag(),
								.row = run_result_row,
								.progress = run_stats_progress,
								.ctx = r};
	r->hybrid.run.timeout = 0; /* it counts from the start of the program: the flag is set */
	if (r->run.states == MDV_STATES_PROJECT) {
		fprintf(stderr, "%s: '--states project' is not there yet\n", r->o->program);
		return false;
	}
	if (r->run.stop < r->run.start) {
		plain_fprintf(stderr, "%s: the end %g lies before the start %g\n", r->o->program,
					  r->run.stop, r->run.start);
		return false;
	}
	/* CLASS.csv, whatever characters its name has. */
	r->path = r->o->out
				  ? r->o->out
				  : arena_printf(&r->keep, "%s.csv", text_file_name(&r->keep, r->model->name));
	return true;
}

static void make_values(Run *r)
{
	r->rt = rt_new(r->model, NULL);
	if (!r->rt)
		guard_no_memory(NULL);
	r->rt->listener.log = run_model_warn;
	r->rt->listener.trace = trace;
	r->rt->listener.event = r->watcher ? r->watcher->event : NULL;
	r->rt->listener.event_ctx = r->watcher ? r->watcher->ctx : NULL;
	r->rt->listener.ctx = r;
	r->rt->interrupt.stop = interrupt_flag();
}

static int exit_of(Run *r, MdvStatus status)
{
	interrupt_hide();
	if (r->result.terminated) {
		render_say(stderr, "%s: %s\n", r->o->program, rt_message(r->rt));
		return EXIT_DONE;
	}
	if (status == MDV_OK)
		return EXIT_DONE;
	if (status == MDV_STOPPED)
		plain_fprintf(stderr, "%s: stopped at t = %g, while %s\n", r->o->program, r->result.t,
					  interrupt_where());
	else if (r->file.out.status != MDV_OK)
		; /* run_result_end has told it */
	else
		render_say(stderr, "%s: error: %s\n", r->o->program,
				   *rt_message(r->rt) ? rt_message(r->rt) : mdv_status_text(status));
	return exit_status(status, *interrupt_flag());
}

/* In a signal handler. */
static void save_rows(void *ctx)
{
	Run *r = ctx;

	if (r->file.open)
		out_rescue(&r->file.out);
}

/* Machine code was asked for: that there is none is said. */
static void warn_without_code(Run *r)
{
	JitStats s;

	if (!r->jit || r->o->code != MDV_CODE_JIT)
		return;
	jit_stats(r->jit, &s);
	if (s.refused)
		run_model_warn(
			r, arena_printf(&r->keep, "no machine code (%s): the VM runs the model", s.refused));
}

int run_model_simulate(Run *r)
{
	MdvStatus status, written, listed;
	int code;

	if (!choose_settings(r) || !run_begin_allow(r->o, r->session) || !run_result_check(r))
		return EXIT_USAGE;
	make_values(r);
	if (!run_result_file(r))
		return EXIT_USAGE;
	if (!run_set_all(r) || !run_input_open(r) || !run_result_plots(r))
		return EXIT_USAGE;
	if (!run_messages_open(r))
		return EXIT_USAGE;
	r->hybrid.wanted = r->wanted;
	interrupt_phase("initializing", NULL);
	interrupt_ask(save_rows, r);
	status = r->other ? r->other->simulate(r) : island_simulate(r->rt, &r->hybrid, &r->result);
	status = interrupt_end(r->rt, &r->result, status);
	code = exit_of(r, status);
	interrupt_phase("writing results", NULL);
	written = run_result_end(r);
	listed = run_messages_end(r);
	warn_without_code(r);
	run_stats_summary(r, status);
	interrupt_ask(NULL, NULL); /* all is saved */
	return code != EXIT_DONE ? code : exit_status(written != MDV_OK ? written : listed, 0);
}
