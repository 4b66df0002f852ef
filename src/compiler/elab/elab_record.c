/* SPDX-License-Identifier: MIT
   elab_record.c — records: their types, and their constructors (MLS 12.6), which take the fields as
   arguments. The fields are the locals of a body, so that sizes and defaults may use them. */
#include "compiler/elab/elab_local.h"

static bool has_components(const ClassDef *def)
{
	for (uint32_t i = 0; i < def->n_elements; i++)
		if (def->elements[i].kind == EL_COMPONENT)
			return true;
	return false;
}

/* The record that a class is only another name for: types with the same fields are then one. */
static Node *root_record(Inst *in, Node *n)
{
	while (n->def && member_bases(in, n) && n->n_base == 1 && n->base[0]->cls &&
		   (n->def->form == FORM_SHORT || !has_components(n->def)))
		n = n->base[0]->cls;
	return n;
}

Name elab_record_name(Inst *in, Node *cls)
{
	Node *root = root_record(in, cls);
	Text text;
	Name name;

	text_init(&text, arena_heap(in->keep));
	node_class_text(in, root, &text);
	name = flat_name(in->flat, text_str(&text));
	text_free(&text);
	if (!map_find(&elab_state(in)->record_class, name.i))
		map_put(&elab_state(in)->record_class, name.i, map_key(root));
	return name;
}

const Type *elab_record_type(Inst *in, Node *cls)
{
	const FnInfo *info = elab_record_info(in, cls);

	return info ? info->type : NULL;
}

/* Final, protected and constant fields with a value cannot be given. */
static bool cannot_be_given(const Node *n)
{
	const Mod *m = mod_value(n->mod);

	return (n->prefix & PX_PROTECTED) ||
		   (m && (m->is_final || (n->prefix & (PX_FINAL | PX_CONSTANT))));
}

static bool type_fields(Inst *in, FnInfo *info)
{
	Body *b = info->body;
	TypeField *field = NEW_ARRAY(in->keep, TypeField, info->n_in + 1);

	for (int32_t i = 0; i < info->n_in; i++) {
		elab_local_type(in, b, b->nodes.at[i]);
		if (!b->locals.at[i].type)
			return false;
		field[i] = (TypeField){.name = b->locals.at[i].name, .type = b->locals.at[i].type};
	}
	info->type = type_record(in->pool, elab_record_name(in, info->node), field, info->n_in);
	return true;
}

const FnInfo *elab_record_info(Inst *in, Node *record)
{
	Map *seen = &elab_state(in)->records;
	FnInfo *info = map_find_ptr(seen, map_key(record));

	if (info)
		return info->type && info->value ? info : NULL;
	info = NEW(in->keep, FnInfo);
	map_put(seen, map_key(record), map_key(info));
	if (!member_list(in, record))
		return NULL;
	info->node = record;
	info->id = (FnId){-1};
	info->body = NEW(in->keep, Body);
	elab_body_init(in, info->body, record);
	for (uint32_t i = 0; i < record->n_member; i++)
		if (record->member[i]->decl->kind == EL_COMPONENT)
			elab_add_local(in, info->body, node_of(in, record, record->member[i]), LO_INPUT);
	info->n_in = info->n_formal = (int32_t)info->body->locals.n;
	if (!type_fields(in, info))
		return NULL;
	info->value = NEW_ARRAY(in->keep, const Expr *, info->n_in + 1);
	info->is_fixed = NEW_ARRAY(in->keep, bool, info->n_in + 1);
	for (int32_t i = 0; i < info->n_in; i++) {
		info->is_fixed[i] = cannot_be_given(info->body->nodes.at[i]);
		info->value[i] = elab_local_value(in, info->body, i);
		if (!info->value[i])
			info->value[i] = elab_local_parts(in, info->body, i);
	}
	return info;
}

const Expr *elab_construct(Inst *in, const FnInfo *record, const Expr *const arg[])
{
	TypeField *field;
	const Type *type = record->type;

	if (type->n_scalars < 0) { /* sizes as given */
		field = NEW_ARRAY(in->keep, TypeField, record->n_in + 1);
		for (int32_t i = 0; i < record->n_in; i++)
			field[i] = (TypeField){.name = type->field[i].name, .type = arg[i]->type};
		type = type_record(in->pool, type->name, field, record->n_in);
	}
	return expr_record(in->pool, type, arg, (size_t)record->n_in);
}

/* Calls */

/* The constructor of an operator record that takes these arguments (MLS 14.3); NULL: none. */
static Node *own_constructor(Inst *in, const Env *env, Node *record, const AstExpr *call)
{
	uint32_t n, n_formal;
	Node **fn = elab_operator(in, record, "'constructor'", &n), *found = NULL;

	for (uint32_t i = 0; fn && i < n && n > 1; i++) {
		const FnInfo *info = elab_fn_info(in, fn[i], NULL);
		Node **formal = elab_formals(in, fn[i], &n_formal);
		const AstExpr **given = NEW_ARRAY(in->scratch, const AstExpr *, n_formal + 1);
		bool fits =
			info && formal && elab_place_args(in, NULL, call, formal, NULL, n_formal, given);

		for (uint32_t k = 0; fits && k < n_formal && (int32_t)k < info->n_formal; k++) {
			const Expr *x = given[k] ? elab_expr(in, env, given[k]) : NULL;
			const Type *to = info->body->locals.at[k].type;

			if (!x)
				fits = info->value[k] != NULL;
			else if (to && !elab_is_error(x))
				fits = elab_can_convert(in, x->type->elem, to->elem) && x->type->rank >= to->rank;
		}
		if (fits && !found)
			found = fn[i];
	}
	return found ? found : n == 1 ? fn[0] : NULL;
}

const Expr *elab_new_record(Inst *in, const Env *env, Node *record, const AstExpr *call)
{
	Node *own = own_constructor(in, env, record, call);
	const FnInfo *info;
	CallArgs a = {0};

	if (own)
		return elab_call_function(in, env, own, call);
	info = elab_record_info(in, record);
	if (!info)
		return elab_error(in);
	a.n = (uint32_t)info->n_in;
	a.formal = info->body->nodes.at;
	a.given = NEW_ARRAY(in->scratch, const AstExpr *, a.n + 1);
	if (!elab_place_args(in, record, call, a.formal, info->is_fixed, a.n, a.given))
		return elab_error(in);
	return elab_call_info(in, env, info, &a, call->at);
}
