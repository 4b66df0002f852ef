/* SPDX-License-Identifier: MIT
   heap.c — a binary heap of numbers by their keys; equal keys by the numbers, so that the order is
   the same in every run. Every operation takes O(log n). */
#include "runtime/rt/rt.h"

bool heap_init(RtHeap *h, Arena *memory, int32_t n_numbers)
{
	*h = (RtHeap){.item = NEW_ARRAY(memory, int32_t, n_numbers),
				  .place = NEW_ARRAY(memory, int32_t, n_numbers),
				  .key = NEW_ARRAY(memory, double, n_numbers)};
	if (!h->item || !h->place || !h->key)
		return false;
	for (int32_t i = 0; i < n_numbers; i++)
		h->place[i] = -1;
	return true;
}

void heap_clear(RtHeap *h)
{
	for (int32_t k = 0; k < h->n; k++)
		h->place[h->item[k]] = -1;
	h->n = 0;
}

static bool before(const RtHeap *h, int32_t a, int32_t b)
{
	return h->key[a] < h->key[b] || (h->key[a] == h->key[b] && a < b);
}

static void set(RtHeap *h, int32_t k, int32_t number)
{
	h->item[k] = number;
	h->place[number] = k;
}

static void rise(RtHeap *h, int32_t k)
{
	int32_t number = h->item[k];

	for (; k > 0 && before(h, number, h->item[(k - 1) / 2]); k = (k - 1) / 2)
		set(h, k, h->item[(k - 1) / 2]);
	set(h, k, number);
}

static void sink(RtHeap *h, int32_t k)
{
	int32_t number = h->item[k];

	for (int32_t child; (child = 2 * k + 1) < h->n; k = child) {
		if (child + 1 < h->n && before(h, h->item[child + 1], h->item[child]))
			child++;
		if (!before(h, h->item[child], number))
			break;
		set(h, k, h->item[child]);
	}
	set(h, k, number);
}

void heap_put(RtHeap *h, int32_t number, double key)
{
	int32_t k = h->place[number];

	h->key[number] = key;
	if (k < 0) {
		k = h->n++;
		set(h, k, number);
	}
	rise(h, k);
	sink(h, h->place[number]);
}

void heap_remove(RtHeap *h, int32_t number)
{
	int32_t k = h->place[number], last;

	if (k < 0)
		return;
	h->place[number] = -1;
	last = h->item[--h->n];
	if (last == number)
		return;
	set(h, k, last);
	rise(h, k);
	sink(h, h->place[last]);
}

/* The items in their order, which says more than their keys where those of a part are visited. */
void heap_tape(RtHeap *h, int32_t n_numbers, Tape *t)
{
	int32_t n = h->n;

	tape_number(t, &n, 0, n_numbers);
	if (tape_reads(t))
		heap_clear(h);
	for (int32_t k = 0; k < n && !t->wrong; k++) {
		int32_t number = h->item[k];

		tape_number(t, &number, 0, n_numbers - 1);
		if (tape_reads(t) && !t->wrong && h->place[number] >= 0)
			tape_refuse(t, "a number waits twice");
		if (t->wrong)
			return;
		tape_real(t, &h->key[number]);
		set(h, k, number);
		h->n = tape_reads(t) ? k + 1 : n;
	}
}
