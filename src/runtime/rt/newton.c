/* SPDX-License-Identifier: MIT
   newton.c — nonlinear blocks: damped Newton with the natural monotonicity test (Deuflhard 2004,
   2.1 and 3.3), unknowns scaled by their nominal values. Between evaluations of one use the factors
   are kept: most solves inside the integrator need one or two evaluations and no Jacobian.

   Which of several solutions is taken is decided by the guess: the last solution of the same use
   (integration, output), then the last accepted point. While integrating nothing else is tried, a
   shorter step brings the solution nearer. At events and at the start further ways follow: start
   values, nominal values and limits, homotopy on the residual, line search, Levenberg-Marquardt. */
#include "runtime/rt/rt.h"

#include <string.h>

#define STEP_TOL     1e-11 /* scaled step at which the iteration ends */
#define STALL_TOL    1e-7  /* or does so if rounding lets it get no smaller */
#define RESIDUAL_TOL 1e-8  /* of the row's size */
#define ROUNDING     4e-16 /* scaled step that is nothing but rounding */
#define NEGLIGIBLE \
	1e-10 /* of the largest size that a row has had in solutions: as good as solved */
#define UNDERFLOW \
	1e-290            /* row that is as good as zero, though it is none: about the least number */
#define FAR_AWAY 100  /* in units of nominal values: where underflow is looked for */
#define FAR_STEP 1e-2 /* scaled step whose damping may lead to another solution: not a tiny one */
#define SAME_TOL 1e-6 /* scaled difference of one solution from itself, found twice */

/* Halvings reach the steep piece between two flat ones, as of an amplifier of gain 10^6 in a loop,
   which takes a part of the step that is as small as that. */
enum { MAX_ITERATIONS = 60, MAX_HALVINGS = 24, MAX_HOMOTOPY = 200, PATIENCE = 12, MOST_LOST = 6 };

/* In line: of numbers, which are not NaN, or are looked at later. */
static inline double larger(double x, double y)
{
	return x > y ? x : y;
}

/* u + du; what is left of a difference of equals is zero: its sign, by which a flow would have a
   direction, is that of rounding. */
static inline double moved(double u, double du)
{
	double sum = u + du;

	return fabs(sum) <= ROUNDING * fabs(u) ? 0 : sum;
}

static int32_t number(const Newton *s, int32_t i)
{
	return s->column ? s->column[i] : i;
}

static void get(const Rt *rt, const Newton *s, double u[])
{
	for (int32_t i = 0; i < s->n; i++)
		u[i] = rt->frame[s->block->step->unknown[number(s, i)]];
}

MdvStatus newton_residual(Rt *rt, const Newton *s, const double u[], double r[])
{
	MdvStatus status;

	for (int32_t i = 0; i < s->n; i++)
		rt->frame[s->block->step->unknown[number(s, i)]] = u[i];
	status = block_residual(rt, s->block, r);
	for (int32_t i = 0; i < s->n && rt->mode.shift != 0 && status == MDV_OK; i++)
		r[i] -= rt->mode.shift * rt->work.shift[i];
	return status;
}

/* A row that shrinks to the least numbers, as exp(u) = 0 does on its way to u = -745, is solved by
   underflow only. A row of zeros (a product with zero) is none of these, but may be what is left of
   one. */
static void note_underflow(Newton *s)
{
	bool zero = false, tiny = false;

	for (int32_t i = 0; i < s->n; i++) {
		zero |= s->block->row_size[i] == 0;
		tiny |= s->block->row_size[i] > 0 && s->block->row_size[i] < UNDERFLOW;
	}
	s->underflows = tiny || (zero && s->underflows);
}

/* What was found counts, unless by underflow only: far away, where the model was not meant to be. A
   high power of a small number is nothing, too, but right. */
static MdvStatus without_underflow(const Rt *rt, const Newton *s, MdvStatus status)
{
	for (int32_t i = 0; i < s->n && status == MDV_OK && s->underflows; i++)
		if (fabs(rt->frame[s->block->step->unknown[number(s, i)]]) >
			FAR_AWAY * s->block->nominal[number(s, i)])
			return MDV_RETRY;
	return status;
}

/* Sizes of unknowns and rows, then factors; a singular matrix stays in work.jac, scaled. */
MdvStatus newton_factor(Rt *rt, Newton *s, const double u[])
{
	RtWork *w = &rt->work;
	MdvStatus status = block_matrix(rt, s->block, s->column, s->n, w->jac);
	const MdvStep *step = s->block->step;
	double *size = s->block->row_size;

	s->lu->valid = false;
	if (status != MDV_OK)
		return status;
	memset(size, 0, (size_t)s->n * sizeof *size);
	for (int32_t j = 0; j < s->n; j++) {
		int32_t first = step->jac_start ? step->jac_start[j] : j * s->n;
		int32_t end = step->jac_start ? step->jac_start[j + 1] : first + s->n;

		s->lu->col[j] = w->scale[j] = larger(fabs(u[j]), s->block->nominal[number(s, j)]);
		for (int32_t k = first; k < end; k++) {
			int32_t i = step->jac_start ? step->jac_row[k] : k - first;

			size[i] = larger(size[i], fabs(w->jac[k]) * w->scale[j]);
		}
	}
	note_underflow(s);
	TRY(lu_factor(s->lu, w->jac));
	s->lu->valid = s->lu->valid && (s->n == 1 || lu_condition(s->lu, 0, w->scratch) < 1e15);
	return MDV_OK;
}

/* du := -J^-1 r; if J is singular the shortest of the best steps. Gives the scaled length. */
static double newton_step(Rt *rt, const Newton *s, const double r[], double du[])
{
	RtWork *w = &rt->work;
	int32_t n = s->n;
	double norm = 0;

	for (int32_t i = 0; i < n; i++)
		du[i] = -r[i];
	if (s->lu->valid) {
		lu_solve(s->lu, du);
	} else if (s->lu->sparse && n > RT_DENSE_MOST) {
		return INFINITY;
	} else {
		if (s->lu->sparse)
			block_expand(s->block, w->jac, w->normal);
		else
			memcpy(w->normal, w->jac, (size_t)n * (size_t)n * sizeof *w->jac);
		for (int32_t i = 0; i < n; i++) {
			double size = s->block->row_size[i] > 0 ? s->block->row_size[i] : 1;

			du[i] /= size;
			for (int32_t j = 0; j < n; j++)
				w->normal[i + j * n] = w->normal[i + j * n] * w->scale[j] / size;
		}
		memcpy(w->scratch, du, (size_t)n * sizeof *du);
		dense_least(n, n, w->normal, w->scratch, 1e-10, &w->least, du);
		for (int32_t j = 0; j < n; j++)
			du[j] *= w->scale[j];
	}
	for (int32_t j = 0; j < n; j++)
		norm = larger(norm, fabs(du[j]) / w->scale[j]);
	return dense_finite(n, du) ? norm : INFINITY;
}

bool newton_solved(Rt *rt, const Newton *s, const double u[], const double r[])
{
	(void)rt;
	(void)u;
	for (int32_t i = 0; i < s->n; i++) {
		double size = s->block->row_size[i];

		if (!(fabs(r[i]) <= RESIDUAL_TOL * (size > 0 ? size : 1)))
			return false;
	}
	return true;
}

/* One damped step from u with residual r and step du of length *norm. The new point is in u, its
   residual in r, the next step with the same factors in du. Positive: no damping helps. */
static MdvStatus advance(Rt *rt, Newton *s, bool fresh, double *norm, double *rate)
{
	RtWork *w = &rt->work;
	double lambda = 1, norm_new;

	memcpy(w->u_old, w->u, (size_t)s->n * sizeof *w->u);
	for (int k = 0; k <= MAX_HALVINGS; k++, lambda /= 2) {
		MdvStatus status;

		for (int32_t i = 0; i < s->n; i++)
			w->u[i] = moved(w->u_old[i], lambda * w->du[i]);
		status = newton_residual(rt, s, w->u, w->r_new);
		if (status < 0)
			return status;
		if (status == MDV_OK) {
			norm_new = newton_step(rt, s, w->r_new, w->du_new);
			if (norm_new <= (1 - lambda / 4) * *norm || norm_new <= STEP_TOL ||
				(fresh && *norm <= STALL_TOL && newton_solved(rt, s, w->u, w->r_new))) {
				s->far |= lambda < 1 && *norm > FAR_STEP;
				*rate = lambda < 1 ? 1 : norm_new / *norm;
				*norm = norm_new > STEP_TOL && norm_new > (1 - lambda / 4) * *norm ? 0 : norm_new;
				memcpy(w->r, w->r_new, (size_t)s->n * sizeof *w->r);
				memcpy(w->du, w->du_new, (size_t)s->n * sizeof *w->du);
				return MDV_OK;
			}
		}
		if (!fresh)
			break; /* the factors are to blame first */
	}
	memcpy(w->u, w->u_old, (size_t)s->n * sizeof *w->u);
	return MDV_RETRY;
}

/* Old factors contract by `rate` an evaluation; new ones cost a tangent run an unknown, or a colour
   of them, and square the error. */
static bool worth_keeping(const Newton *s, double norm, double rate)
{
	int32_t runs = s->lu->sparse ? s->block->step->n_colours : s->n;
	double left = norm * rate * rate; /* after two evaluations and half as many as there are runs */

	if (rate >= 0.5)
		return false;
	for (int32_t i = 1; i < runs && left >= STEP_TOL; i += 2)
		left *= rate;
	return (runs % 2 ? left * sqrt(rate) : left) < STEP_TOL;
}

/* At events, and where crossing functions are looked for, the step that was found small enough is
   taken, too. Otherwise the solution for a point very near the last one would be the last one, a
   crossing function of it would be a staircase, and an event would not find what was located. One
   such step is taken where results are: an assertion may be closer than the tolerance. */
static MdvStatus polish(Rt *rt, const Newton *s, double norm)
{
	RtWork *w = &rt->work;
	bool exact = rt->mode.accuracy == RT_EXACT || rt->mode.use == RT_EVENT;
	double norm_old = INFINITY;
	MdvStatus status = MDV_OK;

	if ((!exact && rt->mode.accuracy == RT_SMALL_STEP) || !s->lu->valid)
		return MDV_OK;
	while (status == MDV_OK && norm > ROUNDING && norm < 0.5 * norm_old) {
		memcpy(w->u_old, w->u, (size_t)s->n * sizeof *w->u);
		for (int32_t i = 0; i < s->n; i++)
			w->u[i] = moved(w->u[i], w->du[i]);
		status = newton_residual(rt, s, w->u, w->r);
		if (status > 0) /* at the border of where the model is defined */
			return newton_residual(rt, s, w->u_old, w->r);
		if (!exact)
			break;
		norm_old = norm;
		norm = newton_step(rt, s, w->r, w->du);
	}
	return status;
}

MdvStatus newton_iterate(Rt *rt, Newton *s)
{
	RtWork *w = &rt->work;
	bool fresh = false;
	double norm = 0, rate = 0;
	MdvStatus status;

	s->underflows = s->far = false;
	get(rt, s, w->u);
	status = newton_residual(rt, s, w->u, w->r);
	for (int32_t j = 0; j < s->n; j++)
		w->scale[j] = larger(fabs(w->u[j]), s->block->nominal[number(s, j)]);
	if (status == MDV_OK && s->lu->valid)
		norm = newton_step(rt, s, w->r, w->du);
	for (s->iterations = 0; status == MDV_OK && s->iterations < MAX_ITERATIONS; s->iterations++) {
		if (!s->lu->valid && !fresh) {
			status = newton_factor(rt, s, w->u);
			if (status != MDV_OK)
				break;
			fresh = true;
			norm = newton_step(rt, s, w->r, w->du);
		}
		rt->stats.newton++;
		if (norm <= STEP_TOL && newton_solved(rt, s, w->u, w->r))
			return polish(rt, s, norm);
		status = advance(rt, s, fresh, &norm, &rate);
		if (status > 0 && !fresh) {
			/* Back to the old point, with factors of its own. */
			s->lu->valid = false;
			status = newton_residual(rt, s, w->u, w->r);
			continue;
		}
		fresh = false;
		if (norm > STEP_TOL && !worth_keeping(s, norm, rate))
			s->lu->valid = false;
	}
	if (status != MDV_OK)
		s->lu->valid = false;
	return status == MDV_OK ? MDV_RETRY : status;
}

/* r(u) - (1 - mu) r(u0) = 0 from mu = 0, where u0 is the solution, to 1. */
static MdvStatus newton_homotopy(Rt *rt, Newton *s)
{
	RtWork *w = &rt->work;
	double mu = 0, step = 0.1;
	MdvStatus status;

	get(rt, s, w->u_base);
	rt->mode.shift = 0;
	status = newton_residual(rt, s, w->u_base, w->shift);
	for (int k = 0; k < MAX_HOMOTOPY && status == MDV_OK && mu < 1; k++) {
		double next = fmin(1, mu + step);

		rt->mode.shift = 1 - next;
		s->lu->valid = false;
		status = newton_iterate(rt, s);
		if (status == MDV_OK) {
			mu = next;
			step *= 2;
			get(rt, s, w->u_base);
		} else if (status > 0 && step > 1e-4) {
			step /= 2;
			for (int32_t i = 0; i < s->n; i++)
				rt->frame[s->block->step->unknown[number(s, i)]] = w->u_base[i];
			status = MDV_OK;
		}
	}
	rt->mode.shift = 0;
	return status == MDV_OK && mu < 1 ? MDV_RETRY : status;
}

/* Where to begin, one after the other. */
typedef enum Guess {
	FROM_LAST,
	FROM_ACCEPTED,
	FROM_START,
	FROM_NOMINAL,
	FROM_LIMITS,
	GUESSES
} Guess;

static double limited(const Rt *rt, int32_t slot)
{
	double low, high, size = block_nominal(rt, slot), u = block_start(rt, slot);

	block_limits(rt, slot, &low, &high);
	if (u <= low)
		return fmin(low + 0.01 * size, isfinite(high) ? 0.5 * (low + high) : INFINITY);
	if (u >= high)
		return fmax(high - 0.01 * size, isfinite(low) ? 0.5 * (low + high) : -INFINITY);
	return u != 0 ? u : size;
}

static double guess_of(const Rt *rt, const RtBlock *b, int32_t i, Guess kind)
{
	int32_t slot = b->step->unknown[i];
	double u = 0;

	switch (kind) {
	case FROM_LAST:
		u = rt->mode.use == RT_EVENT ? rt->work.u_base[i]
									 : rt->guesses.value[rt->mode.use][b->store[i]];
		break;
	case FROM_ACCEPTED: u = rt->guesses.value[RT_EVENT][b->store[i]]; break;
	case FROM_START: u = block_start(rt, slot); break;
	case FROM_NOMINAL:
		u = block_start(rt, slot);
		u = u != 0 ? u : block_nominal(rt, slot);
		break;
	case FROM_LIMITS: u = limited(rt, slot); break;
	case GUESSES: break;
	}
	return isfinite(u) ? u : 0;
}

static void put_guess(Rt *rt, const RtBlock *b, Guess kind)
{
	for (int32_t i = 0; i < b->n_unknown; i++)
		rt->frame[b->step->unknown[i]] = guess_of(rt, b, i, kind);
}

/* What is left for events and the start, from the last values and from start values. */
static MdvStatus try_hard(Rt *rt, Newton *s, Guess kind)
{
	MdvStatus (*const way[])(Rt *, Newton *) = {newton_homotopy, newton_kinsol, newton_lm};
	double *last = rt->work.u_keep;
	MdvStatus status = MDV_RETRY;

	for (size_t k = 0; k < sizeof way / sizeof *way && status > 0; k++) {
		memcpy(rt->work.u_base, last, (size_t)s->n * sizeof *last);
		put_guess(rt, s->block, kind);
		s->lu->valid = false;
		status = without_underflow(rt, s, way[k](rt, s));
	}
	memcpy(rt->work.u_base, last, (size_t)s->n * sizeof *last);
	return status;
}

static const char *fault_of(const Newton *s)
{
	return s->underflows
			   ? "no solution found for nonlinear equations, which become 0 by underflow only"
			   : "no solution found for nonlinear equations";
}

/* The curve of a pump at rest touches zero: rounding of the pressures decides whether there is a
   speed for them at all. What is left over is then nothing beside what the rows have been. */
static MdvStatus take_as_solved(Rt *rt, const Newton *s)
{
	double *r = rt->work.r;

	TRY(block_residual(rt, s->block, r));
	for (int32_t i = 0; i < s->n; i++)
		if (!(fabs(r[i]) < NEGLIGIBLE * s->block->row_most[i]))
			return MDV_RETRY;
	return without_underflow(rt, s, MDV_OK);
}

/* Does the residual of one unknown have no slope at the last accepted point, as u*abs(u) at 0? */
static MdvStatus find_level(Rt *rt, Newton *s, bool *level)
{
	MdvStatus status = MDV_RETRY;

	*level = false;
	if (s->n > 1)
		return MDV_OK;
	put_guess(rt, s->block, FROM_ACCEPTED);
	get(rt, s, rt->work.u);
	status = newton_factor(rt, s, rt->work.u);
	*level = status == MDV_OK && s->block->row_size[0] == 0;
	return status < 0 ? status : MDV_OK;
}

/* While integrating a shorter step comes first: another way may lead to another solution. Where
   Newton has no direction, however near it begins, no step is short enough. */
static MdvStatus find_need(Rt *rt, Newton *s, bool *needed)
{
	*needed = rt->mode.use != RT_INTEGRATE || s->block->n_failed > PATIENCE;
	return *needed ? MDV_OK : find_level(rt, s, needed);
}

/* For kinks, and for one unknown. */
static MdvStatus try_more(Rt *rt, Newton *s, Guess last)
{
	MdvStatus status = MDV_RETRY;

	for (Guess kind = FROM_LAST; kind <= last && status > 0; kind++) {
		if (kind == FROM_ACCEPTED && rt->mode.use == RT_EVENT)
			continue;
		put_guess(rt, s->block, kind);
		status = without_underflow(rt, s, newton_full(rt, s));
		if (status <= 0 || s->n > 1)
			continue;
		put_guess(rt, s->block, kind);
		status = without_underflow(rt, s, newton_scalar(rt, s));
	}
	return status;
}

static void tell_effort(Rt *rt, const Newton *s, MdvStatus status)
{
	if (rt->listener.what & MDV_LOG_NLS)
		report_trace(rt, "at %.15g: %d nonlinear equations for %s%s: %s, %d iterations",
					 rt->frame[rt->m->time], (int)s->n, report_name(rt, s->block->step->unknown[0]),
					 s->n > 1 ? " …" : "", status == MDV_OK ? "solved" : "not solved",
					 (int)s->iterations);
}

/* Is u another solution than that in the frame? */
static bool is_other(const Rt *rt, const Newton *s, const double u[])
{
	bool other = false;

	for (int32_t i = 0; i < s->n; i++) {
		double v = rt->frame[s->block->step->unknown[number(s, i)]];

		other |= fabs(u[i] - v) > SAME_TOL * larger(fabs(v), s->block->nominal[number(s, i)]);
	}
	return other;
}

/* Damped steps from a guess that is far away (phasors that turn many times in a step of the
   integrator) end at any of several solutions. Between events the one that is meant lies on a path
   from the guess, and is taken. In a step that is only tried a shorter one comes first, if that is
   another solution or there is no path; where steps as short as MOST_LOST make them do not help,
   what was found is. */
static MdvStatus follow_path(Rt *rt, Newton *s, Guess kind)
{
	RtBlock *b = s->block;
	double *found = rt->work.u_keep;
	MdvStatus status;
	bool lost;

	if (rt->mode.use == RT_EVENT)
		b->n_lost = 0;
	if (!s->far || rt->mode.use == RT_EVENT || b->n_lost > MOST_LOST)
		return MDV_OK;
	block_get(rt, b, found);
	put_guess(rt, b, kind);
	status = without_underflow(rt, s, newton_homotopy(rt, s));
	if (status < 0 || (status == MDV_OK && !rt->mode.trying))
		return status;
	lost = status > 0 || is_other(rt, s, found);
	block_put(rt, b, found);
	TRY(block_code(rt, b->step->code));
	if (!rt->mode.trying)
		return MDV_OK;
	b->n_lost = lost ? b->n_lost + 1 : 0;
	return b->n_lost == 0 || b->n_lost > MOST_LOST
			   ? MDV_OK
			   : block_fail(rt, b, "what was found is not the solution at hand of equations");
}

MdvStatus newton_solve(Rt *rt, RtBlock *b)
{
	Newton s = {.block = b, .n = b->step->n, .lu = &b->kept[rt->mode.use]};
	Guess last = rt->mode.use != RT_EVENT      ? FROM_ACCEPTED
				 : rt->mode.effort == RT_PLAIN ? FROM_LAST
											   : FROM_LIMITS;
	Guess first = rt->mode.afresh && rt->mode.use == RT_EVENT ? FROM_START : FROM_LAST;
	MdvStatus status = MDV_RETRY;
	bool needed = false;

	last = first > last ? FROM_LIMITS : last;
	block_get(rt, b, rt->work.u_base);
	memcpy(rt->work.u_keep, rt->work.u_base, (size_t)b->n_unknown * sizeof *rt->work.u_keep);
	for (Guess kind = first; kind <= last && status > 0; kind++) {
		if (kind == FROM_ACCEPTED && rt->mode.use == RT_EVENT)
			continue;
		put_guess(rt, b, kind);
		status = without_underflow(rt, &s, newton_iterate(rt, &s));
		if (status == MDV_OK)
			TRY(follow_path(rt, &s, kind));
	}
	b->n_failed = status > 0 ? b->n_failed + 1 : 0;
	if (status > 0)
		TRY(find_need(rt, &s, &needed));
	if (needed)
		status = try_more(rt, &s, last);
	if (status > 0 && rt->mode.use != RT_EVENT) {
		/* Along a path from the last accepted point, which does not lead to another solution. */
		put_guess(rt, b, FROM_ACCEPTED);
		status = without_underflow(rt, &s, newton_homotopy(rt, &s));
	} else if (status > 0 && rt->mode.effort == RT_ALL) {
		status = try_hard(rt, &s, FROM_LAST);
		if (status > 0)
			status = try_hard(rt, &s, FROM_START);
	}
	if (status > 0)
		status = take_as_solved(rt, &s); /* where the last way has ended */
	if (status > 0) {
		put_guess(rt, b, FROM_LAST);
		status = take_as_solved(rt, &s); /* residuals for the message, too */
	}
	tell_effort(rt, &s, status);
	if (status < 0)
		return status;
	if (status > 0) {
		TRY(block_fail(rt, b, fault_of(&s)));
		return block_code(rt, b->step->code);
	}
	for (int32_t i = 0; i < s.n; i++)
		b->row_most[i] = larger(b->row_most[i], b->row_size[i]);
	for (int32_t i = 0; i < b->n_unknown && rt->mode.use != RT_EVENT; i++)
		rt->guesses.value[rt->mode.use][b->store[i]] = rt->frame[b->step->unknown[i]];
	return MDV_OK;
}
