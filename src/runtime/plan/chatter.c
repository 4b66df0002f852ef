/* SPDX-License-Identifier: MIT
   chatter.c — derivatives that jump back and forth without events (sign, noEvent) and so hold a
   state where they jump. Error control takes steps as short as the tolerances of that state then,
   without end. It is told by many very short steps in a row in which the state does not go where
   its derivative says: some steps together move it by far less than the derivative's size times
   their length, again and again (of a fast oscillation that holds at its turns only); and by
   bisection, which finds a jump of the derivative beside the state: what is stiff has none. Such
   states are named, and have larger tolerances for a while, so that time goes on; others keep
   theirs. Models whose states are chosen at run time are not looked at. */
#include "runtime/plan/steps.h"

#include <string.h>

/* Part of the run: what is a very short step, and for how long tolerances are larger. */
#define SHORT 1e-6
#define WHILE 0.05
/* So much of its way a state that is held moves at most; a way counts if it is so long, in units of
   tolerances. */
#define HELD   0.25
#define MINDED 1e-2
/* How far beside a state a jump is looked for, in units of tolerances. */
#define BESIDE 10.0
/* By how much they are: 100 times, and more where that is not enough. */
#define FIRST 100.0
#define GROWS 10.0
#define MOST  1e3

/* So many short steps in a row: fewer cost less than larger tolerances would. */
enum { LEAST_SHORT = 10000, WINDOW = 16, WINDOWS = 3, PAUSE = 20000, HALVINGS = 30 };

bool chatter_open(Steps *s)
{
	const MdvOptions *o = &s->r->o->run;
	Chatter *c = &s->chatter;
	size_t n = (size_t)s->rt->n;

	/* Who simulates a plant says how far to go, and reads values at any time. */
	c->on = n > 0 && s->rt->m->n_sets == 0 && isfinite(o->stop) &&
			o->stop - o->start == s->r->span && o->fixed_step <= 0 &&
			!solver_of(s->r->solver)->fixed_only;
	c->factor = FIRST;
	c->t_end = INFINITY;
	if (!c->on)
		return true;
	c->rate = NEW_ARRAY(&s->r->memory, double, n);
	c->from = NEW_ARRAY(&s->r->memory, double, n);
	c->way = NEW_ARRAY(&s->r->memory, double, n);
	c->loose = NEW_ARRAY(&s->r->memory, double, n);
	c->n_held = NEW_ARRAY(&s->r->memory, int32_t, n);
	for (size_t i = 0; c->loose && i < n; i++)
		c->loose[i] = 1;
	return c->rate && c->from && c->way && c->loose && c->n_held;
}

static void set_tolerance(Steps *s, int32_t i, double factor)
{
	s->solver->atol[i] *= factor / s->chatter.loose[i];
	s->chatter.loose[i] = factor;
}

/* The first state that is held: who reads it knows where to look. */
static void warn(Steps *s, int32_t i)
{
	const MdvState *state = rt_state(s->rt, i);

	if (s->chatter.warned)
		return;
	s->chatter.warned = true;
	report_fail(s->rt, MDV_RETRY, s->r->t,
				"at time %.9g: der(%s) jumps back and forth without events (sign, noEvent, or a "
				"function) and holds %s where it jumps; such states go on with tolerances that are "
				"%g times as large, or more",
				s->r->t, report_name(s->rt, state->slot), report_name(s->rt, state->slot), FIRST);
	report_warn(s->rt);
}

/* The derivative of state i if it were x. */
static MdvStatus rate_at(Steps *s, int32_t i, double x, double *rate)
{
	memcpy(s->x_try, s->x, (size_t)s->rt->n * sizeof *s->x);
	s->x_try[i] = x;
	TRY(rt_derivatives(s->rt, s->r->t, s->x_try, s->chatter.rate, RT_INTEGRATE));
	*rate = s->chatter.rate[i];
	return MDV_OK;
}

/* Does the derivative jump near the state? What is steep only differs by half in half of the way.
 */
static MdvStatus find_jump(Steps *s, int32_t i, bool *jumps)
{
	double near = BESIDE * solver_tolerance(s->solver, i, fabs(s->x[i]));
	double lo = s->x[i] - near, hi = s->x[i] + near, f_lo, f_hi, f, all;

	TRY(rate_at(s, i, lo, &f_lo));
	TRY(rate_at(s, i, hi, &f_hi));
	all = fabs(f_hi - f_lo);
	for (int k = 0; k < HALVINGS; k++) {
		double mid = lo + (hi - lo) / 2;

		TRY(rate_at(s, i, mid, &f));
		if (fabs(f - f_lo) > fabs(f_hi - f)) {
			hi = mid;
			f_hi = f;
		} else {
			lo = mid;
			f_lo = f;
		}
	}
	*jumps = all > 0 && fabs(f_hi - f_lo) > all / 2;
	return rt_derivatives(s->rt, s->r->t, s->x, s->chatter.rate, RT_INTEGRATE);
}

/* At the end of all windows. */
static MdvStatus judge(Steps *s)
{
	Chatter *c = &s->chatter;
	bool any = false;

	for (int32_t i = 0; i < s->rt->n; i++) {
		bool jumps = false;

		if (c->n_held[i] == WINDOWS)
			TRY(find_jump(s, i, &jumps));
		if (!jumps)
			continue;
		any = true;
		warn(s, i);
		set_tolerance(s, i, c->factor);
	}
	c->n_short = any ? 0 : -PAUSE;
	if (!any)
		return MDV_OK;
	c->t_end = s->r->t + WHILE * s->r->span;
	rough_blind(s, c->t_end);
	c->factor = fmin(MOST, GROWS * c->factor);
	return MDV_OK;
}

/* A window begins here; what the last one, if there was one, says of the states. */
static void begin_window(Steps *s, int32_t number)
{
	Chatter *c = &s->chatter;

	for (int32_t i = 0; i < s->rt->n; i++) {
		double least = MINDED * solver_tolerance(s->solver, i, fabs(s->x[i]));

		if (number == 0)
			c->n_held[i] = 0;
		else
			c->n_held[i] += c->way[i] > least && fabs(s->x[i] - c->from[i]) < HELD * c->way[i];
		c->from[i] = s->x[i];
		c->way[i] = 0;
	}
}

/* While tolerances are larger: states that go where their derivatives say have their own again. */
static void release(Steps *s)
{
	Chatter *c = &s->chatter;
	bool over = s->r->t >= c->t_end, any = false;

	for (int32_t i = 0; i < s->rt->n; i++) {
		if (c->loose[i] > 1 && (over || fabs(s->x[i] - c->from[i]) >= HELD * c->way[i]))
			set_tolerance(s, i, 1);
		any = any || c->loose[i] > 1;
		c->from[i] = s->x[i];
		c->way[i] = 0;
	}
	c->n_short = 0;
	if (!any)
		c->t_end = INFINITY;
}

/* How far the derivatives would have moved the states in a step. */
static MdvStatus add_way(Steps *s, double h)
{
	Chatter *c = &s->chatter;

	TRY(rt_derivatives(s->rt, s->r->t, s->x, c->rate, RT_INTEGRATE));
	for (int32_t i = 0; i < s->rt->n; i++)
		c->way[i] += fabs(c->rate[i]) * h;
	return MDV_OK;
}

MdvStatus chatter_step(Steps *s, double h)
{
	Chatter *c = &s->chatter;

	if (!c->on)
		return MDV_OK;
	if (c->t_end < INFINITY) {
		TRY(add_way(s, h));
		if (++c->n_loose % WINDOW == 0 || s->r->t >= c->t_end)
			release(s);
		return MDV_OK;
	}
	if (!(h < SHORT * s->r->span) && c->n_short >= 0)
		c->n_short = 0;
	else
		c->n_short++;
	if (c->n_short < LEAST_SHORT)
		return MDV_OK;
	TRY(add_way(s, h));
	if ((c->n_short - LEAST_SHORT) % WINDOW == 0)
		begin_window(s, (c->n_short - LEAST_SHORT) / WINDOW);
	return c->n_short == LEAST_SHORT + WINDOWS * WINDOW ? judge(s) : MDV_OK;
}
