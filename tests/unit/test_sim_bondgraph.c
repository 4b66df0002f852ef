/* SPDX-License-Identifier: MIT
   test_sim_bondgraph.c — random circuits as quantized bond graphs: where causality can be assigned,
   the result agrees with that of the equations within what the theory of QSS allows; where it is
   refused, the compiler's own index reduction and sorting confirm the reason.
   usage: test_sim_bondgraph [CIRCUITS [SEED]] */
#include "bondgraph/bondgraph.h"
#include "sim.h"
#include "t.h"

#include <stdlib.h>

static int n_circuits = 60;
static unsigned long long seed = 1;
static int n_compared, n_dependent, n_loops, n_refused, n_sources, n_false, n_wrong;
static double worst; /* largest part of the bound that was used */

enum { MOST = 16 }; /* storages of a circuit */

/* --- random circuits --- */

static uint64_t state;

static uint64_t bits(void)
{
	state += 0x9e3779b97f4a7c15u;
	return map_hash(state) >> 8;
}

static int below(int n)
{
	return (int)(bits() % (uint64_t)n);
}

/* Between 0.25 and 4, few digits. */
static double value(void)
{
	static const double some[] = {0.25, 0.5, 0.8, 1, 1.25, 2, 3, 4};

	return some[below(8)];
}

static void add_source(Text *decl, int k)
{
	static const char *const forms[] = {"ConstantVoltage E%d(V=%g)",
										"StepVoltage E%d(V=%g, startTime=0.3)",
										"SineVoltage E%d(V=%g, f=0.7)",
										"ConstantCurrent E%d(I=%g)",
										"StepCurrent E%d(I=%g, startTime=0.2)",
										"PulseCurrent E%d(I=%g, width=40, period=0.9)"};

	text_printf(decl, "  Modelica.Electrical.Analog.Sources.");
	switch (below(6)) {
	case 0: text_printf(decl, forms[0], k, value()); break;
	case 1: text_printf(decl, forms[1], k, value()); break;
	case 2: text_printf(decl, forms[2], k, value()); break;
	case 3: text_printf(decl, forms[3], k, value()); break;
	case 4: text_printf(decl, forms[4], k, value()); break;
	default: text_printf(decl, forms[5], k, value()); break;
	}
	text_printf(decl, ";\n");
}

static void add_one_port(Text *decl, int k)
{
	text_printf(decl, "  Modelica.Electrical.Analog.Basic.");
	switch (below(7)) {
	case 0:
	case 1:
		text_printf(decl, "Capacitor E%d(C=%g, v(start=%g));\n", k, value(), value() - 1);
		break;
	case 2:
	case 3: text_printf(decl, "Inductor E%d(L=%g, i(start=%g));\n", k, value(), value() - 1); break;
	case 4: text_printf(decl, "Conductor E%d(G=%g);\n", k, value()); break;
	default: text_printf(decl, "Resistor E%d(R=%g);\n", k, value()); break;
	}
}

static char first_pin[8][16]; /* of each node; node 0 is the ground */

static void join(Text *eqs, const char *pin, int k, int node)
{
	if (!first_pin[node][0])
		snprintf(first_pin[node], sizeof first_pin[node], "E%d.%s", k, pin);
	else
		text_printf(eqs, "  connect(%s, E%d.%s);\n", first_pin[node], k, pin);
}

/* A tree of elements to the ground, some more between any nodes, and two-ports. */
static void make_circuit(Text *out)
{
	int nodes = 2 + below(5), elements = nodes + below(nodes + 3), two_ports = below(3);
	Text decl, eqs;

	text_init(&decl, NULL);
	text_init(&eqs, NULL);
	memset(first_pin, 0, sizeof first_pin);
	strcpy(first_pin[0], "G.p");
	text_printf(&decl, "model Random\n  Modelica.Electrical.Analog.Basic.Ground G;\n");
	for (int k = 0; k < elements; k++) {
		int a = k + 1 < nodes ? k + 1 : below(nodes),
			b = k + 1 < nodes ? below(k + 1) : below(nodes);
		bool turned = below(2);

		if (k == 0 || below(6) == 0)
			add_source(&decl, k);
		else
			add_one_port(&decl, k);
		b = a == b ? (a + 1) % nodes : b;
		join(&eqs, turned ? "n" : "p", k, a);
		join(&eqs, turned ? "p" : "n", k, b);
	}
	for (int k = elements; k < elements + two_ports; k++) {
		bool gyrates = below(2);

		text_printf(&decl, "  Modelica.Electrical.Analog.Ideal.%s E%d(%s=%g);\n",
					gyrates ? "IdealGyrator" : "IdealTransformer", k, gyrates ? "G" : "n", value());
		for (int port = 1; port <= 2; port++) {
			int a = below(nodes), b = (a + 1 + below(nodes - 1)) % nodes;

			join(&eqs, port == 1 ? "p1" : "p2", k, a);
			join(&eqs, port == 1 ? "n1" : "n2", k, b);
		}
	}
	text_printf(out, "%sequation\n%send Random;\n", text_str(&decl), text_str(&eqs));
	text_free(&decl);
	text_free(&eqs);
}

/* --- the network of a circuit --- */

typedef struct Net {
	Compile cx;                          /* the flat model */
	Circuit circuit;                     /* of it */
	BondGraph g;                         /* causal */
	QbgNetwork net;                      /* it as a network */
	QbgElement *element;                 /* its elements */
	int32_t storage[MOST], source[MOST]; /* elements */
	int n, m;                            /* how many */
	DiagCode why;                        /* it has none */
	Text said;                           /* in words */
} Net;

/* Compiles as far as the network; false: `why` tells, DIAG_CODE_COUNT: no model. */
static bool open_net(Net *x, const char *text)
{
	bool ok;

	pipeline_init(&x->cx, NULL);
	library_add_path(x->cx.lib, MDV_SOURCE_DIR "/lib");
	text_init(&x->said, NULL);
	x->n = x->m = 0;
	x->why = DIAG_CODE_COUNT;
	if (!pipeline_flatten_text(&x->cx, "Random.mo", text, strlen(text)))
		return false;
	ok = circuit_find(&x->cx, &x->circuit) && bondgraph_make(&x->circuit, &x->cx, NULL, &x->g);
	diag_print_text(&x->cx.diag, &x->said);
	for (size_t i = 0; i < x->cx.diag.items.n; i++)
		if (x->cx.diag.items.at[i].severity == DIAG_ERROR)
			x->why = x->cx.diag.items.at[i].code;
	if (!ok)
		return false;
	x->element = network_make(&x->g, &x->net);
	for (int32_t i = 0; i < x->net.n_elements; i++) {
		QbgKind kind = x->net.element[i].kind;

		if ((kind == QBG_C || kind == QBG_I) && x->n < MOST)
			x->storage[x->n++] = i;
		else if ((kind == QBG_SE || kind == QBG_SF) && x->m < MOST)
			x->source[x->m++] = i;
	}
	return true;
}

static void close_net(Net *x)
{
	text_free(&x->said);
	pipeline_free(&x->cx);
}

/* --- what the theory allows --- */

/* The derivative of each state when one state or source is 1 and all others are 0: a column of A or
   B, as the network itself computes it. */
static void find_column(Net *x, int32_t one, double column[])
{
	QbgOptions o = {.order = 2};
	QbgElement saved[MOST * 2];
	QbgRun *run;

	for (int i = 0; i < x->n; i++) {
		saved[i] = x->element[x->storage[i]];
		x->element[x->storage[i]].start = x->storage[i] == one;
		x->element[x->storage[i]].quantizer = (QbgQuantizer){.quantum = 1e9, .hysteresis = 1};
	}
	for (int i = 0; i < x->m; i++) {
		saved[MOST + i] = x->element[x->source[i]];
		x->element[x->source[i]].signal =
			(QbgSignal){.kind = QBG_CONSTANT, .amplitude = x->source[i] == one};
	}
	T_INT(qbg_network_open(&x->net, &o, &run), MDV_OK);
	T_INT(qbg_network_run(run, 0), MDV_OK);
	for (int i = 0; i < x->n; i++) {
		int32_t v = x->storage[i];
		bool c = x->element[v].kind == QBG_C;

		column[i] =
			(c ? qbg_network_flow(run, v, 0) : qbg_network_effort(run, v, 0)) / x->element[v].value;
	}
	qbg_network_free(run);
	for (int i = 0; i < x->n; i++)
		x->element[x->storage[i]] = saved[i];
	for (int i = 0; i < x->m; i++)
		x->element[x->source[i]] = saved[MOST + i];
}

/* d += factor * A x, column by column. */
static void multiply(int n, double A[MOST][MOST], const double x[], double factor, double d[])
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			d[i] += factor * A[j][i] * x[j];
}

/* The integral of |exp(A s) b| over s from 0 to T, by Taylor steps: what a disturbance of size 1
   that enters by b can do to each state. It is never more than the bound of Kofman and Junco,
   |V| |Re(L)^-1 L| |V^-1| of b = A e_j, and holds for every A. */
static void add_reach(int n, double A[MOST][MOST], const double b[], double T, double size,
					  double bound[])
{
	enum { STEPS = 4000 };
	double x[MOST], h = T / STEPS;

	memcpy(x, b, sizeof x);
	for (int step = 0; step < STEPS; step++) {
		double term[MOST], next[MOST];

		memcpy(term, x, sizeof term);
		memcpy(next, x, sizeof next);
		for (int k = 1; k <= 6; k++) {
			double d[MOST] = {0};

			multiply(n, A, term, h / k, d);
			memcpy(term, d, sizeof term);
			for (int i = 0; i < n; i++)
				next[i] += d[i];
		}
		for (int i = 0; i < n; i++)
			bound[i] += size * h * fmax(fabs(x[i]), fabs(next[i]));
		memcpy(x, next, sizeof x);
	}
}

static void find_bound(Net *x, double T, double bound[])
{
	double A[MOST][MOST] = {{0}}, b[MOST] = {0};

	memset(bound, 0, MOST * sizeof *bound);
	for (int j = 0; j < x->n; j++)
		find_column(x, x->storage[j], A[j]);
	for (int j = 0; j < x->n; j++)
		add_reach(x->n, A, A[j], T,
				  fmax(x->element[x->storage[j]].quantizer.quantum,
					   x->element[x->storage[j]].quantizer.hysteresis),
				  bound);
	for (int j = 0; j < x->m; j++) {
		if (qbg_signal_is_steps(&x->element[x->source[j]].signal))
			continue;
		find_column(x, x->source[j], b);
		add_reach(x->n, A, b, T, x->element[x->source[j]].quantizer.quantum, bound);
	}
}

/* --- comparing --- */

/* The variable that is the state of a storage, and its sign against the state's. */
static double state_name(const Net *x, int i, char name[96])
{
	int32_t first = x->net.n_elements - (int32_t)x->circuit.elements.n;
	const BgElement *e = &x->circuit.elements.at[x->storage[i] - first];
	bool c = e->cls->kind == QBG_C;

	snprintf(name, 96, "%s.%s", e->name, c ? e->cls->effort : e->cls->flow);
	return c ? e->cls->effort_sign : e->cls->flow_sign;
}

/* Both run; the largest part of the bound that the difference of a state uses. */
static double compare(Net *x, Sim *s, int order, double T, const double bound[], const char *text)
{
	QbgOptions o = {.order = order};
	double part = 0;
	QbgRun *run;

	T_INT(qbg_network_open(&x->net, &o, &run), MDV_OK);
	for (size_t row = 0; row < s->time.n && s->time.at[row] <= T; row++) {
		if (qbg_network_run(run, s->time.at[row]) != MDV_OK) {
			T_FAIL("%s\n%s", mdv_devs_error(qbg_network_engine(run)), text);
			break;
		}
		if (row + 1 < s->time.n && s->time.at[row + 1] == s->time.at[row])
			continue; /* left limits */
		for (int i = 0; i < x->n; i++) {
			const QbgElement *e = &x->element[x->storage[i]];
			bool c = e->kind == QBG_C;
			char name[96];
			double sign = state_name(x, i, name), want,
				   got = c ? qbg_network_effort(run, x->storage[i], 0)
						   : qbg_network_flow(run, x->storage[i], 0);

			want = sign * sim_row(s, row, name);
			part = fmax(part, (fabs(got - want) - 1e-5 * (1 + fabs(want))) / bound[i]);
		}
	}
	qbg_network_free(run);
	return part;
}

/* States begin where the equations begin. */
static void take_starts(Net *x, Sim *s, double quantum)
{
	for (int i = 0; i < x->n; i++) {
		QbgElement *e = &x->element[x->storage[i]];
		char name[96];
		double sign = state_name(x, i, name);

		e->start = sign * sim_row(s, 0, name);
		e->quantizer = (QbgQuantizer){.quantum = quantum, .hysteresis = quantum};
	}
	for (int i = 0; i < x->m; i++)
		x->element[x->source[i]].quantizer =
			(QbgQuantizer){.quantum = quantum, .hysteresis = quantum};
}

static void compare_network(Net *x, const char *text)
{
	static const double T = 3, quantum = 0.02;
	double bound[MOST];
	Sim s;

	if (!sim_text(&s, text)) {
		T_FAIL("a circuit with causality does not compile: %s\n%s", sim_said(&s), text);
		sim_free(&s);
		return;
	}
	s.o.run.stop = T;
	s.o.run.tol = 1e-9;
	s.o.run.interval = 0.05;
	if (sim_run(&s) != MDV_OK)
		T_FAIL("%s\n%s", sim_said(&s), text);
	take_starts(x, &s, quantum);
	find_bound(x, T, bound);
	for (int order = 1; order <= 3; order++) {
		double part = compare(x, &s, order, T, bound, text);

		worst = fmax(worst, part);
		if (!(part <= 1.01)) {
			n_wrong++;
			T_FAIL("order %d: %g times the bound\n%s", order, part, text);
		}
	}
	n_compared++;
	sim_free(&s);
}

static bool has_block(const DaeSystem *system)
{
	for (int32_t i = 0; i < system->n_steps; i++)
		if (system->step[i].kind != DK_ASSIGN)
			return true;
	return false;
}

/* What the compiler makes of the same circuit. */
static void confirm(Net *x, const char *text)
{
	const Dae *d;
	int32_t states = 0, storages = 0;
	Sim s;

	if (x->why != E_BG_DEPENDENT && x->why != E_BG_LOOP) {
		n_sources++;
		return;
	}
	if (!sim_text(&s, text)) {
		n_refused++;
		sim_free(&s);
		return;
	}
	d = &s.cx.island->dae;
	states = (int32_t)d->states.n;
	for (size_t i = 0; i < d->sets.n; i++)
		states += d->sets.at[i].n - d->sets.at[i].m;
	for (size_t i = 0; i < x->circuit.elements.n; i++)
		storages += x->circuit.elements.at[i].cls->kind == QBG_C ||
					x->circuit.elements.at[i].cls->kind == QBG_I;
	if (x->why == E_BG_DEPENDENT)
		n_dependent++;
	else
		n_loops++;
	/* Equations that depend by their numbers only are found when they contradict at the start. */
	s.o.run.stop = 0.001;
	if (x->why == E_BG_DEPENDENT
			? states >= storages && sim_run(&s) == MDV_OK
			: !has_block(&d->ode) && !has_block(&d->output) && !has_block(&d->event)) {
		n_false++;
		T_FAIL("%d states, %d storages, loop %d: not confirmed: %s\n%s", states, storages,
			   has_block(&d->ode), text_str(&x->said), text);
	}
	sim_free(&s);
}

static void the_quantized_circuit_agrees_or_is_refused_for_a_reason(void)
{
	for (int k = 0; k < n_circuits; k++) {
		Text text;
		Net *x = calloc(1, sizeof *x);

		state = map_hash(seed * 1000003u + (uint64_t)k);
		text_init(&text, NULL);
		make_circuit(&text);
		if (open_net(x, text_str(&text)))
			compare_network(x, text_str(&text));
		else if (x->why == DIAG_CODE_COUNT)
			n_refused++;
		else
			confirm(x, text_str(&text));
		close_net(x);
		free(x);
		text_free(&text);
	}
}

/* --- the oscillating circuit of paper 003, Fig. 29 --- */

typedef struct Fig29 {
	double error[2]; /* largest difference of C1.v and I1.i from the equations at 1e-8 */
	uint64_t events; /* of storages and sources */
} Fig29;

static Fig29 run_fig29(Net *x, Sim *s, int order, double fine, double bound[])
{
	QbgOptions o = {.order = order};
	Fig29 f = {0};
	QbgRun *run;

	for (int i = 0; i < x->n; i++) {
		QbgElement *e = &x->element[x->storage[i]];

		e->quantizer = e->kind == QBG_C
						   ? (QbgQuantizer){.quantum = 1.6 / fine, .hysteresis = 0.5 / fine}
						   : (QbgQuantizer){.quantum = 0.5 / fine, .hysteresis = 0.1 / fine};
	}
	find_bound(x, 15, bound);
	T_INT(qbg_network_open(&x->net, &o, &run), MDV_OK);
	for (size_t row = 0; row < s->time.n; row++) {
		T_INT(qbg_network_run(run, s->time.at[row]), MDV_OK);
		for (int i = 0; i < x->n; i++) {
			bool c = x->element[x->storage[i]].kind == QBG_C;
			double got = c ? qbg_network_effort(run, x->storage[i], 0)
						   : qbg_network_flow(run, x->storage[i], 0);

			f.error[i] = fmax(f.error[i], fabs(got - sim_row(s, row, c ? "C1.v" : "I1.i")));
		}
	}
	f.events = qbg_network_events(run);
	qbg_network_free(run);
	return f;
}

static bool open_file_net(Net *x, const char *path)
{
	static char text[4096];
	FILE *file = fopen(path, "r");
	size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;

	if (file)
		fclose(file);
	text[n] = '\0';
	return open_net(x, text);
}

static void the_error_of_the_oscillator_falls_with_the_quantum(void)
{
	Net *x = calloc(1, sizeof *x);
	Fig29 f[3], high;
	double bound[MOST];
	Sim s;

	T_CHECK(open_file_net(x, MDV_SOURCE_DIR "/examples/bondgraph/Fig29.mo"));
	T_CHECK(sim_file(&s, "examples/bondgraph/Fig29.mo"));
	s.o.run.tol = 1e-8;
	T_INT(sim_run(&s), MDV_OK);
	for (int k = 0; k < 3; k++) {
		f[k] = run_fig29(x, &s, 1, pow(10, k), bound);
		for (int i = 0; i < 2; i++) {
			T_CHECK(f[k].error[i] <= bound[i]);
			printf("quantum / %g: %s differs by %.4g, the bound is %.4g, %llu events\n", pow(10, k),
				   x->element[x->storage[i]].name, f[k].error[i], bound[i],
				   (unsigned long long)f[k].events);
		}
	}
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 2; k++) {
			double slope = log10(f[k].error[i] / f[k + 1].error[i]);

			printf("%s: slope %.3f\n", x->element[x->storage[i]].name, slope);
			T_CHECK(slope >= 0.8 && slope <= 1.2);
		}
	for (int order = 2; order <= 3; order++) {
		high = run_fig29(x, &s, order, 400, bound);
		printf("order %d: %.4g, %.4g with %llu events\n", order, high.error[0], high.error[1],
			   (unsigned long long)high.events);
		T_CHECK(high.error[0] <= f[2].error[0] && high.error[1] <= f[2].error[1]);
		T_CHECK(high.events * 10 <= f[2].events);
	}
	sim_free(&s);
	close_net(x);
	free(x);
}

/* --- what storages hear --- */

typedef struct Heard {
	Net *x;               /* the network */
	QbgRun *run;          /* running */
	double t[MOST];       /* of the last input of each storage */
	uint64_t round[MOST]; /* and its round at that time */
	int n, twice;         /* inputs; those that were not the only one of their round */
} Heard;

/* The steps of one time are divided into rounds of as many steps as the network has stages. */
static MdvStatus note_input(void *user, const MdvCall *now, MdvTransition kind, const void *part)
{
	Heard *h = user;
	uint64_t round = now->step / (uint64_t)h->x->net.depth;

	if (kind == MDV_INTERNAL)
		return MDV_OK;
	for (int i = 0; i < h->x->n; i++)
		if (((const QbgPart *)part)->element == &h->x->element[h->x->storage[i]]) {
			h->twice += h->t[i] == now->t && h->round[i] == round;
			h->t[i] = now->t;
			h->round[i] = round;
			h->n++;
		}
	return MDV_OK;
}

/* A bridge of capacitors, with resistors that meet again: without stages, storages would hear of
   one change several times. */
static void storages_hear_of_a_change_once(void)
{
	static const char bridge[] =
		"model Bridge\n"
		"  package A = Modelica.Electrical.Analog;\n"
		"  A.Sources.StepVoltage V(V=5, startTime=0.1); A.Basic.Ground G;\n"
		"  A.Basic.Resistor R1(R=1), R2(R=2), R3(R=3), R4(R=4), R5(R=5);\n"
		"  A.Basic.Capacitor C1(C=1), C2(C=0.5), C3(C=0.2);\n"
		"equation\n"
		"  connect(V.n, G.p); connect(V.p, R1.p); connect(V.p, R2.p); connect(R1.n, C1.p);\n"
		"  connect(R2.n, C2.p); connect(C1.p, R3.p); connect(R3.n, C2.p); connect(C1.n, G.p);\n"
		"  connect(C2.n, G.p); connect(C1.p, R4.p); connect(R4.n, C3.p); connect(C2.p, R5.p);\n"
		"  connect(R5.n, C3.p); connect(C3.n, G.p);\n"
		"end Bridge;\n";
	Heard h = {.x = calloc(1, sizeof *h.x)};
	MdvObserver observer = {.state = note_input, .user = &h};
	QbgOptions o = {.order = 1};

	T_CHECK(open_net(h.x, bridge));
	for (int i = 0; i < MOST; i++)
		h.t[i] = NAN;
	for (int i = 0; i < h.x->n; i++)
		h.x->element[h.x->storage[i]].quantizer =
			(QbgQuantizer){.quantum = 0.01, .hysteresis = 0.01};
	T_INT(qbg_network_open(&h.x->net, &o, &h.run), MDV_OK);
	T_INT(mdv_devs_observe(qbg_network_engine(h.run), &observer), MDV_OK);
	T_INT(qbg_network_run(h.run, 20), MDV_OK);
	T_CHECK(h.n > 1000);
	T_INT(h.twice, 0);
	for (int i = 0; i < h.x->n; i++)
		T_REAL(qbg_network_effort(h.run, h.x->storage[i], 0), 5, 0.03);
	qbg_network_free(h.run);
	close_net(h.x);
	free(h.x);
}

/* All signals, two-ports in both causalities, blocks as signals, both kinds of mechanics. */
static const char *const library_models[] = {
	"model Sources\n"
	"  package A = Modelica.Electrical.Analog;\n"
	"  package R = Modelica.Mechanics.Rotational;\n"
	"  package T = Modelica.Mechanics.Translational;\n"
	"  A.Sources.RampVoltage V1(V=3, duration=1, offset=0.5, startTime=0.2);\n"
	"  A.Sources.ExpSineVoltage V2(V=2, f=1.3, damping=0.5, phase=0.4);\n"
	"  A.Sources.ExponentialsVoltage V3(vMax=4, riseTime=1, riseTimeConst=0.3, fallTimeConst=0.7, "
	"startTime=0.1);\n"
	"  A.Sources.RampCurrent I1(I=-2, duration=2);\n"
	"  A.Sources.ExpSineCurrent I2(I=1.5, f=0.9, damping=0.2);\n"
	"  A.Sources.ExponentialsCurrent I3(iMax=2, riseTime=0.8, riseTimeConst=0.2, "
	"fallTimeConst=0.3);\n"
	"  A.Basic.Resistor R1(R=1), R2(R=2), R3(R=3);\n"
	"  A.Basic.Capacitor C(C=0.5, v(start=1, fixed=true));\n"
	"  A.Basic.Conductor G1(G=0.4), G2(G=1), G3(G=2);\n"
	"  A.Basic.Ground G;\n"
	"equation\n"
	"  connect(V1.n, G.p); connect(V2.n, G.p); connect(V3.n, G.p);\n"
	"  connect(V1.p, R1.p); connect(V2.p, R2.p); connect(V3.p, R3.p);\n"
	"  connect(R1.n, C.p); connect(R2.n, C.p); connect(R3.n, C.p); connect(C.n, G.p);\n"
	"  connect(I1.p, G.p); connect(I2.p, G.p); connect(I3.n, G.p);\n"
	"  connect(I1.n, G1.p); connect(I2.n, G2.p); connect(I3.p, G3.p);\n"
	"  connect(G1.n, C.p); connect(G2.n, C.p); connect(G3.n, C.p);\n"
	"end Sources;\n",
	"model TwoPorts\n"
	"  package A = Modelica.Electrical.Analog;\n"
	"  package R = Modelica.Mechanics.Rotational;\n"
	"  package T = Modelica.Mechanics.Translational;\n"
	"  A.Sources.SineVoltage V(V=2, f=0.5, phase=0.3);\n"
	"  A.Sources.SignalCurrent J; Modelica.Blocks.Sources.Sine s(amplitude=1.5, f=0.7, offset=0.2, "
	"startTime=0.4);\n"
	"  A.Basic.Resistor R1(R=1), R2(R=2);\n"
	"  A.Ideal.IdealTransformer T1(n=3); A.Ideal.IdealGyrator G1(G=0.5);\n"
	"  A.Basic.Inductor L(L=0.5, i(start=0.3, fixed=true)); A.Basic.Capacitor C(C=0.3), "
	"C2(C=0.7);\n"
	"  A.Basic.Ground G;\n"
	"equation\n"
	"  connect(s.y, J.i);\n"
	"  connect(V.p, R1.p); connect(V.n, G.p); connect(R1.n, L.p); connect(L.n, T1.p1); "
	"connect(T1.n1, G.p);\n"
	"  connect(T1.p2, C.p); connect(C.n, G.p); connect(T1.n2, G.p);\n"
	"  connect(C.p, G1.p1); connect(G1.n1, G.p); connect(G1.p2, R2.p); connect(R2.n, C2.p); "
	"connect(C2.n, G.p); connect(G1.n2, G.p);\n"
	"  connect(J.p, G.p); connect(J.n, C2.p);\n"
	"end TwoPorts;\n",
	"model Trans\n"
	"  package A = Modelica.Electrical.Analog;\n"
	"  package R = Modelica.Mechanics.Rotational;\n"
	"  package T = Modelica.Mechanics.Translational;\n"
	"  T.Sources.Force F; Modelica.Blocks.Sources.Pulse p(amplitude=4, width=30, period=2, "
	"nperiod=2);\n"
	"  T.Components.Mass m1(m=2, s(start=0.5, fixed=true), v(start=1, fixed=true)), m2(m=1, "
	"s(start=2.1, fixed=true), v(start=-1, fixed=true));\n"
	"  T.Components.Spring k(c=10, s_rel0=1.2); T.Components.Damper d(d=0.5); T.Components.Fixed "
	"w;\n"
	"  T.Components.Spring k2(c=5, s_rel0=-1);\n"
	"equation\n"
	"  connect(p.y, F.f); connect(F.flange, m1.flange_a); connect(m1.flange_b, k.flange_a); "
	"connect(k.flange_b, m2.flange_a);\n"
	"  connect(m2.flange_b, d.flange_a); connect(d.flange_b, w.flange); connect(k2.flange_a, "
	"m2.flange_b); connect(k2.flange_b, w.flange);\n"
	"end Trans;\n",
	"model Rot\n"
	"  package A = Modelica.Electrical.Analog;\n"
	"  package R = Modelica.Mechanics.Rotational;\n"
	"  package T = Modelica.Mechanics.Translational;\n"
	"  R.Sources.Speed S(exact=true); Modelica.Blocks.Sources.Sine p(amplitude=4, f=0.3);\n"
	"  R.Components.Spring k(c=10); R.Components.Damper d(d=0.5), d2(d=0.3);\n"
	"  R.Components.Inertia J(J=0.5, w(fixed=true), phi(fixed=true)); R.Components.Fixed w;\n"
	"equation\n"
	"  connect(p.y, S.w_ref); connect(S.flange, k.flange_a); connect(k.flange_b, J.flange_a); "
	"connect(J.flange_b, d.flange_a); connect(d.flange_b, w.flange);\n"
	"  connect(d2.flange_a, k.flange_a); connect(d2.flange_b, k.flange_b);\n"
	"end Rot;\n",
};

static void all_components_agree_with_their_equations(void)
{
	for (size_t k = 0; k < sizeof library_models / sizeof *library_models; k++) {
		Net *x = calloc(1, sizeof *x);

		if (open_net(x, library_models[k]))
			compare_network(x, library_models[k]);
		else
			T_FAIL("%s", text_str(&x->said));
		close_net(x);
		free(x);
	}
}

/* A long ladder: only what moves costs something. */
static void a_ladder_agrees_with_its_equations(void)
{
	static const char ladder[] =
		"model Ladder\n"
		"  package A = Modelica.Electrical.Analog;\n"
		"  parameter Integer n = 12;\n"
		"  A.Sources.StepVoltage V(V=1); A.Basic.Resistor R[n](each R=1);\n"
		"  A.Basic.Capacitor C[n](each C=1); A.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, R[1].p); connect(V.n, G.p);\n"
		"  for i in 1:n - 1 loop connect(R[i].n, R[i + 1].p); end for;\n"
		"  for i in 1:n loop connect(R[i].n, C[i].p); connect(C[i].n, G.p); end for;\n"
		"end Ladder;\n";
	Net *x = calloc(1, sizeof *x);

	T_CHECK(open_net(x, ladder));
	T_INT(x->n, 12);
	compare_network(x, ladder);
	close_net(x);
	free(x);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		n_circuits = atoi(argv[1]);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 10);
	T_RUN(the_quantized_circuit_agrees_or_is_refused_for_a_reason);
	T_RUN(the_error_of_the_oscillator_falls_with_the_quantum);
	T_RUN(all_components_agree_with_their_equations);
	T_RUN(storages_hear_of_a_change_once);
	T_RUN(a_ladder_agrees_with_its_equations);
	printf("%d circuits, seed %llu: %d compared (%d wrong, at most %.3g of the bound), %d with "
		   "dependent "
		   "storages, %d with loops (%d not confirmed), %d refused otherwise, %d that are no "
		   "model\n",
		   n_circuits, seed, n_compared, n_wrong, worst, n_dependent, n_loops, n_false, n_sources,
		   n_refused);
	return T_END();
}
