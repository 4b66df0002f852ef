/* SPDX-License-Identifier: MIT
   devstone.c — the DEVStone benchmark (Glinsky and Wainer 2005; HOmod: Risco-Martin et al. 2017)
   with zero preparation time: one integer reaches the model at time 0 and everything happens at
   that one real time. LI: levels of independent atomics; HI: each level's atomics form a chain;
   HO: besides, all outputs leave the level; HOmod: each level is a triangle of chains whose base
   feeds the next level's base. The known numbers of transitions are checked on every run. */
#include "bench.h"

#include <math.h>

typedef enum { LI, HI, HO, HOMOD, VARIANT_COUNT } Variant;

static const char *const variant_names[VARIANT_COUNT] = {"LI", "HI", "HO", "HOmod"};

typedef struct {
	uint32_t internal; /* transitions */
	uint32_t external; /* transitions */
	uint32_t messages; /* seen so far; sent as the output's value */
	uint32_t active;   /* 1: sends at once, 0: waits for input */
} Stone;

static double stone_ta(const void *state)
{
	return ((const Stone *)state)->active ? 0.0 : INFINITY;
}

static MdvStatus stone_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, 0, mdv_integer(((const Stone *)state)->messages));
}

static MdvStatus stone_delta_int(void *state, const MdvCall *call)
{
	Stone *s = state;

	(void)call;
	s->internal++;
	s->active = 0;
	return MDV_OK;
}

static MdvStatus stone_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Stone *s = state;

	(void)call, (void)e;
	s->external++;
	s->messages += (uint32_t)x->n;
	s->active = 1;
	return MDV_OK;
}

static MdvStatus stone_delta_con(void *state, const MdvCall *call, const MdvBag *x)
{
	((Stone *)state)->internal++;
	return stone_delta_ext(state, call, 0.0, x);
}

static const MdvAtomic stone = {
	.name = "stone",
	.state_size = sizeof(Stone),
	.n_in = 1,
	.n_out = 1,
	.ta = stone_ta,
	.lambda = stone_lambda,
	.delta_int = stone_delta_int,
	.delta_ext = stone_delta_ext,
	.delta_con = stone_delta_con,
};

typedef struct {
	MdvDevs *sim;         /* the model under construction */
	Variant variant;      /* which of the four */
	uint64_t width;       /* atomics per level + 1, or rows of a triangle */
	MdvComponent *row[2]; /* HOmod: `width` atomics each, the row before and the current one */
	MdvComponent *stones; /* every atomic */
	size_t n_stones;      /* how many so far */
} Build;

static MdvComponent add_stone(Build *b, MdvComponent level)
{
	MdvComponent added;

	bench_check(b->sim, mdv_devs_add_atomic(b->sim, level, NULL, &stone, NULL, &added));
	b->stones[b->n_stones++] = added;
	return added;
}

static void couple(Build *b, MdvComponent from, uint32_t from_port, MdvComponent to,
				   uint32_t to_port)
{
	bench_check(b->sim, mdv_devs_couple(b->sim, from, from_port, to, to_port));
}

/* The atomics of one level of LI, HI or HO, in the order of their chain. */
static void fill_chain(Build *b, MdvComponent level)
{
	uint32_t in = b->variant == HO ? 1 : 0;
	MdvComponent before = level;

	for (uint64_t i = 1; i < b->width; i++) {
		MdvComponent atomic = add_stone(b, level);

		couple(b, level, in, atomic, 0);
		if (b->variant != LI && i > 1)
			couple(b, before, 0, atomic, 0);
		if (b->variant == HO)
			couple(b, atomic, 0, level, 1);
		before = atomic;
	}
}

/* The atomics of one level of HOmod: row 1 feeds the inner level; every atomic of row 2 feeds all
   of row 1; each further row is one shorter and feeds the row before, shifted by one. */
static void fill_triangle(Build *b, MdvComponent level, MdvComponent inner)
{
	uint64_t base = b->width - 1;
	MdvComponent *before = b->row[0], *row = b->row[1];

	for (uint64_t i = 0; i < base; i++) {
		before[i] = add_stone(b, level);
		couple(b, level, 1, before[i], 0);
		couple(b, before[i], 0, inner, 1);
	}
	for (uint64_t r = 2; r <= b->width; r++) {
		uint64_t n = r == 2 ? base : base - (r - 2);
		MdvComponent *filled = row;

		for (uint64_t i = 0; i < n; i++) {
			row[i] = add_stone(b, level);
			if (i == 0)
				couple(b, level, 1, row[i], 0);
			for (uint64_t k = 0; r == 2 && k < base; k++)
				couple(b, row[i], 0, before[k], 0);
			if (r > 2)
				couple(b, row[i], 0, before[i + 1], 0);
		}
		row = before;
		before = filled;
	}
}

/* Levels from the outermost to the innermost, which holds a single atomic. */
static void build_levels(Build *b, uint64_t depth)
{
	uint32_t n_in = b->variant >= HO ? 2 : 1, n_out = b->variant == HO ? 2 : 1;
	MdvComponent outside = mdv_devs_root(b->sim), level, atomic;

	for (uint64_t d = depth; d >= 1; d--) {
		bench_check(b->sim, mdv_devs_add_coupled(b->sim, outside, NULL, n_in, n_out, &level));
		couple(b, outside, 0, level, 0);
		/* The second input: from the seed at the top; inside, HO passes its first input on. */
		if (n_in == 2 && (d == depth || b->variant == HO))
			couple(b, outside, 0, level, 1);
		if (d < depth) {
			couple(b, level, 0, outside, 0);
			if (b->variant == HOMOD)
				fill_triangle(b, outside, level);
			else
				fill_chain(b, outside);
		}
		outside = level;
	}
	atomic = add_stone(b, level);
	couple(b, level, 0, atomic, 0);
	couple(b, atomic, 0, level, 0);
}

static size_t count_stones(Variant variant, uint64_t width, uint64_t depth)
{
	uint64_t level = width - 1;

	if (variant == HOMOD)
		level += (width - 1) * width / 2;
	return level * (depth - 1) + 1;
}

/* Transitions of each kind, in closed form. */
static uint64_t expected(Variant variant, uint64_t width, uint64_t depth)
{
	uint64_t n = 1, base = width - 1;

	if (variant == LI)
		return base * (depth - 1) + 1;
	if (variant != HOMOD)
		return base * width / 2 * (depth - 1) + 1;
	for (uint64_t d = 0; d + 1 < depth; d++)
		n += (1 + d * base) * base * width / 2 + base * (width + d * base);
	return n;
}

static Variant read_variant(const BenchArgs *args)
{
	for (int v = 0; v < VARIANT_COUNT; v++)
		if (!strcmp(args->plain[0], variant_names[v]))
			return (Variant)v;
	bench_usage(args, "the variant is one of LI, HI, HO, HOmod");
}

static Build build(BenchArgs *args, Variant variant, uint64_t width, uint64_t depth)
{
	Build b = {.sim = bench_new(args, 1, 0), .variant = variant, .width = width};

	b.stones = malloc(count_stones(variant, width, depth) * sizeof *b.stones);
	b.row[0] = malloc(width * sizeof *b.row[0]);
	b.row[1] = malloc(width * sizeof *b.row[1]);
	if (!b.stones || !b.row[0] || !b.row[1])
		bench_fail("out of memory");
	build_levels(&b, depth);
	free(b.row[0]);
	free(b.row[1]);
	return b;
}

int main(int argc, char **argv)
{
	BenchArgs args = {.usage = "devstone LI|HI|HO|HOmod WIDTH DEPTH [--threads N] [--trace FILE]"};
	uint64_t width, depth, internal = 0, external = 0;
	MdvDevsStats stats;
	double t_next, cpu_s;
	Build b;

	bench_args(&args, argc, argv, 3, 3);
	width = bench_number(&args, args.plain[1], 1, 100000);
	depth = bench_number(&args, args.plain[2], 1, 100000);
	b = build(&args, read_variant(&args), width, depth);
	bench_check(b.sim, mdv_devs_inject(b.sim, 0.0, mdv_devs_root(b.sim), 0, mdv_integer(1)));
	bench_check(b.sim, mdv_devs_next_time(b.sim, &t_next)); /* makes the routing tables */

	cpu_s = bench_cpu_s();
	bench_check(b.sim, mdv_devs_run(b.sim, INFINITY));
	cpu_s = bench_cpu_s() - cpu_s;

	for (size_t i = 0; i < b.n_stones; i++) {
		const Stone *s = mdv_devs_state(b.sim, b.stones[i]);

		internal += s->internal;
		external += s->external;
	}
	stats = mdv_devs_stats(b.sim);
	if (stats.internal != internal || stats.external != external)
		bench_fail("the engine's statistics differ from what the atomics counted");
	printf("devstone variant=%s width=%" PRIu64 " depth=%" PRIu64 " internal=%" PRIu64
		   " external=%" PRIu64 " cpu_s=%.4g rss_mb=%.0f\n",
		   variant_names[b.variant], width, depth, internal, external, cpu_s, bench_peak_mb());
	if (internal != expected(b.variant, width, depth) || external != internal)
		bench_fail("the number of transitions is wrong");
	free(b.stones);
	bench_free(&args, b.sim);
	return 0;
}
