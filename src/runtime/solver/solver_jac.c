/* SPDX-License-Identifier: MIT
   solver_jac.c — the Jacobian df/dx of a system: from the model, or by differences. Columns that
   have no row in common are varied together (Curtis, Powell and Reid 1974); they are grouped
   greedily, in order. Differences cost one evaluation a colour: n for a dense Jacobian, three for
   a tridiagonal one. */
#include "runtime/solver/solver.h"

#include <float.h>
#include <math.h>

#define SMALL_PART 1e-2 /* of the nominal size: states below it are varied as if they had it */

/* For each column the smallest colour that no column with a common row has. by_row is the pattern
   by rows; a colour is taken for column j if taken[colour] == j + 1. */
static int32_t choose_colours(const SolverJac *j, const Csr *by_row, int32_t *colour,
							  int32_t *taken)
{
	int32_t n = by_row->n_cols, n_colours = 0;

	for (int32_t c = 0; c < n; c++)
		colour[c] = -1;
	for (int32_t c = 0; c < n; c++) {
		int32_t free = 0;

		for (int32_t k = j->col_start[c]; k < j->col_start[c + 1]; k++) {
			int32_t r = j->row[k];

			for (int32_t m = by_row->start[r]; m < by_row->start[r + 1]; m++)
				if (colour[by_row->col[m]] >= 0)
					taken[colour[by_row->col[m]]] = c + 1;
		}
		while (taken[free] == c + 1)
			free++;
		colour[c] = free;
		if (free >= n_colours)
			n_colours = free + 1;
	}
	return n_colours;
}

/* List the columns of each colour. */
static bool list_colours(SolverJac *j, Solver *s, const int32_t *colour)
{
	int32_t n = s->sys.n, *start;

	j->colour_start = start = NEW_ARRAY(&s->memory, int32_t, j->n_colours + 2);
	j->col = NEW_ARRAY(&s->memory, int32_t, n);
	if (!j->colour_start || !j->col)
		return false;
	for (int32_t c = 0; c < n; c++)
		start[colour[c] + 2]++;
	for (int32_t k = 2; k <= j->n_colours; k++)
		start[k] += start[k - 1];
	/* start[k + 1] is where the next column of colour k goes; in the end, where it ends. */
	for (int32_t c = 0; c < n; c++)
		j->col[start[colour[c] + 1]++] = c;
	return true;
}

static bool find_colours(SolverJac *j, Solver *s)
{
	int32_t n = s->sys.n, *colour, *taken;
	Arena scratch;
	Csr pattern = {n, n, j->col_start, j->row}, by_row;
	bool ok;

	arena_init(&scratch, s->alloc);
	colour = NEW_ARRAY(&scratch, int32_t, n);
	taken = NEW_ARRAY(&scratch, int32_t, n + 1);
	ok = colour && taken && csr_transpose(&pattern, &scratch, &by_row);
	if (ok) {
		j->n_colours = choose_colours(j, &by_row, colour, taken);
		ok = list_colours(j, s, colour);
	}
	arena_free(&scratch);
	return ok;
}

/* Without pattern every column is a colour of its own. */
static bool separate_colours(SolverJac *j, Solver *s)
{
	int32_t n = s->sys.n;

	j->n_colours = n;
	j->colour_start = NEW_ARRAY(&s->memory, int32_t, n + 1);
	j->col = NEW_ARRAY(&s->memory, int32_t, n);
	if (!j->colour_start || !j->col)
		return false;
	for (int32_t c = 0; c < n; c++)
		j->col[c] = j->colour_start[c] = c;
	j->colour_start[n] = n;
	return true;
}

bool solver_jac_init(SolverJac *j, Solver *s)
{
	size_t n = (size_t)s->sys.n;

	j->col_start = s->sys.col_start;
	j->row = s->sys.row;
	j->n_value = j->col_start ? (size_t)j->col_start[n] : n * n;
	j->value = NEW_ARRAY(&s->memory, double, j->n_value);
	if (!j->value || s->sys.jac)
		return j->value != NULL;
	j->x = NEW_ARRAY(&s->memory, double, n);
	j->dx = NEW_ARRAY(&s->memory, double, n);
	j->inc = NEW_ARRAY(&s->memory, double, n);
	if (!j->x || !j->dx || !j->inc)
		return false;
	return j->col_start ? find_colours(j, s) : separate_colours(j, s);
}

/* Derivatives with the columns of a colour varied in direction sign. */
static MdvStatus vary(SolverJac *j, Solver *s, double t, const double x[], int32_t colour,
					  double sign)
{
	MdvStatus status;

	for (int32_t k = j->colour_start[colour]; k < j->colour_start[colour + 1]; k++) {
		int32_t c = j->col[k];
		double inc = sqrt(DBL_EPSILON) * fmax(fabs(x[c]), SMALL_PART * s->atol[c] / s->options.tol);

		j->x[c] = x[c] + sign * inc;
		j->inc[c] = j->x[c] - x[c]; /* what it is after rounding */
	}
	status = solver_rhs(s, t, j->x, j->dx);
	for (int32_t k = j->colour_start[colour]; k < j->colour_start[colour + 1]; k++)
		j->x[j->col[k]] = x[j->col[k]];
	return status;
}

static void take_column(SolverJac *j, int32_t c, int32_t n, const double fx[])
{
	double scale = 1.0 / j->inc[c];

	if (j->col_start) {
		for (int32_t k = j->col_start[c]; k < j->col_start[c + 1]; k++)
			j->value[k] = (j->dx[j->row[k]] - fx[j->row[k]]) * scale;
	} else {
		double *value = j->value + (size_t)c * (size_t)n;

		for (int32_t i = 0; i < n; i++)
			value[i] = (j->dx[i] - fx[i]) * scale;
	}
}

static MdvStatus differences(SolverJac *j, Solver *s, double t, const double x[], const double fx[])
{
	for (int32_t i = 0; i < s->sys.n; i++)
		j->x[i] = x[i];
	for (int32_t colour = 0; colour < j->n_colours; colour++) {
		MdvStatus status = vary(j, s, t, x, colour, 1.0);

		/* At the border of the domain the other direction may do. */
		if (status == MDV_RETRY)
			status = vary(j, s, t, x, colour, -1.0);
		if (status != MDV_OK)
			return status;
		for (int32_t k = j->colour_start[colour]; k < j->colour_start[colour + 1]; k++)
			take_column(j, j->col[k], s->sys.n, fx);
	}
	return MDV_OK;
}

MdvStatus solver_jac_eval(SolverJac *j, Solver *s, double t, const double x[], const double fx[])
{
	MdvStatus status;

	s->stats.jac++;
	if (s->sys.jac)
		status = solver_judge(s, s->sys.jac(s->sys.ctx, t, x, j->value), t);
	else
		status = differences(j, s, t, x, fx);
	/* KLU would factorize a matrix of NaN without a word. */
	if (status == MDV_OK && !solver_finite(j->value, j->n_value))
		status = solver_judge(s, MDV_RETRY, t);
	return status;
}
