/* SPDX-License-Identifier: MIT
   system.c — components and couplings as the engine wants them. All are siblings below the root:
   the hierarchy of the source is in their names. */
#include "runtime/system/system.h"

/* What an instant may cost is for the components to say: an island watches its own progress. */
#define STEPS_UNLIMITED UINT64_MAX

static MdvStatus add_components(const SystemTable *s, MdvDevs *sim, MdvComponent added[])
{
	for (int32_t i = 0; i < s->n_components; i++) {
		const SystemAtomic *c = &s->component[i];
		MdvStatus status =
			mdv_devs_add_atomic(sim, mdv_devs_root(sim), c->name, c->atomic, c->params, &added[i]);

		if (status != MDV_OK)
			return status;
	}
	return MDV_OK;
}

static MdvStatus add_couplings(const SystemTable *s, MdvDevs *sim, const MdvComponent added[])
{
	for (int32_t i = 0; i < s->n_couplings; i++) {
		const SystemCoupling *c = &s->coupling[i];
		MdvStatus status =
			mdv_devs_couple(sim, added[c->from], c->from_port, added[c->to], c->to_port);

		if (status != MDV_OK)
			return status;
	}
	return MDV_OK;
}

MdvStatus system_open(const SystemTable *s, double start, const MdvAlloc *alloc, MdvDevs **sim)
{
	MdvDevsOptions options = {.alloc = alloc, .t_start = start, .step_limit = STEPS_UNLIMITED};
	const MdvAlloc *a = alloc ? alloc : &alloc_heap;
	size_t size = (size_t)s->n_components * sizeof(MdvComponent);
	MdvComponent *added;
	MdvStatus status;

	*sim = mdv_devs_new(&options);
	if (!*sim)
		return MDV_NO_MEMORY;
	added = alloc_new(a, size);
	if (!added)
		return MDV_NO_MEMORY;
	status = add_components(s, *sim, added);
	if (status == MDV_OK)
		status = add_couplings(s, *sim, added);
	alloc_free(a, added, size);
	return status;
}
