/* SPDX-License-Identifier: MIT
   chain.c — derivatives that have a name: an equation der(x) = u makes u the derivative of x, and
   der(u) its second one, so that index reduction and state selection see chains x, u, a and not
   single links with equations between them. O(size of the model).

   requires: alias_remove. gives: DaeVar.der and der_of name the user's variables where there are.
 */
#include "compiler/dae/dae.h"

typedef struct Chain {
	Dae *d;    /* the model */
	int32_t n; /* variables replaced */
} Chain;

static VarId var_of(const Expr *e)
{
	return e->op == EX_VAR && e->type->rank == 0 ? expr_var_id(e) : (VarId){-1};
}

/* der(x) = u or u = der(x): x and u; false: the equation is another one. */
static bool read_link(const Dae *d, const DaeEq *e, VarId *x, VarId *u)
{
	VarId a = var_of(e->lhs), b = var_of(e->rhs);

	if (e->dropped || e->init_rhs || a.i < 0 || b.i < 0)
		return false;
	if (d->vars.at[a.i].der_of.i < 0) {
		VarId other = a;

		a = b;
		b = other;
	}
	*x = d->vars.at[a.i].der_of;
	*u = b;
	return x->i >= 0 && d->vars.at[x->i].der.i == a.i && d->vars.at[b.i].der_of.i < 0 &&
		   d->vars.at[b.i].role == DR_CONTINUOUS;
}

/* Would x become a derivative of itself? That is so if x is in the chain that begins with u. Down
   from u and up from x at a time: as joined chains cost the shorter one each, all of them together
   cost O(n log n). */
static bool closes_ring(const Dae *d, VarId x, VarId u)
{
	VarId down = u, up = x;

	while (down.i >= 0 && up.i >= 0 && down.i != x.i && up.i != u.i) {
		down = d->vars.at[down.i].der;
		up = d->vars.at[up.i].der_of;
	}
	return down.i == x.i || up.i == u.i;
}

/* Which of several names is the best: one that is differentiated itself, a wanted state … */
static int merit(const Dae *d, VarId u)
{
	const DaeVar *x = &d->vars.at[u.i];

	return 64 * (x->der.i >= 0) + 8 * x->select + 4 * x->fixed + 2 * (x->depth != UINT8_MAX);
}

/* u takes the place of the variable a, the derivative of x. */
static void take_name(Chain *c, DaeEq *e, VarId x, VarId u)
{
	Dae *d = c->d;
	VarId a = d->vars.at[x.i].der;

	/* What is the derivative of der(x) becomes that of u. */
	if (d->vars.at[a.i].der.i >= 0 && d->vars.at[u.i].der.i >= 0)
		return;
	if (d->vars.at[a.i].der.i >= 0) {
		d->vars.at[u.i].der = d->vars.at[a.i].der;
		d->vars.at[d->vars.at[a.i].der.i].der_of = u;
	}
	d->vars.at[x.i].der = u;
	d->vars.at[u.i].der_of = x;
	d->vars.at[a.i].alias = u;
	d->vars.at[a.i].der = d->vars.at[a.i].der_of = (VarId){-1};
	e->dropped = true;
	c->n++;
}

/* Another name for the same derivative: an alias, whose wishes go to the first. */
static void join_name(Chain *c, DaeEq *e, VarId first, VarId u)
{
	Dae *d = c->d;
	DaeVar *to = &d->vars.at[first.i], *from = &d->vars.at[u.i];

	if (from->der.i >= 0)
		return;
	if (from->fixed && to->fixed) {
		DaeEq start = *e;

		start.lhs = dae_ref(d, first);
		start.rhs = initial_start(d, u);
		start.weak = true;
		start.start_of = 1 + u.i;
		vec_push(arena_allocator(d->keep), &d->init_eqs, start);
		to = &d->vars.at[first.i];
		from = &d->vars.at[u.i];
	} else if (from->fixed || from->depth < to->depth) {
		to->fixed = to->fixed || from->fixed;
		to->start = from->start;
		to->start_of = from->start_of ? from->start_of : 1 + u.i;
		to->depth = from->depth;
	}
	if (from->select > to->select)
		to->select = from->select;
	if (!to->nominal)
		to->nominal = from->nominal;
	from->alias = first;
	e->dropped = true;
	c->n++;
}

/* The best name of each derivative; then its other names. */
static void name_all(Chain *c, Arena *scratch)
{
	Dae *d = c->d;
	int32_t *best = NEW_ARRAY(scratch, int32_t, d->vars.n); /* 1 + equation, by x */
	int32_t *link = NEW_ARRAY(scratch, int32_t, d->eqs.n);  /* 1 + x, by equation */
	VarId x, u, v, w;

	for (size_t i = 0; i < d->eqs.n; i++) {
		if (!read_link(d, &d->eqs.at[i], &x, &u))
			continue;
		link[i] = x.i + 1;
		if (!best[x.i] || !read_link(d, &d->eqs.at[best[x.i] - 1], &v, &w) ||
			merit(d, u) > merit(d, w))
			best[x.i] = (int32_t)i + 1;
	}
	for (size_t i = 0; i < d->vars.n; i++)
		if (best[i] && read_link(d, &d->eqs.at[best[i] - 1], &x, &u) && x.i == (int32_t)i &&
			!closes_ring(d, x, u))
			take_name(c, &d->eqs.at[best[i] - 1], x, u);
	for (size_t i = 0; i < d->eqs.n; i++) {
		DaeEq *e = &d->eqs.at[i];

		if (!link[i] || e->dropped || !d->eqs.at[best[link[i] - 1] - 1].dropped)
			continue;
		u = d->vars.at[var_of(e->lhs).i].alias.i == d->vars.at[link[i] - 1].der.i ? var_of(e->rhs)
																				  : var_of(e->lhs);
		if (d->vars.at[u.i].der_of.i < 0 && d->vars.at[u.i].alias.i == u.i)
			join_name(c, e, d->vars.at[link[i] - 1].der, u);
	}
}

static const Expr *replace(void *ctx, ExprPool *p, const Expr *e)
{
	Chain *c = ctx;

	(void)p;
	if (e->op != EX_VAR || e->type->rank > 0)
		return e;
	return dae_ref(c->d, c->d->vars.at[e->aux].alias);
}

void dae_rewrite_operators(Dae *d, Rewrite *r)
{
	for (size_t i = 0; i < d->operators.n; i++) {
		DaeOperator *o = &d->operators.at[i];

		for (int k = 0; k < dae_rule(o)->n_args; k++)
			o->arg[k] = walk_rewrite(r, o->arg[k]);
	}
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
	dae_rewrite_operators(d, r);
}

bool chain_name(Dae *d, Arena *scratch, Diag *diag)
{
	Chain c = {.d = d};

	(void)diag;
	name_all(&c, scratch);
	/* What stood for others has another name now. */
	for (int turn = 0; c.n && turn < 2; turn++)
		for (size_t v = 0; v < d->vars.n; v++)
			d->vars.at[v].alias = d->vars.at[d->vars.at[v].alias.i].alias;
	if (c.n)
		dae_rewrite(d, walk_rewrite_new(&d->m->pool, scratch, XF_VAR, replace, &c));
	return true;
}
