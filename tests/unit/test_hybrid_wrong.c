/* SPDX-License-Identifier: MIT
   Wrong use of plants: each gets an error that names it; whole texts are tested. */
#include "world.h"

static const char model[] =
	"model M parameter Integer n = 2; parameter Real k = 1; parameter Real twice = 2 * k;"
	"parameter Boolean on = true; parameter String name = \"M\";"
	"input Real u(start = 0); input Integer i(start = 0); input Boolean b(start = false);"
	"Real x[n](each start = 0, each fixed = true); Real y; Boolean high = x[1] > 1; equation "
	"for j in 1:n loop der(x[j]) = u * twice + i + (if b and on then 1 else 0) + 3; end for;"
	"y = x[1] + 1; end M;";

/* --- when a plant is made --- */

static void refused(MdvHybridOptions o, MdvStatus status, const char *text)
{
	MdvProgram *p = compile(model);
	MdvHybrid *h;

	o.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&o, 0, &h), status);
	T_STR(mdv_hybrid_message(h), text);
	T_INT(mdv_hybrid_plan(h).kind, MDV_PLAN_NEVER);
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void refused_receive(const char *variable, uint32_t port, MdvStatus status, const char *text)
{
	const MdvReceive row = {.port = port, .variable = variable};

	refused((MdvHybridOptions){.receive = &row, .n_receive = 1, .n_in = 2}, status, text);
}

static void refused_send(MdvSend row, MdvStatus status, const char *text)
{
	refused((MdvHybridOptions){.send = &row, .n_send = 1, .n_out = 1}, status, text);
}

static void refused_set(const char *variable, double value, MdvStatus status, const char *text)
{
	const MdvSetting set = {variable, value};

	refused((MdvHybridOptions){.set = &set, .n_set = 1}, status, text);
}

static void wrong_inputs_are_named(void)
{
	refused_receive("hihg", 0, MDV_NOT_FOUND,
					"model M has no variable 'hihg'; did you mean 'high'?");
	refused_receive("x[3]", 0, MDV_NOT_FOUND,
					"model M has no variable 'x[3]'; did you mean 'x[1]' or 'x[2]'?");
	refused_receive("n", 0, MDV_BAD_ARGUMENT,
					"'n' cannot be set: it is a parameter whose value was used to build the model, "
					"or follows from others");
	refused_receive("twice", 0, MDV_BAD_ARGUMENT,
					"'twice' cannot be set: it is a parameter whose value was used to build the "
					"model, or follows from others");
	refused_receive("y", 0, MDV_BAD_ARGUMENT,
					"'y' cannot be set: it is computed by equations of the model");
	refused_receive("u", 7, MDV_BAD_PORT, "there is no input port 7: there are 2");
}

static void wrong_outputs_are_named(void)
{
	refused_send((MdvSend){.variable = "z"}, MDV_NOT_FOUND, "model M has no variable 'z'");
	refused_send((MdvSend){.variable = "y", .port = 1}, MDV_BAD_PORT,
				 "there is no output port 1: there are 1");
	refused_send((MdvSend){.variable = "name"}, MDV_BAD_ARGUMENT,
				 "'name' cannot be sent: it is a String");
	refused_send((MdvSend){.variable = "y", .when = MDV_SEND_EDGE}, MDV_BAD_ARGUMENT,
				 "'y' cannot be sent: at whose edge is not said");
	refused_send((MdvSend){.variable = "y", .when = MDV_SEND_EDGE, .trigger = "x[1]"},
				 MDV_BAD_ARGUMENT, "'x[1]', at whose edge 'y' is to be sent, is not a Boolean");
}

static void wrong_settings_are_named(void)
{
	refused_set("kk", 1, MDV_NOT_FOUND, "model M has no variable 'kk'");
	refused_set("k", NAN, MDV_BAD_ARGUMENT, "'k' cannot be set: the value is not finite");
	refused_set("u", INFINITY, MDV_BAD_ARGUMENT, "'u' cannot be set: the value is not finite");
	refused_set("on", 2, MDV_BAD_ARGUMENT, "'on' cannot be set: a Boolean is 0 or 1");
	refused_set("i", 1.5, MDV_BAD_ARGUMENT, "'i' cannot be set: the value is not whole");
	refused_set("name", 1, MDV_BAD_ARGUMENT, "'name' cannot be set: it is a String");
	refused_set("n", 3, MDV_BAD_ARGUMENT,
				"'n' cannot be set: it is final, its value was used to make the model, or follows "
				"from others; set it when compiling");
	refused_set("x[1]", 3, MDV_BAD_ARGUMENT,
				"'x[1]' cannot be set: it has no start value that could be changed; set it when "
				"compiling");
}

static void wrong_options_are_named(void)
{
	MdvProgram *p;
	MdvHybridOptions none = {.model = NULL};
	MdvHybrid *h;

	refused((MdvHybridOptions){.run.solver = (MdvSolver)99}, MDV_BAD_ARGUMENT,
			"the option solver cannot be 99");
	refused((MdvHybridOptions){.run.tol = -1}, MDV_BAD_ARGUMENT, "the option tol cannot be -1");
	refused((MdvHybridOptions){.run.span = NAN}, MDV_BAD_ARGUMENT, "the option span cannot be nan");
	refused((MdvHybridOptions){.run.fixed_step = 0.1}, MDV_BAD_ARGUMENT,
			"the solver cvode chooses its steps itself: they cannot be fixed");
	T_INT(mdv_compile_text("Wrong.mo", "model M Real x; equation x = y; end M;", NULL, &p),
		  MDV_FAILED);
	T_CHECK(!mdv_program_source(p));
	none.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&none, 0, &h), MDV_BAD_ARGUMENT);
	T_CHECK(!h);
	mdv_program_free(p);
	p = compile(model);
	none.model = mdv_program_source(p);
	T_INT(mdv_hybrid_new(&none, NAN, &h), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "it cannot start at time nan");
	mdv_hybrid_free(h);
	mdv_program_free(p);
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

/* --- input --- */

static const MdvReceive receive[] = {
	{.port = 0, .variable = "u"}, {.port = 1, .variable = "i"}, {.port = 2, .variable = "b"}};
static const char *const port_names[] = {"force", "count", "switch", "idle"};

static MdvHybridOptions with_inputs(const MdvProgram *p)
{
	return (MdvHybridOptions){.model = mdv_program_source(p),
							  .receive = receive,
							  .n_receive = 3,
							  .n_in = 4,
							  .in_names = port_names,
							  .run.solver = MDV_SOLVER_RK45};
}

static void bad_message(MdvValue value, uint32_t port, MdvStatus status, const char *text)
{
	MdvProgram *p = compile(model);
	MdvHybridOptions o = with_inputs(p);
	MdvBag bag = {&value, 1};
	MdvHybrid *h;

	value.port = port;
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	T_INT(mdv_hybrid_external(h, 0, &bag), status);
	T_STR(mdv_hybrid_message(h), text);
	/* It has failed and stays so. */
	T_INT(mdv_hybrid_plan(h).kind, MDV_PLAN_NEVER);
	T_INT(mdv_hybrid_external(h, 0, &bag), status);
	T_INT(mdv_hybrid_finish(h, 0), status);
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static void wrong_messages_are_named(void)
{
	bad_message(mdv_boolean(true), 0, MDV_BAD_ARGUMENT,
				"at time 0 a message on port force cannot set 'u': it is a Boolean");
	bad_message(mdv_event(), 0, MDV_BAD_ARGUMENT,
				"at time 0 a message on port force cannot set 'u': it is an event without value");
	bad_message(mdv_payload(NULL), 0, MDV_BAD_ARGUMENT,
				"at time 0 a message on port force cannot set 'u': it is an object");
	bad_message(mdv_real(1), 1, MDV_BAD_ARGUMENT,
				"at time 0 a message on port count cannot set 'i': it is a Real");
	bad_message(mdv_integer(1), 2, MDV_BAD_ARGUMENT,
				"at time 0 a message on port switch cannot set 'b': it is an Integer");
	bad_message(mdv_real(NAN), 0, MDV_BAD_ARGUMENT,
				"at time 0 a message on port force cannot set 'u': it is not a number");
	bad_message(mdv_real(-INFINITY), 0, MDV_BAD_ARGUMENT,
				"at time 0 a message on port force cannot set 'u': it is infinite");
	bad_message(mdv_real(1), 3, MDV_BAD_PORT,
				"at time 0 a message arrives on port idle, which sets nothing");
	bad_message(mdv_real(1), 4, MDV_BAD_PORT, "there is no input port 4: there are 4");
}

static void two_messages_for_one_input_need_a_rule(void)
{
	static const char text[] = "model M input Real u; Real x(start = 0, fixed = true);"
							   "equation der(x) = u; end M;";
	MdvReceive row = {.port = 0, .variable = "u"};
	MdvHybridOptions o = {.receive = &row, .n_receive = 1, .n_in = 1};
	World w;

	for (MdvReceiveRule rule = MDV_RECEIVE_ONE; rule <= MDV_RECEIVE_SUM; rule++) {
		row.rule = rule;
		world_open(&w, text, &o);
		mdv_devs_inject(w.sim, 1, mdv_devs_root(w.sim), 0, mdv_real(2));
		mdv_devs_inject(w.sim, 1, mdv_devs_root(w.sim), 0, mdv_real(3));
		if (rule == MDV_RECEIVE_ONE) {
			T_INT(mdv_devs_run(w.sim, 2), MDV_BAD_ARGUMENT);
			T_STR(
				mdv_devs_error(w.sim),
				"t=1 (step 0): component 'plant' (Plant): at time 1 two messages arrive for 'u' on "
				"port 0: a rule must say which one counts");
		} else {
			world_run(&w, 2);
			T_REAL(world_get(&w, "x"), rule == MDV_RECEIVE_LAST ? 3 : 5, 1e-9);
		}
		world_close(&w);
	}
}

static void failures_while_running_name_time_and_reason(void)
{
	MdvHybridOptions o = {.run.span = 10};
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

/* --- hosts --- */

static void wrong_calls_of_hosts_are_named(void)
{
	MdvProgram *p = compile(model);
	MdvHybridOptions o = with_inputs(p);
	MdvValue value = mdv_real(1);
	MdvBag bag = {&value, 1};
	MdvPlan plan;
	MdvHybrid *h;

	o.run.solver = MDV_SOLVER_EULER;
	o.run.fixed_step = 0.25;
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
	plan = mdv_hybrid_plan(h);
	/* None of these changes anything. */
	T_INT(mdv_hybrid_change(h, plan.number), MDV_BAD_ARGUMENT);
	T_STR(mdv_hybrid_message(h), "the plan for time 0.25 is not a change");
	T_INT(mdv_hybrid_step(h, 6), MDV_BAD_ARGUMENT);
	T_STR(mdv_hybrid_message(h), "there has been no plan 6 yet");
	T_INT(mdv_hybrid_external(h, 7, &bag), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "an input at time 7, after the plan for 0.25");
	T_INT(mdv_hybrid_external(h, -1, &bag), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "an input at time -1: the time is 0");
	T_INT(mdv_hybrid_external(h, NAN, &bag), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "an input at time nan: the time is 0");
	T_INT(mdv_hybrid_look(h, 7), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "time 7 is not between the last event and the plan");
	T_INT(mdv_hybrid_set(h, 0, 1), MDV_BAD_ARGUMENT);
	T_STR(mdv_hybrid_message(h),
		  "'n' cannot be set: only at events, in begin, internal, external, confluent");
	T_INT(mdv_hybrid_set(h, 1000, 1), MDV_NOT_FOUND);
	T_STR(mdv_hybrid_message(h), "there is no variable number 1000");
	T_INT(mdv_hybrid_find(h, "y1"), -1);
	T_STR(mdv_hybrid_message(h), "model M has no variable 'y1'");
	T_CHECK(isnan(mdv_hybrid_get(h, -1)));
	T_INT(mdv_hybrid_send(h, 0, value), MDV_BUSY);
	T_STR(mdv_hybrid_message(h), "messages may be sent at events only");
	T_INT(mdv_hybrid_plan(h).number, plan.number);
	T_INT(mdv_hybrid_step(h, plan.number), MDV_OK);
	T_INT(mdv_hybrid_finish(h, mdv_hybrid_time(h)), MDV_OK);
	T_INT(mdv_hybrid_confluent(h, &bag), MDV_BAD_TIME);
	T_STR(mdv_hybrid_message(h), "nothing is planned with which an input could coincide");
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

static MdvStatus deaf(void *user, MdvHybrid *h, uint32_t port, const MdvValue *value)
{
	(void)user, (void)h, (void)port, (void)value;
	return MDV_IO;
}

static void hosts_may_refuse_messages(void)
{
	static const MdvSend send = {.variable = "y", .at_start = true};
	MdvProgram *p = compile(model);
	MdvHybridOptions o = with_inputs(p);
	MdvHybrid *h;

	o.send = &send;
	o.n_send = 1;
	o.n_out = 1;
	o.emit = deaf;
	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_IO);
	T_STR(mdv_hybrid_message(h), "at time 0 the host refused a message: could not write");
	mdv_hybrid_free(h);
	mdv_program_free(p);
}

/* --- extensions --- */

/* What an extension does wrong, and where. */
typedef enum Where { BEGIN, EXTERNAL, OUTPUT, CROSSINGS, NEXT, TRACE } Where;

typedef struct Sin {
	Where where;                     /* in which function */
	MdvStatus (*what)(MdvHybrid *h); /* what is done there */
	MdvStatus status;                /* that comes of it */
	const char *text;                /* and what is said */
	double next;                     /* time event of NEXT */
} Sin;

static const Sin *sin_now; /* of the plant at hand */

static MdvStatus commit(Where where, MdvHybrid *h)
{
	return where == sin_now->where && sin_now->what ? sin_now->what(h) : MDV_OK;
}

static MdvStatus sinner_begin(void *s, MdvHybrid *h, const void *params)
{
	(void)s, (void)params;
	return commit(BEGIN, h);
}

static MdvStatus sinner_external(void *s, MdvHybrid *h, const MdvBag *x)
{
	(void)s, (void)x;
	return commit(EXTERNAL, h);
}

static MdvStatus sinner_output(void *s, MdvHybrid *h)
{
	(void)s;
	return commit(OUTPUT, h);
}

static MdvStatus sinner_crossings(const void *s, MdvHybrid *h, double z[])
{
	(void)s;
	z[0] = sin_now->where == CROSSINGS && !sin_now->what ? NAN : mdv_hybrid_time(h) - 0.3;
	return commit(CROSSINGS, h);
}

static double sinner_next(const void *s, const MdvHybrid *h)
{
	(void)s;
	if (sin_now->where == NEXT)
		return sin_now->next;
	return mdv_hybrid_time(h) < 0.5 ? 0.5 : INFINITY;
}

static MdvStatus sinner_trace(void *user, MdvHybrid *h, double t)
{
	(void)user, (void)t;
	return commit(TRACE, h);
}

static const MdvExtension sinner = {.begin = sinner_begin,
									.external = sinner_external,
									.output = sinner_output,
									.crossings = sinner_crossings,
									.n_crossings = 1,
									.next_time = sinner_next};

static MdvStatus send_something(MdvHybrid *h)
{
	return mdv_hybrid_send(h, 0, mdv_real(1));
}

static MdvStatus send_elsewhere(MdvHybrid *h)
{
	return mdv_hybrid_send(h, 9, mdv_real(1));
}

static MdvStatus set_u(MdvHybrid *h)
{
	return mdv_hybrid_set(h, mdv_hybrid_find(h, "u"), 1);
}

static MdvStatus set_u_to_nothing(MdvHybrid *h)
{
	return mdv_hybrid_set(h, mdv_hybrid_find(h, "u"), NAN);
}

static MdvStatus set_n(MdvHybrid *h)
{
	return mdv_hybrid_set(h, mdv_hybrid_find(h, "n"), 3);
}

static MdvStatus step_itself(MdvHybrid *h)
{
	return mdv_hybrid_step(h, mdv_hybrid_plan(h).number);
}

static MdvStatus finish_itself(MdvHybrid *h)
{
	return mdv_hybrid_finish(h, mdv_hybrid_time(h));
}

static MdvStatus look_around(MdvHybrid *h)
{
	return mdv_hybrid_look(h, 0);
}

static MdvStatus give_up(MdvHybrid *h)
{
	return mdv_hybrid_fail(h, MDV_FAILED, "valve %d is stuck", 7);
}

static MdvStatus give_up_silently(MdvHybrid *h)
{
	(void)h;
	return MDV_IO;
}

static MdvStatus find_nothing(MdvHybrid *h)
{
	return mdv_hybrid_find(h, "heigh") < 0 ? MDV_NOT_FOUND : MDV_OK;
}

static const char only_at_events[] =
	"'u' cannot be set: only at events, in begin, internal, external, confluent";

static const Sin sins[] = {
	{CROSSINGS, send_something, MDV_BUSY, "messages may be sent at events only", 0},
	{TRACE, send_something, MDV_BUSY, "messages may be sent at events only", 0},
	{BEGIN, send_elsewhere, MDV_BAD_PORT, "there is no output port 9: there are 1", 0},
	{EXTERNAL, send_elsewhere, MDV_BAD_PORT, "there is no output port 9: there are 1", 0},
	{OUTPUT, send_elsewhere, MDV_BAD_PORT, "there is no output port 9: there are 1", 0},
	{OUTPUT, set_u, MDV_BAD_ARGUMENT, only_at_events, 0},
	{CROSSINGS, set_u, MDV_BAD_ARGUMENT, only_at_events, 0},
	{TRACE, set_u, MDV_BAD_ARGUMENT, only_at_events, 0},
	{EXTERNAL, set_u_to_nothing, MDV_BAD_ARGUMENT, "'u' cannot be set: the value is not finite", 0},
	{EXTERNAL, set_n, MDV_BAD_ARGUMENT,
	 "'n' cannot be set: it is a parameter whose value was used to build the model, or follows "
	 "from "
	 "others",
	 0},
	{EXTERNAL, step_itself, MDV_BUSY, "a callback may not advance its own plant", 0},
	{EXTERNAL, finish_itself, MDV_BUSY, "a callback may not advance its own plant", 0},
	{EXTERNAL, look_around, MDV_BUSY, "a callback sees the variables at its own point only", 0},
	{EXTERNAL, give_up, MDV_FAILED, "at time 0.25: valve 7 is stuck", 0},
	{EXTERNAL, give_up_silently, MDV_IO,
	 "at time 0.25 the extension's function 'external' failed: could not write", 0},
	{BEGIN, find_nothing, MDV_NOT_FOUND, "model M has no variable 'heigh'; did you mean 'high'?",
	 0},
	{CROSSINGS, NULL, MDV_NOT_FINITE,
	 "at time 0: crossing function 1 of the extension is not a number", 0},
	{NEXT, NULL, MDV_BAD_TIME, "at time 0 the extension wants its next event at -1", -1},
	{NEXT, NULL, MDV_BAD_TIME, "at time 0 the extension wants its next event at nan", NAN},
};

/* Up to 1 s, with input at 0.25. */
static MdvStatus run_sinner(MdvHybrid *h)
{
	MdvValue value = mdv_real(1);
	MdvBag bag = {&value, 1};
	MdvStatus status = MDV_OK;
	bool done = false;

	while (status == MDV_OK && mdv_hybrid_plan(h).t < 1) {
		MdvPlan plan = mdv_hybrid_plan(h);

		if (!done && plan.t > 0.25) {
			status = mdv_hybrid_external(h, 0.25, &bag);
			done = true;
		} else {
			status = plan.kind == MDV_PLAN_STEP ? mdv_hybrid_step(h, plan.number)
												: mdv_hybrid_change(h, plan.number);
		}
	}
	return status;
}

static void wrong_callbacks_are_named(void)
{
	for (size_t i = 0; i < sizeof sins / sizeof *sins; i++) {
		MdvProgram *p = compile(model);
		MdvHybridOptions o = with_inputs(p);
		MdvStatus status;
		MdvHybrid *h;

		sin_now = &sins[i];
		o.extension = &sinner;
		o.trace = sinner_trace;
		o.n_out = 1;
		status = mdv_hybrid_new(&o, 0, &h);
		if (status == MDV_OK)
			status = run_sinner(h);
		T_INT(status, sins[i].status);
		T_STR(mdv_hybrid_message(h), sins[i].text);
		mdv_hybrid_free(h);
		mdv_program_free(p);
	}
}

/* --- callbacks that do what only the host may --- */

typedef struct Meddler {
	MdvHybrid *h;     /* the plant; NULL while it is made */
	MdvStatus seen;   /* what advancing gave */
	bool frees, done; /* what is tried; it was */
} Meddler;

static void meddle(Meddler *m)
{
	if (!m->h || m->done)
		return;
	m->done = true;
	if (m->frees)
		mdv_hybrid_free(m->h);
	else
		m->seen = mdv_hybrid_step(m->h, mdv_hybrid_plan(m->h).number);
}

static MdvStatus meddle_in_trace(void *user, MdvHybrid *h, double t)
{
	(void)h;
	(void)t;
	meddle(user);
	return MDV_OK;
}

static void meddle_in_log(void *user, const char *text)
{
	(void)text;
	meddle(user);
}

static void callbacks_may_neither_advance_nor_free_their_plant(void)
{
	for (int k = 0; k < 4; k++) {
		MdvProgram *p = compile("model M Real x(start = 0, fixed = true); equation der(x) = 1;"
								"assert(x < 0.5, \"high\", AssertionLevel.warning); end M;");
		Meddler m = {.frees = k % 2};
		MdvHybridOptions o = {.model = mdv_program_source(p), .user = &m, .run.interval = 0.1};
		MdvStatus status = MDV_OK;
		MdvHybrid *h;

		o.run.span = 1;
		o.trace = k < 2 ? meddle_in_trace : NULL;
		o.log = k < 2 ? NULL : meddle_in_log;
		T_INT(mdv_hybrid_new(&o, 0, &h), MDV_OK);
		m.h = h;
		for (int i = 0; i < 100 && status == MDV_OK && !m.done; i++)
			status = mdv_hybrid_plan(h).kind == MDV_PLAN_STEP
						 ? mdv_hybrid_step(h, mdv_hybrid_plan(h).number)
						 : mdv_hybrid_change(h, mdv_hybrid_plan(h).number);
		T_CHECK(m.done);
		T_INT(m.frees ? status : m.seen, MDV_BUSY);
		T_INT(m.frees ? MDV_OK : status, MDV_OK);
		mdv_hybrid_free(h);
		mdv_program_free(p);
	}
}

int main(void)
{
	T_RUN(callbacks_may_neither_advance_nor_free_their_plant);
	T_RUN(wrong_inputs_are_named);
	T_RUN(wrong_outputs_are_named);
	T_RUN(wrong_settings_are_named);
	T_RUN(wrong_options_are_named);
	T_RUN(models_that_are_wrong_give_their_messages);
	T_RUN(wrong_messages_are_named);
	T_RUN(two_messages_for_one_input_need_a_rule);
	T_RUN(failures_while_running_name_time_and_reason);
	T_RUN(wrong_calls_of_hosts_are_named);
	T_RUN(hosts_may_refuse_messages);
	T_RUN(wrong_callbacks_are_named);
	return T_END();
}
