/* SPDX-License-Identifier: MIT
   systems.c — the systems of a run. One matching of all equations and unknowns; then two sortings:
   with the discrete variables (events), and without them (between events). What lies between
   events is divided by who needs it: derivatives, crossing functions, or only results, of which
   those come first that assertions need; what depends on nothing that moves is left to the events.

   requires: states_select. gives: d->param; d->event, ode, zero, output. */
#include "compiler/dae/dae.h"

#include <string.h>

static bool is_unknown(const DaeVar *x)
{
	return (x->role == DR_CONTINUOUS && !x->is_state) || x->role == DR_DISCRETE;
}

void systems_add_cols(Sys *s, bool states_too)
{
	for (size_t i = 0; i < s->d->vars.n; i++) {
		const DaeVar *x = &s->d->vars.at[i];
		VarId v = {(int32_t)i};

		if (x->alias.i == v.i && (is_unknown(x) || (states_too && x->is_state)))
			sort_add_col(s, v, false);
	}
}

/* The rows of sets first, each set's together; then the others. */
static void add_rows(Sys *s)
{
	uint8_t *in_set = NEW_ARRAY(s->scratch, uint8_t, s->d->eqs.n);

	for (size_t k = 0; k < s->d->sets.n; k++) {
		const DaeSet *g = &s->d->sets.at[k];

		for (int32_t i = 0; i < g->m + g->n_helpers; i++) {
			DaeEqId eq = i < g->m ? g->eq[i] : g->helper_eq[i - g->m];
			const DaeEq *e = &s->d->eqs.at[eq.i];

			in_set[eq.i] = 1;
			sort_add_row(s, e->lhs, e->rhs, eq_ref_always(eq));
			s->rows.at[s->rows.n - 1].set = (int32_t)k;
		}
		for (int32_t i = 0; i < g->n; i++)
			s->cols.at[s->col_of_var[g->candidate[i].i]].set = (int32_t)k;
		for (int32_t i = 0; i < g->n_helpers; i++)
			s->cols.at[s->col_of_var[g->helper_var[i].i]].set = (int32_t)k;
	}
	for (size_t i = 0; i < s->d->eqs.n; i++) {
		const DaeEq *e = &s->d->eqs.at[i];

		if (e->dropped || in_set[i])
			continue;
		sort_add_row(s, e->lhs, e->rhs, eq_ref_always((DaeEqId){(int32_t)i}));
		s->rows.at[s->rows.n - 1].when = e->init_rhs != NULL;
		s->rows.at[s->rows.n - 1].discrete = e->discrete;
	}
}

static void name_var(const Sys *s, const SysCol *c, Text *out)
{
	text_printf(out, c->pre ? "'pre(" : "'");
	flat_print_var(s->d->m, c->var, out);
	text_printf(out, c->pre ? ")'" : "'");
}

/* Of an equation that always holds. */
static Span place_of_row(const Sys *s, size_t r)
{
	EqRef eq = s->rows.at[r].eq;

	return eq_ref_is_always(eq) ? dae_eq_at(s->d, eq)->at : SPAN_NONE;
}

bool systems_say_singular(Sys *s)
{
	Text text;
	int shown = 0;

	text_init(&text, arena_heap(s->d->keep));
	for (size_t c = 0; c < s->cols.n; c++)
		if (s->match.row_of_col[c] < 0 && s->cols.at[c].set < 0 && shown < 5) {
			text_printf(&text, shown++ ? ", " : "");
			name_var(s, &s->cols.at[c], &text);
		}
	for (size_t r = 0; r < s->rows.n; r++) {
		if (s->match.col_of_row[r] >= 0 || s->rows.at[r].set >= 0)
			continue;
		diag_error(s->diag, place_of_row(s, r), E_EQUATIONS_SINGULAR,
				   "this equation has no unknown left to determine%s%s",
				   shown ? "; nothing determines " : "", text_str(&text));
		text_clear(&text);
		dae_print_eq_short(s->d, &(DaeEq){.lhs = s->rows.at[r].lhs, .rhs = s->rows.at[r].rhs},
						   s->scratch, &text);
		diag_note(s->diag, place_of_row(s, r), "%s", text_str(&text));
		text_free(&text);
		return false;
	}
	diag_error(s->diag, s->d->m->at, E_EQUATIONS_SINGULAR, "nothing determines %s",
			   text_str(&text));
	text_free(&text);
	return false;
}

/* The rows that stand for nodes: each row, of a set the first. */
static int32_t nodes_of(const Sys *s, int32_t *row)
{
	int32_t n = 0;

	for (int32_t r = 0; r < (int32_t)s->rows.n; r++)
		if (s->rows.at[r].set < 0 || r == 0 || s->rows.at[r - 1].set != s->rows.at[r].set)
			row[n++] = r;
	return n;
}

/* Who needs what between events. */

enum { NEED_ODE = 1, NEED_ZERO = 2, VARIES = 4, NEED_CHECK = 8 };

typedef struct Needs {
	Sys *s;        /* the system */
	uint8_t *flag; /* by row: NEED_… and VARIES */
	int32_t *row;  /* continuous nodes, in order of evaluation */
	int32_t n;     /* how many */
} Needs;

static int32_t end_of_node(const Sys *s, int32_t first)
{
	int32_t r = first + 1;

	while (s->rows.at[first].set >= 0 && r < (int32_t)s->rows.n &&
		   s->rows.at[r].set == s->rows.at[first].set)
		r++;
	return r;
}

/* Does the row read something that moves between events by itself: time, states, inputs? */
static bool moves(Sys *s, int32_t r)
{
	if (s->rows.at[r].set >= 0)
		return true;
	uses_find(&s->uses, s->rows.at[r].lhs, s->rows.at[r].rhs);
	if (s->uses.time || (s->rows.at[r].lhs->flags | s->rows.at[r].rhs->flags) & XF_IMPURE)
		return true;
	for (size_t k = 0; k < s->uses.vars.n; k++) {
		const DaeVar *x = &s->d->vars.at[s->uses.vars.at[k].i];

		if (x->is_state || x->role == DR_INPUT)
			return true;
	}
	return false;
}

/* Marks the rows that determine the variables of an expression. */
static void need_expr(Needs *n, const Expr *e, uint8_t flag)
{
	uses_find(&n->s->uses, e, NULL);
	for (size_t k = 0; k < n->s->uses.vars.n; k++) {
		int32_t c = n->s->col_of_var[n->s->uses.vars.at[k].i];

		if (c >= 0 && n->s->row_of_col[c] >= 0)
			n->flag[n->s->row_of_col[c]] |= flag;
	}
}

static void need_var(Needs *n, VarId v, uint8_t flag)
{
	int32_t c = n->s->col_of_var[v.i];

	if (c >= 0 && n->s->row_of_col[c] >= 0)
		n->flag[n->s->row_of_col[c]] |= flag;
}

static void mark_roots(Needs *n)
{
	const Dae *d = n->s->d;

	for (size_t i = 0; i < d->states.n; i++)
		need_var(n, d->vars.at[d->states.at[i].i].der, NEED_ODE);
	for (size_t k = 0; k < d->sets.n; k++)
		for (int32_t i = 0; i < d->sets.at[k].n; i++) {
			need_var(n, d->sets.at[k].candidate[i], NEED_ODE);
			need_var(n, d->vars.at[d->sets.at[k].candidate[i].i].der, NEED_ODE);
		}
	for (size_t i = 0; i < d->relations.n; i++)
		if (!d->relations.at[i].instant) {
			need_expr(n, d->relations.at[i].lhs, NEED_ZERO);
			need_expr(n, d->relations.at[i].rhs, NEED_ZERO);
		}
	for (size_t i = 0; i < d->operators.n; i++) {
		const DaeOperator *o = &d->operators.at[i];

		for (int k = 0; k < dae_rule(o)->n_args; k++)
			if (dae_rule(o)->arg[k].ahead)
				need_expr(n, o->arg[k], NEED_ODE);
	}
	for (size_t i = 0; i < d->actions.n; i++)
		if (d->actions.at[i].always)
			need_expr(n, d->actions.at[i].fires, NEED_CHECK);
}

/* Forward: what varies. Backward: what is needed. Rows of one block share their marks. */
static void spread(Needs *n, const Scc *scc)
{
	Sys *s = n->s;

	for (int32_t i = 0; i < scc->n; i++) {
		uint8_t varies = 0;

		for (int32_t j = scc->start[i]; j < scc->start[i + 1]; j++) {
			int32_t first = n->row[scc->node[j]];

			for (int32_t r = first; r < end_of_node(s, first); r++) {
				varies |= moves(s, r) ? VARIES : 0;
				for (int32_t k = s->holds.start[r]; k < s->holds.start[r + 1]; k++) {
					int32_t other = s->row_of_col[s->holds.col[k]];

					varies |= other >= 0 ? n->flag[other] & VARIES : 0;
				}
			}
		}
		for (int32_t j = scc->start[i]; j < scc->start[i + 1]; j++)
			n->flag[n->row[scc->node[j]]] |= varies;
	}
	for (int32_t i = scc->n; i-- > 0;) {
		uint8_t need = 0;

		for (int32_t j = scc->start[i]; j < scc->start[i + 1]; j++)
			need |= n->flag[n->row[scc->node[j]]] & (NEED_ODE | NEED_ZERO | NEED_CHECK);
		for (int32_t j = scc->start[i]; need && j < scc->start[i + 1]; j++) {
			int32_t first = n->row[scc->node[j]];

			n->flag[first] |= need;
			for (int32_t r = first; r < end_of_node(s, first); r++)
				for (int32_t k = s->holds.start[r]; k < s->holds.start[r + 1]; k++) {
					int32_t other = s->row_of_col[s->holds.col[k]];

					if (other >= 0)
						n->flag[other] |= need;
				}
		}
	}
}

/* The continuous rows as a graph, for the marks. */
static void sort_continuous(Needs *n, Scc *scc)
{
	Sys *s = n->s;
	int32_t *place = NEW_ARRAY(s->scratch, int32_t, s->rows.n);
	CsrBuilder b;
	Csr graph;
	Arena work;

	arena_child(&work, s->scratch);
	memset(place, -1, s->rows.n * sizeof *place);
	for (int32_t i = 0; i < n->n; i++)
		place[n->row[i]] = i;
	csr_begin(&b, &work, n->n, n->n);
	for (int32_t i = 0; i < n->n; i++)
		for (int32_t r = n->row[i]; r < end_of_node(s, n->row[i]); r++)
			for (int32_t k = s->holds.start[r]; k < s->holds.start[r + 1]; k++) {
				int32_t other = s->row_of_col[s->holds.col[k]];

				if (other >= 0 && place[other] >= 0)
					csr_add(&b, i, place[other]);
			}
	csr_finish(&b, s->scratch, &graph);
	scc_find(&graph, s->scratch, &work, scc);
	arena_free(&work);
}

static int part_of(uint8_t flag)
{
	return flag & NEED_ODE ? 0 : flag & NEED_ZERO ? 1 : flag & NEED_CHECK ? 2 : 3;
}

/* One system of two, the second of which may read what the first determines. */
static void append_system(Sys *s, DaeSystem *to, const DaeSystem *more)
{
	int32_t n = to->n_steps + more->n_steps;
	DaeStep *step = NEW_ARRAY(s->d->keep, DaeStep, n);

	for (int32_t i = 0; i < n; i++)
		step[i] = i < to->n_steps ? to->step[i] : more->step[i - to->n_steps];
	*to = (DaeSystem){.step = step, .n_steps = n};
}

static bool divide(Sys *s, const int32_t *node, int32_t n_nodes)
{
	Needs n = {.s = s,
			   .flag = NEW_ARRAY(s->scratch, uint8_t, s->rows.n),
			   .row = NEW_ARRAY(s->scratch, int32_t, n_nodes)};
	int32_t *part = NEW_ARRAY(s->scratch, int32_t, n_nodes);
	DaeSystem rest, *const to[] = {&s->d->ode, &s->d->zero, &s->d->output, &rest};
	Scc scc;

	for (int32_t i = 0; i < n_nodes; i++) {
		const SysRow *row = &s->rows.at[node[i]];

		if (row->set >= 0 || !s->cols.at[s->match.col_of_row[node[i]]].discrete)
			n.row[n.n++] = node[i];
	}
	mark_roots(&n);
	sort_continuous(&n, &scc);
	spread(&n, &scc);
	for (int k = 0; k < 4; k++) {
		int32_t m = 0;

		for (int32_t i = 0; i < n.n; i++) {
			uint8_t flag = n.flag[n.row[i]];

			if (part_of(flag) == k && flag & VARIES)
				part[m++] = n.row[i];
		}
		if (!sort_some(s, part, m, to[k]))
			return false;
	}
	append_system(s, &s->d->output, &rest);
	return true;
}

/* Parameters with expressions, in order of use. Literals are in the frame from the beginning, and
   may have been set by the user since. */
bool systems_params(Dae *d, Arena *scratch, Diag *diag)
{
	Sys *s = NEW(scratch, Sys);
	int32_t n = 0, *row;
	Arena work;
	bool ok;

	sort_init(s, d, scratch, diag);
	for (size_t i = 0; i < d->vars.n; i++) {
		const DaeVar *x = &d->vars.at[i];
		VarId v = {(int32_t)i};

		if (x->role != DR_PARAMETER || !x->value || expr_is_literal(x->value) || x->solved ||
			x->alias.i != v.i)
			continue;
		sort_add_col(s, v, false);
		s->cols.at[s->cols.n - 1].discrete = true;
		sort_add_row(s, dae_ref(d, v), x->value, eq_ref_none());
	}
	arena_child(&work, scratch);
	sort_find_incidence(s, &work);
	arena_free(&work);
	match_init(&s->holds, scratch, &s->match);
	row = NEW_ARRAY(scratch, int32_t, s->rows.n);
	for (; n < (int32_t)s->rows.n; n++) {
		match_pair(&s->match, n, n);
		row[n] = n;
	}
	sort_set_rows(s);
	ok = sort_some(s, row, n, &d->param);
	for (int32_t i = 0; ok && i < d->param.n_steps; i++)
		if (d->param.step[i].kind != DK_ASSIGN) {
			Text name;

			text_init(&name, arena_heap(d->keep));
			flat_print_var(d->m,
						   d->param.step[i].kind == DK_MIXED ? d->param.step[i].decision[0]
															 : d->param.step[i].unknown[0],
						   &name);
			diag_error(diag, d->m->at, E_VALUE_CYCLE, "the parameter '%s' depends on itself",
					   text_str(&name));
			text_free(&name);
			return false;
		}
	return ok;
}

bool systems_sort(Dae *d, Arena *scratch, Diag *diag)
{
	Sys *s = NEW(scratch, Sys);
	int32_t n, *node;
	Arena work;

	sort_init(s, d, scratch, diag);
	systems_add_cols(s, false);
	add_rows(s);
	arena_child(&work, scratch);
	sort_find_incidence(s, &work);
	match_init(&s->may, scratch, &s->match);
	match_maximum(&s->may, &work, &s->match);
	arena_free(&work);
	for (size_t r = 0; r < s->rows.n; r++)
		if (s->match.col_of_row[r] < 0 && s->rows.at[r].set < 0)
			return systems_say_singular(s);
	for (size_t c = 0; c < s->cols.n; c++)
		if (s->match.row_of_col[c] < 0 && s->cols.at[c].set < 0)
			return systems_say_singular(s);
	sort_set_rows(s);
	node = NEW_ARRAY(scratch, int32_t, s->rows.n);
	n = nodes_of(s, node);
	return sort_some(s, node, n, &d->event) && divide(s, node, n);
}
