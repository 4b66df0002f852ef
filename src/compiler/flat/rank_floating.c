/* SPDX-License-Identifier: MIT
   rank_floating.c — unknowns that could all change together without any equation noticing. Only
   those that occur in linear equations alone can take part. An equation with one such unknown holds
   it fast; with two of equal weight it ties them together (union-find with signs); repeated until
   nothing changes, a class that no other equation contains floats. Linear time but for the number
   of rounds, which is small: equations of two unknowns need one, in whatever order. */
#include "compiler/flat/flat.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ROUNDS 50 /* of the search */
#define MAX_NAMES  4  /* components named */

typedef struct Classes {
	int32_t *up;   /* by column: another of its class, or itself */
	int8_t *sign;  /* by column: relative to up */
	uint8_t *fast; /* by root: held fast, or in an equation that is not understood */
} Classes;

static int32_t root_of(Classes *k, int32_t col, int *sign)
{
	int32_t root = col;
	int s = 1;

	while (k->up[root] != root) {
		s *= k->sign[root];
		root = k->up[root];
	}
	*sign = s;
	while (k->up[col] != root && col != root) { /* shorten the path */
		int32_t next = k->up[col];
		int rest = s * k->sign[col];

		k->up[col] = root;
		k->sign[col] = (int8_t)s;
		s = rest;
		col = next;
	}
	return root;
}

/* What a row says about classes that may still float: at most three of them, added up. */
static int reduce_row(const RankMatrix *a, Classes *k, int32_t row, RankTerm left[3])
{
	int n = 0;

	for (int32_t t = a->start[row]; t < a->start[row + 1]; t++) {
		int sign, i = 0;
		int32_t root = root_of(k, a->term[t].i, &sign);

		if (k->fast[root])
			continue;
		while (i < n && left[i].i != root)
			i++;
		if (i == n) {
			if (n == 3)
				return 4; /* too many to say anything */
			left[n++] = (RankTerm){root, 0};
		}
		left[i].coef += sign * a->term[t].coef;
		if (left[i].coef == 0)
			left[i] = left[--n];
	}
	return n;
}

/* One round over all rows. True: something was learnt. */
static bool tie_classes(const RankMatrix *a, Classes *k)
{
	bool changed = false;
	RankTerm left[3];

	for (int32_t row = 0; row < a->n_rows; row++) {
		int n = reduce_row(a, k, row, left);

		if (n == 1) {
			k->fast[left[0].i] = 1;
			changed = true;
		} else if (n == 2 && abs(left[0].coef) == abs(left[1].coef)) {
			k->up[left[1].i] = left[0].i;
			k->sign[left[1].i] = left[0].coef == left[1].coef ? -1 : 1;
			changed = true;
		}
	}
	return changed;
}

/* A class in an equation that ties it in another way does not count as floating. */
static void hold_others(const RankMatrix *a, Classes *k)
{
	RankTerm left[3];

	for (int32_t row = 0; row < a->n_rows; row++) {
		if (reduce_row(a, k, row, left) == 0)
			continue;
		for (int32_t t = a->start[row]; t < a->start[row + 1]; t++) {
			int sign;

			k->fast[root_of(k, a->term[t].i, &sign)] = 1;
		}
	}
}

static void find_floating(const RankMatrix *a, Arena *scratch, Classes *k)
{
	k->up = NEW_ARRAY(scratch, int32_t, a->n_cols);
	k->sign = NEW_ARRAY(scratch, int8_t, a->n_cols);
	k->fast = NEW_ARRAY(scratch, uint8_t, a->n_cols);
	for (int32_t col = 0; col < a->n_cols; col++) {
		k->up[col] = col;
		k->sign[col] = 1;
		k->fast[col] = a->tied[col];
	}
	for (int round = 0; round < MAX_ROUNDS && tie_classes(a, k); round++)
		;
	hold_others(a, k);
}

/* What floats, by the unit of the potential. */
static const struct {
	const char *unit;   /* of the potential; NULL: any other */
	const char *plural; /* what it is */
} quantity[] = {{"V", "potentials"}, {"A", "magnetic potentials"}, {"rad", "angles"},
				{"m", "positions"},  {"K", "temperatures"},        {"Pa", "pressures"},
				{NULL, "values"}};

static const char *plural_of(const FlatModel *m, VarId v)
{
	const char *unit = intern_text(m->names, flat_attrs(m, v)->unit);
	size_t i = 0;

	while (quantity[i].unit && strcmp(quantity[i].unit, unit) != 0)
		i++;
	return quantity[i].plural;
}

/* What fixes it: of the standard library, by the package that the connector comes from. */
static const struct {
	const char *package; /* the connector's class name begins with it */
	const char *remedy;  /* class of that package */
} remedy[] = {{"Modelica.Electrical.Analog.", "Basic.Ground"},
			  {"Modelica.Electrical.QuasiStatic.SinglePhase.", "Basic.Ground"},
			  {"Modelica.Magnetic.FluxTubes.", "Basic.Ground"},
			  {"Modelica.Magnetic.FundamentalWave.", "Components.Ground"},
			  {"Modelica.Magnetic.QuasiStatic.FluxTubes.", "Basic.Ground"},
			  {"Modelica.Magnetic.QuasiStatic.FundamentalWave.", "Components.Ground"},
			  {"Modelica.Mechanics.Rotational.", "Components.Fixed"},
			  {"Modelica.Mechanics.Translational.", "Components.Fixed"},
			  {"Modelica.Mechanics.MultiBody.", "Parts.Fixed"},
			  {"Modelica.Thermal.HeatTransfer.", "Sources.FixedTemperature"},
			  {"Modelica.Thermal.FluidHeatFlow.", "Sources.Ambient"},
			  {"Modelica.Fluid.", "Sources.FixedBoundary"}};

static void add_remedy(const FlatModel *m, VarId v, Text *out)
{
	PathId path = flat_decl_of(m, v)->path;
	const char *name = intern_text(m->names, m->paths.at[path.i].class_name);

	for (size_t i = 0; i < sizeof remedy / sizeof *remedy; i++)
		if (strncmp(name, remedy[i].package, strlen(remedy[i].package)) == 0) {
			text_printf(out, "connect a %s%s", remedy[i].package, remedy[i].remedy);
			return;
		}
	text_printf(out, "one of them must be given a value");
}

/* The component that a variable of a connector belongs to; 0: the model itself. */
static PathId component_of(const FlatModel *m, VarId v)
{
	PathId path = flat_decl_of(m, v)->path;
	PathId parent = path.i > 0 ? m->paths.at[path.i].parent : path;

	return (flat_decl_of(m, v)->flags & DF_CONNECTOR_PART) && parent.i > 0 ? parent : path;
}

/* "R1, C1 and 5 others": the components of the variables, each once, in order. */
static PathId add_components(const FlatModel *m, const VarId *var, size_t n, Text *out)
{
	PathId name[MAX_NAMES], first = {0};
	size_t n_names = 0, others = 0;
	Map seen;

	map_init(&seen, arena_heap(m->keep));
	for (size_t i = 0; i < n; i++) {
		PathId path = component_of(m, var[i]);

		if (map_find(&seen, (uint64_t)path.i))
			continue;
		map_put(&seen, (uint64_t)path.i, 1);
		if (!first.i && m->paths.at[path.i].at.file && !flat_in_library(m, m->paths.at[path.i].at))
			first = path;
		if (n_names < MAX_NAMES)
			name[n_names++] = path;
		else
			others++;
	}
	map_free(&seen);
	for (size_t i = 0; i < n_names; i++) {
		text_printf(out, i == 0 ? "" : i + 1 == n_names && others == 0 ? " and " : ", ");
		if (name[i].i == 0)
			text_printf(out, "the model itself");
		flat_print_path(m, name[i], out);
	}
	if (others > 0)
		text_printf(out, " and %zu other%s", others, others == 1 ? "" : "s");
	return first;
}

static void report(const FlatModel *m, const VarId *var, size_t n, Diag *d)
{
	PathId first = {0};
	bool ports = true;
	Text line;

	for (size_t i = 0; i < n; i++)
		ports &= (flat_decl_of(m, var[i])->flags & DF_CONNECTOR_PART) != 0;
	text_init(&line, arena_heap(m->keep));
	if (ports) {
		text_printf(&line, "the %s of ", plural_of(m, var[0]));
		first = add_components(m, var, n, &line);
	} else {
		wording_names(m, var, n, &line);
	}
	text_printf(&line,
				n > 1 ? " are fixed only relative to each other; " : " can have any value; ");
	if (ports)
		add_remedy(m, var[0], &line);
	else
		text_printf(&line, n > 1 ? "one of them must be given a value" : "give it one");
	diag_error(d, first.i ? m->paths.at[first.i].at : flat_decl_of(m, var[0])->at, E_FLOATING, "%s",
			   text_str(&line));
	text_free(&line);
}

bool rank_floating_check(const FlatModel *m, const Incidence *inc, const RankMatrix *a,
						 Arena *scratch, Diag *d)
{
	ArenaMark mark = arena_mark(scratch);
	VarId *var = NEW_ARRAY(scratch, VarId, a->n_cols);
	uint8_t *done = NEW_ARRAY(scratch, uint8_t, a->n_cols);
	Classes k;
	int n_reports = 0, sign;

	find_floating(a, scratch, &k);
	for (int32_t col = 0; col < a->n_cols && n_reports < 3; col++) {
		int32_t root = root_of(&k, col, &sign);
		size_t n = 0;

		if (k.fast[root] || done[root])
			continue;
		done[root] = 1;
		for (int32_t other = col; other < a->n_cols; other++)
			if (root_of(&k, other, &sign) == root)
				var[n++] = inc->var[other];
		if (d)
			report(m, var, n, d);
		n_reports++;
	}
	arena_release(scratch, mark);
	return n_reports == 0;
}
