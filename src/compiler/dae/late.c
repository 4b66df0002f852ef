/* SPDX-License-Identifier: MIT
   late.c — late inlining: calls that had to stay until equations were differentiated (LateInline,
   InlineAfterIndexReduction) are replaced by what they compute, and what has become 0 goes. Each
   expression is rewritten once: O(size of the equations).

   requires: index_reduce. gives: the same equations, with fewer calls. */
#include "compiler/dae/dae.h"
#include "compiler/inline/inline.h"

/* Derivatives that were not needed may be left in branches that parameters do not take. */
static const Expr *fold_zero(void *ctx, ExprPool *p, const Expr *e)
{
	const Dae *d = ctx;

	(void)p;
	if (e->op == EX_VAR && e->type->rank == 0 && d->vars.at[e->aux].role == DR_NONE)
		return d->vars.at[e->aux].value;
	return dae_fold_quotient(d, e);
}

bool late_inline(Dae *d, Arena *scratch, Diag *diag)
{
	Inliner *inliner = inline_new(d->m, scratch, INLINE_LATE);

	(void)diag;
	for (size_t i = 0; i < d->eqs.n; i++) {
		d->eqs.at[i].lhs = inline_expr(inliner, d->eqs.at[i].lhs);
		d->eqs.at[i].rhs = inline_expr(inliner, d->eqs.at[i].rhs);
	}
	dae_rewrite(d, walk_rewrite_new(&d->m->pool, scratch, 0, fold_zero, d));
	return true;
}
