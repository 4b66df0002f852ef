/* SPDX-License-Identifier: MIT
   engine.h — the inside of the Parallel-DEVS engine.

   A component is an index into two arrays: `hot` holds the 64 bytes that every event touches,
   `comps` the rest. Every port of every component is a node of one graph whose edges are the
   couplings; route.c turns that graph into delivery lists, from an atomic's output straight to the
   bags of the receivers, whatever lies between. */
#ifndef MDV_ENGINE_H
#define MDV_ENGINE_H

#include "base/base.h"
#include "modevs/devs.h"

#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>

#define NONE UINT32_MAX /* no index */

typedef struct {
	uint32_t *at; /* n ids */
	size_t n;     /* how many */
	size_t cap;   /* room; enough for every component (route_update) */
} IdList;

/* store.c — blocks of memory that never move, addressed by 32 bits; freed blocks are reused */

enum { STORE_UNIT = 16, STORE_SEGMENT_BITS = 14, STORE_CLASSES = 96 };

typedef struct {
	VEC(char *) segments;          /* 2^14 units each; a larger block spans several */
	VEC(size_t) sizes;             /* bytes allocated for a segment; 0: part of the one before */
	uint32_t used;                 /* units handed out so far, free ones included */
	uint32_t freed[STORE_CLASSES]; /* head of the list of free blocks of each size class */
} Store;

void store_init(Store *s);
void store_free(Store *s, const MdvAlloc *a);
uint32_t store_take(Store *s, const MdvAlloc *a, size_t size); /* zeroed; NONE: no memory */
void store_give(Store *s, uint32_t block, size_t size);        /* back, for reuse */

static inline void *store_at(const Store *s, uint32_t block)
{
	return s->segments.at[block >> STORE_SEGMENT_BITS] +
		   (size_t)(block & ((1u << STORE_SEGMENT_BITS) - 1)) * STORE_UNIT;
}

/* queue.c — the event list: a ladder queue with lazy deletion */

typedef struct {
	double t;    /* when */
	uint32_t id; /* who; stale if the component's t_next is another time */
} Event;

enum { CHUNK_EVENTS = 15, MAX_RUNGS = 8 };

typedef struct {
	Event at[CHUNK_EVENTS]; /* in no order */
	uint32_t next;          /* the list's next chunk, or NONE */
} Chunk;

typedef struct {
	uint32_t first; /* chunk, or NONE */
	uint32_t n;     /* events in it; all others are full */
} ChunkList;

typedef struct {
	double start;      /* the time at which bucket 0 begins */
	double per_time;   /* buckets per unit of time */
	ChunkList *bucket; /* n lists */
	size_t cap;        /* room in `bucket` */
	uint32_t n;        /* number of buckets */
	uint32_t next;     /* the first bucket not yet emptied */
} Rung;

typedef struct {
	VEC(Chunk) chunks;     /* all chunks */
	uint32_t free_chunk;   /* list of unused ones */
	ChunkList top;         /* the events after top_start */
	double top_start;      /* the latest time in rungs and bottom */
	Rung rungs[MAX_RUNGS]; /* ever finer, from the outermost */
	unsigned n_rungs;      /* in use */
	VEC(Event) bottom;     /* the earliest events, ascending; from `head` on */
	size_t head;           /* the next event in bottom */
	VEC(Event) heap;       /* events that would have cost too many shifts in bottom */
	VEC(Event) scratch;    /* for sorting and spreading */
	size_t n;              /* events held, stale ones included */
	size_t n_stale;        /* of these, known to be stale */
	uint64_t moves;        /* events moved between the parts */
} Queue;

void queue_init(Queue *q);
void queue_free(Queue *q, const MdvAlloc *a);
bool queue_push(MdvDevs *sim, double t, uint32_t id);
bool queue_peek(MdvDevs *sim, double *t); /* the earliest time; INFINITY: empty */
/* Move the ids of all live events at time t, the earliest, to `due`. */
void queue_pop(MdvDevs *sim, double t, IdList *due);
bool queue_purge(MdvDevs *sim); /* drop all stale events */

/* The model */

/* Where what is sent on a port goes. `n` routes from `first`; but if n == HEAD_ONE the only
   target, without translation, is stored here: component `first`, port `port`. */
typedef struct {
	uint32_t first; /* index of the first route, or the component */
	uint32_t n;     /* number of routes, or HEAD_ONE */
	uint32_t port;  /* of the only target */
} Head;

enum { HEAD_ONE = INT32_MAX - 1, HEAD_UNMADE = INT32_MAX };

/* What every event touches, in one cache line: schedule, state, where output goes, and the bag. One
   message is kept here; two and more lie in `messages`. Of components with the same senders the
   first holds the bag for all. */
typedef struct {
	double t_last;  /* time of the last transition */
	double t_next;  /* of the next internal event */
	uint32_t state; /* block in `states` */
	uint32_t out;   /* node of output port 0 */
	Head head;      /* of output port 0: a copy */
	uint16_t cls;   /* index of its class; 0 for a coupled model or a free slot */
	uint16_t flags; /* HOT_ */
	uint32_t bag;   /* the component that holds its bag: itself, or the first that shares it */
	uint32_t n;     /* messages in the bag that it holds */
	MdvValue one;   /* the message, if there is one only */
} Hot;
_Static_assert(sizeof(Hot) == 64, "one cache line");

enum {
	HOT_NEW = 1,    /* not yet scheduled for the first time */
	HOT_SEEN = 2,   /* mark of queue_pop and queue_purge */
	HOT_SHARED = 4, /* holds a bag for several */
};

/* Where a bag's messages lie if there are two or more, and who shares it. */
typedef struct {
	uint32_t cap;     /* room in `messages`, 0 or at least 2 */
	uint32_t first;   /* where that begins */
	uint32_t members; /* if shared: index into `members` */
} Room;

typedef enum { COMP_FREE, COMP_COUPLED, COMP_ATOMIC } CompKind;

typedef struct {
	uint64_t hash;                    /* of the path; seeds the random streams */
	uint32_t parent;                  /* NONE for the root; next free slot if COMP_FREE */
	uint32_t first_child, last_child; /* ends of the list of children, or NONE */
	uint32_t prev, next;              /* siblings, or NONE */
	uint32_t name;                    /* block in `names`, or NONE if it is called #ordinal */
	uint32_t ordinal;                 /* how many siblings had been added before it */
	uint32_t n_children;              /* how many have ever been added to it */
	uint32_t nodes;                   /* node of input port 0; the outputs follow the inputs */
	uint32_t n_in, n_out;             /* ports */
	uint32_t generation;              /* of this slot */
	CompKind kind;                    /* what it is */
} Comp;

typedef struct {
	uint32_t first_out, first_in; /* lists of edges, or NONE */
	uint32_t owner;               /* the component, or NONE if free */
	uint32_t end;                 /* end of a chain of single couplings; NONE: not looked at */
	bool joined;                  /* several senders meet on the way to `end` */
} Node;

typedef struct {
	uint32_t from, to;           /* nodes; from == NONE: free, `to` is the next free one */
	uint32_t prev_out, next_out; /* in the list of edges leaving `from` */
	uint32_t prev_in, next_in;   /* in the list of edges entering `to` */
	uint32_t z;                  /* index of its translation, 0 for none */
} Edge;

typedef enum { ROUTE_BAG, ROUTE_LIST, ROUTE_ROOT } RouteKind;

typedef struct {
	uint32_t kind;   /* RouteKind */
	uint32_t target; /* component; or the node whose list is to be followed */
	uint32_t port;   /* input port; output port of the root */
	uint32_t z;      /* translation applied before, 0 for none */
} Route;

typedef struct {
	uint32_t node;  /* whose list is to be followed */
	MdvValue value; /* with this */
} Delivery;

typedef struct {
	double t;        /* when it is due */
	uint64_t order;  /* of injection, among equal times */
	MdvComponent to; /* where */
	MdvValue value;  /* what; value.port: its input port */
} Injection;

/* Per thread: what one slice of an instant's components produces. */
typedef struct {
	uint32_t id;    /* sender */
	uint32_t node;  /* its output port */
	MdvValue value; /* value.port: the output port's number */
} Sent;

enum { PAYLOAD_CLASSES = 20 };

typedef struct {
	MdvPayload *free[PAYLOAD_CLASSES]; /* free blocks of each size class, linked */
	uint32_t n[PAYLOAD_CLASSES];       /* how many */
} PayloadCache;

typedef struct Worker {
	MdvCall call;                /* handed to the callbacks */
	bool sending;                /* inside lambda */
	bool watched;                /* what is sent must be looked at: observers, or `buffered` */
	bool buffered;               /* keep what is sent in `sent` for later routing */
	MdvStatus status;            /* first failure, or MDV_STOPPED */
	bool stop;                   /* a callback asked to stop after this instant */
	uint32_t failed;             /* the component that failed */
	char reason[256];            /* what it said */
	VEC(Sent) sent;              /* outputs in the order of sending */
	VEC(MdvPayload *) in_flight; /* references to be released after the instant */
	uint32_t *again;             /* where to put the components with time advance 0 */
	size_t n_again;              /* how many there are */
	VEC(Event) later;            /* components to be queued */
	size_t n_stale;              /* queue entries that became stale */
	uint64_t internal, external, confluent; /* transitions made */
	uint64_t messages;                      /* deliveries made */
	PayloadCache payloads;                  /* free blocks kept by this thread */
	MdvPayload *doomed;                     /* payloads waiting to be destroyed */
	bool destroying;                        /* inside a payload's destroy */
} Worker;

/* The components, by number. */
typedef struct Components {
	VEC(Hot) hot;                   /* by component */
	VEC(Room) rooms;                /* by component */
	VEC(Comp) comps;                /* by component */
	uint32_t free_comp;             /* list of free slots */
	size_t n_alive;                 /* components, the root included */
	VEC(const MdvAtomic *) classes; /* 0 is unused */
	Store states, names;            /* blocks of atomics' states; of names */
	uint32_t *table;                /* hash table of the named components, by parent and name */
	size_t table_cap, table_n;      /* slots, a power of two; in use */
} Components;

/* Ports and couplings. */
typedef struct Graph {
	VEC(Node) nodes;         /* ports */
	uint32_t free_nodes[64]; /* lists of free ranges of nodes by size class */
	VEC(Edge) edges;         /* couplings */
	uint32_t free_edge;      /* list of free edges */
	VEC(MdvTranslation) z;   /* translations; 0 is unused */
	uint32_t free_z;         /* list of free ones through `user`, or 0 */
} Graph;

/* Delivery lists, and bags. */
typedef struct Routing {
	VEC(Head) heads;              /* by node: where its messages go */
	VEC(Route) routes;            /* delivery lists */
	size_t routes_wasted;         /* routes no longer used */
	VEC(MdvValue) messages;       /* room for the messages of all bags */
	size_t messages_wasted;       /* room left behind by bags that grew */
	VEC(uint32_t) members;        /* of shared bags: count, then ids */
	VEC(uint32_t) dirty;          /* nodes whose head must be made anew */
	VEC(uint32_t) stack, pending; /* while making lists: edges; nodes whose list is needed */
	VEC(Delivery) delivering;     /* while delivering: lists to be followed */
	bool routed, routed_once;     /* the tables hold, but for the dirty nodes; they ever did */
	bool shared;                  /* some bags are shared */
	bool no_sharing;              /* some may be reached without the others: changes, injections */
} Routing;

/* What is to happen after this instant. */
typedef struct Schedule {
	VEC(uint32_t) fresh;       /* components to be scheduled for the first time */
	Queue queue;               /* everything scheduled after `now` */
	IdList again;              /* scheduled at `now`, one step on */
	VEC(uint32_t) spare_again; /* parallel instants: room for every worker's `again` */
	VEC(Injection) injections; /* a heap by (t, order) */
	uint64_t n_injected;       /* so far */
} Schedule;

/* The instant at hand. */
typedef struct Instant {
	IdList due;            /* imminent */
	IdList receivers;      /* of messages */
	IdList active;         /* holders of bags that are not empty */
	IdList active_shared;  /* of these, the ones that hold it for several */
	VEC(uint64_t) bitmap;  /* for sorting lists of ids */
	VEC(uint32_t) looping; /* components active near the step limit */
} Instant;

/* Who looks on. */
typedef struct Observers {
	VEC(MdvObserver) all;       /* in order */
	bool output, state;         /* anyone interested? */
	VEC(struct Trace *) traces; /* owned */
} Observers;

/* Pacing. */
typedef struct Pace {
	double rate;    /* model time by wall-clock time; 0: none */
	double t, wall; /* a pair of simultaneous model and wall-clock times */
} Pace;

/* Threads, and what they share. */
typedef struct Threads {
	Worker *workers;                    /* n_workers; 0 is the caller's thread */
	unsigned n_workers;                 /* threads in all */
	Team *team;                         /* all threads, or NULL: one */
	MdvPayload *spare[PAYLOAD_CLASSES]; /* free payload blocks shared by the threads */
	pthread_mutex_t payload_lock;       /* guards `spare` while threads run */
} Threads;

struct MdvDevs {
	MdvAlloc alloc;             /* for everything below */
	MdvAlloc host_alloc;        /* where that comes from: the same, or behind a lock */
	pthread_mutex_t alloc_lock; /* with several threads */
	MdvDevsOptions options;     /* with defaults filled in; alloc and name unused */
	Components components;      /* and their names */
	Graph graph;                /* ports and couplings */
	Routing routing;            /* delivery lists */
	double now;                 /* real time of the last instant */
	uint64_t step;              /* superdense step of the last instant */
	bool started;               /* an instant has been run at `now` */
	double t_mark;              /* time of an instant … */
	uint64_t n_since;           /* … and how many there were since, to see whether time goes on */
	Schedule schedule;          /* what is to come */
	Instant instant;            /* at hand */
	Observers observers;        /* who looks on */
	Pace pace;                  /* of the wall clock */
	atomic_int stop;            /* stop asked for */
	Threads threads;            /* that run instants */
	bool busy;                  /* inside of a callback that may change nothing */
	bool running;               /* inside mdv_devs_run or mdv_devs_step */
	MdvStatus failed;           /* a run-time error ended the simulation */
	MdvDevsStats stats;         /* counters */
	char error[1024];           /* text of the last error */
};

/* list.c — lists of ids */

static inline void list_add(IdList *list, uint32_t id)
{
	list->at[list->n++] = id;
}
void list_sort(IdList *list, uint64_t *bitmap, size_t n_ids); /* ascending, without repetition */

/* model.c — components, names and couplings */

MdvStatus model_error(const MdvDevs *sim, MdvStatus status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
void model_changed(MdvDevs *sim); /* the structure has: say so to the tables */
const Comp *model_comp(const MdvDevs *sim, MdvComponent c);            /* NULL: no longer there */
const char *model_name(const MdvDevs *sim, uint32_t id, char buf[16]); /* without its parents' */
const char *model_port_name(const MdvDevs *sim, uint32_t id, bool input, uint32_t port,
							char buf[16]);

/* graph.c — ports as nodes, couplings as edges */

uint32_t graph_add_nodes(MdvDevs *sim, uint32_t owner, uint32_t n); /* NONE: no memory */
bool graph_remove_nodes(MdvDevs *sim, uint32_t first, uint32_t n);  /* with their edges */
MdvStatus graph_add_edge(MdvDevs *sim, uint32_t from, uint32_t to, const MdvTranslation *z);
bool graph_remove_edge(MdvDevs *sim, uint32_t from, uint32_t to, bool *found);

/* route.c — delivery lists and bags */

MdvStatus route_update(MdvDevs *sim); /* make all tables true again after changes */
bool route_is_sender(const MdvDevs *sim, uint32_t node); /* an atomic's output, a root's input */
uint32_t route_length(Head h); /* number of routes; 0 if the only target is in the head */
void route_deliver(Worker *w, uint32_t node, MdvValue value); /* what w->call.self has sent */
bool route_inject(Worker *w, uint32_t node, MdvValue value);  /* into an input port */

bool route_keep(Worker *w, MdvPayload *payload); /* until the instant is over; else released */

/* The second message for a bag, and any after it. */
void route_put_more(Worker *w, uint32_t id, MdvValue value);

static inline void route_put(Worker *w, uint32_t id, uint32_t port, MdvValue value)
{
	MdvDevs *sim = w->call.sim;
	Hot *h = &sim->components.hot.at[id];

	value.port = port;
	w->messages++;
	if (h->n) {
		route_put_more(w, id, value);
		return;
	}
	h->one = value;
	h->n = 1;
	list_add(h->flags & HOT_SHARED ? &sim->instant.active_shared : &sim->instant.active, id);
	__builtin_prefetch(store_at(&sim->components.states, h->state), 1); /* it will be needed soon */
}

/* act.c — what components do at an instant */

typedef struct {
	const uint32_t *due; /* imminent components, ascending */
	size_t n_due;        /* how many */
	const uint32_t *got; /* receivers, ascending */
	size_t n_got;        /* how many */
} Slice;

/* Is it of a known kind, with a payload if it is one? Otherwise the worker fails. */
bool act_is_message(Worker *w, const MdvValue *value);
void act_note(Worker *w, MdvStatus status, const char *reason); /* the first failure counts */
void act_observe_output(Worker *w, uint32_t port, const MdvValue *value);
void act_observe_state(Worker *w, uint32_t id, MdvTransition kind);
void act_lambdas(Worker *w, const uint32_t *due, size_t n);
void act_transitions(Worker *w, Slice part);                        /* until one fails */
MdvTransition act_kind(const MdvAtomic *class, MdvTransition kind); /* what becomes of it */
void act_schedule_new(Worker *w, uint32_t id);

/* run.c — instants */

void run_forget(MdvDevs *sim, uint32_t id); /* a component is being removed */
bool run_injection_before(const Injection *a, const Injection *b);

/* threads.c — large instants on several threads */

void threads_lambda(MdvDevs *sim);      /* lambda of all due components, then delivery in order */
void threads_transitions(MdvDevs *sim); /* of all due components and receivers */

/* payload.c — reference-counted objects */

void payload_free_all(MdvDevs *sim);

/* trace.c — the trace observer */

int trace_value(const MdvValue *v, char *buf, size_t size); /* as snprintf */
void trace_free_all(MdvDevs *sim);

/* pace.c — the wall clock */

void pace_wait(MdvDevs *sim, double t); /* until model time t is due, or a stop is asked for */

#endif
