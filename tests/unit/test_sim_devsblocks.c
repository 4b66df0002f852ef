/* SPDX-License-Identifier: MIT
   test_sim_devsblocks.c — the models of lib/DEVSLib one by one: what they send, and when. */
#include "sim.h"
#include "t.h"

#include <math.h>

#define ONE(name, at, value)                                                                \
	"  DEVSLib.AuxModels.Generator " name "(firstGeneration = " at ", numGenerations = 1, " \
	"outValue = " value ");\n"

static bool run(Sim *s, double stop, const char *text)
{
	if (!sim_text(s, text)) {
		T_FAIL("%s", sim_said(s));
		return false;
	}
	s->o.run.stop = stop;
	s->o.run.interval = stop;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
	return s->status == MDV_OK;
}

/* The instant at which the k-th message came to a display; NAN: never. */
static double when(const Sim *s, const char *display, int k)
{
	char name[64];

	snprintf(name, sizeof name, "%s.S.received", display);
	for (size_t row = 0; row < s->time.n; row++)
		if (sim_row(s, row, name) >= k)
			return s->time.at[row];
	return NAN;
}

static void quantizers_send_when_a_signal_has_changed_by_a_quantum(void)
{
	Sim s;

	if (run(&s, 5.5,
			"model T\n"
			"  DEVSLib.AuxModels.Quantizer q(u = 3 - abs(time - 3), q = 0.5);\n"
			"  DEVSLib.AuxModels.QuantizerUP up(u = 3 - abs(time - 3), q = 0.5);\n"
			"  DEVSLib.AuxModels.QuantizerDOWN down(u = 3 - abs(time - 3), q = 0.5);\n"
			"  DEVSLib.AuxModels.Display d, dUp, dDown;\n"
			"equation\n"
			"  connect(q.outport, d.inPort1);\n"
			"  connect(up.outport, dUp.inPort1);\n"
			"  connect(down.outport, dDown.inPort1);\n"
			"end T;\n")) {
		T_INT(sim_last(&s, "dUp.S.received"), 5); /* 0.5 to 2.5, the last a little before 3 */
		T_INT(sim_last(&s, "dDown.S.received"), 0);
		T_INT(sim_last(&s, "d.S.received"), 9); /* and 2 to 0.5 again */
		T_REAL(when(&s, "d", 1), 0.5, 1e-6);
		T_REAL(when(&s, "d", 6), 4, 1e-6);
		T_REAL(sim_last(&s, "d.S.value"), 0.5, 1e-6);
	}
	sim_free(&s);
}

static void crossings_of_booleans_and_conditions_send_messages(void)
{
	Sim s;

	if (run(&s, 5,
			"model T\n"
			"  DEVSLib.AuxModels.BCrossUP up(u = time > 1 and time < 2, EType = 3);\n"
			"  DEVSLib.AuxModels.BCrossDOWN down(u = time > 1 and time < 2);\n"
			"  DEVSLib.AuxModels.CondGen cond(Condition = sin(time) < -0.5, Value = 7);\n"
			"  DEVSLib.AuxModels.CrossUP moving(u = time, Value = 2*time - 3);\n"
			"  DEVSLib.AuxModels.CrossDOWN falling(u = time, Value = 2*time - 3);\n"
			"  DEVSLib.AuxModels.Display dUp, dDown, dCond, dMoving, dFalling;\n"
			"equation\n"
			"  connect(up.outport, dUp.inPort1);\n"
			"  connect(down.outport, dDown.inPort1);\n"
			"  connect(cond.outport, dCond.inPort1);\n"
			"  connect(moving.outport, dMoving.inPort1);\n"
			"  connect(falling.outport, dFalling.inPort1);\n"
			"end T;\n")) {
		T_REAL(when(&s, "dUp", 1), 1, 1e-9);
		T_REAL(sim_last(&s, "dUp.S.value"), 1, 0);
		T_INT(sim_last(&s, "dUp.S.kind"), 3);
		T_REAL(when(&s, "dDown", 1), 2, 1e-9);
		T_REAL(sim_last(&s, "dDown.S.value"), 0, 0);
		T_INT(sim_last(&s, "dDown.S.received"), 1);
		T_REAL(when(&s, "dCond", 1), 3.665191, 1e-5);
		T_REAL(sim_last(&s, "dCond.S.value"), 7, 0);
		T_INT(sim_last(&s, "dMoving.S.received"), 0);
		T_REAL(when(&s, "dFalling", 1), 3, 1e-6);
	}
	sim_free(&s);
}

static void small_blocks_of_controllers_do_what_they_say(void)
{
	Sim s;

	if (run(&s, 10,
			"model T\n" ONE("early", "0.5", "1") ONE("store", "1", "7") ONE("ask", "2", "1")
				ONE("go", "1", "5") ONE("halt", "2", "1") ONE(
					"on", "5",
					"1") "  DEVSLib.AuxModels.Storage storage;\n"
						 "  DEVSLib.AuxModels.Wait wait(processTime = 2);\n"
						 "  DEVSLib.AuxModels.SetType four(Type = 4);\n"
						 "  DEVSLib.AuxModels.IfType isFour(condition = 4), isOne(condition = 1);\n"
						 "  DEVSLib.AuxModels.SetValue late(Value = 10*time);\n"
						 "  DEVSLib.AuxModels.Display dStored, dWaited, dFour, dOther, dOne, "
						 "dLate;\n"
						 "equation\n"
						 "  connect(early.outPort1, storage.CHECK);\n"
						 "  connect(store.outPort1, storage.STORE);\n"
						 "  connect(ask.outPort1, storage.CHECK);\n"
						 "  connect(storage.outPort1, dStored.inPort1);\n"
						 "  connect(go.outPort1, wait.IN);\n"
						 "  connect(halt.outPort1, wait.STOP);\n"
						 "  connect(on.outPort1, wait.IN);\n"
						 "  connect(wait.outPort1, dWaited.inPort1);\n"
						 "  connect(go.outPort1, four.inPort1);\n"
						 "  connect(four.outPort1, isFour.in1);\n"
						 "  connect(four.outPort1, isOne.in1);\n"
						 "  connect(isFour.out1, dFour.inPort1);\n"
						 "  connect(isFour.out2, dOther.inPort1);\n"
						 "  connect(isOne.out2, dOne.inPort1);\n"
						 "  connect(go.outPort1, late.inPort1);\n"
						 "  connect(late.outPort1, dLate.inPort1);\n"
						 "end T;\n")) {
		T_REAL(sim_at(&s, "dStored.S.value", 0.5), 0, 0);
		T_REAL(sim_last(&s, "dStored.S.value"), 7, 0);
		T_REAL(when(&s, "dStored", 2), 2, 0);
		T_INT(sim_last(&s, "dWaited.S.received"), 1);
		T_REAL(when(&s, "dWaited", 1), 6, 1e-12); /* one second before the halt, one after */
		T_REAL(sim_last(&s, "dWaited.S.value"), 5, 0);
		T_INT(sim_last(&s, "dFour.S.kind"), 4);
		T_INT(sim_last(&s, "dFour.S.received"), 1);
		T_INT(sim_last(&s, "dOther.S.received"), 0);
		T_INT(sim_last(&s, "dOne.S.received"), 1);
		T_REAL(sim_last(&s, "dLate.S.value"), 10, 1e-12);
	}
	sim_free(&s);
}

static void copies_are_in_order_and_selection_reads_its_condition(void)
{
	Sim s;

	if (run(&s, 10,
			"model T\n"
			"  DEVSLib.AuxModels.Generator g(period = 2);\n"
			"  DEVSLib.AuxModels.DUP4 four;\n"
			"  DEVSLib.AuxModels.DUP_N many(N = 3);\n"
			"  DEVSLib.AuxModels.DUP3 three;\n"
			"  DEVSLib.AuxModels.Select select(Condition = x > 4);\n"
			"  DEVSLib.AuxModels.Display d, dTrue, dFalse;\n"
			"  Real x(start = 0, fixed = true);\n"
			"equation\n"
			"  der(x) = 1;\n"
			"  connect(g.outPort1, four.IN);\n"
			"  connect(four.out1, many.IN);\n"
			"  connect(four.out2, many.IN);\n"
			"  connect(four.out3, three.IN);\n"
			"  connect(four.out4, select.in1);\n"
			"  connect(many.OUT[1], d.inPort1);\n"
			"  connect(many.OUT[3], d.inPort1);\n"
			"  connect(three.out3, d.inPort1);\n"
			"  connect(select.out1, dTrue.inPort1);\n"
			"  connect(select.out2, dFalse.inPort1);\n"
			"end T;\n")) {
		T_INT(sim_last(&s, "d.S.received"), 25); /* 5 messages: 2*2 + 1 copies of each */
		T_INT(sim_last(&s, "dFalse.S.received"), 2);
		T_INT(sim_last(&s, "dTrue.S.received"), 3);
	}
	sim_free(&s);
}

static void a_switch_of_signals_turns_where_the_polynomial_meets_its_level(void)
{
	Sim s;

	/* x' = 1 and y' = x: y meets 2 at t = 2; the switch then passes the other constant. */
	if (run(&s, 5,
			"model T\n"
			"  DEVSLib.AuxModels.Constant one(outValue = 1), a(outValue = 3), b(outValue = 4);\n"
			"  DEVSLib.AuxModels.QSS3 x(startX = 0, quantum = 1e-3), y(startX = 0, quantum = "
			"1e-3);\n"
			"  DEVSLib.AuxModels.Switch switch(level = 2);\n"
			"  DEVSLib.AuxModels.ToSignal out, line;\n"
			"equation\n"
			"  connect(one.outPort1, x.inPort1);\n"
			"  connect(x.outPort1, y.inPort1);\n"
			"  connect(x.outPort1, line.inport);\n"
			"  connect(a.outPort1, switch.u1);\n"
			"  connect(y.outPort1, switch.u2);\n"
			"  connect(b.outPort1, switch.u3);\n"
			"  connect(switch.y, out.inport);\n"
			"end T;\n")) {
		double turned = NAN;

		for (size_t k = 0; k < s.time.n && isnan(turned); k++)
			if (s.time.at[k] > 0 && sim_row(&s, k, "out.y") == 3)
				turned = s.time.at[k];
		T_REAL(turned, 2, 2e-3);
		T_REAL(sim_last(&s, "out.y"), 3, 0);
		T_REAL(sim_last(&s, "line.y"), 5, 2e-3);
	}
	sim_free(&s);
}

/* Polynomials at random: outside of the band at the exit time, inside before. */
static void exit_times_are_the_first_at_which_a_polynomial_leaves_its_band(void)
{
	Sim s;

	if (run(&s, 1,
			"model T\n"
			"  function worst\n"
			"    input Integer degree;\n"
			"    output Real inside; output Real outside; output Integer n;\n"
			"  protected\n"
			"    DEVSLib.Random.Stream r = DEVSLib.Random.initStream(5);\n"
			"    Real c[4]; Real h; Real p; Real t; Real size; Real zero;\n"
			"  algorithm\n"
			"    inside := 0; outside := 0; n := 0;\n"
			"    for k in 1:3000 loop\n"
			"      for i in 1:4 loop\n"
			"        (c[i], r) := DEVSLib.Random.uniform(r, -1, 1);\n"
			"        (size, r) := DEVSLib.Random.uniform(r, -6, 6);\n"
			"        (zero, r) := DEVSLib.Random.uniform(r);\n"
			"        c[i] := if zero < 0.2 then 0 elseif i == 1 then c[1] else c[i]*10^size;\n"
			"      end for;\n"
			"      if degree == 1 then h := DEVSLib.SRC.QSS.exitTime1(c[1], c[2], 1); c[3] := 0; "
			"c[4] := 0;\n"
			"      elseif degree == 2 then h := DEVSLib.SRC.QSS.exitTime2(c[1], c[2], c[3], 1); "
			"c[4] := 0;\n"
			"      else h := DEVSLib.SRC.QSS.exitTime3(c[1], c[2], c[3], c[4], 1); end if;\n"
			"      if h < 1e50 then\n"
			"        n := n + 1;\n"
			"        p := c[1] + h*(c[2] + h*(c[3] + h*c[4]));\n"
			"        outside := max(outside, abs(abs(p) - 1)/(1 + abs(c[2]*h) + abs(c[3]*h*h) + "
			"abs(c[4]*h^3)));\n"
			"        for i in 1:50 loop\n"
			"          t := h*(i - 0.5)/50;\n"
			"          inside := max(inside, abs(c[1] + t*(c[2] + t*(c[3] + t*c[4]))));\n"
			"        end for;\n"
			"      end if;\n"
			"    end for;\n"
			"  end worst;\n"
			"  Real in1, in2, in3, out1, out2, out3; Integer n1, n2, n3;\n"
			"initial algorithm\n"
			"  (in1, out1, n1) := worst(1); (in2, out2, n2) := worst(2); (in3, out3, n3) := "
			"worst(3);\n"
			"equation\n"
			"  when false then\n"
			"    in1 = 0; in2 = 0; in3 = 0; out1 = 0; out2 = 0; out3 = 0; n1 = 0; n2 = 0; n3 = 0;\n"
			"  end when;\n"
			"end T;\n")) {
		T_CHECK(sim_last(&s, "n1") > 2000 && sim_last(&s, "n2") > 2500 &&
				sim_last(&s, "n3") > 2800);
		T_CHECK(sim_last(&s, "in1") <= 1 + 1e-12);
		T_CHECK(sim_last(&s, "in2") <= 1 + 1e-9);
		T_CHECK(sim_last(&s, "in3") <= 1 + 1e-9);
		T_REAL(sim_last(&s, "out1"), 0, 1e-12);
		T_REAL(sim_last(&s, "out2"), 0, 1e-9);
		T_REAL(sim_last(&s, "out3"), 0, 1e-9);
	}
	sim_free(&s);
}

static void random_streams_are_those_of_mrg32k3a(void)
{
	Sim s;

	if (run(&s, 1,
			"model T\n"
			"  function draws\n"
			"    output Real y[3];\n"
			"  protected\n"
			"    DEVSLib.Random.Stream s = DEVSLib.Random.Stream(12345, 12345, 12345, 12345, "
			"12345, 12345);\n"
			"    Real u;\n"
			"  algorithm\n"
			"    for i in 1:3 loop (u, s) := DEVSLib.Random.next(s); y[i] := u; end for;\n"
			"  end draws;\n"
			"  parameter Real y[3] = draws();\n"
			"  Real z[3] = y*time;\n"
			"end T;\n")) {
		T_REAL(sim_last(&s, "z[1]"), 0.12701112204657714, 1e-16);
		T_REAL(sim_last(&s, "z[2]"), 0.3185275653967945, 1e-16);
		T_REAL(sim_last(&s, "z[3]"), 0.3091860155832701, 1e-16);
	}
	sim_free(&s);
}

static void random_numbers_have_the_means_of_their_distributions(void)
{
	static const double want[] = {3, 2, 1, 3, 3, 2.5, 3, 2, 0.3, 3.5, 9};
	char name[16];
	Sim s;

	if (run(&s, 1,
			"model T\n"
			"  import DEVSLib.Random.*;\n"
			"  function means\n"
			"    input Integer n;\n"
			"    output Real m[11] = zeros(11);\n"
			"  protected\n"
			"    Stream s = initStream(7); Real x; Integer k; Boolean b;\n"
			"  algorithm\n"
			"    for i in 1:n loop\n"
			"      (x, s) := uniform(s, 2, 4); m[1] := m[1] + x/n;\n"
			"      (x, s) := exponential(s, 2); m[2] := m[2] + x/n;\n"
			"      (x, s) := normal(s, 1, 3); m[3] := m[3] + x/n; m[11] := m[11] + (x - 1)^2/n;\n"
			"      (x, s) := triangular(s, 1, 2, 6); m[4] := m[4] + x/n;\n"
			"      (x, s) := erlang(s, 3, 4); m[5] := m[5] + x/n;\n"
			"      (k, s) := poisson(s, 2.5); m[6] := m[6] + k/n;\n"
			"      (k, s) := geometric(s, 0.25); m[7] := m[7] + k/n;\n"
			"      (k, s) := choice(s, {1, 2, 1}); m[8] := m[8] + k/n;\n"
			"      (b, s) := bernoulli(s, 0.3); m[9] := m[9] + (if b then 1 else 0)/n;\n"
			"      (k, s) := discreteUniform(s, 1, 6); m[10] := m[10] + k/n;\n"
			"    end for;\n"
			"  end means;\n"
			"  parameter Real m[11] = means(20000);\n"
			"  Real z[11] = m*time;\n"
			"end T;\n"))
		for (int i = 0; i < 11; i++) {
			snprintf(name, sizeof name, "z[%d]", i + 1);
			T_REAL(sim_last(&s, name) / want[i], 1, 0.05);
		}
	sim_free(&s);
}

int main(void)
{
	T_RUN(quantizers_send_when_a_signal_has_changed_by_a_quantum);
	T_RUN(crossings_of_booleans_and_conditions_send_messages);
	T_RUN(small_blocks_of_controllers_do_what_they_say);
	T_RUN(copies_are_in_order_and_selection_reads_its_condition);
	T_RUN(a_switch_of_signals_turns_where_the_polynomial_meets_its_level);
	T_RUN(exit_times_are_the_first_at_which_a_polynomial_leaves_its_band);
	T_RUN(random_streams_are_those_of_mrg32k3a);
	T_RUN(random_numbers_have_the_means_of_their_distributions);
	return T_END();
}
