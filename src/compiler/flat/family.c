/* SPDX-License-Identifier: MIT
   family.c — equations of one form, kept as the first and the last of them. Variables that differ
   are elements of one array with consecutive numbers, so that the others follow from these two.
   O(nodes) for each member that is written out. */
#include "compiler/flat/flat.h"

#include <string.h>

/* May these two stand at the same place of two members, without looking at their arguments? */
static bool is_pair(const FlatModel *m, const Expr *a, const Expr *b, int32_t n)
{
	if (a->op != b->op || a->n != b->n || a->type != b->type || a->type->rank > 0)
		return false;
	if (a->op == EX_VAR)
		return b->aux - a->aux == (uint32_t)n - 1 &&
			   m->vars.at[a->aux].decl.i == m->vars.at[b->aux].decl.i;
	return a->n > 0 && a->aux == b->aux;
}

bool family_scan(const FlatModel *m, const Expr *first, const Expr *last, int32_t n,
				 FamilyScan *out)
{
	const Expr *a[FAMILY_MOST_NODES], *b[FAMILY_MOST_NODES];
	uint32_t n_stack = 1;

	out->n = 0;
	a[0] = first;
	b[0] = last;
	while (n_stack > 0) {
		const Expr *x = a[--n_stack], *y = b[n_stack];

		if (out->n == FAMILY_MOST_NODES || (x != y && !is_pair(m, x, y, n)))
			return false;
		out->first[out->n] = x;
		out->last[out->n] = y;
		if (!family_is_node(out, out->n++))
			continue;
		if (n_stack + x->n > FAMILY_MOST_NODES)
			return false;
		for (uint32_t i = x->n; i-- > 0;) {
			a[n_stack] = x->arg[i];
			b[n_stack++] = y->arg[i];
		}
	}
	return true;
}

/* From the last node to the first, so that arguments are made before. */
const Expr *family_build(ExprPool *p, const FamilyScan *s, FamilyLeaf leaf, void *ctx)
{
	const Expr *made[FAMILY_MOST_NODES];
	int32_t n = 0;

	for (int32_t i = s->n; i-- > 0;) {
		const Expr *e = s->first[i], *arg[FAMILY_MOST_NODES];

		if (!family_is_node(s, i)) {
			made[n++] = leaf(ctx, e, s->last[i]);
			continue;
		}
		for (uint32_t k = 0; k < e->n; k++)
			arg[k] = made[--n];
		made[n++] = expr_with(p, e, arg);
	}
	return made[0];
}

typedef struct Member {
	FlatModel *m; /* whose variables */
	int32_t k;    /* which member */
} Member;

static const Expr *leaf_of_member(void *ctx, const Expr *first, const Expr *last)
{
	const Member *at = ctx;

	return first == last ? first : flat_ref(at->m, (VarId){(int32_t)first->aux + at->k});
}

static const Expr *side_of_member(Member *at, const FlatFamily *f, const Expr *first,
								  const Expr *last)
{
	FamilyScan scan;

	if (!family_scan(at->m, first, last, f->n, &scan))
		BUG("a family whose members are not of one form");
	return family_build(&at->m->pool, &scan, leaf_of_member, at);
}

FlatEq family_member(FlatModel *m, const FlatFamily *f, int32_t i, int32_t k)
{
	Member at = {m, k};
	FlatEq eq = f->first[i];

	eq.lhs = side_of_member(&at, f, f->first[i].lhs, f->last[i].lhs);
	eq.rhs = side_of_member(&at, f, f->first[i].rhs, f->last[i].rhs);
	return eq;
}

void family_expand(FlatModel *m)
{
	const MdvAlloc *a = arena_allocator(m->keep);
	size_t n_eqs = m->eqs.n, at = 0;
	FlatEq *eqs = m->eqs.at;

	if (m->families.n == 0)
		return;
	m->eqs.at = NULL;
	m->eqs.n = m->eqs.cap = 0;
	for (size_t i = 0; i < m->families.n; i++) {
		const FlatFamily *f = &m->families.at[i];

		for (; at < f->at; at++)
			vec_push(a, &m->eqs, eqs[at]);
		for (int32_t k = 0; k < f->n; k++)
			for (int32_t e = 0; e < f->n_eqs; e++)
				vec_push(a, &m->eqs, family_member(m, f, e, k));
	}
	for (; at < n_eqs; at++)
		vec_push(a, &m->eqs, eqs[at]);
	m->families.n = 0;
}
