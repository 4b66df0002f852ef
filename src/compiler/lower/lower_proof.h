/* SPDX-License-Identifier: MIT
   lower_proof.h — functions in the code for proofs (lower_proof.c): a call is carried out at
   compile time with values of that code in place of numbers. What is known (sizes, counters of
   loops) is computed; a branch that is not decided is followed on both sides, which are joined by
   selections where they meet again. */
#ifndef MDV_LOWER_PROOF_H
#define MDV_LOWER_PROOF_H

#include "compiler/lower/lower.h"
#include "ir/ir_fn.h"

/* Branches, lower_proof.c. */
typedef struct Write {
	uint32_t slot; /* that was written on a side of a branch */
	int32_t value; /* before that, or, in a Side, after it */
} Write;

/* What one side of a branch has written. */
typedef struct Side {
	Write *at; /* n; some slots more than once */
	size_t n;  /* how many */
} Side;

/* The code under construction. */
typedef struct ProofCode {
	const MdvAlloc *alloc;     /* where the following comes from */
	VEC(int32_t) op, a, b, c;  /* the values */
	VEC(double) number;        /* of MDV_LEAF_NUMBER */
	VEC(MdvProofTable) tables; /* of MDV_PROOF_TABLE */
} ProofCode;

enum { SYM_NUMBER = -1, SYM_UNKNOWN = -2, SYM_UNSET = -3 };

/* What a scalar of a function is: a number, or a value of the code. */
typedef struct Sym {
	double number; /* if it is known */
	int32_t value; /* SYM_NUMBER: it is; SYM_UNKNOWN: nothing is; SYM_UNSET: it was never written */
} Sym;

typedef struct SymArray {
	int32_t dim[IR_MAX_RANK]; /* rank sizes */
	int32_t n;                /* elements */
	int rank;                 /* dimensions */
	Sym *at;                  /* n */
	bool shared;              /* by another register: not to be written */
	bool lost;                /* its sizes are not known */
} SymArray;

/* A way through a function, up to an instruction. */
typedef struct SymState {
	uint32_t at;                /* the instruction */
	const struct SymPath *path; /* when it is taken */
	const IrFn *fn;             /* whose instructions */
	Sym *r;                     /* its scalars */
	SymArray *a;                /* its arrays */
	struct SymState *next;      /* of all ways, by instruction */
} SymState;

/* What carries out calls. */
typedef struct SymRun {
	ProofCode *code;        /* gets the values */
	const IrModule *module; /* the functions */
	Arena *memory;          /* of the call at hand */
	int64_t left;           /* instructions and values that it may still take */
	int depth;              /* calls in calls */
	int n_apart;            /* ways that stay apart, through all functions at hand */
	bool joins;             /* none does */
	int32_t slot;           /* that unknown values are said to be */
} SymRun;

typedef enum SymResult {
	SYM_OK,
	SYM_DEAD, /* the function fails here: the way is not taken */
	SYM_LOST  /* it cannot be carried out */
} SymResult;

/* lower_proof.c */

int32_t lower_proof_value(ProofCode *c, int32_t op, int32_t a, int32_t b, int32_t c_arg);

/* lower_proof_fn.c — calls */

/* Carries out a call whose inputs are values; in: by scalar; out: gets values, -1: not known. */
bool lower_proof_call(SymRun *x, const IrCall *call, const Sym in[], int32_t out[]);
Sym lower_proof_op(SymRun *x, uint32_t op, Sym a, Sym b, Sym c);
int32_t lower_proof_sym(SymRun *x, Sym s); /* its number among the values */

static inline Sym sym_number(double x)
{
	return (Sym){x, SYM_NUMBER};
}

static inline bool sym_is_number(Sym s)
{
	return s.value == SYM_NUMBER;
}

/* lower_proof_array.c — instructions on arrays */

SymResult lower_proof_array(SymRun *x, SymState *s, const IrInstr *i);

#endif
