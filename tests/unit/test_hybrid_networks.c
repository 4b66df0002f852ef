/* SPDX-License-Identifier: MIT
   Random networks of cells, each of which has DEVS components and equations, run twice: as one
   model, and as plants with C parts between them. A cell hashes what it gets from others and from
   itself, so that a message that is lost, early or late changes all that follows. Times are
   multiples of a quarter: most messages meet others, or events, at one instant. */
#include "modevs/parts.h"
#include "world.h"

#define TYPES                                                                                  \
	"  import DEVSLib.SRC.*; import DEVSLib.Parts.*;\n"                                        \
	"  model In discrete Real y(start = 0); Integer n(start = 0);\n"                           \
	"    Interfaces.inPort i annotation(__modevs(receive(Value = y, count = n))); end In;\n"   \
	"  model Out input Integer n; Real v = n;\n"                                               \
	"    Interfaces.outPort o annotation(__modevs(send(trigger = n, Value = v, Type = 1)));\n" \
	"  end Out;\n"
#define CELL                                                                                    \
	"  discrete input Real u(start = 0); parameter Real gap = 1; parameter Integer seed = 0;\n" \
	"  Generator g(gaps = always(gap)); Delay late(time_ = 0.5); In own; Out out(n = h);\n"     \
	"  Integer h(start = seed, fixed = true), changes(start = 0, fixed = true);\n"              \
	"equation\n"                                                                                \
	"  connect(g.outport, own.i); connect(out.o, late.inport); connect(late.outport, own.i);\n" \
	"  when {change(u), change(own.n)} then\n"                                                  \
	"    h = mod(7*pre(h) + 5*integer(u) + 3*integer(own.y) + integer(8*time), 1009);\n"        \
	"    changes = pre(changes) + 1;\n"                                                         \
	"  end when;\n"

static const char cell[] = "model M\n" TYPES CELL "end M;\n";

enum { MOST_CELLS = 5, MOST_LINKS = 10 };

#define STOP 6.1

typedef struct Link {
	int from, to; /* cells */
	double time;  /* on the way; 0 only forward, so that no loop is at once */
} Link;

typedef struct Network {
	int n, n_links;                   /* cells, links */
	double gap[MOST_CELLS];           /* by cell */
	double seed[MOST_CELLS];          /* by cell */
	Link link[MOST_LINKS];            /* n_links */
	double as_model[2 * MOST_CELLS];  /* h and changes of each cell at the end */
	double as_plants[2 * MOST_CELLS]; /* likewise */
} Network;

static int choose(Random *r, int n)
{
	return (int)(uniform(r) * n);
}

static void choose_network(Network *w, Random *r)
{
	*w = (Network){.n = 2 + choose(r, MOST_CELLS - 1), .n_links = 1 + choose(r, MOST_LINKS)};
	for (int i = 0; i < w->n; i++) {
		w->gap[i] = 0.25 * (1 + choose(r, 6));
		w->seed[i] = choose(r, 1000);
	}
	for (int i = 0; i < w->n_links; i++) {
		Link l = {choose(r, w->n), choose(r, w->n), 0.25 * choose(r, 4)};

		if (l.to <= l.from && l.time == 0)
			l.time = 0.25;
		w->link[i] = l;
	}
}

/* --- one model --- */

typedef struct Writer {
	char text[8000]; /* so far */
	size_t n;        /* its length */
} Writer;

#define WRITE(w, ...) \
	((w)->n += (size_t)snprintf((w)->text + (w)->n, sizeof(w)->text - (w)->n, __VA_ARGS__))

static void write_model(const Network *w, Writer *out)
{
	out->n = 0;
	WRITE(out, "%s", "model M\n" TYPES "  model Cell\n" CELL "  end Cell;\n");
	for (int i = 0; i < w->n_links; i++)
		WRITE(out, "  Delay d%d(time_ = %g);\n", i, w->link[i].time);
	for (int i = 0; i < w->n; i++)
		WRITE(out, "  In b%d; Cell c%d(u = b%d.y, gap = %g, seed = %g); Out o%d(n = c%d.h);\n", i,
			  i, i, w->gap[i], w->seed[i], i, i);
	WRITE(out, "equation\n");
	for (int i = 0; i < w->n_links; i++)
		WRITE(out, "  connect(o%d.o, d%d.inport); connect(d%d.outport, b%d.i);\n", w->link[i].from,
			  i, i, w->link[i].to);
	WRITE(out, "end M;\n");
}

static MdvStatus keep_last(void *user, double t, const double value[])
{
	Network *w = user;

	(void)t;
	memcpy(w->as_model, value, 2 * (size_t)w->n * sizeof *value);
	return MDV_OK;
}

static void run_model(Network *w)
{
	char name[2 * MOST_CELLS][32];
	const char *names[2 * MOST_CELLS];
	MdvSimulateOptions o = {.run.stop = STOP,
							.variables = names,
							.n_variables = 2 * (size_t)w->n,
							.row = keep_last,
							.user = w};
	MdvSimulateResult result;
	MdvProgram *p;
	Writer text;

	for (int i = 0; i < 2 * w->n; i++) {
		snprintf(name[i], sizeof name[i], "c%d.%s", i / 2, i % 2 ? "changes" : "h");
		names[i] = name[i];
	}
	write_model(w, &text);
	p = compile(text.text);
	if (mdv_simulate(p, &o, &result) != MDV_OK)
		T_FAIL("%s", result.message);
	mdv_program_free(p);
}

/* --- plants --- */

static const MdvSend sends[] = {{.variable = "h", .port = 0, .when = MDV_SEND_CHANGE}};
static const MdvReceive receives[] = {{.port = 0, .variable = "u", .rule = MDV_RECEIVE_LAST}};

static void run_plants(Network *w, const MdvProgram *p)
{
	MdvHybridOptions o[MOST_CELLS];
	MdvSetting set[MOST_CELLS][2];
	MdvComponent plant[MOST_CELLS], delay[MOST_LINKS];
	MdvDevs *sim = mdv_devs_new(NULL);
	MdvComponent root = mdv_devs_root(sim);
	MdvAtomic kind;

	for (int i = 0; i < w->n_links; i++) {
		MdvDelayParams params = {.time = w->link[i].time};

		T_INT(mdv_devs_add_atomic(sim, root, NULL, &mdv_delay, &params, &delay[i]), MDV_OK);
	}
	for (int i = 0; i < w->n; i++) {
		set[i][0] = (MdvSetting){"gap", w->gap[i]};
		set[i][1] = (MdvSetting){"seed", w->seed[i]};
		o[i] = (MdvHybridOptions){.model = mdv_program_source(p),
								  .set = set[i],
								  .n_set = 2,
								  .send = sends,
								  .n_send = 1,
								  .receive = receives,
								  .n_receive = 1,
								  .n_in = 1,
								  .n_out = 1};
		if (i == 0)
			kind = mdv_hybrid_atomic("Cell", o);
		if (mdv_devs_add_atomic(sim, root, NULL, &kind, &o[i], &plant[i]) != MDV_OK)
			T_FAIL("%s", mdv_devs_error(sim));
	}
	for (int i = 0; i < w->n_links; i++) {
		T_INT(mdv_devs_couple(sim, plant[w->link[i].from], 0, delay[i], 0), MDV_OK);
		T_INT(mdv_devs_couple(sim, delay[i], 0, plant[w->link[i].to], 0), MDV_OK);
	}
	if (mdv_devs_run(sim, STOP) != MDV_OK)
		T_FAIL("%s", mdv_devs_error(sim));
	for (int i = 0; i < 2 * w->n; i++) {
		MdvHybrid *h = mdv_hybrid_of(mdv_devs_state(sim, plant[i / 2]));

		w->as_plants[i] = mdv_hybrid_get(h, mdv_hybrid_find(h, i % 2 ? "changes" : "h"));
	}
	mdv_devs_free(sim);
}

static void plants_are_what_they_are_in_one_model(void)
{
	MdvProgram *p = compile(cell);
	Random r = {1};
	double changes = 0;

	for (int k = 0; k < 100 && t_bad < 5; k++) {
		Network w;

		choose_network(&w, &r);
		run_model(&w);
		run_plants(&w, p);
		for (int i = 0; i < 2 * w.n; i++) {
			changes += i % 2 ? w.as_model[i] : 0;
			if (w.as_plants[i] == w.as_model[i])
				continue;
			T_FAIL("network %d, cell %d: %g, and %g in one model", k, i / 2, w.as_plants[i],
				   w.as_model[i]);
		}
	}
	printf("%g changes\n", changes);
	T_CHECK(changes > 5000);
	mdv_program_free(p);
}

int main(void)
{
	T_RUN(plants_are_what_they_are_in_one_model);
	return T_END();
}
