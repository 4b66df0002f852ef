/* SPDX-License-Identifier: MIT
   restrict_ref.c — names with dots and imports (MLS 5.3.2, 13.2.1): what is protected is not seen
   from outside, and a class that is no package shows only what is encapsulated. */
#include "compiler/inst/inst.h"

/* Could the class be a package: has it only constants and classes (MLS 5.3.2)? */
static bool is_like_a_package(const ClassDef *def)
{
	if (def->kind != CLS_MODEL && def->kind != CLS_BLOCK && def->kind != CLS_CLASS)
		return true;
	for (uint32_t i = 0; i < def->n_elements; i++)
		if (def->elements[i].kind == EL_COMPONENT && !(def->elements[i].prefix & PX_CONSTANT))
			return false;
	return def->n_sections == 0;
}

bool restrict_is_reached(const Node *from, const Member *m)
{
	if (restrict_is_protected(m))
		return false;
	return from->kind != NODE_CLASS || !from->def || is_like_a_package(from->def) ||
		   (m->decl->kind == EL_CLASS && (m->decl->cls->flags & CF_ENCAPSULATED));
}

bool restrict_step(Inst *in, const Node *from, const Member *m, Place at)
{
	static const char through[] =
		"'%s' cannot be reached through '%s', which is a %s with components: only "
		"encapsulated classes can";
	const char *name = intern_text(in->sx->names, m->name);

	if (restrict_is_reached(from, m))
		return true;
	if (restrict_is_protected(m)) {
		diag_error(in->diag, syntax_span(at), E_PROTECTED,
				   "'%s' is protected in '%s' and cannot be used from outside", name,
				   node_name(in, from));
		return false;
	}
	/* A class is the same from wherever it is reached; a component may not be (MLS 5.3.2). */
	if (m->decl->kind == EL_CLASS)
		return diag_older(in->diag, from->def, syntax_span(at), E_LOOKUP, through, name,
						  node_name(in, from), syntax_class_kind(from->def->kind));
	diag_error(in->diag, syntax_span(at), E_LOOKUP, through, name, node_name(in, from),
			   syntax_class_kind(from->def->kind));
	return false;
}

/* An encapsulated class sees what is around it by imports only, whatever that is. */
static bool is_around(const ClassDef *def, Place at)
{
	return def->at.file == at.file && def->at.start < at.start && at.start < def->end;
}

/* An import clause: the last class before the name that it brings must be a package. */
bool restrict_import(Inst *in, const AstElement *import, const Node *package)
{
	const bool all = import->import->kind == IMPORT_ALL;

	if (!package->def ||
		(all ? package->def->kind == CLS_PACKAGE : is_like_a_package(package->def)))
		return true;
	if (!all && is_around(package->def, import->at))
		return diag_older(in->diag, package->def, syntax_span(import->at), E_IMPORT,
						  "'%s' is a %s: imports are from packages only", node_name(in, package),
						  syntax_class_kind(package->def->kind));
	if (!map_find(&in->checked, map_key(import)))
		diag_error(in->diag, syntax_span(import->at), E_IMPORT,
				   "'%s' is a %s: imports are from packages only", node_name(in, package),
				   syntax_class_kind(package->def->kind));
	map_put(&in->checked, map_key(import), 1);
	return false;
}

bool restrict_import_of(Inst *in, const AstElement *import, const Node *package, const Member *m)
{
	if (!restrict_is_protected(m))
		return true;
	if (!map_find(&in->checked, map_key(import)))
		diag_error(in->diag, syntax_span(import->at), E_IMPORT,
				   "'%s' is protected in '%s' and cannot be imported",
				   intern_text(in->sx->names, m->name), node_name(in, package));
	map_put(&in->checked, map_key(import), 1);
	return false;
}

void restrict_import_twice(Inst *in, const AstElement *a, const AstElement *b, Name name)
{
	if (map_find(&in->checked, map_key(b)))
		return;
	map_put(&in->checked, map_key(b), 1);
	diag_error(in->diag, syntax_span(b->at), E_IMPORT,
			   "'%s' is imported from two packages: import it by its name",
			   intern_text(in->sx->names, name));
	diag_note(in->diag, syntax_span(a->at), "the other one is here");
}
