/* SPDX-License-Identifier: MIT
   ops.c — the operations one at a time, for whoever computes while compiling. */
#include "ir/ops.h"

#include "base/base.h"
#include "modevs/unit.h"

#include <math.h>

#define OP_INFO(op, name, n, value, domain, tangent, flags, ...) \
	[op] = {name, #value, #domain, n, flags},
const IrOpInfo ir_op_info[IR_OP_COUNT] = {
	OPS(OP_INFO)[IR_UNLESS] = {"unless", "", "", 1, 0},
	[IR_JUMP] = {"jump", "", "", 0, 0},
	[IR_CALL] = {"call", "", "", 0, 0},
};
#undef OP_INFO

double ops_value(IrOp op, double A, double B, double C)
{
	switch (op) {
#define OP_VALUE(op, name, n, value, ...) \
	case op: return value;
		OPS(OP_VALUE)
#undef OP_VALUE
	default: BUG("operation %d has no value", (int)op);
	}
}

bool ops_defined(IrOp op, double A, double B)
{
	(void)B;
	switch (op) {
#define OP_DEFINED(op, name, n, value, domain, ...) \
	case op: return domain;
		OPS(OP_DEFINED)
#undef OP_DEFINED
	default: BUG("operation %d has no value", (int)op);
	}
}
