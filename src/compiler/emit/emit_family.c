/* SPDX-License-Identifier: MIT
   emit_family.c — families: the elements of an array of more than a few variables, also of arrays
   of components: server[1].S.n … server[10000].S.n. Their functions take the subscripts. Names
   without their subscripts tell families; one whose subscripts fill a box, and whose elements are
   of one type, is a family. O(size of the names). */
#include "compiler/emit/emit.h"

#include <string.h>

enum { FEWEST = 65, MOST_SUBSCRIPTS = 8 }; /* elements of a family; subscripts in a name */

struct EmitFamily {
	const char *pattern;           /* "server[:].S.n" */
	const char *name;              /* in C */
	int32_t size[MOST_SUBSCRIPTS]; /* n_subs: the largest of each */
	int n_subs;                    /* subscripts */
	int32_t n;                     /* elements */
	int32_t first;                 /* variable: that of the first element met */
	int32_t *element;              /* n, row-major: variables; NULL: it is none */
	bool mixed;                    /* elements of several types, or not all can be read */
	bool settable;                 /* some can be set */
};

typedef struct EmitFamily EmitFamily;

/* "a[2].b[3,4]" is "a[:].b[:,:]" and 2, 3, 4; -1: too many, or none, or no numbers. */
static int take_apart(const char *name, char *pattern, int32_t sub[])
{
	bool inside = false;
	int n = 0;

	for (const char *s = name; *s; s++) {
		int64_t value = 0;

		if (*s == '\'') { /* a quoted name is as it is */
			do
				*pattern++ = *s++;
			while (*s && (*s != '\'' || s[-1] == '\\'));
			if (!*s)
				return -1;
		}
		inside = *s == '[' || (inside && *s != ']');
		*pattern++ = *s;
		if (*s != '[' && !(inside && *s == ','))
			continue;
		while (s[1] >= '0' && s[1] <= '9' && value <= INT32_MAX)
			value = 10 * value + (*++s - '0');
		if (value < 1 || value > INT32_MAX || n == MOST_SUBSCRIPTS)
			return -1;
		sub[n++] = (int32_t)value;
		*pattern++ = ':';
	}
	*pattern = '\0';
	return n;
}

static char *room_for(Emit *e)
{
	size_t longest = 0;

	for (int32_t i = 0; i < e->m->n_vars; i++)
		longest = strlen(e->m->var[i].name) > longest ? strlen(e->m->var[i].name) : longest;
	return arena_alloc(e->scratch, longest + 2 * MOST_SUBSCRIPTS + 2, 1);
}

/* Counts what belongs together: e->family is what may be a family. */
static void gather(Emit *e, Intern *patterns, char *pattern)
{
	int32_t sub[MOST_SUBSCRIPTS];

	for (int32_t i = 0; i < e->m->n_vars; i++) {
		const MdvVar *v = &e->m->var[i];
		int n = emit_access_has_get(v) ? take_apart(v->name, pattern, sub) : -1;
		EmitFamily *f;

		e->family[i] = -1;
		if (n < 1)
			continue;
		e->family[i] = (int32_t)intern_name(patterns, pattern, strlen(pattern)).i - 1;
		f = &e->families[e->family[i]];
		if (f->n++ == 0) {
			f->n_subs = n;
			f->first = i;
		}
		for (int k = 0; k < n; k++)
			f->size[k] = sub[k] > f->size[k] ? sub[k] : f->size[k];
		f->mixed = f->mixed || v->type != e->m->var[f->first].type;
		f->settable = f->settable || emit_access_has_set(v);
	}
}

static bool is_family(const EmitFamily *f)
{
	int64_t box = 1;

	for (int k = 0; k < f->n_subs && box <= f->n; k++)
		box *= f->size[k];
	return !f->mixed && f->n >= FEWEST && box == f->n;
}

static void place(Emit *e, int32_t i, char *pattern)
{
	EmitFamily *f = &e->families[e->family[i]];
	int32_t sub[MOST_SUBSCRIPTS], at = 0;

	(void)take_apart(e->m->var[i].name, pattern, sub);
	for (int k = 0; k < f->n_subs; k++)
		at = at * f->size[k] + sub[k] - 1;
	f->element[at] = i;
}

void emit_family_find(Emit *e)
{
	char *pattern = room_for(e);
	Intern patterns;

	intern_init(&patterns, arena_allocator(e->scratch));
	e->family = NEW_ARRAY(e->keep, int32_t, e->m->n_vars + 1);
	e->families = NEW_ARRAY(e->keep, EmitFamily, e->m->n_vars + 1);
	gather(e, &patterns, pattern);
	e->n_families = (int32_t)patterns.n - 1;
	for (int32_t k = 0; k < e->n_families; k++) {
		EmitFamily *f = &e->families[k];

		if (!is_family(f))
			continue;
		f->pattern = arena_strdup(e->keep, intern_text(&patterns, (Name){(uint32_t)k + 1}));
		f->name = emit_name_unique(e, emit_name_of(e->keep, f->pattern));
		f->element = NEW_ARRAY(e->keep, int32_t, f->n);
	}
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		if (e->family[i] >= 0 && !e->families[e->family[i]].element)
			e->family[i] = -1;
		if (e->family[i] >= 0)
			place(e, i, pattern);
	}
}

/* -- functions ------------------------------------------------------------------------------ */

static void write_subscripts(Emit *e, const EmitFamily *f)
{
	for (int k = 0; k < f->n_subs; k++)
		text_printf(e->out, ", int32_t i%d", k + 1);
}

static void get_head(Emit *e, const EmitFamily *f)
{
	text_printf(e->out, "%s%s_get_%s(const %s *m", emit_access_types[e->m->var[f->first].type],
				e->o->name, f->name, e->o->name);
	write_subscripts(e, f);
	text_printf(e->out, ")");
}

static void set_head(Emit *e, const EmitFamily *f)
{
	text_printf(e->out, "MdvStatus %s_set_%s(%s *m", e->o->name, f->name, e->o->name);
	write_subscripts(e, f);
	text_printf(e->out, ", %svalue)", emit_access_types[e->m->var[f->first].type]);
}

void emit_family_heads(Emit *e)
{
	Text *out = e->out;

	for (int32_t k = 0; k < e->n_families; k++) {
		const EmitFamily *f = &e->families[k];

		if (!f->element)
			continue;
		get_head(e, f);
		text_printf(out, "; /* ");
		emit_name_comment(out, f->pattern);
		for (int d = 0; d < f->n_subs; d++)
			text_printf(out, "%s 1 … %d", d == 0 ? "," : " and", (int)f->size[d]);
		text_printf(out, "; beyond: NAN, INT32_MIN, false or \"\" */\n");
		if (f->settable) {
			set_head(e, f);
			text_printf(out, ";\n");
		}
	}
}

/* Variables that lie at equal distances need no list. */
static bool is_even(const EmitFamily *f)
{
	for (int32_t k = 2; k < f->n; k++)
		if (f->element[k] - f->element[k - 1] != f->element[1] - f->element[0])
			return false;
	return true;
}

/* The number of the variable; -1 beyond the array. */
static void write_element(Emit *e, const EmitFamily *f, int32_t number)
{
	Text *out = e->out;

	text_printf(out, "static int32_t element_%d(", (int)number);
	for (int k = 0; k < f->n_subs; k++)
		text_printf(out, "%sint32_t i%d", k > 0 ? ", " : "", k + 1);
	text_printf(out, ")\n{\n");
	if (!is_even(f)) {
		text_printf(out, "\tstatic const int32_t list[] = {");
		for (int32_t k = 0; k < f->n; k++)
			text_printf(out, "%s%d,", k % 16 == 0 ? "\n\t\t" : " ", (int)f->element[k]);
		text_printf(out, "\n\t};\n");
	}
	text_printf(out, "\tint32_t at = 0;\n\n\tif (");
	for (int k = 0; k < f->n_subs; k++)
		text_printf(out, "%si%d < 1 || i%d > %d", k > 0 ? " || " : "", k + 1, k + 1,
					(int)f->size[k]);
	text_printf(out, ")\n\t\treturn -1;\n");
	for (int k = 0; k < f->n_subs; k++)
		text_printf(out, "\tat = at * %d + i%d - 1;\n", (int)f->size[k], k + 1);
	if (is_even(f))
		text_printf(out, "\treturn %d + %d * at;\n}\n\n", (int)f->element[0],
					f->n > 1 ? (int)(f->element[1] - f->element[0]) : 0);
	else
		text_printf(out, "\treturn list[at];\n}\n\n");
}

static void write_arguments(Emit *e, const EmitFamily *f, int32_t number)
{
	text_printf(e->out, "element_%d(", (int)number);
	for (int k = 0; k < f->n_subs; k++)
		text_printf(e->out, "%si%d", k > 0 ? ", " : "", k + 1);
	text_printf(e->out, ")");
}

static void write_get(Emit *e, const EmitFamily *f, int32_t number)
{
	int type = e->m->var[f->first].type;
	bool whole = type == MDV_INTEGER || type == MDV_ENUMERATION;
	Text *out = e->out;

	get_head(e, f);
	text_printf(out, "\n{\n\t%s",
				type == MDV_STRING ? "return mdv_instance_get_text(as_instance(m), "
								   : "double x = mdv_instance_get(as_instance(m), ");
	write_arguments(e, f, number);
	text_printf(out, ");\n");
	if (type != MDV_STRING)
		text_printf(out, "\n\treturn %s;\n",
					whole                 ? "x == x ? (int32_t)x : INT32_MIN"
					: type == MDV_BOOLEAN ? "x == x && x != 0"
										  : "x");
	text_printf(out, "}\n\n");
}

void emit_family_bodies(Emit *e)
{
	for (int32_t k = 0; k < e->n_families; k++) {
		const EmitFamily *f = &e->families[k];

		if (!f->element)
			continue;
		write_element(e, f, k);
		write_get(e, f, k);
		if (!f->settable)
			continue;
		set_head(e, f);
		text_printf(e->out, "\n{\n\treturn mdv_instance_set(%s_instance(m), ", e->o->name);
		write_arguments(e, f, k);
		text_printf(e->out, ", value);\n}\n\n");
	}
}
