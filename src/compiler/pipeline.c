/* SPDX-License-Identifier: MIT
   pipeline.c — the passes of the compiler, in order. */
#include "compiler/compiler.h"
#include "compiler/inst/inst.h"
#include "compiler/lower/lower.h"

#include <string.h>

/* What can be lost by a jump belongs to `keep`. Sources do not: they hold files open while they
   allocate, and say so when there is no memory. */
void pipeline_init(Compile *cx, const MdvAlloc *alloc)
{
	memset(cx, 0, sizeof *cx);
	arena_init(&cx->keep, alloc);
	cx->keep.no_memory = guard_no_memory;
	arena_child(&cx->scratch, &cx->keep);
	intern_init(&cx->names, arena_heap(&cx->keep));
	source_init(&cx->sources, alloc);
	diag_init(&cx->diag, arena_heap(&cx->keep), &cx->sources);
	cx->syntax = (Syntax){&cx->keep, &cx->scratch, &cx->names, &cx->sources, &cx->diag};
	cx->lib = library_new(&cx->syntax);
}

void pipeline_free(Compile *cx)
{
	diag_free(&cx->diag);
	source_free(&cx->sources);
	intern_free(&cx->names);
	arena_free(&cx->scratch);
	arena_free(&cx->keep);
}

/* Which model of a file? */

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

/* inst/, then what must hold of its result. */
static bool flatten(Compile *cx, const AstElement *cls)
{
	Text name;

	if (!cls)
		return false;
	text_init(&name, arena_heap(&cx->keep));
	syntax_class_text(&cx->syntax, cls->cls, &name);
	flat_init(&cx->flat, &cx->keep, &cx->names, intern_name(&cx->names, text_str(&name), name.n),
			  syntax_span(cls->at));
	text_free(&name);
	if (!inst_model(&cx->syntax, cx->lib, cls, &cx->flat, &cx->scratch) || cx->diag.n_errors)
		return false;
	flat_check(&cx->flat, &cx->sources, &cx->scratch);
	return balance_check(&cx->flat, &cx->scratch, &cx->diag);
}

bool pipeline_flatten(Compile *cx, const char *what, const char *model)
{
	StoredDef stored;

	if (!is_file(what))
		return flatten(cx, find_class(cx, what));
	if (!library_load(cx->lib, what, &stored) || cx->diag.n_errors)
		return false;
	return flatten(cx, choose_model(cx, &stored, model));
}

bool pipeline_flatten_text(Compile *cx, const char *name, const char *text, size_t len)
{
	StoredDef stored;

	if (!library_load_text(cx->lib, name, text, len, &stored) || cx->diag.n_errors)
		return false;
	return flatten(cx, choose_model(cx, &stored, NULL));
}

static VarId find_var(const FlatModel *m, const char *name)
{
	Text text;
	VarId found = {-1};

	text_init(&text, arena_heap(m->keep));
	for (size_t i = 0; i < m->vars.n && found.i < 0; i++) {
		text_clear(&text);
		flat_print_var(m, (VarId){(int32_t)i}, &text);
		if (text_same_name(text_str(&text), name))
			found.i = (int32_t)i;
	}
	text_free(&text);
	return found;
}

/* A literal of the type; NULL: the text is none. */
static const Expr *read_literal(ExprPool *p, const Type *type, const char *text)
{
	size_t n = strlen(text);
	double x;

	if (type->kind == TY_BOOLEAN)
		return !strcmp(text, "true")    ? expr_boolean(p, true)
			   : !strcmp(text, "false") ? expr_boolean(p, false)
										: NULL;
	if (type->kind == TY_STRING) {
		bool quoted = n >= 2 && text[0] == '"' && text[n - 1] == '"';

		return expr_string(p, intern_name(p->names, text + quoted, n - 2 * quoted));
	}
	for (int i = 0; type->kind == TY_ENUM && i < type->n_fields; i++) {
		const char *literal = intern_text(p->names, type->field[i].name);
		const char *dot = strrchr(text, '.');

		if (!strcmp(dot ? dot + 1 : text, literal))
			return expr_enum(p, type, i + 1);
	}
	if (!real_read(text, n, &x))
		return NULL;
	if (type->kind == TY_REAL)
		return expr_real(p, x);
	if (x != (double)(int64_t)x)
		return NULL;
	if (type->kind == TY_ENUM)
		return x >= 1 && x <= type->n_fields ? expr_enum(p, type, (int)x) : NULL;
	return type->kind == TY_INTEGER ? expr_integer(p, (int64_t)x) : NULL;
}

const char *pipeline_set(Compile *cx, const char *name, const char *value)
{
	FlatModel *m = &cx->flat;
	VarId v = find_var(m, name);
	const Expr *literal;

	if (v.i < 0)
		return "there is no such variable";
	literal = read_literal(&m->pool, flat_decl_of(m, v)->type, value);
	if (!literal)
		return "the value does not fit its type";
	if (flat_var(m, v)->variability > VB_PARAMETER) {
		flat_set_start(m, v, literal);
		return NULL;
	}
	if (flat_var(m, v)->variability == VB_CONSTANT)
		return "it is a constant";
	if (flat_attrs(m, v)->structural)
		return "its value was used to build the model; change it in the source";
	if (flat_decl_of(m, v)->flags & DF_FINAL)
		return "it is final";
	flat_set_binding(m, v, literal);
	return NULL;
}

/* dae/, each pass followed by its checker. */
bool pipeline_sort(Compile *cx)
{
	Dae *d = &cx->dae;
	bool (*const passes[])(Dae *, Arena *, Diag *) = {
		dae_prepare,   vanish_find,  alias_remove, discrete_partition, chain_name, index_reduce,
		states_select, systems_sort, held_find,    initial_sort,       ladder_find};

	dae_init(d, &cx->flat, &cx->keep);
	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
		ArenaMark mark = arena_mark(&cx->scratch);
		bool ok = passes[i](d, &cx->scratch, &cx->diag);

		arena_release(&cx->scratch, mark);
		if (!ok || cx->diag.n_errors)
			return false;
		dae_check(d, &cx->scratch);
	}
	return true;
}

bool pipeline_lower(Compile *cx)
{
	ArenaMark mark = arena_mark(&cx->scratch);
	bool ok = lower_model(&cx->dae, &cx->code, &cx->model, &cx->keep, &cx->scratch, &cx->sources,
						  &cx->diag);

	arena_release(&cx->scratch, mark);
	if (ok)
		ir_check(&cx->code, &cx->scratch);
	return ok && !cx->diag.n_errors;
}
