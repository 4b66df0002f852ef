/* SPDX-License-Identifier: MIT
   fence.c — blocks in pages of their own, each with a page behind it that nobody may touch. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, madvise */
#include "fence.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE   ((size_t)4096)
#define ALIGN  _Alignof(max_align_t)
#define BEFORE ((size_t)64) /* bytes before a block that are looked at */
#define MARK   0xA5         /* what is in bytes that belong to no block */

/* Where the bytes of a block lie. */
typedef struct {
	unsigned char *page;  /* the first of n bytes of pages … */
	size_t n;             /* … in which it is */
	unsigned char *block; /* aligned, so that up to ALIGN - 1 bytes of the last page follow it */
	size_t after;         /* so many */
} Place;

static Place place_at(unsigned char *page, size_t size)
{
	size_t aligned = (size + ALIGN - 1) / ALIGN * ALIGN;
	size_t n = (aligned + BEFORE + PAGE - 1) / PAGE * PAGE;

	return (Place){page, n, page + n - aligned, aligned - size};
}

static Place place_of(void *block, size_t size)
{
	Place p = place_at(NULL, size);
	uintptr_t last = ((uintptr_t)block + size - 1) / PAGE * PAGE;

	return place_at((unsigned char *)(last + PAGE - p.n), size);
}

bool fence_init(Fence *f, size_t size)
{
	void *at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (at == MAP_FAILED)
		return false;
	f->begin = f->next = at;
	f->end = f->begin + size;
	return true;
}

void *fence_get(Fence *f, size_t size)
{
	Place p = place_at(f->next, size);

	if ((size_t)(f->end - f->next) < p.n + PAGE ||
		mprotect(p.page, p.n, PROT_READ | PROT_WRITE) != 0)
		return NULL;
	memset(p.block - BEFORE, MARK, BEFORE);
	memset(p.block + size, MARK, p.after);
	f->next += p.n + PAGE;
	return p.block;
}

bool fence_put(Fence *f, void *block, size_t size)
{
	Place p = place_of(block, size);
	bool is_marked = true;

	(void)f;
	for (size_t k = 0; k < BEFORE; k++)
		is_marked &= p.block[-1 - (ptrdiff_t)k] == MARK;
	for (size_t k = 0; k < p.after; k++)
		is_marked &= p.block[size + k] == MARK;
	(void)madvise(p.page, p.n, MADV_DONTNEED); /* the memory; its addresses stay */
	return mprotect(p.page, p.n, PROT_NONE) == 0 && is_marked;
}

bool fence_has(const Fence *f, const void *block)
{
	return (const unsigned char *)block >= f->begin && (const unsigned char *)block < f->end;
}

void fence_reset(Fence *f)
{
	f->next = f->begin;
}
