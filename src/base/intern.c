/* SPDX-License-Identifier: MIT
   intern.c — names as small numbers. Texts lie in an arena and never move; names are numbered in
   order of first appearance; a table of names by linear probing, at most half full, finds them in
   O(length) expected time. 16 bytes a name besides its text, and 8 to 16 in the table. */
#include "base/base.h"

#include <string.h>

#define FIRST_SLOTS 64

void intern_init(Intern *in, const MdvAlloc *alloc)
{
	*in = (Intern){.alloc = alloc ? alloc : &alloc_heap};
	arena_init(&in->texts, in->alloc);
}

void intern_free(Intern *in)
{
	arena_free(&in->texts);
	alloc_free(in->alloc, in->at, in->cap * sizeof *in->at);
	alloc_free(in->alloc, in->slot, in->n_slots * sizeof *in->slot);
	intern_init(in, in->alloc);
}

/* The slot that holds the text, or the free one where it belongs. */
static size_t probe(const Intern *in, const char *text, size_t len, uint32_t hash)
{
	size_t s = hash & (in->n_slots - 1);

	for (; in->slot[s]; s = (s + 1) & (in->n_slots - 1)) {
		const InternEntry *e = &in->at[in->slot[s]];

		if (e->hash == hash && e->len == len && memcmp(e->text, text, len) == 0)
			break;
	}
	return s;
}

/* Room for n more names in both tables. */
static bool reserve(Intern *in, size_t n)
{
	size_t n_slots = in->n_slots ? in->n_slots : FIRST_SLOTS, mask;
	uint32_t *slot;

	if (in->n + n + 1 > in->cap &&
		!vec_grow(in->alloc, &in->at, &in->cap, sizeof *in->at, in->n + n + 1))
		return false;
	if (in->n == 0)
		in->at[in->n++] = (InternEntry){"", 0, 0};
	while ((in->n + n) * 2 > n_slots)
		n_slots *= 2;
	if (n_slots == in->n_slots)
		return true;
	slot = alloc_new(in->alloc, n_slots * sizeof *slot);
	if (!slot)
		return false;
	mask = n_slots - 1;
	for (size_t i = 1; i < in->n; i++) {
		size_t s = in->at[i].hash & mask;

		while (slot[s])
			s = (s + 1) & mask;
		slot[s] = (uint32_t)i;
	}
	alloc_free(in->alloc, in->slot, in->n_slots * sizeof *in->slot);
	in->slot = slot;
	in->n_slots = n_slots;
	return true;
}

/* The name of a text, for which there is room. */
static Name name_of(Intern *in, const char *text, size_t len, uint32_t hash)
{
	size_t s = probe(in, text, len, hash);
	const char *copy;

	if (in->slot[s])
		return (Name){in->slot[s]};
	copy = arena_strndup(&in->texts, text, len);
	if (!copy)
		return (Name){0};
	in->at[in->n] = (InternEntry){copy, (uint32_t)len, hash};
	in->slot[s] = (uint32_t)in->n++;
	return (Name){in->slot[s]};
}

static bool may_add(const Intern *in, size_t len, size_t n)
{
	return len < UINT32_MAX && n < UINT32_MAX - in->n;
}

Name intern_name(Intern *in, const char *text, size_t len)
{
	if (!may_add(in, len, 1) || !reserve(in, 1))
		return (Name){0};
	return name_of(in, text, len, (uint32_t)map_hash_bytes(text, len, 0));
}

/* Their slots lie anywhere in a large table: all are on the way before the first one is needed. */
bool intern_names(Intern *in, const char *text, const size_t end[], size_t n, Name name[])
{
	bool ok = n == 0 || (may_add(in, end[n - 1], n) && reserve(in, n));

	if (!ok)
		return false;
	for (size_t i = 0; i < n; i++) {
		size_t first = i ? end[i - 1] : 0;

		name[i].i = (uint32_t)map_hash_bytes(text + first, end[i] - first, 0);
		__builtin_prefetch(&in->slot[name[i].i & (in->n_slots - 1)]);
	}
	for (size_t i = 0; i < n; i++) {
		size_t first = i ? end[i - 1] : 0;

		name[i] = name_of(in, text + first, end[i] - first, name[i].i);
		ok &= name[i].i != 0;
	}
	return ok;
}

Name intern_find(const Intern *in, const char *text, size_t len)
{
	if (!in->n_slots)
		return (Name){0};
	return (Name){in->slot[probe(in, text, len, (uint32_t)map_hash_bytes(text, len, 0))]};
}

const char *intern_text(const Intern *in, Name name)
{
	return name.i ? in->at[name.i].text : "";
}

size_t intern_len(const Intern *in, Name name)
{
	return name.i ? in->at[name.i].len : 0;
}
