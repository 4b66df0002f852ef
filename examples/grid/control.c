/* SPDX-License-Identifier: MIT
   control.c — monitors, which ask for less load when a machine is in danger and for more when it
   is not, and loads, which take the mean of what the monitors ask for (paper 002, 5.6.2). */
#include "grid.h"

#include <math.h>

static const double safety = 1e4; /* k: so many times the time needed make a machine safe */

static const MdvPayloadType packet_type = {.name = "packet"};

/* Monitor */

static MdvStatus monitor_init(void *state, const MdvCall *call, const void *params)
{
	GridMonitor *s = state;

	(void)call;
	s->p = *(const GridMonitorParams *)params;
	s->steps = GRID_STEPS;
	s->t_next = INFINITY;
	return MDV_OK;
}

static double monitor_t_next(const void *state)
{
	return ((const GridMonitor *)state)->t_next;
}

/* Time to an under-frequency failure if the machine goes on to slow down as it does. */
static double time_to_failure(const GridMonitor *s, const GridSample *x)
{
	double rest = GRID_NOMINAL * x->w + GRID_TRIP;
	double rate = s->p.estimate == GRID_SECONDS ? GRID_NOMINAL * x->a : x->a;

	return x->a < 0 ? rest / -rate : INFINITY;
}

/* Time to meet the demand if the turbine's power goes on to change as it does. */
static double time_to_supply(const GridSample *x)
{
	double missing = fabs(x->dP_m - x->dP_e);

	return x->r != 0 ? missing / fabs(x->r) : missing > 0 ? INFINITY : 0;
}

/* +1: more load may be taken; -1: less should be. */
static int judge(const GridMonitor *s, const GridSample *x)
{
	double t_f = time_to_failure(s, x), t_s = time_to_supply(x);

	if (t_f < INFINITY && t_f <= t_s)
		return -1;
	return t_f > safety * t_s;
}

static MdvStatus monitor_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	GridMonitor *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		int steps = s->steps + judge(s, mdv_payload_data(x->at[i].payload));
		bool moved = steps >= 0 && steps <= GRID_STEPS && steps != s->steps;

		s->samples++;
		if (moved)
			s->steps = steps;
		if (moved || s->p.every_sample)
			s->t_next = call->t;
	}
	return MDV_OK;
}

static MdvStatus monitor_lambda(const void *state, MdvCall *call)
{
	const GridMonitor *s = state;
	MdvPayload *payload = mdv_payload_new(call, &packet_type, sizeof(GridPacket));

	if (!payload)
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for a packet");
	*(GridPacket *)mdv_payload_data(payload) = (GridPacket){
		.monitor = s->p.machine,
		.number = s->sent + 1,
		.alpha = (double)s->steps / GRID_STEPS,
		.t = call->t,
	};
	return mdv_send(call, 0, mdv_payload(payload));
}

static MdvStatus monitor_delta_int(void *state, const MdvCall *call)
{
	GridMonitor *s = state;

	(void)call;
	s->sent++;
	s->t_next = INFINITY;
	return MDV_OK;
}

const MdvAtomic grid_monitor = {
	.name = "monitor",
	.state_size = sizeof(GridMonitor),
	.n_in = 1,
	.n_out = 1,
	.init = monitor_init,
	.t_next = monitor_t_next,
	.lambda = monitor_lambda,
	.delta_int = monitor_delta_int,
	.delta_ext = monitor_delta_ext,
};

/* Load */

/* Paper 002, Table 2: demand from each of these times on. */
static const double change[] = {0, 1, 10, INFINITY};
static const double demand[][GRID_LOADS] = {
	{0, 0.217, 0.942, 0.112, 0.478, 0.076, 0.295, 0.09, 0.035, 0.061, 0.135, 0.149},
	{0, 0.217, 0.942, 0.112, 0.478, 0.076, 0, 0, 0.035, 0, 0, 0},
	{0, 0.217, 0.942, 0.112, 0.478, 0.076, 0.4, 0.09, 0.035, 0.4, 0.135, 0.149},
};

/* The last row of the table that holds at t. */
static int row_at(double t)
{
	int row = 0;

	while (change[row + 1] <= t)
		row++;
	return row;
}

double grid_load_demand(uint32_t load, double t)
{
	return demand[row_at(t)][load];
}

double grid_load_fraction(const GridLoad *s)
{
	double sum = 0;

	for (int i = 0; i < GRID_MACHINES; i++)
		sum += s->alpha[i];
	return sum / GRID_MACHINES;
}

static MdvStatus load_init(void *state, const MdvCall *call, const void *params)
{
	GridLoad *s = state;

	s->load = *(const uint32_t *)params;
	for (int i = 0; i < GRID_MACHINES; i++)
		s->alpha[i] = 1;
	s->t_next = change[row_at(call->t) + 1];
	return MDV_OK;
}

static double load_t_next(const void *state)
{
	return ((const GridLoad *)state)->t_next;
}

static MdvStatus load_lambda(const void *state, MdvCall *call)
{
	const GridLoad *s = state;

	return mdv_send(call, 0, mdv_real(-grid_load_demand(s->load, call->t) * grid_load_fraction(s)));
}

static MdvStatus load_delta_int(void *state, const MdvCall *call)
{
	GridLoad *s = state;

	s->t_next = change[row_at(call->t) + 1];
	return MDV_OK;
}

static MdvStatus load_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	GridLoad *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		const GridPacket *packet = mdv_payload_data(x->at[i].payload);

		mdv_tally_add(&s->delay, call->t - packet->t);
		s->stale += packet->number < s->last[packet->monitor];
		s->last[packet->monitor] = packet->number;
		s->alpha[packet->monitor] = packet->alpha;
		s->t_next = call->t;
	}
	return MDV_OK;
}

const MdvAtomic grid_load = {
	.name = "load",
	.state_size = sizeof(GridLoad),
	.n_in = 1,
	.n_out = 1,
	.init = load_init,
	.t_next = load_t_next,
	.lambda = load_lambda,
	.delta_int = load_delta_int,
	.delta_ext = load_delta_ext,
};
