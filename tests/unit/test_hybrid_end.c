/* SPDX-License-Identifier: MIT
   The regular end of plants: terminal() is true in the model's last event (MLS 3.7.5). */
#include "world.h"

static const char ramp[] =
	"model Ramp input Real u(start = 1); Real x(start = 0, fixed = true);"
	"discrete Real last(start = -1, fixed = true); Integer n(start = 0, fixed = true);"
	"Integer m(start = 0, fixed = true); equation der(x) = u;"
	"when sample(0.5, 0.5) then m = pre(m) + 1; end when;"
	"when terminal() then last = x + m; n = pre(n) + 1;"
	"assert(false, \"the end is near\", AssertionLevel.warning);"
	"assert(x < 3, \"too far for an end\"); end when; end Ramp;";

typedef struct Host {
	int n;           /* messages */
	double t, x;     /* of the last one */
	int rows;        /* of the trace */
	double t_row;    /* time of the last one */
	char said[1000]; /* what was logged */
} Host;

static MdvStatus emit(void *user, MdvHybrid *h, uint32_t port, const MdvValue *value)
{
	Host *host = user;

	(void)port;
	host->n++;
	host->t = mdv_hybrid_time(h);
	host->x = value->real;
	return MDV_OK;
}

static MdvStatus trace(void *user, MdvHybrid *h, double t)
{
	Host *host = user;

	(void)h;
	host->rows++;
	host->t_row = t;
	return MDV_OK;
}

static void hear(void *user, const char *text)
{
	Host *host = user;
	size_t len = strlen(host->said);

	snprintf(host->said + len, sizeof host->said - len, "%s\n", text);
}

static const MdvSend send[] = {{.variable = "last", .port = 0}};
static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
static const MdvSetting set[] = {{"u", 1}};

static MdvHybridOptions options(Host *host)
{
	*host = (Host){.n = 0};
	return (MdvHybridOptions){.send = send,
							  .n_send = 1,
							  .receive = receive,
							  .n_receive = 1,
							  .n_in = 1,
							  .n_out = 1,
							  .set = set,
							  .n_set = 1,
							  .run.solver = MDV_SOLVER_RK45,
							  .run.span = 10,
							  .emit = emit,
							  .trace = trace,
							  .log = hear,
							  .user = host};
}

static double get(MdvHybrid *h, const char *name)
{
	return mdv_hybrid_get(h, mdv_hybrid_find(h, name));
}

/* As far as t, without the end. */
static void advance(MdvHybrid *h, double t)
{
	for (MdvPlan plan = mdv_hybrid_plan(h); plan.t <= t; plan = mdv_hybrid_plan(h))
		T_INT(plan.kind == MDV_PLAN_STEP ? mdv_hybrid_step(h, plan.number)
										 : mdv_hybrid_change(h, plan.number),
			  MDV_OK);
}

static void hosts_end_a_plant_in_the_middle_of_a_step(void)
{
	Host host;
	MdvHybridOptions o = options(&host);
	MdvProgram *p = compile(ramp);
	MdvValue value = mdv_real(2);
	MdvBag bag = {&value, 1};
	MdvHybrid *h;

	o.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	advance(h, 0.7);
	T_INT(host.n, 0);
	T_INT(mdv_hybrid_finish(h, 0.7), MDV_OK);
	T_INT(host.n, 1);
	T_REAL(host.t, 0.7, 0);
	T_REAL(host.x, 1.7, 1e-12);
	T_STR(host.said, "at time 0.7: the end is near (Test.mo:1)\n");
	T_REAL(host.t_row, 0.7, 0);
	T_INT(mdv_hybrid_plan(h).kind, MDV_PLAN_NEVER);
	T_CHECK(!mdv_hybrid_terminated(h));
	/* Nothing happens any more. */
	T_INT(mdv_hybrid_finish(h, 0.8), MDV_OK);
	T_INT(mdv_hybrid_external(h, 0.8, &bag), MDV_OK);
	T_REAL(get(h, "x"), 0.7, 1e-12);
	T_REAL(get(h, "n"), 1, 0);
	T_INT(host.n, 1);
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void the_end_meets_what_is_planned(void)
{
	Host host;
	MdvHybridOptions o = options(&host);
	MdvProgram *p = compile(ramp);
	MdvHybrid *h;

	o.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	advance(h, 0.9);
	while (mdv_hybrid_plan(h).kind != MDV_PLAN_CHANGE)
		T_INT(mdv_hybrid_step(h, mdv_hybrid_plan(h).number), MDV_OK);
	T_INT(mdv_hybrid_finish(h, 1), MDV_OK);
	T_REAL(get(h, "m"), 2, 0); /* the second sample and the end are one event */
	T_REAL(get(h, "n"), 1, 0);
	T_REAL(get(h, "last"), 3, 1e-12);
	T_INT(host.n, 1);
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void a_plant_that_is_only_freed_has_no_end(void)
{
	Host host;
	MdvHybridOptions o = options(&host);
	MdvProgram *p = compile(ramp);
	MdvHybrid *h;

	o.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	advance(h, 1);
	mdv_hybrid_free(h);
	T_STR(host.said, "");
	T_INT(host.n, 0);
	mdv_program_free(p);
}

static void ends_that_cannot_be_are_named(void)
{
	Host host;
	MdvHybridOptions o = options(&host);
	MdvProgram *p = compile(ramp);
	MdvHybrid *h;

	o.model = mdv_program_source(p);
	o.run.max_step = 0.25;
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	advance(h, 1);
	T_INT(mdv_hybrid_finish(h, 0.5), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "an end at time 0.5: the time is 1");
	T_INT(mdv_hybrid_finish(h, 7), MDV_BAD_TIME);
	T_CHECK(says(mdv_hybrid_message(h), "an end at time 7, after the plan for 1."));
	advance(h, 3.25);
	T_INT(mdv_hybrid_finish(h, 3.25), MDV_FAILED);
	T_CHECK(says(mdv_hybrid_message(h), "at time 3.25 an assertion is violated: too far for an"));
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void the_engine_ends_its_plants(void)
{
	Host host;
	MdvHybridOptions o = options(&host);
	int rows;
	World w;

	world_open(&w, ramp, &o);
	world_run(&w, 0.7);
	rows = host.rows;
	world_close(&w);
	T_STR(host.said, "at time 0.7: the end is near (Test.mo:1)\n");
	T_INT(host.rows, rows); /* the trace may be closed */

	o = options(&host);
	world_open(&w, ramp, &o);
	world_run(&w, 1.2);
	T_INT(mdv_devs_remove(w.sim, w.plant), MDV_OK);
	T_STR(host.said, "at time 1.2: the end is near (Test.mo:1)\n");
	world_close(&w);

	/* By hand, then not again. */
	o = options(&host);
	world_open(&w, ramp, &o);
	world_run(&w, 0.7);
	T_INT(mdv_hybrid_finish(world_plant(&w), 0.7), MDV_OK);
	T_REAL(get(world_plant(&w), "last"), 1.7, 1e-12);
	world_run(&w, 2);
	T_INT(said.n, 0);
	world_close(&w);
	T_STR(host.said, "at time 0.7: the end is near (Test.mo:1)\n");
}

static void a_failed_simulation_has_no_end(void)
{
	Host host;
	MdvHybridOptions o = options(&host);
	World w;

	world_open(&w, ramp, &o);
	mdv_devs_inject(w.sim, 1, mdv_devs_root(w.sim), 0, mdv_boolean(true));
	T_INT(mdv_devs_run(w.sim, 2), MDV_BAD_ARGUMENT);
	T_INT(mdv_devs_status(w.sim), MDV_BAD_ARGUMENT);
	world_close(&w);
	T_STR(host.said, "");

	/* One that fails at its end says so. */
	o = options(&host);
	world_open(&w, ramp, &o);
	world_run(&w, 4);
	T_INT(mdv_devs_status(w.sim), MDV_OK);
	world_close(&w);
	T_CHECK(says(host.said, "at time 4: the end is near (Test.mo:1)\n"
							"at time 4 an assertion is violated: too far for an end"));
}

static void what_terminate_ends_has_ended(void)
{
	static const char text[] = "model M Real x(start = 0, fixed = true); equation der(x) = 1;"
							   "when x > 1 then terminate(\"enough\"); end when;"
							   "when terminal() then assert(false, \"never\"); end when; end M;";
	Host host;
	MdvHybridOptions o = {.log = hear, .user = &host};
	World w;

	host = (Host){.n = 0};
	world_open(&w, text, &o);
	world_run(&w, 2);
	T_CHECK(mdv_hybrid_terminated(world_plant(&w)));
	world_close(&w);
	T_STR(host.said, "");
}

int main(void)
{
	T_RUN(hosts_end_a_plant_in_the_middle_of_a_step);
	T_RUN(the_end_meets_what_is_planned);
	T_RUN(a_plant_that_is_only_freed_has_no_end);
	T_RUN(ends_that_cannot_be_are_named);
	T_RUN(the_engine_ends_its_plants);
	T_RUN(a_failed_simulation_has_no_end);
	T_RUN(what_terminate_ends_has_ended);
	return T_END();
}
