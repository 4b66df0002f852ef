/* SPDX-License-Identifier: MIT
   proof_narrow.c — what points do not show: how far a value may be, inside of a part of a step,
   from the polynomial through its values at a few points. Of what a crossing depends on most can be
   bounded by intervals, even where blocks that are too dear to be enclosed, or functions of which
   nothing is known, are among it: these alone have to be taken as their points say, a little
   further. An operation that is not calm (the column `calm` of ops.h) may hide as much as its
   values are apart; what it hides moves what depends on it by as much as its slopes say, through
   blocks by the inverse of their Jacobians. Where nothing is hidden, points tell all that there is
   to know. Values are computed once for a part, whoever asks first. */
#include "runtime/proof/proof.h"

#include <string.h>

/* Between the points a sampled value goes beyond them by so much of what it moves. */
#define BEYOND 0.5

static bool is_sampled(int32_t op)
{
	return op == -1 - MDV_LEAF_BLOCK || op == -1 - MDV_LEAF_UNKNOWN;
}

/* --- opening --- */

static bool number_leaves(Proof *p, Arena *memory)
{
	const MdvProof *c = p->code;
	ProofNarrow *n = &p->narrow;
	int32_t most = 0, n_unknowns = 1;

	for (int32_t v = 0; v < c->n_values; v++)
		most += is_sampled(c->op[v]);
	for (int32_t i = 0; i < c->n_blocks; i++)
		n_unknowns = c->block[i].n > n_unknowns ? c->block[i].n : n_unknowns;
	n->value = NEW_ARRAY(memory, NarrowValue, c->n_values);
	n->leaf_of = NEW_ARRAY(memory, int32_t, c->n_values);
	n->slot = NEW_ARRAY(memory, int32_t, most);
	n->leaf = NEW_ARRAY(memory, Interval, most);
	n->tangent = NEW_ARRAY(memory, Interval, c->n_values);
	n->jac = NEW_ARRAY(memory, double, n_unknowns *n_unknowns);
	n->inverse = NEW_ARRAY(memory, double, n_unknowns *n_unknowns);
	n->spread = NEW_ARRAY(memory, double, n_unknowns);
	if (!n->value || !n->leaf_of || !n->slot || !n->leaf || !n->tangent || !n->jac || !n->inverse ||
		!n->spread)
		return false;
	for (int32_t v = 0; v < c->n_values; v++)
		if (is_sampled(c->op[v])) {
			n->leaf_of[v] = n->n_leaves;
			n->slot[n->n_leaves++] = c->a[v];
		}
	return true;
}

/* Blocks that are linear need not be enclosed: what depends on no others is not sampled for them.
 */
static bool is_solved_by_others(const Proof *p, const ProofEnd *e)
{
	for (int32_t i = 0; e->solved && i < e->slice.n; i++) {
		int32_t v = e->slice.value[i];

		if (p->code->op[v] == -1 - MDV_LEAF_BLOCK && !p->forms.linear[p->code->c[v]])
			return true;
	}
	return e->solved && !(e->form && e->certain);
}

/* All that an end depends on, with the whole code of blocks. */
static bool list_values(Proof *p, ProofEnd *e, Arena *memory)
{
	const MdvProof *c = p->code;
	ProofMarks *m = &p->marks;
	int32_t block = -1; /* whose code was marked last: unknowns are met together */

	e->wide = e->slice;
	if (e->value < 0 || !is_solved_by_others(p, e))
		return true;
	proof_mark_begin(m);
	proof_mark(m, e->value);
	for (int32_t i = 0; i < m->n; i++) {
		int32_t v = m->met[i];

		if (c->op[v] != -1 - MDV_LEAF_BLOCK || c->c[v] != block)
			proof_mark_operands(p, v);
		if (c->op[v] != -1 - MDV_LEAF_BLOCK || c->c[v] == block)
			continue;
		block = c->c[v];
		for (int32_t k = c->block[c->c[v]].first; k < c->block[c->c[v]].end; k++)
			proof_mark(m, k);
	}
	return proof_mark_take(m, memory, &e->wide);
}

static bool depends_on_time(const Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

	if (c->op[v] < 0)
		return c->op[v] == -1 - MDV_LEAF_TIME;
	for (int k = 0; k < interval_args(c->op[v]); k++)
		if (p->moves[from[k]] && !p->narrow.timed[from[k]])
			return false;
	return p->moves[v];
}

/* What of an end depends on time alone, and what the rest takes of that. */
static bool list_timed(Proof *p, ProofEnd *e, Arena *memory)
{
	const MdvProof *c = p->code;
	const bool *timed = p->narrow.timed;
	ProofMarks *m = &p->marks;

	if (e->certain && !is_solved_by_others(p, e))
		return true; /* it is proved */
	proof_mark_begin(m);
	for (int32_t i = 0; i < e->wide.n; i++) {
		int32_t v = e->wide.value[i];
		const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

		for (int k = 0; !timed[v] && k < interval_args(c->op[v]); k++)
			if (timed[from[k]])
				proof_mark(m, from[k]);
	}
	if (!proof_mark_take(m, memory, &e->front))
		return false;
	for (int32_t i = 0; i < m->n; i++)
		proof_mark_operands(p, m->met[i]);
	p->narrow.any_timed |= e->front.n > 0;
	return proof_mark_take(m, memory, &e->timed);
}

/* May an operation hide something, with some operands? */
static bool may_hide(const Proof *p, int32_t v)
{
	const Interval whole = interval_whole();
	int32_t op = p->code->op[v];

	return p->moves[v] &&
		   (op == MDV_PROOF_TABLE || (op >= 0 && !interval_is_calm((IrOp)op, whole, whole, whole)));
}

/* What tells whether anything is hidden at all: a few operations, mostly, and what they need. */
static bool list_risk(Proof *p, ProofEnd *e, Arena *memory)
{
	ProofMarks *m = &p->marks;

	proof_mark_begin(m);
	for (int32_t i = e->wide.n - 1; i >= 0; i--) {
		int32_t v = e->wide.value[i];

		if (p->narrow.may_hide[v])
			proof_mark(m, v);
		if (proof_is_marked(m, v) && p->code->op[v] >= 0) /* unknowns of blocks are sampled */
			proof_mark_operands(p, v);
	}
	return proof_mark_take(m, memory, &e->risk);
}

/* Crossings that follow each other need nearly the same. */
static bool list_beyond(Proof *p, int32_t crossing, Arena *memory)
{
	const ProofEnd *before = crossing > 0 ? &p->crossing[crossing - 1] : NULL;
	ProofEnd *e = &p->crossing[crossing];

	e->beyond = e->wide;
	if (e->certain && !is_solved_by_others(p, e))
		return true; /* it is proved */
	if (!list_risk(p, e, memory))
		return false;
	e->has_risk = true;
	e->riskier = e->risk;
	if (!before || before->wide.n == 0)
		return true;
	return proof_slice_less(&e->wide, &before->wide, memory, &e->beyond) &&
		   proof_slice_less(&e->risk, &before->risk, memory, &e->riskier);
}

bool proof_narrow_open(Proof *p, Arena *memory)
{
	bool ok = number_leaves(p, memory);

	p->narrow.timed = NEW_ARRAY(memory, bool, p->code->n_values);
	p->narrow.may_hide = NEW_ARRAY(memory, bool, p->code->n_values);
	ok = ok && p->narrow.timed && p->narrow.may_hide;
	for (int32_t v = 0; ok && v < p->code->n_values; v++) {
		p->narrow.timed[v] = depends_on_time(p, v);
		p->narrow.may_hide[v] = may_hide(p, v);
	}
	for (int32_t i = 0; ok && i < p->m->n_crossings; i++)
		ok = list_values(p, &p->crossing[i], memory) && list_timed(p, &p->crossing[i], memory) &&
			 list_beyond(p, i, memory);
	return ok;
}

/* --- a part --- */

void proof_narrow_save(const Proof *p, double to[])
{
	for (int32_t i = 0; i < p->narrow.n_leaves; i++)
		to[i] = p->frame[p->narrow.slot[i]];
}

/* What keeps still has the number of another part, which is that of all parts until the next
   event. */
static void begin_part(Proof *p, double a, double b)
{
	ProofNarrow *n = &p->narrow;

	proof_part(p, a, b);
	if (n->still == 0 || n->epoch != p->count.epoch) {
		n->still = ++n->part;
		n->epoch = p->count.epoch;
	}
	n->part++;
}

void proof_narrow_part(Proof *p, double a, double b, const double *const point[], int n_points)
{
	ProofNarrow *n = &p->narrow;

	begin_part(p, a, b);
	for (int32_t i = 0; i < n->n_leaves; i++) {
		Interval x = interval_point(point[0][i]);
		double by;

		for (int k = 1; k < n_points; k++)
			x = interval_hull(x, interval_point(point[k][i]));
		by = BEYOND * interval_width(x);
		n->leaf[i] = interval_outward(x.lo - by, x.hi + by);
	}
	if (n->pause > 0) {
		n->pause--;
		n->hiding = n->part;
	}
}

/* What operation v hides, at most, where its operands hide so much. */
static double hidden_by(const Proof *p, int32_t v, Interval range)
{
	const MdvProof *c = p->code;
	const NarrowValue *value = p->narrow.value;
	const int32_t from[3] = {c->a[v], c->b[v], proof_third(c, v)};
	ProofOp op = proof_op(c, v);
	int n_args = interval_args(op.op);
	Interval arg[3], d[3] = {{0, 0}, {0, 0}, {0, 0}};
	double most = interval_width(range);
	bool any = value[from[0]].hidden > 0 || value[from[1]].hidden > 0 || value[from[2]].hidden > 0;

	if (!any && !p->narrow.may_hide[v])
		return 0;
	any = false;
	for (int k = 0; k < 3; k++) {
		double hidden = k < n_args ? value[from[k]].hidden : 0;

		arg[k] = value[from[k]].range;
		d[k] = (Interval){-hidden, hidden};
		any |= hidden > 0;
	}
	if (most > 0 && p->narrow.may_hide[v] &&
		!proof_op_is_calm(p, op, arg[0], n_args > 1 ? arg[1] : arg[0], range))
		return most;
	if (!any || most == 0)
		return 0;
	return fmin(most, interval_size(proof_op_tangent(p, op, arg, range, d)));
}

/* The Jacobian of a block over the part, in the middle, and how far it may be from that; false:
   none to be had. */
static bool block_inverse(Proof *p, const MdvProofBlock *b)
{
	const MdvProof *c = p->code;
	ProofNarrow *n = &p->narrow;
	const Interval zero = {0, 0};

	p->count.work += (uint64_t)b->n * (uint64_t)(b->end - b->first);
	for (int32_t j = 0; j < b->n; j++) {
		for (int32_t v = b->first; v < b->end; v++) {
			Interval arg[3], d[3] = {zero, zero, zero};
			const int32_t from[3] = {c->a[v], c->b[v], c->op[v] < 0 ? 0 : proof_third(c, v)};

			if (c->op[v] < 0) {
				n->tangent[v] = interval_point(v == b->unknown[j]);
				continue;
			}
			for (int k = 0; k < 3; k++) {
				arg[k] = n->value[from[k]].range;
				if (k < interval_args(c->op[v]) && from[k] >= b->first)
					d[k] = n->tangent[from[k]];
			}
			n->tangent[v] = proof_op_tangent(p, proof_op(c, v), arg, n->value[v].range, d);
		}
		for (int32_t i = 0; i < b->n; i++) {
			Interval entry = b->residual[i] < b->first ? zero : n->tangent[b->residual[i]];

			n->jac[i + b->n * j] = interval_middle(entry);
			n->spread[i] = (j > 0 ? n->spread[i] : 0) + 0.5 * interval_width(entry);
			if (!isfinite(n->jac[i + b->n * j]))
				return false;
		}
	}
	return proof_invert(n->jac, n->inverse, b->n);
}

/* The values of a block where its unknowns are further away than their points say. */
static void widen_block(Proof *p, const MdvProofBlock *b)
{
	const MdvProof *c = p->code;
	NarrowValue *value = p->narrow.value;

	for (int32_t v = b->first; v < b->end; v++)
		if (c->op[v] >= 0)
			value[v].range = proof_op_value(p, proof_op(c, v), value[c->a[v]].range,
											value[c->b[v]].range, value[proof_third(c, v)].range);
	p->count.work += (uint64_t)(b->end - b->first);
}

/* How far its unknowns may be away by what its equations hide: J d = r for a Jacobian between here
   and there, which is not the one in the middle. */
static void displace(Proof *p, const MdvProofBlock *b)
{
	ProofNarrow *n = &p->narrow;
	double most = block_inverse(p, b) ? 0 : INFINITY;

	for (int32_t i = 0; i < b->n && most < 1; i++) {
		double sum = 0;

		for (int32_t k = 0; k < b->n; k++)
			sum += fabs(n->inverse[i + b->n * k]) * n->spread[k];
		most = fmax(most, sum);
	}
	for (int32_t i = 0; i < b->n; i++) {
		NarrowValue *u = &n->value[b->unknown[i]];
		double sum = 0;

		for (int32_t k = 0; k < b->n && most < 1; k++)
			if (n->value[b->residual[k]].hidden > 0)
				sum += fabs(n->inverse[i + b->n * k]) * n->value[b->residual[k]].hidden;
		u->hidden = most < 1 ? sum / (1 - most) : INFINITY;
		u->range =
			interval_add(n->leaf[n->leaf_of[b->unknown[i]]], (Interval){-u->hidden, u->hidden});
	}
}

/* What is hidden in the equations of a block is so in its unknowns, and the further away these are,
   the more the Jacobian differs. */
static void end_block(Proof *p, const MdvProofBlock *b)
{
	enum { ROUNDS = 2 };
	ProofNarrow *n = &p->narrow;
	bool any = false;

	for (int32_t i = 0; i < b->n; i++)
		any |= n->value[b->residual[i]].hidden > 0;
	for (int k = 0; any && k < ROUNDS; k++) {
		if (k > 0)
			widen_block(p, b);
		displace(p, b);
	}
}

/* With its last value all of a block is known: that one is looked at in each part. */
static bool ends_block(const Proof *p, int32_t v)
{
	int32_t block = p->forms.block[v];

	return block >= 0 && v + 1 == p->code->block[block].end;
}

static void know_value(Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	ProofNarrow *n = &p->narrow;
	NarrowValue *to = &n->value[v];

	to->part = p->moves[v] || ends_block(p, v) ? n->part : n->still;
	to->hidden = 0;
	if (is_sampled(c->op[v])) {
		to->range = n->leaf[n->leaf_of[v]];
		return;
	}
	if (c->op[v] < 0) {
		to->range = proof_leaf_range(p, v);
		return;
	}
	if (c->op[v] == IR_MUL && c->a[v] == c->b[v])
		to->range = interval_sqr(n->value[c->a[v]].range);
	else
		to->range = proof_op_value(p, proof_op(c, v), n->value[c->a[v]].range,
								   n->value[c->b[v]].range, n->value[proof_third(c, v)].range);
	if (n->hiding != n->part && !n->may_hide[v])
		return; /* nothing that it depends on hides anything, nor does it */
	to->hidden = hidden_by(p, v, to->range);
	if (to->hidden > 0)
		n->hiding = n->part;
}

/* Of what is in blocks here: their last value is looked at in the second pass only, when all before
   it is known. */
static void know_values(Proof *p, const ProofSlice *s, bool with_blocks)
{
	const ProofNarrow *n = &p->narrow;

	for (int32_t i = 0; i < s->n; i++) {
		int32_t v = s->value[i];

		if (n->value[v].part == n->part || n->value[v].part == n->still)
			continue;
		know_value(p, v);
		p->count.work++;
		if (with_blocks && ends_block(p, v))
			end_block(p, &p->code->block[p->forms.block[v]]);
	}
}

/* Where something is hidden in part after part the first pass is in vain. */
enum { LONGEST_PAUSE = 15 };

/* Is nothing hidden, in this end and in those that were asked for before? If something is, another
   pass begins, with blocks: its part has another number. */
static bool hides_nothing(Proof *p, ProofEnd *e)
{
	ProofNarrow *n = &p->narrow;
	bool after = e > p->crossing && e[-1].risk_part == n->part;

	if (n->hiding == n->part || !e->has_risk)
		return false;
	know_values(p, after ? &e->riskier : &e->risk, false);
	e->risk_part = n->part;
	if (n->hiding != n->part) {
		n->next_pause = 0;
		return true;
	}
	n->hiding = ++n->part;
	n->pause = n->next_pause =
		n->next_pause < LONGEST_PAUSE ? 2 * n->next_pause + 1 : LONGEST_PAUSE;
	return false;
}

double proof_narrow_hidden(Proof *p, ProofEnd *e, Interval *range)
{
	ProofNarrow *n = &p->narrow;
	bool after;

	*range = interval_whole();
	if (e->value < 0 || e->wide.n == 0 || hides_nothing(p, e))
		return 0;
	after = e > p->crossing && e[-1].wide_part == n->part;
	know_values(p, after ? &e->beyond : &e->wide, true);
	e->wide_part = n->part;
	*range = n->value[e->value].range;
	return n->value[e->value].hidden;
}

/* --- what depends on time alone --- */

#define NOTHING     1e-30 /* hidden by what has all but died away */
#define STEPS_AHEAD 8     /* that are looked at together */

static bool hides_between(Proof *p, const ProofEnd *e, double a, double b)
{
	ProofNarrow *n = &p->narrow;

	begin_part(p, a, b);
	p->count.work += (uint64_t)e->timed.n;
	for (int32_t i = 0; i < e->timed.n; i++)
		know_value(p, e->timed.value[i]);
	for (int32_t i = 0; i < e->front.n; i++)
		if (n->value[e->front.value[i]].hidden > NOTHING)
			return true;
	return false;
}

bool proof_narrow_in_time(Proof *p, ProofEnd *e)
{
	double ahead = p->t_new + STEPS_AHEAD * (p->t_new - p->t_old);

	if (e->front.n == 0 || (e->calm_epoch == p->count.epoch && p->t_new <= e->calm_to))
		return false;
	e->calm_epoch = p->count.epoch;
	e->calm_to = ahead;
	if (!hides_between(p, e, p->t_old, ahead))
		return false;
	e->calm_to = -INFINITY;
	return hides_between(p, e, p->t_old, p->t_new);
}
