/* SPDX-License-Identifier: MIT
   fn_diff.c — the derivative of a function as a new function: forward differentiation of its
   statements. Every local that depends on an active input gets a tangent; each assignment is
   preceded by that of the tangent, which still sees the old values. Conditions, loops and
   subscripts are those of the function. Asserts are left out: the function itself checks.

   The new function is called after the old one and its active inputs, f.'der(101)', by which it is
   found again. One that holds for derivatives by time only, or for tangents at one instant only
   (see diff_call.c), is f.'der by time(101)' or f.'tangent(101)'. */
#include "compiler/diff/diff.h"

typedef VEC(FlatStmt) StmtVec;

typedef struct FnDiff {
	FlatModel *m;         /* gets the function */
	ExprPool *p;          /* of the model */
	Arena *scratch;       /* holds what is not of the model */
	FlatFn fn;            /* the function; a copy */
	int32_t *number;      /* by local: its number in the new function */
	bool *active;         /* by local: it has a tangent */
	int32_t *tangent;     /* by local: the number of its tangent; -1: none */
	VEC(FlatLocal) local; /* of the new function; in keep */
	const Expr **seed;    /* by new local: its tangent; NULL: zero */
	Rewrite *rename;      /* expressions of the function in terms of the new locals */
	Diff *diff;           /* tangents of these */
	bool failed;          /* diff says why */
} FnDiff;

static const MdvAlloc *keep(const FnDiff *x)
{
	return arena_allocator(x->m->keep);
}

/* Which locals depend on active inputs? */

/* The variable of a target a[i].b. */
static const Expr *target_root(const Expr *e)
{
	while (e->op == EX_INDEX || e->op == EX_FIELD)
		e = e->arg[0];
	return e;
}

static bool is_active(FnDiff *x, Walk *w, const Expr *e)
{
	walk_begin(w, e);
	while ((e = walk_next(w))) {
		if (e->op == EX_LOCAL && x->active[e->aux])
			return true;
		if (!(e->flags & XF_LOCAL) || !diff_has_real(e->type))
			walk_skip(w);
	}
	return false;
}

/* Everything assigned by this statement becomes active; false: it was. */
static bool activate(FnDiff *x, const Expr *lhs)
{
	bool news = false;

	lhs = target_root(lhs);
	if (lhs->op == EX_LOCAL) {
		news = !x->active[lhs->aux] && diff_has_real(lhs->type);
		x->active[lhs->aux] |= news;
		return news;
	}
	for (uint32_t i = 0; i < lhs->n; i++)
		news |= activate(x, lhs->arg[i]);
	return news;
}

static bool spread(FnDiff *x, Walk *w, const FlatStmt *s, int32_t n)
{
	bool news = false;

	for (int32_t i = 0; i < n; i++) {
		if (s[i].kind == ST_ASSIGN && is_active(x, w, s[i].rhs))
			news |= activate(x, s[i].lhs);
		for (int b = 0; b < s[i].n_branch; b++)
			news |= spread(x, w, s[i].branch[b].stmt, s[i].branch[b].n_stmt);
	}
	return news;
}

static void find_active(FnDiff *x, const bool active[])
{
	bool news = true;
	Walk w;

	walk_init_brief(&w, x->p, x->scratch, 0);
	for (int32_t i = 0; i < x->fn.n_in; i++)
		x->active[i] = active[i];
	while (news) {
		news = spread(x, &w, x->fn.body.stmt, x->fn.body.n_stmt);
		for (int32_t i = x->fn.n_in; i < x->fn.body.n_locals; i++) {
			const FlatLocal *l = &x->fn.body.local[i];

			if (!x->active[i] && l->init && diff_has_real(l->type) && is_active(x, &w, l->init))
				x->active[i] = news = true;
		}
	}
}

/* Locals of the new function */

static bool has_name(const FnDiff *x, Name name)
{
	for (int32_t i = 0; i < x->fn.body.n_locals; i++)
		if (x->fn.body.local[i].name.i == name.i)
			return true;
	for (size_t i = 0; i < x->local.n; i++)
		if (x->local.at[i].name.i == name.i)
			return true;
	return false;
}

static Name fresh_name(FnDiff *x, const char *text, const char *ending)
{
	Name name = flat_name(x->m, arena_printf(x->scratch, "%s%s", text, ending));

	for (int k = 2; has_name(x, name); k++)
		name = flat_name(x->m, arena_printf(x->scratch, "%s%s%d", text, ending, k));
	return name;
}

static int32_t add_local(FnDiff *x, FlatLocal local)
{
	vec_push(keep(x), &x->local, local);
	return (int32_t)x->local.n - 1;
}

static int32_t add_tangent(FnDiff *x, int32_t i, LocalKind kind)
{
	FlatLocal l = x->fn.body.local[i];

	l.name = fresh_name(x, intern_text(x->m->names, l.name), "_der");
	l.kind = (uint8_t)kind;
	l.init = NULL;
	return add_local(x, l);
}

/* The order is inputs, tangents of inputs, tangents of outputs, the rest. */
static void declare(FnDiff *x)
{
	const FlatLocal *old = x->fn.body.local;
	int32_t n_in = x->fn.n_in, n_out = x->fn.n_out, n = x->fn.body.n_locals;

	for (int32_t i = 0; i < n_in; i++)
		x->number[i] = add_local(x, old[i]);
	for (int32_t i = 0; i < n; i++)
		x->tangent[i] = i < n_in && x->active[i] ? add_tangent(x, i, LO_INPUT) : -1;
	for (int32_t i = n_in; i < n_in + n_out; i++)
		if (diff_has_real(old[i].type))
			x->tangent[i] = add_tangent(x, i, LO_OUTPUT);
	for (int32_t i = n_in; i < n; i++) {
		x->number[i] = add_local(x, old[i]);
		if (old[i].kind == LO_OUTPUT)
			x->local.at[x->number[i]].kind = LO_LOCAL;
	}
	for (int32_t i = n_in + n_out; i < n; i++)
		if (x->active[i])
			x->tangent[i] = add_tangent(x, i, LO_LOCAL);
}

static const Expr *rename_local(void *ctx, ExprPool *p, const Expr *e)
{
	const FnDiff *x = ctx;

	return e->op == EX_LOCAL ? expr_local(p, x->number[e->aux], e->type) : e;
}

static const Expr *tangent_local(FnDiff *x, int32_t i) /* of old local i */
{
	return expr_local(x->p, x->tangent[i], x->fn.body.local[i].type);
}

/* Sizes in terms of the new locals. */
static void rename_sizes(FnDiff *x, FlatLocal *l)
{
	const Expr **dim;

	if (!l->dim)
		return;
	dim = NEW_ARRAY(x->m->keep, const Expr *, l->type->rank);
	for (int k = 0; k < l->type->rank; k++)
		dim[k] = walk_rewrite(x->rename, l->dim[k]);
	l->dim = dim;
}

/* The tangent in full; NULL: failed. */
static const Expr *tangent_of(FnDiff *x, const Expr *e)
{
	const Expr *t = x->failed ? NULL : diff_expr(x->diff, e);

	x->failed |= t == NULL;
	return t;
}

/* First values; an output that depends on nothing active has tangent zero. */
static void set_first_values(FnDiff *x)
{
	for (size_t i = 0; i < x->local.n; i++) {
		rename_sizes(x, &x->local.at[i]);
		x->local.at[i].init = walk_rewrite(x->rename, x->local.at[i].init);
	}
	for (int32_t i = x->fn.n_in; i < x->fn.body.n_locals && !x->failed; i++) {
		const Expr *init = x->local.at[x->number[i]].init;

		if (x->tangent[i] < 0 || (x->active[i] && !init))
			continue;
		x->local.at[x->tangent[i]].init =
			x->active[i]
				? tangent_of(x, init)
				: diff_zero(x->diff, expr_local(x->p, x->number[i], x->fn.body.local[i].type));
		x->failed |= !x->local.at[x->tangent[i]].init;
	}
}

/* Statements */

static void push(FnDiff *x, StmtVec *out, const FlatStmt *like, const Expr *lhs, const Expr *rhs)
{
	FlatStmt s = {.kind = ST_ASSIGN, .at = like->at, .lhs = lhs, .rhs = rhs};

	vec_push(keep(x), out, s);
}

/* Where the tangent of a target (in old locals) goes; NULL: it has none. */
static const Expr *tangent_target(FnDiff *x, const Expr *lhs)
{
	const Expr **arg;

	if (!diff_has_real(lhs->type) || lhs->op == EX_SKIP)
		return NULL;
	if (lhs->op == EX_LOCAL)
		return x->active[lhs->aux] ? tangent_local(x, (int32_t)lhs->aux) : NULL;
	arg = NEW_ARRAY(x->scratch, const Expr *, lhs->n);
	for (uint32_t i = 0; i < lhs->n; i++) {
		bool inside = i == 0 || lhs->op != EX_INDEX;

		arg[i] = inside ? tangent_target(x, lhs->arg[i]) : walk_rewrite(x->rename, lhs->arg[i]);
		if (!arg[i] && (lhs->op == EX_INDEX || lhs->op == EX_FIELD))
			return NULL;
		if (!arg[i])
			arg[i] = expr_skip(x->p, lhs->arg[i]->type);
	}
	return expr_with(x->p, lhs, arg);
}

/* Several results */

typedef struct Pair {
	const Expr *target; /* what is assigned */
	const Expr *value;  /* what it gets */
} Pair;

/* The call of which all values are results; NULL: there is no such. */
static const Expr *common_call(const Pair pair[], size_t n)
{
	const Expr *call = NULL;

	for (size_t i = 0; i < n; i++) {
		if (diff_is_zero(pair[i].value))
			continue;
		if (pair[i].value->op != EX_RESULT || (call && pair[i].value->arg[0] != call))
			return NULL;
		call = pair[i].value->arg[0];
	}
	return call;
}

/* All at once, as a target may be an argument of the call, too. */
static void push_results(FnDiff *x, const FlatStmt *s, const Expr *call, const Pair pair[],
						 size_t n, StmtVec *out)
{
	int n_part = call->type->n_fields;
	const Expr **part = NEW_ARRAY(x->scratch, const Expr *, n_part);

	for (int i = 0; i < n_part; i++)
		part[i] = expr_skip(x->p, call->type->field[i].type);
	for (size_t i = 0; i < n; i++)
		if (!diff_is_zero(pair[i].value))
			part[pair[i].value->aux] = pair[i].target;
	push(x, out, s, expr_tuple(x->p, part, (size_t)n_part), call);
	for (size_t i = 0; i < n; i++)
		if (diff_is_zero(pair[i].value))
			push(x, out, s, pair[i].target, pair[i].value);
}

/* First to variables of their own, for the same reason. */
static void push_values(FnDiff *x, const FlatStmt *s, Pair pair[], size_t n, StmtVec *out)
{
	for (size_t i = 0; i < n && n > 1; i++) {
		FlatLocal l = {.type = pair[i].value->type, .kind = LO_LOCAL, .at = s->at};
		const Expr *own;

		l.name = fresh_name(x, "result", "_der");
		own = expr_local(x->p, add_local(x, l), l.type);
		push(x, out, s, own, pair[i].value);
		pair[i].value = own;
	}
	for (size_t i = 0; i < n; i++)
		push(x, out, s, pair[i].target, pair[i].value);
}

static void assign_tuple(FnDiff *x, const FlatStmt *s, const Expr *rhs, StmtVec *out)
{
	Pair *pair = NEW_ARRAY(x->scratch, Pair, s->lhs->n);
	const Expr *t = NULL, *call;
	size_t n = 0;

	for (uint32_t i = 0; i < s->lhs->n; i++) {
		const Expr *target = tangent_target(x, s->lhs->arg[i]);

		if (!target)
			continue;
		t = t ? t : tangent_of(x, rhs);
		if (!t)
			return;
		pair[n++] = (Pair){target, expr_result(x->p, t, (int)i)};
	}
	call = n > 1 ? common_call(pair, n) : NULL;
	if (call)
		push_results(x, s, call, pair, n, out);
	else
		push_values(x, s, pair, n, out);
}

static void assign(FnDiff *x, const FlatStmt *s, StmtVec *out)
{
	const Expr *lhs = walk_rewrite(x->rename, s->lhs), *rhs = walk_rewrite(x->rename, s->rhs);
	const Expr *target, *t;

	if (lhs->op == EX_TUPLE) {
		assign_tuple(x, s, rhs, out);
	} else if ((target = tangent_target(x, s->lhs))) {
		t = tangent_of(x, rhs);
		if (!t)
			return;
		push(x, out, s, target, t);
	}
	push(x, out, s, lhs, rhs);
}

static void add_stmts(FnDiff *x, const FlatStmt *s, int32_t n, StmtVec *out);

static bool is_constant_range(FnDiff *x, const Expr *range)
{
	const Expr *t;

	if (!diff_tangent(x->diff, range, &t))
		return false;
	return !t || diff_fail(x->diff, "the range of a loop has no derivative");
}

static void add_branches(FnDiff *x, const FlatStmt *s, StmtVec *out)
{
	StmtBranch *branch = NEW_ARRAY(x->m->keep, StmtBranch, s->n_branch);
	FlatStmt copy = *s;

	copy.lhs = walk_rewrite(x->rename, s->lhs);
	copy.rhs = walk_rewrite(x->rename, s->rhs);
	for (int b = 0; b < s->n_branch; b++) {
		StmtVec body = {0};

		add_stmts(x, s->branch[b].stmt, s->branch[b].n_stmt, &body);
		branch[b] = (StmtBranch){walk_rewrite(x->rename, s->branch[b].cond), body.at,
								 (int32_t)body.n, s->branch[b].at};
	}
	copy.branch = branch;
	if (s->kind == ST_FOR && !x->failed)
		x->failed = !is_constant_range(x, copy.rhs);
	vec_push(keep(x), out, copy);
}

static void add_stmts(FnDiff *x, const FlatStmt *s, int32_t n, StmtVec *out)
{
	for (int32_t i = 0; i < n && !x->failed; i++) {
		if (s[i].kind == ST_ASSIGN)
			assign(x, &s[i], out);
		else if (s[i].n_branch > 0)
			add_branches(x, &s[i], out);
		else if (s[i].kind == ST_BREAK || s[i].kind == ST_RETURN)
			vec_push(keep(x), out, s[i]);
	}
}

/* The function */

static Name name_of(FlatModel *m, Arena *scratch, const FlatFn *fn, const char *kind,
					const bool active[])
{
	char *mask = NEW_ARRAY(scratch, char, fn->n_in + 1);

	for (int32_t i = 0; i < fn->n_in; i++)
		mask[i] = active[i] ? '1' : '0';
	return flat_name(
		m, arena_printf(scratch, "%s.'%s(%s)'", intern_text(m->names, fn->name), kind, mask));
}

static FnId find_fn(const FlatModel *m, Name name)
{
	for (size_t i = m->fns.n; i-- > 0;)
		if (m->fns.at[i].name.i == name.i)
			return (FnId){(int32_t)i};
	return (FnId){-1};
}

static void prepare(FnDiff *x, const bool active[], bool by_time)
{
	int32_t n = x->fn.body.n_locals;

	x->number = NEW_ARRAY(x->scratch, int32_t, n + 1);
	x->active = NEW_ARRAY(x->scratch, bool, n + 1);
	x->tangent = NEW_ARRAY(x->scratch, int32_t, n + 1);
	find_active(x, active);
	declare(x);
	x->seed = NEW_ARRAY(x->scratch, const Expr *, x->local.n + 1);
	for (int32_t i = 0; i < n; i++)
		if (x->active[i])
			x->seed[x->number[i]] = tangent_local(x, i);
	x->rename = walk_rewrite_new(x->p, x->scratch, XF_LOCAL, rename_local, x);
	x->diff = diff_new_body(x->m, x->scratch, by_time, x->seed, (int32_t)x->local.n);
}

/* Declares the function before its body is made: it may call itself. */
static FnId make(FnDiff *x, Name name)
{
	FlatFn new = {.name = name,
				  .at = x->fn.at,
				  .n_in = x->fn.n_in,
				  .smooth_order = (int16_t)(x->fn.smooth_order > 0 ? x->fn.smooth_order - 1 : -1),
				  .inlining = x->fn.inlining};
	FnId id = flat_new_fn(x->m, name, PU_PURE);
	StmtVec body = {0};

	for (int32_t i = 0; i < x->fn.body.n_locals; i++) {
		new.n_in += i < x->fn.n_in && x->tangent[i] >= 0;
		new.n_out += i >= x->fn.n_in &&i < x->fn.n_in + x->fn.n_out && x->tangent[i] >= 0;
	}
	new.body = (FlatBody){.local = x->local.at, .n_locals = (int32_t)x->local.n};
	flat_set_fn(x->m, id, &new);
	set_first_values(x);
	add_stmts(x, x->fn.body.stmt, x->fn.body.n_stmt, &body);
	if (x->failed)
		return (FnId){-1};
	new.body = (FlatBody){x->local.at, body.at, (int32_t)x->local.n, (int32_t)body.n};
	fn_prune(x->m, x->scratch, &new.body);
	flat_set_fn(x->m, id, &new);
	return id;
}

/* Whatever was made is taken back if it fails. */
static FnId make_fn(Diff *d, FnDiff *x, const bool active[], Name shared, Name own)
{
	FlatModel *m = d->m;
	size_t n_fns = m->fns.n;
	FnId id;

	prepare(x, active, d->by_time);
	x->diff->diag = d->diag;
	id = make(x, shared);
	if (id.i < 0) {
		m->fns.n = n_fns;
		diff_fail(d, "in function '%s': %s", intern_text(m->names, x->fn.name), diff_why(x->diff));
		return id;
	}
	if (x->diff->one_kind) {
		m->fns.at[id.i].name = own;
		d->one_kind = true;
	}
	return id;
}

FnId fn_diff(Diff *d, FnId f, const bool active[])
{
	FlatModel *m = d->m;
	FnDiff x = {.m = m, .p = &m->pool, .scratch = d->scratch, .fn = m->fns.at[f.i]};
	Name shared = name_of(m, d->scratch, &x.fn, "der", active);
	Name own = name_of(m, d->scratch, &x.fn, d->by_time ? "der by time" : "tangent", active);
	FnId id = find_fn(m, shared);

	if (id.i >= 0)
		return id;
	id = find_fn(m, own);
	if (id.i >= 0) {
		d->one_kind = true;
		return id;
	}
	if (!x.fn.external && x.fn.purity == PU_PURE)
		return make_fn(d, &x, active, shared, own);
	diff_fail(d, "%s function '%s' has no derivative annotation that applies",
			  x.fn.external ? "external" : "impure", intern_text(m->names, x.fn.name));
	return id;
}
