/* SPDX-License-Identifier: MIT
   alias_class.c — classes of variables that are equal or opposite: union-find with sign, by weight,
   with path compression: near-linear. A class has the attributes of all its variables (start,
   fixed, nominal, stateSelect): fixed starts win over others, then those set nearest to the top
   model; what would be lost, a second fixed start that differs, becomes an initial equation.
   Derivatives of a class are one class, too. */
#include "compiler/alias/alias.h"

#include <math.h>
#include <string.h>

#define EDGE_CONSTANT (-1)

const Expr *alias_class_minus(ExprPool *pool, const Expr *e)
{
	if (!e || expr_is_real(e, 0))
		return e;
	return expr_unary(pool, e->type->kind == TY_BOOLEAN ? EX_NOT : EX_NEG, e);
}

static int count_dots(const char *name)
{
	int n = 0;

	if (name[0] == '$' || strncmp(name, "der(", 4) == 0)
		return 127;
	for (; *name; name++)
		n += *name == '.';
	return n < 127 ? n : 126;
}

/* Which variable of a class stands for it: what must not go, then what the user cares about. */
static uint64_t score_of(const Alias *a, int32_t v, const DaeVar *var)
{
	const FlatModel *m = a->d->m;
	const FlatDecl *b = flat_decl_of(m, (VarId){v});
	bool given = var->role == DR_INPUT || var->role == DR_PARAMETER;
	bool discrete = var->role == DR_DISCRETE && b->type->kind == TY_REAL;
	uint64_t s = 0;

	s = s << 1 | given;
	s = s << 1 | discrete;
	s = s << 3 | (var->select >= SS_PREFER ? var->select : 0);
	s = s << 1 | (var->der.i >= 0);
	s = s << 1 | (b->causality != CZ_NONE && b->path.i == 0);
	s = s << 1 | var->fixed;
	s = s << 8 | (uint64_t)(UINT8_MAX - var->depth);
	return s << 7 | (uint64_t)(127 - count_dots(intern_text(m->names, b->name)));
}

AliasVar *alias_class_var(Alias *a, int32_t v)
{
	for (int32_t i = (int32_t)a->vars.n; i <= v; i++) {
		const DaeVar *var = dae_var(a->d, (VarId){i});
		AliasVar new = {.next = i, .best = {i}, .der = var->der};

		new.score = score_of(a, i, var);
		new.start = var->start;
		new.start_of = i;
		new.nominal = var->nominal;
		new.select = var->select;
		new.depth = var->depth;
		new.fixed = var->fixed;
		new.value = var->role == DR_NONE ? var->value : NULL;
		new.known = var->role == DR_PARAMETER;
		new.is_der = var->der_of.i >= 0;
		new.pinned = var->role == DR_INPUT || var->role == DR_PARAMETER;
		vec_push(arena_allocator(a->scratch), &a->vars, new);
		vec_push(arena_allocator(a->scratch), &a->links, ((AliasLink){(uint32_t)i, false}));
	}
	return &a->vars.at[v];
}

/* Variables whose value before the start is subject to initial equations. */
static void find_pre(Alias *a)
{
	Uses uses;

	uses_init(&uses, a->d, a->scratch);
	for (size_t i = 0; i < a->d->init_eqs.n; i++) {
		uses_find(&uses, a->d->init_eqs.at[i].lhs, a->d->init_eqs.at[i].rhs);
		for (size_t k = 0; k < uses.pre.n; k++)
			a->vars.at[uses.pre.at[k].i].pre_given = true;
	}
}

void alias_class_begin(Alias *a)
{
	(void)vec_reserve(arena_allocator(a->scratch), &a->vars, a->d->m->vars.n);
	(void)vec_reserve(arena_allocator(a->scratch), &a->links, a->d->m->vars.n);
	if (a->d->m->vars.n > 0)
		alias_class_var(a, (int32_t)a->d->m->vars.n - 1);
	find_pre(a);
	for (size_t i = 0; i < a->d->relations.n; i++) /* its range has a direction */
		if (a->d->relations.at[i].op == EX_FLOOR) {
			a->vars.at[a->d->relations.at[i].var.i].pinned = true;
			a->vars.at[a->d->relations.at[i].var.i].score |= UINT64_C(1) << 62;
		}
}

int32_t alias_class_find(Alias *a, int32_t v, bool *negated)
{
	AliasLink *link;
	int32_t root = v, up;
	bool sign = false;

	if ((size_t)v >= a->vars.n)
		alias_class_var(a, v);
	link = a->links.at;
	for (; (up = (int32_t)link[root].up) != root; root = up)
		sign ^= link[root].negated;
	*negated = sign;
	/* Everything on the way points to the root from now on. */
	for (; v != root; v = up) {
		AliasLink x = link[v];

		up = (int32_t)x.up;
		link[v] = (AliasLink){(uint32_t)root, sign};
		sign ^= x.negated;
	}
	return root;
}

/* All equations that use the class of x are to be looked at again. */
static void mark_dirty(Alias *a, int32_t x)
{
	int32_t v = x;

	do {
		if (v < a->uses.n_rows)
			for (int32_t k = a->uses.start[v]; k < a->uses.start[v + 1]; k++) {
				int32_t eq = a->uses.col[k];

				if (a->is_dirty[eq])
					continue;
				a->is_dirty[eq] = true;
				vec_push(arena_allocator(a->scratch), &a->dirty, eq);
			}
		v = a->vars.at[v].next;
	} while (v != x);
}

static void add_edge(Alias *a, int32_t x, int32_t y)
{
	vec_push(arena_allocator(a->scratch), &a->edges, ((AliasEdge){x, y, a->eq}));
}

/* The start value of a variable that would be lost: x = start, to be checked at the start. */
static void keep_start(Alias *a, int32_t x, const Expr *start, int32_t of)
{
	const FlatDecl *b = flat_decl_of(a->d->m, (VarId){of});
	DaeEq eq = {.lhs = dae_ref(a->d, (VarId){x}),
				.rhs = start,
				.der = {-1},
				.der_of = {-1},
				.path = b->path,
				.at = b->at,
				.start_of = 1 + of,
				.origin = EO_OTHER,
				.weak = true};

	if (!start)
		return; /* the default: nothing was said */
	vec_push(arena_allocator(a->d->keep), &a->d->init_eqs, eq);
}

/* The start of y's class (in terms of x) joins that of x. */
static void join_starts(Alias *a, AliasVar *x, const AliasVar *y, const Expr *start, int32_t at)
{
	/* What is given has the value that it is given, an input without data its own start; those of
	   the others must agree with it. */
	if (x->known || x->pinned || y->known || y->pinned) {
		if (x->fixed && !x->known && !x->pinned)
			keep_start(a, at, x->start, x->start_of);
		if (y->fixed && !y->known && !y->pinned)
			keep_start(a, at, start, y->start_of);
		if (y->pinned && !x->pinned) {
			x->start = start;
			x->start_of = y->start_of;
			x->fixed = y->fixed;
			x->depth = y->depth;
		}
		return;
	}
	if (x->fixed && y->fixed && x->start != start)
		keep_start(a, at, start, y->start_of);
	if (x->fixed || (!y->fixed && x->depth <= y->depth))
		return;
	x->fixed = y->fixed;
	x->start = start;
	x->start_of = y->start_of;
	x->depth = y->depth;
}

static bool is_larger(const Expr *a, const Expr *b)
{
	if (!a || !b)
		return a != NULL;
	return a->op == EX_REAL && b->op == EX_REAL &&
		   fabs(expr_real_value(a)) > fabs(expr_real_value(b));
}

static bool is_continuous(const Alias *a, int32_t root)
{
	return a->d->vars.at[a->vars.at[root].best.i].role == DR_CONTINUOUS;
}

/* Is the value before the start of what is not continuous another one than `value`? NULL: that of a
   parameter, which is not known. */
static bool has_before(const AliasVar *x, const Expr *value)
{
	return x->pre_given || (x->fixed && x->start && x->start != value);
}

/* Is one class an input that changes all the time, and the other a Real that changes at events
   only? It has the value of the last event (MLS 4.5), and what reads it makes no events. */
static bool is_held_input(const Alias *a, int32_t input, int32_t held)
{
	VarId u = a->vars.at[input].best, x = a->vars.at[held].best;

	return a->d->vars.at[u.i].role == DR_INPUT && a->d->vars.at[x.i].role == DR_DISCRETE &&
		   flat_var(a->d->m, u)->variability == VB_CONTINUOUS;
}

/* Must the two classes stay apart? */
static bool are_apart(const Alias *a, int32_t rx, int32_t ry, const Expr *start)
{
	const AliasVar *x = &a->vars.at[rx], *y = &a->vars.at[ry];
	bool cx = is_continuous(a, rx), cy = is_continuous(a, ry);

	if ((x->pinned || x->known) && (y->pinned || y->known))
		return true; /* neither can be taken out */
	if (x->select == SS_ALWAYS && y->select == SS_ALWAYS)
		return true; /* a constraint between states */
	if (cx != cy && ((cx && x->der.i >= 0) || (cy && y->der.i >= 0)) && !x->known && !y->known)
		return true; /* the derivative of what changes at events */
	if (is_held_input(a, rx, ry) || is_held_input(a, ry, rx))
		return true;
	if (cx || cy)
		return false;
	if (x->known || y->known)
		return has_before(x->known ? y : x, NULL);
	/* Of two variables that are equal the values before the start may differ. */
	if (x->pre_given || y->pre_given)
		return (x->pre_given || x->fixed) && (y->pre_given || y->fixed);
	return x->fixed && y->fixed && x->start != start;
}

static void set_zero(Alias *a, int32_t v)
{
	bool negated;
	int32_t root = alias_class_find(a, v, &negated);

	while (root >= 0 && !a->vars.at[root].value) {
		VarId der = a->vars.at[root].der;

		a->vars.at[root].value = expr_real(a->pool, 0);
		mark_dirty(a, root);
		root = der.i < 0 ? -1 : alias_class_find(a, der.i, &negated);
	}
}

static bool is_better(const Alias *a, VarId x, VarId y)
{
	uint64_t sx = a->vars.at[x.i].score, sy = a->vars.at[y.i].score;

	/* What shows an element is that element, whoever else it is called. */
	if (span_is_view(a->d, x) != span_is_view(a->d, y))
		return span_is_view(a->d, x);
	return sx != sy ? sx > sy : x.i < y.i;
}

/* One class of the two, below the root rx; y = x or y = -x. No check, no attributes. */
static void link_classes(Alias *a, int32_t rx, int32_t ry, bool negated)
{
	AliasVar *x = &a->vars.at[rx], *y = &a->vars.at[ry];
	int32_t next = x->next;

	mark_dirty(a, ry);
	x->next = y->next;
	y->next = next;
	a->links.at[ry] = (AliasLink){(uint32_t)rx, negated};
	x->n_uses += y->n_uses;
	if (y->value)
		x->value = negated ? alias_class_minus(a->pool, y->value) : y->value;
	x->known |= y->known;
	x->pinned |= y->pinned;
	x->pre_given |= y->pre_given;
	if (is_better(a, y->best, x->best))
		x->best = y->best;
}

static void join_ders(Alias *a, int32_t rx, int32_t ry, bool negated);

/* The classes of rx and ry become one. */
static void join_roots(Alias *a, int32_t rx, int32_t ry, bool negated)
{
	AliasVar *x = &a->vars.at[rx], *y = &a->vars.at[ry];
	const Expr *start = negated ? alias_class_minus(a->pool, y->start) : y->start;

	if (x->n_uses < y->n_uses) {
		join_roots(a, ry, rx, negated);
		return;
	}
	join_starts(a, x, y, start, rx);
	if (is_larger(y->nominal, x->nominal))
		x->nominal = y->nominal;
	if (y->select > x->select)
		x->select = y->select;
	link_classes(a, rx, ry, negated);
	join_ders(a, rx, ry, negated);
}

/* MLS 3.7.4.2: equal variables have equal derivatives. The depth is the order of derivatives. */
static void join_ders(Alias *a, int32_t rx, int32_t ry, bool negated)
{
	AliasVar *x = &a->vars.at[rx], *y = &a->vars.at[ry];
	VarId dx = x->der, dy = y->der;
	bool sx = x->der_negated, sy = y->der_negated, nx, ny;
	int32_t rdx, rdy;

	if (x->known) {
		if (dx.i >= 0)
			set_zero(a, dx.i);
		if (dy.i >= 0)
			set_zero(a, dy.i);
		return;
	}
	if (dy.i < 0)
		return;
	if (dx.i < 0) {
		x->der = dy;
		x->der_negated = sy ^ negated;
		return;
	}
	rdx = alias_class_find(a, dx.i, &nx);
	rdy = alias_class_find(a, dy.i, &ny);
	if (rdx != rdy)
		join_roots(a, rdx, rdy, (nx ^ sx) ^ (ny ^ sy) ^ negated);
}

/* Variables of different clocks change at different times; those of one clock may differ before its
   first tick (MLS 16.4). */
static bool tick_apart(const Alias *a, int32_t x, int32_t y, const Expr *x_start,
					   const Expr *y_start)
{
	int32_t clock = dae_clock_of(a->d, (VarId){x});

	if (clock != dae_clock_of(a->d, (VarId){y}))
		return true;
	return clock > 0 && x_start != y_start && !a->d->m->clocks.at[clock - 1].has_der;
}

bool alias_class_join(Alias *a, int32_t x, int32_t y, bool negated)
{
	bool nx, ny;
	int32_t rx = alias_class_find(a, x, &nx), ry = alias_class_find(a, y, &ny);
	const Expr *start;

	negated ^= nx ^ ny;
	start = negated ? alias_class_minus(a->pool, a->vars.at[ry].start) : a->vars.at[ry].start;
	if (are_apart(a, rx, ry, start) || tick_apart(a, x, y, a->vars.at[rx].start, start))
		return false;
	add_edge(a, x, y);
	join_roots(a, rx, ry, negated);
	return true;
}

bool alias_class_set(Alias *a, int32_t x, const Expr *value)
{
	bool negated;
	int32_t root = alias_class_find(a, x, &negated);
	AliasVar *r = &a->vars.at[root];

	value = negated ? alias_class_minus(a->pool, value) : value;
	if (r->pinned || (!is_continuous(a, root) && has_before(r, value)))
		return false;
	add_edge(a, x, EDGE_CONSTANT);
	r->value = value;
	r->known = true;
	if (r->fixed && r->start != r->value)
		keep_start(a, root, r->start, r->start_of);
	mark_dirty(a, root);
	if (r->der.i >= 0)
		set_zero(a, r->der.i);
	return true;
}
