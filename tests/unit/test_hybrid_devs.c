/* SPDX-License-Identifier: MIT
   Plants whose models have DEVS components: atomics by functions and ready parts inside, C atomics
   outside. What counts is that it does not matter where the border is drawn. */
#include "modevs/parts.h"
#include "world.h"

/* Jobs come and are served, a probe looks at the level every 0.3 s, and equations make a level of
   it, which what comes from outside moves, too. */
#define INSIDE                                                                                  \
	"  import DEVSLib.SRC.*; import DEVSLib.Parts.*;\n"                                         \
	"  record st Real sigma; Integer n; end st;\n"                                              \
	"  function first output st out; algorithm out.sigma := 0.3; out.n := 0; end first;\n"      \
	"  function next input st s; output st sout; algorithm sout := s; sout.sigma := 0.3;\n"     \
	"    sout.n := s.n + 1; end next;\n"                                                        \
	"  function say input st s; input Integer queue[nports]; input Integer nports;\n"           \
	"    input Real u; protected stdEvent m; algorithm m.Port := 0; m.Type := 1;\n"             \
	"    m.Value := u; sendEvent(queue[1], m); end say;\n"                                      \
	"  model Probe input Real u; extends AtomicDEVS(numIn = 0, redeclare record State = st);\n" \
	"    redeclare function initState = first; redeclare function Fint = next;\n"               \
	"    redeclare function Fout = say(u = u); Interfaces.outPort o; end Probe;\n"              \
	"  Generator g(gaps = always(0.7)); Processor p(service = always(0.6));\n"                  \
	"  Probe probe(u = x);\n"                                                                   \
	"  model In Interfaces.inPort i annotation(__modevs(receive(Value = y)));\n"                \
	"    discrete Real y(start = 0); end In;\n"                                                 \
	"  In seen;\n"                                                                              \
	"  Real x(start = 0, fixed = true); Boolean high(start = false, fixed = true);\n"           \
	"  discrete Real level(start = 0.25, fixed = true);\n"                                      \
	"  Integer events(start = 0, fixed = true);\n"                                              \
	"equation\n"                                                                                \
	"  connect(g.outport, p.inport); connect(probe.o, seen.i);\n"                               \
	"  der(x) = 3 * ((if p.busy then 1.1 else 0.4) + u - x) - 0.1 * seen.y;\n"                  \
	"  high = x > 0.8 or pre(high) and x > 0.6;\n"                                              \
	"  when change(high) then\n"                                                                \
	"    level = if high then -0.5 else 0.25; events = pre(events) + 1;\n"                      \
	"  end when;\n"

static const char plant[] = "model M\n  input Real u(start = 0);\n" INSIDE "end M;\n";

/* The same with what is outside in the programs below. */
static const char network[] =
	"model M\n  Real u = back.y; In back; Out out(n = events, v = level); Delay late(time_ = "
	"0.25);\n"
	"  model Out input Integer n; input Real v;\n"
	"    Interfaces.outPort o annotation(__modevs(send(trigger = n, Value = v, Type = 1)));\n"
	"  end Out;\n" INSIDE "  connect(out.o, late.inport); connect(late.outport, back.i);\n"
	"end M;\n";

#define STOP 20.0

static const char *const columns[] = {"x", "level", "seen.y", "p.served", "probe.S.n", "events"};
enum { COLUMNS = sizeof columns / sizeof *columns };

typedef struct Curve {
	size_t n;                     /* rows */
	double t[20000];              /* when */
	double value[20000][COLUMNS]; /* of columns */
} Curve;

static Curve expected, got;

static MdvStatus keep_row(void *user, double t, const double value[])
{
	Curve *c = user;

	T_CHECK(c->n < sizeof c->t / sizeof *c->t);
	c->t[c->n] = t;
	memcpy(c->value[c->n++], value, COLUMNS * sizeof *value);
	return MDV_OK;
}

static MdvStatus keep_point(void *user, MdvHybrid *h, double t)
{
	double value[COLUMNS];

	for (int i = 0; i < COLUMNS; i++)
		value[i] = mdv_hybrid_get(h, mdv_hybrid_find(h, columns[i]));
	return keep_row(user, t, value);
}

static void run_network(MdvSolver solver)
{
	MdvProgram *p = compile(network);
	MdvSimulateOptions o = {.run = {.solver = solver, .stop = STOP, .interval = 0.5},
							.variables = columns,
							.n_variables = COLUMNS,
							.row = keep_row,
							.user = &expected};
	MdvSimulateResult result;

	expected.n = 0;
	if (mdv_simulate(p, &o, &result) != MDV_OK)
		T_FAIL("%s", result.message);
	mdv_program_free(p);
}

static const MdvSend send_level[] = {{.variable = "level", .port = 0, .when = MDV_SEND_CHANGE}};
static const MdvReceive receive_u[] = {{.port = 0, .variable = "u"}};

static MdvHybridOptions plant_options(const MdvProgram *p, MdvSolver solver)
{
	got.n = 0;
	return (MdvHybridOptions){.model = mdv_program_source(p),
							  .send = send_level,
							  .n_send = 1,
							  .receive = receive_u,
							  .n_receive = 1,
							  .n_in = 1,
							  .n_out = 1,
							  .run = {.solver = solver, .span = STOP, .interval = 0.5},
							  .trace = keep_point,
							  .user = &got};
}

/* Rows at one instant may be more or fewer: what holds after the last of them counts. */
static size_t last_at(const Curve *c, size_t i)
{
	while (i + 1 < c->n && c->t[i + 1] == c->t[i])
		i++;
	return i;
}

static void compare_curves(void)
{
	size_t i = 0, k = 0;

	T_CHECK(expected.n > 100);
	for (; i < expected.n && k < got.n; i++, k++) {
		i = last_at(&expected, i);
		k = last_at(&got, k);
		T_REAL(got.t[k], expected.t[i], 0);
		for (int v = 0; v < COLUMNS; v++)
			T_REAL(got.value[k][v], expected.value[i][v], 0);
	}
	T_INT(expected.n - i, 0);
	T_INT(got.n - k, 0);
	T_CHECK(expected.value[expected.n - 1][COLUMNS - 1] > 5);
}

static void run_in_engine(MdvSolver solver, const MdvDevsOptions *engine)
{
	MdvProgram *p = compile(plant);
	MdvHybridOptions o = plant_options(p, solver);
	MdvDelayParams late = {.time = 0.25};
	MdvAtomic kind = mdv_hybrid_atomic("M", &o);
	MdvDevs *sim = mdv_devs_new(engine);
	MdvComponent delay, m;

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "late", &mdv_delay, &late, &delay), MDV_OK);
	if (mdv_devs_add_atomic(sim, mdv_devs_root(sim), "m", &kind, &o, &m) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(sim));
	T_INT(mdv_devs_couple(sim, m, 0, delay, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, delay, 0, m, 0), MDV_OK);
	if (mdv_devs_run(sim, STOP) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(sim));
	T_INT(mdv_hybrid_finish(mdv_hybrid_of(mdv_devs_state(sim, m)), STOP), MDV_OK);
	mdv_devs_free(sim);
	mdv_program_free(p);
}

static void plant_and_parts_are_what_they_are_in_one_model(void)
{
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_RK45};

	for (int i = 0; i < 2; i++) {
		run_network(solver[i]);
		run_in_engine(solver[i], NULL);
		compare_curves();
	}
}

static void threads_change_nothing(void)
{
	MdvDevsOptions engine = {.threads = 2, .parallel_minimum = 2};

	run_network(MDV_SOLVER_RK45);
	run_in_engine(MDV_SOLVER_RK45, &engine);
	compare_curves();
}

/* --- a host with a queue of its own --- */

typedef struct Late {
	double t[100], x[100]; /* messages under way */
	size_t first, n;       /* from the one up to the other */
	Curve *curve;          /* of the trace */
} Late;

static MdvStatus host_trace(void *user, MdvHybrid *h, double t)
{
	return keep_point(((Late *)user)->curve, h, t);
}

static MdvStatus host_emit(void *user, MdvHybrid *h, uint32_t port, const MdvValue *value)
{
	Late *late = user;

	(void)port;
	late->t[late->n] = mdv_hybrid_time(h) + 0.25;
	late->x[late->n++] = value->real;
	return MDV_OK;
}

/* The next of its events, up to STOP; false: there is none. */
static bool host_step(MdvHybrid *h, Late *late)
{
	MdvPlan plan = mdv_hybrid_plan(h);
	double t = late->first < late->n ? late->t[late->first] : INFINITY;
	MdvValue value;

	if (fmin(t, plan.t) > STOP)
		return false;
	if (t > plan.t) {
		T_INT(plan.kind, MDV_PLAN_CHANGE);
		T_INT(mdv_hybrid_change(h, plan.number), MDV_OK);
		T_INT(mdv_hybrid_change(h, plan.number), MDV_OK); /* a plan that holds no more */
		return true;
	}
	value = mdv_real(late->x[late->first++]);
	value.port = 0;
	T_INT(mdv_hybrid_external(h, t, &(MdvBag){&value, 1}), MDV_OK);
	return true;
}

static void hosts_have_the_same_plant(void)
{
	MdvProgram *p = compile(plant);
	MdvHybridOptions o = plant_options(p, MDV_SOLVER_RK45);
	Late late = {.curve = &got};
	MdvHybrid *h;

	o.trace = host_trace;
	o.emit = host_emit;
	o.user = &late;
	run_network(MDV_SOLVER_RK45);
	if (mdv_hybrid_new(&o, 0, &h) != MDV_OK)
		T_FAIL("%s", mdv_hybrid_message(h));
	while (host_step(h, &late))
		;
	T_INT(mdv_hybrid_external(h, 1, &(MdvBag){NULL, 0}), MDV_BAD_TIME);
	T_INT(mdv_hybrid_finish(h, STOP), MDV_OK);
	T_INT(mdv_hybrid_plan(h).kind, MDV_PLAN_NEVER);
	compare_curves();
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

/* --- what components show --- */

static void states_that_no_equation_reads_are_sent(void)
{
	static const char text[] =
		"model M import DEVSLib.Parts.*; Generator g(gaps = always(0.5), limit = 3);\n"
		"Real x(start = 0, fixed = true); equation der(x) = 1; end M;\n";
	static const MdvSend send[] = {{.variable = "g.sent", .port = 0, .when = MDV_SEND_CHANGE}};
	MdvHybridOptions o = {.send = send, .n_send = 1, .n_out = 1};
	World w;

	world_open(&w, text, &o);
	world_run(&w, 5);
	T_INT(said.n, 3);
	for (size_t i = 0; i < said.n; i++) {
		T_REAL(said.t[i], 0.5 * (double)(i + 1), 0);
		T_REAL(said.x[i], (double)(i + 1), 0);
	}
	T_REAL(world_get(&w, "x"), 5, 1e-9);
	T_REAL(world_get(&w, "g.sent"), 3, 0);
	world_close(&w);
}

static void what_components_give_cannot_be_written(void)
{
	static const char text[] =
		"model M import DEVSLib.Parts.*; Generator g(gaps = always(0.5)); end M;\n";
	static const MdvReceive receive[] = {{.port = 0, .variable = "g.sent"}};
	static const MdvSetting set[] = {{"g.sent", 7}};
	MdvHybridOptions wrong[] = {{.receive = receive, .n_receive = 1, .n_in = 1},
								{.set = set, .n_set = 1}};

	for (int i = 0; i < 2; i++) {
		World w;

		world_open(&w, text, &wrong[i]);
		T_INT(w.status, MDV_BAD_ARGUMENT);
		T_CHECK(says(mdv_devs_error(w.sim), "'g.sent' cannot be set: a DEVS component"));
		world_close(&w);
	}
}

static void count_message(void *user, const char *text)
{
	*(int *)user += strstr(text, "g.outport -> count.up") != NULL;
}

static void messages_inside_are_told(void)
{
	static const char text[] =
		"model M import DEVSLib.Parts.*; Generator g(gaps = always(0.5)); Statistics count;\n"
		"equation connect(g.outport, count.up); end M;\n";
	int n = 0;
	MdvHybridOptions o = {.run.log = MDV_LOG_MESSAGES, .log = count_message, .user = &n};
	World w;

	world_open(&w, text, &o);
	world_run(&w, 2.1);
	T_INT(n, 4);
	world_close(&w);
}

static void loops_without_end_are_named(void)
{
	static const char text[] =
		"model M import DEVSLib.Parts.*; Delay a(time_ = 0), b(time_ = 0);\n"
		"Generator g(gaps = always(1)); equation connect(g.outport, a.inport);\n"
		"connect(a.outport, b.inport); connect(b.outport, a.inport); end M;\n";
	MdvProgram *p = compile(text);
	MdvHybridOptions o = {.model = mdv_program_source(p)};
	MdvStatus status = MDV_OK;
	MdvHybrid *h;

	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	while (status == MDV_OK)
		status = mdv_hybrid_change(h, mdv_hybrid_plan(h).number);
	T_CHECK(says(mdv_hybrid_message(h), "'a', 'b'"));
	T_INT(mdv_hybrid_plan(h).kind, MDV_PLAN_NEVER);
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void parameters_reach_components(void)
{
	static const char text[] = "model M parameter Real gap = 1; DEVSLib.Parts.Generator g(gaps = "
							   "DEVSLib.Parts.always(gap)); end M;\n";
	static const MdvSetting set[] = {{"gap", 0.25}};
	MdvHybridOptions o = {.set = set, .n_set = 1};
	World w;

	world_open(&w, text, &o);
	world_run(&w, 1.1);
	T_REAL(world_get(&w, "g.sent"), 4, 0);
	world_close(&w);
}

/* --- the user's own code --- */

typedef struct Counter {
	int32_t jobs, sent;    /* references */
	int n_internal, n_ext; /* calls */
	double next;           /* own event */
	double jobs_seen;      /* at the last internal event */
} Counter;

static MdvStatus counter_begin(void *s, MdvHybrid *h, const void *params)
{
	Counter *c = s;

	(void)params;
	c->jobs = mdv_hybrid_find(h, "jobs");
	c->sent = mdv_hybrid_find(h, "g.sent");
	c->next = 1.25;
	return MDV_OK;
}

static MdvStatus counter_internal(void *s, MdvHybrid *h)
{
	Counter *c = s;

	c->n_internal++;
	c->jobs_seen = mdv_hybrid_get(h, c->jobs);
	T_INT(mdv_hybrid_set(h, c->sent, 0), MDV_BAD_ARGUMENT);
	if (mdv_hybrid_time(h) < c->next)
		return MDV_OK;
	c->next = INFINITY;
	return mdv_hybrid_send(h, 0, mdv_integer(100));
}

/* Payloads belong to the engine outside. */
static MdvStatus counter_external(void *s, MdvHybrid *h, const MdvBag *x)
{
	Counter *c = s;
	MdvPayload *record = mdv_record_new(mdv_hybrid_call(h), 1);

	c->n_ext++;
	T_INT(x->n, 1);
	T_INT(x->at[0].port, 1);
	*mdv_record_fields(record, NULL) = x->at[0];
	return mdv_hybrid_send(h, 1, mdv_payload(record));
}

static double counter_next(const void *s, const MdvHybrid *h)
{
	(void)h;
	return ((const Counter *)s)->next;
}

/* What components say to equations is an event of the model to an extension, nothing else. */
static void extensions_see_components_as_the_model(void)
{
	static const char text[] =
		"model M DEVSLib.Parts.Generator g(gaps = DEVSLib.Parts.always(0.5));\n"
		"Integer jobs(start = 0, fixed = true); equation when g.sent > pre(jobs) then\n"
		"jobs = pre(jobs) + 1; end when; end M;\n";
	static const MdvExtension counter = {.state_size = sizeof(Counter),
										 .begin = counter_begin,
										 .internal = counter_internal,
										 .external = counter_external,
										 .next_time = counter_next};
	MdvHybridOptions o = {.extension = &counter, .n_in = 2, .n_out = 2};
	const Counter *c;
	World w;

	world_open(&w, text, &o);
	mdv_devs_inject(w.sim, 0.5, w.plant, 1, mdv_real(3)); /* together with a job */
	mdv_devs_inject(w.sim, 0.75, w.plant, 1, mdv_real(4));
	world_run(&w, 1.6);
	c = mdv_hybrid_state(world_plant(&w));
	T_INT(c->n_ext, 2);
	T_INT(c->n_internal, 4); /* the jobs at 0.5, 1 and 1.5, its own */
	T_REAL(c->jobs_seen, 3, 1);
	T_REAL(world_get(&w, "jobs"), 3, 0);
	T_INT(said.n, 3);
	T_REAL(said.t[0], 0.5, 0);
	T_REAL(said.t[1], 0.75, 0);
	T_REAL(said.t[2], 1.25, 0);
	T_REAL(said.x[2], 100, 0);
	world_close(&w);
}

/* --- several, and the end --- */

static void plants_of_one_model_have_random_numbers_of_their_own(void)
{
	static const char text[] = "model M import DEVSLib.Parts.*;\n"
							   "Generator g(gaps = exponential(0.01)); end M;\n";
	MdvProgram *p = compile(text);
	MdvHybridOptions o = {.model = mdv_program_source(p)};
	MdvAtomic kind = mdv_hybrid_atomic("M", &o);
	double sent[2][2];

	for (int run = 0; run < 2; run++) {
		MdvDevs *sim = mdv_devs_new(NULL);
		MdvComponent m[2];

		for (int i = 0; i < 2; i++)
			T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), i ? "a" : "b", &kind, &o, &m[i]),
				  MDV_OK);
		T_INT(mdv_devs_run(sim, 10), MDV_OK);
		for (int i = 0; i < 2; i++) {
			MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, m[i]));

			sent[run][i] = mdv_hybrid_get(h, mdv_hybrid_find(h, "g.sent"));
		}
		mdv_devs_free(sim);
	}
	T_CHECK(sent[0][0] > 800 && sent[0][0] != sent[0][1]);
	T_REAL(sent[1][0], sent[0][0], 0);
	T_REAL(sent[1][1], sent[0][1], 0);
	mdv_program_free(p);
}

static const char ends[] = "model M import DEVSLib.Parts.*; Generator g(gaps = always(0.3));\n"
						   "Real x(start = 0, fixed = true); equation der(x) = 1;\n"
						   "when x > 0.5 then terminate(\"enough\"); end when; end M;\n";

static void terminate_ends_components_too(void)
{
	MdvProgram *p = compile(ends);
	MdvSimulateOptions run = {.run.stop = 2};
	MdvHybridOptions o = {.n_in = 0};
	MdvSimulateResult result;
	World w;

	T_INT(mdv_simulate(p, &run, &result), MDV_OK);
	T_CHECK(result.terminated);
	T_REAL(result.t, 0.5, 1e-9);
	mdv_program_free(p);
	world_open(&w, ends, &o);
	world_run(&w, 2);
	T_CHECK(mdv_hybrid_terminated(world_plant(&w)));
	T_REAL(world_get(&w, "g.sent"), 1, 0);
	world_close(&w);
}

static void a_component_that_fails_is_named(void)
{
	static const char text[] =
		"model M import DEVSLib.SRC.*; record st Real sigma; end st;\n"
		"function first output st out; algorithm out.sigma := 1; end first;\n"
		"function next input st s; output st sout; algorithm sout := s;\n"
		"  assert(s.sigma > 1, \"too early\"); end next;\n"
		"model A extends AtomicDEVS(numIn = 0, numOut = 0, redeclare record State = st);\n"
		"  redeclare function initState = first; redeclare function Fint = next; end A;\n"
		"A a; end M;\n";
	MdvHybridOptions o = {.n_in = 0};
	World w;

	world_open(&w, text, &o);
	T_CHECK(mdv_devs_run(w.sim, 2) < 0);
	T_CHECK(says(mdv_devs_error(w.sim), "too early"));
	T_CHECK(says(mdv_devs_error(w.sim), "'a'"));
	world_close(&w);
}

static void functions_of_components_may_take_so_long(void)
{
	static const char text[] =
		"model M import DEVSLib.SRC.*; record st Real sigma; Integer n; end st;\n"
		"function first output st out; algorithm out.sigma := 1; out.n := 0; end first;\n"
		"function next input st s; output st sout; algorithm sout := s;\n"
		"  while sout.n < 1000 loop sout.n := sout.n + 1; end while; end next;\n"
		"model A extends AtomicDEVS(numIn = 0, numOut = 0, redeclare record State = st);\n"
		"  redeclare function initState = first; redeclare function Fint = next; end A;\n"
		"A a; end M;\n";

	for (int few = 0; few < 2; few++) {
		MdvHybridOptions o = {.run.max_calls = few ? 100 : 10000};
		World w;

		world_open(&w, text, &o);
		T_INT(mdv_devs_run(w.sim, 1.5) == MDV_OK, !few);
		T_CHECK(!few || says(mdv_devs_error(w.sim), "next"));
		world_close(&w);
	}
}

int main(void)
{
	T_RUN(plant_and_parts_are_what_they_are_in_one_model);
	T_RUN(threads_change_nothing);
	T_RUN(hosts_have_the_same_plant);
	T_RUN(states_that_no_equation_reads_are_sent);
	T_RUN(what_components_give_cannot_be_written);
	T_RUN(parameters_reach_components);
	T_RUN(messages_inside_are_told);
	T_RUN(loops_without_end_are_named);
	T_RUN(extensions_see_components_as_the_model);
	T_RUN(plants_of_one_model_have_random_numbers_of_their_own);
	T_RUN(terminate_ends_components_too);
	T_RUN(a_component_that_fails_is_named);
	T_RUN(functions_of_components_may_take_so_long);
	return T_END();
}
