/* SPDX-License-Identifier: MIT
   network.c — the medium is a server with a queue, the packets of others are events that are
   generated at random; what takes packets off the network leaves those alone and loses some. */
#include "network.h"

#include "modevs/parts.h"

#include <math.h>

/* What takes packets off the network, and the controller: one real value at a time, sent on at the
   same time. */

typedef struct Relay {
	MdvRandom random; /* of losses */
	double loss;      /* probability; the controller's is 0 */
	double gain;      /* times the value; the network's is 1 */
	double value;     /* to be sent */
	double t_next;    /* now, or INFINITY: nothing is to be sent */
} Relay;

static MdvStatus receiver_init(void *state, const MdvCall *call, const void *params)
{
	const NetworkParams *p = params;
	Relay *s = state;

	if (!(p->loss >= 0 && p->loss <= 1))
		return mdv_fail(call, MDV_BAD_ARGUMENT, "a loss of %g: it must be from 0 to 1", p->loss);
	if (!(p->load >= 0))
		return mdv_fail(call, MDV_BAD_ARGUMENT, "a load of %g: it must be 0 or more", p->load);
	s->loss = p->loss;
	s->gain = 1;
	s->t_next = INFINITY;
	mdv_random_init(&s->random, call, 0);
	return MDV_OK;
}

static MdvStatus controller_init(void *state, const MdvCall *call, const void *params)
{
	Relay *s = state;

	(void)call;
	s->gain = *(const double *)params;
	s->t_next = INFINITY;
	return MDV_OK;
}

static double relay_t_next(const void *state)
{
	return ((const Relay *)state)->t_next;
}

static MdvStatus relay_lambda(const void *state, MdvCall *call)
{
	const Relay *s = state;

	return mdv_send(call, 0, mdv_real(s->gain * s->value));
}

static MdvStatus relay_delta_int(void *state, const MdvCall *call)
{
	(void)call;
	((Relay *)state)->t_next = INFINITY;
	return MDV_OK;
}

static MdvStatus relay_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Relay *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++)
		if (x->at[i].kind == MDV_REAL &&
			(s->loss == 0 || mdv_random_uniform(&s->random) >= s->loss)) {
			s->value = x->at[i].real;
			s->t_next = call->t;
		}
	return MDV_OK;
}

static const MdvAtomic receiver = {
	.name = "receiver",
	.state_size = sizeof(Relay),
	.n_in = 1,
	.n_out = 1,
	.init = receiver_init,
	.t_next = relay_t_next,
	.lambda = relay_lambda,
	.delta_int = relay_delta_int,
	.delta_ext = relay_delta_ext,
};

const MdvAtomic network_controller = {
	.name = "controller",
	.state_size = sizeof(Relay),
	.n_in = 1,
	.n_out = 1,
	.init = controller_init,
	.t_next = relay_t_next,
	.lambda = relay_lambda,
	.delta_int = relay_delta_int,
	.delta_ext = relay_delta_ext,
};

/* The network */

static MdvStatus add_others(MdvDevs *sim, MdvComponent network, MdvComponent medium,
							const NetworkParams *p)
{
	static const MdvValue packet = {.kind = MDV_EVENT};
	MdvGeneratorParams g = {
		.gaps = mdv_exponential(p->packet / p->load), .values = &packet, .n_values = 1};
	MdvComponent others;
	MdvStatus status = mdv_devs_add_atomic(sim, network, "others", &mdv_generator, &g, &others);

	return status < 0 ? status
					  : mdv_devs_couple(sim, others, MDV_GENERATOR_OUT, medium, MDV_PROCESSOR_IN);
}

MdvStatus network_add(MdvDevs *sim, MdvComponent parent, const char *name, const NetworkParams *p,
					  MdvComponent *added)
{
	MdvProcessorParams medium_params = {.service = mdv_constant(p->packet)};
	MdvDelayParams delay_params = {.time = p->delay};
	MdvComponent network, medium, delay, end;
	MdvStatus status = mdv_devs_add_coupled(sim, parent, name, 1, 1, &network);

	if (status >= 0)
		status =
			mdv_devs_add_atomic(sim, network, "medium", &mdv_processor, &medium_params, &medium);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, network, "delay", &mdv_delay, &delay_params, &delay);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, network, "receiver", &receiver, p, &end);
	if (status >= 0 && p->load > 0)
		status = add_others(sim, network, medium, p);
	if (status >= 0)
		status = mdv_devs_couple(sim, network, 0, medium, MDV_PROCESSOR_IN);
	if (status >= 0)
		status = mdv_devs_couple(sim, medium, MDV_PROCESSOR_OUT, delay, 0);
	if (status >= 0)
		status = mdv_devs_couple(sim, delay, 0, end, 0);
	if (status >= 0)
		status = mdv_devs_couple(sim, end, 0, network, 0);
	*added = network;
	return status;
}
