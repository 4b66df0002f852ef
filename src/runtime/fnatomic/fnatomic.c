/* SPDX-License-Identifier: MIT
   fnatomic.c — atomics whose functions are the user's (paper 004, Fig. 3). A transition runs a
   region of code: the user's function, then its time advance; a negative one counts as zero (7.1).
   Messages are in queues while functions run: those that arrive in the bag, those that leave in the
   queue of their port. All atomics of a model use the same ones, since one function runs at a time.
 */
#include "runtime/fnatomic/fnatomic.h"

#include "modevs/unit.h"

#include <math.h>
#include <string.h>

typedef struct FnParams {
	FnAtomics *all; /* whose it is */
	int32_t number; /* in the tables */
} FnParams;

typedef struct FnState {
	FnAtomics *all;          /* whose it is */
	const MdvAtomicModel *a; /* its tables */
	const MdvAtomicClass *c; /* its class */
	double t_last;           /* of the last transition */
	double t_next;           /* of the next internal event; INFINITY: none */
	double *shown;           /* where its state is shown when a row needs it; NULL: at once */
	bool unseen;             /* no row does: only at the end */
	bool waits;              /* what is shown is an older state */
	bool listed;             /* it is in the list of those that wait */
	int32_t number;          /* in the tables */
	int bag;                 /* number of the queue of arriving messages: of all, or its own */
	MdvTransition last;      /* the kind of its last transition; 0: none yet */
	bool varies;             /* something that it is given does not keep its value */
	bool changed;            /* it is in the list of those */
	double frame[];          /* of its code */
} FnState;

/* Are all messages of a class those of the paper's library? */
typedef struct FnStandard {
	bool in, out; /* that arrive, that leave */
} FnStandard;

struct FnAtomics {
	const MdvModel *m;            /* tables and code */
	ExtSession *session;          /* of its functions */
	FnAtomicWorld world;          /* the rest of the system */
	const MdvAlloc *alloc;        /* where all memory comes from */
	MdvAtomic *kind;              /* by class */
	FnStandard *standard;         /* likewise */
	FnParams *params;             /* by atomic */
	int bag;                      /* number of the queue of arriving messages */
	int *port;                    /* by port: number of its queue */
	int32_t n_ports;              /* length of port */
	MdvCode *shared;              /* MdvModel.shared, or our own */
	MdvUnitRegion *const *region; /* MdvModel.region */
	MdvCode own;                  /* that */
	const FnState *acts;          /* whose messages are in it */
	const MdvCall *call;          /* likewise */
	const MdvBag *bag_in;         /* likewise: what has arrived */
	bool spilled;                 /* they are in queues */
	double most_turns;            /* of a transition; INFINITY: any number */
	double quiet;                 /* until then no row shows new states */
	FnState **changed;            /* those that have made a transition and are not waiting */
	FnState **waiting;            /* those whose new states are shown later */
	int32_t n_changed;            /* length */
	int32_t n_waiting;            /* likewise */
};

/* --- running functions --- */

/* A function cannot be tried elsewhere: whatever it says ends the run. */
static MdvStatus fail_run(const FnState *s, const MdvCall *call, MdvStatus status, const char *what)
{
	const MdvModel *m = s->all->m;

	if (status == MDV_STOPPED)
		return status;
	return mdv_fail(call, status < 0 ? status : MDV_FAILED, "%s failed: %s", what, m->why(m->code));
}

static inline MdvStatus run(FnState *s, const MdvCall *call, int32_t region, const char *what)
{
	const FnAtomics *all = s->all;
	MdvCode *shared = all->shared;
	MdvStatus status;

	if (region < 0)
		return MDV_OK;
	shared->turns_left = all->most_turns;
	status = all->region ? all->region[region](shared, s->frame)
						 : all->m->run(all->m->code, s->frame, region);
	shared->turns_left = INFINITY;
	return status == MDV_OK ? MDV_OK : fail_run(s, call, status, what);
}

static MdvStatus read_one(FnState *s, const MdvCall *call, int32_t i)
{
	const FnAtomicWorld *w = &s->all->world;
	MdvStatus status = w->read(w->ctx, s->a->given[i], call->t, &s->frame[s->c->given + i]);

	return status == MDV_OK
			   ? MDV_OK
			   : mdv_fail(call, status < 0 ? status : MDV_FAILED,
						  "a variable that it is given has no value: %s", mdv_status_text(status));
}

/* What functions are given besides their state: constants and parameters once, … */
static MdvStatus read_fixed(FnState *s, const MdvCall *call)
{
	const FnAtomicWorld *w = &s->all->world;

	for (int32_t i = 0; i < s->c->n_given; i++) {
		MdvStatus status = MDV_OK;

		if (s->a->given[i] < 0)
			s->frame[s->c->given + i] = s->a->value[i];
		else if (w->is_fixed(w->ctx, s->a->given[i]))
			status = read_one(s, call, i);
		else
			s->varies = true;
		if (status != MDV_OK)
			return status;
	}
	return MDV_OK;
}

/* … other variables as they are now. */
static MdvStatus read_varying(FnState *s, const MdvCall *call)
{
	const FnAtomicWorld *w = &s->all->world;
	MdvStatus status = MDV_OK;

	for (int32_t i = 0; i < s->c->n_given && status == MDV_OK; i++)
		if (s->a->given[i] >= 0 && !w->is_fixed(w->ctx, s->a->given[i]))
			status = read_one(s, call, i);
	return status;
}

static inline MdvStatus read_given(FnState *s, const MdvCall *call)
{
	return s->varies ? read_varying(s, call) : MDV_OK;
}

static void note_change(FnState *s)
{
	if (!s->changed)
		s->all->changed[s->all->n_changed++] = s;
	s->changed = true;
}

/* What rows show of it is true again. */
static void show_waiting(FnState *s)
{
	vm_copy(s->shown, &s->frame[s->c->state], (uint32_t)s->c->n_state);
	s->waits = false;
}

/* Before a transition at a time at which a row may be written: that of the time before shows the
   state as it was. */
static inline void before_change(FnState *s, const MdvCall *call)
{
	if (s->waits && call->t >= s->all->quiet)
		show_waiting(s);
}

/* One that is still in the list from before does not come into it twice. */
static void note_waiting(FnState *s)
{
	FnAtomics *all = s->all;

	s->waits = true;
	if (!s->listed)
		all->waiting[all->n_waiting++] = s;
	s->listed = true;
}

/* The state is another, and sigma says how long it lasts. */
static inline MdvStatus settle(FnState *s, const MdvCall *call)
{
	const MdvAtomicClass *c = s->c;
	double sigma = c->sigma >= 0 ? s->frame[c->sigma] : INFINITY;

	if (isnan(sigma))
		return mdv_fail(call, MDV_FAILED, "its time advance is no number");
	s->t_last = call->t;
	s->t_next = sigma > 0 ? call->t + sigma : call->t;
	if (s->t_next > s->all->world.end) /* nobody waits for it */
		s->t_next = INFINITY;
	if (s->unseen || s->waits)
		return MDV_OK;
	if (s->shown && call->t < s->all->quiet)
		note_waiting(s);
	else
		note_change(s);
	return MDV_OK;
}

static inline MdvStatus transition(FnState *s, const MdvCall *call, int32_t region,
								   const char *what)
{
	bool stays = region < 0;
	MdvStatus status = run(s, call, stays ? s->c->advance : region, stays ? "Fta" : what);

	return status == MDV_OK ? settle(s, call) : status;
}

/* --- messages --- */

static MdvStatus no_memory(const MdvCall *call)
{
	return mdv_fail(call, MDV_NO_MEMORY, "%s", mdv_status_text(MDV_NO_MEMORY));
}

/* All that has arrived and was not taken yet, into the queue. */
static MdvStatus fill_bag(const FnState *s, const MdvCall *call, const MdvBag *x, size_t first)
{
	FnAtomics *all = s->all;
	const MdvModel *m = all->m;

	if (!s->c->keeps_bag)
		queues_begin(all->session, s->bag, 0, NULL);
	for (size_t i = first; i < x->n; i++) {
		ExtMessage in;
		int32_t takes = s->c->in_message[x->at[i].port];

		if (!fnatomic_read(m, &x->at[i], &in) || in.record != takes)
			return mdv_fail(call, MDV_BAD_ARGUMENT,
							"something else than a message of '%s' arrives at its input %u",
							m->message[takes].name, x->at[i].port + 1);
		if (!(s->c->keeps_bag ? queues_keep : queues_lend)(all->session, s->bag, &in))
			return no_memory(call);
	}
	return MDV_OK;
}

static void begin_outputs(const FnState *s)
{
	FnAtomics *all = s->all;

	for (int32_t i = 0; i < s->c->n_out; i++)
		queues_begin(all->session, all->port[i], s->c->out_message[i],
					 all->m->message[s->c->out_message[i]].name);
}

static bool spill_out(FnAtomics *all, MdvCode *c)
{
	begin_outputs(all->acts);
	for (uint32_t i = 0; i < c->n_out; i++) {
		ExtMessage m = {.few = {0, c->out[i].type, c->out[i].value},
						.name = all->m->message[0].name,
						.n = STD_COUNT};

		if (!queues_lend(all->session, all->port[(int32_t)c->out[i].port], &m))
			return false;
	}
	c->open = false;
	all->spilled = true;
	return true;
}

/* More is done with messages than taking the next and sending one: they go into queues. */
static bool spill(void *user)
{
	FnAtomics *all = user;
	MdvCode *c = all->shared;

	if (c->bag > 0) {
		c->bag = 0;
		if (fill_bag(all->acts, all->call, all->bag_in, c->next) != MDV_OK)
			return false;
	}
	return !c->open || spill_out(all, c);
}

static bool read_standard(void *user, const MdvValue *v, double x[STD_COUNT])
{
	FnAtomics *all = user;
	ExtMessage m;

	if (!fnatomic_read(all->m, v, &m) || m.record != 0)
		return false;
	x[STD_PORT] = m.port;
	x[STD_TYPE] = queues_scalars(&m)[STD_TYPE];
	x[STD_VALUE] = queues_scalars(&m)[STD_VALUE];
	return true;
}

/* What has arrived, for the function that follows. */
static inline MdvStatus give_bag(FnState *s, const MdvCall *call, const MdvBag *x)
{
	FnAtomics *all = s->all;
	MdvCode *c = all->shared;

	s->frame[s->c->bag] = s->bag;
	if (!all->standard[s->a->cls].in || s->c->keeps_bag)
		return fill_bag(s, call, x, 0);
	all->acts = s;
	all->call = call;
	all->bag_in = x;
	c->bag = all->bag;
	c->in = x->at;
	c->n_in = (uint32_t)x->n;
	c->next = 0;
	return MDV_OK;
}

static inline MdvStatus send_one(const FnState *s, MdvCall *call, const MdvOut *out)
{
	MdvValue value = labelled(out->type, out->value);

	if (!is_label(out->type)) {
		const double x[STD_COUNT] = {0, out->type, out->value};

		if (!fnatomic_message(call, s->all->m, s->all->session, 0, x, &value))
			return no_memory(call);
	}
	return mdv_send(call, (uint32_t)out->port, value);
}

/* Those that need no queue, by port; most classes have one. */
static MdvStatus send_quickly(const FnState *s, MdvCall *call)
{
	const MdvCode *c = s->all->shared;
	MdvStatus status = MDV_OK;

	if (s->c->n_out == 1 || c->n_out == 1) {
		for (uint32_t i = 0; i < c->n_out && status == MDV_OK; i++)
			status = send_one(s, call, &c->out[i]);
		return status;
	}
	for (int32_t port = 0; port < s->c->n_out; port++)
		for (uint32_t i = 0; i < c->n_out && status == MDV_OK; i++)
			if (c->out[i].port == port)
				status = send_one(s, call, &c->out[i]);
	return status;
}

static MdvStatus send_all(const FnState *s, MdvCall *call, int32_t port)
{
	FnAtomics *all = s->all;
	size_t n = queues_size(all->session, all->port[port]);

	for (size_t i = 0; i < n; i++) {
		const ExtMessage *out = queues_at(all->session, all->port[port], i);
		MdvStatus status;
		MdvValue value;

		if (!fnatomic_message(call, all->m, all->session, out->record, queues_scalars(out), &value))
			return no_memory(call);
		status = mdv_send(call, (uint32_t)port, value);
		if (status != MDV_OK)
			return status;
	}
	return MDV_OK;
}

/* --- for the engine --- */

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	const FnParams *p = params;
	FnAtomics *all = p->all;
	FnState *s = state;
	MdvStatus status;

	s->all = all;
	s->number = p->number;
	s->a = &all->m->atomic[p->number];
	s->c = &all->m->atomic_class[s->a->cls];
	s->frame[s->c->ports] = s->c->n_out;
	for (int32_t i = 0; i < s->c->n_out; i++)
		s->frame[s->c->ports + 1 + i] = all->port[i];
	s->bag = s->c->keeps_bag ? queues_new(all->session) : all->bag;
	status = s->bag ? read_fixed(s, call) : no_memory(call);
	if (status == MDV_OK)
		status = run(s, call, s->c->init, "initState");
	return status == MDV_OK ? settle(s, call) : status;
}

static double t_next(const void *state)
{
	return ((const FnState *)state)->t_next;
}

/* Output functions work on the frame, too, but for the state. */
static MdvStatus lambda(const void *state, MdvCall *call)
{
	FnState *s = (FnState *)(uintptr_t)state;
	FnAtomics *all = s->all;
	MdvCode *c = all->shared;
	bool quick = all->standard[s->a->cls].out;
	MdvStatus status;

	if (s->c->output < 0)
		return MDV_OK;
	status = read_given(s, call);
	if (status != MDV_OK)
		return status;
	all->acts = s;
	all->spilled = false;
	c->first = s->frame[s->c->ports + 1];
	c->behind = c->first + s->c->n_out;
	c->n_out = 0;
	c->open = quick;
	if (!quick)
		begin_outputs(s);
	status = run(s, call, s->c->output, "Fout");
	if (status == MDV_OK && quick && !all->spilled)
		status = send_quickly(s, call);
	for (int32_t i = 0; i < s->c->n_out && status == MDV_OK && (!quick || all->spilled); i++)
		status = send_all(s, call, i);
	c->open = false;
	return status;
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	FnState *s = state;
	MdvStatus status = read_given(s, call);

	before_change(s, call);
	s->last = MDV_INTERNAL;
	return status == MDV_OK ? transition(s, call, s->c->internal, "Fint") : status;
}

static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	FnState *s = state;
	MdvStatus status = give_bag(s, call, x);

	(void)e; /* it is the same, but for rounding */
	before_change(s, call);
	s->last = MDV_EXTERNAL;
	s->frame[s->c->elapsed] = call->t - s->t_last;
	if (status == MDV_OK)
		status = read_given(s, call);
	if (status == MDV_OK)
		status = transition(s, call, s->c->external, "Fext");
	s->all->shared->bag = 0;
	return status;
}

static MdvStatus delta_con(void *state, const MdvCall *call, const MdvBag *x)
{
	FnState *s = state;
	MdvStatus status;

	if (s->c->confluent < 0) { /* internal, then external (004, 7.2) */
		status = delta_int(state, call);
		if (status == MDV_OK)
			status = delta_ext(state, call, 0, x);
		s->last = MDV_CONFLUENT;
		return status;
	}
	before_change(s, call);
	s->last = MDV_CONFLUENT;
	status = give_bag(s, call, x);
	s->frame[s->c->elapsed] = call->t - s->t_last;
	if (status == MDV_OK)
		status = read_given(s, call);
	if (status == MDV_OK)
		status = transition(s, call, s->c->confluent, "Fcon");
	s->all->shared->bag = 0;
	return status;
}

/* As snprintf: what has no room is counted. */
static int print_state(const void *state, char *buf, size_t size)
{
	const FnState *s = state;
	const MdvModel *m = s->all->m;
	int n = 0;

	if (size > 0)
		buf[0] = '\0';
	for (int32_t i = 0; i < s->c->n_state; i++) {
		double x = s->frame[s->c->state + i];
		size_t used = (size_t)n < size ? (size_t)n : size;
		char *at = buf + used;

		n += s->c->kinds[i] == 's'
				 ? plain_snprintf(at, size - used, "%s\"%s\"", i ? " " : "", m->string(m->code, x))
				 : plain_snprintf(at, size - used, "%s%.17g", i ? " " : "", x);
	}
	return n;
}

/* --- the whole --- */

static bool make_queues(FnAtomics *f)
{
	f->bag = queues_new(f->session);
	for (int32_t i = 0; i < f->n_ports; i++) {
		f->port[i] = queues_new(f->session);
		if (!f->port[i])
			return false;
	}
	return f->bag != 0;
}

static size_t state_size(const MdvAtomicClass *c)
{
	return sizeof(FnState) + (size_t)c->n_slots * sizeof(double);
}

static void make_kinds(FnAtomics *f)
{
	const MdvModel *m = f->m;

	for (int32_t i = 0; i < m->n_atomic_classes; i++)
		f->kind[i] = (MdvAtomic){.name = m->atomic_class[i].name,
								 .state_size = state_size(&m->atomic_class[i]),
								 .n_in = (uint32_t)m->atomic_class[i].n_in,
								 .n_out = (uint32_t)m->atomic_class[i].n_out,
								 .init = init,
								 .t_next = t_next,
								 .lambda = lambda,
								 .delta_int = delta_int,
								 .delta_ext = delta_ext,
								 .delta_con = delta_con,
								 .print = print_state};
	for (int32_t i = 0; i < m->n_atomics; i++)
		f->params[i] = (FnParams){f, i};
	for (int32_t i = 0; i < m->n_atomic_classes; i++) {
		const MdvAtomicClass *c = &m->atomic_class[i];

		f->standard[i] = (FnStandard){true, c->n_out > 0};
		for (int32_t k = 0; k < c->n_in; k++)
			f->standard[i].in &= c->in_message[k] == 0;
		for (int32_t k = 0; k < c->n_out; k++)
			f->standard[i].out &= c->out_message[k] == 0 && f->port[k] == f->port[0] + k;
	}
}

static int32_t most_ports(const MdvModel *m)
{
	int32_t n = 0;

	for (int32_t i = 0; i < m->n_atomic_classes; i++)
		n = m->atomic_class[i].n_out > n ? m->atomic_class[i].n_out : n;
	return n;
}

FnAtomics *fnatomic_new(const MdvModel *m, ExtSession *session, const FnAtomicWorld *world,
						const MdvAlloc *alloc)
{
	const MdvAlloc *a = alloc ? alloc : &alloc_heap;
	FnAtomics *f = alloc_new(a, sizeof *f);

	if (!f)
		return NULL;
	*f = (FnAtomics){
		.m = m, .session = session, .world = *world, .alloc = a, .n_ports = most_ports(m)};
	f->quiet = -INFINITY;
	f->shared = m->shared ? m->shared(m->code) : &f->own;
	f->region = m->region;
	f->shared->user = f;
	f->shared->read = read_standard;
	f->shared->spill = spill;
	f->most_turns = world->most_turns > 0 ? world->most_turns : INFINITY;
	f->kind = alloc_new(a, (size_t)m->n_atomic_classes * sizeof *f->kind);
	f->standard = alloc_new(a, (size_t)m->n_atomic_classes * sizeof *f->standard);
	f->params = alloc_new(a, (size_t)m->n_atomics * sizeof *f->params);
	f->port = alloc_new(a, (size_t)f->n_ports * sizeof *f->port);
	f->changed = alloc_new(a, (size_t)m->n_atomics * sizeof *f->changed);
	f->waiting = alloc_new(a, (size_t)m->n_atomics * sizeof *f->waiting);
	if (!f->kind || !f->standard || !f->params || !f->port || !f->changed || !f->waiting ||
		!make_queues(f)) {
		fnatomic_free(f);
		return NULL;
	}
	make_kinds(f);
	return f;
}

void fnatomic_free(FnAtomics *f)
{
	if (!f)
		return;
	alloc_free(f->alloc, f->kind, (size_t)f->m->n_atomic_classes * sizeof *f->kind);
	alloc_free(f->alloc, f->standard, (size_t)f->m->n_atomic_classes * sizeof *f->standard);
	alloc_free(f->alloc, f->params, (size_t)f->m->n_atomics * sizeof *f->params);
	alloc_free(f->alloc, f->port, (size_t)f->n_ports * sizeof *f->port);
	alloc_free(f->alloc, f->changed, (size_t)f->m->n_atomics * sizeof *f->changed);
	alloc_free(f->alloc, f->waiting, (size_t)f->m->n_atomics * sizeof *f->waiting);
	alloc_free(f->alloc, f, sizeof *f);
}

const MdvAtomic *fnatomic_kind(const FnAtomics *f, int32_t i)
{
	return &f->kind[f->m->atomic[i].cls];
}

const void *fnatomic_params(const FnAtomics *f, int32_t i)
{
	return &f->params[i];
}

void fnatomic_show(void *state, double *to, bool unseen)
{
	FnState *s = state;

	s->shown = to;
	s->unseen = unseen;
}

void fnatomic_end(const void *state)
{
	const FnState *s = state;

	if (s->unseen)
		memcpy(s->shown, &s->frame[s->c->state], (size_t)s->c->n_state * sizeof *s->shown);
}

void fnatomic_quiet(FnAtomics *f, double until)
{
	f->quiet = until;
}

void fnatomic_show_all(FnAtomics *f)
{
	for (int32_t i = 0; i < f->n_waiting; i++) {
		FnState *s = f->waiting[i];

		s->listed = false;
		if (s->waits)
			show_waiting(s);
	}
	f->n_waiting = 0;
}

void fnatomic_changed(const FnAtomics *f, void (*visit)(void *ctx, FnChange change), void *ctx)
{
	for (int32_t i = 0; i < f->n_changed; i++) {
		const FnState *s = f->changed[i];

		visit(ctx, (FnChange){s->number, s->last, &s->frame[s->c->state]});
	}
}

bool fnatomic_is_unchanged(const FnAtomics *f)
{
	return f->n_changed == 0;
}

void fnatomic_forget(FnAtomics *f)
{
	for (int32_t i = 0; i < f->n_changed; i++)
		f->changed[i]->changed = false;
	f->n_changed = 0;
}

void fnatomic_keep_texts(const void *state)
{
	const FnState *s = state;

	s->all->m->keep_texts(s->all->m->code, s->frame, (size_t)s->c->n_slots);
}
