/* SPDX-License-Identifier: MIT
   qss_ahead.c — ahead of time. In large models each step touches a dozen places of memory that no
   cache has. Who is first in one of 32 parts of the tree will be due some steps later: what its
   step will touch is fetched meanwhile, from one step to the next a link further. */
#include "runtime/qss/qss.h"

#include <string.h>

#define AHEAD_PARTS 32
#define AHEAD_FROM  30000 /* states: less fit into caches */
#define FETCH(at)   __builtin_prefetch(at)

void ahead_open(Qss *s)
{
	s->ahead_shift = 0;
	for (int i = 0; i < 4; i++)
		s->ahead[i] = -1;
	if (s->rt->n >= AHEAD_FROM)
		for (int32_t parts = s->tree.leaves; parts > AHEAD_PARTS; parts /= 2)
			s->ahead_shift++;
}

static void fetch_entry(const Qss *s, int32_t entry)
{
	size_t i = (size_t)s->tree.leaves + (size_t)entry;

	for (int level = 0; level < 4; level++, i /= 2) {
		FETCH(&s->tree.key[i]);
		FETCH(&s->tree.who[i]);
	}
}

static void fetch_state(const Qss *s, int32_t i)
{
	const char *x = (const char *)&s->state[i];

	FETCH(x);
	FETCH(x + 64);
	FETCH(&s->link[i]);
}

/* What evaluating the derivative of state i needs; later what is behind that. */
static void fetch_rate(const Qss *s, int32_t i)
{
	fetch_state(s, i);
	fetch_entry(s, i);
}

static void fetch_behind(const Qss *s, int32_t i)
{
	const QssLists *l = &s->graph.readers;

	FETCH(s->link[i].arg);
	if (!s->state[i].watched)
		return;
	for (int64_t k = l->start[i + 1] - 1; k >= l->start[i] && l->item[k] >= s->rt->n; k--) {
		const char *w = (const char *)&s->watch[l->item[k] - s->rt->n];

		FETCH(w);
		FETCH(w + 64);
		FETCH(w + 128);
		FETCH(&s->graph.arg_start[l->item[k]]);
		fetch_entry(s, l->item[k]);
	}
}

void ahead_look(Qss *s, int32_t i)
{
	int32_t *a = s->ahead;
	size_t part = ((size_t)s->tree.leaves + (size_t)i) >> s->ahead_shift;

	memmove(a + 1, a, 3 * sizeof *a);
	a[0] = s->tree.who[part] < s->rt->n ? s->tree.who[part] : -1;
	if (a[0] >= 0)
		fetch_state(s, a[0]);
	if (a[1] >= 0)
		FETCH(s->link[a[1]].reader);
	for (int turn = 2; turn < 4; turn++) {
		const QssLink *link = &s->link[a[turn] < 0 ? 0 : a[turn]];

		for (int32_t k = 0; a[turn] >= 0 && k < link->n_readers; k++) {
			if (turn == 2)
				fetch_rate(s, link->reader[k]);
			else
				fetch_behind(s, link->reader[k]);
		}
	}
}
