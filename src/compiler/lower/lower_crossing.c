/* SPDX-License-Identifier: MIT
   lower_crossing.c — what makes events: crossing functions, alone or in ladders (dae/ladder.c),
   and instants. */
#include "compiler/lower/lower.h"

static int32_t relation_source(Lower *l, const DaeRelation *r)
{
	Text text;
	int32_t source;

	text_init(&text, arena_heap(l->keep));
	print_expr_begin(l->d->m, lower_shown(l, r->written), LOWER_TEXT_MOST, l->scratch, &text);
	source = lower_add_source(l, text_str(&text), r->at, r->path);
	text_free(&text);
	return source;
}

typedef struct Crossings {
	Lower *l;              /* the model */
	VEC(MdvCrossing) list; /* made so far */
	Map ladders;           /* expression that moves -> number of its ladder */
	VEC(int32_t) moving;   /* by ladder: slot of that expression */
	size_t n_code;         /* assignments of crossing functions */
} Crossings;

/* The distances of floor's argument from the two ends of the step. */
static void add_floor(Crossings *x, const DaeRelation *r, MdvCrossing c)
{
	Lower *l = x->l;
	const Expr *var = dae_ref(l->d, r->var), *end = expr_add(l->p, var, expr_real(l->p, 1));

	c.z = (int32_t)lower_slot(l, 0);
	c.closed = true;
	lower_assign(l, (uint32_t)c.z, expr_sub(l->p, r->lhs, var), c.source);
	vec_push(arena_allocator(l->keep), &x->list, c);
	c.z = (int32_t)lower_slot(l, 0);
	c.closed = false;
	lower_assign(l, (uint32_t)c.z, expr_sub(l->p, end, r->lhs), c.source);
	vec_push(arena_allocator(l->keep), &x->list, c);
	x->n_code += 2;
}

/* z = lhs - rhs */
static void add_difference(Crossings *x, const DaeRelation *r, MdvCrossing c)
{
	Lower *l = x->l;
	const Expr *lhs = expr_to_real(l->p, r->lhs), *rhs = expr_to_real(l->p, r->rhs);

	c.z = (int32_t)lower_slot(l, 0);
	c.scale = (int32_t)lower_slot(l, 0);
	c.positive = r->op == EX_GT || r->op == EX_GE;
	lower_assign(l, (uint32_t)c.z, expr_sub(l->p, lhs, rhs), c.source);
	lower_assign(l, (uint32_t)c.scale,
				 expr_add(l->p, expr_unary(l->p, EX_ABS, lhs), expr_unary(l->p, EX_ABS, rhs)),
				 c.source);
	vec_push(arena_allocator(l->keep), &x->list, c);
	x->n_code++;
}

static void add_rung(Crossings *x, const DaeRelation *r, MdvCrossing c)
{
	Lower *l = x->l;
	const uint64_t *known = map_find(&x->ladders, map_key(r->moving));

	c.ladder = known ? (int32_t)*known : (int32_t)x->moving.n;
	if (!known) {
		int32_t slot = (int32_t)lower_slot(l, 0);

		map_put(&x->ladders, map_key(r->moving), (uint64_t)c.ladder);
		vec_push(arena_allocator(l->scratch), &x->moving, slot);
		lower_assign(l, (uint32_t)slot, expr_to_real(l->p, r->moving), c.source);
		x->n_code++;
	}
	c.z = x->moving.at[c.ladder];
	c.limit = r->limit->op == EX_VAR && r->fixed ? l->slot[r->limit->aux]
			  : r->fixed ? (int32_t)lower_constant(l, lower_literal(l, r->limit))
						 : (int32_t)lower_slot(l, 0);
	c.positive = r->above;
	vec_push(arena_allocator(l->keep), &x->list, c);
}

static void add_crossing(Crossings *x, const DaeRelation *r)
{
	MdvCrossing c = {.limit = -1, .ladder = -1, .relation = -1, .positive = true, .scale = -1};

	c.source = relation_source(x->l, r);
	if (r->op == EX_FLOOR) {
		add_floor(x, r, c);
		return;
	}
	c.relation = x->l->slot[r->var.i];
	c.closed = r->op == EX_GE || r->op == EX_LE;
	if (r->moving)
		add_rung(x, r, c);
	else
		add_difference(x, r, c);
}

/* What the crossings of ladders are compared with, if it is not known for good. */
static void add_limits(Lower *l, size_t first, size_t end)
{
	bool any = false;

	lower_begin(l);
	for (size_t i = first; i < end; i++) {
		const DaeRelation *r = &l->d->relations.at[i];

		if (!r->limit || r->fixed)
			continue;
		lower_assign(l, (uint32_t)l->out->crossing[l->crossing[i]].limit,
					 expr_to_real(l->p, r->limit), -1);
		any = true;
	}
	if (any)
		lower_append(l, MDV_SEQ_EVENT, lower_end(l));
	else
		lower_drop(l);
}

/* The relations of an island, from `first` on; where they end. l->island is set. */
static size_t island_end(Lower *l, size_t first)
{
	const Dae *d = l->d;
	size_t end = first;

	l->island = dae_island(d, d->relations.at[first].var);
	while (end < d->relations.n && dae_island(d, d->relations.at[end].var) == l->island)
		end++;
	return end;
}

static void add_crossings(Crossings *x, size_t first, size_t end)
{
	Lower *l = x->l;

	x->n_code = 0;
	lower_begin(l);
	for (size_t i = first; i < end; i++) {
		l->crossing[i] = l->d->relations.at[i].instant ? -1 : (int32_t)x->list.n;
		if (!l->d->relations.at[i].instant)
			add_crossing(x, &l->d->relations.at[i]);
	}
	if (x->n_code)
		lower_append(l, MDV_SEQ_ZERO, lower_end(l));
	else
		lower_drop(l);
}

void lower_crossings(Lower *l)
{
	Crossings x = {.l = l};
	size_t n = l->d->relations.n;

	map_init(&x.ladders, arena_allocator(l->scratch));
	l->crossing = NEW_ARRAY(l->scratch, int32_t, n);
	for (size_t i = 0, end; i < n; i = end) {
		end = island_end(l, i);
		add_crossings(&x, i, end);
	}
	l->out->crossing = x.list.at;
	l->out->n_crossings = (int32_t)x.list.n;
	l->out->n_ladders = (int32_t)x.moving.n;
	for (size_t i = 0, end; i < n; i = end) {
		end = island_end(l, i);
		add_limits(l, i, end);
	}
	l->island = 0;
}

typedef VEC(MdvTimeEvent) TimeEvents;

/* Of a relation of time alone: code that an island can watch it with. */
static void add_common(Lower *l, const DaeRelation *r, MdvTimeEvent *e)
{
	if (!l->d->island || l->d->island[r->var.i] >= 0)
		return;
	e->relation = l->slot[r->var.i];
	lower_begin(l);
	lower_assign(l, (uint32_t)e->relation, l->d->eqs.at[r->eq.i].rhs, -1);
	lower_assign(l, (uint32_t)e->instant, r->instant, -1);
	e->code = lower_end(l);
}

static void add_time_events(Lower *l, size_t first, size_t end, TimeEvents *events)
{
	size_t before = events->n;

	lower_begin(l);
	for (size_t i = first; i < end; i++)
		if (l->d->relations.at[i].instant) {
			MdvTimeEvent e = {
				.instant = (int32_t)lower_slot(l, 0), .source = -1, .relation = -1, .code = -1};

			e.source = relation_source(l, &l->d->relations.at[i]);
			lower_assign(l, (uint32_t)e.instant, l->d->relations.at[i].instant, -1);
			vec_push(arena_allocator(l->keep), events, e);
		}
	if (events->n > before)
		lower_append(l, MDV_SEQ_EVENT, lower_end(l));
	else
		lower_drop(l);
	for (size_t i = first, k = before; i < end; i++)
		if (l->d->relations.at[i].instant)
			add_common(l, &l->d->relations.at[i], &events->at[k++]);
}

void lower_time_events(Lower *l)
{
	TimeEvents events = {0};

	for (size_t i = 0, end; i < l->d->relations.n; i = end) {
		end = island_end(l, i);
		add_time_events(l, i, end, &events);
	}
	l->island = 0;
	l->out->time_event = events.at;
	l->out->n_time_events = (int32_t)events.n;
}
