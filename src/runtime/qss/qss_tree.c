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
