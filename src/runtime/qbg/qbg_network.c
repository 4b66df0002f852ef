/* SPDX-License-Identifier: MIT
   qbg_network.c — a quantized bond graph as a coupled model on the engine: one atomic for each
   element and junction, two couplings for each bond. */
#include "runtime/qbg/qbg.h"

#include <math.h>
#include <string.h>

struct QbgRun {
	const QbgNetwork *net;   /* what runs */
	Arena memory;            /* of all arrays */
	const MdvAlloc *alloc;   /* of this */
	MdvDevs *sim;            /* the engine; NULL: none yet */
	MdvComponent *component; /* by element */
	QbgPart **part;          /* by element: its state; of junctions NULL */
	int32_t *start;          /* by element: its bonds in `bond` and `side` */
	const QbgBond **bond;    /* by element and place */
	uint8_t *side;           /* the end at which the element stands */
	MdvAtomic **junction;    /* by number of bonds */
};

static void list_bonds(QbgRun *r)
{
	const QbgNetwork *net = r->net;

	for (int32_t i = 0; i < net->n_bonds; i++)
		for (int side = 0; side < 2; side++)
			r->start[net->bond[i].end[side] + 1]++;
	for (int32_t v = 0; v < net->n_elements; v++)
		r->start[v + 1] += r->start[v];
	for (int32_t i = 0; i < net->n_bonds; i++)
		for (int side = 0; side < 2; side++) {
			const QbgBond *b = &net->bond[i];
			int32_t at = r->start[b->end[side]] + b->place[side];

			r->bond[at] = b;
			r->side[at] = (uint8_t)side;
		}
}

/* The atomic of an element; junctions have as many ports as bonds. */
static const MdvAtomic *atomic_of(QbgRun *r, int32_t v)
{
	int32_t n = r->start[v + 1] - r->start[v];

	switch (r->net->element[v].kind) {
	case QBG_C:
	case QBG_I: return &qbg_storage;
	case QBG_SE:
	case QBG_SF: return &qbg_source;
	case QBG_R:
	case QBG_TF:
	case QBG_GY: return &qbg_static;
	default: break;
	}
	if (!r->junction[n]) {
		r->junction[n] = NEW(&r->memory, MdvAtomic);
		*r->junction[n] = qbg_junction;
		r->junction[n]->n_in = r->junction[n]->n_out = (uint32_t)n;
	}
	return r->junction[n];
}

/* Names of components hold no dots. */
static const char *component_name(QbgRun *r, int32_t v)
{
	char *name = arena_strdup(&r->memory, r->net->element[v].name);

	for (char *c = name; *c; c++)
		*c = *c == '.' ? '/' : *c;
	return name;
}

static MdvStatus add_elements(QbgRun *r, const QbgOptions *o)
{
	const QbgNetwork *net = r->net;

	for (int32_t v = 0; v < net->n_elements; v++) {
		QbgAtomicParams p = {.element = &net->element[v],
							 .bond = &r->bond[r->start[v]],
							 .side = &r->side[r->start[v]],
							 .n_bonds = r->start[v + 1] - r->start[v],
							 .order = o->order,
							 .gdevs = o->gdevs && o->order == 1,
							 .depth = net->depth > 0 ? net->depth : 1};

		TRY(mdv_devs_add_atomic(r->sim, mdv_devs_root(r->sim), component_name(r, v),
								atomic_of(r, v), &p, &r->component[v]));
		if (net->element[v].kind > QBG_ONE)
			r->part[v] = mdv_devs_state(r->sim, r->component[v]);
	}
	return MDV_OK;
}

static MdvStatus couple(QbgRun *r)
{
	for (int32_t i = 0; i < r->net->n_bonds; i++)
		for (int side = 0; side < 2; side++) {
			const QbgBond *b = &r->net->bond[i];

			TRY(mdv_devs_couple(r->sim, r->component[b->end[side]], (uint32_t)b->place[side],
								r->component[b->end[1 - side]], (uint32_t)b->place[1 - side]));
		}
	return MDV_OK;
}

/* The arena jumps back here when there is no memory. */
static MdvStatus fill(QbgRun *r, const QbgOptions *o)
{
	MdvDevsOptions devs = {.alloc = r->alloc, .name = "network", .t_start = o->t_start};
	size_t n = (size_t)r->net->n_elements, m = (size_t)r->net->n_bonds;

	r->component = NEW_ARRAY(&r->memory, MdvComponent, n);
	r->part = NEW_ARRAY(&r->memory, QbgPart *, n);
	r->start = NEW_ARRAY(&r->memory, int32_t, n + 1);
	r->bond = NEW_ARRAY(&r->memory, const QbgBond *, 2 * m);
	r->side = NEW_ARRAY(&r->memory, uint8_t, 2 * m);
	r->junction = NEW_ARRAY(&r->memory, MdvAtomic *, 2 * m + 1);
	list_bonds(r);
	r->sim = mdv_devs_new(&devs);
	if (!r->sim)
		return MDV_NO_MEMORY;
	TRY(add_elements(r, o));
	return couple(r);
}

static void no_memory(void *ctx)
{
	longjmp(*(jmp_buf *)ctx, 1);
}

MdvStatus qbg_network_open(const QbgNetwork *net, const QbgOptions *o, QbgRun **out)
{
	const MdvAlloc *alloc = o->alloc ? o->alloc : &alloc_heap;
	QbgRun *r = alloc_new(alloc, sizeof *r);
	MdvStatus status;
	jmp_buf full;

	*out = r;
	if (!r)
		return MDV_NO_MEMORY;
	r->net = net;
	r->alloc = alloc;
	arena_init(&r->memory, alloc);
	if (setjmp(full))
		return MDV_NO_MEMORY;
	r->memory.no_memory = no_memory;
	r->memory.no_memory_ctx = &full;
	status = fill(r, o);
	r->memory.no_memory = NULL;
	return status;
}

void qbg_network_free(QbgRun *r)
{
	if (!r)
		return;
	mdv_devs_free(r->sim);
	arena_free(&r->memory);
	alloc_free(r->alloc, r, sizeof *r);
}

MdvDevs *qbg_network_engine(QbgRun *r)
{
	return r->sim;
}

MdvStatus qbg_network_run(QbgRun *r, double t)
{
	return mdv_devs_run(r->sim, t);
}

/* What stands at a bond of an element at the time reached. */
static double value_at(const QbgRun *r, int32_t element, int bond, bool effort)
{
	const QbgPart *s = r->part[element];
	int32_t at = r->start[element] + bond;
	bool gives_effort = r->bond[at]->effort == r->side[at], out = gives_effort == effort;
	QbgKind kind = s->element->kind;

	if (out && (kind == QBG_C || kind == QBG_I))
		return qbg_poly_at(&s->x, mdv_devs_time(r->sim));
	return qbg_poly_at(out ? &s->port[bond].out : &s->port[bond].in, mdv_devs_time(r->sim));
}

double qbg_network_effort(const QbgRun *r, int32_t element, int bond)
{
	return value_at(r, element, bond, true);
}

double qbg_network_flow(const QbgRun *r, int32_t element, int bond)
{
	return value_at(r, element, bond, false);
}

double qbg_network_integral(const QbgRun *r, int32_t element)
{
	const QbgPart *s = r->part[element];

	return s->integral + qbg_poly_integral(&s->x, mdv_devs_time(r->sim));
}

uint64_t qbg_network_events(const QbgRun *r)
{
	uint64_t n = 0;

	for (int32_t v = 0; v < r->net->n_elements; v++)
		n += r->part[v] ? r->part[v]->n_events : 0;
	return n;
}
