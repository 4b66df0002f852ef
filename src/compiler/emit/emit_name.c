/* SPDX-License-Identifier: MIT
   emit_name.c — the user's names as C identifiers, texts and numbers as literals. */
#include "compiler/emit/emit.h"

#include <math.h>
#include <string.h>

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool emit_name_is_valid(const char *name)
{
	static const char *const keywords[] = {
		"auto",  "bool",     "break",  "case",   "char",     "const",    "continue", "default",
		"do",    "double",   "else",   "enum",   "extern",   "false",    "float",    "for",
		"goto",  "if",       "inline", "int",    "long",     "register", "restrict", "return",
		"short", "signed",   "sizeof", "static", "struct",   "switch",   "true",     "typedef",
		"union", "unsigned", "void",   "main",   "volatile", "while"};

	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (!strcmp(name, keywords[i]))
			return false;
	if (!is_letter(*name))
		return false;
	while (is_letter(*name) || is_digit(*name))
		name++;
	return !*name;
}

/* What is neither letter nor digit separates: one underscore for all that stand together. */
const char *emit_name_of(Arena *keep, const char *name)
{
	char *text = arena_alloc(keep, strlen(name) + 3, 1), *to = text;

	if (is_digit(*name))
		*to++ = '_';
	for (; *name; name++) {
		if (is_letter(*name) || is_digit(*name))
			*to++ = *name;
		else if (to > text && to[-1] != '_')
			*to++ = '_';
	}
	while (to > text + 1 && to[-1] == '_')
		to--;
	if (to == text)
		*to++ = 'x';
	*to = '\0';
	return text;
}

/* A name that nobody has yet: with _2, _3 … if others came first. */
static const char *unique(Emit *e, Intern *taken, const char *name)
{
	const char *tried = name;

	for (int k = 2; intern_find(taken, tried, strlen(tried)).i; k++)
		tried = arena_printf(e->keep, "%s_%d", name, k);
	intern_name(taken, tried, strlen(tried));
	return tried;
}

static void name_slot(Emit *e, int32_t slot, const char *prefix, int32_t var)
{
	if (slot >= 0 && var >= 0 && !e->slot_name[slot] && !e->constant[slot])
		e->slot_name[slot] = arena_printf(e->keep, "%s_%s", prefix, e->var_name[var]);
}

/* Slots that belong to variables: values before an event, tangents. */
static void name_others(Emit *e)
{
	const MdvModel *m = e->m;

	for (int32_t i = 0; i < m->n_discretes; i++)
		name_slot(e, m->discrete[i].pre, "pre", m->discrete[i].var);
	for (int32_t i = 0; i < m->n_states; i++) {
		name_slot(e, m->state[i].tangent, "tangent", m->state[i].var);
		name_slot(e, m->state[i].derivative_tangent, "slope_tangent", m->state[i].var);
	}
	if (!e->slot_name[m->time])
		e->slot_name[m->time] = "now";
}

void emit_name_all(Emit *e)
{
	Intern taken;

	intern_init(&taken, arena_allocator(e->scratch));
	e->slot_name = NEW_ARRAY(e->keep, const char *, e->m->n_slots);
	e->var_name = NEW_ARRAY(e->keep, const char *, e->m->n_vars);
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		const MdvVar *v = &e->m->var[i];

		e->var_name[i] = unique(e, &taken, emit_name_of(e->keep, v->name));
		if (v->slot >= 0 && !e->slot_name[v->slot] && !e->constant[v->slot] &&
			!(v->flags & MDV_VAR_NEGATED))
			e->slot_name[v->slot] = arena_printf(e->keep, "v_%s", e->var_name[i]);
	}
	name_others(e);
}

void emit_name_text(Text *out, const char *text)
{
	text_add_char(out, '"', 1);
	for (const char *s = text; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			text_printf(out, "\\%c", c);
		else if (c == '\n')
			text_printf(out, "\\n");
		else if (c == '?' && s > text && s[-1] == '?') /* no trigraphs */
			text_printf(out, "\\?");
		else if (c < 32 || c == 127)
			text_printf(out, "\\%03o", c);
		else
			text_add_char(out, *s, 1);
	}
	text_add_char(out, '"', 1);
}

void emit_name_comment(Text *out, const char *text)
{
	for (const char *s = text; *s; s++) {
		if ((unsigned char)*s < 32 || *s == 127)
			text_add_char(out, ' ', 1);
		else
			text_add_char(out, *s, 1);
		if ((s[0] == '*' && s[1] == '/') || (s[0] == '/' && s[1] == '*'))
			text_add_char(out, ' ', 1);
	}
}

const char *emit_name_real(Arena *scratch, double value)
{
	char buf[32];

	if (isnan(value))
		return "NAN";
	if (isinf(value))
		return value > 0 ? "INFINITY" : "-INFINITY";
	real_print(buf, value);
	return arena_printf(scratch, "%s%s", buf, strpbrk(buf, ".e") ? "" : ".0");
}

const char *emit_name_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}
