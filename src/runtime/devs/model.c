/* SPDX-License-Identifier: MIT
   model.c — building a model: components, their names and couplings. Named components are found by
   a hash table over (parent, name), open addressing with linear probing. */
#include "runtime/devs/engine.h"

#include <stdlib.h>
#include <string.h>

MdvStatus model_error(const MdvDevs *sim, MdvStatus status, const char *format, ...)
{
	MdvDevs *s = (MdvDevs *)(uintptr_t)sim; /* the text is no part of the model */
	va_list args;

	va_start(args, format);
	plain_vsnprintf(s->error, sizeof s->error, format, args);
	va_end(args);
	return status;
}

void model_changed(MdvDevs *sim)
{
	sim->routing.no_sharing |= sim->routing.routed_once;
	sim->routing.routed &= !sim->routing.shared; /* shared bags are given up */
}

static MdvStatus no_memory(const MdvDevs *sim)
{
	return model_error(sim, MDV_NO_MEMORY, "out of memory");
}

const Comp *model_comp(const MdvDevs *sim, MdvComponent c)
{
	if (c.id >= sim->components.comps.n || sim->components.comps.at[c.id].kind == COMP_FREE ||
		sim->components.comps.at[c.id].generation != c.generation)
		return NULL;
	return &sim->components.comps.at[c.id];
}

static MdvStatus gone(const MdvDevs *sim, MdvComponent c)
{
	return model_error(sim, MDV_NOT_FOUND, "component %u has been removed or never existed", c.id);
}

/* Names */

const char *model_name(const MdvDevs *sim, uint32_t id, char buf[16])
{
	const Comp *c = &sim->components.comps.at[id];

	if (c->name != NONE)
		return store_at(&sim->components.names, c->name);
	snprintf(buf, 16, "#%u", c->ordinal);
	return buf;
}

int mdv_devs_path(const MdvDevs *sim, MdvComponent component, char *buf, size_t size)
{
	char number[16];
	size_t length = 0, end;

	if (!model_comp(sim, component))
		return snprintf(buf, size, "?");
	if (component.id == 0)
		return snprintf(buf, size, "%s", model_name(sim, 0, number));
	for (uint32_t id = component.id; id != 0; id = sim->components.comps.at[id].parent)
		length += strlen(model_name(sim, id, number)) + 1;
	end = --length; /* no dot before the first */
	for (uint32_t id = component.id; id != 0; id = sim->components.comps.at[id].parent) {
		const char *name = model_name(sim, id, number);
		size_t n = strlen(name);

		end -= n;
		for (size_t i = 0; i < n && end + i + 1 < size; i++)
			buf[end + i] = name[i];
		if (end > 0 && --end + 1 < size)
			buf[end] = '.';
	}
	if (size)
		buf[length < size ? length : size - 1] = '\0';
	return (int)length;
}

const char *model_port_name(const MdvDevs *sim, uint32_t id, bool input, uint32_t port,
							char buf[16])
{
	const MdvAtomic *class = sim->components.classes.at[sim->components.hot.at[id].cls];
	const char *const *names = !class ? NULL : input ? class->in_names : class->out_names;

	if (names && names[port])
		return names[port];
	snprintf(buf, 16, "%s%u", input ? "in" : "out", port);
	return buf;
}

/* The slot of (parent, name), or the empty slot where it belongs. Requires: there is a table. */
static size_t find_slot(const MdvDevs *sim, uint32_t parent, const char *name, size_t length,
						uint64_t hash)
{
	size_t slot = hash & (sim->components.table_cap - 1);

	for (; sim->components.table[slot] != NONE;
		 slot = (slot + 1) & (sim->components.table_cap - 1)) {
		const Comp *c = &sim->components.comps.at[sim->components.table[slot]];
		const char *other = store_at(&sim->components.names, c->name);

		if (c->hash == hash && c->parent == parent && !strncmp(other, name, length) &&
			other[length] == '\0')
			break;
	}
	return slot;
}

static bool grow_table(MdvDevs *sim)
{
	size_t cap = sim->components.table_cap ? 2 * sim->components.table_cap : 64,
		   old_cap = sim->components.table_cap;
	uint32_t *old = sim->components.table;
	uint32_t *table = sim->alloc.resize(sim->alloc.ctx, NULL, 0, cap * sizeof *table);

	if (!table)
		return false;
	memset(table, 0xff, cap * sizeof *table); /* NONE */
	sim->components.table = table;
	sim->components.table_cap = cap;
	for (size_t i = 0; i < old_cap; i++) {
		if (old[i] != NONE) {
			size_t slot = sim->components.comps.at[old[i]].hash & (cap - 1);

			while (table[slot] != NONE)
				slot = (slot + 1) & (cap - 1);
			table[slot] = old[i];
		}
	}
	alloc_free(&sim->alloc, old, old_cap * sizeof *old);
	return true;
}

/* Remove a component from the table; later ones of the same run of slots move up. */
static void remove_name(MdvDevs *sim, uint32_t id)
{
	size_t mask = sim->components.table_cap - 1, slot = sim->components.comps.at[id].hash & mask;

	while (sim->components.table[slot] != id)
		slot = (slot + 1) & mask;
	for (size_t next = (slot + 1) & mask; sim->components.table[next] != NONE;
		 next = (next + 1) & mask) {
		size_t home = sim->components.comps.at[sim->components.table[next]].hash & mask;

		if (((next - home) & mask) >= ((next - slot) & mask)) {
			sim->components.table[slot] = sim->components.table[next];
			slot = next;
		}
	}
	sim->components.table[slot] = NONE;
	sim->components.table_n--;
}

MdvStatus mdv_devs_find(const MdvDevs *sim, const char *path, MdvComponent *found)
{
	uint32_t id = 0;

	for (const char *name = path; *name;) {
		size_t length = strcspn(name, ".");
		uint32_t child = NONE;

		if (name[0] == '#') {
			unsigned long ordinal = strtoul(name + 1, NULL, 10);

			child = sim->components.comps.at[id].first_child;
			while (child != NONE && (sim->components.comps.at[child].name != NONE ||
									 sim->components.comps.at[child].ordinal != ordinal))
				child = sim->components.comps.at[child].next;
		} else if (sim->components.table_cap) {
			uint64_t hash = map_hash_bytes(name, length, sim->components.comps.at[id].hash);

			child = sim->components.table[find_slot(sim, id, name, length, hash)];
		}
		if (child == NONE)
			return model_error(sim, MDV_NOT_FOUND, "there is no component '%s'", path);
		id = child;
		name += length + (name[length] == '.');
	}
	*found = mdv_devs_component(sim, id);
	return MDV_OK;
}

/* Components */

MdvComponent mdv_devs_root(const MdvDevs *sim)
{
	return mdv_devs_component(sim, 0);
}

MdvComponent mdv_devs_component(const MdvDevs *sim, uint32_t id)
{
	return (MdvComponent){id, id < sim->components.comps.n ? sim->components.comps.at[id].generation
														   : 0};
}

void *mdv_devs_state(const MdvDevs *sim, MdvComponent component)
{
	const Comp *c = model_comp(sim, component);

	return c && c->kind == COMP_ATOMIC
			   ? store_at(&sim->components.states, sim->components.hot.at[component.id].state)
			   : NULL;
}

static uint32_t find_class(MdvDevs *sim, const MdvAtomic *atomic)
{
	for (size_t i = sim->components.classes.n; i-- > 1;)
		if (sim->components.classes.at[i] == atomic)
			return (uint32_t)i;
	if (sim->components.classes.n > UINT16_MAX ||
		!vec_push(&sim->alloc, &sim->components.classes, atomic))
		return NONE;
	return (uint32_t)sim->components.classes.n - 1;
}

/* A slot for a new component, still marked free. NONE: no memory. */
static uint32_t take_slot(MdvDevs *sim)
{
	uint32_t id = sim->components.free_comp;
	size_t n = sim->components.comps.n + 1;

	/* `fresh` gets its room here, so that nothing can fail after init. */
	if (!vec_reserve(&sim->alloc, &sim->schedule.fresh, sim->schedule.fresh.n + 1))
		return NONE;
	if (id != NONE)
		return id;
	if (n >= NONE || !vec_reserve(&sim->alloc, &sim->components.comps, n) ||
		!vec_reserve(&sim->alloc, &sim->components.hot, n) ||
		!vec_reserve(&sim->alloc, &sim->components.rooms, n))
		return NONE;
	id = (uint32_t)sim->components.comps.n;
	sim->components.comps.n = sim->components.hot.n = sim->components.rooms.n = n;
	sim->components.rooms.at[id] = (Room){0, 0, 0};
	sim->components.comps.at[id] = (Comp){.parent = NONE, .kind = COMP_FREE};
	sim->components.hot.at[id] = (Hot){.t_next = INFINITY};
	sim->components.free_comp = id;
	return id;
}

static bool store_name(MdvDevs *sim, const char *name, uint32_t *block)
{
	size_t size = strlen(name) + 1;

	*block = store_take(&sim->components.names, &sim->alloc, size);
	if (*block == NONE)
		return false;
	memcpy(store_at(&sim->components.names, *block), name, size);
	return true;
}

/* Put the component into its slot, its parent's list of children and the table of names. */
static void enter(MdvDevs *sim, uint32_t id, Comp c)
{
	c.generation = sim->components.comps.at[id].generation;
	c.first_child = c.last_child = c.prev = c.next = NONE;
	sim->components.free_comp = sim->components.comps.at[id].parent;
	if (c.parent != NONE) {
		Comp *parent = &sim->components.comps.at[c.parent];

		c.ordinal = parent->n_children++;
		c.prev = parent->last_child;
		if (parent->last_child != NONE)
			sim->components.comps.at[parent->last_child].next = id;
		else
			parent->first_child = id;
		parent->last_child = id;
		if (c.name == NONE)
			c.hash = map_hash_bytes(NULL, 0, parent->hash + 1 + c.ordinal);
	}
	sim->components.comps.at[id] = c;
	if (c.name != NONE && c.parent != NONE) {
		size_t slot = c.hash & (sim->components.table_cap - 1);

		while (sim->components.table[slot] != NONE)
			slot = (slot + 1) & (sim->components.table_cap - 1);
		sim->components.table[slot] = id;
		sim->components.table_n++;
	}
	sim->components.n_alive++;
	model_changed(sim);
}

static MdvStatus check_new(MdvDevs *sim, MdvComponent parent, const char *name)
{
	const Comp *p = model_comp(sim, parent);
	char path[256];

	if (sim->busy)
		return model_error(sim, MDV_BUSY, "components cannot be added during an event");
	if (!p)
		return gone(sim, parent);
	if (p->kind != COMP_COUPLED) {
		mdv_devs_path(sim, parent, path, sizeof path);
		return model_error(sim, MDV_BAD_ARGUMENT, "'%s' is atomic and cannot hold components",
						   path);
	}
	if (!name)
		return MDV_OK;
	if (!name[0] || strchr(name, '.') || name[0] == '#')
		return model_error(sim, MDV_BAD_ARGUMENT,
						   "'%s' is no name for a component: it must not be empty, contain '.' or "
						   "begin with '#'",
						   name);
	if (sim->components.table_n * 2 >= sim->components.table_cap && !grow_table(sim))
		return no_memory(sim);
	if (sim->components.table[find_slot(sim, parent.id, name, strlen(name),
										map_hash_bytes(name, strlen(name), p->hash))] != NONE) {
		mdv_devs_path(sim, parent, path, sizeof path);
		return model_error(sim, MDV_DUPLICATE, "'%s' has a component '%s' already", path, name);
	}
	return MDV_OK;
}

/* What atomic and coupled components have in common: slot, name, ports. */
static MdvStatus add(MdvDevs *sim, MdvComponent parent, const char *name, Comp c, uint32_t *id)
{
	MdvStatus status = check_new(sim, parent, name);

	if (status)
		return status;
	c.parent = parent.id;
	c.name = NONE;
	*id = take_slot(sim);
	if (*id == NONE || (name && !store_name(sim, name, &c.name)))
		return no_memory(sim);
	if (name)
		c.hash = map_hash_bytes(name, strlen(name), sim->components.comps.at[parent.id].hash);
	c.nodes =
		c.n_in + (uint64_t)c.n_out < NONE ? graph_add_nodes(sim, *id, c.n_in + c.n_out) : NONE;
	if (c.nodes == NONE) {
		if (name)
			store_give(&sim->components.names, c.name, strlen(name) + 1);
		return no_memory(sim);
	}
	enter(sim, *id, c);
	return MDV_OK;
}

MdvStatus mdv_devs_add_coupled(MdvDevs *sim, MdvComponent parent, const char *name, uint32_t n_in,
							   uint32_t n_out, MdvComponent *added)
{
	Comp c = {.kind = COMP_COUPLED, .n_in = n_in, .n_out = n_out};
	uint32_t id;
	MdvStatus status = add(sim, parent, name, c, &id);

	if (status)
		return status;
	sim->components.hot.at[id] = (Hot){.t_next = INFINITY, .bag = id};
	if (added)
		*added = mdv_devs_component(sim, id);
	return MDV_OK;
}

/* Take a component without children out of everything. */
static void remove_leaf(MdvDevs *sim, uint32_t id)
{
	Comp *c = &sim->components.comps.at[id], *parent = &sim->components.comps.at[c->parent];
	Hot *h = &sim->components.hot.at[id];
	char number[16];

	if (c->prev != NONE)
		sim->components.comps.at[c->prev].next = c->next;
	else
		parent->first_child = c->next;
	if (c->next != NONE)
		sim->components.comps.at[c->next].prev = c->prev;
	else
		parent->last_child = c->prev;
	if (c->name != NONE) {
		remove_name(sim, id);
		store_give(&sim->components.names, c->name, strlen(model_name(sim, id, number)) + 1);
	}
	if (c->kind == COMP_ATOMIC) {
		const MdvAtomic *class = sim->components.classes.at[h->cls];

		run_forget(sim, id);
		store_give(&sim->components.states, h->state, class->state_size);
	}
	*h = (Hot){.t_next = INFINITY, .bag = id};
	c->kind = COMP_FREE;
	c->generation++;
	c->parent = sim->components.free_comp;
	sim->components.free_comp = id;
	sim->components.n_alive--;
}

static MdvStatus init_atomic(MdvDevs *sim, uint32_t id, const MdvAtomic *atomic, const void *params)
{
	Worker *w = &sim->threads.workers[0];
	Hot *h = &sim->components.hot.at[id];
	MdvStatus status = MDV_OK;
	char path[256];

	w->call.self = id;
	w->call.t = sim->now;
	w->call.step = sim->step;
	w->reason[0] = '\0';
	if (atomic->init) {
		sim->busy = true;
		status = atomic->init(store_at(&sim->components.states, h->state), &w->call, params);
		sim->busy = false;
	}
	if (status == MDV_OK)
		return MDV_OK;
	mdv_devs_path(sim, mdv_devs_component(sim, id), path, sizeof path);
	return model_error(sim, status_final(status), "component '%s' (%s): %s", path, atomic->name,
					   w->reason[0] ? w->reason : mdv_status_text(status));
}

MdvStatus mdv_devs_add_atomic(MdvDevs *sim, MdvComponent parent, const char *name,
							  const MdvAtomic *atomic, const void *params, MdvComponent *added)
{
	Comp c = {.kind = COMP_ATOMIC, .n_in = atomic->n_in, .n_out = atomic->n_out};
	uint32_t id, class, state;
	MdvStatus status;

	if (sim->busy)
		return model_error(sim, MDV_BUSY, "components cannot be added during an event");
	if (!atomic->ta == !atomic->t_next || !atomic->delta_int)
		return model_error(sim, MDV_BAD_ARGUMENT,
						   "atomic model '%s' needs delta_int and exactly one of ta and t_next",
						   atomic->name);
	class = find_class(sim, atomic);
	if (class == NONE)
		return sim->components.classes.n > UINT16_MAX
				   ? model_error(sim, MDV_BAD_ARGUMENT, "more than 65,535 kinds of atomic models")
				   : no_memory(sim);
	state = store_take(&sim->components.states, &sim->alloc, atomic->state_size);
	if (state == NONE)
		return no_memory(sim);
	status = add(sim, parent, name, c, &id);
	if (status) {
		store_give(&sim->components.states, state, atomic->state_size);
		return status;
	}
	sim->components.hot.at[id] = (Hot){.t_last = sim->now,
									   .t_next = INFINITY,
									   .state = state,
									   .bag = id,
									   .head = {0, HEAD_UNMADE, 0},
									   .out = sim->components.comps.at[id].nodes + atomic->n_in,
									   .cls = (uint16_t) class};
	status = init_atomic(sim, id, atomic, params);
	if (status) {
		graph_remove_nodes(sim, sim->components.comps.at[id].nodes, c.n_in + c.n_out);
		remove_leaf(sim, id);
		return status;
	}
	sim->components.hot.at[id].flags = HOT_NEW;
	sim->schedule.fresh.at[sim->schedule.fresh.n++] = id;
	if (added)
		*added = mdv_devs_component(sim, id);
	return MDV_OK;
}

static void destroy_atomic(MdvDevs *sim, uint32_t id)
{
	const Hot *h = &sim->components.hot.at[id];
	const MdvAtomic *class = sim->components.classes.at[h->cls];

	if (!class->destroy)
		return;
	sim->threads.workers[0].call.self = id;
	sim->busy = true;
	class->destroy(store_at(&sim->components.states, h->state), &sim->threads.workers[0].call);
	sim->busy = false;
}

MdvStatus mdv_devs_remove(MdvDevs *sim, MdvComponent component)
{
	uint32_t id = component.id;

	if (sim->busy)
		return model_error(sim, MDV_BUSY, "components cannot be removed during an event");
	if (!model_comp(sim, component))
		return gone(sim, component);
	if (id == 0)
		return model_error(sim, MDV_BAD_ARGUMENT, "the root cannot be removed");
	for (;;) { /* children first, without recursion */
		const Comp *c = &sim->components.comps.at[id];
		uint32_t parent = c->parent;

		if (c->first_child != NONE) {
			id = c->first_child;
			continue;
		}
		if (!graph_remove_nodes(sim, c->nodes, c->n_in + c->n_out))
			return no_memory(sim);
		if (c->kind == COMP_ATOMIC)
			destroy_atomic(sim, id);
		remove_leaf(sim, id);
		if (id == component.id)
			return MDV_OK;
		id = parent;
	}
}
