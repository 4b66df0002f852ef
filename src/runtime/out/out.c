/* SPDX-License-Identifier: MIT
   out.c — a result file: rows are put together in a buffer of 64 KB (or one row) and written when
   it is full, so that the file holds whole rows at any time and an interrupted run is readable.
   Uses the system's write, not stdio: every failure is seen where it happens and told with its
   cause. */
#include "runtime/out/out.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER = 65536 };

MdvStatus out_fail(Out *w, MdvStatus status, const char *format, ...)
{
	va_list args;

	if (w->status != MDV_OK)
		return w->status;
	w->status = status;
	va_start(args, format);
	plain_vsnprintf(w->error, sizeof w->error, format, args);
	va_end(args);
	return status;
}

static MdvStatus fail_write(Out *w)
{
	return out_fail(w, MDV_IO, "'%s' cannot be written: %s", w->path, plain_strerror(errno));
}

static const OutOps *const formats[] = {
#define ROW(constant, name) &out_##name##_ops,
	OUT_FORMATS(ROW)
#undef ROW
};

OutFormat out_format(const char *path)
{
	size_t len = strlen(path);

	if (!strcmp(path, "-"))
		return (OutFormat)0;
	for (int i = 0; i < OUT_BY_SUFFIX; i++) {
		size_t n = strlen(formats[i]->suffix);

		if (len >= n && !strcmp(path + len - n, formats[i]->suffix))
			return (OutFormat)i;
	}
	return file_is_special(path) ? (OutFormat)0 : OUT_BY_SUFFIX; /* /dev/null, a pipe */
}

const OutOps *out_format_ops(OutFormat format)
{
	return format == OUT_BY_SUFFIX ? NULL : formats[format];
}

void out_format_list(Text *out, const char *last)
{
	for (int i = 0; i < OUT_BY_SUFFIX; i++)
		text_printf(out, "%s%s",
					i == 0                   ? ""
					: i == OUT_BY_SUFFIX - 1 ? last
											 : ", ",
					formats[i]->suffix);
}

/* Writes what waits. A MAT file that can take no more keeps whole rows only, as readers want. */
static MdvStatus drain(Out *w)
{
	size_t done = 0;

	while (w->status == MDV_OK && done < w->n) {
		ssize_t n = write(w->fd, w->buf + done, w->n - done);

		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			fail_write(w);
	}
	w->n = 0; /* first: out_rescue may come in between */
	if (w->status == MDV_OK)
		w->at_disk += done;
	else if (w->ops->needs_file && done > 0 && ftruncate(w->fd, (off_t)w->at_disk) != 0)
		fail_write(w); /* the first failure is the one that is told */
	return w->status;
}

MdvStatus out_put(Out *w, const void *bytes, size_t len)
{
	const char *src = bytes;

	while (len > 0 && w->status == MDV_OK) {
		size_t part = w->cap - w->n < len ? w->cap - w->n : len;

		memcpy(w->buf + w->n, src, part);
		w->n += part;
		src += part;
		len -= part;
		if (w->n == w->cap)
			drain(w);
	}
	return w->status;
}

MdvStatus out_patch(Out *w, uint64_t at, const void *bytes, size_t len)
{
	ssize_t n;

	if (w->status != MDV_OK)
		return w->status;
	do
		n = pwrite(w->fd, bytes, len, (off_t)at);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)len ? MDV_OK : fail_write(w);
}

double out_slot_value(const OutSlot *s, const double value[])
{
	double x = value[s->source];

	if (!s->negate)
		return x;
	return s->kind == OUT_BOOLEAN ? 1 - x : 0 - x; /* never -0 */
}

/* Columns with equal keys show the same bytes. MAT readers negate by themselves, and numbers have
   one form; the opposite of a Boolean is a value of its own in both. */
static uint64_t slot_key(const Out *w, const OutColumn *c)
{
	uint64_t key = (uint64_t)(uint32_t)c->source << 2;

	if (c->negate && c->kind == OUT_BOOLEAN)
		return key | 3;
	if (w->ops->has_aliases)
		return key;
	return key | (uint64_t)c->negate << 1 | (c->kind != OUT_REAL);
}

static bool add_slot(Out *w, Map *slots, size_t i)
{
	const OutColumn *c = &w->columns.at[i];
	uint64_t *known;
	OutSlot *s;

	if (c->constant && w->ops->has_aliases) {
		w->slot_of[i] = -1;
		return true;
	}
	CHECK(c->constant || c->source >= 0);
	known = c->constant ? NULL : map_find(slots, slot_key(w, c));
	if (known) {
		w->slot_of[i] = (int32_t)*known;
		return true;
	}
	w->slot_of[i] = (int32_t)w->n_slots;
	s = &w->slot[w->n_slots++];
	s->source = c->constant ? -1 : c->source;
	s->negate = c->negate && (!w->ops->has_aliases || c->kind == OUT_BOOLEAN);
	s->kind = (uint8_t)c->kind;
	return c->constant || map_put(slots, slot_key(w, c), w->n_slots - 1);
}

static MdvStatus make_slots(Out *w)
{
	size_t n = w->columns.n;
	Map slots;
	bool ok;

	w->slot_of = n ? alloc_new(w->alloc, n * sizeof *w->slot_of) : NULL;
	w->slot = n ? alloc_new(w->alloc, n * sizeof *w->slot) : NULL;
	map_init(&slots, w->alloc);
	ok = n == 0 || (w->slot_of && w->slot);
	for (size_t i = 0; ok && i < n; i++)
		ok = add_slot(w, &slots, i);
	map_free(&slots);
	if (ok) {
		w->row_max = w->ops->row_max(w);
		w->cap = w->row_max > BUFFER ? w->row_max : BUFFER;
		w->buf = alloc_new(w->alloc, w->cap);
	}
	return w->buf ? MDV_OK : out_fail(w, MDV_NO_MEMORY, "no memory to write '%s'", w->path);
}

static MdvStatus open_file(Out *w)
{
	if (!strcmp(w->path, "-"))
		w->fd = STDOUT_FILENO;
	else
		w->fd = open(w->path, O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);
	if (w->fd < 0)
		return fail_write(w);
	/* A pipe that nobody reads is refused, not waited for; writing to one may wait. */
	if (w->fd != STDOUT_FILENO)
		fcntl(w->fd, F_SETFL, fcntl(w->fd, F_GETFL) & ~O_NONBLOCK);
	if (w->fd != STDOUT_FILENO)
		replace_mark(w->path);
	if (w->ops->needs_file && (w->fd == STDOUT_FILENO || lseek(w->fd, 0, SEEK_CUR) < 0))
		return out_fail(w, MDV_IO, "'%s' cannot be written: a %s result needs a file", w->path,
						w->ops->suffix);
	return MDV_OK;
}

static MdvStatus refuse_suffix(Out *w)
{
	Text known;

	text_init(&known, w->alloc);
	out_format_list(&known, " or ");
	out_fail(w, MDV_BAD_ARGUMENT, "results are written as %s, not as '%s'", text_str(&known),
			 w->path);
	text_free(&known);
	return w->status;
}

MdvStatus out_open(Out *w, const MdvAlloc *alloc, const char *path, OutFormat format,
				   OutColumns columns)
{
	*w = (Out){.alloc = alloc ? alloc : &alloc_heap, .path = path, .columns = columns, .fd = -1};
	w->ops = out_format_ops(format == OUT_BY_SUFFIX ? out_format(path) : format);
	if (!w->ops)
		return refuse_suffix(w);
	if (make_slots(w) != MDV_OK || open_file(w) != MDV_OK)
		return w->status;
	return w->ops->begin(w);
}

/* Everything that was given so far, and a file that says so. */
static MdvStatus settle(Out *w)
{
	if (drain(w) == MDV_OK && w->ops->update)
		w->ops->update(w);
	return w->status;
}

MdvStatus out_row(Out *w, double t, const double value[])
{
	if (w->status != MDV_OK)
		return w->status;
	if (w->cap - w->n < w->row_max && settle(w) != MDV_OK)
		return w->status;
	if (w->n_rows == 0)
		w->t_first = t;
	w->t_last = t;
	w->ops->row(w, t, value);
	w->n_rows++;
	return MDV_OK;
}

MdvStatus out_flush(Out *w)
{
	return w->status == MDV_OK ? settle(w) : w->status;
}

/* What waits is whole rows, and where it belongs is known: it does no harm to write it again. */
void out_rescue(Out *w)
{
	ssize_t n;

	if (w->fd < 0 || w->fd == STDOUT_FILENO || w->status != MDV_OK)
		return;
	n = pwrite(w->fd, w->buf, w->n, (off_t)w->at_disk);
	if (n == (ssize_t)w->n && w->ops->update)
		w->ops->update(w);
}

MdvStatus out_close(Out *w)
{
	size_t n = w->columns.n;

	if (w->fd >= 0) {
		out_flush(w);
		if (w->fd != STDOUT_FILENO && close(w->fd) != 0)
			fail_write(w);
		w->fd = -1;
	}
	alloc_free(w->alloc, w->buf, w->cap);
	alloc_free(w->alloc, w->slot, n * sizeof *w->slot);
	alloc_free(w->alloc, w->slot_of, n * sizeof *w->slot_of);
	w->buf = NULL, w->slot = NULL, w->slot_of = NULL;
	return w->status;
}
