/* SPDX-License-Identifier: MIT
   interp_fn.c — calls of functions (MLS 12.4): a frame with a slot per variable. Inputs share what
   they are given; outputs and protected variables get sizes and values in the order of their
   dependence (12.4.4); results are copied to the caller, then the frame goes. Calls nest on the C
   stack, at most INTERP_MAX_CALLS deep. */
#include "compiler/eval/interp.h"

#include <string.h>

static const char *fn_name(const Interp *in, const FlatFn *fn)
{
	return intern_text(in->m->names, fn->name);
}

/* -- order of initialisation ---------------------------------------------------------------- */

/* Notes that local i uses the locals in e. Iterative; small, as written in the source. */
static void note_uses(Interp *in, CsrBuilder *b, int32_t i, const Expr *e)
{
	size_t floor = in->task.n;

	if (!e || !(e->flags & XF_LOCAL))
		return;
	vec_push(arena_allocator(in->hold), &in->task, ((Task){.e = e}));
	while (in->task.n > floor) {
		e = in->task.at[--in->task.n].e;
		interp_work(in, 8);
		if (e->op == EX_LOCAL)
			csr_add(b, i, (int32_t)e->aux);
		for (uint32_t k = 0; k < e->n; k++)
			if (e->arg[k]->flags & XF_LOCAL)
				vec_push(arena_allocator(in->hold), &in->task, ((Task){.e = e->arg[k]}));
	}
}

/* All locals, what is used before what uses it. Where they use each other the order is that of
   declaration, and the use of what has no value is found when it happens. */
static const int32_t *plan_of(Interp *in, uint32_t id, const FlatBody *body)
{
	const int32_t *known = map_find_ptr(&in->plan, id);
	ArenaMark mark;
	CsrBuilder b;
	Csr uses;
	Scc order;

	if (known)
		return known;
	mark = arena_mark(in->temp);
	csr_begin(&b, in->temp, body->n_locals, body->n_locals);
	for (int32_t i = 0; i < body->n_locals; i++) {
		const FlatLocal *l = &body->local[i];

		note_uses(in, &b, i, l->init);
		for (int d = 0; l->dim && d < l->type->rank; d++)
			note_uses(in, &b, i, l->dim[d]);
	}
	csr_finish(&b, in->hold, &uses);
	scc_find(&uses, in->hold, in->temp, &order);
	arena_release(in->temp, mark);
	map_put(&in->plan, id, map_key(order.node));
	return order.node;
}

/* -- variables ------------------------------------------------------------------------------ */

/* The size declared for a dimension; DIM_OPEN: not given. */
static int32_t declared_size(Interp *in, const FlatLocal *l, int d)
{
	int64_t n;

	if (l->type->dim[d] != DIM_OPEN || !l->dim || !l->dim[d])
		return l->type->dim[d];
	n = interp_run_integer(in, l->dim[d]);
	if (n < 0 || n > INT32_MAX)
		interp_fail(in, "the size of '%s' is %lld", intern_text(in->m->names, l->name),
					(long long)n);
	return (int32_t)n;
}

static void check_input(Interp *in, const FlatLocal *l, const Value *v)
{
	if (v->rank != l->type->rank)
		BUG("an argument of %u dimensions for one of %d", v->rank, l->type->rank);
	for (int d = 0; d < l->type->rank; d++) {
		int32_t n = declared_size(in, l, d);

		if (n != DIM_OPEN && n != v->dim[d])
			interp_fail(in, "the argument '%s' has size %d in dimension %d, not %d",
						intern_text(in->m->names, l->name), v->dim[d], d + 1, n);
	}
}

static void init_local(Interp *in, const FlatLocal *l, Slot *s)
{
	ArenaMark mark = arena_mark(in->temp);
	int32_t dim[UINT8_MAX];

	for (int d = 0; d < l->type->rank; d++)
		dim[d] = declared_size(in, l, d);
	s->v = interp_value_zero(in, in->slots, l->type, dim);
	s->set = s->v.n == 0;
	if (l->init) {
		Value v = interp_run(in, l->init);

		for (int d = 0; d < l->type->rank; d++)
			if (dim[d] != DIM_OPEN && dim[d] != v.dim[d])
				interp_fail(in, "the value of '%s' has size %d in dimension %d, not %d",
							intern_text(in->m->names, l->name), v.dim[d], d + 1, dim[d]);
		interp_value_store(in->slots, &s->v, &v);
		s->set = true;
	}
	arena_release(in->temp, mark);
}

static void init_locals(Interp *in, uint32_t id)
{
	const FlatBody *body = &in->frame->fn.body;
	const int32_t *order = plan_of(in, id, body);

	for (int32_t k = 0; k < body->n_locals; k++) {
		const FlatLocal *l = &body->local[order[k]];
		Slot *s = &in->frame->slot[order[k]];

		if (l->kind == LO_INPUT)
			check_input(in, l, &s->v);
		else if (l->kind != LO_ITERATOR)
			init_local(in, l, s);
	}
}

/* -- calls ---------------------------------------------------------------------------------- */

static void check_call(Interp *in, const FlatFn *fn, const Expr *e)
{
	if (fn->purity == PU_IMPURE)
		interp_fail(in, "the function '%s' is impure: it is called during simulation only",
					fn_name(in, fn));
	if (!fn->body.local && !fn->external && (e->n > 0 || fn->body.n_stmt == 0))
		interp_fail(in, "the function '%s' needs its own value", fn_name(in, fn));
	if (e->n != (uint32_t)fn->n_in)
		BUG("a call of %s with %u arguments, not %d", fn_name(in, fn), e->n, fn->n_in);
	if (in->calls >= INTERP_MAX_CALLS || guard_is_deep())
		interp_fail(in, "functions call each other more than %d deep", in->calls);
}

static Value output(Interp *in, const Slot *s)
{
	return s->set ? interp_value_copy(in, &s->v) : (Value){0};
}

/* The first result, or all of them as a tuple; copied out of the frame. */
static Value results(Interp *in, const Expr *e, const Frame *f)
{
	const Slot *out = f->slot + f->fn.n_in;
	Value v = {.elem = e->type, .n = 1};

	if (e->type->kind == TY_TUPLE) {
		v.one.part = NEW_ARRAY(in->temp, Value, f->fn.n_out);
		for (int32_t k = 0; k < f->fn.n_out; k++)
			v.one.part[k] = output(in, &out[k]);
		return v;
	}
	if (f->fn.n_out == 0)
		return v;
	v = output(in, out);
	if (!v.elem)
		interp_fail(in, "the function gave '%s' no value",
					intern_text(in->m->names, f->fn.body.local[f->fn.n_in].name));
	return v;
}

Value interp_fn_call(Interp *in, const Expr *e, uint32_t base)
{
	ArenaMark temp = arena_mark(in->temp), slots = arena_mark(in->slots);
	Frame *f = NEW(in->slots, Frame);
	Value v;

	f->fn = in->m->fns.at[e->aux];
	if (interp_file_is_resource(in, &f->fn) && e->n == 1) {
		arena_release(in->slots, slots);
		return interp_file_resource(in, &in->value.at[base]);
	}
	check_call(in, &f->fn, e);
	f->n_slots = (uint32_t)f->fn.body.n_locals;
	f->slot = NEW_ARRAY(in->slots, Slot, f->n_slots);
	for (uint32_t i = 0; i < e->n; i++)
		f->slot[i] = (Slot){in->value.at[base + i], true};
	f->caller = in->frame;
	in->frame = f;
	in->calls++;
	init_locals(in, e->aux);
	if (f->fn.external)
		interp_extern_call(in, f);
	else
		interp_stmt_run(in, f->fn.body.stmt, f->fn.body.n_stmt);
	/* Results lie in the frame: what the call left in `temp` may go first. */
	arena_release(in->temp, temp);
	v = results(in, e, f);
	in->calls--;
	in->frame = f->caller;
	arena_release(in->slots, slots);
	return v;
}
