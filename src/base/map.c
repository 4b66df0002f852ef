/* SPDX-License-Identifier: MIT
   map.c — hash map from 64-bit keys to 64-bit values: a dense array of entries in order of
   insertion, and a table of indices into it by linear probing, at most three quarters full. Few
   entries have no table: they are looked through, as most maps stay as small as that.
   Put, find and remove take O(1) expected time. Iteration order depends on the history of calls
   only, never on addresses or hash values. At most 2^32 - 2 entries. */
#include "base/base.h"

#include <string.h>

#define FIRST_SLOTS 32
#define FEW         8 /* entries that are looked through: two lines of the cache, as with a table */

/* The finaliser of splitmix64 (Steele, Lea, Flood 2014). */
uint64_t map_hash(uint64_t x)
{
	x ^= x >> 30;
	x *= UINT64_C(0xBF58476D1CE4E5B9);
	x ^= x >> 27;
	x *= UINT64_C(0x94D049BB133111EB);
	x ^= x >> 31;
	return x;
}

/* Little-endian on every platform; n <= 8. */
static uint64_t load(const unsigned char *p, size_t n)
{
	uint64_t w = 0;

	for (size_t i = 0; i < n; i++)
		w |= (uint64_t)p[i] << 8 * i;
	return w;
}

/* Words of eight bytes, the last one padded with zeros; the length goes in first, so that padding
   and content cannot be confused. */
uint64_t map_hash_bytes(const void *bytes, size_t len, uint64_t seed)
{
	const unsigned char *p = bytes;
	uint64_t h = map_hash(seed + UINT64_C(0x9E3779B97F4A7C15)) ^ (uint64_t)len;

	while (len > 0) {
		size_t n = len < 8 ? len : 8;
		uint64_t w = n == 8 ? load(p, 8) : load(p, n);

		p += n;
		len -= n;
		w *= UINT64_C(0xC2B2AE3D27D4EB4F);
		w = w << 31 | w >> 33;
		h ^= w * UINT64_C(0x9E3779B185EBCA87);
		h = (h << 27 | h >> 37) * UINT64_C(0x9E3779B185EBCA87) + UINT64_C(0x85EBCA77C2B2AE63);
	}
	return map_hash(h);
}

void map_init(Map *m, const MdvAlloc *alloc)
{
	*m = (Map){.alloc = alloc ? alloc : &alloc_heap};
}

void map_free(Map *m)
{
	alloc_free(m->alloc, m->at, m->cap * sizeof *m->at);
	alloc_free(m->alloc, m->slot, m->n_slots * sizeof *m->slot);
	map_init(m, m->alloc);
}

/* The slot that holds the key, or the free one where it belongs. */
static size_t probe(const Map *m, uint64_t key)
{
	size_t s = (size_t)map_hash(key) & (m->n_slots - 1);

	while (m->slot[s] && m->at[m->slot[s] - 1].key != key)
		s = (s + 1) & (m->n_slots - 1);
	return s;
}

/* Of a map without a table: the index of the entry of that key; n_used: none. */
static size_t look_through(const Map *m, uint64_t key)
{
	size_t i = 0;

	while (i < m->n_used && m->at[i].key != key)
		i++;
	return i;
}

/* Squeeze out removed entries. A live entry is one that a slot points to; `mark` (cleared, at
   least n_used long) takes note of them and is left cleared. */
static void squeeze(Map *m, uint32_t *mark)
{
	size_t n = 0;

	for (size_t s = 0; s < m->n_slots; s++)
		if (m->slot[s])
			mark[m->slot[s] - 1] = 1;
	for (size_t i = 0; i < m->n_used; i++)
		if (mark[i])
			m->at[n++] = m->at[i];
	memset(mark, 0, m->n_used * sizeof *mark);
	m->n_used = n;
}

/* Build the slots anew, for one more entry: larger, unless removals left room enough. */
static bool rebuild(Map *m)
{
	size_t n_slots = m->n_slots ? m->n_slots : FIRST_SLOTS;
	uint32_t *slot;

	while ((m->n + 1) * 2 > n_slots)
		n_slots *= 2;
	slot = alloc_new(m->alloc, n_slots * sizeof *slot);
	if (!slot)
		return false;
	if (m->n < m->n_used)
		squeeze(m, slot);
	alloc_free(m->alloc, m->slot, m->n_slots * sizeof *m->slot);
	m->slot = slot;
	m->n_slots = n_slots;
	for (size_t i = 0; i < m->n_used; i++)
		slot[probe(m, m->at[i].key)] = (uint32_t)i + 1;
	return true;
}

bool map_put(Map *m, uint64_t key, uint64_t value)
{
	size_t s = m->n_slots ? probe(m, key) : 0;
	size_t found = m->n_slots ? m->slot[s] : look_through(m, key) + 1;
	bool is_few = !m->n_slots && m->n_used < FEW;

	if (found > 0 && found <= m->n_used) {
		m->at[found - 1].value = value;
		return true;
	}
	if (m->n_used >= UINT32_MAX - 1)
		return false;
	if (!is_few && (m->n_used + 1) * 4 > m->n_slots * 3) {
		if (!rebuild(m))
			return false;
		s = probe(m, key);
	}
	if (m->n_used == m->cap && !vec_grow(m->alloc, &m->at, &m->cap, sizeof *m->at, m->cap + 1))
		return false;
	m->at[m->n_used++] = (MapEntry){key, value};
	if (m->n_slots)
		m->slot[s] = (uint32_t)m->n_used;
	m->n++;
	return true;
}

uint64_t *map_find(const Map *m, uint64_t key)
{
	size_t i = m->n_slots ? m->slot[probe(m, key)] : look_through(m, key) + 1;

	return i > 0 && i <= m->n_used ? &m->at[i - 1].value : NULL;
}

void *map_find_ptr(const Map *m, uint64_t key)
{
	const uint64_t *value = map_find(m, key);

	return value ? (void *)(uintptr_t)*value : NULL;
}

bool map_remove(Map *m, uint64_t key)
{
	size_t mask, hole, s;

	if (!map_find(m, key))
		return false;
	if (!m->n_slots && !rebuild(m)) { /* without memory for a table: close up */
		s = look_through(m, key);
		memmove(m->at + s, m->at + s + 1, (--m->n_used - s) * sizeof *m->at);
		m->n--;
		return true;
	}
	mask = m->n_slots - 1;
	/* Close the gap: move back each entry of the run that the hole would cut off from its home. */
	hole = probe(m, key);
	for (s = (hole + 1) & mask; m->slot[s]; s = (s + 1) & mask) {
		size_t home = (size_t)map_hash(m->at[m->slot[s] - 1].key) & mask;

		if (((s - home) & mask) >= ((s - hole) & mask)) {
			m->slot[hole] = m->slot[s];
			hole = s;
		}
	}
	m->slot[hole] = 0;
	m->n--;
	return true;
}

const MapEntry *map_next(const Map *m, size_t *i)
{
	while (*i < m->n_used) {
		size_t at = (*i)++;

		if (m->n == m->n_used || m->slot[probe(m, m->at[at].key)] == at + 1)
			return &m->at[at];
	}
	return NULL;
}
