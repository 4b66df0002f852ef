/* SPDX-License-Identifier: MIT
   transducer.c — watches jobs come and go. The jobs under way are in a hash table by value
   (open addressing, linear probing, at most three quarters full). */
#include "runtime/parts/parts.h"

typedef struct {
	double t_start;                          /* of the observation */
	double t_end;                            /* of the observation; INFINITY: none */
	bool over;                               /* the results have been sent */
	uint64_t arrived, solved, lost, unknown; /* jobs */
	MdvTally turnaround;                     /* of the solved ones */
	MdvItem *at;                             /* cap slots: job and time of arrival;
												value.port is 1 for a slot in use */
	size_t n, cap;                           /* slots in use; a power of two, or 0 */
} Transducer;

/* What tells a job from others of its kind. */
static uint64_t job_bits(const MdvValue *job)
{
	switch ((MdvKind)job->kind) {
	case MDV_EVENT: return 0;
	case MDV_BOOLEAN: return job->boolean;
	case MDV_PAYLOAD: return (uintptr_t)job->payload;
	case MDV_REAL:
	case MDV_INTEGER: break;
	}
	return (uint64_t)job->integer;
}

/* Where the search for a job begins. */
static size_t job_slot(const Transducer *s, const MdvValue *job)
{
	uint64_t h = job_bits(job) + job->kind;

	h = (h ^ (h >> 32)) * 0x9e3779b97f4a7c15u;
	return (size_t)(h ^ (h >> 29)) & (s->cap - 1);
}

/* Equal jobs stand behind each other in the order of arrival. */
static void table_put(Transducer *s, MdvItem item)
{
	size_t i = job_slot(s, &item.value);

	while (s->at[i].value.port)
		i = (i + 1) & (s->cap - 1);
	s->at[i] = item;
	s->n++;
}

static bool table_grow(Transducer *s, const MdvCall *call)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	Transducer old = *s;
	size_t start = 0;

	s->cap = old.cap ? 2 * old.cap : 16;
	s->at = s->cap > SIZE_MAX / 2 / sizeof *s->at ? NULL : alloc_new(alloc, s->cap * sizeof *s->at);
	if (!s->at) {
		*s = old;
		return false;
	}
	s->n = 0;
	/* From a free slot on, so that a row across the end of the table stays in order. */
	while (old.n && old.at[start].value.port)
		start++;
	for (size_t k = 0; k < old.cap; k++) {
		MdvItem item = old.at[(start + k) & (old.cap - 1)];

		if (item.value.port)
			table_put(s, item);
	}
	alloc_free(alloc, old.at, old.cap * sizeof *old.at);
	return true;
}

/* Close the gap at i by moving back whatever would no longer be found. */
static void table_close(Transducer *s, size_t i)
{
	size_t mask = s->cap - 1;

	for (size_t j = (i + 1) & mask; s->at[j].value.port; j = (j + 1) & mask) {
		size_t home = job_slot(s, &s->at[j].value);

		if (((j - home) & mask) >= ((j - i) & mask)) {
			s->at[i] = s->at[j];
			i = j;
		}
	}
	s->at[i].value.port = 0;
	s->n--;
}

/* Take the earliest job equal to `job` out of the table. */
static bool table_take(Transducer *s, const MdvValue *job, MdvItem *taken)
{
	if (s->n == 0)
		return false;
	for (size_t i = job_slot(s, job); s->at[i].value.port; i = (i + 1) & (s->cap - 1)) {
		if (s->at[i].value.kind == job->kind && job_bits(&s->at[i].value) == job_bits(job)) {
			*taken = s->at[i];
			table_close(s, i);
			return true;
		}
	}
	return false;
}

static MdvStatus transducer_init(void *state, const MdvCall *call, const void *params)
{
	const MdvTransducerParams *p = params;
	Transducer *s = state;

	s->t_start = call->t;
	s->t_end = p && p->period != 0.0 ? call->t + p->period : INFINITY;
	if (p && !(p->period >= 0.0))
		return mdv_fail(call, MDV_BAD_ARGUMENT, "period: %g; it must be 0 or more", p->period);
	return MDV_OK;
}

static void transducer_destroy(void *state, const MdvCall *call)
{
	const MdvAlloc *alloc = mdv_devs_alloc(call->sim);
	Transducer *s = state;

	for (size_t i = 0; i < s->cap; i++)
		if (s->at[i].value.port)
			mdv_value_release(call, s->at[i].value);
	alloc_free(alloc, s->at, s->cap * sizeof *s->at);
}

static double transducer_t_next(const void *state)
{
	const Transducer *s = state;

	return s->over ? INFINITY : s->t_end;
}

static double transducer_throughput(const Transducer *s, double t)
{
	double time = (t < s->t_end ? t : s->t_end) - s->t_start;

	return time > 0.0 ? (double)s->solved / time : 0.0;
}

static MdvStatus transducer_lambda(const void *state, MdvCall *call)
{
	const Transducer *s = state;
	MdvStatus status = mdv_send(call, MDV_TRANSDUCER_DONE, mdv_event());

	if (status >= 0)
		status =
			mdv_send(call, MDV_TRANSDUCER_THROUGHPUT, mdv_real(transducer_throughput(s, call->t)));
	if (status >= 0)
		status = mdv_send(call, MDV_TRANSDUCER_TURNAROUND, mdv_real(s->turnaround.mean));
	return status;
}

static MdvStatus transducer_delta_int(void *state, const MdvCall *call)
{
	(void)call;
	((Transducer *)state)->over = true;
	return MDV_OK;
}

static MdvStatus transducer_arrive(Transducer *s, const MdvCall *call, MdvValue job)
{
	if (4 * s->n >= 3 * s->cap && !table_grow(s, call))
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for more than %zu jobs under way", s->n);
	job.port = 1;
	table_put(s, (MdvItem){.value = parts_retain(job), .t = call->t});
	s->arrived++;
	return MDV_OK;
}

static void transducer_leave(Transducer *s, const MdvCall *call, const MdvValue *job)
{
	bool lost = job->port == MDV_TRANSDUCER_LOST;
	MdvItem item;

	if (!table_take(s, job, &item)) {
		s->unknown++;
		return;
	}
	if (lost) {
		s->lost++;
	} else {
		s->solved++;
		mdv_tally_add(&s->turnaround, call->t - item.t);
	}
	mdv_value_release(call, item.value);
}

static MdvStatus transducer_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Transducer *s = state;
	MdvStatus status = MDV_OK;

	(void)e;
	if (s->over)
		return MDV_OK;
	for (size_t i = 0; i < x->n && status >= 0; i++)
		if (x->at[i].port == MDV_TRANSDUCER_ARRIVED)
			status = transducer_arrive(s, call, x->at[i]);
	for (size_t i = 0; i < x->n && status >= 0; i++)
		if (x->at[i].port != MDV_TRANSDUCER_ARRIVED)
			transducer_leave(s, call, &x->at[i]);
	return status;
}

static int transducer_print(const void *state, char *buf, size_t size)
{
	const Transducer *s = state;

	return snprintf(buf, size, "arrived=%llu solved=%llu lost=%llu", (unsigned long long)s->arrived,
					(unsigned long long)s->solved, (unsigned long long)s->lost);
}

static const char *const transducer_in[] = {"arrived", "solved", "lost"};
static const char *const transducer_out[] = {"done", "throughput", "turnaround"};

const MdvAtomic mdv_transducer = {PART(transducer, Transducer), PART_ACTS(transducer),
								  PART_IN(transducer_in),       PART_OUT(transducer_out),
								  .init = transducer_init,      .destroy = transducer_destroy};

MdvTransducerResult mdv_transducer_read(const MdvDevs *sim, MdvComponent transducer)
{
	const Transducer *s = parts_state(sim, transducer, &mdv_transducer);
	MdvTransducerResult result = {0};

	if (!s)
		return result;
	result.arrived = s->arrived;
	result.solved = s->solved;
	result.lost = s->lost;
	result.unknown = s->unknown;
	result.present = s->n;
	result.throughput = transducer_throughput(s, mdv_devs_time(sim));
	result.turnaround = s->turnaround;
	return result;
}
