/* SPDX-License-Identifier: MIT
   elab_call.c — what is called (MLS 12.4): a predefined function, a function, an enumeration, a
   record, an external object, a formal that stands for a function. */
#include "compiler/connect/connect.h"
#include "compiler/elab/elab_local.h"

#include <string.h>

/* What is called */

/* Functions that older tools know without a declaration. */
static const struct {
	const char *name;    /* as it is called */
	const char *builtin; /* the predefined function; NULL: one of DEVSLib.Native with that name */
} older_functions[] = {{"ln", "log"}, {"RandomUniform", NULL}, {"RandomNormal", NULL}};

/* The call of one of them; NULL: it is none. */
static const Expr *older_call(Inst *in, const Env *env, const AstExpr *e, Name name)
{
	const char *text = elab_name(in, name);
	Span at = syntax_span(e->kid[0].at);

	for (size_t i = 0; i < sizeof older_functions / sizeof *older_functions; i++) {
		const char *builtin = older_functions[i].builtin;
		Node *native;

		if (strcmp(older_functions[i].name, text) != 0)
			continue;
		native = builtin ? NULL : lookup_native(in, text);
		if ((!builtin && !native) ||
			!diag_older(in->diag, env->node->def, at, E_REF_UNKNOWN,
						"there is no function '%s'%s%s%s", text, builtin ? "; did you mean '" : "",
						builtin ? builtin : "", builtin ? "'?" : ""))
			return in->diag->strict ? elab_error(in) : NULL;
		return native
				   ? elab_call_function(in, env, native, e)
				   : elab_builtin(in, env, e, elab_find_builtin(in, flat_name(in->flat, builtin)));
	}
	return NULL;
}

static const Expr *unknown_function(Inst *in, const Env *env, const AstExpr *call, Name name)
{
	const AstExpr *e = &call->kid[0];
	const Expr *older = older_call(in, env, call, name);
	Suggest s;
	Text hint;

	if (older)
		return older;

	text_init(&hint, arena_allocator(in->scratch));
	suggest_init(&s, elab_name(in, name), intern_len(in->sx->names, name));
	lookup_suggest(in, env->node, &s);
	elab_suggest_builtins(&s);
	suggest_text(&s, &hint);
	return elab_fail(in, e->at, E_REF_UNKNOWN, "there is no function '%s'%s", elab_name(in, name),
					 text_str(&hint));
}

bool elab_is_function(const Node *n)
{
	return n->kind == NODE_CLASS && n->def &&
		   (n->def->kind == CLS_FUNCTION || n->def->kind == CLS_OPERATOR_FUNCTION);
}

/* E(i): the enumeration literal of that number (MLS 4.8.5.3). */
static const Expr *to_enumeration(Inst *in, const Env *env, const Type *t, const AstExpr *e)
{
	const Expr *x;

	if (e->n != 2 || e->kid[1].kind == AX_NAMED)
		return elab_fail(in, e->at, E_CALL_ARGS, "the conversion to '%s' takes one Integer",
						 elab_name(in, t->name));
	x = elab_scalar(in, env, &e->kid[1], TY_INTEGER, "the number of an enumeration literal");
	if (elab_is_error(x))
		return x;
	if (x->op == EX_INTEGER && (expr_integer_value(x) < 1 || expr_integer_value(x) > t->n_fields))
		return elab_fail(in, e->at, E_SUBSCRIPT, "'%s' has %d literals, there is no number %lld",
						 elab_name(in, t->name), t->n_fields, (long long)expr_integer_value(x));
	return expr_to_enum(in->pool, t, x);
}

/* An external object is made by its function `constructor` (MLS 12.9.7). */
static const Expr *new_object(Inst *in, const Env *env, Node *cls, const AstExpr *e)
{
	Node *make = member_node(in, cls, flat_name(in->flat, "constructor"));
	Node *end = member_node(in, cls, flat_name(in->flat, "destructor"));
	const Type *type = node_basic(in, cls);
	const Expr *x;

	if (!make || !end || !elab_is_function(make) || !elab_is_function(end))
		return elab_fail(in, e->at, E_FUNCTION,
						 "the external object '%s' needs the functions constructor and destructor",
						 node_name(in, cls));
	x = elab_call_function(in, env, make, e);
	for (size_t i = 0; i < in->flat->objects.n; i++)
		if (in->flat->objects.at[i].type == type)
			return x;
	if (!elab_is_error(x))
		flat_add_object(in->flat, type, elab_fn(in, make), elab_fn(in, end));
	return x;
}

/* Are these expressions the inputs of the function, in their order? */
static bool are_formals(Inst *in, Node *fn, const AstExpr *e, uint32_t n_e)
{
	uint32_t n;
	Node **formal = elab_formals(in, fn, &n);

	if (!formal || n != n_e)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (e[i].kind != AX_NAME || e[i].name.i != formal[i]->name.i)
			return false;
	return true;
}

/* The predefined function that a function only gives another name: `y := .sin(u)`; or NULL. */
static const Builtin *renamed_builtin(Inst *in, Node *fn)
{
	const AstSection *s = fn->def->n_sections == 1 ? fn->def->sections : NULL;
	const AstStmt *assign = s && (s->kind & SECTION_ALGORITHM) && s->n == 1 ? s->body : NULL;
	const AstExpr *call = assign && assign->kind == AS_ASSIGN ? &assign->expr[1] : NULL;

	if (!call || call->kind != AX_CALL || call->kid[0].kind != AX_REF || !call->kid[0].is_global ||
		call->kid[0].n != 1 || !are_formals(in, fn, call->kid + 1, call->n - 1))
		return NULL;
	return elab_find_builtin(in, call->kid[0].part[0].name);
}

/* The predefined function that is C's: `external "C" y = sin(u)`, as the library of Modelica 2 and
   3 declares them; or NULL. They have derivatives, and no other library can define them. */
static const Builtin *builtin_of_c(Inst *in, Node *fn, const AstExternal *ext)
{
#define C_NAME(X, id, name, ...) name,
	static const char *const of_c[] = {OPS_FUNCTIONS(C_NAME, )};
#undef C_NAME
	const AstExpr *language = ext->language;

	/* What says itself how it is differentiated stays a function. */
	for (const AstComment *c = fn->def->comment; c; c = c->next)
		if (c->names & (NOTE_DERIVATIVE | NOTE_INVERSE))
			return NULL;
	if ((language && !(language->n == 1 && *language->raw == 'C')) || !ext->result ||
		ext->result->kind != AX_NAME || !are_formals(in, fn, ext->args, ext->n_args))
		return NULL;
	for (size_t i = 0; i < sizeof of_c / sizeof *of_c; i++)
		if (strcmp(of_c[i], elab_name(in, ext->function)) == 0)
			return elab_find_builtin(in, ext->function);
	return NULL;
}

/* Modelica functions that the compiler itself carries out: `external "builtin"`, loadResource. */
static const Expr *special_call(Inst *in, const Env *env, Node *fn, const AstExpr *call)
{
	const AstExternal *ext = elab_find_external(in, fn, NULL);
	const Builtin *b = NULL;
	const Expr *uri;
	const char *path;

	if (ext && ext->language && ext->language->n == 7 &&
		memcmp(ext->language->raw, "builtin", 7) == 0) {
		b = elab_find_builtin(in, ext->function.i ? ext->function : fn->name);
		return b ? elab_builtin(in, env, call, b) : NULL;
	}
	b = ext ? builtin_of_c(in, fn, ext) : renamed_builtin(in, fn);
	if (b)
		return elab_builtin(in, env, call, b);
	if (call->n != 2 || strcmp(node_name(in, fn), "loadResource") != 0)
		return NULL;
	uri = elab_expr(in, env, call->kid[1].kind == AX_NAMED ? call->kid[1].kid : &call->kid[1]);
	if (elab_is_error(uri))
		return uri;
	/* The libraries are known to the compiler only: a name that parameters give is evaluated. */
	if (uri->op != EX_STRING && uri->variability <= VB_PARAMETER && !elab_in_function(env))
		uri = value_of_expr(in, uri, SPAN_NONE, NULL);
	if (!uri || uri->op != EX_STRING)
		return NULL;
	path = elab_name(in, (Name){uri->aux});
	if (strncmp(path, "modelica:", 9) != 0 && strncmp(path, "file:", 5) != 0)
		return uri;
	path = library_resource(in->lib, path, syntax_span(call->at));
	return path ? expr_text(in->pool, path) : elab_error(in);
}

/* What impure functions give depends on when they are called (MLS 12.3). A function that is not
   declared as pure or impure and calls an impure one is impure, but can be called anywhere. */
static bool may_call(Inst *in, const Env *env, Node *fn, const AstExpr *call)
{
	Node *caller = elab_in_function(env) ? env->body->fn : NULL;

	if (!env->is_pure || env->in_when || env->excused == call || !elab_fn_is(in, fn, CF_IMPURE) ||
		(caller && !elab_fn_is(in, caller, CF_PURE)))
		return true;
	elab_fail(in, call->at, E_NOT_HERE,
			  "'%s' is impure: it cannot be called in %s; 'pure(%s(…))' takes the responsibility",
			  elab_callee_name(in, fn),
			  caller ? "a pure function"
					 : "equations and algorithms other than initial ones and when-clauses",
			  node_name(in, fn));
	return false;
}

static void note_impure(Inst *in, const Env *env, Node *fn, const AstExpr *call)
{
	if (elab_in_function(env) && env->is_pure && env->excused != call &&
		(elab_fn_is(in, fn, CF_IMPURE) || map_find(&elab_state(in)->impure, map_key(fn))))
		env->body->calls_impure = true;
}

const Expr *elab_call_function(Inst *in, const Env *env, Node *fn, const AstExpr *call)
{
	const Expr *x = NULL;

	if (fn->def->form == FORM_DER)
		return elab_partial(in, env, fn, call);
	if (!may_call(in, env, fn, call))
		return elab_error(in);
	x = special_call(in, env, fn, call);
	if (!x && (fn->def->flags & CF_PARTIAL))
		return elab_fail(in, call->at, E_NOT_CALLABLE, "'%s' is partial and cannot be called",
						 elab_callee_name(in, fn));
	if (!x) {
		x = elab_call_value(in, env, &(FnValue){.fn = fn}, call);
		note_impure(in, env, fn, call);
	}
	return x;
}

/* All calls */

static const Expr *call_node(Inst *in, const Env *env, Node *n, const AstExpr *e)
{
	const Type *basic;

	if (n->kind != NODE_CLASS)
		return elab_call_formal(in, env, n, e);
	if (n->def && n->def->form == FORM_DER)
		return elab_partial(in, env, n, e);
	basic = node_basic(in, n);
	if (basic && basic->kind == TY_ENUM)
		return to_enumeration(in, env, basic, e);
	if (basic && basic->kind == TY_OBJECT)
		return new_object(in, env, n, e);
	if (elab_is_function(n))
		return elab_call_function(in, env, n, e);
	if (!basic && elab_is_record(n))
		return elab_new_record(in, env, n, e);
	return elab_fail(in, e->kid[0].at, E_NOT_CALLABLE, "'%s' is a %s and cannot be called",
					 node_name(in, n), n->def ? syntax_class_kind(n->def->kind) : "type");
}

static bool is_connections(Inst *in, const AstExpr *e)
{
	return e->kind == AX_REF && e->n == 2 &&
		   strcmp(elab_name(in, e->part[0].name), "Connections") == 0;
}

const Expr *elab_call(Inst *in, const Env *env, const AstExpr *e)
{
	const AstExpr *f = &e->kid[0];
	int n_errors = in->diag->n_errors;
	Node *n;

	if (f->kind == AX_NAME || (f->kind == AX_REF && f->n == 1 && f->is_global)) {
		Name name = f->kind == AX_NAME ? f->name : f->part[0].name;
		const Builtin *b = elab_find_builtin(in, name);

		n = lookup_simple(in, f->kind == AX_NAME ? env->node : in->root, name,
						  b ? LOOKUP_OPERATOR : LOOKUP_ANY);
		if (b && (!n || !n->def || n->kind != NODE_CLASS) && !elab_is_formal(env, n))
			return elab_builtin(in, env, e, b);
		return n ? call_node(in, env, n, e) : unknown_function(in, env, e, name);
	}
	if (f->kind == AX_REF && f->is_global && f->n == 1) { /* `.sin(u)`: from the root */
		const Builtin *b = elab_find_builtin(in, f->part[0].name);

		if (b)
			return elab_builtin(in, env, e, b);
	}
	if (is_connections(in, f)) {
		const Expr *x = connect_operator_call(in, env, e);

		if (x)
			return x;
	}
	n = elab_ref_node(in, env, f, true);
	if (n)
		return call_node(in, env, n, e);
	if (in->diag->n_errors == n_errors)
		elab_fail(in, f->at, E_NOT_CALLABLE, "this cannot be called");
	return elab_error(in);
}
