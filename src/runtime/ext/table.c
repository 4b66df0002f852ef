/* SPDX-License-Identifier: MIT
   table.c — what the three kinds of tables have in common. A table owns an arena with everything in
   it; its destructor gives back the arena and the table. */
#include "runtime/ext/ext.h"

#include <math.h>

typedef struct Begun {
	Table *table; /* the table under construction */
	size_t size;  /* its bytes */
} Begun;

static void give_back(void *ptr)
{
	Begun *b = ptr;

	table_free(b->table, b->size);
}

static const char *title(const ExtMatrixSource *src, Arena *a)
{
	if (matrix_is_file(src))
		return arena_printf(a, "\"%s\" of the file \"%s\"", src->name, src->file);
	return "given as a matrix";
}

void *table_begin(size_t size, const ExtMatrixSource *src, int smoothness, int extrapolation)
{
	ExtSession *s = ext_session();
	Begun *b = NEW(ext_memory(), Begun);
	Table *t = alloc_new(s->alloc, size);

	if (!t)
		ext_no_memory();
	t->alloc = s->alloc;
	ext_arena_init(&t->memory);
	*b = (Begun){t, size};
	ext_guard(give_back, b);
	t->title = title(src, &t->memory);
	t->matrix = matrix_load(src);
	t->kind = (CurveKind)smoothness;
	t->outside = (CurveOutside)extrapolation;
	if (smoothness < CURVE_LINEAR || smoothness > CURVE_MODIFIED_AKIMA)
		ext_error("the table %s is to have an unknown smoothness, %d", t->title, smoothness);
	if (extrapolation < CURVE_HOLD || extrapolation > CURVE_NOTHING)
		ext_error("the table %s is to have an unknown extrapolation, %d", t->title, extrapolation);
	return t;
}

void *table_done(void *table)
{
	Table *t = table;

	t->matrix.at = NULL; /* it goes with the call */
	ext_unguard();
	return t;
}

void table_free(void *table, size_t size)
{
	Table *t = table;

	if (!t)
		return;
	arena_free(&t->memory);
	alloc_free(t->alloc, t, size);
}

void table_check_grid(const Table *t, const char *what, const double *v, size_t n, bool strictly)
{
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(v[i]))
			ext_error("the %s of the table %s must be finite numbers: number %zu is %g", what,
					  t->title, i + 1, v[i]);
		if (i > 0 && (strictly ? v[i] <= v[i - 1] : v[i] < v[i - 1]))
			ext_error("the %s of the table %s must be %s: number %zu is %.17g, number %zu is %.17g",
					  what, t->title, strictly ? "strictly increasing" : "in ascending order", i,
					  v[i - 1], i + 1, v[i]);
	}
}

static double *column(Table *t, size_t j)
{
	size_t n = t->matrix.n_rows;
	double *v = NEW_ARRAY(&t->memory, double, n);

	for (size_t i = 0; i < n; i++)
		v[i] = t->matrix.at[i * t->matrix.n_cols + j];
	return v;
}

Curve *table_curves(Table *t, const int *cols, size_t n_out, bool strictly)
{
	Curve *curves = NEW_ARRAY(&t->memory, Curve, n_out);
	const double *x = column(t, 0);

	table_check_grid(t, "values in the first column", x, t->matrix.n_rows, strictly);
	for (size_t i = 0; i < n_out; i++) {
		if (cols[i] < 1 || (size_t)cols[i] > t->matrix.n_cols)
			ext_error("the table %s has no column %d, but %zu columns", t->title, cols[i],
					  t->matrix.n_cols);
		curves[i] = (Curve){t->matrix.n_rows, x, column(t, (size_t)cols[i] - 1), NULL, t->kind};
		curves[i] = curve_make(curves[i], t->outside, &t->memory);
	}
	return curves;
}

const Curve *table_column(const Table *t, const Curve *curves, size_t n_out, int col)
{
	if (col < 1 || (size_t)col > n_out)
		ext_error("the table %s has no output %d, but %zu outputs", t->title, col, n_out);
	return &curves[col - 1];
}

/* The constructor has read the table already; what is on file now does not matter to a running
   simulation. */
#define READ(Kind)                                                                   \
	double ModelicaStandardTables_##Kind##_read(void *table, int force, int verbose) \
	{                                                                                \
		(void)table;                                                                 \
		(void)force;                                                                 \
		(void)verbose;                                                               \
		return 1;                                                                    \
	}

READ(CombiTable1D)
READ(CombiTable2D)
READ(CombiTimeTable)
