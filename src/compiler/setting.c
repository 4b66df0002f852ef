/* SPDX-License-Identifier: MIT
   setting.c — values that are set from outside (--set): a literal takes the place of the binding of
   a parameter, or of a start value, before the flat model is sorted. Of whole arrays literals in
   braces are a modifier of the class, for sizes may depend on them. */
#include "compiler/compiler.h"
#include "modevs/unit.h"

#include <string.h>

typedef VEC(const Expr *) ExprList;

static VarId find_var(const FlatModel *m, const char *name)
{
	Text text;
	VarId found = {-1};

	text_init(&text, arena_heap(m->keep));
	for (size_t i = 0; i < m->vars.n && found.i < 0; i++) {
		text_clear(&text);
		flat_print_var(m, (VarId){(int32_t)i}, &text);
		if (text_same_name(text_str(&text), name))
			found.i = (int32_t)i;
	}
	text_free(&text);
	return found;
}

/* A literal of the type; NULL: the text is none. */
static const Expr *read_literal(ExprPool *p, const Type *type, const char *text)
{
	size_t n = strlen(text);
	double x;

	if (type->kind == TY_BOOLEAN)
		return !strcmp(text, "true")    ? expr_boolean(p, true)
			   : !strcmp(text, "false") ? expr_boolean(p, false)
										: NULL;
	if (type->kind == TY_STRING) {
		bool quoted = n >= 2 && text[0] == '"' && text[n - 1] == '"';

		return expr_string(p, intern_name(p->names, text + quoted, n - 2 * quoted));
	}
	for (int i = 0; type->kind == TY_ENUM && i < type->n_fields; i++) {
		const char *literal = intern_text(p->names, type->field[i].name);
		const char *dot = strrchr(text, '.');

		if (!strcmp(dot ? dot + 1 : text, literal))
			return expr_enum(p, type, i + 1);
	}
	if (!real_read(text, n, &x))
		return NULL;
	if (type->kind == TY_REAL)
		return expr_real(p, x);
	if (!mdv_is_integer(x) || x != (double)(int64_t)x)
		return NULL;
	if (type->kind == TY_ENUM)
		return x >= 1 && x <= type->n_fields ? expr_enum(p, type, (int)x) : NULL;
	return type->kind == TY_INTEGER ? expr_integer(p, (int64_t)x) : NULL;
}

/* Structural parameters: their values are needed while the model is made, so they are modifiers of
   the class. */

static void print_literal(const Compile *cx, const Expr *e, Text *out)
{
	switch (e->op) {
	case EX_BOOLEAN: text_printf(out, expr_integer_value(e) ? "true" : "false"); break;
	case EX_INTEGER: text_printf(out, "%lld", (long long)expr_integer_value(e)); break;
	case EX_ENUM:
		text_printf(out, ".%s.%s", intern_text(&cx->names, e->type->name),
					intern_text(&cx->names, e->type->field[expr_integer_value(e) - 1].name));
		break;
	case EX_STRING:
		text_printf(out, "\"");
		for (const char *c = intern_text(&cx->names, (Name){e->aux}); *c; c++)
			text_printf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
		text_printf(out, "\"");
		break;
	default: text_printf(out, "%s", text_real((char[32]){0}, expr_real_value(e))); break;
	}
}

/* Whole arrays. */

/* Is a declaration's name, "c[].p[,]", that of the whole array, "c.p"? */
static bool is_array_named(const char *decl, const char *name)
{
	for (size_t len; flat_name_part(decl, &len);) {
		size_t n = decl[len - 1] == '[' ? len - 1 : 0; /* else a comma between subscripts */

		if (strncmp(decl, name, n) != 0)
			return false;
		name += n;
		decl += len;
		decl += *decl == ']';
	}
	return !strcmp(decl, name);
}

/* NULL: there is no such array. */
static const FlatDecl *find_array(const FlatModel *m, const char *name)
{
	for (size_t i = 0; i < m->decls.n; i++)
		if (m->decls.at[i].rank && is_array_named(intern_text(m->names, m->decls.at[i].name), name))
			return &m->decls.at[i];
	return NULL;
}

/* A number, a text or a name in braces: its end. */
static const char *end_of_literal(const char *s)
{
	const char *end = *s == '"' ? strchr(s + 1, '"') : NULL;

	return end ? end + 1 : s + strcspn(s, "{}, ");
}

/* Literals of the type in braces, which are printed, all but the braces also listed; false: it is
   something else. */
static bool read_array(Compile *cx, const Type *type, const char *s, Text *out, ExprList *list)
{
	int depth = 0;

	while (*s) {
		const char *end = end_of_literal(s);
		const Expr *x;

		if (end > s) {
			x = read_literal(&cx->flat.pool, type, arena_strndup(&cx->keep, s, (size_t)(end - s)));
			if (!x || depth == 0)
				return false;
			vec_push(arena_allocator(&cx->keep), list, x);
			print_literal(cx, x, out);
			s = end;
			continue;
		}
		depth += (*s == '{') - (*s == '}');
		text_add(out, s++, 1);
		if (depth < 0 || (depth == 0 && *s))
			return false;
	}
	return depth == 0 && list->n > 0;
}

/* Why an array cannot be set as a whole; NULL: it can. */
static const char *reason_against_array(const FlatModel *m, const FlatDecl *b, const char *value)
{
	if (value[0] != '{')
		return "it is an array: its values stand in braces, as in {1,2,3}; one element is set by "
			   "its subscript";
	if (b->variability > VB_PARAMETER)
		return "the start values of an array are set one by one, by their subscripts";
	if (b->variability == VB_CONSTANT)
		return "it is a constant";
	if (b->flags & (DF_FINAL | DF_CLOSED))
		return "it is final";
	if (flat_decl_size(b) && flat_attrs(m, b->first)->fixed == FX_FALSE)
		return "the initial equations determine it (fixed = false)";
	return NULL;
}

static void begin_modifier(Compile *cx, const char *name)
{
	if (!cx->settings.n)
		text_init(&cx->settings, arena_heap(&cx->keep));
	text_printf(&cx->settings, "%s%s = ", cx->settings.n ? ", " : "model set = set(", name);
}

static void note_array(Compile *cx, const char *name, const char *value)
{
	const FlatDecl *b = find_array(&cx->flat, name);
	ExprList list = {0};
	Text text;

	if (!b || reason_against_array(&cx->flat, b, value))
		return;
	text_init(&text, arena_heap(&cx->keep));
	if (read_array(cx, b->type, value, &text, &list)) {
		begin_modifier(cx, name);
		text_add(&cx->settings, text.at, text.n);
	}
	text_free(&text);
}

/* After the flat model has been made with the modifier: has each element its value? */
static const char *check_array(Compile *cx, const FlatDecl *b, const char *value)
{
	const char *why = reason_against_array(&cx->flat, b, value);
	ExprList list = {0};
	Text text;
	bool fits;

	if (why)
		return why;
	text_init(&text, arena_heap(&cx->keep));
	fits = read_array(cx, b->type, value, &text, &list);
	text_free(&text);
	if (!fits)
		return "the values in braces do not fit its type";
	fits = (int32_t)list.n == flat_decl_size(b);
	for (int32_t i = 0; fits && i < (int32_t)list.n; i++)
		fits = flat_var(&cx->flat, (VarId){b->first.i + i})->binding == list.at[i];
	return fits ? NULL : "its values are replaced on the way, or by another setting";
}

static void note_modifier(Compile *cx, const char *name, const char *value)
{
	FlatModel *m = &cx->flat;
	VarId v = find_var(m, name);
	const Expr *literal = v.i < 0 ? NULL : read_literal(&m->pool, flat_decl_of(m, v)->type, value);

	if (v.i < 0)
		note_array(cx, name, value);
	if (!literal || flat_var(m, v)->variability != VB_PARAMETER || !flat_attrs(m, v)->structural ||
		flat_decl_of(m, v)->flags & (DF_FINAL | DF_CLOSED) || strchr(name, '['))
		return;
	begin_modifier(cx, name);
	print_literal(cx, literal, &cx->settings);
}

bool setting_structure(Compile *cx, const char *const *set)
{
	uint32_t file = 0;
	StoredDef stored;

	for (; set && set[0] && set[1]; set += 2)
		note_modifier(cx, set[0], set[1]);
	if (!cx->settings.n)
		return true;
	text_printf(&cx->settings, ");");
	if (source_add(&cx->sources, "--set", cx->settings.at, cx->settings.n, &file))
		arena_no_memory(&cx->keep);
	stored = parse_file(&cx->syntax, file, 0);
	if (!stored.n || stored.classes[0].kind != EL_CLASS)
		return false;
	cx->top_mod = stored.classes[0].cls->mod;
	return pipeline_flatten_again(cx);
}

const char *setting_apply(Compile *cx, const char *name, const char *value)
{
	FlatModel *m = &cx->flat;
	VarId v = find_var(m, name);
	const FlatDecl *array = v.i < 0 ? find_array(m, name) : NULL;
	const Expr *literal;

	if (array)
		return check_array(cx, array, value);
	if (v.i < 0)
		return "there is no such variable";
	literal = read_literal(&m->pool, flat_decl_of(m, v)->type, value);
	if (!literal)
		return "the value does not fit its type";
	if (flat_var(m, v)->variability > VB_PARAMETER) {
		family_expand(m); /* its equations may be of a form of their own now */
		flat_set_start(m, v, literal);
		return NULL;
	}
	if (flat_var(m, v)->variability == VB_CONSTANT)
		return "it is a constant";
	if (flat_decl_of(m, v)->flags & (DF_FINAL | DF_CLOSED))
		return "it is final";
	if (flat_attrs(m, v)->fixed == FX_FALSE)
		return "the initial equations determine it (fixed = false)";
	if (flat_attrs(m, v)->structural && flat_var(m, v)->binding == literal)
		return NULL; /* a modifier of the class */
	if (flat_attrs(m, v)->structural)
		return "the model is made with its value, and it cannot be a modifier of the class: one "
			   "element of an array, or replaced on the way";
	flat_set_binding(m, v, literal);
	return NULL;
}

/* --- start values that stay open --- */

/* A literal start value that holds; NULL: it is none, or nothing says that it holds. */
static const Expr *fixed_start(FlatModel *m, VarId v)
{
	const FlatDecl *b = flat_decl_of(m, v);
	const Expr *start = flat_var(m, v)->start;

	if (flat_attrs(m, v)->fixed != FX_TRUE || flat_var(m, v)->variability <= VB_PARAMETER ||
		b->causality == CZ_INPUT)
		return NULL;
	if (!start && b->type->kind == TY_REAL)
		return expr_real(&m->pool, 0);
	return start && expr_is_literal(start) && start->op != EX_STRING ? start : NULL;
}

static void open_start(FlatModel *m, VarId v, const Expr *start)
{
	FlatDecl b = {.name = flat_name(m, "$start"),
				  .type = flat_decl_of(m, v)->type,
				  .variability = VB_PARAMETER,
				  .path = flat_decl_of(m, v)->path,
				  .at = flat_decl_of(m, v)->at,
				  .flags = DF_PROTECTED | DF_HIDE_RESULT};
	DeclId decl = flat_add_decl(m, &b);
	VarId parameter;

	if (decl.i < 0) /* there is no number left: it stays as it is */
		return;
	parameter = m->decls.at[decl.i].first;
	flat_set_binding(m, parameter, start);
	flat_set_start(m, v, flat_ref(m, parameter));
}

void setting_open_starts(Compile *cx)
{
	FlatModel *m = &cx->flat;
	int32_t n = (int32_t)m->vars.n;

	for (int32_t i = 0; i < n; i++) {
		const Expr *start = fixed_start(m, (VarId){i});

		if (start)
			open_start(m, (VarId){i}, start);
	}
}

/* Is v one of the unknowns that an iteration begins with the start values of? */
static bool is_guess(const DaeStep *step, int32_t n, VarId v)
{
	for (int32_t i = 0; i < n; i++) {
		bool iterates = step[i].kind != DK_ASSIGN && step[i].kind != DK_LINEAR && step[i].unknown;

		for (int32_t k = 0; iterates && k < step[i].n; k++)
			if (step[i].unknown[k].i == v.i)
				return true;
		if (is_guess(step[i].step, step[i].n_steps, v))
			return true;
	}
	return false;
}

static bool is_listed(const VarId *list, size_t n, VarId v)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].i == v.i)
			return true;
	return false;
}

/* Does the model take notice of the start value of v, which stands for itself? */
static bool has_effect(const Dae *d, VarId v)
{
	if (d->vars.at[v.i].role == DR_INPUT || is_listed(d->started.at, d->started.n, v) ||
		is_guess(d->init.step, d->init.n_steps, v))
		return true;
	for (size_t k = 0; k < d->sets.n; k++)
		if (is_listed(d->sets.at[k].candidate, (size_t)d->sets.at[k].n, v))
			return true;
	return false;
}

static double number_of(const Expr *literal)
{
	return literal->op == EX_REAL ? expr_real_value(literal) : (double)expr_integer_value(literal);
}

/* Of several names of one variable: is it the start value of this one that counts? */
static bool is_taken(const Compile *cx, VarId v)
{
	const Dae *d = &cx->island->dae;
	const DaeVar *x = &d->vars.at[v.i];
	const Expr *set = cx->flat.vars.at[v.i].start, *start = d->vars.at[x->alias.i].start;

	if (x->fixed || set == start) /* two that are fixed must agree */
		return true;
	if (!x->negated || !start || !expr_is_literal(start) || !set || set->op == EX_STRING)
		return false;
	return set->op == EX_BOOLEAN ? expr_integer_value(set) != expr_integer_value(start)
								 : number_of(set) == -number_of(start);
}

static const char *reason_against(const Compile *cx, const char *name)
{
	const Dae *d = &cx->island->dae;
	VarId v = find_var(&cx->flat, name), rep;
	Text text;

	if (v.i < 0 || cx->flat.vars.at[v.i].variability <= VB_PARAMETER)
		return NULL;
	rep = d->vars.at[v.i].alias;
	if (!has_effect(d, rep))
		return d->vars.at[rep.i].is_state
				   ? "the initial equations determine it, whatever its start value is"
				   : "it is neither a parameter nor a state: its value follows from equations";
	if (is_taken(cx, v))
		return NULL;
	text_init(&text, arena_heap(d->keep));
	text_printf(&text, "it is another name of '");
	flat_print_var(&cx->flat, rep, &text);
	text_printf(&text, "', whose start value counts");
	return arena_strdup(d->keep, text_str(&text));
}

/* -- all of them ---------------------------------------------------------------------------- */

/* "there is no such variable; did you mean 'x'?" */
static const char *name_near(Compile *cx, const char *name)
{
	const FlatModel *m = &cx->flat;
	Suggest near;
	Text text;

	suggest_init(&near, name, strlen(name));
	text_init(&text, arena_heap(&cx->keep));
	for (size_t i = 0; i < m->vars.n; i++) {
		text_clear(&text);
		flat_print_var(m, (VarId){(int32_t)i}, &text);
		suggest_add(&near, arena_strndup(&cx->scratch, text_str(&text), text.n), text.n);
	}
	text_clear(&text);
	text_printf(&text, "there is no such variable");
	suggest_text(&near, &text);
	return arena_strndup(&cx->keep, text_str(&text), text.n);
}

bool setting_values(Compile *cx, const char *const *set, SettingRefused *refused)
{
	for (; set && set[0] && set[1]; set += 2) {
		const char *why = setting_apply(cx, set[0], set[1]);

		if (why && find_var(&cx->flat, set[0]).i < 0 && !find_array(&cx->flat, set[0]))
			why = name_near(cx, set[0]);
		*refused = (SettingRefused){set[0], set[1], why};
		if (why)
			return false;
	}
	return true;
}

bool setting_effects(Compile *cx, const char *const *set, SettingRefused *refused)
{
	for (; set && set[0] && set[1]; set += 2) {
		*refused = (SettingRefused){set[0], set[1], reason_against(cx, set[0])};
		if (refused->why)
			return false;
	}
	return true;
}
