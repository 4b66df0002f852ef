/* SPDX-License-Identifier: MIT
   bondgraph.h — the contents of bondgraph/: circuits and one-dimensional mechanics as bond graphs
   (paper 003, section 3). circuit.c finds the elements of a model and the nodes that connect them,
   build.c makes the graph of junctions and bonds, simplify.c applies rules I and II, causality.c
   assigns causality (SCAP), stage.c orders what is computed at once and finds loops; the rest
   writes the result. All of it is linear in the size of the model. */
#ifndef MDV_BONDGRAPH_H
#define MDV_BONDGRAPH_H

#include "compiler/compiler.h"
#include "options/options.h"
#include "runtime/qbg/qbg.h"

/* classes.c — classes that have a bond graph */

typedef enum BgDomain { BG_ELECTRICAL, BG_ROTATIONAL, BG_TRANSLATIONAL } BgDomain;

/* What is known of a class of the standard library. The ports of mechanical components are pairs of
   flanges; in place of a missing one ("") there is the ground. */
typedef enum BgRole {
	BG_ELEMENT, /* a vertex of the graph */
	BG_GROUND,  /* fixes the potential of its pin */
	BG_BLOCK    /* gives the signal of a source that has an input */
} BgRole;

typedef enum BgUse { BG_AS_IS, BG_INVERSE } BgUse; /* of a parameter as the element's value */

enum { BG_PINS = 4, BG_PARAMETERS = 9 };
enum { BG_TO_GROUND = -1, BG_NO_PIN = -2 }; /* in place of the number of a node */

typedef struct BgParameter {
	const char *name; /* in the class */
	size_t field;     /* of QbgSignal: where it goes */
} BgParameter;

typedef struct BgClass {
	const char *name;              /* with dots */
	BgRole role;                   /* what it is good for */
	QbgKind kind;                  /* of an element */
	BgDomain domain;               /* of its pins */
	const char *pin[BG_PINS];      /* of port 1: plus, minus; of port 2. Power goes from plus
									  to minus and into the element, of sources and second
									  ports out of it. NULL: none; "": the ground */
	const char *joined;            /* a pin that is one with the first; or NULL */
	const char *value;             /* parameter that gives the value; NULL: none */
	BgUse use;                     /* how */
	const char *effort, *flow;     /* variables of the component: effort and flow of port 1 */
	double effort_sign, flow_sign; /* of these against those of the bond */
	QbgSignalKind signal;          /* of a source or block */
	const char *input;             /* of a source: the signal comes in here; or NULL */
	BgParameter parameter[BG_PARAMETERS]; /* of the signal; a NULL ends them */
} BgClass;

/* What must not be: a parameter that has another value. */
typedef struct BgRefusal {
	const char *parameter; /* of any class */
	double value;          /* what it must be */
	const char *why;       /* "it uses its heat port" */
} BgRefusal;

extern const BgRefusal bg_refusals[];          /* the one without a parameter ends them */
const BgClass *classes_find(const char *name); /* NULL: it has none */
/* The class, or the next of its kind that might have been meant: for messages. */
void classes_suggest(const char *name, Text *out);

/* circuit.c — the elements of a model, and the nodes between them */

typedef struct BgElement {
	const BgClass *cls;     /* what it is */
	const Node *node;       /* the component */
	const char *name;       /* its name */
	Span at;                /* its declaration */
	int32_t pin[BG_PINS];   /* node of each; or BG_TO_GROUND, BG_NO_PIN */
	double value;           /* of its parameter, used as `use` says */
	double start;           /* start value of its state */
	QbgSignal signal;       /* of a source */
	QbgQuantizer quantizer; /* of storages and sources */
	bool has_quantum;       /* it was given */
} BgElement;

typedef struct Circuit {
	VEC(BgElement) elements; /* in the order of the model */
	int32_t n_nodes;         /* connection sets of pins */
	bool *grounded;          /* by node: a ground is connected to it */
	BgDomain *domain;        /* by node */
	const char **node_name;  /* by node: the first of its pins */
} Circuit;

/* From the instance tree; false: reported. */
bool circuit_find(Compile *cx, Circuit *c);

/* known.c — values of parameters before a model is sorted */

typedef struct BgKnown BgKnown;

BgKnown *known_new(FlatModel *m, Arena *keep);
/* Of a parameter or constant; false: it is not known, `why` tells. */
bool known_get(BgKnown *known, VarId v, double *x, Text *why);
bool known_start(BgKnown *known, VarId v, double *x); /* the start value; false: not known */

/* build.c — the graph: steps 1 to 4 of section 3.2 */

typedef struct BgVertex {
	QbgKind kind;    /* junction or element */
	int32_t element; /* of the circuit; -1: a junction */
	int32_t first;   /* the first of its bond ends (2 * bond + end); -1: none */
	int32_t degree;  /* how many */
	int32_t number;  /* of a junction: counted by kind, from 1 */
	bool is_gone;    /* removed */
} BgVertex;

typedef enum BgCause { BG_FREE = 2 } BgCause; /* of a bond; else the end that gives the effort */

typedef struct BgBond {
	int32_t end[2];           /* vertices; power counts positive from end[0] to end[1] */
	int32_t next[2], prev[2]; /* the neighbours in the lists of bond ends of the two; -1: none */
	uint8_t port[2];          /* of two-ports: 0 or 1 */
	uint8_t effort;           /* the end that computes the effort; BG_FREE: not known yet */
	bool is_gone;             /* removed */
	int32_t why;              /* vertex that decided it; -1 - v: the choice at vertex v */
	int32_t order;            /* when it was decided, from 0 */
} BgBond;

typedef struct BondGraph {
	const Circuit *circuit; /* what it was made of */
	Arena *keep;            /* holds it */
	VEC(BgVertex) vertices; /* elements first, in their order */
	VEC(BgBond) bonds;      /* those that are gone among them */
	int32_t n_decided;      /* bonds that have a causality */
	int32_t *rank;          /* by bond end, of what the vertex there computes; NULL: not yet */
	int32_t depth;          /* more than any rank */
	bool is_free;           /* its storages are known not to depend on each other */
	bool is_tree;           /* made of a tree of the circuit, not of its potentials */
} BondGraph;

void build_graph(const Circuit *c, Arena *keep, BondGraph *g);
bool *build_grounds(const Circuit *c, Arena *keep);                /* by node: it is the ground */
int32_t build_vertex(BondGraph *g, QbgKind kind, int32_t element); /* element -1: a junction */
bool build_takes_power(QbgKind kind, int port); /* power counts positive into the element there */
BondGraph build_copy(const BondGraph *g);
int32_t build_bond(BondGraph *g, int32_t from, int32_t to);
void build_detach(BondGraph *g, int32_t half); /* a bond end from its vertex */
void build_attach(BondGraph *g, int32_t half, int32_t vertex);
void build_number(BondGraph *g); /* junctions by their order: "$SJ1", "$PJ1" */
const char *build_name(const BondGraph *g, int32_t vertex);

static inline int32_t bond_other(const BondGraph *g, int32_t half) /* the vertex across */
{
	return g->bonds.at[half / 2].end[1 - half % 2];
}

/* simplify.c — step 5 */

void simplify_graph(BondGraph *g);

/* causality.c — SCAP (section 3.3) */

/* False: reported. */
bool causality_assign(BondGraph *g, Diag *d, Arena *scratch);

/* stage.c — what is computed at once, in its order; loops */

/* Gives g->rank and g->depth. False: reported. */
bool stage_find(BondGraph *g, Diag *d, Arena *scratch);

/* network.c — all of these; the causal graph as a network of atomics */

/* From the circuit to the simplified, causal graph; before: it as it was before (NULL: nobody
   asks). False: reported. */
bool bondgraph_make(const Circuit *c, Compile *cx, BondGraph *before, BondGraph *g);
/* Gives its elements, too, whose start values may still be filled in. */
QbgElement *network_make(const BondGraph *g, QbgNetwork *net);

/* quantum.c — --quantum */

/* Each element gets its quantizer; false: said what is wrong with the texts. */
bool quantum_read(const Options *o, Circuit *c, Arena *keep);
/* Names those that have the quantum that holds if nothing is said, and need one; none: nothing. */
void quantum_say_default(const Circuit *c, Text *out);

/* write_*.c — output */

void write_text(const BondGraph *g, const char *model, Text *out);
void write_json(const BondGraph *before, const BondGraph *g, const char *model, Text *out);
void write_dot(const BondGraph *g, Text *out);
void write_ma(const QbgNetwork *net, bool priorities, Arena *keep, Text *out);
bool write_svg(const BondGraph *g, Arena *scratch, Text *out); /* false: too large to be drawn */

#endif
