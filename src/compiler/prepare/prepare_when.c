/* SPDX-License-Identifier: MIT
   prepare_when.c — when-equations (MLS 8.3.5). A condition is a Boolean variable w, and a branch
   becomes active when one of its conditions rises: w and not pre(w). An equation v = e in branches
   becomes v = if rises1 then e1 elseif rises2 then e2 … else pre(v); at the start a branch counts
   only if initial() is one of its conditions (MLS 8.6), otherwise v = pre(v). */
#include "compiler/prepare/prepare.h"

typedef struct Clause {
	const Expr *rises; /* a condition rises; NULL: none ever does */
	bool at_start;     /* initial() is one of the conditions */
	Rows rows;         /* what the branch assigns */
} Clause;

static bool is_discrete_var(Prepare *p, const Expr *c)
{
	uint8_t role;

	if (c->op != EX_VAR)
		return false;
	role = dae_var(p->d, expr_var_id(c))->role;
	return role == DR_DISCRETE || role == DR_INPUT;
}

/* The variable of a condition; conditions that are a variable need no other. */
static const Expr *condition_var(Prepare *p, const Expr *c)
{
	DaeEq like = {.path = p->path, .at = p->at, .origin = EO_OTHER};
	uint64_t *seen;
	VarId w;

	if (is_discrete_var(p, c))
		return c;
	seen = map_find(&p->whens, c->id);
	if (seen)
		return dae_ref(p->d, (VarId){(int32_t)*seen});
	w = dae_new_var(p->d, "when", c->type, DR_DISCRETE, p->path, p->at);
	dae_add_eq(p->d, dae_ref(p->d, w), c, &like);
	map_put(&p->whens, c->id, (uint64_t)w.i);
	return dae_ref(p->d, w);
}

/* One more condition of the branch. */
static void add_condition(Prepare *p, const Expr *written, Clause *clause)
{
	const Expr *c, *w, *rises;

	if (written->op == EX_INITIAL) {
		clause->at_start = true;
		return;
	}
	c = prepare_event(p, written);
	if (c->variability <= VB_PARAMETER)
		return;
	w = condition_var(p, c);
	rises = prepare_both(p, w, expr_unary(p->pool, EX_NOT, expr_unary(p->pool, EX_PRE, w)));
	clause->rises = clause->rises ? expr_binary(p->pool, EX_OR, clause->rises, rises) : rises;
}

static void read_condition(Prepare *p, const Expr *cond, Clause *clause)
{
	if (cond->type->rank == 0) {
		add_condition(p, cond, clause);
		return;
	}
	for (int32_t k = 0; k < cond->type->n_scalars; k++)
		add_condition(p, scalar_at(p->pool, p->scratch, cond, k), clause);
}

/* MLS 8.6: at the start a branch is active only if initial() is one of its conditions. */
static const Expr *active_of(Prepare *p, const Clause *clause)
{
	const Expr *start = expr_op(p->pool, EX_INITIAL, NULL, 0);
	const Expr *rises = clause->rises ? clause->rises : expr_boolean(p->pool, false);

	if (clause->at_start)
		return expr_binary(p->pool, EX_OR, start, rises);
	return expr_binary(p->pool, EX_AND, expr_unary(p->pool, EX_NOT, start), rises);
}

const Expr *prepare_when_active(Prepare *p, const Expr *cond)
{
	Clause clause = {0};

	read_condition(p, cond, &clause);
	return active_of(p, &clause);
}

/* The value that a branch gives to v; NULL: none. */
static const Row *find_row(const Rows *rows, const Map *at, VarId v)
{
	const uint64_t *i = map_find(at, (uint64_t)v.i);

	return i ? &rows->at[*i] : NULL;
}

static Map *index_rows(Prepare *p, const Rows *rows)
{
	Map *at = NEW(p->scratch, Map);

	map_init(at, arena_allocator(p->scratch));
	for (size_t i = 0; i < rows->n; i++)
		map_put(at, rows->at[i].lhs->aux, i);
	return at;
}

void prepare_merge(Prepare *p, const Expr *const cond[], const Rows branch[], int n, Rows *out)
{
	Map **at = NEW_ARRAY(p->scratch, Map *, n), done;

	map_init(&done, arena_allocator(p->scratch));
	for (int b = 0; b < n; b++)
		at[b] = index_rows(p, &branch[b]);
	for (int b = 0; b < n; b++)
		for (size_t i = 0; i < branch[b].n; i++) {
			Row row = branch[b].at[i];
			const Expr *keep = expr_unary(p->pool, EX_PRE, row.lhs);

			if (map_find(&done, row.lhs->aux))
				continue;
			map_put(&done, row.lhs->aux, 1);
			row.rhs = keep;
			for (int k = n - 1; k >= 0; k--) {
				const Row *r = find_row(&branch[k], at[k], expr_var_id(row.lhs));
				const Expr *value = r ? r->rhs : keep;

				row.rhs = cond[k] ? expr_if(p->pool, cond[k], value, row.rhs) : value;
			}
			vec_push(arena_allocator(p->scratch), out, row);
		}
}

/* Rows of all variables, and what they are at the start. */
static void join_clauses(Prepare *p, Clause *clause, int n, Rows *out)
{
	const Expr **cond = NEW_ARRAY(p->scratch, const Expr *, n);
	Rows *branch = NEW_ARRAY(p->scratch, Rows, n);
	size_t first = out->n;
	int start = 0;
	Map *at = NULL;

	for (int b = 0; b < n; b++) {
		cond[b] = clause[b].rises ? clause[b].rises : expr_boolean(p->pool, false);
		branch[b] = clause[b].rows;
	}
	prepare_merge(p, cond, branch, n, out);
	while (start < n && !clause[start].at_start)
		start++;
	if (start < n)
		at = index_rows(p, &branch[start]);
	for (size_t i = first; i < out->n; i++) {
		Row *row = &out->at[i];
		const Row *r = at ? find_row(&branch[start], at, expr_var_id(row->lhs)) : NULL;

		row->init_rhs = r ? r->rhs : expr_unary(p->pool, EX_PRE, row->lhs);
	}
}

void prepare_when(Prepare *p, const FlatEq *eq, const Expr *active, Rows *out)
{
	Clause *clause = NEW_ARRAY(p->scratch, Clause, eq->n_branch);
	const Expr *before = NULL; /* no earlier branch is active */

	for (int b = 0; b < eq->n_branch; b++) {
		const EqBranch *branch = &eq->branch[b];
		const Expr *fires;

		p->at = branch->at.file ? branch->at : eq->at;
		p->path = eq->path;
		read_condition(p, branch->cond, &clause[b]);
		fires = active_of(p, &clause[b]);
		p->in_when = true;
		prepare_branch(p, eq, b, prepare_both(p, active, prepare_both(p, before, fires)),
					   &clause[b].rows);
		p->in_when = false;
		before = prepare_both(p, before, expr_unary(p->pool, EX_NOT, fires));
	}
	join_clauses(p, clause, eq->n_branch, out);
}
