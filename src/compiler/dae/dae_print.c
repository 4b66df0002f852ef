/* SPDX-License-Identifier: MIT
   dae_print.c — everything in a Dae before it is sorted, as text: for tests and for looking at. */
#include "compiler/dae/dae.h"

typedef struct Printer {
	const Dae *d;   /* what is printed */
	Arena *scratch; /* work space */
	Text *out;      /* where to */
} Printer;

static void expr(Printer *p, const char *before, const Expr *e)
{
	if (!e)
		return;
	text_printf(p->out, "%s", before);
	print_expr(p->d->m, NULL, e, p->scratch, p->out);
}

static void name(Printer *p, VarId v)
{
	flat_print_var(p->d->m, v, p->out);
}

static const char *kind_of(const FlatModel *m, VarId v)
{
	switch (flat_decl_of(m, v)->type->kind) {
	case TY_REAL: return "Real";
	case TY_INTEGER: return "Integer";
	case TY_BOOLEAN: return "Boolean";
	case TY_STRING: return "String";
	case TY_ENUM: return "enumeration";
	default: return "object";
	}
}

static void print_var(Printer *p, VarId v)
{
	static const char *const role[] = {"known", "parameter", "input", "continuous", "discrete"};
	static const char *const select[] = {"", "never", "avoid", "default", "prefer", "always"};
	const DaeVar *var = &p->d->vars.at[v.i];

	if (var->alias.i != v.i) {
		text_printf(p->out, "alias ");
		name(p, v);
		text_printf(p->out, " = %s",
					!var->negated                   ? ""
					: kind_of(p->d->m, v)[0] == 'B' ? "not "
													: "-");
		name(p, var->alias);
		text_printf(p->out, "\n");
		return;
	}
	text_printf(p->out, "%s %s ", role[var->role], kind_of(p->d->m, v));
	name(p, v);
	expr(p, " = ", var->value);
	if (var->role != DR_NONE) {
		expr(p, " start ", var->start);
		expr(p, " nominal ", var->nominal);
	}
	text_printf(p->out, "%s%s%s", var->fixed ? " fixed" : "", var->solved ? " solved" : "",
				var->evaluated ? " evaluated" : "");
	if (var->select != SS_UNSET)
		text_printf(p->out, " %s", select[var->select]);
	text_printf(p->out, "\n");
}

static void print_eqs(Printer *p, const char *title, const DaeEq *eq, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		if (eq[i].dropped)
			continue;
		if (!any)
			text_printf(p->out, "%s\n", title);
		any = true;
		text_printf(p->out, "  ");
		dae_print_eq(p->d, &eq[i], p->scratch, p->out);
		expr(p, "; at the start ", eq[i].init_rhs);
		text_printf(p->out, "\n");
	}
}

static void print_relation(Printer *p, const DaeRelation *r)
{
	static const char *const text[] = {"<", "<=", ">", ">="};

	text_printf(p->out, "relation ");
	name(p, r->var);
	expr(p, r->op == EX_FLOOR ? " = floor " : " = ", r->lhs);
	if (r->op != EX_FLOOR)
		text_printf(p->out, " %s ", text[r->op - EX_LT]);
	expr(p, "", r->rhs);
	expr(p, " at ", r->instant);
	expr(p, r->above ? ", a rung of a ladder: above where " : ", a rung of a ladder: below where ",
		 r->moving);
	expr(p, " passes ", r->limit);
	text_printf(p->out, "\n");
}

static void print_action(Printer *p, const DaeAction *a)
{
	static const char *const text[] = {"reinit ", "assert", "terminate", "call "};

	text_printf(p->out, "%s%s",
				a->always  ? "always "
				: a->start ? "at the start "
						   : "",
				text[a->kind]);
	if (a->kind == DA_REINIT)
		name(p, a->target);
	expr(p, a->kind == DA_REINIT ? " = " : "", a->value);
	expr(p, " if ", a->fires);
	expr(p, " level ", a->level);
	expr(p, " says ", a->message);
	text_printf(p->out, "\n");
}

/* Functions that were made of algorithm sections. */
static void print_fns(Printer *p)
{
	const FlatModel *m = p->d->m;

	for (size_t i = 0; i < m->fns.n; i++)
		if (intern_text(m->names, m->fns.at[i].name)[0] == '$')
			print_function(m, &m->fns.at[i], p->scratch, p->out);
}

static void print_operator(Printer *p, const DaeOperator *o)
{
	const OperatorRule *rule = dae_rule(o);

	for (int k = 0; k < rule->n_results; k++) {
		text_printf(p->out, "%s", rule->result[k].word);
		name(p, o->result[k]);
	}
	for (int k = 0; k < rule->n_args; k++)
		if (rule->arg[k].word)
			expr(p, rule->arg[k].word, o->arg[k]);
	text_printf(p->out, "\n");
}

void dae_print(const Dae *d, Arena *scratch, Text *out)
{
	Printer p = {d, scratch, out};

	print_fns(&p);
	for (size_t i = 0; i < d->vars.n; i++)
		print_var(&p, (VarId){(int32_t)i});
	print_eqs(&p, "equation", d->eqs.at, d->eqs.n);
	print_eqs(&p, "initial equation", d->init_eqs.at, d->init_eqs.n);
	for (size_t i = 0; i < d->relations.n; i++)
		print_relation(&p, &d->relations.at[i]);
	for (int kind = 0; kind < OPERATOR_KINDS; kind++)
		for (size_t i = 0; i < d->operators.n; i++)
			if (d->operators.at[i].kind == kind)
				print_operator(&p, &d->operators.at[i]);
	for (size_t i = 0; i < d->actions.n; i++)
		print_action(&p, &d->actions.at[i]);
}
