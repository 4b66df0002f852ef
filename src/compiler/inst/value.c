/* SPDX-License-Identifier: MIT
   value.c — values at compile time (MLS 4.4.3, 18.3): constants, and those parameters that sizes,
   conditions or other structure depends on. A value that depends on itself meets its own mark.
   Values need values: the evaluator asks for them in the middle of its work. After MAX_CHAIN of
   such steps everything is given up, what is needed is computed first, and the work starts again,
   so that chains of any length take little stack. */
#include "compiler/elab/elab.h"
#include "compiler/eval/eval.h"
#include "compiler/inst/inst.h"

enum {
	MAX_CHAIN = 64,  /* values in each other before one is put off */
	MAX_DEPTH = 1000 /* and altogether: also those that types and sizes wait for */
};

typedef struct {
	Inst *in;         /* the instantiation */
	Span at;          /* where the value is needed */
	const char *what; /* for what */
	bool reported;    /* a mistake has been reported */
} Need;

static bool is_fixed(const Node *n)
{
	return n->prefix & (PX_CONSTANT | PX_PARAMETER);
}

static const Expr *find(Inst *in, Node *n, Span needed_at, const char *what);

bool value_is_deep(const Inst *in)
{
	return in->value_depth >= MAX_CHAIN;
}

/* The value of one variable, for the evaluator. */
static const Expr *value_of_var(void *ctx, VarId v)
{
	Need *need = ctx;
	Inst *in = need->in;
	Node *n = value_node_of_var(in, v);
	const Expr *value;
	FlatAttrs attrs;

	if (!is_fixed(n))
		return NULL;
	if (n->value_mark == MARK_NEW && in->value_chain >= MAX_CHAIN) {
		in->value_later = n;
		need->reported = true;
		return NULL;
	}
	value = find(in, n, need->at, need->what);
	if (!value) {
		need->reported = true;
		return NULL;
	}
	if (n->prefix & PX_PARAMETER && !flat_attrs(in->flat, v)->structural) {
		attrs = *flat_attrs(in->flat, v);
		attrs.structural = true;
		flat_set_attrs(in->flat, v, flat_add_attrs(in->flat, &attrs));
	}
	return scalar_at(in->pool, in->scratch, value,
					 v.i - in->flat->decls.at[n->flat_decl.i].first.i);
}

Node *value_node_of_var(Inst *in, VarId v)
{
	return row_node_of_decl(in, flat_var(in->flat, v)->decl);
}

static const Expr *evaluate(Need *need, const Expr *e)
{
	Text why;
	const Expr *value;

	text_init(&why, arena_heap(need->in->keep));
	value = interp_expr(need->in->flat, e, value_of_var, need, &why);
	if (!value && !need->reported && need->what)
		diag_error(need->in->diag, need->at, E_NOT_CONSTANT, "%s must be known at compile time: %s",
				   need->what, text_str(&why));
	text_free(&why);
	return value;
}

const Expr *value_of_expr(Inst *in, const Expr *e, Span needed_at, const char *what)
{
	int chain = in->value_chain;
	const Expr *value;

	if (elab_is_error(e))
		return NULL;
	if (expr_is_literal(e))
		return e;
	for (;;) {
		Node *later;

		in->value_chain = 0;
		value = evaluate(&(Need){in, needed_at, what, false}, e);
		in->value_chain = chain;
		later = in->value_later;
		in->value_later = NULL;
		if (!later)
			return value;
		value_of_node(in, later, needed_at, what);
	}
}

Node *value_bound_above(const Inst *in, Node *n)
{
	Node *bound = NULL; /* the outermost counts: its value replaces those inside */

	for (Node *o = n->owner; o && o != in->top && o->kind != NODE_CLASS; o = o->owner) {
		const Mod *m = o->kind == NODE_COMPONENT ? mod_value(o->mod) : NULL;

		if (m && !(m->ast->has & MOD_BREAK)) /* a broken value leaves those inside (MLS 7.2.7) */
			bound = o;
	}
	return bound;
}

/* The part of a record's value that belongs to n, which lies in it. */
static const Expr *part_of(Inst *in, const Expr *value, Node *n, Node *record)
{
	const Expr *outer = n->owner == record ? value : part_of(in, value, n->owner, record);
	const Type *t = outer ? outer->type : NULL;

	if (outer && n->owner->kind == NODE_ARRAY) { /* n is an element */
		const Expr *sub[32];

		for (int32_t i = 0; i < n->n_index; i++)
			sub[i] = expr_integer(in->pool, n->index[i]);
		return expr_index(in->pool, outer, sub, (size_t)n->n_index);
	}
	for (int i = 0; t && t->kind == TY_RECORD && i < t->n_fields; i++)
		if (t->field[i].name.i == n->name.i)
			return expr_field(in->pool, outer, i);
	return NULL;
}

/* A value given to a record as a whole counts before those of its parts (MLS 7.2.3). */
const Expr *value_source(Inst *in, Node *n)
{
	Node *record = value_bound_above(in, n);
	const Mod *m = record ? mod_value(record->mod) : mod_value(n->mod);
	Mod start;
	const Expr *value = m ? elab_mod_value(in, m) : NULL;

	if (value && elab_is_error(value))
		return value;
	if (record)
		value = part_of(in, value, n, record);
	if (value)
		return value;
	if (n->basic) /* a parameter without a binding has its start value (MLS 4.4.4) */
		m = mod_value_of_member(n->mod, flatten_attribute(in, AT_START), &start) ? &start : NULL;
	return m ? elab_mod_value(in, m) : n->basic ? NULL : elab_component(in, n);
}

static bool report_cycle(Inst *in, Node *n, Span at)
{
	diag_error(in->diag, syntax_span(n->decl->at), E_VALUE_CYCLE,
			   "the value of '%s' depends on itself", node_name(in, n));
	diag_note(in->diag, at, "it is needed here");
	n->is_error = true;
	return false;
}

/* A parameter with fixed = false is an unknown of the initialization (MLS 8.6). */
static bool is_unknown(Inst *in, const Node *n)
{
	Mod m;

	return n->basic && (n->prefix & PX_PARAMETER) &&
		   mod_value_of_member(n->mod, flatten_attribute(in, AT_FIXED), &m) && m.ast->value &&
		   m.ast->value->kind == AX_BOOLEAN && !m.ast->value->integer;
}

/* The value of n, whose mark is BUSY meanwhile. */
static void compute(Inst *in, Node *n, Span needed_at, const char *what)
{
	const Expr *e;

	if (!node_class(in, n) || !node_dims(in, n))
		return;
	e = is_unknown(in, n) ? NULL : value_source(in, n);
	if (!e && what)
		diag_error(in->diag, needed_at, E_NOT_CONSTANT,
				   "%s must be known at compile time, but '%s' has no value", what,
				   node_name(in, n));
	else if (e && !elab_is_error(e))
		n->value = expr_is_literal(e) ? e : evaluate(&(Need){in, needed_at, what, false}, e);
	if (n->value && n->basic)
		n->value = elab_convert(in, n->value, elab_type(in, n), n->decl->at, node_name(in, n));
	if (n->value && elab_is_error(n->value))
		n->value = NULL;
}

/* One step of a chain. If another value has been put off, n is as it was. */
static const Expr *find(Inst *in, Node *n, Span needed_at, const char *what)
{
	int n_errors = in->diag->n_errors;

	if (n->value_mark == MARK_DONE)
		return n->value;
	if (n->value_mark == MARK_BUSY) {
		report_cycle(in, n, needed_at);
		return NULL;
	}
	n->value_mark = MARK_BUSY;
	if (in->value_depth >= MAX_DEPTH || guard_is_deep()) {
		diag_error(in->diag, needed_at, E_NOT_CONSTANT,
				   "the value of '%s' depends on more than %d others, one after the other",
				   node_name(in, n), (int)in->value_depth);
		n->is_error = true;
	} else {
		in->value_depth++;
		in->value_chain++;
		compute(in, n, needed_at, what);
		in->value_chain--;
		in->value_depth--;
	}
	/* Who only asked whether there is a value was told nothing: who needs it must be. */
	if (!what && !n->value && in->diag->n_errors == n_errors)
		n->value_mark = MARK_NEW;
	else
		n->value_mark = in->value_later ? MARK_NEW : MARK_DONE;
	return n->value;
}

/* What waits for a value that was put off is marked as BUSY, so that a circle is found. */
const Expr *value_of_node(Inst *in, Node *n, Span needed_at, const char *what)
{
	ArenaMark mark = arena_mark(in->scratch);
	int chain = in->value_chain;
	VEC(Node *) wait = {0};

	if (n->value_mark != MARK_NEW)
		return find(in, n, needed_at, what);
	in->value_chain = 0;
	vec_push(arena_allocator(in->scratch), &wait, n);
	while (wait.n > 0) {
		Node *last = wait.at[wait.n - 1], *later;

		last->value_mark = MARK_NEW;
		find(in, last, needed_at, what);
		later = in->value_later;
		in->value_later = NULL;
		if (!later) {
			wait.n--;
			continue;
		}
		last->value_mark = MARK_BUSY;
		vec_push(arena_allocator(in->scratch), &wait, later);
	}
	arena_release(in->scratch, mark);
	in->value_chain = chain;
	return n->value;
}
