/* SPDX-License-Identifier: MIT
   affine.c — how an expression depends on a variable: e = a x + b with a, b free of x, or not so;
   and how safe it is to divide by a. Nodes are taken in order of their numbers, in which arguments
   come first: no recursion, O(nodes) a question, O(nodes log nodes) the first of an expression. */
#include "compiler/dae/dae.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void affine_init(Affine *l, Dae *d, Arena *scratch)
{
	*l = (Affine){.d = d, .p = &d->m->pool, .scratch = scratch};
	walk_init_only(&l->walk, l->p, scratch, XF_VAR);
}

static int by_id(const void *x, const void *y)
{
	const Expr *a = *(const Expr *const *)x, *b = *(const Expr *const *)y;

	return (a->id > b->id) - (a->id < b->id);
}

enum { FEW_NODES = 48 }; /* so many are sorted by putting each in its place */

/* By number. A walk meets users first: from its end on, arguments mostly come before them. */
static void sort_nodes(Affine *l)
{
	const Expr **at = l->nodes.at;
	size_t n = l->nodes.n;

	if (n > FEW_NODES) {
		vec_sort(&l->nodes, by_id);
		return;
	}
	for (size_t i = 0; i < n / 2; i++) {
		const Expr *x = at[i];

		at[i] = at[n - 1 - i];
		at[n - 1 - i] = x;
	}
	for (size_t i = 1; i < n; i++) {
		const Expr *x = at[i];
		size_t k = i;

		for (; k > 0 && at[k - 1]->id > x->id; k--)
			at[k] = at[k - 1];
		at[k] = x;
	}
}

/* The distinct nodes of e that hold variables, arguments before their users. One variable after the
   other is asked about: they are those of the last question, mostly. */
static void collect(Affine *l, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(l->scratch);

	if (l->of == e)
		return;
	l->of = e;
	l->nodes.n = 0;
	walk_begin(&l->walk, e);
	for (const Expr *x; (x = walk_next(&l->walk));) {
		vec_push(a, &l->nodes, x);
		if (x->op == EX_PRE)
			walk_skip(&l->walk);
	}
	sort_nodes(l);
	if (l->nodes.n > l->n_parts) {
		l->n_parts = l->nodes.n * 2;
		l->part = NEW_ARRAY(l->scratch, AffinePart, l->n_parts);
		l->degree = NEW_ARRAY(l->scratch, uint8_t, l->n_parts);
	}
	(void)vec_reserve(a, &l->place, (size_t)e->id + 1);
	for (; l->place.n <= e->id; l->place.n++)
		l->place.at[l->place.n] = 0;
	for (size_t i = 0; i < l->nodes.n; i++)
		l->place.at[l->nodes.at[i]->id] = (uint32_t)i;
}

/* The place of a node in l->nodes; -1: it holds no variable. */
static int32_t place_of(const Affine *l, const Expr *e)
{
	size_t i = e->id < l->place.n ? l->place.at[e->id] : l->nodes.n;

	return i < l->nodes.n && l->nodes.at[i] == e ? (int32_t)i : -1;
}

static AffinePart part_of(const Affine *l, const Expr *e)
{
	int32_t i = place_of(l, e);

	return i < 0 ? (AffinePart){NULL, e, true} : l->part[i];
}

static const Expr *zero_of(Affine *l)
{
	return expr_real(l->p, 0);
}

/* Products and quotients with 0 are 0: the parts are no less defined than e is. */
static const Expr *product(Affine *l, const Expr *a, const Expr *b)
{
	return expr_is_real(a, 0) ? a : expr_is_real(b, 0) ? b : expr_mul(l->p, a, b);
}

static const Expr *quotient(Affine *l, const Expr *a, const Expr *b)
{
	return expr_is_real(a, 0) && !expr_is_real(b, 0) ? a : expr_binary(l->p, EX_DIV, a, b);
}

/* a and b of a sum or difference; a coefficient NULL is 0. */
static AffinePart sum_of(Affine *l, ExprOp op, AffinePart x, AffinePart y)
{
	const Expr *a = x.a;

	if (y.a)
		a = a ? expr_binary(l->p, op, a, y.a) : op == EX_SUB ? expr_neg(l->p, y.a) : y.a;
	return (AffinePart){a, expr_binary(l->p, op, x.b, y.b), true};
}

static AffinePart if_of(Affine *l, const Expr *cond, AffinePart x, AffinePart y)
{
	const Expr *a = NULL;

	if (x.a || y.a)
		a = expr_if(l->p, cond, x.a ? x.a : zero_of(l), y.a ? y.a : zero_of(l));
	return (AffinePart){a, expr_if(l->p, cond, x.b, y.b), true};
}

/* What an operator makes of its arguments' parts, of which one at least depends on x. */
static AffinePart part_of_op(Affine *l, const Expr *e)
{
	AffinePart no = {NULL, NULL, false}, x, y;

	for (uint32_t i = 0; i < e->n; i++)
		if (!part_of(l, e->arg[i]).ok)
			return no;
	x = part_of(l, e->arg[0]);
	y = e->n > 1 ? part_of(l, e->arg[1]) : x;
	switch (e->op) {
	case EX_NEG: return (AffinePart){expr_neg(l->p, x.a), expr_neg(l->p, x.b), true};
	case EX_ADD:
	case EX_SUB: return sum_of(l, e->op, x, y);
	case EX_MUL:
		if (x.a && y.a)
			return no;
		if (x.a)
			return (AffinePart){product(l, x.a, y.b), product(l, x.b, y.b), true};
		return (AffinePart){product(l, x.b, y.a), product(l, x.b, y.b), true};
	case EX_DIV:
		if (y.a)
			return no;
		return (AffinePart){quotient(l, x.a, y.b), quotient(l, x.b, y.b), true};
	case EX_IF:
		if (x.a)
			return no;
		return if_of(l, e->arg[0], y, part_of(l, e->arg[2]));
	case EX_HOMOTOPY:
		if (!x.a || !y.a)
			return no;
		return (AffinePart){expr_binary(l->p, EX_HOMOTOPY, x.a, y.a),
							expr_binary(l->p, EX_HOMOTOPY, x.b, y.b), true};
	case EX_NO_EVENT: return x;
	default: return no;
	}
}

static bool uses_any(const Affine *l, const Expr *e)
{
	for (uint32_t i = 0; i < e->n; i++) {
		AffinePart x = part_of(l, e->arg[i]);

		if (!x.ok || x.a)
			return true;
	}
	return false;
}

AffinePart affine_split(Affine *l, const Expr *e, VarId v)
{
	/* What is no Real is never solved for by a division. */
	if (e->type->kind != TY_REAL || flat_decl_of(l->d->m, v)->type->kind != TY_REAL)
		return (AffinePart){NULL, NULL, false};
	collect(l, e);
	for (size_t i = 0; i < l->nodes.n; i++) {
		const Expr *x = l->nodes.at[i];

		if (x->op == EX_VAR && expr_var_id(x).i == v.i)
			l->part[i] = (AffinePart){expr_real(l->p, 1), zero_of(l), true};
		else if (x->op == EX_VAR || x->op == EX_PRE || !uses_any(l, x))
			l->part[i] = (AffinePart){NULL, x, true};
		else
			l->part[i] = part_of_op(l, x);
	}
	return part_of(l, e);
}

/* Sums of many terms: the coefficient of a variable that one term holds is that of this term. */

static void forget_terms(Affine *l)
{
	size_t n = l->d->m->vars.n;

	for (size_t i = 0; i < l->held.n; i++)
		l->term_of[l->held.at[i].i] = 0;
	l->held.n = l->terms.n = 0;
	if (n > l->n_term_of) {
		l->n_term_of = n + n / 4;
		l->term_of = NEW_ARRAY(l->scratch, int32_t, l->n_term_of);
	}
}

/* Replace the term i by the two or one that it is made of; false: it is none of these. */
static bool take_term_apart(Affine *l, size_t i)
{
	const Expr *e = l->terms.at[i].e;
	bool minus = l->terms.at[i].minus;

	if (e->op != EX_ADD && e->op != EX_SUB && e->op != EX_NEG)
		return false;
	l->terms.at[i] = (AffineTerm){e->arg[0], minus != (e->op == EX_NEG)};
	if (e->op != EX_NEG)
		vec_push(arena_allocator(l->scratch), &l->terms,
				 ((AffineTerm){e->arg[1], minus != (e->op == EX_SUB)}));
	return true;
}

void affine_take_apart(Affine *l, Uses *u, const Expr *e, size_t most)
{
	const MdvAlloc *a = arena_allocator(l->scratch);

	forget_terms(l);
	vec_push(a, &l->terms, ((AffineTerm){e, false}));
	for (size_t i = 0; i < l->terms.n && l->terms.n <= most; i++)
		while (l->terms.n <= most && take_term_apart(l, i))
			;
	for (size_t i = 0; i < l->terms.n; i++) {
		uses_find(u, l->terms.at[i].e, NULL);
		for (size_t k = 0; k < u->vars.n; k++) {
			int32_t *term = &l->term_of[u->vars.at[k].i];

			if (*term == 0)
				vec_push(a, &l->held, u->vars.at[k]);
			*term = *term == 0 ? (int32_t)i + 1 : -1;
		}
	}
}

bool affine_coefficient(Affine *l, VarId v, AffinePart *out)
{
	int32_t i = (size_t)v.i < l->n_term_of ? l->term_of[v.i] : -1;

	if (i <= 0)
		return false;
	*out = affine_split(l, l->terms.at[i - 1].e, v);
	out->b = NULL;
	if (out->a && l->terms.at[i - 1].minus)
		out->a = expr_neg(l->p, out->a);
	return out->ok && out->a;
}

/* Degrees: 0 free of the unknowns, 1 linear in them, 2 neither. */
static uint8_t degree_of(const Affine *l, const Expr *e)
{
	int32_t i = place_of(l, e);

	return i < 0 ? 0 : l->degree[i];
}

static uint8_t degree_of_op(const Affine *l, const Expr *e)
{
	uint8_t most = 0, a, b;

	for (uint32_t i = 0; i < e->n; i++)
		if (degree_of(l, e->arg[i]) > most)
			most = degree_of(l, e->arg[i]);
	if (most != 1)
		return most;
	a = degree_of(l, e->arg[0]);
	b = e->n > 1 ? degree_of(l, e->arg[1]) : 0;
	switch (e->op) {
	case EX_NEG:
	case EX_ADD:
	case EX_SUB:
	case EX_HOMOTOPY:
	case EX_NO_EVENT: return 1;
	case EX_MUL: return (uint8_t)(a + b);
	case EX_DIV: return b ? 2 : 1;
	case EX_IF: return a ? 2 : 1;
	default: return 2;
	}
}

int affine_degree(Affine *l, const Expr *e, const uint8_t *degree_of_var)
{
	collect(l, e);
	for (size_t i = 0; i < l->nodes.n; i++) {
		const Expr *x = l->nodes.at[i];

		if (x->op == EX_VAR)
			l->degree[i] = type_is_scalar(x->type, TY_REAL) ? degree_of_var[x->aux] : 0;
		else
			l->degree[i] = x->op == EX_PRE ? 0 : degree_of_op(l, x);
	}
	return degree_of(l, e);
}

/* The value of an expression of parameters with their present values; NaN: not known. */
static double value_of_var(const Affine *l, VarId v, int depth);

static double value_of(const Affine *l, const Expr *e, int depth)
{
	double a, b;

	if (depth > 20)
		return NAN;
	switch (e->op) {
	case EX_REAL: return expr_real_value(e);
	case EX_INTEGER:
	case EX_BOOLEAN:
	case EX_ENUM: return (double)expr_integer_value(e);
	case EX_VAR: return e->type->rank ? NAN : value_of_var(l, expr_var_id(e), depth + 1);
	case EX_TO_REAL:
	case EX_NO_EVENT: return value_of(l, e->arg[0], depth + 1);
	case EX_IF:
		a = value_of(l, e->arg[0], depth + 1);
		return isnan(a) ? NAN : value_of(l, e->arg[a != 0 ? 1 : 2], depth + 1);
	/* More would do, too; which systems are solved numerically depends on it. */
	case EX_NEG:
	case EX_SQRT:
	case EX_ABS:
	case EX_SIN:
	case EX_COS:
	case EX_EXP:
	case EX_ADD:
	case EX_SUB:
	case EX_MUL:
	case EX_DIV:
	case EX_POW:
	case EX_GT:
	case EX_GE:
	case EX_LT:
	case EX_LE: break;
	default: return NAN;
	}
	a = value_of(l, e->arg[0], depth + 1);
	b = value_of(l, e->arg[e->n - 1], depth + 1);
	if (isnan(a) || isnan(b) || !expr_value((ExprOp)e->op, e->arg[0]->type->kind, a, b, &a))
		return NAN;
	return a;
}

static double value_of_var(const Affine *l, VarId v, int depth)
{
	const DaeVar *x = &l->d->vars.at[v.i];

	if (x->role != DR_PARAMETER && x->role != DR_NONE)
		return NAN;
	if (x->value)
		return value_of(l, x->value, depth);
	return x->start ? value_of(l, x->start, depth) : NAN;
}

double affine_value(const Affine *l, const Expr *e)
{
	return value_of(l, e, 0);
}

/* A factor that is positive wherever it is defined: exp(x), sums of such and of squares. */
static bool is_positive(const Affine *l, const Expr *e, int depth)
{
	if (depth > 10)
		return false;
	switch (e->op) {
	case EX_REAL: return expr_real_value(e) > 0;
	case EX_EXP:
	case EX_COSH: return true;
	case EX_ADD:
	case EX_MUL:
	case EX_DIV:
		return is_positive(l, e->arg[0], depth + 1) && is_positive(l, e->arg[1], depth + 1);
	case EX_MAX:
		return is_positive(l, e->arg[0], depth + 1) || is_positive(l, e->arg[1], depth + 1);
	default: return e->variability <= VB_PARAMETER && value_of(l, e, 0) > 0;
	}
}

Pivot affine_pivot(const Affine *l, const Expr *a)
{
	if (a->op == EX_NEG)
		return affine_pivot(l, a->arg[0]);
	if (a->op == EX_REAL) {
		double c = fabs(expr_real_value(a));

		return c == 0 ? PIVOT_ZERO : c == 1 ? PIVOT_ONE : PIVOT_CONSTANT;
	}
	if (a->variability <= VB_PARAMETER) {
		double c = value_of(l, a, 0);

		return c == 0 || !isfinite(c) ? PIVOT_UNSAFE : PIVOT_PARAMETER;
	}
	if (is_positive(l, a, 0))
		return PIVOT_POSITIVE;
	return a->op == EX_DIV && affine_pivot(l, a->arg[0]) > PIVOT_UNSAFE ? PIVOT_QUOTIENT
																		: PIVOT_UNSAFE;
}

const Expr *affine_solve(Affine *l, AffinePart part)
{
	const Expr *b = part.b;

	if (expr_is_real(b, 0))
		return expr_real(l->p, 0); /* not -0 */
	if (expr_is_real(part.a, 1))
		return expr_neg(l->p, b);
	if (expr_is_real(part.a, -1))
		return b;
	return expr_binary(l->p, EX_DIV, expr_neg(l->p, b), part.a);
}
