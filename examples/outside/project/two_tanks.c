/* SPDX-License-Identifier: MIT
   two_tanks.c — a program of one's own around a Modelica model: two tanks, one with a larger
   outlet, each a running copy of the same compiled model. Prints how often the valve of each moved
   and how far the level went down. */
#include "Tank.h"

#include <math.h>
#include <stdio.h>

typedef struct Watch {
	Tank *tank;   /* whose */
	bool open;    /* the valve, in the row before */
	int n_moves;  /* of the valve */
	double least; /* level */
} Watch;

static MdvStatus look(void *ctx, MdvInstance *p, double t)
{
	Watch *w = ctx;
	bool open = Tank_get_open(w->tank);

	(void)p;
	(void)t;
	w->n_moves += open != w->open;
	w->open = open;
	w->least = fmin(w->least, Tank_get_level(w->tank));
	return MDV_OK;
}

static int run(const char *title, double outlet)
{
	Watch w = {.tank = Tank_new(), .least = INFINITY};
	MdvRunOptions o = {.has_span = true, .stop = 200, .row = look, .ctx = &w};
	MdvStatus status;

	if (!w.tank)
		return 1;
	Tank_set_a(w.tank, outlet);
	status = Tank_simulate(w.tank, &o);
	if (status == MDV_OK)
		printf("%s: the valve moved %d times, the level was never below %.3f m\n", title, w.n_moves,
			   w.least);
	else
		fprintf(stderr, "%s: %s\n", title, Tank_message(w.tank));
	Tank_free(w.tank);
	return status != MDV_OK;
}

int main(void)
{
	return run("outlet 0.01 m2", 0.01) | run("outlet 0.015 m2", 0.015);
}
