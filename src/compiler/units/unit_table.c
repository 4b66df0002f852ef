/* SPDX-License-Identifier: MIT
   unit_table.c — units made once, so that a number tells one. Models use few units and form few
   products of them: both are remembered. */
#include "compiler/units/units.h"

void unit_table_init(UnitTable *t, Arena *keep)
{
	const MdvAlloc *alloc = arena_allocator(keep);

	*t = (UnitTable){.keep = keep};
	map_init(&t->seen, alloc);
	map_init(&t->texts, alloc);
	map_init(&t->products, alloc);
	map_init(&t->quotients, alloc);
	unit_table_add(t, &unit_one);
}

int32_t unit_table_add(UnitTable *t, const Unit *u)
{
	uint64_t key = map_hash_bytes(u->power, sizeof u->power, 0);
	const uint64_t *found;

	key = map_hash_bytes(&u->scale, sizeof u->scale, key);
	key = map_hash_bytes(&u->offset, sizeof u->offset, key);
	for (; (found = map_find(&t->seen, key)); key++) {
		const Unit *known = &t->unit.at[*found];

		if (unit_compare(known, u) == UNIT_SAME)
			return (int32_t)*found;
	}
	vec_push(arena_allocator(t->keep), &t->unit, *u);
	map_put(&t->seen, key, t->unit.n - 1);
	return (int32_t)t->unit.n - 1;
}

int32_t unit_table_text(UnitTable *t, const Intern *names, Name text, bool *malformed)
{
	const uint64_t *found = map_find(&t->texts, text.i);
	int32_t number = -1;
	UnitRead how;
	Unit u;

	*malformed = false;
	if (found)
		return (int32_t)*found - 1;
	how = unit_read(intern_text(names, text), &u);
	if (how == UNIT_READ)
		number = unit_table_add(t, &u);
	*malformed = how == UNIT_MALFORMED;
	map_put(&t->texts, text.i, (uint64_t)((int64_t)number + 1));
	return number;
}

int32_t unit_table_multiply(UnitTable *t, int32_t a, int32_t b, double power)
{
	Map *memo = power == 1 ? &t->products : power == -1 ? &t->quotients : NULL;
	uint64_t key = (uint64_t)a << 32 | (uint32_t)b;
	const uint64_t *found = memo ? map_find(memo, key) : NULL;
	int32_t number = -1;
	Unit u;

	if (found)
		return (int32_t)*found - 1;
	if (unit_multiply(&t->unit.at[a], &t->unit.at[b], power, &u))
		number = unit_table_add(t, &u);
	if (memo)
		map_put(memo, key, (uint64_t)((int64_t)number + 1));
	return number;
}
