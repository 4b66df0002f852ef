/* SPDX-License-Identifier: MIT
   calls.c — the functions of an FMU of either version behind one set of names. The library is
   somebody else's: which of its functions is at work is noted, so that a crash can be told by name,
   and what it says before it fails is the reason that users see. */
#include "fmi/fmi.h"
#include "modevs/fmi2_types.h"
#include "modevs/fmi3_types.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define C2    fmi2Component
#define C3    fmi3Instance
#define REFS2 const fmi2ValueReference ref[], size_t n
#define REFS3 const fmi3ValueReference ref[], size_t n

/* X(kind, result, name, arguments); kind: A both, M model exchange, D that with
   directional derivatives, S co-simulation, K that with states that are kept, E that with event
   mode, B model exchange or that. */
#define FMI2_CALLS(X)                                                                             \
	X(A, C2, fmi2Instantiate,                                                                     \
	  (fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,                     \
	   const fmi2CallbackFunctions *callback, fmi2Boolean visible, fmi2Boolean logging))          \
	X(A, void, fmi2FreeInstance, (C2 c))                                                          \
	X(A, fmi2Status, fmi2SetupExperiment,                                                         \
	  (C2 c, fmi2Boolean has_tol, fmi2Real tol, fmi2Real start, fmi2Boolean has_stop,             \
	   fmi2Real stop))                                                                            \
	X(A, fmi2Status, fmi2EnterInitializationMode, (C2 c))                                         \
	X(A, fmi2Status, fmi2ExitInitializationMode, (C2 c))                                          \
	X(A, fmi2Status, fmi2Terminate, (C2 c))                                                       \
	X(A, fmi2Status, fmi2GetReal, (C2 c, REFS2, fmi2Real value[]))                                \
	X(A, fmi2Status, fmi2GetInteger, (C2 c, REFS2, fmi2Integer value[]))                          \
	X(A, fmi2Status, fmi2GetBoolean, (C2 c, REFS2, fmi2Boolean value[]))                          \
	X(A, fmi2Status, fmi2GetString, (C2 c, REFS2, fmi2String value[]))                            \
	X(A, fmi2Status, fmi2SetReal, (C2 c, REFS2, const fmi2Real value[]))                          \
	X(A, fmi2Status, fmi2SetInteger, (C2 c, REFS2, const fmi2Integer value[]))                    \
	X(A, fmi2Status, fmi2SetBoolean, (C2 c, REFS2, const fmi2Boolean value[]))                    \
	X(A, fmi2Status, fmi2SetString, (C2 c, REFS2, const fmi2String value[]))                      \
	X(M, fmi2Status, fmi2EnterEventMode, (C2 c))                                                  \
	X(M, fmi2Status, fmi2NewDiscreteStates, (C2 c, fmi2EventInfo * info))                         \
	X(M, fmi2Status, fmi2EnterContinuousTimeMode, (C2 c))                                         \
	X(M, fmi2Status, fmi2CompletedIntegratorStep,                                                 \
	  (C2 c, fmi2Boolean no_set, fmi2Boolean * event, fmi2Boolean * terminate))                   \
	X(M, fmi2Status, fmi2SetTime, (C2 c, fmi2Real t))                                             \
	X(M, fmi2Status, fmi2SetContinuousStates, (C2 c, const fmi2Real x[], size_t n))               \
	X(M, fmi2Status, fmi2GetDerivatives, (C2 c, fmi2Real x[], size_t n))                          \
	X(M, fmi2Status, fmi2GetEventIndicators, (C2 c, fmi2Real x[], size_t n))                      \
	X(M, fmi2Status, fmi2GetContinuousStates, (C2 c, fmi2Real x[], size_t n))                     \
	X(M, fmi2Status, fmi2GetNominalsOfContinuousStates, (C2 c, fmi2Real x[], size_t n))           \
	X(D, fmi2Status, fmi2GetDirectionalDerivative,                                                \
	  (C2 c, const fmi2ValueReference unknown[], size_t n_unknown,                                \
	   const fmi2ValueReference known[], size_t n_known, const fmi2Real seed[], fmi2Real out[]))  \
	X(K, fmi2Status, fmi2GetFMUstate, (C2 c, fmi2FMUstate * state))                               \
	X(K, fmi2Status, fmi2SetFMUstate, (C2 c, fmi2FMUstate state))                                 \
	X(K, fmi2Status, fmi2FreeFMUstate, (C2 c, fmi2FMUstate * state))                              \
	X(S, fmi2Status, fmi2DoStep, (C2 c, fmi2Real t, fmi2Real h, fmi2Boolean no_set))              \
	X(S, fmi2Status, fmi2GetBooleanStatus, (C2 c, const fmi2StatusKind kind, fmi2Boolean *value)) \
	X(S, fmi2Status, fmi2GetRealStatus, (C2 c, const fmi2StatusKind kind, fmi2Real *value))

#define FMI3_VALUES(X, type)                                                            \
	X(A, fmi3Status, fmi3Get##type, (C3 c, REFS3, fmi3##type value[], size_t n_values)) \
	X(A, fmi3Status, fmi3Set##type, (C3 c, REFS3, const fmi3##type value[], size_t n_values))
#define FMI3_CALLS(X)                                                                              \
	X(M, C3, fmi3InstantiateModelExchange,                                                         \
	  (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,               \
	   fmi3Boolean logging, fmi3InstanceEnvironment env, fmi3LogMessageCallback log))              \
	X(S, C3, fmi3InstantiateCoSimulation,                                                          \
	  (fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,               \
	   fmi3Boolean logging, fmi3Boolean events, fmi3Boolean early, const fmi3ValueReference ref[], \
	   size_t n, fmi3InstanceEnvironment env, fmi3LogMessageCallback log,                          \
	   fmi3IntermediateUpdateCallback update))                                                     \
	X(A, void, fmi3FreeInstance, (C3 c))                                                           \
	X(A, fmi3Status, fmi3EnterInitializationMode,                                                  \
	  (C3 c, fmi3Boolean has_tol, fmi3Float64 tol, fmi3Float64 start, fmi3Boolean has_stop,        \
	   fmi3Float64 stop))                                                                          \
	X(A, fmi3Status, fmi3ExitInitializationMode, (C3 c))                                           \
	X(A, fmi3Status, fmi3Terminate, (C3 c))                                                        \
	FMI3_VALUES(X, Float64)                                                                        \
	FMI3_VALUES(X, Float32)                                                                        \
	FMI3_VALUES(X, Int8)                                                                           \
	FMI3_VALUES(X, UInt8)                                                                          \
	FMI3_VALUES(X, Int16)                                                                          \
	FMI3_VALUES(X, UInt16)                                                                         \
	FMI3_VALUES(X, Int32)                                                                          \
	FMI3_VALUES(X, UInt32)                                                                         \
	FMI3_VALUES(X, Int64)                                                                          \
	FMI3_VALUES(X, UInt64)                                                                         \
	FMI3_VALUES(X, Boolean)                                                                        \
	FMI3_VALUES(X, String)                                                                         \
	X(B, fmi3Status, fmi3EnterEventMode, (C3 c))                                                   \
	X(E, fmi3Status, fmi3EnterStepMode, (C3 c))                                                    \
	X(B, fmi3Status, fmi3UpdateDiscreteStates,                                                     \
	  (C3 c, fmi3Boolean * again, fmi3Boolean * terminate, fmi3Boolean * nominals,                 \
	   fmi3Boolean * values, fmi3Boolean * has_next, fmi3Float64 * next))                          \
	X(M, fmi3Status, fmi3EnterContinuousTimeMode, (C3 c))                                          \
	X(M, fmi3Status, fmi3CompletedIntegratorStep,                                                  \
	  (C3 c, fmi3Boolean no_set, fmi3Boolean * event, fmi3Boolean * terminate))                    \
	X(M, fmi3Status, fmi3SetTime, (C3 c, fmi3Float64 t))                                           \
	X(M, fmi3Status, fmi3SetContinuousStates, (C3 c, const fmi3Float64 x[], size_t n))             \
	X(M, fmi3Status, fmi3GetContinuousStateDerivatives, (C3 c, fmi3Float64 x[], size_t n))         \
	X(M, fmi3Status, fmi3GetEventIndicators, (C3 c, fmi3Float64 x[], size_t n))                    \
	X(M, fmi3Status, fmi3GetContinuousStates, (C3 c, fmi3Float64 x[], size_t n))                   \
	X(M, fmi3Status, fmi3GetNominalsOfContinuousStates, (C3 c, fmi3Float64 x[], size_t n))         \
	X(D, fmi3Status, fmi3GetDirectionalDerivative,                                                 \
	  (C3 c, const fmi3ValueReference unknown[], size_t n_unknown,                                 \
	   const fmi3ValueReference known[], size_t n_known, const fmi3Float64 seed[], size_t n_seed,  \
	   fmi3Float64 out[], size_t n_out))                                                           \
	X(K, fmi3Status, fmi3GetFMUState, (C3 c, fmi3FMUState * state))                                \
	X(K, fmi3Status, fmi3SetFMUState, (C3 c, fmi3FMUState state))                                  \
	X(K, fmi3Status, fmi3FreeFMUState, (C3 c, fmi3FMUState * state))                               \
	X(S, fmi3Status, fmi3DoStep,                                                                   \
	  (C3 c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set, fmi3Boolean * event,                \
	   fmi3Boolean * terminate, fmi3Boolean * early, fmi3Float64 * reached))

#define DECLARE(kind, result, name, args) result(*name) args;
typedef struct Calls2 {
	FMI2_CALLS(DECLARE)
} Calls2;
typedef struct Calls3 {
	FMI3_CALLS(DECLARE)
} Calls3;

struct FmiCalls {
	const FmiDescription *d;        /* of the FMU */
	bool exchange;                  /* model exchange, not co-simulation */
	bool events;                    /* co-simulation of FMI 3 with event mode */
	void *library;                  /* its binary */
	void *instance;                 /* NULL: not yet made */
	Calls2 two;                     /* by version, one of these … */
	Calls3 three;                   /* … is filled in */
	fmi2CallbackFunctions callback; /* must live as long as the instance */
	double *array;                  /* n_array: the largest array of FMI 3 */
	void *raw;                      /* the same, as the FMU has it */
	size_t n_array;                 /* its elements */
	const FmiVar *array_of;         /* the element that may be taken from there; NULL: none */
	char resources[1200];           /* the folder, as a URI or path */
	FmiLog log;                     /* who hears what it says */
	char said[400];                 /* its last words */
	char why[512];                  /* the last failure */
	const char *doing;              /* function at work; "" if none is */
	volatile const char **note;     /* where that is told, too; NULL: nowhere */
};

/* --- what it says --- */

static void hear(FmiCalls *c, const char *text)
{
	size_t n = strlen(text);

	while (n > 0 && text[n - 1] == '\n')
		n--;
	snprintf(c->said, sizeof c->said, "%.*s", (int)(n < sizeof c->said ? n : sizeof c->said - 1),
			 text);
}

static void log_two(fmi2ComponentEnvironment env, fmi2String instance, fmi2Status status,
					fmi2String category, fmi2String format, ...)
{
	FmiCalls *c = env;
	char text[400];
	va_list args;

	(void)instance, (void)category;
	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format ? format : "", args);
	va_end(args);
	hear(c, text);
	if (status == fmi2Warning && c->log.tell)
		c->log.tell(c->log.ctx, c->said);
}

static void log_three(fmi3InstanceEnvironment env, fmi3Status status, fmi3String category,
					  fmi3String text)
{
	FmiCalls *c = env;

	(void)category;
	hear(c, text ? text : "");
	if (status == fmi3Warning && c->log.tell)
		c->log.tell(c->log.ctx, c->said);
}

const char *calls_why(const FmiCalls *c)
{
	return c->why;
}

static void enter(FmiCalls *c, const char *name)
{
	c->doing = name;
	c->array_of = NULL;
	if (c->note)
		*c->note = name;
	c->said[0] = '\0';
}

/* Both versions have the same numbers: 0 and 1 are fine, 2 refuses a point, the rest is an end. */
static MdvStatus leave(FmiCalls *c, int status)
{
	const char *name = c->doing;

	c->doing = "";
	if (c->note)
		*c->note = "";
	if (status == fmi2OK || status == fmi2Warning)
		return MDV_OK;
	snprintf(c->why, sizeof c->why, "%s of the FMU %s%s%s", name,
			 status == fmi2Discard ? "refused" : "failed", c->said[0] ? ": " : "", c->said);
	return status == fmi2Discard ? MDV_RETRY : MDV_FAILED;
}

#define CALL2(c, name, ...) \
	(enter(c, #name), leave(c, (int)(c)->two.name((c)->instance __VA_OPT__(, ) __VA_ARGS__)))
#define CALL3(c, name, ...) \
	(enter(c, #name), leave(c, (int)(c)->three.name((c)->instance __VA_OPT__(, ) __VA_ARGS__)))

/* --- loading --- */

typedef struct Symbol {
	const char *name; /* of the function */
	size_t offset;    /* where it goes */
	char kind;        /* A, M … */
} Symbol;

#define SYMBOL2(kind, result, name, args) {#name, offsetof(Calls2, name), #kind[0]},
#define SYMBOL3(kind, result, name, args) {#name, offsetof(Calls3, name), #kind[0]},
static const Symbol symbols2[] = {FMI2_CALLS(SYMBOL2){0}}, symbols3[] = {FMI3_CALLS(SYMBOL3){0}};

static bool is_needed(const FmiCalls *c, char kind)
{
	switch (kind) {
	case 'M': return c->exchange;
	case 'D': return c->exchange && c->d->slopes;
	case 'S': return !c->exchange;
	case 'K': return !c->exchange && c->d->keeps_state;
	case 'E': return !c->exchange && c->d->has_event_mode;
	case 'B': return c->exchange || c->d->has_event_mode;
	default: return true;
	}
}

static bool find_symbols(FmiCalls *c, char *why, size_t size)
{
	const Symbol *s = c->d->version == 2 ? symbols2 : symbols3;
	char *table = c->d->version == 2 ? (char *)&c->two : (char *)&c->three;

	for (; s->name; s++) {
		void *at;

		if (!is_needed(c, s->kind))
			continue;
		at = dlsym(c->library, s->name);
		if (!at) {
			snprintf(why, size, "the FMU lacks the function %s", s->name);
			return false;
		}
		memcpy(table + s->offset, &at, sizeof at);
	}
	return true;
}

FmiCalls *calls_open(const FmiDescription *d, const char *folder, bool exchange, FmiLog log,
					 char *why, size_t size)
{
	FmiCalls *c = alloc_new(&alloc_heap, sizeof *c);
	const char *identifier = exchange ? d->exchange : d->step;
	char path[1200];

	if (!c) {
		snprintf(why, size, "out of memory");
		return NULL;
	}
	c->d = d;
	c->exchange = exchange;
	c->log = log;
	c->doing = "";
	snprintf(path, sizeof path, "%s/binaries/%s/%s.so", folder,
			 d->version == 2 ? "linux64" : "x86_64-linux", identifier);
	snprintf(c->resources, sizeof c->resources,
			 d->version == 2 ? "file://%s/resources" : "%s/resources/", folder);
	for (size_t i = 0; i < d->var.n; i++)
		c->n_array = d->var.at[i].n_elements > c->n_array ? d->var.at[i].n_elements : c->n_array;
	c->array = alloc_new(&alloc_heap, (c->n_array + 1) * sizeof *c->array);
	c->raw = alloc_new(&alloc_heap, (c->n_array + 1) * sizeof *c->array);
	if (!c->array || !c->raw) {
		snprintf(why, size, "out of memory");
		calls_close(c);
		return NULL;
	}
	c->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!c->library)
		snprintf(why, size, "the FMU has no binary that can be loaded here: %s", dlerror());
	else if (find_symbols(c, why, size))
		return c;
	calls_close(c);
	return NULL;
}

void calls_note(FmiCalls *c, volatile const char **note)
{
	c->note = note;
}

void calls_close(FmiCalls *c)
{
	if (!c)
		return;
	if (c->instance) {
		enter(c, c->d->version == 2 ? "fmi2FreeInstance" : "fmi3FreeInstance");
		if (c->d->version == 2)
			c->two.fmi2FreeInstance(c->instance);
		else
			c->three.fmi3FreeInstance(c->instance);
		(void)leave(c, 0);
	}
	if (c->library)
		dlclose(c->library);
	alloc_free(&alloc_heap, c->array, (c->n_array + 1) * sizeof *c->array);
	alloc_free(&alloc_heap, c->raw, (c->n_array + 1) * sizeof *c->array);
	alloc_free(&alloc_heap, c, sizeof *c);
}

static void *own_calloc(size_t n, size_t size)
{
	return calloc(n, size); /* the FMU's own memory: FMI 2 has it come from here */
}

MdvStatus calls_instantiate(FmiCalls *c)
{
	const FmiDescription *d = c->d;

	c->callback = (fmi2CallbackFunctions){log_two, own_calloc, free, NULL, c};
	enter(c, d->version == 2 ? "fmi2Instantiate"
			 : c->exchange   ? "fmi3InstantiateModelExchange"
							 : "fmi3InstantiateCoSimulation");
	if (d->version == 2)
		c->instance =
			c->two.fmi2Instantiate(d->name, c->exchange ? fmi2ModelExchange : fmi2CoSimulation,
								   d->token, c->resources, &c->callback, 0, 0);
	else if (c->exchange)
		c->instance = c->three.fmi3InstantiateModelExchange(d->name, d->token, c->resources, false,
															false, c, log_three);
	else
		c->instance = c->three.fmi3InstantiateCoSimulation(d->name, d->token, c->resources, false,
														   false, c->events, d->returns_early, NULL,
														   0, c, log_three, NULL);
	return leave(c, c->instance ? 0 : fmi2Error);
}

/* --- values --- */

MdvStatus calls_begin(FmiCalls *c, double start, double stop, double tol)
{
	bool has_stop = isfinite(stop), has_tol = tol > 0;

	stop = has_stop ? stop : 0;
	if (c->d->version == 3)
		return CALL3(c, fmi3EnterInitializationMode, has_tol, tol, start, has_stop, stop);
	TRY(CALL2(c, fmi2SetupExperiment, has_tol, tol, start, has_stop, stop));
	return CALL2(c, fmi2EnterInitializationMode);
}

static MdvStatus end_event(FmiCalls *c)
{
	FmiUpdate ignored; /* what comes next stops the next step */

	TRY(calls_update(c, &ignored));
	return CALL3(c, fmi3EnterStepMode);
}

void calls_use_events(FmiCalls *c)
{
	c->events = !c->exchange && c->d->has_event_mode && c->d->returns_early;
}

MdvStatus calls_open_event(FmiCalls *c)
{
	return c->events ? CALL3(c, fmi3EnterEventMode) : MDV_OK;
}

MdvStatus calls_end_event(FmiCalls *c)
{
	return c->events ? end_event(c) : MDV_OK;
}

MdvStatus calls_initialized(FmiCalls *c)
{
	if (c->events) {
		TRY(CALL3(c, fmi3ExitInitializationMode));
		return end_event(c);
	}
	return c->d->version == 2 ? CALL2(c, fmi2ExitInitializationMode)
							  : CALL3(c, fmi3ExitInitializationMode);
}

MdvStatus calls_terminate(FmiCalls *c)
{
	return c->d->version == 2 ? CALL2(c, fmi2Terminate) : CALL3(c, fmi3Terminate);
}

/* clang-format off */
/* X(Type) of an Integer by its width. */
#define BY_WIDTH(v, X)                      \
	switch ((v)->bits + (v)->is_unsigned) { \
	case 8: X(Int8)                         \
	case 9: X(UInt8)                        \
	case 16: X(Int16)                       \
	case 17: X(UInt16)                      \
	case 32: X(Int32)                       \
	case 33: X(UInt32)                      \
	case 64: X(Int64)                       \
	default: X(UInt64)                      \
	}
/* clang-format on */

static MdvStatus set_integer3(FmiCalls *c, const FmiVar *v, double value)
{
#define SET(Type)                                          \
	{                                                      \
		fmi3##Type x = (fmi3##Type)value;                  \
		return CALL3(c, fmi3Set##Type, &v->ref, 1, &x, 1); \
	}
	BY_WIDTH(v, SET)
#undef SET
}

static MdvStatus get_integer3(FmiCalls *c, const FmiVar *v, double *value)
{
#define GET(Type)                                                      \
	{                                                                  \
		fmi3##Type x = 0;                                              \
		MdvStatus status = CALL3(c, fmi3Get##Type, &v->ref, 1, &x, 1); \
                                                                       \
		*value = (double)x;                                            \
		return status;                                                 \
	}
	BY_WIDTH(v, GET)
#undef GET
}

/* --- arrays: an element goes with its whole array --- */

#define GET_ARRAY(Type)                                                           \
	{                                                                             \
		fmi3##Type *x = c->raw;                                                   \
		MdvStatus status = CALL3(c, fmi3Get##Type, &v->ref, 1, x, v->n_elements); \
                                                                                  \
		for (uint32_t k = 0; k < v->n_elements; k++)                              \
			c->array[k] = (double)x[k];                                           \
		return status;                                                            \
	}

static MdvStatus get_array3(FmiCalls *c, const FmiVar *v)
{
	if (v->type == MDV_REAL && v->bits == 64)
		return CALL3(c, fmi3GetFloat64, &v->ref, 1, c->array, v->n_elements);
	if (v->type == MDV_REAL)
		GET_ARRAY(Float32)
	if (v->type == MDV_BOOLEAN)
		GET_ARRAY(Boolean)
	BY_WIDTH(v, GET_ARRAY)
}

/* One after the other they are asked for once. */
static MdvStatus get_element3(FmiCalls *c, const FmiVar *v, double *value)
{
	if (v->element == 0 || c->array_of != v)
		TRY(get_array3(c, v));
	*value = c->array[v->element];
	c->array_of = v + 1; /* which may be the next element */
	return MDV_OK;
}

#define SET_ARRAY(Type)                                               \
	{                                                                 \
		fmi3##Type *x = c->raw;                                       \
                                                                      \
		for (uint32_t k = 0; k < v->n_elements; k++)                  \
			x[k] = (fmi3##Type)value[k];                              \
		return CALL3(c, fmi3Set##Type, &v->ref, 1, x, v->n_elements); \
	}

MdvStatus calls_set_array(FmiCalls *c, const FmiVar *v, const double value[])
{
	if (v->type == MDV_REAL && v->bits == 64)
		return CALL3(c, fmi3SetFloat64, &v->ref, 1, value, v->n_elements);
	if (v->type == MDV_REAL)
		SET_ARRAY(Float32)
	if (v->type == MDV_BOOLEAN)
		SET_ARRAY(Boolean)
	BY_WIDTH(v, SET_ARRAY)
}

static MdvStatus set_element3(FmiCalls *c, const FmiVar *v, double value)
{
	TRY(get_array3(c, v));
	c->array[v->element] = value;
	return calls_set_array(c, v, c->array);
}

static MdvStatus set3(FmiCalls *c, const FmiVar *v, double value)
{
	fmi3Float32 single = (fmi3Float32)value;
	bool truth = value != 0;

	if (v->n_elements > 0)
		return set_element3(c, v, value);
	switch (v->type) {
	case MDV_REAL:
		return v->bits == 64 ? CALL3(c, fmi3SetFloat64, &v->ref, 1, &value, 1)
							 : CALL3(c, fmi3SetFloat32, &v->ref, 1, &single, 1);
	case MDV_BOOLEAN: return CALL3(c, fmi3SetBoolean, &v->ref, 1, &truth, 1);
	default: return set_integer3(c, v, value);
	}
}

static MdvStatus get3(FmiCalls *c, const FmiVar *v, double *value)
{
	fmi3Float32 single = 0;
	bool truth = false;
	MdvStatus status;

	if (v->n_elements > 0)
		return get_element3(c, v, value);
	if (v->type == MDV_REAL && v->bits == 64)
		return CALL3(c, fmi3GetFloat64, &v->ref, 1, value, 1);
	if (v->type != MDV_REAL && v->type != MDV_BOOLEAN)
		return get_integer3(c, v, value);
	status = v->type == MDV_REAL ? CALL3(c, fmi3GetFloat32, &v->ref, 1, &single, 1)
								 : CALL3(c, fmi3GetBoolean, &v->ref, 1, &truth, 1);
	*value = v->type == MDV_REAL ? (double)single : (double)truth;
	return status;
}

MdvStatus calls_set(FmiCalls *c, const FmiVar *v, double value)
{
	fmi2Integer x = (fmi2Integer)value;

	if (c->d->version == 3)
		return set3(c, v, value);
	if (v->type == MDV_REAL)
		return CALL2(c, fmi2SetReal, &v->ref, 1, &value);
	return v->type == MDV_BOOLEAN ? CALL2(c, fmi2SetBoolean, &v->ref, 1, &x)
								  : CALL2(c, fmi2SetInteger, &v->ref, 1, &x);
}

MdvStatus calls_set_text(FmiCalls *c, const FmiVar *v, const char *const text[])
{
	return c->d->version == 2
			   ? CALL2(c, fmi2SetString, &v->ref, 1, text)
			   : CALL3(c, fmi3SetString, &v->ref, 1, text, v->n_elements > 0 ? v->n_elements : 1);
}

MdvStatus calls_get(FmiCalls *c, const FmiVar *v, double *value)
{
	fmi2Integer x = 0;
	MdvStatus status;

	if (c->d->version == 3)
		return get3(c, v, value);
	if (v->type == MDV_REAL)
		return CALL2(c, fmi2GetReal, &v->ref, 1, value);
	status = v->type == MDV_BOOLEAN ? CALL2(c, fmi2GetBoolean, &v->ref, 1, &x)
									: CALL2(c, fmi2GetInteger, &v->ref, 1, &x);
	*value = v->type == MDV_BOOLEAN ? x != 0 : x;
	return status;
}

MdvStatus calls_get_reals(FmiCalls *c, const FmiRefs *r, double value[])
{
	if (r->n_values == 0)
		return MDV_OK;
	return c->d->version == 2 ? CALL2(c, fmi2GetReal, r->at, r->n_refs, value)
							  : CALL3(c, fmi3GetFloat64, r->at, r->n_refs, value, r->n_values);
}

MdvStatus calls_get_text(FmiCalls *c, const FmiVar *v, const char **text)
{
	fmi3String *all = c->raw;
	MdvStatus status = c->d->version == 2 ? CALL2(c, fmi2GetString, &v->ref, 1, text)
					   : v->n_elements == 0
						   ? CALL3(c, fmi3GetString, &v->ref, 1, text, 1)
						   : CALL3(c, fmi3GetString, &v->ref, 1, all, v->n_elements);

	if (v->n_elements > 0)
		*text = status == MDV_OK ? all[v->element] : NULL;
	if (status != MDV_OK || !*text)
		*text = "";
	return status;
}

/* --- model exchange --- */

MdvStatus calls_enter_event(FmiCalls *c)
{
	return c->d->version == 2 ? CALL2(c, fmi2EnterEventMode) : CALL3(c, fmi3EnterEventMode);
}

enum { MOST_UPDATES = 100000 }; /* at one event */

static MdvStatus update_once(FmiCalls *c, FmiUpdate *u, bool *again)
{
	fmi2EventInfo info = {0};
	fmi3Boolean nominals = false, values = false, has_next = false, terminate = false;
	fmi3Float64 next = 0;

	if (c->d->version == 2) {
		TRY(CALL2(c, fmi2NewDiscreteStates, &info));
		*again = info.newDiscreteStatesNeeded;
		values = info.valuesOfContinuousStatesChanged || info.nominalsOfContinuousStatesChanged;
		terminate = info.terminateSimulation;
		has_next = info.nextEventTimeDefined;
		next = info.nextEventTime;
	} else {
		TRY(CALL3(c, fmi3UpdateDiscreteStates, again, &terminate, &nominals, &values, &has_next,
				  &next));
		values = values || nominals;
	}
	u->states_changed = u->states_changed || values;
	u->terminate = u->terminate || terminate;
	u->next = has_next ? next : INFINITY;
	if (!isnan(u->next))
		return MDV_OK;
	snprintf(c->why, sizeof c->why, "the FMU's next event is at no time");
	return MDV_FAILED;
}

MdvStatus calls_update(FmiCalls *c, FmiUpdate *u)
{
	bool again = true;

	*u = (FmiUpdate){.next = INFINITY};
	for (int k = 0; again && !u->terminate; k++) {
		if (k == MOST_UPDATES) {
			snprintf(c->why, sizeof c->why, "the event of the FMU never ends: %d updates", k);
			return MDV_FAILED;
		}
		TRY(update_once(c, u, &again));
	}
	return MDV_OK;
}

MdvStatus calls_enter_continuous(FmiCalls *c)
{
	return c->d->version == 2 ? CALL2(c, fmi2EnterContinuousTimeMode)
							  : CALL3(c, fmi3EnterContinuousTimeMode);
}

MdvStatus calls_set_time(FmiCalls *c, double t)
{
	return c->d->version == 2 ? CALL2(c, fmi2SetTime, t) : CALL3(c, fmi3SetTime, t);
}

MdvStatus calls_set_states(FmiCalls *c, const double x[], size_t n)
{
	if (n == 0)
		return MDV_OK;
	return c->d->version == 2 ? CALL2(c, fmi2SetContinuousStates, x, n)
							  : CALL3(c, fmi3SetContinuousStates, x, n);
}

MdvStatus calls_get_states(FmiCalls *c, double x[], size_t n)
{
	if (n == 0)
		return MDV_OK;
	return c->d->version == 2 ? CALL2(c, fmi2GetContinuousStates, x, n)
							  : CALL3(c, fmi3GetContinuousStates, x, n);
}

MdvStatus calls_get_nominals(FmiCalls *c, double x[], size_t n)
{
	if (n == 0)
		return MDV_OK;
	return c->d->version == 2 ? CALL2(c, fmi2GetNominalsOfContinuousStates, x, n)
							  : CALL3(c, fmi3GetNominalsOfContinuousStates, x, n);
}

MdvStatus calls_get_derivatives(FmiCalls *c, double dx[], size_t n)
{
	if (n == 0)
		return MDV_OK;
	return c->d->version == 2 ? CALL2(c, fmi2GetDerivatives, dx, n)
							  : CALL3(c, fmi3GetContinuousStateDerivatives, dx, n);
}

MdvStatus calls_get_indicators(FmiCalls *c, double z[], size_t n)
{
	if (n == 0)
		return MDV_OK;
	return c->d->version == 2 ? CALL2(c, fmi2GetEventIndicators, z, n)
							  : CALL3(c, fmi3GetEventIndicators, z, n);
}

MdvStatus calls_slope(FmiCalls *c, const FmiSlope *s, const double seed[], double slope[])
{
	const FmiRefs *u = &s->unknown, *k = &s->known;

	return c->d->version == 2 ? CALL2(c, fmi2GetDirectionalDerivative, u->at, u->n_refs, k->at,
									  k->n_refs, seed, slope)
							  : CALL3(c, fmi3GetDirectionalDerivative, u->at, u->n_refs, k->at,
									  k->n_refs, seed, k->n_values, slope, u->n_values);
}

MdvStatus calls_completed(FmiCalls *c, bool *event, bool *terminate)
{
	fmi2Boolean event2 = 0, terminate2 = 0;

	*event = *terminate = false;
	if (!c->d->needs_completed)
		return MDV_OK;
	if (c->d->version == 3)
		return CALL3(c, fmi3CompletedIntegratorStep, true, event, terminate);
	TRY(CALL2(c, fmi2CompletedIntegratorStep, 1, &event2, &terminate2));
	*event = event2 != 0;
	*terminate = terminate2 != 0;
	return MDV_OK;
}

/* --- co-simulation --- */

static MdvStatus step2(FmiCalls *c, FmiStep *s)
{
	fmi2Boolean ended = 0;
	MdvStatus status = CALL2(c, fmi2DoStep, s->t, s->h, s->no_return);

	if (status != MDV_RETRY)
		return status;
	/* A step may be refused because the model has ended on the way. */
	if (CALL2(c, fmi2GetBooleanStatus, fmi2Terminated, &ended) == MDV_OK && ended) {
		s->terminate = true;
		return CALL2(c, fmi2GetRealStatus, fmi2LastSuccessfulTime, &s->reached);
	}
	plain_snprintf(c->why, sizeof c->why, "fmi2DoStep of the FMU refused the step from %g to %g",
				   s->t, s->t + s->h);
	return MDV_FAILED;
}

MdvStatus calls_step(FmiCalls *c, FmiStep *s)
{
	fmi3Boolean event = false, early = false;

	s->reached = s->t + s->h;
	s->terminate = s->event = false;
	if (c->d->version == 2)
		return step2(c, s);
	TRY(CALL3(c, fmi3DoStep, s->t, s->h, s->no_return, &event, &s->terminate, &early, &s->reached));
	if (!early && !s->terminate)
		s->reached = s->t + s->h;
	s->event = event && c->events && !s->terminate;
	return MDV_OK;
}

MdvStatus calls_save(FmiCalls *c, void **state)
{
	return c->d->version == 2 ? CALL2(c, fmi2GetFMUstate, state) : CALL3(c, fmi3GetFMUState, state);
}

MdvStatus calls_restore(FmiCalls *c, void *state)
{
	return c->d->version == 2 ? CALL2(c, fmi2SetFMUstate, state) : CALL3(c, fmi3SetFMUState, state);
}

void calls_forget(FmiCalls *c, void **state)
{
	if (*state && c->instance)
		(void)(c->d->version == 2 ? CALL2(c, fmi2FreeFMUstate, state)
								  : CALL3(c, fmi3FreeFMUState, state));
	*state = NULL;
}
