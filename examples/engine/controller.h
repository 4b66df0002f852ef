/* SPDX-License-Identifier: MIT
   controller.h — an ignition controller that also governs the speed. It sees the crank once in a
   cycle, 30 degrees before top dead centre, and knows the speed there. */
#ifndef EXAMPLES_ENGINE_CONTROLLER_H
#define EXAMPLES_ENGINE_CONTROLLER_H

#include "modevs/devs.h"

typedef struct ControllerParams {
	double speed;  /* to be held, rad/s */
	double sensor; /* angle from the sensor to top dead centre, rad */
	double least;  /* pressure ratio of combustion: bounds */
	double most;
} ControllerParams;

enum { CONTROLLER_CRANK };                    /* input: the crank passes; its speed, rad/s */
enum { CONTROLLER_RATIO, CONTROLLER_SPARKS }; /* outputs: of the combustion; sparks so far */

extern const MdvAtomic controller; /* with a ControllerParams */

/* The mean speed over the last cycle, rad/s. */
double controller_speed(const MdvDevs *sim, MdvComponent component);

#endif
