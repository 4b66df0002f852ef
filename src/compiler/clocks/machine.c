/* SPDX-License-Identifier: MIT
   machine.c — state machines (MLS 17). Blocks that transitions connect are states; each machine
   becomes the equations of MLS 17.3.4. An equation v = e of a state counts while the state is
   active; what several states determine is merged (MLS 17.3.5):

	   v = if active(s1) then e1 elseif active(s2) then e2 … else previous(v)

   and previous(x) of a variable that a state declares is its start value when the state is reset.
 */
#include "compiler/clocks/machine.h"

#include <stdlib.h>

/* --- reading --- */

static bool is_machine_op(const FlatEq *eq, ExprOp op)
{
	return eq->kind == EQ_EFFECT && eq->lhs->op == op;
}

static int32_t state_at(Machines *x, PathId path)
{
	MachineState s = {.path = path, .machine = -1, .ticks = {-1}, .since = {-1}, .entered = {-1}};

	for (size_t i = 0; i < x->states.n; i++)
		if (x->states.at[i].path.i == path.i)
			return (int32_t)i;
	vec_push(arena_allocator(x->scratch), &x->states, s);
	return (int32_t)x->states.n - 1;
}

static PathId path_of(const Expr *instance)
{
	return (PathId){(int32_t)instance->aux};
}

static void read_transition(Machines *x, const FlatEq *eq)
{
	const Expr *const *arg = eq->lhs->arg;
	MachineTransition t = {.cond = arg[2],
						   .immediate = expr_integer_value(arg[3]) != 0,
						   .reset = expr_integer_value(arg[4]) != 0,
						   .together = expr_integer_value(arg[5]) != 0,
						   .priority = expr_integer_value(arg[6]),
						   .at = eq->at};

	t.from = state_at(x, path_of(arg[0]));
	t.to = state_at(x, path_of(arg[1]));
	x->states.at[t.from].has_exit = true;
	if (t.priority < 1)
		diag_error(x->diag, eq->at, E_MACHINE, "the priority of a transition is at least 1");
	for (size_t i = 0; i < x->transitions.n; i++)
		if (x->transitions.at[i].from == t.from && x->transitions.at[i].priority == t.priority) {
			diag_error(x->diag, eq->at, E_MACHINE,
					   "two transitions from one state have the same priority, %lld: it must be "
					   "said which one fires",
					   (long long)t.priority);
			diag_note(x->diag, x->transitions.at[i].at, "the other one is here");
		}
	vec_push(arena_allocator(x->scratch), &x->transitions, t);
}

static int by_priority(const void *a, const void *b)
{
	const MachineTransition *x = a, *y = b;

	return (x->priority < y->priority) - (x->priority > y->priority);
}

static void read_machines(Machines *x)
{
	for (size_t i = 0; i < x->m->eqs.n; i++) {
		const FlatEq *eq = &x->m->eqs.at[i];

		if (is_machine_op(eq, EX_TRANSITION))
			read_transition(x, eq);
	}
	for (size_t i = 0; i < x->m->eqs.n; i++) {
		const FlatEq *eq = &x->m->eqs.at[i];

		if (is_machine_op(eq, EX_INITIAL_STATE))
			x->states.at[state_at(x, path_of(eq->lhs->arg[0]))].initial = true;
	}
	if (x->transitions.n > 1) /* stable enough: priorities of one state differ */
		qsort(x->transitions.at, x->transitions.n, sizeof *x->transitions.at, by_priority);
}

/* --- machines --- */

static void spread(Machines *x, int32_t machine)
{
	bool again = true;

	while (again) {
		again = false;
		for (size_t i = 0; i < x->transitions.n; i++) {
			MachineState *a = &x->states.at[x->transitions.at[i].from];
			MachineState *b = &x->states.at[x->transitions.at[i].to];

			if ((a->machine == machine) == (b->machine == machine))
				continue;
			a->machine = b->machine = machine;
			again = true;
		}
	}
}

static void say_state(Machines *x, int32_t state, const char *what)
{
	Text name;

	text_init(&name, arena_heap(x->m->keep));
	flat_print_path(x->m, x->states.at[state].path, &name);
	diag_error(x->diag, x->m->paths.at[x->states.at[state].path.i].at, E_MACHINE,
			   "the state machine of '%s' %s", text_str(&name), what);
	text_free(&name);
}

/* One state is the initial one; it has number 1 (MLS 17.1). */
static void number_states(Machines *x, int32_t machine)
{
	Machine *k = &x->machines.at[machine];
	int32_t n = 1, first = -1;

	for (int32_t i = 0; i < (int32_t)x->states.n; i++) {
		MachineState *s = &x->states.at[i];

		if (s->machine != machine)
			continue;
		k->n_states++;
		if (s->initial && first >= 0)
			say_state(x, i, "has two initial states");
		first = s->initial ? i : first;
		s->number = s->initial ? 1 : ++n;
		k->path = x->m->paths.at[s->path.i].parent;
		k->at = x->m->paths.at[s->path.i].at;
	}
	for (int32_t i = 0; first < 0 && i < (int32_t)x->states.n; i++)
		if (x->states.at[i].machine == machine) {
			say_state(x, i, "has no initial state: one needs 'initialState'");
			return;
		}
}

static void find_machines(Machines *x)
{
	for (int32_t i = 0; i < (int32_t)x->states.n; i++) {
		Machine k = {.parent = -1};

		if (x->states.at[i].machine >= 0)
			continue;
		x->states.at[i].machine = (int32_t)x->machines.n;
		spread(x, (int32_t)x->machines.n);
		vec_push(arena_allocator(x->scratch), &x->machines, k);
		number_states(x, (int32_t)x->machines.n - 1);
	}
}

/* By path the innermost state around it. Parents have smaller numbers. */
static void find_around(Machines *x)
{
	x->state_of = NEW_ARRAY(x->scratch, int32_t, x->m->paths.n);
	for (size_t i = 0; i < x->m->paths.n; i++) {
		PathId up = x->m->paths.at[i].parent;

		x->state_of[i] = up.i >= 0 && up.i < (int32_t)i ? x->state_of[up.i] : -1;
		for (size_t s = 0; s < x->states.n; s++)
			if (x->states.at[s].path.i == (int32_t)i)
				x->state_of[i] = (int32_t)s;
	}
	for (size_t k = 0; k < x->machines.n; k++)
		x->machines.at[k].parent = x->state_of[x->machines.at[k].path.i];
}

/* --- rewriting --- */

static const Expr *previous_of(Machines *x, const Expr *e)
{
	const Expr *v = e->arg[0];
	const FlatDecl *decl;
	const Expr *start;
	int32_t owner;

	if (v->op != EX_VAR || v->type->rank > 0)
		return e;
	decl = flat_decl_of(x->m, expr_var_id(v));
	owner = x->state_of[decl->path.i];
	if (owner < 0)
		return e;
	start = flat_var(x->m, expr_var_id(v))->start;
	if (!start)
		start = decl->type->kind == TY_REAL      ? expr_real(x->p, 0)
				: decl->type->kind == TY_INTEGER ? expr_integer(x->p, 0)
				: decl->type->kind == TY_BOOLEAN ? expr_boolean(x->p, false)
												 : NULL;
	return start ? expr_if(x->p, flat_ref(x->m, x->states.at[owner].reset), start, e) : e;
}

static const Expr *count_of(Machines *x, const Expr *e)
{
	const MachineState *s;
	const Expr *last, *now = expr_time(x->p);

	if (x->context < 0) {
		diag_error(x->diag, x->at, E_MACHINE,
				   "'%s' stands in a state, or in the condition of a transition",
				   expr_op_info[e->op].text);
		return e->op == EX_TIME_IN_STATE ? expr_real(x->p, 0) : expr_integer(x->p, 0);
	}
	machine_count(x, x->context);
	s = &x->states.at[x->context];
	last = flat_ref(x->m, e->op == EX_TIME_IN_STATE ? s->since : s->ticks);
	/* Before it is known whether the state is left: what it would be if it stays. */
	if (x->before)
		last = expr_unary(x->p, EX_PREVIOUS, last);
	if (e->op == EX_TICKS_IN_STATE)
		return x->before ? expr_add(x->p, last, expr_integer(x->p, 1)) : last;
	now = expr_op(x->p, EX_SAMPLE_AT, &now, 1);
	return expr_sub(x->p, now, last);
}

static const Expr *rule(void *ctx, ExprPool *p, const Expr *e)
{
	Machines *x = ctx;
	uint64_t *outer;

	(void)p;
	switch (e->op) {
	case EX_VAR:
		outer = e->type->rank == 0 ? map_find(&x->outer, e->aux) : NULL;
		return outer ? flat_ref(x->m, (VarId){(int32_t)*outer}) : e;
	case EX_PREVIOUS: return previous_of(x, e);
	case EX_TICKS_IN_STATE:
	case EX_TIME_IN_STATE: return count_of(x, e);
	case EX_ACTIVE_STATE:
		for (size_t i = 0; i < x->states.n; i++)
			if (x->states.at[i].path.i == (int32_t)e->arg[0]->aux)
				return flat_ref(x->m, x->states.at[i].active);
		diag_error(x->diag, x->at, E_MACHINE, "'activeState' asks for a block that is no state");
		return expr_boolean(x->p, false);
	default: return e;
	}
}

/* What depends on the context is not remembered from one equation to the next. */
static Rewrite *fresh(Machines *x)
{
	return walk_rewrite_new(x->p, x->scratch, XF_VAR | XF_CLOCK, rule, x);
}

/* --- equations of states --- */

static bool add_value(Machines *x, const FlatEq *eq, int32_t state, Rewrite *r)
{
	MachineValue v = {.state = state, .from = *eq};
	const Expr *lhs = walk_rewrite(r, eq->lhs), *rhs = walk_rewrite(r, eq->rhs);

	if (lhs->op != EX_VAR || lhs->type->rank > 0) {
		const Expr *swap = lhs;

		lhs = rhs;
		rhs = swap;
	}
	if (lhs->op != EX_VAR || lhs->type->rank > 0 || (rhs->flags & XF_DER))
		return false;
	v.var = expr_var_id(lhs);
	v.value = rhs;
	vec_push(arena_allocator(x->scratch), &x->values, v);
	return true;
}

static void read_eq(Machines *x, const FlatEq *eq)
{
	int32_t state = x->state_of[eq->path.i];
	FlatEq out = *eq;
	Rewrite *r = fresh(x);

	if (is_machine_op(eq, EX_TRANSITION) || is_machine_op(eq, EX_INITIAL_STATE))
		return;
	x->context = state;
	x->before = false;
	x->at = eq->at;
	x->path = eq->path;
	if (eq->kind == EQ_EQUAL && state >= 0 && !eq->initial) {
		if (!add_value(x, eq, state, r))
			diag_error(x->diag, eq->at, E_CLOCKED,
					   "of the equations of a state only 'variable = expression' without "
					   "derivatives is supported");
		return;
	}
	if (eq->kind == EQ_EQUAL) {
		out.lhs = walk_rewrite(r, eq->lhs);
		out.rhs = walk_rewrite(r, eq->rhs);
	} else if (state >= 0) {
		diag_error(x->diag, eq->at, E_CLOCKED,
				   "if-equations, when-clauses and calls in a state are not supported; an "
				   "if-expression may do");
		return;
	}
	vec_push(arena_allocator(x->scratch), &x->made, out);
}

/* One equation for each variable, of all states that determine it. */
static void merge(Machines *x)
{
	Map done;

	map_init(&done, arena_allocator(x->scratch));
	for (size_t i = 0; i < x->values.n; i++) {
		const MachineValue *first = &x->values.at[i];
		const Expr *v = flat_ref(x->m, first->var), *value;
		FlatEq eq = first->from;

		if (map_find(&done, (uint64_t)first->var.i))
			continue;
		map_put(&done, (uint64_t)first->var.i, 1);
		value = previous_of(x, expr_unary(x->p, EX_PREVIOUS, v));
		for (size_t k = x->values.n; k-- > i;) {
			const MachineValue *w = &x->values.at[k];

			if (w->var.i == first->var.i)
				value =
					expr_if(x->p, flat_ref(x->m, x->states.at[w->state].active), w->value, value);
		}
		eq.lhs = v;
		eq.rhs = value;
		vec_push(arena_allocator(x->scratch), &x->made, eq);
	}
}

static void declare_states(Machines *x)
{
	const Expr *no = expr_boolean(x->p, false);

	for (size_t i = 0; i < x->states.n; i++) {
		MachineState *s = &x->states.at[i];

		x->path = s->path;
		x->at = x->m->paths.at[s->path.i].at;
		s->active = machine_var(x, "active", TY_BOOLEAN, no);
		s->reset = machine_var(x, "reset", TY_BOOLEAN, no);
	}
}

static bool has_machines(const FlatModel *m)
{
	for (size_t i = 0; i < m->eqs.n; i++)
		if (is_machine_op(&m->eqs.at[i], EX_TRANSITION) ||
			is_machine_op(&m->eqs.at[i], EX_INITIAL_STATE))
			return true;
	return false;
}

static void make_rules(Machines *x)
{
	for (int32_t k = 0; k < (int32_t)x->machines.n; k++)
		machine_declare(x, k);
	for (int32_t k = 0; k < (int32_t)x->machines.n; k++)
		machine_rules(x, k, fresh(x));
	for (size_t i = 0; i < x->m->eqs.n; i++)
		read_eq(x, &x->m->eqs.at[i]);
	for (size_t i = 0; i < x->m->algs.n; i++)
		if (x->state_of[x->m->algs.at[i].path.i] >= 0)
			diag_error(x->diag, x->m->algs.at[i].at, E_CLOCKED,
					   "algorithms in a state are not supported");
	merge(x);
}

bool machine_make(FlatModel *m, const MachinePairs *pairs, Arena *scratch, Diag *diag)
{
	Machines x = {.m = m, .p = &m->pool, .scratch = scratch, .diag = diag, .context = -1};
	int n_errors = diag->n_errors;

	if (!has_machines(m))
		return true;
	map_init(&x.outer, arena_allocator(scratch));
	read_machines(&x);
	find_machines(&x);
	find_around(&x);
	if (diag->n_errors > n_errors)
		return false;
	/* Inside of states an inner outer variable is the outer one (MLS 17.3.5). */
	for (size_t i = 0; i < pairs->n; i++)
		if (x.state_of[flat_decl_of(m, pairs->at[i].inner)->path.i] >= 0)
			map_put(&x.outer, (uint64_t)pairs->at[i].inner.i, (uint64_t)pairs->at[i].outer.i);
	declare_states(&x);
	make_rules(&x);
	for (size_t i = 0; i < pairs->n; i++)
		if (map_find(&x.outer, (uint64_t)pairs->at[i].inner.i)) {
			x.path = flat_decl_of(m, pairs->at[i].inner)->path;
			x.at = flat_decl_of(m, pairs->at[i].inner)->at;
			machine_equal(&x, pairs->at[i].inner, flat_ref(m, pairs->at[i].outer));
		}
	m->eqs.n = 0;
	for (size_t i = 0; i < x.made.n; i++)
		vec_push(arena_allocator(m->keep), &m->eqs, x.made.at[i]);
	return diag->n_errors == n_errors;
}
