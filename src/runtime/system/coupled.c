/* SPDX-License-Identifier: MIT
   coupled.c — an island of continuous equations among atomic DEVS models. The atomics come first,
   those by functions and those written in C, the island is the last component: at an instant at
   which both act, what an atomic is given are the values from the left. After each instant the
   island's variables that show states of atomics get their new values; those that equations read
   are told to the island as messages, which make an event one step later. */
#include "runtime/system/coupled.h"
#include "model/part.h"
#include "modevs/parts.h"

#include <string.h>

#define MOST_TURNS 1e8 /* of loops and calls in a transition: some seconds, then it is endless */

/* --- what atomics are given --- */

static bool is_fixed(void *ctx, int32_t var)
{
	const Coupled *c = ctx;

	return c->rt->m->var[var].flags & MDV_VAR_PARAMETER;
}

static MdvStatus read_variable(void *ctx, int32_t var, double t, double *value)
{
	Coupled *c = ctx;
	const MdvVar *v = &c->rt->m->var[var];
	const Island *i = c->islands.begun ? islands_of(&c->islands, c->devs, var) : NULL;

	if (!(v->flags & (MDV_VAR_PARAMETER | MDV_VAR_DISCRETE | MDV_VAR_INPUT)) && i)
		TRY(plant_var_look(i->plant, t));
	*value = rt_get(c->rt, var);
	return MDV_OK;
}

/* --- what the island shows --- */

static MdvValue value_of(const MdvVar *v, double x)
{
	switch (v->type) {
	case MDV_INTEGER:
	case MDV_ENUMERATION: return mdv_integer((int64_t)x);
	case MDV_BOOLEAN: return mdv_boolean(x != 0);
	default: return mdv_real(x);
	}
}

/* To all islands that read what arrives at the port. */
static MdvStatus inject(Coupled *c, uint32_t port, MdvValue value)
{
	const Islands *s = &c->islands;

	for (int32_t i = s->told_start[port]; i < s->told_start[port + 1]; i++)
		TRY(mdv_devs_inject(c->sim, mdv_devs_time(c->sim), s->at[s->told[i]].component, port,
							value));
	return MDV_OK;
}

/* A new state: before the island begins, the values that it begins with; later those that nothing
   reads are just shown, the others are messages. */
static MdvStatus show_scalar(Coupled *c, int32_t var, int32_t port, double x)
{
	const MdvVar *v = &c->rt->m->var[var];

	if (!c->islands.begun)
		return var_begin(c->rt, var, x) ? MDV_FAILED : MDV_OK;
	if (c->rt->frame[v->slot] == x)
		return MDV_OK;
	if (port >= 0 && v->type != MDV_STRING)
		return inject(c, (uint32_t)port, value_of(v, x));
	c->rt->frame[v->slot] = x;
	c->notice |= c->sent && c->sent[v->slot];
	return MDV_OK;
}

/* A Boolean of the equations becomes true, and false again one step later. */
static MdvStatus send_pulse(Coupled *c, uint32_t port, bool value)
{
	return inject(c, port, mdv_boolean(value));
}

static void start_pulse(Coupled *c, int32_t port)
{
	for (size_t i = 0; i < c->pulse.n; i++)
		if (c->pulse.at[i].port == port) { /* it must be false in between */
			c->pulse.at[i].again = true;
			return;
		}
	c->status = send_pulse(c, (uint32_t)port, true);
	if (c->status == MDV_OK &&
		!vec_push(arena_allocator(&c->memory), &c->pulse, ((Pulse){port, false, false})))
		c->status = MDV_NO_MEMORY;
}

/* Those of the last instant end; what has come meanwhile begins another, one step later. */
static MdvStatus end_pulses(Coupled *c)
{
	size_t kept = 0;

	for (size_t i = 0; i < c->pulse.n; i++) {
		Pulse p = c->pulse.at[i];

		if (p.ended) {
			TRY(send_pulse(c, (uint32_t)p.port, true));
			c->pulse.at[kept++] = (Pulse){p.port, false, false};
			continue;
		}
		TRY(send_pulse(c, (uint32_t)p.port, false));
		if (p.again)
			c->pulse.at[kept++] = (Pulse){p.port, false, true};
	}
	c->pulse.n = kept;
	return MDV_OK;
}

static void show_state(void *ctx, FnChange change)
{
	Coupled *c = ctx;
	const MdvAtomicModel *a = &c->devs->atomic[change.atomic];
	const Shown *shown = &c->shown[change.atomic];
	int32_t n = c->devs->atomic_class[a->cls].n_state;

	if (c->islands.begun && !shown->told && shown->slot >= 0) {
		double *to = &c->rt->frame[shown->slot];

		for (int32_t i = 0; i < n; i++)
			to[i] = change.state[i];
		return;
	}
	for (int32_t i = 0; i < n && c->status == MDV_OK; i++)
		c->status = show_scalar(c, a->shown[i], a->port[i], change.state[i]);
	if (c->islands.begun && change.last > 0 && a->pulse_port[change.last - 1] >= 0 &&
		c->status == MDV_OK)
		start_pulse(c, a->pulse_port[change.last - 1]);
}

/* Is one of the values that rows show another now? */
static bool is_news(const Coupled *c, int32_t var, double x)
{
	return (!c->o->wanted || c->o->wanted[var]) && c->rt->frame[c->rt->m->var[var].slot] != x;
}

static void look_for_news(void *ctx, FnChange change)
{
	Coupled *c = ctx;
	const MdvAtomicModel *a = &c->devs->atomic[change.atomic];
	int32_t n = c->shown[change.atomic].wanted ? c->devs->atomic_class[a->cls].n_state : 0;

	for (int32_t i = 0; i < n && !c->news; i++)
		c->news = is_news(c, a->shown[i], change.state[i]);
}

static void look_at_ready(void *ctx, ReadyValue v)
{
	Coupled *c = ctx;

	c->news = c->news || is_news(c, v.var, v.value);
}

static void show_ready(void *ctx, ReadyValue v)
{
	Coupled *c = ctx;

	if (c->status == MDV_OK)
		c->status = show_scalar(c, v.var, v.port, v.value);
}

static MdvStatus show_states(Coupled *c)
{
	if (fnatomic_is_unchanged(c->fns) && c->devs->n_readies == 0)
		return c->status;
	fnatomic_changed(c->fns, show_state, c);
	fnatomic_forget(c->fns);
	ready_changed(&c->ready, c->sim, show_ready, c);
	ready_forget(&c->ready);
	TRY(c->status);
	return c->notice ? coupled_notice(c, mdv_devs_time(c->sim)) : MDV_OK;
}

MdvStatus coupled_notice(Coupled *c, double t)
{
	c->notice = false;
	if (!c->islands.begun)
		return MDV_OK;
	return mdv_devs_inject(c->sim, t, c->islands.at[0].component, c->n_ports, mdv_event());
}

/* Others than rows look at these: atomics are given them, messages carry them, or the plant sends
   them. */
static void mark_used(const Coupled *c, bool used[])
{
	const MdvModel *m = c->devs;

	if (c->sent)
		memcpy(used, c->sent, (size_t)m->n_slots * sizeof *used);

	for (int32_t i = 0; i < m->n_atomics; i++)
		for (int32_t k = 0; k < m->atomic_class[m->atomic[i].cls].n_given; k++)
			if (m->atomic[i].given[k] >= 0 && m->var[m->atomic[i].given[k]].slot >= 0)
				used[m->var[m->atomic[i].given[k]].slot] = true;
	for (int32_t i = 0; i < m->n_senders; i++)
		for (int32_t k = 0; k < m->sender[i].n_values; k++)
			if (m->sender[i].value[k] >= 0 && m->var[m->sender[i].value[k]].slot >= 0)
				used[m->var[m->sender[i].value[k]].slot] = true;
}

static Shown shown_of(const Coupled *c, const MdvAtomicModel *a, const bool used[])
{
	const MdvVar *var = c->rt->m->var;
	int32_t n = c->devs->atomic_class[a->cls].n_state;
	Shown out = {.slot = n > 0 ? var[a->shown[0]].slot : 0};

	for (int32_t i = 0; i < n; i++) {
		if (out.slot >= 0 && var[a->shown[i]].slot != out.slot + i)
			out.slot = -1;
		out.told |= a->port[i] >= 0 || used[var[a->shown[i]].slot];
		out.wanted |= !c->o->wanted || c->o->wanted[a->shown[i]];
	}
	for (int i = 0; i < MDV_PULSES; i++)
		out.told |= a->pulse_port[i] >= 0;
	return out;
}

/* Until the next row, which is not before. A plant may be looked at any time. */
static void begin_quiet(Coupled *c)
{
	if (!c->plant->taken)
		return;
	c->quiet = islands_quiet(&c->islands);
	fnatomic_quiet(c->fns, c->quiet);
}

static void keep_scalars(void *ctx, const double x[], size_t n)
{
	const MdvModel *m = ctx;

	m->keep_texts(m->code, x, n);
}

/* No function is at work now: whoever has the number of a text is known. */
static void forget_texts(Coupled *c)
{
	const MdvModel *m = c->devs;

	keep_scalars((void *)(uintptr_t)m, c->rt->frame, (size_t)m->n_slots);
	for (int32_t k = 0; k < c->islands.n; k++) {
		const PlantTurn *turn = &c->islands.at[k].plant->turn;

		keep_scalars((void *)(uintptr_t)m, turn->own, (size_t)turn->n);
	}
	for (int32_t i = 0; i < m->n_atomics; i++)
		fnatomic_keep_texts(mdv_devs_state(c->sim, c->added[i]));
	if (c->o->session)
		queues_visit(c->o->session, keep_scalars, (void *)(uintptr_t)m);
	texts_forget(&c->texts, m);
}

/* After an instant: a row before the new states, and one with them. */
static MdvStatus after_instant(void *user, MdvDevs *sim)
{
	Coupled *c = user;
	double t = mdv_devs_time(sim);

	if (block_is_late(c->rt))
		return c->o->stop_request && *c->o->stop_request ? MDV_STOPPED : MDV_TIMED_OUT;
	TRY(islands_settle(c, t));
	c->news = false;
	if (c->quiet <= t && (c->islands.n > 1 || c->plant->options.row)) {
		fnatomic_changed(c->fns, look_for_news, c);
		ready_changed(&c->ready, c->sim, look_at_ready, c);
	}
	if (c->news)
		TRY(islands_show(c, t));
	if (c->pulse.n > 0)
		TRY(end_pulses(c));
	TRY(show_states(c));
	if (c->news)
		TRY(islands_event(c, t));
	if (c->quiet <= t)
		begin_quiet(c);
	if (c->devs->texts && texts_are_many(&c->texts, c->devs))
		forget_texts(c);
	/* That is the end of the whole simulation (MLS 8.3.8); a plant's outside goes on. */
	return c->plant->taken && islands_ended(&c->islands) ? MDV_STOPPED : MDV_OK;
}

/* Where the equations do not notice a new state, it is shown when rows need it. */
static void show_for_rows(Coupled *c)
{
	for (int32_t i = 0; i < c->devs->n_atomics; i++) {
		const Shown *shown = &c->shown[i];

		if (!shown->told && shown->slot >= 0)
			fnatomic_show(mdv_devs_state(c->sim, c->added[i]), &c->rt->frame[shown->slot],
						  !shown->wanted);
	}
	begin_quiet(c);
}

void coupled_show_end(const Coupled *c)
{
	for (int32_t i = 0; i < c->devs->n_atomics; i++)
		fnatomic_end(mdv_devs_state(c->sim, c->added[i]));
}

MdvStatus coupled_row(void *user, double t, const double frame[])
{
	const Coupled *c = user;

	fnatomic_show_all(c->fns);
	if (c->o->progress)
		c->o->progress(c->o->ctx, t);
	return c->o->row ? c->o->row(c->o->ctx, t, frame) : MDV_OK;
}

static MdvStatus trace_row(void *user, MdvHybrid *h, double t)
{
	(void)h;
	return coupled_row(user, t, ((const Coupled *)user)->rt->frame);
}

/* --- messages of the island --- */

static MdvStatus send_message(Coupled *c, MdvHybrid *h, uint32_t port, const MdvBridge *b)
{
	MdvValue value;

	memset(c->scalars, 0, (size_t)c->devs->message[b->message].n * sizeof *c->scalars);
	for (int32_t i = 0; i < b->n_values; i++)
		c->scalars[b->scalar[i]] = b->value[i] < 0 ? b->number[i] : rt_get(c->rt, b->value[i]);
	if (!fnatomic_message(mdv_devs_call(c->sim), c->devs, c->o->session, b->message, c->scalars,
						  &value))
		return MDV_NO_MEMORY;
	return equations_send(h, port, value);
}

/* When a trigger has changed, a message leaves. At the start nothing has. */
static MdvStatus send_messages(void *ctx, MdvHybrid *h)
{
	const Island *at = ctx;
	Coupled *c = at->c;

	for (int32_t k = 0; k < at->n_senders; k++) {
		int32_t i = at->sender[k];
		const MdvBridge *b = &c->devs->sender[i];
		double trigger = rt_get(c->rt, b->count);
		bool changed = trigger != c->trigger[i];

		c->trigger[i] = trigger;
		if (changed && c->islands.begun)
			TRY(send_message(c, h, (uint32_t)i, b));
	}
	return MDV_OK;
}

/* Of what arrives at a port, an island takes what it reads. */
static MdvStatus give(const Island *at, uint32_t port, int32_t var, double value)
{
	const Islands *s = &at->c->islands;
	bool first = s->told[s->told_start[port]] == at->number;

	return islands_takes(at, var, first) ? plant_var_give(at->plant, var, value) : MDV_OK;
}

static MdvStatus take_message(const Island *at, const MdvValue *value)
{
	Coupled *c = at->c;
	const MdvBridge *b = &c->devs->receiver[value->port];
	const MdvMessage *record = &c->devs->message[b->message];
	ExtMessage in;

	if (!fnatomic_read(c->devs, value, &in) || in.record != b->message)
		return report_fail(at->rt, MDV_BAD_ARGUMENT, mdv_devs_time(c->sim),
						   "something else than a message of '%s' arrives at %s", record->name,
						   b->name);
	for (int32_t i = 0; i < b->n_values; i++)
		TRY(give(at, value->port, b->value[i],
				 b->scalar[i] == record->port ? 1 : queues_scalars(&in)[b->scalar[i]]));
	return b->count < 0 ? MDV_OK : give(at, value->port, b->count, rt_get(c->rt, b->count) + 1);
}

static double number_of(const MdvValue *value)
{
	return value->kind == MDV_BOOLEAN   ? value->boolean
		   : value->kind == MDV_INTEGER ? (double)value->integer
										: value->real;
}

/* Bridges have the first ports, states that equations read the others. */
static MdvStatus take_messages(void *ctx, MdvHybrid *h, const MdvBag *x)
{
	const Island *at = ctx;
	const Coupled *c = at->c;

	for (size_t i = 0; i < x->n; i++) {
		uint32_t port = x->at[i].port;

		if ((int32_t)port < c->devs->n_receivers)
			TRY(take_message(at, &x->at[i]));
		else if (port < c->n_ports)
			TRY(plant_var_give(h, c->var_of_port[port], number_of(&x->at[i])));
	}
	return MDV_OK;
}

/* --- the parts in the engine --- */

/* Dots separate the levels of the engine's own hierarchy. The whole model may be one component. */
static const char *engine_name(Coupled *c, const char *name)
{
	char *copy = arena_strdup(&c->memory, *name ? name : "$model");

	for (char *at = copy; at && *at; at++)
		if (*at == '.')
			*at = '/';
	return copy;
}

static MdvStatus add_atomics(Coupled *c)
{
	MdvComponent root = mdv_devs_root(c->sim);

	for (int32_t i = 0; i < c->devs->n_atomics; i++) {
		const char *name = engine_name(c, c->devs->atomic[i].name);

		if (!name)
			return MDV_NO_MEMORY;
		TRY(mdv_devs_add_atomic(c->sim, root, name, fnatomic_kind(c->fns, i),
								fnatomic_params(c->fns, i), &c->added[i]));
	}
	for (int32_t i = 0; i < c->devs->n_readies; i++) {
		const char *name = engine_name(c, c->devs->ready[i].name);

		if (!name)
			return MDV_NO_MEMORY;
		TRY(ready_add(&c->ready, c->sim, i, name));
		c->added[c->devs->n_atomics + i] = c->ready.part[i].component;
	}
	return ready_watch(&c->ready, c->sim);
}

/* The component that is written in C; NULL: it is none. */
static const ReadyPart *ready_of(const Coupled *c, int32_t component)
{
	int32_t i = component - c->devs->n_atomics;

	return i >= 0 && i < c->devs->n_readies ? &c->ready.part[i] : NULL;
}

static bool is_equations(const Coupled *c, int32_t component)
{
	return component == mdv_model_components(c->devs) - 1;
}

/* Who sends on this port of a component: of the equations, one island. */
static MdvComponent sender_of(const Coupled *c, const MdvCoupling *k)
{
	if (!is_equations(c, k->from) || c->islands.n == 1)
		return c->added[k->from];
	return c->islands.at[c->devs->sender[k->from_port].island].component;
}

/* To a component; of the equations, to all islands that are told. */
static MdvStatus couple_to(Coupled *c, MdvComponent from, uint32_t from_port, const MdvCoupling *k,
						   const MdvTranslation *z)
{
	const Islands *s = &c->islands;
	const ReadyPart *ready = ready_of(c, k->to);
	uint32_t to_port = (uint32_t)(ready ? ready->in[k->to_port] : k->to_port);

	if (!is_equations(c, k->to))
		return mdv_devs_couple_with(c->sim, from, from_port, c->added[k->to], to_port, z);
	for (int32_t i = s->told_start[to_port]; i < s->told_start[to_port + 1]; i++)
		TRY(mdv_devs_couple_with(c->sim, from, from_port, s->at[s->told[i]].component, to_port, z));
	return MDV_OK;
}

/* From the equations to themselves: by way of a part that passes messages on at once, one step
   later. */
static MdvStatus add_relay(Coupled *c, const MdvCoupling *k)
{
	static const MdvDelayParams at_once = {.time = 0};
	MdvComponent relay;

	TRY(mdv_devs_add_atomic(c->sim, mdv_devs_root(c->sim), NULL, &mdv_delay, &at_once, &relay));
	TRY(mdv_devs_couple(c->sim, sender_of(c, k), (uint32_t)k->from_port, relay, 0));
	return couple_to(c, relay, 0, k, NULL);
}

static MdvStatus note_message(void *ctx, const MdvCall *call, int32_t coupling,
							  const MdvValue *value)
{
	return traffic_message(&((Coupled *)ctx)->traffic, call, coupling, value);
}

/* A coupling with what is written in C, at one end or both: messages are translated as needed. */
static MdvStatus couple_ready(Coupled *c, int32_t number)
{
	const MdvCoupling *k = &c->devs->coupling[number];
	const ReadyPart *from = ready_of(c, k->from), *to = ready_of(c, k->to);
	int32_t from_port = from ? from->out[k->from_port] : k->from_port;
	int32_t to_port = to ? to->in[k->to_port] : k->to_port;
	ReadyLink *link = arena_new(&c->memory, 1, sizeof *link, _Alignof(ReadyLink));
	MdvTranslation z;

	if (!link)
		return MDV_NO_MEMORY;
	*link = (ReadyLink){.takes = to ? part_kinds(to->part, false, to_port) : 0,
						.from = traffic_port_name(c->devs, k->from, k->from_port, true, &c->memory),
						.to = traffic_port_name(c->devs, k->to, k->to_port, false, &c->memory),
						.note = from && from->part->add ? note_message : NULL,
						.ctx = c,
						.coupling = number};
	if (!link->from || !link->to)
		return MDV_NO_MEMORY;
	z = ready_translation(link);
	return couple_to(c, sender_of(c, k), (uint32_t)from_port, k, z.translate ? &z : NULL);
}

static MdvStatus add_couplings(Coupled *c)
{
	for (int32_t i = 0; i < c->devs->n_couplings; i++) {
		const MdvCoupling *k = &c->devs->coupling[i];

		if (ready_of(c, k->from) || ready_of(c, k->to))
			TRY(couple_ready(c, i));
		else
			TRY(k->from == k->to ? add_relay(c, k)
								 : couple_to(c, sender_of(c, k), (uint32_t)k->from_port, k, NULL));
	}
	return MDV_OK;
}

/* The states that the island's equations read arrive on ports of their own. */
static void add_port(Coupled *c, int32_t port, int32_t var)
{
	if (port < 0)
		return;
	c->var_of_port[port] = var;
	if ((uint32_t)port >= c->n_ports)
		c->n_ports = (uint32_t)port + 1;
}

static MdvStatus add_ports(Coupled *c)
{
	size_t most = (size_t)c->devs->n_receivers;

	for (int32_t i = 0; i < c->devs->n_atomics; i++)
		most += (size_t)c->devs->atomic_class[c->devs->atomic[i].cls].n_state + MDV_PULSES;
	for (int32_t i = 0; i < c->devs->n_readies; i++)
		most += (size_t)c->devs->ready[i].n_shown;
	c->var_of_port = NEW_ARRAY(&c->memory, int32_t, most + 1);
	if (!c->var_of_port)
		return MDV_NO_MEMORY;
	c->n_ports = (uint32_t)c->devs->n_receivers;
	for (int32_t i = 0; i < c->devs->n_atomics; i++) {
		const MdvAtomicModel *a = &c->devs->atomic[i];

		for (int32_t k = 0; k < c->devs->atomic_class[a->cls].n_state; k++)
			add_port(c, a->port[k], a->shown[k]);
		for (int32_t k = 0; k < MDV_PULSES; k++)
			add_port(c, a->pulse_port[k], a->pulse[k]);
	}
	for (int32_t i = 0; i < c->devs->n_readies; i++)
		for (int32_t k = 0; k < c->devs->ready[i].n_shown; k++)
			add_port(c, c->devs->ready[i].shown[k].port, c->devs->ready[i].shown[k].var);
	return MDV_OK;
}

/* The last port is for notices. */
static MdvStatus add_islands(Coupled *c)
{
	Islands *s = &c->islands;

	TRY(add_ports(c));
	TRY(islands_ports(c));
	for (int32_t k = 0; k < s->n; k++) {
		PlantInside *inside = &s->at[k].plant->inside;

		inside->system = c;
		inside->ctx = &s->at[k];
		inside->after = send_messages;
		inside->input = take_messages;
	}
	TRY(islands_begin(c, c->n_ports + 1, (uint32_t)c->devs->n_senders));
	c->added[mdv_model_components(c->devs) - 1] = s->at[0].component;
	return MDV_OK;
}

static size_t most_scalars(const MdvModel *m)
{
	int32_t most = 1;

	for (int32_t i = 0; i < m->n_messages; i++)
		most = m->message[i].n > most ? m->message[i].n : most;
	return (size_t)most;
}

static MdvStatus look_at_atomics(Coupled *c)
{
	bool *used = arena_new(&c->memory, (size_t)c->devs->n_slots + 1, sizeof *used, _Alignof(bool));

	c->shown =
		arena_new(&c->memory, (size_t)c->devs->n_atomics + 1, sizeof *c->shown, _Alignof(Shown));
	if (!used || !c->shown)
		return MDV_NO_MEMORY;
	mark_used(c, used);
	for (int32_t i = 0; i < c->devs->n_atomics; i++)
		c->shown[i] = shown_of(c, &c->devs->atomic[i], used);
	return MDV_OK;
}

/* A plant is one to its outside, which may write any of its variables at an event; each quantized
   state goes its own way anyhow. */
static bool may_part(const Coupled *c)
{
	return c->plant->taken && c->o->run.islands == MDV_ISLANDS_APART &&
		   !quanta_is(c->o->run.solver);
}

MdvStatus coupled_open(Coupled *c)
{
	MdvDevsOptions options = {.alloc = c->rt->alloc, .t_start = c->o->run.start, .seed = c->seed};
	MdvObserver observer = {.after = after_instant, .user = c};

	TRY(rt_parameters(c->rt));
	c->sim = mdv_devs_new(&options);
	c->added = arena_new(&c->memory, (size_t)mdv_model_components(c->devs), sizeof *c->added,
						 _Alignof(MdvComponent));
	c->trigger =
		arena_new(&c->memory, (size_t)c->devs->n_senders + 1, sizeof *c->trigger, _Alignof(double));
	c->scalars = arena_new(&c->memory, most_scalars(c->devs), sizeof *c->scalars, _Alignof(double));
	if (!c->sim || !c->added || !c->trigger || !c->scalars)
		return MDV_NO_MEMORY;
	TRY(ready_open(&c->ready, c->rt, c->o->session));
	TRY(look_at_atomics(c));
	TRY(islands_open(c, !may_part(c)));
	TRY(add_atomics(c));
	TRY(show_states(c));
	TRY(add_islands(c));
	show_for_rows(c);
	TRY(add_couplings(c));
	TRY(traffic_open(&c->traffic, &c->ready, c->o, c->sim, c->added, &c->islands));
	return mdv_devs_observe(c->sim, &observer);
}

void coupled_explain(Coupled *c, MdvStatus status, double t)
{
	const char *why = c->sim ? mdv_devs_error(c->sim) : "";

	if (status != MDV_OK && *why && !failure_explains(&c->rt->said.failure, status))
		report_fail(c->rt, status, t, "at time %g: %s", t, why);
}

MdvStatus coupled_begin(Coupled *c, double end)
{
	FnAtomicWorld world = {.read = read_variable, .is_fixed = is_fixed, .ctx = c, .end = end};
	double most = c->o->run.max_calls;

	world.most_turns = most > 0 ? most : MOST_TURNS;
	c->devs = c->rt->m;
	c->quiet = -INFINITY;
	arena_init(&c->memory, c->rt->alloc);
	arena_init(&c->islands.memory, c->rt->alloc);
	c->fns = fnatomic_new(c->devs, c->o->session, &world, c->rt->alloc);
	return c->fns ? MDV_OK : MDV_NO_MEMORY;
}

void coupled_end(Coupled *c)
{
	traffic_close(&c->traffic, c->sim);
	mdv_devs_free(c->sim);
	ready_close(&c->ready); /* after what uses its libraries */
	fnatomic_free(c->fns);
	islands_close(&c->islands);
	arena_free(&c->memory);
}

/* --- the run --- */

static MdvStatus run_system(void *ctx)
{
	Coupled *c = ctx;
	MdvStatus status;

	TRY(coupled_open(c));
	status = mdv_devs_run(c->sim, c->o->run.stop);
	if (!islands_ended(&c->islands) || status != MDV_STOPPED)
		TRY(status);
	coupled_show_end(c);
	return islands_finish(c, c->o->run.stop);
}

/* The beginning only: without its end, terminal() included. */
static MdvStatus start_system(void *ctx)
{
	return coupled_open(ctx);
}

static void conclude(Coupled *c, HybridResult *out, MdvStatus status)
{
	if (c->fns)
		fnatomic_show_all(c->fns);
	if (c->islands.begun)
		islands_conclude(&c->islands, c->rt, out);
	if (c->sim)
		out->t = mdv_devs_time(c->sim);
	coupled_explain(c, status, out->t);
}

/* The plant of the equations is given what rows need, and all that is said of a run. */
static MdvHybrid *take_plant(Coupled *c)
{
	MdvHybridOptions o = {.run = c->o->run, .trace = trace_row, .user = c, .alloc = c->rt->alloc};
	MdvHybrid *h;

	o.run.start = o.run.stop = 0;
	h = plant_host_take(&o, c->rt);
	if (h)
		h->stop = c->o->stop_request;
	return h;
}

/* Does `body` with the system, from its options to its end. */
static MdvStatus with_system(Rt *rt, const HybridOptions *o, HybridResult *out,
							 MdvStatus (*body)(void *coupled))
{
	HybridOptions settled = *o;
	Coupled c = {.rt = rt, .o = &settled};
	double begin = clock_seconds();
	MdvStatus status;

	settled.run = settle_run(&o->run, rt->m);
	*out = (HybridResult){.t = settled.run.start};
	rt->interrupt.stop = o->stop_request;
	rt->interrupt.deadline = settled.run.timeout > 0 ? begin + settled.run.timeout : 0;
	status = coupled_begin(&c, settled.run.stop);
	c.plant = take_plant(&c);
	if (status == MDV_OK)
		status = c.plant ? report_guard(rt, body, &c) : MDV_NO_MEMORY;
	conclude(&c, out, status);
	out->stats.run_ms = 1e3 * (clock_seconds() - begin) - out->stats.init_ms;
	coupled_end(&c);
	mdv_hybrid_free(c.plant);
	return status;
}

MdvStatus coupled_simulate(Rt *rt, const HybridOptions *o, HybridResult *out)
{
	return with_system(rt, o, out, run_system);
}

MdvStatus coupled_start(Rt *rt, const HybridOptions *o, HybridResult *out)
{
	return with_system(rt, o, out, start_system);
}
