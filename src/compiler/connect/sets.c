/* SPDX-License-Identifier: MIT
   sets.c — connection sets and their equations (MLS 9.2). Wires are joined by union-find over
   variables seen from inside (number 2v) and from outside (2v + 1) a component. Potentials of a set
   are equal, flows sum up to zero, and a flow that nothing is connected to is zero. */
#include "compiler/connect/connect.h"
#include "compiler/inst/inst.h"

static int32_t root_of(ConnectSets *s, int32_t i)
{
	while (s->parent[i] != i) {
		s->parent[i] = s->parent[s->parent[i]];
		i = s->parent[i];
	}
	return i;
}

/* The cause of a root's set; NULL: it has none. */
static SetCause *cause_of(const ConnectSets *s, int32_t root)
{
	return s->cause[root] ? &s->causes.at[s->cause[root] - 1] : NULL;
}

/* One more connect equation of a set. */
static void add_cause(Inst *in, int32_t root, Span at)
{
	ConnectSets *s = &in->sets;
	FlatSet *by;

	if (!s->cause[root]) {
		vec_push(arena_allocator(in->tree), &s->causes, (SetCause){0});
		s->cause[root] = (int32_t)s->causes.n;
	}
	by = &cause_of(s, root)->by;
	if (by->n < 2)
		by->at[by->n] = at;
	by->n++;
}

static void join(Inst *in, const Wire *w)
{
	ConnectSets *s = &in->sets;
	int32_t x = 2 * w->a.i + w->a_outside, y = 2 * w->b.i + w->b_outside;
	int32_t a = root_of(s, x), b = root_of(s, y), low = a < b ? a : b, high = a < b ? b : a, t;

	s->wired[x] = s->wired[y] = true;
	if (low != high) { /* one set of two: the rings of members become one */
		s->parent[high] = low;
		t = s->next[low];
		s->next[low] = s->next[high];
		s->next[high] = t;
		if (!s->cause[low])
			s->cause[low] = s->cause[high];
		else if (s->cause[high])
			cause_of(s, low)->by.n += cause_of(s, high)->by.n;
	}
	add_cause(in, low, w->at);
}

/* Where a signal comes from: an output of a component, an input of the model itself (MLS 9.3).
   Flows sum up, whichever of them the components compute. */
static bool is_source(const Inst *in, int32_t member)
{
	const Node *n = row_like_of_decl(in, flat_var(in->flat, (VarId){member / 2})->decl);

	if (n->prefix & PX_FLOW)
		return false;
	return member % 2 ? (n->prefix & PX_INPUT) && !(n->prefix & PX_PROTECTED)
					  : (n->prefix & PX_OUTPUT) != 0;
}

static void report_sources(Inst *in, int32_t a, int32_t b)
{
	Text text;

	text_init(&text, arena_heap(in->keep));
	text_printf(&text, "'");
	flat_print_var(in->flat, (VarId){a / 2}, &text);
	text_printf(&text, "' and '");
	flat_print_var(in->flat, (VarId){b / 2}, &text);
	diag_error(in->diag, cause_of(&in->sets, root_of(&in->sets, a))->by.at[0], E_CONNECT,
			   "%s' both give a value to what is connected: only one of them can", text_str(&text));
	text_free(&text);
}

static void check_sources(Inst *in)
{
	ConnectSets *s = &in->sets;
	ArenaMark mark = arena_mark(in->scratch);
	int32_t *source = NEW_ARRAY(in->scratch, int32_t, s->n); /* of a root: member + 1 */

	for (int32_t i = 0; i < s->n && !diag_full(in->diag); i++) {
		int32_t root = root_of(s, i);

		if (!s->wired[i] || !is_source(in, i))
			continue;
		if (source[root])
			report_sources(in, source[root] - 1, i);
		source[root] = i + 1;
	}
	arena_release(in->scratch, mark);
}

void sets_build(Inst *in)
{
	int32_t n = (int32_t)in->flat->vars.n;
	size_t m = 2 * (size_t)n + 1;
	ConnectSets *s = &in->sets;

	s->n = 2 * n;
	s->parent = NEW_ARRAY(in->tree, int32_t, m);
	s->next = NEW_ARRAY(in->tree, int32_t, m);
	s->wired = NEW_ARRAY(in->tree, bool, m);
	s->cause = NEW_ARRAY(in->tree, int32_t, m);
	for (int32_t i = 0; i < 2 * n; i++)
		s->parent[i] = s->next[i] = i;
	for (size_t i = 0; i < in->wires.n; i++)
		join(in, &in->wires.at[i]);
	check_sources(in);
}

int32_t sets_next(const ConnectSets *s, int32_t member)
{
	return member < s->n ? s->next[member] : member; /* variables made since stand alone */
}

SetId sets_id(Inst *in, int32_t member)
{
	ConnectSets *s = &in->sets;
	SetCause *c = cause_of(s, root_of(s, member));

	if (!c)
		return (SetId){0};
	if (!c->id.i)
		c->id = flat_add_set(in->flat, c->by.at[0], c->by.n > 1 ? c->by.at[1] : SPAN_NONE, c->by.n);
	return c->id;
}

static void emit(Inst *in, int32_t member, EqOrigin origin, const Expr *lhs, const Expr *rhs)
{
	ConnectSets *s = &in->sets;
	const SetCause *cause = cause_of(s, root_of(s, member));
	const FlatDecl *b = flat_decl_of(in->flat, (VarId){member / 2});

	flat_add_eq(in->flat, &(FlatEq){.kind = EQ_EQUAL,
									.origin = (uint8_t)origin,
									.path = b->path,
									.set = sets_id(in, member),
									.at = cause ? cause->by.at[0] : b->at,
									.lhs = lhs,
									.rhs = rhs});
}

/* The flows of a set: those of components count, those of the model itself with the other sign. */
static void emit_flows(Inst *in, int32_t root)
{
	ConnectSets *s = &in->sets;
	const Expr *sum = NULL;
	int32_t i = root;

	do {
		const Expr *x = flat_ref(in->flat, (VarId){i / 2});

		x = i % 2 ? expr_neg(in->pool, x) : x;
		sum = sum ? expr_add(in->pool, sum, x) : x;
		i = sets_next(s, i);
	} while (i != root);
	emit(in, root, s->cause[root] ? EO_FLOW : EO_OPEN_FLOW, sum, expr_real(in->pool, 0));
}

/* Do two parameters have the same value? Of Real numbers but for rounding. */
static const Expr *same_value(Inst *in, VarId a, VarId b)
{
	const Expr *x = flat_ref(in->flat, a), *y = flat_ref(in->flat, b), *size;

	if (x->type->kind != TY_REAL)
		return expr_binary(in->pool, EX_EQ, x, y);
	size = expr_add(in->pool, expr_unary(in->pool, EX_ABS, x), expr_unary(in->pool, EX_ABS, y));
	return expr_binary(in->pool, EX_LE,
					   expr_unary(in->pool, EX_ABS, expr_binary(in->pool, EX_SUB, x, y)),
					   expr_binary(in->pool, EX_MUL, expr_real(in->pool, 1e-10), size));
}

/* MLS 9.2: constants and parameters that are connected must be equal. */
static void assert_equal(Inst *in, int32_t root, int32_t member)
{
	VarId a = {root / 2}, b = {member / 2};
	const SetCause *cause = cause_of(&in->sets, root);
	const Expr *value = flat_var(in->flat, a)->binding;
	Text text;

	if (value && expr_is_literal(value) && value == flat_var(in->flat, b)->binding)
		return;
	text_init(&text, arena_heap(in->keep));
	text_printf(&text, "'");
	flat_print_var(in->flat, a, &text);
	text_printf(&text, "' and '");
	flat_print_var(in->flat, b, &text);
	text_printf(&text, "' are parameters that are connected, but their values differ");
	flat_add_eq(in->flat,
				&(FlatEq){.kind = EQ_EFFECT,
						  .path = flat_decl_of(in->flat, b)->path,
						  .set = sets_id(in, member),
						  .at = cause ? cause->by.at[0] : SPAN_NONE,
						  .lhs = flat_assertion(
							  in->flat, same_value(in, a, b),
							  expr_string(in->pool, flat_name(in->flat, text_str(&text))))});
	text_free(&text);
}

void sets_equations(Inst *in)
{
	ConnectSets *s = &in->sets;

	for (int32_t i = 0; i < s->n; i++) {
		VarId v = {i / 2};
		PortRole role = (PortRole)flat_decl_of(in->flat, v)->role;
		int32_t root = root_of(s, i);

		if (role == PR_FLOW && root == i && (s->wired[i] || i % 2 == 0))
			emit_flows(in, i);
		if (role != PR_POTENTIAL || !s->wired[i] || root == i)
			continue;
		if (flat_var(in->flat, v)->variability <= VB_PARAMETER) {
			assert_equal(in, root, i);
			continue;
		}
		emit(in, i, EO_EQUALITY, flat_ref(in->flat, (VarId){root / 2}), flat_ref(in->flat, v));
	}
}
