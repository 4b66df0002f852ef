/* SPDX-License-Identifier: MIT
   test_sim_hybrids.c — random hybrid models against brute force. A model has states with known
   solutions and conditions of them and time: sums and products of sines, exponentials, pulses down
   to 1e-4 of the span, piecewise functions, functions that are called, tables, solutions of
   algebraic loops of one and of ten unknowns, joined by and, or, not. A counter of each condition
   is compared with the number of its rising edges among 10^6 points of the known functions, for
   three solvers. Conditions of which a function has an extremum within 100 times the tolerance of
   zero, or that are true for less than two points, are counted apart. test_sim_hybrids [MODELS
   [SEED [POINTS]]]: the long version. */
#include "sim.h"
#include "t.h"

#include <stdlib.h>

#define TOLERANCE 1e-6

enum { MOST_TERMS = 3, MOST_CONDITIONS = 3, POINTS = 100000 };

static const double SPAN = 10;
static uint64_t seed = 1;

static double uniform(double from, double to) /* xorshift64* */
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return from + (to - from) * (double)((seed * 2685821657736338717u) >> 11) * 0x1p-53;
}

static int choose(int n)
{
	return (int)uniform(0, n);
}

typedef enum TermKind {
	SINE_OF_TIME,
	SINE_STATE,   /* a state that is a sine */
	SINE_OF_RAMP, /* a sine of a state that is a ramp */
	DECAY_STATE,  /* a state that is an exponential */
	PULSE,        /* of time, narrow */
	PRODUCT,      /* of a sine and a decay */
	PIECEWISE,    /* a kink */
	LOOP,         /* the solution of v = s + 0.5*sin(v), s a sine */
	CALLED,       /* a narrow hat, by a function with branches */
	TABLE,        /* up and down, by a table */
	BLOCK,        /* of ten equations v + 0.3*sin(mean(v)) + 0.1*v^3 = s, s a sine */
	PULSED_BLOCK, /* the same of 3 to 40 unknowns, with a narrow hat in s */
	PULSED_LOOP,  /* a loop with a pulse in s */
	TIMES_BLOCK,  /* a narrow hat times (1.5 + an unknown of a block) */
	LEVEL,        /* a hat of an unknown of a block: it passes a narrow range of values */
	TERM_KINDS
} TermKind;

typedef struct Term {
	TermKind kind;  /* what it is */
	double a, w, p; /* factor, frequency or rate, phase or place */
	double at, by;  /* of a pulse beside that: place and width */
	int size;       /* of a block: unknowns */
} Term;

typedef struct Condition {
	int n;                 /* terms */
	Term term[MOST_TERMS]; /* their sum … */
	double limit;          /* … is greater than this */
	int joined;            /* 0: alone; 1: and, 2: or with the sign of a sine of time */
	double w;              /* the frequency of that */
} Condition;

static bool is_narrow(TermKind kind)
{
	return kind == PULSE || kind == CALLED || kind == TABLE;
}

static Term random_term(void)
{
	Term t = {.kind = (TermKind)choose(TERM_KINDS), .a = uniform(0.5, 1.5)};

	t.w = t.kind == DECAY_STATE ? uniform(0.05, 1) : uniform(0.5, 40);
	t.p = is_narrow(t.kind) ? uniform(1, 9) : uniform(0, 6);
	if (is_narrow(t.kind))
		t.w = SPAN * pow(10, uniform(-4, -2)); /* its width */
	t.at = t.kind == LEVEL ? uniform(-0.5, 0.5) : uniform(1, 9);
	t.by = SPAN * pow(10, uniform(-4, -2));
	t.size = t.kind == BLOCK ? 10 : 3 + choose(38);
	return t;
}

static Condition random_condition(void)
{
	Condition c = {.n = 1 + choose(MOST_TERMS), .joined = choose(4) % 3, .w = uniform(0.3, 3)};
	double size = 0;

	for (int i = 0; i < c.n; i++) {
		c.term[i] = random_term();
		size += c.term[i].a;
	}
	c.limit = uniform(-0.6, 0.6) * size;
	if (c.n == 1 && is_narrow(c.term[0].kind))
		c.limit = fabs(c.limit) + 0.05;
	return c;
}

/* --- the model --- */

static void write_term(Text *out, const Term *t, int k, int i)
{
	switch (t->kind) {
	case SINE_OF_TIME: text_printf(out, "%.17g*sin(%.17g*time + %.17g)", t->a, t->w, t->p); break;
	case SINE_STATE:
	case DECAY_STATE: text_printf(out, "%.17g*x%d%d", t->a, k, i); break;
	case SINE_OF_RAMP: text_printf(out, "%.17g*sin(x%d%d)", t->a, k, i); break;
	case PULSE: text_printf(out, "%.17g*exp(-((time - %.17g)/%.17g)^2)", t->a, t->p, t->w); break;
	case PRODUCT: text_printf(out, "%.17g*sin(%.17g*time)*exp(-0.1*time)", t->a, t->w); break;
	case PIECEWISE:
		text_printf(out, "%.17g*max(abs(sin(%.17g*time + %.17g)), 0.25)", t->a, t->w, t->p);
		break;
	case LOOP: text_printf(out, "%.17g*v%d%d", t->a, k, i); break;
	case CALLED: text_printf(out, "%.17g*hat(time, %.17g, %.17g)", t->a, t->p, t->w); break;
	case TABLE: text_printf(out, "%.17g*t%d%d.y[1]", t->a, k, i); break;
	case BLOCK: text_printf(out, "%.17g*b%d%d[7]", t->a, k, i); break;
	case PULSED_BLOCK: text_printf(out, "%.17g*b%d%d[2]", t->a, k, i); break;
	case PULSED_LOOP: text_printf(out, "%.17g*v%d%d", t->a, k, i); break;
	case TIMES_BLOCK:
		text_printf(out, "%.17g*hat(time, %.17g, %.17g)*(1.5 + b%d%d[3])", t->a, t->at, t->by, k,
					i);
		break;
	case LEVEL:
		text_printf(out, "%.17g*hat(b%d%d[1], %.17g, %.17g)", t->a, k, i, t->at, t->by);
		break;
	default: break;
	}
}

static void write_table(Text *out, const Term *t, int k, int i, bool declare)
{
	if (declare)
		text_printf(
			out,
			"  Modelica.Blocks.Tables.CombiTable1Ds t%d%d(table = [0, 0; %.17g, 0; %.17g, 1;\n"
			"    %.17g, -1; %.17g, 0; 20, 0]);\n",
			k, i, t->p, t->p + t->w, t->p + 3 * t->w, t->p + 4 * t->w);
	else
		text_printf(out, "  t%d%d.u = time;\n", k, i);
}

static bool has_block(TermKind kind)
{
	return kind == BLOCK || kind == PULSED_BLOCK || kind == TIMES_BLOCK || kind == LEVEL;
}

static void write_block(Text *out, const Term *t, int k, int i, bool declare)
{
	if (declare) {
		text_printf(out, "  Real b%d%d[%d];\n", k, i, t->size);
		return;
	}
	text_printf(out,
				"  for j in 1:%d loop\n"
				"    b%d%d[j] + 0.3*sin(sum(b%d%d)/%d) + 0.1*b%d%d[j]^3 =\n"
				"      sin(%.17g*time + %.17g)",
				t->size, k, i, k, i, t->size, k, i, t->w, t->p);
	if (t->kind == PULSED_BLOCK)
		text_printf(out, " + hat(time, %.17g, %.17g)", t->at, t->by);
	text_printf(out, ";\n  end for;\n");
}

static void write_equations(Text *out, const Term *t, int k, int i, bool declare)
{
	bool state = t->kind == SINE_STATE || t->kind == SINE_OF_RAMP || t->kind == DECAY_STATE;

	if (state && declare)
		text_printf(out, "  Real x%d%d(start = %.17g, fixed = true);\n", k, i,
					t->kind == SINE_STATE     ? sin(t->p)
					: t->kind == SINE_OF_RAMP ? t->p
											  : 1);
	else if ((t->kind == LOOP || t->kind == PULSED_LOOP) && declare)
		text_printf(out, "  Real v%d%d;\n", k, i);
	else if (t->kind == TABLE)
		write_table(out, t, k, i, declare);
	else if (has_block(t->kind))
		write_block(out, t, k, i, declare);
	else if (t->kind == SINE_STATE)
		text_printf(out, "  der(x%d%d) = %.17g*cos(%.17g*time + %.17g);\n", k, i, t->w, t->w, t->p);
	else if (t->kind == SINE_OF_RAMP)
		text_printf(out, "  der(x%d%d) = %.17g;\n", k, i, t->w);
	else if (t->kind == DECAY_STATE)
		text_printf(out, "  der(x%d%d) = -%.17g*x%d%d;\n", k, i, t->w, k, i);
	else if (t->kind == LOOP)
		text_printf(out, "  v%d%d = sin(%.17g*time + %.17g) + 0.5*sin(v%d%d);\n", k, i, t->w, t->p,
					k, i);
	else if (t->kind == PULSED_LOOP)
		text_printf(out,
					"  v%d%d = sin(%.17g*time + %.17g) + exp(-((time - %.17g)/%.17g)^2) +\n"
					"    0.5*sin(v%d%d);\n",
					k, i, t->w, t->p, t->at, t->by, k, i);
}

static void write_model(Text *out, const Condition c[], int n)
{
	text_printf(out, "model M\n"
					 "  function hat\n    input Real t, at, w;\n    output Real y;\n  algorithm\n"
					 "    if t <= at - w or t >= at + w then\n      y := 0;\n"
					 "    elseif t < at then\n      y := 1 - (at - t)/w;\n"
					 "    else\n      y := 1 - (t - at)/w;\n    end if;\n  end hat;\n");
	for (int k = 0; k < n; k++) {
		text_printf(out, "  Integer n%d(start = 0, fixed = true);\n", k);
		for (int i = 0; i < c[k].n; i++)
			write_equations(out, &c[k].term[i], k, i, true);
	}
	text_printf(out, "equation\n");
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < c[k].n; i++)
			write_equations(out, &c[k].term[i], k, i, false);
		text_printf(out, "  when ");
		for (int i = 0; i < c[k].n; i++) {
			text_printf(out, i ? " + " : "");
			write_term(out, &c[k].term[i], k, i);
		}
		text_printf(out, " > %.17g", c[k].limit);
		if (c[k].joined)
			text_printf(out, " %s sin(%.17g*time) > 0.1", c[k].joined == 1 ? "and" : "or not",
						c[k].w);
		text_printf(out, " then\n    n%d = pre(n%d) + 1;\n  end when;\n", k, k);
	}
	text_printf(out, "end M;\n");
}

/* --- brute force --- */

static double solve_loop(double s)
{
	double v = s;

	for (int k = 0; k < 60; k++) {
		double step = (v - s - 0.5 * sin(v)) / (1 - 0.5 * cos(v));

		v -= step;
		if (fabs(step) < 1e-15)
			break;
	}
	return v;
}

static double solve_block(double s)
{
	double v = s;

	for (int k = 0; k < 60; k++) {
		double step = (v + 0.3 * sin(v) + 0.1 * v * v * v - s) / (1 + 0.3 * cos(v) + 0.3 * v * v);

		v -= step;
		if (fabs(step) < 1e-15)
			break;
	}
	return v;
}

/* From 0 at 0 to 1 at 1, -1 at 3, 0 at 4. */
static double zigzag(double u)
{
	if (u <= 0 || u >= 4)
		return 0;
	return u < 1 ? u : u < 3 ? 2 - u : u - 4;
}

static double hat(double x, double at, double by)
{
	return fmax(0, 1 - fabs(x - at) / by);
}

static double term_at(const Term *t, double x)
{
	double s = sin(t->w * x + t->p), pulse = (x - t->at) / t->by;

	switch (t->kind) {
	case SINE_OF_TIME:
	case SINE_STATE:
	case SINE_OF_RAMP: return t->a * sin(t->w * x + t->p);
	case DECAY_STATE: return t->a * exp(-t->w * x);
	case PULSE: return t->a * exp(-((x - t->p) / t->w) * ((x - t->p) / t->w));
	case PRODUCT: return t->a * sin(t->w * x) * exp(-0.1 * x);
	case PIECEWISE: return t->a * fmax(fabs(sin(t->w * x + t->p)), 0.25);
	case LOOP: return t->a * solve_loop(s);
	case CALLED: return t->a * hat(x, t->p, t->w);
	case TABLE: return t->a * zigzag((x - t->p) / t->w);
	case BLOCK: return t->a * solve_block(s);
	case PULSED_BLOCK: return t->a * solve_block(s + hat(x, t->at, t->by));
	case PULSED_LOOP: return t->a * solve_loop(s + exp(-pulse * pulse));
	case TIMES_BLOCK: return t->a * hat(x, t->at, t->by) * (1.5 + solve_block(s));
	case LEVEL: return t->a * hat(solve_block(s), t->at, t->by);
	default: return 0;
	}
}

/* Rising edges; *sure: none is doubtful. */
static int count_edges(const Condition *c, int points, bool *sure)
{
	double z[3] = {NAN, NAN, NAN};
	bool before = false, above = false, beside = false; /* the condition and its two parts */
	int edges = 0, since = 1000;

	*sure = true;
	for (int i = 0; i <= points; i++) {
		double t = SPAN * i / points, sum = -c->limit, other = sin(c->w * t) - 0.1;
		bool now;

		for (int k = 0; k < c->n; k++)
			sum += term_at(&c->term[k], t);
		z[0] = z[1];
		z[1] = z[2];
		z[2] = sum;
		/* An extremum may be on the other side of zero between the points. */
		if ((z[1] - z[0]) * (z[2] - z[1]) <= 0 &&
			fabs(z[1]) < fmax(100 * TOLERANCE, fmax(fabs(z[1] - z[0]), fabs(z[2] - z[1]))))
			*sure = false;
		/* Both parts change between two points: in which order decides whether there was an edge.
		 */
		if (i > 0 && c->joined && (sum > 0) != above && (other > 0) != beside)
			*sure = false;
		above = sum > 0;
		beside = other > 0;
		now = above;
		if (c->joined == 1)
			now = above && beside;
		else if (c->joined == 2)
			now = above || !beside;
		if (i > 0 && now != before) {
			if (since < 3 || i < 3 || i > points - 3 ||
				(c->joined && fabs(sum) < 1e-3 && fabs(other) < 1e-3))
				*sure = false;
			since = 0;
			edges += now;
		}
		since++;
		before = now;
	}
	return edges;
}

/* --- the comparison --- */

static int n_models = 15, n_points = POINTS, n_wrong, n_apart, n_compared;

static void compare_model(int number)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_IDA, MDV_SOLVER_RK45,
										MDV_SOLVER_RADAU};
	Condition c[MOST_CONDITIONS];
	int n = 1 + choose(MOST_CONDITIONS), want[MOST_CONDITIONS];
	bool sure[MOST_CONDITIONS];
	Text text;
	Sim s;

	for (int k = 0; k < n; k++) {
		c[k] = random_condition();
		want[k] = count_edges(&c[k], n_points, &sure[k]);
		n_apart += !sure[k];
	}
	text_init(&text, NULL);
	write_model(&text, c, n);
	if (!sim_text(&s, text_str(&text)))
		T_FAIL("%s\n%s", sim_said(&s), text_str(&text));
	for (int j = 0; s.compiled && j < 4; j++) {
		s.o.run.solver = solvers[j];
		s.o.run.stop = SPAN;
		if (sim_run(&s) != MDV_OK) {
			T_FAIL("model %d: %s\n%s", number, sim_said(&s), text_str(&text));
			continue;
		}
		for (int k = 0; k < n; k++) {
			char name[16];

			snprintf(name, sizeof name, "n%d", k);
			if (!sure[k])
				continue;
			n_compared++;
			if (sim_last(&s, name) == want[k])
				continue;
			n_wrong++;
			T_FAIL("model %d, solver %d: n%d = %g, want %d\n%s", number, j, k, sim_last(&s, name),
				   want[k], text_str(&text));
		}
	}
	sim_free(&s);
	text_free(&text);
}

static void no_event_is_lost_or_doubled(void)
{
	for (int i = 0; i < n_models; i++)
		compare_model(i);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		n_models = atoi(argv[1]);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 10);
	if (argc > 3)
		n_points = atoi(argv[3]);
	printf("%d models, seed %llu, %d points\n", n_models, (unsigned long long)seed, n_points);
	T_RUN(no_event_is_lost_or_doubled);
	printf("%d counts compared, %d wrong, %d conditions apart\n", n_compared, n_wrong, n_apart);
	return T_END();
}
