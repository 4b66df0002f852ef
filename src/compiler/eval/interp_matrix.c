/* SPDX-License-Identifier: MIT
   interp_matrix.c — products and powers of matrices, what is built from vectors, and reductions of
   all elements (MLS 10.3.3–10.3.5, 10.6). Reals and Integers alike: the arithmetic is
   interp_math's. */
#include "compiler/eval/interp.h"

Cell interp_matrix_neutral(const Type *elem, ExprOp op)
{
	double value = expr_empty_value(op, elem);

	return elem->kind == TY_REAL ? (Cell){.r = value} : (Cell){.i = (int64_t)value};
}

Cell interp_matrix_combine(Interp *in, ExprOp op, const Type *elem, Cell a, Cell b)
{
	return interp_math_two(in, expr_step_op(op), elem->kind, a, b);
}

static Value reduce(Interp *in, ExprOp op, const Value *a)
{
	Value v = {.elem = a->elem, .n = 1};

	interp_work(in, a->n);
	v.one = a->n > 0 ? interp_value_cells(a)[0] : interp_matrix_neutral(a->elem, op);
	for (uint32_t k = 1; k < a->n; k++)
		v.one = interp_matrix_combine(in, op, a->elem, v.one, a->many[k]);
	return v;
}

/* The last dimension of a meets the first of b; a vector on the left is a row, on the right a
   column (MLS 10.6.5). */
static Value product(Interp *in, const Value *a, const Value *b)
{
	uint32_t n = a->rank == 2 ? (uint32_t)a->dim[0] : 1, m = (uint32_t)a->dim[a->rank - 1];
	uint32_t p = b->rank == 2 ? (uint32_t)b->dim[1] : 1, rank = 0;
	TypeKind kind = a->elem->kind;
	int32_t dim[2];
	Value v;
	Cell *to;

	if ((int32_t)m != b->dim[0])
		interp_fail_size(in, "a product of matrices", a, b);
	if (a->rank == 2)
		dim[rank++] = a->dim[0];
	if (b->rank == 2)
		dim[rank++] = b->dim[1];
	v = interp_value_new(in, a->elem, dim, rank);
	to = interp_value_cells_of(&v);
	interp_work(in, (uint64_t)n * p * (m + 1) * 4);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < p; j++) {
			Cell sum = interp_matrix_neutral(a->elem, EX_SUM);

			for (uint32_t k = 0; k < m; k++) {
				Cell term = interp_math_two(in, EX_MUL, kind, a->many[(size_t)i * m + k],
											b->many[(size_t)k * p + j]);

				sum = k == 0 ? term : interp_math_two(in, EX_ADD, kind, sum, term);
			}
			to[(size_t)i * p + j] = sum;
		}
	return v;
}

static Value unit_matrix(Interp *in, const Value *like)
{
	Value v = interp_value_new(in, like->elem, like->dim, 2);

	for (uint32_t k = 0; k < v.n; k++)
		v.many[k] =
			interp_matrix_neutral(v.elem, k % ((uint32_t)v.dim[1] + 1) == 0 ? EX_PRODUCT : EX_SUM);
	return v;
}

static void need_square(Interp *in, ExprOp op, const Value *a)
{
	if (a->dim[0] != a->dim[1])
		interp_fail(in, "%s of a matrix with %d rows and %d columns, which is not square",
					op == EX_MATPOW ? "a power" : expr_op_info[op].text, a->dim[0], a->dim[1]);
}

/* A^n by squaring (MLS 10.6.8). */
static Value power(Interp *in, const Value *a, int64_t n)
{
	Value v = unit_matrix(in, a), square = *a;
	bool first = true;

	need_square(in, EX_MATPOW, a);
	if (n < 0)
		interp_fail(in, "a matrix to the negative power %lld", (long long)n);
	for (; n > 0; n >>= 1) {
		if (n & 1)
			v = first ? square : product(in, &v, &square);
		first = first && !(n & 1);
		if (n > 1)
			square = product(in, &square, &square);
	}
	return v;
}

/* The first two dimensions change places; what is below moves whole. */
static Value transpose(Interp *in, const Value *a)
{
	uint32_t rows = (uint32_t)a->dim[0], cols = (uint32_t)a->dim[1];
	uint32_t run = a->n > 0 ? a->n / rows / cols : 0;
	Value v = interp_value_new(in, a->elem, a->dim, a->rank);

	v.dim[0] = a->dim[1];
	v.dim[1] = a->dim[0];
	for (uint32_t k = 0; k < v.n; k++) {
		uint32_t i = k / run / rows, j = k / run % rows;

		v.many[k] = a->many[((size_t)j * cols + i) * run + k % run];
	}
	return v;
}

/* symmetric(A): the upper triangle, mirrored (MLS 10.3.5). */
static Value symmetric(Interp *in, const Value *a)
{
	Value v = interp_value_new(in, a->elem, a->dim, a->rank);
	size_t n = (size_t)a->dim[0];

	need_square(in, EX_SYMMETRIC, a);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			v.many[i * n + j] = a->many[i < j ? i * n + j : j * n + i];
	return v;
}

static Value outer(Interp *in, const Value *a, const Value *b)
{
	int32_t dim[2] = {a->dim[0], b->dim[0]};
	Value v = interp_value_new(in, a->elem, dim, 2);

	for (uint32_t k = 0; k < v.n; k++)
		v.many[k] =
			interp_math_two(in, EX_MUL, a->elem->kind, a->many[k / b->n], b->many[k % b->n]);
	return v;
}

static void need_three(Interp *in, ExprOp op, const Value *a)
{
	if (a->n != 3)
		interp_fail(in, "%s of a vector of %u elements; it takes 3", expr_op_info[op].text, a->n);
}

static Value cross(Interp *in, const Value *a, const Value *b)
{
	TypeKind kind = a->elem->kind;
	Value v;

	need_three(in, EX_CROSS, a);
	need_three(in, EX_CROSS, b);
	v = interp_value_new(in, a->elem, a->dim, 1);
	for (int i = 0; i < 3; i++) {
		int j = (i + 1) % 3, k = (i + 2) % 3;

		v.many[i] = interp_math_two(in, EX_SUB, kind,
									interp_math_two(in, EX_MUL, kind, a->many[j], b->many[k]),
									interp_math_two(in, EX_MUL, kind, a->many[k], b->many[j]));
	}
	return v;
}

/* skew(x)*y = cross(x, y) */
static Value skew(Interp *in, const Value *a)
{
	static const int8_t from[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0}; /* from 1; 0: zero */
	int32_t dim[2] = {3, 3};
	Value v;

	need_three(in, EX_SKEW, a);
	v = interp_value_new(in, a->elem, dim, 2);
	for (int k = 0; k < 9; k++) {
		Cell x = from[k] == 0 ? interp_matrix_neutral(a->elem, EX_SUM)
							  : a->many[(from[k] < 0 ? -from[k] : from[k]) - 1];

		v.many[k] = from[k] < 0 ? interp_math_one(in, EX_NEG, a->elem->kind, x) : x;
	}
	return v;
}

Value interp_matrix_apply(Interp *in, const Expr *e, const Value arg[])
{
	switch (e->op) {
	case EX_MATMUL: return product(in, &arg[0], &arg[1]);
	case EX_MATPOW: return power(in, &arg[0], arg[1].one.i);
	case EX_TRANSPOSE: return transpose(in, &arg[0]);
	case EX_OUTER: return outer(in, &arg[0], &arg[1]);
	case EX_SYMMETRIC: return symmetric(in, &arg[0]);
	case EX_CROSS: return cross(in, &arg[0], &arg[1]);
	case EX_SKEW: return skew(in, &arg[0]);
	default: return reduce(in, e->op, &arg[0]);
	}
}
