/* SPDX-License-Identifier: MIT
   test_system.c — components and couplings on the engine. (Runs of one island: test_hybrid.c and
   all tests that simulate.) */
#include "runtime/system/system.h"

#include "modevs/parts.h"
#include "t.h"

static const MdvGeneratorParams every_second = {.gaps = {.kind = MDV_TIMES_CONSTANT, .a = 1}};

static void components_are_added_and_coupled(void)
{
	SystemAtomic part[] = {{"source", &mdv_generator, &every_second},
						   {"sink", &mdv_recorder, NULL}};
	SystemCoupling wire = {.from = 0, .to = 1};
	SystemTable system = {part, &wire, 2, 1};
	MdvComponent sink;
	MdvDevs *sim;
	size_t n = 0;

	T_INT(system_open(&system, 0, NULL, &sim), MDV_OK);
	T_INT(mdv_devs_run(sim, 3.5), MDV_OK);
	T_INT(mdv_devs_find(sim, "sink", &sink), MDV_OK);
	T_CHECK(mdv_recorder_read(sim, sink, &n) != NULL);
	T_INT(n, 3);
	mdv_devs_free(sim);
}

static void what_cannot_be_is_refused_by_name(void)
{
	SystemAtomic part[] = {{"a", &mdv_generator, &every_second}, {"a", &mdv_recorder, NULL}};
	SystemCoupling wire = {.from = 0, .to = 1, .from_port = 7};
	SystemTable twice = {part, NULL, 2, 0}, wrong = {part, &wire, 2, 1};
	MdvDevs *sim;

	T_INT(system_open(&twice, 0, NULL, &sim), MDV_DUPLICATE);
	T_CHECK(strstr(mdv_devs_error(sim), "'a'") != NULL);
	mdv_devs_free(sim);
	part[1].name = "b";
	T_INT(system_open(&wrong, 0, NULL, &sim), MDV_BAD_PORT);
	T_CHECK(strstr(mdv_devs_error(sim), "7") != NULL);
	mdv_devs_free(sim);
}

static void without_memory_it_says_so_and_leaks_nothing(void)
{
	SystemAtomic part[] = {{"source", &mdv_generator, &every_second},
						   {"sink", &mdv_recorder, NULL}};
	SystemCoupling wire = {.from = 0, .to = 1};
	SystemTable system = {part, &wire, 2, 1};
	MdvStatus status = MDV_NO_MEMORY;

	for (size_t k = 1; status == MDV_NO_MEMORY; k++) {
		AllocMeter meter;
		MdvDevs *sim;

		alloc_meter_init(&meter, &alloc_heap);
		meter.fail_at = k;
		status = system_open(&system, 0, &meter.alloc, &sim);
		T_CHECK(status == MDV_OK || status == MDV_NO_MEMORY);
		mdv_devs_free(sim);
		T_INT(meter.live, 0);
		T_CHECK(k < 1000);
	}
}

int main(void)
{
	T_RUN(components_are_added_and_coupled);
	T_RUN(what_cannot_be_is_refused_by_name);
	T_RUN(without_memory_it_says_so_and_leaks_nothing);
	return T_END();
}
