/* SPDX-License-Identifier: MIT
   unit.h — models as C, as `modevs build` writes them, and their running copies. A unit is the
   constant part: tables and code; an instance is one running copy with memory of its own. There may
   be any number of instances of a unit in a program; each belongs to one thread at a time. */
#ifndef MODEVS_UNIT_H
#define MODEVS_UNIT_H

#include "modevs/alloc.h"
#include "modevs/hybrid.h"
#include "modevs/model.h"
#include "modevs/status.h"

#include <math.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

/* Running copies */

typedef struct MdvUnit MdvUnit;
typedef struct MdvInstance MdvInstance;

/* alloc NULL: the heap. NULL: no memory, or a unit made for another version of modevs. */
MdvInstance *mdv_instance_new(const MdvUnit *unit, const MdvAlloc *alloc);
void mdv_instance_free(MdvInstance *p);
/* Its tables with code that works on this instance: for everything that takes an MdvModel. */
const MdvModel *mdv_instance_model(const MdvInstance *p);
int32_t mdv_instance_find(const MdvInstance *p,
						  const char *name); /* a variable by name; -1: none */
double mdv_instance_get(const MdvInstance *p, int32_t var);
const char *mdv_instance_get_text(const MdvInstance *p, int32_t var); /* of a String; never NULL */
/* Before a run: parameters, start values and inputs. MDV_BAD_ARGUMENT: the variable is none. Of a
   plant: see mdv_hybrid_set. */
MdvStatus mdv_instance_set(MdvInstance *p, int32_t var, double value);
/* Lets the model do something besides computing, as `--allow` of the command line has it:
   "read:DIR", "write", "run", "env", "external:LIB" … (docs/security.md). MDV_BAD_ARGUMENT: there
   is no such permission or folder. */
MdvStatus mdv_instance_allow(MdvInstance *p, const char *permission);
const char *mdv_instance_message(const MdvInstance *p); /* why the last call failed; never NULL */

/* How an instance is simulated. Zero is a choice in every field. */
typedef struct MdvRunOptions {
	MdvOptions run; /* how: times, tolerance, solver … (options.h) */
	/* Called for every row of results, in order of time, two or more at events: the variables may
	   be read. A negative status ends the run. May be NULL. */
	MdvStatus (*row)(void *ctx, MdvInstance *p, double t);
	void *ctx; /* handed to row */
} MdvRunOptions;

/* From initialization to the end; may be called again, with the parameters as they are. */
MdvStatus mdv_instance_simulate(MdvInstance *p, const MdvRunOptions *o); /* o NULL: all defaults */

/* For MdvHybridOptions.model: the unit as a component of a discrete-event simulation (hybrid.h). */
MdvModelSource mdv_unit_source(const MdvUnit *unit);
/* In such a simulation: the plant's variables, for the typed functions of its header. They are read
   and written under the rules of mdv_hybrid_get and mdv_hybrid_set. It belongs to the plant and
   lives as long; it cannot be simulated by itself. NULL: the plant is not of this unit. */
MdvInstance *mdv_instance_of(const MdvUnit *unit, MdvHybrid *plant);

/* A whole program: reads the options of `modevs run`, simulates, writes the result; gives the exit
   status. */
int mdv_unit_main(const MdvUnit *unit, int argc, char **argv);

/* What emitted C uses */

#define MDV_MAX_RANK 8 /* most dimensions of an array */

typedef struct MdvCode MdvCode;   /* the functions, texts and external objects of an instance */
typedef struct MdvFrame MdvFrame; /* a call of a Modelica function under way */

typedef struct MdvArray {
	double *at;                /* n elements, row-major */
	int32_t n;                 /* product of the sizes */
	int32_t cap;               /* elements that fit; 0: an input, which belongs to the caller */
	int32_t dim[MDV_MAX_RANK]; /* rank sizes */
	uint8_t rank;              /* dimensions */
	uint8_t own;               /* 1 + class of its buffer in the pool; 0: it has none there */
} MdvArray;

#define MDV_MOST_OUT 16 /* messages of an output function that need no queue */

/* A message of the paper's library on its way to an output. */
typedef struct MdvOut {
	double port;        /* from 0 */
	double type, value; /* what it says */
} MdvOut;

/* What functions share with who calls them: limits, and messages of the atomic that acts. These are
   in queues only when more is done with them than taking the next one and sending another. */
struct MdvCode {
	uint32_t turns;         /* of loops, and calls, until the next look at flag and clock */
	int32_t depth;          /* calls under way */
	const void *const *fns; /* by number: what the runtime knows of a function */
	bool pool_used;         /* arrays have memory until the outermost call ends */
	double turns_left;      /* until calls fail; INFINITY: they do not */
	double bag;             /* number of the queue that `in` stands for; 0: for none */
	const MdvValue *in;     /* n_in messages that have arrived */
	uint32_t n_in, next;    /* how many, and the one to be taken next */
	bool open;              /* out takes messages: nothing is in the queues of outputs */
	uint32_t n_out;         /* messages in out */
	double first, behind;   /* numbers of the queues of outputs: from, to below */
	MdvOut out[MDV_MOST_OUT];
	/* The scalars of one of `in`, if it is such a message. */
	bool (*read)(void *user, const MdvValue *v, double x[3]);
	/* Puts all into the queues; false: no memory, or one is of another kind. */
	bool (*spill)(void *user);
	void *user; /* handed to both */
};

/* A call under way: what a message about a failure needs to know. */
struct MdvFrame {
	const void *fn;         /* the function */
	double *r;              /* its scalars */
	MdvArray *a;            /* its arrays */
	const MdvFrame *caller; /* NULL: model code */
	uint32_t at;            /* instruction that it is at */
	char *top;              /* for the runtime */
};

/* A Modelica function as C: works on its scalars r and its arrays a; false: failed. */
typedef bool MdvFunction(MdvCode *code, MdvFrame *f, double r[], const MdvArray a[]);
/* Does instruction `at` of the function, whatever it is. */
bool mdv_code_step(MdvCode *code, MdvFrame *f, uint32_t at);
/* Around a call of function fn by C; its r and a are set. caller NULL: by model code. False: it may
   not be made. */
bool mdv_code_enter(MdvCode *code, MdvFrame *g, int32_t fn, MdvFrame *caller, uint32_t at);
void mdv_code_leave(MdvCode *code, MdvFrame *g);
MdvStatus mdv_code_status(MdvCode *code); /* why the last one failed */
/* Instruction `at`, one on a message: queue, number and scalars in x, which takes the result. */
bool mdv_code_message(MdvCode *code, MdvFrame *f, uint32_t at, double x[]);
bool mdv_code_turn(MdvCode *code, MdvFrame *f, uint32_t at); /* may it go on for so long? */
bool mdv_code_trace(MdvCode *code,
					const MdvFrame *f); /* of what failed: f and its callers; false */
/* The same of function fn, which has no frame: its place is added to what failed, and who calls it
   adds its own. fn -1: nothing is added. */
bool mdv_plain_step(MdvCode *code, int32_t fn, uint32_t at, double r[], MdvArray a[]);
bool mdv_plain_message(MdvCode *code, int32_t fn, uint32_t at, double x[]);
bool mdv_plain_turn(MdvCode *code, int32_t fn, uint32_t at);
/* Instruction `at` is not defined of x, y; what it called has failed: both give false. */
bool mdv_plain_undefined(MdvCode *code, int32_t fn, uint32_t at, double x, double y);
bool mdv_plain_failed(MdvCode *code, int32_t fn, uint32_t at);

static inline bool mdv_call_enter(MdvCode *c, MdvFrame *g, int32_t fn, MdvFrame *caller,
								  uint32_t at)
{
	if (c->turns == 1 || c->depth % 8 == 7)
		return mdv_code_enter(c, g, fn, caller, at);
	if (caller)
		caller->at = at;
	g->fn = c->fns[fn];
	g->caller = caller;
	g->at = 0;
	c->turns--;
	c->depth++;
	return true;
}

/* The same as mdv_code_leave, of a function whose arrays are its caller's. */
static inline void mdv_call_leave(MdvCode *c, MdvFrame *g)
{
	if (c->depth == 1 && c->pool_used)
		mdv_code_leave(c, g);
	else
		c->depth--;
}

/* Messages of the paper's library without queues; false: it must be done with them. */
static inline bool mdv_message_count(const MdvCode *c, double x[])
{
	if (x[0] != c->bag || x[0] == 0)
		return false;
	x[0] = c->n_in - c->next;
	return true;
}

static inline bool mdv_message_take(MdvCode *c, double x[])
{
	const MdvValue *v;

	if (x[0] != c->bag || x[0] == 0 || x[1] != 1 || c->next >= c->n_in)
		return false;
	v = &c->in[c->next];
	if (v->kind == MDV_REAL) {
		x[2] = v->port + 1;
		x[3] = v->label ? v->label : 1;
		x[4] = v->real;
	} else if (!c->read(c->user, v, x + 2)) {
		return false;
	}
	c->next++;
	x[0] = 1;
	return true;
}

static inline bool mdv_message_send(MdvCode *c, double x[])
{
	if (!c->open || c->n_out >= MDV_MOST_OUT || x[0] < c->first || x[0] >= c->behind)
		return false;
	c->out[c->n_out++] = (MdvOut){x[0] - c->first, x[3], x[4]};
	x[0] = 1;
	return true;
}

/* A call of a function by model code. */
MdvStatus mdv_code_call(MdvCode *code, int32_t call, double frame[]);

static inline bool mdv_inside(double subscript, int32_t size) /* in 1 … size */
{
	return subscript >= 1 && subscript <= size;
}

/* The C library's functions by other names, under which no compiler knows them: it would compute
   some values itself, with other roundings. */
#if defined(__GNUC__) && defined(__ELF__)
#define MDV_MATH(name)   __asm__(#name) __attribute__((const))
#define MDV_MATH_1(name) double mdv_##name(double x) MDV_MATH(name);
#define MDV_MATH_2(name) double mdv_##name(double x, double y) MDV_MATH(name);
#else
#define MDV_MATH_1(name)                      \
	static inline double mdv_##name(double x) \
	{                                         \
		return name(x);                       \
	}
#define MDV_MATH_2(name)                                \
	static inline double mdv_##name(double x, double y) \
	{                                                   \
		return name(x, y);                              \
	}
#endif

MDV_MATH_2(pow)

/* x^y, wherever it is computed: products, a quotient and a root for small exponents. */
static inline double mdv_power(double x, double y)
{
	if (y == 2)
		return x * x;
	if (y == 3)
		return x * x * x;
	if (y == 4)
		return x * x * (x * x);
	if (y == -1)
		return 1 / x;
	if (x != x || y != y)
		return x + y; /* C's pow knows x^0 and 1^y of what is no number */
	return y == 0.5 ? sqrt(x) : mdv_pow(x, y);
}

/* An Integer: it has no -0. (x + 0 would do, if all compilers respected it.) */
static inline double mdv_whole(double x)
{
	return x == 0 ? 0 : x;
}

/* A whole number that is exact: its neighbours are numbers, too. */
static inline bool mdv_is_integer(double x)
{
	return fabs(x) < 0x1p53;
}

/* mod of Integers: of the sign of y, and exact. */
static inline double mdv_imod(double x, double y)
{
	double rem = fmod(x, y);

	return rem != 0 && (rem < 0) != (y < 0) ? rem + y : mdv_whole(rem);
}

/* A region of a model's code; > 0: cannot be evaluated here. */
typedef MdvStatus MdvUnitRegion(MdvCode *code, double f[]);

/* Where a value that a region writes comes from. */
typedef struct MdvOrigin {
	int32_t slot;   /* the value; -1: end of the list */
	int32_t source; /* index into the model's sources */
} MdvOrigin;

struct MdvUnit {
	int version;                      /* MDV_UNIT_VERSION */
	MdvRows rows;                     /* the model's tables */
	MdvUnitRegion *const *region;     /* the model's code, by number */
	const MdvOrigin *const *origin;   /* what each region writes, in order */
	MdvFunction *const *function;     /* functions, by number */
	const uint32_t *function_word;    /* what the runtime needs of functions, packed */
	const double *function_number;    /* the numbers in it */
	const char *const *function_text; /* the texts in it */
	const char *const *folder;        /* of the model's files, which it may read; ends with NULL */
};

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
