/* SPDX-License-Identifier: MIT
   Event indicators of model exchange where they are zero: an importer may find that point exactly,
   and an event there must do something, as of v > 0 from above, or not be told, as from below.
   Events.c is made of tests/emit. */
#include "Events.h"
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

static MdvFmu *begin(void)
{
	MdvFmuHost host = {.exchange = true};
	MdvFmu *f = mdv_fmu_new(&Events_unit, &host);
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
	MdvFmu *f = begin();
	double z[MOST];
	int k = find_between(f, (double[]){0.05, 1}, (double[]){0.15, 1}); /* x > 0.1, from below */

	indicators_at(f, (double[]){0.1, 1}, z);
	T_CHECK(z[k] != 0);
	T_INT(find_between(f, (double[]){0.1, 1}, (double[]){0.15, 1}), k);
	mdv_fmu_free(f);
}

static void zero_that_changes_something_is_told(void)
{
	MdvFmu *f = begin();
	double z[MOST];
	int k = find_between(f, (double[]){0, 1}, (double[]){0, -1}); /* v > 0, from above */

	indicators_at(f, (double[]){0, 0}, z);
	T_CHECK(z[k] == 0);
	mdv_fmu_free(f);
}

int main(void)
{
	T_RUN(zero_that_changes_nothing_is_not_told);
	T_RUN(zero_that_changes_something_is_told);
	return T_END();
}
