/* SPDX-License-Identifier: MIT
   units_generic.c — functions whose inputs have no units. Once such a function has been looked at,
   each class of inputs that is still open gets a unit of its own, and what the body makes of these
   is told once more: a result is then a product of powers of inputs, and a call puts the units of
   its arguments in their place. A body in which that leads to contradictions tells nothing. */
#include "compiler/units/units.h"

/* Give units of their own to open inputs; how many there are. */
static int name_inputs(UnitScope *s, int32_t f)
{
	Units *u = s->u;
	const FlatFn *fn = &u->m->fns.at[f];
	int n = 0;

	for (int32_t i = 0; i < fn->n_in && n < UNIT_N_GENERIC; i++) {
		UnitSlot *root = &u->slot[units_root(u, u->local[f][i])];
		Unit own = unit_one;

		if (fn->body.local[i].type->kind != TY_REAL || root->state != SLOT_OPEN)
			continue;
		own.power[UNIT_N_BASES + n] = UNIT_POWER;
		root->unit = unit_table_add(&u->table, &own);
		root->state = SLOT_INFERRED;
		u->generic[f * UNIT_N_GENERIC + n++] = i;
	}
	return n;
}

/* What was told of inputs is forgotten. */
static void forget_inputs(Units *u, int32_t f)
{
	const FlatBody *body = &u->m->fns.at[f].body;
	int32_t last = body->n_locals - 1;
	int32_t end = u->local[f][last] + type_leaves(body->local[last].type);

	for (int32_t slot = u->local[f][0]; slot < end; slot++) {
		UnitSlot *at = &u->slot[slot];

		if (at->state == SLOT_INFERRED && unit_is_generic(&u->table.unit.at[at->unit])) {
			at->state = SLOT_FREE;
			at->unit = -1;
		}
	}
}

void units_generic_find(UnitScope *s, int32_t f)
{
	if (name_inputs(s, f) == 0)
		return;
	units_infer(s);
	if (!units_agree(s))
		forget_inputs(s->u, f);
}

UnitRef units_generic_result(const UnitScope *s, const Expr *call, int32_t unit)
{
	UnitTable *t = &s->u->table;
	Unit of = t->unit.at[unit], result = of;

	for (int g = 0; g < UNIT_N_GENERIC; g++)
		result.power[UNIT_N_BASES + g] = 0;
	for (int g = 0; g < UNIT_N_GENERIC; g++) {
		int32_t input = s->u->generic[(int32_t)call->aux * UNIT_N_GENERIC + g];
		double power = (double)of.power[UNIT_N_BASES + g] / UNIT_POWER;
		UnitRef ref;

		if (power == 0)
			continue;
		ref = s->value[call->arg[input]->id];
		if (ref < 0 || !unit_multiply(&result, &t->unit.at[ref], power, &result))
			return REF_ANY;
	}
	return unit_table_add(t, &result);
}
