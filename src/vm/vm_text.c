/* SPDX-License-Identifier: MIT
   vm_text.c — the texts that Strings are: by number, equal ones by one number. Those of the code
   stay; those that are made while it runs are forgotten when nobody has their number any more
   (vm_string_keep, vm_string_forget), and their numbers are used again. */
#include "vm/vm_fn.h"

#include <string.h>

static uint32_t hash_of(const char *text, size_t len)
{
	return (uint32_t)map_hash_bytes(text, len, 0);
}

/* Where a text is in the table of hashes, or the free place where it would be. */
static uint32_t *place_of(const VmTexts *t, const char *text, size_t len, uint32_t hash)
{
	size_t i = hash & (t->n_slots - 1);

	for (; t->slot[i]; i = (i + 1) & (t->n_slots - 1)) {
		const VmText *at = &t->at[t->slot[i] - 1];

		if (at->hash == hash && at->len == len && memcmp(at->text, text, len) == 0)
			break;
	}
	return &t->slot[i];
}

/* The table of hashes anew, of all texts that there are. */
static bool index_all(VmTexts *t, size_t n_slots)
{
	uint32_t *slot = alloc_new(t->alloc, n_slots * sizeof *slot);

	if (!slot)
		return false;
	alloc_free(t->alloc, t->slot, t->n_slots * sizeof *t->slot);
	t->slot = slot;
	t->n_slots = n_slots;
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].text)
			*place_of(t, t->at[i].text, t->at[i].len, t->at[i].hash) = (uint32_t)i + 1;
	return true;
}

/* A number that no text has; -1: no memory. */
static int64_t free_number(VmTexts *t)
{
	uint32_t number = t->free;

	if (number) {
		t->free = t->at[number - 1].next;
		return (int64_t)number - 1;
	}
	if (t->n == t->cap) {
		size_t cap = t->cap ? 2 * t->cap : 64;
		VmText *at = cap < UINT32_MAX / 2 ? alloc_new(t->alloc, cap * sizeof *at) : NULL;

		if (!at)
			return -1;
		if (t->n > 0)
			memcpy(at, t->at, t->n * sizeof *at);
		alloc_free(t->alloc, t->at, t->cap * sizeof *t->at);
		t->at = at;
		t->cap = cap;
	}
	return (int64_t)t->n++;
}

int64_t vm_text_number(VmTexts *t, const char *text, size_t len)
{
	uint32_t hash = hash_of(text, len), *place;
	int64_t number;
	char *copy;

	if (2 * (t->n_used + 1) > t->n_slots && !index_all(t, t->n_slots ? 2 * t->n_slots : 128))
		return -1;
	place = place_of(t, text, len, hash);
	if (*place)
		return (int64_t)*place - 1;
	copy = alloc_new(t->alloc, len + 1);
	number = copy ? free_number(t) : -1;
	if (number < 0) {
		alloc_free(t->alloc, copy, copy ? len + 1 : 0);
		return -1;
	}
	if (len > 0)
		memcpy(copy, text, len);
	copy[len] = '\0';
	t->at[number] = (VmText){.text = copy, .len = len, .hash = hash};
	t->n_used++;
	*place = (uint32_t)number + 1;
	return number;
}

const char *vm_text_at(const VmTexts *t, double number)
{
	if (!(number >= 0 && number < (double)t->n))
		return "";
	return t->at[(size_t)number].text ? t->at[(size_t)number].text : "";
}

void vm_text_free(VmTexts *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].text)
			alloc_free(t->alloc, t->at[i].text, t->at[i].len + 1);
	alloc_free(t->alloc, t->at, t->cap * sizeof *t->at);
	alloc_free(t->alloc, t->slot, t->n_slots * sizeof *t->slot);
	*t = (VmTexts){.alloc = t->alloc};
}

/* --- life --- */

size_t vm_string_made(const VmFn *vm)
{
	return vm->strings.n_used - vm->module->strings.n;
}

/* A number that happens to be that of a text keeps it, which does no harm. */
void vm_string_keep(VmFn *vm, const double x[], size_t n)
{
	VmTexts *t = &vm->strings;

	for (size_t i = 0; i < n; i++)
		if (x[i] >= 0 && x[i] < (double)t->n && x[i] == (double)(uint32_t)x[i])
			t->at[(uint32_t)x[i]].kept = true;
}

void vm_string_forget(VmFn *vm)
{
	VmTexts *t = &vm->strings;

	for (size_t i = vm->module->strings.n; i < t->n; i++) {
		VmText *at = &t->at[i];

		if (at->text && !at->kept) {
			alloc_free(t->alloc, at->text, at->len + 1);
			*at = (VmText){.next = t->free};
			t->free = (uint32_t)i + 1;
			t->n_used--;
		}
		at->kept = false;
	}
	memset(t->slot, 0, t->n_slots * sizeof *t->slot);
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].text)
			*place_of(t, t->at[i].text, t->at[i].len, t->at[i].hash) = (uint32_t)i + 1;
}

/* --- written down --- */

/* The next number has this text, or is free. */
static bool add_number(VmTexts *t, char *text, size_t len)
{
	int64_t number = t->free ? -1 : free_number(t);

	if (number < 0)
		return false;
	t->at[number] = (VmText){.text = text, .len = len};
	if (text)
		t->at[number].hash = hash_of(text, len);
	t->n_used += text != NULL;
	return true;
}

static void read_text(VmTexts *t, Tape *tape)
{
	bool there = false;
	size_t len = 0;
	char *text = NULL;

	tape_flag(tape, &there);
	if (there)
		len = tape_count(tape, 0, 1);
	if (there && !tape->wrong)
		text = alloc_new(t->alloc, len + 1);
	if (text)
		tape_bytes(tape, text, len);
	if (tape->wrong || (there && !text) || !add_number(t, text, len)) {
		alloc_free(t->alloc, text, text ? len + 1 : 0);
		tape_refuse(tape, "there is no memory for texts");
	}
}

/* Those of the code are there in every instance. Numbers that are free come in another order than
   before: nobody has them. */
static void read_texts(VmFn *vm, Tape *tape, size_t n)
{
	VmTexts *t = &vm->strings;
	size_t first = vm->module->strings.n, n_slots = 128;

	for (size_t i = first; i < t->n; i++)
		if (t->at[i].text)
			alloc_free(t->alloc, t->at[i].text, t->at[i].len + 1);
	t->n = t->n_used = first;
	t->free = 0;
	for (size_t i = 0; i < n && !tape->wrong; i++)
		read_text(t, tape);
	while (n_slots < 2 * (t->n_used + 1))
		n_slots *= 2;
	if (!index_all(t, n_slots))
		tape_refuse(tape, "there is no memory for texts");
	for (size_t i = t->n; i-- > first;)
		if (!t->at[i].text) {
			t->at[i].next = t->free;
			t->free = (uint32_t)i + 1;
		}
}

void vm_string_tape(VmFn *vm, Tape *tape)
{
	VmTexts *t = &vm->strings;
	size_t first = vm->module->strings.n, n = tape_count(tape, t->n - first, 1);

	if (tape_reads(tape)) {
		read_texts(vm, tape, n);
		return;
	}
	for (size_t i = first; i < t->n; i++) {
		bool there = t->at[i].text != NULL;

		tape_flag(tape, &there);
		if (there)
			tape_bytes(tape, t->at[i].text, tape_count(tape, t->at[i].len, 1));
	}
}
