/* SPDX-License-Identifier: MIT
   walk.c — visiting and rewriting expressions with stacks of our own: an expression is as deep as
   the user's sums are long. Shared nodes are visited once. A round of visits costs O(nodes met):
   the marks of earlier rounds need not be cleared. */
#include "compiler/expr/expr.h"

#include <string.h>

void walk_init(Walk *w, const ExprPool *p, Arena *scratch)
{
	walk_init_only(w, p, scratch, 0);
}

void walk_init_only(Walk *w, const ExprPool *p, Arena *scratch, uint16_t only)
{
	*w = (Walk){.pool = p, .scratch = scratch, .only = only};
}

/* A table by node becomes as long as all nodes that exist by now need, and a little longer; what is
   new is 0. */
static void *grow_table(const ExprPool *p, Arena *scratch, void *table, uint32_t *n, size_t size)
{
	uint32_t longer = p->n + p->n / 4 + 64;
	const MdvAlloc *a = arena_allocator(scratch);
	char *at = a->resize(a->ctx, table, *n * size, longer * size);

	memset(at + *n * size, 0, (longer - *n) * size);
	*n = longer;
	return at;
}

/* Brief walks */

enum {
	FEW_SLOTS = 1024,        /* of the small table: a power of two */
	FEW_MOST = FEW_SLOTS / 4 /* nodes of one round in it */
};

void walk_init_brief(Walk *w, const ExprPool *p, Arena *scratch, uint16_t only)
{
	walk_init_only(w, p, scratch, only);
	if (p->n > FEW_SLOTS) /* a small pool has its table at once */
		w->few = NEW_ARRAY(scratch, WalkSlot, FEW_SLOTS);
}

/* The slot of a node met in this round, or the one where it belongs. */
static WalkSlot *few_slot(const Walk *w, uint32_t id)
{
	uint32_t s = id * UINT32_C(0x9E3779B1) >> 22;

	while (w->few[s].round == w->round && w->few[s].id != id)
		s = (s + 1) % FEW_SLOTS;
	return &w->few[s];
}

/* Table of all nodes, with those of this round. */
static void leave_few(Walk *w)
{
	w->mark = grow_table(w->pool, w->scratch, NULL, &w->n_marks, sizeof *w->mark);
	for (int i = 0; i < FEW_SLOTS; i++)
		if (w->few[i].round == w->round)
			w->mark[w->few[i].id] = w->round;
	w->few = NULL;
}

static bool is_met(const Walk *w, uint32_t id)
{
	return w->few ? few_slot(w, id)->round == w->round : w->mark[id] == w->round;
}

static void note_met(Walk *w, uint32_t id)
{
	if (w->few && (w->n_few == FEW_MOST || w->n_visited > w->pool->n))
		leave_few(w);
	if (!w->few) {
		w->mark[id] = w->round;
		return;
	}
	*few_slot(w, id) = (WalkSlot){id, w->round};
	w->n_few++;
	w->n_visited++;
}

const Expr *walk_next_few(Walk *w)
{
	const MdvAlloc *a = arena_allocator(w->scratch);
	const Expr *e = w->last;

	for (uint32_t i = e ? e->n : 0; i-- > 0;) {
		const Expr *arg = e->arg[i];

		if (!is_met(w, arg->id) && (!w->only || arg->flags & w->only))
			vec_push(a, &w->stack, arg);
	}
	w->last = NULL;
	while (w->stack.n > 0 && !w->last) {
		e = w->stack.at[--w->stack.n];
		if (is_met(w, e->id))
			continue;
		note_met(w, e->id);
		w->last = e;
	}
	return w->last;
}

void walk_begin(Walk *w, const Expr *e)
{
	w->stack.n = 0;
	w->last = NULL;
	w->n_few = 0;
	if (++w->round == 0) { /* after 2^32 rounds */
		memset(w->mark, 0, w->n_marks * sizeof *w->mark);
		w->round = 1;
	}
	walk_add(w, e);
}

void walk_add(Walk *w, const Expr *e)
{
	if (!e)
		return;
	if (!w->few && e->id >= w->n_marks)
		w->mark = grow_table(w->pool, w->scratch, w->mark, &w->n_marks, sizeof *w->mark);
	if (!is_met(w, e->id))
		vec_push(arena_allocator(w->scratch), &w->stack, e);
}

void walk_skip(Walk *w)
{
	w->last = NULL;
}

typedef struct Frame {
	const Expr *e; /* node whose arguments are being rewritten */
	uint32_t next; /* argument to look at next */
} Frame;

enum {
	FEW = 32,   /* results that are looked for in a map; more have a table, in chunks */
	CHUNK = 128 /* nodes of a chunk: what is made together is rewritten together */
};

struct Rewrite {
	ExprPool *pool;          /* where results are made */
	Arena *scratch;          /* holds all below */
	RewriteRule rule;        /* what is done to a node */
	RewriteMisfit misfit;    /* what stands for a node whose new arguments do not fit; or NULL */
	void *ctx;               /* handed to rule */
	uint16_t only;           /* nodes with none of these flags stay as they are; 0: look at all */
	Map few;                 /* id -> what stands for the node, while there are few */
	VEC(const Expr **) done; /* the same by id, in chunks; none while there are few */
	VEC(Frame) stack;        /* from the root down */
	VEC(const Expr *) arg;   /* rewritten arguments of one node */
};

Rewrite *walk_rewrite_new(ExprPool *p, Arena *scratch, uint16_t only, RewriteRule rule, void *ctx)
{
	Rewrite *r = NEW(scratch, Rewrite);

	*r = (Rewrite){.pool = p, .scratch = scratch, .rule = rule, .ctx = ctx, .only = only};
	map_init(&r->few, arena_allocator(scratch));
	return r;
}

static inline const Expr *result_of(const Rewrite *r, const Expr *e)
{
	size_t chunk = e->id / CHUNK;

	if (r->only && !(e->flags & r->only))
		return e;
	if (!r->done.n)
		return map_find_ptr(&r->few, e->id);
	return chunk < r->done.n && r->done.at[chunk] ? r->done.at[chunk][e->id % CHUNK] : NULL;
}

static void put_in_chunk(Rewrite *r, uint32_t id, const Expr *result)
{
	size_t chunk = id / CHUNK;

	while (r->done.n <= chunk)
		vec_push(arena_allocator(r->scratch), &r->done, NULL);
	if (!r->done.at[chunk])
		r->done.at[chunk] = NEW_ARRAY(r->scratch, const Expr *, CHUNK);
	r->done.at[chunk][id % CHUNK] = result;
}

static void set_result(Rewrite *r, const Expr *e, const Expr *result)
{
	const MapEntry *entry;

	if (r->done.n) {
		put_in_chunk(r, e->id, result);
		return;
	}
	map_put(&r->few, e->id, map_key(result));
	if (r->few.n < FEW)
		return;
	(void)vec_reserve(arena_allocator(r->scratch), &r->done, r->pool->n / CHUNK + 1);
	for (size_t i = 0; (entry = map_next(&r->few, &i));)
		put_in_chunk(r, (uint32_t)entry->key, map_find_ptr(&r->few, entry->key));
	map_free(&r->few);
}

void walk_rewrite_misfit(Rewrite *r, RewriteMisfit misfit)
{
	r->misfit = misfit;
}

/* Can e be made of other arguments? Sizes that were open may be known now, and differ. */
static bool fits(const Rewrite *r, const Expr *e, const Expr *const arg[])
{
	for (uint32_t i = 0; i < e->n; i++)
		if (arg[i]->type->kind == TY_NONE && e->arg[i]->type->kind != TY_NONE)
			return false;
	switch (e->op) {
	case EX_ARRAY:
		for (uint32_t i = 1; i < e->n; i++)
			if (!type_agrees(arg[0]->type, arg[i]->type))
				return false;
		return true;
	case EX_INDEX: return arg[0]->type->rank >= (int)e->n - 1;
	case EX_FIELD: return arg[0]->type->kind == TY_RECORD;
	case EX_RECORD:
	case EX_TUPLE:
	case EX_CALL:
	case EX_RESULT:
	case EX_TO_REAL:
	case EX_TO_ENUM: return true;
	default: return e->n == 0 || typing_result(r->pool, e->op, arg, e->n);
	}
}

/* All arguments of e are done. */
static const Expr *rewrite_node(Rewrite *r, const Expr *e)
{
	bool changed = false;

	(void)vec_reserve(arena_allocator(r->scratch), &r->arg, e->n);
	for (uint32_t i = 0; i < e->n; i++) {
		r->arg.at[i] = result_of(r, e->arg[i]);
		changed |= r->arg.at[i] != e->arg[i];
	}
	if (changed && r->misfit && !fits(r, e, r->arg.at))
		return r->misfit(r->ctx, e, r->arg.at);
	return r->rule(r->ctx, r->pool, changed ? expr_with(r->pool, e, r->arg.at) : e);
}

const Expr *walk_rewrite(Rewrite *r, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(r->scratch);
	const Expr *result = e ? result_of(r, e) : NULL;

	if (!e || result)
		return result;
	CHECK(r->stack.n == 0);
	vec_push(a, &r->stack, ((Frame){e, 0}));
	while (r->stack.n > 0) {
		Frame *top = &r->stack.at[r->stack.n - 1];

		if (top->next < top->e->n) {
			const Expr *arg = top->e->arg[top->next++];

			if (result_of(r, arg))
				continue;
			if (arg->n > 0)
				vec_push(a, &r->stack, ((Frame){arg, 0}));
			else
				set_result(r, arg, r->rule(r->ctx, r->pool, arg));
			continue;
		}
		result = rewrite_node(r, top->e);
		set_result(r, top->e, result);
		r->stack.n--;
	}
	return result;
}

typedef struct Replace {
	const Expr *from; /* an EX_LOCAL */
	const Expr *to;   /* what stands for it */
} Replace;

static const Expr *replace(void *ctx, ExprPool *p, const Expr *e)
{
	const Replace *r = ctx;

	(void)p;
	return e == r->from ? r->to : e;
}

const Expr *walk_replace_local(ExprPool *p, Arena *scratch, const Expr *e, const Expr *local,
							   const Expr *to)
{
	ArenaMark mark = arena_mark(scratch);
	Replace ctx = {local, to};

	e = walk_rewrite(walk_rewrite_new(p, scratch, XF_LOCAL, replace, &ctx), e);
	arena_release(scratch, mark);
	return e;
}
