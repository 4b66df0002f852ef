/* SPDX-License-Identifier: MIT
   test_sim_islands.c — parts of the equations that only DEVS components connect, each with an
   integrator of its own: which parts these are, and that results do not depend on it. */
#include "sim.h"
#include "t.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* --- random networks of plants --- */

typedef struct Writer {
	Text out;      /* the model */
	uint64_t seed; /* of what is random in it */
} Writer;

static uint32_t draw(Writer *w, uint32_t n) /* 0 … n - 1 */
{
	w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(w->seed >> 33) % n;
}

static double between(Writer *w, double low, double high)
{
	return low + (high - low) * draw(w, 1000) / 1000.0;
}

static void write_plant(Writer *w)
{
	static const char *const extra[] = {
		"  when sample(0.1, 0.7) then z = x - pre(z)/2; end when;\n",
		"  when sample(0.05, 1.3) then z = y; end when;\n",
		"  when y < -0.2 then z = pre(z)/2 + 0.1; end when;\n",
		"  when {time > 2.5, x > 0.9} then z = pre(z) + 0.3; reinit(y, 0.5*y); end when;\n"};

	text_printf(&w->out,
				"package G model Plant\n"
				"  parameter Real a = 1, b = 1, w = 1, lim = 1, lo = 0.2, s = 0.5;\n"
				"  DEVSLib.AuxModels.CrossUP up(Value = lim);\n"
				"  DEVSLib.AuxModels.CrossDOWN down(Value = lo);\n"
				"  DEVSLib.AuxModels.DICO in1; DEVSLib.AuxModels.DIBO in2;\n"
				"  DEVSLib.SRC.Interfaces.outPort pu, pd;\n"
				"  DEVSLib.SRC.Interfaces.inPort pi1, pi2;\n"
				"  Real x(start = 0.5, fixed = true), y(start = s, fixed = true);\n"
				"  Integer k(start = 0, fixed = true);\n"
				"  discrete Real z(start = 0, fixed = true);\n"
				"equation\n"
				"  der(x) = -a*x + b*y + in1.y;\n"
				"  der(y) = -w^2*x - 0.1*y + (if in2.change then 0.4 else -0.1) + 0.2*z;\n"
				"  up.u = x; down.u = y; connect(up.outport, pu);\n"
				"  connect(down.outport, pd); connect(pi1, in1.inport);\n"
				"  connect(pi2, in2.inport);\n"
				"  when x > 0.3 then k = pre(k) + 1; end when;\n%s"
				"end Plant;\nmodel M\n",
				extra[draw(w, 4)]);
}

enum { PLANTS = 4, NODES = 4, COLUMNS = 4 };

/* Atomics by functions, or ready parts. */
static void write_nodes(Writer *w, uint32_t n, bool part[])
{
	for (uint32_t i = 0; i < n; i++) {
		part[i] = draw(w, 2);
		if (part[i])
			text_printf(&w->out, "  DEVSLib.Parts.Delay c%u(time_ = %g);\n", (unsigned)i,
						draw(w, 3) ? between(w, 0, 1) : 0);
		else
			text_printf(&w->out, "  DEVSLib.AuxModels.SetValue c%u(Value = %s(%g));\n", (unsigned)i,
						draw(w, 3) ? "" : "p0.y + ", between(w, -1, 1));
	}
}

static void write_coupling(Writer *w, uint32_t plants, uint32_t nodes, const bool part[])
{
	uint32_t from = draw(w, plants + nodes), to = draw(w, plants + nodes);

	if (from == to && from >= plants)
		return;
	if (from < plants)
		text_printf(&w->out, "  connect(p%u.%s, ", (unsigned)from, draw(w, 2) ? "pu" : "pd");
	else
		text_printf(&w->out, "  connect(c%u.%s, ", (unsigned)(from - plants),
					part[from - plants] ? "outport" : "outPort1");
	if (to < plants)
		text_printf(&w->out, "p%u.%s);\n", (unsigned)to, draw(w, 2) ? "pi1" : "pi2");
	else
		text_printf(&w->out, "c%u.%s);\n", (unsigned)(to - plants),
					part[to - plants] ? "inport" : "inPort1");
}

/* Two more parts, which read the same atomic. */
static void write_readers(Writer *w, const bool part[])
{
	if (part[0])
		return;
	text_printf(&w->out, "  der(q0) = (if c0.S.value > 0 then 1 else 0) - q0;\n"
						 "  der(q1) = c0.S.value - q1;\n"
						 "  when change(c0.S.value) then q2 = pre(q2) + 1; end when;\n"
						 "  when {c0.S.value > 0.1, q1 > 0.2} then q3 = pre(q3) + q1; end when;\n");
}

static uint32_t write_model(Writer *w, uint64_t seed)
{
	uint32_t plants, nodes, n;
	bool part[NODES];

	w->seed = seed;
	plants = 2 + draw(w, PLANTS - 1);
	nodes = 1 + draw(w, NODES);
	text_clear(&w->out);
	write_plant(w);
	for (uint32_t i = 0; i < plants; i++)
		text_printf(&w->out, "  Plant p%u(a = %g, b = %g, w = %g, lim = %g, lo = %g, s = %g);\n",
					(unsigned)i, between(w, .1, 1), between(w, .5, 2), between(w, .5, 3),
					between(w, .2, .9), between(w, -.5, .3), between(w, -1, 1));
	write_nodes(w, nodes, part);
	text_printf(&w->out, "%s%s",
				part[0] ? ""
						: "  Real q0(start = 0, fixed = true), q1(start = 1, fixed = true);\n"
						  "  Integer q2(start = 0, fixed = true);\n"
						  "  discrete Real q3(start = 0, fixed = true);\n",
				"equation\n");
	for (n = plants + draw(w, 2 * plants); n > 0; n--)
		write_coupling(w, plants, nodes, part);
	write_readers(w, part);
	text_printf(&w->out, "end M; end G;\n");
	return plants;
}

typedef struct Rows {
	VEC(double) t; /* of each row */
	VEC(double) x; /* all variables, row by row */
} Rows;

static void take_rows(Sim *s, Rows *out)
{
	out->t.n = out->x.n = 0;
	for (size_t i = 0; i < s->time.n; i++)
		vec_push(&alloc_heap, &out->t, s->time.at[i]);
	for (size_t i = 0; i < s->value.n; i++)
		vec_push(&alloc_heap, &out->x, s->value.at[i]);
}

static bool run_as(Sim *s, MdvIslands islands)
{
	s->o.run.islands = islands;
	if (sim_run(s) == MDV_OK)
		return true;
	T_FAIL("%s", sim_said(s));
	return false;
}

/* Event times and values of both ways, within what the tolerance allows. */
static void compare_rows(const Sim *s, const Rows *one, uint64_t seed)
{
	size_t n = one->t.n > 0 ? one->x.n / one->t.n : 0;

	if (s->time.n != one->t.n) {
		T_FAIL("seed %llu: %zu rows, %zu in one piece", (unsigned long long)seed, s->time.n,
			   one->t.n);
		return;
	}
	for (size_t i = 0; i < one->x.n; i++) {
		double got = s->value.at[i], want = one->x.at[i];
		const MdvVar *v = &s->rt->m->var[i % n];

		if (fabs(s->time.at[i / n] - one->t.at[i / n]) > 1e-4 ||
			(fabs(got - want) > 1e-3 * (1 + fabs(want)) && strncmp(v->name, "der(", 4) != 0 &&
			 !strstr(v->name, ".S.q"))) { /* the number of a queue is another in each run */
			T_FAIL("seed %llu, time %.9g (%.9g): %s = %.9g, in one piece %.9g",
				   (unsigned long long)seed, s->time.at[i / n], one->t.at[i / n], v->name, got,
				   want);
			return;
		}
	}
}

static void random_networks_give_the_same_as_islands_and_in_one_piece(void)
{
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_RK45, MDV_SOLVER_IDA};
	Writer w = {0};
	Rows one = {0};

	text_init(&w.out, NULL);
	for (uint64_t seed = 1; seed <= 120; seed++) {
		uint32_t plants = write_model(&w, seed);
		Sim s;

		if (!sim_text(&s, text_str(&w.out))) {
			T_FAIL("%s\n%s", sim_said(&s), text_str(&w.out));
		} else {
			s.o.run.stop = 8;
			s.o.run.interval = 0.25;
			s.o.run.tol = 1e-9;
			s.o.run.solver = solver[seed % 3];
			s.o.run.no_events = seed % 5 == 0;
			if (run_as(&s, MDV_ISLANDS_ONE)) {
				take_rows(&s, &one);
				if (run_as(&s, MDV_ISLANDS_APART))
					compare_rows(&s, &one, seed);
				T_CHECK(s.rt->m->n_islands >= (int32_t)plants);
			}
		}
		sim_free(&s);
	}
	text_free(&w.out);
	vec_free(&alloc_heap, &one.t);
	vec_free(&alloc_heap, &one.x);
}

/* --- which parts are islands --- */

#define TWO                                                            \
	"  Real x(start = 1, fixed = true), y(start = 2, fixed = true);\n" \
	"  DEVSLib.AuxModels.Generator g(period = 0.3); DEVSLib.AuxModels.DICO d1, d2;\n"
#define COUPLED "equation connect(g.outPort1, d1.inport); connect(g.outPort1, d2.inport);\n"
#define APART   "  der(x) = d1.y - x; der(y) = d2.y - y;\n"

static const struct {
	int32_t islands;  /* how many */
	const char *what; /* joins the parts, or does not */
	const char *text; /* of the model */
} parts[] = {
	{2, "nothing", TWO COUPLED APART},
	{3, "one port for both", TWO COUPLED "  der(x) = d1.y - x; der(y) = d1.y - y;\n"},
	{2, "a parameter",
	 TWO "  parameter Real p = 3;\n" COUPLED "  der(x) = d1.y - p*x; der(y) = d2.y - p*y;\n"},
	{2, "a parameter of the initial system",
	 TWO "  parameter Real p(fixed = false); initial equation p = x;\n" COUPLED
		 "  der(x) = d1.y - x; der(y) = d2.y - p*y;\n"},
	{2, "a clock",
	 TWO "  discrete Real a(start = 0), b(start = 0);\n" COUPLED
		 "  der(x) = d1.y - x + a; der(y) = d2.y - y + b;\n"
		 "  when sample(0, 0.1) then a = x; end when;\n"
		 "  when sample(0, 0.1) then b = y; end when;\n"},
	{2, "time", TWO COUPLED "  der(x) = d1.y - time; der(y) = if time > 1 then d2.y else -y;\n"},
	{2, "what depends on time alone", TWO "  Boolean b = time > 1.1;\n" COUPLED APART},
	{3, "a part without states",
	 TWO "  Integer n(start = 0);\n" COUPLED APART
		 "  when sample(0, 0.7) then n = pre(n) + 1; end when;\n"},
	{1, "a variable", TWO COUPLED "  der(x) = d1.y - y; der(y) = d2.y - y;\n"},
	{1, "a when",
	 TWO "  Integer k(start = 0);\n" COUPLED APART
		 "  when {x < 0.5, y < 0.5} then k = pre(k) + 1; end when;\n"},
	{1, "an assertion", TWO COUPLED APART "  assert(x + y < 100, \"far\");\n"},
	{1, "the text of an assertion",
	 TWO COUPLED APART "  assert(x < 100, \"far from \" + String(y));\n"},
	{1, "a message", TWO "  DEVSLib.AuxModels.CrossUP c(u = x, Value = y);\n" COUPLED APART},
	{1, "delays", TWO COUPLED "  der(x) = d1.y - delay(x, 0.1); der(y) = d2.y - delay(y, 0.2);\n"},
	{1, "inputs of the model",
	 TWO "  input Real u(start = 0), v(start = 0);\n" COUPLED
		 "  der(x) = d1.y + u; der(y) = d2.y + v;\n"},
	{1, "that there are no DEVS components",
	 "  Real x(start = 1, fixed = true),\n"
	 "    y(start = 2, fixed = true);\n"
	 "equation der(x) = -x; der(y) = -y;\n"},
};

static void parts_are_islands_unless_something_joins_them(void)
{
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		char text[2000];
		Rows one = {0};
		Sim s;

		snprintf(text, sizeof text, "model T\n%send T;\n", parts[i].text);
		if (!sim_text(&s, text)) {
			T_FAIL("%s: %s", parts[i].what, sim_said(&s));
		} else {
			s.o.run.stop = 3;
			s.o.run.tol = 1e-8;
			if (run_as(&s, MDV_ISLANDS_ONE)) {
				take_rows(&s, &one);
				if (run_as(&s, MDV_ISLANDS_APART))
					compare_rows(&s, &one, i);
				if (s.rt->m->n_islands != parts[i].islands)
					T_FAIL("%s: %d islands, not %d", parts[i].what, (int)s.rt->m->n_islands,
						   (int)parts[i].islands);
			}
		}
		vec_free(&alloc_heap, &one.t);
		vec_free(&alloc_heap, &one.x);
		sim_free(&s);
	}
}

/* --- what it is good for --- */

static void events_of_an_island_leave_others_alone(void)
{
	SystemWatch watch = {.counts = true};
	Arena keep;
	Sim s;

	arena_init(&keep, NULL);
	watch.keep = &keep;
	if (!sim_text(&s, "model T\n"
					  "  DEVSLib.AuxModels.Generator g(period = 0.01); DEVSLib.AuxModels.DICO d;\n"
					  "  Real x(start = 1, fixed = true), y(start = 2, fixed = true);\n"
					  "equation connect(g.outPort1, d.inport);\n"
					  "  der(x) = d.y*d.y - x; der(y) = -y;\n"
					  "end T;\n")) {
		T_FAIL("%s", sim_said(&s));
	} else {
		s.o.run.stop = 10;
		s.o.watch = &watch;
		T_CHECK(run_as(&s, MDV_ISLANDS_APART));
		T_INT(watch.n_counts, 3);
		T_STR(watch.count[1].name, "equations 1");
		T_CHECK(watch.count[1].internal + watch.count[1].external > 1000);
		T_CHECK(watch.count[2].internal < 200);
		T_INT(watch.count[2].external + watch.count[2].received, 0);
		T_REAL(sim_last(&s, "y"), 2 * exp(-10), 1e-6);
	}
	sim_free(&s);
	arena_free(&keep);
}

/* --- ends --- */

static void the_end_of_one_is_the_end_of_all(void)
{
	Sim s;

	if (!sim_text(&s, "model T\n" TWO "  Boolean last(start = false);\n" COUPLED APART
					  "  when y < 1 then terminate(\"enough\"); end when;\n"
					  "  when terminal() then last = x < 10; end when;\n"
					  "end T;\n")) {
		T_FAIL("%s", sim_said(&s));
	} else {
		s.o.run.stop = 30;
		s.o.run.tol = 1e-8;
		T_CHECK(run_as(&s, MDV_ISLANDS_ONE));
		T_CHECK(s.result.terminated);
		double t = s.result.t;
		size_t n = s.time.n;

		T_CHECK(run_as(&s, MDV_ISLANDS_APART));
		T_CHECK(s.result.terminated);
		T_REAL(s.result.t, t, 1e-6);
		T_INT(s.time.n, n);
		T_CHECK(strstr(rt_message(s.rt), "enough") != NULL);
		T_REAL(sim_last(&s, "last"), 1, 0);
	}
	sim_free(&s);
}

static void a_failure_is_told_as_in_one_piece(void)
{
	char text[400];
	Sim s;

	if (!sim_text(&s, "model T\n" TWO COUPLED APART
					  "  assert(y > 1, \"y is \" + String(y > 1));\nend T;\n")) {
		T_FAIL("%s", sim_said(&s));
	} else {
		s.o.run.stop = 30;
		s.o.run.islands = MDV_ISLANDS_ONE;
		T_INT(sim_run(&s), MDV_FAILED);
		snprintf(text, sizeof text, "%s", strstr(rt_message(s.rt), "y is"));
		s.o.run.islands = MDV_ISLANDS_APART;
		T_INT(sim_run(&s), MDV_FAILED);
		T_STR(strstr(rt_message(s.rt), "y is"), text);
	}
	sim_free(&s);
}

int main(void)
{
	T_RUN(random_networks_give_the_same_as_islands_and_in_one_piece);
	T_RUN(parts_are_islands_unless_something_joins_them);
	T_RUN(events_of_an_island_leave_others_alone);
	T_RUN(the_end_of_one_is_the_end_of_all);
	T_RUN(a_failure_is_told_as_in_one_piece);
	return T_END();
}
