/* SPDX-License-Identifier: MIT
   suggest.c — did you mean …? The nearest names by Damerau-Levenshtein distance (restricted:
   optimal string alignment), within max(1, length / 3); names that differ only in case have
   distance 1. Of equally near names the one fed first wins, so feed inner scopes first. */
#include "base/base.h"

#include <string.h>

#define LONGEST 255 /* longer names are not compared */

static size_t min2(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Row i holds the distances of the first i bytes of a to each beginning of b; a transposition
   looks two rows back. Stops when a whole row, and the one before, is beyond the limit. */
size_t suggest_distance(const char *a, size_t a_len, const char *b, size_t b_len, size_t limit)
{
	size_t rows[3][LONGEST + 1], *before = rows[0], *prev = rows[1], *row = rows[2], *recycled;
	size_t low_prev = 0, low;

	if (a_len > LONGEST || b_len > LONGEST)
		return limit + 1;
	if ((a_len > b_len ? a_len - b_len : b_len - a_len) > limit)
		return limit + 1;
	for (size_t j = 0; j <= b_len; j++)
		prev[j] = before[j] = j;
	for (size_t i = 1; i <= a_len; i++) {
		low = row[0] = i;
		for (size_t j = 1; j <= b_len; j++) {
			row[j] = min2(min2(prev[j], row[j - 1]) + 1, prev[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = min2(row[j], before[j - 2] + 1);
			low = min2(low, row[j]);
		}
		if (low > limit && low_prev > limit)
			return limit + 1;
		low_prev = low;
		recycled = before, before = prev, prev = row, row = recycled;
	}
	return prev[b_len] <= limit ? prev[b_len] : limit + 1;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_but_case(const char *a, const char *b, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (lower(a[i]) != lower(b[i]))
			return false;
	return true;
}

void suggest_init(Suggest *s, const char *word, size_t len)
{
	*s = (Suggest){.word = word, .len = len};
	if (len > 1)
		s->limit = len / 3 > 1 ? len / 3 : 1;
}

void suggest_add(Suggest *s, const char *candidate, size_t len)
{
	size_t distance;
	int at;

	if (s->limit == 0 || len < 2)
		return;
	if (len == s->len && memcmp(candidate, s->word, len) == 0)
		return;
	for (int i = 0; i < s->n; i++)
		if (s->best_len[i] == len && memcmp(s->best[i], candidate, len) == 0)
			return;
	if (len == s->len && same_but_case(s->word, candidate, len))
		distance = 1;
	else
		distance = suggest_distance(s->word, s->len, candidate, len, s->limit);
	if (distance > s->limit)
		return;
	/* Insert behind those that are as near or nearer. */
	for (at = s->n; at > 0 && s->distance[at - 1] > distance; at--)
		if (at < SUGGEST_MAX) {
			s->best[at] = s->best[at - 1];
			s->best_len[at] = s->best_len[at - 1];
			s->distance[at] = s->distance[at - 1];
		}
	if (at == SUGGEST_MAX)
		return;
	s->best[at] = candidate;
	s->best_len[at] = len;
	s->distance[at] = distance;
	s->n += s->n < SUGGEST_MAX;
}

bool suggest_text(const Suggest *s, Text *out)
{
	bool ok = true;

	for (int i = 0; i < s->n; i++)
		ok = ok && text_printf(out, "%s'%.*s'", i == 0 ? "; did you mean " : " or ",
							   (int)s->best_len[i], s->best[i]);
	return ok && (s->n == 0 || text_printf(out, "?"));
}
