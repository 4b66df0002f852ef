/* SPDX-License-Identifier: MIT
   structure.c — which equations are too many, which variables have none. A maximum matching of
   equations and unknowns; each equation left over, with those it reaches by alternating steps, is a
   minimal set of more equations than variables (a circuit of the transversal matroid: without any
   one of them the rest can be matched). Library and connection equations are matched first, so that
   the one left over is the user's. Unknowns left over are shown with the part of Dulmage and
   Mendelsohn that they belong to. O(E sqrt(V)). */
#include "compiler/flat/flat.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SETS  3 /* sets that are reported */
#define MAX_NOTES 6 /* equations shown of one set */

typedef struct Structure {
	const FlatModel *m;   /* the model */
	const Incidence *inc; /* its rows and columns */
	Arena *scratch;       /* for all below */
	Diag *d;              /* where to report */
	Csr by_col;           /* the rows of each column */
	Match match;          /* maximum */
	MatchParts parts;     /* of the matching */
	Wires wires;          /* for display */
	uint8_t *row_seen;    /* row is in a set already shown, or in the current one */
	uint8_t *col_seen;    /* column likewise */
} Structure;

/* A set of rows and the columns in them. */
typedef struct Part {
	VEC(int32_t) row;
	VEC(int32_t) col;
} Part;

static bool is_users(const Structure *s, int32_t row)
{
	int32_t node = s->inc->node[row];

	if (flat_in_library(s->m, incidence_place(s->m, s->inc, row)))
		return false;
	return node < 0 || s->m->eqs.at[node].origin <= EO_BINDING;
}

/* Match the rows that are not the user's first: they stay matched. */
static void match_users_last(Structure *s)
{
	const Csr *g = &s->inc->csr;
	int32_t *start = NEW_ARRAY(s->scratch, int32_t, (size_t)g->n_rows + 1), n = 0;
	int32_t *col = NEW_ARRAY(s->scratch, int32_t, (size_t)g->start[g->n_rows] + 1);

	for (int32_t row = 0; row < g->n_rows; row++) {
		start[row] = n;
		for (int32_t k = g->start[row]; k < g->start[row + 1] && !is_users(s, row); k++)
			col[n++] = g->col[k];
	}
	start[g->n_rows] = n;
	match_init(g, s->scratch, &s->match);
	match_maximum(&(Csr){g->n_rows, g->n_cols, start, col}, s->scratch, &s->match);
	match_maximum(g, s->scratch, &s->match);
}

static void see_col(Structure *s, Part *p, int32_t col)
{
	if (s->col_seen[col])
		return;
	s->col_seen[col] = 1;
	vec_push(arena_allocator(s->scratch), &p->col, col);
}

static void see_row(Structure *s, Part *p, int32_t row)
{
	if (row < 0 || s->row_seen[row])
		return;
	s->row_seen[row] = 1;
	vec_push(arena_allocator(s->scratch), &p->row, row);
}

static void unsee(Structure *s, const Part *p)
{
	for (size_t i = 0; i < p->row.n; i++)
		s->row_seen[p->row.at[i]] = 0;
	for (size_t i = 0; i < p->col.n; i++)
		s->col_seen[p->col.at[i]] = 0;
}

/* The rows that an unmatched row reaches: row, its columns, the rows they are matched to, … */
static void reach_over(Structure *s, int32_t row, Part *p)
{
	const Csr *g = &s->inc->csr;

	*p = (Part){0};
	see_row(s, p, row);
	for (size_t i = 0; i < p->row.n; i++)
		for (int32_t k = g->start[p->row.at[i]]; k < g->start[p->row.at[i] + 1]; k++) {
			see_col(s, p, g->col[k]);
			see_row(s, p, s->match.row_of_col[g->col[k]]);
		}
}

/* The connected piece of the under-determined part that an unmatched column lies in. */
static void reach_under(Structure *s, int32_t col, Part *p)
{
	const Csr *g = &s->inc->csr;

	*p = (Part){0};
	see_col(s, p, col);
	for (size_t i = 0, j = 0; i < p->col.n; i++) {
		for (int32_t k = s->by_col.start[p->col.at[i]]; k < s->by_col.start[p->col.at[i] + 1]; k++)
			if (s->parts.row[s->by_col.col[k]] == MATCH_UNDER)
				see_row(s, p, s->by_col.col[k]);
		for (; j < p->row.n; j++)
			for (int32_t k = g->start[p->row.at[j]]; k < g->start[p->row.at[j] + 1]; k++)
				if (s->parts.col[g->col[k]] == MATCH_UNDER)
					see_col(s, p, g->col[k]);
	}
}

/* For display: one variable per wire, best name first; without the equations that make the wires.
 */

typedef struct Ranked {
	int32_t i;    /* variable or row */
	int32_t cost; /* less comes first; then by number */
} Ranked;

static int by_cost(const void *a, const void *b)
{
	const Ranked *x = a, *y = b;

	return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost)
							  : (x->i > y->i) - (x->i < y->i);
}

typedef struct Shown {
	VarId *var;    /* n_vars */
	int32_t *row;  /* n_rows */
	size_t n_vars; /* variables, wires counted once */
	size_t n_rows; /* equations, less those of the wires */
} Shown;

static size_t unique_wires(const Structure *s, const Part *p, Ranked *list)
{
	uint8_t *seen = NEW_ARRAY(s->scratch, uint8_t, s->m->vars.n);
	size_t n = 0;

	for (size_t i = 0; i < p->col.n; i++) {
		VarId v = wording_best(&s->wires, s->inc->var[p->col.at[i]]);

		if (seen[v.i])
			continue;
		seen[v.i] = 1;
		list[n++] = (Ranked){v.i, wording_cost(s->m, v)};
	}
	return n;
}

static Shown show(const Structure *s, const Part *p)
{
	size_t most = p->col.n + p->row.n, n = 0;
	Ranked *list = NEW_ARRAY(s->scratch, Ranked, most);
	Shown out = {NEW_ARRAY(s->scratch, VarId, most), NEW_ARRAY(s->scratch, int32_t, most), 0, 0};

	out.n_vars = unique_wires(s, p, list);
	qsort(list, out.n_vars, sizeof *list, by_cost);
	for (size_t i = 0; i < out.n_vars; i++)
		out.var[i] = (VarId){list[i].i};
	for (size_t i = 0; i < p->row.n; i++) {
		int32_t node = s->inc->node[p->row.at[i]];

		if (node < 0 || s->m->eqs.at[node].origin != EO_EQUALITY)
			list[n++] = (Ranked){p->row.at[i], is_users(s, p->row.at[i]) ? 0 : 1};
	}
	for (size_t i = 0; n == 0 && i < p->row.n && out.n_vars > 0; i++) /* nothing but wires */
		list[out.n_rows++] = (Ranked){p->row.at[i], 0};
	n += out.n_rows;
	qsort(list, n, sizeof *list, by_cost);
	for (size_t i = 0; i < n; i++)
		out.row[i] = list[i].i;
	out.n_rows = n;
	return out;
}

/* "(model M has 5 equations for 4 unknowns)" */
static void add_counts(const Structure *s, Text *out)
{
	const Csr *g = &s->inc->csr;

	text_printf(out, " (model %s has %d equation%s for %d unknown%s)",
				intern_text(s->m->names, s->m->name), g->n_rows, g->n_rows == 1 ? "" : "s",
				g->n_cols, g->n_cols == 1 ? "" : "s");
}

static void note_rows(Structure *s, const Shown *shown, size_t first)
{
	size_t last = shown->n_rows - first <= MAX_NOTES + 1 ? shown->n_rows : first + MAX_NOTES;
	Text line;

	for (size_t i = first; i < last; i++) {
		text_init(&line, arena_heap(s->m->keep));
		wording_row(s->m, s->inc, shown->row[i], s->scratch, &line);
		diag_note(s->d, incidence_place(s->m, s->inc, shown->row[i]), "%s", text_str(&line));
		text_free(&line);
	}
	if (last < shown->n_rows)
		diag_note(s->d, SPAN_NONE, "and %zu more equations", shown->n_rows - last);
}

/* "3 equations for the 2 variables 'x' and 'y'" */
static void add_set(const Structure *s, const Shown *shown, const char *only, Text *out)
{
	text_printf(out, "%s%zu equation%s for ", only, shown->n_rows, shown->n_rows == 1 ? "" : "s");
	if (shown->n_vars > 1)
		text_printf(out, "the %zu variables ", shown->n_vars);
	wording_names(s->m, shown->var, shown->n_vars, out);
}

/* Where to show a variable: its declaration, or, if that is in a library, the user's component. */
static Span place_of(const Structure *s, VarId v)
{
	const FlatDecl *b = flat_decl_of(s->m, v);

	if (!flat_in_library(s->m, b->at))
		return b->at;
	for (PathId p = b->path; p.i > 0; p = s->m->paths.at[p.i].parent)
		if (s->m->paths.at[p.i].at.file && !flat_in_library(s->m, s->m->paths.at[p.i].at))
			return s->m->paths.at[p.i].at;
	return b->at;
}

/* -- inputs that nothing is connected to ------------------------------------------------------ */

static bool is_inside(const FlatModel *m, PathId path, PathId of)
{
	while (path.i > of.i) /* parents come before their parts */
		path = m->paths.at[path.i].parent;
	return path.i == of.i;
}

static PathId row_path(const Structure *s, int32_t row)
{
	int32_t node = s->inc->node[row];

	return node >= 0 ? s->m->eqs.at[node].path : s->m->algs.at[-1 - node].path;
}

/* The component whose connector or variable it is; of the model itself 0. */
static PathId owner_of(const FlatModel *m, VarId v)
{
	const FlatDecl *decl = flat_decl_of(m, v);

	return decl->flags & DF_CONNECTOR_PART && decl->path.i > 0 ? m->paths.at[decl->path.i].parent
															   : decl->path;
}

/* An input of a component that nobody outside of that mentions: neither a connection to what has a
   value, nor an equation, nor a binding. v is the best name of its wire. */
static bool is_open_input(const Structure *s, const Part *p, VarId v)
{
	PathId owner = owner_of(s->m, v);

	if (owner.i <= 0)
		return false;
	for (size_t i = 0; i < p->col.n; i++) {
		VarId other = s->inc->var[p->col.at[i]];
		int32_t col = p->col.at[i];

		if (wording_best(&s->wires, other).i != v.i)
			continue;
		if (!flat_decl_of(s->m, other)->input)
			return false;
		for (int32_t k = s->by_col.start[col]; k < s->by_col.start[col + 1]; k++) {
			int32_t row = s->by_col.col[k], node = s->inc->node[row];
			bool binds = node >= 0 && s->m->eqs.at[node].origin == EO_BINDING;

			if (!is_inside(s->m, row_path(s, row), owner) ||
				(binds && s->m->eqs.at[node].lhs->op == EX_VAR &&
				 (int32_t)s->m->eqs.at[node].lhs->aux == other.i))
				return false;
		}
	}
	return true;
}

/* Those of the variables shown, moved to the front; gives how many. */
static size_t find_open_inputs(const Structure *s, const Part *p, Shown *shown)
{
	size_t n = 0;

	for (size_t i = 0; i < shown->n_vars; i++) {
		VarId v = shown->var[i];

		if (!is_open_input(s, p, v))
			continue;
		memmove(shown->var + n + 1, shown->var + n, (i - n) * sizeof *shown->var);
		shown->var[n++] = v;
	}
	return n;
}

/* Each of them; gives whether nothing else is missing. */
static bool report_open_inputs(Structure *s, const Part *p)
{
	size_t missing = p->col.n - p->row.n, n, told;
	Shown shown = show(s, p);

	n = find_open_inputs(s, p, &shown);
	told = n <= MAX_NOTES + 1 ? n : MAX_NOTES;
	if (n > missing)
		return false;
	for (size_t i = 0; i < told; i++) {
		Span at = s->m->paths.at[owner_of(s->m, shown.var[i]).i].at;
		Text line;

		text_init(&line, arena_heap(s->m->keep));
		wording_name(s->m, shown.var[i], &line);
		text_printf(&line, " is not connected: nothing gives this input a value");
		if (i + 1 == told && told < n)
			text_printf(&line, ", nor %zu others", n - told);
		if (!at.file || flat_in_library(s->m, at))
			at = place_of(s, shown.var[i]);
		diag_error(s->d, at, E_EQUATIONS_FEW, "%s", text_str(&line));
		text_free(&line);
		diag_note(s->d, flat_decl_of(s->m, shown.var[i])->at, "it is declared here");
	}
	return n == missing;
}

/* The rest of a sentence and the notes about variables that no equation is left for. */
static void note_under(Structure *s, const Part *p)
{
	Shown shown = show(s, p);
	Text line;

	text_init(&line, arena_heap(s->m->keep));
	if (find_open_inputs(s, p, &shown) > 0) {
		wording_name(s->m, shown.var[0], &line);
		text_printf(&line, " is not connected: nothing gives this input a value");
	} else if (shown.n_rows == 0) {
		text_printf(&line, "no equation determines ");
		wording_name(s->m, shown.var[0], &line);
	} else {
		add_set(s, &shown, "only ", &line);
	}
	diag_note(s->d, place_of(s, shown.var[0]), "%s", text_str(&line));
	text_free(&line);
}

/* Hand all pieces of the under-determined part to `tell`, up to a limit. */
static void each_under(Structure *s, void (*tell)(Structure *s, const Part *p))
{
	int n = 0;

	for (int32_t col = 0; col < s->inc->csr.n_cols && n < MAX_SETS; col++) {
		Part p;

		if (s->match.row_of_col[col] >= 0 || s->col_seen[col])
			continue;
		reach_under(s, col, &p);
		tell(s, &p);
		n++;
	}
}

/* The later of two rows of the set that are the same equation, moved to the front with the other
   behind it; -1: there are none. Equal expressions are one pointer. */
static int32_t find_twin(Structure *s, Shown *shown)
{
	Map seen;
	int32_t twin = -1;

	map_init(&seen, arena_allocator(s->scratch));
	for (size_t i = 0; i < shown->n_rows && twin < 0; i++) {
		int32_t row = shown->row[i], node = s->inc->node[row];
		const FlatEq *eq = node >= 0 ? &s->m->eqs.at[node] : NULL;
		uint64_t key, *other;

		if (!eq || eq->kind != EQ_EQUAL)
			continue;
		key = (uint64_t)eq->lhs->id << 32 | eq->rhs->id;
		other = map_find(&seen, key);
		if (other && *other != (uint64_t)node + 1) {
			twin = row;
			for (size_t k = 0; k < i; k++)
				if (s->inc->node[shown->row[k]] == (int32_t)*other - 1)
					shown->row[1] = shown->row[k];
			shown->row[0] = row;
			shown->n_rows = 2;
		}
		map_put(&seen, key, (uint64_t)node + 1);
	}
	return twin;
}

/* Do only a library's equations and connections say too much? Then no equation of the user's is
   wrong: a reference is missing, or a connection. */
static bool is_loose(const Structure *s, const Part *p)
{
	bool flows = false;

	for (size_t i = 0; i < p->row.n; i++) {
		int32_t node = s->inc->node[p->row.at[i]];
		EqOrigin origin = node >= 0 ? s->m->eqs.at[node].origin : EO_SOURCE;

		if (is_users(s, p->row.at[i]))
			return false;
		flows = flows || origin == EO_FLOW || origin == EO_OPEN_FLOW;
	}
	return flows;
}

/* The potentials that nothing fixes, and connectors among them to which nothing is connected. */
static bool report_loose(Structure *s, const Part *over)
{
	int32_t col = 0;
	Shown shown;
	Text line;
	Part p;

	while (col < s->inc->csr.n_cols && s->match.row_of_col[col] >= 0)
		col++;
	if (!is_loose(s, over) || col == s->inc->csr.n_cols)
		return false;
	reach_under(s, col, &p);
	shown = show(s, &p);
	unsee(s, &p);
	for (size_t i = 0; i < shown.n_vars; i++)
		if (flat_decl_of(s->m, shown.var[i])->role == PR_FLOW)
			return false;
	text_init(&line, arena_heap(s->m->keep));
	if (shown.n_vars > 1)
		text_printf(&line, "only the differences of ");
	wording_names(s->m, shown.var, shown.n_vars, &line);
	text_printf(&line, "%s determined: a reference is missing, such as a ground or a fixed point",
				shown.n_vars > 1 ? " are" : " is not");
	diag_error(s->d, place_of(s, shown.var[0]), E_EQUATIONS_SINGULAR, "%s", text_str(&line));
	text_free(&line);
	for (size_t i = 0, n = 0; i < over->row.n && n < MAX_NOTES; i++) {
		int32_t node = s->inc->node[over->row.at[i]];

		if (node < 0 || s->m->eqs.at[node].origin != EO_OPEN_FLOW ||
			s->m->eqs.at[node].lhs->op != EX_VAR)
			continue;
		n++;
		text_init(&line, arena_heap(s->m->keep));
		wording_name(s->m, expr_var_id(s->m->eqs.at[node].lhs), &line);
		diag_note(s->d, place_of(s, expr_var_id(s->m->eqs.at[node].lhs)),
				  "%s is 0, since nothing is connected there", text_str(&line));
		text_free(&line);
	}
	return true;
}

static void report_over(Structure *s, const Part *p, bool also_under)
{
	Shown shown = show(s, p);
	int32_t twin = shown.n_rows > 2 ? find_twin(s, &shown) : -1;
	Text line;
	int32_t row = shown.n_rows > 0 ? shown.row[0] : p->row.at[0];
	DiagCode code = also_under ? E_EQUATIONS_SINGULAR : E_EQUATIONS_MANY;

	text_init(&line, arena_heap(s->m->keep));
	/* The user's last equation is the likeliest mistake: lead with it. */
	for (size_t i = 1; i < shown.n_rows && twin < 0 && is_users(s, shown.row[i]); i++) {
		row = shown.row[i];
		shown.row[i] = shown.row[0];
		shown.row[0] = row;
	}
	if (shown.n_vars == 0) {
		text_printf(&line, "no variable is left that '");
		wording_row(s->m, s->inc, row, s->scratch, &line);
		text_printf(&line, "' could determine");
	} else if (twin >= 0) {
		text_printf(&line, "'");
		wording_row(s->m, s->inc, row, s->scratch, &line);
		text_printf(&line, "' is there twice: one equation is too many");
	} else {
		add_set(s, &shown, "", &line);
		text_printf(&line, ": one is too many");
	}
	if (!also_under)
		add_counts(s, &line);
	diag_error(s->d, incidence_place(s->m, s->inc, row), code, "%s", text_str(&line));
	text_free(&line);
	if (shown.n_vars > 0)
		note_rows(s, &shown, 1);
}

static void report_under(Structure *s, const Part *p)
{
	Shown shown = show(s, p);
	size_t missing = p->col.n - p->row.n;
	Text line;
	VarId v = shown.var[0];

	if (report_open_inputs(s, p))
		return;
	text_init(&line, arena_heap(s->m->keep));
	if (shown.n_rows == 0) {
		text_printf(&line, "no equation determines ");
		wording_name(s->m, v, &line);
	} else {
		add_set(s, &shown, "only ", &line);
		if (missing == 1)
			text_printf(&line, ": one is missing");
		else
			text_printf(&line, ": %zu are missing", missing);
	}
	add_counts(s, &line);
	diag_error(s->d, place_of(s, v), E_EQUATIONS_FEW, "%s", text_str(&line));
	text_free(&line);
	if (flat_in_library(s->m, flat_decl_of(s->m, v)->at))
		diag_note(s->d, flat_decl_of(s->m, v)->at, "it is declared here");
	note_rows(s, &shown, 0);
}

static void report_sets_over(Structure *s)
{
	const Csr *g = &s->inc->csr;
	bool also_under = g->n_rows <= g->n_cols;
	int n = 0, left = 0;

	for (int32_t row = 0; row < g->n_rows; row++) {
		Part p;

		if (s->match.col_of_row[row] >= 0)
			continue;
		if (n++ >= MAX_SETS) {
			left++;
			continue;
		}
		bool loose;

		reach_over(s, row, &p);
		loose = also_under && n == 1 && report_loose(s, &p);
		if (!loose)
			report_over(s, &p, also_under);
		unsee(s, &p); /* circuits may share equations */
		if (also_under && n == 1 && !loose)
			each_under(s, note_under);
	}
	if (left > 0)
		diag_note(s->d, SPAN_NONE, "and %d more equations are too many", left);
}

/* Most models are right. */
static bool is_regular(const Csr *g, Arena *scratch)
{
	ArenaMark mark = arena_mark(scratch);
	bool regular = g->n_rows == g->n_cols;
	Match m;

	if (regular) {
		match_init(g, scratch, &m);
		match_forced(g, scratch, &m);
		match_maximum(g, scratch, &m);
		regular = m.n == g->n_rows;
	}
	arena_release(scratch, mark);
	return regular;
}

bool structure_check(const FlatModel *m, const Incidence *inc, Arena *scratch, Diag *d)
{
	const Csr *g = &inc->csr;
	ArenaMark mark = arena_mark(scratch);
	Structure s = {.m = m, .inc = inc, .scratch = scratch, .d = d};

	if (is_regular(g, scratch))
		return true;
	match_init(g, scratch, &s.match);
	match_maximum(g, scratch, &s.match);
	if (s.match.n < g->n_rows || s.match.n < g->n_cols) {
		match_users_last(&s);
		match_parts(g, &s.match, m->keep, scratch, &s.parts);
		csr_transpose(g, scratch, &s.by_col);
		wording_wires(m, scratch, &s.wires);
		s.row_seen = NEW_ARRAY(scratch, uint8_t, g->n_rows);
		s.col_seen = NEW_ARRAY(scratch, uint8_t, g->n_cols);
		if (s.match.n < g->n_rows)
			report_sets_over(&s);
		if (s.match.n < g->n_cols && g->n_rows != g->n_cols)
			each_under(&s, report_under);
	}
	arena_release(scratch, mark);
	return s.match.n == g->n_rows && s.match.n == g->n_cols;
}
