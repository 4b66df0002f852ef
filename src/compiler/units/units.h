/* SPDX-License-Identifier: MIT
   units.h — the contents of units/: what the units of a flat model say about it (MLS 19). Units are
   read into powers of the base units, given to variables that declare none by the equations they
   stand in, and compared wherever values are added, compared, assigned, connected or handed to
   functions. A contradiction is a warning, never an error: units do not change what a model
   computes. */
#ifndef MDV_UNITS_H
#define MDV_UNITS_H

#include "compiler/flat/flat.h"

/* unit.c — units as powers of the base units of the SI */

#define UNIT_BASES(X)          X(m) X(kg) X(s) X(A) X(K) X(mol) X(cd)
#define UNIT_BASE_ENUM(symbol) UNIT_##symbol,
enum { UNIT_BASES(UNIT_BASE_ENUM) UNIT_N_BASES };
#undef UNIT_BASE_ENUM

/* Powers are kept as multiples of 1/60, so that roots up to the sixth and their products are exact.
 */
#define UNIT_POWER 60

/* A value x of this unit is scale * x + offset in base units. Angles have no base unit (SI): rad is
   1, deg is a scale. */
typedef struct Unit {
	int16_t power[UNIT_N_BASES]; /* of each base unit, times UNIT_POWER */
	double scale;                /* how many base units one is; not 0 */
	double offset;               /* 273.15 of degC, in base units; 0 of almost all */
} Unit;

/* How two units differ. */
typedef enum UnitMatch {
	UNIT_SAME,
	UNIT_OTHER_SCALE,    /* mm and m, degC and K: the same dimension */
	UNIT_OTHER_DIMENSION /* m and s */
} UnitMatch;

extern const Unit unit_one; /* of numbers, angles and the like */

UnitMatch unit_compare(const Unit *a, const Unit *b);
bool unit_is_number(const Unit *u); /* no dimension, whatever the scale */
/* a * b^power, where the power is a multiple of 1/UNIT_POWER. False: it cannot be told, because an
   offset is involved or a power is not such a multiple. */
bool unit_multiply(const Unit *a, const Unit *b, double power, Unit *out);
/* A text that reads back to it: "m/s2", "W/(m2.K)", "V"; one that no unit stands for has its scale
   in front: "0.3048 m". */
void unit_print(const Unit *u, Text *out);

/* unit_read.c — the texts of units */

typedef enum UnitRead {
	UNIT_READ,
	UNIT_UNKNOWN,  /* well formed, with a symbol that is not known */
	UNIT_MALFORMED /* not a unit expression */
} UnitRead;

/* "N.m", "m/s2", "J/(kg.K)", "1/min", "kg.m-3", "degC". An empty text is UNKNOWN. */
UnitRead unit_read(const char *text, Unit *out);

/* A unit that stands for itself in a text; for unit_print. */
typedef struct UnitSymbol {
	const char *text;     /* as written */
	const char *meaning;  /* in other units */
	double scale, offset; /* of one, in what `meaning` says */
	bool takes_prefix;    /* k, m, … may stand before it */
	bool prints;          /* unit_print writes this one for what it means */
} UnitSymbol;

const UnitSymbol *unit_symbols(size_t *n); /* all that are known beside the base units */

#endif
