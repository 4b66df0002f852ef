/* SPDX-License-Identifier: MIT
   elab_iter.c — the values of iterators (MLS 11.2.2): a vector, a type, or what the use as a
   subscript implies. */
#include "compiler/elab/elab_local.h"

#include <string.h>

const Expr *elab_new_iter(Inst *in, Body *b, Name name, const Type *type, Place at)
{
	FlatLocal local = {.name = name, .type = type, .kind = LO_ITERATOR, .at = syntax_span(at)};

	vec_push(arena_allocator(in->keep), &b->locals, local);
	vec_push(arena_allocator(in->keep), &b->nodes, NULL);
	return expr_local(in->pool, (int)b->locals.n - 1, type);
}

/* Literals */

/* Are the values of x, a vector, all literals? */
static bool has_literals(const Expr *x)
{
	if (x->op == EX_RANGE) {
		for (int i = 0; i < 3; i++)
			if (!expr_is_literal(x->arg[i]) || x->arg[i]->op == EX_REAL)
				return false;
		return x->type->dim[0] != DIM_OPEN;
	}
	if (x->op != EX_ARRAY || x->type->rank != 1)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!expr_is_literal(x->arg[i]) && x->arg[i]->op != EX_RECORD)
			return false;
	return true;
}

static const Expr *const *range_literals(Inst *in, const Expr *x, uint32_t *n)
{
	const Expr **value;
	const Type *t = x->type->elem;
	int64_t first, step;

	*n = (uint32_t)x->type->dim[0];
	value = NEW_ARRAY(in->scratch, const Expr *, *n);
	first = expr_integer_value(x->arg[0]);
	step = expr_integer_value(x->arg[1]);
	for (uint32_t i = 0; i < *n; i++) {
		int64_t v = first + (int64_t)i * step;

		value[i] = t->kind == TY_ENUM      ? expr_enum(in->pool, t, (int)v)
				   : t->kind == TY_BOOLEAN ? expr_boolean(in->pool, v != 0)
										   : expr_integer(in->pool, v);
	}
	return value;
}

const Expr *const *elab_literals(Inst *in, const Expr *x, uint32_t *n)
{
	const Expr **value;

	if (!has_literals(x))
		return NULL;
	if (x->op == EX_RANGE)
		return range_literals(in, x, n);
	*n = x->n;
	value = NEW_ARRAY(in->scratch, const Expr *, x->n);
	for (uint32_t i = 0; i < x->n; i++)
		value[i] = x->arg[i];
	return value;
}

/* Implicit ranges: a reference with the iterator as a subscript. */

typedef struct {
	const AstExpr *ref; /* the reference */
	uint32_t part;      /* its part */
	uint32_t sub;       /* which subscript of it */
} Use;

typedef struct {
	Arena *scratch; /* holds the list */
	Name name;      /* of the iterator */
	VEC(Use) uses;  /* as they are written */
} Uses;

static void find_in_stmts(Uses *u, const AstStmt *s, uint32_t n);

static void find_in_expr(Uses *u, const AstExpr *e)
{
	for (uint32_t i = 0; i < syntax_kids(e); i++)
		find_in_expr(u, &e->kid[i]);
	if (e->kind != AX_REF)
		return;
	for (uint32_t i = 0; i < e->n; i++)
		for (uint32_t k = 0; k < e->part[i].n_subs; k++) {
			const AstExpr *sub = &e->part[i].sub[k];

			if (sub->kind == AX_NAME && sub->name.i == u->name.i)
				vec_push(arena_allocator(u->scratch), &u->uses, ((Use){e, i, k}));
			else
				find_in_expr(u, sub);
		}
}

static void find_in_stmt(Uses *u, const AstStmt *s)
{
	switch ((AstStmtKind)s->kind) {
	case AS_EQUAL:
	case AS_CONNECT:
	case AS_ASSIGN:
		find_in_expr(u, &s->expr[0]);
		find_in_expr(u, &s->expr[1]);
		break;
	case AS_CALL: find_in_expr(u, &s->expr[0]); break;
	case AS_IF:
	case AS_WHEN:
	case AS_WHILE:
		for (uint32_t i = 0; i < (s->kind == AS_WHILE ? 1 : s->n); i++) {
			find_in_expr(u, &s->branch[i].condition);
			find_in_stmts(u, s->branch[i].body, s->branch[i].n);
		}
		break;
	case AS_FOR: find_in_stmts(u, s->loop->body, s->loop->n); break;
	default: break;
	}
}

static void find_in_stmts(Uses *u, const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		find_in_stmt(u, &s[i]);
}

static const Expr *range_to(Inst *in, const Expr *first, const Expr *last)
{
	const Expr *arg[3] = {first, expr_integer(in->pool, 1), last};

	return expr_op(in->pool, EX_RANGE, arg, 3);
}

/* first : last of an enumeration or of Boolean. */
static const Expr *range_of_type(Inst *in, const Type *t)
{
	if (t->kind == TY_BOOLEAN)
		return range_to(in, expr_boolean(in->pool, false), expr_boolean(in->pool, true));
	return range_to(in, expr_enum(in->pool, t, 1), expr_enum(in->pool, t, t->n_fields));
}

static const Expr *implied_range(Inst *in, const Env *env, const AstExpr *iter, const Use *u)
{
	AstExpr ref = *u->ref;
	AstPart *part = NEW_ARRAY(in->scratch, AstPart, u->part + 1);
	const Expr *one = expr_integer(in->pool, 1), *x, *arg[2];
	Node *n;

	memcpy(part, u->ref->part, (u->part + 1) * sizeof *part);
	part[u->part].n_subs = 0;
	ref.part = part;
	ref.n = u->part + 1;
	n = elab_in_function(env) ? NULL : elab_ref_node(in, env, &ref, false);
	if (n && n->kind != NODE_CLASS && node_class(in, n) && node_dims(in, n) &&
		u->sub < (uint32_t)n->rank) {
		if (n->dim[u->sub].index)
			return range_of_type(in, n->dim[u->sub].index);
		return range_to(in, one, expr_integer(in->pool, n->dim[u->sub].n));
	}
	x = elab_expr(in, env, &ref);
	if (elab_is_error(x))
		return x;
	if (u->sub >= x->type->rank)
		return elab_fail(in, iter->at, E_ITERATOR,
						 "the range of '%s' is not given and does not follow from its use",
						 elab_name(in, iter->name));
	arg[0] = x;
	arg[1] = expr_integer(in->pool, u->sub + 1);
	return range_to(in, one,
					x->type->dim[u->sub] == DIM_OPEN
						? expr_op(in->pool, EX_SIZE, arg, 2)
						: expr_integer(in->pool, x->type->dim[u->sub]));
}

/* All subscripts must have the same range (MLS 11.2.2.1). Sizes that are known only when a function
   runs are not compared, nor those of references that have other subscripts before. */
static const Expr *range_of_uses(Inst *in, const Env *env, const AstExpr *iter, const Uses *u)
{
	const Expr *x;

	if (u->uses.n == 0)
		return elab_fail(in, iter->at, E_ITERATOR,
						 "the range of '%s' is not given, and it is not used as a subscript",
						 elab_name(in, iter->name));
	x = implied_range(in, env, iter, &u->uses.at[0]);
	for (size_t i = 1; i < u->uses.n && !elab_is_error(x); i++) {
		const Expr *other =
			u->uses.at[i].part > 0 ? x : implied_range(in, env, iter, &u->uses.at[i]);

		if (elab_is_error(other))
			return other;
		if (x->type->dim[0] != other->type->dim[0] && x->type->dim[0] != DIM_OPEN &&
			other->type->dim[0] != DIM_OPEN)
			return elab_fail(in, iter->at, E_ITERATOR,
							 "the range of '%s' is not given, and it is a subscript of dimensions "
							 "of %d and %d elements",
							 elab_name(in, iter->name), x->type->dim[0], other->type->dim[0]);
	}
	return x;
}

/* All forms */

const Expr *elab_iter_range(Inst *in, const Env *env, const AstExpr *iter, const AstStmt *body,
							uint32_t n_body, const AstExpr *expr)
{
	const AstExpr *e = &iter->kid[0];
	const Expr *x = NULL;
	Node *n;

	if (e->kind == AX_NONE) {
		Uses u = {.scratch = in->scratch, .name = iter->name};

		if (expr)
			find_in_expr(&u, expr);
		find_in_stmts(&u, body, n_body);
		x = range_of_uses(in, env, iter, &u);
	} else {
		const Type *basic;

		n = elab_ref_node(in, env, e, false);
		basic = n && n->kind == NODE_CLASS ? node_basic(in, n) : NULL;
		if (basic && (basic->kind == TY_ENUM || basic->kind == TY_BOOLEAN))
			return range_of_type(in, basic);
		x = elab_expr(in, env, e);
	}
	if (elab_is_error(x))
		return x;
	if (x->type->rank != 1)
		return elab_fail(in, e->at, E_ITERATOR, "'%s' needs a vector of values, not %s",
						 elab_name(in, iter->name), elab_type_text(in, x->type));
	if (elab_in_function(env) || (x->flags & XF_LOCAL) || has_literals(x) ||
		(env->body && x->variability > VB_PARAMETER))
		return x;
	return elab_evaluate(in, x, e->at, "the range of an iterator");
}

const Expr *const *elab_values(Inst *in, const Env *env, const AstExpr *iter, const AstStmt *body,
							   uint32_t n_body, const AstExpr *expr, uint32_t *n)
{
	const Expr *x = elab_iter_range(in, env, iter, body, n_body, expr);
	const Expr *const *value;

	if (elab_is_error(x))
		return NULL;
	value = elab_literals(in, x, n);
	if (!value)
		elab_fail(in, iter->at, E_ITERATOR, "the values of '%s' are not known before simulation",
				  elab_name(in, iter->name));
	return value;
}

bool elab_range_integers(const Expr *x, IterIntegers *out)
{
	if (x->op != EX_RANGE || x->type->elem->kind != TY_INTEGER || !has_literals(x))
		return false;
	out->first = expr_integer_value(x->arg[0]);
	out->step = expr_integer_value(x->arg[1]);
	out->n = (uint32_t)x->type->dim[0];
	return true;
}

bool elab_integers(Inst *in, const Env *env, const AstLoop *loop, uint32_t i, IterIntegers *out)
{
	const Expr *x = elab_iter_range(in, env, &loop->iter[i], loop->body, loop->n, NULL);

	return !elab_is_error(x) && elab_range_integers(x, out);
}
