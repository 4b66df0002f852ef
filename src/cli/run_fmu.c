/* SPDX-License-Identifier: MIT
   run_fmu.c — modevs run of an FMU. The archive is unpacked into a folder of its own, which goes
   away whatever happens; the binary, which is somebody else's, runs in a child process: if it
   crashes, that is told, with the function that was being called. modevs check tries it (verify.c)
   instead. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, kill */
#include "cli/cli.h"
#include "fmi/fmi.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

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

static double no_text(void *ctx, const char *text)
{
	(void)ctx, (void)text;
	return -1;
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
	r->new_text = no_text;
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

static int simulate_guarded(RunFmu *f)
{
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

/* --- the parent --- */

static volatile sig_atomic_t child; /* its number */

static void forward(int number)
{
	if (child > 0)
		kill((pid_t)child, number);
}

static void hear_signals(void)
{
	static const int heard[] = {SIGINT, SIGTERM, SIGHUP};
	const struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
	const struct itimerval never = {.it_value = {0}};

	setitimer(ITIMER_REAL, &never, NULL); /* the child has a clock of its own */
	for (size_t k = 0; k < sizeof heard / sizeof *heard; k++)
		sigaction(heard[k], &action, NULL);
}

static int tell_crash(RunFmu *f, int number)
{
	const char *at = (const char *)(uintptr_t)*f->note;
	char text[256];

	snprintf(text, sizeof text, "the FMU crashed (%s)%s%s; results up to there are kept",
			 strsignal(number), at && *at ? " in " : "", at ? at : "");
	say(f, text);
	return EXIT_RUN;
}

static int run_in_child(RunFmu *f)
{
	pid_t pid;
	int status;

	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		say(f, "no process can be made for it; --in-process does without");
		return EXIT_RUN;
	}
	if (pid == 0) {
		interrupt_begin(f->o->program, f->o->run.timeout);
		status = simulate_guarded(f);
		fflush(NULL);
		_exit(status);
	}
	child = pid;
	hear_signals();
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_RUN;
	child = 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : tell_crash(f, WTERMSIG(status));
}

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
	f->note =
		mmap(NULL, sizeof *f->note, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (f->note == MAP_FAILED)
		guard_no_memory(NULL);
	interrupt_save(clean_up, f);
	if (options_fit(f) && is_allowed(f)) {
		code = EXIT_MODEL;
		if (unpack(f))
			code = o->in_process ? simulate_guarded(f) : run_in_child(f);
	}
	clean_up(f);
	interrupt_save(NULL, NULL);
	munmap((void *)f->note, sizeof *f->note);
	ext_session_free(&f->session);
	arena_free(&f->keep);
	alloc_free(&alloc_heap, f, sizeof *f);
	return code;
}
