/* SPDX-License-Identifier: MIT
   qss_tree.c — a tree of winners: each node knows which entry below it is first, and when. A new
   key walks up until a node is as it was; what it is compared with on the way is known beforehand,
   so that the processor can fetch it all at once. Of entries at one time the one with the smaller
   number is first. */
#include "runtime/qss/qss.h"

bool tree_init(QssTree *t, Arena *memory, int32_t n)
{
	*t = (QssTree){.n = n, .leaves = 2};
	while (t->leaves < n)
		t->leaves *= 2;
	t->key = NEW_ARRAY(memory, double, t->leaves);
	t->node = NEW_ARRAY(memory, QssNode, t->leaves);
	if (!t->key || !t->node)
		return false;
	for (int32_t i = 0; i < t->leaves; i++)
		t->key[i] = INFINITY;
	for (int32_t i = t->leaves - 1; i > 0; i--)
		t->node[i] =
			(QssNode){INFINITY, 2 * i >= t->leaves ? 2 * i - t->leaves : t->node[2 * i].who};
	return true;
}

void tree_set(QssTree *t, int32_t entry, double key)
{
	int32_t i = (t->leaves + entry) / 2;
	int32_t other = entry ^ 1;
	QssNode best = {key, entry};

	t->key[entry] = key;
	if (entry & 1 ? t->key[other] <= key : t->key[other] < key)
		best = (QssNode){t->key[other], other};
	for (;;) {
		const QssNode *beside = &t->node[i ^ 1];

		if (t->node[i].key == best.key && t->node[i].who == best.who)
			return;
		t->node[i] = best;
		if (i == 1)
			return;
		if (i & 1 ? beside->key <= best.key : beside->key < best.key)
			best = *beside;
		i /= 2;
	}
}
