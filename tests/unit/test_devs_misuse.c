/* SPDX-License-Identifier: MIT
   test_devs_misuse.c — what a host must not do with the engine: change, run or free a simulation
   from within its own callbacks, send what is no message or does not fit its port. Each ends with a
   status and a text; nothing is damaged. */
#include "modevs/devs.h"
#include "t.h"

typedef struct Host Host;
typedef MdvStatus Deed(Host *h);

/* Where the deed is done. */
typedef enum { IN_INIT, IN_TA, IN_LAMBDA, IN_DELTA, IN_OUTPUT, IN_STATE, IN_AFTER, PLACES } Place;

struct Host {
	MdvDevs *sim;     /* the simulation */
	MdvCall *call;    /* in lambda; NULL elsewhere */
	Deed *deed;       /* what is tried */
	Place place;      /* where */
	MdvStatus seen;   /* what it gave, the first time */
	bool done;        /* it was tried */
	bool destroying;  /* it is tried in destroy, too */
	char said[256];   /* mdv_devs_error then */
	MdvComponent one; /* a component */
};

static void try_deed(Host *h, Place place)
{
	if (h->done || place != h->place || !h->deed || !h->sim)
		return;
	h->done = true;
	h->seen = h->deed(h);
	snprintf(h->said, sizeof h->said, "%s", mdv_devs_error(h->sim));
}

typedef struct {
	Host *host; /* who tries */
	int n;      /* transitions */
} State;

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	State *s = state;

	(void)call;
	s->host = *(Host *const *)params;
	try_deed(s->host, IN_INIT);
	return MDV_OK;
}

static void destroy(void *state, const MdvCall *call)
{
	State *s = state;

	(void)call;
	if (s->host->destroying && s->host->deed)
		(void)s->host->deed(s->host);
}

static double ta(const void *state)
{
	const State *s = state;

	try_deed(s->host, IN_TA);
	return 1;
}

static MdvStatus lambda(const void *state, MdvCall *call)
{
	const State *s = state;
	MdvStatus status;

	s->host->call = call;
	try_deed(s->host, IN_LAMBDA);
	s->host->call = NULL;
	status = mdv_send(call, 0, mdv_real(1));
	return status;
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	State *s = state;

	(void)call;
	s->n++;
	try_deed(s->host, IN_DELTA);
	return MDV_OK;
}

static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)state;
	(void)call;
	(void)e;
	(void)x;
	return MDV_OK;
}

static const MdvAtomic clock_atomic = {.name = "clock",
									   .state_size = sizeof(State),
									   .n_in = 1,
									   .n_out = 1,
									   .init = init,
									   .destroy = destroy,
									   .ta = ta,
									   .lambda = lambda,
									   .delta_int = delta_int,
									   .delta_ext = delta_ext};

static MdvStatus see_output(void *user, const MdvCall *now, uint32_t port, const MdvValue *value)
{
	(void)now;
	(void)port;
	(void)value;
	try_deed(user, IN_OUTPUT);
	return MDV_OK;
}

static MdvStatus see_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	(void)now;
	(void)kind;
	(void)s;
	try_deed(user, IN_STATE);
	return MDV_OK;
}

static MdvStatus see_after(void *user, MdvDevs *sim)
{
	(void)sim;
	try_deed(user, IN_AFTER);
	return MDV_OK;
}

static void open_host(Host *h, Deed *deed, Place place)
{
	MdvObserver observer = {see_output, see_state, see_after, h};

	*h = (Host){.deed = NULL, .place = place};
	h->sim = mdv_devs_new(NULL);
	T_INT(mdv_devs_add_atomic(h->sim, mdv_devs_root(h->sim), "one", &clock_atomic, &h, &h->one),
		  MDV_OK);
	T_INT(mdv_devs_observe(h->sim, &observer), MDV_OK);
	h->deed = deed;
	T_INT(mdv_devs_add_atomic(h->sim, mdv_devs_root(h->sim), "two", &clock_atomic, &h, NULL),
		  MDV_OK);
}

/* --- changing the model --- */

static MdvStatus add_one(Host *h)
{
	static MdvAtomic others[300]; /* of as many kinds */
	MdvStatus status = MDV_OK;

	for (int i = 0; i < 300; i++) {
		others[i] = clock_atomic;
		status = mdv_devs_add_atomic(h->sim, mdv_devs_root(h->sim), NULL, &others[i], &h, NULL);
	}
	return status;
}

static MdvStatus add_coupled(Host *h)
{
	return mdv_devs_add_coupled(h->sim, mdv_devs_root(h->sim), "c", 1, 1, NULL);
}

static MdvStatus remove_one(Host *h)
{
	return mdv_devs_remove(h->sim, h->one);
}

static MdvStatus couple(Host *h)
{
	return mdv_devs_couple(h->sim, mdv_devs_root(h->sim), 0, h->one, 0);
}

static MdvStatus inject(Host *h)
{
	return mdv_devs_inject(h->sim, 100, h->one, 0, mdv_real(1));
}

static MdvStatus observe(Host *h)
{
	return mdv_devs_observe(h->sim, &(MdvObserver){NULL, NULL, NULL, NULL});
}

static MdvStatus trace(Host *h)
{
	return mdv_devs_trace(h->sim, stderr, MDV_TRACE_JSON);
}

static MdvStatus run(Host *h)
{
	return mdv_devs_run(h->sim, 50);
}

static MdvStatus step(Host *h)
{
	return mdv_devs_step(h->sim);
}

static void changes_are_refused_in_every_callback(void)
{
	static Deed *const deeds[] = {add_one, add_coupled, remove_one, inject,
								  observe, trace,       run,        step};

	for (size_t d = 0; d < sizeof deeds / sizeof *deeds; d++)
		for (int place = IN_INIT; place < IN_AFTER; place++) {
			Host h;

			open_host(&h, deeds[d], (Place)place);
			T_INT(mdv_devs_run(h.sim, 3), MDV_OK);
			T_CHECK(h.done);
			T_INT(h.seen, MDV_BUSY);
			T_CHECK(strstr(h.said, "event") != NULL);
			T_REAL(mdv_devs_time(h.sim), 3, 0);
			T_INT(mdv_devs_stats(h.sim).components, 3);
			T_INT(mdv_devs_stats(h.sim).internal, 6);
			mdv_devs_free(h.sim);
		}
}

static void after_an_instant_the_structure_changes_but_nothing_runs(void)
{
	static Deed *const allowed[] = {add_coupled, remove_one, inject, observe};
	static Deed *const refused[] = {run, step};
	Host h;

	for (size_t d = 0; d < sizeof allowed / sizeof *allowed; d++) {
		open_host(&h, allowed[d], IN_AFTER);
		T_INT(mdv_devs_run(h.sim, 3), MDV_OK);
		T_INT(h.seen, MDV_OK);
		mdv_devs_free(h.sim);
	}
	for (size_t d = 0; d < sizeof refused / sizeof *refused; d++) {
		open_host(&h, refused[d], IN_AFTER);
		T_INT(mdv_devs_run(h.sim, 3), MDV_OK);
		T_INT(h.seen, MDV_BUSY);
		T_INT(mdv_devs_stats(h.sim).internal, 6);
		mdv_devs_free(h.sim);
	}
}

static MdvStatus free_it(Host *h)
{
	mdv_devs_free(h->sim);
	return MDV_OK;
}

static void freeing_from_within_ends_the_run_and_frees_nothing(void)
{
	for (int place = IN_INIT; place < PLACES; place++)
		for (int steps = 0; steps < 2; steps++) {
			MdvStatus status;
			Host h;

			open_host(&h, free_it, (Place)place);
			status = steps ? mdv_devs_step(h.sim) : mdv_devs_run(h.sim, 3);
			T_CHECK(h.done);
			T_INT(status, MDV_BUSY);
			T_CHECK(strstr(mdv_devs_error(h.sim), "freed from within") != NULL);
			T_INT(mdv_devs_status(h.sim), MDV_BUSY);
			mdv_devs_free(h.sim);
		}
}

static void components_that_meddle_while_they_are_destroyed_are_refused(void)
{
	static Deed *const deeds[] = {add_one, remove_one, run, free_it, couple, trace};

	for (size_t d = 0; d < sizeof deeds / sizeof *deeds; d++) {
		Host h;

		open_host(&h, deeds[d], PLACES);
		T_INT(mdv_devs_run(h.sim, 1), MDV_OK);
		h.destroying = true;
		T_INT(mdv_devs_remove(h.sim, h.one), MDV_OK);
		T_INT(mdv_devs_stats(h.sim).components, 2);
		mdv_devs_free(h.sim);
	}
}

/* --- messages --- */

static MdvStatus send_unknown(Host *h)
{
	return mdv_send(h->call, 0, (MdvValue){.integer = 1, .kind = 77});
}

static MdvStatus send_nothing(Host *h)
{
	return mdv_send(h->call, 0, mdv_payload(NULL));
}

static MdvStatus release_twice(Host *h)
{
	MdvPayload *p = mdv_payload_new(h->call, NULL, 100);

	mdv_payload_release(h->call, p);
	mdv_payload_release(h->call, p);
	return MDV_BAD_ARGUMENT;
}

static void what_is_no_message_ends_the_run(void)
{
	static const struct {
		Deed *deed;
		const char *says;
	} cases[] = {{send_unknown, "unknown kind 77"},
				 {send_nothing, "without its payload"},
				 {release_twice, "released more often"}};

	for (size_t k = 0; k < 3; k++) {
		Host h;

		open_host(&h, cases[k].deed, IN_LAMBDA);
		T_INT(mdv_devs_run(h.sim, 3), MDV_BAD_ARGUMENT);
		T_INT(h.seen, MDV_BAD_ARGUMENT);
		T_CHECK(strstr(mdv_devs_error(h.sim), cases[k].says) != NULL);
		mdv_devs_free(h.sim);
	}
}

static void what_is_no_message_cannot_be_injected(void)
{
	Host h;

	open_host(&h, NULL, PLACES);
	T_INT(mdv_devs_inject(h.sim, 1, h.one, 0, (MdvValue){.integer = 1, .kind = 5}),
		  MDV_BAD_ARGUMENT);
	T_INT(mdv_devs_inject(h.sim, 1, h.one, 0, mdv_payload(NULL)), MDV_BAD_ARGUMENT);
	T_INT(mdv_devs_run(h.sim, 3), MDV_OK);
	mdv_devs_free(h.sim);
}

static MdvStatus translate_badly(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user;
	(void)call;
	(void)in;
	out->kind = 1000;
	return MDV_OK;
}

static void what_a_coupling_makes_must_be_a_message(void)
{
	MdvTranslation z = {translate_badly, NULL};
	MdvComponent two;
	Host h;

	open_host(&h, NULL, PLACES);
	T_INT(mdv_devs_find(h.sim, "two", &two), MDV_OK);
	T_INT(mdv_devs_couple_with(h.sim, h.one, 0, two, 0, &z), MDV_OK);
	T_INT(mdv_devs_run(h.sim, 3), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(mdv_devs_error(h.sim), "unknown kind 1000") != NULL);
	mdv_devs_free(h.sim);
}

/* --- ports with types --- */

static const MdvPayloadType packet = {"packet", NULL, NULL}, parcel = {"parcel", NULL, NULL};
static const char *const port_names[] = {"level", "mail"};
static const MdvPortType port_types[] = {{.kind = MDV_REAL},
										 {.kind = MDV_PAYLOAD, .type = &packet, .size = 40}};

static MdvStatus count(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	(void)call;
	(void)e;
	*(size_t *)state += x->n;
	return MDV_OK;
}

static double never(const void *state)
{
	(void)state;
	return INFINITY;
}

static MdvStatus do_nothing(void *state, const MdvCall *call)
{
	(void)state;
	(void)call;
	return MDV_OK;
}

static const MdvAtomic reader = {.name = "reader",
								 .state_size = sizeof(size_t),
								 .n_in = 2,
								 .in_names = port_names,
								 .in_types = port_types,
								 .ta = never,
								 .delta_int = do_nothing,
								 .delta_ext = count};

static MdvStatus read_one(uint32_t port, const MdvPayloadType *type, size_t size, MdvValue value,
						  char said[256])
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent c;
	MdvStatus status;

	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "r", &reader, NULL, &c), MDV_OK);
	if (type)
		value = mdv_payload(mdv_payload_new(mdv_devs_call(sim), type, size));
	T_INT(mdv_devs_inject(sim, 1, c, port, value), MDV_OK);
	status = mdv_devs_run(sim, 2);
	T_INT(*(size_t *)mdv_devs_state(sim, c), status == MDV_OK);
	snprintf(said, 256, "%s", mdv_devs_error(sim));
	mdv_devs_free(sim);
	return status;
}

static void messages_that_do_not_fit_their_port_end_the_run_unseen(void)
{
	MdvValue none = mdv_event();
	char said[256];

	T_INT(read_one(0, NULL, 0, mdv_real(1), said), MDV_OK);
	T_INT(read_one(1, &packet, 40, none, said), MDV_OK);
	T_INT(read_one(1, &packet, 64, none, said), MDV_OK);
	T_INT(read_one(0, NULL, 0, mdv_integer(1), said), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said, "the input port level does not take an Integer") != NULL);
	T_INT(read_one(0, &packet, 40, none, said), MDV_BAD_ARGUMENT);
	T_INT(read_one(1, NULL, 0, mdv_real(1), said), MDV_BAD_ARGUMENT);
	T_INT(read_one(1, NULL, 0, none, said), MDV_BAD_ARGUMENT);
	T_INT(read_one(1, &parcel, 40, none, said), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said, "does not take parcel of 40 bytes") != NULL);
	T_INT(read_one(1, &packet, 39, none, said), MDV_BAD_ARGUMENT);
	T_CHECK(strstr(said, "packet of 39 bytes") != NULL);
}

int main(void)
{
	T_RUN(changes_are_refused_in_every_callback);
	T_RUN(after_an_instant_the_structure_changes_but_nothing_runs);
	T_RUN(freeing_from_within_ends_the_run_and_frees_nothing);
	T_RUN(components_that_meddle_while_they_are_destroyed_are_refused);
	T_RUN(what_is_no_message_ends_the_run);
	T_RUN(what_is_no_message_cannot_be_injected);
	T_RUN(what_a_coupling_makes_must_be_a_message);
	T_RUN(messages_that_do_not_fit_their_port_end_the_run_unseen);
	return T_END();
}
