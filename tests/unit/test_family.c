/* SPDX-License-Identifier: MIT
   test_family.c — for-equations of one form stay one (flat/family.c, split/quotient.c): which do,
   and that tables, values and patterns are those of the model without families, bit by bit. */
#include "compiler/compiler.h"
#include "runtime/rt/rt.h"
#include "t.h"
#include "vm/vm.h"

#include <stdlib.h>

typedef struct Built {
	Compile cx; /* the compilation */
	Vm *vm;     /* runs its code */
	Rt *rt;     /* the instance, initialized */
} Built;

static Built *build(const char *text, bool families)
{
	Built *b = calloc(1, sizeof *b);

	pipeline_init(&b->cx, NULL);
	b->cx.wants_families = families;
	if (!pipeline_flatten_text(&b->cx, "test.mo", text, strlen(text)) || !pipeline_sort(&b->cx) ||
		!pipeline_lower(&b->cx)) {
		diag_print(&b->cx.diag, stderr);
		abort();
	}
	b->vm = vm_new(&b->cx.island->code, NULL);
	b->cx.island->model.run = vm_run;
	b->cx.island->model.why = vm_why;
	b->cx.island->model.string = vm_string;
	b->cx.island->model.code = b->vm;
	b->rt = rt_new(&b->cx.island->model, NULL);
	T_INT(init_run(b->rt, 0.25), MDV_OK);
	return b;
}

static void drop(Built *b)
{
	rt_free(b->rt);
	vm_free(b->vm);
	pipeline_free(&b->cx);
	free(b);
}

static void check_variables(const Built *a, const Built *b)
{
	const MdvModel *m = a->rt->m, *n = b->rt->m;

	T_INT(m->n_vars, n->n_vars);
	for (int32_t i = 0; i < m->n_vars && i < n->n_vars; i++) {
		const MdvVar *x = &m->var[i], *y = &n->var[i];

		T_STR(x->name, y->name);
		T_STR(x->unit, y->unit);
		T_INT(x->flags, y->flags);
		T_CHECK(!memcmp(&a->rt->frame[x->slot], &b->rt->frame[y->slot], sizeof(double)));
		T_INT(x->start < 0, y->start < 0);
		if (x->start >= 0 && y->start >= 0)
			T_CHECK(a->rt->frame[x->start] == b->rt->frame[y->start]);
	}
}

static void check_pattern(const MdvModel *m, const MdvModel *n)
{
	T_INT(m->n_states, n->n_states);
	T_INT(m->jac_start != NULL, n->jac_start != NULL);
	if (!m->jac_start || !n->jac_start || m->n_states != n->n_states)
		return;
	T_INT(m->n_colours, n->n_colours);
	for (int32_t i = 0; i <= m->n_states; i++)
		T_INT(m->jac_start[i], n->jac_start[i]);
	for (int32_t i = 0; i < m->jac_start[m->n_states]; i++)
		T_INT(m->jac_row[i], n->jac_row[i]);
	for (int32_t i = 0; i < m->n_states; i++)
		T_STR(m->var[m->state[i].var].name, n->var[n->state[i].var].name);
}

/* Derivatives and Jacobian at some point. */
static void check_values(Built *a, Built *b)
{
	size_t n = (size_t)a->rt->n, entries = a->rt->m->jac_start ? (size_t)a->rt->m->jac_start[n] : 0;
	double *x = calloc(n + 1, sizeof *x), *dx = calloc(2 * n + 1, sizeof *dx);
	double *jac = calloc(2 * entries + 1, sizeof *jac);

	for (size_t i = 0; i < n; i++)
		x[i] = 0.3 + 0.001 * (double)(i * i % 101);
	T_INT(rt_ode(a->rt, 0.5, x, dx), MDV_OK);
	T_INT(rt_ode(b->rt, 0.5, x, dx + n), MDV_OK);
	T_CHECK(!memcmp(dx, dx + n, n * sizeof *dx));
	if (entries) {
		T_INT(rt_jac(a->rt, 0.5, x, jac), MDV_OK);
		T_INT(rt_jac(b->rt, 0.5, x, jac + entries), MDV_OK);
		T_CHECK(!memcmp(jac, jac + entries, entries * sizeof *jac));
	}
	free(x);
	free(dx);
	free(jac);
}

/* The model with and without families; stays: there is a quotient. */
static void compare(const char *text, bool stays)
{
	Built *a = build(text, true), *b = build(text, false);

	T_INT(a->cx.island->dae.m->spans != NULL, stays);
	T_CHECK(b->cx.island->dae.m->spans == NULL);
	check_variables(a, b);
	check_pattern(a->rt->m, b->rt->m);
	if (a->rt->n == b->rt->n)
		check_values(a, b);
	drop(a);
	drop(b);
}

static void a_loop_over_cells_stays_one(void)
{
	compare("model M parameter Integer n = 200; parameter Real k = 2;\n"
			"  Real T[n](each start = 1, each fixed = true);\n"
			"equation der(T[1]) = k*(T[2] - T[1]); der(T[n]) = k*(T[n - 1] - T[n]) + time;\n"
			"  for i in 2:n - 1 loop der(T[i]) = k*(T[i - 1] - 2*T[i] + T[i + 1]); end for;\n"
			"end M;",
			true);
}

static void conditions_of_the_iterator_cut_it(void)
{
	compare(
		"model M parameter Integer m = 80; Real T[m, m](each start = 1, each fixed = true);\n"
		"equation for i in 1:m loop for j in 1:m loop\n"
		"  der(T[i, j]) = (if i > 1 then T[i - 1, j] else 0)\n"
		"   + (if i < m then T[i + 1, j] else 0) + (if j > 1 and j <= 78 then T[i, j - 1] else 2)\n"
		"   + (if j < m then T[i, j + 1] else 0) - 4*T[i, j];\n"
		"end for; end for; end M;",
		true);
}

static void equations_are_solved_for_their_derivatives(void)
{
	compare("model M parameter Integer n = 100; parameter Real C = 2, R = 0.1;\n"
			"  Real T[n](each start = 300, each fixed = true, each nominal = 100); Real q[n + 1];\n"
			"  Real y, z = T[5], w = -T[6];\n"
			"equation q[1] = (400 - T[1])/R; q[n + 1] = 0; y = T[17] + q[20];\n"
			"  for i in 2:n loop q[i] = (T[i - 1] - T[i])/R; end for;\n"
			"  for i in 1:n loop C*der(T[i]) = q[i] - q[i + 1] + sin(T[i]/100); end for;\n"
			"end M;",
			true);
}

static void start_values_cut_a_family(void)
{
	compare("model M parameter Integer n = 400; final parameter Real dx = 1/n;\n"
			"  Real u[n](start = {if i < n/4 then 1 else 0 for i in 1:n}, each fixed = true);\n"
			"equation der(u[1]) = -(u[1] - 1)/dx;\n"
			"  for i in 2:n loop der(u[i]) = -(u[i] - u[i - 1])/dx + u[i]^2*(1 - u[i]); end for;\n"
			"end M;",
			true);
}

static void several_equations_of_a_loop_and_parameters_of_its_elements(void)
{
	compare(
		"model M parameter Integer n = 70; parameter Real k[n] = {0.01*i for i in 1:n};\n"
		"  Real x[n](each start = 1, each fixed = true), v[n](each start = 0, each fixed = true);\n"
		"equation for i in 1:n loop der(x[i]) = v[i] + 0*k[i];\n"
		"  der(v[i]) = -k[i]*x[i] - noEvent(if v[i] > 0.35 then 0.1 else 0.2)*v[i]; end for;\n"
		"end M;",
		true);
}

static void what_depends_on_itself_is_written_out(void)
{
	compare("model M parameter Integer n = 100; Real x[n](each start = 1, each fixed = true);\n"
			"  Real y[n];\n"
			"equation y[1] = x[1]; for i in 2:n loop y[i] = y[i - 1] + x[i]; end for;\n"
			"  for i in 1:n loop der(x[i]) = -y[i]; end for; end M;",
			false);
}

static void what_the_iterator_multiplies_is_written_out(void)
{
	compare("model M parameter Integer n = 100; Real x[n](each start = 1, each fixed = true);\n"
			"equation for i in 1:n loop der(x[i]) = -i*x[i]; end for; end M;",
			false);
}

static void a_single_other_element_is_written_out(void)
{
	compare("model M parameter Integer n = 100; Real x[n](each start = 1, each fixed = true);\n"
			"equation for i in 1:n loop der(x[i]) = if i == 50 then 1 else -x[i]; end for; end M;",
			false);
}

static void events_are_written_out(void)
{
	compare("model M parameter Integer n = 100; Real x[n](each start = 1, each fixed = true);\n"
			"  Real u; equation u = if time > 0.5 then 1 else 0;\n"
			"  for i in 1:n loop der(x[i]) = u - x[i]; end for; end M;",
			false);
}

static void steady_starts_are_written_out(void)
{
	compare("model M parameter Integer n = 100; Real x[n](each start = 1);\n"
			"equation for i in 1:n loop der(x[i]) = 1 - x[i]; end for;\n"
			"initial equation for i in 1:n loop der(x[i]) = 0.25; end for; end M;",
			false);
}

static void a_start_value_that_is_set_counts(void)
{
	static const char text[] =
		"model M parameter Integer n = 100; Real x[n](each start = 1, each fixed = true);\n"
		"equation for i in 1:n loop der(x[i]) = -x[i]; end for; end M;";
	Compile *cx = calloc(1, sizeof *cx);
	SettingRefused no = {.why = NULL};
	const char *const set[] = {"x[42]", "7", NULL};

	pipeline_init(cx, NULL);
	cx->wants_families = true;
	T_CHECK(pipeline_flatten_text(cx, "test.mo", text, strlen(text)));
	T_INT(cx->flat.families.n, 1);
	T_CHECK(setting_values(cx, set, &no) && pipeline_sort(cx));
	T_CHECK(setting_effects(cx, set, &no));
	T_CHECK(!no.why);
	T_CHECK(expr_is_real(cx->island->dae.vars.at[cx->flat.decls.at[1].first.i + 41].start, 7));
	pipeline_free(cx);
	free(cx);
}

static void mistakes_are_told_as_without_families(void)
{
	static const char text[] =
		"model M parameter Integer n = 100; Real x[n](each start = 1, each fixed = true);\n"
		"equation for i in 1:n loop der(x[i]) = -x[i]; end for; x[3] = 2; end M;";
	Text said[2];

	for (int k = 0; k < 2; k++) {
		Compile *cx = calloc(1, sizeof *cx);

		pipeline_init(cx, NULL);
		text_init(&said[k], &alloc_heap);
		cx->wants_families = k == 0;
		T_CHECK(!pipeline_flatten_text(cx, "test.mo", text, strlen(text)));
		diag_print_text(&cx->diag, &said[k]);
		pipeline_free(cx);
		free(cx);
	}
	T_CHECK(said[0].n > 0);
	T_STR(text_str(&said[0]), text_str(&said[1]));
	text_free(&said[0]);
	text_free(&said[1]);
}

static void boundaries_may_be_given(void)
{
	compare(
		"model M parameter Integer n = 100; parameter Real p = 3; Real x[n](each start = 0.5);\n"
		"  Real y[n]; equation x[1] = 0; x[n] = p; y[1] = x[2] + 1; y[n] = -x[3];\n"
		"  for i in 2:n - 1 loop der(x[i]) = x[i - 1] - 2*x[i] + x[i + 1];\n"
		"    y[i] = x[i]*y[1] + time; end for; end M;",
		true);
}

int main(void)
{
	T_RUN(a_loop_over_cells_stays_one);
	T_RUN(conditions_of_the_iterator_cut_it);
	T_RUN(equations_are_solved_for_their_derivatives);
	T_RUN(start_values_cut_a_family);
	T_RUN(several_equations_of_a_loop_and_parameters_of_its_elements);
	T_RUN(boundaries_may_be_given);
	T_RUN(what_depends_on_itself_is_written_out);
	T_RUN(what_the_iterator_multiplies_is_written_out);
	T_RUN(a_single_other_element_is_written_out);
	T_RUN(events_are_written_out);
	T_RUN(steady_starts_are_written_out);
	T_RUN(a_start_value_that_is_set_counts);
	T_RUN(mistakes_are_told_as_without_families);
	return T_END();
}
