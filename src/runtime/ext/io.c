/* SPDX-License-Identifier: MIT
   io.c — ModelicaIO_…: matrices from and to MATLAB files, of Modelica.Utilities.Streams. Files are
   written in level 4 (version "4") or level 5 ("6" and "7"; the matrix is not compressed, which
   readers of version 7 accept). */
#include "runtime/ext/ext.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

void ModelicaIO_readMatrixSizes(const char *file, const char *matrix_name, int *dim)
{
	MatEntry e = mat_find(matrix_read_file(file), file, matrix_name);

	if (e.n_rows > INT_MAX || e.n_cols > INT_MAX)
		ext_error("the matrix \"%s\" in the file \"%s\" is too large", matrix_name, file);
	dim[0] = (int)e.n_rows;
	dim[1] = (int)e.n_cols;
}

void ModelicaIO_readRealMatrix(const char *file, const char *matrix_name, double *matrix,
							   size_t n_rows, size_t n_cols, int verbose)
{
	MatEntry e;

	if (verbose)
		ext_say(EXT_MESSAGE, "loading the matrix \"%s\" from \"%s\"\n", matrix_name, file);
	e = mat_find(matrix_read_file(file), file, matrix_name);
	if (e.n_rows != n_rows || e.n_cols != n_cols)
		ext_error("the matrix \"%s\" in the file \"%s\" has %zu rows and %zu columns, not %zu and "
				  "%zu",
				  matrix_name, file, e.n_rows, e.n_cols, n_rows, n_cols);
	mat_values(&e, matrix);
}

enum { MI_INT8 = 1, MI_INT32 = 5, MI_UINT32 = 6, MI_DOUBLE = 9, MI_MATRIX = 14 }; /* level 5 */
enum { CLASS_DOUBLE = 6 };

typedef struct Matrix {
	const char *name; /* in the file */
	const double *at; /* row by row */
	size_t n_rows;    /* rows */
	size_t n_cols;    /* columns */
} Matrix;

static void put_u32(Text *out, size_t x)
{
	uint32_t word = (uint32_t)x;

	text_add(out, (const char *)&word, sizeof word);
}

static void put_values(Text *out, const Matrix *m)
{
	for (size_t j = 0; j < m->n_cols; j++)
		for (size_t i = 0; i < m->n_rows; i++)
			text_add(out, (const char *)&m->at[i * m->n_cols + j], sizeof *m->at);
}

static void put_level_4(Text *out, const Matrix *m)
{
	put_u32(out, mat_is_little() ? 0 : 1000); /* full matrix of doubles */
	put_u32(out, m->n_rows);
	put_u32(out, m->n_cols);
	put_u32(out, 0); /* no imaginary part */
	put_u32(out, strlen(m->name) + 1);
	text_add(out, m->name, strlen(m->name) + 1);
	put_values(out, m);
}

static void put_header_5(Text *out)
{
	const uint16_t version = 0x0100, order = 'M' << 8 | 'I';
	char text[MAT_HEADER_5 - 12];

	memset(text, ' ', sizeof text);
	memcpy(text, "MATLAB 5.0 MAT-file", 19);
	text_add(out, text, sizeof text);
	text_add_char(out, '\0', 8);
	text_add(out, (const char *)&version, sizeof version);
	text_add(out, (const char *)&order, sizeof order);
}

static void put_level_5(Text *out, const Matrix *m)
{
	size_t name_len = strlen(m->name), padded = (name_len + 7) / 8 * 8;
	size_t data = m->n_rows * m->n_cols * sizeof(double);

	put_u32(out, MI_MATRIX);
	put_u32(out, 16 + 16 + 8 + padded + 8 + data);
	put_u32(out, MI_UINT32);
	put_u32(out, 8);
	put_u32(out, CLASS_DOUBLE);
	put_u32(out, 0);
	put_u32(out, MI_INT32);
	put_u32(out, 8);
	put_u32(out, m->n_rows);
	put_u32(out, m->n_cols);
	put_u32(out, MI_INT8);
	put_u32(out, name_len);
	text_add(out, m->name, name_len);
	text_add_char(out, '\0', padded - name_len);
	put_u32(out, MI_DOUBLE);
	put_u32(out, data);
	put_values(out, m);
}

/* What the file holds but for a matrix of this name; its level. */
static MatLevel put_existing(Text *out, const char *file, const char *name)
{
	ExtBytes bytes = matrix_read_file(file);
	const char *at = (const char *)bytes.at;
	MatEntry e;

	if (mat_look(bytes, file, name, &e)) {
		size_t before = (size_t)(e.whole.at - bytes.at), after = before + e.whole.len;

		text_add(out, at, before);
		text_add(out, at + after, bytes.len - after);
	} else {
		text_add(out, at, bytes.len);
	}
	if (mat_level(bytes) == MAT_5 && (bytes.at[126] == 'I') != mat_is_little())
		ext_error("nothing can be added to the file \"%s\": its bytes are in the other order",
				  file);
	return mat_level(bytes);
}

static bool write_file(const char *file, const Text *out)
{
	FILE *f = file_create(allow_file(EXT_WRITE, file), false);
	bool ok;

	if (!f)
		return false;
	ok = fwrite(out->at, 1, out->n, f) == out->n;
	return fclose(f) == 0 && ok;
}

int ModelicaIO_writeRealMatrix(const char *file, const char *matrix_name, const double *matrix,
							   size_t n_rows, size_t n_cols, int append, const char *version)
{
	Matrix m = {matrix_name, matrix, n_rows, n_cols};
	bool exists = append && access(allow_file(EXT_WRITE, file), F_OK) == 0;
	MatLevel level = strcmp(version, "4") == 0 ? MAT_4 : MAT_5;
	Text out;

	text_init(&out, arena_allocator(ext_memory()));
	if (!exists && level == MAT_5 && strcmp(version, "6") != 0 && strcmp(version, "7") != 0)
		ext_error("the version \"%s\" of MATLAB files cannot be written; \"4\", \"6\" and \"7\" "
				  "can",
				  version);
	if (n_cols > 0 && n_rows > UINT32_MAX / 16 / n_cols)
		ext_error("the matrix \"%s\" is too large for a MATLAB file", matrix_name);
	if (exists)
		level = put_existing(&out, file, matrix_name);
	else if (level == MAT_5)
		put_header_5(&out);
	if (level == MAT_5)
		put_level_5(&out, &m);
	else
		put_level_4(&out, &m);
	if (write_file(file, &out))
		return 1;
	ext_say(EXT_WARNING, "cannot write the file \"%s\": %s\n", file, file_error(errno));
	return 0;
}
