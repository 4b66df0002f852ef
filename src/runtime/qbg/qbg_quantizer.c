/* SPDX-License-Identifier: MIT
   qbg_quantizer.c — levels with hysteresis: a level is left upwards where the next one begins, and
   downwards when the state has fallen below it by the hysteresis. Uniform levels are the multiples
   of the quantum. */
#include "runtime/qbg/qbg.h"

#include <math.h>

/* Level k of a list; its ends are left where the state is the hysteresis beyond them. */
static void set_listed(const QbgQuantizer *q, int32_t k, QbgLevel *level)
{
	*level = (QbgLevel){.value = q->level[k],
						.up = k + 1 < q->n_levels ? q->level[k + 1] : q->level[k] + q->hysteresis,
						.down = q->level[k] - q->hysteresis,
						.k = k};
}

static void set_uniform(const QbgQuantizer *q, double k, QbgLevel *level)
{
	*level = (QbgLevel){.value = k * q->quantum,
						.up = (k + 1) * q->quantum,
						.down = k * q->quantum - q->hysteresis,
						.k = k};
}

bool qbg_quantizer_find(const QbgQuantizer *q, double x, QbgLevel *level)
{
	int32_t low = 0, high = q->n_levels - 1;

	if (!q->level) {
		double k = floor(x / q->quantum);

		if ((k + 1) * q->quantum <= x) /* the quotient was rounded */
			k++;
		set_uniform(q, k, level);
		return true;
	}
	if (x < q->level[0] || x > q->level[high])
		return false;
	while (low < high) {
		int32_t mid = (low + high + 1) / 2;

		if (q->level[mid] <= x)
			low = mid;
		else
			high = mid - 1;
	}
	set_listed(q, low, level);
	return true;
}

bool qbg_quantizer_next(const QbgQuantizer *q, bool up, QbgLevel *level)
{
	double k = up ? level->k + 1 : level->k - 1;

	if (!q->level)
		set_uniform(q, k, level);
	else if (k < 0 || k >= q->n_levels)
		return false;
	else
		set_listed(q, (int32_t)k, level);
	return true;
}

double qbg_quantizer_width(const QbgQuantizer *q, double x)
{
	QbgLevel level;

	if (!q->level)
		return q->quantum;
	if (!qbg_quantizer_find(q, x, &level))
		return NAN;
	return level.k + 1 < q->n_levels ? level.up - level.value
									 : level.value - q->level[q->n_levels - 2];
}
