/* SPDX-License-Identifier: MIT
   cmd_build.c — modevs build: a model as C, and, by the C compiler, as a shared library or program.
   Whatever happens, want of memory included: all that is asked for is made, or nothing. */
#include "cli/build.h"

#include <errno.h>
#include <string.h>

bool build_cannot(const char *what, const char *path)
{
	fprintf(stderr, "modevs build: cannot %s '%s': %s\n", what, path, file_error(errno));
	return false;
}

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
	static const char *const suffix[] = {".c", ".so", "", ".fmu", ".fmu"};
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
	b->emit.folders = build_fmu_is(b) ? NULL : b->cx.folders; /* it has its files with it */
	b->emit.main = b->o->kind == MDV_BUILD_EXE;
	b->emit.name = emit_name_of(&b->cx.keep, b->base);
	if (!emit_name_is_valid(b->emit.name))
		b->emit.name = arena_printf(&b->cx.keep, "%s_model", b->emit.name);
}

static bool make(Build *b)
{
	emit_model(&b->cx.island->model, &b->cx.island->code, &b->emit, &b->cx.scratch, &b->source,
			   &b->header);
	if (build_fmu_is(b)) {
		if (!build_sources_find(b))
			return false;
		build_fmu_describe(b);
	}
	if (b->source.failed || b->header.failed || b->description.failed)
		guard_no_memory(NULL);
	interrupt_phase("writing", NULL);
	return build_file_begin(b) && build_file_write(&b->file[BUILD_SOURCE], &b->source) &&
		   build_file_write(&b->file[BUILD_HEADER], &b->header) &&
		   (!b->file[BUILD_BINARY].work || build_compiler_run(b)) &&
		   (!build_fmu_is(b) || build_fmu_pack(b)) && build_file_place(b);
}

static int build(void *arg)
{
	Build *b = arg;
	RunCompiled took;
	int code;

	start_compile(b->o, &b->cx);
	code = start_model(b->o, &b->cx, &took);
	if (code == EXIT_DONE && maker_has_fmus(&b->cx)) {
		render_say(stderr, "%s: a model with FMUs among its components can be run, not built\n",
				   b->o->program);
		return EXIT_MODEL;
	}
	start_tell(&b->cx);
	if (code != EXIT_DONE)
		return code;
	if (build_fmu_is(b) && !build_fmu_can_be(b))
		return EXIT_MODEL;
	for (size_t i = 0; i < b->cx.sources.files.n; i++)
		if (!replace_note(&b->replace, b->cx.sources.files.at[i]->name))
			guard_no_memory(NULL);
	for (size_t i = 0; i < b->o->params.n; i++)
		if (!replace_note(&b->replace, b->o->params.at[i]))
			guard_no_memory(NULL);
	choose_names(b);
	return make(b) ? EXIT_DONE : EXIT_RUN;
}

/* A solver is for co-simulation, and must run models that are C. */
static bool may_have_solver(const Options *o)
{
	bool fmu = o->kind == MDV_BUILD_FMU2 || o->kind == MDV_BUILD_FMU3;
	const char *why = !fmu ? "is for FMUs: --kind fmu2 or fmu3"
					  : quanta_is(o->run.solver) || o->run.solver == MDV_SOLVER_QBG
						  ? "takes one that runs models as C: cvode, adams, ida, rk45, radau, euler"
						  : NULL;

	if (o->run.solver == MDV_SOLVER_CVODE || !why)
		return true;
	fprintf(stderr, "modevs build: --solver %s\n", why);
	return false;
}

int cmd_build(const Options *o)
{
	Build *b;
	int code;

	if (!may_have_solver(o))
		return EXIT_USAGE;
	b = alloc_new(&alloc_heap, sizeof *b);
	if (!b)
		guard_no_memory(NULL);
	b->o = o;
	text_init(&b->source, NULL);
	text_init(&b->header, NULL);
	text_init(&b->description, NULL);
	replace_init(&b->replace, NULL, o->force);
	code = run_begin_inner(o->program, &b->cx.keep, build, b);
	build_file_end(b);
	interrupt_tell();
	replace_free(&b->replace);
	text_free(&b->source);
	text_free(&b->header);
	text_free(&b->description);
	pipeline_free(&b->cx);
	alloc_free(&alloc_heap, b, sizeof *b);
	return code;
}
