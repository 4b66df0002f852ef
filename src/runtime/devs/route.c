/* SPDX-License-Identifier: MIT
   route.c — from couplings to delivery lists. The list of an output port names the bags that its
   messages reach, with the hierarchy flattened away; it is made once and again only where the
   structure changes.

   Size and time are linear in the number of couplings, however deep the hierarchy: a coupled
   model's port with a single coupling is skipped (`end`, with path compression); one that fans out
   is copied into the list of its only sender, or becomes a list of its own shared by all senders,
   unless it is short: following a reference costs more than a few deliveries.

   Receivers with exactly the same senders share one bag, written once for all of them; this is
   given up when the structure of a running model changes. */
#include "runtime/devs/engine.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT_LIST = 4 };

uint32_t route_length(Head h)
{
	return h.n < HEAD_ONE ? h.n : 0;
}

static bool is_final(const MdvDevs *sim, uint32_t node)
{
	uint32_t owner = sim->graph.nodes.at[node].owner;
	const Comp *c = &sim->components.comps.at[owner];

	return c->kind == COMP_ATOMIC || (owner == 0 && node >= c->nodes + c->n_in);
}

/* The node at the end of a chain of single couplings without translation, with path compression.
   The end is `joined` if several senders meet there or on the way. */
static uint32_t find_end(MdvDevs *sim, uint32_t node)
{
	Node *nodes = sim->graph.nodes.at;
	uint32_t end = node, next;
	bool joined = false;

	while (nodes[end].end == NONE) {
		uint32_t e = nodes[end].first_out;

		if (e == NONE || sim->graph.edges.at[e].next_out != NONE || sim->graph.edges.at[e].z ||
			is_final(sim, end))
			nodes[end].end = end;
		else
			end = sim->graph.edges.at[e].to;
	}
	end = nodes[end].end;
	for (;; node = next) {
		uint32_t e = nodes[node].first_in;

		joined |= e != NONE && sim->graph.edges.at[e].next_in != NONE;
		if (nodes[node].end != NONE)
			break;
		nodes[node].end = end;
		next = sim->graph.edges.at[nodes[node].first_out].to;
	}
	nodes[end].joined |= joined;
	return end;
}

static bool add_route(MdvDevs *sim, RouteKind kind, uint32_t target, uint32_t port, uint32_t z)
{
	return vec_push(&sim->alloc, &sim->routing.routes, ((Route){(uint32_t)kind, target, port, z}));
}

/* Does a coupled model's port lead to a few atomics only? Such a list is copied for each sender. */
static bool is_short(MdvDevs *sim, uint32_t node)
{
	uint32_t n = 0;

	for (uint32_t e = sim->graph.nodes.at[node].first_out; e != NONE;
		 e = sim->graph.edges.at[e].next_out)
		if (++n > SHORT_LIST || !is_final(sim, find_end(sim, sim->graph.edges.at[e].to)))
			return false;
	return true;
}

/* The delivery list of one node. Lists of others that it refers to are put on `pending`. */
static bool make_list(MdvDevs *sim, uint32_t node)
{
	size_t first = sim->routing.routes.n;

	sim->routing.stack.n = 0;
	if (sim->graph.nodes.at[node].first_out != NONE &&
		!vec_push(&sim->alloc, &sim->routing.stack, sim->graph.nodes.at[node].first_out))
		return false;
	while (sim->routing.stack.n) { /* a stack of edges, each the next to be followed at its level */
		const Edge *e = &sim->graph.edges.at[sim->routing.stack.at[sim->routing.stack.n - 1]];
		uint32_t end = find_end(sim, e->to), owner = sim->graph.nodes.at[end].owner, inner;
		uint32_t port = end - sim->components.comps.at[owner].nodes;
		bool ok = true;

		if (e->next_out != NONE)
			sim->routing.stack.at[sim->routing.stack.n - 1] = e->next_out;
		else
			sim->routing.stack.n--;
		inner = sim->graph.nodes.at[end].first_out;
		if (sim->components.comps.at[owner].kind == COMP_ATOMIC) {
			ok = add_route(sim, ROUTE_BAG, owner, port, e->z);
		} else if (is_final(sim, end)) {
			ok = add_route(sim, ROUTE_ROOT, 0, port - sim->components.comps.at[0].n_in, e->z);
		} else if (inner != NONE && !e->z &&
				   (!sim->graph.nodes.at[end].joined || is_short(sim, end))) {
			ok = vec_push(&sim->alloc, &sim->routing.stack, inner);
		} else if (inner != NONE) {
			ok = add_route(sim, ROUTE_LIST, end, 0, e->z) &&
				 vec_push(&sim->alloc, &sim->routing.pending, end);
		}
		if (!ok)
			return false;
	}
	sim->routing.heads.at[node] =
		(Head){(uint32_t)first, (uint32_t)(sim->routing.routes.n - first), 0};
	return true;
}

static bool make_lists(MdvDevs *sim)
{
	while (sim->routing.pending.n) {
		uint32_t node = sim->routing.pending.at[--sim->routing.pending.n];

		if (sim->routing.heads.at[node].n == HEAD_UNMADE && !make_list(sim, node))
			return false;
	}
	return true;
}

/* A list of one delivery without translation is stored in the head itself, and the head of a
   component's first output port with the component. */
static void finish_head(MdvDevs *sim, uint32_t node)
{
	Head *h = &sim->routing.heads.at[node];
	uint32_t owner = sim->graph.nodes.at[node].owner;

	if (h->n == 1) {
		Route r = sim->routing.routes.at[h->first];

		if (r.kind == ROUTE_BAG && !r.z) {
			sim->routing.routes_wasted++;
			*h = (Head){r.target, HEAD_ONE, r.port};
		}
	}
	if (owner != NONE && sim->components.hot.at[owner].out == node &&
		sim->components.hot.at[owner].cls)
		sim->components.hot.at[owner].head = *h;
}

/* Bags */

static bool grow_room(MdvDevs *sim, Room *r)
{
	uint32_t cap = r->cap ? 2 * r->cap : 2, first = (uint32_t)sim->routing.messages.n;

	if (sim->routing.messages.n + cap >= NONE ||
		!vec_reserve(&sim->alloc, &sim->routing.messages, sim->routing.messages.n + cap))
		return false;
	if (r->cap)
		memcpy(&sim->routing.messages.at[first], &sim->routing.messages.at[r->first],
			   r->cap * sizeof(MdvValue));
	sim->routing.messages.n += cap;
	sim->routing.messages_wasted += r->cap;
	r->first = first;
	r->cap = cap;
	return true;
}

/* Room for every bag, by the number of routes that lead to it. Requires: all bags are empty. */
static bool lay_out_bags(MdvDevs *sim)
{
	size_t total = 0;

	for (size_t i = 0; i < sim->components.rooms.n; i++)
		sim->components.rooms.at[i].cap = 0;
	for (size_t i = 0; i < sim->routing.routes.n; i++)
		if (sim->routing.routes.at[i].kind == ROUTE_BAG)
			sim->components.rooms.at[sim->routing.routes.at[i].target].cap++;
	for (size_t i = 0; i < sim->components.rooms.n; i++) {
		Room *r = &sim->components.rooms.at[i];

		r->cap = r->cap < 2 ? 0 : r->cap; /* one message needs no room */
		r->first = (uint32_t)total;
		total += r->cap;
	}
	if (total >= NONE || !vec_reserve(&sim->alloc, &sim->routing.messages, total))
		return false;
	sim->routing.messages.n = total;
	sim->routing.messages_wasted = 0;
	return true;
}

/* Sharing: two receivers have the same senders if the same (list, port, translation) lead to them.
   Each is summed into a 128-bit signature that does not depend on the order. */

typedef struct {
	uint64_t a, b; /* the signature */
	uint32_t id;   /* the component; NONE: does not share */
	uint32_t n;    /* number of routes that lead to it */
} Signature;

static int compare_signatures(const void *x, const void *y)
{
	const Signature *p = x, *q = y;

	if (p->n != q->n)
		return p->n < q->n ? -1 : 1;
	if (p->a != q->a)
		return p->a < q->a ? -1 : 1;
	if (p->b != q->b)
		return p->b < q->b ? -1 : 1;
	return p->id < q->id ? -1 : p->id > q->id;
}

static bool same_senders(const Signature *p, const Signature *q)
{
	return p->n == q->n && p->a == q->a && p->b == q->b;
}

static void sign_routes(const MdvDevs *sim, Signature *sig)
{
	for (uint32_t node = 0; node < sim->graph.nodes.n; node++) {
		Head h = sim->routing.heads.at[node];

		for (uint32_t i = 0; i < route_length(h); i++) {
			const Route *r = &sim->routing.routes.at[h.first + i];
			uint64_t key[2] = {(uint64_t)node << 32 | r->port, r->z};

			if (r->kind != ROUTE_BAG)
				continue;
			sig[r->target].a += map_hash_bytes(key, sizeof key, 1);
			sig[r->target].b += map_hash_bytes(key, sizeof key, 2);
			sig[r->target].n++;
		}
	}
}

/* Give a run of components with the same senders the bag of the first. */
static bool make_shared_bag(MdvDevs *sim, const Signature *run, uint32_t n)
{
	sim->components.hot.at[run[0].id].flags |= HOT_SHARED;
	sim->components.rooms.at[run[0].id].members = (uint32_t)sim->routing.members.n;
	if (!vec_push(&sim->alloc, &sim->routing.members, n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (!vec_push(&sim->alloc, &sim->routing.members, run[i].id))
			return false;
		sim->components.hot.at[run[i].id].bag = run[0].id;
	}
	sim->routing.shared = true;
	return true;
}

/* Of the routes to components that share a bag only those to its holder stay. */
static void drop_doubled(MdvDevs *sim)
{
	for (size_t node = 0; node < sim->graph.nodes.n; node++) {
		Head *h = &sim->routing.heads.at[node];
		uint32_t kept = 0;

		if (h->n == HEAD_UNMADE)
			continue;
		for (uint32_t i = 0; i < h->n; i++) {
			Route r = sim->routing.routes.at[h->first + i];

			if (r.kind != ROUTE_BAG || sim->components.hot.at[r.target].bag == r.target)
				sim->routing.routes.at[h->first + kept++] = r;
		}
		for (uint32_t i = kept; i < h->n; i++) /* unused from now on */
			sim->routing.routes.at[h->first + i] = (Route){ROUTE_ROOT, 0, 0, 0};
		h->n = kept;
	}
}

static bool share_bags(MdvDevs *sim)
{
	size_t n = sim->components.comps.n, bytes = n * sizeof(Signature);
	Signature *sig = alloc_new(&sim->alloc, bytes);
	bool ok = sig != NULL;

	for (uint32_t i = 0; ok && i < n; i++)
		sig[i].id = i;
	if (ok) {
		sign_routes(sim, sig);
		qsort(sig, n, sizeof *sig, compare_signatures);
	}
	for (size_t i = 0, end; ok && i < n; i = end) {
		for (end = i + 1; end < n && same_senders(&sig[i], &sig[end]);)
			end++;
		if (sig[i].n && end - i > 1)
			ok = make_shared_bag(sim, &sig[i], (uint32_t)(end - i));
	}
	alloc_free(&sim->alloc, sig, bytes);
	if (ok && sim->routing.shared)
		drop_doubled(sim);
	return ok;
}

/* Tables for the whole model */

bool route_is_sender(const MdvDevs *sim, uint32_t node)
{
	uint32_t owner = sim->graph.nodes.at[node].owner;
	const Comp *c;

	if (owner == NONE)
		return false;
	c = &sim->components.comps.at[owner];
	return owner == 0 ? node < c->nodes + c->n_in
					  : c->kind == COMP_ATOMIC && node >= c->nodes + c->n_in;
}

static bool make_all(MdvDevs *sim)
{
	sim->routing.routes.n = sim->routing.routes_wasted = sim->routing.members.n =
		sim->routing.dirty.n = 0;
	sim->routing.shared = false;
	for (uint32_t i = 0; i < sim->components.hot.n; i++) {
		sim->components.hot.at[i].bag = i;
		sim->components.hot.at[i].flags &= (uint16_t)~HOT_SHARED;
	}
	for (uint32_t i = 0; i < sim->graph.nodes.n; i++) {
		sim->graph.nodes.at[i].end = NONE;
		sim->graph.nodes.at[i].joined = false;
		sim->routing.heads.at[i].n = HEAD_UNMADE;
	}
	for (uint32_t i = 0; i < sim->graph.nodes.n; i++)
		if (route_is_sender(sim, i) && (!make_list(sim, i) || !make_lists(sim)))
			return false;
	if ((!sim->routing.no_sharing && !share_bags(sim)) || !lay_out_bags(sim))
		return false;
	for (uint32_t i = 0; i < sim->graph.nodes.n; i++)
		finish_head(sim, i);
	sim->routing.routes_wasted = 0; /* counted from here on */
	sim->routing.routed = sim->routing.routed_once = true;
	return true;
}

static bool make_dirty(MdvDevs *sim)
{
	for (size_t i = 0; i < sim->routing.dirty.n; i++) {
		uint32_t node = sim->routing.dirty.at[i];

		if (sim->graph.nodes.at[node].owner == NONE || sim->routing.heads.at[node].n != HEAD_UNMADE)
			continue;
		if (!make_list(sim, node) || !make_lists(sim))
			return false;
		finish_head(sim, node);
	}
	sim->routing.dirty.n = 0;
	return true;
}

/* Room in the lists of an instant for every component and every bag. */
static bool reserve_lists(MdvDevs *sim)
{
	IdList *lists[] = {&sim->schedule.again, &sim->instant.due, &sim->instant.receivers,
					   &sim->instant.active, &sim->instant.active_shared};
	size_t want = sim->components.comps.n, words = want / 64 + 1;

	for (size_t i = 0; i < 5; i++)
		if (want > lists[i]->cap &&
			!vec_grow(&sim->alloc, &lists[i]->at, &lists[i]->cap, sizeof *lists[i]->at, want))
			return false;
	if (!vec_reserve(&sim->alloc, &sim->instant.bitmap, words))
		return false;
	for (; sim->instant.bitmap.n < words; sim->instant.bitmap.n++)
		sim->instant.bitmap.at[sim->instant.bitmap.n] = 0;
	return true;
}

MdvStatus route_update(MdvDevs *sim)
{
	bool ok;

	if (sim->routing.routes_wasted > 4096 + sim->routing.routes.n / 2 ||
		sim->routing.messages_wasted > 4096 + sim->routing.messages.n / 2)
		sim->routing.routed = false; /* make everything anew, without the waste */
	ok = sim->routing.routed ? make_dirty(sim) : make_all(sim);
	if (!ok || !reserve_lists(sim)) {
		sim->routing.routed = false;
		return model_error(sim, MDV_NO_MEMORY, "out of memory");
	}
	return MDV_OK;
}

/* Delivery */

void route_put_more(Worker *w, uint32_t id, MdvValue value)
{
	MdvDevs *sim = w->call.sim;
	Hot *h = &sim->components.hot.at[id];
	Room *r = &sim->components.rooms.at[id];

	if (h->n >= r->cap && !grow_room(sim, r)) {
		act_note(w, MDV_NO_MEMORY, NULL);
		return;
	}
	if (h->n == 1)
		sim->routing.messages.at[r->first] = h->one;
	sim->routing.messages.at[r->first + h->n++] = value;
}

bool route_keep(Worker *w, MdvPayload *payload)
{
	if (vec_push(&w->call.sim->alloc, &w->in_flight, payload))
		return true;
	mdv_payload_release(&w->call, payload);
	act_note(w, MDV_NO_MEMORY, NULL);
	return false;
}

/* The value after translation z; false: that failed. The engine owns a payload that it gives. */
static bool translate(Worker *w, uint32_t z, MdvValue *value)
{
	MdvDevs *sim = w->call.sim;
	MdvValue out = mdv_event();
	MdvStatus status =
		sim->graph.z.at[z].translate(sim->graph.z.at[z].user, &w->call, *value, &out);

	if (status) {
		act_note(w, status, "the translation of a coupling failed");
		return false;
	}
	if (!act_is_message(w, &out))
		return false;
	*value = out;
	return out.kind != MDV_PAYLOAD || route_keep(w, out.payload);
}

/* To the bags that a list begins with, as the message is; gives how many. As route_put, with what
   cannot change at hand. */
static uint32_t put_in_bags(Worker *w, Head list, MdvValue value)
{
	MdvDevs *sim = w->call.sim;
	const Route *r = sim->routing.routes.at + list.first;
	const Store *states = &sim->components.states;
	Hot *hot = sim->components.hot.at;
	IdList active = sim->instant.active;
	uint32_t i = 0;

	for (; i < list.n && r[i].kind == ROUTE_BAG && !r[i].z; i++) {
		Hot *h = &hot[r[i].target];

		value.port = r[i].port;
		if (h->n) {
			route_put_more(w, r[i].target, value);
			continue;
		}
		h->one = value;
		h->n = 1;
		if (h->flags & HOT_SHARED)
			list_add(&sim->instant.active_shared, r[i].target);
		else
			list_add(&active, r[i].target);
		__builtin_prefetch(store_at(states, h->state), 1);
	}
	sim->instant.active.n = active.n;
	w->messages += i;
	return i;
}

/* Lists that a list refers to wait on a stack. */
void route_deliver(Worker *w, uint32_t node, MdvValue value)
{
	MdvDevs *sim = w->call.sim;
	uint32_t sender = w->call.self;

	sim->routing.delivering.n = 0;
	for (;;) {
		Head h = sim->routing.heads.at[node];

		if (h.n == HEAD_ONE)
			route_put(w, h.first, h.port, value);
		h.n = route_length(h);
		for (uint32_t i = put_in_bags(w, h, value); i < h.n; i++) {
			const Route *r = &sim->routing.routes.at[h.first + i];
			MdvValue v = value;

			if (r->z && !translate(w, r->z, &v))
				return;
			if (r->kind == ROUTE_BAG) {
				route_put(w, r->target, r->port, v);
			} else if (r->kind == ROUTE_LIST) {
				if (!vec_push(&sim->alloc, &sim->routing.delivering, ((Delivery){r->target, v})))
					act_note(w, MDV_NO_MEMORY, NULL);
			} else if (sim->observers.output) {
				w->call.self = 0;
				act_observe_output(w, r->port, &v);
				w->call.self = sender;
			}
		}
		if (!sim->routing.delivering.n)
			return;
		sim->routing.delivering.n--;
		node = sim->routing.delivering.at[sim->routing.delivering.n].node;
		value = sim->routing.delivering.at[sim->routing.delivering.n].value;
	}
}

bool route_inject(Worker *w, uint32_t node, MdvValue value)
{
	MdvDevs *sim = w->call.sim;
	uint32_t owner = sim->graph.nodes.at[node].owner;
	const Comp *c = &sim->components.comps.at[owner];

	if (c->kind == COMP_ATOMIC) {
		route_put(w, owner, node - c->nodes, value);
		return true;
	}
	if (sim->routing.heads.at[node].n == HEAD_UNMADE && (!make_list(sim, node) || !make_lists(sim)))
		return false;
	route_deliver(w, node, value);
	return true;
}
