/* SPDX-License-Identifier: MIT
   restrict_stmt.c — equations and statements where they cannot stand: when inside of when (MLS
   8.3.5, 11.2.7), when in functions and initial sections, break outside of loops (MLS 11.2.5),
   reinit outside of when (MLS 8.3.6), Connections.root and the like in when (MLS 9.4.1). */
#include "compiler/connect/connect.h"
#include "compiler/inst/inst.h"

#include <string.h>

typedef struct {
	Inst *in;
	bool in_when; /* inside of a when-clause */
	bool in_loop; /* inside of for or while */
	bool no_when; /* in a function or an initial section */
} Around;

static void check_stmts(Around a, const AstStmt *s, uint32_t n);

static void check_branches(Around a, const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		check_stmts(a, s->branch[i].body, s->branch[i].n);
}

static void misplaced(const Around *a, const AstStmt *s, const char *what)
{
	diag_error(a->in->diag, syntax_span(s->at), E_MISPLACED, "%s", what);
}

static bool is_reinit(const Inst *in, const AstExpr *call)
{
	AstPart one;
	uint32_t n;
	const AstPart *part;

	if (call->kind != AX_CALL || (call->kid[0].kind != AX_NAME && call->kid[0].kind != AX_REF))
		return false;
	part = syntax_parts(&call->kid[0], &one, &n);
	return n == 1 && !strcmp(intern_text(in->sx->names, part[0].name), "reinit");
}

static void check_stmts(Around a, const AstStmt *s, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++, s++) {
		Around inner = a;

		switch (s->kind) {
		case AS_WHEN:
			if (a.in_when)
				misplaced(&a, s, "a when-clause cannot stand inside of another one");
			else if (a.no_when)
				misplaced(&a, s, "a when-clause cannot stand in a function or an initial section");
			inner.in_when = true;
			check_branches(inner, s, s->n);
			break;
		case AS_IF: check_branches(inner, s, s->n); break;
		case AS_WHILE:
			inner.in_loop = true;
			check_branches(inner, s, 1);
			break;
		case AS_FOR:
			inner.in_loop = true;
			check_stmts(inner, s->loop->body, s->loop->n);
			break;
		case AS_BREAK:
			if (!a.in_loop)
				misplaced(&a, s,
						  "'break' is for leaving a for or while loop, but there is none "
						  "around it");
			break;
		case AS_CALL:
			if (a.in_when && operator_is_noted(a.in, &s->expr[0]))
				misplaced(&a, s, "the graph of connections cannot change in a when-clause");
			if (!a.in_when && is_reinit(a.in, &s->expr[0]))
				misplaced(&a, s,
						  "'reinit' gives a state another value at an event: it can stand in a "
						  "when-clause only");
			break;
		default: break;
		}
	}
}

void restrict_stmts(Inst *in, const ClassDef *def)
{
	bool is_function = def->kind == CLS_FUNCTION || def->kind == CLS_OPERATOR_FUNCTION;

	for (uint32_t i = 0; i < def->n_sections; i++) {
		const AstSection *s = &def->sections[i];

		check_stmts((Around){.in = in, .no_when = is_function || (s->kind & SECTION_INITIAL)},
					s->body, s->n);
	}
}
