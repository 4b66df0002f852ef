/* SPDX-License-Identifier: MIT
   Tests of alias*.c: what is taken out, what stands for it, and what must stay. */
#include "dae_model.h"
#include "t.h"

static VarId var_named(const DaeModel *m, const char *name)
{
	Text text;
	VarId found = {-1};

	text_init(&text, NULL);
	for (int32_t v = 0; v < (int32_t)m->d.vars.n && found.i < 0; v++) {
		text_clear(&text);
		flat_print_var(m->d.m, (VarId){v}, &text);
		if (strcmp(text_str(&text), name) == 0)
			found = (VarId){v};
	}
	text_free(&text);
	return found;
}

static int count_eqs(const DaeModel *m)
{
	int n = 0;

	for (size_t i = 0; i < m->d.eqs.n; i++)
		n += !m->d.eqs.at[i].dropped;
	return n;
}

static void signs_follow_from_the_equations(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real a, b, c, d; equation a = sin(time); a + b = 0; 2*c = -2*b;"
				   " d - b = 0; end M;",
				   true);
	T_LINE(&m, "alias b = -a");
	T_LINE(&m, "alias c = a");
	T_LINE(&m, "alias d = -a");
	T_INT(count_eqs(&m), 1);
	dae_model_free(&m);
}

static void known_values_go_through_expressions(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real a, b, c, d, e; parameter Real p = 2; equation 4*a = 2; b = a*a;"
				   " c = (b - 0.25)*d + e; d = exp(time); e = if b > 1 then d else p*b; end M;",
				   true);
	T_LINE(&m, "known Real a = 0.5");
	T_LINE(&m, "known Real b = 0.25");
	T_LINE(&m, "parameter Real c = p*0.25");
	T_LINE(&m, "alias e = c");
	T_INT(count_eqs(&m), 1);
	dae_model_free(&m);
}

static void what_depends_on_parameters_only_is_a_parameter(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M parameter Real p = 2, q = 3; Real x = p, y = p + q, z, w; equation"
				   " z - p - q = 1; w*1 = y*z + time; end M;",
				   true);
	T_LINE(&m, "alias x = p");
	T_LINE(&m, "parameter Real y = p + q");
	T_CHECK(m.d.vars.at[var_named(&m, "z").i].role == DR_PARAMETER);
	T_INT(count_eqs(&m), 1);
	dae_model_free(&m);
}

static void a_derivative_of_what_is_known_is_zero(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M parameter Real p = 2; Real x, y, z; equation x = p; y = der(x) + time;"
				   " der(z) = der(x) + 1; end M;",
				   true);
	T_LINE(&m, "known Real der(x) = 0");
	T_LINE(&m, "y = time");
	T_LINE(&m, "der(z) = 1");
	dae_model_free(&m);
}

static void derivatives_of_aliases_are_aliases(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real a, b(stateSelect = StateSelect.prefer), c; equation a = -b;"
				   " der(a) = c; c = der(b) + time; end M;",
				   true);
	T_LINE(&m, "alias a = -b");
	T_LINE(&m, "alias der(a) = -der(b)");
	T_LINE(&m, "-der(b) = c");
	T_INT(m.d.vars.at[var_named(&m, "b").i].der.i, var_named(&m, "der(b)").i);
	dae_model_free(&m);
}

/* Only a has der() written, but b stands for both. */
static void the_one_that_stands_gets_the_derivative(void)
{
	DaeModel m;
	VarId b, der;

	dae_model_init(&m,
				   "model M Real a; Real b(stateSelect = StateSelect.always); equation a + b = 0;"
				   " der(a) = time; end M;",
				   true);
	b = var_named(&m, "b");
	der = m.d.vars.at[b.i].der;
	T_CHECK(der.i >= 0 && m.d.vars.at[der.i].alias.i == der.i);
	T_LINE(&m, "alias a = -b");
	T_LINE(&m, "-der(b) = time");
	dae_model_free(&m);
}

static void fixed_starts_are_never_lost(void)
{
	DaeModel m;

	dae_model_init(
		&m,
		"model M Real x(start = 1), y(start = 2, fixed = true), z(start = -3, fixed = true),"
		" w(start = -2, fixed = true); equation der(x) = 1; x = y; z = -x; w + y = 0;"
		" end M;",
		true);
	T_LINE(&m, "continuous Real x start 2 fixed");
	T_LINE(&m, "x = 3");
	T_INT(m.d.init_eqs.n, 1);
	T_CHECK(m.d.init_eqs.at[0].weak);
	dae_model_free(&m);
	dae_model_init(&m,
				   "model M parameter Real p = 1; Real x(start = 2, fixed = true) = p, y(start = 3,"
				   " fixed = true); equation y = 4; end M;",
				   true);
	T_LINE(&m, "p = 2");
	T_LINE(&m, "4 = 3");
	dae_model_free(&m);
}

static void discrete_variables_with_other_fixed_starts_stay_apart(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Boolean a(start = true, fixed = true), b(start = false, fixed = true),"
				   " c(start = true, fixed = true), d; equation a = time > 1; b = a; c = not b;"
				   " d = a; end M;",
				   true);
	T_LINE(&m, "b = a");
	T_LINE(&m, "alias c = not b");
	T_LINE(&m, "alias d = a");
	dae_model_free(&m);
}

static void inputs_stand_for_others_and_are_never_taken_out(void)
{
	DaeModel m;

	dae_model_init(&m, "model M input Real u, v; output Real y, z; equation y = u; z = -v; end M;",
				   true);
	T_LINE(&m, "alias y = u");
	T_LINE(&m, "alias z = -v");
	T_INT(m.d.vars.at[var_named(&m, "u").i].role, DR_INPUT);
	dae_model_free(&m);
}

static void a_continuous_variable_may_be_a_discrete_one(void)
{
	DaeModel m;

	dae_model_init(
		&m,
		"model M discrete Real d(start = 0); Real y = d, z(stateSelect = StateSelect.avoid);"
		" equation when sample(0, 1) then d = time; end when; z = y; end M;",
		true);
	T_LINE(&m, "alias y = d");
	T_LINE(&m, "alias z = d");
	dae_model_free(&m);
}

static void a_relation_may_be_the_opposite_of_a_variable(void)
{
	DaeModel m;

	dae_model_init(&m, "model M Real x; Boolean b; equation der(x) = 1; not b = x > 2; end M;",
				   true);
	T_LINE(&m, "b = x <= 2");
	T_LINE(&m, "relation b = x <= 2");
	dae_model_free(&m);
}

static void equal_right_sides_make_aliases(void)
{
	DaeModel m;

	dae_model_init(
		&m, "model M Real x = sin(time)*2, y = sin(time)*2, z = exp(x), w = exp(y); end M;", true);
	T_LINE(&m, "alias y = x");
	T_LINE(&m, "alias w = z");
	dae_model_free(&m);
}

/* Flow through a part without storage: nothing but the rule tells s when m is 0. */
static void chains_of_semi_linear_are_joined(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real h, k, s, a = 2 + time, b = 3 - time, x = sin(time); equation"
				   " h = semiLinear(x, s, b); h + k = 0; k = semiLinear(-x, s, a); end M;",
				   true);
	T_LINE(&m, "s = if noEvent(x >= 0) then a else b");
	T_LINE(&m, "h = if noEvent(x >= 0) then a*x else b*x");
	dae_model_free(&m);
}

static void relations_of_what_does_not_vary_are_no_relations(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M parameter Real p = 1; Real x = p, y = 3; Boolean a = x > 2, b = y > 2;"
				   " end M;",
				   true);
	T_INT(m.d.relations.n, 0);
	T_LINE(&m, "known Boolean b = true");
	T_INT(count_eqs(&m), 0);
	dae_model_free(&m);
}

static void contradictions_are_told(void)
{
	DaeModel m;

	dae_model_init(&m, "model M Boolean a, b; equation a = b; b = not a; end M;", true);
	T_CHECK(!m.ok);
	T_CHECK(strstr(text_str(&m.text), "the equation b = not a contradicts other equations"));
	T_CHECK(strstr(text_str(&m.text), "note: with a = b"));
	dae_model_free(&m);
}

/* Random chains of aliases with signs: every variable must be what it was made as. */
static void random_chains_come_out_right(void)
{
	enum { N = 60 };
	uint64_t seed = 1;

	for (int round = 0; round < 40; round++) {
		int sign[N];
		DaeModel m;
		Text text;

		text_init(&text, NULL);
		text_printf(&text, "model M Real x[%d]; equation x[1] = sin(time);", N);
		sign[0] = 1;
		for (int i = 1; i < N; i++) {
			int j = (int)((seed = map_hash(seed)) % (uint64_t)i), form = (int)(seed >> 40) % 4;

			sign[i] = form % 2 ? sign[j] : -sign[j];
			text_printf(&text,
						form == 0   ? " x[%d] = -x[%d];"
						: form == 1 ? " x[%d] - x[%d] = 0;"
						: form == 2 ? " 0 = 3*x[%d] + 3*x[%d];"
									: " x[%d]/2 = 0.5*x[%d];",
						i + 1, j + 1);
		}
		text_printf(&text, " end M;");
		dae_model_init(&m, text_str(&text), true);
		T_INT(count_eqs(&m), 1);
		for (int i = 0; m.ok && i < N; i++)
			T_INT(m.d.vars.at[i].negated ? -1 : 1, sign[i] * sign[m.d.vars.at[i].alias.i]);
		dae_model_free(&m);
		text_free(&text);
	}
}

/* Bytes that n cells of three equations take, from the text to what is left without aliases. */
static size_t bytes_of_cells(int n)
{
	DaeModel m;
	char text[512];
	size_t bytes;

	snprintf(
		text, sizeof text,
		"model M constant Integer n = %d; Real x[n], y[n], z[n]; equation for i in 1:n loop"
		" y[i] = -x[i]; z[i] = 2*y[i] + 1; der(x[i]) = if i > 1 then z[i] - x[max(1, i - 1)] else"
		" time; end for; end M;",
		n);
	dae_model_init(&m, text, true);
	T_INT(count_eqs(&m), 2 * n);
	bytes = arena_peak(&m.cx.keep) + arena_peak(&m.cx.scratch);
	dae_model_free(&m);
	return bytes;
}

static void memory_grows_with_the_equations_and_no_faster(void)
{
	T_CHECK(bytes_of_cells(50000) < 12 * bytes_of_cells(5000));
}

int main(void)
{
	T_RUN(signs_follow_from_the_equations);
	T_RUN(known_values_go_through_expressions);
	T_RUN(what_depends_on_parameters_only_is_a_parameter);
	T_RUN(a_derivative_of_what_is_known_is_zero);
	T_RUN(derivatives_of_aliases_are_aliases);
	T_RUN(the_one_that_stands_gets_the_derivative);
	T_RUN(fixed_starts_are_never_lost);
	T_RUN(discrete_variables_with_other_fixed_starts_stay_apart);
	T_RUN(inputs_stand_for_others_and_are_never_taken_out);
	T_RUN(a_continuous_variable_may_be_a_discrete_one);
	T_RUN(a_relation_may_be_the_opposite_of_a_variable);
	T_RUN(equal_right_sides_make_aliases);
	T_RUN(chains_of_semi_linear_are_joined);
	T_RUN(relations_of_what_does_not_vary_are_no_relations);
	T_RUN(contradictions_are_told);
	T_RUN(random_chains_come_out_right);
	T_RUN(memory_grows_with_the_equations_and_no_faster);
	return T_END();
}
