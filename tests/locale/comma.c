/* SPDX-License-Identifier: MIT
   comma.c — makes of the program one that has set a locale before anything else: with a decimal
   comma, other messages of the system, and letters that are bytes above 127. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void __attribute__((constructor)) set_locale(void)
{
	char text[8];

	if (setenv("LOCPATH", MDV_LOCALES, 1) != 0 || !setlocale(LC_ALL, "comma")) {
		fputs("the locale cannot be set\n", stderr);
		exit(99);
	}
	snprintf(text, sizeof text, "%.1f", 0.5);
	if (strcmp(text, "0,5") != 0) {
		fprintf(stderr, "the locale has no decimal comma: %s\n", text);
		exit(99);
	}
}
