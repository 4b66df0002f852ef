/* SPDX-License-Identifier: MIT
   prove.c — that no event is missed inside of a step: over the whole of it, or over ever smaller
   parts, each crossing function is shown to keep its sign: by a bound of its values, or because it
   is monotone and both ends are on the right side. Parts are looked at from the left, so that what
   is found is the first event of a crossing. The bounds are those of proof/, of the dense output.
   A function that only touches zero, within its band, has no event. */
#include "runtime/plan/steps.h"

#include <float.h>

/* Parts looked at for one crossing in a step; those open at once; evaluations of the model, where
   bounds cannot tell (a function that touches zero all along). */
enum { MOST_PARTS = 20000, MOST_OPEN = 64, MOST_LOOKS = 100 };

/* What must not become negative, and how that is seen. */
typedef struct Claim {
	ProofEnd *end;      /* the value */
	int32_t crossing;   /* whose; -1: an assertion, which must be 0 */
	int32_t action;     /* of an assertion */
	bool blind;         /* found: nothing is known of it even at a point */
	double side, shift; /* of a crossing: side * z + shift > 0 */
	double touch;       /* as far below zero counts as zero: inside of a step nothing is violated */
	double noise; /* of a crossing: what the states' tolerances make of it, at the first point */
} Claim;

/* A part of the step still to be looked at; nothing is violated at its ends, but for the right end
   of `over`. */
typedef struct Part {
	double a, b; /* times */
	bool over;   /* violated at b */
} Part;

typedef enum Verdict { SETTLED, ISOLATED, OPEN } Verdict;

/* What a search has shown. */
typedef struct Outcome {
	bool tried; /* there was one */
	bool sure;  /* it has shown something */
	Part found; /* where the claim becomes violated first, if found.over */
} Outcome;

/* Operations that enclosures of blocks may take a step, and that are saved; and those of them that
   may be in vain: large models have blocks that can never be enclosed. */
enum { CREDIT_STEP = 300, CREDIT_MOST = 1500000, VAIN_STEP = 100, VAIN_MOST = 500000 };

bool prove_open(Steps *s)
{
	Prove *p = &s->prove;

	p->x = NEW_ARRAY(&s->r->memory, double, s->rt->n);
	p->z = NEW_ARRAY(&s->r->memory, double, s->rt->m->n_crossings);
	p->credit = credit_open(CREDIT_STEP, CREDIT_MOST);
	p->vain = credit_open(VAIN_STEP, VAIN_MOST);
	p->by = credit_by(s->rt->m->n_slots);
	p->check = NEW_ARRAY(&s->r->memory, Wait, s->rt->m->n_actions);
	return p->x && p->z && p->check && clear_open(s) &&
		   proof_open(&p->proof, s->rt->m, s->rt->frame,
					  (ProofInputs){s->rt->inputs.range, s->rt->inputs.ctx}, &s->r->memory);
}

void prove_event(Steps *s)
{
	proof_event(&s->prove.proof);
}

bool prove_is_certain(const Steps *s)
{
	const Proof *p = &s->prove.proof;

	if (!p->m)
		return s->rt->m->n_crossings == 0;
	for (int32_t i = 0; i < p->m->n_crossings; i++)
		if (!p->crossing[i].certain || p->crossing[i].solved)
			return false;
	for (int32_t i = 0; i < p->m->n_actions; i++)
		if (!p->check[i].certain || p->check[i].solved)
			return false;
	return true;
}

void prove_tell(Steps *s)
{
	HybridSampled *most = s->r->out->stats.most;

	for (int32_t i = 0; i < s->rt->m->n_crossings; i++) {
		const Crossing *c = &s->crossing[i];
		HybridSampled here = {i, c->n_sampled, c->n_proved, c->n_points};

		for (int k = 0; k < HYBRID_SAMPLED && here.sampled > 0; k++)
			if (here.sampled > most[k].sampled) {
				HybridSampled other = most[k];

				most[k] = here;
				here = other;
			}
	}
}

void prove_step(Steps *s)
{
	s->prove.fresh = false;
	credit_add_step(&s->prove.credit);
	credit_add_step(&s->prove.vain);
}

/* Operations that one search may take in any case. */
enum { MOST_WORK = 300000 };

/* Blocks that have to be enclosed are not, nor is a long slice. */
static bool is_cheap(const ProofEnd *e)
{
	const ProofForm *f = e->form;

	if (f && f->ok)
		return !f->encloses && f->n_live < PROOF_LONG;
	return !e->solved && e->moves.n < PROOF_LONG;
}

/* Is there no credit left for this one, after so much work? */
static bool is_too_much(const Prove *p, const ProofEnd *e, uint64_t work)
{
	if (is_cheap(e))
		return work > MOST_WORK;
	return p->credit.left < (int64_t)work * p->by || p->vain.left < (int64_t)work * p->by;
}

/* The dense output is asked for when it is needed first. */
bool prove_ready(Steps *s)
{
	Prove *p = &s->prove;

	if (!p->proof.m || s->slide.on)
		return false;
	if (!p->fresh && proof_step(&p->proof, s->solver) != MDV_OK)
		return false;
	p->fresh = true;
	return true;
}

/* The lowest distance of a crossing whose values are in z. */
static double lowest(const Claim *c, Interval z)
{
	return (c->side > 0 ? z.lo : -z.hi) + c->shift;
}

/* Is nothing wrong with all values in z? */
static bool is_clear(const Claim *c, Interval z)
{
	return c->crossing < 0 ? z.lo == 0 && z.hi == 0 : lowest(c, z) > -c->touch;
}

static Verdict judge_crossing(const Claim *c, const ProofValue *v, bool over)
{
	Interval slope = c->side > 0 ? v->slope : interval_neg(v->slope);

	if (over)
		return slope.hi <= 0 || slope.lo >= 0 ? ISOLATED : OPEN;
	return is_clear(c, v->range) || slope.lo >= 0 || slope.hi <= 0 ? SETTLED : OPEN;
}

static Verdict judge(const Claim *c, const ProofValue *v, bool over)
{
	if (c->crossing >= 0)
		return judge_crossing(c, v, over);
	return !over && is_clear(c, v->range) ? SETTLED : OPEN;
}

/* What moves less than this part of the tolerances of the states is below the accuracy of the dense
   output: a relation that changes and comes back so, inside of a step, is noise. Near two roots of
   a product that is less than elsewhere: it is a matter of each point, and looked at where the
   function comes near to what it is at the first one. */
#define NOISE_PART  0.1
#define NOISE_REACH 1000

/* Is this far below zero at t, or near it, as good as zero? */
static bool is_noise(Steps *s, const Claim *c, double t, double below)
{
	if (c->crossing < 0 || below > NOISE_REACH * c->noise)
		return false;
	return below < NOISE_PART * proof_noise(&s->prove.proof, c->end, t, s->solver->atol);
}

/* Whether the claim is violated at t, the model being evaluated there. */
static MdvStatus look_at(Steps *s, const Claim *c, double t, bool *over)
{
	if (c->crossing >= 0) {
		double distance;

		TRY(locate_evaluate(s, t, s->prove.z));
		distance = crossing_distance(s, c->crossing, s->prove.z[c->crossing]);
		*over = distance < -c->touch && !is_noise(s, c, t, -distance);
		return MDV_OK;
	}
	TRY(solver_dense(s->solver, t, s->prove.x));
	TRY(rt_output(s->rt, t, s->prove.x, RT_OUTPUT));
	*over = s->rt->frame[s->rt->m->action[c->action].fires] != 0;
	return MDV_OK;
}

/* Is the claim violated at t, in the middle of a part, by what is known of it? */
static bool known_at_middle(Steps *s, const Claim *c, const ProofValue *v, double t, bool *over)
{
	double lo = v->centre.lo, hi = v->centre.hi;

	if (c->crossing < 0) {
		*over = lo != 0;
		return lo == hi;
	}
	if (c->side < 0) {
		lo = -v->centre.hi;
		hi = -v->centre.lo;
	}
	*over = hi + c->shift < -c->touch && !is_noise(s, c, t, -hi - c->shift);
	return *over || lo + c->shift >= -c->touch || is_noise(s, c, t, -lo - c->shift);
}

/* Smaller parts do not help where nothing is known even at a point. */
static bool can_look(const Claim *c, const ProofValue *v)
{
	return c->crossing >= 0 ? isfinite(v->centre.lo) && isfinite(v->centre.hi) : c->end->certain;
}

/* Nothing in the part is violated by more than noise. */
static bool settled_by_noise(Steps *s, Claim *c, const ProofValue *v, Part at)
{
	if (c->crossing < 0 || at.over)
		return false;
	if (c->noise < 0)
		c->noise = NOISE_PART * proof_noise(&s->prove.proof, c->end, at.a, s->solver->atol);
	return is_noise(s, c, at.a + 0.5 * (at.b - at.a), -lowest(c, v->range));
}

/* It takes too long: what is known is a violation at the end of a part that is still open, if there
   is one; it may not be the first. */
static void give_up(const Part *at, const Part open[], int n, Part *found)
{
	*found = *at;
	for (int k = n - 1; k >= 0 && !found->over; k--) {
		found->b = open[k].b;
		found->over = open[k].over;
	}
}

/* By bounds that hold for some steps. */
static bool is_clear_in_box(Steps *s, const Claim *c)
{
	Proof *p = &s->prove.proof;
	Interval range;
	bool clear;

	if (proof_box_is_none(p) || !proof_box_range(p, c->end, &range))
		return false;
	clear = is_clear(c, range);
	proof_box_tell(p, c->end, clear);
	return clear;
}

/* By one bound of all values. */
static bool is_clear_as_a_whole(Steps *s, const Claim *c, Part whole)
{
	Proof *p = &s->prove.proof;

	return c->end->constant || is_clear(c, proof_range(p, c->end, whole.a, whole.b));
}

/* The first part of [a, b] in which the claim changes from right to wrong; found->over: there is
   one. *sure: it was shown, or shown that there is none. */
static MdvStatus search(Steps *s, Claim *c, Part whole, Part *found, bool *sure)
{
	Part open[MOST_OPEN];
	int n = 0, looks = 0;
	double h = whole.b - whole.a;
	uint64_t work = s->prove.proof.count.work;

	found->over = false;
	*sure = true;
	if (!whole.over && is_clear_as_a_whole(s, c, whole))
		return MDV_OK;
	open[n++] = whole;
	for (int k = 0; n > 0; k++) {
		Part at = open[--n];
		double middle = at.a + 0.5 * (at.b - at.a);
		ProofValue v;
		Verdict verdict;
		bool over;

		if (k > MOST_PARTS || is_too_much(&s->prove, c->end, s->prove.proof.count.work - work)) {
			*sure = false;
			give_up(&at, open, n, found);
			return MDV_OK;
		}
		v = proof_bound(&s->prove.proof, c->end, at.a, at.b);
		verdict = judge(c, &v, at.over);
		if (verdict == SETTLED || (verdict == OPEN && settled_by_noise(s, c, &v, at)))
			continue;
		if (verdict == OPEN &&
			(at.b - at.a <= 8 * locate_resolution(at.b, h) || n + 2 > MOST_OPEN)) {
			*sure &= at.over;
			verdict = at.over ? ISOLATED : SETTLED;
		}
		if (verdict == ISOLATED) {
			*found = at;
			return MDV_OK;
		}
		if (verdict == SETTLED)
			continue;
		if (!known_at_middle(s, c, &v, middle, &over)) {
			c->blind = !can_look(c, &v);
			if (c->blind || looks++ == MOST_LOOKS) {
				*sure = false;
				give_up(&at, open, n, found);
				return MDV_OK;
			}
			TRY(look_at(s, c, middle, &over));
		}
		if (!over)
			open[n++] = (Part){middle, at.b, at.over};
		else
			n = 0; /* what is right of it is not the first */
		open[n++] = (Part){at.a, middle, over};
	}
	return MDV_OK;
}

enum { LONGEST_WAIT = 63 };

static bool is_waiting(Wait *w)
{
	if (w->now == 0)
		return false;
	w->now--;
	return true;
}

/* A proof was tried: how long until the next? */
static void wait_for_next(Wait *w, bool sure, bool blind)
{
	if (sure) {
		w->next = 0;
		return;
	}
	w->now = blind ? w->next : 0;
	if (blind && w->next < LONGEST_WAIT)
		w->next = (uint16_t)(2 * w->next + 1);
}

/* Searches, if that may be done now. */
static MdvStatus search_now(Steps *s, Claim *c, Wait *wait, Part whole, Outcome *out)
{
	uint64_t work = s->prove.proof.count.work;
	MdvStatus status;

	*out = (Outcome){.tried = !is_waiting(wait) && !is_too_much(&s->prove, c->end, 1)};
	if (!out->tried)
		return MDV_OK;
	status = search(s, c, whole, &out->found, &out->sure);
	work = s->prove.proof.count.work - work;
	if (!is_cheap(c->end))
		s->prove.credit.left -= (int64_t)work * s->prove.by;
	if (!is_cheap(c->end) && !out->sure)
		s->prove.vain.left -= (int64_t)work * s->prove.by;
	if (status >= 0)
		wait_for_next(wait, out->sure, c->blind || !is_cheap(c->end));
	return status;
}

static void count(Steps *s, int32_t i, bool proved)
{
	Crossing *c = &s->crossing[i];
	HybridStats *stats = &s->r->out->stats;

	c->proved = proved;
	c->n_proved += proved;
	c->n_sampled += !proved;
	stats->proved += proved;
	stats->sampled += !proved;
}

static Claim claim_of(const Steps *s, int32_t i)
{
	const Crossing *c = &s->crossing[i];

	return (Claim){.end = &s->prove.proof.crossing[i],
				   .crossing = i,
				   .side = c->side,
				   .noise = -1,
				   .shift = c->armed ? 0 : c->band,
				   .touch = c->slept ? 2 * c->band : 0.5 * c->band};
}

/* The model itself must say so, which solves its blocks with less accuracy than bounds have: where
   the claim is violated at t, or a little later, but before `end`. */
static MdvStatus confirm(Steps *s, const Claim *c, double end, double *t, bool *over)
{
	double more = locate_resolution(*t, end - *t), from = *t;

	for (*over = false; !*over && *t <= end; more *= 4) {
		MdvStatus status = look_at(s, c, *t, over);

		if (status != MDV_OK || *over)
			return status;
		*t = from + more;
	}
	return MDV_OK;
}

/* By a first look at the whole step, or at this part of it, at whose ends nothing is violated. */
static bool is_clear_at_once(Steps *s, int32_t i, double from, double to)
{
	Proof *p = &s->prove.proof;
	Claim c;

	if (!proof_is_polynomial(p, &p->crossing[i]))
		return false;
	c = claim_of(s, i);
	return is_clear(&c, proof_glance(p, c.end)) ||
		   proof_until(p, c.end, c.side, clear_least(&s->crossing[i])) >= to ||
		   is_clear(&c, proof_glance_part(p, c.end, from, to));
}

/* The first event of one crossing: found->over, and the values there are in z.trial. */
static MdvStatus prove_one(Steps *s, int32_t i, Part whole, Part *found)
{
	Crossing *crossing = &s->crossing[i];
	Claim c;
	Outcome out;
	MdvStatus status;

	*found = (Part){.over = false};
	if (is_waiting(&crossing->wait)) {
		count(s, i, false);
		return MDV_OK;
	}
	c = claim_of(s, i);
	status = search_now(s, &c, &crossing->wait, whole, &out);
	if (status < 0)
		return status;
	count(s, i, status == MDV_OK && out.sure);
	if (status != MDV_OK || !out.found.over)
		return MDV_OK;
	*found = out.found;
	status = confirm(s, &c, whole.b, &found->b, &found->over);
	if (status == MDV_OK && found->over)
		status = locate_evaluate(s, found->b, s->z.trial);
	if (status < 0)
		return status;
	found->over &= status == MDV_OK && crossing_violated(s, i, s->z.trial[i]);
	crossing->proved &= found->over;
	return MDV_OK;
}

MdvStatus prove_crossings(Steps *s, double *left, double *right, int32_t *crossing)
{
	const Clear *clear = &s->prove.clear;
	double from = *left, free = *right;
	uint64_t n_clear;

	*crossing = -1;
	if (!prove_ready(s) || !(*right > from)) {
		clear_unmark(s);
		return MDV_OK;
	}
	clear_see(s);
	n_clear = (uint64_t)(s->watch.n - clear->n_open);
	for (int32_t k = 0; k < clear->n_open; k++) {
		int32_t i = clear->open[k];
		Part found;

		if (is_clear_at_once(s, i, from, *right)) {
			s->crossing[i].proved = true;
			s->crossing[i].n_proved++;
			n_clear++;
			continue;
		}
		TRY(prove_one(s, i, (Part){from, *right, false}, &found));
		if (!found.over)
			continue;
		*crossing = i;
		*right = found.b;
		free = s->crossing[i].armed ? fmin(free, found.a) : from;
		FOR_WATCHED (s, k_trial)
			s->z.end[k_trial] = s->z.trial[k_trial];
	}
	s->r->out->stats.proved += n_clear;
	if (*crossing >= 0)
		*left = free;
	return MDV_OK;
}

MdvStatus prove_checks(Steps *s, double t_end, double *t)
{
	const MdvModel *m = s->rt->m;

	bool all_sure = true;

	*t = INFINITY;
	if (s->rt->index.n_always == 0 || !(t_end > s->r->t))
		return MDV_OK;
	if (!prove_ready(s))
		return sample_checks(s, t_end, t);
	for (int32_t k = 0; k < s->rt->index.n_always; k++) {
		int32_t i = s->rt->index.always[k];
		Claim c = {.end = &s->prove.proof.check[i], .crossing = -1, .action = i};
		Outcome out;
		bool over = false;

		if (m->action[i].kind == MDV_ACTION_WARN && s->rt->said.warned[i])
			continue;
		if (is_clear_in_box(s, &c))
			continue;
		TRY(search_now(s, &c, &s->prove.check[i], (Part){s->r->t, fmin(t_end, *t), false}, &out));
		all_sure &= out.sure;
		if (!out.found.over)
			continue;
		TRY(confirm(s, &c, fmin(t_end, *t), &out.found.b, &over));
		if (over)
			*t = out.found.b;
	}
	return all_sure ? MDV_OK : sample_checks(s, fmin(t_end, *t), t);
}
