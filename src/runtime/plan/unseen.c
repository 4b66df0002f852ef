/* SPDX-License-Identifier: MIT
   unseen.c — derivatives that go through blocks of equations, or through functions that could not
   be carried out in advance: proofs do not look into these, and a pulse inside of them may lie
   between all points of the solver. In small models derivatives are computed at many points along
   the dense output. Where they leave its slope by more than error control would allow, and all at
   once, compared with most of the step, there is something narrow. That error control of a stiff
   model leaves differences of its own is no sign: they change slowly. */
#include "runtime/plan/steps.h"

#include <stdlib.h>

enum {
	LEAST_POINTS = 16, /* in a step */
	MOST_POINTS = 400, /* the same */
	MOST_VALUES = 100, /* of a model: larger ones would pay too much */
	MOST_STATES = 40,
	MOST_LOOKS = 40000 /* at points, in a run */
};

#define NARROWEST  5e-5 /* of the run: as near to each other are the points, if they may be */
#define STANDS_OUT 1e3  /* times what a fifth of the differences is below: a bump */
#define IS_ALONE   4.0  /* times the differences beside it: a jump */
#define MOST_BUMP  20.0 /* in units of tolerances: defects as in rough.c … */
#define MOST_JUMP  1.0  /* … and of jumps */
#define BESIDE     1e-4 /* of the step: for slopes */

/* Do equations of other kinds take part, which cannot be solved aside? */
static bool is_plain(const Rt *rt, bool *blocks)
{
	const RtSequence *ode = &rt->sequence[MDV_SEQ_ODE];

	*blocks = false;
	for (int32_t k = 0; k < ode->n_steps; k++) {
		uint8_t kind = (uint8_t)ode->step[k].kind;

		if (kind != MDV_STEP_CODE && kind != MDV_STEP_LINEAR && kind != MDV_STEP_NONLINEAR)
			return false;
		*blocks |= kind != MDV_STEP_CODE;
	}
	return true;
}

bool unseen_open(Steps *s)
{
	Unseen *u = &s->unseen;
	const Rt *rt = s->rt;
	bool blocks;

	u->on = is_plain(rt, &blocks) && (blocks || rt->m->n_ode_calls > 0) && rt->n > 0 &&
			rt->n <= MOST_STATES && rt->m->n_slots <= MOST_VALUES;
	u->left = MOST_LOOKS;
	if (!u->on)
		return true;
	u->defect = NEW_ARRAY(&s->r->memory, double, (size_t)rt->n *(MOST_POINTS + 1));
	u->difference = NEW_ARRAY(&s->r->memory, double, 2 * (MOST_POINTS + 1));
	u->x = NEW_ARRAY(&s->r->memory, double, rt->n);
	return u->defect && u->difference && u->x;
}

/* The derivatives at t minus the slope of the dense output there. */
static MdvStatus find_defect(Steps *s, double t, double beside, double defect[])
{
	double a = fmax(s->r->t, t - beside), b = fmin(s->t_new, t + beside);

	TRY(rough_aside(s, t, defect));
	TRY(solver_dense(s->solver, a, s->unseen.x));
	TRY(solver_dense(s->solver, b, s->x_try));
	for (int32_t i = 0; i < s->rt->n; i++)
		defect[i] -= (s->x_try[i] - s->unseen.x[i]) / (b - a);
	return MDV_OK;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Is difference number k of 1 … n large beside the rest, or its neighbours? */
static bool is_sudden(const double d[], int k, int n, double most)
{
	double beside = fmax(k > 1 ? d[k - 1] : 0, k < n ? d[k + 1] : 0);

	return d[k] > most || d[k] > IS_ALONE * beside;
}

/* At both ends of the step its slope is about the derivative. Otherwise the solver has gone astray,
   at a pole, and shorter steps are none the better for it. */
static bool is_at_home(const Steps *s, int32_t i, int n)
{
	const double *defect = s->unseen.defect;
	double most = 0;

	for (int k = 0; k <= n; k++)
		most = fmax(most, fabs(defect[(size_t)k * (size_t)s->rt->n + (size_t)i]));
	return fabs(defect[(size_t)n * (size_t)s->rt->n + (size_t)i]) < 0.5 * most &&
		   fabs(defect[i]) < 0.5 * most;
}

/* The first point up to which the defect of state i changes all at once; n + 1: none, or it does
   not matter. */
static int find_sudden(const Steps *s, int32_t i, int n, double weight)
{
	const Unseen *u = &s->unseen;
	double h = s->t_new - s->r->t, sum = 0, *d = u->difference, *sorted = d + MOST_POINTS + 1;
	double most = INFINITY;

	for (int k = 0; k <= n; k++) {
		const double *here = &u->defect[(size_t)k * (size_t)s->rt->n + (size_t)i];

		sum += fabs(*here) * h / n;
		d[k] = sorted[k] = k > 0 ? fabs(*here - *(here - s->rt->n)) : 0;
	}
	if (!(sum > MOST_JUMP * weight) || !is_at_home(s, i, n))
		return n + 1;
	qsort(sorted, (size_t)n + 1, sizeof *sorted, compare);
	if (sum > MOST_BUMP * weight)
		most = STANDS_OUT * sorted[n / 5];
	for (int k = 1; k <= n; k++)
		if (d[k] * h > weight && is_sudden(d, k, n, most))
			return k;
	return n + 1;
}

MdvStatus unseen_look(Steps *s, const double weight[], bool *found, double part[2])
{
	Unseen *u = &s->unseen;
	double from = s->r->t, h = s->t_new - from;
	int n = (int)fmin(fmax(h / (NARROWEST * s->r->span), LEAST_POINTS), MOST_POINTS);
	int first = n + 1;

	*found = false;
	if (!u->on || u->left < n || h < 1e3 * locate_resolution(s->t_new, h))
		return MDV_OK;
	u->left -= n;
	for (int k = 0; k <= n; k++) {
		MdvStatus status =
			find_defect(s, from + h * k / n, BESIDE * h, u->defect + (size_t)k * (size_t)s->rt->n);

		if (status != MDV_OK)
			return status < 0 || status == MDV_STOPPED ? status : MDV_OK;
	}
	for (int32_t i = 0; i < s->rt->n; i++) {
		int k = find_sudden(s, i, n, weight[i]);

		first = k < first ? k : first;
	}
	*found = first <= n;
	part[0] = from + h * (first - 1) / n;
	part[1] = from + h * first / n;
	return MDV_OK;
}

MdvStatus unseen_jumps(Steps *s, double t_left, const double weight[], bool *jumps)
{
	Unseen *u = &s->unseen;
	double t = s->r->t, h = s->t_new - t, *before = u->defect, *behind = before + s->rt->n;
	MdvStatus status;

	*jumps = false;
	if (!u->on || h < 1e3 * locate_resolution(s->t_new, h))
		return MDV_OK;
	status = rough_at(s, t_left, before);
	if (status == MDV_OK)
		status = rough_at(s, t, behind);
	for (int32_t i = 0; i < s->rt->n && status == MDV_OK; i++)
		*jumps |= fabs(behind[i] - before[i]) * h > MOST_JUMP * weight[i];
	return status < 0 || status == MDV_STOPPED ? status : MDV_OK;
}
