/* SPDX-License-Identifier: MIT
   apart.c — the equations of a model with DEVS components fall into parts that have no variable
   in common: they interact by messages alone. Each part with states becomes an island, which runs
   with an integrator of its own; parts without any are one island together, for nothing of theirs
   is integrated. With fewer than two parts that have states all is one island, as it is without
   DEVS components.

   What another component gives (states of atomics, values of messages), the clock of a sampler, and
   a relation of time may be read by several islands: each has a value of its own, and is told of a
   new one by a message of its own. Parameters and the initial system are common to all. What the
   runtime keeps or gives as a whole stays together: histories of delays, inputs of the model, calls
   of impure functions. O(size of the systems).

   requires: ladder_find. gives: Dae.island, n_islands, shared; DaeStep.island; systems, relations,
   actions and states ordered by island. */
#include "compiler/dae/dae.h"

#include <string.h>

/* What keeps together parts that share no variable. */
typedef enum Bond { BOND_HISTORY, BOND_INPUT, BOND_IMPURE, BOND_COUNT } Bond;

/* A part reads what another component gives. */
typedef struct Hearing {
	int32_t member; /* a member of the part */
	VarId of;       /* what it reads */
} Hearing;

typedef struct Parts {
	Dae *d;             /* the model */
	Arena *scratch;     /* work space */
	Arena *work;        /* holds what grows */
	Uses uses;          /* finds variables */
	const bool *given;  /* by variable: it is nobody's own */
	int32_t *parent;    /* by variable, then by bond: union-find; the smallest member is the root */
	int32_t n;          /* how many of these */
	int32_t first;      /* of the unit at hand: a member; -1: none yet */
	Map ladders;        /* expression that moves -> a variable of its part */
	VEC(Hearing) heard; /* what is read of others; the last `pending` of it by the unit at hand */
	size_t pending;
} Parts;

/* Those of the run. */
static void systems_of(Dae *d, DaeSystem *out[4])
{
	out[0] = &d->event;
	out[1] = &d->ode;
	out[2] = &d->zero;
	out[3] = &d->output;
}

/* Is a relation one of time and parameters alone? Each island watches it for itself. */
static bool is_of_time(const Dae *d, const DaeRelation *r, Uses *uses)
{
	if (!r->instant)
		return false;
	uses_begin(uses);
	uses_add(uses, r->lhs);
	uses_add(uses, r->rhs);
	uses_add(uses, r->instant);
	for (size_t i = 0; i < uses->vars.n; i++)
		if (d->vars.at[uses->vars.at[i].i].role >= DR_INPUT)
			return false;
	return uses->pre.n == 0;
}

/* It is given to all that read it: by another component of the system, by the clock of a sampler,
   or by time. Each island has a value of its own. */
static const bool *find_given(const Dae *d, Arena *scratch, Uses *uses)
{
	bool *given = NEW_ARRAY(scratch, bool, d->vars.n);

	for (size_t i = 0; i < d->vars.n; i++)
		given[i] = d->vars.at[i].role == DR_INPUT &&
				   flat_decl_of(d->m, (VarId){(int32_t)i})->flags & DF_OUTSIDE;
	for (size_t i = 0; i < d->operators.n; i++)
		if (d->operators.at[i].kind == OPERATOR_sampler)
			given[d->operators.at[i].result[0].i] = true;
	for (size_t i = 0; i < d->relations.n; i++)
		if (is_of_time(d, &d->relations.at[i], uses))
			given[d->relations.at[i].var.i] = true;
	return given;
}

/* Does it bind together all that speaks of it? */
static bool binds(const Parts *x, VarId v)
{
	return x->d->vars.at[v.i].role >= DR_INPUT && !x->given[v.i];
}

/* --- parts --- */

static int32_t root(Parts *x, int32_t i)
{
	while (x->parent[i] != i) {
		x->parent[i] = x->parent[x->parent[i]];
		i = x->parent[i];
	}
	return i;
}

static void join(Parts *x, int32_t member)
{
	int32_t a, b;

	if (x->first < 0) {
		x->first = member;
		return;
	}
	a = root(x, x->first);
	b = root(x, member);
	if (a < b)
		x->parent[b] = a;
	else
		x->parent[a] = b;
}

static void join_var(Parts *x, VarId v)
{
	v = x->d->vars.at[v.i].alias;
	if (binds(x, v))
		join(x, v.i);
	else if (x->given[v.i]) {
		vec_push(arena_allocator(x->work), &x->heard, ((Hearing){-1, v}));
		x->pending++;
	}
}

static void join_bond(Parts *x, Bond bond)
{
	join(x, (int32_t)x->d->vars.n + bond);
}

static void join_expr(Parts *x, const Expr *e)
{
	if (!e)
		return;
	uses_find(&x->uses, e, NULL);
	for (size_t i = 0; i < x->uses.vars.n; i++)
		join_var(x, x->uses.vars.at[i]);
	for (size_t i = 0; i < x->uses.pre.n; i++)
		join_var(x, x->uses.pre.at[i]);
	if (e->flags & XF_IMPURE)
		join_bond(x, BOND_IMPURE);
}

/* What the unit before has read is its part's. */
static void begin_unit(Parts *x)
{
	for (size_t i = x->heard.n - x->pending; i < x->heard.n; i++)
		x->heard.at[i].member = x->first;
	x->pending = 0;
	x->first = -1;
}

static void join_assign(Parts *x, const DaeAssign *a)
{
	join_var(x, a->var);
	join_expr(x, a->value);
}

/* All of a block, those inside of it included. */
static void join_block(Parts *x, const DaeStep *s)
{
	int32_t n_unknown = s->kind == DK_SET ? x->d->sets.at[s->set].n : s->n;

	for (int32_t i = 0; i < s->n_assigns; i++)
		join_assign(x, &s->assign[i]);
	for (int32_t i = 0; s->unknown && i < n_unknown; i++)
		join_var(x, s->unknown[i]);
	for (int32_t i = 0; s->residual && i < s->n; i++)
		join_expr(x, s->residual[i]);
	for (int32_t i = 0; i < s->n_decisions; i++) {
		join_var(x, s->decision[i]);
		join_expr(x, s->fresh[i]);
	}
	for (int32_t i = 0; i < s->n_steps; i++)
		join_block(x, &s->step[i]);
}

static void join_steps(Parts *x, const DaeSystem *s)
{
	for (int32_t i = 0; i < s->n_steps; i++)
		if (s->step[i].kind == DK_ASSIGN) {
			for (int32_t k = 0; k < s->step[i].n_assigns; k++) {
				begin_unit(x);
				join_assign(x, &s->step[i].assign[k]);
			}
		} else {
			begin_unit(x);
			join_block(x, &s->step[i]);
		}
}

static void join_states(Parts *x)
{
	const Dae *d = x->d;

	for (size_t i = 0; i < d->states.n; i++) {
		begin_unit(x);
		join_var(x, d->states.at[i]);
		join_var(x, d->vars.at[d->states.at[i].i].der);
	}
	for (size_t k = 0; k < d->sets.n; k++) {
		const DaeSet *s = &d->sets.at[k];

		begin_unit(x);
		for (int32_t i = 0; i < s->n; i++) {
			join_var(x, s->candidate[i]);
			join_var(x, d->vars.at[s->candidate[i].i].der);
		}
		if (s->tied >= 0)
			join_var(x, d->sets.at[s->tied].candidate[0]);
	}
}

static void join_relations(Parts *x)
{
	for (size_t i = 0; i < x->d->relations.n; i++) {
		const DaeRelation *r = &x->d->relations.at[i];
		const uint64_t *known;

		begin_unit(x);
		join_var(x, r->var);
		join_expr(x, r->lhs);
		join_expr(x, r->rhs);
		join_expr(x, r->instant);
		if (!r->moving)
			continue;
		known = map_find(&x->ladders, map_key(r->moving));
		if (known)
			join(x, (int32_t)*known);
		else
			map_put(&x->ladders, map_key(r->moving), (uint64_t)r->var.i);
	}
}

static void join_action(Parts *x, const DaeAction *a)
{
	begin_unit(x);
	join_expr(x, a->fires);
	join_expr(x, a->value);
	join_expr(x, a->message);
	if (a->kind == DA_REINIT)
		join_var(x, a->target);
}

/* Arguments that vary make a history, which the runtime computes behind everything else. */
static void join_operators(Parts *x)
{
	for (size_t i = 0; i < x->d->operators.n; i++) {
		const DaeOperator *o = &x->d->operators.at[i];
		const OperatorRule *rule = dae_rule(o);

		begin_unit(x);
		for (int k = 0; k < rule->n_results; k++)
			join_var(x, o->result[k]);
		for (int k = 0; k < rule->n_args; k++) {
			join_expr(x, o->arg[k]);
			if (rule->arg[k].after & ~AFTER_PARAM)
				join_bond(x, BOND_HISTORY);
		}
		if (o->state.i >= 0)
			join_var(x, o->state);
	}
}

static void join_inputs(Parts *x)
{
	begin_unit(x);
	for (size_t i = 0; i < x->d->vars.n; i++)
		if (flat_decl_of(x->d->m, (VarId){(int32_t)i})->causality == CZ_INPUT &&
			x->d->vars.at[i].role == DR_INPUT) {
			join_bond(x, BOND_INPUT);
			join_var(x, (VarId){(int32_t)i});
		}
}

static VarId var_of(const Dae *d, const Expr *e)
{
	return d->vars.at[(int32_t)e->aux].alias;
}

/* A message is made of values of one instant. */
static void join_senders(Parts *x)
{
	const FlatModel *m = x->d->m;

	for (size_t i = 0; i < m->bridges.n; i++) {
		const FlatBridge *b = &m->bridges.at[i];

		begin_unit(x);
		if (!b->output)
			continue;
		join_var(x, var_of(x->d, b->count));
		for (int32_t k = 0; k < b->n_values; k++)
			if (b->value[k].x->op == EX_VAR)
				join_var(x, var_of(x->d, b->value[k].x));
	}
}

static void find_parts(Parts *x)
{
	DaeSystem *system[4];

	x->n = (int32_t)x->d->vars.n + BOND_COUNT;
	x->parent = NEW_ARRAY(x->scratch, int32_t, x->n);
	for (int32_t i = 0; i < x->n; i++)
		x->parent[i] = i;
	uses_init(&x->uses, x->d, x->scratch);
	x->given = find_given(x->d, x->scratch, &x->uses);
	map_init(&x->ladders, arena_allocator(x->scratch));
	systems_of(x->d, system);
	for (int i = 0; i < 4; i++)
		join_steps(x, system[i]);
	join_states(x);
	join_relations(x);
	for (size_t i = 0; i < x->d->actions.n; i++)
		join_action(x, &x->d->actions.at[i]);
	join_operators(x);
	join_inputs(x);
	join_senders(x);
	begin_unit(x);
}

/* --- islands --- */

static int32_t number_of(Parts *x, int32_t number[], VarId state)
{
	int32_t part = root(x, x->d->vars.at[state.i].alias.i);

	if (number[part] < 0)
		number[part] = x->d->n_islands++;
	return number[part];
}

/* Parts without states that hear what one with states hears (the messages of a port, the state of
   an atomic) are told at the same instants: they are of its island. */
static void join_hearers(Parts *x, int32_t number[])
{
	const FlatModel *m = x->d->m;
	int32_t *of_path = NEW_ARRAY(x->scratch, int32_t, m->paths.n);

	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < x->heard.n; i++) {
			const Hearing *h = &x->heard.at[i];
			int32_t *hears = &of_path[flat_decl_of(m, h->of)->path.i]; /* kept 1 higher */
			int32_t *part = h->member < 0 ? NULL : &number[root(x, h->member)];

			if (part && turn == 0 && *part >= 0 && *hears == 0)
				*hears = *part + 1;
			if (part && turn == 1 && *part < 0)
				*part = *hears - 1;
		}
}

/* Parts with states in the order of these, then one for all others, if there are any. */
static void number_islands(Parts *x)
{
	Dae *d = x->d;
	int32_t *number = NEW_ARRAY(x->scratch, int32_t, x->n), rest = -1;

	memset(number, -1, (size_t)x->n * sizeof *number);
	d->n_islands = 0;
	for (size_t i = 0; i < d->states.n; i++)
		(void)number_of(x, number, d->states.at[i]);
	for (size_t k = 0; k < d->sets.n; k++)
		(void)number_of(x, number, d->sets.at[k].candidate[0]);
	if (d->n_islands < 2) {
		d->n_islands = 1;
		return;
	}
	join_hearers(x, number);
	d->island = NEW_ARRAY(d->keep, int32_t, d->vars.n);
	for (size_t i = 0; i < d->vars.n; i++) {
		VarId v = d->vars.at[i].alias;
		int32_t part = root(x, v.i);

		d->island[i] = -1;
		if (!binds(x, v))
			continue;
		if (number[part] < 0) {
			rest = rest < 0 ? d->n_islands++ : rest;
			number[part] = rest;
		}
		d->island[i] = number[part];
	}
}

static int32_t island_of_expr(Parts *x, const Expr *e)
{
	if (!e)
		return -1;
	uses_find(&x->uses, e, NULL);
	for (size_t i = 0; i < x->uses.vars.n; i++)
		if (x->d->island[x->uses.vars.at[i].i] >= 0)
			return x->d->island[x->uses.vars.at[i].i];
	for (size_t i = 0; i < x->uses.pre.n; i++)
		if (x->d->island[x->uses.pre.at[i].i] >= 0)
			return x->d->island[x->uses.pre.at[i].i];
	return -1;
}

/* One that speaks of nothing that changes but time, or of other components alone, is the first's.
 */
static int32_t island_of_action(Parts *x, const DaeAction *a)
{
	int32_t k = a->kind == DA_REINIT ? x->d->island[a->target.i] : island_of_expr(x, a->fires);

	if (k < 0)
		k = island_of_expr(x, a->value);
	if (k < 0)
		k = island_of_expr(x, a->message);
	return k < 0 ? 0 : k;
}

static int32_t island_of_block(const Dae *d, const DaeStep *s)
{
	if (s->unknown && (s->n > 0 || s->kind == DK_SET))
		return d->island[s->unknown[0].i];
	if (s->n_assigns > 0)
		return d->island[s->assign[0].var.i];
	return s->n_decisions > 0 ? d->island[s->decision[0].i] : island_of_block(d, &s->step[0]);
}

/* --- order --- */

/* Where each of n items goes so that islands come one after the other. */
static int32_t *places_of(const Dae *d, const int32_t island[], int32_t n, Arena *scratch)
{
	int32_t *start = NEW_ARRAY(scratch, int32_t, d->n_islands + 1);
	int32_t *place = NEW_ARRAY(scratch, int32_t, n + 1);

	for (int32_t i = 0; i < n; i++)
		start[island[i] + 1]++;
	for (int32_t k = 0; k < d->n_islands; k++)
		start[k + 1] += start[k];
	for (int32_t i = 0; i < n; i++)
		place[i] = start[island[i]]++;
	return place;
}

/* An assignment or a whole step. */
typedef struct Item {
	const DaeAssign *assign; /* NULL: the step */
	const DaeStep *step;     /* of other kinds */
	int32_t island;          /* whose */
} Item;

static int32_t add_items(const Dae *d, const DaeSystem *s, Item item[], int32_t island[])
{
	int32_t n = 0;

	for (int32_t i = 0; i < s->n_steps; i++) {
		const DaeStep *step = &s->step[i];

		for (int32_t k = 0; step->kind == DK_ASSIGN && k < step->n_assigns; k++, n++) {
			island[n] = dae_island(d, step->assign[k].var);
			item[n] = (Item){.assign = &step->assign[k], .island = island[n]};
		}
		if (step->kind == DK_ASSIGN)
			continue;
		island[n] = island_of_block(d, step);
		item[n] = (Item){.step = step, .island = island[n]};
		n++;
	}
	return n;
}

static int32_t count_items(const DaeSystem *s)
{
	int32_t n = 0;

	for (int32_t i = 0; i < s->n_steps; i++)
		n += s->step[i].kind == DK_ASSIGN ? s->step[i].n_assigns : 1;
	return n;
}

/* Assignments of one island that come one after the other are one step. */
static void make_steps(Dae *d, const Item item[], int32_t n, DaeSystem *out)
{
	DaeAssign *assign = NEW_ARRAY(d->keep, DaeAssign, n + 1);
	DaeStep *step = NEW_ARRAY(d->keep, DaeStep, n + 1);
	int32_t n_steps = 0;

	for (int32_t i = 0; i < n; i++) {
		DaeStep *last = n_steps > 0 ? &step[n_steps - 1] : NULL;

		if (!item[i].assign) {
			step[n_steps] = *item[i].step;
			step[n_steps++].island = item[i].island;
			continue;
		}
		assign[i] = *item[i].assign;
		if (last && last->kind == DK_ASSIGN && last->island == item[i].island)
			last->n_assigns++;
		else
			step[n_steps++] = (DaeStep){.kind = DK_ASSIGN,
										.n_assigns = 1,
										.assign = &assign[i],
										.set = -1,
										.island = item[i].island};
	}
	*out = (DaeSystem){step, n_steps};
}

static void order_system(Dae *d, DaeSystem *s, Arena *scratch)
{
	ArenaMark mark = arena_mark(scratch);
	int32_t n = count_items(s), *island = NEW_ARRAY(scratch, int32_t, n + 1), *place;
	Item *item = NEW_ARRAY(scratch, Item, n + 1), *sorted = NEW_ARRAY(scratch, Item, n + 1);

	(void)add_items(d, s, item, island);
	place = places_of(d, island, n, scratch);
	for (int32_t i = 0; i < n; i++)
		sorted[place[i]] = item[i];
	make_steps(d, sorted, n, s);
	arena_release(scratch, mark);
}

/* A list by island, each as it was. */
#define ORDER_LIST(x, Type, list, i, which)                      \
	do {                                                         \
		int32_t n_ = (int32_t)(x)->d->list.n, *place_;           \
		int32_t *of_ = NEW_ARRAY((x)->scratch, int32_t, n_ + 1); \
		Type *copy_ = NEW_ARRAY((x)->scratch, Type, n_ + 1);     \
		for (int32_t i = 0; i < n_; i++) {                       \
			of_[i] = (which);                                    \
			copy_[i] = (x)->d->list.at[i];                       \
		}                                                        \
		place_ = places_of((x)->d, of_, n_, (x)->scratch);       \
		for (int32_t i = 0; i < n_; i++)                         \
			(x)->d->list.at[place_[i]] = copy_[i];               \
	} while (0)

static void order_lists(Parts *x)
{
	Dae *d = x->d;
	DaeSystem *system[4];

	systems_of(d, system);
	for (int i = 0; i < 4; i++)
		order_system(d, system[i], x->scratch);
	for (size_t i = 0; i < d->actions.n; i++)
		d->actions.at[i].island = island_of_action(x, &d->actions.at[i]);
	ORDER_LIST(x, DaeRelation, relations, i, dae_island(d, d->relations.at[i].var));
	ORDER_LIST(x, DaeAction, actions, i, d->actions.at[i].island);
	ORDER_LIST(x, VarId, states, i, d->island[d->states.at[i].i]);
}

/* --- what several islands read --- */

typedef struct Shared {
	Parts *x;      /* the model */
	CsrBuilder by; /* islands x variables that others give */
	int32_t k;     /* the island at hand */
} Shared;

static void share_expr(Shared *s, const Expr *e)
{
	Uses *u = &s->x->uses;

	if (!e)
		return;
	uses_find(u, e, NULL);
	for (size_t i = 0; i < u->vars.n; i++)
		if (s->x->given[u->vars.at[i].i])
			csr_add(&s->by, s->k, u->vars.at[i].i);
	for (size_t i = 0; i < u->pre.n; i++)
		if (s->x->given[u->pre.at[i].i])
			csr_add(&s->by, s->k, u->pre.at[i].i);
}

static void share_step(Shared *s, const DaeStep *step)
{
	for (int32_t i = 0; i < step->n_assigns; i++)
		share_expr(s, step->assign[i].value);
	for (int32_t i = 0; step->residual && i < step->n; i++)
		share_expr(s, step->residual[i]);
	for (int32_t i = 0; i < step->n_decisions; i++)
		share_expr(s, step->fresh[i]);
	for (int32_t i = 0; i < step->n_steps; i++)
		share_step(s, &step->step[i]);
}

/* That of its trigger, or of a value; the first, if others give all of them. */
static int32_t island_of_sender(const Dae *d, const FlatBridge *b)
{
	int32_t k = d->island[var_of(d, b->count).i];

	for (int32_t i = 0; k < 0 && i < b->n_values; i++)
		if (b->value[i].x->op == EX_VAR)
			k = d->island[var_of(d, b->value[i].x).i];
	return k < 0 ? 0 : k;
}

static void share_sender(Shared *s, const FlatBridge *b)
{
	const Dae *d = s->x->d;

	if (s->x->given[var_of(d, b->count).i])
		csr_add(&s->by, s->k, var_of(d, b->count).i);
	for (int32_t i = 0; i < b->n_values; i++)
		if (b->value[i].x->op == EX_VAR && s->x->given[var_of(d, b->value[i].x).i])
			csr_add(&s->by, s->k, var_of(d, b->value[i].x).i);
}

static void find_shared(Parts *x)
{
	Dae *d = x->d;
	Shared s = {.x = x};
	DaeSystem *system[4];

	csr_begin(&s.by, x->scratch, d->n_islands, (int32_t)d->vars.n);
	systems_of(d, system);
	for (int i = 0; i < 4; i++)
		for (int32_t k = 0; k < system[i]->n_steps; k++) {
			s.k = system[i]->step[k].island;
			share_step(&s, &system[i]->step[k]);
		}
	for (size_t i = 0; i < d->relations.n; i++) {
		const DaeRelation *r = &d->relations.at[i];

		s.k = dae_island(d, r->var);
		share_expr(&s, r->lhs);
		share_expr(&s, r->rhs);
		share_expr(&s, r->instant);
	}
	for (size_t i = 0; i < d->actions.n; i++) {
		const DaeAction *a = &d->actions.at[i];

		s.k = a->island;
		share_expr(&s, a->fires);
		share_expr(&s, a->value);
		share_expr(&s, a->message);
	}
	for (size_t i = 0; i < d->operators.n; i++) {
		const DaeOperator *o = &d->operators.at[i];

		if (o->kind == OPERATOR_sampler) /* of parameters */
			continue;
		s.k = d->island[o->result[0].i];
		for (int k = 0; k < dae_rule(o)->n_args; k++)
			share_expr(&s, o->arg[k]);
	}
	d->bridge_island = NEW_ARRAY(d->keep, int32_t, d->m->bridges.n + 1);
	for (size_t i = 0; i < d->m->bridges.n; i++)
		if (d->m->bridges.at[i].output) {
			s.k = d->bridge_island[i] = island_of_sender(d, &d->m->bridges.at[i]);
			share_sender(&s, &d->m->bridges.at[i]);
		}
	csr_finish(&s.by, d->keep, &d->shared);
}

bool apart_find(Dae *d, Arena *scratch, Diag *diag)
{
	ArenaMark mark = arena_mark(scratch);
	Parts x = {.d = d, .scratch = scratch};
	Arena work;

	(void)diag;
	d->n_islands = 1;
	if (d->m->atomics.n + d->m->parts.n + d->m->couplings.n == 0)
		return true;
	arena_child(&work, scratch);
	x.work = &work;
	find_parts(&x);
	number_islands(&x);
	if (d->n_islands > 1) {
		order_lists(&x);
		find_shared(&x);
	}
	arena_free(&work);
	arena_release(scratch, mark);
	return true;
}

/* --- bridges --- */

/* Those that read a variable of others; false: nobody does. */
static bool add_readers(const Dae *d, const Expr *e, int32_t bridge, CsrBuilder *out)
{
	bool any = false;

	if (!e || e->op != EX_VAR)
		return false;
	for (int32_t k = 0; k < d->n_islands; k++)
		for (int32_t i = d->shared.start[k]; i < d->shared.start[k + 1]; i++)
			if (d->shared.col[i] == var_of(d, e).i) {
				csr_add(out, bridge, k);
				any = true;
			}
	return any;
}

void apart_bridges(const Dae *d, Arena *result, Arena *scratch, Csr *out)
{
	CsrBuilder by;

	csr_begin(&by, scratch, (int32_t)d->m->bridges.n, d->n_islands);
	for (size_t i = 0; i < d->m->bridges.n; i++) {
		const FlatBridge *b = &d->m->bridges.at[i];
		bool any = b->output;

		if (b->output)
			csr_add(&by, (int32_t)i, d->bridge_island[i]);
		else
			any = add_readers(d, b->count, (int32_t)i, &by);
		for (int32_t k = 0; !b->output && k < b->n_values; k++)
			any |= add_readers(d, b->value[k].x, (int32_t)i, &by);
		if (!any) /* it is only shown */
			csr_add(&by, (int32_t)i, 0);
	}
	csr_finish(&by, result, out);
}

/* --- what must hold --- */

typedef struct Apart {
	Check *check;   /* the way out */
	const Dae *d;   /* what is checked */
	Arena *scratch; /* work space */
	Uses uses;      /* finds variables */
} Apart;

static void check_expr(Apart *x, const Expr *e, int32_t island)
{
	if (!e)
		return;
	uses_find(&x->uses, e, NULL);
	for (size_t i = 0; i < x->uses.vars.n; i++) {
		int32_t other = x->d->island[x->uses.vars.at[i].i];

		if (other >= 0 && other != island)
			check_fail(x->check, "island %d reads a variable of island %d", (int)island,
					   (int)other);
	}
}

static void check_step(Apart *x, const DaeStep *s, int32_t island)
{
	for (int32_t i = 0; i < s->n_assigns; i++) {
		if (dae_island(x->d, s->assign[i].var) != island)
			check_fail(x->check, "island %d determines a variable of another", (int)island);
		check_expr(x, s->assign[i].value, island);
	}
	for (int32_t i = 0; s->residual && i < s->n; i++)
		check_expr(x, s->residual[i], island);
	for (int32_t i = 0; i < s->n_steps; i++)
		check_step(x, &s->step[i], island);
}

static void check_apart(Check *check, void *arg)
{
	Apart *x = arg;
	const Dae *d = x->d;
	const DaeSystem *const system[] = {&d->event, &d->ode, &d->zero, &d->output};

	x->check = check;
	uses_init(&x->uses, d, x->scratch);
	for (int i = 0; i < 4; i++)
		for (int32_t k = 0, last = 0; k < system[i]->n_steps; k++) {
			const DaeStep *s = &system[i]->step[k];

			if (s->island < last || s->island >= d->n_islands)
				check_fail(check, "steps are not in the order of islands");
			last = s->island;
			check_step(x, s, last);
		}
	for (size_t i = 0; i < x->d->actions.n; i++) {
		check_expr(x, x->d->actions.at[i].fires, x->d->actions.at[i].island);
		check_expr(x, x->d->actions.at[i].value, x->d->actions.at[i].island);
		check_expr(x, x->d->actions.at[i].message, x->d->actions.at[i].island);
	}
}

bool apart_check(const Dae *d, Arena *scratch, Text *why)
{
	if (d->n_islands == 1)
		return true;
	return check_run_in(scratch, why, check_apart, &(Apart){.d = d, .scratch = scratch});
}
