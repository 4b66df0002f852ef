/* SPDX-License-Identifier: MIT
   alias.h — the contents of alias/, private to it (alias_remove is declared in dae.h): classes of
   variables that are equal or opposite (union-find with sign), some of them with a known value. */
#ifndef MDV_ALIAS_H
#define MDV_ALIAS_H

#include "compiler/dae/dae.h"

/* A variable; what is said "of the root" describes its class, in terms of the root. */
typedef struct AliasVar {
	int32_t next;        /* the next of its class, in a ring */
	int32_t n_uses;      /* of the root: equations that use its class, counted several times */
	uint64_t score;      /* the larger, the rather it stands for its class */
	VarId best;          /* of the root: the variable that stands for the class */
	VarId der;           /* of the root: derivative of some variable of the class; -1: none */
	const Expr *value;   /* of the root: literal, or expression of parameters; NULL: not known */
	const Expr *start;   /* of the root: merged, as in DaeVar */
	int32_t start_of;    /* of the root: the variable whose start value that is */
	const Expr *nominal; /* of the root: merged */
	uint8_t select;      /* of the root: merged */
	uint8_t depth;       /* of the root: merged */
	bool der_negated;    /* of the root: `der` is minus the derivative of the root */
	bool fixed;          /* of the root: merged */
	bool known;          /* of the root: a parameter of the run, or equal to one */
	bool is_der;         /* a derivative: not taken out by an equation of its own */
	bool pre_given;      /* of the root: an initial equation holds pre of one of the class */
	bool pinned;         /* of the root: it has a variable that must stand for the class */
} AliasVar;

/* The way to the root of a class: apart from AliasVar, since it is gone again and again. */
typedef struct AliasLink {
	uint32_t up : 31;     /* another variable of the class; itself: the root */
	uint32_t negated : 1; /* this one is minus that (of a Boolean: not) */
} AliasLink;

/* Why two variables are in one class, or one has a value (b = -1). */
typedef struct AliasEdge {
	int32_t a, b; /* variables */
	int32_t eq;   /* the equation */
} AliasEdge;

typedef struct Alias {
	Dae *d;                /* what is simplified */
	ExprPool *pool;        /* its expressions */
	Arena *scratch;        /* all below */
	Diag *diag;            /* what is wrong */
	VEC(AliasVar) vars;    /* by VarId; grows with derivatives */
	VEC(AliasLink) links;  /* the same */
	VEC(AliasEdge) edges;  /* for messages */
	const DaeEq *original; /* the equations as they were, for messages */
	Csr uses;              /* for each variable at the beginning the equations that use it */
	VEC(int32_t) dirty;    /* equations to be looked at (again) */
	bool *is_dirty;        /* by equation */
	int32_t eq;            /* the equation at hand */
	Walk walk;             /* through expressions */
} Alias;

/* alias_class.c — classes */

void alias_class_begin(Alias *a);
AliasVar *alias_class_var(Alias *a, int32_t v);               /* until the next one is added */
int32_t alias_class_find(Alias *a, int32_t v, bool *negated); /* the root */
/* x = y, or x = -y: false if the two must stay apart. x and y are of different classes. */
bool alias_class_join(Alias *a, int32_t x, int32_t y, bool negated);
/* x = value, a literal or an expression of parameters; false: it cannot be. */
bool alias_class_set(Alias *a, int32_t x, const Expr *value);
const Expr *alias_class_minus(ExprPool *pool, const Expr *e); /* -e, not e; NULL stays NULL */

/* alias_form.c — is an equation one that can be taken out? */

typedef enum AliasForm {
	AF_OTHER,     /* no; or not yet */
	AF_DONE,      /* it has been: drop it */
	AF_SAME,      /* it says nothing */
	AF_IMPOSSIBLE /* it can never hold */
} AliasForm;

AliasForm alias_form(Alias *a, const DaeEq *eq);
bool alias_form_is_known(Alias *a, const Expr *e); /* literals and parameters of the run only */

/* alias_apply.c — the result put into everything */

Rewrite *alias_apply_rewrite(Alias *a); /* by what is known now */
void alias_apply(Alias *a);

/* alias_semi.c — chains of semiLinear; after alias_apply */

void alias_semi_join(Alias *a);

#endif
