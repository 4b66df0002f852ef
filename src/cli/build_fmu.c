/* SPDX-License-Identifier: MIT
   build_fmu.c — a model as a functional mock-up unit: the shared library that build_compiler.c
   makes, with the standard's functions in it, and the description, in an archive. */
#include "cli/build.h"

#include "compiler/fmi/describe.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static int version(const Build *b)
{
	return b->o->kind == MDV_BUILD_FMU2 ? 2 : b->o->kind == MDV_BUILD_FMU3 ? 3 : 0;
}

bool build_fmu_is(const Build *b)
{
	return version(b) > 0;
}

bool build_fmu_can_be(const Build *b)
{
	const MdvModel *m = &b->cx.island->model;

	for (int32_t i = 0; i < m->n_readies; i++)
		if (*m->ready[i].library) {
			render_say(stderr,
					   "%s: '%s' is in the shared library '%s', which an FMU does not have "
					   "with it\n",
					   b->o->program, m->ready[i].name, m->ready[i].library);
			return false;
		}
	return true;
}

/* Of the model's C: another model, or another version of modevs, has another one. */
static const char *make_token(Build *b)
{
	uint64_t x = map_hash_bytes(text_str(&b->source), b->source.n, (uint64_t)b->o->run.solver);
	uint64_t y = map_hash_bytes(text_str(&b->source), b->source.n, map_hash(x));

	return arena_printf(&b->cx.keep, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(x >> 32),
						(unsigned)(x >> 16 & 0xffff), (unsigned)(x & 0xffff), (unsigned)(y >> 48),
						(unsigned long long)(y & 0xffffffffffff));
}

/* --- files that the model reads --- */

static bool is_file(const char *path)
{
	const char *dot = strrchr(path, '.');
	struct stat info;

	return *path == '/' && !(dot && !strcmp(dot, ".mo")) && stat(path, &info) == 0 &&
		   S_ISREG(info.st_mode);
}

/* Its name in the FMU: as it is called, or, if another one is called so, with a number before. */
static const char *resource_name(Build *b, const char *path)
{
	const char *own = strrchr(path, '/') + 1, *name = own;
	int k = 1;

	for (size_t i = 0; i < b->resources.n; i++)
		if (!strcmp(b->resources.at[i].name, name)) {
			name = arena_printf(&b->cx.keep, "%d_%s", ++k, own);
			i = (size_t)-1; /* all of them again */
		}
	return name;
}

static const char *note_resource(Build *b, const char *path)
{
	BuildResource r = {path, NULL};

	for (size_t i = 0; i < b->resources.n; i++)
		if (!strcmp(b->resources.at[i].path, path))
			return b->resources.at[i].name;
	r.name = resource_name(b, path);
	vec_push(arena_allocator(&b->cx.keep), &b->resources, r);
	return r.name;
}

/* Texts of the model that name a file (of loadResource, or as they are written) name one of the
   FMU. Texts are literals of C, or parts of one that end with \0; those with other escapes name no
   file that anybody has. */
static void take_resources(Build *b)
{
	const char *s = text_str(&b->source), *end = s + b->source.n, *done = s;
	Text out;

	text_init(&out, NULL);
	while (s < end) {
		bool begins =
			s > text_str(&b->source) + 1 && (s[-1] == '"' || (s[-1] == '0' && s[-2] == '\\'));
		size_t n = begins && *s == '/' ? strcspn(s, "\"\\\n") : 0;
		bool ends = n > 1 && (s[n] == '"' || !strncmp(s + n, "\\0", 2));
		const char *path = ends ? arena_strndup(&b->cx.keep, s, n) : "";

		if (!is_file(path)) {
			s++;
			continue;
		}
		text_add(&out, done, (size_t)(s - done));
		text_printf(&out, "%s%s", EXT_RESOURCE, note_resource(b, path));
		done = s += n;
	}
	if (b->resources.n > 0) {
		text_add(&out, done, (size_t)(end - done));
		text_clear(&b->source);
		text_add(&b->source, text_str(&out), out.n);
	}
	b->source.failed |= out.failed;
	text_free(&out);
}

/* Start values of the description that are such a text. */
static void describe_resources(Build *b)
{
	for (size_t i = 0; i < b->resources.n; i++) {
		const char *s = text_str(&b->description), *at;
		const char *whole = arena_printf(&b->cx.keep, "\"%s\"", b->resources.at[i].path);
		Text out;

		text_init(&out, NULL);
		for (; (at = strstr(s, whole)); s = at + strlen(whole)) {
			text_add(&out, s, (size_t)(at - s));
			text_printf(&out, "\"%s%s\"", EXT_RESOURCE, b->resources.at[i].name);
		}
		text_add(&out, s, strlen(s));
		text_clear(&b->description);
		text_add(&b->description, text_str(&out), out.n);
		b->description.failed |= out.failed;
		text_free(&out);
	}
}

/* --- the description --- */

void build_fmu_print(const Build *b, MdvSolver solver, Text *out)
{
	text_printf(out,
				"\n/* FMI %d.0 */\n#define MDV_FMU_UNIT   (&%s_unit)\n"
				"#define MDV_FMU_SOLVER ((MdvSolver)%d)\n#define MDV_FMU_TOKEN  \"%s\"\n"
				"#define MDV_FMU_ARRAYS%s\n#include <modevs/fmi%d.h>\n",
				version(b), b->emit.name, (int)solver, b->token, b->arrays, version(b));
}

void build_fmu_describe(Build *b)
{
	DescribeOptions o;
	Text arrays;

	text_init(&arrays, NULL);
	take_resources(b);
	b->token = make_token(b);
	o = (DescribeOptions){.version = version(b),
						  .identifier = b->emit.name,
						  .token = b->token,
						  .tool = "modevs " MDV_VERSION,
						  .source = b->files.at,
						  .n_sources = b->files.n,
						  .foreign_objects = build_sources_objects(b),
						  .arrays = &arrays};

	describe_model(&b->cx.island->model, &b->cx.island->code, &o, &b->cx.scratch, &b->description);
	describe_resources(b);
	b->arrays = arena_printf(&b->cx.keep, "%s", text_str(&arrays));
	b->source_end = b->source.n;
	build_fmu_print(b, b->o->run.solver, &b->source);
	b->source.failed |= arrays.failed;
	text_free(&arrays);
}

/* --- the archive --- */

bool build_fmu_add(BuildZip *z, const char *name, const char *path)
{
	FILE *file = file_open(path);
	struct stat info;
	char *bytes;
	size_t n;
	bool ok;

	if (!file)
		return false;
	if (fstat(fileno(file), &info) != 0 || info.st_size < 0) {
		fclose(file);
		return false;
	}
	n = (size_t)info.st_size;
	bytes = alloc_new(&alloc_heap, n + 1);
	ok = bytes && fread(bytes, 1, n, file) == n;
	fclose(file);
	ok = ok && build_zip_add(z, name, bytes, n);
	alloc_free(&alloc_heap, bytes, n + 1);
	return ok;
}

static bool add_resources(Build *b, BuildZip *z)
{
	for (size_t i = 0; i < b->resources.n; i++) {
		const BuildResource *r = &b->resources.at[i];

		if (!build_fmu_add(z, arena_printf(&b->cx.keep, "resources/%s", r->name), r->path))
			return false;
	}
	return true;
}

static bool add_all(Build *b, BuildZip *z)
{
	const char *folder = version(b) == 2 ? "linux64" : "x86_64-linux";

	return build_zip_add(z, "modelDescription.xml", text_str(&b->description), b->description.n) &&
		   build_fmu_add(z, arena_printf(&b->cx.keep, "binaries/%s/%s.so", folder, b->emit.name),
						 b->file[BUILD_BINARY].work) &&
		   add_resources(b, z) && build_sources_pack(b, z);
}

bool build_fmu_pack(Build *b)
{
	const BuildFile *f = &b->file[BUILD_ARCHIVE];
	BuildZip *z;
	bool ok;

	interrupt_phase("writing", NULL);
	z = build_zip_new(f->work, &b->cx.keep);
	if (!z)
		return build_cannot("write", f->result);
	ok = add_all(b, z);
	return (build_zip_end(z) && ok) || build_cannot("write", f->result);
}
