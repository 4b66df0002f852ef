/* SPDX-License-Identifier: MIT
   runtime.c — a program with functions named as ours (names.h) simulates a model as C: it is linked
   with libmodevs_rt.a, in which there is no compiler. */
#include "Heat.h"
#include "names.h"
#include "t.h"

static void a_host_with_our_names_simulates_a_model_as_c(void)
{
	Heat *m = Heat_new();

	T_INT(Heat_simulate(m, NULL), MDV_OK);
	T_STR(Heat_message(m), "");
	T_CHECK(Heat_get_T(m, 1) < 0 && Heat_get_T(m, 1) > -1); /* it follows sin(5) */
	Heat_free(m);
	T_INT(names_calls, 0);
}

static void a_host_calls_its_own(void)
{
	T_INT(names_wrong(), 0);
	T_CHECK(names_calls > 0);
}

int main(void)
{
	T_RUN(a_host_with_our_names_simulates_a_model_as_c);
	T_RUN(a_host_calls_its_own);
	return T_END();
}
