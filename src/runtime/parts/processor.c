/* SPDX-License-Identifier: MIT
   processor.c — a server with a queue, and several of them in a row. */
#include "runtime/parts/parts.h"

typedef struct {
	MdvProcessorParams p; /* as given */
	MdvRandom random;     /* of the service times */
	MdvItems waiting;     /* jobs not yet begun */
	MdvItems refused;     /* jobs to be sent away now */
	MdvValue job;         /* in service while busy */
	double t_begun;       /* when its service began */
	double t_done;        /* when it will be done; INFINITY: nothing to do */
	double t_refuse;      /* now if any are to be sent away, or INFINITY */
	uint64_t begun;       /* services in all: the place in a list of times */
	uint64_t n_refused;   /* jobs in all */
	uint64_t served;      /* jobs in all */
	size_t longest;       /* most that ever waited */
	double busy_time;     /* of the services done */
} Processor;

static bool processor_busy(const Processor *s)
{
	return s->t_done < INFINITY;
}

static MdvStatus processor_init(void *state, const MdvCall *call, const void *params)
{
	Processor *s = state;

	if (!params)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "a processor needs parameters");
	s->p = *(const MdvProcessorParams *)params;
	s->t_done = s->t_refuse = INFINITY;
	mdv_random_init(&s->random, call, s->p.seed);
	if (s->p.order != MDV_FIFO && s->p.order != MDV_LIFO)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "order: neither MDV_FIFO nor MDV_LIFO");
	return mdv_times_check(&s->p.service, call, "service");
}

static void processor_destroy(void *state, const MdvCall *call)
{
	Processor *s = state;

	if (processor_busy(s))
		mdv_value_release(call, s->job);
	mdv_items_free(&s->waiting, call);
	mdv_items_free(&s->refused, call);
}

static double processor_t_next(const void *state)
{
	const Processor *s = state;

	return s->t_refuse < s->t_done ? s->t_refuse : s->t_done;
}

static MdvStatus processor_lambda(const void *state, MdvCall *call)
{
	const Processor *s = state;
	MdvStatus status = MDV_OK;

	if (s->t_done <= call->t)
		status = mdv_send_copy(call, MDV_PROCESSOR_OUT, s->job);
	for (size_t i = 0; i < s->refused.n && status >= 0; i++)
		status = mdv_send_copy(call, MDV_PROCESSOR_REFUSED, mdv_items_at(&s->refused, i)->value);
	return status;
}

/* Begin with a job, whose reference now belongs to the processor. */
static MdvStatus processor_begin(Processor *s, const MdvCall *call, MdvValue job)
{
	double time;

	time = s->p.time_of ? s->p.time_of(&job) : mdv_times_draw(&s->p.service, &s->random, s->begun);
	s->begun++;
	s->job = job;
	s->t_begun = call->t;
	s->t_done = call->t; /* busy, so that the job is released whatever happens */
	if (!(time >= 0.0 && isfinite(time)))
		return mdv_fail(call, MDV_BAD_TIME, "time_of gave a service time of %g", time);
	s->t_done = call->t + time;
	return MDV_OK;
}

static MdvStatus processor_delta_int(void *state, const MdvCall *call)
{
	Processor *s = state;
	MdvItem next;

	while (s->refused.n)
		mdv_value_release(call, mdv_items_take_first(&s->refused).value);
	s->t_refuse = INFINITY;
	if (s->t_done > call->t)
		return MDV_OK;
	mdv_value_release(call, s->job);
	s->busy_time += s->t_done - s->t_begun;
	s->served++;
	s->t_done = INFINITY;
	if (s->waiting.n == 0)
		return MDV_OK;
	next = s->p.order == MDV_LIFO ? mdv_items_take_last(&s->waiting)
								  : mdv_items_take_first(&s->waiting);
	return processor_begin(s, call, next.value);
}

/* One arriving job: served at once, kept waiting or refused. */
static MdvStatus processor_accept(void *state, const MdvCall *call, const MdvValue *job)
{
	Processor *s = state;
	size_t present = s->waiting.n + processor_busy(s);
	MdvStatus status;

	if (s->p.capacity && present >= s->p.capacity) {
		s->n_refused++;
		s->t_refuse = call->t;
		return mdv_items_push(&s->refused, call, *job, call->t);
	}
	if (!processor_busy(s))
		return processor_begin(s, call, parts_retain(*job));
	status = mdv_items_push(&s->waiting, call, *job, call->t);
	if (s->waiting.n > s->longest)
		s->longest = s->waiting.n;
	return status;
}

static MdvStatus processor_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)e;
	return parts_take_all(state, call, x, processor_accept);
}

static int processor_print(const void *state, char *buf, size_t size)
{
	const Processor *s = state;

	return snprintf(buf, size, "busy=%d waiting=%zu", processor_busy(s), s->waiting.n);
}

static const char *const processor_in[] = {"in"};
static const char *const processor_out[] = {"out", "refused"};

const MdvAtomic mdv_processor = {PART(processor, Processor), PART_ACTS(processor),
								 PART_IN(processor_in),      PART_OUT(processor_out),
								 .init = processor_init,     .destroy = processor_destroy};

MdvProcessorResult mdv_processor_read(const MdvDevs *sim, MdvComponent processor)
{
	const Processor *s = parts_state(sim, processor, &mdv_processor);
	MdvProcessorResult result = {0};

	if (!s)
		return result;
	result.busy = processor_busy(s);
	result.waiting = s->waiting.n;
	result.longest = s->longest;
	result.served = s->served;
	result.refused = s->n_refused;
	result.arrived = s->served + s->n_refused + s->waiting.n + result.busy;
	result.busy_time = s->busy_time;
	if (result.busy)
		result.busy_time += mdv_devs_time(sim) - s->t_begun;
	return result;
}

/* Pipe */

/* n processors, each `stride` behind the one before in the array: 0 if all are equal. */
static MdvStatus pipe_fill(MdvDevs *sim, MdvComponent pipe, const MdvProcessorParams *processors,
						   size_t n, size_t stride)
{
	MdvComponent before = pipe, stage;
	uint32_t from = MDV_PROCESSOR_IN;
	MdvStatus status = MDV_OK;
	char name[24];

	for (size_t i = 0; i < n && status >= 0; i++) {
		snprintf(name, sizeof name, "%zu", i + 1);
		status =
			mdv_devs_add_atomic(sim, pipe, name, &mdv_processor, &processors[i * stride], &stage);
		if (status >= 0)
			status = mdv_devs_couple(sim, before, from, stage, MDV_PROCESSOR_IN);
		if (status >= 0)
			status =
				mdv_devs_couple(sim, stage, MDV_PROCESSOR_REFUSED, pipe, MDV_PROCESSOR_REFUSED);
		before = stage;
		from = MDV_PROCESSOR_OUT;
	}
	return status < 0 ? status
					  : mdv_devs_couple(sim, before, MDV_PROCESSOR_OUT, pipe, MDV_PROCESSOR_OUT);
}

static MdvStatus add_pipe(MdvDevs *sim, MdvComponent parent, const char *name,
						  const MdvProcessorParams *processors, size_t n, size_t stride,
						  MdvComponent *added)
{
	MdvComponent pipe;
	MdvStatus status;

	if (!processors || n == 0)
		return model_error(sim, MDV_BAD_ARGUMENT, "a pipe needs at least one processor");
	status = mdv_devs_add_coupled(sim, parent, name, 1, 2, &pipe);
	if (status < 0)
		return status;
	status = pipe_fill(sim, pipe, processors, n, stride);
	if (status < 0) {
		mdv_devs_remove(sim, pipe);
		return status;
	}
	if (added)
		*added = pipe;
	return MDV_OK;
}

MdvStatus mdv_add_pipe(MdvDevs *sim, MdvComponent parent, const char *name,
					   const MdvProcessorParams *processors, size_t n, MdvComponent *added)
{
	return add_pipe(sim, parent, name, processors, n, 1, added);
}

MdvStatus mdv_add_even_pipe(MdvDevs *sim, MdvComponent parent, const char *name,
							const MdvPipeParams *params, MdvComponent *added)
{
	MdvProcessorParams stage = {.service = params ? params->service : mdv_constant(0)};

	if (!params)
		return model_error(sim, MDV_BAD_ARGUMENT, "a pipe needs parameters");
	stage.order = params->order;
	stage.capacity = params->capacity;
	stage.seed = params->seed;
	return add_pipe(sim, parent, name, &stage, params->n, 0, added);
}
