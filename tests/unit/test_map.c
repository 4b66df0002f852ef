/* SPDX-License-Identifier: MIT
   test_map.c — the hash map and the hash functions. */
#include "base/base.h"
#include "t.h"

#include <stdlib.h>

static void a_key_has_the_value_last_put(void)
{
	Map m;

	map_init(&m, NULL);
	T_CHECK(!map_find(&m, 7));
	T_CHECK(!map_remove(&m, 7));
	T_CHECK(map_put(&m, 7, 70) && map_put(&m, 0, 1) && map_put(&m, UINT64_MAX, 2));
	T_CHECK(map_put(&m, 7, 71));
	T_INT(m.n, 3);
	T_INT(*map_find(&m, 7), 71);
	T_INT(*map_find(&m, 0), 1);
	T_INT(*map_find(&m, UINT64_MAX), 2);
	T_CHECK(!map_find(&m, 8));
	map_free(&m);
}

static void pointers_serve_as_keys_and_values(void)
{
	int x, y, z;
	Map m;

	map_init(&m, NULL);
	map_put(&m, map_key(&x), map_key(&y));
	T_CHECK(map_find_ptr(&m, map_key(&x)) == &y);
	T_CHECK(map_find_ptr(&m, map_key(&z)) == NULL);
	map_free(&m);
}

static void iteration_follows_insertion(void)
{
	const MapEntry *e;
	uint64_t want = 0;
	Map m;

	map_init(&m, NULL);
	for (uint64_t i = 0; i < 1000; i++)
		map_put(&m, map_hash(i), i);
	map_put(&m, map_hash(500), 500); /* replaced: stays in its place */
	for (size_t i = 0; (e = map_next(&m, &i)); want++) {
		T_INT(e->key, map_hash(want));
		T_INT(e->value, want);
	}
	T_INT(want, 1000);
	map_free(&m);
}

static void what_is_removed_is_gone_and_goes_to_the_end_when_put_again(void)
{
	static const uint64_t order[] = {1, 3, 5, 2};
	const MapEntry *e;
	size_t n = 0;
	Map m;

	map_init(&m, NULL);
	for (uint64_t i = 1; i <= 5; i++)
		map_put(&m, i, i);
	T_CHECK(map_remove(&m, 2) && map_remove(&m, 4) && !map_remove(&m, 4));
	map_put(&m, 2, 2);
	T_INT(m.n, 4);
	for (size_t i = 0; (e = map_next(&m, &i)); n++)
		T_INT(e->key, order[n]);
	T_INT(n, 4);
	map_free(&m);
}

/* Against a plain array of 64 keys: whether a key is in, its value, and when it came. */
static void random_calls_give_what_a_plain_array_gives(void)
{
	for (uint64_t run = 0; run < 200; run++) {
		uint64_t value[64] = {0}, when[64] = {0}, clock = 0, last = 0;
		const MapEntry *e;
		size_t n = 0, seen = 0;
		Map m;

		map_init(&m, NULL);
		for (uint64_t step = 0; step < 500; step++) {
			uint64_t r = map_hash(run * 1000 + step), k = r % 64;

			if (r >> 32 & 1) {
				T_CHECK(map_put(&m, k << 40, r));
				n += when[k] == 0;
				when[k] = when[k] ? when[k] : ++clock;
				value[k] = r;
			} else {
				T_CHECK(map_remove(&m, k << 40) == (when[k] != 0));
				n -= when[k] != 0;
				when[k] = 0;
			}
			T_INT(m.n, n);
		}
		for (uint64_t k = 0; k < 64; k++) {
			uint64_t *found = map_find(&m, k << 40);

			T_CHECK(when[k] ? found && *found == value[k] : !found);
		}
		for (size_t i = 0; (e = map_next(&m, &i)); seen++) {
			T_CHECK(when[e->key >> 40] > last);
			last = when[e->key >> 40];
		}
		T_INT(seen, n);
		map_free(&m);
	}
}

static void removals_do_not_make_the_map_grow(void)
{
	AllocMeter meter;
	Map m;

	alloc_meter_init(&meter, NULL);
	map_init(&m, &meter.alloc);
	for (uint64_t i = 0; i < 100000; i++) {
		map_put(&m, i, i);
		if (i >= 10)
			T_CHECK(map_remove(&m, i - 10));
	}
	T_INT(m.n, 10);
	T_CHECK(meter.peak < 4096);
	map_free(&m);
	T_INT(meter.live, 0);
}

static void a_million_keys_in_a_row_are_found(void)
{
	const uint64_t n = 1000000;
	Map m;

	map_init(&m, NULL);
	for (uint64_t i = 0; i < n; i++)
		map_put(&m, i * 16, i); /* like addresses */
	T_INT(m.n, n);
	for (uint64_t i = 0; i < n; i++)
		if (*map_find(&m, i * 16) != i)
			T_FAIL("key %llu is lost", (unsigned long long)i * 16);
	map_free(&m);
}

static void a_failed_put_leaves_the_map_as_it_was(void)
{
	bool ok = false;

	for (size_t k = 1; !ok && k < 100; k++) {
		AllocMeter meter;
		uint64_t n = 0;
		Map m;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		map_init(&m, &meter.alloc);
		while (n < 1000 && map_put(&m, n, n))
			n++;
		ok = n == 1000;
		T_INT(m.n, n);
		for (uint64_t i = 0; i < n; i++)
			T_INT(*map_find(&m, i), i);
		T_CHECK(!map_find(&m, n));
		T_CHECK(map_put(&m, n, n));
		map_free(&m);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok);
}

/* Frozen: random streams, and so results, derive from these. */
static void the_hash_of_bytes_never_changes(void)
{
	T_CHECK(map_hash(1) == UINT64_C(0x5692161D100B05E5));
	T_CHECK(map_hash_bytes("", 0, 0) == UINT64_C(0x48218226FF3CD4BF));
	T_CHECK(map_hash_bytes("a", 1, 0) == UINT64_C(0x3B2245BB28815023));
	T_CHECK(map_hash_bytes("a", 1, 1) == UINT64_C(0xBB49A83407D804B9));
	T_CHECK(map_hash_bytes("processor.queue[12]", 19, 42) == UINT64_C(0x0A8CF08DAC62ED0F));
}

static void the_hash_does_not_read_past_the_end_nor_depend_on_alignment(void)
{
	char copy[64];

	for (size_t shift = 0; shift < 16; shift++)
		for (size_t len = 0; len < 20; len++) {
			char *exact = malloc(len + 1);

			memset(copy, 0x55, sizeof copy);
			memcpy(copy + shift, "The quick brown fox jumps", len);
			memcpy(exact, "The quick brown fox jumps", len);
			T_CHECK(map_hash_bytes(copy + shift, len, 3) == map_hash_bytes(exact, len, 3));
			free(exact);
		}
	T_CHECK(map_hash_bytes("a", 1, 0) != map_hash_bytes("a\0", 2, 0));
	T_CHECK(map_hash_bytes("\0", 1, 0) != map_hash_bytes("\0\0", 2, 0));
}

/* Each bit of input or seed should change each bit of output half of the time. */
static void one_bit_of_input_changes_half_of_the_hash(void)
{
	enum { RUNS = 2000 };
	static int flips[128 + 64][64];

	for (uint64_t run = 0; run < RUNS; run++) {
		uint64_t in[3] = {map_hash(3 * run + 1), map_hash(3 * run + 2), map_hash(3 * run + 3)};
		uint64_t before = map_hash_bytes(in, 16, in[2]);

		for (int bit = 0; bit < 128 + 64; bit++) {
			uint64_t diff;

			in[bit / 64] ^= UINT64_C(1) << bit % 64;
			diff = before ^ map_hash_bytes(in, 16, in[2]);
			in[bit / 64] ^= UINT64_C(1) << bit % 64;
			for (int out = 0; out < 64; out++)
				flips[bit][out] += (int)(diff >> out & 1);
		}
	}
	for (int bit = 0; bit < 128 + 64; bit++)
		for (int out = 0; out < 64; out++)
			T_REAL(flips[bit][out], RUNS / 2, RUNS * 0.06); /* 5.4 standard deviations */
}

static void similar_names_have_different_hashes(void)
{
	Map m;

	map_init(&m, NULL);
	for (int i = 0; i < 300000; i++) {
		char name[32];
		int len = snprintf(name, sizeof name, "R[%d].p.v", i);

		map_put(&m, map_hash_bytes(name, (size_t)len, 0), 1);
	}
	T_INT(m.n, 300000);
	map_free(&m);
}

int main(void)
{
	T_RUN(a_key_has_the_value_last_put);
	T_RUN(pointers_serve_as_keys_and_values);
	T_RUN(iteration_follows_insertion);
	T_RUN(what_is_removed_is_gone_and_goes_to_the_end_when_put_again);
	T_RUN(random_calls_give_what_a_plain_array_gives);
	T_RUN(removals_do_not_make_the_map_grow);
	T_RUN(a_million_keys_in_a_row_are_found);
	T_RUN(a_failed_put_leaves_the_map_as_it_was);
	T_RUN(the_hash_of_bytes_never_changes);
	T_RUN(the_hash_does_not_read_past_the_end_nor_depend_on_alignment);
	T_RUN(one_bit_of_input_changes_half_of_the_hash);
	T_RUN(similar_names_have_different_hashes);
	return T_END();
}
