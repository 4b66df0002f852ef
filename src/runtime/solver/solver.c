/* SPDX-License-Identifier: MIT
   solver.c — the entry points of all solvers: checks, commit and drop of the tried step, the stall
   detector, messages. Every vector that comes from the model is looked at here or in solver_jac.c:
   SUNDIALS accepts NaN silently. */
#include "runtime/solver/solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define DEFAULT_TOL 1e-6
#define STALL_ULPS  8  /* a step shorter than this many units in the last place of t stalls */
#define STALL_MAX   10 /* so many stalled steps in a row are the end */

/* What is the same from one cut to the next (the start at a low order, a period between two events)
   is wrong in the same direction each time: after some cuts the steps share the tolerances, so that
   the sum of so many errors grows with the logarithm of their number. */
#define FREE_CUTS   4.0
#define LEAST_SHARE 0.05

#define ROW(constant, value, name) [constant] = &solver_##name,
static const SolverOps *const all[] = {MDV_SOLVERS(ROW, SOLVER_NOTHING)};

const SolverOps *solver_of(MdvSolver which)
{
	return all[which];
}

/* The sum of 0 * x is 0, but for NaN and infinity; four sums, so that they overlap. */
bool solver_finite(const double x[], size_t n)
{
	double sum[4] = {0};
	size_t i = 0;

	for (; i + 4 <= n; i += 4) {
		sum[0] += x[i] * 0.0;
		sum[1] += x[i + 1] * 0.0;
		sum[2] += x[i + 2] * 0.0;
		sum[3] += x[i + 3] * 0.0;
	}
	for (; i < n; i++)
		sum[0] += x[i] * 0.0;
	return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0.0;
}

/* The weighted root mean square of e: 1 is what the tolerances allow. Weights by the larger of the
   states x and y. */
double solver_norm(const Solver *s, const double e[], const double x[], const double y[])
{
	double sum = 0;

	for (int32_t i = 0; i < s->sys.n; i++) {
		double size = fmax(fabs(x[i]), fabs(y[i]));
		double part = e[i] / (s->share * solver_tolerance(s, i, size));

		sum += part * part;
	}
	return sqrt(sum / s->sys.n);
}

/* --- making and freeing --- */

static bool is_length(double h)
{
	return h >= 0 && isfinite(h);
}

static bool options_right(const SolverOps *ops, const MdvOptions *o)
{
	if (!is_length(o->tol) || o->tol > 1 || !is_length(o->max_step) || !is_length(o->fixed_step) ||
		!is_length(o->first_step))
		return false;
	return !(ops->fixed_only && o->fixed_step == 0) && !(ops->variable && o->fixed_step > 0);
}

static MdvStatus get_memory(Solver *s)
{
	s->x_old = NEW_ARRAY(&s->memory, double, s->sys.n);
	s->x_new = NEW_ARRAY(&s->memory, double, s->sys.n);
	s->atol = NEW_ARRAY(&s->memory, double, s->sys.n);
	return s->x_old && s->x_new && s->atol ? MDV_OK : MDV_NO_MEMORY;
}

MdvStatus solver_new(const SolverOps *ops, const OdeSystem *sys, const MdvOptions *o,
					 const MdvAlloc *alloc, Solver **out)
{
	MdvStatus status;
	Solver *s;

	*out = NULL;
	if (!options_right(ops, o) || sys->n < 0 || (sys->n > 0 && !sys->rhs))
		return MDV_BAD_ARGUMENT;
	alloc = alloc ? alloc : &alloc_heap;
	s = alloc_new(alloc, ops->size);
	if (!s)
		return MDV_NO_MEMORY;
	s->ops = ops;
	s->sys = *sys;
	s->options = *o;
	if (o->tol == 0)
		s->options.tol = DEFAULT_TOL;
	s->alloc = alloc;
	s->share = 1;
	s->failure = (SolverFailure){.status = MDV_BAD_ARGUMENT, .t_bad = NAN, .i_bad = -1};
	snprintf(s->message, sizeof s->message, "the solver was not started");
	arena_init(&s->memory, alloc);
	status = get_memory(s);
	if (status == MDV_OK && sys->n > 0)
		status = ops->init(s);
	if (status != MDV_OK) {
		solver_free(s);
		return status;
	}
	*out = s;
	return MDV_OK;
}

void solver_free(Solver *s)
{
	if (!s)
		return;
	if (s->ops->free)
		s->ops->free(s);
	arena_free(&s->memory);
	alloc_free(s->alloc, s, s->ops->size);
}

/* --- messages --- */

MdvStatus solver_fail(Solver *s, MdvStatus status, double h, const char *format, ...)
{
	char *end = s->message + sizeof s->message, *at = s->message;
	SolverFailure *f = &s->failure;
	va_list args;

	f->status = status;
	f->t = s->t_old;
	f->h = h;
	at += plain_snprintf(at, (size_t)(end - at), "t=%.10g", f->t);
	if (h > 0)
		at += plain_snprintf(at, (size_t)(end - at), ", step %.3g", h);
	at += snprintf(at, (size_t)(end - at), ": ");
	va_start(args, format);
	at += plain_vsnprintf(at, (size_t)(end - at), format, args);
	va_end(args);
	if (at >= end || !(f->t_bad >= f->t)) /* what is behind was passed */
		return status;
	if (f->i_bad >= 0)
		plain_snprintf(at, (size_t)(end - at), "; %s %d is not finite at t=%.10g", s->bad_what,
					   (int)f->i_bad + 1, f->t_bad);
	else
		plain_snprintf(at, (size_t)(end - at), "; the model is not defined at t=%.10g", f->t_bad);
	return status;
}

MdvStatus solver_fail_start(Solver *s, double h)
{
	return solver_fail(s, s->failure.i_bad >= 0 ? MDV_NOT_FINITE : MDV_FAILED, h,
					   "there is no derivative at the start of the step");
}

/* --- the model --- */

/* A vector with a NaN or an infinity in it: remember the first. */
static MdvStatus refuse(Solver *s, double t, const char *what, const double x[])
{
	int32_t i = 0;

	while (isfinite(x[i]))
		i++;
	s->failure.t_bad = t;
	s->failure.i_bad = i;
	s->bad_what = what;
	s->stats.retries++;
	return MDV_RETRY;
}

/* What a status from the model at t means: go on, try a shorter step, or stop. */
MdvStatus solver_judge(Solver *s, MdvStatus status, double t)
{
	if (status == MDV_OK)
		return MDV_OK;
	s->failure.t_bad = t;
	s->failure.i_bad = -1;
	if (status < 0 || status == MDV_STOPPED) {
		s->verdict = status;
		return status;
	}
	s->stats.retries++;
	return MDV_RETRY;
}

MdvStatus solver_rhs(Solver *s, double t, const double x[], double dx[])
{
	size_t n = (size_t)s->sys.n;
	MdvStatus status;

	if (!solver_finite(x, n))
		return refuse(s, t, "state", x);
	s->stats.rhs++;
	status = solver_judge(s, s->sys.rhs(s->sys.ctx, t, x, dx), t);
	if (status == MDV_OK && !solver_finite(dx, n))
		return refuse(s, t, "the derivative of state", dx);
	return status;
}

/* --- restart, step, dense output --- */

static void read_nominals(Solver *s)
{
	for (int32_t i = 0; i < s->sys.n; i++) {
		double size = s->sys.nominal ? fabs(s->sys.nominal[i]) : 1.0;

		s->atol[i] = s->options.tol * (size > 0 && isfinite(size) ? size : 1.0);
	}
}

static void copy(double *to, const double *from, int32_t n)
{
	if (n > 0)
		memmove(to, from, (size_t)n * sizeof *to); /* restart may be given our own states */
}

void solver_renew(Solver *s)
{
	if (s->ops->renew && s->sys.n > 0)
		s->ops->renew(s);
}

void solver_cut(Solver *s, int n)
{
	s->n_cuts += n;
	s->share = fmax(LEAST_SHARE, FREE_CUTS / fmax(FREE_CUTS, (double)s->n_cuts));
}

MdvStatus solver_restart(Solver *s, double t, const double x[])
{
	SolverFailure *f = &s->failure;

	s->stats.restarts++;
	s->n_stalled = 0;
	s->verdict = MDV_OK;
	s->message[0] = '\0';
	*f = (SolverFailure){.t = t, .t_bad = NAN, .i_bad = -1};
	s->t_old = s->t_new = t;
	if (!isfinite(t))
		return solver_fail(s, MDV_BAD_TIME, 0, "the time to start at is not finite");
	if (!solver_finite(x, (size_t)s->sys.n)) {
		refuse(s, t, "state", x);
		return solver_fail(s, MDV_NOT_FINITE, 0, "no start");
	}
	copy(s->x_new, x, s->sys.n);
	copy(s->x_old, x, s->sys.n);
	read_nominals(s);
	return s->sys.n > 0 ? s->ops->restart(s) : MDV_OK;
}

/* Without states time goes as far as the options allow. */
static MdvStatus step_stateless(Solver *s, double t_stop)
{
	double h = s->options.fixed_step > 0 ? s->options.fixed_step : s->options.max_step;

	s->t_new = h > 0 && s->t_old + h < t_stop ? s->t_old + h : t_stop;
	return MDV_OK;
}

/* Whether time stands still: against a point that the model does not let it pass, or at a pole, a
   solver makes its steps smaller until they vanish, and would go on so for ever. */
static MdvStatus check_progress(Solver *s, double t_stop)
{
	double h = s->t_new - s->t_old;

	if (s->t_new == t_stop || h > STALL_ULPS * DBL_EPSILON * fabs(s->t_new))
		s->n_stalled = 0;
	else if (++s->n_stalled >= STALL_MAX)
		return solver_fail(s, MDV_STEP_TOO_SMALL, h, "the step became too small");
	return MDV_OK;
}

/* The tried step becomes history. */
static void commit(Solver *s)
{
	double *x = s->x_old;

	s->x_old = s->x_new;
	s->x_new = x;
	s->t_old = s->t_new;
}

/* Nothing was tried: the step is empty. */
static void empty(Solver *s)
{
	s->t_new = s->t_old;
	copy(s->x_new, s->x_old, s->sys.n);
}

MdvStatus solver_step(Solver *s, double t_stop, double *t)
{
	MdvStatus status;

	*t = s->t_new;
	if (s->failure.status != MDV_OK)
		return s->failure.status;
	if (!(t_stop >= s->t_new))
		return MDV_BAD_TIME;
	commit(s);
	if (t_stop == s->t_old) {
		empty(s);
		return MDV_OK;
	}
	status = s->sys.n > 0 ? s->ops->step(s, t_stop) : step_stateless(s, t_stop);
	if (s->verdict != MDV_OK) /* whatever the solver made of it */
		status = solver_fail(s, s->verdict, 0, "%s", mdv_status_text(s->verdict));
	if (status == MDV_OK && !solver_finite(s->x_new, (size_t)s->sys.n)) {
		double h = s->t_new - s->t_old;

		refuse(s, s->t_new, "state", s->x_new);
		/* Integrators divide by lengths, and one over the shortest is infinite. */
		status = solver_fail(s, h < DBL_MIN ? MDV_STEP_TOO_SMALL : MDV_NOT_FINITE, h,
							 "the step gave no states");
	}
	if (status == MDV_OK)
		status = check_progress(s, t_stop);
	if (status != MDV_OK) {
		empty(s);
		return status;
	}
	s->stats.steps++;
	s->stats.last_step = s->t_new - s->t_old;
	*t = s->t_new;
	return MDV_OK;
}

MdvStatus solver_dense(Solver *s, double t, double x[])
{
	if (!(t >= s->t_old && t <= s->t_new))
		return MDV_BAD_TIME;
	if (t == s->t_new)
		copy(x, s->x_new, s->sys.n);
	else if (t == s->t_old)
		copy(x, s->x_old, s->sys.n);
	else if (s->sys.n > 0)
		return s->ops->dense(s, t, x);
	return MDV_OK;
}

void solver_line(const Solver *s, const double dx[], SolverPolynomial *out)
{
	out->degree = 1;
	out->n_terms = 2;
	out->term[0] = s->x_old;
	out->term[1] = dx;
	out->weight[0][0] = out->weight[0][1] = 1;
	out->weight[1][0] = 0;
	out->weight[1][1] = s->t_new - s->t_old;
	solver_see_weights(out, 0);
}

void solver_see_weights(SolverPolynomial *p, double line)
{
	p->line = line;
	for (int k = 0; k < p->n_terms; k++) {
		p->largest[k] = 0;
		for (int j = 0; j <= p->degree; j++)
			if (fabs(p->weight[k][j]) > p->largest[k])
				p->largest[k] = fabs(p->weight[k][j]);
	}
}

MdvStatus solver_polynomial(Solver *s, SolverPolynomial *out)
{
	if (s->sys.n > 0)
		return s->ops->polynomial(s, out);
	out->degree = out->n_terms = 0;
	return MDV_OK;
}

void solver_ends(const Solver *s, double *t_old, double *t_new)
{
	*t_old = s->t_old;
	*t_new = s->t_new;
}

const double *solver_states(const Solver *s)
{
	return s->x_new;
}

const SolverStats *solver_stats(const Solver *s)
{
	return &s->stats;
}

const SolverFailure *solver_failure(const Solver *s)
{
	return &s->failure;
}

const char *solver_message(const Solver *s)
{
	return s->message;
}
