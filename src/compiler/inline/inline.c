/* SPDX-License-Identifier: MIT
   inline.c — calls replaced by what they compute: which functions are worth it, and the rewriting
   of expressions until no such call is left. Functions that call themselves stay, so it ends. */
#include "compiler/eval/eval.h"
#include "compiler/inline/inline_run.h"

typedef enum Answer { NOT_ASKED, NO, YES } Answer;

struct Inliner {
	FlatModel *m;      /* whose functions they are */
	Arena *scratch;    /* holds the rest */
	unsigned which;    /* INLINE_… */
	Rewrite *rewrite;  /* remembers what stands for a node */
	VEC(uint8_t) take; /* by FnId: Answer; is it to be inlined? */
	Walk calls;        /* from function to function */
};

const Expr *inline_call(FlatModel *m, Arena *scratch, const Expr *call, unsigned flags)
{
	ArenaMark mark = arena_mark(scratch);
	int32_t n_out = m->fns.at[call->aux].n_out;
	const Expr *const *out = inline_run(m, scratch, call, flags);
	const Expr *result = NULL;

	if (out)
		result = n_out == 1 ? out[0] : expr_tuple(&m->pool, out, (size_t)n_out);
	arena_release(scratch, mark);
	return result;
}

/* Is the whole body one assignment to the output? */
static bool is_one_line(const FlatFn *fn)
{
	const FlatStmt *s = fn->body.stmt;

	return fn->n_out == 1 && fn->body.n_stmt == 1 && s->kind == ST_ASSIGN && s->lhs->op == EX_LOCAL;
}

static bool is_wanted(const Inliner *in, const FlatFn *fn)
{
	bool late = in->which & INLINE_LATE;

	if (fn->external || fn->purity == PU_IMPURE || fn->n_out == 0)
		return false;
	if (!late && (fn->n_derivatives > 0 || fn->n_inverses > 0))
		return false;
	switch ((Inline)fn->inlining) {
	case IN_EARLY: return true;
	case IN_LATE:
	case IN_AFTER_INDEX: return late;
	case IN_UNSET: return is_one_line(fn);
	case IN_NEVER: break;
	}
	return false;
}

static void add_expr(void *ctx, const Expr *e)
{
	walk_add(ctx, e);
}

static void add_body(Walk *w, const FlatBody *body)
{
	for (int32_t i = 0; i < body->n_locals; i++)
		walk_add(w, body->local[i].init);
	targets_exprs(body->stmt, body->n_stmt, add_expr, w);
}

/* Does the function call itself, in whatever way? */
static bool is_recursive(Inliner *in, uint32_t fn)
{
	bool found = false;
	const Expr *e;
	Map seen; /* functions whose bodies are looked at: few of all that there are */

	map_init(&seen, arena_allocator(in->scratch));
	walk_begin(&in->calls, NULL);
	add_body(&in->calls, &in->m->fns.at[fn].body);
	while (!found && (e = walk_next(&in->calls))) {
		if (e->op != EX_CALL)
			continue;
		found = e->aux == fn;
		if (!map_find(&seen, e->aux))
			add_body(&in->calls, &in->m->fns.at[e->aux].body);
		map_put(&seen, e->aux, 1);
	}
	map_free(&seen);
	return found;
}

static bool is_taken(Inliner *in, uint32_t fn)
{
	while (in->take.n <= fn)
		vec_push(arena_allocator(in->scratch), &in->take, NOT_ASKED);
	if (in->take.at[fn] == NOT_ASKED)
		in->take.at[fn] = is_wanted(in, &in->m->fns.at[fn]) && !is_recursive(in, fn) ? YES : NO;
	return in->take.at[fn] == YES;
}

static const Expr *inline_node(void *ctx, ExprPool *p, const Expr *e)
{
	Inliner *in = ctx;
	const Expr *value = interp_call(in->m, e);

	(void)p;
	if (value)
		return value;
	if (e->op != EX_CALL || !is_taken(in, e->aux))
		return e;
	value = inline_call(in->m, in->scratch, e, in->which);
	return value ? value : e;
}

Inliner *inline_new(FlatModel *m, Arena *scratch, unsigned which)
{
	Inliner *in = NEW(scratch, Inliner);

	*in = (Inliner){.m = m, .scratch = scratch, .which = which};
	walk_init_only(&in->calls, &m->pool, scratch, XF_CALL);
	in->rewrite = walk_rewrite_new(&m->pool, scratch, XF_CALL, inline_node, in);
	return in;
}

const Expr *inline_expr(Inliner *in, const Expr *e)
{
	const Expr *before = NULL;

	while (e && e != before) {
		before = e;
		e = walk_rewrite(in->rewrite, e);
	}
	return e;
}

const Expr *inline_calls(FlatModel *m, Arena *scratch, const Expr *e, unsigned which)
{
	ArenaMark mark = arena_mark(scratch);

	if (e->flags & XF_CALL)
		e = inline_expr(inline_new(m, scratch, which), e);
	arena_release(scratch, mark);
	return e;
}
