/* SPDX-License-Identifier: MIT
   ports.c — a plant's messages by tables: which variables are sent on which port when, and which
   ports set which variables. */
#include "runtime/plant/plant.h"

static const char *port_name(const char *const *names, uint32_t port, char buf[32])
{
	if (names && names[port])
		return names[port];
	snprintf(buf, 32, "%u", (unsigned)port);
	return buf;
}

static MdvStatus bad_port(MdvHybrid *h, const char *what, uint32_t port, uint32_t n)
{
	return report_fail(h->rt, MDV_BAD_PORT, h->now, "there is no %s port %u: there are %u", what,
					   (unsigned)port, (unsigned)n);
}

static MdvStatus cannot_send(MdvHybrid *h, const MdvSend *row, const char *why)
{
	return report_fail(h->rt, MDV_BAD_ARGUMENT, h->now, "'%s' cannot be sent: %s", row->variable,
					   why);
}

static MdvStatus open_send(MdvHybrid *h, const MdvSend *row, PlantSend *p)
{
	p->trigger = -1;
	TRY(var_find(h->rt, row->variable, &p->var));
	if (h->m->var[p->var].type == MDV_STRING)
		return cannot_send(h, row, "it is a String");
	if (row->port >= h->o.n_out)
		return bad_port(h, "output", row->port, h->o.n_out);
	if (row->when != MDV_SEND_EDGE)
		return MDV_OK;
	if (!row->trigger)
		return cannot_send(h, row, "at whose edge is not said");
	TRY(var_find(h->rt, row->trigger, &p->trigger));
	if (h->m->var[p->trigger].type == MDV_BOOLEAN)
		return MDV_OK;
	return report_fail(h->rt, MDV_BAD_ARGUMENT, h->now,
					   "'%s', at whose edge '%s' is to be sent, is not a Boolean", row->trigger,
					   row->variable);
}

MdvStatus ports_open(MdvHybrid *h)
{
	h->send = NEW_ARRAY(&h->memory, PlantSend, h->o.n_send);
	h->receive = NEW_ARRAY(&h->memory, PlantReceive, h->o.n_receive);
	if (!h->send || !h->receive)
		return MDV_NO_MEMORY;
	for (size_t i = 0; i < h->o.n_send; i++)
		TRY(open_send(h, &h->o.send[i], &h->send[i]));
	for (size_t i = 0; i < h->o.n_receive; i++) {
		TRY(var_find(h->rt, h->o.receive[i].variable, &h->receive[i].var));
		TRY(var_check(h->rt, h->receive[i].var));
		if (h->o.receive[i].port >= h->o.n_in)
			return bad_port(h, "input", h->o.receive[i].port, h->o.n_in);
	}
	return MDV_OK;
}

/* --- sending --- */

static MdvValue value_of(const MdvHybrid *h, int32_t var)
{
	double x = rt_get(h->rt, var);

	switch (h->m->var[var].type) {
	case MDV_BOOLEAN: return mdv_boolean(x != 0);
	case MDV_INTEGER:
	case MDV_ENUMERATION: return mdv_integer((int64_t)x);
	default: return mdv_real(x);
	}
}

static double watched(const MdvHybrid *h, const PlantSend *p)
{
	return rt_get(h->rt, p->trigger >= 0 ? p->trigger : p->var);
}

MdvStatus ports_begin(MdvHybrid *h)
{
	for (size_t i = 0; i < h->o.n_send; i++) {
		const MdvSend *row = &h->o.send[i];

		h->send[i].seen = watched(h, &h->send[i]);
		if (row->at_start || (row->when == MDV_SEND_SAMPLE && h->event.sampled))
			TRY(mdv_hybrid_send(h, row->port, value_of(h, h->send[i].var)));
	}
	return MDV_OK;
}

MdvStatus ports_send(MdvHybrid *h)
{
	for (size_t i = 0; i < h->o.n_send; i++) {
		const MdvSend *row = &h->o.send[i];
		double now = watched(h, &h->send[i]);
		bool due = row->when == MDV_SEND_SAMPLE ? h->event.sampled
				   : row->when == MDV_SEND_EDGE ? now != 0 && h->send[i].seen == 0
												: now != h->send[i].seen;

		h->send[i].seen = now;
		if (due)
			TRY(mdv_hybrid_send(h, row->port, value_of(h, h->send[i].var)));
	}
	return MDV_OK;
}

/* --- receiving --- */

static MdvStatus bad_value(MdvHybrid *h, const MdvReceive *row, const char *what)
{
	char buf[32];

	return report_fail(h->rt, MDV_BAD_ARGUMENT, h->now,
					   "at time %g a message on port %s cannot set '%s': it is %s", h->now,
					   port_name(h->o.in_names, row->port, buf), row->variable, what);
}

static MdvStatus read_value(MdvHybrid *h, const MdvReceive *row, const MdvVar *v, const MdvValue *x,
							double *value)
{
	switch ((MdvKind)x->kind) {
	case MDV_BOOLEAN:
		*value = x->boolean;
		return v->type == MDV_BOOLEAN ? MDV_OK : bad_value(h, row, "a Boolean");
	case MDV_INTEGER:
		*value = (double)x->integer;
		return v->type == MDV_BOOLEAN ? bad_value(h, row, "an Integer") : MDV_OK;
	case MDV_REAL:
		*value = x->real;
		if (!isfinite(*value))
			return bad_value(h, row, isnan(*value) ? "not a number" : "infinite");
		return v->type == MDV_REAL ? MDV_OK : bad_value(h, row, "a Real");
	case MDV_EVENT: return bad_value(h, row, "an event without value");
	case MDV_PAYLOAD: break;
	}
	return bad_value(h, row, "an object");
}

static MdvStatus take(MdvHybrid *h, size_t i, const MdvValue *x)
{
	const MdvReceive *row = &h->o.receive[i];
	PlantReceive *p = &h->receive[i];
	double value = 0;
	char buf[32];

	TRY(read_value(h, row, &h->m->var[p->var], x, &value));
	if (p->n > 0 && row->rule == MDV_RECEIVE_ONE)
		return report_fail(h->rt, MDV_BAD_ARGUMENT, h->now,
						   "at time %g two messages arrive for '%s' on port %s: a rule must say "
						   "which one counts",
						   h->now, row->variable, port_name(h->o.in_names, row->port, buf));
	p->value = row->rule == MDV_RECEIVE_SUM && p->n > 0 ? p->value + value : value;
	p->n++;
	return MDV_OK;
}

/* One variable may be set by several ports: then the rule holds across them. */
static size_t first_of_variable(const MdvHybrid *h, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (h->receive[k].var == h->receive[i].var)
			return k;
	return i;
}

MdvStatus ports_receive(MdvHybrid *h, const MdvBag *x)
{
	char buf[32];

	for (size_t i = 0; i < h->o.n_receive; i++)
		h->receive[i].n = 0;
	for (size_t k = 0; k < x->n; k++) {
		bool known = h->o.extension && (h->o.extension->external || h->o.extension->confluent);

		if (x->at[k].port >= h->o.n_in)
			return bad_port(h, "input", x->at[k].port, h->o.n_in);
		for (size_t i = 0; i < h->o.n_receive; i++)
			if (h->o.receive[i].port == x->at[k].port) {
				known = true;
				TRY(take(h, first_of_variable(h, i), &x->at[k]));
			}
		if (!known)
			return report_fail(h->rt, MDV_BAD_PORT, h->now,
							   "at time %g a message arrives on port %s, which sets nothing",
							   h->now, port_name(h->o.in_names, x->at[k].port, buf));
	}
	for (size_t i = 0; i < h->o.n_receive; i++)
		if (h->receive[i].n > 0)
			TRY(plant_var_write(h, h->receive[i].var, h->receive[i].value));
	return MDV_OK;
}
