/* SPDX-License-Identifier: MIT
   pace.c — the wall clock. Waits in short slices, so that mdv_devs_stop is noticed soon. */
#include "runtime/devs/engine.h"

#include <time.h>

MdvStatus mdv_devs_pace(MdvDevs *sim, double rate)
{
	if (!(rate >= 0) || rate == INFINITY)
		return model_error(sim, MDV_BAD_ARGUMENT, "the pace must be a finite number, at least 0");
	sim->pace.rate = rate;
	sim->pace.t = sim->now;
	sim->pace.wall = clock_seconds();
	return MDV_OK;
}

void pace_wait(MdvDevs *sim, double t)
{
	const double slice = 0.01;
	double due = sim->pace.wall + (t - sim->pace.t) / sim->pace.rate, wait = due - clock_seconds();

	if (-wait > sim->stats.latest_s)
		sim->stats.latest_s = -wait;
	while (wait > 0 && !atomic_load_explicit(&sim->stop, memory_order_relaxed)) {
		double seconds = wait < slice ? wait : slice;
		struct timespec pause = {0, (long)(seconds * 1e9)};

		nanosleep(&pause, NULL);
		wait = due - clock_seconds();
	}
}
