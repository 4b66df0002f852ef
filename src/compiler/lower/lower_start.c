/* SPDX-License-Identifier: MIT
   lower_start.c — the code that gives start values, before the initial system is solved (MLS 8.6).
   A start value may depend on parameters that this very system determines: then it is the guess
   that belongs to their guesses, so these come first, each after those that it reads. */
#include "compiler/lower/lower.h"

typedef struct Order {
	Lower *l;         /* the model */
	Uses uses;        /* what an expression reads */
	int32_t *item_of; /* by variable: the item that gives a parameter its guess; -1: none */
	Arena work;       /* holds the graph */
} Order;

static bool is_guessed_parameter(const Lower *l, int32_t i)
{
	const DaeVar *x = &l->d->vars.at[i];

	return x->role == DR_PARAMETER && x->solved && x->alias.i == i && l->start[i] >= 0;
}

/* What item i reads of the guesses of others. */
static void add_reads(Order *o, CsrBuilder *b, int32_t i, const Expr *value)
{
	uses_find(&o->uses, value, NULL);
	for (size_t k = 0; k < o->uses.vars.n; k++) {
		int32_t other = o->item_of[o->l->d->vars.at[o->uses.vars.at[k].i].alias.i];

		if (other >= 0)
			csr_add(b, i, other);
	}
}

/* The items in an order in which each comes after what it reads. */
static void sort_items(Order *o, const LowerLater *later, Scc *scc)
{
	CsrBuilder b;
	Csr g;

	csr_begin(&b, o->l->scratch, (int32_t)later->n, (int32_t)later->n);
	for (size_t i = 0; i < later->n; i++)
		add_reads(o, &b, (int32_t)i, later->at[i].value);
	csr_finish(&b, &o->work, &g);
	scc_find(&g, &o->work, o->l->scratch, scc);
}

/* A guess that depends on itself has none but the default. */
static void assign_item(Order *o, const Scc *scc, const LowerLater *later, int32_t i)
{
	const LowerLaterItem *item = &later->at[i];
	int32_t c = scc->of[i];
	bool cyclic = scc->start[c + 1] - scc->start[c] > 1;

	uses_find(&o->uses, item->value, NULL);
	for (size_t k = 0; k < o->uses.vars.n; k++)
		cyclic |= o->item_of[o->l->d->vars.at[o->uses.vars.at[k].i].alias.i] == i;
	if (!cyclic)
		lower_assign(o->l, item->slot, item->value, -1);
	if (item->var >= 0 && is_guessed_parameter(o->l, item->var))
		lower_batch_moves(
			o->l, &(LowerMove){(uint32_t)o->l->slot[item->var], (uint32_t)o->l->start[item->var]},
			1);
}

/* Variables, or their pre values, begin with their start values; all that are or are not done. */
static void add_moves(Lower *l, const int32_t to[], const bool skip[])
{
	ArenaMark mark = arena_mark(l->work);
	LowerMove *move = NEW_ARRAY(l->work, LowerMove, l->out->n_vars);
	int32_t n = 0;

	for (size_t i = 0; i < l->d->vars.n; i++)
		for (int32_t k = 0; k < span_width(l->d, (VarId){(int32_t)i}); k++)
			if (l->start[i] >= 0 && to[i] >= 0 && !(skip && skip[i]))
				move[n++] = (LowerMove){(uint32_t)(to[i] + k), (uint32_t)l->start[i]};
	lower_batch_moves(l, move, n);
	arena_release(l->work, mark);
}

/* Guesses that are literals are moved first, the others where they are computed. */
static const bool *move_literals(Order *o)
{
	Lower *l = o->l;
	bool *done = NEW_ARRAY(&o->work, bool, l->d->vars.n);
	LowerMove *move = NEW_ARRAY(&o->work, LowerMove, l->d->vars.n);
	int32_t n = 0;

	for (size_t i = 0; i < l->d->vars.n; i++) {
		done[i] = is_guessed_parameter(l, (int32_t)i);
		if (done[i] && o->item_of[i] < 0)
			move[n++] = (LowerMove){(uint32_t)l->slot[i], (uint32_t)l->start[i]};
	}
	lower_batch_moves(l, move, n);
	return done;
}

void lower_start(Lower *l, const LowerLater *later)
{
	Order o = {.l = l};
	const bool *done;
	Scc scc;

	arena_child(&o.work, l->scratch);
	uses_init(&o.uses, l->d, &o.work);
	o.item_of = NEW_ARRAY(&o.work, int32_t, l->d->vars.n);
	for (size_t i = 0; i < l->d->vars.n; i++)
		o.item_of[i] = -1;
	for (size_t i = 0; i < later->n; i++)
		if (later->at[i].var >= 0 && is_guessed_parameter(l, later->at[i].var))
			o.item_of[later->at[i].var] = (int32_t)i;
	sort_items(&o, later, &scc);
	lower_begin(l);
	done = move_literals(&o);
	for (int32_t k = 0; k < (int32_t)later->n; k++)
		assign_item(&o, &scc, later, scc.node[k]);
	add_moves(l, l->slot, done);
	add_moves(l, l->pre, NULL);
	l->out->start_code = lower_end(l);
	arena_free(&o.work);
}
