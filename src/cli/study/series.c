/* SPDX-License-Identifier: MIT
   series.c — result files, read: CSV with a column of times, and MATLAB 4 in the layout of Dymola
   and OpenModelica (Aclass, name, description, dataInfo, data_1, data_2), by rows or by columns. */
#include "cli/study/study.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static bool fail(Series *s, const char *format, ...) PRINTF_LIKE(2, 3);

static bool fail(Series *s, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	plain_vsnprintf(s->error, sizeof s->error, format, args);
	va_end(args);
	return false;
}

/* -- CSV -------------------------------------------------------------------------------------- */

static bool read_csv(Series *s, const char *path, Arena *keep)
{
	Input in;
	bool ok = input_read(&in, NULL, path) == MDV_OK;

	if (ok) {
		s->n_rows = in.t.n;
		s->n = in.n_columns;
		s->t = NEW_ARRAY(keep, double, s->n_rows + 1);
		s->column = NEW_ARRAY(keep, SeriesColumn, s->n + 1);
		memcpy(s->t, in.t.at, s->n_rows * sizeof *s->t);
		for (size_t k = 0; k < s->n; k++) {
			s->column[k].name = arena_strdup(keep, input_name(&in, (int32_t)k));
			s->column[k].x = NEW_ARRAY(keep, double, s->n_rows + 1);
			for (size_t i = 0; i < s->n_rows; i++)
				s->column[k].x[i] = in.value.at[i * s->n + k];
		}
	} else
		fail(s, "%s", in.error);
	input_free(&in);
	return ok;
}

/* -- MATLAB 4 --------------------------------------------------------------------------------- */

typedef struct Matrix {
	char name[32];  /* of the variable */
	uint32_t rows;  /* as stored: by columns */
	uint32_t cols;  /* likewise */
	uint32_t width; /* bytes of a number: 8, 4 or 1 */
	char kind;      /* 'd', 'f', 'i', 'c' */
	char *bytes;    /* rows * cols of them */
} Matrix;

enum { MATRICES = 6 };

static const char *const needed[MATRICES] = {"Aclass",   "name",   "description",
											 "dataInfo", "data_1", "data_2"};

static bool read_matrix(FILE *f, Matrix *m, Arena *keep)
{
	/* M O P T: little endian, 0; double, float, int32 or char; 0 numbers, 1 text */
	static const struct {
		uint32_t type, width;
		char kind;
	} known[] = {{0, 8, 'd'}, {10, 4, 'f'}, {20, 4, 'i'}, {51, 1, 'c'}, {50, 1, 'c'}, {1, 8, 'd'}};
	uint32_t head[5];
	size_t i = 0, size;

	if (fread(head, sizeof head, 1, f) != 1 || head[4] == 0 || head[4] > sizeof m->name)
		return false;
	while (i < 6 && known[i].type != head[0])
		i++;
	if (i == 6 || head[3] || fread(m->name, head[4], 1, f) != 1 || m->name[head[4] - 1])
		return false;
	m->rows = head[1];
	m->cols = head[2];
	m->width = known[i].width;
	m->kind = known[i].kind;
	if (m->cols && m->rows > (((uint64_t)1 << 40) / m->width) / m->cols)
		return false;
	size = (size_t)m->rows * m->cols * m->width;
	m->bytes = arena_alloc(keep, size + 1, 8);
	return size == 0 || fread(m->bytes, size, 1, f) == 1;
}

static double entry(const Matrix *m, bool transposed, size_t row, size_t col)
{
	size_t r = transposed ? col : row, c = transposed ? row : col;
	const char *at = m->bytes + (c * m->rows + r) * m->width;
	double d;
	float f;
	int32_t i;

	switch (m->kind) {
	case 'd': memcpy(&d, at, 8); return d;
	case 'f': memcpy(&f, at, 4); return (double)f;
	case 'i': memcpy(&i, at, 4); return i;
	default: return (unsigned char)*at;
	}
}

/* The text of item k: in a column if transposed. */
static char *text_of(const Matrix *m, bool transposed, size_t k, Arena *keep)
{
	size_t n = transposed ? m->rows : m->cols;
	char *s = NEW_ARRAY(keep, char, n + 1);

	for (size_t i = 0; i < n; i++)
		s[i] = (char)entry(m, transposed, k, i);
	while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == 0))
		s[--n] = '\0';
	return s;
}

static bool fill_column(SeriesColumn *c, const Matrix m[], bool t, size_t k, size_t n_rows)
{
	double table = entry(&m[3], t, k, 0), place = entry(&m[3], t, k, 1);
	const Matrix *data = table == 1 ? &m[4] : &m[5];
	size_t col = (size_t)fabs(place), rows = t ? data->cols : data->rows;

	if (!(fabs(place) >= 1) || col > (t ? data->rows : data->cols) || rows == 0)
		return false;
	for (size_t i = 0; i < n_rows; i++)
		c->x[i] = copysign(1, place) * entry(data, t, table == 1 || i >= rows ? 0 : i, col - 1);
	return true;
}

static bool read_mat(Series *s, const char *path, Arena *keep)
{
	FILE *f = file_open(path);
	Matrix m[MATRICES] = {{.rows = 0}};
	bool t, ok = true;
	size_t n;

	if (!f)
		return fail(s, "'%s': %s", path, file_error(errno));
	for (int i = 0; i < MATRICES && ok; i++)
		ok = read_matrix(f, &m[i], keep) && !strcmp(m[i].name, needed[i]);
	fclose(f);
	if (!ok)
		return fail(s, "'%s' is no result in the layout of Dymola and OpenModelica", path);
	t = strstr(text_of(&m[0], false, 3, keep), "binTrans") != NULL;
	n = t ? m[1].cols : m[1].rows;
	s->n_rows = t ? m[5].cols : m[5].rows;
	if (n == 0 || (t ? m[3].cols : m[3].rows) < n || s->n_rows == 0)
		return fail(s, "'%s' has no rows", path);
	s->n = n - 1;
	s->column = NEW_ARRAY(keep, SeriesColumn, n);
	for (size_t k = 0; k < n && ok; k++) {
		SeriesColumn c = {.name = text_of(&m[1], t, k, keep),
						  .comment = text_of(&m[2], t, k, keep),
						  .x = NEW_ARRAY(keep, double, s->n_rows)};

		if (k == 0) { /* time */
			s->t = c.x;
			for (size_t i = 0; i < s->n_rows; i++)
				c.x[i] = entry(&m[5], t, i, 0);
		} else
			ok = fill_column(&c, m, t, k, s->n_rows);
		if (k > 0)
			s->column[k - 1] = c;
	}
	return ok || fail(s, "'%s': its dataInfo points outside of its data", path);
}

bool series_read(Series *s, const char *path, Arena *keep)
{
	*s = (Series){.n = 0};
	return out_format(path) == OUT_MAT ? read_mat(s, path, keep) : read_csv(s, path, keep);
}

const SeriesColumn *series_find(const Series *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (text_same_name(s->column[i].name, name))
			return &s->column[i];
	return NULL;
}

bool series_choose(const Series *s, const Options *o, bool wanted[], Arena *keep)
{
	const char **name = NEW_ARRAY(keep, const char *, s->n + 1);
	bool any = s->n == 0;

	for (size_t i = 0; i < s->n; i++)
		name[i] = s->column[i].name;
	argument_select(o, name, s->n, wanted);
	for (size_t i = 0; i < s->n; i++)
		any = any || wanted[i];
	if (!any)
		render_say(stderr,
				   "%s: --vars '%s': no variable's name has a match of this regular "
				   "expression\n",
				   o->program, o->vars);
	return any;
}
