/* SPDX-License-Identifier: MIT
   test_interrupt.c — limits of the process. */
#include "t.h"
#include "runtime/plan/plan.h"

#include <errno.h>

/* What is there could be used still: the limit would not be one. */
static void a_limit_below_what_is_taken_is_refused(void)
{
	errno = 0;
#if defined(__SANITIZE_ADDRESS__) /* has no limits */
	T_CHECK(interrupt_memory(1));
#else
	T_CHECK(!interrupt_memory(1));
	T_INT(errno, ENOMEM);
#endif
	T_CHECK(interrupt_memory(1e15));
}

int main(void)
{
	T_RUN(a_limit_below_what_is_taken_is_refused);
	return T_END();
}
