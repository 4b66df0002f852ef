/* Operations of IR: the same bits of all operands, NaN and infinity among them, by the plain
   interpreter, encoded code, batches and functions. (In models: test_sim_ops.) */
#include "ir_build.h"
#include "t.h"
#include "vm/vm.h"
#include "vm/vm_fn.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { N_VALUES = 21, RUNS = 5 };

static const double value[N_VALUES] = {0,
									   -0.0,
									   1,
									   -1,
									   2,
									   3,
									   4,
									   0.5,
									   -0.5,
									   2.5,
									   -3.5,
									   DBL_TRUE_MIN,
									   -DBL_MIN / 2,
									   DBL_MAX,
									   0x1p53,
									   -0x1p53 - 2,
									   1e16,
									   -7,
									   INFINITY,
									   -INFINITY,
									   NAN};

/* The sign of NaN is nobody's business. */
static bool same(double x, double y)
{
	return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

/* All combinations of operands of an operation, one after the other. */
static int n_cases(IrOp op)
{
	int n = 1;

	for (int i = 0; i < ir_op_info[op].n_args; i++)
		n *= N_VALUES;
	return n;
}
static void operands(int number, double x[3])
{
	for (int i = 0; i < 3; i++, number /= N_VALUES)
		x[i] = value[number % N_VALUES];
}

static void check_results(IrOp op, const char *where, const double got[])
{
	for (int k = 0; k < n_cases(op); k++) {
		double x[3], want;

		operands(k, x);
		want = ops_value(op, x[0], x[1], x[2]);
		if (!same(got[k], want))
			T_FAIL("%s of %g, %g, %g by %s: %g, not %g", ir_op_info[op].name, x[0], x[1], x[2],
				   where, got[k], want);
	}
}

/* Slots: three rows of operands, then results. */
static void check_region(IrOp op, bool batch)
{
	int n = n_cases(op);
	double *frame = calloc((size_t)n * 4, sizeof *frame);
	IrInstr in = {op, 3, 0, 1, 2};
	IrOperand operand[4];
	IrBuild b;
	Vm *vm;

	ir_build_init(&b, (uint32_t)n * 4, (uint32_t)n * 4);
	for (int k = 0; k < n; k++) {
		double x[3];

		operands(k, x);
		for (int i = 0; i < 3; i++)
			frame[i * n + k] = x[i];
		if (!batch)
			ir_build_add(&b, op, (uint32_t)(3 * n + k), (uint32_t)k, (uint32_t)(n + k),
						 (uint32_t)(2 * n + k));
	}
	for (int i = 0; i < 4; i++)
		operand[i] = (IrOperand){(uint32_t)(i * n), 1, NULL};
	if (batch)
		ir_build_batch(&b, (IrBatch){&in, 1, n, 4, 1, 0, operand});
	ir_build_end(&b);
	vm = vm_new(&b.m, NULL);
	for (int run = 0; run < RUNS; run++) { /* interpreted, then encoded */
		memset(frame + 3 * n, 0, (size_t)n * sizeof *frame);
		T_INT(vm_run(vm, frame, 0), MDV_OK);
		check_results(op, batch ? "a batch" : "a region", frame + 3 * n);
	}
	vm_free(vm);
	ir_build_free(&b);
	free(frame);
}

static void every_operation_is_the_same_in_regions_and_batches(void)
{
	for (int op = 0; op < IR_UNLESS; op++) {
		check_region((IrOp)op, false);
		check_region((IrOp)op, true);
	}
}

/* A function of three scalars, of one instruction. */
static void every_operation_is_the_same_in_functions(void)
{
	for (int op = 0; op < IR_UNLESS; op++) {
		const IrInstr code[] = {{(uint32_t)op, 3, 0, 1, 2}, {FN_RETURN, 0, 0, 0, 0}};
		IrFn fn = {.name = "f", .code = code, .n_code = 2, .n_scalars = 4, .n_window = 4};
		IrFn *list[] = {&fn};
		IrModule m = {.fns = {list, 1, 1}};
		VmFn *vm = vm_fn_new(&m, NULL);
		VmFrame f;

		for (int k = 0; k < n_cases((IrOp)op); k++) {
			double x[3], want;
			bool ok, fine;

			operands(k, x);
			want = ops_value((IrOp)op, x[0], x[1], x[2]);
			T_CHECK(vm_fn_run_enter(vm, &fn, NULL, &f));
			memcpy(f.r, x, sizeof x);
			ok = vm_fn_run(vm, &f);
			fine = op < IR_LT || ops_defined((IrOp)op, x[0], x[1]);
			if (ok != fine || (ok && !same(f.r[3], want)))
				T_FAIL("%s of %g, %g, %g in a function: %g, not %g", ir_op_info[op].name, x[0],
					   x[1], x[2], f.r[3], want);
			vm_fn_run_leave(vm, &f);
		}
		vm_fn_free(vm);
	}
}

/* MLS 3.7.1: the meaning of what is not plain arithmetic. */
static void operations_mean_what_the_specification_says(void)
{
	T_REAL(ops_value(IR_RDIV, -7, 2, 0), -3, 0);
	T_REAL(ops_value(IR_RMOD, -7, 2, 0), 1, 0);
	T_REAL(ops_value(IR_RMOD, 3, -1.4, 0), 3 - -3 * -1.4, 0);
	T_REAL(ops_value(IR_RREM, -7, 2, 0), -1, 0);
	T_REAL(ops_value(IR_IMOD, -0x1p53, 3, 0), 1, 0);
	T_REAL(ops_value(IR_IMOD, 0x1p53 - 1, -10, 0), -9, 0);
	T_REAL(ops_value(IR_IREM, -0x1p53, 3, 0), -2, 0);
	T_REAL(ops_value(IR_IDIV, 0x1p53 - 1, 2, 0), 0x1p52 - 1, 0);
	T_REAL(ops_value(IR_INTEGRAL, -0.5, 0, 0), -1, 0);
	T_CHECK(!signbit(ops_value(IR_INTEGRAL, -0.0, 0, 0)));
	T_CHECK(!signbit(ops_value(IR_IDIV, -1, 2, 0)));
	T_CHECK(!signbit(ops_value(IR_INEG, 0, 0, 0)));
	T_CHECK(!signbit(ops_value(IR_IMUL, 0, -3, 0)));
	T_CHECK(!ops_defined(IR_IADD, 0x1p53 - 1, 1) && !ops_defined(IR_ISUB, -0x1p53 + 1, 2));
	T_CHECK(!ops_defined(IR_IMUL, 0x1p30, 0x1p30) && ops_defined(IR_IMUL, 0x1p30, 0x1p22));
	T_CHECK(!ops_defined(IR_LT, NAN, 1) && !ops_defined(IR_EQ, 1, NAN) &&
			ops_defined(IR_LE, INFINITY, 1));
	T_CHECK(!ops_defined(IR_IDIV, 1, 0) && !ops_defined(IR_IMOD, 0x1p54, 3));
	T_CHECK(!ops_defined(IR_SQRT, -1, 0) && ops_defined(IR_SQRT, -0.0, 0));
}

/* x^y: products, a quotient, a root; as C's pow otherwise. */
static void small_powers_are_products(void)
{
	const double x = 1.1;

	T_REAL(ops_value(IR_POW, x, 2, 0), x * x, 0);
	T_REAL(ops_value(IR_POW, x, 3, 0), x * x * x, 0);
	T_REAL(ops_value(IR_POW, x, 4, 0), (x * x) * (x * x), 0);
	T_REAL(ops_value(IR_POW, x, -1, 0), 1 / x, 0);
	T_REAL(ops_value(IR_POW, x, 0.5, 0), sqrt(x), 0);
	T_REAL(ops_value(IR_POW, x, 5, 0), pow(x, 5), 0);
	T_REAL(ops_value(IR_POW, x, 0, 0), 1, 0);
	T_REAL(ops_value(IR_POW, x, 1, 0), x, 0);
}

int main(void)
{
	T_RUN(every_operation_is_the_same_in_regions_and_batches);
	T_RUN(every_operation_is_the_same_in_functions);
	T_RUN(operations_mean_what_the_specification_says);
	T_RUN(small_powers_are_products);
	return T_END();
}
