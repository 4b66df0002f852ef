/* SPDX-License-Identifier: MIT
   doubt.c — of functions: the order in which variables get their values at entry, and which of them
   may be used before they have one: a forward pass over the structured statements with the set of
   variables that certainly have been assigned. Only those in doubt cost something at run time. */
#include "compiler/flat/flat.h"

#include <string.h>

/* -- order at entry ------------------------------------------------------------------------- */

static void note_uses(Walk *w, CsrBuilder *uses, int32_t i, const Expr *e)
{
	if (!e || !(e->flags & XF_LOCAL))
		return;
	walk_begin(w, e);
	while ((e = walk_next(w)))
		if (e->op == EX_LOCAL)
			csr_add(uses, i, (int32_t)e->aux);
		else if (!(e->flags & XF_LOCAL))
			walk_skip(w);
}

/* What is used comes before what uses it (MLS 12.4.4); among those that use each other, the order
   of declaration. */
const int32_t *doubt_order(const FlatFn *fn, Walk *w, Arena *scratch)
{
	const FlatBody *body = &fn->body;
	Arena result;
	CsrBuilder uses;
	Csr csr;
	Scc scc;
	int32_t *order;

	arena_child(&result, scratch);
	csr_begin(&uses, scratch, body->n_locals, body->n_locals);
	for (int32_t i = 0; i < body->n_locals; i++) {
		const FlatLocal *l = &body->local[i];

		note_uses(w, &uses, i, l->init);
		for (int d = 0; l->dim && d < l->type->rank; d++)
			note_uses(w, &uses, i, l->dim[d]);
	}
	csr_finish(&uses, &result, &csr);
	scc_find(&csr, &result, scratch, &scc);
	order = NEW_ARRAY(scratch, int32_t, body->n_locals);
	if (body->n_locals > 0)
		memcpy(order, scc.node, (size_t)body->n_locals * sizeof *order);
	arena_free(&result);
	return order;
}

/* -- assigned before used ------------------------------------------------------------------- */

typedef struct Flow {
	const FlatFn *fn; /* the function */
	Walk *w;          /* visits its expressions */
	Arena *scratch;   /* holds sets */
	size_t bytes;     /* of a set: one for each variable */
	uint8_t *doubt;   /* by variable: what doubt_find gives */
} Flow;

static uint8_t *copy(const Flow *f, const uint8_t *set)
{
	uint8_t *other = NEW_ARRAY(f->scratch, uint8_t, f->bytes + 1);

	memcpy(other, set, f->bytes);
	return other;
}

/* size(x) is no use of x. */
static void use(const Flow *f, const uint8_t *set, const Expr *e)
{
	Walk *w = f->w;

	if (!e || !(e->flags & XF_LOCAL))
		return;
	walk_begin(w, e);
	while ((e = walk_next(w))) {
		if (e->op == EX_LOCAL && !set[e->aux]) {
			f->doubt[e->aux] |= DOUBT_AT_READ;
		} else if (e->op == EX_SIZE && e->arg[0]->op == EX_LOCAL) {
			walk_skip(w);
			if (e->n > 1)
				walk_add(w, e->arg[1]);
		} else if (!(e->flags & XF_LOCAL)) {
			walk_skip(w);
		}
	}
}

/* Recurses into tuples, arrays and records: the depth is that of the type. */
static void assign(const Flow *f, uint8_t *set, const Expr *lhs)
{
	for (; lhs->op == EX_INDEX || lhs->op == EX_FIELD; lhs = lhs->arg[0])
		for (uint32_t k = 1; k < lhs->n; k++)
			use(f, set, lhs->arg[k]);
	if (lhs->op == EX_LOCAL)
		set[lhs->aux] = 1;
	else if (lhs->op == EX_TUPLE || lhs->op == EX_ARRAY || lhs->op == EX_RECORD)
		for (uint32_t k = 0; k < lhs->n; k++)
			assign(f, set, lhs->arg[k]);
}

static void check_outputs(const Flow *f, const uint8_t *set)
{
	for (int32_t i = f->fn->n_in; i < f->fn->n_in + f->fn->n_out; i++)
		if (!set[i])
			f->doubt[i] |= DOUBT_AT_EXIT;
}

static void flow(const Flow *f, const FlatStmt stmt[], int32_t n, uint8_t *set);

/* Behind an if has a value what every branch has given one. */
static void flow_if(const Flow *f, const FlatStmt *s, uint8_t *set)
{
	uint8_t *all = NEW_ARRAY(f->scratch, uint8_t, f->bytes + 1);
	bool complete = false;

	memset(all, 1, f->bytes);
	for (int i = 0; i < s->n_branch; i++) {
		uint8_t *own = copy(f, set);

		use(f, set, s->branch[i].cond);
		complete |= !s->branch[i].cond;
		flow(f, s->branch[i].stmt, s->branch[i].n_stmt, own);
		for (size_t k = 0; k < f->bytes; k++)
			all[k] &= own[k];
	}
	if (complete)
		memcpy(set, all, f->bytes);
}

/* Branches and loops have sets of their own, which nobody needs behind them: a section may have
   tens of thousands, each with as many variables. */
static void flow_inside(const Flow *f, const FlatStmt *s, uint8_t *set)
{
	Arena own;
	Flow inside = *f;

	arena_child(&own, f->scratch);
	inside.scratch = &own;
	if (s->kind == ST_IF) {
		flow_if(&inside, s, set);
	} else { /* perhaps there is no turn at all */
		use(f, set, s->rhs);
		use(f, set, s->branch[0].cond);
		flow(&inside, s->branch[0].stmt, s->branch[0].n_stmt, copy(&inside, set));
	}
	arena_free(&own);
}

/* Leaves in set what certainly has a value behind the statements. */
static void flow(const Flow *f, const FlatStmt stmt[], int32_t n, uint8_t *set)
{
	for (int32_t i = 0; i < n; i++) {
		const FlatStmt *s = &stmt[i];

		switch ((StmtKind)s->kind) {
		case ST_ASSIGN:
			use(f, set, s->rhs);
			assign(f, set, s->lhs);
			break;
		case ST_EFFECT: use(f, set, s->rhs); break;
		case ST_IF:
		case ST_FOR:
		case ST_WHILE: flow_inside(f, s, set); break;
		case ST_RETURN:
			check_outputs(f, set);
			memset(set, 1, f->bytes);
			break;
		case ST_BREAK: memset(set, 1, f->bytes); break;
		case ST_WHEN: break;
		}
	}
}

const uint8_t *doubt_find(const FlatFn *fn, const int32_t order[], Walk *w, Arena *scratch)
{
	const FlatBody *body = &fn->body;
	Flow f = {.fn = fn, .w = w, .scratch = scratch, .bytes = (size_t)body->n_locals};
	uint8_t *set = NEW_ARRAY(scratch, uint8_t, f.bytes + 1);

	f.doubt = NEW_ARRAY(scratch, uint8_t, f.bytes + 1);
	for (int32_t i = 0; i < body->n_locals; i++)
		set[i] = body->local[i].kind == LO_INPUT || body->local[i].kind == LO_ITERATOR;
	for (int32_t k = 0; k < body->n_locals; k++) {
		const FlatLocal *l = &body->local[order[k]];

		use(&f, set, l->init);
		for (int d = 0; l->dim && d < l->type->rank; d++)
			use(&f, set, l->dim[d]);
		if (l->init)
			set[order[k]] = 1;
	}
	flow(&f, body->stmt, body->n_stmt, set);
	check_outputs(&f, set);
	return f.doubt;
}

/* -- arrays of which only some elements are assigned --------------------------------------- */

typedef struct Elements {
	uint32_t local; /* the array */
	Arena *scratch; /* holds what is known of them */
	Map seen;       /* targets that were counted */
	bool any, all;  /* something is assigned; presumably all of it */
	int64_t n;      /* elements that are assigned one by one */
} Elements;

/* Counts what a target of written subscripts means; others may be any, so all in the end. */
static void count_elements(Elements *e, const Expr *lhs)
{
	const Type *t = lhs->op == EX_INDEX ? lhs->arg[0]->type : NULL;
	int64_t n = 1;

	e->any = true;
	if (!t || lhs->arg[0]->op != EX_LOCAL || t->n_scalars < 0) {
		e->all = true;
		return;
	}
	for (int d = 0; d < t->rank; d++)
		if (d + 1 >= (int)lhs->n || lhs->arg[d + 1]->op == EX_COLON)
			n *= t->dim[d];
		else if (lhs->arg[d + 1]->type->rank > 0 || (lhs->arg[d + 1]->flags & XF_LOCAL))
			e->all = true;
	if (!map_find(&e->seen, lhs->id))
		e->n += n;
	map_put(&e->seen, lhs->id, 1);
	e->all |= e->n >= t->n_scalars;
}

/* Recurses into tuples, arrays and records: the depth is that of the type. */
static void count_target(Elements *e, const Expr *lhs)
{
	const Expr *of = lhs;

	while (of->op == EX_INDEX || of->op == EX_FIELD)
		of = of->arg[0];
	if (of->op == EX_LOCAL && of->aux == e->local)
		count_elements(e, lhs);
	else if (lhs->op == EX_TUPLE || lhs->op == EX_ARRAY || lhs->op == EX_RECORD)
		for (uint32_t k = 0; k < lhs->n; k++)
			count_target(e, lhs->arg[k]);
}

/* Recurses as deep as statements are nested. */
static void count_targets(Elements *e, const FlatStmt stmt[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (stmt[i].kind == ST_ASSIGN)
			count_target(e, stmt[i].lhs);
		for (int k = 0; k < stmt[i].n_branch; k++)
			count_targets(e, stmt[i].branch[k].stmt, stmt[i].branch[k].n_stmt);
	}
}

DoubtParts doubt_parts(const FlatFn *fn, int32_t local, Arena *scratch)
{
	Elements e = {.local = (uint32_t)local, .scratch = scratch};

	map_init(&e.seen, arena_allocator(scratch));
	count_targets(&e, fn->body.stmt, fn->body.n_stmt);
	return !e.any ? DOUBT_NOTHING : e.all ? DOUBT_ALL : DOUBT_SOME;
}

/* -- fields that nothing assigns ------------------------------------------------------------ */

typedef struct Fields {
	uint32_t local; /* the record */
	int n;          /* its fields */
	bool *assigned; /* by field */
} Fields;

/* Recurses into tuples, arrays and records: the depth is that of the type. */
static void note_target(const Fields *f, const Expr *lhs)
{
	int field = -1;

	for (; lhs->op == EX_INDEX || lhs->op == EX_FIELD; lhs = lhs->arg[0])
		field = lhs->op == EX_FIELD ? (int)lhs->aux : field;
	if (lhs->op == EX_LOCAL && lhs->aux == f->local)
		for (int k = 0; k < f->n; k++)
			f->assigned[k] |= field < 0 || k == field;
	else if (lhs->op == EX_TUPLE || lhs->op == EX_ARRAY || lhs->op == EX_RECORD)
		for (uint32_t k = 0; k < lhs->n; k++)
			note_target(f, lhs->arg[k]);
}

/* Recurses as deep as statements are nested. */
static void note_targets(const Fields *f, const FlatStmt stmt[], int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		if (stmt[i].kind == ST_ASSIGN)
			note_target(f, stmt[i].lhs);
		for (int k = 0; k < stmt[i].n_branch; k++)
			note_targets(f, stmt[i].branch[k].stmt, stmt[i].branch[k].n_stmt);
	}
}

const bool *doubt_fields(const FlatFn *fn, int32_t local, Arena *scratch)
{
	const Type *t = fn->body.local[local].type;
	Fields f = {(uint32_t)local, t->n_fields, NEW_ARRAY(scratch, bool, t->n_fields + 1)};

	note_targets(&f, fn->body.stmt, fn->body.n_stmt);
	return f.assigned;
}
