/* SPDX-License-Identifier: MIT
   qbg_run.c — modevs run --solver qbg: the run. The model's own equations are initialized, which
   gives the states at the start; then the network runs on the engine, and rows of results are read
   from its elements at output points. */
#include "cli/quantized.h"
#include "runtime/system/system.h"

#include <math.h>

/* --- the start --- */

static void drop(void *ctx, const char *text)
{
	(void)ctx;
	(void)text;
}

/* The equations at the start of the run: an exit status. */
static int start_equations(Qbg *q, Run *r, HybridResult *result)
{
	HybridOptions o = {.run = r->o->run, .stop_request = interrupt_flag()};
	Rt *rt = rt_new(r->model, NULL);
	MdvStatus status;

	if (!rt)
		guard_no_memory(NULL);
	q->started = rt;
	rt->listener.log = drop; /* what it has to say about steps does not matter */
	rt->interrupt.stop = interrupt_flag();
	o.run.solver = MDV_SOLVER_CVODE;
	o.run.timeout = 0;
	status = island_start(rt, &o, result);
	if (status == MDV_OK)
		return EXIT_DONE;
	render_say(stderr, "%s: error: %s\n", r->o->program,
			   *rt_message(rt) ? rt_message(rt) : mdv_status_text(status));
	return exit_status(status, *interrupt_flag());
}

/* --- the run --- */

static MdvStatus look_for_stop(void *user, MdvDevs *sim)
{
	const Run *r = user;

	(void)sim;
	return *r->hybrid.stop_request ? MDV_STOPPED : MDV_OK;
}

static MdvStatus emit_row(Run *r, double t)
{
	qbg_result_values(r->other_ctx, r->rt->frame);
	r->result.t = t;
	r->result.stats.rows++;
	return run_result_row(r, t, r->rt->frame);
}

/* Rows at start, every interval, and at the end. */
static MdvStatus run_rows(Qbg *q, Run *r)
{
	double start = r->run.start, stop = r->run.stop, h = r->run.interval;

	for (int64_t k = 0;; k++) {
		double t = start + (double)k * h;
		bool last = !(t < stop - 1e-9 * h);

		t = last ? stop : t;
		TRY(qbg_network_run(q->run, t));
		TRY(emit_row(r, t));
		run_stats_progress(r, t);
		if (last)
			return MDV_OK;
	}
}

static MdvStatus simulate(Run *r)
{
	Qbg *q = r->other_ctx;
	QbgOptions o = {.order = r->o->order + 1, .gdevs = r->o->gdevs, .t_start = r->run.start};
	MdvObserver stop = {.after = look_for_stop, .user = r};
	double begin = clock_seconds();
	MdvStatus status;

	for (size_t i = 0; i < q->columns.n; i++)
		q->has_potentials |= q->columns.at[i].what == QBG_POTENTIAL && r->wanted[i];
	status = qbg_network_open(&q->net, &o, &q->run);
	if (status == MDV_OK)
		status = mdv_devs_observe(qbg_network_engine(q->run), &stop);
	if (status == MDV_OK)
		status = run_rows(q, r);
	q->run_ms = 1000 * (clock_seconds() - begin);
	if (status < 0 && q->run && qbg_network_engine(q->run))
		report_fail(r->rt, status, NAN, "%s", mdv_devs_error(qbg_network_engine(q->run)));
	return status;
}

static void print_stats(const Run *r, bool json, FILE *to)
{
	const Qbg *q = r->other_ctx;
	MdvDevsStats s = q->run ? mdv_devs_stats(qbg_network_engine(q->run)) : (MdvDevsStats){0};
	unsigned long long events = q->run ? (unsigned long long)qbg_network_events(q->run) : 0;

	plain_fprintf(to,
				  json ? "{\"elements\": %d, \"bonds\": %d, \"depth\": %d, \"events\": %llu, "
						 "\"instants\": %llu, \"transitions\": %llu, \"messages\": %llu, "
						 "\"milliseconds\": {\"run\": %.3f}}\n"
					   : "  network       %d elements and junctions, %d bonds, %d stages\n"
						 "  events        %llu of storages and sources\n"
						 "  engine        %llu instants, %llu transitions, %llu messages\n"
						 "  milliseconds  %.1f run\n",
				  (int)q->net.n_elements, (int)q->net.n_bonds, (int)q->net.depth, events,
				  (unsigned long long)s.instants, (unsigned long long)(s.internal + s.external),
				  (unsigned long long)s.messages, q->run_ms);
}

static const RunOther qbg_other = {.simulate = simulate, .stats = print_stats};

/* The variables of the network as a model that has nothing to compute. */
static void make_model(Qbg *q, Run *r)
{
	const MdvModel *full = r->model;
	int32_t n = (int32_t)q->vars.n;

	for (int i = 0; i < 4; i++) /* time, initial(), terminal(), homotopy */
		vec_push(arena_heap(&r->keep), &q->initial, 0);
	q->model = (MdvModel){.name = full->name,
						  .n_slots = n + 4,
						  .initial = q->initial.at,
						  .n_vars = n,
						  .var = q->vars.at,
						  .init_check = -1,
						  .init_actions = -1,
						  .start_code = -1,
						  .objects_code = -1,
						  .time = n,
						  .is_initial = n + 1,
						  .is_terminal = n + 2,
						  .homotopy = n + 3,
						  .ode_call = -1,
						  .start = full->start,
						  .stop = full->stop,
						  .tolerance = full->tolerance,
						  .interval = full->interval,
						  .has_stop = full->has_stop};
	r->model = &q->model;
}

/* A quantum that was not chosen may be far too large, or too small. */
static void tell_default(const Qbg *q, Run *r)
{
	Text names;

	text_init(&names, arena_heap(&r->keep));
	quantum_say_default(&q->circuit, &names);
	if (names.n > 0)
		render_say(stderr, "%s: quantum 0.1, hysteresis 0.01 for %s (--quantum)\n", r->o->program,
				   text_str(&names));
	text_free(&names);
}

int qbg_begin(Qbg *q, Run *r)
{
	HybridResult result;
	int code;

	q->full = r->model;
	tell_default(q, r);
	interrupt_phase("initializing", NULL);
	code = start_equations(q, r, &result);
	if (code != EXIT_DONE)
		return code;
	qbg_result_start(q, &r->keep);
	qbg_result_columns(q, &r->keep);
	make_model(q, r);
	r->system = NULL;
	r->other = &qbg_other;
	r->other_ctx = q;
	return EXIT_DONE;
}

void qbg_end(Qbg *q)
{
	if (!q)
		return;
	qbg_network_free(q->run);
	rt_free(q->started);
}
