/* SPDX-License-Identifier: MIT
   maker.c — models that can run: the tables of a compilation with a VM, and what the VM needs from
   outside. Each has a VM of its own: the VM keeps texts, external objects and code that was encoded
   while it ran, and serves one thread at a time. */
#include "api/api.h"
#include "fmi/fmi.h"

static void warn(void *ctx, const char *text)
{
	Made *made = ctx;

	if (made->o.log)
		made->o.log(made->o.user, text);
}

static MdvCode *shared(void *vm)
{
	return vm_fn_shared(vm_fns(vm));
}

/* Without memory for it the VM runs all. */
Jit *maker_jit(Compile *cx, MdvCodeKind code)
{
	Jit *jit = code == MDV_CODE_VM ? NULL : jit_new(&cx->island->code, &vm_jit_host, &cx->keep);

	if (jit && code == MDV_CODE_JIT)
		jit_take_all(jit);
	return jit;
}

static bool table_range(void *code, const MdvTableAsk *ask, MdvTableRange *out)
{
	return vm_fn_table_range(vm_fns(code), ask, out);
}

/* --- code for quantized states --- */

typedef struct FlowPiece {
	Vm *vm;
	int32_t region;
} FlowPiece;

typedef struct FlowCode {
	Arena memory;
	const MdvAlloc *alloc;
	Vm *vm;
	Jit *jit; /* NULL: the VM runs all */
} FlowCode;

static MdvStatus run_piece(void *ctx, double frame[])
{
	const FlowPiece *piece = ctx;

	return vm_run(piece->vm, frame, piece->region);
}

static void drop_flow(void *self)
{
	FlowCode *made = self;

	if (!made)
		return;
	vm_free(made->vm);
	jit_free(made->jit);
	arena_free(&made->memory);
	alloc_free(made->alloc, made, sizeof *made);
}

/* Pieces run by the million: machine code is made at once. */
static void *make_flow(const void *maker, const IrModule *m, MdvFlowCode out[])
{
	const Made *of = maker;
	FlowCode *made = alloc_new(of->o.alloc, sizeof *made);
	FlowPiece *piece;

	if (!made)
		return NULL;
	made->alloc = of->o.alloc;
	arena_init(&made->memory, made->alloc);
	piece = NEW_ARRAY(&made->memory, FlowPiece, m->regions.n + 1);
	made->vm = vm_new(m, made->alloc);
	made->jit = of->o.jit ? jit_new(m, &vm_jit_host, &made->memory) : NULL;
	if (!piece || !made->vm) {
		drop_flow(made);
		return NULL;
	}
	for (size_t i = 0; i < m->regions.n; i++) {
		JitRegion *code = made->jit ? jit_region(made->jit, (int32_t)i) : NULL;

		piece[i] = (FlowPiece){made->vm, (int32_t)i};
		out[i] = code ? (MdvFlowCode){code, made->vm} : (MdvFlowCode){run_piece, &piece[i]};
	}
	return made;
}

/* Made when it is asked for first, under the guard of the run. */
static const MdvFlow *flow(void *code, const MdvModel *m)
{
	Made *made = (Made *)(uintptr_t)m; /* its first field */
	const Vm *vm = code;
	Arena scratch;

	if (made->flow)
		return made->flow;
	made->memory.no_memory = guard_no_memory;
	arena_child(&scratch, &made->memory);
	made->flow = lower_flow(vm->m, m, &made->memory, &scratch);
	made->flow->make = make_flow;
	made->flow->drop = drop_flow;
	made->flow->maker = made;
	arena_free(&scratch);
	return made->flow;
}

/* Threads only help, so that a model runs without them, and says so. */
static void start_team(Made *made)
{
	if (made->o.n_threads < 2)
		return;
	made->team = team_new(made->o.n_threads, made->o.alloc);
	if (!made->team || !vm_set_team(made->vm, made->team))
		warn(made, "the system gives no threads: one computes all");
}

/* --- FMUs among its components --- */

bool maker_has_fmus(const Compile *cx)
{
	const IrModule *m = &cx->island->code;

	for (size_t i = 0; i < m->fns.n; i++)
		if (m->fns.at[i]->external && component_find(m->fns.at[i]->external->symbol))
			return true;
	return false;
}

static MdvStatus accept_step(void *vm, double frame[], bool *event)
{
	Made *made = vm_fn_hooks(vm_fns(vm))->ctx;

	return component_accept(&made->session, frame[made->model.time], event);
}

static const char *why(void *vm)
{
	const Made *made = vm_fn_hooks(vm_fns(vm))->ctx;
	const char *of_fmu = component_why(&made->session);

	return *of_fmu ? of_fmu : vm_why(vm);
}

Made *maker_new(const Compile *cx, const MakerOptions *o)
{
	const MdvAlloc *alloc = o->alloc ? o->alloc : &alloc_heap;
	Made *made = alloc_new(alloc, sizeof *made);
	VmHooks hooks = {.ctx = made, .warn = warn, .stop = o->stop, .deadline = o->deadline};

	if (!made)
		return NULL;
	made->vm = vm_new(&cx->island->code, alloc);
	if (!made->vm) {
		alloc_free(alloc, made, sizeof *made);
		return NULL;
	}
	if (o->jit)
		vm_set_jit(made->vm, o->jit);
	ext_session_init(&made->session, alloc);
	ext_session_hooks(&made->session, &hooks);
	made->session.more = component_find;
	vm_fn_set_hooks(vm_fns(made->vm), &hooks);
	made->session.code = vm_fns(made->vm);
	/* Without memory for a folder the model may read less, which it is told. */
	for (const char *const *f = cx->folders; f && *f; f++)
		(void)allow_folder(&made->session, *f);
	made->o = *o;
	made->o.alloc = alloc;
	arena_init(&made->memory, alloc);
	made->model = cx->island->model;
	made->model.run = vm_run;
	made->model.why = why;
	if (maker_has_fmus(cx))
		made->model.accept = accept_step;
	made->model.where = vm_where;
	made->model.find_bad = vm_find_source;
	made->model.string = vm_string;
	made->model.new_text = vm_new_text;
	made->model.texts = vm_texts;
	made->model.keep_texts = vm_keep_texts;
	made->model.drop_texts = vm_drop_texts;
	made->model.table_range = table_range;
	made->model.flow = flow;
	made->model.shared = shared;
	made->model.components = &inside_components;
	made->model.session = &made->session;
	made->model.code = made->vm;
	start_team(made);
	return made;
}

void maker_free(Made *made)
{
	if (!made)
		return;
	vm_free(made->vm);
	team_free(made->team);
	ext_session_free(&made->session);
	arena_free(&made->memory);
	alloc_free(made->o.alloc, made, sizeof *made);
}

/* Dots separate the levels of the engine's own hierarchy. */
static const char *name_in_engine(Arena *keep, const char *name)
{
	char *copy = arena_strdup(keep, name);

	for (char *c = copy; c && *c; c++)
		if (*c == '.')
			*c = '_';
	return copy;
}

SystemTable maker_system(const Compile *cx, Arena *keep)
{
	const System *s = &cx->system;
	SystemAtomic *component = NEW_ARRAY(keep, SystemAtomic, s->components.n);
	SystemCoupling *coupling = NEW_ARRAY(keep, SystemCoupling, s->couplings.n);
	SystemTable table = {.component = component,
						 .coupling = coupling,
						 .n_components = (int32_t)s->components.n,
						 .n_couplings = (int32_t)s->couplings.n};

	if (!component || !coupling)
		return (SystemTable){.n_components = -1};
	for (size_t i = 0; i < s->components.n; i++) {
		const Component *c = &s->components.at[i];

		if (c->kind == COMPONENT_FUNCTIONS || c->kind == COMPONENT_PART)
			return (SystemTable){0}; /* they have tables of their own */
		component[i] = (SystemAtomic){name_in_engine(keep, intern_text(&cx->names, c->name)),
									  c->atomic, c->params};
		if (!component[i].name)
			return (SystemTable){.n_components = -1};
	}
	for (size_t i = 0; i < s->couplings.n; i++) {
		const Coupling *c = &s->couplings.at[i];

		coupling[i] = (SystemCoupling){c->from.i, c->to.i, c->from_port, c->to_port};
	}
	return table;
}

Made *maker_of(const MdvProgram *p, const MakerOptions *o)
{
	MakerOptions shared = *o;
	Made *made;
	char why[256];

	shared.jit = p->jit;
	shared.n_threads = p->n_threads;
	made = maker_new(&p->cx, &shared);
	/* They were good when it was compiled; a folder that is gone since cannot be used. */
	for (const char *const *a = p->allow; made && a && *a; a++)
		(void)allow_give(&made->session, *a, why, sizeof why);
	return made;
}

/* --- for plants --- */

static const MdvModel *make(void *ctx, const MdvAlloc *alloc,
							void (*log)(void *user, const char *text), void *user)
{
	Made *made = maker_of(ctx, &(MakerOptions){.log = log, .user = user, .alloc = alloc});

	return made ? &made->model : NULL;
}

/* The VM knows whose it is. */
static void drop(void *ctx, const MdvModel *model)
{
	(void)ctx;
	maker_free(vm_fns(model->code)->hooks.ctx);
}

MdvModelSource maker_source(MdvProgram *p)
{
	return (MdvModelSource){.make = make, .drop = drop, .ctx = p};
}
