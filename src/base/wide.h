/* SPDX-License-Identifier: MIT
   wide.h — loops over vectors of numbers with the widest instructions that the processor has. */
#ifndef MDV_WIDE_H
#define MDV_WIDE_H

/* A function that is made twice. The bits are the same, since nothing is contracted. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#endif
