/* SPDX-License-Identifier: MIT
   matrix.c — where the matrix of a table comes from: the argument of the constructor, or a file,
   whose name's ending says what kind it is (Modelica.Blocks.Tables, documentation of CombiTable1Ds:
   "The table matrix can be defined in the following ways"). Files are read as a whole. */
#include "runtime/ext/ext.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

bool matrix_is_named(const char *name)
{
	return strcmp(name, "NoName") != 0 && name[strspn(name, " \t\r\n\f\v")] != '\0';
}

bool matrix_is_file(const ExtMatrixSource *src)
{
	return matrix_is_named(src->file);
}

bool matrix_has_suffix(const char *file, const char *suffix)
{
	size_t len = strlen(file), n = strlen(suffix);

	if (len < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (plain_lower(file[len - n + i]) != suffix[i])
			return false;
	return true;
}

/* The file is an input of the run. */
static bool note_read(const struct stat *st)
{
	ExtSession *s = ext_session();
	ExtRead file = {(uint64_t)st->st_dev, (uint64_t)st->st_ino};

	return ext_session_has_read(s, file.device, file.inode) ||
		   vec_push(arena_allocator(&s->names), &s->read, file);
}

/* What is no ordinary file is refused. */
FILE *matrix_open_file(const char *file)
{
	FILE *f = file_open(allow_file(EXT_READ, file));
	struct stat st;

	if (!f && errno == ENOMEM)
		ext_no_memory();
	if (!f)
		ext_error("cannot open the file \"%s\": %s", file, file_error(errno));
	if (fstat(fileno(f), &st) != 0 || S_ISDIR(st.st_mode)) {
		fclose(f);
		ext_error("cannot open the file \"%s\": it is a folder", file);
	}
	if (!note_read(&st)) {
		fclose(f);
		ext_no_memory();
	}
	return f;
}

ExtBytes matrix_read_file(const char *file)
{
	VEC(unsigned char) v = {0};
	FILE *f = matrix_open_file(file);
	size_t got;

	ext_guard(ext_close, f);
	do {
		/* One byte more than is asked for: the NUL. The arena fails by itself. */
		(void)vec_reserve(arena_allocator(ext_memory()), &v, v.n + 65536 + 1);
		got = fread(v.at + v.n, 1, v.cap - v.n - 1, f);
		v.n += got;
	} while (got > 0);
	if (ferror(f))
		ext_error("cannot read the file \"%s\": %s", file, plain_strerror(errno));
	ext_unguard();
	fclose(f);
	v.at[v.n] = '\0';
	return (ExtBytes){v.at, v.n};
}

static ExtMatrix load_mat(ExtBytes bytes, const ExtMatrixSource *src)
{
	MatEntry e = mat_find(bytes, src->file, src->name);
	double *at;
	size_t n;

	if (e.n_rows == 0 || e.n_cols == 0)
		ext_error("the matrix \"%s\" in the file \"%s\" is empty", src->name, src->file);
	n = e.n_rows * e.n_cols;
	at = NEW_ARRAY(ext_memory(), double, n);
	mat_values(&e, at);
	return (ExtMatrix){e.n_rows, e.n_cols, at};
}

static ExtMatrix load_file(const ExtMatrixSource *src)
{
	ExtBytes bytes;

	if (!matrix_is_named(src->name))
		ext_error("the table is to be read from the file \"%s\", but no table name is given",
				  src->file);
	if (src->verbose)
		ext_say(EXT_MESSAGE, "loading the table \"%s\" from \"%s\"\n", src->name, src->file);
	bytes = matrix_read_file(src->file);
	if (matrix_has_suffix(src->file, ".mat"))
		return load_mat(bytes, src);
	if (matrix_has_suffix(src->file, ".csv"))
		return matrix_text_read_csv(bytes, src);
	return matrix_text_read(bytes, src);
}

ExtMatrix matrix_load(const ExtMatrixSource *src)
{
	ExtMatrix m = src->given;

	if (matrix_is_file(src))
		return load_file(src);
	if (matrix_is_named(src->name))
		return usertab_load(src);
	if (m.n_rows == 0 || m.n_cols == 0)
		ext_error("the matrix of the table is empty");
	return m;
}
