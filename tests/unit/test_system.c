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

/* What a counter has got; it lives longer than the engine. */
typedef struct Count {
	int n; /* bags so far */
} Count;

static MdvStatus count_init(void *s, const MdvCall *call, const void *params)
{
	(void)call;
	memcpy(s, params, sizeof(Count *));
	return MDV_OK;
}

static double count_next(const void *s)
{
	(void)s;
	return INFINITY;
}

static MdvStatus count_nothing(void *s, const MdvCall *call)
{
	(void)s, (void)call;
	return MDV_OK;
}

static MdvStatus count_bag(void *s, const MdvCall *call, double e, const MdvBag *x)
{
	(void)call, (void)e, (void)x;
	(*(Count **)s)->n++;
	return MDV_OK;
}

static const MdvAtomic counter = {.name = "counter",
								  .n_in = 1,
								  .state_size = sizeof(Count *),
								  .init = count_init,
								  .t_next = count_next,
								  .delta_int = count_nothing,
								  .delta_ext = count_bag};

/* A model without variables. */
static MdvStatus run_nothing(void *code, double frame[], int32_t region)
{
	(void)code, (void)frame, (void)region;
	return MDV_OK;
}

static const char *no_reason(void *code)
{
	(void)code;
	return "";
}

static const double first[] = {0, 0, 0, 1};
static const MdvModel empty = {.name = "Empty",
							   .n_slots = 4,
							   .initial = first,
							   .init_check = -1,
							   .start_code = -1,
							   .objects_code = -1,
							   .time = 0,
							   .is_initial = 1,
							   .is_terminal = 2,
							   .homotopy = 3,
							   .run = run_nothing,
							   .why = no_reason};

static void what_stands_beside_an_island_runs_with_it(void)
{
	Count count = {0}, *counted = &count;
	SystemAtomic part[] = {{"source", &mdv_generator, &every_second},
						   {"island", NULL, NULL},
						   {"sink", &counter, &counted}};
	SystemCoupling wire = {.from = 0, .to = 2}, wrong = {.from = 0, .to = 1};
	SystemTable system = {part, &wire, 3, 1};
	HybridOptions o = {.run.stop = 3.5, .system = &system};
	HybridResult out;
	Rt *rt = rt_new(&empty, NULL);

	T_INT(island_simulate(rt, &o, &out), MDV_OK);
	T_REAL(out.t, 3.5, 0);
	T_INT(count.n, 3);
	system.coupling = &wrong;
	T_INT(island_simulate(rt, &o, &out), MDV_BAD_PORT);
	T_CHECK(strstr(rt_message(rt), "island") != NULL);
	rt_free(rt);
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
	T_RUN(what_stands_beside_an_island_runs_with_it);
	T_RUN(without_memory_it_says_so_and_leaks_nothing);
	return T_END();
}
