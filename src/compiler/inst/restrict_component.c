/* SPDX-License-Identifier: MIT
   restrict_component.c — the prefixes of a component against its class (MLS 4.4.2, 4.4.4), outer
   components against their inner ones (MLS 5.4), conditions (MLS 4.4.5). */
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

static const char *prefix_text(uint16_t prefix)
{
	static const struct {
		uint16_t bit;
		const char *text;
	} word[] = {{PX_FLOW, "flow"},           {PX_STREAM, "stream"},     {PX_DISCRETE, "discrete"},
				{PX_PARAMETER, "parameter"}, {PX_CONSTANT, "constant"}, {PX_INPUT, "input"},
				{PX_OUTPUT, "output"}};

	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (prefix & word[i].bit)
			return word[i].text;
	return "";
}

/* Does the prefix say of a `class` what its parts say themselves? Then it has one meaning only. */
static bool is_said_by_parts(Inst *in, const Node *n, uint16_t prefix)
{
	if (n->def->kind != CLS_CLASS || prefix != PX_PARAMETER || !n->cls || !member_list(in, n->cls))
		return false;
	for (uint32_t i = 0; i < n->cls->n_member; i++) {
		const AstElement *e = n->cls->member[i]->decl;

		if (e->kind == EL_COMPONENT && !(e->prefix & (PX_PARAMETER | PX_CONSTANT)))
			return false;
	}
	return true;
}

/* A component of a model or block is more than its values: it has no variability or direction. */
static bool check_structured(Inst *in, const Node *n)
{
	uint16_t prefix = n->decl->prefix & (PX_VARIABILITY | PX_CAUSALITY | PX_CONNECTION);

	if (!prefix || n->basic || !n->def)
		return true;
	if (n->def->kind == CLS_CONNECTOR)
		prefix &= PX_PARAMETER | PX_CONSTANT;
	else if (n->def->kind != CLS_MODEL && n->def->kind != CLS_BLOCK && n->def->kind != CLS_CLASS)
		return true;
	if (!prefix)
		return true;
	if (is_said_by_parts(in, n, prefix))
		return diag_older(in->diag, n->def, syntax_span(n->decl->at), E_PREFIX_TYPE,
						  "'%s' cannot be '%s': '%s' is a %s", node_name(in, n),
						  prefix_text(prefix), node_name(in, n->cls),
						  syntax_class_kind(n->def->kind));
	diag_error(in->diag, syntax_span(n->decl->at), E_PREFIX_TYPE,
			   "'%s' cannot be '%s': '%s' is a %s", node_name(in, n), prefix_text(prefix),
			   node_name(in, n->cls), syntax_class_kind(n->def->kind));
	return false;
}

static bool check_real(Inst *in, const Node *n)
{
	uint16_t prefix = n->decl->prefix & PX_CONNECTION;

	if (!prefix || !n->basic || n->basic->kind == TY_REAL)
		return true;
	diag_error(in->diag, syntax_span(n->decl->at), E_PREFIX_TYPE,
			   "'%s' cannot be '%s': that is for variables of type Real", node_name(in, n),
			   prefix_text(prefix));
	return false;
}

/* flow, stream, input and output apply to all parts, which then must have none of their own. */
static bool check_parts(Inst *in, const Node *n)
{
	uint16_t own = n->decl->prefix | (n->prefix & PX_CAUSALITY), clash = 0;

	if (n->owner && n->owner->kind == NODE_COMPONENT && (n->owner->prefix & PX_CAUSALITY))
		own = n->decl->prefix; /* what came from further out has been checked there */
	if (own & PX_CAUSALITY)
		clash |= PX_CAUSALITY;
	if (own & PX_CONNECTION)
		clash |= PX_CONNECTION;
	if (!clash || n->basic || !n->cls || !member_list(in, n->cls))
		return true;
	for (uint32_t i = 0; i < n->cls->n_member; i++) {
		const Member *m = n->cls->member[i];

		if (m->decl->kind != EL_COMPONENT || !(m->decl->prefix & clash))
			continue;
		diag_error(in->diag, syntax_span(n->decl->at), E_PREFIX_TYPE,
				   "'%s' cannot be '%s': its part '%s' is '%s' already", node_name(in, n),
				   prefix_text(own & clash), intern_text(in->sx->names, m->name),
				   prefix_text(m->decl->prefix & clash));
		return false;
	}
	return true;
}

/* The connectors of a block have a direction (MLS 4.6); a flow variable has none. */
static bool check_block(Inst *in, const Node *n)
{
	if (!n->home || !n->home->def || n->home->def->kind != CLS_BLOCK || n->basic || !n->cls ||
		!node_is_a(n, CLS_CONNECTOR) || (n->prefix & PX_PROTECTED) || !member_list(in, n->cls))
		return true;
	for (uint32_t i = 0; i < n->cls->n_member; i++) {
		const Member *m = n->cls->member[i];

		if (!(m->decl->prefix & PX_FLOW))
			continue;
		diag_error(in->diag, syntax_span(n->decl->at), E_PREFIX_TYPE,
				   "the connectors of a block are input or output, but '%s' has the flow variable "
				   "'%s'; make '%s' a model",
				   node_name(in, n), intern_text(in->sx->names, m->name),
				   intern_text(in->sx->names, n->home->def->name));
		return false;
	}
	return true;
}

/* Stream variables go with one flow variable (MLS 15.1). */
static bool check_stream(Inst *in, const Node *n)
{
	const Member *stream = NULL, *flow = NULL;
	uint32_t n_flows = 0;

	if (n->basic || !n->cls || !node_is_a(n, CLS_CONNECTOR) || !member_list(in, n->cls))
		return true;
	for (uint32_t i = 0; i < n->cls->n_member; i++) {
		const Member *m = n->cls->member[i];

		if (m->decl->prefix & PX_STREAM)
			stream = m;
		if (!(m->decl->prefix & PX_FLOW) || m->decl->kind != EL_COMPONENT)
			continue;
		flow = m;
		n_flows++;
	}
	if (!stream || (n_flows == 1 && !flow->decl->component->n_dims))
		return true;
	diag_error(in->diag, syntax_span(n->decl->at), E_CLASS_CONTENT,
			   "the connector '%s' has the stream variable '%s' and must have one flow variable, a "
			   "scalar, but it has %s",
			   node_name(in, n->cls), intern_text(in->sx->names, stream->name),
			   n_flows ? "several" : "none");
	return false;
}

/* A short class of a partial one is partial. */
static bool check_partial(Inst *in, const Node *n)
{
	const Node *c = n->cls;

	if (n->basic || !c || !n->def || (n->def->flags & CF_PARTIAL))
		return true;
	while (c->def && c->def->form == FORM_SHORT && c->n_base)
		c = c->base[0];
	if (c == n->cls || !c->def || !(c->def->flags & CF_PARTIAL))
		return true;
	diag_error(in->diag, syntax_span(n->decl->at), E_PARTIAL,
			   "'%s' is of the class '%s', which is the partial class '%s'", node_name(in, n),
			   node_name(in, n->cls), node_name(in, c));
	return false;
}

/* Functions, packages and operators have no instances (MLS 4.7). */
static bool check_kind(Inst *in, const Node *n)
{
	static const ClassKind without[] = {CLS_FUNCTION, CLS_PACKAGE, CLS_OPERATOR,
										CLS_OPERATOR_FUNCTION};

	for (size_t i = 0; !n->basic && n->cls && i < sizeof without / sizeof *without; i++) {
		if (!node_is_a(n, without[i]))
			continue;
		diag_error(in->diag, syntax_span(n->decl->at), E_CLASS_CONTENT,
				   "'%s' cannot be a component: '%s' is a %s", node_name(in, n),
				   node_name(in, n->cls), syntax_class_kind(without[i]));
		return false;
	}
	return true;
}

void restrict_component(Inst *in, Node *n)
{
	if (n->is_error || n->index || map_find(&in->checked, map_key(n->decl)))
		return;
	if (!check_kind(in, n) || !check_structured(in, n) || !check_real(in, n) ||
		!check_parts(in, n) || !check_block(in, n) || !check_stream(in, n) || !check_partial(in, n))
		map_put(&in->checked, map_key(n->decl), 1);
}

/* Outer */

static bool same_simple_type(const Type *a, const Type *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind != TY_ENUM)
		return true;
	if (a->n_fields != b->n_fields)
		return false;
	for (int32_t i = 0; i < a->n_fields; i++)
		if (a->field[i].name.i != b->field[i].name.i)
			return false;
	return true;
}

static const char *type_fault(Inst *in, Node *outer, Node *inner)
{
	if (!node_class(in, outer) || !node_class(in, inner))
		return NULL;
	/* MLS 5.4: one is added only if all that are outer are of one class. */
	if (inner->is_made_inner && outer->def != inner->def)
		return "is missing, and none can be added: outer ones are of different classes";
	if (!outer->basic || !inner->basic)
		return NULL;
	if (!same_simple_type(outer->basic, inner->basic))
		return "is of another type";
	if (!node_dims(in, outer) || !node_dims(in, inner))
		return NULL;
	if (outer->rank != inner->rank)
		return "has another number of dimensions";
	for (int32_t i = 0; i < outer->rank; i++)
		if (outer->dim[i].n != inner->dim[i].n)
			return "has another size";
	return NULL;
}

void restrict_outer(Inst *in, Node *outer, Node *inner)
{
	const char *fault;

	if (outer->is_error || outer->decl->kind != EL_COMPONENT || outer->class_mark == MARK_DONE)
		return;
	if (outer->mod) {
		diag_error(in->diag, syntax_span(outer->mod->at), E_OUTER_MOD,
				   "'%s' is outer: its value and modifiers are those of the inner '%s'",
				   node_name(in, outer), node_name(in, inner));
		outer->is_error = true;
		return;
	}
	fault = inner->decl != outer->decl ? type_fault(in, outer, inner) : NULL;
	if (!fault)
		return;
	diag_error(in->diag, syntax_span(outer->decl->at), E_OUTER_MOD,
			   "the inner '%s' that this outer one stands for %s", node_name(in, outer), fault);
	diag_note(in->diag, syntax_span(inner->decl->at), "the inner '%s' is here",
			  node_name(in, inner));
	outer->is_error = true;
}

/* Conditions */

void restrict_condition(Inst *in, const Node *n, const Expr *value)
{
	Node *home;

	if (elab_is_error(value) || (value->type->kind == TY_BOOLEAN && value->type->rank == 0))
		return;
	diag_error(in->diag, syntax_span(node_condition(n, &home)->at), E_CONDITION,
			   "the condition of '%s' must be true or false, but it is %s", node_name(in, n),
			   value->type->rank ? "an array" : "of another type");
}

/* Values of constants and parameters do not vary (MLS 4.4.4, 3.8) */

bool restrict_binding(Inst *in, const Node *n, const Expr *var, const Expr *x, Span at)
{
	static const char *const varies[] = {[VB_CONSTANT] = "constant",
										 [VB_PARAMETER] = "that of a parameter",
										 [VB_DISCRETE] = "one that changes at events",
										 [VB_CONTINUOUS] = "one that changes all the time"};

	if (var->op != EX_VAR || var->variability > VB_PARAMETER || x->variability <= var->variability)
		return true;
	diag_error(in->diag, at, E_VARIABILITY, "'%s' is a %s, but its value is %s", node_name(in, n),
			   var->variability == VB_CONSTANT ? "constant" : "parameter", varies[x->variability]);
	return false;
}
