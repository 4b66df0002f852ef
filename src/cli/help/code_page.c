/* SPDX-License-Identifier: MIT
   code_page.c — modevs help E0401: what a diagnostic means, an example, how to repair it; all of
   them are docs/diagnostics.md. */
#include "cli/help/help.h"

#include <string.h>

typedef struct CodePage {
	const char *meaning; /* a sentence or more */
	const char *example; /* a text that has it; NULL: none */
	const char *repair;  /* what helps */
} CodePage;

#define PAGE(code, ...) [code] = {__VA_ARGS__},
static const CodePage pages[DIAG_CODE_COUNT] = {
#include "cli/help/pages_text.h"

#include "cli/help/pages_class.h"

#include "cli/help/pages_model.h"
};
#undef PAGE

enum { WIDTH = 80 };

/* In lines of at most WIDTH bytes, broken at blanks; `column` are written already. */
static void write_wrapped(FILE *to, size_t column, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, " ");

		if (column > 0 && column + 1 + len > WIDTH) {
			fputc('\n', to);
			column = 0;
		}
		fprintf(to, "%s%.*s", column ? " " : "", (int)len, text);
		column += len + (column > 0);
		text += len + strspn(text + len, " ");
	}
	fputc('\n', to);
}

static void write_indented(FILE *to, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n") + 1;

		fprintf(to, "    %.*s", (int)len, text);
		text += len;
	}
}

bool help_code(FILE *to, const char *code)
{
	for (int i = 0; i < DIAG_CODE_COUNT; i++) {
		const CodePage *page = &pages[i];

		if (strcmp(diag_code_text((DiagCode)i), code) != 0)
			continue;
		fprintf(to, "%s: %s\n\n", code, diag_code_title((DiagCode)i));
		write_wrapped(to, 0, page->meaning);
		if (page->example) {
			fputs("\nExample:\n\n", to);
			write_indented(to, page->example);
		}
		write_wrapped(to, (size_t)fprintf(to, "\nRepair:") - 1, page->repair);
		return true;
	}
	return false;
}

void help_codes(FILE *to)
{
	fputs(
		"# Diagnostics\n\n"
		"Made by `modevs help diagnostics` from `src/cli/help/pages_*.h`; do not edit. Codes that "
		"begin with E are errors, those with W warnings;\n`modevs help E0401` prints one page. "
		"Every example is compiled by the tests and has its code.\n",
		to);
	for (int i = 0; i < DIAG_CODE_COUNT; i++) {
		const CodePage *page = &pages[i];

		fprintf(to, "\n## %s: %s\n\n%s\n", diag_code_text((DiagCode)i),
				diag_code_title((DiagCode)i), page->meaning);
		if (page->example)
			fprintf(to, "\n```modelica\n%s```\n", page->example);
		fprintf(to, "\nRepair: %s\n", page->repair);
	}
}
