/* SPDX-License-Identifier: MIT
   proof.c — bounds of crossing functions and assertions over parts of a step. Values are computed
   once for a part, whoever asks first. */
#include "runtime/proof/proof.h"

bool proof_open(Proof *p, const MdvModel *m, const double frame[], ProofInputs inputs,
				Arena *memory)
{
	bool ok;

	*p = (Proof){.code = m->proof, .frame = frame, .inputs = inputs};
	if (!m->proof)
		return true;
	p->m = m;
	p->count.part = p->count.n_parts = 1; /* values of part 0 are not known */
	p->value = NEW_ARRAY(memory, ProofValue, m->proof->n_values);
	p->state = NEW_ARRAY(memory, ProofState, m->n_states);
	p->crossing = NEW_ARRAY(memory, ProofEnd, m->n_crossings);
	p->check = NEW_ARRAY(memory, ProofEnd, m->n_actions);
	p->point.value = NEW_ARRAY(memory, ProofValue, m->proof->n_values);
	p->asked = NEW_ARRAY(memory, ProofAsked, 1);
	if (!p->asked)
		return false;
	p->asked->ask.object = NAN;
	ok = p->value && p->point.value && p->state && p->crossing && p->check &&
		 proof_block_open(p, memory) && proof_slice_open(p, memory) && proof_form_open(p, memory);
	for (int32_t i = 0; ok && i < m->n_crossings; i++)
		ok = proof_slice(p, m->proof->crossing[i], &p->crossing[i], memory) &&
			 proof_form(p, m->proof->crossing[i], &p->crossing[i].form, memory);
	for (int32_t i = 0; ok && i < m->n_actions; i++)
		ok = proof_slice(p, m->proof->check[i], &p->check[i], memory);
	ok = ok && proof_states_open(p, memory) && proof_narrow_open(p, memory);
	return ok && proof_box_open(p, memory) && proof_rough_open(p, memory);
}

void proof_event(Proof *p)
{
	p->count.epoch++;
	if (p->asked)
		p->asked->ask.object = NAN;
	p->a = p->b = NAN; /* the part at hand is another, with other values */
	p->count.part = ++p->count.n_parts;
}

MdvStatus proof_step(Proof *p, Solver *solver)
{
	p->count.step++;
	p->a = p->b = NAN;
	solver_ends(solver, &p->t_old, &p->t_new);
	return solver_polynomial(solver, &p->dense);
}

void proof_part(Proof *p, double a, double b)
{
	if (p->a == a && p->b == b)
		return;
	p->a = a;
	p->b = b;
	p->count.part = ++p->count.n_parts;
}

Interval proof_glance_anew(Proof *p, const ProofEnd *e)
{
	if (!proof_is_polynomial(p, e))
		return interval_whole();
	if (e->form->glance.step != p->count.step)
		proof_form_glance(p, e->form);
	return e->form->glance.range;
}

enum { FEW_TERMS = 3 };

Interval proof_few(Proof *p, const ProofEnd *e)
{
	if (!proof_is_polynomial(p, e) || e->form->first_other > FEW_TERMS)
		return interval_whole();
	return proof_form_few(p, e->form);
}

double proof_until(Proof *p, const ProofEnd *e, double side, double least)
{
	return proof_is_polynomial(p, e) ? proof_form_until(p, e->form, side, least) : -INFINITY;
}

bool proof_is_monotone(Proof *p, const ProofEnd *e)
{
	return proof_is_polynomial(p, e) && proof_form_is_monotone(p, e->form);
}

Interval proof_glance_part(Proof *p, const ProofEnd *e, double a, double b)
{
	if (p->m->n_crossings < PROOF_FEW || !proof_is_polynomial(p, e))
		return interval_whole();
	proof_part(p, a, b);
	return proof_form_line(p, e->form);
}

/* What keeps still between events is computed once; at a point, with noise, each time. */
static void know_still(Proof *p, ProofEnd *e)
{
	if (e->epoch == p->count.epoch && !p->noise)
		return;
	for (int32_t k = 0; k < e->still.n; k++)
		proof_value_full(p, e->still.value[k]);
	if (!p->noise)
		e->epoch = p->count.epoch;
}

Interval proof_range(Proof *p, ProofEnd *e, double a, double b)
{
	proof_part(p, a, b);
	if (e->form && proof_form_know(p, e->form))
		return proof_form_range(p, e->form);
	know_still(p, e);
	p->count.work += (uint64_t)e->moves.n;
	for (int32_t k = 0; k < e->moves.n; k++)
		proof_value_range(p, e->moves.value[k]);
	for (int32_t v = 0; e->slice.n == 0 && v <= e->value; v++)
		proof_value_range(p, v);
	return p->value[e->value].range;
}

static ProofValue run_full(Proof *p, ProofEnd *e)
{
	if (e->form && proof_form_know(p, e->form))
		return proof_form_bound(p, e->form);
	know_still(p, e);
	p->count.work += 2 * (uint64_t)e->moves.n;
	for (int32_t k = 0; k < e->moves.n; k++)
		proof_value_full(p, e->moves.value[k]);
	for (int32_t v = 0; e->slice.n == 0 && v <= e->value; v++)
		proof_value_full(p, v);
	return p->value[e->value];
}

double proof_noise(Proof *p, ProofEnd *e, double t, const double size[])
{
	ProofPoint *at = &p->point;
	ProofPoint part = {p->value, p->count.step, p->count.part, p->a};
	double end = p->b, most;

	if (at->step != p->count.step || at->t != t)
		*at = (ProofPoint){at->value, p->count.step, ++p->count.n_parts, t};
	p->value = at->value;
	p->count.part = at->part;
	p->a = p->b = t;
	p->noise = size;
	most = interval_size(run_full(p, e).slope);
	p->noise = NULL;
	p->value = part.value;
	p->count.part = part.part;
	p->a = part.t;
	p->b = end;
	return isfinite(most) ? most : 0;
}

ProofValue proof_bound(Proof *p, ProofEnd *e, double a, double b)
{
	proof_part(p, a, b);
	return run_full(p, e);
}
