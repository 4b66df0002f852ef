/* SPDX-License-Identifier: MIT
   lower_proof_array.c — instructions of functions on arrays, as lower_proof_fn.c carries them out:
   sizes are known, elements are values. A subscript that is not known chooses among all elements.
 */
#include "compiler/lower/lower_proof.h"

#include <math.h>
#include <string.h>

enum { MOST_CHOICES = 128 }; /* elements that an unknown subscript may choose from */

static Sym op2(SymRun *x, uint32_t op, Sym a, Sym b)
{
	return lower_proof_op(x, op, a, b, sym_number(0));
}

/* -- memory --------------------------------------------------------------------------------- */

static bool new_array(SymRun *x, SymArray *a, const int32_t dim[], int rank)
{
	int64_t n = 1;

	for (int d = 0; d < rank; d++) {
		n *= dim[d];
		if (dim[d] < 0 || n > x->left)
			return false;
	}
	*a = (SymArray){.rank = rank, .n = (int32_t)n};
	memcpy(a->dim, dim, (size_t)rank * sizeof *dim);
	a->at = NEW_ARRAY(x->memory, Sym, n + 1);
	x->left -= n / 8;
	return true;
}

/* A copy of its own, to be written to. */
static bool own(SymRun *x, SymArray *a)
{
	SymArray old = *a;

	if (!a->shared)
		return true;
	if (!new_array(x, a, old.dim, old.rank))
		return false;
	memcpy(a->at, old.at, (size_t)old.n * sizeof *old.at);
	return true;
}

static void share(SymArray *dst, SymArray *src)
{
	src->shared = true;
	*dst = *src;
}

/* A size, or a number of an element, that is known. */
static bool whole(Sym s, int32_t *n)
{
	if (!sym_is_number(s) || !(s.number >= 0 && s.number <= INT32_MAX))
		return false;
	*n = (int32_t)s.number;
	return true;
}

/* -- elements ------------------------------------------------------------------------------- */

/* Subscripts of an element, some of which may not be known. */
typedef struct Subs {
	Sym sub[IR_MAX_RANK]; /* n */
	int n;                /* how many */
} Subs;

static bool is_outside(const SymArray *a, const Subs *s)
{
	for (int d = 0; d < s->n; d++)
		if (sym_is_number(s->sub[d]) && !(s->sub[d].number >= 1 && s->sub[d].number <= a->dim[d]))
			return true;
	return s->n != a->rank;
}

/* Whether the subscripts choose element k; a known 0: they do not. */
static Sym chooses(SymRun *x, const SymArray *a, const Subs *s, int32_t k)
{
	Sym all = sym_number(1);

	for (int d = a->rank - 1; d >= 0; d--) {
		all = op2(x, IR_AND, op2(x, IR_EQ, s->sub[d], sym_number(k % a->dim[d] + 1)), all);
		k /= a->dim[d];
	}
	return all;
}

static SymResult load(SymRun *x, SymState *st, uint32_t dst, const SymArray *a, const Subs *s)
{
	Sym found = {0, SYM_UNSET};

	if (is_outside(a, s))
		return SYM_DEAD;
	for (int32_t k = a->n - 1, n = 0; k >= 0; k--) {
		Sym here = chooses(x, a, s, k);

		if (sym_is_number(here) && here.number == 0)
			continue;
		if (n++ > MOST_CHOICES || x->left <= 0)
			return SYM_LOST;
		found = found.value == SYM_UNSET ? a->at[k]
										 : lower_proof_op(x, IR_SELECT, here, a->at[k], found);
	}
	st->r[dst] = found;
	return SYM_OK;
}

static SymResult store(SymRun *x, SymArray *a, const Subs *s, Sym value)
{
	if (is_outside(a, s))
		return SYM_DEAD;
	if (!own(x, a))
		return SYM_LOST;
	for (int32_t k = 0, n = 0; k < a->n; k++) {
		Sym here = chooses(x, a, s, k);

		if (sym_is_number(here) && here.number == 0)
			continue;
		if (n++ > MOST_CHOICES || x->left <= 0)
			return SYM_LOST;
		a->at[k] = a->at[k].value == SYM_UNSET
					   ? value
					   : lower_proof_op(x, IR_SELECT, here, value, a->at[k]);
	}
	return SYM_OK;
}

/* The place of an element whose subscripts are known; -1: they are not. */
static int32_t place(const SymArray *a, const Subs *s)
{
	int32_t at = 0;

	for (int d = 0; d < s->n; d++) {
		if (!sym_is_number(s->sub[d]))
			return -1;
		at = at * a->dim[d] + (int32_t)s->sub[d].number - 1;
	}
	return at;
}

static SymResult element(SymRun *x, SymState *s, const IrInstr *i)
{
	bool reads = i->op == FN_LOAD1 || i->op == FN_LOAD2 || i->op == FN_LOAD;
	SymArray *a = &s->a[reads ? i->a : i->dst];
	const uint32_t *list = s->fn->list + i->c;
	Subs subs = {.n = i->op == FN_LOAD1 || i->op == FN_STORE1   ? 1
					  : i->op == FN_LOAD2 || i->op == FN_STORE2 ? 2
																: (int)list[0]};
	int32_t k;

	if (a->lost)
		return SYM_LOST;
	for (int d = 0; d < subs.n; d++)
		subs.sub[d] = s->r[subs.n > 2 || i->op == FN_LOAD || i->op == FN_STORE ? list[d + 1]
						   : d == 0                                            ? i->b
																			   : i->c];
	if (is_outside(a, &subs))
		return SYM_DEAD;
	k = place(a, &subs);
	if (k < 0)
		return reads ? load(x, s, i->dst, a, &subs) : store(x, a, &subs, s->r[i->a]);
	if (reads) {
		s->r[i->dst] = a->at[k];
		return SYM_OK;
	}
	if (!own(x, a))
		return SYM_LOST;
	a->at[k] = s->r[i->a];
	return SYM_OK;
}

/* -- parts ---------------------------------------------------------------------------------- */

/* The elements that a list of subscripts chooses, in order. */
typedef struct Pick {
	int32_t dim[IR_MAX_RANK]; /* sizes of the part */
	int rank;                 /* its dimensions */
	int32_t n;                /* its elements */
	int32_t *at;              /* n: where they are in the whole */
} Pick;

/* The elements that place d of the list chooses in its dimension: n of them in *at. */
static SymResult choose(SymRun *x, const SymState *s, const SymArray *a, const uint32_t *list,
						int d, int32_t **at, int32_t *n)
{
	uint32_t mode = d < (int)list[0] ? list[1 + 2 * d] : IR_LIST_NONE;
	const SymArray *subs = mode == IR_LIST_ARRAY ? &s->a[list[2 + 2 * d]] : NULL;

	*n = mode == IR_LIST_SCALAR ? 1 : subs ? subs->n : a->dim[d];
	if (subs && subs->lost)
		return SYM_LOST;
	*at = NEW_ARRAY(x->memory, int32_t, *n + 1);
	for (int32_t k = 0; k < *n; k++) {
		Sym sub = mode == IR_LIST_SCALAR ? s->r[list[2 + 2 * d]]
				  : subs                 ? subs->at[k]
										 : sym_number(k + 1);

		if (!whole(sub, &(*at)[k]))
			return SYM_LOST;
		if ((*at)[k] < 1 || (*at)[k] > a->dim[d])
			return SYM_DEAD;
	}
	return SYM_OK;
}

static SymResult pick(SymRun *x, const SymState *s, const SymArray *a, const uint32_t *list,
					  Pick *p)
{
	*p = (Pick){.n = 1};
	p->at = NEW_ARRAY(x->memory, int32_t, 1);
	for (int d = 0; d < a->rank; d++) {
		int32_t *chosen, n, *at;
		SymResult result = choose(x, s, a, list, d, &chosen, &n);

		if (result != SYM_OK)
			return result;
		if ((int64_t)p->n * n > x->left)
			return SYM_LOST;
		at = NEW_ARRAY(x->memory, int32_t, (int64_t)p->n * n + 1);
		for (int32_t k = 0; k < p->n * n; k++)
			at[k] = p->at[k / n] * a->dim[d] + chosen[k % n] - 1;
		p->at = at;
		p->n *= n;
		if (!(d < (int)list[0] && list[1 + 2 * d] == IR_LIST_SCALAR))
			p->dim[p->rank++] = n;
	}
	x->left -= p->n / 4;
	return SYM_OK;
}

static SymResult slice(SymRun *x, SymState *s, const IrInstr *i)
{
	const SymArray from = s->a[i->a];
	Pick p;
	SymResult result = from.lost ? SYM_LOST : pick(x, s, &from, s->fn->list + i->c, &p);

	if (result != SYM_OK)
		return result;
	if (!new_array(x, &s->a[i->dst], p.dim, p.rank))
		return SYM_LOST;
	for (int32_t k = 0; k < p.n; k++)
		s->a[i->dst].at[k] = from.at[p.at[k]];
	return SYM_OK;
}

static SymResult put(SymRun *x, SymState *s, const IrInstr *i)
{
	SymArray *to = &s->a[i->dst];
	const SymArray from = s->a[i->a];
	Pick p;
	SymResult result = from.lost || to->lost ? SYM_LOST : pick(x, s, to, s->fn->list + i->c, &p);

	if (result != SYM_OK)
		return result;
	if (p.n != from.n)
		return SYM_DEAD;
	if (!own(x, to))
		return SYM_LOST;
	for (int32_t k = 0; k < p.n; k++)
		to->at[p.at[k]] = from.at[k];
	return SYM_OK;
}

/* -- element by element --------------------------------------------------------------------- */

static bool same_sizes(const SymArray *a, const SymArray *b)
{
	return a->rank == b->rank && memcmp(a->dim, b->dim, (size_t)a->rank * sizeof *a->dim) == 0;
}

static SymResult map(SymRun *x, SymState *s, const IrInstr *i)
{
	bool is_array[2] = {i->op != FN_MAP_SA, i->op == FN_MAP_AA || i->op == FN_MAP_SA};
	SymArray a = is_array[0] ? s->a[i->a] : (SymArray){0};
	SymArray b = is_array[1] ? s->a[i->b] : (SymArray){0};
	const SymArray *shape = is_array[0] ? &a : &b;
	SymArray *to = &s->a[i->dst];
	Sym zero = sym_number(0);

	if (a.lost || b.lost)
		return SYM_LOST;
	if (i->op == FN_MAP_AA && !same_sizes(&a, &b))
		return SYM_DEAD;
	if (!new_array(x, to, shape->dim, shape->rank))
		return SYM_LOST;
	for (int32_t k = 0; k < to->n && x->left > 0; k++)
		to->at[k] = op2(x, i->c, is_array[0] ? a.at[k] : s->r[i->a],
						is_array[1]       ? b.at[k]
						: i->op == FN_MAP ? zero
										  : s->r[i->b]);
	return SYM_OK;
}

/* semiLinear(u, a, b) = if u >= 0 then a*u else b*u */
static SymResult semi(SymRun *x, SymState *s, const IrInstr *i)
{
	const uint32_t *pair = s->fn->list + i->a + 1;
	const SymArray *shape = NULL;
	SymArray to;

	for (int k = 0; k < 3; k++)
		if (pair[2 * k] == IR_LIST_ARRAY) {
			if (s->a[pair[2 * k + 1]].lost || (shape && !same_sizes(shape, &s->a[pair[2 * k + 1]])))
				return SYM_LOST;
			shape = &s->a[pair[2 * k + 1]];
		}
	if (!shape || !new_array(x, &to, shape->dim, shape->rank))
		return SYM_LOST;
	for (int32_t k = 0; k < to.n && x->left > 0; k++) {
		Sym v[3], factor;

		for (int j = 0; j < 3; j++)
			v[j] =
				pair[2 * j] == IR_LIST_ARRAY ? s->a[pair[2 * j + 1]].at[k] : s->r[pair[2 * j + 1]];
		factor = lower_proof_op(x, IR_SELECT, op2(x, IR_LE, sym_number(0), v[0]), v[1], v[2]);
		to.at[k] = op2(x, IR_MUL, v[0], factor);
	}
	s->a[i->dst] = to;
	return SYM_OK;
}

/* -- arrays made ---------------------------------------------------------------------------- */

static SymResult of_scalars(SymRun *x, SymState *s, const IrInstr *i)
{
	const uint32_t *list = s->fn->list + i->a;
	int32_t n = (int32_t)list[0];

	if (!new_array(x, &s->a[i->dst], &n, 1))
		return SYM_LOST;
	for (int32_t k = 0; k < n; k++)
		s->a[i->dst].at[k] = s->r[list[k + 1]];
	return SYM_OK;
}

/* Arrays one after the other, as seen from dimension `along`; `more`: a new first dimension. */
static SymResult put_together(SymRun *x, SymState *s, uint32_t dst, int along, const uint32_t *list,
							  bool more)
{
	SymArray first = s->a[list[1]], to;
	int32_t dim[IR_MAX_RANK + 1], outer = 1, total = 0, k = 0;

	for (uint32_t i = 1; i <= list[0]; i++) {
		if (s->a[list[i]].lost || s->a[list[i]].rank != first.rank)
			return SYM_LOST;
		total += more ? 1 : s->a[list[i]].dim[along];
	}
	if (first.rank + more > IR_MAX_RANK)
		return SYM_LOST;
	memcpy(dim + more, first.dim, (size_t)first.rank * sizeof *dim);
	dim[along] = total;
	for (int d = 0; d < along; d++)
		outer *= dim[d];
	if (!new_array(x, &to, dim, first.rank + more))
		return SYM_LOST;
	for (int32_t o = 0; o < outer; o++)
		for (uint32_t i = 1; i <= list[0]; i++) {
			const SymArray *a = &s->a[list[i]];
			int32_t run = a->n / outer;

			if (k + run > to.n)
				return SYM_DEAD;
			for (int32_t j = 0; j < run; j++)
				to.at[k++] = a->at[o * run + j];
		}
	if (k != to.n)
		return SYM_DEAD; /* the sizes do not fit */
	s->a[dst] = to;
	return SYM_OK;
}

static SymResult sized(SymRun *x, SymState *s, const IrInstr *i)
{
	const uint32_t *list = s->fn->list + (i->op == FN_TABLE ? i->c : i->a);
	int32_t dim[IR_MAX_RANK];
	SymArray *to = &s->a[i->dst];

	for (uint32_t d = 0; d < list[0]; d++)
		dim[d] = (int32_t)list[d + 1];
	if (i->op == FN_SHAPE) {
		to->rank = (int)list[0];
		memcpy(to->dim, dim, list[0] * sizeof *dim);
		return to->lost ? SYM_LOST : SYM_OK;
	}
	if (!new_array(x, to, dim, (int)list[0]))
		return SYM_LOST;
	for (int32_t k = 0; k < to->n; k++)
		to->at[k] = sym_number(i->op == FN_TABLE ? s->fn->table[i->b + (uint32_t)k] : 0);
	return SYM_OK;
}

static SymResult append(SymRun *x, SymState *s, const IrInstr *i)
{
	SymArray one = {.n = 1, .at = &s->r[i->a]}, *to = &s->a[i->dst], old = *to;
	const SymArray *from = i->op == FN_APPEND_S ? &one : &s->a[i->a];
	int32_t dim[IR_MAX_RANK] = {old.dim[0] + 1};

	if (old.lost || from->lost || from->rank >= IR_MAX_RANK)
		return SYM_LOST;
	memcpy(dim + 1, from->dim, (size_t)from->rank * sizeof *dim);
	if (!new_array(x, to, dim, from->rank + 1))
		return SYM_LOST;
	if (to->n != old.n + from->n)
		return SYM_DEAD;
	for (int32_t k = 0; k < to->n; k++)
		to->at[k] = k < old.n ? old.at[k] : from->at[k - old.n];
	return SYM_OK;
}

static SymResult fill(SymRun *x, SymState *s, const IrInstr *i)
{
	const uint32_t *list = s->fn->list + i->c;
	SymArray one = {.n = 1, .at = &s->r[i->a]};
	const SymArray value = i->op == FN_FILL_S ? one : s->a[i->a];
	int32_t dim[2 * IR_MAX_RANK];
	int rank = 0;
	SymArray to;

	if (value.lost || list[0] + (uint32_t)value.rank > IR_MAX_RANK)
		return SYM_LOST;
	for (; rank < (int)list[0]; rank++)
		if (!whole(s->r[list[rank + 1]], &dim[rank]))
			return SYM_LOST;
	for (int d = 0; d < value.rank; d++)
		dim[rank++] = value.dim[d];
	if (!new_array(x, &to, dim, rank))
		return SYM_LOST;
	for (int32_t k = 0; value.n > 0 && k < to.n; k++)
		to.at[k] = value.at[k % value.n];
	s->a[i->dst] = to;
	return SYM_OK;
}

/* first + k * step */
static SymResult line(SymRun *x, SymState *s, const IrInstr *i)
{
	Sym a = s->r[i->a], b = s->r[i->b], c = s->r[i->c];
	SymArray to;
	int32_t n;

	if (i->op == FN_LINSPACE) {
		if (!whole(c, &n) || n < 2)
			return SYM_LOST;
	} else {
		if (!sym_is_number(a) || !sym_is_number(b) || !sym_is_number(c) || b.number == 0)
			return SYM_LOST;
		if (!whole(sym_number(fmax(0, floor((c.number - a.number) / b.number) + 1)), &n))
			return SYM_LOST;
	}
	if (!new_array(x, &to, &n, 1))
		return SYM_LOST;
	for (int32_t k = 0; k < n && x->left > 0; k++)
		to.at[k] = op2(x, IR_ADD, a,
					   i->op == FN_RANGE
						   ? op2(x, IR_MUL, sym_number(k), b)
						   : op2(x, IR_DIV, op2(x, IR_MUL, op2(x, IR_SUB, b, a), sym_number(k)),
								 sym_number(n - 1)));
	s->a[i->dst] = to;
	return SYM_OK;
}

static SymResult diagonal(SymRun *x, SymState *s, const IrInstr *i)
{
	SymArray from = i->op == FN_DIAGONAL ? s->a[i->a] : (SymArray){0}, to;
	int32_t n = from.n, dim[2];

	if (from.lost || (i->op == FN_IDENTITY && !whole(s->r[i->a], &n)))
		return SYM_LOST;
	dim[0] = dim[1] = n;
	if (!new_array(x, &to, dim, 2))
		return SYM_LOST;
	for (int32_t k = 0; k < to.n; k++)
		to.at[k] = k % (n + 1) != 0       ? sym_number(0)
				   : i->op == FN_DIAGONAL ? from.at[k / (n + 1)]
										  : sym_number(1);
	s->a[i->dst] = to;
	return SYM_OK;
}

/* -- sizes ---------------------------------------------------------------------------------- */

static SymResult size(SymRun *x, SymState *s, const IrInstr *i)
{
	const SymArray a = s->a[i->a];
	int32_t d, rank = a.rank;

	if (a.lost)
		return SYM_LOST;
	if (i->op == FN_SIZE) {
		if (!whole(s->r[i->b], &d))
			return SYM_LOST;
		if (d < 1 || d > rank)
			return SYM_DEAD;
		s->r[i->dst] = sym_number(a.dim[d - 1]);
		return SYM_OK;
	}
	if (!new_array(x, &s->a[i->dst], &rank, 1))
		return SYM_LOST;
	for (d = 0; d < rank; d++)
		s->a[i->dst].at[d] = sym_number(a.dim[d]);
	return SYM_OK;
}

static SymResult reshape(SymState *s, const IrInstr *i)
{
	SymArray *a = &s->a[i->a], *to;
	int32_t dim[2] = {1, 1};

	if (a->lost)
		return SYM_LOST;
	if (i->op == FN_SCALAR) {
		if (a->n != 1)
			return SYM_DEAD;
		s->r[i->dst] = a->at[0];
		return SYM_OK;
	}
	for (int d = 0; d < a->rank && d < 2; d++)
		dim[d] = a->dim[d];
	to = &s->a[i->dst];
	share(to, a);
	to->rank = i->op == FN_VECTOR ? 1 : 2;
	to->dim[0] = i->op == FN_VECTOR ? a->n : dim[0];
	to->dim[1] = dim[1];
	return to->rank == 1 || dim[0] * dim[1] == a->n ? SYM_OK : SYM_DEAD;
}

/* -- linear algebra ------------------------------------------------------------------------- */

static Sym dot(SymRun *x, const Sym *a, const Sym *b, int32_t stride, int32_t n)
{
	Sym sum = sym_number(0);

	for (int32_t k = 0; k < n && x->left > 0; k++) {
		Sym product = op2(x, IR_MUL, a[k], b[k * stride]);

		sum = k == 0 ? product : op2(x, IR_ADD, sum, product);
	}
	return sum;
}

static SymResult product(SymRun *x, SymState *s, const IrInstr *i)
{
	SymArray a = s->a[i->a], b = s->a[i->b], to;
	int32_t n = a.rank == 2 ? a.dim[0] : 1, m, p = b.rank == 2 ? b.dim[1] : 1, dim[2];
	int rank = 0;

	if (a.lost || b.lost || a.rank < 1 || b.rank < 1)
		return SYM_LOST;
	m = a.dim[a.rank - 1];
	if (m != b.dim[0])
		return SYM_DEAD;
	if (a.rank == 2)
		dim[rank++] = n;
	if (b.rank == 2)
		dim[rank++] = p;
	if (!new_array(x, &to, dim, rank))
		return SYM_LOST;
	for (int32_t k = 0; k < n * p && x->left > 0; k++)
		to.at[k] = dot(x, a.at + k / p * m, b.at + k % p, p, m);
	s->a[i->dst] = to;
	return SYM_OK;
}

/* Elements of a moved to other places, or with their signs changed. */
static SymResult moved(SymRun *x, SymState *s, const IrInstr *i)
{
	static const int8_t skew[9] = {0, -3, 2, 3, 0, -1, -2, 1, 0}; /* from 1; 0: zero */
	const SymArray a = s->a[i->a];
	int32_t rows = a.dim[0], cols = i->op == FN_SKEW ? 0 : a.dim[1], dim[2] = {cols, rows};
	SymArray to;

	if (a.lost || (i->op == FN_SKEW ? a.n != 3 : a.rank != 2))
		return SYM_LOST;
	if (i->op == FN_SYMMETRIC && rows != cols)
		return SYM_DEAD;
	if (i->op == FN_SKEW)
		dim[0] = dim[1] = 3;
	if (!new_array(x, &to, dim, 2))
		return SYM_LOST;
	for (int32_t k = 0; k < to.n; k++) {
		int32_t r = k / dim[1], c = k % dim[1];

		if (i->op == FN_SKEW)
			to.at[k] = skew[k] == 0  ? sym_number(0)
					   : skew[k] > 0 ? a.at[skew[k] - 1]
									 : op2(x, IR_NEG, a.at[-skew[k] - 1], sym_number(0));
		else if (i->op == FN_TRANSPOSE)
			to.at[k] = a.at[c * cols + r];
		else
			to.at[k] = a.at[r < c ? k : c * cols + r];
	}
	s->a[i->dst] = to;
	return SYM_OK;
}

/* outer and cross: products of elements. */
static SymResult products(SymRun *x, SymState *s, const IrInstr *i)
{
	SymArray a = s->a[i->a], b = s->a[i->b], to;
	int32_t dim[2] = {a.n, b.n};

	if (a.lost || b.lost || (i->op == FN_CROSS && (a.n != 3 || b.n != 3)))
		return SYM_LOST;
	if (!new_array(x, &to, dim, i->op == FN_CROSS ? 1 : 2))
		return SYM_LOST;
	for (int32_t k = 0; k < to.n && x->left > 0; k++) {
		int32_t j = (k + 1) % 3, m = (k + 2) % 3;

		to.at[k] = i->op == FN_OUTER ? op2(x, IR_MUL, a.at[k / b.n], b.at[k % b.n])
									 : op2(x, IR_SUB, op2(x, IR_MUL, a.at[j], b.at[m]),
										   op2(x, IR_MUL, a.at[m], b.at[j]));
	}
	s->a[i->dst] = to;
	return SYM_OK;
}

static SymResult reduce(SymRun *x, SymState *s, const IrInstr *i)
{
	const SymArray a = s->a[i->a];
	uint32_t op = i->op == FN_SUM       ? IR_ADD
				  : i->op == FN_PRODUCT ? IR_MUL
				  : i->op == FN_MIN_OF  ? IR_MIN
										: IR_MAX;
	Sym sum = a.n > 0 && !a.lost ? a.at[0] : s->r[i->b];

	if (a.lost)
		return SYM_LOST;
	for (int32_t k = 1; k < a.n && x->left > 0; k++)
		sum = op2(x, op, sum, a.at[k]);
	s->r[i->dst] = sum;
	return SYM_OK;
}

static SymResult scalar_product(SymRun *x, SymState *s, const IrInstr *i)
{
	const SymArray *a = &s->a[i->a], *b = &s->a[i->b];

	if (a->lost || b->lost)
		return SYM_LOST;
	if (a->n != b->n)
		return SYM_DEAD;
	s->r[i->dst] = dot(x, a->at, b->at, 1, a->n);
	return SYM_OK;
}

/* Whether dimension b of a has size c. */
static SymResult check(const SymState *s, const IrInstr *i)
{
	const SymArray *a = &s->a[i->a];

	if (a->lost)
		return SYM_LOST;
	return sym_is_number(s->r[i->c]) && s->r[i->c].number != a->dim[i->b] ? SYM_DEAD : SYM_OK;
}

SymResult lower_proof_array(SymRun *x, SymState *s, const IrInstr *i)
{
	const uint32_t *list = s->fn->list;

	switch (i->op) {
	case FN_MAP:
	case FN_MAP_AA:
	case FN_MAP_AS:
	case FN_MAP_SA: return map(x, s, i);
	case FN_SEMI: return semi(x, s, i);
	case FN_SLICE: return slice(x, s, i);
	case FN_PUT: return put(x, s, i);
	case FN_COPY:
	case FN_ASSIGN: share(&s->a[i->dst], &s->a[i->a]); return SYM_OK;
	case FN_CHECK: return check(s, i);
	case FN_ARRAY_S: return of_scalars(x, s, i);
	case FN_ARRAY_A: return put_together(x, s, i->dst, 0, list + i->a, true);
	case FN_CAT: return put_together(x, s, i->dst, (int)i->a, list + i->c, false);
	case FN_TABLE:
	case FN_EMPTY:
	case FN_SHAPE: return sized(x, s, i);
	case FN_APPEND_S:
	case FN_APPEND_A: return append(x, s, i);
	case FN_FILL_S:
	case FN_FILL_A: return fill(x, s, i);
	case FN_RANGE:
	case FN_LINSPACE: return line(x, s, i);
	case FN_IDENTITY:
	case FN_DIAGONAL: return diagonal(x, s, i);
	case FN_SIZE:
	case FN_SIZES: return size(x, s, i);
	case FN_SCALAR:
	case FN_VECTOR:
	case FN_MATRIX: return reshape(s, i);
	case FN_MATMUL: return product(x, s, i);
	case FN_DOT: return scalar_product(x, s, i);
	case FN_TRANSPOSE:
	case FN_SYMMETRIC:
	case FN_SKEW: return moved(x, s, i);
	case FN_OUTER:
	case FN_CROSS: return products(x, s, i);
	case FN_SUM:
	case FN_PRODUCT:
	case FN_MIN_OF:
	case FN_MAX_OF: return reduce(x, s, i);
	case FN_MATPOW: return SYM_LOST;
	default: return element(x, s, i);
	}
}
