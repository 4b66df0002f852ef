/* SPDX-License-Identifier: MIT
   traffic.c — what DEVS components do, in the user's names: messages as they are sent, and counts
   of transitions and messages. Costs nothing if nobody asks. */
#include "runtime/system/traffic.h"
#include "runtime/fnatomic/fnatomic.h"

#include <inttypes.h>
#include <string.h>

#define NEW_HERE(w, Type, n) \
	((Type *)arena_new(&(w)->memory, (size_t)(n) + 1, sizeof(Type), _Alignof(Type)))

/* --- names --- */

const char *traffic_port_name(const MdvModel *m, int32_t component, int32_t port, bool output,
							  Arena *memory)
{
	const char *name, *own;

	if (component < m->n_atomics) {
		const MdvAtomicModel *a = &m->atomic[component];

		name = a->name;
		own = (output ? a->out : a->in)[port].name;
	} else if (component < m->n_atomics + m->n_readies) {
		const MdvReady *r = &m->ready[component - m->n_atomics];

		name = r->name;
		own = (output ? r->out : r->in)[port].own;
	} else {
		const MdvBridge *b = &(output ? m->sender : m->receiver)[port];

		name = b->name;
		own = b->port;
	}
	return arena_printf(memory, "%s%s%s", name, *name ? "." : "", own);
}

/* Islands of the equations follow the components. */
static const char *component_name(Traffic *w, int32_t component)
{
	const MdvModel *m = w->rt->m;
	int32_t last = m->n_atomics + m->n_readies;

	if (component < m->n_atomics)
		return m->atomic[component].name;
	if (component < last)
		return m->ready[component - m->n_atomics].name;
	return w->islands->n == 1
			   ? "equations"
			   : arena_printf(&w->memory, "equations %d", (int)(component - last) + 1);
}

/* Of an atomic of the engine: the component of the model that it belongs to. */
static int32_t model_component(const Traffic *w, int32_t i)
{
	int32_t last = mdv_model_components(w->rt->m) - 1;

	return i < last ? i : last;
}

/* A message has arrived at the component's port. */
static void count_received(Traffic *w, const MdvCoupling *c)
{
	const Islands *s = w->islands;
	int32_t last = mdv_model_components(w->rt->m) - 1;

	if (c->to < last) {
		w->count[c->to].received++;
		return;
	}
	for (int32_t k = s->told_start[c->to_port]; k < s->told_start[c->to_port + 1]; k++)
		w->count[last + s->told[k]].received++;
}

static int32_t output_ports(const MdvModel *m, int32_t component)
{
	if (component < m->n_atomics)
		return m->atomic_class[m->atomic[component].cls].n_out;
	if (component < m->n_atomics + m->n_readies)
		return m->ready[component - m->n_atomics].n_out;
	return m->n_senders;
}

/* Those of an output port: made when first asked for. */
static bool name_port(Traffic *w, int32_t component, int32_t port, int32_t number)
{
	const MdvModel *m = w->rt->m;
	Text to;

	if (w->to[number])
		return true;
	w->name[number] = traffic_port_name(m, component, port, true, &w->memory);
	text_init(&to, w->rt->alloc);
	for (int32_t k = w->start[number]; k < w->start[number + 1]; k++) {
		const MdvCoupling *c = &m->coupling[w->heard[k]];
		const char *name = traffic_port_name(m, c->to, c->to_port, false, &w->memory);

		text_printf(&to, "%s%s", k > w->start[number] ? " " : "", name ? name : "");
	}
	w->to[number] = to.failed ? NULL : arena_strdup(&w->memory, text_str(&to));
	text_free(&to);
	return w->name[number] && w->to[number];
}

/* --- messages --- */

/* Does a component send messages, which are numbers where their Type is 1? */
static bool sends_messages(const MdvModel *m, int32_t component)
{
	return component < m->n_atomics || component == mdv_model_components(m) - 1;
}

/* As the engine's trace has it; of a message (Type, Value) both. */
static void print_value(Traffic *w, int32_t from, const MdvValue *v)
{
	char number[32];
	const MdvPayloadType *type;
	double x, type_number;

	w->type[0] = w->text[0] = '\0';
	if ((v->kind == MDV_PAYLOAD || v->label || sends_messages(w->rt->m, from)) &&
		fnatomic_number(v, &x, &type_number)) {
		plain_snprintf(w->type, sizeof w->type, "%.0f", type_number);
		snprintf(w->text, sizeof w->text, "%s", text_real(number, x));
		return;
	}
	switch ((MdvKind)v->kind) {
	case MDV_EVENT: return;
	case MDV_REAL: snprintf(w->text, sizeof w->text, "%s", text_real(number, v->real)); return;
	case MDV_INTEGER: snprintf(w->text, sizeof w->text, "%" PRId64, v->integer); return;
	case MDV_BOOLEAN: snprintf(w->text, sizeof w->text, v->boolean ? "true" : "false"); return;
	case MDV_PAYLOAD: break;
	}
	type = mdv_payload_type(v->payload);
	if (type && type->print)
		type->print(mdv_payload_data(v->payload), w->text, sizeof w->text);
	else
		snprintf(w->text, sizeof w->text, "%s", type && type->name ? type->name : "a record");
}

/* The value was printed. */
static MdvStatus tell(Traffic *w, const MdvCall *call, const char *from, const char *to)
{
	SystemMessage m = {
		.t = call->t, .step = call->step, .from = from, .to = to, .type = w->type, .text = w->text};
	char t[32];

	if (w->logs)
		report_trace(w->rt, "t = %s: %s -> %s%s%s%s%s", text_real(t, call->t), from,
					 *to ? to : "nobody", *m.text ? ": " : "", m.text, *m.type ? ", Type " : "",
					 m.type);
	return w->out && w->out->message ? w->out->message(w->out->ctx, &m) : MDV_OK;
}

static bool tells(const Traffic *w)
{
	return w->logs || (w->out && w->out->message);
}

MdvStatus traffic_message(Traffic *w, const MdvCall *call, int32_t coupling, const MdvValue *value)
{
	const MdvCoupling *c;
	ArenaMark mark;
	MdvStatus status = MDV_NO_MEMORY;
	const char *from, *to;

	if (!w->rt)
		return MDV_OK;
	c = &w->rt->m->coupling[coupling];
	w->count[c->from].sent++;
	count_received(w, c);
	if (!tells(w))
		return MDV_OK;
	mark = arena_mark(&w->memory);
	from = traffic_port_name(w->rt->m, c->from, c->from_port, true, &w->memory);
	to = traffic_port_name(w->rt->m, c->to, c->to_port, false, &w->memory);
	print_value(w, c->from, value);
	if (from && to)
		status = tell(w, call, from, to);
	arena_release(&w->memory, mark);
	return status;
}

static MdvStatus note_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	Traffic *w = user;
	int32_t i = now->self < w->n_ids ? w->by_id[now->self] : -1, own = (int32_t)port, number;
	int32_t who = i;

	i = i < 0 ? -1 : model_component(w, i);
	if (i < 0 || own >= w->part[i].n_ports)
		return MDV_OK;
	w->count[who].sent++;
	if (w->part[i].own)
		own = w->part[i].own[port];
	if (own < 0)
		return MDV_OK; /* a port that the class does not declare */
	number = w->part[i].first + own;
	for (int32_t k = w->start[number]; k < w->start[number + 1]; k++)
		count_received(w, &w->rt->m->coupling[w->heard[k]]);
	if (!tells(w))
		return MDV_OK;
	if (!name_port(w, i, own, number))
		return MDV_NO_MEMORY;
	print_value(w, i, value);
	return tell(w, now, w->name[number], w->to[number]);
}

static MdvStatus note_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	Traffic *w = user;
	int32_t i = now->self < w->n_ids ? w->by_id[now->self] : -1;
	SystemCount *c = i < 0 ? NULL : &w->count[i];

	(void)s;
	if (c)
		*(kind == MDV_INTERNAL   ? &c->internal
		  : kind == MDV_EXTERNAL ? &c->external
								 : &c->confluent) += 1;
	return MDV_OK;
}

/* --- tables --- */

/* Of a component that is written in C: its ports in the engine, as the model knows them. */
static MdvStatus find_own(Traffic *w, const ReadyPart *p, const MdvReady *tables, TrafficPart *out)
{
	int32_t *own = NEW_HERE(w, int32_t, p->atomic.n_out);

	if (!own)
		return MDV_NO_MEMORY;
	out->n_ports = p->part->add ? -1 : (int32_t)p->atomic.n_out;
	for (uint32_t k = 0; k < p->atomic.n_out; k++)
		own[k] = -1;
	for (int32_t k = 0; k < tables->n_out && out->n_ports >= 0; k++)
		own[p->out[k]] = k;
	out->own = own;
	return MDV_OK;
}

static MdvStatus find_parts(Traffic *w, const Ready *ready, int32_t *n_ports)
{
	const MdvModel *m = w->rt->m;
	int32_t n = mdv_model_components(m);

	w->part = NEW_HERE(w, TrafficPart, n);
	w->n_counts = n - 1 + w->islands->n;
	w->count = NEW_HERE(w, SystemCount, w->n_counts);
	if (!w->part || !w->count)
		return MDV_NO_MEMORY;
	for (int32_t i = 0; i < w->n_counts; i++) {
		w->count[i].name = component_name(w, i);
		if (!w->count[i].name)
			return MDV_NO_MEMORY;
	}
	for (int32_t i = 0; i < n; i++) {
		int32_t r = i - m->n_atomics;

		w->part[i] = (TrafficPart){.first = *n_ports, .n_ports = output_ports(m, i)};
		*n_ports += w->part[i].n_ports;
		if (r >= 0 && r < m->n_readies)
			TRY(find_own(w, &ready->part[r], &m->ready[r], &w->part[i]));
	}
	return MDV_OK;
}

/* Couplings by the port that they begin at, in their order. */
static MdvStatus sort_couplings(Traffic *w, int32_t n_ports)
{
	const MdvModel *m = w->rt->m;

	w->start = NEW_HERE(w, int32_t, n_ports + 2);
	w->heard = NEW_HERE(w, int32_t, m->n_couplings);
	w->name = NEW_HERE(w, const char *, n_ports);
	w->to = NEW_HERE(w, const char *, n_ports);
	if (!w->start || !w->heard || !w->name || !w->to)
		return MDV_NO_MEMORY;
	for (int32_t k = 0; k < m->n_couplings; k++)
		w->start[w->part[m->coupling[k].from].first + m->coupling[k].from_port + 2]++;
	for (int32_t k = 2; k < n_ports + 2; k++)
		w->start[k] += w->start[k - 1];
	for (int32_t k = 0; k < m->n_couplings; k++)
		w->heard[w->start[w->part[m->coupling[k].from].first + m->coupling[k].from_port + 1]++] = k;
	return MDV_OK;
}

/* An atomic inside of a component, "pipe.2", belongs to that. */
static MdvStatus find_ids(Traffic *w, MdvDevs *sim, const MdvComponent component[])
{
	int32_t n = mdv_model_components(w->rt->m);
	char path[512];

	w->n_ids = (uint32_t)mdv_devs_stats(sim).components;
	w->by_id = NEW_HERE(w, int32_t, w->n_ids);
	if (!w->by_id)
		return MDV_NO_MEMORY;
	for (uint32_t id = 0; id < w->n_ids; id++)
		w->by_id[id] = -1;
	for (int32_t i = 0; i < n; i++)
		if (component[i].id < w->n_ids)
			w->by_id[component[i].id] = i;
	for (int32_t k = 0; k < w->islands->n; k++)
		w->by_id[w->islands->at[k].component.id] = n - 1 + k;
	for (uint32_t id = 1; id < w->n_ids; id++) {
		MdvComponent whole;
		char *dot;

		if (w->by_id[id] >= 0)
			continue;
		(void)mdv_devs_path(sim, mdv_devs_component(sim, id), path, sizeof path);
		dot = strchr(path, '.');
		if (!dot)
			continue; /* a relay: what it passes on was told */
		*dot = '\0';
		if (mdv_devs_find(sim, path, &whole) == MDV_OK && whole.id < w->n_ids)
			w->by_id[id] = w->by_id[whole.id];
	}
	return MDV_OK;
}

MdvStatus traffic_open(Traffic *w, const Ready *ready, const HybridOptions *o, MdvDevs *sim,
					   const MdvComponent component[], const Islands *islands)
{
	MdvObserver observer = {.output = note_output, .state = note_state, .user = w};
	int32_t n_ports = 0;

	w->logs = o->run.log & MDV_LOG_MESSAGES;
	w->out = o->watch;
	if (!w->logs && !(w->out && (w->out->counts || w->out->message)))
		return MDV_OK;
	w->rt = ready->rt;
	w->islands = islands;
	arena_init(&w->memory, w->rt->alloc);
	TRY(find_parts(w, ready, &n_ports));
	TRY(sort_couplings(w, n_ports));
	TRY(find_ids(w, sim, component));
	if (!w->out || !w->out->counts)
		observer.state = NULL;
	return mdv_devs_observe(sim, &observer);
}

void traffic_close(Traffic *w, const MdvDevs *sim)
{
	SystemWatch *out = w->out;

	if (!w->rt)
		return;
	if (out && out->counts && w->count) {
		out->count = NEW_ARRAY(out->keep, SystemCount, w->n_counts);
		for (int32_t i = 0; out->count && i < w->n_counts; i++) {
			out->count[i] = w->count[i];
			out->count[i].name = arena_strdup(out->keep, w->count[i].name);
		}
		out->n_counts = out->count ? w->n_counts : 0;
		out->instants = sim ? mdv_devs_stats(sim).instants : 0;
	}
	arena_free(&w->memory);
}
