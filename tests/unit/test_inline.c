/* SPDX-License-Identifier: MIT
   test_inline.c — what functions compute, as expressions: values agree with calls, what is not
   simple stays, and annotations decide which calls are replaced. */
#include "diff_model.h"

static char source[8192];

/* r = call, in terms of x, y, v, P and the functions given. */
static void begin(const char *functions, const char *call)
{
	snprintf(source, sizeof source,
			 "%s model M input Real x, y; input Real v[3]; parameter Integer n = 2; Real r = %s; "
			 "end M;",
			 functions, call);
	model(source);
}

/* All calls in e, in whatever functions, by their bodies: what is left. */
static const Expr *expand(void *ctx, ExprPool *p, const Expr *e)
{
	const Expr *result = NULL;

	(void)p;
	if (e->op == EX_CALL)
		result = inline_call(m, &cx.scratch, e, *(const unsigned *)ctx);
	return result ? result : e;
}

static const Expr *expanded(unsigned flags)
{
	return walk_rewrite(walk_rewrite_new(&m->pool, &cx.scratch, XF_CALL, expand, &flags),
						side("r"));
}

/* The call is simple: its text, and the same value. */
static const char *inlined(const char *functions, const char *call)
{
	static char result[4096];
	const Expr *e;

	begin(functions, call);
	e = expanded(0);
	snprintf(result, sizeof result, "%s", text_of(e));
	T_REAL(number(e), number(side("r")), 1e-14);
	model_end();
	return result;
}

static bool stays(const char *functions, const char *call, unsigned flags)
{
	bool same;

	begin(functions, call);
	same = expanded(flags) == side("r");
	model_end();
	return same;
}

#define FN(body) "function f " body " end f;"

static void statements_in_a_row(void)
{
	T_STR(inlined(FN("input Real a; input Real b; output Real c; protected Real d = a*b; algorithm "
					 "c := d + 1; d := c*c; c := d - a;"),
				  "f(x, y + 1)"),
		  "(x*(y + 1) + 1)*(x*(y + 1) + 1) - x");
	T_STR(inlined(FN("input Real a; output Real b = 3*a;"), "f(x)"), "3*x");
	T_STR(inlined(FN("input Real a; output Real b; protected Real c = 2*d; Real d = a + 1; "
					 "algorithm b := c; return; "),
				  "f(x)"),
		  "2*(x + 1)");
}

static void elements_and_slices(void)
{
	T_STR(inlined(FN("input Real a; input Real u[3]; output Real b; protected Real c[2, 3]; "
					 "algorithm c[1, :] := u; c[2, 1:2] := {a, 2*a}; c[2, 3] := c[1, 3]*c[2, 2]; "
					 "b := c[2, 3] + sum(c[:, 1]);"),
				  "f(x, v)"),
		  "v[3]*(2*x) + (v[1] + x)");
	T_STR(inlined(FN("input Real u[:]; output Real b; protected Real c[size(u, 1) + 1]; algorithm "
					 "c[{2, 3}] := u[1:2]; c[1] := size(c, 1); c[4] := u[3]; b := c*c;"),
				  "f(v)"),
		  "16 + v[1]*v[1] + v[2]*v[2] + v[3]*v[3]");
}

static void records(void)
{
	static const char text[] =
		"record P Real a; Real b[2]; end P; record Q P p[2]; Real c; end Q;"
		"function f input Real u; output Q q; algorithm q.p[1].a := u; q.p[2] := P(2, {3, u}); "
		"q.p[1].b := {u*u, 5}; q.p[1].b[2] := 6; q.c := q.p[1].a + q.p[2].b[2]; end f;"
		"function g input Q q; output Real y; algorithm y := q.p[1].b[1] + q.c*q.p[1].b[2] + "
		"sum(q.p.a); end g;";

	T_STR(inlined(text, "g(f(x))"), "x*x + (x + x)*6 + (x + 2)");
}

static void sizes_become_known_on_the_way(void)
{
	/* The branches that do not count need not fit. */
	T_STR(inlined(FN("input Real u[:]; output Real y; protected Real w[3]; algorithm w := if "
					 "size(u, 1) == 3 then u else cat(1, u, {1}); y := w*w;"),
				  "f(v)"),
		  "v[1]*v[1] + v[2]*v[2] + v[3]*v[3]");
	T_STR(inlined(
			  "function g input Real u[:]; input Integer k; output Real y[size(u, 1) + k]; "
			  "algorithm y[1:size(u, 1)] := u; for i in 1:k loop y[size(u, 1) + i] := i; end for; "
			  "end g;"
			  "function f input Real u[:]; output Real y; protected Real w[:] = g(u, 1); "
			  "algorithm y := w[4] + w[1]*size(w, 1); end f;",
			  "f(v)"),
		  "g(v, 1)[4] + g(v, 1)[1]*4");
	T_CHECK(
		stays(FN("input Real u[:]; output Real y; protected Real w[3]; algorithm w := cat(1, u, "
				 "{1}); w := w + {1, 2, 3}; y := w*w;"),
			  "f(v)", 0));
}

static void fields_of_every_element(void)
{
	T_STR(
		inlined("record P Real a; Real b; end P;"
				"function f input Real u; output Real y; protected P p[2]; algorithm "
				"p.a := {u, 2*u}; p[1:2].b := {3, u*u}; y := p[1].a*p[2].b + p[2].a*p[1].b; end f;",
				"f(x)"),
		"x*(x*x) + 2*x*3");
}

static void branches_become_if_expressions(void)
{
	T_STR(inlined(FN("input Real a; output Real b; algorithm b := 1; if a > 2 then b := a; elseif "
					 "a > 1 then b := b + a; end if;"),
				  "f(x)"),
		  "if noEvent(x > 2) then x elseif noEvent(x > 1) then 1 + x else 1");
	T_STR(inlined(FN("input Real a; input Integer k; output Real b[2]; algorithm if k > 1 then "
					 "b := {a, 1}; else b := {0, 1}; end if;"),
				  "f(x, n)*{1, 2}"),
		  "(if n > 1 then x else 0) + 2");
	T_STR(
		inlined(FN("input Real a; input Boolean k; output Real b; algorithm if k then b := a; end "
				   "if; if not k then b := 2*a; end if;"),
				"f(x, true)"),
		"x");
	T_STR(inlined(FN("input Real a; output Real b; algorithm b := if a > 0 then floor(a) else 1;"),
				  "f(x)"),
		  "if noEvent(x > 0) then noEvent(floor(x)) else 1");
}

static void loops_of_known_length_are_unrolled(void)
{
	T_STR(inlined(FN("input Real a[:]; output Real b; algorithm b := 0; for i in 1:size(a, 1) loop "
					 "for k in i:2 loop b := b + a[i]*k; end for; end for;"),
				  "f(v)"),
		  "v[1] + v[1]*2 + v[2]*2");
	T_STR(inlined(FN("input Real a; output Real b; algorithm b := sum(a*i for i in 1:3);"), "f(x)"),
		  "x + x*2 + x*3");
	T_CHECK(
		stays(FN("input Real a; output Real b; algorithm b := 0; for i in 1:200 loop b := b + a; "
				 "end for;"),
			  "f(x)", 0));
}

static void several_results(void)
{
	static const char text[] =
		"function g input Real a; output Real b; output Real c; algorithm b := a; c := a*a; end g;"
		"function f input Real a; output Real d; protected Real b; Real c; algorithm "
		"(b, c) := g(a); (c, ) := g(c); d := b + c; end f;";

	begin(text, "f(x)");
	T_STR(text_of(inline_calls(m, &cx.scratch, side("r"), INLINE_EARLY)), "f(x)");
	T_REAL(number(expanded(0)), number(side("r")), 1e-15);
	model_end();
}

static void what_is_not_simple_stays(void)
{
	T_CHECK(
		stays(FN("input Real a; output Real b; algorithm b := a; while b > 3 loop b := b/2; end "
				 "while;"),
			  "f(x)", 0));
	T_CHECK(stays(FN("input Real a; output Real b; algorithm b := a; if a > 3 then return; end if; "
					 "b := 2;"),
				  "f(x)", 0));
	T_CHECK(stays(FN("input Real a; output Real b; algorithm b := 0; for i in 1:3 loop b := b + a; "
					 "if b > 2 then break; end if; end for;"),
				  "f(x)", 0));
	T_CHECK(stays(FN("input Real a; input Integer k; output Real b; protected Real c[k]; algorithm "
					 "for i in 1:k loop c[i] := a; end for; b := sum(c);"),
				  "f(x, n)", 0));
	T_CHECK(stays(FN("input Real a; output Real b; external \"C\";"), "f(x)", 0));
	T_CHECK(stays("impure function f input Real a; output Real b; algorithm b := a; end f;",
				  "if x > 3 and initial() then 1 else 2", 0));
	T_CHECK(stays(FN("input Real a; output Real b; algorithm if a > 3 then b := 2; end if;"),
				  "f(x)", 0));
	T_CHECK(stays(FN("input Real a; input Integer k; output Real b; protected Real c[3]; algorithm "
					 "c := {a, 1, 2}; c[k] := 4; b := sum(c);"),
				  "f(x, n)", 0));
}

/* The relation of the caller makes events, those of the function do not. */
static void events_of_arguments_are_not_lost(void)
{
	T_CHECK(stays(FN("input Real a; output Real b; algorithm b := if a > 0 then a else 1;"),
				  "f(if x > 1 then x else y)", 0));
	T_STR(inlined(FN("input Real a; output Real b; algorithm b := 2*a;"),
				  "f(if x > 1 then x else y)"),
		  "2*(if x > 1 then x else y)");
	T_STR(inlined(FN("input Real a; output Real b; algorithm b := if a > 0 then a else 1; "
					 "annotation(GenerateEvents = true);"),
				  "f(x)"),
		  "if x > 0 then x else 1");
}

static void asserts_are_left_out_only_on_demand(void)
{
	static const char text[] =
		FN("input Real a; output Real b; algorithm assert(a > 0, \"no\"); b := 2*a;");

	T_CHECK(stays(text, "f(x)", 0));
	T_CHECK(!stays(text, "f(x)", INLINE_DROP_ASSERTS));
	T_STR(
		inlined(FN("input Real a; input Integer k; output Real b; algorithm assert(k > 0, \"no\"); "
				   "b := 2*a;"),
				"f(x, 3)"),
		"2*x");
}

static const char *taken(const char *functions, const char *call, unsigned which)
{
	static char result[4096];

	begin(functions, call);
	snprintf(result, sizeof result, "%s", text_of(inline_calls(m, &cx.scratch, side("r"), which)));
	model_end();
	return result;
}

static void annotations_decide(void)
{
	static const char text[] =
		"function one input Real a; output Real b; algorithm b := 2*a; end one;"
		"function never input Real a; output Real b; algorithm b := 2*a; annotation(Inline = "
		"false);"
		" end never;"
		"function two input Real a; output Real b; algorithm b := 2*a; b := b*b; end two;"
		"function early input Real a; output Real b; algorithm b := 2*a; b := b*a; "
		"annotation(Inline = true); end early;"
		"function late input Real a; output Real b; algorithm b := 3*a; b := b*a; "
		"annotation(LateInline = true); end late;"
		"function after input Real a; output Real b; algorithm b := 4*a; b := b*a; "
		"annotation(InlineAfterIndexReduction = true); end after;"
		"function slope input Real a; output Real b; algorithm b := 5*a; annotation(Inline = true, "
		"derivative = slope_der); end slope;"
		"function slope_der input Real a; input Real da; output Real b; algorithm b := 5*da; "
		"end slope_der;";

	T_STR(taken(text, "one(x)", INLINE_EARLY), "2*x");
	T_STR(taken(text, "never(x)", INLINE_EARLY | INLINE_LATE), "never(x)");
	T_STR(taken(text, "two(x)", INLINE_EARLY | INLINE_LATE), "two(x)");
	T_STR(taken(text, "early(x)", INLINE_EARLY), "2*x*x");
	T_STR(taken(text, "late(x) + after(x)", INLINE_EARLY), "late(x) + after(x)");
	T_STR(taken(text, "late(x) + after(x)", INLINE_LATE), "3*x*x + 4*x*x");
	T_STR(taken(text, "slope(x)", INLINE_EARLY), "slope(x)");
	T_STR(taken(text, "slope(x)", INLINE_LATE), "5*x");
}

static void calls_inside_are_taken_too(void)
{
	static const char text[] =
		"function f input Real a; output Real b; algorithm b := g(a) + g(g(a)); end f;"
		"function g input Real a; output Real b; algorithm b := h(a)*2; end g;"
		"function h input Real a; output Real b; algorithm b := a + 1; end h;"
		"function again input Real a; input Integer k; output Real b; algorithm "
		"b := if k > 0 then a*other(a, k) else 1; annotation(Inline = true); end again;"
		"function other input Real a; input Integer k; output Real b; algorithm "
		"b := again(a, k - 1); end other;";

	T_STR(taken(text, "f(x)", INLINE_EARLY), "(x + 1)*2 + ((x + 1)*2 + 1)*2");
	T_STR(taken(text, "again(x, 3)", INLINE_EARLY), "again(x, 3)");
}

/* As in multi-body mechanics: records with matrices, linear algebra. */
static void rotations_become_scalars(void)
{
	static const char text[] =
		"record R Real T[3,3]; Real w[3]; end R;"
		"function axis input Real e[3]; input Real phi; input Real w; output R r; algorithm r := R("
		"T = [e]*transpose([e]) + (identity(3) - [e]*transpose([e]))*cos(phi) - skew(e)*sin(phi), "
		"w = e*w); annotation(Inline = true); end axis;"
		"function resolve1 input R r; input Real v[3]; output Real u[3]; algorithm "
		"u := transpose(r.T)*v; annotation(Inline = true); end resolve1;"
		"function absolute input R a; input R b; output R c; algorithm "
		"c := R(T = b.T*a.T, w = resolve1(b, a.w) + b.w); annotation(Inline = true); end absolute;";
	const Expr *e;

	begin(text, "resolve1(absolute(axis({0, 0, 1}, x, 2), axis({0, 1, 0}, y, 3)), v)*{1, 2, 3}");
	e = inline_calls(m, &cx.scratch, side("r"), INLINE_EARLY);
	T_CHECK(!(e->flags & (XF_CALL | XF_ARRAY)));
	T_REAL(number(e), number(side("r")), 1e-14);
	model_end();
}

int main(void)
{
	T_RUN(statements_in_a_row);
	T_RUN(elements_and_slices);
	T_RUN(records);
	T_RUN(sizes_become_known_on_the_way);
	T_RUN(fields_of_every_element);
	T_RUN(branches_become_if_expressions);
	T_RUN(loops_of_known_length_are_unrolled);
	T_RUN(several_results);
	T_RUN(what_is_not_simple_stays);
	T_RUN(events_of_arguments_are_not_lost);
	T_RUN(asserts_are_left_out_only_on_demand);
	T_RUN(annotations_decide);
	T_RUN(calls_inside_are_taken_too);
	T_RUN(rotations_become_scalars);
	return T_END();
}
