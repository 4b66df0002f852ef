/* SPDX-License-Identifier: MIT
   hybrid.h — a compiled model as one more component of a discrete-event simulation: the split
   system (F, G, A, L) of the papers. Its state is a point that counts and a step that is tried
   beyond it; the next event is the end of that step, the next time event, or the first crossing
   inside it, whichever is first. Input inside the step takes its state from the step's dense
   output: nothing is integrated twice.

   Two ways to use it: as an atomic of the P-DEVS engine (mdv_hybrid_atomic), or by a host that has
   an event queue of its own (mdv_hybrid_new, plan, step, change, external, confluent).

   What goes out and comes in is told by tables; more is said in C by an MdvExtension. Events at one
   instant follow one another: first what the model does by itself, then what the input does, each
   iterated until the model's discrete variables agree.

   If the model has DEVS components, they and its equations together are the plant: they run on an
   engine of their own, one instant of which is one transition here. */
#ifndef MODEVS_HYBRID_H
#define MODEVS_HYBRID_H

#include "modevs/devs.h"
#include "modevs/model.h"
#include "modevs/options.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

typedef struct MdvHybrid MdvHybrid; /* one plant: a model, its integrator, its extension */

/* Where models come from: every plant gets one of its own, so that plants may run on different
   threads; compiled once all the same. mdv_program_source (modevs.h) gives one. */
typedef struct MdvModelSource {
	/* Called when a plant is made, with its memory (NULL: the C library's), log and user. NULL: no
	   memory. */
	const MdvModel *(*make)(void *ctx, const MdvAlloc *alloc,
							void (*log)(void *user, const char *text), void *user);
	void (*drop)(void *ctx, const MdvModel *model); /* when it ends */
	void *ctx;                                      /* handed to both */
} MdvModelSource;

/* The user's own part of a plant, in C; constant, all functions may be NULL. Each is called for one
   plant with that plant's state s. In begin, internal, external and confluent the variables are
   those right after the event, they may be written (mdv_hybrid_set) and messages may be sent; what
   was written takes part in an event iteration that follows. A status that is not MDV_OK ends the
   plant's simulation; mdv_hybrid_fail tells why. */
typedef struct MdvExtension {
	size_t state_size; /* bytes of s, zeroed at first */
	/* After initialization; params is that of the options. Look for variables here. */
	MdvStatus (*begin)(void *s, MdvHybrid *h, const void *params);
	void (*end)(void *s); /* when the plant ends, if begin was called */
	/* At events of the model and of the extension itself; not at steps of the integrator. */
	MdvStatus (*internal)(void *s, MdvHybrid *h);
	/* At input; the table of inputs has been applied. */
	MdvStatus (*external)(void *s, MdvHybrid *h, const MdvBag *x);
	/* Input at the very time of an event; NULL: internal, then external. */
	MdvStatus (*confluent)(void *s, MdvHybrid *h, const MdvBag *x);
	/* L: before an event, with the variables as they are just before it; sends messages. */
	MdvStatus (*output)(void *s, MdvHybrid *h);
	/* When the extension's own next time event is, INFINITY: never. Asked after every event; one
	   that is due takes place once, as an internal event. */
	double (*next_time)(const void *s, const MdvHybrid *h);
	/* Own crossing functions: continuous in between; a change of sign of one is an internal event.
	   Reads variables at points that are tried. */
	MdvStatus (*crossings)(const void *s, MdvHybrid *h, double z[]);
	uint32_t n_crossings; /* of them */
} MdvExtension;

/* Which variable is sent, and when. */
typedef enum MdvSendWhen {
	MDV_SEND_CHANGE, /* its value after an event differs from that after the event before */
	MDV_SEND_EDGE,   /* the Boolean `trigger` has become true */
	MDV_SEND_SAMPLE  /* a sample() of the model was due */
} MdvSendWhen;

typedef struct MdvSend {
	const char *variable; /* its name */
	uint32_t port;        /* output port */
	MdvSendWhen when;     /* see there */
	const char *trigger;  /* name of a Boolean; of MDV_SEND_EDGE */
	bool at_start;        /* also once at the start */
} MdvSend;

/* What holds if several messages for one variable arrive at one instant. */
typedef enum MdvReceiveRule {
	MDV_RECEIVE_ONE,  /* an error */
	MDV_RECEIVE_LAST, /* the last of the bag counts */
	MDV_RECEIVE_SUM   /* their sum */
} MdvReceiveRule;

typedef struct MdvReceive {
	uint32_t port;        /* input port */
	const char *variable; /* an input of the model, a state, a discrete variable or a parameter */
	MdvReceiveRule rule;  /* see there */
} MdvReceive;

/* A parameter or input to be set before initialization. Start values are set when compiling
   (MdvCompileOptions.set), or made a parameter: start = x0. */
typedef struct MdvSetting {
	const char *variable; /* its name */
	double value;         /* of a Boolean 0 or 1, of an enumeration 1, 2 … */
} MdvSetting;

/* The same for a String. */
typedef struct MdvTextSetting {
	const char *variable; /* a parameter */
	const char *text;     /* its value */
} MdvTextSetting;

/* Zero is a choice in every field but model. What is pointed to must outlive the plant. */
typedef struct MdvHybridOptions {
	const MdvModelSource *model;   /* what it is an instance of */
	const MdvSetting *set;         /* n_set values before initialization */
	const MdvTextSetting *texts;   /* n_texts Strings likewise */
	const MdvSend *send;           /* n_send rows */
	const MdvReceive *receive;     /* n_receive rows */
	size_t n_set, n_texts, n_send; /* how many */
	size_t n_receive;              /* how many */
	const MdvExtension *extension; /* own code; NULL: none */
	const void *params;            /* handed to its begin */
	uint32_t n_in, n_out;          /* ports */
	const char *const *in_names;   /* n_in, or NULL */
	const char *const *out_names;  /* n_out, or NULL */
	MdvOptions run; /* how it is simulated; start, stop and timeout are the engine's */
	/* A trace: called every run.interval (0: never) and before and after every event, in order of
	   time, with the variables readable; it must not write them. */
	MdvStatus (*trace)(void *user, MdvHybrid *h, double t);
	/* For hosts with a queue of their own: a message leaves, at the time of the event at hand. In
	   the engine it is not used. */
	MdvStatus (*emit)(void *user, MdvHybrid *h, uint32_t port, const MdvValue *value);
	/* Host time in whole ticks, of which a second has so many; 0: host time is real. */
	uint64_t ticks_per_second;
	void (*log)(void *user,
				const char *text); /* warnings of the model, and run.log; NULL: dropped */
	void *user;                    /* handed to trace, emit and log */
	const MdvAlloc *alloc;         /* memory; NULL: the C library's, in the engine its own */
} MdvHybridOptions;

/* In the engine: an atomic with the options' ports, to be kept as long as the simulation. Add it
   with mdv_devs_add_atomic, params being an MdvHybridOptions (of the same ports): the plant is
   initialized there, at the simulation's time. What is sent after an event leaves at the same real
   time, one step later. */
MdvAtomic mdv_hybrid_atomic(const char *name, const MdvHybridOptions *o);
MdvHybrid *mdv_hybrid_of(void *state); /* the plant in the state of such a component */

/* For hosts. A plan holds until the next call that changes the plant; a host that cannot cancel
   events gives the number of the plan that it executes, and one that holds no more is passed over.
   With ticks: what is planned is executed at the first tick that is not before it, and has its own
   time all the same; input of the same tick finds it done. */

typedef enum MdvPlanKind {
	MDV_PLAN_STEP,   /* a step of the integrator ends; no discrete event */
	MDV_PLAN_CHANGE, /* an event of the model or of the extension; of a model with DEVS components,
						whatever comes next */
	MDV_PLAN_NEVER   /* nothing more: it has ended, or waits for input */
} MdvPlanKind;

typedef struct MdvPlan {
	double t;         /* when; INFINITY: never */
	int64_t tick;     /* the same in ticks, rounded up; INT64_MAX: never, or there are no ticks */
	MdvPlanKind kind; /* what */
	uint64_t number;  /* of this plan, from 1 on */
} MdvPlan;

/* A plant initialized at time t. *out is there on failure too (mdv_hybrid_message), but not without
   memory or without a model (MDV_BAD_ARGUMENT); mdv_hybrid_free is due. */
MdvStatus mdv_hybrid_new(const MdvHybridOptions *o, double t, MdvHybrid **out);
/* NULL is allowed. From within a callback nothing is freed: the call ends with MDV_BUSY. */
void mdv_hybrid_free(MdvHybrid *h);
MdvPlan mdv_hybrid_plan(const MdvHybrid *h);
MdvStatus mdv_hybrid_step(MdvHybrid *h, uint64_t number);   /* Algorithm 1 of 002 */
MdvStatus mdv_hybrid_change(MdvHybrid *h, uint64_t number); /* Algorithm 2 */
/* Input at t, not after the plan (with ticks: in the plan's tick, or before). At the time of the
   plan it is the same as confluent. Algorithm 3. */
MdvStatus mdv_hybrid_external(MdvHybrid *h, double t, const MdvBag *x);
MdvStatus mdv_hybrid_confluent(MdvHybrid *h, const MdvBag *x); /* Algorithm 4 */
double mdv_hybrid_tick_time(const MdvHybrid *h, int64_t tick); /* the time of a tick */
/* The regular end of the simulation at t, not after the plan (with ticks: as external): what is
   planned for t takes place, terminal() is true in the model's last event, whatever that changes is
   sent, and nothing is planned any more. Nothing happens after terminate(), and the second time. A
   plant that is freed without it has ended before its time, and there is no terminal().
   In the engine it may be called between events, at the simulation's time, to see whether it
   succeeds. Otherwise it is done without trace when the component is removed or the simulation
   freed, unless that has failed; what goes wrong then is told to log. Messages arrive nowhere. */
MdvStatus mdv_hybrid_finish(MdvHybrid *h, double t);

/* Variables, by reference (an index into the model's) */

int32_t mdv_hybrid_find(MdvHybrid *h, const char *name); /* -1: none; the message names it */
/* The value: in callbacks at their point; elsewhere as mdv_hybrid_look has it, else right after the
   last event or step. NAN: there is no such variable. */
double mdv_hybrid_get(MdvHybrid *h, int32_t var);
/* Write an input, a state, a discrete variable that whens assign (its pre value follows), or a
   parameter; in begin, internal, external and confluent only. */
MdvStatus mdv_hybrid_set(MdvHybrid *h, int32_t var, double value);
/* Outside of callbacks: the variables as they are at t, from the last event or step to the plan,
   which is seen from the left. Changes nothing. */
MdvStatus mdv_hybrid_look(MdvHybrid *h, double t);

/* For extensions */

/* Send a message: in begin, internal, external, confluent and output. A payload's reference goes
   to the plant. */
MdvStatus mdv_hybrid_send(MdvHybrid *h, uint32_t port, MdvValue value);
/* Tell why the callback fails; gives `status`, to be returned. */
MdvStatus mdv_hybrid_fail(MdvHybrid *h, MdvStatus status, const char *format, ...)
#if defined(__GNUC__)
	__attribute__((format(printf, 3, 4)))
#endif
	;
void *mdv_hybrid_state(const MdvHybrid *h); /* s of the extension */
double mdv_hybrid_time(const MdvHybrid *h); /* in callbacks that of their point, else the last */
const MdvCall *mdv_hybrid_call(const MdvHybrid *h); /* the engine's; NULL outside of it */
const MdvModel *mdv_hybrid_model(const MdvHybrid *h);
const char *mdv_hybrid_message(const MdvHybrid *h); /* why the last call failed; never NULL */
bool mdv_hybrid_terminated(const MdvHybrid *h);     /* terminate() was called */

typedef struct MdvHybridStats {
	uint64_t steps;        /* of the integrator, tried */
	uint64_t rejected;     /* attempts at steps that had to be made shorter */
	uint64_t restarts;     /* of the integrator, the first included */
	uint64_t rhs;          /* evaluations of the derivatives by the integrator */
	uint64_t crossings;    /* evaluations of crossing functions */
	uint64_t state_events; /* by crossings of the model */
	uint64_t time_events;  /* known before */
	uint64_t own_events;   /* of the extension */
	uint64_t inputs;       /* external and confluent events */
	uint64_t missed;       /* events found at an input just before they were due */
	uint64_t set_changes;  /* other variables became states */
} MdvHybridStats;

MdvHybridStats mdv_hybrid_stats(const MdvHybrid *h);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
