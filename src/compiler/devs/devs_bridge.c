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
	static const char *const receivers[] = {"Value", "Type", "count"};
	DevsPort direction = devs_port(in, port);
	DevsBridge b = {.port = port, .output = direction == DEVS_PORT_OUT};

	if (direction == DEVS_PORT_NONE)
		return;
	devs_check_words(in, port->decl ? port->decl->comment : NULL);
	b.says = note_of(in, port, b.output ? "send" : "receive");
	if (!b.says)
		return;
	for (size_t i = 0; !b.output && i < sizeof receivers / sizeof *receivers; i++)
		mark_receiver(in, owner, said(in, b.says, receivers[i]));
	vec_push(arena_allocator(in->keep), &devs_state(in)->bridges, b);
}

void devs_note_bridges(Inst *in, Node *n)
{
	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *child = n->member[i]->node;

		if (child && n->member[i]->decl->kind == EL_COMPONENT && !child->basic &&
			!child->is_disabled && child->kind == NODE_COMPONENT)
			note_port(in, n, child);
	}
}

/* --- when all equations are known --- */

/* What a port says of one of its values: of a receiver a variable, else a literal or variable of
   that type. *out NULL: nothing. False: reported. */
static bool find_value(Inst *in, const DevsBridge *b, const char *name, TypeKind kind,
					   const Expr **out)
{
	const AstExpr *e = said(in, b->says, name);
	const Expr *x;

	*out = NULL;
	if (!e)
		return true;
	x = elab_expr(in, &(Env){.node = b->port->home}, e);
	if (elab_is_error(x))
		return false;
	if (b->output)
		x = elab_convert(in, x, type_basic(in->pool, kind), e->at, name);
	if (elab_is_error(x))
		return false;
	if (x->type->rank == 0 && (x->op == EX_VAR || (b->output && expr_is_literal(x)))) {
		*out = x;
		return true;
	}
	diag_error(in->diag, syntax_span(e->at), E_PORT,
			   b->output ? "'%s' must be a variable or a number"
						 : "'%s' must be a variable, which messages give its values",
			   name);
	return false;
}

static bool add_bridge(Inst *in, const DevsBridge *b, Map *places)
{
	FlatModel *m = in->flat;
	FlatBridge flat = {.output = b->output,
					   .path = flatten_path(in, b->port->owner),
					   .port = devs_port_name(in, b->port)};
	uint64_t number = 0;

	if (!find_value(in, b, b->output ? "trigger" : "count", TY_INTEGER, &flat.count) ||
		!find_value(in, b, "Type", TY_INTEGER, &flat.type) ||
		!find_value(in, b, "Value", TY_REAL, &flat.value))
		return false;
	if (b->output && (!flat.count || flat.count->op != EX_VAR)) {
		diag_error(in->diag, syntax_span(b->port->decl->at), E_PORT,
				   "the port '%s' does not say when a message leaves: send(trigger = …)",
				   node_name(in, b->port));
		return false;
	}
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
