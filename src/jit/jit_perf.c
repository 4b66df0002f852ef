/* SPDX-License-Identifier: MIT
   jit_perf.c — names of machine code for perf, where the environment asks for them
   (MODEVS_PERF_MAP): lines of address, length and name in the file that perf looks for. */
#include "jit/jit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void jit_perf_note(const uint8_t *at, size_t size, const char *kind, const char *name)
{
	const char *wanted = getenv("MODEVS_PERF_MAP");
	char path[64];
	FILE *out;
	int fd;

	if (!wanted || !*wanted)
		return;
	snprintf(path, sizeof path, "/tmp/perf-%ld.map", (long)getpid());
	fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
	out = fd < 0 ? NULL : fdopen(fd, "a");
	if (!out) { /* a help for people who look; nothing depends on it */
		if (fd >= 0)
			(void)close(fd);
		return;
	}
	fprintf(out, "%llx %zx modevs %s %s\n", (unsigned long long)(uintptr_t)at, size, kind, name);
	fclose(out);
}
