/* SPDX-License-Identifier: MIT
   test_checkers.c — what passes make, damaged in several ways each: the checker of the pass finds
   every one. */
#include "compiler/compiler.h"
#include "compiler/connect/connect.h"
#include "ir/ir_fn.h"

#include "t.h"

/* What the checker of a pass says of a model that was damaged after it; "nothing": it is content.
 */
static const char *found(const char *model, const char *pass, void (*damage)(Compile *cx))
{
	static char got[512];
	const Pass *p = pipeline_find(pass);
	Compile cx;
	Text why;

	pipeline_init(&cx, NULL);
	text_init(&why, NULL);
	cx.input = (CompileInput){.what = "Test.mo", .text = model, .len = strlen(model)};
	cx.wants_units = !strcmp(pass, "units");
	if (!pipeline_run(&cx, p)) {
		diag_print(&cx.diag, stderr);
		text_printf(&why, "the model is wrong");
	} else if (!p->check(&cx, &why)) {
		text_printf(&why, " before any damage");
	} else {
		damage(&cx);
		if (p->check(&cx, &why))
			text_printf(&why, "nothing");
	}
	snprintf(got, sizeof got, "%s", text_str(&why));
	text_free(&why);
	pipeline_free(&cx);
	return got;
}

#define T_FOUND(model, pass, damage, text)                                 \
	do {                                                                   \
		const char *got = found(model, pass, damage);                      \
		if (!strstr(got, text))                                            \
			T_FAIL("%s: \"%s\", want \"... %s ...\"", #damage, got, text); \
	} while (0)

static const char parts[] = "package P\n"
							"  connector Pin Real v; flow Real i; end Pin;\n"
							"  model Source Pin p; equation p.v = 1; end Source;\n"
							"  model Load Pin p; equation p.i = p.v; end Load;\n"
							"  model M Source s; Load l[2]; equation\n"
							"    connect(s.p, l[1].p); connect(s.p, l[2].p);\n"
							"  end M;\n"
							"end P;\n";

/* Two states of four, bound by a constraint; a torn block; an event. */
static const char drive[] = "model Drive\n"
							"  Real x(start = 0), y, u(start = 0), v, f, g, a, b;\n"
							"  Integer n(start = 0);\n"
							"equation\n"
							"  der(x) = u; der(y) = v;\n"
							"  der(u) = f - a; der(v) = g;\n"
							"  x = 2 * y; f = -2 * g + x;\n"
							"  a + b * b = x; b + a / 2 = time;\n"
							"  when x > 1 then n = pre(n) + 1; end when;\n"
							"end Drive;\n";

static const char apart[] =
	"connector In flow Real event; Real queue; annotation(__modevs(port = \"in\")); end In;\n"
	"model Take In i annotation(__modevs(receive(Value = y))); discrete Real y; end Take;\n"
	"connector Out flow Real event; Real queue; annotation(__modevs(port = \"out\")); end Out;\n"
	"model Part parameter Real service = 1; In inport; Out outport;\n"
	"  annotation(__modevs(part = \"processor\")); end Part;\n"
	"model Apart Real x, y; Take t; Part p;\n"
	"equation connect(p.outport, t.i); der(x) = t.y - x; der(y) = -y; end Apart;\n";

static const char pendulum[] = "model Pendulum\n"
							   "  Real x(start = 1), y(start = 0), u, v, f;\n"
							   "equation\n"
							   "  der(x) = u; der(y) = v;\n"
							   "  der(u) = -f * x; der(v) = -f * y - 9.81;\n"
							   "  x^2 + y^2 = 1;\n"
							   "end Pendulum;\n";

/* A loop through pre values, and what it updates. */
static const char iteration[] = "model Iteration\n"
								"  Real x(start = 0, fixed = true), y;\n"
								"  Integer a(start = 0), b(start = 0), c;\n"
								"equation\n"
								"  der(x) = y + c - x; y = sin(x) + 1;\n"
								"  a = if x > 1 and pre(b) < 3 then pre(b) + 1 else pre(a);\n"
								"  b = if pre(a) > 1 then 2 else pre(a); c = 2 * a;\n"
								"end Iteration;\n";

/* Operators with a state, of each kind. */
static const char transport[] =
	"model Transport\n"
	"  Real x(start = 0, fixed = true), a, b, c; Integer n(start = 0);\n"
	"equation\n"
	"  der(x) = 1 + c; c = delay(a, 0.5);\n"
	"  (a, b) = spatialDistribution(time, 2, x, true, {0, 1}, {0, 1});\n"
	"  when sample(0, 0.1) then n = pre(n) + 1; end when;\n"
	"end Transport;\n";

static const char function[] = "model F\n"
							   "  function power\n"
							   "    input Real x; input Integer n; output Real y = 1;\n"
							   "  algorithm\n"
							   "    for i in 1:n loop y := y * x; end for;\n"
							   "  end power;\n"
							   "  Real x(start = 1, fixed = true);\n"
							   "equation\n"
							   "  der(x) = -power(x, 3);\n"
							   "end F;\n";

/* Tables are constant for everybody else. */
static void *writable(const void *table)
{
	return (void *)(uintptr_t)table;
}

/* --- instances --- */

static Node *first_part(Compile *cx)
{
	return cx->inst.top->member[0]->node;
}

static void part_of_nothing(Compile *cx)
{
	first_part(cx)->owner = NULL;
}

static void part_too_deep(Compile *cx)
{
	first_part(cx)->depth += 1;
}

static void element_without_index(Compile *cx)
{
	cx->inst.top->member[1]->node->element[0]->n_index = 0;
}

static void variable_of_another(Compile *cx)
{
	cx->inst.decl_node.at[0]->flat_decl.i = 1;
}

static void the_checker_of_instances_finds_what_is_not_linked(void)
{
	T_FOUND(parts, "instantiate", part_of_nothing, "is not a part of");
	T_FOUND(parts, "instantiate", part_too_deep, "is not a part of");
	T_FOUND(parts, "instantiate", element_without_index, "that is not its own");
	T_FOUND(parts, "instantiate", variable_of_another, "belong to another component");
}

/* --- connection sets --- */

static void ring_cut(Compile *cx)
{
	const Wire *w = &cx->inst.wires.at[0];

	cx->inst.sets.next[2 * w->a.i + w->a_outside] = 2 * w->a.i + w->a_outside;
}

static void ring_of_two_sets(Compile *cx)
{
	const Wire *w = cx->inst.wires.at;
	int32_t a = 2 * w[0].a.i + w[0].a_outside, b = 2 * w[1].a.i + w[1].a_outside;
	int32_t next = cx->inst.sets.next[a];

	cx->inst.sets.next[a] = cx->inst.sets.next[b];
	cx->inst.sets.next[b] = next;
}

static void member_that_leads_nowhere(Compile *cx)
{
	cx->inst.sets.next[0] = cx->inst.sets.n;
}

static void wire_between_sets(Compile *cx)
{
	cx->inst.wires.at[0].b = cx->inst.wires.at[1].b;
}

static void the_checker_of_connection_sets_finds_broken_rings(void)
{
	T_FOUND(parts, "sets", ring_cut, "ring");
	T_FOUND(parts, "sets", ring_of_two_sets, "member of another");
	T_FOUND(parts, "sets", member_that_leads_nowhere, "leads nowhere");
	T_FOUND(parts, "sets", wire_between_sets, "not in one set");
}

/* --- equations and aliases --- */

static Dae *dae_of(Compile *cx)
{
	return &cx->island->dae;
}

static int32_t var_named(Compile *cx, const char *name)
{
	const FlatModel *m = dae_of(cx)->m;
	int32_t at = -1;
	Text text;

	text_init(&text, NULL);
	for (size_t v = 0; v < m->vars.n && at < 0; v++) {
		text_clear(&text);
		flat_print_var(m, (VarId){(int32_t)v}, &text);
		if (!strcmp(text_str(&text), name))
			at = (int32_t)v;
	}
	text_free(&text);
	return at;
}

static DaeVar *var_of(Compile *cx, const char *name)
{
	return &dae_of(cx)->vars.at[var_named(cx, name)];
}

static void alias_of_an_alias(Compile *cx)
{
	var_of(cx, "b")->alias.i = var_named(cx, "c");
	var_of(cx, "c")->alias.i = var_named(cx, "x");
}

static void alias_in_an_equation(Compile *cx)
{
	var_of(cx, "x")->alias.i = var_named(cx, "y");
}

static void aliases_in_a_circle(Compile *cx)
{
	var_of(cx, "x")->alias.i = var_named(cx, "y");
	var_of(cx, "y")->alias.i = var_named(cx, "x");
}

static void known_without_value(Compile *cx)
{
	var_of(cx, "x")->role = DR_NONE;
}

static void sides_of_two_types(Compile *cx)
{
	dae_of(cx)->eqs.at[0].rhs = expr_boolean(&dae_of(cx)->m->pool, true);
}

/* The first operator of a kind. */
static DaeOperator *operator_of(Compile *cx, OperatorKind kind)
{
	DaeOperator *o = cx->island->dae.operators.at;

	while (o->kind != kind)
		o++;
	return o;
}

static void result_that_is_an_unknown(Compile *cx)
{
	cx->island->dae.vars.at[operator_of(cx, OPERATOR_delay)->result[0].i].role = DR_CONTINUOUS;
}

static void operator_inside_of_an_operator(Compile *cx)
{
	const Expr **arg = operator_of(cx, OPERATOR_delay)->arg;

	arg[0] = expr_op(&cx->island->dae.m->pool, EX_DELAY, arg, 2);
}

static void state_that_another_one_stands_for(Compile *cx)
{
	VarId state = operator_of(cx, OPERATOR_spatial)->state;

	cx->island->dae.vars.at[state.i].alias.i = var_named(cx, "x");
}

static void result_without_variable(Compile *cx)
{
	((VarId *)writable(operator_of(cx, OPERATOR_sampler)->result))->i = 10000;
}

static void the_checker_of_equations_finds_operators_that_are_not_what_they_say(void)
{
	T_FOUND(transport, "prepare", result_that_is_an_unknown, "not known from outside");
	T_FOUND(transport, "prepare", operator_inside_of_an_operator, "should be gone");
	T_FOUND(transport, "prepare", state_that_another_one_stands_for, "stands for");
	T_FOUND(transport, "prepare", result_without_variable, "does not exist");
}

static void the_checker_of_equations_finds_aliases_of_aliases(void)
{
	T_FOUND(iteration, "alias", alias_of_an_alias, "an alias of an alias");
	T_FOUND(iteration, "alias", alias_in_an_equation, "another one stands for");
	T_FOUND(iteration, "alias", aliases_in_a_circle, "an alias of an alias");
	T_FOUND(iteration, "alias", known_without_value, "without value");
	T_FOUND(iteration, "alias", sides_of_two_types, "not between scalars of one type");
	/* What was found right before is not looked at again, but what it holds is. */
	T_FOUND(iteration, "late", alias_in_an_equation, "another one stands for");
	T_FOUND(iteration, "late", known_without_value, "without value");
	T_FOUND(iteration, "late", sides_of_two_types, "not between scalars of one type");
}

/* --- index reduction --- */

static int32_t differentiated(Compile *cx)
{
	for (size_t i = 0; i < dae_of(cx)->eqs.n; i++)
		if (dae_of(cx)->eqs.at[i].der.i >= 0)
			return (int32_t)i;
	return -1;
}

static void derivative_of_another_equation(Compile *cx)
{
	int32_t e = differentiated(cx);

	dae_of(cx)->eqs.at[dae_of(cx)->eqs.at[e].der.i].der_of.i = e + 1;
}

static void derivative_of_another_variable(Compile *cx)
{
	var_of(cx, "x")->der = var_of(cx, "y")->der;
}

static int32_t matched(Compile *cx, int32_t from)
{
	while (dae_of(cx)->vars.at[from].eq.i < 0)
		from++;
	return from;
}

static void matched_twice(Compile *cx)
{
	int32_t a = matched(cx, 0), b = matched(cx, a + 1);

	dae_of(cx)->vars.at[b].eq = dae_of(cx)->vars.at[a].eq;
}

static void matched_crosswise(Compile *cx)
{
	DaeVar *a = var_of(cx, "b"), *b = var_of(cx, "g");
	DaeEqId eq = a->eq;

	a->eq = b->eq;
	b->eq = eq;
}

static void derivative_not_matched(Compile *cx)
{
	Dae *d = dae_of(cx);

	for (size_t v = 0; v < d->vars.n; v++)
		if (d->vars.at[v].eq.i >= 0 && d->eqs.at[d->vars.at[v].eq.i].der_of.i >= 0)
			d->vars.at[v].eq.i = -1;
}

static void the_checker_of_index_reduction_finds_what_is_no_bijection(void)
{
	T_FOUND(drive, "index", derivative_of_another_equation, "is that of another");
	T_FOUND(drive, "index", derivative_of_another_variable, "that of another variable");
	T_FOUND(drive, "index", matched_twice, "matched to another variable, too");
	T_FOUND(drive, "index", matched_crosswise, "does not hold it");
	T_FOUND(drive, "index", derivative_not_matched, "determines nothing");
}

/* --- states --- */

static void state_twice(Compile *cx)
{
	dae_of(cx)->states.at[1] = dae_of(cx)->states.at[0];
}

static void state_unknown_to_its_variable(Compile *cx)
{
	dae_of(cx)->vars.at[dae_of(cx)->states.at[0].i].is_state = false;
}

static void state_not_in_the_list(Compile *cx)
{
	dae_of(cx)->states.n--;
}

static void state_without_derivative(Compile *cx)
{
	dae_of(cx)->vars.at[dae_of(cx)->states.at[0].i].der.i = -1;
}

static void too_many_constraints(Compile *cx)
{
	dae_of(cx)->sets.at[0].m = dae_of(cx)->sets.at[0].n + 1;
}

static void candidate_of_two_sets(Compile *cx)
{
	dae_of(cx)->sets.at[0].candidate = dae_of(cx)->sets.at[1].candidate;
}

static void constraint_of_two_sets(Compile *cx)
{
	dae_of(cx)->sets.at[0].eq = dae_of(cx)->sets.at[1].eq;
}

/* An equation of no set that holds no candidate of the first one. */
static DaeEqId foreign_equation(Compile *cx)
{
	const DaeSet *s = &dae_of(cx)->sets.at[0];
	Uses uses;

	uses_init(&uses, dae_of(cx), &cx->scratch);
	for (size_t i = 0; i < dae_of(cx)->eqs.n; i++) {
		const DaeEq *e = &dae_of(cx)->eqs.at[i];
		bool holds = false;

		uses_find(&uses, e->lhs, e->rhs);
		for (size_t k = 0; k < uses.vars.n; k++)
			for (int32_t j = 0; j < s->n; j++)
				holds |= uses.vars.at[k].i == s->candidate[j].i;
		if (!holds && !e->dropped && (int32_t)i != dae_of(cx)->sets.at[1].eq[0].i)
			return (DaeEqId){(int32_t)i};
	}
	return (DaeEqId){-1};
}

static void constraint_that_binds_nothing(Compile *cx)
{
	*(DaeEqId *)writable(dae_of(cx)->sets.at[0].eq) = foreign_equation(cx);
}

static void constraint_beside_one_that_binds_nothing(Compile *cx)
{
	DaeSet *s = &dae_of(cx)->sets.at[0];
	DaeEqId *eq = NEW_ARRAY(&cx->keep, DaeEqId, 2);

	eq[0] = s->eq[0];
	eq[1] = foreign_equation(cx);
	s->eq = eq;
	s->m = 2;
}

static void helper_that_its_equation_does_not_hold(Compile *cx)
{
	DaeSet *s = &dae_of(cx)->sets.at[0];
	DaeEqId *eq = NEW_ARRAY(&cx->keep, DaeEqId, 1);
	VarId *var = NEW_ARRAY(&cx->keep, VarId, 1);

	*eq = foreign_equation(cx);
	*var = s->candidate[0];
	s->helper_eq = eq;
	s->helper_var = var;
	s->n_helpers = 1;
}

static void the_checker_of_states_finds_what_is_no_basis(void)
{
	T_FOUND(pendulum, "states", constraint_that_binds_nothing, "bind 0 of its candidates, not 1");
	T_FOUND(pendulum, "states", constraint_beside_one_that_binds_nothing,
			"bind 1 of its candidates, not 2");
	T_FOUND(pendulum, "states", helper_that_its_equation_does_not_hold, "does not hold it");

	T_FOUND(drive, "states", state_twice, "chosen twice");
	T_FOUND(drive, "states", state_unknown_to_its_variable, "but none");
	T_FOUND(drive, "states", state_not_in_the_list, "not among the states");
	T_FOUND(drive, "states", state_without_derivative, "has no derivative");
	T_FOUND(pendulum, "states", too_many_constraints, "constraints for");
	T_FOUND(pendulum, "states", candidate_of_two_sets, "chosen twice");
	T_FOUND(pendulum, "states", constraint_of_two_sets, "binds the states of two sets");
}

/* --- sorted systems --- */

/* The first step of a kind with so many assignments. */
static DaeStep *step_of(const DaeSystem *s, int kind, int32_t n_assigns)
{
	for (int32_t i = 0; i < s->n_steps; i++)
		if (s->step[i].kind == kind && s->step[i].n_assigns >= n_assigns)
			return writable(&s->step[i]);
	return NULL;
}

static void blocks_turned(Compile *cx)
{
	DaeSystem *s = &dae_of(cx)->event;
	DaeStep *step = writable(s->step);

	for (int32_t i = 0; i < s->n_steps / 2; i++) {
		DaeStep t = step[i];

		step[i] = step[s->n_steps - 1 - i];
		step[s->n_steps - 1 - i] = t;
	}
}

static void block_twice(Compile *cx)
{
	DaeStep *step = writable(dae_of(cx)->event.step);

	step[1] = step[0];
}

static void block_missing(Compile *cx)
{
	dae_of(cx)->event.n_steps--;
}

static void inner_assignment_reads_itself(Compile *cx)
{
	DaeStep *s = step_of(&dae_of(cx)->ode, DK_NONLINEAR, 1);
	DaeAssign *a = writable(&s->assign[s->n_assigns - 1]);

	a->value = dae_ref(dae_of(cx), a->var);
}

static void inner_assignments_turned(Compile *cx)
{
	DaeStep *s = step_of(&dae_of(cx)->ode, DK_LINEAR, 2);
	DaeAssign *a = writable(s->assign), t = a[0];

	a[0] = a[s->n_assigns - 1];
	a[s->n_assigns - 1] = t;
}

static void torn_variable_is_another(Compile *cx)
{
	DaeStep *s = step_of(&dae_of(cx)->event, DK_NONLINEAR, 1);
	VarId *torn = writable(s->unknown);

	torn[0] = s->assign[0].var;
}

static void equation_of_another_variable(Compile *cx)
{
	DaeStep *s = step_of(&dae_of(cx)->event, DK_NONLINEAR, 1);
	DaeAssign *a = writable(s->assign);

	a[0].eq = eq_ref_always(dae_of(cx)->relations.at[0].eq);
}

static void the_checker_of_systems_finds_what_is_out_of_order(void)
{
	T_FOUND(drive, "systems", blocks_turned, "is read before it is determined");
	T_FOUND(drive, "systems", block_twice, "twice");
	T_FOUND(drive, "systems", block_missing, "an unknown not determined");
	T_FOUND(drive, "systems", inner_assignment_reads_itself, "is read before it is determined");
	T_FOUND(drive, "systems", inner_assignments_turned, "is read before it is determined");
	T_FOUND(drive, "systems", torn_variable_is_another, "is determined twice");
	T_FOUND(drive, "systems", equation_of_another_variable, "does not occur in the equation");
}

static void variable_of_another_island(Compile *cx)
{
	Dae *d = dae_of(cx);

	d->island[d->states.at[0].i] = 1;
}

static void the_checker_of_islands_finds_what_is_read_by_others(void)
{
	T_FOUND(apart, "islands", blocks_turned, "not in the order of islands");
	T_FOUND(apart, "islands", variable_of_another_island, "reads a variable of island");
}

static void start_turned(Compile *cx)
{
	DaeSystem *s = &dae_of(cx)->init;
	DaeStep *step = writable(s->step), t = step[0];

	step[0] = step[s->n_steps - 1];
	step[s->n_steps - 1] = t;
}

static void start_missing(Compile *cx)
{
	dae_of(cx)->init.n_steps = 0;
}

static void start_twice(Compile *cx)
{
	DaeStep *step = writable(dae_of(cx)->init.step);

	step[1] = step[0];
}

static void the_checker_of_the_start_finds_what_is_out_of_order(void)
{
	T_FOUND(drive, "initial", start_turned, "is read before it is determined");
	T_FOUND(drive, "initial", start_missing, "an unknown not determined");
	T_FOUND(drive, "initial", start_twice, "is determined twice");
}

/* --- the graph --- */

static Graph *graph_of(Compile *cx)
{
	return &cx->island->graph;
}

static void loop_said_to_be_untouched(Compile *cx)
{
	graph_of(cx)->nodes.at[graph_of(cx)->node_of_var[var_named(cx, "c")]].set = ES_UNTOUCHED;
}

static void needed_but_not_active(Compile *cx)
{
	Graph *g = graph_of(cx);

	for (int32_t i = 0; i < g->first[GP_EVENT + 1]; i++)
		if (g->nodes.at[i].discrete) {
			g->nodes.at[i].active = false;
			return;
		}
}

static void pre_value_nobody_reads(Compile *cx)
{
	memset(graph_of(cx)->pre_read, 0, dae_of(cx)->vars.n);
}

static void determined_by_a_later_node(Compile *cx)
{
	Graph *g = graph_of(cx);

	g->flow_of_var[var_named(cx, "y")] = g->first[GP_ODE + 1] - 1;
}

static void state_missing_in_the_pattern(Compile *cx)
{
	Graph *g = graph_of(cx);
	int32_t *start = writable(g->jacobian.start);

	for (int32_t i = 0; i < g->n_states; i++)
		start[i + 1] = 0;
}

static void state_missing_in_a_crossing(Compile *cx)
{
	Graph *g = graph_of(cx);
	int32_t *start = writable(g->crossing.start);

	for (int32_t i = 0; i < g->crossing.n_rows; i++)
		start[i + 1] = 0;
}

static void the_checker_of_the_graph_finds_sets_that_are_not_closed(void)
{
	T_FOUND(iteration, "graph", loop_said_to_be_untouched, "reads what is touched");
	T_FOUND(iteration, "graph", needed_but_not_active, "not active");
	T_FOUND(iteration, "graph", pre_value_nobody_reads, "nobody is said to read");
	T_FOUND(iteration, "graph", determined_by_a_later_node, "node");
	T_FOUND(iteration, "graph", state_missing_in_the_pattern, "its pattern does not hold");
	T_FOUND(iteration, "graph", state_missing_in_a_crossing, "its pattern does not hold");
}

/* --- code of functions; that of regions: test_ir.c --- */

static IrFn *fn_of(Compile *cx)
{
	return cx->island->code.fns.at[0];
}

static void function_without_return(Compile *cx)
{
	fn_of(cx)->n_code--;
}

static void register_out_of_range(Compile *cx)
{
	fn_of(cx)->n_scalars = fn_of(cx)->n_constants;
}

static void operator_that_is_none(Compile *cx)
{
	IrInstr *code = writable(fn_of(cx)->code);

	code[0].op = FN_OP_END;
}

static void function_without_code(Compile *cx)
{
	cx->island->code.fns.at[0] = NULL;
}

static void the_checker_of_code_finds_what_no_function_has(void)
{
	T_FOUND(function, "lower", function_without_return, "no return");
	T_FOUND(function, "lower", register_out_of_range, "a scalar out of range");
	T_FOUND(function, "lower", operator_that_is_none, "does not exist");
	T_FOUND(function, "lower", function_without_code, "has no code");
}

static const char lengths[] =
	"model M Real x(unit = \"m\") = 1, y, z; equation y = x; z = 1; end M;";

static void no_such_unit(Compile *cx)
{
	cx->units.slot[1].unit = 99;
}

static void no_such_slot(Compile *cx)
{
	cx->units.slot[2].up = 99;
}

static void unit_lost(Compile *cx)
{
	cx->units.slot[1].unit = -1;
}

static void other_unit(Compile *cx)
{
	cx->units.slot[0].unit = 0;
}

static void two_units(Compile *cx)
{
	cx->units.slot[0].up = 1;
}

static void the_checker_of_units_finds_what_nothing_tells(void)
{
	T_FOUND(lengths, "units", no_such_unit, "unit 99, which does not exist");
	T_FOUND(lengths, "units", no_such_slot, "slot 99, which does not exist");
	T_FOUND(lengths, "units", unit_lost, "lost one");
	T_FOUND(lengths, "units", other_unit, "the unit of its declaration");
	T_FOUND(lengths, "units", two_units, "a unit of its own");
}

int main(void)
{
	T_RUN(the_checker_of_instances_finds_what_is_not_linked);
	T_RUN(the_checker_of_connection_sets_finds_broken_rings);
	T_RUN(the_checker_of_equations_finds_operators_that_are_not_what_they_say);
	T_RUN(the_checker_of_equations_finds_aliases_of_aliases);
	T_RUN(the_checker_of_index_reduction_finds_what_is_no_bijection);
	T_RUN(the_checker_of_states_finds_what_is_no_basis);
	T_RUN(the_checker_of_systems_finds_what_is_out_of_order);
	T_RUN(the_checker_of_islands_finds_what_is_read_by_others);
	T_RUN(the_checker_of_the_start_finds_what_is_out_of_order);
	T_RUN(the_checker_of_the_graph_finds_sets_that_are_not_closed);
	T_RUN(the_checker_of_code_finds_what_no_function_has);
	T_RUN(the_checker_of_units_finds_what_nothing_tells);
	return T_END();
}
