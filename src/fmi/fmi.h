/* SPDX-License-Identifier: MIT
   fmi.h — the contents of fmi/: FMUs of others, read, loaded, and made a model (modevs/model.h)
   that modevs simulates as it does its own: with its solvers, exact events, results and plants.
   Model exchange is integrated here; co-simulation takes the FMU's own steps. (What makes FMUs is
   in compiler/fmi and runtime/fmi.) */
#ifndef MDV_FMI_H
#define MDV_FMI_H

#include "modevs/model.h"
#include "runtime/plan/plan.h"

/* archive.c — FMUs are ZIP archives */

/* Unpacks all of it below `folder`, which is there; false: `why` (size bytes) says what is wrong,
   and some files may be there. Paths that lead out of the folder, links, encryption and what grows
   beyond all measure are refused. */
bool archive_unpack(const char *path, const char *folder, char *why, size_t size);
void archive_remove(const char *folder); /* with all that is in it */

/* folder.c — where it is unpacked */

enum { FMI_FOLDER = 256 }; /* bytes of its name */

/* A new folder, with the contents of that file; what killed programs have left is removed. False:
   there is none (folder is ""), `why` says why. */
bool folder_unpack(const char *fmu, char folder[FMI_FOLDER], char *why, size_t size);
void folder_clean(void);                     /* what killed programs have left */
void folder_remove(char folder[FMI_FOLDER]); /* with all that is in it; "": nothing */

/* description.c — modelDescription.xml */

typedef enum FmiCausality {
	FMI_PARAMETER,
	FMI_CALCULATED, /* parameter */
	FMI_INPUT,
	FMI_OUTPUT,
	FMI_LOCAL,
	FMI_INDEPENDENT /* time */
} FmiCausality;

typedef enum FmiInitial { FMI_EXACT, FMI_APPROX, FMI_COMPUTED } FmiInitial;

enum { FMI_MOST_DIMS = 8 };

/* A list of texts. */
typedef struct FmiText {
	const char *text;     /* one */
	struct FmiText *next; /* NULL: it is the last */
} FmiText;

typedef struct FmiVar {
	const char *name, *unit, *display_unit, *comment;
	const char *literals;              /* of an enumeration: its values, with commas between */
	const char *start_text;            /* of a String; NULL: none */
	const struct FmiText *start_texts; /* of an array: those of its elements; NULL: all have one */
	const char *start_list; /* of an array: start values of its elements; NULL: all have start */
	uint32_t ref;           /* value reference */
	uint32_t element;       /* of an array of FMI 3: which, from 0 … */
	uint32_t n_elements;    /* … of how many; 0: a scalar */
	uint32_t dim[FMI_MOST_DIMS];    /* sizes of an array, or references of those that have them */
	bool dim_is_ref[FMI_MOST_DIMS]; /* likewise */
	uint8_t n_dims;                 /* 0: a scalar */
	uint8_t type;                   /* MDV_REAL … */
	uint8_t bits;                   /* FMI 3: 32 or 64 of a Real, 8 … 64 of an Integer */
	bool is_unsigned;               /* FMI 3: of an Integer */
	uint8_t causality;              /* FmiCausality */
	uint8_t initial;                /* FmiInitial */
	bool initial_told;              /* initial is written down, no default */
	const char *variability;        /* as written down; NULL: it is not */
	bool discrete;                  /* changes at events only */
	bool constant;                  /* never does, and cannot be set */
	bool is_alias;                  /* FMI 3: another name of the variable before */
	bool has_start;                 /* start is given */
	double start;                   /* value */
	double min, max;                /* NAN: none */
	double nominal;                 /* 0: none */
	bool nominal_told;              /* it is given */
	int64_t
		derivative_of; /* FMI 2: place of the state, from 1; FMI 3: 1 + its reference; 0: none */
} FmiVar;

typedef VEC(FmiVar) FmiVars;

typedef VEC(uint32_t) FmiEntries; /* of the structure: places, or references */
typedef VEC(const char *) FmiTexts;

typedef struct FmiDescription {
	int version;              /* 2 or 3 */
	const char *name, *token; /* of the model; guid or instantiation token */
	const char *exchange;     /* model identifier for model exchange; NULL: there is none */
	const char *step;         /* for co-simulation; NULL */
	bool needs_completed;     /* completedIntegratorStep is to be called */
	bool keeps_state;         /* co-simulation: FMU states can be kept */
	bool varies_step;         /* co-simulation: steps may have any length */
	bool only_once;           /* one instance in a process */
	bool returns_early;       /* FMI 3: mightReturnEarlyFromDoStep */
	bool has_event_mode;      /* FMI 3, co-simulation */
	FmiVars var;              /* in their order, arrays as their elements */
	VEC(int32_t) derivative;  /* indices of variables: derivatives of the states, in order */
	FmiEntries output;        /* of the structure … */
	FmiTexts output_depends;  /* … and what they depend on, places or references; NULL: all */
	FmiEntries initial;       /* unknowns at the start … */
	FmiTexts initial_depends; /* … likewise */
	const char **depends; /* by derivative: what it depends on, places or references; NULL: all */
	bool slopes;          /* model exchange: directional derivatives can be asked for */
	bool tells_restarts;  /* of modevs: events that need no restart say so */
	size_t n_indicators;  /* event indicators */
	size_t n_binary;      /* variables of FMI 3 that are left alone */
	double start, stop, tol, step_size; /* default experiment; NAN: not given */
} FmiDescription;

/* In `keep`; false: `why` says what is wrong. */
bool description_read(const char *path, Arena *keep, FmiDescription *d, char *why, size_t size);

/* The state that a variable is the derivative of; -1: there is none. */
int32_t description_state(const FmiDescription *d, int32_t derivative);

/* arrays.c — arrays of FMI 3: each becomes its elements; false: `why` says what is wrong */
bool arrays_expand(FmiDescription *d, Arena *keep, char *why, size_t size);

/* calls.c — the functions of an FMU, whatever its version */

typedef struct FmiCalls FmiCalls;

typedef struct FmiUpdate {
	bool terminate;      /* the simulation is to end */
	bool states_changed; /* the integrator begins anew */
	double next;         /* next time event; INFINITY: none */
} FmiUpdate;

/* References, and how many values they have: of arrays more than one each. */
typedef struct FmiRefs {
	uint32_t *at;    /* n_refs */
	size_t n_refs;   /* how many */
	size_t n_values; /* of all */
} FmiRefs;

/* Of derivatives and states. */
typedef struct FmiSlope {
	FmiRefs unknown, known;
} FmiSlope;

typedef struct FmiLog {
	void (*tell)(void *ctx, const char *text); /* what the FMU says */
	void *ctx;
} FmiLog;

/* Loads the library of the FMU unpacked in `folder`. NULL: `why` says what is wrong. */
FmiCalls *calls_open(const FmiDescription *d, const char *folder, bool exchange, FmiLog log,
					 char *why, size_t size);
void calls_close(FmiCalls *c);
const char *calls_why(const FmiCalls *c);   /* what went wrong last */
const char *calls_doing(const FmiCalls *c); /* the function that is being called; "" if none is */
/* Where the name of that function is noted, too: memory that others may see. */
void calls_note(FmiCalls *c, volatile const char **note);
/* Each gives MDV_OK, MDV_RETRY (the point is refused), or a failure. */
MdvStatus calls_instantiate(FmiCalls *c);
MdvStatus calls_begin(FmiCalls *c, double start, double stop, double tol); /* initialization */
MdvStatus calls_initialized(FmiCalls *c);
MdvStatus calls_set(FmiCalls *c, const FmiVar *v, double value);
MdvStatus calls_set_array(FmiCalls *c, const FmiVar *v, const double value[]); /* all elements */
MdvStatus calls_set_text(FmiCalls *c, const FmiVar *v,
						 const char *const text[]); /* of all elements */
MdvStatus calls_get(FmiCalls *c, const FmiVar *v, double *value);
/* n values of n_refs references, of which arrays have more than one. */
MdvStatus calls_get_reals(FmiCalls *c, const FmiRefs *refs, double value[]);
MdvStatus calls_get_text(FmiCalls *c, const FmiVar *v, const char **text);
MdvStatus calls_terminate(FmiCalls *c);
/* model exchange */
MdvStatus calls_enter_event(FmiCalls *c);
MdvStatus calls_update(FmiCalls *c, FmiUpdate *u); /* until nothing is to be updated any more */
MdvStatus calls_enter_continuous(FmiCalls *c);
MdvStatus calls_set_time(FmiCalls *c, double t);
MdvStatus calls_set_states(FmiCalls *c, const double x[], size_t n);
MdvStatus calls_get_states(FmiCalls *c, double x[], size_t n);
MdvStatus calls_get_nominals(FmiCalls *c, double x[], size_t n);
MdvStatus calls_get_derivatives(FmiCalls *c, double dx[], size_t n);
MdvStatus calls_get_indicators(FmiCalls *c, double z[], size_t n);
/* Slopes of n derivatives in a direction of the n states. */
MdvStatus calls_slope(FmiCalls *c, const FmiSlope *s, const double seed[], double slope[]);
MdvStatus calls_completed(FmiCalls *c, bool *event, bool *terminate);
/* co-simulation */
typedef struct FmiStep {
	double t, h;    /* from there, so far */
	bool no_return; /* nobody will want to be back before t */
	double reached; /* found: how far it came */
	bool terminate; /* the simulation is to end there */
	bool event;     /* there is an event, to be dealt with in event mode */
} FmiStep;
MdvStatus calls_step(FmiCalls *c, FmiStep *s);
/* Before it is instantiated: events inside of steps are told, if it is one of FMI 3 that can. Then
   discrete inputs change, and events take place, between the two calls below (of others: nothing).
 */
void calls_use_events(FmiCalls *c);
MdvStatus calls_open_event(FmiCalls *c);
MdvStatus calls_end_event(FmiCalls *c);
/* Where keeps_state holds: the state that it is in is kept in *state (NULL at first), or is again
   what was kept. */
MdvStatus calls_save(FmiCalls *c, void **state);
MdvStatus calls_restore(FmiCalls *c, void *state);
void calls_forget(FmiCalls *c, void **state);

/* import.c — an FMU as a model */

typedef struct FmiImport {
	FmiDescription d;    /* what it says of itself */
	FmiCalls *calls;     /* its functions */
	Arena *keep;         /* memory of all */
	MdvModel model;      /* what modevs simulates */
	bool exchange;       /* by model exchange */
	double stop, tol;    /* told to the FMU; INFINITY, 0: nothing */
	double step;         /* of co-simulation in a plant: between communication points, which are
							events; 0: they are none */
	double first;        /* of these: when it began */
	bool at_event;       /* co-simulation with event mode: the last step has ended with an event */
	int32_t *slot;       /* by variable: its slot */
	int32_t *start;      /* by variable: the slot of its start value; -1: none */
	int32_t z, relation; /* slots of the first indicator, and of whether it is positive */
	int32_t next, ends;  /* slots: the next event that is known; the model wants to end */
	FmiSlope slope;      /* for directional derivatives */
	FmiRefs ref;         /* Reals that change between events … */
	int32_t *moving;     /* … and their slots, n_moving */
	size_t n_moving;     /* values of ref */
	size_t *other;       /* n_others: variables whose values are asked for one by one */
	size_t n_others;     /* likewise … */
	size_t n_changing;   /* … the first of which may change */
	size_t *input;       /* n_inputs: variables that are given to it, inputs and parameters */
	size_t n_inputs;     /* likewise */
	double *buffer;      /* for them, states and indicators */
	double *array;       /* for one of FMI 3 */
	double *given;       /* by variable: the value that the FMU was given; NAN: none yet */
	const char **text;   /* by variable: of Strings */
	const char **texts;  /* for those of an array */
	VEC(const char *)
	set_text;         /* texts for Strings that are set: numbers behind those of variables */
	bool made;        /* there is an instance, which was initialized */
	bool in_event;    /* model exchange: in event mode */
	bool wants_event; /* after a completed step */
	char why[640];    /* the last failure */
} FmiImport;

/* The FMU unpacked in `folder`; false: im->why says what is wrong. import_close is due. */
bool import_open(FmiImport *im, const char *folder, bool exchange, FmiLog log, Arena *keep);
void import_close(FmiImport *im);
bool import_depends(const FmiImport *im, size_t derivative,
					size_t state); /* as the structure has it */
/* For integrators of co-simulation: inputs that have changed in the frame go to the FMU; all values
   that may have changed come from it. */
MdvStatus import_give(FmiImport *im, const double frame[], bool discrete);
MdvStatus import_read(FmiImport *im, double frame[]);

/* component.c — an FMU as a component of a Modelica model: functions that its class calls */

struct ExtFunction;
const struct ExtFunction *component_find(const char *symbol); /* as ext_look_up; NULL: none */
/* A step of the integrator that ended at t counts: FMUs of the session that want to know are told.
   event: one of them has something to do there. */
MdvStatus component_accept(struct ExtSession *session, double t, bool *event);
const char *component_why(const struct ExtSession *session); /* why it failed */

/* stepping.c — co-simulation: an integrator whose steps the FMU takes */

extern const IntegratorOps integrator_stepping;

/* verify.c — modevs check of an FMU */

typedef struct FmiVerify {
	FmiLog log;                 /* who hears of each finding */
	int n;                      /* findings so far */
	Arena *keep;                /* memory */
	volatile const char **note; /* where the function being called is noted; NULL: nowhere */
} FmiVerify;

void verify_find(FmiVerify *v, const char *format, ...) PRINTF_LIKE(2, 3);
bool verify_is_full(const FmiVerify *v); /* it would say no more */
void verify_description(FmiVerify *v, const FmiDescription *d);
/* By each kind that it has; it is unpacked in `folder`. */
void verify_binary(FmiVerify *v, const FmiDescription *d, const char *folder);

/* verify_start.c — what is unknown at the start */

void verify_start_list(FmiVerify *v, const FmiDescription *d);
void verify_start(FmiVerify *v, const char *folder, bool exchange);

#endif
