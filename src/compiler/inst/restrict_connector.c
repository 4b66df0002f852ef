/* SPDX-License-Identifier: MIT
   restrict_connector.c — a connector has as many flow variables as others without a prefix (MLS
   9.3.1): each connection then gives as many equations as it has unknowns. Parts of nested
   connectors and records count as they do when they are written out; an overdetermined type counts
   as many variables as its equalityConstraint has results (MLS 9.4.1). Expandable connectors, and
   those of a simple type, may be as they like. */
#include "compiler/connect/connect.h"
#include "compiler/inst/inst.h"

typedef struct Balance {
	int64_t flows, others; /* scalars */
	bool unknown;          /* a size is not known yet, or something was wrong */
} Balance;

static int64_t n_scalars(const Node *n)
{
	int64_t size = 1;

	for (int32_t k = 0; k < n->rank; k++)
		size = n->dim[k].n < 0 ? -1 : size * n->dim[k].n;
	return size;
}

/* Results of the function equalityConstraint of an overdetermined type; -1: not known. */
static int64_t n_constraints(Inst *in, Node *type)
{
	Node *scope = type->basic ? type->cls : type;
	Node *fn = member_node(in, scope, intern_name(in->sx->names, "equalityConstraint", 18));

	if (!fn || !member_list(in, fn))
		return -1;
	for (uint32_t i = 0; i < fn->n_member; i++) {
		Member *m = fn->member[i];

		if (m->decl->kind == EL_COMPONENT && (m->decl->prefix & PX_OUTPUT)) {
			Node *result = node_of(in, fn, m);
			const AstComponent *c = m->decl->component;

			for (uint16_t k = 0; k < c->n_dims; k++)
				if (c->dims[k].kind == AX_COLON) /* told where it is connected (roots.c) */
					return -1;
			return node_class(in, result) && node_dims(in, result) ? n_scalars(result) : -1;
		}
	}
	return -1;
}

static void count_parts(Inst *in, Node *n, Balance *b);

static void count(Inst *in, Node *n, Balance *b)
{
	int64_t size;

	if (n->is_disabled)
		return;
	if (!node_class(in, n) || !node_dims(in, n)) {
		b->unknown = true;
		return;
	}
	if (n->prefix & (PX_PARAMETER | PX_CONSTANT | PX_STREAM) ||
		((n->prefix & PX_CAUSALITY) && !(n->prefix & PX_FLOW)))
		return;
	if (roots_is_overdetermined(in, n)) {
		size = n_constraints(in, n);
		b->others += size;
		b->unknown |= size < 0;
	} else if (n->basic) {
		size = n_scalars(n);
		*(n->prefix & PX_FLOW ? &b->flows : &b->others) += size;
		b->unknown |= size < 0;
	} else if (n->kind == NODE_ARRAY) {
		node_elements(in, n);
		for (uint32_t i = 0; i < n->n_element; i++)
			count_parts(in, n->element[i], b);
	} else {
		count_parts(in, n, b);
	}
}

static void count_parts(Inst *in, Node *n, Balance *b)
{
	if (expandable_is(n) || !member_list(in, n)) {
		b->unknown = true;
		return;
	}
	for (uint32_t i = 0; i < n->n_member && !b->unknown; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT)
			count(in, node_of(in, n, n->member[i]), b);
}

void restrict_connector(Inst *in, Node *n)
{
	Balance b = {0};

	/* Prefixes from outside say what all of its variables are. */
	if (!n->def || n->def->kind != CLS_CONNECTOR || expandable_is(n) ||
		n->prefix & (PX_VARIABILITY | PX_CAUSALITY | PX_CONNECTION))
		return;
	count_parts(in, n, &b);
	if (b.unknown || b.flows == b.others)
		return;
	diag_older(
		in->diag, n->def, syntax_span(n->def->at), E_CLASS_CONTENT,
		"connector '%s' has %lld flow %s and %lld other%s without a prefix: there must be as "
		"many of the ones as of the others",
		node_name(in, n->cls ? n->cls : n), (long long)b.flows,
		b.flows == 1 ? "variable" : "variables", (long long)b.others, b.others == 1 ? "" : "s");
}
