/* SPDX-License-Identifier: MIT
   choose.c — which class is compiled: the one that is named or, of a file, the last model in it. */
#include "compiler/compiler.h"

#include <string.h>

static bool is_model(const AstElement *e)
{
	const ClassDef *c = e->cls;

	return !(c->flags & CF_PARTIAL) &&
		   (c->kind == CLS_MODEL || c->kind == CLS_BLOCK || c->kind == CLS_CLASS);
}

/* The last non-partial model, preferring one with an experiment annotation; packages are searched,
   too. */
static const AstElement *last_model(Compile *cx, const AstElement *e, const AstElement *best)
{
	const ClassDef *best_class = best ? best->cls : NULL;
	bool best_runs = best_class && best_class->comment &&
					 syntax_note(&cx->syntax, best_class->comment, NOTE_EXPERIMENT);

	if (e->kind != EL_CLASS)
		return best;
	if (e->cls->kind == CLS_PACKAGE) {
		for (uint32_t i = 0; i < e->cls->n_elements; i++)
			best = last_model(cx, &e->cls->elements[i], best);
		return best;
	}
	if (!is_model(e))
		return best;
	if (best_runs &&
		!(e->cls->comment && syntax_note(&cx->syntax, e->cls->comment, NOTE_EXPERIMENT)))
		return best;
	return e;
}

static bool is_file(const char *what)
{
	size_t n = strlen(what);

	return strchr(what, '/') || (n > 3 && !strcmp(what + n - 3, ".mo"));
}

static const AstElement *find_class(Compile *cx, const char *name)
{
	const AstElement *e = library_lookup(cx->lib, name, NULL);

	if (!e || e->kind != EL_CLASS) {
		if (!cx->diag.n_errors)
			diag_error(&cx->diag, SPAN_NONE, E_CLASS_UNKNOWN, "there is no class '%s'", name);
		return NULL;
	}
	return e;
}

/* The model to take of a file, or the one that is asked for. */
static const AstElement *choose_model(Compile *cx, const StoredDef *stored, const char *model)
{
	const AstElement *found = NULL;

	if (model)
		return find_class(cx, model);
	for (uint32_t i = 0; i < stored->n; i++)
		found = last_model(cx, &stored->classes[i], found);
	if (!found) {
		diag_error(&cx->diag, SPAN_NONE, E_CLASS_UNKNOWN,
				   "there is no model here that is not partial");
		return NULL;
	}
	return found;
}

bool choose_class(Compile *cx)
{
	const CompileInput *in = &cx->input;
	StoredDef stored;

	if (!in->text && !is_file(in->what)) {
		cx->cls = find_class(cx, in->what);
		return cx->cls != NULL;
	}
	if (in->text ? !library_load_text(cx->lib, in->what, in->text, in->len, &stored)
				 : !library_load(cx->lib, in->what, &stored))
		return false;
	if (!cx->diag.n_errors)
		cx->cls = choose_model(cx, &stored, in->model);
	return cx->cls != NULL;
}
