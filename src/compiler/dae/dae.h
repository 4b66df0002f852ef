/* SPDX-License-Identifier: MIT
   dae.h — the contents of dae/: from the flat model to sorted systems of scalar assignments and
   blocks, of index 1.

   The passes work on the flat model's own expressions and variables; they add variables to it (der
   of a variable, the value of a relation, the condition of a when), never change a declaration.
   Every equation is scalar. After dae_prepare an expression of an equation holds only
	 - literals, scalar variables (EX_VAR), time, initial(), terminal(), pre(v) of a variable,
	 - operators on scalars; calls, and EX_INDEX, EX_FIELD, EX_RESULT that take a scalar from one;
	   arguments may be constructors of scalars, and EX_VAR arrays if all elements are parameters;
	   EX_INDEX also takes an element of such an array by a subscript known at run time,
	 - relations that make no event: those that do are variables (DaeRelation) now. Relations of
	   continuous values that are left stand inside of noEvent(…), so that no expression but the
	   right side of a relation's own equation has XF_EVENT.
   der(x) is a variable, `dae_var(d, x)->der`. Aliases and known constants are gone from expressions
   after alias_remove. */
#ifndef MDV_DAE_H
#define MDV_DAE_H

#include "compiler/expr/operator_rule.h"
#include "compiler/flat/flat.h"

/* An equation that always holds: index into Dae.eqs; -1: none. (EqId is one of the flat model.) */
typedef struct DaeEqId {
	int32_t i; /* index */
} DaeEqId;

typedef enum DaeRole {
	DR_NONE,       /* known at compile time: `value` is a literal; never occurs in an expression */
	DR_PARAMETER,  /* known before the start: given, or computed from other parameters */
	DR_INPUT,      /* of the whole model, or a result of a DaeOperator: known from outside */
	DR_CONTINUOUS, /* unknown: a state, a derivative, or algebraic */
	DR_DISCRETE    /* unknown; changes at events only */
} DaeRole;

typedef struct DaeVar {
	uint8_t role;        /* DaeRole */
	uint8_t select;      /* StateSelect, merged over its aliases */
	bool fixed;          /* start holds at the start (MLS 8.6); of its aliases too */
	bool negated;        /* minus (of a Boolean: not) the variable `alias` */
	bool solved;         /* a parameter that the initial system determines (fixed = false) */
	bool is_state;       /* chosen as a state, for good */
	bool evaluated;      /* a parameter that the compiler has put into the equations as a number */
	bool decides;        /* a relation that a section of statements decides by itself */
	uint8_t depth;       /* start_depth of the start value; 255: none given */
	VarId alias;         /* the variable that stands for it; itself if none */
	VarId der;           /* its derivative; -1: none */
	VarId der_of;        /* what it is the derivative of; -1: none */
	DaeEqId eq;          /* after index reduction: the equation it is matched to; -1: none */
	VarId named_of;      /* of one that dae_der has made: the variable in its name; -1: others */
	int32_t start_of;    /* 1 + the alias whose start value it has taken over; 0: its own */
	const Expr *start;   /* start value; NULL: the type's default; may hold parameters */
	const Expr *nominal; /* NULL: not given */
	const Expr *min;     /* NULL: not given; of itself, not of its aliases */
	const Expr *max;     /* the same */
	const Expr *value;   /* DR_NONE: the literal. DR_PARAMETER: its expression; NULL: its start */
} DaeVar;

/* lhs = rhs, scalars of one type. A discrete equation has a variable on one side at least. */
typedef struct DaeEq {
	const Expr *lhs, *rhs; /* the two sides; Real: any form */
	const Expr *init_rhs;  /* takes the place of rhs in the initial system (body of a when, or
							  pre(v)); NULL: rhs itself */
	DaeEqId der;           /* the equation that is its derivative; -1: none */
	DaeEqId der_of;        /* the equation that it is the derivative of; -1: none */
	PathId path;           /* the component it belongs to */
	Span at;               /* in the source */
	int32_t start_of;      /* 1 + the variable whose fixed start value it is; 0: no start value */
	int32_t clock;         /* 1 + the clock at whose ticks it holds; 0: none (FlatEq) */
	uint8_t origin;        /* EqOrigin */
	bool discrete;         /* of Reals: determines a variable that changes at events only */
	bool dropped;          /* nothing any more: it has become an alias or a known value */
	bool weak;             /* an initial equation that may be left out if it follows from others */
} DaeEq;

/* An initial condition in the user's words: one that must hold by itself, or may contradict it. */
typedef struct DaeCondition {
	int32_t check;    /* of Dae.checks: which it is about */
	const char *text; /* NULL: there are more of them */
	Span at;          /* where it is written */
} DaeCondition;

/* A relation that makes events: `var` is its value in use, determined by the equation
   var = lhs op rhs among the others. */
typedef struct DaeRelation {
	VarId var;             /* Boolean, discrete */
	uint8_t op;            /* EX_LT, EX_LE, EX_GT, EX_GE; EX_FLOOR: Real `var` = floor(lhs), event
							  when lhs leaves [var, var + 1) */
	const Expr *lhs, *rhs; /* Real (or Integer); rhs NULL for EX_FLOOR */
	const Expr *instant;   /* not NULL: a relation of time alone with what is known between events:
							  it changes when time reaches this expression's value */
	const Expr *moving, *limit; /* not NULL: one of many relations of the same expression `moving`
								   with what is known between events (ladder.c) */
	bool above;                 /* of these: it holds where moving > limit */
	bool fixed;                 /* and limit is a literal or a parameter: nothing to compute */
	const Expr *written;        /* as it was before any rewriting, for messages */
	DaeEqId eq;                 /* its equation */
	Span at;                    /* in the source */
	PathId path;                /* the component it belongs to */
} DaeRelation;

typedef enum DaeActionKind { DA_REINIT, DA_ASSERT, DA_TERMINATE, DA_CALL } DaeActionKind;

/* Where something stands in when- and if-equations: what is in other branches of the same equation
   never happens together with it. */
typedef struct DaeBranch {
	const struct DaeBranch *outer; /* the branch that its equation stands in; NULL: none */
	const FlatEq *eq;              /* the when- or if-equation */
	int32_t number;                /* which of its branches, from 0 */
	int32_t depth;                 /* branches around it */
} DaeBranch;

typedef struct DaeAction {
	uint8_t kind;        /* DaeActionKind */
	bool always;         /* not inside of a when */
	bool is_limit;       /* DA_ASSERT: a warning, or an error if limits are (MdvOptions) */
	bool start;          /* once, at the end of initialization, and never again */
	const Expr *fires;   /* Boolean: do it (of an assert: the condition is violated) */
	const Expr *demands; /* DA_ASSERT: its condition as written, for messages; NULL: see fires */
	VarId target;        /* DA_REINIT: the state */
	const Expr *value;   /* DA_REINIT: its new value; DA_CALL: the call */
	const Expr *message; /* DA_ASSERT, DA_TERMINATE: String */
	const Expr *level;   /* DA_ASSERT: AssertionLevel; NULL: error */
	const DaeBranch *in; /* the branch that it stands in; NULL: none, or in an algorithm */
	int32_t island;      /* after apart_find: whose */
	Span at;             /* in the source */
	PathId path;         /* the component it belongs to */
} DaeAction;

/* An operator whose state the runtime keeps: the results stand for what the runtime gives. */
typedef struct DaeOperator {
	uint8_t kind;        /* OperatorKind */
	bool held;           /* its results keep their values between events (held.c) */
	const VarId *result; /* rule's n_results; known from outside, as inputs */
	const Expr **arg;    /* rule's n_args; NULL: not given */
	VarId state;         /* it follows an argument, der(state) = der(argument); -1: none */
	Span at;             /* in the source */
	PathId path;         /* the component it belongs to */
} DaeOperator;

/* Where a row of a system comes from: an equation that always holds, one that holds at the start
   only, or none. */
typedef struct EqRef {
	int32_t number; /* index into eqs or init_eqs; -1: none */
	bool initial;   /* into init_eqs */
} EqRef;

static inline EqRef eq_ref_none(void)
{
	return (EqRef){-1, false};
}

static inline EqRef eq_ref_always(DaeEqId e)
{
	return (EqRef){e.i, false};
}

static inline EqRef eq_ref_initial(size_t i) /* init_eqs.at[i] */
{
	return (EqRef){(int32_t)i, true};
}

static inline bool eq_ref_same(EqRef a, EqRef b)
{
	return a.number == b.number && a.initial == b.initial;
}

static inline bool eq_ref_is_some(EqRef r)
{
	return r.number >= 0;
}

static inline bool eq_ref_is_always(EqRef r)
{
	return r.number >= 0 && !r.initial;
}

static inline bool eq_ref_is_initial(EqRef r)
{
	return r.number >= 0 && r.initial;
}

/* Sorted systems: what sort.c and tear.c make, and lower/ turns into code. */

/* var := value; or pre(var) := value in the initial system. */
typedef struct DaeAssign {
	VarId var;         /* the variable */
	bool pre;          /* its pre value, in the initial system */
	const Expr *value; /* in terms of what is known before */
	EqRef eq;          /* the equation it comes from */
} DaeAssign;

typedef enum DaeStepKind { DK_ASSIGN, DK_LINEAR, DK_NONLINEAR, DK_MIXED, DK_SET } DaeStepKind;

typedef struct DaeStep {
	uint8_t kind;            /* DaeStepKind */
	uint8_t matrix;          /* Variability of a linear block's coefficients */
	int32_t n_assigns;       /* assignments: DK_ASSIGN some, others the inner ones, in order */
	const DaeAssign *assign; /* n_assigns */
	int32_t n;            /* unknowns of a block (after tearing) = residuals; DK_SET: residuals */
	const VarId *unknown; /* n tearing variables; DK_SET: all candidates of the set */
	const bool *unknown_pre;     /* n: it is the variable's pre value; NULL: none is */
	const Expr *const *residual; /* n: to become zero */
	const EqRef *eq;             /* n: equation of each residual */
	const Csr *pattern;          /* unknowns that each residual depends on; NULL: taken for all */
	int32_t n_steps;             /* DK_MIXED: inner steps */
	const struct DaeStep *step;  /* n_steps */
	int32_t n_decisions;         /* DK_MIXED: discrete variables that break its loops */
	const VarId *decision;       /* n_decisions */
	const Expr *const *fresh;    /* n_decisions: their values by the equations; after the steps */
	int32_t set;                 /* DK_SET: which */
	int32_t island;              /* after apart_find: whose; of param and init 0 */
} DaeStep;

typedef struct DaeSystem {
	const DaeStep *step; /* n_steps, in order of evaluation */
	int32_t n_steps;     /* how many */
} DaeSystem;

/* n candidates for n - m states, bound by m constraints; chosen at run time. */
typedef struct DaeSet {
	int32_t n, m;             /* candidates, constraints */
	const VarId *candidate;   /* n */
	const DaeEqId *eq;        /* m constraints */
	int32_t n_helpers;        /* equations solved for helper variables on the way */
	const DaeEqId *helper_eq; /* n_helpers, in order of evaluation */
	const VarId *helper_var;  /* n_helpers: the variable that each determines */
	int32_t tied;             /* index of the set whose selection it takes; -1: its own */
	bool constant;            /* coefficients are parameters: select once */
	const int32_t *priority;  /* n: larger is rather a state */
} DaeSet;

/* What dae_check has found right so far. */
typedef struct DaeChecked {
	VEC(uint64_t) node; /* a bit for each expression, by number: it is, with all below */
	VEC(uint8_t) use;   /* by variable: how expressions could use it then (dae.c) */
} DaeChecked;

typedef struct Dae {
	FlatModel *m;               /* what it is made of; its pool makes all expressions */
	Arena *keep;                /* holds everything here */
	VEC(DaeVar) vars;           /* by VarId; grows with m->vars (dae_var) */
	VEC(DaeEq) eqs;             /* equations that always hold */
	VEC(DaeEq) init_eqs;        /* those that hold at the start only */
	VEC(DaeRelation) relations; /* that make events */
	VEC(DaeAction) actions;     /* reinit, assert, terminate, calls */
	VEC(DaeOperator) operators; /* sample, delay, spatialDistribution */
	int32_t n_natural;          /* variables before index reduction */
	VEC(VarId) states;          /* chosen for good, in order of declaration */
	VEC(DaeSet) sets;           /* chosen at run time */
	VEC(DaeEq) checks;          /* initial equations left out: must hold at the solution */
	VEC(DaeCondition)
	conditions;         /* of each check, one after the other: itself, what it may contradict */
	VEC(VarId) started; /* variables whose start value is an equation of the start */
	VEC(VarId)
	guessed;                /* variables whose start value the initial system takes as given
							   although it is not fixed */
	DaeSystem param;        /* parameters */
	DaeSystem init;         /* the start */
	DaeSystem event;        /* all, with discrete variables */
	DaeSystem ode;          /* what the derivatives need */
	DaeSystem zero;         /* then the crossing functions: operands of relations */
	DaeSystem output;       /* then the rest */
	int32_t n_islands;      /* parts that run with integrators of their own; 1: all is one */
	int32_t *island;        /* by variable: which determines it; -1: none, it is known to all or
							   given by others. NULL: all is one */
	Csr shared;             /* islands x variables that others give: who reads them; of several */
	int32_t *bridge_island; /* by bridge of the flat model that sends: whose; NULL: all is one */
	DaeChecked *checked;    /* what dae_check remembers */
} Dae;

/* dae.c — variables and equations */

const DaeEq *dae_eq_at(const Dae *d, EqRef r); /* NULL: none */

void dae_init(Dae *d, FlatModel *m, Arena *keep);
DaeVar *dae_var(Dae *d, VarId v);            /* until the next one is added */
const Expr *dae_ref(Dae *d, VarId v);        /* EX_VAR */
VarId dae_der(Dae *d, VarId v);              /* its derivative; made if there is none */
int32_t dae_clock_of(const Dae *d, VarId v); /* 1 + the clock of it, or of what it is der of; 0 */
/* A new hidden variable "$kind17"; discrete or continuous by role. */
VarId dae_new_var(Dae *d, const char *kind, const Type *type, DaeRole role, PathId path, Span at);
const OperatorRule *dae_rule(const DaeOperator *o); /* what is known of its kind */
DaeEqId dae_add_eq(Dae *d, const Expr *lhs, const Expr *rhs, const DaeEq *like); /* place of like */
void dae_print_eq(const Dae *d, const DaeEq *e, Arena *scratch, Text *out);      /* one line */
/* For messages: what is long is cut. Text shows shared expressions again and again: that of an
   equation which was differentiated many times would take all memory. */
void dae_print_eq_short(const Dae *d, const DaeEq *e, Arena *scratch, Text *out);
/* `most` bytes of it at least (print_expr_begin), if it has so many. */
void dae_print_eq_begin(const Dae *d, const DaeEq *e, size_t most, Arena *scratch, Text *out);
/* A product with a literal 0: 0, if the other factor has neither
   effect nor event, and has a value if it is made of parameters (that of what varies is not asked
   for). Any other node: itself. */
const Expr *dae_fold_zero(ExprPool *p, const Expr *e);
/* The same, and 0 divided by what varies: 0, unless a parameter by which that is multiplied may be
   0. To be used where variables that are constant have been replaced. */
const Expr *dae_fold_quotient(const Dae *d, const Expr *e);
/* Roles, numbers and forms are as the head of this file says; false: `why` tells what is not. */
bool dae_check(const Dae *d, Arena *scratch, Text *why);

/* dae_print.c — all of it but the sorted systems, as text */

void dae_print(const Dae *d, Arena *scratch, Text *out);

/* order_print.c — states and sorted systems as text; what index reduction has linked */

void order_print(const Dae *d, Arena *scratch, Text *out);
void order_print_states(const Dae *d, Arena *scratch, Text *out);
void order_print_index(const Dae *d, Arena *scratch, Text *out);

/* index_check.c, order_check.c — what must hold after passes; false: `why` tells what does not */

bool index_check(const Dae *d, Arena *scratch, Text *why);         /* after index_reduce */
bool index_check_states(const Dae *d, Arena *scratch, Text *why);  /* after states_select */
bool order_check_run(const Dae *d, Arena *scratch, Text *why);     /* after systems_sort */
bool order_check_initial(const Dae *d, Arena *scratch, Text *why); /* after initial_sort */

/* uses.c — the variables of expressions */

typedef struct Uses {
	const Dae *d;       /* the model */
	Arena *scratch;     /* holds all below */
	Walk walk;          /* over nodes */
	uint32_t *mark;     /* n_marks: the round in which a variable was met */
	uint32_t *pre_mark; /* n_marks: the same under pre */
	size_t n_marks;     /* variables known when mark was made; grows */
	uint32_t round;     /* of uses_begin */
	VEC(VarId) vars;    /* found, each once */
	VEC(VarId) pre;     /* found under pre, each once */
	bool time;          /* time was found */
	Walk inner;         /* over the arguments of a wide call */
	Map calls;          /* wide call -> what its arguments use (uses.c) */
} Uses;

void uses_init(Uses *u, const Dae *d, Arena *scratch);
void uses_begin(Uses *u);                              /* forget what was found */
void uses_add(Uses *u, const Expr *e);                 /* those of e, which may be NULL */
void uses_find(Uses *u, const Expr *a, const Expr *b); /* those of a and b alone */

/* span.c — variables that stand for many (flat.h, FlatSpans) */

int32_t span_width(const Dae *d, VarId v); /* for how many; 1: for itself */
int32_t span_part(const Dae *d, VarId v);  /* those of one number come from one loop; -1: none */
bool span_is_view(const Dae *d, VarId v);  /* it only shows others */
typedef struct SpanElement {
	VarId var;      /* the variable, which stands for itself */
	int32_t offset; /* which of those that it stands for */
} SpanElement;
/* The k-th of those that v stands for, or shows. */
SpanElement span_element(const Dae *d, VarId v, int32_t k);
void span_print(const Dae *d, VarId v, int32_t k, Text *out); /* its name */
/* After the last of the passes: are all computed one by one? False: the model is to be compiled
   without families. */
bool span_check(const Dae *d, Arena *scratch);

/* cancel.c — what cancels in an equation: gone */

void cancel_shared(Dae *d, Arena *scratch);

/* affine.c — how expressions depend on a variable */

typedef struct AffinePart {
	const Expr *a; /* factor of the variable; NULL: 0 */
	const Expr *b; /* the rest */
	bool ok;       /* false: not linear */
} AffinePart;

/* A term of a sum. */
typedef struct AffineTerm {
	const Expr *e; /* what is added */
	bool minus;    /* or subtracted */
} AffineTerm;

typedef struct Affine {
	Dae *d;                  /* the model */
	ExprPool *p;             /* its expressions */
	Arena *scratch;          /* holds all below */
	Walk walk;               /* over nodes */
	const Expr *of;          /* the expression asked about last; NULL: none */
	VEC(const Expr *) nodes; /* of it, arguments first */
	VEC(uint32_t) place;     /* by number of a node: its place there, if it is there */
	AffinePart *part;        /* n_parts: for each node */
	uint8_t *degree;         /* n_parts: for each node */
	size_t n_parts;          /* grows */
	VEC(AffineTerm) terms;   /* of affine_take_apart */
	VEC(VarId) held;         /* variables in them */
	int32_t *term_of;        /* n_term_of: by variable the term that alone holds it, from 1 on; 0:
								none, -1: several do */
	size_t n_term_of;        /* grows */
} Affine;

/* How good a factor is to divide by; larger is better. */
typedef enum Pivot {
	PIVOT_ZERO,      /* it is 0 */
	PIVOT_UNSAFE,    /* it may become 0 */
	PIVOT_QUOTIENT,  /* what is not 0, divided by what varies: not 0 wherever it is defined */
	PIVOT_POSITIVE,  /* proven to be positive or negative */
	PIVOT_PARAMETER, /* of parameters, not 0 with their present values */
	PIVOT_CONSTANT,  /* a number */
	PIVOT_ONE        /* 1 or -1 */
} Pivot;

void affine_init(Affine *l, Dae *d, Arena *scratch);
AffinePart affine_split(Affine *l, const Expr *e, VarId v); /* e = a v + b */
/* Of a sum with many variables: take it apart once, into `most` terms or a few more, then ask for
   the coefficient a of each; b is not given. False: several terms hold it, it is not linear, or a
   is 0. */
void affine_take_apart(Affine *l, Uses *u, const Expr *e, size_t most);
bool affine_coefficient(Affine *l, VarId v, AffinePart *out);
/* 0: free of the unknowns, 1: linear in them, 2: neither; a variable's degree by VarId. */
int affine_degree(Affine *l, const Expr *e, const uint8_t *degree_of_var);
double affine_value(const Affine *l, const Expr *e); /* of parameters; NaN: not known */
Pivot affine_pivot(const Affine *l, const Expr *a);
const Expr *affine_solve(Affine *l, AffinePart part); /* the v for which a v + b = 0 */

/* decide.c — parameters that decide about the structure of equations */

typedef struct Decide Decide;
Decide *decide_new(Dae *d, Arena *scratch);
/* Without products with a parameter that is 0 and branches that parameters do not take. */
const Expr *decide_now(Decide *c, const Expr *e);
/* The same for good, in an equation that is to be differentiated; true: it is another. */
bool decide_eq(Decide *c, DaeEq *e);

/* sort.c, tear.c — square systems: matched, sorted, torn */

typedef struct SysRow {
	const Expr *lhs, *rhs; /* the two sides */
	EqRef eq;              /* where it comes from */
	int32_t set;           /* the set that it is a constraint or helper of; -1 */
	bool real;             /* of Reals */
	bool discrete;         /* of Reals: determines a variable that changes at events only */
	bool when;             /* of a when: determines its left side */
} SysRow;

typedef struct SysCol {
	VarId var;     /* the unknown */
	int32_t set;   /* the set that it is a candidate or helper of; -1 */
	bool pre;      /* its pre value */
	bool real;     /* a Real */
	bool discrete; /* changes at events only */
} SysCol;

/* A block that was torn: it is asked for once more, between events. */
typedef struct SysTorn {
	const int32_t *row; /* n: its rows, in order */
	int32_t n;          /* how many */
	DaeStep step;       /* what it became */
} SysTorn;

typedef struct Sys {
	Dae *d;               /* the model */
	Arena *scratch;       /* holds all below; results are in d->keep */
	Diag *diag;           /* for messages */
	Uses uses;            /* finds variables */
	Affine linear;        /* solves */
	Decide *decide;       /* knows what is multiplied by zero */
	size_t n_vars;        /* variables when it was made */
	VEC(SysRow) rows;     /* equations; those of a set one after the other */
	VEC(SysCol) cols;     /* unknowns */
	int32_t *col_of_var;  /* n_vars: column of a variable; -1: it is known */
	int32_t *col_of_pre;  /* n_vars: column of its pre value */
	Csr holds;            /* rows x columns */
	Csr may;              /* the same: what a row may determine */
	Match match;          /* over `may` */
	int32_t *row_of_col;  /* the row that determines a column, of a set its first row; -1 */
	bool any_real;        /* a Real equation may determine any Real, those of events too */
	VEC(int32_t) found;   /* columns of one row */
	uint8_t *seen;        /* of sort_augment, by column: met in this search, or leads nowhere */
	int32_t *next;        /* by row: entry to look at next */
	int32_t *path;        /* rows of the path at hand */
	VEC(int32_t) visited; /* columns met in this search */
	int32_t *place;       /* by column, for tearing; -1 between */
	int32_t *row_place;   /* by row, for sorting; -1 between */
	uint8_t *row_part;    /* by row: of the mixed part at hand; 0 between */
	Map torn;             /* first row -> SysTorn */
	uint8_t *degree;      /* n_vars, for tearing; 0 between */
} Sys;

typedef struct Steps {
	VEC(DaeStep) steps;     /* so far */
	VEC(DaeAssign) assigns; /* since the last step */
} Steps;

void sort_init(Sys *s, Dae *d, Arena *scratch, Diag *diag);
int32_t sort_add_col(Sys *s, VarId v, bool pre);
void sort_add_row(Sys *s, const Expr *lhs, const Expr *rhs, EqRef eq);
void sort_find_incidence(Sys *s, Arena *work); /* holds, may: of rows that were added */
/* Matches one more row, perhaps moving others; false: there is no way. */
bool sort_augment(Sys *s, int32_t row);
void sort_set_rows(Sys *s); /* after matching: row_of_col */
/* Sorts some matched rows (of a set its first row); what others determine is known. */
bool sort_some(Sys *s, const int32_t *row, int32_t n, DaeSystem *out);
void sort_push_step(Sys *s, Steps *out, const DaeStep *step);
DaeSystem sort_finish(Sys *s, Steps *out);
/* Equations that must be solved together: a step is added. */
void tear_block(Sys *s, const int32_t *row, int32_t n, Steps *out);

/* The passes, in order. Each gives false after an error. */

/* prepare.c … — requires a checked flat model; gives equations, relations, operators, actions;
   der as variables; parameters with their values. */
bool dae_prepare(Dae *d, Arena *scratch, Diag *diag);
/* vanish.c — coefficients of derivatives that are zero for the given parameters */
bool vanish_find(Dae *d, Arena *scratch, Diag *diag);
/* compiler/alias/ — takes out x = y, x = -y, x = literal, x = expression of parameters, to a
 * fixpoint. */
bool alias_remove(Dae *d, Arena *scratch, Diag *diag);
/* instants.c — relations of time and of what is known between events get the instant at which they
   change */
bool instants_find(Dae *d, Arena *scratch, Diag *diag);
bool dae_is_held(const Dae *d, Walk *walk, const Expr *e); /* keeps its value between events */
/* discrete.c — which Real equations belong to events */
bool discrete_partition(Dae *d, Arena *scratch, Diag *diag);
/* chain.c — equations der(x) = u name derivatives */
bool chain_name(Dae *d, Arena *scratch, Diag *diag);
void dae_rewrite(Dae *d, Rewrite *r);           /* all expressions but those of parameters */
void dae_rewrite_operators(Dae *d, Rewrite *r); /* their arguments alone */
/* combine.c — equations that are dependent by their numbers become constraints */
void combine_equations(Dae *d, Arena *scratch);
/* index.c — index reduction (Pantelides), with differentiated equations and their variables */
bool index_reduce(Dae *d, Arena *scratch, Diag *diag);
/* late.c — late inlining, now that no equation is differentiated any more */
bool late_inline(Dae *d, Arena *scratch, Diag *diag);
/* states.c — dummy derivatives: states for good, and sets chosen at run time */
bool states_select(Dae *d, Arena *scratch, Diag *diag);
bool reinit_check(const Dae *d, Arena *scratch, Diag *diag); /* reinit.c: only of states, and one at
																a time; false: reported */
/* systems.c — parameters in order of use; the systems of the run sorted and torn: event, ode, zero,
   output */
bool systems_params(Dae *d, Arena *scratch, Diag *diag);
bool systems_sort(Dae *d, Arena *scratch, Diag *diag);
void systems_add_cols(Sys *s, bool states_too); /* the unknowns */
bool systems_say_singular(Sys *s);              /* what is not matched; gives false */
/* rest.c — what is zero at the start because initial equations make derivatives zero */
typedef struct Rest Rest;
Rest *rest_find(Dae *d, Arena *scratch); /* NULL: no initial equation does */
bool rest_is_open(const DaeEq *e);       /* zeros may be put into it: it is continuous */
/* The sides of equation i of d->eqs in the initial system, with zeros for what is zero. */
void rest_put(Rest *x, size_t i, const Expr **lhs, const Expr **rhs);
/* initial.c — the initial system: made square, sorted and torn */
const Expr *initial_start(Dae *d, VarId v);         /* the start value, or its default */
bool held_find(Dae *d, Arena *scratch, Diag *diag); /* held.c: results that are step functions */
bool initial_sort(Dae *d, Arena *scratch, Diag *diag);
/* ladder.c — many relations of one expression */
bool ladder_find(Dae *d, Arena *scratch, Diag *diag);
/* apart.c — parts that other components of the system alone connect */
bool apart_find(Dae *d, Arena *scratch, Diag *diag);
bool apart_check(const Dae *d, Arena *scratch, Text *why);
/* The island that determines a variable; what none determines, like relations of time alone, is in
   the sequences of the first. */
static inline int32_t dae_island(const Dae *d, VarId v)
{
	return !d->island || d->island[v.i] < 0 ? 0 : d->island[v.i];
}
/* Of several: bridges of the flat model x islands that send or hear there. */
void apart_bridges(const Dae *d, Arena *result, Arena *scratch, Csr *out);

#endif
