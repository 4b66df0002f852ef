/* SPDX-License-Identifier: MIT
   The rest of the event language: discrete variables of every type, loops through pre, levels of
   assertions, conditions in algorithms, delays that change, transport by spatialDistribution. */
#include "sim.h"
#include "t.h"

static void run(Sim *s, const char *text)
{
	if (!sim_text(s, text) || sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static const char *string_at_end(const Sim *s, const char *name)
{
	return s->rt->m->string(s->rt->m->code, rt_get(s->rt, sim_var(s, name)));
}

static void discrete_variables_have_any_type(void)
{
	Sim s;

	run(&s, "model M\n  type Mode = enumeration(off, slow, fast);\n"
			"  Mode mode(start = Mode.off, fixed = true);\n"
			"  String text(start = \"none\", fixed = true);\n"
			"  Integer changes(start = 0, fixed = true);\n  Boolean hurried;\n"
			"equation\n  when sample(0.1, 0.1) then\n"
			"    mode = if pre(mode) == Mode.off then Mode.slow else Mode.fast;\n"
			"    text = pre(text) + \"+\" + String(mode);\n  end when;\n"
			"  when change(mode) then\n    changes = pre(changes) + 1;\n  end when;\n"
			"  hurried = mode > Mode.slow;\n"
			"  annotation(experiment(StopTime = 0.35, Interval = 0.05));\nend M;\n");
	T_INT(sim_row(&s, 0, "mode"), 1);
	T_INT(sim_last(&s, "mode"), 3);
	T_INT(sim_last(&s, "changes"), 2);
	T_INT(sim_last(&s, "hurried"), 1);
	T_STR(string_at_end(&s, "text"), "none+slow+fast+fast");
	sim_free(&s);
}

/* A ripple counter: each bit is toggled by the fall of the one before, one pass later each. */
static void loops_through_pre_settle(void)
{
	Sim s;

	run(&s, "model M\n  Boolean bit[8](each start = false, each fixed = true);\n  Integer value;\n"
			"equation\n  when sample(0, 0.01) then\n    bit[1] = not pre(bit[1]);\n  end when;\n"
			"  for i in 2:8 loop\n    when not bit[i - 1] then\n      bit[i] = not pre(bit[i]);\n"
			"    end when;\n  end for;\n"
			"  value = sum({if bit[i] then integer(2 ^ (i - 1)) else 0 for i in 1:8});\n"
			"  annotation(experiment(StopTime = 2));\nend M;\n");
	T_INT(sim_row(&s, 0, "value"), 1);
	T_INT(sim_at(&s, "value", 1.27), 128);
	T_INT(sim_last(&s, "value"), 201);
	sim_free(&s);
}

static void a_flip_flop_remembers(void)
{
	Sim s;

	run(&s, "model M\n  Boolean set = time > 0.2 and time < 0.3, reset = time > 0.6;\n"
			"  Boolean q(start = false, fixed = true), nq(start = true, fixed = true);\n"
			"equation\n  q = not (reset or pre(nq));\n  nq = not (set or pre(q));\n"
			"  annotation(experiment(StopTime = 1, Interval = 0.1));\nend M;\n");
	T_INT(sim_at(&s, "q", 0.1), 0);
	T_INT(sim_at(&s, "q", 0.5), 1);
	T_INT(sim_last(&s, "q"), 0);
	T_INT(sim_last(&s, "nq"), 1);
	sim_free(&s);
}

static void an_iteration_that_never_ends_names_its_variables(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Boolean a(start = false, fixed = true), quiet = time > 0.2;\n"
						 "  Boolean b(start = false, fixed = true), on = time > 0.5;\n"
						 "equation\n  a = on and not pre(b);\n  b = pre(a);\nend M;\n"));
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "at time 0.5 the event never ends"));
	T_CHECK(sim_says(&s, "again and again of a, b"));
	T_CHECK(!sim_says(&s, "quiet"));
	T_REAL(s.result.t, 0.5, 0);
	sim_free(&s);
}

/* MLS 8.3.7 */
/* A thyristor that is fired: between the modes neither has a solution, by less than can be told. */
static void a_switch_between_two_modes_that_both_nearly_hold_goes_where_it_leads(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = -0.5, fixed = true), s, y(start = 0, fixed = true);\n"
			"  Boolean off(start = true, fixed = true), fire = time > 0.1;\nequation\n"
			"  der(x) = 1;\n  off = s < 0 or pre(off) and not fire;\n"
			"  s = if off then x else x - 1e-11;\n  der(y) = if off then 0 else 1;\nend M;\n");
	T_REAL(sim_last(&s, "off"), 0, 0);
	T_REAL(sim_last(&s, "y"), 0.5, 1e-6);
	sim_free(&s);
}

static void a_warning_goes_on_and_an_error_ends_the_run(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true);\n"
						 "equation\n  der(x) = 1;\n"
						 "  assert(x < 0.3, \"x is large\", AssertionLevel.warning);\n"
						 "  assert(x < 0.6, \"x is too large: \" + String(time > 0));\n"
						 "  annotation(experiment(StopTime = 1, Interval = 0.01));\nend M;\n"));
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "x is large"));
	T_CHECK(sim_says(&s, "x is too large: true"));
	T_CHECK(s.result.t >= 0.5 && s.result.t < 0.7);
	sim_free(&s);
}

static void an_assertion_in_a_when_is_looked_at_when_it_fires(void)
{
	Sim s;

	T_CHECK(sim_text(&s, "model M\n  Real x(start = 0, fixed = true);\n"
						 "equation\n  der(x) = 1;\n  when x > 0.5 then\n"
						 "    assert(time > 0.6, \"too early\");\n  end when;\nend M;\n"));
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "too early"));
	T_REAL(s.result.t, 0.5, 1e-9);
	sim_free(&s);
}

static void a_when_in_an_algorithm_may_end_the_run(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true);\n  Integer n(start = 0, fixed = true);\n"
			"equation\n  der(x) = 1;\nalgorithm\n"
			"  when {x > 0.25, x > 0.5} then\n    n := n + 1;\n"
			"    if n == 2 then\n      terminate(\"twice\");\n    end if;\n"
			"  elsewhen x > 0.5 then\n    n := 100;\n  end when;\nend M;\n");
	T_CHECK(s.result.terminated);
	T_CHECK(sim_says(&s, "twice"));
	T_INT(sim_last(&s, "n"), 2);
	T_REAL(s.result.t, 0.5, 1e-9);
	sim_free(&s);
}

/* One after the other in the order of the model, all at the end of the pass (MLS 8.3.6). */
static void a_when_may_set_several_states(void)
{
	Sim s;

	run(&s, "model M\n  Real x[3](start = {0, 1, 2}, each fixed = true), sum_x;\n"
			"equation\n  der(x) = {1, 0, 0};\n  sum_x = sum(x);\n"
			"  when x[1] > 0.5 then\n    reinit(x[1], 0);\n    reinit(x[2], x[2] + x[3]);\n"
			"    reinit(x[3], sum_x);\n  end when;\n"
			"  annotation(experiment(StopTime = 0.75));\nend M;\n");
	T_REAL(sim_last(&s, "x[1]"), 0.25, 1e-9);
	T_REAL(sim_last(&s, "x[2]"), 3, 1e-9);
	T_REAL(sim_last(&s, "x[3]"), 3.5, 1e-9);
	sim_free(&s);
}

/* MLS 3.7.5.2: up to order 0 the events stay, the slope jumps. */
static void smooth_of_order_zero_makes_events(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = -1, fixed = true), y(start = 0, fixed = true);\n"
			"equation\n  der(x) = 1;\n  der(y) = smooth(0, if x > 0 then x else 0);\n"
			"  annotation(experiment(StopTime = 2));\nend M;\n");
	T_INT(s.result.stats.state_events, 1);
	T_REAL(sim_last(&s, "y"), 0.5, 1e-6);
	sim_free(&s);
}

static void the_structure_of_a_model_may_change_at_an_event(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true), v, f;\n  Boolean free = time < 0.5;\n"
			"equation\n  der(x) = v;\n  if free then\n    v = 1;\n    f = 0;\n  else\n"
			"    f = -x;\n    v = f;\n  end if;\n"
			"  annotation(experiment(StopTime = 1.5, Tolerance = 1e-8));\nend M;\n");
	T_REAL(sim_last(&s, "x"), 0.5 * exp(-1), 1e-6);
	T_REAL(sim_before(&s, "f", 0.5), 0, 0);
	T_REAL(sim_at(&s, "f", 0.5), -0.5, 1e-7);
	sim_free(&s);
}

static void a_delay_may_change_while_it_runs(void)
{
	Sim s;

	run(&s, "model M\n  Real T = 0.2 + 0.1 * time, y = delay(time ^ 2, T, 0.5), jump;\n"
			"equation\n  jump = delay(if time < 0.5 then 0.0 else 1.0, 0.25);\n"
			"  annotation(experiment(StopTime = 2, Interval = 0.125));\nend M;\n");
	for (size_t k = 0; k < s.time.n; k++) {
		double t = s.time.at[k], past = t - 0.2 - 0.1 * t;

		T_REAL(sim_row(&s, k, "y"), past > 0 ? past * past : 0, 1e-6);
	}
	T_REAL(sim_before(&s, "jump", 0.75), 0, 0);
	T_REAL(sim_at(&s, "jump", 0.75), 1, 0);
	sim_free(&s);
}

/* MLS 3.7.4.2: forward with a profile given, backward with a jump, by a position that is no state.
 */
static void content_is_transported(void)
{
	Sim s;

	run(&s, "model M\n  Real x(start = 0, fixed = true), a0, a1, b0, b1, c0, c1;\n"
			"equation\n  der(x) = 0.5;\n"
			"  (a0, a1) = spatialDistribution(sin(time), 0, x, true, {0.0, 0.5, 1.0},\n"
			"    {0.0, 2.0, 1.0});\n"
			"  (b0, b1) = spatialDistribution(0, if time < 0.75 then 1.0 else 3.0, -x, false);\n"
			"  (c0, c1) = spatialDistribution(time ^ 2, 0, 2 * time, true);\n"
			"  annotation(experiment(StopTime = 5, Interval = 0.125));\nend M;\n");
	for (size_t k = 0; k < s.time.n; k++) {
		double t = s.time.at[k], y = 1 - 0.5 * t;

		T_REAL(sim_row(&s, k, "a1"),
			   y > 0.5 ? 2 - 2 * (y - 0.5)
			   : y > 0 ? 4 * y
					   : sin(t - 2),
			   1e-5);
		T_REAL(sim_row(&s, k, "c1"), t > 0.5 ? (t - 0.5) * (t - 0.5) : 0, 1e-6);
		T_REAL(sim_row(&s, k, "b1"), t < 0.75 || (t == 0.75 && k % 2) ? 1 : 3, 3);
	}
	T_REAL(sim_at(&s, "b0", 1.875), 0, 0);
	T_REAL(sim_at(&s, "b0", 2.5), 1, 0);
	T_REAL(sim_at(&s, "b0", 3), 3, 0);
	T_CHECK(s.result.stats.state_events >= 4 && s.result.stats.state_events < 10);
	sim_free(&s);
}

static void content_comes_back_when_the_flow_turns(void)
{
	Sim s;

	run(&s, "model M\n  Real y(start = 0, fixed = true), v = cos(2 * time), a, b;\n"
			"equation\n  der(y) = v;\n"
			"  (a, b) = spatialDistribution(1, 2, y, v >= 0, {0, 1}, {0, 0});\n"
			"  annotation(experiment(StopTime = 4, Interval = 0.125));\nend M;\n");
	/* y rises to 1/2 until pi/4, falls to -1/2 until 3 pi/4, and so on. */
	T_REAL(sim_at(&s, "b", 0.5), 0, 0);
	T_REAL(sim_at(&s, "a", 0.5), 1, 0);
	T_REAL(sim_at(&s, "b", 1), 2, 0);
	T_REAL(sim_at(&s, "a", 1.5), 1, 0);
	T_REAL(sim_at(&s, "a", 1.625), 0, 0);
	T_REAL(sim_at(&s, "a", 2.25), 0, 0);
	T_REAL(sim_at(&s, "a", 2.5), 1, 0);
	T_REAL(sim_at(&s, "b", 3), 2, 0);
	T_REAL(sim_at(&s, "b", 4), 2, 0);
	sim_free(&s);
}

static void a_profile_must_span_the_pipe(void)
{
	Sim s;

	T_CHECK(sim_text(&s,
					 "model M\n  Real x = time, a, b;\n"
					 "equation\n  (a, b) = spatialDistribution(1, 2, x, true, {0, 0.5}, {0, 0});\n"
					 "end M;\n"));
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "must begin with 0 and end with 1"));
	sim_free(&s);
	T_CHECK(!sim_text(&s, "model M\n  Real x = time, a, b;\n"
						  "equation\n  (a, b) = spatialDistribution(1, 2, x, true, {0, 1}, {0});\n"
						  "end M;\n"));
	T_CHECK(sim_says(&s, "as many initial values as initial points"));
	sim_free(&s);
}

int main(void)
{
	T_RUN(discrete_variables_have_any_type);
	T_RUN(loops_through_pre_settle);
	T_RUN(a_flip_flop_remembers);
	T_RUN(an_iteration_that_never_ends_names_its_variables);
	T_RUN(a_switch_between_two_modes_that_both_nearly_hold_goes_where_it_leads);
	T_RUN(a_warning_goes_on_and_an_error_ends_the_run);
	T_RUN(an_assertion_in_a_when_is_looked_at_when_it_fires);
	T_RUN(a_when_in_an_algorithm_may_end_the_run);
	T_RUN(a_when_may_set_several_states);
	T_RUN(smooth_of_order_zero_makes_events);
	T_RUN(the_structure_of_a_model_may_change_at_an_event);
	T_RUN(a_delay_may_change_while_it_runs);
	T_RUN(content_is_transported);
	T_RUN(content_comes_back_when_the_flow_turns);
	T_RUN(a_profile_must_span_the_pipe);
	return T_END();
}
