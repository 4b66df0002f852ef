/* SPDX-License-Identifier: MIT
   operator.c — the operators whose state the runtime keeps (MDV_OPERATORS of modevs/model.h): what
   is to be done with all of those that a model has, in the order of the list. A model without such
   operators loops over nothing. */
#include "runtime/rt/rt.h"

#define ONE_MORE(X, name, Type, FIELDS) +1
enum { N_KINDS = 0 MDV_OPERATORS(ONE_MORE, ) };

#define FOR_OPERATORS(rt, o) \
	for (RtOperator *o = (rt)->operators.kind; o < (rt)->operators.kind + (rt)->operators.n; o++)

void operator_new(Rt *rt)
{
	rt->operators.kind = NEW_ARRAY(&rt->memory, RtOperator, N_KINDS);
#define ADD(X, name, Type, FIELDS) \
	if (rt->m->n_##name##s > 0)    \
		rt->operators.kind[rt->operators.n++] = (RtOperator){&name##_operator, NULL};
	MDV_OPERATORS(ADD, )
	FOR_OPERATORS (rt, o)
		o->state = o->ops->make ? o->ops->make(rt) : NULL;
	rt->operators.pulse = NEW_ARRAY(&rt->memory, int32_t, rt->operators.most_pulses);
}

void operator_free(Rt *rt)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->free)
			o->ops->free(rt, o->state);
}

void operator_wait(Rt *rt)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->wait)
			o->ops->wait(rt, o->state);
}

MdvStatus operator_begin(Rt *rt, double t)
{
	rt->operators.n_pulses = 0;
	FOR_OPERATORS (rt, o)
		if (o->ops->begin)
			TRY_FINAL(o->ops->begin(rt, o->state, t));
	return MDV_OK;
}

void operator_read(Rt *rt)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->read)
			o->ops->read(rt, o->state);
}

MdvStatus operator_follow(Rt *rt, bool *changed)
{
	*changed = false;
	FOR_OPERATORS (rt, o)
		if (o->ops->follow)
			TRY(o->ops->follow(rt, o->state, changed));
	return MDV_OK;
}

bool operator_release(Rt *rt, double t, RtEvent *out)
{
	bool jumped = false;

	rt->operators.n_pulses = 0;
	FOR_OPERATORS (rt, o)
		if (o->ops->release)
			jumped |= o->ops->release(rt, o->state, t, out);
	operator_read(rt);
	return jumped;
}

void operator_pulse(Rt *rt, int32_t slot)
{
	rt->frame[slot] = 1;
	rt->operators.pulse[rt->operators.n_pulses++] = slot;
}

void operator_end_pulses(Rt *rt)
{
	for (int32_t k = 0; k < rt->operators.n_pulses; k++)
		rt->frame[rt->operators.pulse[k]] = 0;
	rt->operators.n_pulses = 0;
}

MdvStatus operator_turn(Rt *rt, bool *any)
{
	*any = false;
	FOR_OPERATORS (rt, o)
		if (o->ops->turn)
			TRY(o->ops->turn(rt, o->state, any));
	return MDV_OK;
}

MdvStatus operator_keep(Rt *rt, double t, bool event)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->keep)
			TRY(o->ops->keep(rt, o->state, t, event));
	return MDV_OK;
}

MdvStatus operator_bend(Rt *rt, int32_t slot)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->bend)
			TRY(o->ops->bend(rt, o->state, slot));
	return MDV_OK;
}

bool operator_keeps(const Rt *rt)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->keep)
			return true;
	return false;
}

bool operator_pulses_only(const Rt *rt)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->turn || o->ops->keep || o->ops->follow || o->ops->read || o->ops->bend)
			return false;
	return true;
}

bool operator_follows(const Rt *rt)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->follow)
			return true;
	return false;
}

double operator_next(const Rt *rt, double t)
{
	double next = INFINITY;

	FOR_OPERATORS (rt, o)
		if (o->ops->next)
			next = fmin(next, o->ops->next(rt, o->state, t));
	return next;
}

double operator_longest_step(const Rt *rt)
{
	double longest = INFINITY;

	FOR_OPERATORS (rt, o)
		if (o->ops->longest_step)
			longest = fmin(longest, o->ops->longest_step(rt, o->state));
	return longest;
}

void operator_due(const Rt *rt, double t, RtDue *tell, void *ctx)
{
	FOR_OPERATORS (rt, o)
		if (o->ops->due)
			o->ops->due(rt, o->state, t, tell, ctx);
}

void operator_tape(Rt *rt, Tape *t)
{
	FOR_OPERATORS (rt, o)
		o->ops->tape(rt, o->state, t); /* whatever has a state has this */
}
