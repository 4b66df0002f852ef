/* SPDX-License-Identifier: MIT
   elab_overload.c — operators of operator records (MLS 14): the one function among those of both
   operands that takes them as they are; then, with one operand converted by a constructor; then
   element by element. */
#include "compiler/elab/elab_local.h"

#include <string.h>

enum { MAX_CANDIDATES = 64 };

typedef struct {
	const FnInfo *fn[MAX_CANDIDATES]; /* n functions, each once */
	uint32_t n;                       /* how many */
} Candidates;

Node *elab_record_class(Inst *in, const Type *t)
{
	return t->kind == TY_RECORD ? map_find_ptr(&elab_state(in)->record_class, t->elem->name.i)
								: NULL;
}

Node **elab_operator(Inst *in, Node *record, const char *name, uint32_t *n)
{
	Node *op = member_node(in, record, flat_name(in->flat, name));
	Node **fn;

	*n = 0;
	if (!op || op->kind != NODE_CLASS)
		return NULL;
	if (elab_is_function(op)) {
		fn = NEW(in->scratch, Node *);
		fn[(*n)++] = op;
		return fn;
	}
	if (!member_list(in, op))
		return NULL;
	fn = NEW_ARRAY(in->scratch, Node *, op->n_member);
	for (uint32_t i = 0; i < op->n_member; i++) {
		Node *f = op->member[i]->decl->kind == EL_CLASS ? node_of(in, op, op->member[i]) : NULL;

		if (f && elab_is_function(f))
			fn[(*n)++] = f;
	}
	return fn;
}

static void add_candidates(Inst *in, Candidates *c, const Type *t, const char *name)
{
	Node *record = elab_record_class(in, t), **fn;
	uint32_t n = 0;

	fn = record ? elab_operator(in, record, name, &n) : NULL;
	for (uint32_t i = 0; i < n && c->n < MAX_CANDIDATES; i++) {
		const FnInfo *info = elab_fn_info(in, fn[i], NULL);
		bool known = !info;

		for (uint32_t k = 0; k < c->n; k++)
			known |= c->fn[k] == info;
		if (!known)
			c->fn[c->n++] = info;
	}
}

/* The functions that take these arguments: how many, the last of them in *fn. */
static int matches(Inst *in, const Candidates *c, const Expr *const arg[], int n, const FnInfo **fn)
{
	int count = 0;

	for (uint32_t i = 0; i < c->n; i++) {
		if (!elab_call_fits(in, c->fn[i], arg, n))
			continue;
		*fn = c->fn[i];
		count++;
	}
	return count;
}

static const Expr *apply(Inst *in, const FnInfo *fn, const Expr *const arg[], int n, Place at)
{
	const Expr **all = NEW_ARRAY(in->scratch, const Expr *, fn->n_in);

	for (int i = 0; i < n; i++)
		all[i] = elab_convert(in, arg[i], fn->body->locals.at[i].type, at, "an operand");
	return elab_call_with(in, &(Env){.node = in->top ? in->top : in->root}, fn, all, at);
}

static const Expr *no_match(Inst *in, const char *name, const Expr *const arg[], int n, int count,
							Place at)
{
	Text types;
	const Expr *e;

	text_init(&types, arena_heap(in->keep));
	for (int i = 0; i < n; i++) {
		text_printf(&types, i ? " and " : "");
		type_print(in->pool, arg[i]->type, &types);
	}
	e = elab_fail(in, at, E_OVERLOAD,
				  count > 1 ? "several functions %s take %s" : "there is no operator %s for %s",
				  name, text_str(&types));
	text_free(&types);
	return e;
}

const Expr *elab_overload(Inst *in, Place at, const char *name, const Expr *const arg[], int n)
{
	Candidates c = {.n = 0};
	const FnInfo *fn = NULL;
	int count;
	const Expr *x;
	ArenaMark mark = arena_mark(in->scratch);

	for (int i = 0; i < n; i++) {
		if (elab_is_error(arg[i]))
			return arg[i];
		add_candidates(in, &c, arg[i]->type, name);
	}
	if (strcmp(name, "'0'") == 0)
		n = 0; /* the argument only says of which record */
	count = matches(in, &c, arg, n, &fn);
	if (count != 1 && n == 1 && arg[0]->type->rank > 0 && arg[0]->type->dim[0] >= 0) {
		int32_t size = arg[0]->type->dim[0];
		const Expr **part = NEW_ARRAY(in->scratch, const Expr *, size);

		for (int32_t i = 0; i < size; i++) {
			const Expr *element = elab_element(in, arg[0], i + 1);

			part[i] = elab_overload(in, at, name, &element, 1);
			if (elab_is_error(part[i]))
				return part[i];
		}
		x = expr_array(in->pool, size ? part[0]->type : type_drop(in->pool, arg[0]->type, 1), part,
					   (size_t)size);
	} else {
		x = count == 1 ? apply(in, fn, arg, n, at) : no_match(in, name, arg, n, count, at);
	}
	arena_release(in->scratch, mark);
	return x;
}

/* x made a record of the class of `like` by a constructor with one argument; NULL: there is no
   such, or several. */
static const Expr *by_constructor(Inst *in, const Expr *x, const Type *like, Place at)
{
	Candidates c = {.n = 0};
	const FnInfo *fn = NULL;

	add_candidates(in, &c, like, "'constructor'");
	return matches(in, &c, &x, 1, &fn) == 1 ? apply(in, fn, &x, 1, at) : NULL;
}

static const Expr *direct(Inst *in, const char *name, const Expr *a, const Expr *b, int *count,
						  Place at)
{
	const Expr *arg[2] = {a, b};
	Candidates c = {.n = 0};
	const FnInfo *fn = NULL;

	add_candidates(in, &c, a->type, name);
	add_candidates(in, &c, b->type, name);
	*count = matches(in, &c, arg, 2, &fn);
	return *count == 1 ? apply(in, fn, arg, 2, at) : NULL;
}

/* Element by element (MLS 14.5, item 4) */

static const Expr *map(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b, Place at)
{
	const Type *shape = a->type->rank ? a->type : b->type;
	const Expr **x;
	int32_t n = shape->dim[0];

	if (a->type->rank && b->type->rank && !type_same_dims(a->type, b->type))
		return elab_fail(in, at, E_SIZES, "the sizes do not fit: %s %s %s",
						 elab_dims_text(in, a->type), syntax_op(op), elab_dims_text(in, b->type));
	if (n == DIM_OPEN)
		return elab_fail(in, at, E_UNSUPPORTED,
						 "operators of arrays of records need known sizes in this version");
	x = NEW_ARRAY(in->scratch, const Expr *, n);
	for (int32_t i = 0; i < n; i++) {
		x[i] = elab_binary_of(in, env, op, a->type->rank ? elab_element(in, a, i + 1) : a,
							  b->type->rank ? elab_element(in, b, i + 1) : b, at);
		if (elab_is_error(x[i]))
			return x[i];
	}
	return expr_array(in->pool, n ? x[0]->type : type_drop(in->pool, shape, 1), x, (size_t)n);
}

/* The scalar product of a row of a matrix and a column. */
static const Expr *row_times(Inst *in, const Env *env, const Expr *row, const Expr *col, Place at)
{
	const Expr *sum = NULL;

	if (row->type->dim[0] == 0)
		return elab_overload(in, at, "'0'", &row, 1);
	for (int32_t i = 1; i <= row->type->dim[0]; i++) {
		const Expr *term =
			elab_binary_of(in, env, AO_MUL, elab_element(in, row, i), elab_element(in, col, i), at);

		sum = sum ? elab_binary_of(in, env, AO_ADD, sum, term, at) : term;
	}
	return sum;
}

/* matrix * vector and matrix * matrix */
static const Expr *product(Inst *in, const Env *env, const Expr *a, const Expr *b, Place at)
{
	const Type *s = a->type, *t = b->type;
	const Expr **x;

	if (s->rank != 2 || t->rank < 1 || t->rank > 2 || s->n_scalars < 0 || t->n_scalars < 0 ||
		s->dim[1] != t->dim[0])
		return no_match(in, "'*'", (const Expr *const[]){a, b}, 2, 0, at);
	x = NEW_ARRAY(in->scratch, const Expr *, s->dim[0]);
	for (int32_t i = 0; i < s->dim[0]; i++) {
		const Expr *row = elab_element(in, a, i + 1), **y;

		if (t->rank == 1) {
			x[i] = row_times(in, env, row, b, at);
		} else {
			y = NEW_ARRAY(in->scratch, const Expr *, t->dim[1]);
			for (int32_t j = 0; j < t->dim[1]; j++) {
				const Expr *sub[2] = {expr_colon(in->pool), expr_integer(in->pool, j + 1)};

				y[j] = row_times(in, env, row, expr_index(in->pool, b, sub, 2), at);
				if (elab_is_error(y[j]))
					return y[j];
			}
			x[i] = t->dim[1] ? expr_array(in->pool, y[0]->type, y, (size_t)t->dim[1]) : b;
		}
		if (elab_is_error(x[i]))
			return x[i];
	}
	return s->dim[0] ? expr_array(in->pool, x[0]->type, x, (size_t)s->dim[0]) : a;
}

static const Expr *elementwise(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b,
							   Place at)
{
	bool arrays = a->type->rank > 0 && b->type->rank > 0;

	switch (op) {
	case AO_ADD:
	case AO_SUB: return arrays ? map(in, env, op, a, b, at) : NULL;
	case AO_MUL: return arrays ? product(in, env, a, b, at) : map(in, env, op, a, b, at);
	case AO_DIV: return b->type->rank == 0 ? map(in, env, op, a, b, at) : NULL;
	case AO_DOT_ADD: return map(in, env, AO_ADD, a, b, at);
	case AO_DOT_SUB: return map(in, env, AO_SUB, a, b, at);
	case AO_DOT_MUL: return map(in, env, AO_MUL, a, b, at);
	case AO_DOT_DIV: return map(in, env, AO_DIV, a, b, at);
	case AO_DOT_POW: return map(in, env, AO_POW, a, b, at);
	default: return NULL;
	}
}

static AstOp undotted(AstOp op)
{
	switch (op) {
	case AO_DOT_ADD: return AO_ADD;
	case AO_DOT_SUB: return AO_SUB;
	case AO_DOT_MUL: return AO_MUL;
	case AO_DOT_DIV: return AO_DIV;
	case AO_DOT_POW: return AO_POW;
	default: return op;
	}
}

const Expr *elab_overload_binary(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b,
								 Place at)
{
	bool arrays = a->type->rank > 0 || b->type->rank > 0;
	const char *name = arena_printf(in->scratch, "'%s'", syntax_op(undotted(op)));
	const Expr *x = NULL, *other;
	int count = 0;

	if (op == undotted(op) || !arrays) {
		x = direct(in, name, a, b, &count, at);
		if (!x && count == 0 && b->type->kind != TY_RECORD) {
			other = by_constructor(in, b, a->type, at);
			x = other ? direct(in, name, a, other, &count, at) : NULL;
		} else if (!x && count == 0 && a->type->kind != TY_RECORD) {
			other = by_constructor(in, a, b->type, at);
			x = other ? direct(in, name, other, b, &count, at) : NULL;
		}
	}
	if (!x && count == 0 && arrays)
		x = elementwise(in, env, op, a, b, at);
	return x ? x : no_match(in, name, (const Expr *const[]){a, b}, 2, count, at);
}
