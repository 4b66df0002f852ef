/* SPDX-License-Identifier: MIT
   test_jit_fn.c — functions as machine code: random ones, with branches, loops, elements of arrays
   and what can fail, do what the VM does: the same bits, the same failures, the same words.
   The long version: test_jit_fn FUNCTIONS SEED. */
#include "vm/vm.h"
#include "vm/vm_fn.h"

#include "checked.h"
#include "t.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	CONSTANTS = 8,
	INPUTS = 4,
	VARIABLES = 12,
	LOOPS = 4, /* with four scalars each */
	TEMPS = 60,
	FIRST_INPUT = CONSTANTS,
	FIRST_VARIABLE = FIRST_INPUT + INPUTS,
	FIRST_LOOP = FIRST_VARIABLE + VARIABLES,
	FIRST_TEMP = FIRST_LOOP + 4 * LOOPS,
	MOVED = 40, /* scalars that are moved together, to as many */
	FIRST_MOVED = FIRST_TEMP + TEMPS,
	SCALARS = FIRST_MOVED + 2 * MOVED,
	VECTOR = 5, /* elements */
	ROWS = 3,
	COLUMNS = 2,
	WINDOW = SCALARS + VECTOR + ROWS * COLUMNS,
	MOST_CODE = 600
};

static const double constant[CONSTANTS] = {1, 2, 3, 0, -0.5, 1e300, 5, 0x1p52};
static const double table[VECTOR + ROWS * COLUMNS] = {1, -2, 3, 4, 0.25, 6, 7, 8, -9, 10, 11};
static const uint32_t list[] = {1, VECTOR, 2, ROWS, COLUMNS}; /* sizes of both arrays */

typedef struct Random {
	IrModule m;              /* with one function */
	Arena keep;              /* holds it */
	IrFn fn;                 /* it */
	IrInstr code[MOST_CODE]; /* of it */
	uint32_t n;              /* instructions */
	uint32_t n_temps;        /* in use */
	int n_loops;             /* around */
} Random;

static uint32_t below(uint32_t n)
{
	return (uint32_t)rand() % n;
}

static uint32_t add(Random *r, uint32_t op, uint32_t dst, uint32_t a, uint32_t b, uint32_t c)
{
	r->code[r->n] = (IrInstr){op, dst, a, b, c};
	return r->n++;
}

static uint32_t any(const Random *r)
{
	uint32_t k = below(10);

	if (k < 4 && r->n_temps > 0)
		return FIRST_TEMP + r->n_temps - 1 - below(r->n_temps < 5 ? r->n_temps : 5);
	if (k == 4)
		return FIRST_MOVED + below(2 * MOVED);
	return k < 8 ? FIRST_INPUT + below(INPUTS + VARIABLES) : below(CONSTANTS);
}

/* A subscript, which is whole: mostly one that there is. */
static uint32_t any_subscript(Random *r)
{
	if (below(12) || r->n_temps == TEMPS)
		return below(COLUMNS);
	add(r, IR_FLOOR, FIRST_TEMP + r->n_temps, any(r), 0, 0);
	return FIRST_TEMP + r->n_temps++;
}

static uint32_t target(Random *r)
{
	if (below(2) && r->n_temps < TEMPS)
		return FIRST_TEMP + r->n_temps++;
	if (below(6) == 0)
		return FIRST_MOVED + below(2 * MOVED);
	return FIRST_VARIABLE + below(VARIABLES);
}

static void add_plain(Random *r)
{
	static const IrOp often[] = {IR_ADD, IR_SUB, IR_MUL,  IR_DIV,    IR_NEG, IR_LT,
								 IR_LE,  IR_EQ,  IR_IADD, IR_SELECT, IR_MIN, IR_NOT};
	uint32_t op = below(4) ? often[below(sizeof often / sizeof *often)] : below(IR_UNLESS);
	uint32_t a = any(r), b = any(r), c = any(r);

	add(r, op, target(r), a, b, c);
}

static void add_element(Random *r)
{
	uint32_t i = any_subscript(r), k = any_subscript(r), x = any(r);

	switch (below(4)) {
	case 0: add(r, FN_LOAD1, target(r), 0, i, 0); break;
	case 1: add(r, FN_LOAD2, target(r), 1, i, k); break;
	case 2: add(r, FN_STORE1, 0, x, i, 0); break;
	default: add(r, FN_STORE2, 1, x, i, k);
	}
}

/* From one half to the other. */
static void add_moves(Random *r)
{
	uint32_t n = 1 + below(MOVED), from = below(2) * MOVED, at = below(MOVED - n + 1);

	add(r, FN_MOVES, FIRST_MOVED + MOVED - from + at, FIRST_MOVED + from + at, n, 0);
}

static void add_code(Random *r, uint32_t n);

/* What was computed on one side only is not read behind. */
static void add_branch(Random *r, uint32_t n)
{
	uint32_t n_temps = r->n_temps, unless = add(r, IR_UNLESS, 0, any(r), 0, 0), jump;

	add_code(r, n);
	r->n_temps = n_temps;
	jump = add(r, IR_JUMP, 0, 0, 0, 0);
	r->code[unless].dst = r->n;
	add_code(r, n);
	r->n_temps = n_temps;
	r->code[jump].dst = r->n;
}

static void add_loop(Random *r, uint32_t n)
{
	uint32_t turn = FIRST_LOOP + 4 * (uint32_t)r->n_loops, n_temps = r->n_temps, next;

	r->n_loops++;
	add(r, IR_MOVE, turn, 3, 0, 0);
	add(r, IR_MOVE, turn + 1, below(CONSTANTS - 1) % 5, 0, 0);
	add(r, IR_MOVE, turn + 2, any(r), 0, 0);
	add(r, IR_MOVE, turn + 3, below(CONSTANTS), 0, 0);
	next = add(r, FN_NEXT, FIRST_VARIABLE + below(VARIABLES), turn, 0, 0);
	add_code(r, n);
	add(r, FN_LOOP, next, 0, 0, 0);
	r->code[next].b = r->n;
	r->n_temps = n_temps;
	r->n_loops--;
}

static void add_code(Random *r, uint32_t n)
{
	for (uint32_t k = 0; k < n && r->n + 40 < MOST_CODE; k++) {
		uint32_t what = below(24);

		if (what == 0)
			add_branch(r, n / 2);
		else if (what == 1 && r->n_loops < LOOPS)
			add_loop(r, n / 2);
		else if (what < 5)
			add_element(r);
		else if (what == 5)
			add_moves(r);
		else
			add_plain(r);
	}
}

static void build(Random *r)
{
	static const IrFnArray array[] = {{"v", VECTOR, SCALARS},
									  {"A", ROWS * COLUMNS, SCALARS + VECTOR},
									  {NULL, 0, 0},
									  {NULL, 0, 0}};
	static IrFnLeaf in[INPUTS], out[VARIABLES];
	static IrFnNode node[VARIABLES];

	memset(r, 0, sizeof *r);
	arena_init(&r->keep, NULL);
	ir_init(&r->m, &r->keep);
	for (int k = 0; k < VARIABLES; k++) {
		if (k < INPUTS)
			in[k] = (IrFnLeaf){.name = "u", .reg = FIRST_INPUT + (uint32_t)k, .flag = IR_NO_SLOT};
		out[k] = (IrFnLeaf){.name = "y", .reg = FIRST_VARIABLE + (uint32_t)k, .flag = IR_NO_SLOT};
		node[k] = (IrFnNode){-1, 0};
	}
	for (uint32_t k = 0; k < 2; k++) { /* constant arrays are not to be changed */
		add(r, FN_TABLE, 2 + k, 0, k * VECTOR, 2 * k);
		add(r, FN_COPY, k, 2 + k, 0, 0);
	}
	for (uint32_t k = 0; k < VARIABLES; k++)
		add(r, IR_MOVE, FIRST_VARIABLE + k, below(FIRST_VARIABLE), 0, 0);
	for (uint32_t k = 0; k < 2 * MOVED; k++)
		add(r, IR_MOVE, FIRST_MOVED + k, below(FIRST_VARIABLE), 0, 0);
	add_code(r, 8 + below(30));
	add(r, FN_RETURN, 0, 0, 0, 0);
	r->fn = (IrFn){.name = "f",
				   .code = r->code,
				   .n_code = r->n,
				   .list = list,
				   .n_list = sizeof list / sizeof *list,
				   .constant = constant,
				   .n_constants = CONSTANTS,
				   .table = table,
				   .n_table = VECTOR + ROWS * COLUMNS,
				   .array = array,
				   .n_arrays = 4,
				   .in = {in, INPUTS, node, INPUTS, INPUTS, true},
				   .out = {out, VARIABLES, node, VARIABLES, VARIABLES, true},
				   .n_scalars = SCALARS,
				   .n_window = WINDOW};
	vec_push(arena_allocator(&r->keep), &r->m.fns, &r->fn);
	CHECKED(ir_fn_check, &r->m);
}

static bool same(double x, double y)
{
	return memcmp(&x, &y, sizeof x) == 0 || (isnan(x) && isnan(y));
}

typedef struct Outcome {
	MdvStatus status;      /* of the call */
	double out[VARIABLES]; /* results */
	char why[200];         /* in words */
} Outcome;

static void call(VmFn *vm, int run, Outcome *o)
{
	double frame[INPUTS + VARIABLES];
	uint32_t slot[INPUTS + VARIABLES];
	IrCall c = {.n_in = INPUTS, .n_out = VARIABLES, .in = slot, .out = slot + INPUTS, .source = -1};

	for (uint32_t k = 0; k < INPUTS + VARIABLES; k++) {
		slot[k] = k;
		frame[k] = k < INPUTS ? (double)((run * 5 + (int)k * 3) % 7 - 2) / (run % 3 ? 1 : 4) : 77;
	}
	o->status = vm_fn_call(vm, &c, frame);
	memcpy(o->out, frame + INPUTS, sizeof o->out);
	snprintf(o->why, sizeof o->why, "%s", o->status == MDV_OK ? "" : vm_fn_why(vm));
}

enum { RUNS = 6 };

static int n_random = 600;
static unsigned seed = 5;
static int n_failed; /* calls that failed, as they should */

static void compare(Random *r, int k, bool avx)
{
	VmFn *plain = vm_fn_new(&r->m, NULL), *machine = vm_fn_new(&r->m, NULL);
	Jit *jit = jit_new(&r->m, &vm_jit_host, &r->keep);
	Outcome want, got;

	if (!avx)
		jit->processor.avx = jit->processor.round = false;
	vm_fn_set_jit(machine, jit);
	for (int run = -VM_HOT; run < RUNS; run++) {
		call(plain, run, &want);
		call(machine, run, &got);
		if (run < 0)
			continue;
		n_failed += want.status != MDV_OK;
		T_INT(got.status, want.status);
		T_STR(got.why, want.why);
		for (int i = 0; want.status == MDV_OK && i < VARIABLES; i++)
			if (!same(got.out[i], want.out[i]))
				T_FAIL("function %d, run %d: %d is %.17g, want %.17g", k, run, i, got.out[i],
					   want.out[i]);
	}
	T_CHECK(machine->machine[0] || jit->stats.refused);
	vm_fn_free(machine);
	vm_fn_free(plain);
	jit_free(jit);
}

static void random_functions_do_what_the_vm_does(void)
{
	static Random r;

	srand(seed);
	for (int k = 0; k < n_random; k++) {
		build(&r);
		compare(&r, k, true);
		compare(&r, k, false);
		arena_free(&r.keep);
	}
	T_CHECK(n_failed > n_random / 10 && n_failed < 2 * RUNS * n_random * 9 / 10);
}

int main(int argc, char **argv)
{
	if (argc > 2) {
		n_random = atoi(argv[1]);
		seed = (unsigned)atoi(argv[2]);
	}
	T_RUN(random_functions_do_what_the_vm_does);
	return T_END();
}
