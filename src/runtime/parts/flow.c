/* SPDX-License-Identifier: MIT
   flow.c — parts that make values and pass them on: generator, delay, switch. */
#include "runtime/parts/parts.h"

/* Generator */

typedef struct {
	MdvGeneratorParams p; /* as given */
	MdvRandom random;     /* of the gaps */
	double t_start;       /* of the current run */
	double t_next;        /* when the next value leaves; INFINITY: stopped */
	uint64_t k;           /* gaps since the start */
	uint64_t drawn;       /* gaps in all: the place in the list */
	uint64_t sent;        /* values in all */
} Generator;

/* One gap on. Constant gaps are counted, not added up, so that rounding errors do not build up. */
static void generator_go_on(Generator *s)
{
	s->k++;
	if (s->p.gaps.kind == MDV_TIMES_CONSTANT)
		s->t_next = s->t_start + (double)s->k * s->p.gaps.a;
	else
		s->t_next += mdv_times_draw(&s->p.gaps, &s->random, s->drawn++);
}

static void generator_start(Generator *s, double t)
{
	if (s->t_next < INFINITY || (s->p.limit && s->sent >= s->p.limit))
		return;
	s->t_start = s->t_next = t;
	s->k = 0;
	if (!s->p.at_once)
		generator_go_on(s);
}

static MdvStatus generator_init(void *state, const MdvCall *call, const void *params)
{
	Generator *s = state;
	MdvStatus status;

	if (!params)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "a generator needs parameters");
	s->p = *(const MdvGeneratorParams *)params;
	status = mdv_times_check(&s->p.gaps, call, "gaps");
	if (status < 0)
		return status;
	if (s->p.gaps.kind == MDV_TIMES_CONSTANT && s->p.gaps.a == 0.0 && !s->p.limit)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "gaps: a gap of 0 needs a limit");
	if (s->p.values && s->p.n_values == 0)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "values: the list is empty");
	mdv_random_init(&s->random, call, s->p.seed);
	s->t_next = INFINITY;
	if (!s->p.waiting)
		generator_start(s, call->t);
	return MDV_OK;
}

static double generator_t_next(const void *state)
{
	return ((const Generator *)state)->t_next;
}

static MdvStatus generator_lambda(const void *state, MdvCall *call)
{
	const Generator *s = state;

	if (s->p.values)
		return mdv_send_copy(call, MDV_GENERATOR_OUT, s->p.values[s->sent % s->p.n_values]);
	return mdv_send(call, MDV_GENERATOR_OUT, mdv_integer((int64_t)(s->sent + 1)));
}

static MdvStatus generator_delta_int(void *state, const MdvCall *call)
{
	Generator *s = state;

	(void)call;
	s->sent++;
	if (s->p.limit && s->sent >= s->p.limit)
		s->t_next = INFINITY;
	else
		generator_go_on(s);
	return MDV_OK;
}

static MdvStatus generator_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Generator *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++)
		if (x->at[i].port == MDV_GENERATOR_STOP)
			s->t_next = INFINITY;
		else
			generator_start(s, call->t);
	return MDV_OK;
}

static int generator_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "sent=%llu", (unsigned long long)((const Generator *)state)->sent);
}

static const char *const generator_in[] = {"start", "stop"};
static const char *const one_in[] = {"in"};
static const char *const one_out[] = {"out"};

const MdvAtomic mdv_generator = {PART(generator, Generator), PART_ACTS(generator),
								 PART_IN(generator_in), PART_OUT(one_out), .init = generator_init};

uint64_t mdv_generator_read(const MdvDevs *sim, MdvComponent generator)
{
	const Generator *s = parts_state(sim, generator, &mdv_generator);

	return s ? s->sent : 0;
}

/* Delay */

typedef struct {
	double time;    /* between arrival and departure */
	MdvItems items; /* under way, t: when they leave; ascending because `time` is fixed */
} Delay;

static MdvStatus delay_init(void *state, const MdvCall *call, const void *params)
{
	const MdvDelayParams *p = params;
	MdvTimes time = mdv_constant(p ? p->time : NAN);

	if (!p)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "a delay needs parameters");
	((Delay *)state)->time = p->time;
	return mdv_times_check(&time, call, "time");
}

static void delay_destroy(void *state, const MdvCall *call)
{
	mdv_items_free(&((Delay *)state)->items, call);
}

static double delay_t_next(const void *state)
{
	const Delay *s = state;

	return s->items.n ? mdv_items_at(&s->items, 0)->t : INFINITY;
}

static MdvStatus delay_lambda(const void *state, MdvCall *call)
{
	const Delay *s = state;

	for (size_t i = 0; i < s->items.n && mdv_items_at(&s->items, i)->t <= call->t; i++) {
		MdvStatus status = mdv_send_copy(call, 0, mdv_items_at(&s->items, i)->value);

		if (status < 0)
			return status;
	}
	return MDV_OK;
}

static MdvStatus delay_delta_int(void *state, const MdvCall *call)
{
	Delay *s = state;

	while (s->items.n && mdv_items_at(&s->items, 0)->t <= call->t)
		mdv_value_release(call, mdv_items_take_first(&s->items).value);
	return MDV_OK;
}

static MdvStatus delay_take(void *state, const MdvCall *call, const MdvValue *value)
{
	Delay *s = state;

	return mdv_items_push(&s->items, call, *value, call->t + s->time);
}

static MdvStatus delay_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)e;
	return parts_take_all(state, call, x, delay_take);
}

static int delay_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "under_way=%zu", ((const Delay *)state)->items.n);
}

const MdvAtomic mdv_delay = {PART(delay, Delay), PART_ACTS(delay),   PART_IN(one_in),
							 PART_OUT(one_out),  .init = delay_init, .destroy = delay_destroy};

/* Switch */

enum { SWITCH_OUTPUTS = 8 };

typedef struct {
	MdvItems items;   /* to be sent now; value.port: the output */
	double t_next;    /* now, or INFINITY */
	uint32_t n;       /* outputs in use */
	uint32_t to;      /* the output for the next value */
	bool round_robin; /* go on after each value */
} Switch;

static MdvStatus switch_init(void *state, const MdvCall *call, const void *params)
{
	const MdvSwitchParams *p = params;
	Switch *s = state;

	s->n = p && p->n ? p->n : SWITCH_OUTPUTS;
	s->to = p ? p->first : 0;
	s->round_robin = p && p->round_robin;
	s->t_next = INFINITY;
	if (s->to >= s->n)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "first: output %u of a switch with outputs 0 to %u",
						s->to, s->n - 1);
	return MDV_OK;
}

static void switch_destroy(void *state, const MdvCall *call)
{
	mdv_items_free(&((Switch *)state)->items, call);
}

static double switch_t_next(const void *state)
{
	return ((const Switch *)state)->t_next;
}

static MdvStatus switch_lambda(const void *state, MdvCall *call)
{
	const Switch *s = state;

	for (size_t i = 0; i < s->items.n; i++) {
		MdvValue value = mdv_items_at(&s->items, i)->value;
		MdvStatus status = mdv_send_copy(call, value.port, value);

		if (status < 0)
			return status;
	}
	return MDV_OK;
}

static MdvStatus switch_delta_int(void *state, const MdvCall *call)
{
	Switch *s = state;

	while (s->items.n)
		mdv_value_release(call, mdv_items_take_first(&s->items).value);
	s->t_next = INFINITY;
	return MDV_OK;
}

static MdvStatus switch_command(Switch *s, const MdvCall *call, const MdvValue *command)
{
	if (command->kind != MDV_INTEGER)
		return mdv_fail(call, MDV_BAD_ARGUMENT, "control: a command must be an integer");
	if (command->integer < 0 || command->integer >= (int64_t)s->n)
		return mdv_fail(call, MDV_BAD_ARGUMENT,
						"control: output %lld of a switch with outputs 0 to %u",
						(long long)command->integer, s->n - 1);
	s->to = (uint32_t)command->integer;
	return MDV_OK;
}

static MdvStatus switch_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Switch *s = state;
	MdvStatus status = MDV_OK;

	(void)e;
	for (size_t i = 0; i < x->n && status >= 0; i++)
		if (x->at[i].port == MDV_SWITCH_CONTROL)
			status = switch_command(s, call, &x->at[i]);
	for (size_t i = 0; i < x->n && status >= 0; i++) {
		MdvValue value = x->at[i];

		if (value.port == MDV_SWITCH_CONTROL)
			continue;
		value.port = s->to;
		status = mdv_items_push(&s->items, call, value, call->t);
		if (s->round_robin)
			s->to = (s->to + 1) % s->n;
	}
	if (s->items.n)
		s->t_next = call->t;
	return status;
}

static int switch_print(const void *state, char *buf, size_t size)
{
	return snprintf(buf, size, "to=%u", ((const Switch *)state)->to);
}

static const char *const switch_in[] = {"in", "control"};

const MdvAtomic mdv_switch = {PART(switch, Switch), PART_ACTS(switch),
							  PART_IN(switch_in),   .n_out = SWITCH_OUTPUTS,
							  .init = switch_init,  .destroy = switch_destroy};
