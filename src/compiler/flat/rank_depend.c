/* SPDX-License-Identifier: MIT
   rank_depend.c — linear equations that depend on each other. An equation with an unknown that no
   other linear equation contains cannot be part of a dependence: it is peeled off, again and again,
   in linear time. Right models leave little; that is eliminated without fractions (the coefficients
   are nearly all -1, 0, 1), each row keeping account of the equations it is made of. The work is
   limited: beyond WORK_LIMIT nothing is said. */
#include "compiler/flat/flat.h"

#include <math.h>
#include <stdlib.h>

#define WORK_LIMIT  4000000 /* entries touched by the elimination */
#define VALUE_LIMIT ((int64_t)1 << 30)
#define MAX_NOTES   6 /* equations shown */

typedef struct Entry {
	int32_t i;     /* column, or equation */
	int64_t value; /* not 0 */
} Entry;

typedef VEC(Entry) EntryList;

/* A row being eliminated, or a finished one. */
typedef struct Line {
	EntryList at;   /* columns */
	EntryList from; /* the equations it is a sum of */
} Line;

typedef struct Depend {
	const RankMatrix *a; /* the equations */
	Arena *scratch;      /* for all below */
	uint8_t *peeled;     /* by row */
	VEC(Line) pivot;     /* finished rows; none contains the pivot column of an earlier one */
	int32_t *pivot_of;   /* by column: number of the row whose pivot it is, or -1 */
	int64_t *at_value;   /* by column: dense work space, 0 when not in use */
	int64_t *from_value; /* by row: likewise */
	int64_t work;        /* entries touched */
} Depend;

/* Peel: count of rows that contain a column, and their exclusive or, which is the row if it is one.
 */
static void peel(Depend *p)
{
	const RankMatrix *a = p->a;
	int32_t *count = NEW_ARRAY(p->scratch, int32_t, a->n_cols);
	int32_t *which = NEW_ARRAY(p->scratch, int32_t, a->n_cols);
	int32_t *queue = NEW_ARRAY(p->scratch, int32_t, a->n_cols), n = 0;

	for (int32_t row = 0; row < a->n_rows; row++)
		for (int32_t t = a->start[row]; t < a->start[row + 1]; t++) {
			count[a->term[t].i]++;
			which[a->term[t].i] ^= row;
		}
	for (int32_t col = 0; col < a->n_cols; col++)
		if (count[col] == 1)
			queue[n++] = col;
	while (n > 0) {
		int32_t col = queue[--n], row = which[col];

		if (count[col] != 1)
			continue;
		p->peeled[row] = 1;
		for (int32_t t = a->start[row]; t < a->start[row + 1]; t++) {
			which[a->term[t].i] ^= row;
			if (--count[a->term[t].i] == 1)
				queue[n++] = a->term[t].i;
		}
	}
}

/* line := x * line + y * other, by way of a dense array; zeros go. False: too large. */
static bool combine(Depend *p, EntryList *line, const EntryList *add, int64_t *dense, int64_t x,
					int64_t y)
{
	size_t n = 0;
	bool ok = true;

	for (size_t i = 0; i < line->n; i++)
		dense[line->at[i].i] = x * line->at[i].value;
	for (size_t i = 0; i < add->n; i++) {
		if (dense[add->at[i].i] == 0)
			vec_push(arena_allocator(p->scratch), line, ((Entry){add->at[i].i, 0}));
		dense[add->at[i].i] += y * add->at[i].value;
	}
	p->work += (int64_t)(line->n + add->n);
	for (size_t i = 0; i < line->n; i++) {
		int64_t value = dense[line->at[i].i];

		dense[line->at[i].i] = 0;
		if (value == 0)
			continue;
		ok &= llabs(value) < VALUE_LIMIT;
		line->at[n++] = (Entry){line->at[i].i, value};
	}
	line->n = n;
	return ok;
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b != 0) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return llabs(a);
}

/* The entry of a line whose column is the earliest pivot; NULL: none is. */
static const Entry *next_pivot(const Depend *p, const Line *line)
{
	const Entry *best = NULL;

	for (size_t i = 0; i < line->at.n; i++) {
		const Entry *e = &line->at.at[i];

		if (p->pivot_of[e->i] >= 0 && (!best || p->pivot_of[e->i] < p->pivot_of[best->i]))
			best = e;
	}
	return best;
}

static int64_t value_at(const Line *line, int32_t col)
{
	for (size_t i = 0; i < line->at.n; i++)
		if (line->at.at[i].i == col)
			return line->at.at[i].value;
	return 0;
}

/* Subtract finished rows until no pivot column is left. False: give up. */
static bool reduce(Depend *p, Line *line)
{
	const Entry *e;

	while ((e = next_pivot(p, line))) {
		const Line *pivot = &p->pivot.at[p->pivot_of[e->i]];
		int64_t b = value_at(pivot, e->i), g = gcd(b, e->value);
		int64_t x = b / g, y = -e->value / g;

		p->work += (int64_t)line->at.n;
		if (!combine(p, &line->at, &pivot->at, p->at_value, x, y) ||
			!combine(p, &line->from, &pivot->from, p->from_value, x, y) || p->work > WORK_LIMIT)
			return false;
	}
	return true;
}

static Line line_of(Depend *p, int32_t row)
{
	const RankMatrix *a = p->a;
	const MdvAlloc *alloc = arena_allocator(p->scratch);
	Line line = {0};

	for (int32_t t = a->start[row]; t < a->start[row + 1]; t++)
		vec_push(alloc, &line.at, ((Entry){a->term[t].i, a->term[t].coef}));
	vec_push(alloc, &line.from, ((Entry){row, 1}));
	return line;
}

/* Report the equations that a line of zeros is made of. True: it was an error. */
static bool report(const FlatModel *m, const Incidence *inc, const RankMatrix *a, const Line *line,
				   bool errors_only, Diag *d)
{
	double sum = 0, scale = 0;
	bool literal = true, error;
	int32_t lead = -1;
	Text text;

	for (size_t i = 0; i < line->from.n; i++) {
		const RankRow *row = &a->row[line->from.at[i].i];

		sum += (double)line->from.at[i].value * row->constant;
		scale += fabs((double)line->from.at[i].value * row->constant);
		literal &= row->literal;
		if (lead < 0 || row->row > lead)
			if (lead < 0 || !flat_in_library(m, incidence_place(m, inc, row->row)))
				lead = row->row;
	}
	error = literal && fabs(sum) > 1e-9 * scale;
	if (errors_only && !error)
		return false;
	text_init(&text, arena_heap(m->keep));
	wording_row(m, inc, lead, m->keep, &text);
	if (error)
		diag_error(d, incidence_place(m, inc, lead), E_CONTRADICTION,
				   line->from.n > 1 ? "'%s' contradicts the other equations below"
									: "'%s' cannot hold",
				   text_str(&text));
	else
		diag_report(d, incidence_place(m, inc, lead), W_REDUNDANT,
					literal ? "'%s' follows from the other equations below: something else is left "
							  "undetermined"
							: "'%s' and the equations below can hold together for certain "
							  "parameters only",
					text_str(&text));
	text_free(&text);
	for (size_t i = 0, n = 0; i < line->from.n && n < MAX_NOTES; i++) {
		int32_t row = a->row[line->from.at[i].i].row;

		if (row == lead)
			continue;
		n++;
		text_init(&text, arena_heap(m->keep));
		wording_row(m, inc, row, m->keep, &text);
		diag_note(d, incidence_place(m, inc, row), "%s", text_str(&text));
		text_free(&text);
	}
	return error;
}

bool rank_depend_check(const FlatModel *m, const Incidence *inc, const RankMatrix *a,
					   bool errors_only, Arena *scratch, Diag *d)
{
	ArenaMark mark = arena_mark(scratch);
	Depend p = {.a = a, .scratch = scratch};
	bool ok = true;

	p.peeled = NEW_ARRAY(scratch, uint8_t, a->n_rows);
	p.pivot_of = NEW_ARRAY(scratch, int32_t, a->n_cols);
	p.at_value = NEW_ARRAY(scratch, int64_t, a->n_cols);
	p.from_value = NEW_ARRAY(scratch, int64_t, a->n_rows);
	for (int32_t col = 0; col < a->n_cols; col++)
		p.pivot_of[col] = -1;
	peel(&p);
	for (int32_t row = 0; row < a->n_rows; row++) {
		Line line;

		if (p.peeled[row])
			continue;
		line = line_of(&p, row);
		if (!reduce(&p, &line))
			break;
		if (line.at.n == 0) {
			ok &= !report(m, inc, a, &line, errors_only, d);
			continue;
		}
		p.pivot_of[line.at.at[0].i] = (int32_t)p.pivot.n;
		vec_push(arena_allocator(scratch), &p.pivot, line);
	}
	arena_release(scratch, mark);
	return ok;
}
