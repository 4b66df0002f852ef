/* SPDX-License-Identifier: MIT
   restrict.c — what can be said against a class from its text alone: names that are taken or given
   twice (MLS 4.8, 5.6.1), and contents that its kind does not allow (MLS 4.6, 12.2). */
#include "compiler/inst/inst.h"

#include <string.h>

static const char *text_of(const Inst *in, Name name)
{
	return intern_text(in->sx->names, name);
}

static bool is_one_of(const char *text, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(text, *list))
			return true;
	return false;
}

/* Names */

static void check_name(Inst *in, Name name, Place at)
{
	static const char *const taken[] = {"Real", "Integer", "Boolean", "String", NULL};

	if (is_one_of(text_of(in, name), taken))
		diag_error(in->diag, syntax_span(at), E_RESERVED,
				   "'%s' is a predefined type: nothing else can have this name", text_of(in, name));
}

static void report_twice(Inst *in, const ClassDef *def, const AstElement *e,
						 const AstElement *first)
{
	map_put(&in->checked, map_key(first), 1); /* not to be said again by restrict_inherited */
	diag_error(in->diag, syntax_span(e->at), E_TWICE, "'%s' is declared twice in '%s'",
			   text_of(in, e->name), text_of(in, def->name));
	diag_note(in->diag, syntax_span(first->at), "the first one is here");
}

static bool has_name(const AstElement *e)
{
	return e->kind == EL_COMPONENT || e->kind == EL_CLASS ||
		   (e->kind == EL_IMPORT && e->import->kind <= IMPORT_ALIAS);
}

/* Components and classes share their names; import clauses have theirs (MLS 13.2.1). */
static void check_names(Inst *in, const ClassDef *def)
{
	Map names[2];

	for (int i = 0; i < 2; i++)
		map_init(&names[i], arena_allocator(in->keep));
	if (!def->parent || def->node) /* else with the names of the class around it */
		check_name(in, def->name, def->at);
	for (uint32_t i = 0; i < def->n_elements; i++) {
		const AstElement *e = &def->elements[i];
		Map *seen = &names[e->kind == EL_IMPORT];
		const AstElement *first = has_name(e) ? map_find_ptr(seen, e->name.i) : NULL;

		if (!has_name(e))
			continue;
		if (first)
			report_twice(in, def, e, first);
		else
			map_put(seen, e->name.i, map_key(e));
		if (e->kind != EL_IMPORT)
			check_name(in, e->name, e->at);
		if (e->kind == EL_COMPONENT && e->component->type->n == 1 &&
			!e->component->type->is_global && e->component->type->name[0].i == e->name.i)
			diag_error(
				in->diag, syntax_span(e->at), E_RESERVED,
				"the component '%s' hides its type, which has the same name: rename one of them",
				text_of(in, e->name));
	}
}

static void check_literals(Inst *in, const ClassDef *def)
{
	static const char *const taken[] = {"quantity", "min", "max", "start", "fixed", NULL};

	for (uint32_t i = 0; def->form == FORM_ENUMERATION && i < def->n_list; i++) {
		const EnumLiteral *l = &def->literals[i];

		if (is_one_of(text_of(in, l->name), taken))
			diag_error(in->diag, syntax_span(l->at), E_RESERVED,
					   "'%s' is an attribute of every enumeration and cannot be a literal of '%s'",
					   text_of(in, l->name), text_of(in, def->name));
		for (uint32_t k = 0; k < i; k++)
			if (def->literals[k].name.i == l->name.i)
				diag_error(in->diag, syntax_span(l->at), E_TWICE,
						   "the literal '%s' stands twice in the enumeration '%s'",
						   text_of(in, l->name), text_of(in, def->name));
	}
}

/* Modifiers (MLS 7.2.4) */

static void check_mod(Inst *in, const AstMod *mod)
{
	for (uint32_t i = 0; mod && i < mod->n_args; i++) {
		const AstArg *a = &mod->args[i];

		if (a->kind == ARG_ELEMENT && a->element->kind == EL_COMPONENT)
			check_mod(in, a->element->component->mod);
		if (a->kind != ARG_MODIFY)
			continue;
		check_mod(in, &a->mod);
		for (uint32_t k = 0; (a->mod.has & MOD_VALUE) && k < i; k++) {
			const AstArg *b = &mod->args[k];

			if (b->kind == ARG_MODIFY && b->name.i == a->name.i && (b->mod.has & MOD_VALUE)) {
				diag_error(in->diag, syntax_span(a->at), E_TWICE,
						   "'%s' is given a value twice in one modifier", text_of(in, a->name));
				diag_note(in->diag, syntax_span(b->at), "the first one is here");
			}
		}
	}
}

/* Contents */

static void cannot_have(Inst *in, const ClassDef *def, Place at, const char *what)
{
	diag_error(in->diag, syntax_span(at), E_CLASS_CONTENT, "the %s '%s' cannot have %s",
			   syntax_class_kind(def->kind), text_of(in, def->name), what);
}

static bool is_record(const ClassDef *def)
{
	return def->kind == CLS_RECORD || def->kind == CLS_OPERATOR_RECORD;
}

static bool is_connector(const ClassDef *def)
{
	return def->kind == CLS_CONNECTOR || def->kind == CLS_EXPANDABLE_CONNECTOR;
}

static bool is_function(const ClassDef *def)
{
	return def->kind == CLS_FUNCTION || def->kind == CLS_OPERATOR_FUNCTION;
}

static const char *element_fault(const ClassDef *def, const AstElement *e)
{
	bool is_component = e->kind == EL_COMPONENT;

	if ((is_record(def) || is_connector(def)) && is_component) {
		if (e->prefix & PX_PROTECTED)
			return "protected components";
		if (e->prefix & (PX_INNER | PX_OUTER))
			return "inner or outer components";
	}
	if (is_record(def) && is_component) {
		if (e->prefix & PX_CONNECTION)
			return "flow or stream components";
		if (e->prefix & PX_CAUSALITY)
			return "input or output components";
	}
	if (is_function(def) && is_component && (e->prefix & (PX_INNER | PX_OUTER)))
		return "inner or outer components";
	if (is_component && (e->prefix & PX_STREAM) && !is_connector(def))
		return "stream components, which are for connectors";
	if (def->kind == CLS_PACKAGE && is_component && !(e->prefix & PX_CONSTANT))
		return "components that are not constants";
	if (def->kind == CLS_OPERATOR &&
		(is_component || (e->kind == EL_CLASS && !is_function(e->cls))))
		return "anything but functions and imports";
	if (def->kind == CLS_EXPANDABLE_CONNECTOR && is_component && (e->prefix & PX_FLOW))
		return "flow components";
	return NULL;
}

static void check_elements(Inst *in, const ClassDef *def)
{
	for (uint32_t i = 0; i < def->n_elements; i++) {
		const AstElement *e = &def->elements[i];
		const char *fault = element_fault(def, e);

		if (fault)
			cannot_have(in, def, e->at, fault);
		if (e->kind == EL_COMPONENT)
			check_mod(in, e->component->mod);
		if (e->kind == EL_EXTENDS)
			check_mod(in, &e->extends->mod);
		if (e->kind == EL_CLASS)
			check_literals(in, e->cls);
		if (e->kind == EL_CLASS && e->cls->form == FORM_SHORT)
			check_mod(in, e->cls->mod);
	}
}

static void check_sections(Inst *in, const ClassDef *def)
{
	bool is_passive = is_record(def) || is_connector(def) || def->kind == CLS_PACKAGE ||
					  def->kind == CLS_TYPE || def->kind == CLS_OPERATOR;
	uint32_t n_algorithms = 0;

	for (uint32_t i = 0; i < def->n_sections; i++) {
		const AstSection *s = &def->sections[i];

		if (is_passive)
			cannot_have(in, def, s->at, s->kind & SECTION_ALGORITHM ? "an algorithm" : "equations");
		else if (is_function(def) && !(s->kind & SECTION_ALGORITHM))
			cannot_have(in, def, s->at, "equations");
		else if (is_function(def) && (s->kind & SECTION_INITIAL))
			cannot_have(in, def, s->at, "an initial algorithm");
		else if (is_function(def) && ++n_algorithms > 1)
			cannot_have(in, def, s->at, "more than one algorithm");
	}
}

void restrict_text(Inst *in, const ClassDef *def)
{
	if (!def || (def->flags & CF_ERROR) || map_find(&in->checked, map_key(def)))
		return;
	map_put(&in->checked, map_key(def), 1);
	check_names(in, def);
	check_elements(in, def);
	check_sections(in, def);
	restrict_stmts(in, def);
	if (def->n_imports)
		vec_push(arena_allocator(in->keep), &in->importers, def);
}

void restrict_text_all(Inst *in, const ClassDef *def)
{
	restrict_text(in, def);
	for (uint32_t i = 0; i < def->n_elements; i++)
		if (def->elements[i].kind == EL_CLASS)
			restrict_text_all(in, def->elements[i].cls);
}
