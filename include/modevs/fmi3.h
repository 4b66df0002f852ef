/* SPDX-License-Identifier: MIT
   fmi3.h — the functions of FMI 3.0 (model exchange and co-simulation) of one model. Included once,
   by the C that `modevs build --kind fmu3` makes, with MDV_FMU_UNIT, the model, MDV_FMU_SOLVER,
   MDV_FMU_TOKEN, the token of its description, and MDV_FMU_ARRAYS, rows {reference, elements}, of
   its arrays, by reference or empty, defined. All they do is turn types and statuses of
   the standard into those of fmu.h; what an FMU of modevs does not have is refused by name. */
#ifndef MODEVS_FMI3_H
#define MODEVS_FMI3_H

#include "modevs/fmi3_types.h"
#include "modevs/fmu.h"

#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default) /* exported */

typedef struct Fmi3 {
	MdvFmu *f;                             /* the instance */
	fmi3LogMessageCallback log;            /* of the importer */
	fmi3InstanceEnvironment env;           /* handed to it */
	bool logging;                          /* warnings are told, too */
	bool events;                           /* co-simulation: the importer handles events … */
	bool early;                            /* … and steps may end at them */
	fmi3IntermediateUpdateCallback update; /* told of steps inside of a step; NULL: nobody is */
	bool may_stop;                         /* it may end the step */
} Fmi3;

static void fmi3_log(void *user, bool bad, const char *text)
{
	const Fmi3 *c = user;

	if (c->log && (bad || c->logging))
		c->log(c->env, bad ? fmi3Error : fmi3Warning, bad ? "logStatusError" : "logStatusWarning",
			   text);
}

static fmi3Status fmi3_status(MdvStatus s)
{
	if (s == MDV_OK)
		return fmi3OK;
	if (s > 0)
		return fmi3Discard;
	return s == MDV_INTERNAL_ERROR || s == MDV_NO_MEMORY ? fmi3Fatal : fmi3Error;
}

static fmi3Status fmi3_refuse(fmi3Instance c, const char *call, const char *why)
{
	return fmi3_status(mdv_fmu_refuse(((Fmi3 *)c)->f, call, why));
}

const char *fmi3GetVersion(void)
{
	return "3.0";
}

fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n,
							   const fmi3String category[])
{
	bool wanted = n == 0;

	for (size_t k = 0; k < n; k++)
		wanted = wanted || !strcmp(category[k], "logStatusWarning");
	if (wanted)
		((Fmi3 *)c)->logging = on;
	return fmi3OK;
}

void fmi3FreeInstance(fmi3Instance instance)
{
	Fmi3 *c = instance;

	if (c)
		mdv_fmu_free(c->f);
	free(c);
}

static Fmi3 *fmi3_new(fmi3String token, bool exchange, bool logging, fmi3InstanceEnvironment env,
					  fmi3LogMessageCallback log)
{
	Fmi3 *c = calloc(1, sizeof *c);
	MdvFmuHost host = {fmi3_log, c, exchange, MDV_FMU_SOLVER, MDV_FMU_TOKEN};

	if (!c)
		return NULL;
	c->log = log;
	c->env = env;
	c->logging = logging;
	if (!token || strcmp(token, MDV_FMU_TOKEN))
		fmi3_log(c, true, "the instantiation token is not that of this FMU");
	else
		c->f = mdv_fmu_new(MDV_FMU_UNIT, &host);
	if (c->f)
		return c;
	free(c);
	return NULL;
}

/* With its files. */
static Fmi3 *fmi3_place(Fmi3 *c, fmi3String resources)
{
	if (!c || mdv_fmu_resources(c->f, resources) == MDV_OK)
		return c;
	fmi3FreeInstance(c);
	return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
										  fmi3Boolean visible, fmi3Boolean logging,
										  fmi3InstanceEnvironment env, fmi3LogMessageCallback log)
{
	(void)name, (void)visible;
	return fmi3_place(fmi3_new(token, true, logging, env, log), resources);
}

/* After a step of the FMU's own, inside of fmi3DoStep: values may be asked for. */
static bool fmi3_see(void *user, double t)
{
	const Fmi3 *c = user;
	fmi3Boolean stop = false;
	fmi3Float64 at = t;

	c->update(c->env, t, false, true, true, c->may_stop, &stop, &at);
	return stop && c->may_stop;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
										 fmi3Boolean visible, fmi3Boolean logging,
										 fmi3Boolean event_mode, fmi3Boolean early,
										 const fmi3ValueReference intermediate[],
										 size_t n_intermediate, fmi3InstanceEnvironment env,
										 fmi3LogMessageCallback log,
										 fmi3IntermediateUpdateCallback update)
{
	Fmi3 *c = fmi3_place(fmi3_new(token, false, logging, env, log), resources);

	(void)name, (void)visible, (void)intermediate, (void)n_intermediate;
	if (c) {
		c->events = event_mode;
		c->early = event_mode && early;
		c->may_stop = early;
		c->update = update;
		if (update)
			mdv_fmu_watch(c->f, fmi3_see, c);
	}
	return c;
}

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token,
											   fmi3String resources, fmi3Boolean visible,
											   fmi3Boolean logging, fmi3InstanceEnvironment env,
											   fmi3LogMessageCallback log,
											   fmi3ClockUpdateCallback update,
											   fmi3LockPreemptionCallback lock,
											   fmi3UnlockPreemptionCallback unlock)
{
	(void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update;
	(void)lock, (void)unlock;
	if (log)
		log(env, fmi3Error, "logStatusError", "this FMU has no scheduled execution");
	return NULL;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tol, fmi3Float64 tol,
									   fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop)
{
	return fmi3_status(
		mdv_fmu_begin(((Fmi3 *)c)->f, start, has_stop ? stop : INFINITY, has_tol ? tol : 0));
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance c)
{
	return fmi3_status(mdv_fmu_initialized(((Fmi3 *)c)->f));
}

/* Of co-simulation: events have taken place where they were found. */
fmi3Status fmi3EnterEventMode(fmi3Instance c)
{
	if (mdv_fmu_phase(((Fmi3 *)c)->f) == MDV_FMU_STEPPING && ((Fmi3 *)c)->events)
		return fmi3OK;
	return fmi3_status(mdv_fmu_enter_event(((Fmi3 *)c)->f));
}

fmi3Status fmi3Terminate(fmi3Instance c)
{
	return fmi3_status(mdv_fmu_terminate(((Fmi3 *)c)->f));
}

fmi3Status fmi3Reset(fmi3Instance c)
{
	return fmi3_status(mdv_fmu_reset(((Fmi3 *)c)->f));
}

/* --- arrays --- */

/* An array has the reference of its first element; those of the others follow. */
typedef struct Fmi3Array {
	fmi3ValueReference ref; /* of the first element */
	size_t n;               /* how many */
} Fmi3Array;

static const Fmi3Array fmi3_array[] = {MDV_FMU_ARRAYS{UINT32_MAX, 0}};

/* How many values a variable has. */
static size_t fmi3_length(fmi3ValueReference ref)
{
	size_t low = 0, high = sizeof fmi3_array / sizeof *fmi3_array - 1;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (fmi3_array[middle].ref < ref)
			low = middle + 1;
		else
			high = middle;
	}
	return fmi3_array[low].ref == ref && fmi3_array[low].n > 0 ? fmi3_array[low].n : 1;
}

static size_t fmi3_count(const fmi3ValueReference ref[], size_t n)
{
	size_t sum = 0;

	for (size_t k = 0; k < n; k++)
		sum += fmi3_length(ref[k]);
	return sum;
}

/* References of all elements; NULL: no memory. */
static fmi3ValueReference *fmi3_elements(const fmi3ValueReference ref[], size_t n)
{
	fmi3ValueReference *out = malloc((fmi3_count(ref, n) + 1) * sizeof *out);
	size_t at = 0;

	for (size_t k = 0; out && k < n; k++)
		for (size_t e = 0; e < fmi3_length(ref[k]); e++)
			out[at++] = ref[k] + (fmi3ValueReference)e;
	return out;
}

/* --- values --- */

/* Float64 are given and taken as they are inside, as many at once as there are. */
static fmi3Status fmi3_reals(fmi3Instance c, const fmi3ValueReference ref[], size_t n,
							 fmi3Float64 to[], const fmi3Float64 from[])
{
	size_t n_values = fmi3_count(ref, n);
	fmi3ValueReference *all = n_values == n ? NULL : fmi3_elements(ref, n);
	const fmi3ValueReference *each = all ? all : ref;
	MdvStatus status = MDV_NO_MEMORY;

	if (all || n_values == n)
		status = to ? mdv_fmu_get(((Fmi3 *)c)->f, each, n_values, to)
					: mdv_fmu_set(((Fmi3 *)c)->f, each, n_values, from);
	free(all);
	return fmi3_status(status);
}

static const char fmi3_not_as_many[] = "the numbers of values are not those of the variables";

fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference ref[], size_t n,
						  fmi3Float64 value[], size_t n_values)
{
	if (n_values != fmi3_count(ref, n))
		return fmi3_refuse(c, "fmi3GetFloat64", fmi3_not_as_many);
	return n == 0 ? fmi3OK : fmi3_reals(c, ref, n, value, NULL);
}

fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference ref[], size_t n,
						  const fmi3Float64 value[], size_t n_values)
{
	if (n_values != fmi3_count(ref, n))
		return fmi3_refuse(c, "fmi3SetFloat64", fmi3_not_as_many);
	return n == 0 ? fmi3OK : fmi3_reals(c, ref, n, NULL, value);
}

/* Others are doubles inside. */
#define FMI3_VALUES(Type)                                                              \
	fmi3Status fmi3Get##Type(fmi3Instance c, const fmi3ValueReference ref[], size_t n, \
							 fmi3##Type value[], size_t n_values)                      \
	{                                                                                  \
		if (n_values != fmi3_count(ref, n))                                            \
			return fmi3_refuse(c, "fmi3Get" #Type, fmi3_not_as_many);                  \
		for (size_t k = 0; k < n; k++)                                                 \
			for (size_t e = 0, of = fmi3_length(ref[k]); e < of; e++) {                \
				fmi3ValueReference one = ref[k] + (fmi3ValueReference)e;               \
				double x;                                                              \
				MdvStatus status = mdv_fmu_get(((Fmi3 *)c)->f, &one, 1, &x);           \
                                                                                       \
				if (status != MDV_OK)                                                  \
					return fmi3_status(status);                                        \
				*value++ = (fmi3##Type)x;                                              \
			}                                                                          \
		return fmi3OK;                                                                 \
	}                                                                                  \
	fmi3Status fmi3Set##Type(fmi3Instance c, const fmi3ValueReference ref[], size_t n, \
							 const fmi3##Type value[], size_t n_values)                \
	{                                                                                  \
		if (n_values != fmi3_count(ref, n))                                            \
			return fmi3_refuse(c, "fmi3Set" #Type, fmi3_not_as_many);                  \
		for (size_t k = 0; k < n; k++)                                                 \
			for (size_t e = 0, of = fmi3_length(ref[k]); e < of; e++) {                \
				fmi3ValueReference one = ref[k] + (fmi3ValueReference)e;               \
				double x = (double)*value++;                                           \
				MdvStatus status = mdv_fmu_set(((Fmi3 *)c)->f, &one, 1, &x);           \
                                                                                       \
				if (status != MDV_OK)                                                  \
					return fmi3_status(status);                                        \
			}                                                                          \
		return fmi3OK;                                                                 \
	}
FMI3_VALUES(Int32)
FMI3_VALUES(Int64) /* of enumerations */
FMI3_VALUES(Boolean)

/* There are no variables of these types. */
#define FMI3_NO_VALUES(Type)                                                                     \
	fmi3Status fmi3Get##Type(fmi3Instance c, const fmi3ValueReference ref[], size_t n,           \
							 fmi3##Type value[], size_t n_values)                                \
	{                                                                                            \
		(void)ref, (void)value, (void)n_values;                                                  \
		return n == 0 ? fmi3OK : fmi3_refuse(c, "fmi3Get" #Type, "there are no such variables"); \
	}                                                                                            \
	fmi3Status fmi3Set##Type(fmi3Instance c, const fmi3ValueReference ref[], size_t n,           \
							 const fmi3##Type value[], size_t n_values)                          \
	{                                                                                            \
		(void)ref, (void)value, (void)n_values;                                                  \
		return n == 0 ? fmi3OK : fmi3_refuse(c, "fmi3Set" #Type, "there are no such variables"); \
	}
FMI3_NO_VALUES(Float32)
FMI3_NO_VALUES(Int8)
FMI3_NO_VALUES(UInt8)
FMI3_NO_VALUES(Int16)
FMI3_NO_VALUES(UInt16)
FMI3_NO_VALUES(UInt32)
FMI3_NO_VALUES(UInt64)

fmi3Status fmi3GetString(fmi3Instance c, const fmi3ValueReference ref[], size_t n,
						 fmi3String value[], size_t n_values)
{
	MdvStatus status = MDV_OK;

	if (n_values != fmi3_count(ref, n))
		return fmi3_refuse(c, "fmi3GetString", fmi3_not_as_many);
	for (size_t k = 0; k < n; k++)
		for (size_t e = 0, of = fmi3_length(ref[k]); e < of && status == MDV_OK; e++)
			status = mdv_fmu_get_text(((Fmi3 *)c)->f, ref[k] + (fmi3ValueReference)e, value++);
	return fmi3_status(status);
}

fmi3Status fmi3SetString(fmi3Instance c, const fmi3ValueReference ref[], size_t n,
						 const fmi3String value[], size_t n_values)
{
	MdvStatus status = MDV_OK;

	if (n_values != fmi3_count(ref, n))
		return fmi3_refuse(c, "fmi3SetString", fmi3_not_as_many);
	for (size_t k = 0; k < n; k++)
		for (size_t e = 0, of = fmi3_length(ref[k]); e < of && status == MDV_OK; e++)
			status = mdv_fmu_set_text(((Fmi3 *)c)->f, ref[k] + (fmi3ValueReference)e, *value++);
	return fmi3_status(status);
}

/* Directional derivatives and their transpose; seeds and results are those of all elements. */
static fmi3Status fmi3_slope(fmi3Instance c, MdvFmuSlope s, size_t n_seed, fmi3Float64 out[],
							 size_t n_out)
{
	size_t n_unknown = fmi3_count(s.unknown, s.n_unknown), n_known = fmi3_count(s.known, s.n_known);
	fmi3ValueReference *unknown, *known;
	MdvStatus status = MDV_NO_MEMORY;

	if (n_seed != (s.adjoint ? n_unknown : n_known) || n_out != (s.adjoint ? n_known : n_unknown))
		return fmi3_refuse(c, "a directional derivative", fmi3_not_as_many);
	unknown = fmi3_elements(s.unknown, s.n_unknown);
	known = fmi3_elements(s.known, s.n_known);
	if (unknown && known) {
		s.unknown = unknown;
		s.known = known;
		s.n_unknown = n_unknown;
		s.n_known = n_known;
		status = mdv_fmu_slope(((Fmi3 *)c)->f, &s, out);
	}
	free(unknown);
	free(known);
	return fmi3_status(status);
}

#define FMI3_SLOPE(name, is_adjoint)                                                            \
	fmi3Status name(fmi3Instance c, const fmi3ValueReference unknown[], size_t n_unknown,       \
					const fmi3ValueReference known[], size_t n_known, const fmi3Float64 seed[], \
					size_t n_seed, fmi3Float64 out[], size_t n_out)                             \
	{                                                                                           \
		MdvFmuSlope s = {unknown, known, n_unknown, n_known, seed, is_adjoint};                 \
                                                                                                \
		return fmi3_slope(c, s, n_seed, out, n_out);                                            \
	}
FMI3_SLOPE(fmi3GetDirectionalDerivative, false)
FMI3_SLOPE(fmi3GetAdjointDerivative, true)

/* What there is not, by the name of its function. */
#define FMI3_NOTHING(name, why, ...)             \
	fmi3Status name(fmi3Instance c, __VA_ARGS__) \
	{                                            \
		return fmi3_refuse(c, #name, why);       \
	}
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
FMI3_NOTHING(fmi3GetBinary, "there are no such variables", const fmi3ValueReference ref[], size_t n,
			 size_t size[], fmi3Binary value[], size_t n_values)
FMI3_NOTHING(fmi3SetBinary, "there are no such variables", const fmi3ValueReference ref[], size_t n,
			 const size_t size[], const fmi3Binary value[], size_t n_values)
FMI3_NOTHING(fmi3GetClock, "there are no clocks", const fmi3ValueReference ref[], size_t n,
			 fmi3Clock value[])
FMI3_NOTHING(fmi3SetClock, "there are no clocks", const fmi3ValueReference ref[], size_t n,
			 const fmi3Clock value[])
FMI3_NOTHING(fmi3GetNumberOfVariableDependencies, "this FMU does not provide them",
			 fmi3ValueReference ref, size_t *n)
FMI3_NOTHING(fmi3GetVariableDependencies, "this FMU does not provide them", fmi3ValueReference ref,
			 size_t element[], fmi3ValueReference independent[], size_t of_independent[],
			 fmi3DependencyKind kind[], size_t n)
FMI3_NOTHING(fmi3GetIntervalDecimal, "there are no clocks", const fmi3ValueReference ref[],
			 size_t n, fmi3Float64 interval[], fmi3IntervalQualifier qualifier[])
FMI3_NOTHING(fmi3GetIntervalFraction, "there are no clocks", const fmi3ValueReference ref[],
			 size_t n, fmi3UInt64 counter[], fmi3UInt64 resolution[],
			 fmi3IntervalQualifier qualifier[])
FMI3_NOTHING(fmi3GetShiftDecimal, "there are no clocks", const fmi3ValueReference ref[], size_t n,
			 fmi3Float64 shift[])
FMI3_NOTHING(fmi3GetShiftFraction, "there are no clocks", const fmi3ValueReference ref[], size_t n,
			 fmi3UInt64 counter[], fmi3UInt64 resolution[])
FMI3_NOTHING(fmi3SetIntervalDecimal, "there are no clocks", const fmi3ValueReference ref[],
			 size_t n, const fmi3Float64 interval[])
FMI3_NOTHING(fmi3SetIntervalFraction, "there are no clocks", const fmi3ValueReference ref[],
			 size_t n, const fmi3UInt64 counter[], const fmi3UInt64 resolution[])
FMI3_NOTHING(fmi3SetShiftDecimal, "there are no clocks", const fmi3ValueReference ref[], size_t n,
			 const fmi3Float64 shift[])
FMI3_NOTHING(fmi3SetShiftFraction, "there are no clocks", const fmi3ValueReference ref[], size_t n,
			 const fmi3UInt64 counter[], const fmi3UInt64 resolution[])
FMI3_NOTHING(fmi3GetOutputDerivatives, "this FMU does not provide them",
			 const fmi3ValueReference ref[], size_t n, const fmi3Int32 order[], fmi3Float64 value[],
			 size_t n_values)
FMI3_NOTHING(fmi3ActivateModelPartition, "there are no clocks", fmi3ValueReference clock,
			 fmi3Float64 t)
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

fmi3Status fmi3EnterConfigurationMode(fmi3Instance c)
{
	return fmi3_refuse(c, "fmi3EnterConfigurationMode", "there are no structural parameters");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance c)
{
	return fmi3_refuse(c, "fmi3ExitConfigurationMode", "there are no structural parameters");
}

/* --- states that are kept --- */

fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state)
{
	return fmi3_status(mdv_fmu_save(((Fmi3 *)c)->f, (MdvFmuState **)state));
}

fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state)
{
	return fmi3_status(mdv_fmu_restore(((Fmi3 *)c)->f, state));
}

fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state)
{
	if (state)
		mdv_fmu_state_free(((Fmi3 *)c)->f, *state);
	if (state)
		*state = NULL;
	return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size)
{
	return fmi3_status(mdv_fmu_state_size(((Fmi3 *)c)->f, state, size));
}

fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size)
{
	return fmi3_status(mdv_fmu_state_write(((Fmi3 *)c)->f, state, bytes, size));
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t size,
								   fmi3FMUState *state)
{
	return fmi3_status(mdv_fmu_state_read(((Fmi3 *)c)->f, bytes, size, (MdvFmuState **)state));
}

/* --- events and model exchange --- */

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c)
{
	(void)c; /* an event is carried out as a whole */
	return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance c, fmi3Boolean *again, fmi3Boolean *terminate,
									fmi3Boolean *nominals, fmi3Boolean *values,
									fmi3Boolean *has_next, fmi3Float64 *next)
{
	MdvFmu *f = ((Fmi3 *)c)->f;
	MdvFmuUpdate u = {.terminate = mdv_fmu_terminated(f), .next = INFINITY};
	MdvStatus status = MDV_OK;

	if (mdv_fmu_phase(f) != MDV_FMU_STEPPING || !((Fmi3 *)c)->events)
		status = mdv_fmu_update(f, &u);
	*again = false;
	*terminate = u.terminate;
	*nominals = u.nominals_changed;
	*values = u.states_changed;
	*has_next = u.next < INFINITY;
	*next = *has_next ? u.next : 0;
	return fmi3_status(status);
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance c)
{
	return fmi3_status(mdv_fmu_enter_continuous(((Fmi3 *)c)->f));
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance c, fmi3Boolean no_set_before,
									   fmi3Boolean *event, fmi3Boolean *terminate)
{
	bool enter = false;
	MdvStatus status = mdv_fmu_completed(((Fmi3 *)c)->f, &enter);

	(void)no_set_before;
	*event = enter;
	*terminate = mdv_fmu_terminated(((Fmi3 *)c)->f);
	return fmi3_status(status);
}

fmi3Status fmi3SetTime(fmi3Instance c, fmi3Float64 t)
{
	return fmi3_status(mdv_fmu_set_time(((Fmi3 *)c)->f, t));
}

/* Vectors of states and indicators have the lengths that the description gives. */
#define FMI3_VECTOR(name, count, call)                                                      \
	fmi3Status name                                                                         \
	{                                                                                       \
		if (n != mdv_fmu_layout(mdv_fmu_model(((Fmi3 *)c)->f)).count)                       \
			return fmi3_refuse(c, "a vector", "it is not as long as the description says"); \
		return fmi3_status(call(((Fmi3 *)c)->f, x));                                        \
	}
FMI3_VECTOR(fmi3SetContinuousStates(fmi3Instance c, const fmi3Float64 x[], size_t n), n_states,
			mdv_fmu_set_states)
FMI3_VECTOR(fmi3GetContinuousStateDerivatives(fmi3Instance c, fmi3Float64 x[], size_t n), n_states,
			mdv_fmu_get_derivatives)
FMI3_VECTOR(fmi3GetEventIndicators(fmi3Instance c, fmi3Float64 x[], size_t n), n_indicators,
			mdv_fmu_get_indicators)
FMI3_VECTOR(fmi3GetContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n), n_states,
			mdv_fmu_get_states)
FMI3_VECTOR(fmi3GetNominalsOfContinuousStates(fmi3Instance c, fmi3Float64 x[], size_t n), n_states,
			mdv_fmu_get_nominals)

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance c, size_t *n)
{
	*n = mdv_fmu_layout(mdv_fmu_model(((Fmi3 *)c)->f)).n_indicators;
	return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance c, size_t *n)
{
	*n = mdv_fmu_layout(mdv_fmu_model(((Fmi3 *)c)->f)).n_states;
	return fmi3OK;
}

/* --- co-simulation --- */

fmi3Status fmi3EnterStepMode(fmi3Instance c)
{
	if (mdv_fmu_phase(((Fmi3 *)c)->f) == MDV_FMU_STEPPING)
		return fmi3OK;
	return fmi3_refuse(c, "fmi3EnterStepMode", "not in this mode");
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 t, fmi3Float64 h,
					  fmi3Boolean no_set_before, fmi3Boolean *event, fmi3Boolean *terminate,
					  fmi3Boolean *early, fmi3Float64 *reached)
{
	Fmi3 *c = instance;
	MdvStatus status;

	(void)no_set_before;
	*event = *terminate = *early = false;
	*reached = t;
	if (!(h >= 0) || mdv_fmu_terminated(c->f))
		return fmi3_refuse(c, "fmi3DoStep",
						   h >= 0 ? "the model has ended" : "the step is negative");
	status = mdv_fmu_step(c->f, t + h, c->early, reached);
	*terminate = mdv_fmu_terminated(c->f);
	*early = *reached < t + h;
	*event = c->events && mdv_fmu_at_event(c->f) && !*terminate;
	return fmi3_status(status);
}

#pragma GCC visibility pop
#endif
