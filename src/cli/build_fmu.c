/* SPDX-License-Identifier: MIT
   build_fmu.c — a model as a functional mock-up unit: the shared library that build_compiler.c
   makes, with the standard's functions in it, and the description, in an archive. */
#include "cli/build.h"

#include "compiler/fmi/describe.h"

#include <errno.h>
#include <sys/stat.h>

static int version(const Build *b)
{
	return b->o->kind == MDV_BUILD_FMU2 ? 2 : b->o->kind == MDV_BUILD_FMU3 ? 3 : 0;
}

bool build_fmu_is(const Build *b)
{
	return version(b) > 0;
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

void build_fmu_describe(Build *b)
{
	DescribeOptions o = {.version = version(b),
						 .identifier = b->emit.name,
						 .token = make_token(b),
						 .tool = "modevs " MDV_VERSION};

	describe_model(&b->cx.island->model, &b->cx.island->code, &o, &b->cx.scratch, &b->description);
	text_printf(&b->source,
				"\n/* FMI %d.0 */\n#define MDV_FMU_UNIT   (&%s_unit)\n"
				"#define MDV_FMU_SOLVER ((MdvSolver)%d)\n#define MDV_FMU_TOKEN  \"%s\"\n"
				"#include <modevs/fmi%d.h>\n",
				o.version, b->emit.name, (int)b->o->run.solver, o.token, o.version);
}

/* --- the archive --- */

/* Adds a file that is there. */
static bool add_file(BuildZip *z, const char *name, const char *path)
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

static bool add_all(Build *b, BuildZip *z)
{
	const char *folder = version(b) == 2 ? "linux64" : "x86_64-linux";

	return build_zip_add(z, "modelDescription.xml", text_str(&b->description), b->description.n) &&
		   add_file(z, arena_printf(&b->cx.keep, "binaries/%s/%s.so", folder, b->emit.name),
					b->file[BUILD_BINARY].work);
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
