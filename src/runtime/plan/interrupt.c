/* SPDX-License-Identifier: MIT
   interrupt.c — Ctrl-C, and a clock for where the simulation does not look at its own: inside of a
   function of the model, or of very many rows. For programs: a signal handler reaches nothing but a
   variable of the whole process. */
#include "runtime/plan/plan.h"

#include <unistd.h>

static volatile sig_atomic_t stop_request; /* the number of the signal */

static void on_signal(int number)
{
	stop_request = number;
}

const volatile sig_atomic_t *interrupt_flag(void)
{
	return &stop_request;
}

void interrupt_begin(double timeout)
{
	struct sigaction action = {.sa_handler = on_signal};

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGALRM, &action, NULL);
	if (timeout > 0)
		alarm(1 + (unsigned)fmin(ceil(timeout), 1e9));
}

MdvStatus interrupt_end(Rt *rt, const HybridResult *result, MdvStatus status)
{
	alarm(0);
	if (status == MDV_OK || stop_request != SIGALRM)
		return status;
	return report_fail(rt, MDV_TIMED_OUT, result->t, "at time %g: %s", result->t,
					   mdv_status_text(MDV_TIMED_OUT));
}
