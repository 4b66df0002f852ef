/* SPDX-License-Identifier: MIT
   syntax_same.c — are two trees the same but for places and layout? Numbers are the same if their
   values are, strings if they are written alike, annotations if their trees are the same. */
#include "compiler/syntax/syntax.h"

#include <string.h>

static bool same_path(const AstPath *a, const AstPath *b)
{
	if (!a || !b)
		return a == b;
	return a->n == b->n && a->is_global == b->is_global &&
		   memcmp(a->name, b->name, a->n * sizeof *a->name) == 0;
}

/* -- expressions -------------------------------------------------------------------------- */

static bool same_exprs(Syntax *sx, const AstExpr *a, const AstExpr *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!syntax_same_expr(sx, &a[i], &b[i]))
			return false;
	return true;
}

static bool same_parts(Syntax *sx, const AstExpr *a, const AstExpr *b)
{
	if (a->n != b->n || a->is_global != b->is_global)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const AstPart *x = &a->part[i], *y = &b->part[i];

		if (x->name.i != y->name.i || x->n_subs != y->n_subs ||
			!same_exprs(sx, x->sub, y->sub, x->n_subs))
			return false;
	}
	return true;
}

bool syntax_same_expr(Syntax *sx, const AstExpr *a, const AstExpr *b)
{
	if (!a || !b)
		return a == b;
	if (a->kind != b->kind || a->op != b->op || a->join != b->join)
		return false;
	switch (a->kind) {
	case AX_NONE:
	case AX_ERROR:
	case AX_END:
	case AX_COLON: return true;
	case AX_INTEGER:
	case AX_BOOLEAN: return a->integer == b->integer;
	case AX_REAL: return memcmp(&a->real, &b->real, sizeof a->real) == 0;
	case AX_STRING: return a->n == b->n && memcmp(a->raw, b->raw, a->n) == 0;
	case AX_NAME: return a->name.i == b->name.i;
	case AX_REF: return same_parts(sx, a, b);
	case AX_NAMED:
	case AX_ITER: return a->name.i == b->name.i && syntax_same_expr(sx, a->kid, b->kid);
	default: return a->n == b->n && same_exprs(sx, a->kid, b->kid, a->n);
	}
}

/* -- modifications, descriptions ---------------------------------------------------------- */

static bool same_element(Syntax *sx, const AstElement *a, const AstElement *b);
static bool same_mod(Syntax *sx, const AstMod *a, const AstMod *b);

static bool same_range(const Syntax *sx, const AstComment *a, const AstComment *b, bool note)
{
	const Source *x = source_get(sx->sources, a->file), *y = source_get(sx->sources, b->file);
	uint32_t from_a = note ? a->note : a->text, n = (note ? a->note_end : a->text_end) - from_a;
	uint32_t from_b = note ? b->note : b->text, m = (note ? b->note_end : b->text_end) - from_b;

	return n == m && (n == 0 || memcmp(x->text + from_a, y->text + from_b, n) == 0);
}

static bool same_comment(Syntax *sx, AstComment *a, AstComment *b)
{
	for (; a && b; a = a->next, b = b->next) {
		if (!same_range(sx, a, b, false) || (a->note == a->note_end) != (b->note == b->note_end))
			return false;
		if (!same_range(sx, a, b, true)) {
			const AstMod *x = syntax_annotation(sx, a), *y = syntax_annotation(sx, b);

			if (!x || !same_mod(sx, x, y))
				return false;
		}
	}
	return a == b;
}

static bool same_arg(Syntax *sx, const AstArg *a, const AstArg *b)
{
	if (a->kind != b->kind || a->flags != b->flags || a->name.i != b->name.i ||
		!same_comment(sx, a->comment, b->comment))
		return false;
	switch (a->kind) {
	case ARG_MODIFY: return same_mod(sx, &a->mod, &b->mod);
	case ARG_ELEMENT: return same_element(sx, a->element, b->element);
	case ARG_BREAK_CONNECT: return same_exprs(sx, a->connect, b->connect, 2);
	default: return true;
	}
}

static bool same_mod(Syntax *sx, const AstMod *a, const AstMod *b)
{
	if (!a || !b)
		return a == b;
	if (a->has != b->has || a->n_args != b->n_args || !syntax_same_expr(sx, a->value, b->value))
		return false;
	for (uint32_t i = 0; i < a->n_args; i++)
		if (!same_arg(sx, &a->args[i], &b->args[i]))
			return false;
	return true;
}

/* -- elements ----------------------------------------------------------------------------- */

static bool same_component(Syntax *sx, const AstComponent *a, const AstComponent *b)
{
	return same_path(a->type, b->type) && a->n_type_dims == b->n_type_dims &&
		   a->n_dims == b->n_dims && same_exprs(sx, a->type_dims, b->type_dims, a->n_type_dims) &&
		   same_exprs(sx, a->dims, b->dims, a->n_dims) && same_mod(sx, a->mod, b->mod) &&
		   syntax_same_expr(sx, a->condition, b->condition);
}

static bool same_import(const AstImport *a, const AstImport *b)
{
	return a->kind == b->kind && a->n == b->n && same_path(a->path, b->path) &&
		   (a->n == 0 || memcmp(a->names, b->names, a->n * sizeof *a->names) == 0);
}

static bool same_constraint(Syntax *sx, const AstConstraint *a, const AstConstraint *b)
{
	if (!a || !b)
		return a == b;
	return same_path(a->type, b->type) && same_mod(sx, &a->mod, &b->mod) &&
		   same_comment(sx, a->comment, b->comment);
}

static bool same_element(Syntax *sx, const AstElement *a, const AstElement *b)
{
	if (a->kind != b->kind || a->prefix != b->prefix || a->name.i != b->name.i ||
		!same_comment(sx, a->comment, b->comment) ||
		!same_constraint(sx, a->constraint, b->constraint))
		return false;
	switch (a->kind) {
	case EL_COMPONENT: return same_component(sx, a->component, b->component);
	case EL_CLASS: return syntax_same_class(sx, a->cls, b->cls);
	case EL_IMPORT: return same_import(a->import, b->import);
	default:
		return same_path(a->extends->base, b->extends->base) &&
			   same_mod(sx, &a->extends->mod, &b->extends->mod);
	}
}

/* -- equations and statements ------------------------------------------------------------- */

static bool same_stmts(Syntax *sx, const AstStmt *a, const AstStmt *b, uint32_t n);

static bool same_branches(Syntax *sx, const AstStmt *a, const AstStmt *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++) {
		const AstBranch *x = &a->branch[i], *y = &b->branch[i];

		if (!syntax_same_expr(sx, &x->condition, &y->condition) || x->n != y->n ||
			!same_stmts(sx, x->body, y->body, x->n))
			return false;
	}
	return true;
}

static bool same_loop(Syntax *sx, const AstLoop *a, const AstLoop *b)
{
	return a->n_iters == b->n_iters && a->n == b->n &&
		   same_exprs(sx, a->iter, b->iter, a->n_iters) && same_stmts(sx, a->body, b->body, a->n);
}

static bool same_stmt(Syntax *sx, const AstStmt *a, const AstStmt *b)
{
	if (a->kind != b->kind || !same_comment(sx, a->comment, b->comment))
		return false;
	switch (a->kind) {
	case AS_EQUAL:
	case AS_CONNECT:
	case AS_ASSIGN: return same_exprs(sx, a->expr, b->expr, 2);
	case AS_CALL: return same_exprs(sx, a->expr, b->expr, 1);
	case AS_IF:
	case AS_WHEN:
	case AS_WHILE: return same_branches(sx, a, b);
	case AS_FOR: return same_loop(sx, a->loop, b->loop);
	default: return true;
	}
}

static bool same_stmts(Syntax *sx, const AstStmt *a, const AstStmt *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!same_stmt(sx, &a[i], &b[i]))
			return false;
	return true;
}

/* -- classes ------------------------------------------------------------------------------ */

static bool same_external(Syntax *sx, const AstExternal *a, const AstExternal *b)
{
	if (!a || !b)
		return a == b;
	return a->function.i == b->function.i && a->n_args == b->n_args && a->has_call == b->has_call &&
		   syntax_same_expr(sx, a->result, b->result) &&
		   syntax_same_expr(sx, a->language, b->language) &&
		   same_exprs(sx, a->args, b->args, a->n_args) && same_comment(sx, a->comment, b->comment);
}

static bool same_list(Syntax *sx, const ClassDef *a, const ClassDef *b)
{
	if (a->n_list != b->n_list)
		return false;
	if (a->form == FORM_SHORT)
		return same_exprs(sx, a->dims, b->dims, a->n_list);
	for (uint32_t i = 0; i < a->n_list; i++) {
		if (a->form == FORM_DER && a->names[i].i != b->names[i].i)
			return false;
		if (a->form == FORM_ENUMERATION &&
			(a->literals[i].name.i != b->literals[i].name.i ||
			 !same_comment(sx, a->literals[i].comment, b->literals[i].comment)))
			return false;
	}
	return true;
}

bool syntax_same_class(Syntax *sx, const ClassDef *a, const ClassDef *b)
{
	if (a->name.i != b->name.i || a->kind != b->kind || a->form != b->form ||
		a->flags != b->flags || a->n_elements != b->n_elements || a->n_sections != b->n_sections)
		return false;
	if (!same_comment(sx, a->comment, b->comment) || !same_path(a->base, b->base) ||
		!same_mod(sx, a->mod, b->mod) || !same_list(sx, a, b) ||
		!same_external(sx, a->external, b->external))
		return false;
	for (uint32_t i = 0; i < a->n_elements; i++)
		if (!same_element(sx, &a->elements[i], &b->elements[i]))
			return false;
	for (uint32_t i = 0; i < a->n_sections; i++) {
		const AstSection *x = &a->sections[i], *y = &b->sections[i];

		if (x->kind != y->kind || x->n != y->n || !same_stmts(sx, x->body, y->body, x->n))
			return false;
	}
	return true;
}

bool syntax_same(Syntax *sx, const StoredDef *a, const StoredDef *b)
{
	if (a->has_within != b->has_within || !same_path(a->within, b->within) || a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!same_element(sx, &a->classes[i], &b->classes[i]))
			return false;
	return true;
}
