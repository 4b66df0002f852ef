/* SPDX-License-Identifier: MIT
   proof_block.c — enclosing the unknowns of a small block over a part of a step, by Krawczyk's
   operator K(U) = g - Y r(g) + (1 - Y J(U)) (U - g), where g is a point near the solution, r(g) are
   the residuals there over all that the block reads, J(U) holds their Jacobians over U and Y is
   nearly the inverse of one of them. If K(U) is inside of U, there is exactly one solution in U for
   every point of the part, and it is in K(U). (Krawczyk, Computing 4, 1969; Neumaier, Interval
   Methods for Systems of Equations, 1990.) */
#include "runtime/proof/proof.h"

#include <float.h>

enum { TRIALS = 4, NEWTON = 6 };

/* Which of a value is computed. */
typedef enum Which { RANGE, CENTRE } Which;

static Interval *part_of(ProofValue *v, Which which)
{
	return which == RANGE ? &v->range : &v->centre;
}

/* On which unknowns of a block its values depend: most Jacobians are sparse. */
static void know_dependence(const MdvProof *c, const MdvProofBlock *b, uint32_t depends[])
{
	for (int32_t i = 0; i < b->n; i++)
		depends[b->unknown[i]] = (uint32_t)1 << i;
	for (int32_t v = b->first; v < b->end; v++) {
		const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

		for (int k = 0; k < interval_args(c->op[v]); k++)
			if (from[k] >= b->first)
				depends[v] |= depends[from[k]];
	}
}

bool proof_block_open(Proof *p, Arena *memory)
{
	const MdvProof *c = p->code;
	ProofBlock *w = &p->block;
	size_t most = 1, n_all = 0, n_squares = 0;

	for (int32_t i = 0; i < c->n_blocks; i++) {
		n_all += (size_t)c->block[i].n;
		n_squares += (size_t)c->block[i].n * (size_t)c->block[i].n;
		if ((size_t)c->block[i].n > most)
			most = (size_t)c->block[i].n;
	}
	w->partial = NEW_ARRAY(memory, Interval, c->n_blocks ? c->n_values : 1);
	w->depends = NEW_ARRAY(memory, uint32_t, c->n_blocks ? c->n_values : 1);
	w->mid = NEW_ARRAY(memory, double, most *most);
	w->inverses = NEW_ARRAY(memory, double, n_squares);
	w->image = NEW_ARRAY(memory, Interval, most);
	p->inverse_first = NEW_ARRAY(memory, int32_t, c->n_blocks);
	w->jac = NEW_ARRAY(memory, Interval, most * most);
	w->rest = NEW_ARRAY(memory, Interval, most * most);
	w->r = NEW_ARRAY(memory, Interval, most);
	w->step = NEW_ARRAY(memory, Interval, most);
	w->trial = NEW_ARRAY(memory, Interval, most);
	w->guess = NEW_ARRAY(memory, double, most);
	w->last = NEW_ARRAY(memory, double, n_all);
	p->block_first = NEW_ARRAY(memory, int32_t, c->n_blocks);
	if (!w->partial || !w->depends || !w->mid || !w->inverses || !w->image || !p->inverse_first ||
		!w->jac || !w->rest || !w->r || !w->step || !w->trial || !w->guess || !w->last ||
		!p->block_first)
		return false;
	for (int32_t i = 0; i < c->n_blocks; i++)
		if (c->block[i].n <= PROOF_ENCLOSED)
			know_dependence(c, &c->block[i], w->depends);
	for (int32_t i = 1; i < c->n_blocks; i++) {
		p->block_first[i] = p->block_first[i - 1] + c->block[i - 1].n;
		p->inverse_first[i] = p->inverse_first[i - 1] + c->block[i - 1].n * c->block[i - 1].n;
	}
	for (size_t i = 0; i < n_all; i++)
		w->last[i] = NAN;
	for (size_t i = 0; i < n_squares; i++)
		w->inverses[i] = NAN;
	return true;
}

/* The block's code, with its unknowns as they are. */
static void run_code(Proof *p, const MdvProofBlock *b, Which which)
{
	const MdvProof *c = p->code;

	p->count.work += (uint64_t)(b->end - b->first);
	for (int32_t v = b->first; v < b->end; v++) {
		if (c->op[v] == -1 - MDV_LEAF_BLOCK)
			continue;
		if (c->op[v] < 0) {
			proof_value_full(p, v); /* leaves that the block is the first to read */
			continue;
		}
		*part_of(&p->value[v], which) = proof_op_value(
			p, proof_op(c, v), *part_of(&p->value[c->a[v]], which),
			*part_of(&p->value[c->b[v]], which), *part_of(&p->value[proof_third(c, v)], which));
	}
}

static bool is_at_rest(const Interval d[3])
{
	return d[0].lo == 0 && d[0].hi == 0 && d[1].lo == 0 && d[1].hi == 0 && d[2].lo == 0 &&
		   d[2].hi == 0;
}

/* The derivative of value v, whose operands have the derivatives `by`. */
static Interval tangent_of(Proof *p, int32_t v, Which which, const Interval by[3])
{
	const MdvProof *c = p->code;
	const Interval arg[3] = {*part_of(&p->value[c->a[v]], which),
							 *part_of(&p->value[c->b[v]], which),
							 *part_of(&p->value[proof_third(c, v)], which)};

	if (is_at_rest(by))
		return (Interval){0, 0};
	return proof_op_tangent(p, proof_op(c, v), arg, *part_of(&p->value[v], which), by);
}

/* Derivatives of the block's values by u, with its unknowns at rest. */
static void run_slopes(Proof *p, const MdvProofBlock *b)
{
	const MdvProof *c = p->code;
	Interval *d = p->block.partial;

	p->count.work += (uint64_t)(b->end - b->first);
	for (int32_t i = 0; i < b->n; i++)
		d[b->unknown[i]] = (Interval){0, 0};
	for (int32_t v = b->first; v < b->end; v++) {
		const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};
		Interval by[3] = {{0, 0}, {0, 0}, {0, 0}};

		if (c->op[v] == -1 - MDV_LEAF_BLOCK)
			continue;
		for (int k = 0; k < interval_args(c->op[v]); k++)
			by[k] = from[k] >= b->first ? d[from[k]] : p->value[from[k]].slope;
		d[v] = c->op[v] < 0 ? p->value[v].slope : tangent_of(p, v, RANGE, by);
	}
}

/* That of value v by an unknown, which is this bit. */
static Interval column_value(Proof *p, const MdvProofBlock *b, Which which, int32_t v, uint32_t bit)
{
	const MdvProof *c = p->code;
	const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};
	Interval by[3] = {{0, 0}, {0, 0}, {0, 0}};

	for (int k = 0; k < interval_args(c->op[v]); k++)
		if (from[k] >= b->first && p->block.depends[from[k]] & bit)
			by[k] = p->block.partial[from[k]];
	return tangent_of(p, v, which, by);
}

/* Derivatives of the block's values by unknown j, of those that depend on it. */
static void run_column(Proof *p, const MdvProofBlock *b, Which which, int32_t j)
{
	const MdvProof *c = p->code;
	const uint32_t *depends = p->block.depends, bit = (uint32_t)1 << j;
	Interval *d = p->block.partial;

	p->count.work += (uint64_t)(b->end - b->first);
	d[b->unknown[j]] = (Interval){1, 1};
	for (int32_t v = b->first; v < b->end; v++)
		if (depends[v] & bit && c->op[v] >= 0)
			d[v] = column_value(p, b, which, v, bit);
}

static void set_unknowns(Proof *p, const MdvProofBlock *b, Which which, const double point[],
						 const Interval box[])
{
	for (int32_t i = 0; i < b->n; i++)
		*part_of(&p->value[b->unknown[i]], which) = box ? box[i] : interval_point(point[i]);
}

static void residuals(Proof *p, const MdvProofBlock *b, Which which)
{
	run_code(p, b, which);
	for (int32_t i = 0; i < b->n; i++)
		p->block.r[i] = *part_of(&p->value[b->residual[i]], which);
}

/* The Jacobian where the code has just been run. False: it is not known. */
static bool jacobian(Proof *p, const MdvProofBlock *b, Which which)
{
	ProofBlock *w = &p->block;
	int32_t n = b->n;

	for (int32_t j = 0; j < n; j++) {
		run_column(p, b, which, j);
		for (int32_t i = 0; i < n; i++) {
			int32_t v = b->residual[i];
			bool depends = v >= b->first && w->depends[v] >> j & 1;

			w->jac[i + n * j] = depends ? w->partial[v] : (Interval){0, 0};
			w->mid[i + n * j] = interval_middle(w->jac[i + n * j]);
			if (!isfinite(w->mid[i + n * j]))
				return false;
		}
	}
	return true;
}

bool proof_invert(double a[], double inv[], int32_t n)
{
	for (int32_t i = 0; i < n * n; i++)
		inv[i] = i % (n + 1) == 0;
	for (int32_t k = 0; k < n; k++) {
		int32_t best = k;

		for (int32_t i = k + 1; i < n; i++)
			if (fabs(a[i + n * k]) > fabs(a[best + n * k]))
				best = i;
		if (!(fabs(a[best + n * k]) > DBL_MIN))
			return false;
		for (int32_t j = 0; j < n; j++) {
			double x = a[k + n * j], y = inv[k + n * j];

			a[k + n * j] = a[best + n * j];
			a[best + n * j] = x;
			inv[k + n * j] = inv[best + n * j];
			inv[best + n * j] = y;
		}
		for (int32_t i = 0; i < n; i++) {
			double f = i == k ? 0 : a[i + n * k] / a[k + n * k];

			for (int32_t j = 0; f != 0 && j < n; j++) {
				a[i + n * j] -= f * a[k + n * j];
				inv[i + n * j] -= f * inv[k + n * j];
			}
		}
	}
	for (int32_t i = 0; i < n; i++)
		for (int32_t j = 0; j < n; j++)
			inv[i + n * j] /= a[i + n * i];
	return true;
}

/* step = Y r */
static void correct(ProofBlock *w, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		w->step[i] = (Interval){0, 0};
		for (int32_t k = 0; k < n; k++)
			w->step[i] = interval_add(w->step[i],
									  interval_mul(interval_point(w->inverse[i + n * k]), w->r[k]));
	}
}

/* rest = 1 - Y J; gives its largest row sum. */
static double remainder_matrix(Proof *p, int32_t n)
{
	ProofBlock *w = &p->block;
	double norm = 0;

	p->count.work += (uint64_t)n * (uint64_t)n * (uint64_t)n;
	for (int32_t i = 0; i < n; i++) {
		double sum = 0;

		for (int32_t j = 0; j < n; j++) {
			Interval x = interval_point(i == j);

			for (int32_t k = 0; k < n; k++)
				x = interval_sub(
					x, interval_mul(interval_point(w->inverse[i + n * k]), w->jac[k + n * j]));
			w->rest[i + n * j] = x;
			sum += interval_size(x);
		}
		norm = fmax(norm, sum);
	}
	return norm;
}

/* One correction of the guess by the inverse at hand; gives its relative size, NAN: none. */
static double improve_guess(Proof *p, const MdvProofBlock *b)
{
	ProofBlock *w = &p->block;
	double change = 0;

	set_unknowns(p, b, CENTRE, w->guess, NULL);
	residuals(p, b, CENTRE);
	correct(w, b->n);
	for (int32_t i = 0; i < b->n; i++) {
		double d = interval_middle(w->step[i]);

		if (!isfinite(d))
			return NAN;
		w->guess[i] -= d;
		change = fmax(change, fabs(d) / (1e-300 + fabs(w->guess[i])));
	}
	return change;
}

/* Newton's method in the middle of the part, from the last solution or from the frame's; with the
   inverse of before, as long as that converges. */
static bool find_guess(Proof *p, const MdvProofBlock *b, double last[])
{
	ProofBlock *w = &p->block;
	double before = INFINITY;

	for (int32_t i = 0; i < b->n; i++)
		w->guess[i] = isfinite(last[i]) ? last[i] : p->frame[p->code->a[b->unknown[i]]];
	for (int k = 0; k < NEWTON; k++) {
		double change = isnan(w->inverse[0]) ? NAN : improve_guess(p, b);

		if (change < 1e-9)
			break;
		if (!(change < 0.1 * before)) { /* a new inverse */
			set_unknowns(p, b, CENTRE, w->guess, NULL);
			run_code(p, b, CENTRE);
			if (!jacobian(p, b, CENTRE) || !proof_invert(w->mid, w->inverse, b->n)) {
				w->inverse[0] = NAN;
				return false;
			}
			change = INFINITY;
		}
		before = change;
	}
	for (int32_t i = 0; i < b->n; i++) {
		if (!isfinite(w->guess[i]))
			return false;
		last[i] = w->guess[i];
	}
	return true;
}

/* to = guess - step + rest * (trial - guess) */
static void apply_krawczyk(const ProofBlock *w, int32_t n, Interval to[])
{
	for (int32_t i = 0; i < n; i++) {
		Interval x = interval_sub(interval_point(w->guess[i]), w->step[i]);

		for (int32_t j = 0; j < n; j++)
			x = interval_add(x,
							 interval_mul(w->rest[i + n * j],
										  interval_sub(w->trial[j], interval_point(w->guess[j]))));
		to[i] = x;
	}
}

/* From the guess outwards: a box, w->trial, that Krawczyk's operator maps into itself; what it is
   mapped to is in w->image. *norm: of `rest` over the box. */
static bool enclose(Proof *p, const MdvProofBlock *b, Which which, double *norm)
{
	ProofBlock *w = &p->block;
	int32_t n = b->n;

	set_unknowns(p, b, which, w->guess, NULL);
	residuals(p, b, which);
	correct(w, n);
	for (int32_t i = 0; i < n; i++) {
		double radius = 1.5 * interval_size(w->step[i]) + 1e-13 * fabs(w->guess[i]) + 1e-200;

		if (!isfinite(radius))
			return false;
		w->trial[i] = (Interval){w->guess[i] - radius, w->guess[i] + radius};
	}
	for (int k = 0; k < TRIALS; k++) {
		bool inside = true;

		set_unknowns(p, b, which, NULL, w->trial);
		run_code(p, b, which);
		if (!jacobian(p, b, which) || !((*norm = remainder_matrix(p, n)) < 1))
			return false;
		apply_krawczyk(w, n, w->image);
		for (int32_t i = 0; i < n; i++)
			inside &= w->image[i].lo > w->trial[i].lo && w->image[i].hi < w->trial[i].hi;
		if (inside)
			return true;
		for (int32_t i = 0; i < n; i++) {
			double radius = 1.2 * fmax(w->image[i].hi - w->guess[i], w->guess[i] - w->image[i].lo);

			w->trial[i] = (Interval){w->guess[i] - radius, w->guess[i] + radius};
		}
	}
	return false;
}

/* J du = -dr: the slopes over u, where the code has just been run over the box. */
static void enclose_slopes(Proof *p, const MdvProofBlock *b, double norm)
{
	ProofBlock *w = &p->block;
	int32_t n = b->n;
	double size = 0;

	run_slopes(p, b);
	for (int32_t i = 0; i < n; i++) {
		int32_t v = b->residual[i];

		w->r[i] = interval_neg(v >= b->first ? w->partial[v] : p->value[v].slope);
	}
	correct(w, n);
	for (int32_t i = 0; i < n; i++)
		size = fmax(size, interval_size(w->step[i]));
	size = size * norm / (1 - norm) * (1 + 1e-10);
	for (int32_t i = 0; i < n; i++)
		p->value[b->unknown[i]].slope =
			isfinite(size) ? interval_add(w->step[i], (Interval){-size, size}) : interval_whole();
}

static void forget(Proof *p, const MdvProofBlock *b)
{
	for (int32_t i = 0; i < b->n; i++)
		p->value[b->unknown[i]].range = p->value[b->unknown[i]].centre =
			p->value[b->unknown[i]].slope = interval_whole();
}

void proof_block_solve(Proof *p, int32_t block, bool full)
{
	const MdvProofBlock *b = &p->code->block[block];
	ProofBlock *w = &p->block;
	double *last = &w->last[p->block_first[block]], norm;

	for (int32_t i = 0; i < b->n; i++) {
		p->value[b->unknown[i]].range_part = p->count.part;
		if (full)
			p->value[b->unknown[i]].full_part = p->count.part;
	}
	if (!full ||
		b->n > PROOF_ENCLOSED) { /* ranges alone are not tried: what is tight takes centres */
		forget(p, b);
		return;
	}
	w->inverse = &w->inverses[p->inverse_first[block]];
	if (!find_guess(p, b, last)) {
		forget(p, b);
		return;
	}
	if (!enclose(p, b, RANGE, &norm)) { /* smaller parts may help, if it is known at a point */
		bool known = enclose(p, b, CENTRE, &norm);

		forget(p, b);
		if (known)
			set_unknowns(p, b, CENTRE, NULL, w->image);
		return;
	}
	enclose_slopes(p, b, norm);
	set_unknowns(p, b, RANGE, NULL, w->image);
	/* In the middle the same holds for fewer points. */
	set_unknowns(p, b, CENTRE, w->guess, NULL);
	residuals(p, b, CENTRE);
	correct(w, b->n);
	apply_krawczyk(w, b->n, w->r);
	set_unknowns(p, b, CENTRE, NULL, w->r);
}
