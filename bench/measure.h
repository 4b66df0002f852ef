/* SPDX-License-Identifier: MIT
   measure.h — what all benchmarks share: reading the command line, clocks, memory, giving up.
   Wrong usage ends a program with status 2, a failure with status 3. */
#ifndef MDV_BENCH_MEASURE_H
#define MDV_BENCH_MEASURE_H

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

typedef struct {
	const char *usage;    /* what to say when the command line is wrong */
	const char *plain[4]; /* arguments that are no options */
	int n_plain;          /* how many of them */
	unsigned threads;     /* --threads N; 0: none besides the caller's */
	const char *trace;    /* --trace FILE; NULL: no trace */
	FILE *trace_file;     /* open while the simulation runs */
} BenchArgs;

_Noreturn static inline void bench_usage(const BenchArgs *args, const char *why)
{
	fprintf(stderr, "%s\nusage: %s\n", why, args->usage);
	exit(2);
}

_Noreturn static inline void bench_fail(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(3);
}

/* A whole number from `low` to `high`. */
static inline uint64_t bench_number(const BenchArgs *args, const char *text, uint64_t low,
									uint64_t high)
{
	char why[160], *end;
	unsigned long long x;

	errno = 0;
	x = strtoull(text, &end, 10);
	if (errno || end == text || *end || text[0] == '-' || x < low || x > high) {
		snprintf(why, sizeof why, "'%s' is not a whole number from %" PRIu64 " to %" PRIu64, text,
				 low, high);
		bench_usage(args, why);
	}
	return x;
}

/* Options may stand anywhere; `low` to `high` plain arguments must remain. */
static inline void bench_args(BenchArgs *args, int argc, char **argv, int low, int high)
{
	char why[160];

	for (int i = 1; i < argc; i++) {
		bool threads = !strcmp(argv[i], "--threads"), trace = !strcmp(argv[i], "--trace");

		if ((threads || trace) && i + 1 == argc)
			bench_usage(args, "the last option lacks its value");
		if (threads) {
			args->threads = (unsigned)bench_number(args, argv[++i], 0, 1024);
		} else if (trace) {
			args->trace = argv[++i];
		} else if (argv[i][0] == '-') {
			snprintf(why, sizeof why, "unknown option '%s'", argv[i]);
			bench_usage(args, why);
		} else {
			if (args->n_plain == high)
				bench_usage(args, "too many arguments");
			args->plain[args->n_plain++] = argv[i];
		}
	}
	if (args->n_plain < low)
		bench_usage(args, "too few arguments");
}

/* Processor seconds of the whole process so far, all threads. */
static inline double bench_cpu_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Most memory ever resident, in 2^20 bytes. */
static inline double bench_peak_mb(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (double)usage.ru_maxrss / 1024.0;
}

/* Memory resident now, in 2^20 bytes; 0 where there is no /proc. */
static inline double bench_resident_mb(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (!file)
		return 0.0;
	if (fscanf(file, "%*s %ld", &pages) != 1)
		pages = 0;
	fclose(file);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576.0;
}

#endif
