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
	"auto",        "bool",        "break",  "case",      "char",     "const",       "continue",
	"default",     "do",          "double", "else",      "enum",     "extern",      "false",
	"float",       "for",         "goto",   "if",        "inline",   "int",         "long",
	"register",    "restrict",    "return", "short",     "signed",   "sizeof",      "static",
	"struct",      "switch",      "true",   "typedef",   "union",    "unsigned",    "void",
	"main",        "volatile",    "while",  "functions", "homotopy", "as_instance", "is_initial",
	"folders",     "is_terminal", "now",    "no_origin", "origins",  "regions",     "model_rows",
	"model_texts", "model"};

bool emit_name_is_valid(const char *name)
{
	for (size_t i = 0; i < sizeof taken_names / sizeof *taken_names; i++)
		if (!strcmp(name, taken_names[i]))
			return false;
	if (!strncmp(name, "mdv_", 4)) /* names of the runtime, and of tables */
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

/* With _2, _3 … if others came first. */
const char *emit_name_unique(Emit *e, const char *name)
{
	const char *tried = name;

	for (int k = 2; intern_find(&e->taken, tried, strlen(tried)).i; k++)
		tried = arena_printf(e->keep, "%s_%d", name, k);
	intern_name(&e->taken, tried, strlen(tried));
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

/* Slots that a table of the model speaks of: "crossing_z_0", of arrays "spatial_in_0_1". */
static void name_table(Emit *e, const Field *table)
{
	const Record *r = table->of();
	int32_t n = field_count(e->m, record_model(), table, e->m);

	for (int32_t i = 0; i < n; i++)
		for (int j = 0; j < r->n_fields; j++) {
			const Field *f = &r->field[j];
			const void *record = field_record(table, e->m, i);
			const char *name = NULL;

			if (f->kind != FK_SLOT || f->shape == FS_LIST)
				continue;
			name = arena_printf(e->keep, "%s_%s", table->name, f->name);
			if (f->shape == FS_ONE) {
				name_numbered(e, field_number(f, record, 0), name, i);
				continue;
			}
			name = arena_printf(e->keep, "%s_%d", name, i);
			for (int32_t k = 0; k < field_count(e->m, r, f, record); k++)
				name_numbered(e, field_number(f, record, k), name, k);
		}
}

/* What the tables of the model speak of. No two families of names begin alike, but for numbers. */
static void name_others(Emit *e)
{
	const MdvModel *m = e->m;
	const Record *r = record_model();

	for (int32_t k = 0; k < m->n_sequences; k++)
		for (int32_t i = 0; i < m->sequence[k].n_steps; i++) {
			name_unknowns(e, &m->sequence[k].step[i]);
			name_residuals(e, &m->sequence[k].step[i]);
		}
	for (int i = 0; i < r->n_fields; i++)
		if (r->field[i].kind == FK_RECORD)
			name_table(e, &r->field[i]);
	e->slot_name[m->time] = "now";
	e->slot_name[m->is_initial] = "is_initial";
	e->slot_name[m->is_terminal] = "is_terminal";
	e->slot_name[m->homotopy] = "homotopy";
}

void emit_name_all(Emit *e)
{
	intern_init(&e->taken, arena_allocator(e->keep));
	e->slot_name = NEW_ARRAY(e->keep, const char *, e->m->n_slots);
	e->named = NEW_ARRAY(e->keep, bool, e->m->n_slots);
	e->var_name = NEW_ARRAY(e->keep, const char *, e->m->n_vars);
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		const MdvVar *v = &e->m->var[i];

		e->var_name[i] = emit_name_unique(e, emit_name_of(e->keep, v->name));
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

static void name_side(Arena *keep, const IrFn *fn, const IrFnSide *side, const char *prefix,
					  Intern *taken, const char *name[])
{
	for (int32_t k = 0; k < side->n; k++) {
		const IrFnLeaf *leaf = &side->leaf[k];
		const char *text;

		if (leaf->rank > 0 || leaf->reg < fn->n_constants || name[leaf->reg])
			continue;
		text = arena_printf(keep, "%s_%s", prefix, emit_name_of(keep, leaf->name));
		if (intern_find(taken, text, strlen(text)).i) /* two names become one in C */
			text = arena_printf(keep, "%s__%u", text, leaf->reg);
		intern_name(taken, text, strlen(text));
		name[leaf->reg] = text;
	}
}

void emit_name_sides(Arena *keep, const IrFn *fn, const char *name[])
{
	Intern taken;

	intern_init(&taken, arena_allocator(keep));
	name_side(keep, fn, &fn->in, "in", &taken, name);
	name_side(keep, fn, &fn->out, "out", &taken, name);
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
