/* SPDX-License-Identifier: MIT
   The study of load control (paper 002, 5.6): what its page claims. */
#include "../examples/grid/grid.h"
#include "sim.h"

#include "t.h"

static GridOptions options(bool control)
{
	return (GridOptions){
		.control = control,
		.stop = 20,
		.seed = 1,
		.inertia = 1,
		.reactance = 1,
		.estimate = GRID_PRINTED,
		.throughput = 560e3,
		.latency = 0.01,
		.solver = "rk45",
		.tol = 1e-6,
	};
}

static GridResult run(const GridOptions *o)
{
	GridResult r;

	if (!grid_run(o, NULL, &r))
		T_FAIL("the study did not run");
	return r;
}

static void without_control_all_machines_trip_after_the_spike(void)
{
	GridOptions o = options(false);
	GridResult r = run(&o);

	T_INT(r.tripped, GRID_MACHINES);
	for (int i = 0; i < GRID_MACHINES; i++)
		T_CHECK(r.t_trip[i] > 10 && r.t_trip[i] < 11);
	T_CHECK(r.max_frequency > 60.05 && r.max_frequency < 60.095); /* after the drop at t = 1 */
	T_REAL(r.end_service, 0, 0);
	T_REAL(r.unserved, 3.034 * (20 - 10.2), 0.5);
}

static void with_control_none_trips_and_all_is_served_again(void)
{
	GridOptions o = options(true);
	GridResult r = run(&o);

	T_INT(r.tripped, 0);
	T_CHECK(r.min_frequency > 59.905 && r.min_frequency < 59.95);
	T_CHECK(r.min_service > 0.5 && r.min_service < 0.9);
	T_CHECK(r.t_served > 10.2 && r.t_served < 15);
	T_REAL(r.end_service, 1, 1e-12);
	T_CHECK(r.unserved < 1.5);
}

/* Lines between a load's node and the nearest machine's. */
static int hops(uint32_t load)
{
	int distance[GRID_NODES];

	for (int i = 0; i < GRID_NODES; i++)
		distance[i] = i < GRID_LOADS ? GRID_NODES : 0;
	for (int round = 0; round < GRID_NODES; round++)
		for (int i = 0; i < GRID_LINES; i++) {
			int *a = &distance[grid_links[i].a], *b = &distance[grid_links[i].b];

			*a = *a < *b + 1 ? *a : *b + 1;
			*b = *b < *a + 1 ? *b : *a + 1;
		}
	return distance[load];
}

static void messages_flood_the_network_in_order(void)
{
	GridOptions o = options(true);
	GridResult r = run(&o);
	double time = grid_line_time(o.throughput, o.latency), least = INFINITY;

	T_REAL(time, 7200 / 560e3 + 0.01, 1e-15);
	T_CHECK(r.messages > 20 && r.messages < 200);
	T_INT(r.stale, 0);
	/* Every node sends a message on by all its lines but one; the first one by all. */
	T_INT(r.packets, (2 * GRID_LINES - (GRID_NODES - 1)) * r.messages);
	for (uint32_t i = 0; i < GRID_LOADS; i++) {
		T_INT(r.received[i], r.messages);
		T_CHECK(r.min_delay[i] >= hops(i) * time - 1e-12);
		least = fmin(least, r.min_delay[i]);
	}
	T_REAL(least, time, 1e-12);
}

static void the_outcome_does_not_hang_on_a_hair(void)
{
	static const double inertia[] = {0.85, 1.15, 1.3};
	GridOptions on = options(true), off = options(false);

	for (int i = 0; i < 3; i++) {
		off.inertia = on.inertia = inertia[i];
		T_INT(run(&off).tripped, GRID_MACHINES);
		for (int e = GRID_SECONDS; e <= GRID_PRINTED; e++) {
			on.estimate = (GridEstimate)e;
			T_INT(run(&on).tripped, 0);
		}
	}
	on = options(true);
	on.shaft_angles = true;
	T_INT(run(&on).tripped, 0);
	on.shaft_angles = false;
	on.hold = 0.005;
	for (on.seed = 1; on.seed <= 3; on.seed++)
		T_INT(run(&on).tripped, 0);
}

/* A lighter system fails before the messages are there; a network ten times as fast saves it. Too
   many messages clog the network. */
static void control_is_as_good_as_its_network(void)
{
	GridOptions o = options(true);

	o.inertia = 0.7;
	T_INT(run(&o).tripped, GRID_MACHINES);
	o.throughput = 5600e3;
	o.latency = 0.001;
	T_INT(run(&o).tripped, 0);
	o = options(true);
	o.every_sample = true;
	T_INT(run(&o).tripped, GRID_MACHINES);
}

static void solvers_agree_and_runs_repeat(void)
{
	GridOptions on = options(true), off = options(false);
	GridResult a = run(&off), b = run(&on), c = run(&on);

	T_CHECK(b.min_frequency == c.min_frequency && b.unserved == c.unserved);
	on.solver = off.solver = "cvode";
	on.tol = off.tol = 1e-8;
	T_INT(run(&on).tripped, 0);
	c = run(&off);
	for (int i = 0; i < GRID_MACHINES; i++)
		T_REAL(c.t_trip[i], a.t_trip[i], 1e-4);
}

/* The network with the demand as Modelica time events, in no discrete-event simulation. */
static void modelica_alone_trips_at_the_same_times(void)
{
	GridOptions o = options(false);
	GridResult r;
	Sim s;
	char name[64];

	o.tol = 1e-8;
	r = run(&o);
	T_CHECK(sim_file(&s, "examples/grid/Grid.mo"));
	s.o.run.tol = 1e-8;
	T_INT(sim_run(&s), MDV_OK);
	for (int i = 0; i < GRID_MACHINES; i++) {
		size_t row = 0;

		snprintf(name, sizeof name, "network.machine[%d].closed", i + 1);
		while (row < s.time.n && sim_row(&s, row, name) != 0)
			row++;
		T_CHECK(row < s.time.n);
		if (row < s.time.n)
			T_REAL(s.time.at[row], r.t_trip[i], 1e-6);
	}
	sim_free(&s);
}

int main(void)
{
	T_RUN(without_control_all_machines_trip_after_the_spike);
	T_RUN(with_control_none_trips_and_all_is_served_again);
	T_RUN(messages_flood_the_network_in_order);
	T_RUN(the_outcome_does_not_hang_on_a_hair);
	T_RUN(control_is_as_good_as_its_network);
	T_RUN(solvers_agree_and_runs_repeat);
	T_RUN(modelica_alone_trips_at_the_same_times);
	return T_END();
}
