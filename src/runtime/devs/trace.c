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
	MdvComponent parent;   /* whose path `prefix` is */
	Text prefix;           /* kept, because neighbours mostly have the same parent */
	Text path, line;       /* under construction */
} Trace;

int trace_value(const MdvValue *v, char *buf, size_t size)
{
	const MdvPayloadType *type;
	char x[32];

	switch (v->kind) {
	case MDV_EVENT: return snprintf(buf, size, "event");
	case MDV_REAL:
		return v->label ? snprintf(buf, size, "%u: %s", v->label, text_real(x, v->real))
						: snprintf(buf, size, "%s", text_real(x, v->real));
	case MDV_INTEGER: return snprintf(buf, size, "%" PRId64, v->integer);
	case MDV_BOOLEAN: return snprintf(buf, size, "%s", v->boolean ? "true" : "false");
	default: break;
	}
	if (size == 0) /* full: do not descend into records of records any further */
		return 0;
	type = v->payload ? mdv_payload_type(v->payload) : NULL;
	if (type && type->print)
		return type->print(mdv_payload_data(v->payload), buf, size);
	return snprintf(buf, size, "<%s>",
					!v->payload          ? "null"
					: type && type->name ? type->name
										 : "payload");
}

/* A text in double quotes, as CSV or JSON demands. */
static void add_quoted(Trace *tr, const char *text)
{
	text_add_char(&tr->line, '"', 1);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
		if (*c == '"')
			text_add(&tr->line, tr->format == MDV_TRACE_CSV ? "\"\"" : "\\\"", 2);
		else if (*c == '\\' && tr->format == MDV_TRACE_JSON)
			text_add(&tr->line, "\\\\", 2);
		else if (*c < 0x20 && tr->format == MDV_TRACE_JSON)
			text_printf(&tr->line, "\\u%04x", *c);
		else
			text_add_char(&tr->line, (char)*c, 1);
	}
	text_add_char(&tr->line, '"', 1);
}

static void add_field(Trace *tr, const char *name, const char *text)
{
	if (tr->format == MDV_TRACE_JSON && !text[0])
		return;
	text_add_char(&tr->line, ',', 1);
	if (tr->format == MDV_TRACE_JSON)
		text_printf(&tr->line, "\"%s\":", name);
	if (tr->format == MDV_TRACE_JSON || strpbrk(text, ",\"\r\n"))
		add_quoted(tr, text);
	else
		text_add(&tr->line, text, strlen(text));
}

static bool add_path(Text *text, const MdvDevs *sim, MdvComponent c)
{
	size_t n = (size_t)mdv_devs_path(sim, c, NULL, 0), old = text->n;

	if (!text_add_char(text, ' ', n + 1)) /* room for the NUL, too */
		return false;
	mdv_devs_path(sim, c, text->at + old, n + 1);
	text->n--;
	return true;
}

/* The path of a component, in full. */
static const char *path_of(Trace *tr, uint32_t id)
{
	MdvComponent parent;
	char number[16];
	const char *name;

	text_clear(&tr->path);
	if (id == 0) {
		add_path(&tr->path, tr->sim, mdv_devs_root(tr->sim));
		return text_str(&tr->path);
	}
	parent = mdv_devs_component(tr->sim, tr->sim->components.comps.at[id].parent);
	if (parent.id != tr->parent.id || parent.generation != tr->parent.generation) {
		text_clear(&tr->prefix);
		if (parent.id != 0 && add_path(&tr->prefix, tr->sim, parent))
			text_add_char(&tr->prefix, '.', 1);
		tr->parent = parent;
	}
	name = model_name(tr->sim, id, number);
	text_add(&tr->path, text_str(&tr->prefix), tr->prefix.n);
	text_add(&tr->path, name, strlen(name));
	return text_str(&tr->path);
}

static MdvStatus write_line(Trace *tr, const MdvCall *now, const char *kind, const char *port,
							const char *value)
{
	bool json = tr->format == MDV_TRACE_JSON;
	char t[32];

	text_clear(&tr->line);
	text_printf(&tr->line, json ? "{\"t\":%s,\"step\":%" PRIu64 : "%s,%" PRIu64,
				text_real(t, now->t), now->step);
	add_field(tr, "kind", kind);
	add_field(tr, "component", path_of(tr, now->self));
	add_field(tr, "port", port);
	add_field(tr, "value", value);
	text_add(&tr->line, json ? "}\n" : "\n", json ? 2 : 1);
	if (tr->prefix.failed || tr->path.failed || tr->line.failed)
		return mdv_fail(now, MDV_NO_MEMORY, "out of memory");
	if (fwrite(text_str(&tr->line), 1, tr->line.n, tr->file) < tr->line.n)
		return mdv_fail(now, MDV_IO, "the trace could not be written: %s", plain_strerror(errno));
	return MDV_OK;
}

static MdvStatus trace_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	Trace *tr = user;
	char name[16], text[1024];

	trace_value(value, text, sizeof text);
	return write_line(tr, now, "output", model_port_name(tr->sim, now->self, false, port, name),
					  text);
}

static MdvStatus trace_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	static const char *const kinds[] = {"", "internal", "external", "confluent"};
	Trace *tr = user;
	const MdvAtomic *class =
		tr->sim->components.classes.at[tr->sim->components.hot.at[now->self].cls];
	char text[1024] = "";

	if (class->print)
		class->print(s, text, sizeof text);
	return write_line(tr, now, kinds[kind], "", text);
}

MdvStatus mdv_devs_trace(MdvDevs *sim, FILE *file, MdvTraceFormat format)
{
	MdvObserver observer = {trace_output, trace_state, NULL, NULL};
	Trace *tr;

	if (sim->busy)
		return model_error(sim, MDV_BUSY, "a trace cannot be added during an event");
	tr = alloc_new(&sim->alloc, sizeof *tr);
	if (!tr || !vec_push(&sim->alloc, &sim->observers.traces, tr)) {
		alloc_free(&sim->alloc, tr, sizeof *tr);
		return model_error(sim, MDV_NO_MEMORY, "out of memory");
	}
	*tr = (Trace){.sim = sim, .file = file, .format = format, .parent = mdv_devs_root(sim)};
	text_init(&tr->prefix, &sim->alloc);
	text_init(&tr->path, &sim->alloc);
	text_init(&tr->line, &sim->alloc);
	observer.user = tr;
	if (format == MDV_TRACE_CSV && fputs("t,step,kind,component,port,value\n", file) == EOF)
		return model_error(sim, MDV_IO, "the trace could not be written: %s",
						   plain_strerror(errno));
	return mdv_devs_observe(sim, &observer);
}

void trace_free_all(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->observers.traces.n; i++) {
		Trace *tr = sim->observers.traces.at[i];

		text_free(&tr->prefix);
		text_free(&tr->path);
		text_free(&tr->line);
		alloc_free(&sim->alloc, tr, sizeof *tr);
	}
	vec_free(&sim->alloc, &sim->observers.traces);
}
