/* SPDX-License-Identifier: MIT
   child.c — code of somebody else runs in a process of its own: if it crashes, that is told, with
   the function that was being called, and the results up to there are kept. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, kill */
#include "cli/cli.h"
#include "fmi/fmi.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t child; /* its number */
static const char came_back[] = ""; /* what the note is when the child ends by itself */

static void forward(int number)
{
	if (child > 0)
		kill((pid_t)child, number);
}

static const int heard[] = {SIGINT, SIGTERM, SIGHUP};

static void hear_signals(void)
{
	const struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
	const struct itimerval never = {.it_value = {0}};

	setitimer(ITIMER_REAL, &never, NULL); /* the child has a clock of its own */
	for (size_t k = 0; k < sizeof heard / sizeof *heard; k++)
		sigaction(heard[k], &action, NULL);
}

static void say(const Options *o, const char *text)
{
	interrupt_hide();
	render_say(stderr, "%s: %s: %s\n", o->program, o->what, text);
}

static int tell_crash(const Options *o, volatile const char **note, int number)
{
	const char *at = (const char *)(uintptr_t)*note;
	char text[256];

	snprintf(text, sizeof text, "the FMU crashed (%s)%s%s; results up to there are kept",
			 strsignal(number), at && *at ? " in " : "", at ? at : "");
	say(o, text);
	return EXIT_RUN;
}

/* It has come to its end, or was ended: by a limit or a signal, which it has told, or by the FMU.
 */
static int take_status(const Options *o, volatile const char **note, int status)
{
	const char *at = (const char *)(uintptr_t)*note;
	bool told = status == EXIT_LIMIT || status > EXIT_SIGNAL;
	char text[256];

	if (status == EXIT_LIMIT)
		interrupt_told();
	if (at == came_back || (told && !(at && *at)))
		return status;
	if (told)
		snprintf(text, sizeof text, "that was in %s of the FMU", at);
	else
		snprintf(text, sizeof text, "the FMU ended the program%s%s; results up to there are kept",
				 at && *at ? " in " : "", at ? at : "");
	say(o, text);
	return told ? status : EXIT_RUN;
}

volatile const char **child_note(void)
{
	void *note =
		mmap(NULL, sizeof(char *), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (note == MAP_FAILED)
		guard_no_memory(NULL);
	return note;
}

void child_note_free(volatile const char **note)
{
	munmap((void *)note, sizeof *note);
}

int child_run(const Options *o, volatile const char **note, int (*body)(void *arg), void *arg)
{
	sigset_t held, before;
	pid_t pid;
	int status;

	/* a signal that comes while there are two, but one does not know of the other, waits */
	sigemptyset(&held);
	for (size_t k = 0; k < sizeof heard / sizeof *heard; k++)
		sigaddset(&held, heard[k]);
	sigprocmask(SIG_BLOCK, &held, &before);
	fflush(NULL);
	pid = fork();
	if (pid < 0) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		say(o, "no process can be made for it; --in-process does without");
		return EXIT_RUN;
	}
	if (pid == 0) {
		interrupt_begin(o->program, o->run.timeout);
		sigprocmask(SIG_SETMASK, &before, NULL);
		status = body(arg);
		*note = came_back;
		fflush(NULL);
		_exit(status);
	}
	child = pid;
	hear_signals();
	sigprocmask(SIG_SETMASK, &before, NULL);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_RUN;
	child = 0;
	folder_clean();
	return WIFEXITED(status) ? take_status(o, note, WEXITSTATUS(status))
							 : tell_crash(o, note, WTERMSIG(status));
}
