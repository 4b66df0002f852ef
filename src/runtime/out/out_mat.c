/* SPDX-License-Identifier: MIT
   out_mat.c — results as a MATLAB 4 file in the layout that Dymola and OpenModelica users load:
   text matrices Aclass, name and description, then dataInfo, which says for each name the matrix (1
   or 2) and the signed row that hold its values; data_1 has the constants at the first and the last
   time, data_2 one column for each point of time. "binTrans": one name, one point of time after
   another, so that rows are written as they come; only their number and the bounds of time are put
   in later. The numbers are those of this machine; the header tells their byte order. */
#include "runtime/out/out.h"

#include <inttypes.h>
#include <string.h>

enum { TYPE_REAL = 0, TYPE_INT32 = 20, TYPE_TEXT = 51, TYPE_BIG_ENDIAN = 1000 };

static size_t row_max(const Out *w)
{
	return 8 * (w->n_slots + 1);
}

static MdvStatus put_header(Out *w, const char *name, int32_t type, size_t rows, size_t columns)
{
	const uint16_t one = 1;
	unsigned char low;
	int32_t head[5] = {type, (int32_t)rows, (int32_t)columns, 0, (int32_t)strlen(name) + 1};

	memcpy(&low, &one, 1);
	if (low == 0)
		head[0] += TYPE_BIG_ENDIAN;
	out_put(w, head, sizeof head);
	return out_put(w, name, strlen(name) + 1);
}

/* A text of the width of its matrix, filled up with blanks. */
static void put_padded(Out *w, const char *text, size_t width)
{
	static const char blanks[] = "                                                                ";
	size_t len = strlen(text), part;

	out_put(w, text, len);
	for (; len < width; len += part) { /* they are most of the matrix */
		part = width - len < sizeof blanks - 1 ? width - len : sizeof blanks - 1;
		out_put(w, blanks, part);
	}
}

/* A comment, and the unit in brackets behind it, as the reference tools do: its length. */
static size_t description_len(const OutColumn *c)
{
	size_t comment = c->comment ? strlen(c->comment) : 0, unit = c->unit ? strlen(c->unit) : 0;

	return comment + (unit > 0 ? unit + 2 + (comment > 0) : 0);
}

static void put_description(Out *w, const OutColumn *c, size_t width)
{
	size_t len = description_len(c);

	if (c->comment)
		out_put(w, c->comment, strlen(c->comment));
	if (c->unit && *c->unit) {
		bool alone = !c->comment || !*c->comment;

		out_put(w, alone ? "[" : " [", alone ? 1 : 2);
		out_put(w, c->unit, strlen(c->unit));
		out_put(w, "]", 1);
	}
	put_padded(w, "", width - len);
}

static void put_names(Out *w)
{
	size_t width = strlen("time");

	for (size_t i = 0; i < w->columns.n; i++) {
		size_t len = strlen(w->columns.at[i].name);

		width = len > width ? len : width;
	}
	put_header(w, "name", TYPE_TEXT, width, w->columns.n + 1);
	put_padded(w, "time", width);
	for (size_t i = 0; i < w->columns.n; i++)
		put_padded(w, w->columns.at[i].name, width);
}

static void put_descriptions(Out *w)
{
	static const OutColumn time = {.comment = "Simulation time", .unit = "s"};
	size_t width = description_len(&time);

	for (size_t i = 0; i < w->columns.n; i++) {
		size_t len = description_len(&w->columns.at[i]);

		width = len > width ? len : width;
	}
	put_header(w, "description", TYPE_TEXT, width, w->columns.n + 1);
	put_description(w, &time, width);
	for (size_t i = 0; i < w->columns.n; i++)
		put_description(w, &w->columns.at[i], width);
}

/* For each name: matrix (0: time, in both), signed row, linear interpolation, and what is outside
   of the time simulated: the same (0) or nothing (-1). */
static void put_info(Out *w)
{
	int32_t of_time[4] = {0, 1, 0, -1}, n_constants = 0;

	put_header(w, "dataInfo", TYPE_INT32, 4, w->columns.n + 1);
	out_put(w, of_time, sizeof of_time);
	for (size_t i = 0; i < w->columns.n; i++) {
		const OutColumn *c = &w->columns.at[i];
		int32_t info[4] = {2, w->slot_of[i] + 2, 0, -1};

		if (c->constant)
			info[0] = 1, info[1] = ++n_constants + 1, info[3] = 0;
		else if (c->negate && c->kind != OUT_BOOLEAN)
			info[1] = -info[1];
		out_put(w, info, sizeof info);
	}
}

static void put_constants(Out *w)
{
	const double later = 0; /* the bounds of time: out_mat_update */
	size_t n = 1;

	for (size_t i = 0; i < w->columns.n; i++)
		n += w->columns.at[i].constant;
	put_header(w, "data_1", TYPE_REAL, n, 2);
	w->at_bounds = w->at_disk + w->n;
	w->n_bounds = n;
	for (int bound = 0; bound < 2; bound++) {
		out_put(w, &later, sizeof later);
		for (size_t i = 0; i < w->columns.n; i++)
			if (w->columns.at[i].constant)
				out_put(w, &w->columns.at[i].constant_value, sizeof(double));
	}
}

/* Most values follow each other in a row as they do in what is given. */
static void find_runs(Out *w)
{
	for (size_t i = w->n_slots; i > 0; i--) {
		OutSlot *s = &w->slot[i - 1];

		if (s->negate)
			continue;
		s->run = 1;
		if (i < w->n_slots && s[1].run > 0 && s[1].source == s->source + 1)
			s->run += s[1].run;
	}
}

static MdvStatus write_head(Out *w)
{
	/* "Atrajectory", "1.1", "", "binTrans" by columns */
	put_header(w, "Aclass", TYPE_TEXT, 4, 11);
	for (int i = 0; i < 11; i++) {
		const char *lines[4] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};

		for (int j = 0; j < 4; j++)
			out_put(w, lines[j] + i, 1);
	}
	find_runs(w);
	put_names(w);
	put_descriptions(w);
	put_info(w);
	put_constants(w);
	w->at_count = w->at_disk + w->n + 2 * sizeof(int32_t);
	return put_header(w, "data_2", TYPE_REAL, w->n_slots + 1, 0);
}

static void write_row(Out *w, double t, const double value[])
{
	char *dst = w->buf + w->n;
	size_t n;

	memcpy(dst, &t, sizeof t);
	dst += sizeof t;
	for (size_t i = 0; i < w->n_slots; i += n, dst += n * sizeof *value) {
		const OutSlot *s = &w->slot[i];
		double x;

		n = s->run;
		if (n > 0) {
			memcpy(dst, &value[s->source], n * sizeof *value);
			continue;
		}
		n = 1;
		x = out_slot_value(s, value);
		memcpy(dst, &x, sizeof x);
	}
	w->n += row_max(w);
}

static MdvStatus update_counts(Out *w)
{
	int32_t n = (int32_t)w->n_rows;

	if (w->n_rows > INT32_MAX)
		return out_fail(w, MDV_IO, "'%s' cannot hold more than %" PRId32 " rows", w->path,
						INT32_MAX);
	out_patch(w, w->at_bounds, &w->t_first, sizeof(double));
	out_patch(w, w->at_bounds + 8 * w->n_bounds, &w->t_last, sizeof(double));
	return out_patch(w, w->at_count, &n, sizeof n);
}

const OutOps out_mat_ops = {OUT_OPS(".mat"), .needs_file = true, .has_aliases = true,
							.update = update_counts};
