/* SPDX-License-Identifier: MIT
   proof_form.c — crossing functions that are linear in states, time and a few other values, as most
   are: also through blocks of equations, if these are linear. Coefficients are constant between
   events; one sweep from the end to the beginning of the code gives all of them (reverse
   differentiation; through a block by the transpose of its inverse). In a step the Bernstein
   coefficients of the whole function follow from the solver's polynomial directly, and nothing is
   lost by dependence. */
#include "runtime/proof/proof.h"

#include <string.h>

#define MOST_CONDITION 1e12 /* of a block's matrix: beyond it coefficients would be noise */

/* --- which values are linear --- */

static ProofKind kind_of_leaf(const Proof *p, int32_t v)
{
	switch ((MdvLeaf)(-1 - p->code->op[v])) {
	case MDV_LEAF_SLOT:
	case MDV_LEAF_NUMBER: return PROOF_CONSTANT;
	case MDV_LEAF_STATE:
	case MDV_LEAF_TIME: return PROOF_LINEAR;
	case MDV_LEAF_INPUT: return p->inputs.range ? PROOF_OTHER : PROOF_CONSTANT;
	case MDV_LEAF_BLOCK: return p->forms.linear[p->code->c[v]] ? PROOF_LINEAR : PROOF_OTHER;
	default: return PROOF_OTHER;
	}
}

static ProofKind kind_of(const Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	const uint8_t *kind = p->forms.kind;
	int n_args;
	bool a, b, all = true;

	if (c->op[v] < 0)
		return kind_of_leaf(p, v);
	if (c->op[v] == MDV_PROOF_TABLE)
		return PROOF_OTHER;
	n_args = ir_op_info[c->op[v]].n_args;
	a = kind[c->a[v]] == PROOF_CONSTANT;
	b = n_args < 2 || kind[c->b[v]] == PROOF_CONSTANT;
	all = a && b && (n_args < 3 || kind[c->c[v]] == PROOF_CONSTANT);
	if (all)
		return PROOF_CONSTANT;
	switch (c->op[v]) {
	case IR_MOVE:
	case IR_NEG:
	case IR_ADD:
	case IR_SUB: return PROOF_LINEAR;
	case IR_MUL: return a || b ? PROOF_LINEAR : PROOF_OTHER;
	case IR_DIV: return b ? PROOF_LINEAR : PROOF_OTHER;
	case IR_SELECT: return a ? PROOF_LINEAR : PROOF_OTHER;
	default: return PROOF_OTHER;
	}
}

/* Is a block linear in its unknowns, with constant coefficients? Nothing that depends on them may
   be other than linear. `tangent` is work: 1 where a value depends on them. */
static bool block_is_linear(Proof *p, const MdvProofBlock *b)
{
	const MdvProof *c = p->code;
	double *depends = p->forms.tangent;

	for (int32_t v = b->first; v < b->end; v++) {
		const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

		depends[v] = c->op[v] == -1 - MDV_LEAF_BLOCK;
		for (int k = 0; k < interval_args(c->op[v]); k++)
			if (from[k] >= b->first && depends[from[k]] != 0)
				depends[v] = 1;
		if (depends[v] != 0 && p->forms.kind[v] == PROOF_OTHER)
			return false;
	}
	return true;
}

static void find_kinds(Proof *p)
{
	int32_t block = 0;

	for (int32_t v = 0; v < p->code->n_values; v++) {
		const MdvProofBlock *b = block < p->code->n_blocks ? &p->code->block[block] : NULL;

		p->forms.block[v] = b && v >= b->first ? block : -1;
		if (b && v == b->first)
			p->forms.linear[block] = true; /* until the contrary is seen */
		p->forms.kind[v] = (uint8_t)kind_of(p, v);
		if (!b || v + 1 < b->end)
			continue;
		if (!block_is_linear(p, b)) {
			p->forms.linear[block] = false;
			for (int32_t i = b->first; i < b->end; i++)
				p->forms.kind[i] = (uint8_t)kind_of(p, i);
		}
		block++;
	}
}

bool proof_form_open(Proof *p, Arena *memory)
{
	ProofForms *f = &p->forms;
	int32_t n = p->code->n_values, n_blocks = p->code->n_blocks, n_squares = 0;

	for (int32_t i = 0; i < n_blocks; i++)
		n_squares += p->code->block[i].n * p->code->block[i].n;
	f->kind = NEW_ARRAY(memory, uint8_t, n);
	f->block = NEW_ARRAY(memory, int32_t, n);
	f->linear = NEW_ARRAY(memory, bool, n_blocks);
	f->constant = NEW_ARRAY(memory, double, n);
	f->known = NEW_ARRAY(memory, uint32_t, n);
	f->bar = NEW_ARRAY(memory, double, n);
	f->tangent = NEW_ARRAY(memory, double, n);
	f->inverse = NEW_ARRAY(memory, double, n_squares);
	f->inverted = NEW_ARRAY(memory, uint32_t, n_blocks);
	if (!f->kind || !f->block || !f->linear || !f->constant || !f->known || !f->bar ||
		!f->tangent || !f->inverse || !f->inverted)
		return false;
	p->count.epoch = 1;
	find_kinds(p);
	return true;
}

/* --- what a form is made of --- */

/* Marks what a value that is linear or constant is made of, and the terms. */
static void mark_form(Proof *p, int32_t value)
{
	const MdvProof *c = p->code;
	ProofMarks *m = &p->marks;
	int32_t next = m->n;

	proof_mark(m, value);
	for (; next < m->n; next++) {
		int32_t v = m->met[next];
		const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

		if (p->forms.kind[v] == PROOF_OTHER)
			continue;
		for (int k = 0; k < interval_args(c->op[v]); k++)
			proof_mark(m, from[k]);
		if (c->op[v] == -1 - MDV_LEAF_BLOCK) {
			const MdvProofBlock *b = &c->block[c->c[v]];

			for (int32_t i = 0; i < b->n; i++) {
				proof_mark(m, b->unknown[i]);
				proof_mark(m, b->residual[i]);
			}
		}
	}
}

/* 0: a state, 1: time, 2: something else; -1: no term. */
static int rank_of(const Proof *p, int32_t v)
{
	if (p->code->op[v] == -1 - MDV_LEAF_STATE)
		return 0;
	if (p->code->op[v] == -1 - MDV_LEAF_TIME)
		return 1;
	return p->forms.kind[v] == PROOF_OTHER ? 2 : -1;
}

static bool is_given(const Proof *p, int32_t v)
{
	return p->code->op[v] < 0 && p->code->op[v] != -1 - MDV_LEAF_NUMBER &&
		   p->forms.kind[v] == PROOF_CONSTANT;
}

static bool find_given(Proof *p, ProofForm *f, Arena *memory)
{
	proof_mark_begin(&p->marks);
	for (int32_t i = 0; i < f->slice.n; i++)
		if (is_given(p, f->slice.value[i]))
			proof_mark(&p->marks, f->slice.value[i]);
	f->seen = NEW_ARRAY(memory, double, p->marks.n);
	return f->seen && proof_mark_take(&p->marks, memory, &f->given);
}

static bool find_terms(Proof *p, ProofForm *f, Arena *memory)
{
	f->term = NEW_ARRAY(memory, ProofTerm, f->slice.n);
	if (!f->term)
		return false;
	for (int rank = 0; rank <= 2; rank++) {
		if (rank == 2)
			f->first_other = f->n_terms;
		for (int32_t i = 0; i < f->slice.n; i++) {
			int32_t v = f->slice.value[i];

			if (rank_of(p, v) == rank)
				f->term[f->n_terms++] = (ProofTerm){v, rank == 0 ? p->code->a[v] : -1, 0};
		}
		if (rank == 0)
			f->n_states = f->n_terms;
	}
	proof_mark_begin(&p->marks);
	for (int32_t i = f->first_other; i < f->n_terms; i++)
		proof_mark_needs(p, f->term[i].value);
	f->live = NEW_ARRAY(memory, int32_t, p->marks.n);
	return f->live && proof_mark_take(&p->marks, memory, &f->others);
}

/* Marks the constants that value v, which is linear, may add. */
static void mark_added(Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	const int32_t from[3] = {c->a[v], c->b[v], c->c[v]};

	for (int k = 0; k < interval_args(c->op[v]); k++)
		if (p->forms.kind[from[k]] == PROOF_CONSTANT)
			proof_mark(&p->marks, from[k]);
	if (c->op[v] == -1 - MDV_LEAF_BLOCK && v == c->block[c->c[v]].unknown[0]) {
		const MdvProofBlock *b = &c->block[c->c[v]];

		for (int32_t i = 0; i < b->n; i++)
			if (p->forms.kind[b->residual[i]] == PROOF_CONSTANT)
				proof_mark(&p->marks, b->residual[i]);
	}
}

/* Most of what a form is made of is constant, and only a little of that is added to it. */
static bool find_path(Proof *p, ProofForm *f, Arena *memory)
{
	int32_t *value = NEW_ARRAY(memory, int32_t, f->slice.n), n = 0;

	if (!value)
		return false;
	for (int fixed = 0; fixed < 2; fixed++) {
		for (int32_t i = 0; i < f->slice.n; i++)
			if ((p->forms.kind[f->slice.value[i]] == PROOF_CONSTANT) == (fixed != 0))
				value[n++] = f->slice.value[i];
		if (!fixed)
			f->path = (ProofSlice){value, n};
	}
	f->fixed = (ProofSlice){value + f->path.n, n - f->path.n};
	proof_mark_begin(&p->marks);
	for (int32_t i = 0; i < f->path.n; i++)
		if (p->forms.kind[value[i]] == PROOF_LINEAR)
			mark_added(p, value[i]);
	return proof_mark_take(&p->marks, memory, &f->added);
}

bool proof_form(Proof *p, int32_t value, ProofForm **to, Arena *memory)
{
	ProofForm *f;

	*to = NULL;
	if (value < 0 || p->forms.kind[value] != PROOF_LINEAR)
		return true;
	f = NEW_ARRAY(memory, ProofForm, 1);
	if (!f)
		return false;
	f->value = value;
	proof_mark_begin(&p->marks);
	mark_form(p, value);
	if (!proof_mark_take(&p->marks, memory, &f->slice) || !find_given(p, f, memory) ||
		!find_path(p, f, memory) || !find_terms(p, f, memory))
		return false;
	if (f->slice.n > 0 && (f->others.n > 0 || f->first_other == f->n_terms))
		*to = f;
	return true;
}

/* --- coefficients between events --- */

static void know_constants(Proof *p, const ProofForm *f)
{
	const MdvProof *c = p->code;
	double *x = p->forms.constant;

	for (int32_t i = 0; i < f->fixed.n; i++) {
		int32_t v = f->fixed.value[i];

		if (p->forms.known[v] == p->count.epoch)
			continue;
		p->forms.known[v] = p->count.epoch;
		x[v] = c->op[v] == -1 - MDV_LEAF_NUMBER ? c->number[c->a[v]]
			   : c->op[v] < 0                   ? p->frame[c->a[v]]
							  : ops_value((IrOp)c->op[v], x[c->a[v]], x[c->b[v]], x[c->c[v]]);
	}
}

/* How v depends on what its operands' `t` are; constants are 0. */
static double tangent_of(const Proof *p, int32_t v, const double t[])
{
	const MdvProof *c = p->code;
	const double *x = p->forms.constant;
	int32_t a = c->a[v], b = c->b[v];

	if (c->op[v] < 0 || p->forms.kind[v] != PROOF_LINEAR)
		return 0;
	switch (c->op[v]) {
	case IR_MOVE: return t[a];
	case IR_NEG: return -t[a];
	case IR_ADD: return t[a] + t[b];
	case IR_SUB: return t[a] - t[b];
	case IR_MUL: return p->forms.kind[a] == PROOF_CONSTANT ? x[a] * t[b] : t[a] * x[b];
	case IR_DIV: return t[a] / x[b];
	default: return x[a] != 0 ? t[b] : t[c->c[v]]; /* IR_SELECT */
	}
}

/* Where the values on the form's path that belong to the block of the last of `end`, or to none,
   begin. If the form needs the block, the first is an unknown of it. */
static int32_t first_of_block(const Proof *p, const ProofForm *f, int32_t end)
{
	int32_t block = p->forms.block[f->path.value[end - 1]], i = end;

	while (i > 0 && p->forms.block[f->path.value[i - 1]] == block)
		i--;
	return i;
}

/* The inverse of a block's matrix; NULL: it has none. */
static const double *invert_block(Proof *p, const ProofForm *f, int32_t first, int32_t end)
{
	int32_t block = p->forms.block[f->path.value[first]];
	const MdvProofBlock *b = &p->code->block[block];
	double *inverse = &p->forms.inverse[p->inverse_first[block]], *t = p->forms.tangent;
	double *mid = p->block.mid, size = 0, size_inverse = 0;

	if (p->forms.inverted[block] == p->count.epoch)
		return isnan(inverse[0]) ? NULL : inverse;
	p->forms.inverted[block] = p->count.epoch;
	for (int32_t i = 0; i < f->path.n && f->path.value[i] < b->first; i++)
		t[f->path.value[i]] = 0;
	for (int32_t j = 0; j < b->n; j++) {
		for (int32_t i = first; i < end; i++)
			t[f->path.value[i]] =
				f->path.value[i] == b->unknown[j] ? 1 : tangent_of(p, f->path.value[i], t);
		for (int32_t i = 0; i < b->n; i++) {
			mid[i + b->n * j] = t[b->residual[i]];
			size = fmax(size, fabs(mid[i + b->n * j]));
		}
	}
	if (!proof_invert(mid, inverse, b->n))
		size = NAN;
	for (int32_t i = 0; i < b->n * b->n; i++)
		size_inverse = fmax(size_inverse, fabs(inverse[i]));
	if (!(size * size_inverse < MOST_CONDITION)) {
		inverse[0] = NAN;
		return NULL;
	}
	return inverse;
}

/* Hands on how the form depends on v to v's operands. */
static void hand_on(Proof *p, int32_t v)
{
	const MdvProof *c = p->code;
	const double *x = p->forms.constant;
	double *bar = p->forms.bar, by = bar[v];
	int32_t a = c->a[v], b = c->b[v];

	if (by == 0 || p->forms.kind[v] == PROOF_OTHER || c->op[v] < 0)
		return; /* a term, or an unknown */
	bar[v] = 0;
	switch (c->op[v]) {
	case IR_MOVE: bar[a] += by; break;
	case IR_NEG: bar[a] -= by; break;
	case IR_ADD:
		bar[a] += by;
		bar[b] += by;
		break;
	case IR_SUB:
		bar[a] += by;
		bar[b] -= by;
		break;
	case IR_MUL:
		if (p->forms.kind[a] == PROOF_CONSTANT)
			bar[b] += by * x[a];
		else
			bar[a] += by * x[b];
		break;
	case IR_DIV: bar[a] += by / x[b]; break;
	default: bar[x[a] != 0 ? b : c->c[v]] += by; break; /* IR_SELECT */
	}
}

static void sweep(Proof *p, const ProofForm *f, int32_t first, int32_t end)
{
	for (int32_t i = end; i > first; i--)
		hand_on(p, f->path.value[i - 1]);
}

/* Through a block: its unknowns u satisfy J u + r = 0, so that w u is -(w inverse(J)) r. */
static bool sweep_block(Proof *p, const ProofForm *f, int32_t first, int32_t end)
{
	const MdvProofBlock *b = &p->code->block[p->forms.block[f->path.value[first]]];
	const double *inverse = invert_block(p, f, first, end);
	double *bar = p->forms.bar, w[MDV_PROOF_UNKNOWNS];

	sweep(p, f, first, end);
	for (int32_t i = 0; i < b->n; i++) {
		w[i] = bar[b->unknown[i]];
		bar[b->unknown[i]] = 0;
	}
	for (int32_t i = 0; inverse && i < b->n; i++)
		for (int32_t k = 0; k < b->n; k++)
			bar[b->residual[i]] -= w[k] * inverse[k + b->n * i];
	sweep(p, f, first, end);
	for (int32_t i = 0; i < b->n; i++)
		bar[b->unknown[i]] = 0;
	return inverse != NULL;
}

/* What constants were handed is known. */
static void add_constants(Proof *p, ProofForm *f)
{
	f->constant = f->size = 0;
	for (int32_t i = 0; i < f->added.n; i++) {
		int32_t v = f->added.value[i];
		double x = p->forms.bar[v] * p->forms.constant[v];

		if (p->forms.bar[v] == 0)
			continue;
		p->forms.bar[v] = 0;
		f->constant += x;
		f->size += fabs(x);
	}
}

/* Has an event changed what it is made of? */
static bool see_given(const Proof *p, ProofForm *f)
{
	bool changed = f->epoch == 0;

	f->epoch = p->count.epoch;
	for (int32_t i = 0; i < f->given.n; i++) {
		double x = p->frame[p->code->a[f->given.value[i]]];

		changed |= x != f->seen[i];
		f->seen[i] = x;
	}
	return changed;
}

/* Which of the others have to be computed in each part, and which once. */
static void find_live(Proof *p, ProofForm *f)
{
	f->n_live = f->n_still = 0;
	f->encloses = f->unsure = false;
	if (!f->ok || !f->has_others)
		return;
	proof_mark_begin(&p->marks);
	for (int32_t i = f->first_other; i < f->n_terms; i++)
		if (f->term[i].by != 0)
			proof_mark(&p->marks, f->term[i].value);
	for (int32_t i = f->others.n - 1; i >= 0; i--)
		if (proof_is_marked(&p->marks, f->others.value[i]))
			proof_mark_operands(p, f->others.value[i]);
	for (int still = 0; still < 2; still++)
		for (int32_t i = 0; i < f->others.n; i++) {
			int32_t v = f->others.value[i];

			if (!proof_is_marked(&p->marks, v) || p->moves[v] == (still != 0))
				continue;
			f->live[f->n_live + f->n_still] = v;
			f->encloses |= p->code->op[v] == -1 - MDV_LEAF_BLOCK;
			f->unsure |= f->encloses || proof_is_unknown(p, v);
			f->n_live += !still;
			f->n_still += still;
		}
}

/* What keeps still among the others, after an event. */
static bool know_still(Proof *p, const ProofForm *f)
{
	for (int32_t i = 0; i < f->n_still; i++)
		proof_value_full(p, f->live[f->n_live + i]);
	return f->ok;
}

bool proof_form_know(Proof *p, ProofForm *f)
{
	int32_t end = f->path.n;

	if (f->epoch == p->count.epoch)
		return f->ok;
	if (!see_given(p, f))
		return know_still(p, f);
	f->ok = true;
	f->blind = f->has_others = false;
	f->step = f->sum_step = f->glance.step = f->until.step = 0;
	know_constants(p, f);
	p->forms.bar[f->value] = 1;
	while (end > 0) {
		int32_t first = first_of_block(p, f, end), v = f->path.value[first];

		if (p->code->op[v] == -1 - MDV_LEAF_BLOCK && p->forms.kind[v] == PROOF_LINEAR)
			f->ok &= sweep_block(p, f, first, end);
		else
			sweep(p, f, first, end);
		end = first;
	}
	add_constants(p, f);
	f->ok &= isfinite(f->size) != 0;
	for (int32_t i = 0; i < f->n_terms; i++) {
		int32_t v = f->term[i].value;

		f->term[i].by = p->forms.bar[v];
		p->forms.bar[v] = 0;
		f->ok &= isfinite(f->term[i].by) != 0;
		f->has_others |= f->term[i].by != 0 && i >= f->first_other;
		f->blind |= f->term[i].by != 0 && proof_is_unknown(p, v);
	}
	find_live(p, f);
	return know_still(p, f);
}

/* --- in a step --- */

/* Rounding of a sum of some products. */
#define ROUNDING 0x1p-46

static int degree_of(const Proof *p)
{
	return p->dense.degree > 0 ? p->dense.degree : 1;
}

static void know_sums(const Proof *p, ProofForm *f)
{
	const SolverPolynomial *d = &p->dense;
	double size = f->size;

	f->sum_step = p->count.step;
	for (int k = 0; k < d->n_terms; k++) {
		double sum = 0, most = 0;

		for (int32_t i = 0; i < f->n_states; i++) {
			double x = f->term[i].by * d->term[k][f->term[i].state];

			sum += x;
			most += fabs(x);
		}
		f->sum[k] = sum;
		size += most * d->largest[k];
	}
	for (int32_t i = f->n_states; i < f->first_other; i++)
		size += fabs(f->term[i].by) * fmax(fabs(p->t_old), fabs(p->t_new));
	f->error = size * ROUNDING;
}

static void know_step(const Proof *p, ProofForm *f)
{
	const SolverPolynomial *d = &p->dense;
	int degree = degree_of(p);
	double h = (p->t_new - p->t_old) / degree, least = INFINITY, most = -INFINITY;

	f->step = p->count.step;
	if (f->sum_step != p->count.step)
		know_sums(p, f);
	for (int j = 0; j <= degree; j++) {
		f->whole[j] = f->constant;
		for (int k = 0; k < d->n_terms; k++)
			f->whole[j] += d->weight[k][j] * f->sum[k];
		for (int32_t i = f->n_states; i < f->first_other; i++)
			f->whole[j] += f->term[i].by * (p->t_old + j * h);
	}
	for (int j = 0; j < degree; j++) {
		double rise = f->whole[j + 1] - f->whole[j];

		least = rise < least ? rise : least;
		most = rise > most ? rise : most;
	}
	f->monotone = least >= 2 * f->error || most <= -2 * f->error;
}

/* The terms of the dense output over the step, or over the part at hand, for all forms. */
static void know_line(const Proof *p, ProofLine *line, bool cut)
{
	const SolverPolynomial *d = &p->dense;

	line->known = cut ? p->count.part : p->count.step;
	line->a = cut ? p->a : p->t_old;
	line->b = cut ? p->b : p->t_new;
	for (int k = 0; k < d->n_terms; k++) {
		double w[SOLVER_MOST_DEGREE + 1], slope;

		memcpy(w, d->weight[k], sizeof w);
		if (cut)
			proof_cut(p, w, d->degree);
		slope = (w[d->degree] - w[0]) / degree_of(p);
		line->first[k] = w[0];
		line->last[k] = w[d->degree];
		line->bend[k] = 0;
		for (int j = 1; j < d->degree; j++) {
			double off = fabs(w[j] - w[0] - j * slope);

			line->bend[k] = off > line->bend[k] ? off : line->bend[k];
		}
	}
}

/* It lies between the straight line from end to end and what its terms bend away from that. */
static Interval bound_by_line(const Proof *p, ProofForm *f, const ProofLine *line)
{
	double first = f->constant, last = f->constant, bend = 0;

	if (f->sum_step != p->count.step)
		know_sums(p, f);
	for (int k = 0; k < p->dense.n_terms; k++) {
		first += line->first[k] * f->sum[k];
		last += line->last[k] * f->sum[k];
		bend += line->bend[k] * fabs(f->sum[k]);
	}
	for (int32_t i = f->n_states; i < f->first_other; i++) {
		first += f->term[i].by * line->a;
		last += f->term[i].by * line->b;
	}
	bend += f->error;
	if (first <= last)
		return (Interval){first - bend, last + bend};
	return first > last ? (Interval){last - bend, first + bend} : interval_whole();
}

Interval proof_form_line(Proof *p, ProofForm *f)
{
	if (p->line.known != p->count.part)
		know_line(p, &p->line, true);
	return bound_by_line(p, f, &p->line);
}

void proof_form_see_line(Proof *p)
{
	if (p->whole.known != p->count.step)
		know_line(p, &p->whole, false);
}

void proof_form_glance(Proof *p, ProofForm *f)
{
	f->glance.step = p->count.step;
	if (p->m->n_crossings < PROOF_FEW) {
		know_step(p, f);
		f->glance.range = proof_hull(f->whole, degree_of(p), f->error);
		return;
	}
	proof_form_see_line(p);
	f->glance.range = bound_by_line(p, f, &p->whole);
}

/* Each state on its own: what they have in common is lost, and it costs next to nothing. */
Interval proof_form_few(Proof *p, const ProofForm *f)
{
	double lo = f->constant, hi = f->constant, size = f->size;

	for (int32_t i = 0; i < f->first_other; i++) {
		double by = f->term[i].by;
		Interval x = i < f->n_states ? proof_state_range(p, f->term[i].state)
									 : (Interval){p->t_old, p->t_new};

		lo += by * (by > 0 ? x.lo : x.hi);
		hi += by * (by > 0 ? x.hi : x.lo);
		size += fabs(by) * (fabs(x.lo) > fabs(x.hi) ? fabs(x.lo) : fabs(x.hi));
	}
	size *= ROUNDING;
	return (Interval){lo - size, hi + size};
}

/* A polynomial lies above the line from its first Bernstein coefficient that goes below all others
   (they hold it, as a hull); from where that ends it is cut, and another begins. */
double proof_form_until(Proof *p, ProofForm *f, double side, double least)
{
	enum { ROUNDS = 4 };
	double c[SOLVER_MOST_DEGREE + 1], from = 0;
	int degree = degree_of(p);

	if (f->until.step == p->count.step && f->until.side == side && f->until.least >= least)
		return f->until.t;
	if (f->step != p->count.step)
		know_step(p, f);
	for (int j = 0; j <= degree; j++)
		c[j] = side * f->whole[j] - 4 * f->error;
	for (int round = 0; round < ROUNDS && from < 1 && c[0] > least; round++) {
		double fall = 0, part;

		for (int j = 1; j <= degree; j++)
			fall = fmax(fall, (c[0] - c[j]) / j);
		part = (c[0] - least) / (degree * fall);
		if (!(part < 1)) {
			from = 1;
			break;
		}
		from += (1 - from) * part;
		proof_cut_left(c, degree, part);
	}
	f->until = (ProofUntil){p->count.step, side, least, -INFINITY};
	if (from >= 1)
		f->until.t = p->t_new;
	else if (from > 0) /* rounded down */
		f->until.t = p->t_old + from * (1 - 0x1p-40) * (p->t_new - p->t_old) -
					 fmax(fabs(p->t_old), fabs(p->t_new)) * 0x1p-51;
	return f->until.t;
}

bool proof_form_is_monotone(const Proof *p, ProofForm *f)
{
	if (f->step != p->count.step)
		know_step(p, f);
	return f->monotone;
}

/* The Bernstein coefficients of states and time over the part at hand. */
static void coefficients_here(const Proof *p, ProofForm *f, double here[SOLVER_MOST_DEGREE + 1])
{
	if (f->step != p->count.step)
		know_step(p, f);
	memcpy(here, f->whole, sizeof f->whole);
	proof_cut(p, here, degree_of(p));
}

/* Bounds of the part that is a polynomial. */
static ProofValue bound_polynomial(const Proof *p, ProofForm *f)
{
	double here[SOLVER_MOST_DEGREE + 1], noise = 0;
	ProofValue r;

	coefficients_here(p, f, here);
	r = proof_polynomial(here, degree_of(p), f->error);
	if (!p->noise)
		return r;
	for (int32_t i = 0; i < f->n_states; i++)
		noise += fabs(f->term[i].by) * p->noise[f->term[i].state];
	r.slope = (Interval){-noise, noise};
	return r;
}

/* A sum, with those of its terms that are neither states nor time, over the part at hand. */
static Interval add_others(Proof *p, const ProofForm *f, Interval sum)
{
	p->count.work += (uint64_t)f->n_live;
	for (int32_t i = 0; i < f->n_live; i++)
		proof_value_range(p, f->live[i]);
	for (int32_t i = f->first_other; i < f->n_terms; i++)
		if (f->term[i].by != 0)
			sum =
				interval_add(sum, interval_scale(p->value[f->term[i].value].range, f->term[i].by));
	return sum;
}

Interval proof_form_range(Proof *p, ProofForm *f)
{
	double here[SOLVER_MOST_DEGREE + 1];
	Interval r;

	if (f->blind)
		return interval_whole();
	coefficients_here(p, f, here);
	r = proof_hull(here, degree_of(p), f->error);
	return f->has_others ? add_others(p, f, r) : r;
}

/* All that is not too dear, over the whole step. */
Interval proof_form_whole(Proof *p, ProofForm *f)
{
	Interval r;

	if (f->blind || f->unsure || f->n_live >= PROOF_LONG)
		return interval_whole();
	proof_part(p, p->t_old, p->t_new);
	proof_form_see_line(p);
	r = bound_by_line(p, f, &p->whole);
	return add_others(p, f, r);
}

ProofValue proof_form_bound(Proof *p, ProofForm *f)
{
	ProofValue r;

	if (f->blind)
		return (ProofValue){interval_whole(), interval_whole(), interval_whole(), 0, 0};
	r = bound_polynomial(p, f);
	if (!f->has_others)
		return r;
	for (int32_t i = 0; p->noise && i < f->others.n; i++)
		proof_value_full(p, f->others.value[i]); /* those at a point are others */
	p->count.work += 2 * (uint64_t)f->n_live;
	for (int32_t i = 0; i < f->n_live; i++)
		proof_value_full(p, f->live[i]);
	for (int32_t i = f->first_other; i < f->n_terms; i++) {
		const ProofValue *x = &p->value[f->term[i].value];
		double by = f->term[i].by;

		if (by == 0)
			continue;
		r.range = interval_add(r.range, interval_scale(x->range, by));
		r.centre = interval_add(r.centre, interval_scale(x->centre, by));
		r.slope = interval_add(r.slope, interval_scale(x->slope, by));
	}
	r.range = interval_meet(r.range, proof_mean_value(r.centre, r.slope));
	return r;
}
