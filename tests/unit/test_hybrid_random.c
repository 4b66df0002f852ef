/* SPDX-License-Identifier: MIT
   Input of plants at any instant: random, exactly at events, and next to them. No event is lost,
   none repeated. */
#include "world.h"

/* A model whose n-th event is where y = first + n, for y' = u between inputs. */
typedef struct Case {
	const char *text;  /* has input u, Real v with v' = u - v, n, which counts events, and m … */
	double first;      /* y - n at the events; y is 0 at time 0 */
	const char *state; /* a variable that … */
	double (*value)(double y, long n); /* … has this value */
	double tol;                        /* of y at events and of the value */
	bool several;                      /* more counters: n2 is n, m2 and m3 are of time events */
	const MdvExtension *extension;     /* it counts and sends n; NULL: the model does */
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

static double twice(double y, long n)
{
	(void)n;
	return 2 * y;
}

static double on_circle(double y, long n)
{
	(void)n;
	return cos(acos(-1) * y);
}

static double on_wave(double y, long n)
{
	double z = y;

	(void)n;
	for (int k = 0; k < 50; k++)
		z -= (z + 0.1 * sin(2 * acos(-1) * z) - y) / (1 + 0.2 * acos(-1) * cos(2 * acos(-1) * z));
	return z;
}

/* … which counts samples. */
#define COMMON                                                                                 \
	"Real v(start = 0, fixed = true); Integer n(start = 0, fixed = true); constant Real pi = " \
	"3.14159265358979324; Integer m(start = 0, fixed = true); equation der(v) = u - v; "       \
	"when sample(0.25, 0.25) then m = pre(m) + 1; end when;"

static const Case walls = {
	"model Walls \"a point between two walls\" input Real u(start = 1);"
	"Real x(start = 0.5, fixed = true); discrete Real dir(start = 1, fixed = true);" COMMON
	"der(x) = dir * u;"
	"when {x > 1, x < 0} then n = pre(n) + 1; dir = -pre(dir); end when; end Walls;",
	-0.5,
	"x",
	fold,
	1e-8,
	false,
	NULL};

static const Case angle = {
	"model Angle \"a crossing function that is not linear\" input Real u(start = 1);"
	"Real a(start = 0, fixed = true); Boolean up = sin(pi * (a + 0.25)) > 0;" COMMON
	"der(a) = u; when {up, not up} then n = pre(n) + 1; end when; end Angle;",
	-0.25,
	"a",
	same,
	1e-8,
	false,
	NULL};

static const Case crowd = {
	"model Crowd \"crossings and time events at the same instants\" input Real u(start = 1);"
	"Real a(start = 0, fixed = true); Real b(start = 0, fixed = true);"
	"Integer n2(start = 0, fixed = true); Integer m2(start = 0, fixed = true);"
	"Integer m3(start = 0, fixed = true); discrete Real next(start = 0.25, fixed = true);" COMMON
	"der(a) = u; der(b) = 2 * u; when a > pre(n) + 0.5 then n = pre(n) + 1; end when;"
	"when b > 2 * pre(n2) + 1 then n2 = pre(n2) + 1; end when;"
	"when sample(0.5, 0.5) then m2 = pre(m2) + 1; end when;"
	"when time >= pre(next) then m3 = pre(m3) + 1; next = pre(next) + 0.25; end when; end Crowd;",
	-0.5,
	"b",
	twice,
	1e-8,
	true,
	NULL};

static const Case wave = {
	"model Wave \"the event is that of an unknown of an algebraic loop\" input Real u(start = 1);"
	"Real a(start = 0, fixed = true); Real z(start = 0);" COMMON
	"der(a) = u; z + 0.1 * sin(2 * pi * z) = a;"
	"when z > pre(n) + 1 then n = pre(n) + 1; end when; end Wave;",
	0,
	"z",
	on_wave,
	1e-7,
	false,
	NULL};

static const Case circle = {
	"model Circle \"a constraint: x or y is the state\" input Real u(start = 1);"
	"Real x(start = 1); Real y(start = 0, fixed = true); Boolean up = x + y > 0;" COMMON
	"x ^ 2 + y ^ 2 = 1; x * der(y) - y * der(x) = pi * u;"
	"when {up, not up} then n = pre(n) + 1; end when; end Circle;",
	-0.25,
	"x",
	on_circle,
	1e-4,
	false,
	NULL};

/* The events are those of a crossing function of an extension. */

typedef struct Counter {
	int32_t a; /* the variable that grows */
	long n;    /* events so far */
} Counter;

static MdvStatus counter_begin(void *s, MdvHybrid *h, const void *params)
{
	(void)params;
	((Counter *)s)->a = mdv_hybrid_find(h, "a");
	return MDV_OK;
}

static MdvStatus counter_crossings(const void *s, MdvHybrid *h, double z[])
{
	const Counter *c = s;

	z[0] = mdv_hybrid_get(h, c->a) - 0.5 - (double)c->n;
	return MDV_OK;
}

static MdvStatus counter_internal(void *s, MdvHybrid *h)
{
	Counter *c = s;

	if (!(mdv_hybrid_get(h, c->a) > 0.5 + (double)c->n))
		return MDV_OK; /* a sample */
	return mdv_hybrid_send(h, 0, mdv_integer(++c->n));
}

static const MdvExtension counter_extension = {.state_size = sizeof(Counter),
											   .begin = counter_begin,
											   .internal = counter_internal,
											   .crossings = counter_crossings,
											   .n_crossings = 1};

static const Case counter = {
	"model Counted \"the events are in an extension\" input Real u(start = 1);"
	"Real a(start = 0, fixed = true);" COMMON
	"der(a) = u; when false then n = 0; end when; end Counted;",
	-0.5,
	"a",
	same,
	1e-8,
	false,
	&counter_extension};

/* The next input: anywhere, exactly at the next event, next to it, or at a round time. */
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
	if (kind > 0.85)
		t = ceil(8 * t) / 8;
	return fmax(t, mdv_devs_time(w->sim));
}

/* All messages so far are events, in order, each at its time. */
static void check_messages(const Case *c, size_t *checked, double t, double y, double u)
{
	for (; *checked < said.n; ++*checked) {
		double at = y + u * (said.t[*checked] - t);

		if (said.x[*checked] != (double)(*checked + 1))
			T_FAIL("event %zu has number %g", *checked + 1, said.x[*checked]);
		if (fabs(at - (c->first + (double)(*checked + 1))) > c->tol)
			T_FAIL("event %zu at %.17g: y is %.17g", *checked + 1, said.t[*checked], at);
	}
}

/* Of an event at this very time it is open on which side it is. */
static void check_counters(const Case *c, const World *w, double t, double y)
{
	double n = floor(y - c->first);
	bool open = fabs(y - c->first - nearbyint(y - c->first)) <= 2 * c->tol;

	if (!open && (double)said.n != n)
		T_FAIL("at %.17g there were %zu events, not %g", t, said.n, n);
	T_REAL(world_get(w, "m"), floor(4 * t), 0);
	if (!c->several)
		return;
	T_REAL(world_get(w, "n2"), n, open ? 1 : 0);
	T_REAL(world_get(w, "m2"), floor(2 * t), 0);
	T_REAL(world_get(w, "m3"), floor(4 * t), 0);
}

static void open_case(const Case *c, MdvSolver solver, World *w)
{
	static const MdvSend send[] = {{.variable = "n", .port = 0}};
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	static const MdvSetting set = {"u", 1};
	static MdvHybridOptions o;

	o = (MdvHybridOptions){.send = send,
						   .n_send = c->extension ? 0 : 1,
						   .extension = c->extension,
						   .receive = receive,
						   .n_receive = 1,
						   .n_in = 1,
						   .n_out = 1,
						   .set = &set,
						   .n_set = 1,
						   .run.solver = solver,
						   .run.tol = 1e-8,
						   .run.span = 10};
	world_open(w, c->text, &o);
	if (w->status != MDV_OK)
		T_FAIL("%s", mdv_devs_error(w->sim));
}

/* Gives how many events were found at an input just before they were due. */
static uint64_t run_case(const Case *c, MdvSolver solver, int n_inputs, uint64_t seed)
{
	double t = 0, y = 0, u = 1, v = 0, v_tol = solver == MDV_SOLVER_EULER ? 0.02 : 1e-5;
	Random r = {seed};
	size_t checked = 0;
	MdvHybridStats stats;
	World w;

	open_case(c, solver, &w);
	for (int k = 0; k < n_inputs && !t_bad; k++) {
		double t_in = choose_time(&w, &r, mdv_devs_time(w.sim));
		double u_new = 0.5 * (1 + floor(4 * uniform(&r)));

		if (uniform(&r) < 0.7)
			u_new = 0.5 + uniform(&r);
		mdv_devs_inject(w.sim, t_in, mdv_devs_root(w.sim), 0, mdv_real(u_new));
		world_run(&w, t_in);
		check_messages(c, &checked, t, y, u);
		y += u * (t_in - t);
		v = u + (v - u) * exp(-(t_in - t));
		t = t_in;
		u = u_new;
		check_counters(c, &w, t, y);
		T_REAL(world_get(&w, c->state), c->value(y, (long)said.n), 4 * c->tol);
		T_REAL(world_get(&w, "v"), v, v_tol);
		if (t_bad)
			fprintf(stderr, "%.20s, %s, input %d\n", c->text, solver_name(solver), k);
	}
	stats = mdv_hybrid_stats(world_plant(&w));
	T_INT(stats.inputs, n_inputs);
	world_close(&w);
	return stats.missed;
}

static void inputs_at_any_instant_lose_no_event_and_repeat_none(void)
{
	T_CHECK(run_case(&walls, MDV_SOLVER_RK45, 5000, 1) > 50);
	T_CHECK(run_case(&angle, MDV_SOLVER_RK45, 5000, 2) > 50);
	T_CHECK(run_case(&crowd, MDV_SOLVER_RK45, 5000, 3) > 50);
	T_CHECK(run_case(&wave, MDV_SOLVER_RK45, 5000, 4) > 50);
	T_CHECK(run_case(&circle, MDV_SOLVER_RK45, 1000, 5) > 5);
}

static void nor_are_events_of_extensions_lost(void)
{
	Case both = crowd;

	T_CHECK(run_case(&counter, MDV_SOLVER_RK45, 5000, 6) > 20);
	run_case(&counter, MDV_SOLVER_CVODE, 1000, 7);
	run_case(&counter, MDV_SOLVER_IDA, 1000, 8);
	run_case(&counter, MDV_SOLVER_EULER, 1000, 9);
	both.extension = &counter_extension; /* at the instants of the model's own */
	run_case(&both, MDV_SOLVER_RK45, 5000, 10);
	run_case(&both, MDV_SOLVER_CVODE, 1000, 11);
}

static void so_it_is_with_every_integrator(void)
{
	static const Case *const some[] = {&walls, &angle, &crowd, &wave};
	static const MdvSolver solver[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_EULER};

	for (size_t i = 0; i < sizeof some / sizeof *some; i++)
		for (size_t k = 0; k < sizeof solver / sizeof *solver; k++)
			run_case(some[i], solver[k], 1000, 100 + 10 * i + k);
	run_case(&circle, MDV_SOLVER_CVODE, 500, 200);
	run_case(&circle, MDV_SOLVER_IDA, 500, 201);
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
						  .run.tol = 1e-9,
						  .run.span = 20,
						  .run.solver = MDV_SOLVER_RK45},
					 alone = {.run.tol = 1e-9, .run.span = 20, .run.solver = MDV_SOLVER_RK45};
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

int main(void)
{
	T_RUN(inputs_at_any_instant_lose_no_event_and_repeat_none);
	T_RUN(nor_are_events_of_extensions_lost);
	T_RUN(so_it_is_with_every_integrator);
	T_RUN(inputs_are_as_good_as_time_events);
	return T_END();
}
