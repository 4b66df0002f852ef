/* SPDX-License-Identifier: MIT
   qbg_message.c — what the atomics of a quantized bond graph send: numbers where trajectories are
   piecewise constant, else the coefficients of polynomials (GDEVS: an event is a change of
   coefficients). */
#include "runtime/qbg/qbg.h"

#include <string.h>

static int print_poly(const void *data, char *buf, size_t size)
{
	const double *c = data;

	return plain_snprintf(buf, size, "%.17g %.17g %.17g", c[0], c[1], c[2]);
}

static const MdvPayloadType poly_type = {.name = "polynomial", .print = print_poly};

MdvStatus qbg_message_send(MdvCall *call, uint32_t port, const QbgPoly *p, bool is_number)
{
	QbgPoly now = *p;
	MdvPayload *payload;

	qbg_poly_move(&now, call->t);
	if (is_number)
		return mdv_send(call, port, mdv_real(now.c[0]));
	payload = mdv_payload_new(call, &poly_type, 3 * sizeof(double));
	if (!payload)
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for a message");
	memcpy(mdv_payload_data(payload), now.c, 3 * sizeof(double));
	return mdv_send(call, port, mdv_payload(payload));
}

QbgPoly qbg_message_read(const MdvValue *v, double t)
{
	QbgPoly p = {.t = t};

	if (v->kind == MDV_REAL)
		p.c[0] = v->real;
	else
		memcpy(p.c, mdv_payload_data(v->payload), 3 * sizeof(double));
	return p;
}
