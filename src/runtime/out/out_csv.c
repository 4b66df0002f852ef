/* SPDX-License-Identifier: MIT
   out_csv.c — results as comma-separated values (RFC 4180, line feeds only): a header of names,
   quoted where they hold a comma; numbers with as few digits as read back the same, NaN, Inf. The
   text of a value is kept and used again while its bits stay the same. */
#include "runtime/out/out.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static size_t row_max(const Out *w)
{
	return 32 * (w->columns.n + 2); /* every text is copied whole, with what lies behind it */
}

static MdvStatus put_name(Out *w, const char *name)
{
	if (!strpbrk(name, ",\"\r\n"))
		return out_put(w, name, strlen(name));
	out_put(w, "\"", 1);
	for (; *name; name++) {
		if (*name == '"')
			out_put(w, "\"", 1);
		out_put(w, name, 1);
	}
	return out_put(w, "\"", 1);
}

/* Writes x at dst; gives its length, at most 25. */
static size_t print_number(char dst[31], double x, bool whole)
{
	char buf[32];
	int len;

	if (isnan(x))
		len = snprintf(buf, sizeof buf, "NaN");
	else if (isinf(x))
		len = snprintf(buf, sizeof buf, x > 0 ? "Inf" : "-Inf");
	else if (whole && x == floor(x) && fabs(x) < 9e18)
		len = snprintf(buf, sizeof buf, "%" PRId64, (int64_t)x);
	else
		len = real_print(buf, x);
	memcpy(dst, buf, (size_t)len);
	return (size_t)len;
}

static void set_text(OutSlot *s, double x, uint64_t bits)
{
	s->bits = bits;
	s->text[0] = ',';
	s->len = (uint8_t)(1 + print_number(s->text + 1, x, s->kind != OUT_REAL));
}

static MdvStatus write_head(Out *w)
{
	out_put(w, "time", 4);
	for (size_t i = 0; i < w->columns.n; i++) {
		const OutColumn *c = &w->columns.at[i];

		out_put(w, ",", 1);
		put_name(w, c->name);
		if (c->constant)
			set_text(&w->slot[w->slot_of[i]], c->constant_value, 0);
	}
	return out_put(w, "\n", 1);
}

/* Values of one row that are equal, as those of connectors are, are printed once. */
enum { LAST_PRINTED = 64 };

/* last[…]: 1 + a slot that this row has printed, by the bits of its number. */
static void print_slot(Out *w, size_t i, double x, uint64_t bits, size_t last[LAST_PRINTED])
{
	size_t place = (size_t)(bits * 0x9e3779b97f4a7c15u >> 58);
	const OutSlot *known = last[place] > 0 ? &w->slot[last[place] - 1] : NULL;
	OutSlot *s = &w->slot[i];

	if (known && known->bits == bits && (known->kind != OUT_REAL) == (s->kind != OUT_REAL)) {
		s->bits = bits;
		s->len = known->len;
		memcpy(s->text, known->text, sizeof s->text);
		return;
	}
	set_text(s, x, bits);
	last[place] = i + 1;
}

static void write_row(Out *w, double t, const double value[])
{
	char *dst = w->buf + w->n;
	size_t last[LAST_PRINTED] = {0};

	for (size_t i = 0; i < w->n_slots; i++) {
		const OutSlot *s = &w->slot[i];
		uint64_t bits;
		double x;

		if (s->source < 0)
			continue;
		x = out_slot_value(s, value);
		memcpy(&bits, &x, sizeof bits);
		if (bits != s->bits || s->len == 0)
			print_slot(w, i, x, bits, last);
	}
	dst += print_number(dst, t, false);
	for (size_t i = 0; i < w->columns.n; i++) {
		const OutSlot *s = &w->slot[w->slot_of[i]];

		memcpy(dst, s->text, sizeof s->text); /* of one size: faster than what is needed */
		dst += s->len;
	}
	*dst++ = '\n';
	w->n = (size_t)(dst - w->buf);
}

const OutOps out_csv_ops = {OUT_OPS(".csv")};
