/* SPDX-License-Identifier: MIT
   test_syntax_print.c — printed trees parse to the same trees. */
#include "syntax_fixture.h"

static Fixture f;

/* Print, parse, compare; then print again: the text must not change any more. */
static void survives(const char *text)
{
	StoredDef a = fixture_parse(&f, text), b;
	Text once, twice;

	if (a.failed) {
		T_FAIL("does not parse: %s", text);
		diag_print(&f.diag, stderr);
		return;
	}
	text_init(&once, NULL);
	text_init(&twice, NULL);
	syntax_print(&f.sx, &a, &once);
	b = fixture_parse(&f, text_str(&once));
	if (b.failed || !syntax_same(&f.sx, &a, &b))
		T_FAIL("%s\n  was printed as\n%s", text, text_str(&once));
	syntax_print(&f.sx, &b, &twice);
	T_STR(text_str(&twice), text_str(&once));
	text_free(&once);
	text_free(&twice);
}

static void expression(const char *text, const char *want)
{
	const AstExpr *e = parse_expression(&f.sx, fixture_add(&f, text, strlen(text)));
	Text out;

	text_init(&out, NULL);
	syntax_print_expr(&f.sx, e, &out);
	T_INT(e->kind == AX_ERROR, 0);
	T_STR(text_str(&out), want);
	text_free(&out);
}

static void parentheses_stand_where_they_are_needed(void)
{
	expression("((a))", "a");
	expression("(a+b)+c", "(a + b) + c");
	expression("a+(b+c)", "a + (b + c)");
	expression("a+b+c", "a + b + c");
	expression("(a*b)+c", "a * b + c");
	expression("a*(b+c)", "a * (b + c)");
	expression("-(a+b)", "-(a + b)");
	expression("-a+b", "-a + b");
	expression("(-a)+b", "-a + b");
	expression("-(a*b)", "-a * b");
	expression("(-a)*b", "(-a) * b");
	expression("(-a)^2", "(-a)^2");
	expression("-a^2", "-a^2");
	expression("(a^b)^c", "(a^b)^c");
	expression("a^(b^c)", "a^(b^c)");
	expression("2 .^ x", "2 .^ x");
	expression("not (a or b)", "not (a or b)");
	expression("not a < b", "not a < b");
	expression("(not a) == b", "(not a) == b");
	expression("(a or b) and c", "(a or b) and c");
	expression("a or b and c", "a or b and c");
	expression("(a:b):c", "(a:b):c");
	expression("a:b:c", "a:b:c");
	expression("(if a then b else c) + 1", "(if a then b else c) + 1");
	expression("if a then b elseif c then d else e", "if a then b elseif c then d else e");
	expression("if a then b else if c then d else e", "if a then b else if c then d else e");
	expression("a .* b ./ c .+ d .- e", "a .* b ./ c .+ d .- e");
}

static void primaries_print_as_written(void)
{
	expression("1.50e+3", "1.50e+3");
	expression("( 1.50 )", "1.50");
	expression("\"a\\n\"", "\"a\\n\"");
	expression(".A.b[1,:].c[end-1]", ".A.b[1, :].c[end - 1]");
	expression("f(1, x=2, y=function g(z=3))", "f(1, x = 2, y = function g(z = 3))");
	expression("f()", "f()");
	expression("sum(i*j for i in 1:3, j)", "sum(i * j for i in 1:3, j)");
	expression("{i for i in {1,2}}", "{i for i in {1, 2}}");
	expression("{}", "{}");
	expression("(A*b)[2,:]", "(A * b)[2, :]");
	expression("((a)[1])[end]", "((a)[1])[end]");
	expression("[1,2;3,4]", "[1, 2; 3, 4]");
	expression("(a, , b)", "(a, , b)");
	expression("(,)", "(, )");
	expression("der(x)+initial()", "der(x) + initial()");
	expression("pure(f(x))", "pure(f(x))");
	expression("'a b'.'c'", "'a b'.'c'");
	expression("true and false", "true and false");
}

static void every_kind_of_class_survives(void)
{
	survives("class A end A; model B end B; block C end C; record D end D; type E = Real;"
			 "package F end F; function G end G; connector H end H; operator I end I;"
			 "operator record J end J; operator function K end K; expandable connector L end L;"
			 "pure function M end M; impure function N end N; pure operator function O end O;"
			 "partial model P end P; encapsulated partial package Q end Q; final model R end R;");
	survives("within; model A end A;");
	survives("within A.B; model C \"x\" + \"y\" end C;");
	survives("type E = enumeration(a, b \"two\", c annotation(X=1)) \"doc\" annotation(Y=2);");
	survives("type E = enumeration(:); type F = enumeration();");
	survives("function d = der(.A.f, x, y) \"d\";");
	survives("connector In = input Real; type V = Real[3](each unit=\"m\"); type W = V[:, 2];");
	survives("package P model A end A; redeclare model extends A(x=1) \"y\" Real z; end A;"
			 "redeclare replaceable function extends f end f; end P;");
}

static void every_kind_of_element_survives(void)
{
	survives("model M import A; import A.B; import X = A.B.C; import A.B.*; import A.{B, C} \"d\";"
			 "extends A; extends .A.B(x=1, break c, break connect(a.b, c[1])) annotation(X=1);"
			 "Real x; Real y[3](each start=1) = {1,2,3} if c \"d\" annotation(A=1), z := 2;"
			 "flow Real f; stream Real s; discrete Real d; parameter Real p; constant Real c = 1;"
			 "input Real i; output Real o; parameter input Real q; Real[2, :] w[3];"
			 "final Real a1; inner Real a2; outer Real a3; inner outer Real a4;"
			 "replaceable Real r constrainedby Real(min=1) \"why\" annotation(choices=1);"
			 "redeclare final inner outer replaceable flow discrete input Real all;"
			 "protected Real hidden; model N end N; public Real seen; protected Real again;"
			 "replaceable model O = P constrainedby Q(x=2) annotation(choicesAllMatching=true);"
			 "end M;");
}

static void every_kind_of_modification_survives(void)
{
	survives("model M A a(x=1, each y=2, final z=3, each final w(start=1)=4, b.c.d=5, "
			 "each final e.f(g=1), redeclare B c, redeclare each final model D = E(x=1), "
			 "replaceable F f constrainedby G(y=2), each replaceable type T = Real, "
			 "redeclare replaceable package P = Q constrainedby R, k=break, l(m=1)=break, n, o(), "
			 "p=1 \"why\", redeclare parameter Real q[3](start=1)=2 \"so\") = u; end M;");
	survives("model M extends A(redeclare function f = g(x=1), redeclare operator record C = D);"
			 "end M;");
}

static void equations_and_statements_survive(void)
{
	survives("model M equation a = b; a + b = if c then d else e \"x\" annotation(Line=1);"
			 "(x, , y) = f(z); connect(a.b[1], c); assert(a > b, \"m\"); Connections.root(a.R);"
			 "if a then b = c; elseif d then else e = f; end if; if x then end if \"i\";"
			 "for i in 1:3, j loop a[i] = b; end for; for i loop end for;"
			 "when {a, b} then c = d; elsewhen e then reinit(x, 0); end when;"
			 "(if a then b else c) = d; -a = b; a:b = c;"
			 "initial equation a = b; initial algorithm a := b; equation algorithm end M;");
	survives("function f algorithm a := b; a.b[1] := c; (a) := f(x); (a, , b[2]) := f(x); g();"
			 "print(\"x\") \"comment\"; if a then return; elseif b then break; else a := 1; end if;"
			 "while a loop b := c; end while; for i in x loop end for; .A.g(1);"
			 "when a then b := 1; elsewhen c then end when; return; break; () := f(); end f;");
}

static void external_clauses_and_annotations_survive(void)
{
	survives("function f external; end f; function g external \"C\"; end g;");
	survives("function f external \"FORTRAN 77\" y = g(x, size(x, 1), 2) annotation(Library=\"m\");"
			 "annotation(Inline=true); end f;");
	survives("function f external a.b = g(); end f; function h external k(1); end h;");
	survives("model M \"d\" annotation(A=1); Real x; annotation(B(c={1, 2})); equation x = 1;"
			 "annotation(C=\"x\\\"y)\"); end M;");
	survives("model M annotation(A=1); annotation(B=1); end M;");
	survives("model M equation a = b; annotation(A=1); c = d; algorithm annotation(B=1); end M;");
	survives("model M annotation ( Icon ( graphics = { Line ( a = 1 ) } ) , /* c */ x ) ; end M;");
}

static void the_layout_is_fixed(void)
{
	const ClassDef *c = fixture_class(
		&f, "model M \"d\" parameter Real p=1;Real x(start=2);protected model N end N;equation "
			"der(x)=-p*x;if x>1 then x=2;else x=3;end if; annotation(E=1);end M;");
	Text out;

	text_init(&out, NULL);
	syntax_print_class(&f.sx, c, 0, &out);
	T_STR(text_str(&out), "model M \"d\"\n"
						  "  parameter Real p = 1;\n"
						  "  Real x(start = 2);\n"
						  "protected\n"
						  "  model N\n"
						  "  end N;\n"
						  "equation\n"
						  "  der(x) = -p * x;\n"
						  "  if x > 1 then\n"
						  "    x = 2;\n"
						  "  else\n"
						  "    x = 3;\n"
						  "  end if;\n"
						  "  annotation(E=1);\n"
						  "end M");
	text_free(&out);
}

static bool same(const char *a, const char *b)
{
	StoredDef x = fixture_parse(&f, a), y = fixture_parse(&f, b);

	return syntax_same(&f.sx, &x, &y);
}

static void trees_that_differ_are_told_apart(void)
{
	T_CHECK(same("model A Real x=1+2; end A;", "model A\n\n Real x = (1 + 2); // c\nend A;"));
	T_CHECK(
		same("model A annotation(a=1,b=2); end A;", "model A annotation (a = 1, b = 2); end A;"));
	T_CHECK(!same("model A end A;", "model B end B;"));
	T_CHECK(!same("model A end A;", "block A end A;"));
	T_CHECK(!same("model A Real x; end A;", "model A Real y; end A;"));
	T_CHECK(!same("model A Real x; end A;", "model A parameter Real x; end A;"));
	T_CHECK(!same("model A Real x; end A;", "model A protected Real x; end A;"));
	T_CHECK(!same("model A Real x=1; end A;", "model A Real x=2; end A;"));
	T_CHECK(!same("model A Real x=1; end A;", "model A Real x=1.0; end A;"));
	T_CHECK(!same("model A Real x=a+b; end A;", "model A Real x=a-b; end A;"));
	T_CHECK(!same("model A Real x \"a\"; end A;", "model A Real x \"b\"; end A;"));
	T_CHECK(!same("model A annotation(a=1); end A;", "model A annotation(a=2); end A;"));
	T_CHECK(!same("model A annotation(a=1); end A;", "model A end A;"));
	T_CHECK(!same("model A Real x(a(b=1)); end A;", "model A Real x(a.b=1); end A;"));
	T_CHECK(!same("model A equation x=1; end A;", "model A initial equation x=1; end A;"));
	T_CHECK(!same("within; model A end A;", "model A end A;"));
	T_CHECK(!same("model A import B.*; end A;", "model A import B; end A;"));
	T_CHECK(!same("type A = enumeration(a); ", "type A = enumeration(b);"));
}

int main(void)
{
	fixture_init(&f);
	T_RUN(parentheses_stand_where_they_are_needed);
	T_RUN(primaries_print_as_written);
	T_RUN(every_kind_of_class_survives);
	T_RUN(every_kind_of_element_survives);
	T_RUN(every_kind_of_modification_survives);
	T_RUN(equations_and_statements_survive);
	T_RUN(external_clauses_and_annotations_survive);
	T_RUN(the_layout_is_fixed);
	T_RUN(trees_that_differ_are_told_apart);
	fixture_free(&f);
	return T_END();
}
