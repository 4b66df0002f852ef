/* SPDX-License-Identifier: MIT
   native_code.c — the code of a unit made to run. The regions of the model are the unit's C
   functions; Modelica functions are C too, but their arrays, texts and external calls are done by
   the same code that the VM uses, so that the results are the same to the bit. */
#include "runtime/native/native.h"

#include "model/fields.h"
#include "runtime/system/system.h"

/* -- what the regions call ------------------------------------------------------------------- */

bool mdv_code_step(MdvCode *code, MdvFrame *f, uint32_t at)
{
	return vm_fn_run_step((VmFn *)code, (VmFrame *)f, at);
}

_Static_assert(offsetof(VmFrame, top) == offsetof(MdvFrame, top) &&
				   offsetof(VmFrame, at) == offsetof(MdvFrame, at),
			   "a frame is the same in emitted C, but for what windows need");

bool mdv_code_enter(MdvCode *code, MdvFrame *g, int32_t fn, MdvFrame *caller, uint32_t at)
{
	VmFn *vm = (VmFn *)code;

	if (caller)
		caller->at = at;
	else
		vm->source = -1;
	g->fn = vm->module->fns.at[fn];
	g->caller = caller;
	g->at = 0;
	return vm_fn_run_begin(vm, g->fn);
}

void mdv_code_leave(MdvCode *code, MdvFrame *g)
{
	vm_fn_run_finish((VmFn *)code, g->fn, g->a);
}

bool mdv_code_turn(MdvCode *code, MdvFrame *f, uint32_t at)
{
	VmFn *vm = (VmFn *)code;

	if (vm_fn_run_look(vm))
		return true;
	f->at = at;
	vm_fn_run_trace(vm, (const VmFrame *)f);
	return false;
}

MdvStatus mdv_code_status(MdvCode *code)
{
	VmFn *vm = (VmFn *)code;

	vm->source = -1;
	return vm->status;
}

bool mdv_code_message(MdvCode *code, MdvFrame *f, uint32_t at, double x[])
{
	VmFn *vm = (VmFn *)code;

	if (vm_message_do(vm, &((const IrFn *)f->fn)->code[at], x))
		return true;
	f->at = at;
	vm_fn_run_trace(vm, (const VmFrame *)f);
	return false;
}

bool mdv_code_trace(MdvCode *code, const MdvFrame *f)
{
	vm_fn_run_trace((VmFn *)code, (const VmFrame *)f);
	return false;
}

bool mdv_plain_step(MdvCode *code, int32_t fn, uint32_t at, double r[], MdvArray a[])
{
	VmFn *vm = (VmFn *)code;
	VmFrame f = {.fn = vm->module->fns.at[fn], .r = r, .a = a};

	return vm_fn_run_step(vm, &f, at);
}

bool mdv_plain_failed(MdvCode *code, int32_t fn, uint32_t at)
{
	VmFn *vm = (VmFn *)code;

	if (fn >= 0)
		vm_fn_run_place(vm, vm->module->fns.at[fn], at);
	return false;
}

bool mdv_plain_message(MdvCode *code, int32_t fn, uint32_t at, double x[])
{
	VmFn *vm = (VmFn *)code;

	return vm_message_do(vm, &vm->module->fns.at[fn]->code[at], x) ||
		   mdv_plain_failed(code, fn, at);
}

bool mdv_plain_turn(MdvCode *code, int32_t fn, uint32_t at)
{
	return vm_fn_run_look((VmFn *)code) || mdv_plain_failed(code, fn, at);
}

bool mdv_plain_undefined(MdvCode *code, int32_t fn, uint32_t at, double x, double y)
{
	VmFn *vm = (VmFn *)code;

	return vm_fn_map_undefined(vm, vm->module->fns.at[fn]->code[at].op, x, y) ||
		   mdv_plain_failed(code, fn, at);
}

MdvStatus mdv_code_call(MdvCode *code, int32_t call, double frame[])
{
	VmFn *fns = (VmFn *)code;

	return vm_fn_call(fns, &fns->module->calls.at[call], frame);
}

/* -- what the model's user calls ------------------------------------------------------------ */

static MdvStatus run_region(void *self, double frame[], int32_t region)
{
	NativeCode *c = self;

	return c->unit->region[region]((MdvCode *)c->fns, frame);
}

static const char *why(void *self)
{
	return vm_fn_why(((NativeCode *)self)->fns);
}

static int32_t where(void *self)
{
	return vm_fn_where(((NativeCode *)self)->fns);
}

static const char *text_of(void *self, double handle)
{
	return vm_string_text(((NativeCode *)self)->fns, handle);
}

static double new_text(void *self, const char *text)
{
	return vm_string_handle(((NativeCode *)self)->fns, text);
}

static size_t texts(void *self)
{
	return vm_string_made(((NativeCode *)self)->fns);
}

static void keep_texts(void *self, const double x[], size_t n)
{
	vm_string_keep(((NativeCode *)self)->fns, x, n);
}

static void drop_texts(void *self)
{
	vm_string_forget(((NativeCode *)self)->fns);
}

static MdvCode *shared(void *self)
{
	return vm_fn_shared(((NativeCode *)self)->fns);
}

/* Runs the region and looks at what it wrote, in the order of its equations. */
static int32_t find_bad(void *self, double frame[], int32_t region)
{
	NativeCode *c = self;
	MdvStatus status = run_region(self, frame, region);

	for (const MdvOrigin *o = c->unit->origin[region]; o->slot >= 0; o++)
		if (!isfinite(frame[o->slot]))
			return o->source;
	(void)status; /* a call that fails has told where */
	return -1;
}

static void warn(void *ctx, const char *text)
{
	NativeCode *c = ctx;

	if (c->log)
		c->log(c->log_ctx, text);
}

static bool table_range(void *code, const MdvTableAsk *ask, MdvTableRange *out)
{
	const NativeCode *c = code;

	return vm_fn_table_range(c->fns, ask, out);
}

/* -- making one ----------------------------------------------------------------------------- */

static bool prepare(NativeCode *c)
{
	const MdvUnit *u = c->unit;
	IrPackTables tables = {u->function_word, u->function_number, u->function_text};

	if (!model_rows_read(&u->rows, &c->memory, &c->model) ||
		!ir_unpack(&tables, &c->module, &c->memory))
		return false;
	c->fns = vm_fn_new(&c->module, c->alloc);
	if (!c->fns)
		return false;
	c->hooks = (VmHooks){.ctx = c, .warn = warn};
	ext_session_hooks(&c->session, &c->hooks);
	/* Without memory for a folder the model may read less, which it is told. */
	for (const char *const *f = u->folder; f && *f; f++)
		(void)allow_folder(&c->session, *f);
	vm_fn_set_hooks(c->fns, &c->hooks);
	c->session.code = c->fns;
	vm_fn_set_bodies(c->fns, u->function);
	c->model.run = run_region;
	c->model.why = why;
	c->model.where = where;
	c->model.find_bad = find_bad;
	c->model.string = text_of;
	c->model.new_text = new_text;
	c->model.texts = texts;
	c->model.keep_texts = keep_texts;
	c->model.drop_texts = drop_texts;
	c->model.table_range = table_range;
	c->model.shared = shared;
	c->model.region = u->region;
	c->model.components = &inside_components;
	c->model.session = &c->session;
	c->model.code = c;
	return true;
}

NativeCode *native_code_new(const MdvUnit *unit, const MdvAlloc *alloc)
{
	NativeCode *c;

	if (unit->version != MDV_UNIT_VERSION || !ir_pack_fits(unit->function_word))
		return NULL;
	c = alloc_new(alloc, sizeof *c);
	if (!c)
		return NULL;
	c->unit = unit;
	c->alloc = alloc;
	arena_init(&c->memory, alloc);
	ext_session_init(&c->session, alloc);
	if (prepare(c))
		return c;
	native_code_free(c);
	return NULL;
}

void native_code_free(NativeCode *c)
{
	if (!c)
		return;
	vm_fn_free(c->fns);
	if (c->view)
		alloc_free(c->alloc, c->view, sizeof *c->view);
	ext_session_free(&c->session);
	arena_free(&c->memory);
	alloc_free(c->alloc, c, sizeof *c);
}

void native_code_tape(NativeCode *c, Tape *t)
{
	size_t n = c->fns->objects.n;

	if (!vm_fn_knows_objects(c->fns))
		tape_refuse(t, "the model has external objects of code that is not modevs'");
	if (tape_count(t, n, 0) != n && !t->wrong)
		tape_refuse(t, "it has other external objects");
	vm_string_tape(c->fns, t);
	ext_session_tape(&c->session, t);
}

/* -- for hybrid.h --------------------------------------------------------------------------- */

static const MdvModel *make(void *ctx, const MdvAlloc *alloc,
							void (*log)(void *user, const char *text), void *user)
{
	NativeCode *c = native_code_new(ctx, alloc ? alloc : &alloc_heap);

	if (!c)
		return NULL;
	c->log = log;
	c->log_ctx = user;
	c->view = alloc_new(c->alloc, sizeof *c->view);
	if (!c->view) {
		native_code_free(c);
		return NULL;
	}
	c->view->alloc = c->alloc;
	c->view->code = c;
	return &c->model;
}

static void drop(void *ctx, const MdvModel *model)
{
	(void)ctx;
	native_code_free(model->code);
}

NativeCode *native_code_of(const MdvUnit *unit, const MdvModel *m)
{
	NativeCode *c = m->run == run_region ? m->code : NULL;

	return c && c->unit == unit ? c : NULL;
}

MdvModelSource mdv_unit_source(const MdvUnit *unit)
{
	return (MdvModelSource){.make = make, .drop = drop, .ctx = (void *)(uintptr_t)unit};
}
