/* SPDX-License-Identifier: MIT
   test_sim_parts.c — components that are written in C, declared in Modelica: ready parts among
   functions and equations. (Shared libraries: tests/library.) */
#include "model/part.h"
#include "modevs/library.h"
#include "sim.h"
#include "t.h"

#include <string.h>

static void run(Sim *s, double stop, const char *text)
{
	if (!sim_text(s, text))
		T_FAIL("%s", sim_said(s));
	s->o.run.stop = stop;
	if (sim_run(s) != MDV_OK)
		T_FAIL("%s", sim_said(s));
}

#define PARTS "import DEVSLib.Parts.*; import A = DEVSLib.AuxModels;\n"

static void parts_are_coupled_and_show_what_they_do(void)
{
	Sim s;

	run(&s, 10.25,
		"model M " PARTS
		"Generator g(gaps = always(1), limit = 5); Processor p(service = always(1.5), capacity = "
		"2);\n"
		"Statistics n; Recorder r(n = 2);\n"
		"equation connect(g.outport, p.inport); connect(p.outport, r.inport[1]);\n"
		"connect(p.refused, r.inport[2]); connect(g.outport, n.sample); end M;\n");
	T_INT(sim_last(&s, "g.sent"), 5);
	T_INT(sim_last(&s, "p.arrived"), 5);
	T_INT(sim_last(&s, "p.served"), 4); /* 4 leaves at 5.5 before 5 … the fifth has room */
	T_INT(sim_last(&s, "p.n_refused"), 1);
	T_REAL(sim_last(&s, "p.busy_time"), 6, 1e-12);
	T_INT(sim_last(&s, "r.count"), 5);
	T_REAL(sim_last(&s, "n.mean"), 3, 0);
	T_REAL(sim_last(&s, "n.variance"), 2.5, 1e-15);
	T_INT(sim_before(&s, "g.sent", 3), 2);
	T_INT(sim_at(&s, "g.sent", 3), 3);
	sim_free(&s);
}

static void times_are_a_record_a_number_or_a_list(void)
{
	Sim s;

	run(&s, 6.5,
		"model M " PARTS "model Even parameter Real gaps; DEVSLib.SRC.Interfaces.outPort outport;\n"
		"  Integer n annotation(__modevs(name = \"sent\"));\n"
		"  annotation(__modevs(part = \"generator\")); end Even;\n"
		"Even a(gaps = 2); Schedule b(gaps = {1, 3}); Generator c(gaps = uniform(2, 2));\n"
		"Generator d(gaps = exponential(0.5)); end M;\n");
	T_INT(sim_last(&s, "a.n"), 3);
	T_INT(sim_last(&s, "b.sent"), 3); /* at 1, 4, 5 */
	T_INT(sim_last(&s, "c.sent"), 3);
	T_CHECK(sim_last(&s, "d.sent") > 4);
	sim_free(&s);
}

static void seeds_give_other_streams_and_the_same_one_again(void)
{
	double sent[3];
	static const char *const seed[] = {"g.seed", "7"};

	for (int i = 0; i < 3; i++) {
		const char *const sets[] = {i == 1 ? seed[0] : NULL, seed[1], NULL};
		Sim s;

		if (!sim_text_set(&s,
						  "model M DEVSLib.Parts.Generator g(gaps = "
						  "DEVSLib.Parts.exponential(0.01)); end M;\n",
						  sets))
			T_FAIL("%s", sim_said(&s));
		s.o.run.stop = 10;
		T_INT(sim_run(&s), MDV_OK);
		sent[i] = sim_last(&s, "g.sent");
		sim_free(&s);
	}
	T_REAL(sent[0], sent[2], 0);
	T_CHECK(sent[0] != sent[1]);
}

static void functions_and_parts_understand_each_other(void)
{
	Sim s;

	/* A number of a part is a message of Type 1; where a part looks at a value, it is a number. */
	run(&s, 5.5,
		"model M " PARTS "Generator g(gaps = always(1), values = {4, 2.5}); A.SetValue v(Value = "
		"1); Switch w(n = 3);\n"
		"A.Display d; Statistics n; Transducer t; Recorder r(n = 3);\n"
		"equation connect(g.outport, d.inPort1); connect(g.outport, v.inPort1);\n"
		"connect(v.outPort1, w.control); connect(g.outport, w.inport);\n"
		"connect(w.outport[1], r.inport[1]); connect(w.outport[2], r.inport[2]);\n"
		"connect(v.outPort1, n.sample); connect(g.outport, t.arrived); end M;\n");
	T_REAL(sim_last(&s, "n.mean"), 1, 0);
	T_INT(sim_last(&s, "n.count"), 5);
	T_INT(sim_last(&s, "r.count"), 5);
	T_INT(sim_last(&s, "r.port"), 2); /* by command, after the first */
	T_REAL(sim_last(&s, "r.value"), 4, 0);
	T_INT(sim_last(&s, "t.n_arrived"), 5);
	sim_free(&s);
}

static void jobs_are_known_again_after_functions_have_had_them(void)
{
	Sim s;

	run(&s, 10.5,
		"model M " PARTS
		"Generator g(gaps = always(1)); DEVSLib.AuxModels.Processor p(processTime = 0.25);\n"
		"Transducer t; equation connect(g.outport, t.arrived); connect(g.outport, p.inPort1);\n"
		"connect(p.outPort1, t.solved); end M;\n");
	T_INT(sim_last(&s, "t.n_solved"), 10);
	T_INT(sim_last(&s, "t.unknown"), 0);
	T_REAL(sim_last(&s, "t.mean_turnaround"), 0.25, 1e-12);
	sim_free(&s);
}

static void equations_read_what_parts_show(void)
{
	Sim s;

	run(&s, 4,
		"model M " PARTS "Schedule g(gaps = {1, 2}); DEVSLib.Parts.Processor p(service = "
		"always(0.5));\n"
		"A.CrossUP c(Value = 0.75); DEVSLib.Parts.Recorder r; A.DICO y;\n"
		"Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true);\n"
		"equation connect(g.outport, p.inport); connect(p.outport, y.inport); c.u = x;\n"
		"connect(c.outport, r.inport[1]); der(x) = if p.busy then 1 else 0;\n"
		"when p.busy then n = pre(n) + 1; end when; end M;\n");
	T_REAL(sim_last(&s, "x"), 1, 1e-9); /* busy from 1 to 1.5 and from 3 to 3.5 */
	T_INT(sim_last(&s, "n"), 3);        /* again at 4 */
	T_REAL(sim_last(&s, "r.when_"), 3.25, 1e-6);
	T_REAL(sim_last(&s, "y.y"), 2, 0);
	sim_free(&s);
}

static void parts_may_be_arrays_replaced_absent_and_inside_others(void)
{
	Sim s;

	run(&s, 3.25,
		"package P " PARTS "model Box parameter Integer n = 2; parameter Boolean spare = false;\n"
		"  DEVSLib.SRC.Interfaces.inPort i; DEVSLib.SRC.Interfaces.outPort o;\n"
		"  DEVSLib.Parts.Processor p[n](each service = always(0.25));\n"
		"  replaceable DEVSLib.Parts.Processor last(service = always(0.5));\n"
		"  DEVSLib.Parts.Recorder r if spare;\n"
		"equation connect(i, p[1].inport); for k in 2:n loop\n"
		"  connect(p[k - 1].outport, p[k].inport); end for;\n"
		"  connect(p[n].outport, last.inport); connect(last.outport, o);\n"
		"  connect(p[1].outport, r.inport[1]); end Box;\n"
		"model Slow = DEVSLib.Parts.Processor(capacity = 9);\n"
		"model M Box a(n = 3), b(redeclare Slow last(service = always(1)), spare = true); "
		"Statistics t;\n"
		"  Generator g(gaps = always(1), limit = 1);\n"
		"equation connect(g.outport, a.i); connect(a.o, b.i); connect(b.o, t.sample); end M;\n"
		"end P; model M = P.M;\n");
	T_INT(sim_last(&s, "t.count"), 0);
	T_INT(sim_last(&s, "b.r.count"), 1); /* at 1 + 0.75 + 0.5 + 0.25 */
	T_REAL(sim_last(&s, "b.r.when_"), 2.5, 1e-12);
	T_INT(sim_var(&s, "a.r.count"), -1);
	T_INT(sim_last(&s, "b.last.busy"), 1);
	sim_free(&s);
}

static void a_pipe_is_processors_one_after_the_other(void)
{
	Sim s;

	run(&s, 3,
		"model M " PARTS "Generator g(gaps = always(1), limit = 1); Pipe p(n = 4, service = "
		"always(0.25));\n"
		"Recorder r; equation connect(g.outport, p.inport); connect(p.outport, r.inport[1]); end "
		"M;\n");
	T_REAL(sim_last(&s, "r.when_"), 2, 0);
	sim_free(&s);
}

/* 10^5 customers; docs/studies/004.md has 10^7. */
static void a_queue_of_parts_has_the_length_of_theory(void)
{
	Sim s;

	if (!sim_class(&s, "examples/devs/mm1/MM1Parts.mo", "MM1Parts") || !sim_set(&s, "service", 5))
		T_FAIL("%s", sim_said(&s));
	s.o.run.stop = 1e6;
	s.o.run.no_events = true;
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "number.level_mean"), 1, 0.04);
	T_REAL(sim_last(&s, "server.busy_time"), 5e5, 1e4);
	sim_free(&s);
}

static void a_queueing_network_with_a_plant_is_one_file(void)
{
	Sim s;

	if (!sim_class(&s, "examples/devs/bakery/Bakery.mo", "Bakery.Day"))
		T_FAIL("%s", sim_said(&s));
	T_INT(sim_run(&s), MDV_OK);
	T_REAL(sim_last(&s, "trays.sent"), sim_last(&s, "oven.trays"), 0);
	T_REAL(sim_last(&s, "watch.present"), sim_last(&s, "shop.level_now"), 0);
	T_INT(sim_last(&s, "watch.unknown"), 0);
	T_CHECK(sim_last(&s, "alarms.count") > 5);
	sim_free(&s);
}

static void refuse(const char *text, const char *words)
{
	Sim s;

	if (sim_text(&s, text)) {
		s.o.run.stop = 2;
		T_CHECK(sim_run(&s) != MDV_OK);
	}
	if (!sim_says(&s, words))
		T_FAIL("%s", sim_said(&s));
	sim_free(&s);
}

static void what_is_wrong_is_said_when_it_begins(void)
{
	refuse("model M DEVSLib.Parts.Generator g(gaps = DEVSLib.Parts.exponential(-1)); end M;\n",
		   ":1: component 'g' (generator): gaps: exponential times of mean -1");
	refuse("model M parameter Integer c = 1; DEVSLib.Parts.Processor\n"
		   "p(service = DEVSLib.Parts.always(1), capacity = -c); end M;\n",
		   ":2: 'p': the parameter 'capacity' is -1: it must be 0 or more");
	refuse("model M DEVSLib.Parts.Generator g(gaps = DEVSLib.Parts.always(1), values = {0.5});\n"
		   "DEVSLib.Parts.Switch s; equation connect(g.outport, s.control); end M;\n",
		   "a message from 'g.outport' does not fit 's.control': its value is no whole number");
	refuse("model M DEVSLib.Parts.Transducer t(period = 1); DEVSLib.Parts.Switch s;\n"
		   "equation connect(t.done, s.control); end M;\n",
		   "those that are sent have no value, and the port 'control' needs a number");
	refuse("model M DEVSLib.Parts.Delay d(time_ = 1); equation connect(d.outport, d.inport); end "
		   "M;\n",
		   "'d' is coupled with itself");
	refuse(
		"model M model C annotation(__modevs(library = \"no\", atomic = \"c\")); end C; C c; end "
		"M;\n",
		"'c' needs the shared library 'no': it is foreign code; allow it with --allow "
		"external:no");
}

/* Names of a part are of one class: they must differ. The shipped package has every part. */
static void the_table_of_parts_can_be_declared(void)
{
	for (uint32_t i = 0; i < mdv_parts.n_parts; i++) {
		const MdvPart *p = &mdv_parts.parts[i];

		for (size_t k = 0; k < p->n_shown; k++) {
			for (size_t j = 0; j < p->n_params; j++)
				T_CHECK(strcmp(p->shown[k].name, p->params[j].name) != 0);
			for (size_t j = 0; j < p->n_in; j++)
				T_CHECK(strcmp(p->shown[k].name, p->in[j].name) != 0);
			for (size_t j = 0; j < p->n_out; j++)
				T_CHECK(strcmp(p->shown[k].name, p->out[j].name) != 0);
		}
		if (p->atomic && !p->in[p->n_in - 1].many)
			T_INT(p->n_in, p->atomic->n_in);
	}
}

/* How many of the items have another name up to a dot than the one before. */
static size_t count_names(const Sim *s, const FlatPartItem *item, size_t n)
{
	size_t count = 0;
	const char *last = "";

	for (size_t i = 0; i < n; i++) {
		const char *name = intern_text(&s->cx.names, item[i].name);
		size_t len = strcspn(name, ".");

		count += strncmp(name, last, len) != 0 || last[len] != name[len];
		last = name;
	}
	return count;
}

static void the_shipped_package_has_all_that_parts_have(void)
{
	Sim s;
	size_t found = 0;

	if (!sim_text(&s, "model M " PARTS
					  "Generator a(gaps = always(1)); Processor b(service = always(1));\n"
					  "Pipe c(service = always(1)); Delay d(time_ = 1); Switch e; Statistics f;\n"
					  "Transducer g; Recorder h; end M;\n"))
		T_FAIL("%s", sim_said(&s));
	for (size_t i = 0; i < s.cx.flat.parts.n; i++) {
		const FlatPart *p = &s.cx.flat.parts.at[i];
		const MdvPart *part;
		Text why;

		text_init(&why, NULL);
		part = part_find(&mdv_parts, intern_text(&s.cx.names, p->part), &why);
		T_CHECK(part == &mdv_parts.parts[i]);
		T_INT(count_names(&s, p->params.at, p->params.n), part->n_params);
		T_INT(count_names(&s, p->in.at, p->in.n), part->n_in);
		T_INT(count_names(&s, p->out.at, p->out.n), part->n_out);
		T_INT(count_names(&s, p->shown.at, p->shown.n), part->n_shown);
		text_free(&why);
		found++;
	}
	T_INT(found, mdv_parts.n_parts);
	sim_free(&s);
}

int main(void)
{
	T_RUN(parts_are_coupled_and_show_what_they_do);
	T_RUN(times_are_a_record_a_number_or_a_list);
	T_RUN(seeds_give_other_streams_and_the_same_one_again);
	T_RUN(functions_and_parts_understand_each_other);
	T_RUN(jobs_are_known_again_after_functions_have_had_them);
	T_RUN(equations_read_what_parts_show);
	T_RUN(parts_may_be_arrays_replaced_absent_and_inside_others);
	T_RUN(a_pipe_is_processors_one_after_the_other);
	T_RUN(a_queue_of_parts_has_the_length_of_theory);
	T_RUN(a_queueing_network_with_a_plant_is_one_file);
	T_RUN(what_is_wrong_is_said_when_it_begins);
	T_RUN(the_table_of_parts_can_be_declared);
	T_RUN(the_shipped_package_has_all_that_parts_have);
	return T_END();
}
