/* SPDX-License-Identifier: MIT
   devs_bridge.c — ports of equations: the interface models of paper 004, 11. A component that is no
   atomic says with the declaration of a port what messages mean to its equations,
	   inPort inport annotation(__modevs(receive(Value = y, Type = kind, count = n)));
	   outPort outport annotation(__modevs(send(trigger = n, Value = v, Type = kind)));
   An arriving message gives y and kind its values and counts n up: an event. When n has changed
   after an event, a message leaves. */
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"

#include <string.h>

static Name name_of(Inst *in, const char *text)
{
	return intern_name(in->sx->names, text, strlen(text));
}

static const AstArg *note_of(Inst *in, const Node *port, const char *what)
{
	AstComment *c = port->decl ? port->decl->comment : NULL;
	const AstArg *note = c ? syntax_note(in->sx, c, NOTE_MODEVS) : NULL;

	return note && note->kind == ARG_MODIFY ? syntax_find_arg(&note->mod, name_of(in, what)) : NULL;
}

static const AstExpr *said(Inst *in, const AstArg *says, const char *name)
{
	const AstArg *arg = syntax_find_arg(&says->mod, name_of(in, name));

	return arg && arg->kind == ARG_MODIFY ? arg->mod.value : NULL;
}

/* --- while components become flat --- */

static void mark_receiver(Inst *in, Node *owner, const AstExpr *e)
{
	Node *n = e && e->kind == AX_NAME ? member_node(in, owner, e->name) : NULL;

	if (n && n->kind != NODE_CLASS)
		devs_mark_outside(in, n);
}

static void note_port(Inst *in, Node *owner, Node *port)
{
	DevsPort direction = devs_port(in, port);
	DevsBridge b = {.port = port, .output = direction == DEVS_PORT_OUT};

	if (direction == DEVS_PORT_NONE)
		return;
	devs_check_declaration(in, port->decl ? port->decl->comment : NULL);
	b.says = note_of(in, port, b.output ? "send" : "receive");
	if (!b.says) {
		vec_push(arena_allocator(in->keep), &devs_state(in)->ports, port);
		return;
	}
	for (uint32_t i = 0; !b.output && i < b.says->mod.n_args; i++)
		if (b.says->mod.args[i].kind == ARG_MODIFY)
			mark_receiver(in, owner, b.says->mod.args[i].mod.value);
	vec_push(arena_allocator(in->keep), &devs_state(in)->bridges, b);
}

void devs_note_bridges(Inst *in, Node *n)
{
	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *child = n->member[i]->node;

		if (!child || n->member[i]->decl->kind != EL_COMPONENT || child->basic ||
			child->is_disabled)
			continue;
		if (child->kind == NODE_COMPONENT)
			note_port(in, n, child);
		if (child->kind != NODE_ARRAY || devs_port(in, child) == DEVS_PORT_NONE)
			continue;
		node_elements(in, child);
		for (uint32_t k = 0; k < child->n_element; k++)
			note_port(in, n, child->element[k]);
	}
}

/* --- when all equations are known --- */

/* What a port says of one of its values, as an expression of that type. NULL: reported. */
static const Expr *find_value(Inst *in, const DevsBridge *b, const AstExpr *e, const char *name,
							  const Type *type)
{
	const Expr *x = elab_expr(in, &(Env){.node = b->port->home}, e);

	if (b->output && !elab_is_error(x))
		x = elab_convert(in, x, type, e->at, name);
	if (elab_is_error(x))
		return NULL;
	if (x->type->n_scalars == type->n_scalars && x->type->rank == type->rank &&
		(type->kind != TY_STRING || b->output))
		return x;
	diag_error(in->diag, syntax_span(e->at), E_PORT,
			   type->kind == TY_STRING ? "equations cannot take the String '%s' of a message"
									   : "'%s' of the messages has another type",
			   name);
	return NULL;
}

/* Of a receiver a variable, else a variable or a literal. */
static bool check_scalar(Inst *in, const DevsBridge *b, const Expr *x, const char *name, Place at)
{
	if (x->op == EX_VAR || (b->output && expr_is_literal(x)))
		return true;
	diag_error(in->diag, syntax_span(at), E_PORT,
			   b->output ? "'%s' must be a variable or a number"
						 : "'%s' must be a variable, which messages give its values",
			   name);
	return false;
}

/* The trigger, or the number of messages. */
static bool find_count(Inst *in, const DevsBridge *b, FlatBridge *flat)
{
	const char *name = b->output ? "trigger" : "count";
	const AstExpr *e = said(in, b->says, name);

	flat->count = e ? find_value(in, b, e, name, type_basic(in->pool, TY_INTEGER)) : NULL;
	if (e)
		return flat->count && check_scalar(in, b, flat->count, name, e->at);
	if (!b->output)
		return true;
	diag_error(in->diag, syntax_span(b->port->decl->at), E_PORT,
			   "the port '%s' does not say when a message leaves: send(trigger = …)",
			   node_name(in, b->port));
	return false;
}

typedef VEC(FlatBridgeValue) Values;

/* One field of the message: as many scalars as it has. */
static bool add_field(Inst *in, const DevsBridge *b, const AstArg *arg, const Type *field,
					  int32_t first, Values *out)
{
	const char *name = intern_text(in->sx->names, arg->name);
	const AstExpr *e = arg->mod.value;
	const Expr *x = find_value(in, b, e, name, field);

	for (int32_t k = 0; x && k < field->n_scalars; k++) {
		FlatBridgeValue v = {first + k, scalar_at(in->pool, in->scratch, x, k)};

		if (!check_scalar(in, b, v.x, name, e->at))
			return false;
		vec_push(arena_allocator(in->flat->keep), out, v);
	}
	return x != NULL;
}

/* Which field of the message an argument is about; false: none, reported. */
static bool find_field(Inst *in, const Type *message, const AstArg *arg, const Type **field,
					   int32_t *first)
{
	static const char *const standard[] = {"Port", "Type", "Value"};
	const char *name = intern_text(in->sx->names, arg->name);

	*first = 0;
	for (int i = 0; !message && i < 3; i++, ++*first)
		if (!strcmp(standard[i], name)) {
			*field = type_basic(in->pool, i < 2 ? TY_INTEGER : TY_REAL);
			return true;
		}
	for (int i = 0; message && i < message->n_fields; i++) {
		*field = message->field[i].type;
		if (message->field[i].name.i == arg->name.i)
			return true;
		*first += (*field)->n_scalars;
	}
	diag_error(in->diag, syntax_span(arg->at), E_PORT, "messages of '%s' have no '%s'",
			   devs_message_name(in, message), name);
	return false;
}

static bool find_values(Inst *in, const DevsBridge *b, FlatBridge *flat)
{
	Name count = name_of(in, b->output ? "trigger" : "count");
	Values values = {0};

	for (uint32_t i = 0; i < b->says->mod.n_args; i++) {
		const AstArg *arg = &b->says->mod.args[i];
		const Type *field;
		int32_t first;

		if (arg->kind != ARG_MODIFY || !arg->mod.value || arg->name.i == count.i)
			continue;
		if (!find_field(in, flat->message, arg, &field, &first) ||
			!add_field(in, b, arg, field, first, &values))
			return false;
	}
	flat->value = values.at;
	flat->n_values = (int32_t)values.n;
	return true;
}

static bool add_bridge(Inst *in, const DevsBridge *b, Map *places)
{
	FlatModel *m = in->flat;
	FlatBridge flat = {.output = b->output,
					   .path = flatten_path(in, b->port->owner),
					   .port = devs_port_name(in, b->port)};
	uint64_t number = 0;

	if (!devs_message(in, b->port, &flat.message) || !find_count(in, b, &flat) ||
		!find_values(in, b, &flat))
		return false;
	for (size_t i = 0; i < m->bridges.n; i++)
		number += m->bridges.at[i].output == b->output;
	vec_push(arena_allocator(m->keep), &m->bridges, flat);
	map_put(places, map_key(b->port), ((number + 1) << 32) | (uint32_t)(m->atomics.n + m->parts.n));
	return true;
}

bool devs_bridges(Inst *in, Map *places)
{
	const Devs *d = devs_state(in);
	bool ok = true;

	for (int output = 0; output < 2; output++)
		for (size_t i = 0; i < d->bridges.n; i++)
			if (d->bridges.at[i].output == (bool)output)
				ok &= add_bridge(in, &d->bridges.at[i], places);
	return ok;
}
