/* SPDX-License-Identifier: MIT
   gpt.c — generator, processor, transducer: the first study of every DEVS course (Zeigler,
   Praehofer, Kim 2000). Jobs come at random, one processor serves them in turn, a transducer
   measures. One run for each of several service times; queueing theory (Pollaczek and Khinchine:
   Poisson arrivals, constant service) stands beside the measured turnaround. */
#include "modevs/devs.h"
#include "modevs/parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const double mean_gap = 1.0, period = 200000.0; /* minutes */

typedef struct {
	MdvComponent generator, processor, transducer; /* the three parts */
} Study;

static MdvStatus build(MdvDevs *sim, double service, Study *study)
{
	MdvGeneratorParams arrivals = {.gaps = mdv_exponential(mean_gap)};
	MdvProcessorParams server = {.service = mdv_constant(service)};
	MdvTransducerParams observe = {.period = period};
	MdvComponent root = mdv_devs_root(sim);
	MdvStatus status;

	/* The components ... */
	status =
		mdv_devs_add_atomic(sim, root, "generator", &mdv_generator, &arrivals, &study->generator);
	if (status >= 0)
		status =
			mdv_devs_add_atomic(sim, root, "processor", &mdv_processor, &server, &study->processor);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "transducer", &mdv_transducer, &observe,
									 &study->transducer);

	/* ... and who listens to whom. */
	if (status >= 0)
		status = mdv_devs_couple(sim, study->generator, MDV_GENERATOR_OUT, study->processor,
								 MDV_PROCESSOR_IN);
	if (status >= 0)
		status = mdv_devs_couple(sim, study->generator, MDV_GENERATOR_OUT, study->transducer,
								 MDV_TRANSDUCER_ARRIVED);
	if (status >= 0)
		status = mdv_devs_couple(sim, study->processor, MDV_PROCESSOR_OUT, study->transducer,
								 MDV_TRANSDUCER_SOLVED);
	if (status >= 0)
		status = mdv_devs_couple(sim, study->transducer, MDV_TRANSDUCER_DONE, study->generator,
								 MDV_GENERATOR_STOP);
	return status;
}

static void print_row(double service, const MdvTransducerResult *r)
{
	double load = service / mean_gap;
	char theory[16] = "no limit";

	if (load < 1.0)
		snprintf(theory, sizeof theory, "%.2f", service + load * service / (2.0 * (1.0 - load)));
	printf("%9.2f %5.0f %% %9" PRIu64 " %9" PRIu64 " %12.3f %12.2f %11s\n", service, 100.0 * load,
		   r->arrived, r->solved, r->throughput, r->turnaround.mean, theory);
}

static MdvStatus run(double service)
{
	MdvDevsOptions options = {.seed = 2000};
	MdvDevs *sim = mdv_devs_new(&options);
	MdvTransducerResult result;
	MdvStatus status;
	Study study;

	if (!sim)
		return MDV_NO_MEMORY;
	status = build(sim, service, &study);
	if (status >= 0)
		status = mdv_devs_run(sim, INFINITY);
	if (status < 0) {
		fprintf(stderr, "gpt: %s\n", mdv_devs_error(sim));
	} else {
		result = mdv_transducer_read(sim, study.transducer);
		print_row(service, &result);
	}
	mdv_devs_free(sim);
	return status;
}

int main(void)
{
	static const double services[] = {0.10, 0.25, 0.50, 0.75, 0.90, 0.95, 1.10, 2.00};

	printf(
		"Generator - processor - transducer: jobs arrive at random, one a minute on average\n\n");
	printf("  service    load   arrived    solved   throughput   turnaround   in theory\n");
	printf("  minutes                                 a minute      minutes     minutes\n");
	for (size_t i = 0; i < sizeof services / sizeof services[0]; i++)
		if (run(services[i]) < 0)
			return 1;
	printf("\nBelow a load of 100 %% the processor keeps pace, but the closer to it, the longer "
		   "jobs wait;\n"
		   "beyond it the queue grows for as long as one watches.\n");
	return 0;
}
