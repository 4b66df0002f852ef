/* SPDX-License-Identifier: MIT
   vm_fn_map.c — scalar operators that can fail, and operators element by element (MLS 10.6). */
#include "vm/vm_fn.h"

#include <math.h>

#define EXACT 0x1p53 /* Integers are exact below */

/* -- scalars -------------------------------------------------------------------------------- */

/* MLS 3.7.1.1: div truncates, mod has the sign of b, rem that of a. */
static bool divide_integers(VmFn *vm, uint32_t op, double x, double y, double *out)
{
	int64_t a, b, quotient, rem;

	if (y == 0)
		return vm_fn_fail(vm, MDV_RETRY, "%s(%.0f, 0) is a division by zero",
						  ir_fn_op_info(op)->name + 1, x);
	if (!(fabs(x) <= EXACT && fabs(y) <= EXACT))
		return vm_fn_fail(vm, MDV_RETRY, "%s(%g, %g): an Integer is too large",
						  ir_fn_op_info(op)->name + 1, x, y);
	a = (int64_t)x;
	b = (int64_t)y;
	quotient = a / b;
	rem = a % b;
	if (op == FN_IDIV)
		*out = (double)quotient;
	else
		*out = (double)(op == FN_IMOD && rem != 0 && (rem < 0) != (b < 0) ? rem + b : rem);
	return true;
}

static bool divide_reals(VmFn *vm, uint32_t op, double x, double y, double *out)
{
	if (y == 0)
		return vm_fn_fail(vm, MDV_RETRY, "%s(%g, 0) is a division by zero",
						  ir_fn_op_info(op)->name + 1, x);
	*out = op == FN_RDIV   ? trunc(x / y)
		   : op == FN_RMOD ? x - floor(x / y) * y
						   : x - trunc(x / y) * y;
	return true;
}

bool vm_fn_map_scalar(VmFn *vm, uint32_t op, double x, double y, double *out)
{
	switch (op) {
#define VM_CASE(op, value) \
	case op: *out = (value); return true;
		VM_SCALARS(VM_CASE)
#undef VM_CASE
	case FN_IDIV:
	case FN_IMOD:
	case FN_IREM: return divide_integers(vm, op, x, y, out);
	case FN_RDIV:
	case FN_RMOD:
	case FN_RREM: return divide_reals(vm, op, x, y, out);
	case FN_INTEGRAL: /* MLS 3.7.1.2: the largest Integer that is not greater */
		if (!(fabs(x) <= EXACT))
			return vm_fn_fail(vm, MDV_RETRY, "integer(%g) is too large for an Integer", x);
		*out = floor(x);
		return true;
	case FN_JOIN: return vm_string_join(vm, x, y, out);
	default: BUG("operator %s of scalars", ir_fn_op_info(op)->name);
	}
}

/* Elements of first : step : last (MLS 10.4.3). */
bool vm_fn_map_count(VmFn *vm, double first, double step, double last, double *n)
{
	if (step == 0)
		return vm_fn_fail(vm, MDV_RETRY, "a range has the step 0");
	*n = floor((last - first) / step) + 1;
	if (isnan(*n))
		return vm_fn_fail(vm, MDV_RETRY, "the range %g : %g : %g is not defined", first, step,
						  last);
	if (*n < 0)
		*n = 0;
	return true;
}

/* -- arrays --------------------------------------------------------------------------------- */

/* dst[k] := x[k] op y[k]; a stride of 0 repeats a scalar. */
static bool map(VmFn *vm, uint32_t op, VmArray *dst, const double *x, size_t dx, const double *y,
				size_t dy)
{
	double *to = dst->at;
	size_t n = (size_t)dst->n;

	switch (op) {
	case IR_ADD:
		for (size_t k = 0; k < n; k++)
			to[k] = x[k * dx] + y[k * dy];
		return true;
	case IR_SUB:
		for (size_t k = 0; k < n; k++)
			to[k] = x[k * dx] - y[k * dy];
		return true;
	case IR_MUL:
		for (size_t k = 0; k < n; k++)
			to[k] = x[k * dx] * y[k * dy];
		return true;
	case IR_DIV:
		for (size_t k = 0; k < n; k++)
			to[k] = x[k * dx] / y[k * dy];
		return true;
	default:
		for (size_t k = 0; k < n; k++)
			if (!vm_fn_map_scalar(vm, op, x[k * dx], y[k * dy], &to[k]))
				return false;
		return true;
	}
}

static bool map_two(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const VmArray *x = i->op != FN_MAP_SA ? &f->a[i->a] : NULL;
	const VmArray *y = i->op != FN_MAP_AS ? &f->a[i->b] : NULL, *shape = x ? x : y;
	VmArray *dst = &f->a[i->dst];

	if (x && y && !vm_fn_array_same(x, y))
		return vm_fn_fail_size(vm, ir_fn_op_info(i->c)->name, x, y);
	return vm_fn_array_size(vm, dst, shape->dim, shape->rank) &&
		   map(vm, i->c, dst, x ? x->at : &f->r[i->a], x != NULL, y ? y->at : &f->r[i->b],
			   y != NULL);
}

/* semiLinear(x, a, b) = if x >= 0 then a*x else b*x (MLS 3.7.4.5). */
static bool semi(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	const uint32_t *pair = f->fn->list + i->a + 1;
	const double *at[3];
	size_t step[3];
	const VmArray *shape = NULL;
	VmArray *dst = &f->a[i->dst];

	for (int k = 0; k < 3; k++) {
		bool many = pair[2 * k] == IR_LIST_ARRAY;
		const VmArray *a = many ? &f->a[pair[2 * k + 1]] : NULL;

		at[k] = many ? a->at : &f->r[pair[2 * k + 1]];
		step[k] = many;
		if (many && shape && !vm_fn_array_same(shape, a))
			return vm_fn_fail_size(vm, "semiLinear", shape, a);
		if (many)
			shape = a;
	}
	if (!vm_fn_array_size(vm, dst, shape->dim, shape->rank))
		return false;
	for (size_t k = 0; k < (size_t)dst->n; k++) {
		double x = at[0][k * step[0]];
		int side = x >= 0 ? 1 : 2;

		dst->at[k] = x * at[side][k * step[side]];
	}
	return true;
}

bool vm_fn_map_step(VmFn *vm, VmFrame *f, const IrInstr *i)
{
	VmArray *dst = &f->a[i->dst];
	const VmArray *x = &f->a[i->a];

	if (i->op == FN_SEMI)
		return semi(vm, f, i);
	if (i->op != FN_MAP)
		return map_two(vm, f, i);
	return vm_fn_array_size(vm, dst, x->dim, x->rank) && map(vm, i->c, dst, x->at, 1, x->at, 1);
}
