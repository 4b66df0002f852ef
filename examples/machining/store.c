/* SPDX-License-Identifier: MIT
   store.c — the queue before the machine: unbounded, first come, first served. A part is put in at
   the instant at which there is one and the machine is idle. */
#include "store.h"

#include <math.h>

typedef struct Store {
	uint64_t arrived; /* blanks */
	uint64_t started; /* put into the machine */
	bool busy;        /* the machine works */
	double t_next;    /* now if a part is to be put in, else INFINITY */
} Store;

static MdvStatus store_init(void *state, const MdvCall *call, const void *params)
{
	(void)call;
	(void)params;
	((Store *)state)->t_next = INFINITY;
	return MDV_OK;
}

static double store_t_next(const void *state)
{
	return ((const Store *)state)->t_next;
}

static MdvStatus store_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, STORE_STARTED, mdv_integer((int64_t)((const Store *)state)->started));
}

static MdvStatus store_delta_int(void *state, const MdvCall *call)
{
	(void)call;
	((Store *)state)->t_next = INFINITY;
	return MDV_OK;
}

static MdvStatus store_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Store *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++)
		if (x->at[i].port == STORE_BLANK)
			s->arrived++;
		else
			s->busy = false;
	if (!s->busy && s->arrived > s->started) {
		s->started++;
		s->busy = true;
		s->t_next = call->t;
	}
	return MDV_OK;
}

const MdvAtomic store = {
	.name = "store",
	.state_size = sizeof(Store),
	.n_in = 2,
	.n_out = 1,
	.init = store_init,
	.t_next = store_t_next,
	.lambda = store_lambda,
	.delta_int = store_delta_int,
	.delta_ext = store_delta_ext,
};
