/* SPDX-License-Identifier: MIT
   test_interp_array.c — arrays and records in the evaluator: building, subscripts, reductions,
   products. */
#include "interp_model.h"

#include <float.h>

static const Expr *ints(int n, const int *x)
{
	const Expr *e[16];

	for (int k = 0; k < n; k++)
		e[k] = i(x[k]);
	return expr_array(p, integer, e, (size_t)n);
}
#define I(...) ints((int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[]){__VA_ARGS__})

static const Expr *fill0(const Type *elem, const Expr *a, const Expr *c2)
{
	const Expr *zero = elem == real ? r(0) : i(0);

	return c2 ? OP(EX_FILL, zero, a, c2) : OP(EX_FILL, zero, a);
}

static void arrays_of_arrays_are_row_major(void)
{
	T_STR(run(A(I(1, 2), I(3, 4))), "{{1, 2}, {3, 4}}");
	T_STR(run(INDEX(A(I(1, 2), I(3, 4)), i(2), i(1))), "3");
	T_STR(run(A(r(1), expr_to_real(p, i(2)))), "{1, 2}");
}

static void operators_go_element_by_element_and_scalars_go_along(void)
{
	T_STR(run(OP(EX_ADD, I(1, 2), I(10, 20))), "{11, 22}");
	T_STR(run(OP(EX_MUL, i(3), I(1, 2))), "{3, 6}");
	T_STR(run(OP(EX_SUB, I(1, 2), i(1))), "{0, 1}");
	T_STR(run(OP(EX_NEG, A(I(1, 2), I(3, 4)))), "{{-1, -2}, {-3, -4}}");
	T_STR(run(OP(EX_DIV, A(r(1), r(2)), r(4))), "{0.25, 0.5}");
	T_STR(run(OP(EX_ADD, to(one(), i(2)), to(one(), i(3)))),
		  "! the sizes in + differ: [2] and [3]");
}

/* Pitfall 65. */
static void arrays_of_integers_become_real_as_a_whole(void)
{
	T_STR(run(expr_to_real(p, to(one(), i(3)))), "{1, 2, 3}");
	T_CHECK(compute(expr_to_real(p, to(one(), i(3))))->type == vector_of(real, 3));
}

static void ranges_go_up_down_or_nowhere(void)
{
	T_STR(run(to(i(2), i(4))), "{2, 3, 4}");
	T_STR(run(OP(EX_RANGE, i(5), i(-2), i(1))), "{5, 3, 1}");
	T_STR(run(OP(EX_RANGE, i(1), i(2), i(6))), "{1, 3, 5}");
	T_STR(run(OP(EX_SIZE, to(i(3), i(2)))), "{0}");
	T_STR(run(OP(EX_RANGE, r(0), r(0.1), r(0.3))), "{0, 0.1, 0.2}");
	T_STR(run(OP(EX_RANGE, r(1), r(-0.5), r(0))), "{1, 0.5, 0}");
	T_STR(run(to(b(false), b(true))), "{false, true}");
	T_STR(run(to(c(2), c(3))), "{P.Colour.green, P.Colour.blue}");
	T_STR(run(OP(EX_RANGE, i(1), i(0), i(2))), "! a range has the step 0");
	T_STR(run(OP(EX_RANGE, r(1), r(0), r(2))), "! a range has the step 0");
	T_STR(run(to(i(INT64_MIN), i(INT64_MAX))),
		  "! takes too much memory to compute at compile time");
	T_STR(run(OP(EX_RANGE, r(0), r(1e-300), r(1))),
		  "! takes too much memory to compute at compile time");
}

static void subscripts_take_elements_slices_and_permutations(void)
{
	const Expr *v = I(10, 20, 30), *a = A(I(1, 2, 3), I(4, 5, 6)), *all = expr_colon(p);

	T_STR(run(INDEX(v, i(3))), "30");
	T_STR(run(INDEX(v, I(3, 1, 1))), "{30, 10, 10}");
	T_STR(run(INDEX(v, to(i(2), i(3)))), "{20, 30}");
	T_STR(run(INDEX(a, i(2))), "{4, 5, 6}");
	T_STR(run(INDEX(a, all, i(2))), "{2, 5}");
	T_STR(run(INDEX(a, i(1), to(i(2), i(3)))), "{2, 3}");
	T_STR(run(INDEX(a, I(2, 1), all)), "{{4, 5, 6}, {1, 2, 3}}");
	T_STR(run(INDEX(a, all, I(3, 1))), "{{3, 1}, {6, 4}}");
	T_STR(run(INDEX(v, b(true))), "20"); /* false is the first */
	T_STR(run(INDEX(v, c(3))), "30");
	T_STR(run(OP(EX_SIZE, INDEX(a, all, to(i(1), i(0))))), "{2, 0}");
	T_STR(run(INDEX(expr_if(p, b(true), a, a), i(2))), "{4, 5, 6}");
	T_STR(run(INDEX(expr_if(p, b(true), a, a), i(2), to(i(1), i(2)))), "{4, 5}");
}

static void a_subscript_outside_is_an_error(void)
{
	const Expr *v = OP(EX_ADD, I(10, 20), i(0));

	T_STR(run(INDEX(I(10, 20), i(3))), "! the subscript 3 is outside 1:2");
	T_STR(run(INDEX(v, i(0))), "! the subscript 0 is outside 1:2");
	T_STR(run(INDEX(v, I(1, 7))), "! the subscript 7 is outside 1:2");
	T_STR(run(INDEX(to(one(), i(0)), i(1))), "! the subscript 1 is outside 1:0");
}

static void only_the_elements_chosen_must_be_known(void)
{
	const Expr *unknown = var("u", real, NULL);
	FlatDecl block = {.name = name("w[]"), .type = real, .dim = (Dim[]){{.n = 3}}, .rank = 1};
	DeclId w = flat_add_decl(&m, &block);

	T_STR(run(INDEX(A(unknown, r(2)), i(2))), "2");
	flat_set_binding(&m, (VarId){m.decls.at[w.i].first.i + 1}, expr_real(p, 5));
	T_STR(run(INDEX(flat_ref_decl(&m, w), i(2))), "5");
	T_STR(run(INDEX(flat_ref_decl(&m, w), I(2, 2))), "{5, 5}");
	T_STR(run(INDEX(flat_ref_decl(&m, w), i(3))),
		  "! the value of 'w[3]' is not known at compile time");
	T_STR(run(flat_ref_decl(&m, w)), "! the value of 'w[1]' is not known at compile time");
	T_STR(run(OP(EX_SIZE, flat_ref_decl(&m, w))), "{3}");
}

static const Expr *xy(double x, double y)
{
	return expr_record(p, point, (const Expr *const[]){r(x), r(y)}, 2);
}

/* Pitfall 42. */
static void fields_of_arrays_of_records_are_arrays(void)
{
	const Type *line = type_record(p, name("P.Line"),
								   (TypeField[]){{.name = name("v"), .type = vector_of(real, 2)},
												 {.name = name("n"), .type = integer}},
								   2);
	const Expr *one_line = expr_record(p, line, (const Expr *const[]){A(r(1), r(2)), i(7)}, 2);
	const Expr *other = expr_record(p, line, (const Expr *const[]){A(r(3), r(4)), i(8)}, 2);
	const Expr *lines = INDEX(A(one_line, other, other), to(one(), i(3)));

	const Type *list =
		type_record(p, name("P.List"),
					(TypeField[]){{.name = name("v"), .type = vector_of(real, DIM_OPEN)}}, 1);
	const Expr *of_one = expr_record(p, list, (const Expr *const[]){A(r(1))}, 1);
	const Expr *of_two = expr_record(p, list, (const Expr *const[]){A(r(1), r(2))}, 1);
	const Expr *ragged = INDEX(A(of_one, of_two), to(one(), i(2)));

	T_STR(run(xy(1, 2)), "P.Point(1, 2)");
	T_STR(run(ragged), "{P.List({1}), P.List({1, 2})}");
	T_STR(run(expr_field(p, INDEX(ragged, i(2)), 0)), "{1, 2}");
	T_STR(run(expr_field(p, ragged, 0)),
		  "! the sizes in a field of an array of records differ: [1] and [2]");
	T_STR(run(expr_field(p, expr_if(p, b(true), xy(1, 2), xy(3, 4)), 1)), "2");
	T_STR(run(expr_field(p, lines, 0)), "{{1, 2}, {3, 4}, {3, 4}}");
	T_STR(run(expr_field(p, lines, 1)), "{7, 8, 8}");
	T_STR(run(INDEX(expr_field(p, lines, 0), expr_colon(p), i(2))), "{2, 4, 4}");
	T_STR(run(expr_field(p, INDEX(lines, i(2)), 0)), "{3, 4}");
	T_STR(run(OP(EX_SIZE, expr_field(p, INDEX(lines, to(one(), i(0))), 0))), "{0, 2}");
	T_STR(run(A(xy(1, 2), xy(3, 4))), "{P.Point(1, 2), P.Point(3, 4)}");
}

static void only_the_field_taken_must_be_known(void)
{
	const Expr *u = var("u", real, NULL);
	const Expr *a = expr_record(p, point, (const Expr *const[]){r(1), u}, 2);
	const Expr *d = expr_record(p, point, (const Expr *const[]){r(2), u}, 2);
	const Type *pair = type_record(
		p, name("P.Pair"),
		(TypeField[]){{.name = name("a"), .type = point}, {.name = name("b"), .type = point}}, 2);
	const Expr *both = expr_record(p, pair, (const Expr *const[]){a, d}, 2);
	const Expr *list = A(a, d), *choice = expr_if(p, b(false), a, INDEX(list, i(2)));
	const Expr *nested = expr_if(p, b(true), both, both);

	T_STR(run(expr_field(p, INDEX(list, i(2)), 0)), "2");
	T_STR(run(INDEX(expr_field(p, list, 0), i(2))), "2");
	T_STR(run(expr_field(p, choice, 0)), "2");
	T_STR(run(expr_add(p, expr_field(p, choice, 0), expr_field(p, choice, 0))), "4");
	T_STR(run(expr_field(p, expr_if(p, b(true), OP(EX_HOMOTOPY, choice, a), a), 0)), "2");
	T_STR(run(expr_field(p, expr_field(p, expr_if(p, b(true), nested, both), 1), 0)), "2");
	T_STR(run(expr_field(p, choice, 1)), "! the value of 'u' is not known at compile time");
	T_STR(run(A(expr_field(p, choice, 0), expr_field(p, choice, 1))),
		  "! the value of 'u' is not known at compile time");
	T_STR(run(INDEX(expr_field(p, list, 0), i(3))), "! the subscript 3 is outside 1:2");
}

static void sizes_are_those_of_the_value(void)
{
	T_STR(run(OP(EX_SIZE, A(I(1, 2, 3), I(4, 5, 6)))), "{2, 3}");
	T_STR(run(OP(EX_SIZE, fill0(real, i(2), i(5)), i(2))), "5");
	T_STR(run(OP(EX_SIZE, fill0(real, i(2), i(5)), i(3))),
		  "! size(…, 3) of an array with 2 dimensions");
}

static void arrays_are_made_by_rule(void)
{
	T_STR(run(OP(EX_FILL, r(1.5), i(2), i(3))), "{{1.5, 1.5, 1.5}, {1.5, 1.5, 1.5}}");
	T_STR(run(OP(EX_FILL, I(1, 2), i(2))), "{{1, 2}, {1, 2}}");
	T_STR(run(OP(EX_FILL, s("x"), i(2))), "{\"x\", \"x\"}");
	T_STR(run(OP(EX_FILL, r(1), i(-1))), "! fill of the negative size -1");
	T_STR(run(OP(EX_IDENTITY, i(2))), "{{1, 0}, {0, 1}}");
	T_STR(run(OP(EX_DIAGONAL, A(r(1), r(2)))), "{{1, 0}, {0, 2}}");
	T_STR(run(OP(EX_LINSPACE, r(0), r(1), i(5))), "{0, 0.25, 0.5, 0.75, 1}");
	T_STR(run(OP(EX_LINSPACE, r(0), r(1), i(1))), "! linspace of fewer than 2 points");
}

/* Pitfall 40: what elaboration makes of [1, 2; 3, 4]. */
static void cat_joins_along_a_dimension(void)
{
	const Expr *k = expr_integer(p, 1), *l = expr_integer(p, 2);
	const Expr *a = A(I(1, 2), I(3, 4)), *row = A(I(5, 6));

	T_STR(run(OP(EX_CAT, k, I(1, 2), I(3))), "{1, 2, 3}");
	T_STR(run(OP(EX_CAT, k, a, row)), "{{1, 2}, {3, 4}, {5, 6}}");
	T_STR(run(OP(EX_CAT, l, a, a)), "{{1, 2, 1, 2}, {3, 4, 3, 4}}");
	T_STR(run(OP(EX_CAT, k, I(1), to(i(1), i(0)), I(2))), "{1, 2}");
	T_STR(run(OP(EX_CAT, l, fill0(real, i(2), i(1)), fill0(real, i(3), i(1)))),
		  "! the sizes in cat differ: [2, 1] and [3, 1]");
	T_STR(run(OP(EX_MATRIX, I(1, 2))), "{{1}, {2}}");
}

static void dimensions_of_size_one_come_and_go(void)
{
	const Expr *open = fill0(integer, i(1), i(1)), *wide = fill0(integer, i(2), i(2));

	T_STR(run(OP(EX_SCALAR, A(I(7)))), "7");
	T_STR(run(OP(EX_SCALAR, open)), "0");
	T_STR(run(OP(EX_SCALAR, wide)), "! scalar(…) of an array of size [2, 2]");
	T_STR(run(OP(EX_VECTOR, A(I(1), I(2)))), "{1, 2}");
	T_STR(run(OP(EX_VECTOR, i(4))), "{4}");
	T_STR(run(OP(EX_VECTOR, wide)), "! vector(…) of an array of size [2, 2]");
	T_STR(run(OP(EX_MATRIX, i(4))), "{{4}}");
	T_STR(run(OP(EX_MATRIX, A(I(1, 2)))), "{{1, 2}}");
	T_STR(run(OP(EX_MATRIX, A(A(I(1), I(2))))), "{{1, 2}}");
}

static void matrices_multiply(void)
{
	const Expr *a = A(I(1, 2), I(3, 4)), *v = I(5, 6);

	T_STR(run(OP(EX_MATMUL, a, a)), "{{7, 10}, {15, 22}}");
	T_STR(run(OP(EX_MATMUL, a, v)), "{17, 39}");
	T_STR(run(OP(EX_MATMUL, v, a)), "{23, 34}");
	T_STR(run(OP(EX_MATMUL, v, v)), "61");
	T_STR(run(OP(EX_MATMUL, A(I(1, 2, 3)), A(I(1), I(2), I(3)))), "{{14}}");
	T_STR(run(OP(EX_MATMUL, fill0(real, i(2), i(2)), fill0(real, i(3), NULL))),
		  "! the sizes in a product of matrices differ: [2, 2] and [3]");
	T_STR(run(OP(EX_MATPOW, a, i(0))), "{{1, 0}, {0, 1}}");
	T_STR(run(OP(EX_MATPOW, a, i(1))), "{{1, 2}, {3, 4}}");
	T_STR(run(OP(EX_MATPOW, a, i(3))), "{{37, 54}, {81, 118}}");
	T_STR(run(OP(EX_MATPOW, fill0(real, i(2), i(3)), i(2))),
		  "! a power of a matrix with 2 rows and 3 columns, which is not square");
	T_STR(run(OP(EX_MATPOW, a, i(-1))), "! a matrix to the negative power -1");
}

/* Pitfall 45. */
static void empty_arrays_have_neutral_sums_and_products(void)
{
	const Expr *none = fill0(real, i(0), NULL), *no_int = fill0(integer, i(0), NULL);

	T_STR(run(OP(EX_SUM, none)), "0");
	T_STR(run(OP(EX_PRODUCT, none)), "1");
	T_REAL(expr_real_value(compute(OP(EX_MAX_OF, none))), -DBL_MAX, 0);
	T_REAL(expr_real_value(compute(OP(EX_MIN_OF, none))), DBL_MAX, 0);
	T_INT(expr_integer_value(compute(OP(EX_MAX_OF, no_int))), INT32_MIN);
	T_STR(run(OP(EX_MAX_OF, no_elements(colour))), "P.Colour.red");
	T_STR(run(OP(EX_MIN_OF, no_elements(boolean))), "true");
	T_STR(run(OP(EX_MATMUL, fill0(real, i(2), i(0)), fill0(real, i(0), i(3)))),
		  "{{0, 0, 0}, {0, 0, 0}}");
	T_STR(run(OP(EX_SIZE, OP(EX_MATMUL, fill0(real, i(0), i(2)), fill0(real, i(2), i(0))))),
		  "{0, 0}");
	T_STR(run(OP(EX_MATMUL, none, none)), "0");
	T_CHECK(compute(fill0(real, i(0), i(3)))->type == matrix_of(real, 0, 3));
	T_CHECK(compute(fill0(real, i(2), i(0)))->type == matrix_of(real, 2, 0));
}

static void reductions_run_over_all_elements(void)
{
	const Expr *a = A(I(1, 2), I(3, 4));

	T_STR(run(OP(EX_SUM, a)), "10");
	T_STR(run(OP(EX_PRODUCT, a)), "24");
	T_STR(run(OP(EX_MIN_OF, a)), "1");
	T_STR(run(OP(EX_MAX_OF, A(r(1), r(3), r(2)))), "3");
	T_STR(run(OP(EX_MAX_OF, A(c(1), c(3)))), "P.Colour.blue");
	T_STR(run(OP(EX_SUM, A(i(INT64_MAX), i(1)))),
		  "! an Integer becomes too large: 9223372036854775807 + 1");
}

static void linear_algebra_of_vectors_and_matrices(void)
{
	const Expr *a = A(I(1, 2, 3), I(4, 5, 6)), *v = I(1, 2, 3), *w = I(4, 5, 6);

	T_STR(run(OP(EX_TRANSPOSE, a)), "{{1, 4}, {2, 5}, {3, 6}}");
	T_STR(run(OP(EX_TRANSPOSE, A(a, a))), "{{{1, 2, 3}, {1, 2, 3}}, {{4, 5, 6}, {4, 5, 6}}}");
	T_STR(run(OP(EX_SIZE, OP(EX_TRANSPOSE, fill0(real, i(0), i(3))))), "{3, 0}");
	T_STR(run(OP(EX_OUTER, I(1, 2), w)), "{{4, 5, 6}, {8, 10, 12}}");
	T_STR(run(OP(EX_SYMMETRIC, A(I(1, 2), I(9, 4)))), "{{1, 2}, {2, 4}}");
	T_STR(run(OP(EX_CROSS, v, w)), "{-3, 6, -3}");
	T_STR(run(OP(EX_SKEW, v)), "{{0, -3, 2}, {3, 0, -1}, {-2, 1, 0}}");
	T_STR(run(OP(EX_MATMUL, OP(EX_SKEW, v), w)), "{-3, 6, -3}");
	T_STR(run(OP(EX_CROSS, to(one(), i(2)), to(one(), i(2)))),
		  "! cross of a vector of 2 elements; it takes 3");
}

/* The last iterator is the outer one: {i - j for i in 1:2, j in 1:3} has size [3, 2]. */
static void comprehensions_and_reductions_iterate(void)
{
	const Expr *x = expr_local(p, 0, integer), *y = expr_local(p, 1, integer);
	const Expr *inner = OP(EX_FOR_ARRAY, x, to(one(), i(2)), OP(EX_SUB, x, y));

	T_STR(run(OP(EX_FOR_ARRAY, y, to(one(), i(3)), inner)), "{{0, 1}, {-1, 0}, {-2, -1}}");
	T_STR(run(OP(EX_FOR_ARRAY, x, I(3, 5), OP(EX_MUL, x, x))), "{9, 25}");
	T_STR(run(OP(EX_FOR_SUM, x, to(one(), i(4)), OP(EX_MUL, x, x))), "30");
	T_STR(run(OP(EX_FOR_PRODUCT, x, to(one(), i(4)), x)), "24");
	T_STR(run(OP(EX_FOR_MIN, x, I(3, 1, 2), x)), "1");
	T_STR(run(OP(EX_FOR_MAX, x, I(3, 1, 2), OP(EX_NEG, x))), "-1");
	T_STR(run(OP(EX_FOR_SUM, x, to(one(), i(3)), A(x, OP(EX_MUL, x, x)))), "{6, 14}");
	T_STR(run(OP(EX_FOR_SUM, x, to(one(), i(0)), x)), "0");
	T_STR(run(OP(EX_FOR_PRODUCT, x, to(one(), i(0)), x)), "1");
	T_STR(run(OP(EX_FOR_SUM, x, to(one(), i(0)), A(x, x))), "{0, 0}");
	T_STR(run(OP(EX_SIZE, OP(EX_FOR_ARRAY, x, to(one(), i(0)), A(x, x)))), "{0, 2}");
	T_STR(run(x), "! it depends on a variable of a function");
}

int main(void)
{
	model_begin();
	T_RUN(arrays_of_arrays_are_row_major);
	T_RUN(operators_go_element_by_element_and_scalars_go_along);
	T_RUN(arrays_of_integers_become_real_as_a_whole);
	T_RUN(ranges_go_up_down_or_nowhere);
	T_RUN(subscripts_take_elements_slices_and_permutations);
	T_RUN(a_subscript_outside_is_an_error);
	T_RUN(only_the_elements_chosen_must_be_known);
	T_RUN(fields_of_arrays_of_records_are_arrays);
	T_RUN(only_the_field_taken_must_be_known);
	T_RUN(sizes_are_those_of_the_value);
	T_RUN(arrays_are_made_by_rule);
	T_RUN(cat_joins_along_a_dimension);
	T_RUN(dimensions_of_size_one_come_and_go);
	T_RUN(matrices_multiply);
	T_RUN(empty_arrays_have_neutral_sums_and_products);
	T_RUN(reductions_run_over_all_elements);
	T_RUN(linear_algebra_of_vectors_and_matrices);
	T_RUN(comprehensions_and_reductions_iterate);
	return model_end();
}
