/* SPDX-License-Identifier: MIT
   test_sim_iterate.c — event iteration by changes gives what full iteration gives: models made at
   random, of Booleans, Integers, whens, samplers, pulses, states that are set, algorithms, delays,
   Reals that follow from discrete variables, calls that several equations share, linear and mixed
   blocks are run both ways and must agree in every variable in every row, and in how they end.
   Without blocks and delays they must agree in every bit. */
#include "sim.h"
#include "t.h"

#include <stdarg.h>
#include <stdlib.h>

#define MODELS 2400

enum { MAX_VARS = 14 };

typedef enum Kind { BOOLEAN, INTEGER, REAL_HELD, REAL_MOVING, REAL_STEPS } Kind;

typedef struct Maker {
	uint64_t seed;       /* of the numbers to come */
	Text out;            /* the model */
	Kind kind[MAX_VARS]; /* of variables v0, v1 … */
	int n;               /* variables */
	int at;              /* the one being defined: those before may be read as they are */
	bool exact;          /* both ways must give the same bits */
} Maker;

static int pick(Maker *m, int n)
{
	m->seed = map_hash(m->seed + 0x9e3779b97f4a7c15u);
	return (int)(m->seed % (uint64_t)n);
}

/* A variable of the kind before the one at hand, or, under pre, any; -1: there is none. */
static int find(Maker *m, Kind kind, bool pre)
{
	int limit = pre ? m->n : m->at, first = limit ? pick(m, limit) : 0;

	for (int k = 0; k < limit; k++)
		if (m->kind[(first + k) % limit] == kind)
			return (first + k) % limit;
	return -1;
}

static void say(Maker *m, const char *format, ...) PRINTF_LIKE(2, 3);

static void say(Maker *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(&m->out, format, args);
	va_end(args);
}

static void integer(Maker *m, int depth);

/* A Real that may move; inside of a relation, or of a when. */
static void moving(Maker *m)
{
	int v = find(m, REAL_MOVING, false);

	switch (pick(m, 5)) {
	case 0: say(m, "x"); break;
	case 1: say(m, m->exact ? "y" : "u"); break;
	case 2: say(m, "time"); break;
	case 3: say(m, v >= 0 ? "v%d" : "x", v); break;
	default: say(m, v >= 0 ? "(v%d - y)" : "(x - 0.5*y)", v); break;
	}
}

static void boolean(Maker *m, int depth)
{
	int v = find(m, BOOLEAN, false), p = find(m, BOOLEAN, true), r = find(m, REAL_HELD, true);
	int s = find(m, REAL_STEPS, false), choice = pick(m, depth > 2 ? 9 : 14);

	switch (choice) {
	case 0:
	case 1: say(m, v >= 0 ? "v%d" : "(x > 0.31)", v); break;
	case 2: say(m, p >= 0 ? "pre(v%d)" : "(time > 0.4)", p); break;
	case 3: say(m, v >= 0 ? "edge(v%d)" : "(x > 0.7)", v); break;
	case 4: say(m, v >= 0 ? "change(v%d)" : "(y < 0.5)", v); break;
	case 5:
		say(m, "(");
		moving(m);
		say(m, " %s %d.%d)", pick(m, 2) ? ">" : "<=", pick(m, 2), pick(m, 10));
		break;
	case 6:
		say(m, "(");
		integer(m, depth + 1);
		say(m, " %s %d)", pick(m, 2) ? "<" : ">=", pick(m, 4));
		break;
	case 7: say(m, "(time >= 0.%d)", pick(m, 10)); break;
	case 8:
		if (s >= 0 && pick(m, 2))
			say(m, "(v%d > 0.%d)", s, 1 + pick(m, 8));
		else
			say(m, r >= 0 ? "(pre(v%d) > 0.8)" : "(time > 0.2)", r);
		break;
	case 9:
		say(m, "not ");
		boolean(m, depth + 3);
		break;
	case 10:
		say(m, "(if ");
		boolean(m, depth + 1);
		say(m, " then ");
		boolean(m, depth + 1);
		say(m, " else ");
		boolean(m, depth + 1);
		say(m, ")");
		break;
	default:
		say(m, "(");
		boolean(m, depth + 1);
		say(m, choice == 11 ? " or " : " and ");
		boolean(m, depth + 1);
		say(m, ")");
		break;
	}
}

static void integer(Maker *m, int depth)
{
	int v = find(m, INTEGER, false), p = find(m, INTEGER, true);

	switch (pick(m, depth > 2 ? 4 : 7)) {
	case 0: say(m, v >= 0 ? "v%d" : "1", v); break;
	case 1: say(m, p >= 0 ? "pre(v%d)" : "2", p); break;
	case 2: say(m, "%d", pick(m, 4)); break;
	case 3: say(m, "integer(4*x)"); break;
	case 4:
		say(m, "mod(");
		integer(m, depth + 1);
		say(m, " + %d, 5)", 1 + pick(m, 3));
		break;
	default:
		say(m, "(if ");
		boolean(m, depth + 1);
		say(m, " then ");
		integer(m, depth + 1);
		say(m, " else ");
		integer(m, depth + 1);
		say(m, ")");
		break;
	}
}

/* A call of what changes at events; others may have the same one. */
static void call(Maker *m)
{
	int v = find(m, INTEGER, false), s = find(m, REAL_STEPS, false);

	if (s >= 0 && pick(m, 2))
		say(m, "f(v%d)", s);
	else
		say(m, v >= 0 ? "f(v%d)" : "f(2)", v);
}

/* A value for variable v, inside of a when or an equation that always holds. */
static void value(Maker *m, int v)
{
	switch (m->kind[v]) {
	case BOOLEAN: boolean(m, 0); break;
	case INTEGER:
		say(m, "mod(");
		integer(m, 0);
		say(m, " + %d, 7)", pick(m, 2));
		break;
	case REAL_HELD:
		moving(m);
		say(m, pick(m, 4) ? " + 0.1*pre(v%d)" : " + pre(x) - 0.1*pre(y) + 0.1*pre(v%d)", v);
		break;
	case REAL_MOVING:
		say(m, "(if ");
		boolean(m, 1);
		say(m, " then 1 else 0.5)*x + ");
		moving(m);
		if (pick(m, 2)) {
			say(m, " + ");
			call(m);
		}
		break;
	case REAL_STEPS:
		say(m, "(if ");
		boolean(m, 1);
		say(m, " then 0.25 else 0) + ");
		call(m);
		break;
	}
}

static void condition(Maker *m)
{
	int choice = pick(m, 8);

	if (choice == 0)
		say(m, "sample(0.%d, 0.%d)", pick(m, 3), 1 + pick(m, 4));
	else if (choice == 1)
		say(m, "{sample(0.1, 0.%d), ", 2 + pick(m, 3));
	if (choice == 0)
		return;
	boolean(m, 0);
	if (choice == 1)
		say(m, "}");
}

static void when(Maker *m, int v)
{
	int branches = 1 + (pick(m, 3) == 0);

	if (pick(m, 8) == 0) {
		say(m, "algorithm\n  when ");
		condition(m);
		say(m, " then\n    v%d := ", v);
		value(m, v);
		say(m, ";\n  end when;\nequation\n");
		return;
	}
	for (int b = 0; b < branches; b++) {
		say(m, b ? "  elsewhen " : "  when ");
		condition(m);
		say(m, " then\n    v%d = ", v);
		value(m, v);
		say(m, ";\n");
	}
	say(m, "  end when;\n");
}

/* A Boolean that is true in one pass: what follows from it must be seen. */
static void pulse(Maker *m, int v)
{
	int p = find(m, BOOLEAN, true), q = find(m, BOOLEAN, true);

	say(m, "  v%d = pre(v%d) and not pre(v%d);\n", v, p, q);
}

static void define(Maker *m, int v)
{
	m->at = v;
	if (m->kind[v] == REAL_HELD || (m->kind[v] < REAL_HELD && pick(m, 2))) {
		when(m, v);
	} else if (m->kind[v] == BOOLEAN && pick(m, 4) == 0) {
		pulse(m, v);
	} else {
		say(m, "  v%d = ", v);
		value(m, v);
		say(m, ";\n");
	}
}

static void make(Maker *m, uint64_t seed)
{
	static const char *const type[] = {"Boolean", "Integer", "discrete Real", "Real", "Real"};

	m->seed = seed;
	m->n = 3 + pick(m, MAX_VARS - 3);
	text_clear(&m->out);
	m->exact = pick(m, 3) > 0;
	say(m, "model M\n  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
		   "  function f\n    input Real a;\n    output Real b;\n  algorithm\n    b := 0.3*a;\n"
		   "    while b > 0.8 loop\n      b := b - 0.7;\n    end while;\n  end f;\n");
	if (!m->exact)
		say(m, "  Real u, w, p, q;\n  Boolean late;\n");
	for (int v = 0; v < m->n; v++) {
		int k = pick(m, 10);

		m->kind[v] = v == 0 || k < 3 ? BOOLEAN
					 : k < 5         ? INTEGER
					 : k < 6         ? REAL_HELD
					 : k < 8         ? REAL_MOVING
									 : REAL_STEPS;
		say(m, m->kind[v] >= REAL_MOVING ? "  %s v%d;\n" : "  %s v%d(start = %s, fixed = true);\n",
			type[m->kind[v]], v, m->kind[v] == BOOLEAN ? "false" : "0");
	}
	say(m, "equation\n");
	for (int v = 0; v < m->n; v++)
		define(m, v);
	m->at = m->n;
	/* A mixed block, a linear block that depends on a discrete variable, a delay. */
	if (!m->exact)
		say(m, "  u = x - 0.4 - w;\n  w = if u > 0 then 0.5*u else 0.1*u;\n"
			   "  p + q = x;\n  p - 2*q = if pre(v0) then 1 else y;\n"
			   "  late = delay(p, 0.15) > 0.3 + 0.1*q;\n");
	say(m, "  der(x) = if ");
	boolean(m, 2);
	say(m, " then 1.5 else 1;\n  der(y) = x - y;\n  when ");
	condition(m);
	say(m, " then\n    reinit(%s, ", pick(m, 2) ? "x" : "y");
	moving(m);
	say(m, " - 0.%d);\n  end when;\nend M;\n", pick(m, 10));
}

typedef struct Kept {
	VEC(double) time, value; /* of all rows */
	MdvStatus status;        /* how the run ended */
	double t;                /* where */
} Kept;

static void keep(const Sim *s, Kept *k)
{
	k->time.n = k->value.n = 0;
	for (size_t i = 0; i < s->time.n; i++)
		vec_push(&alloc_heap, &k->time, s->time.at[i]);
	for (size_t i = 0; i < s->value.n; i++)
		vec_push(&alloc_heap, &k->value, s->value.at[i]);
	k->status = s->status;
	k->t = s->result.t;
}

/* The first variable that differs; NULL: none does. */
static const char *difference(const Sim *s, const Kept *k, double tol, double *t)
{
	size_t n = (size_t)s->cx.island->model.n_vars;

	for (size_t i = 0; i < s->time.n && i < k->time.n; i++) {
		*t = k->time.at[i];
		if (!(fabs(s->time.at[i] - k->time.at[i]) <= tol))
			return "time";
		for (size_t v = 0; v < n; v++) {
			double a = s->value.at[i * n + v], b = k->value.at[i * n + v];
			bool real = s->cx.island->model.var[v].type == MDV_REAL;

			if (!(a == b || (isnan(a) && isnan(b)) || (real && fabs(a - b) <= tol)))
				return s->cx.island->model.var[v].name;
		}
	}
	return s->time.n == k->time.n ? NULL : "the number of rows";
}

static void random_models_agree_with_full_iteration(void)
{
	Maker m = {0};
	Kept full = {0};
	Sim *s = calloc(1, sizeof *s);
	int n_run = 0, n_done = 0, n_events = 0, bad = 0, only = 0;
	uint64_t repeats[2] = {0}, evaluations[2] = {0};
	const char *one = getenv("MDV_SEED");

	text_init(&m.out, NULL);
	only = one ? atoi(one) : 0;
	for (int seed = one ? only : 1; seed <= (one ? only : MODELS) && bad < 5; seed++) {
		const char *what;
		double t = 0;

		make(&m, (uint64_t)seed);
		if (one)
			puts(text_str(&m.out));
		if (!sim_text(s, text_str(&m.out))) {
			T_FAIL("model %d: %s%s", seed, sim_said(s), text_str(&m.out));
			bad++;
			sim_free(s);
			continue;
		}
		s->o.run.solver = MDV_SOLVER_RK45;
		s->o.run.interval = 0.25;
		s->max_rows = 2000;
		for (int way = 0; way < 2; way++) {
			s->full_iteration = way == 0;
			sim_run(s);
			repeats[way] += s->result.stats.rt.repeats;
			for (int k = 0; k < MDV_EVENT_SETS; k++)
				evaluations[way] += s->result.stats.rt.evaluations[k];
			if (way == 0)
				keep(s, &full);
		}
		n_run++;
		n_done += s->status == MDV_OK;
		n_events += (int)(s->result.stats.state_events + s->result.stats.time_events);
		what = difference(s, &full, m.exact ? 0 : 1e-8, &t);
		if (what || s->status != full.status || fabs(s->result.t - full.t) > 1e-8) {
			T_FAIL("model %d: %s differs at %g (%s, full iteration %s)", seed,
				   what ? what : "the end", what ? t : full.t, mdv_status_text(s->status),
				   mdv_status_text(full.status));
			bad++;
		}
		sim_free(s);
	}
	printf("%d models, %d ended well, %d events; repeats %llu of %llu, evaluations %llu of %llu\n",
		   n_run, n_done, n_events, (unsigned long long)repeats[1], (unsigned long long)repeats[0],
		   (unsigned long long)evaluations[1], (unsigned long long)evaluations[0]);
	if (!one) {
		T_CHECK(n_run >= 2000);
		T_CHECK(n_done >= 1000);
		T_CHECK(n_events >= 10000);
	}
	vec_free(&alloc_heap, &full.time);
	vec_free(&alloc_heap, &full.value);
	text_free(&m.out);
	free(s);
}

int main(void)
{
	T_RUN(random_models_agree_with_full_iteration);
	return T_END();
}
