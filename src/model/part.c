/* SPDX-License-Identifier: MIT
   part.c — names and types that a class gives against the description of a part. */
#include "model/part.h"

#include <string.h>

static const char *const kind_text[] = {
#define ROW(constant, c, modelica) modelica,
	MDV_PARAM_KINDS(ROW)
#undef ROW
};

static const char times_literals[] = "always,exponential,uniform";
static const char *const times_fields[] = {"kind", "a", "b"};

/* What there is, for who asked for something else: n structs of that size which begin with their
   name. */
static void add_names(Text *why, const char *name, const void *list, size_t n, size_t size)
{
	Suggest near;

	suggest_init(&near, name, strlen(name));
	for (size_t i = 0; i < n; i++) {
		const char *known = *(const char *const *)((const char *)list + i * size);

		suggest_add(&near, known, strlen(known));
	}
	(void)suggest_text(&near, why);
	for (size_t i = 0; near.n == 0 && i < n; i++)
		text_printf(why, "%s%s", i ? ", " : "; there are ",
					*(const char *const *)((const char *)list + i * size));
}

const MdvPart *part_find(const MdvLibrary *library, const char *name, Text *why)
{
	for (uint32_t i = 0; i < library->n_parts; i++)
		if (!strcmp(library->parts[i].name, name))
			return &library->parts[i];
	text_printf(why, "there is no part '%s'", name);
	add_names(why, name, library->parts, library->n_parts, sizeof *library->parts);
	return NULL;
}

PartTimes part_times_field(const char *name)
{
	const char *dot = strchr(name, '.');

	for (int i = 0; dot && i < PART_TIMES_NONE; i++)
		if (!strcmp(dot + 1, times_fields[i]))
			return (PartTimes)i;
	return PART_TIMES_NONE;
}

/* Is it the name of the parameter, or of one of its fields? */
static bool is_named(const MdvParam *param, const char *name)
{
	size_t n = strcspn(name, ".");

	return strlen(param->name) == n && !memcmp(param->name, name, n);
}

static bool fits_times(const PartGiven *g)
{
	if (!strchr(g->name, '.'))
		return g->type == MDV_REAL || g->type == MDV_INTEGER;
	switch (part_times_field(g->name)) {
	case PART_TIMES_KIND:
		return g->type == MDV_ENUMERATION && !g->array && !strcmp(g->literals, times_literals);
	case PART_TIMES_A:
	case PART_TIMES_B: return g->type == MDV_REAL && !g->array;
	case PART_TIMES_NONE: break;
	}
	return false;
}

static bool has_type(const MdvParam *param, const PartGiven *g)
{
	if (param->kind == MDV_PARAM_TIMES)
		return fits_times(g);
	if (strchr(g->name, '.') ||
		g->array != (param->kind == MDV_PARAM_REALS || param->kind == MDV_PARAM_VALUES))
		return false;
	switch (param->kind) {
	case MDV_PARAM_REAL:
	case MDV_PARAM_REALS: return g->type == MDV_REAL || g->type == MDV_INTEGER;
	case MDV_PARAM_INTEGER: return g->type == MDV_INTEGER;
	case MDV_PARAM_BOOLEAN: return g->type == MDV_BOOLEAN;
	case MDV_PARAM_STRING: return g->type == MDV_STRING;
	case MDV_PARAM_CHOICE:
		return g->type == MDV_ENUMERATION && !strcmp(g->literals, param->choices);
	case MDV_PARAM_VALUES:
		return g->type == MDV_REAL || g->type == MDV_INTEGER || g->type == MDV_BOOLEAN;
	case MDV_PARAM_TIMES: break;
	}
	return false;
}

const MdvParam *part_param(const MdvPart *p, const PartGiven *given, Text *why)
{
	for (size_t i = 0; i < p->n_params; i++) {
		const MdvParam *param = &p->params[i];

		if (!is_named(param, given->name))
			continue;
		if (has_type(param, given))
			return param;
		text_printf(why, "the parameter '%s' of the part '%s' is %s%s%s%s, not this", param->name,
					p->name, kind_text[param->kind], param->choices ? " (" : "",
					param->choices ? param->choices : "", param->choices ? ")" : "");
		return NULL;
	}
	text_printf(why, "the part '%s' has no parameter '%.*s'", p->name,
				(int)strcspn(given->name, "."), given->name);
	add_names(why, given->name, p->params, p->n_params, sizeof *p->params);
	return NULL;
}

bool part_complete(const MdvPart *p, const PartGiven *given, size_t n, Text *why)
{
	for (size_t i = 0; i < p->n_params; i++) {
		bool found = !p->params[i].required;

		for (size_t k = 0; k < n && !found; k++)
			found = is_named(&p->params[i], given[k].name);
		if (found)
			continue;
		text_printf(why, "the part '%s' needs the parameter '%s', %s, which is not declared",
					p->name, p->params[i].name, kind_text[p->params[i].kind]);
		return false;
	}
	return true;
}

bool part_fits(const MdvParam *param, double value, Text *why)
{
	char low[32], high[32], x[32];

	if ((param->low == 0 && param->high == 0) || (value >= param->low && value <= param->high))
		return true;
	text_printf(why, "the parameter '%s' is %s: it must be ", param->name, text_real(x, value));
	if (param->high >= 9007199254740992.0)
		text_printf(why, "%s or more", text_real(low, param->low));
	else
		text_printf(why, "from %s to %s", text_real(low, param->low), text_real(high, param->high));
	return false;
}

int32_t part_port(const MdvPart *p, const PartGiven *given, bool output, Text *why)
{
	const MdvPortInfo *port = output ? p->out : p->in;
	size_t n = output ? p->n_out : p->n_in;

	for (size_t i = 0; i < n; i++) {
		if (strcmp(port[i].name, given->name) != 0)
			continue;
		if (port[i].many == given->array)
			return (int32_t)i;
		text_printf(why, "the port '%s' of the part '%s' is %s", given->name, p->name,
					port[i].many ? "an array of ports" : "one port, no array");
		return -1;
	}
	text_printf(why, "the part '%s' has no %s port '%s'", p->name, output ? "output" : "input",
				given->name);
	add_names(why, given->name, port, n, sizeof *port);
	return -1;
}

int32_t part_shown(const MdvPart *p, const PartGiven *given, Text *why)
{
	for (size_t i = 0; i < p->n_shown; i++) {
		const MdvShown *s = &p->shown[i];

		if (strcmp(s->name, given->name) != 0)
			continue;
		if ((int)s->kind == given->type && !given->array)
			return (int32_t)i;
		text_printf(why, "what the part '%s' shows as '%s' is %s, not this", p->name, s->name,
					s->kind == MDV_BOOLEAN   ? "a Boolean"
					: s->kind == MDV_INTEGER ? "an Integer"
											 : "a Real");
		return -1;
	}
	text_printf(why, "the part '%s' shows no '%s'", p->name, given->name);
	add_names(why, given->name, p->shown, p->n_shown, sizeof *p->shown);
	return -1;
}

unsigned part_kinds(const MdvPart *p, bool output, int32_t port)
{
	size_t n = output ? p->n_out : p->n_in;
	const MdvPortInfo *info = output ? p->out : p->in;

	if ((size_t)port >= n) /* further ones of an array */
		port = (int32_t)n - 1;
	return n > 0 && info[port].kinds ? info[port].kinds : PART_ANY;
}
