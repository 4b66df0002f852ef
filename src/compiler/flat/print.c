/* SPDX-License-Identifier: MIT
   print.c — a flat model as the text of a Modelica class: types, functions, variables with their
   attributes, equations, algorithms, in the order of their numbers, so that equal models give equal
   texts. Recursion follows nested branches only, which the parser limits. */
#include "compiler/flat/flat.h"

#include <string.h>

typedef struct Out {
	const FlatModel *m; /* what is printed */
	Arena *scratch;     /* for expressions */
	Text *text;         /* the result */
	Text attrs;         /* attributes of one variable */
} Out;

static const char *name_text(const FlatModel *m, Name name)
{
	return intern_text(m->names, name);
}

void print_comment(const FlatModel *m, Name comment, Text *out)
{
	if (!comment.i)
		return;
	text_printf(out, " ");
	print_string(name_text(m, comment), out);
}

static void attr_expr(Out *o, const char *name, const Expr *e)
{
	if (!e)
		return;
	text_printf(&o->attrs, "%s%s = ", o->attrs.n ? ", " : "", name);
	print_expr(o->m, NULL, e, o->scratch, &o->attrs);
}

static void attr_name(Out *o, const char *name, Name value)
{
	if (!value.i)
		return;
	text_printf(&o->attrs, "%s%s = ", o->attrs.n ? ", " : "", name);
	print_string(name_text(o->m, value), &o->attrs);
}

static void attr_word(Out *o, const char *name, const char *value)
{
	text_printf(&o->attrs, "%s%s = %s", o->attrs.n ? ", " : "", name, value);
}

static void print_attributes(Out *o, VarId v)
{
	static const char *const select[] = {[SS_NEVER] = "StateSelect.never",
										 [SS_AVOID] = "StateSelect.avoid",
										 [SS_DEFAULT] = "StateSelect.default",
										 [SS_PREFER] = "StateSelect.prefer",
										 [SS_ALWAYS] = "StateSelect.always"};
	const FlatAttrs *a = flat_attrs(o->m, v);

	text_clear(&o->attrs);
	attr_name(o, "quantity", a->quantity);
	attr_name(o, "unit", a->unit);
	attr_name(o, "displayUnit", a->display_unit);
	attr_expr(o, "min", a->min);
	attr_expr(o, "max", a->max);
	attr_expr(o, "start", flat_var(o->m, v)->start);
	if (a->fixed != FX_UNSET)
		attr_word(o, "fixed", a->fixed == FX_TRUE ? "true" : "false");
	attr_expr(o, "nominal", a->nominal);
	if (a->state_select != SS_UNSET)
		attr_word(o, "stateSelect", select[a->state_select]);
	if (o->attrs.n > 0)
		text_printf(o->text, "(%s)", text_str(&o->attrs));
}

static void print_variable(Out *o, VarId v)
{
	static const char *const variability[] = {"constant ", "parameter ", "discrete ", ""};
	static const char *const causality[] = {"", "input ", "output "};
	const FlatVar *var = flat_var(o->m, v);
	const FlatDecl *b = flat_decl_of(o->m, v);

	text_printf(o->text, "  %s%s", b->flags & DF_PROTECTED ? "protected " : "",
				b->flags & DF_FINAL ? "final " : "");
	if (b->type->kind != TY_OBJECT && (b->type->kind == TY_REAL || var->variability < VB_DISCRETE))
		text_printf(o->text, "%s", variability[var->variability]);
	text_printf(o->text, "%s", causality[b->causality]);
	type_print(&o->m->pool, b->type, o->text);
	text_printf(o->text, " ");
	flat_print_var(o->m, v, o->text);
	print_attributes(o, v);
	if (var->binding) {
		text_printf(o->text, " = ");
		print_expr(o->m, NULL, var->binding, o->scratch, o->text);
	}
	print_comment(o->m, b->comment, o->text);
	if (b->flags & (DF_EVALUATE | DF_HIDE_RESULT))
		text_printf(o->text, " annotation(%s%s%s)", b->flags & DF_EVALUATE ? "Evaluate = true" : "",
					(b->flags & DF_EVALUATE) && (b->flags & DF_HIDE_RESULT) ? ", " : "",
					b->flags & DF_HIDE_RESULT ? "HideResult = true" : "");
	text_printf(o->text, ";\n");
}

static void print_sides(const FlatModel *m, const FlatEq *eq, Arena *scratch, Text *out)
{
	/* An if-expression on the left would begin an if-equation. */
	bool guard = eq->lhs->op == EX_IF;

	text_printf(out, guard ? "(" : "");
	print_expr(m, NULL, eq->lhs, scratch, out);
	text_printf(out, guard ? ")" : "");
	if (eq->kind == EQ_EQUAL) {
		text_printf(out, " = ");
		print_expr(m, NULL, eq->rhs, scratch, out);
	}
}

static void print_equation(Out *o, const FlatEq *eq, int depth)
{
	const char *word = eq->kind == EQ_IF ? "if" : "when", *link = "";

	text_add_char(o->text, ' ', 2 * (size_t)depth);
	if (eq->n_branch == 0) {
		print_sides(o->m, eq, o->scratch, o->text);
		text_printf(o->text, ";\n");
		return;
	}
	for (int b = 0; b < eq->n_branch; b++) {
		if (b > 0)
			text_add_char(o->text, ' ', 2 * (size_t)depth);
		if (eq->branch[b].cond) {
			text_printf(o->text, "%s%s ", link, word);
			print_expr(o->m, NULL, eq->branch[b].cond, o->scratch, o->text);
			text_printf(o->text, " then\n");
		} else {
			text_printf(o->text, "else\n");
		}
		for (int32_t i = 0; i < eq->branch[b].n_eq; i++)
			print_equation(o, &eq->branch[b].eq[i], depth + 1);
		link = "else";
	}
	text_add_char(o->text, ' ', 2 * (size_t)depth);
	text_printf(o->text, "end %s;\n", word);
}

void print_eq(const FlatModel *m, const FlatEq *eq, Arena *scratch, Text *out)
{
	if (eq->n_branch == 0) {
		print_sides(m, eq, scratch, out);
		return;
	}
	text_printf(out, eq->kind == EQ_IF ? "if " : "when ");
	print_expr(m, NULL, eq->branch[0].cond, scratch, out);
	text_printf(out, " then …");
}

static void print_equations(Out *o, bool initial)
{
	bool title = false;

	for (size_t i = 0; i < o->m->eqs.n; i++) {
		const FlatEq *eq = &o->m->eqs.at[i];

		if (eq->initial != initial)
			continue;
		if (!title)
			text_printf(o->text, initial ? "initial equation\n" : "equation\n");
		title = true;
		print_equation(o, eq, 1);
	}
}

static void print_algorithms(Out *o, bool initial)
{
	for (size_t i = 0; i < o->m->algs.n; i++) {
		const FlatAlg *alg = &o->m->algs.at[i];

		if (alg->initial != initial)
			continue;
		text_printf(o->text, initial ? "initial algorithm\n" : "algorithm\n");
		print_body(o->m, &alg->body, o->scratch, o->text);
	}
}

static void print_record(Out *o, const Type *t)
{
	text_printf(o->text, "record %s\n", name_text(o->m, t->name));
	for (int i = 0; i < t->n_fields; i++)
		print_declared(o->m, t->field[i].type, name_text(o->m, t->field[i].name), "  ", o->text);
	text_printf(o->text, "end %s;\n\n", name_text(o->m, t->name));
}

static void print_enum(Out *o, const Type *t)
{
	text_printf(o->text, "type %s = enumeration(", name_text(o->m, t->name));
	for (int i = 0; i < t->n_fields; i++)
		text_printf(o->text, "%s%s", i > 0 ? ", " : "", name_text(o->m, t->field[i].name));
	text_printf(o->text, ");\n\n");
}

/* Types that every Modelica tool knows. */
static bool is_predefined(const char *name)
{
	return !strcmp(name, "StateSelect") || !strcmp(name, "AssertionLevel") ||
		   !strcmp(name, "ExternalObject");
}

/* Records and enumerations in the order in which they were made. */
static void print_types(Out *o)
{
	const ExprPool *p = &o->m->pool;
	const Type **by_id = NEW_ARRAY(o->scratch, const Type *, p->n_types);

	for (uint32_t i = 0; i < p->n_type_slots; i++)
		if (p->type_slot[i])
			by_id[p->type_slot[i]->id] = p->type_slot[i];
	for (uint32_t i = 0; i < p->n_types; i++) {
		const Type *t = by_id[i];

		if (t->rank > 0 || is_predefined(name_text(o->m, t->name)))
			continue;
		if (t->kind == TY_RECORD)
			print_record(o, t);
		else if (t->kind == TY_ENUM)
			print_enum(o, t);
		else if (t->kind == TY_OBJECT)
			text_printf(o->text, "class %s\n  extends ExternalObject;\nend %s;\n\n",
						name_text(o->m, t->name), name_text(o->m, t->name));
	}
}

static void print_experiment(const FlatExperiment *e, Text *out)
{
	const struct {
		const char *name;
		double value;
		bool given;
	} item[] = {{"StartTime", e->start, e->start != 0},
				{"StopTime", e->stop, e->has_stop},
				{"Tolerance", e->tolerance, e->tolerance != 0},
				{"Interval", e->interval, e->interval != 0}};
	const char *link = "";
	char buf[32];

	if (!e->given)
		return;
	text_printf(out, "  annotation(experiment(");
	for (size_t i = 0; i < sizeof item / sizeof *item; i++) {
		if (!item[i].given)
			continue;
		text_printf(out, "%s%s = %s", link, item[i].name, text_real(buf, item[i].value));
		link = ", ";
	}
	text_printf(out, "));\n");
}

void print_model(const FlatModel *m, Arena *scratch, Text *out)
{
	ArenaMark mark = arena_mark(scratch);
	Out o = {.m = m, .scratch = scratch, .text = out};

	text_init(&o.attrs, arena_heap(m->keep));
	print_types(&o);
	for (size_t i = 0; i < m->fns.n; i++)
		print_function(m, &m->fns.at[i], scratch, out);
	text_printf(out, "class %s", name_text(m, m->name));
	print_comment(m, m->comment, out);
	text_printf(out, "\n");
	for (size_t v = 0; v < m->vars.n; v++)
		print_variable(&o, (VarId){(int32_t)v});
	print_equations(&o, true);
	print_algorithms(&o, true);
	print_equations(&o, false);
	print_algorithms(&o, false);
	print_experiment(&m->experiment, out);
	text_printf(out, "end %s;\n", name_text(m, m->name));
	text_free(&o.attrs);
	arena_release(scratch, mark);
}
