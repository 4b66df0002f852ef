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
	return s->settles != NULL;
}

void settle_forget(Qss *s, int32_t i)
{
	const QssLists *l = &s->graph.readers;

	s->settles[i] = QSS_MAY_SETTLE;
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

/* Does j, which the derivative of i reads with the slope `by`, stay where it is for 1 / a? */
static MdvStatus is_slow(Qss *s, int32_t i, int32_t j, double by, double t, bool *slow)
{
	const int32_t *state;
	int32_t n = reads(s, j, &state);
	double a = -s->state[i].slope;

	*slow = n >= 0;
	for (int32_t k = 0; k < n && *slow; k++) {
		double slope;

		TRY(eval_slope(s, j, state[k], t, &slope));
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

	for (int32_t k = 0; k < n && slow; k++) {
		double by;

		if (state[k] == i)
			continue;
		TRY(eval_slope(s, i, state[k], t, &by));
		TRY(is_slow(s, i, state[k], by, t, &slow));
	}
	s->settles[i] = slow ? QSS_SETTLES : QSS_DOES_NOT;
	return MDV_OK;
}
