/* SPDX-License-Identifier: MIT
   alloc.h — where modevs gets its memory. A host may pass its own; NULL means the C library's. */
#ifndef MODEVS_ALLOC_H
#define MODEVS_ALLOC_H

#include <stddef.h>

typedef struct MdvAlloc {
	/* Like realloc, with the old size told: ptr NULL allocates, new_size 0 frees and returns NULL.
	   Returns NULL, with ptr untouched, when there is no memory. Aligned for any type. */
	void *(*resize)(void *ctx, void *ptr, size_t old_size, size_t new_size);
	void *ctx; /* handed to resize */
} MdvAlloc;

#endif
