/* SPDX-License-Identifier: MIT
   cmd_build.c — modevs build: a model as C, and, by the C compiler, as a shared library or program.
   Headers and the runtime library are found beside modevs: in its source tree or installation. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "cli/cli.h"
#include "compiler/emit/emit.h"
#include "runtime/out/out.h"
#include "runtime/plan/plan.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Build {
	const Options *o;                    /* the command line */
	Compile cx;                          /* the compiled model */
	const char *out;                     /* NAME, with its folder, without suffix */
	const char *base;                    /* NAME without its folder */
	EmitOptions emit;                    /* names in C */
	Text source, header;                 /* the C */
	VEC(const char *) command;           /* of the C compiler */
	Replace replace;                     /* which files may be replaced */
	const char *dir;                     /* of the C, while it is compiled; NULL: none */
	const char *dir_source, *dir_header; /* the files in it */
	const char *made;                    /* what the C compiler makes */
	volatile pid_t child;                /* the C compiler; 0: it does not run */
} Build;

/* The last part of a class name as that of a file; dots in quotes belong to it. */
static const char *own_name(Build *b, const char *class_name)
{
	const char *last = class_name;
	bool quoted = false;

	for (const char *s = class_name; *s; s++) {
		if (*s == '\\' && s[1])
			s++;
		else if (*s == '\'')
			quoted = !quoted;
		else if (*s == '.' && !quoted)
			last = s + 1;
	}
	return text_file_name(&b->cx.keep, last);
}

/* Robot.c, Robot.so and Robot all mean Robot. */
static void choose_names(Build *b)
{
	static const char *const suffix[] = {".c", ".so", ""};
	const char *ending, *class_name = b->cx.island->model.name;
	char *out;
	size_t n, len;

	out = arena_strdup(&b->cx.keep, b->o->name ? b->o->name : own_name(b, class_name));
	ending = suffix[b->o->kind];
	n = strlen(out);
	len = strlen(ending);
	if (len > 0 && n > len && !strcmp(out + n - len, ending))
		out[n - len] = '\0';
	b->out = out;
	b->base = emit_name_base(out);
	b->emit.file = b->base;
	b->emit.folders = b->cx.folders;
	b->emit.main = b->o->kind == MDV_BUILD_EXE;
	b->emit.name = emit_name_of(&b->cx.keep, b->base);
	if (!emit_name_is_valid(b->emit.name))
		b->emit.name = arena_printf(&b->cx.keep, "%s_model", b->emit.name);
}

static bool cannot(const char *what, const char *path)
{
	fprintf(stderr, "modevs build: cannot %s '%s': %s\n", what, path, file_error(errno));
	return false;
}

/* May the file be replaced, if there is one? */
static bool may_replace(const Build *b, const char *path)
{
	char why[512];

	if (file_is_special(path)) { /* the C compiler would wait for ever */
		errno = FILE_NOT_ORDINARY;
		return cannot("write", path);
	}
	if (replace_may(&b->replace, path, why, sizeof why))
		return true;
	fprintf(stderr, "modevs build: %s\n", why);
	return false;
}

static bool write_file(const char *path, const Text *text)
{
	FILE *file = file_create(path, false);
	bool ok;

	if (!file)
		return cannot("write", path);
	replace_mark(path);
	ok = fwrite(text_str(text), 1, text->n, file) == text->n;
	return (fclose(file) == 0 && ok) || cannot("write", path);
}

/* In a signal handler: no half of a file is left. */
static void remove_half(void *path)
{
	unlink(path);
}

/* A file that is asked for: whole, or not there. */
static bool write_result(const Build *b, char *path, const Text *text)
{
	bool ok;

	if (!may_replace(b, path))
		return false;
	interrupt_phase("writing", NULL);
	interrupt_save(remove_half, path);
	ok = write_file(path, text);
	interrupt_tell();
	return ok;
}

/* -- the C compiler ------------------------------------------------------------------------- */

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

static bool make_command(Build *b, const char *source, const char *out)
{
	const char *compiler = getenv("CC");
	char *include, *library;

	if (!find_runtime(b, &include, &library))
		return false;
	add_words(b, compiler && *compiler ? compiler : "cc");
	add_words(b, "-std=c17 -O2 -ffp-contract=off -fno-math-errno");
	if (b->o->kind == MDV_BUILD_SO)
		add_words(b, "-shared -fPIC -Wl,-Bsymbolic -Wl,--exclude-libs,ALL");
	else /* what external libraries look for: modevs/utility.h */
		add(b, "-Wl,--export-dynamic-symbol=Modelica*");
	add(b, "-I");
	add(b, include);
	add(b, source);
	add(b, "-o");
	add(b, *out == '-' ? arena_printf(&b->cx.keep, "./%s", out) : out); /* no option */
	add(b, arena_printf(&b->cx.keep, "%s/libmodevs_rt.a", library));
	add_words(b, MDV_LINK);
	add(b, NULL);
	return true;
}

/* The C compiler is a group of processes, with files of their own: they are asked to end, and have
   a moment to clean up. */
static void end_compiler(pid_t child)
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

/* Also in a signal handler: nothing is left behind. */
static void clean_up(void *ctx)
{
	const Build *b = ctx;

	if (b->child > 0) {
		end_compiler(b->child);
		unlink(b->made); /* half of it */
	}
	unlink(b->dir_source);
	unlink(b->dir_header);
	rmdir(b->dir);
}

static bool run_command(Build *b)
{
	char *const *argv = (char *const *)(uintptr_t)b->command.at;
	pid_t child;
	int status;

	fflush(NULL);
	b->child = child = fork();
	if (child == 0) {
		setpgid(0, 0);
		execvp(argv[0], argv);
		cannot("start the C compiler", argv[0]);
		_exit(127);
	}
	if (child > 0)
		setpgid(child, child); /* whoever is first */
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return cannot("start the C compiler", argv[0]);
	b->child = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	fprintf(stderr, "modevs build: the C compiler '%s' failed\n", argv[0]);
	return false;
}

/* The C goes into a folder of its own, which is removed again. */
static bool compile_c(Build *b)
{
	Arena *keep = &b->cx.keep;
	const char *tmp = getenv("TMPDIR");
	char *dir = arena_printf(keep, "%s/modevs-build-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	const char *source, *header, *out;
	bool ok;

	out = b->o->kind == MDV_BUILD_SO ? arena_printf(keep, "%s.so", b->out) : b->out;
	if (!may_replace(b, out))
		return false;
	if (!mkdtemp(dir))
		return cannot("make the folder", dir);
	b->made = out;
	b->dir = dir;
	b->dir_source = source = arena_printf(keep, "%s/%s.c", dir, b->base);
	b->dir_header = header = arena_printf(keep, "%s/%s.h", dir, b->base);
	interrupt_phase("running the C compiler", NULL);
	interrupt_save(clean_up, b);
	ok = write_file(source, &b->source) && write_file(header, &b->header) &&
		 make_command(b, source, out) && run_command(b);
	if (ok)
		replace_mark(out);
	clean_up(b);
	interrupt_tell();
	return ok;
}

/* -- the whole ------------------------------------------------------------------------------ */

static bool make(Build *b)
{
	Arena *keep = &b->cx.keep;
	char *source = arena_printf(keep, "%s.c", b->out);
	char *header = arena_printf(keep, "%s.h", b->out);

	emit_model(&b->cx.island->model, &b->cx.island->code, &b->emit, &b->cx.scratch, &b->source,
			   &b->header);
	if (b->source.failed || b->header.failed)
		guard_no_memory(NULL);
	if (b->o->kind == MDV_BUILD_C)
		return write_result(b, source, &b->source) && write_result(b, header, &b->header);
	if (b->o->kind == MDV_BUILD_SO && !write_result(b, header, &b->header))
		return false;
	return compile_c(b);
}

int cmd_build(const Options *o)
{
	Build *b = alloc_new(&alloc_heap, sizeof *b);
	RunCompiled took;
	int code;

	if (!b)
		guard_no_memory(NULL);
	b->o = o;
	text_init(&b->source, NULL);
	text_init(&b->header, NULL);
	start_compile(o, &b->cx);
	code = start_model(o, &b->cx, &took);
	diag_print(&b->cx.diag, stderr);
	replace_init(&b->replace, NULL, o->force);
	if (code == EXIT_DONE) {
		for (size_t i = 0; i < b->cx.sources.files.n; i++)
			replace_note(&b->replace, b->cx.sources.files.at[i]->name);
		choose_names(b);
		code = make(b) ? EXIT_DONE : EXIT_RUN;
	}
	replace_free(&b->replace);
	text_free(&b->source);
	text_free(&b->header);
	pipeline_free(&b->cx);
	alloc_free(&alloc_heap, b, sizeof *b);
	return code;
}
