/* SPDX-License-Identifier: MIT
   statistics.c — statistics of sampled numbers and of a level that changes in time. */
#include "runtime/parts/parts.h"

typedef struct {
	uint64_t count;   /* values on SAMPLE since the reset */
	MdvTally samples; /* of those that are numbers */
	double t_reset;   /* start or last reset */
	double t_level;   /* since when the level is what it is */
	double area;      /* integral of the level from t_reset to t_level */
	double level;     /* now */
	double min, max;  /* of the level */
} Statistics;

static void statistics_reset(Statistics *s, double t)
{
	s->count = 0;
	s->samples = (MdvTally){0};
	s->t_reset = s->t_level = t;
	s->area = 0.0;
	s->min = s->max = s->level;
}

static MdvStatus statistics_init(void *state, const MdvCall *call, const void *params)
{
	Statistics *s = state;

	if (params)
		s->level = ((const MdvStatisticsParams *)params)->level;
	if (!isfinite(s->level))
		return mdv_fail(call, MDV_BAD_ARGUMENT, "level: %g is not finite", s->level);
	statistics_reset(s, call->t);
	return MDV_OK;
}

static MdvStatus statistics_take(Statistics *s, const MdvCall *call, const MdvValue *value)
{
	double x;
	bool number = parts_number(value, &x);

	switch (value->port) {
	case MDV_STATISTICS_SAMPLE:
		s->count++;
		if (number)
			mdv_tally_add(&s->samples, x);
		break;
	case MDV_STATISTICS_LEVEL:
		if (!number || !isfinite(x))
			return mdv_fail(call, MDV_BAD_ARGUMENT, "level: the value is no finite number");
		s->level = x;
		break;
	case MDV_STATISTICS_UP: s->level += 1.0; break;
	case MDV_STATISTICS_DOWN: s->level -= 1.0; break;
	default: break;
	}
	return MDV_OK;
}

static MdvStatus statistics_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Statistics *s = state;
	MdvStatus status = MDV_OK;

	(void)e;
	s->area += s->level * (call->t - s->t_level);
	s->t_level = call->t;
	for (size_t i = 0; i < x->n; i++)
		if (x->at[i].port == MDV_STATISTICS_RESET)
			statistics_reset(s, call->t);
	for (size_t i = 0; i < x->n && status >= 0; i++)
		status = statistics_take(s, call, &x->at[i]);
	s->min = s->level < s->min ? s->level : s->min;
	s->max = s->level > s->max ? s->level : s->max;
	return status;
}

static double statistics_t_next(const void *state)
{
	(void)state;
	return INFINITY;
}

static int statistics_print(const void *state, char *buf, size_t size)
{
	const Statistics *s = state;

	return plain_snprintf(buf, size, "count=%llu mean=%g level=%g", (unsigned long long)s->count,
						  s->samples.mean, s->level);
}

static const char *const statistics_in[] = {"sample", "level", "up", "down", "reset"};

const MdvAtomic mdv_statistics = {PART(statistics, Statistics), PART_IN(statistics_in),
								  .init = statistics_init, .delta_int = parts_idle};

MdvStatisticsResult mdv_statistics_read(const MdvDevs *sim, MdvComponent statistics)
{
	const Statistics *s = parts_state(sim, statistics, &mdv_statistics);
	MdvStatisticsResult result = {0};
	double t = mdv_devs_time(sim);

	if (!s)
		return result;
	result.count = s->count;
	result.samples = s->samples;
	result.time = t - s->t_reset;
	result.level = result.level_mean = s->level;
	result.level_min = s->min;
	result.level_max = s->max;
	if (result.time > 0.0) {
		result.rate = (double)s->count / result.time;
		result.level_mean = (s->area + s->level * (t - s->t_level)) / result.time;
	}
	return result;
}
