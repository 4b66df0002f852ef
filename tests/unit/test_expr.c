/* SPDX-License-Identifier: MIT */
#include "mini.h"
#include "t.h"

#include <string.h>

static Mini t;

static void begin(void)
{
	mini_begin(&t, "model M; parameter Real p; Real x, y, a[3], B[2,3], C[3,2]; discrete Real d;\n"
				   "Boolean b; Integer n; function f(1) 1; function g(1) 2; end");
}

/* The text of an expression in the mini language after it was made. */
static const char *made(const char *text)
{
	static char buf[4096];
	Text out;

	t.s = text;
	text_init(&out, NULL);
	print_expr(&t.m, NULL, mini_expr(&t), &t.scratch, &out);
	snprintf(buf, sizeof buf, "%s", text_str(&out));
	text_free(&out);
	return buf;
}

static const Expr *expr(const char *text);

/* At least the first `most` bytes of it. */
static const char *beginning(const char *text, size_t most)
{
	static char buf[4096];
	Text out;

	text_init(&out, NULL);
	print_expr_begin(&t.m, expr(text), most, &t.scratch, &out);
	snprintf(buf, sizeof buf, "%.*s", (int)most, text_str(&out));
	text_free(&out);
	return buf;
}

static void the_beginning_of_a_text_is_that_of_the_whole(void)
{
	static const char *const texts[] = {"{1,2,3,4,5,6,7,8,9}", "f(x + y*a[2]) - x", "x + y + x*y",
										"if b then x else if x > y then y else -2"};

	begin();
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		size_t len = strlen(made(texts[i]));

		for (size_t most = 1; most <= len + 3; most++) {
			char want[256];

			snprintf(want, sizeof want, "%.*s", (int)most, made(texts[i]));
			T_STR(beginning(texts[i], most), want);
		}
	}
	mini_free(&t);
}

static const Expr *expr(const char *text)
{
	t.s = text;
	return mini_expr(&t);
}

static const char *scalar(const char *text, int32_t k)
{
	static char buf[4096];
	Text out;

	text_init(&out, NULL);
	print_expr(&t.m, NULL, scalar_at(&t.m.pool, &t.scratch, expr(text), k), &t.scratch, &out);
	snprintf(buf, sizeof buf, "%s", text_str(&out));
	text_free(&out);
	return buf;
}

static void equal_trees_are_one_pointer(void)
{
	begin();
	T_CHECK(expr("sin(x + y)*2") == expr("sin(x + y)*2"));
	T_CHECK(expr("x + y") != expr("y + x"));
	T_CHECK(expr("0.0") != expr_neg(&t.m.pool, expr("0.0")));
	T_CHECK(expr("1") != expr("1.0"));
	T_CHECK(expr("f(x)") == expr("f(x)"));
	mini_free(&t);
}

/* Whatever their order and however many share an argument. */
static void many_nodes_are_found_again(void)
{
	enum { N = 20000 };
	static const Expr *sum[N], *product[N];
	const Expr *x;

	begin();
	x = expr("x");
	for (int i = 0; i < N; i++) {
		const Expr *number = expr_real(&t.m.pool, i + 0.5);

		sum[i] = expr_binary(&t.m.pool, EX_ADD, x, number);
		product[i] = expr_binary(&t.m.pool, EX_MUL, number, expr("sin(y)"));
	}
	x = expr("sin(x)"); /* the newest argument of all that follow */
	for (int i = 0; i < N; i++)
		expr_binary(&t.m.pool, EX_ADD, x, expr_real(&t.m.pool, i + 0.5));
	for (int i = N - 1; i >= 0; i--) {
		uint32_t n = t.m.pool.n;
		const Expr *number = expr_real(&t.m.pool, i + 0.5);

		T_CHECK(expr_binary(&t.m.pool, EX_ADD, expr("x"), number) == sum[i]);
		T_CHECK(expr_binary(&t.m.pool, EX_MUL, number, expr("sin(y)")) == product[i]);
		expr_binary(&t.m.pool, EX_ADD, x, number);
		T_CHECK(t.m.pool.n == n);
	}
	mini_free(&t);
}

static void impure_calls_never_merge(void)
{
	const Expr *x, *one, *two, *arg[1];

	begin();
	x = expr("x");
	t.m.fns.at[0].purity = PU_IMPURE;
	one = flat_call(&t.m, (FnId){0}, &x, 1);
	two = flat_call(&t.m, (FnId){0}, &x, 1);
	T_CHECK(one != two);
	T_CHECK(one->flags & XF_IMPURE);
	arg[0] = x;
	T_CHECK(expr_with(&t.m.pool, one, arg) == one); /* rewriting keeps the call's identity */
	mini_free(&t);
}

static void folding_keeps_what_could_matter(void)
{
	begin();
	T_STR(made("0 + x"), "x");
	T_STR(made("x + 0.0"), "x");
	T_STR(made("0 - x"), "-x");
	T_STR(made("1*x"), "x");
	T_STR(made("x/1"), "x");
	T_STR(made("x^1"), "x");
	T_STR(made("-(-x)"), "x");
	T_STR(made("x + (-y)"), "x - y");
	T_STR(made("2*3 + 4.5"), "10.5");
	T_STR(made("2^3"), "8");
	T_STR(made("0*x"), "0*x");
	T_STR(made("x - x"), "x - x");
	T_STR(made("1/0"), "1/0");
	T_STR(made("0/0"), "0/0");
	T_STR(made("x/x"), "x/x");
	T_STR(made("sqrt(-1)"), "sqrt(-1)");
	T_STR(made("1e308*10"), "1e+308*10");
	T_STR(made("9223372036854775807 + 1"), "9223372036854775807 + 1");
	T_STR(made("not (not b)"), "b");
	T_STR(made("b and true"), "b");
	T_STR(made("false and b"), "false");
	T_STR(made("false and x > 1"), "false and x > 1"); /* the event stays */
	T_STR(made("true or 1/x > 2"), "true or 1/x > 2");
	T_STR(made("if true then x else y"), "x");
	T_STR(made("if x > 1 then y else y"), "if x > 1 then y else y");
	T_STR(made("if b then y else y"), "y");
	T_STR(made("noEvent(x)"), "x");
	T_STR(made("noEvent(x > 1)"), "noEvent(x > 1)");
	T_STR(made("der(p)"), "0");
	T_STR(made("pre(n) + 0"), "pre(n)");
	T_STR(made("\"a\" + \"b\""), "\"ab\"");
	mini_free(&t);
}

static void integer_division_follows_the_specification(void)
{
	begin();
	T_STR(made("mod(-3, 2)"), "1");
	T_STR(made("rem(-3, 2)"), "-1");
	T_STR(made("div(-3, 2)"), "-1");
	T_STR(made("integer(-0.5)"), "-1");
	T_STR(made("mod(3.5, -2.0)"), "-0.5");
	T_STR(made("div(1, 0)"), "div(1, 0)");
	T_STR(made("floor(2.5) + ceil(2.5)"), "5");
	mini_free(&t);
}

static void parentheses_are_those_the_grammar_needs(void)
{
	begin();
	T_STR(made("(x + y) + (x - y)"), "x + y + (x - y)");
	T_STR(made("x - (y - 1)"), "x - (y - 1)");
	T_STR(made("x*(y*2)"), "x*(y*2)");
	T_STR(made("x/(y*2)"), "x/(y*2)");
	T_STR(made("(-x)*y"), "(-x)*y");
	T_STR(made("-(x*y)"), "-x*y");
	T_STR(made("x*(-y)"), "x*(-y)");
	T_STR(made("(-x)^2"), "(-x)^2");
	T_STR(made("-x^2"), "-x^2");
	T_STR(made("(x^2)^3"), "(x^2)^3");
	T_STR(made("x^(-2)"), "x^(-2)");
	T_STR(made("x + (-2)"), "x + (-2)");
	T_STR(made("not (b and x > 1)"), "not (b and x > 1)");
	T_STR(made("(if b then x else y) + 1"), "(if b then x else y) + 1");
	T_STR(made("if b then 1 else if n > 2 then 2 else 3"),
		  "if b then 1 elseif n > 2 then 2 else 3");
	mini_free(&t);
}

static void variability_and_flags_follow_the_arguments(void)
{
	begin();
	T_INT(expr("p + 1")->variability, VB_PARAMETER);
	T_INT(expr("x > 1")->variability, VB_DISCRETE);
	T_CHECK(expr("x > 1")->flags & XF_EVENT);
	T_CHECK(!(expr("p > 1")->flags & XF_EVENT));
	T_CHECK(!(expr("d > 1")->flags & XF_EVENT));
	T_INT(expr("noEvent(x > 1)")->variability, VB_CONTINUOUS);
	T_CHECK(!(expr("noEvent(x > 1)")->flags & XF_EVENT));
	T_INT(expr("pre(d)")->variability, VB_DISCRETE);
	T_INT(expr("floor(x)")->variability, VB_DISCRETE);
	T_INT(expr("mod(x, 2.0)")->variability, VB_CONTINUOUS);
	T_INT(expr("time")->variability, VB_CONTINUOUS);
	T_INT(expr("initial()")->variability, VB_DISCRETE);
	T_INT(expr("if x > 1 then 2 else 3")->variability, VB_DISCRETE);
	T_INT(expr("1 + 2*3")->variability, VB_CONSTANT);
	mini_free(&t);
}

static void subscripts_choose_the_part_itself(void)
{
	const Expr *e;

	begin();
	T_STR(made("a[2]"), "a[2]");
	T_INT(expr("a[2]")->op, EX_VAR);
	T_STR(made("B[2,3]"), "B[2,3]");
	T_STR(made("B[n,3]"), "B[n,3]");
	T_STR(made("B[2]"), "B[2,:]");
	T_STR(made("B"), "B");
	e = expr_index(&t.m.pool, expr("{10,20,30}"), (const Expr *const[]){expr("n")}, 1);
	T_INT(e->op, EX_INDEX);
	e = expr_index(&t.m.pool, expr("{10,20,30}"), (const Expr *const[]){expr("2")}, 1);
	T_CHECK(e == expr("20"));
	e = expr_index(&t.m.pool, expr("{10,20,30}"), (const Expr *const[]){expr("4")}, 1);
	T_INT(e->op, EX_INDEX); /* outside: an error of the run */
	mini_free(&t);
}

static void arrays_fall_into_scalars(void)
{
	const Expr *c, *prod;

	begin();
	T_STR(scalar("a + a", 1), "a[2] + a[2]");
	T_STR(scalar("2.0*a", 2), "2*a[3]");
	T_STR(scalar("transpose(B)", 1), "B[2,1]");
	T_STR(scalar("sum(a) + x", 0), "a[1] + a[2] + a[3] + x");
	T_STR(scalar("max(a)", 0), "max(max(a[1], a[2]), a[3])");
	T_STR(scalar("cross(a, a)", 0), "a[2]*a[3] - a[3]*a[2]");
	T_STR(scalar("skew(a)", 1), "-a[3]");
	T_STR(scalar("cat(1, a, {x, y})", 4), "y");
	T_STR(scalar("fill(x, 2, 2)", 3), "x");
	T_STR(scalar("diagonal(a)", 4), "a[2]");
	T_STR(scalar("diagonal(a)", 3), "0");
	T_STR(scalar("linspace(x, y, 3)", 1), "x + (y - x)/2");
	T_STR(scalar("der(a)", 1), "der(a[2])");
	T_STR(scalar("if b then a else -a", 1), "if b then a[2] else -a[2]");
	T_STR(scalar("2:5", 3), "5");
	T_STR(scalar("outerProduct(a, {x, y})", 3), "a[2]*y");
	prod = expr_binary(&t.m.pool, EX_MATMUL, expr("B"), expr("C"));
	T_INT(prod->type->n_scalars, 4);
	c = scalar_at(&t.m.pool, &t.scratch, prod, 3);
	T_CHECK(c == expr("B[2,1]*C[1,2] + B[2,2]*C[2,2] + B[2,3]*C[3,2]"));
	mini_free(&t);
}

static void comprehensions_fall_into_scalars(void)
{
	ExprPool *p;
	const Expr *i, *body, *e, *arg[3];

	begin();
	p = &t.m.pool;
	i = expr_local(p, 0, type_basic(p, TY_INTEGER));
	body = expr_mul(p, expr_index(p, expr("a"), &i, 1), expr_to_real(p, i));
	arg[0] = i, arg[1] = expr("1:3"), arg[2] = body;
	e = expr_op(p, EX_FOR_ARRAY, arg, 3);
	T_CHECK(scalar_at(p, &t.scratch, e, 1) == expr("a[2]*2"));
	e = expr_op(p, EX_FOR_SUM, arg, 3);
	T_CHECK(scalar_at(p, &t.scratch, e, 0) == expr("a[1] + a[2]*2 + a[3]*3"));
	arg[1] = expr("1:0");
	T_CHECK(scalar_at(p, &t.scratch, expr_op(p, EX_FOR_SUM, arg, 3), 0) == expr("0.0"));
	mini_free(&t);
}

static void long_sums_are_neither_deep_nor_slow(void)
{
	enum { N = 100000 };
	const Expr *e, *f;
	Walk w;
	int n = 0;
	Text out;

	begin();
	e = expr("x");
	for (int i = 0; i < N; i++)
		e = expr_add(&t.m.pool, e, expr_real(&t.m.pool, i + 1.5));
	walk_init(&w, &t.m.pool, &t.scratch);
	for (walk_begin(&w, e); (f = walk_next(&w));)
		n++;
	T_INT(n, 2 * N + 1);
	text_init(&out, NULL);
	print_expr(&t.m, NULL, e, &t.scratch, &out);
	T_CHECK(out.n > 5 * N);
	text_free(&out);
	f = e; /* deep on the right as well */
	for (int i = 0; i < N; i++)
		f = expr_if(&t.m.pool, expr("b"), expr("y"), expr_sub(&t.m.pool, expr("y"), f));
	text_init(&out, NULL);
	print_expr(&t.m, NULL, f, &t.scratch, &out);
	T_CHECK(out.n > 5 * N);
	text_free(&out);
	T_CHECK(scalar_at(&t.m.pool, &t.scratch, expr_array(&t.m.pool, NULL, &f, 1), 0) == f);
	mini_free(&t);
}

/* Small and large expressions in turn, so that the table of marks is made in the middle of a walk.
 */
static void brief_walks_visit_what_others_do(void)
{
	enum { N = 2000, LARGE = 400 };
	const Expr *sum, *e;
	Walk brief, full;

	begin();
	sum = expr("x");
	for (int i = 0; i < N; i++)
		sum = expr_add(&t.m.pool, sum, expr_real(&t.m.pool, i + 1.5));
	for (int large = 0; large < 2; large++) {
		walk_init_brief(&brief, &t.m.pool, &t.scratch, 0);
		walk_init(&full, &t.m.pool, &t.scratch);
		for (int round = 0; round < N; round++) {
			e = expr_mul(&t.m.pool, expr("sin(x)*y"), expr_real(&t.m.pool, round + 0.25));
			if (large && round % LARGE == 3)
				e = expr_mul(&t.m.pool, sum, e);
			walk_begin(&brief, e);
			walk_add(&brief, expr("sin(x)"));
			walk_begin(&full, e);
			walk_add(&full, expr("sin(x)"));
			do {
				e = walk_next(&full);
				T_CHECK(walk_next(&brief) == e);
			} while (e);
			T_CHECK(large || round > 100 || brief.few);
		}
		T_CHECK(!brief.few);
	}
	mini_free(&t);
}

static const Expr *x_to_y(void *ctx, ExprPool *p, const Expr *e)
{
	(void)p;
	return e == ((const Expr **)ctx)[0] ? ((const Expr **)ctx)[1] : e;
}

static void rewriting_makes_new_trees_and_remembers(void)
{
	const Expr *ctx[2], *e;
	Rewrite *r;

	begin();
	ctx[0] = expr("x");
	ctx[1] = expr("1.0");
	r = walk_rewrite_new(&t.m.pool, &t.scratch, XF_VAR, x_to_y, ctx);
	T_CHECK(walk_rewrite(r, expr("x*y + sin(x)*2 + f(x)")) == expr("y + sin(1)*2 + f(1)"));
	T_CHECK(walk_rewrite(r, expr("y")) == expr("y"));
	e = expr("x");
	for (int i = 0; i < 20000; i++)
		e = expr_unary(&t.m.pool, EX_SIN, expr_mul(&t.m.pool, expr("y"), e));
	T_CHECK(walk_rewrite(r, e) != e);
	T_CHECK(walk_rewrite(r, e) == walk_rewrite(r, e));
	mini_free(&t);
}

static void types_are_interned(void)
{
	ExprPool *p;
	const Type *real, *rec;
	TypeField field[2];
	Text out;

	begin();
	p = &t.m.pool;
	real = type_basic(p, TY_REAL);
	T_CHECK(type_array(p, real, (const int32_t[]){2, 3}, 2) == expr("B")->type);
	T_CHECK(type_drop(p, expr("B")->type, 1) == expr("a")->type);
	T_CHECK(type_agrees(expr("a")->type, type_array(p, real, (const int32_t[]){DIM_OPEN}, 1)));
	field[0] = (TypeField){.name = flat_name(&t.m, "re"), .type = real};
	field[1] = (TypeField){.name = flat_name(&t.m, "im"), .type = real};
	rec = type_record(p, flat_name(&t.m, "Complex"), field, 2);
	T_CHECK(rec == type_record(p, flat_name(&t.m, "Complex"), field, 2));
	T_INT(type_array(p, rec, (const int32_t[]){5}, 1)->n_scalars, 10);
	text_init(&out, NULL);
	type_print(p, type_array(p, rec, (const int32_t[]){5, DIM_OPEN}, 2), &out);
	T_STR(text_str(&out), "Complex[5, :]");
	text_free(&out);
	mini_free(&t);
}

static void records_fall_into_scalars(void)
{
	ExprPool *p;
	const Type *real, *rec;
	TypeField field[2];
	const Expr *r[2], *leaf[2], *array;

	begin();
	p = &t.m.pool;
	real = type_basic(p, TY_REAL);
	field[0] = (TypeField){.name = flat_name(&t.m, "re"), .type = real};
	field[1] = (TypeField){.name = flat_name(&t.m, "v"), .type = expr("a")->type};
	rec = type_record(p, flat_name(&t.m, "R"), field, 2);
	for (int i = 0; i < 2; i++) {
		leaf[0] = i ? expr("y") : expr("x");
		leaf[1] = expr("a + a");
		r[i] = expr_record(p, rec, leaf, 2);
	}
	array = expr_array(p, NULL, r, 2);
	T_CHECK(scalar_at(p, &t.scratch, array, 4) == expr("y"));
	T_CHECK(scalar_at(p, &t.scratch, array, 2) == expr("a[2] + a[2]"));
	T_CHECK(scalar_at(p, &t.scratch, expr_field(p, array, 1), 4) == expr("a[2] + a[2]"));
	T_CHECK(scalar_at(p, &t.scratch, expr_field(p, array, 0), 1) == expr("y"));
	T_INT(scalar_whole(p, &t.scratch, array)->arg[1]->arg[1]->op, EX_ARRAY);
	/* of a call that gives records only subscripts and fields can be taken */
	array = expr_call(p, (FnId){0}, array->type, leaf, 1, 0);
	array = scalar_at(p, &t.scratch, array, 6);
	T_INT(array->op, EX_INDEX);
	T_INT(array->arg[0]->op, EX_FIELD);
	mini_free(&t);
}

int main(void)
{
	T_RUN(equal_trees_are_one_pointer);
	T_RUN(many_nodes_are_found_again);
	T_RUN(impure_calls_never_merge);
	T_RUN(folding_keeps_what_could_matter);
	T_RUN(integer_division_follows_the_specification);
	T_RUN(parentheses_are_those_the_grammar_needs);
	T_RUN(the_beginning_of_a_text_is_that_of_the_whole);
	T_RUN(variability_and_flags_follow_the_arguments);
	T_RUN(subscripts_choose_the_part_itself);
	T_RUN(arrays_fall_into_scalars);
	T_RUN(comprehensions_fall_into_scalars);
	T_RUN(long_sums_are_neither_deep_nor_slow);
	T_RUN(brief_walks_visit_what_others_do);
	T_RUN(rewriting_makes_new_trees_and_remembers);
	T_RUN(types_are_interned);
	T_RUN(records_fall_into_scalars);
	return T_END();
}
