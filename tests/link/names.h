/* SPDX-License-Identifier: MIT
   names.h — a host's functions, by names that are also used inside of modevs, of the solvers, of
   LAPACK and of libffi, with other arguments. Only the host may reach them. */
#ifndef MDV_TEST_NAMES_H
#define MDV_TEST_NAMES_H

#include <stddef.h>

#define NAMES_LIST(X) \
	X(map_find)       \
	X(queue_push)     \
	X(text_init)      \
	X(arena_init)     \
	X(rt_new)         \
	X(CVode)          \
	X(IDASolve)       \
	X(KINSol)         \
	X(N_VNew_Serial)  \
	X(klu_solve)      \
	X(amd_order)      \
	X(dgesv_)         \
	X(dgetrf_)        \
	X(xerbla_)        \
	X(ffi_call)

#define NAMES_DECLARE(name) const char *name(int n);
NAMES_LIST(NAMES_DECLARE)
#undef NAMES_DECLARE

extern int names_calls; /* of all of them */

/* Calls each once: the number of those that were not the host's. */
int names_wrong(void);

#endif
