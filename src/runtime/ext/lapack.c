/* SPDX-License-Identifier: MIT
   lapack.c — LAPACK and BLAS by name, and the two functions that they need of us: what is called
   when an argument is wrong (theirs stops the process), and the one routine of the Fortran run-time
   library that is left then. Both must be in this file, which ext_find needs in any case: linked
   after us, the libraries then leave their own out, and with them Fortran's input and output. */
#include "runtime/ext/ext.h"

#include <stdlib.h>
#include <string.h>

void xerbla_(const char *routine, const int *argument, size_t len);
void _gfortran_concat_string(size_t len, char *to, size_t len_a, const char *a, size_t len_b,
							 const char *b);

void xerbla_(const char *routine, const int *argument, size_t len)
{
	while (len > 0 && routine[len - 1] == ' ')
		len--;
	ext_error("argument %d of the LAPACK routine %.*s is not allowed", *argument, (int)len,
			  routine);
}

/* to = a // b, cut off or filled with blanks. Weak: a program may have Fortran's own. */
__attribute__((weak)) void _gfortran_concat_string(size_t len, char *to, size_t len_a,
												   const char *a, size_t len_b, const char *b)
{
	size_t n_a = len < len_a ? len : len_a, n_b = len - n_a < len_b ? len - n_a : len_b;

	memcpy(to, a, n_a);
	memcpy(to + n_a, b, n_b);
	memset(to + n_a + n_b, ' ', len - n_a - n_b);
}

/* Arguments and results do not matter for an address. */
#define EXT_DECLARE(name, signature) void name##_(void);
EXT_FORTRAN(EXT_DECLARE)
#undef EXT_DECLARE

#define EXT_ENTRY(name, signature) {#name, name##_, EXT_NONE, signature, true},
static const ExtFunction table[] = {EXT_FORTRAN(EXT_ENTRY)};
#undef EXT_ENTRY

static int compare(const void *symbol, const void *entry)
{
	return strcmp(symbol, ((const ExtFunction *)entry)->symbol);
}

const ExtFunction *lapack_find(const char *symbol)
{
	return bsearch(symbol, table, sizeof table / sizeof *table, sizeof *table, compare);
}
