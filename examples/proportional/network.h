/* SPDX-License-Identifier: MIT
   network.h — a network that others use as well: packets wait for the medium, occupy it one at a
   time, arrive after a further delay, and may be lost. And the controller behind it. */
#ifndef EXAMPLES_PROPORTIONAL_NETWORK_H
#define EXAMPLES_PROPORTIONAL_NETWORK_H

#include "modevs/devs.h"

typedef struct NetworkParams {
	double packet; /* time on the medium, s */
	double delay;  /* after that, s */
	double load;   /* by others: the share of time for which they would occupy the medium */
	double loss;   /* probability that a packet of ours does not arrive */
} NetworkParams;

/* A coupled model: input 0, output 0; values are real. */
MdvStatus network_add(MdvDevs *sim, MdvComponent parent, const char *name, const NetworkParams *p,
					  MdvComponent *added);

/* Sends the gain times what arrives, at once; with a double, the gain. Input 0, output 0. */
extern const MdvAtomic network_controller;

#endif
