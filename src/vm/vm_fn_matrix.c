/* SPDX-License-Identifier: MIT
   vm_fn_matrix.c — products and powers of matrices, what is built from vectors, and reductions of
   all elements (MLS 10.3.3–10.3.5, 10.6). Sums run in the order of the elements. */
#include "vm/vm_fn.h"

#include <string.h>

/* Scalar product of a row of a and a column of b. */
static double dot(const double *a, const double *b, size_t stride, int32_t n)
{
	double sum = n > 0 ? a[0] * b[0] : 0;

	for (size_t k = 1; k < (size_t)n; k++)
		sum += a[k] * b[k * stride];
	return sum;
}

static bool scalar_product(VmFn *vm, const VmArray *a, const VmArray *b, double *out)
{
	if (a->n != b->n)
		return vm_fn_fail_size(vm, "a product of vectors", a, b);
	*out = dot(a->at, b->at, 1, a->n);
	return true;
}

/* The last dimension of a meets the first of b; a vector on the left is a row, on the right a
   column (MLS 10.6.5). */
static bool product(VmFn *vm, VmArray *dst, const VmArray *a, const VmArray *b)
{
	int32_t n = a->rank == 2 ? a->dim[0] : 1, m = a->dim[a->rank - 1];
	int32_t p = b->rank == 2 ? b->dim[1] : 1, dim[2];
	int rank = 0;

	if (m != b->dim[0])
		return vm_fn_fail_size(vm, "a product of matrices", a, b);
	if (a->rank == 2)
		dim[rank++] = n;
	if (b->rank == 2)
		dim[rank++] = p;
	if (!vm_fn_array_size(vm, dst, dim, rank))
		return false;
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < p; j++)
			dst->at[(size_t)i * (size_t)p + (size_t)j] =
				dot(a->at + (size_t)i * (size_t)m, b->at + j, (size_t)p, m);
	return true;
}

static bool need_square(VmFn *vm, const char *what, const VmArray *a)
{
	if (a->dim[0] == a->dim[1])
		return true;
	return vm_fn_fail(vm, MDV_RETRY,
					  "%s of a matrix with %d rows and %d columns, which is not square", what,
					  a->dim[0], a->dim[1]);
}

/* dst := dst * a, by way of temp. */
static bool multiply(VmFn *vm, VmArray *dst, const VmArray *a, VmArray *temp)
{
	return product(vm, temp, dst, a) && vm_fn_array_copy(vm, dst, temp);
}

/* A^n by squaring (MLS 10.6.8). */
static bool power(VmFn *vm, VmArray *dst, const VmArray *a, double exponent)
{
	VmArray square = {0}, temp = {0};
	bool first = true, ok = need_square(vm, "a power", a);
	int64_t n = (int64_t)exponent;

	if (ok && !(exponent >= 0 && exponent <= INT32_MAX))
		ok = vm_fn_fail(vm, MDV_RETRY, "a matrix to the power %g", exponent);
	ok = ok && vm_fn_array_copy(vm, &square, a) && vm_fn_array_copy(vm, dst, a);
	for (int32_t k = 0; ok && n == 0 && k < dst->n; k++)
		dst->at[k] = k % (dst->dim[1] + 1) == 0;
	for (; ok && n > 0; n >>= 1) {
		if (n & 1) {
			ok = first ? vm_fn_array_copy(vm, dst, &square) : multiply(vm, dst, &square, &temp);
			first = false;
		}
		if (ok && n > 1)
			ok = product(vm, &temp, &square, &square) && vm_fn_array_copy(vm, &square, &temp);
	}
	vm_fn_array_drop(vm, &square);
	vm_fn_array_drop(vm, &temp);
	return ok;
}

/* The first two dimensions change places; what is below moves whole. */
static bool transpose(VmFn *vm, VmArray *dst, const VmArray *a)
{
	size_t rows = (size_t)a->dim[0], cols = (size_t)a->dim[1];
	size_t run = a->n > 0 ? (size_t)a->n / rows / cols : 0;
	int32_t dim[IR_MAX_RANK];

	memcpy(dim, a->dim, sizeof dim);
	dim[0] = a->dim[1];
	dim[1] = a->dim[0];
	if (!vm_fn_array_size(vm, dst, dim, a->rank))
		return false;
	for (size_t i = 0; run > 0 && i < cols; i++)
		for (size_t j = 0; j < rows; j++)
			memcpy(dst->at + (i * rows + j) * run, a->at + (j * cols + i) * run,
				   run * sizeof *dst->at);
	return true;
}

/* symmetric(A): the upper triangle, mirrored (MLS 10.3.5). */
static bool symmetric(VmFn *vm, VmArray *dst, const VmArray *a)
{
	size_t n = (size_t)a->dim[0];

	if (!need_square(vm, "symmetric", a) || !vm_fn_array_size(vm, dst, a->dim, a->rank))
		return false;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			dst->at[i * n + j] = a->at[i < j ? i * n + j : j * n + i];
	return true;
}

static bool outer(VmFn *vm, VmArray *dst, const VmArray *a, const VmArray *b)
{
	int32_t dim[2] = {a->n, b->n};

	if (!vm_fn_array_size(vm, dst, dim, 2))
		return false;
	for (int32_t k = 0; k < dst->n; k++)
		dst->at[k] = a->at[k / b->n] * b->at[k % b->n];
	return true;
}

static bool need_three(VmFn *vm, const char *what, const VmArray *a)
{
	if (a->n == 3)
		return true;
	return vm_fn_fail(vm, MDV_RETRY, "%s of a vector of %d elements; it takes 3", what, a->n);
}

static bool cross(VmFn *vm, VmArray *dst, const VmArray *a, const VmArray *b)
{
	if (!need_three(vm, "cross", a) || !need_three(vm, "cross", b) ||
		!vm_fn_array_size(vm, dst, a->dim, 1))
		return false;
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;

		dst->at[i] = a->at[j] * b->at[k] - a->at[k] * b->at[j];
	}
	return true;
}

/* skew(x)*y = cross(x, y) */
static bool skew(VmFn *vm, VmArray *dst, const VmArray *a)
{
	static const int8_t from[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0}; /* from 1; 0: zero */
	const int32_t dim[2] = {3, 3};

	if (!need_three(vm, "skew", a) || !vm_fn_array_size(vm, dst, dim, 2))
		return false;
	for (int k = 0; k < 9; k++)
		dst->at[k] = from[k] == 0 ? 0 : from[k] > 0 ? a->at[from[k] - 1] : -a->at[-from[k] - 1];
	return true;
}

static double reduce(uint32_t op, const VmArray *a, double nothing)
{
	double x = a->n > 0 ? a->at[0] : nothing;

	for (int32_t k = 1; k < a->n; k++) {
		double y = a->at[k];

		switch (op) {
		case FN_SUM: x += y; break;
		case FN_PRODUCT: x *= y; break;
		case FN_MIN_OF: x = x < y ? x : y; break;
		default: x = x > y ? x : y; break;
		}
	}
	return x;
}

bool vm_fn_matrix_step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	VmArray *a = f->a;

	switch (i->op) {
	case FN_MATMUL: return product(vm, &a[i->dst], &a[i->a], &a[i->b]);
	case FN_DOT: return scalar_product(vm, &a[i->a], &a[i->b], &f->r[i->dst]);
	case FN_MATPOW: return power(vm, &a[i->dst], &a[i->a], f->r[i->b]);
	case FN_TRANSPOSE: return transpose(vm, &a[i->dst], &a[i->a]);
	case FN_OUTER: return outer(vm, &a[i->dst], &a[i->a], &a[i->b]);
	case FN_SYMMETRIC: return symmetric(vm, &a[i->dst], &a[i->a]);
	case FN_CROSS: return cross(vm, &a[i->dst], &a[i->a], &a[i->b]);
	case FN_SKEW: return skew(vm, &a[i->dst], &a[i->a]);
	default: f->r[i->dst] = reduce(i->op, &a[i->a], f->r[i->b]); return true;
	}
}
