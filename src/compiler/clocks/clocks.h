/* SPDX-License-Identifier: MIT
   clocks.h — the contents of clocks/: clocks and clocked equations (MLS 16).

   clocks_find, a pass on the flat model, in this order:
	 clock_hoist.c  arguments of clock conversions become variables; clocked whens are taken apart
	 clock_parts.c  base- and sub-partitions: connected components of equations and variables
	 clock_rate.c   the interval and the first tick of every sub-partition, in exact rationals
	 clock_make.c   a Boolean that rises at its ticks for each of them; conversions become reads of
					`last` variables, which a when assigns at ticks, or pre of what is sampled

   What is left are equations with FlatEq.clock, which go through index reduction as others do.
   clock_hold, a pass on the DAE behind the choice of states, then makes discrete equations of them:
   v = if tick then … else pre(v), and integrates states from tick to tick. */
#ifndef MDV_CLOCKS_H
#define MDV_CLOCKS_H

#include "compiler/clocks/machine.h"
#include "compiler/dae/dae.h"

/* num/den, den > 0, in lowest terms. */
typedef struct Rational {
	int64_t num, den; /* see above */
} Rational;

/* y = op(u): how the clocks of both are related. */
typedef struct ClockLink {
	int32_t u, y;   /* nodes */
	uint8_t op;     /* EX_SUB_SAMPLE …; EX_CLOCK_SOLVER: the same clock */
	int64_t factor; /* or counter; 0: to be found (of factors) */
	int64_t per;    /* resolution of a counter */
	Span at;        /* in the source */
} ClockLink;

typedef struct ClockAnchor {
	int32_t node;      /* that has this clock */
	const Expr *clock; /* EX_CLOCK_RATIONAL, _INTERVAL, _EVENT */
	PathId path;       /* the component it is written in */
	Span at;           /* in the source */
} ClockAnchor;

typedef struct ClockMethod {
	int32_t node;     /* whose states are integrated so */
	const char *name; /* of the method */
	Span at;          /* in the source */
} ClockMethod;

typedef enum ClockMarkKind {
	MARK_CLOCKED, /* it has a clock */
	MARK_FREE,    /* it has none */
	MARK_ASKS     /* it asks about the clock that it must have */
} ClockMarkKind;

typedef struct ClockMark {
	uint8_t kind;    /* ClockMarkKind */
	int32_t node;    /* of what */
	VarId var;       /* a variable to name; -1: none */
	const char *how; /* the operator that says so */
	Span at;         /* in the source */
} ClockMark;

/* An equation, or an equation of a clocked when, or an algorithm. */
typedef struct ClockItem {
	FlatEq eq;    /* alg < 0: the equation */
	int32_t alg;  /* number of the algorithm; -1: none */
	int32_t when; /* of a clocked when: 1 + the variable that is its clock; 0: of none */
	int32_t node; /* of the graph */
} ClockItem;

/* A sub-partition while rates are found. */
typedef struct ClockPart {
	int32_t root;       /* node that stands for it */
	int32_t base;       /* number of its base-partition */
	int32_t group;      /* parts whose rates are fixed to each other; -1: not seen yet */
	Rational interval;  /* in units of the group, then of the base-partition */
	Rational start;     /* of its first tick, likewise */
	bool used;          /* equations or variables with a value belong to it */
	bool has_der;       /* it has derivatives */
	int32_t clock;      /* index into FlatModel.clocks; -1: not used */
	const char *method; /* NULL: none */
	Span at;            /* of its first equation */
} ClockPart;

/* A base-partition. */
typedef struct ClockBase {
	uint8_t kind;              /* FlatClockKind */
	const ClockAnchor *anchor; /* of all but periodic rational clocks; NULL: the default clock */
	int32_t part;              /* that the anchor belongs to */
	int64_t per;               /* common denominator of intervals and starts */
} ClockBase;

typedef struct Clocks {
	FlatModel *m;             /* the model */
	ExprPool *p;              /* its expressions */
	Arena *scratch;           /* holds all below */
	Diag *diag;               /* what is wrong */
	VEC(ClockItem) items;     /* equations and algorithms */
	VEC(int32_t) base, sub;   /* by node (variables, then items, then others): union-find */
	VEC(ClockMark) marks;     /* what is known about nodes */
	VEC(ClockLink) links;     /* among sub-partitions */
	VEC(ClockAnchor) anchors; /* clocks that are given */
	VEC(ClockMethod) methods; /* solver methods that are given */
	VEC(ClockPart) parts;     /* sub-partitions */
	VEC(ClockBase) bases;     /* base-partitions */
	size_t n_vars;            /* variables when they became nodes */
	int32_t *part_of;         /* by node: index into parts; -1: unclocked */
	Walk walk, inner;         /* through expressions */
	Rewrite *hoist;           /* see clock_hoist.c */
	PathId path;              /* the construct at hand: the component it belongs to … */
	Span at;                  /* … and its place */
	Map lasts;                /* VarId -> its `last` variable */
	VEC(FlatEq) made;         /* equations that are added */
} Clocks;

/* clock_hoist.c */

/* Gives c->items; false: reported. */
bool clock_hoist(Clocks *c);
VarId clock_new_var(Clocks *c, const char *kind, const Type *type, Variability variability);
void clock_name_var(const Clocks *c, VarId v, Text *out); /* "'a.b'" */
const FlatEq *clock_copy_eqs(Clocks *c, const FlatEq *eq, int32_t n, Rewrite *r);
const FlatStmt *clock_copy_stmts(Clocks *c, const FlatStmt *stmt, int32_t n, Rewrite *r);

/* clock_parts.c */

bool clock_parts(Clocks *c); /* gives nodes, parts, links, anchors; false: reported */
int32_t clock_find(int32_t *parent, int32_t node);

/* clock_rate.c */

bool clock_rates(Clocks *c); /* gives bases, and the rates of parts; false: reported */

/* clock_make.c */

bool clock_make(Clocks *c); /* gives the new equations of the model; false: reported */

/* clocks.c — the pass */

bool clocks_find(FlatModel *m, Arena *scratch, Diag *diag);
void clocks_print(const FlatModel *m, Arena *scratch, Text *out); /* partitions and rates */

/* clock_hold.c — the pass on the DAE; requires states_select */

bool clock_hold(Dae *d, Arena *scratch, Diag *diag);

#endif
