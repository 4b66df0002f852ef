/* SPDX-License-Identifier: MIT
   test_devs_streams.c — random numbers of the engine: a stream for every component, and their
   distributions. */
#include "modevs/devs.h"

#include "t.h"

typedef struct {
	uint64_t first[3]; /* numbers of stream 0 */
	uint64_t other;    /* of stream 1 */
} Dice;

static MdvStatus dice_init(void *state, const MdvCall *call, const void *params)
{
	Dice *s = state;
	MdvRandom r;

	(void)params;
	mdv_random_init(&r, call, 1);
	s->other = mdv_random_bits(&r);
	mdv_random_init(&r, call, 0);
	for (int i = 0; i < 3; i++)
		s->first[i] = mdv_random_bits(&r);
	return MDV_OK;
}

static double dice_ta(const void *state)
{
	(void)state;
	return INFINITY;
}

static MdvStatus dice_int(void *state, const MdvCall *call)
{
	(void)state, (void)call;
	return MDV_FAILED; /* it never acts */
}

static const MdvAtomic dice_atomic = {.name = "dice",
									  .state_size = sizeof(Dice),
									  .init = dice_init,
									  .ta = dice_ta,
									  .delta_int = dice_int};

static Dice dice_throw(MdvDevs *sim, MdvComponent parent, const char *name)
{
	MdvComponent c;

	T_INT(mdv_devs_add_atomic(sim, parent, name, &dice_atomic, NULL, &c), MDV_OK);
	return *(const Dice *)mdv_devs_state(sim, c);
}

static void random_streams_depend_on_seed_path_and_stream_only(void)
{
	MdvDevs *x = mdv_devs_new(&(MdvDevsOptions){.seed = 7});
	MdvDevs *y = mdv_devs_new(&(MdvDevsOptions){.seed = 7});
	MdvDevs *z = mdv_devs_new(&(MdvDevsOptions){.seed = 8});
	MdvComponent box_x, box_y;
	Dice a, b, c, a2, b2, c2;

	a = dice_throw(x, mdv_devs_root(x), "a");
	b = dice_throw(x, mdv_devs_root(x), "b");
	T_INT(mdv_devs_add_coupled(x, mdv_devs_root(x), "box", 0, 0, &box_x), MDV_OK);
	c = dice_throw(x, box_x, "a");
	T_INT(mdv_devs_add_coupled(y, mdv_devs_root(y), "box", 0, 0, &box_y), MDV_OK);
	dice_throw(y, box_y, "new");
	c2 = dice_throw(y, box_y, "a");
	b2 = dice_throw(y, mdv_devs_root(y), "b");
	a2 = dice_throw(y, mdv_devs_root(y), "a");
	T_CHECK(memcmp(&a, &a2, sizeof a) == 0);
	T_CHECK(memcmp(&b, &b2, sizeof b) == 0);
	T_CHECK(memcmp(&c, &c2, sizeof c) == 0);
	T_CHECK(a.first[0] != b.first[0] && a.first[0] != c.first[0] && b.first[0] != c.first[0]);
	T_CHECK(a.first[0] != a.other && a.first[1] != a.other && a.first[0] != a.first[1]);
	T_CHECK(a.first[0] != dice_throw(z, mdv_devs_root(z), "a").first[0]);
	mdv_devs_free(x);
	mdv_devs_free(y);
	mdv_devs_free(z);
}

static void random_numbers_have_their_moments(void)
{
	enum { N = 1000000 };
	MdvDevs *sim = mdv_devs_new(NULL);
	double sum[3] = {0}, square[3] = {0};
	int below[7] = {0};
	bool inside = true;
	MdvRandom r;

	mdv_random_init(&r, mdv_devs_call(sim), 0);
	for (int i = 0; i < N; i++) {
		double x[3] = {mdv_random_uniform(&r), mdv_random_exponential(&r, 2),
					   mdv_random_normal(&r, 3, 0.5)};

		inside &= x[0] >= 0 && x[0] < 1 && x[1] >= 0 && x[1] < INFINITY;
		for (int k = 0; k < 3; k++)
			sum[k] += x[k], square[k] += x[k] * x[k];
		below[mdv_random_below(&r, 7)]++;
	}
	T_CHECK(inside);
	/* Five standard deviations of each mean. */
	T_REAL(sum[0] / N, 0.5, 5 * sqrt(1 / 12.0 / N));
	T_REAL(sum[1] / N, 2, 5 * 2 / sqrt(N));
	T_REAL(sum[2] / N, 3, 5 * 0.5 / sqrt(N));
	T_REAL(square[0] / N, 1 / 3.0, 5 * sqrt(4 / 45.0 / N));
	T_REAL(square[1] / N, 8, 5 * sqrt(320.0 / N));
	T_REAL(square[2] / N, 9.25, 5 * sqrt(9.125 / N));
	for (int k = 0; k < 7; k++)
		T_REAL(below[k], N / 7.0, 5 * sqrt(N * 6 / 49.0));
	/* Of 3 * 2^62 numbers a third is below 2^62; a mere remainder would give a half. */
	below[0] = 0;
	for (int i = 0; i < 10000; i++)
		below[0] += mdv_random_below(&r, UINT64_C(3) << 62) < UINT64_C(1) << 62;
	T_REAL(below[0], 10000 / 3.0, 250);
	mdv_devs_free(sim);
}

int main(void)
{
	T_RUN(random_streams_depend_on_seed_path_and_stream_only);
	T_RUN(random_numbers_have_their_moments);
	return T_END();
}
