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
	f->plant.setting.n = f->plant.texts.n = 0;
	for (size_t k = 0; k < f->given.n; k++) {
		const FmuValue *v = &f->given.at[k];
		const char *name = m->var[v->var].name;

		if (v->text ? !vec_push(f->alloc, &f->plant.texts, ((MdvTextSetting){name, v->text}))
					: !vec_push(f->alloc, &f->plant.setting, ((MdvSetting){name, v->value})))
			return fmu_fail(f, MDV_NO_MEMORY, "");
	}
	o.set = f->plant.setting.at;
	o.n_set = f->plant.setting.n;
	o.texts = f->plant.texts.at;
	o.n_texts = f->plant.texts.n;
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
	FmuValue given = {.t = f->t, .value = value, .var = var};

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

	if (!vec_push(f->alloc, &p->history, ((FmuValue){.t = f->t, .var = FMU_LOOK})))
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

MdvStatus fmu_plant_restore(MdvFmu *f, const MdvFmuState *s)
{
	bool (*see)(void *, double) = f->plant.see;
	MdvStatus status;

	fmu_plant_close(f);
	f->plant.history.n = f->plant.pending.n = 0;
	f->start = s->start;
	f->stop = s->stop;
	f->tol = s->tol;
	if (!fmu_values_copy(f->alloc, &s->given, &f->given))
		return failed(f, MDV_NO_MEMORY);
	if (s->phase == MDV_FMU_STEPPING) {
		f->plant.see = NULL; /* nobody watches while it runs again */
		status = run_again(f, s);
		f->plant.see = see;
		TRY(status);
	}
	f->phase = s->phase;
	f->t = s->t;
	return fmu_values_copy(f->alloc, &s->rest, &f->plant.pending) ? MDV_OK
																  : failed(f, MDV_NO_MEMORY);
}
