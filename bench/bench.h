/* SPDX-License-Identifier: MIT
   bench.h — what the benchmarks of the engine share: making a model, running it, giving up. */
#ifndef MDV_BENCH_H
#define MDV_BENCH_H

#include "measure.h"
#include "modevs/devs.h"

/* The engine's own message is the best there is. */
static inline void bench_check(const MdvDevs *sim, MdvStatus status)
{
	if (status < 0)
		bench_fail(mdv_devs_error(sim));
}

static inline MdvDevs *bench_new(BenchArgs *args, uint32_t n_in, uint32_t n_out)
{
	MdvDevsOptions options = {
		.n_in = n_in, .n_out = n_out, .seed = 12345, .threads = args->threads};
	MdvDevs *sim = mdv_devs_new(&options);

	if (!sim)
		bench_fail("out of memory");
	if (args->trace) {
		args->trace_file = fopen(args->trace, "w");
		if (!args->trace_file) {
			perror(args->trace);
			exit(3);
		}
		bench_check(sim, mdv_devs_trace(sim, args->trace_file, MDV_TRACE_CSV));
	}
	return sim;
}

static inline void bench_free(BenchArgs *args, MdvDevs *sim)
{
	mdv_devs_free(sim);
	if (args->trace_file && fclose(args->trace_file) != 0) {
		perror(args->trace);
		exit(3);
	}
}

static inline uint64_t bench_transitions(const MdvDevs *sim)
{
	MdvDevsStats stats = mdv_devs_stats(sim);

	return stats.internal + stats.external;
}

/* Run on until `goal` transitions are made in all, to within those of one instant; at most `rate`
   are expected per unit of model time. Long slices first, aimed a little short of the goal. */
static inline void bench_run_until(MdvDevs *sim, uint64_t goal, double rate)
{
	for (;;) {
		uint64_t done = bench_transitions(sim);
		uint64_t left = goal > done ? goal - done : 0;
		double t_next;

		if (left == 0)
			return;
		bench_check(sim, mdv_devs_next_time(sim, &t_next));
		if (t_next > 1e300)
			bench_fail("nothing is scheduled any more");
		if (left > 1000)
			bench_check(sim, mdv_devs_run(sim, t_next + 0.9 * (double)left / rate));
		else
			bench_check(sim, mdv_devs_step(sim));
	}
}

#endif
