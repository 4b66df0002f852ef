/* SPDX-License-Identifier: MIT
   clock_parts.c — base- and sub-partitions (MLS 16.7.2 to 16.7.4): connected components of
   equations and variables. Conversions between clocked and not clocked cut both, those between
   clocks of one base cut sub-partitions only, and link them. Two union-finds, near-linear. */
#include "compiler/clocks/clocks.h"

#include <string.h>

int32_t clock_find(int32_t *parent, int32_t node)
{
	while (parent[node] != node)
		node = parent[node] = parent[parent[node]];
	return node;
}

static void unite(int32_t *parent, int32_t a, int32_t b)
{
	a = clock_find(parent, a);
	b = clock_find(parent, b);
	if (a < b)
		parent[b] = a;
	else
		parent[a] = b;
}

static void join(Clocks *c, int32_t a, int32_t b)
{
	unite(c->base.at, a, b);
	unite(c->sub.at, a, b);
}

static int32_t new_node(Clocks *c)
{
	int32_t node = (int32_t)c->base.n;

	vec_push(arena_allocator(c->scratch), &c->base, node);
	vec_push(arena_allocator(c->scratch), &c->sub, node);
	return node;
}

static void mark(Clocks *c, ClockMarkKind kind, int32_t node, VarId var, const char *how)
{
	ClockMark m = {.kind = (uint8_t)kind, .node = node, .var = var, .how = how, .at = c->at};

	vec_push(arena_allocator(c->scratch), &c->marks, m);
}

static bool is_unknown(const Clocks *c, VarId v)
{
	return flat_var(c->m, v)->variability > VB_PARAMETER &&
		   flat_decl_of(c->m, v)->causality != CZ_INPUT;
}

/* An input of the whole model has a value at all times: it is read where it is needed. */
static void join_vars(Clocks *c, int32_t node, const Expr *x)
{
	for (int32_t k = 0; k < x->type->n_scalars; k++)
		if (is_unknown(c, (VarId){(int32_t)x->aux + k}))
			join(c, node, (int32_t)x->aux + k);
}

/* --- clocks --- */

/* Factors and counters are literals since elaboration (MLS 16.5.2: at least 0, resolutions 1). */
static int64_t factor_of(Clocks *c, const Expr *e, uint32_t i, int64_t otherwise, int64_t least)
{
	int64_t n = otherwise;

	if (i < e->n && e->arg[i]->op == EX_INTEGER)
		n = expr_integer_value(e->arg[i]);
	if (n >= least)
		return n;
	diag_error(c->diag, c->at, E_CLOCK_ARGUMENT, "argument %u of '%s' must be at least %d", i + 1,
			   expr_op_info[e->op].text, (int)least);
	return least;
}

static void add_link(Clocks *c, const Expr *e, int32_t u, int32_t y)
{
	ClockLink link = {.u = u, .y = y, .op = e->op, .per = 1, .at = c->at};

	if (e->op == EX_SUB_SAMPLE || e->op == EX_SUPER_SAMPLE)
		link.factor = factor_of(c, e, 1, 0, 0);
	if (e->op == EX_SHIFT_SAMPLE || e->op == EX_BACK_SAMPLE) {
		link.factor = factor_of(c, e, 1, 0, 0);
		link.per = factor_of(c, e, 2, 1, 1);
	}
	unite(c->base.at, u, y);
	vec_push(arena_allocator(c->scratch), &c->links, link);
}

static void add_method(Clocks *c, int32_t node, const Expr *text)
{
	static const char *const known[] = {"External",          "ExplicitEuler",
										"ExplicitMidPoint2", "ExplicitRungeKutta4",
										"ImplicitEuler",     "ImplicitTrapezoid"};
	ClockMethod method = {.node = node, .at = c->at};
	const char *name;

	if (text->op != EX_STRING) {
		diag_error(c->diag, c->at, E_CLOCK_ARGUMENT,
				   "the solver method of a clock must be known at compile time");
		return;
	}
	name = intern_text(c->m->names, (Name){text->aux});
	if (!name[0])
		return;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i], name) == 0)
			method.name = known[i];
	if (!method.name)
		diag_error(c->diag, c->at, E_CLOCK_ARGUMENT,
				   "'%s' is no solver method of clocks; there are External, ExplicitEuler, "
				   "ExplicitMidPoint2, ExplicitRungeKutta4, ImplicitEuler, ImplicitTrapezoid",
				   name);
	else
		vec_push(arena_allocator(c->scratch), &c->methods, method);
}

static void add_anchor(Clocks *c, int32_t node, const Expr *e)
{
	ClockAnchor anchor = {.node = node, .clock = e, .path = c->path, .at = c->at};
	const Expr *x;

	if (e->op == EX_CLOCK_RATIONAL)
		(void)factor_of(c, e, 1, 1, 1);
	if (e->op == EX_CLOCK_RATIONAL && e->arg[0]->op == EX_INTEGER &&
		factor_of(c, e, 0, 0, 0) == 0) /* MLS 16.3: the period is inferred */
		return;
	for (walk_begin(&c->inner, e->arg[0]); (x = walk_next(&c->inner));)
		for (int32_t k = 0; x->op == EX_VAR && k < x->type->n_scalars; k++) {
			VarId v = {(int32_t)x->aux + k};

			if (e->op == EX_CLOCK_EVENT && is_unknown(c, v))
				mark(c, MARK_FREE, v.i, v, "the condition of a clock");
			else if (is_unknown(c, v))
				join(c, node, v.i);
		}
	if (e->op != EX_CLOCK_EVENT && e->arg[0]->variability > VB_PARAMETER &&
		e->arg[0]->op != EX_VAR) {
		diag_error(c->diag, c->at, E_CLOCK_ARGUMENT,
				   "the interval of a clock is a clocked variable, or a parameter");
		return;
	}
	vec_push(arena_allocator(c->scratch), &c->anchors, anchor);
}

/* The node has the clock e. The depth is that of the expression. */
static void take_clock(Clocks *c, int32_t node, const Expr *e)
{
	int32_t inner;

	mark(c, MARK_CLOCKED, node, (VarId){-1}, "a clock");
	switch (e->op) {
	case EX_VAR: join_vars(c, node, e); return;
	case EX_CLOCK_INFER: return;
	case EX_CLOCK_RATIONAL:
	case EX_CLOCK_INTERVAL:
	case EX_CLOCK_EVENT: add_anchor(c, node, e); return;
	case EX_CLOCK_SOLVER:
	case EX_SUB_SAMPLE:
	case EX_SUPER_SAMPLE:
	case EX_SHIFT_SAMPLE:
	case EX_BACK_SAMPLE:
		inner = new_node(c);
		add_link(c, e, inner, node);
		if (e->op == EX_CLOCK_SOLVER)
			add_method(c, node, e->arg[1]);
		take_clock(c, inner, e->arg[0]);
		return;
	case EX_IF:
		if (e->arg[0]->op == EX_BOOLEAN) {
			take_clock(c, node, e->arg[e->arg[0]->aux ? 1 : 2]);
			return;
		}
		break;
	default: break;
	}
	diag_error(c->diag, c->at, E_CLOCK_ARGUMENT,
			   e->op == EX_NO_CLOCK ? "'noClock' takes a value and no clock"
									: "which clock this is must be known at compile time");
}

/* --- what an equation holds --- */

static void see_conversion(Clocks *c, int32_t node, const Expr *x)
{
	const Expr *u = x->arg[0];

	mark(c, MARK_CLOCKED, node, (VarId){-1},
		 x->op == EX_SAMPLE_AT ? "a result of 'sample'" : "a conversion of clocks");
	if (x->op == EX_SAMPLE_AT && x->n > 1)
		take_clock(c, node, x->arg[1]);
	if (u->op != EX_VAR || !is_unknown(c, expr_var_id(u)))
		return;
	if (x->op == EX_SAMPLE_AT) {
		mark(c, MARK_FREE, (int32_t)u->aux, expr_var_id(u), "an argument of 'sample'");
		return;
	}
	mark(c, MARK_CLOCKED, (int32_t)u->aux, expr_var_id(u), "a conversion of clocks");
	add_link(c, x, (int32_t)u->aux, node);
}

static void see_hold(Clocks *c, int32_t node, const Expr *x)
{
	VarId u = expr_var_id(x->arg[0]);

	mark(c, MARK_FREE, node, (VarId){-1}, "a result of 'hold'");
	mark(c, MARK_CLOCKED, u.i, u, "an argument of 'hold'");
}

static void see_expr(Clocks *c, int32_t node, const Expr *e)
{
	const Expr *x;

	if (!e)
		return;
	if (e->type->kind == TY_CLOCK) {
		take_clock(c, node, e);
		return;
	}
	for (walk_begin(&c->walk, e); (x = walk_next(&c->walk));)
		switch (x->op) {
		case EX_VAR: join_vars(c, node, x); break;
		case EX_SAMPLE_AT:
		case EX_SUB_SAMPLE:
		case EX_SUPER_SAMPLE:
		case EX_SHIFT_SAMPLE:
		case EX_BACK_SAMPLE:
		case EX_NO_CLOCK:
			see_conversion(c, node, x);
			walk_skip(&c->walk);
			break;
		case EX_HOLD:
			see_hold(c, node, x);
			walk_skip(&c->walk);
			break;
		case EX_PREVIOUS: mark(c, MARK_CLOCKED, node, (VarId){-1}, "'previous'"); break;
		case EX_INTERVAL:
		case EX_FIRST_TICK: mark(c, MARK_ASKS, node, (VarId){-1}, expr_op_info[x->op].text); break;
		default: break;
		}
}

static void see_eqs(Clocks *c, int32_t node, const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		c->at = eq[i].at;
		c->path = eq[i].path;
		if (eq[i].kind == EQ_EQUAL || eq[i].kind == EQ_EFFECT) {
			see_expr(c, node, eq[i].lhs);
			see_expr(c, node, eq[i].rhs);
			continue;
		}
		for (int b = 0; b < eq[i].n_branch; b++) {
			see_expr(c, node, eq[i].branch[b].cond);
			see_eqs(c, node, eq[i].branch[b].eq, eq[i].branch[b].n_eq);
		}
	}
}

static void see_stmts(Clocks *c, int32_t node, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		c->at = stmt[i].at;
		see_expr(c, node, stmt[i].lhs);
		see_expr(c, node, stmt[i].rhs);
		for (int b = 0; b < stmt[i].n_branch; b++) {
			see_expr(c, node, stmt[i].branch[b].cond);
			see_stmts(c, node, stmt[i].branch[b].stmt, stmt[i].branch[b].n_stmt);
		}
	}
}

/* Initial equations do not make partitions: what they say is about the start. */
static void see_item(Clocks *c, ClockItem *item)
{
	if (item->alg >= 0) {
		const FlatAlg *alg = &c->m->algs.at[item->alg];

		c->path = alg->path;
		if (!alg->initial)
			see_stmts(c, item->node, alg->body.stmt, alg->body.n_stmt);
		return;
	}
	if (item->eq.initial)
		return;
	see_eqs(c, item->node, &item->eq, 1);
	if (item->when)
		take_clock(c, item->node, flat_ref(c->m, (VarId){item->when - 1}));
}

/* --- what is clocked --- */

/* By root of a base-partition: 1 + a mark of each kind; 0: none. */
typedef int32_t Kinds[MARK_ASKS + 1];

static Kinds *gather_marks(Clocks *c)
{
	Kinds *kinds = NEW_ARRAY(c->scratch, Kinds, c->base.n);

	for (size_t i = 0; i < c->marks.n; i++) {
		const ClockMark *m = &c->marks.at[i];
		int32_t *at = &kinds[clock_find(c->base.at, m->node)][m->kind];

		/* One that names a variable says more. */
		if (*at == 0 || (c->marks.at[*at - 1].var.i < 0 && m->var.i >= 0))
			*at = 1 + (int32_t)i;
	}
	return kinds;
}

/* A variable of the user's in the base-partition, for messages. */
static VarId any_var(Clocks *c, int32_t root)
{
	for (int32_t i = 0; i < (int32_t)c->m->vars.n; i++)
		if (clock_find(c->base.at, i) == root &&
			flat_decl_of(c->m, (VarId){i})->type->kind != TY_CLOCK &&
			intern_text(c->m->names, flat_decl_of(c->m, (VarId){i})->name)[0] != '$')
			return (VarId){i};
	return (VarId){-1};
}

static void say_mixed(Clocks *c, int32_t root, const ClockMark *clocked, const ClockMark *other)
{
	VarId v = other->var.i >= 0     ? other->var
			  : clocked->var.i >= 0 ? clocked->var
									: any_var(c, root);
	Text name;

	text_init(&name, arena_heap(c->m->keep));
	if (v.i >= 0)
		clock_name_var(c, v, &name);
	else
		text_printf(&name, "this");
	diag_error(
		c->diag, clocked->at, E_CLOCK_MIXED,
		"%s, or what it is used together with, is clocked (%s), and is not (%s): between the "
		"two there must be 'sample' or 'hold'",
		text_str(&name), clocked->how, other->how);
	diag_note(c->diag, other->at, "it is not clocked here: it is %s", other->how);
	text_free(&name);
}

static void check_marks(Clocks *c, Kinds *kinds)
{
	for (int32_t i = 0; i < (int32_t)c->base.n; i++) {
		const int32_t *k = kinds[i];

		if (k[MARK_CLOCKED] && k[MARK_FREE])
			say_mixed(c, i, &c->marks.at[k[MARK_CLOCKED] - 1], &c->marks.at[k[MARK_FREE] - 1]);
		if (k[MARK_ASKS] && !k[MARK_CLOCKED])
			diag_error(c->diag, c->marks.at[k[MARK_ASKS] - 1].at, E_CLOCK_OUTSIDE,
					   "'%s' asks about a clock, but nothing here is clocked",
					   c->marks.at[k[MARK_ASKS] - 1].how);
	}
}

/* Numbers for the clocked sub-partitions, in the order of their first nodes. */
static void number_parts(Clocks *c, Kinds *kinds)
{
	int32_t *of_root = NEW_ARRAY(c->scratch, int32_t, c->sub.n);
	int32_t *base_of = NEW_ARRAY(c->scratch, int32_t, c->sub.n);
	int32_t n_bases = 0;

	c->part_of = NEW_ARRAY(c->scratch, int32_t, c->sub.n);
	for (int32_t i = 0; i < (int32_t)c->sub.n; i++) {
		int32_t base = clock_find(c->base.at, i), root = clock_find(c->sub.at, i);

		c->part_of[i] = -1;
		if (!kinds[base][MARK_CLOCKED])
			continue;
		if (!base_of[base])
			base_of[base] = ++n_bases;
		if (!of_root[root]) {
			ClockPart part = {.root = root, .base = base_of[base] - 1, .group = -1, .clock = -1};

			vec_push(arena_allocator(c->scratch), &c->parts, part);
			of_root[root] = (int32_t)c->parts.n;
		}
		c->part_of[i] = of_root[root] - 1;
	}
	for (int32_t i = 0; i < n_bases; i++)
		vec_push(arena_allocator(c->scratch), &c->bases, ((ClockBase){.part = -1, .per = 1}));
}

static bool has_der(const FlatEq *eq, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (eq[i].n_branch == 0 &&
			((eq[i].lhs->flags & XF_DER) || (eq[i].rhs && (eq[i].rhs->flags & XF_DER))))
			return true;
		for (int b = 0; b < eq[i].n_branch; b++)
			if (has_der(eq[i].branch[b].eq, eq[i].branch[b].n_eq))
				return true;
	}
	return false;
}

/* Who needs ticks: equations, and variables that an algorithm or equation of them gives. */
static void mark_used(Clocks *c)
{
	for (size_t i = 0; i < c->items.n; i++) {
		const ClockItem *item = &c->items.at[i];
		int32_t k = c->part_of[item->node];
		ClockPart *part;

		if (k < 0 ||
			(item->alg < 0 && item->eq.kind == EQ_EQUAL && item->eq.lhs->type->kind == TY_CLOCK))
			continue;
		part = &c->parts.at[k];
		part->used = true;
		if (!part->at.file)
			part->at = item->alg < 0 ? item->eq.at : c->m->algs.at[item->alg].at;
		part->has_der |= item->alg < 0 && has_der(&item->eq, 1);
	}
}

bool clock_parts(Clocks *c)
{
	int n_errors = c->diag->n_errors;
	Kinds *kinds;

	walk_init(&c->walk, c->p, c->scratch);
	walk_init(&c->inner, c->p, c->scratch);
	c->n_vars = c->m->vars.n;
	for (size_t i = 0; i < c->n_vars; i++)
		(void)new_node(c);
	for (size_t i = 0; i < c->items.n; i++)
		c->items.at[i].node = new_node(c);
	for (size_t i = 0; i < c->items.n; i++)
		see_item(c, &c->items.at[i]);
	kinds = gather_marks(c);
	check_marks(c, kinds);
	number_parts(c, kinds);
	mark_used(c);
	return c->diag->n_errors == n_errors;
}
