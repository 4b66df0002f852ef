/* SPDX-License-Identifier: MIT
   linear.c — blocks whose residuals are linear in the unknowns for frozen relations:
   r(u) = A u + b. A comes from the tangent code, column by column, b is the residual at 0. The
   factors are kept as long as A stays the same. A singular matrix is not refused at once: if the
   equations do not contradict each other the solution of minimum norm is taken and the undetermined
   variables are named once (two stuck friction elements share a force). Variables that cannot be
   zero by their min and max, such as the pressure between closed valves, are taken near the values
   that they had. */
#include "runtime/rt/rt.h"

#include <string.h>

#define SUSPECT    1e6   /* spread of U's diagonal from which the condition is estimated */
#define SINGULAR   1e12  /* condition of the scaled matrix from which it counts as singular */
#define SENSITIVE  1e10  /* condition from which it is said that errors grow so much */
#define CONSISTENT 1e-9  /* part of a row's size that may be left when it is */
#define REFINE     1e-12 /* part of a row's size from which the solution is corrected once */
#define PROOFS     4     /* solutions that need no correction after which none is looked at */

/* Are the factors from before those of the matrix now? */
static bool still_valid(const Rt *rt, const RtBlock *b, const DenseLu *lu)
{
	if (!lu->valid)
		return false;
	if (b->step->matrix == MDV_MATRIX_PARAMETER)
		return lu->stamp == rt->stamp.parameters;
	return b->step->matrix == MDV_MATRIX_DISCRETE && rt->mode.use != RT_EVENT &&
		   lu->stamp == rt->stamp.event;
}

static bool well_conditioned(Rt *rt, RtBlock *b, const DenseLu *lu)
{
	double condition = lu_condition(lu, SUSPECT, rt->work.scratch);

	if (condition >= SENSITIVE && condition < SINGULAR && !b->told) {
		b->told = true;
		report_log(
			rt,
			"at time %g the linear equations for %s are nearly singular: errors of what goes "
			"into them grow %.0e-fold",
			rt->frame[rt->m->time], report_name(rt, b->step->unknown[0]), condition);
	}
	return condition < SINGULAR;
}

/* On return lu is valid unless the matrix, then in work.jac, is singular. The block's code has been
   run before. */
MdvStatus linear_factor(Rt *rt, RtBlock *b, DenseLu **out)
{
	DenseLu *lu = &b->kept[0];
	MdvStatus status;

	*out = lu;
	if (still_valid(rt, b, lu))
		return MDV_OK;
	lu->valid = false;
	lu->proofs = 0;
	status = block_matrix(rt, b, NULL, b->step->n, rt->work.jac);
	if (status != MDV_OK)
		return status;
	for (int32_t j = 0; j < lu->n; j++)
		lu->col[j] = b->nominal[j];
	TRY(lu_factor(lu, rt->work.jac));
	lu->valid = lu->valid && well_conditioned(rt, b, lu);
	for (int32_t i = 0; i < lu->n; i++)
		b->row_size[i] = 1 / lu->row[i];
	lu->stamp = b->step->matrix == MDV_MATRIX_PARAMETER ? rt->stamp.parameters : rt->stamp.event;
	return MDV_OK;
}

/* Largest left-over residual as part of its row's size. */
static double left_over(const RtBlock *b, const double row_size[], const double u[],
						const double r[])
{
	double largest = 0, size = 0;

	for (int32_t i = 0; i < b->step->n; i++)
		if (fabs(r[i]) > largest * row_size[i])
			largest = fabs(r[i]) / row_size[i];
	if (largest == 0)
		return 0;
	for (int32_t j = 0; j < b->step->n; j++)
		if (fabs(u[j]) > size * b->nominal[j])
			size = fabs(u[j]) / b->nominal[j];
	return largest / size;
}

static bool is_zero(int32_t n, const double u[])
{
	for (int32_t i = 0; i < n; i++)
		if (u[i] != 0)
			return false;
	return true;
}

/* Whether a solution must be corrected depends on the matrix: factors that were good for some
   right-hand sides are not asked again, and the code is run for what else the block determines. */
static MdvStatus solve_regular(Rt *rt, RtBlock *b, DenseLu *lu)
{
	RtWork *w = &rt->work;

	for (int32_t i = 0; i < lu->n; i++)
		w->u[i] = -w->r[i];
	lu_solve(lu, w->u);
	block_put(rt, b, w->u);
	if (lu->proofs >= PROOFS)
		return block_code(rt, b->step->code);
	TRY(block_residual(rt, b, w->r));
	if (left_over(b, b->row_size, w->u, w->r) <= REFINE) {
		lu->proofs += !is_zero(lu->n, w->u);
		return MDV_OK;
	}
	lu->proofs = 0;
	memcpy(w->du, w->r, (size_t)lu->n * sizeof *w->du);
	lu_solve(lu, w->du);
	for (int32_t i = 0; i < lu->n; i++)
		w->u[i] -= w->du[i];
	block_put(rt, b, w->u);
	return block_residual(rt, b, w->r);
}

static void tell_singular(Rt *rt, RtBlock *b, bool near)
{
	int32_t n_named = 0;

	if (b->told)
		return;
	b->told = true;
	text_clear(&rt->said.note);
	for (int32_t i = 0; i < b->n_unknown; i++)
		if (rt->work.least.free[i] && n_named++ < 8)
			text_printf(&rt->said.note, "%s%s", n_named > 1 ? ", " : "",
						report_name(rt, b->step->unknown[i]));
	report_log(rt, "at time %g linear equations do not determine %s%s: taken %s",
			   rt->frame[rt->m->time],
			   rt->said.note.failed ? "some variables" : text_str(&rt->said.note),
			   n_named > 8 ? ", …" : "",
			   near ? "near the values that they had" : "with the smallest values");
}

/* In work.u_base where the smallest solution is measured from: zero, or what an unknown was before
   that cannot be zero. work.r becomes the residual there. */
static MdvStatus find_base(Rt *rt, const RtBlock *b, bool *moved)
{
	double *base = rt->work.u_base;

	*moved = false;
	memset(base, 0, (size_t)b->step->n * sizeof *base);
	for (int32_t j = 0; j < b->step->n && b->base; j++) {
		double low, high;

		block_limits(rt, b->step->unknown[j], &low, &high);
		if (!(low > 0 || high < 0) || !isfinite(b->base[j]))
			continue;
		base[j] = fmax(low, fmin(high, b->base[j]));
		*moved = true;
	}
	if (!*moved)
		return MDV_OK;
	block_put(rt, b, base);
	return block_residual(rt, b, rt->work.r);
}

/* work.jac and work.r hold matrix and residual at 0. */
static MdvStatus solve_singular(Rt *rt, RtBlock *b)
{
	RtWork *w = &rt->work;
	int32_t n = b->step->n, rank;
	double *jac = w->jac;
	MdvStatus status;
	bool near;

	TRY(find_base(rt, b, &near));
	if (b->step->jac_start) {
		if (n > RT_DENSE_MOST)
			return block_fail(rt, b, "linear equations are singular, or nearly so");
		jac = w->normal;
		block_expand(b, w->jac, jac);
	}
	for (int32_t i = 0; i < n; i++) {
		double largest = 0;

		for (int32_t j = 0; j < n; j++)
			largest = fmax(largest, fabs(jac[i + j * n]) * b->nominal[j]);
		b->row_size[i] = largest > 0 ? largest : 1;
		w->du[i] = -w->r[i] / b->row_size[i];
		for (int32_t j = 0; j < n; j++)
			jac[i + j * n] *= b->nominal[j] / b->row_size[i];
		b->row_size[i] += fabs(w->r[i]);
	}
	rank = dense_least(n, n, jac, w->du, 1 / SINGULAR, &w->least, w->u);
	for (int32_t j = 0; j < n; j++)
		w->u[j] = w->u_base[j] + w->u[j] * b->nominal[j];
	block_put(rt, b, w->u);
	status = block_residual(rt, b, w->r);
	if (status != MDV_OK)
		return status;
	for (int32_t i = 0; i < n; i++)
		if (fabs(w->r[i]) > CONSISTENT * b->row_size[i] &&
			left_over(b, b->row_size, w->u, w->r) > CONSISTENT)
			return block_fail(rt, b, "linear equations contradict each other");
	if (rank < n)
		tell_singular(rt, b, near);
	return MDV_OK;
}

/* With few unknowns and factors that were good for some right-hand sides: nothing is looked at but
   that the residuals are finite. */
static MdvStatus solve_again(Rt *rt, const RtBlock *b, const DenseLu *lu)
{
	const MdvStep *step = b->step;
	const int32_t n = step->n, *unknown = step->unknown, *residual = step->residual;
	double *frame = rt->frame, x[RT_SMALL], sum = 0; /* of zeros */

	for (int32_t i = 0; i < n; i++) {
		x[i] = -frame[residual[i]];
		sum += x[i] * 0.0;
	}
	if (sum != 0)
		return block_residual(rt, b, rt->work.r); /* says which */
	dense_solve(lu, x);
	for (int32_t i = 0; i < n; i++)
		frame[unknown[i]] = x[i];
	return block_code(rt, step->code);
}

MdvStatus linear_solve(Rt *rt, RtBlock *b)
{
	DenseLu *lu = &b->kept[0];

	rt->stats.linear++;
	if (b->base)
		block_get(rt, b, b->base);
	for (int32_t i = 0; i < b->n_unknown; i++)
		rt->frame[b->step->unknown[i]] = 0;
	if (lu->proofs >= PROOFS && lu->n <= RT_SMALL && still_valid(rt, b, lu)) {
		TRY(block_code(rt, b->step->code));
		return solve_again(rt, b, lu);
	}
	TRY(block_residual(rt, b, rt->work.r));
	TRY(linear_factor(rt, b, &lu));
	return lu->valid ? solve_regular(rt, b, lu) : solve_singular(rt, b);
}

/* A determinant has another sign than at the point before, with no event between: the matrix was
   singular on the way, where solutions may end, and a step may have gone over that. */
void linear_accept(Rt *rt)
{
	const RtSequence *ode = &rt->sequence[MDV_SEQ_ODE];

	for (int32_t i = 0; i < ode->n_steps; i++) {
		const MdvStep *step = &ode->step[i];
		RtBlock *b = ode->block[i] < 0 ? NULL : &rt->block[ode->block[i]];
		int sign;

		if (step->kind != MDV_STEP_LINEAR || step->matrix != MDV_MATRIX_VARIES || !b->kept[0].valid)
			continue;
		sign = b->kept[0].sign;
		if (sign != 0 && b->sign != 0 && sign != b->sign && b->sign_stamp == rt->stamp.event &&
			!b->told) {
			b->told = true;
			report_log(
				rt,
				"shortly before time %g the linear equations for %s were singular: there may "
				"be no solution, or several, from then on",
				rt->frame[rt->m->time], report_name(rt, step->unknown[0]));
		}
		b->sign = sign;
		b->sign_stamp = rt->stamp.event;
	}
}
