/* SPDX-License-Identifier: MIT
   build_sources.c — sources/ of an FMU: the model's C, and the runtime that it needs, which lies
   beside modevs (cmake/sources.cmake). They have no SUNDIALS and no LAPACK, and load no libraries:
   a model that needs such things has no sources, and a note says so. */
#include "cli/build.h"

#include "compiler/fmi/describe.h"
#include "runtime/ext/ext.h"

#include <string.h>

/* What the sources cannot have; NULL: nothing. */
static const char *find_foreign(Build *b)
{
	const IrModule *code = &b->cx.island->code;

	for (size_t i = 0; i < code->fns.n; i++) {
		const IrExtern *x = code->fns.at[i]->external;

		if (x && lapack_find(x->symbol))
			return arena_printf(&b->cx.keep, "LAPACK ('%s')", x->symbol);
		if (x && !ext_find(x->symbol))
			return arena_printf(&b->cx.keep, "the external function '%s'", x->symbol);
	}
	return NULL;
}

bool build_sources_objects(const Build *b)
{
	const IrModule *code = &b->cx.island->code;

	for (size_t i = 0; i < code->fns.n; i++) {
		const IrExtern *x = code->fns.at[i]->external;

		if (x && x->has_result && x->result.kind == IR_OBJECT && !ext_find(x->symbol))
			return true;
	}
	return false;
}

static void read_list(Build *b, FILE *list)
{
	char line[256];

	while (fgets(line, sizeof line, list)) {
		line[strcspn(line, "\n")] = '\0';
		vec_push(arena_allocator(&b->cx.keep), &b->sources, arena_strdup(&b->cx.keep, line));
	}
}

bool build_sources_find(Build *b)
{
	static const char *const places[] = {"sources", "../share/modevs/sources", NULL};
	const char *foreign = find_foreign(b);
	FILE *list;

	if (foreign) {
		render_say(stderr, "modevs build: note: the FMU has no sources, since the model needs %s\n",
				   foreign);
		return true;
	}
	b->sources_dir = start_beside(&b->cx.keep, places, "list.txt");
	if (!b->sources_dir) {
		fputs("modevs build: the folder 'sources' is not beside the program\n", stderr);
		return false;
	}
	list = file_open(arena_printf(&b->cx.keep, "%s/list.txt", b->sources_dir));
	if (!list)
		return build_cannot("read", b->sources_dir);
	vec_push(arena_allocator(&b->cx.keep), &b->files,
			 arena_printf(&b->cx.keep, "%s.c", b->emit.name));
	read_list(b, list);
	fclose(list);
	for (size_t i = 0; i < b->sources.n; i++) {
		const char *name = b->sources.at[i], *dot = strrchr(name, '.');

		if (dot && !strcmp(dot, ".c"))
			vec_push(arena_allocator(&b->cx.keep), &b->files,
					 arena_printf(&b->cx.keep, "runtime/%s", name));
	}
	return true;
}

MdvSolver build_sources_solver(MdvSolver solver)
{
	switch (solver) {
	case MDV_SOLVER_CVODE:
	case MDV_SOLVER_IDA:
	case MDV_SOLVER_AUTO: return MDV_SOLVER_RADAU;
	case MDV_SOLVER_ADAMS: return MDV_SOLVER_RK45;
	default: return solver;
	}
}

/* --- into the archive --- */

/* Public headers lie in runtime/modevs; what the model's own declares is not for others. */
static bool add_text(Build *b, BuildZip *z, const char *name, const char *s)
{
	bool header = !strcmp(name + strlen(name) - 2, ".h");
	static const char include[] = "#include <modevs/";
	const char *at;
	Text out;
	bool ok;

	text_init(&out, NULL);
	for (; (at = strstr(s, include)); s = strchr(at, '>') + 1) {
		const char *file = at + sizeof include - 1;

		text_add(&out, s, (size_t)(at - s));
		text_printf(&out, "#include \"runtime/modevs/%.*s\"%s", (int)strcspn(file, ">"), file,
					header ? "\n#pragma GCC visibility push(hidden)" : "");
	}
	text_printf(&out, "%s%s", s, header ? "#pragma GCC visibility pop\n" : "");
	ok = !out.failed &&
		 build_zip_add(z, arena_printf(&b->cx.keep, "sources/%s", name), text_str(&out), out.n);
	text_free(&out);
	return ok;
}

/* The model's own, with a solver that the sources have. */
static bool add_model(Build *b, BuildZip *z)
{
	Text model;
	bool ok;

	text_init(&model, NULL);
	text_add(&model, text_str(&b->source), b->source_end);
	build_fmu_print(b, build_sources_solver(b->o->run.solver), &model);
	ok = !model.failed &&
		 add_text(b, z, arena_printf(&b->cx.keep, "%s.c", b->emit.name), text_str(&model)) &&
		 add_text(b, z, arena_printf(&b->cx.keep, "%s.h", b->base), text_str(&b->header));
	text_free(&model);
	return ok;
}

static bool add_build_description(Build *b, BuildZip *z)
{
	Text out;
	bool ok;

	text_init(&out, NULL);
	text_printf(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
					  "<!-- runtime/README.txt tells in what the binary differs. -->\n"
					  "<fmiBuildDescription fmiVersion=\"3.0\">\n  <BuildConfiguration");
	describe_attribute(&out, "modelIdentifier", b->emit.name);
	text_printf(&out, ">\n    <SourceFileSet language=\"C17\">\n");
	for (size_t i = 0; i < b->files.n; i++) {
		text_printf(&out, "      <SourceFile");
		describe_attribute(&out, "name", b->files.at[i]);
		text_printf(&out, "/>\n");
	}
	text_printf(&out, "    </SourceFileSet>\n    <Library name=\"m\" external=\"true\"/>\n"
					  "  </BuildConfiguration>\n</fmiBuildDescription>\n");
	ok = !out.failed && build_zip_add(z, "sources/buildDescription.xml", text_str(&out), out.n);
	text_free(&out);
	return ok;
}

bool build_sources_pack(Build *b, BuildZip *z)
{
	if (!b->sources_dir)
		return true;
	if (!add_model(b, z) || (b->o->kind == MDV_BUILD_FMU3 && !add_build_description(b, z)))
		return false;
	for (size_t i = 0; i < b->sources.n; i++) {
		const char *name = b->sources.at[i];

		if (!build_fmu_add(z, arena_printf(&b->cx.keep, "sources/runtime/%s", name),
						   arena_printf(&b->cx.keep, "%s/%s", b->sources_dir, name)))
			return false;
	}
	return true;
}
