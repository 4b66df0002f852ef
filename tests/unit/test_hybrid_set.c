/* SPDX-License-Identifier: MIT
   test_hybrid_set.c — states chosen at run time: a pendulum in Cartesian coordinates, where x and y
   (and their speeds, tied to them) take turns as states. */
#include "hand.h"

/* x² + y² = 1, x u + y v = 0, der(u) = -F x, der(v) = -F y - g, x der(u) + u² + y der(v) + v² = 0
 */

enum {
	X = FIRST,
	Y,
	U,
	V,
	DU,
	DV,
	F,
	R0,
	R1,
	R2,
	TX,
	TY,
	TU,
	TV,
	TDU,
	TDV,
	TF,
	TR0,
	TR1,
	TR2,
	U0,
	KICK,
	FIRES,
	PRE,
	REL,
	SLOTS
};

#define G 9.81

static void position(double *f, bool tangent)
{
	if (tangent)
		f[TR0] = 2 * f[X] * f[TX] + 2 * f[Y] * f[TY];
	else
		f[R0] = f[X] * f[X] + f[Y] * f[Y] - 1;
}

static void velocity(double *f, bool tangent)
{
	if (tangent)
		f[TR1] = f[TX] * f[U] + f[X] * f[TU] + f[TY] * f[V] + f[Y] * f[TV];
	else
		f[R1] = f[X] * f[U] + f[Y] * f[V];
}

static void dynamics(double *f, bool tangent)
{
	if (tangent) {
		f[TDU] = -f[TF] * f[X] - f[F] * f[TX];
		f[TDV] = -f[TF] * f[Y] - f[F] * f[TY];
		f[TR2] = f[TX] * f[DU] + f[X] * f[TDU] + 2 * f[U] * f[TU] + f[TY] * f[DV] + f[Y] * f[TDV] +
				 2 * f[V] * f[TV];
	} else {
		f[DU] = -f[F] * f[X];
		f[DV] = -f[F] * f[Y] - G;
		f[R2] = f[X] * f[DU] + f[U] * f[U] + f[Y] * f[DV] + f[V] * f[V];
	}
}

static MdvStatus run(void *code, double *f, int32_t region)
{
	(void)code;
	switch (region) {
	case 0: position(f, false); break;
	case 1: position(f, true); break;
	case 2: velocity(f, false); break;
	case 3: velocity(f, true); break;
	case 4: dynamics(f, false); break;
	case 5: dynamics(f, true); break;
	case 6: /* start */
		f[X] = 0;
		f[Y] = -1;
		f[U] = f[U0];
		f[V] = 0;
		break;
	case 13: /* by the unknowns alone */ f[TR1] = f[X] * f[TU] + f[Y] * f[TV]; break;
	case 15: f[TR2] = -f[TF] * f[X] * f[X] - f[TF] * f[Y] * f[Y]; break;
	case 7: /* when time >= 1 then reinit(u, kick) */
		f[REL] = f[TIME] >= 1;
		f[FIRES] = f[REL] && !f[PRE];
		break;
	}
	return MDV_OK;
}

static const MdvSource sources[] = {{"x^2 + y^2 = L^2", "Pendulum.mo", 7, ""}};
static const MdvVar vars[] = {VAR("x", X, MDV_VAR_STATE), VAR("y", Y, MDV_VAR_STATE),
							  VAR("u", U, MDV_VAR_STATE), VAR("v", V, MDV_VAR_STATE),
							  VAR("F", F, 0)};
static const MdvState positions[] = {{X, U, TX, TU, 0}, {Y, V, TY, TV, 1}};
static const MdvState velocities[] = {{U, DU, TU, TDU, 2}, {V, DV, TV, TDV, 3}};
static const MdvSet sets[] = {
	{.n = 2, .m = 1, .first = 0, .tied = -1, .candidate = positions, .priority = LIST(0, 0)},
	{.n = 2, .m = 1, .first = 1, .tied = 0, .candidate = velocities, .priority = LIST(0, 0)}};

#define BLOCK(kind_, region, unknown_, tangents, residual_, residual_tangent_, set_)            \
	{                                                                                           \
		.kind = kind_, .code = (region), .tangent = (region) + ((region) ? 11 : 1),             \
		.full_tangent = (region) + 1, .n = 1, .unknown = unknown_, .unknown_tangent = tangents, \
		.residual = LIST(residual_), .residual_tangent = LIST(residual_tangent_),               \
		.source = LIST(0), .set = (set_)                                                        \
	}
#define STEPS                                                         \
	BLOCK(MDV_STEP_SET, 0, LIST(X, Y), LIST(TX, TY), R0, TR0, 0),     \
		BLOCK(MDV_STEP_SET, 2, LIST(U, V), LIST(TU, TV), R1, TR1, 1), \
		BLOCK(MDV_STEP_LINEAR, 4, LIST(F), LIST(TF), R2, TR2, 0)
static const MdvStep ode[] = {STEPS};
static const MdvStep event[] = {STEPS, CODE(7, -1)};
static const MdvStep init[] = {BLOCK(MDV_STEP_LINEAR, 4, LIST(F), LIST(TF), R2, TR2, 0),
							   CODE(7, -1)};
static const double initial[SLOTS] = {[U0] = 7};

#define PENDULUM(initial_)                                                                     \
	HAND, .name = "Pendulum", .n_slots = SLOTS, .initial = initial_, .var = vars, .n_vars = 5, \
		  .source = sources, .n_sources = 1, .set = sets, .n_sets = 2, .start_code = 6,        \
		  .init_check = -1, .run = run,                                                        \
		  SEQUENCES(SEQUENCE(INIT, init), SEQUENCE(EVENT, event), SEQUENCE(ODE, ode))
static const MdvModel pendulum = {PENDULUM(initial)};

static const MdvTimeEvent instants[] = {{KICK, -1, -1, -1}};
static const MdvDiscrete discretes[] = {{REL, PRE, -1}};
static const MdvAction kicks[] = {{MDV_ACTION_REINIT, false, false, FIRES, U, U0, -1, 0}};
static const double kicked[SLOTS] = {[U0] = 3, [KICK] = 1};

static const MdvModel kicked_pendulum = {
	PENDULUM(kicked), .time_event = instants, .n_time_events = 1, .discrete = discretes,
	.n_discretes = 1, .action = kicks,        .n_actions = 1};

static double energy(const HandRow *row)
{
	return 0.5 * (row->value[2] * row->value[2] + row->value[3] * row->value[3]) +
		   G * row->value[1];
}

static void a_pendulum_keeps_its_length_and_energy(void)
{
	const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_ADAMS, MDV_SOLVER_IDA,
								 MDV_SOLVER_RK45};

	for (size_t k = 0; k < 4; k++) {
		HandTrace trace = {LIST(X, Y, U, V, F), 5, {0}};
		Rt *rt = rt_new(&pendulum, NULL);
		HybridOptions o = {.run.solver = solvers[k],
						   .run.stop = 13,
						   .run.interval = 0.01,
						   .run.tol = 1e-6,
						   .row = hand_row,
						   .ctx = &trace};
		HybridResult out;
		double worst = 0, drift = 0, turns = 0;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		for (size_t i = 0; i < trace.rows.n; i++) {
			const HandRow *row = &trace.rows.at[i], *old = i ? row - 1 : row;

			worst = fmax(worst, fabs(hypot(row->value[0], row->value[1]) - 1));
			drift = fmax(drift, fabs(energy(row) / energy(trace.rows.at) - 1));
			turns += atan2(old->value[0] * row->value[1] - old->value[1] * row->value[0],
						   old->value[0] * row->value[0] + old->value[1] * row->value[1]) /
					 (2 * 3.14159265358979);
		}
		T_CHECK(turns > 10);
		T_CHECK(worst < 1e-8);
		T_CHECK(drift < 1e-3);
		T_CHECK(out.stats.rt.set_changes >= 40 && out.stats.rt.set_changes < 80);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void reinit_makes_a_candidate_a_state(void)
{
	for (int k = 0; k < 10; k++) {
		double u0 = 2 + 0.2 * k; /* at time 1 it is in another place each time */
		HandTrace trace = {LIST(X, Y, U, V), 4, {0}};
		Rt *rt = rt_new(&kicked_pendulum, NULL);
		HybridOptions o = {.run.stop = 1.5, .row = hand_row, .ctx = &trace};
		HybridResult out;
		size_t i = 0;

		rt->frame[U0] = u0;
		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		T_STR(rt_message(rt), "");
		T_INT(out.stats.time_events, 1);
		while (i + 1 < trace.rows.n && trace.rows.at[i].t < 1)
			i++;
		T_REAL(trace.rows.at[i].t, 1, 0);
		T_REAL(trace.rows.at[i + 1].t, 1, 0);
		T_REAL(trace.rows.at[i + 1].value[2], u0, 0);
		for (i++; i < trace.rows.n; i++) {
			const double *v = trace.rows.at[i].value;

			T_REAL(hypot(v[0], v[1]), 1, 1e-8);
			T_REAL(v[0] * v[2] + v[1] * v[3], 0, 1e-8);
		}
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
}

static void tangents_through_sets_and_blocks_agree_with_differences(void)
{
	double x[2], exact[4], by_differences[4];
	Rt *rt = rt_new(&pendulum, NULL);
	bool changed;

	T_INT(init_run(rt, 0), MDV_OK);
	for (int k = 0; k < 20; k++) {
		double a = 0.3 * k + 0.1, w = 1 + k;

		rt->frame[X] = cos(a);
		rt->frame[Y] = sin(a);
		rt->frame[U] = -w * sin(a);
		rt->frame[V] = w * cos(a);
		rt->mode.use = RT_EVENT;
		T_INT(set_select(rt, SET_FACTOR, &changed), MDV_OK);
		rt_accept(rt);
		rt_states(rt, x);
		T_INT(rt_jac(rt, 0, x, exact), MDV_OK);
		rt->index.has_tangents = false;
		T_INT(rt_jac(rt, 0, x, by_differences), MDV_OK);
		rt->index.has_tangents = true;
		for (int i = 0; i < 4; i++)
			T_REAL(exact[i], by_differences[i], 1e-4 * (1 + w * w));
	}
	rt_free(rt);
}

static void results_do_not_depend_on_the_rows(void)
{
	double end[2][4];

	for (int k = 0; k < 2; k++) {
		HandTrace trace = {LIST(X, Y, U, V), 4, {0}};
		Rt *rt = rt_new(&kicked_pendulum, NULL);
		HybridOptions o = {
			.run.stop = 3, .run.interval = k ? 1 : 0.001, .row = hand_row, .ctx = &trace};
		HybridResult out;

		T_INT(island_simulate(rt, &o, &out), MDV_OK);
		memcpy(end[k], trace.rows.at[trace.rows.n - 1].value, sizeof end[k]);
		vec_free(&alloc_heap, &trace.rows);
		rt_free(rt);
	}
	for (int i = 0; i < 4; i++)
		T_REAL(end[0][i], end[1][i], 1e-12);
}

/* Called after every step: nothing is allocated but in the first ones. */

typedef struct {
	AllocMeter meter; /* counts */
	double t;         /* from this time on it must not */
	size_t n_calls;   /* allocations before */
} Watch;

static void watch(void *ctx, double t)
{
	Watch *w = ctx;

	if (t < w->t)
		w->n_calls = w->meter.n_calls;
}

static void steps_and_swaps_allocate_nothing(void)
{
	Watch w = {.t = 0.2};
	HybridOptions o = {.run.solver = MDV_SOLVER_RK45, .run.stop = 5, .progress = watch, .ctx = &w};
	HybridResult out;
	Rt *rt;

	alloc_meter_init(&w.meter, NULL);
	rt = rt_new(&pendulum, &w.meter.alloc);
	T_INT(island_simulate(rt, &o, &out), MDV_OK);
	T_CHECK(out.stats.rt.set_changes > 10);
	T_INT(w.meter.n_calls, w.n_calls);
	rt_free(rt);
	T_INT(w.meter.live, 0);
}

int main(void)
{
	T_RUN(reinit_makes_a_candidate_a_state);
	T_RUN(tangents_through_sets_and_blocks_agree_with_differences);
	T_RUN(results_do_not_depend_on_the_rows);
	T_RUN(steps_and_swaps_allocate_nothing);
	T_RUN(a_pendulum_keeps_its_length_and_energy);
	return T_END();
}
