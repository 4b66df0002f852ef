/* SPDX-License-Identifier: MIT
   vm_fn_array.c — memory of arrays, and arrays made or reshaped (MLS 10.3, 10.4). An array lies in
   its window if it fits there, else in a buffer of the pool whose size is a power of two; a buffer
   that is too small is exchanged, so that assigning in a loop costs no memory. */
#include "vm/vm_fn.h"

#include <math.h>
#include <string.h>

#define LEAST_CLASS 4 /* buffers of 16 elements and more */

/* -- memory --------------------------------------------------------------------------------- */

void vm_fn_array_drop(VmFn *vm, VmArray *a)
{
	if (a->own == 0)
		return;
	memcpy(a->at, &vm->unused[a->own - 1], sizeof(double *));
	vm->unused[a->own - 1] = a->at;
	a->own = 0;
	a->cap = 0;
}

/* Room for n elements; those there are stay if `keep`. */
static bool reserve(VmFn *vm, VmArray *a, int64_t n, bool keep)
{
	uint8_t class = LEAST_CLASS;
	VmArray old = *a;

	if (n <= a->cap)
		return true;
	while (class < VM_CLASSES - 1 && (int64_t)1 << class < n)
		class ++;
	if (n > INT32_MAX)
		return vm_fn_fail(vm, MDV_RETRY, "an array of %lld elements is too large", (long long)n);
	a->at = vm->unused[class];
	if (a->at)
		memcpy(&vm->unused[class], a->at, sizeof(double *));
	else
		a->at = arena_alloc(&vm->pool, sizeof(double) << class, _Alignof(double));
	if (!a->at) {
		*a = old;
		return vm_fn_fail(vm, MDV_NO_MEMORY, "out of memory for an array of %lld elements",
						  (long long)n);
	}
	vm->shared.pool_used = true;
	a->own = class + 1;
	a->cap = class < 31 ? (int32_t)1 << class : INT32_MAX;
	if (keep && old.n > 0)
		memcpy(a->at, old.at, (size_t)old.n * sizeof *a->at);
	vm_fn_array_drop(vm, &old);
	return true;
}

static bool too_deep(VmFn *vm)
{
	return vm_fn_fail(vm, MDV_FAILED, "an array of more than %d dimensions is not supported",
					  IR_MAX_RANK);
}

bool vm_fn_array_size(VmFn *vm, VmArray *a, const int32_t dim[], int rank)
{
	int64_t n = 1;

	if (rank > IR_MAX_RANK)
		return too_deep(vm);
	for (int d = 0; d < rank; d++) {
		if (dim[d] < 0)
			return vm_fn_fail(vm, MDV_RETRY, "an array has the negative size %d", dim[d]);
		n *= dim[d];
		if (n > INT32_MAX)
			return vm_fn_fail(vm, MDV_RETRY, "an array of %lld elements is too large",
							  (long long)n);
	}
	if (!reserve(vm, a, n, false))
		return false;
	a->n = (int32_t)n;
	a->rank = (uint8_t)rank;
	for (int d = 0; d < rank; d++)
		a->dim[d] = dim[d];
	return true;
}

bool vm_fn_array_copy(VmFn *vm, VmArray *dst, const VmArray *src)
{
	if (dst == src)
		return true;
	if (!vm_fn_array_size(vm, dst, src->dim, src->rank))
		return false;
	if (src->n > 0)
		memcpy(dst->at, src->at, (size_t)src->n * sizeof *dst->at);
	return true;
}

bool vm_fn_array_take(VmFn *vm, VmArray *dst, VmArray *src)
{
	VmArray old = *dst;

	if (src->own == 0 || (dst->own == 0 && dst->cap > 0)) /* one lies in a window */
		return vm_fn_array_copy(vm, dst, src);
	*dst = *src;
	src->at = old.at;
	src->own = old.own;
	src->cap = old.cap;
	return true;
}

bool vm_fn_array_same(const VmArray *a, const VmArray *b)
{
	return a->rank == b->rank && memcmp(a->dim, b->dim, a->rank * sizeof *a->dim) == 0;
}

void vm_fn_array_print(const VmArray *a, Text *out)
{
	for (int d = 0; d < a->rank; d++)
		text_printf(out, "%s%d", d == 0 ? "[" : ", ", a->dim[d]);
	text_printf(out, a->rank > 0 ? "]" : "a scalar");
}

/* -- arrays made ---------------------------------------------------------------------------- */

/* A size given by a number. */
static bool to_size(VmFn *vm, const char *what, double x, int32_t *size)
{
	if (!(x >= 0 && x <= INT32_MAX))
		return vm_fn_fail(vm, MDV_RETRY, "%s of size %.0f", what, x);
	*size = (int32_t)x;
	return true;
}

static bool of_scalars(VmFn *vm, VmFrame *f, VmArray *dst, const uint32_t *list)
{
	int32_t n = (int32_t)list[0];

	if (!vm_fn_array_size(vm, dst, &n, 1))
		return false;
	for (int32_t k = 0; k < n; k++)
		dst->at[k] = f->r[list[k + 1]];
	return true;
}

static bool of_arrays(VmFn *vm, VmFrame *f, VmArray *dst, const uint32_t *list)
{
	const VmArray *first = &f->a[list[1]];
	int32_t dim[IR_MAX_RANK + 1] = {(int32_t)list[0]};

	for (uint32_t k = 1; k < list[0]; k++)
		if (!vm_fn_array_same(first, &f->a[list[k + 1]]))
			return vm_fn_fail_size(vm, "{…}", first, &f->a[list[k + 1]]);
	memcpy(dim + 1, first->dim, first->rank * sizeof *dim);
	if (!vm_fn_array_size(vm, dst, dim, first->rank + 1))
		return false;
	for (uint32_t k = 0; first->n > 0 && k < list[0]; k++)
		memcpy(dst->at + (size_t)k * (size_t)first->n, f->a[list[k + 1]].at,
			   (size_t)first->n * sizeof *dst->at);
	return true;
}

/* Shares the constants: a register that is not a variable is never changed in place. */
static void table(VmFn *vm, VmArray *dst, const double *at, const uint32_t *list)
{
	vm_fn_array_drop(vm, dst);
	*dst = (VmArray){.rank = (uint8_t)list[0], .n = 1};
	memcpy(&dst->at, &at, sizeof at); /* const is lost */
	for (uint32_t d = 0; d < list[0]; d++) {
		dst->dim[d] = (int32_t)list[d + 1];
		dst->n *= dst->dim[d];
	}
}

static bool empty(VmFn *vm, VmArray *dst, const uint32_t *list)
{
	int32_t dim[IR_MAX_RANK];

	for (uint32_t d = 0; d < list[0]; d++)
		dim[d] = (int32_t)list[d + 1];
	if (!vm_fn_array_size(vm, dst, dim, (int)list[0]))
		return false;
	for (int32_t k = 0; k < dst->n; k++)
		dst->at[k] = 0;
	return true;
}

static void shape(VmArray *dst, const uint32_t *list)
{
	dst->rank = (uint8_t)list[0];
	for (uint32_t d = 0; d < list[0]; d++)
		dst->dim[d] = (int32_t)list[d + 1];
}

/* One more along the first dimension; the first one decides on the other sizes. */
static bool append(VmFn *vm, VmArray *dst, const VmArray *src)
{
	if (src->rank >= IR_MAX_RANK)
		return too_deep(vm);
	if (dst->dim[0] == 0)
		memcpy(dst->dim + 1, src->dim, src->rank * sizeof *dst->dim);
	else if (memcmp(dst->dim + 1, src->dim, src->rank * sizeof *dst->dim) != 0)
		return vm_fn_fail(vm, MDV_RETRY, "the elements of {… for …} have different sizes");
	if (!reserve(vm, dst, (int64_t)dst->n + src->n, true))
		return false;
	if (src->n > 0)
		memcpy(dst->at + dst->n, src->at, (size_t)src->n * sizeof *dst->at);
	dst->n += src->n;
	dst->dim[0]++;
	return true;
}

static bool append_scalar(VmFn *vm, VmArray *dst, double x)
{
	if (dst->n == dst->cap && !reserve(vm, dst, (int64_t)dst->n + 1, true))
		return false;
	dst->at[dst->n++] = x;
	dst->dim[0]++;
	return true;
}

static bool range(VmFn *vm, VmArray *dst, double first, double step, double last)
{
	double count;
	int32_t n = 0;

	if (!vm_fn_map_count(vm, first, step, last, &count) || !to_size(vm, "a range", count, &n) ||
		!vm_fn_array_size(vm, dst, &n, 1))
		return false;
	for (int32_t k = 0; k < n; k++)
		dst->at[k] = first + k * step;
	return true;
}

/* fill(value, sizes …); the dimensions of value come last. */
static bool fill(VmFn *vm, const VmFrame *f, VmArray *dst, const VmArray *value,
				 const uint32_t *list)
{
	int32_t dim[2 * IR_MAX_RANK];
	int rank = 0;

	for (; rank < (int)list[0]; rank++)
		if (!to_size(vm, "an array", f->r[list[rank + 1]], &dim[rank]))
			return false;
	for (int d = 0; d < value->rank; d++)
		dim[rank++] = value->dim[d];
	if (!vm_fn_array_size(vm, dst, dim, rank))
		return false;
	if (value->n == 1)
		for (int32_t k = 0; k < dst->n; k++)
			dst->at[k] = value->at[0];
	else
		for (int32_t k = 0; value->n > 0 && k < dst->n; k += value->n)
			memcpy(dst->at + k, value->at, (size_t)value->n * sizeof *dst->at);
	return true;
}

/* identity(n), or the diagonal given. */
static bool diagonal(VmFn *vm, VmArray *dst, double n, const double *value)
{
	int32_t size = 0, dim[2];

	if (!to_size(vm, "identity", n, &size))
		return false;
	dim[0] = dim[1] = size;
	if (!vm_fn_array_size(vm, dst, dim, 2))
		return false;
	for (int32_t k = 0; k < dst->n; k++)
		dst->at[k] = 0;
	for (int32_t k = 0; k < size; k++)
		dst->at[(size_t)k * (size_t)size + (size_t)k] = value ? value[k] : 1;
	return true;
}

static bool linspace(VmFn *vm, VmArray *dst, double a, double b, double count)
{
	int32_t n = 0;

	if (!to_size(vm, "linspace", count, &n))
		return false;
	if (n < 2)
		return vm_fn_fail(vm, MDV_RETRY, "linspace of fewer than 2 points");
	if (!vm_fn_array_size(vm, dst, &n, 1))
		return false;
	for (int32_t k = 0; k < n; k++)
		dst->at[k] = a + (b - a) * k / (n - 1);
	return true;
}

/* cat(k, a, b, …), MLS 10.4.2: as seen from dimension k, an array is `outer` runs of elements. */
static bool cat(VmFn *vm, const VmFrame *f, VmArray *dst, uint32_t along, const uint32_t *list)
{
	const VmArray *first = &f->a[list[1]];
	int32_t dim[IR_MAX_RANK], outer = 1;
	int64_t total = 0;
	double *to;

	memcpy(dim, first->dim, sizeof dim);
	for (uint32_t i = 1; i <= list[0]; i++) {
		const VmArray *a = &f->a[list[i]];

		for (uint32_t d = 0; d < first->rank; d++)
			if (d != along && a->dim[d] != dim[d])
				return vm_fn_fail_size(vm, "cat", first, a);
		total += a->dim[along];
	}
	dim[along] = total > INT32_MAX ? -1 : (int32_t)total;
	if (!vm_fn_array_size(vm, dst, dim, first->rank))
		return false;
	for (uint32_t d = 0; d < along; d++)
		outer *= dim[d];
	to = dst->at;
	for (int32_t o = 0; o < outer; o++)
		for (uint32_t i = 1; i <= list[0]; i++) {
			const VmArray *a = &f->a[list[i]];
			size_t run = (size_t)(a->n / outer);

			if (run > 0)
				memcpy(to, a->at + (size_t)o * run, run * sizeof *to);
			to += run;
		}
	return true;
}

/* -- sizes ---------------------------------------------------------------------------------- */

static bool size(VmFn *vm, const VmArray *a, double d, double *out)
{
	if (!(d >= 1 && d <= a->rank))
		return vm_fn_fail(vm, MDV_RETRY, "size(…, %.0f) of an array with %d dimensions", d,
						  a->rank);
	*out = a->dim[(int)d - 1];
	return true;
}

static bool sizes(VmFn *vm, VmArray *dst, const VmArray *a)
{
	int32_t rank = a->rank;

	if (!vm_fn_array_size(vm, dst, &rank, 1))
		return false;
	for (int32_t d = 0; d < rank; d++)
		dst->at[d] = a->dim[d];
	return true;
}

/* scalar, vector, matrix (MLS 10.3.2): the same elements; only dimensions of size 1 may go. */
static bool reshape(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const VmArray *a = &f->a[i->a];
	int keep = i->op == FN_MATRIX ? 2 : 0, large = 0;
	int32_t dim[2] = {1, 1};
	VmArray *dst;

	for (int d = 0; d < a->rank; d++) {
		if (d < keep)
			dim[d] = a->dim[d];
		else if (a->dim[d] != 1)
			large++;
	}
	if (large > (i->op == FN_VECTOR)) {
		vm_fn_fail(vm, MDV_RETRY, "%s(…) of an array of size ", ir_fn_op_info(i->op)->name);
		vm_fn_array_print(a, &vm->why);
		return false;
	}
	if (i->op == FN_SCALAR) {
		f->r[i->dst] = a->at[0];
		return true;
	}
	dst = &f->a[i->dst];
	if (i->op == FN_VECTOR)
		dim[0] = a->n;
	if (!vm_fn_array_size(vm, dst, dim, i->op == FN_VECTOR ? 1 : 2))
		return false;
	if (a->n > 0)
		memcpy(dst->at, a->at, (size_t)a->n * sizeof *dst->at);
	return true;
}

bool vm_fn_array_step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const uint32_t *list = f->fn->list;
	double *r = f->r;
	VmArray *a = f->a, one = {.n = 1};

	switch (i->op) {
	case FN_ARRAY_S: return of_scalars(vm, f, &a[i->dst], list + i->a);
	case FN_ARRAY_A: return of_arrays(vm, f, &a[i->dst], list + i->a);
	case FN_TABLE: table(vm, &a[i->dst], f->fn->table + i->b, list + i->c); return true;
	case FN_EMPTY: return empty(vm, &a[i->dst], list + i->a);
	case FN_SHAPE: shape(&a[i->dst], list + i->a); return true;
	case FN_APPEND_S: return append_scalar(vm, &a[i->dst], r[i->a]);
	case FN_APPEND_A: return append(vm, &a[i->dst], &a[i->a]);
	case FN_RANGE: return range(vm, &a[i->dst], r[i->a], r[i->b], r[i->c]);
	case FN_FILL_S: one.at = &r[i->a]; return fill(vm, f, &a[i->dst], &one, list + i->c);
	case FN_FILL_A: return fill(vm, f, &a[i->dst], &a[i->a], list + i->c);
	case FN_IDENTITY: return diagonal(vm, &a[i->dst], r[i->a], NULL);
	case FN_DIAGONAL: return diagonal(vm, &a[i->dst], a[i->a].n, a[i->a].at);
	case FN_LINSPACE: return linspace(vm, &a[i->dst], r[i->a], r[i->b], r[i->c]);
	case FN_CAT: return cat(vm, f, &a[i->dst], i->a, list + i->c);
	case FN_SIZE: return size(vm, &a[i->a], r[i->b], &r[i->dst]);
	case FN_SIZES: return sizes(vm, &a[i->dst], &a[i->a]);
	default: return reshape(vm, f, i);
	}
}
