/* SPDX-License-Identifier: MIT
   restrict_variable.c — statements outside of whens that give something that changes at events only
   a value that changes all the time, or give it one where something decides that does (MLS 3.8.4):
   noEvent, functions of what is continuous. Nothing makes events there. */
#include "compiler/inst/inst.h"

typedef struct {
	Inst *in;
	const Node *node; /* whose section it is */
	bool moving;      /* a condition or range around changes all the time */
} Around;

static bool is_discrete_target(const Expr *lhs)
{
	TypeKind kind = lhs->type->kind;

	if (lhs->op == EX_TUPLE || lhs->op == EX_ARRAY || lhs->op == EX_RECORD) {
		for (uint32_t i = 0; i < lhs->n; i++)
			if (is_discrete_target(lhs->arg[i]))
				return true;
		return false;
	}
	return lhs->op != EX_SKIP && lhs->type->n_scalars != 0 &&
		   (kind == TY_INTEGER || kind == TY_BOOLEAN || kind == TY_STRING || kind == TY_ENUM);
}

static void look_at(Around a, const FlatStmt *s, int32_t n);

static void look_into(Around a, const FlatStmt *s)
{
	a.moving |= s->kind == ST_FOR && s->rhs->variability == VB_CONTINUOUS;
	for (int b = 0; b < s->n_branch; b++) {
		const Expr *cond = s->branch[b].cond;

		a.moving |= cond && cond->variability == VB_CONTINUOUS;
		look_at(a, s->branch[b].stmt, s->branch[b].n_stmt);
	}
}

static void look_at(Around a, const FlatStmt *s, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (s[i].kind == ST_IF || s[i].kind == ST_FOR || s[i].kind == ST_WHILE)
			look_into(a, &s[i]);
		if (s[i].kind != ST_ASSIGN || !is_discrete_target(s[i].lhs) ||
			(!a.moving && s[i].rhs->variability < VB_CONTINUOUS))
			continue;
		diag_older(a.in->diag, a.node->def, s[i].at, E_VARIABILITY,
				   "what is assigned here changes at events only, but %s changes all the time, "
				   "without events: it keeps the value of the last event",
				   a.moving ? "a condition around it" : "its value");
	}
}

void restrict_variable(Inst *in, const Node *n, const FlatAlg *alg)
{
	if (!alg->initial)
		look_at((Around){.in = in, .node = n}, alg->body.stmt, alg->body.n_stmt);
}
