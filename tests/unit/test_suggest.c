/* SPDX-License-Identifier: MIT
   test_suggest.c — did you mean …? */
#include "t.h"
#include "base/base.h"

#include <stdlib.h>

static size_t distance(const char *a, const char *b)
{
	return suggest_distance(a, strlen(a), b, strlen(b), 10);
}

/* What is suggested for a word, given candidates separated by blanks. */
static void suggests(const char *word, const char *candidates, const char *want)
{
	Suggest s;
	Text out;

	suggest_init(&s, word, strlen(word));
	for (const char *c = candidates; *c;) {
		size_t len = strcspn(c, " ");

		suggest_add(&s, c, len);
		c += len + strspn(c + len, " ");
	}
	text_init(&out, NULL);
	T_CHECK(suggest_text(&s, &out));
	T_STR(text_str(&out), want);
	text_free(&out);
}

static void the_distance_counts_edits_and_transpositions(void)
{
	T_INT(distance("", ""), 0);
	T_INT(distance("abc", "abc"), 0);
	T_INT(distance("abc", ""), 3);
	T_INT(distance("abc", "abd"), 1);
	T_INT(distance("abc", "abcd"), 1);
	T_INT(distance("abc", "ac"), 1);
	T_INT(distance("volatge", "voltage"), 1);
	T_INT(distance("kitten", "sitting"), 3);
	T_INT(distance("ca", "abc"), 3); /* restricted: a transposed pair is not edited again */
}

static void beyond_the_limit_the_distance_is_limit_plus_one(void)
{
	T_INT(suggest_distance("kitten", 6, "sitting", 7, 2), 3);
	T_INT(suggest_distance("kitten", 6, "sitting", 7, 3), 3);
	T_INT(suggest_distance("abcdefgh", 8, "xxxxxxxx", 8, 1), 2);
	T_INT(suggest_distance("a", 1, "aaaaaaaa", 8, 2), 3);
}

/* The definition, by recursion over the ends of both words. */
static size_t by_definition(const char *a, size_t n, const char *b, size_t m)
{
	size_t d, best;

	if (n == 0 || m == 0)
		return n + m;
	best = by_definition(a, n - 1, b, m - 1) + (a[n - 1] != b[m - 1]);
	d = by_definition(a, n - 1, b, m) + 1;
	best = d < best ? d : best;
	d = by_definition(a, n, b, m - 1) + 1;
	best = d < best ? d : best;
	if (n > 1 && m > 1 && a[n - 1] == b[m - 2] && a[n - 2] == b[m - 1]) {
		d = by_definition(a, n - 2, b, m - 2) + 1;
		best = d < best ? d : best;
	}
	return best;
}

static void random_distances_agree_with_the_definition(void)
{
	srand(7);
	for (int run = 0; run < 2000; run++) {
		char a[6], b[6];
		size_t n = (size_t)(rand() % 6), m = (size_t)(rand() % 6), limit = (size_t)(rand() % 5);
		size_t want;

		for (size_t i = 0; i < 6; i++) {
			a[i] = (char)('a' + rand() % 3);
			b[i] = (char)('a' + rand() % 3);
		}
		want = by_definition(a, n, b, m);
		T_INT(suggest_distance(a, n, b, m, limit), want <= limit ? want : limit + 1);
	}
}

static void the_nearest_come_first_and_at_most_two(void)
{
	suggests("volatge", "current voltage power", "; did you mean 'voltage'?");
	suggests("volatge", "voltages vltage voltage volt", "; did you mean 'voltage' or 'voltages'?");
	suggests("volatge", "power current", "");
	suggests("volatge", "", "");
}

static void of_equally_near_names_the_first_wins(void)
{
	suggests("abcd", "abcx abcy abcz", "; did you mean 'abcx' or 'abcy'?");
	suggests("abcd", "abcz abcy abcx", "; did you mean 'abcz' or 'abcy'?");
	suggests("abcdef", "abcdxy abcdez abxdef", "; did you mean 'abcdez' or 'abxdef'?");
}

static void the_limit_grows_with_the_length(void)
{
	suggests("abc", "axy", "");
	suggests("abcde", "abcxy", "");                           /* 5/3: one edit */
	suggests("abcdef", "abcdxy", "; did you mean 'abcdxy'?"); /* 6/3: two edits */
	suggests("ab", "ac", "; did you mean 'ac'?");
}

static void names_of_one_letter_are_left_alone(void)
{
	suggests("x", "y xy", "");
	suggests("xy", "x y", "");
	suggests("", "a ab", "");
}

static void names_that_differ_in_case_are_near(void)
{
	suggests("MODELICA", "Modelica", "; did you mean 'Modelica'?");
	suggests("tank", "tan TANK", "; did you mean 'tan' or 'TANK'?");
}

static void the_word_itself_and_repetitions_are_not_suggested(void)
{
	suggests("tank", "tank tanks tanks tanks", "; did you mean 'tanks'?");
}

static void very_long_names_are_skipped(void)
{
	char word[400];
	Suggest s;

	memset(word, 'x', sizeof word);
	suggest_init(&s, word, 300);
	suggest_add(&s, word, 301);
	T_INT(s.n, 0);
	suggest_init(&s, word, 254);
	suggest_add(&s, word, 255);
	T_INT(s.n, 1);
}

int main(void)
{
	T_RUN(the_distance_counts_edits_and_transpositions);
	T_RUN(beyond_the_limit_the_distance_is_limit_plus_one);
	T_RUN(random_distances_agree_with_the_definition);
	T_RUN(the_nearest_come_first_and_at_most_two);
	T_RUN(of_equally_near_names_the_first_wins);
	T_RUN(the_limit_grows_with_the_length);
	T_RUN(names_of_one_letter_are_left_alone);
	T_RUN(names_that_differ_in_case_are_near);
	T_RUN(the_word_itself_and_repetitions_are_not_suggested);
	T_RUN(very_long_names_are_skipped);
	return T_END();
}
