/* SPDX-License-Identifier: MIT
   recorder.c — the recorder: keeps all that arrives and writes it as comma-separated lines
   (RFC 4180), numbers with as few digits as give the same number back. */
#include "runtime/parts/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDER_INPUTS = 8 };

typedef struct {
	VEC(MdvRecord) records; /* in the order of arrival */
} Recorder;

static void recorder_destroy(void *state, const MdvCall *call)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	Recorder *s = state;

	for (size_t i = 0; i < s->records.n; i++)
		mdv_value_release(call, s->records.at[i].value);
	vec_free(alloc, &s->records);
}

static double recorder_t_next(const void *state)
{
	(void)state;
	return INFINITY;
}

static MdvStatus recorder_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	Recorder *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		MdvRecord record = {.t = call->t, .step = call->step, .value = x->at[i]};

		if (!vec_push(alloc, &s->records, record))
			return mdv_fail(call, MDV_NO_MEMORY, "no memory for more than %zu records",
							s->records.n);
		parts_retain(record.value);
	}
	return MDV_OK;
}

static int recorder_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "records=%zu", ((const Recorder *)state)->records.n);
}

const MdvAtomic mdv_recorder = {PART(recorder, Recorder), .n_in = RECORDER_INPUTS,
								.destroy = recorder_destroy, .delta_int = parts_idle};

const MdvRecord *mdv_recorder_read(const MdvDevs *sim, MdvComponent recorder, size_t *n)
{
	const Recorder *s = parts_state(sim, recorder, &mdv_recorder);

	*n = s ? s->records.n : 0;
	return s ? s->records.at : NULL;
}

static void write_real(FILE *file, double x)
{
	char text[32];

	for (int digits = 15; digits <= 17; digits++) {
		plain_snprintf(text, sizeof text, "%.*g", digits, x);
		if (plain_strtod(text, NULL) == x)
			break;
	}
	fputs(text, file);
}

/* In quotes, with quotes inside doubled. */
static void write_quoted(FILE *file, const char *text)
{
	putc('"', file);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', file);
		putc(*text, file);
	}
	putc('"', file);
}

static void write_value(FILE *file, const MdvValue *value)
{
	const MdvPayloadType *type;
	char text[256];

	switch ((MdvKind)value->kind) {
	case MDV_EVENT: return;
	case MDV_REAL: write_real(file, value->real); return;
	case MDV_INTEGER: fprintf(file, "%" PRId64, value->integer); return;
	case MDV_BOOLEAN: fputs(value->boolean ? "true" : "false", file); return;
	case MDV_PAYLOAD: break;
	}
	type = mdv_payload_type(value->payload);
	if (type && type->print)
		type->print(mdv_payload_data(value->payload), text, sizeof text);
	else
		snprintf(text, sizeof text, "%s", type && type->name ? type->name : "record");
	write_quoted(file, text);
}

MdvStatus mdv_recorder_write(const MdvDevs *sim, MdvComponent recorder, FILE *file)
{
	size_t n;
	const MdvRecord *records = mdv_recorder_read(sim, recorder, &n);

	fputs("t,step,port,value\n", file);
	for (size_t i = 0; i < n; i++) {
		write_real(file, records[i].t);
		fprintf(file, ",%" PRIu64 ",%u,", records[i].step, records[i].value.port);
		write_value(file, &records[i].value);
		putc('\n', file);
	}
	return fflush(file) != 0 || ferror(file) ? MDV_IO : MDV_OK;
}
