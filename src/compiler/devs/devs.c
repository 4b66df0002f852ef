/* SPDX-License-Identifier: MIT
   devs.c — which classes are meant: by annotation, or by the names of the paper's library. */
#include "compiler/devs/devs.h"

#include <string.h>

/* --- names and annotations --- */

/* Does the full name of a class end in `name`, "DEVSLib.SRC.AtomicDEVS"? */
static bool is_called(const Inst *in, const ClassDef *def, const char *name)
{
	size_t end = strlen(name);

	while (def && end > 0) {
		const char *part = intern_text(in->sx->names, def->name);
		size_t n = strlen(part);

		if (n > end || memcmp(name + end - n, part, n) != 0)
			return false;
		end -= n;
		if (end > 0 && name[--end] != '.')
			return false;
		def = def->parent;
	}
	return end == 0;
}

const AstExpr *devs_vendor(Inst *in, AstComment *comment, const char *name)
{
	const AstArg *note = comment ? syntax_note(in->sx, comment, NOTE_MODEVS) : NULL;
	const AstArg *arg =
		note ? syntax_find_arg(&note->mod, intern_name(in->sx->names, name, strlen(name))) : NULL;

	return arg && arg->kind == ARG_MODIFY ? arg->mod.value : NULL;
}

/* What an annotation can belong to. */
enum { ON_MODEL = 1, ON_CONNECTOR = 2, ON_OTHER_CLASS = 4, ON_DECLARATION = 8 };

/* All words that one of them may have: where they mean something, and what to say elsewhere. */
typedef struct Word {
	const char *name; /* of the argument */
	unsigned on;      /* ON_… */
	DiagCode code;    /* of the error */
	const char *only; /* what it means something for */
} Word;

#define ATOMIC_IN_C "a model or block stands for an atomic that is written in C"
static const Word words[] = {
	{"devs", ON_MODEL, E_ATOMIC, "a model or block is a base class of atomics"},
	{"part", ON_MODEL, E_PART, ATOMIC_IN_C},
	{"library", ON_MODEL, E_PART, ATOMIC_IN_C},
	{"atomic", ON_MODEL, E_PART, ATOMIC_IN_C},
	{"fmu", ON_MODEL, E_PART, "a model or block stands for an FMU"},
	{"interface", ON_MODEL, E_PART, "a model or block stands for an FMU"},
	{"step", ON_MODEL, E_PART, "a model or block stands for an FMU"},
	{"port", ON_CONNECTOR, E_PORT, "a connector is a port for messages"},
	{"name", ON_DECLARATION, E_PART, "an element of a class has a name in C"},
	{"receive", ON_DECLARATION, E_PORT, "the declaration of a port says what is received"},
	{"send", ON_DECLARATION, E_PORT, "the declaration of a port says what is sent"},
};
#undef ATOMIC_IN_C

static const Word *find_word(const char *text)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(words[i].name, text))
			return &words[i];
	return NULL;
}

static void warn_of_word(Inst *in, const AstArg *arg, const char *word)
{
	Suggest near;
	Text hint;

	suggest_init(&near, word, strlen(word));
	for (size_t k = 0; k < sizeof words / sizeof *words; k++)
		suggest_add(&near, words[k].name, strlen(words[k].name));
	text_init(&hint, arena_heap(in->keep));
	suggest_text(&near, &hint);
	diag_warning(in->diag, syntax_span(arg->at), W_VENDOR,
				 "'%s' means nothing in an annotation __modevs(…)%s", word, text_str(&hint));
	text_free(&hint);
}

/* Once for each annotation. */
static void check_words(Inst *in, AstComment *comment, unsigned on)
{
	const AstArg *note = comment ? syntax_note(in->sx, comment, NOTE_MODEVS) : NULL;
	Devs *d = note && note->kind == ARG_MODIFY ? devs_state(in) : NULL;

	if (!d || map_find(&d->checked, map_key(comment)))
		return;
	map_put(&d->checked, map_key(comment), 1);
	for (uint32_t i = 0; i < note->mod.n_args; i++) {
		const AstArg *arg = &note->mod.args[i];
		const char *text = arg->kind <= ARG_ELEMENT ? intern_text(in->sx->names, arg->name) : "";
		const Word *word = find_word(text);

		if (!word)
			warn_of_word(in, arg, text);
		else if (!(word->on & on))
			diag_error(in->diag, syntax_span(arg->at), word->code,
					   "'%s' means nothing here: only %s", text, word->only);
	}
}

void devs_check_declaration(Inst *in, AstComment *comment)
{
	check_words(in, comment, ON_DECLARATION);
}

void devs_check_class(Inst *in, const ClassDef *def)
{
	switch (def->kind) {
	case CLS_CLASS:
	case CLS_MODEL:
	case CLS_BLOCK: check_words(in, def->comment, ON_MODEL); break;
	case CLS_CONNECTOR:
	case CLS_EXPANDABLE_CONNECTOR: check_words(in, def->comment, ON_CONNECTOR); break;
	default: check_words(in, def->comment, ON_OTHER_CLASS); break;
	}
}

bool devs_is_base(Inst *in, const ClassDef *def)
{
	const AstExpr *value = def ? devs_vendor(in, def->comment, "devs") : NULL;

	if (value)
		return value->kind == AX_BOOLEAN && value->integer;
	return def && is_called(in, def, "DEVSLib.SRC.AtomicDEVS");
}

/* Does n, or a class that it extends, have this property? */
static bool any_base(Inst *in, Node *n, bool (*has)(Inst *in, const ClassDef *def))
{
	if (has(in, n->def))
		return true;
	if (!n->def || !member_bases(in, n))
		return false;
	for (uint32_t i = 0; i < n->n_base; i++)
		if (any_base(in, n->base[i], has))
			return true;
	return false;
}

bool devs_is_atomic(Inst *in, Node *n)
{
	return n->kind == NODE_COMPONENT && n->def && n->def->kind != CLS_CONNECTOR &&
		   any_base(in, n, devs_is_base);
}

static bool is_authors_base(Inst *in, const ClassDef *def)
{
	return def && !devs_vendor(in, def->comment, "devs") && devs_is_base(in, def);
}

bool devs_keeps_bag(Inst *in, Node *n)
{
	return any_base(in, n, is_authors_base);
}

static bool is_port_class(Inst *in, const ClassDef *def, const char *direction, const char *name)
{
	const AstExpr *value = def ? devs_vendor(in, def->comment, "port") : NULL;

	if (value)
		return value->kind == AX_STRING && value->n == strlen(direction) &&
			   memcmp(value->raw, direction, value->n) == 0;
	return def && is_called(in, def, name);
}

static bool is_input_class(Inst *in, const ClassDef *def)
{
	return is_port_class(in, def, "in", "DEVSLib.SRC.Interfaces.inPort");
}

static bool is_output_class(Inst *in, const ClassDef *def)
{
	return is_port_class(in, def, "out", "DEVSLib.SRC.Interfaces.outPort");
}

DevsPort devs_port(Inst *in, Node *n)
{
	if (!n->def || n->def->kind != CLS_CONNECTOR)
		return DEVS_PORT_NONE;
	return any_base(in, n, is_input_class)    ? DEVS_PORT_IN
		   : any_base(in, n, is_output_class) ? DEVS_PORT_OUT
											  : DEVS_PORT_NONE;
}

Name devs_port_name(Inst *in, const Node *port)
{
	Text text;
	Name name;

	text_init(&text, arena_heap(in->keep));
	text_printf(&text, "%s", node_name(in, port));
	for (int32_t i = 0; i < port->n_index; i++)
		text_printf(&text, i ? ",%d" : "[%d", (int)port->index[i]);
	if (port->n_index)
		text_printf(&text, "]");
	name = flat_name(in->flat, text_str(&text));
	text_free(&text);
	return name;
}

Node *devs_port_base(Inst *in, Node *n)
{
	Node *found = NULL;

	if (is_input_class(in, n->def) || is_output_class(in, n->def))
		return n;
	for (uint32_t i = 0; n->def && member_bases(in, n) && i < n->n_base && !found; i++)
		found = devs_port_base(in, n->base[i]);
	return found;
}

/* Parameters, the state, and what ports are equated with. */
bool devs_is_kept(Inst *in, const Member *m)
{
#define ROW(name) , name
	static const char *const names[] = {"S", "iEvent", "iQueue", "oEvent",
										"oQueue" DEVS_PULSES(ROW)};
#undef ROW

	if (!devs_is_base(in, m->home->def) || (m->decl->prefix & (PX_PARAMETER | PX_CONSTANT)))
		return true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(intern_text(in->sx->names, m->name), names[i]))
			return true;
	return false;
}
