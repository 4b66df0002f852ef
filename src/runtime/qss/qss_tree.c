/* SPDX-License-Identifier: MIT
   qss_tree.c — a tree of winners: each node knows which entry below it is first, and when. A new
   key walks up until a node is as it was; what it is compared with on the way is known beforehand,
   so that the processor can fetch it all at once. Of entries at one time the one with the smaller
   number is first. */
#include "runtime/qss/qss.h"

#define FEW 16 /* entries: to look at each takes less than a way up for each that has changed */

bool tree_init(QssTree *t, Arena *memory, int32_t n)
{
	*t = (QssTree){.n = n, .leaves = 1, .few = n <= FEW};
	while (t->leaves < n)
		t->leaves *= 2;
	t->key = NEW_ARRAY(memory, int64_t, 2 * (size_t)t->leaves);
	t->who = NEW_ARRAY(memory, int32_t, 2 * (size_t)t->leaves);
	if (!t->key || !t->who)
		return false;
	for (int32_t i = 2 * t->leaves - 1; i > 0; i--) {
		t->key[i] = tree_code(INFINITY);
		t->who[i] = i >= t->leaves ? i - t->leaves : t->who[2 * i];
	}
	return true;
}

/* Of many: down from the root, where something below is due. */
static int search_down(const QssTree *t, int64_t until, int32_t entry[], int most)
{
	int32_t below[64] = {1};
	int n = 0, n_below = 1;

	while (n_below > 0 && n < most) {
		int32_t i = below[--n_below];

		if (t->key[i] > until)
			continue;
		if (i >= t->leaves) {
			entry[n++] = i - t->leaves;
			continue;
		}
		below[n_below++] = 2 * i + 1; /* the left one comes first */
		below[n_below++] = 2 * i;
	}
	return n;
}

int tree_due(const QssTree *t, double until, int32_t entry[], int most)
{
	int64_t code = tree_code(until);
	int n = 0;

	if (!t->few)
		return search_down(t, code, entry, most);
	for (int32_t i = 0; i < t->n && n < most; i++)
		if (t->key[t->leaves + i] <= code)
			entry[n++] = i;
	return n;
}
