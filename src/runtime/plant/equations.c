/* SPDX-License-Identifier: MIT
   equations.c — the equations of a model among its DEVS components, as an atomic of their engine.
   Messages that an event makes for components wait in a queue, as those to the outside do
   (atomic.c): the time advance is zero until the output function has sent them. */
#include "runtime/plant/plant.h"

typedef struct EquationsState {
	MdvHybrid *h; /* the plant that they are */
} EquationsState;

static MdvStatus fail(const MdvHybrid *h, const MdvCall *call, MdvStatus status)
{
	if (status == MDV_OK || status == MDV_STOPPED)
		return status;
	return mdv_fail(call, status < 0 ? status : MDV_FAILED, "%s", rt_message(h->rt));
}

static MdvStatus open_guarded(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)x;
	return plant_open(h, t);
}

static MdvStatus init(void *s, const MdvCall *call, const void *params)
{
	MdvHybrid *h = (MdvHybrid *)(uintptr_t)params;

	((EquationsState *)s)->h = h;
	return fail(h, call, plant_guard(h, open_guarded, call->t, NULL));
}

static void release_queue(MdvHybrid *h, const MdvCall *call)
{
	for (size_t i = 0; i < h->inside.queue.n; i++)
		if (h->inside.queue.at[i].kind == MDV_PAYLOAD)
			mdv_payload_release(call, h->inside.queue.at[i].payload);
	h->inside.queue.n = 0;
}

static void destroy(void *s, const MdvCall *call)
{
	release_queue(((EquationsState *)s)->h, call);
}

/* A step that had to be shortened may be late. */
static double t_next(const void *s)
{
	const MdvHybrid *h = ((const EquationsState *)s)->h;

	return h->inside.queue.n > 0 ? h->now : fmax(h->now, plant_time(h));
}

static MdvStatus lambda(const void *s, MdvCall *call)
{
	const MdvHybrid *h = ((const EquationsState *)s)->h;

	for (size_t i = 0; i < h->inside.queue.n && h->phase != PLANT_FINISHED; i++) {
		MdvValue value = h->inside.queue.at[i];

		if (value.kind == MDV_PAYLOAD) /* the queue keeps its own until the transition */
			mdv_payload_retain(value.payload);
		TRY(mdv_send(call, value.port, value));
	}
	return MDV_OK;
}

static bool is_due(const MdvHybrid *h, double t)
{
	return plant_time(h) <= t;
}

static MdvStatus advance(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)t;
	return plant_advance(h, x);
}

static MdvStatus delta_int(void *s, const MdvCall *call)
{
	MdvHybrid *h = ((EquationsState *)s)->h;

	release_queue(h, call);
	return fail(h, call, is_due(h, call->t) ? plant_guard(h, advance, call->t, NULL) : MDV_OK);
}

static MdvStatus delta_ext(void *s, const MdvCall *call, double e, const MdvBag *x)
{
	MdvHybrid *h = ((EquationsState *)s)->h;

	(void)e; /* the exact time is call->t */
	return fail(h, call, plant_guard(h, plant_input, call->t, x));
}

static MdvStatus delta_con(void *s, const MdvCall *call, const MdvBag *x)
{
	MdvHybrid *h = ((EquationsState *)s)->h;

	release_queue(h, call);
	return fail(h, call, plant_guard(h, is_due(h, call->t) ? advance : plant_input, call->t, x));
}

MdvAtomic equations_atomic(uint32_t n_in, uint32_t n_out)
{
	return (MdvAtomic){.name = "$equations",
					   .state_size = sizeof(EquationsState),
					   .n_in = n_in,
					   .n_out = n_out,
					   .init = init,
					   .destroy = destroy,
					   .t_next = t_next,
					   .lambda = lambda,
					   .delta_int = delta_int,
					   .delta_ext = delta_ext,
					   .delta_con = delta_con};
}

MdvStatus equations_send(MdvHybrid *h, uint32_t port, MdvValue value)
{
	value.port = port;
	return vec_push(h->o.alloc, &h->inside.queue, value) ? MDV_OK : MDV_NO_MEMORY;
}
