/* SPDX-License-Identifier: MIT
   lower_slot.c — where variables, their tangents and pre values are in the frame. O(variables). */
#include "compiler/lower/lower.h"

static bool is_real(const Lower *l, VarId v)
{
	return type_is_scalar(flat_decl_of(l->d->m, v)->type, TY_REAL);
}

static bool has_slot(const DaeVar *x, size_t i)
{
	return x->alias.i == (int32_t)i && x->role != DR_NONE;
}

/* What tells a declaration from others, whatever the subscripts of the components around it. */
static uint64_t hash_place(uint64_t around, Span at)
{
	return map_hash(map_hash(around ^ at.file) ^ ((uint64_t)at.start << 32 | at.end));
}

/* Variables in the order of declaration, but those of equal parts of an array of components next to
   each other: c[1].x, c[2].x, … c[1].y, c[2].y, … so that the same of all parts lies in a row. */
static const int32_t *order_variables(Lower *l)
{
	const FlatModel *m = l->d->m;
	size_t n = l->d->vars.n, n_classes = 0;
	uint64_t *of_path = NEW_ARRAY(l->work, uint64_t, m->paths.n);
	int32_t *class_of = NEW_ARRAY(l->work, int32_t, m->decls.n);
	int32_t *order = NEW_ARRAY(l->work, int32_t, n), *start;
	Map seen;

	map_init(&seen, arena_allocator(l->work));
	for (size_t i = 1; i < m->paths.n; i++) /* parents come first */
		of_path[i] = hash_place(of_path[m->paths.at[i].parent.i], m->paths.at[i].at);
	for (size_t i = 0; i < m->decls.n; i++) {
		const FlatDecl *b = &m->decls.at[i];
		uint64_t key = b->at.file ? hash_place(of_path[b->path.i], b->at) : map_hash(~(uint64_t)i);
		const uint64_t *found = map_find(&seen, key);

		class_of[i] = (int32_t)(found ? *found : n_classes);
		if (!found)
			map_put(&seen, key, n_classes++);
	}
	start = NEW_ARRAY(l->work, int32_t, n_classes + 1);
	for (size_t i = 0; i < n; i++)
		start[class_of[m->vars.at[i].decl.i] + 1]++;
	for (size_t i = 0; i < n_classes; i++)
		start[i + 1] += start[i];
	for (size_t i = 0; i < n; i++)
		order[start[class_of[m->vars.at[i].decl.i]]++] = (int32_t)i;
	return order;
}

/* A slot for each that a variable stands for. */
static int32_t slots_of(Lower *l, size_t i)
{
	return (int32_t)lower_new_slots(l, (uint32_t)span_width(l->d, (VarId){(int32_t)i}));
}

static bool is_view(const Lower *l, size_t i)
{
	return span_is_view(l->d, (VarId){(int32_t)i});
}

uint32_t lower_element(Lower *l, VarId v, int32_t k)
{
	SpanElement e = span_element(l->d, v, k);
	const DaeVar *x = &l->d->vars.at[e.var.i];

	if (x->role == DR_NONE)
		return lower_constant(l, x->value ? lower_literal(l, x->value) : 0);
	return (uint32_t)(l->slot[e.var.i] + e.offset);
}

uint32_t lower_element_tangent(Lower *l, VarId v, int32_t k, const bool moves[])
{
	SpanElement e = span_element(l->d, v, k);

	return moves[e.var.i] ? (uint32_t)(l->tangent[e.var.i] + e.offset) : lower_constant(l, 0);
}

/* What shows one element has its place. */
static void place_views(Lower *l)
{
	for (int32_t i = 0; l->d->m->spans && i < l->d->m->spans->n; i++) {
		VarId v = {i};

		if (is_view(l, (size_t)i) && span_width(l->d, v) == 1)
			l->slot[i] = (int32_t)lower_element(l, v, 0);
	}
}

static void place_tangents_of_views(Lower *l)
{
	for (int32_t i = 0; l->d->m->spans && i < l->d->m->spans->n; i++) {
		SpanElement e = span_element(l->d, (VarId){i}, 0);

		if (is_view(l, (size_t)i) && span_width(l->d, (VarId){i}) == 1)
			l->tangent[i] = l->tangent[e.var.i] < 0 ? -1 : l->tangent[e.var.i] + e.offset;
	}
}

/* Every variable that has a value of its own gets a slot: states first, then derivatives, then
   others, so that arrays lie together. */
static void place_variables(Lower *l, const int32_t order[])
{
	Dae *d = l->d;

	for (size_t i = 0; i < d->states.n; i++)
		l->slot[d->states.at[i].i] = slots_of(l, (size_t)d->states.at[i].i);
	for (size_t i = 0; i < d->states.n; i++) {
		VarId der = d->vars.at[d->states.at[i].i].der;

		if (l->slot[der.i] < 0 && d->vars.at[der.i].alias.i == der.i)
			l->slot[der.i] = slots_of(l, (size_t)der.i);
	}
	for (size_t k = 0; k < d->vars.n; k++) {
		size_t i = (size_t)order[k];

		if (l->slot[i] < 0 && has_slot(&d->vars.at[i], i) && !is_view(l, i))
			l->slot[i] = slots_of(l, i);
	}
	/* The first literal is the default of an enumeration (MLS 4.9): it has no value 0. */
	for (size_t i = 0; i < d->vars.n; i++)
		if (l->slot[i] >= 0 && has_slot(&d->vars.at[i], i) &&
			flat_decl_of(d->m, (VarId){(int32_t)i})->type->kind == TY_ENUM)
			l->initial.at[l->slot[i]] = 1;
	place_views(l);
	for (size_t i = 0; i < d->vars.n; i++)
		if (d->vars.at[i].alias.i != (int32_t)i && d->vars.at[i].role != DR_NONE)
			l->slot[i] = l->slot[d->vars.at[i].alias.i];
}

/* Tangents, in the order of the slots. */
static void place_tangents(Lower *l, const int32_t order[])
{
	Dae *d = l->d;

	l->out->tangents = (int32_t)l->initial.n;
	for (size_t i = 0; i < d->states.n; i++)
		l->tangent[d->states.at[i].i] = slots_of(l, (size_t)d->states.at[i].i);
	for (size_t k = 0; k < d->vars.n; k++) {
		size_t i = (size_t)order[k];
		const DaeVar *x = &d->vars.at[i];
		bool unknown = x->role == DR_CONTINUOUS || x->role == DR_DISCRETE ||
					   (x->role == DR_PARAMETER && x->solved);

		if (l->tangent[i] < 0 && has_slot(x, i) && unknown && !is_view(l, i) &&
			is_real(l, (VarId){(int32_t)i}))
			l->tangent[i] = slots_of(l, i);
	}
	l->out->n_tangents = (int32_t)l->initial.n - l->out->tangents;
}

static void add_pre(Uses *uses, const Expr *e)
{
	if (e && e->flags & XF_PRE)
		uses_add(uses, e);
}

/* pre(v) where it may be read, or where a change makes another pass. */
static void place_pre(Lower *l)
{
	Dae *d = l->d;
	Uses uses;

	uses_init(&uses, d, l->work);
	uses_begin(&uses);
	for (size_t i = 0; i < d->eqs.n; i++)
		if (!d->eqs.at[i].dropped) {
			add_pre(&uses, d->eqs.at[i].lhs);
			add_pre(&uses, d->eqs.at[i].rhs);
			add_pre(&uses, d->eqs.at[i].init_rhs);
		}
	for (size_t i = 0; i < d->init_eqs.n; i++) {
		add_pre(&uses, d->init_eqs.at[i].lhs);
		add_pre(&uses, d->init_eqs.at[i].rhs);
	}
	for (size_t i = 0; i < d->actions.n; i++) {
		add_pre(&uses, d->actions.at[i].fires);
		add_pre(&uses, d->actions.at[i].value);
		add_pre(&uses, d->actions.at[i].message);
	}
	for (size_t i = 0; i < uses.pre.n; i++)
		l->pre[uses.pre.at[i].i] = 0;
	for (size_t i = 0; i < d->vars.n; i++) {
		const DaeVar *x = &d->vars.at[i];

		if (has_slot(x, i) && (l->pre[i] == 0 || x->role == DR_DISCRETE))
			l->pre[i] = (int32_t)lower_new_slots(l, 1);
	}
}

void lower_slots(Lower *l)
{
	ArenaMark mark = arena_mark(l->work);
	const int32_t *order = order_variables(l);

	l->out->time = (int32_t)lower_slot(l, 0);
	l->out->is_initial = (int32_t)lower_slot(l, 0);
	l->out->is_terminal = (int32_t)lower_slot(l, 0);
	l->out->homotopy = (int32_t)lower_slot(l, 1);
	place_variables(l, order);
	place_tangents(l, order);
	place_tangents_of_views(l);
	place_pre(l);
	arena_release(l->work, mark);
}
