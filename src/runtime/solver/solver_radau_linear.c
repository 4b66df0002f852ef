/* SPDX-License-Identifier: MIT
   solver_radau_linear.c — the two linear systems of the Radau method: patterns, entries, factors.
   Which factors they are is the business of lu_new. */
#include "runtime/solver/solver_radau.h"

#include <string.h>

/* --- with a pattern --- */

/* The pattern of all blocks by columns, diagonals included. */
static bool make_pattern(const RadauMatrix *m, const SolverJac *j, CsrBuilder *b)
{
	int32_t all = b->n_rows, n = all / m->copies;

	for (int32_t c = 0; c < all; c++) {
		int32_t base = c / n * n, col = c - base;

		for (int32_t k = j->col_start[col]; k < j->col_start[col + 1]; k++)
			if (!csr_add(b, c, base + j->row[k]))
				return false;
		if (!csr_add(b, c, c) || (m->copies > 1 && !csr_add(b, c, (c + n) % all)))
			return false;
	}
	return true;
}

/* Where the entry of this column and row is; rows of a column ascend. */
static int32_t place_of(const Csr *p, int32_t col, int32_t row)
{
	int32_t low = p->start[col], high = p->start[col + 1] - 1;

	while (low < high) {
		int32_t mid = low + (high - low) / 2;

		if (p->col[mid] < row)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static void find_places(RadauMatrix *m, const SolverJac *j, int32_t n, const Csr *p)
{
	int32_t all = m->copies * n, *jac = m->jac;

	for (int32_t c = 0; c < all; c++) {
		int32_t base = c / n * n, col = c - base;

		for (int32_t k = j->col_start[col]; k < j->col_start[col + 1]; k++)
			*jac++ = place_of(p, c, base + j->row[k]);
		m->diag[c] = place_of(p, c, c);
		m->off[c] = place_of(p, c, (c + n) % all);
	}
}

static bool init_sparse(RadauMatrix *m, const SolverJac *j, Solver *s, Foreign *memory)
{
	int32_t n = s->sys.n, all = m->copies * n;
	Arena *a = &s->memory, scratch, result;
	CsrBuilder b;
	Csr p;
	bool ok;

	arena_init(&scratch, s->alloc);
	arena_init(&result, s->alloc);
	m->jac = NEW_ARRAY(a, int32_t, (size_t)m->copies * j->n_value + 1);
	m->diag = NEW_ARRAY(a, int32_t, all);
	m->off = NEW_ARRAY(a, int32_t, all);
	csr_begin(&b, &scratch, all, all);
	ok = m->jac && m->diag && m->off && make_pattern(m, j, &b) && csr_finish(&b, &result, &p);
	if (ok) {
		find_places(m, j, n, &p);
		m->n_value = (size_t)p.start[all];
		ok = lu_new(a, &m->lu, all, &p, memory);
	}
	arena_free(&scratch);
	arena_free(&result);
	return ok;
}

static void fill_sparse(RadauMatrix *m, const SolverJac *j, double a, double b)
{
	int32_t all = m->lu.n, n = all / m->copies;
	const int32_t *to = m->jac;

	memset(m->value, 0, m->n_value * sizeof *m->value);
	for (int32_t c = 0; c < m->copies; c++)
		for (size_t k = 0; k < j->n_value; k++)
			m->value[*to++] -= j->value[k];
	for (int32_t c = 0; c < all; c++) {
		m->value[m->diag[c]] += a;
		if (m->copies > 1)
			m->value[m->off[c]] += c < n ? b : -b;
	}
}

/* --- dense --- */

static void fill_dense(RadauMatrix *m, const SolverJac *j, double a, double b)
{
	size_t all = (size_t)m->lu.n, n = all / (size_t)m->copies;

	memset(m->value, 0, m->n_value * sizeof *m->value);
	for (size_t c = 0; c < all; c++) {
		size_t base = c < n ? 0 : n;
		double *column = m->value + c * all;
		const double *from = j->value + (c - base) * n;

		for (size_t i = 0; i < n; i++)
			column[base + i] = -from[i];
		column[c] += a;
		if (m->copies > 1)
			column[c < n ? c + n : c - n] = c < n ? b : -b;
	}
}

/* --- both --- */

bool radau_matrix_init(RadauMatrix *m, int32_t copies, const SolverJac *j, Solver *s,
					   Foreign *memory)
{
	size_t all = (size_t)copies * (size_t)s->sys.n;

	m->copies = copies;
	m->by = s->atol;
	m->n_value = all * all;
	if (j->col_start ? !init_sparse(m, j, s, memory)
					 : !lu_new(&s->memory, &m->lu, (int32_t)all, NULL, NULL))
		return false;
	m->value = NEW_ARRAY(&s->memory, double, m->n_value + 1);
	return m->value != NULL;
}

MdvStatus radau_matrix_factor(RadauMatrix *m, const SolverJac *j, double a, double b)
{
	int32_t n = m->lu.n / m->copies;

	for (int32_t c = 0; c < m->lu.n; c++)
		m->lu.col[c] = m->by[c < n ? c : c - n];
	if (j->col_start)
		fill_sparse(m, j, a, b);
	else
		fill_dense(m, j, a, b);
	TRY(lu_factor(&m->lu, m->value));
	return m->lu.valid ? MDV_OK : MDV_RETRY;
}

void radau_matrix_solve(const RadauMatrix *m, double x[])
{
	lu_solve(&m->lu, x);
}
