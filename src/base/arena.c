/* SPDX-License-Identifier: MIT
   arena.c — memory that is released together. Small allocations are cut from blocks of one size,
   which are kept for reuse; an allocation above ARENA_LARGE has a block of its own, which can grow
   by realloc and goes back at once. Which of the two it is follows from its size alone. With
   MDV_ARENA_DEBUG every allocation is large, of exact size and moved when grown, so that a memory
   checker sees overflows and uses after release. An arena has children, which end with it. */
#include "base/base.h"

#include <string.h>

#define ARENA_BLOCK ((size_t)64 * 1024) /* bytes of a block, with its header */
#define ARENA_BIG   ((size_t)1 << 20)   /* of one in an arena that holds more than this */
#define ARENA_ALIGN _Alignof(max_align_t)
#define ARENA_UNIT  ((size_t)64) /* bytes that are a unit of work: to be filled */
#ifdef MDV_ARENA_DEBUG
#define ARENA_LARGE ((size_t)0)
#define ARENA_MOVES true
#else
#define ARENA_LARGE (ARENA_BLOCK / 4)
#define ARENA_MOVES false
#endif

struct ArenaBlock {
	_Alignas(max_align_t) ArenaBlock *prev; /* the block before */
	size_t size;                            /* bytes that follow */
};

struct ArenaLarge {
	_Alignas(max_align_t) ArenaLarge *prev; /* the allocation before */
	ArenaLarge *next;                       /* the allocation after */
	uint64_t serial;                        /* larger than that of prev */
	size_t size;                            /* bytes that follow */
};

void *arena_no_memory(Arena *a)
{
	if (a->no_memory)
		a->no_memory(a->no_memory_ctx);
	return NULL;
}

void arena_poll(Arena *a)
{
	a->work = 0;
	if (a->no_memory == guard_no_memory) /* it may be left anyway */
		guard_poll();
}

/* All memory comes and goes here. Does not call the handler. */
static void *obtain(Arena *a, void *ptr, size_t old_size, size_t new_size)
{
	void *got;

	if (new_size > old_size) /* clearing and filling it is work, too */
		arena_work(a, (new_size - old_size) / ARENA_UNIT);
	got = a->from->resize(a->from->ctx, ptr, old_size, new_size);
	if (!got && new_size > 0)
		return NULL;
	a->held = a->held - old_size + new_size;
	if (a->peak < a->held)
		a->peak = a->held;
	return got;
}

/* An allocation of its own, newest of a list of them. */
static void *large_alloc(Arena *a, ArenaLarge **list, size_t size)
{
	ArenaLarge *l = NULL;

	if (size < SIZE_MAX - sizeof *l)
		l = obtain(a, NULL, 0, sizeof *l + size);
	if (!l)
		return arena_no_memory(a);
	*l = (ArenaLarge){.prev = *list, .serial = ++a->serial, .size = size};
	if (*list)
		(*list)->next = l;
	*list = l;
	return l + 1;
}

static void large_free(Arena *a, ArenaLarge **list, ArenaLarge *l)
{
	if (l->prev)
		l->prev->next = l->next;
	if (l->next)
		l->next->prev = l->prev;
	else
		*list = l->prev;
	obtain(a, l, sizeof *l + l->size, 0);
}

/* Keeps its place in the list, so it lives as long as it would have before. */
static void *large_resize(Arena *a, ArenaLarge **list, ArenaLarge *l, size_t size)
{
	if (size >= SIZE_MAX - sizeof *l)
		return arena_no_memory(a);
	l = obtain(a, l, sizeof *l + l->size, sizeof *l + size);
	if (!l)
		return arena_no_memory(a);
	l->size = size;
	if (l->prev)
		l->prev->next = l;
	if (l->next)
		l->next->prev = l;
	else
		*list = l;
	return l + 1;
}

static void *heap_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Arena *a = ctx;

	(void)old_size;
	if (!ptr)
		return new_size > 0 ? large_alloc(a, &a->single, new_size) : NULL;
	if (new_size > 0)
		return large_resize(a, &a->single, (ArenaLarge *)ptr - 1, new_size);
	large_free(a, &a->single, (ArenaLarge *)ptr - 1);
	return NULL;
}

/* Large arenas grow by large blocks: the system is asked less often. */
static bool push_block(Arena *a)
{
	ArenaBlock *b = a->spare;
	size_t bytes = a->held < ARENA_BIG ? ARENA_BLOCK : ARENA_BIG;

	if (b) {
		a->spare = b->prev;
	} else {
		b = obtain(a, NULL, 0, bytes);
		if (!b)
			return false;
		if (bytes == ARENA_BIG) /* the next ones of an arena that is filled */
			alloc_populate(b, bytes);
		b->size = bytes - sizeof *b;
	}
	b->prev = a->block;
	a->block = b;
	a->used = 0;
	return true;
}

void *arena_alloc(Arena *a, size_t size, size_t align)
{
	size_t at;

	arena_work(a, 1);
	size += size == 0;
	if (size > ARENA_LARGE)
		return large_alloc(a, &a->large, size);
	at = (a->used + align - 1) / align * align;
	if (!a->block || at + size > a->block->size) {
		if (!push_block(a))
			return arena_no_memory(a);
		at = 0;
	}
	a->used = at + size;
	return (char *)(a->block + 1) + at;
}

/* Gigabytes take seconds, as the system gives pages where they are first written to. */
static void *clear(Arena *a, char *ptr, size_t size)
{
	size_t at = 0;

	for (; size - at > ARENA_BIG; at += ARENA_BIG) {
		alloc_populate(ptr + at, ARENA_BIG);
		memset(ptr + at, 0, ARENA_BIG);
		arena_work(a, ARENA_BIG / ARENA_UNIT);
	}
	memset(ptr + at, 0, size - at);
	return ptr;
}

void *arena_new(Arena *a, size_t n, size_t elem_size, size_t align)
{
	char *ptr;

	if (n > SIZE_MAX / elem_size)
		return arena_no_memory(a);
	ptr = arena_alloc(a, n * elem_size, align);
	return ptr ? clear(a, ptr, n * elem_size) : NULL;
}

/* The offset in the newest block of an allocation of `size` bytes if it is the last one there. */
static bool is_last(const Arena *a, const void *ptr, size_t size, size_t *at)
{
	if (!a->block || a->used < size)
		return false;
	*at = a->used - size;
	return (const char *)ptr == (const char *)(a->block + 1) + *at;
}

static void give_back(Arena *a, void *ptr, size_t size)
{
	size_t at;

	if (size > ARENA_LARGE)
		large_free(a, &a->large, (ArenaLarge *)ptr - 1);
	else if (is_last(a, ptr, size, &at))
		a->used = at;
}

static void *arena_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Arena *a = ctx;
	size_t at;
	void *fresh;

	if (!ptr)
		return new_size > 0 ? arena_alloc(a, new_size, ARENA_ALIGN) : NULL;
	if (new_size == 0) {
		give_back(a, ptr, old_size);
		return NULL;
	}
	if (old_size > ARENA_LARGE && new_size > ARENA_LARGE && !ARENA_MOVES)
		return large_resize(a, &a->large, (ArenaLarge *)ptr - 1, new_size);
	if (old_size <= ARENA_LARGE && new_size <= ARENA_LARGE) {
		if (is_last(a, ptr, old_size, &at) && at + new_size <= a->block->size) {
			a->used = at + new_size;
			return ptr;
		}
		if (new_size <= old_size)
			return ptr;
	}
	fresh = arena_alloc(a, new_size, ARENA_ALIGN);
	if (!fresh)
		return NULL;
	memcpy(fresh, ptr, old_size < new_size ? old_size : new_size);
	give_back(a, ptr, old_size);
	return fresh;
}

void arena_init(Arena *a, const MdvAlloc *from)
{
	*a = (Arena){.from = from ? from : &alloc_brief, .alloc = {arena_resize, a}};
	a->heap = (MdvAlloc){heap_resize, a};
}

void arena_child(Arena *a, Arena *parent)
{
	arena_work(parent, 1);
	arena_init(a, parent->from);
	a->no_memory = parent->no_memory;
	a->no_memory_ctx = parent->no_memory_ctx;
	a->parent = parent;
	a->prev = parent->child;
	if (a->prev)
		a->prev->next = a;
	parent->child = a;
}

/* Leave the list of the parent's children. */
static void leave_parent(Arena *a)
{
	if (!a->parent)
		return;
	if (a->prev)
		a->prev->next = a->next;
	if (a->next)
		a->next->prev = a->prev;
	else
		a->parent->child = a->prev;
	a->parent->work += a->work; /* of many short scopes, too */
	a->parent = a->prev = a->next = NULL;
}

ArenaMark arena_mark(const Arena *a)
{
	return (ArenaMark){a->block, a->used, a->serial};
}

void arena_release(Arena *a, ArenaMark mark)
{
	while (a->large && a->large->serial > mark.serial)
		large_free(a, &a->large, a->large);
	while (a->block != mark.block) {
		ArenaBlock *b = a->block;

		a->block = b->prev;
		b->prev = a->spare;
		a->spare = b;
	}
	a->used = mark.used;
}

void arena_free(Arena *a)
{
	arena_free_children(a);
	arena_release(a, (ArenaMark){0});
	while (a->single)
		large_free(a, &a->single, a->single);
	while (a->spare) {
		ArenaBlock *b = a->spare;

		a->spare = b->prev;
		obtain(a, b, sizeof *b + b->size, 0);
	}
	leave_parent(a);
}

void arena_free_children(Arena *a)
{
	while (a->child)
		arena_free(a->child);
}

const MdvAlloc *arena_allocator(Arena *a)
{
	return &a->alloc;
}

const MdvAlloc *arena_heap(Arena *a)
{
	return &a->heap;
}

size_t arena_used(const Arena *a)
{
	size_t n = a->held - (a->block ? a->block->size - a->used : 0);

	for (const ArenaBlock *b = a->spare; b; b = b->prev)
		n -= sizeof *b + b->size;
	return n;
}

size_t arena_peak(const Arena *a)
{
	return a->peak;
}

char *arena_strndup(Arena *a, const char *s, size_t len)
{
	char *copy = len < SIZE_MAX ? arena_alloc(a, len + 1, 1) : arena_no_memory(a);

	if (!copy)
		return NULL;
	memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

char *arena_strdup(Arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(Arena *a, const char *format, va_list args)
{
	char most[512]; /* of texts: they are printed once */
	va_list again;
	int len;
	char *s;

	va_copy(again, args);
	len = plain_vsnprintf(most, sizeof most, format, args);
	if (len < 0)
		BUG("a format that cannot be printed: %s", format);
	s = arena_alloc(a, (size_t)len + 1, 1);
	if (s && (size_t)len < sizeof most)
		memcpy(s, most, (size_t)len + 1);
	else if (s)
		plain_vsnprintf(s, (size_t)len + 1, format, again);
	va_end(again);
	return s;
}

char *arena_printf(Arena *a, const char *format, ...)
{
	va_list args;
	char *s;

	va_start(args, format);
	s = arena_vprintf(a, format, args);
	va_end(args);
	return s;
}
