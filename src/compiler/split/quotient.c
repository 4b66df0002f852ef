/* SPDX-License-Identifier: MIT
   quotient.c — of a model with families of equations a small one, in which one variable stands for
   all that a family determines. The passes of dae/ see scalar equations as ever; lower/ makes the
   many of the one again. A quotient is sound where the sorted systems determine each such variable
   by the equation of its family alone, which span_check (dae/) finds out afterwards: then the
   order of evaluation of the whole is that of the quotient.

   What a family reads at other elements than its own is a *view*: a variable with an equation
   `view = $view(a, b, …)` of all variables that stand for these elements, so that it is sorted
   behind them. It has no place of its own at run time.

   O(variables of the whole model + size of the quotient). */
#include "compiler/split/split.h"

#include <string.h>

enum {
	SPLITS_MOST =
		64,         /* ranges of one family with other attributes: more are no regular structure */
	PARTS_MOST = 64 /* variables that a view shows */
};

/* Members k … k + n - 1 of a family. */
typedef struct Part {
	int32_t family; /* which */
	int32_t k, n;   /* its members */
} Part;

/* Variables in a row that a part determines. */
typedef struct Piece {
	int32_t n;    /* how many */
	int32_t part; /* which part */
} Piece;

typedef struct Quotient {
	FlatModel *m;            /* the whole model */
	FlatModel *q;            /* what is made */
	Arena *scratch;          /* holds what is not kept */
	VEC(Part) parts;         /* of all families, in order */
	VEC(Piece) pieces;       /* all of them */
	int32_t *var_of;         /* by variable: that of the quotient; -1: not yet, -2 - its piece */
	VEC(FlatSpan) spans;     /* by variable of the quotient */
	const Expr **copy;       /* by expression of m: that of the quotient; NULL: not yet */
	uint32_t n_copies;       /* length of copy */
	uint32_t *attrs;         /* by AttrId of m: 1 + that of the quotient; 0: not yet */
	Map views;               /* first and number of elements -> VarId of the view */
	VEC(const Expr *) stack; /* expressions being copied */
	const Part *part;        /* the part whose equation is being copied */
	const FlatEq *eq;        /* the equation being copied: its place */
	bool failed;             /* it cannot be made */
} Quotient;

/* --- what families determine --- */

/* The first of the variables that an equation of a family determines: what it differentiates, or
   has alone on one side; -1: not known. */
static int32_t defined_by(Quotient *x, const FlatEq *first, const FlatEq *last, int32_t n)
{
	const Expr *const side[2][2] = {{first->lhs, last->lhs}, {first->rhs, last->rhs}};
	int32_t found = -1;
	FamilyScan scan;

	for (int s = 0; s < 2; s++) {
		family_scan(x->m, side[s][0], side[s][1], n, &scan);
		for (int32_t i = 0; i < scan.n; i++) {
			if (scan.first[i]->op != EX_DER)
				continue;
			if (!family_is_node(&scan, i) || scan.first[i]->arg[0]->op != EX_VAR ||
				(found >= 0 && found != (int32_t)scan.first[i]->arg[0]->aux))
				return -1;
			found = (int32_t)scan.first[i]->arg[0]->aux;
		}
	}
	for (int s = 0; s < 2 && found < 0; s++)
		if (side[s][0] != side[s][1] && side[s][0]->op == EX_VAR)
			found = (int32_t)side[s][0]->aux;
	return found;
}

static bool is_like(const FlatModel *m, int32_t a, int32_t b)
{
	const FlatVar *x = &m->vars.at[a], *y = &m->vars.at[b];

	return x->decl.i == y->decl.i && x->attrs == y->attrs && x->variability == y->variability &&
		   x->start == y->start && x->binding == y->binding;
}

/* Members from k on whose variables have equal attributes. */
static int32_t count_like(const Quotient *x, const int32_t first[], int32_t n_eqs, int32_t k,
						  int32_t n)
{
	int32_t at = k + 1;

	for (bool like = true; at < n; at += like) {
		for (int32_t e = 0; e < n_eqs && like; e++)
			like = is_like(x->m, first[e] + k, first[e] + at);
		if (!like)
			break;
	}
	return at - k;
}

static void add_span(Quotient *x, int32_t first, int32_t n, bool view)
{
	int32_t piece = view ? -1 : -2 - x->var_of[first];

	vec_push(arena_allocator(x->q->keep), &x->spans,
			 ((FlatSpan){first, n, piece >= 0 ? x->pieces.at[piece].part : -1, view}));
}

/* Claims the variables of a part; they are no input and no other family's. */
static void claim(Quotient *x, int32_t first, int32_t n, int32_t part)
{
	const FlatVar *v = &x->m->vars.at[first];

	x->failed |= v->variability != VB_CONTINUOUS || v->binding ||
				 x->m->decls.at[v->decl.i].causality == CZ_INPUT;
	for (int32_t i = 0; i < n; i++) {
		x->failed |= x->var_of[first + i] != -1;
		x->var_of[first + i] = -2 - (int32_t)x->pieces.n; /* replaced when it is declared */
	}
	vec_push(arena_allocator(x->scratch), &x->pieces, ((Piece){n, part}));
}

static void split_family(Quotient *x, int32_t number)
{
	const FlatFamily *f = &x->m->families.at[number];
	int32_t *first = NEW_ARRAY(x->scratch, int32_t, f->n_eqs), n_parts = 0;

	for (int32_t e = 0; e < f->n_eqs; e++) {
		first[e] = defined_by(x, &f->first[e], &f->last[e], f->n);
		x->failed |= first[e] < 0;
	}
	for (int32_t k = 0, n; k < f->n && !x->failed; k += n) {
		n = count_like(x, first, f->n_eqs, k, f->n);
		vec_push(arena_allocator(x->scratch), &x->parts, ((Part){number, k, n}));
		x->failed |= ++n_parts > SPLITS_MOST;
		for (int32_t e = 0; e < f->n_eqs && n >= FAMILY_LEAST; e++)
			claim(x, first[e] + k, n, (int32_t)x->parts.n - 1);
	}
}

/* --- variables --- */

static VarId declare(Quotient *x, const FlatDecl *b)
{
	DeclId id = flat_add_decl(x->q, b);

	return x->q->decls.at[id.i].first;
}

static VarId add_var(Quotient *x, int32_t v, int32_t n)
{
	const FlatDecl *of = flat_decl_of(x->m, (VarId){v});
	FlatDecl b = *of;
	VarId made;
	Text name;

	text_init(&name, arena_heap(x->q->keep));
	flat_print_var(x->m, (VarId){v}, &name);
	b.name = flat_name(x->q, text_str(&name));
	text_free(&name);
	b.rank = 0;
	made = declare(x, &b);
	add_span(x, v, n, false);
	for (int32_t i = 0; i < n; i++)
		x->var_of[v + i] = made.i;
	return made;
}

/* An array of which parts are determined by families: element by element, or many as one. */
static void add_elements(Quotient *x, const FlatDecl *b, int32_t n)
{
	for (int32_t v = b->first.i, width; v < b->first.i + n; v += width) {
		width = x->var_of[v] <= -2 ? x->pieces.at[-2 - x->var_of[v]].n : 1;
		add_var(x, v, width);
	}
}

static void add_decl(Quotient *x, const FlatDecl *b)
{
	int32_t n = flat_decl_size(b), first;

	for (int32_t i = 0; i < n; i++)
		if (x->var_of[b->first.i + i] <= -2) {
			add_elements(x, b, n);
			return;
		}
	first = declare(x, b).i;
	for (int32_t i = 0; i < n; i++) {
		add_span(x, b->first.i + i, 1, false);
		x->var_of[b->first.i + i] = first + i;
	}
}

static void add_variables(Quotient *x)
{
	for (size_t i = 0; i < x->m->decls.n; i++)
		add_decl(x, &x->m->decls.at[i]);
	for (size_t i = 0; i < x->spans.n; i++)
		x->q->vars.at[i].variability = x->m->vars.at[x->spans.at[i].first].variability;
}

/* --- views --- */

/* The function by which views are sorted; nobody calls it. */
static FnId view_function(Quotient *x, int32_t n_in)
{
	const Type *real = type_basic(&x->q->pool, TY_REAL);
	FlatLocal *local = NEW_ARRAY(x->q->keep, FlatLocal, n_in + 1);
	FlatFn fn = {.name = flat_name(x->q, "$view"),
				 .n_in = n_in,
				 .n_out = 1,
				 .smooth_order = -1,
				 .inlining = IN_NEVER,
				 .purity = PU_PURE};
	FlatStmt *stmt = NEW(x->q->keep, FlatStmt);
	FnId id = flat_new_fn(x->q, fn.name, fn.purity);

	for (int32_t i = 0; i <= n_in; i++)
		local[i] =
			(FlatLocal){.name = fn.name, .type = real, .kind = i < n_in ? LO_INPUT : LO_OUTPUT};
	*stmt = (FlatStmt){.kind = ST_ASSIGN,
					   .lhs = expr_local(&x->q->pool, n_in, real),
					   .rhs = expr_local(&x->q->pool, 0, real)};
	fn.body = (FlatBody){.local = local, .stmt = stmt, .n_locals = n_in + 1, .n_stmt = 1};
	flat_set_fn(x->q, id, &fn);
	return id;
}

/* Are they parameters, known before anything that reads them? */
static bool are_given(Quotient *x, int32_t first, int32_t n)
{
	if (x->m->vars.at[first].variability > VB_PARAMETER)
		return false;
	for (int32_t v = first; v < first + n; v++)
		x->failed |= flat_attrs(x->m, (VarId){v})->fixed == FX_FALSE ||
					 x->m->vars.at[v].variability > VB_PARAMETER;
	return true;
}

/* The variables that stand for the elements; of parameters, which may be as many as there are
   elements and need not be waited for, time. */
static int32_t shown_by(Quotient *x, int32_t first, int32_t n, const Expr *arg[PARTS_MOST])
{
	int32_t n_args = 0;

	if (n > 1 && are_given(x, first, n)) {
		arg[0] = expr_time(&x->q->pool);
		return 1;
	}
	for (int32_t v = first; v < first + n;) {
		const FlatSpan *span = &x->spans.at[x->var_of[v]];

		if (n_args == PARTS_MOST) {
			x->failed = true;
			return n_args;
		}
		arg[n_args++] = flat_ref(x->q, (VarId){x->var_of[v]});
		v = span->first + span->n;
	}
	return n_args;
}

static const Expr *view_of(Quotient *x, int32_t first, int32_t n)
{
	uint64_t key = (uint64_t)(uint32_t)first << 32 | (uint32_t)n;
	const uint64_t *seen = map_find(&x->views, key);
	const Expr *arg[PARTS_MOST];
	int32_t n_args;
	FlatDecl b = {.type = type_basic(&x->q->pool, TY_REAL),
				  .variability = VB_CONTINUOUS,
				  .flags = DF_PROTECTED | DF_HIDE_RESULT,
				  .value_at = SPAN_NONE};
	FlatEq eq = {.kind = EQ_EQUAL, .origin = EO_OTHER};
	VarId v;
	char name[32];

	if (seen)
		return flat_ref(x->q, (VarId){(int32_t)*seen});
	snprintf(name, sizeof name, "$view%zu", x->spans.n);
	b.name = flat_name(x->q, name);
	if (x->eq) {
		b.path = eq.path = x->eq->path;
		b.at = eq.at = x->eq->at;
	}
	n_args = shown_by(x, first, n, arg);
	v = declare(x, &b);
	add_span(x, first, n, true);
	map_put(&x->views, key, (uint64_t)v.i);
	eq.lhs = flat_ref(x->q, v);
	eq.rhs = flat_call(x->q, view_function(x, n_args), arg, (size_t)n_args);
	flat_add_eq(x->q, &eq);
	return eq.lhs;
}

/* Elements first … first + n - 1, as an equation of so many members reads them. */
static const Expr *elements(Quotient *x, int32_t first, int32_t n)
{
	const FlatSpan *span = &x->spans.at[x->var_of[first]];

	if (span->first == first && span->n == n)
		return flat_ref(x->q, (VarId){x->var_of[first]});
	return view_of(x, first, n);
}

/* --- expressions --- */

static const Expr *copy_leaf(Quotient *x, const Expr *e)
{
	switch (e->op) {
	case EX_REAL: return expr_real(&x->q->pool, expr_real_value(e));
	case EX_INTEGER: return expr_integer(&x->q->pool, expr_integer_value(e));
	case EX_VAR: break;
	default: return expr_make(&x->q->pool, e, NULL, 0, 0);
	}
	if (e->type->rank == 0)
		return elements(x, (int32_t)e->aux, 1);
	for (int32_t i = 0; i < e->type->n_scalars; i++) { /* an array: only if all of it is scalars */
		const FlatSpan *span = &x->spans.at[x->var_of[e->aux + (uint32_t)i]];

		x->failed |= span->n != 1 || x->var_of[e->aux + (uint32_t)i] != x->var_of[e->aux] + i;
	}
	return expr_var(&x->q->pool, (VarId){x->var_of[e->aux]}, e->type);
}

/* The node, whose arguments are copied. */
static const Expr *copy_node(Quotient *x, const Expr *e)
{
	ArenaMark mark = arena_mark(x->scratch);
	const Expr **arg, *made;

	if (e->n == 0)
		return copy_leaf(x, e);
	arg = NEW_ARRAY(x->scratch, const Expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = x->copy[e->arg[i]->id];
	x->failed |= e->op == EX_CALL;
	made = expr_make(&x->q->pool, e, arg, e->n, 0);
	arena_release(x->scratch, mark);
	return made;
}

/* Members of small parts are expressions that were not there at the beginning. */
static void make_room(Quotient *x)
{
	uint32_t n = x->m->pool.n + x->n_copies / 2;
	const Expr **copy = NEW_ARRAY(x->scratch, const Expr *, n);

	if (x->n_copies)
		memcpy(copy, x->copy, x->n_copies * sizeof *copy);
	x->copy = copy;
	x->n_copies = n;
}

static const Expr *copy(Quotient *x, const Expr *e)
{
	const MdvAlloc *a = arena_allocator(x->scratch);

	if (!e)
		return NULL;
	if (e->id >= x->n_copies)
		make_room(x);
	vec_push(a, &x->stack, e);
	while (x->stack.n > 0) {
		bool waits = false;

		e = x->stack.at[x->stack.n - 1];
		for (uint32_t i = 0; i < e->n && !x->copy[e->id]; i++)
			if (!x->copy[e->arg[i]->id]) {
				vec_push(a, &x->stack, e->arg[i]);
				waits = true;
			}
		if (waits)
			continue;
		x->stack.n--;
		if (!x->copy[e->id])
			x->copy[e->id] = copy_node(x, e);
	}
	return x->copy[e->id];
}

static const Expr *leaf_of_part(void *ctx, const Expr *first, const Expr *last)
{
	Quotient *x = ctx;

	return first == last ? copy(x, first)
						 : elements(x, (int32_t)first->aux + x->part->k, x->part->n);
}

/* --- equations --- */

static const Expr *side_of_part(Quotient *x, const Expr *first, const Expr *last, int32_t n)
{
	FamilyScan scan;

	if (!family_scan(x->m, first, last, n, &scan))
		BUG("a family whose members are not of one form");
	return family_build(&x->q->pool, &scan, leaf_of_part, x);
}

static void add_eq(Quotient *x, const FlatEq *eq)
{
	FlatEq made = *eq;

	x->eq = eq;
	made.lhs = copy(x, eq->lhs);
	made.rhs = eq->kind == EQ_EQUAL ? copy(x, eq->rhs) : NULL;
	flat_add_eq(x->q, &made);
	x->eq = NULL;
}

static void add_part(Quotient *x, const Part *part)
{
	const FlatFamily *f = &x->m->families.at[part->family];

	x->part = part;
	for (int32_t k = 0; k < part->n && part->n < FAMILY_LEAST; k++)
		for (int32_t e = 0; e < f->n_eqs; e++) {
			FlatEq eq = family_member(x->m, f, e, part->k + k);

			add_eq(x, &eq);
		}
	for (int32_t e = 0; e < f->n_eqs && part->n >= FAMILY_LEAST; e++) {
		FlatEq eq = f->first[e];

		x->eq = &f->first[e];
		eq.lhs = side_of_part(x, f->first[e].lhs, f->last[e].lhs, f->n);
		eq.rhs = side_of_part(x, f->first[e].rhs, f->last[e].rhs, f->n);
		flat_add_eq(x->q, &eq);
		x->eq = NULL;
	}
}

static void add_equations(Quotient *x)
{
	size_t at = 0;

	for (size_t i = 0; i < x->parts.n && !x->failed; i++) {
		for (; at < x->m->families.at[x->parts.at[i].family].at; at++)
			add_eq(x, &x->m->eqs.at[at]);
		add_part(x, &x->parts.at[i]);
	}
	for (; at < x->m->eqs.n && !x->failed; at++)
		add_eq(x, &x->m->eqs.at[at]);
}

/* --- attributes --- */

static AttrId attrs_of(Quotient *x, uint32_t id)
{
	FlatAttrs a = x->m->attrs.at[id];

	if (!x->attrs[id]) {
		a.min = copy(x, a.min);
		a.max = copy(x, a.max);
		a.nominal = copy(x, a.nominal);
		x->attrs[id] = 1 + (uint32_t)flat_add_attrs(x->q, &a).i;
	}
	return (AttrId){(int32_t)x->attrs[id] - 1};
}

static void add_attributes(Quotient *x)
{
	size_t n = x->spans.n; /* none of the views that attributes may need */

	for (size_t i = 0; i < n; i++) {
		const FlatVar *of = &x->m->vars.at[x->spans.at[i].first];
		VarId v = {(int32_t)i};

		flat_set_attrs(x->q, v, attrs_of(x, of->attrs));
		flat_set_start(x->q, v, copy(x, of->start));
		flat_set_binding(x->q, v, copy(x, of->binding));
	}
}

/* --- the whole --- */

/* What a quotient may have besides families. */
static bool is_plain(const FlatModel *m)
{
	for (size_t i = 0; i < m->eqs.n; i++)
		if (m->eqs.at[i].kind != EQ_EQUAL)
			return false;
	return m->families.n > 0 &&
		   m->algs.n + m->fns.n + m->objects.n + m->atomics.n + m->parts.n + m->bridges.n == 0;
}

/* What is the same in both: texts, paths, sets. */
static void begin(Quotient *x)
{
	FlatModel *m = x->m, *q = x->q;
	const MdvAlloc *a = arena_allocator(q->keep);

	*q = (FlatModel){.keep = q->keep,
					 .names = m->names,
					 .name = m->name,
					 .comment = m->comment,
					 .at = m->at,
					 .experiment = m->experiment};
	expr_pool_beside(&q->pool, &m->pool, q->keep);
	q->pool.ctx = q;
	map_init(&q->attrs_seen, a);
	flat_add_attrs(q, &(FlatAttrs){0});
	for (size_t i = 0; i < m->paths.n; i++)
		vec_push(a, &q->paths, m->paths.at[i]);
	for (size_t i = 0; i < m->sets.n; i++)
		vec_push(a, &q->sets, m->sets.at[i]);
	for (size_t i = 0; i < m->library.n; i++)
		vec_push(a, &q->library, m->library.at[i]);
	x->var_of = NEW_ARRAY(q->keep, int32_t, m->vars.n);
	memset(x->var_of, -1, m->vars.n * sizeof *x->var_of);
	x->attrs = NEW_ARRAY(x->scratch, uint32_t, m->attrs.n);
	map_init(&x->views, arena_allocator(x->scratch));
}

bool quotient_make(FlatModel *m, Arena *keep, Arena *scratch, FlatModel *out)
{
	Quotient x = {.m = m, .q = out, .scratch = scratch};
	FlatSpans *spans;

	if (!is_plain(m))
		return false;
	out->keep = keep;
	begin(&x);
	for (size_t i = 0; i < m->families.n && !x.failed; i++)
		split_family(&x, (int32_t)i);
	if (x.failed)
		return false;
	add_variables(&x);
	add_attributes(&x);
	add_equations(&x);
	spans = NEW(keep, FlatSpans);
	*spans = (FlatSpans){m, x.spans.at, (int32_t)x.spans.n, x.var_of};
	out->spans = spans;
	return !x.failed;
}
