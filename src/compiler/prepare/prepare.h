/* SPDX-License-Identifier: MIT
   prepare.h — what the files prepare*.c share: from the flat model to scalar equations in the form
   that dae.h describes.

   An expression goes through rewriters that remember, in this order; each costs O(distinct nodes):
	 inlined  calls of small functions are replaced by what they compute
	 zeros    products with 0 that may have no value become calls, which see to it
	 known    parameters known at compile time become literals, arrays constructors of scalars;
			  smooth(p, …) becomes noEvent(…) or nothing
	 plain    der, edge, change, operators with a state become variables and operators on variables
	 events   relations and step functions outside of noEvent become variables with an equation
	 checked  what other relations compare is a number
   An expression that makes no events is the result of `plain` inside of noEvent: every relation
   that is left in a finished expression lies inside of one. */
#ifndef MDV_PREPARE_H
#define MDV_PREPARE_H

#include "compiler/dae/dae.h"
#include "compiler/diff/diff.h"
#include "compiler/inline/inline.h"

typedef struct Prepare {
	Dae *d;            /* what is made */
	FlatModel *m;      /* of this */
	ExprPool *pool;    /* all expressions */
	Arena *scratch;    /* all below; not released while the pass runs */
	Diag *diag;        /* what is wrong */
	Inliner *inliner;  /* the rewriters, in order */
	Rewrite *zeros;    /* see above */
	Rewrite *known;    /* see above */
	Rewrite *plain;    /* see above */
	Rewrite *events;   /* see above */
	Rewrite *checked;  /* see above */
	Diff *diff;        /* der(expression) by the chain rule */
	Walk look;         /* for one look at a time: its marks are as many as there are nodes */
	int32_t terminal;  /* 1 + the variable that terminal() is; 0: it is not used */
	Map relations[2];  /* ids of the operands -> var, form; [1]: of <= and > */
	Map floors;        /* id of the argument -> VarId */
	Map asserted;      /* ids of the conditions of assertions, in noEvent */
	Rewrite *shared;   /* see prepare_share_relations */
	Rewrite *timed;    /* see prepare_timed */
	Map operators;     /* id of a call of an operator with a state -> index into the DAE's */
	Map whens;         /* id of a when-condition -> VarId */
	Map magnitudes;    /* id of an Integer expression -> how large it may be */
	Walk walk;         /* for looks into expressions */
	FnId subscript_fn; /* 1 + the function that checks subscripts; 0: not made yet */
	FnId literal_fn;   /* the same of numbers of literals */
	FnId divisor_fn;   /* the same of divisors */
	FnId integer_fn;   /* the same of Integers */
	FnId number_fn;    /* the same of what relations compare */
	FnId zero_fn;      /* the same of what is multiplied by 0 */
	Span at;           /* the construct at hand */
	PathId path;       /* the component it belongs to */
	DaeBranch *in;     /* the branch of an equation that it stands in; NULL: none */
	int32_t clock;     /* as in FlatEq, of the equation at hand: its relations make no events */
	bool initial;      /* it is an initial equation or algorithm */
	bool in_when;      /* it is inside of a when */
	Walk *calls;       /* of prepare_limits; NULL: not made yet */
	bool is_limit;     /* an assertion at hand is about limits of a function (MLS 4.9) */
} Prepare;

/* A scalar equation that is still to be put into a branch or given to the DAE. */
typedef struct Row {
	const Expr *lhs, *rhs; /* its sides, finished */
	const Expr *init_rhs;  /* as in DaeEq */
	const FlatEq *from;    /* where it comes from */
} Row;

typedef VEC(Row) Rows;

/* prepare.c — expressions */

/* In a place where relations make events; where they do not. NULL stays NULL. */
const Expr *prepare_event(Prepare *p, const Expr *e);
const Expr *prepare_literal(Prepare *p, const Expr *e);
/* The same for what has no calls to be inlined and is scalar but for arguments. */
const Expr *prepare_finish(Prepare *p, const Expr *e, bool literal);
/* The parts of it, for algorithms. */
const Expr *prepare_known(Prepare *p, const Expr *e);
const Expr *prepare_plain(Prepare *p, const Expr *e);
const Expr *prepare_der(Prepare *p, const Expr *e); /* der(e), by the chain rule */
/* A constructor of the variables v …, as an array of that type. */
const Expr *prepare_vars(Prepare *p, VarId v, const Type *type);
const Expr *prepare_with_initial(Prepare *p, const Expr *e, bool initial); /* initial() is that */
/* Relations make no events at the place at hand. */
static inline bool prepare_is_literal(const Prepare *p)
{
	return p->initial || p->in_when || p->clock > 0;
}
void prepare_add(Prepare *p, const Row *row, bool initial);         /* an equation of the DAE */
const Expr *prepare_both(Prepare *p, const Expr *a, const Expr *b); /* and; NULL is true */

/* prepare_flow.c — where the sign of a flow makes no events */

const Expr *prepare_flow_smooth(Prepare *p, const Expr *e); /* inside of smooth(0, e) */

/* prepare_param.c — roles and attributes of variables; values known at compile time */

void prepare_vars_begin(Prepare *p);
const Expr *prepare_default(ExprPool *pool, const Type *type); /* 0, false, "" … */

/* prepare_relation.c — relations and step functions that make events */

const Expr *prepare_relation(void *ctx, ExprPool *pool, const Expr *e); /* a RewriteRule */
/* A condition of assertions and other effects, which makes no events of its own. But a relation in
   it that makes events elsewhere has, outside of whens, the value it has there, also at the instant
   at which it changes: prepare_share_relations sees to it, after all equations. */
const Expr *prepare_asserted(Prepare *p, const Expr *e);
void prepare_share_relations(Prepare *p);
/* The same for relations of time in bodies of whens, which hold from the instant on at which they
   make an event, also where they are written open: `when time > 1 then y = if time > 1 …`. Others
   are taken literally there (MLS 8.5). Knows the relations that are there by now. */
Rewrite *prepare_timed(Prepare *p);

/* prepare_eq.c — equations */

/* The scalar equations of eq[0 … n - 1]; actions, under the condition that `active` holds (NULL: at
   all times), go to the DAE. */
void prepare_rows(Prepare *p, const FlatEq *eq, int32_t n, const Expr *active, Rows *out);
/* The same of a branch of `eq`. */
void prepare_branch(Prepare *p, const FlatEq *eq, int32_t number, const Expr *active, Rows *out);
/* Scalar equations of an equation between arrays, records, tuples or scalars. */
void prepare_scalars(Prepare *p, const FlatEq *eq, Rows *out);
/* Scalar k of e, which has that type but for sizes that e itself does not know; the arguments of a
   call must be scalar_whole. */
const Expr *prepare_part(Prepare *p, const Expr *e, const Type *type, int32_t k);
/* assert, terminate, reinit or a call, when `fires` holds (NULL: always). */
void prepare_effect(Prepare *p, const Expr *effect, const Expr *fires);

/* prepare_limit.c */

/* min and max of arguments and results of the calls of an equation, looked at while `active`. */
void prepare_limits(Prepare *p, const FlatEq *eq, const Expr *active);

/* prepare_check.c — values that must have a meaning where they are used are checked */

const Expr *prepare_check_index(Prepare *p, const Expr *e);    /* of EX_INDEX */
const Expr *prepare_check_enum(Prepare *p, const Expr *e);     /* of E(i) */
const Expr *prepare_check_division(Prepare *p, const Expr *e); /* of div, mod, rem */
/* A call for its effect. Without impure functions that can only be an assertion, which must hold
   always: it becomes one. */
const Expr *prepare_check_call(Prepare *p, const Expr *call);
/* Of any operator whose arguments have been here: Integers that it uses are in their range. */
const Expr *prepare_check_integer(Prepare *p, const Expr *e);
const Expr *prepare_check_relation(void *ctx, ExprPool *pool, const Expr *e); /* a RewriteRule */
/* Products with a literal 0 and quotients of it, as the user wrote them, are 0, but not where what
   varies in them may have no value. (Zeros that parameters make are not asked: much of a mechanism
   is multiplied by such, and would be sorted as if it mattered.) A RewriteRule. */
const Expr *prepare_check_zero(void *ctx, ExprPool *pool, const Expr *e);

/* prepare_if.c — if-equations */

void prepare_if(Prepare *p, const FlatEq *eq, const Expr *active, Rows *out);

/* prepare_when.c — when-equations */

void prepare_when(Prepare *p, const FlatEq *eq, const Expr *active, Rows *out);
/* A branch with that condition, scalar or vector, is to be carried out; initial() tells the start.
 */
const Expr *prepare_when_active(Prepare *p, const Expr *cond);
/* Assignments in branches: for each variable `if cond[b] then its value in branch b …`, otherwise
   its pre value. cond NULL: otherwise. */
void prepare_merge(Prepare *p, const Expr *const cond[], const Rows branch[], int n, Rows *out);

/* prepare_alg.c — algorithm sections */

void prepare_alg(Prepare *p, const FlatAlg *alg);

/* prepare_operator.c — operators with a state */

const Expr *prepare_operator(Prepare *p, const Expr *e); /* its result, or a tuple of them */

#endif
