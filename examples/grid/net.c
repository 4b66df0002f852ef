/* SPDX-License-Identifier: MIT
   net.c — the packet network (paper 002, 5.6.2): a broadcast floods it. A line is a queue; one
   packet at a time takes bits / throughput + base delay to cross it. Nothing is lost. */
#include "grid.h"

#include <math.h>

static const double bits = 900 * 8; /* of a message */

/* Those of Grid.PowerNetwork, counted from 0; two lines between the same buses carry one link. */
const GridLink grid_links[GRID_LINES] = {
	{0, 1},   {0, 5},  {1, 2},  {1, 4},  {1, 5},  {2, 4},  {4, 5},  {4, 6},
	{5, 3},   {3, 8},  {3, 9},  {3, 10}, {6, 7},  {6, 11}, {7, 8},  {9, 10},
	{10, 11}, {12, 0}, {13, 1}, {14, 2}, {15, 3}, {16, 4}, {16, 6},
};

/* Node */

static MdvStatus node_init(void *state, const MdvCall *call, const void *params)
{
	GridNode *s = state;

	s->hold = *(const double *)params;
	s->t_next = INFINITY;
	mdv_random_init(&s->random, call, 0);
	return MDV_OK;
}

static void node_destroy(void *state, const MdvCall *call)
{
	mdv_items_free(&((GridNode *)state)->held, call);
}

static double node_t_next(const void *state)
{
	return ((const GridNode *)state)->t_next;
}

static MdvStatus node_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	GridNode *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		const GridPacket *packet = mdv_payload_data(x->at[i].payload);
		double t = call->t + s->hold * mdv_random_uniform(&s->random);
		MdvStatus status;

		if (packet->number <= s->last[packet->monitor])
			continue;
		s->last[packet->monitor] = packet->number;
		if (s->held.n) /* no packet overtakes another */
			t = fmax(t, mdv_items_at(&s->held, s->held.n - 1)->t);
		status = mdv_items_push(&s->held, call, x->at[i], t);
		if (status < 0)
			return status;
		s->t_next = mdv_items_at(&s->held, 0)->t;
	}
	return MDV_OK;
}

static MdvStatus node_lambda(const void *state, MdvCall *call)
{
	const GridNode *s = state;
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < s->held.n; i++) {
		const MdvItem *item = mdv_items_at(&s->held, i);

		if (item->t > call->t)
			break;
		for (uint32_t port = 0; port <= GRID_DEGREE && status >= 0; port++)
			if (port == 0 || port != item->value.port)
				status = mdv_send_copy(call, port, item->value);
	}
	return status;
}

static MdvStatus node_delta_int(void *state, const MdvCall *call)
{
	GridNode *s = state;

	while (s->held.n && mdv_items_at(&s->held, 0)->t <= call->t)
		mdv_value_release(call, mdv_items_take_first(&s->held).value);
	s->t_next = s->held.n ? mdv_items_at(&s->held, 0)->t : INFINITY;
	return MDV_OK;
}

const MdvAtomic grid_node = {
	.name = "node",
	.state_size = sizeof(GridNode),
	.n_in = 1 + GRID_DEGREE,
	.n_out = 1 + GRID_DEGREE,
	.init = node_init,
	.destroy = node_destroy,
	.t_next = node_t_next,
	.lambda = node_lambda,
	.delta_int = node_delta_int,
	.delta_ext = node_delta_ext,
};

/* Line */

double grid_line_time(double throughput, double latency)
{
	return bits / throughput + latency;
}

static MdvStatus line_init(void *state, const MdvCall *call, const void *params)
{
	GridLine *s = state;

	(void)call;
	s->time = *(const double *)params;
	s->t_next = INFINITY;
	return MDV_OK;
}

static void line_destroy(void *state, const MdvCall *call)
{
	mdv_items_free(&((GridLine *)state)->queue, call);
}

static double line_t_next(const void *state)
{
	return ((const GridLine *)state)->t_next;
}

static MdvStatus line_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	GridLine *s = state;
	MdvStatus status = MDV_OK;

	(void)e;
	if (s->queue.n == 0)
		s->t_next = call->t + s->time;
	for (size_t i = 0; i < x->n && status >= 0; i++)
		status = mdv_items_push(&s->queue, call, x->at[i], call->t);
	if (s->queue.n > s->longest)
		s->longest = s->queue.n;
	return status;
}

static MdvStatus line_lambda(const void *state, MdvCall *call)
{
	MdvValue packet = mdv_items_at(&((const GridLine *)state)->queue, 0)->value;

	return mdv_send_copy(call, packet.port, packet);
}

static MdvStatus line_delta_int(void *state, const MdvCall *call)
{
	GridLine *s = state;

	mdv_value_release(call, mdv_items_take_first(&s->queue).value);
	s->n++;
	s->t_next = s->queue.n ? call->t + s->time : INFINITY;
	return MDV_OK;
}

const MdvAtomic grid_line = {
	.name = "line",
	.state_size = sizeof(GridLine),
	.n_in = 2,
	.n_out = 2,
	.init = line_init,
	.destroy = line_destroy,
	.t_next = line_t_next,
	.lambda = line_lambda,
	.delta_int = line_delta_int,
	.delta_ext = line_delta_ext,
};
