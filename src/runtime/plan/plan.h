/* SPDX-License-Identifier: MIT
   plan.h — the contents of plan/: a model (rt/) and an integrator together. An integrator is what
   plans: it says what comes next, and when, and the run makes that count (plan_commit) or lets
   something else happen before (plan_interrupt). At events the model's discrete variables are
   iterated, and rows of results are given out. A run of its own (system/) and a plant in a
   discrete-event simulation (plant/) share all of that; the integrator of today, which tries steps
   of a solver (solver/) and looks for crossings inside them, is in steps.h. */
#ifndef MDV_PLAN_H
#define MDV_PLAN_H

#include "options/options.h"
#include "runtime/rt/rt.h"
#include "runtime/solver/solver.h"

#include <signal.h>

/* Runs of parts of one model give out rows together: what is called in place of doing so. */
typedef struct HybridTogether {
	MdvStatus (*upto)(void *ctx, const Rt *rt, double t_end, bool inclusive); /* as rows_upto */
	MdvStatus (*event)(void *ctx, const Rt *rt, double t, bool after);        /* as rows_event */
	void *ctx;                                                                /* handed to both */
} HybridTogether;

typedef struct HybridOptions {
	const struct IntegratorOps *integrator;    /* what plans; NULL: the model's, else a solver */
	MdvOptions run;                            /* given; in HybridRun what holds, settle.c */
	const volatile sig_atomic_t *stop_request; /* not 0: stop; may be NULL */
	/* Called for every row of results, in order of time, two or more at events. A negative status
	   ends the run. */
	MdvStatus (*row)(void *ctx, double t, const double frame[]);
	const bool *wanted;                    /* by variable: it is shown in rows; NULL: all are */
	const HybridTogether *together;        /* rows are others' affair; NULL: they are its own */
	void (*progress)(void *ctx, double t); /* called after steps; may be NULL */
	void *ctx;                             /* handed to both */
	const struct SystemTable *system; /* what runs beside it on the engine (system.h); NULL: none */
	struct ExtSession *session; /* of the functions of atomics (ext.h); NULL: there are none */
	struct SystemWatch *watch;  /* who is told of the components (system.h); NULL: nobody */
} HybridOptions;

/* A crossing that was not always proved. */
typedef struct HybridSampled {
	int32_t crossing; /* which */
	uint64_t sampled; /* steps in which it was not; 0: there is none */
	uint64_t proved;  /* steps in which it was */
	uint64_t points;  /* inside of steps, where it was looked at */
} HybridSampled;

enum { HYBRID_SAMPLED = 8 }; /* of which that is told */

typedef struct HybridStats {
	SolverStats solver;     /* steps, evaluations, Jacobians, restarts */
	RtStats rt;             /* Newton iterations, passes, changes of state sets */
	uint64_t state_events;  /* instants found by crossings */
	uint64_t time_events;   /* instants known before, samples among them */
	uint64_t sample_events; /* of these, instants of samplers */
	uint64_t zero_runs;     /* evaluations of the crossings */
	uint64_t proved;        /* crossings in steps of which no event can have been missed … */
	uint64_t sampled;       /* … and those of which only some points were looked at */
	uint64_t sample_points; /* so many, inside of steps */
	HybridSampled most[HYBRID_SAMPLED]; /* the crossings that were sampled most often */
	uint64_t switches;     /* kinks and jumps without events at which steps had to end */
	uint64_t rough_unsure; /* steps of which it is not known whether error control saw all */
	uint64_t selections;   /* of quantized states: looks at the choice of states of sets */
	uint64_t rows;         /* given out */
	uint64_t quiet;        /* events after which the integrator went on without restart */
	double init_ms;        /* milliseconds in initialization */
	double run_ms;         /* in everything after it */
	double event_ms;       /* of that, at events */
	double step_ms;        /* of the processor, after the integrator was opened */
} HybridStats;

typedef struct HybridResult {
	double t;          /* how far it came */
	bool terminated;   /* by terminate(); rt_message has its text */
	HybridStats stats; /* counts */
	char choice[256];  /* of --solver auto: what runs it and why; "": it was not asked for */
} HybridResult;

/* interrupt.c — signals, for programs */

/* Not 0: stop, for the signal of that number; for HybridOptions.stop_request and what else takes
 * long. */
const volatile sig_atomic_t *interrupt_flag(void);
/* A limit has ended a process of this one, which has told so. */
void interrupt_told(void);
/* From now on SIGINT, SIGTERM, SIGHUP, and the clock after `timeout` seconds (0: never), end the
   program `name` with a message. */
void interrupt_begin(const char *name, double timeout);
void interrupt_quiet(void); /* nothing is shown from now on */
/* More memory than this is not given; false: errno tells, ENOMEM that more is taken already. */
bool interrupt_memory(double bytes);
/* What is being done, "simulating"; the pass of the compiler or NULL. Both texts stay. */
void interrupt_phase(const char *name, const char *pass);
const char *interrupt_where(void); /* the phase */
void interrupt_at(double t);       /* where the simulation is */
/* Progress: all of that, and which part of it is done (NAN: nobody knows), in a line on a terminal,
   now and then. It is hidden before anything else is written there. */
void interrupt_show(double part);
void interrupt_hide(void);
/* Before the program ends for a signal, save(ctx) is called, which may call what handlers may. */
void interrupt_save(void (*save)(void *ctx), void *ctx);
/* From now on signals set the flag; work that does not end by itself is ended in the signal
   handler, after save(ctx). NULL: there is nothing to save. */
void interrupt_ask(void (*save)(void *ctx), void *ctx);
void interrupt_tell(void); /* … and no longer */
/* The status of a run: MDV_TIMED_OUT, and told, or MDV_STOPPED, if it was interrupted. */
MdvStatus interrupt_end(Rt *rt, const HybridResult *result, MdvStatus status);

/* The plan */

typedef enum PlanKind {
	PLAN_STEP,  /* nothing but that the integrator wants to go on from there */
	PLAN_EVENT, /* an event of the model */
	PLAN_DONE,  /* an event that has taken place already: the run is a little further */
	PLAN_NEVER  /* nothing will happen by itself */
} PlanKind;

/* What comes next. */
typedef struct HybridPlan {
	PlanKind kind; /* what happens */
	double t;      /* when; INFINITY: never */
	double t_left; /* of an event: the last instant before it at which the model may be looked at */
} HybridPlan;

typedef struct HybridRun HybridRun;

/* What plans. The run calls these functions; an integrator keeps what it needs in run->state. The
   states of the model, and all else, are passed in the frame: no function has a vector of states,
   and the time of the run, run->t, is the only one that all of them know.

   An integrator with steps of all states at once (steps.c): make tries a step and locates the first
   crossing inside it; commit and interrupt let it count up to there; look interpolates.
   One of quantized states (each state has a time of its own): make takes the first of the times at
   which a state is requantized (PLAN_STEP) or a crossing is predicted by its polynomial
   (PLAN_EVENT); commit advances the states that are due; interrupt and look evaluate the
   polynomials at t; resume makes new predictions of what reads something that has changed.
   An imported co-simulation FMU: make asks for the next step up to run->next and the user's time,
   with early return (PLAN_EVENT where it returned early, else PLAN_STEP); look interpolates its
   outputs between the ends of that step; interrupt restores its state and steps to t exactly, or
   refuses where the FMU can do neither; resume hands over the inputs that have changed. */
typedef struct IntegratorOps {
	/* Initialized, the first row given out, the frame right at run->t: take all memory, so that
	   nothing is allocated later, and begin. close is called whatever comes of it. */
	MdvStatus (*open)(HybridRun *run);
	/* What comes next, not later than run->next, run->user_next and the stop: run->plan. The time
	   does not move, but for PLAN_DONE; the frame is disturbed. */
	MdvStatus (*make)(HybridRun *run);
	/* The plan takes place: rows up to it are given out (rows_upto), at an event the row of its
	   left limits (rows_event), hybrid_event is called; run->t is plan.t or, if the plan could not
	   be kept after all, not yet; then make is called again. */
	MdvStatus (*commit)(HybridRun *run);
	/* Something else happens at t, not after the plan: rows up to t, and the row of left limits
	   there, are given out; the frame has these limits. missed: an event of the model that was
	   planned, or could not be seen, has its place before t, and belongs to what happens now.
	   hybrid_event and resume follow. */
	MdvStatus (*interrupt)(HybridRun *run, double t, bool *missed);
	/* hybrid_event has been called at run->t from outside of commit. restart: a state, or what the
	   derivatives read, is another; otherwise the rest of the plan may be kept. Then make is
	   called. */
	MdvStatus (*resume)(HybridRun *run, bool restart);
	/* All values at t, not before run->t and not after the plan, in the frame. Nothing else
	   changes. MDV_RETRY: the model is not defined there. */
	MdvStatus (*look)(HybridRun *run, double t, RtUse use);
	/* look has given MDV_RETRY: the step at hand is too long, and make is to plan a shorter one.
	   NULL: there is none. */
	MdvStatus (*shorten)(HybridRun *run);
	/* What it has counted; NULL: nothing. */
	const SolverStats *(*stats)(const HybridRun *run);
	void (*close)(HybridRun *run); /* frees what is not of run->memory; state may be NULL */
} IntegratorOps;

extern const IntegratorOps integrator_steps;  /* steps.c */
extern const IntegratorOps integrator_quanta; /* quanta.c: of quantized states */
bool quanta_is(MdvSolver solver);             /* one of quantized states */
/* Where the frame is right: evaluations in a second that quantized states would need. False: they
   cannot be used. */
bool quanta_estimate(HybridRun *r, double *rate);

/* outside.c — nothing is planned: an importer of the model takes the steps (FMI's model exchange).
   Functions below are called in its place; t and x are the point that it is at. */
extern const IntegratorOps integrator_outside;
/* By crossing, a number that changes its sign where the relation changes; just after an event it
   keeps away from zero by the band of a crossing that sleeps. */
MdvStatus outside_indicators(HybridRun *r, double t, const double x[], double z[], RtUse use);
/* The point counts. selected: other variables are states now. */
MdvStatus outside_accept(HybridRun *r, double t, const double x[], bool *selected);
/* An event begins: the frame gets its left limits, which may then be written (event_open) … */
MdvStatus outside_begin_event(HybridRun *r, double t, const double x[]);
/* … and this carries it out; the states after it are in the frame. */
MdvStatus outside_end_event(HybridRun *r, double t, bool *restart);
/* All that the run is between two of these calls, its model too (rt_tape). */
void outside_tape(HybridRun *r, Tape *t);

/* The state of a run. */

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

/* Crossing functions of the user, user_crossing.c; n_crossings each. */
typedef struct UserCrossings {
	double *z;     /* at the left */
	double *z_end; /* at the right */
	double *z_try; /* in between */
	double *sign;  /* of each since its last event: 1, -1, or 0: not known */
	double t;      /* when the first change was found; INFINITY: none */
} UserCrossings;

/* Rows of results, rows.c. */
typedef struct HybridRows {
	double interval; /* of the grid */
	int64_t next;    /* number of its next row */
	double t_last;   /* time of the last row */
	bool hold;       /* events give no rows now: it is not sure that they count */
} HybridRows;

/* Time events that come close together, hybrid.c. */
typedef struct HybridCrowd {
	double t;     /* where it was noted last that time moves */
	uint64_t n;   /* time events since */
	uint64_t own; /* of those beyond what is usual, before an instant of the equations */
} HybridCrowd;

/* --solver auto, auto.c. */
typedef struct HybridAuto {
	bool on;                 /* it was asked for */
	bool no_rk45, no_quanta; /* refused, or found to be worse */
	uint64_t next;           /* steps at which it looks again … */
	uint64_t n_look;         /* … and those at the last look, … */
	double t_look;           /* … its time, … */
	double restarts, rhs;    /* … restarts and evaluations */
	double rate;             /* work in a second that BDF had */
	SolverStats before;      /* counts of integrators that were given up */
} HybridAuto;

struct HybridRun {
	Rt *rt;                          /* the model */
	const HybridOptions *o;          /* settled */
	HybridResult *out;               /* filled in */
	const HybridUser *user;          /* of a plant; NULL: none */
	const IntegratorOps *integrator; /* what plans; NULL: not yet opened */
	void *state;                     /* of the integrator */
	MdvSolver solver;                /* of those with steps and quanta, the one in use */
	HybridAuto automatic;            /* how it is chosen */
	Arena memory;                    /* of all arrays */
	double tol;                      /* relative tolerance */
	double span;                     /* stop - start */
	double t;                        /* what counts so far */
	double next;                     /* next time event of the model */
	double user_next;                /* of the user; INFINITY: none */
	bool alone;                      /* nothing can interrupt plans, steps may be many at once */
	HybridPlan plan;                 /* what comes next */
	bool ended;                      /* the event iteration with terminal() has been */
	bool force_restart;              /* at the next event: what the derivatives read was written */
	HybridCrowd crowd;               /* of time events */
	Texts texts;                     /* when they are forgotten */
	HybridRows rows;                 /* of results */
	UserCrossings crossing;          /* of the user */
	double *before;     /* n_slots: left limits at an event, for the log; NULL: not asked for */
	double t_begin;     /* clock at the start */
	double event_begin; /* clock at the start of the last event that is timed … */
	int event_weight;   /* … and for how many it stands; 0: the last one is not */
	uint64_t n_local;   /* events by hybrid_local_event */
	double cpu_begin;   /* of the processor, when the integrator had been opened */
};

/* plan.c — what the integrator of a run does; the methods by name */

MdvStatus plan_make(HybridRun *r);
MdvStatus plan_commit(HybridRun *r);
MdvStatus plan_interrupt(HybridRun *r, double t, bool *missed);
MdvStatus plan_resume(HybridRun *r, bool restart);
MdvStatus plan_look(HybridRun *r, double t, RtUse use);
MdvStatus plan_shorten(HybridRun *r);              /* MDV_FAILED: there is no shorter one */
const SolverStats *plan_stats(const HybridRun *r); /* NULL: there are none */

/* auto.c — which integrator, by what the run shows */

void auto_begin(HybridRun *r);
MdvStatus auto_look(HybridRun *r);                       /* between two plans */
MdvStatus auto_rescue(HybridRun *r, MdvStatus status);   /* of a plan that could not be kept */
void auto_count(const HybridRun *r, SolverStats *total); /* adds what others have counted */

/* rows.c — results */

MdvStatus rows_emit(HybridRun *r, double t); /* the frame as it is */
double rows_next(const HybridRun *r);        /* when the next row of the grid is */
double rows_quiet(const HybridRun *r);       /* no row shows what changes before this time */
MdvStatus rows_event(HybridRun *r, double t, bool after);        /* one of a pair at an event */
bool rows_has_event(const HybridRun *r, double t, bool after);   /* does that give one out? */
MdvStatus rows_upto(HybridRun *r, double t_end, bool inclusive); /* of the grid, up to the plan */

/* log.c — what --log asks for */

bool log_begin(HybridRun *r);  /* false: no memory */
void log_before(HybridRun *r); /* the frame has the left limits of an event */
/* crossing -1: the event was known before. A status other than MDV_OK is the listener's. */
MdvStatus log_event(HybridRun *r, double t, int32_t crossing, const RtEvent *e);
void log_step(HybridRun *r, double t_old, double t_new);

/* user_crossing.c — crossings of the user */

bool user_crossing_allocate(HybridRun *r);   /* false: no memory */
MdvStatus user_crossing_begin(HybridRun *r); /* at t: the signs */
/* The first change of sign in (t, t_end], not after the plan: its time, or INFINITY. */
MdvStatus user_crossing_locate(HybridRun *r, double t_end, double *t);
/* What was found up to t takes place: those signs are not known any more. */
void user_crossing_take_place(HybridRun *r, double t);
/* The plan was interrupted at t: has a sign changed just before it was due? */
MdvStatus user_crossing_missed(HybridRun *r, double t, bool *missed);

/* hybrid.c, for integrators and plants */

/* Initialize the model and the integrator; hybrid_close is due in any case. */
MdvStatus hybrid_open(HybridRun *r);
/* The beginning of it: options, initial values; and of a model in parts: the first row. */
MdvStatus hybrid_initialize(HybridRun *r);
MdvStatus hybrid_first_row(HybridRun *r);
void hybrid_close(HybridRun *r);
MdvStatus hybrid_plan(HybridRun *r);   /* plan_make, unless there is no time left */
MdvStatus hybrid_finish(HybridRun *r); /* at stop: the last event iteration, with terminal() */
/* All that an event at t is: the frame has the states there, the row of left limits has been given
   out. crossing: that of the model which made it; -1: none. restart: what the derivatives read is
   another now. Afterwards run->t is t. */
MdvStatus hybrid_event(HybridRun *r, double t, int32_t crossing, bool *restart);
/* Where event_is_local: without rows, log and user. The continuous part of the frame is not right.
 */
MdvStatus hybrid_local_event(HybridRun *r, double t, int32_t crossing);
void hybrid_settled(HybridRun *r); /* the integrator goes on after it */

#endif
