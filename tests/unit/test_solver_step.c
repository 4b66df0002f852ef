/* SPDX-License-Identifier: MIT
   test_solver_step.c — the contract of a step: where it stops, what a restart drops, what happens
   where the model is not defined, and that memory is got at the beginning only. */
#include "runtime/solver/solver.h"
#include "t.h"

#include <stdlib.h>

static const struct {
	const SolverOps *ops;
	MdvOptions o;
	double tol; /* of the results */
} kinds[] = {
	{&solver_cvode, {.tol = 1e-7}, 1e-4},       {&solver_adams, {.tol = 1e-7}, 1e-4},
	{&solver_ida, {.tol = 1e-7}, 1e-4},         {&solver_rk45, {.tol = 1e-7}, 1e-5},
	{&solver_rk45, {.fixed_step = 0.01}, 1e-8}, {&solver_euler, {.fixed_step = 1e-4}, 1e-3},
	{&solver_radau, {.tol = 1e-7}, 1e-5},
};

enum { N_KINDS = sizeof kinds / sizeof *kinds };

/* The model of this file: a turning wheel, with obstacles. */
typedef struct Wheel {
	double speed;     /* of turning */
	double wall;      /* not defined after this time; 0: always defined */
	double slack;     /* not defined farther from the circle than this; 0: everywhere */
	MdvStatus answer; /* after the wall; MDV_OK: NaN */
	long soft;        /* evaluations after which the wall goes away; 0: never */
	long n_calls;     /* evaluations */
} Wheel;

static MdvStatus turn(void *ctx, double t, const double x[], double dx[])
{
	Wheel *w = ctx;

	w->n_calls++;
	dx[0] = w->speed * x[1];
	dx[1] = -w->speed * x[0];
	if (w->slack > 0 && fabs(hypot(x[0], x[1]) - 1) > w->slack)
		return MDV_RETRY;
	if (w->wall > 0 && t > w->wall && (w->soft == 0 || w->n_calls <= w->soft)) {
		dx[1] = NAN;
		return w->answer;
	}
	return MDV_OK;
}

static const double start[2] = {0, 1}; /* the solution is sin(t), cos(t) */

static Solver *make(int kind, Wheel *w)
{
	OdeSystem sys = {.n = 2, .ctx = w, .rhs = turn};
	Solver *s;

	T_INT(solver_new(kinds[kind].ops, &sys, &kinds[kind].o, NULL, &s), MDV_OK);
	T_INT(solver_restart(s, 0, start), MDV_OK);
	return s;
}

static MdvStatus go_to(Solver *s, double t_stop, double *t)
{
	MdvStatus status = MDV_OK;
	double from, to;

	solver_ends(s, &from, t);
	while (status == MDV_OK && *t < t_stop) {
		status = solver_step(s, t_stop, t);
		solver_ends(s, &from, &to);
		T_CHECK(to == *t && *t <= t_stop);
	}
	return status;
}

static void check_state(const Solver *s, double angle, double tol)
{
	T_REAL(solver_states(s)[0], sin(angle), tol);
	T_REAL(solver_states(s)[1], cos(angle), tol);
}

static void steps_end_exactly_at_the_stop(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		Solver *s = make(k, &w);
		double t;

		for (int i = 1; i <= 30; i++) {
			T_INT(go_to(s, i * 0.1, &t), MDV_OK);
			T_CHECK(t == i * 0.1);
			check_state(s, t, kinds[k].tol);
		}
		/* A stop that is reached already makes an empty step. */
		T_INT(solver_step(s, t, &t), MDV_OK);
		T_CHECK(t == 3.0);
		T_INT(go_to(s, 3.1, &t), MDV_OK);
		check_state(s, 3.1, kinds[k].tol);
		T_INT(solver_step(s, 3.0, &t), MDV_BAD_TIME);
		T_INT(solver_step(s, NAN, &t), MDV_BAD_TIME);
		T_INT(go_to(s, 3.2, &t), MDV_OK);
		solver_free(s);
	}
}

static void stops_may_be_as_near_as_numbers_are(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		Solver *s = make(k, &w);
		double stop = 0, t;

		for (int i = 0; i < 200; i++) {
			stop = i % 3 == 0 ? stop + 0.01 : i % 3 == 1 ? nextafter(stop, 9) : stop * (1 + 1e-13);
			T_INT(go_to(s, stop, &t), MDV_OK);
			T_CHECK(t == stop);
		}
		check_state(s, t, kinds[k].tol);
		T_STR(solver_message(s), "");
		solver_free(s);
	}
}

static void the_stop_may_be_infinite(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		Solver *s = make(k, &w);
		double t = 0;

		while (t < 5 && solver_step(s, INFINITY, &t) == MDV_OK)
			;
		T_CHECK(t >= 5 && t < 100);
		check_state(s, t, 2 * kinds[k].tol);
		solver_free(s);
	}
}

static void a_restart_inside_a_step_drops_the_rest(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		Solver *s = make(k, &w);
		double t = 0, angle = 0, x[2], from, to, middle;

		/* At a third of every tenth step the wheel changes its direction. */
		for (int i = 0; i < 50; i++) {
			for (int j = 0; j < 10; j++) {
				T_INT(solver_step(s, 1000, &t), MDV_OK);
				solver_ends(s, &from, &to);
				if (j < 9)
					angle += w.speed * (to - from);
			}
			middle = from + (to - from) / 3;
			angle += w.speed * (middle - from);
			T_INT(solver_dense(s, middle, x), MDV_OK);
			w.speed = -w.speed;
			T_INT(solver_restart(s, middle, x), MDV_OK);
			solver_ends(s, &from, &to);
			T_CHECK(from == middle && to == middle);
			check_state(s, angle, 10 * kinds[k].tol);
		}
		T_INT(solver_stats(s)->restarts, 51);
		solver_free(s);
	}
}

static void both_ends_of_a_step_are_exact(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		Solver *s = make(k, &w);
		double t = 0, x[2], end[2] = {0, 1}, from, to;

		while (t < 1) {
			T_INT(solver_step(s, 1, &t), MDV_OK);
			solver_ends(s, &from, &to);
			T_INT(solver_dense(s, from, x), MDV_OK);
			T_CHECK(x[0] == end[0] && x[1] == end[1]);
			/* And next to them it is continuous. */
			T_INT(solver_dense(s, nextafter(from, 9), x), MDV_OK);
			T_REAL(x[0], end[0], 1e-13);
			T_INT(solver_dense(s, to, end), MDV_OK);
			T_CHECK(end[0] == solver_states(s)[0]);
			T_INT(solver_dense(s, nextafter(to, -9), x), MDV_OK);
			T_REAL(x[0], end[0], 1e-13);
			T_INT(solver_dense(s, nextafter(to, 9), x), MDV_BAD_TIME);
			T_INT(solver_dense(s, nextafter(from, -9), x), MDV_BAD_TIME);
			T_INT(solver_dense(s, NAN, x), MDV_BAD_TIME);
		}
		solver_free(s);
	}
}

/* --- models that are not defined everywhere --- */

static void a_wall_of_nan_is_reached_and_reported(void)
{
	for (int k = 0; k < N_KINDS; k++)
		for (int i = 0; i < 2; i++) {
			Wheel w = {.speed = 1, .wall = 0.7, .answer = i ? MDV_RETRY : MDV_OK};
			Solver *s = make(k, &w);
			const SolverFailure *f = solver_failure(s);
			double t;

			T_INT(go_to(s, 2, &t), MDV_STEP_TOO_SMALL);
			T_CHECK(t <= 0.7 && t > 0.69);
			check_state(s, t, kinds[k].tol);
			T_CHECK(w.n_calls < 20000);
			T_REAL(f->t, t, 0);
			T_CHECK(f->t_bad > 0.7 && f->t_bad < 0.75);
			T_INT(f->i_bad, i ? -1 : 1);
			T_CHECK(strstr(solver_message(s), i ? "the model is not defined at t=0.7"
												: "derivative of state 2 is not finite at t=0.7"));
			/* It stays so until a restart. */
			T_INT(solver_step(s, 2, &t), MDV_STEP_TOO_SMALL);
			w.wall = 0;
			T_INT(solver_restart(s, 0, start), MDV_OK);
			T_STR(solver_message(s), "");
			T_INT(go_to(s, 2, &t), MDV_OK);
			check_state(s, 2, kinds[k].tol);
			solver_free(s);
		}
}

static void a_model_that_is_defined_nearby_only_is_integrated(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1, .slack = 1e-3};
		Solver *s = make(k, &w);
		double t;

		T_INT(go_to(s, 10, &t), MDV_OK);
		check_state(s, 10, 10 * kinds[k].tol);
		solver_free(s);
	}
}

/* Far shorter than what the solvers would choose. */
static void the_first_step_is_shortened_as_often_as_needed(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1, .wall = 1e-14, .soft = 15};
		Solver *s = make(k, &w);
		double t;

		T_INT(go_to(s, 3, &t), MDV_OK);
		check_state(s, 3, kinds[k].tol);
		solver_free(s);
	}
}

static void a_fatal_status_is_handed_on(void)
{
	static const MdvStatus answers[] = {MDV_FAILED, MDV_NO_MEMORY, MDV_STOPPED};

	for (int k = 0; k < N_KINDS; k++)
		for (int i = 0; i < 3; i++) {
			Wheel w = {.speed = 1, .wall = 0.7, .answer = answers[i]};
			Solver *s = make(k, &w);
			double t;

			T_INT(go_to(s, 2, &t), answers[i]);
			T_CHECK(t <= 0.7);
			T_CHECK(strstr(solver_message(s), mdv_status_text(answers[i])));
			solver_free(s);
		}
}

static void no_derivative_at_the_start_is_an_error(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = NAN};
		Solver *s = make(k, &w);
		double t, bad[2] = {0, INFINITY};

		T_INT(solver_step(s, 1, &t), MDV_NOT_FINITE);
		T_CHECK(strstr(solver_message(s), "no derivative at the start"));
		T_CHECK(t == 0);
		T_INT(solver_restart(s, 0, bad), MDV_NOT_FINITE);
		T_CHECK(strstr(solver_message(s), "state 2 is not finite"));
		T_INT(solver_step(s, 1, &t), MDV_NOT_FINITE);
		T_INT(solver_restart(s, NAN, start), MDV_BAD_TIME);
		w = (Wheel){.speed = 1, .slack = 1e-9};
		T_INT(solver_restart(s, 1, (const double[]){0, 2}), MDV_OK);
		T_INT(solver_step(s, 2, &t), MDV_FAILED);
		/* A wall right at the start. */
		w = (Wheel){.speed = 1, .wall = 1e-300};
		T_INT(solver_restart(s, 0, start), MDV_OK);
		T_INT(go_to(s, 1, &t), MDV_STEP_TOO_SMALL);
		T_CHECK(w.n_calls < 20000);
		solver_free(s);
	}
}

static MdvStatus explode(void *ctx, double t, const double x[], double dx[])
{
	(void)t;
	++*(long *)ctx;
	dx[0] = x[0] * x[0];
	return MDV_OK;
}

/* A derivative that jumps by 200 orders of magnitude at 0.5. */
static MdvStatus jump(void *ctx, double t, const double x[], double dx[])
{
	(void)ctx, (void)x;
	dx[0] = t > 0.5 ? 1e200 : 1;
	return MDV_OK;
}

static void an_error_that_stays_large_ends_the_run(void)
{
	for (int k = 0; k < 4; k++) {
		OdeSystem sys = {.n = 1, .rhs = jump};
		double t, x = 0;
		Solver *s;

		T_INT(solver_new(kinds[k].ops, &sys, &kinds[k].o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, &x), MDV_OK);
		T_INT(go_to(s, 1, &t), MDV_STEP_TOO_SMALL);
		T_REAL(t, 0.5, 1e-3);
		T_REAL(solver_states(s)[0], t, 1e-6);
		solver_free(s);
	}
}

/* Time zero is where steps relative to time can shrink for longest. */
static void a_wall_at_time_zero_is_reached_too(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1, .wall = 1e-300};
		Solver *s = make(k, &w);
		double t;

		T_INT(solver_restart(s, -1, start), MDV_OK);
		w.n_calls = 0;
		T_INT(go_to(s, 1, &t), MDV_STEP_TOO_SMALL);
		T_CHECK(t > -0.05 && t <= 1e-300);
		T_CHECK(w.n_calls < 30000);
		solver_free(s);
	}
}

/* x = 1 / (1 - t) */
static void a_pole_ends_the_run(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		OdeSystem sys = {.n = 1, .rhs = explode};
		long n_calls = 0;
		double t, x = 1;
		Solver *s;

		sys.ctx = &n_calls;
		T_INT(solver_new(kinds[k].ops, &sys, &kinds[k].o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, &x), MDV_OK);
		T_INT(go_to(s, 2, &t), MDV_STEP_TOO_SMALL);
		T_CHECK(n_calls < 50000);
		T_CHECK(t > 0.99 && t < 1.1);
		solver_free(s);
	}
}

/* --- the linear system --- */

/* x0, x1 turn with a speed that makes pivots of the off-diagonal; x2 is for the time. */
static MdvStatus spin(void *ctx, double t, const double x[], double dx[])
{
	double speed = *(const double *)ctx;

	dx[0] = -speed * x[1];
	dx[1] = speed * x[0];
	dx[2] = cos(t);
	return MDV_OK;
}

static MdvStatus spin_jac(void *ctx, double t, const double x[], double v[])
{
	double speed = *(const double *)ctx;

	(void)t, (void)x;
	v[0] = speed;
	v[1] = -speed;
	return MDV_OK;
}

/* KLU keeps the pivots of the first matrix; after a restart with speed 0 they would be zeros. */
static void new_pivots_are_found_when_the_matrix_changes(void)
{
	static const int32_t col_start[] = {0, 1, 2, 2}, row[] = {1, 0};
	static const SolverOps *const implicit[] = {&solver_cvode, &solver_ida, &solver_radau};

	for (int k = 0; k < 3; k++) {
		double speed = 1e7, x[3] = {0, 0, 0}, t;
		OdeSystem sys = {3, &speed, spin, spin_jac, col_start, row, NULL};
		MdvOptions o = {.tol = 1e-6, .first_step = 0.01};
		Solver *s;

		T_INT(solver_new(implicit[k], &sys, &o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, x), MDV_OK);
		T_INT(go_to(s, 2, &t), MDV_OK);
		T_REAL(solver_states(s)[2], sin(2), 1e-4);
		T_INT(solver_dense(s, 2, x), MDV_OK);
		speed = 0;
		T_INT(solver_restart(s, 2, x), MDV_OK);
		T_INT(go_to(s, 4, &t), MDV_OK);
		T_REAL(solver_states(s)[2], sin(4), 1e-4);
		T_CHECK(solver_stats(s)->rejected < 20);
		solver_free(s);
	}
}

static MdvStatus bad_jac(void *ctx, double t, const double x[], double v[])
{
	(void)ctx, (void)x;
	v[0] = v[3] = 0;
	v[1] = -1;
	v[2] = t > 0.01 ? NAN : 1;
	return MDV_OK;
}

static void a_jacobian_of_nan_is_noticed(void)
{
	static const SolverOps *const implicit[] = {&solver_cvode, &solver_ida};

	for (int k = 0; k < 2; k++) {
		Wheel w = {.speed = 1};
		OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn, .jac = bad_jac};
		MdvOptions o = {.tol = 1e-6};
		Solver *s;
		double t;

		T_INT(solver_new(implicit[k], &sys, &o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, start), MDV_OK);
		T_INT(go_to(s, 50, &t), MDV_STEP_TOO_SMALL);
		T_CHECK(strstr(solver_message(s), "the model is not defined at t="));
		solver_free(s);
	}
}

/* At rest at 1, and not defined above. */
static MdvStatus rest(void *ctx, double t, const double x[], double dx[])
{
	(void)ctx, (void)t;
	dx[0] = 1 - x[0];
	return x[0] > 1 ? MDV_RETRY : MDV_OK;
}

static void at_the_border_differences_go_inwards(void)
{
	static const SolverOps *const implicit[] = {&solver_cvode, &solver_ida, &solver_radau};

	for (int k = 0; k < 3; k++) {
		OdeSystem sys = {.n = 1, .rhs = rest};
		MdvOptions o = {.tol = 1e-6};
		double t, x = 1;
		Solver *s;

		T_INT(solver_new(implicit[k], &sys, &o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, &x), MDV_OK);
		T_INT(go_to(s, 1, &t), MDV_OK);
		T_REAL(solver_states(s)[0], 1, 1e-6);
		T_CHECK(solver_stats(s)->retries > 0);
		solver_free(s);
	}
}

/* --- slivers: steps too short for an integrator --- */

static void a_sliver_has_dense_output_too(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		Solver *s = make(k, &w);
		double t, stop, x[2];

		T_INT(go_to(s, 1, &t), MDV_OK);
		stop = 1 + 1e-14;
		T_INT(go_to(s, stop, &t), MDV_OK);
		T_INT(solver_dense(s, 1 + 0.5e-14, x), MDV_OK);
		T_REAL(x[0], solver_states(s)[0], 2e-14);
		w.speed = NAN;
		T_CHECK(go_to(s, stop + 1e-14, &t) < 0);
		T_CHECK(t == stop);
		solver_free(s);
	}
}

/* --- no states, options, memory --- */

static void without_states_time_goes_to_the_stop(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		OdeSystem sys = {.n = 0};
		MdvOptions o = kinds[k].o;
		Solver *s;
		double t;

		o.max_step = 0;
		T_INT(solver_new(kinds[k].ops, &sys, &o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 1, NULL), MDV_OK);
		T_INT(solver_step(s, 5, &t), MDV_OK);
		T_REAL(t, o.fixed_step > 0 ? 1 + o.fixed_step : 5, 0);
		T_INT(solver_dense(s, 1, NULL), MDV_OK);
		T_INT(solver_restart(s, 3, NULL), MDV_OK);
		T_INT(go_to(s, 3.5, &t), MDV_OK);
		T_CHECK(t == 3.5);
		solver_free(s);
	}
}

static void steps_are_not_longer_than_asked_for(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn};
		MdvOptions o = kinds[k].o;
		double t = 0;
		Solver *s;

		o.max_step = 0.003;
		T_INT(solver_new(kinds[k].ops, &sys, &o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, start), MDV_OK);
		while (t < 1) {
			T_INT(solver_step(s, 1, &t), MDV_OK);
			T_CHECK(solver_stats(s)->last_step <= 0.003 * 1.011);
		}
		check_state(s, 1, kinds[k].tol);
		solver_free(s);
	}
}

static void wrong_options_are_refused(void)
{
	static const struct {
		const SolverOps *ops;
		MdvOptions o;
	} wrong[] = {
		{&solver_cvode, {.tol = -1}},         {&solver_rk45, {.tol = NAN}},
		{&solver_rk45, {.max_step = -1}},     {&solver_rk45, {.first_step = INFINITY}},
		{&solver_rk45, {.fixed_step = -0.1}}, {&solver_cvode, {.fixed_step = 0.1}},
		{&solver_ida, {.fixed_step = 0.1}},   {&solver_euler, {.tol = 1e-3}},
		{&solver_radau, {.fixed_step = 0.1}},
	};
	Wheel w = {.speed = 1};
	OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn};
	MdvOptions none = {0};
	Solver *s;
	double t;

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		T_INT(solver_new(wrong[i].ops, &sys, &wrong[i].o, NULL, &s), MDV_BAD_ARGUMENT);
		T_CHECK(!s);
	}
	T_INT(solver_new(&solver_rk45, &sys, &none, NULL, &s), MDV_OK);
	T_INT(solver_step(s, 1, &t), MDV_BAD_ARGUMENT);
	T_STR(solver_message(s), "the solver was not started");
	solver_free(s);
	solver_free(NULL);
	T_CHECK(solver_of(MDV_SOLVER_CVODE) == &solver_cvode);
	T_CHECK(solver_of(MDV_SOLVER_ADAMS) == &solver_adams);
	T_CHECK(solver_of(MDV_SOLVER_EULER) == &solver_euler);
}

static void a_tolerance_below_rounding_is_an_error(void)
{
	for (int k = 0; k < 3; k++) {
		Wheel w = {.speed = 1};
		OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn};
		MdvOptions o = {.tol = 1e-18};
		Solver *s;
		double t;

		T_INT(solver_new(kinds[k].ops, &sys, &o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, start), MDV_OK);
		T_INT(go_to(s, 1, &t), MDV_BAD_ARGUMENT);
		T_CHECK(strstr(solver_message(s), "the tolerance 1e-18 is too tight"));
		solver_free(s);
	}
}

static void the_first_step_may_be_given(void)
{
	for (int k = 0; k < 4; k++) {
		Wheel w = {.speed = 1};
		OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn};
		MdvOptions o = {.tol = 1e-3, .first_step = 1e-5};
		Solver *s;
		double t;

		T_INT(solver_new(kinds[k].ops, &sys, &o, NULL, &s), MDV_OK);
		for (int i = 0; i < 2; i++) {
			T_INT(solver_restart(s, i, start), MDV_OK);
			T_INT(solver_step(s, 9, &t), MDV_OK);
			T_REAL(t, i + 1e-5, 1e-15);
			T_INT(go_to(s, 5, &t), MDV_OK);
		}
		solver_free(s);
	}
}

static MdvStatus nothing(Solver *s)
{
	(void)s;
	return MDV_OK;
}

static MdvStatus step_to_nan(Solver *s, double t_stop)
{
	s->t_new = t_stop;
	s->x_new[1] = NAN;
	return MDV_OK;
}

static void states_that_are_not_finite_are_no_result(void)
{
	static const SolverOps wrong = {.name = "wrong",
									.size = sizeof(Solver),
									.init = nothing,
									.restart = nothing,
									.step = step_to_nan};
	Wheel w = {.speed = 1};
	OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn};
	MdvOptions o = {0};
	Solver *s;
	double t;

	T_INT(solver_new(&wrong, &sys, &o, NULL, &s), MDV_OK);
	T_INT(solver_restart(s, 0, start), MDV_OK);
	T_INT(solver_step(s, 1, &t), MDV_NOT_FINITE);
	T_CHECK(t == 0 && solver_states(s)[1] == 1);
	T_CHECK(strstr(solver_message(s), "state 2 is not finite at t=1"));
	solver_free(s);
}

/* Sizes of states that are very different, one of them not told. */
static void nominals_scale_the_tolerances(void)
{
	static const double nominal[2] = {1e-6, 0};
	static const double small[2] = {0, 1e-6};

	for (int k = 0; k < 4; k++) {
		Wheel w = {.speed = 1};
		OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn, .nominal = nominal};
		Solver *s;
		double t;

		T_INT(solver_new(kinds[k].ops, &sys, &kinds[k].o, NULL, &s), MDV_OK);
		T_INT(solver_restart(s, 0, small), MDV_OK);
		T_INT(go_to(s, 3, &t), MDV_OK);
		T_REAL(solver_states(s)[0], 1e-6 * sin(3), 1e-6 * kinds[k].tol);
		solver_free(s);
	}
}

static void every_failed_allocation_is_reported(void)
{
	enum { N = 30000 }; /* each array is larger than a block */
	static int32_t col_start[N + 1], row[N];

	for (int32_t i = 0; i < N; i++)
		col_start[i + 1] = i + 1, row[i] = N - 1 - i;
	for (int kind = 0; kind < 2 * N_KINDS; kind++) {
		MdvStatus status = MDV_NO_MEMORY;

		for (size_t k = 1; status == MDV_NO_MEMORY && k < 400; k++) {
			bool sparse = kind < N_KINDS;
			OdeSystem sys = {.n = sparse ? N : 300, .rhs = turn, .row = row};
			int i = kind % N_KINDS;
			AllocMeter meter;
			Solver *s;

			sys.col_start = sparse ? col_start : NULL;
			alloc_meter_init(&meter, NULL);
			meter.fail_at = k;
			status = solver_new(kinds[i].ops, &sys, &kinds[i].o, &meter.alloc, &s);
			T_CHECK((status == MDV_OK) == (meter.n_calls < k));
			solver_free(s);
			T_INT(meter.live, 0);
		}
		T_INT(status, MDV_OK);
	}
}

/* Thirty wheels. */
static MdvStatus turn_all(void *ctx, double t, const double x[], double dx[])
{
	(void)ctx;
	(void)t;
	for (int i = 0; i < 60; i += 2) {
		dx[i] = x[i + 1];
		dx[i + 1] = -x[i];
	}
	return MDV_OK;
}

/* KLU takes memory in the first steps. False: that many allocations are not needed. */
static bool live_without(size_t fail_at, bool after, int kind, const OdeSystem *sys)
{
	double x[60] = {1, 0}, t;
	AllocMeter meter;
	MdvStatus status;
	Solver *s;

	alloc_meter_init(&meter, NULL);
	meter.fail_at = fail_at;
	meter.fail_after = after;
	status = solver_new(kinds[kind].ops, sys, &kinds[kind].o, &meter.alloc, &s);
	if (status == MDV_OK)
		status = solver_restart(s, 0, x);
	if (status == MDV_OK)
		status = go_to(s, 1, &t);
	if (s && status == MDV_NO_MEMORY) {
		T_CHECK(strstr(solver_message(s), "out of memory") != NULL);
		T_INT(solver_restart(s, 0, x), MDV_OK);
		T_INT(solver_step(s, 1, &t), MDV_NO_MEMORY); /* for good */
	}
	T_CHECK(status == MDV_NO_MEMORY || status == MDV_OK); /* KLU lives without shrinking a block */
	T_CHECK(status == MDV_OK || meter.n_calls >= fail_at);
	solver_free(s);
	T_INT(meter.live, 0);
	return meter.n_calls >= fail_at;
}

static void every_failed_allocation_of_a_step_is_reported(void)
{
	static int32_t col_start[61], row[60];
	OdeSystem sys = {.n = 60, .rhs = turn_all, .row = row, .col_start = col_start};

	for (int32_t i = 0; i < 60; i++)
		col_start[i + 1] = i + 1, row[i] = i ^ 1;
	for (int kind = 0; kind < N_KINDS; kind++)
		for (int after = 0; after < 2; after++) {
			size_t k = 1;

			while (live_without(k, after, kind, &sys) && k < 400)
				k++;
			T_CHECK(k > 1 && k < 400);
		}
}

static void steps_do_not_allocate(void)
{
	for (int k = 0; k < N_KINDS; k++) {
		Wheel w = {.speed = 1};
		OdeSystem sys = {.n = 2, .ctx = &w, .rhs = turn};
		AllocMeter meter;
		size_t n_calls;
		Solver *s;
		double t, x[2];

		alloc_meter_init(&meter, NULL);
		T_INT(solver_new(kinds[k].ops, &sys, &kinds[k].o, &meter.alloc, &s), MDV_OK);
		n_calls = meter.n_calls;
		for (int i = 0; i < 3; i++) {
			T_INT(solver_restart(s, 0, start), MDV_OK);
			T_INT(go_to(s, 1, &t), MDV_OK);
			T_INT(solver_dense(s, 0.99999 + 1e-5, x), MDV_OK);
		}
		T_INT(meter.n_calls, n_calls);
		solver_free(s);
	}
}

int main(void)
{
	T_RUN(steps_end_exactly_at_the_stop);
	T_RUN(stops_may_be_as_near_as_numbers_are);
	T_RUN(the_stop_may_be_infinite);
	T_RUN(a_restart_inside_a_step_drops_the_rest);
	T_RUN(both_ends_of_a_step_are_exact);
	T_RUN(a_wall_of_nan_is_reached_and_reported);
	T_RUN(a_model_that_is_defined_nearby_only_is_integrated);
	T_RUN(the_first_step_is_shortened_as_often_as_needed);
	T_RUN(a_fatal_status_is_handed_on);
	T_RUN(no_derivative_at_the_start_is_an_error);
	T_RUN(a_pole_ends_the_run);
	T_RUN(a_wall_at_time_zero_is_reached_too);
	T_RUN(an_error_that_stays_large_ends_the_run);
	T_RUN(new_pivots_are_found_when_the_matrix_changes);
	T_RUN(a_jacobian_of_nan_is_noticed);
	T_RUN(at_the_border_differences_go_inwards);
	T_RUN(a_sliver_has_dense_output_too);
	T_RUN(without_states_time_goes_to_the_stop);
	T_RUN(steps_are_not_longer_than_asked_for);
	T_RUN(wrong_options_are_refused);
	T_RUN(states_that_are_not_finite_are_no_result);
	T_RUN(the_first_step_may_be_given);
	T_RUN(a_tolerance_below_rounding_is_an_error);
	T_RUN(nominals_scale_the_tolerances);
	T_RUN(every_failed_allocation_is_reported);
	T_RUN(every_failed_allocation_of_a_step_is_reported);
	T_RUN(steps_do_not_allocate);
	return T_END();
}
