/* SPDX-License-Identifier: MIT
   interrupt.c — signals and the clock, for programs: a signal handler reaches nothing but variables
   of the whole process. Work that leaves nothing behind (compiling) ends where the signal or the
   deadline meets it. Work that has results to keep is asked first, by a flag at which it looks; if
   it does not end within a moment, inside of a long factorization say, or if a second signal comes,
   it ends there, after what it has is saved. Either way a message says what was being done. */
#define _XOPEN_SOURCE 700 /* setitimer */
#include "options/options.h"
#include "runtime/plan/plan.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define PROGRESS_AFTER 1.0 /* seconds: what ends before is not commented */
#define PROGRESS_EVERY 0.2
#define HIDE           "\r\033[K" /* takes the line of progress away */
#define GRACE          0.6 /* seconds for work that is asked to end; with them it is over within one */

static volatile sig_atomic_t stop_request; /* the number of the signal */
static volatile sig_atomic_t asks;         /* work is asked, not ended */
static const char *volatile program;       /* for messages */
static const char *volatile phase;         /* what is being done; NULL: nothing */
static const char *volatile detail;        /* of it, such as the name of a pass; NULL: none */
static volatile double instant;            /* of the simulation; NAN: none */
static bool shows;                         /* what is being done, on a terminal */
static volatile sig_atomic_t shown;        /* a line of it stands there */
static double first_shown, last_shown;     /* on the clock: the earliest time, and the last */
static void (*volatile rescue)(void *ctx); /* saves what there is; NULL: nothing */
static void *volatile rescue_ctx;          /* handed to it */

static void set_timer(double seconds)
{
	struct itimerval t = {.it_value = {.tv_sec = (time_t)fmin(floor(seconds), 1e9)}};

	t.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - floor(seconds)));
	if (seconds > 0 && t.it_value.tv_sec == 0 && t.it_value.tv_usec == 0)
		t.it_value.tv_usec = 1;
	setitimer(ITIMER_REAL, &t, NULL);
}

/* -- in the handler: nothing but what may be called there ------------------------------------- */

typedef struct Line {
	char text[512]; /* n of them */
	size_t n;       /* how many */
} Line;

static void put(Line *l, const char *s)
{
	for (; *s && l->n < sizeof l->text; s++)
		l->text[l->n++] = (unsigned char)*s < 32 || *s == 127 ? '?' : *s;
}

static void end_now(int number)
{
	Line l = {.n = 0};
	char number_text[32];
	ssize_t written;

	if (shown) /* as interrupt_hide */
		memcpy(l.text, HIDE, l.n = strlen(HIDE));
	put(&l, program ? program : "modevs");
	put(&l, number == SIGALRM ? ": out of time" : ": interrupted");
	if (phase) {
		put(&l, " while ");
		put(&l, phase);
	}
	if (detail) {
		put(&l, " (pass '");
		put(&l, detail);
		put(&l, "')");
	}
	if (!isnan(instant)) {
		real_print(number_text, instant);
		put(&l, " at t = ");
		put(&l, number_text);
	}
	if (l.n < sizeof l.text)
		l.text[l.n++] = '\n';
	if (rescue)
		rescue(rescue_ctx);
	written = write(STDERR_FILENO, l.text, l.n);
	_exit(number == SIGALRM || written < 0 ? EXIT_LIMIT : EXIT_SIGNAL + number);
}

static void on_signal(int number)
{
	if (stop_request) /* a second signal, or the end of the grace */
		end_now(stop_request);
	stop_request = number;
	if (!asks)
		end_now(number);
	set_timer(GRACE);
}

/* -- the stack -------------------------------------------------------------------------------- */

#if !defined(__SANITIZE_ADDRESS__)    /* which looks at it, too */
static volatile uintptr_t stack_base; /* about */
static volatile double stack_size;    /* bytes that it may have */

/* A model that is nested more deeply than anyone thought of ends the stack: that is a limit, too.
 */
static void on_fault(int number, siginfo_t *info, void *context)
{
	static const char text[] = ": the stack ended, the model is nested too deeply";
	double below = (double)stack_base - (double)(uintptr_t)info->si_addr;
	Line l = {.n = 0};
	ssize_t written = 0;

	(void)context;
	if (below > 0 && below < stack_size + (1 << 20)) {
		put(&l, program ? program : "modevs");
		put(&l, text);
		if (phase) {
			put(&l, " (");
			put(&l, phase);
			put(&l, ")");
		}
		l.text[l.n++] = '\n';
		if (rescue)
			rescue(rescue_ctx);
		written = write(STDERR_FILENO, l.text, l.n);
		_exit(written < 0 ? EXIT_RUN : EXIT_LIMIT);
	}
	signal(number, SIG_DFL); /* an error in this program: it happens again */
}

static void watch_stack(void)
{
	static char other[1 << 16];
	const stack_t alternate = {.ss_sp = other, .ss_size = sizeof other};
	struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct rlimit limit;
	char here;

	stack_base = (uintptr_t)&here + (1 << 16); /* main is not far away */
	if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
		return;
	stack_size = (double)limit.rlim_cur;
	if (sigaltstack(&alternate, NULL) == 0)
		sigaction(SIGSEGV, &action, NULL);
}
#else
static void watch_stack(void) {}
#endif

/* -- outside -------------------------------------------------------------------------------- */

const volatile sig_atomic_t *interrupt_flag(void)
{
	return &stop_request;
}

void interrupt_told(void)
{
	stop_request = SIGALRM;
}

void interrupt_begin(const char *name, double timeout)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
	struct sigaction action = {.sa_handler = on_signal}, old;

	program = name;
	instant = NAN;
	shows = isatty(STDERR_FILENO);
	first_shown = clock_seconds() + PROGRESS_AFTER;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaddset(&action.sa_mask, signals[i]);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &old) == 0 &&
			(old.sa_handler != SIG_IGN || signals[i] != SIGHUP)) /* nohup stays */
			sigaction(signals[i], &action, NULL);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is one that cannot be written: errno */
	watch_stack();
	if (timeout > 0)
		set_timer(timeout);
}

void interrupt_quiet(void)
{
	shows = false;
}

#if defined(__SANITIZE_ADDRESS__)

bool interrupt_memory(double bytes)
{
	(void)bytes; /* it takes terabytes that nobody uses */
	return true;
}

#else

/* Bytes of the process, as they are limited; 0: the system does not tell. */
static double taken(void)
{
	FILE *f = file_open("/proc/self/statm"); /* pages: proc(5) */
	char line[100];
	double pages;
	bool told = f && fgets(line, sizeof line, f) && real_read(line, strcspn(line, " "), &pages);

	if (f)
		fclose(f);
	return told ? pages * (double)sysconf(_SC_PAGESIZE) : 0;
}

bool interrupt_memory(double bytes)
{
	struct rlimit limit = {(rlim_t)bytes, (rlim_t)bytes};

	if (bytes < taken()) { /* it would stop nothing that fits into what is there */
		errno = ENOMEM;
		return false;
	}
	return setrlimit(RLIMIT_AS, &limit) == 0;
}

#endif

void interrupt_phase(const char *name, const char *pass)
{
	detail = NULL;
	phase = name;
	detail = pass;
}

const char *interrupt_where(void)
{
	return phase ? phase : "starting";
}

void interrupt_at(double t)
{
	instant = t;
}

void interrupt_show(double part)
{
	double now = shows ? clock_seconds() : 0;

	if (!shows || now < first_shown || now < last_shown + PROGRESS_EVERY)
		return;
	last_shown = now;
	shown = true;
	fprintf(stderr, HIDE "%s", interrupt_where());
	if (detail)
		fprintf(stderr, " (pass '%s')", detail);
	if (!isnan(instant))
		plain_fprintf(stderr, ", t = %.6g", instant);
	if (!isnan(part))
		plain_fprintf(stderr, "  (%.0f %%)", 100 * part);
	fflush(stderr);
}

void interrupt_hide(void)
{
	if (shown)
		fputs(HIDE, stderr);
	shown = false;
}

void interrupt_save(void (*save)(void *ctx), void *ctx)
{
	rescue = NULL;
	rescue_ctx = ctx;
	rescue = save;
}

void interrupt_ask(void (*save)(void *ctx), void *ctx)
{
	interrupt_save(save, ctx);
	asks = true;
}

void interrupt_tell(void)
{
	rescue = NULL;
	asks = false;
	instant = NAN;
	if (stop_request)
		set_timer(0);
}

MdvStatus interrupt_end(Rt *rt, const HybridResult *result, MdvStatus status)
{
	if (status == MDV_OK || !stop_request)
		return status;
	if (stop_request != SIGALRM)
		return MDV_STOPPED;
	rt->said.failure.status = MDV_OK; /* the deadline is the reason, whatever it led to */
	return report_fail(rt, MDV_TIMED_OUT, result->t, "at time %g, %s: %s", result->t,
					   interrupt_where(), mdv_status_text(MDV_TIMED_OUT));
}
