/* SPDX-License-Identifier: MIT
   fmi.h — FMUs of others (FMI 2.0, 3.0) as components of a discrete-event simulation: each is a
   source of models, of which plants (hybrid.h) are made like of those that modevs has compiled.

	   MdvFmiOptions fmi = {.allow_external = true};
	   mdv_fmi_open("Motor.fmu", &fmi, &motor);
	   MdvHybridOptions o = {.model = mdv_fmi_source(motor), …};
	   MdvAtomic kind = mdv_hybrid_atomic("Motor", &o);

   Model exchange: solvers of modevs integrate it, events are located, an input at any instant finds
   the states of that instant. Co-simulation: the FMU takes steps of its own from one communication
   point to the next, which are events of the plant: what has changed is sent there. An input
   between two of them shortens a step: of an FMU whose states can be kept the step is taken back,
   of others steps are taken when they are over.

   The binary runs in the process that opens it, and can do there what it likes. */
#ifndef MODEVS_FMI_H
#define MODEVS_FMI_H

#include "modevs/hybrid.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* exported */

typedef struct MdvFmi MdvFmi; /* an FMU, unpacked into a folder of its own */

/* Zero is a choice in every field but the first. */
typedef struct MdvFmiOptions {
	bool allow_external;    /* code of somebody else may run; false: it is refused */
	MdvInterface interface; /* one of the two; ANY: model exchange, if it has that */
	double
		step; /* co-simulation: between communication points; 0: as the FMU's experiment has it */
	double tolerance; /* co-simulation: told to the FMU; 0: nothing is */
} MdvFmiOptions;

/* Reads the FMU and sees whether its binary can be loaded. *out is there on failure, too
   (mdv_fmi_message), but not without memory; mdv_fmi_close is due. */
MdvStatus mdv_fmi_open(const char *path, const MdvFmiOptions *o, MdvFmi **out);
/* Makes an instance for each plant. It must outlive them. */
const MdvModelSource *mdv_fmi_source(const MdvFmi *f);
const char *mdv_fmi_message(const MdvFmi *f); /* why opening failed; never NULL */
void mdv_fmi_close(MdvFmi *f);                /* removes the folder; NULL is allowed */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
