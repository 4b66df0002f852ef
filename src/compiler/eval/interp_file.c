/* SPDX-License-Identifier: MIT
   interp_file.c — files of libraries at compile time: loadResource, and the functions of
   Modelica.Utilities.Streams and Files that read text by lines. A file is taken as it is when the
   model is compiled (MLS 12.3: what a model is made of does not change while it runs). */
#include "compiler/eval/interp.h"

#include <string.h>

bool interp_file_is_resource(const Interp *in, const FlatFn *fn)
{
	const char *name = intern_text(in->m->names, fn->name), *last = strrchr(name, '.');

	return strcmp(last ? last + 1 : name, "loadResource") == 0 && fn->n_in == 1 && fn->n_out == 1 &&
		   in->m->files && fn->body.local && fn->body.local[0].type->kind == TY_STRING &&
		   fn->body.local[1].type->kind == TY_STRING;
}

Value interp_file_resource(Interp *in, const Value *uri)
{
	const char *path = in->m->files->resource(in->m->files->ctx, uri->one.s->at);

	if (!path)
		interp_fail(in, "there is no file '%s'", uri->one.s->at);
	return interp_value_string(in, path, strlen(path));
}

static const char *text_of(Interp *in, const Value *path, size_t *len)
{
	const char *text =
		in->m->files ? in->m->files->read(in->m->files->ctx, path->one.s->at, len) : NULL;

	if (!text)
		interp_fail(in,
					"the file '%s' cannot be read at compile time, when only those in the folders "
					"of the sources are",
					path->one.s->at);
	return text;
}

/* The line that begins at `at`, and where the next one does. */
static size_t line_end(const char *at, const char *end, const char **next)
{
	const char *stop = memchr(at, '\n', (size_t)(end - at));
	size_t len = (size_t)((stop ? stop : end) - at);

	*next = at + len + (stop ? 1 : 0);
	return len > 0 && at[len - 1] == '\r' ? len - 1 : len;
}

void interp_file_read_line(Interp *in, const Value arg[], Value out[])
{
	size_t size, len = 0;
	const char *at = text_of(in, &arg[0], &size), *end = at + size, *line = at;
	int64_t k = 0;

	if (arg[1].one.i < 1)
		interp_fail(in, "lines of a file are counted from 1, not %lld", (long long)arg[1].one.i);
	for (; k < arg[1].one.i && at < end; k++) {
		line = at;
		len = line_end(line, end, &at);
	}
	interp_work(in, (uint64_t)k);
	if (k < arg[1].one.i)
		len = 0;
	out[0] = interp_value_string(in, line, len);
	out[1] = interp_value_integer(in, k < arg[1].one.i);
}

void interp_file_count_lines(Interp *in, const Value arg[], Value out[])
{
	size_t size;
	const char *at = text_of(in, &arg[0], &size), *end = at + size;
	int64_t n = 0;

	for (; at < end; n++)
		line_end(at, end, &at);
	out[0] = interp_value_integer(in, n);
}
