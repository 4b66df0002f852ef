/* SPDX-License-Identifier: MIT
   elab_note.c — what annotations and the external clause say about a function (MLS 12.7, 12.8,
   12.9). */
#include "compiler/elab/elab_local.h"

#include <string.h>

/* Annotations of Boolean and Integer values */

static bool note_is_true(Inst *in, AstComment *c, NoteName which)
{
	const AstArg *a = c ? syntax_note(in->sx, c, which) : NULL;

	return a && a->kind == ARG_MODIFY && a->mod.value && a->mod.value->kind == AX_BOOLEAN &&
		   a->mod.value->integer;
}

static bool note_is_false(Inst *in, AstComment *c, NoteName which)
{
	const AstArg *a = c ? syntax_note(in->sx, c, which) : NULL;

	return a && a->kind == ARG_MODIFY && a->mod.value && a->mod.value->kind == AX_BOOLEAN &&
		   !a->mod.value->integer;
}

static void simple_notes(Inst *in, AstComment *c, FlatFn *fn)
{
	const AstArg *smooth = c ? syntax_note(in->sx, c, NOTE_SMOOTH_ORDER) : NULL;

	if (note_is_true(in, c, NOTE_INLINE))
		fn->inlining = IN_EARLY;
	else if (note_is_true(in, c, NOTE_LATE_INLINE))
		fn->inlining = IN_LATE;
	else if (note_is_true(in, c, NOTE_INLINE_AFTER))
		fn->inlining = IN_AFTER_INDEX;
	else if (note_is_false(in, c, NOTE_INLINE) && fn->inlining == IN_UNSET)
		fn->inlining = IN_NEVER;
	fn->generate_events |= note_is_true(in, c, NOTE_GENERATE_EVENTS);
	if (smooth && smooth->kind == ARG_MODIFY && smooth->mod.value &&
		smooth->mod.value->kind == AX_INTEGER && fn->smooth_order < 0)
		fn->smooth_order = (int16_t)smooth->mod.value->integer;
}

/* derivative(order = 2, noDerivative = x) = f (MLS 12.7.1) */

static int32_t input_of(const FnInfo *info, Name name)
{
	for (int32_t i = 0; i < info->n_in; i++)
		if (info->body->locals.at[i].name.i == name.i)
			return i;
	return -1;
}

static void derivative(Inst *in, const FnInfo *info, Node *where, const AstArg *a, FlatFn *fn)
{
	Node *n = a->mod.value ? elab_ref_node(in, &(Env){.node = where}, a->mod.value, false) : NULL;
	const FnInfo *d = n && elab_is_function(n) ? elab_fn_info(in, n, NULL) : NULL;
	FnDerivative *list = NEW_ARRAY(in->keep, FnDerivative, fn->n_derivatives + 1);
	uint8_t *option = NEW_ARRAY(in->keep, uint8_t, info->n_in + 1);
	int32_t order = 1;

	if (!d)
		return;
	for (uint32_t i = 0; i < a->mod.n_args; i++) {
		const AstArg *arg = &a->mod.args[i];
		const char *name = elab_name(in, arg->name);
		const AstExpr *value = arg->kind == ARG_MODIFY ? arg->mod.value : NULL;
		int32_t k = value && value->kind == AX_NAME ? input_of(info, value->name) : -1;

		if (strcmp(name, "order") == 0 && value && value->kind == AX_INTEGER)
			order = (int32_t)value->integer;
		else if (k >= 0 && strcmp(name, "noDerivative") == 0)
			option[k] = 'n';
		else if (k >= 0 && strcmp(name, "zeroDerivative") == 0)
			option[k] = 'z';
	}
	if (fn->n_derivatives)
		memcpy(list, fn->derivative, (size_t)fn->n_derivatives * sizeof *list);
	list[fn->n_derivatives++] = (FnDerivative){d->id, order, option};
	fn->derivative = list;
}

/* inverse(x = f(y, …)) (MLS 12.7.3) */
static void inverse(Inst *in, const FnInfo *info, Node *where, const AstArg *a, FlatFn *fn)
{
	Env env = {.node = where, .body = info->body};

	for (uint32_t i = 0; i < a->mod.n_args; i++) {
		const AstArg *arg = &a->mod.args[i];
		const AstExpr *call = arg->kind == ARG_MODIFY ? arg->mod.value : NULL;
		Node *n =
			call && call->kind == AX_CALL ? elab_ref_node(in, &env, &call->kid[0], false) : NULL;
		const FnInfo *f = n && elab_is_function(n) ? elab_fn_info(in, n, NULL) : NULL;
		int32_t input = input_of(info, arg->name);
		FnInverse *list = NEW_ARRAY(in->keep, FnInverse, fn->n_inverses + 1);
		const Expr **x;

		if (!f || input < 0)
			continue;
		x = NEW_ARRAY(in->keep, const Expr *, call->n);
		for (uint32_t k = 1; k < call->n; k++) {
			const AstExpr *e = call->kid[k].kind == AX_NAMED ? call->kid[k].kid : &call->kid[k];

			x[k - 1] = elab_expr(in, &env, e);
			if (elab_is_error(x[k - 1]))
				return;
		}
		if (fn->n_inverses)
			memcpy(list, fn->inverse, (size_t)fn->n_inverses * sizeof *list);
		list[fn->n_inverses++] = (FnInverse){input, f->id, x, (int32_t)call->n - 1};
		fn->inverse = list;
	}
}

static void notes_of(Inst *in, const FnInfo *info, Node *n, FlatFn *fn)
{
	AstComment *c = n->def ? n->def->comment : NULL;

	simple_notes(in, c, fn);
	for (; c; c = c->next) {
		const AstMod *m =
			c->names & (NOTE_DERIVATIVE | NOTE_INVERSE) ? syntax_annotation(in->sx, c) : NULL;

		for (uint32_t i = 0; m && i < m->n_args; i++) {
			const char *name = elab_name(in, m->args[i].name);

			if (m->args[i].kind != ARG_MODIFY)
				continue;
			if (strcmp(name, "derivative") == 0)
				derivative(in, info, n, &m->args[i], fn);
			else if (strcmp(name, "inverse") == 0)
				inverse(in, info, n, &m->args[i], fn);
		}
	}
	/* A function that only renames or completes another has what is said there. */
	for (uint32_t i = 0; member_bases(in, n) && i < n->n_base; i++)
		notes_of(in, info, n->base[i], fn);
}

void elab_notes(Inst *in, const FnInfo *info, FlatFn *fn)
{
	notes_of(in, info, info->node, fn);
}

/* The external clause (MLS 12.9) */

static Name note_text(Inst *in, AstComment *c, NoteName which)
{
	const AstArg *a = c ? syntax_note(in->sx, c, which) : NULL;
	const AstExpr *e = a && a->kind == ARG_MODIFY ? a->mod.value : NULL;

	return flat_name(in->flat, e && e->kind == AX_STRING ? syntax_string(e, in->scratch) : "");
}

static Name note_folder(Inst *in, AstComment *c, NoteName which, Place at)
{
	Name name = note_text(in, c, which);
	const char *text = elab_name(in, name);

	if (!name.i || (strncmp(text, "modelica:", 9) != 0 && strncmp(text, "file:", 5) != 0))
		return name;
	text = library_resource(in->lib, text, syntax_span(at));
	return flat_name(in->flat, text ? text : "");
}

/* Where header files and libraries are if no annotation says so: in that folder of the library
   (MLS 12.9.4). */
static Name default_folder(Inst *in, const FnInfo *info, const char *folder)
{
	const char *name = elab_callee_name(in, info->node), *path;
	size_t len = strcspn(name, ".");
	const AstElement *root = library_root(in->lib, intern_name(in->sx->names, name, len));

	if (!root || root->kind != EL_CLASS)
		return flat_name(in->flat, "");
	path = arena_printf(in->scratch, "modelica://%.*s/Resources/%s", (int)len, name, folder);
	path = library_resource(in->lib, path, SPAN_NONE);
	return flat_name(in->flat, path ? path : "");
}

static void libraries(Inst *in, AstComment *c, FnExternal *x)
{
	const AstArg *a = c ? syntax_note(in->sx, c, NOTE_LIBRARY) : NULL;
	const AstExpr *e = a && a->kind == ARG_MODIFY ? a->mod.value : NULL;
	uint32_t n = e && e->kind == AX_ARRAY ? e->n : e ? 1 : 0;
	Name *list = NEW_ARRAY(in->keep, Name, n + 1);

	for (uint32_t i = 0; i < n; i++) {
		const AstExpr *s = e->kind == AX_ARRAY ? &e->kid[i] : e;

		if (s->kind == AX_STRING)
			list[x->n_libraries++] = flat_name(in->flat, syntax_string(s, in->scratch));
	}
	x->library = list;
}

/* The default call: all inputs and outputs in order, sizes behind arrays; a single output that is
   no array is returned (MLS 12.9.1). */
static void default_call(Inst *in, const FnInfo *info, FnExternal *x)
{
	const Body *b = info->body;
	int32_t n = info->n_in + info->n_out, room = n;
	const Expr **arg;

	for (int32_t i = 0; i < n; i++)
		room += b->locals.at[i].type->rank;
	arg = NEW_ARRAY(in->keep, const Expr *, room + 1);
	for (int32_t i = 0; i < n; i++) {
		const Type *t = b->locals.at[i].type;
		const Expr *local = expr_local(in->pool, i, t), *size[2] = {local};

		if (i >= info->n_in && info->n_out == 1 && t->rank == 0) {
			x->result = local;
			continue;
		}
		arg[x->n_args++] = local;
		for (int d = 0; d < t->rank; d++) {
			size[1] = expr_integer(in->pool, d + 1);
			arg[x->n_args++] = expr_op(in->pool, EX_SIZE, size, 2);
		}
	}
	x->arg = arg;
}

static void written_call(Inst *in, const Env *env, const AstExternal *ext, FnExternal *x)
{
	const Expr **arg = NEW_ARRAY(in->keep, const Expr *, ext->n_args + 1);

	for (uint32_t i = 0; i < ext->n_args; i++) {
		const Expr *value = elab_expr(in, env, &ext->args[i]);

		if (!elab_is_error(value))
			arg[x->n_args++] = value;
	}
	x->arg = arg;
	if (ext->result) {
		x->result = elab_expr(in, env, ext->result);
		if (elab_is_error(x->result))
			x->result = NULL;
	}
}

/* Languages are the same in upper and lower case (MLS 12.9); C is C, whichever its year. */
static Name language_of(Inst *in, const AstExternal *ext)
{
	static const char *const known[][2] = {{"C", "C"},
										   {"C89", "C"},
										   {"C99", "C"},
										   {"C11", "C"},
										   {"C17", "C"},
										   {"FORTRAN 77", "FORTRAN 77"},
										   {"builtin", "builtin"}};
	const char *text = ext->language ? syntax_string(ext->language, in->scratch) : "C";

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (plain_same(text, known[i][0], strlen(known[i][0]) + 1))
			return flat_name(in->flat, known[i][1]);
	diag_error(in->diag, syntax_span(ext->at), E_UNSUPPORTED,
			   "an external function in \"%s\": only \"C\" (also \"C89\", \"C99\", \"C11\", "
			   "\"C17\") and \"FORTRAN 77\" can be called",
			   text);
	return flat_name(in->flat, "C");
}

void elab_external(Inst *in, const FnInfo *info, const AstExternal *ext, Node *where, FlatFn *fn)
{
	FnExternal *x = NEW(in->keep, FnExternal);
	Env env = {.node = where, .body = info->body};

	x->language = language_of(in, ext);
	x->symbol = ext->function.i ? ext->function : info->node->def->name;
	if (ext->has_call)
		written_call(in, &env, ext, x);
	else
		default_call(in, info, x);
	libraries(in, ext->comment, x);
	x->include = note_text(in, ext->comment, NOTE_INCLUDE);
	x->include_directory = note_folder(in, ext->comment, NOTE_INCLUDE_DIRECTORY, ext->at);
	x->library_directory = note_folder(in, ext->comment, NOTE_LIBRARY_DIRECTORY, ext->at);
	if (!*elab_name(in, x->include_directory) && *elab_name(in, x->include))
		x->include_directory = default_folder(in, info, "Include");
	if (!*elab_name(in, x->library_directory) && x->n_libraries > 0)
		x->library_directory = default_folder(in, info, "Library");
	fn->external = x;
}
