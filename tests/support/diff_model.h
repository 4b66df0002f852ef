/* SPDX-License-Identifier: MIT
   diff_model.h — for tests of differentiation and inlining: a model as text, the right side of the
   equation for a variable, its value and its tangent in numbers at given values of the variables.
 */
#ifndef MDV_DIFF_MODEL_H
#define MDV_DIFF_MODEL_H

#include "checked.h"
#include "compiler/compiler.h"
#include "compiler/diff/diff.h"
#include "compiler/eval/eval.h"
#include "compiler/inline/inline.h"
#include "compiler/inst/inst.h"
#include "t.h"

#include <stdlib.h>

#define MAX_VARS 512

static Compile cx;
static FlatModel *m;               /* of cx */
static double value[MAX_VARS];     /* by VarId, of Reals */
static double direction[MAX_VARS]; /* by VarId: the tangents of continuous Reals */
static int n_seeded;               /* calls of seed */
static Text shown;                 /* of text_of */

/* A number between -1 and 1 that looks random but is not. */
static inline double noise(uint64_t k)
{
	return (double)(int64_t)map_hash(k) / 9.3e18;
}

static inline void model(const char *text)
{
	pipeline_init(&cx, NULL);
	text_init(&shown, NULL);
	m = &cx.flat;
	if (!pipeline_flatten_text(&cx, "test.mo", text, strlen(text))) {
		diag_print(&cx.diag, stderr);
		abort();
	}
	for (size_t i = 0; i < m->vars.n && i < MAX_VARS; i++) {
		value[i] = 1.2 + noise(i);
		direction[i] = noise(i + 1000);
	}
}

static inline void model_end(void)
{
	CHECKED(flat_check, m, &cx.sources, &cx.scratch);
	text_free(&shown);
	pipeline_free(&cx);
}

static inline VarId var_named(const char *name)
{
	Text t;
	int32_t i = 0, found = -1;

	text_init(&t, NULL);
	for (; i < (int32_t)m->vars.n && found < 0; i++) {
		text_clear(&t);
		flat_print_var(m, (VarId){i}, &t);
		found = strcmp(text_str(&t), name) == 0 ? i : -1;
	}
	text_free(&t);
	if (found < 0) {
		fprintf(stderr, "there is no variable %s\n", name);
		abort();
	}
	return (VarId){found};
}

/* The right side of the equation whose left side is this variable. */
static inline const Expr *side(const char *name)
{
	const Expr *lhs = flat_ref(m, var_named(name));

	for (size_t i = 0; i < m->eqs.n; i++)
		if (m->eqs.at[i].kind == EQ_EQUAL && m->eqs.at[i].lhs == lhs)
			return m->eqs.at[i].rhs;
	abort();
}

static inline const char *text_of(const Expr *e)
{
	text_clear(&shown);
	if (!e)
		return "(none)";
	print_expr(m, NULL, e, &cx.scratch, &shown);
	return text_str(&shown);
}

static inline const Expr *value_of(void *ctx, VarId v)
{
	(void)ctx;
	return flat_decl_of(m, v)->type->kind == TY_REAL && !flat_var(m, v)->binding
			   ? expr_real(&m->pool, value[v.i])
			   : flat_var(m, v)->binding;
}

static inline double number(const Expr *e)
{
	Text why;
	const Expr *x;
	double result = NAN;

	text_init(&why, NULL);
	x = interp_expr(m, e, value_of, NULL, &why);
	if (!x || x->op != EX_REAL)
		T_FAIL("%s has no value: %s", text_of(e), text_str(&why));
	else
		result = expr_real_value(x);
	text_free(&why);
	return result;
}

static inline const Expr *seed_number(void *ctx, VarId v)
{
	(void)ctx;
	n_seeded++;
	return direction[v.i] == 0 ? NULL : expr_real(&m->pool, direction[v.i]);
}

static inline double central(const Expr *e, double h)
{
	double at[MAX_VARS], up, down;

	memcpy(at, value, sizeof at);
	for (int i = 0; i < MAX_VARS; i++)
		value[i] = at[i] + h * direction[i];
	up = number(e);
	for (int i = 0; i < MAX_VARS; i++)
		value[i] = at[i] - h * direction[i];
	down = number(e);
	memcpy(value, at, sizeof at);
	return (up - down) / (2 * h);
}

/* The derivative of e along `direction` by central differences, without their first error. */
static inline double difference(const Expr *e)
{
	return (4 * central(e, 2e-5) - central(e, 4e-5)) / 3;
}

/* The tangent of e along `direction` is what differences say. */
static inline void check_tangent(const Expr *e)
{
	Diff *d = diff_new(m, &cx.scratch, NULL, seed_number, NULL);
	const Expr *t = diff_expr(d, e);
	double want = difference(e), got;

	if (!t) {
		T_FAIL("%s has no tangent: %s", text_of(e), diff_why(d));
		return;
	}
	got = number(t);
	if (!(fabs(got - want) <= 1e-6 * (1 + fabs(want)))) {
		T_FAIL("the tangent of %s is %.12g, want %.12g:", text_of(e), got, want);
		fprintf(stderr, "    %s\n", text_of(t));
	}
}

/* The derivatives of x, y, … by time are dx, dy, …; those without such a variable are zero. */
static inline const Expr *seed_der(void *ctx, VarId v)
{
	char name[200];
	Text t;

	(void)ctx;
	n_seeded++;
	text_init(&t, NULL);
	flat_print_var(m, v, &t);
	snprintf(name, sizeof name, "d%s", text_str(&t));
	text_free(&t);
	return flat_ref(m, var_named(name));
}

static inline const char *der_text(const Expr *e)
{
	Diff *d = diff_new(m, &cx.scratch, expr_real(&m->pool, 1), seed_der, NULL);
	const Expr *t = diff_expr(d, e);

	return t ? text_of(t) : diff_why(d);
}

#endif
