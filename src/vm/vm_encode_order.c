/* SPDX-License-Identifier: MIT
   vm_encode_order.c — list scheduling: of the tiles that are ready, there is a queue for each
   operation; the longest one is emptied, with what becomes ready meanwhile, then the next. So long
   runs of one operation arise. Tiles of a run are done one after the other: they may use each
   other. Of tiles that are ready the first of the source comes first. O(tiles and their operands),
   and a look at every queue per run. */
#include "vm/vm.h"

typedef struct Edge {
	int32_t user; /* the tile that waits */
	int32_t next; /* edge of the same tile waited for; -1: the last */
} Edge;

typedef struct Queue {
	int32_t first; /* tile; meaningless if empty */
	int32_t last;  /* tile */
	int32_t n;     /* how many */
} Queue;

typedef struct Order {
	const VmTile *tile;       /* n */
	Edge *edge;               /* of all tiles */
	int32_t *head;            /* by tile: first edge to those that wait for it; -1: none */
	int32_t *n_waits;         /* by tile: results that it waits for */
	int32_t *next;            /* by tile: behind it in its queue */
	Queue queue[VM_OP_COUNT]; /* by operation */
} Order;

static void ready(Order *o, int32_t tile)
{
	Queue *q = &o->queue[o->tile[tile].op];

	if (q->n++ == 0)
		q->first = tile;
	else
		o->next[q->last] = tile;
	q->last = tile;
}

static Queue *longest(Order *o)
{
	Queue *best = &o->queue[0];

	for (int op = 1; op < VM_OP_COUNT; op++)
		if (o->queue[op].n > best->n)
			best = &o->queue[op];
	return best;
}

static void add_edges(Order *o, const VmSlot *slot, int32_t n)
{
	int32_t n_edges = 0;

	for (int32_t i = 0; i < n; i++)
		o->head[i] = -1;
	for (int32_t i = 0; i < n; i++) {
		const VmTile *t = &o->tile[i];

		o->n_waits[i] = 0;
		for (int k = 0; k < vm_op_args[t->op]; k++) {
			int32_t def = slot[t->arg[k]].def;

			if (def == 0)
				continue;
			o->edge[n_edges] = (Edge){i, o->head[def - 1]};
			o->head[def - 1] = n_edges++;
			o->n_waits[i]++;
		}
		if (o->n_waits[i] == 0)
			ready(o, i);
	}
}

int32_t vm_encode_order(Vm *vm, const VmTile tile[], int32_t n, int32_t order[])
{
	ArenaMark mark = arena_mark(&vm->scratch);
	size_t size = (size_t)n * sizeof(int32_t);
	Order o = {.tile = tile};
	int32_t n_runs = 0, done = 0;

	o.edge = arena_alloc(&vm->scratch, (size_t)n * VM_MOST_ARGS * sizeof(Edge), _Alignof(Edge));
	o.head = arena_alloc(&vm->scratch, size, _Alignof(int32_t));
	o.n_waits = arena_alloc(&vm->scratch, size, _Alignof(int32_t));
	o.next = arena_alloc(&vm->scratch, size, _Alignof(int32_t));
	if (o.edge && o.head && o.n_waits && o.next)
		add_edges(&o, vm->slot, n);
	else
		n = 0;
	while (done < n) {
		Queue *q = longest(&o);

		if (q->n == 0)
			BUG("operations wait for each other");
		n_runs++;
		for (; q->n > 0; q->n--) {
			int32_t i = q->first;

			order[done++] = i;
			for (int32_t e = o.head[i]; e >= 0; e = o.edge[e].next)
				if (--o.n_waits[o.edge[e].user] == 0)
					ready(&o, o.edge[e].user);
			q->first = o.next[i];
		}
	}
	arena_release(&vm->scratch, mark);
	return n_runs;
}
