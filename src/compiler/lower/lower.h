/* SPDX-License-Identifier: MIT
   lower.h — the contents of lower/: from the sorted DAE to code (ir/) and the model's tables
   (modevs/model.h). */
#ifndef MDV_LOWER_H
#define MDV_LOWER_H

#include "compiler/dae/dae.h"
#include "compiler/diff/diff.h"
#include "compiler/graph/graph.h"
#include "compiler/lower/lower_fn.h"
#include "ir/flow.h"
#include "ir/ir.h"
#include "modevs/model.h"

/* Temporaries have numbers of their own until the size of the frame is known. */
#define LOWER_TEMP        0x80000000u
#define LOWER_UNKNOWN     UINT32_MAX
#define LOWER_GROUP_LEAST 16  /* fewer items of one shape are done one by one */
#define LOWER_TEXT_MOST   160 /* bytes of an equation that are kept for messages */

typedef struct LowerMemo {
	uint32_t slot;  /* where the value is; of an array or record its first scalar */
	uint32_t scope; /* the scope in which it was computed */
} LowerMemo;

/* An expression being lowered. */
typedef struct LowerFrame {
	const Expr *e;  /* the node */
	int32_t state;  /* how far it is */
	int32_t at;     /* instruction to be patched */
	uint32_t dst;   /* of a branch: its result */
	uint32_t scope; /* of a branch: the scope around it */
} LowerFrame;

/* An assignment of a region. */
typedef struct LowerItem {
	const Expr *value; /* what is assigned */
	uint32_t dst;      /* to this slot */
	int32_t tangent;   /* slot of its tangent; -1: it has none */
	int32_t var;       /* the variable; -1: a residual */
	int32_t n; /* slots in a row, each from its own of what stands for as many (dae/span.c) */
	EqRef eq;  /* its equation */
} LowerItem;

typedef struct LowerMove {
	uint32_t dst, src; /* slots */
} LowerMove;

typedef struct LowerRun {
	const DaeAssign *assign; /* n */
	int32_t n;               /* how many */
	int32_t region;          /* their code */
} LowerRun;

typedef struct LowerBlock {
	const DaeStep *from; /* a block without pre values among its unknowns */
	MdvStep step;        /* what was made of it */
} LowerBlock;

/* Items that compute the same of other things: `shape`, in which local k stands for what column k
   holds for each of them, a leaf or a call. What is the same in all is in the shape as it is. */
typedef struct LowerGroup {
	const Expr *shape;     /* of the value */
	int32_t n;             /* items */
	const int32_t *member; /* n: which */
	int32_t n_columns;     /* what differs */
	const Expr ***column;  /* n_columns: n each */
	bool simple;           /* all in the columns are leaves */
	bool wide;             /* one item for n slots: member has one, and a column one variable */
} LowerGroup;

/* In which order items are computed, those of one shape together. */
typedef struct LowerPlan {
	const LowerItem *item;  /* n_items, each after what it uses */
	int32_t n_items;        /* how many */
	VEC(int32_t) order;     /* items, or -1 - group */
	VEC(LowerGroup) groups; /* of at least LOWER_GROUP_LEAST items that use none of each other */
} LowerPlan;

typedef struct Lower {
	Dae *d;                              /* the model */
	const Graph *graph;                  /* who reads what in it */
	ExprPool *p;                         /* its expressions */
	IrModule *code;                      /* the code made */
	MdvModel *out;                       /* the tables made */
	MdvSequence sequence[MDV_SEQ_COUNT]; /* being made, by kind */
	int32_t island;                      /* of the steps at hand */
	Arena *keep;                         /* holds what is made */
	Arena *scratch;                      /* holds what is below */
	Arena *work;                         /* holds what a step needs */
	Arena *temp;                         /* holds what a plan needs while it is made */
	const SourceSet *sources;            /* for places */
	Diag *diag;                          /* for messages */
	LowerFn fns;                         /* functions */
	int32_t *slot;              /* by variable, of what it stands for the first; -1: none */
	int32_t *pre;               /* by variable: slot of its pre value; -1: none */
	int32_t *tangent;           /* by variable: slot of its tangent; -1: none */
	int32_t *start;             /* by variable: slot of its start value; -1: none */
	int32_t *nominal;           /* by variable: slot of its nominal value; -1: none */
	bool *moves;                /* by variable: its tangent is not zero (ODE) */
	bool *own;                  /* by variable: it is the compiler's, not the user's */
	bool *mine;                 /* by variable: the same inside of one block; false between */
	bool *in_ode;               /* by variable: computed by ODE */
	Diff *diff;                 /* tangents of all that moves (ODE) */
	VEC(double) initial;        /* values of the frame at first */
	Map constants;              /* bits of a number -> slot */
	uint32_t n_temps;           /* temporaries of this region */
	uint32_t most_temps;        /* of any region */
	VEC(IrInstr) instrs;        /* of this region */
	VEC(int32_t) origin;        /* of this region: equation of each instruction */
	VEC(IrInstr *) region_code; /* by region: its code, to be changed yet */
	VEC(IrBatchAt) batch_at;    /* of this region: its batches */
	int32_t at_source;          /* the equation at hand; index into sources */
	VEC(LowerMemo) memo;        /* by expression */
	VEC(int32_t) writer;        /* by slot: 1 + the item that writes it; 0 between plans */
	VEC(uint8_t) open;          /* by scope: still open */
	uint32_t scope;             /* the innermost one */
	VEC(LowerFrame) stack;      /* expressions under way */
	Map runs;                   /* key -> LowerRun: runs of assignments that have a region */
	Map blocks;                 /* key -> LowerBlock: blocks that have one */
	VEC(MdvSource) srcs;        /* sources of the model */
	const char **path_text;     /* by path: its text; NULL: not made yet */
	Map file_text;              /* number of a file -> its name, kept */
	int32_t *src_of_eq;         /* by equation: its source; -1: none yet */
	int32_t *src_of_init;       /* by initial equation: the same */
	Map args;                   /* id of a call -> its scalar arguments */
	Walk leaves;                /* through expressions that functions of their own compute */
	Map branches;               /* id of an if -> Branch (lower_both.c) */
	int32_t *crossing;          /* by relation: its (first) crossing; -1: none */
	int32_t *row;               /* by variable: its first one in the table of them; -1: none */
	int32_t *row_step;          /* by variable: from one that it stands for to the next there */
	const Expr **stands_for;    /* by variable: what the compiler made it of; NULL: no such one */
	bool any_stands;            /* is there any? */
	const Expr **written;       /* by variable: what to show of its equation; NULL: not known */
	Rewrite *shown;             /* for messages: that in place of variables; NULL: not yet */
} Lower;

/* lower.c — the whole */

/* What code is made of, and where. */
typedef struct LowerInput {
	Dae *d;                   /* sorted systems */
	const Graph *graph;       /* of these */
	const SourceSet *sources; /* for places */
	Diag *diag;               /* for messages */
	Arena *keep, *scratch;    /* holds what is made; work space */
} LowerInput;

/* requires: initial_sort, graph_build. False: an error was given. */
bool lower_model(const LowerInput *in, IrModule *code, MdvModel *model);
uint32_t lower_new_slots(Lower *l, uint32_t n);
uint32_t lower_constant(Lower *l, double value);  /* slot of a number */
const Expr *lower_shown(Lower *l, const Expr *e); /* as the user wrote it: with its relations */
bool lower_own(const Lower *l,
			   VarId v); /* the compiler made it, or it is such a one's derivative */
const char *lower_name(Lower *l,
					   VarId v);          /* of ours: what it stands for, as far as that is known */
int32_t lower_source(Lower *l, EqRef eq); /* source of an equation; -1: of none */
/* Of an assignment: that of its equation, or of a declaration whose value calls something. */
int32_t lower_source_of(Lower *l, const LowerItem *item);
int32_t lower_add_source(Lower *l, const char *text, Span at, PathId path);

/* lower_expr.c — expressions to instructions; a region is open between begin and end */

void lower_begin(Lower *l);
int32_t lower_end(Lower *l);                  /* number of the region */
void lower_drop(Lower *l);                    /* ends it without a region */
uint32_t lower_expr(Lower *l, const Expr *e); /* slot of the value; LOWER_UNKNOWN: cannot */
void lower_assign(Lower *l, uint32_t slot, const Expr *e, int32_t source); /* slot := e */
void lower_emit(Lower *l, IrOp op, uint32_t dst, uint32_t a, uint32_t b, uint32_t c);

/* Where the value of a node is; LOWER_UNKNOWN: not computed, or in an arm that is left. */
uint32_t lower_known(const Lower *l, const Expr *e);
/* Adds to c->n_dims, and to dim if it is there, the sizes of an argument, then those of its fields,
   as vm_fn_call takes them. */
void lower_call_dims(const Type *t, IrCall *c, int32_t *dim);
uint32_t lower_leaf(Lower *l, const Expr *e); /* slot of what is there; LOWER_UNKNOWN: no leaf */
bool lower_is_plain(const Expr *e);           /* an operator without branches and calls */
uint32_t lower_operator(Lower *l, const Expr *e, const uint32_t arg[3]); /* its arguments' slots */

/* lower_both.c — what both arms of an if compute */

/* Nodes to be computed before the branch, by falling number; how many. */
int32_t lower_both(Lower *l, const Expr *e, const Expr *const **node);

/* lower_shape.c — assignments of one shape are brought together */

void lower_shape_plan(Lower *l, const LowerItem item[], int32_t n, LowerPlan *out);

/* lower_batch.c — assignments of one shape become a batch */

/* Adds to the open region: result of each of the group's members := e, in which locals are columns,
   or, from n_columns on, their tangents. slots: the results. */
void lower_batch(Lower *l, const LowerGroup *g, const Expr *e, const uint32_t slots[],
				 const bool *moves);
void lower_plan(Lower *l, const LowerPlan *plan); /* all of a plan's values */
/* dst := src; those with equal distances in a row become batches. No dst is a src. */
void lower_batch_moves(Lower *l, const LowerMove move[], int32_t n);

/* lower_crossing.c — crossings of relations, time events */

void lower_crossings(Lower *l);
void lower_time_events(Lower *l);

/* lower_operator.c — operators with a state */

/* given: those whose arguments are all made of parameters. The arguments of the others are computed
   behind everything else in a sequence; their crossings follow those of relations. */
void lower_operators(Lower *l, bool given);

/* lower_step.c — systems to sequences */

MdvSequence lower_system(Lower *l, const DaeSystem *s, bool ode);

/* lower_tangent.c — tangent code of steps, pattern of the Jacobian */

/* Tangents of assignments and residuals. full: of all that moves, and inner ones are stored;
   otherwise of the unknowns alone. -1: something cannot be differentiated. */
int32_t lower_tangent(Lower *l, const DaeStep *step, const LowerPlan *plan, bool full);
/* Colours of columns, so that those of one colour share no row. */
const int32_t *lower_colour(Lower *l, const Csr *by_row, const Csr *by_col, int32_t *n_colours);
void lower_pattern(Lower *l);

/* lower_slot.c — places in the frame */

void lower_slots(Lower *l); /* a slot for every variable */
/* Of the k-th that v stands for, or shows (dae/span.c): its slot; and that of its tangent, of a 0
   if it has none. */
uint32_t lower_element(Lower *l, VarId v, int32_t k);
uint32_t lower_element_tangent(Lower *l, VarId v, int32_t k, const bool moves[]);

/* lower_table.c — variables, states, events */

bool lower_tables(Lower *l);                                  /* after the sequences */
uint32_t lower_slot(Lower *l, double value);                  /* a new one, with its value */
double lower_literal(Lower *l, const Expr *e);                /* its number; NaN: it is none */
void lower_append(Lower *l, MdvSeqKind kind, int32_t region); /* more code of a sequence */
uint8_t lower_type(const Type *t);                            /* MDV_REAL … of a variable */
/* The names of an enumeration's values, with commas between; one text for each type. */
const char *lower_literals(Lower *l, const Type *t);

/* lower_start.c — start values */

typedef struct LowerLaterItem {
	uint32_t slot;     /* to be assigned */
	int32_t var;       /* whose start value it is; -1: another attribute */
	const Expr *value; /* no literal */
} LowerLaterItem;

typedef VEC(LowerLaterItem) LowerLater;

/* The code that computes start values and other attributes, and moves variables there. */
void lower_start(Lower *l, const LowerLater *later);

/* lower_event.c — the dependency graph of EVENT */

void lower_event(Lower *l); /* after the tables */

/* lower_proof.c — what crossings need, as straight code for proofs */

/* After everything else: model->proof, if something of the model is to be proved. */
void lower_proof(const IrModule *code, MdvModel *model, Arena *keep, Arena *scratch);
/* The same: of each step of ODE, then of ZERO, then of OUTPUT, whether these slots need it. */
const bool *lower_needed(const IrModule *code, MdvModel *model, const int32_t slot[], size_t n,
						 Arena *scratch);
/* All derivatives, crossings and assertions as straight code, in keep; never NULL. */
MdvFlow *lower_flow(const IrModule *code, const MdvModel *model, Arena *keep, Arena *scratch);

/* lower_devs.c — atomic DEVS models: before temporaries get their places */

void lower_devs(Lower *l);
void lower_islands(Lower *l); /* which each slot belongs to, when all slots are there */

/* lower_rates.c — derivatives that may be rough */

/* Is there an operation in the sequence ODE that is not calm everywhere? */
bool lower_rates_may(const IrModule *code, const MdvModel *m, Arena *scratch);
/* p->rate has all derivatives, or only -1: those without anything rough become -1, and values that
   nothing needs any more leave p, whose arrays are copied to `keep`. */
void lower_rates(const MdvModel *m, MdvProof *p, Arena *keep, Arena *scratch);

#endif
