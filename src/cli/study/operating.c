/* SPDX-License-Identifier: MIT
   operating.c — a model at one point, for linearize and steady: der(x) = f(x, u), y = g(x, u). Its
   matrices come by central differences of fourth order: with steps of a thousandth of the size of a
   variable the error of the method, about 1e-12/30 of the fifth derivative, and that of rounding,
   about 1e-13, are alike. */
#include "cli/study/operating.h"
#include "runtime/plant/plant.h"

#include <math.h>

static void note_text(void *ctx, const char *text)
{
	const Operating *l = ctx;

	interrupt_hide();
	options_warn(l->o, "%s", text);
}

static MdvStatus no_row(void *ctx, double t, const double frame[])
{
	(void)ctx;
	(void)t;
	(void)frame;
	return MDV_OK;
}

/* What is an input, what an output. */
static void find_ports(Operating *l)
{
	const MdvModel *m = &l->made->model;

	l->input = NEW_ARRAY(&l->cx.keep, int32_t, m->n_vars + 1);
	l->output = NEW_ARRAY(&l->cx.keep, int32_t, m->n_vars + 1);
	for (int32_t i = 0; i < m->n_vars; i++) {
		uint16_t flags = m->var[i].flags;

		if (m->var[i].type != MDV_REAL || flags & (MDV_VAR_HIDDEN | MDV_VAR_PARAMETER))
			continue;
		if (flags & MDV_VAR_INPUT && !(flags & MDV_VAR_OUTSIDE))
			l->input[l->n_u++] = i;
		else if (flags & MDV_VAR_OUTPUT)
			l->output[l->n_y++] = i;
	}
}

static int fail(Operating *l, MdvStatus status, const char *doing)
{
	interrupt_hide();
	render_say(stderr, "%s: error: %s: %s\n", l->o->program, doing,
			   l->rt && *rt_message(l->rt) ? rt_message(l->rt) : mdv_status_text(status));
	return exit_status(status, *interrupt_flag());
}

/* To the end of the run, which is the start if nothing else is said. */
static int go_there(Operating *l)
{
	double start = settle_run(&l->o->run, &l->made->model).start;
	HybridOptions h = {.run = l->o->run,
					   .row = no_row,
					   .ctx = l,
					   .system = &l->system,
					   .session = &l->made->session,
					   .stop_request = interrupt_flag()};
	HybridResult result;
	MdvStatus status;

	h.run.timeout = 0;
	if (h.run.stop < start) {
		plain_fprintf(stderr, "%s: the end %g lies before the start %g\n", l->o->program,
					  h.run.stop, start);
		return EXIT_USAGE;
	}
	if (isnan(h.run.stop)) {
		h.run.start = start;
		h.run.stop = start == 0 ? -0.0 : start;
	}
	interrupt_phase("simulating", NULL);
	interrupt_ask(NULL, NULL);
	status = island_simulate(l->rt, &h, &result);
	status = interrupt_end(l->rt, &result, status);
	if (status != MDV_OK)
		return fail(l, status, "the run does not get there");
	l->t = result.t;
	return EXIT_DONE;
}

/* Whether derivatives and outputs follow from x and u. */
static bool has_matrices(Operating *l)
{
	const MdvModel *m = &l->made->model;

	if (l->system.n_components == 0) {
		render_say(stderr, "%s: the model has DEVS components: it has no matrices\n",
				   l->o->program);
		return false;
	}
	if (m->n_delays > 0 || m->n_spatials > 0) {
		render_say(stderr,
				   "%s: the model has delays: it depends on what was before, not only on "
				   "its states\n",
				   l->o->program);
		return false;
	}
	if (m->n_samplers > 0 || m->n_ticks > 0)
		options_warn(l->o, "the model samples: what is held between samples is taken as constant");
	return true;
}

int operating_open(Operating *l, const Options *o)
{
	MakerOptions maker = {.log = note_text, .user = l, .stop = interrupt_flag()};
	RunCompiled took;
	int code;

	l->o = o;
	start_compile(o, &l->cx);
	code = start_model(o, &l->cx, &took);
	start_tell(&l->cx);
	if (code != EXIT_DONE)
		return code;
	l->system = maker_system(&l->cx, &l->cx.keep);
	l->jit = maker.jit = maker_jit(&l->cx, (MdvCodeKind)o->code);
	l->made = maker_new(&l->cx, &maker);
	l->rt = l->made ? rt_new(&l->made->model, NULL) : NULL;
	if (!l->rt)
		guard_no_memory(NULL);
	if (!has_matrices(l))
		return EXIT_USAGE;
	if (!run_begin_allow(o, &l->made->session))
		return EXIT_USAGE;
	l->rt->listener.log = note_text;
	l->rt->listener.ctx = l;
	l->rt->interrupt.stop = interrupt_flag();
	code = go_there(l);
	if (code != EXIT_DONE)
		return code;
	find_ports(l);
	l->n_x = l->made->model.n_states;
	l->x = NEW_ARRAY(&l->cx.keep, double, l->n_x + 1);
	l->u = NEW_ARRAY(&l->cx.keep, double, l->n_u + 1);
	l->out = NEW_ARRAY(&l->cx.keep, double, 5 * (l->n_x + l->n_y) + 1);
	rt_states(l->rt, l->x);
	for (int32_t i = 0; i < l->n_u; i++)
		l->u[i] = rt_get(l->rt, l->input[i]);
	return EXIT_DONE;
}

void operating_close(Operating *l)
{
	rt_free(l->rt);
	maker_free(l->made);
	jit_free(l->jit);
	pipeline_free(&l->cx);
}

const char *operating_state(const Operating *l, int32_t i)
{
	int32_t var = rt_state(l->rt, i)->var;

	return var >= 0 ? l->made->model.var[var].name : "?";
}

MdvStatus operating_eval(Operating *l, const double x[], const double u[], double out[])
{
	const MdvModel *m = &l->made->model;

	for (int32_t i = 0; i < l->n_u; i++) {
		const MdvVar *v = &m->var[l->input[i]];

		l->rt->frame[v->slot] = v->flags & MDV_VAR_NEGATED ? rt_negated(v, u[i]) : u[i];
	}
	rt_put_states(l->rt, l->t, x); /* what was computed with other inputs is forgotten */
	TRY(rt_output(l->rt, l->t, x, RT_OUTPUT));
	for (int32_t i = 0; i < l->n_x; i++)
		out[i] = l->rt->frame[rt_state(l->rt, i)->derivative];
	for (int32_t i = 0; i < l->n_y; i++)
		out[l->n_x + i] = rt_get(l->rt, l->output[i]);
	return MDV_OK;
}

MdvStatus operating_column(Operating *l, double *at, double size, double column[])
{
	size_t n = (size_t)(l->n_x + l->n_y);
	double middle = *at, h = 1e-3 * size, end = middle + h;
	double *f[4]; /* at -2, -1, 1 and 2 steps */
	MdvStatus status = MDV_OK;

	h = end - middle; /* what the numbers have */
	for (int k = 0; k < 4 && status == MDV_OK; k++) {
		f[k] = l->out + (size_t)(k + 1) * n;
		*at = middle + (k < 2 ? k - 2 : k - 1) * h;
		status = operating_eval(l, l->x, l->u, f[k]);
	}
	*at = middle;
	for (size_t i = 0; i < n && status == MDV_OK; i++) /* what does not depend on it is exactly 0 */
		column[i] = (8 * (f[2][i] - f[1][i]) - (f[3][i] - f[0][i])) / (12 * h);
	return status;
}

MdvStatus operating_matrix(Operating *l, double *matrix)
{
	int32_t n = l->n_x + l->n_y;

	for (int32_t k = 0; k < l->n_x; k++)
		TRY(operating_column(l, &l->x[k], fmax(fabs(l->x[k]), rt_nominal(l->rt, k)),
							 matrix + k * n));
	for (int32_t k = 0; k < l->n_u; k++)
		TRY(operating_column(l, &l->u[k], fmax(fabs(l->u[k]), 1), matrix + (l->n_x + k) * n));
	return operating_eval(l, l->x, l->u, l->out);
}
