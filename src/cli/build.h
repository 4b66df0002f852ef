/* SPDX-License-Identifier: MIT
   build.h — what the files of `modevs build` share. */
#ifndef MDV_BUILD_H
#define MDV_BUILD_H

#include "cli/cli.h"
#include "compiler/emit/emit.h"
#include "runtime/out/out.h"

/* A file that is written, or made by the C compiler, in the work folder. */
typedef struct BuildFile {
	char *work;   /* there */
	char *result; /* where it is put when all is done; NULL: it is removed with the folder */
	bool placed;  /* it is there */
} BuildFile;

enum { BUILD_SOURCE, BUILD_HEADER, BUILD_BINARY, BUILD_ARCHIVE, BUILD_FILES };

/* All files appear where they are asked for when every one of them is whole, or none does. Until
   then they are in a work folder beside that place. */
typedef struct BuildResource {
	const char *path; /* where it is */
	const char *name; /* in the FMU */
} BuildResource;

typedef struct Build {
	const Options *o;             /* the command line */
	Compile cx;                   /* the compiled model */
	const char *out;              /* NAME, with its folder, without suffix */
	const char *base;             /* NAME without its folder */
	EmitOptions emit;             /* names in C */
	Text source, header;          /* the C */
	Text description;             /* of an FMU */
	const char *token;            /* the same: guid, or instantiation token */
	const char *arrays;           /* the same: initializers of its arrays' references and sizes */
	VEC(BuildResource) resources; /* files that an FMU has with it */
	const char *sources_dir;      /* where the sources of the runtime are; NULL: it has none */
	VEC(const char *) sources;    /* these, below of it … */
	VEC(const char *) files;      /* … and all C files of an FMU, below of its sources/ */
	size_t source_end;            /* of `source`: where the standard's functions begin */
	VEC(const char *) command;    /* of the C compiler */
	Replace replace;              /* which files may be replaced */
	char *dir;                    /* the work folder; NULL: none, or removed */
	BuildFile file[BUILD_FILES];  /* by BUILD_…; work NULL: there is none */
	bool done;                    /* everything is in its place */
	volatile pid_t child;         /* the C compiler; 0: it does not run */
} Build;

/* cmd_build.c */

/* Says that it cannot do `what` with the file, and why (errno); gives false. */
bool build_cannot(const char *what, const char *path);

/* build_fmu.c — FMUs */

bool build_fmu_is(const Build *b);     /* that is what is asked for */
bool build_fmu_can_be(const Build *b); /* false: it was said why not */
void build_fmu_describe(Build *b);     /* the description, and the standard's functions in C */
bool build_fmu_pack(Build *b);         /* the archive of what was made; false: said what is wrong */
void build_fmu_print(const Build *b, MdvSolver solver, Text *out); /* these functions */

/* build_zip.c — archives */

typedef struct BuildZip BuildZip;
BuildZip *build_zip_new(const char *path, Arena *keep); /* NULL: errno tells */
/* One more file; false: errno tells, and nothing more can be added. */
bool build_zip_add(BuildZip *z, const char *name, const void *bytes, size_t n);
bool build_zip_end(BuildZip *z); /* closes it; false: it is not whole */
bool build_fmu_add(BuildZip *z, const char *name, const char *path); /* a file that is there */

/* build_sources.c — sources/ of an FMU */

bool build_sources_find(Build *b);          /* what there is; false: said what is wrong */
bool build_sources_objects(const Build *b); /* are there external objects of others' code? */
bool build_sources_pack(Build *b, BuildZip *z);
MdvSolver build_sources_solver(MdvSolver solver); /* what they have for it */

/* build_file.c — the work folder; each false: said what is wrong */

bool build_file_begin(Build *b); /* names of all files, and the folder */
bool build_file_write(const BuildFile *f, const Text *text);
bool build_file_place(Build *b);  /* everything where it is asked for */
void build_file_end(void *build); /* removes the rest; also in a signal handler */

/* build_compiler.c — the C compiler; false: said what is wrong */

bool build_compiler_run(Build *b);    /* makes the binary of the source */
void build_compiler_end(pid_t child); /* with all its processes; also in a signal handler */

#endif
