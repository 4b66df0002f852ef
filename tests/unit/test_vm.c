/* SPDX-License-Identifier: MIT
   test_vm.c — the VM for model code: every operation, branches, calls, batches, and random regions
   whose encoded form must give the bits of the plain one. */
#include "vm/vm.h"
#include "vm/vm_fn.h"

#include "checked.h"
#include "ir_build.h"
#include "t.h"
#include "vm_calls.h"
#include "vm_random.h"

#include <stdlib.h>

enum { RUNS = 4 }; /* after so many runs a region is encoded */

static Arena scratch;

/* Runs region 0 often enough that it is encoded, on copies of the frame; the last stays. */
static MdvStatus run(IrBuild *b, double frame[])
{
	Vm *vm = vm_new(&b->m, NULL);
	double *copy = malloc(b->m.n_slots * sizeof *copy);
	MdvStatus status = MDV_OK, other;

	memcpy(copy, frame, b->m.n_slots * sizeof *copy);
	status = vm_run(vm, frame, 0);
	for (int i = 1; i < RUNS; i++) {
		memcpy(frame, copy, b->m.n_slots * sizeof *copy);
		other = vm_run(vm, frame, 0);
		T_INT(other, status);
	}
	vm_free(vm);
	free(copy);
	return status;
}

typedef struct OpCase {
	IrOp op;        /* operation */
	double a, b, c; /* operands */
	double want;    /* result */
} OpCase;

static const OpCase op_cases[] = {
	{IR_MOVE, 3, 0, 0, 3},    {IR_ADD, 3, 4, 0, 7},          {IR_SUB, 3, 4, 0, -1},
	{IR_MUL, 3, 4, 0, 12},    {IR_DIV, 3, 4, 0, 0.75},       {IR_NEG, 3, 0, 0, -3},
	{IR_ABS, -3, 0, 0, 3},    {IR_SIGN, -3, 0, 0, -1},       {IR_SIGN, 0, 0, 0, 0},
	{IR_SIGN, 2, 0, 0, 1},    {IR_MIN, 3, 4, 0, 3},          {IR_MIN, 4, 3, 0, 3},
	{IR_MAX, 3, 4, 0, 4},     {IR_MAX, 4, 3, 0, 4},          {IR_SQRT, 9, 0, 0, 3},
	{IR_LT, 3, 4, 0, 1},      {IR_LT, 3, 3, 0, 0},           {IR_LE, 3, 3, 0, 1},
	{IR_LE, 4, 3, 0, 0},      {IR_EQ, 3, 3, 0, 1},           {IR_EQ, 3, 4, 0, 0},
	{IR_NE, 3, 3, 0, 0},      {IR_NE, 3, 4, 0, 1},           {IR_AND, 2, 3, 0, 1},
	{IR_AND, 2, 0, 0, 0},     {IR_OR, 0, 3, 0, 1},           {IR_OR, 0, 0, 0, 0},
	{IR_NOT, 0, 0, 0, 1},     {IR_NOT, 2, 0, 0, 0},          {IR_SELECT, 1, 5, 6, 5},
	{IR_SELECT, 0, 5, 6, 6},  {IR_FLOOR, -1.5, 0, 0, -2},    {IR_CEIL, -1.5, 0, 0, -1},
	{IR_IADD, 3, 4, 0, 7},    {IR_ISUB, 3, 4, 0, -1},        {IR_INEG, 3, 0, 0, -3},
	{IR_IMUL, -3, 4, 0, -12}, {IR_RDIV, -3, 2, 0, -1},       {IR_RMOD, -3, 2, 0, 1},
	{IR_RREM, -3, 2, 0, -1},  {IR_IDIV, -3, 2, 0, -1},       {IR_IMOD, -3, 2, 0, 1},
	{IR_IREM, -3, 2, 0, -1},  {IR_INTEGRAL, -1.5, 0, 0, -2}, {IR_POW, 2, 10, 0, 1024},
	{IR_POW, 3, 3, 0, 27},    {IR_SIN, 0, 0, 0, 0},          {IR_COS, 0, 0, 0, 1},
	{IR_TAN, 0, 0, 0, 0},     {IR_ASIN, 0, 0, 0, 0},         {IR_ACOS, 1, 0, 0, 0},
	{IR_ATAN, 0, 0, 0, 0},    {IR_ATAN2, 0, 1, 0, 0},        {IR_SINH, 0, 0, 0, 0},
	{IR_COSH, 0, 0, 0, 1},    {IR_TANH, 0, 0, 0, 0},         {IR_EXP, 0, 0, 0, 1},
	{IR_LOG, 1, 0, 0, 0},     {IR_LOG10, 1000, 0, 0, 3},
};

static void every_operation_computes_what_it_says(void)
{
	bool seen[IR_OP_COUNT] = {false};

	for (size_t i = 0; i < sizeof op_cases / sizeof *op_cases; i++) {
		const OpCase *o = &op_cases[i];
		double frame[4] = {o->a, o->b, o->c, NAN};
		IrBuild b;

		ir_build_init(&b, 4, 4);
		ir_build_add(&b, o->op, 3, 0, 1, 2);
		ir_build_end(&b);
		T_INT(run(&b, frame), MDV_OK);
		T_REAL(frame[3], o->want, 0);
		seen[o->op] = true;
		ir_build_free(&b);
	}
	for (int op = 0; op < IR_UNLESS; op++)
		T_CHECK(seen[op]);
}

/* A batch of one operation, operands of the three kinds. */
static void every_operation_works_in_batches(void)
{
	enum { N = 300 };

	for (size_t i = 0; i < sizeof op_cases / sizeof *op_cases; i++)
		for (int kinds = 0; kinds < 27; kinds++) {
			const OpCase *o = &op_cases[i];
			static double frame[8 * N];
			static uint32_t table[3][N];
			IrInstr in = {o->op, 3, 0, 1, 2};
			IrOperand operand[4] = {0};
			int kind[3] = {kinds % 3, kinds / 3 % 3, kinds / 9};
			const double x[3] = {o->a, o->b, o->c};
			IrBuild b;

			ir_build_init(&b, 8 * N, 8 * N);
			for (int k = 0; k < 3; k++) {
				operand[k] = (IrOperand){(uint32_t)k * N, kind[k] > 0, NULL};
				for (uint32_t j = 0; j < N; j++) {
					frame[(uint32_t)k * N + j] = kind[k] == 0 && j > 0 ? NAN : x[k];
					table[k][j] = (uint32_t)k * N + N - 1 - j;
				}
				if (kind[k] == 2)
					operand[k].table = table[k];
			}
			operand[3] = (IrOperand){3 * N, kinds % 2 ? 2 : 1, NULL};
			ir_build_batch(&b, (IrBatch){&in, 1, N, 4, 1, 0, operand});
			ir_build_end(&b);
			CHECKED(ir_check, &b.m, &scratch);
			T_INT(run(&b, frame), MDV_OK);
			for (int j = 0; j < N; j++)
				T_REAL(frame[3 * N + j * operand[3].stride], o->want, 0);
			ir_build_free(&b);
		}
}

/* s4 := if s0 then s1 + s2 else s1 - s2; s5 := -s4 */
static void branches_take_the_side_of_their_condition(void)
{
	double yes[6] = {2, 5, 3}, no[6] = {0, 5, 3};
	uint32_t branch, end;
	IrBuild b;

	ir_build_init(&b, 6, 6);
	branch = ir_build_add(&b, IR_UNLESS, 0, 0, 0, 0);
	ir_build_add(&b, IR_ADD, 4, 1, 2, 0);
	end = ir_build_add(&b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(&b, branch);
	ir_build_add(&b, IR_SUB, 4, 1, 2, 0);
	ir_build_target(&b, end);
	ir_build_add(&b, IR_NEG, 5, 4, 0, 0);
	ir_build_end(&b);
	T_INT(run(&b, yes), MDV_OK);
	T_REAL(yes[5], -8, 0);
	T_INT(run(&b, no), MDV_OK);
	T_REAL(no[5], -2, 0);
	ir_build_free(&b);
}

static void calls_get_and_give_slots(void)
{
	static const uint32_t in[] = {0, 1}, out[] = {2, UINT32_MAX, 3};
	double frame[5] = {1, 2};
	IrBuild b;

	ir_build_init(&b, 5, 5);
	ir_build_call(&b, 0, in, 2, out, 3);
	ir_build_add(&b, IR_ADD, 4, 2, 3, 0);
	ir_build_end(&b);
	T_INT(run(&b, frame), MDV_OK);
	T_REAL(frame[4], 3 + 5, 0);
	T_INT(n_calls, RUNS);
	ir_build_free(&b);
}

static void a_call_that_fails_ends_the_run(void)
{
	static const uint32_t out[] = {1};
	double frame[3] = {1, 2, 7};
	IrBuild b;
	Vm *vm;

	ir_build_init(&b, 3, 3);
	ir_build_call(&b, 1, NULL, 0, out, 1);
	ir_build_add(&b, IR_MOVE, 2, 0, 0, 0);
	ir_build_end(&b);
	T_INT(run(&b, frame), MDV_RETRY);
	T_REAL(frame[2], 7, 0);
	vm = vm_new(&b.m, NULL);
	T_CHECK(vm_fns(vm) == &fns);
	T_STR(vm_why(vm), "");
	T_INT(vm_run(vm, frame, 0), MDV_RETRY);
	T_STR(vm_why(vm), "cannot");
	T_STR(vm_string(vm, 1), "one");
	vm_free(vm);
	ir_build_free(&b);
}

static void an_empty_region_does_nothing(void)
{
	double frame[1] = {4};
	IrBuild b;

	ir_build_init(&b, 1, 1);
	ir_build_end(&b);
	T_INT(run(&b, frame), MDV_OK);
	T_REAL(frame[0], 4, 0);
	ir_build_free(&b);
}

static bool bad_at(IrBuild *b, double frame[], int32_t slot, int32_t source)
{
	Vm *vm = vm_new(&b->m, NULL);
	int32_t got_slot, got_source;
	bool found = vm_find_bad(vm, frame, 0, &got_slot, &got_source);

	if (found) {
		T_INT(got_slot, slot);
		T_INT(got_source, source);
	}
	vm_free(vm);
	return found;
}

static void the_first_result_that_goes_wrong_is_found(void)
{
	double frame[6] = {1, 0};
	IrBuild b;

	ir_build_init(&b, 6, 6);
	b.at_source = 10;
	ir_build_add(&b, IR_ADD, 2, 0, 1, 0);
	b.at_source = 11;
	ir_build_add(&b, IR_DIV, 3, 2, 1, 0);
	b.at_source = 12;
	ir_build_add(&b, IR_SUB, 4, 3, 3, 0);
	ir_build_add(&b, IR_DIV, 5, 0, 1, 0);
	ir_build_end(&b);
	T_CHECK(bad_at(&b, frame, 3, 11));
	frame[1] = 2;
	T_CHECK(!bad_at(&b, frame, 0, 0));
	frame[0] = INFINITY; /* from outside: the first that shows it */
	T_CHECK(bad_at(&b, frame, 2, 10));
	ir_build_free(&b);
}

static void wrong_results_of_branches_calls_and_batches_are_found(void)
{
	static const uint32_t in[] = {0}, out[] = {2}, none[] = {3};
	IrInstr code[] = {{IR_LOG, 2, 0, 0, 0}, {IR_NEG, 1, 2, 0, 0}};
	IrOperand operand[] = {{4, 1, NULL}, {8, 1, NULL}};
	double frame[12] = {1, 0, 0, 0, 1, 0, 1, 1};
	uint32_t branch;
	IrBuild b;

	ir_build_init(&b, 12, 12);
	b.at_source = 5;
	ir_build_call(&b, 0, in, 1, out, 1);
	branch = ir_build_add(&b, IR_UNLESS, 0, 1, 0, 0);
	ir_build_call(&b, 1, in, 1, none, 1);
	ir_build_target(&b, branch);
	ir_build_batch(&b, (IrBatch){code, 2, 4, 2, 1, 1, operand});
	ir_build_end(&b);
	T_CHECK(bad_at(&b, frame, 9, -1));
	frame[1] = 1;
	T_CHECK(bad_at(&b, frame, 3, 5));
	frame[0] = NAN;
	frame[1] = 0;
	frame[5] = 1;
	T_CHECK(bad_at(&b, frame, 2, 5));
	ir_build_free(&b);
}

/* What a tree of operations becomes. Operands are s1, s2 …, results t0, t1 …; the last one is s0.
 */
typedef struct FuseCase {
	uint32_t want; /* operation that does it all */
	int n;         /* instructions */
	IrInstr in[5]; /* the tree */
} FuseCase;

enum { T0 = 10, T1, T2, T3 };

static const FuseCase fuse_cases[] = {
	{VM_MUL3, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_MUL, 0, T0, 3, 0}}},
	{VM_MUL3, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_MUL, 0, 3, T0, 0}}},
	{VM_MUL4, 3, {{IR_MUL, T0, 1, 2, 0}, {IR_MUL, T1, 3, T0, 0}, {IR_MUL, 0, T1, 4, 0}}},
	{VM_MUL4, 3, {{IR_MUL, T0, 1, 2, 0}, {IR_MUL, T1, T0, 3, 0}, {IR_MUL, 0, 4, T1, 0}}},
	{VM_MUL_ADD, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_ADD, 0, T0, 3, 0}}},
	{VM_MUL_ADD, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_ADD, 0, 3, T0, 0}}},
	{VM_MUL_SUB, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_SUB, 0, T0, 3, 0}}},
	{VM_SUB_MUL, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_SUB, 0, 3, T0, 0}}},
	{VM_DOT2, 3, {{IR_MUL, T0, 1, 2, 0}, {IR_MUL, T1, 3, 4, 0}, {IR_ADD, 0, T0, T1, 0}}},
	{VM_DET2, 3, {{IR_MUL, T0, 1, 2, 0}, {IR_MUL, T1, 3, 4, 0}, {IR_SUB, 0, T0, T1, 0}}},
	{VM_DOT3,
	 5,
	 {{IR_MUL, T0, 1, 2, 0},
	  {IR_MUL, T1, 3, 4, 0},
	  {IR_ADD, T2, T0, T1, 0},
	  {IR_MUL, T3, 5, 6, 0},
	  {IR_ADD, 0, T2, T3, 0}}},
	{VM_ADD_DOT2,
	 4,
	 {{IR_MUL, T0, 1, 2, 0},
	  {IR_ADD, T1, 3, T0, 0},
	  {IR_MUL, T2, 4, 5, 0},
	  {IR_ADD, 0, T1, T2, 0}}},
	{VM_ADD_DOT2,
	 4,
	 {{IR_MUL, T0, 1, 2, 0},
	  {IR_ADD, T1, T0, 3, 0},
	  {IR_MUL, T2, 4, 5, 0},
	  {IR_ADD, 0, T2, T1, 0}}},
	{VM_MUL_SUM, 2, {{IR_ADD, T0, 1, 2, 0}, {IR_MUL, 0, T0, 3, 0}}},
	{VM_MUL_SUM, 2, {{IR_ADD, T0, 1, 2, 0}, {IR_MUL, 0, 3, T0, 0}}},
	{VM_MUL_DIFF, 2, {{IR_SUB, T0, 1, 2, 0}, {IR_MUL, 0, T0, 3, 0}}},
	{VM_MUL_DIFF, 2, {{IR_SUB, T0, 1, 2, 0}, {IR_MUL, 0, 3, T0, 0}}},
	{VM_ADD3, 2, {{IR_ADD, T0, 1, 2, 0}, {IR_ADD, 0, T0, 3, 0}}},
	{VM_ADD3, 2, {{IR_ADD, T0, 1, 2, 0}, {IR_ADD, 0, 3, T0, 0}}},
	{VM_ADD_SUB, 2, {{IR_ADD, T0, 1, 2, 0}, {IR_SUB, 0, T0, 3, 0}}},
	{VM_SUB_ADD, 2, {{IR_SUB, T0, 1, 2, 0}, {IR_ADD, 0, T0, 3, 0}}},
	{VM_SUB_ADD, 2, {{IR_SUB, T0, 1, 2, 0}, {IR_ADD, 0, 3, T0, 0}}},
	{VM_SUB_SUB, 2, {{IR_SUB, T0, 1, 2, 0}, {IR_SUB, 0, T0, 3, 0}}},
	{VM_MUL_DIV, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_DIV, 0, T0, 3, 0}}},
	{VM_SUM_DIV, 2, {{IR_ADD, T0, 1, 2, 0}, {IR_DIV, 0, T0, 3, 0}}},
	{VM_DIFF_DIV, 2, {{IR_SUB, T0, 1, 2, 0}, {IR_DIV, 0, T0, 3, 0}}},
	{VM_NEG_MUL, 2, {{IR_MUL, T0, 1, 2, 0}, {IR_NEG, 0, T0, 0, 0}}},
	{VM_SELECT_LT, 2, {{IR_LT, T0, 1, 2, 0}, {IR_SELECT, 0, T0, 3, 4}}},
	{VM_SELECT_LE, 2, {{IR_LE, T0, 1, 2, 0}, {IR_SELECT, 0, T0, 3, 4}}},
};

static void every_fused_operation_is_used_and_keeps_the_roundings(void)
{
	bool seen[VM_OP_COUNT] = {false};

	for (size_t i = 0; i < sizeof fuse_cases / sizeof *fuse_cases; i++) {
		const FuseCase *c = &fuse_cases[i];
		const double start[14] = {0, 1.1, 1.3, -1.7, 1e-3, 3.3e5, 0.7};
		double plain[14], frame[14];
		IrBuild b;
		Vm *vm;

		ir_build_init(&b, 14, T0);
		for (int k = 0; k < c->n; k++)
			ir_build_add(&b, c->in[k].op, c->in[k].dst, c->in[k].a, c->in[k].b, c->in[k].c);
		ir_build_end(&b);
		vm = vm_new(&b.m, NULL);
		for (int k = 0; k < RUNS; k++) {
			memcpy(k ? frame : plain, start, sizeof start);
			T_INT(vm_run(vm, k ? frame : plain, 0), MDV_OK);
			T_CHECK(k == 0 || frame[0] == plain[0]);
		}
		T_INT(vm->code[0].word[0], c->want + VM_ONE);
		T_INT(vm->code[0].word[2 + vm_op_args[c->want]], VM_END);
		seen[c->want] = true;
		vm_free(vm);
		ir_build_free(&b);
	}
	for (int op = IR_OP_COUNT; op < VM_SUM; op++)
		T_CHECK(seen[op]);
}

/* Slots of a tree as numbers of a batch: six operands, the result, temporaries. */
static uint32_t batch_number(uint32_t slot)
{
	return slot == 0 ? 6 : slot < T0 ? slot - 1 : slot - T0 + 7;
}

static void fused_operations_keep_the_roundings_in_batches(void)
{
	enum { N = 300 };

	for (size_t i = 0; i < sizeof fuse_cases / sizeof *fuse_cases; i++)
		for (uint32_t number = 0; number < 7; number++) { /* one operand is the same for all */
			static double frame[7 * N], first[7 * N];
			const FuseCase *c = &fuse_cases[i];
			IrOperand operand[7] = {0};
			IrInstr code[5];
			int32_t slot, source;
			IrBuild b;
			Vm *vm;

			for (int k = 0; k < c->n; k++)
				code[k] =
					(IrInstr){c->in[k].op, batch_number(c->in[k].dst), batch_number(c->in[k].a),
							  batch_number(c->in[k].b), batch_number(c->in[k].c)};
			for (uint32_t k = 0; k < 7; k++)
				operand[k] = (IrOperand){k * N, k != number || k == 6, NULL};
			for (uint32_t k = 0; k < 7 * N; k++)
				frame[k] = first[k] = (double)((int)(k * 37 % 101) - 50) / 7;
			ir_build_init(&b, 7 * N, 7 * N);
			ir_build_batch(&b, (IrBatch){code, c->n, N, 7, 1, 4, operand});
			ir_build_end(&b);
			CHECKED(ir_check, &b.m, &scratch);
			vm = vm_new(&b.m, NULL);
			T_INT(vm_run(vm, frame, 0), MDV_OK);
			(void)vm_find_bad(vm, first, 0, &slot, &source);
			for (uint32_t k = 0; k < 7 * N; k++)
				T_CHECK(same(frame[k], first[k]));
			vm_free(vm);
			ir_build_free(&b);
		}
}

static void a_value_that_is_read_elsewhere_is_not_taken_in(void)
{
	double frame[14] = {0, 2, 3, 5};
	IrBuild b;

	ir_build_init(&b, 14, T0);
	ir_build_add(&b, IR_MUL, T0, 1, 2, 0);
	ir_build_add(&b, IR_ADD, 4, T0, 3, 0);
	ir_build_add(&b, IR_SUB, 5, T0, 3, 0);
	ir_build_add(&b, IR_MUL, 6, 1, 3, 0); /* a variable: others may read it */
	ir_build_add(&b, IR_ADD, 7, 6, 3, 0);
	ir_build_end(&b);
	T_INT(run(&b, frame), MDV_OK);
	T_REAL(frame[4], 11, 0);
	T_REAL(frame[5], 1, 0);
	T_REAL(frame[6], 10, 0);
	T_REAL(frame[7], 15, 0);
	ir_build_free(&b);
}

/* -- random regions -- */

enum { INPUTS = 12, VARIABLES = 150, TEMPS = 250, SLOTS = INPUTS + VARIABLES + TEMPS };

typedef struct Random {
	IrBuild b;                /* the code under way */
	uint32_t readable[SLOTS]; /* slots that may be read now */
	uint32_t n_readable;      /* how many */
	uint32_t next_var;        /* variable not yet written */
	uint32_t next_temp;       /* temporary not yet written */
	uint32_t window;          /* operands are among so many last ones */
	uint32_t table[64];       /* slots for a batch */
} Random;

static uint32_t any_slot(const Random *r)
{
	uint32_t n = r->n_readable < r->window ? r->n_readable : r->window;

	return below(4) ? r->readable[r->n_readable - 1 - below(n)] : r->readable[below(r->n_readable)];
}

static uint32_t new_slot(Random *r)
{
	return r->next_temp < SLOTS && (r->next_var == INPUTS + VARIABLES || below(2)) ? r->next_temp++
																				   : r->next_var++;
}

static bool is_full(const Random *r)
{
	return r->next_var + 8 > INPUTS + VARIABLES || r->next_temp + 8 > SLOTS;
}

/* Mostly chains on the results just made, so that there is something to fuse. */
static void add_random_instr(Random *r)
{
	IrOp op = any_op();
	uint32_t x = any_slot(r), y = any_slot(r), z = any_slot(r), dst;

	if (op == IR_SELECT && below(2)) {
		dst = new_slot(r);
		ir_build_add(&r->b, below(2) ? IR_LT : IR_LE, dst, x, y, 0);
		x = dst;
	}
	if (below(12) == 0) { /* of few values, so that one has both */
		op = below(2) ? IR_SIN : IR_COS;
		x = below(8) ? r->readable[below(4)] : x;
	}
	dst = new_slot(r);
	ir_build_add(&r->b, op, dst, x, y, z);
	r->readable[r->n_readable++] = dst;
}

/* A tree of temporaries that are read once: what fused operations are made of. */
static uint32_t add_random_tree(Random *r, int depth)
{
	static const IrOp ops[] = {IR_ADD, IR_ADD, IR_SUB, IR_MUL, IR_MUL, IR_DIV, IR_NEG};
	IrOp op = ops[below(sizeof ops / sizeof *ops)];
	uint32_t x, y, dst;

	if (depth == 0 || is_full(r))
		return any_slot(r);
	x = add_random_tree(r, depth > 1 ? depth - 1 - (int)below(2) : 0);
	y = add_random_tree(r, (int)below((uint32_t)depth));
	if (is_full(r))
		return any_slot(r);
	dst = r->next_temp++;
	ir_build_add(&r->b, op, dst, x, y, 0);
	return dst;
}

static void add_random_equation(Random *r)
{
	uint32_t root = add_random_tree(r, 4);

	if (is_full(r))
		return;
	ir_build_add(&r->b, IR_MOVE, r->next_var, root, 0, 0);
	r->readable[r->n_readable++] = r->next_var++;
}

static void add_random_call(Random *r)
{
	uint32_t in[2], out[2];

	in[0] = any_slot(r);
	in[1] = any_slot(r);
	out[0] = new_slot(r);
	out[1] = new_slot(r);
	ir_build_call(&r->b, 0, in, 2, out, 2);
	r->readable[r->n_readable++] = out[0];
	r->readable[r->n_readable++] = out[1];
}

static void add_random_batch(Random *r)
{
	IrInstr code[] = {{any_op(), 3, 0, 1, 0}, {any_op(), 4, 3, 0, 1}, {any_op(), 2, 4, 1, 3}};
	uint32_t n = 1 + below(7), first = r->next_var;
	IrOperand operand[] = {
		{below(INPUTS / 2), (int32_t)below(2), NULL}, {0, 0, r->table}, {first, 1, NULL}};

	if (is_full(r))
		return;
	for (uint32_t i = 0; i < 64; i++)
		r->table[i] = below(INPUTS);
	ir_build_batch(&r->b, (IrBatch){code, 3, (int32_t)n, 3, 1, 2, operand});
	r->next_var += n;
	for (uint32_t i = 0; i < n; i++)
		r->readable[r->n_readable++] = first + i;
}

static void add_random_code(Random *r, uint32_t n, int depth);

static void add_random_branch(Random *r, uint32_t n, int depth)
{
	uint32_t n_before = r->n_readable, dst = new_slot(r), branch, end;

	branch = ir_build_add(&r->b, IR_UNLESS, 0, any_slot(r), 0, 0);
	add_random_code(r, below(n) + 1, depth + 1);
	ir_build_add(&r->b, IR_MOVE, dst, any_slot(r), 0, 0);
	r->n_readable = n_before;
	end = ir_build_add(&r->b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(&r->b, branch);
	add_random_code(r, below(n), depth + 1);
	ir_build_add(&r->b, IR_MOVE, dst, any_slot(r), 0, 0);
	ir_build_target(&r->b, end);
	r->n_readable = n_before;
	r->readable[r->n_readable++] = dst;
}

static void add_random_code(Random *r, uint32_t n, int depth)
{
	for (uint32_t i = 0; i < n && !is_full(r); i++) {
		uint32_t what = below(40);

		if (what == 0 && depth < 3)
			add_random_branch(r, n / 2 + 1, depth);
		else if (what == 1)
			add_random_call(r);
		else if (what == 2 && depth == 0 && !r->b.batch_at.n)
			add_random_batch(r);
		else if (what < 10)
			add_random_equation(r);
		else
			add_random_instr(r);
	}
}

/* Inputs of a run: the number 1, the number -0, others of any kind. */
static void set_frame(double frame[SLOTS], int run)
{
	for (uint32_t i = 0; i < SLOTS; i++)
		frame[i] = i >= INPUTS ? 77 : (double)((int)(i * 7 % 11) - 4) / (run == 0 ? 2 : 3);
	frame[0] = 1;
	frame[1] = -0.0;
	frame[2] = run == 0 ? 0.0 : INFINITY;
}

static void build_random(Random *r, uint32_t window)
{
	ir_build_init(&r->b, SLOTS, INPUTS + VARIABLES);
	r->b.m.one = 0;
	r->b.m.minus_zero = 1;
	r->n_readable = r->next_var = INPUTS;
	r->next_temp = INPUTS + VARIABLES;
	r->window = window;
	for (uint32_t i = 0; i < INPUTS; i++)
		r->readable[i] = i;
	add_random_code(r, 1 + below(200), 0);
	ir_build_end(&r->b);
	CHECKED(ir_check, &r->b.m, &scratch);
}

/* How the runs after the first ones are done. */
typedef enum How { ENCODED, SUMS, MACHINE, MACHINE_NO_AVX, MACHINE_OLD, HOWS } How;

static void run_random(Random *r, int k, How how)
{
	static double plain[2][SLOTS], frame[SLOTS];
	Vm *vm = vm_new(&r->b.m, NULL);
	Jit *jit = how >= MACHINE ? jit_new(&r->b.m, &machine_host, &r->b.keep) : NULL;

	vm->jit = jit;
	if (how == SUMS)
		vm->sums_from = 1;
	if (how >= MACHINE_NO_AVX)
		jit->processor.avx = false;
	if (how == MACHINE_OLD)
		jit->processor.round = false;
	for (int n = 0; n < 2 * RUNS; n++) {
		double *f = n < 2 ? plain[n] : frame;

		set_frame(f, n % 2);
		T_INT(vm_run(vm, f, 0), MDV_OK);
		for (uint32_t i = 0; n >= 2 && i < INPUTS + VARIABLES; i++)
			if (!same(f[i], plain[n % 2][i]))
				T_FAIL("region %d, way %d, run %d: slot %u = %.17g, want %.17g", k, how, n, i, f[i],
					   plain[n % 2][i]);
	}
	T_CHECK(vm->code[0].word || (jit && (vm->code[0].machine || jit->stats.refused)));
	vm_free(vm);
	jit_free(jit);
}

static int n_random = 1000; /* regions, and the seed: arguments of the program */
static unsigned random_seed = 3;

/* The first runs of a Vm are plain. */
static void random_regions_give_the_same_bits_however_they_are_run(void)
{
	static Random r;

	srand(random_seed);
	for (int k = 0; k < n_random; k++) {
		build_random(&r, 1 + below(k % 2 ? 4 : 60));
		for (How how = ENCODED; how < HOWS; how++)
			run_random(&r, k, how);
		ir_build_free(&r.b);
	}
}

/* Not in line: compilers would do both at once here, too. */
static __attribute__((noinline)) double by_itself(double (*volatile function)(double), double x)
{
	return function(x);
}

/* A value that is asked again, one that takes its place, and many. */
static void sine_and_cosine_together_have_the_bits_of_each(void)
{
	IrBuild b;
	Vm *vm;

	ir_build_init(&b, 1, 1);
	ir_build_end(&b);
	vm = vm_new(&b.m, NULL);
	srand(5);
	for (int k = 0; k < 300000; k++) {
		double x = ldexp((double)rand() / RAND_MAX - 0.5, (int)below(60) - 25);
		JitSine both;

		x = k % 5 == 0 ? (k % 2 ? 0.0 : -0.0) : k % 5 == 1 ? (double)below(30) : x;
		both = vm_sine_cosine(vm, x);
		T_CHECK(same(both.sine, by_itself(sin, x)) && same(both.cosine, by_itself(cos, x)));
	}
	T_CHECK(isnan(vm_sine_cosine(vm, INFINITY).sine) && isnan(vm_sine_cosine(vm, NAN).cosine));
	vm_free(vm);
	ir_build_free(&b);
}

static void without_memory_there_is_no_vm_but_code_runs_on(void)
{
	static const IrInstr add = {IR_ADD, 2, 0, 1, 0};
	static const IrOperand operand[] = {{0, 1, NULL}, {1, 2, NULL}, {100, 2, NULL}};
	bool ok = false;

	for (size_t k = 1; !ok && k < 100; k++) {
		double frame[300] = {1, 2};
		AllocMeter meter;
		IrBuild b;
		Vm *vm;

		ir_build_init(&b, 300, 200);
		ir_build_add(&b, IR_ADD, 200, 0, 1, 0);
		for (uint32_t i = 201; i < 300; i++)
			ir_build_add(&b, i % 2 ? IR_MUL : IR_SUB, i, i - 1, 1, 0);
		ir_build_add(&b, IR_MOVE, 2, 201, 0, 0);
		ir_build_batch(&b, (IrBatch){&add, 1, 40, 3, 1, 0, operand});
		ir_build_end(&b);
		alloc_meter_init(&meter, NULL);
		meter.fail_at = k;
		vm = vm_new(&b.m, &meter.alloc);
		if (vm)
			for (int n = 0; n < RUNS; n++) {
				frame[2] = 0;
				T_INT(vm_run(vm, frame, 0), MDV_OK);
				T_REAL(frame[2], 6, 0);
				T_REAL(frame[100], 3, 0);
			}
		vm_free(vm);
		ok = meter.n_calls < k;
		T_INT(meter.live, 0);
		ir_build_free(&b);
	}
	T_CHECK(ok);
}

/* The long version: test_vm REGIONS SEED. */
int main(int argc, char **argv)
{
	if (argc > 2) {
		n_random = atoi(argv[1]);
		random_seed = (unsigned)atoi(argv[2]);
	}
	arena_init(&scratch, NULL);
	T_RUN(every_operation_computes_what_it_says);
	T_RUN(every_operation_works_in_batches);
	T_RUN(branches_take_the_side_of_their_condition);
	T_RUN(calls_get_and_give_slots);
	T_RUN(a_call_that_fails_ends_the_run);
	T_RUN(an_empty_region_does_nothing);
	T_RUN(the_first_result_that_goes_wrong_is_found);
	T_RUN(wrong_results_of_branches_calls_and_batches_are_found);
	T_RUN(every_fused_operation_is_used_and_keeps_the_roundings);
	T_RUN(fused_operations_keep_the_roundings_in_batches);
	T_RUN(a_value_that_is_read_elsewhere_is_not_taken_in);
	T_RUN(random_regions_give_the_same_bits_however_they_are_run);
	T_RUN(sine_and_cosine_together_have_the_bits_of_each);
	T_RUN(without_memory_there_is_no_vm_but_code_runs_on);
	arena_free(&scratch);
	return T_END();
}
