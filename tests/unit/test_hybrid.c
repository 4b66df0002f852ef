/* SPDX-License-Identifier: MIT
   test_hybrid.c — whole runs of models made by hand: impacts, friction, samplers, instants of time,
   delays; what rows are given out, and what is refused with which words. */
#include "hand.h"

static const SolverOps *const solvers[] = {&solver_cvode, &solver_ida, &solver_rk45};

/* A ball: der(h) = v, der(v) = -g, when h <= 0 then reinit(v, -e * pre(v)). */

enum {
	B_H = FIRST,
	B_V,
	B_DH,
	B_DV,
	B_REL,
	B_PRE_REL,
	B_Z,
	B_FIRES,
	B_NEW,
	B_TH,
	B_TV,
	B_TDH,
	B_TDV,
	B_E,
	B_SLOTS
};

static MdvStatus ball_run(void *code, double *f, int32_t piece)
{
	(void)code;
	switch (piece) {
	case 0:
		f[B_DH] = f[B_V];
		f[B_DV] = -9.81;
		break;
	case 1:
		f[B_TDH] = f[B_TV];
		f[B_TDV] = 0;
		break;
	case 2: f[B_Z] = f[B_H]; break;
	case 3:
		f[B_REL] = f[B_H] <= 0;
		f[B_FIRES] = f[B_REL] && !f[B_PRE_REL] && !f[INITIAL];
		f[B_NEW] = -f[B_E] * f[B_V];
		f[B_DH] = f[B_V];
		f[B_DV] = -9.81;
		break;
	case 4:
		f[B_H] = 1;
		f[B_V] = 0;
		f[B_PRE_REL] = 0;
		break;
	}
	return MDV_OK;
}

static const MdvSource ball_sources[] = {{"h <= 0", "Ball.mo", 5, ""}};
static const MdvVar ball_vars[] = {VAR("h", B_H, MDV_VAR_STATE), VAR("v", B_V, MDV_VAR_STATE)};
static const MdvState ball_states[] = {{B_H, B_DH, B_TH, B_TDH, 0}, {B_V, B_DV, B_TV, B_TDV, 1}};
static const MdvCrossing ball_crossings[] = {{B_Z, B_REL, false, true, -1, 0}};
static const MdvDiscrete ball_discretes[] = {{B_REL, B_PRE_REL, -1}};
static const MdvAction ball_actions[] = {{MDV_ACTION_REINIT, false, B_FIRES, B_V, B_NEW, -1, 0}};
static const MdvStep ball_ode[] = {CODE(0, 1)}, ball_zero[] = {CODE(2, -1)},
					 ball_event[] = {CODE(3, -1)};
static const double ball_initial[B_SLOTS] = {[B_E] = 0.7};

#define BALL                                                                                       \
	HAND, .name = "Ball", .n_slots = B_SLOTS, .initial = ball_initial, .var = ball_vars,           \
		  .n_vars = 2, .source = ball_sources, .n_sources = 1, .state = ball_states,               \
		  .n_states = 2, .crossing = ball_crossings, .n_crossings = 1, .discrete = ball_discretes, \
		  .n_discretes = 1, .action = ball_actions, .n_actions = 1, .start_code = 4,               \
		  .init_check = -1, .run = ball_run,                                                       \
		  .sequence = {[MDV_SEQ_INIT] = SEQUENCE(ball_event),                                      \
					   [MDV_SEQ_EVENT] = SEQUENCE(ball_event),                                     \
					   [MDV_SEQ_ODE] = SEQUENCE(ball_ode),                                         \
					   [MDV_SEQ_ZERO] = SEQUENCE(ball_zero)}
static const MdvModel ball = {BALL};
static const MdvModel ball_quiet = {BALL, .ode_read = LIST(0), .n_ode_reads = 0};

static void a_ball_bounces_at_the_right_times(void)
{
	for (size_t k = 0; k < 3; k++) {
		HandTrace trace = {LIST(B_H, B_V), 2, {0}};
		Rt *rt = rt_new(&ball, NULL);
		HybridOptions o = {
			.solver = solvers[k], .stop = 2, .interval = 0.1, .row = hand_row, .ctx = &trace};
		HybridResult out;
		double t1 = sqrt(2 / 9.81), v = sqrt(2 * 9.81), t = t1;
		size_t n_impacts = 0;

		T_INT(hybrid_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		for (size_t i = 1; i < trace.rows.n; i++) {
			const HandRow *a = &trace.rows.at[i - 1], *b = &trace.rows.at[i];

			T_CHECK(b->t >= a->t);
			if (b->t == a->t && b->value[1] * a->value[1] < -0.1) {
				T_REAL(a->t, t, 1e-5);
				T_REAL(b->value[1] / a->value[1], -0.7, 1e-9);
				v *= 0.7;
				t += 2 * v / 9.81;
				n_impacts++;
			}
		}
		T_CHECK(n_impacts >= 4);
		T_REAL(trace.rows.at[trace.rows.n - 1].t, 2, 0);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void events_that_the_derivatives_do_not_read_need_no_restart(void)
{
	HybridOptions o = {.solver = &solver_rk45, .stop = 1.2};
	HybridResult with, without;
	Rt *a = rt_new(&ball, NULL), *b = rt_new(&ball_quiet, NULL);

	T_INT(hybrid_simulate(a, &o, &with), MDV_OK);
	T_INT(hybrid_simulate(b, &o, &without), MDV_OK);
	T_CHECK(without.stats.solver.restarts < with.stats.solver.restarts);
	T_INT(without.stats.state_events, with.stats.state_events);
	T_REAL(rt_get(a, 0), rt_get(b, 0), 1e-6);
	rt_free(a);
	rt_free(b);
}

static void a_ball_does_not_fall_through_the_floor(void)
{
	for (size_t k = 0; k < 3; k++) {
		Rt *rt = rt_new(&ball, NULL);
		HybridOptions o = {.solver = solvers[k], .stop = 10};
		HybridResult out;

		T_INT(hybrid_simulate(rt, &o, &out), MDV_FAILED);
		T_CHECK(hand_says(rt, "accumulate at time 2.5"));
		T_CHECK(hand_says(rt, "'h <= 0' (Ball.mo:5)"));
		T_CHECK(out.t < 2.6);
		rt_free(rt);
	}
}

int main(void)
{
	T_RUN(a_ball_bounces_at_the_right_times);
	T_RUN(events_that_the_derivatives_do_not_read_need_no_restart);
	T_RUN(a_ball_does_not_fall_through_the_floor);
	return T_END();
}
