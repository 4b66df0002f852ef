/* SPDX-License-Identifier: MIT
   Plants: compiled models as atomics of the engine, with tables of messages and extensions in C;
   hosts with a queue of their own. */
#include "world.h"

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
						  .run.solver = MDV_SOLVER_RK45};
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
		o[i] = (MdvHybridOptions){.model = mdv_program_source(p),
								  .set = &set[i],
								  .n_set = 1,
								  .run.span = 2,
								  .run.tol = 1e-8};
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
	MdvHybridOptions o = {
		.extension = &probe, .n_in = 1, .n_out = 1, .run.solver = MDV_SOLVER_RK45, .run.span = 10};
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
		.extension = &probe, .n_in = 1, .n_out = 1, .run.solver = MDV_SOLVER_CVODE, .run.span = 10};
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

/* What whens assign may be written: it stays so until one of them fires. */
static void discrete_variables_keep_what_was_written(void)
{
	static const MdvReceive receive[] = {{.port = 0, .variable = "n"},
										 {.port = 1, .variable = "m"}};
	static const MdvSend send[] = {{.variable = "n", .port = 0}, {.variable = "m", .port = 1}};
	MdvHybridOptions o = {
		.receive = receive, .n_receive = 2, .send = send, .n_send = 2, .n_in = 2, .n_out = 2};
	World w;
	MdvComponent root;

	world_open(&w,
			   "model M Integer n(start = 0, fixed = true), m(start = 0, fixed = true);"
			   "equation when sample(1, 1) then n = pre(n) + 1; end when;"
			   "algorithm when n > 100 then m := m + n; end when; end M;",
			   &o);
	root = mdv_devs_root(w.sim);
	mdv_devs_inject(w.sim, 1.5, root, 0, mdv_integer(100));
	mdv_devs_inject(w.sim, 1.75, root, 1, mdv_integer(7));
	world_run(&w, 3.5);
	T_INT(said.n, 6);
	T_REAL(said.x[0], 1, 0);
	T_REAL(said.x[1], 100, 0);
	T_REAL(said.t[2], 1.75, 0);
	T_REAL(said.x[2], 7, 0);
	T_REAL(said.x[3] + said.x[4], 101 + 108, 0);
	T_REAL(said.x[5], 102, 0);
	world_close(&w);
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
						  .run.solver = MDV_SOLVER_RK45,
						  .run.span = 10,
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

int main(void)
{
	T_RUN(tables_send_changes_edges_and_samples);
	T_RUN(one_program_makes_plants_with_parameters_of_their_own);
	T_RUN(an_extension_has_events_of_its_own);
	T_RUN(external_code_writes_states_and_meets_events);
	T_RUN(models_without_states_react_to_edges_of_inputs);
	T_RUN(discrete_variables_keep_what_was_written);
	T_RUN(hosts_with_ticks_lose_and_repeat_nothing);
	return T_END();
}
