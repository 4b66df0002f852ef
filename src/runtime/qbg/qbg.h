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

/* signal.c — what sources send, as functions of time */

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

#endif
