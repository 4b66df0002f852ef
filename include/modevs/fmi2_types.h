/* SPDX-License-Identifier: MIT
   fmi2_types.h — the types of FMI 2.0, for what makes FMUs (fmi2.h) and for what imports them. */
#ifndef MODEVS_FMI2_TYPES_H
#define MODEVS_FMI2_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi2Component, *fmi2ComponentEnvironment, *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer, fmi2Boolean;
typedef char fmi2Char, fmi2Byte;
typedef const fmi2Char *fmi2String;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
	fmi2DoStepStatus,
	fmi2PendingStatus,
	fmi2LastSuccessfulTime,
	fmi2Terminated
} fmi2StatusKind;

typedef struct {
	void (*logger)(fmi2ComponentEnvironment env, fmi2String instance, fmi2Status status,
				   fmi2String category, fmi2String message, ...);
	void *(*allocateMemory)(size_t n, size_t size);
	void (*freeMemory)(void *p);
	void (*stepFinished)(fmi2ComponentEnvironment env, fmi2Status status);
	fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
	fmi2Boolean newDiscreteStatesNeeded;
	fmi2Boolean terminateSimulation;
	fmi2Boolean nominalsOfContinuousStatesChanged;
	fmi2Boolean valuesOfContinuousStatesChanged;
	fmi2Boolean nextEventTimeDefined;
	fmi2Real nextEventTime;
} fmi2EventInfo;

#endif
