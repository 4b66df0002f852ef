/* SPDX-License-Identifier: MIT
   test_real.c — real numbers as their shortest decimals. */
#include "base/base.h"
#include "t.h"

#include <float.h>
#include <stdlib.h>

static const char *print(double x)
{
	static char buf[32];

	T_INT(real_print(buf, x), strlen(buf));
	return buf;
}

static void the_layout_is_that_of_printf(void)
{
	T_STR(print(0.0), "0");
	T_STR(print(-0.0), "-0");
	T_STR(print(1), "1");
	T_STR(print(-120), "-120");
	T_STR(print(0.1), "0.1");
	T_STR(print(12.5), "12.5");
	T_STR(print(0.0001), "0.0001");
	T_STR(print(0.00012345), "0.00012345");
	T_STR(print(0.00001), "1e-05");
	T_STR(print(-1.5e-7), "-1.5e-07");
	T_STR(print(100000000000000), "100000000000000");
	T_STR(print(1e15), "1e+15");
	T_STR(print(1234567890123456), "1234567890123456");
	T_STR(print(12345678901234567), "12345678901234568");
	T_STR(print(1.5e100), "1.5e+100");
	T_STR(print(HUGE_VAL), "inf");
	T_STR(print(-HUGE_VAL), "-inf");
	T_STR(print(-NAN), "nan");
}

static void the_hardest_numbers_are_right(void)
{
	T_STR(print(DBL_TRUE_MIN), "5e-324");
	T_STR(print(2 * DBL_TRUE_MIN), "1e-323");
	T_STR(print(DBL_MIN), "2.2250738585072014e-308");
	T_STR(print(DBL_MIN - DBL_TRUE_MIN), "2.225073858507201e-308");
	T_STR(print(DBL_MAX), "1.7976931348623157e+308");
	T_STR(print(9007199254740991), "9007199254740991");
	T_STR(print(9007199254740992), "9007199254740992");
	T_STR(print(9007199254740994), "9007199254740994");
	T_STR(print(ldexp(1, -44)), "5.684341886080802e-14"); /* not the nearest with 16 digits */
	T_STR(print(9.5367431640625e-07), "9.5367431640625e-07");
	T_STR(print(2e23), "2e+23");
	T_STR(print(1e23), "1e+23");
	T_STR(print(5e-324 * 3), "1.5e-323");
	T_STR(print(0.1 + 0.2), "0.30000000000000004");
}

/* Neighbours of 10^e and 2^e: where exponents and intervals change. */
static void powers_and_their_neighbours_read_back(void)
{
	for (int e = -1074; e < 1024; e++) {
		double x = ldexp(1, e), y = e > -324 && e < 309 ? pow(10, e) : 1;
		double all[] = {x, nextafter(x, 0), nextafter(x, DBL_MAX),
						y, nextafter(y, 0), nextafter(y, DBL_MAX)};

		for (size_t i = 0; i < sizeof all / sizeof *all; i++)
			T_CHECK(strtod(print(all[i]), NULL) == all[i]);
	}
}

/* The number of digits of a printed number. */
static int count_digits(const char *s)
{
	char digits[32];
	int n = 0;

	for (; *s && *s != 'e'; s++)
		if (*s >= '0' && *s <= '9' && (n > 0 || *s != '0'))
			digits[n++] = *s;
	while (n > 1 && digits[n - 1] == '0')
		n--;
	return n;
}

static void random_numbers_read_back_and_none_is_shorter(void)
{
	uint64_t bits = 1;

	for (int i = 0; i < 400000; i++) {
		char shorter[40];
		const char *text;
		double x;
		int n;

		bits = map_hash(bits + (uint64_t)i);
		memcpy(&x, &bits, sizeof x);
		if (i % 2)
			x = (double)(int64_t)bits / 65536;
		if (!isfinite(x))
			continue;
		text = print(x);
		if (strtod(text, NULL) != x)
			T_FAIL("%s reads back as another number than %.17g", text, x);
		n = count_digits(text);
		if (i % 8 || n < 2)
			continue;
		snprintf(shorter, sizeof shorter, "%.*e", n - 2, x);
		if (strtod(shorter, NULL) == x)
			T_FAIL("%s is shorter than %s", shorter, text);
	}
}

static void what_no_real_can_be_is_not_read(void)
{
	const char *good[] = {"1.7976931348623157e308", "-1.7976931348623157e308", "1e-400"};
	const char *bad[] = {"1.8e308", "-1e400", "1e99999999999", "nan", "inf", "1e", ""};
	double x;

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (!real_read(good[i], strlen(good[i]), &x) || x != strtod(good[i], NULL))
			T_FAIL("%s is not read", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (real_read(bad[i], strlen(bad[i]), &x))
			T_FAIL("'%s' is read as %g", bad[i], x);
}

int main(void)
{
	T_RUN(the_layout_is_that_of_printf);
	T_RUN(the_hardest_numbers_are_right);
	T_RUN(powers_and_their_neighbours_read_back);
	T_RUN(random_numbers_read_back_and_none_is_shorter);
	T_RUN(what_no_real_can_be_is_not_read);
	return T_END();
}
