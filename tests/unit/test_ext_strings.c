/* SPDX-License-Identifier: MIT
   test_ext_strings.c — ModelicaStrings_…; examples of the library's documentation among them. */
#include "ext_call.h"

static void lengths_count_bytes(void)
{
	RUN(T_INT(ModelicaStrings_length(""), 0));
	RUN(T_INT(ModelicaStrings_length("abc"), 3));
	RUN(T_INT(ModelicaStrings_length("Grüße"), 7));
}

static void substrings_stay_inside(void)
{
	RUN(T_STR(ModelicaStrings_substring("This is line 111", 9, 12), "line"));
	RUN(T_STR(ModelicaStrings_substring("This is line 111", 9, 0), ""));
	RUN(T_STR(ModelicaStrings_substring("abc", 1, 3), "abc"));
	RUN(T_STR(ModelicaStrings_substring("abc", 2, 99), "bc"));
	RUN(T_STR(ModelicaStrings_substring("abc", 4, 5), ""));
	RUN(T_STR(ModelicaStrings_substring("Grüße", 3, 4), "ü"));
	T_STR(text_str(&said), "");
	RUN(T_STR(ModelicaStrings_substring("abc", 2, -1), "b"));
	RUN(T_STR(ModelicaStrings_substring("abc", 0, 1), "a"));
	T_CHECK(strstr(text_str(&said), "negative") && strstr(text_str(&said), "not positive"));
}

static void comparison_is_that_of_bytes(void)
{
	enum { LESS = 1, EQUAL, GREATER };

	RUN(T_INT(ModelicaStrings_compare("a", "b", 1), LESS));
	RUN(T_INT(ModelicaStrings_compare("b", "a", 1), GREATER));
	RUN(T_INT(ModelicaStrings_compare("a", "a", 1), EQUAL));
	RUN(T_INT(ModelicaStrings_compare("a", "ab", 1), LESS));
	RUN(T_INT(ModelicaStrings_compare("ab", "a", 1), GREATER));
	RUN(T_INT(ModelicaStrings_compare("Abc", "abC", 0), EQUAL));
	RUN(T_INT(ModelicaStrings_compare("Abc", "abC", 1), LESS));
	RUN(T_INT(ModelicaStrings_compare("z", "ü", 1), LESS));
	RUN(T_INT(ModelicaStrings_compare("", "", 0), EQUAL));
}

static void hashes_are_those_of_the_documentation(void)
{
	RUN(T_INT(ModelicaStrings_hashString("this is a test"), 1827717433));
	RUN(T_INT(ModelicaStrings_hashString("Controller.noise1"), -1025762750));
}

static void white_space_is_skipped(void)
{
	RUN(T_INT(ModelicaStrings_skipWhiteSpace("  \t\n x", 1), 6));
	RUN(T_INT(ModelicaStrings_skipWhiteSpace("  ", 1), 3));
	RUN(T_INT(ModelicaStrings_skipWhiteSpace("", 1), 1));
	RUN(T_INT(ModelicaStrings_skipWhiteSpace("ab", 99), 3));
}

static void scans_real(const char *text, int start, bool no_sign, int next, double number)
{
	static int got_next;
	static double got;

	RUN(ModelicaStrings_scanReal(text, start, no_sign, &got_next, &got));
	if (got_next != next || got != number)
		T_FAIL("scanReal(\"%s\", %d) = %d, %g", text, start, got_next, got);
}

static void reals_follow_the_grammar(void)
{
	scans_real("1", 1, false, 2, 1);
	scans_real("  +1.23e-5 ", 1, false, 11, 1.23e-5);
	scans_real("-2.", 1, false, 4, -2);
	scans_real("1.5", 2, false, 2, 0); /* starts with a point */
	scans_real(".1", 1, false, 1, 0);
	scans_real("-1e999", 1, false, 1, 0); /* none that a Real can be */
	scans_real("-1", 1, true, 1, 0);
	scans_real("+1", 1, true, 1, 0);
	scans_real("1e", 1, false, 2, 1); /* what follows is not an exponent */
	scans_real("1e+x", 1, false, 2, 1);
	scans_real("1E3,", 1, false, 4, 1000);
	scans_real("0x10", 1, false, 2, 0);
	scans_real("inf", 1, false, 1, 0);
	scans_real("", 1, false, 1, 0);
	scans_real("a 17 b", 2, false, 5, 17);
}

static void scans_integer(const char *text, int start, bool no_sign, int next, int number)
{
	static int got_next, got;

	RUN(ModelicaStrings_scanInteger(text, start, no_sign, &got_next, &got));
	if (got_next != next || got != number)
		T_FAIL("scanInteger(\"%s\", %d) = %d, %d", text, start, got_next, got);
}

static void integers_are_no_reals(void)
{
	scans_integer("+123 ", 1, false, 5, 123);
	scans_integer(" -20;", 1, false, 5, -20);
	scans_integer("123.4", 1, false, 1, 0);
	scans_integer("1e5", 1, false, 1, 0);
	scans_integer("2else", 1, false, 2, 2);
	scans_integer("-1", 1, true, 1, 0);
	scans_integer("2147483647", 1, false, 11, 2147483647);
	scans_integer("2147483648", 1, false, 1, 0);
	scans_integer("99999999999999999999999", 1, false, 1, 0);
	scans_integer("x", 1, false, 1, 0);
}

static void scans_text(bool quoted, const char *text, int start, int next, const char *content)
{
	static int got_next;
	static const char *got;

	if (quoted)
		RUN(ModelicaStrings_scanString(text, start, &got_next, &got); T_STR(got, content));
	else
		RUN(ModelicaStrings_scanIdentifier(text, start, &got_next, &got); T_STR(got, content));
	if (got_next != next)
		T_FAIL("scanning \"%s\" from %d ends at %d", text, start, got_next);
}

static void identifiers_begin_with_a_letter(void)
{
	scans_text(false, " w_rel=", 1, 7, "w_rel");
	scans_text(false, "T12", 1, 4, "T12");
	scans_text(false, "_x", 1, 1, "");
	scans_text(false, "1a", 1, 1, "");
	scans_text(false, "", 5, 5, "");
}

static void strings_end_with_a_quote(void)
{
	scans_text(true, " \"abc\" ", 1, 7, "abc");
	scans_text(true, "\"\"", 1, 3, "");
	scans_text(true, "\"a\\\"b\"", 1, 7, "a\\\"b");
	scans_text(true, "\"Grüße\"", 1, 10, "Grüße");
	scans_text(true, "\"abc", 1, 1, "");
	scans_text(true, "\"abc\\", 1, 1, "");
	scans_text(true, "abc", 1, 1, "");
}

int main(void)
{
	start_session();
	T_RUN(lengths_count_bytes);
	T_RUN(substrings_stay_inside);
	T_RUN(comparison_is_that_of_bytes);
	T_RUN(hashes_are_those_of_the_documentation);
	T_RUN(white_space_is_skipped);
	T_RUN(reals_follow_the_grammar);
	T_RUN(integers_are_no_reals);
	T_RUN(identifiers_begin_with_a_letter);
	T_RUN(strings_end_with_a_quote);
	end_session();
	return T_END();
}
