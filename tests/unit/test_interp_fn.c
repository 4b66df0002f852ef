/* SPDX-License-Identifier: MIT
   test_interp_fn.c — calls of functions in the evaluator: frames, statements, assignment, results,
   external functions. */
#include "interp_model.h"

static const Type *open_vector(const Type *elem)
{
	return vector_of(elem, DIM_OPEN);
}
static const Expr *assertion(const Expr *cond, const Expr *text, int of_level)
{
	return OP(EX_ASSERT, cond, text, expr_enum(p, level, of_level));
}

static void a_for_loop_sums(void)
{
	fn_begin("P.sum");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", integer, expr_integer(p, 0));
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	FnId f = fn_end(BODY(loop(k, to(one(), n), BODY(set(y, expr_add(p, y, k))))));

	T_STR(run(CALL(f, i(100))), "5050");
	T_STR(run(CALL(f, i(0))), "0");
	T_STR(run(expr_add(p, CALL(f, i(3)), CALL(f, CALL(f, i(3))))), "27");
}

/* y := 0; while true loop y := y + 1; if y >= n then break; end if; end while; and return. */
static void while_break_and_return_end_what_they_should(void)
{
	fn_begin("P.count");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", integer, expr_integer(p, 0));
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	FlatStmt stop = block(ST_IF, OP(EX_GE, y, n), BODY(plain(ST_BREAK)));
	FlatStmt again =
		block(ST_WHILE, expr_boolean(p, true), BODY(set(y, expr_add(p, y, one())), stop));
	FlatStmt leave = block(ST_IF, OP(EX_GE, y, expr_integer(p, 10)), BODY(plain(ST_RETURN)));
	FlatStmt outer = loop(k, to(one(), expr_integer(p, 3)), BODY(again, leave));
	FnId f = fn_end(BODY(outer, set(y, expr_neg(p, y))));

	T_STR(run(CALL(f, i(5))), "-7"); /* each while adds one and breaks */
	T_STR(run(CALL(f, i(12))), "12");
}

static void if_takes_the_first_branch_that_holds(void)
{
	fn_begin("P.sign");
	const Expr *x = fn_var(LO_INPUT, "x", real, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", string, NULL);
	FlatStmt choice = block(ST_IF, OP(EX_GT, x, expr_real(p, 0)), BODY(set(y, expr_text(p, "+"))));
	FnId f = fn_end(BODY(otherwise(choice, BODY(set(y, expr_text(p, "-"))))));

	T_STR(run(CALL(f, r(3))), "\"+\"");
	T_STR(run(CALL(f, r(-3))), "\"-\"");
}

static void functions_recurse(void)
{
	FnId f = flat_new_fn(&m, name("P.fib"), PU_PURE);

	fn_begin("P.fib");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", integer, NULL);
	const Expr *two = expr_integer(p, 2);
	const Expr *a = expr_call(p, f, integer, (const Expr *const[]){expr_sub(p, n, one())}, 1, 0);
	const Expr *c2 = expr_call(p, f, integer, (const Expr *const[]){expr_sub(p, n, two)}, 1, 0);

	fn_set(f, BODY(set(y, expr_if(p, OP(EX_LT, n, two), n, expr_add(p, a, c2)))));
	T_STR(run(CALL(f, i(15))), "610");
}

/* MLS 12.4.4: a depends on b, b on the input; an output's size on a. */
static void variables_get_their_values_in_order_of_dependence(void)
{
	fn_begin("P.order");
	const Expr *x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", open_vector(real), NULL);
	const Expr *a = expr_local(p, 2, integer), *c2 = expr_local(p, 3, integer);

	fn_dims(a, NULL);
	fn_var(LO_LOCAL, "a", integer, expr_add(p, c2, one()));
	fn_var(LO_LOCAL, "c", integer, OP(EX_SIZE, x, one()));
	FnId f = fn_end(BODY(set(y, OP(EX_FILL, INDEX(x, one()), OP(EX_SIZE, y, one())))));

	T_STR(run(CALL(f, A(r(4), r(5)))), "{4, 4, 4}");
}

static void variables_without_value_are_not_read(void)
{
	fn_begin("P.f");
	const Expr *x = fn_var(LO_INPUT, "x", real, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", real, NULL);
	const Expr *t = fn_var(LO_LOCAL, "t", real, NULL);
	FnId f = fn_end(BODY(set(y, expr_add(p, t, x))));

	T_STR(run(CALL(f, r(1))), "! 't' is used before it has a value (in P.f)");
	fn_begin("P.g");
	x = fn_var(LO_INPUT, "x", real, NULL);
	fn_var(LO_OUTPUT, "y", real, NULL);
	f = fn_end(NULL, 0);
	T_STR(run(CALL(f, r(1))), "! the function gave 'y' no value (in P.g)");
}

static void elements_and_slices_are_assigned_in_place(void)
{
	fn_begin("P.fill");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", type_array(p, integer, (int32_t[]){-1, -1}, 2), NULL);

	fn_dims(n, expr_integer(p, 3));
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	const Expr *tail = to(expr_integer(p, 2), expr_integer(p, 3)), *all = expr_colon(p);
	FlatStmt each = loop(k, to(one(), n),
						 BODY(set(INDEX(y, k, one()), k),
							  set(INDEX(y, k, tail), A(expr_neg(p, k), expr_mul(p, k, k)))));
	FnId f = fn_end(
		BODY(each, set(INDEX(y, all, expr_integer(p, 2)), OP(EX_FILL, expr_integer(p, 7), n))));

	T_STR(run(CALL(f, i(3))), "{{1, 7, 1}, {2, 7, 4}, {3, 7, 9}}");
	T_STR(run(OP(EX_SIZE, CALL(f, i(0)))), "{0, 3}");
}

static void an_assignment_may_read_what_it_writes(void)
{
	const Type *pair = vector_of(string, 2);

	fn_begin("P.swap");
	const Expr *x = fn_var(LO_INPUT, "x", vector_of(integer, 2), NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", vector_of(integer, 2), x);
	const Expr *t =
		fn_var(LO_OUTPUT, "t", pair, A(expr_text(p, "first"), expr_text(p, "second one")));
	const Expr *q = fn_var(LO_OUTPUT, "q", point, NULL);
	const Expr *two = expr_integer(p, 2), *qx = expr_field(p, q, 0), *qy = expr_field(p, q, 1);
	FnId f = fn_end(BODY(set(INDEX(y, A(two, one())), y), set(t, A(INDEX(t, two), INDEX(t, one()))),
						 set(qx, expr_real(p, 1)), set(qy, expr_real(p, 2)),
						 set(q, expr_record(p, point, (const Expr *const[]){qy, qx}, 2))));

	T_STR(run(CALL(f, A(i(3), i(4)))), "({4, 3}, {\"second one\", \"first\"}, P.Point(2, 1))");
}

/* MLS 12.4.5 */
static void open_sizes_follow_the_assignment_and_others_do_not(void)
{
	fn_begin("P.append");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", open_vector(integer), NULL);
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	FnId f = fn_end(
		BODY(loop(k, to(one(), n), BODY(set(y, OP(EX_CAT, one(), y, A(expr_mul(p, k, k))))))));

	T_STR(run(CALL(f, i(4))), "{1, 4, 9, 16}");
	T_STR(run(OP(EX_SIZE, CALL(f, i(0)))), "{0}");
	T_STR(run(INDEX(CALL(f, i(1000)), i(1000))), "1000000");
	fn_begin("P.g");
	n = fn_var(LO_INPUT, "n", integer, NULL);
	y = fn_var(LO_OUTPUT, "y", open_vector(integer), NULL);
	fn_dims(n, NULL);
	f = fn_end(BODY(set(y, A(one(), one()))));
	T_STR(run(CALL(f, i(2))), "{1, 1}");
	T_STR(run(CALL(f, i(3))), "! 'y' has size 3 in dimension 1; what is assigned has 2 (in P.g)");
}

static void sizes_of_arguments_are_compared(void)
{
	fn_begin("P.square");
	const Expr *a = fn_var(LO_INPUT, "a", type_array(p, real, (int32_t[]){-1, -1}, 2), NULL);

	fn_dims(NULL, OP(EX_SIZE, a, one()));
	const Expr *y = fn_var(LO_OUTPUT, "y", real, NULL);
	FnId f = fn_end(BODY(set(y, OP(EX_SUM, a))));

	T_STR(run(CALL(f, A(A(r(1), r(2)), A(r(3), r(4))))), "10");
	T_STR(run(CALL(f, A(A(r(1), r(2))))),
		  "! the argument 'a' has size 2 in dimension 2, not 1 (in P.square)");
}

static void records_are_values(void)
{
	const Type *points = vector_of(point, 2);

	fn_begin("P.records");
	const Expr *q = fn_var(LO_INPUT, "q", point, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", points, NULL);
	const Expr *t = fn_var(LO_LOCAL, "t", point, q);
	const Expr *two = expr_integer(p, 2);
	FnId f = fn_end(BODY(set(INDEX(y, one()), t), set(expr_field(p, t, 0), expr_real(p, 9)),
						 set(INDEX(y, two), t),
						 set(expr_field(p, INDEX(y, one()), 1), expr_real(p, 8))));
	const Expr *arg = expr_record(p, point, (const Expr *const[]){r(1), r(2)}, 2);

	T_STR(run(CALL(f, arg)), "{P.Point(1, 8), P.Point(9, 2)}");
	T_STR(run(expr_field(p, CALL(f, arg), 0)), "{1, 9}");
}

static void fields_of_all_elements_are_assigned_at_once(void)
{
	fn_begin("P.fields");
	const Expr *v = fn_var(LO_INPUT, "v", vector_of(real, 2), NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", vector_of(point, 2), NULL);
	const Expr *all = to(one(), expr_integer(p, 2));
	FnId f = fn_end(
		BODY(set(expr_field(p, y, 0), v), set(expr_field(p, INDEX(y, all), 1), expr_neg(p, v))));

	T_STR(run(CALL(f, A(r(1), r(2)))), "{P.Point(1, -1), P.Point(2, -2)}");
}

static void fields_that_are_arrays_are_assigned_whole_or_in_part(void)
{
	const Type *data = type_record(p, name("P.Data"),
								   (TypeField[]){{.name = name("v"), .type = open_vector(real)},
												 {.name = name("w"), .type = vector_of(real, 2)}},
								   2);

	fn_begin("P.data");
	const Expr *x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", vector_of(data, 2), NULL);
	const Expr *two = expr_integer(p, 2), *second = INDEX(y, two);
	const Expr *w = expr_field(p, y, 1), *v = expr_field(p, second, 0);
	FnId f = fn_end(BODY(set(v, x), set(INDEX(v, one()), expr_real(p, 7)),
						 set(w, A(A(INDEX(x, one()), INDEX(x, two)), INDEX(w, one()))),
						 set(INDEX(expr_field(p, INDEX(y, one()), 1), two), expr_real(p, 5))));

	T_STR(run(CALL(f, A(r(1), r(2), r(3)))),
		  "{P.Data(fill(0.0, 0), {1, 5}), P.Data({7, 2, 3}, {0, 0})}");
	fn_begin("P.wrong");
	x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	y = fn_var(LO_OUTPUT, "y", data, NULL);
	f = fn_end(BODY(set(expr_field(p, y, 1), x)));
	T_STR(run(CALL(f, A(r(1), r(2), r(3)))),
		  "! the sizes in an assignment differ: [2] and [3] (in P.wrong)");
}

static void assignments_of_other_sizes_are_errors(void)
{
	const Type *points = vector_of(point, 2);

	fn_begin("P.a");
	const Expr *x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", vector_of(real, 3), NULL);
	FnId f = fn_end(BODY(set(INDEX(y, to(one(), expr_integer(p, 2))), x)));

	T_STR(run(CALL(f, A(r(1)))), "! the sizes in an assignment differ: [2] and [1] (in P.a)");
	fn_begin("P.b");
	x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	y = fn_var(LO_OUTPUT, "y", points, NULL);
	f = fn_end(BODY(set(expr_field(p, y, 0), x)));
	T_STR(run(CALL(f, A(r(1)))), "! the sizes in an assignment differ: [2] and [1] (in P.b)");
	fn_begin("P.c");
	x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	fn_var(LO_OUTPUT, "y", vector_of(real, 3), x);
	f = fn_end(NULL, 0);
	T_STR(run(CALL(f, A(r(1)))), "! the value of 'y' has size 1 in dimension 1, not 3 (in P.c)");
	fn_begin("P.d");
	const Expr *n = fn_var(LO_INPUT, "n", integer, NULL);

	fn_var(LO_OUTPUT, "y", open_vector(real), NULL);
	fn_dims(n, NULL);
	f = fn_end(NULL, 0);
	T_STR(run(CALL(f, i(-2))), "! the size of 'y' is -2 (in P.d)");
}

static void arrays_of_variables_are_assigned_element_by_element(void)
{
	fn_begin("P.split");
	const Expr *x = fn_var(LO_INPUT, "x", open_vector(real), NULL);
	const Expr *a = fn_var(LO_OUTPUT, "a", real, NULL);
	const Expr *c2 = fn_var(LO_OUTPUT, "c", real, NULL);
	const Expr *q = expr_record(p, point, (const Expr *const[]){a, c2}, 2);
	const Expr *turned = expr_record(p, point, (const Expr *const[]){c2, a}, 2);
	FnId f = fn_end(BODY(set(A(a, c2), x), set(q, turned)));

	T_STR(run(CALL(f, A(r(1), r(2)))), "(2, 1)");
	T_STR(run(CALL(f, A(r(1)))), "! 2 variables are assigned 1 values (in P.split)");
}

static void loops_run_over_vectors_that_may_change_meanwhile(void)
{
	fn_begin("P.over");
	const Expr *x = fn_var(LO_INPUT, "x", vector_of(integer, 3), NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", integer, expr_integer(p, 0));
	const Expr *t = fn_var(LO_LOCAL, "t", vector_of(integer, 3), x);
	const Expr *k = fn_var(LO_ITERATOR, "k", integer, NULL);
	FlatStmt stop = block(ST_IF, OP(EX_LT, k, expr_integer(p, 0)), BODY(plain(ST_BREAK)));
	FlatStmt each = loop(k, t,
						 BODY(set(INDEX(t, expr_integer(p, 2)), expr_integer(p, 100)), stop,
							  set(y, expr_add(p, y, k))));
	FnId f = fn_end(BODY(each));

	T_STR(run(CALL(f, A(i(1), i(2), i(3)))), "6");
	T_STR(run(CALL(f, A(i(1), i(-2), i(3)))), "1");
}

static void a_call_without_results_is_a_statement(void)
{
	fn_begin("P.need");
	const Expr *x = fn_var(LO_INPUT, "x", real, NULL);
	FnId need = fn_end(
		BODY(effect(assertion(OP(EX_GT, x, expr_real(p, 0)), expr_text(p, "not positive"), 2))));

	fn_begin("P.root");
	x = fn_var(LO_INPUT, "x", real, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", real, NULL);
	FlatStmt leave =
		block(ST_WHILE, expr_boolean(p, true), BODY(set(y, OP(EX_SQRT, x)), plain(ST_RETURN)));
	FnId f = fn_end(BODY(effect(CALL(need, x)), leave, set(y, x)));

	T_STR(run(CALL(f, r(4))), "2");
	T_STR(run(CALL(f, r(-4))), "! assertion failed: not positive (in P.need, called by P.root)");
	fn_begin("P.stop");
	fn_var(LO_OUTPUT, "y", real, NULL);
	f = fn_end(BODY(effect(OP(EX_TERMINATE, expr_text(p, "enough")))));
	T_STR(run(call(f, 0, NULL)), "! terminate: enough (in P.stop)");
}

/* Pitfall 55. */
static void several_results_are_taken_or_skipped(void)
{
	fn_begin("P.three");
	const Expr *x = fn_var(LO_INPUT, "x", integer, NULL);
	const Expr *a = fn_var(LO_OUTPUT, "a", integer, x);

	fn_var(LO_OUTPUT, "b", integer, NULL); /* never gets a value */
	fn_var(LO_OUTPUT, "c", integer, expr_mul(p, x, x));
	FnId g = fn_end(BODY(set(a, expr_add(p, a, one()))));

	T_STR(run(expr_result(p, CALL(g, i(5)), 0)), "6");
	T_STR(run(expr_result(p, CALL(g, i(5)), 2)), "25");
	T_STR(run(expr_result(p, CALL(g, i(5)), 1)), "! result 2 of a function was given no value");
	T_STR(run(CALL(g, i(5))), "! result 2 of a function was given no value");
	fn_begin("P.use");
	x = fn_var(LO_INPUT, "x", integer, NULL);
	a = fn_var(LO_OUTPUT, "a", integer, NULL);
	const Expr *c2 = fn_var(LO_OUTPUT, "c", integer, NULL);
	const Expr *lhs = expr_tuple(p, (const Expr *const[]){a, expr_skip(p, integer), c2}, 3);
	FnId f = fn_end(BODY(set(lhs, CALL(g, x))));

	T_STR(run(CALL(f, i(3))), "(4, 9)");
}

static void a_failing_assertion_is_the_reason(void)
{
	fn_begin("P.check");
	const Expr *x = fn_var(LO_INPUT, "x", real, NULL);
	const Expr *y = fn_var(LO_OUTPUT, "y", real, x);
	const Expr *positive = OP(EX_GT, x, expr_real(p, 0));
	const Expr *text = expr_add(p, expr_text(p, "x = "), OP(EX_TO_STRING, x));
	FnId f = fn_end(BODY(effect(assertion(positive, expr_text(p, "careful"), 1)),
						 effect(assertion(positive, text, 2)), set(y, OP(EX_SQRT, x))));

	T_STR(run(CALL(f, r(4))), "2");
	T_STR(run(CALL(f, r(-4))), "! assertion failed: x = -4 (in P.check)");
	fn_begin("P.outer");
	x = fn_var(LO_INPUT, "x", real, NULL);
	y = fn_var(LO_OUTPUT, "y", real, CALL(f, x));
	f = fn_end(NULL, 0);
	T_STR(run(CALL(f, r(-1))), "! assertion failed: x = -1 (in P.check, called by P.outer)");
}

static void impure_and_unfinished_functions_are_not_called(void)
{
	fn_begin("P.now");
	made.purity = PU_IMPURE;
	fn_var(LO_OUTPUT, "y", real, expr_real(p, 1));
	FnId f = fn_end(NULL, 0), later = flat_new_fn(&m, name("P.later"), PU_PURE);

	T_STR(run(call(f, 0, NULL)),
		  "! the function 'P.now' is impure: it is called during simulation only");
	T_STR(run(expr_call(p, later, real, NULL, 0, 0)),
		  "! the function 'P.later' needs its own value");
}

/* -- external functions --------------------------------------------------------------------- */

/* The function under construction as external: all inputs, then all outputs but the returned. */
static FnId external(const char *symbol, bool returns)
{
	FnExternal *ext = NEW(&keep, FnExternal);
	const Expr **arg = NEW_ARRAY(&keep, const Expr *, 8);
	int first = made.n_in;

	*ext = (FnExternal){.language = name("C"), .symbol = name(symbol), .arg = arg};
	if (returns)
		ext->result = expr_local(p, first, made_local[first].type);
	for (int k = 0; k < made.body.n_locals; k++)
		if (!returns || k != first)
			arg[ext->n_args++] = expr_local(p, k, made_local[k].type);
	made.external = ext;
	return fn_end(NULL, 0);
}

static FnId text_fn(const char *symbol, const char *in, const char *out, bool returns)
{
	fn_begin(symbol);
	for (int k = 0; in[k] || *out; k += in[k] != '\0') {
		LocalKind kind = in[k] ? LO_INPUT : LO_OUTPUT;
		char letter = in[k] ? in[k] : *out++;

		fn_var(kind, "v",
			   letter == 's'   ? string
			   : letter == 'i' ? integer
			   : letter == 'b' ? boolean
							   : real,
			   NULL);
	}
	return external(symbol, returns);
}

static void texts_are_measured_cut_and_compared(void)
{
	FnId length = text_fn("ModelicaStrings_length", "s", "i", true);
	FnId substring = text_fn("ModelicaStrings_substring", "sii", "s", true);
	FnId compare = text_fn("ModelicaStrings_compare", "ssb", "i", true);
	FnId skip = text_fn("ModelicaStrings_skipWhiteSpace", "si", "i", true);
	FnId hash = text_fn("ModelicaStrings_hashString", "s", "i", true);

	T_STR(run(CALL(length, s("abc"))), "3");
	T_STR(run(CALL(substring, s("abcdef"), i(2), i(4))), "\"bcd\"");
	T_STR(run(CALL(substring, s("abcdef"), i(5), i(99))), "\"ef\"");
	T_STR(run(CALL(substring, s("abcdef"), i(7), i(9))), "\"\"");
	T_STR(run(CALL(substring, s("abcdef"), i(4), i(2))), "\"\"");
	T_STR(run(CALL(substring, s("abcdef"), i(0), i(-1))), "\"a\"");
	T_STR(run(CALL(compare, s("ab"), s("AB"), b(true))), "3");
	T_STR(run(CALL(compare, s("ab"), s("AB"), b(false))), "2");
	T_STR(run(CALL(compare, s("a"), s("ab"), b(true))), "1");
	T_STR(run(CALL(skip, s("a  b"), i(2))), "4");
	T_STR(run(CALL(skip, s("a"), i(9))),
		  "! the index 9 is outside a text of 1 characters (in ModelicaStrings_skipWhiteSpace)");
	T_STR(run(CALL(hash, s("this is a test"))), "1827717433"); /* as its documentation says */
	T_STR(run(CALL(hash, s("Controller.noise1"))), "-1025762750");
}

static void texts_are_scanned_as_in_the_standard_library(void)
{
	FnId integer_fn = text_fn("ModelicaStrings_scanInteger", "sib", "ii", false);
	FnId real_fn = text_fn("ModelicaStrings_scanReal", "sib", "ir", false);
	FnId string_fn = text_fn("ModelicaStrings_scanString", "si", "is", false);
	FnId identifier = text_fn("ModelicaStrings_scanIdentifier", "si", "is", false);

	T_STR(run(CALL(integer_fn, s("  -12 x"), i(1), b(false))), "(6, -12)");
	T_STR(run(CALL(integer_fn, s("-12"), i(1), b(true))), "(1, 0)");
	T_STR(run(CALL(integer_fn, s("12.5"), i(1), b(false))), "(1, 0)");
	T_STR(run(CALL(integer_fn, s(""), i(1), b(false))), "(1, 0)");
	T_STR(run(CALL(real_fn, s("x -1.5e2,"), i(2), b(false))), "(9, -150)");
	T_STR(run(CALL(real_fn, s("5."), i(1), b(true))), "(3, 5)");
	T_STR(run(CALL(real_fn, s("1e+"), i(1), b(false))), "(1, 0)");
	T_STR(run(CALL(real_fn, s("."), i(1), b(false))), "(1, 0)");
	T_STR(run(CALL(real_fn, s("1e999"), i(1), b(false))), "(1, 0)"); /* none that a Real can be */
	T_STR(run(CALL(integer_fn, s("2147483648"), i(1), b(false))), "(1, 0)");
	T_STR(run(CALL(string_fn, s(" \"a b\" c"), i(1))), "(7, \"a b\")");
	T_STR(run(CALL(string_fn, s("\"open"), i(1))), "(1, \"\")");
	T_STR(run(CALL(identifier, s(" ab_1+"), i(1))), "(6, \"ab_1\")");
	T_STR(run(CALL(identifier, s("1a"), i(1))), "(1, \"\")");
}

static void other_external_functions_are_refused(void)
{
	FnId sine = text_fn("sin", "r", "r", true), angle = text_fn("atan2", "rr", "r", true);
	FnId read = text_fn("ModelicaInternal_countLines", "s", "i", true);
	FnId error = text_fn("ModelicaError", "s", "", false);
	FnId kind = text_fn("ModelicaInternal_stat", "s", "i", true);

	T_REAL(expr_real_value(compute(CALL(sine, r(0.5)))), sin(0.5), 0);
	T_REAL(expr_real_value(compute(CALL(angle, r(1), r(2)))), atan2(1, 2), 0);
	T_STR(run(CALL(read, s("x"))),
		  "! the file 'x' cannot be read at compile time, when only those in the folders of the "
		  "sources are (in ModelicaInternal_countLines)");
	T_STR(run(CALL(kind, s("x"))),
		  "! the external function 'ModelicaInternal_stat' cannot be computed at compile "
		  "time (in ModelicaInternal_stat)");
	T_STR(run(CALL(error, s("no such medium"))), "! no such medium (in ModelicaError)");
}

int main(void)
{
	model_begin();
	T_RUN(a_for_loop_sums);
	T_RUN(while_break_and_return_end_what_they_should);
	T_RUN(if_takes_the_first_branch_that_holds);
	T_RUN(functions_recurse);
	T_RUN(variables_get_their_values_in_order_of_dependence);
	T_RUN(variables_without_value_are_not_read);
	T_RUN(elements_and_slices_are_assigned_in_place);
	T_RUN(an_assignment_may_read_what_it_writes);
	T_RUN(open_sizes_follow_the_assignment_and_others_do_not);
	T_RUN(sizes_of_arguments_are_compared);
	T_RUN(records_are_values);
	T_RUN(fields_of_all_elements_are_assigned_at_once);
	T_RUN(fields_that_are_arrays_are_assigned_whole_or_in_part);
	T_RUN(assignments_of_other_sizes_are_errors);
	T_RUN(arrays_of_variables_are_assigned_element_by_element);
	T_RUN(loops_run_over_vectors_that_may_change_meanwhile);
	T_RUN(a_call_without_results_is_a_statement);
	T_RUN(several_results_are_taken_or_skipped);
	T_RUN(a_failing_assertion_is_the_reason);
	T_RUN(impure_and_unfinished_functions_are_not_called);
	T_RUN(texts_are_measured_cut_and_compared);
	T_RUN(texts_are_scanned_as_in_the_standard_library);
	T_RUN(other_external_functions_are_refused);
	return model_end();
}
