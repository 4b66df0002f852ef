/* SPDX-License-Identifier: MIT
   atomic.c — a plant as an atomic of the P-DEVS engine. Messages that an event makes wait in a
   queue: the time advance is zero until the output function has sent them, together with what is
   planned for the same instant (000, 4.4). */
#include "runtime/plant/plant.h"

typedef struct AtomicState {
	MdvHybrid *h; /* the plant */
} AtomicState;

static MdvStatus fail(MdvHybrid *h, const MdvCall *call, MdvStatus status)
{
	h->engine.call = NULL;
	h->engine.lambda = NULL;
	if (status == MDV_OK || status == MDV_STOPPED)
		return status;
	h->failed = status < 0 ? status : MDV_FAILED;
	return mdv_fail(call, h->failed, "%s", mdv_hybrid_message(h));
}

/* In the engine there are no ticks, and messages wait for the output function. */
static MdvHybridOptions in_engine(const MdvHybridOptions *given, const MdvCall *call)
{
	MdvHybridOptions o = *given;

	o.alloc = o.alloc ? o.alloc : mdv_devs_alloc(call->sim);
	o.emit = NULL;
	o.ticks_per_second = 0;
	return o;
}

static MdvStatus begin(AtomicState *s, const MdvCall *call, MdvHybrid *h, MdvStatus status)
{
	s->h = h;
	if (!h)
		return mdv_fail(call, status, "%s",
						status == MDV_BAD_ARGUMENT ? "the plant has no model"
												   : mdv_status_text(status));
	status = fail(h, call, status);
	if (status < 0)
		mdv_hybrid_free(h);
	return status;
}

static MdvStatus init(void *s, const MdvCall *call, const void *params)
{
	MdvHybridOptions o = in_engine(params, call);
	MdvHybrid *h;
	MdvStatus status = plant_host_new(&o, call, call->t, &h);

	return begin(s, call, h, status);
}

static void release_queue(MdvHybrid *h, const MdvCall *call)
{
	for (size_t i = 0; i < h->engine.queue.n; i++)
		if (h->engine.queue.at[i].kind == MDV_PAYLOAD)
			mdv_payload_release(call, h->engine.queue.at[i].payload);
	h->engine.queue.n = 0;
}

/* What the user's trace writes to may be closed by now. */
static void finish(MdvHybrid *h, const MdvCall *call)
{
	if (h->failed != MDV_OK || mdv_devs_status(call->sim) != MDV_OK)
		return;
	h->options.row = NULL;
	h->engine.call = call;
	if (mdv_hybrid_finish(h, mdv_devs_time(call->sim)) != MDV_OK && h->o.log)
		h->o.log(h->o.user, mdv_hybrid_message(h));
}

static void destroy(void *s, const MdvCall *call)
{
	MdvHybrid *h = ((AtomicState *)s)->h;

	finish(h, call);
	release_queue(h, call);
	mdv_hybrid_free(h);
}

/* A step that had to be shortened may be late. */
static double t_next(const void *s)
{
	const MdvHybrid *h = ((const AtomicState *)s)->h;

	return h->engine.queue.n > 0 ? h->now : fmax(h->now, plant_whole_time(h));
}

static bool is_due(const MdvHybrid *h, double t)
{
	return plant_whole_time(h) <= t;
}

static MdvStatus give_output(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)t, (void)x;
	return plant_whole_output(h);
}

static MdvStatus lambda(const void *s, MdvCall *call)
{
	MdvHybrid *h = ((const AtomicState *)s)->h;
	MdvStatus status = MDV_OK;

	h->engine.call = h->engine.lambda = call;
	for (size_t i = 0; i < h->engine.queue.n && status == MDV_OK && h->phase != PLANT_FINISHED;
		 i++) {
		MdvValue value = h->engine.queue.at[i];

		if (value.kind == MDV_PAYLOAD) /* the queue keeps its own until the transition */
			mdv_payload_retain(value.payload);
		status = mdv_send(call, value.port, value);
	}
	if (status == MDV_OK && is_due(h, call->t))
		status = plant_guard(h, give_output, call->t, NULL);
	return fail(h, call, status);
}

static MdvStatus advance(MdvHybrid *h, double t, const MdvBag *x)
{
	(void)t;
	return plant_whole_advance(h, x);
}

static MdvStatus delta_int(void *s, const MdvCall *call)
{
	MdvHybrid *h = ((AtomicState *)s)->h;

	h->engine.call = call;
	release_queue(h, call);
	return fail(h, call, is_due(h, call->t) ? plant_guard(h, advance, call->t, NULL) : MDV_OK);
}

static MdvStatus delta_ext(void *s, const MdvCall *call, double e, const MdvBag *x)
{
	MdvHybrid *h = ((AtomicState *)s)->h;

	(void)e; /* the exact time is call->t */
	h->engine.call = call;
	return fail(h, call, plant_guard(h, plant_whole_input, call->t, x));
}

static MdvStatus delta_con(void *s, const MdvCall *call, const MdvBag *x)
{
	MdvHybrid *h = ((AtomicState *)s)->h;

	h->engine.call = call;
	release_queue(h, call);
	return fail(h, call,
				plant_guard(h, is_due(h, call->t) ? advance : plant_whole_input, call->t, x));
}

MdvAtomic mdv_hybrid_atomic(const char *name, const MdvHybridOptions *o)
{
	return (MdvAtomic){.name = name,
					   .state_size = sizeof(AtomicState),
					   .n_in = o->n_in,
					   .n_out = o->n_out,
					   .in_names = o->in_names,
					   .out_names = o->out_names,
					   .init = init,
					   .destroy = destroy,
					   .t_next = t_next,
					   .lambda = lambda,
					   .delta_int = delta_int,
					   .delta_ext = delta_ext,
					   .delta_con = delta_con};
}

MdvHybrid *mdv_hybrid_of(void *state)
{
	return ((AtomicState *)state)->h;
}
