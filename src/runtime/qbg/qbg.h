/* SPDX-License-Identifier: MIT
   qbg.h — the contents of qbg/: quantized bond graphs as networks of atomic DEVS models (paper 003,
   section 4). A network is plain data: elements, junctions and causal bonds; who made it is not
   known here.

   Every bond carries an effort and a flow, one in each direction; what is sent is a polynomial of
   time. Storage elements integrate what they get and send a quantized image of their state, sources
   a quantized image of their signal; resistors, transformers, gyrators and junctions answer at
   once. */
#ifndef MDV_QBG_H
#define MDV_QBG_H

#include "base/base.h"
#include "modevs/devs.h"

/* What a vertex is: name in pictures, class in CD++ notation, where causality decides the latter:
   one for effort in and one for flow in. */
#define QBG_KINDS(X)                                               \
	X(QBG_ZERO, "0", "QBGParallelJunction", "QBGParallelJunction") \
	X(QBG_ONE, "1", "QBGSerialJunction", "QBGSerialJunction")      \
	X(QBG_C, "C", "QBGCapacitorEffortIn", "QBGCapacitorFlowIn")    \
	X(QBG_I, "I", "QBGInductorEffortIn", "QBGInductorFlowIn")      \
	X(QBG_R, "R", "QBGResistanceEffortIn", "QBGResistanceFlowIn")  \
	X(QBG_SE, "Se", "QBGSourceEffort", "QBGSourceEffort")          \
	X(QBG_SF, "Sf", "QBGSourceFlow", "QBGSourceFlow")              \
	X(QBG_TF, "TF", "QBGTransformer", "QBGTransformer")            \
	X(QBG_GY, "GY", "QBGGyratorEffortIn", "QBGGyratorFlowIn")
#define QBG_ENUM(kind, text, effort_in, flow_in) kind,
typedef enum QbgKind { QBG_KINDS(QBG_ENUM) QBG_KIND_COUNT } QbgKind;
#undef QBG_ENUM

/* qbg_signal.c — what sources send, as functions of time */

#define QBG_SIGNALS(X)                \
	X(QBG_CONSTANT, "Constant")       \
	X(QBG_STEP, "Step")               \
	X(QBG_RAMP, "Ramp")               \
	X(QBG_SINE, "Sine")               \
	X(QBG_EXP_SINE, "ExpSine")        \
	X(QBG_EXPONENTIAL, "Exponential") \
	X(QBG_PULSE, "Pulse")
#define QBG_ENUM(kind, text) kind,
typedef enum QbgSignalKind { QBG_SIGNALS(QBG_ENUM) QBG_SIGNAL_COUNT } QbgSignalKind;
#undef QBG_ENUM

typedef struct QbgSignal {
	QbgSignalKind kind; /* which form */
	double offset;      /* added; all there is before `start` */
	double start;       /* when it begins, s */
	double amplitude;   /* height; of an exponential the level that it tends to */
	double f;           /* of a sine: frequency, Hz */
	double phase;       /* of a sine: at `start`, rad */
	double damping;     /* of a damped sine: rate of decay, 1/s */
	double duration;    /* of a ramp; of an exponential: of its rise, s */
	double rise, fall;  /* of an exponential: time constants, s */
	double width;       /* of a pulse: percent of the period */
	double period;      /* of a pulse: from one to the next, s */
	double count;       /* of a pulse: how many; negative: without end */
	double before;      /* not 0: before `start` a sine is as at its start */
} QbgSignal;

extern const char *const qbg_signal_name[QBG_SIGNAL_COUNT];
extern const char *const qbg_kind_name[QBG_KIND_COUNT];

typedef struct QbgQuantizer {
	double quantum;      /* distance of levels; of higher orders: largest distance from the state */
	double hysteresis;   /* how far below a level the state falls before it is left downwards */
	const double *level; /* n_levels, ascending: levels at any distances; NULL: uniform */
	int32_t n_levels;    /* length of level */
} QbgQuantizer;

/* An element or junction. */
typedef struct QbgElement {
	const char *name;       /* the user's, or of a junction "$SJ1", "$PJ1" */
	QbgKind kind;           /* what it is */
	double value;           /* C: e = q / value; I: f = p / value; R: e = value * f; TF: f2 = value
							 * f1, e1 = value * e2; GY: e2 = value * f1, e1 = value * f2 */
	double start;           /* of a storage: effort of a C, flow of an I, at the start */
	QbgSignal signal;       /* of a source */
	QbgQuantizer quantizer; /* of storages and sources */
} QbgElement;

typedef struct QbgBond {
	int32_t end[2];   /* elements: power counts positive from end[0] to end[1] */
	uint8_t port[2];  /* of two-ports: which of the two, 0 or 1; else 0 */
	uint8_t effort;   /* the end that computes the effort; the other computes the flow */
	int32_t place[2]; /* number of the bond at each end, from 0 */
	int32_t rank[2];  /* of what end[i] computes: how many stages the zero-time structure needs */
} QbgBond;

typedef struct QbgNetwork {
	const QbgElement *element; /* n_elements */
	const QbgBond *bond;       /* n_bonds */
	int32_t n_elements;        /* elements and junctions */
	int32_t n_bonds;           /* bonds */
	int32_t depth;             /* more than any rank */
} QbgNetwork;

/* qbg_poly.c — polynomials of time, up to the third degree */

enum { QBG_DEGREE = 3 };

typedef struct QbgPoly {
	double c[QBG_DEGREE + 1]; /* c[0] + c[1] h + c[2] h^2 + c[3] h^3, where h = time - t */
	double t;                 /* where it is written down */
} QbgPoly;

double qbg_poly_at(const QbgPoly *p, double t);
void qbg_poly_move(QbgPoly *p, double t);             /* the same, written down at another time */
double qbg_poly_integral(const QbgPoly *p, double t); /* from p->t to t */
/* The first time, not before p->t, at which p is not negative; INFINITY: there is none. */
double qbg_poly_reach(const QbgPoly *p);

/* qbg_signal.c */

/* Value and derivatives (c[k] is the k-th by k!), right after t. */
QbgPoly qbg_signal_at(const QbgSignal *s, double t);
double qbg_signal_break(const QbgSignal *s, double t); /* where the next smooth piece begins */
/* Is it constant between breaks? */
bool qbg_signal_is_steps(const QbgSignal *s);
/* The first time after t, in the smooth piece, at which the signal reaches `target` from below (or
   from above); INFINITY: it does not. Exact, but for rounding. */
double qbg_signal_reach(const QbgSignal *s, double t, double target, bool rising);
/* How long a Taylor polynomial of this degree at t stays within `most` of the signal. */
double qbg_signal_span(const QbgSignal *s, double t, int degree, double most);

/* qbg_quantizer.c — levels, with hysteresis (paper 003, section 2.3; Kofman and Junco 2001) */

typedef struct QbgLevel {
	double value;    /* of the level that holds */
	double up, down; /* where it is left */
	double k;        /* its number */
} QbgLevel;

/* The highest level that is not above x; false: x lies outside of the list of levels. */
bool qbg_quantizer_find(const QbgQuantizer *q, double x, QbgLevel *level);
/* The next one upwards or downwards; false: there is none in the list. */
bool qbg_quantizer_next(const QbgQuantizer *q, bool up, QbgLevel *level);
double qbg_quantizer_width(const QbgQuantizer *q, double x); /* the quantum at x */

/* The atomics. What is sent is a number, or a payload with a polynomial. Ports are numbered as
   bonds are at the element. Outputs of rank r leave r steps after what caused them: all that is due
   at one instant begins at a step that is a multiple of the depth, so that everything of rank r has
   arrived when rank r + 1 is computed, and every element hears of a change once, and settled. */

typedef struct QbgAtomicParams {
	const QbgElement *element;  /* what it is; must stay */
	const QbgBond *const *bond; /* its bonds, in order of their places; must stay */
	const uint8_t *side;        /* the end of each at which it stands; must stay */
	int32_t n_bonds;            /* how many */
	int order;                  /* of the method: 1, 2, 3 */
	bool gdevs;                 /* resistors send straight lines */
	int32_t depth;              /* of the network */
} QbgAtomicParams;

/* What comes in and goes out at one bond. */
typedef struct QbgPort {
	QbgPoly in, out; /* what was heard and sent last */
} QbgPort;

/* State of storages, sources, resistors and two-ports; junctions have one of their own. */
typedef struct QbgPart {
	const QbgElement *element; /* what it is */
	int order;                 /* of the method */
	int32_t depth;             /* of the network */
	QbgPort port[2];           /* at its bonds */
	QbgPoly x;                 /* of a storage: its state */
	double integral;           /* of the state, from the start to x.t */
	QbgLevel level;            /* of order 1: the level that holds */
	double gain[2];            /* out of a bond by what comes in; of a storage 1 / value */
	int32_t rank[2];           /* of what goes out */
	bool is_due[2];            /* something is to be sent */
	bool gdevs;                /* straight lines */
	bool goes_up;              /* the next event is an upper level */
	double t_next;             /* when something happens by itself */
	uint64_t n_events;         /* outputs that were no answers */
} QbgPart;

extern const MdvAtomic qbg_storage, qbg_source, qbg_static; /* 1, 1 and 2 bonds at most */
extern const MdvAtomic qbg_junction; /* to be copied, with the number of its bonds as ports */

/* qbg_message.c — what the atomics share */

MdvStatus qbg_message_send(MdvCall *call, uint32_t port, const QbgPoly *p, bool is_number);
QbgPoly qbg_message_read(const MdvValue *v, double t);
static inline bool qbg_is_base(const MdvCall *call, int32_t depth) /* a wave may begin */
{
	return call->step % (uint64_t)depth == 0;
}

/* qbg_part.c — what storages, sources, resistors and two-ports share */

/* Everything zero but for what params say; t_next as given. */
void qbg_part_begin(QbgPart *s, const MdvCall *call, const QbgAtomicParams *p, double t_next);
double qbg_part_next(const void *state); /* as MdvAtomic.t_next */

/* qbg_network.c — a network on the engine */

typedef struct QbgRun QbgRun;

typedef struct QbgOptions {
	int order;             /* 1, 2, 3 */
	bool gdevs;            /* of order 1 */
	double t_start;        /* where it begins */
	const MdvAlloc *alloc; /* NULL: the heap */
} QbgOptions;

/* The network, and what it points to, must stay. MDV_NO_MEMORY, or what an element has to say (then
   the run is there, and its error). */
MdvStatus qbg_network_open(const QbgNetwork *net, const QbgOptions *o, QbgRun **out);
void qbg_network_free(QbgRun *r); /* NULL is allowed */
MdvDevs *qbg_network_engine(QbgRun *r);
MdvStatus qbg_network_run(QbgRun *r, double t); /* all up to and including t */
/* At the time reached: effort and flow at a bond (0, 1) of an element that is no junction; of a
   storage the state itself in place of its quantized image. */
double qbg_network_effort(const QbgRun *r, int32_t element, int bond);
double qbg_network_flow(const QbgRun *r, int32_t element, int bond);
double qbg_network_integral(const QbgRun *r,
							int32_t element); /* of a storage's state, from the start */
uint64_t qbg_network_events(const QbgRun *r); /* of storages and sources: changes of outputs */

#endif
