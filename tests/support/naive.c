/* SPDX-License-Identifier: MIT
   naive.c — the abstract simulator of Parallel DEVS (A. C. Chow, B. P. Zeigler, 1994), literally.

   One instant: every coordinator with an imminent child collects the outputs of its imminent
   children and carries them along its couplings, into the bags of the other children or to its own
   outputs; then every coordinator hands its own bag down along its external input couplings and
   lets its children make their transitions. Each instant costs the whole tree. */
#include "naive.h"

#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PUSH(v, x)                            \
	do {                                      \
		if (!vec_push(&alloc_heap, (v), (x))) \
			abort();                          \
	} while (0)

typedef struct Node Node;
typedef VEC(MdvValue) Bag;

typedef struct {
	Node *from, *to;             /* one of them may be the coupled model itself */
	uint32_t from_port, to_port; /* input ports of the model itself, output ports of a child, ... */
	const MdvTranslation *z;     /* NULL: the value arrives as sent */
} Coupling;

struct Node {
	int number;              /* 0 is the root */
	Node *parent;            /* NULL for the root */
	const MdvAtomic *atomic; /* NULL: a coupled model */
	uint32_t n_in, n_out;    /* ports */
	VEC(Node *) child;       /* of a coupled model, in the order of creation */
	VEC(Coupling) coupling;  /* of a coupled model: EIC, IC and EOC */
	void *state;             /* of an atomic */
	double t_last;           /* when the atomic made its last transition */
	NaiveTime next;          /* when it acts */
	Bag x, y;                /* input and output of this instant; value.port tells the port */
};

typedef struct {
	NaiveTime at;
	Node *to;       /* NULL: removed; the instant remains, with nothing to do */
	MdvValue value; /* with its port */
} Injection;

struct Naive {
	VEC(Node *) node;         /* by number; NULL: removed */
	VEC(Injection) injection; /* not yet delivered */
	NaiveTime now;            /* the last instant, or the time reached without one */
	bool ran;                 /* an instant was run at now */
	uint64_t messages;        /* into atomics' bags */
	MdvObserver observer;     /* sees outputs and transitions */
};

static MdvCall call_of(const Naive *n, int self)
{
	return (MdvCall){.t = n->now.t, .step = n->now.step, .self = (uint32_t)self};
}

static bool time_before(NaiveTime a, NaiveTime b)
{
	return a.t < b.t || (a.t == b.t && a.step < b.step);
}

static bool time_same(NaiveTime a, NaiveTime b)
{
	return a.t == b.t && a.step == b.step;
}

/* Something planned for real time t: if that is now, the step after the one that has been run. */
static NaiveTime time_plan(const Naive *n, double t)
{
	if (!(t >= n->now.t))
		abort();
	if (t > n->now.t)
		return (NaiveTime){t, 0};
	return (NaiveTime){t, n->ran ? n->now.step + 1 : 0};
}

static Node *node_get(const Naive *n, int number)
{
	if (number < 0 || (size_t)number >= n->node.n || !n->node.at[number])
		abort();
	return n->node.at[number];
}

/* The tree */

static Node *node_add(Naive *n, Node *parent, uint32_t n_in, uint32_t n_out)
{
	Node *node = calloc(1, sizeof *node);

	if (!node)
		abort();
	*node = (Node){.number = (int)n->node.n, .parent = parent, .n_in = n_in, .n_out = n_out};
	PUSH(&n->node, node);
	if (parent) {
		if (parent->atomic)
			abort();
		PUSH(&parent->child, node);
	}
	return node;
}

/* Ask an atomic when it wants to act. */
static void node_plan(const Naive *n, Node *a)
{
	double t = a->atomic->ta ? n->now.t + a->atomic->ta(a->state) : a->atomic->t_next(a->state);

	a->next = time_plan(n, t);
}

static void node_free(Naive *n, Node *node)
{
	MdvCall call = call_of(n, node->number);

	for (size_t i = 0; i < node->child.n; i++)
		node_free(n, node->child.at[i]);
	if (node->atomic && node->atomic->destroy)
		node->atomic->destroy(node->state, &call);
	for (size_t i = 0; i < n->injection.n; i++)
		if (n->injection.at[i].to == node)
			n->injection.at[i].to = NULL;
	vec_free(&alloc_heap, &node->child);
	vec_free(&alloc_heap, &node->coupling);
	vec_free(&alloc_heap, &node->x);
	vec_free(&alloc_heap, &node->y);
	n->node.at[node->number] = NULL;
	free(node->state);
	free(node);
}

Naive *naive_new(uint32_t n_in, uint32_t n_out, double t_start, const MdvObserver *observer)
{
	Naive *n = calloc(1, sizeof *n);

	if (!n)
		abort();
	n->now.t = t_start;
	if (observer)
		n->observer = *observer;
	node_add(n, NULL, n_in, n_out);
	return n;
}

void naive_free(Naive *n)
{
	node_free(n, n->node.at[0]);
	vec_free(&alloc_heap, &n->node);
	vec_free(&alloc_heap, &n->injection);
	free(n);
}

int naive_add_atomic(Naive *n, int parent, const MdvAtomic *atomic, const void *params)
{
	Node *a = node_add(n, node_get(n, parent), atomic->n_in, atomic->n_out);
	MdvCall call = call_of(n, a->number);

	a->atomic = atomic;
	a->state = calloc(1, atomic->state_size ? atomic->state_size : 1);
	if (!a->state || (atomic->init && atomic->init(a->state, &call, params) < 0))
		abort();
	a->t_last = n->now.t;
	node_plan(n, a);
	return a->number;
}

int naive_add_coupled(Naive *n, int parent, uint32_t n_in, uint32_t n_out)
{
	return node_add(n, node_get(n, parent), n_in, n_out)->number;
}

void naive_remove(Naive *n, int component)
{
	Node *node = node_get(n, component), *parent = node->parent;
	size_t kept = 0;

	for (size_t i = 0; i < parent->coupling.n; i++)
		if (parent->coupling.at[i].from != node && parent->coupling.at[i].to != node)
			parent->coupling.at[kept++] = parent->coupling.at[i];
	parent->coupling.n = kept;
	kept = 0;
	for (size_t i = 0; i < parent->child.n; i++)
		if (parent->child.at[i] != node)
			parent->child.at[kept++] = parent->child.at[i];
	parent->child.n = kept;
	node_free(n, node);
}

/* The coupled model to which a coupling belongs. */
static Node *coupling_owner(const Node *from, Node *to)
{
	return from->parent == to ? to : to->parent;
}

void naive_couple(Naive *n, int from, uint32_t from_port, int to, uint32_t to_port,
				  const MdvTranslation *z)
{
	Node *a = node_get(n, from), *b = node_get(n, to), *owner = coupling_owner(a, b);

	if (a == b || !owner || (a != owner && a->parent != owner))
		abort();
	if (from_port >= (a == owner ? a->n_in : a->n_out) ||
		to_port >= (b == owner ? b->n_out : b->n_in))
		abort();
	PUSH(&owner->coupling, ((Coupling){a, b, from_port, to_port, z}));
}

void naive_uncouple(Naive *n, int from, uint32_t from_port, int to, uint32_t to_port)
{
	Node *a = node_get(n, from), *b = node_get(n, to), *owner = coupling_owner(a, b);

	for (size_t i = 0; i < owner->coupling.n; i++) {
		Coupling *k = &owner->coupling.at[i];

		if (k->from == a && k->to == b && k->from_port == from_port && k->to_port == to_port) {
			memmove(k, k + 1, (--owner->coupling.n - i) * sizeof *k);
			return;
		}
	}
	abort();
}

/* One instant */

MdvStatus naive_send(MdvCall *call, uint32_t port, MdvValue value)
{
	Node *a = call->worker;

	if (port >= a->n_out)
		abort();
	value.port = port;
	PUSH(&a->y, value);
	return MDV_OK;
}

static NaiveTime node_next(const Node *node)
{
	NaiveTime first = {INFINITY, 0};

	if (node->atomic)
		return node->next;
	for (size_t i = 0; i < node->child.n; i++) {
		NaiveTime t = node_next(node->child.at[i]);

		if (time_before(t, first))
			first = t;
	}
	return first;
}

static void bag_put(Naive *n, Node *to, MdvValue value)
{
	n->messages += to->atomic != NULL;
	PUSH(&to->x, value);
}

/* Carry a message that leaves `from`, inside `owner`, along every coupling that starts there. */
static void message_route(Naive *n, Node *owner, const Node *from, MdvValue message)
{
	for (size_t i = 0; i < owner->coupling.n; i++) {
		const Coupling *k = &owner->coupling.at[i];
		MdvCall call = call_of(n, from->number);
		MdvValue value = message;

		if (k->from != from || k->from_port != message.port)
			continue;
		if (k->z && k->z->translate(k->z->user, &call, message, &value) != MDV_OK)
			abort();
		value.port = k->to_port;
		if (k->to == owner)
			PUSH(&owner->y, value);
		else
			bag_put(n, k->to, value);
	}
}

static void output_observe(Naive *n, const Node *node)
{
	MdvCall call = call_of(n, node->number);

	for (size_t i = 0; n->observer.output && i < node->y.n; i++)
		n->observer.output(n->observer.user, &call, node->y.at[i].port, &node->y.at[i]);
}

/* The output of a component that is imminent, into its y. */
static void output_collect(Naive *n, Node *node)
{
	if (node->atomic) {
		MdvCall call = call_of(n, node->number);

		call.worker = node;
		if (node->atomic->lambda && node->atomic->lambda(node->state, &call) < 0)
			abort();
		output_observe(n, node);
		return;
	}
	for (size_t i = 0; i < node->child.n; i++) {
		Node *child = node->child.at[i];

		if (!time_same(node_next(child), n->now))
			continue;
		output_collect(n, child);
		for (size_t j = 0; j < child->y.n; j++)
			message_route(n, node, child, child->y.at[j]);
		child->y.n = 0;
	}
}

/* The transition of an atomic that is imminent or has input. */
static void atomic_react(Naive *n, Node *a)
{
	const MdvAtomic *f = a->atomic;
	bool imminent = time_same(a->next, n->now), input = a->x.n > 0;
	MdvCall call = call_of(n, a->number);
	MdvBag x = {a->x.at, a->x.n};
	MdvTransition kind = MDV_INTERNAL;
	MdvStatus status;

	if (!imminent && !(input && f->delta_ext))
		return;
	if (imminent && input && f->delta_con) {
		kind = MDV_CONFLUENT;
		status = f->delta_con(a->state, &call, &x);
	} else if (imminent) {
		status = f->delta_int(a->state, &call);
		if (status == MDV_OK && input && f->delta_ext) {
			kind = MDV_CONFLUENT;
			status = f->delta_ext(a->state, &call, 0, &x);
		}
	} else {
		kind = MDV_EXTERNAL;
		status = f->delta_ext(a->state, &call, n->now.t - a->t_last, &x);
	}
	if (status != MDV_OK)
		abort();
	a->t_last = n->now.t;
	node_plan(n, a);
	if (n->observer.state)
		n->observer.state(n->observer.user, &call, kind, a->state);
}

/* Hand the input down and let everything below make its transition. */
static void node_react(Naive *n, Node *node)
{
	if (node->atomic)
		atomic_react(n, node);
	else
		for (size_t i = 0; i < node->x.n; i++)
			message_route(n, node, node, node->x.at[i]);
	node->x.n = 0;
	for (size_t i = 0; i < node->child.n; i++)
		node_react(n, node->child.at[i]);
}

void naive_inject(Naive *n, double t, int to, uint32_t port, MdvValue value)
{
	Node *node = node_get(n, to);

	if (port >= node->n_in)
		abort();
	value.port = port;
	PUSH(&n->injection, ((Injection){time_plan(n, t), node, value}));
}

NaiveTime naive_next(const Naive *n)
{
	NaiveTime first = node_next(n->node.at[0]);

	for (size_t i = 0; i < n->injection.n; i++)
		if (time_before(n->injection.at[i].at, first))
			first = n->injection.at[i].at;
	return first;
}

void naive_step(Naive *n)
{
	NaiveTime next = naive_next(n);
	Node *root = n->node.at[0];
	size_t kept = 0;

	if (next.t == INFINITY)
		return;
	n->now = next;
	n->ran = true;
	for (size_t i = 0; i < n->injection.n; i++) {
		Injection in = n->injection.at[i];

		if (!time_same(in.at, n->now))
			n->injection.at[kept++] = in;
		else if (in.to)
			bag_put(n, in.to, in.value);
	}
	n->injection.n = kept;
	output_collect(n, root);
	output_observe(n, root);
	root->y.n = 0;
	node_react(n, root);
}

void naive_run(Naive *n, double t_end)
{
	while (naive_next(n).t <= t_end && naive_next(n).t < INFINITY)
		naive_step(n);
	if (t_end < INFINITY && t_end > n->now.t) {
		n->now = (NaiveTime){t_end, 0};
		n->ran = false;
	}
}

double naive_time(const Naive *n)
{
	return n->now.t;
}

uint64_t naive_messages(const Naive *n)
{
	return n->messages;
}

size_t naive_scheduled(const Naive *n)
{
	size_t count = 0;

	for (size_t i = 0; i < n->node.n; i++) {
		const Node *node = n->node.at[i];

		count += node && node->atomic && node->next.t < INFINITY;
	}
	return count;
}

const void *naive_state(const Naive *n, int component)
{
	return node_get(n, component)->state;
}

static void node_print(const Node *node, int indent, FILE *file)
{
	fprintf(file, "%*s%d %s(%u in, %u out)\n", indent, "", node->number,
			node->atomic ? node->atomic->name : "coupled", node->n_in, node->n_out);
	for (size_t i = 0; i < node->child.n; i++)
		node_print(node->child.at[i], indent + 2, file);
	for (size_t i = 0; i < node->coupling.n; i++) {
		const Coupling *k = &node->coupling.at[i];

		fprintf(file, "%*s%d:%u -> %d:%u%s\n", indent + 2, "", k->from->number, k->from_port,
				k->to->number, k->to_port, k->z ? " translated" : "");
	}
}

void naive_print(const Naive *n, FILE *file)
{
	node_print(n->node.at[0], 0, file);
}
