/* SPDX-License-Identifier: MIT
   fmi2.h — the functions of FMI 2.0 (model exchange and co-simulation) of one model. Included once,
   by the C that `modevs build --kind fmu2` makes, with MDV_FMU_UNIT, the model, MDV_FMU_SOLVER, and
   MDV_FMU_TOKEN, the guid of its description, defined. All they do is turn types and statuses of
   the standard into those of fmu.h. */
#ifndef MODEVS_FMI2_H
#define MODEVS_FMI2_H

#include "modevs/fmi2_types.h"
#include "modevs/fmu.h"

#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default) /* exported */

typedef struct Fmi2 {
	MdvFmu *f;                      /* the instance */
	fmi2CallbackFunctions callback; /* of the importer */
	char *name;                     /* of the instance */
	bool logging;                   /* warnings are told, too */
	double start, stop, tol;        /* of the experiment */
	bool ended;                     /* terminate() was called in the last step */
} Fmi2;

static void fmi2_log(void *user, bool bad, const char *text)
{
	const Fmi2 *c = user;

	if (c->callback.logger && (bad || c->logging))
		c->callback.logger(c->callback.componentEnvironment, c->name, bad ? fmi2Error : fmi2Warning,
						   bad ? "logStatusError" : "logStatusWarning", "%s", text);
}

static fmi2Status fmi2_status(MdvStatus s)
{
	if (s == MDV_OK)
		return fmi2OK;
	if (s > 0)
		return fmi2Discard;
	return s == MDV_INTERNAL_ERROR || s == MDV_NO_MEMORY ? fmi2Fatal : fmi2Error;
}

static fmi2Status fmi2_refuse(fmi2Component c, const char *call, const char *why)
{
	return fmi2_status(mdv_fmu_refuse(((Fmi2 *)c)->f, call, why));
}

const char *fmi2GetTypesPlatform(void)
{
	return "default";
}

const char *fmi2GetVersion(void)
{
	return "2.0";
}

fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n,
							   const fmi2String category[])
{
	bool wanted = n == 0;

	for (size_t k = 0; k < n; k++)
		wanted =
			wanted || !strcmp(category[k], "logStatusWarning") || !strcmp(category[k], "logAll");
	if (wanted)
		((Fmi2 *)c)->logging = on != 0;
	return fmi2OK;
}

void fmi2FreeInstance(fmi2Component component)
{
	Fmi2 *c = component;

	if (!c)
		return;
	mdv_fmu_free(c->f);
	free(c->name);
	free(c);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
							  const fmi2CallbackFunctions *callback, fmi2Boolean visible,
							  fmi2Boolean logging)
{
	Fmi2 *c = calloc(1, sizeof *c);
	MdvFmuHost host = {fmi2_log, c, type == fmi2ModelExchange, MDV_FMU_SOLVER, MDV_FMU_TOKEN};

	(void)visible;
	if (!c)
		return NULL;
	c->logging = logging != 0;
	c->stop = INFINITY;
	if (callback)
		c->callback = *callback;
	c->name = malloc(strlen(name ? name : "") + 1);
	if (c->name)
		strcpy(c->name, name ? name : "");
	if (c->name && (!guid || strcmp(guid, MDV_FMU_TOKEN)))
		fmi2_log(c, true, "the guid is not that of this FMU");
	else if (c->name)
		c->f = mdv_fmu_new(MDV_FMU_UNIT, &host);
	if (c->f && mdv_fmu_resources(c->f, resources) == MDV_OK)
		return c;
	fmi2FreeInstance(c);
	return NULL;
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tol, fmi2Real tol,
							   fmi2Real start, fmi2Boolean has_stop, fmi2Real stop)
{
	Fmi2 *c = component;

	c->tol = has_tol ? tol : 0;
	c->start = start;
	c->stop = has_stop ? stop : INFINITY;
	return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component)
{
	Fmi2 *c = component;

	return fmi2_status(mdv_fmu_begin(c->f, c->start, c->stop, c->tol));
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c)
{
	return fmi2_status(mdv_fmu_initialized(((Fmi2 *)c)->f));
}

fmi2Status fmi2Terminate(fmi2Component c)
{
	return fmi2_status(mdv_fmu_terminate(((Fmi2 *)c)->f));
}

fmi2Status fmi2Reset(fmi2Component component)
{
	Fmi2 *c = component;

	c->start = c->tol = 0;
	c->stop = INFINITY;
	c->ended = false;
	return fmi2_status(mdv_fmu_reset(c->f));
}

/* Values of each type are doubles inside. */
fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference ref[], size_t n, fmi2Real value[])
{
	return fmi2_status(mdv_fmu_get(((Fmi2 *)c)->f, ref, n, value));
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference ref[], size_t n,
					   const fmi2Real value[])
{
	return fmi2_status(mdv_fmu_set(((Fmi2 *)c)->f, ref, n, value));
}

#define FMI2_VALUES(Type, c_type, from, to)                                             \
	fmi2Status fmi2Get##Type(fmi2Component c, const fmi2ValueReference ref[], size_t n, \
							 c_type value[])                                            \
	{                                                                                   \
		for (size_t k = 0; k < n; k++) {                                                \
			double x;                                                                   \
			MdvStatus status = mdv_fmu_get(((Fmi2 *)c)->f, &ref[k], 1, &x);             \
                                                                                        \
			if (status != MDV_OK)                                                       \
				return fmi2_status(status);                                             \
			value[k] = from;                                                            \
		}                                                                               \
		return fmi2OK;                                                                  \
	}                                                                                   \
	fmi2Status fmi2Set##Type(fmi2Component c, const fmi2ValueReference ref[], size_t n, \
							 const c_type value[])                                      \
	{                                                                                   \
		for (size_t k = 0; k < n; k++) {                                                \
			double x = to;                                                              \
			MdvStatus status = mdv_fmu_set(((Fmi2 *)c)->f, &ref[k], 1, &x);             \
                                                                                        \
			if (status != MDV_OK)                                                       \
				return fmi2_status(status);                                             \
		}                                                                               \
		return fmi2OK;                                                                  \
	}
FMI2_VALUES(Integer, fmi2Integer, (fmi2Integer)x, value[k])
FMI2_VALUES(Boolean, fmi2Boolean, x != 0, value[k] != 0)

fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference ref[], size_t n,
						 fmi2String value[])
{
	MdvStatus status = MDV_OK;

	for (size_t k = 0; k < n && status == MDV_OK; k++)
		status = mdv_fmu_get_text(((Fmi2 *)c)->f, ref[k], &value[k]);
	return fmi2_status(status);
}

fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference ref[], size_t n,
						 const fmi2String value[])
{
	MdvStatus status = MDV_OK;

	for (size_t k = 0; k < n && status == MDV_OK; k++)
		status = mdv_fmu_set_text(((Fmi2 *)c)->f, ref[k], value[k]);
	return fmi2_status(status);
}

/* --- states that are kept --- */

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state)
{
	return fmi2_status(mdv_fmu_save(((Fmi2 *)c)->f, (MdvFmuState **)state));
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state)
{
	return fmi2_status(mdv_fmu_restore(((Fmi2 *)c)->f, state));
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state)
{
	if (state)
		mdv_fmu_state_free(((Fmi2 *)c)->f, *state);
	if (state)
		*state = NULL;
	return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size)
{
	return fmi2_status(mdv_fmu_state_size(((Fmi2 *)c)->f, state, size));
}

fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size)
{
	return fmi2_status(mdv_fmu_state_write(((Fmi2 *)c)->f, state, (unsigned char *)bytes, size));
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size,
								   fmi2FMUstate *state)
{
	return fmi2_status(mdv_fmu_state_read(((Fmi2 *)c)->f, (const unsigned char *)bytes, size,
										  (MdvFmuState **)state));
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
										size_t n_unknown, const fmi2ValueReference known[],
										size_t n_known, const fmi2Real seed[], fmi2Real out[])
{
	MdvFmuSlope s = {unknown, known, n_unknown, n_known, seed, false};

	return fmi2_status(mdv_fmu_slope(((Fmi2 *)c)->f, &s, out));
}

/* --- model exchange --- */

fmi2Status fmi2EnterEventMode(fmi2Component c)
{
	return fmi2_status(mdv_fmu_enter_event(((Fmi2 *)c)->f));
}

fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo *info)
{
	MdvFmuUpdate u;
	MdvStatus status = mdv_fmu_update(((Fmi2 *)c)->f, &u);

	if (status != MDV_OK)
		return fmi2_status(status);
	info->newDiscreteStatesNeeded = 0;
	info->terminateSimulation = u.terminate;
	info->nominalsOfContinuousStatesChanged = u.nominals_changed;
	info->valuesOfContinuousStatesChanged = u.states_changed;
	info->nextEventTimeDefined = u.next < INFINITY;
	info->nextEventTime = u.next < INFINITY ? u.next : 0;
	return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c)
{
	return fmi2_status(mdv_fmu_enter_continuous(((Fmi2 *)c)->f));
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_set_before,
									   fmi2Boolean *event, fmi2Boolean *terminate)
{
	bool enter = false;
	MdvStatus status = mdv_fmu_completed(((Fmi2 *)c)->f, &enter);

	(void)no_set_before;
	*event = enter;
	*terminate = mdv_fmu_terminated(((Fmi2 *)c)->f);
	return fmi2_status(status);
}

fmi2Status fmi2SetTime(fmi2Component c, fmi2Real t)
{
	return fmi2_status(mdv_fmu_set_time(((Fmi2 *)c)->f, t));
}

/* Vectors of states and indicators have the lengths that the description gives. */
#define FMI2_VECTOR(name, count, call)                                                      \
	fmi2Status name                                                                         \
	{                                                                                       \
		MdvFmuLayout l = mdv_fmu_layout(mdv_fmu_model(((Fmi2 *)c)->f));                     \
                                                                                            \
		if (n != l.count)                                                                   \
			return fmi2_refuse(c, "a vector", "it is not as long as the description says"); \
		return fmi2_status(call(((Fmi2 *)c)->f, x));                                        \
	}
FMI2_VECTOR(fmi2SetContinuousStates(fmi2Component c, const fmi2Real x[], size_t n), n_states,
			mdv_fmu_set_states)
FMI2_VECTOR(fmi2GetDerivatives(fmi2Component c, fmi2Real x[], size_t n), n_states,
			mdv_fmu_get_derivatives)
FMI2_VECTOR(fmi2GetEventIndicators(fmi2Component c, fmi2Real x[], size_t n), n_indicators,
			mdv_fmu_get_indicators)
FMI2_VECTOR(fmi2GetContinuousStates(fmi2Component c, fmi2Real x[], size_t n), n_states,
			mdv_fmu_get_states)
FMI2_VECTOR(fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real x[], size_t n), n_states,
			mdv_fmu_get_nominals)

/* --- co-simulation --- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference ref[], size_t n,
									   const fmi2Integer order[], const fmi2Real value[])
{
	(void)ref, (void)n, (void)order, (void)value;
	return fmi2_refuse(c, "fmi2SetRealInputDerivatives", "inputs are constant in a step");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference ref[], size_t n,
										const fmi2Integer order[], fmi2Real value[])
{
	(void)ref, (void)n, (void)order, (void)value;
	return fmi2_refuse(c, "fmi2GetRealOutputDerivatives", "this FMU does not provide them");
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean no_set_before)
{
	Fmi2 *c = component;
	double reached;
	MdvStatus status;

	(void)no_set_before;
	if (!(h >= 0) || c->ended)
		return fmi2_refuse(c, "fmi2DoStep",
						   c->ended ? "the model has ended" : "the step is negative");
	status = mdv_fmu_step(c->f, t + h, false, &reached);
	c->ended = mdv_fmu_terminated(c->f);
	return status == MDV_OK && c->ended ? fmi2Discard : fmi2_status(status);
}

fmi2Status fmi2CancelStep(fmi2Component c)
{
	return fmi2_refuse(c, "fmi2CancelStep", "steps end before they return");
}

fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value)
{
	(void)c;
	*value = fmi2OK;
	return kind == fmi2DoStepStatus ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value)
{
	*value = mdv_fmu_time(((Fmi2 *)c)->f);
	return kind == fmi2LastSuccessfulTime ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value)
{
	(void)c, (void)kind;
	*value = 0;
	return fmi2Discard;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value)
{
	*value = ((Fmi2 *)c)->ended;
	return kind == fmi2Terminated ? fmi2OK : fmi2Discard;
}

fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value)
{
	(void)c, (void)kind;
	*value = "";
	return fmi2Discard;
}

#pragma GCC visibility pop
#endif
