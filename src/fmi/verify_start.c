/* SPDX-License-Identifier: MIT
   verify_start.c — modevs check of an FMU: what is unknown at the start (InitialUnknowns). The list
   has what the standard wants there, and nothing else; and, in initialization mode, what is moved a
   little moves only what depends on it, as the structure has it. */
#include "fmi/fmi.h"

#include <stdlib.h>
#include <string.h>

/* A model may have thousands of parameters, and every one that is moved makes it begin anew: beyond
   this, so many of all are tried. */
enum { MOST_KNOWNS = 200 };

#define STEP  1e-4 /* of a value, by which it is moved */
#define NOISE 1e-7 /* of a value: what iterations that begin elsewhere may leave */

/* --- the list --- */

/* Is it to be there? Of arrays the first element stands for all. */
static bool *find_wanted(const FmiVerify *v, const FmiDescription *d)
{
	bool *wanted = NEW_ARRAY(v->keep, bool, d->var.n + 1);

	for (size_t k = 0; k < d->derivative.n; k++) {
		int32_t state = description_state(d, d->derivative.at[k]);

		wanted[d->derivative.at[k]] = true;
		if (state >= 0)
			wanted[state] = true;
	}
	for (size_t i = 0; i < d->var.n; i++) {
		const FmiVar *x = &d->var.at[i];

		wanted[i] = wanted[i] || x->causality == FMI_OUTPUT || x->causality == FMI_CALCULATED;
		wanted[i] = wanted[i] && x->initial != FMI_EXACT && x->element == 0 && !x->is_alias;
	}
	return wanted;
}

/* The variable that an entry of the structure names; -1: there is none. */
static int32_t find_entry(const FmiDescription *d, uint32_t entry)
{
	if (d->version == 2)
		return entry >= 1 && entry <= d->var.n ? (int32_t)entry - 1 : -1;
	for (size_t i = 0; i < d->var.n; i++)
		if (d->var.at[i].ref == entry)
			return (int32_t)i;
	return -1;
}

void verify_start_list(FmiVerify *v, const FmiDescription *d)
{
	bool *wanted = find_wanted(v, d);
	bool *seen = NEW_ARRAY(v->keep, bool, d->var.n + 1);

	for (size_t k = 0; k < d->initial.n; k++) {
		int32_t i = find_entry(d, d->initial.at[k]);

		if (i < 0 && d->n_binary > 0)
			continue; /* one of those that are left alone */
		if (i < 0)
			verify_find(v, "entry %zu of the initial unknowns is no variable", k + 1);
		else if (seen[i])
			verify_find(v, "'%s' is twice among the initial unknowns", d->var.at[i].name);
		else if (!wanted[i])
			verify_find(v, "'%s' is among the initial unknowns, and is none", d->var.at[i].name);
		if (i >= 0)
			seen[i] = true;
	}
	for (size_t i = 0; i < d->var.n; i++)
		if (wanted[i] && !seen[i])
			verify_find(v, "'%s' is not among the initial unknowns", d->var.at[i].name);
}

/* --- the binary --- */

typedef struct Known {
	int32_t var;    /* which */
	uint32_t entry; /* how the structure names it */
} Known;

typedef struct Unknown {
	int32_t var;   /* which; of an array an element */
	bool *depends; /* by known; NULL: on all */
	double at;     /* its value where nothing is moved */
} Unknown;

typedef struct Start {
	FmiVerify *v;         /* findings */
	const char *folder;   /* of the FMU */
	bool exchange;        /* kind */
	FmiImport im;         /* the FMU, in initialization mode */
	VEC(Known) known;     /* in order of their entries */
	VEC(Unknown) unknown; /* those with a list */
} Start;

static bool open_start(Start *s)
{
	const FmiDescription *d = &s->im.d;
	double start;

	if (!import_open(&s->im, s->folder, s->exchange, (FmiLog){NULL, NULL}, s->v->keep))
		return false;
	calls_note(s->im.calls, s->v->note);
	start = isfinite(d->start) ? d->start : 0;
	return calls_instantiate(s->im.calls) == MDV_OK &&
		   calls_begin(s->im.calls, start, isfinite(d->stop) ? d->stop : INFINITY,
					   d->tol > 0 ? d->tol : 0) == MDV_OK;
}

static int by_entry(const void *a, const void *b)
{
	const Known *x = a, *y = b;

	return (x->entry > y->entry) - (x->entry < y->entry);
}

static bool is_known(const FmiVar *x)
{
	return x->type == MDV_REAL && !x->constant && !x->is_alias &&
		   (x->causality == FMI_INPUT ||
			(x->initial == FMI_EXACT && x->causality != FMI_INDEPENDENT));
}

static void list_knowns(Start *s)
{
	const FmiDescription *d = &s->im.d;
	size_t n = 0, every;

	for (size_t i = 0; i < d->var.n; i++)
		n += is_known(&d->var.at[i]);
	every = n / MOST_KNOWNS + 1;
	n = 0;
	for (size_t i = 0; i < d->var.n; i++)
		if (is_known(&d->var.at[i]) && n++ % every == 0) {
			uint32_t entry = d->version == 2 ? (uint32_t)i + 1 : d->var.at[i].ref;

			vec_push(arena_allocator(s->v->keep), &s->known, ((Known){(int32_t)i, entry}));
		}
	if (s->known.n > 0)
		qsort(s->known.at, s->known.n, sizeof *s->known.at, by_entry);
}

/* The list of an unknown, by known. */
static bool *read_list(Start *s, const char *at)
{
	bool *depends = NEW_ARRAY(s->v->keep, bool, s->known.n + 1);

	while (at && *at) {
		char *end;
		Known wanted = {.entry = (uint32_t)strtoul(at, &end, 10)}, *found = NULL;

		if (end == at)
			return NULL; /* no list of numbers */
		if (s->known.n > 0)
			found = bsearch(&wanted, s->known.at, s->known.n, sizeof wanted, by_entry);
		/* Elements of an array have one entry, and follow each other. */
		while (found && found > s->known.at && found[-1].entry == wanted.entry)
			found--;
		for (; found && found < s->known.at + s->known.n && found->entry == wanted.entry; found++)
			depends[found - s->known.at] = true;
		at = end + strspn(end, " \t\r\n");
	}
	return depends;
}

static void list_unknowns(Start *s)
{
	const FmiDescription *d = &s->im.d;

	for (size_t k = 0; k < d->initial.n; k++) {
		int32_t i = find_entry(d, d->initial.at[k]);
		bool *depends = d->initial_depends.at[k] ? read_list(s, d->initial_depends.at[k]) : NULL;

		if (i < 0 || !depends || d->var.at[i].type == MDV_STRING)
			continue;
		for (uint32_t e = 0; e < (d->var.at[i].n_elements ? d->var.at[i].n_elements : 1); e++)
			vec_push(arena_allocator(s->v->keep), &s->unknown,
					 ((Unknown){.var = i + (int32_t)e, .depends = depends}));
	}
}

static bool get_value(Start *s, int32_t var, double *value)
{
	return calls_get(s->im.calls, &s->im.d.var.at[var], value) == MDV_OK;
}

/* What changes with known k must say so. False: the FMU does not go on there. */
static bool compare(Start *s, size_t k)
{
	for (size_t j = 0; j < s->unknown.n; j++) {
		const Unknown *u = &s->unknown.at[j];
		double now;

		if (!get_value(s, u->var, &now))
			return false;
		if (!u->depends[k] && fabs(now - u->at) > NOISE * (fabs(now) + fabs(u->at) + STEP))
			verify_find(s->v,
						"at the start '%s' changes with '%s', on which it does not depend, as the "
						"structure has it",
						s->im.d.var.at[u->var].name, s->im.d.var.at[s->known.at[k].var].name);
	}
	return true;
}

/* Values beside may be refused, as by an assertion: that is no finding, and the FMU begins anew. */
static bool move(Start *s, size_t k)
{
	const FmiVar *x = &s->im.d.var.at[s->known.at[k].var];
	double value, h;

	if (!get_value(s, s->known.at[k].var, &value) || !isfinite(value))
		return false;
	h = STEP * (value != 0 ? fabs(value) : x->nominal > 0 ? x->nominal : 1);
	if (value + h > x->max)
		h = -h;
	if (value + h < x->min)
		return true;
	return calls_set(s->im.calls, x, value + h) == MDV_OK && compare(s, k) &&
		   calls_set(s->im.calls, x, value) == MDV_OK;
}

void verify_start(FmiVerify *v, const char *folder, bool exchange)
{
	Start s = {.v = v, .folder = folder, .exchange = exchange};
	bool ok = open_start(&s);

	if (ok) {
		list_knowns(&s);
		list_unknowns(&s);
	}
	for (size_t j = 0; ok && j < s.unknown.n; j++)
		ok = get_value(&s, s.unknown.at[j].var, &s.unknown.at[j].at);
	if (!ok && s.im.calls)
		verify_find(v, "at the start: %s", calls_why(s.im.calls));
	for (size_t k = 0; ok && k < s.known.n && s.unknown.n > 0 && !verify_is_full(v); k++)
		if (!move(&s, k)) {
			import_close(&s.im);
			ok = open_start(&s);
		}
	import_close(&s.im);
}
