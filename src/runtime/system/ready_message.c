/* SPDX-License-Identifier: MIT
   ready_message.c — messages between components that are written in C and those in Modelica. The
   latter send numbers, or records as payloads, and understand nothing else; parts pass on
   whatever comes, and where they look at a value it must be a plain one. So a coupling translates:
   the value of a message becomes a number of the kind that a port takes; what is an object of C is
   refused. */
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

/* To a port that takes plain values. */
static MdvStatus to_plain(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	const ReadyLink *link = user;
	double x, type;

	if (in.kind == MDV_EVENT && takes(link, MDV_EVENT)) {
		*out = mdv_event();
		return MDV_OK;
	}
	if (!fnatomic_number(&in, &x, &type))
		return refuse(link, call, in.kind == MDV_EVENT ? "it has no value" : "it is no number");
	return convert_number(link, x, out) ? MDV_OK
										: refuse(link, call, "its value is no whole number");
}

/* To functions or equations in Modelica, to which a number is a message of Type 1. */
static MdvStatus to_message(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	const ReadyLink *link = user;

	if (in.kind == MDV_PAYLOAD && !fnatomic_is_message(&in))
		return refuse(link, call, "it is an object of C");
	if (in.kind == MDV_PAYLOAD)
		mdv_payload_retain(in.payload);
	*out = in;
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
