/* SPDX-License-Identifier: MIT
   inline_run.h — private to inline*.c: a function under way whose locals hold expressions. */
#ifndef MDV_INLINE_RUN_H
#define MDV_INLINE_RUN_H

#include "compiler/inline/inline.h"

enum {
	INLINE_MAX_ITERATIONS = 100, /* of all loops together */
	INLINE_MAX_WORK = 2000       /* operators looked at and scalars assigned */
};

typedef struct InlineRun {
	FlatModel *m;       /* whose function it is */
	ExprPool *p;        /* of the model */
	Arena *scratch;     /* holds the rest */
	FlatFn fn;          /* the function; a copy */
	const Expr **value; /* by local: its value; NULL: none yet, not even a size */
	bool drop_asserts;  /* effects may be left out */
	bool late;          /* no pass adds checks of values any more (prepare_check.c) */
	bool local_args;    /* the arguments are in terms of another function's locals */
	bool failed;        /* not simple */
	bool returned;      /* at the end */
	int iterations;     /* so far */
	int work;           /* so far */
	Map simple;         /* ids of expressions that scalar.c can take apart */
} InlineRun;

/* inline_run.c — statements */

/* The values of the outputs of a call, in scratch; NULL: not simple. */
const Expr *const *inline_run(FlatModel *m, Arena *scratch, const Expr *call, unsigned flags);
const Expr *inline_run_fail(InlineRun *r); /* gives NULL */
void inline_run_work(InlineRun *r, int64_t n);

/* inline_value.c — expressions and sizes */

/* An expression of the body in terms of the arguments. */
const Expr *inline_value_substitute(InlineRun *r, const Expr *e);
/* The same in constructors of scalars. NULL: not simple. */
const Expr *inline_value(InlineRun *r, const Expr *e);
/* Is there nothing that scalar.c cannot take apart, or that has no value? */
bool inline_value_is_simple(InlineRun *r, const Expr *e);
/* Do all locals that e refers to have a value? e may be NULL. */
bool inline_value_is_ready(InlineRun *r, const Expr *e);
/* The type of a local whose sizes are given in terms of others, by their values; NULL: open. */
const Type *inline_value_type(InlineRun *r, const FlatLocal *local, const Expr *const value[]);
/* Nothing assigned yet, but of known size: constructors of EX_SKIP. */
const Expr *inline_value_blank(InlineRun *r, const Type *t);
bool inline_value_has_iterators(InlineRun *r, const Expr *e); /* {… for i in …}; e may be NULL */

#endif
