/* SPDX-License-Identifier: MIT
   flat.c — building a flat model. Everything is appended; numbers never change. */
#include "compiler/flat/flat.h"

#include <string.h>

#define PUSH(m, vec, x) vec_push(arena_allocator((m)->keep), &(m)->vec, x)

Name flat_name(FlatModel *m, const char *text)
{
	return text && *text ? intern_name(m->names, text, strlen(text)) : (Name){0};
}

static Variability variability(const void *ctx, VarId v)
{
	return ((const FlatModel *)ctx)->vars.at[v.i].variability;
}

void flat_init(FlatModel *m, Arena *keep, Intern *names, Name name, Span at)
{
	*m = (FlatModel){.keep = keep, .names = names, .name = name, .at = at};
	expr_pool_init(&m->pool, keep, names);
	m->pool.variability = variability;
	m->pool.ctx = m;
	map_init(&m->attrs_seen, arena_allocator(keep));
	flat_add_attrs(m, &(FlatAttrs){0});
	flat_add_path(m, (PathId){-1}, (Name){0}, name, at);
	flat_add_set(m, SPAN_NONE, SPAN_NONE, 0);
}

PathId flat_add_path(FlatModel *m, PathId parent, Name name, Name class_name, Span at)
{
	CHECK(parent.i < (int32_t)m->paths.n);
	PUSH(m, paths, ((FlatPath){parent, name, class_name, at}));
	return (PathId){(int32_t)m->paths.n - 1};
}

SetId flat_add_set(FlatModel *m, Span first, Span second, uint32_t n)
{
	PUSH(m, sets, ((FlatSet){{first, second}, n}));
	return (SetId){(int32_t)m->sets.n - 1};
}

int32_t flat_decl_size(const FlatDecl *b)
{
	int64_t n = 1;

	for (int d = 0; d < b->rank; d++) {
		n *= b->dim[d].n;
		if (n > FLAT_MAX_VARS)
			return FLAT_MAX_VARS + 1;
	}
	return (int32_t)n;
}

DeclId flat_add_decl(FlatModel *m, const FlatDecl *b)
{
	DeclId id = {(int32_t)m->decls.n};
	FlatDecl copy = *b;
	int32_t n = flat_decl_size(b);
	Dim *dim;

	CHECK(b->type->rank == 0);
	if ((int64_t)m->vars.n + n > FLAT_MAX_VARS)
		return (DeclId){-1};
	if (b->rank > 0) {
		dim = NEW_ARRAY(m->keep, Dim, b->rank);
		memcpy(dim, b->dim, (size_t)b->rank * sizeof *dim);
		copy.dim = dim;
	}
	copy.first = (VarId){(int32_t)m->vars.n};
	PUSH(m, decls, copy);
	(void)vec_reserve(arena_allocator(m->keep), &m->vars, m->vars.n + (size_t)n);
	for (int32_t i = 0; i < n; i++)
		m->vars.at[m->vars.n++] = (FlatVar){.decl = id, .variability = b->variability & 3u};
	return id;
}

static bool same_attrs(const FlatAttrs *a, const FlatAttrs *b)
{
	return a->min == b->min && a->max == b->max && a->nominal == b->nominal &&
		   a->quantity.i == b->quantity.i && a->unit.i == b->unit.i &&
		   a->display_unit.i == b->display_unit.i && a->fixed == b->fixed &&
		   a->state_select == b->state_select && a->start_depth == b->start_depth &&
		   a->structural == b->structural;
}

AttrId flat_add_attrs(FlatModel *m, const FlatAttrs *a)
{
	const Expr *of[] = {a->min, a->max, a->nominal};
	uint64_t h = map_hash(a->quantity.i ^ (uint64_t)a->unit.i << 32);
	uint64_t *seen;

	h = map_hash(h ^ a->display_unit.i ^ (uint64_t)a->fixed << 56 ^
				 (uint64_t)a->state_select << 48 ^ (uint64_t)a->start_depth << 40 ^
				 (uint64_t)a->structural << 32);
	for (int i = 0; i < 3; i++)
		h = map_hash(h ^ (of[i] ? of[i]->id + 1 : 0));
	for (; (seen = map_find(&m->attrs_seen, h)); h++)
		if (same_attrs(&m->attrs.at[*seen], a))
			return (AttrId){(int32_t)*seen};
	map_put(&m->attrs_seen, h, m->attrs.n);
	PUSH(m, attrs, *a);
	return (AttrId){(int32_t)m->attrs.n - 1};
}

void flat_set_attrs(FlatModel *m, VarId v, AttrId a)
{
	CHECK(a.i < 1 << 28);
	flat_var(m, v)->attrs = (uint32_t)a.i & 0xFFFFFFFu;
}

void flat_set_start(FlatModel *m, VarId v, const Expr *start)
{
	flat_var(m, v)->start = start;
}

void flat_set_binding(FlatModel *m, VarId v, const Expr *binding)
{
	flat_var(m, v)->binding = binding;
}

void flat_make_discrete(FlatModel *m, VarId v)
{
	if (flat_var(m, v)->variability == VB_CONTINUOUS)
		flat_var(m, v)->variability = VB_DISCRETE;
}

EqId flat_add_eq(FlatModel *m, const FlatEq *eq)
{
	PUSH(m, eqs, *eq);
	return (EqId){(int32_t)m->eqs.n - 1};
}

AlgId flat_add_alg(FlatModel *m, const FlatAlg *alg)
{
	PUSH(m, algs, *alg);
	return (AlgId){(int32_t)m->algs.n - 1};
}

FnId flat_new_fn(FlatModel *m, Name name, Purity purity)
{
	PUSH(m, fns, ((FlatFn){.name = name, .purity = (uint8_t)purity, .smooth_order = -1}));
	return (FnId){(int32_t)m->fns.n - 1};
}

void flat_set_fn(FlatModel *m, FnId f, const FlatFn *fn)
{
	m->fns.at[f.i] = *fn;
}

void flat_add_object(FlatModel *m, const Type *type, FnId constructor, FnId destructor)
{
	PUSH(m, objects, ((FlatObject){type, constructor, destructor}));
}

void flat_add_library_file(FlatModel *m, uint32_t file)
{
	size_t i = m->library.n;

	if (flat_in_library(m, (Span){file, 0, 0}))
		return;
	PUSH(m, library, file);
	for (; i > 0 && m->library.at[i - 1] > file; i--)
		m->library.at[i] = m->library.at[i - 1];
	m->library.at[i] = file;
}

const Expr *flat_ref(FlatModel *m, VarId v)
{
	const Expr *made = expr_noted(&m->pool, v); /* spares a look at the declaration */

	return made ? made : expr_var(&m->pool, v, flat_decl_of(m, v)->type);
}

const Expr *flat_ref_decl(FlatModel *m, DeclId b)
{
	const FlatDecl *block = &m->decls.at[b.i];
	int32_t dim[UINT8_MAX];

	for (int d = 0; d < block->rank; d++)
		dim[d] = block->dim[d].n;
	return expr_var(&m->pool, block->first, type_array(&m->pool, block->type, dim, block->rank));
}

const Expr *flat_ref_at(FlatModel *m, DeclId b, const int32_t sub[])
{
	const FlatDecl *block = &m->decls.at[b.i];
	int32_t k = 0;

	for (int d = 0; d < block->rank; d++) {
		CHECK(sub[d] >= 1 && sub[d] <= block->dim[d].n);
		k = k * block->dim[d].n + sub[d] - 1;
	}
	return flat_ref(m, (VarId){block->first.i + k});
}

/* The type of a call: of its only output, none, or all outputs as a tuple. */
static const Type *type_of_call(FlatModel *m, const FlatFn *fn)
{
	const FlatLocal *out = fn->body.local + fn->n_in;
	const Type **type;

	if (fn->n_out == 0)
		return type_basic(&m->pool, TY_NONE);
	if (fn->n_out == 1)
		return out->type;
	type = NEW_ARRAY(m->keep, const Type *, fn->n_out);
	for (int32_t i = 0; i < fn->n_out; i++)
		type[i] = out[i].type;
	return type_tuple(&m->pool, type, fn->n_out);
}

const Expr *flat_call(FlatModel *m, FnId f, const Expr *const arg[], size_t n)
{
	const FlatFn *fn = &m->fns.at[f.i];
	uint32_t site = fn->purity == PU_PURE ? 0 : expr_new_site(&m->pool);

	CHECK(fn->body.n_locals >= fn->n_in + fn->n_out);
	return expr_call(&m->pool, f, type_of_call(m, fn), arg, n, site);
}

/* -- checks ---------------------------------------------------------------------------------- */

const Expr *flat_assertion(FlatModel *m, const Expr *holds, const Expr *message)
{
	Name literal[2] = {flat_name(m, "warning"), flat_name(m, "error")};
	const Type *level = type_enum(&m->pool, flat_name(m, "AssertionLevel"), literal, 2);
	const Expr *arg[3] = {holds, message, expr_enum(&m->pool, level, 2)};

	return expr_op(&m->pool, EX_ASSERT, arg, 3);
}

FnId flat_new_check(FlatModel *m, const char *name, int32_t n_in, const Expr *check,
					const Expr *value)
{
	const Type *type = value->type;
	FlatLocal *local = NEW_ARRAY(m->keep, FlatLocal, n_in + 1);
	FlatStmt *stmt = NEW_ARRAY(m->keep, FlatStmt, 2);
	FlatFn fn = {.name = flat_name(m, name),
				 .n_in = n_in,
				 .n_out = 1,
				 .smooth_order = -1,
				 .inlining = IN_NEVER,
				 .purity = PU_PURE,
				 .passes = value->op == EX_LOCAL};
	FnId id = flat_new_fn(m, fn.name, fn.purity);

	for (int32_t i = 0; i <= n_in; i++)
		local[i] = (FlatLocal){.name = flat_name(m, i == 0      ? "k"
													: i == n_in ? "y"
																: "n"),
							   .type = type,
							   .kind = i < n_in ? LO_INPUT : LO_OUTPUT};
	fn.body = (FlatBody){.local = local, .stmt = stmt, .n_locals = n_in + 1};
	if (check)
		stmt[fn.body.n_stmt++] = (FlatStmt){.kind = ST_EFFECT, .rhs = check};
	stmt[fn.body.n_stmt++] =
		(FlatStmt){.kind = ST_ASSIGN, .lhs = expr_local(&m->pool, n_in, type), .rhs = value};
	flat_set_fn(m, id, &fn);
	return id;
}
