/* SPDX-License-Identifier: MIT
   matrix_text.c — matrices in text files. A file of tables begins with "#1" and holds any number of
   matrices: a line `double name(rows, columns)`, numbers row by row, and comments from # to the end
   of a line. A CSV file is one matrix, a line a row. The formats are described in the documentation
   of Modelica.Blocks.Sources.CombiTimeTable. */
#include "runtime/ext/ext.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(double) Numbers;

typedef struct Reader {
	const char *start;          /* the text, with a NUL at its end */
	const char *end;            /* its end */
	const char *at;             /* what is read next */
	const ExtMatrixSource *src; /* what is wanted */
} Reader;

static Reader reader(ExtBytes text, const ExtMatrixSource *src)
{
	const char *start = (const char *)text.at;
	Reader r = {start, start + text.len, start, src};

	r.at += text_mark(start, text.len);
	return r;
}

_Noreturn static void wrong(const Reader *r, const char *what)
{
	size_t line = 1;

	for (const char *s = r->start; s < r->at; s++)
		line += *s == '\n';
	ext_error("%s:%zu: %s", r->src->file, line, what);
}

static bool is_separator(char c)
{
	return c != '\0' && strchr(" \t\r\n,;\f\v", c) != NULL;
}

/* Go to the next token: past separators and comments. */
static void skip(Reader *r)
{
	while (r->at < r->end && (is_separator(*r->at) || *r->at == '#')) {
		if (*r->at == '#')
			r->at += strcspn(r->at, "\n");
		else
			r->at++;
	}
}

/* Numbers of C, but neither names nor hexadecimal ones. */
static double number(Reader *r)
{
	const char *digits = r->at + (*r->at == '+' || *r->at == '-');
	char *end;
	double x;

	if ((!plain_is_digit(*digits) && *digits != '.') ||
		(*digits == '0' && plain_lower(digits[1]) == 'x'))
		wrong(r, "a number was expected");
	x = plain_strtod(r->at, &end);
	if (end == r->at || plain_is_letter(*end) || *end == '.')
		wrong(r, "a number was expected");
	if (!isfinite(x))
		wrong(r, "this number is too large for a Real");
	r->at = end;
	return x;
}

static size_t dimension(Reader *r)
{
	double x;

	skip(r);
	x = number(r);
	if (!(x >= 1 && x <= (double)(r->end - r->start)) || x != (double)(size_t)x)
		wrong(r, "the dimensions of a matrix must be positive integers, no larger than the file");
	skip(r);
	return (size_t)x;
}

static bool is_word(Reader *r, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(r->at, word, n) != 0 || !plain_is_space(r->at[n]))
		return false;
	r->at += n;
	return true;
}

/* Read `double name(rows, columns)` and leave out the rest of its line, as the reader of the
   standard library does (people write a colon or a unit there): whether it is the wanted one. */
static bool header(Reader *r, ExtMatrix *m)
{
	const char *name;
	size_t len;

	if (!is_word(r, "double") && !is_word(r, "float"))
		wrong(r, "'double name(rows, columns)' was expected");
	skip(r);
	name = r->at;
	len = strcspn(name, " \t\r\n,;()#");
	r->at += len;
	skip(r);
	if (len == 0 || *r->at != '(')
		wrong(r, "the name of a matrix and its dimensions in parentheses were expected");
	r->at++;
	m->n_rows = dimension(r);
	m->n_cols = dimension(r);
	if (*r->at != ')')
		wrong(r, "')' was expected");
	r->at += strcspn(r->at, "\n");
	if (m->n_rows > (size_t)(r->end - r->start) / m->n_cols)
		wrong(r, "the matrix is larger than the file");
	return len == strlen(r->src->name) && strncmp(name, r->src->name, len) == 0;
}

/* Leave out numbers; a matrix that is too short is none of our business. */
static void leave_out(Reader *r, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		skip(r);
		if (r->at >= r->end || plain_is_letter(*r->at))
			return;
		while (r->at < r->end && !is_separator(*r->at) && *r->at != '#')
			r->at++;
	}
}

ExtMatrix matrix_text_read(ExtBytes text, const ExtMatrixSource *src)
{
	Reader r = reader(text, src);
	ExtMatrix m = {0};
	double *at;
	size_t n;

	if (strncmp(r.at, "#1", 2) != 0)
		wrong(&r, "a file of tables must begin with '#1'");
	for (;;) {
		skip(&r);
		if (r.at >= r.end)
			ext_error("the file \"%s\" has no matrix \"%s\"", src->file, src->name);
		if (header(&r, &m))
			break;
		leave_out(&r, m.n_rows * m.n_cols);
	}
	n = m.n_rows * m.n_cols;
	at = NEW_ARRAY(ext_memory(), double, n);
	for (size_t i = 0; i < n; i++) {
		skip(&r);
		at[i] = number(&r);
	}
	m.at = at;
	return m;
}

static bool at_line_end(const Reader *r)
{
	return r->at >= r->end || *r->at == '\n' || *r->at == '\r';
}

static void skip_blanks(Reader *r, char delimiter)
{
	while ((*r->at == ' ' || *r->at == '\t') && *r->at != delimiter)
		r->at++;
}

/* Numbers of one line are added to v; how many. Blanks around the numbers do not count; if they
   are the delimiter, several of them are one. */
static size_t csv_line(Reader *r, Numbers *v, char delimiter)
{
	size_t n = 0;
	bool blank = delimiter == ' ' || delimiter == '\t';

	for (;;) {
		while (blank && *r->at == delimiter)
			r->at++;
		skip_blanks(r, delimiter);
		if (at_line_end(r) && (n == 0 || blank))
			break;
		(void)vec_push(arena_allocator(ext_memory()), v, number(r));
		n++;
		skip_blanks(r, delimiter);
		if (at_line_end(r))
			break;
		if (*r->at != delimiter)
			wrong(r, "the delimiter of the columns or the end of the line was expected");
		r->at++;
	}
	while (r->at < r->end && *r->at == '\r')
		r->at++;
	if (r->at < r->end && *r->at == '\n')
		r->at++;
	return n;
}

ExtMatrix matrix_text_read_csv(ExtBytes text, const ExtMatrixSource *src)
{
	Reader r = reader(text, src);
	ExtMatrix m = {0};
	Numbers v = {0};

	if (!src->delimiter || src->delimiter[0] == '\0')
		ext_error("no delimiter is given for the columns of the file \"%s\"", src->file);
	for (int i = 0; i < src->n_header && r.at < r.end; i++) {
		r.at += strcspn(r.at, "\n");
		r.at += *r.at == '\n';
	}
	while (r.at < r.end) {
		size_t n = csv_line(&r, &v, src->delimiter[0]);

		if (n == 0) /* an empty line */
			continue;
		if (m.n_rows > 0 && n != m.n_cols)
			wrong(&r, "a line has not as many columns as those before it");
		m.n_cols = n;
		m.n_rows++;
	}
	if (m.n_rows == 0)
		ext_error("the file \"%s\" has no numbers", src->file);
	m.at = v.at;
	return m;
}
