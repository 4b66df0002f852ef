/* SPDX-License-Identifier: MIT
   vm_call.c — calls from model code, made ready: where scalars of the model's frame lie together as
   those of the function do, they are copied together, and a vector of them stays where it is.
   Functions of atomic DEVS models are called so: their state comes and goes as one. */
#include "vm/vm_fn.h"

#include <string.h>

typedef struct Ready {
	VmFn *vm;          /* whose memory holds it */
	const IrCall *c;   /* the call */
	VmRun *in, *array; /* as in VmCall */
	VmRun *out;        /* likewise */
	VmCall made;       /* so far */
} Ready;

static void add_scalar(VmRun *run, int32_t *n, uint32_t reg, uint32_t slot)
{
	VmRun *last = *n > 0 ? &run[*n - 1] : NULL;

	if (last && last->reg + last->n == reg && last->slot + last->n == slot)
		last->n++;
	else
		run[(*n)++] = (VmRun){reg, slot, 1};
}

/* A vector of any size whose elements are slots in a row. */
static bool add_vector(Ready *r, const IrFnLeaf *leaf, int32_t dim, int32_t first)
{
	const uint32_t *slot = r->c->in + first;

	if (leaf->rank != 1 || leaf->dim[0] >= 0 || dim < 1 || first + dim > r->c->n_in)
		return false;
	for (int32_t k = 1; k < dim; k++)
		if (slot[k] != slot[0] + (uint32_t)k)
			return false;
	r->array[r->made.n_arrays++] = (VmRun){leaf->reg, slot[0], (uint32_t)dim};
	return true;
}

static bool add_inputs(Ready *r, const IrFnSide *side)
{
	int32_t k = 0, d = 0;

	for (int32_t i = 0; i < side->n; i++) {
		const IrFnLeaf *leaf = &side->leaf[i];

		if (leaf->rank == 0) {
			if (k >= r->c->n_in)
				return false;
			add_scalar(r->in, &r->made.n_in, leaf->reg, r->c->in[k++]);
			continue;
		}
		if (d >= r->c->n_dims || !add_vector(r, leaf, r->c->dim[d], k))
			return false;
		k += r->c->dim[d++];
	}
	return k == r->c->n_in && d == r->c->n_dims;
}

/* Results that nobody wants stay; those that may have no value are looked at one by one. */
static bool add_outputs(Ready *r, const IrFnSide *side)
{
	for (int32_t i = 0; i < side->n; i++) {
		const IrFnLeaf *leaf = &side->leaf[i];

		if (leaf->rank > 0 || leaf->flag != IR_NO_SLOT)
			return false;
		if (i < r->c->n_out && r->c->out[i] != IR_NO_SLOT)
			add_scalar(r->out, &r->made.n_out, leaf->reg, r->c->out[i]);
	}
	return r->c->n_out <= side->n;
}

static VmCall *make(VmFn *vm, const IrCall *call)
{
	const IrFn *fn = vm->module->fns.at[call->fn];
	Ready r = {.vm = vm, .c = call};
	VmCall *done = NEW(&vm->keep, VmCall);

	r.in = NEW_ARRAY(&vm->keep, VmRun, (size_t)fn->in.n + 1);
	r.array = NEW_ARRAY(&vm->keep, VmRun, (size_t)fn->in.n + 1);
	r.out = NEW_ARRAY(&vm->keep, VmRun, (size_t)fn->out.n + 1);
	if (!done || !r.in || !r.array || !r.out)
		return NULL;
	r.made.slow =
		!fn->in.plain || !fn->out.plain || !add_inputs(&r, &fn->in) || !add_outputs(&r, &fn->out);
	r.made.in = r.in;
	r.made.array = r.array;
	r.made.out = r.out;
	*done = r.made;
	return done;
}

const VmCall *vm_call_make(VmFn *vm, size_t number)
{
	return vm->call[number] = make(vm, &vm->module->calls.at[number]);
}

void vm_call_give(const VmCall *c, VmFrame *f, double frame[])
{
	for (int32_t i = 0; i < c->n_in; i++)
		vm_copy(&f->r[c->in[i].reg], &frame[c->in[i].slot], c->in[i].n);
	for (int32_t i = 0; i < c->n_arrays; i++) {
		VmArray *a = &f->a[c->array[i].reg];

		a->at = &frame[c->array[i].slot];
		a->n = a->dim[0] = (int32_t)c->array[i].n;
		a->rank = 1;
		a->cap = a->own = 0;
	}
}

void vm_call_take(const VmCall *c, const VmFrame *f, double frame[])
{
	for (int32_t i = 0; i < c->n_out; i++)
		vm_copy(&frame[c->out[i].slot], &f->r[c->out[i].reg], c->out[i].n);
}
