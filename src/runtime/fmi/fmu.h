/* SPDX-License-Identifier: MIT
   fmu.h — the contents of fmi/: models as C in the hands of an importer (modevs/fmu.h). */
#ifndef MDV_FMU_H
#define MDV_FMU_H

#include "modevs/fmu.h"
#include "runtime/native/native.h"

/* A value given from outside. */
typedef struct FmuValue {
	double t;     /* of co-simulation: when; NAN: before initialization */
	double value; /* as the variable has it */
	uint32_t var; /* its number */
} FmuValue;

typedef VEC(FmuValue) FmuValues;

#define FMU_LOOK UINT32_MAX /* in place of a variable: values were asked for at t */

/* Model exchange: an instance whose steps the importer takes. */
typedef struct FmuExchange {
	Rt *rt;                /* the instance; NULL: not yet made */
	HybridOptions options; /* for the run */
	HybridResult result;   /* of it */
	HybridRun run;         /* with integrator_outside */
	bool open;             /* the run is */
	double *x, *work;      /* n each: states as the importer has them; derivatives, in between */
	double *z;             /* n_crossings: work */
	bool right;            /* the frame is right at t, x */
	bool begun;            /* an event is to be carried out */
} FmuExchange;

/* Co-simulation: a plant whose host is the importer. */
typedef struct FmuPlant {
	MdvModelSource source, inner;      /* of its model; the same without its files */
	MdvHybrid *h;                      /* NULL: not yet made */
	VEC(MdvSetting) setting;           /* values given before initialization, by name */
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
	const MdvAlloc *alloc; /* memory */
	MdvFmuPhase phase;     /* of its life */
	double t;              /* time */
	double start, stop;    /* of the run */
	double tol;            /* of co-simulation; 0: the model's */
	FmuValues given;       /* before initialization, each variable once */
	FmuExchange exchange;  /* one of these … */
	FmuPlant plant;        /* … is in use */
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

MdvStatus fmu_plant_open(MdvFmu *f);
void fmu_plant_close(MdvFmu *f);
MdvStatus fmu_plant_look(MdvFmu *f);
MdvStatus fmu_plant_set(MdvFmu *f, uint32_t var, double value);

#endif
