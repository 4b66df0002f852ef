/* SPDX-License-Identifier: MIT
   linear.c — blocks whose residuals are linear in the unknowns for frozen relations:
   r(u) = A u + b. A comes from the tangent code, column by column, b is the residual at 0. The
   factors are kept as long as A stays the same. A singular matrix is not refused at once: if the
   equations do not contradict each other the solution of minimum norm is taken and the undetermined
   variables are named once (two stuck friction elements share a force). */
#include "runtime/rt/rt.h"

#include <string.h>

#define SINGULAR   1e12  /* condition of the scaled matrix from which it counts as singular */
#define SENSITIVE  1e10  /* condition from which it is said that errors grow so much */
#define CONSISTENT 1e-9  /* part of a row's size that may be left when it is */
#define REFINE     1e-12 /* part of a row's size from which the solution is corrected once */

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

/* U's diagonal is a hint that costs nothing: only if it varies much, the condition is estimated. */
static bool well_conditioned(Rt *rt, RtBlock *b, const DenseLu *lu)
{
	double small = INFINITY, large = 0, condition;

	for (int32_t k = 0; k < lu->n; k++) {
		double v = fabs(lu->a[k + k * lu->n]);

		small = fmin(small, v);
		large = fmax(large, v);
	}
	if (small > 1e-6 * large)
		return true;
	condition = dense_condition(lu, rt->work.scratch);
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
	status = block_matrix(rt, b, NULL, b->step->n, rt->work.jac);
	if (status != MDV_OK)
		return status;
	for (int32_t j = 0; j < lu->n; j++)
		lu->col[j] = b->nominal[j];
	if (dense_factor(lu, rt->work.jac))
		lu->valid = well_conditioned(rt, b, lu);
	lu->stamp = b->step->matrix == MDV_MATRIX_PARAMETER ? rt->stamp.parameters : rt->stamp.event;
	return MDV_OK;
}

/* Largest left-over residual as part of its row's size. */
static double left_over(const RtBlock *b, const double row_size[], const double u[],
						const double r[])
{
	double largest = 0, size = 0;

	for (int32_t j = 0; j < b->step->n; j++)
		size = fmax(size, fabs(u[j]) / b->nominal[j]);
	for (int32_t i = 0; i < b->step->n; i++)
		if (r[i] != 0)
			largest = fmax(largest, fabs(r[i]) / (row_size[i] * size));
	return largest;
}

static MdvStatus solve_regular(Rt *rt, RtBlock *b, const DenseLu *lu)
{
	RtWork *w = &rt->work;
	MdvStatus status;

	for (int32_t i = 0; i < lu->n; i++)
		w->u[i] = -w->r[i];
	dense_solve(lu, w->u);
	for (int pass = 0;; pass++) {
		block_put(rt, b, w->u);
		status = block_residual(rt, b, w->r);
		if (status != MDV_OK || pass == 1)
			return status;
		for (int32_t i = 0; i < lu->n; i++)
			b->row_size[i] = 1 / lu->row[i];
		if (left_over(b, b->row_size, w->u, w->r) <= REFINE)
			return MDV_OK;
		memcpy(w->du, w->r, (size_t)lu->n * sizeof *w->du);
		dense_solve(lu, w->du);
		for (int32_t i = 0; i < lu->n; i++)
			w->u[i] -= w->du[i];
	}
}

static void tell_singular(Rt *rt, RtBlock *b)
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
	report_log(
		rt, "at time %g linear equations do not determine %s%s: taken with the smallest values",
		rt->frame[rt->m->time], rt->said.note.failed ? "some variables" : text_str(&rt->said.note),
		n_named > 8 ? ", …" : "");
}

/* work.jac and work.r hold matrix and residual at 0. */
static MdvStatus solve_singular(Rt *rt, RtBlock *b)
{
	RtWork *w = &rt->work;
	int32_t n = b->step->n, rank;
	MdvStatus status;

	for (int32_t i = 0; i < n; i++) {
		double largest = 0;

		for (int32_t j = 0; j < n; j++)
			largest = fmax(largest, fabs(w->jac[i + j * n]) * b->nominal[j]);
		b->row_size[i] = largest > 0 ? largest : 1;
		w->du[i] = -w->r[i] / b->row_size[i];
		for (int32_t j = 0; j < n; j++)
			w->jac[i + j * n] *= b->nominal[j] / b->row_size[i];
		b->row_size[i] += fabs(w->r[i]);
	}
	rank = dense_least(n, n, w->jac, w->du, 1 / SINGULAR, &w->least, w->u);
	for (int32_t j = 0; j < n; j++)
		w->u[j] *= b->nominal[j];
	block_put(rt, b, w->u);
	status = block_residual(rt, b, w->r);
	if (status != MDV_OK)
		return status;
	for (int32_t i = 0; i < n; i++)
		if (fabs(w->r[i]) > CONSISTENT * b->row_size[i] &&
			left_over(b, b->row_size, w->u, w->r) > CONSISTENT)
			return block_fail(rt, b, "linear equations contradict each other");
	if (rank < n)
		tell_singular(rt, b);
	return MDV_OK;
}

MdvStatus linear_solve(Rt *rt, RtBlock *b)
{
	DenseLu *lu;

	rt->stats.linear++;
	memset(rt->work.u, 0, (size_t)b->step->n * sizeof *rt->work.u);
	block_put(rt, b, rt->work.u);
	TRY(block_residual(rt, b, rt->work.r));
	TRY(linear_factor(rt, b, &lu));
	return lu->valid ? solve_regular(rt, b, lu) : solve_singular(rt, b);
}
