/* SPDX-License-Identifier: MIT
   fmu.h — a model as C (unit.h) as a functional mock-up unit: what FMI 2 and FMI 3 have in common,
   under one set of names. `modevs build --kind fmu2|fmu3` adds fmi2.h or fmi3.h to the model's C,
   which are the standard's functions in terms of these.

   Model exchange: the importer takes the steps, and asks for derivatives and event indicators.
   Co-simulation: the model has a solver of its own, and events are where they are inside of a
   communication step. Values are doubles, as everywhere: a Boolean is 0 or 1, an enumeration 1, 2 …

   Variables go by value references, the numbers of modelDescription.xml (mdv_fmu_layout). Every
   function gives MDV_OK or tells the host's log why not; after a negative status of a function that
   computes, mdv_fmu_reset or mdv_fmu_free are what is left. */
#ifndef MODEVS_FMU_H
#define MODEVS_FMU_H

#include "modevs/unit.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

/* What a value reference stands for: variables come first, by their numbers; behind them states
   that are chosen at run time, derivatives that are no variables, event indicators, and time. */
typedef struct MdvFmuLayout {
	uint32_t n_vars;       /* references of variables: 0 … n_vars - 1 */
	uint32_t n_states;     /* the integrator's */
	uint32_t state;        /* state i has no variable: state + i */
	uint32_t derivative;   /* its derivative has none: derivative + i */
	uint32_t indicator;    /* event indicator k: indicator + k */
	uint32_t n_indicators; /* how many */
	uint32_t time;         /* the last one */
} MdvFmuLayout;

static inline MdvFmuLayout mdv_fmu_layout(const MdvModel *m)
{
	MdvFmuLayout l = {.n_vars = (uint32_t)m->n_vars, .n_indicators = (uint32_t)m->n_crossings};

	l.n_states = (uint32_t)mdv_model_states(m);
	l.state = l.n_vars;
	l.derivative = l.state + l.n_states;
	l.indicator = l.derivative + l.n_states;
	l.time = l.indicator + l.n_indicators;
	return l;
}

/* Where an instance is in its life, as both standards have it. */
typedef enum MdvFmuPhase {
	MDV_FMU_MADE,         /* values may be given */
	MDV_FMU_INITIALIZING, /* and may be asked for */
	MDV_FMU_EVENT,        /* model exchange: at an event */
	MDV_FMU_CONTINUOUS,   /* model exchange: between events */
	MDV_FMU_STEPPING,     /* co-simulation */
	MDV_FMU_ENDED,        /* it was terminated: values may still be asked for */
	MDV_FMU_FAILED        /* nothing but reset and free */
} MdvFmuPhase;

typedef struct MdvFmuHost {
	/* What there is to say; bad: why the call fails. May be NULL. */
	void (*log)(void *user, bool bad, const char *text);
	void *user;       /* handed to log */
	bool exchange;    /* model exchange, not co-simulation */
	MdvSolver solver; /* of co-simulation */
	/* What tells this model from others, in states that are written down; stays. May be NULL. */
	const char *token;
} MdvFmuHost;

typedef struct MdvFmu MdvFmu;

MdvFmu *mdv_fmu_new(const MdvUnit *unit, const MdvFmuHost *host); /* NULL: no memory */
/* Where the files are that the FMU has with it: a folder, or its URI (file://); before the
   beginning. NULL: it has none. */
MdvStatus mdv_fmu_resources(MdvFmu *f, const char *place);
void mdv_fmu_free(MdvFmu *f);       /* NULL is allowed */
MdvStatus mdv_fmu_reset(MdvFmu *f); /* as it was made */
const MdvModel *mdv_fmu_model(const MdvFmu *f);
MdvFmuPhase mdv_fmu_phase(const MdvFmu *f);
double mdv_fmu_time(const MdvFmu *f);
/* Says why a call is refused, for what stands in front of these functions; gives the status. */
MdvStatus mdv_fmu_refuse(MdvFmu *f, const char *call, const char *why);

/* Values: of a phase that has none yet, start values. */
MdvStatus mdv_fmu_get(MdvFmu *f, const uint32_t ref[], size_t n, double value[]);
MdvStatus mdv_fmu_set(MdvFmu *f, const uint32_t ref[], size_t n, const double value[]);
/* Texts live until the next call. */
MdvStatus mdv_fmu_get_text(MdvFmu *f, uint32_t ref, const char **text);
/* Parameters, before initialization. */
MdvStatus mdv_fmu_set_text(MdvFmu *f, uint32_t ref, const char *text);

/* From the beginning to the end. tolerance 0, stop INFINITY: not known. */
MdvStatus mdv_fmu_begin(MdvFmu *f, double start, double stop, double tolerance);
MdvStatus mdv_fmu_initialized(MdvFmu *f);
MdvStatus mdv_fmu_terminate(MdvFmu *f);
bool mdv_fmu_terminated(const MdvFmu *f); /* the model wants to end: terminate() */

/* Model exchange. Vectors have n_states and n_indicators numbers. */
MdvStatus mdv_fmu_enter_event(MdvFmu *f);
typedef struct MdvFmuUpdate {
	bool states_changed;   /* the integrator begins anew, with the states as they are now */
	bool nominals_changed; /* others are states */
	bool terminate;        /* see mdv_fmu_terminated */
	double next;           /* time of the next event that is known; INFINITY: none */
} MdvFmuUpdate;
MdvStatus mdv_fmu_update(MdvFmu *f, MdvFmuUpdate *out); /* the event; all of it */
MdvStatus mdv_fmu_enter_continuous(MdvFmu *f);
MdvStatus mdv_fmu_set_time(MdvFmu *f, double t);
MdvStatus mdv_fmu_set_states(MdvFmu *f, const double x[]);
MdvStatus mdv_fmu_get_states(MdvFmu *f, double x[]);
MdvStatus mdv_fmu_get_nominals(MdvFmu *f, double x[]);
MdvStatus mdv_fmu_get_derivatives(MdvFmu *f, double dx[]);
MdvStatus mdv_fmu_get_indicators(MdvFmu *f, double z[]);
/* How the unknowns (derivatives, outputs) change if the knowns (states, inputs) do, seed of each:
   exactly where the model has tangents of it, otherwise by differences. Of `adjoint` seeds are
   those of the unknowns, and the result that of the knowns. Of co-simulation at communication
   points. */
typedef struct MdvFmuSlope {
	const uint32_t *unknown; /* n_unknown references */
	const uint32_t *known;   /* n_known of them */
	size_t n_unknown, n_known;
	const double *seed; /* n_known, or, of adjoint, n_unknown */
	bool adjoint;       /* the other way round */
} MdvFmuSlope;
MdvStatus mdv_fmu_slope(MdvFmu *f, const MdvFmuSlope *s, double out[]);
/* A step of the importer counts. event: event mode must be entered. */
MdvStatus mdv_fmu_completed(MdvFmu *f, bool *event);

/* Co-simulation: up to t, or, if early, up to the first event, whose time *reached is. */
MdvStatus mdv_fmu_step(MdvFmu *f, double t, bool early, double *reached);
bool mdv_fmu_at_event(const MdvFmu *f); /* the last step has ended with an event, early or not */
/* Is told after each of the model's own steps inside of a step, at time t, where values may be
   asked for; true: the step ends there. NULL: nobody. */
void mdv_fmu_watch(MdvFmu *f, bool (*see)(void *user, double t), void *user);

/* What an instance is can be kept and taken up again, to the bit. Of co-simulation an FMU state is
   the list of what was given to it, from which everything follows again, also in another instance
   of the same model. Of model exchange it is a copy of the instance's memory, for that instance
   only. Both can be written down as bytes, which any instance of the same model and kind reads, in
   another process, too; wrong ones are refused, and the instance is as it was. */
typedef struct MdvFmuState MdvFmuState;
MdvStatus mdv_fmu_save(MdvFmu *f, MdvFmuState **state); /* *state: NULL, or one to be reused */
MdvStatus mdv_fmu_restore(MdvFmu *f, const MdvFmuState *state);
void mdv_fmu_state_free(MdvFmu *f, MdvFmuState *state);
MdvStatus mdv_fmu_state_size(MdvFmu *f, const MdvFmuState *state,
							 size_t *n); /* written, in bytes */
MdvStatus mdv_fmu_state_write(MdvFmu *f, const MdvFmuState *state, unsigned char bytes[], size_t n);
MdvStatus mdv_fmu_state_read(MdvFmu *f, const unsigned char bytes[], size_t n, MdvFmuState **state);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
