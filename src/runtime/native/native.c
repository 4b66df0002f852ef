/* SPDX-License-Identifier: MIT
   native.c — instances: running copies of emitted C. The regions of the model are the unit's C
   functions; Modelica functions are C too, but their arrays, texts and external calls are done by
   the same code that the VM uses, so that the results are the same to the bit. */
#include "runtime/native/native.h"
#include "runtime/system/system.h"

/* -- making one ----------------------------------------------------------------------------- */

static void tell(void *ctx, const char *text)
{
	MdvInstance *p = ctx;

	if (p->rt && p->rt->listener.log)
		p->rt->listener.log(p->rt->listener.ctx, text);
}

typedef struct Making {
	MdvInstance *p;      /* what is made */
	const MdvUnit *unit; /* of what */
} Making;

static void make_instance(void *ctx)
{
	const Making *making = ctx;
	MdvInstance *p = making->p;

	p->code = native_code_new(making->unit, p->alloc);
	if (!p->code)
		return;
	p->code->log = tell;
	p->code->log_ctx = p;
	p->rt = rt_new(&p->code->model, p->alloc);
}

MdvInstance *mdv_instance_new(const MdvUnit *unit, const MdvAlloc *alloc)
{
	const MdvAlloc *from = alloc ? alloc : &alloc_heap;
	MdvInstance *p = alloc_new(from, sizeof *p);
	Guard guard;

	if (!p)
		return NULL;
	p->alloc = from;
	if (guard_run(&guard, NULL, make_instance, &(Making){p, unit}) == MDV_OK && p->rt)
		return p;
	mdv_instance_free(p);
	return NULL;
}

void mdv_instance_free(MdvInstance *p)
{
	if (!p || p->plant) /* the plant frees its own */
		return;
	rt_free(p->rt);
	native_code_free(p->code);
	vec_free(p->alloc, &p->sets);
	alloc_free(p->alloc, p, sizeof *p);
}

MdvInstance *mdv_instance_of(const MdvUnit *unit, MdvHybrid *plant)
{
	NativeCode *c = native_code_of(unit, mdv_hybrid_model(plant));

	if (!c || !c->view)
		return NULL;
	c->view->plant = plant;
	return c->view;
}

/* -- values --------------------------------------------------------------------------------- */

const MdvModel *mdv_instance_model(const MdvInstance *p)
{
	return &p->code->model;
}

int32_t mdv_instance_find(const MdvInstance *p, const char *name)
{
	return result_find(&p->code->model, name);
}

double mdv_instance_get(const MdvInstance *p, int32_t var)
{
	if (p->plant)
		return mdv_hybrid_get(p->plant, var);
	return p->rt && var >= 0 && var < p->code->model.n_vars ? rt_get(p->rt, var) : NAN;
}

const char *mdv_instance_get_text(const MdvInstance *p, int32_t var)
{
	return vm_string_text(p->code->fns, mdv_instance_get(p, var)); /* NAN is the empty text */
}

static bool is_input(const MdvInstance *p, int32_t var)
{
	return p->code->model.var[var].flags & MDV_VAR_INPUT && p->code->model.var[var].slot >= 0;
}

static void put_input(const MdvInstance *p, const NativeSet *s, double frame[])
{
	frame[p->code->model.var[s->var].slot] = s->value;
}

MdvStatus mdv_instance_set(MdvInstance *p, int32_t var, double value)
{
	NativeSet set = {var, value};
	double in_slot = value; /* only to see whether it has such a value */
	size_t k = 0;

	p->message = NULL;
	if (p->plant)
		return mdv_hybrid_set(p->plant, var, value);
	if (!p->rt)
		return MDV_NO_MEMORY;
	if (var < 0 || var >= p->code->model.n_vars) {
		p->message = "there is no such variable";
		return MDV_BAD_ARGUMENT;
	}
	TRY(var_to_slot(p->rt, &p->code->model.var[var], &in_slot));
	p->message = var_begin(p->rt, var, value);
	if (p->message)
		return MDV_BAD_ARGUMENT;
	p->has_inputs = p->has_inputs || is_input(p, var);
	while (k < p->sets.n && p->sets.at[k].var != var)
		k++;
	if (k < p->sets.n)
		p->sets.at[k] = set;
	else if (!vec_push(p->alloc, &p->sets, set))
		return MDV_NO_MEMORY;
	return MDV_OK;
}

MdvStatus mdv_instance_allow(MdvInstance *p, const char *permission)
{
	p->message = NULL;
	if (allow_give(&p->code->session, permission, p->refused, sizeof p->refused))
		return MDV_OK;
	p->message = p->refused;
	return MDV_BAD_ARGUMENT;
}

const char *mdv_instance_message(const MdvInstance *p)
{
	if (p->message)
		return p->message;
	if (p->plant)
		return mdv_hybrid_message(p->plant);
	return p->rt ? rt_message(p->rt) : mdv_status_text(MDV_NO_MEMORY);
}

/* -- running -------------------------------------------------------------------------------- */

/* Inputs keep the values that they were given. */
static void give_inputs(void *ctx, double t, bool after, double frame[])
{
	const MdvInstance *p = ctx;

	(void)t;
	(void)after;
	for (size_t k = 0; k < p->sets.n; k++)
		if (is_input(p, p->sets.at[k].var))
			put_input(p, &p->sets.at[k], frame);
}

static double next_input(void *ctx, double t)
{
	(void)ctx;
	(void)t;
	return INFINITY;
}

/* Values as at first: a run leaves its traces in samplers, delays and discrete variables. */
static void renew(void *instance)
{
	MdvInstance *p = instance;
	void (*log)(void *ctx, const char *text) = p->rt ? p->rt->listener.log : NULL;
	void *log_ctx = p->rt ? p->rt->listener.ctx : NULL;

	rt_free(p->rt);
	p->rt = NULL;
	vm_fn_end_objects(p->code->fns);
	p->rt = rt_new(&p->code->model, p->alloc);
	if (!p->rt)
		return;
	p->rt->listener.log = log;
	p->rt->listener.ctx = log_ctx;
	for (size_t k = 0; k < p->sets.n; k++)
		var_begin(p->rt, p->sets.at[k].var, p->sets.at[k].value);
}

MdvStatus native_simulate(MdvInstance *p, const HybridOptions *o, HybridResult *out)
{
	HybridOptions with_session;
	Guard guard;

	p->message = NULL;
	if (p->used && (guard_run(&guard, NULL, renew, p) != MDV_OK || !p->rt)) {
		p->message = mdv_status_text(guard.status != MDV_OK ? guard.status : MDV_NO_MEMORY);
		return guard.status != MDV_OK ? guard.status : MDV_NO_MEMORY;
	}
	p->used = true;
	if (p->has_inputs) {
		p->rt->inputs.give = give_inputs;
		p->rt->inputs.next = next_input;
		p->rt->inputs.ctx = p;
	}
	p->code->hooks.deadline = o->run.timeout > 0 ? clock_seconds() + o->run.timeout : 0;
	vm_fn_set_hooks(p->code->fns, &p->code->hooks);
	with_session = *o;
	with_session.session = &p->code->session;
	return island_simulate(p->rt, &with_session, out);
}

typedef struct Rows {
	MdvInstance *p;         /* whose */
	const MdvRunOptions *o; /* who wants them */
} Rows;

static MdvStatus give_row(void *ctx, double t, const double frame[])
{
	const Rows *rows = ctx;

	(void)frame;
	return rows->o->row ? rows->o->row(rows->o->ctx, rows->p, t) : MDV_OK;
}

MdvStatus mdv_instance_simulate(MdvInstance *p, const MdvRunOptions *o)
{
	static const MdvRunOptions defaults = {.row = NULL};
	const MdvRunOptions *given = o ? o : &defaults;
	Rows rows = {p, given};
	HybridOptions h = {.run = given->run, .row = give_row, .ctx = &rows};
	HybridResult result;

	if (p->plant) {
		p->message = "a plant is run by the simulation that it is a component of";
		return MDV_BAD_ARGUMENT;
	}
	return native_simulate(p, &h, &result);
}
