/* SPDX-License-Identifier: MIT
   failing.h — the C library's memory, made to fail: the linker puts these functions in its place
   (--wrap, see MDV_FAILING in tests/CMakeLists.txt). One test includes it in one source. */
#ifndef MDV_FAILING_H
#define MDV_FAILING_H

#include <stdbool.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *ptr, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void __real_free(void *ptr);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *ptr, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);
void __wrap_free(void *ptr);

static struct {
	long calls;   /* that ask for memory */
	long fail_at; /* this one fails; 0: none */
	bool after;   /* and all that follow */
	long live;    /* blocks handed out */
} meter;

static bool is_refused(void)
{
	meter.calls++;
	return meter.calls == meter.fail_at ||
		   (meter.after && meter.fail_at > 0 && meter.calls > meter.fail_at);
}

static void *given(void *block)
{
	meter.live += block != NULL;
	return block;
}

void *__wrap_malloc(size_t size)
{
	return is_refused() ? NULL : given(__real_malloc(size));
}

void *__wrap_calloc(size_t n, size_t size)
{
	return is_refused() ? NULL : given(__real_calloc(n, size));
}

void *__wrap_realloc(void *ptr, size_t size)
{
	if (is_refused())
		return NULL;
	return ptr ? __real_realloc(ptr, size) : given(__real_realloc(NULL, size));
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
	return is_refused() ? NULL : given(__real_aligned_alloc(align, size));
}

void __wrap_free(void *ptr)
{
	meter.live -= ptr != NULL;
	__real_free(ptr);
}

#endif
