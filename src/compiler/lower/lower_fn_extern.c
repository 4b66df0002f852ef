/* SPDX-License-Identifier: MIT
   lower_fn_extern.c — external functions (MLS 12.9): how each argument is handed over. Mathematical
   functions of the C library are operators; others are called by FN_EXTERN. */
#include "compiler/lower/lower_fn.h"

#include <string.h>

/* sin, atan2 …: as the operators of that name. */
static bool as_operator(FnBuild *b, const FnExternal *x)
{
	const char *symbol = intern_text(b->m->names, x->symbol);
	uint32_t arg[2] = {0};
	ExprOp op;

	if (!x->result || !type_is_scalar(x->result->type, TY_REAL) || x->n_args < 1 || x->n_args > 2)
		return false;
	for (int32_t i = 0; i < x->n_args; i++)
		if (!type_is_scalar(x->arg[i]->type, TY_REAL))
			return false;
	op = expr_library_op(symbol, (uint32_t)x->n_args);
	if (op == EXPR_OP_COUNT)
		return false;
	for (int32_t i = 0; i < x->n_args; i++)
		arg[i] = lower_fn_expr(b, x->arg[i]).ref[0];
	lower_fn_emit(b, expr_value_op(op, TY_REAL),
				  lower_fn_expr_local(b, x->result->aux)->value.ref[0], arg[0], arg[1], 0);
	return true;
}

typedef struct Args {
	VEC(IrExternArg) at; /* so far */
	const char *refused; /* why the call cannot be made; NULL: it can */
} Args;

/* A record goes as the address of a structure, if all its fields are scalars (MLS 12.9.1.3). */
static void add_record(FnBuild *b, LowerValue v, bool out, Args *args)
{
	const Type *t = v.type;
	IrExternArg arg = {.out = out, .n_fields = t->n_fields};

	if (t->rank > 0)
		args->refused = "an array of records as argument of an external function";
	vec_push(b->alloc, &args->at, arg);
	for (int f = 0; f < t->n_fields && !args->refused; f++) {
		IrExternArg field = {.out = out, .n_fields = -1};

		if (t->field[f].type->rank > 0 || t->field[f].type->kind == TY_RECORD)
			args->refused = "a record with arrays or records as argument of an external function";
		field.kind = lower_fn_type_kind(t->field[f].type);
		field.reg = v.ref[f];
		vec_push(b->alloc, &args->at, field);
	}
}

/* The registers of a variable, or of a field of one: r.x. */
static LowerValue place_of(FnBuild *b, const Expr *e, const Expr *local)
{
	LowerValue v = lower_fn_expr_local(b, local->aux)->value;
	uint32_t offset = 0;

	for (const Expr *part = e; part != local; part = part->arg[0])
		offset += lower_fn_type_field(b->l, part->arg[0]->type, part->aux);
	return (LowerValue){e->type, v.ref + offset};
}

/* Outputs go by address, also fields of them; so do variables of the function in FORTRAN, where
   they may be changed; texts cannot be. */
static void add_arg(FnBuild *b, const Expr *e, bool fortran, Args *args)
{
	const Expr *whole = e;
	uint8_t kind;
	bool out;
	LowerValue v;
	IrExternArg arg = {.n_fields = -1, .rank = e->type->rank};

	while (whole->op == EX_FIELD && whole->arg[0]->type->rank == 0)
		whole = whole->arg[0];
	kind = whole->op == EX_LOCAL ? b->fn.body.local[whole->aux].kind : (uint8_t)LO_INPUT;
	out = kind == LO_OUTPUT || (kind == LO_LOCAL && whole == e && e->type->kind != TY_STRING &&
								(fortran || e->type->rank > 0));
	v = out && whole != e ? place_of(b, e, whole) : lower_fn_expr(b, e);
	arg.out = out;

	if (e->type->kind == TY_RECORD) {
		add_record(b, v, out, args);
		return;
	}
	arg.kind = e->op == EX_SIZE && !fortran ? (uint8_t)IR_SIZE : lower_fn_type_kind(e->type->elem);
	arg.reg = v.ref[0];
	vec_push(b->alloc, &args->at, arg);
}

/* The destructor of the object that this function makes; -1: it makes none. */
static int32_t destructor_of(FnBuild *b, const Type *t)
{
	for (size_t i = 0; t->kind == TY_OBJECT && i < b->m->objects.n; i++)
		if (b->m->objects.at[i].type == t)
			return lower_fn(b->l, b->m->objects.at[i].destructor);
	return -1;
}

static IrExtern *describe(FnBuild *b, const FnExternal *x, const Args *args)
{
	Arena *keep = b->l->ir->keep;
	IrExtern *ext = NEW(b->scratch, IrExtern);
	const char **library = NEW_ARRAY(keep, const char *, x->n_libraries);

	for (int32_t i = 0; i < x->n_libraries; i++)
		library[i] = arena_strdup(keep, intern_text(b->m->names, x->library[i]));
	*ext = (IrExtern){.arg = args->at.at,
					  .n_args = (int32_t)args->at.n,
					  .library = library,
					  .n_libraries = x->n_libraries,
					  .destructor = -1};
	ext->symbol = arena_strdup(keep, intern_text(b->m->names, x->symbol));
	ext->language = arena_strdup(keep, intern_text(b->m->names, x->language));
	ext->directory = arena_strdup(keep, intern_text(b->m->names, x->library_directory));
	ext->include = arena_strdup(keep, intern_text(b->m->names, x->include));
	ext->include_folder = arena_strdup(keep, intern_text(b->m->names, x->include_directory));
	ext->fortran = strncmp(ext->language, "FORTRAN", 7) == 0;
	if (x->result) {
		ext->has_result = true;
		ext->result = (IrExternArg){.kind = lower_fn_type_kind(x->result->type->elem),
									.out = true,
									.n_fields = -1,
									.reg = lower_fn_expr_local(b, x->result->aux)->value.ref[0]};
		ext->destructor = destructor_of(b, x->result->type);
	}
	return ext;
}

void lower_fn_extern(FnBuild *b)
{
	const FnExternal *x = b->fn.external;
	bool fortran = strncmp(intern_text(b->m->names, x->language), "FORTRAN", 7) == 0;
	Args args = {0};

	lower_fn_emit_place(b, b->fn.at);
	if (as_operator(b, x))
		return;
	if (lower_fn_message_is(b->l, &b->fn)) {
		LowerValue *local = NEW_ARRAY(b->scratch, LowerValue, b->fn.body.n_locals);

		for (int32_t i = 0; i < b->fn.body.n_locals; i++)
			local[i] = b->locals.at[i].value;
		lower_fn_message(b, &b->fn, local);
		return;
	}
	for (int32_t i = 0; i < x->n_args; i++)
		add_arg(b, x->arg[i], fortran, &args);
	if (x->result && (x->result->op != EX_LOCAL || x->result->type->rank > 0 ||
					  x->result->type->kind == TY_RECORD))
		args.refused = "an array or record as returned value of an external function";
	if (args.refused) {
		lower_fn_emit_refuse(b, "%s is not supported", args.refused);
		return;
	}
	b->external = describe(b, x, &args);
	lower_fn_emit(b, FN_EXTERN, 0, 0, 0, 0);
}
