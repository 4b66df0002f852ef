/* SPDX-License-Identifier: MIT
   mixed.c — blocks with discrete unknowns, at events and at the start: with decisions fixed the
   inner steps are solved and give fresh decisions, until these agree.

   Taking all fresh decisions at once cycles too often (friction goes from forward to backward over
   locked). In one pass only changes from true to false are made, or if there are none those from
   false to true; when the decisions of an earlier pass come again, only the first wrong one is
   changed (principal pivoting of Murty, finite for P-matrices). When that repeats too, some
   relation is likely to be neither true nor false: solved with it true its operands are equal and
   it is false, solved with it false it is true (a friction element that is just held by another
   one). Both ways are followed again with such relations taken as they are, then all combinations
   are tried if there are not too many, in the end also with relations whose operands are tiny.
   Before that the next pass of the event has its turn, with what the decisions lead to under pre: a
   clutch begins to slip because sa > peak*tau0, goes on because pre(startForward) and sa > tau0,
   and has no solution in between. Decisions that are no Booleans take their fresh values in every
   pass. */
#include "runtime/rt/rt.h"

#include <string.h>

/* A simplified model (of a homotopy) that has no solution with so many decisions is left: the
   actual one is next, and all decisions of this one may be tried when that has none either. */
enum { MAX_SEEN = 128, MAX_ENUMERATED = 10, MAX_UNSOLVED = 6 };

/* Before a run ends: `open = s > 1e-15` with s = dp if closed and s = 1e-8*dp if open has no
   solution for a dp of 1e-10. Default tolerances do not tell such values from zero. */
#define NEARLY_EQUAL 1e-6

typedef struct Mixed {
	Rt *rt;              /* the instance */
	RtBlock *block;      /* the mixed one */
	const MdvStep *step; /* its step */
	MdvSeqKind kind;     /* sequence */
	int32_t first;       /* first inner step */
	int32_t n_seen;      /* decisions tried */
	int32_t n_unsolved;  /* passes in which an inner step had no solution */
	bool last_ways;      /* an earlier pass of this event had no solution either */
	bool put;            /* and has put relations where they go: another time they would go back */
	bool tolerant;       /* relations whose operands are equal are right with any value */
	double equal;        /* so near they are equal, whatever their size; 0: it decides */
} Mixed;

static double *decision(const Mixed *x, int32_t i)
{
	return &x->rt->frame[x->step->decision[i]];
}

/* Are the operands of the relation that decision i is equal? The crossings have been computed. */
static bool degenerate(const Mixed *x, int32_t i)
{
	int32_t crossing = x->block->crossing[i];
	double scale;

	if (crossing < 0)
		return false;
	scale = rt_crossing_size(x->rt, crossing);
	return fabs(rt_crossing(x->rt, crossing)) <=
		   fmax(0.5 * x->rt->band * (scale > 0 ? scale : 1), x->equal);
}

static double fresh(const Mixed *x, int32_t i)
{
	return x->tolerant && degenerate(x, i) ? *decision(x, i) : x->rt->frame[x->step->fresh[i]];
}

static bool is_boolean(const Mixed *x, int32_t i)
{
	double a = *decision(x, i), b = fresh(x, i);

	return (a == 0 || a == 1) && (b == 0 || b == 1);
}

/* The crossing functions, with the decisions as they are. */
static MdvStatus run_crossings(Rt *rt)
{
	if (rt->event.partial) {
		rt->mode.use = RT_INTEGRATE; /* what is decided here is not decided again */
		TRY(seq_run(rt, MDV_SEQ_ODE));
		rt->mode.use = RT_EVENT;
	}
	return seq_run(rt, MDV_SEQ_ZERO);
}

static MdvStatus run_inner(const Mixed *x)
{
	x->rt->event.trouble = NULL;
	TRY(seq_steps(x->rt, x->kind, x->first, x->step->n_steps));
	return x->tolerant ? run_crossings(x->rt) : MDV_OK;
}

static int32_t count_wrong(const Mixed *x)
{
	int32_t n = 0;

	for (int32_t i = 0; i < x->step->n_decisions; i++)
		n += *decision(x, i) != fresh(x, i);
	return n;
}

/* Have these decisions been tried in this phase? If not they are noted. */
static bool repeated(Mixed *x)
{
	uint64_t hash = 0;

	for (int32_t i = 0; i < x->step->n_decisions; i++) {
		double v = *decision(x, i) + 0.0; /* -0 is 0 */

		hash = map_hash_bytes(&v, sizeof v, hash);
	}
	for (int32_t k = 0; k < x->n_seen; k++)
		if (x->block->seen[k] == hash)
			return true;
	if (x->n_seen == MAX_SEEN)
		return true;
	x->block->seen[x->n_seen++] = hash;
	return false;
}

static void change_off_first(const Mixed *x)
{
	bool any_off = false;

	for (int32_t i = 0; i < x->step->n_decisions; i++)
		any_off |= is_boolean(x, i) && *decision(x, i) == 1 && fresh(x, i) == 0;
	for (int32_t i = 0; i < x->step->n_decisions; i++)
		if (!any_off || !is_boolean(x, i) || fresh(x, i) == 0)
			*decision(x, i) = fresh(x, i);
}

static void change_lowest(const Mixed *x)
{
	bool done = false;

	for (int32_t i = 0; i < x->step->n_decisions; i++) {
		if (*decision(x, i) == fresh(x, i) || (is_boolean(x, i) && done))
			continue;
		done |= is_boolean(x, i);
		*decision(x, i) = fresh(x, i);
	}
}

/* Enough of a simplified model. */
static bool gives_up(const Mixed *x)
{
	const Rt *rt = x->rt;

	return x->n_unsolved > MAX_UNSOLVED && x->kind == MDV_SEQ_INIT && rt->mode.effort != RT_ALL &&
		   rt->frame[rt->m->homotopy] != 1;
}

/* Repeat with one rule until the decisions agree (*solved) or come again. */
static MdvStatus follow(Mixed *x, void (*change)(const Mixed *), bool *solved)
{
	MdvStatus status;

	x->n_seen = 0;
	for (;;) {
		status = run_inner(x);
		*solved = status == MDV_OK && count_wrong(x) == 0;
		x->n_unsolved += status != MDV_OK || x->rt->event.trouble;
		if (status != MDV_OK || *solved || gives_up(x) || repeated(x))
			return status;
		change(x);
	}
}

/* Every combination of decisions, first as they were before, then by counting. */
static MdvStatus enumerate(Mixed *x, bool *solved)
{
	int32_t n = x->step->n_decisions;
	MdvStatus status = MDV_OK;

	*solved = false;
	for (int32_t i = 0; i < n; i++)
		if (n > MAX_ENUMERATED || !is_boolean(x, i))
			return MDV_OK;
	for (uint32_t k = 0; k < 1u << n; k++) {
		for (int32_t i = 0; i < n; i++)
			*decision(x, i) = (x->block->tried[i] != 0) ^ (k >> i & 1);
		status = run_inner(x);
		*solved = status == MDV_OK && !x->rt->event.trouble && count_wrong(x) == 0;
		if (status < 0 || *solved)
			return status;
	}
	return MDV_OK;
}

static void report_mixed(Rt *rt, const Mixed *x)
{
	report_fail(rt, MDV_RETRY, rt_time(rt), "at time %g no values of", rt_time(rt));
	for (int32_t i = 0; i < x->step->n_decisions && i < 8; i++)
		report_add(rt, "%s '%s'", i ? "," : "", report_name(rt, x->step->decision[i]));
	report_add(rt, "%s agree with the equations that they decide",
			   x->step->n_decisions > 8 ? ", …" : "");
}

static void restore(const Mixed *x)
{
	for (int32_t i = 0; i < x->step->n_decisions; i++)
		*decision(x, i) = x->block->tried[i];
}

/* What the decisions before lead to: of relations that are neither true nor false, where they go.
 */
static MdvStatus take_fresh(Mixed *x)
{
	x->tolerant = false;
	TRY(run_inner(x));
	for (int32_t i = 0; i < x->step->n_decisions; i++)
		*decision(x, i) = fresh(x, i);
	x->tolerant = true;
	return MDV_OK;
}

/* What the start values say: the inner steps are evaluated with the unknowns as they are, and not
   solved, until the decisions do not change. What cannot be evaluated yet leaves what it had. */
static MdvStatus decide_by_start_values(const Mixed *x)
{
	const MdvStep *inner = x->step + 1;

	for (int32_t k = 0; k <= x->step->n_decisions; k++) {
		MdvStatus status = MDV_OK;

		for (int32_t i = 0; i < x->step->n_steps && status >= 0; i++)
			if (inner[i].kind != MDV_STEP_MIXED)
				status = block_code(x->rt, inner[i].code);
		if (status != MDV_OK || count_wrong(x) == 0)
			return status < 0 ? status : MDV_OK;
		for (int32_t i = 0; i < x->step->n_decisions; i++)
			*decision(x, i) = fresh(x, i);
	}
	return MDV_OK;
}

/* Where a solution has ended, and blocks are solved from their start values again, these decide,
   too: decisions of a flow at rest, which neither goes forward nor backward, may agree with
   themselves alone. */
static MdvStatus decide_afresh(const Mixed *x)
{
	const MdvStep *inner = x->step + 1;

	for (int32_t i = 0; i < x->step->n_steps; i++)
		for (int32_t k = 0; k < inner[i].n; k++)
			x->rt->frame[inner[i].unknown[k]] = block_start(x->rt, inner[i].unknown[k]);
	return decide_by_start_values(x);
}

/* Decisions with which the inner steps have no solution, or a function no value (water as steam),
   are wrong ones. At the start, where nothing is known of them, the start values are asked; *solved
   is false if that helps no more. */
static MdvStatus search_from_start_values(Mixed *x, bool *solved)
{
	MdvStatus status;

	x->tolerant = false;
	restore(x);
	TRY(decide_by_start_values(x));
	status = follow(x, change_off_first, solved);
	if (status == MDV_OK && !*solved)
		status = follow(x, change_lowest, solved);
	*solved &= status == MDV_OK && !x->rt->event.trouble;
	return status;
}

/* One way after the other, each from the decisions before. */
static MdvStatus search(Mixed *x, bool *solved)
{
	MdvStatus status = MDV_OK;

	*solved = false;
	for (int way = 0; way < (x->last_ways ? 8 : 6) && !*solved; way++) {
		if (status < 0 || (status != MDV_OK && x->kind != MDV_SEQ_INIT) || gives_up(x))
			break;
		/* On the way of a homotopy the decisions are those of a solution nearby: a shorter step. */
		if (x->kind == MDV_SEQ_INIT && x->rt->mode.effort == RT_PLAIN &&
			(status != MDV_OK || x->rt->event.trouble))
			break;
		if (status != MDV_OK && way < 4) {
			status = search_from_start_values(x, solved);
			way = 3;
			continue;
		}
		x->tolerant = way == 2 || way == 3 || way >= 5;
		x->equal = way < 6 ? 0 : NEARLY_EQUAL;
		if (way != 1) /* it goes on where the way before repeats */
			restore(x);
		status = way == 6 && !x->put ? take_fresh(x) : MDV_OK;
		if (way == 4 || way == 5 || way == 7)
			status = enumerate(x, solved);
		else if (status == MDV_OK)
			status = follow(x, way % 2 ? change_lowest : change_off_first, solved);
		*solved &= status == MDV_OK && !x->rt->event.trouble;
	}
	x->tolerant = false;
	return status;
}

/* For the next pass: relations as the decisions before lead to them, and all else by these, so that
   of a when each equation is carried out, or none. False: that does not settle. */
static MdvStatus follow_relations(Mixed *x, bool *settled)
{
	for (int32_t k = 0; k <= x->step->n_decisions; k++) {
		*settled = true;
		TRY(run_inner(x));
		for (int32_t i = 0; i < x->step->n_decisions; i++) {
			if (x->block->crossing[i] >= 0 || *decision(x, i) == fresh(x, i))
				continue;
			*decision(x, i) = fresh(x, i);
			*settled = false;
		}
		if (*settled)
			return MDV_OK;
	}
	return MDV_OK;
}

/* No decisions agree; a later pass of the event may have a solution. */
static MdvStatus put_off(Mixed *x)
{
	restore(x);
	TRY(run_inner(x));
	for (int32_t i = 0; i < x->step->n_decisions; i++)
		if (x->block->crossing[i] >= 0)
			*decision(x, i) = fresh(x, i);
	return follow_relations(x, &x->rt->event.put_off);
}

/* Nor in an earlier pass. */
static MdvStatus take_last_ways(Mixed *x, bool *solved)
{
	x->last_ways = true;
	restore(x);
	TRY(search(x, solved));
	if (*solved)
		return MDV_OK;
	restore(x);
	TRY(run_inner(x));
	for (int32_t i = 0; i < x->step->n_decisions; i++)
		*decision(x, i) = fresh(x, i);
	return MDV_OK;
}

MdvStatus mixed_solve(Rt *rt, MdvSeqKind kind, int32_t i_step)
{
	const MdvStep *step = &rt->sequence[kind].step[i_step];
	const RtBlock *trouble_before = rt->event.trouble;
	Mixed x = {.rt = rt,
			   .block = &rt->block[rt->sequence[kind].block[i_step]],
			   .step = step,
			   .kind = kind,
			   .first = i_step + 1};
	MdvStatus status;
	bool solved;

	x.put = kind == MDV_SEQ_EVENT && x.block->t_open == rt_time(rt);
	x.last_ways = kind != MDV_SEQ_EVENT || x.put;
	if (rt->mode.afresh && kind == MDV_SEQ_EVENT)
		TRY(decide_afresh(&x));
	for (int32_t i = 0; i < step->n_decisions; i++)
		x.block->tried[i] = *decision(&x, i);
	status = search(&x, &solved);
	if (status == MDV_OK && !solved && !x.last_ways) {
		x.block->t_open = rt_time(rt);
		status = put_off(&x);
	}
	if (status == MDV_OK && !solved && !rt->event.put_off)
		status = take_last_ways(&x, &solved);
	if (status == MDV_OK && !solved) {
		rt->event.trouble = x.block;
		report_mixed(rt, &x);
	}
	if (!rt->event.trouble)
		rt->event.trouble = trouble_before;
	return status;
}
