/* SPDX-License-Identifier: MIT
   Errors in this program while a plant lives: code of the model that finds itself wrong at its k-th
   evaluation, for every k. The plant fails with a report; the host goes on. */
#include "base/base.h"
#include "modevs/modevs.h"
#include "t.h"
#include "world.h"

#include <string.h>

/* A ball that bounces, with a nonlinear block and an input. */
static const char model[] =
	"model Ball\n  Real h(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 1);\n"
	"  input Real u;\n  discrete Integer n(start = 0, fixed = true);\n"
	"equation\n  der(h) = v;\n  der(v) = -9.81 + u - 0.01*y;\n  y + exp(y) = 2 + v;\n"
	"  when h < 0 then\n    reinit(v, -0.8*pre(v));\n    n = pre(n) + 1;\n  end when;\nend Ball;\n";

/* A model whose code ends in an error at one of its evaluations. */
typedef struct Damaged {
	const MdvModelSource *from; /* sound ones */
	long calls;                 /* evaluations so far */
	long fail_at;               /* this one fails; 0: none */
	long at_end;                /* evaluations before the plant was freed */
	MdvModel model;             /* as handed out */
	const MdvModel *sound;      /* what it is a copy of */
} Damaged;

static MdvStatus run_damaged(void *code, double frame[], int32_t region)
{
	Damaged *d = code;

	if (++d->calls == d->fail_at)
		BUG("evaluation %ld", d->calls);
	return d->sound->run(d->sound->code, frame, region);
}

static const char *why_damaged(void *code)
{
	const Damaged *d = code;

	return d->sound->why(d->sound->code);
}

static const MdvModel *make_damaged(void *ctx, const MdvAlloc *alloc,
									void (*log)(void *user, const char *text), void *user)
{
	Damaged *d = ctx;

	if (d->fail_at < 0)
		BUG("no model");
	d->sound = d->from->make(d->from->ctx, alloc, log, user);
	if (!d->sound)
		return NULL;
	d->model = *d->sound;
	d->model.run = run_damaged;
	d->model.why = why_damaged;
	d->model.find_bad = NULL;
	d->model.texts = NULL;
	d->model.code = d;
	return &d->model;
}

static void drop_damaged(void *ctx, const MdvModel *m)
{
	const Damaged *d = ctx;

	(void)m;
	d->from->drop(d->from->ctx, d->sound);
}

static MdvStatus live_as_host(const MdvHybridOptions *o, char *text, size_t size)
{
	MdvValue u = mdv_real(0.5);
	MdvBag bag = {&u, 1};
	MdvHybrid *h;
	MdvStatus status = mdv_hybrid_new(o, 0, &h);

	for (int i = 0; status == MDV_OK && i < 60 && mdv_hybrid_plan(h).t < 2; i++) {
		MdvPlan plan = mdv_hybrid_plan(h);

		if (i == 20)
			status = mdv_hybrid_external(h, mdv_hybrid_time(h), &bag);
		else if (i % 7 == 3)
			status = mdv_hybrid_look(h, 0.5 * (mdv_hybrid_time(h) + plan.t));
		else if (plan.kind == MDV_PLAN_STEP)
			status = mdv_hybrid_step(h, plan.number);
		else
			status = mdv_hybrid_change(h, plan.number);
	}
	if (status == MDV_OK)
		status = mdv_hybrid_finish(h, mdv_hybrid_time(h));
	if (h)
		snprintf(text, size, "%s", mdv_hybrid_message(h));
	if (h && status == MDV_INTERNAL_ERROR) {
		T_INT(mdv_hybrid_plan(h).kind, MDV_PLAN_NEVER);
		T_INT(mdv_hybrid_external(h, mdv_hybrid_time(h), &bag), status);
		T_INT(mdv_hybrid_look(h, mdv_hybrid_time(h)), status);
	}
	((Damaged *)o->user)->at_end = ((Damaged *)o->user)->calls;
	mdv_hybrid_free(h);
	return status;
}

static MdvStatus live_in_engine(const MdvHybridOptions *o, char *text, size_t size)
{
	MdvAtomic atomic = mdv_hybrid_atomic("Plant", o);
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1});
	MdvComponent c, root = mdv_devs_root(sim);
	MdvStatus status = mdv_devs_add_atomic(sim, root, "plant", &atomic, o, &c);

	if (status == MDV_OK)
		status = mdv_devs_couple(sim, root, 0, c, 0);
	if (status == MDV_OK)
		status = mdv_devs_inject(sim, 0.7, root, 0, mdv_real(0.5));
	if (status == MDV_OK)
		status = mdv_devs_run(sim, 1.5);
	snprintf(text, size, "%s", mdv_devs_error(sim));
	((Damaged *)o->user)->at_end = ((Damaged *)o->user)->calls;
	mdv_devs_free(sim);
	return status;
}

typedef MdvStatus Life(const MdvHybridOptions *o, char *text, size_t size);

/* Behind those of the start and of the first steps, most are looks along steps: some of them will
 * do. */
static long next_evaluation(long k, long n)
{
	return k < 2000 ? k + 1 : k + 1 + n / 200;
}

static void every_evaluation_fails_once(Life *life)
{
	static const MdvReceive receive = {.port = 0, .variable = "u"};
	MdvProgram *p = compile(model);
	Damaged d = {.from = mdv_program_source(p)};
	MdvModelSource source = {make_damaged, drop_damaged, &d};
	MdvHybridOptions o = {
		.model = &source, .receive = &receive, .n_receive = 1, .n_in = 1, .user = &d};
	char told[1200];
	long n;

	T_INT(life(&o, told, sizeof told), MDV_OK);
	n = d.at_end;
	T_CHECK(n > 100);
	for (long k = 1; k <= n && t_bad < 5; k = next_evaluation(k, n)) {
		char want[60];

		d.calls = 0;
		d.fail_at = k;
		T_INT(life(&o, told, sizeof told), MDV_INTERNAL_ERROR);
		snprintf(want, sizeof want, "evaluation %ld; please report", k);
		if (!strstr(told, "internal error at ") || !strstr(told, want))
			T_FAIL("evaluation %ld: \"%s\"", k, told);
	}
	mdv_program_free(p);
}

static void an_error_in_a_plant_of_a_host_is_its_status(void)
{
	every_evaluation_fails_once(live_as_host);
}

static void an_error_in_a_plant_of_the_engine_is_its_status(void)
{
	every_evaluation_fails_once(live_in_engine);
}

static void keep_text(void *user, const char *text)
{
	snprintf(user, 200, "%s", text);
}

static void an_error_while_a_model_is_made_is_told_to_the_log(void)
{
	MdvProgram *p = compile(model);
	Damaged d = {.from = mdv_program_source(p), .fail_at = -1};
	MdvModelSource source = {make_damaged, drop_damaged, &d};
	char text[200] = "";
	MdvHybridOptions o = {.model = &source, .log = keep_text, .user = text};
	MdvHybrid *h;

	T_INT(mdv_hybrid_new(&o, 0, &h), MDV_INTERNAL_ERROR);
	T_CHECK(!h && strstr(text, "no model"));
	mdv_program_free(p);
}

int main(void)
{
	T_RUN(an_error_in_a_plant_of_a_host_is_its_status);
	T_RUN(an_error_in_a_plant_of_the_engine_is_its_status);
	T_RUN(an_error_while_a_model_is_made_is_told_to_the_log);
	return T_END();
}
