/* SPDX-License-Identifier: MIT
   store.c — blocks of memory that never move, addressed by a 32-bit number of 16-byte units.
   Blocks are cut from segments; a freed block goes to the list of its size class (exact up to 64
   units, then powers of two) and is handed out again. O(1), no header per block. */
#include "runtime/devs/engine.h"

#include <string.h>

enum { SEGMENT_UNITS = 1 << STORE_SEGMENT_BITS, EXACT_CLASSES = 64 };

void store_init(Store *s)
{
	memset(s, 0, sizeof *s);
	for (int i = 0; i < STORE_CLASSES; i++)
		s->freed[i] = NONE;
}

void store_free(Store *s, const MdvAlloc *a)
{
	for (size_t i = 0; i < s->segments.n; i++)
		if (s->sizes.at[i])
			alloc_free(a, s->segments.at[i], s->sizes.at[i]);
	vec_free(a, &s->segments);
	vec_free(a, &s->sizes);
}

/* The size class of a block, and in *units the room that blocks of this class have. */
static int size_class(size_t size, size_t *units)
{
	size_t n = size ? (size + STORE_UNIT - 1) / STORE_UNIT : 1;
	int bits = 6;

	if (n <= EXACT_CLASSES) {
		*units = n;
		return (int)n - 1;
	}
	while (((size_t)1 << bits) < n)
		bits++;
	*units = (size_t)1 << bits;
	return EXACT_CLASSES + bits - 7;
}

/* Add segments for at least `units` contiguous units; `used` moves to their beginning. */
static bool add_segments(Store *s, const MdvAlloc *a, size_t units)
{
	size_t n = (units + SEGMENT_UNITS - 1) / SEGMENT_UNITS, first = s->segments.n, bytes;
	char *memory;

	if (n < first / 2) /* ever larger blocks, up to 16 MB: fewer pages for the processor to find */
		n = first / 2 < 64 ? first / 2 : 64;
	bytes = n * SEGMENT_UNITS * STORE_UNIT;
	if ((first + n) * SEGMENT_UNITS >= NONE)
		return false;
	if (!vec_reserve(a, &s->segments, first + n) || !vec_reserve(a, &s->sizes, first + n))
		return false;
	memory = a->resize(a->ctx, NULL, 0, bytes);
	if (!memory)
		return false;
	for (size_t i = 0; i < n; i++) {
		s->segments.at[first + i] = memory + i * SEGMENT_UNITS * STORE_UNIT;
		s->sizes.at[first + i] = i ? 0 : bytes;
	}
	s->segments.n = s->sizes.n = first + n;
	s->used = (uint32_t)(first * SEGMENT_UNITS);
	return true;
}

uint32_t store_take(Store *s, const MdvAlloc *a, size_t size)
{
	size_t units;
	int class = size_class(size, &units);
	uint32_t block = s->freed[class];

	if (block != NONE) {
		memcpy(&s->freed[class], store_at(s, block), sizeof block);
	} else {
		if (s->used + units > s->segments.n * SEGMENT_UNITS && !add_segments(s, a, units))
			return NONE;
		block = s->used;
		s->used += (uint32_t)units;
	}
	memset(store_at(s, block), 0, units * STORE_UNIT);
	return block;
}

void store_give(Store *s, uint32_t block, size_t size)
{
	size_t units;
	int class = size_class(size, &units);

	memcpy(store_at(s, block), &s->freed[class], sizeof block);
	s->freed[class] = block;
}
