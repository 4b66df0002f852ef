/* SPDX-License-Identifier: MIT
   structure.c — the cost of changing a running model: a ring of clocks, in which between two events
   one atomic is removed and a new one, coupled in and out, takes its place. The time of the events
   alone is measured first and taken off. */
#include "bench.h"

#include <math.h>

typedef struct {
	double t_next;    /* when it ticks */
	MdvRandom random; /* gaps */
	uint64_t heard;   /* ticks of the one before */
} Clock;

static MdvStatus clock_delta_int(void *state, const MdvCall *call)
{
	Clock *s = state;

	s->t_next = call->t + mdv_random_exponential(&s->random, 1.0);
	return MDV_OK;
}

static MdvStatus clock_init(void *state, const MdvCall *call, const void *params)
{
	(void)params;
	mdv_random_init(&((Clock *)state)->random, call, 0);
	return clock_delta_int(state, call);
}

static double clock_t_next(const void *state)
{
	return ((const Clock *)state)->t_next;
}

static MdvStatus clock_lambda(const void *state, MdvCall *call)
{
	(void)state;
	return mdv_send(call, 0, mdv_event());
}

static MdvStatus clock_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)call, (void)e;
	((Clock *)state)->heard += x->n;
	return MDV_OK;
}

static const MdvAtomic ticker = {
	.name = "clock",
	.state_size = sizeof(Clock),
	.n_in = 1,
	.n_out = 1,
	.init = clock_init,
	.t_next = clock_t_next,
	.lambda = clock_lambda,
	.delta_int = clock_delta_int,
	.delta_ext = clock_delta_ext,
};

static MdvComponent add(MdvDevs *sim)
{
	MdvComponent added;

	bench_check(sim, mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &ticker, NULL, &added));
	return added;
}

static void couple(MdvDevs *sim, MdvComponent from, MdvComponent to)
{
	bench_check(sim, mdv_devs_couple(sim, from, 0, to, 0));
}

/* One change: the atomic at `i` goes, a new one stands in its place. */
static void replace(MdvDevs *sim, MdvComponent *ring, uint64_t n, uint64_t i)
{
	bench_check(sim, mdv_devs_remove(sim, ring[i]));
	ring[i] = add(sim);
	couple(sim, ring[(i + n - 1) % n], ring[i]);
	couple(sim, ring[i], ring[(i + 1) % n]);
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "structure [ATOMICS [CHANGES]] [--threads N] [--trace FILE]"};
	uint64_t n = 100000, changes = 100000, done = 0, state = 12345;
	double t_next, event_s, change_s;
	MdvComponent *ring;
	MdvDevs *sim;

	bench_args(&args, argc, argv, 0, 2);
	if (args.n_plain > 0)
		n = bench_number(&args, args.plain[0], 3, 100000000);
	if (args.n_plain > 1)
		changes = bench_number(&args, args.plain[1], 1, UINT64_MAX);
	sim = bench_new(&args, 0, 0);
	ring = malloc(n * sizeof *ring);
	if (!ring)
		bench_fail("out of memory");
	for (uint64_t i = 0; i < n; i++)
		ring[i] = add(sim);
	for (uint64_t i = 0; i < n; i++)
		couple(sim, ring[i], ring[(i + 1) % n]);
	bench_check(sim, mdv_devs_next_time(sim, &t_next)); /* makes the routing tables */

	event_s = bench_cpu_s();
	for (uint64_t i = 0; i < changes; i++)
		bench_check(sim, mdv_devs_step(sim));
	event_s = bench_cpu_s() - event_s;

	/* Long enough is long enough: a slow change does not have to be made so often. */
	change_s = bench_cpu_s();
	while (done < changes && (done % 64 || bench_cpu_s() - change_s < 20.0)) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		replace(sim, ring, n, (state >> 33) % n);
		bench_check(sim, mdv_devs_step(sim));
		done++;
	}
	change_s = bench_cpu_s() - change_s;
	event_s /= (double)changes;
	change_s = change_s / (double)done - event_s;
	printf("structure atomics=%" PRIu64 " changes=%" PRIu64
		   " us_per_event=%.4g us_per_change=%.4g rss_mb=%.0f\n",
		   n, done, 1e6 * event_s, 1e6 * change_s, bench_peak_mb());
	free(ring);
	bench_free(&args, sim);
	return 0;
}
