/* SPDX-License-Identifier: MIT
   test_sim_devslib.c — the studies of paper 004 as examples/devs has them: what their results must
   be, whichever way the models are written. */
#include "sim.h"
#include "t.h"

#include <math.h>
#include <stdlib.h>

#define FOLDER "examples/devs/"

/* Run a class; rows at events only, and at both ends. */
static bool run(Sim *s, const char *file, const char *model, double stop)
{
	char path[256];

	snprintf(path, sizeof path, FOLDER "%s", file);
	if (!sim_class(s, path, model)) {
		T_FAIL("%s: %s", model, sim_said(s));
		return false;
	}
	s->o.run.stop = stop;
	s->o.run.interval = stop;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s: %s", model, sim_said(s));
	return s->status == MDV_OK;
}

static bool is_last_of_instant(const Sim *s, size_t row)
{
	return row + 1 == s->time.n || s->time.at[row + 1] > s->time.at[row];
}

static int n_instants(const Sim *s)
{
	int n = 0;

	for (size_t k = 0; k < s->time.n; k++)
		n += is_last_of_instant(s, k);
	return n;
}

/* A column, to be read often; free it. */
static double *column(const Sim *s, const char *name)
{
	double *x = malloc((s->time.n + 1) * sizeof *x);

	for (size_t k = 0; k < s->time.n; k++)
		x[k] = sim_row(s, k, name);
	return x;
}

/* --- Lotka–Volterra --- */

#define STEPS 2000 /* of the reference: classical Runge–Kutta, error below 1e-10 */
#define STOP  100.0

typedef struct Reference {
	double x[STEPS + 1][2];   /* prey, predators */
	double psi[STEPS + 1][4]; /* fundamental matrix of the linearized equations, by rows */
	double bound[STEPS + 1];  /* of the error of the prey by the quantum, first order */
} Reference;

/* Equations and their linearization: y = x, y, psi. */
static void slope(const double y[6], double dy[6])
{
	double j[4] = {0.1 - 0.1 * y[1], -0.1 * y[0], 0.1 * y[1], 0.1 * y[0] - 0.1};

	dy[0] = 0.1 * y[0] - 0.1 * y[0] * y[1];
	dy[1] = 0.1 * y[0] * y[1] - 0.1 * y[1];
	for (int k = 0; k < 2; k++) {
		dy[2 + k] = j[0] * y[2 + k] + j[1] * y[4 + k];
		dy[4 + k] = j[2] * y[2 + k] + j[3] * y[4 + k];
	}
}

static void step(double y[6], double h)
{
	double k[4][6], z[6];

	slope(y, k[0]);
	for (int stage = 1; stage < 4; stage++) {
		for (int i = 0; i < 6; i++)
			z[i] = y[i] + h * (stage < 3 ? 0.5 : 1) * k[stage - 1][i];
		slope(z, k[stage]);
	}
	for (int i = 0; i < 6; i++)
		y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* A quantized state is off by at most the quantum, so that the error obeys e' = J(e + d), |d| <=
   dQ: its prey part is at most the integral of |(Phi(t, s) J(s))| dQ(s) in the first row. */
static double error_bound(const Reference *r, int k)
{
	const double h = STOP / STEPS, *p = r->psi[k];
	double sum = 0;

	for (int i = 0; i <= k; i++) {
		const double *q = r->psi[i], *x = r->x[i], det = q[0] * q[3] - q[1] * q[2];
		double phi[2] = {(p[0] * q[3] - p[1] * q[2]) / det, (p[1] * q[0] - p[0] * q[1]) / det};

		sum += fabs(phi[0] * (0.1 - 0.1 * x[1]) + phi[1] * 0.1 * x[1]) * 1e-3 * x[0];
		sum += fabs(-phi[0] * 0.1 * x[0] + phi[1] * (0.1 * x[0] - 0.1)) * 1e-3 * x[1];
	}
	return h * sum;
}

static const Reference *reference(void)
{
	static Reference r;
	double y[6] = {0.5, 0.5, 1, 0, 0, 1};

	if (r.x[0][0] > 0)
		return &r;
	for (int k = 0; k <= STEPS; k++) {
		memcpy(r.x[k], y, sizeof r.x[k]);
		memcpy(r.psi[k], y + 2, sizeof r.psi[k]);
		step(y, STOP / STEPS);
	}
	for (int k = 0; k <= STEPS; k++)
		r.bound[k] = error_bound(&r, k);
	return &r;
}

/* The prey at any time: one step from the point of the reference before it. */
static double prey_at(const Reference *r, double t)
{
	int k = (int)(t * STEPS / STOP);
	double y[6] = {r->x[k][0], r->x[k][1], 1, 0, 0, 1};

	step(y, t - k * (STOP / STEPS));
	return y[0];
}

typedef struct Case {
	const char *model; /* of the study */
	int least, most;   /* values that the prey integrator sends */
	int instants;      /* at most */
} Case;

static void check_case(const Case *c)
{
	const Reference *r = reference();
	double *x, worst = 0;
	Sim s;

	if (run(&s, "lotka_volterra/LotkaVolterra.mo", c->model, STOP)) {
		double n = sim_last(&s, "prey.S.n");

		if (n < c->least || n > c->most || n_instants(&s) > c->instants)
			T_FAIL("%s: %g values, %d instants", c->model, n, n_instants(&s));
		x = column(&s, "prey.S.X"); /* as it is at the end of every instant before the last */
		for (size_t k = 0; k + 1 < s.time.n; k++)
			if (is_last_of_instant(&s, k) && s.time.at[k] < STOP) {
				double bound = r->bound[(int)(s.time.at[k] * STEPS / STOP)];
				double error = fabs(x[k] - prey_at(r, s.time.at[k]));

				worst = fmax(worst, error);
				if (error > 1.05 * bound + 1e-4)
					T_FAIL("%s: error %g at %g, bound %g", c->model, error, s.time.at[k], bound);
			}
		printf("%s: %g values of the prey, %d instants, error %.4f, bound at the end %.4f\n",
			   c->model, n, n_instants(&s), worst, r->bound[STEPS]);
		free(x);
	}
	sim_free(&s);
}

static void qss_blocks_follow_lotka_volterra_with_as_many_steps_as_powerdevs(void)
{
	static const Case cases[] = {
		{"LotkaVolterra.First", 5186, 5290, 17366},
		{"LotkaVolterra.Second", 165, 180, 509},
		{"LotkaVolterra.Third", 42, 55, 153},
		{"LotkaVolterra.WithCopies", 5186, 5290, 17366},
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_case(&cases[i]);
}

static void the_reference_is_what_the_equations_give(void)
{
	const Reference *r = reference();
	Sim s;

	if (run(&s, "lotka_volterra/LotkaVolterra.mo", "LotkaVolterra.Equations", STOP)) {
		T_REAL(sim_last(&s, "x"), r->x[STEPS][0], 1e-6);
		T_REAL(sim_last(&s, "y"), r->x[STEPS][1], 1e-6);
	}
	sim_free(&s);
}

/* --- two tanks --- */

#define MOST_SWITCHES 1000

typedef struct Switches {
	int n;                       /* how many */
	int valve[MOST_SWITCHES];    /* 1 to 3 */
	double time[MOST_SWITCHES];  /* when */
	double level[MOST_SWITCHES]; /* open: 1 */
} Switches;

static void find_switches(const char *model, double stop, Switches *out)
{
	double *v[3];
	Sim s;

	out->n = 0;
	if (run(&s, "two_tanks/TwoTanks.mo", model, stop)) {
		v[0] = column(&s, "plant.v1");
		v[1] = column(&s, "plant.v2");
		v[2] = column(&s, "plant.v3");
		for (size_t k = 1; k < s.time.n; k++)
			for (int i = 0; i < 3; i++)
				if (v[i][k] != v[i][k - 1] && out->n < MOST_SWITCHES) {
					out->valve[out->n] = i + 1;
					out->level[out->n] = v[i][k];
					out->time[out->n++] = s.time.at[k];
				}
		for (int i = 0; i < 3; i++)
			free(v[i]);
	}
	sim_free(&s);
}

static void check_switches(const char *model, double stop, const Switches *want, double tol)
{
	static Switches got;

	find_switches(model, stop, &got);
	T_INT(got.n, want->n);
	for (int k = 0; k < got.n && k < want->n; k++) {
		T_INT(got.valve[k], want->valve[k]);
		T_REAL(got.level[k], want->level[k], 0);
		T_REAL(got.time[k], want->time[k], tol);
	}
}

static void valves_of_two_tanks_switch_alike_whatever_the_controller_is_made_of(void)
{
	static Switches atomic;

	find_switches("TwoTanks.Atomic", 1000, &atomic);
	T_INT(atomic.n, 500);
	check_switches("TwoTanks.Coupled", 1000, &atomic, 0);
	check_switches("TwoTanks.WithCopies", 1000, &atomic, 0);
	check_switches("TwoTanks.Plain", 1000, &atomic, 1e-6);
}

static void the_buttons_of_figure_14_empty_the_tanks_near_24_seconds(void)
{
	static Switches atomic;

	find_switches("TwoTanks.AtomicFig14", 30, &atomic);
	T_INT(atomic.n, 14);
	T_REAL(atomic.time[13], 23.811, 1e-3);
	check_switches("TwoTanks.CoupledFig14", 30, &atomic, 0);
	check_switches("TwoTanks.PlainFig14", 30, &atomic, 1e-6);
}

/* --- teller machine --- */

static void list_events(const Sim *s, Text *out)
{
	static const char *const shown[] = {"cardIn", "cardOut", "cash"};
	char name[64];

	for (size_t k = 1; k < s->time.n; k++) {
		for (int i = 0; i < 3; i++) {
			snprintf(name, sizeof name, "%s.S.received", shown[i]);
			if (sim_row(s, k, name) == sim_row(s, k - 1, name))
				continue;
			snprintf(name, sizeof name, "%s.S.value", shown[i]);
			text_printf(out, "%.6f %s %g\n", s->time.at[k], shown[i], sim_row(s, k, name));
		}
		if (sim_row(s, k, "machine.cardReader.S.ignored") !=
			sim_row(s, k - 1, "machine.cardReader.S.ignored"))
			text_printf(out, "%.6f card ignored\n", s->time.at[k]);
	}
}

static void the_events_of_the_teller_machine_are_the_same_every_day(void)
{
	static char want[8192];
	FILE *f = fopen(MDV_SOURCE_DIR "/" FOLDER "atm/events.txt", "r");
	size_t n = f ? fread(want, 1, sizeof want - 1, f) : 0;
	Text got;
	Sim s;

	want[n] = '\0';
	text_init(&got, NULL);
	if (run(&s, "atm/ATM.mo", "ATM.Day", 300))
		list_events(&s, &got);
	T_STR(text_str(&got), want);
	text_free(&got);
	sim_free(&s);
	if (f)
		fclose(f);
}

/* How often a variable takes a value that it did not have. */
static int n_entries(const Sim *s, const char *name, double value)
{
	double *x = column(s, name);
	int n = 0;

	for (size_t k = 1; k < s->time.n; k++)
		n += x[k] == value && x[k - 1] != value;
	free(x);
	return n;
}

static void three_wrong_pins_give_the_card_back(void)
{
	Sim s;

	if (run(&s, "atm/ATM.mo", "ATM.Forgetful", 300)) {
		T_INT(sim_last(&s, "cardOut.S.received"), 15);
		T_INT(sim_last(&s, "cash.S.received"), 0);
		T_INT(n_entries(&s, "machine.authorization.pinVerifier.S.phase", 3), 30);
		T_INT(n_entries(&s, "machine.authorization.pinVerifier.S.phase", 4), 15);
	}
	sim_free(&s);
}

static void amounts_above_the_balance_are_asked_again(void)
{
	Sim s;

	if (run(&s, "atm/ATM.mo", "ATM.Poor", 300)) {
		T_CHECK(n_entries(&s, "machine.authorization.balanceVerifier.S.phase", 3) > 10);
		T_CHECK(sim_most(&s, "cash.S.value") <= 150);
		T_INT(sim_last(&s, "cash.S.received"), sim_last(&s, "cardOut.S.received"));
		T_CHECK(sim_last(&s, "machine.cardReader.S.ignored") > 0);
	}
	sim_free(&s);
}

/* --- small models, and the queue --- */

static void small_models_pass_on_lose_and_share_messages(void)
{
	static const struct {
		const char *model; /* of the study */
		int sent, shown;   /* messages by 20.25 s */
		double first;      /* when the first one arrives */
	} row[] = {
		{"SimpleModels.OneProcessor", 20, 9, 2.5}, {"SimpleModels.Confluent", 20, 19, 2},
		{"SimpleModels.PipeLine", 16, 14, 4},      {"SimpleModels.TwoServers", 20, 18, 2.5},
		{"SimpleModels.Loop", 10, 10, 1},          {"SimpleModels.LoopBroken", 10, 10, 1},
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		Sim s;

		if (run(&s, "simple_models/SimpleModels.mo", row[i].model, 20.25)) {
			size_t k = 0;

			T_INT(sim_last(&s, "generator.S.n"), row[i].sent);
			T_INT(sim_last(&s, "display.S.received"), row[i].shown);
			while (k < s.time.n && sim_row(&s, k, "display.S.received") == 0)
				k++;
			T_REAL(s.time.at[k], row[i].first, 0);
		}
		sim_free(&s);
	}
}

static void a_queue_holds_as_many_as_theory_says(void)
{
	Sim s;

	if (sim_class(&s, FOLDER "mm1/MM1.mo", "MM1.System") && sim_set(&s, "service", 5)) {
		s.o.run.stop = s.o.run.interval = 1e6; /* 100,000 customers */
		s.o.run.no_events = true;
		T_INT(sim_run(&s), MDV_OK);
		T_REAL(sim_last(&s, "server.S.area") / sim_last(&s, "server.S.clock"), 1, 0.03);
		T_REAL(sim_last(&s, "server.S.served"), 1e5, 1e3);
	}
	sim_free(&s);
}

/* --- equations from blocks --- */

/* x' = -x + 10 u, u a step at 1.76; x(0) = 10. */
static double lag_at(double t)
{
	return t < 1.76 ? 10 * exp(-t) : 10 + (10 * exp(-1.76) - 10) * exp(1.76 - t);
}

static void a_lag_from_blocks_stays_within_its_quantum(void)
{
	static const char *const models[] = {"QSSIntegration.Step1", "QSSIntegration.Step2",
										 "QSSIntegration.Step3"};

	for (int i = 0; i < 3; i++) {
		Sim s;

		if (run(&s, "qss_integration/QSSIntegration.mo", models[i], 10)) {
			double *x = column(&s, "x.S.X");

			T_CHECK(sim_last(&s, "x.S.n") > 5);
			for (size_t k = 0; k + 1 < s.time.n; k++)
				if (is_last_of_instant(&s, k))
					T_REAL(x[k], lag_at(s.time.at[k]), 1);
			free(x);
		}
		sim_free(&s);
	}
}

static void a_square_root_of_blocks_empties_a_tank(void)
{
	Sim s;

	if (run(&s, "qss_integration/QSSIntegration.mo", "QSSIntegration.Outflow", 3)) {
		double *x = column(&s, "x.S.X");

		for (size_t k = 0; k + 1 < s.time.n; k++)
			if (is_last_of_instant(&s, k))
				T_REAL(x[k], (2 - s.time.at[k] / 2) * (2 - s.time.at[k] / 2), 1e-3);
		free(x);
	}
	sim_free(&s);
}

/* A variable between two rows. */
static double between(const Sim *s, const double *x, double t)
{
	size_t low = 0, high = s->time.n - 1;

	while (high - low > 1) {
		size_t k = (low + high) / 2;

		*(s->time.at[k] < t ? &low : &high) = k;
	}
	if (s->time.at[high] == s->time.at[low])
		return x[low];
	return x[low] +
		   (x[high] - x[low]) * (t - s->time.at[low]) / (s->time.at[high] - s->time.at[low]);
}

static void check_flyback(const char *model, const Sim *ref, const double *v)
{
	Sim s;

	if (run(&s, "qss_integration/QSSIntegration.mo", model, 0.001)) {
		double *x = column(&s, "v.S.X"), *n = column(&s, "v.S.n");

		for (size_t k = 1; k < s.time.n; k++) /* as soon as it has been quantized */
			if (n[k] != n[k - 1])
				T_REAL(x[k], between(ref, v, s.time.at[k]), 0.01);
		T_CHECK(sim_last(&s, "v.S.n") > 100);
		free(x);
		free(n);
	}
	sim_free(&s);
}

static void a_flyback_converter_from_blocks_stays_within_its_quantum(void)
{
	double *v;
	Sim ref;

	if (sim_class(&ref, FOLDER "qss_integration/QSSIntegration.mo",
				  "QSSIntegration.FlybackEquations")) {
		ref.o.run.interval = 1e-7;
		T_INT(sim_run(&ref), MDV_OK);
		v = column(&ref, "v");
		check_flyback("QSSIntegration.Flyback2", &ref, v);
		check_flyback("QSSIntegration.Flyback3", &ref, v);
		free(v);
	} else {
		T_FAIL("%s", sim_said(&ref));
	}
	sim_free(&ref);
}

/* --- other models --- */

/* The instant at which a variable first has this value; NAN: never. */
static double first_time(const Sim *s, const char *name, double value)
{
	for (size_t k = 0; k < s->time.n; k++)
		if (sim_row(s, k, name) == value)
			return s->time.at[k];
	return NAN;
}

static void cars_leave_as_fast_as_the_slowest_station(void)
{
	Sim s;

	if (run(&s, "car_factory/CarFactory.mo", "CarFactory.Factory", 100)) {
		T_REAL(first_time(&s, "cars.S.received", 1), 6, 0);
		T_REAL(first_time(&s, "cars.S.received", 2), 8.5, 0);
		T_INT(sim_last(&s, "cars.S.received"), 38);
	}
	sim_free(&s);
	if (run(&s, "car_factory/CarFactory.mo", "CarFactory.Rush", 100)) {
		T_REAL(first_time(&s, "cars.S.received", 2), 8, 0);
		T_INT(sim_last(&s, "cars.S.received"), 48);
		T_INT(sim_last(&s, "line.S.stock[1]"), 50);
	}
	sim_free(&s);
}

static void a_pendulum_drives_the_hands_of_a_clock_and_its_alarm(void)
{
	Sim s;

	if (run(&s, "pendulum_clock/PendulumClock.mo", "PendulumClock.Morning", 7200)) {
		T_INT(sim_last(&s, "clock.hours.S.value"), 2);
		T_INT(sim_last(&s, "clock.minutes.S.value"), 0);
		T_INT(sim_last(&s, "clock.alarm.S.rung"), 1);
		T_REAL(first_time(&s, "sound.change", 1), 5399.5, 0.01);
	}
	sim_free(&s);
}

static void bits_cross_an_optical_link_unless_its_driver_is_slow(void)
{
	Sim s;

	if (run(&s, "noc_link/NocLink.mo", "NocLink.Link", 1e-6)) {
		T_INT(sim_last(&s, "check.S.bits"), 998);
		T_INT(sim_last(&s, "check.S.errors"), 0);
	}
	sim_free(&s);
	if (run(&s, "noc_link/NocLink.mo", "NocLink.Slow", 1e-6))
		T_INT(sim_last(&s, "check.S.errors"), 245);
	sim_free(&s);
}

int main(void)
{
	T_RUN(the_reference_is_what_the_equations_give);
	T_RUN(qss_blocks_follow_lotka_volterra_with_as_many_steps_as_powerdevs);
	T_RUN(valves_of_two_tanks_switch_alike_whatever_the_controller_is_made_of);
	T_RUN(the_buttons_of_figure_14_empty_the_tanks_near_24_seconds);
	T_RUN(the_events_of_the_teller_machine_are_the_same_every_day);
	T_RUN(three_wrong_pins_give_the_card_back);
	T_RUN(amounts_above_the_balance_are_asked_again);
	T_RUN(small_models_pass_on_lose_and_share_messages);
	T_RUN(a_queue_holds_as_many_as_theory_says);
	T_RUN(a_lag_from_blocks_stays_within_its_quantum);
	T_RUN(a_square_root_of_blocks_empties_a_tank);
	T_RUN(a_flyback_converter_from_blocks_stays_within_its_quantum);
	T_RUN(cars_leave_as_fast_as_the_slowest_station);
	T_RUN(a_pendulum_drives_the_hands_of_a_clock_and_its_alarm);
	T_RUN(bits_cross_an_optical_link_unless_its_driver_is_slow);
	return T_END();
}
