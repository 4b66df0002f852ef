/* SPDX-License-Identifier: MIT
   scalar.c — one scalar of an array or record expression. `select_part` follows (expression,
   number) through everything that only rearranges; products, sums and the like are spelt out with
   subscripted arguments, which are followed in turn. What is left is element-wise and done with a
   stack. Calls and subscripts known at run time only stay, with their arguments in constructors of
   scalars. */
#include "compiler/flat/flat.h"

typedef struct Task {
	const Expr *e; /* element-wise operator being taken apart */
	int32_t k;     /* which scalar of it */
	uint32_t next; /* argument to do next */
} Task;

typedef struct Scalar {
	ExprPool *p;           /* where results are made */
	Arena *scratch;        /* holds the stacks */
	VEC(Task) todo;        /* operators begun */
	VEC(const Expr *) val; /* scalars of their arguments */
	bool remembers;        /* several scalars of one expression are asked for */
	Map done;              /* then: operator and scalar of it -> what it is */
} Scalar;

/* Elements of products ask for the same scalars of their factors, again and again. */
enum { MOST_REMEMBERED = 256 }; /* scalars of an expression for which that is worth it */

static int32_t count_elements(const Type *t)
{
	int32_t n = 1;

	for (int d = 0; d < t->rank; d++)
		n *= t->dim[d];
	return n;
}

/* Element number k of an array, row-major; the element may be a record. Of what is written out it
   is there already, without subscripts. */
static const Expr *element(ExprPool *p, const Expr *a, int32_t k)
{
	const Expr *sub[UINT8_MAX];
	int rank;

	while (a->op == EX_ARRAY) {
		int32_t n = count_elements(a->arg[0]->type);

		a = a->arg[k / n];
		k %= n;
	}
	rank = a->type->rank;
	if (rank == 0)
		return a;
	if (a->op == EX_VAR)
		return expr_var(p, (VarId){(int32_t)a->aux + k}, a->type->elem);
	for (int d = rank - 1; d >= 0; d--) {
		sub[d] = expr_integer(p, k % a->type->dim[d] + 1);
		k /= a->type->dim[d];
	}
	return expr_index(p, a, sub, (size_t)rank);
}

static const Expr *number(ExprPool *p, const Type *t, int value)
{
	return t->kind == TY_REAL ? expr_real(p, value) : expr_integer(p, value);
}

/* The sum of a[…]*b[…] that is element k of a product of vectors or matrices. */
static const Expr *spell_matmul(ExprPool *p, const Expr *a, const Expr *b, int32_t k)
{
	int32_t n = b->type->dim[0], n_col = b->type->rank == 2 ? b->type->dim[1] : 1;
	const Expr *sum = NULL;

	for (int32_t i = 0; i < n; i++) {
		const Expr *term =
			expr_mul(p, element(p, a, k / n_col * n + i), element(p, b, i * n_col + k % n_col));

		sum = sum ? expr_add(p, sum, term) : term;
	}
	return sum ? sum : number(p, a->type, 0);
}

/* By squaring, as in functions. */
static const Expr *spell_matpow(ExprPool *p, const Expr *a, const Expr *n)
{
	const Expr *power = NULL, *square = a;
	int64_t times = n->op == EX_INTEGER ? expr_integer_value(n) : -1;

	if (times < 0 || times > 1000)
		BUG("the power of a matrix is not a small literal");
	if (times == 0) {
		power = expr_unary(p, EX_IDENTITY, expr_integer(p, a->type->dim[0]));
		return a->type->kind == TY_REAL ? expr_to_real(p, power) : power;
	}
	for (; times > 0; times >>= 1) {
		if (times & 1)
			power = power ? expr_binary(p, EX_MATMUL, power, square) : square;
		if (times > 1)
			square = expr_binary(p, EX_MATMUL, square, square);
	}
	return power;
}

static const Expr *spell_cross(ExprPool *p, const Expr *a, const Expr *b, int32_t k)
{
	int32_t i = (k + 1) % 3, j = (k + 2) % 3;

	return expr_sub(p, expr_mul(p, element(p, a, i), element(p, b, j)),
					expr_mul(p, element(p, a, j), element(p, b, i)));
}

static const Expr *spell_skew(ExprPool *p, const Expr *x, int32_t k)
{
	static const int8_t of[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0}; /* signed, from 1 */

	if (of[k] == 0)
		return number(p, x->type, 0);
	return of[k] > 0 ? element(p, x, of[k] - 1) : expr_neg(p, element(p, x, -of[k] - 1));
}

/* What a reduction of nothing gives. */
static const Expr *empty_reduction(ExprPool *p, ExprOp op, const Type *t)
{
	double value = expr_empty_value(op, t->elem);

	switch (t->kind) {
	case TY_REAL: return expr_real(p, value);
	case TY_BOOLEAN: return expr_boolean(p, value != 0);
	case TY_ENUM: return expr_enum(p, t->elem, (int)value);
	default: return expr_integer(p, (int64_t)value);
	}
}

static const Expr *spell_reduction(ExprPool *p, ExprOp op, const Expr *a)
{
	const Expr *all = NULL;

	for (int32_t i = 0; i < count_elements(a->type); i++)
		all = all ? expr_binary(p, expr_step_op(op), all, element(p, a, i)) : element(p, a, i);
	return all ? all : empty_reduction(p, op, a->type);
}

/* The body with iteration i in place of the iterator. */
static const Expr *iteration(Scalar *s, const Expr *e, int32_t i)
{
	return walk_replace_local(s->p, s->scratch, e->arg[2], e->arg[0],
							  scalar_at(s->p, s->scratch, e->arg[1], i));
}

static const Expr *spell_for(Scalar *s, const Expr *e)
{
	const Expr *all = NULL;

	for (int32_t i = 0; i < e->arg[1]->type->dim[0]; i++)
		all = all ? expr_binary(s->p, expr_step_op(e->op), all, iteration(s, e, i))
				  : iteration(s, e, 0);
	return all ? all : empty_reduction(s->p, e->op, e->type);
}

static const Expr *spell_range(ExprPool *p, const Expr *const arg[], int32_t k)
{
	if (arg[0]->op == EX_ENUM)
		return expr_enum(p, arg[0]->type, (int)arg[0]->aux + k);
	if (arg[0]->op == EX_BOOLEAN)
		return expr_boolean(p, arg[0]->aux + (uint32_t)k);
	return expr_add(p, arg[0], expr_mul(p, number(p, arg[0]->type, k), arg[1]));
}

static const Expr *spell_linspace(ExprPool *p, const Expr *const arg[], int32_t k, int32_t n)
{
	const Expr *part = expr_mul(p, expr_sub(p, arg[1], arg[0]), expr_real(p, k));

	return expr_add(p, arg[0], expr_binary(p, EX_DIV, part, expr_real(p, n > 1 ? n - 1 : 1)));
}

/* Which argument of an array, record, tuple or cat holds scalar *k; *k becomes its number there. */
static const Expr *select_argument(const Expr *e, int32_t *k)
{
	for (size_t i = 0; i < e->n; i++) {
		if (*k < e->arg[i]->type->n_scalars)
			return e->arg[i];
		*k -= e->arg[i]->type->n_scalars;
	}
	BUG("an array has no such element");
}

static const Expr *select_cat(const Expr *e, int32_t *k)
{
	int32_t d = (int32_t)expr_integer_value(e->arg[0]) - 1, inner = e->type->elem->n_scalars;
	int32_t outer, at, rest;

	for (int i = d + 1; i < e->type->rank; i++)
		inner *= e->type->dim[i];
	rest = *k % inner;
	at = *k / inner % e->type->dim[d];
	outer = *k / inner / e->type->dim[d];
	for (size_t i = 1; i < e->n; i++) {
		int32_t n = e->arg[i]->type->dim[d];

		if (at < n) {
			*k = (outer * n + at) * inner + rest;
			return e->arg[i];
		}
		at -= n;
	}
	BUG("an array has no such element");
}

/* The position, from 0, that a subscript chooses as its i-th; -1: known at run time only. */
static int64_t position(Scalar *s, const Expr *sub, int32_t i)
{
	const Expr *one;

	if (sub->op == EX_COLON)
		return i;
	if (sub->type->rank == 1 && sub->type->n_scalars < 0)
		return -1;
	one = sub->type->rank == 1 ? scalar_at(s->p, s->scratch, sub, i) : sub;
	if (one->op != EX_INTEGER && one->op != EX_BOOLEAN && one->op != EX_ENUM)
		return -1;
	return expr_integer_value(one) - (one->op != EX_BOOLEAN);
}

/* a[sub…] with subscripts that are known: the scalar of a. False: they are not. */
static bool select_index(Scalar *s, const Expr *e, int32_t *k)
{
	const Type *base = e->arg[0]->type, *type = e->type;
	int32_t inner = base->elem->n_scalars, rest = *k % inner, left = *k / inner, at[UINT8_MAX];
	int64_t sum = 0;

	if (base->n_scalars < 0 || type->n_scalars < 0)
		return false;
	for (int d = type->rank - 1; d >= 0; d--) {
		at[d] = left % type->dim[d];
		left /= type->dim[d];
	}
	for (int d = 0, used = 0; d < base->rank; d++) {
		const Expr *sub = d + 1 < (int)e->n ? e->arg[d + 1] : NULL;
		bool keeps = !sub || sub->op == EX_COLON || sub->type->rank == 1;
		int64_t pos = sub ? position(s, sub, keeps ? at[used] : 0) : at[used];

		used += keeps;
		if (pos < 0 || pos >= base->dim[d])
			return false;
		sum = sum * base->dim[d] + pos;
	}
	*k = (int32_t)(sum * inner + rest);
	return true;
}

/* Rows and columns exchanged: of transpose, or where symmetric takes the upper triangle. */
static int32_t select_transposed(const Type *t, int32_t k, bool lower_only)
{
	int32_t inner = t->elem->n_scalars, row, col;

	for (int d = 2; d < t->rank; d++)
		inner *= t->dim[d];
	row = k / inner / t->dim[1];
	col = k / inner % t->dim[1];
	if (lower_only && row <= col)
		return k;
	return (col * t->dim[0] + row) * inner + k % inner;
}

static int32_t select_field(const Expr *e, int32_t k)
{
	const Type *base = e->arg[0]->type;
	int32_t n = base->field[e->aux].type->n_scalars;

	return k / n * base->elem->n_scalars + base->field[e->aux].before + k % n;
}

static const Expr *select_diagonal(ExprPool *p, const Expr *e, int32_t *k)
{
	int32_t n = e->type->dim[0], row = *k / n, col = *k % n;

	*k = 0;
	if (e->op == EX_IDENTITY)
		return expr_integer(p, row == col);
	*k = row == col ? row : 0;
	return row == col ? e->arg[0] : number(p, e->type, 0);
}

/* One step towards the scalar that is number *k of e; NULL: e is element-wise or stays. */
static const Expr *select_part(Scalar *s, const Expr *e, int32_t *k)
{
	ExprPool *p = s->p;
	int32_t at = *k;

	switch (e->op) {
	case EX_VAR:
		*k = 0;
		return e->type->rank ? expr_var(p, (VarId){(int32_t)e->aux + at}, e->type->elem) : NULL;
	case EX_ARRAY:
		*k = at % (e->type->n_scalars / (int32_t)e->n);
		return e->arg[at / (e->type->n_scalars / (int32_t)e->n)];
	case EX_RECORD:
	case EX_TUPLE: return select_argument(e, k);
	case EX_FIELD: *k = select_field(e, at); return e->arg[0];
	case EX_INDEX: return select_index(s, e, k) ? e->arg[0] : NULL;
	case EX_TRANSPOSE: *k = select_transposed(e->type, at, false); return e->arg[0];
	case EX_SYMMETRIC: *k = select_transposed(e->type, at, true); return e->arg[0];
	case EX_SCALAR:
	case EX_VECTOR:
	case EX_MATRIX: return e->arg[0];
	case EX_FILL: *k = at % e->arg[0]->type->n_scalars; return e->arg[0];
	case EX_IDENTITY:
	case EX_DIAGONAL: return select_diagonal(p, e, k);
	case EX_CAT: return select_cat(e, k);
	case EX_FOR_ARRAY:
		*k = at % e->arg[2]->type->n_scalars;
		return iteration(s, e, at / e->arg[2]->type->n_scalars);
	case EX_MATPOW: return spell_matpow(p, e->arg[0], e->arg[1]);
	default: break;
	}
	*k = 0;
	switch (e->op) {
	case EX_MATMUL: return spell_matmul(p, e->arg[0], e->arg[1], at);
	case EX_CROSS: return spell_cross(p, e->arg[0], e->arg[1], at);
	case EX_SKEW: return spell_skew(p, e->arg[0], at);
	case EX_OUTER:
		return expr_mul(p, element(p, e->arg[0], at / e->type->dim[1]),
						element(p, e->arg[1], at % e->type->dim[1]));
	case EX_SUM:
	case EX_PRODUCT:
	case EX_MIN_OF:
	case EX_MAX_OF: return spell_reduction(p, e->op, e->arg[0]);
	case EX_FOR_SUM:
	case EX_FOR_PRODUCT:
	case EX_FOR_MIN:
	case EX_FOR_MAX: return spell_for(s, e);
	case EX_RANGE: return spell_range(p, e->arg, at);
	case EX_LINSPACE: return spell_linspace(p, e->arg, at, e->type->dim[0]);
	default: *k = at; return NULL;
	}
}

/* Scalar k of something that stays: subscripts and fields around it. */
static const Expr *part_of(ExprPool *p, const Expr *e, int32_t k)
{
	while (e->type->rank > 0 || e->type->kind == TY_RECORD) {
		int32_t n = e->type->elem->n_scalars;
		int field = 0;

		if (e->type->rank > 0) {
			e = element(p, e, k / n);
			k %= n;
			continue;
		}
		for (; k >= e->type->field[field].type->n_scalars; field++)
			k -= e->type->field[field].type->n_scalars;
		e = expr_field(p, e, field);
	}
	return e;
}

/* A call, or a subscript known at run time: itself with arguments of scalars. Each scalar of its
   result asks for it, and of calls in its arguments each of theirs: it is made once. */
static const Expr *with_whole_arguments(Scalar *s, const Expr *e)
{
	const Expr *whole = map_find_ptr(&s->p->whole, e->id), **arg;

	if (whole)
		return whole;
	arg = NEW_ARRAY(s->scratch, const Expr *, e->n);
	for (size_t i = 0; i < e->n; i++)
		arg[i] = scalar_whole(s->p, s->scratch, e->arg[i]);
	whole = expr_with(s->p, e, arg);
	map_put(&s->p->whole, e->id, map_key(whole));
	return whole;
}

static bool stays(ExprOp op)
{
	const OpInfo *info = &expr_op_info[op];

	return op == EX_CALL || op == EX_RESULT || op == EX_INDEX || op == EX_SIZE ||
		   op == EX_TO_STRING || op == EX_ASSERT ||
		   ((info->flags & OF_STATE) && info->rule == RULE_OWN);
}

static uint64_t key_of(const Expr *e, int32_t k)
{
	return (uint64_t)e->id << 32 | (uint32_t)k;
}

/* Begin with scalar k of e: either its value is pushed, or a task that will push it. */
static void begin(Scalar *s, const Expr *e, int32_t k)
{
	const MdvAlloc *a = arena_allocator(s->scratch);
	const Expr *part;

	while ((e->flags & XF_ARRAY) && (part = select_part(s, e, &k)))
		e = part;
	if (!(e->flags & XF_ARRAY) || stays(e->op) || expr_op_info[e->op].form == FORM_LEAF) {
		vec_push(a, &s->val,
				 part_of(s->p, e->flags & XF_ARRAY ? with_whole_arguments(s, e) : e, k));
		return;
	}
	part = s->remembers ? map_find_ptr(&s->done, key_of(e, k)) : NULL;
	if (part)
		vec_push(a, &s->val, part);
	else
		vec_push(a, &s->todo, ((Task){e, k, 0}));
}

static const Expr *take_scalar(Scalar *s, const Expr *e, int32_t k)
{
	begin(s, e, k);
	while (s->todo.n > 0) {
		Task *top = &s->todo.at[s->todo.n - 1];
		const Expr *result;

		if (top->next < top->e->n) {
			const Expr *arg = top->e->arg[top->next++];

			begin(s, arg, arg->type->rank > 0 || arg->type->kind == TY_RECORD ? top->k : 0);
			continue;
		}
		s->todo.n--;
		s->val.n -= top->e->n;
		result = expr_with(s->p, top->e, s->val.at + s->val.n);
		if (s->remembers)
			map_put(&s->done, key_of(top->e, top->k), map_key(result));
		vec_push(arena_allocator(s->scratch), &s->val, result);
	}
	return s->val.at[--s->val.n];
}

const Expr *scalar_at(ExprPool *p, Arena *scratch, const Expr *e, int32_t k)
{
	Scalar s = {.p = p, .scratch = scratch};
	ArenaMark mark = arena_mark(scratch);
	const Expr *result = take_scalar(&s, e, k);

	arena_release(scratch, mark);
	return result;
}

/* The value of type t made of the scalars that `next` counts through. */
static const Expr *assemble(Scalar *s, const Type *t, const Expr *e, int32_t *next)
{
	size_t n = t->rank > 0 ? (size_t)t->dim[0] : (size_t)t->n_fields;
	const Expr **part;

	if (t->rank == 0 && t->kind != TY_RECORD)
		return take_scalar(s, e, (*next)++);
	part = NEW_ARRAY(s->scratch, const Expr *, n);
	for (size_t i = 0; i < n; i++)
		part[i] = assemble(s, t->rank > 0 ? type_drop(s->p, t, 1) : t->field[i].type, e, next);
	return t->rank > 0 ? expr_array(s->p, type_drop(s->p, t, 1), part, n)
					   : expr_record(s->p, t, part, n);
}

const Expr *scalar_whole(ExprPool *p, Arena *scratch, const Expr *e)
{
	Scalar s = {.p = p, .scratch = scratch};
	ArenaMark mark = arena_mark(scratch);
	int32_t next = 0;

	s.remembers = e->type->n_scalars > 1 && e->type->n_scalars <= MOST_REMEMBERED;
	map_init(&s.done, arena_allocator(scratch));
	if (!(e->flags & XF_ARRAY) || e->op == EX_VAR || e->op == EX_LOCAL || e->op == EX_COLON)
		return e;
	if (e->type->kind == TY_TUPLE || e->op == EX_CALL || e->op == EX_RESULT)
		e = with_whole_arguments(&s, e);
	else if (e->type->n_scalars >= 0)
		e = assemble(&s, e->type, e, &next);
	arena_release(scratch, mark);
	return e;
}

const Expr *scalar_build(ExprPool *p, Arena *scratch, VarId v, const Type *type, ScalarOf of,
						 void *ctx)
{
	const Type *part;
	const Expr **arg;

	if (type->rank == 0)
		return of(ctx, v);
	part = type_drop(p, type, 1);
	arg = NEW_ARRAY(scratch, const Expr *, type->dim[0]);
	for (int32_t i = 0; i < type->dim[0]; i++)
		arg[i] = scalar_build(p, scratch, (VarId){v.i + i * part->n_scalars}, part, of, ctx);
	return expr_array(p, part, arg, (size_t)type->dim[0]);
}
