/* SPDX-License-Identifier: MIT
   test_arena.c — arenas, with and without MDV_ARENA_DEBUG. */
#include "base/base.h"
#include "t.h"

#include <setjmp.h>
#include <stdlib.h>

static void allocations_do_not_overlap_and_are_aligned(void)
{
	static const size_t aligns[] = {1, 2, 4, 8, 16};
	enum { N = 3000 };
	static unsigned char *at[N];
	static size_t size[N];
	Arena a;

	arena_init(&a, NULL);
	srand(1);
	for (int i = 0; i < N; i++) {
		size_t align = aligns[rand() % 5];

		size[i] = (size_t)(i % 500 == 0 ? 40000 : rand() % 200);
		at[i] = arena_alloc(&a, size[i], align);
		T_CHECK((uintptr_t)at[i] % align == 0);
		memset(at[i], i & 0xFF, size[i]);
	}
	for (int i = 0; i < N; i++)
		for (size_t k = 0; k < size[i]; k++)
			if (at[i][k] != (i & 0xFF)) {
				T_FAIL("allocation %d was overwritten at %zu", i, k);
				break;
			}
	arena_free(&a);
	T_INT(a.held, 0);
}

static void new_is_zeroed_even_in_memory_used_before(void)
{
	ArenaMark mark;
	Arena a;
	int *v;

	arena_init(&a, NULL);
	mark = arena_mark(&a);
	v = arena_alloc(&a, 1000 * sizeof *v, _Alignof(int));
	memset(v, 0xFF, 1000 * sizeof *v);
	arena_release(&a, mark);
	v = NEW_ARRAY(&a, int, 1000);
	for (int i = 0; i < 1000; i++)
		T_INT(v[i], 0);
	T_CHECK(NEW_ARRAY(&a, int, 0) != NULL);
	T_REAL(*NEW(&a, double), 0, 0);
	arena_free(&a);
}

static void release_keeps_what_came_before_the_mark(void)
{
	ArenaMark mark;
	char *before, *large;
	Arena a;

	arena_init(&a, NULL);
	before = arena_strdup(&a, "before");
	large = arena_alloc(&a, 100000, 1);
	memset(large, 'x', 100000);
	mark = arena_mark(&a);
	for (int i = 0; i < 10000; i++)
		NEW_ARRAY(&a, char, 50);
	NEW_ARRAY(&a, char, 1000000);
	arena_release(&a, mark);
	T_STR(before, "before");
	T_INT(large[99999], 'x');
	arena_free(&a);
}

static void work_after_release_needs_no_new_blocks(void)
{
#ifndef MDV_ARENA_DEBUG
	AllocMeter meter;
	size_t calls = 0;
	Arena a;

	alloc_meter_init(&meter, NULL);
	arena_init(&a, &meter.alloc);
	for (int round = 0; round < 5; round++) {
		ArenaMark mark = arena_mark(&a);

		for (int i = 0; i < 10000; i++)
			NEW_ARRAY(&a, char, 50);
		arena_release(&a, mark);
		if (round == 0)
			calls = meter.n_calls;
	}
	T_INT(meter.n_calls, calls);
	arena_free(&a);
	T_INT(meter.live, 0);
#endif
}

static void the_peak_is_what_the_allocator_gave(void)
{
	AllocMeter meter;
	ArenaMark mark;
	Arena a;

	alloc_meter_init(&meter, NULL);
	arena_init(&a, &meter.alloc);
	mark = arena_mark(&a);
	NEW_ARRAY(&a, char, 1000000);
	arena_release(&a, mark);
	NEW_ARRAY(&a, char, 10);
	T_INT(arena_peak(&a), meter.peak);
	T_CHECK(arena_peak(&a) >= 1000000 && arena_peak(&a) < 1000100);
	T_INT(a.held, meter.live);
	arena_free(&a);
	T_INT(meter.live, 0);
}

static void an_array_over_the_arena_keeps_its_elements(void)
{
	VEC(int) v = {0}, other = {0};
	const MdvAlloc *alloc;
	Arena a;

	arena_init(&a, NULL);
	alloc = arena_allocator(&a);
	for (int i = 0; i < 100000; i++) {
		T_CHECK(vec_push(alloc, &v, i));
		if (i % 3 == 0)
			T_CHECK(vec_push(alloc, &other, -i)); /* v is not always the last */
	}
	for (int i = 0; i < 100000; i++)
		T_INT(v.at[i], i);
	for (size_t i = 0; i < other.n; i++)
		T_INT(other.at[i], -3 * (int)i);
	vec_free(alloc, &other);
	vec_free(alloc, &v);
	arena_free(&a);
}

static void the_last_array_grows_in_place(void)
{
#ifndef MDV_ARENA_DEBUG
	VEC(char) v = {0};
	const char *first;
	Arena a;

	arena_init(&a, NULL);
	vec_push(arena_allocator(&a), &v, 'a');
	first = v.at;
	for (int i = 0; i < 5000; i++)
		vec_push(arena_allocator(&a), &v, 'b');
	T_CHECK(v.at == first);
	vec_free(arena_allocator(&a), &v);
	T_INT(a.used, 0);
	arena_free(&a);
#endif
}

static void arrays_may_shrink_and_change_between_small_and_large(void)
{
	static const size_t sizes[] = {10, 100, 20000, 50, 90000, 100000, 70000, 1, 16384, 16385, 5};
	const MdvAlloc *alloc;
	size_t old = 0;
	char *p = NULL;
	Arena a;

	arena_init(&a, NULL);
	alloc = arena_allocator(&a);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		size_t same = old < sizes[i] ? old : sizes[i];

		if (i % 2)
			arena_alloc(&a, 3, 1);
		p = alloc->resize(alloc->ctx, p, old, sizes[i]);
		for (size_t k = 0; k < same; k++)
			if (p[k] != (char)k)
				T_FAIL("size %zu: byte %zu is lost", sizes[i], k);
		for (size_t k = 0; k < sizes[i]; k++)
			p[k] = (char)k;
		old = sizes[i];
	}
	T_CHECK(alloc->resize(alloc->ctx, p, old, 0) == NULL);
	arena_free(&a);
	T_INT(a.held, 0);
}

static void any_array_may_be_freed_or_shrunk_in_any_order(void)
{
	enum { N = 6 };
	static const size_t size[N] = {50000, 20, 60000, 30, 70000, 40};
	static const int order[N] = {2, 1, 4, 5, 0, 3};
	const MdvAlloc *alloc;
	char *p[N];
	Arena a;

	arena_init(&a, NULL);
	alloc = arena_allocator(&a);
	for (int i = 0; i < N; i++) {
		p[i] = alloc->resize(alloc->ctx, NULL, 0, size[i]);
		memset(p[i], i, size[i]);
	}
	for (int k = 0; k < N; k++) {
		int i = order[k];

		p[i] = alloc->resize(alloc->ctx, p[i], size[i], size[i] / 2);
		T_INT(p[i][size[i] / 2 - 1], i);
		T_CHECK(alloc->resize(alloc->ctx, p[i], size[i] / 2, SIZE_MAX - 8) == NULL);
		T_INT(p[i][size[i] / 2 - 1], i);
		alloc_free(alloc, p[i], size[i] / 2);
	}
	T_CHECK(a.large == NULL);
	arena_free(&a);
	T_INT(a.held, 0);
}

static void text_is_copied_and_formatted(void)
{
	Arena a;
	char *s;

	arena_init(&a, NULL);
	T_STR(arena_strdup(&a, ""), "");
	T_STR(arena_strndup(&a, "resistor", 3), "res");
	T_STR(arena_printf(&a, "%s[%d]", "R", 12), "R[12]");
	s = arena_printf(&a, "%*d", 100000, 7);
	T_INT(strlen(s), 100000);
	arena_free(&a);
}

static void sizes_that_overflow_are_refused(void)
{
	Arena a;

	arena_init(&a, NULL);
	T_CHECK(NEW_ARRAY(&a, double, SIZE_MAX / 4) == NULL);
	T_CHECK(arena_alloc(&a, SIZE_MAX, 1) == NULL);
	T_CHECK(arena_strndup(&a, "", SIZE_MAX) == NULL);
	arena_free(&a);
}

/* A piece of work that takes every path which allocates. False: there was no memory. */
static bool work(Arena *a)
{
	VEC(double) v = {0};

	for (int i = 0; i < 3; i++)
		if (!NEW_ARRAY(a, char, 15000))
			return false;
	if (!NEW_ARRAY(a, char, 100000) || !arena_printf(a, "%d", 1) || !arena_strdup(a, "x"))
		return false;
	for (int i = 0; i < 20000; i++)
		if (!vec_push(arena_allocator(a), &v, i))
			return false;
	return v.at[19999] == 19999;
}

static void without_handler_each_failing_allocation_gives_null(void)
{
	bool ok = false;
	size_t k;

	for (k = 1; !ok && k < 1000; k++) {
		AllocMeter meter;
		Arena a;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		arena_init(&a, &meter.alloc);
		ok = work(&a);
		T_CHECK(ok == (meter.n_calls < k));
		arena_free(&a);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok && k > 5);
}

static void jump_out(void *ctx)
{
	longjmp(*(jmp_buf *)ctx, 1);
}

static void the_handler_may_jump_out_of_each_failing_allocation(void)
{
	static volatile size_t k, jumps;
	static volatile bool ok;

	for (k = 1, jumps = 0, ok = false; !ok && k < 1000; k++) {
		static AllocMeter meter;
		static Arena a;
		jmp_buf boundary;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		arena_init(&a, &meter.alloc);
		a.no_memory = jump_out;
		a.no_memory_ctx = &boundary;
		if (setjmp(boundary) == 0)
			ok = work(&a);
		else
			jumps++;
		arena_free(&a);
		T_INT(meter.live, 0);
	}
	T_CHECK(ok);
	T_INT(jumps, k - 2);
}

static void a_child_has_the_parent_s_allocator_and_handler(void)
{
	AllocMeter meter;
	Arena parent, child;
	int ctx;

	alloc_meter_init(&meter, NULL);
	arena_init(&parent, &meter.alloc);
	parent.no_memory = jump_out;
	parent.no_memory_ctx = &ctx;
	arena_child(&child, &parent);
	T_CHECK(child.from == &meter.alloc && child.no_memory == jump_out);
	T_CHECK(child.no_memory_ctx == &ctx);
	NEW(&child, int);
	T_CHECK(meter.live > 0);
	arena_free(&child);
	T_CHECK(meter.live == 0 && !parent.child);
}

static void children_may_end_in_any_order_and_end_with_their_parent(void)
{
	AllocMeter meter;
	Arena parent, child[3], grandchild;

	alloc_meter_init(&meter, NULL);
	for (int first = 0; first < 3; first++) {
		arena_init(&parent, &meter.alloc);
		for (int i = 0; i < 3; i++) {
			arena_child(&child[i], &parent);
			NEW(&child[i], int);
		}
		arena_child(&grandchild, &child[2]);
		NEW(&grandchild, int);
		arena_free(&child[first]);
		arena_free(&child[(first + 1) % 3]);
		T_CHECK(parent.child == &child[(first + 2) % 3]);
		NEW(&parent, int);
		arena_free(&parent);
		T_INT(meter.live, 0);
	}
}

static void single_allocations_do_not_care_about_marks(void)
{
	AllocMeter meter;
	Arena a;
	Text before, after;
	ArenaMark mark;

	alloc_meter_init(&meter, NULL);
	arena_init(&a, &meter.alloc);
	text_init(&before, arena_heap(&a));
	text_init(&after, arena_heap(&a));
	text_printf(&before, "begun before the mark");
	mark = arena_mark(&a);
	for (int i = 0; i < 1000; i++)
		text_printf(&before, ", grown after it");
	text_printf(&after, "begun after the mark");
	NEW_ARRAY(&a, char, 100000);
	arena_release(&a, mark);
	T_CHECK(before.n == 21 + 16 * 1000 && !strncmp(before.at, "begun before the mark, grown", 28));
	T_STR(text_str(&after), "begun after the mark");
	text_free(&before);
	text_free(&after);
	T_CHECK(!a.single);
	text_printf(&before, "what is left ends with the arena");
	text_printf(&after, "in any order");
	text_free(&before);
	arena_free(&a);
	T_INT(meter.live, 0);
}

int main(void)
{
	T_RUN(allocations_do_not_overlap_and_are_aligned);
	T_RUN(new_is_zeroed_even_in_memory_used_before);
	T_RUN(release_keeps_what_came_before_the_mark);
	T_RUN(work_after_release_needs_no_new_blocks);
	T_RUN(the_peak_is_what_the_allocator_gave);
	T_RUN(an_array_over_the_arena_keeps_its_elements);
	T_RUN(the_last_array_grows_in_place);
	T_RUN(arrays_may_shrink_and_change_between_small_and_large);
	T_RUN(any_array_may_be_freed_or_shrunk_in_any_order);
	T_RUN(text_is_copied_and_formatted);
	T_RUN(sizes_that_overflow_are_refused);
	T_RUN(without_handler_each_failing_allocation_gives_null);
	T_RUN(the_handler_may_jump_out_of_each_failing_allocation);
	T_RUN(a_child_has_the_parent_s_allocator_and_handler);
	T_RUN(children_may_end_in_any_order_and_end_with_their_parent);
	T_RUN(single_allocations_do_not_care_about_marks);
	return T_END();
}
