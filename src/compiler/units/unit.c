/* SPDX-License-Identifier: MIT
   unit.c — units as powers of the base units of the SI, with a scale and an offset. */
#include "compiler/units/units.h"

#include <math.h>
#include <string.h>

/* Scales are products of a few conversion factors that libraries give with at least ten digits. */
#define SCALE_TOLERANCE 1e-9

const Unit unit_one = {.scale = 1};

static bool is_close(double a, double b)
{
	return fabs(a - b) <= SCALE_TOLERANCE * fmax(fabs(a), fabs(b));
}

UnitMatch unit_compare(const Unit *a, const Unit *b)
{
	if (memcmp(a->power, b->power, sizeof a->power) != 0)
		return UNIT_OTHER_DIMENSION;
	return is_close(a->scale, b->scale) && is_close(a->offset, b->offset) ? UNIT_SAME
																		  : UNIT_OTHER_SCALE;
}

bool unit_is_number(const Unit *u)
{
	return memcmp(u->power, unit_one.power, sizeof u->power) == 0;
}

bool unit_is_generic(const Unit *u)
{
	for (int i = UNIT_N_BASES; i < UNIT_N_ALL; i++)
		if (u->power[i] != 0)
			return true;
	return false;
}

bool unit_multiply(const Unit *a, const Unit *b, double power, Unit *out)
{
	Unit u = {.scale = a->scale * pow(b->scale, power)};

	if (a->offset != 0 || b->offset != 0 || !isfinite(u.scale) || u.scale <= 0)
		return false;
	for (int i = 0; i < UNIT_N_ALL; i++) {
		double p = a->power[i] + b->power[i] * power;

		if (p != rint(p) || fabs(p) > INT16_MAX)
			return false;
		u.power[i] = (int16_t)p;
	}
	*out = u;
	return true;
}

/* Printing */

static void print_power(const char *symbol, int power, Text *out)
{
	int below = UNIT_POWER;

	text_printf(out, "%s", symbol);
	for (int factor = 5; factor > 1; factor--)
		while (power % factor == 0 && below % factor == 0) {
			power /= factor;
			below /= factor;
		}
	if (below > 1)
		text_printf(out, "^(%d/%d)", power, below);
	else if (power != 1)
		text_printf(out, "%d", power);
}

/* The base units with positive powers, or those with negative ones; how many there are. */
static int print_bases(const Unit *u, int sign, Text *out)
{
	static const char *const bases[] = {
#define BASE_TEXT(symbol) #symbol,
		UNIT_BASES(BASE_TEXT)
#undef BASE_TEXT
	};
	int n = 0;

	for (int i = 0; i < UNIT_N_BASES; i++)
		if (u->power[i] * sign > 0) {
			if (out && n)
				text_printf(out, ".");
			if (out)
				print_power(bases[i], u->power[i] * sign, out);
			n++;
		}
	return n;
}

/* The symbol of a unit that is printed with it, but for the offset; NULL: it has none. */
static const char *symbol_of(const Unit *u, double *offset)
{
	size_t n_symbols;
	const UnitSymbol *symbol = unit_symbols(&n_symbols);
	Unit known, like = *u;

	for (size_t i = 0; i < n_symbols; i++) {
		if (!symbol[i].prints || unit_read(symbol[i].text, &known) != UNIT_READ ||
			(u->offset != 0) != (known.offset != 0))
			continue;
		like.offset = *offset = known.offset;
		if (unit_compare(&like, &known) == UNIT_SAME)
			return symbol[i].text;
	}
	return NULL;
}

double unit_weight(const Unit *u)
{
	double offset;

	if (u->offset == 0)
		return 0;
	return !symbol_of(u, &offset) || is_close(u->offset, offset) ? 1 : u->offset / offset;
}

void unit_print(const Unit *u, Text *out)
{
	double offset, weight = unit_weight(u);
	const char *symbol = symbol_of(u, &offset);
	int below = print_bases(u, -1, NULL);

	if (symbol) {
		if (weight != 0 && weight != 1)
			text_printf(out, "%.6g times ", weight);
		text_printf(out, "%s", symbol);
		return;
	}
	if (!is_close(u->scale, 1))
		text_printf(out, "%.6g ", u->scale);
	if (print_bases(u, 1, out) == 0)
		text_printf(out, "1");
	if (below)
		text_printf(out, below > 1 ? "/(" : "/");
	print_bases(u, -1, out);
	if (below > 1)
		text_printf(out, ")");
}
