/* SPDX-License-Identifier: MIT
   graph_read.c — what a node reads; of the system of events also what makes it due. The equation of
   a when,

	   v = if w and not pre(w) then e else pre(v),

   keeps its value unless w changes in this very pass: in the pass after, pre(w) is w and pre(v) is
   v (MLS 8.5, every pass begins with pre values equal to the last pass's values). So a change of
   pre(w), of pre(v) or of anything inside of e makes nobody evaluate it again; a change of w
   does. O(size of the expressions). */
#include "compiler/graph/graph.h"

enum { MAX_FACTORS = 64, MAX_NESTING = 8 };

void graph_read_begin(GraphRead *r, Graph *g, Arena *scratch, Arena *pairs)
{
	int32_t n_nodes = (int32_t)g->nodes.n, n_vars = (int32_t)g->d->vars.n;

	*r = (GraphRead){.g = g, .scratch = scratch};
	r->is_rising = NEW_ARRAY(scratch, uint8_t, n_vars);
	uses_init(&r->uses, g->d, scratch);
	csr_begin(&r->mark, pairs, n_nodes, n_vars);
	csr_begin(&r->mark_pre, pairs, n_nodes, n_vars);
	csr_begin(&r->read, pairs, n_nodes, n_vars);
	csr_begin(&r->read_pre, pairs, n_nodes, n_vars);
}

void graph_read_end(GraphRead *r)
{
	Graph *g = r->g;

	csr_finish(&r->mark, g->result, &g->mark);
	csr_finish(&r->mark_pre, g->result, &g->mark_pre);
	csr_finish(&r->read, g->result, &g->read);
	csr_finish(&r->read_pre, g->result, &g->read_pre);
}

/* --- conditions that hold in the pass only in which something rises --- */

/* x of `x` and, with *up false, of `not x`; NULL: neither a variable nor its pre value. */
static const Expr *literal_of(const Expr *e, bool *up, bool *pre)
{
	*up = true;
	if (e->op == EX_NOT) {
		*up = false;
		e = e->arg[0];
	}
	*pre = e->op == EX_PRE;
	if (*pre)
		e = e->arg[0];
	return e->op == EX_VAR && e->type->rank == 0 ? e : NULL;
}

/* Two factors `w` and `not pre(w)`, or `not w` and `pre(w)`: w. */
static const Expr *find_rise(const Expr *const factor[], int n, bool *falls)
{
	for (int i = 0; i < n; i++) {
		bool up, pre, other_up, other_pre;
		const Expr *w = literal_of(factor[i], &up, &pre);

		for (int k = 0; w && !pre && k < n; k++)
			if (literal_of(factor[k], &other_up, &other_pre) == w && other_pre && other_up != up) {
				*falls |= !up;
				return w;
			}
	}
	return NULL;
}

/* The factors of `a and b and …`; -1: too many. */
static int factors_of(const Expr *e, const Expr *factor[MAX_FACTORS])
{
	const Expr *stack[MAX_FACTORS];
	int n = 0, depth = 0;

	stack[depth++] = e;
	while (depth > 0) {
		e = stack[--depth];
		if (e->op != EX_AND) {
			if (n == MAX_FACTORS)
				return -1;
			factor[n++] = e;
			continue;
		}
		if (depth + 2 > MAX_FACTORS)
			return -1;
		stack[depth++] = e->arg[1];
		stack[depth++] = e->arg[0];
	}
	return n;
}

static bool is_rise(GraphRead *r, const Expr *e, int nesting);

static bool product_rises(GraphRead *r, const Expr *e, int nesting)
{
	const Expr *factor[MAX_FACTORS], *w;
	int n = factors_of(e, factor);

	w = n > 0 ? find_rise(factor, n, &r->falls) : NULL;
	if (w) {
		vec_push(arena_allocator(r->scratch), &r->rising, expr_var_id(w));
		return true;
	}
	for (int i = 0; i < n; i++)
		if (factor[i]->op == EX_OR && is_rise(r, factor[i], nesting + 1))
			return true;
	return false;
}

/* Is e false unless one of r->rising, to which more are added, rises in this pass? initial() is
   false in all events after the start. */
static bool is_rise(GraphRead *r, const Expr *e, int nesting)
{
	VEC(const Expr *) open = {0};
	const MdvAlloc *a = arena_allocator(r->scratch);
	size_t before = r->rising.n;

	if (nesting > MAX_NESTING)
		return false;
	for (vec_push(a, &open, e); open.n > 0;) {
		e = open.at[--open.n];
		if (e->op == EX_OR) {
			vec_push(a, &open, e->arg[1]);
			vec_push(a, &open, e->arg[0]);
		} else if (e->op != EX_INITIAL && !(e->op == EX_BOOLEAN && expr_integer_value(e) == 0) &&
				   !product_rises(r, e, nesting)) {
			r->rising.n = before;
			return false;
		}
	}
	return true;
}

/* --- what is read --- */

static void note_rising(const GraphRead *r, uint8_t on)
{
	for (size_t i = 0; r->uses.pre.n > 0 && i < r->rising.n; i++)
		r->is_rising[r->rising.at[i].i] = on;
}

/* All in r->uses; marks: a change of it makes the node due. */
static void add_uses(GraphRead *r, int32_t node, bool marks)
{
	GraphNode *n = &r->g->nodes.at[node];

	for (size_t i = 0; i < r->uses.vars.n; i++) {
		csr_add(&r->read, node, r->uses.vars.at[i].i);
		if (marks)
			csr_add(&r->mark, node, r->uses.vars.at[i].i);
	}
	note_rising(r, !marks);
	for (size_t i = 0; i < r->uses.pre.n; i++) {
		VarId v = r->uses.pre.at[i];

		if (r->is_rising[v.i])
			continue;
		csr_add(&r->read_pre, node, v.i);
		r->g->pre_read[v.i] |= n->part == GP_EVENT;
		if (marks)
			csr_add(&r->mark_pre, node, v.i);
	}
	note_rising(r, 0);
	n->reads_time |= (marks || n->part != GP_EVENT) && r->uses.time;
}

static void mark_rising(GraphRead *r, int32_t node)
{
	for (size_t i = 0; i < r->rising.n; i++) {
		csr_add(&r->read, node, r->rising.at[i].i);
		csr_add(&r->mark, node, r->rising.at[i].i);
	}
}

/* What e reads, which may be NULL, comes to r->uses. */
static void use_expr(GraphRead *r, int32_t node, const Expr *e)
{
	if (!e)
		return;
	r->g->nodes.at[node].impure |= (e->flags & XF_IMPURE) != 0;
	uses_add(&r->uses, e);
}

static void add_expr(GraphRead *r, int32_t node, const Expr *e, bool marks)
{
	if (!e)
		return;
	uses_begin(&r->uses);
	use_expr(r, node, e);
	add_uses(r, node, marks);
}

/* Is it the equation of a when? Then its conditions are in r->rising. */
static bool holds(GraphRead *r, const DaeAssign *a)
{
	const Expr *e = a->value;

	r->rising.n = 0;
	r->falls = false;
	if (e->op != EX_IF || e->flags & XF_IMPURE)
		return false;
	for (; e->op == EX_IF; e = e->arg[2])
		if (!is_rise(r, e->arg[0], 0))
			return false;
	return e->op == EX_PRE && e->arg[0]->op == EX_VAR && (int32_t)e->arg[0]->aux == a->var.i;
}

/* Are both values chosen by the same conditions? */
static bool same_conditions(const DaeAssign *a, const DaeAssign *b)
{
	const Expr *x = a->value, *y = b->value;

	for (; x->op == EX_IF && y->op == EX_IF && x->arg[0] == y->arg[0]; x = x->arg[2])
		y = y->arg[2];
	return x->op != EX_IF && y->op != EX_IF;
}

/* Whens of which the last is in r->rising; all rise with the same. */
static void read_held(GraphRead *r, int32_t node, const DaeAssign *a, int32_t n)
{
	mark_rising(r, node);
	r->g->nodes.at[node].holds = r->g->nodes.at[node].n == 1;
	r->g->nodes.at[node].rises = r->g->nodes.at[node].n == 1 && !r->falls;
	uses_begin(&r->uses); /* of all branches at once: each would look at all that rises */
	for (int32_t i = 0; i < n; i++)
		for (const Expr *e = a[i].value; e->op == EX_IF; e = e->arg[2]) {
			uses_add(&r->uses, e->arg[0]);
			uses_add(&r->uses, e->arg[1]);
		}
	add_uses(r, node, false);
}

/* Assignments of one node. The results of a call are many that read the same: those that are alike
   are read at once. */
static void read_assigns(GraphRead *r, int32_t node, const DaeAssign *a, int32_t n)
{
	for (int32_t i = 0, next; i < n; i = next) {
		bool held = holds(r, &a[i]);

		next = i + 1;
		while (next < n && same_conditions(&a[i], &a[next]) && holds(r, &a[next]) == held)
			next++;
		if (held) {
			(void)holds(r, &a[i]); /* gives r->rising again */
			read_held(r, node, &a[i], next - i);
			continue;
		}
		uses_begin(&r->uses);
		for (int32_t k = i; k < next; k++)
			use_expr(r, node, a[k].value);
		add_uses(r, node, true);
	}
}

/* Mixed blocks hold steps, those no others with steps (sort.c). */
static void use_step(GraphRead *r, int32_t node, const DaeStep *s)
{
	for (int32_t i = 0; i < s->n_assigns; i++)
		use_expr(r, node, s->assign[i].value);
	for (int32_t i = 0; s->residual && i < s->n; i++)
		use_expr(r, node, s->residual[i]);
	for (int32_t i = 0; i < s->n_decisions; i++)
		use_expr(r, node, s->fresh[i]);
	for (int32_t i = 0; i < s->n_steps; i++)
		use_step(r, node, &s->step[i]);
}

static void read_step(GraphRead *r, int32_t node, const DaeStep *s, bool marks)
{
	uses_begin(&r->uses);
	use_step(r, node, s);
	add_uses(r, node, marks);
}

static void read_action(GraphRead *r, int32_t node, const DaeAction *a)
{
	r->rising.n = 0;
	r->falls = false;
	r->g->nodes.at[node].holds = is_rise(r, a->fires, 0) && !(a->fires->flags & XF_IMPURE);
	r->g->nodes.at[node].rises = r->g->nodes.at[node].holds && !r->falls;
	if (r->g->nodes.at[node].holds)
		mark_rising(r, node);
	add_expr(r, node, a->fires, !r->g->nodes.at[node].holds);
	if (a->kind == DA_REINIT) {
		add_expr(r, node, a->value, !r->g->nodes.at[node].holds);
		add_expr(r, node, dae_ref(r->g->d, a->target), false);
	}
}

static void read_event(GraphRead *r, int32_t node)
{
	const GraphNode *n = &r->g->nodes.at[node];
	const Dae *d = r->g->d;

	switch ((GraphKind)n->kind) {
	case GN_ASSIGN: read_assigns(r, node, &graph_step(r->g, n)->assign[n->from], n->n); break;
	case GN_BLOCK: read_step(r, node, graph_step(r->g, n), true); break;
	case GN_INSTANT: add_expr(r, node, d->relations.at[n->of].instant, true); break;
	case GN_LIMIT: add_expr(r, node, d->relations.at[n->of].limit, true); break;
	case GN_ACTION: read_action(r, node, &d->actions.at[n->of]); break;
	case GN_CROSSING: break; /* of no event */
	}
}

void graph_read_node(GraphRead *r, int32_t node)
{
	GraphNode *n = &r->g->nodes.at[node];

	r->rising.n = 0;
	if (n->part == GP_EVENT) {
		read_event(r, node);
	} else if (n->kind == GN_CROSSING) {
		add_expr(r, node, r->g->d->relations.at[n->of].lhs, false);
		add_expr(r, node, r->g->d->relations.at[n->of].rhs, false);
	} else if (n->kind == GN_ASSIGN) {
		add_expr(r, node, graph_step(r->g, n)->assign[n->from].value, false);
	} else {
		read_step(r, node, graph_step(r->g, n), false);
	}
}
