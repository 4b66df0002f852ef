/* SPDX-License-Identifier: MIT
   hybrid.h — the contents of hybrid/: a model (rt/) and an integrator (solver/) together. The
   integrator tries a step; crossings are looked for inside it on its dense output; up to the first
   event, or to its end, the step counts, and rows of results are given out. */
#ifndef MDV_HYBRID_H
#define MDV_HYBRID_H

#include "runtime/rt/rt.h"
#include "runtime/solver/solver.h"

#include <signal.h>

/* Zero is a choice in every field but stop. */
typedef struct HybridOptions {
	const SolverOps *solver;                   /* NULL: solver_cvode */
	double start, stop;                        /* times */
	double tol;                                /* relative; 0: the model's, or 1e-6 */
	double interval;                           /* of rows; 0: the model's, or a 500th of the span */
	double max_step;                           /* 0: a 50th of the span, or what delays allow */
	double fixed_step;                         /* of rk45, euler */
	bool adams;                                /* cvode: Adams' method */
	bool bisect;                               /* locate crossings by bisection only */
	bool regularize;                           /* chattering goes on by the mean of both modes */
	bool grid_only;                            /* no rows at events, only those of the grid */
	double timeout;                            /* seconds; 0: none */
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

/* simulate.c */

/* One run from initialization to stop; parameters are set before (rt_set). Whatever status: rows
   were given out up to result->t, and if it is not MDV_OK rt_message tells what happened.
   MDV_STOPPED: on request; MDV_TIMED_OUT; MDV_FAILED and others: the model or the integrator. */
MdvStatus hybrid_simulate(Rt *rt, const HybridOptions *o, HybridResult *out);

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
	uint64_t steps;   /* steps taken before */
	int32_t crossing; /* whose */
} HybridEvent;

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

typedef struct HybridRun {
	Rt *rt;                 /* the model */
	const HybridOptions *o; /* as given */
	HybridResult *out;      /* filled in */
	Arena memory;           /* of the arrays */
	Solver *solver;         /* the integrator */
	double tol;             /* relative tolerance */
	double interval;        /* of rows */
	double span;            /* stop - start */
	double t;               /* what counts so far */
	double next;            /* next time event */
	double t_wall;          /* a step must end here, to come near a crossing; INFINITY: no such */
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
	/* crossings */
	double *z;         /* values at t, right side */
	double *z_end;     /* at the right end of a bracket; after locate_first: at place->t_right */
	double *z_try;     /* at a trial point */
	double *z_dip;     /* at the first dip found */
	double *g, *g_end; /* n_crossings: distances at both ends of the bracket, weighted */
	double *slope;     /* n_crossings: dz/dt at t; NAN: not known */
	double *size_ever; /* n_crossings: largest operands so far */
	double *size;      /* n_crossings: largest since the relation changed last */
	double *size_old;  /* n_crossings: largest between its last two changes */
	double *band;      /* n_crossings: below it a crossing sleeps */
	bool *armed;       /* n_crossings: awake */
	bool *slept;       /* n_crossings: it was asleep until the event found now */
	bool *stubborn;    /* n_crossings: its last event at zero did not change the relation; the next
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
	int32_t n_walls;               /* failures in a row at the same place */
	double wall_t;                 /* where */
	double t_begin;                /* clock at the start */
} HybridRun;

/* crossing.c — arming */

double crossing_distance(const HybridRun *r, int32_t i, double z); /* > 0: as the relation says */
bool crossing_violated(const HybridRun *r, int32_t i, double z);
bool crossing_over(const HybridRun *r, int32_t i, double z); /* the same, without any band */
void crossing_remember(HybridRun *r); /* the relations' values, before an event */
MdvStatus crossing_arm(HybridRun *r); /* after an event at t, states x */
/* Before an event: tells which relations have changed where the crossings are z_end. */
void crossing_hint(HybridRun *r);
/* Inside of a step, at values z with no event so far: those that have left their band wake up. */
MdvStatus crossing_wake(HybridRun *r, const double z[], bool *woken);
/* At the end of a step without event the crossings are z. */
MdvStatus crossing_accept(HybridRun *r, const double z[]);

/* locate.c — the first crossing in a step */

typedef struct HybridPlace {
	bool found;             /* there is one */
	double t_left, t_right; /* just before and just after */
	int32_t crossing;       /* one of those that change */
	bool asleep;            /* it was not yet armed */
} HybridPlace;

/* In (t, t_end] of the tried step; r->z holds the values at r->t, and may hold later ones after. */
MdvStatus locate_first(HybridRun *r, double t_end, HybridPlace *place);

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
/* Where in the tried step it leaves the surface; INFINITY: not in it. */
MdvStatus slide_look(HybridRun *r, double t_new, double *t_exit);

/* wall.c — steps that cannot be taken */

/* The integrator has failed with this status: find a way on, or say why there is none. */
MdvStatus wall_pass(HybridRun *r, MdvStatus status);
/* A point inside of the step that ends at t_new cannot be evaluated: try a shorter one. */
MdvStatus wall_shorten(HybridRun *r, double t_new);

/* log.c — what --log asks for */

bool log_begin(HybridRun *r);  /* false: no memory */
void log_before(HybridRun *r); /* the frame has the left limits of an event */
void log_event(HybridRun *r, double t, const HybridPlace *place, const RtEvent *e);
void log_step(HybridRun *r, double t_old, double t_new);

/* simulate.c, for the files above */

MdvStatus hybrid_restart(HybridRun *r, double t);
/* Left limits have been given out; r->x holds the states at t. All that an event is. place NULL: it
   was known before. */
MdvStatus hybrid_event(HybridRun *r, double t, const HybridPlace *place, bool *restarted);
double hybrid_clock(void); /* seconds */

#endif
