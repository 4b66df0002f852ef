/* SPDX-License-Identifier: MIT
   test_parts_memory.c — a model of all parts that grow: every allocation fails once. */
#include "modevs/parts.h"

#include "t.h"

#include <stdlib.h>

typedef struct {
	long left;   /* allocations until one fails */
	size_t held; /* bytes not yet given back */
} Budget;

static void *budget_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Budget *budget = ctx;
	void *result = NULL;

	if (new_size == 0) {
		free(ptr);
		budget->held -= ptr ? old_size : 0;
		return NULL;
	}
	if (budget->left-- != 0)
		result = realloc(ptr, new_size);
	if (result)
		budget->held += new_size - (ptr ? old_size : 0);
	return result;
}

/* All growing parts in one model; the first failure, or MDV_OK. */
static MdvStatus run_all_parts(MdvDevs *sim)
{
	const MdvProcessorParams stages[] = {{.service = mdv_constant(1), .capacity = 30}};
	MdvGeneratorParams burst = {.gaps = mdv_constant(0), .limit = 50};
	MdvDelayParams delay = {3};
	MdvComponent root = mdv_devs_root(sim), g, d, w, p, t, r;
	MdvStatus status[13];

	status[0] = mdv_devs_add_atomic(sim, root, "g", &mdv_generator, &burst, &g);
	status[1] = mdv_devs_add_atomic(sim, root, "d", &mdv_delay, &delay, &d);
	status[2] = mdv_devs_add_atomic(sim, root, "w", &mdv_switch, NULL, &w);
	status[3] = mdv_add_pipe(sim, root, "p", stages, 1, &p);
	status[4] = mdv_devs_add_atomic(sim, root, "t", &mdv_transducer, NULL, &t);
	status[5] = mdv_devs_add_atomic(sim, root, "r", &mdv_recorder, NULL, &r);
	for (int i = 0; i < 6; i++)
		if (status[i] < 0)
			return status[i];
	status[6] = mdv_devs_couple(sim, g, 0, d, 0);
	status[7] = mdv_devs_couple(sim, d, 0, w, MDV_SWITCH_IN);
	status[8] = mdv_devs_couple(sim, w, 0, p, 0);
	status[9] = mdv_devs_couple(sim, w, 0, t, MDV_TRANSDUCER_ARRIVED);
	status[10] = mdv_devs_couple(sim, p, 0, t, MDV_TRANSDUCER_SOLVED);
	status[11] = mdv_devs_couple(sim, p, 1, r, 0);
	status[12] = mdv_devs_run(sim, INFINITY);
	for (int i = 6; i < 13; i++)
		if (status[i] < 0)
			return status[i];
	return MDV_OK;
}

static void lack_of_memory_is_reported_and_nothing_is_lost(void)
{
	for (long k = 0; k < 10000; k++) {
		Budget budget = {.left = k};
		MdvAlloc alloc = {budget_resize, &budget};
		MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.alloc = &alloc});
		MdvStatus status = sim ? run_all_parts(sim) : MDV_NO_MEMORY;

		if (sim)
			mdv_devs_free(sim);
		T_INT(budget.held, 0);
		if (status == MDV_OK) {
			T_CHECK(k > 20);
			return;
		}
		T_INT(status, MDV_NO_MEMORY);
		if (t_bad)
			return;
	}
	T_FAIL("the model never gets enough memory");
}

int main(void)
{
	T_RUN(lack_of_memory_is_reported_and_nothing_is_lost);
	return T_END();
}
