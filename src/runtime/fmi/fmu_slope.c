/* SPDX-License-Identifier: MIT
   fmu_slope.c — directional derivatives. Of the states' derivatives by states they are what the
   model's Jacobian has, exact where it is; everything else goes by differences along the direction,
   on both sides of the point, which is as if it had not been left. Of co-simulation that holds to
   the last bit: states that are kept know nothing of such looks, and running again has none. */
#include "runtime/fmi/fmu.h"

#include <string.h>

/* A known is a state or an input; an unknown whatever can be asked for. */
typedef struct Direction {
	MdvFmu *f;              /* whose */
	Rt *rt;                 /* its model … */
	double t;               /* … at this time */
	const MdvFmuSlope *s;   /* what is asked for */
	const double *seed;     /* n_known: the direction */
	double *out;            /* n_unknown: slopes */
	double *seed_x, *dx;    /* n each: of the states; slopes of their derivatives */
	double *x, *work;       /* n each: the point; another one */
	double *back;           /* 2 n_known: inputs there, and room */
	double *low;            /* n_unknown: values on the left */
	int32_t *state, *input; /* n_known: number of the state, slot of the input; -1: it is none */
	double h;               /* length */
} Direction;

/* Both sides are 6e-6 away, the cube root of the precision: what is lost by curvature and by
   rounding is about the same then. */
#define LENGTH 6e-6

/* The state or derivative that a reference is; -1: none. */
static int32_t find_state(const Rt *rt, uint32_t ref, bool derivative)
{
	MdvFmuLayout l = mdv_fmu_layout(rt->m);
	uint32_t first = derivative ? l.derivative : l.state;
	const MdvVar *v;

	if (ref >= first && ref < first + l.n_states)
		return (int32_t)(ref - first);
	if (ref >= l.n_vars)
		return -1;
	v = &rt->m->var[ref];
	for (int32_t i = 0; i < rt->n && !(v->flags & MDV_VAR_NEGATED); i++) {
		const MdvState *s = rt_state(rt, i);

		if (v->type == MDV_REAL && v->slot == (derivative ? s->derivative : s->slot))
			return i;
	}
	return -1;
}

/* --- as the Jacobian has it --- */

static bool is_jacobian(Direction *d)
{
	for (size_t k = 0; k < d->s->n_known; k++)
		if (d->state[k] < 0)
			return false;
	for (size_t i = 0; i < d->s->n_unknown; i++)
		if (find_state(d->rt, d->s->unknown[i], true) < 0)
			return false;
	return true;
}

static MdvStatus by_jacobian(Direction *d)
{
	const Rt *rt = d->rt;

	memset(d->seed_x, 0, (size_t)rt->n * sizeof *d->seed_x);
	for (size_t k = 0; k < d->s->n_known; k++)
		d->seed_x[d->state[k]] += d->seed[k];
	TRY(tangent_slope(d->rt, d->t, d->x, d->seed_x, d->dx));
	for (size_t i = 0; i < d->s->n_unknown; i++)
		d->out[i] = d->dx[find_state(rt, d->s->unknown[i], true)];
	return MDV_OK;
}

/* --- by differences --- */

static double size_of(const Rt *rt, int32_t state, int32_t slot)
{
	double nominal = state >= 0 ? rt_nominal(rt, state) : 1;

	return fmax(fabs(rt->frame[slot]), nominal > 0 ? nominal : 1);
}

/* So far that no known moves by more than a small part of its size. */
static void choose_length(Direction *d)
{
	const Rt *rt = d->rt;

	d->h = INFINITY;
	for (size_t k = 0; k < d->s->n_known; k++) {
		int32_t slot = d->state[k] >= 0 ? rt_state(rt, d->state[k])->slot : d->input[k];

		if (d->seed[k] != 0)
			d->h = fmin(d->h, LENGTH * size_of(rt, d->state[k], slot) / fabs(d->seed[k]));
	}
}

/* All values at the point, h along the direction; 0: inputs as they were. */
static MdvStatus go(Direction *d, double h)
{
	Rt *rt = d->rt;

	memcpy(d->work, d->x, (size_t)rt->n * sizeof *d->work);
	for (size_t k = 0; k < d->s->n_known; k++)
		if (d->state[k] >= 0)
			d->work[d->state[k]] += h * d->seed[k];
		else
			rt->frame[d->input[k]] = d->back[k] + h * d->seed[k];
	rt->last.t = NAN;
	return rt_output(rt, d->t, d->work, RT_OUTPUT);
}

static double value_of(const Direction *d, uint32_t ref)
{
	const Rt *rt = d->rt;
	int32_t i = find_state(rt, ref, true);

	if (i < 0 && ref >= (uint32_t)rt->m->n_vars)
		i = find_state(rt, ref, false), i = i < 0 ? -1 : -2 - i;
	if (i >= 0)
		return rt->frame[rt_state(rt, i)->derivative];
	return i <= -2 ? rt->frame[rt_state(rt, -2 - i)->slot] : rt_get(rt, (int32_t)ref);
}

/* A side on which the model is not defined is left out. */
static MdvStatus by_differences(Direction *d)
{
	MdvStatus status;
	double left, right;

	choose_length(d);
	if (isinf(d->h)) {
		memset(d->out, 0, d->s->n_unknown * sizeof *d->out);
		return MDV_OK;
	}
	left = -d->h;
	status = go(d, left);
	if (status > 0)
		status = go(d, left = 0);
	for (size_t i = 0; i < d->s->n_unknown && status == MDV_OK; i++)
		d->low[i] = value_of(d, d->s->unknown[i]);
	if (status == MDV_OK)
		status = go(d, right = d->h);
	if (status > 0 && left < 0)
		status = go(d, right = 0);
	for (size_t i = 0; i < d->s->n_unknown && status == MDV_OK; i++)
		d->out[i] = (value_of(d, d->s->unknown[i]) - d->low[i]) / (right - left);
	for (size_t k = 0; k < d->s->n_known; k++)
		if (d->input[k] >= 0)
			d->rt->frame[d->input[k]] = d->back[k];
	d->rt->last.t = NAN;
	return status;
}

static MdvStatus one_direction(Direction *d)
{
	MdvStatus status = is_jacobian(d) ? by_jacobian(d) : MDV_RETRY;

	return status > 0 ? by_differences(d) : status;
}

/* --- what is asked for --- */

static MdvStatus find_knowns(Direction *d)
{
	const Rt *rt = d->rt;

	for (size_t k = 0; k < d->s->n_known; k++) {
		uint32_t ref = d->s->known[k];
		const MdvVar *v = ref < (uint32_t)rt->m->n_vars ? &rt->m->var[ref] : NULL;

		d->input[k] = -1;
		d->state[k] = find_state(rt, ref, false);
		if (d->state[k] >= 0)
			continue;
		if (!v || v->type != MDV_REAL || !(v->flags & MDV_VAR_INPUT) || v->slot < 0 ||
			v->flags & MDV_VAR_NEGATED)
			return mdv_fmu_refuse(d->f, "a directional derivative",
								  "only by continuous states and Real inputs");
		d->input[k] = v->slot;
		d->back[k] = rt->frame[v->slot];
	}
	for (size_t i = 0; i < d->s->n_unknown; i++)
		if (d->s->unknown[i] >= mdv_fmu_layout(rt->m).indicator)
			return mdv_fmu_refuse(d->f, "a directional derivative",
								  "only of derivatives and variables of the model");
	return MDV_OK;
}

/* The transpose: a column for each known. */
static MdvStatus adjoint(Direction *d, double out[])
{
	size_t n = d->s->n_known;
	double *unit = d->back + n; /* behind the inputs */

	memset(unit, 0, n * sizeof *unit);
	d->seed = unit;
	for (size_t k = 0; k < n; k++) {
		unit[k] = 1;
		TRY(one_direction(d));
		unit[k] = 0;
		out[k] = 0;
		for (size_t i = 0; i < d->s->n_unknown; i++)
			out[k] += d->s->seed[i] * d->out[i];
	}
	return MDV_OK;
}

typedef struct Ask {
	Direction d;
	double *out; /* result */
} Ask;

static MdvStatus compute(void *arg)
{
	Ask *a = arg;
	Direction *d = &a->d;

	if (d->s->adjoint)
		return adjoint(d, a->out);
	d->seed = d->s->seed;
	TRY(one_direction(d));
	if (d->s->n_unknown > 0)
		memcpy(a->out, d->out, d->s->n_unknown * sizeof *a->out);
	return MDV_OK;
}

static bool allocate(Arena *m, Direction *d, size_t n)
{
	size_t known = d->s->n_known, unknown = d->s->n_unknown;

	d->seed_x = NEW_ARRAY(m, double, n);
	d->dx = NEW_ARRAY(m, double, n);
	d->x = NEW_ARRAY(m, double, n);
	d->work = NEW_ARRAY(m, double, n);
	d->back = NEW_ARRAY(m, double, 2 * known);
	d->low = NEW_ARRAY(m, double, unknown);
	d->out = NEW_ARRAY(m, double, unknown);
	d->state = NEW_ARRAY(m, int32_t, known);
	d->input = NEW_ARRAY(m, int32_t, known);
	return d->seed_x && d->dx && d->x && d->work && d->back && d->low && d->out && d->state &&
		   d->input;
}

/* --- of both kinds --- */

static MdvStatus slope_exchange(Ask *a)
{
	FmuExchange *e = &a->d.f->exchange;

	if (e->rt->n > 0)
		memcpy(a->d.x, e->x, (size_t)e->rt->n * sizeof *e->x);
	TRY(find_knowns(&a->d));
	e->right = false;
	return fmu_exchange_guard(a->d.f, compute, a);
}

/* A plant goes on as if nobody had looked. */
static MdvStatus slope_plant(Ask *a, Arena *memory)
{
	MdvFmu *f = a->d.f;
	Rt *rt = a->d.rt;
	RtStats stats = rt->stats;
	unsigned char *kept;
	const char *wrong;
	MdvStatus status;
	size_t size;

	rt_states(rt, a->d.x);
	TRY(find_knowns(&a->d));
	kept = rt_keep(rt, memory, &size);
	if (!kept)
		return fmu_fail(f, MDV_NO_MEMORY, "");
	status = report_guard(rt, compute, a);
	if (status != MDV_OK)
		fmu_fail(f, status, rt_message(rt));
	wrong = rt_put_back(rt, kept, size);
	rt->stats = stats;
	if (status == MDV_INTERNAL_ERROR || status == MDV_NO_MEMORY || wrong)
		f->phase = MDV_FMU_FAILED;
	return wrong ? fmu_fail(f, MDV_INTERNAL_ERROR, wrong) : status;
}

/* The plant is at a communication point, and its frame right there. */
static MdvStatus expect_plant(MdvFmu *f)
{
	if (f->phase != MDV_FMU_STEPPING)
		return mdv_fmu_refuse(f, "a directional derivative", "not before and after the steps");
	TRY(fmu_plant_look(f));
	if (f->plant.h->inside.system)
		return mdv_fmu_refuse(f, "a directional derivative", "the model has DEVS components");
	return MDV_OK;
}

MdvStatus mdv_fmu_slope(MdvFmu *f, const MdvFmuSlope *s, double out[])
{
	Ask ask = {.d = {.f = f, .s = s}, .out = out};
	MdvStatus status;
	Arena memory;

	TRY(f->host.exchange ? fmu_exchange_expect(f, "a directional derivative") : expect_plant(f));
	ask.d.rt = f->host.exchange ? f->exchange.rt : f->plant.h->rt;
	ask.d.t = f->host.exchange ? f->t : rt_time(ask.d.rt);
	arena_init(&memory, f->alloc);
	if (!allocate(&memory, &ask.d, (size_t)ask.d.rt->n))
		status = fmu_fail(f, MDV_NO_MEMORY, "");
	else
		status = f->host.exchange ? slope_exchange(&ask) : slope_plant(&ask, &memory);
	arena_free(&memory);
	return status;
}
