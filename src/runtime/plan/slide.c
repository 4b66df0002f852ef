/* SPDX-License-Identifier: MIT
   slide.c — chattering between two modes of one relation, continued by the equivalent dynamics
   (Filippov 1988): on the surface z = 0 the derivatives are that mean of both modes, a * f1 +
   (1 - a) * f0, which stays on it, z' = 0. `--chattering=regularize` asks for it.

   The modes are what ODE read of discrete variables after the last events, with the relation true
   and false; they must come again and again, and no state may be set by these events, otherwise the
   run ends as without the option. The weight a is a function of time and states; where it leaves
   [0, 1] one mode leads away from the surface, and an event goes on with it. Any other event ends
   the sliding too, for the modes may be others after it. */
#include "runtime/plan/plan.h"

#include <float.h>
#include <string.h>

enum { LEAST_SAME = 10, MAX_HALVINGS = 60 };

bool slide_allocate(HybridRun *r)
{
	Arena *a = &r->memory;
	size_t n = (size_t)r->rt->n, n_reads = (size_t)r->rt->m->n_ode_reads;
	HybridSlide *s = &r->slide;

	s->crossing = -1;
	if (r->o->run.chattering != MDV_CHATTERING_REGULARIZE)
		return true;
	for (int v = 0; v < 2; v++) {
		s->mode[v] = NEW_ARRAY(a, double, n_reads);
		s->f[v] = NEW_ARRAY(a, double, n);
		s->frame[v] = NEW_ARRAY(a, double, r->rt->m->n_slots);
	}
	s->x = NEW_ARRAY(a, double, n);
	s->z = NEW_ARRAY(a, double, r->rt->m->n_crossings);
	return s->mode[0] && s->mode[1] && s->f[0] && s->f[1] && s->frame[0] && s->frame[1] && s->x &&
		   s->z;
}

/* --- the two modes --- */

static void put_mode(HybridRun *r, int v)
{
	const MdvModel *m = r->rt->m;

	for (int32_t i = 0; i < m->n_ode_reads; i++)
		r->rt->frame[m->ode_read[i]] = r->slide.mode[v][i];
	r->rt->frame[m->crossing[r->slide.crossing].relation] = v;
	r->rt->t_last = NAN;
	r->rt->event_stamp++;
	r->rt->change.stale = true;
}

static bool set_states(const HybridRun *r)
{
	for (int32_t i = 0; i < r->rt->n; i++)
		if (r->rt->x_before[i] != r->rt->frame[rt_state(r->rt, i)->slot])
			return true;
	return false;
}

void slide_watch(HybridRun *r, int32_t crossing)
{
	const MdvModel *m = r->rt->m;
	HybridSlide *s = &r->slide;
	int32_t slot = m->crossing[crossing].relation;
	bool same = true;
	double *mode;

	if (r->o->run.chattering != MDV_CHATTERING_REGULARIZE)
		return;
	mode = s->mode[slot >= 0 && r->rt->frame[slot] != 0];
	for (int32_t i = 0; i < m->n_ode_reads; i++) {
		same &= mode[i] == r->rt->frame[m->ode_read[i]];
		mode[i] = r->rt->frame[m->ode_read[i]];
	}
	if (crossing != s->crossing || slot < 0 || !m->ode_read || set_states(r))
		s->n_same = 0;
	else
		s->n_same = same ? s->n_same + 1 : 0;
	s->crossing = crossing;
}

/* dz/dt of one mode along its derivatives, where z is the crossing's value. */
static MdvStatus rate(HybridRun *r, int v, double t, const double x[], double *z_rate)
{
	HybridSlide *s = &r->slide;
	double step = 1e-7 * r->span, z;

	put_mode(r, v);
	TRY(rt_zero(r->rt, t, x, &s->crossing, 1, s->z, RT_INTEGRATE));
	z = s->z[s->crossing];
	TRY(rt_ode(r->rt, t, x, s->f[v]));
	for (int32_t i = 0; i < r->rt->n; i++)
		s->x[i] = x[i] + step * s->f[v][i];
	TRY(rt_zero(r->rt, t + step, s->x, &s->crossing, 1, s->z, RT_INTEGRATE));
	*z_rate = (s->z[s->crossing] - z) / step;
	s->z_now = z;
	return MDV_OK;
}

/* The weight of the mode in which the relation is true; a little more or less, to come back to the
   surface. After it f[0] and f[1] hold both derivatives. */
static MdvStatus weight(HybridRun *r, double t, const double x[], double *a)
{
	double rate0, rate1;

	TRY(rate(r, 0, t, x, &rate0));
	TRY(rate(r, 1, t, x, &rate1));
	*a = (-r->slide.z_now * 100 / r->span - rate0) / (rate1 - rate0);
	return isfinite(*a) ? MDV_OK : MDV_RETRY;
}

MdvStatus slide_rhs(HybridRun *r, double t, const double x[], double dx[])
{
	double a;

	TRY(weight(r, t, x, &a));
	for (int32_t i = 0; i < r->rt->n; i++)
		dx[i] = a * r->slide.f[1][i] + (1 - a) * r->slide.f[0][i];
	return MDV_OK;
}

/* --- begin and end --- */

/* Both modes must lead to the surface. */
MdvStatus slide_begin(HybridRun *r, bool *begun)
{
	HybridSlide *s = &r->slide;
	double rate0, rate1, side;
	MdvStatus status;

	*begun = false;
	if (r->o->run.chattering != MDV_CHATTERING_REGULARIZE || s->n_same < LEAST_SAME)
		return MDV_OK;
	side = r->rt->m->crossing[s->crossing].positive ? 1 : -1;
	status = rate(r, 0, r->t, r->x, &rate0);
	if (status == MDV_OK)
		status = rate(r, 1, r->t, r->x, &rate1);
	if (status != MDV_OK || !(side * rate0 > 0 && side * rate1 < 0))
		return status < 0 ? status : MDV_OK;
	*begun = s->on = true;
	r->armed[s->crossing] = false;
	r->band[s->crossing] = INFINITY;
	r->n_events = 0;
	report_fail(r->rt, MDV_RETRY, r->t,
				"at time %.9g: chattering, continued by the mean of both modes", r->t);
	report_source(r->rt, r->rt->m->crossing[s->crossing].source);
	report_warn(r->rt);
	return hybrid_restart(r, r->t);
}

void slide_end(HybridRun *r)
{
	if (r->slide.on)
		r->slide.n_same = 0;
	r->slide.on = false;
}

/* --- steps --- */

static MdvStatus weight_at(HybridRun *r, double t, double *a)
{
	TRY(solver_dense(r->solver, t, r->x_try));
	return weight(r, t, r->x_try, a);
}

MdvStatus slide_look(HybridRun *r, double t_new, double *t_exit)
{
	double left = r->t, right = t_new, a;

	*t_exit = INFINITY;
	TRY(weight_at(r, t_new, &a));
	if (a >= 0 && a <= 1)
		return MDV_OK;
	for (int k = 0; k < MAX_HALVINGS && right - left > 4 * DBL_EPSILON * fabs(right); k++) {
		double mid = left + 0.5 * (right - left);

		TRY(weight_at(r, mid, &a));
		if (a >= 0 && a <= 1)
			left = mid;
		else
			right = mid;
	}
	*t_exit = right;
	return MDV_OK;
}

MdvStatus slide_or_output(HybridRun *r, double t, const double x[], RtUse use)
{
	return r->slide.on ? slide_output(r, t, x, use) : rt_output(r->rt, t, x, use);
}

MdvStatus slide_output(HybridRun *r, double t, const double x[], RtUse use)
{
	const MdvModel *m = r->rt->m;
	HybridSlide *s = &r->slide;
	double a;

	TRY(weight(r, t, x, &a));
	for (int v = 0; v < 2; v++) {
		put_mode(r, v);
		TRY(rt_output(r->rt, t, x, use));
		memcpy(s->frame[v], r->rt->frame, (size_t)m->n_slots * sizeof *s->frame[v]);
	}
	a = fmin(fmax(a, 0), 1);
	for (int32_t i = 0; i < m->n_vars; i++) {
		int32_t slot = m->var[i].slot;

		if (m->var[i].type == MDV_REAL &&
			!(m->var[i].flags & (MDV_VAR_PARAMETER | MDV_VAR_DISCRETE)))
			r->rt->frame[slot] = a * s->frame[1][slot] + (1 - a) * s->frame[0][slot];
	}
	r->rt->t_last = NAN;
	return MDV_OK;
}
