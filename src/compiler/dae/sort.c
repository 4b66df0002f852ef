/* SPDX-License-Identifier: MIT
   sort.c — a square system of equations (rows) and unknowns (columns), matched, sorted into
   strongly connected parts and solved part by part: assignments, torn blocks (tear.c), mixed
   blocks, state sets. Near-linear but for tearing.

   A part with discrete unknowns in a loop is mixed: the discrete variables that read a continuous
   unknown of the part are its decisions; with these known, the rest is sorted again. */
#include "compiler/dae/dae.h"

#include <string.h>

void sort_init(Sys *s, Dae *d, Arena *scratch, Diag *diag)
{
	*s = (Sys){.d = d, .scratch = scratch, .diag = diag};
	uses_init(&s->uses, d, scratch);
	affine_init(&s->linear, d, scratch);
	s->decide = decide_new(d, scratch);
	s->n_vars = d->vars.n;
	s->col_of_var = NEW_ARRAY(scratch, int32_t, d->vars.n);
	s->col_of_pre = NEW_ARRAY(scratch, int32_t, d->vars.n);
	s->degree = NEW_ARRAY(scratch, uint8_t, d->vars.n);
	for (size_t v = 0; v < d->vars.n; v++)
		s->col_of_var[v] = s->col_of_pre[v] = -1;
}

int32_t sort_add_col(Sys *s, VarId v, bool pre)
{
	const DaeVar *x = &s->d->vars.at[v.i];
	bool real = type_is_scalar(flat_decl_of(s->d->m, v)->type, TY_REAL);
	int32_t col = (int32_t)s->cols.n;

	vec_push(
		arena_allocator(s->scratch), &s->cols,
		((SysCol){
			.var = v, .pre = pre, .real = real, .set = -1, .discrete = x->role == DR_DISCRETE}));
	*(pre ? &s->col_of_pre[v.i] : &s->col_of_var[v.i]) = col;
	return col;
}

void sort_add_row(Sys *s, const Expr *lhs, const Expr *rhs, EqRef eq)
{
	vec_push(arena_allocator(s->scratch), &s->rows,
			 ((SysRow){.lhs = lhs,
					   .rhs = rhs,
					   .eq = eq,
					   .set = -1,
					   .real = type_is_scalar(lhs->type, TY_REAL)}));
}

/* The column of a side that is a variable, its negation or pre of one; -1: it is none. */
static int32_t col_of_side(const Sys *s, const Expr *e)
{
	if (e->op == EX_NOT || e->op == EX_NEG)
		e = e->arg[0];
	if (e->op == EX_PRE && e->arg[0]->op == EX_VAR)
		return s->col_of_pre[e->arg[0]->aux];
	return e->op == EX_VAR && e->type->rank == 0 ? s->col_of_var[e->aux] : -1;
}

/* Which unknowns a row may determine: a Real equation continuous ones, or Reals that change at
   events if it has no other, an initial equation both; a when what it assigns (or, where it keeps a
   value, pre of that); any other equation a variable that is one of its sides, and so a Real
   equation of events that has such a side: its call does not determine its arguments. `to` is its
   row in `may`. */
static void add_may(Sys *s, int32_t r, int32_t to, CsrBuilder *may)
{
	const SysRow *row = &s->rows.at[r];
	int32_t sides[2] = {col_of_side(s, row->lhs), col_of_side(s, row->rhs)};
	bool continuous = false;

	/* A value before the start, which initial.c gives. */
	if (!eq_ref_is_some(row->eq) && row->lhs->op == EX_PRE && sides[0] >= 0) {
		csr_add(may, to, sides[0]);
		return;
	}
	if (!row->real || row->when ||
		(row->discrete && !s->any_real && (sides[0] >= 0 || sides[1] >= 0))) {
		for (int i = 0; i < 2; i++)
			if (sides[i] >= 0 && (i == 0 || !row->when || s->cols.at[sides[i]].pre))
				csr_add(may, to, sides[i]);
		return;
	}
	for (size_t k = 0; k < s->found.n && !row->discrete; k++) {
		const SysCol *c = &s->cols.at[s->found.at[k]];

		continuous = continuous || (c->real && !c->discrete && !c->pre && c->set < 0);
	}
	for (size_t k = 0; k < s->found.n; k++) {
		const SysCol *c = &s->cols.at[s->found.at[k]];

		if (c->real && c->set < 0 &&
			(eq_ref_is_initial(row->eq) || s->any_real ||
			 (continuous ? !c->discrete && !c->pre : c->discrete || c->pre)))
			csr_add(may, to, s->found.at[k]);
	}
}

/* The columns that two sides hold, in s->found. */
static void find_cols(Sys *s, const Expr *lhs, const Expr *rhs)
{
	const MdvAlloc *a = arena_allocator(s->scratch);

	s->found.n = 0;
	uses_find(&s->uses, lhs, rhs);
	for (size_t k = 0; k < s->uses.vars.n; k++)
		if (s->col_of_var[s->uses.vars.at[k].i] >= 0)
			vec_push(a, &s->found, s->col_of_var[s->uses.vars.at[k].i]);
	for (size_t k = 0; k < s->uses.pre.n; k++)
		if (s->col_of_pre[s->uses.pre.at[k].i] >= 0)
			vec_push(a, &s->found, s->col_of_pre[s->uses.pre.at[k].i]);
}

/* The rows of `more` behind those of g. */
static void append_rows(Sys *s, Csr *g, const Csr *more)
{
	int32_t n = g->n_rows, n_more = more->n_rows, size = n ? g->start[n] : 0;
	int32_t *start, *col;

	if (n == 0) {
		*g = *more;
		return;
	}
	start = NEW_ARRAY(s->scratch, int32_t, n + n_more + 1);
	col = NEW_ARRAY(s->scratch, int32_t, size + more->start[n_more]);
	memcpy(start, g->start, (size_t)n * sizeof *start);
	for (int32_t r = 0; r <= n_more; r++)
		start[n + r] = size + more->start[r];
	if (size)
		memcpy(col, g->col, (size_t)size * sizeof *col);
	if (more->start[n_more])
		memcpy(col + size, more->col, (size_t)more->start[n_more] * sizeof *col);
	*g = (Csr){n + n_more, g->n_cols, start, col};
}

void sort_find_incidence(Sys *s, Arena *work)
{
	CsrBuilder may, holds;
	Csr more;
	int32_t first = s->holds.n_rows, n_rows = (int32_t)s->rows.n, n_cols = (int32_t)s->cols.n;

	csr_begin(&may, work, n_rows - first, n_cols);
	csr_begin(&holds, work, n_rows - first, n_cols);
	for (int32_t r = first; r < n_rows; r++) {
		const SysRow *row = &s->rows.at[r];
		const Expr *lhs, *rhs;

		find_cols(s, row->lhs, row->rhs);
		for (size_t k = 0; k < s->found.n; k++)
			csr_add(&holds, r - first, s->found.at[k]);
		lhs = row->real ? decide_now(s->decide, row->lhs) : row->lhs;
		rhs = row->real ? decide_now(s->decide, row->rhs) : row->rhs;
		if (lhs != row->lhs || rhs != row->rhs)
			find_cols(s, lhs, rhs);
		if (row->set < 0)
			add_may(s, r, r - first, &may);
	}
	csr_finish(&holds, s->scratch, &more);
	append_rows(s, &s->holds, &more);
	csr_finish(&may, s->scratch, &more);
	append_rows(s, &s->may, &more);
	s->seen = NULL; /* sort_augment needs more room */
}

/* Whether a column of the row is free; next[row] is then its place. Without this look around, a
   search goes through half of a model of many parts that read each other until it meets one. */
static bool find_free(Sys *s, int32_t row)
{
	const Csr *g = &s->may;

	for (int32_t k = g->start[row]; k < g->start[row + 1]; k++)
		if (s->match.row_of_col[g->col[k]] < 0) {
			s->next[row] = k;
			return true;
		}
	return false;
}

/* Rows of the path, n of them, get the columns to which it leads. */
static void take_path(Sys *s, int32_t n)
{
	while (n-- > 0) {
		int32_t r = s->path[n], c = s->may.col[s->next[r]];

		s->match.col_of_row[r] = c;
		s->match.row_of_col[c] = r;
	}
	s->match.n++;
	for (size_t k = 0; k < s->visited.n; k++)
		s->seen[s->visited.at[k]] = 0;
}

/* What a search without success has seen never leads to a free column again, whatever is matched
   later: it is not looked at any more. */
bool sort_augment(Sys *s, int32_t root)
{
	const Csr *g = &s->may;
	int32_t n = 0;
	bool found;

	if (!s->seen) {
		s->seen = NEW_ARRAY(s->scratch, uint8_t, g->n_cols);
		s->next = NEW_ARRAY(s->scratch, int32_t, g->n_rows);
		s->path = NEW_ARRAY(s->scratch, int32_t, g->n_rows + 1);
	}
	s->path[n++] = root;
	s->next[root] = g->start[root];
	found = find_free(s, root);
	while (n > 0 && !found) {
		int32_t r = s->path[n - 1], c;

		if (s->next[r] == g->start[r + 1]) {
			if (--n > 0)
				s->next[s->path[n - 1]]++;
			continue;
		}
		c = g->col[s->next[r]];
		if (s->seen[c]) {
			s->next[r]++;
			continue;
		}
		s->seen[c] = 1;
		vec_push(arena_allocator(s->scratch), &s->visited, c);
		r = s->match.row_of_col[c]; /* there is one: no column of the row before is free */
		s->path[n++] = r;
		s->next[r] = g->start[r];
		found = find_free(s, r);
	}
	if (found)
		take_path(s, n);
	s->visited.n = 0;
	return found;
}

/* Steps are collected in lists of the system's own; a mixed step's inner ones in another. */

static DaeAssign *push_assign(Sys *s, Steps *out)
{
	vec_push(arena_allocator(s->scratch), &out->assigns, ((DaeAssign){.eq = eq_ref_none()}));
	return &out->assigns.at[out->assigns.n - 1];
}

/* Ends the run of assignments: what was assigned since the last step becomes one. */
static void end_run(Sys *s, Steps *out)
{
	DaeAssign *copy;

	if (out->assigns.n == 0)
		return;
	copy = NEW_ARRAY(s->d->keep, DaeAssign, out->assigns.n);
	memcpy(copy, out->assigns.at, out->assigns.n * sizeof *copy);
	vec_push(
		arena_allocator(s->d->keep), &out->steps,
		((DaeStep){
			.kind = DK_ASSIGN, .n_assigns = (int32_t)out->assigns.n, .assign = copy, .set = -1}));
	out->assigns.n = 0;
}

void sort_push_step(Sys *s, Steps *out, const DaeStep *step)
{
	end_run(s, out);
	vec_push(arena_allocator(s->d->keep), &out->steps, *step);
}

DaeSystem sort_finish(Sys *s, Steps *out)
{
	end_run(s, out);
	return (DaeSystem){out->steps.at, (int32_t)out->steps.n};
}

/* The value that a row gives to the discrete variable of a column. */
static const Expr *discrete_value(Sys *s, const SysRow *row, int32_t col)
{
	ExprPool *p = &s->d->m->pool;
	const Expr *side = row->lhs, *other = row->rhs;

	if (col_of_side(s, side) != col) {
		side = row->rhs;
		other = row->lhs;
	}
	if (col_of_side(s, side) != col)
		return NULL;
	if (side->op == EX_NOT)
		return expr_unary(p, EX_NOT, other);
	return side->op == EX_NEG ? expr_neg(p, other) : other;
}

/* b = not b and the like: a decision that depends on itself. */
static void decide_one(Sys *s, int32_t r, Steps *out)
{
	VarId *decision = NEW(s->d->keep, VarId);
	const Expr **fresh = NEW(s->d->keep, const Expr *);

	*decision = s->cols.at[s->match.col_of_row[r]].var;
	*fresh = discrete_value(s, &s->rows.at[r], s->match.col_of_row[r]);
	sort_push_step(
		s, out,
		&(DaeStep){
			.kind = DK_MIXED, .n_decisions = 1, .decision = decision, .fresh = fresh, .set = -1});
}

static bool holds_var(Sys *s, const Expr *e, VarId v)
{
	uses_find(&s->uses, e, NULL);
	for (size_t k = 0; k < s->uses.vars.n; k++)
		if (s->uses.vars.at[k].i == v.i)
			return true;
	return false;
}

/* The other side, if one side is the unknown itself: nothing has to be solved. NULL: it is not. */
static const Expr *explicit_value(Sys *s, const SysRow *row, VarId v)
{
	const Expr *ref = dae_ref(s->d, v);
	const Expr *value = row->lhs == ref ? row->rhs : row->rhs == ref ? row->lhs : NULL;

	return value && !holds_var(s, value, v) ? value : NULL;
}

/* One equation for one unknown. */
static void solve_one(Sys *s, int32_t r, Steps *out)
{
	const SysRow *row = &s->rows.at[r];
	int32_t col = s->match.col_of_row[r];
	const SysCol *c = &s->cols.at[col];
	const Expr *value = !row->real || c->discrete || c->pre ? discrete_value(s, row, col) : NULL;
	DaeAssign *a;

	if (value && !c->pre && holds_var(s, value, c->var))
		value = NULL;
	if (!value && row->real && !c->pre)
		value = explicit_value(s, row, c->var);
	if (!value && row->real && !c->pre) {
		AffinePart part =
			affine_split(&s->linear, expr_sub(&s->d->m->pool, row->lhs, row->rhs), c->var);

		if (part.ok && part.a && affine_pivot(&s->linear, part.a) >= PIVOT_POSITIVE)
			value = affine_solve(&s->linear, part);
	}
	if (!value && !row->real) {
		decide_one(s, r, out);
		return;
	}
	if (!value) {
		tear_block(s, &r, 1, out);
		return;
	}
	a = push_assign(s, out);
	*a = (DaeAssign){c->var, c->pre, value, row->eq};
}

static void emit_set(Sys *s, int32_t set, Steps *out)
{
	const DaeSet *g = &s->d->sets.at[set];
	ExprPool *p = &s->d->m->pool;
	DaeAssign *assign = NEW_ARRAY(s->d->keep, DaeAssign, g->n_helpers);
	const Expr **residual = NEW_ARRAY(s->d->keep, const Expr *, g->m);
	EqRef *eq = NEW_ARRAY(s->d->keep, EqRef, g->m);

	for (int32_t i = 0; i < g->n_helpers; i++) {
		const DaeEq *e = &s->d->eqs.at[g->helper_eq[i].i];
		AffinePart part = affine_split(&s->linear, expr_sub(p, e->lhs, e->rhs), g->helper_var[i]);

		assign[i] = (DaeAssign){g->helper_var[i], false, affine_solve(&s->linear, part),
								eq_ref_always(g->helper_eq[i])};
	}
	for (int32_t i = 0; i < g->m; i++) {
		const DaeEq *e = &s->d->eqs.at[g->eq[i].i];

		residual[i] = expr_sub(p, e->lhs, e->rhs);
		eq[i] = eq_ref_always(g->eq[i]);
	}
	sort_push_step(s, out,
				   &(DaeStep){.kind = DK_SET,
							  .n_assigns = g->n_helpers,
							  .assign = assign,
							  .n = g->m,
							  .unknown = g->candidate,
							  .residual = residual,
							  .eq = eq,
							  .set = set});
}

/* Nodes: a row, or all rows of a set together (the first of them stands for all). */

/* A Boolean, Integer or the like, a parameter that the start determines among them. Reals that
   change at events only are solved for as others are: a when in an algebraic loop is part of the
   loop at its event. */
static bool is_decision_row(const Sys *s, int32_t r)
{
	return s->rows.at[r].set < 0 && !s->cols.at[s->match.col_of_row[r]].real;
}

/* Does the row read another one of the part at hand (row_part)? */
static bool reads_part(const Sys *s, int32_t r, bool continuous_only)
{
	for (int32_t k = s->holds.start[r]; k < s->holds.start[r + 1]; k++) {
		int32_t other = s->row_of_col[s->holds.col[k]];

		if (other < 0 || other == r || !s->row_part[other])
			continue;
		if (!continuous_only || !is_decision_row(s, other))
			return true;
	}
	return false;
}

/* A Boolean, Integer or the like that its own equation reads: a loop by itself. */
static bool reads_itself(Sys *s, int32_t r)
{
	const SysCol *c = &s->cols.at[s->match.col_of_row[r]];
	const Expr *value = s->rows.at[r].real || c->pre
							? NULL
							: discrete_value(s, &s->rows.at[r], s->match.col_of_row[r]);

	if (!value)
		return false;
	uses_find(&s->uses, value, NULL);
	for (size_t k = 0; k < s->uses.vars.n; k++)
		if (s->uses.vars.at[k].i == c->var.i)
			return true;
	return false;
}

/* The graph of some rows: which uses the result of which. */
static void graph_of(const Sys *s, const int32_t *row, int32_t n, const int32_t *place, Arena *work,
					 Arena *result, Csr *out)
{
	CsrBuilder b;

	csr_begin(&b, work, n, n);
	for (int32_t i = 0; i < n; i++) {
		int32_t first = row[i], set = s->rows.at[first].set;

		/* All rows of a set speak for its node. */
		for (int32_t r = first; r < (int32_t)s->rows.n; r++) {
			if (r != first && (set < 0 || s->rows.at[r].set != set))
				break;
			for (int32_t k = s->holds.start[r]; k < s->holds.start[r + 1]; k++) {
				int32_t other = s->row_of_col[s->holds.col[k]];

				if (other >= 0 && place[other] >= 0 && other != first)
					csr_add(&b, i, place[other]);
			}
		}
	}
	csr_finish(&b, result, out);
}

static bool say_loop_with_set(Sys *s, int32_t r)
{
	EqRef eq = s->rows.at[r].eq;
	Span at = eq_ref_is_always(eq) ? dae_eq_at(s->d, eq)->at : SPAN_NONE;

	diag_error(s->diag, at, E_EQUATIONS_SINGULAR,
			   "the constraints between the possible states depend on other unknowns in a loop; "
			   "such a model is not supported yet");
	return false;
}

/* Nothing but values before the start that depend on each other. */
static bool say_loop_of_pre(Sys *s, int32_t r)
{
	const DaeEq *e = dae_eq_at(s->d, s->rows.at[r].eq);
	Span at = e ? e->at : SPAN_NONE;

	diag_error(s->diag, at, E_NOT_SOLVED,
			   "the values before the start that this equation holds depend on each other");
	return false;
}

static bool sort_rows(Sys *s, const int32_t *row, int32_t n, int depth, Steps *out);

/* A part in which discrete variables take part in a loop. */
static bool emit_mixed(Sys *s, const int32_t *row, int32_t n, int depth, Steps *out)
{
	int32_t *inner = NEW_ARRAY(s->scratch, int32_t, n);
	VarId *decision = NEW_ARRAY(s->d->keep, VarId, n);
	const Expr **fresh = NEW_ARRAY(s->d->keep, const Expr *, n);
	int32_t n_inner = 0, n_decisions = 0;
	bool continuous = false;
	Steps inside = {0};
	DaeSystem steps;

	for (int32_t i = 0; i < n; i++) {
		s->row_part[row[i]] = 1;
		continuous = continuous || !is_decision_row(s, row[i]);
	}
	for (int32_t i = 0; i < n; i++) {
		int32_t r = row[i];

		/* Deeper down, where no continuous unknown is left to decide, all are decisions. */
		if (is_decision_row(s, r) && !s->cols.at[s->match.col_of_row[r]].pre &&
			(n == 1 || reads_part(s, r, continuous && depth == 0))) {
			decision[n_decisions] = s->cols.at[s->match.col_of_row[r]].var;
			fresh[n_decisions] = discrete_value(s, &s->rows.at[r], s->match.col_of_row[r]);
			if (!fresh[n_decisions])
				BUG("a discrete variable in a loop without a value");
			n_decisions++;
		} else {
			inner[n_inner++] = r;
		}
	}
	for (int32_t i = 0; i < n; i++)
		s->row_part[row[i]] = 0;
	if (n_decisions == 0)
		return say_loop_of_pre(s, row[0]);
	if (!sort_rows(s, inner, n_inner, depth + 1, &inside))
		return false;
	steps = sort_finish(s, &inside);
	sort_push_step(s, out,
				   &(DaeStep){.kind = DK_MIXED,
							  .n_steps = steps.n_steps,
							  .step = steps.step,
							  .n_decisions = n_decisions,
							  .decision = decision,
							  .fresh = fresh,
							  .set = -1});
	return true;
}

/* Tearing knows the rows of the block only: the same ones give the same. */
static void emit_block(Sys *s, const int32_t *row, int32_t n, Steps *out)
{
	SysTorn *torn = map_find_ptr(&s->torn, (uint64_t)row[0]);
	int32_t *kept;

	if (torn && torn->n == n && memcmp(torn->row, row, (size_t)n * sizeof *row) == 0) {
		sort_push_step(s, out, &torn->step);
		return;
	}
	tear_block(s, row, n, out);
	torn = NEW(s->scratch, SysTorn);
	kept = NEW_ARRAY(s->scratch, int32_t, n);
	memcpy(kept, row, (size_t)n * sizeof *row);
	*torn = (SysTorn){kept, n, out->steps.at[out->steps.n - 1]};
	map_put(&s->torn, (uint64_t)row[0], map_key(torn));
}

static bool emit_part(Sys *s, const int32_t *row, int32_t n, int depth, Steps *out)
{
	bool any_set = false, any_discrete = false;

	for (int32_t i = 0; i < n; i++) {
		any_set = any_set || s->rows.at[row[i]].set >= 0;
		any_discrete = any_discrete || is_decision_row(s, row[i]);
	}
	if (any_set && n > 1)
		return say_loop_with_set(s, row[0]);
	if (any_set) {
		emit_set(s, s->rows.at[row[0]].set, out);
		return true;
	}
	if (n == 1 && !reads_itself(s, row[0])) {
		solve_one(s, row[0], out);
		return true;
	}
	if (any_discrete)
		return emit_mixed(s, row, n, depth, out);
	emit_block(s, row, n, out);
	return true;
}

/* Sorts some rows, with everything that others determine taken as known. */
static bool sort_rows(Sys *s, const int32_t *row, int32_t n, int depth, Steps *out)
{
	int32_t *place = s->row_place, *part = NEW_ARRAY(s->scratch, int32_t, n);
	Arena work;
	Csr graph;
	Scc scc;
	bool ok = true;

	arena_child(&work, s->scratch);
	for (int32_t i = 0; i < n; i++)
		place[row[i]] = i;
	graph_of(s, row, n, place, &work, s->scratch, &graph);
	for (int32_t i = 0; i < n; i++)
		place[row[i]] = -1;
	scc_find(&graph, s->scratch, &work, &scc);
	for (int32_t i = 0; ok && i < scc.n; i++) {
		int32_t k = 0;

		for (int32_t j = scc.start[i]; j < scc.start[i + 1]; j++)
			part[k++] = row[scc.node[j]];
		ok = emit_part(s, part, k, depth, out);
	}
	arena_free(&work);
	return ok;
}

void sort_set_rows(Sys *s)
{
	int32_t *first; /* by set: its first row */

	map_init(&s->torn, arena_allocator(s->scratch));
	s->place = NEW_ARRAY(s->scratch, int32_t, s->cols.n);
	memset(s->place, -1, s->cols.n * sizeof *s->place);
	s->row_place = NEW_ARRAY(s->scratch, int32_t, s->rows.n);
	memset(s->row_place, -1, s->rows.n * sizeof *s->row_place);
	s->row_part = NEW_ARRAY(s->scratch, uint8_t, s->rows.n);
	s->row_of_col = NEW_ARRAY(s->scratch, int32_t, s->cols.n);
	for (size_t c = 0; c < s->cols.n; c++)
		s->row_of_col[c] = s->match.row_of_col[c];
	first = NEW_ARRAY(s->scratch, int32_t, s->d->sets.n);
	for (size_t r = s->rows.n; r-- > 0;)
		if (s->rows.at[r].set >= 0)
			first[s->rows.at[r].set] = (int32_t)r;
	for (size_t c = 0; c < s->cols.n; c++)
		if (s->cols.at[c].set >= 0)
			s->row_of_col[c] = first[s->cols.at[c].set];
}

bool sort_some(Sys *s, const int32_t *row, int32_t n, DaeSystem *out)
{
	Steps steps = {0};

	if (!sort_rows(s, row, n, 0, &steps))
		return false;
	*out = sort_finish(s, &steps);
	return true;
}
