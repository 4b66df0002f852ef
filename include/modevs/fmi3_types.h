/* SPDX-License-Identifier: MIT
   fmi3_types.h — the types of FMI 3.0, for what makes FMUs (fmi3.h) and for what imports them. */
#ifndef MODEVS_FMI3_TYPES_H
#define MODEVS_FMI3_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance, *fmi3InstanceEnvironment, *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8, fmi3Byte;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean, fmi3Clock;
typedef const char *fmi3String;
typedef const fmi3Byte *fmi3Binary;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
	fmi3Independent,
	fmi3Constant,
	fmi3Fixed,
	fmi3Tunable,
	fmi3Discrete,
	fmi3Dependent
} fmi3DependencyKind;
typedef enum {
	fmi3IntervalNotYetKnown,
	fmi3IntervalUnchanged,
	fmi3IntervalChanged
} fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment env, fmi3Status status,
									   fmi3String category, fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment env);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment env, fmi3Float64 t,
											   fmi3Boolean set_requested, fmi3Boolean get_allowed,
											   fmi3Boolean step_finished, fmi3Boolean can_return,
											   fmi3Boolean *return_requested,
											   fmi3Float64 *t_return);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#endif
