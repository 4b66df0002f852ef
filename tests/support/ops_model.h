/* SPDX-License-Identifier: MIT
   ops_model.h — for the tests of operations (ir/ops.h): every operator of Modelica that they
   compute, and for each a model that computes it everywhere: in equations and in functions, of
   variables, of literals, at compile time, of scalars and element by element. */
#ifndef MDV_OPS_MODEL_H
#define MDV_OPS_MODEL_H

#include "compiler/expr/expr.h"

#include <math.h>

/* An operator of arguments of one kind. */
typedef struct OpsRow {
	ExprOp op;     /* the operator */
	TypeKind kind; /* of its arguments: TY_REAL, TY_INTEGER, TY_BOOLEAN */
} OpsRow;

enum { OPS_MOST_ROWS = 128, OPS_MOST_CASES = 512 };

/* What it is given, and what it must give. */
typedef struct OpsCase {
	double a, b; /* b unused if it has one argument */
	double want; /* the value */
} OpsCase;

/* Values that are special to one operation or another; -0 of Reals only. */
static const double ops_real[] = {0,
								  -0.0,
								  1,
								  -1,
								  2,
								  -2,
								  3,
								  4,
								  0.5,
								  -0.5,
								  1.5,
								  -2.5,
								  0.1,
								  -0.7,
								  5,
								  1e-3,
								  12345.678,
								  -98765.4321,
								  0x1p-1074,
								  -0x1.8p-1030,
								  0x1p-1022,
								  0x1p53,
								  -0x1.fffffffffffffp52,
								  1e15,
								  1e-200,
								  1e150,
								  0x1.fffffffffffffp1023};
static const double ops_integer[] = {0,  1,  -1,  2,           -2,           3,          -3,     7,
									 -7, 10, -10, 2147483647., -2147483648., 0x1p53 - 1, -0x1p53};
static const double ops_boolean[] = {0, 1};

static inline const double *ops_values(TypeKind kind, int *n)
{
	if (kind == TY_REAL) {
		*n = sizeof ops_real / sizeof *ops_real;
		return ops_real;
	}
	*n = kind == TY_INTEGER ? sizeof ops_integer / sizeof *ops_integer : 2;
	return kind == TY_INTEGER ? ops_integer : ops_boolean;
}

/* All rows that a Modelica text can have; conversions have none, and a relation of Reals is no
   equality outside of functions. */
static inline int ops_rows(OpsRow row[OPS_MOST_ROWS])
{
	static const TypeKind kinds[] = {TY_REAL, TY_INTEGER, TY_BOOLEAN};
	int n = 0;

	for (ExprOp op = 0; op < EXPR_OP_COUNT; op++)
		for (int k = 0; k < 3; k++) {
			bool logic = op == EX_AND || op == EX_OR || op == EX_NOT;

			if (expr_value_op(op, kinds[k]) == IR_OP_COUNT || op == EX_TO_REAL ||
				op == EX_TO_INTEGER || logic != (kinds[k] == TY_BOOLEAN) ||
				(kinds[k] == TY_REAL && (op == EX_EQ || op == EX_NE)))
				continue;
			row[n++] = (OpsRow){op, kinds[k]};
		}
	return n;
}

/* The cases in which it is defined, every `step`th of them. */
static inline int ops_cases(OpsRow r, int step, OpsCase at[OPS_MOST_CASES])
{
	int n_values, n = 0, count = 0, two = expr_op_info[r.op].least == 2;
	const double *value = ops_values(r.kind, &n_values);

	for (int i = 0; i < n_values; i++)
		for (int j = 0; j < (two ? n_values : 1); j++) {
			OpsCase c = {value[i], value[j], 0};

			if (!expr_value(r.op, r.kind, c.a, two ? c.b : c.a, &c.want) || count++ % step ||
				n == OPS_MOST_CASES)
				continue;
			at[n++] = c;
		}
	return n;
}

/* -- texts ---------------------------------------------------------------------------------- */

static inline const char *ops_type(TypeKind kind)
{
	return kind == TY_REAL ? "Real" : kind == TY_INTEGER ? "Integer" : "Boolean";
}

static inline TypeKind ops_result(OpsRow r)
{
	unsigned flags = ir_op_info[expr_value_op(r.op, r.kind)].flags;

	return flags & IRF_TRUTH ? TY_BOOLEAN : flags & IRF_WHOLE ? TY_INTEGER : r.kind;
}

static inline const char *ops_other(OpsRow r) /* any value of the result's type */
{
	return ops_result(r) == TY_REAL ? "1.0" : ops_result(r) == TY_INTEGER ? "1" : "true";
}

static inline void ops_literal(Text *out, TypeKind kind, double x)
{
	if (kind == TY_BOOLEAN)
		text_printf(out, x != 0 ? "true" : "false");
	else if (kind == TY_INTEGER)
		text_printf(out, x < 0 ? "(%.0f)" : "%.0f", x);
	else
		text_printf(out, signbit(x) ? "(%.17e)" : "%.17e", x);
}

/* a + b, sin(a) …, of these texts; `dot` for the operator element by element. */
static inline void ops_apply(Text *out, OpsRow r, const char *dot, const char *a, const char *b)
{
	const OpInfo *info = &expr_op_info[r.op];

	if (info->form == FORM_BINARY)
		text_printf(out, "%s %s%s %s", a, dot, info->text, b);
	else if (info->form == FORM_PREFIX)
		text_printf(out, "%s %s", info->text, a);
	else
		text_printf(out, "%s(%s%s%s)", info->text, a, info->least == 2 ? ", " : "",
					info->least == 2 ? b : "");
}

static inline void ops_list(Text *out, TypeKind kind, const OpsCase at[], int n, bool second)
{
	text_printf(out, "{");
	for (int i = 0; i < n; i++) {
		text_printf(out, i ? ", " : "");
		ops_literal(out, kind, second ? at[i].b : at[i].a);
	}
	text_printf(out, "}");
}

/* Does it work on arrays? */
static inline bool ops_maps(OpsRow r)
{
	unsigned rule = expr_op_info[r.op].rule;

	return r.kind != TY_BOOLEAN && (rule == RULE_NUM || rule == RULE_REAL || r.op == EX_SIGN);
}

static inline void ops_function(Text *out, OpsRow r, const char *name, bool map)
{
	text_printf(out,
				"  function %s\n    input %s x[:];\n    input %s y[:];\n"
				"    output %s z[size(x, 1)];\n  algorithm\n",
				name, ops_type(r.kind), ops_type(r.kind), ops_type(ops_result(r)));
	text_printf(out, "    for i in 1:%s loop\n      %s := ", map ? "1" : "size(x, 1)",
				map ? "z" : "z[i]");
	ops_apply(out, r, map && r.op != EX_ADD && r.op != EX_SUB ? "." : "", map ? "x" : "x[i]",
			  map ? "y" : "y[i]");
	text_printf(out, ";\n    end for;\n  end %s;\n", name);
}

/* Something that is `text`, but that the compiler does not know to be: of Reals it changes all the
   time, of others at events. */
static inline void ops_hide(Text *out, OpsRow r, const char *text, const char *other)
{
	bool real = ops_result(r) == TY_REAL;

	text_printf(out, real ? "noEvent(if time > -1 then %s else %s)" : "if on then %s else %s", text,
				other);
}

static inline void ops_declare(Text *out, OpsRow r, const OpsCase at[], int n)
{
	const char *type = ops_type(r.kind), *result = ops_type(ops_result(r));
	bool discrete = r.kind == TY_REAL && ops_result(r) != TY_REAL;

	for (int second = 0; second < 2; second++) {
		text_printf(out, "  parameter %s %s[%d] = ", type, second ? "q" : "p", n);
		ops_list(out, r.kind, at, n, second);
		text_printf(out, ";\n  %s%s %s[%d];\n", discrete ? "discrete " : "", type,
					second ? "y" : "x", n);
	}
	text_printf(out, "  Boolean on = time > -1;\n");
	text_printf(out, "  %s many[%d], event[%d], fold[%d], seen[%d], called[%d] = call(x, y);\n",
				result, n, n, n, n, n);
	if (ops_maps(r))
		text_printf(out, "  %s mapped[%d] = map(x, y);\n", result, n);
	for (int i = 1; i <= n; i++)
		text_printf(out, "  %s one%d;\n", result, i);
	text_printf(out, "  constant %s known[%d] = call(", result, n);
	ops_list(out, r.kind, at, n, false);
	text_printf(out, ", ");
	ops_list(out, r.kind, at, n, true);
	text_printf(out, ");\n");
}

static inline void ops_loop(Text *out, OpsRow r, int n)
{
	text_printf(out, "  for i in 1:%d loop\n    x[i] = ", n);
	ops_hide(out, r, "p[i]", "q[i]");
	text_printf(out, ";\n    y[i] = ");
	ops_hide(out, r, "q[i]", "p[i]");
	text_printf(out, ";\n    seen[i] = ");
	ops_hide(out, r, "known[i]", ops_other(r));
	text_printf(out, ";\n    many[i] = %s", ops_result(r) == TY_REAL ? "noEvent(" : "(");
	ops_apply(out, r, "", "x[i]", "y[i]");
	text_printf(out, ");\n    event[i] = ");
	ops_apply(out, r, "", "x[i]", "y[i]");
	text_printf(out, ";\n  end for;\n");
}

/* The same one by one; exponents as literals. */
static inline void ops_single(Text *out, OpsRow r, const OpsCase *c, int number)
{
	char x[32], y[32];
	Text one, two, both;

	snprintf(x, sizeof x, "x[%d]", number);
	snprintf(y, sizeof y, "y[%d]", number);
	text_init(&one, NULL);
	text_init(&two, NULL);
	text_init(&both, NULL);
	ops_literal(&one, r.kind, c->a);
	ops_literal(&two, r.kind, c->b);
	ops_apply(&both, r, "", text_str(&one), text_str(&two));
	text_printf(out, "  fold[%d] = ", number);
	ops_hide(out, r, text_str(&both), ops_other(r));
	text_printf(out, ";\n  one%d = %s", number, ops_result(r) == TY_REAL ? "noEvent(" : "(");
	ops_apply(out, r, "", x, r.op == EX_POW ? text_str(&two) : y);
	text_printf(out, ");\n");
	text_free(&one);
	text_free(&two);
	text_free(&both);
}

/* Variables that must all be the same: one_i and many_i by equations (of scalars; of an array in a
   loop), event_i by equations that may make events, called_i by a function at run time, mapped_i by
   a function element by element, fold_i of literals, seen_i by the function at compile time. */
static inline void ops_model(Text *out, const char *name, OpsRow r, const OpsCase at[], int n)
{
	text_printf(out, "model %s\n", name);
	ops_function(out, r, "call", false);
	if (ops_maps(r))
		ops_function(out, r, "map", true);
	ops_declare(out, r, at, n);
	text_printf(out, "equation\n");
	ops_loop(out, r, n);
	for (int i = 0; i < n; i++)
		ops_single(out, r, &at[i], i + 1);
	text_printf(out, "  annotation(experiment(StopTime = 1, Interval = 0.1));\nend %s;\n", name);
}

#endif
