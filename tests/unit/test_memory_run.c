/* SPDX-License-Identifier: MIT
   test_memory_run.c — simulating and plants without memory: the k-th allocation from the host's
   allocator is refused, or all from the k-th on. The status is MDV_NO_MEMORY and nothing is left,
   or every row and every value is as if nothing had happened. SUNDIALS and KLU get theirs from
   there, too. With an argument every allocation is tried, otherwise at most 400. */
#include "base/base.h"
#include "modevs/modevs.h"
#include "t.h"

static bool every_k; /* an argument is given */

typedef struct Outcome {
	MdvStatus status;   /* of the first call that failed */
	uint64_t hash;      /* of all rows, or of the values at the end */
	size_t n_calls;     /* allocations asked for */
	size_t left;        /* bytes that did not come back */
	char message[1024]; /* what it says */
} Outcome;

typedef struct Case {
	MdvProgram *p;     /* the model */
	AllocMeter *meter; /* its memory */
	MdvSolver solver;  /* to be used */
	unsigned threads;  /* of the engine */
} Case;

typedef Outcome Way(const Case *c, size_t fail_at, bool after);

static void meter_begin(AllocMeter *m, size_t fail_at, bool after)
{
	m->n_calls = 0;
	m->fail_at = fail_at;
	m->fail_after = after;
}

/* A run of its own. */

typedef struct Rows {
	uint64_t hash;    /* so far */
	size_t n_columns; /* of a row */
} Rows;

static MdvStatus add_row(void *user, double t, const double value[])
{
	Rows *r = user;

	r->hash = map_hash_bytes(&t, sizeof t, r->hash);
	r->hash = map_hash_bytes(value, r->n_columns * sizeof *value, r->hash);
	return MDV_OK;
}

static Outcome simulate(const Case *c, size_t fail_at, bool after)
{
	Rows rows = {.n_columns = (size_t)mdv_program_model(c->p)->n_vars};
	MdvSimulateOptions o = {.run.solver = c->solver, .row = add_row, .user = &rows};
	MdvSimulateResult result;
	Outcome out = {.n_calls = 0};
	size_t live = c->meter->live;

	meter_begin(c->meter, fail_at, after);
	out.status = mdv_simulate(c->p, &o, &result);
	c->meter->fail_at = 0;
	out.n_calls = c->meter->n_calls;
	out.left = c->meter->live - live;
	out.hash = rows.hash;
	snprintf(out.message, sizeof out.message, "%s", result.message);
	return out;
}

/* Two plants in the engine; each has its own code and memory, perhaps its own thread. */

static uint64_t hash_plant(MdvDevs *sim, MdvComponent plant, int32_t n_vars, uint64_t hash)
{
	MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, plant));

	for (int32_t v = 0; v < n_vars; v++) {
		double x = mdv_hybrid_get(h, v);

		hash = map_hash_bytes(&x, sizeof x, hash);
	}
	return hash;
}

static Outcome run_engine(const Case *c, size_t fail_at, bool after)
{
	MdvHybridOptions o = {
		.model = mdv_program_source(c->p), .run.solver = c->solver, .run.span = 1};
	MdvDevsOptions d = {.threads = c->threads, .alloc = &c->meter->alloc};
	MdvAtomic atomic = mdv_hybrid_atomic("plant", &o);
	int32_t n_vars = mdv_program_model(c->p)->n_vars;
	Outcome out = {.status = MDV_NO_MEMORY};
	size_t live = c->meter->live;
	MdvComponent plant[2];
	MdvDevs *sim;

	meter_begin(c->meter, fail_at, after);
	sim = mdv_devs_new(&d);
	if (sim)
		out.status = MDV_OK;
	for (int i = 0; i < 2 && out.status == MDV_OK; i++)
		out.status =
			mdv_devs_add_atomic(sim, mdv_devs_root(sim), i ? "b" : "a", &atomic, &o, &plant[i]);
	if (out.status == MDV_OK)
		out.status = mdv_devs_run(sim, 1);
	c->meter->fail_at = 0;
	out.n_calls = c->meter->n_calls;
	for (int i = 0; i < 2 && out.status == MDV_OK; i++)
		out.hash = hash_plant(sim, plant[i], n_vars, out.hash);
	snprintf(out.message, sizeof out.message, "%s", sim ? mdv_devs_error(sim) : "");
	mdv_devs_free(sim);
	out.left = c->meter->live - live;
	return out;
}

/* Every allocation of a model. */

static void try_one(Way *way, const Case *c, size_t k, bool after, const Outcome *good)
{
	Outcome got = way(c, k, after);

	if (got.left)
		T_FAIL("allocation %zu: %zu bytes are left", k, got.left);
	if (got.status == MDV_NO_MEMORY)
		return;
	if (got.status != good->status || strcmp(got.message, good->message))
		T_FAIL("allocation %zu: status %d: %s", k, (int)got.status, got.message);
	else if (got.hash != good->hash)
		T_FAIL("allocation %zu: other values", k);
}

static void try_model(Way *way, const char *text, MdvSolver solver, unsigned threads)
{
	const char *const dirs[] = {MDV_SOURCE_DIR "/lib", NULL};
	AllocMeter meter;
	MdvCompileOptions o = {.dirs = dirs, .alloc = &meter.alloc};
	Case c = {.meter = &meter, .solver = solver, .threads = threads};
	Outcome good;

	alloc_meter_init(&meter, NULL);
	if (mdv_compile_text("Test.mo", text, &o, &c.p) != MDV_OK) {
		T_FAIL("not compiled: %s", mdv_program_messages(c.p));
		mdv_program_free(c.p);
		return;
	}
	good = way(&c, 0, false);
	if (good.status != MDV_OK)
		T_FAIL("status %d: %s", (int)good.status, good.message);
	T_CHECK(good.n_calls > 10 && good.left == 0);
	for (size_t k = 1; k <= good.n_calls && t_bad < 5; k += every_k ? 1 : good.n_calls / 400 + 1) {
		try_one(way, &c, k, false, &good);
		try_one(way, &c, k, true, &good);
	}
	mdv_program_free(c.p);
	T_INT(meter.live, 0);
}

static const char ball[] = "model Ball Real h(start = 1), v; equation der(h) = v; der(v) = -9.81;"
						   "when h <= 0 then reinit(v, -0.7 * pre(v)); end when; end Ball;";

/* Functions with arrays, records and texts, in every step. */
static const char functions[] =
	"package P record R Real a; Real b[2]; end R;"
	"function f input Real x[:]; output R r; protected Real s = 0; algorithm "
	"for i in 1:size(x, 1) loop s := s + x[i]^2; end for; r := R(s, {sqrt(s), exp(-s)}); end f;"
	"function label input Real x; output String s; algorithm s := \"x = \" + String(x); end label;"
	"model M Real x[3](each start = 1, each fixed = true); R r = f(x); equation "
	"for i in 1:3 loop der(x[i]) = -i * r.b[2] * x[i]; end for;"
	"assert(r.a < 1e3, label(x[1])); end M; end P;";

/* States chosen while it runs. */
static const char pendulum[] =
	"model Pendulum Real x(start = 0.8), y(start = -0.6), vx(start = 0), vy, f; equation "
	"der(x) = vx; der(y) = vy; der(vx) = f * x; der(vy) = f * y - 9.81; x^2 + y^2 = 1; "
	"end Pendulum;";

/* Delays, transport, samples. */
static const char memories[] =
	"model Memories Real x(start = 0, fixed = true), d = delay(x, 0.1), w0, w1;"
	"discrete Real s(start = 0, fixed = true); equation der(x) = 1 - d + 0.1 * s;"
	"(w0, w1) = spatialDistribution(x, 0, time, true, {0, 1}, {0, 0});"
	"when sample(0, 0.2) then s = pre(s) + x; end when; end Memories;";

/* An external object: a table of the library. */
static const char table[] =
	"model T Modelica.Blocks.Tables.CombiTable1Ds t(table = [0, 0; 1, 2; 2, 3]); equation "
	"t.u = time; end T;";

/* So many states that their Jacobian is sparse; the pivots of KLU change on the way. */
static const char cells[] =
	"model Cells Real x[60](each start = 0, each fixed = true); equation der(x[1]) = 1 - x[1];"
	"for i in 2:60 loop der(x[i]) = 100 * sin(5 * time) * (x[i - 1] - x[i]) - x[i]^3; end for;"
	"end Cells;";

/* Newton's iteration alone does not find it. */
static const char valley[] =
	"model Valley Real x(start = -1.2), y(start = 1), z(start = 1, fixed = true); equation "
	"1e4 * x * y = 1; exp(-x) + exp(-y) = 1.0001; der(z) = -z; end Valley;";

/* Two parts of equations that hear the same messages and the same clock. */
static const char islands[] =
	"model Islands DEVSLib.AuxModels.Generator g(period = 0.2, firstGeneration = 0.1);"
	"DEVSLib.AuxModels.DICO d; Real x(start = 1, fixed = true), y(start = 2, fixed = true);"
	"Integer n(start = 0), k(start = 0); equation connect(g.outPort1, d.inport);"
	"der(x) = d.y - x; der(y) = -d.y*y; when sample(0, 0.3) then n = pre(n) + (if x > 1 then 1 "
	"else 2);"
	"end when; when {sample(0, 0.3), y < 1.5} then k = pre(k) + 1; end when; end Islands;";

/* Ready parts, atomics by functions and equations. */
static const char parts[] =
	"model Parts import DEVSLib.Parts.*; Generator g(gaps = exponential(0.1), values = {1, 2});"
	"Processor p(service = uniform(0.05, 0.2), capacity = 2); Pipe q(n = 2, service = always(0.1));"
	"Switch s(n = 2, round_robin = true); Statistics t; Recorder r(n = 2);"
	"DEVSLib.AuxModels.SetValue v(Value = 3); DEVSLib.AuxModels.DICO y;"
	"Real x(start = 0, fixed = true); equation connect(g.outport, p.inport);"
	"connect(p.outport, s.inport); connect(p.refused, r.inport[2]); connect(s.outport[1], "
	"q.inport);"
	"connect(q.outport, r.inport[1]); connect(s.outport[2], v.inPort1);"
	"connect(v.outPort1, t.sample); connect(v.outPort1, y.inport);"
	"der(x) = y.y - x + (if p.busy then 1 else 0); end Parts;";

static void every_allocation_of_a_simulation(void)
{
	try_model(simulate, parts, MDV_SOLVER_RK45, 0);
	try_model(simulate, islands, MDV_SOLVER_RK45, 0);
	try_model(simulate, islands, MDV_SOLVER_CVODE, 0);
	try_model(simulate, ball, MDV_SOLVER_RK45, 0);
	try_model(simulate, ball, MDV_SOLVER_CVODE, 0);
	try_model(simulate, functions, MDV_SOLVER_CVODE, 0);
	try_model(simulate, pendulum, MDV_SOLVER_CVODE, 0);
	try_model(simulate, memories, MDV_SOLVER_IDA, 0);
	try_model(simulate, table, MDV_SOLVER_CVODE, 0);
	try_model(simulate, ball, MDV_SOLVER_ADAMS, 0);
	try_model(simulate, cells, MDV_SOLVER_CVODE, 0);
	try_model(simulate, cells, MDV_SOLVER_IDA, 0);
	try_model(simulate, valley, MDV_SOLVER_CVODE, 0);
}

static void every_allocation_of_plants_in_one_thread(void)
{
	try_model(run_engine, ball, MDV_SOLVER_RK45, 0);
	try_model(run_engine, functions, MDV_SOLVER_CVODE, 0);
	try_model(run_engine, pendulum, MDV_SOLVER_CVODE, 0);
	try_model(run_engine, memories, MDV_SOLVER_RK45, 0);
	try_model(run_engine, table, MDV_SOLVER_CVODE, 0);
}

static void every_allocation_of_plants_in_two_threads(void)
{
	try_model(run_engine, ball, MDV_SOLVER_RK45, 2);
	try_model(run_engine, functions, MDV_SOLVER_CVODE, 2);
	try_model(run_engine, cells, MDV_SOLVER_IDA, 2);
	try_model(run_engine, memories, MDV_SOLVER_RK45, 2);
}

int main(int argc, char **argv)
{
	(void)argv;
	every_k = argc > 1;
	T_RUN(every_allocation_of_a_simulation);
	T_RUN(every_allocation_of_plants_in_one_thread);
	T_RUN(every_allocation_of_plants_in_two_threads);
	return T_END();
}
