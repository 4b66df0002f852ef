/* SPDX-License-Identifier: MIT
   Tests of prepare*.c: from the flat model to scalar equations. */
#include "dae_model.h"
#include "t.h"

static void relations_that_say_the_same_share_a_variable(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real x, y; Boolean a = x < y, b = y > x, c = x >= y, d = x - y < 0,"
				   " e = x <= y; equation der(x) = 1; y = sin(x); end M;",
				   false);
	T_INT(m.d.relations.n, 2);
	T_LINE(&m, "a = $relation7");
	T_LINE(&m, "b = $relation7");
	T_LINE(&m, "c = not $relation7");
	T_LINE(&m, "d = $relation7");
	T_LINE(&m, "e = $relation8");
	dae_model_free(&m);
}

static void relations_that_make_no_event_stay(void)
{
	DaeModel m;

	dae_model_init(
		&m,
		"model M parameter Real p = 1; Integer n(start = 0); Real x, y;"
		" Boolean a = p > 2, b = n > 3; equation der(x) = if noEvent(x > 2) then 1 else 2;"
		" y = smooth(1, if x > 3 then x else 3); assert(x < 9, \"too large\");"
		" when sample(0, 1) then n = if x > 4 then 1 else 2; end when; end M;",
		true);
	T_INT(m.d.relations.n, 0);
	T_LINE(&m, "parameter Boolean a = p > 2");
	T_LINE(&m, "b = n > 3");
	T_LINE(&m, "der(x) = if noEvent(x > 2) then 1 else 2");
	T_LINE(&m, "y = noEvent(if x > 3 then x else 3)");
	dae_model_free(&m);
}

static void a_relation_of_time_is_solved_for_time(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M parameter Real p = 1; discrete Real d(start = 0);"
				   " Boolean a = time < 3, b = 3 > time, c = 5 - 2*time >= p, e = time/p > d + 1,"
				   " f = time > time^2; equation when a then d = time; end when; end M;",
				   true);
	T_LINE(&m, "relation a = time < 3 at 3");
	T_LINE(&m, "alias b = a");
	T_LINE(&m, "parameter Real $instant11 = (5 - p)/2");
	T_LINE(&m, "relation c = time < $instant11 at $instant11");
	T_LINE(&m, "$instant12 = (d + 1)*p");
	T_LINE(&m, "e = if p > 0 then time >= $instant12 else time < $instant12");
	T_LINE(&m, "relation f = time > time^2");
	dae_model_free(&m);
}

static void the_steps_of_time_come_at_whole_numbers(void)
{
	DaeModel m;

	dae_model_init(
		&m, "model M Integer n = integer(2*time - 1); Integer k = integer(-time); end M;", true);
	T_LINE(&m, "relation $floor2 = floor 2*time - 1 at $instant4");
	T_LINE(&m, "$instant4 = if ($floor2 + 1 + 1)/2 > ($floor2 + 1)/2 then ($floor2 + 1 + 1)/2 else "
			   "($floor2 + 1 + 1)/2");
	T_LINE(&m, "n = integer($floor2)");
	T_LINE(&m, "relation $floor3 = floor -time at $instant5");
	dae_model_free(&m);
}

static void branches_are_paired_by_what_they_determine(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real x, y, z; equation if time > 1 then x = 1; 3*y + z = 2; z = x;"
				   " else z = -x; y = 4*z; x = 2; end if; end M;",
				   false);
	T_LINE(&m, "x = if $relation3 then 1 else 2");
	T_LINE(&m, "z = if $relation3 then x else -x");
	T_LINE(&m, "0 = if $relation3 then 3*y + z - 2 else y - 4*z");
	dae_model_free(&m);
}

static void nested_ifs_and_whens_in_them_are_paired_too(void)
{
	DaeModel m;

	dae_model_init(
		&m,
		"model M Real x, y; Boolean b = time > 2; equation if b then if x > 3 then y = 1;"
		" else y = 2; end if; else y = 3; end if; der(x) = 1; end M;",
		false);
	T_LINE(&m, "y = if b then if $relation4 then 1 else 2 else 3");
	dae_model_free(&m);
}

static void the_first_branch_of_a_when_that_rises_wins(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Boolean a = time > 1, b = time > 2; discrete Real x(start = 0);"
				   " Real y(start = 1); equation der(y) = 1; when {a, initial()} then x = y;"
				   " reinit(y, 2); elsewhen b then x = 2*y; terminate(\"end\"); end when; end M;",
				   true);
	T_LINE(&m,
		   "x = if a and not pre(a) then y elseif b and not pre(b) then 2*y else pre(x); at the "
		   "start y");
	T_LINE(&m, "reinit y = 2 if a and not pre(a)");
	T_LINE(&m, "terminate if not (a and not pre(a)) and (b and not pre(b)) says "
			   "\"end\"");
	dae_model_free(&m);
}

static void a_when_that_is_not_at_the_start_keeps_its_values_there(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Integer n(start = 3, fixed = true); equation when sample(0, 0.1) then"
				   " n = pre(n) + 1; end when; end M;",
				   true);
	T_LINE(&m, "n = if $sample1 and not pre($sample1) then pre(n) + 1 else pre(n); at the start "
			   "pre(n)");
	T_INT(m.d.operators.n, 1);
	T_INT(m.d.operators.at[0].kind, OPERATOR_sampler);
	T_INT(m.d.vars.at[m.d.operators.at[0].result[0].i].role, DR_INPUT);
	dae_model_free(&m);
}

static void parameters_that_decide_about_derivatives_are_known(void)
{
	DaeModel m;

	dae_model_init(
		&m,
		"model M parameter Real c = 2*h; parameter Real h = 0; parameter Real k = 1; Real x;"
		" equation k*x = if c > 0 then der(x) else time; end M;",
		true);
	T_LINE(&m, "known Real c = 0 evaluated");
	T_LINE(&m, "known Real h = 0 evaluated");
	T_LINE(&m, "parameter Real k = 1");
	T_LINE(&m, "k*x = time");
	dae_model_free(&m);
}

static void what_follows_from_a_parameter_found_at_the_start_is_found_too(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M parameter Real p(fixed = false); parameter Real q = p + 1; Real x = q;"
				   " initial equation p = time + 2; end M;",
				   true);
	T_LINE(&m, "parameter Real p solved");
	T_LINE(&m, "parameter Real q = p + 1 solved");
	T_LINE(&m, "alias x = q");
	dae_model_free(&m);
}

static void an_algorithm_without_loops_becomes_equations(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real x = time, y, z; Integer n(start = 0); Boolean b; algorithm y := x;"
				   " if x > 3 then y := y + 1; end if; z := 2*y; b := n > 2;"
				   " when z > 5 then n := n + 1; n := 2*n; end when; end M;",
				   false);
	T_LINE(&m, "y = if $relation5 then x + 1 else x");
	T_LINE(&m, "z = 2*y");
	T_LINE(&m, "b = pre(n) > 2");
	T_LINE(&m, "$relation6 = z > 5");
	T_LINE(&m, "n = if $relation6 and not pre($relation6) then 2*(pre(n) + 1) else pre(n); at the "
			   "start pre(n)");
	dae_model_free(&m);
}

static void an_algorithm_with_loops_becomes_a_function(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real x = time, y[3](each start = 7), s; Integer k = 2; algorithm"
				   " y[k] := x; s := 0; while s < x loop s := s + 1; end while; end M;",
				   false);
	T_LINE(&m, "y[1] = $algorithm1({7, 7, 7}, k, x)[1]");
	T_LINE(&m, "output Real y[3] := u1;");
	dae_model_free(&m);
}

/* y[2] is determined by the section, y[1] elsewhere, though the section reads all of y. */
static void an_array_may_be_assigned_in_part(void)
{
	DaeModel m;

	dae_model_init(&m,
				   "model M Real y[2], s; Integer k = 1; equation y[1] = time; algorithm"
				   " y[2] := y[1] + 1; s := y[k]; while s < 3 loop s := s + 1; end while; end M;",
				   false);
	T_CHECK(m.ok);
	T_LINE(&m, "y[1] = time");
	T_INT(m.d.eqs.n, 5);
	dae_model_free(&m);
}

static void derivatives_of_expressions_are_those_of_variables(void)
{
	DaeModel m;

	dae_model_init(&m, "model M Real x, y; equation der(x*y) = time; y = 2*x; end M;", false);
	T_CHECK(m.ok);
	T_LINE(&m, "der(x)*y + x*der(y) = time");
	dae_model_free(&m);
}

static void calls_with_several_results_are_one_call(void)
{
	DaeModel m;

	dae_model_init(
		&m,
		"model M function f input Real u; output Real a; output Real b[2]; protected Real s;"
		" algorithm s := u; while s > 1 loop s := s/2; end while; a := s; b := {s, u};"
		" end f; Real x, y[2]; equation (x, y) = f(time); end M;",
		true);
	T_LINE(&m, "x = M.f(time)");
	T_LINE(&m, "y[2] = M.f(time).2[2]");
	T_CHECK(m.d.eqs.at[0].rhs->arg[0] == m.d.eqs.at[1].rhs->arg[0]->arg[0]);
	dae_model_free(&m);
}

int main(void)
{
	T_RUN(relations_that_say_the_same_share_a_variable);
	T_RUN(relations_that_make_no_event_stay);
	T_RUN(a_relation_of_time_is_solved_for_time);
	T_RUN(the_steps_of_time_come_at_whole_numbers);
	T_RUN(branches_are_paired_by_what_they_determine);
	T_RUN(nested_ifs_and_whens_in_them_are_paired_too);
	T_RUN(the_first_branch_of_a_when_that_rises_wins);
	T_RUN(a_when_that_is_not_at_the_start_keeps_its_values_there);
	T_RUN(parameters_that_decide_about_derivatives_are_known);
	T_RUN(what_follows_from_a_parameter_found_at_the_start_is_found_too);
	T_RUN(an_algorithm_without_loops_becomes_equations);
	T_RUN(an_algorithm_with_loops_becomes_a_function);
	T_RUN(an_array_may_be_assigned_in_part);
	T_RUN(derivatives_of_expressions_are_those_of_variables);
	T_RUN(calls_with_several_results_are_one_call);
	return T_END();
}
