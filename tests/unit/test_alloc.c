/* SPDX-License-Identifier: MIT
   test_alloc.c — allocators and growable arrays. */
#include "base/base.h"
#include "t.h"

static void a_vector_keeps_its_elements_while_it_grows(void)
{
	VEC(int) v = {0};

	for (int i = 0; i < 1000; i++)
		T_CHECK(vec_push(&alloc_heap, &v, i * i));
	T_INT(v.n, 1000);
	T_CHECK(v.cap >= 1000);
	for (int i = 0; i < 1000; i++)
		T_INT(v.at[i], i * i);
	vec_free(&alloc_heap, &v);
	T_CHECK(!v.at && v.n == 0 && v.cap == 0);
}

/* Large ones are moved by the system. */
static void a_large_block_keeps_its_bytes_and_its_alignment_while_it_grows(void)
{
	size_t size = (size_t)70 << 20, n = size / sizeof(int);
	int *at = alloc_heap.resize(alloc_heap.ctx, NULL, 0, size);

	T_CHECK(at);
	for (size_t i = 0; i < n; i += 1000)
		at[i] = (int)i;
	at = alloc_heap.resize(alloc_heap.ctx, at, size, 3 * size);
	T_CHECK(at && (uintptr_t)at % 64 == 0);
	for (size_t i = 0; i < n; i += 1000)
		T_INT(at[i], (int)i);
	at[3 * n - 1] = 1;
	alloc_heap.resize(alloc_heap.ctx, at, 3 * size, 0);
}

static void a_vector_is_as_it_was_when_it_cannot_grow(void)
{
	AllocMeter meter;
	VEC(int) v = {0};

	alloc_meter_init(&meter, NULL);
	meter.fail_at = 2;
	for (int i = 0; i < 8; i++)
		T_CHECK(vec_push(&meter.alloc, &v, i));
	T_CHECK(!vec_push(&meter.alloc, &v, 8));
	T_INT(v.n, 8);
	T_INT(v.cap, 8);
	T_INT(v.at[7], 7);
	T_CHECK(!vec_reserve(&meter.alloc, &v, SIZE_MAX / 2));
	T_CHECK(vec_push(&meter.alloc, &v, 8));
	vec_free(&meter.alloc, &v);
	T_INT(meter.live, 0);
}

static void new_memory_is_zero_and_never_null_for_size_zero(void)
{
	unsigned char *p = alloc_new(&alloc_heap, 100), *none = alloc_new(&alloc_heap, 0);

	for (int i = 0; i < 100; i++)
		T_INT(p[i], 0);
	T_CHECK(none != NULL);
	alloc_free(&alloc_heap, p, 100);
	alloc_free(&alloc_heap, none, 0);
	alloc_free(&alloc_heap, NULL, 0);
}

static void the_meter_counts_bytes_and_calls(void)
{
	AllocMeter meter;
	void *a, *b;

	alloc_meter_init(&meter, &alloc_heap);
	a = alloc_new(&meter.alloc, 100);
	b = alloc_new(&meter.alloc, 20);
	T_INT(meter.live, 120);
	alloc_free(&meter.alloc, a, 100);
	T_INT(meter.live, 20);
	T_INT(meter.peak, 120);
	T_INT(meter.n_calls, 2);
	b = meter.alloc.resize(meter.alloc.ctx, b, 20, 50);
	T_INT(meter.live, 50);
	T_INT(meter.n_calls, 3);
	alloc_free(&meter.alloc, b, 50);
	T_INT(meter.live, 0);
}

int main(void)
{
	T_RUN(a_vector_keeps_its_elements_while_it_grows);
	T_RUN(a_large_block_keeps_its_bytes_and_its_alignment_while_it_grows);
	T_RUN(a_vector_is_as_it_was_when_it_cannot_grow);
	T_RUN(new_memory_is_zero_and_never_null_for_size_zero);
	T_RUN(the_meter_counts_bytes_and_calls);
	return T_END();
}
