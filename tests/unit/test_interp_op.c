/* SPDX-License-Identifier: MIT
   test_interp_op.c — operators of the evaluator on scalars: arithmetic, logic, texts. */
#include "interp_model.h"

#include <float.h>

static void arithmetic_on_reals_is_that_of_doubles(void)
{
	T_STR(run(OP(EX_ADD, r(0.1), r(0.2))), "0.30000000000000004");
	T_STR(run(OP(EX_SUB, r(1), r(2.5))), "-1.5");
	T_STR(run(OP(EX_MUL, r(3), r(0.5))), "1.5");
	T_STR(run(OP(EX_DIV, r(5), r(2))), "2.5");
	T_STR(run(OP(EX_NEG, r(2.5))), "-2.5");
	T_STR(run(OP(EX_ABS, r(-2.5))), "2.5");
	T_STR(run(OP(EX_MIN, r(2.5), r(-1))), "-1");
	T_STR(run(OP(EX_MAX, r(2.5), r(-1))), "2.5");
}

static void powers_follow_pow_where_it_is_finite(void)
{
	T_STR(run(OP(EX_POW, r(2), r(10))), "1024");
	T_STR(run(OP(EX_POW, r(0), r(0))), "1");
	T_STR(run(OP(EX_POW, r(-8), r(3))), "-512");
	T_STR(run(OP(EX_POW, r(2), r(-1))), "0.5");
	T_STR(run(OP(EX_POW, r(-8), r(0.5))), "! -8 ^ 0.5 has no finite value");
	T_STR(run(OP(EX_POW, r(0), r(-1))), "! 0 ^ -1 has no finite value");
}

static void division_by_zero_is_an_error(void)
{
	T_STR(run(OP(EX_DIV, r(1), r(0))), "! 1 / 0 is a division by zero");
	T_STR(run(OP(EX_DIV, r(0), r(0))), "! 0 / 0 is a division by zero");
	T_STR(run(OP(EX_MOD, r(1), r(0))), "! mod(1, 0) is a division by zero");
	T_STR(run(OP(EX_DIVIDE, i(7), i(0))), "! div(7, 0) is a division by zero");
	T_STR(run(OP(EX_REM, i(7), i(0))), "! rem(7, 0) is a division by zero");
}

static void a_real_that_is_not_finite_is_an_error(void)
{
	T_STR(run(OP(EX_MUL, r(1e300), r(1e300))), "! 1e+300 * 1e+300 has no finite value");
	T_STR(run(OP(EX_EXP, r(1000))), "! exp(1000) has no finite value");
	T_STR(run(OP(EX_LOG, r(0))), "! log(0) has no finite value");
	T_STR(run(OP(EX_SQRT, r(-1))), "! sqrt(-1) has no finite value");
	T_STR(run(OP(EX_ASIN, r(2))), "! asin(2) has no finite value");
}

/* Pitfall 37. */
static void integer_division_truncates_and_mod_has_the_sign_of_the_divisor(void)
{
	T_STR(run(OP(EX_DIVIDE, i(-3), i(2))), "-1");
	T_STR(run(OP(EX_MOD, i(-3), i(2))), "1");
	T_STR(run(OP(EX_REM, i(-3), i(2))), "-1");
	T_STR(run(OP(EX_DIVIDE, i(3), i(-2))), "-1");
	T_STR(run(OP(EX_MOD, i(3), i(-2))), "-1");
	T_STR(run(OP(EX_REM, i(3), i(-2))), "1");
	T_STR(run(OP(EX_MOD, i(-4), i(2))), "0");
	T_STR(run(OP(EX_DIVIDE, r(-3), r(2))), "-1");
	T_STR(run(OP(EX_MOD, r(-3), r(2))), "1");
	T_STR(run(OP(EX_REM, r(-3), r(2))), "-1");
	T_STR(run(OP(EX_MOD, r(3), r(-1.4))), "-1.1999999999999993");
}

static void rounding_goes_down_or_up(void)
{
	T_STR(run(OP(EX_INTEGRAL, r(-0.5))), "-1");
	T_STR(run(OP(EX_INTEGRAL, r(2.9))), "2");
	T_STR(run(OP(EX_FLOOR, r(-0.5))), "-1");
	T_STR(run(OP(EX_CEIL, r(-1.5))), "-1");
	T_STR(run(OP(EX_CEIL, r(1.5))), "2");
	T_STR(run(OP(EX_INTEGRAL, r(1e19))), "! integer(1e+19) has no finite value");
}

/* Below 2^53: what the run can represent, and tell from its neighbours. */
static void an_integer_that_overflows_is_an_error(void)
{
	const int64_t most = ((int64_t)1 << 53) - 1;

	T_STR(run(OP(EX_ADD, i(most), i(-1))), "9007199254740990");
	T_STR(run(OP(EX_ADD, i(most - 1), i(1))), "9007199254740991");
	T_STR(run(OP(EX_ADD, i(most), i(1))), "! an Integer becomes too large: 9007199254740991 + 1");
	T_STR(run(OP(EX_SUB, i(-most), i(2))), "! an Integer becomes too large: -9007199254740991 - 2");
	T_STR(run(OP(EX_MUL, i(most), i(2))), "! an Integer becomes too large: 9007199254740991 * 2");
	T_STR(run(OP(EX_NEG, i(INT64_MIN))), "! an Integer becomes too large: -(-9223372036854775808)");
	T_STR(run(OP(EX_ABS, i(INT64_MIN))),
		  "! an Integer becomes too large: abs(-9223372036854775808)");
	T_STR(run(OP(EX_DIVIDE, i(INT64_MIN), i(-1))),
		  "! an Integer becomes too large: div(-9223372036854775808, -1)");
	T_STR(run(OP(EX_DIVIDE, i(-most), i(-1))), "9007199254740991");
	T_STR(run(OP(EX_MOD, i(-most), i(-1))), "0");
}

static void signs_are_integers(void)
{
	T_STR(run(OP(EX_SIGN, r(-0.1))), "-1");
	T_STR(run(OP(EX_SIGN, r(0))), "0");
	T_STR(run(OP(EX_SIGN, i(12))), "1");
	T_STR(run(OP(EX_ABS, i(-12))), "12");
}

static void elementary_functions_are_those_of_libm(void)
{
	static const struct {
		ExprOp op;
		double (*f)(double);
	} row[] = {{EX_SIN, sin},   {EX_COS, cos},     {EX_TAN, tan},   {EX_ASIN, asin},
			   {EX_ACOS, acos}, {EX_ATAN, atan},   {EX_SINH, sinh}, {EX_COSH, cosh},
			   {EX_TANH, tanh}, {EX_EXP, exp},     {EX_LOG, log},   {EX_LOG10, log10},
			   {EX_SQRT, sqrt}, {EX_FLOOR, floor}, {EX_CEIL, ceil}, {EX_ABS, fabs}};

	for (size_t k = 0; k < sizeof row / sizeof *row; k++)
		T_REAL(expr_real_value(compute(OP(row[k].op, r(0.3)))), row[k].f(0.3), 0);
	T_REAL(expr_real_value(compute(OP(EX_ATAN2, r(1), r(-1)))), atan2(1, -1), 0);
}

static void relations_compare_every_scalar_type(void)
{
	T_STR(run(OP(EX_LT, r(1), r(2))), "true");
	T_STR(run(OP(EX_LE, r(2), r(2))), "true");
	T_STR(run(OP(EX_GT, i(1), i(2))), "false");
	T_STR(run(OP(EX_GE, i(1), i(2))), "false");
	T_STR(run(OP(EX_EQ, s("ab"), s("ab"))), "true");
	T_STR(run(OP(EX_NE, s("ab"), s("b"))), "true");
	T_STR(run(OP(EX_LT, s("ab"), s("b"))), "true");
	T_STR(run(OP(EX_LT, b(false), b(true))), "true");
	T_STR(run(OP(EX_GT, c(3), c(1))), "true");
	T_STR(run(OP(EX_EQ, r(-0.0), r(0))), "true");
}

static void logic_stops_when_the_result_is_known(void)
{
	const Expr *bad = OP(EX_LT, OP(EX_DIV, r(1), r(0)), r(1));

	T_STR(run(OP(EX_AND, b(true), b(false))), "false");
	T_STR(run(OP(EX_OR, b(false), b(true))), "true");
	T_STR(run(OP(EX_NOT, b(false))), "true");
	T_STR(run(OP(EX_AND, b(false), bad)), "false");
	T_STR(run(OP(EX_OR, b(true), bad)), "true");
	T_STR(run(OP(EX_AND, b(true), bad)), "! 1 / 0 is a division by zero");
}

static void logic_on_arrays_goes_element_by_element(void)
{
	T_STR(run(OP(EX_AND, A(b(true), b(false)), A(b(true), b(true)))), "{true, false}");
	T_STR(run(OP(EX_NOT, A(b(true), b(false)))), "{false, true}");
}

/* Pitfall 47. */
static void the_branch_not_taken_cannot_fail(void)
{
	const Expr *bad = OP(EX_DIV, r(1), r(0));

	T_STR(run(expr_if(p, b(false), bad, r(2))), "2");
	T_STR(run(expr_if(p, b(true), r(3), bad)), "3");
	T_STR(run(expr_if(p, b(true), bad, r(3))), "! 1 / 0 is a division by zero");
}

static void conversions_keep_the_number(void)
{
	T_STR(run(OP(EX_DIV, expr_to_real(p, i(5)), r(2))), "2.5");
	T_STR(run(OP(EX_TO_INTEGER, c(2))), "2");
	T_STR(run(expr_to_enum(p, colour, i(3))), "P.Colour.blue");
	T_STR(run(expr_to_enum(p, colour, i(4))), "! 4 is not the number of a literal of P.Colour");
	T_STR(run(OP(EX_MIN, c(2), c(3))), "P.Colour.green");
}

static void an_integer_value_serves_for_a_real_variable(void)
{
	T_STR(run(OP(EX_DIV, var("x", real, expr_integer(p, 1)), r(4))), "0.25");
}

static void texts_are_put_together(void)
{
	T_STR(run(OP(EX_ADD, s("ab"), s("c"))), "\"abc\"");
	T_STR(run(OP(EX_ADD, s(""), s(""))), "\"\"");
	T_STR(run(OP(EX_ADD, OP(EX_ADD, s("a"), s("b")), s("c"))), "\"abc\"");
}

static void string_of_a_value_has_six_digits_unless_told(void)
{
	T_STR(run(OP(EX_TO_STRING, r(3.14159265))), "\"3.14159\"");
	T_STR(run(OP(EX_TO_STRING, r(1e10))), "\"1e+10\"");
	T_STR(run(OP(EX_TO_STRING, r(2))), "\"2\"");
	T_STR(run(OP(EX_TO_STRING, i(-42))), "\"-42\"");
	T_STR(run(OP(EX_TO_STRING, b(true))), "\"true\"");
	T_STR(run(OP(EX_TO_STRING, c(2))), "\"green\"");
	T_STR(run(OP(EX_TO_STRING, r(3.14159265), i(0), b(true), i(3))), "\"3.14\"");
}

static void string_of_a_value_is_padded_on_either_side(void)
{
	T_STR(run(OP(EX_TO_STRING, i(7), i(3))), "\"7  \"");
	T_STR(run(OP(EX_TO_STRING, i(7), i(3), b(true))), "\"7  \"");
	T_STR(run(OP(EX_TO_STRING, i(7), i(3), b(false))), "\"  7\"");
	T_STR(run(OP(EX_TO_STRING, r(1.5), i(6), b(false), i(2))), "\"   1.5\"");
	T_STR(run(OP(EX_TO_STRING, b(false), i(2), b(false))), "\"false\"");
	T_STR(run(OP(EX_TO_STRING, i(7), i(-1))), "! minimumLength of String is -1");
}

static void string_takes_a_format_of_c_and_nothing_else(void)
{
	T_STR(run(OP(EX_TO_STRING, r(3.14159), s("8.2f"))), "\"    3.14\"");
	T_STR(run(OP(EX_TO_STRING, r(1234.5), s("-12.3e"))), "\"1.234e+03   \"");
	T_STR(run(OP(EX_TO_STRING, i(255), s("04x"))), "\"00ff\"");
	T_STR(run(OP(EX_TO_STRING, i(5), s("d"))), "\"5\"");
	T_STR(run(OP(EX_TO_STRING, i(5), s(".2f"))), "\"5.00\"");
	T_STR(run(OP(EX_TO_STRING, r(5), s("d"))), "! \"d\" is not a format for a Real");
	T_STR(run(OP(EX_TO_STRING, r(5), s("s"))), "! \"s\" is not a format of String");
	T_STR(run(OP(EX_TO_STRING, r(5), s("%g"))), "! \"%g\" is not a format of String");
	T_STR(run(OP(EX_TO_STRING, r(5), s("*g"))), "! \"*g\" is not a format of String");
	T_STR(run(OP(EX_TO_STRING, r(5), s("g%n"))), "! \"g%n\" is not a format of String");
	T_STR(run(OP(EX_TO_STRING, r(5), s("99999999g"))), "! \"99999999g\" is not a format of String");
	T_STR(run(OP(EX_TO_STRING, r(5), s(""))), "! \"\" is not a format of String");
}

static void event_operators_of_known_values_are_their_values(void)
{
	T_STR(run(OP(EX_SMOOTH, i(1), r(2))), "2");
	T_STR(run(OP(EX_HOMOTOPY, r(2), OP(EX_DIV, r(1), r(0)))), "2");
	T_STR(run(OP(EX_NO_EVENT, r(3))), "3");
	T_STR(run(OP(EX_SEMI_LINEAR, r(2), r(3), r(5))), "6");
	T_STR(run(OP(EX_SEMI_LINEAR, r(-2), r(3), r(5))), "-10");
	T_STR(run(OP(EX_SEMI_LINEAR, A(r(1), r(-1)), r(3), A(r(5), r(7)))), "{3, -7}");
}

static void what_belongs_to_a_simulation_has_no_value(void)
{
	T_STR(run(OP(EX_ADD, expr_time(p), r(1))), "! it depends on time");
	T_STR(run(OP(EX_PRE, r(1))), "! pre(…) has a value only during simulation");
	T_STR(run(OP(EX_SAMPLE, r(0), r(1))), "! sample(…) has a value only during simulation");
	T_STR(run(expr_op(p, EX_INITIAL, NULL, 0)), "! initial(…) has a value only during simulation");
}

int main(void)
{
	model_begin();
	T_RUN(arithmetic_on_reals_is_that_of_doubles);
	T_RUN(powers_follow_pow_where_it_is_finite);
	T_RUN(division_by_zero_is_an_error);
	T_RUN(a_real_that_is_not_finite_is_an_error);
	T_RUN(integer_division_truncates_and_mod_has_the_sign_of_the_divisor);
	T_RUN(rounding_goes_down_or_up);
	T_RUN(an_integer_that_overflows_is_an_error);
	T_RUN(signs_are_integers);
	T_RUN(elementary_functions_are_those_of_libm);
	T_RUN(relations_compare_every_scalar_type);
	T_RUN(logic_stops_when_the_result_is_known);
	T_RUN(logic_on_arrays_goes_element_by_element);
	T_RUN(the_branch_not_taken_cannot_fail);
	T_RUN(conversions_keep_the_number);
	T_RUN(an_integer_value_serves_for_a_real_variable);
	T_RUN(texts_are_put_together);
	T_RUN(string_of_a_value_has_six_digits_unless_told);
	T_RUN(string_of_a_value_is_padded_on_either_side);
	T_RUN(string_takes_a_format_of_c_and_nothing_else);
	T_RUN(event_operators_of_known_values_are_their_values);
	T_RUN(what_belongs_to_a_simulation_has_no_value);
	return model_end();
}
