/* SPDX-License-Identifier: MIT
   interp_array.c — arrays from their elements, ranges, and the functions that make or reshape
   arrays (MLS 10.3, 10.4). Cells are moved as they are, whatever their type. */
#include "compiler/eval/interp.h"

#include <math.h>
#include <string.h>

/* {a, b, …} of the type given; without elements its sizes come from there. */
Value interp_array_of(Interp *in, const Type *type, const Value arg[], uint32_t n)
{
	int32_t dim[UINT8_MAX + 1] = {(int32_t)n};
	Value v;

	for (uint32_t i = 1; i < n; i++)
		if (!interp_value_same_dims(&arg[0], &arg[i]))
			interp_fail_size(in, "{…}", &arg[0], &arg[i]);
	for (int d = 1; d < type->rank; d++)
		dim[d] = n > 0 ? arg[0].dim[d - 1] : type->dim[d] == DIM_OPEN ? 0 : type->dim[d];
	v = interp_value_new(in, type->elem, dim, type->rank);
	for (uint32_t i = 0; i < n; i++)
		memcpy(v.many + (size_t)i * arg[0].n, interp_value_cells(&arg[i]), arg[0].n * sizeof(Cell));
	return v;
}

static int32_t checked_size(Interp *in, const char *what, int64_t n)
{
	if (n < 0)
		interp_fail(in, "%s of the negative size %lld", what, (long long)n);
	if (n > INT32_MAX)
		interp_fail(in, "takes too much memory to compute at compile time");
	return (int32_t)n;
}

/* first : step : last (MLS 10.4.3) */
static Value integer_range(Interp *in, const Value *first, int64_t step, int64_t last)
{
	int64_t start = first->one.i, distance;
	int32_t n = 0;
	Value v;

	if (step == 0)
		interp_fail(in, "a range has the step 0");
	if (step > 0 ? last >= start : last <= start) {
		if (__builtin_sub_overflow(last, start, &distance) || (step == -1 && distance == INT64_MIN))
			distance = INT64_MAX;
		else
			distance /= step;
		n = checked_size(in, "a range", distance < INT64_MAX ? distance + 1 : distance);
	}
	v = interp_value_new(in, first->elem, &n, 1);
	for (int32_t k = 0; k < n; k++)
		v.many[k].i = start + k * step;
	return v;
}

static Value real_range(Interp *in, double first, double step, double last)
{
	double count = step == 0 ? 0 : floor((last - first) / step) + 1;
	int32_t n = 0;
	Value v;

	if (step == 0)
		interp_fail(in, "a range has the step 0");
	if (!(count <= (double)INTERP_MAX_CELLS))
		interp_fail(in, "takes too much memory to compute at compile time");
	if (count > 0)
		n = (int32_t)count;
	v = interp_value_new(in, type_basic(in->pool, TY_REAL), &n, 1);
	for (int32_t k = 0; k < n; k++)
		v.many[k].r = first + k * step;
	return v;
}

static Value size_of(Interp *in, const Expr *e, const Value arg[])
{
	int32_t rank = (int32_t)arg[0].rank;
	Value v;

	if (e->n == 2) {
		int64_t d = arg[1].one.i;

		if (d < 1 || d > rank)
			interp_fail(in, "size(…, %lld) of an array with %d dimensions", (long long)d, rank);
		return interp_value_integer(in, arg[0].dim[d - 1]);
	}
	v = interp_value_new(in, type_basic(in->pool, TY_INTEGER), &rank, 1);
	for (int32_t d = 0; d < rank; d++)
		v.many[d].i = arg[0].dim[d];
	return v;
}

static Value fill(Interp *in, const Expr *e, const Value arg[])
{
	int32_t dim[2 * UINT8_MAX];
	uint32_t rank = 0;
	Value v;

	for (; rank < e->n - 1; rank++)
		dim[rank] = checked_size(in, "fill", arg[rank + 1].one.i);
	for (uint32_t d = 0; d < arg[0].rank; d++)
		dim[rank++] = arg[0].dim[d];
	v = interp_value_new(in, arg[0].elem, dim, rank);
	for (uint32_t k = 0; arg[0].n > 0 && k < v.n; k += arg[0].n)
		memcpy(v.many + k, interp_value_cells(&arg[0]), arg[0].n * sizeof(Cell));
	return v;
}

/* identity(n), or the diagonal given. */
static Value diagonal(Interp *in, const Type *elem, int64_t n, const Cell *cell)
{
	int32_t size = checked_size(in, "identity", n), dim[2] = {size, size};
	Value v = interp_value_new(in, elem, dim, 2);

	for (uint32_t k = 0; k < v.n; k++)
		v.many[k] = elem->kind == TY_REAL ? (Cell){.r = 0} : (Cell){.i = 0};
	for (int32_t i = 0; i < size; i++)
		v.many[(size_t)i * (size_t)size + (size_t)i] = cell ? cell[i] : (Cell){.i = 1};
	return v;
}

static Value linspace(Interp *in, const Value arg[])
{
	int32_t n = checked_size(in, "linspace", arg[2].one.i);
	double a = arg[0].one.r, b = arg[1].one.r;
	Value v;

	if (n < 2)
		interp_fail(in, "linspace of fewer than 2 points");
	v = interp_value_new(in, arg[0].elem, &n, 1);
	for (int32_t k = 0; k < n; k++)
		v.many[k].r = a + (b - a) * k / (n - 1);
	return v;
}

/* cat(k, a, b, …), MLS 10.4.2: as seen from dimension k, an array is `outer` runs of cells. */
static Value cat(Interp *in, const Expr *e, const Value arg[])
{
	uint32_t rank = arg[1].rank, outer = 1;
	int64_t k = arg[0].one.i - 1, total = 0;
	int32_t dim[UINT8_MAX];
	Value v;
	Cell *to;

	if (k < 0 || k >= rank)
		interp_fail(in, "cat along dimension %lld of arrays with %u", (long long)k + 1, rank);
	memcpy(dim, arg[1].dim, rank * sizeof *dim);
	for (uint32_t i = 1; i < e->n; i++) {
		for (uint32_t d = 0; d < rank; d++)
			if (d != k && (arg[i].rank != rank || arg[i].dim[d] != dim[d]))
				interp_fail_size(in, "cat", &arg[1], &arg[i]);
		total += arg[i].dim[k];
	}
	dim[k] = checked_size(in, "cat", total);
	v = interp_value_new(in, e->type->elem, dim, rank);
	for (uint32_t d = 0; d < k; d++)
		outer *= (uint32_t)dim[d];
	to = v.many;
	for (uint32_t o = 0; o < outer; o++)
		for (uint32_t i = 1; i < e->n; i++) {
			uint32_t run = arg[i].n / outer;

			memcpy(to, arg[i].many + (size_t)o * run, run * sizeof *to);
			to += run;
		}
	return v;
}

/* scalar, vector, matrix (MLS 10.3.2): the same cells; only dimensions of size 1 may go. */
static Value reshape(Interp *in, ExprOp op, const Value *a)
{
	int32_t dim[2] = {1, 1};
	uint32_t keep = op == EX_MATRIX ? 2 : 0, rank = op == EX_MATRIX ? 2 : 1, large = 0;
	Value v = *a;

	for (uint32_t d = 0; d < a->rank; d++) {
		if (d < keep)
			dim[d] = a->dim[d];
		else if (a->dim[d] != 1)
			large++;
	}
	if (op == EX_VECTOR)
		dim[0] = (int32_t)a->n;
	if (large > (op == EX_VECTOR)) {
		Text text;

		text_init(&text, arena_allocator(in->temp));
		interp_value_print_dims(a, &text);
		interp_fail(in, "%s(…) of an array of size %s", expr_op_info[op].text, text_str(&text));
	}
	if (op == EX_SCALAR)
		return interp_value_part(a, a->rank, 0);
	v.rank = rank;
	v.dim = NEW_ARRAY(in->temp, int32_t, rank);
	memcpy(v.dim, dim, rank * sizeof *dim);
	return v;
}

/* A scalar as vector or matrix of one element. */
static Value promote(Interp *in, ExprOp op, const Value *a)
{
	int32_t dim[2] = {1, 1};
	Value v;

	if (op == EX_SCALAR)
		return *a;
	v = interp_value_new(in, a->elem, dim, op == EX_VECTOR ? 1 : 2);
	v.many[0] = a->one;
	return v;
}

Value interp_array_apply(Interp *in, const Expr *e, const Value arg[])
{
	switch (e->op) {
	case EX_RANGE:
		if (arg[0].elem->kind == TY_REAL)
			return real_range(in, arg[0].one.r, arg[1].one.r, arg[2].one.r);
		return integer_range(in, &arg[0], arg[1].one.i, arg[2].one.i);
	case EX_SIZE: return size_of(in, e, arg);
	case EX_FILL: return fill(in, e, arg);
	case EX_IDENTITY: return diagonal(in, type_basic(in->pool, TY_INTEGER), arg[0].one.i, NULL);
	case EX_DIAGONAL: return diagonal(in, arg[0].elem, arg[0].n, arg[0].many);
	case EX_LINSPACE: return linspace(in, arg);
	case EX_CAT: return cat(in, e, arg);
	default: return arg[0].rank == 0 ? promote(in, e->op, &arg[0]) : reshape(in, e->op, &arg[0]);
	}
}
