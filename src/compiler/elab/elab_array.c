/* SPDX-License-Identifier: MIT
   elab_array.c — array constructors, matrices in brackets, ranges, comprehensions and reductions
   (MLS 10.4, 10.3.4). In a model, iterators are unrolled; in a function they are locals. */
#include "compiler/elab/elab_local.h"

#include <float.h>
#include <string.h>

enum { MAX_ITERATORS = 32 };

const Expr *elab_close(Inst *in, const Env *env, const Expr *x, Place at, const char *what)
{
	if (elab_in_function(env) || x->type->n_scalars >= 0 || (x->flags & XF_LOCAL) ||
		elab_is_error(x) || x->type->rank == 0)
		return x;
	/* In an algorithm a size may be known at run time only (MLS 11.2.2). */
	if (env->body && x->variability > VB_PARAMETER)
		return x;
	return elab_evaluate(in, x, at, what);
}

const Expr *elab_element(Inst *in, const Expr *x, int32_t i)
{
	const Expr *sub = expr_integer(in->pool, i);

	if (x->type->rank == 1 && x->type->kind < TY_RECORD && x->op != EX_VAR && x->op != EX_ARRAY &&
		x->type->n_scalars >= 0)
		return scalar_at(in->pool, in->scratch, x, i - 1);
	return expr_index(in->pool, x, &sub, 1);
}

/* {a, b, …} */
const Expr *elab_array(Inst *in, const Env *env, const AstExpr *e)
{
	const Expr **x = NEW_ARRAY(in->scratch, const Expr *, e->n);

	if (e->n == 0)
		return elab_fail(in, e->at, E_TYPE,
						 "'{}' has no type; an empty array is written 'zeros(0)' or 'fill(x, 0)'");
	for (uint32_t i = 0; i < e->n; i++)
		x[i] = elab_expr(in, env, &e->kid[i]);
	for (uint32_t i = 0; i < e->n; i++)
		if (elab_is_error(x[i]))
			return x[i];
	if (!elab_join(in, x, e->n, e->at, "the elements of an array"))
		return elab_error(in);
	return expr_array(in->pool, x[0]->type, x, e->n);
}

/* [a, b; c, d] (MLS 10.4.2.1) */

/* x with dimensions of size 1 behind its own, so that there are `rank`. */
static const Expr *promote(Inst *in, const Expr *x, int rank, Place at)
{
	const Expr **part;
	int32_t n;

	if (x->type->rank >= rank)
		return x;
	if (x->type->rank == 0) {
		for (; rank > 0; rank--)
			x = expr_array(in->pool, x->type, &x, 1);
		return x;
	}
	if (x->type->rank == 1 && rank == 2)
		return expr_unary(in->pool, EX_MATRIX, x);
	n = x->type->dim[0];
	if (n < 1)
		return elab_fail(in, at, E_UNSUPPORTED,
						 "arrays of more than two dimensions in brackets must have a known size");
	part = NEW_ARRAY(in->scratch, const Expr *, n);
	for (int32_t i = 0; i < n; i++) {
		part[i] = promote(in, elab_element(in, x, i + 1), rank - 1, at);
		if (elab_is_error(part[i]))
			return part[i];
	}
	return expr_array(in->pool, part[0]->type, part, (size_t)n);
}

/* cat(k, x …) of matrices. */
static const Expr *concatenate(Inst *in, int k, const Expr **x, uint32_t n, Place at)
{
	const Expr **arg;

	if (n == 1)
		return x[0];
	arg = NEW_ARRAY(in->scratch, const Expr *, n + 1);
	arg[0] = expr_integer(in->pool, k);
	memcpy(arg + 1, x, n * sizeof *x);
	if (!typing_result(in->pool, EX_CAT, arg, n + 1))
		return elab_fail(in, at, E_SIZES,
						 k == 1 ? "the rows of the matrix differ in length"
								: "the parts of a row differ in height");
	return expr_op(in->pool, EX_CAT, arg, n + 1);
}

typedef struct {
	const Expr **x;    /* all elements, row by row */
	int rank;          /* dimensions that all of them get */
	bool all_scalar;   /* the plain case */
	bool has_real;     /* Integers become Real */
	bool has_error;    /* reported */
	bool is_rectangle; /* all rows are equally long */
} Brackets;

static void bracket_elements(Inst *in, const Env *env, const AstExpr *e, Brackets *b)
{
	uint32_t n = 0;

	*b = (Brackets){.rank = 2, .all_scalar = true, .is_rectangle = true};
	for (uint32_t r = 0; r < e->n; r++)
		n += e->kid[r].n;
	b->x = NEW_ARRAY(in->scratch, const Expr *, n);
	n = 0;
	for (uint32_t r = 0; r < e->n; r++) {
		b->is_rectangle &= e->kid[r].n == e->kid[0].n;
		for (uint32_t c = 0; c < e->kid[r].n; c++, n++) {
			b->x[n] = elab_expr(in, env, &e->kid[r].kid[c]);
			b->has_error |= elab_is_error(b->x[n]);
			b->all_scalar &= b->x[n]->type->rank == 0;
			b->rank = b->x[n]->type->rank > b->rank ? b->x[n]->type->rank : b->rank;
			b->has_real |= b->x[n]->type->kind == TY_REAL;
		}
	}
	for (uint32_t i = 0; i < n && b->has_real && !b->has_error; i++)
		if (b->x[i]->type->kind == TY_INTEGER)
			b->x[i] = expr_to_real(in->pool, b->x[i]);
}

const Expr *elab_matrix(Inst *in, const Env *env, const AstExpr *e)
{
	Brackets b;
	const Expr **row = NEW_ARRAY(in->scratch, const Expr *, e->n);
	uint32_t k = 0;

	bracket_elements(in, env, e, &b);
	if (b.has_error || e->n == 0)
		return elab_error(in);
	for (uint32_t r = 0; r < e->n; r++) {
		const AstExpr *ast = &e->kid[r];

		for (uint32_t c = 0; c < ast->n; c++)
			if (b.x[k + c]->type->elem != b.x[0]->type->elem)
				return elab_fail(in, ast->kid[c].at, E_TYPE,
								 "the elements of a matrix have different types: %s and %s",
								 elab_type_text(in, b.x[0]->type),
								 elab_type_text(in, b.x[k + c]->type));
		if (b.all_scalar && b.is_rectangle) {
			row[r] = expr_array(in->pool, b.x[k]->type, &b.x[k], ast->n);
		} else {
			for (uint32_t c = 0; c < ast->n; c++) {
				b.x[k + c] = promote(in, b.x[k + c], b.rank, ast->kid[c].at);
				if (elab_is_error(b.x[k + c]))
					return b.x[k + c];
			}
			row[r] = concatenate(in, 2, &b.x[k], ast->n, ast->at);
		}
		if (elab_is_error(row[r]))
			return row[r];
		k += ast->n;
	}
	if (b.all_scalar && b.is_rectangle)
		return expr_array(in->pool, row[0]->type, row, e->n);
	return concatenate(in, 1, row, e->n, e->at);
}

/* Of a range of whole numbers whose limits are parameters: that with their values. It may stand for
   many numbers, of which a vector would be made otherwise. */
static const Expr *close_range(Inst *in, const Env *env, const Expr *x, Place at)
{
	static const char what[] = "the size of a range";
	const Expr *arg[3];

	if (x->op != EX_RANGE || x->type->elem->kind != TY_INTEGER || x->type->n_scalars >= 0 ||
		elab_in_function(env) || x->flags & XF_LOCAL || x->variability > VB_PARAMETER)
		return elab_close(in, env, x, at, what);
	for (int i = 0; i < 3; i++) {
		arg[i] = elab_evaluate(in, x->arg[i], at, what);
		if (elab_is_error(arg[i]))
			return arg[i];
	}
	return elab_close(in, env, expr_op(in->pool, EX_RANGE, arg, 3), at, what);
}

/* a : b, a : s : b (MLS 10.4.3) */
const Expr *elab_range(Inst *in, const Env *env, const AstExpr *e)
{
	bool stepped = e->n == 3;
	const Expr *arg[3], *x;

	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = elab_expr(in, env, &e->kid[i]);
		if (elab_is_error(arg[i]))
			return arg[i];
		if (arg[i]->type->rank > 0)
			return elab_fail(in, e->kid[i].at, E_TYPE, "a range needs single values, not %s",
							 elab_type_text(in, arg[i]->type));
	}
	if (!elab_join(in, arg, e->n, e->at, "the limits of a range"))
		return elab_error(in);
	if (arg[0]->type->kind == TY_STRING || arg[0]->type->kind > TY_ENUM ||
		(stepped && arg[0]->type->kind > TY_INTEGER))
		return elab_fail(in, e->at, E_TYPE, "there is no range of %s%s",
						 elab_type_text(in, arg[0]->type), stepped ? " with a step" : "");
	if (!stepped) {
		arg[2] = arg[1];
		arg[1] = arg[0]->type->kind == TY_REAL ? expr_real(in->pool, 1) : expr_integer(in->pool, 1);
	}
	if (expr_is_real(arg[1], 0) || (arg[1]->op == EX_INTEGER && expr_integer_value(arg[1]) == 0))
		return elab_fail(in, e->kid[1].at, E_OPERAND, "the step of a range cannot be zero");
	x = elab_make(in, EX_RANGE, arg, 3, e->at);
	return close_range(in, env, x, e->at);
}

/* Comprehensions and reductions */

typedef struct {
	Inst *in;            /* of all */
	const AstExpr *ast;  /* AX_COMPREHEND or AX_REDUCE */
	const AstExpr *body; /* for each value */
	const AstExpr *iter; /* AX_ITER, the last one is the outermost */
	ExprOp op;           /* EX_FOR_ARRAY, EX_FOR_SUM … */
	const Type *empty;   /* of a value, if there is none; NULL: not known */
} Loop;

static const Expr *loop(const Loop *l, const Env *env, uint32_t n);

/* All values of an iterator at once: {…}, sum({…}), … */
static const Expr *gather(const Loop *l, const Expr **x, uint32_t n, Place at)
{
	static const ExprOp whole[] = {EX_SUM, EX_PRODUCT, EX_MIN_OF, EX_MAX_OF};
	Inst *in = l->in;
	const Expr *a;

	if (n == 0) {
		switch (l->op) {
		case EX_FOR_SUM: return expr_integer(in->pool, 0);
		case EX_FOR_PRODUCT: return expr_integer(in->pool, 1);
		case EX_FOR_MIN: return expr_real(in->pool, DBL_MAX);
		case EX_FOR_MAX: return expr_real(in->pool, -DBL_MAX);
		default: return expr_array(in->pool, l->empty ? l->empty : elab_state(in)->real, NULL, 0);
		}
	}
	if (!elab_join(in, x, n, at, "the values of an iteration"))
		return elab_error(in);
	if (l->op == EX_FOR_SUM && (x[0]->type->rank > 0 || x[0]->type->kind == TY_RECORD)) {
		for (uint32_t i = 1; i < n; i++)
			x[0] = elab_binary_of(in, &(Env){0}, AO_ADD, x[0], x[i], at);
		return x[0];
	}
	a = expr_array(in->pool, x[0]->type, x, n);
	if (l->op == EX_FOR_ARRAY)
		return a;
	if (x[0]->type->rank > 0 || x[0]->type->kind == TY_RECORD || x[0]->type->kind == TY_STRING)
		return elab_fail(in, at, E_TYPE, "this cannot be done with values of type %s",
						 elab_type_text(in, x[0]->type));
	return elab_make(in, whole[l->op - EX_FOR_SUM], &a, 1, at);
}

/* The type that the body would have, for an iterator without values; NULL: it cannot be told. */
static const Type *type_of_body(const Loop *l, const Env *env, uint32_t n, const Type *elem)
{
	Body *body = NEW(l->in->keep, Body);
	Iter iter = {env->iters, l->iter[n - 1].name, NULL};
	Env inner = *env;
	bool doubt = false;
	const Expr *x;

	elab_body_init(l->in, body, env->node);
	iter.value = elab_new_iter(l->in, body, iter.name, elem, l->iter[n - 1].at);
	inner.body = body;
	inner.iters = &iter;
	inner.doubt = &doubt;
	x = loop(l, &inner, n - 1);
	return elab_is_error(x) || doubt ? NULL : x->type;
}

static const Expr *unroll(const Loop *l, const Env *env, uint32_t n, const Expr *const *value,
						  uint32_t count)
{
	const Expr **x = NEW_ARRAY(l->in->scratch, const Expr *, count);
	Iter iter = {env->iters, l->iter[n - 1].name, NULL};
	Env inner = *env;

	inner.iters = &iter;
	for (uint32_t i = 0; i < count; i++) {
		ArenaMark mark = arena_mark(l->in->scratch);

		iter.value = value[i];
		x[i] = loop(l, &inner, n - 1);
		arena_release(l->in->scratch, mark);
		if (elab_is_error(x[i]))
			return x[i];
	}
	return gather(l, x, count, l->ast->at);
}

/* The values of a body that is the same for many values of its iterator in a row; NULL: it is not,
   or not known to be. */
static const Expr **find_runs(const Loop *l, const Env *env, const Expr *range, uint32_t *n)
{
	SectionRuns runs = {.env = env, .iter = l->iter[0].name, .body = l->body};

	if (!elab_range_integers(range, &runs.values))
		return NULL;
	*n = runs.values.n;
	return section_runs(l->in, &runs);
}

/* The value of the body with the first n iterators still to come. */
static const Expr *loop(const Loop *l, const Env *env, uint32_t n)
{
	const AstExpr *ast = n ? &l->iter[n - 1] : NULL;
	const Expr *arg[3], *const *value;
	uint32_t count;
	Iter iter;
	Env inner = *env;

	if (n == 0)
		return elab_expr(l->in, env, l->body);
	arg[1] = elab_iter_range(l->in, env, ast, NULL, 0, l->body);
	if (elab_is_error(arg[1]))
		return arg[1];
	if (n == 1 && l->op == EX_FOR_ARRAY && !elab_in_function(env)) {
		const Expr **x = find_runs(l, env, arg[1], &count);

		if (x)
			return gather(l, x, count, l->ast->at);
	}
	value = elab_in_function(env) ? NULL : elab_literals(l->in, arg[1], &count);
	if (value && count == 0 && l->op == EX_FOR_ARRAY) {
		Loop empty = *l;

		empty.empty = type_of_body(l, env, n, arg[1]->type->elem);
		return gather(&empty, NULL, 0, l->ast->at);
	}
	if (value)
		return unroll(l, env, n, value, count);
	if (!env->body)
		return elab_fail(l->in, ast->at, E_ITERATOR, "the values of '%s' are not known",
						 elab_name(l->in, ast->name));
	arg[0] = elab_new_iter(l->in, env->body, ast->name, arg[1]->type->elem, ast->at);
	iter = (Iter){env->iters, ast->name, arg[0]};
	inner.iters = &iter;
	arg[2] = loop(l, &inner, n - 1);
	return elab_make(l->in, l->op, arg, 3, l->ast->at);
}

static const Expr *run(const Loop *l, const Env *env, uint32_t n)
{
	if (n > MAX_ITERATORS)
		return elab_fail(l->in, l->ast->at, E_ITERATOR, "there are more than %d iterators",
						 MAX_ITERATORS);
	return loop(l, env, n);
}

const Expr *elab_comprehend(Inst *in, const Env *env, const AstExpr *e)
{
	Loop l = {in, e, &e->kid[0], &e->kid[1], EX_FOR_ARRAY, NULL};

	return run(&l, env, e->n - 1);
}

const Expr *elab_reduce(Inst *in, const Env *env, const AstExpr *e)
{
	static const struct {
		const char *name;
		ExprOp op;
	} known[] = {{"sum", EX_FOR_SUM},
				 {"product", EX_FOR_PRODUCT},
				 {"min", EX_FOR_MIN},
				 {"max", EX_FOR_MAX},
				 {"array", EX_FOR_ARRAY}};
	Loop l = {in, e, &e->kid[1], &e->kid[2], EX_FOR_ARRAY, NULL};
	const AstExpr *f = &e->kid[0];
	bool at_root = f->kind == AX_REF && f->n == 1 && f->is_global; /* `.sum(x for …)` */

	for (size_t i = 0; (f->kind == AX_NAME || at_root) && i < sizeof known / sizeof *known; i++) {
		if (strcmp(elab_name(in, at_root ? f->part[0].name : f->name), known[i].name) != 0)
			continue;
		l.op = known[i].op;
		return run(&l, env, e->n - 2);
	}
	return elab_fail(in, f->at, E_NOT_CALLABLE,
					 "only sum, product, min, max and array take 'for' in their arguments");
}
