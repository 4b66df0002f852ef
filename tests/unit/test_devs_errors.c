/* SPDX-License-Identifier: MIT
   test_devs_errors.c — what is refused, and what the messages say: the path, the time and the
   user's own words. A failed simulation stays failed and can be freed. */
#include "modevs/devs.h"

#include "t.h"

#include <math.h>
#include <stdlib.h>

/* An atomic that does what its script says; input does not change its schedule. */

typedef struct {
	double first;  /* time of the first internal event */
	double ta;     /* time advance after a transition */
	bool absolute; /* `ta` is the absolute time t_next instead */
	MdvStatus in_init, in_lambda, in_int, in_ext, in_con; /* results of the functions */
	uint32_t port;                                        /* where it sends an event */
	MdvStatus seen;                                       /* out: what a forbidden call returned */
	MdvStatus (*forbidden)(MdvDevs *sim, const MdvCall *call); /* called in delta_int */
	int n_ext;                                                 /* out: calls of delta_ext */
} Script;

typedef struct {
	Script *script;
	double t_next; /* or ta */
} Actor;

static MdvStatus result(const MdvCall *call, MdvStatus status)
{
	return status ? mdv_fail(call, status, "the %s is %d %% empty", "fridge", 90) : MDV_OK;
}

static MdvStatus actor_init(void *state, const MdvCall *call, const void *params)
{
	Actor *s = state;

	memcpy(&s->script, params, sizeof s->script);
	s->t_next = s->script->first;
	return result(call, s->script->in_init);
}

static double actor_t_next(const void *state)
{
	return ((const Actor *)state)->t_next;
}

static MdvStatus actor_lambda(const void *state, MdvCall *call)
{
	const Actor *s = state;
	MdvStatus status = mdv_send(call, s->script->port, mdv_event());

	return status ? status : result(call, s->script->in_lambda);
}

static MdvStatus actor_int(void *state, const MdvCall *call)
{
	Actor *s = state;

	s->t_next = s->script->ta;
	if (s->script->forbidden)
		s->script->seen = s->script->forbidden(call->sim, call);
	return result(call, s->script->in_int);
}

static MdvStatus actor_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	Actor *s = state;

	(void)x;
	s->script->n_ext++;
	if (!s->script->absolute)
		s->t_next -= e;
	return result(call, s->script->in_ext);
}

static MdvStatus actor_con(void *state, const MdvCall *call, const MdvBag *x)
{
	Actor *s = state;

	(void)x;
	s->t_next = s->script->ta;
	return result(call, s->script->in_con);
}

static const char *const in_names[] = {"order"};
static const char *const out_names[] = {"receipt"};

#define ACTOR                                                                                   \
	.name = "actor", .state_size = sizeof(Actor), .n_in = 1, .n_out = 1, .in_names = in_names,  \
	.out_names = out_names, .init = actor_init, .lambda = actor_lambda, .delta_int = actor_int, \
	.delta_ext = actor_ext, .delta_con = actor_con
static const MdvAtomic actor = {ACTOR, .ta = actor_t_next};
static const MdvAtomic actor_absolute = {ACTOR, .t_next = actor_t_next};

/* A model to fail in: the root holds `shop`, which holds `cashier`, driven by `script`. */

typedef struct {
	MdvDevs *sim;
	MdvComponent root, shop, cashier;
	MdvStatus status; /* of adding the cashier */
} Model;

static MdvStatus actor_add(MdvDevs *sim, MdvComponent parent, const char *name, Script *script,
						   MdvComponent *added)
{
	const MdvAtomic *a = script->absolute ? &actor_absolute : &actor;

	return mdv_devs_add_atomic(sim, parent, name, a, &script, added);
}

static Model model_new(Script *script)
{
	Model m = {.sim = mdv_devs_new(&(MdvDevsOptions){.n_in = 1, .n_out = 1, .step_limit = 1000})};

	m.root = mdv_devs_root(m.sim);
	T_INT(mdv_devs_add_coupled(m.sim, m.root, "shop", 1, 1, &m.shop), MDV_OK);
	m.status = actor_add(m.sim, m.shop, "cashier", script, &m.cashier);
	return m;
}

static bool says(MdvDevs *sim, const char *words)
{
	const char *text = mdv_devs_error(sim);

	if (strstr(text, words))
		return true;
	fprintf(stderr, "\"%s\" does not say \"%s\"\n", text, words);
	return false;
}

/* Run into an error, which must name the cashier and the time; the simulation stays failed. */
static void model_fails(Model *m, MdvStatus want, const char *time, const char *words)
{
	char first[1024];

	T_INT(m->status, MDV_OK);
	T_INT(mdv_devs_run(m->sim, 100), want);
	T_CHECK(says(m->sim, "shop.cashier"));
	T_CHECK(says(m->sim, time));
	T_CHECK(says(m->sim, words));
	snprintf(first, sizeof first, "%s", mdv_devs_error(m->sim));
	T_INT(mdv_devs_run(m->sim, 200), want);
	T_INT(mdv_devs_step(m->sim), want);
	T_STR(mdv_devs_error(m->sim), first);
	mdv_devs_free(m->sim);
}

/* Time */

static void negative_time_advance_is_an_error(void)
{
	Script s = {.first = 1.5, .ta = -0.25};
	Model m = model_new(&s);

	model_fails(&m, MDV_BAD_TIME, "1.5", "-0.25");
}

static void time_advance_that_is_no_number_is_an_error(void)
{
	Script s = {.first = 1.5, .ta = NAN};
	Model m = model_new(&s);

	model_fails(&m, MDV_BAD_TIME, "1.5", "nan");
}

static void next_time_in_the_past_is_an_error(void)
{
	Script s = {.first = 1.5, .ta = 1.25, .absolute = true};
	Model m = model_new(&s);

	model_fails(&m, MDV_BAD_TIME, "1.5", "1.25");
}

static void first_time_advance_is_checked_too(void)
{
	Script s = {.first = -3};
	Model m = model_new(&s);

	if (m.status == MDV_OK)
		m.status = mdv_devs_run(m.sim, 1);
	T_INT(m.status, MDV_BAD_TIME);
	T_CHECK(says(m.sim, "shop.cashier"));
	T_CHECK(says(m.sim, "-3"));
	mdv_devs_free(m.sim);
}

static void bad_times_are_refused_by_the_calls(void)
{
	Script s = {.first = 5, .ta = INFINITY};
	Model m = model_new(&s);

	T_INT(mdv_devs_run(m.sim, 2), MDV_OK);
	T_INT(mdv_devs_run(m.sim, NAN), MDV_BAD_TIME);
	T_INT(mdv_devs_run(m.sim, 1), MDV_BAD_TIME);
	T_INT(mdv_devs_inject(m.sim, 1.75, m.cashier, 0, mdv_event()), MDV_BAD_TIME);
	T_CHECK(says(m.sim, "1.75"));
	T_INT(mdv_devs_inject(m.sim, NAN, m.cashier, 0, mdv_event()), MDV_BAD_TIME);
	T_INT(mdv_devs_inject(m.sim, 3, m.cashier, 1, mdv_event()), MDV_BAD_PORT);
	T_CHECK(says(m.sim, "shop.cashier"));
	T_CHECK(mdv_devs_pace(m.sim, -1) < 0);
	T_CHECK(mdv_devs_pace(m.sim, NAN) < 0);
	/* None of these has spoilt the simulation. */
	T_INT(mdv_devs_run(m.sim, 10), MDV_OK);
	T_REAL(mdv_devs_time(m.sim), 10, 0);
	T_INT(mdv_devs_stats(m.sim).internal, 1);
	T_INT(mdv_devs_stats(m.sim).external, 0);
	mdv_devs_free(m.sim);
}

/* Callbacks that fail */

static void failing_callbacks_are_reported_with_their_words(void)
{
	for (int i = 0; i < 4; i++) {
		Script s = {.first = 1.5, .ta = INFINITY};
		MdvStatus *where[] = {&s.in_lambda, &s.in_int, &s.in_ext, &s.in_con};
		Model m;

		*where[i] = MDV_FAILED;
		m = model_new(&s);
		if (i >= 2)
			T_INT(mdv_devs_inject(m.sim, i == 2 ? 0.625 : 1.5, m.cashier, 0, mdv_event()), MDV_OK);
		model_fails(&m, MDV_FAILED, i == 2 ? "0.625" : "1.5", "the fridge is 90 % empty");
	}
}

static void failing_init_leaves_no_component(void)
{
	Script s = {.in_init = MDV_FAILED};
	Model m = model_new(&s);
	MdvComponent c;

	T_INT(m.status, MDV_FAILED);
	T_CHECK(says(m.sim, "shop.cashier"));
	T_CHECK(says(m.sim, "the fridge is 90 % empty"));
	T_INT(mdv_devs_find(m.sim, "shop.cashier", &c), MDV_NOT_FOUND);
	T_INT(mdv_devs_stats(m.sim).components, 2);
	/* The name is free, and the simulation is sound. */
	s.in_init = MDV_OK;
	T_INT(actor_add(m.sim, m.shop, "cashier", &s, &c), MDV_OK);
	T_INT(mdv_devs_run(m.sim, 0), MDV_STEP_LIMIT);
	mdv_devs_free(m.sim);
}

static void stopping_callback_ends_the_run_after_the_instant(void)
{
	Script s = {.first = 1.5, .ta = 1, .in_int = MDV_STOPPED}, t = {.first = 1.5, .ta = 1};
	Model m = model_new(&s);

	T_INT(actor_add(m.sim, m.root, "other", &t, NULL), MDV_OK);
	T_INT(mdv_devs_run(m.sim, 100), MDV_STOPPED);
	T_REAL(mdv_devs_time(m.sim), 1.5, 0);
	T_INT(mdv_devs_stats(m.sim).internal, 2);
	s.in_int = MDV_OK;
	T_INT(mdv_devs_run(m.sim, 10), MDV_OK);
	T_INT(mdv_devs_stats(m.sim).internal, 18);
	mdv_devs_free(m.sim);
}

/* In a confluent transition delta_ext follows a delta_int that asks to stop, not one that fails. */
static void confluent_transitions_stop_and_fail(void)
{
	static const MdvStatus results[] = {MDV_STOPPED, MDV_FAILED};
	MdvAtomic default_con = actor;

	default_con.delta_con = NULL;
	for (int i = 0; i < 2; i++) {
		MdvDevs *sim = mdv_devs_new(NULL);
		Script s = {.first = 1.5, .ta = 1, .in_int = results[i]}, *params = &s;
		MdvComponent c;

		T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "a", &default_con, &params, &c), MDV_OK);
		T_INT(mdv_devs_inject(sim, 1.5, c, 0, mdv_event()), MDV_OK);
		T_INT(mdv_devs_run(sim, 10), results[i]);
		T_INT(s.n_ext, i == 0);
		mdv_devs_free(sim);
	}
}

static MdvStatus translate_fails(void *user, const MdvCall *call, MdvValue in, MdvValue *out)
{
	(void)in, (void)out;
	return mdv_fail(call, MDV_FAILED, "no dictionary for %s", (const char *)user);
}

static char language[] = "Basque";

static void failing_translation_is_reported(void)
{
	Script s = {.first = 1.5, .ta = INFINITY}, t = {.first = INFINITY};
	Model m = model_new(&s);
	MdvTranslation z = {translate_fails, language};
	MdvComponent other;

	T_INT(actor_add(m.sim, m.shop, "other", &t, &other), MDV_OK);
	T_INT(mdv_devs_couple_with(m.sim, m.cashier, 0, other, 0, &z), MDV_OK);
	model_fails(&m, MDV_FAILED, "1.5", "no dictionary for Basque");
}

/* Ports, couplings and names */

static void sending_on_a_missing_port_is_an_error(void)
{
	Script s = {.first = 1.5, .port = 7};
	Model m = model_new(&s);

	model_fails(&m, MDV_BAD_PORT, "1.5", "7");
}

static MdvStatus send_in_delta_int(MdvDevs *sim, const MdvCall *call)
{
	MdvCall copy = *call;

	(void)sim;
	return mdv_send(&copy, 0, mdv_event());
}

static void sending_outside_lambda_is_refused(void)
{
	Script s = {.first = 1.5, .ta = INFINITY, .forbidden = send_in_delta_int};
	Model m = model_new(&s);

	mdv_devs_run(m.sim, 100);
	T_CHECK(s.seen < 0);
	mdv_devs_free(m.sim);
}

static void impossible_couplings_are_refused(void)
{
	Script s = {.first = INFINITY};
	Model m = model_new(&s);
	MdvDevs *sim = m.sim;
	MdvComponent other, box, inner;

	T_INT(actor_add(sim, m.root, "other", &s, &other), MDV_OK);
	T_INT(mdv_devs_add_coupled(sim, m.root, "box", 2, 2, &box), MDV_OK);
	T_INT(actor_add(sim, box, "inner", &s, &inner), MDV_OK);
	/* Ports that do not exist. */
	T_INT(mdv_devs_couple(sim, other, 1, box, 0), MDV_BAD_PORT);
	T_CHECK(says(sim, "other"));
	T_INT(mdv_devs_couple(sim, other, 0, box, 2), MDV_BAD_PORT);
	T_CHECK(says(sim, "box"));
	T_INT(mdv_devs_couple(sim, m.root, 1, other, 0), MDV_BAD_PORT);
	T_INT(mdv_devs_couple(sim, other, 0, m.root, UINT32_MAX), MDV_BAD_PORT);
	/* A model to itself, and inputs straight to outputs. */
	T_INT(mdv_devs_couple(sim, other, 0, other, 0), MDV_BAD_COUPLING);
	T_CHECK(says(sim, "other"));
	T_INT(mdv_devs_couple(sim, box, 0, box, 1), MDV_BAD_COUPLING);
	T_INT(mdv_devs_couple(sim, m.root, 0, m.root, 0), MDV_BAD_COUPLING);
	/* Across levels. */
	T_INT(mdv_devs_couple(sim, m.cashier, 0, inner, 0), MDV_BAD_COUPLING);
	T_CHECK(says(sim, "shop.cashier"));
	T_CHECK(says(sim, "box.inner"));
	T_INT(mdv_devs_couple(sim, m.root, 0, inner, 0), MDV_BAD_COUPLING);
	T_INT(mdv_devs_couple(sim, inner, 0, m.root, 0), MDV_BAD_COUPLING);
	T_INT(mdv_devs_couple(sim, other, 0, inner, 0), MDV_BAD_COUPLING);
	T_INT(mdv_devs_couple_with(sim, other, 0, box, 0, &(MdvTranslation){NULL, NULL}),
		  MDV_BAD_ARGUMENT);
	/* What is not there cannot be taken away. */
	T_CHECK(mdv_devs_uncouple(sim, other, 0, box, 0) < 0);
	T_INT(mdv_devs_couple(sim, other, 0, box, 0), MDV_OK);
	T_INT(mdv_devs_uncouple(sim, other, 0, box, 0), MDV_OK);
	T_CHECK(mdv_devs_uncouple(sim, other, 0, box, 0) < 0);
	T_INT(mdv_devs_run(sim, 1), MDV_OK);
	mdv_devs_free(sim);
}

static void impossible_names_are_refused(void)
{
	Script s = {.first = INFINITY};
	Model m = model_new(&s);
	MdvComponent c, first, second;
	char path[40], cut[6];

	T_INT(actor_add(m.sim, m.shop, "cashier", &s, NULL), MDV_DUPLICATE);
	T_CHECK(says(m.sim, "cashier"));
	T_CHECK(says(m.sim, "shop"));
	T_INT(mdv_devs_add_coupled(m.sim, m.root, "shop", 0, 0, NULL), MDV_DUPLICATE);
	T_INT(actor_add(m.sim, m.root, "shop.clerk", &s, NULL), MDV_BAD_ARGUMENT);
	T_CHECK(says(m.sim, "shop.clerk"));
	T_INT(actor_add(m.sim, m.cashier, "hand", &s, NULL), MDV_BAD_ARGUMENT);
	/* The same name elsewhere is fine. */
	T_INT(actor_add(m.sim, m.root, "cashier", &s, &c), MDV_OK);
	T_INT(mdv_devs_path(m.sim, c, path, sizeof path), 7);
	T_STR(path, "cashier");
	/* Without a name: "#n", by the number of siblings before. */
	T_INT(actor_add(m.sim, m.shop, NULL, &s, &first), MDV_OK);
	T_INT(actor_add(m.sim, m.shop, NULL, &s, &second), MDV_OK);
	T_INT(mdv_devs_path(m.sim, second, path, sizeof path), 7);
	T_STR(path, "shop.#2");
	T_INT(mdv_devs_find(m.sim, "shop.#2", &c), MDV_OK);
	T_CHECK(c.id == second.id && c.generation == second.generation);
	/* As snprintf: cut, with the full length returned. */
	T_INT(mdv_devs_path(m.sim, m.cashier, cut, sizeof cut), 12);
	T_STR(cut, "shop.");
	T_INT(mdv_devs_path(m.sim, m.cashier, NULL, 0), 12);
	T_INT(mdv_devs_path(m.sim, m.root, path, sizeof path), 4);
	T_STR(path, "root");
	T_INT(mdv_devs_find(m.sim, "shop.clerk", &c), MDV_NOT_FOUND);
	T_CHECK(says(m.sim, "shop.clerk"));
	T_INT(mdv_devs_find(m.sim, "shop.cashier.hand", &c), MDV_NOT_FOUND);
	T_INT(mdv_devs_find(m.sim, "shop.cashie", &c), MDV_NOT_FOUND);
	mdv_devs_free(m.sim);
}

static void incomplete_atomics_are_refused(void)
{
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvAtomic both = actor, neither = actor, no_int = actor;
	Script s = {.first = INFINITY}, *params = &s;

	both.t_next = actor_t_next;
	neither.ta = NULL;
	no_int.delta_int = NULL;
	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "a", &both, &params, NULL),
		  MDV_BAD_ARGUMENT);
	T_CHECK(says(sim, "actor"));
	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "a", &neither, &params, NULL),
		  MDV_BAD_ARGUMENT);
	T_INT(mdv_devs_add_atomic(sim, mdv_devs_root(sim), "a", &no_int, &params, NULL),
		  MDV_BAD_ARGUMENT);
	T_INT(mdv_devs_stats(sim).components, 1);
	mdv_devs_free(sim);
}

static void handles_of_removed_components_are_refused(void)
{
	Script s = {.first = INFINITY};
	Model m = model_new(&s);
	MdvComponent other, c = m.cashier, never = {12345, 0};
	char path[20];

	T_INT(actor_add(m.sim, m.shop, "other", &s, &other), MDV_OK);
	T_INT(mdv_devs_remove(m.sim, m.root), MDV_BAD_ARGUMENT);
	T_INT(mdv_devs_remove(m.sim, c), MDV_OK);
	T_INT(mdv_devs_remove(m.sim, c), MDV_NOT_FOUND);
	T_INT(mdv_devs_couple(m.sim, c, 0, other, 0), MDV_NOT_FOUND);
	T_INT(mdv_devs_couple(m.sim, other, 0, c, 0), MDV_NOT_FOUND);
	T_INT(mdv_devs_uncouple(m.sim, other, 0, c, 0), MDV_NOT_FOUND);
	T_INT(mdv_devs_inject(m.sim, 1, c, 0, mdv_event()), MDV_NOT_FOUND);
	T_INT(mdv_devs_inject(m.sim, 1, never, 0, mdv_event()), MDV_NOT_FOUND);
	T_CHECK(mdv_devs_state(m.sim, c) == NULL);
	T_CHECK(mdv_devs_state(m.sim, never) == NULL);
	T_CHECK(mdv_devs_state(m.sim, m.shop) == NULL);
	mdv_devs_path(m.sim, c, path, sizeof path);
	T_CHECK(!strstr(path, "cashier"));
	T_INT(actor_add(m.sim, c, "hand", &s, NULL), MDV_NOT_FOUND);
	/* A subtree goes as a whole. */
	T_INT(mdv_devs_remove(m.sim, m.shop), MDV_OK);
	T_INT(mdv_devs_remove(m.sim, other), MDV_NOT_FOUND);
	T_INT(mdv_devs_run(m.sim, 1), MDV_OK);
	mdv_devs_free(m.sim);
}

/* The structure is closed during an event */

static MdvStatus busy_add(MdvDevs *sim, const MdvCall *call)
{
	Script s = {.first = INFINITY}, *params = &s;

	(void)call;
	return mdv_devs_add_atomic(sim, mdv_devs_root(sim), "late", &actor, &params, NULL);
}

static MdvStatus busy_add_coupled(MdvDevs *sim, const MdvCall *call)
{
	(void)call;
	return mdv_devs_add_coupled(sim, mdv_devs_root(sim), "late", 0, 0, NULL);
}

static MdvStatus busy_remove(MdvDevs *sim, const MdvCall *call)
{
	return mdv_devs_remove(sim, mdv_devs_component(sim, call->self));
}

static MdvStatus busy_couple(MdvDevs *sim, const MdvCall *call)
{
	MdvComponent self = mdv_devs_component(sim, call->self), shop;

	if (mdv_devs_find(sim, "shop", &shop) != MDV_OK)
		return MDV_OK;
	return mdv_devs_couple(sim, self, 0, shop, 0);
}

static MdvStatus busy_uncouple(MdvDevs *sim, const MdvCall *call)
{
	MdvComponent self = mdv_devs_component(sim, call->self), shop;

	if (mdv_devs_find(sim, "shop", &shop) != MDV_OK)
		return MDV_OK;
	return mdv_devs_uncouple(sim, self, 0, shop, 0);
}

static MdvStatus busy_inject(MdvDevs *sim, const MdvCall *call)
{
	return mdv_devs_inject(sim, call->t + 1, mdv_devs_component(sim, call->self), 0, mdv_event());
}

static MdvStatus busy_observe(MdvDevs *sim, const MdvCall *call)
{
	MdvObserver nothing = {NULL, NULL, NULL, NULL};

	(void)call;
	return mdv_devs_observe(sim, &nothing);
}

static MdvStatus busy_run(MdvDevs *sim, const MdvCall *call)
{
	return mdv_devs_run(sim, call->t + 1);
}

static MdvStatus busy_step(MdvDevs *sim, const MdvCall *call)
{
	(void)call;
	return mdv_devs_step(sim);
}

typedef MdvStatus Forbidden(MdvDevs *sim, const MdvCall *call);
static Forbidden *const forbidden[] = {busy_add,    busy_add_coupled, busy_remove,
									   busy_couple, busy_uncouple,    busy_run,
									   busy_step,   busy_inject,      busy_observe};
enum { N_FORBIDDEN = sizeof forbidden / sizeof *forbidden };

static void structure_is_closed_in_callbacks(void)
{
	for (int i = 0; i < N_FORBIDDEN; i++) {
		Script s = {.first = 1, .ta = 1, .forbidden = forbidden[i]};
		Model m = model_new(&s);
		size_t n = mdv_devs_stats(m.sim).components;

		T_INT(mdv_devs_run(m.sim, 3), MDV_OK);
		T_INT(s.seen, MDV_BUSY);
		T_INT(mdv_devs_stats(m.sim).components, n);
		T_INT(mdv_devs_stats(m.sim).internal, 3);
		mdv_devs_free(m.sim);
	}
}

typedef struct {
	MdvDevs *sim;
	Forbidden *call;
	MdvStatus seen;
} Meddler;

static MdvStatus meddle_state(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	Meddler *m = user;

	(void)kind, (void)s;
	m->seen = m->call(m->sim, now);
	return MDV_OK;
}

static void structure_is_closed_while_the_observer_looks(void)
{
	for (int i = 0; i < N_FORBIDDEN; i++) {
		Script s = {.first = 1, .ta = 1};
		Model m = model_new(&s);
		Meddler meddler = {m.sim, forbidden[i], MDV_OK};
		MdvObserver o = {.state = meddle_state, .user = &meddler};

		T_INT(mdv_devs_observe(m.sim, &o), MDV_OK);
		T_INT(mdv_devs_run(m.sim, 3), MDV_OK);
		T_INT(meddler.seen, MDV_BUSY);
		mdv_devs_free(m.sim);
	}
}

/* Endless steps */

/* `ping` and `pong` answer each other at once, forever; `idle` takes no part. */
static void endless_steps_at_one_time_are_reported(void)
{
	Script s = {.first = 2.5, .ta = 0}, other = {.first = 7, .ta = 1};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.step_limit = 1000});
	MdvComponent box, ping, pong;

	T_INT(mdv_devs_add_coupled(sim, mdv_devs_root(sim), "table", 1, 1, &box), MDV_OK);
	T_INT(actor_add(sim, box, "ping", &s, &ping), MDV_OK);
	T_INT(actor_add(sim, mdv_devs_root(sim), "pong", &s, &pong), MDV_OK);
	T_INT(actor_add(sim, mdv_devs_root(sim), "idle", &other, NULL), MDV_OK);
	T_INT(mdv_devs_couple(sim, ping, 0, box, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, box, 0, pong, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, pong, 0, box, 0), MDV_OK);
	T_INT(mdv_devs_couple(sim, box, 0, ping, 0), MDV_OK);
	T_INT(mdv_devs_run(sim, 5), MDV_STEP_LIMIT);
	T_CHECK(says(sim, "table.ping"));
	T_CHECK(says(sim, "pong"));
	T_CHECK(says(sim, "2.5"));
	T_CHECK(says(sim, "1000"));
	T_CHECK(!strstr(mdv_devs_error(sim), "idle"));
	T_CHECK(mdv_devs_stats(sim).instants >= 1000 && mdv_devs_stats(sim).instants <= 1001);
	T_INT(mdv_devs_run(sim, 5), MDV_STEP_LIMIT);
	mdv_devs_free(sim);
}

/* Time goes on, but by so little that 5 is never reached. */
static void time_that_crawls_is_reported(void)
{
	Script s = {.first = 0, .ta = 1e-300}, other = {.first = 3, .ta = 1};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.step_limit = 1000});

	T_INT(actor_add(sim, mdv_devs_root(sim), "snail", &s, NULL), MDV_OK);
	T_INT(actor_add(sim, mdv_devs_root(sim), "idle", &other, NULL), MDV_OK);
	T_INT(mdv_devs_run(sim, 5), MDV_STEP_LIMIT);
	T_CHECK(says(sim, "in 1000 steps"));
	T_CHECK(says(sim, "will never be 5"));
	T_CHECK(says(sim, "'snail'"));
	T_CHECK(!strstr(mdv_devs_error(sim), "idle"));
	mdv_devs_free(sim);
}

/* A thousand instants close to each other are no reason to give up. */
static void a_burst_of_instants_is_none(void)
{
	Script s = {.first = 0, .ta = 1e-9};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.step_limit = 1000});

	T_INT(actor_add(sim, mdv_devs_root(sim), "a", &s, NULL), MDV_OK);
	T_INT(mdv_devs_run(sim, 1e-4), MDV_OK);
	T_CHECK(mdv_devs_stats(sim).instants > 90000);
	mdv_devs_free(sim);
}

/* The limit counts the steps at one real time, not all of them. */
static void step_limit_starts_anew_at_every_time(void)
{
	Script s = {.first = 0, .ta = 0.001};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.step_limit = 10});

	T_INT(actor_add(sim, mdv_devs_root(sim), "a", &s, NULL), MDV_OK);
	T_INT(mdv_devs_run(sim, 1), MDV_OK);
	T_CHECK(mdv_devs_stats(sim).instants > 900);
	mdv_devs_free(sim);
}

/* More components than a message can name. */
static void long_messages_are_cut(void)
{
	static const char name[] = "a_name_that_goes_on_and_on_for_more_than_fifty_characters";
	Script s = {.first = 2.5, .ta = 0}, fails = {.first = 3, .in_int = MDV_FAILED};
	MdvDevs *sim = mdv_devs_new(&(MdvDevsOptions){.step_limit = 50});
	MdvComponent box = mdv_devs_root(sim);

	for (int i = 0; i < 20; i++)
		T_INT(mdv_devs_add_coupled(sim, box, name, 0, 0, &box), MDV_OK);
	for (int i = 0; i < 20; i++)
		T_INT(actor_add(sim, box, NULL, &s, NULL), MDV_OK);
	T_INT(mdv_devs_run(sim, 5), MDV_STEP_LIMIT);
	T_CHECK(says(sim, "characters.#7'"));
	T_CHECK(says(sim, "12 more"));
	mdv_devs_free(sim);
	sim = mdv_devs_new(NULL);
	box = mdv_devs_root(sim);
	for (int i = 0; i < 100; i++) {
		T_INT(mdv_devs_add_coupled(sim, box, name, 0, 0, &box), MDV_OK);
		if (i == 20)
			T_INT(actor_add(sim, box, "clerk", &fails, NULL), MDV_OK);
	}
	T_INT(mdv_devs_run(sim, 5), MDV_FAILED);
	T_CHECK(says(sim, "characters.clerk"));
	T_CHECK(says(sim, "the fridge is 90 % empty"));
	fails.in_int = MDV_OK;
	fails.in_init = MDV_FAILED;
	T_INT(actor_add(sim, box, "clerk", &fails, NULL), MDV_FAILED);
	T_CHECK(says(sim, "the fridge is 90 % empty"));
	mdv_devs_free(sim);
}

static MdvStatus observer_fails(void *user, const MdvCall *now, uint32_t port, const MdvValue *v)
{
	(void)user, (void)now, (void)port, (void)v;
	return MDV_FAILED;
}

static MdvStatus observer_stops(void *user, MdvDevs *sim)
{
	(void)user, (void)sim;
	return MDV_STOPPED;
}

static void observers_can_fail_and_stop(void)
{
	Script s = {.first = 1.5, .ta = 1};
	Model m = model_new(&s);
	MdvObserver fails = {.output = observer_fails}, stops = {.after = observer_stops};

	T_INT(mdv_devs_observe(m.sim, &stops), MDV_OK);
	T_INT(mdv_devs_run(m.sim, 10), MDV_STOPPED);
	T_REAL(mdv_devs_time(m.sim), 1.5, 0);
	T_INT(mdv_devs_observe(m.sim, &fails), MDV_OK);
	T_INT(mdv_devs_run(m.sim, 10), MDV_FAILED);
	T_INT(mdv_devs_run(m.sim, 10), MDV_FAILED);
	mdv_devs_free(m.sim);
}

static MdvStatus observer_returns(void *user, const MdvCall *now, MdvTransition kind, const void *s)
{
	(void)now, (void)kind, (void)s;
	return *(const MdvStatus *)user;
}

static MdvStatus after_returns(void *user, MdvDevs *sim)
{
	(void)sim;
	return *(const MdvStatus *)user;
}

static void every_kind_of_observer_can_fail_and_stop(void)
{
	for (int i = 0; i < 4; i++) {
		MdvStatus status = i % 2 ? MDV_STOPPED : MDV_FAILED;
		MdvObserver o = {.user = &status};
		Script s = {.first = 1.5, .ta = 1};
		Model m = model_new(&s);

		if (i < 2)
			o.state = observer_returns;
		else
			o.after = after_returns;
		T_INT(mdv_devs_observe(m.sim, &o), MDV_OK);
		T_INT(mdv_devs_run(m.sim, 10), status);
		T_REAL(mdv_devs_time(m.sim), 1.5, 0);
		T_INT(mdv_devs_stats(m.sim).internal, 1);
		mdv_devs_free(m.sim);
	}
}

static void full_disk_is_reported(void)
{
	Script s = {.first = 1.5, .ta = 1};
	Model m = model_new(&s);
	FILE *full = fopen("/dev/full", "w");
	MdvStatus status;

	if (full) {
		setvbuf(full, NULL, _IONBF, 0);
		status = mdv_devs_trace(m.sim, full, MDV_TRACE_CSV);
		T_INT(status ? status : mdv_devs_run(m.sim, 10), MDV_IO);
	}
	mdv_devs_free(m.sim);
	if (full)
		fclose(full);
}

int main(void)
{
	T_RUN(negative_time_advance_is_an_error);
	T_RUN(time_advance_that_is_no_number_is_an_error);
	T_RUN(next_time_in_the_past_is_an_error);
	T_RUN(first_time_advance_is_checked_too);
	T_RUN(bad_times_are_refused_by_the_calls);
	T_RUN(failing_callbacks_are_reported_with_their_words);
	T_RUN(failing_init_leaves_no_component);
	T_RUN(stopping_callback_ends_the_run_after_the_instant);
	T_RUN(confluent_transitions_stop_and_fail);
	T_RUN(failing_translation_is_reported);
	T_RUN(sending_on_a_missing_port_is_an_error);
	T_RUN(sending_outside_lambda_is_refused);
	T_RUN(impossible_couplings_are_refused);
	T_RUN(impossible_names_are_refused);
	T_RUN(incomplete_atomics_are_refused);
	T_RUN(handles_of_removed_components_are_refused);
	T_RUN(structure_is_closed_in_callbacks);
	T_RUN(structure_is_closed_while_the_observer_looks);
	T_RUN(endless_steps_at_one_time_are_reported);
	T_RUN(time_that_crawls_is_reported);
	T_RUN(a_burst_of_instants_is_none);
	T_RUN(step_limit_starts_anew_at_every_time);
	T_RUN(long_messages_are_cut);
	T_RUN(observers_can_fail_and_stop);
	T_RUN(every_kind_of_observer_can_fail_and_stop);
	T_RUN(full_disk_is_reported);
	return T_END();
}
