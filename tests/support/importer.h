/* SPDX-License-Identifier: MIT
   importer.h — FMUs of models as C in the hands of a test: their life, and an importer of model
   exchange that takes steps of Runge and Kutta. */
#ifndef MDV_TEST_IMPORTER_H
#define MDV_TEST_IMPORTER_H

#include "modevs/fmu.h"
#include "t.h"

enum { MOST = 32 }; /* states and indicators of these models */

typedef struct Said {
	int n;          /* errors */
	char text[512]; /* the last one */
} Said;

static inline void hear(void *user, bool bad, const char *text)
{
	Said *s = user;

	if (!bad)
		return;
	s->n++;
	snprintf(s->text, sizeof s->text, "%s", text);
}

static inline MdvFmu *make(const MdvUnit *unit, bool exchange, Said *said)
{
	MdvFmuHost host = {hear, said, exchange, MDV_SOLVER_CVODE, "test"};
	MdvFmu *f = mdv_fmu_new(unit, &host);

	T_CHECK(f);
	return f;
}

static inline uint32_t ref_of(const MdvFmu *f, const char *name)
{
	const MdvModel *m = mdv_fmu_model(f);

	for (int32_t i = 0; i < m->n_vars; i++)
		if (!strcmp(m->var[i].name, name))
			return (uint32_t)i;
	T_FAIL("there is no '%s'", name);
	return 0;
}

static inline double get(MdvFmu *f, const char *name)
{
	uint32_t ref = ref_of(f, name);
	double x = NAN;

	T_INT(mdv_fmu_get(f, &ref, 1, &x), MDV_OK);
	return x;
}

static inline MdvStatus set(MdvFmu *f, const char *name, double value)
{
	uint32_t ref = ref_of(f, name);

	return mdv_fmu_set(f, &ref, 1, &value);
}

static inline void begin(MdvFmu *f, double tol)
{
	T_INT(mdv_fmu_begin(f, 0, INFINITY, tol), MDV_OK);
	T_INT(mdv_fmu_initialized(f), MDV_OK);
}

/* An importer: steps of Runge and Kutta, events by bisection. */
typedef struct Importer {
	MdvFmu *f;               /* the model */
	size_t n, nz;            /* states, indicators */
	double x[MOST], z[MOST]; /* at t */
	double t, next;          /* now, and the next event that is known */
	int n_state, n_time;     /* events */
} Importer;

static inline void derivatives(Importer *im, double t, const double x[], double dx[])
{
	T_INT(mdv_fmu_set_time(im->f, t), MDV_OK);
	T_INT(mdv_fmu_set_states(im->f, x), MDV_OK);
	T_INT(mdv_fmu_get_derivatives(im->f, dx), MDV_OK);
}

/* x at t + h, and the indicators there. */
static inline void step(Importer *im, double h, double x[], double z[])
{
	static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
	double k[4][MOST] = {{0}}, at[MOST];

	for (int s = 0; s < 4; s++) {
		for (size_t i = 0; i < im->n; i++)
			at[i] = im->x[i] + (s > 0 ? part[s] * h * k[s - 1][i] : 0);
		derivatives(im, im->t + part[s] * h, at, k[s]);
	}
	for (size_t i = 0; i < im->n; i++) {
		x[i] = im->x[i];
		for (int s = 0; s < 4; s++)
			x[i] += h / 6 * weight[s] * k[s][i];
	}
	T_INT(mdv_fmu_set_time(im->f, im->t + h), MDV_OK);
	T_INT(mdv_fmu_set_states(im->f, x), MDV_OK);
	T_INT(mdv_fmu_get_indicators(im->f, z), MDV_OK);
}

static inline bool crossed(const Importer *im, const double z[])
{
	for (size_t i = 0; i < im->nz; i++)
		if ((im->z[i] > 0) != (z[i] > 0))
			return true;
	return false;
}

static inline void event(Importer *im)
{
	MdvFmuUpdate u;

	T_INT(mdv_fmu_update(im->f, &u), MDV_OK);
	im->next = u.next;
	T_INT(mdv_fmu_get_states(im->f, im->x), MDV_OK);
	T_INT(mdv_fmu_enter_continuous(im->f), MDV_OK);
	T_INT(mdv_fmu_get_indicators(im->f, im->z), MDV_OK);
}

static inline void advance(Importer *im, double h)
{
	double x[MOST], z[MOST], low = 0, high = h;
	bool asked = false, state;

	step(im, h, x, z);
	state = crossed(im, z);
	while (state && high - low > 1e-15 && low < 0.5 * (low + high) && 0.5 * (low + high) < high) {
		double mid = 0.5 * (low + high);

		step(im, mid, x, z);
		*(crossed(im, z) ? &high : &low) = mid;
	}
	if (state)
		step(im, high, x, z);
	im->t += high;
	memcpy(im->x, x, sizeof im->x);
	memcpy(im->z, z, sizeof im->z);
	if (!state)
		T_INT(mdv_fmu_completed(im->f, &asked), MDV_OK);
	im->n_state += state;
	im->n_time += !state && im->t == im->next;
	if (state || asked || im->t >= im->next) {
		T_INT(mdv_fmu_enter_event(im->f), MDV_OK);
		event(im);
	}
}

static inline void import(Importer *im, MdvFmu *f, double stop)
{
	MdvFmuLayout l = mdv_fmu_layout(mdv_fmu_model(f));

	*im = (Importer){.f = f, .n = l.n_states, .nz = l.n_indicators};
	begin(f, 1e-9);
	event(im);
	while (im->t < stop && !mdv_fmu_terminated(f)) {
		double end = fmin(fmin(im->next, stop), im->t + 1e-3);
		double h = end - im->t;

		advance(im, h);
		if (fabs(im->t - end) < 1e-12) /* what is known beforehand is met exactly */
			im->t = end;
	}
}

static inline void import_step(Importer *im)
{
	double end = fmin(im->next, (floor(im->t / 0.02 + 1e-9) + 1) * 0.02);

	advance(im, end - im->t);
	if (fabs(im->t - end) < 1e-12)
		im->t = end;
}

static inline double random_number(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(*seed >> 11) * 0x1p-53;
}

#endif
