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

/* A call that gives the same Integer or Boolean each time, like the position of a name in a list:
   that literal (MLS 3.3 leaves it free when pure functions are called). NULL: e is none, or it
   fails, as it will when it is called. */
const Expr *interp_call(FlatModel *m, const Expr *e);

#endif
