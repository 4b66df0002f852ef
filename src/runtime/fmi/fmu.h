/* SPDX-License-Identifier: MIT
   fmu.h — the contents of fmi/: models as C in the hands of an importer (modevs/fmu.h). */
#ifndef MDV_FMU_H
#define MDV_FMU_H

#include "modevs/fmu.h"
#include "runtime/native/native.h"

/* A value given from outside. */
typedef struct FmuValue {
	double t;         /* of co-simulation: when; NAN: before initialization */
	double value;     /* as the variable has it */
	uint32_t var;     /* its number */
	const char *text; /* of a String, in place of a value; NULL: it is none */
} FmuValue;

typedef VEC(FmuValue) FmuValues;

#define FMU_LOOK UINT32_MAX /* in place of a variable: values were asked for at t */

/* fmu_region.c — memory that can be copied and taken back */

enum { FMU_LISTS = 128 };

typedef struct FmuPiece {
	unsigned char *bytes; /* where it stays */
	size_t size;          /* of it */
} FmuPiece;

typedef struct FmuRegionAt {
	size_t n;              /* pieces in use */
	size_t used;           /* bytes of the last one */
	void *list[FMU_LISTS]; /* free blocks by size; NULL: none */
} FmuRegionAt;

typedef struct FmuRegion {
	MdvAlloc alloc;      /* gives memory of it */
	VEC(FmuPiece) piece; /* until the end */
	FmuRegionAt at;      /* how far it is in use */
} FmuRegion;

typedef struct FmuRegionCopy {
	FmuRegionAt at;
	unsigned char *bytes; /* all that was in use; NULL: nothing */
	size_t size;          /* of these */
} FmuRegionCopy;

void fmu_region_init(FmuRegion *r); /* which stays where it is */
void fmu_region_free(FmuRegion *r);
bool fmu_region_save(const FmuRegion *r,
					 FmuRegionCopy *c); /* c: zero, or a copy; false: no memory */
void fmu_region_restore(FmuRegion *r, const FmuRegionCopy *c);
void fmu_region_forget(FmuRegionCopy *c);

/* Model exchange: an instance whose steps the importer takes. */
typedef struct FmuExchange {
	Rt *rt;                /* the instance; NULL: not yet made */
	HybridOptions options; /* for the run */
	HybridResult result;   /* of it */
	HybridRun run;         /* with integrator_outside */
	bool open;             /* the run is */
	double *x, *work;      /* n each: states as the importer has them; derivatives, in between */
	double *left;          /* n: those of the last step's end, where others are chosen */
	double *nominal;       /* n: nominal values that the importer knows of */
	double *z;             /* n_crossings: work */
	bool right;            /* the frame is right at t, x */
	bool begun;            /* an event is to be carried out */
	bool chosen;           /* x are other states than the importer has, until that event */
	uint64_t told;         /* changes of state sets that events have told */
} FmuExchange;

/* Co-simulation: a plant whose host is the importer. */
typedef struct FmuPlant {
	MdvModelSource source, inner;      /* of its model; the same without its files */
	MdvHybrid *h;                      /* NULL: not yet made */
	VEC(MdvSetting) setting;           /* values given before initialization, by name … */
	VEC(MdvTextSetting) texts;         /* … and Strings */
	FmuValues pending;                 /* inputs given at t, which it does not know yet */
	FmuValues history;                 /* those that it knows, in order, and looks that have changed
										  its steps (FMU_LOOK) */
	bool looked;                       /* its variables are those at t */
	bool at_event;                     /* the last step has ended with an event */
	bool (*see)(void *user, double t); /* told of steps inside of a step; NULL: nobody is */
	void *see_user;                    /* handed to it */
} FmuPlant;

struct MdvFmu {
	const MdvUnit *unit;   /* the model */
	MdvFmuHost host;       /* who wants it */
	NativeCode *code;      /* its tables, and of model exchange its code */
	char *resources;       /* n_resources bytes: where its files are; NULL: nowhere */
	size_t n_resources;    /* of them */
	const MdvAlloc *alloc; /* memory: of model exchange, that of the region */
	FmuRegion region;      /* likewise */
	MdvFmuPhase phase;     /* of its life */
	double t;              /* time */
	double start, stop;    /* of the run */
	double tol;            /* of co-simulation; 0: the model's */
	FmuValues given;       /* before initialization, each variable once */
	FmuExchange exchange;  /* one of these … */
	FmuPlant plant;        /* … is in use */
};

/* One that is kept: of co-simulation what was given to it, of model exchange the instance itself.
 */
struct MdvFmuState {
	MdvFmuPhase phase;              /* of the instance */
	double t, start, stop, tol;     /* its times */
	FmuValues given, history, rest; /* of co-simulation: its values; rest: those that wait */
	const MdvFmu *owner;  /* of model exchange: the instance; NULL: of co-simulation … */
	FmuValues own;        /* … its values, in the region … */
	FmuExchange exchange; /* … its run … */
	FmuRegionCopy copy;   /* … and its memory */
};

/* fmu.c */

/* Says why, and gives status back; one that ends everything is remembered. */
MdvStatus fmu_fail(MdvFmu *f, MdvStatus status, const char *text);
void fmu_warn(void *fmu, const char *text);       /* what the model has to say; ends nothing */
bool fmu_is_in(const MdvFmu *f, unsigned phases); /* bits 1 << phase */
#define FMU_IN(f, a, b) fmu_is_in(f, 1u << (a) | 1u << (b))

/* fmu_exchange.c, fmu_plant.c: the same for both kinds */

/* Initialized with the values that are given; what there was before is gone. */
MdvStatus fmu_exchange_open(MdvFmu *f);
void fmu_exchange_close(MdvFmu *f);
/* All variables are right at t. */
MdvStatus fmu_exchange_look(MdvFmu *f);
MdvStatus fmu_exchange_set(MdvFmu *f, uint32_t var, double value); /* an input, while it runs */

MdvStatus fmu_exchange_expect(MdvFmu *f,
							  const char *call); /* it is initialized, and of that kind */
/* Want of memory and errors of this program are statuses, too; told. */
MdvStatus fmu_exchange_guard(MdvFmu *f, MdvStatus (*body)(void *arg), void *arg);

/* FMU states of model exchange. */
MdvStatus fmu_exchange_save(MdvFmu *f, MdvFmuState *s);
MdvStatus fmu_exchange_restore(MdvFmu *f, const MdvFmuState *s);
void fmu_exchange_tape(MdvFmu *f, Tape *t); /* of one that is open */

MdvStatus fmu_plant_open(MdvFmu *f);
void fmu_plant_close(MdvFmu *f);
MdvStatus fmu_plant_look(MdvFmu *f);
MdvStatus fmu_plant_set(MdvFmu *f, uint32_t var, double value);
MdvStatus fmu_plant_restore(MdvFmu *f, const MdvFmuState *s);

/* fmu_state.c */

/* Lists of values own their texts. False: no memory. */
bool fmu_values_put(const MdvAlloc *a, FmuValues *v, FmuValue given); /* each variable once */
bool fmu_values_copy(const MdvAlloc *a, const FmuValues *from, FmuValues *to);
void fmu_values_clear(const MdvAlloc *a, FmuValues *v);
/* By what bytes of a state end: of all that is before. */
uint64_t fmu_state_sum(const unsigned char bytes[], size_t n);

#endif
