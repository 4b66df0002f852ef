/* SPDX-License-Identifier: MIT
   slide.c — chattering between two modes of one relation, continued by the equivalent dynamics
   (Filippov 1988): on the surface z = 0 the derivatives are that mean of both modes, a * f1 +
   (1 - a) * f0, which stays on it, z' = 0. `--chattering=regularize` asks for it.

   The modes are what ODE read of discrete variables after the last events, with the relation true
   and false; they must come again and again, and no state may be set by these events, otherwise the
   run ends as without the option. The weight a is a function of time and states; where it leaves
   [0, 1] one mode leads away from the surface, and an event goes on with it. Any other event ends
   the sliding too, for the modes may be others after it. */
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

enum { LEAST_SAME = 10, MAX_HALVINGS = 60 };

bool slide_allocate(Steps *s)
{
	Arena *a = &s->r->memory;
	size_t n = (size_t)s->rt->n, n_reads = (size_t)s->rt->m->n_ode_reads;
	Slide *slide = &s->slide;

	slide->crossing = -1;
	if (s->r->o->run.chattering != MDV_CHATTERING_REGULARIZE)
		return true;
	for (int v = 0; v < 2; v++) {
		slide->mode[v] = NEW_ARRAY(a, double, n_reads);
		slide->f[v] = NEW_ARRAY(a, double, n);
		slide->frame[v] = NEW_ARRAY(a, double, s->rt->m->n_slots);
	}
	slide->x = NEW_ARRAY(a, double, n);
	slide->z = NEW_ARRAY(a, double, s->rt->m->n_crossings);
	return slide->mode[0] && slide->mode[1] && slide->f[0] && slide->f[1] && slide->frame[0] &&
		   slide->frame[1] && slide->x && slide->z;
}

/* --- the two modes --- */

static void put_mode(Steps *s, int v)
{
	const MdvModel *m = s->rt->m;

	for (int32_t i = 0; i < m->n_ode_reads; i++)
		s->rt->frame[m->ode_read[i]] = s->slide.mode[v][i];
	s->rt->frame[m->crossing[s->slide.crossing].relation] = v;
	s->crossing[s->slide.crossing].used = v;
	s->rt->last.t = NAN;
	s->rt->stamp.event++;
	s->rt->change.stale = true;
}

static bool set_states(const Steps *s)
{
	for (int32_t i = 0; i < s->rt->n; i++)
		if (s->rt->event.x_before[i] != s->rt->frame[rt_state(s->rt, i)->slot])
			return true;
	return false;
}

void slide_watch(Steps *s, int32_t crossing)
{
	const MdvModel *m = s->rt->m;
	Slide *slide = &s->slide;
	int32_t slot = m->crossing[crossing].relation;
	bool same = true;
	double *mode;

	if (s->r->o->run.chattering != MDV_CHATTERING_REGULARIZE)
		return;
	mode = slide->mode[slot >= 0 && s->rt->frame[slot] != 0];
	for (int32_t i = 0; i < m->n_ode_reads; i++) {
		same &= mode[i] == s->rt->frame[m->ode_read[i]];
		mode[i] = s->rt->frame[m->ode_read[i]];
	}
	if (crossing != slide->crossing || slot < 0 || !m->ode_read || set_states(s))
		slide->n_same = 0;
	else
		slide->n_same = same ? slide->n_same + 1 : 0;
	slide->crossing = crossing;
}

/* dz/dt of one mode along its derivatives, where z is the crossing's value. */
static MdvStatus rate(Steps *s, int v, double t, const double x[], double *z_rate)
{
	Slide *slide = &s->slide;
	double step = 1e-7 * s->r->span, z;

	put_mode(s, v);
	TRY(rt_zero(s->rt, t, x, &slide->crossing, 1, slide->z, RT_INTEGRATE));
	z = slide->z[slide->crossing];
	TRY(rt_ode(s->rt, t, x, slide->f[v]));
	for (int32_t i = 0; i < s->rt->n; i++)
		slide->x[i] = x[i] + step * slide->f[v][i];
	TRY(rt_zero(s->rt, t + step, slide->x, &slide->crossing, 1, slide->z, RT_INTEGRATE));
	*z_rate = (slide->z[slide->crossing] - z) / step;
	slide->z_now = z;
	return MDV_OK;
}

/* The weight of the mode in which the relation is true; a little more or less, to come back to the
   surface. After it f[0] and f[1] hold both derivatives. */
static MdvStatus weight(Steps *s, double t, const double x[], double *a)
{
	double rate0, rate1;

	TRY(rate(s, 0, t, x, &rate0));
	TRY(rate(s, 1, t, x, &rate1));
	*a = (-s->slide.z_now * 100 / s->r->span - rate0) / (rate1 - rate0);
	return isfinite(*a) ? MDV_OK : MDV_RETRY;
}

MdvStatus slide_rhs(Steps *s, double t, const double x[], double dx[])
{
	double a;

	TRY(weight(s, t, x, &a));
	for (int32_t i = 0; i < s->rt->n; i++)
		dx[i] = a * s->slide.f[1][i] + (1 - a) * s->slide.f[0][i];
	return MDV_OK;
}

/* --- begin and end --- */

/* Both modes must lead to the surface. */
MdvStatus slide_begin(Steps *s, bool *begun)
{
	Slide *slide = &s->slide;
	double rate0, rate1, side;
	MdvStatus status;

	*begun = false;
	if (s->r->o->run.chattering != MDV_CHATTERING_REGULARIZE || slide->n_same < LEAST_SAME)
		return MDV_OK;
	side = s->rt->m->crossing[slide->crossing].positive ? 1 : -1;
	status = rate(s, 0, s->r->t, s->x, &rate0);
	if (status == MDV_OK)
		status = rate(s, 1, s->r->t, s->x, &rate1);
	if (status != MDV_OK || !(side * rate0 > 0 && side * rate1 < 0))
		return status < 0 ? status : MDV_OK;
	*begun = slide->on = true;
	s->crossing[slide->crossing].armed = false;
	s->crossing[slide->crossing].band = INFINITY;
	s->stall.n_events = 0;
	report_fail(s->rt, MDV_RETRY, s->r->t,
				"at time %.9g: chattering, continued by the mean of both modes", s->r->t);
	report_source(s->rt, s->rt->m->crossing[slide->crossing].source);
	report_warn(s->rt);
	return steps_restart(s, s->r->t);
}

void slide_end(Steps *s)
{
	if (s->slide.on)
		s->slide.n_same = 0;
	s->slide.on = false;
}

/* --- steps --- */

static MdvStatus weight_at(Steps *s, double t, double *a)
{
	TRY(solver_dense(s->solver, t, s->x_try));
	return weight(s, t, s->x_try, a);
}

MdvStatus slide_look(Steps *s, double t_new, double *t_exit)
{
	double left = s->r->t, right = t_new, a;

	*t_exit = INFINITY;
	TRY(weight_at(s, t_new, &a));
	if (a >= 0 && a <= 1)
		return MDV_OK;
	for (int k = 0; k < MAX_HALVINGS && right - left > 4 * DBL_EPSILON * fabs(right); k++) {
		double mid = left + 0.5 * (right - left);

		TRY(weight_at(s, mid, &a));
		if (a >= 0 && a <= 1)
			left = mid;
		else
			right = mid;
	}
	*t_exit = right;
	return MDV_OK;
}

/* All variables at a point: continuous ones are the same mean as the derivatives. */
static MdvStatus output_mean(Steps *s, double t, const double x[], RtUse use)
{
	const MdvModel *m = s->rt->m;
	Slide *slide = &s->slide;
	double a;

	TRY(weight(s, t, x, &a));
	for (int v = 0; v < 2; v++) {
		put_mode(s, v);
		TRY(rt_output(s->rt, t, x, use));
		memcpy(slide->frame[v], s->rt->frame, (size_t)m->n_slots * sizeof *slide->frame[v]);
	}
	a = fmin(fmax(a, 0), 1);
	for (int32_t i = 0; i < m->n_vars; i++) {
		int32_t slot = m->var[i].slot;

		if (m->var[i].type == MDV_REAL && rt_owns(s->rt, slot) &&
			!(m->var[i].flags & (MDV_VAR_PARAMETER | MDV_VAR_DISCRETE)))
			s->rt->frame[slot] = a * slide->frame[1][slot] + (1 - a) * slide->frame[0][slot];
	}
	s->rt->last.t = NAN;
	return MDV_OK;
}

MdvStatus slide_or_output(Steps *s, double t, const double x[], RtUse use)
{
	return s->slide.on ? output_mean(s, t, x, use) : rt_output(s->rt, t, x, use);
}
