/* SPDX-License-Identifier: MIT
   table_time.c — tables over time: ModelicaStandardTables_CombiTimeTable_…, of
   Modelica.Blocks.Sources.CombiTimeTable.

   A point i of the table is reached at the instant shift + (x[i] + k * period), k = 0 unless the
   table is periodic. Time is always compared with instants computed in just this way, so that an
   event, which is such an instant too, is found at exactly its time. Where time is scaled, time and
   its events are multiplied and divided by the scale: a few roundings, which TOLERANCE allows for.

   Which side of an instant is meant is told by the two arguments for the next event: as long as it
   is the same now and before (pre), it has not happened yet and the value is that from the left,
   also if time has gone past it. */
#include "runtime/ext/ext.h"

#include <float.h>
#include <math.h>

#define TOLERANCE (4 * DBL_EPSILON)

typedef enum TimeEvents { /* as Modelica.Blocks.Types.TimeEvents */
						  EVENTS_ALWAYS = 1,
						  EVENTS_AT_JUMPS,
						  EVENTS_NONE,
} TimeEvents;

typedef struct TimeTable {
	Table table;       /* what all tables have */
	Curve *curves;     /* one per output */
	size_t n_out;      /* outputs */
	const double *x;   /* the times, before the shift */
	double t_start;    /* before it all outputs are zero */
	double t_shift;    /* added to all times */
	double period;     /* last time less first one; 0: not periodic */
	TimeEvents events; /* which points make events */
	size_t last;       /* segment of the last search */
} TimeTable;

typedef struct Place {
	double k; /* number of the period */
	size_t n; /* points of this period that have been reached */
} Place;

static void *make(const ExtMatrixSource *src, TimeTable given, const int *cols, int smoothness,
				  int extrapolation)
{
	TimeTable *t = table_begin(sizeof *t, src, smoothness, extrapolation);
	size_t n = t->table.matrix.n_rows;
	bool strictly;
	int first = 1;

	t->n_out = given.n_out;
	t->t_start = given.t_start;
	t->t_shift = given.t_shift;
	t->events = given.events;
	if (t->events < EVENTS_ALWAYS || t->events > EVENTS_NONE)
		ext_error("the table %s is to have unknown time events, %d", t->table.title,
				  (int)t->events);
	strictly = t->table.kind != CURVE_LINEAR && t->table.kind != CURVE_CONSTANT;
	t->curves = table_curves(&t->table, cols, t->n_out, strictly);
	t->x = t->n_out > 0 ? t->curves[0].x : table_curves(&t->table, &first, 1, strictly)->x;
	if (t->table.outside == CURVE_PERIODIC && n > 1) {
		t->period = t->x[n - 1] - t->x[0];
		if (t->period <= 0)
			ext_error("the table %s is to be periodic, but its period is zero", t->table.title);
	}
	return table_done(t);
}

void *ModelicaStandardTables_CombiTimeTable_init(const char *name, const char *file,
												 const double *matrix, size_t n_rows, size_t n_cols,
												 double t_start, const int *cols, size_t n_out,
												 int smoothness, int extrapolation)
{
	ExtMatrixSource src = {file, name, ",", 0, true, 0, {n_rows, n_cols, matrix}};
	bool events = smoothness == CURVE_LINEAR || smoothness == CURVE_CONSTANT;
	TimeTable given = {.n_out = n_out,
					   .t_start = t_start,
					   .t_shift = t_start, /* so it was before there was a shift */
					   .events = events ? EVENTS_ALWAYS : EVENTS_NONE};

	return make(&src, given, cols, smoothness, extrapolation);
}

void *ModelicaStandardTables_CombiTimeTable_init2(const char *file, const char *name,
												  const double *matrix, size_t n_rows,
												  size_t n_cols, double t_start, const int *cols,
												  size_t n_out, int smoothness, int extrapolation,
												  double t_shift, int time_events, int verbose)
{
	return ModelicaStandardTables_CombiTimeTable_init3(file, name, matrix, n_rows, n_cols, t_start,
													   cols, n_out, smoothness, extrapolation,
													   t_shift, time_events, verbose, ",", 0);
}

void *ModelicaStandardTables_CombiTimeTable_init3(const char *file, const char *name,
												  const double *matrix, size_t n_rows,
												  size_t n_cols, double t_start, const int *cols,
												  size_t n_out, int smoothness, int extrapolation,
												  double t_shift, int time_events, int verbose,
												  const char *delimiter, int n_header)
{
	ExtMatrixSource src = {file, name, delimiter, n_header, verbose, 0, {n_rows, n_cols, matrix}};
	TimeTable given = {
		.n_out = n_out, .t_start = t_start, .t_shift = t_shift, .events = (TimeEvents)time_events};

	return make(&src, given, cols, smoothness, extrapolation);
}

void ModelicaStandardTables_CombiTimeTable_close(void *table)
{
	table_free(table, sizeof(TimeTable));
}

static double instant(const TimeTable *t, double k, size_t i)
{
	return t->t_shift + (t->x[i] + k * t->period);
}

/* The points reached at time t; a periodic table begins anew with its first point. */
static Place locate(TimeTable *t, double now)
{
	size_t n = t->table.matrix.n_rows, n_points = t->period > 0 ? n - 1 : n;
	Place p = {0};

	if (t->period > 0) {
		p.k = floor((now - t->t_shift - t->x[0]) / t->period);
		/* The division was rounded: the period may be the one before or after. */
		if (instant(t, p.k, 0) > now)
			p.k--;
		else if (instant(t, p.k + 1, 0) <= now)
			p.k++;
	}
	p.n = 1 + (n > 1 ? curve_find(t->x, n, now - t->t_shift - p.k * t->period, &t->last) : 0);
	while (p.n > 0 && instant(t, p.k, p.n - 1) > now)
		p.n--;
	while (p.n < n_points && instant(t, p.k, p.n) <= now)
		p.n++;
	return p;
}

/* Value and derivatives at time u of the table's segment at the given place. */
static CurveJet at_place(const TimeTable *t, const Curve *c, Place p, double now)
{
	double u = now - t->t_shift - p.k * t->period;

	if (c->n == 1)
		return (CurveJet){c->y[0], 0, 0};
	if (p.n > 0 && p.n < c->n)
		return curve_segment(c, p.n - 1, u);
	if (t->table.outside == CURVE_NOTHING) {
		/* The ends themselves belong to the table. */
		if (p.n == 0 ? u < c->x[0] : u > c->x[c->n - 1] + TOLERANCE * fabs(now))
			ext_error("the time %.17g is outside of the range from %.17g to %.17g of the table %s, "
					  "which is not to be extrapolated",
					  now, instant(t, 0, 0), instant(t, 0, c->n - 1), t->table.title);
		return p.n == 0 ? curve_segment(c, 0, u) : curve_after(c, u, CURVE_LAST_TWO);
	}
	return p.n == 0 ? curve_before(c, u, t->table.outside) : curve_after(c, u, t->table.outside);
}

static CurveJet jet(TimeTable *t, int col, double now, double t_next, double pre_t_next)
{
	const Curve *c = table_column(&t->table, t->curves, t->n_out, col);
	double tolerance = TOLERANCE * fabs(now);
	bool before = t_next == pre_t_next && now >= t_next - tolerance;
	/* The latest instant that has been reached, roundings allowed for. */
	double reached = before ? t_next - TOLERANCE * fabs(t_next) : now + tolerance;

	if (before ? reached < t->t_start : now < t->t_start - tolerance)
		return (CurveJet){0, 0, 0};
	if (before && reached == t_next) /* at time zero there is nothing to be rounded */
		reached = nextafter(t_next, -DBL_MAX);
	return at_place(t, c, locate(t, reached), now);
}

/* Inside of a step the next event is still to come: up to it the value is that from the left. */
bool table_time_range(const void *table, const MdvTableAsk *ask, MdvTableRange *out)
{
	const TimeTable *t = table;
	double a = ask->u[0][0], b = ask->u[0][1], next = ask->next[0];
	CurveRange r;

	if (!(ask->column >= 1 && ask->column <= (double)t->n_out))
		return false;
	if (next != ask->next[1] || a < t->t_start) /* an event is under way, or begins the table */
		return false;
	a += TOLERANCE * fabs(a);
	b = fmin(b, nextafter(next - TOLERANCE * fabs(next), -DBL_MAX));
	a = fmin(a, b);
	curve_range(&t->curves[(size_t)ask->column - 1],
				t->table.outside == CURVE_NOTHING ? CURVE_LAST_TWO : t->table.outside,
				a - t->t_shift, b - t->t_shift, &r);
	*out = (MdvTableRange){{r.value[0], r.value[1]}, {{r.slope[0], r.slope[1]}}, r.calm};
	return true;
}

double ModelicaStandardTables_CombiTimeTable_getValue(void *table, int col, double t, double t_next,
													  double pre_t_next)
{
	return jet(table, col, t, t_next, pre_t_next).y;
}

double ModelicaStandardTables_CombiTimeTable_getDerValue(void *table, int col, double t,
														 double t_next, double pre_t_next,
														 double der_t)
{
	return jet(table, col, t, t_next, pre_t_next).dy * der_t;
}

double ModelicaStandardTables_CombiTimeTable_getDer2Value(void *table, int col, double t,
														  double t_next, double pre_t_next,
														  double der_t, double der2_t)
{
	return curve_second(jet(table, col, t, t_next, pre_t_next), der_t, der2_t);
}

double ModelicaStandardTables_CombiTimeTable_minimumTime(void *table)
{
	return ((TimeTable *)table)->x[0];
}

double ModelicaStandardTables_CombiTimeTable_maximumTime(void *table)
{
	TimeTable *t = table;

	return t->x[t->table.matrix.n_rows - 1];
}

/* Whether the point makes an event. The ends of the table always do: what follows is extrapolated,
   or begins anew. */
static bool is_event(const TimeTable *t, size_t i)
{
	size_t n = t->table.matrix.n_rows;

	if (i == 0 || i == n - 1 || t->events == EVENTS_ALWAYS)
		return true;
	return t->events == EVENTS_AT_JUMPS && t->x[i] == t->x[i + 1];
}

double ModelicaStandardTables_CombiTimeTable_nextTimeEvent(void *table, double t)
{
	TimeTable *tt = table;
	size_t n = tt->table.matrix.n_rows, n_points = tt->period > 0 ? n - 1 : n;
	Place p;

	if (t < tt->t_start - TOLERANCE * fabs(t))
		return tt->t_start;
	if (n == 1)
		return DBL_MAX;
	p = locate(tt, t + TOLERANCE * fabs(t));
	for (;;) {
		for (size_t i = p.n; i < n_points; i++)
			if (is_event(tt, i))
				return instant(tt, p.k, i);
		if (tt->period <= 0)
			return DBL_MAX;
		p = (Place){p.k + 1, 0};
	}
}
