/* SPDX-License-Identifier: MIT
   fmu_exchange.c — model exchange: the importer moves time and states, asks for derivatives and
   event indicators, and says when a step counts and when an event takes place. The points between
   are as good as forgotten; what counts goes by plan/outside.c. */
#include "runtime/fmi/fmu.h"

#include <float.h>
#include <string.h>

/* --- beginning and end --- */

static bool allocate(FmuExchange *x)
{
	Arena *a = &x->run.memory;

	x->x = NEW_ARRAY(a, double, x->rt->n);
	x->work = NEW_ARRAY(a, double, x->rt->n);
	x->left = NEW_ARRAY(a, double, x->rt->n);
	x->nominal = NEW_ARRAY(a, double, x->rt->n);
	x->z = NEW_ARRAY(a, double, x->rt->m->n_crossings);
	return x->x && x->work && x->left && x->nominal && x->z;
}

/* The importer is told which states there are; true: their nominal values are others than it knows.
 */
static bool take_choice(FmuExchange *x)
{
	bool changed = false;

	x->told = x->rt->stats.set_changes;
	for (int32_t i = 0; i < x->rt->n; i++) {
		double nominal = rt_nominal(x->rt, i);

		changed |= nominal != x->nominal[i];
		x->nominal[i] = nominal;
	}
	return changed;
}

static void give_values(MdvFmu *f)
{
	for (size_t k = 0; k < f->given.n; k++) {
		const FmuValue *v = &f->given.at[k];
		double value = v->text ? vm_string_handle(f->code->fns, v->text) : v->value;

		var_begin(f->exchange.rt, (int32_t)v->var, value);
	}
}

static MdvStatus start(void *arg)
{
	MdvFmu *f = arg;
	FmuExchange *x = &f->exchange;
	MdvOptions run = {.start = f->start, .stop = f->stop, .tol = f->tol};

	run = settle_run(&run, x->rt->m);
	run.stop = INFINITY; /* the importer decides */
	if (isinf(f->stop))
		run.span = settle_plant(&(MdvOptions){0}, x->rt->m, f->start).span;
	x->options = (HybridOptions){.integrator = &integrator_outside, .run = run};
	x->run = (HybridRun){.rt = x->rt, .o = &x->options, .out = &x->result};
	x->open = true;
	TRY(hybrid_open(&x->run));
	if (!allocate(x))
		return MDV_NO_MEMORY;
	rt_states(x->rt, x->x);
	(void)take_choice(x);
	x->right = true;
	return MDV_OK;
}

static void make_instance(void *arg)
{
	MdvFmu *f = arg;

	vm_fn_end_objects(f->code->fns);
	f->exchange.rt = rt_new(&f->code->model, f->alloc);
}

MdvStatus fmu_exchange_guard(MdvFmu *f, MdvStatus (*body)(void *arg), void *arg)
{
	MdvStatus status = report_guard(f->exchange.rt, body, arg);

	if (status == MDV_OK)
		return MDV_OK;
	if (status == MDV_INTERNAL_ERROR || status == MDV_NO_MEMORY)
		f->phase = MDV_FMU_FAILED;
	return fmu_fail(f, status, rt_message(f->exchange.rt));
}

static MdvStatus guarded(MdvFmu *f, MdvStatus (*body)(void *arg))
{
	return fmu_exchange_guard(f, body, f);
}

MdvStatus fmu_exchange_open(MdvFmu *f)
{
	FmuExchange *x = &f->exchange;
	const MdvModel *m = &f->code->model;
	Guard guard;

	if (m->n_atomics + m->n_readies > 0)
		return mdv_fmu_refuse(f, "model exchange",
							  "the model has DEVS components, which run in co-simulation only");
	fmu_exchange_close(f);
	if (guard_run(&guard, NULL, make_instance, f) != MDV_OK || !x->rt)
		return fmu_fail(f, guard.status != MDV_OK ? guard.status : MDV_NO_MEMORY, "");
	x->rt->listener.log = fmu_warn;
	x->rt->listener.ctx = f;
	give_values(f);
	return guarded(f, start);
}

void fmu_exchange_close(MdvFmu *f)
{
	FmuExchange *x = &f->exchange;

	if (x->open)
		hybrid_close(&x->run);
	rt_free(x->rt);
	*x = (FmuExchange){.rt = NULL};
}

/* --- points --- */

static MdvStatus compute_all(void *arg)
{
	MdvFmu *f = arg;
	FmuExchange *x = &f->exchange;

	return rt_output(x->rt, f->t, x->x, RT_OUTPUT);
}

MdvStatus fmu_exchange_look(MdvFmu *f)
{
	if (f->exchange.right)
		return MDV_OK;
	TRY(guarded(f, compute_all));
	f->exchange.right = true;
	return MDV_OK;
}

MdvStatus fmu_exchange_set(MdvFmu *f, uint32_t var, double value)
{
	FmuExchange *x = &f->exchange;
	const MdvVar *v = &x->rt->m->var[var];
	double in_slot = v->flags & MDV_VAR_NEGATED ? rt_negated(v, value) : value;

	if (x->rt->frame[v->slot] == in_slot)
		return MDV_OK;
	if (f->phase == MDV_FMU_CONTINUOUS && (v->type != MDV_REAL || v->flags & MDV_VAR_DISCRETE))
		return mdv_fmu_refuse(f, v->name, "discrete inputs change in event mode only");
	if (f->phase == MDV_FMU_EVENT) {
		event_open(x->rt); /* what it was belongs to the time before the event */
		x->begun = x->run.force_restart = true;
	}
	x->rt->frame[v->slot] = in_slot;
	x->rt->last.t = NAN;
	x->right = false;
	return MDV_OK;
}

static MdvStatus expect(MdvFmu *f, const char *call, MdvFmuPhase a, MdvFmuPhase b)
{
	if (!f->host.exchange)
		return mdv_fmu_refuse(f, call, "it is an instance for co-simulation");
	if (!FMU_IN(f, a, b))
		return mdv_fmu_refuse(f, call, "not in this mode");
	return MDV_OK;
}

/* Importers may stop an instant before a time event, where its time is not a number of their steps:
   no integrator could take the step that is left. So the event is due, and that instant is its
   time, then and afterwards. */
static double at_event(double t, double event)
{
	return event > t && event - t <= 4 * DBL_EPSILON * fabs(t) ? event : t;
}

MdvStatus mdv_fmu_set_time(MdvFmu *f, double t)
{
	TRY(expect(f, "setting the time", MDV_FMU_CONTINUOUS, MDV_FMU_EVENT));
	if (!isfinite(t))
		return mdv_fmu_refuse(f, "setting the time", "it is no time");
	t = at_event(t, f->exchange.run.t);
	f->exchange.right = f->exchange.right && f->t == t;
	f->t = t;
	return MDV_OK;
}

MdvStatus mdv_fmu_set_states(MdvFmu *f, const double x[])
{
	FmuExchange *e = &f->exchange;

	TRY(expect(f, "setting the states", MDV_FMU_CONTINUOUS, MDV_FMU_CONTINUOUS));
	if (e->chosen && !memcmp(e->left, x, (size_t)e->rt->n * sizeof *x))
		return MDV_OK;
	if (e->chosen)
		return mdv_fmu_refuse(f, "setting the states", "others were chosen, which an event tells");
	if (e->rt->n > 0)
		memcpy(e->x, x, (size_t)e->rt->n * sizeof *x);
	e->right = false;
	return MDV_OK;
}

MdvStatus fmu_exchange_expect(MdvFmu *f, const char *call)
{
	if (!f->host.exchange || !f->exchange.open)
		return mdv_fmu_refuse(f, call, "it is not initialized for model exchange");
	return MDV_OK;
}

MdvStatus mdv_fmu_get_states(MdvFmu *f, double x[])
{
	const FmuExchange *e = &f->exchange;

	TRY(fmu_exchange_expect(f, "the states"));
	if (e->rt->n > 0)
		memcpy(x, e->chosen ? e->left : e->x, (size_t)e->rt->n * sizeof *x);
	return MDV_OK;
}

MdvStatus mdv_fmu_get_nominals(MdvFmu *f, double x[])
{
	TRY(fmu_exchange_expect(f, "the nominal values"));
	for (int32_t i = 0; i < f->exchange.rt->n; i++)
		x[i] = rt_nominal(f->exchange.rt, i);
	return MDV_OK;
}

/* The importer has given up a step: it begins anew where the last one has ended, and what is solved
   there is solved as by a run that does so (recover_shorten). */
static bool is_back(const MdvFmu *f)
{
	return f->t == f->exchange.run.t && f->exchange.rt->last.t_try > f->t;
}

static MdvStatus compute_derivatives(void *arg)
{
	MdvFmu *f = arg;
	FmuExchange *x = &f->exchange;

	x->right = false;
	if (is_back(f))
		TRY(rt_zero(x->rt, f->t, x->x, NULL, 0, NULL, RT_INTEGRATE));
	return rt_derivatives(x->rt, f->t, x->x, x->work, RT_INTEGRATE);
}

MdvStatus mdv_fmu_get_derivatives(MdvFmu *f, double dx[])
{
	TRY(fmu_exchange_expect(f, "the derivatives"));
	TRY(guarded(f, compute_derivatives));
	if (f->exchange.rt->n > 0)
		memcpy(dx, f->exchange.work, (size_t)f->exchange.rt->n * sizeof *dx);
	return MDV_OK;
}

static MdvStatus compute_indicators(void *arg)
{
	MdvFmu *f = arg;
	FmuExchange *x = &f->exchange;

	/* Where all values are right somebody only looks. */
	return outside_indicators(&x->run, f->t, x->x, x->z, x->right ? RT_OUTPUT : RT_INTEGRATE);
}

MdvStatus mdv_fmu_get_indicators(MdvFmu *f, double z[])
{
	TRY(fmu_exchange_expect(f, "the event indicators"));
	TRY(guarded(f, compute_indicators));
	if (f->exchange.rt->m->n_crossings > 0 && z != f->exchange.z)
		memcpy(z, f->exchange.z, (size_t)f->exchange.rt->m->n_crossings * sizeof *z);
	return MDV_OK;
}

/* --- what counts --- */

static MdvStatus accept_point(void *arg)
{
	MdvFmu *f = arg;
	FmuExchange *x = &f->exchange;
	bool selected;

	x->right = false;
	TRY(outside_accept(&x->run, f->t, x->x, &selected));
	if (!selected)
		return MDV_OK;
	memcpy(x->left, x->x, (size_t)x->rt->n * sizeof *x->x);
	rt_states(x->rt, x->x);
	x->begun = x->chosen = true;
	return MDV_OK;
}

/* Other states can only be handed over at an event: until then the importer has the old ones, and
   may give them again. */
MdvStatus mdv_fmu_completed(MdvFmu *f, bool *event)
{
	TRY(expect(f, "a completed step", MDV_FMU_CONTINUOUS, MDV_FMU_CONTINUOUS));
	TRY(guarded(f, accept_point));
	*event = f->exchange.begun;
	return MDV_OK;
}

static MdvStatus begin_event(void *arg)
{
	MdvFmu *f = arg;
	FmuExchange *x = &f->exchange;

	x->chosen = false;
	return outside_begin_event(&x->run, f->t, x->x);
}

MdvStatus mdv_fmu_enter_event(MdvFmu *f)
{
	TRY(expect(f, "event mode", MDV_FMU_CONTINUOUS, MDV_FMU_EVENT));
	f->t = at_event(f->t, f->exchange.run.next);
	TRY(guarded(f, begin_event));
	f->phase = MDV_FMU_EVENT;
	f->exchange.begun = f->exchange.right = true;
	return MDV_OK;
}

typedef struct Update {
	MdvFmu *f;    /* whose */
	bool restart; /* found */
} Update;

static MdvStatus carry_out(void *arg)
{
	Update *u = arg;
	FmuExchange *x = &u->f->exchange;

	TRY(outside_end_event(&x->run, u->f->t, &u->restart));
	rt_states(x->rt, x->x);
	return MDV_OK;
}

MdvStatus mdv_fmu_update(MdvFmu *f, MdvFmuUpdate *out)
{
	FmuExchange *x = &f->exchange;
	Update u = {.f = f};
	MdvStatus status;
	bool chosen;

	TRY(expect(f, "an event", MDV_FMU_EVENT, MDV_FMU_EVENT));
	if (x->begun) {
		status = report_guard(x->rt, carry_out, &u);
		if (status != MDV_OK)
			return fmu_fail(f, status_final(status), rt_message(x->rt));
		x->right = true;
	}
	chosen = x->told != x->rt->stats.set_changes; /* here, or at the end of the last step */
	*out = (MdvFmuUpdate){.states_changed = u.restart || chosen,
						  .nominals_changed = chosen && take_choice(x),
						  .terminate = x->result.terminated,
						  .next = x->run.next};
	x->begun = false;
	return MDV_OK;
}

MdvStatus mdv_fmu_enter_continuous(MdvFmu *f)
{
	MdvFmuUpdate ignored;

	TRY(expect(f, "continuous mode", MDV_FMU_EVENT, MDV_FMU_EVENT));
	if (f->exchange.begun) /* values were given, and nobody has asked for their event */
		TRY(mdv_fmu_update(f, &ignored));
	f->phase = MDV_FMU_CONTINUOUS;
	return MDV_OK;
}

/* --- states that are kept --- */

MdvStatus fmu_exchange_save(MdvFmu *f, MdvFmuState *s)
{
	s->owner = f;
	s->own = f->given;
	s->exchange = f->exchange;
	return fmu_region_save(&f->region, &s->copy) ? MDV_OK : fmu_fail(f, MDV_NO_MEMORY, "");
}

MdvStatus fmu_exchange_restore(MdvFmu *f, const MdvFmuState *s)
{
	if (s->owner != f)
		return mdv_fmu_refuse(f, "an FMU state", "of model exchange only this instance's own");
	fmu_region_restore(&f->region, &s->copy);
	f->given = s->own;
	f->exchange = s->exchange;
	f->phase = s->phase;
	f->t = s->t;
	f->start = s->start;
	f->stop = s->stop;
	f->tol = s->tol;
	return MDV_OK;
}

void fmu_exchange_tape(MdvFmu *f, Tape *t)
{
	FmuExchange *x = &f->exchange;
	bool untold = x->told != x->rt->stats.set_changes;

	tape_flag(t, &x->right);
	tape_flag(t, &x->begun);
	tape_flag(t, &x->chosen);
	tape_reals(t, x->x, (size_t)x->rt->n);
	tape_flag(t, &untold);
	tape_reals(t, x->left, (size_t)x->rt->n);
	tape_reals(t, x->nominal, (size_t)x->rt->n);
	outside_tape(&x->run, t);
	if (tape_reads(t)) /* changes of states are counted anew there */
		x->told = x->rt->stats.set_changes - untold;
	native_code_tape(f->code, t);
}
