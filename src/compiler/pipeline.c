/* SPDX-License-Identifier: MIT
   pipeline.c — the passes of the compiler, from text to code, as one table; and running them. A
   pass that was run is checked; what a checker finds wrong is an error of this program. */
#include "compiler/clocks/clocks.h"
#include "compiler/clocks/machine.h"
#include "compiler/compiler.h"
#include "compiler/connect/connect.h"
#include "compiler/devs/devs.h"
#include "compiler/lower/lower.h"
#include "model/fields.h"

#include <string.h>

/* --- what is run --- */

static bool run_instantiate(Compile *cx)
{
	Text name;

	text_init(&name, arena_allocator(&cx->scratch));
	syntax_class_text(&cx->syntax, cx->cls->cls, &name);
	flat_init(&cx->flat, &cx->keep, &cx->names, intern_name(&cx->names, text_str(&name), name.n),
			  syntax_span(cx->cls->at));
	cx->flat.files = resource_files(cx);
	inst_init(&cx->inst, &cx->syntax, cx->lib, &cx->flat, &cx->tree, &cx->scratch);
	cx->inst.wants_units = cx->wants_units;
	cx->inst.wants_families = cx->wants_families && !cx->wants_units;
	return inst_top(&cx->inst, cx->cls, cx->top_mod) && flatten_components(&cx->inst, cx->inst.top);
}

static bool run_attributes(Compile *cx)
{
	section_mark_discrete(&cx->inst, cx->inst.top);
	return flatten_attributes(&cx->inst, cx->inst.top);
}

static bool run_connections(Compile *cx)
{
	return section_connections(&cx->inst, cx->inst.top);
}

static bool run_expandable(Compile *cx)
{
	return expandable_resolve(&cx->inst);
}

static bool run_roots(Compile *cx)
{
	return roots_resolve(&cx->inst);
}

static bool run_sets(Compile *cx)
{
	sets_build(&cx->inst);
	return true;
}

static bool run_bindings(Compile *cx)
{
	return flatten_bindings(&cx->inst, cx->inst.top);
}

static bool run_equations(Compile *cx)
{
	return section_equations(&cx->inst, cx->inst.top);
}

static bool run_connect(Compile *cx)
{
	sets_equations(&cx->inst);
	stream_equations(&cx->inst);
	whole_outputs(&cx->flat, &cx->scratch);
	return true;
}

static bool run_devs(Compile *cx)
{
	if (!devs_build(&cx->inst))
		return false;
	if (cx->wants_advice)
		devs_advise(&cx->inst);
	return true;
}

/* Restrictions are the last to report about the text; what any of the passes before has reported
   ends them here. */
static bool run_restrict(Compile *cx)
{
	inst_finish(&cx->inst);
	return cx->diag.n_errors == 0;
}

static void give_pair(void *ctx, VarId inner, VarId outer)
{
	Compile *cx = ((void **)ctx)[0];
	MachinePairs *pairs = ((void **)ctx)[1];

	vec_push(arena_allocator(&cx->scratch), pairs, ((MachinePair){inner, outer}));
}

static bool run_machines(Compile *cx)
{
	MachinePairs pairs = {0};
	void *ctx[2] = {cx, &pairs};

	outer_pairs(&cx->inst, cx->inst.top, give_pair, ctx);
	return machine_make(&cx->flat, &pairs, &cx->scratch, &cx->diag);
}

/* Is the quotient of a model with families balanced? Then so is the model. */
static bool is_balanced_quotient(Compile *cx)
{
	FlatModel q;
	Arena keep;
	Diag diag;
	bool ok;

	if (cx->flat.families.n == 0)
		return false;
	arena_child(&keep, &cx->scratch);
	diag_init(&diag, arena_heap(&keep), &cx->sources);
	ok = quotient_make(&cx->flat, &keep, &cx->scratch, &q) &&
		 cycle_check(&q, &cx->scratch, &diag) && balance_check(&q, &cx->scratch, &diag) &&
		 diag.items.n == 0;
	diag_free(&diag);
	arena_free(&keep);
	return ok;
}

/* What there is to say, is said of the whole. */
static bool run_balance(Compile *cx)
{
	if (is_balanced_quotient(cx))
		return true;
	family_expand(&cx->flat);
	return cycle_check(&cx->flat, &cx->scratch, &cx->diag) &&
		   balance_check(&cx->flat, &cx->scratch, &cx->diag);
}

/* What units say does not change a model: who only runs it does not ask. */
static bool run_units(Compile *cx)
{
	units_init(&cx->units, &cx->flat, &cx->keep);
	if (cx->wants_units)
		units_find(&cx->units, &cx->scratch, &cx->diag);
	return true;
}

static bool run_split(Compile *cx)
{
	split_model(&cx->flat, &cx->system);
	cx->n_islands = 0;
	cx->islands = NEW_ARRAY(&cx->keep, Island, cx->system.components.n);
	for (size_t i = 0; i < cx->system.components.n; i++)
		if (cx->system.components.at[i].kind == COMPONENT_ISLAND)
			cx->islands[cx->n_islands++].component = &cx->system.components.at[i];
	cx->island = cx->islands;
	return true;
}

static bool run_clocks(Compile *cx)
{
	return clocks_find(cx->island->component->flat, &cx->scratch, &cx->diag) && !cx->diag.n_errors;
}

/* Values may have been set since the model was found to be balanced. */
static bool run_prepare(Compile *cx)
{
	FlatModel *flat = cx->island->component->flat;

	if (flat->families.n > 0) {
		FlatModel *q = NEW(&cx->keep, FlatModel);

		if (!quotient_make(flat, &cx->keep, &cx->scratch, q))
			return false;
		flat = q;
	}
	dae_init(&cx->island->dae, flat, &cx->keep);
	return dae_prepare(&cx->island->dae, &cx->scratch, &cx->diag) && !cx->diag.n_errors;
}

/* The passes of dae/ have one form. */
#define DAE_PASS(pass)                                                                    \
	static bool run_##pass(Compile *cx)                                                   \
	{                                                                                     \
		return pass(&cx->island->dae, &cx->scratch, &cx->diag) && cx->diag.n_errors == 0; \
	}
DAE_PASS(vanish_find)
DAE_PASS(alias_remove)
DAE_PASS(instants_find)
DAE_PASS(discrete_partition)
DAE_PASS(chain_name)
DAE_PASS(index_reduce)
DAE_PASS(late_inline)
DAE_PASS(states_select)
DAE_PASS(clock_hold)
DAE_PASS(systems_params)
DAE_PASS(systems_sort)
DAE_PASS(held_find)
DAE_PASS(initial_sort)
DAE_PASS(ladder_find)
DAE_PASS(apart_find)

static bool run_graph(Compile *cx)
{
	graph_build(&cx->island->dae, &cx->keep, &cx->scratch, &cx->island->graph);
	return true;
}

static bool run_lower(Compile *cx)
{
	LowerInput in = {.d = &cx->island->dae,
					 .graph = &cx->island->graph,
					 .sources = &cx->sources,
					 .diag = &cx->diag,
					 .keep = &cx->keep,
					 .scratch = &cx->scratch};

	bool ok;

	if (in.d->m->spans && !span_check(in.d, &cx->scratch))
		return false;
	ok = lower_model(&in, &cx->island->code, &cx->island->model) && cx->diag.n_errors == 0;
	/* All that the variables of a large model were needed for is in the tables now. */
	if (ok && in.d->m->spans && cx->diag.items.n == 0)
		vec_free(arena_allocator(&cx->keep), &cx->flat.vars);
	return ok;
}

/* --- what must hold --- */

static bool check_instances(Compile *cx, Text *why)
{
	return inst_check(&cx->inst, why);
}

static bool check_sets(Compile *cx, Text *why)
{
	return sets_check(&cx->inst, &cx->scratch, why);
}

static bool check_flat(Compile *cx, Text *why)
{
	return flat_check(&cx->flat, &cx->sources, &cx->scratch, why);
}

static bool check_units(Compile *cx, Text *why)
{
	return units_check(&cx->units, why);
}

static bool check_system(Compile *cx, Text *why)
{
	return split_check(&cx->system, &cx->flat, why);
}

/* Checks of one Dae have one form, too; so has its printing. */
#define DAE_CHECK(name, checker)                             \
	static bool name(Compile *cx, Text *why)                 \
	{                                                        \
		return checker(&cx->island->dae, &cx->scratch, why); \
	}
DAE_CHECK(check_dae, dae_check)
DAE_CHECK(check_index, index_check)
DAE_CHECK(check_states, index_check_states)
DAE_CHECK(check_systems, order_check_run)
DAE_CHECK(check_initial, order_check_initial)
DAE_CHECK(check_apart, apart_check)

static bool check_graph(Compile *cx, Text *why)
{
	return graph_check(&cx->island->graph, &cx->scratch, why);
}

static bool check_code(Compile *cx, Text *why)
{
	return ir_check(&cx->island->code, &cx->scratch, why) && ir_fn_check(&cx->island->code, why) &&
		   model_check(&cx->island->model, (int32_t)cx->island->code.regions.n, why);
}

/* --- what is printed --- */

static void print_class(Compile *cx, Text *out)
{
	syntax_print_class(&cx->syntax, cx->cls->cls, 0, out);
	text_printf(out, ";\n");
}

static void print_instances(Compile *cx, Text *out)
{
	row_make_all(&cx->inst, cx->inst.top);
	inst_print(&cx->inst, out);
}

static void print_connections(Compile *cx, Text *out)
{
	connect_print(&cx->inst, out);
}

static void print_flat(Compile *cx, Text *out)
{
	print_model(&cx->flat, &cx->scratch, out);
}

static void print_units(Compile *cx, Text *out)
{
	units_print(&cx->units, out);
}

static void print_system(Compile *cx, Text *out)
{
	split_print(&cx->system, &cx->flat, out);
}

static void print_clocks(Compile *cx, Text *out)
{
	clocks_print(cx->island->component->flat, &cx->scratch, out);
	print_model(cx->island->component->flat, &cx->scratch, out);
}

#define DAE_PRINT(name, printer)                      \
	static void name(Compile *cx, Text *out)          \
	{                                                 \
		printer(&cx->island->dae, &cx->scratch, out); \
	}
DAE_PRINT(print_dae, dae_print)
DAE_PRINT(print_index, order_print_index)
DAE_PRINT(print_states, order_print_states)
DAE_PRINT(print_systems, order_print)

static void print_graph(Compile *cx, Text *out)
{
	graph_print(&cx->island->graph, out);
}

static void print_code(Compile *cx, Text *out)
{
	model_print(&cx->island->model, out);
	for (size_t i = 0; i < cx->island->code.regions.n; i++)
		ir_print_region(&cx->island->code, (int32_t)i, out);
	for (size_t i = 0; i < cx->island->code.fns.n; i++)
		ir_fn_print(&cx->island->code, (int32_t)i, out);
}

/* --- the passes --- */

static const Pass passes[] = {
	{"parse", STAGE_FLAT, choose_class, NULL, print_class, "read files, choose a class"},
	{"instantiate", STAGE_FLAT, run_instantiate, check_instances, print_instances,
	 "components get classes, sizes and variables"},
	{"attributes", STAGE_FLAT, run_attributes, NULL, print_flat,
	 "what whens assign is discrete; start, unit and the like"},
	{"connections", STAGE_FLAT, run_connections, NULL, print_connections,
	 "connect equations become pairs of variables"},
	{"expandable", STAGE_FLAT, run_expandable, NULL, print_connections,
	 "expandable connectors get their members"},
	{"roots", STAGE_FLAT, run_roots, NULL, print_connections,
	 "overconstrained connections are broken"},
	{"sets", STAGE_FLAT, run_sets, check_sets, print_connections, "connection sets"},
	{"bindings", STAGE_FLAT, run_bindings, NULL, print_flat, "values of declarations"},
	{"equations", STAGE_FLAT, run_equations, NULL, print_flat, "equations and algorithms"},
	{"connect", STAGE_FLAT, run_connect, NULL, print_flat,
	 "the equations of connection sets and streams"},
	{"devs", STAGE_FLAT, run_devs, NULL, print_flat,
	 "DEVS components: functions, ports, couplings"},
	{"restrict", STAGE_FLAT, run_restrict, check_flat, print_flat,
	 "what the language forbids in the whole"},
	{"machines", STAGE_FLAT, run_machines, NULL, print_flat, "state machines as clocked equations"},
	{"balance", STAGE_FLAT, run_balance, NULL, print_flat,
	 "as many equations as unknowns, and no part singular"},
	{"units", STAGE_FLAT, run_units, check_units, print_units,
	 "units of variables that declare none, and contradictions among them"},
	{"split", STAGE_FLAT, run_split, check_system, print_system, "components and couplings"},
	{"clocks", STAGE_SORTED, run_clocks, NULL, print_clocks,
	 "clocked equations: partitions, rates, ticks"},
	{"prepare", STAGE_SORTED, run_prepare, check_dae, print_dae,
	 "scalar equations, relations as variables, parameters as numbers"},
	{"instants", STAGE_SORTED, run_instants_find, NULL, print_dae,
	 "relations of time alone get their instant"},
	{"vanish", STAGE_SORTED, run_vanish_find, NULL, print_dae,
	 "coefficients of derivatives that are zero"},
	{"alias", STAGE_SORTED, run_alias_remove, check_dae, print_dae,
	 "x = y, x = -y, x = constant go"},
	{"times", STAGE_SORTED, run_instants_find, NULL, print_dae,
	 "the same for relations that aliases have made ones of time"},
	{"discrete", STAGE_SORTED, run_discrete_partition, NULL, print_dae,
	 "Real equations that belong to events"},
	{"chain", STAGE_SORTED, run_chain_name, check_dae, print_dae,
	 "der(x) = u makes u the derivative of x"},
	{"index", STAGE_SORTED, run_index_reduce, check_index, print_index,
	 "index reduction: equations are differentiated"},
	{"late", STAGE_SORTED, run_late_inline, check_dae, print_dae, "late inlining"},
	{"states", STAGE_SORTED, run_states_select, check_states, print_states,
	 "state variables are chosen"},
	{"ticks", STAGE_SORTED, run_clock_hold, check_dae, print_dae,
	 "clocked equations hold at ticks, states go from tick to tick"},
	{"parameters", STAGE_SORTED, run_systems_params, NULL, print_systems,
	 "parameters in order of use"},
	{"systems", STAGE_SORTED, run_systems_sort, check_systems, print_systems,
	 "the systems of a run, sorted and torn"},
	{"held", STAGE_SORTED, run_held_find, NULL, print_systems,
	 "operators whose results are step functions"},
	{"initial", STAGE_SORTED, run_initial_sort, check_initial, print_systems,
	 "the initial system, made square, sorted and torn"},
	{"ladders", STAGE_SORTED, run_ladder_find, NULL, print_dae, "many relations of one expression"},
	{"islands", STAGE_SORTED, run_apart_find, check_apart, print_systems,
	 "parts that DEVS components alone connect"},
	{"graph", STAGE_CODE, run_graph, check_graph, print_graph,
	 "who reads what: events, derivatives, crossings, results"},
	{"lower", STAGE_CODE, run_lower, check_code, print_code, "code and tables"},
};

enum { N_PASSES = sizeof passes / sizeof *passes };

/* --- running them --- */

/* What can be lost by a jump belongs to `keep`. Sources do not: they hold files open while they
   allocate, and say so when there is no memory. */
void pipeline_init(Compile *cx, const MdvAlloc *alloc)
{
	memset(cx, 0, sizeof *cx);
	arena_init(&cx->keep, alloc);
	cx->keep.no_memory = guard_no_memory;
	arena_child(&cx->scratch, &cx->keep);
	arena_child(&cx->tree, &cx->keep);
	intern_init(&cx->names, arena_heap(&cx->keep));
	source_init(&cx->sources, alloc);
	diag_init(&cx->diag, arena_heap(&cx->keep), &cx->sources);
	cx->syntax = (Syntax){&cx->keep, &cx->scratch, &cx->names, &cx->sources, &cx->diag};
	cx->lib = library_new(&cx->syntax);
}

void pipeline_free(Compile *cx)
{
	diag_free(&cx->diag);
	source_free(&cx->sources);
	intern_free(&cx->names);
	arena_free(&cx->scratch);
	arena_free(&cx->tree);
	arena_free(&cx->keep);
}

const Pass *pipeline_passes(size_t *n)
{
	*n = N_PASSES;
	return passes;
}

const Pass *pipeline_find(const char *name)
{
	for (size_t i = 0; i < N_PASSES; i++)
		if (!strcmp(passes[i].name, name))
			return &passes[i];
	return NULL;
}

void pipeline_list(Text *out)
{
	for (size_t i = 0; i < N_PASSES; i++)
		text_printf(out, "  %-12s %s\n", passes[i].name, passes[i].does);
}

static void tell(const Compile *cx, const Pass *p, PassMoment moment)
{
	if (cx->watch)
		cx->watch(cx->watch_ctx, p, moment);
}

static void check_pass(Compile *cx, const Pass *p)
{
	Text why;

	if (!p->check)
		return;
	text_init(&why, arena_heap(&cx->keep));
	if (!p->check(cx, &why))
		BUG("after the pass '%s': %s", p->name, text_str(&why));
	text_free(&why);
}

static bool run_pass(Compile *cx, const Pass *p)
{
	ArenaMark mark = arena_mark(&cx->scratch);
	bool ok;

	tell(cx, p, PASS_BEGINS);
	ok = p->run(cx);
	arena_release(&cx->scratch, mark);
	tell(cx, p, PASS_HAS_RUN);
	if (ok && cx->diag.n_errors == 0)
		check_pass(cx, p);
	tell(cx, p, PASS_IS_CHECKED);
	return ok;
}

/* What is behind the flat model has all that it needs: the tree, half of the memory of a large
   model of components, ends. */
static void leave_tree(Compile *cx)
{
	arena_free(&cx->tree);
	arena_child(&cx->tree, &cx->keep);
	cx->inst = (Inst){0};
}

/* A quotient was not to be compiled, or there is something to say about it: all of the model is
   instead, from where the two part. */
static void leave_quotient(Compile *cx, DiagMark mark)
{
	diag_forget(&cx->diag, mark);
	family_expand(&cx->flat);
	cx->next = (int)(pipeline_find("balance") - passes);
}

static bool run_next(Compile *cx);

/* As run_next; of a model with families, once more if something is in the way. */
static bool run_careful(Compile *cx)
{
	DiagMark mark = diag_mark(&cx->diag);
	bool ok = run_next(cx);

	if (cx->flat.families.n == 0 || passes[cx->next - 1].stage == STAGE_FLAT ||
		(ok && cx->diag.items.n == mark.n))
		return ok;
	leave_quotient(cx, mark);
	return true;
}

/* The next pass of the table; from STAGE_SORTED on it runs for one island after the other. */
static bool run_next(Compile *cx)
{
	const Pass *p = &passes[cx->next++];
	bool ok = true;

	if (p->stage == STAGE_FLAT)
		return run_pass(cx, p);
	if (cx->inst.top)
		leave_tree(cx);
	for (int32_t i = 0; i < cx->n_islands && ok; i++) {
		cx->island = &cx->islands[i];
		ok = run_pass(cx, p);
	}
	cx->island = cx->islands;
	return ok;
}

bool pipeline_run(Compile *cx, const Pass *last)
{
	while (cx->next <= last - passes)
		if (!run_careful(cx))
			return false;
	return true;
}

static bool run_stage(Compile *cx, Stage stage)
{
	while (cx->next < N_PASSES && passes[cx->next].stage <= stage)
		if (!run_careful(cx))
			return false;
	return true;
}

bool pipeline_flatten(Compile *cx, const char *what, const char *model)
{
	cx->input = (CompileInput){.what = what, .model = model};
	return run_stage(cx, STAGE_FLAT);
}

bool pipeline_flatten_text(Compile *cx, const char *name, const char *text, size_t len)
{
	cx->input = (CompileInput){.what = name, .text = text, .len = len};
	return run_stage(cx, STAGE_FLAT);
}

bool pipeline_flatten_again(Compile *cx)
{
	cx->next = (int)(pipeline_find("instantiate") - passes);
	cx->system = (System){0};
	return run_stage(cx, STAGE_FLAT);
}

bool pipeline_sort(Compile *cx)
{
	return run_stage(cx, STAGE_SORTED);
}

/* Behind the last pass nobody needs its work space: who runs the model takes memory instead. */
bool pipeline_lower(Compile *cx)
{
	bool ok;

	cx->folders = source_folders(&cx->sources, &cx->keep);
	ok = run_stage(cx, STAGE_CODE);
	arena_free(&cx->scratch);
	arena_child(&cx->scratch, &cx->keep);
	return ok;
}
