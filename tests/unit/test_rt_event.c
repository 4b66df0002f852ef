/* SPDX-License-Identifier: MIT
   test_rt_event.c — event iteration: chains of pre, cycles that are refused, assertions, warnings,
   terminate; exact instants of samplers. */
#include "hand.h"

/* Three Booleans in a chain: a rises at time 1, b = pre(a), c = pre(b), and a flag that never
   settles: d = not pre(d) if `wild`. */

enum {
	A = FIRST,
	B,
	C,
	D,
	PRE_A,
	PRE_B,
	PRE_C,
	PRE_D,
	WILD,
	COUNT_C,
	FIRES,
	MESSAGE,
	KIND,
	INSTANT,
	SLOTS
};

static MdvStatus chain_run(void *code, double *f, int32_t region)
{
	(void)code;
	if (region == 0) {
		f[A] = f[TIME] >= 1;
		f[B] = f[PRE_A];
		f[C] = f[PRE_B];
		if (f[C] && !f[PRE_C])
			f[COUNT_C]++;
		f[D] = f[WILD] ? !f[PRE_D] : 0;
		f[FIRES] = f[KIND] != 0 && f[C] && !f[PRE_C];
		f[INSTANT] = 1;
	}
	return MDV_OK;
}

static const char *chain_string(void *code, double handle)
{
	(void)code;
	return handle == 7 ? "c has risen" : "?";
}

#define FLAG(name_, slot_)                                                                        \
	{                                                                                             \
		.name = name_, .unit = "", .display_unit = "", .comment = "", .slot = slot_, .start = -1, \
		.nominal = -1, .min = -1, .max = -1, .type = MDV_BOOLEAN, .flags = MDV_VAR_DISCRETE       \
	}
static const MdvSource sources[] = {{"assert(not c, \"c has risen\")", "Chain.mo", 9, ""}};
static const MdvVar vars[] = {FLAG("a", A), FLAG("b", B), FLAG("c", C), FLAG("d", D)};
static const MdvDiscrete discretes[] = {{A, PRE_A, 0}, {B, PRE_B, 1}, {C, PRE_C, 2}, {D, PRE_D, 3}};
static const MdvTimeEvent instants[] = {{INSTANT, -1, -1, -1}};
static const MdvStep steps[] = {CODE(0, -1)};
static const double initial[SLOTS] = {[MESSAGE] = 7};

#define CHAIN(actions_)                                                                          \
	{                                                                                            \
		HAND, .name = "Chain", .n_slots = SLOTS, .initial = initial, .var = vars, .n_vars = 4,   \
			  .source = sources, .n_sources = 1, .start_code = -1, .init_check = -1,             \
			  .run = chain_run, .string = chain_string, .discrete = discretes, .n_discretes = 4, \
			  .time_event = instants, .n_time_events = 1, .action = actions_, .n_actions = 1,    \
			  SEQUENCES(SEQUENCE(INIT, steps), SEQUENCE(EVENT, steps))                           \
	}
static const MdvAction assertion[] = {{MDV_ACTION_ASSERT, false, false, FIRES, MESSAGE, -1, -1, 0}};
static const MdvAction warning[] = {{MDV_ACTION_WARN, false, false, FIRES, MESSAGE, -1, -1, 0}};
static const MdvAction end[] = {{MDV_ACTION_TERMINATE, false, false, FIRES, MESSAGE, -1, -1, 0}};
static const MdvModel asserts = CHAIN(assertion), warns = CHAIN(warning), ends = CHAIN(end);

static void a_pulse_runs_through_a_chain_of_pre(void)
{
	Rt *rt = rt_new(&asserts, NULL);
	RtEvent e;

	T_INT(init_run(rt, 0), MDV_OK);
	T_REAL(event_next(rt, 0), 1, 0);
	T_INT(event_iterate(rt, 1, &e), MDV_OK);
	T_INT(e.passes, 4);
	T_REAL(rt->frame[C], 1, 0);
	T_REAL(rt->frame[COUNT_C], 1, 0);
	T_CHECK(event_next(rt, 1) == INFINITY);
	rt_free(rt);
}

static void an_event_that_never_ends_is_refused_with_names(void)
{
	Rt *rt = rt_new(&asserts, NULL);
	RtEvent e;

	T_INT(init_run(rt, 0), MDV_OK);
	rt->frame[WILD] = 1;
	T_INT(event_iterate(rt, 1, &e), MDV_FAILED);
	T_CHECK(hand_says(rt, "at time 1 the event never ends"));
	T_CHECK(hand_says(rt, "come again and again of d"));
	T_CHECK(!strstr(rt_message(rt), "of a"));
	rt_free(rt);
}

static void assertions_end_the_run_and_warnings_come_once(void)
{
	Rt *rt = rt_new(&asserts, NULL);
	Text log;
	RtEvent e;

	rt->frame[KIND] = 1;
	T_INT(init_run(rt, 0), MDV_OK);
	T_INT(event_iterate(rt, 1, &e), MDV_FAILED);
	T_STR(rt_message(rt),
		  "at time 1 an assertion is violated: c has risen in 'assert(not c, \"c has "
		  "risen\")' (Chain.mo:9)");
	rt_free(rt);

	text_init(&log, NULL);
	rt = rt_new(&warns, NULL);
	rt->frame[KIND] = 1;
	rt->listener.log = hand_print;
	rt->listener.ctx = &log;
	T_INT(init_run(rt, 0), MDV_OK);
	for (int k = 0; k < 3; k++) {
		T_INT(event_iterate(rt, k % 2 ? 0.5 : 1, &e), MDV_OK);
		T_CHECK(!e.terminate);
	}
	T_STR(text_str(&log), "at time 1: c has risen (Chain.mo:9)\n");
	text_free(&log);
	rt_free(rt);

	rt = rt_new(&ends, NULL);
	rt->frame[KIND] = 1;
	T_INT(init_run(rt, 0), MDV_OK);
	T_INT(event_iterate(rt, 1, &e), MDV_OK);
	T_CHECK(e.terminate);
	T_CHECK(hand_says(rt, "terminated: c has risen"));
	rt_free(rt);
}

/* Samplers */

static void decimal_periods_meet_after_any_number_of_instants(void)
{
	RtSampler a = {0}, b = {0}, c = {0};

	sampler_read(&a, 0, 0.1);
	sampler_read(&b, 0, 0.3);
	sampler_read(&c, 0.05, 0.001);
	T_CHECK(a.decimal && b.decimal && c.decimal);
	T_REAL(sampler_instant(&a, 3), 0.3, 0);
	T_REAL(sampler_instant(&a, 7), 0.7, 0);
	for (int64_t n = 0; n < 100000; n++)
		if (sampler_instant(&a, 3 * n) != sampler_instant(&b, n))
			T_FAIL("%lld", (long long)n);
	T_REAL(sampler_instant(&a, INT64_C(10000000001)), 1000000000.1, 0);
	T_REAL(sampler_instant(&c, 950), 1, 0);
	T_REAL(sampler_instant(&c, INT64_C(999999950)), 1e6, 0);
}

static void other_periods_are_taken_as_doubles(void)
{
	RtSampler a = {0};
	double third = 1.0 / 3;

	sampler_read(&a, 0, third);
	T_CHECK(!a.decimal);
	T_REAL(sampler_instant(&a, 3), 1, 0);
	T_REAL(sampler_instant(&a, 300), 100, 0);
	sampler_read(&a, -2.5, 1e-9);
	T_REAL(sampler_instant(&a, 2500000000), 0, 0);
	sampler_read(&a, 1e20, 1e-20);
	T_REAL(sampler_instant(&a, 1), 1e20, 0);
}

int main(void)
{
	T_RUN(a_pulse_runs_through_a_chain_of_pre);
	T_RUN(an_event_that_never_ends_is_refused_with_names);
	T_RUN(assertions_end_the_run_and_warnings_come_once);
	T_RUN(decimal_periods_meet_after_any_number_of_instants);
	T_RUN(other_periods_are_taken_as_doubles);
	return T_END();
}
