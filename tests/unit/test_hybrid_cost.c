/* SPDX-License-Identifier: MIT
   What plants cost: evaluations per input, and per located crossing. */
#include "world.h"

static void an_input_costs_no_step_but_the_restart(void)
{
	static const MdvReceive receive[] = {{.port = 0, .variable = "u"}};
	MdvHybridOptions o = {.receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .run.solver = MDV_SOLVER_RK45,
						  .run.max_step = 1,
						  .run.span = 10};
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

/* A motor on a spring, with an input that the motion depends on and two on which it does not. */
static const char drive[] =
	"model Drive input Real u(start = 0); input Integer k(start = 0); input Real limit(start = 9);"
	"Real x(start = 0, fixed = true); Real v(start = 1, fixed = true);"
	"Real f(start = 0, fixed = true); Integer seen = 2 * k; Boolean strong = k > 1500;"
	"Integer n(start = 0, fixed = true); equation der(x) = v; der(f) = 20 * (u - f);"
	"der(v) = f - 10 * x - 0.5 * v - x ^ 3; when x > limit then n = pre(n) + 1; end when;"
	"end Drive;";

static const MdvReceive drive_inputs[] = {
	{.port = 0, .variable = "u"}, {.port = 1, .variable = "k"}, {.port = 2, .variable = "limit"}};

typedef struct Cost {
	MdvHybridStats stats; /* after the run */
	double x;             /* the state */
} Cost;

/* Two seconds, with n inputs on the port at equal distances. */
static Cost run_drive(const char *text, MdvSolver solver, double tol, uint32_t port, int n)
{
	MdvHybridOptions o = {.receive = drive_inputs,
						  .n_receive = 3,
						  .n_in = 3,
						  .run.solver = solver,
						  .run.tol = tol,
						  .run.span = 10};
	Cost cost;
	World w;

	world_open(&w, text, &o);
	for (int i = 1; i <= n; i++) {
		double t = 2.0 * i / n;

		mdv_devs_inject(w.sim, t, mdv_devs_root(w.sim), port,
						port == 1 ? mdv_integer(i) : mdv_real(port ? 5 + sin(t) : sin(7 * t)));
	}
	world_run(&w, 2);
	cost.stats = mdv_hybrid_stats(world_plant(&w));
	cost.x = world_get(&w, "x");
	world_close(&w);
	return cost;
}

/* At 1 kHz, with the motor's own time constant of 50 ms and of 0.5 ms. RK45 evaluates once where it
   starts again, and six times in the step that it tries. */
static void restarts_cost_what_the_integrator_needs(void)
{
	static const struct {
		MdvSolver solver;  /* which */
		double rhs, stiff; /* evaluations per input, at most: of the slow and the fast motor */
		double error;      /* of the slow one's position, at most */
	} most[] = {{MDV_SOLVER_RK45, 7.1, 30, 1e-6},
				{MDV_SOLVER_CVODE, 15, 35, 1e-4},
				{MDV_SOLVER_IDA, 18, 35, 1e-4},
				{MDV_SOLVER_RADAU, 10, 40, 1e-6}};
	static char fast[2000];
	const char *rate = strstr(drive, "20 * (u");
	double x = run_drive(drive, MDV_SOLVER_RK45, 1e-11, 0, 2000).x;

	snprintf(fast, sizeof fast, "%.*s2000%s", (int)(rate - drive), drive, rate + 2);
	for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
		Cost c = run_drive(drive, most[i].solver, 1e-6, 0, 2000);
		Cost stiff = run_drive(fast, most[i].solver, 1e-6, 0, 2000);

		printf("%s: %.1f evaluations per input, error %.1e; fast motor %.1f\n",
			   solver_name(most[i].solver), (double)c.stats.rhs / 2000, fabs(c.x - x),
			   (double)stiff.stats.rhs / 2000);
		T_INT(c.stats.inputs, 2000);
		T_INT(c.stats.restarts, 2001); /* and the start */
		T_CHECK((double)c.stats.rhs <= most[i].rhs * 2000);
		T_CHECK((double)stiff.stats.rhs <= most[i].stiff * 2000);
		T_REAL(c.x, x, most[i].error);
	}
}

static void inputs_that_the_motion_does_not_depend_on_cost_nothing(void)
{
	static const MdvSolver solver[] = {MDV_SOLVER_RK45, MDV_SOLVER_CVODE, MDV_SOLVER_IDA,
									   MDV_SOLVER_EULER};

	for (size_t i = 0; i < sizeof solver / sizeof *solver; i++) {
		Cost none = run_drive(drive, solver[i], 1e-6, 0, 0);

		for (uint32_t port = 1; port <= 2; port++) {
			Cost c = run_drive(drive, solver[i], 1e-6, port, 2000);

			T_INT(c.stats.inputs, 2000);
			T_INT(c.stats.restarts, 1);
			T_INT(c.stats.rhs, none.stats.rhs);
			T_REAL(c.x, none.x, 0);
		}
	}
}

static void inputs_that_change_the_motion_later_restart_it_then(void)
{
	static char text[2000];
	const char *body = strstr(drive, "der(v) = f");

	snprintf(text, sizeof text, "%.*sder(v) = (if strong then 2 else 1) * f%s", (int)(body - drive),
			 drive, body + strlen("der(v) = f"));
	T_INT(run_drive(text, MDV_SOLVER_RK45, 1e-6, 1, 2000).stats.restarts, 2);
}

/* The rest of the step is looked into again. */
static void a_limit_may_come_down_on_the_motion(void)
{
	static const char text[] =
		"model M input Real limit(start = 9); Real x(start = 0, fixed = true);"
		"Integer n(start = 0, fixed = true); equation der(x) = 1;"
		"when x > limit then n = pre(n) + 1; end when; end M;";
	static const MdvReceive receive[] = {{.port = 0, .variable = "limit"}};
	static const MdvSend send[] = {{.variable = "n", .port = 0}};
	MdvHybridOptions o = {.receive = receive,
						  .n_receive = 1,
						  .n_in = 1,
						  .send = send,
						  .n_send = 1,
						  .n_out = 1,
						  .run.solver = MDV_SOLVER_RK45,
						  .run.span = 100};
	World w;

	world_open(&w, text, &o);
	mdv_devs_inject(w.sim, 0.3, mdv_devs_root(w.sim), 0, mdv_real(0.7));
	mdv_devs_inject(w.sim, 0.9, mdv_devs_root(w.sim), 0, mdv_real(3));
	mdv_devs_inject(w.sim, 1.2, mdv_devs_root(w.sim), 0, mdv_real(1.1));
	world_run(&w, 2);
	T_INT(said.n, 2);
	T_REAL(said.t[0], 0.7, 1e-12); /* by the motion */
	T_REAL(said.t[1], 1.2, 0);     /* by the input */
	T_INT(mdv_hybrid_stats(world_plant(&w)).restarts, 1);
	world_close(&w);
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
		MdvHybridOptions o = {.run.solver = MDV_SOLVER_RK45,
							  .run.tol = 1e-6,
							  .run.span = 20,
							  .run.locator = (MdvLocator)k};
		World w;

		world_open(&w, text, &o);
		world_run(&w, 20);
		T_REAL(world_get(&w, "x"), cos(20), 1e-4);
		rhs[k] = (double)mdv_hybrid_stats(world_plant(&w)).rhs;
		n[k] = world_get(&w, "n");
		world_close(&w);
	}
	T_REAL(n[MDV_LOCATOR_BISECT], n[MDV_LOCATOR_DENSE], 0);
	T_REAL(n[MDV_LOCATOR_HALVE], n[MDV_LOCATOR_DENSE], 1);
	if (!(rhs[MDV_LOCATOR_DENSE] <= 0.5 * rhs[MDV_LOCATOR_HALVE]))
		T_FAIL("dense %g, halving %g evaluations", rhs[MDV_LOCATOR_DENSE], rhs[MDV_LOCATOR_HALVE]);
}

static void ten_thousand_inputs_reach_quantized_states(void)
{
	Cost steps = run_drive(drive, MDV_SOLVER_CVODE, 1e-8, 0, 10000);
	Cost quanta = run_drive(drive, MDV_SOLVER_QSS2, 1e-5, 0, 10000);
	Cost others = run_drive(drive, MDV_SOLVER_QSS2, 1e-5, 1, 10000);
	Cost none = run_drive(drive, MDV_SOLVER_QSS2, 1e-5, 1, 0);

	T_REAL(quanta.x, steps.x, 1e-3);
	T_REAL(others.x, none.x, 1e-6); /* no derivative reads that input */
	T_CHECK((double)others.stats.steps < 1.1 * (double)none.stats.steps);
}

int main(void)
{
	T_RUN(an_input_costs_no_step_but_the_restart);
	T_RUN(restarts_cost_what_the_integrator_needs);
	T_RUN(inputs_that_the_motion_does_not_depend_on_cost_nothing);
	T_RUN(inputs_that_change_the_motion_later_restart_it_then);
	T_RUN(a_limit_may_come_down_on_the_motion);
	T_RUN(the_dense_locator_needs_half_of_the_evaluations_of_the_paper);
	T_RUN(ten_thousand_inputs_reach_quantized_states);
	return T_END();
}
