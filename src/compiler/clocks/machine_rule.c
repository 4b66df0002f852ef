/* SPDX-License-Identifier: MIT
   machine_rule.c — a state machine as clocked equations: those of MLS 17.3.4, under the same names.
   Transitions are numbered so that the one with the highest priority has the largest number. */
#include "compiler/clocks/machine.h"

VarId machine_hidden(FlatModel *m, const char *kind, const FlatDecl *like)
{
	FlatDecl b = *like;
	char name[64];
	DeclId decl;

	plain_snprintf(name, sizeof name, "$%s%zu", kind, m->vars.n);
	b.name = flat_name(m, name);
	b.flags = DF_PROTECTED | DF_HIDE_RESULT;
	decl = flat_add_decl(m, &b);
	if (decl.i < 0)
		BUG("more variables than can be numbered");
	return m->decls.at[decl.i].first;
}

VarId machine_var(Machines *x, const char *kind, TypeKind kind_of, const Expr *start)
{
	FlatDecl like = {.type = type_basic(x->p, kind_of),
					 .variability = kind_of == TY_REAL ? VB_CONTINUOUS : VB_DISCRETE,
					 .path = x->path,
					 .at = x->at};
	VarId v = machine_hidden(x->m, kind, &like);

	flat_set_start(x->m, v, start);
	return v;
}

void machine_equal(Machines *x, VarId v, const Expr *value)
{
	FlatEq eq = {.kind = EQ_EQUAL,
				 .origin = EO_OTHER,
				 .path = x->path,
				 .at = x->at,
				 .lhs = flat_ref(x->m, v),
				 .rhs = value};

	vec_push(arena_allocator(x->scratch), &x->made, eq);
}

static const Expr *ref(Machines *x, VarId v)
{
	return flat_ref(x->m, v);
}

static const Expr *previous(Machines *x, VarId v)
{
	return expr_unary(x->p, EX_PREVIOUS, flat_ref(x->m, v));
}

static const Expr *is(Machines *x, const Expr *a, int64_t n)
{
	return expr_binary(x->p, EX_EQ, a, expr_integer(x->p, n));
}

static const Expr *both(Machines *x, const Expr *a, const Expr *b)
{
	return expr_binary(x->p, EX_AND, a, b);
}

static const Expr *either(Machines *x, const Expr *a, const Expr *b)
{
	return expr_binary(x->p, EX_OR, a, b);
}

static const Expr *no(Machines *x, const Expr *a)
{
	return expr_unary(x->p, EX_NOT, a);
}

static const Expr *number(Machines *x, int64_t n)
{
	return expr_integer(x->p, n);
}

static const Expr *truth(Machines *x, bool value)
{
	return expr_boolean(x->p, value);
}

/* All machines inside of the state are in states that nothing leaves. */
static const Expr *is_final(Machines *x, int32_t state)
{
	const Expr *all = truth(x, true);

	for (int32_t k = 0; k < (int32_t)x->machines.n; k++) {
		const Expr *one = truth(x, false);

		if (x->machines.at[k].parent != state)
			continue;
		for (size_t i = 0; i < x->states.n; i++)
			if (x->states.at[i].machine == k && !x->states.at[i].has_exit)
				one =
					either(x, one, is(x, ref(x, x->machines.at[k].state), x->states.at[i].number));
		all = both(x, all, one);
	}
	return all;
}

/* The largest number of a transition that can fire from the state that `at` is; 0: none. */
static const Expr *firing(Machines *x, int32_t machine, bool immediate, const Expr *at,
						  Rewrite *conditions)
{
	const Expr *fires = number(x, 0);
	int64_t n = 0;

	for (size_t i = 0; i < x->transitions.n; i++) {
		const MachineTransition *t = &x->transitions.at[i];
		const Expr *cond;

		if (x->states.at[t->from].machine != machine)
			continue;
		n++;
		if (t->immediate != immediate)
			continue;
		x->context = t->from;
		x->before = immediate;
		cond = walk_rewrite(conditions, t->cond);
		if (t->together)
			cond = both(x, cond, is_final(x, t->from));
		cond = both(x, is(x, at, x->states.at[t->from].number), cond);
		fires = expr_if(x->p, cond, number(x, n), fires);
	}
	return fires;
}

/* What the transition that has fired says; `otherwise` if none has. */
static const Expr *by_fired(Machines *x, int32_t machine, bool target, const Expr *otherwise)
{
	const Expr *value = otherwise;
	int64_t n = 0;

	for (size_t i = 0; i < x->transitions.n; i++) {
		const MachineTransition *t = &x->transitions.at[i];

		if (x->states.at[t->from].machine != machine)
			continue;
		value = expr_if(x->p, is(x, ref(x, x->machines.at[machine].fired), ++n),
						target ? number(x, x->states.at[t->to].number) : truth(x, t->reset), value);
	}
	return value;
}

void machine_declare(Machines *x, int32_t machine)
{
	Machine *k = &x->machines.at[machine];

	x->at = k->at;
	x->path = k->path;
	k->selected = machine_var(x, "selected", TY_INTEGER, number(x, 1));
	k->fired = machine_var(x, "fired", TY_INTEGER, number(x, 0));
	k->state = machine_var(x, "state", TY_INTEGER, number(x, 1));
	k->state_reset = machine_var(x, "reset", TY_BOOLEAN, truth(x, false));
	k->next = machine_var(x, "next", TY_INTEGER, number(x, 1));
	k->next_reset = machine_var(x, "nextReset", TY_BOOLEAN, truth(x, false));
	k->delayed = machine_var(x, "delayed", TY_INTEGER, number(x, 0));
}

/* Who is active and reset, from outside (MLS 17.3.4). */
static void connect_parent(Machines *x, Machine *k)
{
	VarId init;

	if (k->parent >= 0) {
		k->is_active = ref(x, x->states.at[k->parent].active);
		k->is_reset = ref(x, x->states.at[k->parent].reset);
		return;
	}
	init = machine_var(x, "init", TY_BOOLEAN, truth(x, true));
	machine_equal(x, init, truth(x, false));
	k->is_active = truth(x, true);
	k->is_reset = previous(x, init);
}

static void state_rules(Machines *x, const Machine *k, MachineState *s)
{
	const Expr *here = is(x, ref(x, k->state), s->number);

	s->next_reset = machine_var(x, "nextReset", TY_BOOLEAN, truth(x, false));
	s->is_reset = either(x, k->is_reset, previous(x, s->next_reset));
	machine_equal(
		x, s->next_reset,
		expr_if(x->p, k->is_active, both(x, no(x, here), s->is_reset), previous(x, s->next_reset)));
	machine_equal(x, s->active, both(x, k->is_active, here));
	machine_equal(x, s->reset,
				  both(x, ref(x, s->active), either(x, ref(x, k->state_reset), s->is_reset)));
}

void machine_rules(Machines *x, int32_t machine, Rewrite *conditions)
{
	Machine *k = &x->machines.at[machine];
	const Expr *selected, *late, *now;

	x->at = k->at;
	x->path = k->path;
	connect_parent(x, k);
	selected = ref(x, k->selected);
	machine_equal(x, k->selected, expr_if(x->p, k->is_reset, number(x, 1), previous(x, k->next)));
	now = firing(x, machine, true, selected, conditions);
	late = firing(x, machine, false, ref(x, k->next), conditions);
	k = &x->machines.at[machine];
	machine_equal(x, k->delayed, late);
	machine_equal(x, k->fired, expr_binary(x->p, EX_MAX, previous(x, k->delayed), now));
	machine_equal(x, k->state,
				  expr_if(x->p, k->is_reset, number(x, 1), by_fired(x, machine, true, selected)));
	machine_equal(
		x, k->state_reset,
		either(x, k->is_reset,
			   by_fired(x, machine, false, either(x, k->is_reset, previous(x, k->next_reset)))));
	machine_equal(x, k->next, expr_if(x->p, k->is_active, ref(x, k->state), previous(x, k->next)));
	machine_equal(x, k->next_reset, both(x, no(x, k->is_active), previous(x, k->next_reset)));
	for (size_t i = 0; i < x->states.n; i++)
		if (x->states.at[i].machine == machine)
			state_rules(x, k, &x->states.at[i]);
}

/* MLS 17.1: since when the state is active, without a transition to it or around it. */
void machine_count(Machines *x, int32_t state)
{
	MachineState *s = &x->states.at[state];
	const Machine *k = &x->machines.at[s->machine];
	const Expr *active = ref(x, s->active), *enters, *now = expr_time(x->p);

	if (s->ticks.i >= 0)
		return;
	x->at = k->at;
	x->path = k->path;
	s->ticks = machine_var(x, "ticks", TY_INTEGER, number(x, 0));
	s->since = machine_var(x, "since", TY_REAL, expr_real(x->p, 0));
	s->entered = machine_var(x, "entered", TY_BOOLEAN, truth(x, false));
	if (k->parent >= 0)
		machine_count(x, k->parent);
	s = &x->states.at[state];
	enters = either(x, no(x, previous(x, s->active)),
					expr_binary(x->p, EX_GT, ref(x, k->fired), number(x, 0)));
	if (k->parent >= 0)
		enters = either(x, enters, ref(x, x->states.at[k->parent].entered));
	machine_equal(x, s->entered, both(x, active, enters));
	machine_equal(x, s->ticks,
				  expr_if(x->p, ref(x, s->entered), number(x, 1),
						  expr_if(x->p, active, expr_add(x->p, previous(x, s->ticks), number(x, 1)),
								  previous(x, s->ticks))));
	now = expr_op(x->p, EX_SAMPLE_AT, &now, 1);
	machine_equal(x, s->since, expr_if(x->p, ref(x, s->entered), now, previous(x, s->since)));
}
