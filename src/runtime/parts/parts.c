/* SPDX-License-Identifier: MIT
   parts.c — what the ready-made parts are made of: times to be drawn, a growing ring of values,
   running means. All memory comes from the simulation's allocator. */
#include "runtime/parts/parts.h"

#include <string.h>

const void *parts_state(const MdvDevs *sim, MdvComponent c, const MdvAtomic *part)
{
	const Comp *comp = model_comp(sim, c);

	if (!comp || comp->kind != COMP_ATOMIC)
		return NULL;
	/* Copies of a part differ in their ports only. */
	if (sim->components.classes.at[sim->components.hot.at[c.id].cls]->t_next != part->t_next)
		return NULL;
	return mdv_devs_state(sim, c);
}

MdvStatus parts_idle(void *state, const MdvCall *call)
{
	(void)state, (void)call;
	return MDV_OK;
}

bool parts_number(const MdvValue *value, double *x)
{
	switch ((MdvKind)value->kind) {
	case MDV_REAL: *x = value->real; return true;
	case MDV_INTEGER: *x = (double)value->integer; return true;
	case MDV_BOOLEAN: *x = value->boolean ? 1.0 : 0.0; return true;
	case MDV_EVENT:
	case MDV_PAYLOAD: break;
	}
	return false;
}

/* Times */

static bool is_time(double x)
{
	return x >= 0.0 && isfinite(x);
}

MdvStatus mdv_times_check(const MdvTimes *times, const MdvCall *call, const char *what)
{
	switch (times->kind) {
	case MDV_TIMES_CONSTANT:
		if (!is_time(times->a))
			return mdv_fail(call, MDV_BAD_ARGUMENT,
							"%s: a constant time of %g; it must be finite and 0 or more", what,
							times->a);
		return MDV_OK;
	case MDV_TIMES_EXPONENTIAL:
		if (!is_time(times->a) || times->a == 0.0)
			return mdv_fail(call, MDV_BAD_ARGUMENT,
							"%s: exponential times of mean %g; it must be finite and above 0", what,
							times->a);
		return MDV_OK;
	case MDV_TIMES_UNIFORM:
		if (!is_time(times->a) || !is_time(times->b) || times->b < times->a)
			return mdv_fail(
				call, MDV_BAD_ARGUMENT,
				"%s: uniform times from %g to %g; they must be finite, 0 or more and in "
				"this order",
				what, times->a, times->b);
		return MDV_OK;
	case MDV_TIMES_LISTED:
		if (!times->list || times->n == 0)
			return mdv_fail(call, MDV_BAD_ARGUMENT, "%s: the list of times is empty", what);
		for (size_t i = 0; i < times->n; i++)
			if (!is_time(times->list[i]))
				return mdv_fail(call, MDV_BAD_ARGUMENT,
								"%s: time %zu of the list is %g; it must be finite and 0 or more",
								what, i + 1, times->list[i]);
		return MDV_OK;
	}
	return mdv_fail(call, MDV_BAD_ARGUMENT, "%s: %d is no kind of times", what, (int)times->kind);
}

double mdv_times_draw(const MdvTimes *times, MdvRandom *r, uint64_t k)
{
	switch (times->kind) {
	case MDV_TIMES_CONSTANT: return times->a;
	case MDV_TIMES_EXPONENTIAL: return mdv_random_exponential(r, times->a);
	case MDV_TIMES_UNIFORM: return times->a + (times->b - times->a) * mdv_random_uniform(r);
	case MDV_TIMES_LISTED: return times->list[k % times->n];
	}
	return INFINITY;
}

/* Values */

MdvValue parts_retain(MdvValue value)
{
	if (value.kind == MDV_PAYLOAD)
		mdv_payload_retain(value.payload);
	return value;
}

void mdv_value_release(const MdvCall *call, MdvValue value)
{
	if (value.kind == MDV_PAYLOAD)
		mdv_payload_release(call, value.payload);
}

MdvStatus mdv_send_copy(MdvCall *call, uint32_t port, MdvValue value)
{
	return mdv_send(call, port, parts_retain(value));
}

/* Twice the room, the items in order from place 0. */
static bool items_grow(MdvItems *items, const MdvCall *call)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	size_t cap = items->cap ? 2 * items->cap : 8;
	size_t tail = items->cap - items->first; /* items up to the end of the ring */
	MdvItem *at;

	if (cap > SIZE_MAX / 2 / sizeof *at)
		return false;
	at = alloc->resize(alloc->ctx, NULL, 0, cap * sizeof *at);
	if (!at)
		return false;
	if (items->n) {
		memcpy(at, items->at + items->first, tail * sizeof *at);
		memcpy(at + tail, items->at, items->first * sizeof *at);
	}
	alloc_free(alloc, items->at, items->cap * sizeof *at);
	items->at = at;
	items->first = 0;
	items->cap = cap;
	return true;
}

MdvStatus mdv_items_push(MdvItems *items, const MdvCall *call, MdvValue value, double t)
{
	if (items->n == items->cap && !items_grow(items, call))
		return mdv_fail(call, MDV_NO_MEMORY, "no memory to keep more than %zu values", items->n);
	items->at[(items->first + items->n) & (items->cap - 1)] =
		(MdvItem){.value = parts_retain(value), .t = t};
	items->n++;
	return MDV_OK;
}

const MdvItem *mdv_items_at(const MdvItems *items, size_t i)
{
	return &items->at[(items->first + i) & (items->cap - 1)];
}

MdvItem mdv_items_take_first(MdvItems *items)
{
	MdvItem item = items->at[items->first];

	items->first = (items->first + 1) & (items->cap - 1);
	items->n--;
	return item;
}

MdvItem mdv_items_take_last(MdvItems *items)
{
	return *mdv_items_at(items, --items->n);
}

void mdv_items_free(MdvItems *items, const MdvCall *call)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);

	while (items->n)
		mdv_value_release(call, mdv_items_take_first(items).value);
	alloc_free(alloc, items->at, items->cap * sizeof *items->at);
	*items = (MdvItems){0};
}

/* Tallies */

void mdv_tally_add(MdvTally *tally, double x)
{
	double d = x - tally->mean;

	tally->n++;
	tally->mean += d / (double)tally->n;
	tally->m2 += d * (x - tally->mean);
	if (tally->n == 1 || x < tally->min)
		tally->min = x;
	if (tally->n == 1 || x > tally->max)
		tally->max = x;
}

double mdv_tally_variance(const MdvTally *tally)
{
	return tally->n < 2 ? 0.0 : tally->m2 / (double)(tally->n - 1);
}

MdvStatus parts_take_all(void *s, const MdvCall *call, const MdvBag *x,
						 MdvStatus (*take)(void *s, const MdvCall *call, const MdvValue *value))
{
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < x->n && status >= 0; i++)
		status = take(s, call, &x->at[i]);
	return status;
}
