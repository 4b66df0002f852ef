/* SPDX-License-Identifier: MIT
   path.c — where the tool was, on a grid of time, to compare runs. A path ends for a comparison
   where a joint reverses its motion: there dry friction sticks, and the model, in which `sign` is
   no event, leaves it to the integrator's steps how. */
#include "robot.h"

#include <math.h>
#include <stdlib.h>

static const double moves = 0.01; /* rad/s: slower than that a joint may stick */

bool path_init(RobotPath *path, double interval, double stop)
{
	*path = (RobotPath){
		.interval = interval, .cap = (size_t)(stop / interval) + 2, .reversal = INFINITY};
	path->x = malloc(2 * path->cap * sizeof *path->x);
	path->z = path->x ? path->x + path->cap : NULL;
	return path->x != NULL;
}

void path_add(RobotPath *path, double t, double x, double z, const double speed[2])
{
	for (int k = 0; k < 2; k++) {
		if (path->moving[k] * speed[k] < 0)
			path->reversal = fmin(path->reversal, t);
		else if (fabs(speed[k]) > moves)
			path->moving[k] = speed[k];
	}
	if (path->n == path->cap || t < (double)path->n * path->interval)
		return;
	path->x[path->n] = x;
	path->z[path->n++] = z;
}

double path_distance(const RobotPath *a, const RobotPath *b, double t)
{
	double most = 0;

	for (size_t i = 0; i < a->n && i < b->n && (double)i * a->interval <= t; i++)
		most = fmax(most, fabs(a->x[i] - b->x[i]) + fabs(a->z[i] - b->z[i]));
	return most;
}

void path_free(RobotPath *path)
{
	free(path->x);
	*path = (RobotPath){0};
}
