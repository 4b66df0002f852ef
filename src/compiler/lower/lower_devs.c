/* SPDX-License-Identifier: MIT
   lower_devs.c — atomic DEVS models as code. Each class of atomics, those with the same functions
   and sizes, has a frame of its own layout and a region for each of its functions, which only calls
   it; behind a transition its time advance. The model's own frame is made as long as the longest of
   these, so that no slot of theirs is one of its temporaries. O(atomics + functions). */
#include "compiler/lower/lower.h"

#include <string.h>

typedef struct LowerDevs {
	Lower *l;                      /* of the model */
	FlatModel *m;                  /* whose atomics these are */
	Arena *keep;                   /* holds what is made */
	VEC(MdvAtomicClass) classes;   /* so far */
	VEC(const FlatAtomic *) first; /* of each class: the atomic that it was made of */
	Map known;              /* hash of a class -> 1 + its number, the last one of that hash */
	VEC(int32_t) same_hash; /* by class: 1 + the one before with the same hash; 0: none */
	uint32_t n_slots;       /* of the class at hand */
	uint32_t most_slots;    /* of any class */
	int32_t n_reads;        /* states so far that equations read, */
	int32_t first_read;     /* which arrive behind the inputs of bridges */
	VEC(IrInstr) instrs;    /* of the region at hand */
} LowerDevs;

_Static_assert(DEVS_PULSE_COUNT == MDV_PULSES, "the tables have one for each");

/* --- regions --- */

static uint32_t new_slots(LowerDevs *l, int32_t n)
{
	uint32_t first = l->n_slots;

	l->n_slots += (uint32_t)n;
	return first;
}

/* What a function is given: the state, then what its role gives, then the rest. */
static void add_inputs(const LowerDevs *l, const MdvAtomicClass *c, const FlatDevsFn *f,
					   DevsRole role, int32_t given, IrCall *call)
{
	uint32_t *in;
	int32_t *dim, n = 0, most = c->n_state + 2 + c->n_out + f->n_given;

	in = NEW_ARRAY(l->keep, uint32_t, most + 1);
	for (int32_t i = 0; f->n_std > 0 && i < c->n_state; i++)
		in[n++] = (uint32_t)(c->state + i);
	if (role == DEVS_EXT || role == DEVS_CON) {
		in[n++] = (uint32_t)c->elapsed;
		in[n++] = (uint32_t)c->bag;
	}
	if (role == DEVS_OUT) {
		for (int32_t i = 0; i < c->n_out; i++)
			in[n++] = (uint32_t)(c->ports + 1 + i);
		in[n++] = (uint32_t)c->ports;
	}
	for (int32_t i = 0; i < f->n_given; i++)
		in[n++] = (uint32_t)(c->given + given + i);
	call->in = in;
	call->n_in = n;
	for (int32_t i = 0; i < l->m->fns.at[f->fn.i].n_in; i++)
		lower_call_dims(f->type[i], call, NULL);
	dim = NEW_ARRAY(l->keep, int32_t, call->n_dims + 1);
	call->n_dims = 0;
	for (int32_t i = 0; i < l->m->fns.at[f->fn.i].n_in; i++) {
		lower_call_dims(f->type[i], call, dim);
		if (role == DEVS_OUT && i == 1) /* an array as long as there are ports */
			dim[call->n_dims - 1] = c->n_out;
	}
	call->dim = dim;
}

/* The new state takes the place of the old one: results are written when a function has ended. */
static void add_call(LowerDevs *l, const MdvAtomicClass *c, const FlatAtomic *a, DevsRole role)
{
	const FlatDevsFn *f = &a->fn[role];
	IrCall call = {.fn = lower_fn(&l->l->fns, f->fn), .source = -1};
	int32_t given = 0, n = role == DEVS_OUT ? 0 : role == DEVS_TA ? 1 : c->n_state;
	uint32_t *out;

	for (int r = 0; r < (int)role; r++)
		given += a->fn[r].n_given;
	add_inputs(l, c, f, role, given, &call);
	/* Outputs behind the one of the role are not wanted, and may have any size. */
	out = NEW_ARRAY(l->keep, uint32_t, n + 1);
	for (int32_t i = 0; i < n; i++)
		out[i] = role == DEVS_TA ? (uint32_t)c->sigma : (uint32_t)(c->state + i);
	call.out = out;
	call.n_out = n;
	vec_push(arena_allocator(l->keep), &l->l->code->calls, call);
	vec_push(arena_allocator(l->keep), &l->instrs,
			 ((IrInstr){.op = IR_CALL, .a = (uint32_t)l->l->code->calls.n - 1}));
}

/* A region that calls one function and, if it makes a state, the time advance of that. */
static int32_t add_region(LowerDevs *l, const MdvAtomicClass *c, const FlatAtomic *a, DevsRole role)
{
	IrRegion region;
	IrInstr *instr;
	int32_t *source;

	if (a->fn[role].fn.i < 0)
		return -1;
	l->instrs.n = 0;
	add_call(l, c, a, role);
	if (role != DEVS_TA && role != DEVS_OUT && a->fn[DEVS_TA].fn.i >= 0)
		add_call(l, c, a, DEVS_TA);
	instr = NEW_ARRAY(l->keep, IrInstr, l->instrs.n);
	memcpy(instr, l->instrs.at, l->instrs.n * sizeof *instr);
	source = NEW_ARRAY(l->keep, int32_t, l->instrs.n);
	memset(source, -1, l->instrs.n * sizeof *source);
	region = (IrRegion){
		.instr = instr, .source = source, .n_instrs = (int32_t)l->instrs.n, .in_place = true};
	vec_push(arena_allocator(l->keep), &l->l->code->regions, region);
	vec_push(arena_allocator(l->l->scratch), &l->l->region_code, instr);
	return (int32_t)l->l->code->regions.n - 1;
}

/* --- classes --- */

static void add_kinds(const Type *t, Text *out)
{
	int32_t n = 1;

	for (int i = 0; i < t->rank; i++)
		n *= t->dim[i];
	if (t->kind != TY_RECORD) {
		text_add_char(out, t->kind == TY_REAL ? 'r' : t->kind == TY_STRING ? 's' : 'i', (size_t)n);
		return;
	}
	for (int32_t k = 0; k < n; k++)
		for (int i = 0; i < t->n_fields; i++)
			add_kinds(t->field[i].type, out);
}

static const char *kinds_of(const LowerDevs *l, const Type *state)
{
	Text text;
	const char *kinds;

	text_init(&text, arena_heap(l->keep));
	add_kinds(state, &text);
	kinds = arena_strdup(l->keep, text_str(&text));
	text_free(&text);
	return kinds;
}

static const char *path_text(const LowerDevs *l, PathId path)
{
	Text text;
	const char *name;

	text_init(&text, arena_heap(l->keep));
	flat_print_path(l->m, path, &text);
	name = arena_strdup(l->keep, text_str(&text));
	text_free(&text);
	return name;
}

/* The scalar of the state that is called sigma; -1: none. */
static int32_t sigma_of(const LowerDevs *l, const Type *state)
{
	int32_t at = 0;

	for (int i = 0; i < state->n_fields; i++) {
		const Type *t = state->field[i].type;

		if (type_is_scalar(t, TY_REAL) &&
			!strcmp(intern_text(l->m->names, state->field[i].name), "sigma"))
			return at;
		at += t->n_scalars;
	}
	return -1;
}

/* Records of ports were looked at before (devs/): a message can be what they are. */
static int32_t message_of(LowerDevs *l, const Type *record)
{
	const char *why = NULL;
	int32_t number = lower_fn_message_record(&l->l->fns, record, &why);

	if (number < 0)
		BUG("a port for messages that cannot be: %s", why);
	return number;
}

static const int32_t *messages_of(LowerDevs *l, const Type *const record[], int32_t n)
{
	int32_t *number = NEW_ARRAY(l->keep, int32_t, n + 1);

	for (int32_t i = 0; i < n; i++)
		number[i] = message_of(l, record[i]);
	return number;
}

static MdvAtomicClass make_class(LowerDevs *l, const FlatAtomic *a)
{
	int32_t n = a->state->n_scalars, sigma = sigma_of(l, a->state);
	MdvAtomicClass c = {
		.n_in = a->n_in, .n_out = a->n_out, .n_state = n, .keeps_bag = a->keeps_bag};

	for (int role = 0; role < DEVS_ROLE_COUNT; role++)
		c.n_given += a->fn[role].n_given;
	c.name = arena_strdup(l->keep, intern_text(l->m->names, l->m->paths.at[a->path.i].class_name));
	c.kinds = kinds_of(l, a->state);
	l->n_slots = 0;
	/* As external transitions take them: they are handed over together. */
	c.state = (int32_t)new_slots(l, n);
	c.elapsed = (int32_t)new_slots(l, 1);
	c.bag = (int32_t)new_slots(l, 1);
	c.ports = (int32_t)new_slots(l, 1 + c.n_out);
	c.given = (int32_t)new_slots(l, c.n_given);
	c.sigma = a->fn[DEVS_TA].fn.i >= 0 ? (int32_t)new_slots(l, 1)
			  : sigma < 0              ? -1
									   : c.state + sigma;
	new_slots(l, 1); /* so that every field is a slot, also of nothing */
	c.in_message = messages_of(l, a->in, a->n_in);
	c.out_message = messages_of(l, a->out, a->n_out);
	c.init = add_region(l, &c, a, DEVS_INIT);
	c.internal = add_region(l, &c, a, DEVS_INT);
	c.external = add_region(l, &c, a, DEVS_EXT);
	c.confluent = add_region(l, &c, a, DEVS_CON);
	c.output = add_region(l, &c, a, DEVS_OUT);
	c.advance = add_region(l, &c, a, DEVS_TA);
	c.n_slots = (int32_t)l->n_slots;
	if (l->n_slots > l->most_slots)
		l->most_slots = l->n_slots;
	return c;
}

static bool same_class(const FlatAtomic *a, const FlatAtomic *b)
{
	if (a->state != b->state || a->n_in != b->n_in || a->n_out != b->n_out ||
		a->keeps_bag != b->keeps_bag)
		return false;
	for (int32_t i = 0; i < a->n_in; i++)
		if (a->in[i] != b->in[i])
			return false;
	for (int32_t i = 0; i < a->n_out; i++)
		if (a->out[i] != b->out[i])
			return false;
	for (int role = 0; role < DEVS_ROLE_COUNT; role++) {
		const FlatDevsFn *f = &a->fn[role], *g = &b->fn[role];

		if (f->fn.i != g->fn.i || f->n_given != g->n_given)
			return false;
		for (int32_t i = f->n_std; f->fn.i >= 0 && f->n_given > 0 && f->type[i]; i++)
			if (f->type[i] != g->type[i])
				return false;
	}
	return true;
}

static uint64_t hash_of(const FlatAtomic *a)
{
	uint64_t h = (uint64_t)a->state->id * 31 + (uint64_t)a->n_in * 7 + (uint64_t)a->n_out;

	for (int role = 0; role < DEVS_ROLE_COUNT; role++)
		h = h * 1099511628211u + (uint64_t)(a->fn[role].fn.i + 1);
	return h | 1;
}

static int32_t class_of(LowerDevs *l, const FlatAtomic *a)
{
	uint64_t hash = hash_of(a), *known = map_find(&l->known, hash);
	int32_t before = known ? (int32_t)*known : 0;

	for (int32_t k = before; k > 0; k = l->same_hash.at[k - 1])
		if (same_class(l->first.at[k - 1], a))
			return k - 1;
	vec_push(arena_allocator(l->keep), &l->classes, make_class(l, a));
	vec_push(arena_allocator(l->keep), &l->first, a);
	vec_push(arena_allocator(l->keep), &l->same_hash, before);
	map_put(&l->known, hash, l->classes.n);
	return (int32_t)l->classes.n - 1;
}

/* --- atomics --- */

static double literal(LowerDevs *l, const Expr *e)
{
	switch (e->op) {
	case EX_REAL: return expr_real_value(e);
	case EX_STRING: return lower_fn_text(&l->l->fns, intern_text(l->m->names, (Name){e->aux}));
	default: return (double)expr_integer_value(e);
	}
}

static void add_given(LowerDevs *l, const FlatAtomic *a, MdvAtomicModel *out, int32_t n)
{
	int32_t *given = NEW_ARRAY(l->keep, int32_t, n + 1), k = 0;
	double *value = NEW_ARRAY(l->keep, double, n + 1);

	for (int role = 0; role < DEVS_ROLE_COUNT; role++)
		for (int32_t i = 0; i < a->fn[role].n_given; i++, k++) {
			const Expr *e = a->fn[role].given[i];

			given[k] = e->op == EX_VAR ? (int32_t)e->aux : -1;
			value[k] = e->op == EX_VAR ? 0 : literal(l, e);
		}
	out->given = given;
	out->value = value;
}

static const char *text_of(const LowerDevs *l, Name name)
{
	return name.i ? arena_strdup(l->keep, intern_text(l->m->names, name)) : "";
}

static const MdvPortName *port_names(const LowerDevs *l, const Name name[], int32_t n)
{
	MdvPortName *list = NEW_ARRAY(l->keep, MdvPortName, n + 1);

	for (int32_t i = 0; i < n; i++)
		list[i].name = text_of(l, name[i]);
	return list;
}

static MdvAtomicModel make_atomic(LowerDevs *l, const FlatAtomic *a)
{
	MdvAtomicModel out = {.name = path_text(l, a->path), .cls = class_of(l, a)};
	const MdvAtomicClass *c = &l->classes.at[out.cls];
	int32_t *shown = NEW_ARRAY(l->keep, int32_t, c->n_state + 1);
	int32_t *port = NEW_ARRAY(l->keep, int32_t, c->n_state + 1);
	int32_t *pulse = NEW_ARRAY(l->keep, int32_t, DEVS_PULSE_COUNT);
	int32_t *pulse_port = NEW_ARRAY(l->keep, int32_t, DEVS_PULSE_COUNT);

	for (int32_t i = 0; i < c->n_state; i++) {
		shown[i] = a->var[i].i;
		port[i] = a->is_read[i] ? l->first_read + l->n_reads++ : -1;
	}
	for (int i = 0; i < DEVS_PULSE_COUNT; i++) {
		pulse[i] = a->pulse[i].i;
		pulse_port[i] = pulse[i] >= 0 ? l->first_read + l->n_reads++ : -1;
	}
	out.n_in = a->n_in;
	out.n_out = a->n_out;
	out.in = port_names(l, a->in_name, a->n_in);
	out.out = port_names(l, a->out_name, a->n_out);
	out.shown = shown;
	out.port = port;
	out.pulse = pulse;
	out.pulse_port = pulse_port;
	add_given(l, a, &out, c->n_given);
	return out;
}

/* --- components that are written in C --- */

/* "Shop.mo:12" */
static const char *place_text(const LowerDevs *l, Span at)
{
	const Source *file = l->l->sources ? source_get(l->l->sources, at.file) : NULL;
	const char *slash = file ? strrchr(file->name, '/') : NULL;

	if (!file)
		return "";
	return arena_printf(l->keep, "%s:%d", slash ? slash + 1 : file->name,
						(int)source_line(l->l->sources, at.file, at.start));
}

static MdvReadyParam make_param(const LowerDevs *l, const FlatPartItem *item)
{
	int32_t *var = NEW_ARRAY(l->keep, int32_t, item->n_vars + 1);

	for (int32_t k = 0; k < item->n_vars; k++)
		var[k] = item->var[k].i;
	return (MdvReadyParam){.name = text_of(l, item->name),
						   .where = place_text(l, item->at),
						   .array = item->array,
						   .n = item->n_vars,
						   .type = (uint8_t)lower_type(item->type),
						   .literals = lower_literals(l->l, item->type),
						   .var = var};
}

static const MdvReadyPort *make_ports(const LowerDevs *l, const FlatPartItem *item, size_t n)
{
	MdvReadyPort *port = NEW_ARRAY(l->keep, MdvReadyPort, n + 1);

	for (size_t i = 0; i < n; i++)
		port[i] = (MdvReadyPort){.name = text_of(l, item[i].name),
								 .own = text_of(l, item[i].own),
								 .where = place_text(l, item[i].at),
								 .array = item[i].array,
								 .element = item[i].element};
	return port;
}

static MdvReady make_ready(LowerDevs *l, const FlatPart *p)
{
	MdvReadyParam *param = NEW_ARRAY(l->keep, MdvReadyParam, p->params.n + 1);
	MdvReadyShown *shown = NEW_ARRAY(l->keep, MdvReadyShown, p->shown.n + 1);

	for (size_t i = 0; i < p->params.n; i++)
		param[i] = make_param(l, &p->params.at[i]);
	for (size_t i = 0; i < p->shown.n; i++) {
		const FlatPartItem *item = &p->shown.at[i];

		shown[i] = (MdvReadyShown){.name = text_of(l, item->name),
								   .where = place_text(l, item->at),
								   .var = item->var[0].i,
								   .port = item->is_read ? l->first_read + l->n_reads++ : -1};
	}
	return (MdvReady){.name = path_text(l, p->path),
					  .part = text_of(l, p->part),
					  .library = text_of(l, p->library),
					  .folder = text_of(l, p->folder),
					  .where = place_text(l, p->at),
					  .n_params = (int32_t)p->params.n,
					  .param = param,
					  .n_in = (int32_t)p->in.n,
					  .in = make_ports(l, p->in.at, p->in.n),
					  .n_out = (int32_t)p->out.n,
					  .out = make_ports(l, p->out.at, p->out.n),
					  .n_shown = (int32_t)p->shown.n,
					  .shown = shown};
}

static void add_readies(LowerDevs *l, MdvModel *out)
{
	MdvReady *ready = NEW_ARRAY(l->keep, MdvReady, l->m->parts.n + 1);

	for (size_t i = 0; i < l->m->parts.n; i++)
		ready[i] = make_ready(l, &l->m->parts.at[i]);
	out->ready = ready;
	out->n_readies = (int32_t)l->m->parts.n;
}

/* --- ports of the equations, and couplings --- */

typedef struct BridgeValues {
	int32_t *scalar, *value; /* as in MdvBridge */
	double *number;          /* likewise */
	int32_t n;               /* so far */
	bool *given;             /* by scalar of the message */
} BridgeValues;

static void add_value(BridgeValues *v, int32_t scalar, int32_t value, double number)
{
	v->scalar[v->n] = scalar;
	v->value[v->n] = value;
	v->number[v->n++] = number;
	v->given[scalar] = true;
}

/* What a sender does not say is 0, "" or the first literal. */
static void add_defaults(LowerDevs *l, const IrRecord *record, BridgeValues *v)
{
	int32_t k = 0;

	for (int32_t i = 0; i < record->n_leaves; i++)
		for (int32_t j = 0; j < record->leaf[i].n; j++, k++)
			if (!v->given[k] && record->leaf[i].kind == IR_STRING)
				add_value(v, k, -1, lower_fn_text(&l->l->fns, ""));
			else if (!v->given[k] && record->leaf[i].kind == IR_LITERAL)
				add_value(v, k, -1, 1);
}

static MdvBridge make_bridge(LowerDevs *l, const FlatBridge *b)
{
	int32_t message = message_of(l, b->message);
	const IrRecord *record = &l->l->code->records.at[message];
	size_t most = (size_t)b->n_values + (size_t)record->n + 1;
	BridgeValues v = {.scalar = NEW_ARRAY(l->keep, int32_t, most),
					  .value = NEW_ARRAY(l->keep, int32_t, most),
					  .number = NEW_ARRAY(l->keep, double, most),
					  .given = NEW_ARRAY(l->keep, bool, (size_t)record->n + 1)};

	for (int32_t i = 0; i < b->n_values; i++) {
		const Expr *x = b->value[i].x;

		add_value(&v, b->value[i].scalar, x->op == EX_VAR ? (int32_t)x->aux : -1,
				  x->op == EX_VAR ? 0 : literal(l, x));
	}
	if (b->output)
		add_defaults(l, record, &v);
	return (MdvBridge){.name = path_text(l, b->path),
					   .port = text_of(l, b->port),
					   .count = b->count ? (int32_t)b->count->aux : -1,
					   .message = message,
					   .n_values = v.n,
					   .scalar = v.scalar,
					   .value = v.value,
					   .number = v.number};
}

static void add_bridges(LowerDevs *l, MdvModel *out)
{
	MdvBridge *bridge = NEW_ARRAY(l->keep, MdvBridge, l->m->bridges.n + 1);

	for (size_t i = 0; i < l->m->bridges.n; i++) {
		bridge[i] = make_bridge(l, &l->m->bridges.at[i]);
		if (l->m->bridges.at[i].output && l->l->d->island)
			bridge[i].island = l->l->d->bridge_island[i];
		*(l->m->bridges.at[i].output ? &out->n_senders : &out->n_receivers) += 1;
	}
	out->receiver = bridge;
	out->sender = bridge + out->n_receivers;
}

/* --- messages --- */

/* "pos[2,1]": element k of a leaf, by rows. */
static void add_element(const IrRecordLeaf *leaf, int32_t k, Text *out)
{
	int32_t size = leaf->n;

	text_printf(out, "%s", leaf->name);
	for (int d = 0; d < leaf->rank; d++) {
		size /= leaf->dim[d];
		text_printf(out, "%s%d", d == 0 ? "[" : ",", (int)(k / size) + 1);
		k %= size;
	}
	text_printf(out, leaf->rank > 0 ? "]\n" : "\n");
}

static MdvMessage make_message(const LowerDevs *l, const IrRecord *record)
{
	static const char letter[] = {[IR_REAL] = 'r',
								  [IR_INTEGER] = 'i',
								  [IR_BOOLEAN] = 'b',
								  [IR_LITERAL] = 'i',
								  [IR_STRING] = 's'};
	MdvMessage out = {.name = record->name, .n = record->n, .port = record->port};
	Text fields, kinds;

	text_init(&fields, arena_heap(l->keep));
	text_init(&kinds, arena_heap(l->keep));
	for (int32_t i = 0; i < record->n_leaves; i++)
		for (int32_t k = 0; k < record->leaf[i].n; k++) {
			add_element(&record->leaf[i], k, &fields);
			text_add_char(&kinds, letter[record->leaf[i].kind], 1);
		}
	out.fields = arena_strdup(l->keep, text_str(&fields));
	out.kinds = arena_strdup(l->keep, text_str(&kinds));
	text_free(&fields);
	text_free(&kinds);
	return out;
}

static void add_messages(const LowerDevs *l, MdvModel *out)
{
	const IrModule *code = l->l->code;
	MdvMessage *message = NEW_ARRAY(l->keep, MdvMessage, code->records.n + 1);

	for (size_t i = 0; i < code->records.n; i++)
		message[i] = make_message(l, &code->records.at[i]);
	out->message = message;
	out->n_messages = (int32_t)code->records.n;
}

static void add_couplings(const LowerDevs *l, MdvModel *out)
{
	MdvCoupling *c = NEW_ARRAY(l->keep, MdvCoupling, l->m->couplings.n + 1);

	for (size_t i = 0; i < l->m->couplings.n; i++) {
		const FlatCoupling *from = &l->m->couplings.at[i];

		c[i] = (MdvCoupling){from->from, from->to, from->from_port, from->to_port};
	}
	out->coupling = c;
	out->n_couplings = (int32_t)l->m->couplings.n;
}

void lower_devs(Lower *lower)
{
	FlatModel *m = lower->d->m;
	LowerDevs l = {.l = lower, .m = m, .keep = lower->keep};
	MdvAtomicModel *atomic = NEW_ARRAY(l.keep, MdvAtomicModel, m->atomics.n + 1);
	MdvModel *out = lower->out;

	map_init(&l.known, arena_allocator(lower->scratch));
	for (size_t i = 0; i < m->bridges.n; i++)
		l.first_read += !m->bridges.at[i].output;
	for (size_t i = 0; i < m->atomics.n; i++)
		atomic[i] = make_atomic(&l, &m->atomics.at[i]);
	if (l.most_slots > lower->initial.n)
		lower_new_slots(lower, l.most_slots - (uint32_t)lower->initial.n);
	out->atomic = atomic;
	out->n_atomics = (int32_t)m->atomics.n;
	out->atomic_class = l.classes.at;
	out->n_atomic_classes = (int32_t)l.classes.n;
	add_readies(&l, out);
	add_bridges(&l, out);
	add_couplings(&l, out);
	add_messages(&l, out);
}

/* --- islands (dae/apart.c): the runtime takes the tables of a model apart by slots --- */

/* A relation of time, or a clock, that is only shown: the first island watches it. */
static void own_if_unread(const Lower *l, VarId v, const int32_t readers[], int32_t island[])
{
	if (l->d->island[v.i] >= 0 || readers[v.i] > 0)
		return;
	island[l->slot[v.i]] = 0;
	if (l->pre[v.i] >= 0)
		island[l->pre[v.i]] = 0;
}

/* What others give and one island reads is its own; what several read is listed for each. */
static void share_slots(Lower *l, int32_t island[])
{
	const Dae *d = l->d;
	const Csr *by = &d->shared;
	int32_t *readers = NEW_ARRAY(l->scratch, int32_t, d->vars.n);
	int32_t *start = NEW_ARRAY(l->keep, int32_t, d->n_islands + 1);
	int32_t *shared = NEW_ARRAY(l->keep, int32_t, by->start[by->n_rows] + 1), n = 0;

	for (int32_t k = 0; k < by->start[by->n_rows]; k++)
		readers[by->col[k]]++;
	for (int32_t i = 0; i < d->n_islands; i++) {
		start[i] = n;
		for (int32_t k = by->start[i]; k < by->start[i + 1]; k++) {
			int32_t v = by->col[k];

			if (readers[v] > 1)
				shared[n++] = v;
			else
				island[l->slot[v]] = i;
			if (readers[v] == 1 && l->pre[v] >= 0)
				island[l->pre[v]] = i;
		}
	}
	start[d->n_islands] = n;
	for (size_t i = 0; i < d->relations.n; i++)
		own_if_unread(l, d->relations.at[i].var, readers, island);
	for (size_t i = 0; i < d->operators.n; i++)
		own_if_unread(l, d->operators.at[i].result[0], readers, island);
	l->out->common_start = start;
	l->out->common = shared;
}

static void own_relations(const Lower *l, int32_t island[])
{
	const Dae *d = l->d;
	int32_t n_instants = 0;

	for (size_t i = 0; i < d->relations.n; i++) {
		const DaeRelation *r = &d->relations.at[i];
		int32_t of = d->island[r->var.i], n = r->op == EX_FLOOR ? 2 : 1; /* -1: of time alone */

		if (r->instant)
			island[l->out->time_event[n_instants++].instant] = of;
		for (int32_t k = 0; !r->instant && k < n; k++)
			island[l->out->crossing[l->crossing[i] + k].z] = of;
	}
	for (int32_t i = 0; i < l->out->n_spatials; i++) /* their crossings decide no relation */
		island[l->out->spatial[i].rest] = island[l->out->spatial[i].out[0]];
}

void lower_islands(Lower *l)
{
	const Dae *d = l->d;
	int32_t *island;

	l->out->n_islands = d->n_islands;
	if (!d->island)
		return;
	island = NEW_ARRAY(l->keep, int32_t, l->initial.n);
	memset(island, -1, l->initial.n * sizeof *island);
	for (size_t i = 0; i < d->vars.n; i++) {
		if (d->vars.at[i].alias.i != (int32_t)i || d->island[i] < 0)
			continue;
		if (l->slot[i] >= 0)
			island[l->slot[i]] = d->island[i];
		if (l->pre[i] >= 0)
			island[l->pre[i]] = d->island[i];
	}
	own_relations(l, island);
	for (size_t i = 0; i < d->actions.n; i++)
		island[l->out->action[i].fires] = d->actions.at[i].island;
	share_slots(l, island);
	l->out->island = island;
}
