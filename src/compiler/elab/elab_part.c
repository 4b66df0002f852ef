/* SPDX-License-Identifier: MIT
   elab_part.c — subscripts and fields of a value (MLS 10.5). */
#include "compiler/elab/elab_local.h"

/* What is subscripted: a value, or a component whose sizes are known. */
typedef struct {
	const Expr *x;    /* the value; or NULL */
	const Node *node; /* the component; or NULL */
	uint32_t rank;    /* dimensions */
} Indexed;

static int32_t size_of(const Indexed *a, uint32_t i)
{
	return a->x ? a->x->type->dim[i] : a->node->dim[i].n;
}

/* The type that subscripts of dimension i must have; NULL: not known, or Integer. */
static const Type *index_of(const Indexed *a, uint32_t i)
{
	return a->node && i < (uint32_t)a->node->rank && a->node->dim ? a->node->dim[i].index : NULL;
}

/* `end` in dimension i (MLS 10.5.2). */
static const Expr *end_of(Inst *in, const Indexed *a, uint32_t i)
{
	const Type *index = index_of(a, i);
	int32_t n = size_of(a, i);
	const Expr *arg[2];

	if (index && index->kind == TY_ENUM && n > 0)
		return expr_enum(in->pool, index, n);
	if (index && index->kind == TY_BOOLEAN)
		return expr_boolean(in->pool, true);
	if (n != DIM_OPEN)
		return expr_integer(in->pool, n);
	arg[0] = a->x;
	arg[1] = expr_integer(in->pool, i + 1);
	return expr_op(in->pool, EX_SIZE, arg, 2);
}

static const char *name_of(const Ref *r, uint32_t k)
{
	return elab_name(r->in, r->part[k].name);
}

static bool check_bounds(const Ref *r, uint32_t k, const AstExpr *at, const Expr *sub, int32_t n)
{
	int64_t i;

	if (sub->op == EX_ARRAY) {
		for (uint32_t j = 0; j < sub->n; j++)
			if (!check_bounds(r, k, at, sub->arg[j], n))
				return false;
		return true;
	}
	if (sub->op == EX_RANGE && sub->type->dim[0] > 0)
		return check_bounds(r, k, at, sub->arg[0], n) &&
			   (sub->arg[1]->op != EX_INTEGER || expr_integer_value(sub->arg[1]) != 1 ||
				check_bounds(r, k, at, sub->arg[2], n));
	if (sub->op != EX_INTEGER || n == DIM_OPEN)
		return true;
	i = expr_integer_value(sub);
	if (i >= 1 && i <= n)
		return true;
	elab_doubt(r->in, r->env, at->at, E_SUBSCRIPT,
			   n == 1 ? "subscript %lld of '%s' is out of range: there is %d element"
					  : "subscript %lld of '%s' is out of range: there are %d elements",
			   (long long)i, name_of(r, k), n);
	return false;
}

static bool check_kind(const Ref *r, uint32_t k, const AstExpr *at, const Expr *sub,
					   const Type *index, bool is_known)
{
	const Type *t = sub->type;

	if (t->rank <= 1 && (index ? t->elem == index
							   : t->kind == TY_INTEGER ||
									 (!is_known && (t->kind == TY_ENUM || t->kind == TY_BOOLEAN))))
		return true;
	elab_fail(r->in, at->at, E_SUBSCRIPT, "a subscript of '%s' must be %s, not %s", name_of(r, k),
			  index ? elab_type_text(r->in, index) : "a whole number or a vector of such",
			  elab_type_text(r->in, t));
	return false;
}

/* Is it more than a constant or parameter? */
static bool varies(const Expr *x, const Node *node)
{
	return x ? x->variability > VB_PARAMETER : !(node->prefix & (PX_CONSTANT | PX_PARAMETER));
}

bool elab_subscripts(const Ref *r, uint32_t k, const Expr *x, const Node *node, const Expr **sub,
					 uint32_t *count)
{
	const AstPart *part = &r->part[k];
	Indexed a = {x, node, x ? x->type->rank : (uint32_t)node->rank};

	*count = part->n_subs;
	if (part->n_subs > a.rank) {
		elab_fail(r->in, part->sub[0].at, E_SUBSCRIPT,
				  a.rank ? "'%s' has %u dimensions, but %u subscripts are written"
						 : "'%s' is not an array (%u dimensions), but has %u subscripts",
				  name_of(r, k), a.rank, part->n_subs);
		return false;
	}
	for (uint32_t i = 0; i < part->n_subs; i++) {
		const AstExpr *e = &part->sub[i];
		const Expr *known;
		Env env = *r->env;

		if (e->kind == AX_COLON) {
			sub[i] = expr_colon(r->in->pool);
			continue;
		}
		env.end = e->kind == AX_INTEGER || e->kind == AX_NAME ? NULL : end_of(r->in, &a, i);
		sub[i] = elab_expr(r->in, &env, e);
		/* Which variable an equation is about must be known when it is written down. */
		if (!elab_is_error(sub[i]) && sub[i]->variability == VB_PARAMETER && varies(x, node) &&
			!elab_in_function(r->env) && (known = value_of_expr(r->in, sub[i], SPAN_NONE, NULL)))
			sub[i] = known;
		if (elab_is_error(sub[i]) ||
			!check_kind(r, k, e, sub[i], index_of(&a, i), node && node->dim) ||
			!check_bounds(r, k, e, sub[i], size_of(&a, i)))
			return false;
	}
	return true;
}

/* Subscripts whose number of values is not known: in a model they are evaluated. */
static bool close_subscripts(const Ref *r, uint32_t k, const Expr **sub, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		if (sub[i]->op != EX_COLON)
			sub[i] =
				elab_close(r->in, r->env, sub[i], r->part[k].sub[i].at, "a range of subscripts");
		if (elab_is_error(sub[i]))
			return false;
	}
	return true;
}

const Expr *elab_parts(const Ref *r, const Expr *x, uint32_t k, const Node *node)
{
	for (;; k++, node = NULL) {
		const Expr *sub[UINT8_MAX];
		uint32_t count = 0;
		int field;

		if (r->part[k].n_subs > UINT8_MAX - 1)
			return elab_fail(r->in, r->ast->at, E_SUBSCRIPT, "there are too many subscripts");
		if (r->part[k].n_subs > 0 &&
			(!elab_subscripts(r, k, x, node, sub, &count) || !close_subscripts(r, k, sub, count)))
			return elab_error(r->in);
		if (count)
			x = expr_index(r->in->pool, x, sub, count);
		if (k + 1 == r->n)
			return x;
		field = x->type->kind == TY_RECORD ? elab_field(x->type, r->part[k + 1].name) : -1;
		if (field < 0)
			return elab_fail(r->in, elab_ref_place(r, k + 1), E_REF_UNKNOWN,
							 "'%s' (%s) has no element '%s'", name_of(r, k),
							 elab_type_text(r->in, x->type), name_of(r, k + 1));
		x = expr_field(r->in->pool, x, field);
	}
}

/* MLS A.2.7: what stands in parentheses is subscripted as a variable is, and is called by its text.
 */
const Expr *elab_index(Inst *in, const Env *env, const AstExpr *e)
{
	const Expr *x = elab_expr(in, env, e->kid);
	Ref r = {.in = in, .env = env, .ast = e, .part = &r.one, .n = 1};
	Text text;

	if (elab_is_error(x))
		return x;
	text_init(&text, arena_allocator(in->scratch));
	syntax_print_expr(in->sx, e->kid, &text);
	r.one = (AstPart){.name = intern_name(in->sx->names, text_str(&text), text.n),
					  .sub = e->kid + 1,
					  .n_subs = (uint16_t)(e->n - 1)};
	return elab_parts(&r, x, 0, NULL);
}
