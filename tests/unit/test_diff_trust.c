/* SPDX-License-Identifier: MIT
   test_diff_trust.c — annotated derivatives are tried before they are used: the ways in which
   authors err are found, and what is right or cannot be tried is believed. */
#include "t.h"
#include "compiler/compiler.h"

#include <string.h>

#define DERIVATIVE(body)                                                               \
	"function f_der input Real x; input Real k; input Real dx; input Real dk; output " \
	"Real dy; algorithm dy := " body "; end f_der; "
#define FUNCTION(note)                                                         \
	"function f input Real x; input Real k; output Real y; algorithm y := 0; " \
	"for i in 1:2 loop y := y + k*sin(x)/2; end for; annotation(" note "); end f; "
#define MODEL                                                         \
	"model M Real x(start = 0.3, fixed = true), k(start = 2), v, y; " \
	"equation k = 2 + sin(time); der(x) = v; der(y) = cos(time); y = f(x, k); end M;"

/* How often a wrong derivative was told when the index of the model was reduced; the first verdict.
 */
static int wrong_in(const char *text, Trust *verdict)
{
	Compile cx;
	int n = 0;

	pipeline_init(&cx, NULL);
	T_CHECK(pipeline_flatten_text(&cx, "test.mo", text, strlen(text)) && pipeline_sort(&cx));
	for (size_t i = 0; i < cx.diag.items.n; i++)
		n += cx.diag.items.at[i].code == W_WRONG_DERIVATIVE &&
			 cx.diag.items.at[i].severity == DIAG_WARNING;
	*verdict = cx.flat.trusts.n ? cx.flat.trusts.at[0].verdict : TRUST_UNKNOWN;
	pipeline_free(&cx);
	return n;
}

static void what_is_right_is_used(void)
{
	Trust verdict;

	T_INT(wrong_in(FUNCTION("derivative = f_der") DERIVATIVE("k*cos(x)*dx + sin(x)*dk") MODEL,
				   &verdict),
		  0);
	T_INT(verdict, TRUST_AGREES);
}

static void mistakes_of_authors_are_found(void)
{
	static const char *const text[] = {
		FUNCTION("derivative = f_der") DERIVATIVE("-k*cos(x)*dx + sin(x)*dk") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("k*cos(x) + sin(x)*dk") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("cos(x)*dx + sin(x)*dk") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("k*cos(x)*dk + sin(x)*dx") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("k*cos(x)*dx + sin(k)*dk") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("k*cos(x)*dx") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("1.01*k*cos(x)*dx + sin(x)*dk") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("k*cos(x)*dx + sin(x)*dk + 0.1") MODEL,
		FUNCTION("derivative = f_der") DERIVATIVE("0") MODEL,
	};
	Trust verdict;

	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		T_INT(wrong_in(text[i], &verdict), 1);
		T_INT(verdict, TRUST_DIFFERS);
	}
}

/* With zeroDerivative or noDerivative for what does not move, the rest is tried. */
static void inputs_without_direction_are_held(void)
{
#define SHORT(note, body)                                                                   \
	FUNCTION("derivative(" note " = k) = f_k")                                              \
	"function f_k input Real x; input Real k; input Real dx; output Real dy; algorithm dy " \
	":= " body                                                                              \
	"; end f_k; model M parameter Real p = 3; Real x(start = 0.3, fixed = true), v, y; "    \
	"equation der(x) = v; der(y) = cos(time); y = f(x, p); end M;"
	Trust verdict;

	T_INT(wrong_in(SHORT("zeroDerivative", "k*cos(x)*dx"), &verdict), 0);
	T_INT(verdict, TRUST_AGREES);
	T_INT(wrong_in(SHORT("noDerivative", "k*cos(x)*dx"), &verdict), 0);
	T_INT(verdict, TRUST_AGREES);
	T_INT(wrong_in(SHORT("zeroDerivative", "k*sin(x)*dx"), &verdict), 1);
	T_INT(wrong_in(SHORT("noDerivative", "k*sin(x)*dx"), &verdict), 1);
#undef SHORT
}

/* The second derivative of x^3: that of order 1 is right, that of order 2 is or is not. */
static void derivatives_of_higher_order_are_tried_along_their_own_direction(void)
{
#define SECOND(body)                                                                             \
	"function f input Real x; output Real y; algorithm y := x; for i in 1:2 loop y := y*x; end " \
	"for; annotation(derivative = f1); end f; "                                                  \
	"function f1 input Real x; input Real dx; output Real dy; algorithm dy := 0; for i in 1:2 "  \
	"loop dy := dy + 1.5*x*x*dx; end for; annotation(derivative(order = 2) = f2); end f1; "      \
	"function f2 input Real x; input Real dx; input Real ddx; output Real ddy; algorithm ddy "   \
	":= " body "; end f2; "                                                                      \
	"model M Real x(start = 1), v(start = 1), a, y, w; equation der(x) = v; der(v) = a; "        \
	"der(y) = w; der(w) = sin(time); y = f(x); end M;"
	Trust verdict;

	T_INT(wrong_in(SECOND("6*x*dx*dx + 3*x*x*ddx"), &verdict), 0);
	T_INT(verdict, TRUST_AGREES);
	T_INT(wrong_in(SECOND("3*x*dx*dx + 3*x*x*ddx"), &verdict), 1);
	T_INT(wrong_in(SECOND("3*x*x*ddx"), &verdict), 1);
	T_INT(wrong_in(SECOND("6*x*dx*dx + 3*x*ddx"), &verdict), 1);
#undef SECOND
}

/* Arrays and records, several results; points where a function has no value do not count. */
static void values_of_all_types_are_tried(void)
{
#define VECTOR(body)                                                                         \
	"record R Real a; Integer n; Real b[2]; end R; "                                         \
	"function f input R r; output Real s; output Integer n; output Real q[2]; algorithm "    \
	"assert(r.a > 0.5, \"too small\"); n := r.n; s := log(r.a); for i in 1:2 loop s := s + " \
	"r.b[i]^2; q[i] := r.a*r.b[i]; end for; annotation(derivative = f_der); end f; "         \
	"function f_der input R r; input R dr; output Real ds; output Real dq[2]; algorithm "    \
	"ds := dr.a/r.a + 2*r.b*dr.b; dq := " body "; end f_der; "                               \
	"model M Real x(start = 1, fixed = true), v, y, q[2]; Integer n; equation der(x) = v; "  \
	"der(y) = cos(time); (y, n, q) = f(R(x, 3, {x, 2*x})); end M;"
	Trust verdict;

	T_INT(wrong_in(VECTOR("r.a*dr.b + dr.a*r.b"), &verdict), 0);
	T_INT(verdict, TRUST_AGREES);
	T_INT(wrong_in(VECTOR("r.a*dr.b + dr.a*r.b[{2, 1}]"), &verdict), 1);
#undef VECTOR
}

/* A kink at the start value: differences say nothing there. */
static void a_kink_is_no_contradiction(void)
{
	Trust verdict;

	T_INT(wrong_in("function f input Real x; output Real y; algorithm y := x; for i in 1:1 loop "
				   "y := if x > 0 then x else 3*x; end for; annotation(derivative = f_der); end f; "
				   "function f_der input Real x; input Real dx; output Real dy; algorithm dy := if "
				   "x > 0 then dx else 3*dx; end f_der; "
				   "model M Real x(start = 0, fixed = true), v, y; equation der(x) = v; "
				   "der(y) = cos(time); y = f(x); end M;",
				   &verdict),
		  0);
	T_INT(verdict, TRUST_AGREES);
}

/* An external function cannot be called by the compiler; its derivative can if it is not external.
 */
static void what_cannot_be_tried_is_believed(void)
{
#define EXTERNAL(body)                                                                            \
	"function f input Real x; output Real y; external \"C\" y = some_f(x); "                      \
	"annotation(derivative = f_der); end f; "                                                     \
	"function f_der input Real x; input Real dx; output Real dy; " body " end f_der; "            \
	"model M Real x(start = 0, fixed = true), v, y; equation der(x) = v; der(y) = cos(time); y =" \
	" f(x); end M;"
	Trust verdict;

	T_INT(wrong_in(EXTERNAL("external \"C\" dy = some_df(x, dx);"), &verdict), 0);
	T_INT(verdict, TRUST_UNKNOWN);
	T_INT(wrong_in(EXTERNAL("algorithm dy := 3*dx;"), &verdict), 0);
	T_INT(verdict, TRUST_UNKNOWN);
#undef EXTERNAL
}

int main(void)
{
	T_RUN(what_is_right_is_used);
	T_RUN(mistakes_of_authors_are_found);
	T_RUN(inputs_without_direction_are_held);
	T_RUN(derivatives_of_higher_order_are_tried_along_their_own_direction);
	T_RUN(values_of_all_types_are_tried);
	T_RUN(a_kink_is_no_contradiction);
	T_RUN(what_cannot_be_tried_is_believed);
	return T_END();
}
