/* SPDX-License-Identifier: MIT
   native.h — C code written by a benchmark, compiled by gcc -O2 and loaded; libraries that
   `modevs build` has made. */
#ifndef MDV_BENCH_NATIVE_H
#define MDV_BENCH_NATIVE_H

#include "measure.h"
#include "modevs/unit.h"

#include <dlfcn.h>

typedef void Native(double *frame);

/* The file `dir`/code.c, to be written and closed. */
static inline FILE *native_open(const char *dir)
{
	char path[200];
	FILE *out;

	snprintf(path, sizeof path, "%s/code.c", dir);
	out = fopen(path, "w");
	if (!out)
		bench_fail("cannot write to the temporary directory");
	return out;
}

/* Compiles it and gives its function `run`. Every library has a name of its own, since one that is
   open is not loaded again. */
static inline Native *native_compile(const char *dir)
{
	static int n_libraries;
	char command[1024], path[200];
	void *library;
	Native *run;

	snprintf(path, sizeof path, "%s/code%d.so", dir, n_libraries++);
	snprintf(command, sizeof command,
			 "gcc -O2 -ffp-contract=off -fno-math-errno -fPIC -shared -I%s -o %s %s/code.c -lm",
			 MDV_INCLUDE_DIR, path, dir);
	if (system(command) != 0)
		bench_fail("gcc cannot compile the code");
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* stays open until the end */
	if (!library)
		bench_fail(dlerror());
	*(void **)&run = dlsym(library, "run");
	if (!run)
		bench_fail(dlerror());
	remove(path);
	snprintf(path, sizeof path, "%s/code.c", dir);
	remove(path);
	return run;
}

/* NAME_unit of NAME.so. */
static inline const MdvUnit *native_unit(const char *path)
{
	const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* stays open until the end */
	const MdvUnit *unit;
	char name[200];

	if (!library)
		bench_fail(dlerror());
	snprintf(name, sizeof name, "%.*s_unit", (int)strcspn(base, "."), base);
	unit = dlsym(library, name);
	if (!unit)
		bench_fail(dlerror());
	return unit;
}

#endif
