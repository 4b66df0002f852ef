/* SPDX-License-Identifier: MIT
   prepare_alg.h — private to prepare_alg*.c: an algorithm section that is becoming a function.

   While it is made, its locals have numbers of their own: the iterators of the section keep theirs,
   inputs are ALG_IN + k, outputs ALG_OUT + k. In the end inputs that nothing reads are dropped and
   all are numbered anew. */
#ifndef MDV_PREPARE_ALG_H
#define MDV_PREPARE_ALG_H

#include "compiler/prepare/prepare.h"

enum { ALG_IN = 1 << 24, ALG_OUT = 1 << 25 };

/* Something that is read: a variable, an array of variables, pre of either, time … */
typedef struct AlgInput {
	const Expr *of; /* in terms of the model */
	int32_t number; /* of the local in the end; -1: nothing reads it */
} AlgInput;

/* Something that is assigned: a variable, or an array of consecutive ones that is used as such. */
typedef struct AlgOutput {
	VarId first;      /* its first variable */
	const Type *type; /* its type */
	const Expr *init; /* literal at entry; NULL: as MLS 11.1.2 says */
} AlgOutput;

typedef struct AlgFn {
	Prepare *p;         /* the pass */
	const FlatAlg *alg; /* the section */
	Map targets;        /* VarId -> 1: assigned by the section */
	Map output_of;      /* VarId -> index into out, of every variable of an output */
	Map input_of;       /* id of `of` -> index into in */
	VEC(AlgInput) in;   /* what is read */
	VEC(AlgOutput) out; /* what is assigned */
	Rewrite *own;       /* assigned variables become locals, pre of them does not */
	Rewrite *leaves;    /* all that is left of the model becomes inputs */
	Rewrite *model;     /* locals become what they stand for */
	Rewrite *renumber;  /* the final numbers */
	Rewrite *timed;     /* relations of time in the when at hand */
	bool literal;       /* relations make no events here */
	bool in_when;       /* inside of a when */
	bool impure;        /* it calls an impure function */
	bool watched;       /* relations of what it assigns count outside of whens */
	int32_t n_in;       /* inputs that are read */
	int32_t n_vars;     /* variables of the model before: those behind are outputs made here */
} AlgFn;

typedef VEC(FlatStmt) Stmts;

/* prepare_alg_fn.c */

void prepare_alg_fn(Prepare *p, const FlatAlg *alg);
/* What variables v … begin with: pre or start value; as an array of that type. */
const Expr *prepare_alg_entry_value(AlgFn *f, VarId v, const Type *type);

/* prepare_alg_ref.c — variables as locals */

void prepare_alg_refs(AlgFn *f); /* finds the outputs, makes the rewriters */
const Expr *prepare_alg_expr(AlgFn *f, const Expr *e);
/* An event for a relation that the section decides by itself: derivatives that call it do not read
   the relation, and change with it all the same. */
void prepare_alg_event(Prepare *p, const Expr *e);
const Expr *prepare_alg_input(AlgFn *f, const Expr *of);             /* the local for it */
const Expr *prepare_alg_output(AlgFn *f, VarId v, const Expr *init); /* a further one */
const Expr *prepare_alg_model(AlgFn *f, const Expr *e); /* a local as what it stands for; or NULL */

/* prepare_alg_stmt.c — the statements of the function */

const FlatStmt *prepare_alg_stmts(AlgFn *f, const FlatStmt *stmt, int32_t n, int32_t *n_out);

/* prepare_alg_entry.c — which outputs of a body are read before they are set, or may stay unset */

/* The outputs are locals first … first + n - 1. */
void prepare_alg_entry(Prepare *p, const FlatStmt *stmt, int32_t n_stmt, int32_t first, int32_t n,
					   bool *needed);

#endif
