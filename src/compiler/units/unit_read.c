/* SPDX-License-Identifier: MIT
   unit_read.c — the texts of units (MLS 19.1), by recursive descent:
	   expression: numerator ["/" denominator]        numerator: "1" | factors | "(" expression ")"
	   factors: factor {"." factor}                   denominator: factor | "(" expression ")"
	   factor: [prefix] symbol ["+" | "-"] [digits]
   Libraries also write "(Pa.s2)/m6" and "J/kg/K": parentheses may stand for a factor, and a further
   "/" divides. A symbol as a whole goes before a prefix and a symbol: "min" is a minute, "cd" a
   candela. */
#include "compiler/units/units.h"

#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

static const UnitSymbol symbols[] = {
	/* of the SI; its base units are UNIT_BASES */
	{"g", "kg", 1e-3, 0, true, false},
	{"rad", "1", 1, 0, true, false},
	{"sr", "1", 1, 0, true, false},
	{"N", "kg.m/s2", 1, 0, true, true},
	{"Pa", "kg/(m.s2)", 1, 0, true, true},
	{"J", "kg.m2/s2", 1, 0, true, true},
	{"W", "kg.m2/s3", 1, 0, true, true},
	{"C", "A.s", 1, 0, true, true},
	{"V", "kg.m2/(s3.A)", 1, 0, true, true},
	{"F", "A2.s4/(kg.m2)", 1, 0, true, true},
	{"Ohm", "kg.m2/(s3.A2)", 1, 0, true, true},
	{"S", "A2.s3/(kg.m2)", 1, 0, true, true},
	{"Wb", "kg.m2/(s2.A)", 1, 0, true, true},
	{"T", "kg/(s2.A)", 1, 0, true, true},
	{"H", "kg.m2/(s2.A2)", 1, 0, true, true},
	{"Hz", "1/s", 1, 0, true, false},
	{"Bq", "1/s", 1, 0, true, false},
	{"lm", "cd", 1, 0, true, false},
	{"lx", "cd/m2", 1, 0, true, false},
	{"Gy", "m2/s2", 1, 0, true, false},
	{"Sv", "m2/s2", 1, 0, true, false},
	{"kat", "mol/s", 1, 0, true, false},
	{"degC", "K", 1, 273.15, false, true},
	/* used with the SI, and common ones beside it */
	{"min", "s", 60, 0, false, false},
	{"h", "s", 3600, 0, false, false},
	{"d", "s", 86400, 0, false, false},
	{"l", "m3", 1e-3, 0, true, false},
	{"L", "m3", 1e-3, 0, true, false},
	{"t", "kg", 1000, 0, false, false},
	{"bar", "Pa", 1e5, 0, true, false},
	{"atm", "Pa", 101325, 0, false, false},
	{"eV", "J", 1.602176634e-19, 0, true, false},
	{"cal", "J", 4.184, 0, true, false},
	{"var", "V.A", 1, 0, true, false},
	{"VA", "V.A", 1, 0, true, false},
	{"Wh", "W.h", 1, 0, true, false},
	{"deg", "1", PI / 180, 0, false, true},
	{"rev", "1", 2 * PI, 0, false, false},
	{"r", "1", 2 * PI, 0, false, false},
	{"rpm", "1/s", 2 * PI / 60, 0, false, false},
	{"%", "1", 1e-2, 0, false, true},
	{"ppm", "1", 1e-6, 0, false, false},
	{"degF", "K", 5.0 / 9, 459.67 * 5 / 9, false, true},
	{"degRk", "K", 5.0 / 9, 0, false, true},
	{"kmh", "m/s", 1 / 3.6, 0, false, false},
	{"ft", "m", 0.3048, 0, false, false},
	{"inch", "m", 0.0254, 0, false, false},
	{"lb", "kg", 0.45359237, 0, false, false},
	{"psi", "Pa", 6894.757293168, 0, false, false},
};

static const struct {
	const char *text; /* as written */
	double scale;     /* what it stands for */
} prefixes[] = {
	{"da", 1e1}, {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},  {"P", 1e15},  {"T", 1e12},  {"G", 1e9},
	{"M", 1e6},  {"k", 1e3},   {"h", 1e2},   {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},
	{"n", 1e-9}, {"p", 1e-12}, {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24},
};

enum {
	N_SYMBOLS = sizeof symbols / sizeof *symbols,
	N_PREFIXES = sizeof prefixes / sizeof *prefixes
};

/* Parentheses inside of parentheses; no unit needs more than two. */
enum { MAX_DEPTH = 16 };

typedef struct {
	const char *at; /* what is still to be read */
	int depth;      /* open parentheses */
	bool unknown;   /* a symbol was not known */
	bool malformed; /* something else than a unit is there */
} Reader;

const UnitSymbol *unit_symbols(size_t *n)
{
	*n = N_SYMBOLS;
	return symbols;
}

/* Symbols: known ones first, then a prefix and a known one. */

static bool is_symbol_char(char c)
{
	return plain_is_letter(c) || c == '%' || c == '_' || c == '\'' || (unsigned char)c >= 0x80;
}

static bool find_symbol(const char *text, size_t len, bool prefixed, Unit *out)
{
	static const char *const bases[] = {
#define BASE_TEXT(symbol) #symbol,
		UNIT_BASES(BASE_TEXT)
#undef BASE_TEXT
	};

	for (int i = 0; i < UNIT_N_BASES; i++)
		if (strlen(bases[i]) == len && !memcmp(bases[i], text, len) &&
			!(prefixed && i == UNIT_kg)) {
			*out = unit_one;
			out->power[i] = UNIT_POWER;
			return true;
		}
	for (size_t i = 0; i < N_SYMBOLS; i++) {
		const UnitSymbol *s = &symbols[i];

		if (strlen(s->text) != len || memcmp(s->text, text, len) != 0 ||
			(prefixed && !s->takes_prefix))
			continue;
		unit_read(s->meaning, out);
		out->scale *= s->scale;
		out->offset = s->offset;
		return true;
	}
	return false;
}

static bool find_unit(const char *text, size_t len, Unit *out)
{
	if (find_symbol(text, len, false, out))
		return true;
	for (size_t i = 0; i < N_PREFIXES; i++) {
		size_t n = strlen(prefixes[i].text);

		if (n < len && !memcmp(prefixes[i].text, text, n) &&
			find_symbol(text + n, len - n, true, out)) {
			out->scale *= prefixes[i].scale;
			return true;
		}
	}
	return false;
}

/* The grammar. */

static Unit read_expression(Reader *r);

/* [+-] digits; 1 if there is none. */
static double read_exponent(Reader *r)
{
	char *end;
	long n;

	if (!plain_is_digit(*r->at) && *r->at != '-' && *r->at != '+')
		return 1;
	n = strtol(r->at, &end, 10);
	if (end == r->at || n < -99 || n > 99)
		r->malformed = true;
	r->at = end;
	return (double)n;
}

static Unit read_factor(Reader *r)
{
	Unit u = unit_one, power = unit_one;
	const char *first = r->at;
	double exponent;

	if (*r->at == '(' && r->depth < MAX_DEPTH) {
		r->at++;
		r->depth++;
		u = read_expression(r);
		r->depth--;
		r->malformed |= *r->at != ')';
		r->at += *r->at == ')';
	} else if (*r->at == '1' && !plain_is_digit(r->at[1])) {
		r->at++;
		return u;
	} else {
		while (is_symbol_char(*r->at))
			r->at++;
		if (r->at == first)
			r->malformed = true;
		else if (!find_unit(first, (size_t)(r->at - first), &u))
			r->unknown = true;
	}
	exponent = read_exponent(r);
	if (exponent == 1)
		return u;
	r->unknown |= !unit_multiply(&unit_one, &u, exponent, &power);
	return power;
}

static Unit read_expression(Reader *r)
{
	Unit u = read_factor(r), next;

	while (!r->malformed && (*r->at == '.' || *r->at == '/')) {
		double power = *r->at++ == '.' ? 1 : -1;

		next = read_factor(r);
		r->unknown |= !unit_multiply(&u, &next, power, &u);
	}
	return u;
}

UnitRead unit_read(const char *text, Unit *out)
{
	Reader r = {.at = text};

	*out = unit_one;
	if (!*text)
		return UNIT_UNKNOWN;
	*out = read_expression(&r);
	if (r.malformed || *r.at)
		return UNIT_MALFORMED;
	return r.unknown ? UNIT_UNKNOWN : UNIT_READ;
}
