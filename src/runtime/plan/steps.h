/* SPDX-License-Identifier: MIT
   steps.h — the integrator that takes steps of all states at once, with a solver of solver/: a step
   is tried; crossings are looked for inside it on its dense output; up to the first event, or to
   its end, the step counts. */
#ifndef MDV_STEPS_H
#define MDV_STEPS_H

#include "runtime/plan/plan.h"
#include "runtime/proof/proof.h"

/* A crossing function of the model; only of what is watched all is right. Its values at the points
   of a step are in vectors of their own (Steps.z …), as the model gives them. */
/* Of what is not known well enough in every step a proof is tried more and more rarely. */
typedef struct Wait {
	uint16_t now;  /* steps in which none is tried, since none could be had lately … */
	uint16_t next; /* … and so many the next time */
} Wait;

typedef struct Crossing {
	double side;     /* 1 or -1: the sign of z by the relation in use */
	double band;     /* below it a crossing sleeps */
	double wide;     /* the band is so many times as wide as usual, since events changed nothing */
	double numb;     /* it is no smaller than this, since chattering there did nothing */
	bool armed;      /* awake */
	bool zero_holds; /* the relation in use is right at z = 0 */
	bool slept;      /* it was asleep until the event found now */
	bool at_band;    /* its last event at zero did not change the relation; the next one is located
						at the edge of the band */
	bool used;       /* the relation's value since the last event */
	bool watched;    /* of ladders: it is in Watch.at */
	int32_t rung;    /* of ladders: its number there */
	bool few;        /* where it is sampled few points tell enough */
	int8_t pause; /* parts whose halves are looked at for what is hidden at once, from now on … */
	int8_t next_pause;  /* … and so many the last time */
	bool proved;        /* in the tried step it was shown that no event is missed */
	Wait wait;          /* of proofs */
	uint64_t n_proved;  /* so often it was … */
	uint64_t n_sampled; /* … and so often not … */
	uint64_t n_points;  /* … but looked at at so many points inside of steps */
	double slope;       /* dz/dt at t; NAN: not known */
	double size;        /* largest operands since the relation changed last */
	double size_old;    /* largest between its last two changes */
	double size_ever;   /* largest so far */
} Crossing;

/* Crossings with the same z and different limits. */
typedef struct WatchLadder {
	int32_t n;           /* rungs: crossings of it */
	int32_t *crossing;   /* n: which */
	int32_t *stack;      /* n: work */
	double z;            /* after the last event */
	RtHeap above, below; /* rungs with limits above z, and not: by limit and by minus limit */
} WatchLadder;

/* Which crossings are looked at, watch.c. */
typedef struct Watch {
	int32_t *at;         /* n crossings: those outside of ladders first, n_alone of them */
	int32_t n, n_alone;  /* see above */
	WatchLadder *ladder; /* n_ladders */
} Watch;

/* Sliding between two modes of a relation, slide.c. */
typedef struct Slide {
	bool on;          /* the derivatives are a mean of both modes now */
	int32_t crossing; /* of the last event; -1: none yet */
	int32_t n_same;   /* events in a row of that crossing alone whose modes were there before */
	double *mode[2];  /* n_ode_reads: what ODE reads, with the relation false and true */
	double *f[2];     /* n: derivatives of both modes */
	double *frame[2]; /* n_slots: all values of both */
	double *x;        /* n: work */
	double *z;        /* n_crossings: work */
	double z_now;     /* the crossing's value where the modes were evaluated last */
} Slide;

enum { STALL_RING = 100 }; /* state events that are looked back at for chattering */

typedef struct StallEvent {
	double t;         /* when */
	int32_t crossing; /* whose */
} StallEvent;

/* How far the events of one relation, in one direction, are apart. */
typedef struct StallGaps {
	double last;     /* time of the last event */
	double gap;      /* between the last two */
	double ratio;    /* of the last two gaps */
	int32_t n_alike; /* gaps in a row that shrank by about the same ratio */
	bool bounced;    /* after the last event it went back over zero before it was awake */
} StallGaps;

/* Events that never end, stall.c. */
typedef struct Stall {
	StallGaps *gaps;             /* 2 n_crossings: by new value */
	bool *is_relation;           /* n_discretes: it is the value of a crossing's relation */
	uint64_t modes;              /* a hash of the others, at the last event … */
	int32_t n_same;              /* … that chattered, the same for so many of them */
	double *rate;                /* n: derivatives after the last event that chattered … */
	double t_rate;               /* … and when that was */
	StallEvent ring[STALL_RING]; /* the last state events */
	uint64_t n_events;           /* state events so far */
	uint64_t progress_events;    /* when the last progress was made */
	double progress_t;           /* and where */
	bool warned;                 /* of chattering */
	bool told_numb;              /* that small values count as zero */
} Stall;

/* Derivatives that jump back and forth without events, chatter.c. */
typedef struct Chatter {
	double *rate;    /* n: derivatives at the last point */
	double *from;    /* n: states where the window began … */
	double *way;     /* … and how far their derivatives would have moved them since */
	int32_t *n_held; /* n: windows in which they stayed where they were */
	double *loose;   /* n: by what the absolute tolerances are multiplied now */
	double factor;   /* and will be the next time */
	double t_end;    /* until when; INFINITY: none is */
	int32_t n_short; /* very short steps in a row; negative: a pause */
	int32_t n_loose; /* steps with larger tolerances */
	bool on;         /* steps vary, and there are states */
	bool warned;     /* it was told */
} Chatter;

/* Steps that fail, recover.c. */
typedef struct Recovery {
	double t_limit; /* a step must end here, to come near a crossing; INFINITY: no such */
	int32_t n;      /* failures in a row at the same place */
	double t;       /* where */
	int32_t n_gaps; /* steps in a row that were shortened to a place without values … */
	double t_gaps;  /* … from here on */
	Failure why;    /* that of the step, kept while others are tried */
	double t_other; /* where another solution was looked for the last time */
	int n_short;    /* steps that were shortened since the last event */
	double t_left;  /* to where a flow at rest was left the last time: from there on steps count */
} Recovery;

/* The first crossing in a step. */
typedef struct StepsPlace {
	bool found;             /* there is one */
	double t_left, t_right; /* just before and just after */
	int32_t crossing;       /* one of those that change */
	bool asleep;            /* it was not yet armed */
} StepsPlace;

/* What the plan is, in terms of steps. */
typedef enum StepsKind {
	STEPS_END,   /* the end of the step, or up to where it could be evaluated */
	STEPS_STATE, /* an event by a crossing */
	STEPS_TIME,  /* an event known before, at the end of the step */
	STEPS_NEAR,  /* the same, so near that no solver makes a step to it */
	STEPS_EXIT   /* sliding ends */
} StepsKind;

/* Operations on intervals that something may take. More would take longer than all the rest of a
   large model. */
typedef struct Credit {
	int64_t step; /* so many more each step … */
	int64_t most; /* … of which so many may be saved, and are there at first */
	int64_t left; /* what is left */
} Credit;

static inline Credit credit_open(int64_t step, int64_t most)
{
	return (Credit){step, most, most};
}

/* The same, of which models of more than CREDIT_SLOTS values get less: what is free at first is a
   good part of their runs, and slices of their code are long. */
enum { CREDIT_SLOTS = 2000, CREDIT_LEAST = 40 };

/* In large models an operation on intervals counts as so many: machine code goes over a value of
   the model in some six instructions, an operation takes two hundred. */
enum { CREDIT_BY = 32 };

static inline int64_t credit_by(int32_t n_slots)
{
	return n_slots > CREDIT_SLOTS ? CREDIT_BY : 1;
}

static inline Credit credit_open_for(int64_t step, int64_t most, int32_t n_slots)
{
	double part = n_slots > CREDIT_SLOTS ? (double)CREDIT_SLOTS / n_slots : 1;
	int64_t less = (int64_t)(part * (double)step),
			least = step < CREDIT_LEAST ? step : CREDIT_LEAST;

	return credit_open(less > least ? less : least, (int64_t)(part * (double)most));
}

static inline void credit_add_step(Credit *c)
{
	c->left = c->left + c->step < c->most ? c->left + c->step : c->most;
}

/* Which crossings are far from zero all over a step, or some steps, clear.c. */
typedef struct Clear {
	int32_t *open;        /* n_open: those that are not so in the step … */
	int32_t n_open;       /* … how many … */
	uint32_t step, epoch; /* … numbers of proof.h: of which step, between which events; 0: none */
	bool marked;          /* the others are marked `proved` */
	int32_t *left;        /* n_left: those that are not so in the box of proof_box.c … */
	int32_t n_left;       /* … how many … */
	uint32_t box;         /* … and of which box; 0: none */
} Clear;

/* Proofs about steps, prove.c. */
typedef struct Prove {
	Proof proof;   /* bounds over parts of a step */
	bool fresh;    /* the tried step has been handed to it */
	Clear clear;   /* what needs no look in it */
	Credit credit; /* for enclosures of blocks … */
	Credit vain;   /* … and for those that show nothing */
	int64_t by;    /* an operation counts as so many */
	Wait *check;   /* n_actions: of assertions */
	double *x, *z; /* n, n_crossings: work */
} Prove;

/* A point of the tried step at which the model was evaluated. */
typedef struct SampleKnown {
	double t;     /* when; NAN: none */
	double *z;    /* crossings that are watched */
	double *leaf; /* and what proof_narrow.c takes from there, n_leaves */
} SampleKnown;

enum { SAMPLE_KNOWN = 32 };

/* What could not be proved, sample.c. */
typedef struct Sample {
	bool on;          /* there may be such crossings */
	Credit credit;    /* for evaluations, in slots of the frame: the first points of steps … */
	Credit open;      /* … and points between these */
	int n_deep;       /* parts of a step that were halved more often than most */
	double *z;        /* values at the points of the parts at hand, n_crossings each … */
	double *leaf;     /* … and of what proof_narrow.c takes from there, n_leaves each */
	int32_t n_leaves; /* see there */
	double *hidden;   /* 2 n_crossings: how far each may be wrong between its points; work */
	SampleKnown known[SAMPLE_KNOWN]; /* the last ones */
	int next_known;                  /* the oldest of them */
} Sample;

/* Where a relation has changed that could not be proved. */
typedef struct SampleFound {
	double t;         /* here it has; perhaps not first here */
	int32_t crossing; /* whose; -1: none */
} SampleFound;

enum { ROUGH_SWITCHES = 16 }; /* so many are looked back at for chattering */

/* What error control does not see, rough.c. */
typedef struct Rough {
	bool on;             /* there are such derivatives, and steps vary */
	double t_cut;        /* the tried step counts up to here, and the solver begins anew; INFINITY:
							it is good */
	Credit credit;       /* for looks into steps */
	double h_most;       /* longest step for now */
	double t_retry;      /* from where the step was taken again last … */
	int32_t n_retries;   /* … and how often */
	double t_blind;      /* before this nothing is looked at: it chattered */
	double blind;        /* part of the run for which that is so the next time */
	uint64_t n_switches; /* steps that had to end at switches */
	double t_switches;   /* time of the last that was counted */
	double *f_a, *f_b;   /* n: derivatives on both sides of a switch */
	double *f_beside;    /* n: at another point */
	double *slope;       /* n: of the dense output, or derivatives at another point */
	double *defect;      /* n: what the defect has done so far */
	double *weight;      /* n: tolerances of the states */
	bool poles;          /* derivatives depend on blocks, into which proofs do not look */
	double *rate;        /* n: slopes of the dense output where the last step ended … */
	double *rate_before; /* … and the one before it */
	double *guess;       /* what blocks are solved from, kept while others are tried */
	int32_t n_rates;     /* how many of these are known: 0 to 2 */
	double h_last;       /* length of the last step */
	uint32_t n_steps;    /* steps so far */
	int32_t n_astray;    /* times in a row that slopes were not the derivatives */
} Rough;

/* What proofs do not look into, unseen.c. */
typedef struct Unseen {
	bool on;            /* there is such a thing, and the model is small */
	int64_t left;       /* points that may still be looked at */
	double *defect;     /* of each point and state: derivative minus slope */
	double *difference; /* of one state: from point to point, and these in order */
	double *x;          /* n: states at another point */
} Unseen;

/* A relation that is not as a row of results says. */
typedef struct Missed {
	int32_t crossing; /* whose */
	double t;         /* where */
	double z;         /* how far over zero; 0: there is none */
	double size;      /* largest operands until then */
} Missed;

/* Inputs of operators with a history, history.c. */
/* An input of an operator is not smooth between two instants of a step. */
typedef struct Bend {
	int32_t slot;       /* the input */
	double left, right; /* times */
} Bend;

enum { MOST_BENDS = 32 }; /* in a step */

typedef struct History {
	int32_t *slot;         /* n: where they are */
	int32_t n;             /* inputs that move between events */
	double *value;         /* points of a grid times n */
	double size;           /* the largest value so far */
	Bend bend[MOST_BENDS]; /* n_bends: of the step at hand */
	int32_t n_bends;       /* how many */
} History;

/* Values of crossing functions, n_crossings each. */
typedef struct StepsValues {
	double *now;       /* at r->t, right side */
	double *end;       /* at the right end of a bracket; after locate_first: at place.t_right */
	double *trial;     /* at a trial point */
	double *dip;       /* at the first dip found, or where sleepers are followed */
	double *g, *g_end; /* distances at both ends of the bracket, weighted */
} StepsValues;

/* --check-jacobian, jacobian.c. */
typedef struct JacobianCheck {
	double *work;       /* NULL: not asked for */
	uint64_t n;         /* Jacobians by formulas so far … */
	uint64_t n_checked; /* … of which so many were checked: */
	uint64_t n_entries; /* compared … */
	uint64_t n_skipped; /* … and skipped, at kinks and beyond the domain */
} JacobianCheck;

typedef struct Steps {
	HybridRun *r;           /* the run that it plans for */
	Rt *rt;                 /* its model */
	Solver *solver;         /* takes the steps */
	StepsKind kind;         /* what is planned */
	StepsPlace place;       /* of the first crossing in the tried step */
	double t_new;           /* end of the tried step */
	double t_gap;           /* inside of it crossings could not be evaluated last */
	bool in_step;           /* a part of it is left, from r->t on */
	bool needs_point;       /* accepted points must be evaluated */
	bool needs_output;      /* with OUTPUT */
	bool needs_checks;      /* for assertions only */
	bool wants_event;       /* the model asks for one at the accepted point */
	bool fresh;             /* the next step is the first after an event, and a crossing sleeps */
	double *x;              /* n: states at r->t, or work */
	double *dx;             /* n */
	double *x_try;          /* n: work */
	double *nominal;        /* n: sizes of states */
	double *jac_value;      /* entries of the Jacobian, to be spread out; NULL: as the solver's */
	Crossing *crossing;     /* n_crossings */
	StepsValues z;          /* of crossing functions */
	Watch watch;            /* which crossings are looked at */
	Stall stall;            /* events without end */
	Chatter chatter;        /* jumps without end */
	Slide slide;            /* --chattering=regularize */
	Recovery recovery;      /* steps that fail */
	Prove prove;            /* that no event is missed */
	Sample sample;          /* what could not be proved */
	Rough rough;            /* derivatives that are not smooth */
	Unseen unseen;          /* unseen.c */
	History history;        /* inputs of delays */
	Missed missed;          /* an event */
	JacobianCheck jacobian; /* compared with differences */
} Steps;

/* steps.c — the integrator, for the files below */

Steps *steps_new(HybridRun *r); /* as r->state, without arrays; NULL: no memory */
bool steps_allocate(Steps *s);  /* states and crossings; false: no memory */
/* The point r->t, states x, counts, without an event: what has to be known there. selected: others
   are states now, and x has them. */
MdvStatus steps_accept(Steps *s, bool *selected);
MdvStatus steps_restart(Steps *s, double t); /* the solver begins anew at t, states x */
/* May the step be shortened to a place without values in it, or has that been done too often? */
bool steps_may_shorten(const Steps *s);
/* An event at t, states x, and what follows for the solver and the crossings. */
MdvStatus steps_event(Steps *s, double t, int32_t crossing, bool *restarted);

/* watch.c — which crossings are watched */

#define FOR_WATCHED(s, i) \
	for (int32_t i##_k = 0, i; i##_k < (s)->watch.n && (i = (s)->watch.at[i##_k], true); i##_k++)

bool watch_allocate(Steps *s); /* false: no memory */
void watch_choose(Steps *s);   /* after an event, the frame right up to ZERO */
void watch_hint(Steps *s);     /* crossing_hint for those that are not watched */

/* crossing.c — arming */

/* Greater than 0: z is as the relation in use says. */
static inline double crossing_distance(const Steps *s, int32_t i, double z)
{
	const Crossing *c = &s->crossing[i];

	return c->side * z + (c->armed ? 0 : c->band);
}

static inline bool crossing_violated(const Steps *s, int32_t i, double z)
{
	double g = crossing_distance(s, i, z);

	return g < 0 || (g == 0 && s->crossing[i].armed && !s->crossing[i].zero_holds);
}

/* The same, without any band. */
static inline bool crossing_over(const Steps *s, int32_t i, double z)
{
	double g = s->crossing[i].side * z;

	return g < 0 || (g == 0 && !s->crossing[i].zero_holds);
}

MdvStatus crossing_arm(Steps *s); /* after an event at r->t, states x */
/* Its event has left the relation as it was: the next one needs a larger value. */
void crossing_widen(Steps *s, int32_t i);
/* It chatters, and its event has changed the relation, but nothing that anything depends on: the
   next one needs a larger value. False: it is too large for noise. */
bool crossing_numb(Steps *s, int32_t i);
/* It chatters, and is as near to zero as the last bits of states are: the next one needs a larger
   value. False: it is not. */
bool crossing_rounded(Steps *s, int32_t i);
/* Before an event: tells which relations have changed where the crossings are z_end. */
void crossing_hint(Steps *s);
/* Inside of a step, at values z with no event so far: those that have left their band wake up. */
MdvStatus crossing_wake(Steps *s, const double z[], bool *woken);
/* At the end of a step without event the crossings are z. */
MdvStatus crossing_accept(Steps *s, const double z[]);
/* A row of results inside of the step, at t with states x: is a relation that was only sampled
   there as it should be? */
MdvStatus crossing_check_row(Steps *s, double t, const double x[]);
void crossing_tell_missed(Steps *s); /* at the end: if one was not, that is said */

/* locate.c — the first crossing in a step */

/* In (r->t, t_end] of the tried step; s->z holds the values at r->t, and may hold later ones
   after. MDV_RETRY: the model has no value at s->t_gap; r->t: nor at t_end. */
MdvStatus locate_first(Steps *s, double t_end, StepsPlace *place);

/* Crossing functions of those watched at a point inside of the step. */
MdvStatus locate_evaluate(Steps *s, double t, double z[]);
/* The same, not to the last bits: what is seen must be evaluated again. */
MdvStatus locate_look(Steps *s, double t, double z[]);
double locate_resolution(double t, double h); /* times that are nearer are one */

/* prove.c — that no event is missed */

bool prove_open(Steps *s); /* false: no memory */
/* Everything depends on what is known inside of steps alone: they may be as long as one likes. */
bool prove_is_certain(const Steps *s);
void prove_event(Steps *s); /* what is constant between events may have changed */
void prove_step(Steps *s);  /* another step is tried */
void prove_tell(Steps *s);  /* at the end: which crossings were not proved */
/* The first place between two instants of the tried step, at both of which no relation has changed,
   where one has in between: *right; none before *left has. Crossings of which that could be shown
   or refuted are marked `proved`. crossing -1: none was found. */
MdvStatus prove_crossings(Steps *s, double *left, double *right, int32_t *crossing);
/* The first instant of (r->t, t_end] at which an assertion outside of whens is violated; INFINITY:
   none was found. */
MdvStatus prove_checks(Steps *s, double t_end, double *t);

/* The tried step is known to the proof; false: nothing can be said about it. */
bool prove_ready(Steps *s);

/* clear.c — crossings that need no look */

bool clear_open(Steps *s);   /* false: no memory */
void clear_unmark(Steps *s); /* nothing is marked `proved` */
/* What is far from zero all over the tried step, which is known to the proof, is marked `proved`;
   the rest is in prove.clear.open, and is not. */
void clear_see(Steps *s);
/* A crossing that is above this, times its side, has no event, asleep or not. */
double clear_least(const Crossing *c);

/* sample.c — crossings that could not be proved */

bool sample_open(Steps *s); /* after prove_open; false: no memory */
void sample_step(Steps *s); /* another step is tried */
/* The model was evaluated at t of the tried step, and its crossings are z. */
void sample_remember(Steps *s, double t, const double z[]);
void sample_forget(Steps *s); /* an event has changed values */
/* A place after left, *right, where a crossing has changed that is not marked `proved`, by points;
   another may have changed before it, and come back. s->z.end holds the values there. crossing -1:
   none was found. */
MdvStatus sample_crossings(Steps *s, double left, double *right, int32_t *crossing);
/* The same of assertions outside of whens, in (r->t, t_end): *t is smaller than t_end, or left. */
MdvStatus sample_checks(Steps *s, double t_end, double *t);

/* rough.c — derivatives that are not smooth */

bool rough_open(Steps *s); /* after prove_open; false: no memory */
/* Another step is tried: it is good, or it counts up to rough.t_cut, or it was given up (in_step is
   false then) and is to be tried again. */
MdvStatus rough_look(Steps *s);
void rough_event(Steps *s);           /* an event has changed values */
void rough_blind(Steps *s, double t); /* nothing is looked at until t */
/* Do derivatives jump at the event at r->t, before which t_left lies, that changes nothing of what
   they read? A function that nobody can look into may do both. */
MdvStatus rough_jumps(Steps *s, double t_left, bool *jumps);
/* Derivatives at t inside of the tried step that leave alone from where blocks are solved: of
   several solutions the same must be found again. */
MdvStatus rough_at(Steps *s, double t, double f[]);
MdvStatus rough_aside(Steps *s, double t, double f[]); /* at r->t if t is before it */

/* unseen.c — derivatives through blocks and functions */

bool unseen_open(Steps *s); /* false: no memory */
/* *found: something narrow begins in that part of the tried step. `weight`: of states. */
MdvStatus unseen_look(Steps *s, const double weight[], bool *found, double part[2]);
/* Do derivatives at r->t, from t_left on, jump by what matters in the rest of the step? */
MdvStatus unseen_jumps(Steps *s, double t_left, const double weight[], bool *jumps);

/* history.c — points inside of steps, for delays */

bool history_open(Steps *s); /* false: no memory */
/* The tried step counts between a and b: keeps what is needed between them. Changes x_try. */
MdvStatus history_fill(Steps *s, double a, double b);

/* halve.c — the same as paper 000 does it; makes s->t_new smaller */

MdvStatus halve_first(Steps *s, StepsPlace *place);

/* chatter.c — derivatives that jump back and forth without events */

bool chatter_open(Steps *s);                /* false: no memory */
MdvStatus chatter_step(Steps *s, double h); /* a step of this length was taken */

/* stall.c — events that never end */

bool stall_allocate(Steps *s); /* false: no memory */
/* A state event took place; quiet: derivatives are what they were. */
MdvStatus stall_event(Steps *s, const StepsPlace *place, bool quiet);
MdvStatus stall_rearm(Steps *s, int32_t crossing); /* woke up without an event */

/* slide.c — equivalent dynamics of chattering */

bool slide_allocate(Steps *s);                /* false: no memory */
void slide_watch(Steps *s, int32_t crossing); /* after each state event */
MdvStatus slide_begin(Steps *s, bool *begun); /* it chatters: slide, if that is sound */
void slide_end(Steps *s);                     /* at every event */
/* The derivatives while it slides, and all values. */
MdvStatus slide_rhs(Steps *s, double t, const double x[], double dx[]);
MdvStatus slide_or_output(Steps *s, double t, const double x[], RtUse use); /* or rt_output */
/* Where in the tried step it leaves the surface; INFINITY: not in it. */
MdvStatus slide_look(Steps *s, double t_new, double *t_exit);

/* jacobian.c — Jacobians by formulas against differences */

bool jacobian_open(Steps *s); /* false: no memory */
/* The Jacobian at x, by pattern or dense: fails if an entry is wrong. */
MdvStatus jacobian_check(Steps *s, double t, const double x[]);
void jacobian_tell(Steps *s); /* at the end: how much was checked */

/* recover.c — steps that leave the domain of the model */

/* The solver has failed with this status: find a way on, or say why there is none. */
MdvStatus recover_step(Steps *s, MdvStatus status);
/* A point inside of the step that ends at t_new cannot be evaluated: try a shorter one. */
MdvStatus recover_shorten(Steps *s, double t_new);
/* However short the step is, nothing can be evaluated after r->t: there is another solution at
   r->t, with which the run goes on, or the run ends with this status. */
MdvStatus recover_solution(Steps *s, MdvStatus status);

#endif
