/* SPDX-License-Identifier: MIT
   faulty.c — a library of atomic models that is not what it should be, in the way that FAULT says:
   1 made for another version, 2 without its symbol, 3 with a function that is nowhere. Without one
   it has a part that fails, and one that sends what nobody in Modelica understands. */
#include <modevs/library.h>
#include <modevs/parts.h>

#include <math.h>

#ifndef FAULT
#define FAULT 0
#endif

#if FAULT == 3
MdvStatus mdv_that_is_nowhere(MdvCall *call);
#endif

typedef struct {
	const char *text; /* what it says */
	bool fails;       /* it fails at its first event */
	double t_next;    /* of that */
} Odd;

typedef struct {
	const char *text;
	bool fails;
} OddParams;

static MdvStatus odd_init(void *state, const MdvCall *call, const void *params)
{
	const OddParams *p = params;
	Odd *s = state;

	s->text = p->text;
	s->fails = p->fails;
	s->t_next = call->t + 0.5;
	return MDV_OK;
}

static double odd_t_next(const void *state)
{
	return ((const Odd *)state)->t_next;
}

static MdvStatus odd_lambda(const void *state, MdvCall *call)
{
	(void)state;
#if FAULT == 3
	return mdv_that_is_nowhere(call);
#else
	return mdv_send(call, 0, mdv_payload(mdv_record_new(call, 2)));
#endif
}

static MdvStatus odd_delta_int(void *state, const MdvCall *call)
{
	Odd *s = state;

	s->t_next = INFINITY;
	return s->fails ? mdv_fail(call, MDV_FAILED, "it says %s", s->text) : MDV_OK;
}

static const MdvAtomic odd = {.name = "odd",
							  .state_size = sizeof(Odd),
							  .n_out = 1,
							  .init = odd_init,
							  .t_next = odd_t_next,
							  .lambda = odd_lambda,
							  .delta_int = odd_delta_int};

static const MdvParam params[] = {
	{MDV_PARAM_AT(OddParams, text), MDV_PARAM_STRING, .required = true},
	{MDV_PARAM_AT(OddParams, fails), MDV_PARAM_BOOLEAN, .required = true},
};
static const MdvPortInfo out[] = {{"said", .comment = "A record"}};
static const MdvPart parts[] = {
	{"odd", &odd, MDV_PART_PARAMS(OddParams, params), MDV_PART_OUT(out)},
};

#if FAULT == 1
#undef MDV_LIBRARY_VERSION
#define MDV_LIBRARY_VERSION 2
#elif FAULT == 2
#define mdv_library another_name
#endif
MDV_LIBRARY(parts);
