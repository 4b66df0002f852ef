/* SPDX-License-Identifier: MIT
   machine.h — state machines (MLS 17), as clocked equations. A pass on the flat model before its
   equations are counted: several states may determine one variable. */
#ifndef MDV_MACHINE_H
#define MDV_MACHINE_H

#include "compiler/flat/flat.h"

/* An `inner outer` variable and the one that it is as an outer one: in states they are one. */
typedef struct MachinePair {
	VarId inner, outer; /* scalars */
} MachinePair;

typedef VEC(MachinePair) MachinePairs;

typedef struct MachineState {
	PathId path;          /* the block */
	int32_t machine;      /* it belongs to */
	int32_t number;       /* there, from 1; 1 is the initial one */
	bool initial;         /* it is marked so */
	bool has_exit;        /* a transition leaves it */
	VarId active, reset;  /* Booleans */
	VarId ticks, since;   /* ticksInState(), the time of entry; -1: not asked for */
	VarId entered;        /* Boolean: it has been entered at this tick; with ticks */
	VarId next_reset;     /* nextResetStates[number] */
	const Expr *is_reset; /* activeResetStates[number] */
} MachineState;

typedef struct MachineTransition {
	int32_t from, to;                /* states */
	const Expr *cond;                /* when it fires */
	bool immediate, reset, together; /* its flags; together: synchronize */
	int64_t priority;                /* 1 is first */
	Span at;                         /* in the source */
} MachineTransition;

typedef struct Machine {
	int32_t parent;                            /* the state that it is in; -1: none */
	int32_t n_states;                          /* how many */
	PathId path;                               /* the component that holds it */
	Span at;                                   /* its initial state */
	const Expr *is_active, *is_reset;          /* from outside */
	VarId selected, fired, state, state_reset; /* as in MLS 17.3.4 */
	VarId next, next_reset, delayed;           /* likewise */
} Machine;

typedef struct MachineValue {
	VarId var;         /* that an equation of a state determines */
	int32_t state;     /* the state */
	const Expr *value; /* its value there */
	FlatEq from;       /* the equation */
} MachineValue;

typedef struct Machines {
	FlatModel *m;                       /* the model */
	ExprPool *p;                        /* its expressions */
	Arena *scratch;                     /* holds all below */
	Diag *diag;                         /* what is wrong */
	VEC(MachineState) states;           /* all */
	VEC(MachineTransition) transitions; /* all; those of a state by falling numbers of priority */
	VEC(Machine) machines;              /* all, outer ones first */
	int32_t *state_of;                  /* by path: the innermost state around it; -1 */
	VEC(MachineValue) values;           /* of variables, by equations of states */
	VEC(FlatEq) made;                   /* the equations of the model */
	Map outer;                          /* VarId of an inner outer -> VarId */
	int32_t context;                    /* the state whose equation is rewritten; -1: none */
	bool before;                        /* in the condition of an immediate transition of it */
	PathId path;                        /* the construct at hand */
	Span at;                            /* its place */
} Machines;

/* machine.c — reads the model, and gives it its new equations; false: reported */

bool machine_make(FlatModel *m, const MachinePairs *pairs, Arena *scratch, Diag *diag);

/* machine_rule.c — the equations of machines (MLS 17.3.4) */

void machine_declare(Machines *x, int32_t machine); /* its variables: of all before any rules */
/* A new hidden variable "$kind17" with type, variability and place of `like`. */
VarId machine_hidden(FlatModel *m, const char *kind, const FlatDecl *like);
void machine_rules(Machines *x, int32_t machine, Rewrite *conditions);
VarId machine_var(Machines *x, const char *kind, TypeKind kind_of, const Expr *start);
void machine_equal(Machines *x, VarId v, const Expr *value);
void machine_count(Machines *x, int32_t state); /* ticks and since are asked for */

#endif
