/* SPDX-License-Identifier: MIT
   request_plant.c — plants by name: their ports and tables, and their traces in memory. */
#include "api/request.h"

#include "runtime/plant/plant.h"

MdvStatus mdv_request_input(MdvRequest *r, const char *name)
{
	return request_add(r, &r->in, name);
}

MdvStatus mdv_request_output(MdvRequest *r, const char *name)
{
	return request_add(r, &r->out, name);
}

MdvStatus mdv_request_send(MdvRequest *r, const MdvSend *send)
{
	MdvSend row = *send;

	row.variable = request_keep(r, send->variable);
	row.trigger = request_keep(r, send->trigger);
	if (!row.variable || (send->trigger && !row.trigger) ||
		!vec_push(arena_allocator(&r->memory), &r->sends, row))
		return request_fail(r, MDV_NO_MEMORY, NULL);
	return MDV_OK;
}

MdvStatus mdv_request_receive(MdvRequest *r, const MdvReceive *receive)
{
	MdvReceive row = *receive;

	row.variable = request_keep(r, receive->variable);
	if (!row.variable || !vec_push(arena_allocator(&r->memory), &r->receives, row))
		return request_fail(r, MDV_NO_MEMORY, NULL);
	return MDV_OK;
}

static MdvStatus trace(void *user, MdvHybrid *h, double t)
{
	MdvRequest *r = user;

	return results_row(r->trace, t, h->rt->frame);
}

MdvStatus mdv_request_plant(MdvRequest *r, const MdvProgram *p, MdvDevs *sim, MdvComponent parent,
							const char *name, MdvResults **results, MdvComponent *added)
{
	MdvStatus status;

	if (!mdv_program_source(p))
		return request_fail(r, MDV_BAD_ARGUMENT, "the program was not compiled");
	r->trace = NULL;
	if (results) {
		TRY(request_results(r, p, results));
		r->trace = *results;
	}
	r->hybrid = (MdvHybridOptions){.model = mdv_program_source(p),
								   .set = r->numbers.at,
								   .n_set = r->numbers.n,
								   .send = r->sends.at,
								   .n_send = r->sends.n,
								   .receive = r->receives.at,
								   .n_receive = r->receives.n,
								   .n_in = (uint32_t)(r->in.n > 0 ? r->in.n - 1 : 0),
								   .n_out = (uint32_t)(r->out.n > 0 ? r->out.n - 1 : 0),
								   .in_names = r->in.at,
								   .out_names = r->out.at,
								   .run = r->run,
								   .trace = r->trace ? trace : NULL,
								   .log = request_note,
								   .user = r};
	r->atomic = mdv_hybrid_atomic(mdv_program_model(p)->name, &r->hybrid);
	status = mdv_devs_add_atomic(sim, parent, name, &r->atomic, &r->hybrid, added);
	if (status >= 0)
		return status;
	if (results) {
		mdv_results_free(*results);
		*results = r->trace = NULL;
	}
	return request_fail(r, status, mdv_devs_error(sim));
}
