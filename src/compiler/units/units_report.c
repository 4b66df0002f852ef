/* SPDX-License-Identifier: MIT
   units_report.c — contradictions in words: both values with their units, then the places that say
   so: the declarations of the variables in them, or the equations that told them their unit. */
#include "compiler/units/units.h"

#include <stdlib.h>

#define MAX_SHOWN 60 /* bytes of an expression that are shown */
#define MAX_NOTES 2  /* variables of a side whose places are told */

static bool is_first_at(Units *u, Span at)
{
	uint64_t key = map_hash_bytes(&at, sizeof at, 0);

	if (map_find(&u->reported, key))
		return false;
	map_put(&u->reported, key, 1);
	u->n_wrong++;
	return true;
}

/* ".T" of a record whose leaf k is its field T; nothing of other types. */
static void say_leaf(const FlatModel *m, const Type *t, int32_t k, Text *out)
{
	while (t->kind == TY_RECORD) {
		int i = 0;

		for (; i + 1 < t->elem->n_fields && k >= type_leaves(t->elem->field[i].type); i++)
			k -= type_leaves(t->elem->field[i].type);
		text_printf(out, ".%s", intern_text(m->names, t->elem->field[i].name));
		t = t->elem->field[i].type;
	}
}

/* What has the slot: a variable of the model, or of a function. */
static void say_slot(const UnitScope *s, int32_t slot, Text *out)
{
	const FlatModel *m = s->u->m;

	if (slot < (int32_t)m->vars.n) {
		flat_print_var(m, (VarId){slot}, out);
		return;
	}
	for (size_t f = 0; f < m->fns.n; f++)
		for (int32_t i = 0; i < m->fns.at[f].body.n_locals; i++) {
			const FlatLocal *local = &m->fns.at[f].body.local[i];
			int32_t first = s->u->local[f][i];

			if (slot < first || slot >= first + type_leaves(local->type))
				continue;
			text_printf(out, "%s", intern_text(m->names, local->name));
			say_leaf(m, local->type, slot - first, out);
			return;
		}
}

static void say_unit(const UnitScope *s, int32_t slot, int32_t unit, Text *out)
{
	Units *u = s->u;

	text_printf(out, "\"");
	if (slot >= 0 && u->slot[slot].text.i)
		text_printf(out, "%s", intern_text(u->m->names, u->slot[slot].text));
	else
		unit_print(&u->table.unit.at[unit], out);
	text_printf(out, "\"");
}

static void say_side(const UnitScope *s, const UnitSide *side, Text *out)
{
	Text text;
	int32_t slot =
		side->e && side->e->type->kind == TY_REAL ? units_slot_of(s, side->e) : side->slot;

	text_init(&text, arena_heap(s->u->keep));
	if (side->e)
		print_expr(s->u->m, s->pairs.at[s->pair].body, side->e, s->scratch, &text);
	else
		say_slot(s, side->slot, &text);
	wording_cut(&text, MAX_SHOWN);
	if (side->e)
		say_leaf(s->u->m, side->e->type, s->leaf, &text);
	text_printf(out, "%s'%s' is in ", side->name ? "the input " : "", text_str(&text));
	say_unit(s, slot, side->unit, out);
	text_free(&text);
}

static void note_slot(UnitScope *s, int32_t slot, Diag *d)
{
	Units *u = s->u;
	const UnitSlot *root = &u->slot[units_root(u, slot)];
	Text name, unit;

	text_init(&name, arena_heap(u->keep));
	text_init(&unit, arena_heap(u->keep));
	say_slot(s, slot, &name);
	say_unit(s, slot, root->unit, &unit);
	diag_note(d, root->from,
			  u->slot[slot].state == SLOT_DECLARED ? "'%s' is declared in %s here"
												   : "'%s' is in %s because of this",
			  text_str(&name), text_str(&unit));
	text_free(&name);
	text_free(&unit);
}

/* The first variables of an expression whose units are known. */
static void note_side(UnitScope *s, const UnitSide *side, Diag *d)
{
	Walk walk;
	const Expr *e;
	ArenaMark mark = arena_mark(s->scratch);
	int n = 0;

	if (!side->e) {
		note_slot(s, side->slot, d);
		return;
	}
	walk_init_brief(&walk, &s->u->m->pool, s->scratch, 0);
	walk_begin(&walk, side->e);
	while (n < MAX_NOTES && (e = walk_next(&walk))) {
		int32_t slot = e->type->kind == TY_REAL ? units_slot_of(s, e) : -1;

		if (e->op == EX_CALL && e->type->kind == TY_REAL && s->value[e->id] >= 0) {
			const FlatFn *fn = &s->u->m->fns.at[e->aux];

			int32_t result = s->u->local[e->aux][fn->n_in];

			if (unit_is_generic(&s->u->table.unit.at[s->u->slot[units_root(s->u, result)].unit]))
				continue; /* its arguments tell */
			note_slot(s, result, d);
			n++;
			walk_skip(&walk);
		} else if (slot >= 0 && units_of_slot(s->u, slot) >= 0) {
			note_slot(s, slot, d);
			n++;
			walk_skip(&walk);
		}
	}
	arena_release(s->scratch, mark);
}

/* A variable without a unit may be a length in one branch, a flow in another: only branches told
   what it is. */
static bool is_doubtful(const UnitScope *s, const UnitSide *side)
{
	return s->pairs.at[s->pair].in_branch && side->e && side->e->op == EX_VAR &&
		   s->u->slot[side->e->aux].state != SLOT_DECLARED;
}

static void find(UnitScope *s, UnitFound found)
{
	UnitFound *kept;

	s->differs = true;
	if (is_doubtful(s, &found.a) || is_doubtful(s, &found.b))
		return;
	if (!s->judges || !is_first_at(s->u, s->pairs.at[s->pair].at))
		return;
	kept = NEW(s->scratch, UnitFound);
	*kept = found;
	kept->pair = s->pair;
	kept->leaf = s->leaf;
	vec_push(arena_allocator(s->scratch), &s->found, kept);
}

void units_report(UnitScope *s, const UnitSide *a, const UnitSide *b)
{
	find(s, (UnitFound){.a = *a, .b = *b});
}

void units_report_need(UnitScope *s, const Expr *e, uint32_t i, const char *need)
{
	UnitRef ref = s->value[e->arg[i]->id];

	if (ref >= 0)
		find(s, (UnitFound){.a = {.slot = -1},
							.b = {.e = e->arg[i], .slot = -1, .unit = ref},
							.by = e,
							.need = need});
}

static void say(UnitScope *s, const UnitFound *f, Diag *d)
{
	const Unit *unit = s->u->table.unit.at;
	Span at = s->pairs.at[f->pair].at;
	Text left, right;

	s->pair = f->pair;
	s->leaf = f->leaf;
	text_init(&left, arena_heap(s->u->keep));
	text_init(&right, arena_heap(s->u->keep));
	say_side(s, &f->b, &right);
	if (f->by) {
		diag_report(d, at, W_UNITS, "'%s' takes %s, but %s", expr_op_info[f->by->op].text, f->need,
					text_str(&right));
	} else {
		say_side(s, &f->a, &left);
		diag_report(d, at, W_UNITS, "units %s: %s, but %s",
					unit_compare(&unit[f->a.unit], &unit[f->b.unit]) == UNIT_OTHER_SCALE
						? "of one kind that are not the same"
						: "that do not agree",
					text_str(&left), text_str(&right));
		note_side(s, &f->a, d);
	}
	note_side(s, &f->b, d);
	text_free(&left);
	text_free(&right);
}

static int by_pair(const void *a, const void *b)
{
	return (*(UnitFound *const *)a)->pair - (*(UnitFound *const *)b)->pair;
}

void units_report_say(UnitScope *s, Diag *d)
{
	vec_sort(&s->found, by_pair);
	for (size_t i = 0; i < s->found.n; i++)
		say(s, s->found.at[i], d);
}
