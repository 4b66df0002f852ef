/* SPDX-License-Identifier: MIT
   simulate.c — a Modelica model as a function of a C program: compiled once, simulated for many
   values of a parameter. How far does a ball fly through air, and at which angle farthest? */
#include "modevs/modevs.h"

#include <stdio.h>
#include <stdlib.h>

/* What is wanted of a flight; filled row by row. */
typedef struct {
	double peak;  /* greatest height */
	double range; /* where it has come to */
	double speed; /* there */
} Flight;

static const char *const columns[] = {"x", "y", "v"};

static MdvStatus row(void *user, double t, const double value[])
{
	Flight *f = user;

	(void)t;
	f->range = value[0];
	f->peak = value[1] > f->peak ? value[1] : f->peak;
	f->speed = value[2];
	return MDV_OK;
}

static Flight fly(const MdvProgram *shot, double angle, MdvSimulateResult *result)
{
	Flight f = {0};
	MdvSetting set = {"angle", angle};
	MdvSimulateOptions o = {.run.tol = 1e-8,
							.set = &set,
							.n_set = 1,
							.variables = columns,
							.n_variables = 3,
							.row = row,
							.user = &f};

	if (mdv_simulate(shot, &o, result) != MDV_OK) {
		fprintf(stderr, "simulate: %s\n", result->message);
		exit(1);
	}
	return f;
}

int main(void)
{
	double best = 0, best_range = 0;
	MdvSimulateResult result;
	MdvProgram *shot;

	if (mdv_compile(STUDY_DIR "/Shot.mo", NULL, &shot) != MDV_OK) {
		fputs(shot ? mdv_program_messages(shot) : "out of memory\n", stderr);
		mdv_program_free(shot);
		return 1;
	}
	puts("angle  time/s  range/m  peak/m  speed/(m/s)");
	for (int angle = 20; angle <= 70; angle++) {
		Flight f = fly(shot, angle, &result);

		if (angle % 10 == 0)
			printf("%5d  %6.3f  %7.3f  %6.3f  %11.3f\n", angle, result.t, f.range, f.peak, f.speed);
		if (f.range > best_range) {
			best_range = f.range;
			best = angle;
		}
	}
	printf("farthest at %g degrees: %.3f m\n", best, best_range);
	mdv_program_free(shot);
	return 0;
}
