/* SPDX-License-Identifier: MIT
   restrict_base.c — which class may extend which (MLS 7.1.3). */
#include "compiler/inst/inst.h"

#define K(kind) (1u << (kind))

/* For each kind of class, the kinds that it may extend; `class` goes with everything. */
static const unsigned may_extend[CLS_COUNT] = {
	[CLS_CLASS] = ~0u,
	[CLS_MODEL] = K(CLS_MODEL) | K(CLS_BLOCK) | K(CLS_RECORD) | K(CLS_OPERATOR_RECORD),
	[CLS_BLOCK] = K(CLS_BLOCK) | K(CLS_RECORD) | K(CLS_OPERATOR_RECORD),
	[CLS_RECORD] = K(CLS_RECORD),
	[CLS_TYPE] = K(CLS_TYPE),
	[CLS_PACKAGE] = K(CLS_PACKAGE),
	[CLS_FUNCTION] = K(CLS_FUNCTION) | K(CLS_OPERATOR_FUNCTION),
	[CLS_CONNECTOR] = K(CLS_CONNECTOR) | K(CLS_RECORD) | K(CLS_OPERATOR_RECORD) | K(CLS_TYPE),
	[CLS_OPERATOR] = K(CLS_OPERATOR),
	[CLS_OPERATOR_RECORD] = K(CLS_OPERATOR_RECORD) | K(CLS_RECORD),
	[CLS_OPERATOR_FUNCTION] = K(CLS_OPERATOR_FUNCTION) | K(CLS_FUNCTION),
	[CLS_EXPANDABLE_CONNECTOR] = K(CLS_EXPANDABLE_CONNECTOR)};

static bool is_an_external_object(const Node *cls)
{
	return cls->basic && cls->basic->kind == TY_OBJECT;
}

/* The short class with sizes or a causality that cls is; NULL: it is none (MLS 4.5.1). */
static const ClassDef *special_short(Inst *in, Node *cls)
{
	while (cls && cls->def && cls->def->form == FORM_SHORT) {
		if (cls->def->n_list || (cls->def->flags & (CF_INPUT | CF_OUTPUT)))
			return cls->def;
		cls = member_bases(in, cls) && cls->n_base ? cls->base[0] : NULL;
	}
	return NULL;
}

/* Such a class can be extended only by one that has nothing else. */
static bool check_special(Inst *in, const Node *n, Node *cls, const AstElement *extends)
{
	const ClassDef *special = special_short(in, cls);

	if (!special)
		return true;
	for (uint32_t i = 0; i < n->def->n_elements; i++) {
		const AstElement *e = &n->def->elements[i];

		if (e == extends || (e->kind != EL_COMPONENT && e->kind != EL_EXTENDS))
			continue;
		diag_error(in->diag, syntax_span(extends->at), E_BASE_KIND,
				   "'%s' is %s: a class that extends it cannot have other components or base "
				   "classes, but '%s' has",
				   node_name(in, cls), special->n_list ? "an array" : "input or output",
				   intern_text(in->sx->names, n->def->name));
		return false;
	}
	return true;
}

/* The operators of a record belong to one type: its package cannot be extended (MLS 14.3). */
static bool check_operators(Inst *in, const Node *cls, const AstElement *extends)
{
	for (uint32_t i = 0; cls->def && i < cls->def->n_elements; i++) {
		const AstElement *e = &cls->def->elements[i];

		if (e->kind != EL_CLASS || e->cls->kind != CLS_OPERATOR_RECORD || e->cls->form != FORM_LONG)
			continue;
		diag_error(in->diag, syntax_span(extends->at), E_BASE_KIND,
				   "'%s' contains the operator record '%s' and so cannot be extended",
				   node_name(in, cls), intern_text(in->sx->names, e->name));
		return false;
	}
	return true;
}

/* What a base class is must not depend on redeclarations (MLS 7.1.4). Before Modelica 3, it could:
   then it is what the class is that stands there after them. */
static bool check_replaceable(Inst *in, const Node *n, const Node *cls, const AstElement *extends)
{
	if (extends->extends->base->n > 1 || !cls->decl || !(cls->decl->prefix & PX_REPLACEABLE))
		return true;
	return diag_older(in->diag, n->def, syntax_span(extends->at), E_BASE_KIND,
					  "'%s' is replaceable and so cannot be extended", node_name(in, cls));
}

/* A package that extends a model or record has an icon by that, and cannot mean anything else. */
static bool refuse_kind(Inst *in, const Node *n, Node *cls, const AstElement *extends,
						ClassKind kind)
{
	static const char form[] = "the %s '%s' cannot extend '%s', which is a %s";
	Span at = syntax_span(extends ? extends->at : n->def->base->at);
	ClassKind own = (ClassKind)n->def->kind;
	const char *name = intern_text(in->sx->names, n->def->name), *base = node_name(in, cls);

	if (own == CLS_PACKAGE && (kind == CLS_MODEL || kind == CLS_BLOCK || kind == CLS_RECORD))
		return diag_older(in->diag, n->def, at, E_BASE_KIND, form, syntax_class_kind(own), name,
						  base, syntax_class_kind(kind));
	diag_error(in->diag, at, E_BASE_KIND, form, syntax_class_kind(own), name, base,
			   syntax_class_kind(kind));
	return false;
}

bool restrict_base(Inst *in, const Node *n, Node *cls, const AstElement *extends)
{
	ClassKind own = (ClassKind)n->def->kind, kind = CLS_TYPE;

	if (cls->def)
		kind = (ClassKind)cls->def->kind;
	else if (is_an_external_object(cls))
		return true;
	if (kind != CLS_CLASS && !(may_extend[own] & K(kind)))
		return refuse_kind(in, n, cls, extends, kind);
	if (extends && kind == CLS_OPERATOR_RECORD && own == CLS_OPERATOR_RECORD) {
		diag_error(
			in->diag, syntax_span(extends->at), E_BASE_KIND,
			"the operator record '%s' cannot be extended by a clause; write 'operator record "
			"%s = %s(…)'",
			node_name(in, cls), intern_text(in->sx->names, n->def->name), node_name(in, cls));
		return false;
	}
	return !extends || (check_replaceable(in, n, cls, extends) &&
						check_operators(in, cls, extends) && check_special(in, n, cls, extends));
}
