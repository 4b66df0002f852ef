/* SPDX-License-Identifier: MIT
   quantized states: the polynomials, the Taylor arithmetic against differences, and the counts of
   new quantized states of paper 004. */
#include "runtime/qss/qss.h"
#include "sim.h"
#include "t.h"

static void the_first_zero_of_a_polynomial_is_found(void)
{
	T_REAL(poly_first((double[]){1, -2}, 1, INFINITY), 0.5, 1e-15);
	T_REAL(poly_first((double[]){1, 0, -1}, 2, INFINITY), 1, 1e-15);
	T_REAL(poly_first((double[]){6, -5, 1}, 2, INFINITY), 2, 1e-14);
	T_REAL(poly_first((double[]){6, -11, 6, -1}, 3, INFINITY), 1, 1e-12);
	T_REAL(poly_first((double[]){24, -50, 35, -10, 1}, 4, 10), 1, 1e-12);
	T_CHECK(isinf(poly_first((double[]){1, 1, 1}, 2, INFINITY)));
	T_CHECK(isinf(poly_first((double[]){1, -0.01}, 1, 10)));
	T_CHECK(isinf(poly_first((double[]){1, -1.9, 1}, 2, INFINITY)));
	T_REAL(poly_leaves((double[]){0, 1, -10}, 2, 0.5, INFINITY), 0.05 + sqrt(0.0525), 1e-12);
	T_REAL(poly_leaves((double[]){0, 0, 0, 8}, 3, 1, INFINITY), 0.5, 1e-12);
}

static void a_shifted_polynomial_has_the_same_values(void)
{
	double p[] = {1, -2, 3, 0.5}, q[] = {1, -2, 3, 0.5};

	poly_shift(q, 3, 0.75);
	for (double h = -1; h <= 1; h += 0.25)
		T_REAL(poly_at(q, 3, h), poly_at(p, 3, h + 0.75), 1e-14);
}

/* a(h) = 0.4 + 0.3 h - 0.2 h^2, b(h) = 0.7 - 0.1 h + 0.05 h^3 */
static double value(IrOp op, double h)
{
	return ops_value(op, 0.4 + 0.3 * h - 0.2 * h * h, 0.7 - 0.1 * h + 0.05 * h * h * h, 0.25 + h);
}

/* Every operation: its coefficients must follow the operation itself, as far as the first that is
   left out: errors at h and h / 2 are of order 5. */
static void every_operation_follows_its_function(void)
{
	const Taylor a = {{0.4, 0.3, -0.2, 0, 0}, INFINITY}, b = {{0.7, -0.1, 0, 0.05, 0}, INFINITY};
	const Taylor c = {{0.25, 1, 0, 0, 0}, INFINITY};

	for (int op = 0; op < IR_UNLESS; op++) {
		bool of_integers = op == IR_INEG || (op >= IR_IADD && op <= IR_IREM && op != IR_RDIV &&
											 op != IR_RMOD && op != IR_RREM);
		Taylor y;

		if (of_integers) /* which are constant between events */
			continue;
		taylor_op((IrOp)op, &a, &b, &c, TAYLOR_MOST - 1, &y);
		T_REAL(y.c[0], value((IrOp)op, 0), 1e-15);
		for (double h = 0.004; h < 0.01; h += 0.004) {
			double error = fabs(poly_at(y.c, TAYLOR_MOST - 1, h) - value((IrOp)op, h));

			if (!(error <= 50 * pow(h, 5) + 1e-15))
				T_FAIL("%s: %g at %g", ir_op_info[op].name, error, h);
		}
	}
}

static void what_jumps_says_when(void)
{
	const Taylor a = {{0.4, 2, 0, 0, 0}, INFINITY}, b = {{0.9, 0, 0, 0, 0}, INFINITY};
	const Taylor zero = {{0, -1, 0, 0, 0}, INFINITY};
	Taylor y;

	taylor_op(IR_LT, &a, &b, &b, 2, &y);
	T_REAL(y.c[0], 1, 0);
	T_REAL(y.until, 0.25, 1e-15);
	taylor_op(IR_FLOOR, &a, NULL, NULL, 2, &y);
	T_REAL(y.until, 0.3, 1e-15);
	taylor_op(IR_MAX, &a, &b, &b, 2, &y);
	T_REAL(y.c[0], 0.9, 0);
	T_REAL(y.until, 0.25, 1e-15);
	taylor_op(IR_ABS, &zero, NULL, NULL, 2, &y); /* behind zero it rises */
	T_REAL(y.c[1], 1, 0);
	T_CHECK(isinf(y.until));
}

static void the_tree_knows_who_is_first(void)
{
	Arena memory;
	QssTree t;

	arena_init(&memory, NULL);
	T_CHECK(tree_init(&t, &memory, 5));
	for (int i = 0; i < 5; i++)
		tree_set(&t, i, 10 - i);
	T_INT(tree_first(&t), 4);
	tree_set(&t, 4, INFINITY);
	T_INT(tree_first(&t), 3);
	tree_set(&t, 0, 7);
	T_INT(tree_first(&t), 0); /* of equals the first */
	tree_take(&t, 0);
	T_INT(tree_first(&t), 3);
	T_CHECK(tree_key_of(&t, 0) == INFINITY);
	for (int i = 0; i < 5; i++)
		tree_put(&t, i, fabs(i - 1.5));
	tree_climb(&t, 0, 4);
	T_INT(tree_first(&t), 1);
	tree_put(&t, 1, 4);
	tree_put(&t, 2, 0.25);
	tree_climb(&t, 1, 2);
	T_INT(tree_first(&t), 2);
	T_CHECK(tree_key(&t) == 0.25);
	arena_free(&memory);
}

/* The first of all, one after the other; of equals the one with the smaller number. */
static int first_by_search(const double key[], int n)
{
	int first = 0;

	for (int i = 1; i < n; i++)
		first = key[i] < key[first] ? i : first;
	return first;
}

static void check_tree(int n)
{
	Arena memory;
	QssTree t;
	double key[40];
	unsigned random = 1;

	arena_init(&memory, NULL);
	T_CHECK(tree_init(&t, &memory, n));
	for (int i = 0; i < n; i++)
		tree_set(&t, i, key[i] = i % 7);
	for (int turn = 0; turn < 2000; turn++) {
		int first = tree_first(&t), n_due, a, b;
		int32_t due[40];

		T_INT(first, first_by_search(key, n));
		T_CHECK(tree_key(&t) == key[first]);
		n_due = tree_due(&t, key[first] + 2, due, 40);
		for (int i = 0, k = 0; i < n; i++)
			if (key[i] <= key[first] + 2)
				T_CHECK(k < n_due && due[k++] == i);
		T_INT(tree_due(&t, key[first] + 2, due, 1), 1);
		/* Others get their times before the first is taken, and climb after it, as in a step. */
		random = random * 1664525 + 1013904223;
		a = (int)(random >> 8) % n;
		b = a + (int)(random >> 20) % 3 < n ? a + (int)(random >> 20) % 3 : n - 1;
		for (int i = a; i <= b; i++)
			tree_put(&t, i, key[i] = (random >> (i - a)) % 32 - 5.0);
		tree_take(&t, first);
		tree_climb(&t, a, b);
		tree_set(&t, first, key[first] = random >> 27);
	}
	arena_free(&memory);
}

static void the_tree_is_right_of_few_and_of_many_entries(void)
{
	check_tree(1);
	check_tree(16);
	check_tree(17);
	check_tree(40);
}

/* As the zeros between those of the derivative have it; but for rounding. */
static void polynomials_that_are_almost_straight_have_their_zero(void)
{
	double bent[] = {1, -1, 0.05, -0.01}, up[] = {1, 2, 3, 4}, far[] = {1, -1, 0, 0.3};
	double h = poly_first(bent, 3, 10);

	T_CHECK(poly_at(bent, 3, h) <= 0 && poly_at(bent, 3, h * (1 - 1e-14)) > 0);
	T_CHECK(poly_first(bent, 3, 1) == INFINITY); /* it is behind 1 */
	T_CHECK(poly_first(up, 3, 1e9) == INFINITY);
	T_CHECK(poly_first(far, 3, 10) == INFINITY); /* it turns round before zero */
	T_CHECK(poly_stays_positive(bent, 3, 0.9) && !poly_stays_positive(bent, 3, 1));
	bent[0] = 1e-9; /* quite straight */
	h = poly_first(bent, 3, 10);
	T_CHECK(fabs(h - 1e-9) < 1e-17 && poly_at(bent, 3, h) <= 0);
}

/* --- counts --- */

static const char *const lotka_volterra =
	"model M \"paper 004\"\n  Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true);\n"
	"equation\n  der(x) = 0.1 * x - 0.1 * x * y;\n  der(y) = 0.1 * x * y - 0.1 * y;\nend M;\n";

/* How often the prey got a new quantized state in 100 s, with the first. */
static uint64_t count_prey(int order)
{
	QssOptions o = {.order = order, .relative = 1e-3, .least = 1e-6, .most = 2, .stop = 100};
	Arena memory;
	uint64_t n = 1;
	int32_t i;
	Sim s;
	Qss q;

	T_CHECK(sim_text(&s, lotka_volterra));
	s.rt = rt_new(&s.made->model, NULL);
	s.rt->span = 100;
	arena_init(&memory, NULL);
	T_INT(init_run(s.rt, 0), MDV_OK);
	T_INT(qss_open(&q, s.rt, &o, &memory), MDV_OK);
	T_INT(qss_begin(&q, 0), MDV_OK);
	for (double t = qss_next(&q, &i); t < 100; t = qss_next(&q, &i)) {
		n += i == 0 && q.state[0].t_quantum <= t;
		if (qss_step(&q, i, t) != MDV_OK)
			break;
	}
	arena_free(&memory);
	sim_free(&s);
	return n;
}

static void lotka_volterra_has_the_counts_of_paper_004(void)
{
	T_CHECK(count_prey(1) >= 5186 && count_prey(1) <= 5290); /* 5238, by 1 % */
	T_CHECK(count_prey(2) >= 165 && count_prey(2) <= 180);   /* 172 */
	T_CHECK(count_prey(3) >= 42 && count_prey(3) <= 55);     /* 47 */
}

int main(void)
{
	T_RUN(the_first_zero_of_a_polynomial_is_found);
	T_RUN(a_shifted_polynomial_has_the_same_values);
	T_RUN(every_operation_follows_its_function);
	T_RUN(what_jumps_says_when);
	T_RUN(the_tree_knows_who_is_first);
	T_RUN(the_tree_is_right_of_few_and_of_many_entries);
	T_RUN(polynomials_that_are_almost_straight_have_their_zero);
	T_RUN(lotka_volterra_has_the_counts_of_paper_004);
	return T_END();
}
