/* SPDX-License-Identifier: MIT
   repeat.c — elements of an array of components that are like each other, as the sections of a long
   line are: attributes, values and equations are elaborated for the first two elements, and those
   of the second are repeated for all others, with their variables (expr/shift.c).

   Elements are like each other if every modifier of the array is for each of them (MLS 7.2.5), for
   then the text is the same and so are all values in it, and if they have become the same parts
   with variables and places in one row. What a pass has done with the second element is repeated if
   it is what can be: attributes and values of its own variables, parameters that became structural,
   and equations. Nothing is repeated where something was reported, a function was made, or an
   operator had an answer for this element alone: cardinality, isRoot, inStream, its name. The
   result is that of elaborating every element (tests/unit/test_repeat.c).
   O(variables and nodes of the equations) for each element. */
#include "compiler/inst/inst.h"

enum { LIKE = 1 }; /* the element that is repeated: the first makes what all share */

/* Declared variables and places of an element. */
typedef struct Extent {
	int32_t first, last; /* numbers; first > last: none */
	int32_t n;           /* how many: all from first to last if none is another component's */
} Extent;

/* What there is of everything that elaboration may make. */
typedef struct Counts {
	size_t of[8];   /* by kind: equal before and after, if nothing was made */
	uint32_t n_own; /* Inst.n_own */
	size_t n_eqs;   /* equations, which may be made */
} Counts;

typedef VEC(const Expr *) ExprVec;

typedef struct Repeat {
	Inst *in;               /* the instantiation */
	const Node *like;       /* the element that is repeated */
	Extent decls, paths;    /* its own */
	ShiftRange vars;        /* of decls */
	bool *was_structural;   /* of each of vars, before */
	Counts before;          /* its visit */
	size_t first_eq, n_eqs; /* equations that were made for it */
	ExprVec roots;          /* two of each of vars: start and binding; two of each equation */
	Shift *shift;           /* makes them again; NULL: nothing can be repeated */
	bool is_uniform;        /* all elements are known to be like it, in a row */
	bool is_row;            /* so far they are found to be */
} Repeat;

bool repeat_is_for_each(const Mod *m)
{
	for (; m; m = m->weaker) {
		if (m->is_of_class)
			continue;
		if (m->replace || (m->ast && m->ast->has & (MOD_VALUE | MOD_BREAK)))
			return false;
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++)
			if (m->ast->args[i].kind != ARG_MODIFY || !(m->ast->args[i].flags & ARG_EACH))
				return false;
	}
	return true;
}

static void extend(Extent *x, int32_t i)
{
	if (i < 0)
		return;
	if (x->n == 0 || i < x->first)
		x->first = i;
	if (x->n == 0 || i > x->last)
		x->last = i;
	x->n++;
}

static bool is_dense(const Extent *x)
{
	return x->n == 0 || x->last - x->first + 1 == x->n;
}

/* A component, of those that are there for themselves. */
static Node *part_of(const Member *m)
{
	Node *n = m->decl->kind == EL_COMPONENT ? m->node : NULL;

	return n && (n->prefix & (PX_OUTER | PX_INNER)) != PX_OUTER ? n : NULL;
}

static void find_extents(Repeat *r, const Node *n)
{
	extend(&r->decls, n->flat_decl.i);
	extend(&r->paths, n->path.i);
	for (uint32_t i = 0; i < n->n_element; i++)
		find_extents(r, n->element[i]);
	for (uint32_t i = 0; i < n->n_member; i++)
		if (part_of(n->member[i]))
			find_extents(r, part_of(n->member[i]));
}

static Counts count(const Inst *in)
{
	const FlatModel *m = in->flat;

	return (Counts){{m->vars.n, m->paths.n, m->algs.n, m->fns.n, m->objects.n, m->families.n,
					 in->diag->items.n, in->pool->n_sites},
					in->n_own,
					m->eqs.n};
}

static bool is_nothing_else(const Counts *before, const Counts *now)
{
	for (size_t i = 0; i < sizeof now->of / sizeof *now->of; i++)
		if (before->of[i] != now->of[i])
			return false;
	return before->n_own == now->n_own;
}

/* Takes note of what there is before the element is visited. */
static void begin(Repeat *r, const Node *like)
{
	const FlatModel *m = r->in->flat;

	r->like = like;
	find_extents(r, like);
	if (r->decls.n == 0 || !is_dense(&r->decls) || !is_dense(&r->paths)) {
		r->like = NULL;
		return;
	}
	r->vars.first = m->decls.at[r->decls.first].first;
	r->vars.n = m->decls.at[r->decls.last].first.i + flat_decl_size(&m->decls.at[r->decls.last]) -
				r->vars.first.i;
	r->was_structural = NEW_ARRAY(r->in->scratch, bool, r->vars.n + 1);
	for (int32_t k = 0; k < r->vars.n; k++)
		r->was_structural[k] = flat_attrs(m, (VarId){r->vars.first.i + k})->structural;
	r->before = count(r->in);
}

/* Attributes besides start must not name variables of the element: they are shared. */
static bool has_own_attrs(const FlatModel *m, VarId v)
{
	const FlatAttrs *a = flat_attrs(m, v);
	const Expr *of[] = {a->min, a->max, a->nominal};

	for (int i = 0; i < 3; i++)
		if (of[i] && of[i]->flags & XF_VAR)
			return true;
	return false;
}

/* What was made for the element, as roots; false: there is what cannot be repeated. */
static bool add_roots(Repeat *r)
{
	const FlatModel *m = r->in->flat;
	const MdvAlloc *a = arena_allocator(r->in->scratch);

	for (int32_t k = 0; k < r->vars.n; k++) {
		VarId v = {r->vars.first.i + k};

		if (has_own_attrs(m, v))
			return false;
		vec_push(a, &r->roots, m->vars.at[v.i].start);
		vec_push(a, &r->roots, m->vars.at[v.i].binding);
	}
	for (size_t i = 0; i < r->n_eqs; i++) {
		const FlatEq *eq = &m->eqs.at[r->first_eq + i];

		if (eq->kind != EQ_EQUAL && eq->kind != EQ_EFFECT)
			return false;
		vec_push(a, &r->roots, eq->lhs);
		vec_push(a, &r->roots, eq->rhs);
	}
	return true;
}

/* Of what was made for one element, for `n_more` others. */
static void take_note(Repeat *r, size_t n_more)
{
	FlatModel *m = r->in->flat;
	Counts now = count(r->in);

	r->first_eq = r->before.n_eqs;
	r->n_eqs = now.n_eqs - r->first_eq;
	if (is_nothing_else(&r->before, &now) && add_roots(r))
		r->shift = shift_new(r->in->pool, r->in->scratch, r->vars, r->roots.at, r->roots.n);
	if (r->shift)
		(void)vec_reserve(arena_allocator(m->keep), &m->eqs, m->eqs.n + n_more * r->n_eqs);
}

static bool are_like_decls(const Repeat *r, DeclId x, DeclId y, const RowDistance *by)
{
	const FlatModel *m = r->in->flat;
	const FlatDecl *a, *b;

	if (x.i < 0 || y.i < 0)
		return x.i == y.i;
	a = &m->decls.at[x.i];
	b = &m->decls.at[y.i];
	if (y.i - x.i != by->decls || b->first.i - a->first.i != by->vars || a->type != b->type ||
		a->rank != b->rank || flat_decl_size(a) != flat_decl_size(b) || a->flags != b->flags)
		return false;
	for (int d = 0; d < a->rank; d++)
		if (a->dim[d].n != b->dim[d].n)
			return false;
	/* A when-clause from outside may have made single variables discrete. */
	for (int32_t k = 0; k < flat_decl_size(a); k++)
		if (m->vars.at[a->first.i + k].variability != m->vars.at[b->first.i + k].variability)
			return false;
	return true;
}

/* Are two components the same parts, `by` apart? */
static bool are_like(const Repeat *r, const Node *a, const Node *b, const RowDistance *by)
{
	if (a->kind != b->kind || a->def != b->def || a->prefix != b->prefix || a->is_error ||
		b->is_error || a->is_disabled != b->is_disabled || a->n_member != b->n_member ||
		a->n_element != b->n_element || (a->path.i < 0) != (b->path.i < 0) ||
		(a->path.i >= 0 && b->path.i - a->path.i != by->paths) ||
		!are_like_decls(r, a->flat_decl, b->flat_decl, by))
		return false;
	for (uint32_t i = 0; i < a->n_element; i++)
		if (!are_like(r, a->element[i], b->element[i], by))
			return false;
	for (uint32_t i = 0; i < a->n_member; i++) {
		const Node *x = part_of(a->member[i]), *y = part_of(b->member[i]);

		if (a->member[i]->decl != b->member[i]->decl || !x != !y || (x && !are_like(r, x, y, by)))
			return false;
	}
	return true;
}

/* The attributes of the variable that is like v; structural if either was, or became so now. */
static void repeat_attrs(const Repeat *r, int32_t k, VarId v)
{
	FlatModel *m = r->in->flat;
	VarId like = {r->vars.first.i + k};
	FlatAttrs attrs = *flat_attrs(m, like);
	bool is_new = attrs.structural && !r->was_structural[k];
	bool structural = flat_attrs(m, v)->structural || is_new;

	if (attrs.structural == structural) {
		m->vars.at[v.i].attrs = m->vars.at[like.i].attrs;
		return;
	}
	attrs.structural = structural;
	flat_set_attrs(m, v, flat_add_attrs(m, &attrs));
}

static void repeat_vars(const Repeat *r, const RowDistance *by)
{
	FlatModel *m = r->in->flat;

	for (int32_t k = 0; k < r->vars.n; k++) {
		VarId v = {r->vars.first.i + k + by->vars};

		repeat_attrs(r, k, v);
		flat_set_start(m, v, shift_root(r->shift, 2 * (size_t)k));
		flat_set_binding(m, v, shift_root(r->shift, 2 * (size_t)k + 1));
	}
	for (int32_t i = r->decls.first; i <= r->decls.last; i++) {
		m->decls.at[i + by->decls].value_at = m->decls.at[i].value_at;
		m->decls.at[i + by->decls].causality = m->decls.at[i].causality;
	}
}

static void repeat_eqs(const Repeat *r, const RowDistance *by)
{
	for (size_t i = 0; i < r->n_eqs; i++) {
		FlatEq eq = r->in->flat->eqs.at[r->first_eq + i];
		size_t root = 2 * ((size_t)r->vars.n + i);

		eq.lhs = shift_root(r->shift, root);
		eq.rhs = shift_root(r->shift, root + 1);
		if (r->paths.n > 0 && eq.path.i >= r->paths.first && eq.path.i <= r->paths.last)
			eq.path.i += by->paths;
		flat_add_eq(r->in->flat, &eq);
	}
}

/* Some variables of a component, those that are met first; -1: it has none. */
static DeclId first_decl(const Node *n)
{
	DeclId found = n->flat_decl;

	for (uint32_t i = 0; i < n->n_element && found.i < 0; i++)
		found = first_decl(n->element[i]);
	for (uint32_t i = 0; i < n->n_member && found.i < 0; i++)
		if (part_of(n->member[i]))
			found = first_decl(part_of(n->member[i]));
	return found;
}

/* A when-clause from outside may have made single variables of an element discrete. */
static bool are_like_vars(const Repeat *r, int32_t by)
{
	const FlatVar *var = r->in->flat->vars.at + r->vars.first.i;

	for (int32_t k = 0; k < r->vars.n; k++)
		if (var[k].variability != var[k + by].variability)
			return false;
	return true;
}

/* How far element k of the array lies behind the one that is repeated; false: it is not like it. */
static bool find_distance(Repeat *r, const Node *array, uint32_t k, RowDistance *by)
{
	int32_t steps = (int32_t)k - LIKE;
	RowDistance row = {steps * r->decls.n, steps * r->paths.n, steps * r->vars.n};
	const FlatDecl *decl = r->in->flat->decls.at;
	const Node *n = array->element[k];
	DeclId mine, its;

	*by = row;
	if (r->is_uniform)
		return true;
	if (n->is_late)
		return are_like_vars(r, row.vars);
	mine = first_decl(r->like);
	its = first_decl(n);
	if (mine.i < 0 || its.i < 0)
		return false;
	*by = (RowDistance){its.i - mine.i, n->path.i - r->like->path.i,
						decl[its.i].first.i - decl[mine.i].first.i};
	r->is_row &= by->decls == row.decls && by->paths == row.paths && by->vars == row.vars;
	return are_like(r, r->like, n, by);
}

/* For element k what was done for the other; false: it is not like that. */
static bool repeat_for(Repeat *r, const Node *array, uint32_t k)
{
	RowDistance by;

	if (!r->shift)
		return false;
	if (!find_distance(r, array, k, &by))
		return r->is_row = false;
	shift_make(r->shift, by.vars);
	repeat_vars(r, &by);
	repeat_eqs(r, &by);
	return true;
}

bool repeat_elements(Inst *in, Node *array, RepeatVisit how)
{
	bool may = array->n_element >= REPEAT_LEAST && !in->devs && repeat_is_for_each(array->mod),
		 ok = true;
	const uint64_t *seen = may ? map_find(&in->uniform, map_key(array)) : NULL;
	ArenaMark mark = arena_mark(in->scratch);
	Repeat r = {.in = in, .is_row = true};

	/* What has become of an element since then would have added declarations. */
	r.is_uniform = seen && *seen == in->flat->decls.n;
	for (uint32_t k = 0; k < array->n_element; k++) {
		bool is_like = may && k == LIKE;

		if (repeat_for(&r, array, k))
			continue;
		if (is_like)
			begin(&r, array->element[k]);
		row_make_parts(in, array->element[k]);
		ok &= how.visit(in, array->element[k], how.ctx);
		if (is_like && ok && r.like)
			take_note(&r, array->n_element - 1 - k);
	}
	if (r.shift && r.is_row)
		map_put(&in->uniform, map_key(array), in->flat->decls.n);
	arena_release(in->scratch, mark);
	return ok;
}
