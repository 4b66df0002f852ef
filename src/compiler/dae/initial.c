/* SPDX-License-Identifier: MIT
   initial.c — the initial system (MLS 8.6): all equations after index reduction, the initial
   equations, start values that are fixed, and, as far as unknowns are still free, other start
   values. It is made square locally: an equation is taken if it enlarges the matching, so that each
   lands where a freedom is. Initial equations that find none are checked at the solution instead.

   requires: systems_sort. gives: d->init, d->checks, d->started, d->guessed. */
#include "compiler/dae/dae.h"

#include <stdlib.h>
#include <string.h>

typedef struct Offer {
	int32_t row;  /* of the system: v = start */
	int32_t rank; /* smaller is offered first */
	VarId v;      /* the variable */
	bool silent;  /* no word about it: a discrete variable at the start, or before it */
} Offer;

typedef struct Initial {
	Dae *d;            /* the model */
	Arena *scratch;    /* holds all below */
	Sys s;             /* the system */
	Rest *rest;        /* what is zero because derivatives are; NULL: nothing is put in */
	uint8_t *solved;   /* by variable: a parameter that depends on the initial system */
	VEC(Offer) offers; /* start values that may be taken */
	int32_t n_base;    /* rows that must hold always */
	int32_t n_given;   /* and initial equations, fixed starts */
} Initial;

enum { MOST_NAMED = 5 }; /* variables or equations in one message */

static const Expr *default_start(Dae *d, VarId v)
{
	const Type *t = flat_decl_of(d->m, v)->type;
	ExprPool *p = &d->m->pool;

	switch (t->kind) {
	case TY_REAL: return expr_real(p, 0);
	case TY_INTEGER: return expr_integer(p, 0);
	case TY_BOOLEAN: return expr_boolean(p, false);
	case TY_ENUM: return expr_enum(p, t, 1);
	default: return expr_text(p, "");
	}
}

const Expr *initial_start(Dae *d, VarId v)
{
	const Expr *start = dae_var(d, v)->start;

	return start ? start : default_start(d, v);
}

/* Parameters that the initial system determines, and those that depend on them. */
static void find_solved(Initial *in)
{
	Dae *d = in->d;
	bool more = false;

	in->solved = NEW_ARRAY(in->scratch, uint8_t, d->vars.n);
	for (size_t i = 0; i < d->vars.n; i++) {
		in->solved[i] = d->vars.at[i].role == DR_PARAMETER && d->vars.at[i].solved;
		more = more || in->solved[i];
	}
	/* d->param has every parameter after those that it uses. */
	for (int32_t k = 0; more && k < d->param.n_steps; k++)
		for (int32_t i = 0; i < d->param.step[k].n_assigns; i++) {
			const DaeAssign *a = &d->param.step[k].assign[i];

			uses_find(&in->s.uses, a->value, NULL);
			for (size_t j = 0; j < in->s.uses.vars.n && !in->solved[a->var.i]; j++)
				in->solved[a->var.i] = in->solved[in->s.uses.vars.at[j].i];
		}
}

/* What an operator gives at the start; NULL: the runtime knows. */
static const Expr *argument_at_start(const DaeOperator *o)
{
	uint8_t k = operator_rules[o->kind]->at_start;

	return k ? o->arg[k - 1] : NULL;
}

/* Unknowns: all, and pre(v) where it is read. */
static void add_cols(Initial *in)
{
	Dae *d = in->d;
	uint8_t *has_pre = NEW_ARRAY(in->scratch, uint8_t, d->vars.n);
	size_t n = d->eqs.n + d->init_eqs.n;

	systems_add_cols(&in->s, true);
	for (size_t i = 0; i < d->vars.n; i++)
		if (in->solved[i] && d->vars.at[i].alias.i == (int32_t)i)
			sort_add_col(&in->s, (VarId){(int32_t)i}, false);
	for (size_t i = 0; i < d->operators.n; i++)
		if (argument_at_start(&d->operators.at[i]))
			sort_add_col(&in->s, d->operators.at[i].result[0], false);
	for (size_t i = 0; i < n; i++) {
		const DaeEq *e = i < d->eqs.n ? &d->eqs.at[i] : &d->init_eqs.at[i - d->eqs.n];

		if (e->dropped)
			continue;
		uses_find(&in->s.uses, e->lhs, e->init_rhs ? e->init_rhs : e->rhs);
		for (size_t k = 0; k < in->s.uses.pre.n; k++)
			has_pre[in->s.uses.pre.at[k].i] = 1;
	}
	for (size_t i = 0; i < d->vars.n; i++)
		if (has_pre[i])
			sort_add_col(&in->s, (VarId){(int32_t)i}, true);
}

enum { SAYS_VALUE = 1, SAYS_PRE = 2 };

/* By variable: initial equations say what its value is, and its value before the start. */
static uint8_t *find_said(const Initial *in)
{
	const Dae *d = in->d;
	uint8_t *said = NEW_ARRAY(in->scratch, uint8_t, d->vars.n);

	for (size_t i = 0; i < d->init_eqs.n; i++) {
		const Expr *side[] = {d->init_eqs.at[i].lhs, d->init_eqs.at[i].rhs};

		for (int k = 0; k < 2 && !d->init_eqs.at[i].dropped; k++)
			if (side[k]->op == EX_VAR)
				said[side[k]->aux] |= SAYS_VALUE;
			else if (side[k]->op == EX_PRE && side[k]->arg[0]->op == EX_VAR)
				said[side[k]->arg[0]->aux] |= SAYS_PRE;
	}
	return said;
}

/* That a when which the start does not carry out changes nothing, v = pre(v) (MLS 8.6), is nobody's
   word: where initial equations say both, v begins with a change. */
static bool is_outspoken(const DaeEq *e, const uint8_t *said)
{
	return e->init_rhs && e->lhs->op == EX_VAR && e->init_rhs->op == EX_PRE &&
		   e->init_rhs->arg[0] == e->lhs && said[e->lhs->aux] == (SAYS_VALUE | SAYS_PRE);
}

static void add_base_rows(Initial *in)
{
	Dae *d = in->d;
	const uint8_t *said = find_said(in);

	for (size_t i = 0; i < d->eqs.n; i++) {
		const DaeEq *e = &d->eqs.at[i];
		const Expr *lhs = e->lhs, *rhs = e->init_rhs ? e->init_rhs : e->rhs;

		if (e->dropped || is_outspoken(e, said))
			continue;
		if (in->rest)
			rest_put(in->rest, i, &lhs, &rhs);
		sort_add_row(&in->s, lhs, rhs, eq_ref_always((DaeEqId){(int32_t)i}));
		in->s.rows.at[in->s.rows.n - 1].when = e->init_rhs != NULL;
		in->s.rows.at[in->s.rows.n - 1].discrete = e->discrete;
	}
	for (size_t i = 0; i < d->vars.n; i++)
		if (in->solved[i] && d->vars.at[i].value && d->vars.at[i].alias.i == (int32_t)i)
			sort_add_row(&in->s, dae_ref(d, (VarId){(int32_t)i}), d->vars.at[i].value,
						 eq_ref_none());
	for (size_t i = 0; i < d->operators.n; i++)
		if (argument_at_start(&d->operators.at[i]))
			sort_add_row(&in->s, dae_ref(d, d->operators.at[i].result[0]),
						 argument_at_start(&d->operators.at[i]), eq_ref_none());
	/* The value before the start of a continuous variable is its value. */
	for (size_t c = 0; c < in->s.cols.n; c++) {
		const SysCol *col = &in->s.cols.at[c];

		if (col->pre && !col->discrete)
			sort_add_row(&in->s, expr_unary(&d->m->pool, EX_PRE, dae_ref(d, col->var)),
						 dae_ref(d, col->var), eq_ref_none());
	}
	in->n_base = (int32_t)in->s.rows.n;
}

static void add_start_row(Initial *in, VarId v, bool pre)
{
	const Expr *ref = dae_ref(in->d, v);

	sort_add_row(&in->s, pre ? expr_unary(&in->d->m->pool, EX_PRE, ref) : ref,
				 initial_start(in->d, v), eq_ref_none());
}

/* Initial equations first, then fixed start values, those set near the top of the model first. */
static void add_given_rows(Initial *in)
{
	Dae *d = in->d;
	bool any[UINT8_MAX + 1] = {false}; /* by depth: there are fixed start values */

	for (int weak = 0; weak < 2; weak++)
		for (size_t i = 0; i < d->init_eqs.n; i++)
			if (!d->init_eqs.at[i].dropped && d->init_eqs.at[i].weak == (weak == 1))
				sort_add_row(&in->s, d->init_eqs.at[i].lhs, d->init_eqs.at[i].rhs,
							 eq_ref_initial(i));
	for (size_t i = 0; i < d->vars.n; i++)
		any[d->vars.at[i].depth] |= d->vars.at[i].fixed;
	for (int depth = 0; depth <= UINT8_MAX; depth++)
		for (size_t i = 0; any[depth] && i < d->vars.n; i++) {
			const DaeVar *x = &d->vars.at[i];
			VarId v = {(int32_t)i};

			if (!x->fixed || x->depth != depth || x->alias.i != v.i)
				continue;
			if (x->role != DR_CONTINUOUS && (x->role != DR_DISCRETE || in->s.col_of_pre[v.i] < 0))
				continue;
			add_start_row(in, v, x->role == DR_DISCRETE);
			vec_push(arena_allocator(d->keep), &d->started, v);
		}
	in->n_given = (int32_t)in->s.rows.n;
}

/* In which order start values are offered where nothing else determines a variable. */
static int32_t rank_of(const Initial *in, const SysCol *c)
{
	const DaeVar *x = &in->d->vars.at[c->var.i];
	int32_t kind;

	if (c->pre || c->discrete)
		return 0;
	if (x->is_state)
		kind = x->select >= SS_PREFER ? 1 : 2;
	else if (x->der.i >= 0)
		kind = 3;
	else if (x->role == DR_PARAMETER)
		kind = 4;
	else if (x->depth != 255)
		kind = 5;
	else
		kind = 6;
	return kind * 1000 + x->depth;
}

static int by_rank(const void *x, const void *y)
{
	const Offer *a = x, *b = y;

	return a->rank != b->rank ? (a->rank > b->rank) - (a->rank < b->rank)
							  : (a->row > b->row) - (a->row < b->row);
}

/* Only where a start value has a place: `under`. */
static void add_offers(Initial *in, const uint8_t *under)
{
	for (size_t c = 0; c < in->s.cols.n; c++) {
		SysCol col = in->s.cols.at[c];
		bool is_parameter;

		if (!under[c])
			continue;
		is_parameter = in->d->m->vars.at[col.var.i].variability == VB_PARAMETER;
		vec_push(arena_allocator(in->scratch), &in->offers,
				 ((Offer){(int32_t)in->s.rows.n, rank_of(in, &col), col.var,
						  (col.pre || col.discrete) && !is_parameter}));
		add_start_row(in, col.var, col.pre);
	}
	vec_sort(&in->offers, by_rank);
}

/* The equations that always hold, at once. */
static bool match_base(Initial *in, Arena *work)
{
	Csr base = in->s.may;

	base.n_rows = in->n_base;
	match_init(&in->s.may, in->scratch, &in->s.match);
	match_maximum(&base, work, &in->s.match);
	for (int32_t r = 0; r < in->n_base; r++)
		if (in->s.match.col_of_row[r] < 0)
			return false;
	return true;
}

/* Takes initial equations and fixed start values where they enlarge the matching; true: some have
   no place. */
static bool match_given(Initial *in)
{
	bool left = false;

	for (int32_t r = in->n_base; r < in->n_given; r++)
		if (in->s.match.col_of_row[r] < 0 && !sort_augment(&in->s, r))
			left = true;
	return left;
}

/* There are values before the start of Reals that nothing determines yet. */
static bool has_free_pre(const Initial *in)
{
	for (size_t c = 0; c < in->s.cols.n; c++)
		if (in->s.match.row_of_col[c] < 0 && in->s.cols.at[c].pre && in->s.cols.at[c].real)
			return true;
	return false;
}

/* At the start Reals that change at events only are unknowns like others (MLS 8.6): an initial
   equation may determine them through the other equations. They are asked last. */
static void match_through_all(Initial *in, Arena *work)
{
	in->s.any_real = true;
	in->s.holds.n_rows = in->s.may.n_rows = 0;
	sort_find_incidence(&in->s, work);
	match_given(in);
}

/* An initial condition as the user wrote it: a start value in terms of the variable that has it,
   even if another stands for that one. */
static DaeCondition condition_of(const Initial *in, const SysRow *row)
{
	Dae *d = in->d;
	DaeCondition c = {.at = SPAN_NONE};
	const Expr *var = row->lhs->op == EX_PRE ? row->lhs->arg[0] : row->lhs;
	int32_t of = 0;
	Text text;

	if (eq_ref_is_initial(row->eq)) {
		c.at = dae_eq_at(d, row->eq)->at;
		of = dae_eq_at(d, row->eq)->start_of;
	} else if (var->op == EX_VAR) {
		c.at = flat_decl_of(d->m, expr_var_id(var))->at;
		of = d->vars.at[var->aux].start_of;
	}
	text_init(&text, arena_heap(d->keep));
	if (of && d->m->vars.at[of - 1].start) {
		c.at = flat_decl_of(d->m, (VarId){of - 1})->at;
		flat_print_var(d->m, (VarId){of - 1}, &text);
		text_printf(&text, " = ");
		print_expr(d->m, NULL, d->m->vars.at[of - 1].start, in->scratch, &text);
	} else {
		dae_print_eq_short(d, &(DaeEq){.lhs = row->lhs, .rhs = row->rhs}, in->scratch, &text);
	}
	c.text = arena_strdup(d->keep, text_str(&text));
	text_free(&text);
	return c;
}

/* Of the next check. NULL: there are more. */
static void add_condition(Initial *in, const SysRow *row)
{
	DaeCondition c = {.at = SPAN_NONE};

	if (row)
		c = condition_of(in, row);
	c.check = (int32_t)in->d->checks.n;
	vec_push(arena_allocator(in->d->keep), &in->d->conditions, c);
}

/* The initial conditions that leave no place for row r: those that a search for one meets. */
static void name_others(Initial *in, int32_t r)
{
	Sys *s = &in->s;
	uint8_t *met = NEW_ARRAY(in->scratch, uint8_t, s->rows.n);
	int32_t *queue = NEW_ARRAY(in->scratch, int32_t, s->rows.n), n = 0, named = 0;

	met[r] = 1;
	queue[n++] = r;
	for (int32_t i = 0; i < n; i++)
		for (int32_t k = s->may.start[queue[i]]; k < s->may.start[queue[i] + 1]; k++) {
			int32_t other = s->match.row_of_col[s->may.col[k]];

			if (other < 0 || met[other])
				continue;
			met[other] = 1;
			queue[n++] = other;
			if (other >= in->n_base && named <= MOST_NAMED)
				add_condition(in, named++ < MOST_NAMED ? &s->rows.at[other] : NULL);
		}
}

/* What the matching has no place for must hold by itself. */
static void take_given(Initial *in, Arena *work)
{
	Dae *d = in->d;

	if (match_given(in) && has_free_pre(in))
		match_through_all(in, work);
	for (int32_t r = in->n_base; r < in->n_given; r++) {
		const SysRow *row = &in->s.rows.at[r];
		DaeEq check = {.lhs = row->lhs, .rhs = row->rhs, .der = {-1}, .der_of = {-1}};

		if (in->s.match.col_of_row[r] >= 0)
			continue;
		if (eq_ref_is_initial(row->eq)) {
			check.path = dae_eq_at(d, row->eq)->path;
			check.origin = dae_eq_at(d, row->eq)->origin;
		}
		add_condition(in, row);
		check.at = d->conditions.at[d->conditions.n - 1].at;
		name_others(in, r);
		vec_push(arena_allocator(d->keep), &d->checks, check);
	}
}

/* Columns from which a free one can be reached: only there a start value has a place. */
static uint8_t *find_under(Initial *in, Arena *work)
{
	Sys *s = &in->s;
	uint8_t *under = NEW_ARRAY(in->scratch, uint8_t, s->cols.n);
	int32_t *queue = NEW_ARRAY(in->scratch, int32_t, s->cols.n), n = 0;
	Csr rows;

	csr_transpose(&s->may, work, &rows);
	for (int32_t c = 0; c < (int32_t)s->cols.n; c++)
		if (s->match.row_of_col[c] < 0) {
			under[c] = 1;
			queue[n++] = c;
		}
	for (int32_t i = 0; i < n; i++)
		for (int32_t k = rows.start[queue[i]]; k < rows.start[queue[i] + 1]; k++) {
			int32_t c = s->match.col_of_row[rows.col[k]];

			if (c >= 0 && !under[c]) {
				under[c] = 1;
				queue[n++] = c;
			}
		}
	return under;
}

static void take_offers(Initial *in, Arena *work)
{
	Sys *s = &in->s;
	size_t n_before = s->rows.n;
	int32_t *col_of_row;

	add_offers(in, find_under(in, work));
	sort_find_incidence(s, work);
	col_of_row = NEW_ARRAY(in->scratch, int32_t, s->rows.n);
	memset(col_of_row, -1, s->rows.n * sizeof *col_of_row);
	memcpy(col_of_row, s->match.col_of_row, n_before * sizeof *col_of_row);
	s->match.col_of_row = col_of_row;
	for (size_t i = 0; i < in->offers.n && s->match.n < (int32_t)s->cols.n; i++) {
		const Offer *o = &in->offers.at[i];

		if (!sort_augment(s, o->row))
			continue;
		vec_push(arena_allocator(in->d->keep), &in->d->started, o->v);
		if (!o->silent)
			vec_push(arena_allocator(in->d->keep), &in->d->guessed, o->v);
	}
}

/* Parameters that the initial equations should determine (fixed = false), but do not. */
static void warn_no_value(const Dae *d, Diag *diag)
{
	int n = 0;

	for (size_t i = 0; i < d->guessed.n; i++) {
		VarId v = d->guessed.at[i];
		Text name;

		if (d->m->vars.at[v.i].variability != VB_PARAMETER || n++ >= MOST_NAMED)
			continue;
		text_init(&name, arena_heap(d->keep));
		flat_print_var(d->m, v, &name);
		diag_report(diag, flat_decl_of(d->m, v)->at, W_NO_VALUE,
					"no initial equation determines parameter '%s' (fixed = false); its start "
					"value is used",
					text_str(&name));
		text_free(&name);
	}
	if (n > MOST_NAMED)
		diag_note(diag, SPAN_NONE, "and so are those of %d other parameters", n - MOST_NAMED);
}

/* States of which nothing says where they begin: not even a start value, which could be meant. */
static void warn_no_start(const Dae *d, Diag *diag)
{
	int n = 0;

	for (size_t i = 0; i < d->guessed.n; i++) {
		VarId v = d->guessed.at[i];
		const DaeVar *x = &d->vars.at[v.i];
		Text name;

		if (!x->is_state || x->depth != UINT8_MAX || n++ >= MOST_NAMED)
			continue;
		text_init(&name, arena_heap(d->keep));
		flat_print_var(d->m, v, &name);
		diag_report(diag, flat_decl_of(d->m, v)->at, W_NO_START,
					"nothing says what '%s' is at the start: 0 is taken; it needs a start value "
					"with fixed = true, or an initial equation",
					text_str(&name));
		text_free(&name);
	}
	if (n > MOST_NAMED)
		diag_note(diag, SPAN_NONE, "and so do %d other states", n - MOST_NAMED);
}

/* Equations, initial equations and fixed start values; false: equations are left over. */
static bool set_up(Initial *in, Rest *rest, Arena *work, Diag *diag)
{
	*in = (Initial){.d = in->d, .scratch = in->scratch, .rest = rest};
	in->d->started.n = 0;
	sort_init(&in->s, in->d, in->scratch, diag);
	find_solved(in);
	add_cols(in);
	add_base_rows(in);
	add_given_rows(in);
	sort_find_incidence(&in->s, work);
	return match_base(in, work);
}

bool initial_sort(Dae *d, Arena *scratch, Diag *diag)
{
	Initial *in = NEW(scratch, Initial);
	Rest *rest = rest_find(d, scratch);
	int32_t n = 0, *row;
	Arena work;
	bool ok;

	*in = (Initial){.d = d, .scratch = scratch};
	arena_child(&work, scratch);
	ok = set_up(in, rest, &work, diag);
	/* What has no place may follow from what was put in: as it stands it may have one. */
	if (rest && (!ok || match_given(in)))
		ok = set_up(in, NULL, &work, diag);
	if (ok) {
		take_given(in, &work);
		if (in->s.match.n < (int32_t)in->s.cols.n)
			take_offers(in, &work);
	}
	arena_free(&work);
	if (!ok)
		return systems_say_singular(&in->s);
	sort_set_rows(&in->s);
	row = NEW_ARRAY(scratch, int32_t, in->s.rows.n);
	for (int32_t r = 0; r < (int32_t)in->s.rows.n; r++)
		if (in->s.match.col_of_row[r] >= 0)
			row[n++] = r;
	warn_no_value(d, diag);
	warn_no_start(d, diag);
	return sort_some(&in->s, row, n, &d->init);
}
