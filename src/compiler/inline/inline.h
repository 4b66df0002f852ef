/* SPDX-License-Identifier: MIT
   inline.h — the contents of inline/: calls of functions replaced by what they compute. What only
   its files share is in inline_run.h. */
#ifndef MDV_INLINE_H
#define MDV_INLINE_H

#include "compiler/flat/flat.h"

enum {
	INLINE_EARLY = 1,       /* Inline = true, and functions of one assignment, but not those with a
							   derivative or an inverse */
	INLINE_LATE = 2,        /* all of these, LateInline and InlineAfterIndexReduction */
	INLINE_DROP_ASSERTS = 4 /* asserts in the bodies may be left out */
};

/* A call of a function that computes without loops of unknown length: its result (constructors of
   scalars, a tuple of several) in terms of the arguments; NULL: the function is not simple.
   flags: INLINE_DROP_ASSERTS or 0. */
const Expr *inline_call(FlatModel *m, Arena *scratch, const Expr *call, unsigned flags);

/* One Inliner may serve many expressions: it remembers. */
typedef struct Inliner Inliner;
Inliner *inline_new(FlatModel *m, Arena *scratch, unsigned which);
const Expr *inline_expr(Inliner *in, const Expr *e);
const Expr *inline_calls(FlatModel *m, Arena *scratch, const Expr *e, unsigned which);

#endif
