/* SPDX-License-Identifier: MIT
   foreign.c — memory of libraries that do not survive its end (SUNDIALS, KLU). The build has their
   calls of malloc, calloc, realloc and free come here (cmake/foreign.cmake). Each block belongs to
   the owner that runs; when there is no memory none of them learns of it: all blocks of the owner
   end, and its run is left by a jump. A block is preceded by a header, so that it can be freed by
   whoever has it, in any thread. */
#include "base/base.h"

#include <string.h>

struct ForeignBlock {
	ForeignBlock *older, *newer; /* of the same owner */
	Foreign *owner;              /* NULL: none was running */
	size_t size;                 /* bytes, this header included */
};
_Static_assert(sizeof(ForeignBlock) % 16 == 0, "what follows a header is aligned for any type");

static _Thread_local Foreign *running; /* of this thread; NULL: none */

void foreign_init(Foreign *f, const MdvAlloc *alloc)
{
	*f = (Foreign){.alloc = alloc ? alloc : &alloc_heap};
}

void foreign_release(Foreign *f)
{
	while (f->newest)
		foreign_free(f->newest + 1);
}

/* What the library has in its hands is not to be used again. */
static void lose(Foreign *f)
{
	f->lost = true;
	foreign_release(f);
}

static void left(GuardScope *scope)
{
	Foreign *f = (Foreign *)scope;

	running = f->outer;
	lose(f);
}

MdvStatus foreign_run(Foreign *f, MdvStatus (*body)(void *arg), void *arg)
{
	MdvStatus status;

	if (f->lost)
		return MDV_NO_MEMORY;
	f->outer = running;
	running = f;
	guard_scope_begin(&f->scope, left);
	if (setjmp(f->out) == 0)
		status = body(arg);
	else
		status = MDV_NO_MEMORY;
	guard_scope_end(&f->scope);
	running = f->outer;
	return status;
}

/* --- what the libraries call --- */

static void link_block(ForeignBlock *b)
{
	Foreign *f = b->owner;

	if (!f)
		return;
	b->newer = NULL;
	b->older = f->newest;
	if (f->newest)
		f->newest->newer = b;
	f->newest = b;
}

static void unlink_block(const ForeignBlock *b)
{
	if (b->newer)
		b->newer->older = b->older;
	else if (b->owner)
		b->owner->newest = b->older;
	if (b->older)
		b->older->newer = b->newer;
}

static const MdvAlloc *alloc_of(const Foreign *f)
{
	return f ? f->alloc : &alloc_heap;
}

/* No memory. A run is left; without one only its caller can help. */
static void *give_up(Foreign *f)
{
	if (!f)
		return NULL;
	lose(f);
	longjmp(f->out, 1);
}

void *foreign_malloc(size_t size)
{
	const MdvAlloc *a = alloc_of(running);
	ForeignBlock *b = NULL;

	if (size <= SIZE_MAX / 2)
		b = a->resize(a->ctx, NULL, 0, sizeof *b + size);
	if (!b)
		return give_up(running);
	*b = (ForeignBlock){.owner = running, .size = sizeof *b + size};
	link_block(b);
	return b + 1;
}

void *foreign_calloc(size_t n, size_t size)
{
	bool fits = size == 0 || n <= SIZE_MAX / 2 / size;
	void *ptr = foreign_malloc(fits ? n * size : SIZE_MAX);

	return ptr ? memset(ptr, 0, n * size) : NULL;
}

void *foreign_realloc(void *ptr, size_t size)
{
	ForeignBlock *b = ptr ? (ForeignBlock *)ptr - 1 : NULL, *moved = NULL;
	const MdvAlloc *a;

	if (!b)
		return foreign_malloc(size);
	a = alloc_of(b->owner);
	unlink_block(b);
	if (size <= SIZE_MAX / 2)
		moved = a->resize(a->ctx, b, b->size, sizeof *b + size);
	if (moved) {
		b = moved;
		b->size = sizeof *b + size;
	}
	link_block(b);
	if (moved || size <= b->size - sizeof *b) /* what cannot shrink may stay as it is */
		return b + 1;
	return b->owner == running ? give_up(running) : NULL;
}

void foreign_free(void *ptr)
{
	ForeignBlock *b = ptr ? (ForeignBlock *)ptr - 1 : NULL;
	const MdvAlloc *a;

	if (!b)
		return;
	a = alloc_of(b->owner);
	unlink_block(b);
	a->resize(a->ctx, b, b->size, 0);
}
