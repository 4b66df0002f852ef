/* SPDX-License-Identifier: MIT
   known.c — known of parameters of a flat model that is not sorted yet: a bond graph is made of
   circuits that have no ground, too, which do not come that far. Bindings are evaluated in order
   of dependence, with a stack of our own: chains of parameters may be long. */
#include "bondgraph/bondgraph.h"
#include "compiler/eval/eval.h"

struct BgKnown {
	FlatModel *m;       /* whose */
	Arena *keep;        /* holds this */
	const Expr **value; /* by variable: its literal; NULL: not known yet */
	uint8_t *state;     /* by variable: 0 not looked at, 1 under way, 2 done */
	VEC(VarId) stack;   /* under way */
};

BgKnown *known_new(FlatModel *m, Arena *keep)
{
	BgKnown *known = NEW(keep, BgKnown);

	known->m = m;
	known->keep = keep;
	known->value = NEW_ARRAY(keep, const Expr *, m->vars.n);
	known->state = NEW_ARRAY(keep, uint8_t, m->vars.n);
	return known;
}

/* What a value is made of (MLS 8.6: its binding, or else the start value). */
static const Expr *source_of(const BgKnown *known, VarId v)
{
	const FlatVar *var = flat_var(known->m, v);

	if (var->variability > VB_PARAMETER)
		return NULL;
	return var->binding ? var->binding : var->start;
}

/* Of a variable in an expression: if it is not known yet, it is looked at first. */
static const Expr *look_up(void *ctx, VarId v)
{
	BgKnown *known = ctx;

	if (known->state[v.i] == 0)
		vec_push(arena_allocator(known->keep), &known->stack, v);
	return known->value[v.i];
}

/* One round at the top of the stack: known now, or others come first. */
static void settle_top(BgKnown *known, Text *why)
{
	size_t n = known->stack.n;
	VarId v = known->stack.at[n - 1];
	const Expr *source = source_of(known, v);

	text_clear(why);
	if (source && known->state[v.i] < 2) {
		known->state[v.i] = 1;
		known->value[v.i] = interp_expr(known->m, source, look_up, known, why);
		if (!known->value[v.i] && known->stack.n > n)
			return; /* it waits for what has been put on top of it */
	}
	known->state[v.i] = 2;
	known->stack.n = n - 1;
}

static bool read_number(const Expr *e, double *x)
{
	switch (e ? e->op : EX_ARRAY) {
	case EX_REAL: *x = expr_real_value(e); return true;
	case EX_INTEGER:
	case EX_BOOLEAN:
	case EX_ENUM: *x = (double)expr_integer_value(e); return true;
	default: return false;
	}
}

bool known_get(BgKnown *known, VarId v, double *x, Text *why)
{
	if (known->state[v.i] == 0)
		vec_push(arena_allocator(known->keep), &known->stack, v);
	while (known->stack.n > 0)
		settle_top(known, why);
	return read_number(known->value[v.i], x);
}

bool known_start(BgKnown *known, VarId v, double *x)
{
	const Expr *start = flat_var(known->m, v)->start, *value = NULL;
	Text why;

	if (!start)
		return false;
	text_init(&why, arena_heap(known->keep));
	for (;;) { /* again after each parameter that it needs */
		value = interp_expr(known->m, start, look_up, known, &why);
		if (known->stack.n == 0)
			break;
		while (known->stack.n > 0)
			settle_top(known, &why);
	}
	text_free(&why);
	return read_number(value, x);
}
