/* SPDX-License-Identifier: MIT
   arrays.c — arrays of FMI 3 as their elements: what modevs simulates has scalars, a[1,1], a[1,2]
   …, row by row as the standard has them. All elements of an array share its value reference; sizes
   are numbers, or the start values of structural parameters. */
#include "fmi/fmi.h"

#include <string.h>

#define MOST_ELEMENTS 1000000 /* of all arrays: beyond, the description is wrong or hostile */

typedef struct Expand {
	FmiDescription *d; /* whose variables */
	Arena *keep;       /* memory */
	FmiVars to;        /* with elements */
	size_t n;          /* elements so far */
	char *why;         /* what is wrong */
	size_t size;       /* bytes of it */
} Expand;

static bool refuse(const Expand *e, const FmiVar *v, const char *text)
{
	snprintf(e->why, e->size, "modelDescription.xml: '%s': %s", v->name, text);
	return false;
}

static bool size_of(const Expand *e, const FmiVar *v, int dim, uint32_t *size)
{
	*size = v->dim[dim];
	if (!v->dim_is_ref[dim])
		return true;
	for (size_t i = 0; i < e->d->var.n; i++) {
		const FmiVar *s = &e->d->var.at[i];

		if (s->ref == v->dim[dim] && s->type == MDV_INTEGER && s->n_dims == 0 && s->has_start) {
			*size = (uint32_t)s->start;
			return s->start >= 0 && s->start <= MOST_ELEMENTS;
		}
	}
	return false;
}

/* The next number of a list; the last one stays where the list ends, if it has one only. */
static bool next_start(const char **at, bool is_truth, double *value)
{
	size_t n;

	*at += strspn(*at, " \t\r\n");
	n = strcspn(*at, " \t\r\n");
	if (is_truth)
		*value = (n == 4 && !strncmp(*at, "true", n)) || (n == 1 && **at == '1');
	else if (n > 0 && !real_read(*at, n, value))
		return false;
	*at += n;
	return n > 0;
}

/* a[1,2]; of der(a) it is der(a[1,2]). */
static const char *name_of(const Expand *e, const FmiVar *v, const uint32_t size[], uint32_t k)
{
	uint32_t at[FMI_MOST_DIMS];
	size_t n = strlen(v->name);
	Text text;
	const char *name;

	if (!strncmp(v->name, "der(", 4) && v->name[n - 1] == ')')
		n--;
	for (int i = v->n_dims - 1; i >= 0; k /= size[i--])
		at[i] = k % size[i] + 1;
	text_init(&text, NULL);
	text_printf(&text, "%.*s[", (int)n, v->name);
	for (int i = 0; i < v->n_dims; i++)
		text_printf(&text, "%s%u", i ? "," : "", (unsigned)at[i]);
	text_printf(&text, "]%s", v->name + n);
	name = arena_strndup(e->keep, text_str(&text), text.n);
	text_free(&text);
	return name;
}

static bool expand(Expand *e, const FmiVar *v)
{
	uint32_t size[FMI_MOST_DIMS];
	const char *starts = v->start_list;
	const FmiText *text = v->start_texts;
	uint64_t n = 1;

	for (int i = 0; i < v->n_dims; i++) {
		if (!size_of(e, v, i, &size[i]))
			return refuse(e, v, "a dimension that is no size");
		n *= size[i];
		if (n + e->n > MOST_ELEMENTS)
			return refuse(e, v, "there are more than a million elements");
	}
	e->n += n;
	for (uint32_t k = 0; k < n; k++) {
		FmiVar element = *v;

		element.name = name_of(e, v, size, k);
		element.element = k;
		element.n_elements = (uint32_t)n;
		if (starts && !next_start(&starts, v->type == MDV_BOOLEAN, &element.start))
			return refuse(e, v, "it has fewer start values than elements");
		element.start_text = text ? text->text : v->start_text;
		text = text && text->next ? text->next : text;
		vec_push(arena_allocator(e->keep), &e->to, element);
	}
	return true;
}

bool arrays_expand(FmiDescription *d, Arena *keep, char *why, size_t size)
{
	Expand e = {.d = d, .keep = keep, .why = why, .size = size};
	bool any = false;

	for (size_t i = 0; i < d->var.n && !any; i++)
		any = d->var.at[i].n_dims > 0;
	if (!any)
		return true;
	for (size_t i = 0; i < d->var.n; i++) {
		if (d->var.at[i].n_dims == 0)
			vec_push(arena_allocator(keep), &e.to, d->var.at[i]);
		else if (!expand(&e, &d->var.at[i]))
			return false;
	}
	d->var = e.to;
	return true;
}
