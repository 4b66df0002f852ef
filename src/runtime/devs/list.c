/* SPDX-License-Identifier: MIT
   list.c — lists of component ids. Most arrive in ascending order; the others are sorted by the
   cheapest of three ways: insertion if short, a bitmap if dense, heapsort otherwise. */
#include "runtime/devs/engine.h"

enum { SHORT_LIST = 48, DENSE = 512 };

static void insertion_sort(uint32_t *at, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint32_t id = at[i];
		size_t k = i;

		for (; k > 0 && at[k - 1] > id; k--)
			at[k] = at[k - 1];
		at[k] = id;
	}
}

static void sift_down(uint32_t *at, size_t i, size_t n)
{
	uint32_t id = at[i];

	for (size_t child; (child = 2 * i + 1) < n; i = child) {
		if (child + 1 < n && at[child + 1] > at[child])
			child++;
		if (at[child] <= id)
			break;
		at[i] = at[child];
	}
	at[i] = id;
}

static void heap_sort(uint32_t *at, size_t n)
{
	for (size_t i = n / 2; i-- > 0;)
		sift_down(at, i, n);
	while (n-- > 1) {
		uint32_t largest = at[0];

		at[0] = at[n];
		at[n] = largest;
		sift_down(at, 0, n);
	}
}

static size_t remove_repetitions(uint32_t *at, size_t n)
{
	size_t kept = n ? 1 : 0;

	for (size_t i = 1; i < n; i++)
		if (at[i] != at[kept - 1])
			at[kept++] = at[i];
	return kept;
}

/* The bitmap has a bit for each id and is all zero before and after. */
static size_t bitmap_sort(uint32_t *at, size_t n, uint64_t *bitmap, size_t n_ids)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++)
		bitmap[at[i] / 64] |= UINT64_C(1) << (at[i] % 64);
	for (size_t word = 0; word <= (n_ids - 1) / 64; word++) {
		uint64_t bits = bitmap[word];

		bitmap[word] = 0;
		for (; bits; bits &= bits - 1)
			at[kept++] = (uint32_t)(word * 64 + (size_t)__builtin_ctzll(bits));
	}
	return kept;
}

void list_sort(IdList *list, uint64_t *bitmap, size_t n_ids)
{
	size_t i = 1;

	while (i < list->n && list->at[i - 1] < list->at[i])
		i++;
	if (i >= list->n)
		return;
	if (list->n > SHORT_LIST && list->n >= n_ids / DENSE) {
		list->n = bitmap_sort(list->at, list->n, bitmap, n_ids);
		return;
	}
	if (list->n <= SHORT_LIST)
		insertion_sort(list->at, list->n);
	else
		heap_sort(list->at, list->n);
	list->n = remove_repetitions(list->at, list->n);
}
