/* SPDX-License-Identifier: MIT
   plan.h — the contents of plan/: a model (rt/) and an integrator (solver/) together. The
   integrator tries a step; crossings are looked for inside it on its dense output; up to the first
   event, or to its end, the step counts, and rows of results are given out. A run of its own
   (system/) and a plant in a discrete-event simulation (plant/) share all of that. */
#ifndef MDV_PLAN_H
#define MDV_PLAN_H

#include "options/options.h"
#include "runtime/rt/rt.h"
#include "runtime/solver/solver.h"

#include <signal.h>

/* Zero is a choice in every field but stop. */
typedef struct HybridOptions {
	MdvOptions run;                            /* given; in HybridRun what holds, settle.c */
	const volatile sig_atomic_t *stop_request; /* not 0: stop; may be NULL */
	/* Called for every row of results, in order of time, two or more at events. A negative status
	   ends the run. */
	MdvStatus (*row)(void *ctx, double t, const double frame[]);
	void (*progress)(void *ctx, double t); /* called after steps; may be NULL */
	void *ctx;                             /* handed to both */
} HybridOptions;

typedef struct HybridStats {
	SolverStats solver;     /* steps, evaluations, Jacobians, restarts */
	RtStats rt;             /* Newton iterations, passes, changes of state sets */
	uint64_t state_events;  /* instants found by crossings */
	uint64_t time_events;   /* instants known before, samples among them */
	uint64_t sample_events; /* of these, instants of samplers */
	uint64_t zero_runs;     /* evaluations of the crossings */
	uint64_t rows;          /* given out */
	uint64_t quiet;         /* events after which the integrator went on without restart */
	double init_ms;         /* milliseconds in initialization */
	double run_ms;          /* in everything after it */
	double event_ms;        /* of that, at events */
} HybridStats;

typedef struct HybridResult {
	double t;          /* how far it came */
	bool terminated;   /* by terminate(); rt_message has its text */
	HybridStats stats; /* counts */
} HybridResult;

/* interrupt.c — signals, for programs */

/* Not 0: stop; for HybridOptions.stop_request and what else takes long. */
const volatile sig_atomic_t *interrupt_flag(void);
/* Until now a signal ends the program; from now on there are results to be kept. A little after
   `timeout` seconds (0: never) the flag is set: the simulation looks at the clock between steps. */
void interrupt_begin(double timeout);
/* The status of the run: MDV_TIMED_OUT, and told, if it was interrupted for that. */
MdvStatus interrupt_end(Rt *rt, const HybridResult *result, MdvStatus status);

/* The state of a run. */

/* How far the events of one relation, in one direction, are apart. */
typedef struct HybridGaps {
	double last;     /* time of the last event */
	double gap;      /* between the last two */
	double ratio;    /* of the last two gaps */
	int32_t n_alike; /* gaps in a row that shrank by about the same ratio */
	bool bounced;    /* after the last event it went back over zero before it was awake */
} HybridGaps;

typedef struct HybridEvent {
	double t;         /* when */
	int32_t crossing; /* whose */
} HybridEvent;

/* Crossings with the same z and different limits, watch.c. */
typedef struct HybridLadder {
	int32_t n;           /* rungs: crossings of it */
	int32_t *crossing;   /* n: which */
	int32_t *stack;      /* n: work */
	double z;            /* after the last event */
	RtHeap above, below; /* rungs with limits above z, and not: by limit and by minus limit */
} HybridLadder;

/* Sliding between two modes of a relation, slide.c. */
typedef struct HybridSlide {
	bool on;          /* the derivatives are a mean of both modes now */
	int32_t crossing; /* of the last event; -1: none yet */
	int32_t n_same;   /* events in a row of that crossing alone whose modes were there before */
	double *mode[2];  /* n_ode_reads: what ODE reads, with the relation false and true */
	double *f[2];     /* n: derivatives of both modes */
	double *frame[2]; /* n_slots: all values of both */
	double *x;        /* n: work */
	double *z;        /* n_crossings: work */
	double z_now;     /* the crossing's value where the modes were evaluated last */
} HybridSlide;

enum { HYBRID_RING = 100 };

typedef struct HybridPlace {
	bool found;             /* there is one */
	double t_left, t_right; /* just before and just after */
	int32_t crossing;       /* one of those that change */
	bool asleep;            /* it was not yet armed */
} HybridPlace;

typedef enum HybridKind {
	HYBRID_STEP,  /* a step ends */
	HYBRID_STATE, /* an event by a crossing */
	HYBRID_TIME,  /* an event known before, at the end of the step */
	HYBRID_EXIT,  /* sliding ends */
	HYBRID_OVER,  /* an event that has taken place already, beyond the domain */
	HYBRID_NEVER  /* nothing will happen by itself */
} HybridKind;

/* What comes next: the tried step counts up to t. */
typedef struct HybridPlan {
	HybridKind kind;   /* what happens */
	double t;          /* when */
	HybridPlace place; /* the first crossing in the tried step */
} HybridPlan;

/* What a plant adds to a run. */
typedef struct HybridUser {
	void *ctx; /* handed to all */
	/* An event at t has settled, with so many samplers due: the user's code. If it has written
	   variables (event_open) the iteration is taken up again. */
	MdvStatus (*at_event)(void *ctx, double t, int32_t samples);
	/* Own crossing functions, where the frame is right; NULL: none. */
	MdvStatus (*crossings)(void *ctx, double t, double z[]);
	int32_t n_crossings; /* of them */
} HybridUser;

typedef struct HybridRun {
	Rt *rt;                 /* the model */
	const HybridOptions *o; /* settled */
	HybridResult *out;      /* filled in */
	Arena memory;           /* of the arrays */
	Solver *solver;         /* the integrator */
	double tol;             /* relative tolerance */
	double interval;        /* of rows */
	double span;            /* stop - start */
	double t;               /* what counts so far */
	double next;            /* next time event */
	double user_next;       /* next one of the user; INFINITY: none */
	double t_limit;         /* a step must end here, to come near a crossing; INFINITY: no such */
	double *x;              /* n: states at t, or work */
	double *dx;             /* n */
	double *x_try;          /* n: work */
	double *nominal;        /* n: sizes of states */
	double *jac_value;      /* entries of the Jacobian, to be spread out; NULL: as the solver's */
	bool needs_point;       /* accepted points must be evaluated */
	bool needs_output;      /* with OUTPUT */
	int64_t row;            /* number of the next row of the grid */
	double last_row;        /* time of the last row */
	double *before;         /* n_slots: left limits at an event, for the log; NULL: not asked for */
	bool hold_rows;         /* events give no rows now: it is not sure that they count */
	bool ended;             /* the event iteration with terminal() has been */
	bool force_restart;     /* at the next event: what the derivatives read was written */
	HybridPlan plan;        /* what comes next */
	double t_new;           /* end of the tried step */
	bool in_step;           /* a part of it is left, from t on */
	const HybridUser *user; /* of a plant; NULL: none */
	/* user_crossing.c */
	double *user_z, *user_end, *user_try; /* own crossings at t, at the right and in between */
	double *user_sign;                    /* of each since its last event: 1, -1, or 0: not known */
	double user_at;                       /* when the first change was found; INFINITY: none */
	/* crossings: of the arrays below, only what is watched is right */
	int32_t *watch;       /* n_watch crossings: those outside of ladders first, n_alone of them */
	int32_t n_watch;      /* how many */
	int32_t n_alone;      /* see above */
	bool *watched;        /* n_crossings: of ladders: it is in `watch` */
	int32_t *rung;        /* n_crossings: of ladders: its number there */
	HybridLadder *ladder; /* n_ladders */
	double *z;            /* values at t, right side */
	double *z_end;        /* at the right end of a bracket; after locate_first: at place->t_right */
	double *z_try;        /* at a trial point */
	double *z_dip;        /* at the first dip found */
	double *g, *g_end;    /* n_crossings: distances at both ends of the bracket, weighted */
	double *slope;        /* n_crossings: dz/dt at t; NAN: not known */
	double *size_ever;    /* n_crossings: largest operands so far */
	double *size;         /* n_crossings: largest since the relation changed last */
	double *size_old;     /* n_crossings: largest between its last two changes */
	double *band;         /* n_crossings: below it a crossing sleeps */
	double *side;         /* n_crossings: 1 or -1, the sign of z by the relation in use */
	bool *zero_holds;     /* n_crossings: the relation in use is right at z = 0 */
	bool *armed;          /* n_crossings: awake */
	bool *slept;          /* n_crossings: it was asleep until the event found now */
	bool *at_band;     /* n_crossings: its last event at zero did not change the relation; the next
						   one is located at the edge of the band */
	bool *used;        /* n_crossings: the relation's value before an event */
	bool fresh;        /* the next step is the first after an event, and a crossing sleeps */
	HybridSlide slide; /* --chattering=regularize */
	/* stall.c */
	HybridGaps *gaps;              /* 2 n_crossings: by new value */
	HybridEvent ring[HYBRID_RING]; /* the last state events */
	uint64_t n_events;             /* state events so far */
	uint64_t stall_events;         /* when the last progress was made */
	double stall_t;                /* and where */
	bool warned;                   /* of chattering */
	int32_t n_failed;              /* failures in a row at the same place */
	double t_failed;               /* where */
	Failure why;                   /* a step failed, kept while others are tried */
	double t_begin;                /* clock at the start */
} HybridRun;

/* watch.c — which crossings are watched */

#define FOR_WATCHED(r, i) \
	for (int32_t i##_k = 0, i; i##_k < (r)->n_watch && (i = (r)->watch[i##_k], true); i##_k++)

bool watch_allocate(HybridRun *r); /* false: no memory */
void watch_choose(HybridRun *r);   /* after an event, the frame right up to ZERO */
void watch_hint(HybridRun *r);     /* crossing_hint for those that are not watched */

/* crossing.c — arming */

/* Greater than 0: z is as the relation in use says. */
static inline double crossing_distance(const HybridRun *r, int32_t i, double z)
{
	return r->side[i] * z + (r->armed[i] ? 0 : r->band[i]);
}

static inline bool crossing_violated(const HybridRun *r, int32_t i, double z)
{
	double g = crossing_distance(r, i, z);

	return g < 0 || (g == 0 && r->armed[i] && !r->zero_holds[i]);
}

/* The same, without any band. */
static inline bool crossing_over(const HybridRun *r, int32_t i, double z)
{
	double g = r->side[i] * z;

	return g < 0 || (g == 0 && !r->zero_holds[i]);
}

void crossing_remember(HybridRun *r); /* the relations' values, before an event */
MdvStatus crossing_arm(HybridRun *r); /* after an event at t, states x */
/* Before an event: tells which relations have changed where the crossings are z_end. */
void crossing_hint(HybridRun *r);
/* Inside of a step, at values z with no event so far: those that have left their band wake up. */
MdvStatus crossing_wake(HybridRun *r, const double z[], bool *woken);
/* At the end of a step without event the crossings are z. */
MdvStatus crossing_accept(HybridRun *r, const double z[]);

/* locate.c — the first crossing in a step */

/* In (t, t_end] of the tried step; r->z holds the values at r->t, and may hold later ones after. */
MdvStatus locate_first(HybridRun *r, double t_end, HybridPlace *place);

/* halve.c — the same as paper 000 does it; makes r->t_new smaller */

MdvStatus halve_first(HybridRun *r, HybridPlace *place);

/* rows.c — results */

MdvStatus rows_emit(HybridRun *r, double t);                     /* the frame as it is */
MdvStatus rows_event(HybridRun *r, double t, bool after);        /* one of a pair at an event */
MdvStatus rows_upto(HybridRun *r, double t_end, bool inclusive); /* grid rows of the tried step */

/* stall.c — events that never end */

MdvStatus stall_event(HybridRun *r, const HybridPlace *place); /* a state event took place */
MdvStatus stall_rearm(HybridRun *r, int32_t crossing);         /* woke up without an event */

/* slide.c — equivalent dynamics of chattering */

bool slide_allocate(HybridRun *r);                /* false: no memory */
void slide_watch(HybridRun *r, int32_t crossing); /* after each state event */
MdvStatus slide_begin(HybridRun *r, bool *begun); /* it chatters: slide, if that is sound */
void slide_end(HybridRun *r);                     /* at every event */
/* The derivatives while it slides, and all values. */
MdvStatus slide_rhs(HybridRun *r, double t, const double x[], double dx[]);
MdvStatus slide_output(HybridRun *r, double t, const double x[], RtUse use);
MdvStatus slide_or_output(HybridRun *r, double t, const double x[], RtUse use); /* or rt_output */
/* Where in the tried step it leaves the surface; INFINITY: not in it. */
MdvStatus slide_look(HybridRun *r, double t_new, double *t_exit);

/* recover.c — steps that leave the domain of the model */

/* The integrator has failed with this status: find a way on, or say why there is none. */
MdvStatus recover_step(HybridRun *r, MdvStatus status);
/* A point inside of the step that ends at t_new cannot be evaluated: try a shorter one. */
MdvStatus recover_shorten(HybridRun *r, double t_new);

/* log.c — what --log asks for */

bool log_begin(HybridRun *r);  /* false: no memory */
void log_before(HybridRun *r); /* the frame has the left limits of an event */
void log_event(HybridRun *r, double t, const HybridPlace *place, const RtEvent *e);
void log_step(HybridRun *r, double t_old, double t_new);

/* plan.c — one step ahead */

/* Try a step, if none is left, and find the first event in it: r->plan. */
MdvStatus plan_make(HybridRun *r);
MdvStatus plan_commit(HybridRun *r); /* what is planned takes place */
/* The tried step counts up to t, not after the plan: left limits are given out and in the frame,
   r->x has the states. hybrid_event and plan_resume must follow. */
MdvStatus plan_interrupt(HybridRun *r, double t);
MdvStatus plan_resume(HybridRun *r, bool restarted); /* after an event: is the rest still good? */

/* user_crossing.c — crossings of the user */

bool user_crossing_allocate(HybridRun *r);   /* false: no memory */
MdvStatus user_crossing_begin(HybridRun *r); /* at t, states x: the signs */
/* The first change of sign in (t, t_end] of the tried step: its time, or INFINITY. */
MdvStatus user_crossing_locate(HybridRun *r, double t_end, double *t);
/* What was found up to t takes place: those signs are not known any more. */
void user_crossing_take_place(HybridRun *r, double t);
/* The step was interrupted at t, states x: has a sign changed just before it was due? */
MdvStatus user_crossing_missed(HybridRun *r, double t, bool *missed);

/* hybrid.c, for the files above */

/* Initialize the model and the integrator; hybrid_close is due in any case. */
MdvStatus hybrid_open(HybridRun *r);
void hybrid_close(HybridRun *r);
MdvStatus hybrid_plan(HybridRun *r);   /* plan_make, unless there is no time left */
MdvStatus hybrid_finish(HybridRun *r); /* at stop: the last event iteration, with terminal() */

MdvStatus hybrid_restart(HybridRun *r, double t);
/* Left limits have been given out; r->x holds the states at t. All that an event is. place NULL: it
   was known before. */
MdvStatus hybrid_event(HybridRun *r, double t, const HybridPlace *place, bool *restarted);
double hybrid_clock(void); /* seconds */

#endif
