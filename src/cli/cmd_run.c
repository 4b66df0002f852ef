/* SPDX-License-Identifier: MIT
   cmd_run.c — modevs run: compiles a model, simulates it, writes the result as it comes. */
#include "cli/run.h"

#include "api/api.h"
#include "runtime/system/system.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static double milliseconds_since(double *clock)
{
	double now = clock_seconds(), ms = 1000 * (now - *clock);

	*clock = now;
	return ms;
}

/* EXIT_DONE: there is a model. */
static int compile(Run *r)
{
	double clock = r->begin;

	if (!pipeline_flatten(&r->cx, r->o->what, r->o->model) || !run_set_rebuild(r))
		return EXIT_MODEL;
	r->front_ms = milliseconds_since(&clock);
	if (!run_set_all(r))
		return EXIT_USAGE;
	if (!pipeline_sort(&r->cx))
		return EXIT_MODEL;
	if (!run_set_check(r))
		return EXIT_USAGE;
	r->sort_ms = milliseconds_since(&clock);
	if (!pipeline_lower(&r->cx))
		return EXIT_MODEL;
	r->lower_ms = milliseconds_since(&clock);
	return EXIT_DONE;
}

static bool choose_settings(Run *r)
{
	r->run = settle_run(&r->o->run, &r->cx.island->model);
	r->system = maker_system(&r->cx, &r->cx.keep);
	r->hybrid = (HybridOptions){.run = r->o->run,
								.system = &r->system,
								.stop_request = interrupt_flag(),
								.row = run_result_row,
								.progress = run_stats_progress,
								.ctx = r};
	r->hybrid.run.timeout = 0; /* it counts from the start of the program: the flag is set */
	if (r->run.states == MDV_STATES_PROJECT) {
		fprintf(stderr, "modevs run: '--states project' is not there yet\n");
		return false;
	}
	if (r->run.stop < r->run.start) {
		plain_fprintf(stderr, "modevs run: the end %g lies before the start %g\n", r->run.stop,
					  r->run.start);
		return false;
	}
	return true;
}

/* CLASS.csv, whatever characters its name has. */
static char *default_path(Run *r)
{
	return arena_printf(&r->cx.keep, "%s.csv",
						text_file_name(&r->cx.keep, r->cx.island->model.name));
}

static void warn(void *ctx, const char *text)
{
	run_stats_clear(ctx);
	render_say(stderr, "modevs run: warning: %s\n", text);
}

static void trace(void *ctx, const char *text)
{
	run_stats_clear(ctx);
	render_say(stderr, "%s\n", text);
}

static int exit_of(Run *r, MdvStatus status)
{
	run_stats_clear(r);
	if (r->result.terminated) {
		render_say(stderr, "modevs run: %s\n", rt_message(r->rt));
		return EXIT_DONE;
	}
	if (status == MDV_OK)
		return EXIT_DONE;
	if (status == MDV_STOPPED)
		plain_fprintf(stderr, "modevs run: stopped at t = %g, while %s\n", r->result.t,
					  interrupt_where());
	else if (r->file.out.status != MDV_OK)
		; /* run_result_end has told it */
	else
		render_say(stderr, "modevs run: error: %s\n",
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

static int simulate(Run *r, const MdvModel *model)
{
	MdvStatus status;
	bool written;
	int code;

	r->rt = rt_new(model, NULL);
	if (!r->rt)
		guard_no_memory(NULL);
	r->rt->listener.log = warn;
	r->rt->listener.trace = trace;
	r->rt->listener.ctx = r;
	run_result_file(r);
	if (!run_set_input(r) || !run_result_plots(r))
		return EXIT_USAGE;
	r->rt->interrupt.stop = interrupt_flag();
	interrupt_phase("initializing", NULL);
	interrupt_ask(save_rows, r);
	status = island_simulate(r->rt, &r->hybrid, &r->result);
	status = interrupt_end(r->rt, &r->result, status);
	interrupt_phase("writing results", NULL);
	code = exit_of(r, status);
	written = run_result_end(r);
	run_stats_summary(r, status);
	return written || code != EXIT_DONE ? code : EXIT_RUN;
}

static int run_model(Run *r)
{
	MakerOptions o = {.log = warn, .user = r, .stop = interrupt_flag()};
	Made *made;
	int code;

	if (!choose_settings(r))
		return EXIT_USAGE;
	r->path = r->o->out ? arena_strdup(&r->cx.keep, r->o->out) : default_path(r);
	made = maker_new(&r->cx, &o);
	if (!made)
		guard_no_memory(NULL);
	code = start_allow(r->o, made) && run_result_check(r, made) ? simulate(r, &made->model)
																: EXIT_USAGE;
	replace_free(&r->replace);
	rt_free(r->rt);
	if (r->has_input)
		input_free(&r->input);
	maker_free(made);
	return code;
}

int cmd_run(const Options *o)
{
	Run *r = alloc_new(&alloc_heap, sizeof *r);
	int code;

	if (!r)
		guard_no_memory(NULL);
	r->o = o;
	r->begin = clock_seconds();
	r->progress = isatty(STDERR_FILENO);
	start_compile(o, &r->cx);
	code = compile(r);
	diag_print(&r->cx.diag, stderr);
	if (code == EXIT_DONE)
		code = run_model(r);
	pipeline_free(&r->cx);
	alloc_free(&alloc_heap, r, sizeof *r);
	return code;
}
