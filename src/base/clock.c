/* SPDX-License-Identifier: MIT
   clock.c — the one clock by which deadlines, pace and durations are measured: it never goes back,
   whatever is done to the time of day. And the processor's time, which others do not take. */
#include "base/base.h"

#include <time.h>

double clock_processor(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double clock_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
