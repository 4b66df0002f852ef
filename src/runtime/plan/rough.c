/* SPDX-License-Identifier: MIT
   rough.c — what error control did not see: kinks, jumps and narrow features of derivatives that
   make no events (noEvent, abs, min, a bump between two points of the solver). Where proof/ cannot
   show that a tried step is smooth it is bisected until each part is, or until what is rough there
   is slight. In each part the defect of the dense output, its slope minus the derivatives along it,
   is looked at; parts that stay rough down to the resolution of time hold a switch, whose jump and
   kink are measured.
   A switch that matters ends the step: the solver begins anew behind it, as after an event. If what
   is behind it has spoiled the step, the step is taken again up to there. A defect that is too
   large ends the step before it, and what follows takes steps as short as the parts in which the
   derivatives are smooth, so that error control sees them.
   Poles of derivatives that go through linear equations are looked for where a slope has grown
   and has the other sign after the next step. */
#include "runtime/plan/steps.h"

#include <float.h>
#include <string.h>

enum { MOST_PARTS = 4000, MOST_OPEN = 64, MOST_RETRIES = 12 };

/* In units of the states' tolerances: what a switch may do to a step that goes over it; a defect,
   which is some times the error of a step that error control accepts; what counts as nothing in one
   part. */
#define MOST_SWITCH 0.2
#define MOST_DEFECT 20.0
#define SLIGHT      0.01
/* So much of the defect allowed shows where it begins. */
#define DEFECT_BEGINS 0.1
/* Of a step: how far slopes are taken beside a switch, and the part in which it is looked at. */
#define BESIDE      1e-4
#define SWITCH_PART 1e-3
/* Switches in so small a part of the run never end: then it is as if they were not seen, for a
   longer part of it each time. */
#define CHATTER_PART 1e-5
#define BLIND_PART   1e-2
#define BLIND_GROWS  8

typedef enum Kind { NOTHING, SWITCH, FEATURE, POLE } Kind;

/* What was found in a step. */
typedef struct Found {
	Kind kind;     /* what */
	double a, b;   /* a switch is in here; a feature begins in this part */
	double kink;   /* of a switch: error per time squared, in units of tolerances … */
	double jump;   /* … and per time */
	int32_t state; /* of a pole: whose derivative has it */
	bool slight;   /* defects are far below what is allowed */
} Found;

typedef struct Part {
	double a, b; /* times */
} Part;

/* Operations that looks into steps may take, each step, and that are saved. */
enum { CREDIT_STEP = 1000, CREDIT_MOST = 3000000 };

/* Whether derivatives depend on blocks. Not where states are chosen at run time, which takes their
   blocks along, nor where equations decide together with relations. Of equations that are not
   linear another solution may be found aside; it makes a jump, no pole. */
static bool has_blocks(const Rt *rt)
{
	const RtSequence *ode = &rt->sequence[MDV_SEQ_ODE];
	bool any = false;

	for (int32_t k = 0; k < ode->n_steps; k++) {
		uint8_t kind = (uint8_t)ode->step[k].kind;

		if (kind != MDV_STEP_CODE && kind != MDV_STEP_LINEAR && kind != MDV_STEP_NONLINEAR)
			return false;
		any |= kind != MDV_STEP_CODE;
	}
	return any;
}

bool rough_open(Steps *s)
{
	Rough *r = &s->rough;
	double **at[] = {&r->f_a,    &r->f_b,    &r->f_beside, &r->slope,
					 &r->defect, &r->weight, &r->rate,     &r->rate_before};
	const MdvOptions *o = &s->r->o->run;
	bool vary = o->fixed_step <= 0 && !solver_of(s->r->solver)->fixed_only &&
				o->locator != MDV_LOCATOR_HALVE;

	r->h_most = r->t_cut = INFINITY;
	/* A look goes through all of the derivatives' code, one at crossings through parts of it. */
	r->credit = credit_open_for(CREDIT_STEP, CREDIT_MOST, 4 * s->rt->m->n_slots);
	r->t_blind = r->t_retry = -INFINITY;
	r->blind = BLIND_PART;
	r->on = s->prove.proof.m && s->prove.proof.rough.n_rates > 0 && vary;
	r->poles = vary && has_blocks(s->rt);
	if (!unseen_open(s))
		return false;
	s->unseen.on &= vary;
	for (size_t k = 0; (r->on || r->poles || s->unseen.on) && k < sizeof at / sizeof *at; k++) {
		*at[k] = NEW_ARRAY(&s->r->memory, double, s->rt->n);
		if (!*at[k])
			return false;
	}
	if (!r->poles && !s->unseen.on)
		return true;
	r->guess = NEW_ARRAY(&s->r->memory, double, s->rt->guesses.n + 1);
	return r->guess;
}

/* --- along the dense output --- */

/* Derivatives of the model at t of the step; a little outside of it states go straight on. */
static MdvStatus derivatives(Steps *s, double t, double f[])
{
	double t_old, t_new;
	const double *rate = t < s->r->t ? s->rough.f_a : s->rough.f_b;

	solver_ends(s->solver, &t_old, &t_new);
	TRY(solver_dense(s->solver, fmax(t_old, fmin(t, t_new)), s->x_try));
	for (int32_t i = 0; (t < t_old || t > t_new) && i < s->rt->n; i++)
		s->x_try[i] += (t < t_old ? t - t_old : t - t_new) * rate[i];
	return rt_ode(s->rt, t, s->x_try, f);
}

MdvStatus rough_at(Steps *s, double t, double f[])
{
	const RtGuesses *g = &s->rt->guesses;
	MdvStatus status;

	TRY(solver_dense(s->solver, t, s->x_try));
	memcpy(s->rough.guess, g->value[RT_OUTPUT], (size_t)g->n * sizeof *s->rough.guess);
	status = rt_derivatives(s->rt, t, s->x_try, f, RT_OUTPUT);
	memcpy(g->value[RT_OUTPUT], s->rough.guess, (size_t)g->n * sizeof *s->rough.guess);
	return status == MDV_FAILED ? MDV_RETRY : status; /* nothing is known there */
}

MdvStatus rough_aside(Steps *s, double t, double f[])
{
	return rough_at(s, fmax(s->r->t, fmin(t, s->t_new)), f);
}

/* The slope of the dense output at t. */
static void slopes(const Steps *s, double t, double slope[])
{
	const Proof *p = &s->prove.proof;
	const SolverPolynomial *d = &p->dense;
	double h = p->t_new - p->t_old, u = (t - p->t_old) / h;

	for (int32_t i = 0; i < s->rt->n; i++)
		slope[i] = 0;
	for (int k = 0; k < d->n_terms && d->degree > 0; k++) {
		double w[SOLVER_MOST_DEGREE + 1];

		for (int j = 0; j < d->degree; j++)
			w[j] = d->degree * (d->weight[k][j + 1] - d->weight[k][j]) / h;
		if (u == 1)
			w[0] = w[d->degree - 1];
		for (int m = d->degree - 1; u != 1 && m > 0; m--)
			for (int j = 0; j < m; j++)
				w[j] = (1 - u) * w[j] + u * w[j + 1];
		for (int32_t i = 0; i < s->rt->n; i++)
			slope[i] += w[0] * d->term[k][i];
	}
}

/* Adds what the defect in the middle of a part does to the states; the largest sum so far. */
static MdvStatus add_defect(Steps *s, Part at, double *most)
{
	Rough *r = &s->rough;
	double t = at.a + 0.5 * (at.b - at.a);
	MdvStatus status = derivatives(s, t, r->f_beside);

	if (status != MDV_OK)
		return status < 0 || status == MDV_STOPPED ? status : MDV_OK;
	slopes(s, t, r->slope);
	for (int32_t i = 0; i < s->rt->n; i++) {
		r->defect[i] += fabs(r->f_beside[i] - r->slope[i]) * (at.b - at.a);
		*most = fmax(*most, r->defect[i] / r->weight[i]);
	}
	return MDV_OK;
}

/* --- switches --- */

/* The jump and the kink of the derivatives over [a, b]: how far the straight lines on both sides do
   not meet in its middle, and how their slopes differ. */
static MdvStatus measure(Steps *s, Found *f, double h)
{
	Rough *r = &s->rough;
	double beside = BESIDE * h;

	f->jump = f->kink = 0;
	TRY(derivatives(s, f->a, r->f_a));
	TRY(derivatives(s, f->b, r->f_b));
	TRY(derivatives(s, f->a - beside, r->f_beside));
	TRY(derivatives(s, f->b + beside, r->slope));
	for (int32_t i = 0; i < s->rt->n; i++) {
		double left = (r->f_a[i] - r->f_beside[i]) / beside;
		double right = (r->slope[i] - r->f_b[i]) / beside;
		double jump = r->f_b[i] - r->f_a[i] - 0.5 * (left + right) * (f->b - f->a);

		f->jump = fmax(f->jump, fabs(jump) / r->weight[i]);
		f->kink = fmax(f->kink, fabs(right - left) / r->weight[i]);
	}
	return MDV_OK;
}

/* What is measured may be no jump: on both sides derivatives grow, towards it, as one over the
   distance. No solution goes on there, whatever a step says that went over it; one over a root
   grows less, and has an integral: distances must be far apart to tell it from that. */
#define POLE_GROWS 0.1
#define POLE_APART 1e4
#define POLE_PART  0.2 /* of what there is of the step on a side */

static bool may_be_pole(const Steps *s)
{
	const Rough *r = &s->rough;

	for (int32_t i = 0; i < s->rt->n; i++)
		if (fabs(r->f_a[i]) > 10 * fabs(r->f_beside[i]) && fabs(r->f_b[i]) > 10 * fabs(r->slope[i]))
			return true;
	return false;
}

/* Which state has such a derivative: *state; -1: none. */
static MdvStatus find_pole(Steps *s, const Found *f, MdvStatus (*rates)(Steps *, double, double *),
						   int32_t *state)
{
	Rough *r = &s->rough;
	double width = f->b - f->a, least;
	double beside = POLE_PART * fmin(f->a - s->r->t, s->t_new - f->b);

	*state = -1;
	if (!may_be_pole(s) || beside < POLE_APART * width)
		return MDV_OK;
	TRY(rates(s, f->a - beside, r->f_beside));
	TRY(rates(s, f->b + beside, r->slope));
	for (int32_t i = 0; i < s->rt->n && *state < 0; i++) {
		least = POLE_GROWS * beside / width;
		if (r->f_beside[i] != 0 && fabs(r->f_a[i]) > least * fabs(r->f_beside[i]) &&
			r->slope[i] != 0 && fabs(r->f_b[i]) > least * fabs(r->slope[i]))
			*state = i;
	}
	return MDV_OK;
}

/* So near the end of a step its slope is taken, as part of the step. */
#define SLOPE_PART 1e-4
/* In units of the tolerances: what slopes of both signs do in the step, at least, around a pole. */
#define POLE_MOVES 10.0

/* Has a slope that grew the other sign now? Of a smooth derivative it shrinks before that. */
static bool turns_after_growing(const Steps *s, const double rate[])
{
	const Rough *r = &s->rough;
	double h = s->t_new - s->r->t;

	for (int32_t i = 0; i < s->rt->n && r->n_rates == 2; i++)
		if (rate[i] * r->rate[i] < 0 && fabs(r->rate[i]) > fabs(r->rate_before[i]) &&
			h * fmin(fabs(rate[i]), fabs(r->rate[i])) >
				POLE_MOVES * solver_tolerance(s->solver, i, fabs(s->x[i])))
			return true;
	return false;
}

/* The slopes at the end of the tried step: those of its polynomials, if they are there. */
static MdvStatus see_rates(Steps *s, double rate[])
{
	double beside = SLOPE_PART * (s->t_new - s->r->t);

	if (prove_ready(s) && s->prove.proof.dense.degree > 0) {
		slopes(s, s->t_new, rate);
		return MDV_OK;
	}
	TRY(solver_dense(s->solver, s->t_new - beside, rate));
	TRY(solver_dense(s->solver, s->t_new, s->x_try));
	for (int32_t i = 0; i < s->rt->n; i++)
		rate[i] = (s->x_try[i] - rate[i]) / beside;
	return MDV_OK;
}

/* A derivative of both signs, along the dense output: is it zero between, or a pole? */
static MdvStatus bisect_pole(Steps *s, int32_t i, Found *f)
{
	double h = s->t_new - s->r->t, middle;
	bool right_sign;

	TRY(rough_aside(s, f->a, s->rough.f_a));
	TRY(rough_aside(s, f->b, s->rough.f_b));
	if (!(s->rough.f_a[i] * s->rough.f_b[i] < 0))
		return MDV_OK;
	right_sign = s->rough.f_b[i] > 0;
	while (f->b - f->a > 8 * locate_resolution(f->b, h)) {
		middle = f->a + 0.5 * (f->b - f->a);
		TRY(rough_aside(s, middle, s->rough.f_beside));
		if ((s->rough.f_beside[i] > 0) == right_sign)
			f->b = middle;
		else
			f->a = middle;
	}
	TRY(rough_aside(s, f->a, s->rough.f_a));
	TRY(rough_aside(s, f->b, s->rough.f_b));
	TRY(rough_aside(s, f->a - BESIDE * h, s->rough.f_beside));
	TRY(rough_aside(s, f->b + BESIDE * h, s->rough.slope));
	TRY(find_pole(s, f, rough_aside, &f->state));
	f->kind = f->state >= 0 ? POLE : NOTHING;
	return MDV_OK;
}

/* What a switch does to a step that goes on over it for h. */
static double effect(const Found *f, double h)
{
	return f->jump * h + 0.5 * f->kink * h * h;
}

/* How far a step may go over it. */
static double overrun(const Found *f)
{
	return fmin(0.25 * MOST_SWITCH / f->jump, sqrt(0.5 * MOST_SWITCH / f->kink));
}

/* A part that stays rough. At the beginning of the step it is too late. */
static MdvStatus look_at_switch(Steps *s, Part at, double h, Found *f)
{
	Found here = {SWITCH, at.a, at.b, 0, 0, -1, false};
	MdvStatus status;

	if (at.a <= s->r->t)
		return MDV_OK;
	status = measure(s, &here, h);
	if (status < 0 || status == MDV_STOPPED)
		return status;
	if (status != MDV_OK)
		return MDV_OK; /* where the model is not defined the solver goes no further either */
	status = find_pole(s, &here, derivatives, &here.state);
	if (status < 0 || status == MDV_STOPPED)
		return status;
	if (status == MDV_OK && here.state >= 0)
		here.kind = POLE;
	if (here.kind == POLE || 0.25 * effect(&here, h) > MOST_SWITCH || here.jump * h > MOST_SWITCH)
		*f = here;
	return MDV_OK;
}

/* Nothing is rough in a part, or what is can be neither a jump nor a kink that matters. `level`:
   how far what is rough moves derivatives. */
static bool is_smooth(double level, Part at, double h)
{
	return level * h * h <= 0.5 * MOST_SWITCH * (at.b - at.a);
}

/* A part in which there may be a switch, and nothing else. */
static bool is_switch(double level, Part at, double h)
{
	return at.b - at.a <= 8 * locate_resolution(at.b, h) ||
		   (at.b - at.a <= SWITCH_PART * h && level * (at.b - at.a) <= SLIGHT);
}

/* Defects before a switch count by themselves, unless the step has gone so far over it that they
   may be its doing: then it is taken again up to there. */
static bool hides_feature(const Steps *s, const Found *f, double defect)
{
	return f->kind == SWITCH && defect > MOST_DEFECT && effect(f, s->t_new - f->b) <= MOST_SWITCH;
}

/* The first switch of the step that matters; if there is none, or it hides it, the first feature.
 */
static MdvStatus scan(Steps *s, Found *f)
{
	Part open[MOST_OPEN] = {{s->r->t, s->t_new}}, first = open[0];
	double h = s->t_new - s->r->t, defect = 0;
	bool begun = false;
	int n = 1;
	uint64_t work = s->prove.proof.count.work;

	*f = (Found){NOTHING, 0, 0, 0, 0, -1, false};
	memset(s->rough.defect, 0, (size_t)s->rt->n * sizeof *s->rough.defect);
	for (int k = 0; n > 0; k++) {
		Part at = open[--n];
		double middle = at.a + 0.5 * (at.b - at.a), level;

		if (k == MOST_PARTS || s->rough.credit.left < (int64_t)(s->prove.proof.count.work - work)) {
			s->r->out->stats.rough_unsure++;
			break;
		}
		level = proof_rough_level(&s->prove.proof, at.a, at.b, s->rough.weight);
		if (is_smooth(level, at, h)) {
			TRY(add_defect(s, at, &defect));
			if (!begun && defect > DEFECT_BEGINS * MOST_DEFECT)
				first = at;
			begun |= defect > DEFECT_BEGINS * MOST_DEFECT;
			continue;
		}
		if (is_switch(level, at, h) || n + 2 > MOST_OPEN) {
			TRY(look_at_switch(s, at, h, f));
			if (hides_feature(s, f, defect))
				break;
			if (f->kind != NOTHING)
				return MDV_OK;
			TRY(add_defect(s, at, &defect));
			continue;
		}
		open[n++] = (Part){middle, at.b};
		open[n++] = (Part){at.a, middle};
	}
	f->slight = n == 0 && !begun;
	if (defect > MOST_DEFECT)
		*f = (Found){FEATURE, first.a, first.b, 0, 0, -1, false};
	return MDV_OK;
}

/* --- what follows --- */

/* The step is taken again, up to t. */
static MdvStatus take_again(Steps *s, double t)
{
	Rough *r = &s->rough;

	r->n_retries = r->t_retry == s->r->t ? r->n_retries + 1 : 1;
	r->t_retry = s->r->t;
	if (r->n_retries > MOST_RETRIES || !(t > s->r->t))
		return MDV_OK;
	s->in_step = false;
	s->recovery.t_limit = t;
	return steps_restart(s, s->r->t);
}

/* Switches without end, as where a sign holds a state at zero. */
static void count_switch(Steps *s)
{
	Rough *r = &s->rough;
	double t = s->r->t;

	if (r->n_switches++ % ROUGH_SWITCHES != 0)
		return;
	if (r->n_switches > 1 && t - r->t_switches < CHATTER_PART * s->r->span) {
		r->t_blind = t + r->blind * s->r->span;
		r->blind *= BLIND_GROWS;
		solver_cut(s->solver, -ROUGH_SWITCHES);
		r->h_most = INFINITY;
	}
	r->t_switches = t;
}

void rough_blind(Steps *s, double t)
{
	s->rough.t_blind = fmax(s->rough.t_blind, t);
	s->rough.h_most = INFINITY;
}

static MdvStatus end_at_switch(Steps *s, const Found *f)
{
	double beyond = fmax(16 * DBL_EPSILON * fabs(f->b), 1e-12 * (s->t_new - s->r->t));
	double t = fmin(f->b + beyond, s->t_new);

	solver_cut(s->solver, 1);
	count_switch(s);
	if (effect(f, s->t_new - f->b) > MOST_SWITCH)
		return take_again(s, fmin(fmax(t, f->b + overrun(f)), s->t_new));
	s->rough.t_cut = t;
	s->r->out->stats.switches++;
	return MDV_OK;
}

static MdvStatus end_at_feature(Steps *s, const Found *f)
{
	double length = fmax(f->b - f->a, 64 * DBL_EPSILON * fabs(f->b));

	s->rough.h_most = length;
	if (f->a - s->r->t <= length)
		return take_again(s, s->r->t + length);
	s->rough.t_cut = f->a;
	return MDV_OK;
}

/* Nearer and nearer, by the solution itself: a long step may have met it by its error alone. */
#define POLE_NEAR 1e-6 /* of the run */

static MdvStatus end_at_pole(Steps *s, const Found *f)
{
	double far = f->a - s->r->t;
	const MdvModel *m = s->rt->m;
	int32_t var = rt_state(s->rt, f->state)->var;

	if (far > POLE_NEAR * s->r->span) {
		TRY(take_again(s, s->r->t + 0.5 * far));
		if (!s->in_step)
			return MDV_OK;
	}
	return report_fail(s->rt, MDV_FAILED, f->a,
					   "at time %.9g the derivative of '%s' grows beyond all limits on both sides, "
					   "by a division by zero, say: the solution ends there",
					   f->a, var >= 0 ? m->var[var].name : "a state");
}

/* Near a pole the solver's Jacobian is so large that every correction is small, and steps that have
   nothing to do with the model count as converged, for ever. Now and then, where steps grow fast,
   and once they differed, the slope is compared with the derivatives. */
#define GROWS_FAST 5.0
enum { COMPARE_EVERY = 16 };

static bool is_due(Rough *r, double h)
{
	bool grows = h > GROWS_FAST * r->h_last && r->n_rates == 2;

	r->h_last = h;
	return ++r->n_steps % COMPARE_EVERY == 0 || grows || r->n_astray > 0;
}

/* The state whose derivative is next to nothing beside its slope at the end of the step; -1: none.
   That a derivative is much larger means nothing: of stiff equations it is what Newton's method
   left, times their eigenvalue. */
#define NEXT_TO_NOTHING 0.01
#define ASTRAY_MOVES    1000.0 /* in units of tolerances */
enum { ASTRAY = 3 };

static int32_t find_astray(const Steps *s, const double rate[], const double f[])
{
	double h = s->t_new - s->r->t;

	for (int32_t i = 0; i < s->rt->n; i++)
		if (fabs(f[i]) < NEXT_TO_NOTHING * fabs(rate[i]) &&
			h * fabs(rate[i]) > ASTRAY_MOVES * solver_tolerance(s->solver, i, fabs(s->x[i])))
			return i;
	return -1;
}

static MdvStatus look_for_astray(Steps *s, const double rate[])
{
	Rough *r = &s->rough;
	MdvStatus status;
	int32_t i, var;

	if (!is_due(r, s->t_new - s->r->t))
		return MDV_OK;
	status = rough_aside(s, s->t_new, r->f_a);
	if (status != MDV_OK)
		return status < 0 || status == MDV_STOPPED ? status : MDV_OK;
	i = find_astray(s, rate, r->f_a);
	r->n_astray = i >= 0 ? r->n_astray + 1 : 0;
	if (r->n_astray < ASTRAY)
		return MDV_OK;
	var = rt_state(s->rt, i)->var;
	return report_fail(
		s->rt, MDV_FAILED, s->r->t,
		"before time %.9g the derivative of '%s' has changed so fast that the "
		"solver's steps have nothing to do with it any more: it may have a pole there",
		s->r->t, var >= 0 ? s->rt->m->var[var].name : "a state");
}

/* Poles in blocks. */
static MdvStatus look_for_poles(Steps *s)
{
	Rough *r = &s->rough;
	double *rate = r->weight;
	MdvStatus status = see_rates(s, rate);

	if (status == MDV_OK)
		TRY(look_for_astray(s, rate));
	if (status == MDV_OK && turns_after_growing(s, rate)) {
		for (int32_t i = 0; i < s->rt->n; i++) {
			Found f = {NOTHING, s->r->t, s->t_new, 0, 0, -1, false};

			if (!(rate[i] * r->rate[i] < 0))
				continue;
			status = bisect_pole(s, i, &f);
			if (status < 0 || status == MDV_STOPPED)
				return status;
			if (status == MDV_OK && f.kind == POLE)
				return end_at_pole(s, &f);
		}
	}
	r->weight = r->rate_before; /* three vectors take turns */
	r->rate_before = r->rate;
	r->rate = rate;
	r->n_rates += r->n_rates < 2;
	return MDV_OK;
}

static void weigh(Steps *s)
{
	Rough *r = &s->rough;

	for (int32_t i = 0; i < s->rt->n; i++)
		r->weight[i] = s->solver->share * solver_tolerance(s->solver, i, fabs(s->x[i]));
}

/* Behind a feature steps grow again, slowly: the next may be near. */
static void grow(Rough *r, double h)
{
	if (2 * h > r->h_most)
		r->h_most *= 2;
}

static MdvStatus look_into(Steps *s, double h)
{
	Found f;

	if (proof_rough_is_calm(&s->prove.proof, s->r->t, s->t_new)) {
		grow(&s->rough, h);
		return MDV_OK;
	}
	weigh(s);
	TRY(scan(s, &f));
	switch (f.kind) {
	case SWITCH: return end_at_switch(s, &f);
	case FEATURE: return end_at_feature(s, &f);
	case POLE: return end_at_pole(s, &f);
	case NOTHING: break;
	}
	if (f.slight)
		grow(&s->rough, h);
	solver_renew(s->solver);
	return MDV_OK;
}

/* What proofs do not look into. All of the step may be wrong by it. */
static MdvStatus look_at_unseen(Steps *s)
{
	double part[2] = {0, 0}, h = s->t_new - s->r->t;
	bool found;

	weigh(s);
	TRY(unseen_look(s, s->rough.weight, &found, part));
	if (found) {
		s->rough.h_most = fmax(part[1] - part[0], 64 * DBL_EPSILON * fabs(part[1]));
		return take_again(s, fmax(part[0], s->r->t + s->rough.h_most));
	}
	if (!s->rough.on)
		grow(&s->rough, h);
	return MDV_OK;
}

MdvStatus rough_jumps(Steps *s, double t_left, bool *jumps)
{
	*jumps = false;
	if (!s->unseen.on)
		return MDV_OK;
	weigh(s);
	return unseen_jumps(s, t_left, s->rough.weight, jumps);
}

MdvStatus rough_look(Steps *s)
{
	Rough *r = &s->rough;
	uint64_t work = s->prove.proof.count.work;
	MdvStatus status;

	r->t_cut = INFINITY;
	if (r->poles && s->t_new > s->r->t && s->r->t >= r->t_blind) {
		TRY(look_for_poles(s));
		if (!s->in_step)
			return MDV_OK;
	}
	if (s->unseen.on && s->t_new > s->r->t && s->r->t >= r->t_blind) {
		TRY(look_at_unseen(s));
		if (!s->in_step)
			return MDV_OK;
	}
	if (!r->on || !(s->t_new > s->r->t))
		return MDV_OK;
	credit_add_step(&r->credit);
	if (s->r->t < r->t_blind || r->credit.left <= 0 || !prove_ready(s)) {
		s->r->out->stats.rough_unsure++;
		return MDV_OK;
	}
	status = look_into(s, s->t_new - s->r->t);
	r->credit.left -= (int64_t)(s->prove.proof.count.work - work);
	return status;
}

void rough_event(Steps *s)
{
	s->rough.n_rates = 0;
	if (s->rough.on)
		proof_rough_forget(&s->prove.proof);
}
