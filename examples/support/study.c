/* SPDX-License-Identifier: MIT
   study.c — what the studies share. */
#include "study.h"

#include "runtime/out/out.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Options */

static void print_help(const char *program, const char *about, const StudyOption *options, size_t n)
{
	printf("%s\n\nusage: %s [options]\n", about, program);
	for (size_t i = 0; i < n; i++) {
		const StudyOption *o = &options[i];

		printf("  %-12s %s", o->name, o->help);
		for (int k = 0; o->kind == STUDY_CHOICE && o->choices[k]; k++)
			printf("%s%s", k ? "|" : ": ", o->choices[k]);
		putchar('\n');
	}
}

static bool read_count(const char *text, uint64_t *value)
{
	char *end;

	*value = strtoull(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0';
}

static bool read_number(const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return end != text && *end == '\0' && isfinite(*value);
}

static bool read_choice(const char *text, const char *const *choices, int *value)
{
	for (int k = 0; choices[k]; k++)
		if (strcmp(text, choices[k]) == 0) {
			*value = k;
			return true;
		}
	return false;
}

static bool read_value(const StudyOption *o, const char *text)
{
	switch (o->kind) {
	case STUDY_NUMBER: return read_number(text, o->value);
	case STUDY_COUNT: return read_count(text, o->value);
	case STUDY_CHOICE: return read_choice(text, o->choices, o->value);
	case STUDY_TEXT: *(const char **)o->value = text; return true;
	case STUDY_FLAG: break;
	}
	return false;
}

/* The option that `argument` names; *text is what follows '=', or NULL. */
static const StudyOption *find_option(const StudyOption *options, size_t n, const char *argument,
									  const char **text)
{
	size_t length = strcspn(argument, "=");

	*text = argument[length] ? argument + length + 1 : NULL;
	for (size_t i = 0; i < n; i++)
		if (strncmp(options[i].name, argument, length) == 0 && options[i].name[length] == '\0')
			return &options[i];
	return NULL;
}

bool study_options(int argc, char **argv, const char *about, const StudyOption *options, size_t n,
				   int *status)
{
	*status = 2;
	for (int i = 1; i < argc; i++) {
		const char *text;
		const StudyOption *o = find_option(options, n, argv[i], &text);

		if (strcmp(argv[i], "--help") == 0) {
			print_help(argv[0], about, options, n);
			*status = 0;
			return false;
		}
		if (!o) {
			fprintf(stderr, "%s: there is no option '%s' (--help lists them)\n", argv[0], argv[i]);
			return false;
		}
		if (o->kind == STUDY_FLAG && !text) {
			*(bool *)o->value = true;
			continue;
		}
		if (!text && i + 1 < argc)
			text = argv[++i];
		if (!text || !read_value(o, text)) {
			fprintf(stderr, "%s: '%s' is no value of %s (%s)\n", argv[0], text ? text : "", o->name,
					o->help);
			return false;
		}
	}
	*status = 0;
	return true;
}

MdvProgram *study_compile(const char *path, const char *model)
{
	MdvCompileOptions o = {.model = model};
	MdvProgram *program;

	if (mdv_compile(path, &o, &program) == MDV_OK)
		return program;
	fputs(program ? mdv_program_messages(program) : "no memory to compile\n", stderr);
	mdv_program_free(program);
	return NULL;
}

MdvSolver study_solver(const char *name)
{
	MdvOptions o = mdv_options();
	char why[200];

	if (mdv_options_set(&o, "solver", name, why, sizeof why) == MDV_OK)
		return o.solver;
	fprintf(stderr, "%s\n", why);
	return (MdvSolver)-1;
}

/* JSON */

static void put_name(const char *name)
{
	printf(", \"%s\": ", name);
}

void study_begin(void)
{
	printf("{\"modevs\": \"%s\"", MDV_VERSION);
}

static void put_number(double value)
{
	if (isfinite(value))
		printf("%.9g", value);
	else
		printf("null");
}

void study_number(const char *name, double value)
{
	put_name(name);
	put_number(value);
}

void study_list(const char *name, const double value[], size_t n)
{
	put_name(name);
	putchar('[');
	for (size_t i = 0; i < n; i++) {
		if (i)
			printf(", ");
		put_number(value[i]);
	}
	putchar(']');
}

void study_count(const char *name, uint64_t value)
{
	put_name(name);
	printf("%" PRIu64, value);
}

void study_text(const char *name, const char *value)
{
	put_name(name);
	putchar('"');
	for (; *value; value++)
		if (*value == '"' || *value == '\\')
			printf("\\%c", *value);
		else if ((unsigned char)*value < 0x20)
			printf("\\u%04x", *value);
		else
			putchar(*value);
	putchar('"');
}

bool study_end(void)
{
	printf("}\n");
	if (fflush(stdout) == 0 && !ferror(stdout))
		return true;
	perror("standard output");
	return false;
}

/* Curves */

void study_curve_add(StudyCurve *c, double t, double y)
{
	if (!c->t) {
		c->t = malloc(2 * PLOT_KEPT * sizeof *c->t);
		c->y = c->t ? c->t + PLOT_KEPT : NULL;
	}
	if (!c->t) {
		c->lost = true;
		return;
	}
	if (c->n == PLOT_KEPT)
		c->n = plot_thin(c->t, c->y, c->n);
	c->t[c->n] = t;
	c->y[c->n++] = y;
}

void study_curve_free(StudyCurve *c)
{
	free(c->t);
	*c = (StudyCurve){.name = c->name, .unit = c->unit};
}

bool study_plot(const char *path, const char *title, const StudyCurve *curves, size_t n)
{
	PlotCurve *drawn = calloc(n ? n : 1, sizeof *drawn);
	Plot plot = {.title = title, .curve = drawn, .n_curves = n};
	char error[512] = "no memory";
	bool ok = drawn != NULL;

	for (size_t i = 0; i < n && ok; i++) {
		const StudyCurve *c = &curves[i];

		drawn[i] = (PlotCurve){.name = c->name, .unit = c->unit, .t = c->t, .y = c->y, .n = c->n};
		ok = !c->lost;
	}
	ok = ok && plot_save(&plot, &alloc_heap, path, error) == MDV_OK;
	if (!ok)
		fprintf(stderr, "%s: %s\n", path, error);
	free(drawn);
	return ok;
}

/* Measures */

double study_cpu(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double study_median(double v[], size_t n)
{
	if (n == 0)
		return NAN;
	qsort(v, n, sizeof *v, compare);
	return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]);
}
