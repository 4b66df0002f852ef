/* SPDX-License-Identifier: MIT
   qss_tree.c — a tree of winners: each node knows which entry below it is first. A new key walks up
   until a node keeps its winner and that is not the entry itself. Of entries at one time the one
   with the smaller number is first. */
#include "runtime/qss/qss.h"

bool tree_init(QssTree *t, Arena *memory, int32_t n)
{
	*t = (QssTree){.n = n, .leaves = 1};
	while (t->leaves < n)
		t->leaves *= 2;
	t->key = NEW_ARRAY(memory, double, t->leaves);
	t->win = NEW_ARRAY(memory, int32_t, 2 * (size_t)t->leaves);
	if (!t->key || !t->win)
		return false;
	for (int32_t i = 0; i < t->leaves; i++) {
		t->key[i] = INFINITY;
		t->win[t->leaves + i] = i;
	}
	for (int32_t i = t->leaves - 1; i > 0; i--)
		t->win[i] = t->win[2 * i];
	return true;
}

void tree_set(QssTree *t, int32_t entry, double key)
{
	t->key[entry] = key;
	for (int32_t i = (t->leaves + entry) / 2; i > 0; i /= 2) {
		int32_t left = t->win[2 * i], right = t->win[2 * i + 1];
		int32_t win = t->key[right] < t->key[left] ? right : left;

		if (win == t->win[i] && win != entry)
			return;
		t->win[i] = win;
	}
}
