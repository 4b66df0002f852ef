/* SPDX-License-Identifier: MIT
   units.c — the pass: what unit each variable has, and where units contradict each other. Declared
   units are read; each function by itself, then the model as a whole, is a scope in which values
   that must agree are paired; what is open is told by what is known, in rounds (units_infer.c);
   then each pair and each operator is judged. A function's inputs without units are generic: what a
   call hands to them is not compared, but what it gives is known by them (units_generic.c). */
#include "compiler/units/units.h"

void units_init(Units *u, FlatModel *m, Arena *keep)
{
	*u = (Units){.m = m, .keep = keep};
	unit_table_init(&u->table, keep);
	map_init(&u->reported, arena_allocator(keep));
}

int32_t units_root(Units *u, int32_t slot)
{
	UnitSlot *at = u->slot;

	while (at[slot].up != slot) {
		at[slot].up = at[at[slot].up].up;
		slot = at[slot].up;
	}
	return slot;
}

/* Slots */

static void set_slot(Units *u, int32_t slot, bool is_real, Name text, Span at, Diag *d)
{
	UnitSlot *s = &u->slot[slot];
	bool malformed = false;

	*s = (UnitSlot){.up = slot, .unit = -1, .text = text, .from = at};
	if (text.i && is_real)
		s->unit = unit_table_text(&u->table, u->m->names, text, &malformed);
	s->state = s->unit >= 0 ? SLOT_DECLARED : text.i || !is_real ? SLOT_FREE : SLOT_OPEN;
	if (malformed)
		diag_report(d, at, W_UNIT_TEXT,
					"\"%s\" is not a unit: write products and quotients of "
					"units and their powers, like \"kg.m2/s3\"",
					intern_text(u->m->names, text));
}

/* A unit to show values in must be one that they can be converted to (MLS 4.9.1). */
static void check_display(Units *u, int32_t v, Span at, Diag *d)
{
	const FlatAttrs *attrs = flat_attrs(u->m, (VarId){v});
	bool malformed = false;
	int32_t shown = attrs->display_unit.i && u->slot[v].unit >= 0
						? unit_table_text(&u->table, u->m->names, attrs->display_unit, &malformed)
						: -1;

	if (shown >= 0 && !malformed &&
		unit_compare(&u->table.unit.at[u->slot[v].unit], &u->table.unit.at[shown]) ==
			UNIT_OTHER_DIMENSION)
		diag_report(
			d, at, W_UNITS, "units that do not agree: values in \"%s\" cannot be shown in \"%s\"",
			intern_text(u->m->names, attrs->unit), intern_text(u->m->names, attrs->display_unit));
}

/* What is not declared is not told either. */
static void close_slot(Units *u, int32_t slot)
{
	if (u->slot[slot].state == SLOT_OPEN)
		u->slot[slot].state = SLOT_FREE;
}

/* Is leaf k of a type part of an array? */
static bool is_in_array(const Type *t, int32_t k)
{
	while (t->rank == 0 && t->kind == TY_RECORD) {
		int i = 0;

		for (; k >= type_leaves(t->field[i].type); i++)
			k -= type_leaves(t->field[i].type);
		t = t->field[i].type;
	}
	return t->rank > 0;
}

/* Iterators and arrays are never told: what they hold need not be of one kind. */
static void set_local_slots(Units *u, const FlatLocal *local, int32_t first, Diag *d)
{
	bool is_real = local->type->kind == TY_REAL || local->type->kind == TY_RECORD;
	bool is_number = local->init && expr_is_literal(local->init);

	for (int32_t k = 0, n = type_leaves(local->type); k < n; k++) {
		Name text = local->unit ? local->unit[k] : (Name){0};

		set_slot(u, first + k, is_real && local->kind != LO_ITERATOR, text, local->at, d);
		if (is_number || is_in_array(local->type, k))
			close_slot(u, first + k);
	}
}

static void make_slots(Units *u, Diag *d)
{
	const FlatModel *m = u->m;
	int32_t n = (int32_t)m->vars.n;

	u->local = NEW_ARRAY(u->keep, int32_t *, m->fns.n + 1);
	u->generic = NEW_ARRAY(u->keep, int32_t, m->fns.n * UNIT_N_GENERIC + 1);
	for (size_t f = 0; f < m->fns.n; f++) {
		const FlatBody *b = &m->fns.at[f].body;

		u->local[f] = NEW_ARRAY(u->keep, int32_t, b->n_locals + 1);
		for (int32_t i = 0; i < b->n_locals; i++) {
			u->local[f][i] = n;
			n += type_leaves(b->local[i].type);
		}
	}
	u->n_slots = n;
	u->slot = NEW_ARRAY(u->keep, UnitSlot, n + 1);
	for (int32_t v = 0; v < (int32_t)m->vars.n; v++) {
		const FlatDecl *decl = flat_decl_of(m, (VarId){v});

		set_slot(u, v, decl->type->kind == TY_REAL, flat_attrs(m, (VarId){v})->unit, decl->at, d);
		if (v == decl->first.i) /* once for all elements of an array */
			check_display(u, v, decl->at, d);
		if (m->vars.at[v].binding && expr_is_literal(m->vars.at[v].binding))
			close_slot(u, v); /* a number with a name: one tolerance may serve for many */
	}
	for (size_t f = 0; f < m->fns.n; f++)
		for (int32_t i = 0; i < m->fns.at[f].body.n_locals; i++)
			set_local_slots(u, &m->fns.at[f].body.local[i], u->local[f][i], d);
}

/* Pairs */

static void add_pair(UnitScope *s, UnitPair pair)
{
	if (pair.a || pair.b)
		vec_push(arena_allocator(s->scratch), &s->pairs, pair);
}

/* A variable that is assigned twice may hold different things. */
static void add_target(UnitScope *s, const Expr *e)
{
	int32_t slot, n;

	for (uint32_t i = 0; e->op == EX_TUPLE && i < e->n; i++)
		add_target(s, e->arg[i]);
	slot = e->type->kind == TY_REAL ? units_slot_of(s, e) : -1;
	while (e->op == EX_INDEX)
		e = e->arg[0];
	n = e->op == EX_VAR ? e->type->n_scalars : 1;
	for (int32_t k = 0; slot >= 0 && k < n; k++) {
		if (s->u->slot[slot + k].is_assigned)
			close_slot(s->u, slot + k);
		s->u->slot[slot + k].is_assigned = true;
	}
}

static void add_stmts(UnitScope *s, const FlatBody *body, const FlatStmt *stmt, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		const FlatStmt *st = &stmt[i];
		UnitPair pair = {.slot = -1, .body = body, .at = st->at};

		if (st->kind == ST_ASSIGN)
			add_target(s, st->lhs);
		pair.a = st->kind == ST_ASSIGN ? st->lhs : st->rhs;
		pair.b = st->kind == ST_ASSIGN ? st->rhs : NULL;
		add_pair(s, pair);
		for (int32_t k = 0; k < st->n_branch; k++) {
			const StmtBranch *b = &st->branch[k];

			add_pair(s, (UnitPair){.slot = -1, .a = b->cond, .body = body, .at = b->at});
			add_stmts(s, body, b->stmt, b->n_stmt);
		}
	}
}

static void add_eqs(UnitScope *s, const FlatEq *eq, size_t n, bool in_branch)
{
	for (size_t i = 0; i < n; i++) {
		bool flat = eq[i].kind == EQ_EQUAL || eq[i].kind == EQ_EFFECT;

		if (flat)
			add_pair(s, (UnitPair){.slot = -1,
								   .a = eq[i].lhs,
								   .b = eq[i].kind == EQ_EQUAL ? eq[i].rhs : NULL,
								   .at = eq[i].at,
								   .in_branch = in_branch});
		for (int32_t k = 0; !flat && k < eq[i].n_branch; k++) {
			const EqBranch *b = &eq[i].branch[k];

			add_pair(s, (UnitPair){.slot = -1, .a = b->cond, .at = b->at});
			add_eqs(s, b->eq, (size_t)b->n_eq, true);
		}
	}
}

/* Bindings and attributes; a literal says nothing of its unit. */
static void add_vars(UnitScope *s)
{
	const FlatModel *m = s->u->m;

	for (int32_t v = 0; v < (int32_t)m->vars.n; v++) {
		const FlatDecl *decl = flat_decl_of(m, (VarId){v});
		const FlatAttrs *attrs = flat_attrs(m, (VarId){v});
		const Expr *given[] = {m->vars.at[v].binding, m->vars.at[v].start, attrs->min, attrs->max,
							   attrs->nominal};

		if (decl->type->kind != TY_REAL)
			continue;
		for (size_t k = 0; k < sizeof given / sizeof *given; k++)
			if (given[k] && !expr_is_literal(given[k]))
				add_pair(
					s, (UnitPair){.slot = v,
								  .b = given[k],
								  .at = k == 0 && decl->value_at.file ? decl->value_at : decl->at});
	}
}

/* Scopes */

static void find_in(UnitScope *s, Diag *d)
{
	units_scope_fill(s);
	units_infer(s);
	units_judge(s);
	units_report_say(s, d);
}

static void forget(UnitScope *s)
{
	s->pairs.n = s->nodes.n = s->found.n = 0;
}

static void find_in_function(UnitScope *s, int32_t f, Diag *d)
{
	const FlatBody *body = &s->u->m->fns.at[f].body;

	s->local = s->u->local[f];
	for (int32_t i = 0; i < body->n_locals; i++)
		if (body->local[i].init && body->local[i].type->kind == TY_REAL) {
			s->u->slot[s->local[i]].is_assigned = true;
			add_pair(s, (UnitPair){.slot = s->local[i],
								   .b = body->local[i].init,
								   .body = body,
								   .at = body->local[i].at});
		}
	add_stmts(s, body, body->stmt, body->n_stmt);
	find_in(s, d);
	units_generic_find(s, f);
	forget(s);
}

void units_find(Units *u, Arena *scratch, Diag *d)
{
	FlatModel *m = u->m;
	UnitScope s = {.u = u, .scratch = scratch};

	make_slots(u, d);
	walk_init(&s.walk, &m->pool, scratch);
	s.value = NEW_ARRAY(scratch, UnitRef, m->pool.n + 1);
	s.want = NEW_ARRAY(scratch, UnitWant, m->pool.n + 1);
	s.pair_of = NEW_ARRAY(scratch, int32_t, m->pool.n + 1);
	for (int32_t f = (int32_t)m->fns.n; f-- > 0;) /* mostly, who is called comes behind who calls */
		find_in_function(&s, f, d);
	s.local = NULL;
	add_vars(&s);
	add_eqs(&s, m->eqs.at, m->eqs.n, false);
	for (size_t i = 0; i < m->algs.n; i++)
		add_stmts(&s, &m->algs.at[i].body, m->algs.at[i].body.stmt, m->algs.at[i].body.n_stmt);
	find_in(&s, d);
}

/* Printing and checking */

void units_print(Units *u, Text *out)
{
	const FlatModel *m = u->m;

	for (int32_t v = 0; v < (int32_t)m->vars.n && u->n_slots > 0; v++) {
		const UnitSlot *slot = &u->slot[v];
		int32_t unit = u->slot[units_root(u, v)].unit;

		if (flat_decl_of(m, (VarId){v})->type->kind != TY_REAL)
			continue;
		flat_print_var(m, (VarId){v}, out);
		if (slot->text.i)
			text_printf(out, ": \"%s\"", intern_text(m->names, slot->text));
		else if (unit < 0)
			text_printf(out, ": not known");
		if (unit >= 0) {
			text_printf(out, slot->text.i ? " is " : ": ");
			unit_print(&u->table.unit.at[unit], out);
			text_printf(out, slot->text.i ? "" : ", inferred");
		}
		text_printf(out, "\n");
	}
	text_printf(out, "%d contradiction%s\n", (int)u->n_wrong, u->n_wrong == 1 ? "" : "s");
}

static void check_body(Check *c, void *ctx)
{
	Units *u = ctx;

	for (int32_t i = 0; i < u->n_slots; i++) {
		const UnitSlot *s = &u->slot[i];
		bool malformed;

		if (s->up < 0 || s->up >= u->n_slots)
			check_fail(c, "slot %d has the unit of slot %d, which does not exist", i, s->up);
		if (s->unit < -1 || s->unit >= (int32_t)u->table.unit.n)
			check_fail(c, "slot %d has unit %d, which does not exist", i, s->unit);
		if ((s->state == SLOT_DECLARED || s->state == SLOT_INFERRED) != (s->unit >= 0))
			check_fail(c, "slot %d has a unit that nothing told, or lost one", i);
		if (s->state == SLOT_DECLARED &&
			s->unit != unit_table_text(&u->table, u->m->names, s->text, &malformed))
			check_fail(c, "slot %d does not have the unit of its declaration", i);
		if (s->up != i && s->state != SLOT_OPEN)
			check_fail(c, "slot %d has a unit of its own and that of slot %d", i, s->up);
	}
}

bool units_check(Units *u, Text *why)
{
	return check_run(why, check_body, u);
}
