/* SPDX-License-Identifier: MIT
   outer_pairs.c — `inner outer` variables are two (MLS 5.5): the one that is inner for what is
   inside, and the one around that its own class means. Those of states are one (MLS 17.3.5). */
#include "compiler/inst/inst.h"

static void give_all(Inst *in, const Node *n, const Node *outer, OuterPairFn give, void *ctx)
{
	const FlatDecl *a, *b;

	if (!outer || n->flat_decl.i < 0 || outer->flat_decl.i < 0)
		return;
	a = &in->flat->decls.at[n->flat_decl.i];
	b = &in->flat->decls.at[outer->flat_decl.i];
	for (int32_t k = 0; k < flat_decl_size(a) && k < flat_decl_size(b); k++)
		give(ctx, (VarId){a->first.i + k}, (VarId){b->first.i + k});
}

void outer_pairs(Inst *in, Node *n, OuterPairFn give, void *ctx)
{
	if (n->kind == NODE_COMPONENT && (n->prefix & PX_OUTER) && (n->prefix & PX_INNER) &&
		n->flat_decl.i >= 0)
		give_all(in, n, lookup_inner(in, n), give, ctx);
	for (uint32_t i = 0; i < n->n_element; i++)
		outer_pairs(in, n->element[i], give, ctx);
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT && n->member[i]->node &&
			!((n->member[i]->node->prefix & (PX_OUTER | PX_INNER)) == PX_OUTER))
			outer_pairs(in, n->member[i]->node, give, ctx);
}
