/* SPDX-License-Identifier: MIT
   table_1d.c — tables of one variable: ModelicaStandardTables_CombiTable1D_…, of
   Modelica.Blocks.Tables.CombiTable1Ds and CombiTable1Dv. */
#include "runtime/ext/ext.h"

typedef struct Table1D {
	Table table;     /* what all tables have */
	Curve *curves;   /* one per output */
	size_t n_out;    /* outputs */
	const double *x; /* the abscissas */
	size_t last;     /* segment of the last search */
} Table1D;

static void *make(const ExtMatrixSource *src, const int *cols, size_t n_out, int smoothness,
				  int extrapolation)
{
	Table1D *t = table_begin(sizeof *t, src, smoothness, extrapolation);
	int first = 1;

	t->n_out = n_out;
	t->curves = table_curves(&t->table, cols, n_out, true);
	t->x = n_out > 0 ? t->curves[0].x : table_curves(&t->table, &first, 1, true)->x;
	return table_done(t);
}

void *ModelicaStandardTables_CombiTable1D_init(const char *name, const char *file,
											   const double *matrix, size_t n_rows, size_t n_cols,
											   const int *cols, size_t n_out, int smoothness)
{
	ExtMatrixSource src = {file, name, ",", 0, true, 1, {n_rows, n_cols, matrix}};

	return make(&src, cols, n_out, smoothness, CURVE_LAST_TWO);
}

void *ModelicaStandardTables_CombiTable1D_init2(const char *file, const char *name,
												const double *matrix, size_t n_rows, size_t n_cols,
												const int *cols, size_t n_out, int smoothness,
												int extrapolation, int verbose)
{
	ExtMatrixSource src = {file, name, ",", 0, verbose, 1, {n_rows, n_cols, matrix}};

	return make(&src, cols, n_out, smoothness, extrapolation);
}

void *ModelicaStandardTables_CombiTable1D_init3(const char *file, const char *name,
												const double *matrix, size_t n_rows, size_t n_cols,
												const int *cols, size_t n_out, int smoothness,
												int extrapolation, int verbose,
												const char *delimiter, int n_header)
{
	ExtMatrixSource src = {file, name, delimiter, n_header, verbose, 1, {n_rows, n_cols, matrix}};

	return make(&src, cols, n_out, smoothness, extrapolation);
}

void ModelicaStandardTables_CombiTable1D_close(void *table)
{
	table_free(table, sizeof(Table1D));
}

static CurveJet jet(Table1D *t, int col, double u)
{
	const Curve *c = table_column(&t->table, t->curves, t->n_out, col);
	size_t n = c->n;

	if (n == 1)
		return (CurveJet){c->y[0], 0, 0};
	if (u < c->x[0] || u > c->x[n - 1]) {
		if (t->table.outside == CURVE_NOTHING)
			ext_error("the abscissa %.17g is outside of the range from %.17g to %.17g of the table "
					  "%s, which is not to be extrapolated",
					  u, c->x[0], c->x[n - 1], t->table.title);
		if (t->table.outside != CURVE_PERIODIC)
			return u < c->x[0] ? curve_before(c, u, t->table.outside)
							   : curve_after(c, u, t->table.outside);
		u = curve_wrap(u, c->x[0], c->x[n - 1]);
	}
	/* Only at the last point itself is a constant segment over before its end. */
	if (c->kind == CURVE_CONSTANT && u == c->x[n - 1] && t->table.outside != CURVE_PERIODIC)
		return (CurveJet){c->y[n - 1], 0, 0};
	return curve_segment(c, curve_find(c->x, n, u, &t->last), u);
}

bool table_1d_range(const void *table, const MdvTableAsk *ask, MdvTableRange *out)
{
	const Table1D *t = table;
	CurveRange r;

	if (!(ask->column >= 1 && ask->column <= (double)t->n_out))
		return false;
	curve_range(&t->curves[(size_t)ask->column - 1], t->table.outside, ask->u[0][0], ask->u[0][1],
				&r);
	*out = (MdvTableRange){{r.value[0], r.value[1]}, {{r.slope[0], r.slope[1]}}, r.calm};
	return true;
}

double ModelicaStandardTables_CombiTable1D_getValue(void *table, int col, double u)
{
	return jet(table, col, u).y;
}

double ModelicaStandardTables_CombiTable1D_getDerValue(void *table, int col, double u, double der_u)
{
	return jet(table, col, u).dy * der_u;
}

double ModelicaStandardTables_CombiTable1D_getDer2Value(void *table, int col, double u,
														double der_u, double der2_u)
{
	return curve_second(jet(table, col, u), der_u, der2_u);
}

double ModelicaStandardTables_CombiTable1D_minimumAbscissa(void *table)
{
	return ((Table1D *)table)->x[0];
}

double ModelicaStandardTables_CombiTable1D_maximumAbscissa(void *table)
{
	Table1D *t = table;

	return t->x[t->table.matrix.n_rows - 1];
}
