/* SPDX-License-Identifier: MIT
   sim.c — the life of a simulation and what is asked of it from outside: couplings, injections,
   observers, counters. */
#include "runtime/devs/engine.h"

#include <string.h>

enum { DEFAULT_STEP_LIMIT = 1000000, DEFAULT_PARALLEL_MINIMUM = 2048 };

static bool init_root(MdvDevs *sim, const char *name)
{
	const MdvAlloc *a = &sim->alloc;
	Comp root = {
		.parent = NONE, .first_child = NONE, .last_child = NONE, .prev = NONE, .next = NONE};
	size_t size = strlen(name) + 1;

	root.kind = COMP_COUPLED;
	root.n_in = sim->options.n_in;
	root.n_out = sim->options.n_out;
	root.name = store_take(&sim->components.names, a, size);
	if (root.name == NONE || !vec_push(a, &sim->components.classes, NULL) ||
		!vec_push(a, &sim->graph.z, ((MdvTranslation){NULL, NULL})) ||
		!vec_reserve(a, &sim->components.hot, 1) || !vec_reserve(a, &sim->components.comps, 1) ||
		!vec_push(a, &sim->components.rooms, ((Room){0, 0, 0})))
		return false;
	memcpy(store_at(&sim->components.names, root.name), name, size);
	root.nodes = graph_add_nodes(sim, 0, root.n_in + root.n_out);
	if (root.nodes == NONE)
		return false;
	sim->components.comps.at[sim->components.comps.n++] = root;
	sim->components.hot.at[sim->components.hot.n++] = (Hot){.t_next = INFINITY};
	sim->components.n_alive = 1;
	return true;
}

/* With several threads the host's allocator is still called by one at a time. */
static void *locked_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	MdvDevs *sim = ctx;
	void *got;

	pthread_mutex_lock(&sim->alloc_lock);
	got = sim->host_alloc.resize(sim->host_alloc.ctx, ptr, old_size, new_size);
	pthread_mutex_unlock(&sim->alloc_lock);
	return got;
}

static bool init_threads(MdvDevs *sim)
{
	sim->threads.n_workers = sim->options.threads > 1 ? sim->options.threads : 1;
	sim->threads.workers =
		alloc_new(&sim->alloc, sim->threads.n_workers * sizeof *sim->threads.workers);
	if (!sim->threads.workers)
		return false;
	for (unsigned i = 0; i < sim->threads.n_workers; i++) {
		sim->threads.workers[i].call.sim = sim;
		sim->threads.workers[i].call.t = sim->now;
		sim->threads.workers[i].call.worker = &sim->threads.workers[i];
	}
	if (sim->threads.n_workers > 1)
		sim->threads.team = team_new(sim->threads.n_workers, &sim->alloc);
	return sim->threads.n_workers == 1 || sim->threads.team;
}

MdvDevs *mdv_devs_new(const MdvDevsOptions *options)
{
	MdvDevsOptions o = options ? *options : (MdvDevsOptions){0};
	const MdvAlloc *a = o.alloc ? o.alloc : &alloc_heap;
	MdvDevs *sim = alloc_new(a, sizeof *sim);

	if (!sim)
		return NULL;
	sim->alloc = sim->host_alloc = *a;
	if (o.threads > 1)
		sim->alloc = (MdvAlloc){locked_resize, sim};
	sim->options = o;
	sim->options.step_limit = o.step_limit ? o.step_limit : DEFAULT_STEP_LIMIT;
	sim->options.parallel_minimum =
		o.parallel_minimum ? o.parallel_minimum : DEFAULT_PARALLEL_MINIMUM;
	sim->now = o.t_start;
	sim->components.free_comp = sim->graph.free_edge = NONE;
	memset(sim->graph.free_nodes, 0xff, sizeof sim->graph.free_nodes); /* NONE */
	store_init(&sim->components.states);
	store_init(&sim->components.names);
	queue_init(&sim->schedule.queue);
	pthread_mutex_init(&sim->threads.payload_lock, NULL);
	pthread_mutex_init(&sim->alloc_lock, NULL);
	if (!isfinite(o.t_start) || !init_threads(sim) || !init_root(sim, o.name ? o.name : "root")) {
		mdv_devs_free(sim);
		return NULL;
	}
	return sim;
}

/* Let the components, then the messages still under way, give back what they hold. */
static void destroy_contents(MdvDevs *sim)
{
	sim->busy = true; /* for good */
	for (uint32_t i = 0; i < sim->components.comps.n; i++) {
		const MdvAtomic *class = sim->components.classes.at[sim->components.hot.at[i].cls];

		if (sim->components.comps.at[i].kind != COMP_ATOMIC || !class->destroy)
			continue;
		sim->threads.workers[0].call.self = i;
		class->destroy(store_at(&sim->components.states, sim->components.hot.at[i].state),
					   &sim->threads.workers[0].call);
	}
	for (size_t i = 0; i < sim->schedule.injections.n; i++)
		if (sim->schedule.injections.at[i].value.kind == MDV_PAYLOAD)
			mdv_payload_release(&sim->threads.workers[0].call,
								sim->schedule.injections.at[i].value.payload);
}

static void free_workers(MdvDevs *sim)
{
	const MdvAlloc *a = &sim->alloc;

	team_free(sim->threads.team);
	sim->threads.team = NULL;
	if (!sim->threads.workers)
		return;
	destroy_contents(sim);
	payload_free_all(sim);
	for (unsigned i = 0; i < sim->threads.n_workers; i++) {
		vec_free(a, &sim->threads.workers[i].sent);
		vec_free(a, &sim->threads.workers[i].in_flight);
		vec_free(a, &sim->threads.workers[i].later);
	}
	alloc_free(a, sim->threads.workers, sim->threads.n_workers * sizeof *sim->threads.workers);
}

static void free_all(MdvDevs *sim)
{
	MdvAlloc a;
	IdList *lists[] = {&sim->schedule.again, &sim->instant.due, &sim->instant.receivers,
					   &sim->instant.active, &sim->instant.active_shared};

	free_workers(sim);
	trace_free_all(sim);
	pthread_mutex_destroy(&sim->threads.payload_lock);
	pthread_mutex_destroy(&sim->alloc_lock);
	a = sim->host_alloc;
	vec_free(&a, &sim->components.hot);
	vec_free(&a, &sim->components.comps);
	vec_free(&a, &sim->components.rooms);
	vec_free(&a, &sim->components.classes);
	store_free(&sim->components.states, &a);
	store_free(&sim->components.names, &a);
	alloc_free(&a, sim->components.table,
			   sim->components.table_cap * sizeof *sim->components.table);
	vec_free(&a, &sim->graph.nodes);
	vec_free(&a, &sim->graph.edges);
	vec_free(&a, &sim->graph.z);
	vec_free(&a, &sim->routing.heads);
	vec_free(&a, &sim->routing.routes);
	vec_free(&a, &sim->routing.messages);
	vec_free(&a, &sim->routing.members);
	vec_free(&a, &sim->routing.dirty);
	vec_free(&a, &sim->routing.stack);
	vec_free(&a, &sim->routing.pending);
	vec_free(&a, &sim->routing.delivering);
	vec_free(&a, &sim->schedule.fresh);
	queue_free(&sim->schedule.queue, &a);
	for (size_t i = 0; i < 5; i++)
		alloc_free(&a, lists[i]->at, lists[i]->cap * sizeof *lists[i]->at);
	vec_free(&a, &sim->instant.bitmap);
	vec_free(&a, &sim->schedule.spare_again);
	vec_free(&a, &sim->schedule.injections);
	vec_free(&a, &sim->instant.looping);
	vec_free(&a, &sim->observers.all);
	alloc_free(&a, sim, sizeof *sim);
}

void mdv_devs_free(MdvDevs *sim)
{
	if (!sim)
		return;
	if (sim->running || sim->busy)
		sim->failed = model_error(sim, MDV_BUSY, "the simulation was freed from within an event");
	else
		free_all(sim);
}

/* Couplings */

typedef struct {
	uint32_t from, to; /* nodes */
} Ends;

static MdvStatus bad_port(const MdvDevs *sim, MdvComponent c, const char *what, uint32_t port,
						  uint32_t n)
{
	char path[256];

	mdv_devs_path(sim, c, path, sizeof path);
	return model_error(sim, MDV_BAD_PORT, "'%s' has no %s port %u (it has %u)", path, what, port,
					   n);
}

static MdvStatus bad_coupling(const MdvDevs *sim, MdvComponent from, MdvComponent to)
{
	char from_path[200], to_path[200];

	mdv_devs_path(sim, from, from_path, sizeof from_path);
	mdv_devs_path(sim, to, to_path, sizeof to_path);
	if (from.id == to.id)
		return model_error(sim, MDV_BAD_COUPLING, "'%s' cannot be coupled to itself", from_path);
	return model_error(sim, MDV_BAD_COUPLING,
					   "'%s' cannot be coupled to '%s': they are neither parent and child nor "
					   "components of the same model",
					   from_path, to_path);
}

/* Which nodes a coupling joins; an error if it is not one of EIC, IC, EOC. */
static MdvStatus find_ends(const MdvDevs *sim, MdvComponent from, uint32_t from_port,
						   MdvComponent to, uint32_t to_port, Ends *ends)
{
	const Comp *a = model_comp(sim, from), *b = model_comp(sim, to);
	bool eic, eoc;

	if (!a || !b)
		return model_error(sim, MDV_NOT_FOUND, "component %u has been removed or never existed",
						   !a ? from.id : to.id);
	eic = b->parent == from.id;
	eoc = a->parent == to.id;
	if (from.id == to.id || (!eic && !eoc && a->parent != b->parent))
		return bad_coupling(sim, from, to);
	if (from_port >= (eic ? a->n_in : a->n_out))
		return bad_port(sim, from, eic ? "input" : "output", from_port, eic ? a->n_in : a->n_out);
	if (to_port >= (eoc ? b->n_out : b->n_in))
		return bad_port(sim, to, eoc ? "output" : "input", to_port, eoc ? b->n_out : b->n_in);
	ends->from = a->nodes + (eic ? 0 : a->n_in) + from_port;
	ends->to = b->nodes + (eoc ? b->n_in : 0) + to_port;
	return MDV_OK;
}

MdvStatus mdv_devs_couple_with(MdvDevs *sim, MdvComponent from, uint32_t from_port, MdvComponent to,
							   uint32_t to_port, const MdvTranslation *z)
{
	Ends ends;
	MdvStatus status = find_ends(sim, from, from_port, to, to_port, &ends);

	if (status)
		return status;
	if (sim->busy)
		return model_error(sim, MDV_BUSY, "couplings cannot be added during an event");
	if (z && !z->translate)
		return model_error(sim, MDV_BAD_ARGUMENT, "a translation without a function");
	return graph_add_edge(sim, ends.from, ends.to, z);
}

MdvStatus mdv_devs_couple(MdvDevs *sim, MdvComponent from, uint32_t from_port, MdvComponent to,
						  uint32_t to_port)
{
	return mdv_devs_couple_with(sim, from, from_port, to, to_port, NULL);
}

MdvStatus mdv_devs_uncouple(MdvDevs *sim, MdvComponent from, uint32_t from_port, MdvComponent to,
							uint32_t to_port)
{
	Ends ends;
	bool found;
	MdvStatus status = find_ends(sim, from, from_port, to, to_port, &ends);

	if (status)
		return status;
	if (sim->busy)
		return model_error(sim, MDV_BUSY, "couplings cannot be removed during an event");
	if (!graph_remove_edge(sim, ends.from, ends.to, &found))
		return model_error(sim, MDV_NO_MEMORY, "out of memory");
	if (!found)
		return model_error(sim, MDV_NOT_FOUND, "there is no such coupling");
	return MDV_OK;
}

/* Injections */

static MdvStatus check_injection(const MdvDevs *sim, double t, MdvComponent to, uint32_t port,
								 const MdvValue *value)
{
	const Comp *c = model_comp(sim, to);
	char x[32], now[32];

	if (!c)
		return model_error(sim, MDV_NOT_FOUND, "component %u has been removed or never existed",
						   to.id);
	if (port >= c->n_in)
		return bad_port(sim, to, "input", port, c->n_in);
	if (!(t >= sim->now) || t == INFINITY)
		return model_error(sim, MDV_BAD_TIME, "cannot inject at t=%s, now is %s", text_real(x, t),
						   text_real(now, sim->now));
	if (sim->busy)
		return model_error(sim, MDV_BUSY, "nothing can be injected during an event");
	if (value->kind > MDV_PAYLOAD)
		return model_error(sim, MDV_BAD_ARGUMENT, "a message of the unknown kind %u",
						   (unsigned)value->kind);
	if (value->kind == MDV_PAYLOAD && !value->payload)
		return model_error(sim, MDV_BAD_ARGUMENT, "a message without its payload");
	return MDV_OK;
}

MdvStatus mdv_devs_inject(MdvDevs *sim, double t, MdvComponent to, uint32_t port, MdvValue value)
{
	MdvStatus status = check_injection(sim, t, to, port, &value);
	size_t n = sim->schedule.injections.n + 1, i = n - 1;
	Injection in;

	if (!status && !vec_reserve(&sim->alloc, &sim->schedule.injections, n))
		status = model_error(sim, MDV_NO_MEMORY, "out of memory");
	if (status) {
		if (value.kind == MDV_PAYLOAD)
			mdv_payload_release(&sim->threads.workers[0].call, value.payload);
		return status;
	}
	value.port = port;
	in = (Injection){t, sim->schedule.n_injected++, to, value};
	for (; i > 0 && run_injection_before(&in, &sim->schedule.injections.at[(i - 1) / 2]);
		 i = (i - 1) / 2)
		sim->schedule.injections.at[i] = sim->schedule.injections.at[(i - 1) / 2];
	sim->schedule.injections.at[i] = in;
	sim->schedule.injections.n = n;
	if (to.id != 0) { /* it reaches some of those who would share a bag, but not all */
		sim->routing.no_sharing = true;
		sim->routing.routed &= !sim->routing.shared;
	}
	return MDV_OK;
}

/* Observing */

MdvStatus mdv_devs_observe(MdvDevs *sim, const MdvObserver *observer)
{
	if (sim->busy)
		return model_error(sim, MDV_BUSY, "observers cannot be added during an event");
	if (!vec_push(&sim->alloc, &sim->observers.all, *observer))
		return model_error(sim, MDV_NO_MEMORY, "out of memory");
	sim->observers.output |= observer->output != NULL;
	sim->observers.state |= observer->state != NULL;
	return MDV_OK;
}

MdvDevsStats mdv_devs_stats(const MdvDevs *sim)
{
	MdvDevsStats stats = sim->stats;

	for (unsigned i = 0; i < sim->threads.n_workers; i++) {
		stats.internal += sim->threads.workers[i].internal;
		stats.external += sim->threads.workers[i].external;
		stats.confluent += sim->threads.workers[i].confluent;
		stats.messages += sim->threads.workers[i].messages;
	}
	stats.components = sim->components.n_alive;
	stats.scheduled = sim->schedule.queue.n - sim->schedule.queue.n_stale + sim->schedule.again.n;
	stats.queue_moves = sim->schedule.queue.moves;
	return stats;
}

MdvStatus mdv_devs_status(const MdvDevs *sim)
{
	return sim->failed;
}

const char *mdv_devs_error(const MdvDevs *sim)
{
	return sim->error;
}

const MdvAlloc *mdv_devs_alloc(const MdvDevs *sim)
{
	return &sim->alloc;
}

const MdvCall *mdv_devs_call(MdvDevs *sim)
{
	return &sim->threads.workers[0].call;
}
