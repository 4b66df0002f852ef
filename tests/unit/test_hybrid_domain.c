/* SPDX-License-Identifier: MIT
   test_hybrid_domain.c — whole runs of models made by hand that leave where they are defined: a
   tank runs empty, a value leaves its range, relations chatter. */
#include "hand.h"

static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
									MDV_SOLVER_RADAU};

/* A tank runs empty: der(h) = if h > level then -sqrt(h) else 0, where sqrt has no value below 0;
   with a level below -1 it has a leak that goes on, -sqrt(h) - 0.1.
   And a dip: z = (x - 0.5)² - 1e-6, which a step goes over, der(x) = 1. And chattering: der(y) = if
   y > 0 then -1 else 1. */

enum {
	T_H = FIRST,
	T_X,
	T_Y,
	T_DH,
	T_DX,
	T_DY,
	T_MORE,
	T_INSIDE,
	T_ABOVE,
	T_ZH,
	T_ZX,
	T_ZY,
	T_LEVEL,
	T_Y0,
	T_TANGENTS,
	T_SLOTS = T_TANGENTS + 6
};

static MdvStatus tank_run(void *code, double *f, int32_t region)
{
	(void)code;
	switch (region) {
	case 3:
		f[T_MORE] = f[T_H] > f[T_LEVEL];
		f[T_INSIDE] = (f[T_X] - 0.5) * (f[T_X] - 0.5) - 1e-6 < 0;
		f[T_ABOVE] = f[T_Y] > 0;
		/* fall through */
	case 0:
		if (f[T_MORE] && f[T_H] < 0)
			return MDV_RETRY;
		f[T_DH] = f[T_MORE] ? -sqrt(f[T_H]) - (f[T_LEVEL] < -1 ? 0.1 : 0) : 0;
		f[T_DX] = 1;
		f[T_DY] = f[T_ABOVE] ? -f[T_Y0] : f[T_Y0];
		break;
	case 2:
		f[T_ZH] = f[T_H] - f[T_LEVEL];
		f[T_ZX] = (f[T_X] - 0.5) * (f[T_X] - 0.5) - 1e-6;
		f[T_ZY] = f[T_Y];
		break;
	case 4:
		f[T_H] = 1;
		f[T_X] = 0;
		f[T_Y] = f[T_Y0];
		break;
	}
	return MDV_OK;
}

static const MdvSource tank_sources[] = {{"h > level", "Tank.mo", 4, ""},
										 {"inside", "Tank.mo", 5, ""},
										 {"y > 0", "Tank.mo", 6, "slider"}};
static const MdvVar tank_vars[] = {VAR("h", T_H, MDV_VAR_STATE), VAR("x", T_X, MDV_VAR_STATE),
								   VAR("y", T_Y, MDV_VAR_STATE)};
static const MdvState tank_states[] = {{T_H, T_DH, T_TANGENTS, T_TANGENTS + 1, 0},
									   {T_X, T_DX, T_TANGENTS + 2, T_TANGENTS + 3, 1},
									   {T_Y, T_DY, T_TANGENTS + 4, T_TANGENTS + 5, 2}};
static const MdvCrossing tank_crossings[] = {{T_ZH, T_MORE, true, false, -1, 0, -1, -1},
											 {T_ZX, T_INSIDE, false, false, -1, 1, -1, -1},
											 {T_ZY, T_ABOVE, true, false, -1, 2, -1, -1}};
static const MdvStep tank_ode[] = {CODE(0, -1)}, tank_zero[] = {CODE(2, -1)},
					 tank_event[] = {CODE(3, -1)};
static const double tank_initial[T_SLOTS];
static const MdvModel tank = {HAND,
							  .name = "Tank",
							  .n_slots = T_SLOTS,
							  .initial = tank_initial,
							  .var = tank_vars,
							  .n_vars = 3,
							  .source = tank_sources,
							  .n_sources = 3,
							  .state = tank_states,
							  .n_states = 3,
							  .crossing = tank_crossings,
							  .n_crossings = 3,
							  .start_code = 4,
							  .init_check = -1,
							  .run = tank_run,
							  SEQUENCES(SEQUENCE(INIT, tank_event), SEQUENCE(EVENT, tank_event),
										SEQUENCE(ODE, tank_ode), SEQUENCE(ZERO, tank_zero))};

static void a_tank_runs_empty_at_the_end_of_its_domain(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		HandTrace trace = {LIST(T_H, T_MORE), 2, {0}};
		Rt *rt = rt_new(&tank, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 5, .row = hand_row, .ctx = &trace};
		HybridResult out;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		for (size_t i = 0; i < trace.rows.n; i++) {
			double t = trace.rows.at[i].t, h = t < 2 ? (1 - t / 2) * (1 - t / 2) : 0;

			T_REAL(trace.rows.at[i].value[0], h, 1e-5);
		}
		T_REAL(trace.rows.at[trace.rows.n - 1].t, 5, 0);
		T_REAL(trace.rows.at[trace.rows.n - 1].value[1], 0, 0);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void a_state_that_ends_at_a_wall_comes_to_rest(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		HandTrace trace = {LIST(T_H), 1, {0}};
		Rt *rt = rt_new(&tank, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 5, .row = hand_row, .ctx = &trace};
		HybridResult out;

		rt->frame[T_LEVEL] = -1;
		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		for (size_t i = 0; i < trace.rows.n; i++) {
			double t = trace.rows.at[i].t, h = t < 2 ? (1 - t / 2) * (1 - t / 2) : 0;

			T_REAL(trace.rows.at[i].value[0], h, 1e-5);
		}
		T_REAL(trace.rows.at[trace.rows.n - 1].t, 5, 0);
		T_REAL(trace.rows.at[trace.rows.n - 1].value[0], 0, 0);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void a_wall_without_event_behind_it_ends_the_run(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		HandTrace trace = {LIST(T_H), 1, {0}};
		Rt *rt = rt_new(&tank, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 5, .row = hand_row, .ctx = &trace};
		HybridResult out;

		rt->frame[T_LEVEL] = -2;
		T_INT(island_simulate(rt, &o, &out) < 0, 1);
		T_CHECK(hand_says(rt, "the integrator cannot go on"));
		T_CHECK(hand_says(rt, "a function of the test is not defined here"));
		T_CHECK(out.t > 1.4 && out.t < 1.6); /* 2 + 0.2 log(0.1/1.1) */
		T_CHECK(trace.rows.n > 100);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void a_dip_inside_a_step_is_found(void)
{
	for (int bisect = 0; bisect < 2; bisect++)
		for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
			HandTrace trace = {LIST(T_INSIDE), 1, {0}};
			Rt *rt = rt_new(&tank, NULL);
			HybridOptions o = {.run.solver = solvers[k],
							   .run.stop = 1.5,
							   .row = hand_row,
							   .ctx = &trace,
							   .run.locator = bisect ? MDV_LOCATOR_BISECT : MDV_LOCATOR_DENSE,
							   .run.max_step = 0.3};
			HybridResult out;
			int n = 0;

			T_INT(island_simulate(rt, &o, &out), MDV_OK);
			for (size_t i = 1; i < trace.rows.n; i++)
				if (trace.rows.at[i].value[0] != trace.rows.at[i - 1].value[0])
					T_REAL(trace.rows.at[i].t, n++ ? 0.501 : 0.499, 1e-6);
			T_INT(n, 2);
			T_INT(out.stats.state_events, 2);
			vec_free(&alloc_heap, &trace.rows);
			rt_free(rt);
		}
}

static void chattering_is_named_and_ends_the_run(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		Rt *rt = rt_new(&tank, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 1.5};
		HybridResult out;
		Text log;

		text_init(&log, NULL);
		rt->listener.log = hand_print;
		rt->listener.ctx = &log;
		rt->frame[T_Y0] = 0.4;
		T_INT(island_simulate(rt, &o, &out), MDV_FAILED);
		T_CHECK(hand_says(
			rt, "time does not move any more: 1000 events in a row in 'y > 0' of slider"));
		T_CHECK(strstr(text_str(&log), "chattering in 'y > 0' of slider (Tank.mo:6)") != NULL);
		T_REAL(out.t, 1, 1e-3);
		text_free(&log);
		rt_free(rt);
	}
}

/* n = integer(x) with der(x) = 3 cos(3 t): x = sin(3 t) * 2.5; two crossings guard the range of n.
 */

enum { I_X = FIRST, I_DX, I_N, I_Z1, I_Z2, I_TX, I_TDX, I_SLOTS };

static MdvStatus integer_run(void *code, double *f, int32_t region)
{
	(void)code;
	if (region == 1)
		f[I_N] = floor(f[I_X]);
	if (region <= 1)
		f[I_DX] = 7.5 * cos(3 * f[TIME]);
	if (region == 2) {
		f[I_Z1] = f[I_X] - f[I_N];
		f[I_Z2] = f[I_N] + 1 - f[I_X];
	}
	if (region == 3)
		f[I_X] = 0;
	return MDV_OK;
}

static const MdvVar integer_vars[] = {VAR("x", I_X, MDV_VAR_STATE)};
static const MdvState integer_states[] = {{I_X, I_DX, I_TX, I_TDX, 0}};
static const MdvCrossing integer_crossings[] = {{I_Z1, -1, true, true, -1, -1, -1, -1},
												{I_Z2, -1, true, false, -1, -1, -1, -1}};
static const MdvStep integer_ode[] = {CODE(0, -1)}, integer_event[] = {CODE(1, -1)},
					 integer_zero[] = {CODE(2, -1)};
static const double integer_initial[I_SLOTS];
static const MdvModel integers = {
	HAND,
	.name = "Integers",
	.n_slots = I_SLOTS,
	.initial = integer_initial,
	.var = integer_vars,
	.n_vars = 1,
	.state = integer_states,
	.n_states = 1,
	.crossing = integer_crossings,
	.n_crossings = 2,
	.start_code = 3,
	.init_check = -1,
	.run = integer_run,
	.ode_read = LIST(0),
	SEQUENCES(SEQUENCE(INIT, integer_event), SEQUENCE(EVENT, integer_event),
			  SEQUENCE(ODE, integer_ode), SEQUENCE(ZERO, integer_zero))};

static void values_that_leave_their_range_make_events(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		HandTrace trace = {LIST(I_X, I_N), 2, {0}};
		Rt *rt = rt_new(&integers, NULL);
		HybridOptions o = {
			.run.solver = solvers[k], .run.stop = 10, .row = hand_row, .ctx = &trace};
		HybridResult out;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		/* x passes 0, ±1, ±2: ten crossings a period but the first half, 30 / 2 pi periods */
		T_INT(out.stats.state_events, 47);
		T_INT(out.stats.quiet, 47);
		T_INT(out.stats.solver.restarts, 1);
		for (size_t i = 0; i < trace.rows.n; i++)
			T_CHECK(trace.rows.at[i].value[0] - trace.rows.at[i].value[1] > -1e-6 &&
					trace.rows.at[i].value[0] - trace.rows.at[i].value[1] < 1 + 1e-6);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

int main(void)
{
	T_RUN(a_tank_runs_empty_at_the_end_of_its_domain);
	T_RUN(a_state_that_ends_at_a_wall_comes_to_rest);
	T_RUN(a_wall_without_event_behind_it_ends_the_run);
	T_RUN(a_dip_inside_a_step_is_found);
	T_RUN(chattering_is_named_and_ends_the_run);
	T_RUN(values_that_leave_their_range_make_events);
	return T_END();
}
