/* SPDX-License-Identifier: MIT
   elab_fn.c — functions (MLS 12): each function instance becomes one flat function, when it is
   first called; one for each set of functions that it is given as arguments. Its number is reserved
   and its inputs and outputs are typed before its statements, so that it may call itself. */
#include "compiler/elab/elab_local.h"

const AstExternal *elab_find_external(Inst *in, Node *fn, Node **where)
{
	const AstExternal *ext = fn->def ? fn->def->external : NULL;

	if (where)
		*where = fn;
	if (ext || !member_bases(in, fn))
		return ext;
	for (uint32_t i = 0; i < fn->n_base && !ext; i++)
		ext = elab_find_external(in, fn->base[i], where);
	return ext;
}

bool elab_fn_is(Inst *in, Node *fn, uint16_t flag)
{
	if (fn->def && (fn->def->flags & flag))
		return true;
	if (fn->def && fn->def->form == FORM_LONG)
		return false;
	for (uint32_t i = 0; member_bases(in, fn) && i < fn->n_base; i++)
		if (elab_fn_is(in, fn->base[i], flag))
			return true;
	return false;
}

/* Locals */

static bool is_function_formal(Inst *in, Node *n)
{
	return node_class(in, n) && n->cls && elab_is_function(n->cls);
}

static void set_limits(Inst *in, const Node *n, FlatLocal *local)
{
	if (local->type->kind == TY_REAL || local->type->kind == TY_INTEGER)
		local->is_limited = flatten_limits(in, n, &local->min, &local->max);
}

/* A constant that carries its unit through products; see keeps_unit of elab_ref.c. */
static bool keeps_unit(Inst *in, const Node *n)
{
	return in->wants_units && n->basic && n->basic->kind == TY_REAL && flatten_has_unit(in, n);
}

/* Add the members that are inputs, outputs, or others, in order. Constants are no variables. */
static void add_members(Inst *in, const FnInfo *info, LocalKind kind)
{
	Node *fn = info->node;

	for (uint32_t i = 0; i < fn->n_member; i++) {
		const Member *m = fn->member[i];
		LocalKind is;
		Node *n;

		if (m->decl->kind != EL_COMPONENT)
			continue;
		n = node_of(in, fn, fn->member[i]);
		if (!node_class(in, n))
			continue;
		is = n->prefix & PX_INPUT ? LO_INPUT : n->prefix & PX_OUTPUT ? LO_OUTPUT : LO_LOCAL;
		if (is != kind || ((n->prefix & PX_CONSTANT) && !keeps_unit(in, n)))
			continue;
		if (is == LO_INPUT && is_function_formal(in, n))
			continue;
		if (is == LO_LOCAL && !(n->prefix & (PX_PROTECTED | PX_PARAMETER | PX_CONSTANT)))
			elab_fail(in, n->decl->at, E_FUNCTION,
					  "'%s' must be an input or an output of '%s', or be protected",
					  node_name(in, n), node_name(in, fn));
		if (n->prefix & (PX_INNER | PX_OUTER))
			elab_fail(in, n->decl->at, E_FUNCTION,
					  "'%s': a function has no inner or outer elements", node_name(in, n));
		elab_add_local(in, info->body, n, kind);
	}
}

/* What functions among the arguments are bound to becomes inputs. */
static bool add_bound(Inst *in, FnInfo *info, const FnArg *functions)
{
	const FnArg **link = &info->functions;

	for (const FnArg *f = functions; f; f = f->next) {
		const FnInfo *given = f->value.n ? elab_fn_info(in, f->value.fn, NULL) : NULL;
		const Expr **value = NEW_ARRAY(in->keep, const Expr *, f->value.n + 1);
		FnArg *copy = NEW(in->keep, FnArg);

		if (f->value.n && !given)
			return false;
		for (uint32_t i = 0; i < f->value.n; i++) {
			FlatLocal local = {
				.name = f->value.name[i], .kind = LO_INPUT, .at = syntax_span(f->formal->decl->at)};

			for (int32_t k = 0; k < given->n_formal; k++)
				if (given->body->locals.at[k].name.i == local.name.i)
					local.type = given->body->locals.at[k].type;
			if (!local.type)
				return false;
			local.name =
				flat_name(in->flat, arena_printf(in->scratch, "%s_%s", node_name(in, f->formal),
												 elab_name(in, local.name)));
			value[i] = expr_local(in->pool, (int)info->body->locals.n, local.type);
			vec_push(arena_allocator(in->keep), &info->body->locals, local);
			vec_push(arena_allocator(in->keep), &info->body->nodes, NULL);
		}
		*copy = *f;
		copy->next = NULL;
		copy->value.value = value;
		*link = copy;
		link = &copy->next;
	}
	info->body->functions = info->functions;
	return true;
}

static bool declare(Inst *in, FnInfo *info, const FnArg *functions)
{
	Body *b = info->body;
	bool ok = true;

	add_members(in, info, LO_INPUT);
	info->n_formal = (int32_t)b->locals.n;
	if (!add_bound(in, info, functions))
		return false;
	info->n_in = (int32_t)b->locals.n;
	add_members(in, info, LO_OUTPUT);
	info->n_out = (int32_t)b->locals.n - info->n_in;
	add_members(in, info, LO_LOCAL);
	for (size_t i = 0, n = b->locals.n; i < n; i++) {
		if (b->nodes.at[i])
			elab_local_type(in, b, b->nodes.at[i]);
		ok &= b->locals.at[i].type != NULL;
		if (b->nodes.at[i] && b->locals.at[i].type)
			set_limits(in, b->nodes.at[i], &b->locals.at[i]);
		if (b->nodes.at[i] && b->locals.at[i].type)
			b->locals.at[i].unit = flatten_units(in, b->nodes.at[i], b->locals.at[i].type);
	}
	info->value = NEW_ARRAY(in->keep, const Expr *, info->n_in + 1);
	for (int32_t i = 0; i < info->n_in && ok; i++)
		info->value[i] = elab_local_value(in, b, i);
	return ok;
}

/* Statements */

typedef VEC(FlatStmt) StmtVec;

static void add_sections(Inst *in, const FnInfo *info, Node *n, StmtVec *out)
{
	Env env = {.node = n, .body = info->body, .is_pure = !elab_fn_is(in, info->node, CF_IMPURE)};

	for (uint32_t i = 0; member_bases(in, n) && i < n->n_base; i++)
		add_sections(in, info, n->base[i], out);
	for (uint32_t i = 0; n->def && i < n->def->n_sections; i++) {
		const AstSection *s = &n->def->sections[i];
		int32_t count = 0;
		const FlatStmt *stmt;

		if (s->kind != SECTION_ALGORITHM || i > 0) {
			elab_fail(in, s->at, E_FUNCTION,
					  i > 0 ? "a function has one algorithm only"
							: "a function has no equations and no initial sections; write an "
							  "algorithm");
			continue;
		}
		stmt = elab_stmts(in, &env, s->body, s->n, &count);
		for (int32_t k = 0; k < count; k++)
			vec_push(arena_allocator(in->keep), out, stmt[k]);
	}
}

static void finish(Inst *in, const FnInfo *info, Name name, Purity purity)
{
	Body *b = info->body;
	Node *where;
	const AstExternal *ext = elab_find_external(in, info->node, &where);
	FlatFn fn = {.name = name,
				 .at = syntax_span(info->node->def->at),
				 .n_in = info->n_in,
				 .n_out = info->n_out,
				 .smooth_order = -1,
				 .purity = (uint8_t)purity};
	StmtVec stmts = {0};

	for (size_t i = (size_t)info->n_in, n = b->locals.n; i < n; i++) {
		const Expr *x =
			b->locals.at[i].kind == LO_ITERATOR ? NULL : elab_local_value(in, b, (int)i);

		b->locals.at[i].init = x && !elab_is_error(x) ? x : NULL;
	}
	if (ext)
		elab_external(in, info, ext, where, &fn);
	else
		add_sections(in, info, info->node, &stmts);
	elab_notes(in, info, &fn);
	fn.body = (FlatBody){b->locals.at, stmts.at, (int32_t)b->locals.n, (int32_t)stmts.n};
	if (!ext)
		elab_older(in, info, &fn);
	fn.comment =
		flat_name(in->flat, info->node->def->comment
								? syntax_description(in->sx, info->node->def->comment, in->scratch)
								: "");
	flat_set_fn(in->flat, info->id, &fn);
}

/* Names are unique: the same function may be an element of several packages. */
static Name unique_name(Inst *in, Node *fn)
{
	Map *names = &elab_state(in)->fn_names;
	const char *text = elab_callee_name(in, fn);
	Name name = flat_name(in->flat, text);

	for (int k = 2; map_find(names, name.i); k++)
		name = flat_name(in->flat, arena_printf(in->scratch, "%s_%d", text, k));
	map_put(names, name.i, 1);
	return name;
}

static bool can_be_flat(Inst *in, Node *fn)
{
	if (!member_list(in, fn))
		return false;
	if (fn->def->form == FORM_DER) {
		elab_fail(in, fn->def->at, E_UNSUPPORTED,
				  "'%s' is a partial derivative: it can be called, but not be an argument",
				  node_name(in, fn));
		return false;
	}
	return true;
}

/* What extends an impure function must say that it is impure, too (MLS 12.3). */
static void check_purity(Inst *in, Node *fn)
{
	for (uint32_t i = 0; !elab_fn_is(in, fn, CF_IMPURE) && i < fn->n_base; i++)
		if (elab_fn_is(in, fn->base[i], CF_IMPURE))
			elab_fail(in, fn->def->at, E_FUNCTION,
					  "'%s' extends an impure function: write 'impure function'",
					  node_name(in, fn));
}

static FnInfo *build(Inst *in, Node *fn, const FnArg *functions, FnInfo *next)
{
	FnInfo *info = NEW(in->keep, FnInfo);
	Purity purity = elab_fn_is(in, fn, CF_IMPURE) ? PU_IMPURE : PU_PURE;
	bool has_output = false;
	Node *where;
	Name name;

	info->node = fn;
	info->next = next;
	info->functions = functions; /* until add_bound: for who calls it meanwhile */
	info->id = (FnId){-1};
	map_put(&elab_state(in)->special, map_key(fn), map_key(info));
	if (!can_be_flat(in, fn))
		return info;
	check_purity(in, fn);
	for (uint32_t i = 0; i < fn->n_member; i++)
		has_output |=
			fn->member[i]->decl->kind == EL_COMPONENT && (fn->member[i]->decl->prefix & PX_OUTPUT);
	/* What an external function without results does must be an effect. */
	if (!has_output && elab_find_external(in, fn, &where))
		purity = PU_IMPURE;
	name = unique_name(in, fn);
	info->body = NEW(in->keep, Body);
	elab_body_init(in, info->body, fn);
	info->functions = NULL;
	if (!declare(in, info, functions))
		return info;
	info->id = flat_new_fn(in->flat, name, purity);
	if (!functions)
		fn->fn = info->id;
	finish(in, info, name, purity);
	if (info->body->calls_impure && purity == PU_PURE) {
		map_put(&elab_state(in)->impure, map_key(fn), 1);
		if (!info->body->is_called_early)
			in->flat->fns.at[info->id.i].purity = PU_IMPURE;
	}
	return info;
}

const FnInfo *elab_fn_info(Inst *in, Node *fn, const FnArg *functions)
{
	FnInfo *first = map_find_ptr(&elab_state(in)->special, map_key(fn));
	const FnInfo *info = first;
	ArenaMark mark = arena_mark(in->scratch);

	if (!fn->def)
		return NULL;
	while (info && !elab_same_functions(info->functions, functions))
		info = info->next;
	if (!info)
		info = build(in, fn, functions, first);
	arena_release(in->scratch, mark);
	return info->id.i >= 0 ? info : NULL;
}

FnId elab_fn(Inst *in, Node *function)
{
	const FnInfo *info = elab_fn_info(in, function, NULL);

	return info ? info->id : (FnId){-1};
}

const Expr *elab_fn_default(Inst *in, Node *function, int32_t i)
{
	const FnInfo *info = elab_fn_info(in, function, NULL);
	const Expr *x = info && i < info->n_in ? info->value[i] : NULL;

	return x && !(x->flags & XF_LOCAL) && !elab_is_error(x) ? x : NULL;
}
