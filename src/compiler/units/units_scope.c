/* SPDX-License-Identifier: MIT
   units_scope.c — the expressions of the model, or of one function, as one list in which arguments
   come before who uses them: the order of their numbers. So no function here recurses. */
#include "compiler/units/units.h"

#include <stdlib.h>

/* A table by number costs less than sorting as long as it is not much longer than the list. */
#define SPARSE 8

static int by_id(const void *a, const void *b)
{
	uint32_t x = (*(const Expr *const *)a)->id, y = (*(const Expr *const *)b)->id;

	return x < y ? -1 : x > y;
}

static void sort_nodes(UnitScope *s, uint32_t first, uint32_t last)
{
	size_t range = (size_t)last - first + 1, n = 0;
	ArenaMark mark = arena_mark(s->scratch);
	const Expr **table;

	if (range / SPARSE > s->nodes.n) {
		vec_sort(&s->nodes, by_id);
		return;
	}
	table = NEW_ARRAY(s->scratch, const Expr *, range);
	for (size_t i = 0; i < s->nodes.n; i++)
		table[s->nodes.at[i]->id - first] = s->nodes.at[i];
	for (size_t i = 0; i < range; i++)
		if (table[i])
			s->nodes.at[n++] = table[i];
	arena_release(s->scratch, mark);
}

void units_scope_fill(UnitScope *s)
{
	uint32_t first = UINT32_MAX, last = 0;
	const Expr *e;

	walk_begin(&s->walk, NULL);
	for (int32_t i = 0; i < (int32_t)s->pairs.n; i++) {
		walk_add(&s->walk, s->pairs.at[i].a);
		walk_add(&s->walk, s->pairs.at[i].b);
		while ((e = walk_next(&s->walk))) {
			s->pair_of[e->id] = i;
			first = e->id < first ? e->id : first;
			last = e->id > last ? e->id : last;
			vec_push(arena_allocator(s->scratch), &s->nodes, e);
		}
	}
	if (s->nodes.n > 1)
		sort_nodes(s, first, last);
}
