/* SPDX-License-Identifier: MIT
   wording.c — how variables and equations are named to the user: one name for a wire, the user's
   own declarations before those of libraries, short lines. */
#include "compiler/flat/flat.h"

#include <string.h>

#define MAX_LINE  90 /* bytes of an equation that are shown */
#define MAX_NAMES 3  /* variables named before "and 5 others" */

static int32_t root_of(Wires *w, int32_t v)
{
	while (w->up[v] != v) {
		w->up[v] = w->up[w->up[v]];
		v = w->up[v];
	}
	return v;
}

int wording_cost(const FlatModel *m, VarId v)
{
	const FlatDecl *b = flat_decl_of(m, v);
	const char *name = intern_text(m->names, b->name);
	int cost = (b->flags & DF_PROTECTED ? 50 : 0) + (b->flags & DF_CONNECTOR_PART ? 100 : 0) +
			   (flat_in_library(m, b->at) ? 20 : 0);

	for (; (name = strchr(name, '.')); name++)
		cost += 10;
	return cost;
}

void wording_wires(const FlatModel *m, Arena *result, Wires *w)
{
	w->up = NEW_ARRAY(result, int32_t, m->vars.n);
	w->best = NEW_ARRAY(result, VarId, m->vars.n);
	for (size_t v = 0; v < m->vars.n; v++) {
		w->up[v] = (int32_t)v;
		w->best[v] = (VarId){(int32_t)v};
	}
	for (size_t i = 0; i < m->eqs.n; i++) {
		const FlatEq *eq = &m->eqs.at[i];
		int32_t a, b;

		if (eq->origin != EO_EQUALITY || eq->kind != EQ_EQUAL || eq->lhs->op != EX_VAR ||
			eq->rhs->op != EX_VAR || eq->lhs->type->rank > 0)
			continue;
		a = root_of(w, (int32_t)eq->lhs->aux);
		b = root_of(w, (int32_t)eq->rhs->aux);
		w->up[b] = a;
		if (wording_cost(m, w->best[b]) < wording_cost(m, w->best[a]))
			w->best[a] = w->best[b];
	}
	for (size_t v = 0; v < m->vars.n; v++)
		root_of(w, (int32_t)v);
}

VarId wording_best(const Wires *w, VarId v)
{
	while (w->up[v.i] != v.i)
		v.i = w->up[v.i];
	return w->best[v.i];
}

void wording_name(const FlatModel *m, VarId v, Text *out)
{
	text_printf(out, "'");
	flat_print_var(m, v, out);
	text_printf(out, "'");
}

void wording_names(const FlatModel *m, const VarId v[], size_t n, Text *out)
{
	size_t shown = n <= MAX_NAMES + 1 ? n : MAX_NAMES;

	for (size_t i = 0; i < shown; i++) {
		if (i > 0)
			text_printf(out, i + 1 == n ? " and " : ", ");
		wording_name(m, v[i], out);
	}
	if (shown < n)
		text_printf(out, " and %zu other variables", n - shown);
}

void wording_cut(Text *text, size_t most)
{
	if (text->n <= most)
		return;
	while (most > 0 && ((unsigned char)text->at[most] & 0xC0) == 0x80)
		most--;
	text->n = most;
	text->at[most] = '\0';
	text_printf(text, " …");
}

/* On one line, of at most MAX_LINE bytes. */
static void cut(Text *text)
{
	for (size_t i = 0; i < text->n; i++)
		if (text->at[i] == '\n')
			text->at[i] = ' ';
	wording_cut(text, MAX_LINE);
}

void wording_row(const FlatModel *m, const Incidence *inc, int32_t row, Arena *scratch, Text *out)
{
	int32_t node = inc->node[row];
	Text line;

	if (node < 0) {
		text_printf(out, "an algorithm");
		return;
	}
	text_init(&line, arena_heap(m->keep));
	print_eq(m, &m->eqs.at[node], scratch, &line);
	cut(&line);
	text_printf(out, "%s", text_str(&line));
	text_free(&line);
}
