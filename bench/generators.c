/* SPDX-License-Identifier: MIT
   generators.c — N atomics that act at random and never speak to each other (exponential gaps,
   mean 1): the cost of the event list and of an internal transition alone. */
#include "bench.h"

typedef struct {
	double gap;       /* until the next event */
	MdvRandom random; /* of the gaps */
} Source;

static MdvStatus source_delta_int(void *state, const MdvCall *call)
{
	Source *s = state;

	(void)call;
	s->gap = mdv_random_exponential(&s->random, 1.0);
	return MDV_OK;
}

static MdvStatus source_init(void *state, const MdvCall *call, const void *params)
{
	(void)params;
	mdv_random_init(&((Source *)state)->random, call, 0);
	return source_delta_int(state, call);
}

static double source_ta(const void *state)
{
	return ((const Source *)state)->gap;
}

static const MdvAtomic source = {
	.name = "source",
	.state_size = sizeof(Source),
	.init = source_init,
	.ta = source_ta,
	.delta_int = source_delta_int,
};

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "generators N EVENTS [--threads N] [--trace FILE]"};
	uint64_t n, events, done;
	double t_next, cpu_s;
	MdvComponent added;
	MdvDevs *sim;

	bench_args(&args, argc, argv, 2, 2);
	n = bench_number(&args, args.plain[0], 1, 100000000);
	events = bench_number(&args, args.plain[1], 0, UINT64_MAX);
	sim = bench_new(&args, 0, 0);
	for (uint64_t i = 0; i < n; i++)
		bench_check(sim, mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &source, NULL, &added));
	bench_check(sim, mdv_devs_next_time(sim, &t_next)); /* fills the event list */

	cpu_s = bench_cpu_s();
	bench_run_until(sim, events, (double)n);
	cpu_s = bench_cpu_s() - cpu_s;

	done = mdv_devs_stats(sim).internal;
	printf("generators n=%" PRIu64 " events=%" PRIu64
		   " cpu_s=%.4g mevents_per_s=%.4g rss_mb=%.0f\n",
		   n, done, cpu_s, 1e-6 * (double)done / cpu_s, bench_peak_mb());
	bench_free(&args, sim);
	return 0;
}
