/* SPDX-License-Identifier: MIT
   stream.c — stream connectors (MLS 15.2). What flows into a connector is the mixture of what the
   other connectors of its set let out, weighted with their flows; the weights are kept above a
   small number, so that the plain mean results when nothing flows. */
#include "compiler/connect/connect.h"
#include "compiler/inst/inst.h"

#define SMALL_FLOW 1e-10

/* The flow variable that belongs to a stream variable: the one of the same connector. */
static const Expr *flow_of(Inst *in, VarId stream)
{
	Node *n = value_node_of_var(in, stream), *connector = n->owner;

	for (uint32_t i = 0; i < connector->n_member; i++) {
		Node *m = connector->member[i]->node;

		if (m && m->kind == NODE_COMPONENT && m->basic && m->basic->kind == TY_REAL &&
			(m->prefix & PX_FLOW) && m->rank == 0)
			return flat_ref(in->flat, in->flat->decls.at[flatten_decl(in, m).i].first);
	}
	return NULL;
}

/* Does it depend on nothing but parameters that are evaluated anyway (MLS 18.3)? */
static bool may_evaluate(Inst *in, const Expr *e)
{
	ArenaMark mark = arena_mark(in->scratch);
	bool may = e->variability <= VB_PARAMETER;
	const Expr *x;
	Walk walk;

	walk_init_brief(&walk, in->pool, in->scratch, 0);
	for (walk_begin(&walk, e); may && (x = walk_next(&walk));)
		if (x->op == EX_VAR)
			may = flat_attrs(in->flat, expr_var_id(x))->structural ||
				  flat_decl_of(in->flat, expr_var_id(x))->flags &
					  (DF_EVALUATE | DF_FINAL | DF_CLOSED) ||
				  x->variability == VB_CONSTANT;
	arena_release(in->scratch, mark);
	return may;
}

/* Can nothing ever come out of this connector, since its flow is at least 0? */
static bool lets_nothing_out(Inst *in, const Expr *flow, bool outside)
{
	const FlatAttrs *a = flat_attrs(in->flat, expr_var_id(flow));
	const Expr *limit = outside ? a->max : a->min;

	if (limit && may_evaluate(in, limit))
		limit = value_of_expr(in, limit, SPAN_NONE, NULL);
	if (!limit || limit->op != EX_REAL)
		return false;
	return outside ? expr_real_value(limit) <= 0 : expr_real_value(limit) >= 0;
}

typedef struct {
	const Expr *sum, *weights; /* of the mixture; NULL: nothing yet */
	const Expr *only;          /* the value, while there is one contribution */
	int32_t n;                 /* contributions */
} Mix;

static void add_part(Inst *in, Mix *mix, const Expr *value, const Expr *flow, bool outside)
{
	const Expr *arg[2] = {outside ? flow : expr_neg(in->pool, flow),
						  expr_real(in->pool, SMALL_FLOW)};
	const Expr *weight = expr_op(in->pool, EX_MAX, arg, 2),
			   *part = expr_mul(in->pool, weight, value);

	mix->only = value;
	mix->n++;
	mix->sum = mix->sum ? expr_add(in->pool, mix->sum, part) : part;
	mix->weights = mix->weights ? expr_add(in->pool, mix->weights, weight) : weight;
}

static const Expr *mixture(Inst *in, int32_t member, int depth);

static const Expr *inflow(Inst *in, VarId v, int depth)
{
	return mixture(in, 2 * v.i, depth);
}

/* The mixture of all members of a set but this one. */
static const Expr *mixture(Inst *in, int32_t member, int depth)
{
	Mix mix = {NULL, NULL, NULL, 0};

	for (int32_t i = sets_next(&in->sets, member); i != member; i = sets_next(&in->sets, i)) {
		VarId v = {i / 2};
		const Expr *flow = flow_of(in, v);
		bool outside = i % 2;

		if (!flow || lets_nothing_out(in, flow, outside) || depth > 500)
			continue;
		add_part(in, &mix, outside ? inflow(in, v, depth + 1) : flat_ref(in->flat, v), flow,
				 outside);
	}
	if (mix.n == 0)
		return flat_ref(in->flat, (VarId){member / 2});
	return mix.n == 1 ? mix.only : expr_binary(in->pool, EX_DIV, mix.sum, mix.weights);
}

/* What leaves through the model's own connectors is the mixture, too; 0 if nothing ever does (MLS
   15.2). */
void stream_equations(Inst *in)
{
	for (int32_t i = 1; i < in->sets.n; i += 2) {
		VarId v = {i / 2};
		const Expr *own, *out;

		if (!in->sets.wired[i] || flat_decl_of(in->flat, v)->role != PR_STREAM ||
			flat_decl_of(in->flat, v)->type->kind != TY_REAL)
			continue;
		own = flat_ref(in->flat, v); /* only of these: a reference takes a node */
		out = mixture(in, i, 0);
		flat_add_eq(in->flat, &(FlatEq){.kind = EQ_EQUAL,
										.origin = EO_STREAM,
										.path = flat_decl_of(in->flat, v)->path,
										.set = sets_id(in, i),
										.at = flat_decl_of(in->flat, v)->at,
										.lhs = own,
										.rhs = out != own ? out : expr_real(in->pool, 0)});
	}
}

static bool is_stream(const Inst *in, const Expr *x)
{
	return x->op == EX_VAR && flat_decl_of(in->flat, expr_var_id(x))->role == PR_STREAM;
}

static const Expr *scalar_in(Inst *in, const Expr *x)
{
	return is_stream(in, x) ? inflow(in, expr_var_id(x), 0) : NULL;
}

static const Expr *scalar_actual(Inst *in, const Expr *x)
{
	const Expr *flow = is_stream(in, x) ? flow_of(in, expr_var_id(x)) : NULL;
	const Expr *arg[2] = {flow, expr_real(in->pool, 0)};

	return flow ? expr_if(in->pool, expr_op(in->pool, EX_GT, arg, 2), scalar_in(in, x), x) : NULL;
}

/* An operator on each scalar of an array, from number *k on. */
static const Expr *each(Inst *in, const Expr *x, const Type *t, int32_t *k,
						const Expr *(*of)(Inst *in, const Expr *x))
{
	const Type *inner;
	const Expr **part;

	if (t->rank == 0)
		return of(in, scalar_at(in->pool, in->scratch, x, (*k)++));
	inner = type_drop(in->pool, t, 1);
	part = NEW_ARRAY(in->keep, const Expr *, t->dim[0] + 1);
	for (int32_t i = 0; i < t->dim[0]; i++) {
		part[i] = each(in, x, inner, k, of);
		if (!part[i])
			return NULL;
	}
	return expr_array(in->pool, inner, part, (size_t)t->dim[0]);
}

const Expr *stream_in(Inst *in, const Expr *stream)
{
	int32_t k = 0;

	return each(in, stream, stream->type, &k, scalar_in);
}

const Expr *stream_actual(Inst *in, const Expr *stream)
{
	int32_t k = 0;

	return each(in, stream, stream->type, &k, scalar_actual);
}
