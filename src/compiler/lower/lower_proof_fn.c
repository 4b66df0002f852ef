/* SPDX-License-Identifier: MIT
   lower_proof_fn.c — calls of functions in the code for proofs, carried out at compile time. Ways
   through a function are kept in the order of their instructions, and the one that is behind goes
   on first: so all that meet again do so at the same instruction, where they are joined, the last
   two first. What the joined way has is selected by the condition under which they parted. A loop
   whose end is not decided goes on beside its end. Ways that differ in a number that subscripts are
   made of (a search in a table) stay apart until the function ends, as long as they are few: what
   belongs to one subscript stays together. A call that takes too much is given up: nothing is known
   of its results then. */
#include "compiler/lower/lower_proof.h"

#include <string.h>

enum {
	MOST_WORK = 30000, /* instructions and values of a call from the model */
	MOST_DEPTH = 30,   /* calls in calls */
	MOST_WAYS = 200,   /* through one function at once */
	MOST_APART = 48    /* of those that stay apart */
};

/* When a way is taken: `cond`, or not, where `parent` is. */
typedef struct SymPath {
	const struct SymPath *parent; /* NULL: always, or joined of others */
	Sym cond;                     /* where it parted from its sibling */
	bool negated;                 /* it is the way on which that is false */
	Sym value;                    /* all of it */
} SymPath;

/* -- values --------------------------------------------------------------------------------- */

int32_t lower_proof_sym(SymRun *x, Sym s)
{
	x->left--;
	if (s.value >= 0)
		return s.value;
	if (s.value != SYM_NUMBER)
		return lower_proof_value(x->code, -1 - MDV_LEAF_UNKNOWN, x->slot, 0, 0);
	vec_push(x->code->alloc, &x->code->number, s.number);
	return lower_proof_value(x->code, -1 - MDV_LEAF_NUMBER, (int32_t)x->code->number.n - 1, 0, 0);
}

static bool is_known(Sym s, double number)
{
	return sym_is_number(s) && s.number == number;
}

static bool is_same(Sym a, Sym b)
{
	return a.value == b.value &&
		   (a.value != SYM_NUMBER || memcmp(&a.number, &b.number, sizeof a.number) == 0);
}

/* Without a new value, if that is possible. Truth is 0 or 1. */
static bool simplify(uint32_t op, Sym a, Sym b, Sym c, Sym *out)
{
	switch (op) {
	case IR_MOVE: *out = a; return true;
	case IR_SELECT:
		*out = sym_is_number(a) && a.number == 0 ? c : b;
		return sym_is_number(a) || is_same(b, c);
	case IR_AND:
		*out = is_known(a, 0) || is_known(b, 0) ? sym_number(0) : is_known(a, 1) ? b : a;
		return sym_is_number(a) || sym_is_number(b);
	case IR_OR:
		*out = is_known(a, 1) || is_known(b, 1) ? sym_number(1) : is_known(a, 0) ? b : a;
		return sym_is_number(a) || sym_is_number(b);
	case IR_ADD: *out = is_known(a, 0) ? b : a; return is_known(a, 0) || is_known(b, 0);
	case IR_MUL: *out = is_known(a, 1) ? b : a; return is_known(a, 1) || is_known(b, 1);
	default: return false;
	}
}

Sym lower_proof_op(SymRun *x, uint32_t op, Sym a, Sym b, Sym c)
{
	const Sym unknown = {0, SYM_UNKNOWN};
	int n = op < IR_UNLESS ? ir_op_info[op].n_args : 0;
	bool lost = a.value < SYM_NUMBER || (n > 1 && b.value < SYM_NUMBER);
	Sym out;

	x->left--;
	if (n == 0)
		return unknown; /* of texts */
	if (sym_is_number(a) && (n < 2 || sym_is_number(b)) && (n < 3 || sym_is_number(c)))
		return sym_number(
			ops_value((IrOp)op, a.number, n > 1 ? b.number : 0, n > 2 ? c.number : 0));
	if (simplify(op, a, b, c, &out))
		return out;
	if (lost && op != IR_SELECT && op != IR_AND && op != IR_OR)
		return unknown;
	out.value = lower_proof_sym(x, a);
	b.value = n > 1 ? lower_proof_sym(x, b) : 0;
	c.value = n > 2 ? lower_proof_sym(x, c) : 0;
	return (Sym){0, lower_proof_value(x->code, (int32_t)op, out.value, b.value, c.value)};
}

static Sym op1(SymRun *x, uint32_t op, Sym a)
{
	return lower_proof_op(x, op, a, sym_number(0), sym_number(0));
}

static Sym op2(SymRun *x, uint32_t op, Sym a, Sym b)
{
	return lower_proof_op(x, op, a, b, sym_number(0));
}

/* -- ways ----------------------------------------------------------------------------------- */

/* Behind those at the same instruction. */
static void insert(SymState **list, SymState *s)
{
	while (*list && (*list)->at <= s->at)
		list = &(*list)->next;
	s->next = *list;
	*list = s;
}

static SymState *copy_state(SymRun *x, SymState *s)
{
	SymState *other = NEW(x->memory, SymState);
	const IrFn *fn = s->fn;

	*other = *s;
	other->r = NEW_ARRAY(x->memory, Sym, fn->n_scalars + 1);
	other->a = NEW_ARRAY(x->memory, SymArray, fn->n_arrays + 1);
	memcpy(other->r, s->r, fn->n_scalars * sizeof *s->r);
	for (uint32_t k = 0; k < fn->n_arrays; k++) {
		s->a[k].shared = true;
		other->a[k] = s->a[k];
	}
	x->left -= fn->n_scalars / 8 + fn->n_arrays / 4;
	return other;
}

static const SymPath *make_path(SymRun *x, const SymPath *parent, Sym cond, bool negated)
{
	SymPath *p = NEW(x->memory, SymPath);
	Sym holds = negated ? op1(x, IR_NOT, cond) : cond;

	*p = (SymPath){parent, cond, negated, op2(x, IR_AND, parent->value, holds)};
	return p;
}

/* The way parts: where cond holds it goes on at `then`, the other one begins at `other`. */
static void part(SymRun *x, SymState *s, Sym cond, uint32_t then, uint32_t other, SymState **list)
{
	SymState *o = copy_state(x, s);

	o->path = make_path(x, s->path, cond, true);
	s->path = make_path(x, s->path, cond, false);
	s->at = then;
	o->at = other;
	insert(list, o);
}

static Sym join_sym(SymRun *x, Sym cond, Sym a, Sym b)
{
	if (a.value == SYM_UNSET || b.value == SYM_UNSET)
		return a.value == SYM_UNSET ? b : a;
	return lower_proof_op(x, IR_SELECT, cond, a, b);
}

static bool same_sizes(const SymArray *a, const SymArray *b)
{
	return a->rank == b->rank && memcmp(a->dim, b->dim, (size_t)a->rank * sizeof *a->dim) == 0;
}

static void join_array(SymRun *x, Sym cond, SymArray *a, const SymArray *b)
{
	Sym *at;

	if (a->at == b->at && same_sizes(a, b))
		return;
	if (a->rank == 0 || b->rank == 0) { /* never written: nobody reads it */
		if (a->rank == 0)
			*a = *b;
		return;
	}
	if (a->lost || b->lost || !same_sizes(a, b)) {
		a->lost = true;
		return;
	}
	at = NEW_ARRAY(x->memory, Sym, a->n + 1);
	for (int32_t k = 0; k < a->n && x->left > 0; k++)
		at[k] = join_sym(x, cond, a->at[k], b->at[k]);
	a->at = at;
	a->shared = false;
}

/* Two ways that have met: a is what is left. */
static void join(SymRun *x, SymState *a, const SymState *b)
{
	const SymPath *p = a->path, *q = b->path;
	bool siblings = p->parent && p->parent == q->parent && p->negated != q->negated &&
					is_same(p->cond, q->cond);
	Sym cond = siblings ? p->negated ? q->cond : p->cond : p->value;
	bool swap = siblings && p->negated; /* cond holds on b */

	for (uint32_t k = 0; k < a->fn->n_scalars && x->left > 0; k++)
		a->r[k] = swap ? join_sym(x, cond, b->r[k], a->r[k]) : join_sym(x, cond, a->r[k], b->r[k]);
	for (uint32_t k = 0; k < a->fn->n_arrays && x->left > 0; k++) {
		SymArray other = b->a[k];

		if (swap) {
			join_array(x, cond, &other, &a->a[k]);
			a->a[k] = other;
		} else {
			join_array(x, cond, &a->a[k], &other);
		}
	}
	if (siblings) {
		a->path = p->parent;
	} else {
		SymPath *joined = NEW(x->memory, SymPath);

		*joined = (SymPath){.value = op2(x, IR_OR, p->value, q->value)};
		a->path = joined;
	}
}

/* Whole numbers that are handed to another function. */
static void mark_arguments(const SymRun *x, const IrFn *fn, const IrInstr *i, bool mark[])
{
	const IrFn *called = i->op == FN_CALL ? x->module->fns.at[i->dst] : NULL;
	const uint32_t *pair = fn->list + i->c + 1;

	for (int32_t k = 0; called && k < called->in.n; k++)
		if (called->in.leaf[k].kind == IR_INTEGER && called->in.leaf[k].rank == 0)
			mark[pair[2 * k + 1]] = true;
}

/* Marks what a subscript is made of: one more operation back with each call. */
static void mark_subscripts(const SymRun *x, const IrFn *fn, bool mark[])
{
	for (uint32_t k = 0; k < fn->n_code; k++) {
		const IrInstr *i = &fn->code[k];
		const uint32_t *list = fn->list + i->c;

		if (i->op == FN_LOAD1 || i->op == FN_STORE1 || i->op == FN_LOAD2 || i->op == FN_STORE2)
			mark[i->b] = true;
		if (i->op == FN_LOAD2 || i->op == FN_STORE2)
			mark[i->c] = true;
		for (uint32_t j = 1; (i->op == FN_LOAD || i->op == FN_STORE) && j <= list[0]; j++)
			mark[list[j]] = true;
		for (uint32_t j = 0; i->op == FN_MOVES && j < i->b; j++)
			mark[i->a + j] |= mark[i->dst + j];
		mark_arguments(x, fn, i, mark);
		if (i->op < IR_UNLESS && mark[i->dst] && ir_op_info[i->op].n_args < 3) {
			mark[i->a] = true;
			if (ir_op_info[i->op].n_args > 1)
				mark[i->b] = true;
		}
	}
}

static bool differ(const SymState *a, const SymState *b, const bool mark[])
{
	for (uint32_t k = 0; k < a->fn->n_scalars; k++)
		if (mark[k] && sym_is_number(a->r[k]) && sym_is_number(b->r[k]) &&
			a->r[k].number != b->r[k].number)
			return true;
	return false;
}

/* Do ways that have met differ in what subscripts are made of? */
static bool stay_apart(SymRun *x, SymState *const met[], int n)
{
	const IrFn *fn = met[0]->fn;
	bool *mark;

	if (n < 2 || x->joins || met[0]->at >= fn->n_code || x->n_apart * n > MOST_APART)
		return false;
	mark = NEW_ARRAY(x->memory, bool, fn->n_scalars + 1);
	for (int k = 0; k < 3; k++)
		mark_subscripts(x, fn, mark);
	x->left -= fn->n_code / 4;
	for (int k = 1; k < n; k++)
		if (differ(met[0], met[k], mark))
			return true;
	return false;
}

static SymResult run(SymRun *x, SymState *s, SymState **ends);

/* Each of them to the end of the function; the list gets all ends. */
static SymResult run_apart(SymRun *x, SymState *const met[], int n, SymState **list)
{
	x->n_apart *= n;
	for (int k = 0; k < n; k++) {
		SymState *ends, *next;

		if (run(x, met[k], &ends) == SYM_LOST)
			return SYM_LOST;
		for (; ends; ends = next) {
			next = ends->next;
			insert(list, ends);
		}
	}
	x->n_apart /= n;
	return SYM_OK;
}

/* All of a list, or those of its beginning at one instruction, as one; the last two first. */
static SymState *join_all(SymRun *x, SymState *const met[], int n)
{
	for (int k = n - 2; k >= 0; k--)
		join(x, met[k], met[k + 1]);
	return met[0];
}

static int take_met(SymState **list, SymState *met[MOST_WAYS])
{
	int n = 0;

	do {
		met[n++] = *list;
		*list = (*list)->next;
	} while (*list && (*list)->at == met[0]->at && n < MOST_WAYS);
	return n;
}

/* Takes the ways that are behind all others, as one; *s NULL: they have gone to the end apart. */
static SymResult take_first(SymRun *x, SymState **list, SymState **s)
{
	SymState *met[MOST_WAYS];
	int n = take_met(list, met);

	*s = NULL;
	if (stay_apart(x, met, n))
		return run_apart(x, met, n, list);
	*s = join_all(x, met, n);
	return SYM_OK;
}

static SymState *join_ends(SymRun *x, SymState *ends)
{
	SymState *met[MOST_WAYS], *all = NULL;

	while (ends) {
		SymState *some = join_all(x, met, take_met(&ends, met));

		if (all)
			join(x, all, some);
		else
			all = some;
	}
	return all;
}

/* -- instructions --------------------------------------------------------------------------- */

static SymState *enter(SymRun *x, const IrFn *fn)
{
	static const SymPath always = {.value = {1, SYM_NUMBER}};
	SymState *s = NEW(x->memory, SymState);

	*s = (SymState){.fn = fn, .path = &always};
	s->r = NEW_ARRAY(x->memory, Sym, fn->n_scalars + 1);
	s->a = NEW_ARRAY(x->memory, SymArray, fn->n_arrays + 1);
	for (uint32_t k = 0; k < fn->n_scalars; k++)
		s->r[k] = k < fn->n_constants ? sym_number(fn->constant[k]) : (Sym){0, SYM_UNSET};
	return s;
}

static void lose_outputs(SymState *s, const IrFn *fn, const uint32_t pair[])
{
	for (int32_t k = 0; k < fn->out.n; k++) {
		if (pair[2 * k] == IR_LIST_SCALAR)
			s->r[pair[2 * k + 1]] = (Sym){0, SYM_UNKNOWN};
		else if (pair[2 * k] == IR_LIST_ARRAY)
			s->a[pair[2 * k + 1]] = (SymArray){.rank = 1, .lost = true};
	}
}

static void take_results(SymState *s, const SymState *f, const uint32_t out[])
{
	for (int32_t k = 0; k < f->fn->out.n; k++) {
		const IrFnLeaf *leaf = &f->fn->out.leaf[k];

		if (out[2 * k] == IR_LIST_SCALAR)
			s->r[out[2 * k + 1]] = f->r[leaf->reg];
		else if (out[2 * k] == IR_LIST_ARRAY)
			s->a[out[2 * k + 1]] = f->a[leaf->reg];
	}
}

/* Do two ends give different whole numbers? */
static bool give_others(const SymState *f, const SymState *g)
{
	for (int32_t k = 0; k < f->fn->out.n; k++) {
		const IrFnLeaf *leaf = &f->fn->out.leaf[k];
		Sym a = f->r[leaf->reg], b = g->r[leaf->reg];

		if (leaf->rank == 0 && leaf->kind == IR_INTEGER && !is_same(a, b))
			return true;
	}
	return false;
}

/* Ends that give different whole numbers, which subscripts may be made of, are ways of the caller;
   the others are joined. Gives how many. */
static int sort_ends(SymRun *x, SymState *ends, SymState *end[MOST_APART])
{
	int n = 0;

	if (x->joins) {
		end[0] = join_ends(x, ends);
		return 1;
	}
	for (SymState *next; ends; ends = next) {
		int k = 0;

		next = ends->next;
		while (k < n && give_others(end[k], ends))
			k++;
		if (k < n || n == MOST_APART)
			join(x, end[k < n ? k : n - 1], ends);
		else
			end[n++] = ends;
	}
	return n;
}

/* The caller goes on with what the ends give: one way for each. */
static void go_on(SymRun *x, SymState *s, SymState *const end[], int n, SymState **list)
{
	const uint32_t *out = s->fn->list + s->fn->code[s->at].c + 1 + 2 * end[0]->fn->in.n;

	for (int k = 0; k < n - 1; k++) {
		SymState *o = copy_state(x, s);
		Sym cond = {0, lower_proof_sym(x, end[k]->path->value)};

		o->path = make_path(x, s->path, cond, false);
		s->path = make_path(x, s->path, cond, true);
		o->at++;
		take_results(o, end[k], out);
		insert(list, o);
	}
	s->at++;
	take_results(s, end[n - 1], out);
}

static SymState *enter_call(SymRun *x, SymState *s, const IrFn *fn, const uint32_t pair[])
{
	SymState *f = enter(x, fn);

	for (int32_t k = 0; k < fn->in.n; k++) {
		const IrFnLeaf *leaf = &fn->in.leaf[k];

		if (leaf->rank == 0) {
			f->r[leaf->reg] = s->r[pair[2 * k + 1]];
			continue;
		}
		s->a[pair[2 * k + 1]].shared = true;
		f->a[leaf->reg] = s->a[pair[2 * k + 1]];
	}
	return f;
}

static SymResult call(SymRun *x, SymState *s, SymState **list)
{
	const IrInstr *i = &s->fn->code[s->at];
	const IrFn *fn = x->module->fns.at[i->dst];
	const uint32_t *pair = s->fn->list + i->c + 1;
	SymState *ends, *end[MOST_APART] = {NULL};
	SymResult result;

	if (x->depth >= MOST_DEPTH)
		return SYM_LOST;
	x->depth++;
	result = run(x, enter_call(x, s, fn, pair), &ends);
	x->depth--;
	if (result == SYM_LOST && x->left > 0) {
		lose_outputs(s, fn, pair + 2 * fn->in.n);
		s->at++;
		return SYM_OK;
	}
	if (result != SYM_OK)
		return result;
	go_on(x, s, end, sort_ends(x, ends, end), list);
	return SYM_OK;
}

/* Tables that are read (ext/): the object, the column and the events of a table of time keep still
   between events. */
typedef struct TableFunction {
	const char *symbol;    /* of the external function */
	uint8_t kind;          /* MdvTableKind */
	int8_t object, column; /* which arguments; -1: none */
	int8_t u[2];           /* abscissas */
	int8_t next[2];        /* of a table of time */
} TableFunction;

static const TableFunction table_functions[] = {
	{"ModelicaStandardTables_CombiTable1D_getValue", MDV_TABLE_1D, 0, 1, {2, -1}, {-1, -1}},
	{"ModelicaStandardTables_CombiTable2D_getValue", MDV_TABLE_2D, 0, -1, {1, 2}, {-1, -1}},
	{"ModelicaStandardTables_CombiTimeTable_getValue", MDV_TABLE_TIME, 0, 1, {2, -1}, {3, 4}},
};

static bool has_scalars(const IrExtern *e, int8_t n)
{
	for (int8_t k = 0; k < n; k++)
		if (k >= e->n_args || e->arg[k].rank > 0 || e->arg[k].n_fields >= 0 || e->arg[k].out)
			return false;
	return !e->fortran && e->has_result && e->result.rank == 0;
}

/* The slot that an argument is, which keeps still between events; none: -1. */
static int32_t slot_of_arg(const SymRun *x, const SymState *s, const IrExtern *e, int8_t k)
{
	int32_t v = k < 0 ? -1 : s->r[e->arg[k].reg].value;

	return v >= 0 && x->code->op.at[v] == -1 - MDV_LEAF_SLOT ? x->code->a.at[v] : -1;
}

static int32_t value_of_arg(SymRun *x, const SymState *s, const IrExtern *e, int8_t k)
{
	return lower_proof_sym(x, s->r[e->arg[k].reg]);
}

static bool describe_table(const SymRun *x, const SymState *s, const IrExtern *e,
						   const TableFunction *f, MdvProofTable *t)
{
	*t = (MdvProofTable){.kind = f->kind,
						 .object = slot_of_arg(x, s, e, f->object),
						 .column = slot_of_arg(x, s, e, f->column),
						 .next = slot_of_arg(x, s, e, f->next[0]),
						 .pre_next = slot_of_arg(x, s, e, f->next[1])};
	if (f->column >= 0 && t->column < 0) {
		if (!sym_is_number(s->r[e->arg[f->column].reg]))
			return false;
		t->column_number = s->r[e->arg[f->column].reg].number;
	}
	return t->object >= 0 && (f->next[0] < 0 || (t->next >= 0 && t->pre_next >= 0));
}

static bool read_table(SymRun *x, SymState *s, const IrExtern *e)
{
	for (size_t k = 0; k < sizeof table_functions / sizeof *table_functions; k++) {
		const TableFunction *f = &table_functions[k];
		MdvProofTable t;
		int32_t u, v;

		if (strcmp(f->symbol, e->symbol) != 0)
			continue;
		if (!has_scalars(e, f->next[1] > 0 ? 5 : 3) || !describe_table(x, s, e, f, &t))
			return false;
		u = value_of_arg(x, s, e, f->u[0]);
		v = f->u[1] < 0 ? u : value_of_arg(x, s, e, f->u[1]);
		vec_push(x->code->alloc, &x->code->tables, t);
		s->r[e->result.reg] = (Sym){
			0, lower_proof_value(x->code, MDV_PROOF_TABLE, u, v, (int32_t)x->code->tables.n - 1)};
		return true;
	}
	return false;
}

/* Of other external functions nothing is known but the sizes of what they give. */
static void call_external(SymRun *x, SymState *s, const IrExtern *e)
{
	if (read_table(x, s, e))
		return;
	for (int32_t k = -1; k < e->n_args; k++) {
		const IrExternArg *arg = k < 0 ? &e->result : &e->arg[k];

		if (k < 0 ? !e->has_result : !arg->out)
			continue;
		if (arg->n_fields < 0 && arg->rank == 0)
			s->r[arg->reg] = (Sym){0, SYM_UNKNOWN};
		else if (arg->rank > 0)
			s->a[arg->reg].lost = true;
	}
}

static Sym count(SymRun *x, Sym first, Sym step, Sym last)
{
	Sym n = op1(x, IR_FLOOR, op2(x, IR_DIV, op2(x, IR_SUB, last, first), step));

	return op2(x, IR_MAX, op2(x, IR_ADD, n, sym_number(1)), sym_number(0));
}

/* All that is neither control nor arithmetic. */
static SymResult step(SymRun *x, SymState *s, const IrInstr *i)
{
	Sym *r = s->r;

	switch (i->op) {
	case FN_EXTERN: call_external(x, s, s->fn->external); return SYM_OK;
	case FN_ASSERT: return is_known(r[i->a], 1) ? SYM_OK : SYM_DEAD;
	case FN_STOP:
	case FN_REFUSE: return SYM_DEAD;
	case FN_MESSAGE: return SYM_LOST;
	case FN_NEED: /* where it may be without a value the array changes */
		return i->dst > 0 && i->c > 0 && !is_known(r[i->a], 1) ? SYM_LOST : SYM_OK;
	case FN_COUNT: r[i->dst] = count(x, r[i->a], r[i->b], r[i->c]); return SYM_OK;
	case FN_ENUM: r[i->dst] = r[i->a]; return SYM_OK;
	case FN_MOVES:
		for (uint32_t k = 0; k < i->b; k++)
			r[i->dst + k] = r[i->a + k];
		return SYM_OK;
	default: break;
	}
	if (i->op > FN_FORMAT)
		return lower_proof_array(x, s, i);
	r[i->dst] = (Sym){0, SYM_UNKNOWN}; /* texts */
	return SYM_OK;
}

/* One more turn of a loop, if there is one. */
static void next_turn(SymRun *x, SymState *s, const IrInstr *i, SymState **list)
{
	Sym *turn = &s->r[i->a], more = op2(x, IR_LT, turn[0], turn[1]);
	uint32_t at = s->at;

	if (is_known(more, 0)) {
		s->at = i->b;
		return;
	}
	s->at = at + 1;
	if (!sym_is_number(more)) {
		part(x, s, more, at + 1, i->b, list);
		turn = &s->r[i->a];
	}
	s->r[i->dst] = op2(x, IR_ADD, turn[2], op2(x, IR_MUL, turn[0], turn[3]));
	turn[0] = op2(x, IR_ADD, turn[0], sym_number(1));
}

static void branch(SymRun *x, SymState *s, const IrInstr *i, SymState **list)
{
	Sym cond = s->r[i->a];

	if (sym_is_number(cond))
		s->at = cond.number == 0 ? i->dst : s->at + 1;
	else
		part(x, s, (Sym){0, lower_proof_sym(x, cond)}, s->at + 1, i->dst, list);
}

/* An operation that fails where it is not defined. */
static bool fails(const IrInstr *i, const Sym r[])
{
	int n = ir_op_info[i->op].n_args;

	return i->op >= IR_LT && sym_is_number(r[i->a]) && (n < 2 || sym_is_number(r[i->b])) &&
		   !ops_defined((IrOp)i->op, r[i->a].number, n > 1 ? r[i->b].number : 0);
}

/* One instruction of a way; s->at is the next one then. */
static SymResult run_one(SymRun *x, SymState *s, SymState **list)
{
	const IrInstr *i = &s->fn->code[s->at];
	SymResult result = SYM_OK;

	x->left--;
	switch (i->op) {
	case IR_UNLESS: branch(x, s, i, list); return SYM_OK;
	case IR_JUMP:
	case FN_LOOP: s->at = i->dst; return SYM_OK;
	case FN_NEXT: next_turn(x, s, i, list); return SYM_OK;
	case FN_RETURN: s->at = s->fn->n_code; return SYM_OK;
	case FN_CALL: return call(x, s, list);
	default: break;
	}
	if (i->op >= IR_UNLESS)
		result = step(x, s, i);
	else if (fails(i, s->r))
		result = SYM_DEAD;
	else
		s->r[i->dst] = lower_proof_op(x, i->op, s->r[i->a],
									  ir_op_info[i->op].n_args > 1 ? s->r[i->b] : sym_number(0),
									  ir_op_info[i->op].n_args > 2 ? s->r[i->c] : sym_number(0));
	s->at++;
	return result;
}

/* From where it is to the end of the function; ends: all ways that get there, by `next`. */
static SymResult run(SymRun *x, SymState *s, SymState **ends)
{
	SymState *list = NULL;

	*ends = NULL;
	insert(&list, s);
	while (list && list->at < list->fn->n_code) {
		SymResult result = take_first(x, &list, &s);

		while (s && result == SYM_OK && s->at < s->fn->n_code && !(list && list->at <= s->at)) {
			if (x->left <= 0)
				return SYM_LOST;
			result = run_one(x, s, &list);
		}
		if (result == SYM_LOST || x->left <= 0)
			return SYM_LOST;
		if (s && result == SYM_OK)
			insert(&list, s);
	}
	*ends = list;
	return list ? SYM_OK : SYM_DEAD;
}

/* -- the call ------------------------------------------------------------------------------- */

/* Inputs leaf by leaf, as vm_fn_call takes them. */
static bool give_inputs(SymRun *x, SymState *f, const IrCall *call, const Sym in[])
{
	const IrFnSide *side = &f->fn->in;
	int32_t n_dims = 0, k = 0;

	for (const IrFnLeaf *leaf = side->leaf; leaf < side->leaf + side->n; leaf++) {
		SymArray *a = &f->a[leaf->reg];

		if (leaf->rank == 0) {
			if (k == call->n_in)
				return false;
			f->r[leaf->reg] = in[k++];
			continue;
		}
		if (n_dims + leaf->rank > call->n_dims)
			return false;
		*a = (SymArray){.rank = leaf->rank, .n = 1};
		for (int d = 0; d < leaf->rank; d++)
			a->n *= a->dim[d] = call->dim[n_dims++];
		if (a->n > call->n_in - k)
			return false;
		a->at = NEW_ARRAY(x->memory, Sym, a->n + 1);
		for (int32_t j = 0; j < a->n; j++)
			a->at[j] = in[k++];
	}
	return k == call->n_in;
}

static bool take_outputs(SymRun *x, const SymState *f, const IrCall *call, int32_t out[])
{
	const IrFnSide *side = &f->fn->out;
	int32_t k = 0;

	for (const IrFnLeaf *leaf = side->leaf; leaf < side->leaf + side->n && k < call->n_out;
		 leaf++) {
		const SymArray *a = &f->a[leaf->reg];
		int32_t n = leaf->rank > 0 ? a->n : 1;

		if (n > call->n_out - k || (leaf->rank > 0 && a->lost))
			return false;
		for (int32_t j = 0; j < n; j++, k++) {
			Sym s = leaf->rank > 0 ? a->at[j] : f->r[leaf->reg];

			out[k] = s.value == SYM_UNKNOWN || s.value == SYM_UNSET ? -1 : lower_proof_sym(x, s);
		}
	}
	return k == call->n_out;
}

bool lower_proof_call(SymRun *x, const IrCall *call, const Sym in[], int32_t out[])
{
	const IrFn *fn = x->module->fns.at[call->fn];
	size_t n = x->code->op.n, n_numbers = x->code->number.n, n_tables = x->code->tables.n;
	SymState *f, *ends;

	if (!fn->in.plain || !fn->out.plain)
		return false;
	for (int k = 0; k < 2; k++) { /* if it takes too much, all that meet are joined */
		x->left = MOST_WORK;
		x->depth = 0;
		x->n_apart = 1;
		x->joins = k > 0;
		f = enter(x, fn);
		if (give_inputs(x, f, call, in) && run(x, f, &ends) == SYM_OK &&
			take_outputs(x, join_ends(x, ends), call, out))
			return true;
		x->code->op.n = x->code->a.n = x->code->b.n = x->code->c.n = n; /* as if it had not been */
		x->code->number.n = n_numbers;
		x->code->tables.n = n_tables;
	}
	return false;
}
