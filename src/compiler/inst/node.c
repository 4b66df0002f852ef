/* SPDX-License-Identifier: MIT
   node.c — making instances: a component's class, simple type, sizes and elements. */
#include "compiler/elab/elab.h"
#include "compiler/foreign/foreign.h"
#include "compiler/inst/inst.h"

#include <string.h>

enum { MAX_DEPTH = 500, MAX_RANK = 32 };

Node *node_new(Inst *in, NodeKind kind, Node *owner)
{
	Node *n = NEW(in->tree, Node);

	n->kind = (uint8_t)kind;
	n->owner = owner;
	n->instance = n;
	n->flat_decl = (DeclId){-1};
	n->fn = (FnId){-1};
	n->path = (PathId){-1};
	n->depth = owner ? (uint16_t)(owner->depth + (kind != NODE_BASE)) : 0;
	return n;
}

/* Texts */

const char *node_name(const Inst *in, const Node *n)
{
	return n->name.i ? intern_text(in->sx->names, n->name) : "the root";
}

/* Subscripts are written for every part of every element: printf would take half of it. */
static void add_index(const Node *n, Text *out)
{
	for (int32_t i = 0; i < n->n_index; i++) {
		char digit[16];
		int at = sizeof digit;
		int32_t left = n->index[i];

		do
			digit[--at] = (char)('0' + left % 10);
		while (left /= 10);
		digit[--at] = i ? ',' : '[';
		text_add(out, digit + at, sizeof digit - (size_t)at);
	}
	if (n->n_index)
		text_add_char(out, ']', 1);
}

void node_own_text(const Inst *in, const Node *n, Text *out)
{
	const char *name = node_name(in, n);

	text_add(out, name, strlen(name));
	add_index(n, out);
}

/* An element of an array has the array as owner, and its name. */
void node_text(const Inst *in, const Node *n, Text *out)
{
	const Node *chain[MAX_DEPTH + 1];
	int k = 0;

	for (; n && n != in->top && n != in->root && k <= MAX_DEPTH; n = n->owner)
		if (n->kind != NODE_BASE && !(k && chain[k - 1]->owner == n && n->kind == NODE_ARRAY))
			chain[k++] = n;
	while (k-- > 0) {
		text_add(out, intern_text(in->sx->names, chain[k]->name),
				 intern_len(in->sx->names, chain[k]->name));
		add_index(chain[k], out);
		if (k)
			text_add_char(out, '.', 1);
	}
}

void node_class_text(const Inst *in, const Node *n, Text *out)
{
	const Node *cls = n->kind == NODE_COMPONENT || n->kind == NODE_ARRAY ? n->cls : n;

	if (cls && cls->def)
		syntax_class_text(in->sx, cls->def, out);
	else if (cls)
		text_printf(out, "%s", node_name(in, cls));
}

bool node_is_a(const Node *n, ClassKind kind)
{
	return n->def && n->def->kind == kind;
}

/* Members */

/* What a component's parts have from it (MLS 4.4.4.1): variability, causality, flow, protection. */
static uint16_t inherit_prefix(uint16_t own, uint16_t outer)
{
	const uint16_t order[] = {PX_CONSTANT, PX_PARAMETER, PX_DISCRETE};
	uint16_t variability = 0;

	for (int i = 0; i < 3 && !variability; i++)
		variability = (own | outer) & order[i];
	if (!(own & PX_CAUSALITY))
		own |= outer & PX_CAUSALITY;
	if (!(own & PX_CONNECTION))
		own |= outer & PX_CONNECTION;
	return (uint16_t)((own & ~PX_VARIABILITY) | variability | (outer & PX_PROTECTED));
}

/* A replacing element has the prefixes of the original that it does not state (MLS 7.3). */
static uint16_t prefix_of(const Member *m)
{
	uint16_t own = m->decl->prefix, first = m->first->prefix;

	if (m->decl == m->first)
		return own;
	if (!(own & PX_VARIABILITY))
		own |= first & PX_VARIABILITY;
	if (!(own & PX_CAUSALITY))
		own |= first & PX_CAUSALITY;
	if (!(own & PX_CONNECTION))
		own |= first & PX_CONNECTION;
	return own | (first & (PX_INNER | PX_OUTER | PX_PROTECTED));
}

static Node *new_class(Inst *in, Node *instance, const AstElement *decl, Node *home, const Mod *mod)
{
	Node *n = node_new(in, NODE_CLASS, instance), *first_home;
	const AstElement *first;

	n->name = decl->name;
	n->decl = decl;
	foreign_class_complete(in->sx, decl->cls);
	n->def = decl->cls;
	n->scope = home;
	n->home = home;
	n->mod = mod;
	n->prefix = decl->prefix;
	if (n->def->form != FORM_EXTENDS)
		return n;
	first = member_inherited(in, home, decl->name, &first_home);
	if (first && first->kind == EL_CLASS)
		n->replaced = new_class(in, instance, first, first_home,
								mod_of_member(in->tree, first_home->mod, decl->name, NULL));
	return n;
}

static bool has_dims(const AstComponent *c)
{
	return c->n_dims + c->n_type_dims > 0;
}

/* A redeclaration without dimensions of its own has those of the original (MLS 7.3). */
const AstComponent *node_sizes(const Node *n, Node **home)
{
	const Member *m = n->member_of;

	*home = n->home;
	if (!m || has_dims(n->decl->component) || m->first->kind != EL_COMPONENT ||
		!has_dims(m->first->component))
		return n->decl->component;
	*home = m->first_home;
	return m->first->component;
}

/* A redeclaration does not change the condition (MLS 7.3, 4.4.5). */
const AstExpr *node_condition(const Node *n, Node **home)
{
	const Member *m = n->member_of;

	*home = n->home;
	if (!m || n->decl->component->condition || m->first->kind != EL_COMPONENT)
		return m ? n->decl->component->condition : NULL;
	*home = m->first_home;
	return m->first->component->condition;
}

Node *node_of(Inst *in, Node *instance, Member *m)
{
	Node *n;

	if (m->node)
		return m->node;
	if (m->decl->kind == EL_CLASS) {
		n = new_class(in, instance, m->decl, m->home, m->mod);
	} else {
		n = node_new(in, NODE_COMPONENT, instance);
		n->name = m->decl->name;
		n->decl = m->decl;
		n->home = m->home;
		n->mod = m->mod;
		n->member_of = m;
		n->prefix = prefix_of(m);
		if (instance->kind != NODE_CLASS)
			n->prefix = inherit_prefix(n->prefix, instance->prefix);
	}
	m->node = n;
	if (instance->is_late && n->kind == NODE_COMPONENT)
		flatten_component(in, n); /* what it would report, the element that it is like has */
	return n;
}

/* Classes of components */

/* The deepest base of a class that is nothing but a simple type with attributes. */
static Node *simple_end(Inst *in, Node *n)
{
	while (n->def && n->def->form != FORM_ENUMERATION) {
		bool may_be_simple = n->def->form == FORM_SHORT || n->def->kind == CLS_TYPE ||
							 n->def->kind == CLS_CONNECTOR || n->def->kind == CLS_CLASS;

		if (!may_be_simple || !member_bases(in, n) || n->n_base == 0)
			return NULL;
		n = n->base[0];
	}
	return n;
}

static const Type *enum_type(Inst *in, const ClassDef *def)
{
	Name *literal = NEW_ARRAY(in->keep, Name, def->n_list + 1);
	Text full;
	const Type *type;

	text_init(&full, arena_heap(in->keep));
	syntax_class_text(in->sx, def, &full);
	for (uint32_t i = 0; i < def->n_list; i++)
		literal[i] = def->literals[i].name;
	type = type_enum(in->pool, flat_name(in->flat, text_str(&full)), literal, (int)def->n_list);
	text_free(&full);
	return type;
}

const Type *node_basic(Inst *in, Node *cls)
{
	Node *end;

	if (cls->class_mark == MARK_DONE)
		return cls->basic;
	cls->class_mark = MARK_DONE;
	end = simple_end(in, cls);
	if (end && end->def)
		cls->basic = enum_type(in, end->def);
	else if (end)
		cls->basic = end->basic;
	if (cls->basic && cls->basic->kind == TY_OBJECT && cls->def) {
		Text full;

		text_init(&full, arena_heap(in->keep));
		syntax_class_text(in->sx, cls->def, &full);
		cls->basic = type_object(in->pool, flat_name(in->flat, text_str(&full)));
		text_free(&full);
	}
	return cls->basic;
}

/* input and output of a short class, as in `connector RealInput = input Real`. */
static uint16_t class_causality(const Node *cls)
{
	uint16_t prefix = 0;

	for (; cls && cls->def && !prefix; cls = cls->n_base ? cls->base[0] : NULL)
		prefix = (cls->def->flags & CF_INPUT ? PX_INPUT : 0) |
				 (cls->def->flags & CF_OUTPUT ? PX_OUTPUT : 0);
	return prefix;
}

/* Is a component there in every instance of its class, whatever the parameters are? */
static bool is_unconditional(const Node *n)
{
	const AstComponent *c = n->decl->component;

	for (uint32_t i = 0; i < c->n_dims; i++)
		if (c->dims[i].kind != AX_INTEGER)
			return false;
	return !c->condition && !c->n_type_dims;
}

/* The same declaration again in what it declares: that would never end. */
static bool contains_itself(const Inst *in, const Node *n)
{
	for (const Node *o = n->owner; o && o != in->top && o->kind != NODE_CLASS; o = o->owner) {
		if (!is_unconditional(o))
			return false;
		if (o->decl == n->decl)
			return is_unconditional(n);
	}
	return false;
}

/* How many components around n, and n itself, are made by the same declaration. */
static int count_nested(const Inst *in, const Node *n, const Node **first)
{
	int count = 0;

	for (const Node *o = n; o && o != in->top; o = o->owner)
		if (o->decl == n->decl) {
			*first = o;
			count += !o->index; /* an array and its element are one level */
		}
	return count;
}

/* Names the declaration that comes again and again on the way to n, if there is one. */
static void report_deep(Inst *in, const Node *n)
{
	const Node *again = n, *first = n;
	int count = count_nested(in, n, &first);
	Text path;

	while (count < 2 && again->owner && again->owner != in->top) {
		again = again->owner;
		count = again->kind == NODE_BASE ? 0 : count_nested(in, again, &first);
	}
	if (count < 2) {
		diag_error(in->diag, syntax_span(n->decl->at), E_TOO_DEEP,
				   "'%s' lies %d components deep: does a class contain itself?", node_name(in, n),
				   n->depth - 1);
		return;
	}
	text_init(&path, arena_heap(in->keep));
	node_text(in, first, &path);
	diag_error(in->diag, syntax_span(again->decl->at), E_TOO_DEEP,
			   "'%s' contains itself, from '%s' on, %d times: components cannot lie more than %d "
			   "deep, and no size and no condition ends it before",
			   node_name(in, again), text_str(&path), count, MAX_DEPTH);
	text_free(&path);
}

/* What is nested without end is told once: of the other branches, of which there may be more than
   time to look at them, each would say the same. */
static bool check_nesting(Inst *in, const Node *n)
{
	if (in->is_too_deep)
		return false;
	if (contains_itself(in, n))
		diag_error(in->diag, syntax_span(n->decl->at), E_TOO_DEEP, "'%s' contains itself",
				   node_name(in, n));
	else if (n->depth > MAX_DEPTH || guard_is_deep())
		report_deep(in, n);
	else
		return true;
	in->is_too_deep = true;
	return false;
}

/* Do modifiers redeclare a class? */
static bool redeclares_class(const Mod *m)
{
	for (; m; m = m->weaker)
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++)
			if (m->ast->args[i].kind == ARG_ELEMENT && m->ast->args[i].element->kind == EL_CLASS)
				return true;
	return false;
}

/* The class with modifiers of a component: its simple type may be one that they redeclare. */
static Node *class_with(Inst *in, const Node *cls, const Mod *mod)
{
	Node *n = node_new(in, NODE_CLASS, cls->owner);

	n->name = cls->name;
	n->decl = cls->decl;
	n->def = cls->def;
	n->scope = cls->scope;
	n->home = cls->home;
	n->prefix = cls->prefix;
	n->replaced = cls->replaced;
	n->mod = mod_append(in, mod, cls->mod);
	return n;
}

bool node_class(Inst *in, Node *n)
{
	Node *cls, *end;

	if (n->class_mark == MARK_DONE)
		return !n->is_error;
	n->class_mark = MARK_DONE;
	n->is_error = true; /* until the end */
	if (!check_nesting(in, n))
		return false;
	cls = lookup_class(in, n->home, n->decl->component->type, LOOKUP_ANY);
	if (!cls)
		return false;
	if (cls->kind != NODE_CLASS) {
		diag_error(in->diag, syntax_span(n->decl->component->type->at), E_NOT_A_CLASS,
				   "'%s' is a component, not a class", node_name(in, cls));
		return false;
	}
	if (node_basic(in, cls) && redeclares_class(n->mod))
		cls = class_with(in, cls, n->mod);
	n->cls = cls;
	n->def = cls->def;
	n->scope = cls->scope;
	n->replaced = cls->replaced;
	n->basic = node_basic(in, cls);
	end = n->basic ? simple_end(in, cls) : NULL;
	n->mod = mod_append(in, n->mod, mod_of_class(in, end ? end->mod : cls->mod));
	if (!(n->prefix & PX_CAUSALITY))
		n->prefix |= class_causality(cls);
	n->is_error = false;
	return true;
}

/* Sizes */

typedef struct {
	Dim dim[MAX_RANK]; /* rank sizes */
	int32_t rank;      /* so far */
} DimList;

static bool bad_size(Inst *in, const Node *n, const AstExpr *e, const char *why)
{
	diag_error(in->diag, syntax_span(e->at), E_ARRAY_SIZE, "the size of '%s' %s", node_name(in, n),
			   why);
	return false;
}

/* A type as a size: `Real x[Boolean]`, `Real x[E]` (MLS 10.5). */
static const Type *index_type(Inst *in, Node *where, const AstExpr *e)
{
	AstPart one;
	uint32_t n;
	const AstPart *part;
	Node *found;

	if (e->kind != AX_NAME && e->kind != AX_REF)
		return NULL;
	part = syntax_parts(e, &one, &n);
	found = lookup_simple(in, where, part[0].name, LOOKUP_ANY);
	for (uint32_t i = 1; i < n && found && found->kind == NODE_CLASS; i++)
		found = member_node(in, found, part[i].name);
	return found && found->kind == NODE_CLASS ? node_basic(in, found) : NULL;
}

/* The size of a dimension written `:` is that of the binding. */
static bool inferred_size(Inst *in, Node *n, const AstExpr *e, int32_t i, Dim *dim)
{
	const Expr *value = mod_value(n->mod) || value_bound_above(in, n) ? value_source(in, n) : NULL;

	if (!value)
		return bad_size(in, n, e, "is left open, but no value is given that it could follow from");
	if (elab_is_error(value))
		return false;
	if (i >= value->type->rank)
		return bad_size(in, n, e, "is left open, but its value has fewer dimensions");
	if (value->type->dim[i] == DIM_OPEN)
		value = elab_evaluate(in, value, e->at,
							  arena_printf(in->keep, "the size of '%s'", node_name(in, n)));
	if (elab_is_error(value) || i >= value->type->rank)
		return false;
	*dim = (Dim){value->type->dim[i], NULL};
	return true;
}

/* `size(A, 1)` among the sizes of A itself, as in `A[:, size(A, 1)]`: known already? */
static bool is_own_size(const Inst *in, const Node *n, const AstExpr *e, const DimList *list)
{
	return e->kind == AX_CALL && e->n == 3 && e->kid[0].kind == AX_NAME &&
		   !strcmp(intern_text(in->sx->names, e->kid[0].name), "size") &&
		   e->kid[1].kind == AX_NAME && e->kid[1].name.i == n->name.i &&
		   e->kid[2].kind == AX_INTEGER && e->kid[2].integer >= 1 &&
		   e->kid[2].integer <= list->rank;
}

static bool add_dim(Inst *in, Node *n, Node *where, const AstExpr *e, DimList *list)
{
	Dim *dim = &list->dim[list->rank];
	const Type *index;
	const Expr *size;

	if (list->rank == MAX_RANK)
		return bad_size(in, n, e, "has more dimensions than can be handled");
	if (is_own_size(in, n, e, list)) {
		*dim = list->dim[e->kid[2].integer - 1];
		list->rank++;
		return true;
	}
	list->rank++;
	if (e->kind == AX_COLON)
		return inferred_size(in, n, e, list->rank - 1, dim);
	index = index_type(in, where, e);
	if (index && (index->kind == TY_BOOLEAN || index->kind == TY_ENUM)) {
		*dim = (Dim){index->kind == TY_BOOLEAN ? 2 : index->n_fields, index};
		return true;
	}
	size = elab_constant(in, &(Env){.node = where}, e, "the size of an array");
	if (elab_is_error(size))
		return false;
	if (size->op != EX_INTEGER || expr_integer_value(size) < 0)
		return bad_size(in, n, e, "must be a whole number, at least 0");
	if (expr_integer_value(size) > MAX_ELEMENTS)
		return bad_size(in, n, e, "is more than 67,108,864 elements");
	*dim = (Dim){(int32_t)expr_integer_value(size), NULL};
	return true;
}

/* Sizes that the class brings: `type Force = Real[3]`, also through extends of simple types. */
static bool add_class_dims(Inst *in, Node *n, Node *cls, DimList *list)
{
	bool ok = true;

	for (; ok && cls && cls->def && (n->basic || cls->def->form == FORM_SHORT);
		 cls = cls->n_base ? cls->base[0] : NULL) {
		for (uint32_t i = 0; cls->def->form == FORM_SHORT && i < cls->def->n_list && ok; i++)
			ok = add_dim(in, n, cls->scope, &cls->def->dims[i], list);
		if (!ok || !member_bases(in, cls))
			break;
	}
	return ok;
}

static bool check_count(Inst *in, const Node *n, const DimList *list)
{
	int64_t count = 1;

	for (int32_t i = 0; i < list->rank; i++) {
		count *= list->dim[i].n;
		if (count > MAX_ELEMENTS) {
			diag_error(in->diag, syntax_span(n->decl->at), E_ARRAY_SIZE,
					   "'%s' has more than 67,108,864 elements", node_name(in, n));
			return false;
		}
	}
	return true;
}

int32_t node_dim(Inst *in, Node *n, int64_t k)
{
	DimList list = {.rank = (int32_t)k};
	Node *home;
	const AstComponent *c = node_sizes(n, &home);
	bool ok;

	if (n->dims_mark != MARK_BUSY || k < 0 || k >= (int64_t)c->n_dims || k >= MAX_RANK ||
		n->dims_asked >> k & 1)
		return -1;
	n->dims_asked |= 1u << k;
	ok = add_dim(in, n, home, &c->dims[k], &list);
	n->dims_asked &= ~(1u << k);
	return ok ? list.dim[k].n : -1;
}

bool node_dims(Inst *in, Node *n)
{
	DimList list; /* all of it need not be cleared: most have no dimension */
	const AstComponent *c;
	Node *home;
	bool ok = true;

	if (n->dims_mark == MARK_DONE || n->index)
		return !n->is_error;
	if (n->dims_mark == MARK_BUSY) {
		diag_error(in->diag, syntax_span(n->decl->at), E_ARRAY_SIZE,
				   "the size of '%s' depends on itself", node_name(in, n));
		n->is_error = true;
		return false;
	}
	if (!node_class(in, n))
		return false;
	n->dims_mark = MARK_BUSY;
	c = node_sizes(n, &home);
	list.rank = 0;
	for (uint32_t i = 0; i < c->n_dims && ok; i++)
		ok = add_dim(in, n, home, &c->dims[i], &list);
	for (uint32_t i = 0; i < c->n_type_dims && ok; i++)
		ok = add_dim(in, n, home, &c->type_dims[i], &list);
	ok = ok && add_class_dims(in, n, n->cls, &list) && check_count(in, n, &list);
	n->dims_mark = MARK_DONE;
	n->is_error |= !ok;
	n->rank = list.rank;
	if (list.rank) {
		Dim *dim = NEW_ARRAY(in->keep, Dim, list.rank);

		memcpy(dim, list.dim, (size_t)list.rank * sizeof *dim);
		n->dim = dim;
		if (!n->basic)
			n->kind = NODE_ARRAY;
	}
	return ok;
}

/* Elements of an array of components */

static Node *new_element(Inst *in, Node *array, const int32_t *index)
{
	Node *n = node_new(in, NODE_COMPONENT, array);
	int32_t *own = NEW_ARRAY(in->tree, int32_t, array->rank);

	memcpy(own, index, (size_t)array->rank * sizeof *own);
	n->name = array->name;
	n->decl = array->decl;
	n->home = array->home;
	n->def = array->def;
	n->scope = array->scope;
	n->cls = array->cls;
	n->replaced = array->replaced;
	n->prefix = array->prefix;
	n->depth = array->depth;
	n->class_mark = n->dims_mark = MARK_DONE;
	n->index = own;
	n->n_index = array->rank;
	n->mod = mod_for_element(in, array, own);
	return n;
}

bool node_elements(Inst *in, Node *n)
{
	int32_t index[MAX_RANK];
	size_t count = 1;

	if (n->element)
		return true;
	for (int32_t i = 0; i < n->rank; i++) {
		count *= (size_t)n->dim[i].n;
		index[i] = 1;
	}
	n->element = NEW_ARRAY(in->tree, Node *, count + 1);
	for (; n->n_element < count; n->n_element++) {
		n->element[n->n_element] = new_element(in, n, index);
		for (int32_t i = n->rank - 1; i >= 0 && ++index[i] > n->dim[i].n; i--)
			index[i] = 1;
	}
	return true;
}
