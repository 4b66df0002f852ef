/* SPDX-License-Identifier: MIT
   event_plan.c — the sorted system of events as nodes, and which of them events need.

   A node is active if something discrete depends on it, over any number of other nodes. Continuous
   variables that no discrete one needs are not evaluated in passes. Those that move between events
   are evaluated when an active node that is due reads them; a relation of them is due only when its
   crossing function has changed sign, or its instant is reached. O(size of the system). */
#include "compiler/event/event.h"

#include <string.h>

typedef struct Planner {
	EventPlan *p;   /* being made */
	Arena *scratch; /* holds all below */
	bool *moves;    /* by variable: it changes between events */
	bool *direct;   /* by variable: it moves and is computed from states and time by assignments */
} Planner;

/* --- nodes --- */

static void push_node(EventPlan *p, EventNode node)
{
	node.relation = -1;
	vec_push(arena_allocator(p->result), &p->nodes, node);
}

/* Assignments that share a call stay together: it is made once. until[i]: the last assignment with
   a call of assignment i. */
static void join_calls(Planner *x, const DaeStep *s, int32_t until[])
{
	Walk walk;
	Map first;

	walk_init(&walk, &x->p->d->m->pool, x->scratch);
	map_init(&first, arena_allocator(x->scratch));
	for (int32_t i = 0; i < s->n_assigns; i++) {
		const Expr *e;

		until[i] = i;
		if (!(s->assign[i].value->flags & (XF_CALL | XF_IMPURE)))
			continue;
		for (walk_begin(&walk, s->assign[i].value); (e = walk_next(&walk));) {
			const uint64_t *seen;

			if (!(e->flags & (XF_CALL | XF_IMPURE)))
				walk_skip(&walk);
			if (e->op != EX_CALL)
				continue;
			seen = map_find(&first, e->id);
			if (seen)
				until[*seen] = i;
			else
				map_put(&first, e->id, (uint64_t)i);
		}
	}
}

static void add_assigns(Planner *x, int32_t step)
{
	const DaeStep *s = &x->p->d->event.step[step];
	ArenaMark mark = arena_mark(x->scratch);
	int32_t *until = NEW_ARRAY(x->scratch, int32_t, s->n_assigns);

	join_calls(x, s, until);
	for (int32_t i = 0, next; i < s->n_assigns; i = next) {
		int32_t last = until[i];

		for (int32_t k = i + 1; k <= last; k++)
			if (until[k] > last)
				last = until[k];
		next = last + 1;
		push_node(
			x->p,
			(EventNode){
				.kind = EV_ASSIGN, .step = step, .from = i, .n = next - i, .n_eqs = next - i});
	}
	arena_release(x->scratch, mark);
}

static int32_t count_equations(const DaeStep *s)
{
	int32_t n = s->n_assigns + (s->residual ? s->n : 0) + s->n_decisions;

	for (int32_t i = 0; i < s->n_steps; i++)
		n += count_equations(&s->step[i]);
	return n;
}

static void make_nodes(Planner *x)
{
	const Dae *d = x->p->d;

	for (int32_t i = 0; i < d->event.n_steps; i++) {
		if (d->event.step[i].kind == DK_ASSIGN)
			add_assigns(x, i);
		else
			push_node(x->p, (EventNode){.kind = EV_BLOCK,
										.step = i,
										.n_eqs = count_equations(&d->event.step[i])});
	}
	for (size_t i = 0; i < d->relations.n; i++)
		if (d->relations.at[i].instant)
			push_node(x->p, (EventNode){.kind = EV_INSTANT, .discrete = true, .of = (int32_t)i});
		else if (d->relations.at[i].limit && !d->relations.at[i].fixed)
			push_node(x->p, (EventNode){.kind = EV_LIMIT, .discrete = true, .of = (int32_t)i});
	for (size_t i = 0; i < d->actions.n; i++)
		if (!d->actions.at[i].always)
			push_node(x->p, (EventNode){.kind = EV_ACTION, .discrete = true, .of = (int32_t)i});
}

/* --- outputs --- */

static void step_outputs(const Dae *d, const DaeStep *s, void (*see)(void *, VarId), void *ctx)
{
	int32_t n_unknown = s->kind == DK_SET ? d->sets.at[s->set].n : s->n;

	for (int32_t i = 0; i < s->n_assigns; i++)
		see(ctx, s->assign[i].var);
	for (int32_t i = 0; s->unknown && i < n_unknown; i++)
		see(ctx, s->unknown[i]);
	for (int32_t i = 0; i < s->n_decisions; i++)
		see(ctx, s->decision[i]);
	for (int32_t i = 0; i < s->n_steps; i++)
		step_outputs(d, &s->step[i], see, ctx);
}

void event_outputs(const EventPlan *p, const EventNode *n, void (*see)(void *ctx, VarId v),
				   void *ctx)
{
	if (n->kind == EV_BLOCK)
		step_outputs(p->d, &p->d->event.step[n->step], see, ctx);
	for (int32_t i = 0; n->kind == EV_ASSIGN && i < n->n; i++)
		see(ctx, p->d->event.step[n->step].assign[n->from + i].var);
}

typedef struct Owner {
	EventPlan *p; /* the plan */
	int32_t node; /* that determines what is seen */
} Owner;

static void own(void *ctx, VarId v)
{
	const Owner *o = ctx;

	o->p->node_of_var[v.i] = o->node;
	if (o->p->d->vars.at[v.i].role == DR_DISCRETE)
		o->p->nodes.at[o->node].discrete = true;
}

/* --- what moves --- */

static void begin_moving(Planner *x)
{
	const Dae *d = x->p->d;

	for (size_t i = 0; i < d->vars.n; i++)
		x->moves[i] = d->vars.at[i].role == DR_INPUT;
	for (size_t i = 0; i < d->samplers.n; i++)
		x->moves[d->samplers.at[i].var.i] = false;
	for (size_t i = 0; i < d->states.n; i++)
		x->moves[d->states.at[i].i] = x->direct[d->states.at[i].i] = true;
	for (size_t i = 0; i < d->sets.n; i++)
		for (int32_t k = 0; k < d->sets.at[i].n; k++)
			x->moves[d->sets.at[i].candidate[k].i] = true;
}

typedef struct Mover {
	Planner *x;   /* the planner */
	bool moves;   /* what is seen moves if it is continuous */
	bool direct;  /* and directly */
	bool watched; /* a continuous variable seen is read under pre */
	bool any;     /* a variable seen moves */
} Mover;

static void move(void *ctx, VarId v)
{
	Mover *m = ctx;
	bool continuous = m->x->p->d->vars.at[v.i].role == DR_CONTINUOUS;

	if (!continuous)
		return;
	m->watched |= m->x->p->pre_read[v.i];
	m->any |= m->moves;
	m->x->moves[v.i] |= m->moves;
	m->x->direct[v.i] = m->moves && m->direct;
}

static void follow_node(Planner *x, int32_t node)
{
	EventPlan *p = x->p;
	EventNode *n = &p->nodes.at[node];
	bool set = n->kind == EV_BLOCK && p->d->event.step[n->step].kind == DK_SET;
	Mover m = {.x = x, .moves = set || n->reads_time || n->impure, .direct = n->kind == EV_ASSIGN};
	bool marked = n->reads_time;

	for (int32_t k = p->read.start[node]; k < p->read.start[node + 1]; k++) {
		int32_t v = p->read.col[k];

		if (!x->moves[v] || p->node_of_var[v] == node)
			continue;
		m.moves = true;
		m.direct &= x->direct[v];
	}
	m.direct &= !n->impure;
	event_outputs(p, n, move, &m);
	n->moves = m.any;
	n->discrete |= m.watched;
	for (int32_t k = p->mark.start[node]; k < p->mark.start[node + 1]; k++)
		marked |= x->moves[p->mark.col[k]];
	n->first = n->discrete && (marked || set);
}

/* A relation that is an assignment of its own is due when its crossing or instant says so. */
static void find_relations(Planner *x)
{
	EventPlan *p = x->p;
	const Dae *d = p->d;

	for (size_t i = 0; i < d->relations.n; i++) {
		const DaeRelation *r = &d->relations.at[i];
		int32_t node = p->node_of_var[r->var.i];
		EventNode *n = node >= 0 ? &p->nodes.at[node] : NULL;
		bool known = n && n->kind == EV_ASSIGN && n->n == 1 && !n->impure && n->first;

		for (int32_t k = known ? p->mark.start[node] : 0; known && k < p->mark.start[node + 1]; k++)
			known = !x->moves[p->mark.col[k]] || (!r->instant && x->direct[p->mark.col[k]]);
		if (!known)
			continue;
		n->first = false;
		n->relation = (int32_t)i;
	}
}

/* Backward: what discrete nodes need. */
static void find_active(EventPlan *p)
{
	for (int32_t i = (int32_t)p->nodes.n; i-- > 0;) {
		EventNode *n = &p->nodes.at[i];

		n->active |= n->discrete;
		for (int32_t k = p->read.start[i]; n->active && k < p->read.start[i + 1]; k++)
			if (p->node_of_var[p->read.col[k]] >= 0)
				p->nodes.at[p->node_of_var[p->read.col[k]]].active = true;
	}
}

void event_plan(Dae *d, Arena *result, Arena *scratch, EventPlan *out)
{
	Planner x = {.p = out, .scratch = scratch};
	EventRead read;

	*out = (EventPlan){.d = d, .result = result};
	out->node_of_var = NEW_ARRAY(result, int32_t, d->vars.n);
	memset(out->node_of_var, -1, d->vars.n * sizeof *out->node_of_var);
	out->pre_read = NEW_ARRAY(result, bool, d->vars.n);
	out->pre_set = NEW_ARRAY(result, uint8_t, d->vars.n);
	make_nodes(&x);
	for (size_t i = 0; i < out->nodes.n; i++)
		event_outputs(out, &out->nodes.at[i], own, &(Owner){out, (int32_t)i});
	event_read_begin(&read, out, scratch, (int32_t)out->nodes.n);
	for (size_t i = 0; i < out->nodes.n; i++)
		event_read_node(&read, (int32_t)i);
	event_read_end(&read);
	x.moves = NEW_ARRAY(result, bool, d->vars.n);
	x.direct = NEW_ARRAY(result, bool, d->vars.n);
	begin_moving(&x);
	for (size_t i = 0; i < out->nodes.n; i++)
		follow_node(&x, (int32_t)i);
	find_relations(&x);
	find_active(out);
}
