/* SPDX-License-Identifier: MIT
   operator_rule.h — what the compiler knows of an operator whose state the runtime keeps: sample,
   delay, spatialDistribution. Each is

	 - a record and a row of MDV_OPERATORS in modevs/model.h, which name it,
	 - a row of expr_ops.h with OF_STATE: its text, arguments, type,
	 - NAME_rule in a file of its own, operator/op_NAME.c,
	 - NAME_operator in a file of its own, runtime/rt/NAME.c.

   A call becomes a DaeOperator (dae.h): its results are variables that are known from outside, as
   inputs are; its arguments are expressions of which the runtime gets the values. All passes treat
   all operators alike, by what the rule says. */
#ifndef MDV_OPERATOR_RULE_H
#define MDV_OPERATOR_RULE_H

#include "compiler/expr/expr.h"
#include "modevs/model.h"

#include <stddef.h>

/* Where the model's numbers are inside of a record; each is the number of a slot. */
#define OPERATOR_FIELD(Type, field)     ((uint16_t)offsetof(Type, field))
#define OPERATOR_ELEMENT(Type, list, i) ((uint16_t)(offsetof(Type, list) + (i) * sizeof(int32_t)))

typedef enum OperatorKind {
#define OPERATOR_KIND(X, name, Type, FIELDS) OPERATOR_##name,
	MDV_OPERATORS(OPERATOR_KIND, ) OPERATOR_KINDS
#undef OPERATOR_KIND
} OperatorKind;

typedef enum OperatorType {
	OT_REAL,    /* scalar */
	OT_BOOLEAN, /* scalar */
	OT_REALS    /* of any dimensions */
} OperatorType;

/* Sequences behind which the value of an argument is computed. */
enum {
	/* once: it is made of parameters, which the initial system may determine */
	AFTER_PARAM = 1 << MDV_SEQ_PARAM | 1 << MDV_SEQ_INIT,
	/* where points are accepted: at events, at the start and between them */
	AFTER_ALL = 1 << MDV_SEQ_OUTPUT | 1 << MDV_SEQ_EVENT | 1 << MDV_SEQ_INIT
};

typedef struct OperatorArg {
	uint8_t type;     /* OperatorType */
	uint8_t after;    /* AFTER_…; 0: it is made of parameters, and `place` sees to it */
	bool as_before;   /* not given: it is the argument before this one */
	bool ahead;       /* the results depend on its present value: computed with the derivatives */
	bool followed;    /* a state of the operator's own follows it, so that it is known before a
						 sequence; of one argument at most */
	uint16_t slot;    /* its place in the record */
	double first;     /* what the slot holds before it is computed, or if it is not given */
	const char *word; /* before it in dumps; NULL: it is left out there */
} OperatorArg;

typedef struct OperatorResult {
	uint16_t slot;    /* its place in the record */
	const char *word; /* before it in dumps */
} OperatorResult;

struct Builtin;
struct DaeOperator;
struct Diff;
struct Lower;
struct Prepare;

typedef struct OperatorRule {
	uint8_t op;          /* ExprOp: EX_… with OF_STATE; with OF_DISC: its results change at
							events only, when the runtime says so */
	uint8_t n_results;   /* results; more than one are a tuple */
	uint8_t n_args;      /* arguments */
	bool steps;          /* results keep their values between events if all arguments do */
	uint8_t n_crossings; /* crossing functions of its own, which the runtime computes */
	uint16_t crossing;   /* their place in the record: one slot behind the other */
	uint8_t at_start;    /* 1 + the argument that its result is at the start; 0: none */
	uint16_t source;     /* place of its line in the source, for messages; 0: none */
	uint16_t state;      /* place of the state that follows an argument, if one is followed */
	const char *hidden;  /* results are variables "$hidden7" */
	const struct Builtin *call;   /* how it is called (elab_local.h) */
	const OperatorResult *result; /* n_results */
	const OperatorArg *arg;       /* n_args */
	/* The type of a call, if the row of expr_ops.h says OWN. */
	const Type *(*type)(ExprPool *p, const Expr *const arg[], size_t n);
	/* The derivative by time, or the tangent at one instant (diff.h); NULL: it has none by time,
	   and at one instant the results do not change. */
	bool (*diff)(struct Diff *d, const Expr *e, const Expr *const t[], const Expr **tangent);
	/* Called by prepare: false if the arguments do not fit, which was reported. NULL: they do. */
	bool (*fits)(struct Prepare *p, const Expr *e);
	/* Called by lowering for each: what its record needs beyond the slots of results, arguments,
	   state and crossings; code put out here runs after PARAM and INIT. NULL: nothing. */
	void (*place)(struct Lower *l, const struct DaeOperator *from, void *record);
	/* Called by lowering when all n of the kind have records and code; NULL: nothing to do. */
	void (*finish)(struct Lower *l, const struct DaeOperator *const from[], void *record, size_t n);
} OperatorRule;

#define OPERATOR_RULE(X, name, Type, FIELDS) extern const OperatorRule name##_rule;
MDV_OPERATORS(OPERATOR_RULE, )
#undef OPERATOR_RULE

extern const OperatorRule *const operator_rules[OPERATOR_KINDS]; /* by kind */

const OperatorRule *operator_rule_of(ExprOp op); /* of an operator with OF_STATE */

/* Its results change at events only. */
static inline bool operator_rule_is_discrete(const OperatorRule *rule)
{
	return (expr_op_info[rule->op].flags & OF_DISC) != 0;
}

#endif
