/* SPDX-License-Identifier: MIT
   Plants without memory: every single allocation is made to fail once, in making and in running a
   plant. The answer is MDV_NO_MEMORY, or the same result where the memory was not needed; nothing
   leaks. The linker puts the functions below in the place of the C library's, also for what
   SUNDIALS and KLU take (base/foreign.c). */
#include "failing.h"
#include "world.h"

/* Crossings, samples, a nonlinear block, a delay, a function. */
static const char machine[] =
	"package P function f input Real x; output Real y; protected Real a[3]; algorithm "
	"a := {x, 2 * x, x ^ 2}; y := 0; for i in 1:3 loop y := y + a[i]; end for; end f;"
	"model M input Real u(start = 1); Real x(start = 0, fixed = true);"
	"Real v(start = 1, fixed = true); Real z(start = 0.5); discrete Real s(start = 0, fixed = "
	"true);"
	"Integer n(start = 0, fixed = true); Real late;"
	"equation der(x) = v; der(v) = u - x - 0.1 * late; late = delay(x, 0.05);"
	"z + 0.3 * sin(z) + 0.01 * f(z) = x;"
	"when sample(0, 0.1) then s = z; end when;"
	"when {x > 0.3, x < 0.2} then n = pre(n) + 1; end when; end M; end P;";

/* A pendulum: its states are chosen while it runs. */
static const char pendulum[] =
	"model M input Real u(start = 0); Real x(start = 0.8); Real y(start = -0.6);"
	"Real vx(start = 0); Real vy; Real f; Real s; Integer n(start = 0, fixed = true); equation "
	"der(x) = vx; der(y) = vy; der(vx) = f * x + u; der(vy) = f * y - 9.81; x ^ 2 + y ^ 2 = 1;"
	"s = x + y; when x < 0 then n = pre(n) + 1; end when; end M;";

/* Components beside equations: ready parts, an atomic by functions that reads the level, messages
   from equations and to them. */
static const char workshop[] =
	"model M import DEVSLib.SRC.*; import DEVSLib.Parts.*;"
	"record st Real sigma; Integer n; end st;"
	"function first output st out; algorithm out.sigma := 0.13; out.n := 0; end first;"
	"function next input st s; output st sout; algorithm sout := s; sout.n := s.n + 1; end next;"
	"function say input st s; input Integer queue[nports]; input Integer nports; input Real u;"
	"protected stdEvent m; algorithm m.Port := 0; m.Type := 0; m.Value := u;"
	"sendEvent(queue[1], m); end say;"
	"model Probe input Real u; extends AtomicDEVS(numIn = 0, redeclare record State = st);"
	"redeclare function initState = first; redeclare function Fint = next;"
	"redeclare function Fout = say(u = u); Interfaces.outPort o; end Probe;"
	"model In Interfaces.inPort i annotation(__modevs(receive(Value = y)));"
	"discrete Real y(start = 0); end In;"
	"model Out input Integer n; input Real v;"
	"Interfaces.outPort o annotation(__modevs(send(trigger = n, Value = v, Type = 1))); end Out;"
	"input Real u(start = 1); Real x(start = 0, fixed = true);"
	"Generator g(gaps = exponential(0.1)); Processor p(service = uniform(0.05, 0.2));"
	"Probe probe(u = x); In seen; Out out(n = n, v = x); Statistics count;"
	"discrete Real s(start = 0, fixed = true); Integer n(start = 0, fixed = true);"
	"equation connect(g.outport, p.inport); connect(probe.o, seen.i);"
	"connect(out.o, count.sample);"
	"der(x) = u - 5 * x + (if p.busy then 1 else 0) - 0.1 * seen.y;"
	"when sample(0, 0.1) then s = x; end when;"
	"when {x > 0.3, x < 0.25} then n = pre(n) + 1; end when; end M;";

typedef struct Outcome {
	MdvStatus status; /* of the first call that failed */
	double x[3];      /* the model at the end */
	long calls;       /* that asked for memory */
	long leaked;      /* blocks */
	bool silent;      /* it failed without a word */
	char said[1024];  /* its words */
} Outcome;

static const MdvSend sends[] = {{.variable = "n", .port = 0, .at_start = true},
								{.variable = "s", .port = 1, .when = MDV_SEND_SAMPLE}};
static const MdvReceive receives[] = {{.port = 0, .variable = "u", .rule = MDV_RECEIVE_SUM}};

static MdvHybridOptions options_of(const MdvProgram *p, MdvSolver solver)
{
	return (MdvHybridOptions){.model = mdv_program_source(p),
							  .send = sends,
							  .n_send = 2,
							  .receive = receives,
							  .n_receive = 1,
							  .n_in = 1,
							  .n_out = 2,
							  .run.solver = solver,
							  .run.span = 10};
}

static MdvStatus run_host(MdvHybrid *h)
{
	MdvStatus status = MDV_OK;
	MdvValue value = mdv_real(1);
	MdvBag bag = {&value, 1};

	for (int k = 0; k < 40 && status == MDV_OK; k++) {
		MdvPlan plan = mdv_hybrid_plan(h);
		double now = mdv_hybrid_time(h);

		value.real = 1 + k % 3;
		if (k % 8 == 7)
			status = mdv_hybrid_external(h, 0.5 * (now + plan.t), &bag);
		else if (plan.kind == MDV_PLAN_STEP)
			status = mdv_hybrid_step(h, plan.number);
		else
			status = mdv_hybrid_change(h, plan.number);
	}
	return status == MDV_OK ? mdv_hybrid_finish(h, mdv_hybrid_plan(h).t) : status;
}

static void read_end(MdvHybrid *h, double x[3])
{
	static const char *const name[] = {"x", "s", "n"};

	for (int i = 0; i < 3; i++)
		x[i] = mdv_hybrid_get(h, mdv_hybrid_find(h, name[i]));
}

static Outcome as_host(const MdvProgram *p, MdvSolver solver, long fail_at)
{
	MdvHybridOptions o = options_of(p, solver);
	Outcome out = {MDV_OK, {0}, 0, 0, false, ""};
	long live = meter.live;
	MdvHybrid *h;

	meter.calls = 0;
	meter.fail_at = fail_at;
	out.status = mdv_hybrid_new(&o, 0, &h);
	if (out.status == MDV_OK)
		out.status = run_host(h);
	meter.fail_at = 0;
	out.calls = meter.calls;
	if (out.status == MDV_OK)
		read_end(h, out.x);
	out.silent = h && out.status != MDV_OK && !*mdv_hybrid_message(h);
	snprintf(out.said, sizeof out.said, "%s", h ? mdv_hybrid_message(h) : "");
	mdv_hybrid_free(h);
	out.leaked = meter.live - live;
	return out;
}

/* Two plants, one of which drives the other. */
static MdvStatus build(MdvDevs *sim, const MdvAtomic *atomic, const MdvHybridOptions *o,
					   MdvComponent plant[2])
{
	MdvComponent root = mdv_devs_root(sim);
	MdvStatus status = mdv_devs_add_atomic(sim, root, "a", atomic, o, &plant[0]);

	if (status == MDV_OK)
		status = mdv_devs_add_atomic(sim, root, "b", atomic, o, &plant[1]);
	if (status == MDV_OK)
		status = mdv_devs_couple(sim, plant[0], 1, plant[1], 0);
	return status == MDV_OK ? mdv_devs_inject(sim, 0.33, plant[0], 0, mdv_real(2)) : status;
}

static Outcome as_atomics(const MdvProgram *p, MdvSolver solver, long fail_at)
{
	MdvHybridOptions o = options_of(p, solver);
	MdvAtomic atomic = mdv_hybrid_atomic("M", &o);
	Outcome out = {MDV_NO_MEMORY, {0}, 0, 0, false, ""};
	MdvComponent plant[2];
	long live = meter.live;
	MdvDevs *sim;

	meter.calls = 0;
	meter.fail_at = fail_at;
	sim = mdv_devs_new(NULL);
	if (sim)
		out.status = build(sim, &atomic, &o, plant);
	if (sim && out.status == MDV_OK)
		out.status = mdv_devs_run(sim, 0.6);
	meter.fail_at = 0;
	out.calls = meter.calls;
	if (out.status == MDV_OK)
		read_end(mdv_hybrid_of(mdv_devs_state(sim, plant[1])), out.x);
	out.silent = sim && out.status != MDV_OK && !*mdv_devs_error(sim);
	snprintf(out.said, sizeof out.said, "%s", sim ? mdv_devs_error(sim) : "");
	mdv_devs_free(sim);
	out.leaked = meter.live - live;
	return out;
}

typedef Outcome Way(const MdvProgram *p, MdvSolver solver, long fail_at);

static void try_all(Way *way, const char *text, MdvSolver solver)
{
	MdvProgram *p = compile(text);
	Outcome good = way(p, solver, 0);
	long n_spared = 0;

	if (good.status != MDV_OK)
		T_FAIL("%s", good.said);
	T_INT(good.leaked, 0);
	for (long k = 1; k <= good.calls && t_bad < 10; k++) {
		Outcome bad = way(p, solver, k);

		if (bad.leaked)
			T_FAIL("%s, allocation %ld: %ld blocks leaked", solver_name(solver), k, bad.leaked);
		if (bad.silent)
			T_FAIL("%s, allocation %ld: failed without a word", solver_name(solver), k);
		if (bad.status == MDV_OK) {
			n_spared++;
			if (memcmp(bad.x, good.x, sizeof bad.x))
				T_FAIL("%s, allocation %ld: another result", solver_name(solver), k);
		} else if (bad.status != MDV_NO_MEMORY) {
			T_FAIL("%s, allocation %ld: status %d: %s", solver_name(solver), k, (int)bad.status,
				   bad.said);
		}
	}
	printf("%s: %ld allocations, %ld not needed\n", solver_name(solver), good.calls, n_spared);
	mdv_program_free(p);
}

static void every_allocation_of_a_plant_fails_once(void)
{
	try_all(as_host, machine, MDV_SOLVER_RK45);
	try_all(as_host, machine, MDV_SOLVER_CVODE);
	try_all(as_host, machine, MDV_SOLVER_IDA);
	try_all(as_host, machine, MDV_SOLVER_EULER);
}

static void every_allocation_of_a_pendulum_fails_once(void)
{
	try_all(as_host, pendulum, MDV_SOLVER_RK45);
	try_all(as_host, pendulum, MDV_SOLVER_CVODE);
}

static void every_allocation_of_atomics_fails_once(void)
{
	try_all(as_atomics, machine, MDV_SOLVER_RK45);
	try_all(as_atomics, machine, MDV_SOLVER_CVODE);
}

static void every_allocation_of_a_plant_with_components_fails_once(void)
{
	try_all(as_host, workshop, MDV_SOLVER_RK45);
	try_all(as_atomics, workshop, MDV_SOLVER_RK45);
}

static Outcome alone(const MdvProgram *p, MdvSolver solver, long fail_at)
{
	MdvSimulateOptions o = {.run.solver = solver};
	Outcome out = {MDV_OK, {0}, 0, 0, false, ""};
	MdvSimulateResult result;
	long live = meter.live;

	meter.calls = 0;
	meter.fail_at = fail_at;
	out.status = mdv_simulate(p, &o, &result);
	meter.fail_at = 0;
	out.calls = meter.calls;
	out.x[0] = (double)result.rhs;
	out.silent = out.status != MDV_OK && !*result.message;
	snprintf(out.said, sizeof out.said, "%s", result.message);
	out.leaked = meter.live - live;
	return out;
}

static void every_allocation_of_a_run_fails_once(void)
{
	try_all(alone, machine, MDV_SOLVER_RK45);
	try_all(alone, machine, MDV_SOLVER_CVODE);
	try_all(alone, workshop, MDV_SOLVER_RK45);
}

int main(void)
{
	T_RUN(every_allocation_of_a_run_fails_once);
	T_RUN(every_allocation_of_a_plant_fails_once);
	T_RUN(every_allocation_of_a_pendulum_fails_once);
	T_RUN(every_allocation_of_atomics_fails_once);
	T_RUN(every_allocation_of_a_plant_with_components_fails_once);
	return T_END();
}
