/* SPDX-License-Identifier: MIT */
#include "t.h"

#include "checked.h"
#include "mini.h"

static char *printed(Mini *t)
{
	static char buf[8192];
	Text out;

	text_init(&out, NULL);
	print_model(&t->m, &t->scratch, &out);
	snprintf(buf, sizeof buf, "%s", text_str(&out));
	text_free(&out);
	return buf;
}

static const char every_construct[] =
	"model M;\n"
	"parameter Real R(unit=\"Ohm\", min=0) = 2;\n"
	"Real x(start = 1, fixed = true), r.v[2,2], y;\n"
	"discrete Real z; Integer n; Boolean b; input Real u;\n"
	"function f(2) 2;\n"
	"initial equation x = 1;\n"
	"equation der(x) = -R*(x - 1)^2 + u;\n"
	"(r.v[1,1], r.v[1,2]) = f(x, y + 1);\n"
	"when {x > 1, initial()} then z = pre(z) + 1; reinit(x, 0); elsewhen b then z = "
	"3; end when;\n"
	"if b then y = 1; else y = if n > 2 then 2 else -x; end if;\n"
	"b = not (x > 2) and (n == 2 or x < 1);\n"
	"algorithm n := 2; if b then n := 3; end if;\n"
	"for i in 1:2 loop r.v[2,i] := x*i; end for;\n"
	"end";
static const char every_construct_printed[] = "function f\n"
											  "  input Real u1;\n"
											  "  input Real u2;\n"
											  "  output Real y1;\n"
											  "  output Real y2;\n"
											  "algorithm\n"
											  "end f;\n"
											  "\n"
											  "class M\n"
											  "  parameter Real R(unit = \"Ohm\", min = 0) = 2;\n"
											  "  Real x(start = 1, fixed = true);\n"
											  "  Real r.v[1,1];\n"
											  "  Real r.v[1,2];\n"
											  "  Real r.v[2,1];\n"
											  "  Real r.v[2,2];\n"
											  "  Real y;\n"
											  "  discrete Real z;\n"
											  "  Integer n;\n"
											  "  Boolean b;\n"
											  "  input Real u;\n"
											  "initial equation\n"
											  "  x = 1;\n"
											  "equation\n"
											  "  der(x) = -R*(x - 1)^2 + u;\n"
											  "  (r.v[1,1], r.v[1,2]) = f(x, y + 1);\n"
											  "  when {x > 1, initial()} then\n"
											  "    z = pre(z) + 1;\n"
											  "    reinit(x, 0);\n"
											  "  elsewhen b then\n"
											  "    z = 3;\n"
											  "  end when;\n"
											  "  if b then\n"
											  "    y = 1;\n"
											  "  else\n"
											  "    y = if n > 2 then 2 else -x;\n"
											  "  end if;\n"
											  "  b = not x > 2 and (n == 2 or x < 1);\n"
											  "algorithm\n"
											  "  n := 2;\n"
											  "  if b then\n"
											  "    n := 3;\n"
											  "  end if;\n"
											  "  for i in 1:2 loop\n"
											  "    r.v[2,i] := x*i;\n"
											  "  end for;\n"
											  "end M;\n";

static void a_model_prints_as_modelica(void)
{
	Mini t;

	mini_begin(&t, every_construct);
	T_STR(printed(&t), every_construct_printed);
	mini_free(&t);
}

static Name name(Mini *t, const char *text)
{
	return flat_name(&t->m, text);
}

/* function f: y := sum(x[i]*x[i] for i in 1:size(x, 1)), with annotations; and an external one. */
static void add_functions(Mini *t)
{
	ExprPool *p = &t->m.pool;
	const Type *real = type_basic(p, TY_REAL), *integer = type_basic(p, TY_INTEGER);
	const Type *vector = type_array(p, real, (const int32_t[]){DIM_OPEN}, 1);
	const Expr *x = expr_local(p, 0, vector), *y = expr_local(p, 1, real);
	const Expr *i = expr_local(p, 2, integer), *xi = expr_index(p, x, &i, 1);
	const Expr *n = expr_binary(p, EX_SIZE, x, expr_integer(p, 1));
	const Expr *range =
		expr_op(p, EX_RANGE, (const Expr *const[]){expr_integer(p, 1), expr_integer(p, 1), n}, 3);
	const Expr *over[] = {i, range, expr_mul(p, xi, xi)};
	FlatLocal local[] = {
		{.name = name(t, "x"), .type = vector, .kind = LO_INPUT},
		{.name = name(t, "y"), .type = real, .init = expr_real(p, 0), .kind = LO_OUTPUT},
		{.name = name(t, "i"), .type = integer, .kind = LO_ITERATOR}};
	FlatLocal *locals = NEW_ARRAY(&t->keep, FlatLocal, 3);
	FlatStmt *stmt = NEW_ARRAY(&t->keep, FlatStmt, 2);
	FnDerivative *derivative = NEW_ARRAY(&t->keep, FnDerivative, 1);
	FnExternal *external = NEW_ARRAY(&t->keep, FnExternal, 1);
	FnId f = flat_new_fn(&t->m, name(t, "P.norm2"), PU_PURE);
	FnId g = flat_new_fn(&t->m, name(t, "P.get"), PU_IMPURE);
	const Expr **arg = NEW_ARRAY(&t->keep, const Expr *, 2);

	memcpy(locals, local, sizeof local);
	stmt[0] = (FlatStmt){.kind = ST_ASSIGN, .lhs = y, .rhs = expr_op(p, EX_FOR_SUM, over, 3)};
	stmt[1] = (FlatStmt){.kind = ST_RETURN};
	derivative[0] = (FnDerivative){g, 2, (const uint8_t *)"n"};
	flat_set_fn(&t->m, f,
				&(FlatFn){.name = name(t, "P.norm2"),
						  .body = {locals, stmt, 3, 2},
						  .n_in = 1,
						  .n_out = 1,
						  .derivative = derivative,
						  .n_derivatives = 1,
						  .smooth_order = 3,
						  .inlining = IN_LATE,
						  .comment = name(t, "length")});
	arg[0] = x;
	arg[1] = n;
	*external = (FnExternal){
		.language = name(t, "C"), .symbol = name(t, "get"), .result = y, .arg = arg, .n_args = 2};
	flat_set_fn(&t->m, g,
				&(FlatFn){.name = name(t, "P.get"),
						  .body = {locals, NULL, 3, 0},
						  .n_in = 1,
						  .n_out = 1,
						  .external = external,
						  .purity = PU_IMPURE,
						  .smooth_order = -1});
}

static void types_and_functions_print_before_the_class(void)
{
	Mini t;
	ExprPool *p;
	TypeField field[2];
	Name literal[2];

	mini_begin(&t, "model M; Real x[2]; Real y; end");
	p = &t.m.pool;
	literal[0] = name(&t, "on");
	literal[1] = name(&t, "off");
	field[0] =
		(TypeField){.name = name(&t, "mode"), .type = type_enum(p, name(&t, "P.Mode"), literal, 2)};
	field[1] = (TypeField){.name = name(&t, "v"), .type = flat_ref_decl(&t.m, (DeclId){0})->type};
	type_record(p, name(&t, "P.R"), field, 2);
	add_functions(&t);
	const Expr *arg = flat_ref_decl(&t.m, (DeclId){0});

	flat_add_eq(&t.m, &(FlatEq){.lhs = flat_ref(&t.m, (VarId){2}),
								.rhs = flat_call(&t.m, (FnId){0}, &arg, 1)});
	t.m.experiment =
		(FlatExperiment){.stop = 2.5, .tolerance = 1e-6, .given = true, .has_stop = true};
	CHECKED(flat_check, &t.m, &t.sources, &t.scratch);
	T_STR(printed(&t),
		  "type P.Mode = enumeration(on, off);\n"
		  "\n"
		  "record P.R\n"
		  "  P.Mode mode;\n"
		  "  Real v[2];\n"
		  "end P.R;\n"
		  "\n"
		  "function P.norm2 \"length\"\n"
		  "  input Real x[:];\n"
		  "  output Real y := 0;\n"
		  "algorithm\n"
		  "  y := sum(x[i]*x[i] for i in 1:size(x, 1));\n"
		  "  return;\n"
		  "  annotation(derivative(order = 2, noDerivative = x) = P.get, LateInline = true, "
		  "smoothOrder = 3);\n"
		  "end P.norm2;\n"
		  "\n"
		  "impure function P.get\n"
		  "  input Real x[:];\n"
		  "  output Real y := 0;\n"
		  "external \"C\" y = get(x, size(x, 1));\n"
		  "end P.get;\n"
		  "\n"
		  "class M\n"
		  "  Real x[1];\n"
		  "  Real x[2];\n"
		  "  Real y;\n"
		  "equation\n"
		  "  y = P.norm2(x);\n"
		  "  annotation(experiment(StopTime = 2.5, Tolerance = 1e-06));\n"
		  "end M;\n");
	mini_free(&t);
}

static const char *var_name(Mini *t, int32_t v)
{
	static char buf[128];
	Text out;

	text_init(&out, NULL);
	flat_print_var(&t->m, (VarId){v}, &out);
	snprintf(buf, sizeof buf, "%s", text_str(&out));
	text_free(&out);
	return buf;
}

static void names_take_their_subscripts_where_they_belong(void)
{
	Mini t;
	ExprPool *p;
	Name literal[2];
	FlatDecl b = {.variability = VB_CONTINUOUS};
	Dim dim[3] = {{2, NULL}, {3, NULL}, {2, NULL}};

	mini_begin(&t, "model M; end");
	p = &t.m.pool;
	literal[0] = name(&t, "a");
	literal[1] = name(&t, "b");
	dim[2].index = type_enum(p, name(&t, "E"), literal, 2);
	b.type = type_basic(p, TY_REAL);
	b.rank = 3;
	b.dim = dim;
	b.name = name(&t, "r[].'odd[]\\''.v[,]");
	flat_add_decl(&t.m, &b);
	T_STR(var_name(&t, 0), "r[1].'odd[]\\''.v[1,E.a]");
	T_STR(var_name(&t, 11), "r[2].'odd[]\\''.v[3,E.b]");
	b.rank = 1;
	b.name = name(&t, "r[2].w[]");
	flat_add_decl(&t.m, &b);
	T_STR(var_name(&t, 13), "r[2].w[2]");
	CHECKED(flat_check, &t.m, &t.sources, &t.scratch);
	mini_free(&t);
}

static void attributes_are_stored_once(void)
{
	Mini t;
	FlatAttrs a = {.fixed = FX_TRUE, .start_depth = 2};

	mini_begin(&t, "model M; end");
	T_INT(flat_add_attrs(&t.m, &(FlatAttrs){0}).i, 0);
	T_INT(flat_add_attrs(&t.m, &a).i, 1);
	a.structural = true;
	T_INT(flat_add_attrs(&t.m, &a).i, 2);
	a.structural = false;
	T_INT(flat_add_attrs(&t.m, &a).i, 1);
	mini_free(&t);
}

static void too_many_variables_are_refused(void)
{
	Mini t;
	Dim dim[2] = {{100000, NULL}, {100000, NULL}};
	FlatDecl b = {.variability = VB_CONTINUOUS, .rank = 2, .dim = dim};

	mini_begin(&t, "model M; end");
	b.type = type_basic(&t.m.pool, TY_REAL);
	b.name = name(&t, "x[,]");
	T_INT(flat_add_decl(&t.m, &b).i, -1);
	mini_free(&t);
}

/* What the checker says about a model after `spoil` has damaged it. */
static const char *complaint(const char *text, void (*spoil)(Mini *t))
{
	static char got[512];
	Mini t;
	Text why;

	mini_begin(&t, text);
	CHECKED(flat_check, &t.m, &t.sources, &t.scratch); /* right so far */
	spoil(&t);
	text_init(&why, NULL);
	snprintf(got, sizeof got, "%s",
			 flat_check(&t.m, &t.sources, &t.scratch, &why) ? "nothing" : text_str(&why));
	text_free(&why);
	mini_free(&t);
	return got;
}

static void spoil_type(Mini *t)
{
	t->m.eqs.at[0].rhs = expr_boolean(&t->m.pool, true);
}

static void spoil_variability(Mini *t)
{
	flat_make_discrete(&t->m, (VarId){0});
}

static void spoil_binding(Mini *t)
{
	flat_set_binding(&t->m, (VarId){1}, flat_ref(&t->m, (VarId){0}));
}

static void spoil_set(Mini *t)
{
	t->m.eqs.at[0].set.i = 7;
}

static void spoil_local(Mini *t)
{
	t->m.eqs.at[0].rhs = expr_local(&t->m.pool, 0, type_basic(&t->m.pool, TY_REAL));
}

static void spoil_target(Mini *t)
{
	FlatEq *inner = NEW(&t->keep, FlatEq);
	EqBranch *branch = NEW(&t->keep, EqBranch);

	*inner = t->m.eqs.at[0];
	inner->lhs = expr_neg(&t->m.pool, inner->lhs);
	*branch = (EqBranch){expr_unary(&t->m.pool, EX_NOT, expr_op(&t->m.pool, EX_INITIAL, NULL, 0)),
						 inner, 1, SPAN_NONE};
	t->m.eqs.at[0].kind = EQ_WHEN;
	t->m.eqs.at[0].n_branch = 1;
	t->m.eqs.at[0].branch = branch;
}

static void spoil_call(Mini *t)
{
	t->m.fns.at[0].n_in = 1;
	t->m.fns.at[0].n_out = 2;
}

static void the_checker_finds_each_kind_of_damage(void)
{
	static const struct {
		void (*spoil)(Mini *t);
		const char *text;
	} of[] = {{spoil_type, "M.mo:2: an equation of two types"},
			  {spoil_variability, "M.mo:2: a variable made discrete after it was referred to"},
			  {spoil_binding, "M.mo:1: a binding that varies more than its variable"},
			  {spoil_set, "M.mo:2: a connection set that does not exist"},
			  {spoil_local, "M.mo:2: a local variable outside of its function"},
			  {spoil_target, "M.mo:2: a when-equation that does not assign a variable"},
			  {spoil_call, "M.mo:2: a call with missing arguments"}};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		const char *got = complaint("model M; Real x; parameter Real p = 1; function f(2) 1;\n"
									"equation x = p + f(time, 2); end",
									of[i].spoil);

		if (!strstr(got, of[i].text))
			T_FAIL("%s, want %s", got, of[i].text);
	}
}

static void targets_are_found_each_once(void)
{
	Mini t;

	mini_begin(&t, "model M; Real x[3], y; Integer n; Boolean b; equation b = time > 1;\n"
				   "when b then n = 1; elsewhen time > 2 then n = 2; end when;\n"
				   "algorithm y := 1; if b then y := 2; x[1] := 1; end if;\n"
				   "for i in 1:3 loop x[i] := i; end for; end");
	T_INT(flat_count_eq(&t.m.eqs.at[0], &t.scratch), 1);
	T_INT(flat_count_eq(&t.m.eqs.at[1], &t.scratch), 1);
	T_INT(flat_count_alg(&t.m.algs.at[0], &t.scratch), 4);
	mini_free(&t);
}

int main(void)
{
	T_RUN(a_model_prints_as_modelica);
	T_RUN(types_and_functions_print_before_the_class);
	T_RUN(names_take_their_subscripts_where_they_belong);
	T_RUN(attributes_are_stored_once);
	T_RUN(too_many_variables_are_refused);
	T_RUN(the_checker_finds_each_kind_of_damage);
	T_RUN(targets_are_found_each_once);
	return T_END();
}
