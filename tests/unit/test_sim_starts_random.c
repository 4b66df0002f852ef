/* SPDX-License-Identifier: MIT
   Models made at random about how they begin: parameters that the initial system determines, in
   chains and loops, from states, derivatives and each other; samplers that take their times from
   them; pre values as unknowns of the start; whens in for-equations. Two solvers agree, and so does
   full iteration of events, in every bit.
   usage: test_sim_starts_random [MODELS [FIRST_SEED]] */
#include "sim.h"
#include "t.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 4, MOST_SAMPLERS = 4 };

static int n_models = 60;
static uint64_t first_seed = 1;

typedef struct Maker {
	uint64_t seed;  /* of the numbers to come */
	Text out;       /* the model */
	int n_states;   /* x[1] … */
	int n_samplers; /* s[1] …, k[1] … */
} Maker;

static int pick(Maker *m, int n)
{
	m->seed = map_hash(m->seed + 0x9e3779b97f4a7c15u);
	return (int)(m->seed % (uint64_t)n);
}

/* A number from low on, of 4 digits that no other instant of a model has. */
static double number(Maker *m, double low, double high)
{
	return low + (high - low) * (pick(m, 9973) + 0.137) / 9973;
}

static void say(Maker *m, const char *format, ...) PRINTF_LIKE(2, 3);

static void say(Maker *m, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(&m->out, format, args);
	va_end(args);
}

/* p and q: each by its own equation, one by the other, in a loop, or from a state. From a
   derivative, b[1] makes p smaller, and so q, which it is compared with: if q grew, neither value
   of b[1] might agree with it. */
static void determine_parameters(Maker *m)
{
	switch (pick(m, 5)) {
	case 0: say(m, "  p = %.6g;\n  q = 0.5 + 0.2*p;\n", number(m, 0.5, 2)); break;
	case 1: say(m, "  p + 0.3*q = %.6g;\n  q - 0.4*p = 0.3;\n", number(m, 1, 2)); break;
	case 2: say(m, "  p^3 + p = %.6g + 0.1*q;\n  q = 1 + 0.3*sin(p);\n", number(m, 1, 3)); break;
	case 3: say(m, "  der(x[1]) = %.6g;\n  q = 0.7 + 0.2*tanh(p);\n", number(m, -0.3, 0.3)); break;
	default:
		say(m, "  x[1] = 0.5*p;\n  q = x[1] + 0.6;\n  p*q = %.6g;\n", number(m, 0.6, 1.5));
		break;
	}
}

/* Does x[1] have a start value that holds? */
static bool is_first_fixed(const Maker *m)
{
	return !strstr(text_str((Text *)(uintptr_t)&m->out), "  x[1] = ");
}

/* What holds for a discrete variable before the start: given, from a parameter, or so that the
   start changes nothing. */
static void determine_pre(Maker *m, int i)
{
	switch (pick(m, 3)) {
	case 0: say(m, "  pre(s[%d]) = %.6g*p;\n", i, number(m, 0.1, 1)); break;
	case 1: say(m, "  s[%d] = %.6g - q;\n", i, number(m, 0.5, 2)); break;
	default: say(m, "  pre(s[%d]) + 0.5*s[%d] = p + x[1];\n", i, i); break;
	}
	say(m, "  pre(k[%d]) = %d;\n", i, pick(m, 5));
}

static void declare(Maker *m)
{
	say(m,
		"model M\n  parameter Real p(fixed = false, start = 1), q(fixed = false, start = 1);\n"
		"  parameter Real t0[%d](each fixed = false), dt[%d](each fixed = false, each start = 1);\n"
		"  Real x[%d](each start = 0.5), e[%d];\n  discrete Real s[%d];\n  Integer k[%d];\n"
		"  Boolean b[%d];\n  discrete Real d[%d](each start = 0, each fixed = true);\n",
		m->n_samplers, m->n_samplers, m->n_states, m->n_states, m->n_samplers, m->n_samplers,
		m->n_states, m->n_states);
}

/* States follow each other in a ring; some see what was sampled, or drive themselves on, away from
   where their relation changes: the other way they would slide. */
static void move(Maker *m)
{
	say(m, "  for i in 1:%d loop\n    e[i] = %s;\n", m->n_states,
		pick(m, 2) ? "x[i]^3 + x[i]" : "x[i] + 0.1*sin(x[i])");
	say(m,
		"    der(x[i]) = %.6g*(x[if i == 1 then %d else i - 1] - x[i]) + %.6g*cos(%.6g*time + i)"
		" + (if i == 1 then 0.3*p - 0.4*x[1] else 0)%s;\n  end for;\n",
		number(m, 0.2, 1.5), m->n_states, number(m, 0.5, 2), number(m, 2, 7),
		pick(m, 2) ? " + 0.05*s[1]" : " + (if b[i] then 0.2 else 0)");
}

static void sample(Maker *m)
{
	say(m, "  for i in 1:%d loop\n    when sample(t0[i], dt[i]) then\n", m->n_samplers);
	say(m, "      s[i] = %.6g*pre(s[i]) + %.6g*x[%d];\n", number(m, -0.6, 0.6), number(m, 0.2, 1),
		1 + pick(m, m->n_states));
	say(m, "      k[i] = pre(k[i]) + (if pre(b[%d]) then 2 else 1);\n    end when;\n  end for;\n",
		1 + pick(m, m->n_states));
}

static void react(Maker *m)
{
	say(m, "  for i in 1:%d loop\n    b[i] = e[i] > %.6g*i + 0.1*q%s;\n", m->n_states,
		number(m, 0.05, 0.4), pick(m, 2) ? " and time > 0.1717" : "");
	say(m, "    when %s then\n      d[i] = pre(d[i]) + %s;\n",
		pick(m, 2) ? "b[i]" : "{b[i], not b[i]}", pick(m, 2) ? "p" : "x[i]");
	if (pick(m, 2))
		say(m, "    elsewhen x[i] < -%.6g then\n      d[i] = -q;\n", number(m, 0.1, 0.8));
	say(m, "    end when;\n  end for;\n");
}

static void make(Maker *m, uint64_t seed)
{
	bool fixed;

	m->seed = seed;
	m->n_states = 1 + pick(m, MOST_STATES);
	m->n_samplers = 1 + pick(m, MOST_SAMPLERS);
	text_clear(&m->out);
	declare(m);
	say(m, "initial equation\n");
	determine_parameters(m);
	fixed = is_first_fixed(m);
	for (int i = fixed ? 1 : 2; i <= m->n_states; i++)
		say(m, "  x[%d] = %.6g;\n", i, number(m, -0.5, 1));
	for (int i = 1; i <= m->n_samplers; i++) {
		say(m, "  t0[%d] = %.6g + 0.01*q;\n  dt[%d] = %.6g + 0.02*p^2;\n", i, number(m, 0.02, 0.4),
			i, number(m, 0.1, 0.5));
		determine_pre(m, i);
	}
	say(m, "equation\n");
	move(m);
	sample(m);
	react(m);
	say(m, "  annotation(experiment(StopTime = 3, Tolerance = 1e-9));\nend M;\n");
}

typedef struct Kept {
	VEC(double) time, value; /* of all rows */
} Kept;

static void keep(const Sim *s, Kept *k)
{
	k->time.n = k->value.n = 0;
	for (size_t i = 0; i < s->time.n; i++)
		vec_push(&alloc_heap, &k->time, s->time.at[i]);
	for (size_t i = 0; i < s->value.n; i++)
		vec_push(&alloc_heap, &k->value, s->value.at[i]);
}

/* The first variable that differs; NULL: none does. */
static const char *difference(const Sim *s, const Kept *k, double tol, double *t)
{
	size_t n = (size_t)s->cx.island->model.n_vars;

	*t = 0;
	if (s->time.n != k->time.n)
		return "the number of rows";
	for (size_t i = 0; i < s->time.n; i++) {
		*t = k->time.at[i];
		if (!(fabs(s->time.at[i] - k->time.at[i]) <= tol))
			return "time";
		for (size_t v = 0; v < n; v++) {
			double a = s->value.at[i * n + v], b = k->value.at[i * n + v];
			bool real = s->cx.island->model.var[v].type == MDV_REAL;

			if (!(a == b || (real && fabs(a - b) <= tol * (1 + fabs(b)))))
				return s->cx.island->model.var[v].name;
		}
	}
	return NULL;
}

/* Full iteration with the same solver, then another solver. */
static void check_model(Maker *m, Sim *s, uint64_t seed, long *n_events)
{
	static const struct {
		MdvSolver solver;
		bool full;
		double tol;
		const char *name;
	} way[] = {{MDV_SOLVER_RK45, false, 0, "rk45"},
			   {MDV_SOLVER_RK45, true, 0, "full iteration"},
			   {MDV_SOLVER_CVODE, false, 1e-5, "cvode"}};
	Kept first = {0};

	for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
		const char *what;
		double t;

		s->o.run.solver = way[k].solver;
		s->full_iteration = way[k].full;
		if (sim_run(s) != MDV_OK) {
			T_FAIL("model %llu, %s: %s%s", (unsigned long long)seed, way[k].name, sim_said(s),
				   text_str(&m->out));
			break;
		}
		if (k == 0) {
			keep(s, &first);
			*n_events += (long)(s->result.stats.state_events + s->result.stats.time_events);
			continue;
		}
		what = difference(s, &first, way[k].tol, &t);
		if (what)
			T_FAIL("model %llu: %s differs at %g with %s:\n%s", (unsigned long long)seed, what, t,
				   way[k].name, text_str(&m->out));
	}
	vec_free(&alloc_heap, &first.time);
	vec_free(&alloc_heap, &first.value);
}

static void starts_made_at_random_agree(void)
{
	Maker m = {0};
	Sim *s = calloc(1, sizeof *s);
	long n_events = 0;

	text_init(&m.out, NULL);
	for (int i = 0; i < n_models; i++) {
		uint64_t seed = first_seed + (uint64_t)i;

		make(&m, seed);
		if (sim_text(s, text_str(&m.out)))
			check_model(&m, s, seed, &n_events);
		else
			T_FAIL("model %llu: %s%s", (unsigned long long)seed, sim_said(s), text_str(&m.out));
		sim_free(s);
	}
	printf("%d models from seed %llu on: %ld events\n", n_models, (unsigned long long)first_seed,
		   n_events);
	T_CHECK(n_events >= 10L * n_models);
	text_free(&m.out);
	free(s);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		n_models = atoi(argv[1]);
	if (argc > 2)
		first_seed = strtoull(argv[2], NULL, 10);
	T_RUN(starts_made_at_random_agree);
	return T_END();
}
