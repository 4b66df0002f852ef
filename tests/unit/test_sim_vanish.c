/* SPDX-License-Identifier: MIT
   Coefficients of derivatives that come out of functions and are zero (vanish.c): then there is no
   state. */
#include "sim.h"
#include "t.h"

#define CAPACITANCE                                                                      \
	"  function capacitance\n"                                                           \
	"    input Real v, c0;\n    output Real c;\n"                                        \
	"  algorithm\n    c := 0;\n"                                                         \
	"    for i in 1:3 loop\n      c := c + (if v > 0 then c0*(1 + v) else c0*exp(v));\n" \
	"    end for;\n  annotation(Inline = false);\n  end capacitance;\n"

/* A source through a resistor to a capacitance. */
#define CIRCUIT(c, r)                                                      \
	"  Real v(start = 0), i, c;\n"                                         \
	"equation\n  c = " c ";\n  i = c*der(v);\n  time + 1 = v/" r " + i;\n" \
	"  annotation(experiment(StopTime = 1));\nend M;\n"

static void a_capacitance_of_zero_makes_no_state(void)
{
	Sim s;

	if (!sim_text(&s, "model M\n" CAPACITANCE
					  "  parameter Real c0 = 0;\n" CIRCUIT("capacitance(v, c0)", "10")) ||
		sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_INT(s.rt->n, 0);
	T_REAL(sim_last(&s, "v"), 20, 1e-12);
	T_REAL(sim_last(&s, "i"), 0, 0);
	T_REAL(sim_last(&s, "c"), 0, 0);
	T_CHECK(s.cx.island->model.var[sim_var(&s, "der(v)")].flags & MDV_VAR_HIDDEN);
	sim_free(&s);
}

static void another_one_makes_a_state(void)
{
	Sim s;

	if (!sim_text(&s, "model M\n" CAPACITANCE
					  "  parameter Real c0 = 0.1;\n" CIRCUIT("capacitance(v, c0)", "10")) ||
		sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_INT(s.rt->n, 1);
	T_CHECK(sim_last(&s, "v") > 0.5 && sim_last(&s, "v") < 10);
	sim_free(&s);
}

/* Zero wherever it is tried, but not everywhere: the run ends rather than to go on wrongly. */
static void what_was_taken_as_zero_is_watched(void)
{
	Sim s;

	T_CHECK(sim_text(&s,
					 "model M\n"
					 "  function late\n    input Real v;\n    output Real c;\n"
					 "  algorithm\n    c := 0;\n    for i in 1:2 loop\n"
					 "      c := c + (if v > 1500 then v else 0);\n    end for;\n"
					 "  annotation(Inline = false);\n  end late;\n" CIRCUIT("late(v)", "1000")));
	T_INT(s.cx.island->model.n_states, 0);
	T_INT(sim_run(&s), MDV_FAILED);
	T_CHECK(sim_says(&s, "c was zero wherever it was tried and was left out of the equations, but "
						 "is not"));
	sim_free(&s);
}

int main(void)
{
	T_RUN(a_capacitance_of_zero_makes_no_state);
	T_RUN(another_one_makes_a_state);
	T_RUN(what_was_taken_as_zero_is_watched);
	return T_END();
}
