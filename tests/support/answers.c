/* SPDX-License-Identifier: MIT
   answers.c — models of tests/hybrids, run and compared with what stands in front of them. */
#include "answers.h"

#include <stdlib.h>
#include <string.h>

/* What the line above a model says. */
typedef struct Answer {
	char var[32]; /* "" if the model must fail */
	double value; /* its last value, or the time of the failure */
} Answer;

static bool read_answer(const char *line, Answer *a)
{
	memset(a, 0, sizeof *a);
	return sscanf(line, "// fails at %lf:", &a->value) == 1 ||
		   sscanf(line, "// %31[A-Za-z0-9_] = %lf:", a->var, &a->value) == 2;
}

/* The time in "at time 0.1 an assertion is violated"; NAN if nothing of the kind was said. */
static double failed_at(const Sim *s)
{
	const char *at = strstr(sim_said(s), "at time ");
	double t;

	return at && strstr(at, "an assertion is violated") && sscanf(at, "at time %lf", &t) == 1 ? t
																							  : NAN;
}

static bool is_right(const Sim *s, const Answer *a, double most)
{
	double got = *a->var ? sim_last(s, a->var) : failed_at(s);

	return (s->status == MDV_OK) == (*a->var != 0) &&
		   fabs(got - a->value) <= most * fmax(1, fabs(a->value));
}

/* The words with which this model is refused; NULL: it is not. */
static const char *refusal_of(const char *model, const AnswerRefusal refused[])
{
	const char *name = strstr(model, "\nmodel ");
	size_t n;

	name = name ? name + strlen("\nmodel ") : "";
	n = strcspn(name, " \n\"");
	for (; refused && refused->model; refused++)
		if (strlen(refused->model) == n && strncmp(refused->model, name, n) == 0)
			return refused->words;
	return NULL;
}

static int check_way(Sim *s, const char *model, const Answer *a, const AnswerWay *way,
					 const char *words)
{
	text_clear(&s->said);
	s->o.run.solver = way->solver;
	s->o.run.tol = way->tol;
	sim_run(s);
	if (words ? s->status < 0 && sim_says(s, words) : is_right(s, a, way->most))
		return 0;
	fprintf(stderr, "%s%s: %.10g at time %.10g, %s%.*s\n", solver_of(way->solver)->name,
			words ? " (to be refused)" : "", *a->var ? sim_last(s, a->var) : NAN,
			s->time.n ? s->time.at[s->time.n - 1] : NAN, sim_said(s), (int)strcspn(model, "\n"),
			model);
	return 1;
}

/* One model, from its line of comment to the next model's, n characters. */
static int check_model(const char *text, size_t n, const AnswerWay ways[], size_t n_ways,
					   const AnswerRefusal refused[])
{
	char *model = strndup(text, n);
	int wrong = 0;
	Answer a;
	Sim s;

	if (!sim_text(&s, model) || !read_answer(model, &a)) {
		fprintf(stderr, "%s\n%s", model, sim_said(&s));
		wrong = 1;
	}
	for (size_t k = 0; k < n_ways && s.compiled; k++)
		wrong += check_way(&s, model, &a, &ways[k], refusal_of(model, refused));
	sim_free(&s);
	free(model);
	return wrong;
}

static char *read_file(const char *name)
{
	char path[1024];
	char *text = calloc(1, 1 << 16);
	FILE *f;

	snprintf(path, sizeof path, "%s/tests/hybrids/%s.mo", MDV_SOURCE_DIR, name);
	f = fopen(path, "r");
	if (!f || !text || fread(text, 1, (1 << 16) - 1, f) == 0)
		abort();
	fclose(f);
	return text;
}

int answers_check(const char *name, const AnswerWay ways[], size_t n_ways,
				  const AnswerRefusal refused[])
{
	char *text = read_file(name), *next;
	int wrong = 0;

	for (char *p = text; *p; p = next) {
		next = strstr(p + 1, "\n// ");
		next = next ? next + 1 : p + strlen(p);
		wrong += check_model(p, (size_t)(next - p), ways, n_ways, refused);
	}
	free(text);
	return wrong;
}
