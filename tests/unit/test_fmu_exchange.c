/* SPDX-License-Identifier: MIT
   What importers of model exchange go by. Event indicators where they are zero: an importer may
   find that point exactly, and an event there must do something, as of v > 0 from above, or not be
   told, as from below. States that are chosen at run time: whoever asks for states only when an
   event says that they have changed has the right ones. Events.c and Swing.c are made of
   tests/emit. */
#include "Events.h"
#include "Swing.h"
#include "modevs/fmu.h"
#include "t.h"

enum { MOST = 32 };

/* Indicators at the states x = p[0], v = p[1]. */
static void indicators_at(MdvFmu *f, const double p[2], double z[MOST])
{
	const MdvModel *m = mdv_fmu_model(f);
	double x[MOST] = {0};

	T_INT(m->n_states, 2);
	T_CHECK(m->n_crossings <= MOST);
	for (int i = 0; i < 2; i++)
		x[i] = p[strcmp(m->var[m->state[i].var].name, "x") ? 1 : 0];
	T_INT(mdv_fmu_set_time(f, 0.01), MDV_OK);
	T_INT(mdv_fmu_set_states(f, x), MDV_OK);
	T_INT(mdv_fmu_get_indicators(f, z), MDV_OK);
}

static MdvFmu *begin(const MdvUnit *unit)
{
	MdvFmuHost host = {.exchange = true};
	MdvFmu *f = mdv_fmu_new(unit, &host);
	MdvFmuUpdate u;

	T_CHECK(f);
	T_INT(mdv_fmu_begin(f, 0, INFINITY, 1e-9), MDV_OK);
	T_INT(mdv_fmu_initialized(f), MDV_OK);
	T_INT(mdv_fmu_update(f, &u), MDV_OK);
	T_INT(mdv_fmu_enter_continuous(f), MDV_OK);
	return f;
}

/* The indicator whose sign differs between two points. */
static int find_between(MdvFmu *f, const double a[2], const double b[2])
{
	double z[MOST], w[MOST];
	int found = -1;

	indicators_at(f, a, z);
	indicators_at(f, b, w);
	for (int k = 0; k < mdv_fmu_model(f)->n_crossings; k++)
		if ((z[k] > 0) != (w[k] > 0)) {
			T_INT(found, -1);
			found = k;
		}
	T_CHECK(found >= 0);
	return found;
}

static void zero_that_changes_nothing_is_not_told(void)
{
	MdvFmu *f = begin(&Events_unit);
	double z[MOST];
	int k = find_between(f, (double[]){0.05, 1}, (double[]){0.15, 1}); /* x > 0.1, from below */

	indicators_at(f, (double[]){0.1, 1}, z);
	T_CHECK(z[k] != 0);
	T_INT(find_between(f, (double[]){0.1, 1}, (double[]){0.15, 1}), k);
	mdv_fmu_free(f);
}

static void zero_that_changes_something_is_told(void)
{
	MdvFmu *f = begin(&Events_unit);
	double z[MOST];
	int k = find_between(f, (double[]){0, 1}, (double[]){0, -1}); /* v > 0, from above */

	indicators_at(f, (double[]){0, 0}, z);
	T_CHECK(z[k] == 0);
	mdv_fmu_free(f);
}

static double value_of(MdvFmu *f, const char *name)
{
	uint32_t ref = 0;
	double value = NAN;

	while (strcmp(mdv_fmu_model(f)->var[ref].name, name) != 0)
		ref++;
	T_INT(mdv_fmu_get(f, &ref, 1, &value), MDV_OK);
	return value;
}

/* Heun's steps; the states are asked for at the start, and then only if they are told to be others.
 */
static void states_that_are_chosen_are_told(void)
{
	enum { STEPS = 20000 };
	MdvFmu *f = begin(&Swing_unit);
	uint32_t n = mdv_fmu_layout(mdv_fmu_model(f)).n_states;
	double x[MOST], y[MOST], a[MOST], b[MOST], h = 2.0 / STEPS;
	int n_told = 0;

	T_INT(n, 2);
	T_INT(mdv_fmu_get_states(f, x), MDV_OK);
	for (int k = 0; k < STEPS; k++) {
		MdvFmuUpdate u = {.states_changed = false};
		bool event;

		T_INT(mdv_fmu_get_derivatives(f, a), MDV_OK);
		for (uint32_t i = 0; i < n; i++)
			y[i] = x[i] + h * a[i];
		T_INT(mdv_fmu_set_time(f, (k + 1) * h), MDV_OK);
		T_INT(mdv_fmu_set_states(f, y), MDV_OK);
		T_INT(mdv_fmu_get_derivatives(f, b), MDV_OK);
		for (uint32_t i = 0; i < n; i++)
			x[i] += h / 2 * (a[i] + b[i]);
		T_INT(mdv_fmu_set_states(f, x), MDV_OK);
		T_INT(mdv_fmu_completed(f, &event), MDV_OK);
		if (!event)
			continue;
		T_INT(mdv_fmu_enter_event(f), MDV_OK);
		T_INT(mdv_fmu_update(f, &u), MDV_OK);
		T_CHECK(!u.nominals_changed); /* of all it is 1 */
		n_told += u.states_changed;
		if (u.states_changed)
			T_INT(mdv_fmu_get_states(f, x), MDV_OK);
		T_INT(mdv_fmu_enter_continuous(f), MDV_OK);
	}
	T_REAL(value_of(f, "energy"), 32, 1e-3);
	T_CHECK(n_told >= 4); /* it turns over */
	mdv_fmu_free(f);
}

/* The first sample is at 0.1: an importer that has come to the number before takes no step more. */
static void a_time_event_an_instant_away_is_due(void)
{
	MdvFmu *f = begin(&Events_unit);
	MdvFmuUpdate u;

	T_INT(mdv_fmu_set_time(f, nextafter(0.1, 0)), MDV_OK);
	T_INT(mdv_fmu_enter_event(f), MDV_OK);
	T_INT(mdv_fmu_update(f, &u), MDV_OK);
	T_REAL(u.next, 0.3, 1e-12);
	T_REAL(value_of(f, "count"), 3, 0);
	mdv_fmu_free(f);
	f = begin(&Events_unit);
	T_INT(mdv_fmu_set_time(f, 0.1 - 1e-12), MDV_OK);
	T_INT(mdv_fmu_enter_event(f), MDV_OK);
	T_INT(mdv_fmu_update(f, &u), MDV_OK);
	T_REAL(u.next, 0.1, 0);
	T_REAL(value_of(f, "count"), 0, 0);
	mdv_fmu_free(f);
}

int main(void)
{
	T_RUN(zero_that_changes_nothing_is_not_told);
	T_RUN(zero_that_changes_something_is_told);
	T_RUN(states_that_are_chosen_are_told);
	T_RUN(a_time_event_an_instant_away_is_due);
	return T_END();
}
