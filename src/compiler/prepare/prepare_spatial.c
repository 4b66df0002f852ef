/* SPDX-License-Identifier: MIT
   prepare_spatial.c — spatialDistribution (MLS 3.7.4.2) becomes two variables that the runtime
   gives, as delay does. They depend on the position x, which must be known before anything else is
   computed: a state of its own follows it, der(state) = der(x). */
#include "compiler/prepare/prepare.h"

/* The state, with its equations. */
static VarId follow(Prepare *p, const Expr *x)
{
	DaeEq like = {.path = p->path, .at = p->at, .origin = EO_OTHER};
	DaeEq start = {.der = -1, .der_of = -1, .path = p->path, .at = p->at, .origin = EO_OTHER};
	VarId v = dae_new_var(p->d, "position", x->type, DR_CONTINUOUS, p->path, p->at);

	dae_add_eq(p->d, dae_ref(p->d, dae_der(p->d, v)), prepare_der(p, x), &like);
	start.lhs = dae_ref(p->d, v);
	start.rhs = walk_rewrite(p->events, x);
	vec_push(arena_allocator(p->d->keep), &p->d->init_eqs, start);
	return v;
}

const Expr *prepare_spatial(Prepare *p, const Expr *e)
{
	uint64_t *seen = map_find(&p->spatials, e->id);
	const Type *real = type_basic(p->pool, TY_REAL);
	const Expr *out[2];
	size_t at = seen ? (size_t)*seen : p->d->spatials.n;

	if (!seen) {
		DaeSpatial s = {.points = e->arg[4], .values = e->arg[5], .at = p->at, .path = p->path};

		if (s.points->type->n_scalars < 2 ||
			s.points->type->n_scalars != s.values->type->n_scalars) {
			diag_error(p->diag, p->at, E_OPERAND,
					   "'spatialDistribution' needs as many initial values as initial points, "
					   "at least 2");
			return e;
		}
		for (int k = 0; k < 2; k++) {
			s.out[k] = dae_new_var(p->d, "profile", real, DR_INPUT, p->path, p->at);
			s.in[k] = walk_rewrite(p->events, e->arg[k]);
		}
		s.position = walk_rewrite(p->events, e->arg[2]);
		s.positive = walk_rewrite(p->events, e->arg[3]);
		s.state = follow(p, e->arg[2]);
		vec_push(arena_allocator(p->d->keep), &p->d->spatials, s);
		map_put(&p->spatials, e->id, (uint64_t)at);
	}
	for (int k = 0; k < 2; k++)
		out[k] = dae_ref(p->d, p->d->spatials.at[at].out[k]);
	return expr_tuple(p->pool, out, 2);
}
