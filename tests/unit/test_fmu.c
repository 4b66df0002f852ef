/* SPDX-License-Identifier: MIT
   FMUs: models as C in the hands of importers, one that takes steps itself and one that asks for
   them; Amplifier.c, Bounce.c, Events.c and Plant.c are made of tests/emit. */
#include "Amplifier.h"
#include "Bounce.h"
#include "Events.h"
#include "Plant.h"
#include "importer.h"

#include <pthread.h>
#include <stdlib.h>

/* --- model exchange --- */

/* The same by the solvers of modevs. */
static void import_bounces_where_they_are(void)
{
	Said said = {0};
	MdvFmu *f = make(&Bounce_unit, true, &said);
	double fall = sqrt(2 / 9.81), t = fall;
	Importer im;

	T_INT(set(f, "e", 0.8), MDV_OK);
	import(&im, f, 2);
	for (int k = 1; k < 3; k++)
		t += 2 * fall * pow(0.8, k);
	T_INT(im.n_state, 6); /* the relation becomes true, and false again */
	T_REAL(get(f, "t_bounce"), t, 1e-9);
	T_REAL(get(f, "n"), 3, 0);
	T_REAL(get(f, "fall"), fall, 1e-15);
	T_INT(mdv_fmu_terminate(f), MDV_OK);
	T_INT(said.n, 0);
	mdv_fmu_free(f);
}

static void importers_and_modevs_agree(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, true, &said);
	Plant *m = Plant_new();
	Importer im;

	T_INT(set(f, "k", 7), MDV_OK);
	T_INT(Plant_set_k(m, 7), MDV_OK);
	T_INT(Plant_simulate(m, &(MdvRunOptions){.run = {.stop = 4, .tol = 1e-10}}), MDV_OK);
	import(&im, f, 4);
	T_REAL(get(f, "x"), Plant_get_x(m), 1e-7);
	T_REAL(get(f, "force"), Plant_get_force(m), 1e-6);
	T_REAL(get(f, "count"), Plant_get_count(m), 0);
	T_INT(im.n_time, 8);
	T_INT(said.n, 0);
	mdv_fmu_free(f);
	Plant_free(m);
}

static void delays_and_the_end_of_the_model_are_kept(void)
{
	Said said = {0};
	MdvFmu *f = make(&Events_unit, true, &said);
	Events *m = Events_new();
	Importer im;

	T_INT(Events_simulate(m, &(MdvRunOptions){.run = {.stop = 8, .tol = 1e-10}}), MDV_OK);
	import(&im, f, 8);
	T_CHECK(mdv_fmu_terminated(f));
	T_REAL(im.t, 6.5, 1e-9);
	T_REAL(get(f, "late"), Events_get_late(m), 1e-4);
	T_REAL(get(f, "count"), Events_get_count(m), 0);
	mdv_fmu_free(f);
	Events_free(m);
}

static void inputs_may_jump_at_events(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, true, &said);
	Importer im;
	double before;

	import(&im, f, 0.1);
	before = get(f, "force");
	T_INT(set(f, "brake", 1), MDV_BAD_ARGUMENT); /* discrete: not between events */
	T_CHECK(strstr(said.text, "event mode"));
	T_INT(set(f, "u", 3), MDV_OK);
	T_REAL(get(f, "force"), before + 2 * 3, 1e-9);
	T_INT(mdv_fmu_enter_event(f), MDV_OK);
	T_INT(set(f, "brake", 1), MDV_OK);
	event(&im);
	derivatives(&im, im.t, im.x, (double[MOST]){0});
	T_REAL(get(f, "brake"), 1, 0);
	T_REAL(get(f, "der(v)"), -pow(get(f, "v"), 3), 1e-12);
	mdv_fmu_free(f);
}

/* --- co-simulation --- */

/* In steps of h, up to `stop`. */
static void run(MdvFmu *f, double h, double stop)
{
	double reached;

	while (mdv_fmu_time(f) < stop)
		T_INT(mdv_fmu_step(f, fmin(stop, mdv_fmu_time(f) + h), false, &reached), MDV_OK);
}

static void communication_points_change_nothing(void)
{
	static const double h[] = {2, 0.1, 0.003};
	double last[3][3];

	for (int k = 0; k < 3; k++) {
		Said said = {0};
		MdvFmu *f = make(&Bounce_unit, false, &said);

		begin(f, 0);
		run(f, h[k], 1.3);
		last[k][0] = get(f, "h");
		last[k][1] = get(f, "t_bounce");
		last[k][2] = get(f, "n");
		T_INT(said.n, 0);
		mdv_fmu_free(f);
	}
	T_CHECK(!memcmp(last[0], last[1], sizeof *last) && !memcmp(last[0], last[2], sizeof *last));
}

static void steps_end_at_events_if_that_is_asked_for(void)
{
	Said said = {0};
	MdvFmu *f = make(&Bounce_unit, false, &said);
	double reached;

	begin(f, 1e-9);
	T_INT(mdv_fmu_step(f, 2, true, &reached), MDV_OK);
	T_REAL(reached, sqrt(2 / 9.81), 1e-7);
	T_REAL(get(f, "n"), 1, 0);
	while (get(f, "n") < 2)
		T_INT(mdv_fmu_step(f, 2, true, &reached), MDV_OK);
	T_REAL(reached, 2 * sqrt(2 / 9.81), 1e-7);
	T_INT(mdv_fmu_step(f, 1, false, &reached), MDV_OK);
	T_REAL(reached, 1, 0);
	mdv_fmu_free(f);
}

static void inputs_act_from_where_they_are_given(void)
{
	Said said = {0};
	MdvFmu *f = make(&Bounce_unit, false, &said);

	begin(f, 1e-10);
	run(f, 0.1, 0.2);
	T_INT(set(f, "wind", 9.81), MDV_OK);
	T_REAL(get(f, "der(v)"), 0, 0);
	run(f, 0.1, 0.3);
	T_REAL(get(f, "v"), -0.2 * 9.81, 1e-8);
	T_REAL(get(f, "h"), 1 - 9.81 / 2 * 0.04 - 0.1 * 0.2 * 9.81, 1e-8);
	mdv_fmu_free(f);
}

static void terminate_ends_a_step(void)
{
	Said said = {0};
	MdvFmu *f = make(&Events_unit, false, &said);
	double reached;

	begin(f, 0);
	T_INT(mdv_fmu_step(f, 8, false, &reached), MDV_OK);
	T_CHECK(mdv_fmu_terminated(f));
	T_REAL(reached, 6.5, 0);
	mdv_fmu_free(f);
}

/* --- states that are kept --- */

/* With inputs that change, and going back again and again. */
static void run_with_inputs(MdvFmu *f, uint64_t seed, bool back)
{
	MdvFmuState *kept = NULL;
	double reached;

	for (int k = 0; k < 40; k++) {
		if (k % 5 == 2)
			T_INT(set(f, "u", sin(k)), MDV_OK);
		if (k % 11 == 7)
			T_INT(set(f, "brake", k % 2), MDV_OK);
		for (int turn = 0; back && turn < 3; turn++) {
			T_INT(mdv_fmu_save(f, &kept), MDV_OK);
			T_INT(set(f, "u", random_number(&seed)), MDV_OK);
			T_INT(mdv_fmu_step(f, mdv_fmu_time(f) + random_number(&seed), false, &reached), MDV_OK);
			T_INT(mdv_fmu_restore(f, kept), MDV_OK);
		}
		T_INT(mdv_fmu_step(f, 0.1 * (k + 1), false, &reached), MDV_OK);
	}
	mdv_fmu_state_free(f, kept);
}

static void states_taken_up_again_leave_no_trace(void)
{
	Said said = {0};
	MdvFmu *a = make(&Plant_unit, false, &said), *b = make(&Plant_unit, false, &said);

	begin(a, 0);
	begin(b, 0);
	run_with_inputs(a, 1, false);
	run_with_inputs(b, 1, true);
	T_CHECK(get(a, "x") == get(b, "x") && get(a, "v") == get(b, "v"));
	T_REAL(get(a, "count"), get(b, "count"), 0);
	T_INT(said.n, 0);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

static void states_can_be_written_down_and_read_by_another(void)
{
	Said said = {0};
	MdvFmu *a = make(&Plant_unit, false, &said), *b = make(&Plant_unit, false, &said);
	MdvFmuState *s = NULL, *copy = NULL;
	unsigned char *bytes;
	size_t n;

	T_INT(set(a, "k", 3), MDV_OK);
	begin(a, 0);
	T_INT(set(a, "u", 2), MDV_OK);
	run(a, 0.3, 1.2);
	T_INT(mdv_fmu_save(a, &s), MDV_OK);
	T_INT(mdv_fmu_state_size(a, s, &n), MDV_OK);
	bytes = malloc(n);
	T_INT(mdv_fmu_state_write(a, s, bytes, n), MDV_OK);
	T_INT(mdv_fmu_state_read(b, bytes, n - 8, &copy), MDV_BAD_ARGUMENT);
	T_INT(mdv_fmu_state_read(b, bytes, n, &copy), MDV_OK);
	T_INT(mdv_fmu_restore(b, copy), MDV_OK);
	T_CHECK(get(a, "x") == get(b, "x"));
	run(a, 0.3, 2);
	run(b, 0.01, 2);
	T_CHECK(get(a, "x") == get(b, "x"));
	mdv_fmu_state_free(b, copy);
	mdv_fmu_state_free(a, s);
	free(bytes);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

/* --- what is refused --- */

static void what_may_not_be_is_refused_with_words(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, false, &said);
	double reached, x;

	T_INT(mdv_fmu_step(f, 1, false, &reached), MDV_BAD_ARGUMENT);
	T_INT(mdv_fmu_get_states(f, &x), MDV_BAD_ARGUMENT);
	T_INT(set(f, "high", 1), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said.text, "high: it cannot be set"));
	T_INT(set(f, "label", 1), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said.text, "it is a String"));
	T_INT(set(f, "step", 1.5), MDV_BAD_ARGUMENT);
	T_INT(set(f, "k", NAN), MDV_BAD_ARGUMENT);
	T_INT(mdv_fmu_begin(f, 1, 0, 0), MDV_BAD_ARGUMENT);
	begin(f, 0);
	T_INT(set(f, "k", 2), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said.text, "it is no input"));
	T_INT(mdv_fmu_step(f, -1, false, &reached), MDV_BAD_ARGUMENT);
	T_INT(mdv_fmu_get(f, &(uint32_t){100000}, 1, &x), MDV_BAD_ARGUMENT);
	T_INT(mdv_fmu_terminate(f), MDV_OK);
	T_INT(mdv_fmu_step(f, 1, false, &reached), MDV_BAD_ARGUMENT);
	mdv_fmu_free(f);
}

static void values_before_the_start_are_start_values(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, true, &said);
	const char *text;

	T_REAL(get(f, "k"), 2, 0);
	T_INT(set(f, "k", 5), MDV_OK);
	T_REAL(get(f, "k"), 5, 0);
	T_REAL(get(f, "x"), 1, 0);
	T_INT(mdv_fmu_begin(f, 0, 1, 0), MDV_OK);
	T_REAL(get(f, "force"), -5, 0); /* initialization on demand … */
	T_INT(set(f, "u", 1), MDV_OK);
	T_REAL(get(f, "force"), 0, 0); /* … and again */
	T_INT(mdv_fmu_get_text(f, ref_of(f, "label"), &text), MDV_OK);
	T_STR(text, "plant");
	T_INT(mdv_fmu_initialized(f), MDV_OK);
	T_INT(mdv_fmu_reset(f), MDV_OK);
	T_REAL(get(f, "k"), 2, 0);
	mdv_fmu_free(f);
}

/* --- many states, many instances --- */

enum { POINTS = 250 };

static MdvFmu *make_with(const MdvUnit *unit, MdvSolver solver, Said *said)
{
	MdvFmuHost host = {hear, said, false, solver, "test"};
	MdvFmu *f = mdv_fmu_new(unit, &host);

	T_CHECK(f);
	begin(f, 0);
	return f;
}

static void step_to(MdvFmu *f, double t)
{
	double reached;

	T_INT(mdv_fmu_step(f, t, false, &reached), MDV_OK);
	T_REAL(reached, t, 0);
}

/* Up to `times` states are kept at random instants and taken up after the model has gone on. */
static void restores_change_nothing(MdvSolver solver, int times)
{
	Said said = {0};
	MdvFmu *a = make_with(&Plant_unit, solver, &said), *b = make_with(&Plant_unit, solver, &said);
	MdvFmuState *s = NULL;
	unsigned random = 12345;
	int kept = 0;

	for (int k = 1; k <= POINTS; k++) {
		double t = k * (4.0 / POINTS);

		step_to(a, t);
		for (int i = 0; i < times / POINTS; i++, kept++) {
			T_INT(mdv_fmu_save(b, &s), MDV_OK);
			random = random * 1103515245 + 12345;
			step_to(b, mdv_fmu_time(b) + (random >> 16) % 1000 * 1e-3);
			T_INT(set(b, "u", random % 7), MDV_OK);
			T_INT(mdv_fmu_restore(b, s), MDV_OK);
			random = random * 1103515245 + 12345;
			step_to(b, mdv_fmu_time(b) + (t - mdv_fmu_time(b)) * ((random >> 16) % 1000 * 1e-3));
		}
		step_to(b, t);
		T_CHECK(get(a, "x") == get(b, "x") && get(a, "v") == get(b, "v"));
		T_REAL(get(a, "count"), get(b, "count"), 0);
	}
	T_INT(kept, times);
	T_INT(said.n, 0);
	mdv_fmu_state_free(b, s);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

static void a_thousand_states_taken_up_at_random_change_no_bit(void)
{
	restores_change_nothing(MDV_SOLVER_RK45, 1000);
	restores_change_nothing(MDV_SOLVER_RADAU, 1000);
	restores_change_nothing(MDV_SOLVER_CVODE, 1000);
}

static void restored_exchange_changes_nothing(const MdvUnit *unit, int times)
{
	Said said = {0};
	MdvFmu *a = make(unit, true, &said), *b = make(unit, true, &said);
	Importer one, two;
	MdvFmuState *s = NULL;
	uint64_t seed = 4711;

	import(&one, a, 0.01);
	import(&two, b, 0.01);
	for (int k = 0; k < times && !mdv_fmu_terminated(a); k++) {
		Importer back = two;
		int far = (int)(4 * random_number(&seed));

		T_INT(mdv_fmu_save(b, &s), MDV_OK);
		for (int i = 0; i < far && !mdv_fmu_terminated(b); i++)
			import_step(&two);
		if (far == 3)
			T_INT(mdv_fmu_reset(b), MDV_OK);
		T_INT(mdv_fmu_restore(b, s), MDV_OK);
		two = back;
		if (k % 7 == 0) {
			import_step(&one);
			import_step(&two);
		}
		T_CHECK(one.t == two.t && !memcmp(one.x, two.x, one.n * sizeof *one.x) &&
				!memcmp(one.z, two.z, one.nz * sizeof *one.z));
	}
	for (uint32_t ref = 0; ref < mdv_fmu_layout(mdv_fmu_model(a)).n_vars; ref++) {
		double x = 1, y = 2;

		T_INT(mdv_fmu_get(a, &ref, 1, &x), MDV_OK);
		T_INT(mdv_fmu_get(b, &ref, 1, &y), MDV_OK);
		T_CHECK(!memcmp(&x, &y, sizeof x) || mdv_fmu_model(a)->var[ref].type == MDV_STRING);
	}
	T_INT(mdv_fmu_restore(a, s), MDV_BAD_ARGUMENT); /* it is the other's */
	mdv_fmu_state_free(b, s);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

static void states_of_model_exchange_taken_up_at_random_change_no_bit(void)
{
	restored_exchange_changes_nothing(&Plant_unit, 1000);
	restored_exchange_changes_nothing(&Events_unit, 1000);
	restored_exchange_changes_nothing(&Amplifier_unit, 1000);
}

static MdvFmu *make_amplifier(double gain, Said *said)
{
	MdvFmu *f = make(&Amplifier_unit, false, said);
	uint32_t ref = ref_of(f, "V0");

	T_INT(mdv_fmu_set(f, &ref, 1, &gain), MDV_OK);
	begin(f, 0);
	return f;
}

/* Where values are asked for, steps must have some: those that had none were too long. What follows
   from that is part of a state that is kept. */
static void points_without_values_shorten_steps(void)
{
	Said said = {0};
	MdvFmu *a = make_amplifier(1e8, &said), *b = make_amplifier(1e8, &said);
	MdvFmuState *s = NULL, *copy = NULL;
	unsigned char *bytes;
	size_t n;
	double m;

	for (int k = 1; k <= 900; k++) {
		step_to(a, k * 1e-4);
		T_REAL(get(a, "vo"), fmax(-15, fmin(15, 1e8 * (get(a, "vp") - get(a, "vn")))), 1e-6);
		if (k == 700)
			T_INT(mdv_fmu_save(a, &s), MDV_OK);
	}
	m = get(a, "m");
	T_INT(mdv_fmu_state_size(a, s, &n), MDV_OK);
	T_CHECK(n > 100); /* steps have been shortened: there is more in it than a head */
	bytes = malloc(n);
	T_CHECK(bytes);
	T_INT(mdv_fmu_state_write(a, s, bytes, n), MDV_OK);
	T_INT(mdv_fmu_state_read(b, bytes, n, &copy), MDV_OK);
	T_INT(mdv_fmu_restore(b, copy), MDV_OK);
	T_INT(mdv_fmu_restore(a, s), MDV_OK);
	for (int k = 700; k <= 900; k++) {
		step_to(a, k * 1e-4);
		step_to(b, k * 1e-4);
		T_CHECK(get(a, "m") == get(b, "m") && get(a, "vo") == get(b, "vo"));
	}
	T_CHECK(get(a, "m") == m);
	T_INT(said.n, 0);
	free(bytes);
	mdv_fmu_state_free(a, s);
	mdv_fmu_state_free(b, copy);
	mdv_fmu_free(a);
	mdv_fmu_free(b);
}

typedef struct Run {
	bool exchange; /* kind */
	double x;      /* at the end */
} Run;

static void *run_one(void *arg)
{
	Run *r = arg;
	Said said = {0};
	MdvFmuHost host = {hear, &said, r->exchange, MDV_SOLVER_RK45, "test"};
	MdvFmu *f = mdv_fmu_new(&Plant_unit, &host);
	uint32_t ref = ref_of(f, "x");
	double reached, x[2] = {1, 0}, dx[2];

	(void)mdv_fmu_begin(f, 0, INFINITY, 0);
	(void)mdv_fmu_initialized(f);
	if (r->exchange)
		(void)mdv_fmu_enter_continuous(f);
	for (int k = 1; k <= 200; k++)
		if (!r->exchange) {
			(void)mdv_fmu_step(f, k * 0.01, false, &reached);
		} else {
			(void)mdv_fmu_set_time(f, k * 0.001);
			(void)mdv_fmu_set_states(f, x);
			(void)mdv_fmu_get_derivatives(f, dx);
			for (int i = 0; i < 2; i++)
				x[i] += 0.001 * dx[i];
		}
	(void)mdv_fmu_get(f, &ref, 1, &r->x);
	mdv_fmu_free(f);
	return NULL;
}

static void instances_in_two_threads_know_nothing_of_each_other(void)
{
	for (int exchange = 0; exchange < 2; exchange++) {
		Run one = {exchange, NAN}, two = one, alone = one;
		pthread_t a, b;

		run_one(&alone);
		T_INT(pthread_create(&a, NULL, run_one, &one), 0);
		T_INT(pthread_create(&b, NULL, run_one, &two), 0);
		pthread_join(a, NULL);
		pthread_join(b, NULL);
		T_CHECK(one.x == alone.x && two.x == alone.x);
	}
}

/* --- steps inside of steps --- */

typedef struct Watch {
	MdvFmu *f;         /* whom */
	int n;             /* times told */
	double last, stop; /* the last time; where to stop */
	double x;          /* value there */
} Watch;

static bool see(void *user, double t)
{
	Watch *w = user;

	T_CHECK(t > w->last);
	T_REAL(mdv_fmu_time(w->f), t, 0);
	w->last = t;
	w->n++;
	w->x = get(w->f, "x");
	return t >= w->stop;
}

static void steps_inside_of_a_step_are_told_and_may_end_it(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, false, &said), *g = make(&Plant_unit, false, &said);
	Watch w = {.f = f, .last = 0, .stop = INFINITY};
	double reached;

	begin(f, 0);
	begin(g, 0);
	mdv_fmu_watch(f, see, &w);
	T_INT(mdv_fmu_step(f, 2, false, &reached), MDV_OK);
	T_CHECK(w.n > 10 && w.last <= 2);
	w.stop = 2.5;
	T_INT(mdv_fmu_step(f, 4, false, &reached), MDV_OK);
	T_CHECK(reached >= 2.5 && reached < 4);
	T_REAL(reached, w.last, 0);
	T_INT(mdv_fmu_step(g, reached, false, &reached), MDV_OK); /* nobody watches this one */
	T_REAL(get(g, "x"), w.x, 0);
	T_INT(said.n, 0);
	mdv_fmu_free(f);
	mdv_fmu_free(g);
}

/* sample(0.25, 0.5) */
static void an_event_at_the_end_of_a_step_is_told(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, false, &said);
	double reached;

	begin(f, 0);
	T_INT(mdv_fmu_step(f, 0.25, true, &reached), MDV_OK);
	T_REAL(reached, 0.25, 0);
	T_CHECK(mdv_fmu_at_event(f));
	T_INT(mdv_fmu_step(f, 0.26, true, &reached), MDV_OK);
	T_CHECK(!mdv_fmu_at_event(f));
	mdv_fmu_free(f);
}

/* --- directional derivatives --- */

static void slope(MdvFmu *f, bool adjoint, const double seed[], double out[])
{
	MdvFmuLayout l = mdv_fmu_layout(mdv_fmu_model(f));
	uint32_t unknown[] = {l.derivative, l.derivative + 1, ref_of(f, "force")};
	uint32_t known[] = {ref_of(f, "x"), ref_of(f, "v"), ref_of(f, "u")};
	MdvFmuSlope s = {unknown, known, 3, 3, seed, adjoint};

	T_INT(mdv_fmu_slope(f, &s, out), MDV_OK);
}

/* force = 2 (u - x) - 0.2 v; der(x) = v; der(v) = force + sin 3t, or -v^3 */
static void slopes_are_those_of_the_equations(void)
{
	static const double seed[] = {1, 10, 100};
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, true, &said);
	double out[3], x[2] = {1, 0.5}, dx[2];

	begin(f, 0);
	T_INT(mdv_fmu_enter_continuous(f), MDV_OK);
	T_INT(mdv_fmu_set_states(f, x), MDV_OK);
	slope(f, false, seed, out);
	T_REAL(out[0], 10, 1e-8);
	T_REAL(out[1], 196, 1e-6);
	T_REAL(out[2], 196, 1e-6);
	slope(f, true, seed, out); /* J' (1, 10, 100) */
	T_REAL(out[0], -220, 1e-6);
	T_REAL(out[1], 1 - 22, 1e-6);
	T_REAL(out[2], 220, 1e-6);
	T_INT(mdv_fmu_get_derivatives(f, dx), MDV_OK); /* the point is where it was */
	T_REAL(dx[0], 0.5, 0);
	T_REAL(dx[1], -2.1, 1e-15);
	T_INT(said.n, 0);
	mdv_fmu_free(f);
}

static void slopes_by_parameters_are_refused(void)
{
	Said said = {0};
	MdvFmu *f = make(&Plant_unit, true, &said);
	uint32_t unknown = ref_of(f, "force"), known = ref_of(f, "k");
	double seed = 1, out;
	MdvFmuSlope s = {&unknown, &known, 1, 1, &seed, false};

	T_INT(mdv_fmu_slope(f, &s, &out), MDV_BAD_ARGUMENT);
	begin(f, 0);
	T_INT(mdv_fmu_slope(f, &s, &out), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said.text, "continuous states and Real inputs"));
	mdv_fmu_free(f);
}

/* Of co-simulation: at communication points, and the model goes on as if nobody had asked. */
static void slopes_of_co_simulation_are_the_same_and_change_no_bit(void)
{
	static const double seed[] = {1, 10, 100};
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_RK45, MDV_SOLVER_RADAU};

	for (int k = 0; k < 6; k++) {
		const MdvUnit *unit = k < 3 ? &Plant_unit : &Events_unit;
		Said said = {0};
		MdvFmu *a = make_with(unit, solver[k % 3], &said),
			   *b = make_with(unit, solver[k % 3], &said);
		MdvFmuLayout l = mdv_fmu_layout(mdv_fmu_model(a));
		double out[3];

		for (int i = 1; i <= 100; i++) {
			uint32_t unknown[] = {l.derivative, l.derivative + 1, ref_of(b, k < 3 ? "x" : "z[3]")};
			uint32_t known[] = {ref_of(b, "x"), ref_of(b, "v")};
			MdvFmuSlope s = {unknown, known, 3, 2, seed, false};

			step_to(a, 0.04 * i);
			step_to(b, 0.04 * i);
			T_INT(mdv_fmu_slope(b, &s, out), MDV_OK);
			T_REAL(out[0], 10, 1e-6);
			s.adjoint = true;
			T_INT(mdv_fmu_slope(b, &s, out), MDV_OK);
			T_CHECK(get(a, "x") == get(b, "x") && get(a, "v") == get(b, "v") &&
					get(a, "der(v)") == get(b, "der(v)"));
		}
		if (k < 3) {
			slope(b, false, seed, out);
			T_REAL(out[1], 196, 1e-5);
			T_REAL(out[2], 196, 1e-5);
		}
		T_INT(said.n, 0);
		mdv_fmu_free(a);
		mdv_fmu_free(b);
	}
}

int main(void)
{
	T_RUN(import_bounces_where_they_are);
	T_RUN(importers_and_modevs_agree);
	T_RUN(delays_and_the_end_of_the_model_are_kept);
	T_RUN(inputs_may_jump_at_events);
	T_RUN(communication_points_change_nothing);
	T_RUN(steps_end_at_events_if_that_is_asked_for);
	T_RUN(inputs_act_from_where_they_are_given);
	T_RUN(terminate_ends_a_step);
	T_RUN(states_taken_up_again_leave_no_trace);
	T_RUN(states_can_be_written_down_and_read_by_another);
	T_RUN(what_may_not_be_is_refused_with_words);
	T_RUN(values_before_the_start_are_start_values);
	T_RUN(a_thousand_states_taken_up_at_random_change_no_bit);
	T_RUN(states_of_model_exchange_taken_up_at_random_change_no_bit);
	T_RUN(points_without_values_shorten_steps);
	T_RUN(instances_in_two_threads_know_nothing_of_each_other);
	T_RUN(steps_inside_of_a_step_are_told_and_may_end_it);
	T_RUN(an_event_at_the_end_of_a_step_is_told);
	T_RUN(slopes_are_those_of_the_equations);
	T_RUN(slopes_by_parameters_are_refused);
	T_RUN(slopes_of_co_simulation_are_the_same_and_change_no_bit);
	return T_END();
}
