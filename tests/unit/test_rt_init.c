/* SPDX-License-Identifier: MIT
   test_rt_init.c — initialization: parameters, homotopy, equations that are only checked, memory.
 */
#include "hand.h"

/* u³ - 2u + 2 = 0 has one root, -1.77; Newton's method from 0 never finds it. By homotopy from
   u + 2 = 0 it is near. */

enum { U = FIRST, R, TU, TR, P, Q, START, C1, SCALE, SLOTS };

static MdvStatus cubic_run(void *code, double *f, int32_t region)
{
	double h = f[HOMOTOPY], u = f[U];

	(void)code;
	switch (region) {
	case 0: f[R] = h * (u * u * u - 2 * u + 2) + (1 - h) * (u + 2); break;
	case 1: f[TR] = (h * (3 * u * u - 2) + (1 - h)) * f[TU]; break;
	case 2: f[U] = f[START]; break;
	case 3: f[Q] = 2 * f[P]; break;
	case 4: /* the check: u = -1.77 + p */
		f[C1] = u + 1.76929235423863 - f[P];
		f[SCALE] = fabs(u);
		break;
	}
	return MDV_OK;
}

static const MdvSource sources[] = {{"u^3 - 2*u + 2 = 0", "Cubic.mo", 3, ""},
									{"u = -1.77 + p", "Cubic.mo", 6, "top"}};
static const MdvVar vars[] = {
	{.name = "u",
	 .unit = "",
	 .display_unit = "",
	 .comment = "",
	 .slot = U,
	 .start = START,
	 .nominal = -1,
	 .min = -1,
	 .max = -1,
	 .flags = MDV_VAR_SETTABLE},
	VAR("p", P, MDV_VAR_PARAMETER | MDV_VAR_SETTABLE),
	VAR("q", Q, MDV_VAR_PARAMETER),
	VAR("minus_p", P, MDV_VAR_PARAMETER | MDV_VAR_SETTABLE | MDV_VAR_NEGATED)};
static const MdvStep steps[] = {{.kind = MDV_STEP_NONLINEAR,
								 .code = 0,
								 .tangent = 1,
								 .n = 1,
								 .unknown = LIST(U),
								 .unknown_tangent = LIST(TU),
								 .residual = LIST(R),
								 .residual_tangent = LIST(TR),
								 .source = LIST(0)}};
static const MdvStep param[] = {CODE(3, -1)};
static const MdvCheck checks[] = {{C1, SCALE, 1}};
static const double initial[SLOTS];

#define CUBIC                                                                                 \
	HAND, .name = "Cubic", .n_slots = SLOTS, .initial = initial, .var = vars, .n_vars = 4,    \
		  .source = sources, .n_sources = 2, .start_code = 2, .check = checks, .n_checks = 1, \
		  .run = cubic_run,                                                                   \
		  SEQUENCES(SEQUENCE(PARAM, param), SEQUENCE(INIT, steps), SEQUENCE(EVENT, steps),    \
					SEQUENCE(ODE, steps))
static const MdvModel with_homotopy = {CUBIC, .init_check = 4, .has_homotopy = true};
static const MdvModel without = {CUBIC, .init_check = -1};

static void homotopy_leads_to_the_solution(void)
{
	Rt *rt = rt_new(&with_homotopy, NULL);

	T_INT(init_run(rt, 0), MDV_OK);
	T_REAL(rt_get(rt, 0), -1.76929235423863, 1e-9);
	T_REAL(rt->frame[HOMOTOPY], 1, 0);
	T_REAL(rt->frame[INITIAL], 0, 0);
	rt_free(rt);
}

static void without_homotopy_a_bracket_finds_it(void)
{
	Rt *rt = rt_new(&without, NULL);

	T_INT(init_run(rt, 0), MDV_OK);
	T_REAL(rt_get(rt, 0), -1.76929235423863, 1e-9);
	rt_free(rt);
}

static void a_good_start_value_needs_neither(void)
{
	Rt *rt = rt_new(&without, NULL);

	T_CHECK(rt_set(rt, 0, -2));
	T_INT(init_run(rt, 0), MDV_OK);
	T_CHECK(rt->stats.newton < 10);
	rt_free(rt);
}

static void equations_left_out_are_checked(void)
{
	Rt *rt = rt_new(&with_homotopy, NULL);

	T_CHECK(rt_set(rt, 1, 1e-3));
	T_INT(init_run(rt, 0), MDV_FAILED);
	T_CHECK(hand_says(rt, "contradict each other: a residual of -0.001"));
	T_CHECK(hand_says(rt, "'u = -1.77 + p' of top (Cubic.mo:6)"));
	T_CHECK(rt_set(rt, 1, 0)); /* the failure leaves no trace */
	T_INT(init_run(rt, 0), MDV_OK);
	rt_free(rt);
}

static void parameters_are_set_with_the_sign_of_aliases(void)
{
	Rt *rt = rt_new(&without, NULL);

	T_CHECK(rt_set(rt, 3, -4));
	T_REAL(rt_get(rt, 1), 4, 0);
	T_CHECK(!rt_set(rt, 2, 1)); /* q depends on p */
	T_INT(rt_parameters(rt), MDV_OK);
	T_REAL(rt_get(rt, 2), 8, 0);
	T_REAL(rt_get(rt, 3), -4, 0);
	rt_free(rt);
}

static void want_of_memory_is_survived(void)
{
	Rt *rt = NULL;

	for (size_t k = 1; !rt; k++) {
		AllocMeter meter;

		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		rt = rt_new(&with_homotopy, &meter.alloc);
		if (!rt)
			T_INT(meter.live, 0);
		else {
			rt_free(rt);
			T_INT(meter.live, 0);
		}
	}
}

int main(void)
{
	T_RUN(homotopy_leads_to_the_solution);
	T_RUN(without_homotopy_a_bracket_finds_it);
	T_RUN(a_good_start_value_needs_neither);
	T_RUN(equations_left_out_are_checked);
	T_RUN(parameters_are_set_with_the_sign_of_aliases);
	T_RUN(want_of_memory_is_survived);
	return T_END();
}
