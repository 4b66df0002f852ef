/* SPDX-License-Identifier: MIT
   unit.c — plants: running copies of emitted C. The pieces of the model are the unit's C functions;
   Modelica functions are C too, but their arrays, texts and external calls are done by the same
   code that the VM uses, so that the results are the same to the bit. */
#include "runtime/unit/unit.h"

#include <string.h>

/* -- what the pieces call ------------------------------------------------------------------- */

bool mdv_code_step(MdvCode *code, MdvFrame *f, uint32_t at)
{
	return vm_fn_run_step((VmFn *)code, (VmFrame *)f, at);
}

MdvStatus mdv_code_call(MdvCode *code, int32_t call, double frame[])
{
	VmFn *fns = (VmFn *)code;

	return vm_fn_call(fns, &fns->module->calls.at[call], frame);
}

/* -- what the model's user calls ------------------------------------------------------------ */

static MdvStatus run_piece(void *self, double frame[], int32_t piece)
{
	MdvPlant *p = self;

	return p->unit->piece[piece]((MdvCode *)p->fns, frame);
}

static const char *why(void *self)
{
	return vm_fn_why(((MdvPlant *)self)->fns);
}

static const char *text_of(void *self, double handle)
{
	return vm_string_text(((MdvPlant *)self)->fns, handle);
}

/* Runs the piece and looks at what it wrote, in the order of its equations. */
static int32_t find_bad(void *self, double frame[], int32_t piece)
{
	MdvPlant *p = self;
	MdvStatus status = run_piece(self, frame, piece);

	for (const MdvOrigin *o = p->unit->origin[piece]; o->slot >= 0; o++)
		if (!isfinite(frame[o->slot]))
			return o->source;
	(void)status; /* a call that fails has told where */
	return -1;
}

static VmSymbol find_symbol(void *ctx, const char *symbol)
{
	(void)ctx;
	return ext_find(symbol);
}

static bool guard_call(void *ctx, void (*body)(void *arg), void *arg, char *reason, size_t size)
{
	MdvPlant *p = ctx;
	ExtCall call;
	bool ok;

	ext_call_begin(&call, &p->session);
	ok = ext_call_run(&call, body, arg);
	if (!ok)
		snprintf(reason, size, "%s", call.error);
	ext_call_end(&call);
	return ok;
}

static void warn(void *ctx, const char *text)
{
	MdvPlant *p = ctx;

	if (p->rt && p->rt->log)
		p->rt->log(p->rt->log_ctx, text);
}

/* -- making one ----------------------------------------------------------------------------- */

static bool prepare(MdvPlant *p)
{
	const MdvUnit *u = p->unit;
	IrPackTables tables = {u->function_word, u->function_number, u->function_text};

	if (!ir_unpack(&tables, &p->module, &p->memory))
		return false;
	p->fns = vm_fn_new(&p->module, p->alloc);
	if (!p->fns)
		return false;
	p->hooks = (VmHooks){.ctx = p, .find = find_symbol, .guard = guard_call, .warn = warn};
	vm_fn_set_hooks(p->fns, &p->hooks);
	vm_fn_set_bodies(p->fns, u->function);
	p->model = *u->model;
	p->model.run = run_piece;
	p->model.why = why;
	p->model.find_bad = find_bad;
	p->model.string = text_of;
	p->model.code = p;
	p->rt = rt_new(&p->model, p->alloc);
	return p->rt != NULL;
}

MdvPlant *mdv_plant_new(const MdvUnit *unit, const MdvAlloc *alloc)
{
	const MdvAlloc *from = alloc ? alloc : &alloc_heap;
	MdvPlant *p;

	if (unit->version != MDV_UNIT_VERSION || !ir_pack_fits(unit->function_word))
		return NULL;
	p = alloc_new(from, sizeof *p);
	if (!p)
		return NULL;
	p->unit = unit;
	p->alloc = from;
	arena_init(&p->memory, from);
	ext_session_init(&p->session, alloc);
	if (prepare(p))
		return p;
	mdv_plant_free(p);
	return NULL;
}

void mdv_plant_free(MdvPlant *p)
{
	if (!p)
		return;
	rt_free(p->rt);
	vm_fn_free(p->fns);
	ext_session_free(&p->session);
	vec_free(p->alloc, &p->sets);
	arena_free(&p->memory);
	alloc_free(p->alloc, p, sizeof *p);
}

/* -- values --------------------------------------------------------------------------------- */

const MdvModel *mdv_plant_model(const MdvPlant *p)
{
	return &p->model;
}

int32_t mdv_plant_find(const MdvPlant *p, const char *name)
{
	return result_find(&p->model, name);
}

double mdv_plant_get(const MdvPlant *p, int32_t var)
{
	return p->rt ? rt_get(p->rt, var) : NAN;
}

const char *mdv_plant_get_text(const MdvPlant *p, int32_t var)
{
	int32_t slot = p->model.var[var].slot;

	return p->rt && slot >= 0 ? vm_string_text(p->fns, p->rt->frame[slot]) : "";
}

static bool is_input(const MdvPlant *p, int32_t var)
{
	return p->model.var[var].flags & MDV_VAR_INPUT && p->model.var[var].slot >= 0;
}

static void put_input(const MdvPlant *p, const UnitSet *s, double frame[])
{
	frame[p->model.var[s->var].slot] = s->value;
}

MdvStatus mdv_plant_set(MdvPlant *p, int32_t var, double value)
{
	UnitSet set = {var, value};
	size_t k = 0;

	p->message = NULL;
	if (!p->rt)
		return MDV_NO_MEMORY;
	if (is_input(p, var)) {
		p->has_inputs = true;
		put_input(p, &set, p->rt->frame);
	} else if (!rt_set(p->rt, var, value)) {
		p->message = "the variable is neither a parameter that can be set nor an input, and has no "
					 "start value";
		return MDV_BAD_ARGUMENT;
	}
	while (k < p->sets.n && p->sets.at[k].var != var)
		k++;
	if (k < p->sets.n)
		p->sets.at[k] = set;
	else if (!vec_push(p->alloc, &p->sets, set))
		return MDV_NO_MEMORY;
	return MDV_OK;
}

const char *mdv_plant_message(const MdvPlant *p)
{
	return p->message ? p->message : p->rt ? rt_message(p->rt) : mdv_status_text(MDV_NO_MEMORY);
}

/* -- running -------------------------------------------------------------------------------- */

/* Inputs keep the values that they were given. */
static void give_inputs(void *ctx, double t, bool after, double frame[])
{
	const MdvPlant *p = ctx;

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
static bool renew(MdvPlant *p)
{
	void (*log)(void *ctx, const char *text) = p->rt ? p->rt->log : NULL;
	void *log_ctx = p->rt ? p->rt->log_ctx : NULL;

	rt_free(p->rt);
	vm_fn_end_objects(p->fns);
	p->rt = rt_new(&p->model, p->alloc);
	if (!p->rt)
		return false;
	p->rt->log = log;
	p->rt->log_ctx = log_ctx;
	for (size_t k = 0; k < p->sets.n; k++)
		if (!is_input(p, p->sets.at[k].var))
			rt_set(p->rt, p->sets.at[k].var, p->sets.at[k].value);
	return true;
}

void unit_defaults(const MdvModel *m, HybridOptions *h)
{
	double span = h->stop - h->start;

	if (h->solver == &solver_euler)
		h->fixed_step = h->interval > 0 ? h->interval : m->interval > 0 ? m->interval : span / 500;
}

MdvStatus unit_simulate(MdvPlant *p, const HybridOptions *o, HybridResult *out)
{
	p->message = NULL;
	if (p->used && !renew(p))
		return MDV_NO_MEMORY;
	p->used = true;
	if (p->has_inputs) {
		p->rt->give_inputs = give_inputs;
		p->rt->next_input = next_input;
		p->rt->input_ctx = p;
	}
	return hybrid_simulate(p->rt, o, out);
}

typedef struct Rows {
	MdvPlant *p;            /* whose */
	const MdvRunOptions *o; /* who wants them */
} Rows;

static MdvStatus give_row(void *ctx, double t, const double frame[])
{
	const Rows *rows = ctx;

	(void)frame;
	return rows->o->row ? rows->o->row(rows->o->ctx, rows->p, t) : MDV_OK;
}

MdvStatus mdv_plant_simulate(MdvPlant *p, const MdvRunOptions *o)
{
	static const MdvRunOptions defaults = {.row = NULL};
	const MdvRunOptions *given = o ? o : &defaults;
	const MdvModel *m = &p->model;
	Rows rows = {p, given};
	HybridOptions h = {.start = given->has_span ? given->start : m->start,
					   .tol = given->tolerance,
					   .interval = given->interval,
					   .row = give_row,
					   .ctx = &rows};
	HybridResult result;

	h.stop = given->has_span ? given->stop : m->has_stop ? m->stop : h.start + 1;
	h.solver = given->solver ? solver_find(given->solver) : NULL;
	if (given->solver && !h.solver) {
		p->message = "there is no solver of this name";
		return MDV_BAD_ARGUMENT;
	}
	if (!(h.stop >= h.start)) {
		p->message = "the end lies before the start";
		return MDV_BAD_ARGUMENT;
	}
	unit_defaults(m, &h);
	return unit_simulate(p, &h, &result);
}
