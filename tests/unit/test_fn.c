/* SPDX-License-Identifier: MIT */
#include "fn_text.h"

#define MODEL(declarations, bindings)                                                              \
	declarations " model M input Real a, b; input Real v[3], w[3], A[2,3], B[3,3]; input Integer " \
				 "n, m; input Integer i[3]; input Boolean p, q; input String s, t; " bindings      \
				 " end M;"

static void scalar_functions_give_what_the_evaluator_gives(void)
{
	fn_compare_all(MODEL(
		"function f input Real x; input Real y; output Real z; protected Real t = x*y; "
		"algorithm z := if x > y then t + sin(x) else t - cos(y); z := z^2 + max(x, y)*min(x, y); "
		"end f;"
		"function g input Integer k; input Integer l; output Integer z; algorithm "
		"z := div(k, l)*100 + mod(k, l)*10 + rem(-k, l); end g;"
		"function h input Real x; output Real y; output Integer k; algorithm y := abs(x) + "
		"sign(x); "
		"k := integer(x); y := y + div(x, 0.4) + mod(x, 0.4) + rem(x, 0.4) + floor(x) + ceil(x); "
		"end h;"
		"function both input Real x; output Real y; protected Real u; Integer k; algorithm "
		"(u, k) := h(x); y := u + k; (u, ) := h(2*x); y := y + u; end both;"
		"function logic input Real x; input Boolean c; output Boolean y; algorithm "
		"y := c and not (x > 3 or c) or 1/x < 3 and x <> 2; end logic;",
		"Real y1 = f(a, b); Real y2 = f(b, a); Integer y3 = g(n, m); Integer y4 = g(-7, n);"
		"Real y5 = h(a) + h(b); Real y6 = both(a) + both(b); Real y7 = if logic(a, p) then 1 else "
		"0;"
		"Real y8 = exp(a)+log(a)+log10(a)+sqrt(a)+tan(a)+asin(0.1*a)+acos(0.1*a)+atan(a)+atan2(a,b)"
		"+sinh(a)+cosh(a)+tanh(a);"));
}

static void loops_and_branches_run(void)
{
	fn_compare_all(MODEL(
		"function fib input Integer k; output Integer y; algorithm "
		"if k < 2 then y := k; else y := fib(k - 1) + fib(k - 2); end if; end fib;"
		"function total input Real x[:]; output Real y = 0; algorithm "
		"for k in 1:size(x, 1) loop if x[k] < 0 then y := y - x[k]; elseif x[k] > 100 then break; "
		"else y := y + x[k]; end if; end for; end total;"
		"function down input Integer k; output Integer y = 0; protected Integer j = k; algorithm "
		"while true loop j := j - 1; if j < 0 then return; end if; y := y + j; "
		"for l in 5:-2:1 loop if l == j then break; end if; y := y*2 + l; end for; end while; end "
		"down;"
		"function vec input Real x[:]; output Real y = 0; algorithm for e in x loop y := y*2 + e; "
		"end for; "
		"for e in 0.0:0.25:1.0 loop y := y + e; end for; for c in {true, false} loop y := y + (if "
		"c then 1 else 5); "
		"end for; end vec;",
		"Integer y1 = fib(10); Real y2 = total(v); Integer y3 = down(n+3); Real y4 = vec(w);"));
}

static void arrays_are_read_assigned_and_combined(void)
{
	fn_compare_all(MODEL(
		"function chk input Real x[:]; output Real y = size(x, 1); algorithm for e in x loop y := "
		"1.1*y + e; end for; end chk;"
		"function parts input Real x[:,:]; output Real y[size(x,2), size(x,1)]; algorithm "
		"for i in 1:size(x,1) loop for j in 1:size(x,2) loop y[j,i] := x[i,j]*10; end for; end "
		"for; "
		"y[1,:] := x[:,2]; y[{3,2},1] := y[{2,3},1]; y[:,end] := y[:,1] + 2*y[:,2]; end parts;"
		"function fills input Integer k; input Real one; output Real y[:]; protected Real z[k,2] = "
		"fill(1.5*one, k, 2); algorithm "
		"y := cat(1, z[:,1], zeros(k), ones(2), linspace(0.0, 1.0, 4), {sum(z), product(z), "
		"min(z), max(z)}); end fills;"
		"function open input Integer k; input Real one; output Real y[:]; algorithm y := {1.0, "
		"one}; "
		"for l in 1:k loop y := cat(1, y, {l}); end for; end open;"
		"function fills1 input Real x; output Real y; algorithm y := chk(fills(3, x)) + "
		"chk(open(4, x)) + chk(open(0, x)); end fills1;"
		"function comp input Integer k; input Integer one; output Integer y[k,3]; algorithm y := "
		"{i*j*one for j in 1:3, i in 1:k}; end comp;"
		"function reds input Integer k; output Real y; algorithm y := sum(i^2 for i in 1:k) + "
		"product(i for i in {1.5,2}) + max(-i for i in 1:k) + min(i*j for i in 1:k, j in 2:3) + "
		"sum(i for i in 1:0); end reds;"
		"function lin input Real x[3]; input Real M[3,3]; output Real y[3]; algorithm "
		"y := M*x + x*M + transpose(M)*cross(x, {1,2,3}) + skew(x)*x + diagonal(x)*x + "
		"identity(3)*x + (x*x)*x; end lin;"
		"function mats input Real M[3,3]; output Real y[3,3]; algorithm y := M*M + M^3 + "
		"symmetric(M) - M .* M ./ (M + 9*ones(3,3)) "
		"+ outerProduct(M[1,:], M[:,2]) + M^0; end mats;",
		"Real y1[3,2] = parts(A); Real y2 = fills1(a); Integer y4[3,3] = comp(3, n); "
		"Real y5 = reds(n); Real y6[3] = lin(v, B); Real y7[3,3] = mats(B);"));
}

/* Functions of which only single, known elements are used, surely after they were assigned. */
#define APART                                                                                 \
	"function a1 input Real x; output Real y; protected Real o[3]; algorithm o[1] := x*x; "   \
	"o[2] := o[1]*x; o[1] := o[1] + o[2]; o[3] := -o[2]; y := o[1]*o[3] + o[2]; end a1;"      \
	"function a2 input Real x; output Real y = 0; protected Real o[2,2]; Integer k[2]; "      \
	"Boolean p[1]; algorithm o[1,2] := x; k[1] := 3; k[2] := k[1]; o[1,1] := k[2]; "          \
	"if x > 0 then o[1,2] := x - 1; k[1] := 3 + k[1]; else o[1,2] := 2*x; return; end if; "   \
	"o[2,2] := if o[1,2] > 1 then 1 else 2; p[1] := o[2,2] > 1; "                             \
	"for i in 1:4 loop k[1] := k[1] + i; o[2,1] := k[1]*o[2,2]; "                             \
	"if p[1] then break; end if; y := y + o[2,1]; end for; y := y + o[2,2] + k[1] + o[1,1]; " \
	"end a2;"                                                                                 \
	"function a3 input Real x; output Real y; protected Real o[2]; algorithm o[1] := x; "     \
	"o[2] := o[1]; o[1] := 3*x; y := o[2]; o[2] := y + o[1]; y := y*o[2]; end a3;"            \
	"function a4 input Real x; output Real y; protected Real t[1,2,1]; algorithm "            \
	"t[1,2,1] := x; t[1,1,1] := 2*t[1,2,1]; y := t[1,1,1] + t[1,2,1]; end a4;"                \
	"function a5 input Real x; output Real y; protected Real c[3] = {1.5, -2.5, 7}; "         \
	"Real d[2,2] = [1, 2; 3, 4]; constant Integer k[:] = {4, 9}; algorithm "                  \
	"if x > 0 then y := c[1]*x + c[3]; else y := d[2,1]*x - c[2]; end if; "                   \
	"for i in 1:3 loop y := y*c[2] + k[2]; end for; y := y + d[1,2]; end a5;"

/* Those that stay arrays: an element may have no value yet, all of it is wanted, or some one. */
#define WHOLE                                                                                 \
	"function w1 input Real x; output Real y; protected Real o[2]; algorithm "                \
	"if x > 0 then o[1] := x; end if; y := if x > 0 then o[1] else 0; end w1;"                \
	"function w2 input Real x; output Real y; protected Real o[2]; algorithm "                \
	"o[1] := x; o[2] := 2*x; y := sum(o); end w2;"                                            \
	"function w3 input Real x; output Real y; protected Real o[2]; algorithm "                \
	"for i in 1:2 loop o[i] := x*i; end for; y := o[1] - o[2]; end w3;"                       \
	"function w4 input Real x; output Real y = 0; protected Real o[1]; algorithm "            \
	"for i in 1:3 loop if i > 1 then y := y + o[1]; end if; o[1] := x*i; end for; end w4;"    \
	"function w5 input Real x; output Real y = 0; protected Real o[1]; algorithm "            \
	"for i in 1:3 loop if i > 5 then break; end if; o[1] := x*i; end for; y := o[1]; end w5;" \
	"function w6 input Real x; output Real y; protected Real c[2] = {1.5, -2.5}; algorithm "  \
	"y := c[1]*x; c[1] := x; y := y + c[1] + c[2]; end w6;"                                   \
	"function w7 input Integer k; output Real y; protected Real c[2] = {1.5, -2.5}; "         \
	"algorithm y := c[1] + c[k]; end w7;"

/* How many of the functions whose names begin so have arrays? */
static int with_arrays(char first)
{
	int n = 0;

	for (size_t i = 0; i < fn_ir.fns.n; i++) {
		const IrFn *fn = fn_ir.fns.at[i];
		bool has = false;

		for (uint32_t k = 0; fn->name[0] == first && k < fn->n_code; k++)
			has = has || strpbrk(ir_fn_op_info(fn->code[k].op)->operand, "AMa");
		n += has;
	}
	return n;
}

static void elements_that_are_known_are_scalars(void)
{
	const char *text =
		MODEL(APART WHOLE, "Real y1 = a1(a); Real y2 = a2(a) + a2(-a) + a2(a/2); Real y3 = a3(b);"
						   "Real y4 = a4(a); Real y5 = w1(a) + w1(b); Real y6 = w2(a) + w3(b);"
						   "Real y7 = w4(a) + w5(b); Real y8 = a5(a) + a5(b) + w6(a) + w7(2);");

	fn_compare_all(text);
	if (!fn_begin(text))
		return;
	for (size_t i = 0; i < fn_cx.flat.eqs.n; i++)
		fn_lower_expr(fn_cx.flat.eqs.at[i].rhs);
	T_INT(with_arrays('a'), 0);
	T_INT(with_arrays('w'), 7);
	fn_end();
}

static void elements_without_value_stay_so(void)
{
	T_STR(fn_show("function f input Real x; output Real y; protected Real o[2]; algorithm o[1] := "
				  "x; y := o[2]; end f; model M input Real x; Real y = f(x); end M;"),
		  "0");
}

static void shapes_change(void)
{
	fn_compare_all(MODEL(
		"function chk input Real x[:]; output Real y = size(x, 1); algorithm for e in x loop y := "
		"1.1*y + e; end for; end chk;"
		"function f1 input Real x; input Real r[1,:]; output Real y; algorithm y := chk(f(x, r)); "
		"end f1;"
		"function f input Real x; input Real r[1,:]; output Real y[:]; algorithm "
		"y := cat(1, vector(r), vector(x), {scalar({x})}, size(r), vector(matrix(r[1,:])), "
		"vector([x, 2; 3, 4]*{1,x})); end f;"
		"function g input Real x[:]; output Real y[size(x,1), 2]; algorithm y := [x, 2*x]; end g;"
		"function h input Real x[:]; output Real y; protected Real t[2,2,2]; algorithm t[1,:,:] := "
		"{{1,2},{3,4}}; "
		"t[2,:,:] := -2*t[1,:,:]; t[2,1,2] := x[1]; y := sum(t[:,1,:]) + t[2,1,2]*t[1,2,2]; end h;"
		"function sl input Real x[:]; output Real y[size(x,1)]; algorithm y := semiLinear(x, 2, 3) "
		"+ abs(x) - sin(x) + 1 ./ x; end sl;",
		"Real y1 = f1(a, {v}); Real y2[3,2] = g(v); Real y3 = h(v); Real y4[3] = sl(v);"));
}

static void records_are_values(void)
{
	fn_compare_all(MODEL(
		"record P Real x; Real y; end P; record Q P p; Real m[2]; Integer k; end Q;"
		"function mk input Real x; output P p; algorithm p := P(x, 2*x); p.y := p.y + 1; end mk;"
		"function swap input P p; output P r; algorithm r := p; r := P(r.y, r.x); end swap;"
		"function len input P p; output Real y; algorithm y := p.x^2 + p.y*3; end len;"
		"function nest input Real x; output Real y; protected Q q; Q r; algorithm q := Q(mk(x), "
		"{x, 2*x}, 3); "
		"r := q; r.p.x := 7; r.m[2] := 100; y := q.p.x + 10*q.p.y + r.p.x*r.m[2] + r.k + "
		"len(swap(r.p)); end nest;"
		"function arr input Integer k; output Real y; protected P p[k]; algorithm "
		"for i in 1:k loop p[i] := P(i, -i); end for; p[2].x := 50; p[1:2].y := {5, 6}; p.x := "
		"2*p.x; "
		"p[{1,3}] := p[{3,1}]; y := sum(p.x) + 100*p[1].y + p[2].y*p[3].x; "
		"for e in p loop y := 2*y + e.x; end for; end arr;"
		"function give input Integer k; input Real one; output P y[k]; algorithm y := {P(i, i*one) "
		"for i in 1:k}; end give;"
		"function take input P p[:]; input Real s; output Real y; algorithm y := s*sum(p.x) + "
		"p[end].y; end take;",
		"Real y1 = len(swap(mk(a))); Real y2 = nest(b); Real y3 = arr(n); Real y4 = take(give(3, "
		"b), a); P y5[3] = give(3, b);"
		"Real y6 = take({P(a, b), P(b, 1), mk(a)}, 3);"));
}

static void strings_are_made_joined_and_compared(void)
{
	fn_compare_all(MODEL("type E = enumeration(red, green, blue);"
						 "function f input String s; input Real x; output String y; protected E e "
						 "= E.green; String z; algorithm "
						 "z := s + String(x); y := z + \"|\" + String(7) + String(true) + "
						 "String(e) + String(x, format=\"8.3f\") + "
						 "String(3, format=\"05d\") + String(x, significantDigits=3) + \"<\" + "
						 "String(12, minimumLength=5) + \"><\" + "
						 "String(12, minimumLength=5, leftJustified=false) + \">\" + String(e, "
						 "minimumLength=8, leftJustified=false); end f;"
						 "function g input String s; input String t; output Integer y; algorithm y "
						 ":= (if s == t then 1 else 0) + "
						 "(if s < t then 2 else 0) + (if s >= t then 4 else 0) + (if s <> t then 8 "
						 "else 0) + (if s + t == t + s then 16 else 0); end g;"
						 "function h input Integer k; input String u; output String y[k]; "
						 "algorithm for i in 1:k loop y[i] := String(i) + u; end for; "
						 "y := y + {\"a\" for i in 1:k}; end h;"
						 "function pad input Integer k; output String y; algorithm y := "
						 "String(123456, minimumLength=k, leftJustified=false); end pad;",
						 "String y1 = f(s, n/7); Integer y2 = g(s, t); Integer y3 = g(s, s); "
						 "String y4[3] = h(3, s); String y5 = pad(2); String y6 = pad(9);"));
}

static void expressions_of_the_model_are_functions(void)
{
	fn_compare_all(
		MODEL("", "Real y1 = A[1,:]*v + sum(B[i[n], :]); Real y2 = sum({k*w[k] for k in 1:3}); "
				  "String y3 = \"n = \" + String(n) + s; Real y4 = v[m] + A[if p then 1 else 2, m];"
				  "Boolean y5 = p and q or a > b;"));
}

static void failures_tell_what_and_where(void)
{
	T_STR(fn_show("function f\n input Real x[:]; input Integer k; output Real y;\nalgorithm\n y := "
				  "x[k];\nend f;\n"
				  "model M input Real v[3]; input Integer k[2]; Real y = f(v, 5*k[2]); end M;"),
		  "! the subscript 10 is outside 1:3 of 'x' (in f, F.mo:4)");
	T_STR(fn_show("function f input Integer k; output Integer y; algorithm y := div(7, k); end f; "
				  "function g input Integer k; output Integer y; algorithm y := f(k - 3); end g;"
				  "model M input Integer k; Integer y = g(k); end M;"),
		  "! div(7, 0) is a division by zero (in f, F.mo:1, called by g, F.mo:1)");
	T_STR(fn_show("function f input Real x; output Real y; algorithm assert(x < 1, \"x is \" + "
				  "String(x)); y := x; end f;"
				  "model M input Real x; Real y = f(x); end M;"),
		  "! assertion failed: x is 1.5 (in f, F.mo:1)");
	T_STR(fn_show("function f input Real x; output Real y; algorithm y := f(x) + 1; end f;"
				  "model M input Real x; Real y = f(x); end M;"),
		  "! functions call each other more than 2007 deep: f (in f, F.mo:1, called by f, F.mo:1, "
		  "called by f, F.mo:1, called by f, F.mo:1 and others)");
	T_STR(
		fn_show(
			"function f input Real x; output Real y; algorithm if x > 2 then y := 1; end if; end f;"
			"model M input Real x; Real y = f(x); end M;"),
		"! 'y' is used before it has a value (in f, F.mo:1)");
	T_STR(
		fn_show(
			"function f input Real x; output Real y = x; output Real z; algorithm if x > 2 then z "
			":= 1; "
			"end if; end f; function g input Real x; output Real y; algorithm y := 2*f(x); end g; "
			"model M input Real x; Real y = g(x); end M;"),
		"3");
	T_STR(fn_show("function f input Real x; output Real y; protected Real z; algorithm if x > 2 "
				  "then z := 1; "
				  "end if; y := z; end f; model M input Real x; Real y = f(x); end M;"),
		  "! 'z' is used before it has a value (in f, F.mo:1)");
	T_STR(fn_show("function f input Real x[:]; output Real y; protected Real z[2]; algorithm z := "
				  "x; y := z[1]; end f;"
				  "model M input Real x[3]; Real y = f(x); end M;"),
		  "! 'z' has size 2 in dimension 1; what is assigned has 3 (in f, F.mo:1)");
	T_STR(fn_show("function f input Real x[:]; input Real z[size(x,1)]; output Real y; algorithm y "
				  ":= x*z; end f;"
				  "function g input Real x[:]; input Integer k; output Real y; algorithm y := f(x, "
				  "fill(x[1], k + 1)); end g;"
				  "model M input Real x[3]; input Integer k; Real y = g(x, k); end M;"),
		  "! 'z' has size 4 in dimension 1, not 3 (in f, F.mo:1, called by g, F.mo:1)");
}

int main(void)
{
	T_RUN(scalar_functions_give_what_the_evaluator_gives);
	T_RUN(loops_and_branches_run);
	T_RUN(arrays_are_read_assigned_and_combined);
	T_RUN(elements_that_are_known_are_scalars);
	T_RUN(elements_without_value_stay_so);
	T_RUN(shapes_change);
	T_RUN(records_are_values);
	T_RUN(strings_are_made_joined_and_compared);
	T_RUN(expressions_of_the_model_are_functions);
	T_RUN(failures_tell_what_and_where);
	return T_END();
}
