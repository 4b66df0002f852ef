/* SPDX-License-Identifier: MIT
   cmd_explain.c — modevs explain: what the compiler made of a model: what was eliminated and
   differentiated, which variables are states, which equations are solved together. */
#include "cli/explain.h"

#include <string.h>

static const char *const step_name[] = {"assignments", "linear", "nonlinear", "mixed", "set"};

static void say_var(Explain *x, VarId v)
{
	flat_print_var(x->d->m, v, &x->out);
}

static void say_vars(Explain *x, const VarId *v, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		text_printf(&x->out, i ? ", " : "");
		say_var(x, v[i]);
	}
	text_printf(&x->out, "\n");
}

static void say_eq(Explain *x, const char *indent, const DaeEq *e)
{
	text_printf(&x->out, "%s", indent);
	dae_print_eq(x->d, e, &x->cx->scratch, &x->out);
	text_printf(&x->out, "\n");
}

static void say_variables(Explain *x)
{
	int n[5] = {0}, aliases = 0, equations = 0;

	for (size_t i = 0; i < x->d->vars.n; i++) {
		const DaeVar *v = &x->d->vars.at[i];

		if (v->alias.i != (int32_t)i)
			aliases++;
		else
			n[v->role]++;
	}
	for (size_t i = 0; i < x->d->eqs.n; i++)
		equations += !x->d->eqs.at[i].dropped;
	text_printf(&x->out,
				"variables: %d continuous, %d discrete, %d parameters, %d constants, %d aliases\n",
				n[DR_CONTINUOUS], n[DR_DISCRETE], n[DR_PARAMETER], n[DR_NONE], aliases);
	text_printf(&x->out, "equations: %d\n", equations);
}

/* Which states each has, if there are several; they are in this order. */
static void say_islands(Explain *x)
{
	const Dae *d = x->d;
	size_t i = 0;

	for (int32_t k = 0; k < d->n_islands && d->island; k++) {
		const char *comma = "";
		size_t first = i;

		while (i < d->states.n && d->island[d->states.at[i].i] == k)
			i++;
		text_printf(&x->out, "  of $equations%d: ", (int)k + 1);
		for (size_t s = 0; s < d->sets.n; s++)
			if (d->island[d->sets.at[s].candidate[0].i] == k) {
				text_printf(&x->out, "%sstate set %zu", comma, s + 1);
				comma = ", ";
			}
		text_printf(&x->out, "%s", i > first ? comma : "");
		say_vars(x, &d->states.at[first], (int32_t)(i - first));
	}
}

static void say_states(Explain *x)
{
	text_printf(&x->out, "states (%zu): ", x->d->states.n);
	say_vars(x, x->d->states.at, (int32_t)x->d->states.n);
	say_islands(x);
	for (size_t i = 0; i < x->d->sets.n; i++) {
		const DaeSet *s = &x->d->sets.at[i];

		text_printf(&x->out, "state set %zu: %d of %d, ", i + 1, s->n - s->m, s->n);
		if (s->tied >= 0)
			text_printf(&x->out, "chosen as in set %d: ", s->tied + 1);
		else
			text_printf(&x->out, s->constant ? "chosen at the start: " : "chosen at run time: ");
		say_vars(x, s->candidate, s->n);
		for (int32_t k = 0; k < s->m; k++)
			say_eq(x, "  constraint: ", &x->d->eqs.at[s->eq[k].i]);
	}
}

static void say_index(Explain *x)
{
	int n = 0;

	for (size_t i = 0; i < x->d->eqs.n; i++)
		n += x->d->eqs.at[i].der_of.i >= 0;
	if (!n)
		return;
	text_printf(&x->out, "differentiated equations: %d\n", n);
	for (size_t i = 0; i < x->d->eqs.n; i++) {
		int order = 0;

		if (x->d->eqs.at[i].der.i < 0 || x->d->eqs.at[i].der_of.i >= 0)
			continue;
		for (int32_t e = (int32_t)i; x->d->eqs.at[e].der.i >= 0; e = x->d->eqs.at[e].der.i)
			order++;
		text_printf(&x->out, "  %d x  ", order);
		say_eq(x, "", &x->d->eqs.at[i]);
	}
}

static void say_annotations(Explain *x)
{
	static const char *const verdict[] = {"could not be tried", "agrees", "is wrong: not used"};
	const FlatModel *m = x->d->m;

	if (m->trusts.n)
		text_printf(&x->out, "derivatives by annotation, tried against differences:\n");
	for (size_t i = 0; i < m->trusts.n; i++)
		text_printf(&x->out, "  %s by %s: %s\n",
					intern_text(m->names, m->fns.at[m->trusts.at[i].fn.i].name),
					intern_text(m->names, m->fns.at[m->trusts.at[i].derivative.i].name),
					verdict[m->trusts.at[i].verdict]);
}

static void say_steps(Explain *x, const DaeStep *step, int32_t n, const char *indent)
{
	int32_t assigned = 0;

	for (int32_t i = 0; i < n; i++) {
		const DaeStep *s = &step[i];

		if (s->kind == DK_ASSIGN) {
			assigned += s->n_assigns;
			continue;
		}
		if (s->kind == DK_MIXED) {
			text_printf(&x->out, "%smixed block, decided by: ", indent);
			say_vars(x, s->decision, s->n_decisions);
			say_steps(x, s->step, s->n_steps, "    ");
			continue;
		}
		text_printf(&x->out, "%s%s block {%d}, torn to {%d}: ", indent, step_name[s->kind],
					s->n + s->n_assigns, s->n);
		say_vars(x, s->unknown, s->kind == DK_SET ? x->d->sets.at[s->set].n : s->n);
	}
	text_printf(&x->out, "%s%d assignments\n", indent, assigned);
}

static void say_systems(Explain *x)
{
	static const char *const name[] = {"initialization", "events", "derivatives", "crossings",
									   "results only"};
	const DaeSystem *const systems[] = {&x->d->init, &x->d->event, &x->d->ode, &x->d->zero,
										&x->d->output};

	for (int i = 0; i < 5; i++) {
		text_printf(&x->out, "%s:\n", name[i]);
		say_steps(x, systems[i]->step, systems[i]->n_steps, "  ");
	}
	if (x->d->guessed.n) {
		text_printf(&x->out, "start values taken as given: ");
		say_vars(x, x->d->guessed.at, (int32_t)x->d->guessed.n);
	}
	for (size_t i = 0; i < x->d->checks.n; i++)
		say_eq(x, "must hold at the start: ", &x->d->checks.at[i]);
}

static void say_events(Explain *x)
{
	const MdvModel *m = &x->cx->island->model;

	text_printf(&x->out, "events: %d crossings, %d instants, %d samplers, %d actions, %d delays\n",
				m->n_crossings, m->n_time_events, m->n_samplers, m->n_actions, m->n_delays);
	for (int32_t i = 0; i < m->n_crossings; i++)
		text_printf(&x->out, "  %s (%s:%d)\n", m->source[m->crossing[i].source].text,
					m->source[m->crossing[i].source].file, m->source[m->crossing[i].source].line);
}

static void say_graph(Explain *x)
{
	const Graph *g = &x->cx->island->graph;
	size_t n = g->nodes.n;

	text_printf(&x->out, "dependencies: %d nodes of events, %d between events, %d reads",
				(int)g->first[GP_EVENT + 1], (int)n - (int)g->first[GP_EVENT + 1],
				(int)(g->read.start[n] + g->read_pre.start[n]));
	if (g->n_states)
		text_printf(&x->out, "; %d of %lld entries of the Jacobian",
					(int)g->jacobian.start[g->n_states], (long long)g->n_states * g->n_states);
	text_printf(&x->out, "\n");
}

static void say_code(Explain *x)
{
	size_t n = 0;

	for (size_t i = 0; i < x->cx->island->code.regions.n; i++)
		n += (size_t)x->cx->island->code.regions.at[i].n_instrs;
	text_printf(&x->out,
				"code: %zu regions, %zu instructions, %zu shapes, %zu functions, frame of %u\n",
				x->cx->island->code.regions.n, n, x->cx->island->code.batches.n,
				x->cx->island->code.fns.n, x->cx->island->code.n_slots);
}

/* JSON: names and counts, one object. */

void explain_json_text(Explain *x, const char *s)
{
	text_json(&x->out, s);
}

static void json_vars(Explain *x, const VarId *v, int32_t n)
{
	text_printf(&x->out, "[");
	for (int32_t i = 0; i < n; i++) {
		Text name;

		text_init(&name, NULL);
		flat_print_var(x->d->m, v[i], &name);
		text_printf(&x->out, i ? ", " : "");
		explain_json_text(x, text_str(&name));
		text_free(&name);
	}
	text_printf(&x->out, "]");
}

static void json_steps(Explain *x, const DaeStep *step, int32_t n, bool *first)
{
	for (int32_t i = 0; i < n; i++) {
		const DaeStep *s = &step[i];

		if (s->kind == DK_ASSIGN)
			continue;
		text_printf(&x->out, *first ? "" : ", ");
		*first = false;
		text_printf(&x->out, "{\"kind\": \"%s\", ", step_name[s->kind]);
		if (s->kind == DK_MIXED) {
			bool none = true;

			text_printf(&x->out, "\"decisions\": ");
			json_vars(x, s->decision, s->n_decisions);
			text_printf(&x->out, ", \"blocks\": [");
			json_steps(x, s->step, s->n_steps, &none);
			text_printf(&x->out, "]}");
			continue;
		}
		text_printf(&x->out, "\"size\": %d, \"unknowns\": ", s->n + s->n_assigns);
		json_vars(x, s->unknown, s->kind == DK_SET ? x->d->sets.at[s->set].n : s->n);
		text_printf(&x->out, "}");
	}
}

static void say_json(Explain *x)
{
	static const char *const name[] = {"initialization", "event", "ode", "zero", "output"};
	const DaeSystem *const systems[] = {&x->d->init, &x->d->event, &x->d->ode, &x->d->zero,
										&x->d->output};

	text_printf(&x->out, "{\"model\": ");
	explain_json_text(x, intern_text(x->d->m->names, x->d->m->name));
	explain_system_json(x);
	text_printf(&x->out, ", \"states\": ");
	json_vars(x, x->d->states.at, (int32_t)x->d->states.n);
	text_printf(&x->out, ", \"sets\": [");
	for (size_t i = 0; i < x->d->sets.n; i++) {
		text_printf(&x->out, "%s{\"states\": %d, \"tied\": %d, \"candidates\": ", i ? ", " : "",
					x->d->sets.at[i].n - x->d->sets.at[i].m, x->d->sets.at[i].tied);
		json_vars(x, x->d->sets.at[i].candidate, x->d->sets.at[i].n);
		text_printf(&x->out, "}");
	}
	text_printf(&x->out, "], \"blocks\": {");
	for (int i = 0; i < 5; i++) {
		bool first = true;

		text_printf(&x->out, "%s\"%s\": [", i ? ", " : "", name[i]);
		json_steps(x, systems[i]->step, systems[i]->n_steps, &first);
		text_printf(&x->out, "]");
	}
	text_printf(&x->out, "}, \"crossings\": %d, \"time_events\": %d, \"samplers\": %d, ",
				x->cx->island->model.n_crossings, x->cx->island->model.n_time_events,
				x->cx->island->model.n_samplers);
	explain_sets_json(x);
	text_printf(&x->out, "}\n");
}

static void say_island(Explain *x)
{
	say_variables(x);
	say_states(x);
	say_index(x);
	say_annotations(x);
	say_systems(x);
	say_events(x);
	explain_sets(x);
	say_graph(x);
	say_code(x);
}

static void say_all(Explain *x)
{
	Compile *cx = x->cx;

	text_printf(&x->out, "%s\n", intern_text(&cx->names, cx->flat.name));
	split_print(&x->system, &cx->flat, &x->out);
	for (int32_t i = 0; i < cx->n_islands; i++) {
		cx->island = &cx->islands[i];
		x->d = &cx->island->dae;
		if (cx->n_islands > 1)
			text_printf(&x->out, "%s:\n", intern_text(&cx->names, cx->island->component->name));
		say_island(x);
	}
}

static bool write_out(const Text *out)
{
	if (render_write(stdout, text_str(out), out->n) && fflush(stdout) == 0)
		return true;
	fputs("modevs explain: the result could not be written\n", stderr);
	return false;
}

/* The model as it is after the pass `last`. What is set is set in the flat model. */
static int compile(Compile *cx, const Options *o, const Pass *last)
{
	int code = EXIT_DONE;

	if (last->stage == STAGE_FLAT)
		cx->input = (CompileInput){.what = o->what, .model = o->model};
	else
		code = start_flat(o, cx);
	if (code == EXIT_DONE && last->stage > STAGE_SORTED)
		code = start_sort(o, cx);
	if (code == EXIT_DONE && (!pipeline_run(cx, last) || cx->diag.n_errors > 0))
		code = EXIT_MODEL;
	return code;
}

/* The coupled model; of equations alone, what happens at their events. */
static void draw(Explain *x)
{
	(x->cx->system.components.n > 1 || x->cx->system.couplings.n > 0 ? explain_system_dot
																	 : explain_dot)(x);
}

/* That, or all that there is to tell at the end. */
static int explain(Explain *x, const Options *o)
{
	Compile *cx = x->cx;
	size_t n;
	const Pass *all = pipeline_passes(&n), *last = o->dump ? pipeline_find(o->dump) : &all[n - 1];
	int code = compile(cx, o, last);

	start_tell(cx);
	if (code != EXIT_DONE)
		return code;
	x->d = cx->island ? &cx->island->dae : NULL;
	if (!o->dump)
		explain_system(x);
	if (o->dump)
		last->print(cx, &x->out);
	else
		(o->json ? say_json : o->dot ? draw : say_all)(x);
	return write_out(&x->out) ? EXIT_DONE : EXIT_MODEL;
}

/* --dump names a pass, or is "list". */
static bool check_dump(const Options *o)
{
	const Pass *pass = o->dump ? pipeline_find(o->dump) : NULL;
	Text list;

	if (pass && pass->stage == STAGE_FLAT && o->set.n > 0)
		return options_wrong(o,
							 "--set has no effect on the pass '%s': values are set in the flat "
							 "model ('modevs flat')",
							 o->dump);
	if (!o->dump || !strcmp(o->dump, "list") || pass)
		return true;
	text_init(&list, NULL);
	pipeline_list(&list);
	options_wrong(o, "--dump knows no pass '%s'; there are\n%s", o->dump, text_str(&list));
	text_free(&list);
	return false;
}

int cmd_explain(const Options *o)
{
	Compile cx;
	Explain x = {.cx = &cx};
	ExplainTimes times;
	int code;

	if (!check_dump(o))
		return EXIT_USAGE;
	text_init(&x.out, NULL);
	start_compile(o, &cx);
	cx.wants_units = o->dump && !strcmp(o->dump, "units");
	if (o->time_passes)
		explain_times_begin(&times, &cx);
	if (o->dump && !strcmp(o->dump, "list")) {
		pipeline_list(&x.out);
		code = write_out(&x.out) ? EXIT_DONE : EXIT_MODEL;
	} else {
		code = explain(&x, o);
	}
	if (o->time_passes)
		explain_times_say(&times);
	text_free(&x.out);
	pipeline_free(&cx);
	return code;
}
