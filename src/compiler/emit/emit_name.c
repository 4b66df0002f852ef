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

/* Keywords of C, and names that emitted C has at its top. */
static const char *const taken_names[] = {
	"auto",       "bool",       "break",       "case",        "char",        "const",
	"continue",   "default",    "do",          "double",      "else",        "enum",
	"extern",     "false",      "float",       "for",         "goto",        "if",
	"inline",     "int",        "long",        "register",    "restrict",    "return",
	"short",      "signed",     "sizeof",      "static",      "struct",      "switch",
	"true",       "typedef",    "union",       "unsigned",    "void",        "main",
	"volatile",   "while",      "actions",     "as_instance", "event_graph", "checks",
	"crossings",  "delays",     "discretes",   "functions",   "homotopy",    "initial",
	"input_read", "is_initial", "is_terminal", "model",       "no_origin",   "no_read",
	"now",        "ode_read",   "origins",     "regions",     "samplers",    "sets",
	"sources",    "spatials",   "states",      "time_events", "vars"};

bool emit_name_is_valid(const char *name)
{
	for (size_t i = 0; i < sizeof taken_names / sizeof *taken_names; i++)
		if (!strcmp(name, taken_names[i]))
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

static void name_states(Emit *e, const MdvState state[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		name_slot(e, state[i].tangent, "tangent", state[i].var);
		name_slot(e, state[i].derivative_tangent, "slope_tangent", state[i].var);
	}
}

/* Slots that belong to variables: values before an event, tangents, start values. */
static void name_related(Emit *e)
{
	const MdvModel *m = e->m;

	for (int32_t i = 0; i < m->n_discretes; i++)
		name_slot(e, m->discrete[i].pre, "pre", m->discrete[i].var);
	name_states(e, m->state, m->n_states);
	for (int32_t i = 0; i < m->n_sets; i++)
		name_states(e, m->set[i].candidate, m->set[i].n);
	for (int32_t i = 0; i < m->n_vars; i++)
		name_slot(e, m->var[i].start, "start", i);
}

/* "z_0" */
static void name_numbered(Emit *e, int32_t slot, const char *name, int32_t number)
{
	if (slot >= 0 && !e->slot_name[slot] && !e->constant[slot])
		e->slot_name[slot] = arena_printf(e->keep, "%s_%d", name, number);
}

/* Tangents of a block's unknowns are named after these. */
static void name_unknowns(Emit *e, const MdvStep *s)
{
	for (int32_t i = 0; s->unknown_tangent && i < s->n; i++) {
		const char *name = e->slot_name[s->unknown[i]];
		int32_t tangent = s->unknown_tangent[i];

		if (name && !strncmp(name, "v_", 2) && !e->slot_name[tangent])
			e->slot_name[tangent] = arena_printf(e->keep, "tangent_%s", name + 2);
	}
}

static void name_residuals(Emit *e, const MdvStep *s)
{
	const char *name = arena_printf(e->keep, "residual_%d", s->code);
	const char *tangent = arena_printf(e->keep, "residual_tangent_%d", s->code);

	for (int32_t i = 0; s->residual && i < s->n; i++) {
		name_numbered(e, s->residual[i], name, i);
		if (s->residual_tangent)
			name_numbered(e, s->residual_tangent[i], tangent, i);
	}
}

/* What the tables of the model speak of. No two families of names begin alike, but for numbers. */
static void name_others(Emit *e)
{
	const MdvModel *m = e->m;

	for (int32_t i = 0; i < m->n_crossings; i++) {
		name_numbered(e, m->crossing[i].z, "z", i);
		name_numbered(e, m->crossing[i].scale, "z_size", i);
		name_numbered(e, m->crossing[i].limit, "z_limit", i);
	}
	for (int32_t i = 0; i < m->n_time_events; i++)
		name_numbered(e, m->time_event[i].instant, "instant", i);
	for (int32_t i = 0; i < m->n_samplers; i++) {
		name_numbered(e, m->sampler[i].active, "sample", i);
		name_numbered(e, m->sampler[i].start, "sample_start", i);
		name_numbered(e, m->sampler[i].interval, "sample_interval", i);
	}
	for (int32_t i = 0; i < m->n_actions; i++) {
		name_numbered(e, m->action[i].fires, "fires", i);
		name_numbered(e, m->action[i].value, "new_value", i);
		if (m->action[i].kind != MDV_ACTION_REINIT)
			name_numbered(e, m->action[i].slot, "message", i);
	}
	for (int32_t i = 0; i < m->n_delays; i++) {
		name_numbered(e, m->delay[i].value, "delayed", i);
		name_numbered(e, m->delay[i].input, "delay_input", i);
		name_numbered(e, m->delay[i].delay, "delay_time", i);
	}
	for (int k = 0; k < MDV_SEQ_COUNT; k++)
		for (int32_t i = 0; i < m->sequence[k].n_steps; i++) {
			name_unknowns(e, &m->sequence[k].step[i]);
			name_residuals(e, &m->sequence[k].step[i]);
		}
	e->slot_name[m->time] = "now";
	e->slot_name[m->is_initial] = "is_initial";
	e->slot_name[m->is_terminal] = "is_terminal";
	e->slot_name[m->homotopy] = "homotopy";
}

void emit_name_all(Emit *e)
{
	Intern taken;

	intern_init(&taken, arena_allocator(e->scratch));
	e->slot_name = NEW_ARRAY(e->keep, const char *, e->m->n_slots);
	e->named = NEW_ARRAY(e->keep, bool, e->m->n_slots);
	e->var_name = NEW_ARRAY(e->keep, const char *, e->m->n_vars);
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		const MdvVar *v = &e->m->var[i];

		e->var_name[i] = unique(e, &taken, emit_name_of(e->keep, v->name));
		if (!(v->flags & (MDV_VAR_NEGATED | MDV_VAR_ALIAS)))
			name_slot(e, v->slot, "v", i);
	}
	name_related(e);
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
