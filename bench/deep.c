/* SPDX-License-Identifier: MIT
   deep.c — a very deep hierarchy: LEVELS coupled models, each inside the one before, share ATOMICS
   servers evenly. The servers of a level form a ring; about every eighth is a gate that also sends
   jobs to the gates of the levels above and below, and receives jobs from there. The innermost
   gate's output leads besides up through all levels to the root, and a bell rung at the root
   reaches the first gate of every level. Jobs are neither made nor lost, so a run must not need
   more and more memory: the smallest and the largest resident size after a warm-up are shown. */
#include "bench.h"

#include <math.h>

enum { RING, DOWN, UP, N_WAYS }; /* output ports of a server */
enum { JOB, BELL, N_INPUTS };    /* input ports */
enum { GATE_EVERY = 8, READINGS = 10 };

typedef struct {
	bool down; /* jobs may go to the level below */
	bool up;   /* and to the level above */
} Ways;

typedef struct {
	double sigma;     /* until the job in service is done */
	MdvRandom random; /* service times and directions */
	uint32_t jobs;    /* here, the one in service included */
	uint32_t bells;   /* heard */
	Ways ways;        /* besides the ring */
	uint8_t port;     /* where the job in service goes next */
} Server;

/* Gates see three times the traffic of the others and work three times as fast. */
static void serve(Server *s)
{
	bool gate = s->ways.down || s->ways.up;
	uint64_t draw;

	s->sigma = mdv_random_exponential(&s->random, gate ? 1.0 / 3.0 : 1.0);
	s->port = RING;
	if (!gate)
		return;
	draw = mdv_random_below(&s->random, N_WAYS);
	if ((draw == DOWN && s->ways.down) || (draw == UP && s->ways.up))
		s->port = (uint8_t)draw;
}

static MdvStatus server_init(void *state, const MdvCall *call, const void *params)
{
	Server *s = state;

	s->ways = *(const Ways *)params;
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
	if (--s->jobs > 0)
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
	for (size_t i = 0; i < x->n; i++)
		if (x->at[i].port == BELL)
			s->bells++;
		else
			s->jobs++;
	if (!idle)
		s->sigma -= e;
	else if (s->jobs > 0)
		serve(s);
	return MDV_OK;
}

static const MdvAtomic server = {
	.name = "server",
	.state_size = sizeof(Server),
	.n_in = N_INPUTS,
	.n_out = N_WAYS,
	.init = server_init,
	.ta = server_ta,
	.lambda = server_lambda,
	.delta_int = server_delta_int,
	.delta_ext = server_delta_ext,
};

typedef struct {
	MdvDevs *sim;          /* the model */
	uint64_t atomics;      /* in all */
	uint64_t levels;       /* in all */
	uint32_t gates;        /* per level */
	MdvComponent *servers; /* those of the current level */
} Build;

static void couple(Build *b, MdvComponent from, uint32_t from_port, MdvComponent to,
				   uint32_t to_port)
{
	bench_check(b->sim, mdv_devs_couple(b->sim, from, from_port, to, to_port));
}

/* The servers of one level and their ring; gates are coupled to the ports of their level. */
static void fill_level(Build *b, uint64_t l, MdvComponent level)
{
	uint64_t n = b->atomics / b->levels + (l < b->atomics % b->levels);
	MdvComponent *servers = b->servers;

	for (uint64_t i = 0; i < n; i++) {
		bool gate = i % GATE_EVERY == 0 && i / GATE_EVERY < b->gates;
		Ways ways = {.down = gate && l + 1 < b->levels, .up = gate && l > 0};

		bench_check(b->sim, mdv_devs_add_atomic(b->sim, level, NULL, &server, &ways, &servers[i]));
	}
	for (uint64_t i = 0; i < n; i++)
		couple(b, servers[i], RING, servers[(i + 1) % n], JOB);
	for (uint32_t g = 0; l > 0 && g < b->gates; g++) {
		couple(b, level, g, servers[g * GATE_EVERY], JOB);
		couple(b, servers[g * GATE_EVERY], UP, level, g);
	}
	couple(b, level, b->gates, servers[0], BELL);
	if (l + 1 == b->levels)
		couple(b, servers[0], RING, level, b->gates);
}

/* The gates of the level just filled speak with the level inside. */
static void couple_inner(Build *b, MdvComponent level, MdvComponent inner)
{
	for (uint32_t g = 0; g < b->gates; g++) {
		couple(b, b->servers[g * GATE_EVERY], DOWN, inner, g);
		couple(b, inner, g, b->servers[g * GATE_EVERY], JOB);
	}
	couple(b, level, b->gates, inner, b->gates);
	couple(b, inner, b->gates, level, b->gates);
}

static void build(Build *b)
{
	uint64_t fewest = b->atomics / b->levels;
	MdvComponent level, inner;

	b->gates = (uint32_t)(fewest / GATE_EVERY) + (fewest < GATE_EVERY);
	b->servers = malloc((fewest + 1) * sizeof *b->servers);
	if (!b->servers)
		bench_fail("out of memory");
	bench_check(b->sim, mdv_devs_add_coupled(b->sim, mdv_devs_root(b->sim), NULL, b->gates + 1,
											 b->gates + 1, &level));
	couple(b, mdv_devs_root(b->sim), 0, level, b->gates);
	couple(b, level, b->gates, mdv_devs_root(b->sim), 0);
	for (uint64_t l = 0; l < b->levels; l++) {
		fill_level(b, l, level);
		if (l + 1 == b->levels)
			break;
		bench_check(b->sim,
					mdv_devs_add_coupled(b->sim, level, NULL, b->gates + 1, b->gates + 1, &inner));
		couple_inner(b, level, inner);
		level = inner;
	}
	free(b->servers);
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "deep ATOMICS LEVELS EVENTS [--threads N] [--trace FILE]"};
	Build b = {0};
	double low = INFINITY, high = 0.0, mb, setup_mb, setup_s, cpu_s, t_next;
	uint64_t events;

	bench_args(&args, argc, argv, 3, 3);
	b.atomics = bench_number(&args, args.plain[0], 2, 100000000);
	b.levels = bench_number(&args, args.plain[1], 1, b.atomics / 2);
	events = bench_number(&args, args.plain[2], 0, UINT64_MAX);

	setup_s = bench_cpu_s();
	b.sim = bench_new(&args, 1, 1);
	build(&b);
	bench_check(b.sim, mdv_devs_next_time(b.sim, &t_next)); /* makes the routing tables */
	setup_s = bench_cpu_s() - setup_s;
	setup_mb = bench_resident_mb();

	/* The first round is the warm-up. */
	cpu_s = bench_cpu_s();
	for (uint64_t i = 0; i <= READINGS; i++) {
		double now = mdv_devs_time(b.sim);

		bench_check(b.sim, mdv_devs_inject(b.sim, now, mdv_devs_root(b.sim), 0, mdv_event()));
		bench_run_until(b.sim, events - events / (READINGS + 1) * (READINGS - i),
						3.0 * (double)b.atomics);
		mb = bench_resident_mb();
		if (i > 0) {
			low = mb < low ? mb : low;
			high = mb > high ? mb : high;
		}
	}
	cpu_s = bench_cpu_s() - cpu_s;
	events = bench_transitions(b.sim);
	printf("deep atomics=%" PRIu64 " levels=%" PRIu64 " setup_s=%.4g transitions=%" PRIu64
		   " cpu_s=%.4g mtrans_per_s=%.4g rss_setup_mb=%.1f rss_end_mb=%.1f rss_low_mb=%.1f"
		   " rss_high_mb=%.1f\n",
		   b.atomics, b.levels, setup_s, events, cpu_s, 1e-6 * (double)events / cpu_s, setup_mb, mb,
		   low, high);
	bench_free(&args, b.sim);
	return 0;
}
