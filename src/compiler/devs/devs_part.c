/* SPDX-License-Identifier: MIT
   devs_part.c — components that are written in C: ready parts and atomics of shared libraries. A
   class says which it is,
	   annotation(__modevs(part = "processor"))
	   annotation(__modevs(library = "shop", atomic = "counter"))
   and so do those that extend it. Its public parameters are given to the part by their names, its
   connectors are the part's ports, its other public variables show something of the part's state;
   an element whose name is another says so, annotation(__modevs(name = "level")). What is protected
   is the class's own. The description of ready parts (modevs/library.h) is looked at here, that of
   shared libraries when they are loaded. */
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"
#include "model/part.h"

#include <string.h>

/* --- which class --- */

/* The class that says which part it is: that of n, or one that it extends; NULL: none. */
static const ClassDef *part_class(Inst *in, Node *n)
{
	if (!n->def)
		return NULL;
	devs_check_class(in, n->def);
	if (devs_vendor(in, n->def->comment, "part") || devs_vendor(in, n->def->comment, "library"))
		return n->def;
	if (!member_bases(in, n))
		return NULL;
	for (uint32_t i = 0; i < n->n_base; i++) {
		const ClassDef *found = part_class(in, n->base[i]);

		if (found)
			return found;
	}
	return NULL;
}

bool devs_is_part(Inst *in, Node *n)
{
	return n->kind == NODE_COMPONENT && n->def && n->def->kind != CLS_CONNECTOR &&
		   n->def->kind != CLS_RECORD && part_class(in, n) != NULL;
}

/* The text of an annotation; {0}: there is none, or (reported) it is no text. */
static Name said_text(Inst *in, const ClassDef *def, const char *what, bool *ok)
{
	const AstExpr *e = devs_vendor(in, def->comment, what);
	const char *text = e && e->kind == AX_STRING ? syntax_string(e, in->scratch) : NULL;

	if (e && (!text || !*text)) {
		diag_error(in->diag, syntax_span(e->at), E_PART, "'%s' must be a text, the name of %s",
				   what, !strcmp(what, "library") ? "a shared library" : "a part");
		*ok = false;
	}
	return text ? flat_name(in->flat, text) : (Name){0};
}

/* The folder of the file in which a class stands: there its library is looked for. */
static Name folder_of(Inst *in, const ClassDef *def)
{
	const Source *source = source_get(in->sx->sources, syntax_span(def->at).file);
	const char *name = source ? source->name : "", *slash = strrchr(name, '/');
	size_t n = slash ? (size_t)(slash - name) : 0;

	return flat_name(in->flat, !slash ? "." : n == 0 ? "/" : arena_strndup(in->scratch, name, n));
}

static bool find_part(Inst *in, Node *n, FlatPart *out)
{
	const ClassDef *def = part_class(in, n);
	bool ok = true;
	Name part = said_text(in, def, "part", &ok), atomic = said_text(in, def, "atomic", &ok);

	out->library = said_text(in, def, "library", &ok);
	if (ok && (out->library.i ? !atomic.i || part.i : atomic.i != 0)) {
		diag_error(in->diag, syntax_span(def->at), E_PART,
				   "'%s' must say either part = \"…\", or library = \"…\" and atomic = \"…\"",
				   intern_text(in->sx->names, def->name));
		return false;
	}
	out->part = out->library.i ? atomic : part;
	out->folder = out->library.i ? folder_of(in, def) : (Name){0};
	return ok;
}

/* --- what it gives --- */

/* Public elements count: is it a parameter, a port, or a variable? */
typedef enum PartElement { ELEMENT_OWN, ELEMENT_PARAM, ELEMENT_PORT, ELEMENT_SHOWN } PartElement;

static PartElement element_of(Inst *in, const Member *m)
{
	Node *child = m->node;

	if (m->decl->kind != EL_COMPONENT || !child || child->is_disabled)
		return ELEMENT_OWN;
	if (child->prefix & (PX_CONSTANT | PX_PROTECTED))
		return ELEMENT_OWN;
	if (child->prefix & PX_PARAMETER)
		return ELEMENT_PARAM;
	if (child->def && child->def->kind == CLS_CONNECTOR && devs_port(in, child) != DEVS_PORT_NONE)
		return ELEMENT_PORT;
	return ELEMENT_SHOWN;
}

void devs_note_part(Inst *in, Node *n)
{
	vec_push(arena_allocator(in->keep), &devs_state(in)->parts, n);
	for (uint32_t i = 0; i < n->n_member; i++)
		if (element_of(in, n->member[i]) == ELEMENT_SHOWN)
			devs_mark_outside(in, n->member[i]->node);
}

/* The name that the part has for an element. */
static const char *part_name(Inst *in, const Node *child)
{
	const AstExpr *e = devs_vendor(in, child->decl->comment, "name");

	devs_check_declaration(in, child->decl->comment);
	if (e && e->kind != AX_STRING)
		diag_error(in->diag, syntax_span(e->at), E_PART,
				   "'name' must be a text, the name that the part has for '%s'",
				   node_name(in, child));
	return e && e->kind == AX_STRING ? syntax_string(e, in->scratch) : node_name(in, child);
}

/* The list that an element of a class belongs to. */
static FlatPartItems *list_of(FlatPart *p, PartElement kind, bool output)
{
	if (kind == ELEMENT_PARAM)
		return &p->params;
	if (kind == ELEMENT_SHOWN)
		return &p->shown;
	return output ? &p->out : &p->in;
}

static void add_item(Inst *in, FlatPart *p, FlatPartItem item, PartElement kind, bool output)
{
	vec_push(arena_allocator(in->keep), list_of(p, kind, output), item);
}

/* A variable, or the fields of a record one by one; `at`: where the whole is declared. False:
   reported. */
static bool add_variables(Inst *in, FlatPart *p, Node *n, const char *name, PartElement kind,
						  Span at)
{
	bool ok = true;

	if (n->flat_decl.i >= 0 && n->rank > (kind == ELEMENT_PARAM)) {
		diag_error(in->diag, at, E_PART, "'%s' has too many dimensions for a class written in C",
				   node_name(in, n));
		return false;
	}
	if (n->flat_decl.i >= 0) {
		const FlatDecl *d = &in->flat->decls.at[n->flat_decl.i];
		int32_t size = flat_decl_size(d);
		VarId *var = NEW_ARRAY(in->keep, VarId, size + 1);
		FlatPartItem item = {.name = flat_name(in->flat, name),
							 .own = flat_name(in->flat, name),
							 .at = at,
							 .type = d->type,
							 .var = var,
							 .n_vars = size,
							 .array = d->rank > 0};

		for (int32_t k = 0; k < size; k++)
			var[k] = (VarId){d->first.i + k};
		add_item(in, p, item, kind, false);
		return true;
	}
	if (n->kind != NODE_COMPONENT || !n->def || n->def->kind != CLS_RECORD ||
		kind != ELEMENT_PARAM) {
		diag_error(
			in->diag, syntax_span(n->decl->at), E_PART,
			"'%s' cannot stand in a class that is written in C: it is neither a parameter, a "
			"port nor a variable that shows something",
			node_name(in, n));
		return false;
	}
	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *child = n->member[i]->node;

		if (n->member[i]->decl->kind == EL_COMPONENT && child && !(child->prefix & PX_CONSTANT))
			ok &= add_variables(in, p, child,
								arena_printf(in->scratch, "%s.%s", name, node_name(in, child)),
								kind, at);
	}
	return ok;
}

static void add_port(Inst *in, FlatPart *p, Node *port, int32_t element, bool array)
{
	FlatPartItem item = {.name = flat_name(in->flat, part_name(in, array ? port->owner : port)),
						 .own = devs_port_name(in, port),
						 .at = syntax_span(port->decl->at),
						 .element = element,
						 .array = array};

	add_item(in, p, item, ELEMENT_PORT, devs_port(in, port) == DEVS_PORT_OUT);
}

static bool add_ports(Inst *in, FlatPart *p, Node *n)
{
	if (n->kind != NODE_ARRAY) {
		add_port(in, p, n, 0, false);
		return true;
	}
	if (n->rank > 1) {
		diag_error(in->diag, syntax_span(n->decl->at), E_PART,
				   "the ports of a class that is written in C have one dimension at most");
		return false;
	}
	node_elements(in, n);
	for (uint32_t i = 0; i < n->n_element; i++)
		add_port(in, p, n->element[i], (int32_t)i, true);
	return true;
}

/* What the part has once, the class has once. */
static bool check_once(Inst *in, const FlatPartItems *list)
{
	bool ok = true;
	Map seen;

	map_init(&seen, arena_allocator(in->scratch));
	for (size_t i = 0; i < list->n; i++) {
		const FlatPartItem *item = &list->at[i];
		uint64_t key = (uint64_t)item->name.i << 32 | (uint32_t)item->element;

		if (map_find(&seen, key)) {
			diag_error(in->diag, item->at, E_PART,
					   "two elements of the class stand for '%s' of the part",
					   intern_text(in->sx->names, item->name));
			ok = false;
		}
		map_put(&seen, key, 1);
	}
	return ok;
}

static bool add_elements(Inst *in, Node *n, FlatPart *p)
{
	bool ok = true;

	for (uint32_t i = 0; i < n->n_member; i++) {
		PartElement kind = element_of(in, n->member[i]);
		Node *child = n->member[i]->node;

		if (kind == ELEMENT_PORT)
			ok &= add_ports(in, p, child);
		else if (kind != ELEMENT_OWN)
			ok &= add_variables(in, p, child, part_name(in, child), kind,
								syntax_span(child->decl->at));
	}
	ok &= check_once(in, &p->params) & check_once(in, &p->shown);
	return ok & check_once(in, &p->in) & check_once(in, &p->out);
}

/* --- against the description --- */

static const char *literals_of(Inst *in, const Type *t)
{
	Text text;

	if (t->kind != TY_ENUM)
		return "";
	text_init(&text, arena_allocator(in->scratch));
	for (int i = 0; i < t->n_fields; i++)
		text_printf(&text, "%s%s", i ? "," : "", intern_text(in->sx->names, t->field[i].name));
	return text_str(&text);
}

static int value_type(const Type *t)
{
	switch (t->kind) {
	case TY_REAL: return MDV_REAL;
	case TY_INTEGER: return MDV_INTEGER;
	case TY_BOOLEAN: return MDV_BOOLEAN;
	case TY_STRING: return MDV_STRING;
	case TY_ENUM: return MDV_ENUMERATION;
	default: return MDV_PAYLOAD;
	}
}

static PartGiven given_of(Inst *in, const FlatPartItem *item)
{
	return (PartGiven){.name = intern_text(in->sx->names, item->name),
					   .type = item->type ? value_type(item->type) : MDV_PAYLOAD,
					   .array = item->array,
					   .literals = item->type ? literals_of(in, item->type) : ""};
}

static bool say(Inst *in, Span at, const Text *why)
{
	diag_error(in->diag, at, E_PART, "%s", text_str(why));
	return false;
}

/* Values that are known now; the others are looked at when the model begins. */
static bool check_value(Inst *in, const MdvParam *param, const FlatPartItem *item, Text *why)
{
	for (int32_t k = 0; k < item->n_vars; k++) {
		const Expr *x = flat_var(in->flat, item->var[k])->binding;
		const FlatDecl *d = flat_decl_of(in->flat, item->var[k]);
		Span at = d->value_at.file ? d->value_at : item->at;

		if (x && x->op == EX_REAL && !part_fits(param, expr_real_value(x), why))
			return say(in, at, why);
		if (x && x->op == EX_INTEGER && !part_fits(param, (double)expr_integer_value(x), why))
			return say(in, at, why);
	}
	return true;
}

static bool check_params(Inst *in, const FlatPart *p, const MdvPart *part, Text *why)
{
	PartGiven *given = NEW_ARRAY(in->scratch, PartGiven, p->params.n + 1);

	for (size_t i = 0; i < p->params.n; i++) {
		const MdvParam *param;

		given[i] = given_of(in, &p->params.at[i]);
		param = part_param(part, &given[i], why);
		if (!param)
			return say(in, p->params.at[i].at, why);
		if (!check_value(in, param, &p->params.at[i], why))
			return false;
	}
	return part_complete(part, given, p->params.n, why) || say(in, p->at, why);
}

static bool check_ports(Inst *in, const FlatPart *p, const MdvPart *part, Text *why)
{
	for (int output = 0; output < 2; output++) {
		size_t count = output ? p->out.n : p->in.n;
		const FlatPartItem *item = output ? p->out.at : p->in.at;

		for (size_t i = 0; i < count; i++) {
			PartGiven given = given_of(in, &item[i]);

			if (part_port(part, &given, output, why) < 0)
				return say(in, item[i].at, why);
		}
	}
	for (size_t i = 0; i < p->shown.n; i++) {
		PartGiven given = given_of(in, &p->shown.at[i]);

		if (part_shown(part, &given, why) < 0)
			return say(in, p->shown.at[i].at, why);
	}
	return true;
}

static bool check_part(Inst *in, const FlatPart *p)
{
	const MdvPart *part;
	Text why;
	bool ok;

	if (p->library.i)
		return true;
	text_init(&why, arena_heap(in->keep));
	part = part_find(&mdv_parts, intern_text(in->sx->names, p->part), &why);
	ok = part ? check_params(in, p, part, &why) && check_ports(in, p, part, &why)
			  : say(in, p->at, &why);
	text_free(&why);
	return ok;
}

/* --- all of them --- */

bool devs_parts(Inst *in)
{
	Devs *d = devs_state(in);
	bool ok = true;

	for (size_t i = 0; i < d->parts.n && !diag_full(in->diag); i++) {
		Node *n = d->parts.at[i];
		FlatPart p = {.path = flatten_path(in, n), .at = syntax_span(n->decl->at)};

		ok &= find_part(in, n, &p) && add_elements(in, n, &p) && check_part(in, &p);
		vec_push(arena_allocator(in->flat->keep), &in->flat->parts, p);
	}
	return ok && !diag_full(in->diag);
}

static void put_places(Inst *in, Node *port, uint32_t component, uint32_t number[2], Map *places)
{
	for (uint32_t i = 0; port->kind == NODE_ARRAY && i < port->n_element; i++)
		put_places(in, port->element[i], component, number, places);
	if (port->kind != NODE_ARRAY)
		map_put(places, map_key(port),
				((uint64_t)++number[devs_port(in, port) == DEVS_PORT_OUT] << 32) | component);
}

void devs_part_places(Inst *in, Map *places)
{
	const Devs *d = devs_state(in);

	for (size_t i = 0; i < d->parts.n; i++) {
		const Node *n = d->parts.at[i];
		uint32_t number[2] = {0, 0};

		for (uint32_t k = 0; k < n->n_member; k++)
			if (element_of(in, n->member[k]) == ELEMENT_PORT)
				put_places(in, n->member[k]->node, (uint32_t)(in->flat->atomics.n + i), number,
						   places);
	}
}

/* What a component sends from, or takes at, a port; of what is not known yet: anything. */
static unsigned kinds_at(Inst *in, int32_t component, int32_t port, bool output)
{
	const FlatModel *m = in->flat;
	size_t i = (size_t)component - m->atomics.n;
	const FlatPartItem *item;
	const MdvPart *part;
	PartGiven given;
	unsigned kinds;
	Text why;

	if ((size_t)component < m->atomics.n || i >= m->parts.n)
		return output ? MDV_PORT_KIND(MDV_PAYLOAD) : PART_ANY;
	if (m->parts.at[i].library.i)
		return PART_ANY;
	item = &(output ? m->parts.at[i].out.at : m->parts.at[i].in.at)[port];
	text_init(&why, arena_heap(in->keep));
	part = part_find(&mdv_parts, intern_text(in->sx->names, m->parts.at[i].part), &why);
	given = given_of(in, item);
	kinds = part_kinds(part, output, part_port(part, &given, output, &why));
	text_free(&why);
	return kinds;
}

/* Numbers become what a port takes, if they can; where nothing has a number, nothing can. */
bool devs_part_couplings(Inst *in)
{
	const FlatModel *m = in->flat;
	bool ok = true;

	for (size_t i = 0; m->parts.n > 0 && i < m->couplings.n; i++) {
		const FlatCoupling *c = &m->couplings.at[i];

		if (kinds_at(in, c->from, c->from_port, true) != MDV_PORT_KIND(MDV_EVENT) ||
			(kinds_at(in, c->to, c->to_port, false) & MDV_PORT_KIND(MDV_EVENT)))
			continue;
		diag_error(in->diag, c->at, E_COUPLING,
				   "the messages do not fit: those that are sent have no value, and the port '%s' "
				   "needs a number",
				   intern_text(in->sx->names,
							   m->parts.at[(size_t)c->to - m->atomics.n].in.at[c->to_port].own));
		ok = false;
	}
	return ok;
}
