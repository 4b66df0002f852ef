/* SPDX-License-Identifier: MIT
   test_qbg.c — what quantized bond graphs are made of: polynomials, levels, signals, and small
   networks whose answer is known. */
#include "runtime/qbg/qbg.h"
#include "t.h"

#include <stdlib.h>

static uint64_t state = 7;

static double some(void)
{
	state += 0x9e3779b97f4a7c15u;
	return (double)(map_hash(state) >> 11) / 9007199254740992.0 * 4 - 2;
}

static void a_polynomial_reaches_zero_where_it_first_does(void)
{
	for (int k = 0; k < 20000; k++) {
		QbgPoly p = {.c = {-fabs(some()), some(), k % 3 ? some() : 0, k % 2 ? some() : 0},
					 .t = some()};
		double at = qbg_poly_reach(&p), end = isfinite(at) ? at - p.t : 50;

		if (isfinite(at))
			T_CHECK(fabs(qbg_poly_at(&p, at)) <= 1e-9 * (1 + fabs(p.c[3]) * pow(end, 3)));
		for (int i = 0; i < 50; i++)
			T_CHECK(qbg_poly_at(&p, p.t + end * i / 50) < 1e-9 * (1 + end * end * end));
	}
}

static void a_polynomial_is_the_same_from_elsewhere(void)
{
	QbgPoly p = {.c = {1, -2, 0.5, 0.25}, .t = 3}, q = p;

	qbg_poly_move(&q, 5);
	for (double t = 0; t < 10; t += 0.7)
		T_REAL(qbg_poly_at(&q, t), qbg_poly_at(&p, t), 1e-11);
	T_REAL(qbg_poly_integral(&p, 5), 2 - 4 + 0.5 * 8 / 3 + 0.25 * 4, 1e-12);
}

static void levels_are_left_with_hysteresis(void)
{
	static const double list[] = {-1, 0, 0.5, 2};
	QbgQuantizer uniform = {.quantum = 0.5, .hysteresis = 0.1};
	QbgQuantizer listed = {.quantum = 0.5, .hysteresis = 0.1, .level = list, .n_levels = 4};
	QbgLevel l;

	T_CHECK(qbg_quantizer_find(&uniform, 1.2, &l));
	T_REAL(l.value, 1, 0);
	T_REAL(l.up, 1.5, 0);
	T_REAL(l.down, 0.9, 0);
	T_CHECK(qbg_quantizer_next(&uniform, false, &l));
	T_REAL(l.value, 0.5, 0);
	T_CHECK(qbg_quantizer_find(&uniform, -0.2, &l));
	T_REAL(l.value, -0.5, 0);
	T_CHECK(qbg_quantizer_find(&listed, 0.7, &l));
	T_REAL(l.value, 0.5, 0);
	T_REAL(l.up, 2, 0);
	T_CHECK(qbg_quantizer_next(&listed, true, &l));
	T_CHECK(!qbg_quantizer_next(&listed, true, &l));
	T_CHECK(!qbg_quantizer_find(&listed, 2.1, &l));
	T_CHECK(!qbg_quantizer_find(&listed, -1.1, &l));
	T_REAL(qbg_quantizer_width(&listed, 0.7), 1.5, 0);
}

/* Between t and the time found, the signal stays on its side of the target. */
static void check_reach(const QbgSignal *s, double t, double target, bool rising)
{
	double at = qbg_signal_reach(s, t, target, rising), end = isfinite(at) ? at : t + 5;
	double sign = rising ? 1 : -1;

	if (isfinite(at))
		T_REAL(qbg_signal_at(s, at).c[0], target, 1e-9);
	if (sign * (qbg_signal_at(s, t).c[0] - target) >= 0)
		return; /* it is beyond: what is found is its next return */
	for (int i = 1; i < 200; i++)
		T_CHECK(sign * (qbg_signal_at(s, t + (end - t) * i / 200).c[0] - target) < 1e-9);
}

static void signals_reach_levels_at_the_first_time(void)
{
	const QbgSignal sine = {.kind = QBG_SINE, .amplitude = 15, .f = 0.5, .phase = 0.3, .offset = 1};
	const QbgSignal damped = {
		.kind = QBG_EXP_SINE, .amplitude = 4, .f = 0.8, .damping = 0.4, .phase = -0.5};
	const QbgSignal rise = {
		.kind = QBG_EXPONENTIAL, .amplitude = 3, .duration = 100, .rise = 0.7, .fall = 0.5};
	const QbgSignal fall = {
		.kind = QBG_EXPONENTIAL, .amplitude = 3, .duration = 0.5, .rise = 0.1, .fall = 0.5};
	const QbgSignal ramp = {.kind = QBG_RAMP, .amplitude = -3, .duration = 8};

	for (double t = 0; t < 4; t += 0.13)
		for (double target = -16; target < 17; target += 0.9)
			for (int rising = 0; rising < 2; rising++) {
				check_reach(&sine, t, target, rising);
				check_reach(&damped, t, target / 4, rising);
				check_reach(&ramp, t, target / 4, rising);
			}
	for (double t = 0; t < 4; t += 0.13)
		for (double target = 0.1; target < 3; target += 0.3) {
			check_reach(&rise, t, target, true);
			if (t > 0.5)
				check_reach(&fall, t, target, false);
		}
}

static void derivatives_of_signals_are_right(void)
{
	const QbgSignal all[] = {
		{.kind = QBG_SINE, .amplitude = 2, .f = 0.7, .phase = 1},
		{.kind = QBG_EXP_SINE, .amplitude = 2, .f = 0.7, .damping = 0.6},
		{.kind = QBG_EXPONENTIAL, .amplitude = 2, .duration = 1, .rise = 0.4, .fall = 0.8},
		{.kind = QBG_RAMP, .amplitude = 2, .duration = 9}};

	for (int k = 0; k < 4; k++)
		for (double t = 0.05; t < 3; t += 0.31) {
			QbgPoly p = qbg_signal_at(&all[k], t);
			double h = 0.01;

			T_REAL(qbg_poly_at(&p, t + h), qbg_signal_at(&all[k], t + h).c[0], 1e-5);
			for (int degree = 1; degree <= 2; degree++) {
				double span = fmin(qbg_signal_span(&all[k], t, degree, 0.01),
								   qbg_signal_break(&all[k], t) - t);
				QbgPoly cut = p;

				for (int i = degree + 1; i <= QBG_DEGREE; i++)
					cut.c[i] = 0;
				for (int i = 1; isfinite(span) && i < 50; i++)
					T_CHECK(fabs(qbg_poly_at(&cut, t + span * i / 50) -
								 qbg_signal_at(&all[k], t + span * i / 50).c[0]) <= 0.01 + 1e-12);
			}
		}
}

static void pulses_change_at_their_edges(void)
{
	const QbgSignal s = {.kind = QBG_PULSE,
						 .amplitude = 3,
						 .offset = 1,
						 .start = 0.5,
						 .width = 25,
						 .period = 2,
						 .count = 2};
	double t = 0, edges[] = {0.5, 1, 2.5, 3, 4.5};

	T_REAL(qbg_signal_at(&s, 0).c[0], 1, 0);
	for (int i = 0; i < 5; i++) {
		t = qbg_signal_break(&s, t);
		T_REAL(t, edges[i], 0);
		T_REAL(qbg_signal_at(&s, t).c[0], i % 2 || i == 4 ? 1 : 4, 0);
	}
	T_CHECK(isinf(qbg_signal_break(&s, t)));
}

/* Se - 1 - R, C: the charge of a capacitor. order, gdevs: the method. */
static double charge(int order, bool gdevs, double quantum, uint64_t *events)
{
	QbgElement e[] = {
		{.name = "$SJ1", .kind = QBG_ONE},
		{.name = "V", .kind = QBG_SE, .signal = {.kind = QBG_CONSTANT, .amplitude = 10}},
		{.name = "R", .kind = QBG_R, .value = 2},
		{.name = "a.C",
		 .kind = QBG_C,
		 .value = 0.5,
		 .quantizer = {.quantum = quantum, .hysteresis = quantum}}};
	QbgBond b[] = {{.end = {1, 0}, .effort = 0, .place = {0, 2}, .rank = {0, 3}},
				   {.end = {0, 2}, .effort = 0, .place = {0, 0}, .rank = {1, 2}},
				   {.end = {0, 3}, .effort = 1, .place = {1, 0}, .rank = {3, 0}}};
	QbgNetwork net = {.element = e, .bond = b, .n_elements = 4, .n_bonds = 3, .depth = 4};
	QbgOptions o = {.order = order, .gdevs = gdevs};
	double worst = 0;
	QbgRun *run;

	T_INT(qbg_network_open(&net, &o, &run), MDV_OK);
	for (double t = 0; t <= 5; t += 0.05) {
		T_INT(qbg_network_run(run, t), MDV_OK);
		worst = fmax(worst, fabs(qbg_network_effort(run, 3, 0) - 10 * (1 - exp(-t))));
		T_REAL(qbg_network_flow(run, 1, 0), qbg_network_flow(run, 2, 0), 1e-12);
	}
	*events = qbg_network_events(run);
	qbg_network_free(run);
	return worst;
}

static void a_capacitor_is_charged_as_it_should(void)
{
	uint64_t first, second, third, lines;

	T_CHECK(charge(1, false, 0.1, &first) <= 0.1);
	T_CHECK(charge(2, false, 0.1, &second) <= 0.1);
	T_CHECK(charge(3, false, 0.1, &third) <= 0.1);
	T_CHECK(charge(1, true, 0.1, &lines) <= 0.2);
	T_CHECK(second < first / 3 && third < second);
	T_CHECK(charge(1, false, 0.001, &first) <= 0.001);
}

static void a_list_of_levels_is_not_left_in_silence(void)
{
	static const double list[] = {0, 1, 2, 4};
	QbgElement e[] = {
		{.name = "$SJ1", .kind = QBG_ONE},
		{.name = "V", .kind = QBG_SE, .signal = {.kind = QBG_CONSTANT, .amplitude = 10}},
		{.name = "R", .kind = QBG_R, .value = 2},
		{.name = "a.C",
		 .kind = QBG_C,
		 .value = 0.5,
		 .quantizer = {.quantum = 1, .hysteresis = 0.1, .level = list, .n_levels = 4}}};
	QbgBond b[] = {{.end = {1, 0}, .effort = 0, .place = {0, 2}, .rank = {0, 3}},
				   {.end = {0, 2}, .effort = 0, .place = {0, 0}, .rank = {1, 2}},
				   {.end = {0, 3}, .effort = 1, .place = {1, 0}, .rank = {3, 0}}};
	QbgNetwork net = {.element = e, .bond = b, .n_elements = 4, .n_bonds = 3, .depth = 4};
	QbgOptions o = {.order = 1};
	QbgRun *run;

	T_INT(qbg_network_open(&net, &o, &run), MDV_OK);
	T_INT(qbg_network_run(run, 0.3), MDV_OK);
	T_CHECK(qbg_network_run(run, 5) < 0);
	T_CHECK(strstr(mdv_devs_error(qbg_network_engine(run)), "'a.C' leaves its list of levels") !=
			NULL);
	qbg_network_free(run);
	e[3].start = 5; /* outside from the beginning */
	T_CHECK(qbg_network_open(&net, &o, &run) < 0);
	qbg_network_free(run);
}

/* Every allocation of opening a network is refused once. */
static void want_of_memory_is_told(void)
{
	QbgElement e[] = {
		{.name = "$SJ1", .kind = QBG_ONE},
		{.name = "V", .kind = QBG_SE, .signal = {.kind = QBG_CONSTANT, .amplitude = 1}},
		{.name = "R", .kind = QBG_R, .value = 2}};
	QbgBond b[] = {{.end = {1, 0}, .effort = 0, .place = {0, 1}, .rank = {0, 3}},
				   {.end = {0, 2}, .effort = 0, .place = {0, 0}, .rank = {1, 2}}};
	QbgNetwork net = {.element = e, .bond = b, .n_elements = 3, .n_bonds = 2, .depth = 4};
	MdvStatus status = MDV_NO_MEMORY;

	for (size_t k = 1; status == MDV_NO_MEMORY && k < 200; k++) {
		AllocMeter meter;
		QbgOptions o = {.order = 1};
		QbgRun *run;

		alloc_meter_init(&meter, &alloc_heap);
		meter.fail_at = k;
		o.alloc = &meter.alloc;
		status = qbg_network_open(&net, &o, &run);
		T_CHECK(status == MDV_OK || status == MDV_NO_MEMORY);
		qbg_network_free(run);
		T_INT(meter.live, 0);
	}
	T_INT(status, MDV_OK);
}

int main(void)
{
	T_RUN(a_polynomial_reaches_zero_where_it_first_does);
	T_RUN(a_polynomial_is_the_same_from_elsewhere);
	T_RUN(levels_are_left_with_hysteresis);
	T_RUN(signals_reach_levels_at_the_first_time);
	T_RUN(derivatives_of_signals_are_right);
	T_RUN(pulses_change_at_their_edges);
	T_RUN(a_capacitor_is_charged_as_it_should);
	T_RUN(a_list_of_levels_is_not_left_in_silence);
	T_RUN(want_of_memory_is_told);
	return T_END();
}
