/* SPDX-License-Identifier: MIT
   test_sim_networks.c — random coupled networks, written twice: as Modelica text, and built with
   the engine's API. The atomics hash all that they see (time, ports, values, the kind of
   transition) and act on the hash, so that a message that is lost, doubled or astray changes all
   that follows; every state at every instant must be the same. The networks have hierarchies,
   arrays, conditional and replaceable components, one output to many inputs and many to one, loops,
   several messages on a port at once, time advances of zero, and confluent events.
   Usage: test_sim_networks [first seed [last seed]] to repeat some, with their text. */
#include "modevs/devs.h"
#include "sim.h"
#include "t.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MAX_PORTS = 3,
	MAX_PARTS = 5,
	MAX_LINKS = 16,
	MAX_SIZE = 3,     /* of an array of components */
	N_KINDS = 6,      /* classes of atomics; 2k and 2k + 1 have the same ports */
	N_CLASSES = 4,    /* coupled ones; each uses those before it, the last one is the model */
	MAX_ATOMICS = 200 /* of a network */
};

#define PRIME 1000003
#define STOP  12.1

/* --- choices --- */

static uint64_t random_state;

static int choose(int n) /* 0 … n - 1 */
{
	uint64_t x = random_state += 0x9e3779b97f4a7c15u;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
	x = (x ^ x >> 27) * 0x94d049bb133111ebu;
	return (int)((x ^ x >> 31) >> 40) % n;
}

static bool one_in(int n)
{
	return choose(n) == 0;
}

/* How the ports of an atomic get their numbers. */
typedef enum Style {
	BY_ORDER,  /* nothing is said */
	BY_EVENT,  /* in1.event = iEvent[2] */
	EXCHANGED, /* in1.event = iQueue[2], as the paper prints it */
	BY_ARRAY,  /* the ports are an array */
	N_STYLES
} Style;

typedef struct Kind {
	int n_in, n_out;    /* ports */
	int in[MAX_PORTS];  /* number of each, from 0 */
	int out[MAX_PORTS]; /* likewise */
	Style style;        /* what says so */
	bool own_con;       /* has a confluent transition of its own */
	bool own_ta;        /* has a time advance, which is negative for zero */
	bool named;         /* its base class is told by its name */
} Kind;

typedef struct Part {
	int cls;          /* < N_KINDS: an atomic; else N_KINDS + a coupled class */
	int size;         /* elements; 0: no array */
	int id;           /* its number, a parameter of all below */
	int condition;    /* 0: none, 1: if true, 2: if false */
	bool replaceable; /* part 0 only: an atomic that users may replace by its twin */
	bool redeclares;  /* of a coupled class: replaces its part 0 */
} Part;

typedef struct End {
	int part; /* -1: the class itself */
	int i;    /* element, from 0; -1: no array, or all elements */
	int port; /* from 0 */
} End;

typedef struct Link {
	End from, to;
	bool loop; /* all elements by a for-equation */
} Link;

typedef struct Class {
	int n_in, n_out, n_parts, n_links;
	Part part[MAX_PARTS];
	Link link[MAX_LINKS];
} Class;

static Kind kind[N_KINDS];
static Class cls[N_CLASSES];

static int n_in_of(int c)
{
	return c < N_KINDS ? kind[c].n_in : cls[c - N_KINDS].n_in;
}

static int n_out_of(int c)
{
	return c < N_KINDS ? kind[c].n_out : cls[c - N_KINDS].n_out;
}

static void shuffle(int at[], int n, bool really)
{
	for (int i = 0; i < n; i++)
		at[i] = i;
	for (int i = n - 1; i > 0 && really; i--) {
		int k = choose(i + 1), x = at[i];

		at[i] = at[k];
		at[k] = x;
	}
}

static void choose_kinds(void)
{
	for (int k = 0; k < N_KINDS; k += 2) {
		kind[k] = (Kind){.n_in = 1 + choose(MAX_PORTS),
						 .n_out = 1 + choose(MAX_PORTS),
						 .style = (Style)choose(N_STYLES),
						 .named = one_in(3)};
		shuffle(kind[k].in, kind[k].n_in, kind[k].style == BY_EVENT || kind[k].style == EXCHANGED);
		shuffle(kind[k].out, kind[k].n_out,
				kind[k].style == BY_EVENT || kind[k].style == EXCHANGED);
		kind[k + 1] = kind[k];
		for (int twin = 0; twin < 2; twin++) {
			kind[k + twin].own_con = one_in(2);
			kind[k + twin].own_ta = one_in(2);
		}
	}
}

static End choose_end(const Class *c, int part, int n_ports)
{
	int size = part < 0 ? 0 : c->part[part].size;

	return (End){part, size > 0 ? choose(size) : -1, choose(n_ports)};
}

/* A way from one part to another, from an input of the class to a part, or from a part out of it;
   never from a component to itself. */
static void choose_link(Class *c)
{
	int from = choose(c->n_parts), to = choose(c->n_parts), how = choose(6);
	Link l = {.loop = false};

	if (n_out_of(c->part[from].cls) == 0 || n_in_of(c->part[to].cls) == 0)
		return;
	if (how == 0 && c->n_in > 0) {
		l.from = choose_end(c, -1, c->n_in);
		l.to = choose_end(c, to, n_in_of(c->part[to].cls));
	} else if (how == 1 && c->n_out > 0) {
		l.from = choose_end(c, from, n_out_of(c->part[from].cls));
		l.to = choose_end(c, -1, c->n_out);
	} else {
		l.from = choose_end(c, from, n_out_of(c->part[from].cls));
		l.to = choose_end(c, to, n_in_of(c->part[to].cls));
		if (from == to && l.from.i == l.to.i)
			return;
		if (from != to && c->part[from].size > 0 && one_in(3)) { /* all of the array */
			l.from.i = -1;
			l.loop = c->part[to].size != c->part[from].size || one_in(2);
			if (!l.loop)
				l.to.i = -1;
		}
	}
	c->link[c->n_links++] = l;
}

static void choose_parts(Class *c, int number)
{
	bool whole = number == N_CLASSES - 1;

	*c = (Class){.n_in = whole ? 0 : choose(3), .n_out = whole ? 0 : choose(3)};
	c->n_parts = 2 + choose(MAX_PARTS - 1);
	for (int i = 0; i < c->n_parts; i++) {
		Part *p = &c->part[i];

		p->cls = choose(N_KINDS + (i > 0 ? number : 0));
		p->size = one_in(4) ? 2 + choose(MAX_SIZE - 1) : 0;
		p->id = 1 + choose(9);
		p->condition = p->size == 0 && one_in(5) ? 1 + choose(2) : 0;
		p->replaceable = i == 0 && p->size == 0 && p->condition == 0 && one_in(2);
		p->redeclares = p->cls >= N_KINDS && cls[p->cls - N_KINDS].part[0].replaceable && one_in(2);
	}
	for (int k = 0; k < 3 * c->n_parts && c->n_links < MAX_LINKS; k++)
		choose_link(c);
}

static int count_atomics(int c)
{
	int n = 0;

	for (int i = 0; i < cls[c].n_parts; i++) {
		const Part *p = &cls[c].part[i];
		int size = p->condition == 2 ? 0 : p->size > 0 ? p->size : 1;

		n += size * (p->cls < N_KINDS ? 1 : count_atomics(p->cls - N_KINDS));
	}
	return n;
}

static void choose_network(void)
{
	do {
		choose_kinds();
		for (int i = 0; i < N_CLASSES; i++)
			choose_parts(&cls[i], i);
	} while (count_atomics(N_CLASSES - 1) > MAX_ATOMICS);
}

/* --- as Modelica --- */

static const char functions[] =
	"package P\n"
	"  import DEVSLib.SRC.*;\n"
	"  record st Real sigma; Integer n; Integer h; Integer z; end st;\n"
	"  function mix input Integer h; input Integer x; output Integer y;\n"
	"  algorithm y := mod(31*h + x, 1000003); end mix;\n"
	"  function pick input Integer h; input Integer z; output Real s;\n"
	"  protected Integer k = mod(h, 6);\n"
	"  algorithm s := if k == 0 and z < 3 then 0 else if k < 2 then 0.25 else if k == 2 then 0.5\n"
	"    else if k == 3 then 1 else if k == 4 then 1.5 else 1e60; end pick;\n"
	"  function next input st s; input Integer h; input Real dt; output st sout;\n"
	"  algorithm sout.h := h; sout.n := s.n + 1; sout.z := if dt > 0 then 0 else s.z + 1;\n"
	"    sout.sigma := pick(h, sout.z); end next;\n"
	"  function start input Integer id; output st out;\n"
	"  algorithm out.n := 0; out.z := 0; out.h := mix(17, 7919*id);\n"
	"    out.sigma := pick(out.h, 0); end start;\n"
	"  function int input st s; output st sout;\n"
	"  algorithm sout := next(s, mix(s.h, 1), s.sigma); end int;\n"
	"  function all input Integer bag; output Integer m; output Integer sum;\n"
	"  protected stdEvent x;\n"
	"  algorithm m := numEvents(bag); sum := 0;\n"
	"    for i in 1:m loop x := getEvent(bag);\n"
	"      sum := mod(sum + integer(x.Value) + 131*x.Port + 17*x.Type, 1000003); end for; end "
	"all;\n"
	"  function ext input st s; input Real e; input Integer bag; output st sout;\n"
	"  protected Integer m, sum, h;\n"
	"  algorithm (m, sum) := all(bag);\n"
	"    h := mix(mix(mix(s.h, 2 + m), sum), integer(4*e)); sout := next(s, h, e);\n"
	"    if mod(h, 7) == 0 then sout.sigma := s.sigma - e; end if; end ext;\n"
	"  function con input st s; input Real e; input Integer bag; output st sout;\n"
	"  protected Integer m, sum;\n"
	"  algorithm (m, sum) := all(bag);\n"
	"    sout := next(s, mix(mix(mix(s.h, 3 + m), sum), integer(4*e) + 5), e); end con;\n"
	"  function out input st s; input Integer queue[nports]; input Integer nports;\n"
	"  protected stdEvent y;\n"
	"  algorithm y.Port := 0; y.Type := mod(s.h, 4);\n"
	"    for p in 1:nports loop for j in 1:mod(div(s.h, p), 3) loop\n"
	"      y.Value := mix(s.h, 10*p + j); sendEvent(queue[p], y); end for; end for; end out;\n"
	"  function ta input st s; output Real sigma;\n"
	"  algorithm sigma := if s.sigma <= 0 then -1 else s.sigma; end ta;\n"
	"end P;\n"
	"package Old package DEVSLib package SRC\n"
	"  partial model AtomicDEVS extends .DEVSLib.SRC.AtomicDEVS; end AtomicDEVS;\n"
	"end SRC; end DEVSLib; end Old;\n";

static const char ports[] = "DEVSLib.SRC.Interfaces.";

static void write_numbers(Text *out, const Kind *k, bool output)
{
	const char *event = k->style == BY_EVENT ? "Event" : "Queue";
	const char *queue = k->style == BY_EVENT ? "Queue" : "Event";
	int n = output ? k->n_out : k->n_in;

	for (int i = 0; i < n; i++) {
		int number = (output ? k->out : k->in)[i] + 1;
		char d = output ? 'o' : 'i';

		text_printf(out, "  %c%d.event = %c%s[%d];\n  %c%s[%d] = %c%d.queue;\n", d, i + 1, d, event,
					number, d, queue, number, d, i + 1);
	}
}

static void write_kind(Text *out, int number)
{
	const Kind *k = &kind[number];

	text_printf(out, "model A%d\n  parameter Integer id = 0;\n", number);
	text_printf(out, "  extends %sDEVSLib.SRC.AtomicDEVS(numIn = %d, numOut = %d,\n",
				k->named ? "Old." : "", k->n_in, k->n_out);
	text_printf(out, "    redeclare record State = P.st);\n"
					 "  redeclare function initState = P.start(id = id);\n"
					 "  redeclare function Fint = P.int;\n  redeclare function Fext = P.ext;\n"
					 "  redeclare function Fout = P.out;\n");
	if (k->own_con)
		text_printf(out, "  redeclare function Fcon = P.con;\n");
	if (k->own_ta)
		text_printf(out, "  redeclare function Fta = P.ta;\n");
	if (k->style == BY_ARRAY)
		text_printf(out, "  %sinPort i[%d];\n  %soutPort o[%d];\n", ports, k->n_in, ports,
					k->n_out);
	for (int i = 0; i < k->n_in && k->style != BY_ARRAY; i++)
		text_printf(out, "  %sinPort i%d;\n", ports, i + 1);
	for (int i = 0; i < k->n_out && k->style != BY_ARRAY; i++)
		text_printf(out, "  %soutPort o%d;\n", ports, i + 1);
	if (k->style == BY_EVENT || k->style == EXCHANGED) {
		text_printf(out, "equation\n");
		write_numbers(out, k, false);
		write_numbers(out, k, true);
	}
	text_printf(out, "end A%d;\n", number);
}

static void write_class_name(Text *out, int c)
{
	text_printf(out, "%c%d", c < N_KINDS ? 'A' : 'C', c < N_KINDS ? c : c - N_KINDS);
}

static void write_part(Text *out, const Part *p, int number)
{
	text_printf(out, "  %s", p->replaceable ? "replaceable " : "");
	write_class_name(out, p->cls);
	text_printf(out, " p%d", number);
	if (p->replaceable) {
		text_printf(out, " constrainedby A%d(id = 5*id + %d);\n", p->cls, p->id);
		return;
	}
	if (p->size > 0) {
		text_printf(out, "[%d](id = {", p->size);
		for (int i = 0; i < p->size; i++)
			text_printf(out, "%s5*id + %d", i ? ", " : "", p->id + i);
		text_printf(out, "}");
	} else {
		text_printf(out, "(id = 5*id + %d", p->id);
	}
	if (p->redeclares)
		text_printf(out, ", redeclare %sA%d p0", p->size > 0 ? "each " : "",
					cls[p->cls - N_KINDS].part[0].cls ^ 1);
	text_printf(out, ")%s;\n",
				p->condition == 0   ? ""
				: p->condition == 1 ? " if true"
									: " if false");
}

static void write_end(Text *out, const Class *c, End e, bool output, bool loop)
{
	int of = e.part < 0 ? -1 : c->part[e.part].cls;
	bool array = of >= 0 && of < N_KINDS && kind[of].style == BY_ARRAY;

	if (e.part >= 0)
		text_printf(out, "p%d", e.part);
	if (e.i >= 0)
		text_printf(out, "[%d]", e.i + 1);
	else if (loop)
		text_printf(out, "[k]");
	text_printf(out, "%s%c%s%d%s", e.part >= 0 ? "." : "", output ? 'o' : 'i', array ? "[" : "",
				e.port + 1, array ? "]" : "");
}

static void write_link(Text *out, const Class *c, const Link *l)
{
	if (l->loop)
		text_printf(out, "  for k in 1:%d loop\n", c->part[l->from.part].size);
	text_printf(out, "  connect(");
	write_end(out, c, l->from, l->from.part >= 0, l->loop);
	text_printf(out, ", ");
	write_end(out, c, l->to, l->to.part < 0, false);
	text_printf(out, ");\n%s", l->loop ? "  end for;\n" : "");
}

static void write_class(Text *out, int number)
{
	const Class *c = &cls[number];

	text_printf(out, "model C%d\n  parameter Integer id = 0;\n", number);
	for (int i = 0; i < c->n_in; i++)
		text_printf(out, "  %sinPort i%d;\n", ports, i + 1);
	for (int i = 0; i < c->n_out; i++)
		text_printf(out, "  %soutPort o%d;\n", ports, i + 1);
	for (int i = 0; i < c->n_parts; i++)
		write_part(out, &c->part[i], i);
	text_printf(out, "equation\n");
	for (int i = 0; i < c->n_links; i++)
		write_link(out, c, &c->link[i]);
	text_printf(out, "end C%d;\n", number);
}

static void write_network(Text *out)
{
	text_printf(out, "%s", functions);
	for (int i = 0; i < N_KINDS; i++)
		write_kind(out, i);
	for (int i = 0; i < N_CLASSES; i++)
		write_class(out, i);
}

/* --- with the engine's API --- */

typedef struct Seen {
	double t; /* an instant */
	int h, n; /* of the state behind it */
} Seen;

typedef struct Atomic {
	char path[64];  /* "p1.p0[2]" */
	VEC(Seen) seen; /* every instant at which it did something, the start included */
} Atomic;

static Atomic atomic[MAX_ATOMICS];
static int n_atomics;
static uint64_t n_confluent, n_at_once, n_messages;

typedef struct State {
	const Kind *kind; /* what it is */
	Atomic *log;      /* its log */
	double sigma, t_last;
	int n, h, z;
} State;

typedef struct Params {
	const Kind *kind;
	Atomic *log;
	int id;
} Params;

static int mix(int h, int x)
{
	return (int)((31 * (int64_t)h + x) % PRIME);
}

static double pick(int h, int z)
{
	static const double sigma[] = {0.25, 0.25, 0.5, 1, 1.5, 1e60};

	return h % 6 == 0 && z < 3 ? 0 : sigma[h % 6];
}

static void note(const State *s, double t)
{
	Seen now = {t, s->h, s->n};

	if (s->log->seen.n > 0 && s->log->seen.at[s->log->seen.n - 1].t == t)
		s->log->seen.at[s->log->seen.n - 1] = now;
	else
		vec_push(&alloc_heap, &s->log->seen, now);
}

static void move(State *s, double t, int h, double dt)
{
	s->h = h;
	s->n++;
	s->z = dt > 0 ? 0 : s->z + 1;
	s->sigma = pick(h, s->z);
	s->t_last = t;
	n_at_once += s->sigma == 0;
	note(s, t);
}

static MdvStatus init(void *state, const MdvCall *call, const void *params)
{
	const Params *p = params;
	State *s = state;

	*s = (State){.kind = p->kind, .log = p->log, .h = mix(17, 7919 * p->id)};
	s->sigma = pick(s->h, 0);
	note(s, call->t);
	return MDV_OK;
}

static double t_next(const void *state)
{
	const State *s = state;

	return s->t_last + s->sigma;
}

static MdvStatus lambda(const void *state, MdvCall *call)
{
	const State *s = state;

	for (int p = 1; p <= s->kind->n_out; p++)
		for (int j = 1; j <= s->h / p % 3; j++) {
			int64_t value = (int64_t)(s->h % 4) * 10000000 + mix(s->h, 10 * p + j);
			MdvStatus status = mdv_send(call, (uint32_t)(p - 1), mdv_integer(value));

			if (status != MDV_OK)
				return status;
		}
	return MDV_OK;
}

static MdvStatus delta_int(void *state, const MdvCall *call)
{
	State *s = state;

	move(s, call->t, mix(s->h, 1), s->sigma);
	return MDV_OK;
}

static int sum_of(const MdvBag *x)
{
	int sum = 0;

	for (size_t i = 0; i < x->n; i++) {
		int type = (int)(x->at[i].integer / 10000000), value = (int)(x->at[i].integer % 10000000);

		sum = (sum + value + 131 * (int)(x->at[i].port + 1) + 17 * type) % PRIME;
	}
	n_messages += x->n;
	return sum;
}

static MdvStatus delta_ext(void *state, const MdvCall *call, double e, const MdvBag *x)
{
	State *s = state;
	double sigma = s->sigma;
	int h = mix(mix(mix(s->h, 2 + (int)x->n), sum_of(x)), (int)(4 * e));

	move(s, call->t, h, e);
	if (h % 7 == 0)
		s->sigma = sigma - e;
	return MDV_OK;
}

static MdvStatus delta_con(void *state, const MdvCall *call, const MdvBag *x)
{
	State *s = state;
	double e = call->t - s->t_last;

	n_confluent++;
	if (!s->kind->own_con) {
		delta_int(state, call);
		return delta_ext(state, call, 0, x);
	}
	move(s, call->t, mix(mix(mix(s->h, 3 + (int)x->n), sum_of(x)), (int)(4 * e) + 5), e);
	return MDV_OK;
}

static MdvAtomic engine_kind[N_KINDS];

static void make_kinds(void)
{
	for (int i = 0; i < N_KINDS; i++)
		engine_kind[i] = (MdvAtomic){.name = "probe",
									 .state_size = sizeof(State),
									 .n_in = (uint32_t)kind[i].n_in,
									 .n_out = (uint32_t)kind[i].n_out,
									 .init = init,
									 .t_next = t_next,
									 .lambda = lambda,
									 .delta_int = delta_int,
									 .delta_ext = delta_ext,
									 .delta_con = delta_con};
}

typedef struct Where {
	MdvDevs *sim;
	MdvComponent parent; /* what it is in */
	char path[64];       /* of that, with a dot behind it */
	int id;              /* of that */
} Where;

static void build_class(const Class *c, const Where *at, int first);

static MdvComponent build_part(const Part *p, const Where *at, int number, int i, int replaced)
{
	char name[16];
	Where inner = {.sim = at->sim, .id = 5 * at->id + p->id + (i > 0 ? i : 0)};
	int of = replaced >= 0 ? replaced : p->cls;
	MdvStatus status;

	snprintf(name, sizeof name, i >= 0 ? "p%d[%d]" : "p%d", number, i + 1);
	if (of < N_KINDS) {
		Atomic *log = &atomic[n_atomics++];

		snprintf(log->path, sizeof log->path, "%.40s%s", at->path, name);
		log->seen.n = 0;
		status = mdv_devs_add_atomic(at->sim, at->parent, name, &engine_kind[of],
									 &(Params){&kind[of], log, inner.id}, &inner.parent);
	} else {
		const Class *c = &cls[of - N_KINDS];

		status = mdv_devs_add_coupled(at->sim, at->parent, name, (uint32_t)c->n_in,
									  (uint32_t)c->n_out, &inner.parent);
		snprintf(inner.path, sizeof inner.path, "%.40s%s.", at->path, name);
		build_class(c, &inner, p->redeclares ? c->part[0].cls ^ 1 : -1);
	}
	if (status != MDV_OK)
		T_FAIL("%s", mdv_devs_error(at->sim));
	return inner.parent;
}

static uint32_t port_of(const Class *c, End e, bool output)
{
	const Kind *k =
		e.part >= 0 && c->part[e.part].cls < N_KINDS ? &kind[c->part[e.part].cls] : NULL;

	return (uint32_t)(!k ? e.port : output ? k->out[e.port] : k->in[e.port]);
}

/* `first`: the kind that part 0 is replaced by; -1: none. */
static void build_class(const Class *c, const Where *at, int first)
{
	MdvComponent made[MAX_PARTS][MAX_SIZE];

	for (int i = 0; i < c->n_parts; i++) {
		const Part *p = &c->part[i];

		for (int k = 0; p->condition != 2 && k < (p->size > 0 ? p->size : 1); k++)
			made[i][k] = build_part(p, at, i, p->size > 0 ? k : -1, i == 0 ? first : -1);
	}
	for (int i = 0; i < c->n_links; i++) {
		const Link *l = &c->link[i];
		int n = l->from.part >= 0 && c->part[l->from.part].size > 0 && l->from.i < 0
					? c->part[l->from.part].size
					: 1;

		if ((l->from.part >= 0 && c->part[l->from.part].condition == 2) ||
			(l->to.part >= 0 && c->part[l->to.part].condition == 2))
			continue;
		for (int k = 0; k < n; k++) {
			bool each = n > 1 && !l->loop;
			int i_from = l->from.i >= 0 ? l->from.i : k;
			int i_to = l->to.i >= 0 ? l->to.i : each ? k : 0;

			if (mdv_devs_couple(at->sim, l->from.part < 0 ? at->parent : made[l->from.part][i_from],
								port_of(c, l->from, true),
								l->to.part < 0 ? at->parent : made[l->to.part][i_to],
								port_of(c, l->to, false)) != MDV_OK)
				T_FAIL("%s", mdv_devs_error(at->sim));
		}
	}
}

static void run_engine(void)
{
	Where top = {.sim = mdv_devs_new(NULL)};

	n_atomics = 0;
	make_kinds();
	top.parent = mdv_devs_root(top.sim);
	build_class(&cls[N_CLASSES - 1], &top, -1);
	if (mdv_devs_run(top.sim, STOP) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(top.sim));
	mdv_devs_free(top.sim);
}

/* --- both --- */

/* The states of an atomic behind each instant at which something in the model changes. */
static bool same(const Sim *s, const Atomic *a)
{
	char name[80];
	int32_t h, n;
	size_t k = 0;

	snprintf(name, sizeof name, "%.60s.S.h", a->path);
	h = sim_var(s, name);
	snprintf(name, sizeof name, "%.60s.S.n", a->path);
	n = sim_var(s, name);
	if (h < 0 || n < 0)
		return false;
	for (size_t row = 0; row < s->time.n; row++) {
		const double *x = s->value.at + row * (size_t)s->cx.island->model.n_vars;

		if (row + 1 < s->time.n && s->time.at[row + 1] == s->time.at[row])
			continue;
		while (k + 1 < a->seen.n && a->seen.at[k + 1].t <= s->time.at[row])
			k++;
		if (x[h] == a->seen.at[k].h && x[n] == a->seen.at[k].n)
			continue;
		fprintf(stderr, "'%s' at %g: state %g after %g transitions, should be %d after %d\n",
				a->path, s->time.at[row], x[h], x[n], a->seen.at[k].h, a->seen.at[k].n);
		return false;
	}
	return true;
}

/* Every instant of the engine must be a row, or what is between two rows was not compared. */
static bool all_instants(const Sim *s, const Atomic *a)
{
	size_t row = 0;

	for (size_t k = 0; k < a->seen.n; k++) {
		while (row < s->time.n && s->time.at[row] < a->seen.at[k].t)
			row++;
		if (row == s->time.n || s->time.at[row] != a->seen.at[k].t) {
			fprintf(stderr, "'%s': nothing is seen at %g\n", a->path, a->seen.at[k].t);
			return false;
		}
	}
	return true;
}

static bool compare(uint64_t seed, bool show)
{
	Text text;
	Sim s;
	bool ok;

	random_state = seed * 7919;
	choose_network();
	run_engine();
	text_init(&text, &alloc_heap);
	write_network(&text);
	if (show)
		printf("%s", text_str(&text));
	ok = sim_text(&s, text_str(&text));
	if (ok) {
		s.o.run.stop = STOP;
		s.o.run.interval = STOP;
		ok = sim_run(&s) == MDV_OK;
	}
	if (!ok)
		T_FAIL("%s", sim_said(&s));
	for (int i = 0; i < n_atomics && ok; i++)
		ok = same(&s, &atomic[i]) && all_instants(&s, &atomic[i]);
	sim_free(&s);
	text_free(&text);
	return ok;
}

static uint64_t first_seed = 1, last_seed = 500;

static void modelica_and_the_engine_agree(void)
{
	uint64_t atomics = 0;
	int bad = t_bad;

	for (uint64_t seed = first_seed; seed <= last_seed; seed++) {
		if (!compare(seed, first_seed == last_seed))
			T_FAIL("seed %llu: they differ", (unsigned long long)seed);
		if (t_bad > bad + 4)
			return;
		atomics += (uint64_t)n_atomics;
	}
	printf("%llu atomics, %llu messages, %llu confluent, %llu at once\n",
		   (unsigned long long)atomics, (unsigned long long)n_messages,
		   (unsigned long long)n_confluent, (unsigned long long)n_at_once);
	if (last_seed - first_seed < 499)
		return;
	T_CHECK(atomics > 5000 && n_messages > 50000 && n_confluent > 5000 && n_at_once > 5000);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		first_seed = last_seed = strtoull(argv[1], NULL, 10);
	if (argc > 2)
		last_seed = strtoull(argv[2], NULL, 10);
	T_RUN(modelica_and_the_engine_agree);
	for (int i = 0; i < MAX_ATOMICS; i++)
		vec_free(&alloc_heap, &atomic[i].seen);
	return T_END();
}
