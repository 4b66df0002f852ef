/* SPDX-License-Identifier: MIT
   test_sim_atomics.c — atomic DEVS models written in Modelica (paper 004): transitions, messages,
   couplings, and what passes between them and equations. */
#include "sim.h"
#include "t.h"

#include <stdio.h>

/* Source sends 1, 2, 3 …; Sink writes down what happens: digits of code are 1 internal, 2 external,
   3 confluent, and of seen the values that have come. */
static const char parts[] =
	"package P\n"
	"  import DEVSLib.SRC.*;\n"
	"  record Log Real sigma; Integer n; Real code; Real seen; Real t; end Log;\n"
	"  function start\n    input Real sigma;\n    output Log out;\n  algorithm\n"
	"    out.sigma := sigma; out.n := 0; out.code := 0; out.seen := 0; out.t := 0;\n  end start;\n"
	"  function count\n    input Log s;\n    output Log sout;\n  algorithm\n"
	"    sout := s; sout.n := s.n + 1; sout.code := 10*s.code + 1;\n  end count;\n"
	"  function say\n    input Log s;\n    input Integer queue[nports];\n    input Integer "
	"nports;\n"
	"  protected\n    stdEvent m;\n  algorithm\n    m.Port := 0; m.Type := 1; m.Value := s.n + 1;\n"
	"    sendEvent(queue[1], m);\n  end say;\n"
	"  function take\n    input Log s;\n    input Real e;\n    input Integer bag;\n    output Log "
	"sout;\n"
	"  protected\n    stdEvent m;\n  algorithm\n    sout := s;\n    sout.code := 10*s.code + 2;\n"
	"    for i in 1:numEvents(bag) loop\n      m := getEvent(bag);\n"
	"      sout.seen := 10*sout.seen + m.Value;\n      sout.n := sout.n + 1;\n    end for;\n"
	"    sout.sigma := s.sigma - e;\n    sout.t := e;\n  end take;\n"
	"  function both\n    input Log s;\n    input Real e;\n    input Integer bag;\n"
	"    output Log sout;\n  algorithm\n    sout := take(s, e, bag);\n    sout.sigma := 1;\n"
	"    sout.code := 10*s.code + 3;\n  end both;\n"
	"  function again\n    input Log s;\n    output Log sout;\n  algorithm\n    sout := s;\n"
	"    sout.sigma := 1; sout.code := 10*s.code + 1;\n  end again;\n"
	"  function at_once\n    input Log s;\n    input Real e;\n    input Integer bag;\n"
	"    output Log sout;\n  algorithm\n    sout := take(s, e, bag);\n    sout.sigma := -1;\n  end "
	"at_once;\n"
	"  function stop\n    input Log s;\n    output Log sout;\n  algorithm\n    sout := s;\n"
	"    sout.sigma := 1e60; sout.n := 0;\n  end stop;\n"
	"  function repeat\n    input Log s;\n    input Integer queue[nports];\n"
	"    input Integer nports;\n  protected\n    stdEvent m;\n  algorithm\n"
	"    m.Port := 0; m.Type := 1; m.Value := s.n;\n    sendEvent(queue[1], m);\n  end repeat;\n"
	"  model Source\n    parameter Real period = 1;\n"
	"    extends AtomicDEVS(numIn = 0, redeclare record State = Log);\n"
	"    redeclare function initState = start(sigma = period);\n"
	"    redeclare replaceable function Fint = count;\n"
	"    redeclare replaceable function Fout = say;\n"
	"    Interfaces.outPort o;\n  end Source;\n"
	"  model Sink\n    parameter Real first = 1e60;\n"
	"    extends AtomicDEVS(numOut = 0, redeclare record State = Log);\n"
	"    redeclare function initState = start(sigma = first);\n"
	"    redeclare replaceable function Fint = again;\n"
	"    redeclare replaceable function Fext = take;\n    Interfaces.inPort i;\n  end Sink;\n"
	"  model Decides\n    extends Sink;\n    redeclare function Fcon = both;\n  end Decides;\n"
	"  model Relay\n    extends AtomicDEVS(redeclare record State = Log);\n"
	"    redeclare function initState = start(sigma = 1e60);\n"
	"    redeclare function Fint = stop;\n    redeclare function Fext = at_once;\n"
	"    redeclare function Fout = repeat;\n    Interfaces.inPort i;\n    Interfaces.outPort o;\n"
	"  end Relay;\n"
	"  model Box\n    Interfaces.inPort i;\n    Interfaces.outPort o;\n    replaceable Relay r;\n"
	"  equation\n    connect(i, r.i);\n    connect(r.o, o);\n  end Box;\n"
	"end P;\n";

static bool compile(Sim *s, const char *model)
{
	char text[16000];

	snprintf(text, sizeof text, "%s%s", parts, model);
	return sim_text(s, text);
}

static void run(Sim *s, double stop, const char *model)
{
	if (!compile(s, model))
		T_FAIL("%s", sim_said(s));
	s->o.run.stop = stop;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

/* Older libraries say which ports were used, or give a second state. */
static void outputs_that_no_role_asks_for_are_not_wanted(void)
{
	Sim s;

	run(&s, 2.5,
		"function says input P.Log s; input Integer queue[nports]; input Integer nports;\n"
		"  output Integer used[nports]; output Real never; algorithm used[1] := 1;\n"
		"  P.say(s, queue, nports); end says;\n"
		"function counts input P.Log s; output P.Log sout; output P.Log again; algorithm\n"
		"  sout := P.count(s); end counts;\n"
		"model Two extends P.Source(redeclare function Fout = says,\n"
		"  redeclare function Fint = counts); end Two;\n"
		"model M Two a; P.Sink b; equation connect(a.o, b.i); end M;\n");
	T_REAL(sim_last(&s, "b.S.seen"), 12, 0);
	sim_free(&s);
}

/* The base class of the paper's authors has one queue for all; ours a bag for each transition. */
static void messages_that_are_left_stay_only_in_the_bag_of_the_authors(void)
{
	static const char model[] =
		"function one input P.Log s; input Real e; input Integer bag; output P.Log sout;\n"
		"protected DEVSLib.SRC.stdEvent m; algorithm sout := s; m := DEVSLib.SRC.getEvent(bag);\n"
		"  sout.seen := 10*s.seen + m.Port; sout.n := DEVSLib.SRC.numEvents(bag); end one;\n"
		"model Takes extends %s; P.Log S; function initState = P.start(sigma = 1e60);\n"
		"  function Fext = one; DEVSLib.SRC.Interfaces.inPort i, j, k; end Takes;\n"
		"package Old package DEVSLib package SRC partial model AtomicDEVS end AtomicDEVS; end "
		"SRC;\n"
		"end DEVSLib; end Old;\n"
		"partial model Ours annotation(__modevs(devs = true)); end Ours;\n"
		"model M P.Source a; Takes b; equation connect(a.o, b.i); connect(a.o, b.j);\n"
		"  connect(a.o, b.k); end M;\n";
	char text[2000];
	Sim s;

	snprintf(text, sizeof text, model, "Old.DEVSLib.SRC.AtomicDEVS");
	run(&s, 3.5, text);
	T_REAL(sim_last(&s, "b.S.seen"), 123, 0);
	T_INT(sim_last(&s, "b.S.n"), 6);
	sim_free(&s);
	snprintf(text, sizeof text, model, "Ours");
	run(&s, 3.5, text);
	T_REAL(sim_last(&s, "b.S.seen"), 111, 0);
	T_INT(sim_last(&s, "b.S.n"), 2);
	sim_free(&s);
}

static void a_message_arrives_when_it_is_sent(void)
{
	Sim s;

	run(&s, 3.5,
		"model M P.Source a(period = 0.75); P.Sink b; equation connect(a.o, b.i); end M;\n");
	T_INT(sim_last(&s, "a.S.n"), 4);
	T_REAL(sim_last(&s, "b.S.seen"), 1234, 0);
	T_REAL(sim_last(&s, "b.S.code"), 2222, 0);
	T_REAL(sim_last(&s, "b.S.t"), 0.75, 0);
	T_INT(sim_before(&s, "b.S.n", 1.5), 1);
	T_INT(sim_at(&s, "b.S.n", 1.5), 2);
	sim_free(&s);
}

static void at_once_an_internal_transition_comes_first_unless_the_model_decides(void)
{
	Sim s;

	run(&s, 2.5,
		"model M P.Source a; P.Sink b(first = 1); P.Decides c(first = 1);\n"
		"equation connect(a.o, b.i); connect(a.o, c.i); end M;\n");
	T_REAL(sim_last(&s, "b.S.code"), 1212, 0);
	T_REAL(sim_last(&s, "c.S.code"), 33, 0);
	T_REAL(sim_last(&s, "c.S.t"), 1, 0);
	sim_free(&s);
}

static void messages_of_one_instant_arrive_together_in_the_order_of_their_senders(void)
{
	Sim s;

	run(&s, 2.5,
		"model M P.Sink b; P.Source x(period = 2), y, z(period = 2);\n"
		"equation connect(z.o, b.i); connect(y.o, b.i); connect(x.o, b.i); end M;\n");
	T_REAL(sim_last(&s, "b.S.seen"), 1121, 0); /* y at 1; x, y, z at 2 */
	T_REAL(sim_last(&s, "b.S.code"), 22, 0);
	sim_free(&s);
}

static void several_messages_on_one_port_arrive_together_in_order(void)
{
	Sim s;

	run(&s, 2.5,
		"function thrice input P.Log s; input Integer queue[nports]; input Integer nports;\n"
		"protected DEVSLib.SRC.stdEvent m; algorithm m.Port := 0; m.Type := 1;\n"
		"  for k in {4, 2, 7} loop m.Value := k; DEVSLib.SRC.sendEvent(queue[1], m); end for;\n"
		"end thrice;\n"
		"model Thrice extends P.Source(redeclare function Fout = thrice); end Thrice;\n"
		"model M Thrice a; P.Sink b; equation connect(a.o, b.i); end M;\n");
	T_REAL(sim_last(&s, "b.S.seen"), 427427, 0);
	T_REAL(sim_last(&s, "b.S.code"), 22, 0);
	sim_free(&s);
}

/* Connection sets would join all four ports. */
static void one_to_many_and_many_to_one_make_no_other_coupling(void)
{
	Sim s;

	run(&s, 1.1,
		"model M P.Source a, b(period = 0.4); P.Sink c, d;\n"
		"equation connect(a.o, c.i); connect(d.i, a.o); connect(b.o, d.i); end M;\n");
	T_INT(sim_last(&s, "c.S.n"), 1);
	T_INT(sim_last(&s, "d.S.n"), 3);
	sim_free(&s);
}

static void a_negative_time_advance_counts_as_zero(void)
{
	Sim s;

	run(&s, 1.5,
		"model M P.Source a; P.Relay r[3]; P.Sink b;\n"
		"equation connect(a.o, r[1].i); connect(r[1].o, r[2].i); connect(r[2].o, r[3].i);\n"
		"  connect(r[3].o, b.i); end M;\n");
	T_INT(sim_at(&s, "b.S.n", 1), 1);
	T_INT(sim_before(&s, "b.S.n", 1), 0);
	sim_free(&s);
}

static void couplings_go_one_way_through_any_hierarchy(void)
{
	Sim s;

	/* b sends to d alone, although a sends to both. */
	run(&s, 1.5,
		"model M P.Source a, b; P.Box box[2]; P.Sink c, d;\n"
		"equation connect(a.o, box[1].i); connect(box[1].o, c.i); connect(a.o, d.i);\n"
		"  connect(box[2].o, d.i); connect(b.o, box[2].i); end M;\n");
	T_INT(sim_last(&s, "c.S.n"), 1);
	T_INT(sim_last(&s, "d.S.n"), 2);
	sim_free(&s);
}

static void components_may_be_replaced_absent_and_unconnected(void)
{
	Sim s;

	run(&s, 2.5,
		"model Twice extends P.Relay; end Twice;\n"
		"model M P.Source a, alone; P.Box box(redeclare Twice r); P.Sink c if true, d if false;\n"
		"  P.Relay nothing;\n"
		"equation connect(a.o, box.i); connect(box.o, c.i); connect(box.o, d.i); end M;\n");
	T_INT(sim_last(&s, "c.S.n"), 2);
	T_INT(sim_last(&s, "alone.S.n"), 2);
	sim_free(&s);
}

static void a_loop_needs_no_model_to_break_it(void)
{
	Sim s;

	/* Each message of a makes one round through r and back to the sink. */
	run(&s, 2.5,
		"model M P.Source a; P.Relay r, q; P.Sink b;\n"
		"equation connect(a.o, r.i); connect(r.o, b.i); connect(q.o, r.i); end M;\n");
	T_INT(sim_last(&s, "b.S.n"), 2);
	sim_free(&s);
	T_CHECK(!compile(&s, "model M P.Relay r; equation connect(r.o, r.i); end M;\n"));
	T_CHECK(sim_says(&s, "'r' is coupled with itself"));
	sim_free(&s);
	T_CHECK(!compile(&s, "model M P.Box b; equation connect(b.o, b.i); end M;\n"));
	T_CHECK(sim_says(&s, "'b.r' is coupled with itself"));
	sim_free(&s);
}

static void messages_that_never_end_end_the_run(void)
{
	Sim s;

	T_CHECK(compile(&s, "model M P.Source a; P.Relay r, q; equation connect(a.o, r.i);\n"
						"  connect(r.o, q.i); connect(q.o, r.i); end M;\n"));
	s.o.run.stop = 2;
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "at time 1"));
	sim_free(&s);
}

static void a_function_that_fails_is_named_with_its_atomic(void)
{
	Sim s;

	T_CHECK(compile(&s, "function wrong input P.Log s; output P.Log sout; algorithm sout := s;\n"
						"  assert(s.n < 0, \"too many jobs\"); end wrong;\n"
						"model Bad extends P.Sink(first = 0.5, redeclare function Fint = wrong);\n"
						"end Bad;\nmodel M Bad b; end M;\n"));
	s.o.run.stop = 2;
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "'b'"));
	T_CHECK(sim_says(&s, "Fint failed"));
	T_CHECK(sim_says(&s, "too many jobs"));
	T_REAL(s.result.t, 0.5, 0);
	sim_free(&s);
}

static void a_function_that_never_ends_is_stopped(void)
{
	Sim s;

	T_CHECK(compile(&s,
					"function endless input P.Log s; output P.Log sout;\n"
					"algorithm sout := s; while sout.n >= 0 loop sout.n := 1 - sout.n; end while;\n"
					"end endless;\n"
					"model Bad extends P.Sink(first = 0.5, redeclare function Fint = endless);\n"
					"end Bad;\nmodel M Bad b; end M;\n"));
	s.o.run.stop = 2;
	s.o.run.max_calls = 1e5;
	T_CHECK(sim_run(&s) < 0);
	T_CHECK(sim_says(&s, "--max-calls"));
	T_CHECK(sim_says(&s, "Fint failed"));
	sim_free(&s);
}

static void a_run_of_atomics_heeds_its_timeout(void)
{
	Sim s;

	T_CHECK(compile(
		&s, "function same input P.Log s; output P.Log sout; algorithm sout := s; end same;\n"
			"model Ticks extends P.Sink(first = 1e-6, redeclare function Fint = same);\n"
			"end Ticks;\nmodel M Ticks a; end M;\n"));
	s.o.run.stop = 1e9;
	s.o.run.timeout = 0.3;
	T_INT(sim_run(&s), MDV_TIMED_OUT);
	T_CHECK(s.result.t > 0);
	sim_free(&s);
}

static void signals_become_messages_and_messages_signals(void)
{
	Sim s;

	run(&s, 4,
		"model M DEVSLib.AuxModels.CrossUP up(Value = 0.5); DEVSLib.AuxModels.DICO d; P.Relay r;\n"
		"  Real x(start = 0, fixed = true);\n"
		"equation up.u = sin(2*3.141592653589793*time); connect(up.outport, r.i);\n"
		"  connect(r.o, d.inport); der(x) = if d.change then 1 else 0; end M;\n");
	T_REAL(sim_last(&s, "x"), 2, 1e-6);
	T_REAL(sim_last(&s, "d.y"), 1, 0);
	sim_free(&s);
}

static void equations_may_send_messages_to_equations(void)
{
	Sim s;

	run(&s, 7,
		"model M DEVSLib.AuxModels.CrossUP up(Value = 0.5); DEVSLib.AuxModels.DICO d;\n"
		"equation up.u = sin(2*3.141592653589793*time); connect(up.outport, d.inport); end M;\n");
	T_REAL(sim_last(&s, "d.y"), 0.5, 1e-6);
	T_INT(sim_last(&s, "d.change"), 1);
	T_INT(sim_last(&s, "d.n"), 7);
	sim_free(&s);
}

static void functions_read_variables_as_they_are(void)
{
	Sim s;

	run(&s, 3.5,
		"function level input P.Log s; input Real e; input Integer bag; input Real u;\n"
		"  output P.Log sout; algorithm sout := P.take(s, e, bag); sout.t := u; end level;\n"
		"model Probe input Real u; extends P.Sink(redeclare function Fext = level(u = 2*u));\n"
		"end Probe;\n"
		"model M P.Source a; Probe p(u = x); Real x(start = 1, fixed = true);\n"
		"equation der(x) = -x; connect(a.o, p.i); end M;\n");
	T_REAL(sim_at(&s, "p.S.t", 1), 2 * 0.36787944117144233, 1e-5);
	T_REAL(sim_last(&s, "p.S.t"), 2 * 0.049787068367863944, 1e-5);
	sim_free(&s);
}

static void equations_see_states_of_atomics(void)
{
	Sim s;

	run(&s, 4,
		"model M P.Source a; Real x(start = 0, fixed = true); Integer seen(start = 0, fixed = "
		"true);\n"
		"equation der(x) = a.S.n; when a.S.n > 1 then seen = pre(seen) + a.S.n; end when; end "
		"M;\n");
	T_REAL(sim_last(&s, "x"), 1 + 2 + 3, 1e-9);
	T_INT(sim_last(&s, "seen"), 2);
	sim_free(&s);
}

static void equations_see_transitions_of_atomics(void)
{
	Sim s;

	run(&s, 3.5,
		"partial model Seen P.Log S; Boolean externalTransition(start = false);\n"
		"  annotation(__modevs(devs = true)); end Seen;\n"
		"model Sees extends Seen; function initState = P.start(sigma = 1e60);\n"
		"  function Fext = P.take; DEVSLib.SRC.Interfaces.inPort i; Real t(start = 0, fixed = "
		"true);\n"
		"  Integer n(start = 0, fixed = true); equation when externalTransition then t = time;\n"
		"  n = pre(n) + 1; end when; end Sees;\n"
		"model M P.Source a; Sees b; equation connect(a.o, b.i); end M;\n");
	T_REAL(sim_last(&s, "b.t"), 3, 0);
	T_INT(sim_last(&s, "b.n"), 3);
	sim_free(&s);
}

int main(void)
{
	T_RUN(outputs_that_no_role_asks_for_are_not_wanted);
	T_RUN(messages_that_are_left_stay_only_in_the_bag_of_the_authors);
	T_RUN(a_message_arrives_when_it_is_sent);
	T_RUN(at_once_an_internal_transition_comes_first_unless_the_model_decides);
	T_RUN(messages_of_one_instant_arrive_together_in_the_order_of_their_senders);
	T_RUN(several_messages_on_one_port_arrive_together_in_order);
	T_RUN(one_to_many_and_many_to_one_make_no_other_coupling);
	T_RUN(a_negative_time_advance_counts_as_zero);
	T_RUN(couplings_go_one_way_through_any_hierarchy);
	T_RUN(components_may_be_replaced_absent_and_unconnected);
	T_RUN(a_loop_needs_no_model_to_break_it);
	T_RUN(messages_that_never_end_end_the_run);
	T_RUN(a_function_that_fails_is_named_with_its_atomic);
	T_RUN(a_function_that_never_ends_is_stopped);
	T_RUN(a_run_of_atomics_heeds_its_timeout);
	T_RUN(signals_become_messages_and_messages_signals);
	T_RUN(equations_may_send_messages_to_equations);
	T_RUN(functions_read_variables_as_they_are);
	T_RUN(equations_see_states_of_atomics);
	T_RUN(equations_see_transitions_of_atomics);
	return T_END();
}
