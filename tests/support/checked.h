/* SPDX-License-Identifier: MIT
   checked.h — for tests: what a checker must accept. CHECKED(dae_check, d, scratch) ends the test
   if dae_check(d, scratch, why) does not. */
#ifndef MDV_CHECKED_H
#define MDV_CHECKED_H

#include "base/base.h"

#include <stdlib.h>

#define CHECKED(check, ...)                                       \
	do {                                                          \
		Text why_not;                                             \
		text_init(&why_not, NULL);                                \
		if (!check(__VA_ARGS__, &why_not)) {                      \
			fprintf(stderr, #check ": %s\n", text_str(&why_not)); \
			abort();                                              \
		}                                                         \
		text_free(&why_not);                                      \
	} while (0)

#endif
