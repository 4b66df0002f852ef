/* SPDX-License-Identifier: MIT */
#include "options/options.h"
#include "t.h"

static void the_status_of_a_run_says_how_the_program_ends(void)
{
	T_INT(exit_status(MDV_OK, 0), 0);
	T_INT(exit_status(MDV_FAILED, 0), 3);
	T_INT(exit_status(MDV_STEP_TOO_SMALL, 0), 3);
	T_INT(exit_status(MDV_IO, 0), 3);
	T_INT(exit_status(MDV_TIMED_OUT, 14), 4);
	T_INT(exit_status(MDV_NO_MEMORY, 0), 4);
	T_INT(exit_status(MDV_INTERNAL_ERROR, 0), 5);
	T_INT(exit_status(MDV_STOPPED, 2), 130);
	T_INT(exit_status(MDV_STOPPED, 15), 143);
	T_INT(exit_status(MDV_STOPPED, 0), 3);
}

static int give(void *arg)
{
	return *(int *)arg;
}

static int lack_memory(void *arg)
{
	(void)arg;
	guard_no_memory(NULL);
}

static int err(void *arg)
{
	BUG("%s is wrong", (const char *)arg);
}

static void what_cannot_go_on_ends_the_program_with_its_status(void)
{
	T_INT(exit_status_guard("test", NULL, give, &(int){7}), 7);
	T_INT(exit_status_guard("test", NULL, lack_memory, NULL), 4);
	T_INT(exit_status_guard("test", NULL, err, "everything"), 5);
}

int main(void)
{
	T_RUN(the_status_of_a_run_says_how_the_program_ends);
	T_RUN(what_cannot_go_on_ends_the_program_with_its_status);
	return T_END();
}
