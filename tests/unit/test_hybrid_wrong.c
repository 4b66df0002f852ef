/* SPDX-License-Identifier: MIT
   Wrong use of plants: each gets an error that names it; whole texts are tested. */
#include "world.h"

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

static const char saw[] =
	"model Saw input Real u(start = 1); Real x(start = 0, fixed = true);"
	"discrete Real y(start = 0, fixed = true);"
	"equation der(x) = u; when x > 1 then reinit(x, 0); y = pre(y) + 1; end when;"
	"end Saw;";

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

int main(void)
{
	T_RUN(wrong_tables_are_named);
	T_RUN(two_messages_for_one_input_need_a_rule);
	T_RUN(models_that_are_wrong_give_their_messages);
	T_RUN(failures_while_running_name_time_and_reason);
	T_RUN(wrong_calls_of_hosts_are_named);
	return T_END();
}
