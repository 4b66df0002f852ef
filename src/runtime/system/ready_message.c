/* SPDX-License-Identifier: MIT
   ready_message.c — messages between components that are written in C and those in Modelica. The
   latter send records (Type, Value) as payloads, and understand nothing else; parts pass on
   whatever comes, and where they look at a value it must be a plain one. So a coupling translates:
   a number becomes a message of Type 1, an event one of value 0; the value of a message becomes a
   number of the kind that a port takes. */
#include "runtime/fnatomic/fnatomic.h"
#include "runtime/system/ready.h"

static bool takes(const ReadyLink *link, MdvKind kind)
{
	return link->takes & MDV_PORT_KIND(kind);
}

static MdvStatus refuse(const ReadyLink *link, const MdvCall *call, const char *why)
{
	return mdv_fail(call, MDV_BAD_ARGUMENT, "a message from '%s' does not fit '%s': %s", link->from,
					link->to, why);
}

/* A number in the form that the port takes; false: it has none. */
static bool convert_number(const ReadyLink *link, double x, MdvValue *out)
{
	if (takes(link, MDV_INTEGER) && x == floor(x) && fabs(x) <= 9007199254740992.0)
		*out = mdv_integer((int64_t)x);
	else if (takes(link, MDV_REAL))
		*out = mdv_real(x);
	else if (takes(link, MDV_BOOLEAN))
		*out = mdv_boolean(x != 0);
	else if (takes(link, MDV_EVENT))
		*out = mdv_event();
	else
		return false;
	return true;
}

static bool read_number(const MdvValue *in, double *x)
{
	switch ((MdvKind)in->kind) {
	case MDV_REAL: *x = in->real; return true;
	case MDV_INTEGER: *x = (double)in->integer; return true;
	case MDV_BOOLEAN: *x = in->boolean; return true;
	case MDV_PAYLOAD:
		if (!fnatomic_is_message(in))
			return false;
		*x = fnatomic_read(in).value;
		return true;
	case MDV_EVENT: break;
	}
	return false;
}

/* To a port that takes plain values. */
static MdvStatus to_plain(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	const ReadyLink *link = user;
	double x;

	if (in.kind == MDV_EVENT && takes(link, MDV_EVENT)) {
		*out = mdv_event();
		return MDV_OK;
	}
	if (!read_number(&in, &x))
		return refuse(link, call, in.kind == MDV_EVENT ? "it has no value" : "it is no number");
	return convert_number(link, x, out) ? MDV_OK
										: refuse(link, call, "its value is no whole number");
}

/* To functions or equations in Modelica. */
static MdvStatus to_message(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	const ReadyLink *link = user;
	ExtMessage m = {.type = 1};
	MdvPayload *p;

	if (in.kind == MDV_PAYLOAD) {
		if (!fnatomic_is_message(&in))
			return refuse(link, call, "it is an object of C");
		*out = mdv_payload(mdv_payload_retain(in.payload));
		return MDV_OK;
	}
	(void)read_number(&in, &m.value);
	p = fnatomic_message(call, &m);
	if (!p)
		return mdv_fail(call, MDV_NO_MEMORY, "%s", mdv_status_text(MDV_NO_MEMORY));
	*out = mdv_payload(p);
	return MDV_OK;
}

/* To a port that takes anything. */
static MdvStatus to_any(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user, (void)call;
	if (in.kind == MDV_PAYLOAD)
		mdv_payload_retain(in.payload);
	*out = in;
	return MDV_OK;
}

static MdvStatus translate(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	const ReadyLink *link = user;
	MdvStatus status = link->note ? link->note(link->ctx, call, link->coupling, &in) : MDV_OK;

	if (status != MDV_OK)
		return status;
	return (takes(link, MDV_PAYLOAD) ? to_any
			: link->takes            ? to_plain
									 : to_message)(user, call, in, out);
}

MdvTranslation ready_translation(ReadyLink *link)
{
	if (takes(link, MDV_PAYLOAD) && !link->note)
		return (MdvTranslation){NULL, NULL};
	return (MdvTranslation){translate, link};
}
