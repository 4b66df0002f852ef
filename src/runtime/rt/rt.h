/* SPDX-License-Identifier: MIT
   rt.h — the contents of rt/: a compiled model (MdvModel) made to run. An Rt is one instance: the
   frame of values, work space for every block, guesses, factors, samplers and delays. All memory is
   taken by rt_new; only delays grow while a model runs.

   States are numbered as the integrator sees them: first those outside of sets, then those of each
   set, whichever candidates are selected now. Functions return MDV_OK; a positive status where the
   point cannot be evaluated (try another); a negative one if there is no going on. After anything
   but MDV_OK rt_message tells what happened, in the user's names. */
#ifndef MDV_RT_H
#define MDV_RT_H

#include "base/base.h"
#include "modevs/model.h"
#include "modevs/options.h"
#include "modevs/results.h"
#include "runtime/rt/dense.h"

#include <math.h>
#include <signal.h>

/* The instance */

typedef enum RtUse { RT_INTEGRATE, RT_OUTPUT, RT_EVENT, RT_USES } RtUse;

/* How hard a nonlinear block is tried. */
typedef enum RtEffort {
	RT_PLAIN, /* from the guesses at hand */
	RT_START, /* then from start values, nominal values, limits */
	RT_ALL    /* then by homotopy, line search and Levenberg-Marquardt */
} RtEffort;

/* How far the iteration of a nonlinear block goes. */
typedef enum RtAccuracy {
	RT_SMALL_STEP, /* until the next step would be small: inside of the integrator */
	RT_CORRECTED,  /* and that step is taken: accepted points, results */
	RT_EXACT       /* to the last bits: what is compared must be a smooth function of the states */
} RtAccuracy;

/* A step that is not plain code: what it needs besides its MdvStep. */
typedef struct RtBlock {
	const MdvStep *step;   /* the model's */
	int32_t n_unknown;     /* slots in step->unknown: step->n, or all candidates of a set */
	int32_t *store;        /* n_unknown: where the guess of each is in Rt.guesses */
	double *nominal;       /* n_unknown: sizes for scaling, after parameters are known */
	double *row_size;      /* n: size of each residual, from the last Jacobian */
	double *row_most;      /* of NONLINEAR, n: the largest of these in solutions that were found */
	double *base;          /* of LINEAR, n: values before; NULL: all unknowns may be zero */
	DenseLu kept[RT_USES]; /* factors, for each use its own */
	int32_t *crossing;     /* of MIXED: n_decisions, the crossing of each that is a relation; -1 */
	uint64_t *seen;        /* of MIXED: hashes of the decisions tried */
	double *tried;         /* of MIXED: n_decisions, the first ones */
	double t_open;         /* of MIXED: when a pass of an event had no solution; NAN: never */
	int32_t n_failed;      /* solves that failed, in a row */
	int32_t n_lost;        /* solutions that lay on no path, in a row since the last event */
	bool told;             /* it was said that the block is singular, or nearly so */
	int sign; /* of LINEAR: of its determinant at the last accepted point; 0: not known */
	uint64_t sign_stamp; /* event after which that was */
} RtBlock;

/* A sequence of the model, found by its kind. */
typedef struct RtSequence {
	const MdvStep *step; /* n_steps, the model's */
	int32_t n_steps;     /* how many; 0: the model has no such sequence */
	int32_t *block;      /* of each step: its block; -1: plain code */
} RtSequence;

/* A set of candidates and which of them are states. */
typedef struct RtSet {
	const MdvSet *set; /* the model's */
	RtBlock *block;    /* its step in the sequence ODE, or the first other that has it */
	int32_t *choice;   /* n candidates: first the n - m states in order, then the dummies */
	double *jac;       /* m * n: scaled Jacobian of the constraints, at the last selection */
	double *swap;      /* m * (n - m): J_D^-1 J_S */
	double *initial;   /* n: values of the candidates after initialization */
	int32_t sign;      /* of the determinant of J_D where last selected; 0: not known */
	bool selected;     /* it was selected at least once since initialization */
} RtSet;

typedef struct RtSampler {
	int64_t count;          /* number of the next instant */
	double next;            /* that instant */
	double start, interval; /* as given */
	__int128 start_units;   /* start and interval in units of 10^exponent, if decimal */
	__int128 interval_units;
	int32_t exponent; /* of the unit */
	bool decimal;     /* both are short decimal numbers: instants are exact in decimals */
} RtSampler;

typedef struct RtDelayPoint {
	double t, u; /* instant and value; two points at one instant are a jump */
} RtDelayPoint;

typedef struct RtDelay {
	VEC(RtDelayPoint) points; /* in order of time */
	size_t piece;             /* first point of the piece without jumps that is read now */
	double used;              /* delay time with which it was read last */
	RtDelayPoint event;       /* the last point, if it is of an event without a jump; t NAN: not */
} RtDelay;

typedef struct RtSpatialPoint {
	double s, u; /* place in the moving profile, value; two points at one place are a jump */
	bool corner; /* the profile is not smooth here */
} RtSpatialPoint;

typedef struct RtSpatial {
	RtSpatialPoint *at; /* cap points, in use: n from first on, s ascending */
	size_t first, n, cap;
	size_t low, high; /* of those in use: ends of the smooth piece that is read now */
	double x;         /* position where it was kept last */
	bool positive;    /* the direction in which it moves */
} RtSpatial;

typedef struct RtStats {
	uint64_t runs;                        /* sequences ODE run */
	uint64_t newton;                      /* iterations of nonlinear blocks */
	uint64_t matrices;                    /* Jacobians of blocks */
	uint64_t linear;                      /* linear blocks solved */
	uint64_t passes;                      /* of event iterations */
	uint64_t repeats;                     /* of these, those after the first at an instant */
	uint64_t evaluations[MDV_EVENT_SETS]; /* of equations at events, by set */
	uint64_t set_changes;                 /* selections changed */
} RtStats;

/* heap.c — numbers 0 … n - 1, the one with the smallest key first */

typedef struct RtHeap {
	int32_t n;      /* numbers in it */
	int32_t *item;  /* them, as a binary heap */
	int32_t *place; /* by number: where in item; -1: not in it */
	double *key;    /* by number */
} RtHeap;

bool heap_init(RtHeap *h, Arena *memory, int32_t n_numbers); /* false: no memory */
void heap_clear(RtHeap *h);
void heap_put(RtHeap *h, int32_t number, double key); /* a new one, or with another key */
void heap_remove(RtHeap *h, int32_t number);          /* if it is there */
void heap_tape(RtHeap *h, int32_t n_numbers, Tape *t);

/* The values that some slots had when something began. */
typedef struct RtLog {
	int32_t *slot;   /* n: those that have been written since */
	double *before;  /* n: what they were */
	int32_t n;       /* how many */
	int32_t n_other; /* that have another value now */
} RtLog;

enum { SINCE_EVENT, SINCE_NOTE, RT_LOGS }; /* the event began; the configuration was noted */

/* RtSlot.flags: a discrete variable; part of the configuration that is noted against cycles; what
   the integrator's history depends on. */
enum { SLOT_DISCRETE = 1, SLOT_NOTED = 2, SLOT_RESTART = 4 };

/* What change.c needs of a node, in one place. */
typedef struct RtNode {
	int32_t code;   /* as in MdvEventNode */
	int32_t slot;   /* its only output; -1: it has none or more, or more is to be done */
	uint32_t fresh; /* the event at which it was run last */
	uint8_t set;    /* as in MdvEventNode */
	bool moves;     /* as in MdvEventNode */
	bool needs;     /* there are nodes that it needs */
	int32_t n_eqs;  /* as in MdvEventNode */
} RtNode;

/* 64 nodes, a bit each. */
typedef struct RtWord {
	uint64_t due;       /* to be run */
	uint64_t by_change; /* because an input has changed otherwise than by moving */
	uint64_t needing;   /* there are nodes that it needs */
} RtWord;

/* Nodes of one word. */
typedef struct RtMark {
	int32_t word;  /* which */
	uint64_t mask; /* bits of it */
} RtMark;

/* What a change of a slot means. */
typedef struct RtSlot {
	int32_t reader, riser; /* into `mark`: nodes to be run when it changes, from here to riser, … */
	int32_t end;           /* … and from there to here when it becomes true */
	int32_t discrete;      /* which it is; -1: none */
	int32_t place[RT_LOGS]; /* 1 + place in the logs, if it is in there at all */
	uint8_t flags;          /* SLOT_ bits */
} RtSlot;

/* Some numbers of nodes, actions, crossings … */
typedef struct RtNumbers {
	int32_t *at; /* n of them; room for all that there are */
	int32_t n;   /* how many */
} RtNumbers;

/* What change-driven event iteration (change.c) knows. */
typedef struct RtChange {
	const MdvEventGraph *m;   /* the model's tables; NULL: there are none */
	bool stale;               /* values may have been changed by others: everything is due */
	uint32_t event;           /* number of the event, 1, 2 … */
	RtWord *word;             /* all nodes */
	uint64_t *due_words;      /* bits: words with nodes that are due */
	RtSlot *slot;             /* n_slots */
	RtMark *mark;             /* of all slots */
	int32_t cursor;           /* no node below is due */
	RtNode *node;             /* n_nodes */
	int32_t *stack;           /* n_nodes: being marked */
	double *old;              /* outputs of a node before it is run */
	int32_t *instant_of_node; /* by node: the time event that it determines; -1: none */
	int32_t *limit_of_node;   /* by node: the crossing whose limit it determines; -1: none */
	int32_t *set_of_reinit;   /* by action: the node that determines its state too; -1: none */
	bool *in_changed;         /* n_discretes: in `changed` */
	RtNumbers changed;        /* discretes with new values in this pass */
	bool *fires_once;         /* by action: it fires in one pass only */
	RtNumbers lit;            /* actions that fire, ascending */
	int32_t not_valid;        /* slot of a discrete that was given no value of its type; -1: none */
	RtNumbers again;          /* nodes without solution in this pass */
	RtNumbers flipped;        /* crossings whose relations have changed (event_hint) */
	bool hinted;              /* `flipped` are all */
	RtLog log[RT_LOGS];       /* of what the derivatives read and states; of discretes and states */
	bool noting;              /* changes since the configuration was noted are written down */
	RtHeap instants;          /* time events to come */
} RtChange;

/* Crossings of ladders whose limits may be others than when the hybrid loop has looked last. */
typedef struct RtLimits {
	bool all;          /* any of them */
	bool *in;          /* n_crossings: in `crossing` */
	int32_t *crossing; /* n of them */
	int32_t n;         /* how many */
} RtLimits;

/* Blocks with more unknowns have no dense matrix if they have a pattern: they cannot be singular.
 */
enum { RT_DENSE_MOST = 300 };

/* Work space for one block at a time, of the largest block's size; what is n * n, of the largest
   one that has dense matrices. */
typedef struct RtWork {
	double *r, *r_new;                   /* residuals */
	double *u, *u_old, *u_base, *u_keep; /* values of the unknowns */
	double *du, *du_new;                 /* steps */
	double *jac;                         /* Jacobian, or the entries of its pattern */
	double *shift;                       /* r(u0) of Newton homotopy */
	double *scratch;                     /* 2n */
	double *scale;                       /* sizes of the unknowns */
	double *normal;                      /* n * n: of Levenberg-Marquardt */
	DenseLu lu;                          /* for what is not kept */
	DenseWork least;                     /* for singular matrices */
	int32_t *column;                     /* unknowns that are solved for */
} RtWork;

typedef struct RtOperatorOps RtOperatorOps;

/* A kind of operators that a model has. */
typedef struct RtOperator {
	const RtOperatorOps *ops; /* what it does */
	void *state;              /* of all that the model has of the kind */
} RtOperator;

/* What is found out once about the model's tables. */
typedef struct RtIndex {
	int32_t *var_of_slot;     /* n_slots: the first variable there; -1: none */
	int32_t *main_of_slot;    /* n_slots: the one that has the start value, no alias; -1: none */
	int32_t *place;           /* n_slots: work space of rt_new; 0 between */
	int32_t *set_of_state;    /* n: the set of a state; -1: none */
	int32_t x_row, dx_row;    /* slots of the first state and derivative, if those of all states
								 outside of sets lie in a row; -1: they do not */
	int32_t *real;            /* n_real variables, Reals with slots of their own, without
								 parameters: first those that change between events */
	int32_t n_real, n_moving; /* how many; how many change between events */
	int32_t *moving_slot;     /* n_moving + 1: the slots of these; the last one twice */
	int32_t *always;          /* n_always actions outside of whens */
	int32_t n_always;         /* how many */
	bool checks_rest;         /* assertions outside of whens need what crossings do not */
	bool has_tangents;        /* every step of ODE has tangent code */
} RtIndex;

/* Guesses of the unknowns of nonlinear blocks and sets. */
typedef struct RtGuesses {
	double *value[RT_USES]; /* n: of integration, of output, and the last accepted ones */
	int32_t *slot;          /* n: the unknown's slot */
	int32_t n;              /* distinct unknowns */
} RtGuesses;

/* How the evaluation at hand is done. */
typedef struct RtMode {
	RtUse use;           /* what is being computed */
	RtEffort effort;     /* how hard to try */
	RtAccuracy accuracy; /* how accurate solutions of nonlinear blocks are to be */
	bool initial;        /* the sequence INIT is being run */
	bool afresh;         /* at events blocks are solved from start values, not from the last ones */
	bool trying;         /* a step that may be shortened is tried */
	double shift;        /* of Newton homotopy: so much of work.shift is taken off residuals */
} RtMode;

/* What values that are kept are of. */
typedef struct RtStamps {
	uint64_t parameters; /* counts changes of parameters */
	uint64_t event;      /* counts events */
} RtStamps;

/* Variables with limits (min, max) that have not been passed yet. */
typedef struct RtLimited {
	int32_t *var; /* n of them */
	int32_t n;    /* how many */
	bool fail;    /* to pass one ends the run */
} RtLimited;

/* The last run of ODE, which need not be done again there. */
typedef struct RtLast {
	double *x;           /* n: states */
	double t;            /* time; NaN: none */
	double t_try;        /* time of the last run for integration */
	RtUse use;           /* its use */
	RtAccuracy accuracy; /* solutions of nonlinear blocks were that accurate */
	bool zero;           /* ZERO was run there too */
	bool in_part;        /* of ODE only what ZERO needs was run */
} RtLast;

/* Work of rt_jac. */
typedef struct RtJacobian {
	double *dx;      /* n: derivatives where the Jacobian is taken */
	bool by_formula; /* the last one is by tangents, not by differences */
	double seed;     /* tangent of the states: 1; with another the formulas round differently */
	double *column;  /* 3n: for one colour */
} RtJacobian;

/* Delays, samplers and whatever else has a state of its own. */
typedef struct RtOperators {
	RtOperator *kind;    /* n kinds of operators that the model has */
	int32_t n;           /* how many */
	int32_t *pulse;      /* n_pulses slots that are 1 in the first pass of the event only */
	int32_t n_pulses;    /* how many; at most most_pulses */
	int32_t most_pulses; /* room for them */
} RtOperators;

/* Events: what their iteration needs besides RtChange. */
typedef struct RtEvents {
	bool full_iteration;    /* every pass runs all of EVENT, to compare with */
	double *cycle;          /* n_discretes + n: configuration to compare passes with */
	bool *in_cycle;         /* n_discretes */
	double *read_before;    /* n_ode_reads */
	double *x_before;       /* n */
	bool keep_before;       /* x_before is wanted at every event, by others */
	bool opened;            /* event_open was called, and no event since */
	bool terminated;        /* terminate was called */
	const RtBlock *trouble; /* block without solution in this pass; NULL: none */
	bool put_off;           /* a mixed block tries more in the next pass */
	bool partial;           /* event_local: what is continuous is right where it was asked for */
} RtEvents;

/* What was said to the user. */
typedef struct RtSaid {
	Failure failure; /* why the last call failed */
	Text farewell;   /* what terminate() said */
	Text note;       /* of warnings, being put together */
	bool *warned;    /* n_actions: the warning was given */
} RtSaid;

/* Who is told what happens. */
typedef struct RtListener {
	void (*log)(void *ctx, const char *text);   /* is given warnings and notes; NULL: dropped */
	void (*trace)(void *ctx, const char *text); /* what `what` asks for; NULL: dropped */
	void *ctx;                                  /* handed to both */
	unsigned what;                              /* MdvLog bits, what is told as it happens */
	/* Is told of every event of the equations; a negative status ends the run. NULL: nobody. */
	MdvStatus (*event)(void *ctx, const MdvResultEvent *e);
	void *event_ctx; /* handed to event */
} RtListener;

/* What ends a run from outside. */
enum { RT_LOOKS = 16 }; /* evaluations between two looks at the clock */

typedef struct RtInterrupt {
	const volatile sig_atomic_t *stop; /* not 0: end; NULL: nobody asks */
	double deadline;                   /* on the clock, seconds; 0: none */
	unsigned looks;                    /* at the deadline, of which few are at the clock */
	bool late;                         /* one of them saw that it has passed: so it stays */
} RtInterrupt;

/* Inputs from outside. */
typedef struct RtInputs {
	/* Called before anything is evaluated at t; `after`: the right side of a jump at t. NULL: there
	   are none. */
	void (*give)(void *ctx, double t, bool after, double frame[]);
	double (*next)(void *ctx, double t); /* the next instant at which one jumps */
	double (*bend)(void *ctx, double t); /* the next at which one is not smooth */
	/* The least and the largest value of the input in a slot between two instants; false: it is no
	   straight line there. */
	bool (*range)(void *ctx, int32_t slot, const double t[2], double value[2]);
	void *ctx;      /* handed to all of them */
	double t_event; /* of the last event: what is evaluated there is behind it */
} RtInputs;

typedef struct Rt {
	const MdvModel *m;                  /* the model */
	const struct Rt *whole;             /* of an island: the instance that it is part of, whose
										   frame it has; NULL: it is none */
	int32_t island;                     /* which */
	const MdvAlloc *alloc;              /* where Rt itself comes from */
	Arena memory;                       /* holds everything here */
	double *frame;                      /* n_slots values */
	int32_t n;                          /* states: those outside of sets and of all sets */
	RtIndex index;                      /* of slots, states, variables, actions */
	RtSequence sequence[MDV_SEQ_COUNT]; /* by kind */
	RtBlock *block;                     /* n_blocks */
	int32_t n_blocks;                   /* steps that are no plain code */
	RtSet *set;                         /* n_sets */
	RtGuesses guesses;                  /* of unknowns */
	RtMode mode;                        /* of the evaluation at hand */
	RtStamps stamp;                     /* of parameters and events */
	RtLast last;                        /* run of ODE */
	RtWork work;                        /* for one block */
	Foreign factors;                    /* memory of sparse ones */
	RtJacobian jacobian;                /* work for it */
	double *saved;         /* 3 n_slots: two copies of the frame for initialization, and later for
							  whoever tries an event (rt_copy), one for messages */
	double span;           /* how long the run will be, about; 0: not known */
	double band;           /* part of a crossing's size that counts as zero after events */
	RtOperators operators; /* with states of their own */
	RtEvents event;        /* their iteration */
	RtChange change;       /* passes that run what has changed */
	RtLimits limits;       /* of ladders */
	RtLimited limited;     /* variables with min and max */
	RtSaid said;           /* to the user */
	RtListener listener;   /* who hears it */
	RtInterrupt interrupt; /* from outside */
	RtInputs inputs;       /* from outside */
	RtStats stats;         /* counts */
} Rt;

/* rt.c — making an instance, values, evaluation */

Rt *rt_new(const MdvModel *m, const MdvAlloc *a); /* a NULL: the heap. NULL: no memory */
/* One of an island (model_island): its frame is that of the whole, whose life is longer. */
Rt *rt_new_island(const Rt *whole, const MdvModel *m, int32_t island);
/* Is it up to this instance to look at the values in a slot? What no island determines is the
   first's. */
static inline bool rt_owns(const Rt *rt, int32_t slot)
{
	return !rt->whole || (rt->m->island[slot] < 0 ? 0 : rt->m->island[slot]) == rt->island;
}
void rt_free(Rt *rt);
static inline double rt_time(const Rt *rt) /* the frame's */
{
	return rt->frame[rt->m->time];
}
static inline double *rt_copy(const Rt *rt, int which) /* after initialization: 0 or 1 */
{
	return rt->saved + (size_t)which * (size_t)rt->m->n_slots;
}
/* Values of variables, with the sign of aliases. Set is for parameters and start values, before
   init_run; false: the variable cannot be set. */
/* What a variable is whose slot holds its opposite (MDV_VAR_NEGATED); no Integer is -0. */
double rt_negated(const MdvVar *v, double value);
double rt_get(const Rt *rt, int32_t var);
bool rt_set(Rt *rt, int32_t var, double value);
void rt_states(const Rt *rt, double x[]);               /* from the frame */
void rt_put_states(Rt *rt, double t, const double x[]); /* into the frame, with time */
const MdvState *rt_state(const Rt *rt, int32_t i);      /* what state i is now */
/* Size of a state for tolerances. */
double rt_nominal(const Rt *rt, int32_t i);
MdvStatus rt_ode(Rt *rt, double t, const double x[], double dx[]);
MdvStatus rt_derivatives(Rt *rt, double t, const double x[], double dx[], RtUse use);
/* The crossing functions of n crossings, z by crossing. */
MdvStatus rt_zero(Rt *rt, double t, const double x[], const int32_t crossing[], int32_t n,
				  double z[], RtUse use);
/* The same, with nothing else evaluated that crossing functions do not need. */
MdvStatus rt_zero_only(Rt *rt, double t, const double x[], const int32_t crossing[], int32_t n,
					   double z[], RtUse use, RtAccuracy accuracy);
/* The same from the frame, which is right up to ZERO. */
MdvStatus rt_crossings(Rt *rt, const int32_t crossing[], int32_t n, double z[]);
static inline double rt_crossing(const Rt *rt, int32_t crossing) /* one crossing function */
{
	const MdvCrossing *c = &rt->m->crossing[crossing];

	return c->limit < 0 ? rt->frame[c->z] : rt->frame[c->z] - rt->frame[c->limit];
}
double rt_crossing_size(const Rt *rt, int32_t crossing); /* the size of what is compared */
/* After it every value of the frame is right. */
MdvStatus rt_output(Rt *rt, double t, const double x[], RtUse use);
/* Does an action outside of whens fire at an accepted point? Of the rest of the frame nothing is
   right after it. */
MdvStatus rt_checks(Rt *rt, double t, const double x[], bool *fires);
MdvStatus rt_jac(Rt *rt, double t, const double x[], double value[]); /* by pattern, or dense */
/* All values of the frame are in their types, but for parameters. Those that change at events only
   were looked at there. */
MdvStatus rt_check_values(Rt *rt);
void rt_accept(Rt *rt);                /* the frame's values are those of a point that counts */
MdvStatus rt_parameters(Rt *rt);       /* run PARAM; then nominal values are known */
void rt_nominals(Rt *rt);              /* of the unknowns of blocks */
MdvStatus rt_check_parameters(Rt *rt); /* they are values of their types */

/* rt_tape.c — all that it is between two calls; read by one that was initialized alike. Wrong bytes
   leave it fit for nothing but to be freed. */
void rt_tape(Rt *rt, Tape *t);
/* All that it is, to be put back when somebody has only looked; NULL: no memory. What is wrong with
   the bytes, or NULL. */
unsigned char *rt_keep(Rt *rt, Arena *memory, size_t *size);
const char *rt_put_back(Rt *rt, const unsigned char *kept, size_t size);

/* When texts that were made are to be forgotten (MdvModel.drop_texts): when there are twice as many
   as the last time. */
typedef struct Texts {
	size_t left; /* by the last time */
} Texts;

static inline bool texts_are_many(const Texts *t, const MdvModel *m)
{
	return m->texts(m->code) > 2 * t->left + 4096;
}

/* After keep_texts. */
static inline void texts_forget(Texts *t, const MdvModel *m)
{
	m->drop_texts(m->code);
	t->left = m->texts(m->code);
}

/* report.c — messages */

/* What went wrong, or what terminate() said; "": nothing. */
const char *rt_message(const Rt *rt);
const char *report_name(const Rt *rt, int32_t slot); /* of the variable; "a value" if none */
void report_clear(Rt *rt);                           /* what was tried before is no reason */
/* The one way to fail: says what happened at t (NAN: at no time) and gives the status back. */
MdvStatus report_fail(Rt *rt, MdvStatus status, double t, const char *format, ...)
	PRINTF_LIKE(4, 5);
/* Runs body(arg): want of memory and errors in this program, from wherever they show, become its
   status, told as any other failure. What body has begun is left as it stands: nothing of it may
   run any more, only be freed. */
MdvStatus report_guard(Rt *rt, MdvStatus (*body)(void *arg), void *arg);
/* The same because of the failure that there is: its text goes on after these words. */
MdvStatus report_because(Rt *rt, MdvStatus status, const char *format, ...) PRINTF_LIKE(3, 4);
/* Adds to what was said. */
void report_add(Rt *rt, const char *format, ...) PRINTF_LIKE(2, 3);
void report_source(Rt *rt, int32_t source);                    /* adds " in 'x = y' (File.mo:3)" */
void report_block(Rt *rt, const RtBlock *b, const char *what); /* unknowns, largest residuals */
MdvStatus report_not_finite(Rt *rt, const char *what, int32_t slot); /* gives MDV_RETRY */
/* Adds the equation where the first such value comes from; gives the status back. */
MdvStatus report_origin(Rt *rt, MdvStatus status);
/* terminate() was called: no failure, but there is something to be said. */
void report_terminate(Rt *rt, double t, const char *text, int32_t source);
void report_warn(Rt *rt); /* it is no failure after all: logged, and gone */
void report_log(Rt *rt, const char *format, ...) PRINTF_LIKE(2, 3);
void report_trace(Rt *rt, const char *format, ...) PRINTF_LIKE(2, 3);
MdvStatus report_run(Rt *rt, MdvStatus status); /* a region of code failed: says why */

/* seq.c — sequences of steps */

typedef enum SeqPart {
	SEQ_ALL,
	SEQ_FOR_ZERO, /* what crossing functions need … */
	SEQ_REST,     /* … and what they do not, after that */
	SEQ_CHECKS    /* what assertions outside of whens need */
} SeqPart;

MdvStatus seq_run(Rt *rt, MdvSeqKind kind);
MdvStatus seq_part(Rt *rt, MdvSeqKind kind, SeqPart which);
MdvStatus seq_steps(Rt *rt, MdvSeqKind kind, int32_t first, int32_t n);

/* block.c — evaluating blocks */

bool block_look_at_clock(Rt *rt); /* Is it late? */

/* Is it time to end: by the stop flag, or the deadline, which few of these calls look at? */
static inline bool block_is_late(Rt *rt)
{
	RtInterrupt *i = &rt->interrupt;

	if (i->stop && *i->stop)
		return true;
	/* Once late is late: who takes this for a point that cannot be evaluated meets it again. */
	return i->late || (i->deadline > 0 && ++i->looks % RT_LOOKS == 0 && block_look_at_clock(rt));
}

/* Runs a region, unless it is late: all evaluations of the model come by here. */
static inline MdvStatus block_run(Rt *rt, int32_t region)
{
	if (block_is_late(rt))
		return MDV_TIMED_OUT; /* fatal, whoever asks: solvers try again what is not */
	return rt->m->run(rt->m->code, rt->frame, region);
}

static inline MdvStatus block_code(Rt *rt, int32_t region)
{
	MdvStatus status = block_run(rt, region);

	return status == MDV_OK ? MDV_OK : report_run(rt, status);
}

void block_get(const Rt *rt, const RtBlock *b, double u[]); /* unknowns from the frame */
void block_put(Rt *rt, const RtBlock *b, const double u[]); /* into it */
/* Run the block's code; its residuals. Positive: not defined here, or not finite. */
MdvStatus block_residual(Rt *rt, const RtBlock *b, double r[]);
/* A matrix that was given as the entries of a pattern. */
void block_expand(const RtBlock *b, const double entry[], double dense[]);
/* Columns of the Jacobian (all unknowns if column is NULL) where the code has just been run; of a
   block with a pattern its entries. */
MdvStatus block_matrix(Rt *rt, const RtBlock *b, const int32_t column[], int32_t n, double jac[]);
/* No solution: in an event iteration the pass goes on, elsewhere the point is given up. */
MdvStatus block_fail(Rt *rt, RtBlock *b, const char *what);
bool block_is_final(const Rt *rt); /* one without solution in this pass, and values that stay */
/* The variable's min and max, infinite where there is none. */
void block_limits(const Rt *rt, int32_t slot, double *low, double *high);
double block_nominal(const Rt *rt, int32_t slot); /* of the slot's variable, 1 unless given */
double block_start(const Rt *rt, int32_t slot);   /* its start value, 0 unless given */
/* The size that the start value tells; 0: none. Near the precision of numbers it tells nothing:
   start = Modelica.Constants.eps is zero in other words. */
double block_start_size(const Rt *rt, int32_t slot);

/* linear.c */

MdvStatus linear_solve(Rt *rt, RtBlock *b);
/* Factors of the matrix at the current point, for tangents too. */
MdvStatus linear_factor(Rt *rt, RtBlock *b, DenseLu **lu);
void linear_accept(Rt *rt); /* a step was accepted, and ends with no event */

/* newton.c, newton_lm.c, newton_kinsol.c */

/* A system to be solved: a block's residuals by some of its unknowns. */
typedef struct Newton {
	RtBlock *block;        /* whose */
	const int32_t *column; /* n: numbers of the unknowns; NULL: all, in order */
	int32_t n;             /* residuals and unknowns */
	DenseLu *lu;           /* factors, perhaps from before */
	int32_t iterations;    /* made */
	bool far;              /* a step that changed much had to be damped */
	bool underflows;       /* a row has become nothing but underflow: no solution is there */
} Newton;

MdvStatus newton_solve(Rt *rt, RtBlock *b);
/* Damped Newton from the values in the frame; positive: not converged. */
MdvStatus newton_iterate(Rt *rt, Newton *s);
MdvStatus newton_residual(Rt *rt, const Newton *s, const double u[], double r[]);
MdvStatus newton_factor(Rt *rt, Newton *s, const double u[]); /* at the last residual's point */
/* newton_more.c: full steps; one unknown by a bracket. */
MdvStatus newton_full(Rt *rt, Newton *s);
MdvStatus newton_scalar(Rt *rt, Newton *s);
MdvStatus newton_lm(Rt *rt, Newton *s);
MdvStatus newton_kinsol(Rt *rt, Newton *s);
bool newton_solved(Rt *rt, const Newton *s, const double u[], const double r[]);

/* mixed.c */

MdvStatus mixed_solve(Rt *rt, MdvSeqKind kind, int32_t step);

/* set.c, set_select.c — state sets */

#define SET_FACTOR 1.25 /* 4 lets the energy of a pendulum drift twenty times more */

MdvStatus set_solve(Rt *rt, RtBlock *b);
MdvStatus set_jacobian(Rt *rt, RtSet *s); /* scaled, into s->jac; at the frame's values */
void set_default(RtSet *s);               /* by priority alone */
/* Look at every set where the frame's values are right: no dummy may follow a state more than
   `factor` to one. changed: another selection is in force. */
MdvStatus set_select(Rt *rt, double factor, bool *changed);
bool set_force(Rt *rt, int32_t slot, bool *changed); /* make a candidate a state; false: cannot */
int32_t set_find(const Rt *rt, int32_t slot, int32_t *candidate); /* its set, or -1 */

/* tangent.c */

MdvStatus tangent_jac(Rt *rt, double t, const double x[], double value[]);
bool tangent_available(const Rt *rt); /* every step of ODE has tangent code */
/* The derivatives' slope in the direction `seed` of the states, as the Jacobian has it. */
MdvStatus tangent_slope(Rt *rt, double t, const double x[], const double seed[], double slope[]);

/* limits.c — values in their types, between min and max */

bool limits_in_type(const Rt *rt, const MdvVar *v, double value);
MdvStatus limits_bad_value(Rt *rt, int32_t slot); /* says that it is not; positive */
void limits_new(Rt *rt);
void limits_begin(Rt *rt); /* everything is to be looked at again */
void limits_tape(Rt *rt, Tape *t);
MdvStatus limits_check(Rt *rt); /* where all values of the frame are right; warns, or fails */

/* init.c */

/* Parameters, start values, the initial system; then the frame is right and pre = values. */
MdvStatus init_run(Rt *rt, double t);
/* Of an island, when the whole has been initialized. */
MdvStatus init_island(Rt *rt, double t);

/* event.c */

typedef struct RtEvent {
	bool restart;    /* a state, the selection, or what the derivatives read has changed */
	bool terminate;  /* terminate was called; rt_message holds its text */
	bool changed;    /* a discrete variable or a state has another value than before */
	int32_t passes;  /* made */
	int32_t samples; /* samplers that were due */
} RtEvent;

/* Variables of the frame are about to be written from outside: the values that they have now are
   those before the event that event_iterate makes of it. */
void event_open(Rt *rt);
/* All that happens at t. Before: the frame holds the left limits, then rt_put_states. */
MdvStatus event_iterate(Rt *rt, double t, RtEvent *out);
/* Are there models' parts for which all must be evaluated at an event? If not, event_local is what
   happens at t where the relation of this crossing changes and no other (-1: none, but an instant
   has come), without evaluating what is continuous: its work goes with what changes. Before: the
   states of t in the frame. */
bool event_is_local(const Rt *rt);
MdvStatus event_local(Rt *rt, double t, int32_t crossing, RtEvent *out);
double event_next(const Rt *rt, double t); /* the next time event after t; INFINITY: none */
MdvStatus event_check(Rt *rt);             /* assertions outside of whens, after OUTPUT */
bool event_has_checks(const Rt *rt);
MdvStatus event_terminal(Rt *rt, double t, RtEvent *out); /* with terminal() */

/* An action inside of a when fires; a reinit sets *changed if the state is another. */
MdvStatus event_act(Rt *rt, int32_t action, bool *changed);
bool event_differs(const Rt *rt, const MdvDiscrete *d); /* its value from its pre value */
/* Before event_iterate: the relation of this crossing is another at the event. event_hinted: no
   other one is, of those that depend on states and time by assignments alone. */
void event_hint(Rt *rt, int32_t crossing);
void event_hinted(Rt *rt);
MdvStatus event_report_cycle(Rt *rt, int32_t passes); /* of rt->in_cycle */

/* change_new.c, change.c — passes that run only what has changed */

void change_new(Rt *rt);
bool change_on(const Rt *rt); /* it is in use */
/* The whole iteration at t: discretes, then everything that follows from them. */
MdvStatus change_iterate(Rt *rt, double t, RtEvent *out);
/* The same without what is continuous and is not needed for that: it is not right then. */
MdvStatus change_discrete(Rt *rt, double t, RtEvent *out);
bool change_needs_restart(const Rt *rt);  /* since change_iterate began */
double change_next_instant(const Rt *rt); /* INFINITY: none */

/* operator.c — operators whose state the runtime keeps: sample, delay, spatialDistribution. Each is
   a table of functions, NAME_operator in a file of its own; what is NULL has nothing to do. State
   is what `make` gave. */

typedef void RtDue(void *ctx, const char *text);

struct RtOperatorOps {
	void *(*make)(Rt *rt);                             /* by rt_new, in rt->memory */
	void (*free)(Rt *rt, void *state);                 /* what is not there */
	void (*wait)(Rt *rt, void *state);                 /* before initialization: values at first */
	MdvStatus (*begin)(Rt *rt, void *state, double t); /* the initial values have been found */
	/* Around a sequence: compute what its values depend on; true: they must be read again. */
	MdvStatus (*follow)(Rt *rt, void *state, bool *changed);
	void (*read)(Rt *rt,
				 void *state); /* before a sequence: values at the frame's time and states */
	/* An event begins at t: what comes out there; true: a value may jump. */
	bool (*release)(Rt *rt, void *state, double t, RtEvent *out);
	/* After its passes: follow what they have found; true: a value is another one. */
	MdvStatus (*turn)(Rt *rt, void *state, bool *any);
	/* A point was accepted; event: the right side of one. Needs what OUTPUT computes. */
	MdvStatus (*keep)(Rt *rt, void *state, double t, bool event);
	/* The input in this slot is not smooth at the point kept last: behind it it has the frame's
	   value. */
	MdvStatus (*bend)(Rt *rt, void *state, int32_t slot);
	double (*next)(const Rt *rt, const void *state, double t); /* time event; INFINITY: none */
	double (*longest_step)(const Rt *rt, const void *state);   /* of the integrator */
	void (*tape)(Rt *rt, void *state, Tape *t);                /* as rt_tape; never NULL */
	/* For the log: each that was due at t. */
	void (*due)(const Rt *rt, const void *state, double t, RtDue *tell, void *ctx);
};

/* What those have that keep a history, in a file with functions of these names. */
#define RT_OPERATOR_OPS                                                                         \
	.make = make, .free = drop, .begin = begin, .read = read, .release = release, .turn = turn, \
	.keep = keep, .tape = tape

#define RT_OPERATOR(X, name, Type, FIELDS) extern const RtOperatorOps name##_operator;
MDV_OPERATORS(RT_OPERATOR, )

/* The same for all that the model has; see above. */
void operator_new(Rt *rt);
void operator_free(Rt *rt);
void operator_wait(Rt *rt);
MdvStatus operator_begin(Rt *rt, double t);
void operator_read(Rt *rt);
MdvStatus operator_follow(Rt *rt, bool *changed);
bool operator_release(Rt *rt, double t, RtEvent *out); /* and reads */
MdvStatus operator_turn(Rt *rt, bool *any);
MdvStatus operator_keep(Rt *rt, double t, bool event);
MdvStatus operator_bend(Rt *rt, int32_t slot);
bool operator_pulses_only(const Rt *rt); /* all do nothing but at their instants */
bool operator_keeps(const Rt *rt);       /* there is one that keeps points … */
bool operator_follows(const Rt *rt);     /* … and one whose value depends on what ODE computes */
double operator_next(const Rt *rt, double t);
double operator_longest_step(const Rt *rt);
void operator_due(const Rt *rt, double t, RtDue *tell, void *ctx);
void operator_tape(Rt *rt, Tape *t);
/* For operators, in release: the slot is 1 in the first pass. `make` adds to most_pulses. */
void operator_pulse(Rt *rt, int32_t slot);
void operator_end_pulses(Rt *rt); /* the first pass is over */

/* sampler.c — exact instants */

/* x = units * 10^exponent with at most 15 digits; false: it has more. */
bool sampler_as_decimal(double x, __int128 *units, int32_t *exponent);

double sampler_instant(const RtSampler *s, int64_t n);
void sampler_read(RtSampler *s, double start, double interval); /* as decimals, if they are */

#endif
