/* SPDX-License-Identifier: MIT
   units_infer.c — from what is known of variables to what is known of expressions, and back. A
   round goes up through all expressions, each from its arguments, looks at the pairs, and goes down
   again with the units that values must have: where that is a variable whose unit is open, it has
   got one. Rounds follow until nothing changes. Equalities of open ones are classes of slots with
   one root, so that chains of them take one round however long they are; what else is behind each
   other takes a round for each, up to a limit. */
#include "compiler/units/units.h"

/* Rounds: in the standard library the longest chain needs seven. What needs more stays open. */
enum { MAX_ROUNDS = 12 };

UnitRef units_of_slot(Units *u, int32_t slot)
{
	const UnitSlot *s = &u->slot[slot = units_root(u, slot)];

	return s->unit >= 0 ? s->unit : s->state == SLOT_OPEN ? REF_OPEN - slot : REF_ANY;
}

/* The leaves of a record before field k. */
static int32_t leaves_before(const Type *t, uint32_t k)
{
	int32_t n = 0;

	for (uint32_t i = 0; i < k; i++)
		n += type_leaves(t->elem->field[i].type);
	return n;
}

int32_t units_slot_of(const UnitScope *s, const Expr *e)
{
	int32_t k = 0;

	for (; e->op == EX_FIELD || e->op == EX_INDEX; e = e->arg[0])
		k += e->op == EX_FIELD ? leaves_before(e->arg[0]->type, e->aux) : 0;
	if (e->op == EX_VAR && e->type->kind == TY_REAL)
		return (int32_t)e->aux;
	return e->op == EX_LOCAL && s->local ? s->local[e->aux] + k : -1;
}

/* What a function gives, or spatialDistribution: what goes in at its ends. */
static UnitRef result_leaf(const UnitScope *s, const Expr *call, int32_t result, int32_t k)
{
	Units *u = s->u;
	const FlatFn *fn;
	UnitRef ref;

	if (call->op != EX_CALL)
		return call->op == EX_SPATIAL ? s->value[call->arg[0]->id] : REF_ANY;
	fn = &u->m->fns.at[call->aux];
	if (result >= fn->n_out)
		return REF_ANY;
	ref = units_of_slot(u, u->local[call->aux][fn->n_in + result] + k);
	if (ref >= 0 && unit_is_generic(&u->table.unit.at[ref]))
		return units_generic_result(s, call, ref);
	return ref >= 0 ? ref : REF_ANY;
}

UnitRef units_leaf(const UnitScope *s, const Expr *e, int k)
{
	for (;;) {
		uint32_t i = 0;

		switch (e->op) {
		case EX_FIELD: k += leaves_before(e->arg[0]->type, e->aux); break;
		case EX_INDEX:
		case EX_NO_EVENT: break;
		case EX_LOCAL: return s->local ? units_of_slot(s->u, s->local[e->aux] + k) : REF_ANY;
		case EX_CALL: return result_leaf(s, e, 0, k);
		case EX_RESULT: return result_leaf(s, e->arg[0], (int32_t)e->aux, k);
		case EX_RECORD:
			for (; i + 1 < e->n && k >= type_leaves(e->arg[i]->type); i++)
				k -= type_leaves(e->arg[i]->type);
			break;
		default: return REF_ANY;
		}
		if (i >= e->n)
			return REF_ANY;
		e = e->arg[i];
		if (e->type->kind != TY_RECORD)
			return s->value[e->id];
	}
}

/* Records and results of functions by their leaves. */
static void compare_leaves(UnitScope *s, const Expr *a, const Expr *b)
{
	for (s->leaf = 0; s->leaf < type_leaves(a->type); s->leaf++)
		units_rule_same(s, units_leaf(s, a, s->leaf), a, units_leaf(s, b, s->leaf), b);
}

static void compare_result(UnitScope *s, const Expr *target, const Expr *call, int32_t k)
{
	bool is_record = target->type->kind == TY_RECORD;

	for (s->leaf = 0; target->op != EX_SKIP && s->leaf < type_leaves(target->type); s->leaf++)
		units_rule_same(s, is_record ? units_leaf(s, target, s->leaf) : s->value[target->id],
						target, result_leaf(s, call, k, s->leaf), call);
}

static void look_at_pair(UnitScope *s, const UnitPair *p)
{
	if (!p->b)
		return;
	if (!p->a) {
		units_rule_slot(s, p->slot, NULL, p->b);
		return;
	}
	if (p->a->op == EX_TUPLE) {
		for (uint32_t k = 0; k < p->a->n; k++)
			compare_result(s, p->a->arg[k], p->b, (int32_t)k);
		return;
	}
	if (p->a->type->kind == TY_RECORD)
		compare_leaves(s, p->a, p->b);
	else if (p->a->type->kind == TY_REAL && p->b->op != EX_TIME)
		units_rule_same(s, s->value[p->a->id], p->a, s->value[p->b->id], p->b);
}

/* Up through all expressions, then the pairs. */
static void go_up(UnitScope *s)
{
	for (size_t i = 0; i < s->nodes.n; i++) {
		const Expr *e = s->nodes.at[i];

		s->pair = s->pair_of[e->id];
		s->want[e->id].unit = -1;
		s->value[e->id] = units_rule_value(s, e);
	}
	for (s->pair = 0; s->pair < (int32_t)s->pairs.n; s->pair++)
		look_at_pair(s, &s->pairs.at[s->pair]);
}

static void go_down(UnitScope *s)
{
	for (size_t i = s->nodes.n; i-- > 0;) {
		const Expr *e = s->nodes.at[i];

		s->pair = s->want[e->id].pair;
		if (s->want[e->id].unit >= 0)
			units_rule_want(s, e);
	}
}

void units_infer(UnitScope *s)
{
	s->changed = true;
	for (s->round = 0; (s->changed || s->round < 2) && s->round < MAX_ROUNDS; s->round++) {
		s->changed = false;
		go_up(s);
		go_down(s);
	}
}

void units_judge(UnitScope *s)
{
	s->judges = true;
	go_up(s);
	s->judges = false;
}

bool units_agree(UnitScope *s)
{
	s->differs = false;
	go_up(s);
	return !s->differs;
}
