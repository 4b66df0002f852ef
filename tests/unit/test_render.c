/* SPDX-License-Identifier: MIT
   test_render.c — source lines with underlined ranges. */
#include "base/base.h"
#include "t.h"

#include <stdlib.h>

/* The snippet of text[start, end). */
static void shows(const char *text, uint32_t start, uint32_t end, const char *want)
{
	SourceSet set;
	uint32_t file;
	Text out;

	source_init(&set, NULL);
	text_init(&out, NULL);
	source_add(&set, "x.mo", text, strlen(text), &file);
	render_snippet(&out, &set, (Span){file, start, end}, NULL);
	T_STR(text_str(&out), want);
	text_free(&out);
	source_free(&set);
}

static void the_range_is_underlined(void)
{
	shows("x = y + 1;\n", 4, 9, "    1 | x = y + 1;\n      |     ^~~~~\n");
	shows("x = y + 1;\n", 4, 5, "    1 | x = y + 1;\n      |     ^\n");
}

static void a_point_has_one_caret_even_past_the_end(void)
{
	shows("x = y\n", 4, 4, "    1 | x = y\n      |     ^\n");
	shows("x = y\n", 5, 5, "    1 | x = y\n      |      ^\n");
	shows("x = y", 99, 99, "    1 | x = y\n      |      ^\n");
	shows("x = y", 4, 2, "    1 | x = y\n      |     ^\n");
	shows("", 0, 0, "    1 |\n      | ^\n");
	shows("a\n\nb", 2, 2, "    2 |\n      | ^\n");
}

static void several_lines_are_underlined_to_the_end_of_the_first(void)
{
	shows("  if a then\n    b;\n  end if;\n", 2, 27, "    1 |   if a then\n      |   ^~~~~~~~~\n");
	shows("a then\r\n  b;\n", 2, 12, "    1 | a then\n      |   ^~~~\n");
	shows("abc\ndef\n", 3, 6, "    1 | abc\n      |    ^\n"); /* begins with the line end */
}

static void tabs_become_spaces_and_stay_aligned(void)
{
	shows("\tx\t= y;\n", 3, 4, "    1 |     x   = y;\n      |         ^\n");
	shows("\tx\t= y;\n", 1, 4, "    1 |     x   = y;\n      |     ^~~~~\n");
}

static void characters_are_counted_as_they_are_shown(void)
{
	shows("ä = ö;", 5, 7, "    1 | ä = ö;\n      |     ^\n");
	shows("温度 = T;", 9, 10, "    1 | 温度 = T;\n      |        ^\n"); /* wide: two cells */
	shows("温度 = T;", 0, 6, "    1 | 温度 = T;\n      | ^~~~\n");
	shows("e\u0301x = y", 3, 4, "    1 | e\u0301x = y\n      |  ^\n"); /* combining: none */
}

static void control_characters_and_bad_bytes_are_replaced(void)
{
	shows("a\033[2J\xFFx", 6, 7, "    1 | a\uFFFD[2J\uFFFDx\n      |       ^\n");
	shows("a\u202Ex", 4, 5, "    1 | a\uFFFDx\n      |   ^\n"); /* right to left */
}

static void line_numbers_of_six_digits_keep_the_bars_aligned(void)
{
	char *text = calloc(1, 123460);

	memset(text, '\n', 123455);
	strcat(text, "xy");
	shows(text, 123456, 123457, "123456 | xy\n       |  ^\n");
	free(text);
}

/* A line of n digits 0123456789…; the range is [start, end). */
static void digits(uint32_t n, uint32_t start, uint32_t end, const char *want)
{
	char *text = malloc(n + 1);

	for (uint32_t i = 0; i < n; i++)
		text[i] = (char)('0' + i % 10);
	text[n] = '\0';
	shows(text, start, end, want);
	free(text);
}

#define TEN     "0123456789"
#define FIFTY   TEN TEN TEN TEN TEN
#define SPACE10 "          "
#define SPACE40 SPACE10 SPACE10 SPACE10 SPACE10
#define TILDE10 "~~~~~~~~~~"

static void long_lines_are_cut_around_the_range(void)
{
	digits(100, 95, 98,
		   "    1 | " FIFTY FIFTY "\n"
		   "      | " SPACE40 SPACE40 SPACE10 "     ^~~\n");
	digits(101, 0, 3,
		   "    1 | " FIFTY FIFTY "…\n"
		   "      | ^~~\n");
	digits(500, 250, 253,
		   "    1 | …" FIFTY TEN TEN TEN TEN "012345678…\n"
		   "      |  " SPACE40 "^~~\n");
	digits(500, 498, 500,
		   "    1 | …89" TEN TEN TEN TEN "\n"
		   "      |  " SPACE40 "^~\n");
	digits(500, 500, 500,
		   "    1 | …" TEN TEN TEN TEN "\n"
		   "      |  " SPACE40 "^\n");
}

static void a_cut_does_not_split_a_character(void)
{
	char text[601] = "", want[400] = "    1 | …";

	for (int i = 0; i < 300; i++)
		strcat(text, "é");
	for (int i = 0; i < 99; i++)
		strcat(want, "é");
	strcat(want, "…\n      |  " SPACE40 "^~\n");
	shows(text, 300, 304, want);
}

static void a_long_range_ends_where_the_line_is_cut(void)
{
	digits(500, 60, 400,
		   "    1 | " FIFTY FIFTY "…\n"
		   "      | " SPACE40 SPACE10 SPACE10 "^~~~~~~~~~" TILDE10 TILDE10 TILDE10 "\n");
}

static void text_is_cleaned_for_the_terminal(void)
{
	Text out;

	text_init(&out, NULL);
	render_clean(&out, "a\tb\nc\033[1m ä\xE4 温");
	T_STR(text_str(&out), "a b\uFFFDc\uFFFD[1m ä\uFFFD 温");
	text_free(&out);
}

int main(void)
{
	T_RUN(the_range_is_underlined);
	T_RUN(a_point_has_one_caret_even_past_the_end);
	T_RUN(several_lines_are_underlined_to_the_end_of_the_first);
	T_RUN(tabs_become_spaces_and_stay_aligned);
	T_RUN(characters_are_counted_as_they_are_shown);
	T_RUN(control_characters_and_bad_bytes_are_replaced);
	T_RUN(line_numbers_of_six_digits_keep_the_bars_aligned);
	T_RUN(long_lines_are_cut_around_the_range);
	T_RUN(a_cut_does_not_split_a_character);
	T_RUN(a_long_range_ends_where_the_line_is_cut);
	T_RUN(text_is_cleaned_for_the_terminal);
	return T_END();
}
