/* SPDX-License-Identifier: MIT
   test_failure.c — one way to fail: said once, handed up by its status. */
#include "base/base.h"
#include "t.h"

#include <math.h>

static void a_new_failure_has_said_nothing(void)
{
	Failure f;

	failure_init(&f, NULL);
	T_INT(f.status, MDV_OK);
	T_INT(f.source, -1);
	T_CHECK(isnan(f.time));
	T_STR(text_str(&f.text), "");
	T_CHECK(!failure_explains(&f, MDV_OK));
	T_CHECK(!failure_explains(&f, MDV_FAILED));
	failure_free(&f);
}

static void a_later_failure_replaces_an_earlier_one(void)
{
	Failure f;

	failure_init(&f, NULL);
	T_INT(failure_set(&f, MDV_RETRY, 1, "at time %g: %s", 1.0, "sqrt(-1)"), MDV_RETRY);
	f.source = 3;
	T_INT(failure_set(&f, MDV_BAD_PORT, 2.5, "there is no port %d", 7), MDV_BAD_PORT);
	T_INT(f.status, MDV_BAD_PORT);
	T_REAL(f.time, 2.5, 0);
	T_INT(f.source, -1);
	T_STR(text_str(&f.text), "there is no port 7");
	failure_clear(&f);
	T_INT(f.status, MDV_OK);
	T_STR(text_str(&f.text), "");
	failure_free(&f);
}

static void one_that_is_kept_outlives_what_comes_later(void)
{
	Failure f, kept;

	failure_init(&f, NULL);
	failure_init(&kept, NULL);
	failure_set(&f, MDV_RETRY, 1, "first");
	f.source = 3;
	T_CHECK(failure_keep(&kept, &f) == &kept);
	failure_set(&f, MDV_FAILED, 2, "second");
	T_INT(kept.status, MDV_RETRY);
	T_INT(kept.source, 3);
	T_REAL(kept.time, 1, 0);
	T_STR(text_str(&kept.text), "first");
	failure_free(&kept);
	failure_free(&f);
}

static void what_was_tried_before_explains_nothing_else(void)
{
	Failure f;

	failure_init(&f, NULL);
	failure_set(&f, MDV_RETRY, 1, "a point that was given up");
	T_CHECK(failure_explains(&f, MDV_RETRY));
	T_CHECK(failure_explains(&f, MDV_FAILED)); /* no other point was found */
	T_CHECK(!failure_explains(&f, MDV_TIMED_OUT));
	T_CHECK(!failure_explains(&f, MDV_NO_MEMORY));
	failure_free(&f);
}

static int n_calls;

static MdvStatus call(MdvStatus status)
{
	n_calls++;
	return status;
}

static MdvStatus call_both(MdvStatus first, MdvStatus second)
{
	TRY(call(first));
	TRY_FINAL(call(second));
	return MDV_OK;
}

static void try_leaves_with_the_first_status_that_is_not_ok(void)
{
	T_INT(call_both(MDV_OK, MDV_OK), MDV_OK);
	T_INT(n_calls, 2);
	T_INT(call_both(MDV_RETRY, MDV_OK), MDV_RETRY);
	T_INT(n_calls, 3);
	T_INT(call_both(MDV_OK, MDV_RETRY), MDV_FAILED);
	T_INT(call_both(MDV_OK, MDV_BAD_TIME), MDV_BAD_TIME);
	T_INT(status_final_or_stopped(MDV_STOPPED), MDV_STOPPED);
	T_INT(status_final_or_stopped(MDV_RETRY), MDV_FAILED);
}

int main(void)
{
	T_RUN(a_new_failure_has_said_nothing);
	T_RUN(a_later_failure_replaces_an_earlier_one);
	T_RUN(one_that_is_kept_outlives_what_comes_later);
	T_RUN(what_was_tried_before_explains_nothing_else);
	T_RUN(try_leaves_with_the_first_status_that_is_not_ok);
	return T_END();
}
