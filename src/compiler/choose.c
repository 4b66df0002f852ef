/* SPDX-License-Identifier: MIT
   choose.c — which class is compiled: the one that is named or, of a file, the last model in it. */
#include "compiler/compiler.h"

#include <string.h>
#include <sys/stat.h>

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

/* A file or folder that is no Modelica file was meant, perhaps. */
static bool report_file(Compile *cx, const char *name)
{
	const char *dot = strrchr(name, '.');
	struct stat at;

	if (stat(name, &at) != 0)
		return false;
	if (S_ISDIR(at.st_mode))
		diag_error(&cx->diag, SPAN_NONE, E_CLASS_UNKNOWN,
				   "'%s' is a folder: give a file in it, or a class and -L", name);
	else if (dot && !strcmp(dot, ".fmu"))
		diag_error(&cx->diag, SPAN_NONE, E_CLASS_UNKNOWN, "'%s' is an FMU: modevs run takes these",
				   name);
	else
		diag_error(&cx->diag, SPAN_NONE, E_CLASS_UNKNOWN,
				   "'%s' is a file, but not one of Modelica: their names end in .mo", name);
	return true;
}

static void note_searched(Compile *cx)
{
	const char *const *path;
	uint32_t n = library_paths(cx->lib, &path);
	Text list;

	text_init(&list, arena_heap(&cx->keep));
	for (uint32_t i = 0; i < n; i++)
		text_printf(&list, "%s%s", i ? ", " : "", path[i]);
	diag_note(&cx->diag, SPAN_NONE,
			  n ? "it was looked for in %s; -L DIR and MODELICAPATH name more"
				: "-L DIR and MODELICAPATH name folders to look in%s",
			  text_str(&list));
	text_free(&list);
}

/* The part of a dotted name that is not there, what it may have meant, and where was searched. */
static void report_unknown(Compile *cx, const char *name, uint32_t n_found)
{
	const AstElement *package = NULL;
	const char *part = name;
	const Name *names;
	uint32_t n = 0;
	Suggest near;
	Text hint;

	for (uint32_t i = 0; i < n_found && strchr(part, '.'); i++)
		part = strchr(part, '.') + 1;
	if (part > name)
		package = library_lookup(cx->lib, arena_strndup(&cx->keep, name, (size_t)(part - name) - 1),
								 NULL);
	suggest_init(&near, part, strcspn(part, "."));
	if (package && package->kind == EL_CLASS && package->cls)
		n = library_names(cx->lib, package->cls, &names);
	else if (!package)
		n = library_root_names(cx->lib, &names);
	for (uint32_t i = 0; i < n; i++)
		suggest_add(&near, intern_text(&cx->names, names[i]), intern_len(&cx->names, names[i]));
	text_init(&hint, arena_heap(&cx->keep));
	suggest_text(&near, &hint);
	diag_error(&cx->diag, SPAN_NONE, E_CLASS_UNKNOWN, "there is no class '%.*s'%s%.*s%s%s%s%s",
			   (int)strcspn(part, "."), part, package ? " in '" : "",
			   package ? (int)(part - name) - 1 : 0, name, package ? "'" : "",
			   strchr(part, '.') ? " for " : "", strchr(part, '.') ? name : "", text_str(&hint));
	text_free(&hint);
	if (!package)
		note_searched(cx);
}

static const AstElement *find_class(Compile *cx, const char *name)
{
	uint32_t n_found = 0;
	const AstElement *e = library_lookup(cx->lib, name, &n_found);

	if (e && e->kind == EL_CLASS)
		return e;
	if (!cx->diag.n_errors && !report_file(cx, name))
		report_unknown(cx, name, n_found);
	return NULL;
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
