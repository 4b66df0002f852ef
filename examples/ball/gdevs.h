/* SPDX-License-Identifier: MIT
   gdevs.h — the ball as two atomics that do not see into each other (paper 002, Fig. 3): one moves
   the ball in steps and tells the line on which it thinks to go on; the other looks where that line
   meets the floor and says so. */
#ifndef EXAMPLES_BALL_GDEVS_H
#define EXAMPLES_BALL_GDEVS_H

#include "modevs/devs.h"

/* How the ball is moved. The line is what explicit Euler does, so that with it both agree. */
typedef enum GdevsScheme { GDEVS_IMPLICIT, GDEVS_EXPLICIT } GdevsScheme;

typedef struct GdevsParams {
	GdevsScheme scheme; /* see there */
	double step;        /* between points, s */
	double g;           /* gravity, m/s2 */
	double h;           /* height at first, m */
} GdevsParams;

enum { GDEVS_BOUNCE };             /* input of the integrator: turn round, any value */
enum { GDEVS_LINE, GDEVS_HEIGHT }; /* its outputs: a record (h, v); h where it turned round */

extern const MdvAtomic gdevs_integrator; /* with a GdevsParams */
extern const MdvAtomic gdevs_detector;   /* input 0: lines; output 0: the floor is met */

#endif
