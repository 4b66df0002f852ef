/* SPDX-License-Identifier: MIT
   order_check.c — what must hold of sorted systems. Every unknown is determined once, by an
   equation that holds it, and no equation is used twice; whatever is evaluated reads only what is
   known or was determined before it: so blocks are in order, and the inner assignments of a torn
   block are triangular once its tearing variables are known. O(size of the systems). */
#include "compiler/dae/dae.h"

typedef enum Seen {
	SEEN_NOT,       /* nowhere so far */
	SEEN_READ,      /* read as something known */
	SEEN_DETERMINED /* by a step before */
} Seen;

typedef struct Order {
	Check *check;       /* the way out */
	const Dae *d;       /* what is checked */
	Arena *scratch;     /* work space */
	Uses uses;          /* finds variables */
	const char *system; /* the one at hand */
	bool initial;       /* it is the initial one: pre values are unknowns, too */
	uint8_t *seen;      /* by variable: Seen, of this run */
	uint8_t *seen_pre;  /* by variable: of its pre value */
	bool *used;         /* by equation: this run has used it */
	bool *used_init;    /* by initial equation: likewise */
	size_t n_used;      /* equations that were used, decisions included */
	bool *event;        /* by variable: the system of events determines it */
} Order;

static _Noreturn void fail(const Order *o, VarId v, const char *what)
{
	Text name;

	text_init(&name, arena_allocator(o->scratch));
	flat_print_var(o->d->m, v, &name);
	check_fail(o->check, "%s: '%s' %s", o->system, text_str(&name), what);
}

static void determine(Order *o, VarId v, bool pre)
{
	uint8_t *seen;

	if (v.i < 0 || (size_t)v.i >= o->d->vars.n)
		check_fail(o->check, "%s: a variable that does not exist", o->system);
	seen = pre ? &o->seen_pre[v.i] : &o->seen[v.i];
	if (*seen == SEEN_READ)
		fail(o, v, "is read before it is determined");
	if (*seen == SEEN_DETERMINED)
		fail(o, v, "is determined twice");
	*seen = SEEN_DETERMINED;
}

static void read_expr(Order *o, const Expr *e)
{
	uses_find(&o->uses, e, NULL);
	for (size_t i = 0; i < o->uses.vars.n; i++)
		if (o->seen[o->uses.vars.at[i].i] == SEEN_NOT)
			o->seen[o->uses.vars.at[i].i] = SEEN_READ;
	for (size_t i = 0; o->initial && i < o->uses.pre.n; i++)
		if (o->seen_pre[o->uses.pre.at[i].i] == SEEN_NOT)
			o->seen_pre[o->uses.pre.at[i].i] = SEEN_READ;
}

static void use_eq(Order *o, EqRef eq)
{
	const Dae *d = o->d;
	bool *used;

	if (!eq_ref_is_some(eq))
		return;
	if ((size_t)eq.number >= (eq.initial ? d->init_eqs.n : d->eqs.n))
		check_fail(o->check, "%s: an equation that does not exist", o->system);
	used = eq.initial ? &o->used_init[eq.number] : &o->used[eq.number];
	if (*used || (!eq.initial && d->eqs.at[eq.number].dropped))
		check_fail(o->check, "%s: equation %d is used twice, or was dropped", o->system,
				   (int)eq.number);
	*used = true;
	o->n_used++;
}

/* The matching is one of incident pairs. */
static void check_incident(Order *o, const DaeAssign *a)
{
	const DaeEq *e;

	if (!eq_ref_is_always(a->eq) || a->pre || o->initial)
		return;
	e = dae_eq_at(o->d, a->eq);
	if (e->lhs->op == EX_VAR && (int32_t)e->lhs->aux == a->var.i)
		return;
	uses_find(&o->uses, e->lhs, e->rhs);
	for (size_t i = 0; i < o->uses.vars.n; i++)
		if (o->uses.vars.at[i].i == a->var.i)
			return;
	fail(o, a->var, "does not occur in the equation that is said to determine it");
}

static void check_assigns(Order *o, const DaeStep *s)
{
	for (int32_t i = 0; i < s->n_assigns; i++) {
		use_eq(o, s->assign[i].eq);
		check_incident(o, &s->assign[i]);
		read_expr(o, s->assign[i].value);
		determine(o, s->assign[i].var, s->assign[i].pre);
	}
}

static void check_step(Order *o, const DaeStep *s)
{
	const DaeSet *set = s->kind == DK_SET ? &o->d->sets.at[s->set] : NULL;
	int32_t n_unknown = set ? set->n : s->kind == DK_MIXED ? 0 : s->n;

	if (set && s->n != set->m)
		check_fail(o->check, "%s: a state set with %d residuals for %d constraints", o->system,
				   (int)s->n, (int)set->m);
	for (int32_t i = 0; s->unknown && i < n_unknown; i++)
		determine(o, s->unknown[i], s->unknown_pre && s->unknown_pre[i]);
	for (int32_t i = 0; i < s->n_decisions; i++)
		determine(o, s->decision[i], false);
	o->n_used += (size_t)s->n_decisions;
	check_assigns(o, s);
	for (int32_t i = 0; i < s->n_steps; i++)
		check_step(o, &s->step[i]);
	for (int32_t i = 0; s->residual && i < s->n; i++) {
		use_eq(o, s->eq[i]);
		read_expr(o, s->residual[i]);
	}
	for (int32_t i = 0; i < s->n_decisions; i++)
		read_expr(o, s->fresh[i]);
}

static void begin(Order *o, bool initial)
{
	size_t n = o->d->vars.n;

	o->initial = initial;
	o->seen = NEW_ARRAY(o->scratch, uint8_t, n);
	o->seen_pre = initial ? NEW_ARRAY(o->scratch, uint8_t, n) : NULL;
	o->used = NEW_ARRAY(o->scratch, bool, o->d->eqs.n);
	o->used_init = initial ? NEW_ARRAY(o->scratch, bool, o->d->init_eqs.n) : NULL;
	o->n_used = 0;
}

static void check_system(Order *o, const char *name, const DaeSystem *s)
{
	o->system = name;
	for (int32_t i = 0; i < s->n_steps; i++)
		check_step(o, &s->step[i]);
}

/* Is it one of those that the systems of a run determine? */
static bool is_unknown(const Dae *d, size_t v)
{
	const DaeVar *x = &d->vars.at[v];

	return x->alias.i == (int32_t)v &&
		   ((x->role == DR_CONTINUOUS && !x->is_state) || x->role == DR_DISCRETE);
}

/* All unknowns are determined, all equations used. */
static void check_event(Order *o)
{
	const Dae *d = o->d;
	size_t n_eqs = 0;

	begin(o, false);
	check_system(o, "events", &d->event);
	o->event = NEW_ARRAY(o->scratch, bool, d->vars.n);
	for (size_t v = 0; v < d->vars.n; v++) {
		o->event[v] = o->seen[v] == SEEN_DETERMINED;
		if (is_unknown(d, v) != o->event[v])
			fail(o, (VarId){(int32_t)v},
				 o->event[v] ? "is determined, but no unknown" : "is an unknown not determined");
	}
	for (size_t i = 0; i < d->eqs.n; i++)
		n_eqs += !d->eqs.at[i].dropped;
	if (o->n_used != n_eqs)
		check_fail(o->check, "events: %zu equations are used of %zu", o->n_used, n_eqs);
}

/* Between events: what is not determined here was so at the last event, or is known. */
static void check_flow(Order *o)
{
	begin(o, false);
	check_system(o, "derivatives", &o->d->ode);
	check_system(o, "crossings", &o->d->zero);
	check_system(o, "results", &o->d->output);
	for (size_t v = 0; v < o->d->vars.n; v++) {
		if (o->seen[v] == SEEN_DETERMINED && !o->event[v])
			fail(o, (VarId){(int32_t)v}, "is determined between events, but not at events");
		if (o->seen[v] == SEEN_READ && is_unknown(o->d, v) && !o->event[v])
			fail(o, (VarId){(int32_t)v}, "is read, but nothing determines it");
	}
}

static void open_checker(Order *o, Check *check)
{
	o->check = check;
	uses_init(&o->uses, o->d, o->scratch);
}

static void check_run_systems(Check *check, void *ctx)
{
	Order *o = ctx;

	open_checker(o, check);
	begin(o, false);
	check_system(o, "parameters", &o->d->param);
	check_event(o);
	check_flow(o);
}

static void check_initial_system(Check *check, void *ctx)
{
	Order *o = ctx;

	open_checker(o, check);
	begin(o, true);
	check_system(o, "the start", &o->d->init);
	for (size_t v = 0; v < o->d->vars.n; v++)
		if (is_unknown(o->d, v) && o->seen[v] != SEEN_DETERMINED)
			fail(o, (VarId){(int32_t)v}, "is an unknown not determined");
}

bool order_check_run(const Dae *d, Arena *scratch, Text *why)
{
	return check_run_in(scratch, why, check_run_systems, &(Order){.d = d, .scratch = scratch});
}

bool order_check_initial(const Dae *d, Arena *scratch, Text *why)
{
	return check_run_in(scratch, why, check_initial_system, &(Order){.d = d, .scratch = scratch});
}
