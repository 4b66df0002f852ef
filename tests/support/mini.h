/* SPDX-License-Identifier: MIT
   mini.h — flat models from a short text, for tests of flat/ and of what comes after it. The text
   is also the source file that spans point into. What it takes (one model, no nesting):

	   model M;
	   function f(2) 1;                     two Real inputs, one Real output
	   instance r Resistor;                 a component; r.p Pin its connector
	   library;                             what follows is in a library file, until `user;`
	   parameter Real R(unit="Ohm") = 2;    also constant, discrete, input, output, flow, protected
	   Real x(start = 1, fixed = true), r.v[3];    an array: a block of its own
	   Integer n; Boolean b;
	   initial equation x = 1;
	   equation
	   der(x) = -R*x;  (a, b) = f(x);
	   set;                                 the next connection equations are of one connection set
	   equality r.p.v = s.p.v;  sum r.p.i + s.p.i = 0;
	   when x > 1 then n = pre(n) + 1; reinit(x, 0); elsewhen … end when;
	   if b then x = 1; else x = 2; end if;
	   algorithm n := 2; if b then n := 3; end if; for i in 1:3 loop x[i] := i; end for;
	   end

   A mistake in the text ends the test program. */
#ifndef MDV_MINI_H
#define MDV_MINI_H

#include "compiler/flat/flat.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct Mini {
	Arena keep, scratch;  /* of the model; for the test */
	Intern names;         /* texts */
	SourceSet sources;    /* file 1: the text; file 2: the same text, as a library file */
	Diag diag;            /* for the test */
	FlatModel m;          /* the result */
	const char *text, *s; /* the text and where we are in it */
	uint32_t file;        /* 1 or 2 */
	Map blocks;           /* name -> DeclId */
	Map paths;            /* name -> PathId */
	Map fns;              /* name -> FnId */
	Name iterator[8];     /* iterators in use, by number of local */
	int n_iterators;      /* of the current algorithm */
	SetId set;            /* current connection set */
} Mini;

static const Expr *mini_expr(Mini *t);

_Noreturn static void mini_fail(Mini *t, const char *what)
{
	fprintf(stderr, "mini: %s at: %.40s\n", what, t->s);
	exit(1);
}

static void mini_no_memory(void *ctx)
{
	(void)ctx;
	abort();
}

static void mini_space(Mini *t)
{
	while (isspace((unsigned char)*t->s) || (t->s[0] == '/' && t->s[1] == '/'))
		if (*t->s == '/')
			t->s += strcspn(t->s, "\n");
		else
			t->s++;
}

static uint32_t mini_at(Mini *t)
{
	mini_space(t);
	return (uint32_t)(t->s - t->text);
}

static Span mini_span(Mini *t, uint32_t start)
{
	uint32_t end = (uint32_t)(t->s - t->text);

	while (end > start && isspace((unsigned char)t->text[end - 1]))
		end--;
	return (Span){t->file, start, end};
}

static bool mini_is(Mini *t, const char *word)
{
	size_t n = strlen(word);

	mini_space(t);
	if (strncmp(t->s, word, n) != 0)
		return false;
	return !isalnum((unsigned char)word[n - 1]) ||
		   !(isalnum((unsigned char)t->s[n]) || t->s[n] == '_' || t->s[n] == '.');
}

static bool mini_take(Mini *t, const char *word)
{
	if (!mini_is(t, word))
		return false;
	t->s += strlen(word);
	return true;
}

static void mini_need(Mini *t, const char *word)
{
	if (!mini_take(t, word))
		mini_fail(t, word);
}

/* a.b.c */
static Name mini_name(Mini *t)
{
	size_t n = 0;

	mini_space(t);
	while (isalnum((unsigned char)t->s[n]) || t->s[n] == '_' || t->s[n] == '.')
		n++;
	if (n == 0)
		mini_fail(t, "a name is missing");
	t->s += n;
	return intern_name(&t->names, t->s - n, n);
}

static PathId mini_path(Mini *t, Name name)
{
	const char *text = intern_text(&t->names, name), *dot = strrchr(text, '.');
	uint64_t *found = map_find(&t->paths, name.i);
	PathId id = {0};

	if (found)
		return (PathId){(int32_t)*found};
	if (dot)
		id = mini_path(t, intern_name(&t->names, text, (size_t)(dot - text)));
	id = flat_add_path(&t->m, id, flat_name(&t->m, dot ? dot + 1 : text), (Name){0}, SPAN_NONE);
	map_put(&t->paths, name.i, (uint64_t)id.i);
	return id;
}

/* The component that a variable or equation belongs to. */
static PathId mini_owner(Mini *t, Name name)
{
	const char *text = intern_text(&t->names, name), *dot = strrchr(text, '.');

	return dot ? mini_path(t, intern_name(&t->names, text, (size_t)(dot - text))) : (PathId){0};
}

static const Expr *mini_both(Mini *t, ExprOp op, const Expr *a, const Expr *b)
{
	ExprPool *p = &t->m.pool;
	bool reals =
		a->type->kind == TY_REAL || b->type->kind == TY_REAL || op == EX_DIV || op == EX_POW;

	if (a->type->kind == TY_INTEGER && reals)
		a = expr_to_real(p, a);
	if (b->type->kind == TY_INTEGER && reals)
		b = expr_to_real(p, b);
	return expr_binary(p, op, a, b);
}

static size_t mini_list(Mini *t, const Expr **arg, const char *end)
{
	size_t n = 0;

	while (!mini_take(t, end)) {
		if (n > 0)
			mini_need(t, ",");
		arg[n++] = mini_expr(t);
		if (n == 64)
			mini_fail(t, "too many arguments");
	}
	return n;
}

static const Expr *mini_call(Mini *t, Name name)
{
	const Expr *arg[64];
	const char *text = intern_text(&t->names, name);
	size_t n = mini_list(t, arg, ")");
	uint64_t *fn = map_find(&t->fns, name.i);

	for (size_t i = 0; fn && i < n; i++)
		arg[i] = expr_to_real(&t->m.pool, arg[i]);
	if (fn)
		return flat_call(&t->m, (FnId){(int32_t)*fn}, arg, n);
	for (int op = 0; op < EXPR_OP_COUNT; op++) {
		const OpInfo *info = &expr_op_info[op];

		if (info->form != FORM_CALL || strcmp(info->text, text) != 0 || n < info->least ||
			(info->most != MANY && n > info->most))
			continue;
		for (size_t i = 0; i < n; i++)
			if ((info->rule == RULE_REAL || op == EX_REINIT || op == EX_SAMPLE) &&
				arg[i]->type->kind == TY_INTEGER)
				arg[i] = expr_to_real(&t->m.pool, arg[i]);
		return expr_op(&t->m.pool, (ExprOp)op, arg, n);
	}
	mini_fail(t, text);
}

static const Expr *mini_reference(Mini *t, Name name)
{
	const Expr *sub[64], *e;
	uint64_t *block = map_find(&t->blocks, name.i);

	for (int i = 0; i < t->n_iterators; i++)
		if (t->iterator[i].i == name.i)
			return expr_local(&t->m.pool, i, type_basic(&t->m.pool, TY_INTEGER));
	if (!block)
		mini_fail(t, intern_text(&t->names, name));
	e = flat_ref_decl(&t->m, (DeclId){(int32_t)*block});
	return mini_take(t, "[") ? expr_index(&t->m.pool, e, sub, mini_list(t, sub, "]")) : e;
}

static const Expr *mini_primary(Mini *t)
{
	ExprPool *p = &t->m.pool;
	const Expr *arg[64], *e;
	size_t n;

	mini_space(t);
	if (isdigit((unsigned char)*t->s)) {
		const char *digits = t->s;
		char *end;
		double x = strtod(t->s, &end);
		bool real =
			memchr(t->s, '.', (size_t)(end - t->s)) || memchr(t->s, 'e', (size_t)(end - t->s));

		t->s = end;
		if (real)
			return expr_real(p, x);
		return expr_integer(p, strtoll(digits, NULL, 10));
	}
	if (*t->s == '"') {
		n = strcspn(++t->s, "\"");
		t->s += n + 1;
		return expr_string(p, intern_name(&t->names, t->s - n - 1, n));
	}
	if (mini_take(t, "(")) {
		n = mini_list(t, arg, ")");
		return n == 1 ? arg[0] : expr_tuple(p, arg, n);
	}
	if (mini_take(t, "{"))
		return n = mini_list(t, arg, "}"), expr_array(p, NULL, arg, n);
	if (mini_take(t, "true"))
		return expr_boolean(p, true);
	if (mini_take(t, "false"))
		return expr_boolean(p, false);
	if (mini_take(t, "time"))
		return expr_time(p);
	if (mini_take(t, "if")) {
		arg[0] = mini_expr(t);
		mini_need(t, "then");
		arg[1] = mini_expr(t);
		mini_need(t, "else");
		arg[2] = mini_expr(t);
		if (arg[1]->type != arg[2]->type)
			arg[1] = expr_to_real(p, arg[1]), arg[2] = expr_to_real(p, arg[2]);
		return expr_if(p, arg[0], arg[1], arg[2]);
	}
	Name name = mini_name(t);

	e = mini_take(t, "(") ? mini_call(t, name) : mini_reference(t, name);
	return e;
}

static const Expr *mini_power(Mini *t)
{
	const Expr *e = mini_primary(t);

	return mini_take(t, "^") ? mini_both(t, EX_POW, e, mini_primary(t)) : e;
}

static const Expr *mini_term(Mini *t)
{
	const Expr *e = mini_power(t);

	for (;;)
		if (mini_take(t, "*"))
			e = mini_both(t, EX_MUL, e, mini_power(t));
		else if (mini_take(t, "/"))
			e = mini_both(t, EX_DIV, e, mini_power(t));
		else
			return e;
}

static const Expr *mini_sum(Mini *t)
{
	const Expr *e = mini_take(t, "-") ? expr_neg(&t->m.pool, mini_term(t)) : mini_term(t);

	for (;;)
		if (mini_take(t, "+"))
			e = mini_both(t, EX_ADD, e, mini_term(t));
		else if (mini_take(t, "-"))
			e = mini_both(t, EX_SUB, e, mini_term(t));
		else
			return e;
}

static const Expr *mini_relation(Mini *t)
{
	static const struct {
		const char *text;
		ExprOp op;
	} of[] = {{"<=", EX_LE}, {">=", EX_GE}, {"<>", EX_NE},
			  {"==", EX_EQ}, {"<", EX_LT},  {">", EX_GT}};
	const Expr *e = mini_sum(t);

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (mini_take(t, of[i].text))
			return mini_both(t, of[i].op, e, mini_sum(t));
	return e;
}

static const Expr *mini_factor(Mini *t)
{
	return mini_take(t, "not") ? expr_unary(&t->m.pool, EX_NOT, mini_relation(t))
							   : mini_relation(t);
}

static const Expr *mini_and(Mini *t)
{
	const Expr *e = mini_factor(t);

	while (mini_take(t, "and"))
		e = expr_binary(&t->m.pool, EX_AND, e, mini_factor(t));
	return e;
}

static const Expr *mini_or(Mini *t)
{
	const Expr *e = mini_and(t);

	while (mini_take(t, "or"))
		e = expr_binary(&t->m.pool, EX_OR, e, mini_and(t));
	return e;
}

static const Expr *mini_expr(Mini *t)
{
	const Expr *e = mini_or(t);

	if (mini_is(t, ":=") || !mini_take(t, ":"))
		return e;
	return expr_op(&t->m.pool, EX_RANGE,
				   (const Expr *const[]){e, expr_integer(&t->m.pool, 1), mini_or(t)}, 3);
}

static const Expr *mini_like(Mini *t, const Expr *e, const Type *type)
{
	return type->kind == TY_REAL && e->type->kind == TY_INTEGER ? expr_to_real(&t->m.pool, e) : e;
}

/* (unit = "V", start = 1, fixed = true, min = 0) */
static void mini_attrs(Mini *t, DeclId block)
{
	FlatDecl *b = &t->m.decls.at[block.i];
	FlatAttrs a = {0};
	const Expr *start = NULL;

	do {
		Name name = mini_name(t);
		const char *text = intern_text(&t->names, name);
		const Expr *e;

		mini_need(t, "=");
		e = mini_like(t, mini_expr(t), b->type);
		if (!strcmp(text, "unit"))
			a.unit = (Name){e->aux};
		else if (!strcmp(text, "quantity"))
			a.quantity = (Name){e->aux};
		else if (!strcmp(text, "start"))
			start = e;
		else if (!strcmp(text, "min"))
			a.min = e;
		else if (!strcmp(text, "max"))
			a.max = e;
		else if (!strcmp(text, "nominal"))
			a.nominal = e;
		else if (!strcmp(text, "fixed"))
			a.fixed = e->aux ? FX_TRUE : FX_FALSE;
		else
			mini_fail(t, "unknown attribute");
	} while (mini_take(t, ","));
	mini_need(t, ")");
	for (int32_t i = 0; i < flat_decl_size(b); i++) {
		flat_set_attrs(&t->m, (VarId){b->first.i + i}, flat_add_attrs(&t->m, &a));
		flat_set_start(&t->m, (VarId){b->first.i + i}, start);
	}
}

static void mini_value(Mini *t, DeclId block, uint32_t start)
{
	FlatDecl *b = &t->m.decls.at[block.i];
	const Expr *e = mini_expr(t);

	for (int32_t i = 0; i < flat_decl_size(b); i++) {
		const Expr *one =
			mini_like(t, scalar_at(&t->m.pool, &t->scratch, e, e->type->rank ? i : 0), b->type);
		VarId v = {b->first.i + i};

		if (b->variability <= VB_PARAMETER)
			flat_set_binding(&t->m, v, one);
		else
			flat_add_eq(&t->m, &(FlatEq){.origin = EO_BINDING,
										 .path = b->path,
										 .at = mini_span(t, start),
										 .lhs = flat_ref(&t->m, v),
										 .rhs = one});
	}
}

static void mini_variable(Mini *t, FlatDecl b, TypeKind kind)
{
	uint32_t start = mini_at(t);
	Name name = mini_name(t);
	char text[256];
	const Expr *dim[64];
	Dim size[8];
	DeclId id;

	b.type = type_basic(&t->m.pool, kind);
	b.at = mini_span(t, start);
	b.path = mini_owner(t, name);
	snprintf(text, sizeof text, "%s", intern_text(&t->names, name));
	if (mini_take(t, "[")) {
		b.rank = (int8_t)mini_list(t, dim, "]");
		strcat(text, "[");
		for (int d = 0; d < b.rank; d++) {
			size[d] = (Dim){(int32_t)expr_integer_value(dim[d]), NULL};
			strcat(text, d + 1 < b.rank ? "," : "]");
		}
	}
	b.dim = size;
	b.name = flat_name(&t->m, text);
	if (kind != TY_REAL && b.variability == VB_CONTINUOUS)
		b.variability = VB_DISCRETE;
	id = flat_add_decl(&t->m, &b);
	map_put(&t->blocks, name.i, (uint64_t)id.i);
	if (mini_take(t, "("))
		mini_attrs(t, id);
	if (mini_take(t, "="))
		mini_value(t, id, start);
}

static bool mini_declaration(Mini *t)
{
	static const struct {
		const char *text;
		TypeKind kind;
	} of[] = {{"Real", TY_REAL},
			  {"Integer", TY_INTEGER},
			  {"Boolean", TY_BOOLEAN},
			  {"String", TY_STRING},
			  {"Clock", TY_CLOCK}};
	FlatDecl b = {.variability = VB_CONTINUOUS};
	const char *begin = t->s;

	for (;;)
		if (mini_take(t, "parameter"))
			b.variability = VB_PARAMETER;
		else if (mini_take(t, "constant"))
			b.variability = VB_CONSTANT;
		else if (mini_take(t, "discrete"))
			b.variability = VB_DISCRETE;
		else if (mini_take(t, "input"))
			b.causality = CZ_INPUT;
		else if (mini_take(t, "output"))
			b.causality = CZ_OUTPUT;
		else if (mini_take(t, "flow"))
			b.role = PR_FLOW;
		else if (mini_take(t, "potential"))
			b.role = PR_POTENTIAL;
		else if (mini_take(t, "protected"))
			b.flags |= DF_PROTECTED;
		else
			break;
	if (b.role != PR_NONE)
		b.flags |= DF_CONNECTOR_PART;
	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		if (!mini_take(t, of[i].text))
			continue;
		do
			mini_variable(t, b, of[i].kind);
		while (mini_take(t, ","));
		mini_need(t, ";");
		return true;
	}
	t->s = begin;
	return false;
}

static int32_t mini_equations(Mini *t, bool initial, FlatEq *list);

static void mini_branches(Mini *t, FlatEq *eq, const char *word)
{
	EqBranch *branch = NEW_ARRAY(&t->keep, EqBranch, 8);
	char other[16];

	snprintf(other, sizeof other, "else%s", word);
	for (bool more = true; more; eq->n_branch++) {
		EqBranch *b = &branch[eq->n_branch];
		FlatEq *list = NEW_ARRAY(&t->keep, FlatEq, 32);

		if (eq->n_branch == 0 || mini_take(t, other)) {
			b->cond = mini_expr(t);
			mini_need(t, "then");
		} else {
			mini_need(t, "else");
		}
		b->eq = list;
		b->n_eq = mini_equations(t, false, list);
		more = !mini_take(t, "end");
	}
	mini_need(t, word);
	eq->branch = branch;
	eq->kind = *word == 'i' ? EQ_IF : EQ_WHEN;
}

static FlatEq mini_equation(Mini *t)
{
	FlatEq eq = {0};
	uint32_t start = mini_at(t);

	if (mini_take(t, "equality"))
		eq.origin = EO_EQUALITY, eq.set = t->set;
	else if (mini_take(t, "sum"))
		eq.origin = EO_FLOW, eq.set = t->set;
	if (isalpha((unsigned char)*(mini_space(t), t->s))) {
		const char *begin = t->s;
		Name name = mini_name(t);

		t->s = begin;
		if (map_find(&t->blocks, name.i))
			eq.path = mini_owner(t, name);
	}
	if (mini_take(t, "when")) {
		mini_branches(t, &eq, "when");
	} else if (mini_is(t, "if") && mini_take(t, "if")) {
		mini_branches(t, &eq, "if");
	} else {
		eq.lhs = mini_expr(t);
		eq.kind = EQ_EFFECT;
		if (mini_take(t, "=")) {
			eq.kind = EQ_EQUAL;
			eq.rhs = mini_expr(t);
			eq.lhs = mini_like(t, eq.lhs, eq.rhs->type);
			eq.rhs = mini_like(t, eq.rhs, eq.lhs->type);
		}
	}
	eq.at = mini_span(t, start);
	mini_need(t, ";");
	return eq;
}

/* Equations up to a word that ends them; into the list, or into the model. */
static int32_t mini_equations(Mini *t, bool initial, FlatEq *list)
{
	static const char *const ends[] = {"end",      "else",    "elsewhen", "elseif",
									   "equation", "initial", "algorithm"};
	int32_t n = 0;

	for (;;) {
		FlatEq eq;

		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			if (mini_is(t, ends[i]))
				return n;
		if (mini_take(t, "set;")) {
			t->set = flat_add_set(&t->m, mini_span(t, mini_at(t)), SPAN_NONE, 1);
			continue;
		}
		if (mini_take(t, "library;") || mini_take(t, "user;")) {
			t->file = 3 - t->file;
			continue;
		}
		eq = mini_equation(t);
		eq.initial = initial;
		if (list)
			list[n++] = eq;
		else
			flat_add_eq(&t->m, &eq);
	}
}

static int32_t mini_statements(Mini *t, FlatStmt *list);

static void mini_stmt_branches(Mini *t, FlatStmt *s, const char *word)
{
	StmtBranch *branch = NEW_ARRAY(&t->keep, StmtBranch, 8);
	char other[16];

	snprintf(other, sizeof other, "else%s", word);
	for (bool more = true; more; s->n_branch++) {
		StmtBranch *b = &branch[s->n_branch];
		FlatStmt *list = NEW_ARRAY(&t->keep, FlatStmt, 32);

		if (s->kind == ST_FOR) {
			t->iterator[t->n_iterators++] = mini_name(t);
			s->lhs = expr_local(&t->m.pool, t->n_iterators - 1, type_basic(&t->m.pool, TY_INTEGER));
			mini_need(t, "in");
			s->rhs = mini_expr(t);
			mini_need(t, "loop");
		} else if (s->n_branch == 0 || mini_take(t, other)) {
			b->cond = mini_expr(t);
			mini_need(t, s->kind == ST_WHILE ? "loop" : "then");
		} else {
			mini_need(t, "else");
		}
		b->n_stmt = mini_statements(t, list);
		b->stmt = list;
		more = !mini_take(t, "end");
	}
	mini_need(t, word);
	s->branch = branch;
}

static FlatStmt mini_statement(Mini *t)
{
	static const char *const word[] = {
		[ST_IF] = "if", [ST_WHEN] = "when", [ST_FOR] = "for", [ST_WHILE] = "while"};
	FlatStmt s = {0};
	uint32_t start = mini_at(t);

	for (int kind = ST_IF; kind <= ST_WHILE; kind++) {
		if (!mini_take(t, word[kind]))
			continue;
		s.kind = (uint8_t)kind;
		mini_stmt_branches(t, &s, word[kind]);
	}
	if (s.n_branch == 0) {
		s.rhs = mini_expr(t);
		s.kind = ST_EFFECT;
		if (mini_take(t, ":=")) {
			s.kind = ST_ASSIGN;
			s.lhs = s.rhs;
			s.rhs = mini_like(t, mini_expr(t), s.lhs->type);
		}
	}
	s.at = mini_span(t, start);
	mini_need(t, ";");
	return s;
}

static int32_t mini_statements(Mini *t, FlatStmt *list)
{
	static const char *const ends[] = {"end",      "else",    "elsewhen", "elseif",
									   "equation", "initial", "algorithm"};
	int32_t n = 0;

	for (;;) {
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			if (mini_is(t, ends[i]))
				return n;
		list[n++] = mini_statement(t);
	}
}

static void mini_algorithm(Mini *t, bool initial)
{
	FlatAlg alg = {.initial = initial};
	FlatStmt *list = NEW_ARRAY(&t->keep, FlatStmt, 32);
	FlatLocal *local = NEW_ARRAY(&t->keep, FlatLocal, 8);
	uint32_t start = mini_at(t);

	t->n_iterators = 0;
	alg.body.n_stmt = mini_statements(t, list);
	alg.body.stmt = list;
	for (int i = 0; i < t->n_iterators; i++)
		local[i] = (FlatLocal){.name = t->iterator[i],
							   .type = type_basic(&t->m.pool, TY_INTEGER),
							   .kind = LO_ITERATOR};
	alg.body.local = local;
	alg.body.n_locals = t->n_iterators;
	t->n_iterators = 0;
	alg.at = mini_span(t, start);
	flat_add_alg(&t->m, &alg);
}

/* function f(2) 1; */
static void mini_function(Mini *t)
{
	Name name = mini_name(t);
	FnId id = flat_new_fn(&t->m, name, PU_PURE);
	FlatFn fn = t->m.fns.at[id.i];
	FlatLocal *local = NEW_ARRAY(&t->keep, FlatLocal, 16);

	mini_need(t, "(");
	fn.n_in = (int32_t)expr_integer_value(mini_primary(t));
	mini_need(t, ")");
	fn.n_out = (int32_t)expr_integer_value(mini_primary(t));
	mini_need(t, ";");
	for (int i = 0; i < fn.n_in + fn.n_out; i++) {
		char text[16];

		snprintf(text, sizeof text, "%c%d", i < fn.n_in ? 'u' : 'y',
				 i < fn.n_in ? i + 1 : i + 1 - fn.n_in);
		local[i] = (FlatLocal){.name = flat_name(&t->m, text),
							   .type = type_basic(&t->m.pool, TY_REAL),
							   .kind = i < fn.n_in ? LO_INPUT : LO_OUTPUT};
	}
	fn.body.local = local;
	fn.body.n_locals = fn.n_in + fn.n_out;
	flat_set_fn(&t->m, id, &fn);
	map_put(&t->fns, name.i, (uint64_t)id.i);
}

static void mini_instance(Mini *t)
{
	uint32_t start = mini_at(t);
	PathId path = mini_path(t, mini_name(t));

	t->m.paths.at[path.i].class_name = mini_name(t);
	t->m.paths.at[path.i].at = mini_span(t, start);
	mini_need(t, ";");
}

static void mini_parse(Mini *t)
{
	while (!mini_is(t, "end"))
		if (mini_take(t, "initial equation"))
			mini_equations(t, true, NULL);
		else if (mini_take(t, "equation"))
			mini_equations(t, false, NULL);
		else if (mini_take(t, "initial algorithm"))
			mini_algorithm(t, true);
		else if (mini_take(t, "algorithm"))
			mini_algorithm(t, false);
		else if (mini_take(t, "function"))
			mini_function(t);
		else if (mini_take(t, "instance"))
			mini_instance(t);
		else if (mini_take(t, "library;") || mini_take(t, "user;"))
			t->file = 3 - t->file;
		else if (!mini_declaration(t))
			mini_fail(t, "what is this?");
}

/* The model of a text. mini_free ends it. t must not be moved. */
static inline void mini_begin(Mini *t, const char *text)
{
	uint32_t file, start;

	*t = (Mini){.text = text, .s = text, .file = 1};
	arena_init(&t->keep, NULL);
	arena_init(&t->scratch, NULL);
	t->keep.no_memory = t->scratch.no_memory = mini_no_memory;
	intern_init(&t->names, NULL);
	source_init(&t->sources, NULL);
	source_add(&t->sources, "M.mo", text, strlen(text), &file);
	source_add(&t->sources, "Lib.mo", text, strlen(text), &file);
	diag_init(&t->diag, NULL, &t->sources);
	map_init(&t->blocks, arena_allocator(&t->keep));
	map_init(&t->paths, arena_allocator(&t->keep));
	map_init(&t->fns, arena_allocator(&t->keep));
	start = mini_at(t);
	mini_need(t, "model");
	Name name = mini_name(t);

	flat_init(&t->m, &t->keep, &t->names, name, mini_span(t, start));
	mini_need(t, ";");
	flat_add_library_file(&t->m, 2);
	mini_parse(t);
}

static inline void mini_free(Mini *t)
{
	diag_free(&t->diag);
	source_free(&t->sources);
	intern_free(&t->names);
	arena_free(&t->scratch);
	arena_free(&t->keep);
}

#endif
