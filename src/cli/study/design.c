/* SPDX-License-Identifier: MIT
   design.c — what is varied: the texts of --vary, and the values of each run. All is computed from
   the number of the run, so that a plan of any size takes no memory and runs may be made in any
   order.
 */
#include "cli/study/study.h"

#include <errno.h>
#include <math.h>
#include <string.h>

static bool wrong(const Options *o, const char *text, const char *why)
{
	return options_wrong(o, "'--vary %s': %s", text, why);
}

/* Numbers with `between` between them, from `at` to `end`; gives how many, 0: something else. */
static size_t read_numbers(const char *at, const char *end, char between, double x[3])
{
	for (size_t n = 0; n < 3; n++) {
		const char *stop = memchr(at, between, (size_t)(end - at));

		stop = stop ? stop : end;
		while (at < stop && *at == ' ')
			at++;
		if (!real_read(at, (size_t)(stop - at), &x[n]) || !isfinite(x[n]))
			return 0;
		if (stop == end)
			return n + 1;
		at = stop + 1;
	}
	return 0;
}

static bool add_item(DesignColumn *c, const char *text, size_t len, Arena *keep)
{
	char *copy = arena_strndup(keep, text, len);
	double x = (double)c->value.n + 1;

	if (!strcmp(copy, "true") || !strcmp(copy, "false"))
		x = !strcmp(copy, "true");
	else if (!real_read(text, len, &x))
		c->texts = true;
	return vec_push(arena_allocator(keep), &c->text, copy) &&
		   vec_push(arena_allocator(keep), &c->value, x);
}

static bool read_list(DesignColumn *c, const char *text, Arena *keep)
{
	c->shape = DESIGN_LIST;
	for (const char *at = text;; at++) {
		const char *end = text_find_outside(at, ",");

		if (end == at)
			return false;
		add_item(c, at, (size_t)(end - at), keep);
		at = end;
		if (!*at)
			break;
	}
	return true;
}

/* A value a line; what is empty does not count. NULL, or what is wrong. */
static const char *read_file(DesignColumn *c, const char *path, Arena *keep)
{
	FILE *f = file_open(path);
	const char *why = NULL;
	char line[1024];
	bool first = true;

	if (!f)
		return file_error(errno);
	c->shape = DESIGN_LIST;
	while (!why && fgets(memset(line, '\n', sizeof line), sizeof line, f)) {
		size_t len = strcspn(line, "\r\n"), all = strlen(line) + 1;
		size_t mark = first ? text_mark(line, len) : 0;

		first = false;
		if (memchr(line + all, '\0', sizeof line - all)) /* the end that fgets has set */
			why = "the character U+0000 in the file means nothing";
		else if (len + 1 == sizeof line)
			why = "a line of the file is longer than 1022 letters";
		else if (len > mark)
			add_item(c, line + mark, len - mark, keep);
	}
	if (!why && ferror(f)) /* what was read so far is not all */
		why = file_error(errno);
	fclose(f);
	return why ? why : c->value.n ? NULL : "the file has no value";
}

static const char *read_range(DesignColumn *c, const char *text)
{
	double x[3];
	size_t n;

	c->log = !strncmp(text, "log:", 4);
	n = read_numbers(text + (c->log ? 4 : 0), text + strlen(text), ':', x);
	if (n < 2)
		return "a range is FROM:TO:POINTS, or FROM:TO where values are drawn";
	c->shape = n == 3 ? DESIGN_POINTS : DESIGN_RANGE;
	c->a = x[0];
	c->b = x[1];
	if (c->log && !(x[0] > 0 && x[1] > 0))
		return "logarithms need ends that are more than 0";
	if (n == 2)
		return c->a < c->b ? NULL : "the end must be more than the beginning";
	if (!(x[2] >= 1 && x[2] <= 1e9 && x[2] == floor(x[2])))
		return "the number of points must be whole, at least 1";
	c->n = (uint64_t)x[2];
	return c->n == 1 && c->a != c->b ? "one point has one value" : NULL;
}

/* normal(m, s), lognormal(m, s), triangular(a, m, b), uniform(a, b) */
static const char *read_distribution(DesignColumn *c, const char *text)
{
	static const struct {
		const char *name;
		DesignShape shape;
		size_t n;
	} known[] = {{"uniform", DESIGN_RANGE, 2},
				 {"normal", DESIGN_NORMAL, 2},
				 {"lognormal", DESIGN_LOGNORMAL, 2},
				 {"triangular", DESIGN_TRIANGULAR, 3}};
	size_t len = strcspn(text, "("), i = 0, all = strlen(text);
	double x[3] = {0};

	while (i < 4 && (strlen(known[i].name) != len || memcmp(known[i].name, text, len) != 0))
		i++;
	if (i == 4)
		return "distributions are uniform(a,b), normal(mean,sd), lognormal(mean,sd of the "
			   "logarithm), triangular(a,mode,b)";
	if (text[all - 1] != ')' || read_numbers(text + len + 1, text + all - 1, ',', x) != known[i].n)
		return "the distribution needs other numbers in its parentheses";
	*c = (DesignColumn){.name = c->name, .shape = known[i].shape, .a = x[0], .b = x[1], .c = x[2]};
	if (c->shape == DESIGN_RANGE || c->shape == DESIGN_TRIANGULAR)
		return x[0] < x[1] && (c->shape == DESIGN_RANGE || x[1] < x[2]) ? NULL
																		: "its numbers must ascend";
	return x[1] > 0 ? NULL : "its deviation must be more than 0";
}

static bool read_column(DesignColumn *c, const Options *o, const char *text, Arena *keep)
{
	const char *equal = text_find_outside(text, "="), *values = equal + 1, *why = NULL;
	bool grid = o->sample == MDV_SAMPLE_GRID;

	if (equal == text || !*equal || !equal[1])
		return wrong(o, text, "it is '--vary NAME=VALUES'");
	c->name = arena_strndup(keep, text, (size_t)(equal - text));
	if (*values == '@')
		why = read_file(c, values + 1, keep);
	else if (strchr(values, '(') && values[strlen(values) - 1] == ')')
		why = read_distribution(c, values);
	else if (strchr(values, ':') && *values != '"')
		why = read_range(c, values);
	else
		why = read_list(c, values, keep) ? NULL : "a value is missing";
	if (c->shape == DESIGN_LIST)
		c->n = c->value.n;
	if (!why && grid && c->n == 0)
		why = "a grid needs points, FROM:TO:POINTS or a list; --sample random or lhs draws values";
	if (!why && !grid && c->shape == DESIGN_POINTS)
		why = "points are for a grid; FROM:TO is a range to draw from";
	return !why || wrong(o, text, why);
}

static bool count_runs(Design *p, const Options *o)
{
	double n = 1;

	if (o->sample != MDV_SAMPLE_GRID) {
		n = o->runs > 0 ? o->runs : 100;
	} else if (o->runs > 0) {
		return options_wrong(o, "'--runs' is for values that are drawn: --sample random or lhs");
	}
	for (size_t i = 0; i < p->n && o->sample == MDV_SAMPLE_GRID; i++)
		n *= (double)p->column[i].n;
	if (n > 1e9)
		return options_wrong(o, "%.3g runs are more than 1000000000", n);
	p->n_runs = (uint64_t)n;
	return true;
}

bool design_read(Design *p, const Options *o, Arena *keep)
{
	*p = (Design){.column = NEW_ARRAY(keep, DesignColumn, o->vary.n + 1),
				  .n = o->vary.n,
				  .seed = (uint64_t)o->seed,
				  .sample = (MdvSample)o->sample};
	if (o->seed > 0 && o->sample == MDV_SAMPLE_GRID)
		return options_wrong(o, "'--seed' is for values that are drawn: --sample random or lhs");
	if (!p->n && o->sample == MDV_SAMPLE_GRID)
		return options_wrong(o, "nothing is varied: --vary NAME=VALUES");
	for (size_t i = 0; i < p->n; i++) {
		if (!read_column(&p->column[i], o, o->vary.at[i], keep))
			return false;
		for (size_t k = 0; k < i; k++)
			if (text_same_name(p->column[k].name, p->column[i].name))
				return options_wrong(o, "'%s' is varied twice", p->column[i].name);
		for (size_t k = 0; k < o->set.n; k++)
			if (text_same_name(o->set.at[k].name, p->column[i].name))
				return options_wrong(o, "'%s' is varied and set", p->column[i].name);
	}
	return count_runs(p, o);
}

/* Point k of n between the ends, which are met exactly. */
static double point_at(const DesignColumn *c, uint64_t k)
{
	double part = c->n > 1 ? (double)k / (double)(c->n - 1) : 0;

	if (k == 0 || k + 1 == c->n)
		return k == 0 ? c->a : c->b;
	return c->log ? c->a * pow(c->b / c->a, part) : c->a + (c->b - c->a) * part;
}

/* The quantile of u. */
static double drawn(const DesignColumn *c, double u)
{
	double left;

	switch (c->shape) {
	case DESIGN_NORMAL: return c->a + c->b * chance_normal(u);
	case DESIGN_LOGNORMAL: return exp(c->a + c->b * chance_normal(u));
	case DESIGN_TRIANGULAR:
		left = (c->b - c->a) / (c->c - c->a);
		return u < left ? c->a + sqrt(u * (c->c - c->a) * (c->b - c->a))
						: c->c - sqrt((1 - u) * (c->c - c->a) * (c->c - c->b));
	default: return c->log ? c->a * pow(c->b / c->a, u) : c->a + (c->b - c->a) * u;
	}
}

/* Of POINTS and LIST: which of them. */
static uint64_t index_of(const Design *p, size_t column, uint64_t run)
{
	for (size_t i = p->n; i-- > column + 1;)
		run /= p->column[i].n;
	return run % p->column[column].n;
}

static double uniform_of(const Design *p, size_t column, uint64_t run)
{
	double u = chance_uniform(p->seed, column, run);

	if (p->sample == MDV_SAMPLE_RANDOM)
		return u;
	return ((double)chance_permute(p->seed, column, run, p->n_runs) + u) / (double)p->n_runs;
}

static uint64_t item_of(const Design *p, size_t column, uint64_t run)
{
	const DesignColumn *c = &p->column[column];
	uint64_t k;

	if (p->sample == MDV_SAMPLE_GRID)
		return index_of(p, column, run);
	k = (uint64_t)(uniform_of(p, column, run) * (double)c->n);
	return k < c->n ? k : c->n - 1;
}

double design_value(const Design *p, size_t column, uint64_t run)
{
	const DesignColumn *c = &p->column[column];

	if (c->shape == DESIGN_LIST)
		return c->value.at[item_of(p, column, run)];
	return c->shape == DESIGN_POINTS ? point_at(c, index_of(p, column, run))
									 : drawn(c, uniform_of(p, column, run));
}

const char *design_text(const Design *p, size_t column, uint64_t run, Arena *keep)
{
	const DesignColumn *c = &p->column[column];

	if (c->shape == DESIGN_LIST)
		return c->text.at[item_of(p, column, run)];
	return arena_strdup(keep, text_real((char[32]){0}, design_value(p, column, run)));
}
