/* SPDX-License-Identifier: MIT
   plant.c — what the power system sends: a machine whose frequency has moved by 0.001 Hz since its
   last sample (the model counts these levels) is sampled, and its monitor gets five quantities. */
#include "grid.h"

#include <stdio.h>

static const char *const quantities[] = {"dP_m", "r", "dP_e", "w", "a"};

enum { QUANTITIES = sizeof quantities / sizeof *quantities };

typedef struct Sampler {
	int32_t quantity[GRID_MACHINES][QUANTITIES]; /* references, in the order of GridSample */
	int32_t level[GRID_MACHINES];                /* reference to the level of the last sample */
	double sampled[GRID_MACHINES];               /* that level when it was sent */
} Sampler;

static const MdvPayloadType sample_type = {.name = "sample"};

static int32_t find(MdvHybrid *h, int machine, const char *name)
{
	char path[64];

	snprintf(path, sizeof path, "machine[%d].%s", machine + 1, name);
	return mdv_hybrid_find(h, path);
}

static MdvStatus sampler_begin(void *state, MdvHybrid *h, const void *params)
{
	Sampler *s = state;

	(void)params;
	for (int i = 0; i < GRID_MACHINES; i++) {
		s->level[i] = find(h, i, "level");
		if (s->level[i] < 0)
			return MDV_NOT_FOUND;
		for (int k = 0; k < QUANTITIES; k++) {
			s->quantity[i][k] = find(h, i, quantities[k]);
			if (s->quantity[i][k] < 0)
				return MDV_NOT_FOUND;
		}
	}
	return MDV_OK;
}

static MdvStatus send_sample(const Sampler *s, MdvHybrid *h, int machine)
{
	const int32_t *quantity = s->quantity[machine];
	MdvPayload *payload = mdv_payload_new(mdv_hybrid_call(h), &sample_type, sizeof(GridSample));

	if (!payload)
		return mdv_hybrid_fail(h, MDV_NO_MEMORY, "no memory for a sample");
	*(GridSample *)mdv_payload_data(payload) = (GridSample){
		.dP_m = mdv_hybrid_get(h, quantity[0]),
		.r = mdv_hybrid_get(h, quantity[1]),
		.dP_e = mdv_hybrid_get(h, quantity[2]),
		.w = mdv_hybrid_get(h, quantity[3]),
		.a = mdv_hybrid_get(h, quantity[4]),
	};
	return mdv_hybrid_send(h, (uint32_t)machine, mdv_payload(payload));
}

static MdvStatus sampler_internal(void *state, MdvHybrid *h)
{
	Sampler *s = state;
	MdvStatus status = MDV_OK;

	for (int i = 0; i < GRID_MACHINES && status == MDV_OK; i++) {
		double level = mdv_hybrid_get(h, s->level[i]);

		if (level == s->sampled[i])
			continue;
		s->sampled[i] = level;
		status = send_sample(s, h, i);
	}
	return status;
}

/* A crossing may be found at the very input: it is an event like the others. */
static MdvStatus sampler_external(void *state, MdvHybrid *h, const MdvBag *x)
{
	(void)x;
	return sampler_internal(state, h);
}

const MdvExtension grid_sampler = {
	.state_size = sizeof(Sampler),
	.begin = sampler_begin,
	.internal = sampler_internal,
	.external = sampler_external,
};
