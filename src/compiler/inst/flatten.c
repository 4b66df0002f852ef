/* SPDX-License-Identifier: MIT
   flatten.c — the instance tree as variables. First all components get their classes, sizes and
   variables, then the variables their attributes and bindings: so that a binding may refer to any
   of them. */
#include "compiler/connect/connect.h"
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

#include <math.h>
#include <string.h>

/* Paths and blocks */

/* The name of its class, which many instances share. */
static Name class_name(Inst *in, const Node *n)
{
	const Node *cls = n->kind == NODE_COMPONENT || n->kind == NODE_ARRAY ? n->cls : n;
	const uint64_t *seen = cls && cls->def ? map_find(&in->class_names, map_key(cls->def)) : NULL;
	Text text;
	Name name;

	if (seen)
		return (Name){(uint32_t)*seen};
	text_init(&text, arena_heap(in->keep));
	node_class_text(in, n, &text);
	name = flat_name(in->flat, text_str(&text));
	text_free(&text);
	if (cls && cls->def)
		map_put(&in->class_names, map_key(cls->def), name.i);
	return name;
}

PathId flatten_path(Inst *in, Node *n)
{
	PathId parent;

	while (n->kind == NODE_BASE)
		n = n->instance;
	if (n == in->top || n->kind == NODE_CLASS)
		return (PathId){0};
	if (n->path.i < 0)
		n->path = row_path(in, n);
	if (n->path.i >= 0)
		return n->path;
	parent = flatten_path(in, n->index ? n->owner->owner : n->owner);
	text_clear(&in->text);
	node_own_text(in, n, &in->text);
	n->path = flat_add_path(in->flat, parent, flat_name(in->flat, text_str(&in->text)),
							class_name(in, n), syntax_span(n->decl->at));
	return n->path;
}

static Variability variability_of(const Node *n)
{
	if (n->prefix & PX_CONSTANT)
		return VB_CONSTANT;
	if (n->prefix & PX_PARAMETER || n->basic->kind == TY_OBJECT)
		return VB_PARAMETER;
	return n->prefix & PX_DISCRETE || n->basic->kind != TY_REAL ? VB_DISCRETE : VB_CONTINUOUS;
}

static bool is_fixed(const Node *n)
{
	return n->prefix & (PX_CONSTANT | PX_PARAMETER) || (n->basic && n->basic->kind == TY_OBJECT);
}

/* Is it a part of a connector, at any depth? */
static Node *connector_around(const Inst *in, Node *n)
{
	for (; n && n != in->top; n = n->owner)
		if (n->def && (n->def->kind == CLS_CONNECTOR || n->def->kind == CLS_EXPANDABLE_CONNECTOR))
			return n;
	return NULL;
}

/* Of the model as a whole: also in records, connectors and arrays of them at the top (MLS 4.8). */
static Causality causality_of(const Inst *in, const Node *n)
{
	const Node *whole = n->owner;

	if (!(n->prefix & PX_CAUSALITY))
		return CZ_NONE;
	while (whole && whole != in->top &&
		   (whole->kind == NODE_ARRAY || (whole->def && (whole->def->kind == CLS_RECORD ||
														 whole->def->kind == CLS_OPERATOR_RECORD ||
														 whole->def->kind == CLS_CONNECTOR))))
		whole = whole->owner;
	if (whole != in->top)
		return CZ_NONE;
	return n->prefix & PX_INPUT ? CZ_INPUT : CZ_OUTPUT;
}

static Name block_name(Inst *in, const Node *n)
{
	Text *text = &in->text;

	text_clear(text);
	if (n->kind == NODE_COMPONENT && n->owner && n->owner->kind == NODE_CLASS &&
		n->owner != in->top) {
		node_class_text(in, n->owner, text); /* a package constant */
		text_printf(text, ".%s", node_name(in, n));
	} else {
		node_text(in, n, text);
	}
	if (n->rank) {
		text_add_char(text, '[', 1);
		text_add_char(text, ',', (size_t)n->rank - 1);
		text_add_char(text, ']', 1);
	}
	return flat_name(in->flat, text_str(text));
}

/* A first-level annotation that is the literal true. */
static bool has_note(Inst *in, AstComment *c, NoteName which)
{
	const AstArg *arg = c ? syntax_note(in->sx, c, which) : NULL;
	const AstExpr *value = arg && arg->kind == ARG_MODIFY ? arg->mod.value : NULL;

	return value && value->kind == AX_BOOLEAN && value->integer;
}

static uint8_t flags_of(Inst *in, Node *n)
{
	uint8_t flags = 0;

	flags |= n->prefix & PX_PROTECTED ? DF_PROTECTED : 0;
	flags |= n->prefix & PX_FINAL ? DF_FINAL : 0;
	for (const Mod *m = n->mod; m; m = m->weaker)
		flags |= m->is_final ? DF_CLOSED : 0; /* MLS 7.2.6 */
	flags |= has_note(in, n->decl->comment, NOTE_EVALUATE) ? DF_EVALUATE : 0;
	flags |= has_note(in, n->decl->comment, NOTE_HIDE_RESULT) ? DF_HIDE_RESULT : 0;
	flags |= connector_around(in, n->owner) ? DF_CONNECTOR_PART : 0;
	if ((n->prefix & PX_PARAMETER) && n->home &&
		!(n->decl->component->mod && n->decl->component->mod->value))
		flags |= syntax_is_older(in->sx, n->home->def) ? DF_OLDER : 0;
	return flags;
}

/* Elements of arrays and parts of equal components share a declaration, and its text. */
static Name description_of(Inst *in, const AstComment *c)
{
	const uint64_t *seen = map_find(&in->descriptions, map_key(c));
	ArenaMark mark = arena_mark(in->scratch);
	Name name;

	if (seen)
		return (Name){(uint32_t)*seen};
	name = flat_name(in->flat, syntax_description(in->sx, c, in->scratch));
	arena_release(in->scratch, mark);
	map_put(&in->descriptions, map_key(c), name.i);
	return name;
}

DeclId flatten_decl(Inst *in, Node *n)
{
	FlatDecl b = {0};

	if (n->flat_decl.i >= 0 || !node_dims(in, n) || !n->basic)
		return n->flat_decl;
	n->flat_decl = row_decl(in, n);
	if (n->flat_decl.i >= 0) {
		in->decl_node.at[n->flat_decl.i] = n;
		return n->flat_decl;
	}
	b.name = block_name(in, n);
	b.type = n->basic;
	b.dim = n->dim;
	b.rank = (int8_t)n->rank;
	b.causality = (uint8_t)causality_of(in, n);
	b.input = n->prefix & PX_INPUT;
	b.variability = (uint8_t)variability_of(n);
	b.flags = flags_of(in, n);
	if (connector_around(in, n))
		b.role = n->prefix & PX_FLOW ? PR_FLOW : n->prefix & PX_STREAM ? PR_STREAM : PR_POTENTIAL;
	b.path = flatten_path(in, n->owner);
	b.at = syntax_span(n->decl->at);
	b.value_at = SPAN_NONE;
	b.comment = description_of(in, n->decl->comment);
	n->flat_decl = flat_add_decl(in->flat, &b);
	vec_push(arena_allocator(in->tree), &in->decl_node, n);
	return n->flat_decl;
}

const Expr *flatten_ref(Inst *in, Node *n)
{
	DeclId b = flatten_decl(in, n);

	return b.i < 0 ? elab_error(in) : flat_ref_decl(in->flat, b);
}

/* Components */

static bool is_absent(Inst *in, Node *n)
{
	const AstExpr *condition;
	const Expr *value;
	Node *home;

	condition = node_condition(n, &home);
	if (!condition || n->index)
		return n->is_disabled;
	value = elab_constant(in, &(Env){.node = home}, condition, "the condition of a component");
	restrict_condition(in, n, value);
	n->is_disabled = value->op == EX_BOOLEAN && !expr_integer_value(value);
	return n->is_disabled;
}

/* Where no name is near the one that was written, "; its parameters are 'a' and 'b'": libraries
   give other names to parameters from version to version. */
static void hint_parameters(const Inst *in, const Node *n, Text *hint)
{
	enum { MOST = 8 }; /* more would tell nothing */
	const char *name[MOST];
	uint32_t found = 0;

	for (uint32_t k = 0; k < n->n_member && found <= MOST; k++) {
		const Member *m = n->member[k];

		if (m->decl->kind != EL_COMPONENT ||
			(m->decl->prefix & (PX_PARAMETER | PX_PROTECTED)) != PX_PARAMETER)
			continue;
		if (found < MOST)
			name[found] = intern_text(in->sx->names, m->name);
		found++;
	}
	for (uint32_t k = 0; found <= MOST && k < found; k++)
		text_printf(hint, "%s'%s'",
					k > 0        ? k + 1 < found ? ", " : " and "
					: found == 1 ? "; its parameter is "
								 : "; its parameters are ",
					name[k]);
}

/* Nothing of that name can be modified. A modifier of a declaration that was replaced by a class
   without the element has only one meaning left: none. */
static void report_unknown(Inst *in, Node *n, const AstArg *arg, bool is_replaced)
{
	const char *name = intern_text(in->sx->names, arg->name);
	Suggest s;
	Text hint;

	if (is_replaced) {
		diag_older(in->diag, n->def, syntax_span(arg->at), E_MOD_UNKNOWN,
				   "there is no element '%s' in '%s', which was redeclared", name,
				   node_name(in, n));
		return;
	}
	text_init(&hint, arena_heap(in->keep));
	suggest_init(&s, name, intern_len(in->sx->names, arg->name));
	for (uint32_t k = 0; k < n->n_member; k++)
		suggest_add(&s, intern_text(in->sx->names, n->member[k]->name),
					intern_len(in->sx->names, n->member[k]->name));
	suggest_text(&s, &hint);
	if (s.n == 0)
		hint_parameters(in, n, &hint);
	diag_error(in->diag, syntax_span(arg->at), E_MOD_UNKNOWN, "there is no element '%s' in '%s'%s",
			   name, node_name(in, n), text_str(&hint));
	text_free(&hint);
}

/* Is there anything of that name to be modified? Attributes of simple types are checked where they
   are used. */
static void check_mods(Inst *in, Node *n)
{
	bool is_replaced = false;

	for (const Mod *m = n->mod; m; m = m->weaker) {
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++) {
			const AstArg *arg = &m->ast->args[i];

			if (arg->kind <= ARG_ELEMENT && !member_find(in, n, arg->name))
				report_unknown(in, n, arg, is_replaced);
		}
		is_replaced |= m->replace != NULL;
	}
}

bool flatten_component(Inst *in, Node *n)
{
	if ((n->prefix & (PX_OUTER | PX_INNER)) == PX_OUTER) {
		Node *inner = lookup_inner(in, n);

		if (inner)
			restrict_outer(in, n, inner);
		return inner != NULL;
	}
	if (is_absent(in, n))
		return true;
	if (!node_class(in, n) || !node_dims(in, n))
		return false;
	restrict_component(in, n);
	if (n->def)
		devs_check_class(in, n->def);
	if (n->basic) {
		restrict_attributes(in, n);
		restrict_mods(in, n);
	}
	if (n->basic)
		return flatten_decl(in, n).i >= 0;
	if (n->def && (n->def->flags & CF_PARTIAL)) {
		diag_error(in->diag, syntax_span(n->decl->at), E_PARTIAL,
				   "'%s' is of the partial class '%s'", node_name(in, n), node_name(in, n->cls));
		return false;
	}
	if (devs_port(in, n) && n->owner && !devs_is_atomic(in, n->owner))
		return member_list(in, n); /* messages go through it, it has no values */
	if (n->kind != NODE_ARRAY)
		return flatten_components(in, n);
	node_elements(in, n);
	return row_elements(in, n);
}

bool flatten_components(Inst *in, Node *n)
{
	bool ok = true, atomic;

	if (!member_list(in, n))
		return false;
	atomic = devs_is_atomic(in, n);
	check_mods(in, n);
	restrict_mods(in, n);
	flatten_path(in, n);
	for (uint32_t i = 0; i < n->n_member && !expandable_is(n); i++) {
		Member *m = n->member[i];

		restrict_constraint(in, m);
		/* An inner component that was added meanwhile has been flattened there. */
		if (m->decl->kind == EL_COMPONENT && (!atomic || devs_is_kept(in, m)) &&
			!(m->node && m->node->is_made_inner))
			ok &= flatten_component(in, node_of(in, n, m));
		if (diag_full(in->diag) || in->is_too_deep)
			return false;
	}
	if (ok)
		restrict_connector(in, n);
	if (ok)
		(atomic ? devs_note : devs_is_part(in, n) ? devs_note_part : devs_note_bridges)(in, n);
	return ok;
}

/* Attributes */

typedef VEC(Name) NameVec;

#define ATTRIBUTE_TEXT(constant, text) text,
static const char *const attribute_text[] = {ATTRIBUTES(ATTRIBUTE_TEXT)};
#undef ATTRIBUTE_TEXT

Name flatten_attribute(Inst *in, Attribute which)
{
	if (!in->attribute[which].i)
		in->attribute[which] =
			intern_name(in->sx->names, attribute_text[which], strlen(attribute_text[which]));
	return in->attribute[which];
}

static bool attribute(Inst *in, const Node *n, Attribute which, Mod *found)
{
	return n->mod && mod_value_of_member(n->mod, flatten_attribute(in, which), found);
}

/* The attribute's value for scalar k; a scalar is meant for every element. NULL: not given. */
static const Expr *attribute_at(Inst *in, const Expr *value, int32_t k)
{
	if (!value || elab_is_error(value) || (value->type->rank && k >= value->type->n_scalars))
		return NULL;
	return value->type->rank ? scalar_at(in->pool, in->scratch, value, k) : value;
}

/* MLS 7.2.5: one value for all elements of an array needs `each`; without it, it can mean nothing
   else. */
static void tell_each(Inst *in, Node *n, const Mod *m, const char *name)
{
	if (n->rank > 0 && !m->is_each && !m->is_of_class && !m->is_split)
		diag_older(in->diag, n->owner ? n->owner->def : NULL, syntax_span(m->at), E_NO_EACH,
				   "'%s' is an array: one value of '%s' for all its elements needs 'each'",
				   node_name(in, n), name);
}

static const Expr *attribute_value(Inst *in, Node *n, Attribute which, const Type *type)
{
	Mod m;
	const char *name = attribute_text[which];
	const Expr *value = attribute(in, n, which, &m) ? elab_mod_value(in, &m) : NULL;

	if (!value || elab_is_error(value))
		return value;
	if (value->variability > VB_PARAMETER) { /* MLS 4.9 */
		diag_error(in->diag, syntax_span(m.ast->value->at), E_VARIABILITY,
				   "the attribute '%s' of '%s' must be made of constants and parameters, but this "
				   "changes during simulation",
				   name, node_name(in, n));
		return elab_error(in);
	}
	if (value->type->rank == 0) {
		tell_each(in, n, &m, name);
		return elab_convert(in, value, type, m.at, name);
	}
	return elab_convert(in, value, type_with_dims_of(in->pool, type, elab_type(in, n)), m.at, name);
}

/* Attributes that are texts, truth values or enumerations are needed at compile time. */
static const Expr *attribute_literal(Inst *in, Node *n, Attribute which, const Type *type)
{
	const Expr *value = attribute_value(in, n, which, type);
	Mod m;

	if (!value || elab_is_error(value) || expr_is_literal(value))
		return value && !elab_is_error(value) ? value : NULL;
	return attribute(in, n, which, &m)
			   ? value_of_expr(in, value, syntax_span(m.at), attribute_text[which])
			   : NULL;
}

static const Expr *attribute_texts(Inst *in, Node *n, Attribute which)
{
	return attribute_literal(in, n, which, type_basic(in->pool, TY_STRING));
}

static Name text_at(Inst *in, const Expr *value, int32_t k)
{
	value = attribute_at(in, value, k);
	return value && value->op == EX_STRING ? (Name){value->aux} : (Name){0};
}

/* How deep in the instance tree the modifier stands that gives a start value: the nearer to the top
   of the model, the more it was meant (MLS 8.6.2). What the type itself has, such as
   Temperature(start = 288.15), was not meant for this variable at all. */
static uint8_t start_depth(Inst *in, const Node *n)
{
	Mod m;
	const Node *where;

	if (!attribute(in, n, AT_START, &m))
		return 0;
	where = m.where;
	while (where && where->kind == NODE_BASE)
		where = where->instance;
	if (!where || (where->kind == NODE_CLASS && where->depth > 0) || m.is_of_class)
		return START_OF_TYPE;
	return (uint8_t)(where->depth < START_OF_TYPE ? where->depth : START_OF_TYPE - 1);
}

/* MLS 4.9.6: the nominal value scales, "the tool should use a non-zero value". */
static void tell_nominal(Inst *in, const Node *n, const Expr *nominal, int32_t count)
{
	Mod m;

	for (int32_t k = 0; nominal && k < count; k++) {
		const Expr *value = attribute_at(in, nominal, k);

		if (!value || value->op != EX_REAL || expr_real_value(value) != 0 ||
			!attribute(in, n, AT_NOMINAL, &m))
			continue;
		diag_warning(in->diag, syntax_span(m.at), W_NOMINAL,
					 "the nominal value of '%s' is 0, which scales nothing: 1 is used",
					 node_name(in, n));
		return;
	}
}

/* What a class alone says of the attributes of its variables. */
typedef struct ClassAttributes {
	FlatAttrs attrs;   /* without `structural`, which is a variable's own */
	const Expr *start; /* or NULL */
} ClassAttributes;

static void set_scalar_attributes(Inst *in, VarId v, FlatAttrs attrs, const Expr *start)
{
	attrs.structural = flat_attrs(in->flat, v)->structural;
	flat_set_attrs(in->flat, v, flat_add_attrs(in->flat, &attrs));
	flat_set_start(in->flat, v, start);
}

static void set_attributes_of(Inst *in, Node *n, ClassAttributes *last)
{
	const FlatDecl *b = &in->flat->decls.at[n->flat_decl.i];
	int32_t count = flat_decl_size(b);
	VarId first = b->first;
	const Type *boolean = type_basic(in->pool, TY_BOOLEAN);
	const Expr *start = attribute_value(in, n, AT_START, n->basic);
	const Expr *min = attribute_value(in, n, AT_MIN, n->basic);
	const Expr *max = attribute_value(in, n, AT_MAX, n->basic);
	const Expr *nominal = attribute_value(in, n, AT_NOMINAL, n->basic);
	const Expr *fixed = attribute_literal(in, n, AT_FIXED, boolean);
	Node *select_class =
		map_find_ptr(&in->builtins, intern_name(in->sx->names, "StateSelect", 11).i);
	const Expr *select = attribute_literal(in, n, AT_STATE_SELECT, node_basic(in, select_class));
	const Expr *quantity = attribute_texts(in, n, AT_QUANTITY);
	const Expr *unit = attribute_texts(in, n, AT_UNIT);
	const Expr *display = attribute_texts(in, n, AT_DISPLAY_UNIT);
	FlatAttrs attrs = {.start_depth = start_depth(in, n)};

	tell_nominal(in, n, nominal, count);
	for (int32_t k = 0; k < count; k++) {
		const Expr *fix = attribute_at(in, fixed, k), *sel = attribute_at(in, select, k);

		attrs.quantity = text_at(in, quantity, k);
		attrs.unit = text_at(in, unit, k);
		attrs.display_unit = text_at(in, display, k);
		attrs.min = attribute_at(in, min, k);
		attrs.max = attribute_at(in, max, k);
		attrs.nominal = attribute_at(in, nominal, k);
		attrs.fixed = !fix ? FX_UNSET : expr_integer_value(fix) ? FX_TRUE : FX_FALSE;
		attrs.state_select = sel ? (uint8_t)expr_integer_value(sel) : SS_UNSET;
		*last = (ClassAttributes){attrs, attribute_at(in, start, k)};
		set_scalar_attributes(in, (VarId){first.i + k}, attrs, last->start);
	}
}

/* Scalars without modifiers of their own share those of their class, and what these say, unless
   there is something to report. */
static void set_attributes_once(Inst *in, Node *n)
{
	bool of_class = !n->rank && n->mod && n->mod->is_of_class && !n->mod->is_in_array;
	const ClassAttributes *seen =
		of_class ? map_find_ptr(&in->class_attributes, map_key(n->mod)) : NULL;
	ClassAttributes last, *made;
	size_t n_told = in->diag->items.n;

	if (seen) {
		set_scalar_attributes(in, in->flat->decls.at[n->flat_decl.i].first, seen->attrs,
							  seen->start);
		return;
	}
	set_attributes_of(in, n, &last);
	if (!of_class || in->diag->items.n != n_told)
		return;
	made = NEW(in->tree, ClassAttributes);
	*made = last;
	map_put(&in->class_attributes, map_key(n->mod), map_key(made));
}

/* A number, with a sign or without. */
static bool written_number(const AstExpr *e, double *value)
{
	bool minus = e && e->kind == AX_UNARY && e->op == AO_SUB;

	if (minus)
		e = e->kid;
	if (!e || (e->kind != AX_REAL && e->kind != AX_INTEGER))
		return false;
	*value = e->kind == AX_REAL ? e->real : (double)e->integer;
	*value = minus ? -*value : *value;
	return true;
}

bool flatten_limits(Inst *in, const Node *n, double *min, double *max)
{
	Mod m;
	bool found = false;

	*min = -INFINITY;
	*max = INFINITY;
	if (attribute(in, n, AT_MIN, &m))
		found |= written_number(m.ast->value, min);
	if (attribute(in, n, AT_MAX, &m))
		found |= written_number(m.ast->value, max);
	return found;
}

bool flatten_has_unit(Inst *in, const Node *n)
{
	Mod m;

	return attribute(in, n, AT_UNIT, &m);
}

/* The units of what a component of a function consists of, in order of its type's fields. */
static void add_units(Inst *in, Node *n, NameVec *units)
{
	if (!node_class(in, n))
		return;
	if (n->basic) {
		const Expr *unit = n->basic->kind == TY_REAL ? attribute_texts(in, n, AT_UNIT) : NULL;

		vec_push(arena_allocator(in->keep), units, text_at(in, unit, 0));
		return;
	}
	if (!member_list(in, n))
		return;
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT)
			add_units(in, node_of(in, n, n->member[i]), units);
}

const Name *flatten_units(Inst *in, Node *n, const Type *type)
{
	NameVec units = {0};

	if (!in->wants_units)
		return NULL;
	add_units(in, n, &units);
	return (int32_t)units.n == type_leaves(type) ? units.at : NULL;
}

static bool set_attributes(Inst *in, Node *n)
{
	int errors = in->diag->n_errors;

	if (n->basic && n->flat_decl.i >= 0) /* parts of ports of messages have no values */
		set_attributes_once(in, n);
	return in->diag->n_errors == errors;
}

/* Bindings */

/* A value must not vary more than what it is given to (MLS 3.8, 4.4.4); a function may give a
   discrete result of continuous arguments. */
static bool is_discrete_kind(TypeKind kind)
{
	return kind != TY_REAL && kind != TY_RECORD && kind != TY_TUPLE && kind != TY_CLOCK &&
		   kind != TY_OBJECT && kind != TY_NONE;
}

/* (x, i) = f(u): an Integer that follows from what changes all the time (MLS 3.8.4) has its values
   of events. Older tools give it those of the last evaluation. */
static bool may_equal_results(Inst *in, const Expr *lhs, const Expr *rhs, Span at)
{
	for (uint32_t i = 0; i < lhs->n && rhs->variability == VB_CONTINUOUS; i++)
		if (is_discrete_kind(lhs->arg[i]->type->kind) && lhs->arg[i]->variability == VB_DISCRETE)
			return diag_older(in->diag, NULL, at, E_VARIABILITY,
							  "result %u of the function is for a variable that changes at events "
							  "only, but its arguments change all the time: the variable keeps the "
							  "value of the last event",
							  (unsigned)i + 1);
	return true;
}

bool flatten_may_equal(Inst *in, const Expr *lhs, const Expr *rhs, Span at)
{
	static const char *const words[] = {"a constant", "a parameter",
										"a variable that changes at events only", "a variable"};
	bool discrete = is_discrete_kind(lhs->type->kind);

	if (lhs->type->n_scalars == 0)
		return true;
	if (lhs->op == EX_TUPLE)
		return may_equal_results(in, lhs, rhs, at);
	if (lhs->variability <= VB_PARAMETER ? rhs->variability <= lhs->variability
										 : !discrete || rhs->variability < VB_CONTINUOUS)
		return true;
	diag_error(in->diag, at, E_VARIABILITY, "%s cannot have the value of an expression that %s",
			   words[lhs->variability],
			   rhs->variability == VB_PARAMETER  ? "contains parameters"
			   : rhs->variability == VB_DISCRETE ? "changes at events"
												 : "changes all the time");
	return false;
}

static void bind_scalars(Inst *in, Node *n, const Expr *target, const Expr *value, Span at)
{
	for (int32_t k = 0; k < target->type->n_scalars; k++) {
		const Expr *var = scalar_at(in->pool, in->scratch, target, k),
				   *x = scalar_at(in->pool, in->scratch, value, k);
		FlatEq eq = {
			.kind = EQ_EQUAL, .origin = EO_BINDING, .path = flatten_path(in, n->owner), .at = at};

		if (!restrict_binding(in, n, var, x, at))
			return;
		if (var->op == EX_VAR && var->variability <= VB_PARAMETER) {
			flat_set_binding(in->flat, expr_var_id(var), x);
			continue;
		}
		if (expr_is_literal(var))
			continue; /* a constant in a record has its value already */
		eq.lhs = var;
		eq.rhs = x;
		flat_add_eq(in->flat, &eq);
	}
}

static bool set_binding(Inst *in, Node *n)
{
	const Mod *m = mod_value(n->mod);
	const Expr *value, *target;

	/* The elements of an array have their shares; parts of a record with a value have it. */
	if (!m || m->ast->has & MOD_BREAK || n->kind == NODE_ARRAY || value_bound_above(in, n))
		return true;
	value = is_fixed(n) ? elab_mod_value(in, m) : elab_mod_equation(in, m);
	if (elab_is_error(value))
		return false;
	target = n->basic ? flatten_ref(in, n) : elab_component(in, n);
	if (elab_is_error(target))
		return false;
	value = elab_convert(in, value, target->type, m->ast->value->at, node_name(in, n));
	if (elab_is_error(value))
		return false;
	if (!flatten_may_equal(in, target, value, syntax_span(m->ast->value->at)))
		return false;
	if ((n->prefix & (PX_DISCRETE | PX_INPUT | PX_PARAMETER | PX_CONSTANT)) == PX_DISCRETE &&
		target->type->kind == TY_REAL &&
		!diag_older(in->diag, n->owner ? n->owner->def : NULL, syntax_span(m->ast->value->at),
					E_VARIABILITY, "'%s' is discrete: a when-clause must give it its values",
					node_name(in, n))) /* MLS 4.4.4 */
		return false;
	bind_scalars(in, n, target, value, syntax_span(m->ast->value->at));
	if (n->flat_decl.i >= 0)
		in->flat->decls.at[n->flat_decl.i].value_at = syntax_span(m->ast->value->at);
	/* An input of the top class with a value of its own is not given from outside. */
	for (int32_t k = 0; n->prefix & PX_INPUT && k < target->type->n_scalars; k++) {
		const Expr *v = scalar_at(in->pool, in->scratch, target, k);

		if (v->op == EX_VAR && flat_decl_of(in->flat, expr_var_id(v))->causality == CZ_INPUT)
			flat_decl_of(in->flat, expr_var_id(v))->causality = CZ_NONE;
	}
	return true;
}

/* Everything below */

typedef bool Visit(Inst *in, Node *n);

static bool visit_all(Inst *in, Node *n, Visit *visit);

/* An element of an array, and all below it; ctx: what visits them. */
static bool visit_element(Inst *in, Node *element, void *ctx)
{
	Visit *const *visit = ctx;

	return (*visit)(in, element) && visit_all(in, element, *visit);
}

static bool visit_all(Inst *in, Node *n, Visit *visit)
{
	bool ok = true;

	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *child = n->member[i]->node;

		if (!child || n->member[i]->decl->kind != EL_COMPONENT || child->is_disabled ||
			(expandable_is(n) && !expandable_is_used(child)) ||
			(child->prefix & (PX_OUTER | PX_INNER)) == PX_OUTER)
			continue;
		ok &= visit(in, child);
		ok &= repeat_elements(in, child, (RepeatVisit){visit_element, &visit});
		if (!child->basic && child->kind != NODE_ARRAY)
			ok &= visit_all(in, child, visit);
		if (diag_full(in->diag))
			return false;
	}
	return ok;
}

bool flatten_attributes(Inst *in, Node *n)
{
	return visit_all(in, n, set_attributes);
}

bool flatten_bindings(Inst *in, Node *n)
{
	return visit_all(in, n, set_binding);
}
