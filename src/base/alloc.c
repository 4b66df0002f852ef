/* SPDX-License-Identifier: MIT
   alloc.c — allocators and growable arrays. */
#define _DEFAULT_SOURCE /* madvise */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>
#ifndef MDV_BARE
#include <sys/mman.h>
#endif

enum {
	PAGE = 4096,            /* bytes of a page, at least */
	LINE = 64,              /* bytes of a line of the cache */
	LARGE = 4096,           /* bytes from which on a block begins at a line */
	HUGE_PAGE = 2 << 20,    /* bytes of one, where there are such */
	MOVABLE = 64 << 20,     /* bytes from which on a block surely has pages of its own */
	BRIEF_MOVABLE = 1 << 20 /* the same of one that does not stay, which need not begin at a line */
};

/* Large blocks begin at a cache line. Very large ones that stay are made of huge pages where the
   system has them: scattered access to tens of megabytes is otherwise bound by the search for
   pages. */
static void *large_block(size_t size, bool stays)
{
	size_t align = !stays || size / 2 < HUGE_PAGE ? LINE : HUGE_PAGE;
	void *ptr =
		size > SIZE_MAX / 2 ? NULL : aligned_alloc(align, (size + align - 1) / align * align);

#ifdef MADV_HUGEPAGE
	if (ptr && align == HUGE_PAGE)
		(void)madvise(ptr, size, MADV_HUGEPAGE); /* advice: it works without, too */
#endif
	return ptr;
}

/* The system gives pages one by one, where they are first written to; all of a block at once cost
   half as much. */
void alloc_populate(void *ptr, size_t size)
{
#ifdef MADV_POPULATE_WRITE
	uintptr_t first = ((uintptr_t)ptr + PAGE - 1) / PAGE * PAGE, end = (uintptr_t)ptr + size;

	if (first + PAGE < end) /* advice: pages come without, too */
		(void)madvise((char *)ptr + (first - (uintptr_t)ptr), (end - first) / PAGE * PAGE,
					  MADV_POPULATE_WRITE);
#else
	(void)ptr;
	(void)size;
#endif
}

/* Blocks of this size are pages of their own, which the system moves elsewhere without touching
   them: neither are they copied, nor is there room needed for two of them. */
static void *move_block(void *ptr, size_t old_size, size_t new_size, bool stays)
{
	void *moved = realloc(ptr, new_size), *aligned;

	if (!moved || !stays || (uintptr_t)moved % LINE == 0)
		return moved;
	aligned = large_block(new_size, stays); /* a system where it is otherwise */
	if (aligned) {
		memcpy(aligned, moved, old_size < new_size ? old_size : new_size);
		free(moved);
		return aligned;
	}
	return moved;
}

static void *resize_block(void *ptr, size_t old_size, size_t new_size, bool stays)
{
	size_t movable = stays ? MOVABLE : BRIEF_MOVABLE;
	void *moved;

	if (new_size == 0) {
		free(ptr);
		return NULL;
	}
	if (new_size < LARGE)
		return realloc(ptr, new_size);
	if (ptr && old_size >= movable && new_size >= movable && new_size <= SIZE_MAX / 2)
		return move_block(ptr, old_size, new_size, stays);
	moved = large_block(new_size, stays);
	if (moved && ptr) {
		memcpy(moved, ptr, old_size < new_size ? old_size : new_size);
		free(ptr);
	}
	return moved;
}

static void *heap_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	(void)ctx;
	return resize_block(ptr, old_size, new_size, true);
}

static void *brief_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	(void)ctx;
	return resize_block(ptr, old_size, new_size, false);
}

const MdvAlloc alloc_heap = {heap_resize, NULL};
const MdvAlloc alloc_brief = {brief_resize, NULL};

bool vec_grow(const MdvAlloc *a, void *at, size_t *cap, size_t elem_size, size_t want)
{
	size_t new_cap = *cap < 8 ? 8 : *cap * 2;
	void *old, *grown;

	if (new_cap < want)
		new_cap = want;
	if (new_cap > SIZE_MAX / 2 / elem_size)
		return false;
	memcpy(&old, at, sizeof old); /* `at` is the address of a T *, whatever T is */
	grown = a->resize(a->ctx, old, *cap * elem_size, new_cap * elem_size);
	if (!grown)
		return false;
	memcpy(at, &grown, sizeof grown);
	*cap = new_cap;
	return true;
}

void *alloc_new(const MdvAlloc *a, size_t size)
{
	void *ptr = a->resize(a->ctx, NULL, 0, size ? size : 1);

	return ptr ? memset(ptr, 0, size) : NULL;
}

void alloc_free(const MdvAlloc *a, const void *ptr, size_t size)
{
	void *old;

	if (!ptr)
		return;
	memcpy(&old, &ptr, sizeof old); /* freeing constant data is the owner's right */
	a->resize(a->ctx, old, size ? size : 1, 0);
}

static void *meter_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	AllocMeter *m = ctx;
	void *got;

	if (new_size > 0) {
		m->n_calls++;
		if (m->fail_at && (m->fail_after ? m->n_calls >= m->fail_at : m->n_calls == m->fail_at))
			return NULL;
	}
	got = m->from->resize(m->from->ctx, ptr, old_size, new_size);
	if (new_size > 0 && !got)
		return NULL;
	m->live = m->live - (ptr ? old_size : 0) + new_size;
	if (m->peak < m->live)
		m->peak = m->live;
	return got;
}

void alloc_meter_init(AllocMeter *m, const MdvAlloc *from)
{
	*m = (AllocMeter){.alloc = {meter_resize, m}, .from = from ? from : &alloc_heap};
}
