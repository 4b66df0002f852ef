/* SPDX-License-Identifier: MIT
   clock_make.c — the model without operators of clocks. Each sub-partition gets a Boolean that
   rises at its ticks. What a variable x was at the last tick of its clock is a variable of its own,

	   when tick then last = x; end when;

   and all conversions between clocks read it: hold(x), subSample(x) … are `last`, previous(x) is
   pre(last); before the first tick it is the start value of x (MLS 16.4, 16.5). sample(u) is the
   left limit of u, pre(u) (MLS 16.5.1). Clocked equations keep their form, and their clock. */
#include "compiler/clocks/clocks.h"

typedef struct Rule {
	Clocks *c;     /* the pass */
	int32_t clock; /* of the equations that are rewritten; -1: none */
	Rewrite *r;    /* by this rule; NULL: not used yet */
} Rule;

static void push(Clocks *c, const FlatEq *eq)
{
	vec_push(arena_allocator(c->scratch), &c->made, *eq);
}

static FlatEq equal(const Clocks *c, const Expr *lhs, const Expr *rhs)
{
	return (FlatEq){
		.kind = EQ_EQUAL, .origin = EO_OTHER, .path = c->path, .at = c->at, .lhs = lhs, .rhs = rhs};
}

static FlatEq when(Clocks *c, const Expr *cond, const FlatEq *body)
{
	EqBranch *branch = NEW(c->m->keep, EqBranch);
	FlatEq *inner = NEW(c->m->keep, FlatEq);

	*inner = *body;
	inner->clock = 0;
	*branch = (EqBranch){.cond = cond, .eq = inner, .n_eq = 1, .at = body->at};
	return (FlatEq){.kind = EQ_WHEN,
					.origin = body->origin,
					.n_branch = 1,
					.path = body->path,
					.at = body->at,
					.branch = branch};
}

static const Expr *tick_of(const Clocks *c, int32_t clock)
{
	return flat_ref(c->m, c->m->clocks.at[clock].tick);
}

static void set_start(Clocks *c, VarId v, const Expr *start)
{
	FlatAttrs a = {.fixed = FX_TRUE};

	flat_set_start(c->m, v, start);
	flat_set_attrs(c->m, v, flat_add_attrs(c->m, &a));
}

/* A discrete variable that gets `value` at the ticks of a clock. */
static VarId new_last(Clocks *c, const char *kind, const Expr *value, const Expr *start, int clock)
{
	VarId v = clock_new_var(c, kind, value->type, VB_DISCRETE);
	FlatEq body = equal(c, flat_ref(c->m, v), value);

	set_start(c, v, start);
	body = when(c, tick_of(c, clock), &body);
	push(c, &body);
	return v;
}

/* The variable that is x at the last tick of its clock. */
static const Expr *last_of(Clocks *c, VarId x)
{
	uint64_t *seen = map_find(&c->lasts, (uint64_t)x.i);
	int32_t clock = c->m->clock_of.at[x.i] - 1;
	PathId path = c->path;
	Span at = c->at;
	VarId v;

	if (seen)
		return flat_ref(c->m, (VarId){(int32_t)*seen});
	if (clock < 0)
		return flat_ref(c->m, x);
	c->path = flat_decl_of(c->m, x)->path;
	c->at = flat_decl_of(c->m, x)->at;
	v = new_last(c, "last", flat_ref(c->m, x), flat_var(c->m, x)->start, clock);
	c->path = path;
	c->at = at;
	map_put(&c->lasts, (uint64_t)x.i, (uint64_t)v.i);
	return flat_ref(c->m, v);
}

static const Expr *pre_last(Clocks *c, const Expr *x)
{
	if (x->op != EX_VAR)
		return x;
	return expr_unary(c->p, EX_PRE, last_of(c, expr_var_id(x)));
}

static bool is_clocked_var(const Clocks *c, const Expr *x)
{
	return x->op == EX_VAR && x->aux < c->m->clock_of.n && c->m->clock_of.at[x->aux] > 0;
}

static const Expr *sampled(Clocks *c, const Expr *u)
{
	return u->op == EX_VAR && u->variability > VB_PARAMETER ? expr_unary(c->p, EX_PRE, u) : u;
}

static const Expr *clocked_rule(Rule *r, const Expr *e)
{
	Clocks *c = r->c;
	const FlatClock *k = &c->m->clocks.at[r->clock];
	const Expr *x = e->n > 0 ? e->arg[0] : NULL;

	switch (e->op) {
	case EX_INTERVAL: return k->step;
	case EX_FIRST_TICK: return expr_unary(c->p, EX_PRE, flat_ref(c->m, k->first));
	case EX_PRE: return is_clocked_var(c, x) ? pre_last(c, x) : e;
	case EX_EDGE:
		if (!is_clocked_var(c, x))
			return e;
		return expr_binary(c->p, EX_AND, x, expr_unary(c->p, EX_NOT, pre_last(c, x)));
	case EX_CHANGE: return is_clocked_var(c, x) ? expr_binary(c->p, EX_NE, x, pre_last(c, x)) : e;
	case EX_DELAY:
	case EX_SPATIAL:
	case EX_SAMPLE:
		diag_error(c->diag, c->at, E_CLOCKED, "'%s' in clocked equations is not supported",
				   expr_op_info[e->op].text);
		return e->op == EX_SAMPLE ? expr_boolean(c->p, false) : e;
	default: return e;
	}
}

static const Expr *convert_rule(void *ctx, ExprPool *p, const Expr *e)
{
	Rule *r = ctx;
	const Expr *x = e->n > 0 ? e->arg[0] : NULL;

	(void)p;
	switch (e->op) {
	case EX_SAMPLE_AT: return sampled(r->c, x);
	case EX_PREVIOUS: return pre_last(r->c, x);
	case EX_HOLD:
	case EX_SUB_SAMPLE:
	case EX_SUPER_SAMPLE:
	case EX_SHIFT_SAMPLE:
	case EX_BACK_SAMPLE:
	case EX_NO_CLOCK: return x->op == EX_VAR ? last_of(r->c, expr_var_id(x)) : x;
	default: return r->clock >= 0 ? clocked_rule(r, e) : e;
	}
}

/* --- ticks --- */

/* cond is a variable of its own; what follows it one pass later makes ticks: MLS 16.3, edge(pre(b))
 */
static VarId event_var(Clocks *c, const Expr *cond)
{
	const Type *boolean = type_basic(c->p, TY_BOOLEAN);
	VarId now = clock_new_var(c, "condition", boolean, VB_DISCRETE);
	VarId after = clock_new_var(c, "fired", boolean, VB_DISCRETE);
	FlatEq eq = equal(c, flat_ref(c->m, now), cond);

	push(c, &eq);
	eq = equal(c, flat_ref(c->m, after), expr_unary(c->p, EX_PRE, flat_ref(c->m, now)));
	push(c, &eq);
	return after;
}

/* fired rises, and it is the one of the event clock's ticks that this clock has. */
static VarId counted_tick(Clocks *c, VarId fired, const FlatClock *k)
{
	const Expr *w = flat_ref(c->m, fired), *shift = expr_integer(c->p, k->shift), *n, *cond;
	VarId count, tick;
	FlatEq eq;

	if (k->factor == 1 && k->shift == 0)
		return fired;
	count = clock_new_var(c, "ticks", type_basic(c->p, TY_INTEGER), VB_DISCRETE);
	set_start(c, count, expr_integer(c->p, 0));
	n = expr_unary(c->p, EX_PRE, flat_ref(c->m, count));
	eq = equal(c, flat_ref(c->m, count), expr_add(c->p, n, expr_integer(c->p, 1)));
	eq = when(c, w, &eq);
	push(c, &eq);
	tick = clock_new_var(c, "tick", type_basic(c->p, TY_BOOLEAN), VB_DISCRETE);
	cond = expr_binary(
		c->p, EX_EQ,
		expr_binary(c->p, EX_MOD, expr_sub(c->p, n, shift), expr_integer(c->p, k->factor)),
		expr_integer(c->p, 0));
	cond = expr_binary(c->p, EX_AND, expr_binary(c->p, EX_GE, n, shift), cond);
	cond = expr_binary(c->p, EX_AND, expr_unary(c->p, EX_NOT, expr_unary(c->p, EX_PRE, w)),
					   expr_unary(c->p, EX_NO_EVENT, cond));
	eq = equal(c, flat_ref(c->m, tick), expr_binary(c->p, EX_AND, w, cond));
	push(c, &eq);
	return tick;
}

static void timed_tick(Clocks *c, const FlatClock *k)
{
	const Expr *arg[5] = {expr_to_real(c->p, k->interval), expr_real(c->p, (double)k->factor),
						  expr_real(c->p, (double)k->shift), expr_real(c->p, (double)k->per),
						  expr_real(c->p, k->resolution)};
	FlatEq eq = equal(c, flat_ref(c->m, k->tick), expr_op(c->p, EX_TICK, arg, 5));

	push(c, &eq);
}

/* The time since the tick before; at the first one what would have been. */
static const Expr *time_between(Clocks *c, int clock, const Expr *at_first)
{
	const FlatClock *k = &c->m->clocks.at[clock];
	const Expr *now = expr_time(c->p), *first = expr_unary(c->p, EX_PRE, flat_ref(c->m, k->first));
	VarId last = new_last(c, "ticked", now, expr_real(c->p, 0), clock);

	return expr_if(c->p, first, at_first,
				   expr_sub(c->p, now, expr_unary(c->p, EX_PRE, flat_ref(c->m, last))));
}

/* interval() (MLS 16.10) */
static const Expr *step_of(Clocks *c, int clock, const ClockAnchor *a)
{
	const FlatClock *k = &c->m->clocks.at[clock];
	const Expr *unit, *length;

	if (k->kind == CLOCK_EVENT)
		return time_between(c, clock, a->clock->arg[1]);
	unit = k->kind == CLOCK_VARYING ? expr_unary(c->p, EX_PRE, k->interval) : k->interval;
	length = expr_mul(c->p, expr_to_real(c->p, unit), expr_real(c->p, (double)k->factor));
	length = expr_binary(c->p, EX_DIV, length, expr_real(c->p, (double)k->per * k->resolution));
	if (k->kind != CLOCK_VARYING || (k->factor == k->per && k->shift == 0))
		return length;
	return time_between(c, clock, length);
}

/* Rates as whole numbers, and the unit. */
static void set_rate(Clocks *c, const ClockPart *p, FlatClock *k)
{
	const ClockBase *base = &c->bases.at[p->base];
	const Expr *clock = base->anchor ? base->anchor->clock : NULL;

	k->kind = base->anchor ? base->kind : (uint8_t)CLOCK_RATIONAL;
	k->per = base->per;
	k->factor = (int64_t)((__int128)p->interval.num * base->per / p->interval.den);
	k->shift = (int64_t)((__int128)p->start.num * base->per / p->start.den);
	k->resolution = 1;
	k->interval = expr_real(c->p, 1);
	if (k->kind != CLOCK_RATIONAL)
		k->interval = k->written = clock->arg[0];
	if (k->kind == CLOCK_VARYING && clock->op == EX_CLOCK_RATIONAL)
		k->resolution = (double)expr_integer_value(clock->arg[1]);
}

static void make_clock(Clocks *c, ClockPart *p, VarId *fired)
{
	const ClockAnchor *a = c->bases.at[p->base].anchor;
	FlatClock k = {.base = p->base,
				   .has_der = p->has_der,
				   .method = p->method,
				   .at = a ? a->at : p->at,
				   .tick = {-1},
				   .first = {-1}};

	p->clock = (int32_t)c->m->clocks.n;
	c->at = k.at;
	c->path = a ? a->path : (PathId){0};
	set_rate(c, p, &k);
	if (k.kind == CLOCK_EVENT && fired[p->base].i < 0)
		fired[p->base] = event_var(c, k.interval);
	if (k.kind == CLOCK_EVENT)
		k.tick = counted_tick(c, fired[p->base], &k);
	else
		k.tick = clock_new_var(c, "tick", type_basic(c->p, TY_BOOLEAN), VB_DISCRETE);
	vec_push(arena_allocator(c->m->keep), &c->m->clocks, k);
}

/* What needs that clocks have numbers, since intervals may be clocked variables. */
static void finish_clock(Clocks *c, const ClockPart *p)
{
	const ClockAnchor *a = c->bases.at[p->base].anchor;
	FlatClock *k = &c->m->clocks.at[p->clock];
	const Expr *step, *no = expr_boolean(c->p, false), *yes = expr_boolean(c->p, true);

	c->at = k->at;
	c->path = a ? a->path : (PathId){0};
	if (k->kind == CLOCK_VARYING)
		k->interval = last_of(c, expr_var_id(k->interval));
	if (k->kind != CLOCK_EVENT)
		timed_tick(c, k);
	k->first = new_last(c, "first", no, yes, p->clock);
	step = step_of(c, p->clock, a);
	c->m->clocks.at[p->clock].step = step;
	if (p->has_der) {
		VarId length = clock_new_var(c, "step", type_basic(c->p, TY_REAL), VB_CONTINUOUS);
		FlatEq eq = equal(c, flat_ref(c->m, length), step);

		eq.clock = 1 + p->clock;
		push(c, &eq);
		c->m->clocks.at[p->clock].length = length;
		while (c->m->clock_of.n < (size_t)length.i)
			vec_push(arena_allocator(c->m->keep), &c->m->clock_of, 0);
		vec_push(arena_allocator(c->m->keep), &c->m->clock_of, 1 + p->clock);
	}
}

static void make_clocks(Clocks *c)
{
	VarId *fired = NEW_ARRAY(c->scratch, VarId, c->bases.n + 1);

	for (size_t i = 0; i < c->bases.n; i++)
		fired[i] = (VarId){-1};
	for (size_t i = 0; i < c->parts.n; i++)
		if (c->parts.at[i].used)
			make_clock(c, &c->parts.at[i], fired);
}

static void number_vars(Clocks *c)
{
	for (size_t i = 0; i < c->m->vars.n; i++) {
		int32_t part = i < c->n_vars ? c->part_of[i] : -1, clock = 0;

		if (part >= 0 && flat_decl_of(c->m, (VarId){(int32_t)i})->type->kind != TY_CLOCK)
			clock = 1 + c->parts.at[part].clock;
		else if (flat_decl_of(c->m, (VarId){(int32_t)i})->type->kind == TY_CLOCK)
			flat_decl_of(c->m, (VarId){(int32_t)i})->flags |= DF_HIDE_RESULT; /* no value */
		vec_push(arena_allocator(c->m->keep), &c->m->clock_of, clock);
	}
}

/* --- equations --- */

static bool is_of_clock_type(const FlatEq *eq)
{
	return eq->kind == EQ_EQUAL && eq->lhs->type->kind == TY_CLOCK;
}

/* A when with a Boolean condition in clocked equations: it is active at the tick at which the
   condition is true and was not at the tick before (MLS 16.8.1: events count at ticks). */
static void make_when(Clocks *c, const FlatEq *eq, int32_t clock)
{
	const EqBranch *b = &eq->branch[0];
	const Expr *rises;
	VarId w;

	c->at = eq->at;
	c->path = eq->path;
	if (eq->n_branch > 1 || b->cond->type->rank > 0) {
		diag_error(c->diag, eq->at, E_CLOCKED,
				   "'elsewhen' and several conditions in clocked equations are not supported");
		return;
	}
	w = new_last(c, "rose", b->cond, expr_boolean(c->p, false), clock);
	rises = expr_binary(c->p, EX_AND, b->cond,
						expr_unary(c->p, EX_NOT, expr_unary(c->p, EX_PRE, flat_ref(c->m, w))));
	for (int32_t i = 0; i < b->n_eq; i++) {
		FlatEq one = b->eq[i];

		if (one.kind != EQ_EQUAL || one.lhs->op != EX_VAR || one.lhs->type->rank > 0) {
			diag_error(
				c->diag, one.at, E_CLOCKED,
				"in a 'when' inside of clocked equations only 'v = expression' is supported");
			continue;
		}
		one.rhs = expr_if(c->p, rises, one.rhs, pre_last(c, one.lhs));
		one.clock = 1 + clock;
		push(c, &one);
	}
}

/* Effects, alone or in branches, happen at ticks. */
static bool has_effect(const FlatEq *eq)
{
	if (eq->kind == EQ_EFFECT)
		return true;
	for (int b = 0; eq->kind == EQ_IF && b < eq->n_branch; b++)
		for (int32_t i = 0; i < eq->branch[b].n_eq; i++)
			if (has_effect(&eq->branch[b].eq[i]))
				return true;
	return false;
}

static void make_eq(Clocks *c, const ClockItem *item, Rule *rule)
{
	FlatEq eq = *clock_copy_eqs(c, &item->eq, 1, rule->r);

	if (rule->clock < 0) {
		push(c, &eq);
		return;
	}
	if (eq.kind == EQ_WHEN) {
		make_when(c, &eq, rule->clock);
		return;
	}
	c->m->clocks.at[rule->clock].n_eqs++;
	if (has_effect(&eq)) {
		eq = when(c, tick_of(c, rule->clock), &eq);
		push(c, &eq);
		return;
	}
	eq.clock = 1 + rule->clock;
	push(c, &eq);
}

/* A clocked algorithm is one when, in which all that it assigns is discrete. */
static void target(void *ctx, VarId v)
{
	Clocks *c = ctx;

	c->m->vars.at[v.i].variability = VB_DISCRETE;
	c->m->clock_of.at[v.i] = 0;
}

static void make_alg(Clocks *c, int32_t i, Rule *rule)
{
	FlatAlg *alg = &c->m->algs.at[i];
	const FlatStmt *stmt = clock_copy_stmts(c, alg->body.stmt, alg->body.n_stmt, rule->r);
	StmtBranch *branch;
	FlatStmt *all;

	alg->body.stmt = stmt;
	if (rule->clock < 0)
		return;
	c->m->clocks.at[rule->clock].n_eqs++;
	branch = NEW(c->m->keep, StmtBranch);
	all = NEW(c->m->keep, FlatStmt);
	*branch = (StmtBranch){
		.cond = tick_of(c, rule->clock), .stmt = stmt, .n_stmt = alg->body.n_stmt, .at = alg->at};
	*all = (FlatStmt){.kind = ST_WHEN, .n_branch = 1, .at = alg->at, .branch = branch};
	alg->body.stmt = all;
	alg->body.n_stmt = 1;
}

/* An initial equation of clocked states counts at their first tick (MLS 16.8.3). */
static int32_t clock_of_initial(Clocks *c, const FlatEq *eq)
{
	const Expr *x;
	int32_t clock = -1;

	if (eq->kind != EQ_EQUAL)
		return -1;
	walk_begin(&c->walk, eq->lhs);
	walk_add(&c->walk, eq->rhs);
	while ((x = walk_next(&c->walk)))
		if (is_clocked_var(c, x))
			clock = c->m->clock_of.at[x->aux] - 1;
	if (clock >= 0 && !c->m->clocks.at[clock].has_der) {
		diag_error(c->diag, eq->at, E_CLOCK_MIXED,
				   "a clocked variable without differential equations has no initial equation; its "
				   "start value counts at its first tick");
		return -1;
	}
	return clock;
}

static Rule *rule_for(Clocks *c, Rule *rules, int32_t clock)
{
	Rule *r = &rules[clock + 1];

	if (!r->r) {
		*r = (Rule){.c = c, .clock = clock};
		r->r = walk_rewrite_new(c->p, c->scratch, XF_VAR | XF_CLOCK, convert_rule, r);
	}
	return r;
}

static void make_item(Clocks *c, const ClockItem *item, Rule *rules)
{
	int32_t part = c->part_of[item->node], clock = part < 0 ? -1 : c->parts.at[part].clock;

	if (item->alg >= 0) {
		make_alg(c, item->alg, rule_for(c, rules, clock));
		return;
	}
	if (is_of_clock_type(&item->eq))
		return;
	if (item->eq.initial)
		clock = clock_of_initial(c, &item->eq);
	make_eq(c, item, rule_for(c, rules, clock));
}

/* What equations give is continuous for index reduction; clock_hold makes it discrete. */
static void set_variability(Clocks *c)
{
	for (size_t i = 0; i < c->m->clock_of.n; i++)
		if (c->m->clock_of.at[i] > 0 &&
			flat_decl_of(c->m, (VarId){(int32_t)i})->type->kind == TY_REAL)
			c->m->vars.at[i].variability = VB_CONTINUOUS;
}

static void find_targets(Clocks *c)
{
	for (size_t i = 0; i < c->items.n; i++) {
		const ClockItem *item = &c->items.at[i];

		if (item->alg >= 0 && c->part_of[item->node] >= 0)
			targets_of_alg(&c->m->algs.at[item->alg], c->scratch, target, c);
	}
}

bool clock_make(Clocks *c)
{
	int n_errors = c->diag->n_errors;
	Rule *rules;

	map_init(&c->lasts, arena_allocator(c->scratch));
	make_clocks(c);
	number_vars(c);
	for (size_t i = 0; i < c->parts.n; i++)
		if (c->parts.at[i].used)
			finish_clock(c, &c->parts.at[i]);
	rules = NEW_ARRAY(c->scratch, Rule, c->m->clocks.n + 1);
	for (size_t i = 0; i < c->items.n; i++)
		make_item(c, &c->items.at[i], rules);
	set_variability(c);
	find_targets(c);
	c->m->eqs.n = 0;
	for (size_t i = 0; i < c->made.n; i++)
		vec_push(arena_allocator(c->m->keep), &c->m->eqs, c->made.at[i]);
	return c->diag->n_errors == n_errors;
}
