/* SPDX-License-Identifier: MIT
   checkout.c — a shop's checkout: how should customers queue? The same customers (arrival times and
   baskets) pass four cashiers under three arrangements: everyone picks a line at random, everyone
   joins the shortest line, or all stand in one common queue. The entrance and the dispatcher are
   atomic models written here; cashiers and exit are ready-made parts. */
#include "modevs/devs.h"
#include "modevs/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CASHIERS = 4, CUSTOMERS = 200000 };

static const double mean_gap = 0.5;                /* minutes between customers */
static const double quickest = 0.6, slowest = 3.0; /* minutes at the cashier */

/* A customer, the payload of every message */

typedef struct {
	double t_arrival; /* at the checkout */
	double service;   /* minutes the basket will take */
} Customer;

static const MdvPayloadType customer_type = {.name = "customer"};

static const Customer *customer_of(const MdvValue *value)
{
	return mdv_payload_data(value->payload);
}

static double service_of(const MdvValue *value)
{
	return customer_of(value)->service;
}

/* Entrance: lets CUSTOMERS in, one by one, at random */

typedef struct {
	MdvRandom random; /* of gaps and baskets */
	double gap;       /* until the next customer */
	double service;   /* what that one's basket will take */
	long entered;     /* so far */
} Entrance;

static MdvStatus entrance_next(void *state, const MdvCall *call)
{
	Entrance *s = state;

	(void)call;
	s->gap = mdv_random_exponential(&s->random, mean_gap);
	s->service = quickest + (slowest - quickest) * mdv_random_uniform(&s->random);
	if (s->entered++ == CUSTOMERS)
		s->gap = INFINITY;
	return MDV_OK;
}

static MdvStatus entrance_init(void *state, const MdvCall *call, const void *params)
{
	(void)params;
	mdv_random_init(&((Entrance *)state)->random, call, 0);
	return entrance_next(state, call);
}

static double entrance_ta(const void *state)
{
	return ((const Entrance *)state)->gap;
}

static MdvStatus entrance_lambda(const void *state, MdvCall *call)
{
	const Entrance *s = state;
	MdvPayload *payload = mdv_payload_new(call, &customer_type, sizeof(Customer));

	if (!payload)
		return mdv_fail(call, MDV_NO_MEMORY, "no memory for customer %ld", s->entered);
	*(Customer *)mdv_payload_data(payload) = (Customer){call->t, s->service};
	return mdv_send(call, 0, mdv_payload(payload));
}

static const MdvAtomic entrance = {
	.name = "entrance",
	.state_size = sizeof(Entrance),
	.n_out = 1,
	.init = entrance_init,
	.ta = entrance_ta,
	.lambda = entrance_lambda,
	.delta_int = entrance_next,
};

/* Dispatcher: sends customers to the cashiers. Input 0: customers; input 1 + i: cashier i is done
   with one. Output i: to cashier i. */

typedef enum { RANDOM_LINE, SHORTEST_LINE, COMMON_QUEUE, ARRANGEMENTS } Arrangement;

static const char *const arrangement_names[ARRANGEMENTS] = {"random line", "shortest line",
															"one common queue"};

typedef struct {
	Arrangement arrangement;  /* how it chooses */
	MdvRandom random;         /* for the random line */
	MdvItems queue;           /* the common queue */
	MdvItems leaving;         /* on their way now; value.port: the cashier */
	uint32_t there[CASHIERS]; /* customers in each line, the one being served included */
	double t_next;            /* now if anyone is leaving, or INFINITY */
} Dispatcher;

static MdvStatus dispatcher_init(void *state, const MdvCall *call, const void *params)
{
	Dispatcher *s = state;

	s->arrangement = *(const Arrangement *)params;
	mdv_random_init(&s->random, call, 0);
	s->t_next = INFINITY;
	return MDV_OK;
}

static void dispatcher_destroy(void *state, const MdvCall *call)
{
	Dispatcher *s = state;

	mdv_items_free(&s->queue, call);
	mdv_items_free(&s->leaving, call);
}

static double dispatcher_t_next(const void *state)
{
	return ((const Dispatcher *)state)->t_next;
}

static uint32_t choose_line(Dispatcher *s)
{
	uint32_t best = 0;

	if (s->arrangement == RANDOM_LINE)
		return (uint32_t)mdv_random_below(&s->random, CASHIERS);
	for (uint32_t i = 1; i < CASHIERS; i++)
		if (s->there[i] < s->there[best])
			best = i;
	return best;
}

/* Let customers go: everyone in the queue, or as many as there are idle cashiers. */
static MdvStatus dispatch(Dispatcher *s, const MdvCall *call)
{
	while (s->queue.n) {
		uint32_t line = choose_line(s);
		MdvValue customer;
		MdvStatus status;

		if (s->arrangement == COMMON_QUEUE && s->there[line] > 0)
			break;
		customer = mdv_items_take_first(&s->queue).value;
		customer.port = line;
		status = mdv_items_push(&s->leaving, call, customer, call->t);
		mdv_value_release(call, customer);
		if (status < 0)
			return status;
		s->there[line]++;
		s->t_next = call->t;
	}
	return MDV_OK;
}

static MdvStatus dispatcher_delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Dispatcher *s = state;
	MdvStatus status = MDV_OK;

	(void)e;
	for (size_t i = 0; i < x->n && status >= 0; i++)
		if (x->at[i].port == 0)
			status = mdv_items_push(&s->queue, call, x->at[i], call->t);
		else
			s->there[x->at[i].port - 1]--;
	return status < 0 ? status : dispatch(s, call);
}

static MdvStatus dispatcher_lambda(const void *state, MdvCall *call)
{
	const Dispatcher *s = state;
	MdvStatus status = MDV_OK;

	for (size_t i = 0; i < s->leaving.n && status >= 0; i++) {
		MdvValue customer = mdv_items_at(&s->leaving, i)->value;

		status = mdv_send_copy(call, customer.port, customer);
	}
	return status;
}

static MdvStatus dispatcher_delta_int(void *state, const MdvCall *call)
{
	Dispatcher *s = state;

	while (s->leaving.n)
		mdv_value_release(call, mdv_items_take_first(&s->leaving).value);
	s->t_next = INFINITY;
	return MDV_OK;
}

static const MdvAtomic dispatcher = {
	.name = "dispatcher",
	.state_size = sizeof(Dispatcher),
	.n_in = 1 + CASHIERS,
	.n_out = CASHIERS,
	.init = dispatcher_init,
	.destroy = dispatcher_destroy,
	.t_next = dispatcher_t_next,
	.lambda = dispatcher_lambda,
	.delta_int = dispatcher_delta_int,
	.delta_ext = dispatcher_delta_ext,
};

/* The shop */

static MdvStatus build(MdvDevs *sim, Arrangement arrangement, MdvComponent *exit_door)
{
	MdvProcessorParams work = {.time_of = service_of};
	MdvComponent root = mdv_devs_root(sim), door, floor, cashier;
	MdvStatus status;
	char name[16];

	status = mdv_devs_add_atomic(sim, root, "entrance", &entrance, NULL, &door);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "dispatcher", &dispatcher, &arrangement, &floor);
	if (status >= 0)
		status = mdv_devs_add_atomic(sim, root, "exit", &mdv_recorder, NULL, exit_door);
	if (status >= 0)
		status = mdv_devs_couple(sim, door, 0, floor, 0);
	for (uint32_t i = 0; i < CASHIERS && status >= 0; i++) {
		snprintf(name, sizeof name, "cashier%u", i + 1);
		status = mdv_devs_add_atomic(sim, root, name, &mdv_processor, &work, &cashier);
		if (status >= 0)
			status = mdv_devs_couple(sim, floor, i, cashier, MDV_PROCESSOR_IN);
		if (status >= 0)
			status = mdv_devs_couple(sim, cashier, MDV_PROCESSOR_OUT, floor, 1 + i);
		if (status >= 0)
			status = mdv_devs_couple(sim, cashier, MDV_PROCESSOR_OUT, *exit_door, 0);
	}
	return status;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* What the customers at the exit tell about their waiting: time in the shop less the service. */
static MdvStatus report(const MdvDevs *sim, Arrangement arrangement, MdvComponent exit_door)
{
	size_t n;
	const MdvRecord *records = mdv_recorder_read(sim, exit_door, &n);
	double *waits = malloc(n * sizeof *waits);
	MdvTally tally = {0};

	if (!waits)
		return MDV_NO_MEMORY;
	for (size_t i = 0; i < n; i++) {
		const Customer *c = customer_of(&records[i].value);

		waits[i] = fmax(0.0, records[i].t - c->t_arrival - c->service);
		mdv_tally_add(&tally, waits[i]);
	}
	qsort(waits, n, sizeof *waits, compare);
	printf("%-18s %10zu %8.2f %8.2f %8.2f %8.2f\n", arrangement_names[arrangement], n, tally.mean,
		   waits[n / 2], waits[n / 100 * 95], tally.max);
	free(waits);
	return MDV_OK;
}

static MdvStatus run(Arrangement arrangement)
{
	MdvDevsOptions options = {.seed = 7};
	MdvDevs *sim = mdv_devs_new(&options);
	MdvComponent exit_door;
	MdvStatus status;

	if (!sim)
		return MDV_NO_MEMORY;
	status = build(sim, arrangement, &exit_door);
	if (status >= 0)
		status = mdv_devs_run(sim, INFINITY);
	if (status >= 0)
		status = report(sim, arrangement, exit_door);
	if (status < 0)
		fprintf(stderr, "checkout: %s\n", mdv_devs_error(sim));
	mdv_devs_free(sim);
	return status;
}

int main(void)
{
	printf("A checkout with %d cashiers, busy %.0f %% of the time: how long do customers wait?\n\n",
		   CASHIERS, 100.0 * (quickest + slowest) / 2.0 / mean_gap / CASHIERS);
	printf("                                           minutes of waiting\n");
	printf("arrangement         customers     mean   median     95 %%  longest\n");
	for (int a = 0; a < ARRANGEMENTS; a++)
		if (run((Arrangement)a) < 0)
			return 1;
	printf("\nThe same customers each time. To pick a line blindly costs four times the waiting; "
		   "to join\n"
		   "the shortest comes close to one common queue, which is also kindest to the unlucky.\n");
	return 0;
}
