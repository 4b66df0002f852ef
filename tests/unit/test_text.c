/* SPDX-License-Identifier: MIT
   test_text.c — growable strings, numbers as text, UTF-8. */
#include "t.h"
#include "base/base.h"

#include <float.h>
#include <locale.h>
#include <stdlib.h>

static void text_grows_by_appending(void)
{
	Text t;

	text_init(&t, NULL);
	T_STR(text_str(&t), "");
	T_CHECK(text_add(&t, "abc", 2));
	T_CHECK(text_printf(&t, "-%d-%s", 42, "x"));
	T_CHECK(text_add_char(&t, '~', 3));
	T_CHECK(text_add(&t, NULL, 0));
	T_STR(text_str(&t), "ab-42-x~~~");
	T_INT(t.n, 10);
	text_clear(&t);
	T_STR(text_str(&t), "");
	T_CHECK(text_printf(&t, "%*s", 5000, "end"));
	T_INT(t.n, 5000);
	T_INT(strlen(text_str(&t)), 5000);
	text_free(&t);
}

static bool prefix(Text *t, const char *format, ...)
{
	va_list args;
	bool ok;

	va_start(args, format);
	ok = text_vprefix(t, format, args);
	va_end(args);
	return ok;
}

static void text_goes_in_front(void)
{
	Text t;

	text_init(&t, NULL);
	T_CHECK(prefix(&t, "%s", "é"));
	T_CHECK(prefix(&t, "%d: ", 17));
	T_CHECK(prefix(&t, "%s", ""));
	T_STR(text_str(&t), "17: é");
	text_free(&t);
}

static void text_tells_that_something_was_lost(void)
{
	AllocMeter meter;
	Text t;

	alloc_meter_init(&meter, NULL);
	meter.fail_at = 2;
	text_init(&t, &meter.alloc);
	T_CHECK(text_printf(&t, "abc"));
	T_CHECK(!text_printf(&t, "%*d", 1000, 1));
	T_STR(text_str(&t), "abc");
	T_CHECK(!text_add(&t, "", SIZE_MAX) && !text_add_char(&t, ' ', SIZE_MAX - 3));
	T_CHECK(t.failed);
	T_CHECK(text_add(&t, "d", 1));
	T_CHECK(t.failed);
	T_STR(text_str(&t), "abcd");
	text_clear(&t);
	T_CHECK(!t.failed);
	text_free(&t);
	T_INT(meter.live, 0);
}

static void reals_print_short(void)
{
	char buf[32];

	T_STR(text_real(buf, 0.1), "0.1");
	T_STR(text_real(buf, 1), "1");
	T_STR(text_real(buf, -0.0), "-0");
	T_STR(text_real(buf, 0.1 + 0.2), "0.30000000000000004");
	T_STR(text_real(buf, 1.0 / 3), "0.3333333333333333");
	T_STR(text_real(buf, -1e22), "-1e+22");
	T_STR(text_real(buf, 9.81), "9.81");
	T_STR(text_real(buf, HUGE_VAL), "inf");
	T_STR(text_real(buf, -HUGE_VAL), "-inf");
	T_STR(text_real(buf, NAN), "nan");
	T_STR(text_real(buf, -NAN), "nan");
	T_STR(text_real(buf, -DBL_MAX), "-1.7976931348623157e+308");
}

static void reals_read_back_as_the_same_bits(void)
{
	uint64_t bits = 1;

	for (int i = 0; i < 20000; i++) {
		double x, back;
		char buf[32];

		bits = map_hash(bits + (uint64_t)i);
		memcpy(&x, &bits, sizeof x);
		if (isnan(x))
			continue;
		back = strtod(text_real(buf, x), NULL);
		if (memcmp(&x, &back, sizeof x) != 0)
			T_FAIL("%s reads back as another number than %.17g", buf, x);
	}
}

static void reals_have_a_point_in_every_locale(void)
{
	static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "ps_AF", "C"};
	char buf[32];

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (setlocale(LC_NUMERIC, names[i])) {
			T_STR(text_real(buf, -1.5e-7), "-1.5e-07");
			T_STR(text_real(buf, 1e6 + 1.0 / 7), "1000000.1428571428");
		}
	setlocale(LC_NUMERIC, "C");
}

static void utf8_is_decoded_strictly(void)
{
	uint32_t code = 0;

	T_INT(text_utf8("a", 1, &code), 1);
	T_INT(code, 'a');
	T_INT(text_utf8("\0", 1, &code), 1);
	T_INT(code, 0);
	T_INT(text_utf8("é", 2, &code), 2);
	T_INT(code, 0xE9);
	T_INT(text_utf8("…", 3, &code), 3);
	T_INT(code, 0x2026);
	T_INT(text_utf8("\xF0\x9F\x98\x80", 4, &code), 4);
	T_INT(code, 0x1F600);
	T_INT(text_utf8("\xF4\x8F\xBF\xBF", 4, &code), 4);
	T_INT(code, 0x10FFFF);
	T_INT(text_utf8("é", 1, &code), 0);                /* cut off */
	T_INT(text_utf8("\x80", 1, &code), 0);             /* continuation */
	T_INT(text_utf8("\xC3(", 2, &code), 0);            /* no continuation */
	T_INT(text_utf8("\xC0\x80", 2, &code), 0);         /* overlong */
	T_INT(text_utf8("\xE0\x9F\xBF", 3, &code), 0);     /* overlong */
	T_INT(text_utf8("\xED\xA0\x80", 3, &code), 0);     /* surrogate */
	T_INT(text_utf8("\xF4\x90\x80\x80", 4, &code), 0); /* beyond Unicode */
	T_INT(text_utf8("\xFF\xBF\xBF\xBF", 4, &code), 0);
}

static void files_named_after_classes_have_plain_names(void)
{
	Arena keep;

	arena_init(&keep, NULL);
	T_STR(text_file_name(&keep, "A.B"), "A.B");
	T_STR(text_file_name(&keep, "'x./somewhere/pwn'"), "x._somewhere_pwn");
	T_STR(text_file_name(&keep, "'..'"), "_.");
	T_STR(text_file_name(&keep, "'-o'"), "_o");
	T_STR(text_file_name(&keep, "''"), "_");
	T_STR(text_file_name(&keep, "'a\nb'"), "a_b");
	T_INT(strlen(text_file_name(&keep,
								"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
								"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")),
		  117);
	T_CHECK(text_is_plain("a/b-1.so") && !text_is_plain("$(x)") && !text_is_plain("-a"));
	arena_free(&keep);
}

int main(void)
{
	T_RUN(text_grows_by_appending);
	T_RUN(text_goes_in_front);
	T_RUN(text_tells_that_something_was_lost);
	T_RUN(reals_print_short);
	T_RUN(reals_read_back_as_the_same_bits);
	T_RUN(reals_have_a_point_in_every_locale);
	T_RUN(utf8_is_decoded_strictly);
	T_RUN(files_named_after_classes_have_plain_names);
	return T_END();
}
