/* SPDX-License-Identifier: MIT
   t.h — the whole test harness. A test is a function whose name states the claim; T_RUN runs it,
   T_END reports. A failed check prints `file:line: expression = got, want` and the test goes on. */
#ifndef MDV_T_H
#define MDV_T_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int t_passed, t_failed, t_bad; /* tests passed and failed; failed checks of this test */

#define T_FAIL(...)                                     \
	do {                                                \
		fprintf(stderr, "%s:%d: ", __FILE__, __LINE__); \
		fprintf(stderr, __VA_ARGS__);                   \
		fputc('\n', stderr);                            \
		t_bad++;                                        \
	} while (0)

#define T_CHECK(cond)                     \
	do {                                  \
		if (!(cond))                      \
			T_FAIL("%s is false", #cond); \
	} while (0)

#define T_INT(expr, want)                                                \
	do {                                                                 \
		long long t_got = (long long)(expr), t_want = (long long)(want); \
		if (t_got != t_want)                                             \
			T_FAIL("%s = %lld, want %lld", #expr, t_got, t_want);        \
	} while (0)

#define T_REAL(expr, want, tol)                                     \
	do {                                                            \
		double t_got = (expr), t_want = (want);                     \
		if (!(t_got == t_want || fabs(t_got - t_want) <= (tol)))    \
			T_FAIL("%s = %.17g, want %.17g", #expr, t_got, t_want); \
	} while (0)

#define T_STR(expr, want)                                                                \
	do {                                                                                 \
		const char *t_got = (expr), *t_want = (want);                                    \
		if (!t_got || strcmp(t_got, t_want) != 0)                                        \
			T_FAIL("%s = \"%s\", want \"%s\"", #expr, t_got ? t_got : "(null)", t_want); \
	} while (0)

#define T_RUN(test)                                            \
	do {                                                       \
		t_bad = 0;                                             \
		test();                                                \
		if (t_bad)                                             \
			fprintf(stderr, "FAILED %s\n", #test), t_failed++; \
		else                                                   \
			t_passed++;                                        \
	} while (0)

#define T_END() (printf("%d passed, %d failed\n", t_passed, t_failed), t_failed != 0)

#endif
