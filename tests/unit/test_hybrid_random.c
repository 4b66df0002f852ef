/* SPDX-License-Identifier: MIT
   Input of plants at any instant: random, exactly at events, and next to them. No event is lost,
   none repeated. */
#include "world.h"

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

int main(void)
{
	T_RUN(inputs_at_any_instant_lose_no_event_and_repeat_none);
	T_RUN(inputs_are_as_good_as_time_events);
	return T_END();
}
