/* SPDX-License-Identifier: MIT
   print_fn.c — functions and statements as Modelica text. */
#include "compiler/flat/flat.h"

#include <string.h>

typedef struct Out {
	const FlatModel *m;   /* what it belongs to */
	const FlatBody *body; /* whose locals are named */
	Arena *scratch;       /* for expressions */
	Text *text;           /* the result */
} Out;

static const char *name_text(const FlatModel *m, Name name)
{
	return intern_text(m->names, name);
}

static void expr(Out *o, const Expr *e)
{
	print_expr(o->m, o->body, e, o->scratch, o->text);
}

static void indent(Out *o, int depth)
{
	text_add_char(o->text, ' ', 2 * (size_t)depth);
}

void print_declared(const FlatModel *m, const Type *t, const char *name, const char *prefix,
					Text *out)
{
	text_printf(out, "%s", prefix);
	type_print(&m->pool, t->elem, out);
	text_printf(out, " %s", name);
	type_print_dims(t, out);
	text_printf(out, ";\n");
}

static void print_statements(Out *o, const FlatStmt *stmt, int32_t n, int depth);

/* if … elseif … else … end if; also when, while and for. */
static void print_branches(Out *o, const FlatStmt *s, int depth)
{
	static const char *const word[] = {
		[ST_IF] = "if", [ST_WHEN] = "when", [ST_FOR] = "for", [ST_WHILE] = "while"};

	for (int b = 0; b < s->n_branch; b++) {
		indent(o, depth);
		if (s->kind == ST_FOR) {
			text_printf(o->text, "for ");
			expr(o, s->lhs);
			text_printf(o->text, " in ");
			expr(o, s->rhs);
			text_printf(o->text, " loop\n");
		} else if (s->branch[b].cond) {
			text_printf(o->text, "%s%s ", b > 0 ? "else" : "", word[s->kind]);
			expr(o, s->branch[b].cond);
			text_printf(o->text, s->kind == ST_WHILE ? " loop\n" : " then\n");
		} else {
			text_printf(o->text, "else\n");
		}
		print_statements(o, s->branch[b].stmt, s->branch[b].n_stmt, depth + 1);
	}
	indent(o, depth);
	text_printf(o->text, "end %s;\n", word[s->kind]);
}

static void print_statements(Out *o, const FlatStmt *stmt, int32_t n, int depth)
{
	for (int32_t i = 0; i < n; i++) {
		const FlatStmt *s = &stmt[i];

		if (s->n_branch > 0) {
			print_branches(o, s, depth);
			continue;
		}
		indent(o, depth);
		if (s->kind == ST_ASSIGN) {
			expr(o, s->lhs);
			text_printf(o->text, " := ");
			expr(o, s->rhs);
		} else if (s->kind == ST_EFFECT) {
			expr(o, s->rhs);
		} else {
			text_printf(o->text, s->kind == ST_BREAK ? "break" : "return");
		}
		text_printf(o->text, ";\n");
	}
}

void print_body(const FlatModel *m, const FlatBody *body, Arena *scratch, Text *out)
{
	Out o = {m, body, scratch, out};

	print_statements(&o, body->stmt, body->n_stmt, 1);
}

static void print_local(Out *o, const FlatLocal *local)
{
	static const char *const prefix[] = {"  input ", "  output ", "  protected "};

	if (local->kind == LO_ITERATOR)
		return;
	text_printf(o->text, "%s", prefix[local->kind]);
	type_print(&o->m->pool, local->type->elem, o->text);
	text_printf(o->text, " %s", name_text(o->m, local->name));
	for (int d = 0; d < local->type->rank; d++) {
		text_printf(o->text, d == 0 ? "[" : ", ");
		if (local->dim && local->dim[d])
			expr(o, local->dim[d]);
		else if (local->type->dim[d] == DIM_OPEN)
			text_printf(o->text, ":");
		else
			text_printf(o->text, "%d", local->type->dim[d]);
	}
	text_printf(o->text, "%s", local->type->rank > 0 ? "]" : "");
	if (local->init) {
		text_printf(o->text, " := ");
		expr(o, local->init);
	}
	text_printf(o->text, ";\n");
}

static void print_external(Out *o, const FnExternal *x)
{
	text_printf(o->text, "external ");
	print_string(name_text(o->m, x->language), o->text);
	text_printf(o->text, " ");
	if (x->result) {
		expr(o, x->result);
		text_printf(o->text, " = ");
	}
	text_printf(o->text, "%s(", name_text(o->m, x->symbol));
	for (int32_t i = 0; i < x->n_args; i++) {
		text_printf(o->text, i > 0 ? ", " : "");
		expr(o, x->arg[i]);
	}
	text_printf(o->text, ");\n");
}

/* derivative(order = 2, noDerivative = x) = f_dd */
static void print_derivative(Out *o, const FlatFn *fn, const FnDerivative *d)
{
	const char *link = "(";

	text_printf(o->text, "derivative");
	if (d->order != 1) {
		text_printf(o->text, "(order = %d", d->order);
		link = ", ";
	}
	for (int32_t i = 0; d->option && i < fn->n_in; i++) {
		if (!d->option[i])
			continue;
		text_printf(o->text, "%s%s = %s", link,
					d->option[i] == 'n' ? "noDerivative" : "zeroDerivative",
					name_text(o->m, fn->body.local[i].name));
		link = ", ";
	}
	text_printf(o->text, "%s = %s", *link == ',' ? ")" : "",
				name_text(o->m, o->m->fns.at[d->fn.i].name));
}

static void print_inverse(Out *o, const FlatFn *fn, const FnInverse *v)
{
	text_printf(o->text, "inverse(%s = %s(", name_text(o->m, fn->body.local[v->input].name),
				name_text(o->m, o->m->fns.at[v->fn.i].name));
	for (int32_t i = 0; i < v->n_args; i++) {
		text_printf(o->text, i > 0 ? ", " : "");
		expr(o, v->arg[i]);
	}
	text_printf(o->text, "))");
}

static void print_annotations(Out *o, const FlatFn *fn)
{
	static const char *const inlining[] = {"", "Inline = false", "Inline = true",
										   "LateInline = true", "InlineAfterIndexReduction = true"};
	size_t start = o->text->n;

#define LINK() text_printf(o->text, "%s", o->text->n > start ? ", " : "  annotation(")
	for (int i = 0; i < fn->n_derivatives; i++) {
		LINK();
		print_derivative(o, fn, &fn->derivative[i]);
	}
	for (int i = 0; i < fn->n_inverses; i++) {
		LINK();
		print_inverse(o, fn, &fn->inverse[i]);
	}
	if (fn->inlining != IN_UNSET) {
		LINK();
		text_printf(o->text, "%s", inlining[fn->inlining]);
	}
	if (fn->smooth_order >= 0) {
		LINK();
		text_printf(o->text, "smoothOrder = %d", fn->smooth_order);
	}
	if (fn->generate_events) {
		LINK();
		text_printf(o->text, "GenerateEvents = true");
	}
#undef LINK
	if (o->text->n > start)
		text_printf(o->text, ");\n");
}

void print_function(const FlatModel *m, const FlatFn *fn, Arena *scratch, Text *out)
{
	Out o = {m, &fn->body, scratch, out};

	text_printf(out, "%sfunction %s", fn->purity == PU_IMPURE ? "impure " : "",
				name_text(m, fn->name));
	print_comment(m, fn->comment, out);
	text_printf(out, "\n");
	for (int32_t i = 0; i < fn->body.n_locals; i++)
		print_local(&o, &fn->body.local[i]);
	if (fn->external) {
		print_external(&o, fn->external);
	} else {
		text_printf(out, "algorithm\n");
		print_body(m, &fn->body, scratch, out);
	}
	print_annotations(&o, fn);
	text_printf(out, "end %s;\n\n", name_text(m, fn->name));
}
