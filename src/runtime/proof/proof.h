/* SPDX-License-Identifier: MIT
   proof.h — the contents of proof/: bounds of crossing functions and assertions over parts of a
   step, and whether derivatives are smooth, from the model's MdvProof: states are intervals of the
   solver's dense output, time is an interval. What is bounded is what the dense output gives, not
   the solution that it approximates. All memory is taken by proof_open. */
#ifndef MDV_PROOF_H
#define MDV_PROOF_H

#include "base/base.h"
#include "ir/interval.h"
#include "modevs/model.h"
#include "runtime/solver/solver.h"

/* A value over the part of the step at hand; u runs from 0 to 1 over it. */
typedef struct ProofValue {
	Interval range;      /* all values */
	Interval centre;     /* at u = 1/2 */
	Interval slope;      /* of all secants: d/du, if it has one */
	uint32_t range_part; /* number of the part for which the range is known */
	uint32_t full_part;  /* for which all is known */
} ProofValue;

/* Values in ascending order. */
typedef struct ProofSlice {
	const int32_t *value; /* n */
	int32_t n;            /* how many */
} ProofSlice;

/* A coefficient of a form. */
typedef struct ProofTerm {
	int32_t value; /* of what: a state, time, or a value that is not linear */
	int32_t state; /* number of the state; -1: something else */
	double by;     /* the coefficient */
} ProofTerm;

enum { PROOF_FEW = 8 }; /* crossings for which nothing is prepared that they could share */

/* Values on the way to an end, from which on it is dear: half of all the time of an engine with six
   cylinders went into slices of a hundred operations. */
enum { PROOF_LONG = 60 };

enum { PROOF_ENCLOSED = 32 }; /* unknowns of a block that is enclosed, at most */

/* All values in a step, by a first look. */
typedef struct ProofGlance {
	uint32_t step;  /* the step's number; 0: none */
	Interval range; /* all values there */
} ProofGlance;

/* How long in a step a value keeps away from a limit. */
typedef struct ProofUntil {
	uint32_t step; /* the step's number; 0: none */
	double side;   /* 1 or -1: side times the value … */
	double least;  /* … is larger than this … */
	double t;      /* … up to here */
} ProofUntil;

/* A value that is linear in states, time and other values, with coefficients that are constant
   between events. What solved blocks give is so, if they are linear. */
typedef struct ProofForm {
	int32_t value;                        /* it */
	ProofSlice slice;                     /* values on the way to its terms, and constants */
	ProofSlice path;                      /* of these all but constants … */
	ProofSlice fixed;                     /* … constants … */
	ProofSlice added;                     /* … and those of them that others may add */
	ProofSlice given;                     /* those of them that are slots, which keep still */
	double *seen;                         /* what these were when coefficients were computed */
	ProofTerm *term;                      /* n_terms: states first, then time, then others */
	int32_t n_terms, n_states;            /* how many; how many are states */
	int32_t first_other;                  /* where those begin that are neither state nor time */
	ProofSlice others;                    /* all that the others need, and they */
	int32_t *live;                        /* those of them that are needed for others whose
											 coefficients are not 0 now: n_live that move … */
	int32_t n_live, n_still;              /* … then n_still that do not */
	double constant;                      /* what is added */
	double size;                          /* of what the constant was added from */
	uint32_t epoch;                       /* between events: for which coefficients are known */
	bool ok;                              /* they can be had */
	bool has_others;                      /* one that is neither state nor time has one */
	bool blind;                           /* one is of something of which nothing is known */
	bool encloses;                        /* blocks have to be enclosed for it */
	bool unsure;                          /* that, or others depend on what is not known */
	uint32_t sum_step;                    /* the step for which the following two are known */
	double sum[SOLVER_MOST_TERMS];        /* what belongs to each term of the dense output */
	double error;                         /* of values, by rounding */
	uint32_t boxed_epoch;                 /* as ProofBoxed.epoch */
	ProofGlance glance;                   /* what is seen of it at once */
	uint32_t step;                        /* the step for which the following two are known */
	bool monotone;                        /* it only rises in it, or only falls */
	ProofUntil until;                     /* how long it is on its side */
	double whole[SOLVER_MOST_DEGREE + 1]; /* Bernstein coefficients of states and time over it */
} ProofForm;

/* An end in the box at hand, proof_box.c. */
typedef struct ProofBoxed {
	uint32_t epoch;    /* between events: for which what keeps still is known in boxes */
	uint32_t ran;      /* number of the box for which all that it needs is known */
	uint32_t part;     /* number of the box for which the following is so */
	Interval range;    /* all its values there … */
	bool skipped;      /* … unless it is not looked at in this one */
	bool fresh;        /* nobody has said yet whether that is of use */
	int32_t skip;      /* boxes in which it is not looked at from now on … */
	int32_t skip_next; /* … and so many the last time */
} ProofBoxed;

/* Values of states and time, some steps long. */
typedef struct ProofBox {
	bool on;                  /* there may be one */
	uint32_t part;            /* its number, among those of parts; 0: there is none */
	uint32_t epoch;           /* between which events */
	uint32_t step;            /* for which step it was compared last */
	double from, to;          /* times */
	Interval *in;             /* by state: values */
	int32_t *reads;           /* n_reads: states that something depends on */
	int32_t n_reads;          /* how many */
	ProofValue *value;        /* n_values: as they are in it */
	double reach;             /* so many steps it is longer than one */
	int32_t n_steps;          /* that it served */
	int32_t pause;            /* steps without a box from now on … */
	int32_t next_pause;       /* … and so many the last time */
	int32_t n_asked, n_clear; /* ends of which it was told; those for which it was of use */
} ProofBox;

/* What is asked for: a crossing function, or whether an assertion fires. */
typedef struct ProofEnd {
	int32_t value;       /* which; -1: none */
	ProofSlice slice;    /* that it needs, itself the last; without values: all before */
	ProofSlice still;    /* of these what keeps still between events … */
	uint32_t epoch;      /* … for which it is known */
	ProofSlice moves;    /* … and the rest … */
	ProofSlice more;     /* … of which the end before does not need these */
	ProofSlice wide;     /* the slice with all code of blocks, for proof_narrow.c … */
	ProofSlice beyond;   /* … of it what the crossing before does not need … */
	uint32_t wide_part;  /* … the part for which all is known … */
	ProofSlice risk;     /* … of it what may hide something, and what that needs … */
	ProofSlice riskier;  /* … of that what the crossing before does not need … */
	uint32_t risk_part;  /* … the part for which that is known … */
	bool has_risk;       /* … these lists have been made … */
	ProofSlice timed;    /* … of it what depends on time alone, and what keeps still … */
	ProofSlice front;    /* … and of that what others depend on: nothing is hidden in it … */
	double calm_to;      /* … from the last step looked at to here … */
	uint32_t calm_epoch; /* … as long as no event takes place */
	ProofForm *form;     /* if it is linear; else NULL */
	ProofBoxed boxed;    /* its values over several steps */
	bool solved;         /* it depends on a block */
	bool constant;       /* it does not change inside of a step */
	bool certain;        /* it depends on nothing that is not known */
} ProofEnd;

/* A state of the model that something depends on. */
typedef struct ProofState {
	uint32_t step;                        /* number of the step for which `whole` is known */
	uint32_t part;                        /* of the part for which `here` is */
	double whole[SOLVER_MOST_DEGREE + 1]; /* Bernstein coefficients over the step */
	double here[SOLVER_MOST_DEGREE + 1];  /* over the part at hand */
	bool zero;                            /* all over the step, exactly */
} ProofState;

/* All values of states over the step, proof_states.c; not a number where nothing is known. */
typedef struct ProofStates {
	uint32_t step;      /* for which they are known */
	int32_t first, end; /* only states between these are needed */
	double *lo, *hi;    /* by state */
} ProofStates;

/* Work space of blocks, of the size of the largest. */
typedef struct ProofBlock {
	Interval *partial;         /* n_values: derivatives by one unknown, or by u */
	uint32_t *depends;         /* n_values: by the block's unknowns, a bit each: on which */
	double *mid;               /* n * n: the middle of the Jacobian */
	double *inverses;          /* of all blocks, n * n each: nearly inverses of their Jacobians */
	double *inverse;           /* that of the block at hand; its first entry NAN: not known */
	Interval *jac;             /* n * n: the Jacobian by columns */
	Interval *r, *step, *rest; /* n: residuals; correction; n * n: 1 - inverse * jac */
	Interval *trial;           /* n: where the solution is looked for */
	Interval *image;           /* n: where it is */
	double *guess;             /* n: near it */
	double *last;              /* by unknown of all blocks: the last solution found */
} ProofBlock;

/* How a value depends on others. */
typedef enum ProofKind {
	PROOF_CONSTANT, /* it keeps still between events */
	PROOF_LINEAR,   /* a form of states, time and others */
	PROOF_OTHER     /* neither */
} ProofKind;

/* Work space of forms. */
typedef struct ProofForms {
	uint8_t *kind;      /* by value: ProofKind */
	int32_t *block;     /* by value: whose code it is; -1: of no block */
	bool *linear;       /* by block: so is it */
	double *constant;   /* by value: what constant ones are … */
	uint32_t *known;    /* … and the epoch for which */
	double *bar;        /* by value, 0 between uses: how the form at hand depends on it */
	double *tangent;    /* by value: how it depends on one unknown */
	double *inverse;    /* as Proof.inverse_first: of the linear blocks' matrices; NAN: singular */
	uint32_t *inverted; /* by block: the epoch for which */
} ProofForms;

/* Values that were met, each once. */
typedef struct ProofMarks {
	uint32_t round; /* of marks */
	uint32_t *seen; /* by value: the round in which it was met last */
	int32_t *met;   /* n of this round */
	int32_t n;      /* how many */
} ProofMarks;

/* How the terms of the dense output go over the step or a part: straight but for a bend. */
typedef struct ProofLine {
	uint32_t known;                  /* number of the step or part */
	double a, b;                     /* its times */
	double first[SOLVER_MOST_TERMS]; /* weights at its beginning … */
	double last[SOLVER_MOST_TERMS];  /* … and at its end */
	double bend[SOLVER_MOST_TERMS];  /* how far coefficients are from the straight line, at most */
} ProofLine;

/* A value of the code of derivatives that may be rough, over a part of the step. */
typedef struct RoughValue {
	int32_t op;      /* of the IR; negative: the leaf -1 - op */
	int32_t a, b, c; /* operands among these values; of a leaf a is as in MdvProof */
	int32_t table;   /* which, of MDV_PROOF_TABLE */
	bool looked_at;  /* its operands are known, and it may be rough */
	bool rough;      /* something in it is */
	bool first;      /* it may be rough, or is needed for what may be */
	bool needed;     /* by a derivative in which something was rough over the whole step */
	Interval range;  /* all its values */
	double move;     /* how far what is rough in it moves it */
} RoughValue;

typedef struct RoughRate {
	int32_t state; /* whose derivative it is */
	int32_t value; /* among the RoughValues */
} RoughRate;

/* Derivatives in which there is something that error control might step over, proof_rough.c. */
typedef struct ProofRough {
	RoughValue *value;  /* n */
	int32_t n;          /* values that the rates need */
	int32_t *order;     /* n of them: n_moves that move between events, then those that do not */
	int32_t n_first;    /* of those that move, the first: what may be rough, and what that needs */
	int32_t n_moves;    /* see above */
	bool still_known;   /* those that do not move are known since the last event */
	RoughRate *rate;    /* n_rates */
	int32_t n_rates;    /* derivatives that may be rough */
	int32_t *state;     /* n_states: states that they depend on */
	Interval *box;      /* n_states: nothing is rough while these are in here … */
	int32_t n_states;   /* how many */
	int32_t *box_of;    /* by state of the model: its box */
	Interval box_time;  /* … and time in here */
	bool box_holds;     /* that is so since the last event */
	double box_reach;   /* so many steps ahead a box is tried */
	const Interval *in; /* states are in these boxes, not in the part at hand; NULL: they are not */
	uint32_t known;     /* number of the part for which values are known; 0: none */
} ProofRough;

/* A value over a part of the step, where some are taken as their points say. */
typedef struct NarrowValue {
	Interval range; /* all values */
	double hidden;  /* so far away from the polynomial through its points it may be */
	uint32_t part;  /* for which that is known */
} NarrowValue;

/* What points do not show, proof_narrow.c. */
typedef struct ProofNarrow {
	bool *timed;           /* by value: it moves, and depends on time alone */
	bool any_timed;        /* some crossing depends on such a value */
	bool *may_hide;        /* by value: its operation may hide something, with some operands */
	NarrowValue *value;    /* n_values */
	int32_t *leaf_of;      /* by value: its number among those that are sampled, if it is … */
	int32_t *slot;         /* … n_leaves: where they are in the frame … */
	Interval *leaf;        /* … and in which range over the part at hand */
	int32_t n_leaves;      /* unknowns of blocks, and what nothing is known of */
	uint32_t hiding;       /* the last part in which something hides something */
	int32_t pause;         /* parts in which that is taken for granted from now on … */
	int32_t next_pause;    /* … and so many the last time */
	uint32_t part;         /* number of the part at hand … */
	uint32_t still;        /* … and the one of what keeps still between events … */
	uint32_t epoch;        /* … for which it is known */
	Interval *tangent;     /* n_values: work, derivatives by one unknown */
	double *jac, *inverse; /* n * n of the largest block: work */
	double *spread; /* n: by row, how far the Jacobian's entries may be from jac, summed up */
} ProofNarrow;

/* Values at a point, with slopes that are those of noise; beside those of the part at hand, as both
   are asked for in turn. */
typedef struct ProofPoint {
	ProofValue *value; /* n_values */
	uint32_t step;     /* of what step */
	uint32_t part;     /* its number */
	double t;          /* where */
} ProofPoint;

/* Numbers, counted up. */
typedef struct ProofCounts {
	uint32_t epoch;   /* events so far */
	uint32_t step;    /* steps so far */
	uint32_t n_parts; /* parts so far */
	uint32_t part;    /* the part at hand */
	uint64_t work;    /* operations on intervals so far */
} ProofCounts;

/* Inputs that move between events; without `range` none does. */
typedef struct ProofInputs {
	/* As RtInputs.range: values of a slot between two instants. */
	bool (*range)(void *ctx, int32_t slot, const double t[2], double value[2]);
	void *ctx; /* handed to it */
} ProofInputs;

/* What a table was asked last. */
typedef struct ProofAsked {
	MdvTableAsk ask;     /* its object NAN: nothing yet */
	MdvTableRange range; /* the answer … */
	bool known;          /* … if there is one */
} ProofAsked;

typedef struct Proof {
	const MdvModel *m;      /* the model; NULL: there is nothing to be proved */
	const MdvProof *code;   /* its code for proofs */
	const double *frame;    /* where values are that keep still between events */
	const double *noise;    /* by state: slopes are those of so much; NULL: of the step */
	ProofInputs inputs;     /* given from outside */
	ProofValue *value;      /* n_values */
	ProofState *state;      /* states of the model */
	ProofStates states;     /* the same, at a glance */
	ProofPoint point;       /* the same at a point, with noise */
	ProofEnd *crossing;     /* n_crossings */
	ProofEnd *check;        /* n_actions */
	ProofBlock block;       /* work space */
	ProofForms forms;       /* the same */
	ProofMarks marks;       /* the same */
	ProofAsked *asked;      /* the same: of tables */
	bool *moves;            /* by value: it may change between events */
	ProofRough rough;       /* derivatives */
	ProofNarrow narrow;     /* what points do not show */
	int32_t *block_first;   /* by block: where its unknowns are in block.last */
	int32_t *inverse_first; /* by block: where its inverse is in block.inverses */
	ProofCounts count;      /* what values that are kept are of, and work */
	double t_old, t_new;    /* the step */
	double a, b;            /* the part: times */
	ProofBox box;           /* some steps long */
	bool in_box;            /* states are in there, not in the part */
	SolverPolynomial dense; /* the step's dense output */
	ProofLine whole, line;  /* that over the step, and over the part at hand */
} Proof;

bool proof_form_know(Proof *p, ProofForm *f); /* its coefficients; false: none to be had */
/* Is an end a polynomial in the step? */
static inline bool proof_is_polynomial(Proof *p, const ProofEnd *e)
{
	ProofForm *f = e->form;

	return f && (f->epoch == p->count.epoch ? f->ok : proof_form_know(p, f)) && !f->has_others;
}

/* proof.c — opening, steps, bounds */

/* false: no memory. A model without MdvProof leaves p->m NULL. */
bool proof_open(Proof *p, const MdvModel *m, const double frame[], ProofInputs inputs,
				Arena *memory);
/* What is constant between events may have changed. */
void proof_event(Proof *p);
/* Another step. */
MdvStatus proof_step(Proof *p, Solver *solver);
/* All values of an end in the step; quickly: the whole line if it is not easy. */
Interval proof_glance_anew(Proof *p, const ProofEnd *e);
static inline Interval proof_glance(Proof *p, const ProofEnd *e) /* the same, once in a step */
{
	const ProofForm *f = e->form;

	return f && f->glance.step == p->count.step && f->epoch == p->count.epoch
			   ? f->glance.range
			   : proof_glance_anew(p, e);
}
/* The same by ranges of its states, if it is a polynomial of few of them; else the whole line. */
Interval proof_few(Proof *p, const ProofEnd *e);
/* Up to which time of the step side times an end is larger than `least`, at least; -INFINITY: that
   is not known. */
double proof_until(Proof *p, const ProofEnd *e, double side, double least);
/* The same between the times a <= b of the step, if there are many crossings. */
Interval proof_glance_part(Proof *p, const ProofEnd *e, double a, double b);
/* An end that is a polynomial only rises in the step, or only falls. */
bool proof_is_monotone(Proof *p, const ProofEnd *e);
/* All values between the times a <= b of the step. */
Interval proof_range(Proof *p, ProofEnd *e, double a, double b);
/* The same, with the value in the middle and the slope over u. */
ProofValue proof_bound(Proof *p, ProofEnd *e, double a, double b);
/* How much an end moves at t when each state moves by its `size`; 0: not known. */
double proof_noise(Proof *p, ProofEnd *e, double t, const double size[]);

/* Bounds are of the times a <= b of the step from now on. */
void proof_part(Proof *p, double a, double b);

/* proof_states.c — states over a whole step, at once */

bool proof_states_open(Proof *p, Arena *memory);                  /* false: no memory */
void proof_states_see(Proof *p);                                  /* for the step */
static inline Interval proof_state_range(Proof *p, int32_t state) /* all its values in the step */
{
	if (p->states.step != p->count.step)
		proof_states_see(p);
	return (Interval){p->states.lo[state], p->states.hi[state]};
}

/* proof_rough.c — whether derivatives are smooth over a part of a step */

bool proof_rough_open(Proof *p, Arena *memory); /* false: no memory */
void proof_rough_forget(Proof *p);              /* an event has changed values */
/* Nothing is rough between the times a <= b of the step. Steps that follow each other are looked at
   together. */
bool proof_rough_is_calm(Proof *p, double a, double b);
/* The step is not calm: how far derivatives in which something is rough move between these times,
   at most, in units of the states' weights; 0: nothing is rough. What was calm over the whole step
   is so in its parts, and not looked at again. */
double proof_rough_level(Proof *p, double a, double b, const double weight[]);

/* proof_box.c — bounds that hold for several steps */

bool proof_box_open(Proof *p, Arena *memory); /* false: no memory */
/* It is known that the step is in none. */
static inline bool proof_box_is_none(const Proof *p)
{
	return p->box.part == 0 && p->box.step == p->count.step && p->box.epoch == p->count.epoch;
}
/* The number of a box in which the step is; 0: there is none. */
uint32_t proof_box_now_anew(Proof *p);
static inline uint32_t proof_box_now(Proof *p) /* once in a step; events may be inside of steps */
{
	return p->box.step == p->count.step && p->box.epoch == p->count.epoch ? p->box.part
																		  : proof_box_now_anew(p);
}
/* All values of an end in a box in which the step is; false: there is none. */
bool proof_box_range_anew(Proof *p, ProofEnd *e, Interval *range);
static inline bool proof_box_range(Proof *p, ProofEnd *e, Interval *range) /* once in a box */
{
	const ProofBox *b = &p->box;

	if (b->step != p->count.step || b->epoch != p->count.epoch || e->boxed.part != b->part)
		return proof_box_range_anew(p, e, range);
	*range = e->boxed.range;
	return b->part != 0 && !e->boxed.skipped;
}
/* Was that of use? */
void proof_box_tell(Proof *p, ProofEnd *e, bool clear);

/* proof_narrow.c — what points of a part do not show */

bool proof_narrow_open(Proof *p, Arena *memory); /* false: no memory */
/* The values of what is sampled where the model has just been evaluated: n_leaves. */
void proof_narrow_save(const Proof *p, double to[]);
/* What follows is of the times a <= b of the step, with what is sampled as at these points. */
void proof_narrow_part(Proof *p, double a, double b, const double *const point[], int n_points);
/* How far an end may be from the polynomial through its points, by what operations hide; range: all
   its values. If its slice is too long nothing is known. */
double proof_narrow_hidden(Proof *p, ProofEnd *e, Interval *range);
/* May what an end takes from time alone hide something in the step? That costs little. */
bool proof_narrow_in_time(Proof *p, ProofEnd *e);

/* proof_value.c — values of the part at hand, in the order of the code */

/* All values of an input between two instants; straight, unless NULL: it is a line there. */
Interval proof_input_range(const Proof *p, int32_t slot, Interval t, bool *straight);
Interval proof_leaf_range(Proof *p, int32_t v); /* of a leaf but those of blocks */
void proof_value_range_anew(Proof *p, int32_t v);
static inline void proof_value_range(Proof *p, int32_t v) /* once in a part */
{
	if (p->value[v].range_part != p->count.part)
		proof_value_range_anew(p, v);
}
void proof_value_full_anew(Proof *p, int32_t v);
static inline void proof_value_full(Proof *p, int32_t v) /* the same */
{
	if (p->value[v].full_part != p->count.part)
		proof_value_full_anew(p, v);
}
const double *proof_state_whole(Proof *p, int32_t state); /* the same over the step */
const double *proof_state_here(Proof *p, int32_t state);  /* Bernstein coefficients over the part */
Interval proof_state_hull(Proof *p, int32_t state);       /* all values of a state over the part */
/* Cuts Bernstein coefficients over the step down to the part at hand. */
void proof_cut(const Proof *p, double c[], int degree);
void proof_cut_left(double c[], int degree, double u); /* its part [0, u] of [0, 1] away */
/* Holds all values of such a polynomial; error: of its coefficients. */
Interval proof_hull(const double c[], int degree, double error);
/* Holds all values, by the one in the middle and the slopes. */
Interval proof_mean_value(Interval centre, Interval slope);
/* Bounds of such a polynomial. */
ProofValue proof_polynomial(const double c[], int degree, double error);

/* proof_op.c — one operation */

typedef struct ProofOp {
	int32_t op;    /* of the IR, or MDV_PROOF_TABLE */
	int32_t table; /* which */
} ProofOp;

static inline ProofOp proof_op(const MdvProof *code, int32_t v)
{
	return (ProofOp){code->op[v], code->op[v] == MDV_PROOF_TABLE ? code->c[v] : 0};
}

Interval proof_op_other(const Proof *p, ProofOp op, Interval a, Interval b, Interval c);
/* The value of an operation; most are these. */
static inline Interval proof_op_value(const Proof *p, ProofOp op, Interval a, Interval b,
									  Interval c)
{
	switch (op.op) {
	case IR_MOVE: return a;
	case IR_NEG: return interval_neg(a);
	case IR_ADD: return interval_add(a, b);
	case IR_SUB: return interval_sub(a, b);
	case IR_MUL: return interval_mul(a, b);
	case IR_SELECT: return interval_select(a, b, c);
	default: return proof_op_other(p, op, a, b, c);
	}
}
Interval proof_op_tangent(const Proof *p, ProofOp op, const Interval arg[3], Interval y,
						  const Interval d[3]);
bool proof_op_is_calm(const Proof *p, ProofOp op, Interval a, Interval b, Interval y);
/* Its third operand; one of a table is no value. */
static inline int32_t proof_third(const MdvProof *code, int32_t v)
{
	return code->op[v] == MDV_PROOF_TABLE ? code->a[v] : code->c[v];
}

/* proof_slice.c — what each end needs */

bool proof_slice_open(Proof *p, Arena *memory);                        /* false: no memory */
bool proof_slice(Proof *p, int32_t value, ProofEnd *e, Arena *memory); /* the same */
/* What is in a and not in b: both are in order. false: no memory. */
bool proof_slice_less(const ProofSlice *a, const ProofSlice *b, Arena *memory, ProofSlice *to);
void proof_mark_begin(ProofMarks *m);
void proof_mark(ProofMarks *m, int32_t value);
void proof_mark_needs(Proof *p, int32_t value); /* marks it and all that it depends on */
void proof_mark_operands(Proof *p, int32_t v);  /* what it depends on itself */
static inline bool proof_is_marked(const ProofMarks *m, int32_t v)
{
	return m->seen[v] == m->round;
}
/* What was marked, in order, up to a number of values; more: none. false: no memory. */
bool proof_mark_take(const ProofMarks *m, Arena *memory, ProofSlice *to);

/* proof_form.c — what is linear */

bool proof_form_open(Proof *p, Arena *memory); /* false: no memory */
/* *to: NULL: the value is none. false: no memory. */
bool proof_form(Proof *p, int32_t value, ProofForm **to, Arena *memory);
Interval proof_form_range(Proof *p, ProofForm *f); /* over the part at hand */
/* The same if it is a polynomial; quickly, and not as tight as it could be. */
Interval proof_form_line(Proof *p, ProofForm *f);
void proof_form_glance(Proof *p, ProofForm *f); /* at the step: f->glance */
void proof_form_see_line(Proof *p);             /* p->whole, of the step */
/* The same of any that is not dear; else the whole line. */
Interval proof_form_whole(Proof *p, ProofForm *f);
Interval proof_form_few(Proof *p, const ProofForm *f); /* the same, if its states are few */
/* Up to which time of the step side times its value is larger than `least`, at least, if it is a
   polynomial; -INFINITY: it is not at the beginning. */
double proof_form_until(Proof *p, ProofForm *f, double side, double least);
bool proof_form_is_monotone(const Proof *p, ProofForm *f); /* over the step */
ProofValue proof_form_bound(Proof *p, ProofForm *f);       /* the same, tighter, and more */

/* proof_block.c — solved blocks, by Krawczyk's operator */

bool proof_block_open(Proof *p, Arena *memory); /* false: no memory */
/* Gauss-Jordan with row exchanges: a, n columns of n, is lost. false: singular. */
bool proof_invert(double a[], double inverse[], int32_t n);
/* Is nothing known of a value: neither by its code, nor because its block is not too large? */
static inline bool proof_is_unknown(const Proof *p, int32_t v)
{
	const MdvProof *c = p->code;

	return c->op[v] == -1 - MDV_LEAF_UNKNOWN ||
		   (c->op[v] == -1 - MDV_LEAF_BLOCK && c->block[c->c[v]].n > PROOF_ENCLOSED &&
			!p->forms.linear[c->c[v]]);
}
/* Encloses the unknowns of a block over the part at hand; where that fails they are unknown. full:
   their values in the middle and their slopes, too. */
void proof_block_solve(Proof *p, int32_t block, bool full);

#endif
