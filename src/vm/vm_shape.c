/* SPDX-License-Identifier: MIT
   vm_shape.c — C functions of one shape: an object, perhaps an int, then doubles, all by value, and
   a double as result. Those that read tables have it; they are called again and again, and libffi
   takes longer than they do. */
#include "vm/vm_fn.h"

enum { WITH_INT = 8 };

static bool is_plain(const IrExternArg *arg, uint8_t kind)
{
	return arg->kind == kind && arg->rank == 0 && arg->n_fields < 0;
}

VmShape vm_shape_of(const IrExtern *x)
{
	int32_t k = 1, n_reals;
	bool has_int;

	if (x->fortran || !x->has_result || !is_plain(&x->result, IR_REAL) || x->n_args < 1 ||
		!is_plain(&x->arg[0], IR_OBJECT))
		return VM_SHAPE_NONE;
	has_int = x->n_args > 1 && is_plain(&x->arg[1], IR_INTEGER);
	k += has_int;
	n_reals = x->n_args - k;
	for (int32_t i = 0; i < x->n_args; i++)
		if (x->arg[i].out || (i >= k && !is_plain(&x->arg[i], IR_REAL)))
			return VM_SHAPE_NONE;
	return n_reals > VM_SHAPE_REALS ? VM_SHAPE_NONE
									: (VmShape)(1 + n_reals + (has_int ? WITH_INT : 0));
}

#define TYPES_0
#define TYPES_1 , double
#define TYPES_2 TYPES_1, double
#define TYPES_3 TYPES_2, double
#define TYPES_4 TYPES_3, double
#define TYPES_5 TYPES_4, double
#define TYPES_6 TYPES_5, double
#define VALUES_0
#define VALUES_1 , x[0]
#define VALUES_2 VALUES_1, x[1]
#define VALUES_3 VALUES_2, x[2]
#define VALUES_4 VALUES_3, x[3]
#define VALUES_5 VALUES_4, x[4]
#define VALUES_6 VALUES_5, x[5]
#define CASES(n)                                                               \
	case 1 + (n): return ((double (*)(void *TYPES_##n))fn)(object VALUES_##n); \
	case 1 + WITH_INT + (n):                                                   \
		return ((double (*)(void *, int TYPES_##n))fn)(object, integer VALUES_##n);

double vm_shape_call(VmShape shape, VmSymbol fn, void *object, int integer, const double x[])
{
	switch (shape) {
		CASES(0)
		CASES(1)
		CASES(2)
		CASES(3) CASES(4) CASES(5) CASES(6) default : BUG("a function of shape %d", (int)shape);
	}
}
