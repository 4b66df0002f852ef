/* SPDX-License-Identifier: MIT
   span.c — variables that stand for many (split/quotient.c): how many, for which, and whether the
   sorted systems compute them one by one, so that what holds of the quotient holds of the model.

   requires: initial_sort. gives: each variable that stands for many is assigned by expressions
   whose variables stand for one, or for as many; no block, no event holds any of them. */
#include "compiler/dae/dae.h"

/* What the variable, or of one that a pass has made what it is the derivative of, stands for; NULL:
   itself. */
static const FlatSpan *span_of(const Dae *d, VarId v)
{
	const FlatSpans *s = d->m->spans;

	while (s && v.i >= s->n && d->vars.at[v.i].named_of.i >= 0)
		v = d->vars.at[v.i].named_of;
	return s && v.i < s->n ? &s->span[v.i] : NULL;
}

int32_t span_width(const Dae *d, VarId v)
{
	const FlatSpan *span = span_of(d, v);

	return span ? span->n : 1;
}

int32_t span_part(const Dae *d, VarId v)
{
	const FlatSpan *span = span_of(d, v);

	return span ? span->part : -1;
}

bool span_is_view(const Dae *d, VarId v)
{
	return d->m->spans && v.i < d->m->spans->n && d->m->spans->span[v.i].view;
}

SpanElement span_element(const Dae *d, VarId v, int32_t k)
{
	const FlatSpans *s = d->m->spans;
	VarId rep = d->vars.at[v.i].alias;

	/* An element may be another name of one that a view shows. */
	while (span_is_view(d, rep)) {
		int32_t of = s->span[rep.i].first + (span_width(d, rep) > 1 ? k : 0);

		k = of - s->span[s->var_of[of]].first;
		rep = d->vars.at[s->var_of[of]].alias;
	}
	return (SpanElement){rep, span_width(d, rep) > 1 ? k : 0};
}

void span_print(const Dae *d, VarId v, int32_t k, Text *out)
{
	const FlatSpan *span = span_of(d, v);

	if (!span || span->n == 1) {
		flat_print_var(d->m, v, out);
		return;
	}
	if (v.i < d->m->spans->n) {
		flat_print_var(d->m->spans->of, (VarId){span->first + k}, out);
		return;
	}
	text_printf(out, "der(");
	span_print(d, d->vars.at[v.i].named_of, k, out);
	text_printf(out, ")");
}

/* --- are they computed one by one? --- */

typedef struct Checker {
	const Dae *d; /* the model */
	Uses uses;    /* finds variables */
	Walk walk;    /* through expressions */
} Checker;

/* Elements that a view shows must have values of their own, or be known. */
static bool is_shown(const Dae *d, VarId v)
{
	const FlatSpan *span = &d->m->spans->span[v.i];

	for (int32_t k = 0; k < span->n;) {
		VarId of = {d->m->spans->var_of[span->first + k]};
		const FlatSpan *part = &d->m->spans->span[of.i];

		if (d->vars.at[of.i].negated)
			return false;
		k = part->first + part->n - span->first;
	}
	return d->vars.at[v.i].alias.i == v.i;
}

/* All that e reads stands for one, or for n. */
static bool reads_width(Checker *c, const Expr *e, int32_t n)
{
	uses_find(&c->uses, e, NULL);
	for (size_t i = 0; i < c->uses.vars.n; i++) {
		int32_t width = span_width(c->d, c->uses.vars.at[i]);

		if ((width != 1 && width != n) ||
			(span_is_view(c->d, c->uses.vars.at[i]) && !is_shown(c->d, c->uses.vars.at[i])))
			return false;
	}
	return c->uses.pre.n == 0 || n == 1;
}

/* Operators that batches have. */
static bool is_plain(Checker *c, const Expr *e)
{
	walk_begin(&c->walk, e);
	while ((e = walk_next(&c->walk)))
		if (e->n > 0 && e->op != EX_IF && e->op != EX_NO_EVENT &&
			(e->type->rank > 0 || e->type->kind == TY_STRING ||
			 expr_value_op((ExprOp)e->op, e->arg[0]->type->kind) == IR_OP_COUNT))
			return false;
	return true;
}

static bool check_assign(Checker *c, const DaeAssign *a, bool inner)
{
	int32_t n = span_width(c->d, a->var);

	if (span_is_view(c->d, a->var))
		return a->value->op == EX_CALL && !inner;
	if (n == 1)
		return reads_width(c, a->value, 1);
	return !inner && !a->pre && reads_width(c, a->value, n) && is_plain(c, a->value);
}

static bool check_steps(Checker *c, const DaeStep *step, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const DaeStep *s = &step[i];
		bool ok = s->kind != DK_MIXED && s->kind != DK_SET;

		for (int32_t k = 0; ok && k < s->n_assigns; k++)
			ok = check_assign(c, &s->assign[k], s->kind != DK_ASSIGN);
		for (int32_t k = 0; ok && s->kind != DK_ASSIGN && k < s->n; k++)
			ok = span_width(c->d, s->unknown[k]) == 1 && !span_is_view(c->d, s->unknown[k]) &&
				 reads_width(c, s->residual[k], 1);
		if (!ok)
			return false;
	}
	return true;
}

/* An alias stands for as many as what it is an alias of, or for one; of a view, for one element. */
static bool check_aliases(const Dae *d)
{
	for (size_t i = 0; i < d->vars.n; i++) {
		VarId v = {(int32_t)i};
		int32_t a = span_width(d, v), b = span_width(d, d->vars.at[i].alias);

		if (a != b && a != 1 && b != 1)
			return false;
		if (span_is_view(d, v) &&
			(d->vars.at[i].fixed || d->vars.at[i].start || d->vars.at[i].nominal))
			return false; /* taken over from another name: it is of the element */
		if (d->vars.at[i].alias.i != v.i && span_is_view(d, d->vars.at[i].alias) &&
			(a > 1 || b > 1))
			return false;
	}
	return true;
}

bool span_check(const Dae *d, Arena *scratch)
{
	const DaeSystem *const systems[] = {&d->param, &d->init, &d->event,
										&d->ode,   &d->zero, &d->output};
	Checker c = {.d = d};

	uses_init(&c.uses, d, scratch);
	walk_init(&c.walk, &d->m->pool, scratch);
	if (d->relations.n + d->operators.n + d->actions.n + d->sets.n > 0 || !check_aliases(d))
		return false;
	for (size_t i = 0; i < d->vars.n; i++)
		if (d->vars.at[i].role == DR_DISCRETE)
			return false;
	for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
		if (!check_steps(&c, systems[i]->step, systems[i]->n_steps))
			return false;
	for (size_t i = 0; i < d->checks.n; i++)
		if (!reads_width(&c, d->checks.at[i].lhs, 1) || !reads_width(&c, d->checks.at[i].rhs, 1))
			return false;
	return true;
}
