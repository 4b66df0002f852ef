/* SPDX-License-Identifier: MIT
   test_unit_read.c — the texts of units, and units as powers of base units. */
#include "compiler/units/units.h"
#include "t.h"

/* The unit of a text, printed. */
static const char *said(const char *text)
{
	static char said[4][128];
	static int next;
	char *into = said[next++ % 4];
	Unit u;
	Text out;
	UnitRead how = unit_read(text, &u);

	if (how != UNIT_READ)
		return how == UNIT_UNKNOWN ? "unknown" : "malformed";
	text_init(&out, NULL);
	unit_print(&u, &out);
	snprintf(into, sizeof said[0], "%s", text_str(&out));
	text_free(&out);
	return into;
}

static UnitMatch compared(const char *a, const char *b)
{
	Unit ua, ub;

	if (unit_read(a, &ua) != UNIT_READ || unit_read(b, &ub) != UNIT_READ)
		T_FAIL("'%s' or '%s' is not read", a, b);
	return unit_compare(&ua, &ub);
}

static void products_quotients_and_powers_are_read(void)
{
	T_STR(said("m"), "m");
	T_STR(said("m/s2"), "m/s2");
	T_STR(said("kg.m2"), "m2.kg");
	T_STR(said("1/s"), "1/s");
	T_STR(said("m.s-2"), "m/s2");
	T_STR(said("J/(kg.K)"), "m2/(s2.K)");
	T_STR(said("(Pa.s2)/m6"), "kg/m7");
	T_STR(said("(J/kg)/(kg/m3)"), "m5/(kg.s2)");
	T_STR(said("J/kg/K"), "m2/(s2.K)");
	T_STR(said("m+2"), "m2");
	T_STR(said("(m.s)2"), "m2.s2");
	T_STR(said("1"), "1");
}

static void derived_units_are_products_of_base_units(void)
{
	T_INT(compared("N.m", "J"), UNIT_SAME);
	T_INT(compared("V.A", "W"), UNIT_SAME);
	T_INT(compared("J/s", "W"), UNIT_SAME);
	T_INT(compared("Wb/s", "V"), UNIT_SAME);
	T_INT(compared("1/Ohm", "S"), UNIT_SAME);
	T_INT(compared("C/V", "F"), UNIT_SAME);
	T_INT(compared("V.s/A", "H"), UNIT_SAME);
	T_INT(compared("Hz", "1/s"), UNIT_SAME);
	T_INT(compared("rad/s", "1/s"), UNIT_SAME);
	T_INT(compared("N/m2", "Pa"), UNIT_SAME);
	T_INT(compared("T.m2", "Wb"), UNIT_SAME);
	T_INT(compared("m", "s"), UNIT_OTHER_DIMENSION);
	T_INT(compared("N.m", "N/m"), UNIT_OTHER_DIMENSION);
	T_STR(said("kg.m2/s3"), "W");
	T_STR(said("A.s/V"), "F");
}

static void prefixes_and_units_beside_the_si_are_scales(void)
{
	T_INT(compared("mm", "m"), UNIT_OTHER_SCALE);
	T_INT(compared("km/h", "kmh"), UNIT_SAME);
	T_INT(compared("kW.h", "kWh"), UNIT_SAME);
	T_INT(compared("MJ", "kW.h"), UNIT_OTHER_SCALE);
	T_INT(compared("l/min", "m3/s"), UNIT_OTHER_SCALE);
	T_INT(compared("dal", "hl"), UNIT_OTHER_SCALE);
	T_INT(compared("deg", "rad"), UNIT_OTHER_SCALE);
	T_INT(compared("rev/min", "rpm"), UNIT_SAME);
	T_INT(compared("%", "1"), UNIT_OTHER_SCALE);
	T_INT(compared("kg", "g"), UNIT_OTHER_SCALE);
	T_INT(compared("mg.km", "kg.m"), UNIT_OTHER_SCALE);
	T_INT(compared("g.km", "kg.m"), UNIT_SAME);
}

static void a_symbol_goes_before_a_prefix(void)
{
	T_INT(compared("min", "s"), UNIT_OTHER_SCALE);
	T_STR(said("cd"), "cd");
	T_STR(said("Pa"), "Pa");
	T_INT(compared("h", "s"), UNIT_OTHER_SCALE);
	T_INT(compared("T", "V.s/m2"), UNIT_SAME);
	T_INT(compared("mT", "T"), UNIT_OTHER_SCALE);
}

static void offsets_tell_degrees_celsius_from_kelvin(void)
{
	Unit c, k, out;

	T_INT(compared("degC", "K"), UNIT_OTHER_SCALE);
	T_INT(compared("degC", "degC"), UNIT_SAME);
	T_INT(compared("degF", "degRk"), UNIT_OTHER_SCALE);
	unit_read("degC", &c);
	unit_read("K", &k);
	T_REAL(c.offset, 273.15, 0);
	T_CHECK(!unit_multiply(&c, &k, 1, &out));
	T_STR(said("J/degC"), "unknown");
	T_STR(said("degC"), "degC");
}

static void what_is_not_known_is_told_from_what_is_malformed(void)
{
	T_STR(said(""), "unknown");
	T_STR(said("phon"), "unknown");
	T_STR(said("EUR/(kW.h)"), "unknown");
	T_STR(said("pu"), "unknown");
	T_STR(said("kkg"), "unknown");
	T_STR(said("m/"), "malformed");
	T_STR(said("(m"), "malformed");
	T_STR(said("m)"), "malformed");
	T_STR(said("m s"), "malformed");
	T_STR(said("m**2"), "malformed");
	T_STR(said("m999999999999999999999"), "malformed");
	T_STR(said("12"), "malformed");
	T_STR(said("((((((((((((((((((((((((((m))))))))))))))))))))))))))"), "malformed");
}

static void roots_are_exact(void)
{
	Unit area, half, back;

	unit_read("m2/Hz", &area);
	T_CHECK(unit_multiply(&unit_one, &area, 0.5, &half));
	T_CHECK(unit_multiply(&half, &half, 1, &back));
	T_INT(unit_compare(&area, &back), UNIT_SAME);
	T_CHECK(!unit_multiply(&unit_one, &area, 0.123456, &half));
	T_CHECK(!unit_multiply(&unit_one, &area, 1e6, &half));
	T_CHECK(unit_is_number(&unit_one));
	T_CHECK(!unit_is_number(&area));
}

int main(void)
{
	T_RUN(products_quotients_and_powers_are_read);
	T_RUN(derived_units_are_products_of_base_units);
	T_RUN(prefixes_and_units_beside_the_si_are_scales);
	T_RUN(a_symbol_goes_before_a_prefix);
	T_RUN(offsets_tell_degrees_celsius_from_kelvin);
	T_RUN(what_is_not_known_is_told_from_what_is_malformed);
	T_RUN(roots_are_exact);
	return T_END();
}
