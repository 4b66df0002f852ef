/* SPDX-License-Identifier: MIT
   qss.h — the contents of qss/: quantized state systems (Kofman; Migoni's LIQSS). Each state x has
   a polynomial of time and a quantized state q, of one degree less, which is all that derivatives
   see. When x has left q by a quantum, q is made anew, and only the derivatives that read it are
   evaluated again, with their own derivatives by time: exact, in Taylor arithmetic on the straight
   code of the model (MdvFlow). Relations and assertions are watched on polynomials of x.

   Knows the model (rt/), but no rows and no events: who runs it is plan/quanta.c. */
#ifndef MDV_QSS_H
#define MDV_QSS_H

#include "ir/flow.h"
#include "ir/interval.h"
#include "ir/ir.h"
#include "runtime/rt/rt.h"

#include <string.h>

/* Orders 1 to 3. Of derivatives two more coefficients are known than are used: they tell for how
   long the others are good. */
enum { QSS_MOST_ORDER = 3, TAYLOR_MOST = 5, QSS_MOST_DEGREE = QSS_MOST_ORDER + 2 };

enum { QSS_MOST_OTHERS = 4 }; /* crossings in an event, beside one, that need not evaluate all */

#define QSS_OUTWARD      1.0   /* quanta by which x and q of LIQSS may differ */
#define QSS_GUARDED_FROM 4     /* bands of a crossing: nearer to zero each change counts */
#define QSS_HARDLY       1e-12 /* of the run: time that is none */

/* A value as a function of time: coefficients of powers of h = t - now. */
typedef struct Taylor {
	double c[TAYLOR_MOST]; /* c[k] h^k */
	double until;          /* h up to which it is one smooth function, as far as is known */
} Taylor;

/* taylor.c — operations of the IR on such values */

/* y = op(a, b, c), up to the power k; y is none of them. What an operation has no operand for is
   not read. */
void taylor_op(IrOp op, const Taylor *a, const Taylor *b, const Taylor *c, int k, Taylor *y);

/* Neither is NaN; the library's functions are calls. */
static inline double less(double a, double b)
{
	return a < b ? a : b;
}
static inline double more(double a, double b)
{
	return a > b ? a : b;
}

/* qss_poly.c — polynomials p[0] + p[1] h + … + p[n] h^n */

double poly_at(const double p[], int n, double h);
void poly_shift(double p[], int n, double h); /* now about h */
bool poly_stays_positive(const double p[], int n,
						 double h); /* up to h, by the signs of its terms */
/* The first h in (0, most] where p is not positive; p[0] > 0. INFINITY: there is none. */
double poly_first(const double p[], int n, double most);
/* The same where |p| has reached `limit`, which is more than |p[0]|. */
double poly_leaves(const double p[], int n, double limit, double most);

/* qss_tree.c — who is next */

/* Times are kept as whole numbers in the same order, so that who is first is found without jumps,
   which no processor could foretell here (in one array of both, gcc makes jumps of it). */
typedef struct QssTree {
	int32_t n;      /* entries */
	int32_t leaves; /* a power of two */
	int64_t *key;   /* 2 leaves: when the first below is due; node 1 is the root, below i are 2 i
					   and 2 i + 1; entries are last */
	int32_t *who;   /* 2 leaves: which it is */
	bool few;       /* entries: the first is looked for among all of them when it is asked for, and
					   no node but theirs is used */
} QssTree;

/* Its bits, with those of the magnitude turned round if it is negative. */
static inline int64_t tree_code(double t)
{
	int64_t bits;

	memcpy(&bits, &t, sizeof bits);
	return bits ^ (int64_t)((uint64_t)(bits >> 63) >> 1);
}
static inline double tree_time(int64_t code)
{
	double t;

	code ^= (int64_t)((uint64_t)(code >> 63) >> 1);
	memcpy(&t, &code, sizeof t);
	return t;
}
bool tree_init(QssTree *t, Arena *memory, int32_t n); /* all keys INFINITY; false: no memory */
/* Who is first, and its key: of few entries. There is one. */
static inline int32_t tree_search(const QssTree *t, int64_t *key)
{
	const int64_t *at = t->key + t->leaves;
	int32_t who = 0;

	*key = at[0];
	for (int32_t i = 1; i < t->n; i++) {
		bool first = at[i] < *key;

		who = first ? i : who;
		*key = first ? at[i] : *key;
	}
	return who;
}
static inline int32_t tree_next(const QssTree *t, double *time) /* -1: there are none */
{
	int64_t key = t->key[1];
	int32_t who = t->few ? tree_search(t, &key) : t->who[1];

	*time = tree_time(key);
	return t->n > 0 ? who : -1;
}
static inline int32_t tree_first(const QssTree *t)
{
	double time;

	return tree_next(t, &time);
}
static inline double tree_key(const QssTree *t)
{
	double time;

	tree_next(t, &time);
	return time;
}
static inline double tree_key_of(const QssTree *t, int32_t entry)
{
	return tree_time(t->key[t->leaves + entry]);
}
/* Who, the winner of node i, and its key beside those of its neighbour: the earlier of both, the
   left one at the same time. */
static inline void tree_meet(const QssTree *t, size_t i, int32_t *who, int64_t *key)
{
	int64_t other_key = t->key[i ^ 1];
	int32_t other = t->who[i ^ 1];
	bool first = other_key < *key + (int64_t)(i & 1);

	*who = first ? other : *who;
	*key = first ? other_key : *key;
}
/* The winner of node i is another: so may be those above. */
static inline void tree_rise(QssTree *t, size_t i, int32_t who, int64_t key)
{
	int64_t *at = t->key;
	int32_t *by = t->who;

	while (i > 1) {
		tree_meet(t, i, &who, &key);
		i >>= 1;
		if (((by[i] ^ who) | (at[i] ^ key)) == 0)
			return;
		at[i] = key;
		by[i] = who;
	}
}

/* Those that are due up to `until`, in order of their numbers, but not more than `most`; how many.
 */
int tree_due(const QssTree *t, double until, int32_t entry[], int most);

/* tree_put says when, of one entry after the other, tree_climb then who is first, if these were
   entries a to b; tree_set does both. */
static inline void tree_put(QssTree *t, int32_t entry, double time)
{
	t->key[t->leaves + entry] = tree_code(time);
}
static inline void tree_set(QssTree *t, int32_t entry, double time)
{
	tree_put(t, entry, time);
	if (t->few)
		return;
	tree_rise(t, (size_t)t->leaves + (size_t)entry, entry, tree_code(time));
}
/* The winner of node i anew; not 0: it is another. */
static inline int64_t tree_see(QssTree *t, size_t i)
{
	size_t from = 2 * i + (t->key[2 * i + 1] < t->key[2 * i]); /* the left one, at the same time */
	int64_t key = t->key[from], changed;
	int32_t who = t->who[from];

	changed = (t->who[i] ^ who) | (t->key[i] ^ key);
	t->who[i] = who;
	t->key[i] = key;
	return changed;
}
static inline void tree_climb(QssTree *t, int32_t a, int32_t b)
{
	size_t first = (size_t)t->leaves + (size_t)a, last = (size_t)t->leaves + (size_t)b;
	int64_t changed = 1;

	if (t->few)
		return;
	while (first < last && changed != 0) {
		first >>= 1;
		last >>= 1;
		changed = 0;
		for (size_t i = first; i <= last; i++)
			changed |= tree_see(t, i);
	}
	if (changed != 0)
		tree_rise(t, last, t->who[last], t->key[last]);
}

/* The first, which is due: who is next without it. What it is set to later mostly loses soon, which
   processors foresee: they go on with the next before the time of this one is known. */
static inline void tree_take(QssTree *t, int32_t entry)
{
	int64_t *at = t->key, key = tree_code(INFINITY);
	int32_t *by = t->who, who = entry;
	size_t i = (size_t)t->leaves + (size_t)entry;

	at[i] = key;
	while (i > 1 && !t->few) {
		tree_meet(t, i, &who, &key);
		i >>= 1;
		at[i] = key;
		by[i] = who;
	}
}

/* qss_slice.c — who needs what */

/* Some numbers for each of n: those of i are item[start[i]] up to item[start[i + 1]]. */
typedef struct QssLists {
	int64_t *start;
	int32_t *item;
} QssLists;

/* qss_shape.c — equal parts */

/* Leaves of a shape, in this order: arguments up to TIME, each target has its own. */
enum {
	QSS_LEAF_STATE,
	QSS_LEAF_SLOT,
	QSS_LEAF_NUMBER, /* of numbers that are not the same in all */
	QSS_LEAF_INPUT,
	QSS_LEAF_TIME,
	QSS_LEAF_SHARED, /* a slot that is the same in all: it is in the frame when it has changed */
	QSS_LEAF_FIXED,  /* a number */
	QSS_LEAF_KINDS
};

typedef struct QssValue {
	int32_t op;     /* IrOp; below 0: a leaf, -1 - MdvLeaf */
	int32_t arg[3]; /* values before it; of a leaf its place in its kind, and the kind */
} QssValue;

/* What one or many targets are computed by; the last value is the result. */
typedef struct QssShape {
	int32_t n_values;
	QssValue *value;
	double *fixed;                /* of QSS_LEAF_FIXED */
	int32_t *shared;              /* of QSS_LEAF_SHARED: slots */
	int32_t n[QSS_LEAF_KINDS];    /* leaves of each kind */
	int32_t from[QSS_LEAF_KINDS]; /* where their arguments begin */
	int32_t n_args;
	int32_t n_targets;
	int32_t own;  /* the leaf that is the target's own state; -1: none */
	bool watched; /* of crossings and assertions, which see x; others see q */
	bool smooth;  /* expand_knows all that moves */
	/* As code: a frame with results at its begin, then leaves; NULL: Taylor arithmetic. */
	double *frame;
	MdvFlowCode code;
	bool exact; /* its coefficients are all that it has: a polynomial of low degree */
	bool more;  /* it has arguments beside states and slots */
	int32_t slot[QSS_LEAF_KINDS]; /* where the leaves of a kind are in the frame … */
	int stride[QSS_LEAF_KINDS];   /* … and how many coefficients each has */
	int32_t gradient;             /* slopes by all states; 0: there are none */
} QssShape;

typedef struct QssFoundShape {
	size_t first;     /* of its template */
	int32_t n_values; /* of that */
	size_t raw;       /* arguments of its first target */
	size_t varies;    /* by leaf: its number is not the same in all */
	int32_t n_leaves;
	bool watched, smooth;
} QssFoundShape;

/* Finds shapes; the slicer has it. */
typedef struct QssShaper {
	struct Qss *s;
	const MdvAlloc *alloc;
	const int32_t *block_of; /* by value: block that it is in; -1: none */
	const uint8_t *degree;   /* by value: 0: constant between events */
	int32_t *mark, *number;  /* by value: in the part at hand, its place there */
	int32_t *start;          /* by target: its arguments in raw */
	VEC(int32_t) stack, list;
	VEC(QssValue) key, templates;
	VEC(QssFoundShape) shapes;
	VEC(int32_t) raw;
	VEC(uint8_t) varies;
	Map by_hash;
	bool ok; /* there was memory */
} QssShaper;

bool shape_begin(QssShaper *x, struct Qss *s, Arena *scratch); /* false: no memory */
/* Gives the target a shape; its values are in x->list then. False: it has none. */
bool shape_take(QssShaper *x, int32_t target, int32_t root);
bool shape_finish(QssShaper *x, Arena *memory); /* false: no memory */
void shape_free(QssShaper *x);

/* qss_expand.c — Taylor arithmetic as code of scalars */

/* Slots: results, leaves; numbers and temporaries from here on until they get their places. */
enum {
	QSS_SLOPE = TAYLOR_MOST, /* the derivative by the own state */
	QSS_FIRST_LEAF,
	QSS_FIRST_NUMBER = 1 << 20,
	QSS_FIRST_TEMP = 1 << 24
};

typedef struct QssExpansion {
	const MdvAlloc *alloc;
	VEC(IrInstr) instr;
	VEC(double) numbers;
	Map made; /* by hash of an instruction: its number */
	int32_t n_temps;
	bool ok; /* there was memory */
} QssExpansion;

bool expand_knows(IrOp op); /* of what moves */
/* Of a polynomial of its arguments: the highest power of time in it; others: TAYLOR_MOST. */
int expand_degree(const QssShape *shape, int of_states, Arena *scratch);
/* The code of a shape up to the power k, with its slope, if it has one, and those by all states
   from the slot `gradient` on (0: without). False: it has none. */
bool expand_shape(QssExpansion *out, const QssShape *shape, int k, int32_t gradient,
				  Arena *scratch);

/* Targets are the derivatives of all states, then what is watched: crossings and assertions. The
   code of a target is values, and blocks (-1 - number), in order of evaluation. */
typedef struct QssGraph {
	int32_t n_targets; /* n states, then n_watched */
	int32_t n_watched; /* crossings, then assertions … */
	int32_t *action;   /* … of these numbers */
	int32_t n_crossings;
	QssLists code;          /* by target; not there if `whole` */
	bool whole;             /* the code of all targets is too long: all of it is run for each */
	int64_t n_whole;        /* items of that */
	QssLists readers;       /* by state: targets that read it */
	int32_t n_slots;        /* constant between events, that are read */
	int32_t *slot;          /* which */
	QssLists slot_readers;  /* by these: targets */
	QssLists input_readers; /* by input slot, the same */
	int32_t n_inputs;
	int32_t *input;
	int32_t *input_of_slot; /* n_slots of the model: into input; -1 */
	int32_t n_shapes;
	QssShape *shapes;
	int32_t *shape;     /* by target; -1: none, it has code */
	int32_t *arg_start; /* by target */
	int32_t *arg;       /* of all shapes' targets */
	int64_t n_args;     /* of these */
	bool *curved;       /* by target: it is not affine in states and time */
	bool *rough;        /* by target: with features that coefficients at an instant may not show */
	bool *lost;         /* by target: something that is not known may be in it */
} QssGraph;

struct Qss;
/* False: no memory. */
bool slice_make(struct Qss *s, Arena *memory);

/* The state of the whole */

/* Two lines of the processor's cache: of another state only the first half is read. */
typedef struct QssState {
	double q[QSS_MOST_ORDER]; /* quantized, about tq */
	double tq;
	/* The state, about tx: of degree n, the order, by which it is scheduled; with two terms more
	   where its derivative is not affine, so that what these leave out does not add up. */
	double x[QSS_MOST_DEGREE + 1];
	double tx;
	double quantum;
	double t_quantum; /* when x has left q by a quantum */
	double
		t_valid;  /* until then the polynomial of x is good; INFINITY: for as long as it is used */
	double slope; /* the derivative of its derivative by itself, when that was evaluated last */
	float least;  /* quantum */
	uint8_t halved;  /* so often, where others need a smaller quantum */
	bool own;        /* its derivative reads itself */
	bool curved;     /* its derivative is not affine in states and time */
	uint8_t watched; /* QssWatched */
} QssState;

/* What a step needs to know of a state, at one place. */
typedef struct QssLink {
	const QssShape *shape; /* of its derivative, if that is code; NULL: Taylor arithmetic */
	const int32_t *arg;    /* of that */
	const int32_t *reader; /* n_readers derivatives that read the state */
	int32_t n_readers;     /* behind them is what watches it */
	bool rough;            /* its derivative is (QssGraph) */
} QssLink;

_Static_assert(sizeof(QssLink) == 32, "half a line");

/* By crossings and assertions. */
typedef enum QssWatched {
	QSS_UNWATCHED,
	QSS_WATCHED, /* which are looked at when its polynomial is another */
	QSS_GUARDED  /* the same, when it may leave its guard: all of them are plain (QssWatch) */
} QssWatched;

/* As long as a state stays here none of the plain crossings that read it can change: each of these
   has half of its distance from zero for all its states. */
typedef struct QssGuard {
	double lo, hi;
	int32_t n_alone; /* that watch the state, if all of them are plain and read no other; 0: not all
						are */
} QssGuard;

_Static_assert(sizeof(QssState) == 128, "two lines");

/* Events of a relation that give it the same value, and from which it bounces (plan/stall.c). */
typedef struct QssGaps {
	double last;  /* time of the last */
	double gap;   /* before it */
	double ratio; /* of that to the one before */
	int alike;    /* so many had this ratio */
	bool bounced; /* since the last one it has come back */
} QssGaps;

/* A state that turns round, as where its derivative jumps without events. */
typedef struct QssTurn {
	double t;    /* when it went there */
	int32_t n;   /* turns, one soon after the other */
	int8_t side; /* where to; 0: there was none */
	bool broken; /* a jump or kink was ahead since the first of them */
} QssTurn;

typedef struct QssWatch {
	Taylor z; /* the crossing function, or whether the assertion is violated, about t */
	double t;
	double band;      /* nearer to zero it sleeps */
	double size;      /* largest value seen */
	double wide;      /* so many times wider than usual, since events have changed nothing */
	int8_t side;      /* of zero, by the relation in use */
	bool zero_holds;  /* the relation in use is right at zero */
	bool armed;       /* has been out of the band since its last event */
	double t_event;   /* of its last event */
	uint64_t n_close; /* events in a row that were close to the one before */
	QssGaps gaps[2];  /* by the value that it gets */
	bool told;        /* of an assertion: that it is violated, until it is not */
	bool plain;       /* affine in states alone: these guard it */
	bool sloped;      /* its slopes by them are known (Qss.guard_slope) … */
	double offset;    /* … and what is left without them */
	double slope;     /* of a plain one of one state: that by it */
	int32_t twin;     /* an earlier crossing that is the same function; -1: none */
} QssWatch;

typedef struct QssOptions {
	int order;       /* 1, 2, 3 */
	bool implicit;   /* LIQSS */
	bool pairs;      /* the modified one, of order 2 */
	double relative; /* quantum: part of the state … */
	double least;    /* … but not less than this; 0: relative times nominal value */
	double most;     /* longest time for which a polynomial that is not exact is believed */
	double stop;     /* end of the run */
} QssOptions;

typedef struct QssStats {
	uint64_t requantized; /* states */
	uint64_t renewed;     /* polynomials because they were too old */
	uint64_t pairs;       /* of states requantized together */
	uint64_t rates;       /* derivatives evaluated */
	uint64_t watched;     /* crossings evaluated */
	uint64_t values;      /* operations of the straight code, where Taylor arithmetic runs it */
	uint64_t selections;  /* looks at state sets */
	uint64_t proved;    /* times between looks at a crossing in which it cannot have changed … */
	uint64_t sampled;   /* … and those in which only some points were looked at */
	uint64_t recovered; /* blocks that the model had to solve */
	uint64_t unsure;    /* times in which a derivative may have features that were not looked for */
} QssStats;

typedef struct QssInput {
	double value, slope, t; /* a straight line until the next bend */
} QssInput;

typedef struct QssBlock {
	double *jac;      /* n * n: dr/du, by columns */
	double *r;        /* n: residuals, or a solution */
	double *keep;     /* n_unknowns: the last solution */
	double *nominal;  /* n_unknowns: sizes */
	DenseLu lu;       /* factors of jac */
	int32_t *column;  /* n: unknowns that are solved for */
	int32_t *outside; /* n_outside values from before it that its code reads */
	double *moves;    /* n_outside: how these move, kept while they do not */
	int32_t n_outside;
} QssBlock;

/* What events can change, where they do it without evaluating everything (event_local). */
typedef struct QssLocal {
	bool on;
	int32_t *of_slot; /* by slot of the model, as the log of changes has them (RtLog): 1 + the state
						 that it is, or minus 1 + its place in graph.slot; 0: none */
	int32_t n_slots;  /* of graph.slot: those that events write without a log … */
	int32_t *slot;    /* … by their places there */
} QssLocal;

/* What quanta do to variables, qss_error.c. */
typedef struct QssError {
	bool on;
	bool none;     /* all variables that move are states or their derivatives */
	int32_t *var;  /* n: those that move, and are no states nor their derivatives */
	int32_t n;     /* of the others, too */
	double *value; /* at the instant at hand */
	double *size;  /* largest so far */
	double *moved; /* by quanta, at most */
	double next;   /* when it is looked at again */
} QssError;

/* A slot in the frame of a shape (QSS_LEAF_SHARED). */
typedef struct QssShared {
	double *at;
	int32_t next; /* of the same slot; -1: none */
} QssShared;

/* Quanta that events have made smaller (fit_sharpen): halved so often at least, since t; a
   hundredth of the run later once less, and so on. */
typedef struct QssSharp {
	double t;
	int halved;
} QssSharp;

typedef struct Qss {
	Rt *rt;
	const MdvFlow *flow;
	QssOptions o;
	QssGraph graph;
	QssState *state;     /* n */
	QssLink *link;       /* n */
	QssWatch *watch;     /* n_watched */
	QssGuard *guard;     /* n */
	double *guard_slope; /* by argument of shapes, of plain crossings: slope by the state */
	QssTree tree;        /* n states, then n_watched */
	const int32_t *late; /* n_late entries of the tree, in order, that have other times than the
							nodes above them know (qss_core.c) */
	int32_t n_late;
	Taylor *value;        /* n_values */
	Interval *range;      /* n_values: work of qss_range.c */
	bool *is_rough;       /* n_values: the same */
	int64_t look_work;    /* operations of intervals that short times may be looked into by */
	uint32_t *stamp;      /* n_values: evaluation in which it was made; of a block at its first */
	uint32_t epoch;       /* of the evaluation at hand */
	QssInput *input;      /* n_inputs */
	QssBlock *block;      /* n_blocks */
	double *slot_input;   /* n_inputs: work */
	double *slot_value;   /* graph.n_slots: as they were */
	double *x;            /* n: work */
	bool *due;            /* n_targets: work; false between */
	int32_t *watch_due;   /* n_due of what is watched */
	int32_t n_due;        /* how many */
	int32_t *state_due;   /* n_states_due, whose derivatives are others */
	int32_t n_states_due; /* how many */
	int32_t others[QSS_MOST_OTHERS]; /* qss_is_alone */
	int n_others;                    /* the same */
	QssLocal local;                  /* what events can change */
	bool choose;                     /* another choice of states may be better */
	uint64_t set_changes;            /* of rt, when everything was made of the frame */
	double t_moves;                  /* time that is later has moved; … */
	uint64_t n_same;                 /* … steps up to then */
	bool of_x;                       /* leaves are x, not q */
	double t;                        /* of the evaluation at hand */
	int k;                           /* powers of that */
	int k_rate, k_watch;             /* powers that derivatives and crossings need */
	int most_halved;       /* how often a quantum may be halved: it must not get lost in rounding */
	QssSharp *sharp;       /* n */
	QssTurn *turn;         /* n */
	double usual;          /* quanta by which one usually moves others, in a step */
	double least_h;        /* shortest time that counts */
	double t_inputs;       /* next bend of an input */
	IrModule code;         /* shapes as code … */
	void *made;            /* … made to run; NULL: none is */
	int32_t *first_shared; /* by place in graph.slot: in `shared`; -1: none */
	QssShared *shared;     /* where shapes have slots in their frames */
	uint8_t *settles;      /* n: QSS_SETTLES … */
	bool *sloped;          /* n: of an affine derivative, its slopes are known … */
	double *slopes;        /* … by argument of shapes that is a state */
	QssLists partners; /* of the modified LIQSS: by state, those that it reads and that read it */
	double *gradient;  /* by argument that is a state: slope by it */
	Taylor *values;    /* most values of a shape: work */
	int32_t ahead[4];  /* qss_ahead.c: states that will be due soon, the newest first; -1: none */
	int ahead_shift;   /* from an entry of the tree to the part it belongs to; 0: no look ahead */
	int32_t only;      /* state by which alone is differentiated; -1: by time */
	QssError error;
	QssStats stats;
} Qss;

/* qss_code.c — shapes as code */

/* For the order that was chosen. MDV_NO_MEMORY, or all that can be is code. */
MdvStatus code_make(Qss *s, Arena *memory);
void code_drop(Qss *s);
bool code_link(Qss *s, Arena *memory); /* Qss.link, by what is code; false: no memory */
void code_share(Qss *s);               /* slots may have changed */

/* qss_pair.c — states that answer to each other */

bool pair_open(Qss *s, Arena *memory); /* false: no memory */
/* Makes the quantized states of i and of another one together, if one alone would turn the other
   round; -1: it would not, nothing was done. meet: when both are where their quantized states are,
   which then are to be made anew: what goes on longer does not damp oscillations. */
MdvStatus pair_quantize(Qss *s, int32_t i, double t, int32_t *partner, double *meet);
MdvStatus pair_renew(Qss *s, int32_t i, int32_t j, double t, double meet); /* what reads them */

/* qss_eval.c — values of the straight code */

/* A target at t, up to the power k, from q, or from x. The result is valid until the next call. */
MdvStatus eval_target(Qss *s, int32_t target, double t, bool of_x, int k, const Taylor **out);
/* Its derivative by state i alone, where q has the values of t. */
MdvStatus eval_slope(Qss *s, int32_t target, int32_t i, double t, double *slope);
/* The derivative of a state by Taylor arithmetic, where it is not code: its coefficients, and how
   long it is smooth; and QssState.slope, if that is used. */
MdvStatus eval_rate(Qss *s, int32_t i, double t, const double **c, double *until);
/* Code gave something that is not finite: tells of it, if the derivative is not. */
MdvStatus eval_rate_again(Qss *s, int32_t i, double t);
bool eval_open(Qss *s, Arena *memory); /* false: no memory */
void eval_begin(Qss *s);               /* guesses of blocks and choices of sets from the frame */
static inline void eval_fresh(Qss *s)
{
	s->epoch++;
} /* something has changed */
int32_t eval_value_of(const Qss *s, int32_t target); /* the value that it is */

/* qss_settle.c — states that may be taken for settled */

enum {
	QSS_MAY_SETTLE, /* not known */
	QSS_DOES_NOT,
	QSS_SETTLES /* up to the next event of what it reads */
};
bool settle_open(Qss *s, Arena *memory); /* false: no memory */
void settle_forget(Qss *s, int32_t i);   /* its derivative is another function */
MdvStatus settle_look(Qss *s, int32_t i, double t);

/* qss_range.c — what can be in between */

/* All values that a target has, on the states, from t to t + h. */
Interval range_target(Qss *s, int32_t target, double t, double h);
/* The derivative of state i has just been evaluated at t: the part of h in which it has no kink, no
   jump and no narrow feature that could do more than `allowed` to the state. */
double range_calm(Qss *s, int32_t i, double t, double h, double allowed);

/* qss_error.c — what quanta do to variables */

bool error_open(Qss *s, Arena *memory); /* false: no memory */
bool error_is_due(const Qss *s, double t);
void error_look(Qss *s, double t);            /* the frame is right at t, and is disturbed */
void error_tell(Qss *s, const bool wanted[]); /* at the end, if there is something to tell */

/* qss_core.c — one state after the other */

MdvStatus core_renew(Qss *s, int32_t i, double t, double contact); /* its derivative is another */
MdvStatus core_renew_watches(Qss *s, double t);                    /* those that are due */
/* The derivative of state i jumps at t: it gets another polynomial; qss_step is to follow at once.
 */
MdvStatus core_jump(Qss *s, int32_t i, double t);

/* qss_fit.c — quanta that are smaller than asked for */

/* State i has moved others by so many of their quanta: its own is made to fit, up or down. */
void fit_quantum(Qss *s, int32_t i, double moved);
/* Events of w follow each other closely: states that it reads get half of their quanta, for some
   time. */
MdvStatus fit_sharpen(Qss *s, int32_t w, double t);

/* qss_ahead.c — fetch what steps will need, if it is much */

void ahead_open(Qss *s);
void ahead_look(Qss *s, int32_t i); /* a step of state i is over */

/* qss.c — states and what is watched, in time */

/* The frame is right at t. Refusals are told by report_fail. */
MdvStatus qss_open(Qss *s, Rt *rt, const QssOptions *o, Arena *memory);
void qss_set_order(Qss *s);            /* after o.order became another, not a higher one */
MdvStatus qss_begin(Qss *s, double t); /* everything from the frame at t */
/* After an event at t: what it has changed. all: do not compare. */
MdvStatus qss_follow(Qss *s, double t, bool all);
/* After event_local at t, where the relation of w has changed; -1: of none. */
MdvStatus qss_follow_local(Qss *s, double t, int32_t w);
/* The event at t of w, -1: of an instant, is that of all that is due with it: others[0 … n_others -
   1] are crossings; false: it is not, a state is due, or too many are. */
bool qss_is_alone(Qss *s, int32_t w, double t);
/* When something is due next, and what: a state, or n + what is watched; -1: nothing. */
double qss_next(const Qss *s, int32_t *entry);
MdvStatus qss_step(Qss *s, int32_t state, double t); /* this state is due */
/* All states that are due before `until`, from *t on, up to something that is watched, but not more
   than some thousand steps; *t: the last of them. */
MdvStatus qss_run(Qss *s, double until, double *t);
MdvStatus qss_progress(Qss *s, int32_t entry, double t);  /* it is due at t: does time move? */
void qss_values(const Qss *s, double t, double x[]);      /* the states at t */
static inline int qss_degree(const Qss *s, int32_t state) /* of its polynomial */
{
	return s->state[state].curved ? s->o.order + 2 : s->o.order;
}
MdvStatus qss_inputs(Qss *s, double t);        /* an input bends at t */
void qss_advance(Qss *s, int32_t i, double t); /* its polynomial about t */

/* qss_watch.c — crossings and assertions */

MdvStatus watch_arm(Qss *s, double t, bool all);        /* after an event */
MdvStatus watch_renew(Qss *s, int32_t w, double t);     /* look at it anew */
bool watch_open(Qss *s, Arena *memory);                 /* what is plain; false: no memory */
void watch_forget_slopes(Qss *s, int32_t w);            /* something that it reads is another */
static inline void watch_unguard(Qss *s, int32_t state) /* all that reads it will be looked at */
{
	s->guard[state].lo = -INFINITY;
	s->guard[state].hi = INFINITY;
}
MdvStatus watch_arm_one(Qss *s, int32_t w, double t); /* after an event that may have changed it */
void watch_arm_due(Qss *s); /* the same of those that are due, which will be renewed */
/* What alone watches a state whose polynomial is another is renewed; false: it is to be, as those
   of others are. */
bool watch_single(Qss *s, int32_t state, double t);
void watch_widen(Qss *s, int32_t w); /* its event has changed nothing: rounding; it sleeps longer */
/* It is due at t: is its relation another there (or the assertion violated)? If not it is renewed.
 *at: when it became so, not before t_from; the left side is *left. */
MdvStatus watch_look(Qss *s, int32_t w, double t, double t_from, bool *changed, double *left,
					 double *at);

/* qss_gaps.c — events and jumps that come faster than time goes on */

/* An event of w was at t. asleep: it had not left its band since the one before. */
void gaps_note(Qss *s, int32_t w, double t, bool asleep);
/* It has left its band on the side that its relation says, and no event was needed: if its events
   have come at gaps that shrink by a ratio, the next of them was too small to be seen (a ball would
   fall through the floor). */
MdvStatus gaps_check(Qss *s, int32_t w, double t);
/* The derivative of state i at t, in Taylor arithmetic. broken: a jump or kink is ahead. Those that
   turn it round again and again while time hardly moves never end. */
MdvStatus gaps_turn(Qss *s, int32_t i, double t, double rate, bool broken);

#endif
