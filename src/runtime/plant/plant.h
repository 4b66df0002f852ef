/* SPDX-License-Identifier: MIT
   plant.h — the contents of plant/: a model that runs (plan/) as a component of a discrete-event
   simulation, for the engine or for a host with a queue of its own (modevs/hybrid.h). */
#ifndef MDV_PLANT_H
#define MDV_PLANT_H

#include "modevs/hybrid.h"
#include "runtime/plan/plan.h"

/* var.c — variables by name, and setting them */

MdvStatus var_find(Rt *rt, const char *name, int32_t *var); /* -1: none, and the message */
MdvStatus var_check(Rt *rt, int32_t var);                   /* may it be written in a run? */
/* Before initialization: another value of a parameter or input, or another start value; a value of
   its type. NULL: done; otherwise why it cannot be set. */
const char *var_begin(Rt *rt, int32_t var, double value);
MdvStatus var_preset(Rt *rt, const MdvSetting *set); /* the same by name */
MdvStatus var_preset_text(Rt *rt, const MdvTextSetting *set);
MdvStatus var_refuse(Rt *rt, const MdvVar *v, const char *why); /* gives MDV_BAD_ARGUMENT */
bool var_is_state(const Rt *rt, int32_t slot);                  /* or a candidate for one */
/* The value as its slot has it; refused if the variable's type has no such value. */
MdvStatus var_to_slot(Rt *rt, const MdvVar *v, double *value);

/* plant.c — a plant: steps, events, input */

/* Where it is in its life. */
typedef enum PlantPhase {
	PLANT_NEW,     /* the run is not open yet */
	PLANT_OPEN,    /* it is: there are plans */
	PLANT_FINISHED /* the regular end has been */
} PlantPhase;

/* What the function of the user that is at work may do; each may do what those before may. */
typedef enum PlantRights {
	PLANT_OUTSIDE, /* none is: the host may advance the plant */
	PLANT_READ,    /* see the variables at its own point */
	PLANT_SEND,    /* send messages */
	PLANT_WRITE    /* write variables */
} PlantRights;

typedef enum PlantPending { PLANT_QUIET, PLANT_INTERNAL, PLANT_CONFLUENT } PlantPending;

/* The event at hand. */
typedef struct PlantEvent {
	PlantPending pending; /* what it means to the extension */
	const MdvBag *bag;    /* its input; of PLANT_CONFLUENT */
	bool sampled;         /* a sampler was due */
	bool parameters;      /* a parameter was written */
} PlantEvent;

typedef struct PlantSend {
	int32_t var, trigger; /* indices of variables; trigger -1: none */
	double seen;          /* value of var, or of trigger, after the last event */
} PlantSend;

typedef struct PlantReceive {
	int32_t var;  /* index of the variable */
	double value; /* in the bag at hand */
	int32_t n;    /* messages for it in the bag at hand */
} PlantReceive;

/* The discrete-event simulation around a plant. */
typedef struct PlantEngine {
	bool there;          /* it is an atomic: messages wait in the queue */
	const MdvCall *call; /* of the engine; NULL: none */
	MdvCall *lambda;     /* in the output function; NULL: elsewhere */
	VEC(MdvValue) queue; /* messages to be sent with zero delay */
} PlantEngine;

/* The DEVS components of the model itself, if it has any: they and its equations are the components
   of an engine of their own, and that is what the plant is to those outside. */
typedef struct PlantInside {
	struct Coupled *system; /* all of them; NULL: there are only equations */
	double next;            /* when the next instant of that engine is */
	const MdvBag *bag;   /* what comes from outside of all, at the instant at hand; NULL: nothing */
	VEC(MdvValue) queue; /* messages of the equations to the components */
	void *ctx;           /* handed to both functions */
	/* After every event, and after the start, to send what the equations say to components. */
	MdvStatus (*after)(void *ctx, MdvHybrid *h);
	/* What components say to the equations. */
	MdvStatus (*input)(void *ctx, MdvHybrid *h, const MdvBag *x);
} PlantInside;

/* What an island of a model shares with others in their frame: while it is at work it has values of
   its own there. */
typedef struct PlantTurn {
	int32_t n;           /* slots; 0: the frame is its own */
	const int32_t *slot; /* which */
	double *own;         /* n: its values while others are at work … */
	double *before;      /* … and theirs, while it is */
	int32_t *turns;      /* of all islands: how many are at work, one inside of the other */
	bool mine;           /* it is one of them */
} PlantTurn;

struct MdvHybrid {
	MdvHybridOptions o;                /* as given, with alloc filled in */
	const MdvModel *m;                 /* its model */
	Rt *rt;                            /* an instance of it */
	HybridOptions options;             /* for the run */
	HybridResult result;               /* of the run */
	HybridUser user;                   /* for the run */
	HybridRun r;                       /* the run */
	PlantPhase phase;                  /* of its life */
	PlantRights rights;                /* of the user's code that is at work */
	bool busy;                         /* a call of the host: callbacks may not begin another */
	bool freed;                        /* a callback has tried to free it */
	bool taken;                        /* the instance is another's */
	const HybridTogether *together;    /* of an island among others: rows; NULL: they are its own */
	PlantTurn turn;                    /* likewise: at the frame */
	const volatile sig_atomic_t *stop; /* not 0: stop; NULL: nobody asks */
	Arena memory;                      /* of what follows */
	void *s;                           /* state of the extension; NULL: none, or not yet begun */
	PlantSend *send;                   /* o.n_send */
	PlantReceive *receive;             /* o.n_receive */
	double now;           /* time of the last event or step, or of the point of a callback */
	double user_t;        /* the extension's next event: a time event or a crossing */
	uint64_t number;      /* of the plan */
	PlantEvent event;     /* at hand */
	bool ready;           /* the frame is right at `now` */
	PlantEngine engine;   /* that it is part of */
	PlantInside inside;   /* the components of its model */
	MdvStatus failed;     /* why it cannot go on; MDV_OK: it can */
	MdvHybridStats stats; /* own_events, inputs, missed */
};

typedef MdvStatus PlantBody(MdvHybrid *h, double t, const MdvBag *x);

/* Does body(h, t, x): want of memory and errors in this program are failures of the plant, not the
   end of the host. Whatever the host or the engine calls runs in it. */
MdvStatus plant_guard(MdvHybrid *h, PlantBody *body, double t, const MdvBag *x);
MdvStatus plant_open(MdvHybrid *h, double t); /* initializes the equations and plans */
double plant_time(const MdvHybrid *h);        /* when the plan is due; INFINITY: never */
bool plant_changes(const MdvHybrid *h);       /* the plan is an event, not just a step */
MdvStatus plant_output(MdvHybrid *h);         /* L, just before the planned event */
/* What is planned takes place, with input or NULL. */
MdvStatus plant_advance(MdvHybrid *h, const MdvBag *x);
MdvStatus plant_input(MdvHybrid *h, double t, const MdvBag *x); /* not after the plan */
MdvStatus plant_finish(MdvHybrid *h, double t); /* the end, with terminal(); not after the plan */
/* A look has given MDV_RETRY: the plan is dropped for a shorter one. */
MdvStatus plant_shorten(MdvHybrid *h);
/* Between events, at t, not after the plan: rows up to there, then the variables as they are. */
MdvStatus plant_show(MdvHybrid *h, double t);

/* plant_whole.c — a plant as those outside see it: its equations, with DEVS components beside them
 */

/* How the components of a model run with its equations, as one: MdvModel.components has it, which
   who runs the code fills in (system/inside.c). */
struct MdvComponents {
	/* All of them at time t, h->inside.system; the equations begin by plant_open. */
	MdvStatus (*open)(MdvHybrid *h, double t);
	/* The instant at t: what is planned for it, and input from outside or NULL. */
	MdvStatus (*advance)(MdvHybrid *h, double t, const MdvBag *x);
	/* All that is planned up to t, and the end there. */
	MdvStatus (*finish)(MdvHybrid *h, double t);
	void (*close)(MdvHybrid *h); /* the components end; h does not */
};

MdvStatus plant_whole_open(MdvHybrid *h, double t);
double plant_whole_time(const MdvHybrid *h);  /* when something is due; INFINITY: never */
bool plant_whole_changes(const MdvHybrid *h); /* that may be an event, not just a step */
/* As plant_output, plant_advance, plant_input and plant_finish. */
MdvStatus plant_whole_output(MdvHybrid *h);
MdvStatus plant_whole_advance(MdvHybrid *h, const MdvBag *x);
MdvStatus plant_whole_input(MdvHybrid *h, double t, const MdvBag *x);
MdvStatus plant_whole_finish(MdvHybrid *h, double t);

/* plant_host.c — the form for hosts with a queue of their own; atomic.c — for the engine */

/* As mdv_hybrid_new; call is that of the engine, or NULL. */
MdvStatus plant_host_new(const MdvHybridOptions *o, const MdvCall *call, double t, MdvHybrid **out);
/* A plant of an instance that is there, and stays the caller's: o->model is not asked. It has not
   begun. NULL: no memory. */
MdvHybrid *plant_host_take(const MdvHybridOptions *o, Rt *rt);

/* equations.c — the equations of a model among its DEVS components, on their engine */

/* With so many ports; params is the MdvHybrid, with PlantInside filled in, which is not freed. */
MdvAtomic equations_atomic(uint32_t n_in, uint32_t n_out);
MdvStatus equations_send(MdvHybrid *h, uint32_t port, MdvValue value); /* to components */

/* plant_var.c — variables of a plant while it runs */

MdvStatus plant_var_write(MdvHybrid *h, int32_t var, double value);
/* The same for what components give: it may not be written otherwise. */
MdvStatus plant_var_give(MdvHybrid *h, int32_t var, double value);
MdvStatus plant_var_look(MdvHybrid *h, double t); /* mdv_hybrid_look, for components */
/* For a host that must have the variables at t, where mdv_hybrid_look has given MDV_RETRY: another
   plan, which may end before. */
MdvStatus plant_var_insist(MdvHybrid *h);

/* ports.c — the tables of messages */

MdvStatus ports_open(MdvHybrid *h);                     /* find the variables */
MdvStatus ports_begin(MdvHybrid *h);                    /* what is sent at the start */
MdvStatus ports_receive(MdvHybrid *h, const MdvBag *x); /* messages into variables */
MdvStatus ports_send(MdvHybrid *h);                     /* after an event */

#endif
