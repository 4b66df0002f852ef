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

/* A function whose inputs have no units has the first of these units in their place, so that its
   results are known as powers of them. They stay inside of units/. */
enum { UNIT_N_GENERIC = 4, UNIT_N_ALL = UNIT_N_BASES + UNIT_N_GENERIC };

/* Powers are kept as multiples of 1/60, so that roots up to the sixth and their products are exact.
 */
#define UNIT_POWER 60

/* A value x of this unit is scale * x + offset in base units. Angles have no base unit (SI): rad is
   1, deg is a scale. */
typedef struct Unit {
	int16_t power[UNIT_N_ALL]; /* of each base unit, times UNIT_POWER */
	double scale;              /* how many base units one is; not 0 */
	double offset;             /* 273.15 of degC, in base units; 0 of almost all */
} Unit;

/* How two units differ. */
typedef enum UnitMatch {
	UNIT_SAME,
	UNIT_OTHER_SCALE,    /* mm and m, degC and K: the same dimension */
	UNIT_OTHER_DIMENSION /* m and s */
} UnitMatch;

extern const Unit unit_one; /* of numbers, angles and the like */

UnitMatch unit_compare(const Unit *a, const Unit *b);
bool unit_is_number(const Unit *u);  /* no dimension, whatever the scale */
bool unit_is_generic(const Unit *u); /* made of a function's inputs */
/* a * b^power, where the power is a multiple of 1/UNIT_POWER. False: it cannot be told, because an
   offset is involved or a power is not such a multiple. */
bool unit_multiply(const Unit *a, const Unit *b, double power, Unit *out);
/* How many values with an offset it is the sum of: 1 of degC, 2 of the sum of two; 0: of none. */
double unit_weight(const Unit *u);
/* "m/s2", "m2.kg/(s3.K)", "V"; with a scale in front that no symbol stands for, "0.3048 m", and
   roots in parentheses, "m^(1/2)"; "2 times degC" of the sum of two. */
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

/* unit_table.c — units made once, so that a number tells one */

typedef struct UnitTable {
	Arena *keep;    /* holds the table */
	VEC(Unit) unit; /* by number */
	Map seen;       /* hash of a unit -> its number */
	Map texts;      /* Name -> 1 + number, or 0: not a unit that is known */
	Map products;   /* two numbers -> number of their product, or -1 */
	Map quotients;  /* likewise */
} UnitTable;

void unit_table_init(UnitTable *t, Arena *keep);
int32_t unit_table_add(UnitTable *t, const Unit *u);
/* The number of what a text says; -1: it is not known, *malformed: it is no unit at all. */
int32_t unit_table_text(UnitTable *t, const Intern *names, Name text, bool *malformed);
int32_t unit_table_multiply(UnitTable *t, int32_t a, int32_t b, double power); /* -1: not known */

/* units.c — the pass: what unit each variable has, and where units contradict each other */

/* What is known of the unit of a value: the number of a unit, or one of these. */
typedef int32_t UnitRef;
enum {
	REF_ANY = -1,    /* nothing: it agrees with everything */
	REF_NUMBER = -2, /* a plain number: as a factor it is 1, elsewhere it agrees with everything */
	REF_TIME = -3,   /* `time`: in seconds, but for a factor in front of it, which may be a rate */
	REF_OPEN = -4    /* this or below: the unit of a slot that is not known yet; see ref_slot */
};

typedef enum SlotState {
	SLOT_OPEN,     /* not known; equations may tell */
	SLOT_FREE,     /* not known, and not to be told: no Real, or a unit of the user's own */
	SLOT_DECLARED, /* by its declaration */
	SLOT_INFERRED  /* by an equation */
} SlotState;

/* What has a unit: a scalar variable of the model, or a leaf of a function's local variable. */
typedef struct UnitSlot {
	int32_t up;       /* a slot that has the same unit; itself: none, see slot_root */
	int32_t unit;     /* number of a unit; -1: not known. Of a root it counts for all below */
	uint8_t state;    /* SlotState */
	bool is_assigned; /* by a statement */
	Name text;        /* as declared; {0}: not declared */
	Span from;        /* the declaration, or the equation that told it */
} UnitSlot;

typedef struct Units {
	FlatModel *m;     /* whose units */
	Arena *keep;      /* holds all below */
	UnitTable table;  /* units by number */
	UnitSlot *slot;   /* n_slots: the model's variables, then the functions' locals */
	int32_t n_slots;  /* 0: the pass was not asked */
	int32_t **local;  /* for each function, for each of its locals the first of its slots */
	int32_t *generic; /* for each function, for each generic unit an input that has it; -1: none */
	int32_t n_wrong;  /* contradictions reported */
	Map reported;     /* places with a contradiction: one is enough */
} Units;

void units_init(Units *u, FlatModel *m, Arena *keep);
/* Find units and report contradictions. Time and memory O(size of the model). */
void units_find(Units *u, Arena *scratch, Diag *d);
int32_t units_root(Units *u, int32_t slot); /* the slot whose unit counts */
void units_print(Units *u, Text *out);      /* variables with their units */
/* A declared unit is that of its text; slots of one root have one unit. False: `why` tells. */
bool units_check(Units *u, Text *why);

/* units_scope.c — the expressions of the model, or of one function, with what is known of each */

/* Two values that must have the same unit; or one to be looked at. */
typedef struct UnitPair {
	int32_t slot;         /* of a variable that gets the value b; -1: a is an expression */
	const Expr *a;        /* NULL: `slot` */
	const Expr *b;        /* NULL: a alone */
	const FlatBody *body; /* whose locals the expressions use; NULL: none */
	Span at;              /* where it is written */
	bool in_branch;       /* of an if- or when-equation: others may be in force in its place */
} UnitPair;

/* The unit that a value must have. */
typedef struct UnitWant {
	int32_t unit; /* its number; -1: not known */
	int32_t pair; /* the pair that tells */
} UnitWant;

typedef struct UnitFound UnitFound;

typedef struct UnitScope {
	Units *u;                /* where slots are */
	Arena *scratch;          /* holds all below */
	bool judges;             /* contradictions go into `found` */
	bool differs;            /* a contradiction was met, reported or not */
	VEC(UnitFound *) found;  /* by units_report */
	const int32_t *local;    /* the function's first slots by local; NULL: the model */
	Walk walk;               /* to find nodes */
	VEC(UnitPair) pairs;     /* what is written */
	VEC(const Expr *) nodes; /* all expressions, arguments before who uses them */
	UnitRef *value;          /* by expression: what is known of it */
	UnitWant *want;          /* by expression: what it must have */
	int32_t *pair_of;        /* by expression: the pair that uses it first */
	int32_t pair;            /* the pair that is looked at */
	int32_t leaf;            /* of records: the leaf that is looked at */
	int round;               /* of units_infer */
	bool changed;            /* a slot has got a unit */
} UnitScope;

void units_scope_fill(UnitScope *s); /* gives nodes and pair_of, of pairs */

/* units_infer.c — from what is known of variables to what is known of expressions, and back */

void units_infer(UnitScope *s); /* slots that are open get units, until nothing changes */
void units_judge(UnitScope *s); /* contradictions are reported */
bool units_agree(UnitScope *s); /* are there none? */

/* For the rules. */
UnitRef units_leaf(const UnitScope *s, const Expr *e, int k); /* of leaf k of a record */
int32_t units_slot_of(const UnitScope *s, const Expr *e);     /* of a variable; -1: it is none */
UnitRef units_of_slot(Units *u, int32_t slot);

/* units_generic.c — functions whose inputs have no units */

/* After a function has been looked at: what its results are in terms of its inputs. */
void units_generic_find(UnitScope *s, int32_t f);
/* A unit made of inputs, for this call; REF_ANY: not all of them are known. */
UnitRef units_generic_result(const UnitScope *s, const Expr *call, int32_t unit);

/* units_rule.c — what each operator does to units */

/* What is known of an expression whose arguments are known; contradictions are reported. */
UnitRef units_rule_value(UnitScope *s, const Expr *e);
/* Tell the arguments of an expression what units they must have, given want[e->id]. */
void units_rule_want(UnitScope *s, const Expr *e);
/* They must agree: a contradiction is reported, what is open is made one. What is known of both. */
UnitRef units_rule_same(UnitScope *s, UnitRef a, const Expr *ea, UnitRef b, const Expr *eb);
/* The same of a slot and an expression; `name`: of a function's input, which an open slot leaves
   generic; NULL: of a variable, which gets its unit. */
void units_rule_slot(UnitScope *s, int32_t slot, const char *name, const Expr *e);

/* units_report.c — contradictions in words */

/* One of two values that do not agree. */
typedef struct UnitSide {
	const Expr *e;    /* NULL: a slot */
	int32_t slot;     /* of a variable, or of a function's input; -1: none */
	const char *name; /* of a function's input: which; NULL: not one */
	int32_t unit;     /* number of its unit */
} UnitSide;

struct UnitFound {
	int32_t pair;     /* where */
	int32_t leaf;     /* of records */
	UnitSide a, b;    /* what does not agree; a.e NULL and a.slot -1: b alone */
	const Expr *by;   /* of b alone: the operator that needs something else */
	const char *need; /* and what */
};

/* Found in s->pair, if s->judges; the place counts once. */
void units_report(UnitScope *s, const UnitSide *a, const UnitSide *b);
/* Argument i of an operator is not what it needs. */
void units_report_need(UnitScope *s, const Expr *e, uint32_t i, const char *need);
void units_report_say(UnitScope *s, Diag *d); /* what was found, in order of the text */

#endif
