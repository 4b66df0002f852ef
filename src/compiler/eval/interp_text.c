/* SPDX-License-Identifier: MIT
   interp_text.c — String(…), MLS 3.7.1.1: (value, minimumLength, leftJustified, significantDigits)
   or (value, format), a conversion of ISO C without its % and without a size. */
#include "compiler/eval/interp.h"

#include <string.h>

#define LIMIT 10000 /* longest field, most digits */

/* Appends a number read at *s, if there is one; false: it is too large. */
static bool copy_number(const char **s, Text *out)
{
	long n = 0;

	for (; **s >= '0' && **s <= '9'; ++*s) {
		n = n * 10 + (**s - '0');
		text_add_char(out, **s, 1);
		if (n > LIMIT)
			return false;
	}
	return true;
}

/* The conversion for printf, with its %; the last character apart. '\0': it is none. */
static char conversion(const char *s, Text *out)
{
	text_add_char(out, '%', 1);
	for (; *s && strchr("-+ #0", *s); s++)
		text_add_char(out, *s, 1);
	if (!copy_number(&s, out))
		return '\0';
	if (*s == '.') {
		text_add_char(out, *s++, 1);
		if (!copy_number(&s, out))
			return '\0';
	}
	return *s && s[1] == '\0' && strchr("diouxXceEfFgG", *s) ? *s : '\0';
}

/* The format is the user's: checked above, so that it takes exactly the one argument given. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_formatted(Interp *in, const Value *v, const char *format, Text *out)
{
	Text f;
	char c;

	text_init(&f, arena_allocator(in->temp));
	c = conversion(format, &f);
	if (!c)
		interp_fail(in, "\"%s\" is not a format of String", format);
	if (strchr("eEfFgG", c)) {
		text_add_char(&f, c, 1);
		text_printf(out, text_str(&f), v->elem->kind == TY_REAL ? v->one.r : (double)v->one.i);
	} else if (v->elem->kind == TY_REAL) {
		interp_fail(in, "\"%s\" is not a format for a Real", format);
	} else if (c == 'c') {
		text_add_char(&f, c, 1);
		text_printf(out, text_str(&f), v->one.i > 0 && v->one.i < 128 ? (int)v->one.i : '?');
	} else {
		text_printf(&f, "ll%c", c);
		text_printf(out, text_str(&f), (long long)v->one.i);
	}
}
#pragma GCC diagnostic pop

static void print_plain(Interp *in, const Value *v, int digits, Text *out)
{
	switch (v->elem->kind) {
	case TY_REAL: text_printf(out, "%.*g", digits, v->one.r); break;
	case TY_INTEGER: text_printf(out, "%lld", (long long)v->one.i); break;
	case TY_BOOLEAN: text_printf(out, "%s", v->one.i ? "true" : "false"); break;
	case TY_ENUM:
		text_printf(out, "%s", intern_text(in->pool->names, v->elem->field[v->one.i - 1].name));
		break;
	case TY_STRING: text_add(out, v->one.s->at, v->one.s->len); break;
	default: interp_fail(in, "String(…) of something that has no text");
	}
}

static int option(Interp *in, const Value *v, const char *name)
{
	if (v->one.i < 0 || v->one.i > LIMIT)
		interp_fail(in, "%s of String is %lld", name, (long long)v->one.i);
	return (int)v->one.i;
}

Value interp_text_apply(Interp *in, const Expr *e, const Value arg[])
{
	int digits = e->n > 3 ? option(in, &arg[3], "significantDigits") : 6;
	bool left = e->n < 3 || arg[2].one.i;
	size_t width = 0;
	Text out;

	text_init(&out, arena_allocator(in->temp));
	if (e->n == 2 && arg[1].elem->kind == TY_STRING) {
		print_formatted(in, &arg[0], arg[1].one.s->at, &out);
		return interp_value_string(in, text_str(&out), out.n);
	}
	if (e->n > 1)
		width = (size_t)option(in, &arg[1], "minimumLength");
	print_plain(in, &arg[0], digits, &out);
	if (out.n < width && left) {
		text_add_char(&out, ' ', width - out.n);
	} else if (out.n < width) {
		Text padded;

		text_init(&padded, arena_allocator(in->temp));
		text_add_char(&padded, ' ', width - out.n);
		text_add(&padded, text_str(&out), out.n);
		out = padded;
	}
	interp_work(in, out.n);
	return interp_value_string(in, text_str(&out), out.n);
}
