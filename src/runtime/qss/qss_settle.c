/* SPDX-License-Identifier: MIT
   qss_settle.c — which states may be taken for settled (qss_core.c): those that read slow ones
   alone. A quantum of anything that moves these, within the time constant of the state, must move
   it by little. That is known of affine derivatives, whose slopes change at events only. Of states
   that are as fast as each other nothing is taken for settled: each stays up to a quantum away from
   where the one before has it, and in a chain that would add up, until a front stops. */
#include "runtime/qss/qss.h"

#define LITTLE 0.01 /* quanta */

bool settle_open(Qss *s, Arena *memory)
{
	s->settles = NEW_ARRAY(memory, uint8_t, (size_t)s->rt->n + 1);
	s->sloped = NEW_ARRAY(memory, bool, (size_t)s->rt->n + 1);
	s->slopes = NEW_ARRAY(memory, double, (size_t)s->graph.n_args + 1);
	return s->settles && s->sloped && s->slopes;
}

void settle_forget(Qss *s, int32_t i)
{
	const QssLists *l = &s->graph.readers;

	s->settles[i] = QSS_MAY_SETTLE;
	s->sloped[i] = false;
	for (int64_t k = l->start[i]; k < l->start[i + 1] && l->item[k] < s->rt->n; k++)
		s->settles[l->item[k]] = QSS_MAY_SETTLE;
}

/* Its derivative, if it is affine and by a shape: the states that it reads. */
static int32_t reads(const Qss *s, int32_t i, const int32_t **state)
{
	int32_t number = s->graph.shape[i];

	*state = &s->graph.arg[number < 0 ? 0 : s->graph.arg_start[i]];
	return number < 0 || s->graph.curved[i] ? -1 : s->graph.shapes[number].n[QSS_LEAF_STATE];
}

/* By its code, of order 2, which has its arguments from where it was just evaluated: if state k
   alone moved, by 1 in a second, the derivative by time is the slope. False: it reads something
   else that moves, or has no code. */
static bool slope_by_code(const Qss *s, int32_t i, int32_t k, double *slope)
{
	const QssShape *shape = &s->graph.shapes[s->graph.shape[i]];
	double *leaf = shape->frame + QSS_FIRST_LEAF;

	if (!shape->code.run || s->o.order != 2 || shape->n[QSS_LEAF_INPUT] > 0 ||
		shape->n[QSS_LEAF_TIME] > 0)
		return false;
	for (int32_t j = 0; j < shape->n[QSS_LEAF_STATE]; j++)
		leaf[2 * j + 1] = j == k;
	if (shape->code.run(shape->code.ctx, shape->frame) != MDV_OK || !isfinite(shape->frame[1]))
		return false;
	*slope = shape->frame[1];
	return true;
}

/* Slopes of that by the states that it reads: they are the same up to the next event of it. fresh:
   it was just evaluated, by which the one by itself is known. */
static MdvStatus find_slopes(Qss *s, int32_t i, double t, bool fresh)
{
	const int32_t *state;
	int32_t n = reads(s, i, &state);

	if (s->sloped[i])
		return MDV_OK;
	for (int32_t k = 0; k < n; k++) {
		double *slope = &s->slopes[s->graph.arg_start[i] + k];

		if (fresh && state[k] == i)
			*slope = s->state[i].slope;
		else if (!fresh || !slope_by_code(s, i, k, slope))
			TRY(eval_slope(s, i, state[k], t, slope));
	}
	s->sloped[i] = true;
	return MDV_OK;
}

/* Does j, which the derivative of i reads with the slope `by`, stay where it is for 1 / a? */
static MdvStatus is_slow(Qss *s, int32_t i, int32_t j, double by, double t, bool *slow)
{
	const int32_t *state;
	int32_t n = reads(s, j, &state);
	double a = -s->state[i].slope;

	*slow = n >= 0;
	TRY(find_slopes(s, j, t, false));
	for (int32_t k = 0; k < n && *slow; k++) {
		double slope = s->slopes[s->graph.arg_start[j] + k];

		*slow =
			fabs(by * slope) * s->state[state[k]].quantum <= LITTLE * (a * s->state[i].quantum) * a;
	}
	return MDV_OK;
}

MdvStatus settle_look(Qss *s, int32_t i, double t)
{
	const int32_t *state;
	int32_t n = reads(s, i, &state);
	bool slow = n >= 0;

	TRY(find_slopes(s, i, t, true));
	for (int32_t k = 0; k < n && slow; k++)
		if (state[k] != i)
			TRY(is_slow(s, i, state[k], s->slopes[s->graph.arg_start[i] + k], t, &slow));
	s->settles[i] = slow ? QSS_SETTLES : QSS_DOES_NOT;
	return MDV_OK;
}
