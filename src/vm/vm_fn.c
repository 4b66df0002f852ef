/* SPDX-License-Identifier: MIT
   vm_fn.c — calls of functions from model code: the scalars of the model's frame become arguments,
   the results go back to it. Scalars of an array come row-major, those of a record field by field;
   inside, an array of records is one array per field: in both orders the scalars of one field come
   in the same order, so that walking the type once is enough. */
#include "vm/vm_fn.h"

#include <string.h>

#ifdef MDV_ARENA_DEBUG
#define WINDOWS 0 /* a memory checker sees each window for itself */
#else
#define WINDOWS 16384 /* bytes of windows that need no arena: those of some calls in each other */
#endif

/* -- the whole ------------------------------------------------------------------------------ */

VmFn *vm_fn_new(const IrModule *m, const MdvAlloc *alloc)
{
	const MdvAlloc *from = alloc ? alloc : &alloc_heap;
	VmFn *vm = alloc_new(from, sizeof *vm);

	if (!vm)
		return NULL;
	vm->shared.fns = (const void *const *)m->fns.at;
	vm->module = m;
	vm->alloc = from;
	vm->shared.turns = VM_STOP_TEST;
	vm->shared.turns_left = INFINITY;
	arena_init(&vm->stack, from);
	arena_init(&vm->pool, from);
	arena_init(&vm->keep, from);
	text_init(&vm->why, from);
	text_init(&vm->text, from);
	vm->strings.alloc = from;
	vm->external = NEW_ARRAY(&vm->keep, VmExtern *, m->fns.n + 1);
	vm->call = NEW_ARRAY(&vm->keep, VmCall *, m->calls.n + 1);
	vm->top = m->fns.n > 0 ? arena_alloc(&vm->keep, WINDOWS, _Alignof(max_align_t)) : NULL;
	vm->end = vm->top ? vm->top + WINDOWS : NULL;
	map_init(&vm->told, from);
	if (!vm->external || !vm->call) {
		vm_fn_free(vm);
		return NULL;
	}
	if (!vm_message_init(vm) || !vm_memo_init(vm)) {
		vm_fn_free(vm);
		return NULL;
	}
	for (size_t k = 0; k < m->strings.n; k++) {
		double handle = vm_string_handle(vm, m->strings.at[k]);

		if (handle < 0) {
			vm_fn_free(vm);
			return NULL;
		}
		if (handle != (double)k)
			BUG("two texts of a module are equal: \"%s\"", m->strings.at[k]);
	}
	return vm;
}

void vm_fn_free(VmFn *vm)
{
	const MdvAlloc *from;

	if (!vm)
		return;
	from = vm->alloc;
	vm_fn_end_objects(vm);
	vec_free(from, &vm->objects);
	vm_text_free(&vm->strings);
	text_free(&vm->text);
	text_free(&vm->why);
	map_free(&vm->told);
	vm_foreign_close(vm);
	arena_free(&vm->keep);
	arena_free(&vm->pool);
	arena_free(&vm->stack);
	alloc_free(from, vm, sizeof *vm);
}

const VmHooks *vm_fn_hooks(const VmFn *vm)
{
	return &vm->hooks;
}

void vm_fn_set_hooks(VmFn *vm, const VmHooks *hooks)
{
	vm->hooks = *hooks;
}

void vm_fn_set_bodies(VmFn *vm, MdvFunction *const body[])
{
	vm->body = body;
}

bool vm_fn_set_jit(VmFn *vm, Jit *jit)
{
	size_t n = vm->module->fns.n;

	if (vm->body || n == 0)
		return n == 0;
	vm->machine = NEW_ARRAY(&vm->keep, MdvFunction *, n);
	vm->n_runs = NEW_ARRAY(&vm->keep, uint8_t, n);
	vm->direct = NEW_ARRAY(&vm->keep, void *, n);
	if (!vm->machine || !vm->n_runs || !vm->direct)
		return false;
	vm->jit = jit;
	vm->body = vm->machine;
	return true;
}

MdvCode *vm_fn_shared(VmFn *vm)
{
	return &vm->shared;
}

bool vm_fn_table_range(const VmFn *vm, const MdvTableAsk *ask, MdvTableRange *out)
{
	const VmObject *o = ask->object >= 1 && ask->object <= (double)vm->objects.n
							? &vm->objects.at[(size_t)ask->object - 1]
							: NULL;

	return o && o->ptr && vm->hooks.table_range &&
		   vm->hooks.table_range(o->object, o->ptr, ask, out);
}

const char *vm_fn_why(const VmFn *vm)
{
	return text_str(&vm->why);
}

int32_t vm_fn_where(const VmFn *vm)
{
	return vm->source;
}

bool vm_fn_fail(VmFn *vm, MdvStatus status, const char *format, ...)
{
	va_list args;

	vm->status = status;
	vm->traced = false;
	vm->n_shown = 0;
	text_clear(&vm->why);
	va_start(args, format);
	text_vprintf(&vm->why, format, args);
	va_end(args);
	return false;
}

bool vm_fn_fail_size(VmFn *vm, const char *what, const VmArray *a, const VmArray *b)
{
	vm_fn_fail(vm, MDV_RETRY, "the sizes in %s differ: ", what);
	vm_fn_array_print(a, &vm->why);
	text_printf(&vm->why, " and ");
	vm_fn_array_print(b, &vm->why);
	return false;
}

static void end_one(void *arg)
{
	const VmObject *object = arg;

	((void (*)(void *))object->end)(object->ptr);
}

bool vm_fn_knows_objects(const VmFn *vm)
{
	for (size_t k = 0; k < vm->objects.n; k++)
		if (vm->objects.at[k].ptr && !vm->objects.at[k].object)
			return false;
	return true;
}

/* The last object made is the first one ended. A destructor that fails ends nothing else. */
void vm_fn_end_objects(VmFn *vm)
{
	char why[256];

	while (vm->objects.n > 0) {
		VmObject *object = &vm->objects.at[vm->objects.n - 1];
		double frame[1] = {(double)vm->objects.n};
		uint32_t in = 0;
		IrCall call = {.fn = object->destructor, .n_in = 1, .in = &in, .source = -1};

		if (object->ptr && object->destructor >= 0 && !object->is_plain)
			vm_fn_call(vm, &call, frame);
		/* Otherwise, or if the destructor failed, or forgot it: */
		if (object->ptr && object->end && vm->hooks.guard)
			(void)vm->hooks.guard(vm->hooks.external, end_one, object, why, sizeof why);
		vm->objects.n--;
	}
}

/* -- arguments ------------------------------------------------------------------------------ */

/* A walk over the types of all arguments, or all results. */
typedef struct Sides {
	VmFn *vm;             /* for failures */
	VmFrame *f;           /* the function called */
	const IrCall *call;   /* what the model says */
	double *frame;        /* of the model */
	const IrFnSide *side; /* in or out */
	int32_t node;         /* next node */
	int32_t leaf;         /* next leaf */
	int32_t n_dims;       /* sizes used */
	int32_t k;            /* next scalar of the call */
} Sides;

static bool bad_call(VmFn *vm, const IrFn *fn)
{
	return vm_fn_fail(vm, MDV_BAD_ARGUMENT, "a call of %s with other arguments than it has",
					  *fn->name ? fn->name : "an expression");
}

static bool wrong_count(VmFn *vm, const IrFn *fn)
{
	return vm_fn_fail(vm, MDV_RETRY, "the results of %s have other sizes than the model expects",
					  *fn->name ? fn->name : "an expression");
}

static bool check_sizes(VmFn *vm, const IrFn *fn, const IrFnLeaf *leaf, const int32_t dim[])
{
	for (int d = 0; d < leaf->rank; d++)
		if (leaf->dim[d] >= 0 && leaf->dim[d] != dim[d])
			return vm_fn_fail(vm, MDV_RETRY,
							  "the argument '%s' of %s has size %d in dimension %d, not %d",
							  leaf->name, fn->name, dim[d], d + 1, leaf->dim[d]);
	return true;
}

/* Gives the leaves of a node their sizes, those around it first. Recurses into fields: the depth is
   that of the type. */
static bool set_sizes(Sides *s, const int32_t around[], int rank)
{
	const IrFnNode *node = &s->side->node[s->node++];
	int32_t dim[IR_MAX_RANK];
	const IrFnLeaf *leaf;

	if (rank + node->rank > IR_MAX_RANK || s->n_dims + node->rank > s->call->n_dims)
		return bad_call(s->vm, s->f->fn);
	if (rank > 0)
		memcpy(dim, around, (size_t)rank * sizeof *dim);
	for (int d = 0; d < node->rank; d++)
		dim[rank++] = s->call->dim[s->n_dims++];
	for (int32_t i = 0; i < node->n_fields; i++)
		if (!set_sizes(s, dim, rank))
			return false;
	if (node->n_fields >= 0)
		return true;
	leaf = &s->side->leaf[s->leaf++];
	if (!check_sizes(s->vm, s->f->fn, leaf, dim))
		return false;
	if (rank == 0)
		return true;
	if (!vm_fn_array_size(s->vm, &s->f->a[leaf->reg], dim, rank))
		return false;
	s->f->a[leaf->reg].n = 0; /* counts what has been filled in */
	return true;
}

/* How often the fields of an array of records come: its sizes, as those of its first leaf have
   them behind the `rank` around it. */
static int32_t repeat(const Sides *s, const IrFnNode *node, int rank)
{
	int32_t n = 1;

	for (int d = 0; d < node->rank; d++)
		n *= s->f->a[s->side->leaf[s->leaf].reg].dim[rank + d];
	return n;
}

static bool copy_leaf(Sides *s, const IrFnNode *node, int rank, bool in)
{
	const IrFnLeaf *leaf = &s->side->leaf[s->leaf];
	const uint32_t *slot = in ? s->call->in : s->call->out;
	VmArray *a = leaf->rank > 0 ? &s->f->a[leaf->reg] : NULL;
	int32_t n = repeat(s, node, rank), count = in ? s->call->n_in : s->call->n_out;

	s->leaf++;
	if (s->k + n > count)
		return in ? bad_call(s->vm, s->f->fn) : wrong_count(s->vm, s->f->fn);
	for (int32_t i = 0; i < n; i++, s->k++) {
		double *at = a ? &a->at[a->n++] : &s->f->r[leaf->reg];

		if (in)
			*at = s->frame[slot[s->k]];
		else if (slot[s->k] != IR_NO_SLOT)
			s->frame[slot[s->k]] = *at;
	}
	return true;
}

/* The scalars of a node in the order of the call. */
static bool copy_node(Sides *s, int rank, bool in)
{
	int32_t first_node = s->node, first_leaf = s->leaf, n;
	const IrFnNode *node = &s->side->node[s->node++];

	if (node->n_fields < 0)
		return copy_leaf(s, node, rank, in);
	n = node->n_fields > 0 ? repeat(s, node, rank) : 0;
	for (int32_t i = 0; i < n; i++) {
		s->node = first_node + 1;
		s->leaf = first_leaf;
		for (int32_t f = 0; f < node->n_fields; f++)
			if (!copy_node(s, rank + node->rank, in))
				return false;
	}
	return true;
}

/* An array of records may have no elements: then nothing was walked over. */
static void skip_node(Sides *s, int32_t node, int32_t leaf)
{
	int32_t open = 1;

	s->node = node;
	s->leaf = leaf;
	while (open > 0) {
		const IrFnNode *n = &s->side->node[s->node++];

		open += n->n_fields < 0 ? -1 : n->n_fields - 1;
		s->leaf += n->n_fields < 0;
	}
}

static bool copy_side(Sides *s, bool in)
{
	for (int32_t i = 0; i < s->side->n_roots; i++) {
		int32_t node = s->node, leaf = s->leaf;

		if (!in && s->k == s->call->n_out)
			return true; /* the others are not wanted */
		if (!copy_node(s, 0, in))
			return false;
		skip_node(s, node, leaf);
	}
	return true;
}

/* Without arrays of records, leaf by leaf. */
static bool gather_plain(VmFn *vm, VmFrame *f, const IrCall *call, const double frame[])
{
	const IrFnSide *side = &f->fn->in;
	const uint32_t *in = call->in, *end = in + call->n_in;
	int32_t n_dims = 0;

	for (const IrFnLeaf *leaf = side->leaf; leaf < side->leaf + side->n; leaf++) {
		VmArray *a = &f->a[leaf->reg];

		if (leaf->rank == 0) {
			if (in == end)
				return bad_call(vm, f->fn);
			f->r[leaf->reg] = frame[*in++];
			continue;
		}
		if (n_dims + leaf->rank > call->n_dims)
			return bad_call(vm, f->fn);
		if (!check_sizes(vm, f->fn, leaf, call->dim + n_dims) ||
			!vm_fn_array_size(vm, a, call->dim + n_dims, leaf->rank))
			return false;
		n_dims += leaf->rank;
		if (a->n > end - in)
			return bad_call(vm, f->fn);
		for (int32_t k = 0; k < a->n; k++)
			a->at[k] = frame[*in++];
	}
	return (in == end && n_dims == call->n_dims) || bad_call(vm, f->fn);
}

static bool gather(VmFn *vm, VmFrame *f, const IrCall *call, double frame[])
{
	const IrFnSide *side = &f->fn->in;
	Sides s = {.vm = vm, .f = f, .call = call, .frame = frame, .side = side};

	if (side->plain)
		return gather_plain(vm, f, call, frame);
	for (int32_t i = 0; i < side->n_roots; i++)
		if (!set_sizes(&s, NULL, 0))
			return false;
	s.node = s.leaf = 0;
	if (!copy_side(&s, true))
		return false;
	return (s.k == call->n_in && s.n_dims == call->n_dims) || bad_call(vm, f->fn);
}

/* Results whose size is known only now must have as many elements as the model has places; those
   behind the last place are not wanted. */
static bool scatter_plain(VmFn *vm, const VmFrame *f, const IrCall *call, double frame[])
{
	const IrFnSide *side = &f->fn->out;
	const uint32_t *out = call->out, *end = out + call->n_out;

	for (const IrFnLeaf *leaf = side->leaf; leaf < side->leaf + side->n && out < end; leaf++) {
		const VmArray *a = &f->a[leaf->reg];
		const double *from = leaf->rank > 0 ? a->at : &f->r[leaf->reg];
		int32_t n = leaf->rank > 0 ? a->n : 1;

		if (!vm_fn_run_given(vm, f, leaf))
			return false;
		if (n > end - out)
			return wrong_count(vm, f->fn);
		for (int32_t k = 0; k < n; k++, out++)
			if (*out != IR_NO_SLOT)
				frame[*out] = from[k];
	}
	return out == end || wrong_count(vm, f->fn);
}

static bool scatter(VmFn *vm, VmFrame *f, const IrCall *call, double frame[])
{
	const IrFnSide *side = &f->fn->out;
	Sides s = {.vm = vm, .f = f, .call = call, .frame = frame, .side = side};

	if (side->plain)
		return scatter_plain(vm, f, call, frame);
	for (int32_t k = 0; k < side->n; k++) {
		if (!vm_fn_run_given(vm, f, &side->leaf[k]))
			return false;
		if (side->leaf[k].rank > 0)
			f->a[side->leaf[k].reg].n = 0; /* counts what has been taken */
	}
	if (!copy_side(&s, false))
		return false;
	return s.k == call->n_out || wrong_count(vm, f->fn);
}

/* -- the call ------------------------------------------------------------------------------- */

void vm_fn_empty_pool(VmFn *vm)
{
	arena_release(&vm->pool, (ArenaMark){0});
	memset(vm->unused, 0, sizeof vm->unused);
	vm->shared.pool_used = false;
}

/* NULL: it is not simple, or one of our own. */
static inline const VmCall *ready_call(VmFn *vm, const IrCall *call)
{
	size_t number = (size_t)(call - vm->module->calls.at);
	const VmCall *c;

	if (call < vm->module->calls.at || number >= vm->module->calls.n)
		return NULL;
	c = vm->call[number];
	if (!c)
		c = vm_call_make(vm, number);
	return c && !c->slow ? c : NULL;
}

/* Results that are known, to where the model wants them. */
static bool recall(VmMemo *memo, const IrFn *fn, const IrCall *call, double frame[], double **out)
{
	double in[VM_MEMO_IN];

	for (int32_t k = 0; k < fn->in.n; k++)
		in[k] = frame[call->in[k]];
	if (!vm_memo_find(memo, fn, in, out))
		return false;
	for (int32_t k = 0; k < call->n_out; k++)
		if (call->out[k] != IR_NO_SLOT)
			frame[call->out[k]] = (*out)[k];
	return true;
}

MdvStatus vm_fn_call(VmFn *vm, const IrCall *call, double frame[])
{
	const IrFn *fn = vm->module->fns.at[call->fn];
	const VmCall *ready = ready_call(vm, call);
	VmMemo *memo = ready ? vm_memo_of(vm, fn) : NULL;
	double *known;
	VmFrame f;
	bool ok;

	vm->source = call->source;
	if (memo && recall(memo, fn, call, frame, &known))
		return MDV_OK;
	if (!vm_fn_run_enter(vm, fn, NULL, &f))
		return vm->status;
	if (ready) {
		vm_call_give(ready, &f, frame);
		ok = vm_fn_run(vm, &f);
		if (ok)
			vm_call_take(ready, &f, frame);
		if (ok && memo)
			vm_memo_keep(memo, &f, known);
	} else {
		ok = gather(vm, &f, call, frame) && vm_fn_run(vm, &f) && scatter(vm, &f, call, frame);
	}
	vm_fn_run_leave(vm, &f);
	if (vm->shared.pool_used && vm->shared.depth == 0)
		vm_fn_empty_pool(vm);
	return ok ? MDV_OK : vm->status;
}
