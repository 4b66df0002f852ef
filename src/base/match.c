/* SPDX-License-Identifier: MIT
   match.c — maximum bipartite matching: a greedy start, then phases of shortest augmenting paths
   (Hopcroft, Karp 1973), with stacks instead of recursion. At most O(sqrt(n)) phases of O(edges)
   time, which single-path methods (MC21, Pothen-Fan: O(n edges)) cannot promise; three integers of
   scratch memory a row. A better start, of what is sparse, is that of Karp and Sipser 1981. And the
   coarse decomposition of Dulmage and Mendelsohn 1958, as in Pothen, Fan 1990, in O(edges). */
#include "base/base.h"

#define FAR INT32_MAX /* layer of a row that is not reached */

typedef struct Phase {
	const Csr *g;   /* the incidence of rows and columns */
	Match *m;       /* the matching, extended */
	int32_t *layer; /* alternating steps from a free row; FAR: none, or given up */
	int32_t *next;  /* edge to try next */
	int32_t *list;  /* queue of rows, then path of rows */
	int32_t last;   /* layer of the rows next to the nearest free columns; FAR: none */
} Phase;

bool match_init(const Csr *g, Arena *result, Match *m)
{
	*m = (Match){0, NEW_ARRAY(result, int32_t, g->n_rows), NEW_ARRAY(result, int32_t, g->n_cols)};
	if (!m->col_of_row || !m->row_of_col)
		return false;
	for (int32_t row = 0; row < g->n_rows; row++)
		m->col_of_row[row] = -1;
	for (int32_t col = 0; col < g->n_cols; col++)
		m->row_of_col[col] = -1;
	return true;
}

void match_pair(Match *m, int32_t row, int32_t col)
{
	CHECK(m->col_of_row[row] < 0 && m->row_of_col[col] < 0);
	m->col_of_row[row] = col;
	m->row_of_col[col] = row;
	m->n++;
}

/* Give each free row its first free column. */
static void assign_cheaply(const Csr *g, Match *m)
{
	for (int32_t row = 0; row < g->n_rows; row++)
		for (int32_t k = g->start[row]; k < g->start[row + 1] && m->col_of_row[row] < 0; k++)
			if (m->row_of_col[g->col[k]] < 0)
				match_pair(m, row, g->col[k]);
}

/* Breadth first from all free rows, up to the layer where free columns are first met. */
static bool find_layers(Phase *p)
{
	int32_t head = 0, tail = 0;

	p->last = FAR;
	for (int32_t row = 0; row < p->g->n_rows; row++) {
		p->next[row] = p->g->start[row];
		p->layer[row] = FAR;
		if (p->m->col_of_row[row] < 0) {
			p->layer[row] = 0;
			p->list[tail++] = row;
		}
	}
	while (head < tail && p->layer[p->list[head]] < p->last) {
		int32_t row = p->list[head++];

		for (int32_t k = p->g->start[row]; k < p->g->start[row + 1]; k++) {
			int32_t other = p->m->row_of_col[p->g->col[k]];

			if (other < 0) {
				p->last = p->layer[row];
			} else if (p->layer[other] == FAR) {
				p->layer[other] = p->layer[row] + 1;
				p->list[tail++] = other;
			}
		}
	}
	return p->last != FAR;
}

/* Depth first along the layers from one free row; if a free column is met, exchange along the
   path. Rows without way out are given up for this phase. */
static void augment(Phase *p, int32_t root)
{
	int32_t depth = 1;

	p->list[0] = root;
	while (depth > 0) {
		int32_t row = p->list[depth - 1], other;

		if (p->next[row] == p->g->start[row + 1] || p->layer[row] > p->last) {
			p->layer[row] = FAR;
			depth--;
			continue;
		}
		other = p->m->row_of_col[p->g->col[p->next[row]++]];
		if (other >= 0 && p->layer[other] == p->layer[row] + 1)
			p->list[depth++] = other;
		if (other < 0)
			break;
	}
	/* Each row on the path takes the column it went through. */
	p->m->n += depth > 0;
	while (depth > 0) {
		int32_t row = p->list[--depth], col = p->g->col[p->next[row] - 1];

		p->m->col_of_row[row] = col;
		p->m->row_of_col[col] = row;
		p->layer[row] = FAR;
	}
}

/* What is left of a graph while rows and columns are paired. */
typedef struct Rest {
	const Csr *g[2];      /* by rows, and by columns */
	const int32_t *of[2]; /* the partner of a row, and of a column; -1: none */
	int32_t *degree[2];   /* free partners of each */
	int32_t *list[2];     /* of those that have one left */
	int32_t n[2];         /* in the lists */
} Rest;

/* Those beside node i have a partner less. */
static void take_away(Rest *r, int side, int32_t i)
{
	const Csr *g = r->g[side];

	for (int32_t k = g->start[i]; k < g->start[i + 1]; k++)
		if (--r->degree[!side][g->col[k]] == 1)
			r->list[!side][r->n[!side]++] = g->col[k];
}

static void pair_up(Rest *r, Match *m, int side, int32_t i)
{
	const Csr *g = r->g[side];

	for (int32_t k = g->start[i]; k < g->start[i + 1]; k++) {
		int32_t other = g->col[k];

		if (r->of[!side][other] >= 0)
			continue;
		match_pair(m, side == 0 ? i : other, side == 0 ? other : i);
		take_away(r, side, i);
		take_away(r, !side, other);
		return;
	}
}

static void pair_forced(Rest *r, Match *m)
{
	while (r->n[0] + r->n[1] > 0) {
		int side = r->n[0] > 0 ? 0 : 1;
		int32_t i = r->list[side][--r->n[side]];

		if (r->of[side][i] < 0)
			pair_up(r, m, side, i);
	}
}

static bool begin_rest(Rest *r, Arena *scratch)
{
	for (int side = 0; side < 2; side++) {
		const Csr *g = r->g[side];

		r->degree[side] = NEW_ARRAY(scratch, int32_t, g->n_rows);
		r->list[side] = NEW_ARRAY(scratch, int32_t, g->n_rows);
		if (!r->degree[side] || !r->list[side])
			return false;
		for (int32_t i = 0; i < g->n_rows; i++) {
			r->degree[side][i] = g->start[i + 1] - g->start[i];
			if (r->degree[side][i] == 1)
				r->list[side][r->n[side]++] = i;
		}
	}
	return true;
}

bool match_forced(const Csr *g, Arena *scratch, Match *m)
{
	ArenaMark mark = arena_mark(scratch);
	Csr by_col;
	Rest r = {.g = {g, &by_col}, .of = {m->col_of_row, m->row_of_col}};
	bool ok = csr_transpose(g, scratch, &by_col) && begin_rest(&r, scratch);

	for (int32_t row = 0; ok && row < g->n_rows; row++) {
		pair_forced(&r, m);
		if (m->col_of_row[row] < 0)
			pair_up(&r, m, 0, row);
	}
	arena_release(scratch, mark);
	return ok;
}

bool match_maximum(const Csr *g, Arena *scratch, Match *m)
{
	ArenaMark mark = arena_mark(scratch);
	Phase p = {.g = g, .m = m};
	bool ok;

	p.layer = NEW_ARRAY(scratch, int32_t, g->n_rows);
	p.next = NEW_ARRAY(scratch, int32_t, g->n_rows);
	p.list = NEW_ARRAY(scratch, int32_t, g->n_rows);
	ok = p.layer && p.next && p.list;
	if (ok) {
		assign_cheaply(g, m);
		while (m->n < g->n_rows && m->n < g->n_cols && find_layers(&p))
			for (int32_t row = 0; row < g->n_rows; row++)
				if (m->col_of_row[row] < 0 && p.layer[row] == 0)
					augment(&p, row);
	}
	arena_release(scratch, mark);
	return ok;
}

typedef struct Reach {
	const Csr *g;              /* rows and columns, or the transpose */
	const int32_t *row_of_col; /* the matching, seen in the same way */
	const int32_t *col_of_row; /* likewise */
	uint8_t *row_part;         /* marked with `part` */
	uint8_t *col_part;         /* likewise */
	MatchPart part;            /* the mark */
} Reach;

/* Mark the free rows, the rows that alternating paths reach from them, and the columns between. */
static void reach(const Reach *r, int32_t *stack)
{
	int32_t n = 0;

	for (int32_t row = 0; row < r->g->n_rows; row++)
		if (r->col_of_row[row] < 0) {
			r->row_part[row] = (uint8_t)r->part;
			stack[n++] = row;
		}
	while (n > 0) {
		int32_t row = stack[--n];

		for (int32_t k = r->g->start[row]; k < r->g->start[row + 1]; k++) {
			int32_t other = r->row_of_col[r->g->col[k]];

			CHECK(other >= 0); /* else the matching is not a maximum */
			r->col_part[r->g->col[k]] = (uint8_t)r->part;
			if (r->row_part[other] != r->part) {
				r->row_part[other] = (uint8_t)r->part;
				stack[n++] = other;
			}
		}
	}
}

/* Free rows lead to the overdetermined part, free columns to the underdetermined one. */
static bool decompose(const Csr *g, const Match *m, Arena *scratch, MatchParts *out)
{
	int32_t *stack = NEW_ARRAY(scratch, int32_t, g->n_rows > g->n_cols ? g->n_rows : g->n_cols);
	Csr t;

	if (!stack || !csr_transpose(g, scratch, &t))
		return false;
	reach(&(Reach){g, m->row_of_col, m->col_of_row, out->row, out->col, MATCH_OVER}, stack);
	reach(&(Reach){&t, m->col_of_row, m->row_of_col, out->col, out->row, MATCH_UNDER}, stack);
	for (int32_t row = 0; row < g->n_rows; row++)
		out->n_rows[out->row[row]]++;
	for (int32_t col = 0; col < g->n_cols; col++)
		out->n_cols[out->col[col]]++;
	return true;
}

bool match_parts(const Csr *g, const Match *m, Arena *result, Arena *scratch, MatchParts *out)
{
	ArenaMark mark = arena_mark(scratch);
	bool ok;

	CHECK(result != scratch);
	*out = (MatchParts){0};
	out->row = NEW_ARRAY(result, uint8_t, g->n_rows);
	out->col = NEW_ARRAY(result, uint8_t, g->n_cols);
	ok = out->row && out->col && decompose(g, m, scratch, out);
	arena_release(scratch, mark);
	return ok;
}
