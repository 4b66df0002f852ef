/* SPDX-License-Identifier: MIT
   build_compiler.c — the C compiler, as a process of its own. Headers and the runtime library are
   found beside modevs: in its source tree or installation. */
#define _DEFAULT_SOURCE /* kill, nanosleep */
#include "cli/build.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void add(Build *b, const char *arg)
{
	vec_push(arena_allocator(&b->cx.keep), &b->command, arg);
}

/* Words separated by blanks. */
static void add_words(Build *b, const char *words)
{
	while (*words) {
		size_t n = strcspn(words, " ");

		if (n > 0)
			add(b, arena_strndup(&b->cx.keep, words, n));
		words += n + (words[n] == ' ');
	}
}

/* A name that the compiler does not take for an option. */
static const char *as_operand(Build *b, const char *path)
{
	return *path == '-' ? arena_printf(&b->cx.keep, "./%s", path) : path;
}

static bool find_runtime(Build *b, char **include, char **library)
{
	static const char *const headers[] = {"../include", "../../include", NULL};
	static const char *const archives[] = {".", "../lib", NULL};

	*include = start_beside(&b->cx.keep, headers, "modevs/unit.h");
	*library = start_beside(&b->cx.keep, archives, "libmodevs_rt.a");
	if (!*include)
		fputs("modevs build: the header modevs/unit.h is not beside the program\n", stderr);
	else if (!*library)
		fputs("modevs build: the library libmodevs_rt.a is not beside the program\n", stderr);
	return *include && *library;
}

static bool make_command(Build *b)
{
	const char *compiler = getenv("CC");
	char *include, *library;

	if (!find_runtime(b, &include, &library))
		return false;
	add_words(b, compiler && *compiler ? compiler : "cc");
	add_words(b, "-std=c17 -O2 -ffp-contract=off -fno-math-errno");
	if (b->o->kind == MDV_BUILD_SO || build_fmu_is(b))
		add_words(b, "-shared -fPIC -Wl,-Bsymbolic -Wl,--exclude-libs,ALL");
	else /* what external libraries look for: modevs/utility.h, devs.h, parts.h */
		add_words(b, "-Wl,--export-dynamic-symbol=Modelica* -Wl,--export-dynamic-symbol=mdv_*");
	if (build_fmu_is(b)) /* only the standard's functions are for others */
		add_words(b, "-s");
	add(b, "-I");
	add(b, include);
	add(b, as_operand(b, b->file[BUILD_SOURCE].work));
	add(b, "-o");
	add(b, as_operand(b, b->file[BUILD_BINARY].work));
	add(b, arena_printf(&b->cx.keep, "%s/libmodevs_rt.a", library));
	add_words(b, MDV_LINK);
	add(b, NULL);
	return true;
}

/* The C compiler is a group of processes, with files of their own: they are asked to end, and have
   a moment to clean up. */
void build_compiler_end(pid_t child)
{
	const struct timespec moment = {0, 10000000};
	int status;

	kill(-child, SIGTERM);
	for (int k = 0; k < 20; k++) {
		(void)waitpid(child, &status, WNOHANG);
		if (kill(-child, 0) != 0) /* nobody is left */
			break;
		nanosleep(&moment, NULL);
	}
	kill(-child, SIGKILL);
}

bool build_compiler_run(Build *b)
{
	char *const *argv;
	pid_t child;
	int status;

	if (!make_command(b))
		return false;
	argv = (char *const *)(uintptr_t)b->command.at;
	interrupt_phase("running the C compiler", NULL);
	fflush(NULL);
	b->child = child = fork();
	if (child == 0) {
		setpgid(0, 0);
		execvp(argv[0], argv);
		build_cannot("start the C compiler", argv[0]);
		_exit(127);
	}
	if (child > 0)
		setpgid(child, child); /* whoever is first */
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return build_cannot("start the C compiler", argv[0]);
	b->child = 0;
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		fprintf(stderr, "modevs build: the C compiler '%s' failed\n", argv[0]);
	else if (access(b->file[BUILD_BINARY].work, R_OK) != 0)
		fprintf(stderr, "modevs build: the C compiler '%s' made nothing\n", argv[0]);
	else
		return true;
	return false;
}
