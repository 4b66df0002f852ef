/* SPDX-License-Identifier: MIT
   fn_text.h — for tests of functions as code: a text with functions and a model M whose inputs have
   known values. Every binding of M is computed twice, by the evaluator of inst/ and by the VM, from
   the same expression; answers are compared scalar by scalar. */
#ifndef MDV_FN_TEXT_H
#define MDV_FN_TEXT_H

#include "checked.h"
#include "compiler/compiler.h"
#include "compiler/eval/eval.h"
#include "compiler/inst/inst.h"
#include "compiler/lower/lower_fn.h"
#include "t.h"
#include "vm/vm_fn.h"

#include <stdlib.h>

static Compile fn_cx;        /* the model */
static Arena fn_keep;        /* of the code */
static IrModule fn_ir;       /* its functions */
static LowerFn fn_lower;     /* how they were made */
static VmFn *fn_vm;          /* runs them */
static double *fn_frame;     /* values of the variables, then results */
static VmHooks fn_hooks;     /* given to the VM */
static char fn_answer[4096]; /* of fn_show */

/* Input k of its kind: Reals 1.5, -2.25, 3.5 …; Integers 3, 2, 4 …; Booleans true, false …; texts.
 */
static double fn_real(int32_t k)
{
	return (k % 2 ? -1 : 1) * (1.5 + 0.75 * k);
}

static const Expr *fn_value(void *ctx, VarId v)
{
	FlatModel *m = ctx;
	const FlatDecl *b = flat_decl_of(m, v);
	int32_t k = v.i - b->first.i;

	switch (b->type->kind) {
	case TY_REAL: return expr_real(&m->pool, fn_real(k));
	case TY_INTEGER: return expr_integer(&m->pool, k == 0 ? 3 : k + 1);
	case TY_BOOLEAN: return expr_boolean(&m->pool, k % 2 == 0);
	case TY_ENUM: return expr_enum(&m->pool, b->type, k % b->type->n_fields + 1);
	case TY_STRING: return expr_text(&m->pool, k == 0 ? "abc" : "x");
	default: return NULL;
	}
}

static double fn_number(const Expr *e)
{
	switch (e->op) {
	case EX_REAL: return expr_real_value(e);
	case EX_STRING: return vm_string_handle(fn_vm, intern_text(&fn_cx.names, (Name){e->aux}));
	default: return (double)expr_integer_value(e);
	}
}

/* Compiles the text; false: it is wrong, and that was printed. */
static bool fn_begin(const char *text)
{
	Text out;
	bool ok;

	pipeline_init(&fn_cx, NULL);
	arena_init(&fn_keep, NULL);
	fn_keep.no_memory = guard_no_memory;
	ok = pipeline_flatten_text(&fn_cx, "F.mo", text, strlen(text));
	text_init(&out, NULL);
	if (!ok) {
		diag_print_text(&fn_cx.diag, &out);
		T_FAIL("the text is wrong: %s", text_str(&out));
	}
	text_free(&out);
	fn_ir = (IrModule){.keep = &fn_keep};
	if (ok)
		lower_fn_init(&fn_lower, &fn_cx.flat, &fn_ir, &fn_cx.sources);
	return ok;
}

static void fn_end(void)
{
	lower_fn_free(&fn_lower);
	arena_free(&fn_keep);
	pipeline_free(&fn_cx);
}

static inline int32_t fn_lower_expr(const Expr *e)
{
	FlatModel *m = &fn_cx.flat;
	const Expr **input = NEW_ARRAY(&fn_keep, const Expr *, m->vars.n);

	for (size_t v = 0; v < m->vars.n; v++)
		input[v] = flat_ref(m, (VarId){(int32_t)v});
	return lower_fn_of_expr(&fn_lower, e, input, (int)m->vars.n);
}

/* Runs a function made by fn_lower_expr; results in fn_frame behind the variables. */
static inline MdvStatus fn_call(int32_t fn, int32_t n_out)
{
	FlatModel *m = &fn_cx.flat;
	int32_t n = (int32_t)m->vars.n;
	uint32_t *slot = NEW_ARRAY(&fn_keep, uint32_t, n + n_out);
	IrCall call = {.fn = fn, .n_in = n, .n_out = n_out, .in = slot, .out = slot + n};

	fn_frame = NEW_ARRAY(&fn_keep, double, n + n_out);
	for (int32_t k = 0; k < n + n_out; k++) {
		const Expr *x = k < n ? fn_value(m, (VarId){k}) : NULL;

		slot[k] = (uint32_t)k;
		fn_frame[k] = x ? fn_number(x) : 0;
	}
	return vm_fn_call(fn_vm, &call, fn_frame);
}

static inline void fn_show_expr(const Expr *e, Text *out)
{
	print_expr(&fn_cx.flat, NULL, e, &fn_cx.scratch, out);
}

/* Compares one expression. */
static inline void fn_compare(const Expr *e, int32_t fn)
{
	FlatModel *m = &fn_cx.flat;
	Text why, text;
	const Expr *want;
	MdvStatus status;

	text_init(&why, NULL);
	text_init(&text, NULL);
	fn_show_expr(e, &text);
	want = interp_expr(m, e, fn_value, m, &why);
	if (!want) {
		T_FAIL("%s: the evaluator says %s", text_str(&text), text_str(&why));
	} else {
		status = fn_call(fn, want->type->n_scalars);
		if (status != MDV_OK)
			T_FAIL("%s: %s", text_str(&text), vm_fn_why(fn_vm));
		for (int32_t k = 0; status == MDV_OK && k < want->type->n_scalars; k++) {
			double x = fn_number(scalar_at(&m->pool, &fn_cx.scratch, want, k));
			double y = fn_frame[m->vars.n + (size_t)k];

			if (x != y)
				T_FAIL("%s: scalar %d is %.17g, want %.17g", text_str(&text), k, y, x);
		}
	}
	text_free(&why);
	text_free(&text);
}

/* Every binding equation of the model. */
static inline void fn_compare_all(const char *text)
{
	if (!fn_begin(text))
		return;
	{
		size_t n = fn_cx.flat.eqs.n;
		int32_t *fn = NEW_ARRAY(&fn_keep, int32_t, n + 1);

		for (size_t i = 0; i < n; i++)
			fn[i] = fn_lower_expr(fn_cx.flat.eqs.at[i].rhs);
		CHECKED(ir_fn_check, &fn_ir);
		fn_vm = vm_fn_new(&fn_ir, NULL);
		vm_fn_set_hooks(fn_vm, &fn_hooks);
		T_CHECK(n > 0);
		for (size_t i = 0; i < n; i++)
			fn_compare(fn_cx.flat.eqs.at[i].rhs, fn[i]);
		vm_fn_free(fn_vm);
	}
	fn_end();
}

/* The first binding equation: its value, or "! reason". */
static inline const char *fn_show(const char *text)
{
	const Expr *e;
	int32_t fn;
	Text out;
	MdvStatus status;

	*fn_answer = '\0';
	if (!fn_begin(text))
		return fn_answer;
	e = fn_cx.flat.eqs.at[0].rhs;
	fn = fn_lower_expr(e);
	CHECKED(ir_fn_check, &fn_ir);
	fn_vm = vm_fn_new(&fn_ir, NULL);
	vm_fn_set_hooks(fn_vm, &fn_hooks);
	status = fn_call(fn, e->type->n_scalars);
	text_init(&out, NULL);
	if (status != MDV_OK)
		text_printf(&out, "%s %s", status > 0 ? "!" : "!!", vm_fn_why(fn_vm));
	for (int32_t k = 0; status == MDV_OK && k < e->type->n_scalars; k++) {
		double x = fn_frame[fn_cx.flat.vars.n + (size_t)k];
		char buf[32];

		text_printf(&out, "%s%s", k > 0 ? " " : "",
					e->type->kind == TY_STRING ? vm_string_text(fn_vm, x) : text_real(buf, x));
	}
	snprintf(fn_answer, sizeof fn_answer, "%s", text_str(&out));
	text_free(&out);
	vm_fn_free(fn_vm);
	fn_end();
	return fn_answer;
}

#endif
