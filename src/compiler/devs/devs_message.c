/* SPDX-License-Identifier: MIT
   devs_message.c — what messages are: records of numbers, texts and enumerations, arrays of them
   and records in them (paper 004, 6.1). A port knows its record, inPort in1(redeclare record
   Message = Job); or all ports of a package do, `package Jobs = DEVSLib.SRC(redeclare record
   stdEvent = Job)`. */
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"

#include <string.h>

static Name name_of(Inst *in, const char *text)
{
	return intern_name(in->sx->names, text, strlen(text));
}

static bool is_field(const Inst *in, const TypeField *f, const char *name, TypeKind kind)
{
	return !strcmp(intern_text(in->sx->names, f->name), name) && type_is_scalar(f->type, kind);
}

static bool is_standard(const Inst *in, const Type *t)
{
	return t->n_fields == 3 && is_field(in, &t->field[0], "Port", TY_INTEGER) &&
		   is_field(in, &t->field[1], "Type", TY_INTEGER) &&
		   is_field(in, &t->field[2], "Value", TY_REAL);
}

/* The class that says it. NULL: nothing does. */
static Node *record_of(Inst *in, Node *port)
{
	Node *record = member_node(in, port, name_of(in, "Message")), *base;

	if (record)
		return record;
	base = devs_port_base(in, port);
	return base ? lookup_simple(in, base, name_of(in, "stdEvent"), LOOKUP_ANY) : NULL;
}

/* Why a message cannot have this in it; NULL: it can. */
static const char *unfit(const Type *t)
{
	switch (t->kind) {
	case TY_REAL:
	case TY_INTEGER:
	case TY_BOOLEAN:
	case TY_STRING:
	case TY_ENUM: return t->n_scalars < 0 ? "an array in it has no known size" : NULL;
	case TY_RECORD: break;
	default: return "it has more than numbers, texts and enumerations";
	}
	if (t->rank > 0)
		return "it has an array of records";
	for (int i = 0; i < t->n_fields; i++) {
		const char *why = unfit(t->field[i].type);

		if (why)
			return why;
	}
	return NULL;
}

static bool find_message(Inst *in, Node *port, const Type **out)
{
	Node *record = record_of(in, port);
	const Type *t = record ? elab_type(in, record) : NULL;
	const char *why;

	*out = NULL;
	if (!record)
		return true;
	why = !t || t->kind != TY_RECORD ? "it is no record" : unfit(t);
	if (why) {
		diag_error(in->diag, syntax_span(port->decl->at), E_PORT,
				   "the messages of the port '%s' cannot be '%s': %s", node_name(in, port),
				   intern_text(in->sx->names, record->name), why);
		return false;
	}
	*out = is_standard(in, t) ? NULL : t;
	return true;
}

bool devs_message(Inst *in, Node *port, const Type **out)
{
	Devs *d = devs_state(in);
	const uint64_t *known = map_find(&d->messages, map_key(port));

	if (known) {
		*out = d->records.at[*known - 1];
		return true;
	}
	if (!find_message(in, port, out))
		return false;
	vec_push(arena_allocator(in->keep), &d->records, *out);
	map_put(&d->messages, map_key(port), d->records.n);
	return true;
}

/* Recurses into fields: the depth is that of the type. */
bool devs_message_same(const Type *a, const Type *b)
{
	if (a == b)
		return true;
	if (!a || !b || a->kind != b->kind || a->rank != b->rank || a->n_fields != b->n_fields ||
		a->n_scalars != b->n_scalars)
		return false;
	for (int d = 0; d < a->rank; d++)
		if (a->dim[d] != b->dim[d])
			return false;
	for (int i = 0; a->kind == TY_RECORD && i < a->n_fields; i++)
		if (a->field[i].name.i != b->field[i].name.i ||
			!devs_message_same(a->field[i].type, b->field[i].type))
			return false;
	return a->kind == TY_RECORD || a->kind != TY_ENUM || a->name.i == b->name.i;
}

const char *devs_message_name(const Inst *in, const Type *t)
{
	return t ? intern_text(in->sx->names, t->name) : "stdEvent";
}
