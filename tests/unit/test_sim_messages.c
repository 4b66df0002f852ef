/* SPDX-License-Identifier: MIT
   test_sim_messages.c — messages that are records of the user's own (tests/emit/Messages.mo): what
   is sent arrives, in order and by index, in queues, in equations and from them; what does not fit
   is said. */
#include "sim.h"
#include "t.h"

#include <stdio.h>
#include <string.h>

static void run(Sim *s)
{
	if (!sim_file(s, "tests/emit/Messages.mo"))
		T_FAIL("%s", sim_said(s));
	s->o.run.stop = 5;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

static void all_that_a_record_has_arrives(void)
{
	Sim s;

	run(&s);
	T_INT(sim_last(&s, "b.S.count"), 5);      /* 0, 1, 2, and 3 with 33 */
	T_REAL(sim_last(&s, "b.S.total"), 54, 0); /* arrays: 6 (0 + 1 + 2 + 3 + 3) */
	T_INT(sim_last(&s, "b.S.urgents"), 3);    /* Booleans: 1, 3, 33 */
	T_REAL(sim_last(&s, "b.S.x"), 3.5, 0);    /* a record in it */
	T_INT(sim_last(&s, "b.S.colour"), 2);     /* an enumeration */
	T_INT(sim_at(&s, "b.S.colour", 3), 3);
	T_INT(sim_last(&s, "b.S.last"), 33); /* read by its index, before the others */
	T_INT(sim_last(&s, "b.S.port"), 1);
	sim_free(&s);
}

static void equations_take_and_send_them(void)
{
	Sim s;

	run(&s);
	T_INT(sim_last(&s, "r.id"), 33);
	T_REAL(sim_last(&s, "r.size[3]"), 9, 0);
	T_INT(sim_last(&s, "r.urgent"), 1);
	T_INT(sim_last(&s, "r.colour"), 2);
	T_REAL(sim_last(&s, "r.at.y"), -1, 0);
	T_INT(sim_last(&s, "r.n"), 5);
	T_INT(sim_last(&s, "c.S.last"), 100);
	T_REAL(sim_last(&s, "c.S.total"), 5.5, 0);
	T_INT(sim_last(&s, "c.S.colour"), 3);
	sim_free(&s);
}

/* One atomic that sends to another; `sends` and `reads` are what their functions do. */
static void expect(const char *sends, const char *reads, const char *says)
{
	char text[4000];
	Sim s;

	snprintf(
		text, sizeof text,
		"package P\n"
		"  import DEVSLib.SRC.*;\n"
		"  record Job Integer id; String name; end Job;\n"
		"  record Log Real sigma; Integer n; end Log;\n"
		"  function sendJob = sendEvent(redeclare record Message = Job);\n"
		"  function getJob = getEvent(redeclare record Message = Job);\n"
		"  function start output Log out; algorithm out.sigma := 1; out.n := 0; end start;\n"
		"  function never output Log out; algorithm out.sigma := 1e60; out.n := 0; end never;\n"
		"  function say input Log s; input Integer queue[nports]; input Integer nports;\n"
		"    protected Job j; stdEvent x; Integer n; algorithm j := Job(7, \"x\");\n"
		"    x.Port := 0; x.Type := 1; x.Value := 3; %s end say;\n"
		"  function take input Log s; input Real e; input Integer bag; output Log sout;\n"
		"    protected Job j; stdEvent x; algorithm sout := s; %s end take;\n"
		"  model A extends AtomicDEVS(redeclare record State = Log);\n"
		"    redeclare function initState = start; redeclare function Fout = say;\n"
		"    Interfaces.outPort o(redeclare record Message = Job); end A;\n"
		"  model B extends AtomicDEVS(redeclare record State = Log);\n"
		"    redeclare function initState = never; redeclare function Fext = take;\n"
		"    Interfaces.inPort i(redeclare record Message = Job); end B;\n"
		"end P;\n"
		"model M P.A a; P.B b; equation connect(a.o, b.i); end M;\n",
		sends, reads);
	if (!sim_text(&s, text))
		T_FAIL("%s", sim_said(&s));
	s.o.run.stop = 1.5;
	if (!*says) {
		T_INT(sim_run(&s), MDV_OK);
		T_INT(sim_last(&s, "b.S.n"), 7);
	} else {
		T_CHECK(sim_run(&s) != MDV_OK);
		if (!strstr(sim_said(&s), says))
			T_FAIL("'%s' is not in: %s", says, sim_said(&s));
	}
	sim_free(&s);
}

static void a_message_of_another_record_is_refused(void)
{
	expect("sendJob(queue[1], j);", "j := getJob(bag); sout.n := j.id;", "");
	expect("sendEvent(queue[1], x);", "j := getJob(bag); sout.n := j.id;",
		   "a message of 'stdEvent' is sent on a port for messages of 'P.Job'");
	expect("sendJob(queue[1], j);", "x := getEvent(bag); sout.n := x.Port;",
		   "message 1 of the queue is a 'P.Job', and is read as a");
}

static void a_queue_of_a_port_is_a_queue(void)
{
	expect("sendJob(queue[1], j); n := numEvents(queue[1]); j := getJob(queue[1]);\n"
		   "j.id := 6 + n; sendJob(queue[1], j);",
		   "j := getJob(bag); sout.n := j.id;", "");
}

/* Twenty messages on each of two ports, in one order, the last of them taken back and put first. */
static void many_messages_of_the_library_keep_their_order(void)
{
	static const char text[] =
		"package P\n"
		"  import DEVSLib.SRC.*;\n"
		"  record Log Real sigma; Integer n; Real sum; Real first; Integer ports; end Log;\n"
		"  function start output Log out; algorithm out := Log(1, 0, 0, 0, 0); end start;\n"
		"  function never output Log out; algorithm out := Log(1e60, 0, 0, 0, 0); end never;\n"
		"  function say input Log s; input Integer queue[nports]; input Integer nports;\n"
		"    protected stdEvent x; algorithm\n"
		"    for i in 1:20 loop sendValue(queue[2], i, 2); sendValue(queue[1], i); end for;\n"
		"    x := getEvent(queue[1], numEvents(queue[1])); x.Type := 3;\n"
		"    sendEventLIFO(queue[1], x); end say;\n"
		"  function take input Log s; input Real e; input Integer bag; output Log sout;\n"
		"    protected stdEvent x; algorithm sout := s; x := readEvent(bag, 2);\n"
		"    sout.first := 100*x.Value + x.Type; sout.n := numEvents(bag);\n"
		"    for i in 1:numEvents(bag) loop x := getEvent(bag);\n"
		"      sout.sum := sout.sum + i*x.Value*x.Type; sout.ports := sout.ports + x.Port; end "
		"for;\n"
		"    end take;\n"
		"  model A extends AtomicDEVS(numOut = 2, redeclare record State = Log);\n"
		"    redeclare function initState = start; redeclare function Fout = say;\n"
		"    Interfaces.outPort o, k; end A;\n"
		"  model B extends AtomicDEVS(numIn = 2, redeclare record State = Log);\n"
		"    redeclare function initState = never; redeclare function Fext = take;\n"
		"    Interfaces.inPort i, j; end B;\n"
		"end P;\n"
		"model M P.A a; P.B b; equation connect(a.o, b.i); connect(a.k, b.j); end M;\n";
	double sum = 1 * 20 * 3;
	Sim s;

	for (int i = 1; i <= 19; i++)
		sum += (i + 1) * i;
	for (int i = 1; i <= 20; i++)
		sum += (i + 20) * i * 2;
	if (!sim_text(&s, text))
		T_FAIL("%s", sim_said(&s));
	s.o.run.stop = 1.5;
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s", sim_said(&s));
	T_INT(sim_last(&s, "b.S.n"), 40);
	T_REAL(sim_last(&s, "b.S.first"), 101, 0);
	T_REAL(sim_last(&s, "b.S.sum"), sum, 0);
	T_INT(sim_last(&s, "b.S.ports"), 60);
	sim_free(&s);
}

int main(void)
{
	T_RUN(all_that_a_record_has_arrives);
	T_RUN(equations_take_and_send_them);
	T_RUN(a_message_of_another_record_is_refused);
	T_RUN(a_queue_of_a_port_is_a_queue);
	T_RUN(many_messages_of_the_library_keep_their_order);
	return T_END();
}
