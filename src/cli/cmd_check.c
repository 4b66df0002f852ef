/* SPDX-License-Identifier: MIT
   cmd_check.c — modevs check: diagnostics only, of all passes and of the start of a run: what
   passes can be started. */
#include "api/api.h"
#include "cli/cli.h"
#include "runtime/system/system.h"

/* What there is to say if nothing is wrong; before the passes that add variables. */
static const char *summary(Compile *cx)
{
	int unknowns = 0, equations = 0;

	for (int32_t i = 0; i < (int32_t)cx->flat.vars.n; i++)
		unknowns += flat_is_unknown(&cx->flat, (VarId){i});
	for (size_t i = 0; i < cx->flat.eqs.n; i++)
		equations +=
			cx->flat.eqs.at[i].initial ? 0 : flat_count_eq(&cx->flat.eqs.at[i], &cx->scratch);
	return arena_printf(&cx->keep, "%s: %d unknowns, %d equations, %zu algorithms, %zu functions",
						intern_text(&cx->names, cx->flat.name), unknowns, equations,
						cx->flat.algs.n, cx->flat.fns.n);
}

static void tell(void *ctx, const char *text)
{
	(void)ctx;
	render_say(stderr, "modevs check: %s\n", text);
}

/* What the model has to say is for runs. */
static void drop_text(void *ctx, ExtLevel level, const char *text)
{
	(void)ctx;
	(void)level;
	(void)text;
}

/* What the model may not do by default ends no check: it is said what was not tried. */
static int exit_of(const Made *made, const Rt *rt, MdvStatus status)
{
	int code;

	if (status == MDV_OK)
		return EXIT_DONE;
	if (made->session.refused) {
		render_say(stderr, "modevs check: the start of a run was not checked: %s\n",
				   rt_message(rt));
		return EXIT_DONE;
	}
	render_say(stderr, "modevs check: error: a run does not start: %s\n",
			   *rt_message(rt) ? rt_message(rt) : mdv_status_text(status));
	code = exit_status(status, *interrupt_flag());
	return code == EXIT_RUN ? EXIT_MODEL : code;
}

/* Parameters, initial values and the first event, as a run would compute them. */
static int check_start(const Options *o, Compile *cx)
{
	MakerOptions options = {.log = tell, .stop = interrupt_flag()};
	HybridOptions hybrid = {.run = o->run};
	Made *made = maker_new(cx, &options);
	int code = EXIT_USAGE;
	HybridResult result;
	Rt *rt;

	if (!made)
		guard_no_memory(NULL);
	hybrid.run.timeout = 0; /* it counts from the start of the program */
	hybrid.session = &made->session;
	made->session.sink = drop_text;
	rt = rt_new(&made->model, NULL);
	if (!rt)
		guard_no_memory(NULL);
	rt->listener.log = tell;
	interrupt_phase("initializing", NULL);
	if (run_begin_allow(o, &made->session))
		code = exit_of(made, rt, island_start(rt, &hybrid, &result));
	rt_free(rt);
	maker_free(made);
	return code;
}

int cmd_check(const Options *o)
{
	const char *text = "";
	int code;
	Compile cx;

	if (run_fmu_is(o->what))
		return run_fmu(o, true);
	start_compile(o, &cx);
	cx.wants_units = true;
	cx.wants_advice = true;
	code = start_flat(o, &cx);
	if (code == EXIT_DONE) {
		text = summary(&cx);
		code = start_sort(o, &cx);
	}
	if (code == EXIT_DONE && !pipeline_lower(&cx))
		code = EXIT_MODEL;
	start_tell(&cx);
	if (code == EXIT_DONE)
		code = check_start(o, &cx);
	if (code == EXIT_DONE && !o->quiet)
		render_say(stdout, "%s\n", text);
	pipeline_free(&cx);
	return code;
}
