/* SPDX-License-Identifier: MIT
   fmu_region.c — memory of an instance for model exchange, in a few large pieces that stay where
   they are as long as it lives: its FMU states are copies of them. All that the instance is lies in
   there, so that a copy taken back is the instance as it was, to the bit, with all pointers right;
   for the same reason it means nothing to another one. Free blocks are listed by size, inside of
   the blocks. */
#include "runtime/fmi/fmu.h"

#include <string.h>

#define PIECE ((size_t)1 << 16) /* bytes of the first; each has as much as all before */
#define LINE  ((size_t)64)

enum { STEP = 16, SMALL = 64 }; /* sizes up to SMALL * STEP go by STEP, larger ones by doubling */

/* The list that blocks of a size belong to, and their size. */
static int list_of(size_t size, size_t *whole)
{
	int list = SMALL;

	if (size <= (size_t)SMALL * STEP) {
		list = size == 0 ? 0 : (int)((size - 1) / STEP);
		*whole = ((size_t)list + 1) * STEP;
		return list;
	}
	for (*whole = 2 * (size_t)SMALL * STEP; *whole < size; *whole *= 2)
		list++;
	return list;
}

/* A piece with so much room, behind those in use; false: no memory. */
static bool next_piece(FmuRegion *r, size_t size)
{
	FmuPiece piece = {.size = PIECE};
	size_t k = r->at.n;

	while (k < r->piece.n && r->piece.at[k].size < size)
		k++; /* too small: an earlier state of the region had use for it */
	if (k == r->piece.n) {
		for (size_t i = 0; i < r->piece.n; i++)
			piece.size += r->piece.at[i].size;
		piece.size = piece.size < size ? size : piece.size;
		piece.bytes = alloc_new(&alloc_heap, piece.size);
		if (!piece.bytes)
			return false;
		if (!vec_push(&alloc_heap, &r->piece, piece)) {
			alloc_free(&alloc_heap, piece.bytes, piece.size);
			return false;
		}
	}
	r->at.n = k + 1;
	r->at.used = 0;
	return true;
}

static void *take(FmuRegion *r, size_t size)
{
	size_t whole;
	int list = list_of(size, &whole);
	void *block = r->at.list[list];

	if (block) {
		memcpy(&r->at.list[list], block, sizeof block);
		return block;
	}
	if (whole >= LINE)
		r->at.used = (r->at.used + LINE - 1) / LINE * LINE;
	if ((r->at.n == 0 || r->at.used + whole > r->piece.at[r->at.n - 1].size) &&
		!next_piece(r, whole))
		return NULL;
	block = r->piece.at[r->at.n - 1].bytes + r->at.used;
	r->at.used += whole;
	return block;
}

static void give_back(FmuRegion *r, void *block, size_t size)
{
	size_t whole;
	int list = list_of(size, &whole);

	memcpy(block, &r->at.list[list], sizeof block);
	r->at.list[list] = block;
}

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	FmuRegion *r = ctx;
	size_t old_whole = 0, new_whole = 0;
	void *moved;

	if (new_size > SIZE_MAX / 4)
		return NULL;
	if (ptr && new_size > 0 && list_of(old_size, &old_whole) == list_of(new_size, &new_whole))
		return ptr;
	moved = new_size > 0 ? take(r, new_size) : NULL;
	if (new_size > 0 && !moved)
		return NULL;
	if (ptr && moved)
		memcpy(moved, ptr, old_size < new_size ? old_size : new_size);
	if (ptr)
		give_back(r, ptr, old_size);
	return moved;
}

void fmu_region_init(FmuRegion *r)
{
	*r = (FmuRegion){.alloc = {resize, r}};
}

void fmu_region_free(FmuRegion *r)
{
	for (size_t k = 0; k < r->piece.n; k++)
		alloc_free(&alloc_heap, r->piece.at[k].bytes, r->piece.at[k].size);
	vec_free(&alloc_heap, &r->piece);
}

/* --- copies --- */

static size_t used_of(const FmuRegion *r, const FmuRegionAt *at, size_t k)
{
	return k + 1 == at->n ? at->used : r->piece.at[k].size;
}

void fmu_region_forget(FmuRegionCopy *c)
{
	alloc_free(&alloc_heap, c->bytes, c->size);
	*c = (FmuRegionCopy){0};
}

bool fmu_region_save(const FmuRegion *r, FmuRegionCopy *c)
{
	size_t size = 0;
	unsigned char *to;

	for (size_t k = 0; k < r->at.n; k++)
		size += used_of(r, &r->at, k);
	if (size != c->size) {
		fmu_region_forget(c);
		c->bytes = alloc_new(&alloc_heap, size);
		if (!c->bytes)
			return false;
		c->size = size;
	}
	c->at = r->at;
	to = c->bytes;
	for (size_t k = 0; k < r->at.n; k++) {
		memcpy(to, r->piece.at[k].bytes, used_of(r, &r->at, k));
		to += used_of(r, &r->at, k);
	}
	return true;
}

void fmu_region_restore(FmuRegion *r, const FmuRegionCopy *c)
{
	const unsigned char *from = c->bytes;

	r->at = c->at;
	for (size_t k = 0; k < r->at.n; k++) {
		memcpy(r->piece.at[k].bytes, from, used_of(r, &r->at, k));
		from += used_of(r, &r->at, k);
	}
}
