/* SPDX-License-Identifier: MIT
   interp_extern.c — external functions that can be computed at compile time: the built-in
   mathematical ones, those of the standard library's C interface that work on texts
   (Modelica.Utilities.Strings, with its indices in bytes and its way of scanning) or on files of
   libraries (interp_file.c), and one of LAPACK (interp_lapack.c). */
#include "compiler/eval/interp.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARGS  8
#define MAX_TOKEN 99 /* longest number that is read, as in the standard library */

/* -- texts ---------------------------------------------------------------------------------- */

/* A start index as offset from 0; at most the length. */
static size_t offset(Interp *in, const Value *string, const Value *index)
{
	if (index->one.i < 1 || index->one.i > (int64_t)string->one.s->len + 1)
		interp_fail(in, "the index %lld is outside a text of %u characters",
					(long long)index->one.i, string->one.s->len);
	return (size_t)index->one.i - 1;
}

static size_t skip_space(const char *s, size_t at)
{
	while (plain_is_space(s[at]))
		at++;
	return at;
}

static size_t digits(const char *s)
{
	return strspn(s, "0123456789");
}

static void length(Interp *in, const Value arg[], Value out[])
{
	out[0] = interp_value_integer(in, arg[0].one.s->len);
}

static void substring(Interp *in, const Value arg[], Value out[])
{
	int64_t len = arg[0].one.s->len, start = arg[1].one.i, end = arg[2].one.i;

	if (start < 1)
		start = 1;
	if (end < 0)
		end = start;
	if (end > len)
		end = len;
	out[0] = start > end
				 ? interp_value_string(in, "", 0)
				 : interp_value_string(in, arg[0].one.s->at + start - 1, (size_t)(end - start + 1));
}

/* 1: less, 2: equal, 3: greater, the literals of Modelica.Utilities.Types.Compare. */
static void compare(Interp *in, const Value arg[], Value out[])
{
	const unsigned char *a = (const unsigned char *)arg[0].one.s->at;
	const unsigned char *b = (const unsigned char *)arg[1].one.s->at;
	bool exact = arg[2].one.i;
	int x, y;

	do {
		x = exact ? *a : plain_lower(*a);
		y = exact ? *b : plain_lower(*b);
	} while (x == y && *a++ && *b++);
	out[0] = interp_value_integer(in, x < y ? 1 : x == y ? 2 : 3);
}

static void skip_white_space(Interp *in, const Value arg[], Value out[])
{
	size_t at = skip_space(arg[0].one.s->at, offset(in, &arg[0], &arg[1]));

	out[0] = interp_value_integer(in, (int64_t)at + 1);
}

/* What was scanned ends before offset `end`; nothing was if that is 0. */
static void scanned(Interp *in, const Value arg[], Value out[], size_t end, Value v)
{
	out[0] = interp_value_integer(in, end > 0 ? (int64_t)end + 1 : arg[1].one.i);
	out[1] = v;
}

static void scan_integer(Interp *in, const Value arg[], Value out[])
{
	const char *s = arg[0].one.s->at;
	size_t at = skip_space(s, offset(in, &arg[0], &arg[1]));
	size_t sign = s[at] == '+' || s[at] == '-', n = digits(s + at + sign);
	char next = s[at + sign + n];
	long long x = 0;

	errno = 0;
	if ((sign && arg[2].one.i) || n == 0 || sign + n > MAX_TOKEN || next == '.' || next == 'e' ||
		next == 'E')
		n = 0;
	else
		x = strtoll(s + at, NULL, 10);
	if (errno || x < INT_MIN || x > INT_MAX) /* as the same function does in a run */
		n = 0;
	scanned(in, arg, out, n > 0 ? at + sign + n : 0, interp_value_integer(in, n > 0 ? x : 0));
}

/* [sign] digits [. digits] [e [sign] digits] */
static void scan_real(Interp *in, const Value arg[], Value out[])
{
	const char *s = arg[0].one.s->at;
	size_t at = skip_space(s, offset(in, &arg[0], &arg[1])), end = at, mantissa, n;
	char buf[MAX_TOKEN + 1], *rest;
	bool ok;
	double x;

	end += s[end] == '+' || s[end] == '-';
	ok = end == at || !arg[2].one.i;
	mantissa = digits(s + end);
	end += mantissa;
	if (s[end] == '.') {
		n = digits(s + end + 1);
		mantissa += n;
		end += 1 + n;
	}
	if (s[end] == 'e' || s[end] == 'E') {
		end += s[end + 1] == '+' || s[end + 1] == '-' ? 2 : 1;
		n = digits(s + end);
		ok = ok && n > 0;
		end += n;
	}
	if (!ok || mantissa == 0 || end - at > MAX_TOKEN) {
		scanned(in, arg, out, 0, interp_value_real(in, 0));
		return;
	}
	memcpy(buf, s + at, end - at);
	buf[end - at] = '\0';
	x = plain_strtod(buf, &rest);
	ok = !*rest && isfinite(x);
	scanned(in, arg, out, ok ? end : 0, interp_value_real(in, ok ? x : 0));
}

/* A text in quotes; nothing is scanned if it is empty or does not end. */
static void scan_string(Interp *in, const Value arg[], Value out[])
{
	const char *s = arg[0].one.s->at;
	size_t at = skip_space(s, offset(in, &arg[0], &arg[1])), end = at;

	if (s[at] == '"')
		for (end = at + 1; s[end] && (s[end] != '"' || s[end - 1] == '\\'); end++)
			;
	if (s[end] == '"' && end > at + 1)
		scanned(in, arg, out, end + 1, interp_value_string(in, s + at + 1, end - at - 1));
	else
		scanned(in, arg, out, 0, interp_value_string(in, "", 0));
}

static void scan_identifier(Interp *in, const Value arg[], Value out[])
{
	const char *s = arg[0].one.s->at;
	size_t at = skip_space(s, offset(in, &arg[0], &arg[1])), end = at;

	if (plain_is_letter(s[at]))
		while (plain_is_alnum(s[end]) || s[end] == '_')
			end++;
	scanned(in, arg, out, end > at ? end : 0, interp_value_string(in, s + at, end - at));
}

/* Arash Partow's hash, whose 32 bits the standard library gives as Integer. */
static void hash_string(Interp *in, const Value arg[], Value out[])
{
	const unsigned char *s = (const unsigned char *)arg[0].one.s->at;
	uint32_t h = 0xAAAAAAAAu;

	for (uint32_t k = 0; k < arg[0].one.s->len; k++)
		h ^= k % 2 == 0 ? h << 7 ^ s[k] * (h >> 3) : ~((h << 11) + (s[k] ^ h >> 5));
	out[0] = interp_value_integer(in, (int32_t)h);
}

static void model_error(Interp *in, const Value arg[], Value out[])
{
	(void)out;
	interp_fail(in, "%s", arg[0].one.s->at);
}

/* -- calls ---------------------------------------------------------------------------------- */

typedef void (*ExternFn)(Interp *in, const Value arg[], Value out[]);

/* Kinds of inputs, then those of results, the returned one first: String, Integer or enumeration,
   Boolean, Real. */
static const struct {
	const char *symbol, *shape;
	ExternFn fn;
} table[] = {
	{"ModelicaStrings_length", "s>i", length},
	{"ModelicaStrings_substring", "sii>s", substring},
	{"ModelicaStrings_compare", "ssb>i", compare},
	{"ModelicaStrings_skipWhiteSpace", "si>i", skip_white_space},
	{"ModelicaStrings_scanInteger", "sib>ii", scan_integer},
	{"ModelicaStrings_scanReal", "sib>ir", scan_real},
	{"ModelicaStrings_scanString", "si>is", scan_string},
	{"ModelicaStrings_scanIdentifier", "si>is", scan_identifier},
	{"ModelicaStrings_hashString", "s>i", hash_string},
	{"ModelicaError", "s>", model_error},
	{"ModelicaInternal_readLine", "si>sb", interp_file_read_line},
	{"ModelicaInternal_countLines", "s>i", interp_file_count_lines},
};

/* What a call of a C function gives and takes. */
typedef struct Call {
	Value arg[MAX_ARGS];          /* values of the inputs */
	const Expr *target[MAX_ARGS]; /* locals that take the results */
	uint32_t n_args, n_targets;   /* how many */
	char shape[2 * MAX_ARGS + 2]; /* as in the table */
} Call;

static char kind_letter(const Type *t)
{
	switch (t->rank == 0 ? t->kind : TY_NONE) {
	case TY_REAL: return 'r';
	case TY_INTEGER:
	case TY_ENUM: return 'i';
	case TY_BOOLEAN: return 'b';
	case TY_STRING: return 's';
	default: return '?';
	}
}

_Noreturn static void refuse(Interp *in, const Frame *f)
{
	interp_fail(in, "the external function '%s' cannot be computed at compile time",
				intern_text(in->m->names, f->fn.external->symbol));
}

/* Outputs among the arguments of the C function are results. */
static void gather(Interp *in, const Frame *f, Call *c)
{
	const FnExternal *ext = f->fn.external;
	size_t n = 0;

	if (ext->n_args > MAX_ARGS - 1)
		refuse(in, f);
	*c = (Call){.n_args = 0};
	if (ext->result)
		c->target[c->n_targets++] = ext->result;
	for (int32_t i = 0; i < ext->n_args; i++) {
		const Expr *e = ext->arg[i];

		if (e->op == EX_LOCAL && f->fn.body.local[e->aux].kind == LO_OUTPUT)
			c->target[c->n_targets++] = e;
		else
			c->arg[c->n_args++] = interp_run(in, e);
	}
	for (uint32_t i = 0; i < c->n_args; i++)
		c->shape[n++] = c->arg[i].rank == 0 ? kind_letter(c->arg[i].elem) : '?';
	c->shape[n++] = '>';
	for (uint32_t i = 0; i < c->n_targets; i++)
		c->shape[n++] = kind_letter(c->target[i]->type);
}

/* sin, atan2 …: as the operators of that name. */
static bool call_math(Interp *in, const char *symbol, Call *c)
{
	bool two = strcmp(c->shape, "rr>r") == 0;
	Value v = {.elem = c->n_args > 0 ? c->arg[0].elem : NULL, .n = 1};
	ExprOp op;

	if (!two && strcmp(c->shape, "r>r") != 0)
		return false;
	op = expr_library_op(symbol, 1 + two);
	if (op == EXPR_OP_COUNT)
		return false;
	v.one = two ? interp_math_two(in, op, TY_REAL, c->arg[0].one, c->arg[1].one)
				: interp_math_one(in, op, TY_REAL, c->arg[0].one);
	interp_stmt_assign(in, c->target[0], &v);
	return true;
}

void interp_extern_call(Interp *in, const Frame *f)
{
	const char *symbol = intern_text(in->m->names, f->fn.external->symbol);
	const char *language = intern_text(in->m->names, f->fn.external->language);
	Value out[MAX_ARGS];
	Call c;

	if (strcmp(symbol, "dgelsy") == 0 && interp_lapack_dgelsy(in, f->fn.external))
		return;
	if (strcmp(language, "C") != 0 && strcmp(language, "builtin") != 0)
		refuse(in, f); /* declared otherwise than it is */
	gather(in, f, &c);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (strcmp(table[i].symbol, symbol) != 0 || strcmp(table[i].shape, c.shape) != 0)
			continue;
		table[i].fn(in, c.arg, out);
		for (uint32_t k = 0; k < c.n_targets; k++) {
			out[k].elem = c.target[k]->type->elem; /* an enumeration is given as Integer */
			interp_stmt_assign(in, c.target[k], &out[k]);
		}
		return;
	}
	if (!call_math(in, symbol, &c))
		refuse(in, f);
}
