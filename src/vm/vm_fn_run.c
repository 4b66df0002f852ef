/* SPDX-License-Identifier: MIT
   vm_fn_run.c — the instructions of a function. Scalars, control and single elements are done here,
   the rest by groups in other files. Calls nest on the C stack, at most VM_MAX_DEPTH deep; what an
   error message says of the calls is collected where the failure is. */
#include "vm/vm_fn.h"

#include <math.h>
#include <string.h>

#define CALLS_SHOWN 4            /* functions named in a message */
#define TOLD_PLACE  (1ULL << 63) /* in VmFn.told: a place, not a variable */

/* Loops and calls without end: whoever waits may say that it is enough. */
bool vm_fn_run_look(VmFn *vm)
{
	vm->shared.turns = VM_STOP_TEST;
	vm->shared.turns_left -= VM_STOP_TEST;
	if (vm->shared.turns_left < 0)
		return vm_fn_fail(vm, MDV_FAILED,
						  "it does not end: so many turns of loops and calls are not allowed "
						  "(--max-calls)");
	if (vm->hooks.stop && *vm->hooks.stop)
		return vm_fn_fail(vm, MDV_STOPPED, "stopped on request");
	if (vm->hooks.deadline > 0 && clock_seconds() > vm->hooks.deadline)
		return vm_fn_fail(vm, MDV_TIMED_OUT, "%s", mdv_status_text(MDV_TIMED_OUT));
	return true;
}

/* -- frames --------------------------------------------------------------------------------- */

/* Windows of some calls in each other have their room; others come from an arena. */
static char *take_window(VmFn *vm, size_t bytes, VmFrame *f)
{
	bytes = (bytes + 15) & ~(size_t)15;
	if (bytes <= (size_t)(vm->end - vm->top)) {
		f->top = vm->top;
		vm->top += bytes;
		return f->top;
	}
	f->top = NULL;
	f->mark = arena_mark(&vm->stack);
	return arena_alloc(&vm->stack, bytes, _Alignof(max_align_t));
}

static inline bool begin(VmFn *vm, const IrFn *fn)
{
	if (vm->shared.depth >= VM_MAX_DEPTH || (vm->shared.depth % 8 == 7 && guard_is_deep()))
		return vm_fn_fail(vm, MDV_RETRY, "functions call each other more than %d deep: %s",
						  (int)vm->shared.depth, fn->name);
	if (--vm->shared.turns == 0 && !vm_fn_run_look(vm))
		return false;
	vm->shared.depth++;
	return true;
}

bool vm_fn_run_begin(VmFn *vm, const IrFn *fn)
{
	return begin(vm, fn);
}

void vm_fn_run_finish(VmFn *vm, const IrFn *fn, VmArray a[])
{
	for (uint32_t k = 0; k < fn->n_arrays; k++)
		vm_fn_array_drop(vm, &a[k]);
	if (--vm->shared.depth == 0 && vm->shared.pool_used)
		vm_fn_empty_pool(vm);
}

bool vm_fn_run_enter(VmFn *vm, const IrFn *fn, const VmFrame *caller, VmFrame *f)
{
	size_t arrays = fn->n_arrays * sizeof(VmArray);
	char *memory;

	if (!begin(vm, fn))
		return false;
	memory = take_window(vm, arrays + fn->n_window * sizeof(double), f);
	if (!memory) {
		vm->shared.depth--;
		return vm_fn_fail(vm, MDV_NO_MEMORY, "out of memory");
	}
	f->fn = fn;
	f->caller = caller;
	f->at = 0;
	f->a = (VmArray *)(void *)memory;
	f->r = (double *)(void *)(memory + arrays);
	vm_copy(f->r, fn->constant, fn->n_constants);
	for (uint32_t k = 0; k < fn->n_arrays; k++) {
		VmArray *a = &f->a[k];

		a->at = f->r + fn->array[k].at;
		a->cap = (int32_t)fn->array[k].room;
		a->n = 0;
		a->rank = a->own = 0;
	}
	return true;
}

void vm_fn_run_leave(VmFn *vm, VmFrame *f)
{
	for (uint32_t k = 0; k < f->fn->n_arrays; k++)
		vm_fn_array_drop(vm, &f->a[k]);
	if (f->top)
		vm->top = f->top;
	else
		arena_release(&vm->stack, f->mark);
	vm->shared.depth--;
}

/* " (in P.f, F.mo:12, called by P.g, F.mo:3)": one function more. */
void vm_fn_run_place(VmFn *vm, const IrFn *fn, uint32_t at)
{
	const IrFnPlace *place = ir_fn_place(fn, at);
	bool ours = *fn->name == '$'; /* made by the compiler, of an algorithm or for a check */

	vm->traced = true;
	if (!*fn->name || (ours && !place) || vm->n_shown > CALLS_SHOWN)
		return;
	if (vm->n_shown > 0 && vm->why.n > 0)
		vm->why.n--; /* the bracket at its end, if there was memory for it */
	if (vm->n_shown == CALLS_SHOWN)
		text_printf(&vm->why, " and others");
	else
		text_printf(&vm->why, "%s%s", vm->n_shown == 0 ? " (in " : ", called by ",
					ours ? "an algorithm" : fn->name);
	if (vm->n_shown < CALLS_SHOWN && place)
		text_printf(&vm->why, ", %s:%u", place->file, place->line);
	text_add_char(&vm->why, ')', 1);
	vm->n_shown++;
}

void vm_fn_run_trace(VmFn *vm, const VmFrame *f)
{
	for (; f; f = f->caller)
		vm_fn_run_place(vm, f->fn, f->at);
	vm->traced = true;
}

/* -- calls ---------------------------------------------------------------------------------- */

static bool check_sizes(VmFn *vm, const IrFn *fn, const IrFnLeaf *leaf, const VmArray *a)
{
	for (int d = 0; d < leaf->rank; d++)
		if (leaf->dim[d] >= 0 && leaf->dim[d] != a->dim[d])
			return vm_fn_fail(vm, MDV_RETRY,
							  "the argument '%s' of %s has size %d in dimension %d, not %d",
							  leaf->name, fn->name, a->dim[d], d + 1, leaf->dim[d]);
	return true;
}

/* Inputs share the caller's arrays: no function writes to its inputs. */
static bool give(VmFn *vm, const VmFrame *f, VmFrame *g, const uint32_t pair[])
{
	for (int32_t k = 0; k < g->fn->in.n; k++) {
		const IrFnLeaf *leaf = &g->fn->in.leaf[k];
		uint32_t from = pair[2 * k + 1];

		if (leaf->rank == 0) {
			g->r[leaf->reg] = f->r[from];
			continue;
		}
		g->a[leaf->reg] = f->a[from];
		g->a[leaf->reg].own = 0;
		g->a[leaf->reg].cap = 0;
		if (!check_sizes(vm, g->fn, leaf, &f->a[from]))
			return false;
	}
	return true;
}

bool vm_fn_run_given(VmFn *vm, const VmFrame *f, const IrFnLeaf *leaf)
{
	if (leaf->flag == IR_NO_SLOT || f->r[leaf->flag] != 0 ||
		(leaf->rank > 0 && f->a[leaf->reg].n == 0))
		return true;
	return vm_fn_fail(vm, MDV_RETRY, "the function %s gave '%s' no value", f->fn->name, leaf->name);
}

static bool take(VmFn *vm, VmFrame *f, VmFrame *g, const uint32_t pair[])
{
	for (int32_t k = 0; k < g->fn->out.n; k++) {
		const IrFnLeaf *leaf = &g->fn->out.leaf[k];
		uint32_t to = pair[2 * k + 1];

		if (pair[2 * k] == IR_LIST_NONE)
			continue;
		if (!vm_fn_run_given(vm, g, leaf))
			return false;
		if (leaf->rank == 0)
			f->r[to] = g->r[leaf->reg];
		else if (!vm_fn_array_take(vm, &f->a[to], &g->a[leaf->reg]))
			return false;
	}
	return true;
}

/* Results that are known, to where the caller wants them. */
static bool recall(VmMemo *memo, VmFrame *f, const IrFn *fn, const uint32_t pair[], double **out)
{
	double in[VM_MEMO_IN];

	for (int32_t k = 0; k < fn->in.n; k++)
		in[k] = f->r[pair[2 * k + 1]];
	if (!vm_memo_find(memo, fn, in, out))
		return false;
	pair += 2 * fn->in.n;
	for (int32_t k = 0; k < fn->out.n; k++)
		if (pair[2 * k] != IR_LIST_NONE)
			f->r[pair[2 * k + 1]] = (*out)[k];
	return true;
}

static bool call(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const IrFn *fn = vm->module->fns.at[i->dst];
	const uint32_t *pair = f->fn->list + i->c + 1;
	VmMemo *memo = vm_memo_of(vm, fn);
	double *known;
	VmFrame g;
	bool ok;

	f->at = (uint32_t)(i - f->fn->code);
	if (memo && recall(memo, f, fn, pair, &known))
		return true;
	if (!vm_fn_run_enter(vm, fn, f, &g))
		return false;
	ok = give(vm, f, &g, pair) && vm_fn_run(vm, &g);
	if (ok && memo)
		vm_memo_keep(memo, &g, known);
	ok = ok && take(vm, f, &g, pair + 2 * fn->in.n);
	vm_fn_run_leave(vm, &g);
	return ok;
}

/* -- what can fail -------------------------------------------------------------------------- */

/* A warning is told once for each place: how often a function is called is the solver's affair. */
static bool assertion(VmFn *vm, const IrFn *fn, const IrInstr *i, const double r[])
{
	const char *text = vm_string_text(vm, r[i->b]);
	uint64_t place = TOLD_PLACE | (uint64_t)fn->number << 32 | (uint64_t)(i - fn->code);

	if (r[i->a] != 1) /* AssertionLevel.error */
		return vm_fn_fail(vm, MDV_RETRY, "assertion failed: %s", text);
	if (!vm->hooks.warn || map_find(&vm->told, place))
		return true;
	map_put(&vm->told, place, 1);
	vm->hooks.warn(vm->hooks.ctx, text);
	return true;
}

/* Once for each variable. */
static void warn_of_need(VmFn *vm, const IrFn *fn, const IrInstr *i)
{
	const IrFnPlace *place = ir_fn_place(fn, (uint32_t)(i - fn->code));
	uint64_t variable = (uint64_t)fn->number << 32 | i->b;

	if (map_find(&vm->told, variable))
		return;
	map_put(&vm->told, variable, 1);
	text_clear(&vm->text);
	text_printf(&vm->text, "'%s' is used in %s before it has a value: it is 0 then",
				vm->module->strings.at[i->b], fn->name);
	if (place)
		text_printf(&vm->text, " (%s:%u)", place->file, place->line);
	vm->hooks.warn(vm->hooks.ctx, text_str(&vm->text));
}

/* Where nobody would hear a warning, as while a model is compiled, there is no value. */
static bool need(VmFn *vm, const VmFrame *f, const IrInstr *i)
{
	if (f->r[i->a] != 0 || (i->c > 0 && f->a[i->c - 1].n == 0))
		return true;
	if (i->dst == 0 || !vm->hooks.warn)
		return vm_fn_fail(vm, MDV_RETRY, "'%s' is used before it has a value",
						  vm->module->strings.at[i->b]);
	warn_of_need(vm, f->fn, i);
	for (int32_t k = 0; i->c > 0 && k < f->a[i->c - 1].n; k++)
		if (isnan(f->a[i->c - 1].at[k])) /* others are zero already, or texts */
			f->a[i->c - 1].at[k] = 0;
	return true;
}

static bool to_enum(VmFn *vm, const IrInstr *i, double x, double *out)
{
	*out = x;
	if (x >= 1 && x <= i->b)
		return true;
	return vm_fn_fail(vm, MDV_RETRY, "%.0f is not the number of a literal of %s", x,
					  vm->module->strings.at[i->c]);
}

/* All that is neither arithmetic nor a jump. */
static bool step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	double *r = f->r;

	switch (i->op) {
	case FN_CALL: return call(vm, f, i);
	case FN_EXTERN: return vm_extern_call(vm, f);
	case FN_MESSAGE: return vm_message_step(vm, f, i);
	case FN_ASSERT: return assertion(vm, f->fn, i, r);
	case FN_STOP: return vm_fn_fail(vm, MDV_STOPPED, "terminate: %s", vm_string_text(vm, r[i->a]));
	case FN_REFUSE: return vm_fn_fail(vm, MDV_FAILED, "%s", vm->module->strings.at[i->dst]);
	case FN_NEED: return need(vm, f, i);
	case FN_MOVES: vm_copy(&r[i->dst], &r[i->a], i->b); return true;
	case FN_COUNT: return vm_fn_map_count(vm, r[i->a], r[i->b], r[i->c], &r[i->dst]);
	case FN_ENUM: return to_enum(vm, i, r[i->a], &r[i->dst]);
	default: break;
	}
	if (i->op < IR_UNLESS)
		return vm_fn_map_scalar(vm, i->op, r[i->a], r[i->b], &r[i->dst]);
	if (i->op <= FN_FORMAT)
		return vm_string_step(vm, f, i);
	if (i->op <= FN_SEMI)
		return vm_fn_map_step(vm, f, i);
	if (i->op <= FN_CHECK)
		return vm_fn_index_step(vm, f, i);
	return i->op <= FN_MATRIX ? vm_fn_array_step(vm, f, i) : vm_fn_matrix_step(vm, f, i);
}

/* -- the loop ------------------------------------------------------------------------------- */

/* Element x of a vector, from 1; x is a whole number or it is outside. */
static inline bool inside(double x, int32_t size)
{
	return x >= 1 && x <= size;
}

/* For functions as C: what they do not do themselves. */
bool vm_fn_run_step(VmFn *vm, VmFrame *f, uint32_t at)
{
	const IrInstr *i = &f->fn->code[at];
	const VmArray *load = &f->a[i->a], *store = &f->a[i->dst];
	double *r = f->r;
	bool ok;

	switch (i->op) {
	case FN_LOOP: ok = --vm->shared.turns > 0 || vm_fn_run_look(vm); break;
	case FN_LOAD1:
		ok = inside(r[i->b], load->dim[0]) || vm_fn_index_fail(vm, f, i->a, r[i->b], load->dim[0]);
		if (ok)
			r[i->dst] = load->at[(int32_t)r[i->b] - 1];
		break;
	case FN_STORE1:
		ok = inside(r[i->b], store->dim[0]) ||
			 vm_fn_index_fail(vm, f, i->dst, r[i->b], store->dim[0]);
		if (ok)
			store->at[(int32_t)r[i->b] - 1] = r[i->a];
		break;
	default: ok = step(vm, f, i); break;
	}
	f->at = at;
	if (!ok && !vm->traced)
		vm_fn_run_trace(vm, f);
	return ok;
}

/* Operations of a value, in the words of ops.h. */
#define A r[i->a]
#define B r[i->b]
#define C r[i->c]
#define CASE(op, name, n, value, ...) \
	case op:                          \
		r[i->dst] = value;            \
		continue;
#define CHECKED(op, name, n, value, domain, ...) \
	case op:                                     \
		if (domain) {                            \
			r[i->dst] = value;                   \
			continue;                            \
		}                                        \
		vm_fn_map_undefined(vm, op, A, B);       \
		break;

/* The function as C or machine code; NULL: there is none. */
static MdvFunction *body_of(VmFn *vm, int32_t fn)
{
	if (!vm->body || vm->body[fn] || !vm->jit || vm->n_runs[fn] > VM_HOT)
		return vm->body ? vm->body[fn] : NULL;
	if (vm->n_runs[fn]++ == VM_HOT) {
		vm->machine[fn] = jit_function(vm->jit, fn);
		vm_fn_run_direct(vm, fn);
	}
	return vm->machine[fn];
}

void vm_fn_run_direct(VmFn *vm, int32_t fn)
{
	if (vm->jit && vm->machine[fn] && vm_memo_is_off(vm, fn))
		vm->direct[fn] = jit_direct(vm->jit, fn);
}

/* FN_NEXT: the instruction before the one to go on with. */
static inline const IrInstr *next_turn(const IrInstr code[], const IrInstr *i, double r[])
{
	double *turn = &r[i->a];

	if (turn[0] >= turn[1])
		return code + i->b - 1;
	r[i->dst] = turn[2] + turn[0] * turn[3];
	turn[0] += 1;
	return i;
}

bool vm_fn_run(VmFn *vm, VmFrame *f)
{
	const IrInstr *const code = f->fn->code, *i = code;
	double *const r = f->r;
	const VmArray *const a = f->a;
	MdvFunction *body = body_of(vm, f->fn->number);

	if (body)
		return body((MdvCode *)vm, (MdvFrame *)f, r, a);
	for (;; i++) {
		switch (i->op) {
			OPS_PLAIN(CASE)
			OPS_FUNCTIONS(OP_OF_FUNCTION, CASE)
			OPS_CHECKED(CHECKED)
		case IR_UNLESS:
			if (r[i->a] == 0)
				i = code + i->dst - 1;
			continue;
		case IR_JUMP: i = code + i->dst - 1; continue;
		case FN_LOOP:
			if (--vm->shared.turns == 0 && !vm_fn_run_look(vm))
				break;
			i = code + i->dst - 1;
			continue;
		case FN_NEXT: i = next_turn(code, i, r); continue;
		case FN_MOVES: vm_copy(&r[i->dst], &r[i->a], i->b); continue;
		case FN_RETURN: return true;
		case FN_LOAD1:
			if (inside(r[i->b], a[i->a].dim[0])) {
				r[i->dst] = a[i->a].at[(int32_t)r[i->b] - 1];
				continue;
			}
			vm_fn_index_fail(vm, f, i->a, r[i->b], a[i->a].dim[0]);
			break;
		case FN_STORE1:
			if (inside(r[i->b], a[i->dst].dim[0])) {
				a[i->dst].at[(int32_t)r[i->b] - 1] = r[i->a];
				continue;
			}
			vm_fn_index_fail(vm, f, i->dst, r[i->b], a[i->dst].dim[0]);
			break;
		case FN_MESSAGE:
			if (vm_message_step(vm, f, i))
				continue;
			break;
		case FN_CALL:
			if (call(vm, f, i))
				continue;
			break;
		default:
			if (step(vm, f, i))
				continue;
			break;
		}
		/* What failed deeper inside has told where already. */
		f->at = (uint32_t)(i - code);
		if (!vm->traced)
			vm_fn_run_trace(vm, f);
		return false;
	}
}

#undef CHECKED
#undef CASE
#undef C
#undef B
#undef A
