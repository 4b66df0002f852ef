/* SPDX-License-Identifier: MIT
   describe.h — the contents of fmi/: what an FMU says of a model, modelDescription.xml of FMI 2.0
   and 3.0. Value references are those of modevs/fmu.h. */
#ifndef MDV_DESCRIBE_H
#define MDV_DESCRIBE_H

#include "compiler/emit/emit.h"
#include "modevs/fmu.h"

typedef struct DescribeOptions {
	int version;               /* of FMI: 2 or 3 */
	const char *identifier;    /* model identifier: name of the binary */
	const char *token;         /* guid, or instantiation token */
	const char *tool;          /* generation tool */
	const char *const *source; /* n_sources: C files below of sources/ */
	size_t n_sources;          /* 0: there are no sources */
	bool foreign_objects; /* it has external objects of others' code: who knows what they are? */
	Text *arrays;         /* FMI 3: gets {reference, elements}, of each array; NULL: nothing does */
} DescribeOptions;

/* What a variable is to an importer. */
typedef struct DescribeRole {
	const char *causality, *variability;
	const char *initial; /* NULL: none, as of inputs */
	bool has_start;      /* a start value is given, and may be another */
} DescribeRole;

/* FMI 3: variables that are elements of one array. */
enum {
	DESCRIBE_MOST_DIMS = 8, /* arrays with more stay elements */
	DESCRIBE_LARGE = 50     /* elements: as of so many states a sparse Jacobian pays */
};

typedef struct DescribeArray {
	const char *name;                 /* without indices */
	uint32_t ref, n;                  /* reference of the first element; how many */
	uint32_t dim[DESCRIBE_MOST_DIMS]; /* sizes */
	uint8_t n_dims;                   /* how many */
	DescribeRole role;                /* of all */
} DescribeArray;

/* What unknowns depend on: a state, an input, time; at the start what can be set. */
typedef struct DescribeKnown {
	uint32_t ref; /* its reference … */
	int32_t slot; /* … and slot */
} DescribeKnown;

typedef VEC(DescribeKnown) DescribeKnowns;

/* How a slot depends on a known; the larger one counts where ways meet. */
typedef enum DescribeKind {
	DESCRIBE_NOT,
	DESCRIBE_CONSTANT, /* a factor: a number … */
	DESCRIBE_FIXED,    /* … which parameters say */
	DESCRIBE_DISCRETE, /* … which changes at events */
	DESCRIBE_DEPENDENT /* in any way */
} DescribeKind;

/* When dependencies hold: between events, at events, at the start. */
typedef enum DescribeWhen {
	DESCRIBE_FLOW,
	DESCRIBE_EVENT,
	DESCRIBE_START,
	DESCRIBE_WHENS
} DescribeWhen;

typedef struct DescribeDepend {
	DescribeKnowns known; /* in order of their references */
	uint8_t **of;         /* by slot: how it depends on each, a DescribeKind; NULL: on none. NULL:
							 not known */
} DescribeDepend;

typedef struct Describe {
	const DescribeOptions *o; /* names */
	const MdvModel *m;        /* the model */
	MdvFmuLayout layout;      /* of its value references */
	Emit emit;                /* which slots are constant */
	Arena *keep;              /* holds what follows */
	uint32_t *state;          /* n_states: references of the states … */
	uint32_t *derivative;     /* … and of their derivatives */
	int32_t *state_of;        /* by reference: the state that it is the derivative of; -1: none */
	VEC(DescribeArray) array; /* FMI 3: those that were found … */
	int32_t *array_at;        /* … and, by reference, in which one it is, from 1; 0: in none */
	int32_t *alias_of;        /* by variable: the one that it is another name of; -1: none … */
	int32_t *alias;           /* … and the next name of the same value, beginning there; -1 */
	bool *is_other;           /* by variable: it is another name, if not told as such */
	int32_t *place;           /* by reference: where it is in the list, from 1; 0: not in it */
	DescribeDepend depend[DESCRIBE_WHENS]; /* what unknowns depend on */
	size_t n_listed;                       /* knowns in the lists so far */
	Intern units, types;                   /* texts: of units, of the literals of enumerations */
	Text *out;                             /* what is being written */
} Describe;

/* describe.c — the whole */

/* Writes modelDescription.xml. The arena has a no_memory handler. */
void describe_model(const MdvModel *m, const IrModule *code, const DescribeOptions *o,
					Arena *scratch, Text *out);
void describe_text(Text *out, const char *text);  /* inside of an attribute */
void describe_value(Text *out, const char *text); /* the same, with lines and tabs as they are */
void describe_attribute(Text *out, const char *name, const char *text); /* unless it is empty */
void describe_number(Text *out, const char *name, double value);

/* describe_type.c — units and enumerations */

void describe_units(Describe *d);
void describe_types(Describe *d);
bool describe_is_shown(const MdvVar *v); /* its display unit is defined */
const char *describe_type_name(Describe *d, const MdvVar *v, char buf[32]); /* of an enumeration */

/* describe_var.c — variables and their structure */

void describe_references(Describe *d); /* which stand for states and derivatives */
DescribeRole describe_role(const MdvVar *v);
bool describe_is_listed(const MdvVar *v); /* importers know of it */
void describe_variables(Describe *d);
void describe_structure(Describe *d);

/* describe_array.c — arrays */

void describe_arrays(Describe *d); /* finds them; after the aliases */
const DescribeArray *describe_array(const Describe *d,
									uint32_t ref);        /* that it is an element of; NULL: none */
bool describe_is_first(const Describe *d, uint32_t ref);  /* a scalar, or the first element */
uint32_t describe_whole(const Describe *d, uint32_t ref); /* reference of its array, or its own */

/* describe_alias.c — names of one value */

/* Of limits, by slot: both are not told, or the same. */
bool describe_same_number(const Describe *d, int32_t a, int32_t b);

void describe_aliases(Describe *d);     /* finds them; after the references */
void describe_alias_lists(Describe *d); /* those that stay, where there are arrays */
DescribeRole describe_role_of(const Describe *d, int32_t i); /* as one of several names, perhaps */

/* describe_follow.c — how values depend on others, by following code */

typedef struct FollowBranch {
	int32_t end; /* instruction at which the side ends */
	uint32_t on; /* slot of the condition */
} FollowBranch;

typedef struct Follow {
	Describe *d;              /* whose */
	uint32_t n;               /* knowns */
	uint8_t **of;             /* by slot: n kinds; NULL: depends on none */
	uint8_t **fed;            /* by slot: what it depends on by feedback; NULL: nothing */
	uint8_t *slope;           /* by slot: how a factor varies, CONSTANT … DEPENDENT */
	uint8_t *joined;          /* n: work, of a block */
	VEC(FollowBranch) branch; /* those around the instruction at hand */
} Follow;

/* Knowns depend on themselves; how factors vary is for the caller to say. */
Follow describe_follow_new(Describe *d, const DescribeKnowns *known);
/* What is followed later makes dst depend on what src does: from now on it does, whatever is
   written there. True: that is new, and what was followed is to be followed again. */
bool describe_follow_feed(Follow *p, int32_t dst, int32_t src);
void describe_follow_region(Follow *p, int32_t region); /* -1: nothing */
void describe_follow_sequence(Follow *p, MdvSeqKind kind);
typedef void FollowSee(Follow *p, uint32_t slot);
void describe_follow_written(Follow *p, int32_t region, FollowSee *see); /* by a region */

/* describe_depend.c — dependencies of the structure */

void describe_depend(Describe *d); /* finds them; after the variables have places */
/* Attributes of an unknown; nothing where dependencies are not known, or, at the start, where it
   depends on everything. */
void describe_dependencies(Describe *d, uint32_t ref, DescribeWhen when);

#endif
