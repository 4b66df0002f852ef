/* SPDX-License-Identifier: MIT
   elab_local.c — the variables of a function and the fields of a record: types, sizes, declared
   values. A size may depend on other variables, so they are typed when first used; a size that is
   no literal is open in the type and kept as an expression. */
#include "compiler/elab/elab_local.h"

enum { MAX_RANK = 32 };

void elab_body_init(Inst *in, Body *b, Node *fn)
{
	*b = (Body){.fn = fn};
	map_init(&b->slot, arena_allocator(in->keep));
}

int elab_add_local(Inst *in, Body *b, Node *n, LocalKind kind)
{
	FlatLocal local = {.name = n->name, .kind = (uint8_t)kind, .at = syntax_span(n->decl->at)};
	int i = (int)b->locals.n;

	vec_push(arena_allocator(in->keep), &b->locals, local);
	vec_push(arena_allocator(in->keep), &b->nodes, n);
	map_put(&b->slot, map_key(n), (uint64_t)i);
	return i;
}

/* Sizes */

typedef struct {
	int32_t dim[MAX_RANK];      /* rank sizes, DIM_OPEN among them */
	const Expr *expr[MAX_RANK]; /* those that are no literals; NULL: `:` */
	int rank;                   /* how many */
	bool failed;                /* reported */
} Sizes;

static void add_size(Inst *in, const Env *env, const AstExpr *e, Sizes *s)
{
	Node *n = NULL;
	const Type *index;
	const Expr *x;

	if (s->rank == MAX_RANK) {
		s->failed = true;
		return;
	}
	s->expr[s->rank] = NULL;
	s->dim[s->rank] = DIM_OPEN;
	if (e->kind != AX_COLON) {
		n = e->kind == AX_NAME || e->kind == AX_REF ? elab_ref_node(in, env, e, false) : NULL;
		index = n && n->kind == NODE_CLASS ? node_basic(in, n) : NULL;
		if (index && (index->kind == TY_ENUM || index->kind == TY_BOOLEAN)) {
			s->dim[s->rank] = index->kind == TY_ENUM ? index->n_fields : 2;
		} else {
			x = elab_scalar(in, env, e, TY_INTEGER, "a size");
			s->failed |= elab_is_error(x);
			if (x->op == EX_INTEGER && expr_integer_value(x) >= 0 &&
				expr_integer_value(x) <= FLAT_MAX_VARS)
				s->dim[s->rank] = (int32_t)expr_integer_value(x);
			else
				s->expr[s->rank] = elab_is_error(x) ? NULL : x;
		}
	}
	s->rank++;
}

/* Own sizes first, then those of the class (MLS 10.1). */
static void find_sizes(Inst *in, Body *b, const Node *n, Sizes *s)
{
	Node *home;
	const AstComponent *c = node_sizes(n, &home);
	Env own = {.node = home, .body = b};

	*s = (Sizes){.rank = 0};
	for (uint32_t i = 0; i < c->n_dims; i++)
		add_size(in, &own, &c->dims[i], s);
	for (uint32_t i = 0; i < c->n_type_dims; i++)
		add_size(in, &own, &c->type_dims[i], s);
	for (Node *cls = n->cls; cls && cls->def && (cls->def->form == FORM_SHORT || n->basic);) {
		Env outer = {.node = cls->scope, .body = b};

		for (uint32_t i = 0; cls->def->form == FORM_SHORT && i < cls->def->n_list; i++)
			add_size(in, &outer, &cls->def->dims[i], s);
		cls = member_bases(in, cls) && cls->n_base ? cls->base[0] : NULL;
	}
}

static bool has_exprs(const Sizes *s)
{
	for (int i = 0; i < s->rank; i++)
		if (s->expr[i])
			return true;
	return false;
}

static void type_local(Inst *in, Body *b, int i)
{
	Node *n = b->nodes.at[i];
	const Type *elem, *type, *before;
	Node *home;
	const AstComponent *c = node_sizes(n, &home);
	int32_t open[MAX_RANK];
	Sizes s;
	int rank = 0;

	if (!node_class(in, n))
		return;
	if (n->basic)
		restrict_attributes(in, n);
	elem = n->basic ? n->basic : elab_is_record(n->cls) ? elab_record_type(in, n->cls) : NULL;
	if (!elem) {
		if (!n->is_error)
			elab_fail(in, n->decl->at, E_FUNCTION, "'%s' cannot be a variable here: '%s' is a %s",
					  node_name(in, n), node_name(in, n->cls),
					  n->cls->def ? syntax_class_kind(n->cls->def->kind) : "type");
		n->is_error = true;
		return;
	}
	/* Its own size may appear in its sizes: `A[:, size(A, 1)]`. Until they are known, all are open;
	   if that was not right, look at them again. */
	for (uint32_t k = 0; k < c->n_dims + c->n_type_dims && rank < MAX_RANK; k++)
		open[rank++] = DIM_OPEN;
	before = b->locals.at[i].type = type_array(in->pool, elem, open, rank);
	find_sizes(in, b, n, &s);
	type = b->locals.at[i].type = type_array(in->pool, elem, s.dim, s.rank);
	if (type != before && has_exprs(&s))
		find_sizes(in, b, n, &s);
	if (has_exprs(&s)) {
		const Expr **dim = NEW_ARRAY(in->keep, const Expr *, s.rank);

		for (int k = 0; k < s.rank; k++)
			dim[k] = s.expr[k];
		b->locals.at[i].dim = dim;
	}
}

int elab_local_type(Inst *in, Body *b, Node *n)
{
	uint64_t *slot = map_find(&b->slot, map_key(n));
	int i;

	if (!slot)
		return -1;
	i = (int)*slot;
	if (!b->locals.at[i].type)
		type_local(in, b, i);
	return i;
}

/* Declared values */

static const Expr *value_of_mod(Inst *in, Body *b, const Node *n, const Mod *m, const Type *type)
{
	const Expr *x = elab_expr(in, &(Env){.node = m->where, .body = b}, m->ast->value);

	return elab_convert(in, x, type, m->ast->value->at,
						arena_printf(in->scratch, "the value of '%s'", node_name(in, n)));
}

/* `output Complex result(re = a, im = b)`: from the modifiers of its fields, and from what the text
   of the record says about the others. */
static const Expr *record_value(Inst *in, Body *b, Node *n)
{
	const FnInfo *info = elab_record_info(in, n->cls);
	const Expr **arg;
	int32_t k = 0;

	if (!info || !member_list(in, n))
		return NULL;
	arg = NEW_ARRAY(in->scratch, const Expr *, info->n_in + 1);
	for (uint32_t i = 0; i < n->n_member && k < info->n_in; i++) {
		Node *field;
		const Mod *m;

		if (n->member[i]->decl->kind != EL_COMPONENT)
			continue;
		field = node_of(in, n, n->member[i]);
		m = mod_value(field->mod);
		if (m && m->ast->value && m->where->instance != n)
			arg[k] = value_of_mod(in, b, field, m, info->body->locals.at[k].type);
		if (arg[k] ? elab_is_error(arg[k]) : !info->value[k])
			return NULL;
		k++;
	}
	return k ? elab_call_once(in, &(Env){.node = n, .body = b}, info, arg, n->decl->at) : NULL;
}

const Expr *elab_local_parts(Inst *in, Body *b, int i)
{
	ArenaMark mark = arena_mark(in->scratch);
	const Type *type = b->locals.at[i].type;
	const Expr *x = NULL;

	if (b->nodes.at[i] && type && type->kind == TY_RECORD && type->rank == 0)
		x = record_value(in, b, b->nodes.at[i]);
	arena_release(in->scratch, mark);
	return x && !elab_is_error(x) && type_agrees(type, x->type) ? x : NULL;
}

const Expr *elab_local_value(Inst *in, Body *b, int i)
{
	ArenaMark mark = arena_mark(in->scratch);
	Node *n = b->nodes.at[i];
	const Type *type = b->locals.at[i].type;
	const Mod *m = n ? mod_value(n->mod) : NULL;
	const Expr *x = NULL;

	if (m && m->ast->value && type)
		x = value_of_mod(in, b, n, m, type);
	else if (n && type && type->kind == TY_RECORD && type->rank == 0 &&
			 b->locals.at[i].kind != LO_INPUT)
		x = record_value(in, b, n);
	arena_release(in->scratch, mark);
	return x;
}
