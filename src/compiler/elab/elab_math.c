/* SPDX-License-Identifier: MIT
   elab_math.c — predefined functions of numbers, texts and arrays (MLS 3.7.1 … 3.7.3, 10.3). */
#include "compiler/elab/elab_local.h"

#include <string.h>

static bool is_number(const Expr *e)
{
	return e->type->kind == TY_REAL || e->type->kind == TY_INTEGER;
}

static const Expr *wrong(const Call *c, uint32_t i, const char *needed)
{
	return elab_fail(c->in, c->written[i]->at, E_TYPE, "argument %u of '%s' must be %s, not %s",
					 i + 1, c->fn->name, needed, elab_type_text(c->in, c->arg[i]->type));
}

static const Expr *make(const Call *c, uint32_t n)
{
	return elab_make(c->in, c->fn->op, c->arg, n, c->ast->at);
}

/* Is the only argument a literal for which there is no value? */
static bool is_undefined(const Call *c)
{
	IrOp op = expr_value_op(c->fn->op, TY_REAL);

	return c->n == 1 && c->arg[0]->op == EX_REAL && op != IR_OP_COUNT &&
		   !ops_defined(op, expr_real_value(c->arg[0]), 0);
}

/* Functions of Reals, element by element. */
const Expr *elab_math_real(const Call *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		if (!is_number(c->arg[i]))
			return wrong(c, i, "a number");
		c->arg[i] = expr_to_real(c->in->pool, c->arg[i]);
	}
	if (is_undefined(c))
		return elab_doubt(c->in, c->env, c->written[0]->at, E_OPERAND,
						  "'%s' is not defined for this argument", c->fn->name);
	return make(c, c->n);
}

const Expr *elab_math_number(const Call *c)
{
	return is_number(c->arg[0]) ? make(c, 1) : wrong(c, 0, "a number");
}

/* Functions of Integers or Reals, all of one kind. */
const Expr *elab_math_numbers(const Call *c)
{
	bool real = false;

	for (uint32_t i = 0; i < c->n; i++) {
		if (!is_number(c->arg[i]))
			return wrong(c, i, "a number");
		real |= c->arg[i]->type->kind == TY_REAL;
	}
	for (uint32_t i = 0; i < c->n && real; i++)
		c->arg[i] = expr_to_real(c->in->pool, c->arg[i]);
	return make(c, c->n);
}

const Expr *elab_math_extreme(const Call *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (!is_number(c->arg[i]) && c->arg[i]->type->kind != TY_BOOLEAN &&
			c->arg[i]->type->kind != TY_ENUM)
			return wrong(c, i, "a number, an enumeration or a Boolean");
	if (c->n == 1) {
		ExprOp op = c->fn->op == EX_MIN ? EX_MIN_OF : EX_MAX_OF;

		if (c->arg[0]->type->rank == 0)
			return wrong(c, 0, "an array, if there is only one");
		if (c->arg[0]->type->n_scalars == 0 && c->arg[0]->type->kind == TY_REAL)
			return expr_real(c->in->pool, expr_empty_value(op, c->arg[0]->type->elem));
		return elab_make(c->in, op, c->arg, 1, c->ast->at);
	}
	if (is_number(c->arg[0]) && is_number(c->arg[1]))
		return elab_math_numbers(c);
	return make(c, 2);
}

const Expr *elab_math_integer(const Call *c)
{
	if (c->arg[0]->type->kind == TY_INTEGER)
		return c->arg[0];
	return c->arg[0]->type->kind == TY_REAL ? make(c, 1) : wrong(c, 0, "a Real");
}

const Expr *elab_math_to_integer(const Call *c)
{
	const Expr *x = c->arg[0];

	if (x->type->kind == TY_INTEGER)
		return x;
	if (x->op == EX_ENUM)
		return expr_integer(c->in->pool, expr_integer_value(x));
	return x->type->kind == TY_ENUM ? make(c, 1) : wrong(c, 0, "an enumeration");
}

/* String(x, …) (MLS 3.7.1.2) */

typedef struct {
	const Expr *x;      /* what is to become text */
	const Expr *digits; /* significantDigits; or NULL */
	const Expr *length; /* minimumLength; or NULL */
	const Expr *left;   /* leftJustified; or NULL */
	const Expr *format; /* or NULL */
} ToString;

static bool string_option(const Call *c, const AstExpr *e, uint32_t i, ToString *s)
{
	static const char *const name[] = {"significantDigits", "minimumLength", "leftJustified",
									   "format"};
	static const TypeKind kind[] = {TY_INTEGER, TY_INTEGER, TY_BOOLEAN, TY_STRING};
	const Expr **to[] = {&s->digits, &s->length, &s->left, &s->format};
	uint32_t k = s->x->type->kind == TY_REAL ? i : i + 1;
	const Expr *x = elab_expr(c->in, c->env, e->kind == AX_NAMED ? &e->kid[0] : e);

	if (elab_is_error(x))
		return false;
	if (e->kind == AX_NAMED)
		for (k = 0; k < 4 && strcmp(name[k], elab_name(c->in, e->name)) != 0; k++)
			;
	else if (x->type->kind == TY_STRING)
		k = 3;
	if (k > 3) {
		elab_fail(c->in, e->at, E_CALL_ARGS,
				  "String takes significantDigits (of a Real), minimumLength, leftJustified or "
				  "format behind the value");
		return false;
	}
	*to[k] = elab_convert(c->in, x, type_basic(c->in->pool, kind[k]), e->at, name[k]);
	return !elab_is_error(*to[k]);
}

static const Expr *to_string(const Call *c, const ToString *s, const Expr *x)
{
	Inst *in = c->in;
	const Expr *arg[4] = {x};
	uint32_t n = 1;

	if (x->type->rank > 0) {
		const Expr **part;
		int32_t size = x->type->dim[0];

		if (size == DIM_OPEN)
			return elab_fail(in, c->ast->at, E_UNSUPPORTED,
							 "String of an array needs a known size in this version");
		part = NEW_ARRAY(in->scratch, const Expr *, size);
		for (int32_t i = 0; i < size; i++) {
			part[i] = to_string(c, s, elab_element(in, x, i + 1));
			if (elab_is_error(part[i]))
				return part[i];
		}
		return expr_array(in->pool, size ? part[0]->type : elab_state(in)->string, part,
						  (size_t)size);
	}
	if (s->format) {
		arg[n++] = s->format;
	} else if (s->digits || s->length || s->left) {
		arg[n++] = s->length ? s->length : expr_integer(in->pool, 0);
		arg[n++] = s->left ? s->left : expr_boolean(in->pool, true);
		if (x->type->kind == TY_REAL)
			arg[n++] = s->digits ? s->digits : expr_integer(in->pool, 6);
	}
	return elab_make(in, EX_TO_STRING, arg, n, c->ast->at);
}

const Expr *elab_math_string(const Call *c)
{
	const AstExpr *e = c->ast->kid + 1;
	ToString s = {.x = elab_expr(c->in, c->env, e)};
	uint32_t n = 0;

	if (elab_is_error(s.x))
		return s.x;
	if (s.x->type->kind == TY_RECORD) {
		Node *record = elab_record_class(c->in, s.x->type);
		Node **fn = record ? elab_operator(c->in, record, "'String'", &n) : NULL;

		if (n != 1)
			return elab_fail(c->in, c->ast->at, E_OVERLOAD,
							 "there is no operator 'String' for %s, or not a single one",
							 elab_type_text(c->in, s.x->type));
		return elab_call_function(c->in, c->env, fn[0], c->ast);
	}
	if (s.x->type->kind == TY_STRING || s.x->type->kind > TY_ENUM)
		return elab_fail(c->in, e->at, E_TYPE, "%s cannot be converted by String",
						 elab_type_text(c->in, s.x->type));
	for (uint32_t i = 1; i + 1 < c->ast->n; i++)
		if (!string_option(c, &e[i], i - 1, &s))
			return elab_error(c->in);
	return to_string(c, &s, s.x);
}

/* Arrays */

/* A size as an argument: known in a model. */
static bool size_arg(const Call *c, uint32_t i)
{
	const Expr *x =
		elab_convert(c->in, c->arg[i], elab_state(c->in)->integer, c->written[i]->at, "a size");

	if (!elab_is_error(x) && !elab_in_function(c->env) && !(x->flags & XF_LOCAL) &&
		!(c->env->body && x->variability > VB_PARAMETER)) /* in an algorithm: MLS 11.2.2 */
		x = elab_evaluate(c->in, x, c->written[i]->at, "the size of an array");
	if (!elab_is_error(x) && x->op == EX_INTEGER && expr_integer_value(x) < 0)
		x = elab_doubt(c->in, c->env, c->written[i]->at, E_SIZES, "a size cannot be negative: %lld",
					   (long long)expr_integer_value(x));
	c->arg[i] = x;
	return !elab_is_error(x);
}

static bool too_many_sizes(const Call *c, uint32_t n)
{
	if (n <= ELAB_MAX_RANK)
		return false;
	elab_fail(c->in, c->ast->at, E_SIZES, "there are more than %d dimensions", ELAB_MAX_RANK);
	return true;
}

const Expr *elab_math_fill(const Call *c)
{
	if (too_many_sizes(c, c->n - 1 + c->arg[0]->type->rank))
		return elab_error(c->in);
	for (uint32_t i = 1; i < c->n; i++)
		if (!size_arg(c, i))
			return elab_error(c->in);
	return make(c, c->n);
}

/* zeros and ones */
const Expr *elab_math_constant(const Call *c)
{
	const Expr **arg = NEW_ARRAY(c->in->scratch, const Expr *, c->n + 1);

	if (too_many_sizes(c, c->n))
		return elab_error(c->in);
	arg[0] = expr_integer(c->in->pool, c->fn->name[0] == 'o');
	for (uint32_t i = 0; i < c->n; i++) {
		if (!size_arg(c, i))
			return elab_error(c->in);
		arg[i + 1] = c->arg[i];
	}
	return elab_make(c->in, EX_FILL, arg, c->n + 1, c->ast->at);
}

const Expr *elab_math_identity(const Call *c)
{
	return size_arg(c, 0) ? make(c, 1) : elab_error(c->in);
}

const Expr *elab_math_linspace(const Call *c)
{
	if (!is_number(c->arg[0]) || !is_number(c->arg[1]))
		return wrong(c, is_number(c->arg[0]), "a number");
	c->arg[0] = expr_to_real(c->in->pool, c->arg[0]);
	c->arg[1] = expr_to_real(c->in->pool, c->arg[1]);
	if (!size_arg(c, 2))
		return elab_error(c->in);
	if (c->arg[2]->op == EX_INTEGER && expr_integer_value(c->arg[2]) < 2)
		return elab_doubt(c->in, c->env, c->written[2]->at, E_SIZES,
						  "linspace needs at least 2 points");
	return make(c, 3);
}

/* MLS 10.3.2: only dimensions of size 1 go. */
static bool loses_elements(ExprOp op, const Type *t)
{
	int kept = op == EX_MATRIX ? 2 : 0, large = 0;

	for (int d = kept; d < t->rank; d++)
		large += t->dim[d] > 1;
	return (op == EX_VECTOR && large > 1) || (op == EX_MATRIX && large > 0);
}

const Expr *elab_math_array(const Call *c)
{
	const Type *t = c->arg[0]->type;

	if (loses_elements(c->fn->op, t))
		return wrong(c, 0,
					 c->fn->op == EX_VECTOR ? "an array with at most one dimension larger than 1"
											: "an array whose third and later dimensions are 1");

	if ((c->fn->op == EX_VECTOR && t->rank == 1) || (c->fn->op == EX_SCALAR && t->rank == 0))
		return c->arg[0];
	if (c->fn->op == EX_SYMMETRIC &&
		(t->rank != 2 || (t->dim[0] != t->dim[1] && t->dim[0] >= 0 && t->dim[1] >= 0)))
		return wrong(c, 0, "a square matrix");
	return make(c, 1);
}

/* cross, skew, outerProduct: vectors of numbers */
const Expr *elab_math_vectors(const Call *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		const Type *t = c->arg[i]->type;

		if (!is_number(c->arg[i]) || t->rank != 1 ||
			(c->fn->op != EX_OUTER && t->dim[0] != 3 && t->dim[0] != DIM_OPEN))
			return wrong(c, i, c->fn->op == EX_OUTER ? "a vector" : "a vector of 3 numbers");
	}
	return elab_math_numbers(c);
}

const Expr *elab_math_cat(const Call *c)
{
	bool real = false;

	c->arg[0] = elab_evaluate(c->in, c->arg[0], c->written[0]->at, "the dimension of cat");
	if (elab_is_error(c->arg[0]))
		return c->arg[0];
	for (uint32_t i = 1; i < c->n; i++)
		real |= c->arg[i]->type->kind == TY_REAL;
	for (uint32_t i = 1; i < c->n && real; i++)
		if (c->arg[i]->type->kind == TY_INTEGER)
			c->arg[i] = expr_to_real(c->in->pool, c->arg[i]);
	return make(c, c->n);
}

/* array(a, b, …) is {a, b, …}. */
const Expr *elab_math_list(const Call *c)
{
	if (!elab_join(c->in, c->arg, c->n, c->ast->at, "the elements of an array"))
		return elab_error(c->in);
	return expr_array(c->in->pool, c->arg[0]->type, c->arg, c->n);
}

/* sum and product of all elements */
const Expr *elab_math_sum(const Call *c)
{
	const Expr *x = c->arg[0], *sum = NULL;

	if (x->type->kind != TY_RECORD || c->fn->op != EX_SUM) {
		if (!is_number(x))
			return wrong(c, 0, "an array of numbers");
		return x->type->rank == 0 ? x : make(c, 1);
	}
	if (x->type->rank != 1 || x->type->dim[0] == DIM_OPEN)
		return wrong(c, 0, "a vector of known size");
	for (int32_t i = 1; i <= x->type->dim[0]; i++) {
		const Expr *part = elab_element(c->in, x, i);

		sum = sum ? elab_binary_of(c->in, c->env, AO_ADD, sum, part, c->ast->at) : part;
	}
	return sum ? sum : elab_overload(c->in, c->ast->at, "'0'", &x, 1);
}

/* size and ndims, also of arrays of components that have no value */

static const Type *shape_of(const Call *c, const Expr **x)
{
	Inst *in = c->in;
	const AstExpr *e = c->written[0];
	bool is_name = e->kind == AX_NAME || e->kind == AX_REF;
	Node *n = is_name && !elab_in_function(c->env) ? elab_ref_node(in, c->env, e, false) : NULL;
	int32_t dim[UINT8_MAX];

	*x = NULL;
	if (n && n->kind != NODE_CLASS && !n->index && node_class(in, n)) {
		if (!node_dims(in, n))
			return NULL;
		for (int32_t i = 0; i < n->rank; i++)
			dim[i] = n->dim[i].n;
		return type_array(in->pool, elab_state(in)->real, dim, n->rank);
	}
	*x = elab_expr(in, c->env, e);
	return elab_is_error(*x) ? NULL : (*x)->type;
}

/* One size of an array whose sizes are being looked for: `A[1, n]` with n = size(A, 1). NULL: not
   to be had so. */
static const Expr *size_alone(const Call *c)
{
	const AstExpr *e = c->written[0], *k = c->n == 2 ? c->written[1] : NULL;
	Node *n = NULL;
	int32_t size = -1;

	if (k && k->kind == AX_INTEGER && (e->kind == AX_NAME || e->kind == AX_REF) &&
		!elab_in_function(c->env))
		n = elab_ref_node(c->in, c->env, e, false);
	if (n && n->kind != NODE_CLASS && !n->index)
		size = node_dim(c->in, n, k->integer - 1);
	return size < 0 ? NULL : expr_integer(c->in->pool, size);
}

static const Expr *size_at(const Call *c, const Type *t, const Expr *x, int64_t i)
{
	const Expr *arg[2];

	if (i < 1 || i > t->rank)
		return elab_doubt(c->in, c->env, c->ast->at, E_SUBSCRIPT,
						  "there is no dimension %lld: the array has %d", (long long)i, t->rank);
	if (t->dim[i - 1] != DIM_OPEN)
		return expr_integer(c->in->pool, t->dim[i - 1]);
	arg[0] = x;
	arg[1] = expr_integer(c->in->pool, i);
	return expr_op(c->in->pool, EX_SIZE, arg, 2);
}

const Expr *elab_math_size(const Call *c)
{
	Inst *in = c->in;
	const Expr *x = size_alone(c), *part[UINT8_MAX], *arg[2];
	const Type *t;

	if (x)
		return x;
	t = shape_of(c, &x);
	if (!t)
		return elab_error(in);
	if (c->n == 1) {
		for (int i = 0; i < t->rank; i++)
			part[i] = size_at(c, t, x, i + 1);
		return expr_array(in->pool, elab_state(in)->integer, part, t->rank);
	}
	arg[0] = x;
	arg[1] = elab_scalar(in, c->env, c->written[1], TY_INTEGER, "the number of a dimension");
	if (elab_is_error(arg[1]))
		return arg[1];
	if (arg[1]->op != EX_INTEGER && (!elab_in_function(c->env) || !x))
		arg[1] = elab_evaluate(in, arg[1], c->written[1]->at, "the number of a dimension");
	if (elab_is_error(arg[1]))
		return arg[1];
	if (arg[1]->op == EX_INTEGER)
		return size_at(c, t, x, expr_integer_value(arg[1]));
	return expr_op(in->pool, EX_SIZE, arg, 2);
}

const Expr *elab_math_ndims(const Call *c)
{
	const Expr *x;
	const Type *t = shape_of(c, &x);

	return t ? expr_integer(c->in->pool, t->rank) : elab_error(c->in);
}
