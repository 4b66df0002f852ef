/* SPDX-License-Identifier: MIT
   vm_fn_index.c — elements and parts of arrays, read and assigned (MLS 10.5), each subscript
   compared with the size. */
#include "vm/vm_fn.h"

#include <math.h>
#include <string.h>

bool vm_fn_index_fail(VmFn *vm, const VmFrame *f, uint32_t array, double sub, int32_t size)
{
	const char *name = f->fn->array[array].name;

	return vm_fn_fail(vm, MDV_RETRY, "the subscript %.17g is outside 1:%d%s%s%s", sub, size,
					  name ? " of '" : "", name ? name : "", name ? "'" : "");
}

/* -- elements ------------------------------------------------------------------------------- */

/* The element that the subscripts in n registers choose; NULL: failed. */
static double *element(VmFn *vm, const VmFrame *f, uint32_t array, const uint32_t sub[], uint32_t n)
{
	const VmArray *a = &f->a[array];
	size_t at = 0;

	for (uint32_t d = 0; d < n; d++) {
		double x = f->r[sub[d]];

		if (!(x >= 1 && x <= a->dim[d])) {
			vm_fn_index_fail(vm, f, array, x, a->dim[d]);
			return NULL;
		}
		at = at * (size_t)a->dim[d] + (size_t)x - 1;
	}
	return &a->at[at];
}

static bool load(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const uint32_t two[2] = {i->b, i->c}, *list = f->fn->list + i->c;
	const double *at =
		i->op == FN_LOAD2 ? element(vm, f, i->a, two, 2) : element(vm, f, i->a, list + 1, list[0]);

	if (at)
		f->r[i->dst] = *at;
	return at != NULL;
}

static bool store(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const uint32_t two[2] = {i->b, i->c}, *list = f->fn->list + i->c;
	double *at = i->op == FN_STORE2 ? element(vm, f, i->dst, two, 2)
									: element(vm, f, i->dst, list + 1, list[0]);

	if (at)
		*at = f->r[i->a];
	return at != NULL;
}

/* -- parts ---------------------------------------------------------------------------------- */

/* What one place of a list chooses in its dimension. */
typedef struct Choice {
	const double *sub; /* subscripts; NULL: all */
	int32_t n;         /* how many */
	int32_t k;         /* the one in turn, from 0 */
	size_t stride;     /* elements from one to the next */
} Choice;

typedef struct Pick {
	Choice choice[IR_MAX_RANK]; /* for each dimension */
	int rank;                   /* dimensions of the array */
	int32_t dim[IR_MAX_RANK];   /* sizes of the part */
	int n_dims;                 /* dimensions of the part */
} Pick;

static bool check_subscripts(VmFn *vm, const VmFrame *f, uint32_t array, const Choice *c,
							 int32_t size)
{
	for (int32_t k = 0; k < c->n; k++)
		if (!(c->sub[k] >= 1 && c->sub[k] <= size))
			return vm_fn_index_fail(vm, f, array, c->sub[k], size);
	return true;
}

static bool pick(VmFn *vm, const VmFrame *f, uint32_t array, const uint32_t *list, Pick *p)
{
	const VmArray *a = &f->a[array];
	size_t stride = 1;

	*p = (Pick){.rank = a->rank};
	for (int d = 0; d < a->rank; d++) {
		uint32_t mode = d < (int)list[0] ? list[1 + 2 * d] : IR_LIST_NONE, reg = 0;
		Choice *c = &p->choice[d];

		if (mode != IR_LIST_NONE)
			reg = list[2 + 2 * d];
		if (mode == IR_LIST_SCALAR)
			*c = (Choice){.sub = &f->r[reg], .n = 1};
		else if (mode == IR_LIST_ARRAY)
			*c = (Choice){.sub = f->a[reg].at, .n = f->a[reg].n};
		else
			*c = (Choice){.n = a->dim[d]};
		if (c->sub && !check_subscripts(vm, f, array, c, a->dim[d]))
			return false;
		if (mode != IR_LIST_SCALAR)
			p->dim[p->n_dims++] = c->n;
	}
	for (int d = a->rank - 1; d >= 0; d--) {
		p->choice[d].stride = stride;
		stride *= (size_t)a->dim[d];
	}
	return true;
}

/* The position of the element in turn; then the next one is in turn. */
static size_t next(Pick *p)
{
	size_t at = 0;

	for (int d = 0; d < p->rank; d++) {
		const Choice *c = &p->choice[d];

		at += c->stride * (c->sub ? (size_t)c->sub[c->k] - 1 : (size_t)c->k);
	}
	for (int d = p->rank - 1; d >= 0 && ++p->choice[d].k == p->choice[d].n; d--)
		p->choice[d].k = 0; /* the last dimension runs fastest */
	return at;
}

static bool slice(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	VmArray *dst = &f->a[i->dst];
	Pick p;

	if (!pick(vm, f, i->a, f->fn->list + i->c, &p) || !vm_fn_array_size(vm, dst, p.dim, p.n_dims))
		return false;
	for (int32_t k = 0; k < dst->n; k++)
		dst->at[k] = f->a[i->a].at[next(&p)];
	return true;
}

static bool put(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const VmArray *src = &f->a[i->a];
	VmArray chosen;
	Pick p;

	if (!pick(vm, f, i->dst, f->fn->list + i->c, &p))
		return false;
	chosen.rank = (uint8_t)p.n_dims;
	memcpy(chosen.dim, p.dim, sizeof p.dim);
	if (!vm_fn_array_same(&chosen, src))
		return vm_fn_fail_size(vm, "an assignment", &chosen, src);
	for (int32_t k = 0; k < src->n; k++)
		f->a[i->dst].at[next(&p)] = src->at[k];
	return true;
}

/* -- whole arrays --------------------------------------------------------------------------- */

/* A whole variable: only sizes declared as `:` may change (MLS 12.4.5). */
static bool assign(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	VmArray *dst = &f->a[i->dst], *src = &f->a[i->a];

	for (int d = 0; d < src->rank; d++)
		if (!(i->b >> d & 1) && src->dim[d] != dst->dim[d])
			return vm_fn_fail(vm, MDV_RETRY,
							  "'%s' has size %d in dimension %d; what is assigned has %d",
							  f->fn->array[i->dst].name, dst->dim[d], d + 1, src->dim[d]);
	return i->c ? vm_fn_array_take(vm, dst, src) : vm_fn_array_copy(vm, dst, src);
}

static bool check(VmFn *vm, const VmFrame *f, const IrInstr *i)
{
	const VmArray *a = &f->a[i->a];
	const char *name = f->fn->array[i->a].name;

	if (a->dim[i->b] == f->r[i->c])
		return true;
	return vm_fn_fail(vm, MDV_RETRY, "'%s' has size %d in dimension %u, not %.0f",
					  name ? name : "{…}", a->dim[i->b], i->b + 1, f->r[i->c]);
}

bool vm_fn_index_step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	switch (i->op) {
	case FN_LOAD2:
	case FN_LOAD: return load(vm, f, i);
	case FN_STORE2:
	case FN_STORE: return store(vm, f, i);
	case FN_SLICE: return slice(vm, f, i);
	case FN_PUT: return put(vm, f, i);
	case FN_COPY: return vm_fn_array_copy(vm, &f->a[i->dst], &f->a[i->a]);
	case FN_ASSIGN: return assign(vm, f, i);
	default: return check(vm, f, i);
	}
}
