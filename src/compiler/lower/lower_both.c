/* SPDX-License-Identifier: MIT
   lower_both.c — what both arms of an if compute. Arms of branches forget what they computed, so
   that an expression both need would be there twice, and one below n ifs 2^n times: derivatives of
   nested ifs are like that. It is computed before the branch instead: whichever arm is taken, its
   value is needed, so that nothing is evaluated that was not (in textbooks: very busy expressions
   are hoisted). What is looked at in one arm is bounded: what lies deeper may be there twice. */
#include "compiler/lower/lower.h"

#include <stdlib.h>

enum {
	MOST_NODES = 500, /* of an arm that are looked at: enough for a function that was inlined */
	MOST_DEPTH = 24   /* ifs in ifs of an arm, whose own arms are looked at: a bound of recursion */
};

/* Nodes that are computed wherever something is, by falling number: wholes before their parts. */
typedef struct Needed {
	const Expr **at; /* n */
	int32_t n;       /* how many */
} Needed;

/* What is known of an if. */
typedef struct Branch {
	Needed both;    /* computed in both of its arms */
	Needed all;     /* these, and what its condition computes */
	uint32_t scope; /* in which that was found: what was known there is in neither */
} Branch;

/* A look at what is computed together with a node. */
typedef struct Look {
	VEC(const Expr *) found; /* nodes in the order they were met */
	VEC(const Expr *) ifs;   /* of these, those that branch */
	Map seen;                /* ids of nodes that were met */
} Look;

static bool is_scalar(const Expr *e)
{
	return e->type->rank == 0 && e->type->kind != TY_RECORD && e->type->kind != TY_STRING;
}

static bool takes_part(const Expr *e)
{
	return e->op == EX_INDEX || e->op == EX_FIELD || e->op == EX_RESULT;
}

/* Is it a value of its own, which can be computed before it is needed? */
static bool may_move(const Expr *e)
{
	return e->op == EX_CALL || (is_scalar(e) && (lower_is_plain(e) || takes_part(e)));
}

static void meet(Lower *l, Look *k, const Expr *e)
{
	if (k->found.n >= MOST_NODES || e->n == 0 || e->op == EX_PRE || e->op == EX_DER ||
		lower_known(l, e) != LOWER_UNKNOWN || map_find(&k->seen, e->id))
		return;
	map_put(&k->seen, e->id, 1);
	vec_push(arena_allocator(l->temp), &k->found, e);
}

/* What is computed whenever this is. */
static void meet_parts(Lower *l, Look *k, const Expr *e)
{
	if (e->op == EX_IF) {
		vec_push(arena_allocator(l->temp), &k->ifs, e);
	} else if (takes_part(e)) {
		meet(l, k, e->arg[0]);
	} else if (e->op == EX_CALL || e->op == EX_ARRAY || lower_is_plain(e)) {
		for (uint32_t i = 0; i < e->n; i++)
			meet(l, k, e->arg[i]);
	}
}

static int by_falling_number(const void *a, const void *b)
{
	uint32_t x = (*(const Expr *const *)a)->id, y = (*(const Expr *const *)b)->id;

	return (x < y) - (x > y);
}

static const Branch *branch_of(Lower *l, const Expr *e, int depth);

/* What is computed whenever `first`, and `more`, are. */
static Needed needed_of(Lower *l, const Expr *first, const Needed *more, int depth)
{
	ArenaMark mark = arena_mark(l->temp);
	Look k = {.found = {0}};
	Needed out;

	map_init(&k.seen, arena_allocator(l->temp));
	meet(l, &k, first);
	for (int32_t i = 0; more && i < more->n; i++)
		meet(l, &k, more->at[i]);
	for (size_t i = 0; i < k.found.n; i++)
		meet_parts(l, &k, k.found.at[i]);
	for (size_t i = 0; i < k.ifs.n && depth < MOST_DEPTH; i++) {
		const Branch *b = branch_of(l, k.ifs.at[i], depth + 1);

		for (int32_t j = 0; j < b->all.n; j++)
			meet(l, &k, b->all.at[j]);
	}
	out = (Needed){NEW_ARRAY(l->scratch, const Expr *, k.found.n), 0};
	for (size_t i = 0; i < k.found.n; i++)
		if (may_move(k.found.at[i]))
			out.at[out.n++] = k.found.at[i];
	qsort(out.at, (size_t)out.n, sizeof *out.at, by_falling_number);
	arena_release(l->temp, mark);
	return out;
}

/* What is in both, which are sorted. */
static Needed common_of(Arena *keep, const Needed *a, const Needed *b)
{
	Needed out = {NEW_ARRAY(keep, const Expr *, a->n < b->n ? a->n : b->n), 0};

	for (int32_t i = 0, j = 0; i < a->n && j < b->n;) {
		uint32_t x = a->at[i]->id, y = b->at[j]->id;

		if (x == y)
			out.at[out.n++] = a->at[i];
		i += x >= y;
		j += y >= x;
	}
	return out;
}

/* Recurses MOST_DEPTH times at most. */
static const Branch *branch_of(Lower *l, const Expr *e, int depth)
{
	Branch *b = map_find_ptr(&l->branches, e->id);
	Needed arm[2];

	if (b && l->open.at[b->scope - 1])
		return b;
	if (!b) {
		b = NEW(l->scratch, Branch);
		map_put(&l->branches, e->id, map_key(b));
	}
	for (int i = 0; i < 2; i++)
		arm[i] = needed_of(l, e->arg[1 + i], NULL, depth);
	b->both = common_of(l->scratch, &arm[0], &arm[1]);
	b->all = needed_of(l, e->arg[0], &b->both, depth);
	b->scope = l->scope;
	return b;
}

int32_t lower_both(Lower *l, const Expr *e, const Expr *const **node)
{
	const Branch *b = branch_of(l, e, 0);

	*node = b->both.at;
	return b->both.n;
}
