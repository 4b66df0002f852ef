/* SPDX-License-Identifier: MIT
   qss_eval.c — values of the straight code at an instant, as functions of time. What several
   targets share is computed once at an instant (stamps). A block is solved by Newton's method for
   its values; then its coefficients of each power follow from one linear system with the same
   matrix, since they are linear in it: the derivatives of the solved block. */
#include "runtime/qss/qss.h"

#include <string.h>

#define MOST_ITERATIONS 50
#define SMALL_STEP      1e-13 /* of an unknown's size: converged */
#define GOOD_STEP       1e-9  /* enough, where rounding allows no more */

/* --- leaves --- */

static void polynomial_at(const double p[], int n, double h, int k, double out[])
{
	double c[QSS_MOST_DEGREE + 1];

	memcpy(c, p, (size_t)(n + 1) * sizeof *c);
	poly_shift(c, n, h);
	for (int i = 0; i <= k; i++)
		out[i] = i <= n ? c[i] : 0;
}

/* Coefficients up to k; out[1], if it is differentiated by one state alone, too. */
static void load_state(const Qss *s, int32_t i, int k, double out[])
{
	const QssState *x = &s->state[i];

	if (s->of_x)
		polynomial_at(x->x, qss_degree(s, i), s->t - x->tx, k, out);
	else
		polynomial_at(x->q, s->o.order - 1, s->t - x->tq, k, out);
	if (s->only < 0)
		return;
	out[1] = s->only == i; /* by this state alone */
}

static void load_input(const Qss *s, int32_t slot, int k, double out[])
{
	const QssInput *in = &s->input[s->graph.input_of_slot[slot]];

	out[0] = in->value + in->slope * (s->t - in->t);
	if (k > 0 && s->only < 0)
		out[1] = in->slope;
}

static void load_leaf(Qss *s, int32_t v, int k)
{
	const MdvFlow *f = s->flow;
	Taylor *y = &s->value[v];

	*y = (Taylor){.until = INFINITY};
	switch (-1 - f->op[v]) {
	case MDV_LEAF_STATE: load_state(s, f->a[v], k, y->c); break;
	case MDV_LEAF_TIME:
		y->c[0] = s->t;
		y->c[1] = s->only < 0;
		break;
	case MDV_LEAF_NUMBER: y->c[0] = f->number[f->a[v]]; break;
	case MDV_LEAF_INPUT: load_input(s, f->a[v], k, y->c); break;
	case MDV_LEAF_SLOT: y->c[0] = s->rt->frame[f->a[v]]; break;
	default: y->c[0] = NAN; break;
	}
}

static void run_value(Qss *s, int32_t v, int k)
{
	const MdvFlow *f = s->flow;

	if (f->op[v] < 0)
		load_leaf(s, v, k);
	else if (f->op[v] == MDV_PROOF_TABLE)
		s->value[v] = (Taylor){.c = {NAN}, .until = INFINITY};
	else
		taylor_op((IrOp)f->op[v], &s->value[f->a[v]], &s->value[f->b[v]], &s->value[f->c[v]], k,
				  &s->value[v]);
	s->stats.values++;
}

/* --- blocks --- */

/* The code of a block for the unknowns as they are. */
static void run_block(Qss *s, const MdvFlowBlock *b, int k)
{
	for (int32_t v = b->first; v < b->end; v++)
		if (s->flow->op[v] != -1 - MDV_LEAF_BLOCK)
			run_value(s, v, k);
}

/* Which unknowns are solved for: all, or the candidates that are no states now, whose others are
   taken from the states. */
static void choose_unknowns(Qss *s, int32_t number, int k)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	const MdvSet *set = b->set < 0 ? NULL : &s->rt->m->set[b->set];
	const int32_t *choice = set ? s->rt->set[set->tied < 0 ? b->set : set->tied].choice : NULL;

	for (int32_t i = 0; i < b->n; i++)
		s->block[number].column[i] = set ? choice[set->n - set->m + i] : i;
	for (int32_t i = 0; set && i < set->n - set->m; i++) {
		Taylor *y = &s->value[b->unknown[choice[i]]];

		*y = (Taylor){.until = INFINITY};
		load_state(s, set->first + i, k, y->c);
	}
}

static Taylor *unknown_of(Qss *s, int32_t number, int32_t i)
{
	return &s->value[s->flow->block[number].unknown[s->block[number].column[i]]];
}

/* What the block reads from outside keeps still, or moves again. */
static void hold_outside(Qss *s, int32_t number, bool still)
{
	QssBlock *w = &s->block[number];

	for (int32_t i = 0; still && i < w->n_outside; i++) {
		w->moves[i] = s->value[w->outside[i]].c[1];
		s->value[w->outside[i]].c[1] = 0;
	}
	for (int32_t i = w->n_outside; !still && i > 0; i--) /* some are there twice */
		s->value[w->outside[i - 1]].c[1] = w->moves[i - 1];
}

/* The matrix dr/du, a column for each unknown; coefficient 1 serves as the tangent. */
static bool make_matrix(Qss *s, int32_t number)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	QssBlock *w = &s->block[number];
	int32_t n = b->n, only = s->only;

	s->only = INT32_MAX; /* of leaves inside of it nothing moves */
	hold_outside(s, number, true);
	for (int32_t i = 0; i < b->n_unknowns; i++)
		s->value[b->unknown[i]].c[1] = 0;
	for (int32_t j = 0; j < n; j++) {
		unknown_of(s, number, j)->c[1] = 1;
		run_block(s, b, 1);
		unknown_of(s, number, j)->c[1] = 0;
		for (int32_t i = 0; i < n; i++)
			w->jac[(size_t)j * (size_t)n + (size_t)i] = s->value[b->residual[i]].c[1];
	}
	hold_outside(s, number, false);
	s->only = only;
	for (int32_t j = 0; j < n; j++)
		w->lu.col[j] = w->nominal[w->column[j]];
	return dense_factor(&w->lu, w->jac);
}

static MdvStatus not_solved(Qss *s, int32_t number, const char *what)
{
	const MdvFlowBlock *b = &s->flow->block[number];

	report_fail(s->rt, MDV_FAILED, s->t,
				"at time %.9g quantized states cannot go on: a block of %d equations for '%s' %s",
				s->t, b->n, report_name(s->rt, b->step->unknown[0]), what);
	if (b->n > 0)
		report_source(s->rt, b->step->source[0]);
	return MDV_FAILED;
}

/* Values of the unknowns. Operands outside of the block keep what they move by: only coefficient 0
   counts here. Gives what is wrong; NULL: nothing. */
static const char *solve_values(Qss *s, int32_t number)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	QssBlock *w = &s->block[number];
	double last = INFINITY;

	for (int turn = 0; turn < MOST_ITERATIONS; turn++) {
		double step = 0;

		if (!make_matrix(s, number))
			return dense_finite(b->n * b->n, w->jac)
					   ? "is singular"
					   : "depends on what is not finite or has no derivatives by time here, a "
						 "table, "
						 "say, or a function that cannot be carried out in advance; use another "
						 "solver";
		for (int32_t i = 0; i < b->n; i++)
			w->r[i] = s->value[b->residual[i]].c[0];
		if (!dense_finite(b->n, w->r))
			return "has a residual that is not finite";
		dense_solve(&w->lu, w->r);
		for (int32_t i = 0; i < b->n; i++) {
			Taylor *u = unknown_of(s, number, i);

			u->c[0] -= w->r[i];
			step = fmax(step, fabs(w->r[i]) / (fabs(u->c[0]) + w->nominal[w->column[i]]));
		}
		if (step <= SMALL_STEP || (step <= GOOD_STEP && (step >= last || turn > 4)) ||
			(b->step->kind == MDV_STEP_LINEAR && turn > 0))
			return NULL;
		last = step;
	}
	return "has no solution that Newton's method finds";
}

static void guess(Qss *s, int32_t number)
{
	const MdvFlowBlock *b = &s->flow->block[number];

	for (int32_t i = 0; i < b->n_unknowns; i++)
		s->value[b->unknown[i]] = (Taylor){.c = {s->block[number].keep[i]}, .until = INFINITY};
	choose_unknowns(s, number, 0);
}

/* Newton's method from the last solution has failed, at a kink, say, or where that solution ends:
   the model has better ways to solve its blocks (homotopy, line search, brackets). */
static MdvStatus solve_by_model(Qss *s, int32_t number, const char *what)
{
	const MdvFlowBlock *b = &s->flow->block[number];

	for (int32_t i = 0; i < s->rt->n; i++) {
		double c[2];

		load_state(s, i, 0, c);
		s->x[i] = c[0];
	}
	s->stats.recovered++;
	if (b->step->kind == MDV_STEP_LINEAR || (rt_output(s->rt, s->t, s->x, RT_INTEGRATE) != MDV_OK &&
											 rt_output(s->rt, s->t, s->x, RT_OUTPUT) != MDV_OK))
		return not_solved(s, number, what);
	for (int32_t i = 0; i < b->n_unknowns; i++)
		s->block[number].keep[i] = s->rt->frame[b->step->unknown[i]];
	guess(s, number);
	what = solve_values(s, number);
	return what ? not_solved(s, number, what) : MDV_OK;
}

/* A dummy that moves faster than all states of its set may rather be one of them. */
static void see_choice(Qss *s, int32_t number)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	const QssBlock *w = &s->block[number];
	double dummy = 0, all = 0;

	for (int32_t i = 0; i < b->n; i++)
		dummy = fmax(dummy, fabs(unknown_of(s, number, i)->c[1]) / w->nominal[w->column[i]]);
	for (int32_t i = 0; i < b->n_unknowns; i++) {
		bool is_dummy = false;

		for (int32_t j = 0; j < b->n; j++)
			is_dummy |= w->column[j] == i;
		if (!is_dummy)
			all = fmax(all, fabs(s->value[b->unknown[i]].c[1]) / w->nominal[i]);
	}
	s->choose |= dummy > SET_FACTOR * all;
}

static MdvStatus solve_block(Qss *s, int32_t number, int k)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	QssBlock *w = &s->block[number];
	double until = INFINITY;
	const char *what;

	guess(s, number);
	what = solve_values(s, number);
	if (what)
		TRY(solve_by_model(s, number, what));
	choose_unknowns(s, number, k);
	for (int power = 1; power <= k; power++) {
		run_block(s, b, power);
		for (int32_t i = 0; i < b->n; i++)
			w->r[i] = s->value[b->residual[i]].c[power];
		dense_solve(&w->lu, w->r);
		for (int32_t i = 0; i < b->n; i++)
			unknown_of(s, number, i)->c[power] = -w->r[i];
	}
	run_block(s, b, k);
	if (b->set >= 0 && s->only < 0 && k > 0)
		see_choice(s, number);
	for (int32_t v = b->first; v < b->end; v++)
		until = fmin(until, s->value[v].until);
	for (int32_t v = b->first; v < b->end; v++) /* all, by the unknowns */
		s->value[v].until = until;
	for (int32_t i = 0; i < b->n_unknowns; i++) {
		s->value[b->unknown[i]].until = until;
		w->keep[i] = s->value[b->unknown[i]].c[0];
	}
	return MDV_OK;
}

/* --- targets --- */

int32_t eval_value_of(const Qss *s, int32_t target)
{
	const MdvModel *m = s->rt->m;
	int32_t n = s->rt->n, w = target - n;

	if (target < m->n_states)
		return s->flow->rate[target];
	if (target < n) {
		int32_t k = s->rt->index.set_of_state[target];
		const MdvSet *set = &m->set[k];

		return s->flow->candidate_rate[k][s->rt->set[set->tied < 0 ? k : set->tied]
											  .choice[target - set->first]];
	}
	return w < s->graph.n_crossings ? s->flow->crossing[w] : s->flow->check[s->graph.action[w]];
}

/* Coefficients above k are 0, or left from before: nobody reads them. */
static MdvStatus run_code(Qss *s, int32_t target, int k)
{
	const QssGraph *g = &s->graph;
	int64_t from = g->whole ? 0 : g->code.start[target];
	int64_t end = g->whole ? g->n_whole : g->code.start[target + 1];

	for (int64_t i = from; i < end; i++) {
		int32_t item = g->code.item[i], first = item < 0 ? s->flow->block[-1 - item].first : item;

		if (s->stamp[first] == s->epoch)
			continue;
		if (item >= 0)
			run_value(s, item, k);
		else
			TRY(solve_block(s, -1 - item, k));
		s->stamp[first] = s->epoch;
	}
	return MDV_OK;
}

/* A part that has a shape, in Taylor arithmetic. */
static void load_argument(Qss *s, const QssShape *shape, const QssValue *v, const int32_t arg[],
						  int k, Taylor *y)
{
	int32_t a = v->arg[1] < QSS_LEAF_TIME ? arg[shape->from[v->arg[1]] + v->arg[0]] : 0;

	*y = (Taylor){.until = INFINITY};
	switch (v->arg[1]) {
	case QSS_LEAF_STATE: load_state(s, a, k, y->c); break;
	case QSS_LEAF_SLOT: y->c[0] = s->rt->frame[a]; break;
	case QSS_LEAF_NUMBER: y->c[0] = s->flow->number[a]; break;
	case QSS_LEAF_INPUT: load_input(s, s->graph.input[a], k, y->c); break;
	case QSS_LEAF_TIME:
		y->c[0] = s->t;
		y->c[1] = s->only < 0;
		break;
	case QSS_LEAF_SHARED: y->c[0] = s->rt->frame[shape->shared[v->arg[0]]]; break;
	default: y->c[0] = shape->fixed[v->arg[0]]; break;
	}
}

/* … or as code, of what is watched; that of derivatives is run by qss_core.c. */
static const Taylor *run_watched(Qss *s, const QssShape *shape, const int32_t arg[], int k)
{
	Taylor *y = &s->values[0];
	double *to = shape->frame + QSS_FIRST_LEAF;
	int n = s->o.order;

	for (int32_t i = 0; i < shape->n[QSS_LEAF_STATE]; i++, to += n + 2) {
		const QssState *x = &s->state[*arg++];
		double h = s->t - x->tx;

		if (x->curved) {
			polynomial_at(x->x, n + 2, h, n + 1, to);
			continue;
		}
		to[n + 1] = 0;
		if (n == 2) {
			double half = x->x[1] + h * x->x[2];

			to[0] = x->x[0] + h * half;
			to[1] = half + h * x->x[2];
			to[2] = x->x[2];
			continue;
		}
		memcpy(to, x->x, (size_t)(n + 1) * sizeof *to);
		if (h != 0)
			poly_shift(to, n, h);
	}
	for (int32_t i = 0; i < shape->n[QSS_LEAF_SLOT]; i++)
		*to++ = s->rt->frame[*arg++];
	for (int32_t i = 0; i < shape->n[QSS_LEAF_NUMBER]; i++)
		*to++ = s->flow->number[*arg++];
	for (int32_t i = 0; i < shape->n[QSS_LEAF_INPUT]; i++, to += 2)
		load_input(s, s->graph.input[*arg++], 1, to);
	if (shape->n[QSS_LEAF_TIME])
		*to = s->t;
	if (shape->code.run(shape->code.ctx, shape->frame) != MDV_OK)
		shape->frame[0] = NAN;
	for (int i = 0; i <= k; i++)
		y->c[i] = shape->frame[i];
	y->until = INFINITY;
	return y;
}

static const Taylor *run_shape(Qss *s, int32_t target, int k)
{
	const QssShape *shape = &s->graph.shapes[s->graph.shape[target]];
	const int32_t *arg = &s->graph.arg[s->graph.arg_start[target]];

	if (shape->code.run && shape->watched && s->of_x && s->only < 0)
		return run_watched(s, shape, arg, k);
	for (int32_t i = 0; i < shape->n_values; i++) {
		const QssValue *v = &shape->value[i];

		if (v->op < 0)
			load_argument(s, shape, v, arg, k, &s->values[i]);
		else
			taylor_op((IrOp)v->op, &s->values[v->arg[0]],
					  v->arg[1] < 0 ? NULL : &s->values[v->arg[1]],
					  v->arg[2] < 0 ? NULL : &s->values[v->arg[2]], k, &s->values[i]);
	}
	s->stats.values += (uint64_t)shape->n_values;
	return &s->values[shape->n_values - 1];
}

static MdvStatus not_finite(Qss *s, int32_t target)
{
	const MdvModel *m = s->rt->m;
	int32_t w = target - s->rt->n;
	const char *name = w >= 0 ? "a relation" : report_name(s->rt, rt_state(s->rt, target)->slot);

	if (s->graph.lost[target]) {
		report_fail(s->rt, MDV_BAD_ARGUMENT, s->t,
					"quantized states cannot be used: %s%s%s depends on what has no derivatives by "
					"time here, a delay, a table or a function that cannot be carried out in "
					"advance; use another solver",
					w >= 0 ? "" : "the derivative of '", name, w >= 0 ? "" : "'");
		if (s->flow->unknown_source >= 0)
			report_source(s->rt, s->flow->unknown_source);
		return MDV_BAD_ARGUMENT;
	}
	if (w >= 0) {
		report_fail(s->rt, MDV_FAILED, s->t, "at time %.9g a relation is not a number", s->t);
		report_source(s->rt, w < m->n_crossings ? m->crossing[w].source
												: m->action[s->graph.action[w]].source);
		return MDV_FAILED;
	}
	return report_fail(s->rt, MDV_FAILED, s->t,
					   "at time %.9g the derivative of '%s' is not finite: quantized states cannot "
					   "go on",
					   s->t, name);
}

/* Values of one instant and one kind of leaves may be shared, as far as they have k powers. */
MdvStatus eval_target(Qss *s, int32_t target, double t, bool of_x, int k, const Taylor **out)
{
	if (t != s->t || of_x != s->of_x || s->only >= 0 || k != s->k)
		s->epoch++;
	s->t = t;
	s->of_x = of_x;
	s->only = -1;
	s->k = k;
	if (s->graph.shape[target] >= 0)
		*out = run_shape(s, target, k);
	else {
		TRY(run_code(s, target, k));
		*out = &s->value[eval_value_of(s, target)];
	}
	for (int i = 0; i <= k; i++)
		if (!isfinite((*out)->c[i]))
			return not_finite(s, target);
	return MDV_OK;
}

MdvStatus eval_slope(Qss *s, int32_t target, int32_t i, double t, double *slope)
{
	s->epoch++;
	s->t = t;
	s->of_x = false;
	s->only = i;
	s->k = 1;
	if (s->graph.shape[target] >= 0)
		*slope = run_shape(s, target, 1)->c[1];
	else {
		TRY(run_code(s, target, 1));
		*slope = s->value[eval_value_of(s, target)].c[1];
	}
	return isfinite(*slope) ? MDV_OK : not_finite(s, target);
}

MdvStatus eval_rate(Qss *s, int32_t i, double t, const double **c, double *until)
{
	QssState *x = &s->state[i];
	const Taylor *f;

	if (s->o.implicit && x->own)
		TRY(eval_slope(s, i, i, t, &x->slope));
	TRY(eval_target(s, i, t, false, s->k_rate, &f));
	*c = f->c;
	*until = f->until;
	return MDV_OK;
}

MdvStatus eval_rate_again(Qss *s, int32_t i, double t)
{
	const Taylor *f;

	s->t = NAN;
	return eval_target(s, i, t, false, s->k_rate, &f);
}

/* --- life --- */

static int32_t add_outside(QssBlock *w, int32_t first, int32_t v, int32_t n)
{
	if (v >= first)
		return n;
	if (w->outside)
		w->outside[n] = v;
	return n + 1;
}

/* Counted if there is no room yet, otherwise written down. */
static int32_t find_outside(const Qss *s, int32_t number)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	const MdvFlow *f = s->flow;
	QssBlock *w = &s->block[number];
	int32_t n = 0;

	for (int32_t v = b->first; v < b->end; v++) {
		int args = f->op[v] < 0 ? 0 : f->op[v] == MDV_PROOF_TABLE ? 2 : ir_op_info[f->op[v]].n_args;

		if (args > 0)
			n = add_outside(w, b->first, f->a[v], n);
		if (args > 1)
			n = add_outside(w, b->first, f->b[v], n);
		if (args > 2)
			n = add_outside(w, b->first, f->c[v], n);
	}
	for (int32_t i = 0; i < b->n; i++)
		n = add_outside(w, b->first, b->residual[i], n);
	return n;
}

static bool open_block(Qss *s, int32_t number, Arena *memory)
{
	const MdvFlowBlock *b = &s->flow->block[number];
	QssBlock *w = &s->block[number];
	size_t n = (size_t)b->n, all = (size_t)b->n_unknowns;

	*w = (QssBlock){.jac = NEW_ARRAY(memory, double, n *n + 1),
					.r = NEW_ARRAY(memory, double, n + 1),
					.keep = NEW_ARRAY(memory, double, all + 1),
					.column = NEW_ARRAY(memory, int32_t, n + 1),
					.nominal = NEW_ARRAY(memory, double, all + 1)};
	w->n_outside = find_outside(s, number);
	w->moves = NEW_ARRAY(memory, double, (size_t)w->n_outside + 1);
	w->outside = NEW_ARRAY(memory, int32_t, (size_t)w->n_outside + 1);
	if (!w->moves || !w->outside || !lu_new(memory, &w->lu, b->n, NULL, NULL))
		return false;
	find_outside(s, number);
	return w->jac && w->r && w->keep && w->column && w->nominal;
}

static int32_t longest_shape(const Qss *s)
{
	int32_t most = 0;

	for (int32_t i = 0; i < s->graph.n_shapes; i++)
		most = most > s->graph.shapes[i].n_values ? most : s->graph.shapes[i].n_values;
	return most;
}

/* Shapes have values of their own, those of the whole code are for targets without. */
static size_t whole_values(const Qss *s)
{
	for (int32_t i = 0; i < s->graph.n_targets; i++)
		if (s->graph.shape[i] < 0)
			return (size_t)s->flow->n_values;
	return 0;
}

bool eval_open(Qss *s, Arena *memory)
{
	size_t n = whole_values(s), longest = (size_t)longest_shape(s);
	bool ok;

	s->value = NEW_ARRAY(memory, Taylor, n + 1);
	s->stamp = NEW_ARRAY(memory, uint32_t, n + 1);
	s->block = NEW_ARRAY(memory, QssBlock, (size_t)s->flow->n_blocks + 1);
	s->range = NEW_ARRAY(memory, Interval, (n > longest ? n : longest) + 1);
	s->is_rough = NEW_ARRAY(memory, bool, (n > longest ? n : longest) + 1);
	s->values = NEW_ARRAY(memory, Taylor, longest + 1);
	ok = s->value && s->stamp && s->block && s->range && s->is_rough && s->values;
	for (int32_t i = 0; ok && i < s->flow->n_blocks; i++)
		ok = open_block(s, i, memory);
	s->epoch = 1;
	s->t = NAN;
	s->only = -1;
	return ok;
}

void eval_begin(Qss *s)
{
	for (int32_t k = 0; k < s->flow->n_blocks; k++) {
		const MdvFlowBlock *b = &s->flow->block[k];

		for (int32_t i = 0; i < b->n_unknowns; i++) {
			s->block[k].keep[i] = s->rt->frame[b->step->unknown[i]];
			s->block[k].nominal[i] = block_nominal(s->rt, b->step->unknown[i]);
		}
	}
	code_share(s);
	s->epoch++;
}
