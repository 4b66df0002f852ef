/* SPDX-License-Identifier: MIT
   fence.h — blocks of memory that end where a page begins that nobody may touch, and that nobody
   may touch any more when they were given back: the processor itself sees who goes too far, also
   machine code and libraries, which a sanitizer does not watch. */
#ifndef MDV_FENCE_H
#define MDV_FENCE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
	unsigned char *begin, *end; /* addresses that are kept for blocks */
	unsigned char *next;        /* where those are that no block had */
} Fence;

/* False: the system does not give that many bytes of addresses. */
bool fence_init(Fence *f, size_t size);
/* NULL: there are no addresses left, or the system cannot tell more blocks apart. */
void *fence_get(Fence *f, size_t size);
/* False: somebody wrote beside it, where no page ends. */
bool fence_put(Fence *f, void *block, size_t size);
bool fence_has(const Fence *f, const void *block);
/* All blocks were given back: their addresses are for new ones. */
void fence_reset(Fence *f);

#endif
