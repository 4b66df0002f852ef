/* SPDX-License-Identifier: MIT
   connect_bus.c — connections to elements of arrays that no expandable connector declares, or that
   it declares with open sizes (MLS 9.1.3): `connect(x, bus.a[3])`. The largest subscript used is
   the size, so these connections wait until all others are known. */
#include "compiler/connect/connect.h"
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

/* The environment of an equation outlives the loops around it. */
static Env keep_env(Inst *in, const Env *env)
{
	Env copy = *env;
	const Iter **link = &copy.iters;

	for (const Iter *i = env->iters; i; i = i->outer) {
		Iter *kept = NEW(in->keep, Iter);

		*kept = *i;
		*link = kept;
		link = &kept->outer;
	}
	return copy;
}

static BusArray *array_of(Inst *in, Node *bus, const AstPart *part, Node *like)
{
	BusArray new = {.bus = bus, .name = part->name, .like = like, .rank = (int32_t)part->n_subs};

	for (size_t i = in->bus_arrays.n; i-- > 0;)
		if (in->bus_arrays.at[i].bus == bus && in->bus_arrays.at[i].name.i == part->name.i)
			return &in->bus_arrays.at[i];
	new.dim = NEW_ARRAY(in->keep, Dim, part->n_subs);
	vec_push(arena_allocator(in->keep), &in->bus_arrays, new);
	return &in->bus_arrays.at[in->bus_arrays.n - 1];
}

static bool wrong(Inst *in, Place at, const char *why)
{
	diag_error(in->diag, syntax_span(at), E_NOT_CONNECTOR, "this cannot be connected: %s", why);
	return false;
}

bool connect_bus_put_off(Inst *in, const Env *env, const AstStmt *s, Node *bus, const AstPart *part,
						 Node *like)
{
	BusArray *array = array_of(in, bus, part, like);
	LateConnect late = {keep_env(in, env), s};

	if (array->rank != (int32_t)part->n_subs)
		return wrong(in, s->at, "elsewhere it has another number of subscripts");
	for (uint32_t d = 0; d < part->n_subs; d++) {
		const Expr *sub;

		if (part->sub[d].kind == AX_COLON)
			return wrong(in, part->sub[d].at, "nothing tells the size that ':' stands for");
		sub = elab_constant(in, env, &part->sub[d], "a subscript");
		if (elab_is_error(sub))
			return false;
		for (int32_t k = 0; k < sub->type->n_scalars; k++) {
			const Expr *one = scalar_at(in->pool, in->scratch, sub, k);

			if (one->op != EX_INTEGER || expr_integer_value(one) < 1 ||
				expr_integer_value(one) > INT32_MAX)
				return wrong(in, part->sub[d].at, "a subscript must be a whole number from 1");
			if (array->dim[d].n < (int32_t)expr_integer_value(one))
				array->dim[d].n = (int32_t)expr_integer_value(one);
		}
	}
	vec_push(arena_allocator(in->keep), &in->late, late);
	return true;
}

static bool check_count(Inst *in, const BusArray *a)
{
	int64_t count = 1;

	for (int32_t d = 0; d < a->rank && count <= FLAT_MAX_VARS; d++)
		count *= a->dim[d].n;
	if (count <= FLAT_MAX_VARS)
		return true;
	diag_error(in->diag, syntax_span(a->bus->decl->at), E_ARRAY_SIZE,
			   "'%s.%s' has more than %d elements", node_name(in, a->bus),
			   intern_text(in->sx->names, a->name), FLAT_MAX_VARS);
	return false;
}

bool connect_bus_resolve(Inst *in)
{
	bool ok = true;

	for (size_t i = 0; i < in->bus_arrays.n && ok; i++) {
		const BusArray *a = &in->bus_arrays.at[i];
		Node *n = member_node(in, a->bus, a->name);

		ok = check_count(in, a);
		if (!ok)
			break;
		ok = n ? !expandable_is_open(n) || expandable_set_size(in, n, a->dim, a->rank)
			   : expandable_add(in, a->bus, a->name, a->like, a) != NULL;
	}
	for (size_t i = 0; i < in->late.n && ok; i++)
		ok = connect_add(in, &in->late.at[i].env, in->late.at[i].s);
	return ok;
}
