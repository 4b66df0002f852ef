/* SPDX-License-Identifier: MIT
   chain.c — derivatives that have a name: an equation der(x) = u makes u the derivative of x, and
   der(u) its second one, so that index reduction and state selection see chains x, u, a and not
   single links with equations between them. O(size of the model).

   requires: alias_remove. gives: DaeVar.der and der_of name the user's variables where there are. */
#include "compiler/dae/dae.h"

typedef struct Chain {
	Dae *d;          /* the model */
	Arena *scratch;  /* work space */
	int32_t n;       /* names found */
} Chain;

static VarId var_of(const Expr *e)
{
	return e->op == EX_VAR && e->type->rank == 0 ? expr_var_id(e) : (VarId){-1};
}

/* Would x become a derivative of itself? */
static bool closes_ring(const Dae *d, VarId x, VarId u)
{
	for (VarId v = u; v.i >= 0; v = d->vars.at[v.i].der)
		if (v.i == x.i)
			return true;
	return false;
}

/* der(x) = u, or u = der(x) */
static bool take_name(Chain *c, DaeEq *e)
{
	Dae *d = c->d;
	VarId a = var_of(e->lhs), b = var_of(e->rhs), x;

	if (a.i < 0 || b.i < 0 || e->init_rhs)
		return false;
	if (d->vars.at[a.i].der_of.i < 0) {
		VarId other = a;

		a = b;
		b = other;
	}
	x = d->vars.at[a.i].der_of;
	if (x.i < 0 || d->vars.at[x.i].der.i != a.i || d->vars.at[b.i].der_of.i >= 0 ||
		d->vars.at[b.i].role != DR_CONTINUOUS || closes_ring(d, x, b))
		return false;
	/* What is the derivative of der(x) becomes that of u. */
	if (d->vars.at[a.i].der.i >= 0 && d->vars.at[b.i].der.i >= 0)
		return false;
	if (d->vars.at[a.i].der.i >= 0) {
		d->vars.at[b.i].der = d->vars.at[a.i].der;
		d->vars.at[d->vars.at[a.i].der.i].der_of = b;
	}
	d->vars.at[x.i].der = b;
	d->vars.at[b.i].der_of = x;
	d->vars.at[a.i].alias = b;
	d->vars.at[a.i].der = d->vars.at[a.i].der_of = (VarId){-1};
	return true;
}

static const Expr *replace(void *ctx, ExprPool *p, const Expr *e)
{
	Chain *c = ctx;

	(void)p;
	if (e->op != EX_VAR || e->type->rank > 0)
		return e;
	return dae_ref(c->d, c->d->vars.at[e->aux].alias);
}

void dae_rewrite(Dae *d, Rewrite *r)
{
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < (k ? d->init_eqs.n : d->eqs.n); i++) {
			DaeEq *e = k ? &d->init_eqs.at[i] : &d->eqs.at[i];

			if (e->dropped)
				continue;
			e->lhs = walk_rewrite(r, e->lhs);
			e->rhs = walk_rewrite(r, e->rhs);
			e->init_rhs = walk_rewrite(r, e->init_rhs);
		}
	for (size_t i = 0; i < d->relations.n; i++) {
		DaeRelation *x = &d->relations.at[i];

		x->lhs = walk_rewrite(r, x->lhs);
		x->rhs = walk_rewrite(r, x->rhs);
		x->instant = walk_rewrite(r, x->instant);
	}
	for (size_t i = 0; i < d->actions.n; i++) {
		DaeAction *x = &d->actions.at[i];

		x->fires = walk_rewrite(r, x->fires);
		x->value = walk_rewrite(r, x->value);
		x->message = walk_rewrite(r, x->message);
	}
	for (size_t i = 0; i < d->delays.n; i++) {
		d->delays.at[i].input = walk_rewrite(r, d->delays.at[i].input);
		d->delays.at[i].delay = walk_rewrite(r, d->delays.at[i].delay);
	}
}

bool chain_name(Dae *d, Arena *scratch, Diag *diag)
{
	Chain c = {.d = d, .scratch = scratch};

	(void)diag;
	for (size_t i = 0; i < d->eqs.n; i++)
		if (!d->eqs.at[i].dropped && take_name(&c, &d->eqs.at[i])) {
			d->eqs.at[i].dropped = true;
			c.n++;
		}
	/* What stood for others has another name now. */
	for (size_t v = 0; c.n && v < d->vars.n; v++)
		d->vars.at[v].alias = d->vars.at[d->vars.at[v].alias.i].alias;
	if (c.n)
		dae_rewrite(d, walk_rewrite_new(&d->m->pool, scratch, XF_VAR, replace, &c));
	return true;
}
