/* SPDX-License-Identifier: MIT
   test_devs_random.c — the engine and the naive simulator agree, event by event, on 2,000 random
   coupled networks. Usage: test_devs_random [first seed [last seed [atomics]]] to repeat some. */
#include "../fuzz/fuzz_devs.c"
#include "t.h"

static uint64_t first_seed = 1, last_seed = 2000;
static uint32_t n_largest = 40; /* atomics in a network */

/* Half of the runs go step by step; some use two or four threads; some are not observed. */
static void engine_and_definition_agree(void)
{
	static const unsigned threads[] = {1, 1, 1, 2, 1, 1, 4, 4};
	uint64_t instants = 0, parallel = 0;

	for (uint64_t seed = first_seed; seed <= last_seed; seed++) {
		Choice c = {.random = hash_mix(seed), .n_largest = n_largest};

		c.threads = threads[seed % 8];
		c.by_step = seed % 2;
		c.watch = seed % 3 ? 2 : seed % 9 ? 1 : 0;
		if (!fuzz_twin(&c)) {
			T_FAIL("seed %llu: they differ (%u threads, by %s)", (unsigned long long)seed,
				   c.threads, c.by_step ? "step" : "run");
			if (t_bad >= 5)
				return;
		}
		instants += c.instants;
		parallel += c.parallel;
	}
	printf("%llu instants, %llu of them in parallel\n", (unsigned long long)instants,
		   (unsigned long long)parallel);
	T_CHECK(last_seed - first_seed < 1000 || instants > 50000);
	T_CHECK(last_seed - first_seed < 1000 || parallel > 5000);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		first_seed = last_seed = strtoull(argv[1], NULL, 10);
	if (argc > 2)
		last_seed = strtoull(argv[2], NULL, 10);
	if (argc > 3)
		n_largest = (uint32_t)strtoull(argv[3], NULL, 10);
	T_RUN(engine_and_definition_agree);
	return T_END();
}
