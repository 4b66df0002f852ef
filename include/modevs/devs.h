/* SPDX-License-Identifier: MIT
   devs.h — Parallel DEVS: atomic and coupled models and the engine that runs them.

   An atomic model is a constant MdvAtomic (its functions) and a state of the user's own. A coupled
   model holds components and couplings. An MdvDevs is one coupled model, the root, together with
   its simulation; nothing is global, so a program may hold many.

   Time is superdense: a real time and a step count. A component whose time advance is 0 acts again
   at the same real time, one step later; all comparisons are exact.

   Determinism: within an instant components act in the order of their ids (order of creation), a
   bag holds injected messages first and then the others by sender, and the result is the same, byte
   for byte, on any number of threads. */
#ifndef MODEVS_DEVS_H
#define MODEVS_DEVS_H

#include "modevs/alloc.h"
#include "modevs/status.h"
#include "modevs/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

typedef struct MdvDevs MdvDevs;       /* a coupled model and its simulation */
typedef struct MdvPayload MdvPayload; /* a reference-counted record or object in a message */

/* A component, atomic or coupled. Handles of removed components are recognised and refused. */
typedef struct {
	uint32_t id;         /* index; 0 is the root */
	uint32_t generation; /* tells apart the successive owners of one index */
} MdvComponent;

/* Values and messages */

typedef struct MdvValue {
	union {
		double real;
		int64_t integer;
		bool boolean;
		MdvPayload *payload;
	};
	uint16_t kind;  /* MdvKind; MDV_EVENT carries no value */
	uint16_t label; /* for models to tell numbers apart: the Type of messages of DEVSLib from 2 on;
					   0: there is none. The engine passes it on */
	uint32_t port;  /* in a bag: the input port it arrived on */
} MdvValue;

static inline MdvValue mdv_event(void)
{
	return (MdvValue){.integer = 0, .kind = MDV_EVENT};
}
static inline MdvValue mdv_real(double x)
{
	return (MdvValue){.real = x, .kind = MDV_REAL};
}
static inline MdvValue mdv_integer(int64_t x)
{
	return (MdvValue){.integer = x, .kind = MDV_INTEGER};
}
static inline MdvValue mdv_boolean(bool x)
{
	MdvValue v = {.integer = 0, .kind = MDV_BOOLEAN};

	v.boolean = x;
	return v;
}
static inline MdvValue mdv_payload(MdvPayload *x)
{
	return (MdvValue){.payload = x, .kind = MDV_PAYLOAD};
}

/* Everything that reaches a component at one instant, on all its ports. */
typedef struct {
	const MdvValue *at; /* n messages */
	size_t n;           /* at least 1 in delta_ext and delta_con */
} MdvBag;

/* The situation in which a callback is called: who, when. One per thread; valid during the call. */
typedef struct MdvCall {
	MdvDevs *sim;   /* the simulation */
	double t;       /* real time now */
	uint64_t step;  /* superdense step at t */
	uint32_t self;  /* id of the component */
	uint32_t out;   /* for the engine */
	uint32_t n_out; /* for the engine */
	void *worker;   /* for the engine */
} MdvCall;

typedef struct MdvPayloadType MdvPayloadType; /* below, with payloads */

/* What an input port takes. A message of another kind, of another type of payload or with less
   data ends the run with MDV_BAD_ARGUMENT, before the component sees it. */
typedef struct {
	MdvKind kind;               /* of value */
	const MdvPayloadType *type; /* of MDV_PAYLOAD: its type; NULL: any */
	size_t size;                /* of MDV_PAYLOAD: bytes of data, at least */
} MdvPortType;

/* An atomic model: constant, shared by all components of its kind; must outlive the simulation.
   The engine calls each function, always for one component at a time; with several threads,
   different components at the same time. A function may read and write its own state only.
   A negative status stops the run with the component's path, the time and the reason given to
   mdv_fail; MDV_STOPPED ends the run after the instant. */
typedef struct MdvAtomic {
	const char *name;             /* for messages and traces */
	size_t state_size;            /* bytes of state; zeroed before init, 16-byte aligned */
	uint32_t n_in, n_out;         /* number of ports */
	const char *const *in_names;  /* n_in names for messages and traces, or NULL */
	const char *const *out_names; /* n_out names, or NULL */

	/* Once, when the component is added; params is what mdv_devs_add_atomic was given. */
	MdvStatus (*init)(void *s, const MdvCall *call, const void *params);
	/* Once, when the component is removed or the simulation freed; not if init failed. */
	void (*destroy)(void *s, const MdvCall *call);

	/* Time until the next internal event, 0 to infinity; after init and after every transition.
	   t_next is an alternative: the absolute time, exact where t + ta would be rounded (a server
	   that goes on with its job keeps its finishing time to the bit). Exactly one of the two. */
	double (*ta)(const void *s);
	double (*t_next)(const void *s);

	/* At an internal event, before the transition: sends outputs with mdv_send. NULL: none. */
	MdvStatus (*lambda)(const void *s, MdvCall *call);
	MdvStatus (*delta_int)(void *s, const MdvCall *call); /* required */
	/* e = time since the last transition. NULL: input is ignored, the schedule stays. */
	MdvStatus (*delta_ext)(void *s, const MdvCall *call, double e, const MdvBag *x);
	/* Input at the very time of an internal event. NULL: delta_int, then delta_ext with e = 0. */
	MdvStatus (*delta_con)(void *s, const MdvCall *call, const MdvBag *x);

	/* Writes the state for the trace, as snprintf; no line breaks. NULL: nothing. */
	int (*print)(const void *s, char *buf, size_t size);

	const MdvPortType *in_types; /* n_in: what each input port takes; NULL: anything */
} MdvAtomic;

/* Send a value on an output port; in lambda only. A payload's reference goes to the engine. */
MdvStatus mdv_send(MdvCall *call, uint32_t port, MdvValue value);

/* Record the reason of a failure and return `status`, to be returned by the callback in turn. */
MdvStatus mdv_fail(const MdvCall *call, MdvStatus status, const char *format, ...)
#if defined(__GNUC__)
	__attribute__((format(printf, 3, 4)))
#endif
	;

/* Building a model; also between events of a running one (not from an atomic's callbacks) */

typedef struct {
	const MdvAlloc *alloc;   /* memory, called by one thread at a time; NULL: the C library's */
	const char *name;        /* of the root; NULL: "root" */
	uint32_t n_in, n_out;    /* ports of the root */
	double t_start;          /* time of the first instant */
	uint64_t seed;           /* of all random streams */
	uint64_t step_limit;     /* most superdense steps at one real time; 0: 1,000,000 */
	unsigned threads;        /* 0 or 1: none besides the caller's */
	size_t parallel_minimum; /* fewest components in an instant worth sharing; 0: 2,048 */
} MdvDevsOptions;

MdvDevs *mdv_devs_new(const MdvDevsOptions *options); /* options may be NULL; NULL: no memory */
/* NULL is allowed. From within a callback nothing is freed: the run ends with MDV_BUSY. */
void mdv_devs_free(MdvDevs *sim);

/* A translation function on a coupling, Z_ij: gives the value that arrives for one that was sent.
   It must not keep `in`; a payload in *out is a new reference (mdv_payload_retain to pass it on).
 */
typedef struct {
	MdvStatus (*translate)(void *user, const MdvCall *call, MdvValue in, MdvValue *out);
	void *user; /* handed to translate */
} MdvTranslation;

MdvComponent mdv_devs_root(const MdvDevs *sim);

/* Names are unique among the components of one parent, contain no '.' and begin with no '#'; NULL:
   "#n", n the ordinal among its siblings. The random streams of a component depend on its path
   only. */
MdvStatus mdv_devs_add_atomic(MdvDevs *sim, MdvComponent parent, const char *name,
							  const MdvAtomic *atomic, const void *params, MdvComponent *added);
MdvStatus mdv_devs_add_coupled(MdvDevs *sim, MdvComponent parent, const char *name, uint32_t n_in,
							   uint32_t n_out, MdvComponent *added);
/* Remove a component with everything in it and all its couplings. */
MdvStatus mdv_devs_remove(MdvDevs *sim, MdvComponent component);

/* Couple an output to a sibling's input (internal coupling), a parent's input to a child's input
   (external input), or a child's output to the parent's output (external output). A coupling made
   twice delivers twice, and mdv_devs_uncouple removes one of them. z may be NULL. */
MdvStatus mdv_devs_couple(MdvDevs *sim, MdvComponent from, uint32_t from_port, MdvComponent to,
						  uint32_t to_port);
MdvStatus mdv_devs_couple_with(MdvDevs *sim, MdvComponent from, uint32_t from_port, MdvComponent to,
							   uint32_t to_port, const MdvTranslation *z);
MdvStatus mdv_devs_uncouple(MdvDevs *sim, MdvComponent from, uint32_t from_port, MdvComponent to,
							uint32_t to_port);

/* Looking */

/* The component at a path below the root ("shop.cashier"); MDV_NOT_FOUND if there is none. */
MdvStatus mdv_devs_find(const MdvDevs *sim, const char *path, MdvComponent *found);
/* Its path, as snprintf; the root's own name is left out except for the root itself. */
int mdv_devs_path(const MdvDevs *sim, MdvComponent component, char *buf, size_t size);
/* The state of an atomic, NULL otherwise; it stays in place until the component is removed. */
void *mdv_devs_state(const MdvDevs *sim, MdvComponent component);
MdvComponent mdv_devs_component(const MdvDevs *sim,
								uint32_t id); /* from an id seen in a callback */
const char *
mdv_devs_error(const MdvDevs *sim); /* what the last failed call had to say; never NULL */

/* Running */

/* Deliver a value to an input port of the root, or of any component, at a time that is not past:
   at step 0 of that time, or at the next step if it is now and an instant has been run at it.
   A payload's reference goes to the engine, also on failure. */
MdvStatus mdv_devs_inject(MdvDevs *sim, double t, MdvComponent to, uint32_t port, MdvValue value);

/* All events up to and including t_end, which then is the time; INFINITY: until nothing is
   scheduled (the time stays that of the last event). MDV_STOPPED after mdv_devs_stop. */
MdvStatus mdv_devs_run(MdvDevs *sim, double t_end);
MdvStatus mdv_devs_step(MdvDevs *sim); /* the next instant; nothing if none is scheduled */
/* When the next instant is, INFINITY if never; looks without running anything. */
MdvStatus mdv_devs_next_time(MdvDevs *sim, double *t);
double mdv_devs_time(const MdvDevs *sim);
MdvStatus mdv_devs_status(const MdvDevs *sim); /* what ended a run for good; MDV_OK: nothing */
void mdv_devs_stop(MdvDevs *sim); /* from anywhere, signal handlers and other threads included */

/* Let the run wait for the wall clock: `rate` model seconds per second; 0: as fast as possible. */
MdvStatus mdv_devs_pace(MdvDevs *sim, double rate);

/* Observing */

typedef enum { MDV_INTERNAL = 1, MDV_EXTERNAL = 2, MDV_CONFLUENT = 3 } MdvTransition;

/* Called by the engine in the thread of the caller, in the order of ids; any may be NULL. A
   negative status stops the run, MDV_STOPPED ends it after the instant. */
typedef struct {
	/* A value leaves an atomic's output port, or (component root) one of the whole model's. */
	MdvStatus (*output)(void *user, const MdvCall *now, uint32_t port, const MdvValue *value);
	/* A component has made a transition; s is its new state. */
	MdvStatus (*state)(void *user, const MdvCall *now, MdvTransition kind, const void *s);
	/* The instant is over; here the structure may be changed, but nothing run or freed. */
	MdvStatus (*after)(void *user, MdvDevs *sim);
	void *user; /* handed to each */
} MdvObserver;

/* Any number of observers, in the order in which they came. */
MdvStatus mdv_devs_observe(MdvDevs *sim, const MdvObserver *observer);

typedef enum { MDV_TRACE_CSV, MDV_TRACE_JSON } MdvTraceFormat; /* JSON: one object a line */

/* Write every output and every transition to a file that the caller closes after the run. */
MdvStatus mdv_devs_trace(MdvDevs *sim, FILE *file, MdvTraceFormat format);

typedef struct {
	uint64_t instants;    /* pairs (real time, step) at which something happened */
	uint64_t internal;    /* calls of delta_int or delta_con */
	uint64_t external;    /* calls of delta_ext or delta_con */
	uint64_t confluent;   /* of these, both at once */
	uint64_t messages;    /* written into bags; one for all components with the same senders */
	uint64_t parallel;    /* instants shared among threads */
	size_t components;    /* alive now, coupled ones and the root included */
	size_t scheduled;     /* atomics with a finite next time */
	double latest_s;      /* when pacing: the largest delay behind the wall clock, seconds */
	uint64_t queue_moves; /* events moved inside the event list (its amortised work) */
} MdvDevsStats;

MdvDevsStats mdv_devs_stats(const MdvDevs *sim);

/* Payloads: shared, reference-counted objects in messages. A sender hands its reference over with
   mdv_send; receivers may read the object during their transition and must retain it to keep it
   longer. Freed blocks are reused, so that a steady flow of messages allocates nothing. */

struct MdvPayloadType {
	const char *name; /* for the trace */
	/* Before the memory is given back: release what the object owns. NULL: nothing. */
	void (*destroy)(void *data, const MdvCall *call);
	/* Writes the object for the trace, as snprintf. NULL: only the name is written. */
	int (*print)(const void *data, char *buf, size_t size);
};

/* A new object of `size` zeroed bytes with one reference; NULL: no memory. */
MdvPayload *mdv_payload_new(const MdvCall *call, const MdvPayloadType *type, size_t size);
void *mdv_payload_data(const MdvPayload *payload);
const MdvPayloadType *mdv_payload_type(const MdvPayload *payload);
size_t mdv_payload_size(const MdvPayload *payload);
MdvPayload *mdv_payload_retain(MdvPayload *payload);
void mdv_payload_release(const MdvCall *call, MdvPayload *payload);

/* Records: payloads of n values. Payloads in fields belong to the record. */
MdvPayload *mdv_record_new(const MdvCall *call, size_t n);
MdvValue *mdv_record_fields(const MdvPayload *payload, size_t *n); /* NULL if it is no record */

/* The simulation's memory, for states that grow: may be used in callbacks, on any thread. */
const MdvAlloc *mdv_devs_alloc(const MdvDevs *sim);

/* A call for use outside callbacks, e.g. to make payloads that are injected. */
const MdvCall *mdv_devs_call(MdvDevs *sim);

/* Random numbers: a component keeps its generator in its state. The stream depends on the
   simulation's seed, the component's path and `stream` only, not on the order of creation. */

typedef struct {
	uint64_t s[2]; /* xoroshiro128++ */
} MdvRandom;

void mdv_random_init(MdvRandom *r, const MdvCall *call, uint64_t stream);
uint64_t mdv_random_bits(MdvRandom *r);
double mdv_random_uniform(MdvRandom *r);                  /* in [0, 1), 53 bits */
uint64_t mdv_random_below(MdvRandom *r, uint64_t n);      /* 0 .. n-1, unbiased; n > 0 */
double mdv_random_exponential(MdvRandom *r, double mean); /* > 0 almost surely */
double mdv_random_normal(MdvRandom *r, double mean, double deviation);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
