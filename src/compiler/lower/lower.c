/* SPDX-License-Identifier: MIT
   lower.c — the whole of lowering: slots, sequences, tables, then the numbers of temporaries, which
   lie behind everything else. O(size of the sorted systems and their tangents). */
#include "compiler/lower/lower.h"

#include <string.h>

uint32_t lower_new_slots(Lower *l, uint32_t n)
{
	uint32_t first = (uint32_t)l->initial.n;

	for (uint32_t i = 0; i < n; i++)
		vec_push(arena_allocator(l->scratch), &l->initial, 0);
	return first;
}

uint32_t lower_constant(Lower *l, double value)
{
	uint64_t bits;
	const uint64_t *found;
	uint32_t slot;

	memcpy(&bits, &value, sizeof bits);
	found = map_find(&l->constants, bits);
	if (found)
		return (uint32_t)*found;
	slot = lower_new_slots(l, 1);
	l->initial.at[slot] = value;
	map_put(&l->constants, bits, slot);
	return slot;
}

/* The texts of paths and files are made once. */
static const char *path_text(Lower *l, PathId path)
{
	Text text;

	if (path.i < 0)
		return "";
	if (!l->path_text[path.i]) {
		text_init(&text, arena_heap(l->keep));
		flat_print_path(l->d->m, path, &text);
		l->path_text[path.i] = arena_strdup(l->keep, text_str(&text));
		text_free(&text);
	}
	return l->path_text[path.i];
}

static const char *file_text(Lower *l, uint32_t file)
{
	const char *name = map_find_ptr(&l->file_text, file);

	if (!name) {
		name = arena_strdup(l->keep, source_get(l->sources, file)->name);
		map_put(&l->file_text, file, map_key(name));
	}
	return name;
}

int32_t lower_add_source(Lower *l, const char *text, Span at, PathId path)
{
	MdvSource s = {.file = "", .path = path_text(l, path)};

	s.text = strlen(text) > LOWER_TEXT_MOST ? arena_printf(l->keep, "%.*s…", LOWER_TEXT_MOST, text)
											: arena_strdup(l->keep, text);
	if (at.file && l->sources) {
		s.file = file_text(l, at.file);
		s.line = (int32_t)source_line(l->sources, at.file, at.start);
	}
	vec_push(arena_allocator(l->keep), &l->srcs, s);
	return (int32_t)l->srcs.n - 1;
}

/* What the compiler's own variables stand for. */
static const Expr *show_own(void *ctx, ExprPool *p, const Expr *e)
{
	const Lower *l = ctx;

	(void)p;
	return e->op == EX_VAR && e->type->rank == 0 && l->stands_for[e->aux] ? l->stands_for[e->aux]
																		  : e;
}

bool lower_own(const Lower *l, VarId v)
{
	return l->own[v.i];
}

/* Names lie anywhere: they are looked at once, in order. */
static void note_own(Lower *l)
{
	l->own = NEW_ARRAY(l->scratch, bool, l->d->vars.n);
	for (size_t i = 0; i < l->d->vars.n; i++) {
		VarId v = {(int32_t)i}, of = l->d->vars.at[i].der_of;

		l->own[i] = flat_is_own(l->d->m, of.i < 0 ? v : of);
	}
}

static bool is_own(const Lower *l, const Expr *e)
{
	return e->op == EX_VAR && e->type->rank == 0 && lower_own(l, expr_var_id(e));
}

static void stand_for(Lower *l, VarId v, const Expr *e)
{
	l->stands_for[v.i] = e;
	l->any_stands |= e != NULL;
}

/* Relations, conditions of whens and operators with one result have become variables. */
static void find_own(Lower *l)
{
	l->stands_for = NEW_ARRAY(l->scratch, const Expr *, l->d->vars.n);
	l->written = NEW_ARRAY(l->scratch, const Expr *, l->d->vars.n);
	for (size_t i = 0; i < l->d->eqs.n; i++) {
		const DaeEq *eq = &l->d->eqs.at[i];

		if (!eq->dropped && is_own(l, eq->lhs) && eq->rhs->type->kind == TY_BOOLEAN)
			stand_for(l, expr_var_id(eq->lhs), eq->rhs);
	}
	for (size_t i = 0; i < l->d->relations.n; i++) {
		const DaeRelation *r = &l->d->relations.at[i];

		stand_for(l, r->var, r->written);
		l->written[r->var.i] = r->written;
		if (r->instant && is_own(l, r->instant))
			l->written[r->instant->aux] = r->written;
	}
	for (size_t i = 0; i < l->d->operators.n; i++) {
		const DaeOperator *o = &l->d->operators.at[i];
		const OperatorRule *rule = operator_rules[o->kind];
		size_t n = 0;

		while (n < rule->n_args && o->arg[n])
			n++;
		if (rule->n_results == 1)
			stand_for(l, o->result[0], expr_op(l->p, (ExprOp)rule->op, o->arg, n));
		for (size_t k = 0; o->state.i >= 0 && k < n; k++)
			if (rule->arg[k].followed)
				l->written[o->state.i] = o->arg[k];
	}
	l->shown = walk_rewrite_new(l->p, l->scratch, XF_VAR, show_own, l);
}

const Expr *lower_shown(Lower *l, const Expr *e)
{
	const Expr *shown = NULL;

	if (!l->shown)
		find_own(l);
	/* Conditions of whens hold relations, which may hold operators. */
	for (int depth = 0; depth < 4 && shown != e && l->any_stands; depth++) {
		shown = e;
		e = walk_rewrite(l->shown, e);
	}
	return e;
}

/* What the user wrote for one of the compiler's own variables; NULL: not known. */
static const Expr *written_for(Lower *l, VarId v)
{
	const Expr *var = dae_ref(l->d, v), *shown = lower_shown(l, var);

	if (l->written[v.i])
		return lower_shown(l, l->written[v.i]);
	return shown == var ? NULL : shown;
}

const char *lower_name(Lower *l, VarId v)
{
	VarId of = l->d->vars.at[v.i].der_of;
	const Expr *written = lower_own(l, v) ? written_for(l, of.i < 0 ? v : of) : NULL;
	const char *name;
	Text text;

	text_init(&text, arena_heap(l->keep));
	if (written && of.i >= 0)
		text_printf(&text, "der(");
	if (written)
		print_expr_begin(l->d->m, written, LOWER_TEXT_MOST, l->scratch, &text);
	else
		flat_print_var(l->d->m, v, &text);
	if (written && of.i >= 0)
		text_printf(&text, ")");
	name = arena_strdup(l->keep, text_str(&text));
	text_free(&text);
	return name;
}

/* The same of an equation; NULL: it is about one of the user's. */
static const Expr *own_text(Lower *l, const DaeEq *e)
{
	const Expr *written;

	if (!is_own(l, e->lhs))
		return NULL;
	written = written_for(l, expr_var_id(e->lhs));
	return written ? written : lower_shown(l, e->rhs);
}

/* Does an algorithm, made a function, give the value? */
static bool is_of_algorithm(const Lower *l, const Expr *e)
{
	while (e->op == EX_INDEX || e->op == EX_RESULT || e->op == EX_FIELD)
		e = e->arg[0];
	return e->op == EX_CALL && !l->d->m->fns.at[e->aux].passes &&
		   !l->d->m->fns.at[e->aux].shown.i &&
		   intern_text(l->p->names, l->d->m->fns.at[e->aux].name)[0] == '$';
}

/* The sources of equations are made when the model is done: only those asked for. */
int32_t lower_source(Lower *l, EqRef eq)
{
	const Expr *own;
	DaeEq e;
	Text text;
	int32_t *known;

	if (!eq_ref_is_some(eq))
		return -1;
	known = eq.initial ? &l->src_of_init[eq.number] : &l->src_of_eq[eq.number];
	if (*known >= 0)
		return *known;
	e = *dae_eq_at(l->d, eq);
	own = own_text(l, &e);
	e.lhs = lower_shown(l, e.lhs);
	e.rhs = lower_shown(l, e.rhs);
	text_init(&text, arena_heap(l->keep));
	if (own || is_of_algorithm(l, e.rhs))
		print_expr_begin(l->d->m, own ? own : e.lhs, LOWER_TEXT_MOST, l->scratch, &text);
	if (!own && is_of_algorithm(l, e.rhs))
		text_printf(&text, " := …");
	else if (!own)
		dae_print_eq_begin(l->d, &e, LOWER_TEXT_MOST, l->scratch, &text);
	*known = lower_add_source(l, text_str(&text), e.at, e.path);
	text_free(&text);
	return *known;
}

int32_t lower_source_of(Lower *l, const LowerItem *item)
{
	const FlatDecl *decl;
	int32_t source = lower_source(l, item->eq);
	Text text;

	if (source >= 0 || item->var < 0 || !(item->value->flags & XF_CALL) ||
		(size_t)item->var >= l->d->m->vars.n)
		return source;
	decl = flat_decl_of(l->d->m, (VarId){item->var});
	text_init(&text, arena_heap(l->keep));
	flat_print_var(l->d->m, (VarId){item->var}, &text);
	if (text_str(&text)[0] == '$') { /* ours: most are relations */
		text_clear(&text);
		text_printf(&text, "a condition");
	}
	source = lower_add_source(l, text_str(&text), decl->at, decl->path);
	text_free(&text);
	return source;
}

static IrOperand place_operand(Lower *l, IrOperand o, int32_t n, uint32_t base)
{
	uint32_t *table;
	bool any = false;

	if (!o.table) {
		if (o.base >= LOWER_TEMP)
			o.base += base - LOWER_TEMP;
		return o;
	}
	for (int32_t i = 0; i < n; i++)
		any = any || o.table[i] >= LOWER_TEMP;
	if (!any)
		return o;
	table = NEW_ARRAY(l->keep, uint32_t, n);
	for (int32_t i = 0; i < n; i++)
		table[i] = o.table[i] >= LOWER_TEMP ? o.table[i] - LOWER_TEMP + base : o.table[i];
	o.table = table;
	return o;
}

/* Temporaries get their places behind the frame's variables. */
static void place_temps(Lower *l)
{
	uint32_t base = (uint32_t)l->initial.n;

	for (size_t i = 0; i < l->code->regions.n; i++) {
		IrInstr *instr = l->region_code.at[i];

		for (int32_t k = 0; k < l->code->regions.at[i].n_instrs; k++) {
			uint32_t *slot[] = {&instr[k].dst, &instr[k].a, &instr[k].b, &instr[k].c};

			for (int j = 0; j < 4; j++)
				if (*slot[j] >= LOWER_TEMP && *slot[j] != LOWER_UNKNOWN)
					*slot[j] += base - LOWER_TEMP;
		}
	}
	for (size_t i = 0; i < l->code->calls.n; i++) {
		IrCall *c = &l->code->calls.at[i];
		uint32_t *in = NEW_ARRAY(l->keep, uint32_t, c->n_in),
				 *out = NEW_ARRAY(l->keep, uint32_t, c->n_out);

		for (int32_t k = 0; k < c->n_in; k++)
			in[k] = c->in[k] >= LOWER_TEMP ? c->in[k] - LOWER_TEMP + base : c->in[k];
		for (int32_t k = 0; k < c->n_out; k++)
			out[k] = c->out[k] >= LOWER_TEMP ? c->out[k] - LOWER_TEMP + base : c->out[k];
		c->in = in;
		c->out = out;
	}
	for (size_t i = 0; i < l->code->batches.n; i++) {
		const IrBatch *b = &l->code->batches.at[i];
		IrOperand *operand = NEW_ARRAY(l->keep, IrOperand, b->n_operands);

		for (int32_t k = 0; k < b->n_operands; k++)
			operand[k] = place_operand(l, b->operand[k], b->n_instances, base);
		l->code->batches.at[i].operand = operand;
	}
	l->code->first_temp = base;
	lower_new_slots(l, l->most_temps);
}

static int32_t *minus_ones(Lower *l, size_t n)
{
	int32_t *x = NEW_ARRAY(l->scratch, int32_t, n);

	memset(x, -1, n * sizeof *x);
	return x;
}

static void begin(Lower *l)
{
	size_t n = l->d->vars.n;

	l->slot = minus_ones(l, n);
	l->pre = minus_ones(l, n);
	l->tangent = minus_ones(l, n);
	l->start = minus_ones(l, n);
	l->nominal = minus_ones(l, n);
	l->mine = NEW_ARRAY(l->scratch, bool, n);
	l->src_of_eq = minus_ones(l, l->d->eqs.n);
	l->src_of_init = minus_ones(l, l->d->init_eqs.n);
	l->path_text = NEW_ARRAY(l->scratch, const char *, l->d->m->paths.n);
	note_own(l);
	map_init(&l->runs, arena_allocator(l->scratch));
	map_init(&l->blocks, arena_allocator(l->scratch));
	map_init(&l->file_text, arena_allocator(l->scratch));
	map_init(&l->constants, arena_allocator(l->scratch));
	map_init(&l->args, arena_allocator(l->scratch));
	walk_init(&l->leaves, l->p, l->scratch);
	map_init(&l->branches, arena_allocator(l->scratch));
}

/* The sequences that have anything to do, as a list. */
static void add_sequences(Lower *l)
{
	MdvSequence *list = NEW_ARRAY(l->keep, MdvSequence, MDV_SEQ_COUNT);

	for (int k = 0; k < MDV_SEQ_COUNT; k++)
		if (l->sequence[k].n_steps > 0) {
			list[l->out->n_sequences] = l->sequence[k];
			list[l->out->n_sequences++].kind = (uint8_t)k;
		}
	l->out->sequence = list;
}

/* By slot: is it a number that never changes? */
static const bool *constant_slots(const Lower *l)
{
	bool *constant = NEW_ARRAY(l->keep, bool, l->initial.n + 1);
	const MapEntry *e;

	for (size_t i = 0; (e = map_next(&l->constants, &i));)
		constant[e->value] = true;
	return constant;
}

/* The steps of a sequence, to be marked. */
static MdvStep *own_steps(MdvModel *model, MdvSeqKind kind, Arena *keep)
{
	MdvSequence *list = NEW_ARRAY(keep, MdvSequence, model->n_sequences);
	int32_t n = mdv_model_steps(model, kind);
	MdvStep *step = NEW_ARRAY(keep, MdvStep, n);

	memcpy(list, model->sequence, (size_t)model->n_sequences * sizeof *list);
	for (int32_t i = 0; i < model->n_sequences; i++)
		if (list[i].kind == kind) {
			memcpy(step, list[i].step, (size_t)n * sizeof *step);
			list[i].step = step;
		}
	model->sequence = list;
	return step;
}

typedef VEC(int32_t) Slots;

/* What crossing functions do not need of ODE. */
static void mark_rest(const IrModule *code, MdvModel *model, Arena *keep, Arena *scratch)
{
	int32_t n = mdv_model_steps(model, MDV_SEQ_ODE);
	const MdvAlloc *a = arena_allocator(scratch);
	Slots slots = {0};
	const bool *live;
	MdvStep *step;

	if (model->n_crossings == 0 || n == 0)
		return;
	for (int32_t i = 0; i < model->n_crossings; i++) {
		vec_push(a, &slots, model->crossing[i].z);
		if (model->crossing[i].scale >= 0)
			vec_push(a, &slots, model->crossing[i].scale);
	}
	live = lower_needed(code, model, slots.at, slots.n, scratch);
	step = own_steps(model, MDV_SEQ_ODE, keep);
	for (int32_t i = 0; i < n; i++)
		step[i].rest = !live[i];
}

/* What actions outside of whens do not need of ODE and OUTPUT. */
static void mark_unchecked(const IrModule *code, MdvModel *model, Arena *keep, Arena *scratch)
{
	int32_t n_ode = mdv_model_steps(model, MDV_SEQ_ODE);
	int32_t n_zero = mdv_model_steps(model, MDV_SEQ_ZERO);
	const MdvAlloc *a = arena_allocator(scratch);
	Slots slots = {0};
	const bool *live;
	MdvStep *step;

	for (int32_t i = 0; i < model->n_actions; i++)
		if (model->action[i].always)
			vec_push(a, &slots, model->action[i].fires);
	if (slots.n == 0)
		return;
	live = lower_needed(code, model, slots.at, slots.n, scratch);
	step = own_steps(model, MDV_SEQ_ODE, keep);
	for (int32_t i = 0; i < n_ode; i++)
		step[i].unchecked = !live[i];
	step = own_steps(model, MDV_SEQ_OUTPUT, keep);
	for (int32_t i = 0; i < mdv_model_steps(model, MDV_SEQ_OUTPUT); i++)
		step[i].unchecked = !live[n_ode + n_zero + i];
}

bool lower_model(const LowerInput *in, IrModule *code, MdvModel *model)
{
	Lower *l = NEW(in->scratch, Lower);
	Dae *d = in->d;
	Arena *keep = in->keep, *scratch = in->scratch;
	const DaeSystem *const systems[MDV_SEQ_COUNT] = {
		[MDV_SEQ_PARAM] = &d->param, [MDV_SEQ_INIT] = &d->init, [MDV_SEQ_EVENT] = &d->event,
		[MDV_SEQ_ODE] = &d->ode,     [MDV_SEQ_ZERO] = &d->zero, [MDV_SEQ_OUTPUT] = &d->output};
	double *initial;
	Arena work, temp;
	bool ok;

	*l = (Lower){.d = d,
				 .graph = in->graph,
				 .p = &d->m->pool,
				 .code = code,
				 .out = model,
				 .keep = keep,
				 .scratch = scratch,
				 .sources = in->sources,
				 .diag = in->diag};
	*model = (MdvModel){.init_check = -1, .init_actions = -1, .start_code = -1, .objects_code = -1};
	arena_child(&work, scratch);
	arena_child(&temp, scratch);
	l->work = &work;
	l->temp = &temp;
	ir_init(code, keep);
	lower_fn_init(&l->fns, d->m, code, in->sources);
	begin(l);
	code->one = lower_constant(l, 1);
	code->minus_zero = lower_constant(l, -0.0);
	lower_slots(l);
	/* First the one that has tangents: others may share its code. */
	l->sequence[MDV_SEQ_ODE] = lower_system(l, &d->ode, true);
	for (int i = 0; i < MDV_SEQ_COUNT; i++)
		if (i != MDV_SEQ_ODE)
			l->sequence[i] = lower_system(l, systems[i], false);
	ok = lower_tables(l);
	add_sequences(l);
	lower_event(l);
	lower_devs(l);
	place_temps(l);
	arena_free(&work);
	arena_free(&temp);
	lower_fn_free(&l->fns);
	code->n_slots = (uint32_t)l->initial.n;
	initial = NEW_ARRAY(keep, double, l->initial.n);
	memcpy(initial, l->initial.at, l->initial.n * sizeof *initial);
	model->initial = initial;
	model->n_slots = (int32_t)l->initial.n;
	model->source = l->srcs.at;
	model->n_sources = (int32_t)l->srcs.n;
	code->constant = constant_slots(l);
	lower_islands(l);
	mark_rest(code, model, keep, scratch);
	mark_unchecked(code, model, keep, scratch);
	lower_proof(code, model, keep, scratch);
	return ok;
}
