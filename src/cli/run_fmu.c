/* SPDX-License-Identifier: MIT
   run_fmu.c — modevs run of an FMU. The archive is unpacked into a folder of its own, which goes
   away whatever happens; the binary, which is somebody else's, runs in a child process (child.c).
   modevs check tries it (verify.c) instead. */
#include "cli/cli.h"
#include "fmi/fmi.h"

#include <stdlib.h>
#include <string.h>

typedef struct RunFmu {
	const Options *o;           /* the command line */
	Arena keep;                 /* memory */
	ExtSession session;         /* what is allowed */
	char folder[FMI_FOLDER];    /* where it is unpacked; "": nowhere */
	FmiImport im;               /* the FMU */
	Run run;                    /* its simulation */
	bool check;                 /* not to be run, but tried: modevs check */
	volatile const char **note; /* shared with the parent: the function that is being called */
} RunFmu;

bool run_fmu_is(const char *what)
{
	size_t n = what ? strlen(what) : 0;

	return n > 4 && !strcmp(what + n - 4, ".fmu");
}

static bool say(const RunFmu *f, const char *text)
{
	interrupt_hide();
	render_say(stderr, "%s: %s: %s\n", f->o->program, f->o->what, text);
	return false;
}

static bool unpack(RunFmu *f)
{
	char why[512];

	return folder_unpack(f->o->what, f->folder, why, sizeof why) || say(f, why);
}

/* --- the simulation, in the child --- */

static void warn(void *ctx, const char *text)
{
	run_model_warn(&((RunFmu *)ctx)->run, text);
}

static int simulate(void *arg)
{
	RunFmu *f = arg;
	Run *r = &f->run;
	bool exchange = f->o->interface != MDV_INTERFACE_CS;

	interrupt_phase("loading the FMU", NULL);
	if (!import_open(&f->im, f->folder, exchange, (FmiLog){warn, f}, &f->keep)) {
		say(f, f->im.why);
		return EXIT_MODEL;
	}
	if (f->im.exchange != exchange && f->o->interface != MDV_INTERFACE_ANY) {
		say(f, exchange ? "it has no model exchange: --interface cs"
						: "it has no co-simulation: --interface me");
		return EXIT_USAGE;
	}
	calls_note(f->im.calls, f->note);
	if (f->im.d.n_binary > 0)
		warn(f, "its binary variables are left alone, and not in the results");
	r->model = &f->im.model;
	r->session = &f->session;
	r->sets = true;
	f->im.stop = settle_run(&f->o->run, r->model).stop;
	f->im.tol = settle_run(&f->o->run, r->model).tol;
	return run_model_simulate(r);
}

/* --- modevs check --- */

static void tell_finding(void *ctx, const char *text)
{
	say(ctx, text);
}

static int tell_verdict(const RunFmu *f, const FmiVerify *v, const FmiDescription *d, bool tried)
{
	if (v->n > 0) {
		render_say(stderr, "%s: %s: %d finding%s\n", f->o->program, f->o->what, v->n,
				   v->n == 1 ? "" : "s");
		return EXIT_MODEL;
	}
	render_say(stdout, "%s: FMI %d.0,%s%s %zu variables, %zu states, %zu event indicators%s\n",
			   d->name, d->version, d->exchange ? " model exchange," : "",
			   d->step ? " co-simulation," : "", d->var.n, d->derivative.n, d->n_indicators,
			   tried ? "" : "; its binary was not tried: --allow external lets it run");
	return EXIT_DONE;
}

static int verify(void *arg)
{
	RunFmu *f = arg;
	FmiVerify v = {.log = {tell_finding, f}, .keep = &f->keep, .note = f->note};
	bool tried = allow_library(&f->session, f->o->what);
	FmiDescription d;
	char why[512];

	interrupt_phase("checking the FMU", NULL);
	if (!description_read(arena_printf(&f->keep, "%s/modelDescription.xml", f->folder), &f->keep,
						  &d, why, sizeof why)) {
		say(f, why);
		return EXIT_MODEL;
	}
	verify_description(&v, &d);
	if (tried)
		verify_binary(&v, &d, f->folder);
	return tell_verdict(f, &v, &d, tried);
}

static int simulate_guarded(void *arg)
{
	RunFmu *f = arg;
	int code;

	if (f->check)
		return run_begin_inner(f->o->program, &f->keep, verify, f);
	run_model_init(&f->run, f->o);
	code = run_begin_inner(f->o->program, &f->keep, simulate, f);
	interrupt_ask(NULL, NULL);
	import_close(&f->im);
	run_model_free(&f->run);
	return code;
}

/* --- the whole --- */

static void clean_up(void *ctx)
{
	folder_remove(((RunFmu *)ctx)->folder);
}

static bool is_allowed(RunFmu *f)
{
	return run_begin_allow(f->o, &f->session) &&
		   (f->check || allow_library(&f->session, f->o->what) ||
			say(f, "its binary is a program of somebody else: --allow external lets it run"));
}

static bool options_fit(const RunFmu *f)
{
	const Options *o = f->o;

	if (o->model || o->strict || o->code != MDV_CODE_AUTO)
		return say(f, "--model, --strict and --code are for Modelica models");
	if (quanta_is(o->run.solver) || o->run.solver == MDV_SOLVER_QBG)
		return say(f, "quantized states need the equations, which an FMU does not show");
	return true;
}

int run_fmu(const Options *o, bool check)
{
	RunFmu *f = alloc_new(&alloc_heap, sizeof *f);
	int code = EXIT_USAGE;

	if (!f)
		guard_no_memory(NULL);
	f->o = o;
	f->check = check;
	arena_init(&f->keep, NULL);
	f->keep.no_memory = guard_no_memory;
	ext_session_init(&f->session, NULL);
	f->note = child_note();
	interrupt_save(clean_up, f);
	if (options_fit(f) && is_allowed(f)) {
		code = EXIT_MODEL;
		if (unpack(f))
			code = o->in_process ? simulate_guarded(f) : child_run(o, f->note, simulate_guarded, f);
	}
	clean_up(f);
	interrupt_save(NULL, NULL);
	child_note_free(f->note);
	ext_session_free(&f->session);
	arena_free(&f->keep);
	alloc_free(&alloc_heap, f, sizeof *f);
	return code;
}
