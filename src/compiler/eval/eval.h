/* SPDX-License-Identifier: MIT
   eval.h — the contents of eval/: the values of flat expressions at compile time. What only its
   files share is in interp.h. */
#ifndef MDV_EVAL_H
#define MDV_EVAL_H

#include "compiler/flat/flat.h"

/* interp.c — the tree evaluator: flat expressions and functions at compile time */

typedef const Expr *(*InterpVar)(void *ctx, VarId v); /* the value of a variable; NULL: unknown */

/* The value of an expression as literals (scalars, EX_ARRAY and EX_RECORD of them), with calls of
   functions carried out; NULL: it depends on something unknown, or failed: why (in `why`, unless
   that is NULL). */
const Expr *interp_expr(FlatModel *m, const Expr *e, InterpVar var, void *ctx, Text *why);

#endif
