/* SPDX-License-Identifier: MIT
   batch.c — an atomic model of one's own for models in Modelica: items are packed into batches. A
   batch leaves `packing` seconds after its last item has come; items that come meanwhile wait for
   the next one.

	   cc -shared -fPIC -I include batch.c -o libbatch.so */
#include <modevs/library.h>

#include <math.h>

typedef struct {
	int32_t size;   /* items of a batch */
	double packing; /* how long it takes */
	bool weigh;     /* send the sum of the items' values; else their number */
} BatchParams;

typedef struct {
	BatchParams p;
	int32_t held;   /* items of the next batch */
	double weight;  /* sum of their values */
	double packed;  /* what leaves */
	double t_next;  /* when; INFINITY: nothing */
	int64_t so_far; /* batches that have left */
} Batch;

static MdvStatus batch_init(void *state, const MdvCall *call, const void *params)
{
	Batch *s = state;

	(void)call;
	s->p = *(const BatchParams *)params;
	s->t_next = INFINITY;
	return MDV_OK;
}

static double batch_t_next(const void *state)
{
	return ((const Batch *)state)->t_next;
}

static MdvStatus batch_lambda(const void *state, MdvCall *call)
{
	return mdv_send(call, 0, mdv_real(((const Batch *)state)->packed));
}

/* Begins to pack if there are enough items and nothing is being packed. */
static void begin_packing(Batch *s, double t)
{
	if (s->held < s->p.size || s->t_next < INFINITY)
		return;
	s->packed = s->p.weigh ? s->weight : s->held;
	s->held = 0;
	s->weight = 0;
	s->t_next = t + s->p.packing;
}

static MdvStatus batch_delta_int(void *state, const MdvCall *call)
{
	Batch *s = state;

	s->so_far++;
	s->t_next = INFINITY;
	begin_packing(s, call->t);
	return MDV_OK;
}

static MdvStatus batch_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Batch *s = state;

	(void)e;
	for (size_t i = 0; i < x->n; i++) {
		s->held++;
		s->weight += x->at[i].real;
	}
	begin_packing(s, call->t);
	return MDV_OK;
}

static void batch_read(const MdvDevs *sim, MdvComponent component, double value[])
{
	const Batch *s = mdv_devs_state(sim, component);

	value[0] = s->held;
	value[1] = (double)s->so_far;
}

static const MdvAtomic batch = {.name = "batch",
								.state_size = sizeof(Batch),
								.n_in = 1,
								.n_out = 1,
								.init = batch_init,
								.t_next = batch_t_next,
								.lambda = batch_lambda,
								.delta_int = batch_delta_int,
								.delta_ext = batch_delta_ext};

static const MdvParam params[] = {
	{MDV_PARAM_AT(BatchParams, size), MDV_PARAM_INTEGER, .required = true, .low = 1, .high = 1000},
	{MDV_PARAM_AT(BatchParams, packing), MDV_PARAM_REAL, .high = INFINITY},
	{MDV_PARAM_AT(BatchParams, weigh), MDV_PARAM_BOOLEAN, .comment = "The sum of the values"},
};
static const MdvPortInfo in[] = {{"item", .kinds = MDV_PORT_KIND(MDV_REAL)}};
static const MdvPortInfo out[] = {{"packed", .kinds = MDV_PORT_KIND(MDV_REAL)}};
static const MdvShown shown[] = {{"held", MDV_INTEGER, "Items of the next batch"},
								 {"batches", MDV_INTEGER, "Batches that have left"}};

static const MdvPart parts[] = {
	{"batch", &batch, MDV_PART_PARAMS(BatchParams, params), MDV_PART_IN(in), MDV_PART_OUT(out),
	 MDV_PART_SHOWN(shown, batch_read)},
};

MDV_LIBRARY(parts);
