/* SPDX-License-Identifier: MIT
   lower_table.c — the tables of a model: where variables are, states, actions. */
#include "compiler/lower/lower.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAR 1e59 /* a limit from here on is none: Modelica.Constants.inf is 1e60 */

uint32_t lower_slot(Lower *l, double value)
{
	uint32_t slot = lower_new_slots(l, 1);

	l->initial.at[slot] = value;
	return slot;
}

double lower_literal(Lower *l, const Expr *e)
{
	if (e->op == EX_REAL)
		return expr_real_value(e);
	if (e->op == EX_STRING)
		return lower_fn_text(&l->fns, intern_text(l->p->names, (Name){e->aux}));
	return expr_is_literal(e) ? (double)expr_integer_value(e) : NAN;
}

/* Values that are known before the start: parameters without an expression, start and nominal
   values. Those with an expression are computed later, by lower_start. */

/* A slot with the value of an attribute; literals at once, others later. */
static int32_t attribute(Lower *l, const Expr *e, int32_t var, LowerLater *later)
{
	uint32_t slot;

	if (!e)
		return -1;
	if (expr_is_literal(e) && e->op != EX_STRING)
		return (int32_t)lower_constant(l, lower_literal(l, e));
	/* Of a start value that depends on itself nothing but the default is left (MLS 4.9). */
	slot = lower_slot(l, e->type->kind == TY_ENUM ? 1 : 0);
	vec_push(arena_allocator(l->scratch), later, ((LowerLaterItem){slot, var, e}));
	return (int32_t)slot;
}

uint8_t lower_type(const Type *t)
{
	switch (t->kind) {
	case TY_INTEGER: return MDV_INTEGER;
	case TY_BOOLEAN: return MDV_BOOLEAN;
	case TY_ENUM: return MDV_ENUMERATION;
	case TY_STRING: return MDV_STRING;
	default: return MDV_REAL;
	}
}

static uint16_t flags_of(const Lower *l, size_t i, const FlatDecl *b)
{
	const DaeVar *x = &l->d->vars.at[i];
	uint16_t flags = 0;

	if (x->role == DR_PARAMETER || x->role == DR_NONE)
		flags |= MDV_VAR_PARAMETER | (b->variability > VB_PARAMETER ? MDV_VAR_CONSTANT : 0);
	if (x->role == DR_DISCRETE ||
		(x->role == DR_INPUT && b->variability == VB_DISCRETE && b->type->kind == TY_REAL))
		flags |= MDV_VAR_DISCRETE;
	if (x->role == DR_CONTINUOUS && x->is_state)
		flags |= MDV_VAR_STATE;
	if (b->causality == CZ_INPUT)
		flags |= MDV_VAR_INPUT;
	if (b->flags & DF_OUTSIDE)
		flags |= MDV_VAR_OUTSIDE;
	if (b->causality == CZ_OUTPUT)
		flags |= MDV_VAR_OUTPUT;
	if ((b->flags & DF_HIDE_RESULT && (x->der_of.i < 0 || x->der_of.i >= l->d->n_natural)) ||
		lower_own(l, (VarId){(int32_t)i}) || b->type->kind == TY_OBJECT)
		flags |= MDV_VAR_HIDDEN;
	if (x->negated)
		flags |= MDV_VAR_NEGATED;
	if (x->alias.i != (int32_t)i)
		flags |= MDV_VAR_ALIAS;
	if (l->d->m->vars.at[i].start)
		flags |= MDV_VAR_STARTED;
	return flags;
}

static const char *text_of(Lower *l, Name name)
{
	return name.i ? intern_text(l->p->names, name) : "";
}

const char *lower_literals(Lower *l, const Type *t)
{
	const char *list = "";
	Text text;

	if (t->kind != TY_ENUM)
		return list;
	text_init(&text, arena_heap(l->keep));
	for (int i = 0; i < t->n_fields; i++)
		text_printf(&text, "%s%s", i ? "," : "", intern_text(l->p->names, t->field[i].name));
	list = intern_text(l->p->names, intern_name(l->p->names, text_str(&text), text.n));
	text_free(&text);
	return list;
}

/* A parameter may be set if it is not final, and the compiler has neither used nor computes its
   value. */
static bool is_settable(const DaeVar *x, const FlatDecl *b)
{
	return x->role == DR_PARAMETER && !(b->flags & (DF_FINAL | DF_CLOSED)) && !x->evaluated &&
		   !x->solved && !x->negated && (!x->value || expr_is_literal(x->value));
}

/* A limit, unless it is as far away as Modelica.Constants.inf. */
static int32_t limit(Lower *l, const Expr *e, LowerLater *later)
{
	if (e && e->op == EX_REAL && !(fabs(expr_real_value(e)) < FAR))
		return -1;
	return e && e->variability <= VB_PARAMETER ? attribute(l, e, -1, later) : -1;
}

static void add_limits(Lower *l, size_t i, MdvVar *out, LowerLater *later)
{
	const DaeVar *x = &l->d->vars.at[i];
	const FlatDecl *b = flat_decl_of(l->d->m, (VarId){(int32_t)i});

	if (b->type->kind == TY_REAL || b->type->kind == TY_INTEGER || b->type->kind == TY_ENUM) {
		out->min = limit(l, x->min, later);
		out->max = limit(l, x->max, later);
	}
	if (b->type->kind == TY_ENUM && out->max < 0)
		out->max = (int32_t)lower_constant(l, b->type->n_fields);
	if (out->min >= 0 || out->max >= 0)
		out->source = lower_add_source(l, out->name, b->at, b->path);
}

/* A start value that is a parameter of its own (setting_open_starts) may be set by the variable's
   name: its slot. -1: it is none. */
static int32_t open_start(const Lower *l, const Expr *start)
{
	VarId v;

	if (!start || start->op != EX_VAR || start->type->rank > 0)
		return -1;
	v = expr_var_id(start);
	if (!lower_own(l, v) || l->d->vars.at[v.i].alias.i != v.i ||
		!is_settable(&l->d->vars.at[v.i], flat_decl_of(l->d->m, v)))
		return -1;
	return l->slot[v.i];
}

static void add_start(Lower *l, VarId v, MdvVar *out, LowerLater *later)
{
	const Expr *start = initial_start(l->d, v);
	int32_t slot = open_start(l, start);

	if (slot >= 0)
		out->flags |= MDV_VAR_SETTABLE;
	out->start = l->start[v.i] = slot >= 0 ? slot : attribute(l, start, v.i, later);
}

/* One start value goes by all names of a variable. */
static void take_start(const Lower *l, const DaeVar *x, MdvVar *out)
{
	const DaeVar *rep = &l->d->vars.at[x->alias.i];
	bool moves = rep->role == DR_CONTINUOUS || rep->role == DR_DISCRETE;

	if (!moves || open_start(l, initial_start(l->d, x->alias)) < 0)
		return;
	out->start = l->start[x->alias.i];
	out->flags |= MDV_VAR_SETTABLE;
}

static void add_var(Lower *l, size_t i, MdvVar *out, LowerLater *later)
{
	VarId v = {(int32_t)i};
	const DaeVar *x = &l->d->vars.at[i], *rep = &l->d->vars.at[x->alias.i];
	const FlatDecl *b = flat_decl_of(l->d->m, v);
	const FlatAttrs *a = flat_attrs(l->d->m, v);

	*out = (MdvVar){.name = lower_name(l, v),
					.unit = text_of(l, a->unit),
					.display_unit = text_of(l, a->display_unit),
					.comment = text_of(l, b->comment),
					.literals = lower_literals(l, b->type),
					.slot = l->slot[i],
					.start = -1,
					.nominal = -1,
					.min = -1,
					.max = -1,
					.source = -1,
					.type = lower_type(b->type),
					.flags = flags_of(l, i, b)};
	if (x->role == DR_NONE)
		out->slot = (int32_t)lower_constant(l, x->value ? lower_literal(l, x->value) : 0);
	add_limits(l, i, out, later);
	if (is_settable(x, b))
		out->flags |= MDV_VAR_SETTABLE;
	if (x->alias.i != v.i) {
		out->nominal = l->nominal[span_element(l->d, v, 0).var.i];
		take_start(l, x, out);
		return;
	}
	if (rep->role == DR_CONTINUOUS || rep->role == DR_DISCRETE || rep->solved)
		add_start(l, v, out, later);
	l->nominal[i] = out->nominal = attribute(l, x->nominal, -1, later);
}

/* All that variable i stands for: they differ in name and place. */
static void add_span(Lower *l, size_t i, MdvVar *out, LowerLater *later)
{
	VarId v = {(int32_t)i}, rep = l->d->vars.at[i].alias;
	int32_t n = span_width(l->d, v), step = span_width(l->d, rep) > 1;
	Text name;

	add_var(l, i, out, later);
	if (n == 1)
		return;
	text_init(&name, arena_heap(l->keep));
	for (int32_t k = 0; k < n; k++) {
		MdvVar *at = &out[k * l->row_step[i]];

		text_clear(&name);
		span_print(l->d, v, k, &name);
		*at = out[0];
		at->name = arena_strdup(l->keep, text_str(&name));
		if (l->d->vars.at[i].role != DR_NONE)
			at->slot = out[0].slot + k * step;
	}
	text_free(&name);
}

/* How many variables from i on that a pass has made are of the equations of one loop: these would
   have been made member by member. */
static size_t count_loop(const Lower *l, size_t i)
{
	VarId v = {(int32_t)i};
	size_t n = 1;

	if (span_width(l->d, v) == 1 || i < (size_t)l->d->m->spans->n)
		return 1;
	while (i + n < l->d->vars.n &&
		   span_part(l->d, (VarId){(int32_t)(i + n)}) == span_part(l->d, v) &&
		   span_width(l->d, (VarId){(int32_t)(i + n)}) == span_width(l->d, v))
		n++;
	return n;
}

/* The place of each variable in the table, and how long that is. */
static int32_t number_rows(Lower *l)
{
	int32_t n = 0;

	l->row = NEW_ARRAY(l->scratch, int32_t, l->d->vars.n);
	l->row_step = NEW_ARRAY(l->scratch, int32_t, l->d->vars.n);
	for (size_t i = 0, count; i < l->d->vars.n; i += count) {
		count = count_loop(l, i);
		for (size_t k = 0; k < count; k++) {
			l->row[i + k] = span_is_view(l->d, (VarId){(int32_t)i}) ? -1 : n + (int32_t)k;
			l->row_step[i + k] = (int32_t)count;
		}
		n += span_is_view(l->d, (VarId){(int32_t)i})
				 ? 0
				 : (int32_t)count * span_width(l->d, (VarId){(int32_t)i});
	}
	return n;
}

static void add_vars(Lower *l, LowerLater *later)
{
	int32_t n = number_rows(l);
	MdvVar *var;

	var = arena_alloc(l->keep, (size_t)n * sizeof *var, _Alignof(MdvVar));
	/* Aliases after what they stand for, which may be declared later. */
	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; i < l->d->vars.n; i++)
			if (l->row[i] >= 0 && (l->d->vars.at[i].alias.i != (int32_t)i) == turn)
				add_span(l, i, &var[l->row[i]], later);
	l->out->var = var;
	l->out->n_vars = n;
}

/* Literal parameters and start values of parameters are in the frame from the beginning. */
static void add_parameters(Lower *l)
{
	for (size_t i = 0; i < l->d->vars.n; i++) {
		const DaeVar *x = &l->d->vars.at[i];
		const Expr *value = x->value;

		if (x->role != DR_PARAMETER || x->alias.i != (int32_t)i || x->solved)
			continue;
		if (!value)
			value = initial_start(l->d, (VarId){(int32_t)i});
		if (expr_is_literal(value))
			l->initial.at[l->slot[i]] = lower_literal(l, value);
	}
}

/* So are the start values of inputs, if they are literals: they hold until others are given. */
static void add_inputs(Lower *l)
{
	for (size_t i = 0; i < l->d->vars.n; i++) {
		const DaeVar *x = &l->d->vars.at[i];
		const Expr *start;

		if (x->role != DR_INPUT || x->alias.i != (int32_t)i)
			continue;
		start = initial_start(l->d, (VarId){(int32_t)i});
		if (expr_is_literal(start) && start->op != EX_STRING)
			l->initial.at[l->slot[i]] = lower_literal(l, start);
	}
}

static MdvState state_of(const Lower *l, VarId v)
{
	VarId der = l->d->vars.at[v.i].der;
	VarId rep = l->d->vars.at[der.i].alias;

	return (MdvState){.slot = l->slot[v.i],
					  .derivative = l->slot[rep.i],
					  .tangent = l->tangent[v.i],
					  .derivative_tangent = l->tangent[rep.i],
					  .var = l->row[v.i]};
}

/* Slots are in a row, those of a derivative unless it is the same for all. */
static void add_state(const Lower *l, VarId v, MdvState *out)
{
	VarId der = l->d->vars.at[l->d->vars.at[v.i].der.i].alias;
	int32_t n = span_width(l->d, v), step = span_width(l->d, der) > 1;

	out[0] = state_of(l, v);
	for (int32_t k = 1; k < n; k++)
		out[k] = (MdvState){.slot = out->slot + k,
							.derivative = out->derivative + k * step,
							.tangent = out->tangent + k,
							.derivative_tangent = out->derivative_tangent + k * step,
							.var = out->var + k * l->row_step[v.i]};
}

static int32_t count_states(const Lower *l)
{
	int32_t n = 0;

	for (size_t i = 0; i < l->d->states.n; i++)
		n += span_width(l->d, l->d->states.at[i]);
	return n;
}

static void add_states(Lower *l)
{
	int32_t n_states = count_states(l), at = 0;
	MdvState *state = NEW_ARRAY(l->keep, MdvState, n_states);
	MdvSet *set = NEW_ARRAY(l->keep, MdvSet, l->d->sets.n);
	int32_t first = n_states;

	for (size_t i = 0; i < l->d->states.n; i++) {
		add_state(l, l->d->states.at[i], &state[at]);
		at += span_width(l->d, l->d->states.at[i]);
	}
	for (size_t k = 0; k < l->d->sets.n; k++) {
		const DaeSet *g = &l->d->sets.at[k];
		MdvState *candidate = NEW_ARRAY(l->keep, MdvState, g->n);

		for (int32_t i = 0; i < g->n; i++)
			candidate[i] = state_of(l, g->candidate[i]);
		set[k] = (MdvSet){.n = g->n,
						  .m = g->m,
						  .first = first,
						  .tied = g->tied,
						  .constant = g->constant,
						  .candidate = candidate,
						  .priority = g->priority};
		first += g->n - g->m;
	}
	l->out->state = state;
	l->out->n_states = n_states;
	l->out->set = set;
	l->out->n_sets = (int32_t)l->d->sets.n;
}

void lower_append(Lower *l, MdvSeqKind kind, int32_t region)
{
	MdvSequence *s = &l->sequence[kind];
	MdvStep *step = NEW_ARRAY(l->keep, MdvStep, s->n_steps + 1);

	if (s->n_steps)
		memcpy(step, s->step, (size_t)s->n_steps * sizeof *step);
	step[s->n_steps] = (MdvStep){.kind = MDV_STEP_CODE,
								 .code = region,
								 .tangent = -1,
								 .full_tangent = -1,
								 .set = -1,
								 .island = l->island};
	s->step = step;
	s->n_steps++;
}

static void add_discretes(Lower *l)
{
	VEC(MdvDiscrete) discretes = {0};

	for (size_t i = 0; i < l->d->vars.n; i++)
		if (l->pre[i] >= 0)
			vec_push(arena_allocator(l->keep), &discretes,
					 ((MdvDiscrete){l->slot[i], l->pre[i], l->row[i]}));
	l->out->discrete = discretes.at;
	l->out->n_discretes = (int32_t)discretes.n;
}

/* The discrete variables that the derivatives read. */
static void read_by(Lower *l, Uses *uses, const DaeStep *step, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		for (int32_t k = 0; k < step[i].n_assigns; k++)
			uses_add(uses, step[i].assign[k].value);
		for (int32_t k = 0; step[i].residual && k < step[i].n; k++)
			uses_add(uses, step[i].residual[k]);
		read_by(l, uses, step[i].step, step[i].n_steps);
	}
}

/* The integrator reads derivatives that are computed at events only. */
static void add_derivative_read(const Lower *l, VarId state, int32_t slot[])
{
	VarId der = l->d->vars.at[l->d->vars.at[state.i].der.i].alias;

	for (int32_t k = 0; !l->in_ode[der.i] && k < span_width(l->d, der); k++)
		slot[l->out->n_ode_reads++] = l->slot[der.i] + k;
}

static int compare_slots(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return (x > y) - (x < y);
}

/* And those of its inputs. */
static void add_input_reads(Lower *l, const Uses *uses)
{
	int32_t *slot = NEW_ARRAY(l->keep, int32_t, uses->vars.n + 1);

	for (size_t i = 0; i < uses->vars.n; i++)
		if (l->d->vars.at[uses->vars.at[i].i].role == DR_INPUT)
			slot[l->out->n_input_reads++] = l->slot[uses->vars.at[i].i];
	qsort(slot, (size_t)l->out->n_input_reads, sizeof *slot, compare_slots);
	l->out->input_read = slot;
}

/* And relations whose values are not read, but decided once more by statements. */
static void add_decided_reads(Lower *l, int32_t slot[])
{
	for (size_t i = 0; i < l->d->relations.n; i++) {
		VarId v = l->d->relations.at[i].var;

		if (l->d->vars.at[v.i].decides)
			slot[l->out->n_ode_reads++] = l->slot[l->d->vars.at[v.i].alias.i];
	}
}

static void add_ode_reads(Lower *l)
{
	size_t n_states = (size_t)count_states(l);
	int32_t *slot;
	Uses uses;

	uses_init(&uses, l->d, l->scratch);
	uses_begin(&uses);
	read_by(l, &uses, l->d->ode.step, l->d->ode.n_steps);
	for (size_t k = 0; k < l->d->sets.n; k++)
		n_states += (size_t)l->d->sets.at[k].n;
	slot = NEW_ARRAY(l->keep, int32_t, uses.vars.n + uses.pre.n + n_states + l->d->relations.n);
	/* What is computed at events only counts too, Reals among it: it may change there. */
	for (size_t i = 0; i < uses.vars.n; i++) {
		VarId v = uses.vars.at[i];

		if (l->d->vars.at[v.i].role == DR_DISCRETE ||
			(l->d->vars.at[v.i].role == DR_CONTINUOUS && !l->d->vars.at[v.i].is_state &&
			 !l->in_ode[v.i]))
			slot[l->out->n_ode_reads++] = l->slot[v.i];
	}
	for (size_t i = 0; i < uses.pre.n; i++)
		slot[l->out->n_ode_reads++] = l->pre[uses.pre.at[i].i];
	for (size_t i = 0; i < l->d->states.n; i++)
		add_derivative_read(l, l->d->states.at[i], slot);
	for (size_t k = 0; k < l->d->sets.n; k++)
		for (int32_t i = 0; i < l->d->sets.at[k].n; i++)
			add_derivative_read(l, l->d->sets.at[k].candidate[i], slot);
	add_decided_reads(l, slot);
	l->out->ode_read = slot;
	add_input_reads(l, &uses);
}

static void mark_computed(Lower *l, const DaeStep *step, int32_t n)
{
	for (int32_t i = 0; i < n; i++) {
		for (int32_t k = 0; k < step[i].n_assigns; k++)
			l->in_ode[step[i].assign[k].var.i] = true;
		for (int32_t k = 0; step[i].unknown &&
							k < (step[i].kind == DK_SET ? l->d->sets.at[step[i].set].n : step[i].n);
			 k++)
			l->in_ode[step[i].unknown[k].i] = true;
		mark_computed(l, step[i].step, step[i].n_steps);
	}
}

static uint8_t kind_of_action(const DaeAction *a)
{
	switch (a->kind) {
	case DA_REINIT: return MDV_ACTION_REINIT;
	case DA_TERMINATE: return MDV_ACTION_TERMINATE;
	case DA_CALL: return MDV_ACTION_CALL;
	default:
		if (a->is_limit)
			return MDV_ACTION_LIMIT;
		/* AssertionLevel(warning, error) */
		return a->level && a->level->op == EX_ENUM && expr_integer_value(a->level) == 1
				   ? MDV_ACTION_WARN
				   : MDV_ACTION_ASSERT;
	}
}

/* What an assertion demands: of one that the compiler has made, what does not make it fire, without
   the noEvent around it. */
static const Expr *condition_of(Lower *l, const DaeAction *a)
{
	const Expr *condition = expr_unary(l->p, EX_NOT, a->fires);

	if (a->demands)
		return a->demands;
	if (condition->op == EX_NOT && a->fires->op == EX_NO_EVENT)
		return expr_unary(l->p, EX_NOT, a->fires->arg[0]);
	return condition->op == EX_NO_EVENT ? condition->arg[0] : condition;
}

static int32_t action_source(Lower *l, const DaeAction *a)
{
	static const char *const name[] = {"reinit", "assert", "terminate", "call"};
	Text text;
	int32_t source;

	text_init(&text, arena_heap(l->keep));
	if (a->kind == DA_ASSERT && !a->is_limit)
		print_expr_begin(l->d->m, lower_shown(l, condition_of(l, a)), LOWER_TEXT_MOST, l->scratch,
						 &text);
	else
		text_printf(&text, "%s", name[a->is_limit ? DA_CALL : a->kind]);
	source = lower_add_source(l, text_str(&text), a->at, a->path);
	text_free(&text);
	return source;
}

/* What is done only when an action fires: a message, a call. */
static void add_action_code(Lower *l, const DaeAction *from, MdvAction *a)
{
	if (from->kind == DA_REINIT)
		return;
	lower_begin(l);
	if (from->kind == DA_CALL) {
		(void)lower_expr(l, from->value);
	} else {
		a->slot = (int32_t)lower_slot(l, 0);
		lower_assign(l, (uint32_t)a->slot, from->message, -1);
	}
	a->code = lower_end(l);
}

/* An initial condition, and those that it may contradict, with their lines. */
static void say_conditions(const Lower *l, int32_t check, Text *out)
{
	int n = 0;

	for (size_t i = 0; i < l->d->conditions.n; i++) {
		const DaeCondition *c = &l->d->conditions.at[i];

		if (c->check != check)
			continue;
		text_printf(out, "%s", n == 0 ? "" : n == 1 ? "', together with " : "', ");
		if (n > 0 && c->text && c->at.file && l->sources)
			text_printf(out, "line %d: ", (int)source_line(l->sources, c->at.file, c->at.start));
		text_printf(out, "%s%s", n > 0 ? "'" : "", c->text ? c->text : "…");
		n++;
	}
}

/* Code that computes which actions fire: at events, after output, at the start. */
enum { IN_EVENT, IN_OUTPUT, IN_START };

static bool is_there(const DaeAction *a, int where)
{
	return where == IN_OUTPUT ? a->always : a->start == (where == IN_START);
}

static int32_t add_fires(Lower *l, const MdvAction action[], size_t first, size_t end, int where)
{
	lower_begin(l);
	for (size_t i = first; i < end; i++) {
		const DaeAction *from = &l->d->actions.at[i];

		if (!is_there(from, where))
			continue;
		lower_assign(l, (uint32_t)action[i].fires, from->fires, action[i].source);
		if (from->kind == DA_REINIT)
			lower_assign(l, (uint32_t)action[i].value,
						 expr_if(l->p, from->fires, from->value, dae_ref(l->d, from->target)),
						 action[i].source);
	}
	return lower_end(l);
}

/* Behind a sequence, for each island its own. */
static void append_fires(Lower *l, const MdvAction action[], MdvSeqKind kind, int where)
{
	size_t n = l->d->actions.n;

	for (size_t i = 0, end; i < n; i = end) {
		bool any = false;

		l->island = l->d->actions.at[i].island;
		for (end = i; end < n && l->d->actions.at[end].island == l->island; end++)
			any |= is_there(&l->d->actions.at[end], where);
		if (any)
			lower_append(l, kind, add_fires(l, action, i, end, where));
	}
	l->island = 0;
}

static void add_actions(Lower *l)
{
	size_t n = l->d->actions.n, n_start = 0;
	MdvAction *action = NEW_ARRAY(l->keep, MdvAction, n);

	for (size_t i = 0; i < n; i++) {
		const DaeAction *from = &l->d->actions.at[i];

		action[i] = (MdvAction){.kind = kind_of_action(from),
								.always = from->always,
								.start = from->start,
								.fires = (int32_t)lower_slot(l, 0),
								.slot = -1,
								.value = -1,
								.code = -1,
								.source = action_source(l, from)};
		if (from->kind == DA_REINIT) {
			action[i].slot = l->slot[from->target.i];
			action[i].value = (int32_t)lower_slot(l, 0);
		}
		add_action_code(l, from, &action[i]);
		n_start += from->start;
	}
	append_fires(l, action, MDV_SEQ_EVENT, IN_EVENT);
	append_fires(l, action, MDV_SEQ_OUTPUT, IN_OUTPUT);
	if (n_start)
		l->out->init_actions = add_fires(l, action, 0, n, IN_START);
	l->out->action = action;
	l->out->n_actions = (int32_t)n;
}

static void add_checks(Lower *l)
{
	size_t n = l->d->checks.n;
	MdvCheck *check = NEW_ARRAY(l->keep, MdvCheck, n);

	if (!n)
		return;
	lower_begin(l);
	for (size_t i = 0; i < n; i++) {
		const DaeEq *e = &l->d->checks.at[i];
		bool real = type_is_scalar(e->lhs->type, TY_REAL);
		const Expr *one = expr_real(l->p, 1), *zero = expr_real(l->p, 0), *residual, *scale = one;
		Text text;

		if (real) {
			residual = expr_sub(l->p, e->lhs, e->rhs);
			scale = expr_add(
				l->p, one,
				expr_add(l->p, expr_unary(l->p, EX_ABS, e->lhs), expr_unary(l->p, EX_ABS, e->rhs)));
		} else {
			residual = expr_if(l->p, expr_binary(l->p, EX_EQ, e->lhs, e->rhs), zero, one);
		}
		text_init(&text, arena_heap(l->keep));
		say_conditions(l, (int32_t)i, &text);
		check[i] = (MdvCheck){(int32_t)lower_slot(l, 0), (int32_t)lower_slot(l, 0),
							  lower_add_source(l, text_str(&text), e->at, e->path)};
		text_free(&text);
		lower_assign(l, (uint32_t)check[i].residual, residual, check[i].source);
		lower_assign(l, (uint32_t)check[i].scale, scale, check[i].source);
	}
	l->out->init_check = lower_end(l);
	l->out->check = check;
	l->out->n_checks = (int32_t)n;
}

bool lower_tables(Lower *l)
{
	const FlatExperiment *x = &l->d->m->experiment;
	LowerLater later = {0};

	l->out->name = intern_text(l->p->names, l->d->m->name);
	add_parameters(l);
	add_inputs(l);
	add_vars(l, &later);
	lower_start(l, &later);
	add_states(l);
	lower_crossings(l);
	lower_time_events(l);
	lower_operators(l, true);
	add_discretes(l);
	add_actions(l);
	lower_operators(l, false);
	add_checks(l);
	l->in_ode = NEW_ARRAY(l->scratch, bool, l->d->vars.n);
	mark_computed(l, l->d->ode.step, l->d->ode.n_steps);
	add_ode_reads(l);
	lower_pattern(l);
	l->out->start = x->start;
	l->out->stop = x->stop;
	l->out->has_stop = x->has_stop;
	l->out->tolerance = x->tolerance;
	l->out->interval = x->interval;
	return true;
}
