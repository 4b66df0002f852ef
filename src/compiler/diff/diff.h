/* SPDX-License-Identifier: MIT
   diff.h — the contents of diff/: differentiation of flat expressions and functions: for index
   reduction (derivatives by time) and for Jacobians (tangents in any direction).

   A tangent has the type of its value; Integers, Strings and the like inside of a record are those
   of the value. Inside these files NULL stands for a tangent that is zero, so that nothing is
   multiplied by or added to zero. Results share the nodes of the values they come from. */
#ifndef MDV_DIFF_H
#define MDV_DIFF_H

#include "compiler/flat/flat.h"

/* diff.c — the tangent of an expression */

/* The tangent of a scalar variable (an expression; NULL: zero). Called once for each Real that is
   met; by time, parameters and discrete variables are constants. */
typedef const Expr *(*DiffSeed)(void *ctx, VarId v);

/* An expression whose tangent is being made. */
typedef struct DiffFrame {
	const Expr *e;   /* the node */
	const Expr *via; /* of a call: its value as an expression without it; NULL: none */
	uint32_t next;   /* argument to look at next: those before are known */
	bool tried;      /* of a call: via has been asked for */
} DiffFrame;

typedef struct Diff {
	FlatModel *m;             /* functions; takes the derivatives of functions */
	Diag *diag;               /* for warnings of annotations; NULL: none. Set by the caller */
	ExprPool *p;              /* of the model */
	Arena *scratch;           /* holds this and what it remembers */
	const Expr *time_tangent; /* of `time`; NULL: zero */
	bool by_time;             /* derivatives by time; else tangents in any direction */
	DiffSeed seed;            /* tangents of variables; NULL: all zero */
	void *ctx;                /* for seed */
	const Expr *const *local; /* of a function body: the tangents of its locals; else NULL */
	int32_t n_locals;         /* how many; those behind are constants */
	Map done;                 /* id of a node -> its tangent; 0: zero */
	Map refused;          /* hash of a function and its active inputs -> why it has no derivative */
	VEC(DiffFrame) stack; /* nodes under way */
	VEC(const Expr *) arg; /* tangents of the arguments of one node */
	bool one_kind;         /* a function used here holds for by_time as it is, not for the other */
	const char *why;       /* why the last expression has no tangent; NULL: it has one */
} Diff;

/* time_tangent: 1 for derivatives by time, NULL for tangents at one instant. A Diff serves many
   expressions: it remembers, so that the cost is linear in the number of distinct nodes. */
Diff *diff_new(FlatModel *m, Arena *scratch, const Expr *time_tangent, DiffSeed seed, void *ctx);
/* For the body of a function: the tangent of each local (NULL: zero). */
Diff *diff_new_body(FlatModel *m, Arena *scratch, bool by_time, const Expr *const tangent[],
					int32_t n);
/* The tangent of e, with its type; NULL: there is none, see diff_why. */
const Expr *diff_expr(Diff *d, const Expr *e);
/* The same, but NULL if it is zero; false: there is none. */
bool diff_tangent(Diff *d, const Expr *e, const Expr **tangent);
const char *diff_why(const Diff *d); /* in words, for a message */
bool diff_is_zero(const Expr *e);    /* a literal zero, or made of such */

/* For the files of diff. */
bool diff_has_real(const Type *t); /* Real, or with a part that is */
/* Is the tangent of e known by now? *tangent: NULL if it is zero. */
bool diff_known(Diff *d, const Expr *e, const Expr **tangent);
const Expr *diff_zero(Diff *d, const Expr *e); /* a zero tangent in full; NULL: see diff_why */
const Expr *diff_full(Diff *d, const Expr *e, const Expr *tangent);  /* NULL becomes diff_zero */
const Expr *diff_repeat(Diff *d, const Expr *one, const Expr *like); /* for every element of like */
bool diff_fail(Diff *d, const char *format, ...) PRINTF_LIKE(2, 3);  /* gives false */

/* diff_rule.c — one rule for each operator, given the tangents of its arguments (NULL: zero) */

bool diff_rule(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent);
/* Sums and products in which NULL is zero; signs are moved outwards, nothing else is reordered. */
const Expr *diff_rule_neg(ExprPool *p, const Expr *a);
const Expr *diff_rule_add(ExprPool *p, const Expr *a, const Expr *b);
const Expr *diff_rule_sub(ExprPool *p, const Expr *a, const Expr *b);
const Expr *diff_rule_mul(ExprPool *p, const Expr *a, const Expr *b);
const Expr *diff_rule_div(ExprPool *p, const Expr *a, const Expr *b);

/* diff_array.c — the rules for operators on arrays (in function bodies) */

bool diff_array(Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent);

/* diff_call.c — calls: by annotation, through the body, or by a function made by fn_diff */

/* Something whose tangent must be known before that of the call; NULL: nothing is missing. */
const Expr *diff_call_need(Diff *d, DiffFrame *f);
bool diff_call(Diff *d, const DiffFrame *f, const Expr **tangent);
/* The tangent of the value of a call from the outputs of g, given its arguments. */
const Expr *diff_call_wrap(Diff *d, const Expr *call, FnId g, const Expr *const arg[]);

/* diff_trust.c — is an annotated derivative right? It is tried at a few points before it is used */

enum {
	DIFF_HELD = -1,    /* the input does not move */
	DIFF_APPENDED = -2 /* its direction is an argument of the derivative behind the inputs */
};

typedef struct DiffUse {
	const Expr *call; /* of the function */
	FnId derivative;  /* the one that the annotation names */
	int note;         /* which annotation of the function, from 0 */
	/* By input: DIFF_HELD, DIFF_APPENDED, or of order > 1 the input whose value is its direction;
	   NULL: that is not known, nothing can be tried. */
	const int32_t *along;
	bool has_rest; /* an input has noDerivative: in the direction zero something may be left */
} DiffUse;

/* False: the derivative is wrong, do not use it; a warning was given. What was found is kept in
   m->trusts, so that each annotation is tried once. */
bool diff_trust(Diff *d, const DiffUse *use);
bool diff_trust_lost(const Diff *d, FnId fn); /* a derivative of fn was found to be wrong */

/* fn_diff.c — the derivative of a function as a new function */

/* A function of all inputs of f, then the tangents of those that are active, whose outputs are the
   tangents of the outputs that hold Reals. Made once, in the model. -1: f cannot be differentiated,
   see diff_why. */
FnId fn_diff(Diff *d, FnId f, const bool active[]);

/* fn_prune.c — statements that nothing needs */

void fn_prune(FlatModel *m, Arena *scratch, FlatBody *body); /* makes a new body in m */

#endif
