/* SPDX-License-Identifier: MIT
   input.c — recorded inputs: comma-separated values (RFC 4180) with a line of names, the first of
   them "time", and rows of numbers (or true and false). Times do not descend; rows of equal time
   are a jump. Values between rows are interpolated linearly; before the first row and after the
   last they stay. A place is found by bisection, once for all columns. */
#include "runtime/out/out.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#define BEND 0.1 /* part of the steepest slope by which one may change without an event */

typedef struct Reader {
	Input *in;        /* what is read */
	const char *path; /* for messages */
	const char *at;   /* next character */
	const char *end;  /* end of the text */
	size_t line;      /* number of the line, from 1 */
	Text cell;        /* the last cell, unquoted */
	MdvStatus status; /* the first thing that went wrong */
} Reader;

static PRINTF_LIKE(3, 4) bool fail(Reader *r, MdvStatus status, const char *format, ...)
{
	char *error = r->in->error;
	size_t size = sizeof r->in->error, len;
	va_list args;

	r->status = status;
	if (r->line > 0)
		snprintf(error, size, "%s:%zu: ", r->path, r->line);
	else
		snprintf(error, size, "%s: ", r->path);
	len = strlen(error);
	va_start(args, format);
	plain_vsnprintf(error + len, size - len, format, args);
	va_end(args);
	return false;
}

static bool no_memory(Reader *r)
{
	return fail(r, MDV_NO_MEMORY, "no memory for it");
}

/* The cell in quotes that starts here. */
static bool read_quoted(Reader *r)
{
	for (r->at++; r->at < r->end && *r->at != '\n'; r->at++) {
		if (*r->at == '"' && (r->at + 1 == r->end || r->at[1] != '"')) {
			r->at++;
			return true;
		}
		r->at += *r->at == '"';
		if (!text_add(&r->cell, r->at, 1))
			return no_memory(r);
	}
	return fail(r, MDV_BAD_ARGUMENT, "a quotation mark is not closed");
}

static bool at_line_end(const Reader *r)
{
	return r->at == r->end || *r->at == '\n' ||
		   (*r->at == '\r' && (r->at + 1 == r->end || r->at[1] == '\n'));
}

static void skip_blanks(Reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
		r->at++;
}

/* Reads a cell up to the comma or the end of the line, without blanks around. */
static bool read_cell(Reader *r)
{
	const char *start;

	text_clear(&r->cell);
	skip_blanks(r);
	if (r->at < r->end && *r->at == '"') {
		if (!read_quoted(r))
			return false;
		skip_blanks(r);
		if (!at_line_end(r) && *r->at != ',')
			return fail(r, MDV_BAD_ARGUMENT, "a comma is missing after '%s'", text_str(&r->cell));
		return true;
	}
	for (start = r->at; !at_line_end(r) && *r->at != ',';)
		r->at++;
	while (r->at > start && (r->at[-1] == ' ' || r->at[-1] == '\t'))
		r->at--;
	if (!text_add(&r->cell, start, (size_t)(r->at - start)))
		return no_memory(r);
	skip_blanks(r);
	return true;
}

/* To the next line that is not empty; false: there is none. */
static bool next_line(Reader *r)
{
	for (;;) {
		const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));

		if (r->line > 0 && !newline)
			return false;
		if (r->line > 0)
			r->at = newline + 1;
		r->line++;
		skip_blanks(r);
		if (r->at == r->end)
			return false;
		if (!at_line_end(r))
			return true;
	}
}

static bool add_name(Reader *r)
{
	Intern *names = &r->in->names;

	if (r->cell.n == 0)
		return fail(r, MDV_BAD_ARGUMENT, "a column has no name");
	if (intern_find(names, r->cell.at, r->cell.n).i > 0)
		return fail(r, MDV_BAD_ARGUMENT, "there are two columns '%s'", r->cell.at);
	if (intern_name(names, r->cell.at, r->cell.n).i == 0)
		return no_memory(r);
	r->in->n_columns++;
	return true;
}

static bool read_names(Reader *r)
{
	if (!next_line(r))
		return fail(r, MDV_BAD_ARGUMENT, "the file is empty; a line of names was expected");
	if (!read_cell(r))
		return false;
	if (strcmp(text_str(&r->cell), "time") != 0)
		return fail(r, MDV_BAD_ARGUMENT, "the first column must be 'time', not '%s'",
					text_str(&r->cell));
	while (!at_line_end(r)) {
		r->at++;
		if (!read_cell(r) || !add_name(r))
			return false;
	}
	return true;
}

static bool read_number(Reader *r, double *x)
{
	const char *text = text_str(&r->cell);

	if (!strcmp(text, "true") || !strcmp(text, "false")) {
		*x = text[0] == 't';
		return true;
	}
	if (!real_read(text, r->cell.n, x))
		return fail(r, MDV_BAD_ARGUMENT, "'%s' is not a number", text);
	return true;
}

static bool add_time(Reader *r, double t)
{
	Input *in = r->in;
	char now[32], before[32];

	if (in->t.n > 0 && t < in->t.at[in->t.n - 1])
		return fail(r, MDV_BAD_ARGUMENT, "time goes back from %s to %s",
					text_real(before, in->t.at[in->t.n - 1]), text_real(now, t));
	return vec_push(in->alloc, &in->t, t) || no_memory(r);
}

static bool read_row(Reader *r)
{
	size_t n = r->in->n_columns + 1;

	for (size_t i = 0; i < n; i++) {
		double x;

		if (!read_cell(r) || !read_number(r, &x))
			return false;
		if (i == 0 ? !add_time(r, x) : !vec_push(r->in->alloc, &r->in->value, x))
			return r->status != MDV_OK ? false : no_memory(r);
		if (i + 1 < n && at_line_end(r))
			return fail(r, MDV_BAD_ARGUMENT, "%zu values, but there are %zu columns", i + 1, n);
		if (i + 1 < n)
			r->at++;
	}
	return at_line_end(r) || fail(r, MDV_BAD_ARGUMENT, "more values than the %zu columns", n);
}

static void read_all(Reader *r)
{
	r->at += text_mark(r->at, (size_t)(r->end - r->at));
	if (!read_names(r))
		return;
	while (next_line(r))
		if (!read_row(r))
			return;
	if (r->in->t.n == 0)
		fail(r, MDV_BAD_ARGUMENT, "there are no rows");
}

MdvStatus input_read(Input *in, const MdvAlloc *alloc, const char *path)
{
	Reader r = {.in = in, .path = path, .status = MDV_OK};
	SourceSet files;
	uint32_t file;
	SourceStatus status;

	*in = (Input){.alloc = alloc ? alloc : &alloc_heap};
	intern_init(&in->names, in->alloc);
	source_init(&files, in->alloc);
	text_init(&r.cell, in->alloc);
	status = source_read(&files, path, (size_t)1 << 30, &file);
	if (status == SOURCE_OK) {
		r.at = source_get(&files, file)->text;
		r.end = r.at + source_get(&files, file)->len;
		read_all(&r);
	} else if (status == SOURCE_NO_MEMORY) {
		no_memory(&r);
	} else {
		fail(&r, MDV_IO, "cannot be read: %s",
			 status == SOURCE_TOO_LARGE ? "more than 1 GB" : file_error(errno));
	}
	text_free(&r.cell);
	source_free(&files);
	return r.status;
}

void input_free(Input *in)
{
	vec_free(in->alloc, &in->steepest);
	vec_free(in->alloc, &in->t);
	vec_free(in->alloc, &in->value);
	intern_free(&in->names);
}

int32_t input_find(const Input *in, const char *name)
{
	return (int32_t)intern_find(&in->names, name, strlen(name)).i - 1;
}

const char *input_name(const Input *in, int32_t column)
{
	return intern_text(&in->names, (Name){(uint32_t)column + 1});
}

/* The number of rows before t; with `same`, also those at t. */
static size_t count_before(const Input *in, double t, bool same)
{
	size_t low = 0, high = in->t.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (in->t.at[mid] < t || (same && in->t.at[mid] == t))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

InputAt input_at(const Input *in, double t, bool after)
{
	size_t n = count_before(in, t, after);
	InputAt at = {n > 0 ? n - 1 : 0, 0};

	if (n > 0 && n < in->t.n)
		at.fraction = (t - in->t.at[n - 1]) / (in->t.at[n] - in->t.at[n - 1]);
	return at;
}

double input_value(const Input *in, InputAt at, int32_t column)
{
	const double *x = &in->value.at[at.row * in->n_columns + (size_t)column];

	if (at.fraction == 0)
		return *x;
	return at.fraction == 1 ? x[in->n_columns] : *x + at.fraction * (x[in->n_columns] - *x);
}

double input_sample(const Input *in, InputAt at, int32_t column)
{
	return in->value.at[at.row * in->n_columns + (size_t)column];
}

double input_next(const Input *in, double t)
{
	size_t i = count_before(in, t, true);

	return i < in->t.n ? in->t.at[i] : INFINITY;
}

bool input_jumps(const Input *in, double t)
{
	return count_before(in, t, true) - count_before(in, t, false) > 1;
}

/* Between rows i and i + 1; 0 before the first and behind the last, and at a jump. */
static double slope(const Input *in, size_t i, size_t column)
{
	const double *x = in->value.at + column;
	double dt = i + 1 < in->t.n ? in->t.at[i + 1] - in->t.at[i] : 0;

	return dt > 0 ? (x[(i + 1) * in->n_columns] - x[i * in->n_columns]) / dt : 0;
}

bool input_measure(Input *in)
{
	for (size_t k = 0; k < in->n_columns; k++) {
		double most = 0;

		for (size_t i = 0; i + 1 < in->t.n; i++)
			most = fmax(most, fabs(slope(in, i, k)));
		if (!vec_push(in->alloc, &in->steepest, most))
			return false;
	}
	return true;
}

bool input_bends(const Input *in, double t, int32_t column)
{
	size_t first = count_before(in, t, false), behind = count_before(in, t, true);
	double before = first > 0 ? slope(in, first - 1, (size_t)column) : 0;
	double after = behind > 0 ? slope(in, behind - 1, (size_t)column) : 0;

	return behind > first && fabs(after - before) > BEND * in->steepest.at[column];
}

bool input_range(const Input *in, int32_t column, bool held, const double ab[2], double range[2])
{
	double (*value)(const Input *, InputAt, int32_t) = held ? input_sample : input_value;
	double x = value(in, input_at(in, ab[0], true), column);
	double y = value(in, input_at(in, ab[1], false), column);
	size_t first = count_before(in, ab[0], true), end = count_before(in, ab[1], false);

	range[0] = fmin(x, y);
	range[1] = fmax(x, y);
	for (size_t i = first; i < end; i++) {
		range[0] = fmin(range[0], in->value.at[i * in->n_columns + (size_t)column]);
		range[1] = fmax(range[1], in->value.at[i * in->n_columns + (size_t)column]);
	}
	return end <= first;
}
