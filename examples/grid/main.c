/* SPDX-License-Identifier: MIT
   main.c — the study's program: options, one line of figures, pictures. */
#include "grid.h"

#include <math.h>
#include <stdio.h>

static bool plot(GridCurves *c, bool control)
{
	StudyCurve load[] = {c->demand, c->served}, fraction[] = {c->requested, c->service};
	const char *frequency_file = control ? "grid-on-frequency.svg" : "grid-off-frequency.svg";
	const char *load_file = control ? "grid-on-load.svg" : "grid-off-load.svg";

	if (!study_plot(frequency_file, control ? "With load control" : "Without load control",
					c->frequency, GRID_MACHINES) ||
		!study_plot(load_file, "Demand and what is served of it", load, 2))
		return false;
	return !control || study_plot("grid-on-fraction.svg", "Fraction of the load", fraction, 2);
}

static void free_curves(GridCurves *c)
{
	for (int i = 0; i < GRID_MACHINES; i++)
		study_curve_free(&c->frequency[i]);
	study_curve_free(&c->demand);
	study_curve_free(&c->served);
	study_curve_free(&c->requested);
	study_curve_free(&c->service);
}

static bool report(const GridOptions *o, const GridResult *r, double cpu)
{
	double first = INFINITY, last = -INFINITY;

	for (int i = 0; i < GRID_MACHINES; i++) {
		first = fmin(first, r->t_trip[i]);
		last = fmax(last, r->t_trip[i]);
	}
	study_begin();
	study_text("study", "grid");
	study_text("control", o->control ? "on" : "off");
	study_count("tripped", (uint64_t)r->tripped);
	study_number("first_trip_s", first);
	study_number("last_trip_s", r->tripped == GRID_MACHINES ? last : NAN);
	study_number("min_frequency_hz", r->min_frequency);
	study_number("max_frequency_hz", r->max_frequency);
	study_number("min_service", r->min_service);
	study_number("end_service", r->end_service);
	study_number("served_again_s", r->t_served);
	study_number("unserved_pu_s", r->unserved);
	study_count("samples", r->samples);
	study_count("messages", r->messages);
	study_count("packets", r->packets);
	study_number("max_delay_s", r->max_delay);
	study_number("mean_delay_s", r->mean_delay);
	study_count("longest_queue", r->longest_queue);
	study_count("steps", r->plant.steps);
	study_count("inputs", r->plant.inputs);
	study_count("state_events", r->plant.state_events);
	study_number("cpu_s", cpu);
	return study_end();
}

int main(int argc, char **argv)
{
	static const char *const switches[] = {"off", "on", NULL};
	static const char *const estimates[] = {"seconds", "printed", NULL};
	int control = 1, estimate = GRID_PRINTED, status;
	bool pictures = false, ok;
	GridOptions o = {.stop = 20,
					 .seed = 1,
					 .inertia = 1,
					 .reactance = 1,
					 .throughput = 560e3,
					 .latency = 0.01,
					 .solver = "rk45",
					 .tol = 1e-6};
	const StudyOption options[] = {
		{"--control", STUDY_CHOICE, &control, "load control", switches},
		{"--stop", STUDY_NUMBER, &o.stop, "end of the simulation, s (20)", NULL},
		{"--seed", STUDY_COUNT, &o.seed, "of the nodes' random hold (1)", NULL},
		{"--throughput", STUDY_NUMBER, &o.throughput, "of a line, bits/s (560e3)", NULL},
		{"--latency", STUDY_NUMBER, &o.latency, "of a line, s (0.01)", NULL},
		{"--hold", STUDY_NUMBER, &o.hold, "longest hold of a packet in a node, s (0)", NULL},
		{"--inertia", STUDY_NUMBER, &o.inertia, "factor of all inertias (1)", NULL},
		{"--reactance", STUDY_NUMBER, &o.reactance, "factor of the machines' reactances (1)", NULL},
		{"--estimate", STUDY_CHOICE, &estimate, "time to failure (printed)", estimates},
		{"--every-sample", STUDY_FLAG, &o.every_sample, "monitors send at every sample", NULL},
		{"--shaft-angles", STUDY_FLAG, &o.shaft_angles, "d Theta/dt = speed per unit", NULL},
		{"--solver", STUDY_TEXT, &o.solver, "cvode, ida, rk45 (rk45)", NULL},
		{"--tol", STUDY_NUMBER, &o.tol, "relative tolerance (1e-6)", NULL},
		{"--plot", STUDY_FLAG, &pictures, "write pictures grid-*.svg", NULL},
	};
	GridCurves curves = {0};
	GridResult result;

	if (!study_options(argc, argv, "Load control of a power system through a packet network.",
					   options, sizeof options / sizeof *options, &status))
		return status;
	o.control = control != 0;
	o.estimate = (GridEstimate)estimate;
	ok = grid_run(&o, pictures ? &curves : NULL, &result) && report(&o, &result, study_cpu());
	if (ok && pictures)
		ok = plot(&curves, o.control);
	free_curves(&curves);
	return ok ? 0 : 3;
}
