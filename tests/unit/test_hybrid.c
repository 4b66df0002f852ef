/* SPDX-License-Identifier: MIT
   test_hybrid.c — whole runs of models made by hand: impacts, friction, samplers, instants of time,
   delays; what rows are given out, and what is refused with which words. */
#include "hand.h"

static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
									MDV_SOLVER_RADAU};

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

static MdvStatus ball_run(void *code, double *f, int32_t region)
{
	(void)code;
	switch (region) {
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
static const MdvCrossing ball_crossings[] = {{B_Z, B_REL, false, true, -1, 0, -1, -1}};
static const MdvDiscrete ball_discretes[] = {{B_REL, B_PRE_REL, -1}};
static const MdvAction ball_actions[] = {
	{MDV_ACTION_REINIT, false, false, B_FIRES, B_V, B_NEW, -1, 0}};
static const MdvStep ball_ode[] = {CODE(0, 1)}, ball_zero[] = {CODE(2, -1)},
					 ball_event[] = {CODE(3, -1)};
static const double ball_initial[B_SLOTS] = {[B_E] = 0.7};

#define BALL                                                                                       \
	HAND, .name = "Ball", .n_slots = B_SLOTS, .initial = ball_initial, .var = ball_vars,           \
		  .n_vars = 2, .source = ball_sources, .n_sources = 1, .state = ball_states,               \
		  .n_states = 2, .crossing = ball_crossings, .n_crossings = 1, .discrete = ball_discretes, \
		  .n_discretes = 1, .action = ball_actions, .n_actions = 1, .start_code = 4,               \
		  .init_check = -1, .run = ball_run,                                                       \
		  SEQUENCES(SEQUENCE(INIT, ball_event), SEQUENCE(EVENT, ball_event),                       \
					SEQUENCE(ODE, ball_ode), SEQUENCE(ZERO, ball_zero))
static const MdvModel ball = {BALL};
static const MdvModel ball_quiet = {BALL, .ode_read = LIST(0), .n_ode_reads = 0};

static void a_ball_bounces_at_the_right_times(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		HandTrace trace = {LIST(B_H, B_V), 2, {0}};
		Rt *rt = rt_new(&ball, NULL);
		HybridOptions o = {.run.solver = solvers[k],
						   .run.stop = 2,
						   .run.interval = 0.1,
						   .row = hand_row,
						   .ctx = &trace};
		HybridResult out;
		double t1 = sqrt(2 / 9.81), v = sqrt(2 * 9.81), t = t1;
		size_t n_impacts = 0;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
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
	HybridOptions o = {.run.solver = MDV_SOLVER_RK45, .run.stop = 1.2};
	HybridResult with, without;
	Rt *a = rt_new(&ball, NULL), *b = rt_new(&ball_quiet, NULL);

	T_INT(island_simulate(a, &o, &with), MDV_OK);
	T_INT(island_simulate(b, &o, &without), MDV_OK);
	T_CHECK(without.stats.solver.restarts < with.stats.solver.restarts);
	T_INT(without.stats.state_events, with.stats.state_events);
	T_REAL(rt_get(a, 0), rt_get(b, 0), 1e-6);
	rt_free(a);
	rt_free(b);
}

static void a_ball_does_not_fall_through_the_floor(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		Rt *rt = rt_new(&ball, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 10};
		HybridResult out;

		T_INT(island_simulate(rt, &o, &out), MDV_FAILED);
		T_CHECK(hand_says(rt, "accumulate at time 2.5"));
		T_CHECK(hand_says(rt, "'h <= 0' (Ball.mo:5)"));
		T_CHECK(out.t < 2.6);
		rt_free(rt);
	}
}

/* A ball that knows when to stop: impact = h <= 0; when {h <= 0 and v <= 0, impact} then v_new = if
   edge(impact) then -e * pre(v) else 0; flying = v_new > 0; reinit(v, v_new). */

enum {
	W_H = FIRST,
	W_V,
	W_DV,
	W_LOW,
	W_DOWN,
	W_IMPACT,
	W_BOTH,
	W_NEW,
	W_FLYING,
	W_PRE,
	W_PRE_IMPACT = W_PRE,
	W_PRE_BOTH,
	W_PRE_NEW,
	W_PRE_FLYING,
	W_FIRES,
	W_TANGENTS,
	W_SLOTS = W_TANGENTS + 3
};

static MdvStatus wise_run(void *code, double *f, int32_t region)
{
	bool edge;

	(void)code;
	switch (region) {
	case 1:
		f[W_LOW] = f[W_IMPACT] = f[W_H] <= 0;
		f[W_DOWN] = f[W_V] <= 0;
		f[W_BOTH] = f[W_LOW] && f[W_DOWN];
		edge = f[W_IMPACT] && !f[W_PRE_IMPACT];
		f[W_FIRES] = !f[INITIAL] && (edge || (f[W_BOTH] && !f[W_PRE_BOTH]));
		f[W_NEW] = f[W_FIRES] ? edge ? -0.7 * f[W_V] : 0 : f[W_PRE_NEW];
		f[W_FLYING] = f[W_FIRES] ? f[W_NEW] > 0 : f[W_PRE_FLYING];
		/* fall through */
	case 0: f[W_DV] = f[W_FLYING] ? -9.81 : 0; break;
	case 2:
		f[W_H] = 1;
		f[W_V] = 0;
		f[W_PRE_FLYING] = 1;
		break;
	}
	return MDV_OK;
}

static const MdvVar wise_vars[] = {VAR("h", W_H, MDV_VAR_STATE), VAR("v", W_V, MDV_VAR_STATE)};
static const MdvState wise_states[] = {{W_H, W_V, W_TANGENTS, W_TANGENTS + 1, 0},
									   {W_V, W_DV, W_TANGENTS + 1, W_TANGENTS + 2, 1}};
static const MdvCrossing wise_crossings[] = {{W_H, W_LOW, false, true, -1, -1, -1, -1},
											 {W_V, W_DOWN, false, true, -1, -1, -1, -1}};
static const MdvDiscrete wise_discretes[] = {{W_IMPACT, W_PRE_IMPACT, -1},
											 {W_BOTH, W_PRE_BOTH, -1},
											 {W_NEW, W_PRE_NEW, -1},
											 {W_FLYING, W_PRE_FLYING, -1}};
static const MdvAction wise_actions[] = {
	{MDV_ACTION_REINIT, false, false, W_FIRES, W_V, W_NEW, -1, -1}};
static const MdvStep wise_ode[] = {CODE(0, -1)}, wise_event[] = {CODE(1, -1)};
static const double wise_initial[W_SLOTS];
static const MdvModel wise = {
	HAND,
	.name = "Wise",
	.n_slots = W_SLOTS,
	.initial = wise_initial,
	.var = wise_vars,
	.n_vars = 2,
	.state = wise_states,
	.n_states = 2,
	.crossing = wise_crossings,
	.n_crossings = 2,
	.discrete = wise_discretes,
	.n_discretes = 4,
	.action = wise_actions,
	.n_actions = 1,
	.start_code = 2,
	.init_check = -1,
	.run = wise_run,
	SEQUENCES(SEQUENCE(INIT, wise_event), SEQUENCE(EVENT, wise_event), SEQUENCE(ODE, wise_ode))};

static void a_ball_that_knows_when_to_stop_lies_still(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		Rt *rt = rt_new(&wise, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 10};
		HybridResult out;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		T_REAL(rt_get(rt, 0), 0, 1e-6);
		T_REAL(rt_get(rt, 1), 0, 0);
		T_REAL(rt->frame[W_FLYING], 0, 0);
		rt_free(rt);
	}
}

/* Coulomb friction as the Modelica Standard Library writes it: a mass under the force 2 sin(t). */

enum {
	F_S = FIRST,
	F_V,
	F_A,
	F_SA,
	F_R,
	F_TS,
	F_TV,
	F_TA,
	F_TSA,
	F_TR,
	F_MODE,
	F_PRE_MODE,
	F_SF,
	F_SB,
	F_NEW_SF,
	F_NEW_SB,
	F_PRE_SF,
	F_PRE_SB,
	F_UP,
	F_DOWN,
	F_FORWARD,
	F_BACKWARD,
	F_Z,
	F_Z_END = F_Z + 4,
	F_FORCE,
	F_SLOTS
};

static void friction_block(double *f, bool tangent)
{
	bool forward = f[F_SF] || f[F_PRE_MODE] == 1, backward = f[F_SB] || f[F_PRE_MODE] == -1;
	bool locked = !forward && !backward;
	double sign = forward ? 1 : backward ? -1 : 0;

	if (tangent) {
		f[F_TA] = locked ? 0 : f[F_TSA];
		f[F_TR] = f[F_TA] + (locked ? f[F_TSA] : 0);
	} else {
		f[F_FORCE] = 2 * sin(f[TIME]);
		f[F_A] = locked ? 0 : f[F_SA] - sign;
		f[F_R] = f[F_A] - f[F_FORCE] + (locked ? f[F_SA] : sign);
	}
}

static MdvStatus friction_run(void *code, double *f, int32_t region)
{
	(void)code;
	switch (region) {
	case 0: friction_block(f, false); break;
	case 1: friction_block(f, true); break;
	case 2: /* relations of the block, and what they decide */
		f[F_UP] = f[F_SA] > 1;
		f[F_DOWN] = f[F_SA] < -1;
		f[F_NEW_SF] = f[F_PRE_MODE] == 0 && (f[F_UP] || (f[F_PRE_SF] && f[F_SA] > 1));
		f[F_NEW_SB] = f[F_PRE_MODE] == 0 && (f[F_DOWN] || (f[F_PRE_SB] && f[F_SA] < -1));
		break;
	case 3:
		f[F_FORWARD] = f[F_V] > 0;
		f[F_BACKWARD] = f[F_V] < 0;
		f[F_MODE] = (f[F_PRE_MODE] == 1 || f[F_SF]) && f[F_FORWARD]     ? 1
					: (f[F_PRE_MODE] == -1 || f[F_SB]) && f[F_BACKWARD] ? -1
																		: 0;
		break;
	case 4:
		f[F_Z] = f[F_SA] - 1;
		f[F_Z + 1] = f[F_SA] + 1;
		f[F_Z + 2] = f[F_Z + 3] = f[F_V];
		break;
	case 5: f[F_TS] = 0; break; /* the derivative of s is v itself */
	case 6: f[F_V] = f[F_S] = f[F_PRE_MODE] = 0; break;
	}
	return MDV_OK;
}

static const MdvVar friction_vars[] = {VAR("s", F_S, MDV_VAR_STATE), VAR("v", F_V, MDV_VAR_STATE),
									   VAR("sa", F_SA, 0)};
static const MdvState friction_states[] = {{F_S, F_V, F_TS, F_TV, 0}, {F_V, F_A, F_TV, F_TA, 1}};
static const MdvCrossing friction_crossings[] = {
	{F_Z, F_UP, true, false, -1, -1, -1, -1},
	{F_Z + 1, F_DOWN, false, false, -1, -1, -1, -1},
	{F_Z + 2, F_FORWARD, true, false, -1, -1, -1, -1},
	{F_Z + 3, F_BACKWARD, false, false, -1, -1, -1, -1}};
static const MdvDiscrete friction_discretes[] = {
	{F_MODE, F_PRE_MODE, -1}, {F_SF, F_PRE_SF, -1}, {F_SB, F_PRE_SB, -1}};
#define FRICTION_BLOCK                                                                    \
	{                                                                                     \
		.kind = MDV_STEP_LINEAR, .matrix = MDV_MATRIX_DISCRETE, .code = 0, .tangent = 1,  \
		.full_tangent = 1, .n = 1, .unknown = LIST(F_SA), .unknown_tangent = LIST(F_TSA), \
		.residual = LIST(F_R), .residual_tangent = LIST(F_TR), .source = LIST(-1)         \
	}
static const MdvStep friction_ode[] = {FRICTION_BLOCK}, friction_zero[] = {CODE(4, -1)};
static const MdvStep friction_event[] = {{.kind = MDV_STEP_MIXED,
										  .code = -1,
										  .tangent = -1,
										  .n_steps = 2,
										  .n_decisions = 2,
										  .decision = LIST(F_SF, F_SB),
										  .fresh = LIST(F_NEW_SF, F_NEW_SB)},
										 FRICTION_BLOCK,
										 CODE(2, -1),
										 CODE(3, -1)};
static const double friction_initial[F_SLOTS];
static const MdvModel friction = {
	HAND,
	.name = "Friction",
	.n_slots = F_SLOTS,
	.initial = friction_initial,
	.var = friction_vars,
	.n_vars = 3,
	.state = friction_states,
	.n_states = 2,
	.crossing = friction_crossings,
	.n_crossings = 4,
	.discrete = friction_discretes,
	.n_discretes = 3,
	.start_code = 6,
	.init_check = -1,
	.run = friction_run,
	SEQUENCES(SEQUENCE(INIT, friction_event), SEQUENCE(EVENT, friction_event),
			  SEQUENCE(ODE, friction_ode), SEQUENCE(ZERO, friction_zero))};

/* Slides while 2 (cos t0 - cos t) - (t - t0) > 0. */
static double sliding_ends(double t0)
{
	double low = t0 + 0.5, high = t0 + 6;

	for (int k = 0; k < 100; k++) {
		double t = 0.5 * (low + high);

		*(2 * (cos(t0) - cos(t)) - (t - t0) > 0 ? &low : &high) = t;
	}
	return low;
}

static void friction_sticks_and_slips(void)
{
	double t0 = asin(0.5), t1 = sliding_ends(t0);

	for (size_t k = 0; k < 6; k++) {
		HandTrace trace = {LIST(F_V, F_MODE, F_SA), 3, {0}};
		Rt *rt = rt_new(&friction, NULL);
		HybridOptions o = {.run.solver = solvers[k % 3],
						   .run.stop = 20,
						   .run.interval = 0.01,
						   .row = hand_row,
						   .ctx = &trace,
						   .run.max_step = k < 3 ? 0 : 1};
		HybridResult out;
		double slid = 0;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		T_CHECK(out.stats.state_events >= 12 && out.stats.state_events < 60);
		T_REAL(hand_at(&trace, 0.5 * t0)->value[1], 0, 0);
		T_REAL(hand_at(&trace, 0.5 * (t0 + t1))->value[1], 1, 0);
		for (size_t i = 0; i < trace.rows.n && slid == 0; i++)
			if (trace.rows.at[i].t > t0 + 0.1 && trace.rows.at[i].value[1] != 1)
				slid = trace.rows.at[i].t;
		T_REAL(slid, t1, 1e-5);
		for (size_t i = 0; i < trace.rows.n; i++)
			if (trace.rows.at[i].value[1] == 0)
				T_REAL(trace.rows.at[i].value[0], 0, 1e-7);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

/* Two samplers that meet; no states. n1, n2 count, both counts the meetings. */

enum {
	S_A = FIRST,
	S_B,
	S_N1,
	S_N2,
	S_BOTH,
	S_PRE1,
	S_PRE2,
	S_PRE_BOTH,
	S_START,
	S_PERIOD1,
	S_PERIOD2,
	S_SLOTS
};

static MdvStatus sample_run(void *code, double *f, int32_t region)
{
	(void)code;
	(void)region;
	f[S_N1] = f[S_PRE1] + f[S_A];
	f[S_N2] = f[S_PRE2] + f[S_B];
	f[S_BOTH] = f[S_PRE_BOTH] + (f[S_A] && f[S_B]);
	return MDV_OK;
}

static const MdvSampler samplers[] = {{S_A, S_START, S_PERIOD1, -1}, {S_B, S_START, S_PERIOD2, -1}};
static const MdvDiscrete sample_discretes[] = {
	{S_N1, S_PRE1, -1}, {S_N2, S_PRE2, -1}, {S_BOTH, S_PRE_BOTH, -1}};
static const MdvStep sample_event[] = {CODE(0, -1)};
static const double sample_initial[S_SLOTS] = {[S_PERIOD1] = 0.1, [S_PERIOD2] = 0.3};
static const MdvModel sampling = {
	HAND,
	.name = "Sampling",
	.n_slots = S_SLOTS,
	.initial = sample_initial,
	.sampler = samplers,
	.n_samplers = 2,
	.discrete = sample_discretes,
	.n_discretes = 3,
	.start_code = -1,
	.init_check = -1,
	.run = sample_run,
	SEQUENCES(SEQUENCE(INIT, sample_event), SEQUENCE(EVENT, sample_event))};

static void samplers_meet_exactly(void)
{
	HandTrace trace = {LIST(S_N1, S_N2, S_BOTH), 3, {0}};
	Rt *rt = rt_new(&sampling, NULL);
	HybridOptions o = {.run.stop = 300, .row = hand_row, .ctx = &trace, .run.interval = 1};
	HybridResult out;
	const HandRow *last;

	T_INT(island_simulate(rt, &o, &out), MDV_OK);
	last = &trace.rows.at[trace.rows.n - 1];
	T_REAL(last->t, 300, 0);
	T_REAL(last[-1].t, 300, 0); /* stop is an event, too: a pair of rows */
	T_REAL(last[-1].value[0], 3000, 0);
	T_REAL(last->value[0], 3001, 0);
	T_REAL(last->value[1], 1001, 0);
	T_REAL(last->value[2], 1001, 0);
	T_INT(out.stats.time_events, 3000);
	T_INT(out.stats.sample_events, 3001);
	T_REAL(trace.rows.at[0].value[2], 1, 0); /* both at the start */
	vec_free(&alloc_heap, &trace.rows);
	rt_free(rt);
}

/* der(x) = -delay(x, 1), x = 1 before; der(y) = delay(u, 0.25), u jumps from 0 to 1 at 0.5. */

enum {
	D_X = FIRST,
	D_Y,
	D_DX,
	D_DY,
	D_XD,
	D_U,
	D_UD,
	D_ONE,
	D_QUARTER,
	D_TX,
	D_TY,
	D_TDX,
	D_TDY,
	D_TXD,
	D_TUD,
	D_INSTANT,
	D_SLOTS
};

static MdvStatus delay_run(void *code, double *f, int32_t region)
{
	(void)code;
	switch (region) {
	case 2:
		f[D_U] = f[TIME] >= 0.5;
		f[D_INSTANT] = 0.5;
		/* fall through */
	case 0:
		if (f[INITIAL]) {
			f[D_XD] = f[D_X];
			f[D_UD] = f[D_U];
		}
		f[D_DX] = -f[D_XD];
		f[D_DY] = f[D_UD];
		break;
	case 1:
		f[D_TDX] = -f[D_TXD];
		f[D_TDY] = f[D_TUD];
		break;
	case 3:
		f[D_X] = 1;
		f[D_Y] = 0;
		break;
	}
	return MDV_OK;
}

static const MdvVar delay_vars[] = {VAR("x", D_X, MDV_VAR_STATE), VAR("y", D_Y, MDV_VAR_STATE)};
static const MdvState delay_states[] = {{D_X, D_DX, D_TX, D_TDX, 0}, {D_Y, D_DY, D_TY, D_TDY, 1}};
static const MdvDelay delays[] = {{D_XD, D_X, D_ONE, D_ONE, D_TXD, false, -1, -1},
								  {D_UD, D_U, D_QUARTER, D_QUARTER, D_TUD, false, -1, -1}};
static const MdvTimeEvent delay_instants[] = {{D_INSTANT, -1, -1, -1}};
static const MdvStep delay_ode[] = {CODE(0, 1)}, delay_event[] = {CODE(2, -1)};
static const double delay_initial[D_SLOTS] = {[D_ONE] = 1, [D_QUARTER] = 0.25};
static const MdvModel delayed = {
	HAND,
	.name = "Delayed",
	.n_slots = D_SLOTS,
	.initial = delay_initial,
	.var = delay_vars,
	.n_vars = 2,
	.state = delay_states,
	.n_states = 2,
	.delay = delays,
	.n_delays = 2,
	.time_event = delay_instants,
	.n_time_events = 1,
	.start_code = 3,
	.init_check = -1,
	.run = delay_run,
	SEQUENCES(SEQUENCE(INIT, delay_event), SEQUENCE(EVENT, delay_event), SEQUENCE(ODE, delay_ode))};

static void delays_follow_jumps_and_curves(void)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		HandTrace trace = {LIST(D_X, D_Y, D_UD), 3, {0}};
		Rt *rt = rt_new(&delayed, NULL);
		HybridOptions o = {.run.solver = solvers[k], .run.stop = 3, .row = hand_row, .ctx = &trace};
		HybridResult out;
		int jumps = 0;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		T_INT(out.stats.time_events, 4); /* the jump of u; it and both beginnings come out */
		for (size_t i = 0; i < trace.rows.n; i++) {
			const HandRow *row = &trace.rows.at[i];
			double t = row->t, x = 1 - t;

			x += t > 1 ? (t - 1) * (t - 1) / 2 : 0;
			x -= t > 2 ? (t - 2) * (t - 2) * (t - 2) / 6 : 0;
			T_REAL(row->value[0], x, 2e-5);
			T_REAL(row->value[1], fmax(0, t - 0.75), 1e-6);
			if (i && row->value[2] != row[-1].value[2]) {
				T_REAL(t, 0.75, 0);
				jumps++;
			}
		}
		T_INT(jumps, 1);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void want_of_memory_is_survived(void)
{
	MdvStatus status = MDV_NO_MEMORY;

	for (size_t k = 1; status != MDV_OK; k++) {
		AllocMeter meter;
		HybridOptions o = {.run.solver = MDV_SOLVER_RK45, .run.stop = 1.2};
		HybridResult out;
		Rt *rt;

		alloc_meter_init(&meter, NULL);
		rt = rt_new(&ball, &meter.alloc);
		meter.n_calls = 0;
		meter.fail_at = k;
		status = island_simulate(rt, &o, &out);
		T_CHECK(status == MDV_OK || status == MDV_NO_MEMORY);
		rt_free(rt);
		T_INT(meter.live, 0);
	}
}

static void a_run_can_be_stopped(void)
{
	volatile sig_atomic_t flag = 1;
	Rt *rt = rt_new(&ball, NULL);
	HybridOptions o = {.run.stop = 2, .stop_request = &flag},
				  hurry = {.run.stop = 2, .run.timeout = 1e-9};
	HybridResult out;

	T_INT(island_simulate(rt, &o, &out), MDV_STOPPED);
	T_INT(island_simulate(rt, &hurry, &out), MDV_TIMED_OUT);
	rt_free(rt);
}

static void results_do_not_depend_on_the_rows(void)
{
	double h[2];

	for (int k = 0; k < 2; k++) {
		Rt *rt = rt_new(&ball, NULL);
		HybridOptions o = {.run.stop = 1.9, .run.interval = k ? 0.37 : 0.01};
		HybridResult out;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		h[k] = rt_get(rt, 0);
		rt_free(rt);
	}
	T_REAL(h[0], h[1], 0);
}

int main(void)
{
	T_RUN(a_ball_bounces_at_the_right_times);
	T_RUN(events_that_the_derivatives_do_not_read_need_no_restart);
	T_RUN(a_ball_does_not_fall_through_the_floor);
	T_RUN(a_ball_that_knows_when_to_stop_lies_still);
	T_RUN(friction_sticks_and_slips);
	T_RUN(samplers_meet_exactly);
	T_RUN(delays_follow_jumps_and_curves);
	T_RUN(want_of_memory_is_survived);
	T_RUN(a_run_can_be_stopped);
	T_RUN(results_do_not_depend_on_the_rows);
	return T_END();
}
