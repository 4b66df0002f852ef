/* SPDX-License-Identifier: MIT
   fnatomic_message.c — messages in the engine: numbers with a label where that is all, else objects
   with the scalars of their record. */
#include "runtime/fnatomic/fnatomic.h"

#include <string.h>

/* A message, whatever its record. */
typedef struct FnMessage {
	ExtLive live;      /* of one with texts */
	const MdvModel *m; /* whose tables know it */
	int64_t number;    /* of its record there */
	double x[];        /* its scalars */
} FnMessage;

/* "Job(id = 3, name = \"x\")"; of the paper's own "2: 0.5". */
static int print_message(const void *data, char *buf, size_t size)
{
	const FnMessage *p = data;
	const MdvMessage *r = &p->m->message[p->number];
	const char *field = r->fields;
	int n;

	if (p->number == 0)
		return plain_snprintf(buf, size, "%.0f: %.17g", p->x[STD_TYPE], p->x[STD_VALUE]);
	n = plain_snprintf(buf, size, "%s(", r->name);
	for (int32_t i = 0; i < r->n; i++, field = strchr(field, '\n') + 1) {
		size_t used = (size_t)n < size ? (size_t)n : size;
		int len = (int)strcspn(field, "\n");
		const char *comma = i > 0 ? ", " : "";

		if (r->kinds[i] == 's')
			n += plain_snprintf(buf + used, size - used, "%s%.*s = \"%s\"", comma, len, field,
								p->m->string(p->m->code, p->x[i]));
		else if (r->kinds[i] == 'b')
			n += plain_snprintf(buf + used, size - used, "%s%.*s = %s", comma, len, field,
								p->x[i] != 0 ? "true" : "false");
		else
			n += plain_snprintf(buf + used, size - used, "%s%.*s = %.17g", comma, len, field,
								p->x[i]);
	}
	return n + plain_snprintf(buf + ((size_t)n < size ? (size_t)n : size),
							  (size_t)n < size ? size - (size_t)n : 0, ")");
}

static void end_message(void *data, const MdvCall *call)
{
	(void)call;
	queues_end_live(&((FnMessage *)data)->live);
}

static const MdvPayloadType message_type = {
	.name = "message", .destroy = end_message, .print = print_message};

bool fnatomic_message(const MdvCall *call, const MdvModel *m, ExtSession *session, int32_t number,
					  const double x[], MdvValue *out)
{
	size_t bytes = (size_t)m->message[number].n * sizeof *x;
	MdvPayload *p;
	FnMessage *data;

	if (number == 0 && is_label(x[STD_TYPE])) {
		*out = labelled(x[STD_TYPE], x[STD_VALUE]);
		return true;
	}
	p = mdv_payload_new(call, &message_type, sizeof *data + bytes);
	if (!p)
		return false;
	data = mdv_payload_data(p);
	data->m = m;
	data->number = number;
	memcpy(data->x, x, bytes);
	if (session && strchr(m->message[number].kinds, 's'))
		queues_begin_live(session, &data->live, data->x, m->message[number].n);
	*out = mdv_payload(p);
	return true;
}

/* A number, as others than atomics written in Modelica send it. */
static double number_in(const MdvValue *value)
{
	switch (value->kind) {
	case MDV_REAL: return value->real;
	case MDV_INTEGER: return (double)value->integer;
	case MDV_BOOLEAN: return value->boolean;
	default: return 0;
	}
}

bool fnatomic_read(const MdvModel *m, const MdvValue *value, ExtMessage *out)
{
	FnMessage *data;

	out->port = (int32_t)value->port + 1;
	out->more = NULL;
	if (value->kind != MDV_PAYLOAD) {
		out->record = 0;
		out->few[STD_TYPE] = type_of(value);
		out->few[STD_VALUE] = number_in(value);
	} else {
		if (mdv_payload_type(value->payload) != &message_type)
			return false;
		data = mdv_payload_data(value->payload);
		if (data->m != m)
			return false;
		out->record = (int32_t)data->number;
		out->more = data->x;
	}
	out->n = m->message[out->record].n;
	out->name = m->message[out->record].name;
	out->order = 0;
	return true;
}

bool fnatomic_is_message(const MdvValue *value)
{
	return value->kind == MDV_PAYLOAD && mdv_payload_type(value->payload) == &message_type;
}

bool fnatomic_number(const MdvValue *value, double *x, double *type)
{
	const FnMessage *data;

	*x = number_in(value);
	*type = type_of(value);
	if (!fnatomic_is_message(value))
		return value->kind != MDV_PAYLOAD && value->kind != MDV_EVENT;
	data = mdv_payload_data(value->payload);
	if (data->number != 0)
		return false;
	*x = data->x[STD_VALUE];
	*type = data->x[STD_TYPE];
	return true;
}
