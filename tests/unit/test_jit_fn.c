/* SPDX-License-Identifier: MIT
   test_jit_fn.c — functions as machine code: random ones, with branches, loops, elements of arrays,
   calls of each other and what can fail, do what the VM does: the same bits, the same failures, the
   same words. Model code calls the first one, which calls the second, and so on.
   The long version: test_jit_fn FUNCTIONS SEED. */
#include "vm/vm.h"
#include "vm/vm_fn.h"

#include "checked.h"
#include "t.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	CONSTANTS = 9,
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
	MOST_CODE = 600,
	INPUT_ARRAY = 4, /* after two arrays and two tables */
	FUNCTIONS = 3,
	LIST_OF_CALL = 1 + 2 * (INPUTS + 1 + VARIABLES),
	MOST_LIST = 5 + 60 * LIST_OF_CALL
};

static const double constant[CONSTANTS] = {1, 2, 3, 0, -0.5, 1e300, 5, 0x1p52, 6};
static const double table[VECTOR + ROWS * COLUMNS] = {1, -2, 3, 4, 0.25, 6, 7, 8, -9, 10, 11};
static const uint32_t list[] = {1, VECTOR, 2, ROWS, COLUMNS}; /* sizes of both arrays */

typedef struct Random {
	IrModule m;                           /* with functions and one call */
	Arena keep;                           /* holds it */
	IrFn fn[FUNCTIONS];                   /* they */
	IrInstr codes[FUNCTIONS][MOST_CODE];  /* of them */
	uint32_t lists[FUNCTIONS][MOST_LIST]; /* likewise */
	IrFnLeaf in[FUNCTIONS][INPUTS + 1];   /* likewise: scalars, then a vector */
	IrFnLeaf out[FUNCTIONS][VARIABLES];   /* likewise */
	IrInstr *code;                        /* of the one under way */
	uint32_t *list;                       /* likewise */
	uint32_t n;                           /* instructions */
	uint32_t n_list;                      /* words */
	uint32_t n_temps;                     /* in use */
	uint32_t next;                        /* function that may be called; FUNCTIONS: none */
	int n_loops;                          /* around */
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
	if (below(20) == 0) /* 5, 6, 1, 2, 3 or 0: of some arrays */
		return below(2) ? 6 + 2 * below(2) : below(4);
	if (below(12) || r->n_temps == TEMPS)
		return below(COLUMNS);
	add(r, IR_FLOOR, FIRST_TEMP + r->n_temps, any(r), 0, 0);
	return FIRST_TEMP + r->n_temps++;
}

static uint32_t target(Random *r)
{
	if (below(2) && r->n_temps < TEMPS)
		return FIRST_TEMP + r->n_temps++;
	if (below(3) == 0 && r->n_temps > 0) /* written again */
		return FIRST_TEMP + below(r->n_temps);
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

	switch (below(8)) {
	case 7: add(r, FN_SUM, target(r), 0, x, 0); break; /* which the host does */
	case 4: add(r, FN_LOAD1, target(r), INPUT_ARRAY, i, 0); break;
	case 5: add(r, FN_CHECK, 0, INPUT_ARRAY, 0, below(20) ? 6 : any(r)); break;
	case 6: add(r, FN_COUNT, target(r), any(r), any(r), any(r)); break;
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

/* A call of the next function; some results are not wanted. */
static void add_call(Random *r)
{
	uint32_t *word = &r->list[r->n_list];

	if (r->next == FUNCTIONS || r->n_list + LIST_OF_CALL > MOST_LIST)
		return;
	add(r, FN_CALL, r->next, 0, 0, r->n_list);
	*word++ = INPUTS + 1 + VARIABLES;
	for (int k = 0; k < INPUTS; k++) {
		*word++ = IR_LIST_SCALAR;
		*word++ = any(r);
	}
	*word++ = IR_LIST_ARRAY;
	*word++ = below(3) ? 0 : below(2) ? INPUT_ARRAY : 2;
	for (int k = 0; k < VARIABLES; k++) {
		*word++ = below(3) ? IR_LIST_NONE : IR_LIST_SCALAR;
		*word++ = FIRST_VARIABLE + (uint32_t)k;
	}
	r->n_list += LIST_OF_CALL;
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
		else if (what == 6)
			add_call(r);
		else
			add_plain(r);
	}
}

/* Scalars, then a vector of any size, or one that it must have. */
static void build_sides(Random *r, uint32_t f)
{
	for (int k = 0; k < VARIABLES; k++) {
		if (k < INPUTS)
			r->in[f][k] =
				(IrFnLeaf){.name = "u", .reg = FIRST_INPUT + (uint32_t)k, .flag = IR_NO_SLOT};
		r->out[f][k] =
			(IrFnLeaf){.name = "y", .reg = FIRST_VARIABLE + (uint32_t)k, .flag = IR_NO_SLOT};
	}
	r->in[f][INPUTS] =
		(IrFnLeaf){.name = "w", .rank = 1, .reg = INPUT_ARRAY, .flag = IR_NO_SLOT, .dim = {-1}};
	if (f > 0 && below(2)) /* of the first one it would not be called by machine code */
		r->in[f][INPUTS].dim[0] = below(20) ? VECTOR : VECTOR - 1;
	if (below(10) == 0) /* which only the host takes */
		r->out[f][1].flag = FIRST_VARIABLE;
}

static void build_function(Random *r, uint32_t f)
{
	static const IrFnArray array[] = {{"v", VECTOR, SCALARS},
									  {"A", ROWS * COLUMNS, SCALARS + VECTOR},
									  {NULL, 0, 0},
									  {NULL, 0, 0},
									  {"w", 0, 0}};
	static IrFnNode node[VARIABLES], in_node[INPUTS + 1];

	r->code = r->codes[f];
	r->list = r->lists[f];
	r->n = r->n_temps = 0;
	r->next = f + 1;
	r->n_list = sizeof list / sizeof *list;
	memcpy(r->list, list, sizeof list);
	build_sides(r, f);
	for (int k = 0; k < VARIABLES; k++)
		node[k] = (IrFnNode){-1, 0};
	for (int k = 0; k <= INPUTS; k++)
		in_node[k] = (IrFnNode){-1, k == INPUTS};
	for (uint32_t k = 0; k < 2; k++) { /* constant arrays are not to be changed */
		add(r, FN_TABLE, 2 + k, 0, k * VECTOR, 2 * k);
		add(r, FN_COPY, k, 2 + k, 0, 0);
	}
	for (uint32_t k = 0; k < VARIABLES; k++)
		add(r, IR_MOVE, FIRST_VARIABLE + k, below(FIRST_VARIABLE), 0, 0);
	for (uint32_t k = 0; k < 2 * MOVED; k++)
		add(r, IR_MOVE, FIRST_MOVED + k, below(FIRST_VARIABLE), 0, 0);
	add_code(r, 8 + below(f == 0 ? 30 : 12));
	add(r, FN_RETURN, 0, 0, 0, 0);
	r->fn[f] = (IrFn){.name = f == 0   ? "f"
							  : f == 1 ? "g"
									   : "h",
					  .number = (int32_t)f,
					  .code = r->code,
					  .n_code = r->n,
					  .list = r->list,
					  .n_list = r->n_list,
					  .constant = constant,
					  .n_constants = CONSTANTS,
					  .table = table,
					  .n_table = VECTOR + ROWS * COLUMNS,
					  .array = array,
					  .n_arrays = 5,
					  .in = {r->in[f], INPUTS + 1, in_node, INPUTS + 1, INPUTS + 1, true},
					  .out = {r->out[f], VARIABLES, node, VARIABLES, VARIABLES, true},
					  .n_scalars = SCALARS,
					  .n_window = WINDOW};
	vec_push(arena_allocator(&r->keep), &r->m.fns, &r->fn[f]);
}

/* Slots: arguments, the elements of the vector, results. */
enum { SLOTS = INPUTS + VECTOR + VARIABLES };

static void build(Random *r)
{
	static uint32_t slot[SLOTS];
	static const int32_t dim[1] = {VECTOR};
	static const IrInstr call = {.op = IR_CALL};
	static const int32_t source[1] = {-1};

	memset(r, 0, sizeof *r);
	arena_init(&r->keep, NULL);
	ir_init(&r->m, &r->keep);
	for (uint32_t f = 0; f < FUNCTIONS; f++)
		build_function(r, f);
	for (uint32_t k = 0; k < SLOTS; k++)
		slot[k] = k;
	r->m.n_slots = r->m.first_temp = SLOTS;
	vec_push(arena_allocator(&r->keep), &r->m.calls,
			 ((IrCall){.n_in = INPUTS + VECTOR,
					   .n_out = VARIABLES,
					   .in = slot,
					   .out = slot + INPUTS + VECTOR,
					   .dim = dim,
					   .n_dims = 1,
					   .source = -1}));
	vec_push(arena_allocator(&r->keep), &r->m.regions,
			 ((IrRegion){.instr = &call, .n_instrs = 1, .source = source}));
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

static void call(Vm *vm, int run, Outcome *o)
{
	double frame[SLOTS];

	for (uint32_t k = 0; k < SLOTS; k++)
		frame[k] = k < INPUTS + VECTOR
					   ? (double)((run * 5 + (int)k * 3 + 200) % 7 - 2) / (run % 3 ? 1 : 4)
					   : 77;
	o->status = vm_run(vm, frame, 0);
	memcpy(o->out, frame + INPUTS + VECTOR, sizeof o->out);
	snprintf(o->why, sizeof o->why, "%s", o->status == MDV_OK ? "" : vm_why(vm));
}

enum { RUNS = 6 };

static int n_random = 600;
static unsigned seed = 5;
static int n_failed; /* calls that failed, as they should */
static int n_direct; /* modules in which machine code may call the second function */

static void compare(Random *r, int k, bool avx)
{
	Vm *plain = vm_new(&r->m, NULL), *machine = vm_new(&r->m, NULL);
	Jit *jit = jit_new(&r->m, &vm_jit_host, &r->keep);
	Outcome want, got;

	if (!avx)
		jit->processor.avx = jit->processor.round = false;
	vm_set_jit(machine, jit);
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
	T_CHECK(machine->fns->machine[0] || jit->stats.refused);
	n_direct += machine->fns->direct[1] != NULL;
	vm_free(machine);
	vm_free(plain);
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
	T_CHECK(n_direct > n_random / 10);
}

/* f(u) = if u > 0 then f(u - 1) + 1 else 0, in a module of its own. */
static void build_recursion(Random *r)
{
	static const double one[2] = {0, 1};
	static const uint32_t arguments[] = {2, IR_LIST_SCALAR, 4, IR_LIST_SCALAR, 5};
	static const IrFnLeaf u = {.name = "u", .reg = 2, .flag = IR_NO_SLOT};
	static const IrFnLeaf y = {.name = "y", .reg = 3, .flag = IR_NO_SLOT};
	static const IrFnNode node = {-1, 0};
	static const IrInstr code[] = {
		{IR_MOVE, 3, 0, 0, 0}, {IR_LT, 6, 0, 2, 0},  {IR_UNLESS, 6, 6, 0, 0}, {IR_SUB, 4, 2, 1, 0},
		{FN_CALL, 0, 0, 0, 0}, {IR_ADD, 3, 5, 1, 0}, {FN_RETURN, 0, 0, 0, 0}};
	static const uint32_t slot[2] = {0, 1};
	static const IrInstr call = {.op = IR_CALL};
	static const int32_t source[1] = {-1};

	memset(r, 0, sizeof *r);
	arena_init(&r->keep, NULL);
	ir_init(&r->m, &r->keep);
	r->fn[0] = (IrFn){.name = "f",
					  .code = code,
					  .n_code = sizeof code / sizeof *code,
					  .list = arguments,
					  .n_list = sizeof arguments / sizeof *arguments,
					  .constant = one,
					  .n_constants = 2,
					  .in = {&u, 1, &node, 1, 1, true},
					  .out = {&y, 1, &node, 1, 1, true},
					  .n_scalars = 7,
					  .n_window = 7};
	vec_push(arena_allocator(&r->keep), &r->m.fns, &r->fn[0]);
	r->m.n_slots = r->m.first_temp = 2;
	vec_push(arena_allocator(&r->keep), &r->m.calls,
			 ((IrCall){.n_in = 1, .n_out = 1, .in = slot, .out = slot + 1, .source = -1}));
	vec_push(arena_allocator(&r->keep), &r->m.regions,
			 ((IrRegion){.instr = &call, .n_instrs = 1, .source = source}));
	CHECKED(ir_fn_check, &r->m);
}

/* Both do the same, most of all where they end. turns: that are allowed. */
static MdvStatus recur(Vm *vm[2], double depth, double turns)
{
	MdvStatus status[2];

	for (int k = 0; k < 2; k++) {
		double frame[2] = {depth, -1};

		vm[k]->fns->shared.turns = VM_STOP_TEST;
		vm[k]->fns->shared.turns_left = turns;
		status[k] = vm_run(vm[k], frame, 0);
		if (status[k] == MDV_OK)
			T_REAL(frame[1], depth, 0);
		T_INT(vm[k]->fns->shared.depth, 0);
	}
	T_INT(status[1], status[0]);
	T_STR(vm_why(vm[1]), vm_why(vm[0]));
	return status[0];
}

static volatile sig_atomic_t stop_now;

static void calls_end_where_those_of_the_vm_do(void)
{
	static Random r;
	VmHooks hooks = {.stop = &stop_now};
	Vm *vm[2];
	Jit *jit;

	build_recursion(&r);
	vm[0] = vm_new(&r.m, NULL);
	vm[1] = vm_new(&r.m, NULL);
	jit = jit_new(&r.m, &vm_jit_host, &r.keep);
	vm_set_jit(vm[1], jit);
	for (int k = 0; k < 2; k++)
		vm_fn_set_hooks(vm[k]->fns, &hooks);
	for (int k = 0; k < 40; k++) /* until nobody looks for results that are known */
		T_INT(recur(vm, 20, INFINITY), MDV_OK);
	T_CHECK(vm[1]->fns->direct[0] || jit->stats.refused);
	T_INT(recur(vm, 1500, INFINITY), MDV_OK);
	T_INT(recur(vm, 3000, INFINITY), MDV_RETRY); /* deeper than functions may be */
	T_INT(recur(vm, VM_MAX_DEPTH - 1, INFINITY), MDV_OK);
	T_INT(recur(vm, VM_MAX_DEPTH, INFINITY), MDV_RETRY);
	T_INT(recur(vm, 1500, 1000), MDV_FAILED); /* --max-calls */
	T_INT(recur(vm, 900, 1000), MDV_OK);
	stop_now = 1;
	T_INT(recur(vm, 1500, INFINITY), MDV_STOPPED);
	stop_now = 0;
	T_INT(recur(vm, 1500, INFINITY), MDV_OK);
	vm_free(vm[0]);
	vm_free(vm[1]);
	jit_free(jit);
	arena_free(&r.keep);
}

int main(int argc, char **argv)
{
	if (argc > 2) {
		n_random = atoi(argv[1]);
		seed = (unsigned)atoi(argv[2]);
	}
	T_RUN(random_functions_do_what_the_vm_does);
	T_RUN(calls_end_where_those_of_the_vm_do);
	return T_END();
}
