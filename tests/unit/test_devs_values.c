/* SPDX-License-Identifier: MIT
   test_devs_values.c — messages arrive as sent and in order, bags of any size are complete, and
   every payload is destroyed exactly once, whatever way it went. */
#include "modevs/devs.h"

#include "t.h"

#include <stdatomic.h>
#include <stdlib.h>

static atomic_int born, destroyed; /* payloads of token_type */

static void token_destroy(void *data, const MdvCall *call)
{
	(void)call;
	if (*(int *)data != 4711)
		T_FAIL("a token is destroyed twice or was never made");
	*(int *)data = -1;
	destroyed++;
}

static const MdvPayloadType token_type = {.name = "token", .destroy = token_destroy};

static MdvPayload *token_new(const MdvCall *call)
{
	MdvPayload *p = mdv_payload_new(call, &token_type, sizeof(int));

	*(int *)mdv_payload_data(p) = 4711;
	born++;
	return p;
}

static bool token_alive(const MdvPayload *p)
{
	return mdv_payload_type(p) == &token_type && *(const int *)mdv_payload_data(p) == 4711;
}

/* A sender calls `send` at times 1, 2, 3 ...; a receiver calls `receive`. */

typedef struct Player Player;

typedef struct {
	MdvStatus (*send)(const Player *s, MdvCall *call);
	void (*receive)(Player *s, const MdvCall *call, const MdvBag *x);
	int times;  /* how often it sends */
	int number; /* for the functions */
	int n;      /* for the functions */
} PlayerParams;

struct Player {
	PlayerParams p;
	int sent;         /* how often it has sent */
	int got;          /* for the functions */
	int bad;          /* wrong things that it has seen */
	MdvPayload *kept; /* released at the end, if any */
};

static MdvStatus player_init(void *state, const MdvCall *call, const void *params)
{
	(void)call;
	((Player *)state)->p = *(const PlayerParams *)params;
	return MDV_OK;
}

static void player_destroy(void *state, const MdvCall *call)
{
	Player *s = state;

	if (s->kept)
		mdv_payload_release(call, s->kept);
}

static double player_t_next(const void *state)
{
	const Player *s = state;

	return s->sent < s->p.times ? s->sent + 1 : INFINITY;
}

static MdvStatus player_lambda(const void *state, MdvCall *call)
{
	const Player *s = state;

	return s->p.send(s, call);
}

static MdvStatus player_int(void *state, const MdvCall *call)
{
	(void)call;
	((Player *)state)->sent++;
	return MDV_OK;
}

static MdvStatus player_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Player *s = state;

	(void)e;
	if (s->p.receive)
		s->p.receive(s, call, x);
	return MDV_OK;
}

static const MdvAtomic player = {.name = "player",
								 .state_size = sizeof(Player),
								 .n_in = 2,
								 .n_out = 2,
								 .init = player_init,
								 .destroy = player_destroy,
								 .t_next = player_t_next,
								 .lambda = player_lambda,
								 .delta_int = player_int,
								 .delta_ext = player_ext};

static MdvComponent player_add(MdvDevs *sim, PlayerParams p)
{
	MdvComponent c = {0};

	if (mdv_devs_add_atomic(sim, mdv_devs_root(sim), NULL, &player, &p, &c) != MDV_OK)
		T_FAIL("add: %s", mdv_devs_error(sim));
	return c;
}

static void link(MdvDevs *sim, MdvComponent from, MdvComponent to, const MdvTranslation *z)
{
	if (mdv_devs_couple_with(sim, from, 0, to, 0, z) != MDV_OK)
		T_FAIL("couple: %s", mdv_devs_error(sim));
}

/* Kinds of values */

static MdvStatus send_all_kinds(const Player *s, MdvCall *call)
{
	MdvPayload *record = mdv_record_new(call, 3);
	MdvValue *field = mdv_record_fields(record, NULL);
	MdvStatus status = MDV_OK;

	(void)s;
	field[0] = mdv_real(-0.0);
	field[1] = mdv_integer(INT64_MAX);
	field[2] = mdv_payload(token_new(call));
	status = status ? status : mdv_send(call, 0, mdv_event());
	status = status ? status : mdv_send(call, 0, mdv_real(0.1));
	status = status ? status : mdv_send(call, 0, mdv_real(-INFINITY));
	status = status ? status : mdv_send(call, 1, mdv_integer(INT64_MIN));
	status = status ? status : mdv_send(call, 1, mdv_boolean(true));
	status = status ? status : mdv_send(call, 0, mdv_boolean(false));
	status = status ? status : mdv_send(call, 0, mdv_payload(token_new(call)));
	return status ? status : mdv_send(call, 1, mdv_payload(record));
}

static void check_record(const MdvPayload *record)
{
	size_t n = 0;
	const MdvValue *field = mdv_record_fields(record, &n);

	T_INT(n, 3);
	T_CHECK(field[0].kind == MDV_REAL && field[0].real == 0 && signbit(field[0].real));
	T_CHECK(field[1].kind == MDV_INTEGER && field[1].integer == INT64_MAX);
	T_CHECK(field[2].kind == MDV_PAYLOAD && token_alive(field[2].payload));
}

/* Sent on ports 0 and 1, arrived on ports 1 and 0, in the order of sending. */
static void check_all_kinds(Player *s, const MdvCall *call, const MdvBag *x)
{
	static const uint32_t ports[] = {1, 1, 1, 0, 0, 1, 1, 0};
	size_t n = 1;

	(void)call;
	s->got++;
	T_INT(x->n, 8);
	if (x->n != 8)
		return;
	for (size_t i = 0; i < 8; i++)
		T_INT(x->at[i].port, ports[i]);
	T_CHECK(x->at[0].kind == MDV_EVENT);
	T_CHECK(x->at[1].kind == MDV_REAL && x->at[1].real == 0.1);
	T_CHECK(x->at[2].kind == MDV_REAL && x->at[2].real == -INFINITY);
	T_CHECK(x->at[3].kind == MDV_INTEGER && x->at[3].integer == INT64_MIN);
	T_CHECK(x->at[4].kind == MDV_BOOLEAN && x->at[4].boolean == true);
	T_CHECK(x->at[5].kind == MDV_BOOLEAN && x->at[5].boolean == false);
	T_CHECK(x->at[6].kind == MDV_PAYLOAD && token_alive(x->at[6].payload));
	T_INT(mdv_payload_size(x->at[6].payload), sizeof(int));
	T_CHECK(mdv_record_fields(x->at[6].payload, &n) == NULL);
	T_CHECK(x->at[7].kind == MDV_PAYLOAD);
	check_record(x->at[7].payload);
}

static void values_arrive_as_sent(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent from = player_add(sim, (PlayerParams){.send = send_all_kinds, .times = 3});
	MdvComponent to = player_add(sim, (PlayerParams){.receive = check_all_kinds});

	born = destroyed = 0;
	T_INT(mdv_devs_couple(sim, from, 0, to, 1), MDV_OK);
	T_INT(mdv_devs_couple(sim, from, 1, to, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(((const Player *)mdv_devs_state(sim, to))->got, 3);
	T_INT(born, 6);
	T_INT(destroyed, 6);
	mdv_devs_free(sim);
	T_INT(destroyed, 6);
}

/* Payloads */

static MdvStatus send_token(const Player *s, MdvCall *call)
{
	(void)s;
	return mdv_send(call, 0, mdv_payload(token_new(call)));
}

/* One reference each. */
static MdvStatus send_token_twice(const Player *s, MdvCall *call)
{
	MdvPayload *p = mdv_payload_retain(token_new(call));
	MdvStatus status = mdv_send(call, 0, mdv_payload(p));

	(void)s;
	return status ? status : mdv_send(call, 0, mdv_payload(p));
}

static void look(Player *s, const MdvCall *call, const MdvBag *x)
{
	(void)call;
	for (size_t i = 0; i < x->n; i++) {
		s->got++;
		s->bad += x->at[i].kind != MDV_PAYLOAD || !token_alive(x->at[i].payload);
	}
}

static void count(Player *s, const MdvCall *call, const MdvBag *x)
{
	(void)call;
	s->got += (int)x->n;
}

/* Keep the last token, let the one before go. */
static void keep(Player *s, const MdvCall *call, const MdvBag *x)
{
	look(s, call, x);
	if (s->kept) {
		s->bad += !token_alive(s->kept);
		mdv_payload_release(call, s->kept);
	}
	s->kept = mdv_payload_retain(x->at[0].payload);
}

static MdvStatus drop(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user, (void)call;
	T_CHECK(token_alive(in.payload));
	*out = mdv_integer(1);
	return MDV_OK;
}

static MdvStatus pass(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user, (void)call;
	mdv_payload_retain(in.payload);
	*out = in;
	return MDV_OK;
}

static MdvStatus renew(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)user, (void)in;
	*out = mdv_payload(token_new(call));
	return MDV_OK;
}

/* A sender of three tokens and n receivers; at the end of the run `alive` tokens are left. */
static void tokens_case(PlayerParams to, int n, const MdvTranslation *z, int want_born, int alive)
{
	for (unsigned threads = 1; threads <= 2; threads++) {
		MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.threads = threads, .parallel_minimum = 1});
		MdvComponent from = player_add(sim, (PlayerParams){.send = send_token, .times = 3});
		MdvComponent twice = player_add(sim, (PlayerParams){.send = send_token_twice, .times = 3});

		born = destroyed = 0;
		for (int i = 0; i < n; i++) {
			MdvComponent c = player_add(sim, to);

			link(sim, from, c, z);
			link(sim, twice, c, i % 2 ? z : NULL);
		}
		T_INT(mdv_devs_run(sim, 3), MDV_OK);
		T_INT(born, want_born);
		T_INT(destroyed, want_born - alive);
		for (int i = 0; i < n; i++) {
			const Player *s = mdv_devs_state(sim, mdv_devs_component(sim, 3 + (uint32_t)i));

			T_INT(s->got, 9);
			T_INT(s->bad, 0);
		}
		mdv_devs_free(sim);
		T_INT(destroyed, born);
	}
}

static void payloads_are_destroyed_once(void)
{
	PlayerParams looks = {.receive = look}, keeps = {.receive = keep}, counts = {.receive = count};
	MdvTranslation dropping = {drop, NULL}, passing = {pass, NULL}, renewing = {renew, NULL};

	tokens_case(looks, 0, NULL, 6, 0);
	tokens_case(looks, 1, NULL, 6, 0);
	tokens_case(looks, 5, NULL, 6, 0);
	tokens_case(keeps, 1, NULL, 6, 1);
	tokens_case(keeps, 5, NULL, 6, 1);
	tokens_case(looks, 1, &passing, 6, 0);
	tokens_case(looks, 5, &passing, 6, 0);
	tokens_case(counts, 1, &dropping, 6, 0);
	tokens_case(counts, 5, &dropping, 6, 0);
	tokens_case(looks, 1, &renewing, 6 + 3, 0);
	tokens_case(looks, 4, &renewing, 6 + 3 * 4 + 6 * 2, 0);
	tokens_case(keeps, 1, &renewing, 6 + 3, 1);
}

/* Through the hierarchy, with a translation on each level, to the root's output and to nowhere. */
static void payloads_through_levels_are_destroyed_once(void)
{
	MdvTranslation renewing = {renew, NULL};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_out = 1});
	MdvComponent box, from, to = player_add(sim, (PlayerParams){.receive = look});
	PlayerParams p = {.send = send_token, .times = 3};

	born = destroyed = 0;
	T_INT(mdv_devs_add_coupled(sim, mdv_devs_root(sim), "box", 0, 2, &box), MDV_OK);
	T_INT(mdv_devs_add_atomic(sim, box, "from", &player, &p, &from), MDV_OK);
	T_INT(mdv_devs_couple_with(sim, from, 0, box, 0, &renewing), MDV_OK);
	T_INT(mdv_devs_couple_with(sim, from, 0, box, 1, &renewing), MDV_OK);
	T_INT(mdv_devs_couple_with(sim, box, 0, to, 0, &renewing), MDV_OK);
	T_INT(mdv_devs_couple_with(sim, box, 0, to, 1, NULL), MDV_OK);
	T_INT(mdv_devs_couple_with(sim, box, 0, mdv_devs_root(sim), 0, &renewing), MDV_OK);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(((const Player *)mdv_devs_state(sim, to))->got, 6);
	T_INT(((const Player *)mdv_devs_state(sim, to))->bad, 0);
	T_INT(destroyed, born);
	T_CHECK(born >= 3 + 3 + 3 && born <= 3 * 6);
	mdv_devs_free(sim);
	T_INT(destroyed, born);
}

static void injected_payloads_are_destroyed_once(void)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1});
	const MdvCall *call = mdv_devs_call(sim);
	MdvComponent to = player_add(sim, (PlayerParams){.receive = look}), gone;
	MdvComponent root = mdv_devs_root(sim);

	born = destroyed = 0;
	gone = player_add(sim, (PlayerParams){.receive = look});
	T_INT(mdv_devs_inject(sim, 1, to, 0, mdv_payload(token_new(call))), MDV_OK);
	T_INT(mdv_devs_inject(sim, 1, to, 1, mdv_payload(token_new(call))), MDV_OK);
	T_INT(mdv_devs_inject(sim, 1, root, 0, mdv_payload(token_new(call))), MDV_OK); /* nowhere */
	T_INT(mdv_devs_inject(sim, 9, to, 1, mdv_payload(token_new(call))), MDV_OK);   /* too late */
	T_INT(mdv_devs_inject(sim, 9, gone, 1, mdv_payload(token_new(call))), MDV_OK);
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	T_INT(born, 5);
	T_INT(destroyed, 3);
	T_INT(((const Player *)mdv_devs_state(sim, to))->got, 2);
	T_INT(mdv_devs_inject(sim, 1, to, 0, mdv_payload(token_new(call))), MDV_BAD_TIME);
	T_INT(destroyed, 4);
	T_INT(mdv_devs_inject(sim, 3, to, 5, mdv_payload(token_new(call))), MDV_BAD_PORT);
	T_INT(destroyed, 5);
	T_INT(mdv_devs_remove(sim, gone), MDV_OK);
	T_INT(mdv_devs_inject(sim, 3, gone, 0, mdv_payload(token_new(call))), MDV_NOT_FOUND);
	mdv_devs_free(sim);
	T_INT(born, 8);
	T_INT(destroyed, 8);
}

/* Many payloads injected at one time, each renewed `ways` times on the way down. */
static void injected_payloads_case(int ways)
{
	MdvTranslation renewing = {renew, NULL};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1});
	MdvComponent root = mdv_devs_root(sim);

	born = destroyed = 0;
	for (int i = 0; i < ways; i++) {
		MdvComponent to = player_add(sim, (PlayerParams){.receive = look});

		T_INT(mdv_devs_couple_with(sim, root, 0, to, 1, &renewing), MDV_OK);
	}
	for (int i = 0; i < 1000; i++) {
		MdvPayload *p = token_new(mdv_devs_call(sim));

		T_INT(mdv_devs_inject(sim, 1, root, 0, mdv_payload(p)), MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 2), MDV_OK);
	for (int i = 0; i < ways; i++) {
		const Player *s = mdv_devs_state(sim, mdv_devs_component(sim, 1 + (uint32_t)i));

		T_INT(s->got, 1000);
		T_INT(s->bad, 0);
	}
	T_INT(destroyed, born);
	mdv_devs_free(sim);
}

static void many_injected_payloads_are_destroyed_once(void)
{
	for (int ways = 0; ways <= 4; ways++)
		injected_payloads_case(ways);
}

/* A failure in the middle of an instant, with messages under way. */
static MdvStatus send_and_fail(const Player *s, MdvCall *call)
{
	MdvStatus status = send_token_twice(s, call);

	return status ? status : MDV_FAILED;
}

static void payloads_of_a_failed_run_are_destroyed_once(void)
{
	for (unsigned threads = 1; threads <= 2; threads++) {
		MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.threads = threads, .parallel_minimum = 1});
		MdvComponent a = player_add(sim, (PlayerParams){.send = send_token, .times = 1});
		MdvComponent b = player_add(sim, (PlayerParams){.send = send_and_fail, .times = 1});
		MdvComponent c = player_add(sim, (PlayerParams){.send = send_token, .times = 1});
		MdvComponent to = player_add(sim, (PlayerParams){.receive = keep});
		MdvTranslation renewing = {renew, NULL};

		born = destroyed = 0;
		link(sim, a, to, NULL);
		link(sim, b, to, &renewing);
		link(sim, c, to, NULL);
		T_INT(mdv_devs_run(sim, 2), MDV_FAILED);
		mdv_devs_free(sim);
		T_INT(destroyed, born);
	}
}

/* A record of a record of a record ...: destroyed without recursion. */
static MdvStatus send_nested(const Player *s, MdvCall *call)
{
	MdvPayload *inner = token_new(call);

	for (int i = 0; i < s->p.n; i++) {
		MdvPayload *outer = mdv_record_new(call, 2);

		mdv_record_fields(outer, NULL)[0] = mdv_payload(inner);
		mdv_record_fields(outer, NULL)[1] = mdv_payload(token_new(call));
		inner = outer;
	}
	return mdv_send(call, 0, mdv_payload(inner));
}

static void count_nested(Player *s, const MdvCall *call, const MdvBag *x)
{
	const MdvPayload *p = x->at[0].payload;
	const MdvValue *field;

	(void)call;
	while ((field = mdv_record_fields(p, NULL))) {
		s->bad += !token_alive(field[1].payload);
		p = field[0].payload;
		s->got++;
	}
	s->bad += !token_alive(p);
}

static void nested_records_are_destroyed_once(void)
{
	static const int depths[] = {1, 10, 200000};

	for (int i = 0; i < 3; i++) {
		MdvDevs *sim = mdv_devs_new(NULL);
		PlayerParams p = {.send = send_nested, .times = 2, .n = depths[i]};
		MdvComponent from = player_add(sim, p);
		MdvComponent to = player_add(sim, (PlayerParams){.receive = count_nested});
		FILE *null = fopen("/dev/null", "w");

		born = destroyed = 0;
		link(sim, from, to, NULL);
		T_INT(mdv_devs_trace(sim, null, MDV_TRACE_JSON), MDV_OK);
		T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
		T_INT(((const Player *)mdv_devs_state(sim, to))->got, 2 * depths[i]);
		T_INT(((const Player *)mdv_devs_state(sim, to))->bad, 0);
		T_INT(born, 2 * (depths[i] + 1));
		T_INT(destroyed, born);
		mdv_devs_free(sim);
		fclose(null);
	}
}

/* A payload that owns payloads of its own, released in its destroy. */
static void holder_destroy(void *data, const MdvCall *call)
{
	MdvPayload **inside = data;

	mdv_payload_release(call, inside[0]);
	mdv_payload_release(call, inside[1]);
}

static const MdvPayloadType holder_type = {.name = "holder", .destroy = holder_destroy};

static MdvStatus send_holder(const Player *s, MdvCall *call)
{
	MdvPayload *inner = token_new(call);

	for (int i = 0; i < s->p.n; i++) {
		MdvPayload *outer = mdv_payload_new(call, &holder_type, 2 * sizeof(MdvPayload *));
		MdvPayload **inside = mdv_payload_data(outer);

		inside[0] = inner;
		inside[1] = token_new(call);
		inner = outer;
	}
	return mdv_send(call, 0, mdv_payload(inner));
}

static void destroy_may_release_other_payloads(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent to = player_add(sim, (PlayerParams){.receive = count});

	born = destroyed = 0;
	link(sim, player_add(sim, (PlayerParams){.send = send_holder, .times = 3, .n = 100000}), to,
		 NULL);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(destroyed, born);
	mdv_devs_free(sim);
	T_INT(destroyed, 3 * 100001);
}

/* Large and odd sizes of payloads, each filled to the last byte. */
static MdvStatus send_sizes(const Player *s, MdvCall *call)
{
	for (size_t size = 0; size < 300000; size = size * 5 / 3 + 1) {
		MdvPayload *p = mdv_payload_new(call, &token_type, size < sizeof(int) ? sizeof(int) : size);
		unsigned char *data = mdv_payload_data(p);

		for (size_t i = 0; i < mdv_payload_size(p); i++)
			if (data[i])
				return mdv_fail(call, MDV_FAILED, "size %zu: byte %zu is not zero", size, i);
		memset(data, 0xa5, mdv_payload_size(p));
		*(int *)mdv_payload_data(p) = 4711;
		born++;
		if (mdv_send(call, 0, mdv_payload(p)))
			return MDV_FAILED;
	}
	(void)s;
	return MDV_OK;
}

static void check_sizes(Player *s, const MdvCall *call, const MdvBag *x)
{
	(void)call;
	for (size_t i = 0; i < x->n; i++) {
		const unsigned char *data = mdv_payload_data(x->at[i].payload);

		s->got++;
		for (size_t k = sizeof(int); k < mdv_payload_size(x->at[i].payload); k++)
			s->bad += data[k] != 0xa5;
	}
}

static void payloads_of_all_sizes_are_zeroed_and_separate(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent to = player_add(sim, (PlayerParams){.receive = check_sizes});

	born = destroyed = 0;
	for (int i = 0; i < 3; i++)
		link(sim, player_add(sim, (PlayerParams){.send = send_sizes, .times = 3}), to, NULL);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(((const Player *)mdv_devs_state(sim, to))->got, born);
	T_INT(((const Player *)mdv_devs_state(sim, to))->bad, 0);
	T_INT(destroyed, born);
	mdv_devs_free(sim);
}

static void impossible_payloads_are_refused(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	const MdvCall *call = mdv_devs_call(sim);
	MdvPayload *p = mdv_payload_new(call, &token_type, 50000000);

	born = 1;
	destroyed = 0;
	T_CHECK(mdv_payload_new(call, &token_type, SIZE_MAX) == NULL);
	T_CHECK(mdv_payload_new(call, &token_type, SIZE_MAX - 8) == NULL);
	T_CHECK(mdv_record_new(call, SIZE_MAX) == NULL);
	T_CHECK(mdv_record_new(call, SIZE_MAX / sizeof(MdvValue)) == NULL);
	T_CHECK(((char *)mdv_payload_data(p))[49999999] == 0);
	*(int *)mdv_payload_data(p) = 4711;
	mdv_payload_release(call, p);
	T_INT(destroyed, 1);
	mdv_devs_free(sim);
}

/* Bags: every message says who sent it, when and as which of how many; each receiver checks that
   it gets all of them, by sender and in the order of sending. */

enum { GROW = 1 << 20 }; /* p.n | GROW: n messages the first time, then twice as many each time */

static int burst_size(const Player *s, int sent)
{
	return s->p.n & GROW ? (s->p.n & ~GROW) << sent : s->p.n;
}

static MdvStatus send_burst(const Player *s, MdvCall *call)
{
	int n = burst_size(s, s->sent);

	for (int i = 0; i < n; i++) {
		int64_t x = (int64_t)s->p.number << 40 | (int64_t)s->sent << 32 | i;
		MdvStatus status = mdv_send(call, 0, mdv_integer(x));

		if (status)
			return status;
	}
	return MDV_OK;
}

/* p.number: how many senders there are, all alike. */
static void check_burst(Player *s, const MdvCall *call, const MdvBag *x)
{
	int n = burst_size(s, s->got);
	size_t k = 0;

	(void)call;
	if (x->n != (size_t)n * (size_t)s->p.number) {
		s->bad++;
		return;
	}
	for (int sender = 0; sender < s->p.number; sender++)
		for (int i = 0; i < n; i++, k++)
			s->bad += x->at[k].kind != MDV_INTEGER || x->at[k].port != 0 ||
					  x->at[k].integer != ((int64_t)sender << 40 | (int64_t)s->got << 32 | i);
	s->got++;
}

static void burst_case(int senders, int n, int receivers, int times, unsigned threads)
{
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.threads = threads, .parallel_minimum = 1});
	MdvComponent from[1000] = {{0, 0}}, hub;

	/* Many senders go through the port of a coupled model. */
	T_INT(mdv_devs_add_coupled(sim, mdv_devs_root(sim), "hub", 1, 0, &hub), MDV_OK);
	for (int i = 0; i < senders; i++) {
		PlayerParams p = {.send = send_burst, .times = times, .number = i, .n = n};
		MdvComponent c = player_add(sim, p);

		if (i < 1000)
			from[i] = c;
		link(sim, c, hub, NULL);
	}
	for (int i = 0; i < receivers; i++) {
		PlayerParams p = {.receive = check_burst, .number = senders, .n = n};
		MdvComponent c;

		T_INT(mdv_devs_add_atomic(sim, i % 2 ? mdv_devs_root(sim) : hub, NULL, &player, &p, &c),
			  MDV_OK);
		if (i % 2 == 0)
			link(sim, hub, c, NULL);
		for (int k = 0; i % 2 && k < senders && k < 1000; k++)
			link(sim, from[k], c, NULL);
	}
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	for (uint32_t id = 1; id <= (uint32_t)(1 + senders + receivers); id++) {
		const Player *s = mdv_devs_state(sim, mdv_devs_component(sim, id));

		if (!s || !s->p.receive)
			continue;
		if (s->bad || s->got != times)
			T_FAIL("%d senders of %d messages: receiver %u got %d of %d, %d wrong", senders, n, id,
				   s->got, times, s->bad);
	}
	mdv_devs_free(sim);
}

/* Injected messages come first, in the order of injection; then the others, by sender. */
static void check_injected_first(Player *s, const MdvCall *call, const MdvBag *x)
{
	(void)call;
	s->got++;
	s->bad += x->n != 102;
	for (size_t i = 0; i < x->n && x->n == 102; i++) {
		int64_t want =
			i < 100 ? (int64_t)i : (int64_t)(i - 100) << 40 | (int64_t)(s->got - 1) << 32;

		s->bad += x->at[i].integer != want;
	}
}

static void injected_messages_come_first_and_in_order(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent to = player_add(sim, (PlayerParams){.receive = check_injected_first});

	for (int i = 0; i < 2; i++) {
		PlayerParams p = {.send = send_burst, .times = 3, .number = i, .n = 1};

		link(sim, player_add(sim, p), to, NULL);
	}
	for (int i = 0; i < 100; i++)
		for (int t = 3; t >= 1; t--)
			T_INT(mdv_devs_inject(sim, t, to, 0, mdv_integer(i)), MDV_OK);
	T_INT(mdv_devs_run(sim, INFINITY), MDV_OK);
	T_INT(((const Player *)mdv_devs_state(sim, to))->got, 3);
	T_INT(((const Player *)mdv_devs_state(sim, to))->bad, 0);
	mdv_devs_free(sim);
}

static void bags_of_every_size_are_complete(void)
{
	static const int sizes[][2] = {{1, 1},    {1, 2},      {2, 1},    {1, 10},
								   {10, 1},   {1, 1000},   {1000, 1}, {1, 100000},
								   {10, 100}, {1000, 100}, {17, 333}, {100, 1000}};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int receivers = 1; receivers <= 2; receivers++)
			burst_case(sizes[i][0], sizes[i][1], receivers, 3, 1);
	burst_case(100000, 1, 1, 2, 1);
}

static void bags_grow_from_instant_to_instant(void)
{
	for (unsigned threads = 1; threads <= 2; threads++) {
		burst_case(1, 1 | GROW, 1, 16, threads);
		burst_case(1, 1 | GROW, 7, 14, threads);
		burst_case(3, 1 | GROW, 6, 12, threads);
		burst_case(50, 2 | GROW, 5, 8, threads);
	}
}

int main(void)
{
	T_RUN(values_arrive_as_sent);
	T_RUN(payloads_are_destroyed_once);
	T_RUN(payloads_through_levels_are_destroyed_once);
	T_RUN(injected_payloads_are_destroyed_once);
	T_RUN(many_injected_payloads_are_destroyed_once);
	T_RUN(payloads_of_a_failed_run_are_destroyed_once);
	T_RUN(nested_records_are_destroyed_once);
	T_RUN(destroy_may_release_other_payloads);
	T_RUN(payloads_of_all_sizes_are_zeroed_and_separate);
	T_RUN(impossible_payloads_are_refused);
	T_RUN(injected_messages_come_first_and_in_order);
	T_RUN(bags_of_every_size_are_complete);
	T_RUN(bags_grow_from_instant_to_instant);
	return T_END();
}
