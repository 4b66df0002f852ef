/* SPDX-License-Identifier: MIT
   lower_shape.c — assignments of one shape are brought together: the same operators, other
   variables and numbers. What is used comes first, and no two of a group use each other.

   Shapes are found by a hash of the operators in order, which is verified when a group is made. The
   order is that of a list schedule: what stands alone is taken as soon as it may be, then all that
   may be of one shape after the other. O(size of the expressions). */
#include "compiler/lower/lower.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 256 /* nodes and leaves of an expression that is looked at */

/* An expression taken apart as a tree: each node before its arguments, leaves too. What two
   expressions of one shape share or do not share with themselves makes no difference here: equal
   columns become one, and equal parts of the shape are one node again. */
typedef struct Scan {
	const Expr *at[MOST_NODES];    /* n */
	uint64_t kind[MOST_NODES];     /* n: what belongs to the shape; odd: a leaf */
	const Expr *stack[MOST_NODES]; /* nodes to come */
	int32_t n;                     /* how many */
	uint64_t hash;                 /* of the kinds */
} Scan;

typedef struct Shape {
	int32_t n;     /* items of it */
	int32_t first; /* one that is ready; -1: none */
	int32_t last;  /* and the last of them */
	bool waiting;  /* for its turn */
} Shape;

typedef struct Edge {
	int32_t item; /* an item */
	int32_t user; /* one that uses it */
} Edge;

typedef struct Planner {
	Lower *l;                 /* the work */
	LowerPlan *plan;          /* what is made */
	Arena *work;              /* holds what is below */
	Scan scan;                /* of one item */
	Scan first;               /* of the first item of a group */
	Walk walk;                /* over calls */
	Map wide;                 /* call of many arguments -> the first item that holds it */
	int32_t *shape_of;        /* by item: its shape; -1: too large */
	VEC(Shape) shapes;        /* all shapes */
	VEC(Edge) edges;          /* from an item to one that uses it */
	int32_t *n_waits;         /* by item: how many of those it uses are not done */
	int32_t *next;            /* by item: the next in a queue; -1: none */
	int32_t *start, *user;    /* by item: those that use it */
	int32_t *turn;            /* shapes whose turn comes, a ring */
	int32_t turn_at, n_turns; /* its first one, how many */
	Shape alone;              /* the queue of items that stand alone */
} Planner;

static bool is_node(const Expr *e)
{
	return e->n > 0 && e->op != EX_DER && e->op != EX_PRE && lower_is_plain(e);
}

static void mix(Scan *s, uint64_t x)
{
	s->hash = (s->hash << 29 | s->hash >> 35) * 0x9E3779B97F4A7C15u ^ x;
}

static uint64_t kind_of(const Expr *e, const Expr *parent)
{
	double value;
	uint64_t bits;

	if (is_node(e))
		return e->op << 1 | (uint64_t)e->n << 16;
	/* Powers are lowered by their exponent. */
	if (parent && parent->op == EX_POW && e == parent->arg[1] && e->op == EX_REAL) {
		value = expr_real_value(e);
		memcpy(&bits, &value, sizeof bits);
		return map_hash(bits) | 1;
	}
	return e->op << 1 | (uint64_t)(e->flags & XF_CONTINUOUS) << 16 | (uint64_t)e->type->kind << 32 |
		   1;
}

/* Takes e apart; false: it is too large, or an arm of an if holds a call: the leaves of a group are
   computed before it, but a call may fail unless its arm is taken. */
static bool scan(Scan *s, const Expr *e)
{
	const Expr *parent[MOST_NODES];
	bool in_arm[MOST_NODES] = {false};
	int32_t n_stack = 0;

	s->n = 0;
	s->hash = 0;
	s->stack[n_stack] = e;
	parent[n_stack++] = NULL;
	while (n_stack > 0) {
		bool arm = in_arm[--n_stack];

		e = s->stack[n_stack];
		if (s->n == MOST_NODES || (arm && (e->flags & XF_CALL)))
			return false;
		s->at[s->n] = e;
		s->kind[s->n] = kind_of(e, parent[n_stack]);
		mix(s, s->kind[s->n]);
		if (s->kind[s->n++] & 1)
			continue;
		if (n_stack + (int32_t)e->n > MOST_NODES)
			return false;
		for (uint32_t i = e->n; i-- > 0;) {
			s->stack[n_stack] = e->arg[i];
			in_arm[n_stack] = arm || (e->op == EX_IF && i > 0);
			parent[n_stack++] = e;
		}
	}
	return true;
}

/* What an item uses. */

static void make_writers(Lower *l)
{
	size_t n = l->initial.n;

	if (l->writer.n >= n)
		return;
	(void)vec_reserve(arena_allocator(l->scratch), &l->writer, n);
	memset(l->writer.at + l->writer.n, 0, (n - l->writer.n) * sizeof *l->writer.at);
	l->writer.n = n;
}

static void add_use(Planner *p, int32_t item, int32_t slot)
{
	int32_t writer = slot >= 0 ? p->l->writer.at[slot] - 1 : -1;

	if (writer >= 0)
		vec_push(arena_allocator(p->work), &p->edges, ((Edge){writer, item}));
}

static void add_uses(Planner *p, int32_t item, const Expr *e)
{
	switch (e->op) {
	case EX_VAR:
		if (e->type->rank == 0)
			add_use(p, item, p->l->slot[e->aux]);
		break;
	case EX_PRE: add_use(p, item, p->l->pre[e->arg[0]->aux]); break;
	default: break;
	}
}

enum { WIDE = 32 }; /* arguments of a call, or of an array among them */

static bool is_wide_call(const Expr *e)
{
	for (uint32_t i = 0; e->op == EX_CALL && i < e->n; i++)
		if (e->n >= WIDE || e->arg[i]->n >= WIDE)
			return true;
	return false;
}

/* All items that hold the same wide call use what its arguments are: the first of them says so, and
   the others come behind it. Else an algorithm with arrays had as many uses as it has pairs of
   input and output. */
static bool follows_call(Planner *p, int32_t item, const Expr *call)
{
	const uint64_t *first = map_find(&p->wide, call->id);

	if (first && (int32_t)*first != item)
		vec_push(arena_allocator(p->work), &p->edges, ((Edge){(int32_t)*first, item}));
	else if (!first)
		map_put(&p->wide, call->id, (uint64_t)item);
	return first != NULL;
}

/* Those of an item of many slots: what stands for as many, then the rest. */
static void add_wide_uses(Planner *p, int32_t item, const Expr *e)
{
	walk_begin(&p->walk, e);
	while ((e = walk_next(&p->walk))) {
		int32_t last = 0;

		for (int32_t k = 0; e->op == EX_VAR && k < span_width(p->l->d, expr_var_id(e)); k++) {
			int32_t slot = (int32_t)lower_element(p->l, expr_var_id(e), k);

			make_writers(p->l); /* a number may have got its slot just now */
			if (p->l->writer.at[slot] != last)
				add_use(p, item, slot);
			last = p->l->writer.at[slot];
		}
	}
}

/* Those of an expression that is not taken apart. */
static void add_all_uses(Planner *p, int32_t item, const Expr *e)
{
	walk_begin(&p->walk, e);
	while ((e = walk_next(&p->walk))) {
		if (is_wide_call(e) && follows_call(p, item, e))
			walk_skip(&p->walk);
		add_uses(p, item, e);
		if (e->op == EX_VAR && e->type->rank > 0)
			for (int32_t i = 0; i < e->type->n_scalars; i++)
				add_use(p, item, p->l->slot[(int32_t)e->aux + i]);
		if (e->op == EX_PRE)
			walk_skip(&p->walk);
	}
}

static void scan_item(Planner *p, int32_t i, Map *known)
{
	const LowerItem *item = &p->plan->item[i];
	const MdvAlloc *a = arena_allocator(p->work);
	const uint64_t *found;
	bool small = item->n == 1 && scan(&p->scan, item->value);

	p->shape_of[i] = -1;
	if (item->n > 1) {
		add_wide_uses(p, i, item->value);
		return;
	}
	if (!small) {
		add_all_uses(p, i, item->value);
		return;
	}
	for (int32_t k = 0; k < p->scan.n; k++) {
		const Expr *leaf = p->scan.at[k];

		if (!(p->scan.kind[k] & 1))
			continue;
		if (leaf->op == EX_VAR || leaf->op == EX_PRE)
			add_uses(p, i, leaf);
		else if (leaf->n > 0 && leaf->op != EX_DER)
			add_all_uses(p, i, leaf);
	}
	mix(&p->scan, (uint64_t)(item->tangent >= 0) << 1 | (item->var >= 0));
	found = map_find(known, p->scan.hash);
	if (found) {
		p->shape_of[i] = (int32_t)*found;
	} else {
		p->shape_of[i] = (int32_t)p->shapes.n;
		map_put(known, p->scan.hash, p->shapes.n);
		vec_push(a, &p->shapes, ((Shape){.first = -1, .last = -1}));
	}
	p->shapes.at[p->shape_of[i]].n++;
}

static void set_writer(Lower *l, const LowerItem *item, int32_t writer)
{
	for (int32_t k = 0; k < item->n; k++)
		l->writer.at[item->dst + (uint32_t)k] = writer;
}

/* Shapes and uses of all items. True: some shape has many. */
static bool scan_all(Planner *p)
{
	const LowerPlan *plan = p->plan;
	bool many = false;
	Map known;

	map_init(&known, arena_allocator(p->work));
	map_init(&p->wide, arena_allocator(p->work));
	(void)vec_reserve(arena_allocator(p->work), &p->edges, (size_t)plan->n_items * 4);
	make_writers(p->l);
	for (int32_t i = 0; i < plan->n_items; i++) {
		scan_item(p, i, &known);
		set_writer(p->l, &plan->item[i], i + 1);
	}
	for (int32_t i = 0; i < plan->n_items; i++)
		set_writer(p->l, &plan->item[i], 0);
	for (size_t i = 0; i < p->shapes.n; i++)
		many = many || p->shapes.at[i].n >= LOWER_GROUP_LEAST;
	return many;
}

/* Groups. */

/* The columns of an item of many slots, while they are found. */
typedef struct Wide {
	Lower *l;                  /* the work */
	VEC(const Expr *) columns; /* variables that stand for many */
} Wide;

static const Expr *column_for(void *ctx, ExprPool *p, const Expr *e)
{
	Wide *w = ctx;
	size_t k = 0;

	if (e->op != EX_VAR || span_width(w->l->d, expr_var_id(e)) == 1)
		return e;
	while (k < w->columns.n && w->columns.at[k] != e)
		k++;
	if (k == w->columns.n)
		vec_push(arena_allocator(w->l->work), &w->columns, e);
	return expr_local(p, (int)k, e->type);
}

/* An item of many slots is a group of its own. */
static void add_wide(Lower *l, LowerPlan *plan, int32_t item)
{
	Wide w = {.l = l};
	Rewrite *r = walk_rewrite_new(l->p, l->work, XF_VAR, column_for, &w);
	int32_t *member = NEW(l->work, int32_t);
	LowerGroup g = {.n = plan->item[item].n, .member = member, .simple = true, .wide = true};

	*member = item;
	g.shape = walk_rewrite(r, plan->item[item].value);
	g.n_columns = (int32_t)w.columns.n;
	g.column = NEW_ARRAY(l->work, const Expr **, w.columns.n);
	for (size_t k = 0; k < w.columns.n; k++)
		g.column[k] = &w.columns.at[k];
	vec_push(arena_allocator(l->work), &plan->groups, g);
	vec_push(arena_allocator(l->work), &plan->order, -(int32_t)plan->groups.n);
}

/* An item, or -1 - group. */
static void push_order(Lower *l, LowerPlan *plan, int32_t what)
{
	if (what >= 0 && plan->item[what].n > 1)
		add_wide(l, plan, what);
	else
		vec_push(arena_allocator(l->work), &plan->order, what);
}

/* What differs between the members of a group, while it is made. */
typedef struct Differ {
	bool differs[MOST_NODES];        /* by node of the first: it is not the same in all */
	int32_t of[MOST_NODES];          /* by leaf: its column */
	const Expr **column[MOST_NODES]; /* by leaf: those of all members */
} Differ;

/* The column of a leaf; that of an earlier one if all are the same. */
static int32_t column_of(LowerGroup *g, const Expr **column)
{
	for (int32_t k = 0; k < g->n_columns; k++)
		if (g->column[k][0] == column[0] && g->column[k][g->n - 1] == column[g->n - 1] &&
			!memcmp(g->column[k], column, (size_t)g->n * sizeof *column))
			return k;
	g->column[g->n_columns] = column;
	return g->n_columns++;
}

/* The expression of the first member with locals for what differs: from the last node to the
   first, so that arguments are made before. */
static const Expr *shape_expr(Planner *p, const Differ *d)
{
	const Scan *s = &p->first;
	const Expr *made[MOST_NODES];
	int32_t n = 0;

	for (int32_t i = s->n; i-- > 0;) {
		const Expr *e = s->at[i];

		if (s->kind[i] & 1) {
			made[n++] = d->differs[i] ? expr_local(p->l->p, d->of[i], e->type) : e;
		} else {
			const Expr *arg[MOST_NODES];

			for (uint32_t k = 0; k < e->n; k++)
				arg[k] = made[--n];
			made[n++] = d->differs[i] ? expr_with(p->l->p, e, arg) : e;
		}
	}
	return made[0];
}

/* A group of the items, as far as they are of one shape indeed; the others stand alone. */
static void add_group(Planner *p, int32_t *member, int32_t n)
{
	LowerGroup g = {.simple = true};
	Arena *keep = p->l->work;
	Differ d = {.of = {0}};
	const Scan *first = &p->first, *s = &p->scan;

	scan(&p->first, p->plan->item[member[0]].value);
	for (int32_t k = 0; k < first->n; k++)
		if (first->kind[k] & 1)
			d.column[k] =
				arena_alloc(keep, (size_t)n * sizeof *d.column[k], _Alignof(const Expr *));
	for (int32_t i = 0; i < n; i++) {
		scan(&p->scan, p->plan->item[member[i]].value);
		if (s->n != first->n || memcmp(s->kind, first->kind, (size_t)s->n * sizeof *s->kind) != 0) {
			push_order(p->l, p->plan, member[i]);
			continue;
		}
		for (int32_t k = 0; k < first->n; k++) {
			d.differs[k] |= s->at[k] != first->at[k];
			if (!d.column[k])
				continue;
			d.column[k][g.n] = s->at[k];
			g.simple = g.simple && (s->at[k]->n == 0 || s->at[k]->op == EX_PRE);
		}
		member[g.n++] = member[i];
	}
	if (g.n < LOWER_GROUP_LEAST) { /* other shapes had the same hash */
		for (int32_t i = 0; i < g.n; i++)
			push_order(p->l, p->plan, member[i]);
		return;
	}
	g.column = NEW_ARRAY(keep, const Expr **, first->n);
	for (int32_t k = 0; k < first->n; k++)
		if (d.column[k] && d.differs[k])
			d.of[k] = column_of(&g, d.column[k]);
	g.member = member;
	g.shape = shape_expr(p, &d);
	vec_push(arena_allocator(keep), &p->plan->groups, g);
	push_order(p->l, p->plan, -(int32_t)p->plan->groups.n);
}

/* The schedule. */

static void enqueue(Planner *p, int32_t item)
{
	int32_t k = p->shape_of[item];
	bool alone = k < 0 || p->shapes.at[k].n < LOWER_GROUP_LEAST;
	Shape *q = alone ? &p->alone : &p->shapes.at[k];

	p->next[item] = -1;
	if (q->first < 0)
		q->first = item;
	else
		p->next[q->last] = item;
	q->last = item;
	if (!alone && !q->waiting) {
		q->waiting = true;
		p->turn[(p->turn_at + p->n_turns++) % (int32_t)p->shapes.n] = k;
	}
}

/* The item is done: others may be ready now. */
static void done(Planner *p, int32_t item)
{
	for (int32_t k = p->start[item]; k < p->start[item + 1]; k++)
		if (--p->n_waits[p->user[k]] == 0)
			enqueue(p, p->user[k]);
}

static void take_alone(Planner *p)
{
	while (p->alone.first >= 0) {
		int32_t item = p->alone.first;

		p->alone.first = p->next[item];
		push_order(p->l, p->plan, item);
		done(p, item);
	}
}

typedef struct Target {
	uint32_t dst; /* where the result goes */
	int32_t item; /* of this one */
} Target;

static int by_target(const void *a, const void *b)
{
	const Target *x = a, *y = b;

	return (x->dst > y->dst) - (x->dst < y->dst);
}

/* In the order of their results, so that these lie in a row. */
static void sort_members(Planner *p, int32_t *member, int32_t n)
{
	const LowerItem *item = p->plan->item;
	bool sorted = true;
	Target *target;

	for (int32_t i = 1; i < n && sorted; i++)
		sorted = item[member[i - 1]].dst < item[member[i]].dst;
	if (sorted)
		return;
	target = NEW_ARRAY(p->work, Target, n);
	for (int32_t i = 0; i < n; i++)
		target[i] = (Target){item[member[i]].dst, member[i]};
	qsort(target, (size_t)n, sizeof *target, by_target);
	for (int32_t i = 0; i < n; i++)
		member[i] = target[i].item;
}

/* All of the shape whose turn it is. */
static void take_shape(Planner *p)
{
	Shape *s = &p->shapes.at[p->turn[p->turn_at]];
	int32_t n = 0, at = 0, *member;

	p->turn_at = (p->turn_at + 1) % (int32_t)p->shapes.n;
	p->n_turns--;
	for (int32_t i = s->first; i >= 0; i = p->next[i])
		n++;
	member = arena_alloc(p->l->work, (size_t)n * sizeof *member, _Alignof(int32_t));
	for (int32_t i = s->first; i >= 0; i = p->next[i])
		member[at++] = i;
	s->first = -1;
	s->waiting = false;
	if (n >= LOWER_GROUP_LEAST) {
		int32_t *sorted = arena_alloc(p->l->work, (size_t)n * sizeof *sorted, _Alignof(int32_t));

		memcpy(sorted, member, (size_t)n * sizeof *sorted);
		sort_members(p, sorted, n);
		add_group(p, sorted, n);
	} else {
		for (int32_t i = 0; i < n; i++)
			push_order(p->l, p->plan, member[i]);
	}
	for (int32_t i = 0; i < n; i++)
		done(p, member[i]);
}

static void schedule(Planner *p)
{
	int32_t n = p->plan->n_items;

	p->n_waits = NEW_ARRAY(p->work, int32_t, n);
	p->next = NEW_ARRAY(p->work, int32_t, n);
	p->start = NEW_ARRAY(p->work, int32_t, n + 2);
	p->user = NEW_ARRAY(p->work, int32_t, p->edges.n);
	p->turn = NEW_ARRAY(p->work, int32_t, p->shapes.n);
	p->alone = (Shape){.first = -1, .last = -1};
	for (size_t i = 0; i < p->edges.n; i++) {
		p->n_waits[p->edges.at[i].user]++;
		p->start[p->edges.at[i].item + 2]++;
	}
	for (int32_t i = 2; i <= n; i++)
		p->start[i] += p->start[i - 1];
	for (size_t i = 0; i < p->edges.n; i++)
		p->user[p->start[p->edges.at[i].item + 1]++] = p->edges.at[i].user;
	for (int32_t i = 0; i < n; i++)
		if (p->n_waits[i] == 0)
			enqueue(p, i);
	take_alone(p);
	while (p->n_turns > 0) {
		take_shape(p);
		take_alone(p);
	}
	for (int32_t i = 0; i < n; i++)
		if (p->n_waits[i])
			BUG("assignments that wait for each other");
}

void lower_shape_plan(Lower *l, const LowerItem item[], int32_t n, LowerPlan *out)
{
	ArenaMark mark = arena_mark(l->temp);
	Planner *p;

	*out = (LowerPlan){.item = item, .n_items = n};
	if (n >= LOWER_GROUP_LEAST) {
		p = NEW(l->temp, Planner);
		p->l = l;
		p->plan = out;
		p->work = l->temp;
		p->shape_of = NEW_ARRAY(l->temp, int32_t, n);
		walk_init_brief(&p->walk, l->p, l->temp, XF_VAR);
		if (scan_all(p))
			schedule(p);
		arena_release(l->temp, mark);
		if (out->order.n > 0)
			return;
	}
	for (int32_t i = 0; i < n; i++)
		push_order(l, out, i);
}
