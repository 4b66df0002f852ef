/* SPDX-License-Identifier: MIT
   model_proof.c — straight code for proofs without the values that nothing needs. */
#include "ir/interval.h"
#include "model/fields.h"

/* --- what is needed --- */

static void need_value(bool needed[], int32_t v)
{
	if (v >= 0)
		needed[v] = true;
}

static void need_operands(const MdvProof *p, int32_t v, bool needed[])
{
	int n = interval_args(p->op[v]);

	if (n > 0)
		needed[p->a[v]] = true;
	if (n > 1)
		needed[p->b[v]] = true;
	if (n > 2)
		needed[p->c[v]] = true;
}

/* A block is needed as a whole. */
static void need_block(const MdvProofBlock *b, bool needed[])
{
	bool any = false;

	for (int32_t v = b->first; v < b->end; v++)
		any |= needed[v];
	for (int32_t v = b->first; any && v < b->end; v++)
		needed[v] = true;
	for (int32_t i = 0; any && i < b->n; i++)
		needed[b->residual[i]] = true;
}

/* Values are computed of values before them: one way back is enough. */
static void need_all(const MdvModel *m, const MdvProof *p, bool needed[])
{
	int32_t block = p->n_blocks;

	for (int32_t i = 0; i < m->n_crossings; i++)
		need_value(needed, p->crossing[i]);
	for (int32_t i = 0; i < m->n_actions; i++)
		need_value(needed, p->check[i]);
	for (int32_t i = 0; i < m->n_states; i++)
		need_value(needed, p->rate[i]);
	for (int32_t v = p->n_values - 1; v >= 0; v--) {
		if (block > 0 && v == p->block[block - 1].end - 1)
			need_block(&p->block[--block], needed);
		if (needed[v])
			need_operands(p, v, needed);
	}
}

/* --- renumbering --- */

static const int32_t *renumbered(Arena *keep, const int32_t value[], int32_t n, const int32_t to[])
{
	int32_t *out = NEW_ARRAY(keep, int32_t, n);

	for (int32_t i = 0; i < n; i++)
		out[i] = value[i] < 0 ? -1 : to[value[i]];
	return out;
}

/* The values that are left; `to` gets their new numbers, -1 of others. */
static void move_values(MdvProof *p, const bool needed[], const int32_t block_to[], int32_t to[],
						Arena *keep)
{
	int32_t *op, *a, *b, *c, n = 0, n_numbers = 0;
	double *number = NEW_ARRAY(keep, double, p->n_numbers);

	for (int32_t v = 0; v < p->n_values; v++)
		to[v] = needed[v] ? n++ : -1;
	op = NEW_ARRAY(keep, int32_t, n);
	a = NEW_ARRAY(keep, int32_t, n);
	b = NEW_ARRAY(keep, int32_t, n);
	c = NEW_ARRAY(keep, int32_t, n);
	for (int32_t v = 0; v < p->n_values; v++) {
		int32_t at = to[v], args = interval_args(p->op[v]);

		if (at < 0)
			continue;
		op[at] = p->op[v];
		a[at] = args > 0 ? to[p->a[v]] : p->a[v];
		b[at] = args > 1 ? to[p->b[v]] : args > 0 ? 0 : p->b[v];
		c[at] = args > 2                          ? to[p->c[v]]
				: p->op[v] == -1 - MDV_LEAF_BLOCK ? block_to[p->c[v]]
				: p->op[v] == MDV_PROOF_TABLE     ? p->c[v]
												  : 0;
		if (p->op[v] == -1 - MDV_LEAF_NUMBER) {
			number[n_numbers] = p->number[p->a[v]];
			a[at] = n_numbers++;
		}
	}
	p->number = number;
	p->n_numbers = n_numbers;
	p->op = op;
	p->a = a;
	p->b = b;
	p->c = c;
	p->n_values = n;
}

static void move_blocks(MdvProof *p, const bool needed[], const int32_t to[], Arena *keep)
{
	MdvProofBlock *block = NEW_ARRAY(keep, MdvProofBlock, p->n_blocks);
	int32_t n = 0;

	for (int32_t i = 0; i < p->n_blocks; i++) {
		MdvProofBlock b = p->block[i];

		if (!needed[b.first])
			continue;
		b.end = to[b.end - 1] + 1;
		b.first = to[b.first];
		b.unknown = renumbered(keep, b.unknown, b.n, to);
		b.residual = renumbered(keep, b.residual, b.n, to);
		block[n++] = b;
	}
	p->block = block;
	p->n_blocks = n;
}

void proof_shrink(const MdvModel *m, MdvProof *p, Arena *keep, Arena *work)
{
	bool *needed = NEW_ARRAY(work, bool, p->n_values);
	int32_t *to = NEW_ARRAY(work, int32_t, p->n_values);
	int32_t *block_to = NEW_ARRAY(work, int32_t, p->n_blocks), n = 0;
	MdvProofTable *table;

	need_all(m, p, needed);
	for (int32_t i = 0; i < p->n_blocks; i++)
		block_to[i] = needed[p->block[i].first] ? n++ : -1;
	move_values(p, needed, block_to, to, keep);
	move_blocks(p, needed, to, keep);
	table = NEW_ARRAY(keep, MdvProofTable, p->n_tables);
	for (int32_t i = 0; i < p->n_tables; i++)
		table[i] = p->table[i];
	p->table = table;
	p->crossing = renumbered(keep, p->crossing, m->n_crossings, to);
	p->check = renumbered(keep, p->check, m->n_actions, to);
	p->rate = renumbered(keep, p->rate, m->n_states, to);
}
