/* SPDX-License-Identifier: MIT
   newton_lm.c — Levenberg-Marquardt on scaled residuals, the last way to solve a nonlinear block:
   it goes on where the Jacobian is singular, and ends in a solution or a minimum of the residuals.
   The damping parameter follows the gain of each step (Nielsen 1999). */
#include "runtime/rt/rt.h"

#include <string.h>

enum { MAX_ITERATIONS = 200 };

/* Sum of the squares of residuals by their sizes. */
static double cost(const Newton *s, const double size[], const double r[])
{
	double sum = 0;

	for (int32_t i = 0; i < s->n; i++)
		sum += (r[i] / size[i]) * (r[i] / size[i]);
	return sum;
}

/* J and r scaled: (J'J + mu I) du = -J' r; gives the gain that the model promises. */
static double propose(RtWork *w, int32_t n, const double size[], double mu)
{
	double promised = 0;

	for (int32_t j = 0; j < n; j++) {
		double dot = 0;

		for (int32_t i = 0; i < n; i++)
			dot += w->jac[i + j * n] * w->r[i] / size[i];
		w->du[j] = w->du_new[j] = -dot;
		for (int32_t k = 0; k < n; k++) {
			double sum = j == k ? mu : 0;

			for (int32_t i = 0; i < n; i++)
				sum += w->jac[i + j * n] * w->jac[i + k * n];
			w->normal[j + k * n] = sum;
		}
	}
	if (!dense_cholesky(n, w->normal, w->du))
		return 0;
	for (int32_t j = 0; j < n; j++)
		promised += w->du[j] * (mu * w->du[j] + w->du_new[j]);
	return promised;
}

static MdvStatus linearize(Rt *rt, Newton *s, double size[])
{
	RtWork *w = &rt->work;

	TRY(newton_factor(rt, s, w->u));
	for (int32_t i = 0; i < s->n; i++) {
		size[i] = s->block->row_size[i] > 0 ? s->block->row_size[i] : 1;
		for (int32_t j = 0; j < s->n; j++)
			w->jac[i + j * s->n] *= w->scale[j] / size[i];
	}
	return MDV_OK;
}

MdvStatus newton_lm(Rt *rt, Newton *s)
{
	RtWork *w = &rt->work;
	double *size = w->shift, mu = 1e-3, grow = 2;
	MdvStatus status;

	if (s->lu->sparse)
		return MDV_RETRY; /* its products are dense */
	for (int32_t i = 0; i < s->n; i++)
		w->u[i] = rt->frame[s->block->step->unknown[s->column ? s->column[i] : i]];
	status = newton_residual(rt, s, w->u, w->r);
	if (status == MDV_OK)
		status = linearize(rt, s, size);
	for (int k = 0; k < MAX_ITERATIONS && status == MDV_OK; k++) {
		double before = cost(s, size, w->r), promised = propose(w, s->n, size, mu), gain = -1;

		for (int32_t j = 0; j < s->n; j++)
			w->u_old[j] = w->u[j] + w->du[j] * w->scale[j];
		status = promised > 0 ? newton_residual(rt, s, w->u_old, w->r_new) : MDV_RETRY;
		if (status < 0)
			return status;
		if (status == MDV_OK)
			gain = (before - cost(s, size, w->r_new)) / promised;
		status = MDV_OK;
		if (gain > 0) {
			memcpy(w->u, w->u_old, (size_t)s->n * sizeof *w->u);
			memcpy(w->r, w->r_new, (size_t)s->n * sizeof *w->r);
			mu *= fmax(1.0 / 3, 1 - (2 * gain - 1) * (2 * gain - 1) * (2 * gain - 1));
			grow = 2;
			/* Near a solution Newton does the rest, and decides whether it is one. */
			if (cost(s, size, w->r) < 1e-8) {
				s->lu->valid = false;
				return newton_iterate(rt, s);
			}
			status = linearize(rt, s, size);
		} else {
			mu *= grow;
			grow *= 2;
			if (mu > 1e20)
				break;
		}
	}
	s->lu->valid = false;
	return status < 0 ? status : MDV_RETRY;
}
