/* SPDX-License-Identifier: MIT
   interp.c — the tree evaluator: what a flat expression is worth at compile time, with calls of
   functions carried out. Bounded in steps, depth of calls and memory, so that compilation always
   ends; deep expressions take no C stack. */
#include "compiler/eval/interp.h"

#include <string.h>

#define STACK_SHOWN 4 /* functions named in a reason */

/* -- failures ------------------------------------------------------------------------------- */

/* " (in P.f, called by P.g)" */
static void print_calls(const Interp *in)
{
	int n = 0;

	for (const Frame *f = in->frame; f != &in->top; f = f->caller, n++) {
		if (n == STACK_SHOWN && in->calls > n + 1) {
			text_printf(in->why, " and %d more", in->calls - n);
			break;
		}
		text_printf(in->why, "%s%s",
					n == 0   ? " (in "
					: n == 1 ? ", called by "
							 : ", ",
					intern_text(in->m->names, f->fn.name));
	}
	if (n > 0)
		text_add_char(in->why, ')', 1);
}

void interp_fail(Interp *in, const char *format, ...)
{
	va_list args;

	if (in->why) {
		if (in->why->n > 0) /* what `var` said of a variable comes first */
			text_add(in->why, "; ", 2);
		va_start(args, format);
		text_vprintf(in->why, format, args);
		va_end(args);
		print_calls(in);
	}
	longjmp(in->fail, 1);
}

void interp_fail_size(Interp *in, const char *what, const Value *a, const Value *b)
{
	Text text;

	text_init(&text, arena_allocator(in->temp));
	interp_value_print_dims(a, &text);
	text_printf(&text, " and ");
	interp_value_print_dims(b, &text);
	interp_fail(in, "the sizes in %s differ: %s", what, text_str(&text));
}

void interp_work(Interp *in, uint64_t cells)
{
	in->steps += cells / 8;
	if (cells > 4096)
		guard_poll();
	if (in->steps > INTERP_MAX_STEPS)
		interp_fail(in, "takes too long to compute at compile time");
}

/* -- memory --------------------------------------------------------------------------------- */

static void *limited_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Interp *in = ctx;
	void *got;

	if (new_size > old_size && new_size - old_size > INTERP_MAX_BYTES - in->bytes) {
		in->over_limit = true;
		return NULL;
	}
	got = in->from->resize(in->from->ctx, ptr, old_size, new_size);
	if (got || new_size == 0)
		in->bytes = in->bytes - old_size + new_size;
	return got;
}

/* Who takes over when an arena has no memory: in, or the evaluation around it. */
static void set_handlers(Interp *in, Arena *const arena[3])
{
	for (int k = 0; k < 3; k++)
		arena[k]->no_memory_ctx = in;
}

static void end(Interp *in)
{
	Arena *const arena[3] = {in->hold, in->temp, in->slots};

	if (in->outer)
		set_handlers(in->outer, arena);
	for (int k = 0; k < 3; k++) {
		if (in->outer)
			arena_release(arena[k], in->mark[k]);
		else
			arena_free(arena[k]);
	}
	in->m->keep->no_memory = in->no_memory;
	in->m->keep->no_memory_ctx = in->no_memory_ctx;
}

/* The model's arena or one of ours has no memory: leave nothing behind and pass it on. */
static void on_no_memory(void *ctx)
{
	Interp *in = ctx, *first = in;

	while (first->outer)
		first = first->outer;
	if (first->over_limit) {
		first->over_limit = false;
		interp_fail(in, "takes too much memory to compute at compile time");
	}
	end(in);
	if (in->no_memory)
		in->no_memory(in->no_memory_ctx);
	BUG("no memory, and no handler that takes over");
}

static void begin(Interp *in, FlatModel *m)
{
	bool nested = m->keep->no_memory == on_no_memory;
	Arena *arena[3];

	*in = (Interp){.m = m, .pool = &m->pool, .from = m->keep->from};
	in->outer = nested ? m->keep->no_memory_ctx : NULL;
	in->limited = (MdvAlloc){limited_resize, in};
	in->frame = &in->top;
	in->hold = nested ? in->outer->hold : &in->own[0];
	in->temp = nested ? in->outer->temp : &in->own[1];
	in->slots = nested ? in->outer->slots : &in->own[2];
	arena[0] = in->hold;
	arena[1] = in->temp;
	arena[2] = in->slots;
	for (int k = 0; k < 3; k++) {
		if (!nested) {
			arena_child(arena[k], m->keep);
			arena[k]->from = &in->limited;
		}
		arena[k]->no_memory = on_no_memory;
		in->mark[k] = arena_mark(arena[k]);
	}
	set_handlers(in, arena);
	map_init(&in->memo, arena_allocator(in->hold));
	map_init(&in->plan, arena_allocator(in->hold));
	in->no_memory = m->keep->no_memory;
	in->no_memory_ctx = m->keep->no_memory_ctx;
	m->keep->no_memory = on_no_memory;
	m->keep->no_memory_ctx = in;
}

/* Apart from interp_expr, so that nothing it changes is a local variable of this function. */
static const Expr *guarded(Interp *in, const Expr *e)
{
	Value v;

	if (setjmp(in->fail))
		return NULL;
	v = interp_run(in, e);
	return interp_convert_value(in, &v);
}

const Expr *interp_expr(FlatModel *m, const Expr *e, InterpVar var, void *ctx, Text *why)
{
	const Expr *result;
	Interp in;

	if (expr_is_literal(e))
		return e;
	begin(&in, m);
	in.var = var;
	in.ctx = ctx;
	in.why = why;
	result = guarded(&in, e);
	end(&in);
	return result;
}

const Expr *interp_call(FlatModel *m, const Expr *e)
{
	if (e->op != EX_CALL || (e->flags & (XF_LOCAL | XF_VAR | XF_IMPURE)) ||
		!(type_is_scalar(e->type, TY_INTEGER) || type_is_scalar(e->type, TY_BOOLEAN)))
		return NULL;
	return interp_expr(m, e, NULL, NULL, NULL);
}
