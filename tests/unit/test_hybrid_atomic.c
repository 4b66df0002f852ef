/* SPDX-License-Identifier: MIT
   Plants: compiled models as atomics of the engine, with tables of messages and extensions in C;
   input at any instant; wrong use. */
#include "modevs/modevs.h"

#include "t.h"

#include <stdlib.h>

/* --- what all tests need --- */

/* A program from text; the test fails if there is none. */
static MdvProgram *compile(const char *text)
{
	MdvProgram *p;

	if (mdv_compile_text("Test.mo", text, NULL, &p) != MDV_OK)
		T_FAIL("not compiled: %s", p ? mdv_program_messages(p) : "no memory");
	return p;
}

/* What leaves the root, in order. */
typedef struct Log {
	size_t n;              /* messages */
	double t[100000];      /* when */
	double x[100000];      /* the value */
	uint32_t port[100000]; /* on which port */
} Log;

static Log said;

static MdvStatus keep(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	(void)user;
	if (now->self != 0)
		return MDV_OK;
	said.t[said.n] = now->t;
	said.port[said.n] = port;
	said.x[said.n++] = value->kind == MDV_REAL      ? value->real
					   : value->kind == MDV_INTEGER ? (double)value->integer
					   : value->kind == MDV_BOOLEAN ? value->boolean
													: NAN;
	return MDV_OK;
}

/* One plant in a simulation, its ports coupled to the root's. */
typedef struct World {
	MdvProgram *program; /* the model */
	MdvAtomic atomic;    /* the plant's kind */
	MdvDevs *sim;        /* the simulation */
	MdvComponent plant;  /* in it */
	MdvStatus status;    /* of adding it */
} World;

static void world_open(World *w, const char *text, MdvHybridOptions *o)
{
	MdvDevsOptions d = {.n_in = o->n_in, .n_out = o->n_out};
	MdvObserver observer = {.output = keep};

	said.n = 0;
	w->program = compile(text);
	w->sim = mdv_devs_new(&d);
	o->model = mdv_program_source(w->program);
	w->atomic = mdv_hybrid_atomic("Plant", o);
	mdv_devs_observe(w->sim, &observer);
	w->status =
		mdv_devs_add_atomic(w->sim, mdv_devs_root(w->sim), "plant", &w->atomic, o, &w->plant);
	for (uint32_t i = 0; i < o->n_in && w->status == MDV_OK; i++)
		T_INT(mdv_devs_couple(w->sim, mdv_devs_root(w->sim), i, w->plant, i), MDV_OK);
	for (uint32_t i = 0; i < o->n_out && w->status == MDV_OK; i++)
		T_INT(mdv_devs_couple(w->sim, w->plant, i, mdv_devs_root(w->sim), i), MDV_OK);
}

static MdvHybrid *world_plant(const World *w)
{
	return mdv_hybrid_of(mdv_devs_state(w->sim, w->plant));
}

static double world_get(const World *w, const char *name)
{
	MdvHybrid *h = world_plant(w);

	T_INT(mdv_hybrid_look(h, mdv_devs_time(w->sim)), MDV_OK);
	return mdv_hybrid_get(h, mdv_hybrid_find(h, name));
}

static void world_run(World *w, double t)
{
	if (mdv_devs_run(w->sim, t) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(w->sim));
}

static void world_close(World *w)
{
	mdv_devs_free(w->sim);
	mdv_program_free(w->program);
}

static bool says(const char *text, const char *part)
{
	if (strstr(text, part))
		return true;
	fprintf(stderr, "\"%s\" does not say \"%s\"\n", text, part);
	return false;
}

/* --- without C --- */

static const char tank[] = "model Tank\n"
						   "  input Real u(start = 0);\n"
						   "  Real h(start = 1, fixed = true);\n"
						   "  parameter Real k = 1;\n"
						   "  Boolean high = h > 2;\n"
						   "  discrete Real s(start = 0, fixed = true);\n"
						   "equation\n"
						   "  der(h) = k * u;\n"
						   "  when sample(0, 0.5) then s = h; end when;\n"
						   "end Tank;\n";

static void tables_send_changes_edges_and_samples(void)
{
	static const MdvSend send[] = {
		{.variable = "high", .port = 0, .when = MDV_SEND_CHANGE},
		{.variable = "h", .port = 1, .when = MDV_SEND_EDGE, .trigger = "high"},
		{.variable = "s", .port = 2, .when = MDV_SEND_SAMPLE},
	};
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	MdvHybridOptions o = {.send = send,
						  .n_send = 3,
						  .receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .n_out = 3,
						  .solver = "rk45"};
	World w;
	int n_samples = 0;

	world_open(&w, tank, &o);
	mdv_devs_inject(w.sim, 0.25, mdv_devs_root(w.sim), 0, mdv_real(1));
	mdv_devs_inject(w.sim, 2.25, mdv_devs_root(w.sim), 0, mdv_real(-1));
	world_run(&w, 4);
	T_REAL(world_get(&w, "h"), 1 + 2 - 1.75, 1e-9);
	for (size_t i = 0; i < said.n; i++) {
		double t = said.t[i];

		if (said.port[i] == 2) {
			T_REAL(t, 0.5 * n_samples, 0);
			T_REAL(said.x[i], 1 + (t < 0.25 ? 0 : t < 2.25 ? t - 0.25 : 4.25 - t), 1e-9);
			n_samples++;
		} else if (said.port[i] == 1) {
			T_REAL(t, 1.25, 1e-9);
			T_REAL(said.x[i], 2, 1e-9);
		} else {
			T_REAL(t, said.x[i] ? 1.25 : 3.25, 1e-9);
		}
	}
	T_INT(n_samples, 9);
	T_INT(said.n, 9 + 1 + 2);
	T_INT(mdv_hybrid_stats(world_plant(&w)).inputs, 2);
	world_close(&w);
}

static void an_input_costs_no_step_but_the_restart(void)
{
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	MdvHybridOptions o = {
		.receive = receive, .n_receive = 1, .n_in = 1, .solver = "rk45", .max_step = 1, .span = 10};
	World w;
	MdvHybridStats before, after;

	world_open(&w,
			   "model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u - x;"
			   "end M;",
			   &o);
	world_run(&w, 0.3);
	before = mdv_hybrid_stats(world_plant(&w));
	mdv_devs_inject(w.sim, mdv_hybrid_plan(world_plant(&w)).t - 1e-3, mdv_devs_root(w.sim), 0,
					mdv_real(1));
	mdv_devs_step(w.sim);
	after = mdv_hybrid_stats(world_plant(&w));
	T_INT(after.restarts - before.restarts, 1);
	T_INT(after.steps - before.steps, 1); /* the next one, tried */
	world_close(&w);
}

static void one_program_makes_plants_with_parameters_of_their_own(void)
{
	static const char text[] = "model M parameter Real a = 1; Real x(start = 1, fixed = true);"
							   "equation der(x) = -a * x; end M;";
	MdvProgram *p = compile(text);
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvHybridOptions o[20];
	MdvSetting set[20];
	MdvComponent plant[20];
	MdvAtomic atomic;

	for (int i = 0; i < 20; i++) {
		set[i] = (MdvSetting){"a", 0.1 * i};
		o[i] = (MdvHybridOptions){
			.model = mdv_program_source(p), .set = &set[i], .n_set = 1, .span = 2, .tol = 1e-8};
		if (i == 0)
			atomic = mdv_hybrid_atomic("M", o);
		T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &atomic, &o[i], &plant[i]),
			  MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	for (int i = 0; i < 20; i++) {
		MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, plant[i]));

		T_INT(mdv_hybrid_look(h, 2), MDV_OK);
		T_REAL(mdv_hybrid_get(h, mdv_hybrid_find(h, "x")), exp(-0.2 * i), 1e-6);
	}
	mdv_devs_free(sim);
	mdv_program_free(p);
}

/* --- extensions --- */

typedef struct Probe {
	int32_t x, u;          /* references */
	double next;           /* own time event */
	int n_internal;        /* calls */
	int n_external;        /* calls */
	int n_confluent;       /* calls */
	double last;           /* time of the last internal event */
	double level;          /* of the own crossing */
	double seen_at_output; /* x in output */
} Probe;

static MdvStatus probe_begin(void *s, MdvHybrid *h, const void *params)
{
	Probe *p = s;

	(void)params;
	p->x = mdv_hybrid_find(h, "x");
	p->u = mdv_hybrid_find(h, "u");
	p->next = 0.75;
	p->level = 2;
	return p->x >= 0 && p->u >= 0 ? MDV_OK : MDV_NOT_FOUND;
}

static MdvStatus probe_internal(void *s, MdvHybrid *h)
{
	Probe *p = s;

	p->n_internal++;
	p->last = mdv_hybrid_time(h);
	if (p->last == p->next) {
		p->next = INFINITY;
		return mdv_hybrid_set(h, p->u, 2);
	}
	if (mdv_hybrid_get(h, p->x) > 1.99 && p->level == 2) {
		p->level = 3;
		return mdv_hybrid_send(h, 0, mdv_real(mdv_hybrid_get(h, p->x)));
	}
	return MDV_OK;
}

static MdvStatus probe_external(void *s, MdvHybrid *h, const MdvBag *x)
{
	Probe *p = s;

	p->n_external++;
	return mdv_hybrid_set(h, p->x, x->at[0].real); /* a state */
}

static MdvStatus probe_confluent(void *s, MdvHybrid *h, const MdvBag *x)
{
	((Probe *)s)->n_confluent++;
	(void)x;
	return probe_internal(s, h);
}

static MdvStatus probe_output(void *s, MdvHybrid *h)
{
	((Probe *)s)->seen_at_output = mdv_hybrid_get(h, ((Probe *)s)->x);
	return MDV_OK;
}

static double probe_next(const void *s, const MdvHybrid *h)
{
	(void)h;
	return ((const Probe *)s)->next;
}

static MdvStatus probe_crossings(const void *s, MdvHybrid *h, double z[])
{
	const Probe *p = s;

	z[0] = mdv_hybrid_get(h, p->x) - p->level;
	return MDV_OK;
}

static const MdvExtension probe = {.state_size = sizeof(Probe),
								   .begin = probe_begin,
								   .internal = probe_internal,
								   .external = probe_external,
								   .confluent = probe_confluent,
								   .output = probe_output,
								   .next_time = probe_next,
								   .crossings = probe_crossings,
								   .n_crossings = 1};

static const char integrator[] = "model M input Real u; Real x(start = 0, fixed = true);"
								 "equation der(x) = 1 + u; end M;";

static void an_extension_has_events_of_its_own(void)
{
	MdvHybridOptions o = {.extension = &probe, .n_in = 1, .n_out = 1, .solver = "rk45", .span = 10};
	World w;
	const Probe *p;

	world_open(&w, integrator, &o);
	p = mdv_hybrid_state(world_plant(&w));
	world_run(&w, 1);
	T_INT(p->n_internal, 1);
	T_REAL(p->last, 0.75, 0);
	T_REAL(p->seen_at_output, 0.75, 1e-12);
	T_REAL(world_get(&w, "x"), 0.75 + 3 * 0.25, 1e-12);
	world_run(&w, 3); /* x = 2 at 0.75 + 1.25 / 3, x = 3 at 0.75 + 0.75 */
	T_INT(said.n, 1);
	T_REAL(said.t[0], 0.75 + 1.25 / 3, 1e-12);
	T_REAL(said.x[0], 2, 1e-11);
	T_INT(p->n_internal, 3);
	T_REAL(p->last, 1.5, 1e-12);
	world_close(&w);
}

static void external_code_writes_states_and_meets_events(void)
{
	MdvHybridOptions o = {
		.extension = &probe, .n_in = 1, .n_out = 1, .solver = "cvode", .span = 10};
	World w;
	const Probe *p;

	world_open(&w, integrator, &o);
	p = mdv_hybrid_state(world_plant(&w));
	mdv_devs_inject(w.sim, 0.25, mdv_devs_root(w.sim), 0, mdv_real(1));
	mdv_devs_inject(w.sim, 0.75, mdv_devs_root(w.sim), 0, mdv_real(7));
	world_run(&w, 0.5);
	T_INT(p->n_external, 1);
	T_REAL(world_get(&w, "x"), 1.25, 1e-12);
	world_run(&w, 0.75);
	T_INT(p->n_confluent, 1);
	T_INT(p->n_internal, 1);
	T_INT(p->n_external, 1);
	world_close(&w);
}

static const char counter[] =
	"model M input Boolean b(start = false); input Integer k;"
	"Integer n(start = 0, fixed = true); discrete Integer d(start = 5, fixed = true);"
	"equation when b then n = pre(n) + 1; end when;"
	"when change(k) then d = k - pre(k); end when; end M;";

static void models_without_states_react_to_edges_of_inputs(void)
{
	static const MdvReceive receive[] = {{.port = 0, .variable = "b"},
										 {.port = 1, .variable = "k"}};
	static const MdvSend send[] = {{.variable = "n", .port = 0}, {.variable = "d", .port = 1}};
	MdvHybridOptions o = {
		.receive = receive, .n_receive = 2, .send = send, .n_send = 2, .n_in = 2, .n_out = 2};
	World w;
	MdvComponent root;

	world_open(&w, counter, &o);
	root = mdv_devs_root(w.sim);
	mdv_devs_inject(w.sim, 1, root, 0, mdv_boolean(true));
	mdv_devs_inject(w.sim, 2, root, 0, mdv_boolean(true));
	mdv_devs_inject(w.sim, 3, root, 0, mdv_boolean(false));
	mdv_devs_inject(w.sim, 4, root, 0, mdv_boolean(true));
	mdv_devs_inject(w.sim, 5, root, 1, mdv_integer(7));
	mdv_devs_inject(w.sim, 6, root, 1, mdv_integer(9));
	world_run(&w, INFINITY); /* it is passive in between */
	T_INT(said.n, 4);
	T_REAL(said.t[0], 1, 0);
	T_REAL(said.x[0], 1, 0);
	T_REAL(said.t[1], 4, 0);
	T_REAL(said.x[1], 2, 0);
	T_REAL(said.x[2], 7, 0);
	T_REAL(said.x[3], 2, 0);
	world_close(&w);
}

/* --- input at any instant --- */

/* A model whose n-th event is where y = first + n, for y' = u between inputs. */
typedef struct Case {
	const char *text;  /* has input u, Real v with v' = u - v, and n, which counts events */
	double first;      /* y - n at the events; y is 0 at time 0 */
	double scale;      /* of y between events */
	const char *state; /* a variable that … */
	double (*value)(double y, long n); /* … has this value */
} Case;

static double fold(double y, long n)
{
	double x = 0.5 + y - (double)n;

	return n % 2 ? 1 - x : x;
}

static double same(double y, long n)
{
	(void)n;
	return y;
}

static const Case cases[] = {
	/* A point between two walls. */
	{"model Walls input Real u(start = 1); Real x(start = 0.5, fixed = true);"
	 "Real v(start = 0, fixed = true); discrete Real dir(start = 1, fixed = true);"
	 "Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true);"
	 "equation der(x) = dir * u; der(v) = u - v;"
	 "when {x > 1, x < 0} then n = pre(n) + 1; dir = -pre(dir); end when;"
	 "when sample(0.25, 0.25) then m = pre(m) + 1; end when; end Walls;",
	 -0.5, 1, "x", fold},
	/* A crossing function that is not linear. */
	{"model Angle input Real u(start = 1); Real a(start = 0, fixed = true);"
	 "Real v(start = 0, fixed = true); Boolean up = sin(3.14159265358979324 * (a + 0.25)) > 0;"
	 "Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true);"
	 "equation der(a) = u; der(v) = u - v;"
	 "when {up, not up} then n = pre(n) + 1; end when;"
	 "when sample(0.25, 0.25) then m = pre(m) + 1; end when; end Angle;",
	 -0.25, 1, "a", same},
};

typedef struct Random {
	uint64_t s; /* splitmix64 */
} Random;

static double uniform(Random *r)
{
	uint64_t z = (r->s += 0x9E3779B97F4A7C15u);

	z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
	z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
	return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* The next input: anywhere, exactly at the next event, or next to it. */
static double choose_time(World *w, Random *r, double now)
{
	double kind = uniform(r), t = now + 0.3 * uniform(r);
	MdvPlan plan = mdv_hybrid_plan(world_plant(w));

	for (int k = 0; k < 20 && kind < 0.6 && plan.kind != MDV_PLAN_CHANGE; k++) {
		mdv_devs_step(w->sim);
		plan = mdv_hybrid_plan(world_plant(w));
	}
	if (kind < 0.6 && plan.kind == MDV_PLAN_CHANGE)
		t = kind < 0.3 ? plan.t : plan.t + 1e-12 * (2 * uniform(r) - 1);
	return fmax(t, mdv_devs_time(w->sim));
}

/* All messages so far are events, in order, each at its time. */
static void check_messages(const Case *c, size_t *checked, double t, double y, double u)
{
	for (; *checked < said.n; ++*checked) {
		double at = y + u * (said.t[*checked] - t);

		if (said.x[*checked] != (double)(*checked + 1))
			T_FAIL("event %zu has number %g", *checked + 1, said.x[*checked]);
		if (fabs(at - (c->first + (double)(*checked + 1))) > 1e-8)
			T_FAIL("event %zu at %.17g: y is %.17g", *checked + 1, said.t[*checked], at);
	}
}

static void run_case(const Case *c, const char *solver, int n_inputs, uint64_t seed)
{
	static const MdvSend send[] = {{.variable = "n", .port = 0}};
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	MdvHybridOptions o = {.send = send,
						  .n_send = 1,
						  .receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .n_out = 1,
						  .solver = solver,
						  .tol = 1e-8,
						  .span = 10};
	MdvSetting set = {"u", 1};
	Random r = {seed};
	double t = 0, y = 0, u = 1, v = 0;
	size_t checked = 0;
	World w;

	o.set = &set;
	o.n_set = 1;
	world_open(&w, c->text, &o);
	for (int k = 0; k < n_inputs && !t_bad; k++) {
		double t_in = choose_time(&w, &r, mdv_devs_time(w.sim));
		double u_new = 0.5 + uniform(&r), n;

		mdv_devs_inject(w.sim, t_in, mdv_devs_root(w.sim), 0, mdv_real(u_new));
		world_run(&w, t_in);
		check_messages(c, &checked, t, y, u);
		y += u * (t_in - t);
		v = u + (v - u) * exp(-(t_in - t));
		t = t_in;
		u = u_new;
		/* Of an event at this very time it is open on which side it is. */
		n = floor(y - c->first);
		if (fabs(y - c->first - nearbyint(y - c->first)) > 1e-9 && (double)said.n != n)
			T_FAIL("at %.17g there were %zu events, not %g", t, said.n, n);
		T_REAL(world_get(&w, c->state), c->value(y, (long)said.n), 1e-8);
		T_REAL(world_get(&w, "v"), v, 1e-5);
		T_REAL(world_get(&w, "m"), floor(4 * t), 0);
	}
	T_INT(mdv_hybrid_stats(world_plant(&w)).inputs, n_inputs);
	T_CHECK(mdv_hybrid_stats(world_plant(&w)).missed > 0); /* some were within the bracket */
	world_close(&w);
}

static void inputs_at_any_instant_lose_no_event_and_repeat_none(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		run_case(&cases[i], "rk45", 4000, 1 + i);
		run_case(&cases[i], "cvode", 1000, 100 + i);
	}
}

/* The same inputs as time events of the model itself. */
static void inputs_are_as_good_as_time_events(void)
{
	static const char body[] = "Real x(start = 1, fixed = true); Real v(start = 0, fixed = true);"
							   "Boolean low = x < 0.2; equation der(x) = v;"
							   "der(v) = u - x - (if low then 1.5 else 0.1) * v;";
	enum { N = 40 };
	static char text[20000];
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	MdvHybridOptions o = {.receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .tol = 1e-9,
						  .span = 20,
						  .solver = "rk45"},
					 alone = {.tol = 1e-9, .span = 20, .solver = "rk45"};
	Random r = {5};
	double t[N], u[N];
	World with, without;
	int len = snprintf(text, sizeof text, "model M Real u; %s u = ", body);

	for (int i = 0; i < N; i++) {
		t[i] = (i ? t[i - 1] : 0) + 0.05 + 0.9 * uniform(&r);
		u[i] = 4 * uniform(&r) - 2;
		len += snprintf(text + len, sizeof text - (size_t)len, "if time < %.17g then %.17g else ",
						t[i], i ? u[i - 1] : 0.0);
	}
	snprintf(text + len, sizeof text - (size_t)len, "%.17g; end M;", u[N - 1]);
	world_open(&without, text, &alone);
	snprintf(text, sizeof text, "model M input Real u; %s end M;", body);
	world_open(&with, text, &o);
	for (int i = 0; i < N; i++)
		mdv_devs_inject(with.sim, t[i], mdv_devs_root(with.sim), 0, mdv_real(u[i]));
	for (int i = 1; i <= 100; i++) {
		world_run(&with, 0.2 * i);
		world_run(&without, 0.2 * i);
		T_REAL(world_get(&with, "x"), world_get(&without, "x"), 1e-7);
		T_REAL(world_get(&with, "v"), world_get(&without, "v"), 1e-7);
	}
	world_close(&with);
	world_close(&without);
}

/* Threshold sampling (paper 000, Robot2): the way of the paper costs evaluations. */
static void the_dense_locator_needs_half_of_the_evaluations_of_the_paper(void)
{
	static const char text[] =
		"model M Real x(start = 1, fixed = true); Real v(start = 0, fixed = true);"
		"discrete Real y(start = 1, fixed = true); Integer n(start = 0, fixed = true);"
		"equation der(x) = v; der(v) = -x;"
		"when abs(x - pre(y)) > 0.05 then y = x; n = pre(n) + 1; end when; end M;";
	double rhs[3], n[3];

	for (int k = 0; k < 3; k++) {
		MdvHybridOptions o = {.solver = "rk45", .tol = 1e-6, .span = 20, .locator = (MdvLocator)k};
		World w;

		world_open(&w, text, &o);
		world_run(&w, 20);
		T_REAL(world_get(&w, "x"), cos(20), 1e-4);
		rhs[k] = (double)mdv_hybrid_stats(world_plant(&w)).rhs;
		n[k] = world_get(&w, "n");
		world_close(&w);
	}
	T_REAL(n[MDV_LOCATE_BISECT], n[MDV_LOCATE_DENSE], 0);
	T_REAL(n[MDV_LOCATE_HALVE], n[MDV_LOCATE_DENSE], 1);
	if (!(rhs[MDV_LOCATE_DENSE] <= 0.5 * rhs[MDV_LOCATE_HALVE]))
		T_FAIL("dense %g, halving %g evaluations", rhs[MDV_LOCATE_DENSE], rhs[MDV_LOCATE_HALVE]);
}

/* --- hosts with a queue of their own --- */

typedef struct Host {
	double t[100]; /* when messages came */
	double x[100]; /* what they said */
	size_t n;      /* how many */
} Host;

static MdvStatus host_emit(void *user, MdvHybrid *h, uint32_t port, const MdvValue *value)
{
	Host *host = user;

	(void)port;
	host->t[host->n] = mdv_hybrid_time(h);
	host->x[host->n++] = value->real;
	return MDV_OK;
}

static MdvStatus host_execute(MdvHybrid *h, MdvPlan plan)
{
	return plan.kind == MDV_PLAN_STEP ? mdv_hybrid_step(h, plan.number)
									  : mdv_hybrid_change(h, plan.number);
}

static const char saw[] =
	"model Saw input Real u(start = 1); Real x(start = 0, fixed = true);"
	"discrete Real y(start = 0, fixed = true);"
	"equation der(x) = u; when x > 1 then reinit(x, 0); y = pre(y) + 1; end when;"
	"end Saw;";

static void hosts_with_ticks_lose_and_repeat_nothing(void)
{
	static const MdvSend send[] = {{.variable = "y", .port = 0}};
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	const MdvSetting set = {"u", 1};
	Host host = {.n = 0};
	MdvHybridOptions o = {.send = send,
						  .n_send = 1,
						  .receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .n_out = 1,
						  .set = &set,
						  .n_set = 1,
						  .solver = "rk45",
						  .span = 10,
						  .ticks_per_second = 3, /* coarse: a third of a second */
						  .emit = host_emit,
						  .user = &host};
	MdvValue value = mdv_real(1);
	MdvBag bag = {&value, 1};
	MdvProgram *p = compile(saw);
	MdvHybrid *h;
	int64_t tick = 0;

	o.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	for (int k = 0; k < 2000 && tick < 122; k++) {
		MdvPlan plan = mdv_hybrid_plan(h);

		T_CHECK(plan.tick >= tick);
		T_CHECK(mdv_hybrid_tick_time(h, plan.tick) >= plan.t);
		T_CHECK(mdv_hybrid_tick_time(h, plan.tick - 1) < plan.t);
		tick = plan.tick;
		/* At every other tick there is input, before the plan of the tick is executed. */
		if (tick % 2 == 0)
			T_INT(mdv_hybrid_external(h, mdv_hybrid_tick_time(h, tick), &bag), MDV_OK);
		T_INT(host_execute(h, plan), MDV_OK); /* passed over if the input was faster */
	}
	T_INT(host.n, 40);
	for (size_t i = 0; i < host.n; i++) {
		T_REAL(host.t[i], (double)(i + 1), 1e-9);
		T_REAL(host.x[i], (double)(i + 1), 0);
	}
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void wrong_calls_of_hosts_are_named(void)
{
	MdvProgram *p = compile(saw);
	MdvHybridOptions o = {.model = mdv_program_source(p), .n_in = 1, .solver = "rk45"};
	MdvValue value = mdv_real(1);
	MdvBag bag = {&value, 1};
	MdvPlan plan;
	MdvHybrid *h;

	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	plan = mdv_hybrid_plan(h);
	T_INT(plan.kind, MDV_PLAN_STEP);
	T_INT(mdv_hybrid_change(h, plan.number), MDV_BAD_ARGUMENT);
	T_CHECK(says(mdv_hybrid_message(h), "is not a change"));
	T_INT(mdv_hybrid_external(h, plan.t + 1, &bag), MDV_BAD_TIME);
	T_CHECK(says(mdv_hybrid_message(h), "after the plan"));
	T_INT(mdv_hybrid_external(h, -1, &bag), MDV_BAD_TIME);
	T_INT(mdv_hybrid_external(h, 0, &bag), MDV_BAD_PORT);
	T_CHECK(says(mdv_hybrid_message(h), "which sets nothing"));
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

/* --- wrong use --- */

static void expect_refusal(MdvHybridOptions o, const char *text, const char *words)
{
	World w;

	world_open(&w, text, &o);
	T_CHECK(w.status < 0);
	T_CHECK(says(mdv_devs_error(w.sim), words));
	world_close(&w);
}

static void wrong_tables_are_named(void)
{
	static const char text[] =
		"model M parameter Integer n = 2; parameter Real k = 1;"
		"parameter Real twice = 2 * k; input Real u; Real x[n]; Real y;"
		"equation for i in 1:n loop der(x[i]) = u * twice; end for; y = x[1] + 1; end M;";
	static const MdvReceive unknown = {.port = 0, .variable = "uu"},
							evaluated = {.port = 0, .variable = "n"},
							computed = {.port = 0, .variable = "y"},
							depends = {.port = 0, .variable = "twice"},
							port = {.port = 7, .variable = "u"};
	static const MdvSend edge = {.variable = "y", .when = MDV_SEND_EDGE, .trigger = "x[1]"};
	const MdvSetting set = {"n", 3};

	expect_refusal((MdvHybridOptions){.receive = &unknown, .n_receive = 1, .n_in = 1}, text,
				   "no variable 'uu'");
	expect_refusal((MdvHybridOptions){.receive = &evaluated, .n_receive = 1, .n_in = 1}, text,
				   "'n' cannot be set: it is a parameter whose value was used");
	expect_refusal((MdvHybridOptions){.receive = &computed, .n_receive = 1, .n_in = 1}, text,
				   "'y' cannot be set: it is computed");
	expect_refusal((MdvHybridOptions){.receive = &depends, .n_receive = 1, .n_in = 1}, text,
				   "'twice' cannot be set");
	expect_refusal((MdvHybridOptions){.receive = &port, .n_receive = 1, .n_in = 1}, text,
				   "no input port 7");
	expect_refusal((MdvHybridOptions){.send = &edge, .n_send = 1, .n_out = 1}, text,
				   "'x[1]', at whose edge 'y' is to be sent, is not a Boolean");
	expect_refusal((MdvHybridOptions){.set = &set, .n_set = 1}, text, "'n' cannot be set");
	expect_refusal((MdvHybridOptions){.solver = "rk99"}, text, "no solver 'rk99'");
}

static void two_messages_for_one_input_need_a_rule(void)
{
	static const char text[] = "model M input Real u; Real x(start = 0, fixed = true);"
							   "equation der(x) = u; end M;";
	MdvReceive receive = {.port = 0, .variable = "u"};
	MdvHybridOptions o = {.receive = &receive, .n_receive = 1, .n_in = 1};
	World w;

	for (MdvReceiveRule rule = MDV_RECEIVE_ONE; rule <= MDV_RECEIVE_SUM; rule++) {
		receive.rule = rule;
		world_open(&w, text, &o);
		mdv_devs_inject(w.sim, 1, mdv_devs_root(w.sim), 0, mdv_real(2));
		mdv_devs_inject(w.sim, 1, mdv_devs_root(w.sim), 0, mdv_real(3));
		if (rule == MDV_RECEIVE_ONE) {
			T_INT(mdv_devs_run(w.sim, 2), MDV_BAD_ARGUMENT);
			T_CHECK(says(mdv_devs_error(w.sim), "two messages arrive for 'u'"));
		} else {
			world_run(&w, 2);
			T_REAL(world_get(&w, "x"), rule == MDV_RECEIVE_LAST ? 3 : 5, 1e-9);
		}
		world_close(&w);
	}
}

static void models_that_are_wrong_give_their_messages(void)
{
	MdvProgram *p;

	T_INT(mdv_compile_text("Wrong.mo", "model M Real x; equation x = y; end M;", NULL, &p),
		  MDV_FAILED);
	T_CHECK(says(mdv_program_messages(p), "Wrong.mo:1:"));
	T_CHECK(!mdv_program_model(p));
	mdv_program_free(p);
	T_INT(mdv_compile("No.Such.Class", NULL, &p), MDV_FAILED);
	T_CHECK(says(mdv_program_messages(p), "No.Such.Class"));
	mdv_program_free(p);
}

static void failures_while_running_name_time_and_reason(void)
{
	MdvHybridOptions o = {.span = 10};
	World w;

	world_open(&w,
			   "model M Real x(start = 0, fixed = true); equation der(x) = 1;"
			   "assert(x < 2, \"too much\"); end M;",
			   &o);
	T_INT(mdv_devs_run(w.sim, 5), MDV_FAILED);
	T_CHECK(says(mdv_devs_error(w.sim), "too much"));
	T_CHECK(says(mdv_devs_error(w.sim), "plant"));
	world_close(&w);
}

int main(void)
{
	T_RUN(tables_send_changes_edges_and_samples);
	T_RUN(an_input_costs_no_step_but_the_restart);
	T_RUN(one_program_makes_plants_with_parameters_of_their_own);
	T_RUN(an_extension_has_events_of_its_own);
	T_RUN(external_code_writes_states_and_meets_events);
	T_RUN(models_without_states_react_to_edges_of_inputs);
	T_RUN(inputs_at_any_instant_lose_no_event_and_repeat_none);
	T_RUN(inputs_are_as_good_as_time_events);
	T_RUN(the_dense_locator_needs_half_of_the_evaluations_of_the_paper);
	T_RUN(hosts_with_ticks_lose_and_repeat_nothing);
	T_RUN(wrong_calls_of_hosts_are_named);
	T_RUN(wrong_tables_are_named);
	T_RUN(two_messages_for_one_input_need_a_rule);
	T_RUN(models_that_are_wrong_give_their_messages);
	T_RUN(failures_while_running_name_time_and_reason);
	return T_END();
}
