/* SPDX-License-Identifier: MIT
   vm_fn_map.c — scalar operators that can fail, and operators element by element (MLS 10.6). */
#include "vm/vm_fn.h"

#include <math.h>

/* -- scalars -------------------------------------------------------------------------------- */

bool vm_fn_map_undefined(VmFn *vm, uint32_t op, double x, double y)
{
	const char *name = ir_op_info[op].name + 1; /* behind a letter for the type */

	switch (op) {
	case IR_LT:
	case IR_LE:
	case IR_EQ:
	case IR_NE: return vm_fn_fail(vm, MDV_RETRY, "a relation compares what is not a number");
	case IR_INTEGRAL:
		return vm_fn_fail(vm, MDV_RETRY, "integer(%g) is too large for an Integer", x);
	case IR_IADD:
	case IR_ISUB:
	case IR_IMUL:
		return vm_fn_fail(vm, MDV_RETRY, "%.0f %c %.0f is too large for an Integer", x,
						  op == IR_IADD   ? '+'
						  : op == IR_ISUB ? '-'
										  : '*',
						  y);
	default: break;
	}
	if (y == 0)
		return vm_fn_fail(vm, MDV_RETRY,
						  op >= IR_IDIV ? "%s(%.0f, 0) is a division by zero"
										: "%s(%g, 0) is a division by zero",
						  name, x);
	return vm_fn_fail(vm, MDV_RETRY, "%s(%g, %g): an Integer is too large", name, x, y);
}

bool vm_fn_map_scalar(VmFn *vm, uint32_t op, double x, double y, double *out)
{
	if (op == FN_JOIN)
		return vm_string_join(vm, x, y, out);
	if (op >= IR_LT && !ops_defined((IrOp)op, x, y))
		return vm_fn_map_undefined(vm, op, x, y);
	*out = ops_value((IrOp)op, x, y, 0);
	return true;
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
#define A x[k * dx]
#define B y[k * dy]
#define C 0 /* no operation of three operands is mapped */
#define LOOP(op, name, n_args, value, ...) \
	case op:                               \
		for (size_t k = 0; k < n; k++)     \
			to[k] = value;                 \
		return true;
		OPS_PLAIN(LOOP)
		OPS_FUNCTIONS(OP_OF_FUNCTION, LOOP)
#undef LOOP
#undef C
#undef B
#undef A
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
