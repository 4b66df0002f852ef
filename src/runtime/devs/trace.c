/* SPDX-License-Identifier: MIT
   trace.c — the trace: one line per output and per transition, as CSV or as JSON objects.
   Columns: t, step, kind (output, internal, external, confluent), component, port, value; the
   value of a transition is the new state as its class prints it. */
#include "runtime/devs/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

typedef struct Trace {
	MdvDevs *sim;          /* whose */
	FILE *file;            /* the caller's */
	MdvTraceFormat format; /* of the lines */
} Trace;

int trace_value(const MdvValue *v, char *buf, size_t size)
{
	char x[32];

	switch (v->kind) {
	case MDV_EVENT: return snprintf(buf, size, "event");
	case MDV_REAL: return snprintf(buf, size, "%s", text_real(x, v->real));
	case MDV_INTEGER: return snprintf(buf, size, "%" PRId64, v->integer);
	case MDV_BOOLEAN: return snprintf(buf, size, "%s", v->boolean ? "true" : "false");
	default: break;
	}
	if (size == 0) /* full: do not descend into records of records any further */
		return 0;
	if (v->payload && mdv_payload_type(v->payload)->print)
		return mdv_payload_type(v->payload)->print(mdv_payload_data(v->payload), buf, size);
	return snprintf(buf, size, "<%s>", v->payload ? mdv_payload_type(v->payload)->name : "null");
}

/* A text in double quotes, as CSV or JSON demands. */
static void write_quoted(const Trace *tr, const char *text)
{
	fputc('"', tr->file);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
		if (tr->format == MDV_TRACE_CSV)
			fputs(*c == '"' ? "\"" : "", tr->file);
		else if (*c == '"' || *c == '\\')
			fputc('\\', tr->file);
		if (*c < 0x20 && tr->format == MDV_TRACE_JSON)
			fprintf(tr->file, "\\u%04x", *c);
		else
			fputc(*c, tr->file);
	}
	fputc('"', tr->file);
}

static void write_field(const Trace *tr, const char *text)
{
	if (tr->format == MDV_TRACE_JSON || strpbrk(text, ",\"\r\n"))
		write_quoted(tr, text);
	else
		fputs(text, tr->file);
}

static MdvStatus write_line(const Trace *tr, const MdvCall *now, const char *kind, const char *port,
							const char *value)
{
	const char *names[] = {"kind", "component", "port", "value"};
	char path[1024], t[32];
	const char *fields[] = {kind, path, port, value};
	bool json = tr->format == MDV_TRACE_JSON;

	mdv_devs_path(tr->sim, mdv_devs_component(tr->sim, now->self), path, sizeof path);
	fprintf(tr->file, json ? "{\"t\":%s,\"step\":%" PRIu64 : "%s,%" PRIu64, text_real(t, now->t),
			now->step);
	for (int i = 0; i < 4; i++) {
		if (json && !fields[i][0])
			continue;
		fputc(',', tr->file);
		if (json)
			fprintf(tr->file, "\"%s\":", names[i]);
		write_field(tr, fields[i]);
	}
	fputs(json ? "}\n" : "\n", tr->file);
	if (ferror(tr->file))
		return mdv_fail(now, MDV_IO, "the trace could not be written: %s", strerror(errno));
	return MDV_OK;
}

static MdvStatus trace_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	const Trace *tr = user;
	char name[16], text[1024];

	trace_value(value, text, sizeof text);
	return write_line(tr, now, "output", model_port_name(tr->sim, now->self, false, port, name),
					  text);
}

static MdvStatus trace_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	static const char *const kinds[] = {"", "internal", "external", "confluent"};
	const Trace *tr = user;
	const MdvAtomic *class = tr->sim->classes.at[tr->sim->hot.at[now->self].cls];
	char text[1024] = "";

	if (class->print)
		class->print(s, text, sizeof text);
	return write_line(tr, now, kinds[kind], "", text);
}

MdvStatus mdv_devs_trace(MdvDevs *sim, FILE *file, MdvTraceFormat format)
{
	MdvObserver observer = {trace_output, trace_state, NULL, NULL};
	Trace *tr = alloc_new(&sim->alloc, sizeof *tr);

	if (!tr || !vec_push(&sim->alloc, &sim->traces, tr)) {
		alloc_free(&sim->alloc, tr, sizeof *tr);
		return model_error(sim, MDV_NO_MEMORY, "out of memory");
	}
	*tr = (Trace){sim, file, format};
	observer.user = tr;
	if (format == MDV_TRACE_CSV && fputs("t,step,kind,component,port,value\n", file) == EOF)
		return model_error(sim, MDV_IO, "the trace could not be written: %s", strerror(errno));
	return mdv_devs_observe(sim, &observer);
}

void trace_free_all(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->traces.n; i++)
		alloc_free(&sim->alloc, sim->traces.at[i], sizeof(Trace));
	vec_free(&sim->alloc, &sim->traces);
}
