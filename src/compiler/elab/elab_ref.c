/* SPDX-License-Identifier: MIT
   elab_ref.c — references to variables, constants, parameters and enumeration literals; whole
   components as values (MLS 3.6.7, 10.5, 10.6.9). A reference through an array of components is the
   array of what it means in each element. */
#include "compiler/elab/elab_local.h"

static const Expr *ref_from(const Ref *r, Node *n, uint32_t k);

/* Constants such as `constant Voltage unitVoltage = 1` carry units through products: where units
   are wanted they stay, unless in functions, which have no variables of the model. */
static bool keeps_unit(Inst *in, const Env *env, Node *n)
{
	return in->wants_units && n->flat_decl.i >= 0 && n->basic->kind == TY_REAL && n->rank == 0 &&
		   env && !env->body && flatten_has_unit(in, n);
}

/* Values of components of simple type: constants by their value, others as references. */
static const Expr *simple_value(Inst *in, const Env *env, Node *n, Place at)
{
	int n_errors = in->diag->n_errors;
	const Expr *v;

	if (!(n->prefix & PX_CONSTANT) || keeps_unit(in, env, n) ||
		(n->value_mark == MARK_NEW && n->flat_decl.i >= 0 && value_is_deep(in)))
		return flatten_ref(in, n);
	v = value_of_node(in, n, syntax_span(at), "a constant");
	if (v)
		return v;
	if (in->diag->n_errors == n_errors)
		elab_fail(in, at, E_NOT_KNOWN, "the constant '%s' has no value", node_name(in, n));
	return elab_error(in);
}

const Expr *elab_local(const Ref *r, Node *n)
{
	int i = r->env->body ? elab_local_type(r->in, r->env->body, n) : -1;

	if (i < 0)
		return NULL;
	if (!r->env->body->locals.at[i].type)
		return elab_error(r->in);
	return expr_local(r->in->pool, i, r->env->body->locals.at[i].type);
}

/* Arrays of components */

/* The type of part k and those behind it in an array without elements. */
static const Type *type_behind(const Ref *r, Node *n, uint32_t k)
{
	const Type *t = NULL;

	n = n->cls;
	for (k++; n && k < r->n; k++)
		n = member_node(r->in, n, r->part[k].name);
	t = n ? elab_type(r->in, n) : NULL;
	return t ? t : elab_state(r->in)->real;
}

typedef struct {
	Node *array;            /* the array of components */
	uint32_t k;             /* part that it is */
	const Expr *const *sub; /* n_sub subscripts; further dimensions are taken whole */
	uint32_t n_sub;         /* length of sub */
} Slice;

static const Expr *pick(const Ref *r, const Slice *s, int32_t d, int64_t at);

/* The array of what belongs to elements i (n of them; NULL: all) of dimension d. */
static const Expr *pick_many(const Ref *r, const Slice *s, int32_t d, int64_t at,
							 const Expr *const *index, uint32_t n)
{
	const Expr **x = NEW_ARRAY(r->in->scratch, const Expr *, n);
	const Type *elem = NULL;
	int32_t dim[UINT8_MAX];

	for (uint32_t i = 0; i < n; i++) {
		int64_t j = index ? expr_integer_value(index[i]) - (index[i]->op != EX_BOOLEAN) : i;

		x[i] = pick(r, s, d + 1, at * s->array->dim[d].n + j);
		if (elab_is_error(x[i]))
			return x[i];
		if (x[i]->type->rank >= ELAB_MAX_RANK)
			return elab_fail(r->in, r->ast->at, E_SIZES, "there are more than %d dimensions",
							 ELAB_MAX_RANK);
		if (i == 0)
			elem = x[0]->type;
		else if (!type_agrees(elem, x[i]->type))
			return elab_fail(r->in, r->ast->at, E_SIZES,
							 "the elements of '%s' have different sizes here: %s and %s",
							 node_name(r->in, s->array), elab_type_text(r->in, elem),
							 elab_type_text(r->in, x[i]->type));
	}
	if (n == 0) {
		for (int32_t i = d + 1; i < s->array->rank; i++)
			dim[i - d - 1] = s->array->dim[i].n;
		elem = type_array(r->in->pool, type_behind(r, s->array, s->k), dim, s->array->rank - d - 1);
	}
	return expr_array(r->in->pool, elem, x, n);
}

/* What the reference means in the elements that begin at `at` from dimension d on. */
static const Expr *pick(const Ref *r, const Slice *s, int32_t d, int64_t at)
{
	const Expr *sub, *all;
	const Expr *const *index;
	int32_t n;
	uint32_t count;

	if (d == s->array->rank)
		return ref_from(r, s->array->element[at], s->k);
	n = s->array->dim[d].n;
	sub = (uint32_t)d < s->n_sub ? s->sub[d] : NULL;
	if (!sub || sub->op == EX_COLON)
		return pick_many(r, s, d, at, NULL, (uint32_t)n);
	if (expr_is_literal(sub))
		return pick(r, s, d + 1, at * n + expr_integer_value(sub) - (sub->op != EX_BOOLEAN));
	index = sub->type->rank == 1 ? elab_literals(r->in, sub, &count) : NULL;
	if (index)
		return pick_many(r, s, d, at, index, count);
	all = pick_many(r, s, d, at, NULL, (uint32_t)n);
	return elab_is_error(all) ? all : expr_index(r->in->pool, all, &sub, 1);
}

static const Expr *array_ref(const Ref *r, Node *n, uint32_t k)
{
	const Expr *sub[UINT8_MAX];
	Slice s = {n, k, sub, 0};

	if (!node_elements(r->in, n))
		return elab_error(r->in);
	if (r->part[k].n_subs && !elab_subscripts(r, k, NULL, n, sub, &s.n_sub))
		return elab_error(r->in);
	return pick(r, &s, 0, 0);
}

/* One component */

static const Expr *not_a_value(const Ref *r, const Node *n)
{
	const char *kind = n->def ? syntax_class_kind(n->def->kind) : "class";

	if (n->kind == NODE_CLASS)
		return elab_fail(r->in, r->ast->at, E_REF_CLASS, "'%s' is a %s, not a value",
						 node_name(r->in, n), n->def ? kind : "type");
	return elab_fail(r->in, r->ast->at, E_REF_CLASS,
					 "'%s' is a component of the %s '%s' and has no value of its own",
					 node_name(r->in, n), kind, n->cls ? node_name(r->in, n->cls) : "?");
}

/* `E.a`, or a further part of a class; the next node in *n, or NULL and a value. */
static const Expr *class_part(const Ref *r, Node **n, uint32_t k)
{
	const Type *basic = node_basic(r->in, *n);
	int literal;

	if (k + 1 == r->n)
		return not_a_value(r, *n);
	if (!basic || basic->kind != TY_ENUM) {
		*n = elab_next(r, *n, k + 1);
		return *n ? NULL : elab_error(r->in);
	}
	literal = elab_field(basic, r->part[k + 1].name);
	if (literal < 0 || k + 2 != r->n)
		return elab_fail(r->in, elab_ref_place(r, k + 1), E_REF_UNKNOWN,
						 "the enumeration '%s' has no literal '%s'", node_name(r->in, *n),
						 elab_name(r->in, r->part[k + 1].name));
	return expr_enum(r->in->pool, basic, literal + 1);
}

/* Part k is component n. Its value if the reference ends here or in a simple type; else NULL and
   the node of the next part. */
static const Expr *component_part(const Ref *r, Node **node, uint32_t k)
{
	Node *n = elab_outer(r->in, *node);
	const Expr *x = n ? elab_local(r, n) : NULL;

	if (x)
		return elab_is_error(x) ? x : elab_parts(r, x, k, NULL);
	if (!n || !node_class(r->in, n))
		return elab_error(r->in);
	if (n->is_disabled)
		return elab_doubt(r->in, r->env, r->ast->at, E_REF_DISABLED,
						  "'%s' is switched off by its condition and cannot be used",
						  node_name(r->in, n));
	if (!n->index && !node_dims(r->in, n))
		return elab_error(r->in);
	if (n->kind == NODE_ARRAY)
		return array_ref(r, n, k);
	if (n->basic) {
		x = simple_value(r->in, r->env, n, r->ast->at);
		return elab_is_error(x) ? x : elab_parts(r, x, k, n);
	}
	if (!n->index && r->part[k].n_subs)
		return elab_fail(r->in, elab_ref_place(r, k), E_SUBSCRIPT, "'%s' is not an array",
						 node_name(r->in, n));
	if (k + 1 == r->n)
		return elab_is_record(n) ? elab_component(r->in, n) : not_a_value(r, n);
	*node = elab_next(r, n, k + 1);
	return *node ? NULL : elab_error(r->in);
}

static const Expr *ref_from(const Ref *r, Node *n, uint32_t k)
{
	const Expr *x;

	for (;; k++) {
		if (n->kind == NODE_CLASS && r->part[k].n_subs)
			return elab_fail(r->in, elab_ref_place(r, k), E_SUBSCRIPT,
							 "'%s' is a class and has no subscripts", node_name(r->in, n));
		x = n->kind == NODE_CLASS ? class_part(r, &n, k) : component_part(r, &n, k);
		if (x)
			return x;
	}
}

/* A name that an import clause brings from an enumeration; NULL: none is. */
static const Expr *imported_literal(const Ref *r)
{
	Name literal;
	const Type *type = lookup_literal(r->in, r->env->node, r->part[0].name, &literal);
	int k = type ? elab_field(type, literal) : -1;

	return k < 0 ? NULL : expr_enum(r->in->pool, type, k + 1);
}

const Expr *elab_ref(Inst *in, const Env *env, const AstExpr *e)
{
	const Iter *iter = NULL;
	Node *n;
	Ref r;

	elab_ref_init(&r, in, env, e);
	if (e->kind == AX_NAME || !e->is_global)
		iter = elab_find_iter(env, r.part[0].name);
	if (iter)
		return elab_parts(&r, iter->value, 0, NULL);
	if (r.n == 1 && r.part[0].name.i == elab_state(in)->time.i) {
		if (elab_in_function(env))
			return elab_fail(in, e->at, E_NOT_HERE,
							 "'time' cannot be used in a function: make it an input");
		return expr_time(in->pool);
	}
	if (r.n == 1 && e->kind == AX_NAME &&
		!lookup_simple(in, env->node, r.part[0].name, LOOKUP_ANY)) {
		const Expr *literal = imported_literal(&r);

		if (literal)
			return literal;
	}
	n = elab_first(&r);
	return n ? ref_from(&r, n, 0) : elab_error(in);
}

/* Whole components */

static const Expr *array_of(Inst *in, const Node *n, int32_t d, int64_t at)
{
	const Expr **x, *a;
	ArenaMark mark = arena_mark(in->scratch);
	const Type *elem;

	if (d == n->rank)
		return elab_component(in, n->element[at]);
	x = NEW_ARRAY(in->scratch, const Expr *, n->dim[d].n);
	for (int32_t i = 0; i < n->dim[d].n; i++) {
		x[i] = array_of(in, n, d + 1, at * n->dim[d].n + i);
		if (elab_is_error(x[i]))
			return x[i];
		if (!type_agrees(x[0]->type, x[i]->type))
			return elab_fail(in, n->decl->at, E_SIZES,
							 "the elements of '%s' have different sizes: it cannot be used as a "
							 "whole",
							 node_name(in, n));
	}
	if (n->dim[d].n > 0) {
		elem = x[0]->type;
	} else {
		elem = elab_type(in, n->cls);
		for (int32_t i = n->rank - 1; i > d && elem; i--)
			elem = type_array(in->pool, elem, &n->dim[i].n, 1);
		if (!elem)
			return elab_error(in);
	}
	a = expr_array(in->pool, elem, x, (size_t)n->dim[d].n);
	arena_release(in->scratch, mark);
	return a;
}

static const Expr *record_of(Inst *in, Node *n)
{
	const Type *type = elab_type(in, n);
	const Expr **x, *a;
	ArenaMark mark = arena_mark(in->scratch);
	int k = 0;

	if (!type)
		return elab_error(in);
	x = NEW_ARRAY(in->scratch, const Expr *, type->n_fields);
	for (uint32_t i = 0; i < n->n_member; i++) {
		if (n->member[i]->decl->kind != EL_COMPONENT)
			continue;
		x[k] = elab_component(in, node_of(in, n, n->member[i]));
		if (elab_is_error(x[k++]))
			return x[k - 1];
	}
	a = expr_record(in->pool, type, x, (size_t)k);
	arena_release(in->scratch, mark);
	return a;
}

const Expr *elab_component(Inst *in, Node *n)
{
	n = elab_outer(in, n);
	if (!n || !node_class(in, n) || (!n->index && !node_dims(in, n)))
		return elab_error(in);
	if (n->kind == NODE_ARRAY)
		return node_elements(in, n) ? array_of(in, n, 0, 0) : elab_error(in);
	if (n->basic)
		return simple_value(in, NULL, n, n->decl->at);
	if (!elab_is_record(n))
		return elab_fail(in, n->decl->at, E_REF_CLASS, "'%s' has no value of its own",
						 node_name(in, n));
	return record_of(in, n);
}
