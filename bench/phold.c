/* SPDX-License-Identifier: MIT
   phold.c — the PHOLD benchmark (Fujimoto 1990): N servers, N jobs; a job is served for an
   exponential time (mean 1) and goes on to one of four servers drawn when the model was built.
   The event list holds about N/2 events at random times; no two happen together. */
#include "bench.h"

#include <math.h>

enum { TARGETS = 4 };

typedef struct {
	double sigma;     /* until the job in service is done */
	MdvRandom random; /* service times and directions */
	uint32_t jobs;    /* here, the one in service included */
	uint32_t port;    /* where that one goes next */
} Server;

/* Take the next job into service. */
static void serve(Server *s)
{
	s->sigma = mdv_random_exponential(&s->random, 1.0);
	s->port = (uint32_t)(mdv_random_bits(&s->random) >> 62); /* 2 bits: 0 .. TARGETS-1 */
}

static MdvStatus server_init(void *state, const MdvCall *call, const void *params)
{
	Server *s = state;

	(void)params;
	mdv_random_init(&s->random, call, 0);
	s->jobs = 1;
	serve(s);
	return MDV_OK;
}

static double server_ta(const void *state)
{
	return ((const Server *)state)->sigma;
}

static MdvStatus server_lambda(const void *state, MdvCall *call)
{
	const Server *s = state;

	return mdv_send(call, s->port, mdv_integer(s->jobs));
}

static MdvStatus server_delta_int(void *state, const MdvCall *call)
{
	Server *s = state;

	(void)call;
	s->jobs--;
	if (s->jobs > 0)
		serve(s);
	else
		s->sigma = INFINITY;
	return MDV_OK;
}

static MdvStatus server_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Server *s = state;
	bool idle = s->jobs == 0;

	(void)call;
	s->jobs += (uint32_t)x->n;
	if (idle)
		serve(s);
	else
		s->sigma -= e;
	return MDV_OK;
}

static const MdvAtomic server = {
	.name = "server",
	.state_size = sizeof(Server),
	.n_in = 1,
	.n_out = TARGETS,
	.init = server_init,
	.ta = server_ta,
	.lambda = server_lambda,
	.delta_int = server_delta_int,
	.delta_ext = server_delta_ext,
};

static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static void build(MdvDevs *sim, uint64_t n)
{
	MdvComponent *servers = malloc(n * sizeof *servers);
	uint64_t random = 12345, target;

	if (!servers)
		bench_fail("out of memory");
	for (uint64_t i = 0; i < n; i++)
		bench_check(sim,
					mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &server, NULL, &servers[i]));
	for (uint64_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < TARGETS; k++) {
			do
				target = splitmix64(&random) % n;
			while (target == i);
			/* Two ports may have the same target: that is not the same coupling twice. */
			bench_check(sim, mdv_devs_couple(sim, servers[i], k, servers[target], 0));
		}
	}
	free(servers);
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "phold N EVENTS [--threads N] [--trace FILE]"};
	uint64_t n, events, done;
	double t_next, cpu_s;
	MdvDevs *sim;

	bench_args(&args, argc, argv, 2, 2);
	n = bench_number(&args, args.plain[0], 2, 100000000);
	events = bench_number(&args, args.plain[1], 0, UINT64_MAX);
	sim = bench_new(&args, 0, 0);
	build(sim, n);
	bench_check(sim, mdv_devs_next_time(sim, &t_next)); /* makes the routing tables */

	cpu_s = bench_cpu_s();
	bench_run_until(sim, events, 2.0 * (double)n);
	cpu_s = bench_cpu_s() - cpu_s;

	done = bench_transitions(sim);
	printf("phold n=%" PRIu64 " transitions=%" PRIu64 " cpu_s=%.4g mtrans_per_s=%.4g rss_mb=%.0f\n",
		   n, done, cpu_s, 1e-6 * (double)done / cpu_s, bench_peak_mb());
	bench_free(&args, sim);
	return 0;
}
