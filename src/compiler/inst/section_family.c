/* SPDX-License-Identifier: MIT
   section_family.c — for-equations whose members are all of one form become families (flat/): only
   the first and the last member are elaborated. That they stand for all the others follows from
   the text: the iterator occurs in subscripts alone, where it is affine, and in inequalities, which
   hold for all members if they hold, or do not hold, for both. Where an inequality changes inside
   of the range, a new family begins: O(log n) members are looked at for each such place. */
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

typedef struct Regular {
	Inst *in;                   /* the instantiation */
	Name iter;                  /* the iterator */
	VEC(const AstExpr *) atoms; /* inequalities in which it occurs */
} Regular;

/* Does the iterator occur in e? Of what has statements or iterators of its own: it may. */
static bool occurs(const Regular *r, const AstExpr *e)
{
	if (e->kind == AX_NAME)
		return e->name.i == r->iter.i;
	for (uint32_t i = 0; e->kind == AX_REF && i < e->n; i++) {
		if (e->part[i].name.i == r->iter.i && e->n == 1)
			return true;
		for (uint32_t k = 0; k < e->part[i].n_subs; k++)
			if (occurs(r, &e->part[i].sub[k]))
				return true;
	}
	for (uint32_t i = 0; i < syntax_kids(e); i++)
		if (occurs(r, &e->kid[i]))
			return true;
	return false;
}

/* Is it a + b*iterator, whatever a and b are, as long as the iterator is not in them? */
static bool is_affine(const Regular *r, const AstExpr *e)
{
	uint32_t n = 0;

	if (!occurs(r, e) || e->kind == AX_NAME)
		return true;
	if (e->kind == AX_UNARY)
		return (e->op == AO_ADD || e->op == AO_SUB) && is_affine(r, &e->kid[0]);
	if (e->kind != AX_BINARY)
		return false;
	for (uint32_t i = 0; i < e->n; i++) {
		uint8_t join = e->kid[i].join;

		if ((join != AO_NONE && join != AO_ADD && join != AO_SUB && join != AO_MUL) ||
			!is_affine(r, &e->kid[i]))
			return false;
		n += occurs(r, &e->kid[i]);
	}
	return e->kid[1].join != AO_MUL || n <= 1;
}

static bool is_inequality(const AstExpr *e)
{
	return e->kind == AX_BINARY && e->n == 2 && e->kid[1].join >= AO_LT && e->kid[1].join <= AO_GE;
}

static bool is_regular(Regular *r, const AstExpr *e);

/* A condition of inequalities; those with the iterator itself are noted. */
static bool is_regular_condition(Regular *r, const AstExpr *e)
{
	if (!occurs(r, e))
		return true;
	if (is_inequality(e) && is_affine(r, &e->kid[0]) && is_affine(r, &e->kid[1])) {
		vec_push(arena_allocator(r->in->scratch), &r->atoms, e);
		return true;
	}
	if (is_inequality(e)) /* of elements */
		return is_regular(r, &e->kid[0]) && is_regular(r, &e->kid[1]);
	if (e->kind == AX_UNARY)
		return e->op == AO_NOT && is_regular_condition(r, &e->kid[0]);
	if (e->kind != AX_BINARY || (e->kid[1].join != AO_AND && e->kid[1].join != AO_OR))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!is_regular_condition(r, &e->kid[i]))
			return false;
	return true;
}

static bool are_regular(Regular *r, const AstExpr *e, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!is_regular(r, &e[i]))
			return false;
	return true;
}

/* The depth of the recursion is that of the text. */
static bool is_regular(Regular *r, const AstExpr *e)
{
	if (!occurs(r, e))
		return true;
	switch ((AstExprKind)e->kind) {
	case AX_REF:
		for (uint32_t i = 0; i < e->n; i++)
			for (uint32_t k = 0; k < e->part[i].n_subs; k++)
				if (!is_affine(r, &e->part[i].sub[k]))
					return false;
		return e->n > 1 || e->part[0].name.i != r->iter.i;
	case AX_UNARY: return e->op != AO_NOT && is_regular(r, &e->kid[0]);
	case AX_BINARY: return e->kid[1].join >= AO_ADD && are_regular(r, e->kid, e->n);
	case AX_CALL: return are_regular(r, e->kid, e->n);
	case AX_IF:
		for (uint32_t i = 0; i < e->n; i++)
			if (i % 2 == 0 && i + 1 < e->n ? !is_regular_condition(r, &e->kid[i])
										   : !is_regular(r, &e->kid[i]))
				return false;
		return true;
	default: return false;
	}
}

static bool is_regular_body(Regular *r, const AstLoop *loop)
{
	for (uint32_t i = 0; i < loop->n; i++)
		if (loop->body[i].kind != AS_EQUAL || !are_regular(r, loop->body[i].expr, 2))
			return false;
	return loop->n > 0;
}

typedef struct Range {
	Regular *r;              /* what is known of the text */
	const Env *env;          /* around it */
	const SectionLoop *loop; /* the loop, if it is one of equations */
	IterIntegers values;     /* of the iterator */
} Range;

static const Expr *value_at(const Range *g, uint32_t k)
{
	return expr_integer(g->r->in->pool, g->values.first + (int64_t)k * g->values.step);
}

/* Conditions that the compiler may decide: made of parameters that cannot be set any more, as those
   that sizes are made of, which the equations never see in the end. Others stay as they are. */

static bool is_settled(const Inst *in, const Expr *e)
{
	Walk walk;
	ArenaMark mark = arena_mark(in->scratch);
	bool settled = e->variability <= VB_PARAMETER && !(e->flags & XF_IMPURE);

	walk_init_brief(&walk, in->pool, in->scratch, 0);
	for (walk_begin(&walk, e); settled && (e = walk_next(&walk));)
		if (e->op == EX_VAR && e->type->n_scalars > 0)
			settled = flat_attrs(in->flat, expr_var_id(e))->structural ||
					  flat_decl_of(in->flat, expr_var_id(e))->flags & DF_FINAL;
	arena_release(in->scratch, mark);
	return settled;
}

/* Its value, if it is settled; itself else. */
static const Expr *settle(Inst *in, const Expr *e)
{
	const Expr *value;

	if (expr_is_literal(e) || e->type->rank > 0 || !is_settled(in, e))
		return e;
	value = value_of_expr(in, e, SPAN_NONE, "a condition");
	return value ? value : e;
}

static const Expr *choose_branch(void *ctx, ExprPool *p, const Expr *e)
{
	const Expr *condition = e->op == EX_IF ? settle(ctx, e->arg[0]) : NULL;

	(void)p;
	if (!condition || condition->op != EX_BOOLEAN)
		return e;
	return expr_integer_value(condition) ? e->arg[1] : e->arg[2];
}

/* The equations of member k; false: reported. */
static bool member_at(const Range *g, uint32_t k, EqVec *out)
{
	Inst *in = g->r->in;
	Rewrite *r;

	if (!g->loop->member(g->loop->ctx, value_at(g, k), out))
		return false;
	r = walk_rewrite_new(in->pool, in->scratch, XF_VAR, choose_branch, in);
	for (size_t i = 0; i < out->n; i++)
		if (out->at[i].kind == EQ_EQUAL) {
			out->at[i].lhs = walk_rewrite(r, out->at[i].lhs);
			out->at[i].rhs = walk_rewrite(r, out->at[i].rhs);
		}
	return true;
}

/* The value of an expression for member k, with its branches chosen. */
static const Expr *expr_at(const Range *g, const AstExpr *e, uint32_t k)
{
	Inst *in = g->r->in;
	Iter iter = {g->env->iters, g->r->iter, value_at(g, k)};
	Env env = *g->env;

	env.iters = &iter;
	return walk_rewrite(walk_rewrite_new(in->pool, in->scratch, XF_VAR, choose_branch, in),
						elab_expr(in, &env, e));
}

/* Do all inequalities hold, or not hold, for members a and b alike? What cannot be decided now
   differs. */
static bool agree(const Range *g, uint32_t a, uint32_t b)
{
	for (size_t i = 0; i < g->r->atoms.n; i++) {
		const Expr *x = settle(g->r->in, expr_at(g, g->r->atoms.at[i], a));
		const Expr *y = settle(g->r->in, expr_at(g, g->r->atoms.at[i], b));

		if (x != y || x->op != EX_BOOLEAN)
			return false;
	}
	return true;
}

/* Equations of Reals that change continuously, of operators that a family may have. */
static bool is_plain(const FlatEq *eq)
{
	enum { NOT = XF_EVENT | XF_IMPURE | XF_PRE | XF_CALL | XF_CLOCK | XF_ARRAY | XF_LOCAL };

	return eq->kind == EQ_EQUAL && eq->n_branch == 0 && type_is_scalar(eq->lhs->type, TY_REAL) &&
		   !((eq->lhs->flags | eq->rhs->flags) & NOT);
}

static bool is_family(const Range *g, const EqVec *first, const EqVec *last, int32_t n)
{
	FamilyScan scan;
	const FlatModel *m = g->r->in->flat;

	if (first->n != last->n || first->n == 0)
		return false;
	for (size_t i = 0; i < first->n; i++) {
		const FlatEq *a = &first->at[i], *b = &last->at[i];

		if (!is_plain(a) || !is_plain(b) || (a->lhs == b->lhs && a->rhs == b->rhs) ||
			!family_scan(m, a->lhs, b->lhs, n, &scan) || !family_scan(m, a->rhs, b->rhs, n, &scan))
			return false;
	}
	return true;
}

static void add_members(const Range *g, uint32_t from, uint32_t to)
{
	for (uint32_t k = from; k < to && !diag_full(g->r->in->diag); k++)
		g->loop->member(g->loop->ctx, value_at(g, k), NULL);
}

/* Members `from` … `to` - 1, of which all inequalities are alike: as a family, or one by one. */
static void add_range(const Range *g, uint32_t from, uint32_t to)
{
	EqVec first = {0}, last = {0};
	FlatFamily f = {.at = g->r->in->flat->eqs.n, .n = (int32_t)(to - from)};

	if (to - from >= FAMILY_LEAST && member_at(g, from, &first) && member_at(g, to - 1, &last) &&
		is_family(g, &first, &last, f.n)) {
		f.n_eqs = (int32_t)first.n;
		f.first = first.at;
		f.last = last.at;
		vec_push(arena_allocator(g->r->in->keep), &g->r->in->flat->families, f);
		return;
	}
	add_members(g, from, to);
}

/* The first member behind `from` that differs from it in an inequality; n: none does. As each of
   them changes at most once, halving finds it. */
static uint32_t find_change(const Range *g, uint32_t from, uint32_t n)
{
	uint32_t low = from + 1, high = n;

	if (agree(g, from, n - 1))
		return n;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (agree(g, from, mid))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool section_family(Inst *in, const SectionLoop *loop)
{
	const AstLoop *text = loop->loop;
	Regular r = {.in = in, .iter = text->iter[text->n_iters - 1].name};
	Range g = {.r = &r, .env = loop->env, .loop = loop};

	if (!in->wants_families || !is_regular_body(&r, text) ||
		!elab_integers(in, loop->env, text, text->n_iters - 1, &g.values) ||
		g.values.n < FAMILY_LEAST || !agree(&g, 0, 0))
		return false;
	for (uint32_t from = 0, to; from < g.values.n && !diag_full(in->diag); from = to) {
		to = find_change(&g, from, g.values.n);
		add_range(&g, from, to);
	}
	return true;
}

const Expr **section_runs(Inst *in, const SectionRuns *runs)
{
	Regular r = {.in = in, .iter = runs->iter};
	Range g = {.r = &r, .env = runs->env, .values = runs->values};
	const Expr **x;

	if (!in->wants_families || runs->values.n < FAMILY_LEAST || !is_regular(&r, runs->body) ||
		!agree(&g, 0, 0))
		return NULL;
	x = NEW_ARRAY(in->scratch, const Expr *, runs->values.n);
	for (uint32_t from = 0, to; from < runs->values.n; from = to) {
		const Expr *value = expr_at(&g, runs->body, from);

		to = find_change(&g, from, runs->values.n);
		if (elab_is_error(value) || expr_at(&g, runs->body, to - 1) != value)
			return NULL;
		for (uint32_t k = from; k < to; k++)
			x[k] = value;
	}
	return x;
}
