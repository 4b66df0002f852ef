/* SPDX-License-Identifier: MIT
   describe_type.c — units and enumerations of an FMU. Units are told in terms of the base units
   where they are known; a display unit is told with the first unit that has it. */
#include "compiler/fmi/describe.h"
#include "compiler/units/units.h"

#include <math.h>
#include <string.h>

/* An element of this name is in the list once. */
static bool is_new(Intern *seen, const char *text)
{
	size_t before = seen->n;

	intern_name(seen, text, strlen(text));
	return seen->n > before;
}

static bool base_is_whole(const Unit *u)
{
	for (int i = 0; i < UNIT_N_BASES; i++)
		if (u->power[i] % UNIT_POWER != 0)
			return false;
	return !unit_is_generic(u);
}

static void write_base(Describe *d, const Unit *u)
{
	static const char *const symbol[] = {
#define SYMBOL(s) [UNIT_##s] = #s,
		UNIT_BASES(SYMBOL)
#undef SYMBOL
	};

	text_printf(d->out, "      <BaseUnit");
	for (int i = 0; i < UNIT_N_BASES; i++)
		if (u->power[i] != 0)
			text_printf(d->out, " %s=\"%d\"", symbol[i], u->power[i] / UNIT_POWER);
	if (u->scale != 1)
		describe_number(d->out, "factor", u->scale);
	if (u->offset != 0)
		describe_number(d->out, "offset", u->offset);
	text_printf(d->out, "/>\n");
}

/* Without the last digit, which the quotient has lost: 3.6, not 3.5999999999999996. */
static double rounded(double x)
{
	char buf[32];
	double value = x;

	plain_snprintf(buf, sizeof buf, "%.15g", x);
	return real_read(buf, strlen(buf), &value) ? value : x;
}

/* Whether a variable's display unit is one: of the same dimension as its unit, and another. The
   standard wants it to be defined, with the unit that it belongs to. */
bool describe_is_shown(const MdvVar *v)
{
	Unit unit, shown;

	return *v->unit && *v->display_unit && strcmp(v->display_unit, v->unit) != 0 &&
		   unit_read(v->unit, &unit) == UNIT_READ && base_is_whole(&unit) &&
		   unit_read(v->display_unit, &shown) == UNIT_READ &&
		   unit_compare(&unit, &shown) != UNIT_OTHER_DIMENSION;
}

/* A value x of `unit` is factor*x + offset of `shown` (FMI 2.0, 2.2.2). */
static void write_display(Describe *d, const Unit *unit, const char *text)
{
	Unit shown;

	if (unit_read(text, &shown) != UNIT_READ)
		return;
	text_printf(d->out, "      <DisplayUnit");
	describe_attribute(d->out, "name", text);
	describe_number(d->out, "factor", rounded(unit->scale / shown.scale));
	if (unit->offset != shown.offset)
		describe_number(d->out, "offset", rounded((unit->offset - shown.offset) / shown.scale));
	text_printf(d->out, "/>\n");
}

static void write_displays(Describe *d, const Unit *u, const char *text)
{
	Intern seen;

	intern_init(&seen, arena_allocator(d->keep));
	for (int32_t i = 0; i < d->m->n_vars; i++) {
		const MdvVar *v = &d->m->var[i];

		if (!strcmp(v->unit, text) && describe_is_shown(v) && is_new(&seen, v->display_unit))
			write_display(d, u, v->display_unit);
	}
}

static void write_unit(Describe *d, const char *text)
{
	Unit u;
	bool known = unit_read(text, &u) == UNIT_READ && base_is_whole(&u);

	text_printf(d->out, "    <Unit");
	describe_attribute(d->out, "name", text);
	if (!known) {
		text_printf(d->out, "/>\n");
		return;
	}
	text_printf(d->out, ">\n");
	write_base(d, &u);
	write_displays(d, &u, text);
	text_printf(d->out, "    </Unit>\n");
}

void describe_units(Describe *d)
{
	bool any = false;

	for (int32_t i = 0; i < d->m->n_vars; i++) {
		const MdvVar *v = &d->m->var[i];

		if (v->type != MDV_REAL || !*v->unit || !is_new(&d->units, v->unit))
			continue;
		if (!any)
			text_printf(d->out, "  <UnitDefinitions>\n");
		any = true;
		write_unit(d, v->unit);
	}
	if (any)
		text_printf(d->out, "  </UnitDefinitions>\n");
}

/* --- enumerations --- */

const char *describe_type_name(Describe *d, const MdvVar *v, char buf[32])
{
	Name name = intern_name(&d->types, v->literals, strlen(v->literals));

	plain_snprintf(buf, 32, "Enumeration%u", (unsigned)name.i);
	return buf;
}

static void write_items(Describe *d, const char *literals)
{
	int number = 1;

	for (const char *at = literals; *at; number++) {
		const char *end = text_find_outside(at, ",");

		text_printf(d->out, "      %s<Item", d->o->version == 2 ? "  " : "");
		describe_attribute(d->out, "name", arena_strndup(d->keep, at, (size_t)(end - at)));
		text_printf(d->out, " value=\"%d\"/>\n", number);
		at = end + (*end == ',');
	}
}

static void write_type(Describe *d, const MdvVar *v)
{
	bool two = d->o->version == 2;
	char buf[32];

	text_printf(d->out, "    <%s", two ? "SimpleType" : "EnumerationType");
	describe_attribute(d->out, "name", describe_type_name(d, v, buf));
	text_printf(d->out, ">\n%s", two ? "      <Enumeration>\n" : "");
	write_items(d, v->literals);
	text_printf(d->out, "%s    </%s>\n", two ? "      </Enumeration>\n" : "",
				two ? "SimpleType" : "EnumerationType");
}

void describe_types(Describe *d)
{
	bool any = false;

	for (int32_t i = 0; i < d->m->n_vars; i++) {
		const MdvVar *v = &d->m->var[i];

		if (v->type != MDV_ENUMERATION || !is_new(&d->types, v->literals))
			continue;
		if (!any)
			text_printf(d->out, "  <TypeDefinitions>\n");
		any = true;
		write_type(d, v);
	}
	if (any)
		text_printf(d->out, "  </TypeDefinitions>\n");
}
