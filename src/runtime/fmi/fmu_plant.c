/* SPDX-License-Identifier: MIT
   fmu_plant.c — co-simulation: the model is a plant (modevs/hybrid.h) whose host is the importer.
   Communication points are looks into the plant's dense output: they change nothing, so that
   results do not depend on them, and events are where they are. Inputs are events of the plant at
   the time at which they are given. All that a plant has become follows from these: a state that is
   kept is their list, and taking it up again runs the plant anew. */
#include "runtime/fmi/fmu.h"

#include <string.h>

static MdvStatus failed(MdvFmu *f, MdvStatus status)
{
	f->phase = MDV_FMU_FAILED;
	return fmu_fail(f, status_final(status),
					f->plant.h ? mdv_hybrid_message(f->plant.h) : mdv_status_text(status));
}

/* --- beginning and end --- */

/* The inputs that wait. */
static MdvStatus take_inputs(void *s, MdvHybrid *h, const MdvBag *bag)
{
	const MdvFmu *f = *(MdvFmu **)s;

	(void)bag;
	for (size_t k = 0; k < f->plant.pending.n; k++)
		TRY(mdv_hybrid_set(h, (int32_t)f->plant.pending.at[k].var, f->plant.pending.at[k].value));
	return MDV_OK;
}

static MdvStatus begin(void *s, MdvHybrid *h, const void *params)
{
	(void)h;
	memcpy(s, &params, sizeof params);
	return MDV_OK;
}

static const MdvExtension importer = {
	.state_size = sizeof(void *), .begin = begin, .external = take_inputs};

MdvStatus fmu_plant_open(MdvFmu *f)
{
	const MdvModel *m = &f->code->model;
	MdvHybridOptions o = {.model = &f->plant.source,
						  .extension = &importer,
						  .params = f,
						  .run = {.tol = f->tol, .solver = f->host.solver},
						  .log = fmu_warn,
						  .user = f,
						  .n_in = 1,
						  .alloc = f->alloc};
	MdvStatus status;

	fmu_plant_close(f);
	if (isfinite(f->stop))
		o.run.span = f->stop - f->start;
	f->plant.setting.n = 0;
	for (size_t k = 0; k < f->given.n; k++) {
		MdvSetting set = {m->var[f->given.at[k].var].name, f->given.at[k].value};

		if (!vec_push(f->alloc, &f->plant.setting, set))
			return fmu_fail(f, MDV_NO_MEMORY, "");
	}
	o.set = f->plant.setting.at;
	o.n_set = f->plant.setting.n;
	status = mdv_hybrid_new(&o, f->start, &f->plant.h);
	if (status == MDV_OK)
		return MDV_OK;
	return fmu_fail(f, status_final(status),
					f->plant.h ? mdv_hybrid_message(f->plant.h) : mdv_status_text(status));
}

void fmu_plant_close(MdvFmu *f)
{
	mdv_hybrid_free(f->plant.h);
	f->plant.h = NULL;
	f->plant.looked = false;
}

/* --- inputs --- */

/* What was given at t takes place there. */
static MdvStatus give_inputs(MdvFmu *f)
{
	FmuPlant *p = &f->plant;
	MdvStatus status;

	if (p->pending.n == 0)
		return MDV_OK;
	p->looked = false;
	status = mdv_hybrid_external(p->h, f->t, &(MdvBag){.n = 0});
	if (status != MDV_OK)
		return failed(f, status);
	for (size_t k = 0; k < p->pending.n; k++)
		if (!vec_push(f->alloc, &p->history, p->pending.at[k]))
			return failed(f, MDV_NO_MEMORY);
	p->pending.n = 0;
	return MDV_OK;
}

/* A value that it has already is no event. */
MdvStatus fmu_plant_set(MdvFmu *f, uint32_t var, double value)
{
	FmuPlant *p = &f->plant;
	FmuValue given = {f->t, value, var};

	for (size_t k = 0; k < p->pending.n; k++)
		if (p->pending.at[k].var == var) {
			p->pending.at[k] = given;
			return MDV_OK;
		}
	if (rt_get(p->h->rt, (int32_t)var) == value)
		return MDV_OK;
	return vec_push(f->alloc, &p->pending, given) ? MDV_OK : failed(f, MDV_NO_MEMORY);
}

/* --- steps --- */

/* Whoever watches may want to stop here. */
static bool is_enough(MdvFmu *f)
{
	FmuPlant *p = &f->plant;

	f->t = mdv_hybrid_time(p->h);
	p->looked = false;
	return p->see(p->see_user, f->t);
}

/* What is planned up to t; early: up to the first event. *end: where it stops before t. */
static MdvStatus advance(MdvFmu *f, double t, bool early, bool *event, double *end)
{
	FmuPlant *p = &f->plant;

	*event = false;
	*end = t;
	for (;;) {
		MdvPlan plan = mdv_hybrid_plan(p->h);
		MdvStatus status;

		if (plan.kind == MDV_PLAN_NEVER || plan.t > t)
			return MDV_OK;
		*event = plan.kind == MDV_PLAN_CHANGE;
		status = *event ? mdv_hybrid_change(p->h, plan.number) : mdv_hybrid_step(p->h, plan.number);
		if (status != MDV_OK)
			return failed(f, status);
		if ((*event && early) || mdv_hybrid_terminated(p->h) ||
			(p->see && mdv_hybrid_time(p->h) > f->t && is_enough(f))) {
			*end = fmin(t, mdv_hybrid_time(p->h));
			return MDV_OK;
		}
	}
}

/* All variables at t, or, just after an event that is a little later, there. */
static MdvStatus look_at(const FmuPlant *p, double t)
{
	if (t > mdv_hybrid_time(p->h))
		return mdv_hybrid_look(p->h, t);
	return p->h->ready ? MDV_OK : mdv_hybrid_look(p->h, mdv_hybrid_time(p->h));
}

/* Inside of a step there may be points at which the equations have no solution, or none is found:
   between the ends of a step over a kink, say. Then the step was too long. As in a run with a row
   of results there, shorter ones are tried. That changes what comes later, so it is remembered. */
static MdvStatus look_again(MdvFmu *f, MdvStatus status)
{
	FmuPlant *p = &f->plant;
	bool (*see)(void *, double) = p->see;
	bool event;
	double end;

	if (!vec_push(f->alloc, &p->history, ((FmuValue){f->t, 0, FMU_LOOK})))
		return failed(f, MDV_NO_MEMORY);
	p->see = NULL; /* these steps were told of */
	while (status > 0) {
		if (plant_var_insist(p->h) != MDV_OK)
			break;
		status = advance(f, f->t, false, &event, &end);
		if (status == MDV_OK)
			status = look_at(p, f->t);
	}
	p->see = see;
	return status;
}

MdvStatus fmu_plant_look(MdvFmu *f)
{
	FmuPlant *p = &f->plant;
	MdvStatus status;

	TRY(give_inputs(f));
	if (p->looked || !p->h)
		return MDV_OK;
	status = look_at(p, f->t);
	if (status > 0)
		status = look_again(f, status);
	if (status != MDV_OK)
		return f->phase == MDV_FMU_FAILED ? status : failed(f, status);
	p->looked = true;
	return MDV_OK;
}

MdvStatus mdv_fmu_step(MdvFmu *f, double t, bool early, double *reached)
{
	bool event;
	double end;

	*reached = f->t;
	if (f->phase != MDV_FMU_STEPPING)
		return mdv_fmu_refuse(f, "a step", "not in this mode");
	if (!(t >= f->t) || isinf(t))
		return mdv_fmu_refuse(f, "a step", "it goes back in time");
	TRY(give_inputs(f));
	f->plant.looked = false;
	TRY(advance(f, t, early, &event, &end));
	f->plant.at_event = event && mdv_hybrid_time(f->plant.h) == end;
	f->plant.looked = false;
	f->t = *reached = end;
	return MDV_OK;
}

bool mdv_fmu_at_event(const MdvFmu *f)
{
	return f->plant.at_event;
}

void mdv_fmu_watch(MdvFmu *f, bool (*see)(void *user, double t), void *user)
{
	f->plant.see = see;
	f->plant.see_user = user;
}

/* --- states that are kept --- */

/* As it is written out: numbers, one after the other. */
enum { STATE_HEAD = 9, STATE_VALUE = 3 };

static bool copy_values(const MdvAlloc *a, const FmuValues *from, FmuValues *to)
{
	to->n = 0;
	for (size_t k = 0; k < from->n; k++)
		if (!vec_push(a, to, from->at[k]))
			return false;
	return true;
}

MdvStatus mdv_fmu_save(MdvFmu *f, MdvFmuState **state)
{
	MdvFmuState *s = *state;

	if (f->phase == MDV_FMU_FAILED || f->phase == MDV_FMU_ENDED)
		return mdv_fmu_refuse(f, "an FMU state", "the model has ended");
	if (!s)
		s = *state = alloc_new(&alloc_heap, sizeof *s);
	if (!s)
		return fmu_fail(f, MDV_NO_MEMORY, "");
	s->phase = f->phase;
	s->t = f->t;
	s->start = f->start;
	s->stop = f->stop;
	s->tol = f->tol;
	if (f->host.exchange)
		return fmu_exchange_save(f, s);
	if (copy_values(f->alloc, &f->given, &s->given) &&
		copy_values(f->alloc, &f->plant.history, &s->history) &&
		copy_values(f->alloc, &f->plant.pending, &s->rest))
		return MDV_OK;
	return fmu_fail(f, MDV_NO_MEMORY, "");
}

/* Everything that happened, once more. */
static MdvStatus run_again(MdvFmu *f, const MdvFmuState *s)
{
	bool event;
	double end;

	TRY(fmu_plant_open(f));
	f->t = s->start;
	for (size_t k = 0; k < s->history.n; k++) {
		const FmuValue *v = &s->history.at[k];

		if (v->t > f->t) {
			TRY(give_inputs(f));
			TRY(advance(f, v->t, false, &event, &end));
			f->t = v->t;
			f->plant.looked = false;
		}
		if (v->var == FMU_LOOK)
			TRY(fmu_plant_look(f));
		else if (!vec_push(f->alloc, &f->plant.pending, *v))
			return failed(f, MDV_NO_MEMORY);
	}
	TRY(give_inputs(f));
	f->plant.looked = f->plant.looked && s->t == f->t;
	return advance(f, s->t, false, &event, &end);
}

MdvStatus mdv_fmu_restore(MdvFmu *f, const MdvFmuState *s)
{
	bool (*see)(void *, double) = f->plant.see;
	MdvStatus status;

	if (f->host.exchange)
		return fmu_exchange_restore(f, s);
	if (s->owner)
		return mdv_fmu_refuse(f, "an FMU state", "it is one of model exchange");
	fmu_plant_close(f);
	f->plant.history.n = f->plant.pending.n = 0;
	f->start = s->start;
	f->stop = s->stop;
	f->tol = s->tol;
	if (!copy_values(f->alloc, &s->given, &f->given))
		return failed(f, MDV_NO_MEMORY);
	if (s->phase == MDV_FMU_STEPPING) {
		f->plant.see = NULL; /* nobody watches while it runs again */
		status = run_again(f, s);
		f->plant.see = see;
		TRY(status);
	}
	f->phase = s->phase;
	f->t = s->t;
	return copy_values(f->alloc, &s->rest, &f->plant.pending) ? MDV_OK : failed(f, MDV_NO_MEMORY);
}

void mdv_fmu_state_free(MdvFmu *f, MdvFmuState *s)
{
	if (!s)
		return;
	(void)f;
	vec_free(&alloc_heap, &s->given);
	vec_free(&alloc_heap, &s->history);
	vec_free(&alloc_heap, &s->rest);
	fmu_region_forget(&s->copy);
	alloc_free(&alloc_heap, s, sizeof *s);
}

size_t mdv_fmu_state_size(const MdvFmuState *s)
{
	if (s->owner)
		return 0;
	return sizeof(double) * (STATE_HEAD + STATE_VALUE * (s->given.n + s->history.n + s->rest.n));
}

/* In the head: a number that no other file begins with, the version of modevs' tables, the phase,
   times, and how many values follow. */
#define STATE_MARK 7.0710678118654757e+101

void mdv_fmu_state_write(const MdvFmuState *s, unsigned char bytes[])
{
	double head[STATE_HEAD] = {
		STATE_MARK,           (double)s->phase, s->t, s->start, s->stop, s->tol, (double)s->given.n,
		(double)s->history.n, (double)s->rest.n};
	const FmuValues *list[] = {&s->given, &s->history, &s->rest};
	unsigned char *at = bytes + sizeof head;

	memcpy(bytes, head, sizeof head);
	for (size_t i = 0; i < 3; i++)
		for (size_t k = 0; k < list[i]->n; k++, at += sizeof(double) * STATE_VALUE) {
			double v[STATE_VALUE] = {list[i]->at[k].t, list[i]->at[k].value, list[i]->at[k].var};

			memcpy(at, v, sizeof v);
		}
}

/* looks: there may be some among the values. */
static bool read_values(MdvFmu *f, const unsigned char **at, double n, FmuValues *to, bool looks)
{
	for (double k = 0; k < n; k++, *at += sizeof(double) * STATE_VALUE) {
		double v[STATE_VALUE];

		memcpy(v, *at, sizeof v);
		if (!(v[2] >= 0 && (v[2] < f->code->model.n_vars || (looks && v[2] == FMU_LOOK))) ||
			v[2] != floor(v[2]) || !isfinite(v[1]) ||
			!vec_push(f->alloc, to, ((FmuValue){v[0], v[1], (uint32_t)v[2]})))
			return false;
	}
	return true;
}

static bool head_is_right(const double head[STATE_HEAD], size_t n)
{
	double values = head[6] + head[7] + head[8];

	for (int i = 6; i < STATE_HEAD; i++)
		if (!(head[i] >= 0 && head[i] == floor(head[i])))
			return false;
	return head[0] == STATE_MARK && head[1] >= MDV_FMU_MADE && head[1] <= MDV_FMU_STEPPING &&
		   isfinite(head[2]) && isfinite(head[3]) &&
		   (double)n == sizeof(double) * (STATE_HEAD + STATE_VALUE * values);
}

MdvStatus mdv_fmu_state_read(MdvFmu *f, const unsigned char bytes[], size_t n, MdvFmuState **state)
{
	const unsigned char *at = bytes + sizeof(double[STATE_HEAD]);
	double head[STATE_HEAD];
	MdvFmuState *s;

	*state = NULL;
	if (f->host.exchange)
		return mdv_fmu_refuse(f, "an FMU state", "of model exchange none is ever written");
	if (n < sizeof head)
		return mdv_fmu_refuse(f, "an FMU state", "these bytes are none");
	memcpy(head, bytes, sizeof head);
	if (!head_is_right(head, n))
		return mdv_fmu_refuse(f, "an FMU state", "these bytes are none");
	s = alloc_new(&alloc_heap, sizeof *s);
	if (!s)
		return fmu_fail(f, MDV_NO_MEMORY, "");
	*s = (MdvFmuState){.phase = (MdvFmuPhase)head[1],
					   .t = head[2],
					   .start = head[3],
					   .stop = head[4],
					   .tol = head[5]};
	if (!read_values(f, &at, head[6], &s->given, false) ||
		!read_values(f, &at, head[7], &s->history, true) ||
		!read_values(f, &at, head[8], &s->rest, false)) {
		mdv_fmu_state_free(f, s);
		return mdv_fmu_refuse(f, "an FMU state", "it is of another model");
	}
	*state = s;
	return MDV_OK;
}
