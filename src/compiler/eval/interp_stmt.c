/* SPDX-License-Identifier: MIT
   interp_stmt.c — statements of functions (MLS 11.2) and assignment to variables, elements, slices
   and fields. What a statement computes is released when it is done. */
#include "compiler/eval/interp.h"

#define MAX_SELECTORS 64 /* subscripts and fields behind each other */

/* -- assignment ----------------------------------------------------------------------------- */

/* A field, or subscripts. */
typedef struct Selector {
	const Expr *e; /* EX_FIELD or EX_INDEX */
	Value *sub;    /* of EX_INDEX: its subscripts */
} Selector;

static void store_path(Interp *in, Value *dst, const Selector *sel, int n, const Value *src);

/* The same field of every record of an array; src has the dimensions of the array first. */
static void store_fields(Interp *in, Value *dst, const Selector *sel, int n, const Value *src)
{
	uint32_t field = sel->e->aux;

	if (dst->rank == 0) {
		store_path(in, &dst->one.part[field], sel + 1, n - 1, src);
		return;
	}
	for (uint32_t d = 0; d < dst->rank; d++)
		if (d >= src->rank || src->dim[d] != dst->dim[d])
			interp_fail_size(in, "an assignment", dst, src);
	for (uint32_t k = 0; k < dst->n; k++) {
		Value part = interp_value_part(src, dst->rank, k);

		store_path(in, &dst->many[k].part[field], sel + 1, n - 1, &part);
	}
}

static void store_elements(Interp *in, Value *dst, const Selector *sel, int n, const Value *src)
{
	Pick p = interp_index_pick(in, dst->dim, dst->rank, sel->sub, sel->e->n - 1);
	Value chosen = {.dim = p.dim, .rank = p.rank};

	for (uint32_t d = 0; d < p.rank; d++)
		if (d >= src->rank || src->dim[d] != p.dim[d])
			interp_fail_size(in, "an assignment", &chosen, src);
	if (n == 1) {
		const Cell *from = interp_value_cells(src);

		if (src->rank != p.rank)
			interp_fail_size(in, "an assignment", &chosen, src);
		for (uint32_t k = 0; k < p.n; k++)
			interp_value_store_cell(in->slots, dst->elem, &dst->many[interp_index_at(&p, k)],
									&from[k]);
		return;
	}
	/* Fields of the elements chosen: a record's cell points to its fields, so a copy will do. */
	for (uint32_t k = 0; k < p.n; k++) {
		Value elem = {.elem = dst->elem, .n = 1}, part = interp_value_part(src, p.rank, k);

		elem.one = dst->many[interp_index_at(&p, k)];
		store_path(in, &elem, sel + 1, n - 1, &part);
	}
}

/* Recurses along the selectors, of which there are few. */
static void store_path(Interp *in, Value *dst, const Selector *sel, int n, const Value *src)
{
	const Type *type = n == 0 ? sel[-1].e->type : NULL;

	if (n > 0 && sel->e->op == EX_FIELD) {
		store_fields(in, dst, sel, n, src);
	} else if (n > 0) {
		store_elements(in, dst, sel, n, src);
	} else {
		for (uint32_t d = 0; d < src->rank; d++) {
			int32_t size = type->dim[type->rank - src->rank + d];

			if (size != DIM_OPEN && size != src->dim[d])
				interp_fail_size(in, "an assignment", dst, src);
		}
		interp_value_store(in->slots, dst, src);
	}
}

/* A whole variable: only sizes declared as `:` may change (MLS 12.4.5). */
static void assign_local(Interp *in, const Expr *lhs, const Value *v)
{
	const FlatLocal *l = &in->frame->fn.body.local[lhs->aux];
	Slot *s = interp_run_slot(in, lhs->aux);

	for (uint32_t d = 0; d < v->rank; d++) {
		bool open = l->type->dim[d] == DIM_OPEN && !(l->dim && l->dim[d]);

		if (!open && v->dim[d] != s->v.dim[d])
			interp_fail(in, "'%s' has size %d in dimension %u; what is assigned has %d",
						intern_text(in->m->names, l->name), s->v.dim[d], d + 1, v->dim[d]);
	}
	interp_value_store(in->slots, &s->v, v);
	s->set = true;
}

static void assign_part(Interp *in, const Expr *lhs, const Value *v)
{
	Selector sel[MAX_SELECTORS], *first = sel + MAX_SELECTORS;
	Slot *s;

	for (; lhs->op == EX_INDEX || lhs->op == EX_FIELD; lhs = lhs->arg[0]) {
		if (first == sel)
			interp_fail(in, "takes too much memory to compute at compile time");
		*--first = (Selector){.e = lhs};
		if (lhs->op == EX_FIELD)
			continue;
		first->sub = NEW_ARRAY(in->temp, Value, lhs->n - 1);
		for (uint32_t i = 1; i < lhs->n; i++)
			first->sub[i - 1] = interp_run(in, lhs->arg[i]);
	}
	if (lhs->op != EX_LOCAL)
		interp_fail(in, "a function assigns to a variable of the model");
	s = interp_run_slot(in, lhs->aux);
	store_path(in, &s->v, first, (int)(sel + MAX_SELECTORS - first), v);
	s->set = true;
}

/* Recurses into tuples, arrays and records of targets: the depth is that of the type. */
static void assign(Interp *in, const Expr *lhs, const Value *v)
{
	switch (lhs->op) {
	case EX_SKIP: break;
	case EX_LOCAL: assign_local(in, lhs, v); break;
	case EX_ARRAY:
		if (v->dim[0] != (int32_t)lhs->n)
			interp_fail(in, "%u variables are assigned %d values", lhs->n, v->dim[0]);
		for (uint32_t k = 0; k < lhs->n; k++) {
			Value part = interp_value_part(v, 1, k);

			assign(in, lhs->arg[k], &part);
		}
		break;
	case EX_TUPLE:
	case EX_RECORD:
		for (uint32_t k = 0; k < lhs->n; k++) {
			if (!v->one.part[k].elem && lhs->arg[k]->op != EX_SKIP)
				interp_fail(in, "result %u of a function was given no value", k + 1);
			assign(in, lhs->arg[k], &v->one.part[k]);
		}
		break;
	default: assign_part(in, lhs, v); break;
	}
}

/* The value may share cells with what is assigned: x[{2, 1}] := x, r := R(r.b, r.a). */
void interp_stmt_assign(Interp *in, const Expr *lhs, const Value *v)
{
	TypeKind kind = v->elem->kind;
	bool plain = kind != TY_STRING && kind != TY_RECORD && kind != TY_TUPLE;
	Value copy;

	if (plain && (v->rank == 0 || lhs->op == EX_LOCAL)) {
		assign(in, lhs, v);
		return;
	}
	copy = interp_value_copy(in, v);
	assign(in, lhs, &copy);
}

/* -- statements ----------------------------------------------------------------------------- */

static void run_assign(Interp *in, const FlatStmt *s)
{
	Value v = interp_run(in, s->rhs);

	interp_stmt_assign(in, s->lhs, &v);
}

/* An assertion of level error that does not hold ends the evaluation (MLS 8.3.7). */
static void run_effect(Interp *in, const Expr *e)
{
	if (e->op == EX_ASSERT) {
		if (interp_run_integer(in, e->arg[0]))
			return;
		if (interp_run_integer(in, e->arg[2]) != 1) /* AssertionLevel.warning */
			interp_fail(in, "assertion failed: %s", interp_run(in, e->arg[1]).one.s->at);
	} else if (e->op == EX_TERMINATE) {
		interp_fail(in, "terminate: %s", interp_run(in, e->arg[0]).one.s->at);
	} else {
		interp_run(in, e);
	}
}

static Flow run_if(Interp *in, const FlatStmt *s)
{
	for (int i = 0; i < s->n_branch; i++) {
		const StmtBranch *b = &s->branch[i];

		if (!b->cond || interp_run_integer(in, b->cond))
			return interp_stmt_run(in, b->stmt, b->n_stmt);
	}
	return FLOW_NEXT;
}

static Flow run_for(Interp *in, const FlatStmt *s)
{
	Value range = interp_run(in, s->rhs);
	Slot *iterator = interp_run_slot(in, s->lhs->aux);
	ArenaMark mark;

	if (s->rhs->op != EX_RANGE) /* the body may change what it shares cells with */
		range = interp_value_copy(in, &range);
	mark = arena_mark(in->temp);
	for (uint32_t k = 0; k < range.n; k++) {
		Flow flow;

		interp_work(in, 8);
		iterator->v = interp_value_part(&range, 1, k);
		iterator->set = true;
		flow = interp_stmt_run(in, s->branch[0].stmt, s->branch[0].n_stmt);
		arena_release(in->temp, mark);
		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK)
			break;
	}
	return FLOW_NEXT;
}

static Flow run_while(Interp *in, const FlatStmt *s)
{
	const StmtBranch *b = &s->branch[0];

	while (interp_run_integer(in, b->cond)) {
		Flow flow = interp_stmt_run(in, b->stmt, b->n_stmt);

		if (flow == FLOW_RETURN)
			return flow;
		if (flow == FLOW_BREAK)
			break;
	}
	return FLOW_NEXT;
}

static Flow run_one(Interp *in, const FlatStmt *s)
{
	switch ((StmtKind)s->kind) {
	case ST_ASSIGN: run_assign(in, s); return FLOW_NEXT;
	case ST_EFFECT: run_effect(in, s->rhs); return FLOW_NEXT;
	case ST_IF: return run_if(in, s);
	case ST_FOR: return run_for(in, s);
	case ST_WHILE: return run_while(in, s);
	case ST_BREAK: return FLOW_BREAK;
	case ST_RETURN: return FLOW_RETURN;
	case ST_WHEN: break;
	}
	BUG("a when-statement in a function");
}

Flow interp_stmt_run(Interp *in, const FlatStmt *s, int32_t n)
{
	Flow flow = FLOW_NEXT;

	if (++in->blocks > INTERP_MAX_BLOCKS)
		interp_fail(in, "statements are nested more than %d deep", INTERP_MAX_BLOCKS);
	for (int32_t i = 0; i < n && flow == FLOW_NEXT; i++) {
		ArenaMark mark = arena_mark(in->temp);

		flow = run_one(in, &s[i]);
		arena_release(in->temp, mark);
	}
	in->blocks--;
	return flow;
}
