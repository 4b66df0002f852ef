/* SPDX-License-Identifier: MIT
   devs_atomic.c — atomic DEVS models (paper 004, 7). The text of the base class is not used: the
   functions that an atomic has become those of a component of the engine. The number of a port is
   what the user's equations say, `in1.event = iEvent[1]` (Listing 1, also with event and queue
   exchanged); a port without such an equation gets the next number that is free. These equations
   then go, and with them what they are about: nothing else may use it. */
#include "compiler/devs/devs.h"
#include "compiler/elab/elab.h"

#include <string.h>

static const char *const role_names[] = {
#define ROW(role, name) name,
	DEVS_FUNCTIONS(ROW)
#undef ROW
};

static const char *const pulse_names[] = {
#define ROW(name) name,
	DEVS_PULSES(ROW)
#undef ROW
};

static Name name_of(Inst *in, const char *text)
{
	return intern_name(in->sx->names, text, strlen(text));
}

/* --- the state --- */

void devs_mark_outside(Inst *in, Node *n)
{
	if (n->flat_decl.i >= 0) {
		FlatDecl *d = &in->flat->decls.at[n->flat_decl.i];

		d->causality = CZ_INPUT;
		d->flags |= DF_OUTSIDE;
		for (int32_t k = 0; k < flat_decl_size(d); k++)
			flat_make_discrete(in->flat, (VarId){d->first.i + k});
		return;
	}
	for (uint32_t i = 0; i < n->n_element; i++)
		devs_mark_outside(in, n->element[i]);
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT && n->member[i]->node)
			devs_mark_outside(in, n->member[i]->node);
}

void devs_note(Inst *in, Node *n)
{
	Node *state = member_node(in, n, name_of(in, "S"));

	vec_push(arena_allocator(in->keep), &devs_state(in)->atomics, n);
	if (state && state->kind != NODE_CLASS)
		devs_mark_outside(in, state);
	for (int i = 0; i < DEVS_PULSE_COUNT; i++) {
		Node *pulse = member_node(in, n, name_of(in, pulse_names[i]));

		if (pulse && pulse->basic && pulse->basic->kind == TY_BOOLEAN)
			devs_mark_outside(in, pulse);
	}
}

static bool find_state(Inst *in, Node *n, FlatAtomic *a)
{
	Node *state = member_node(in, n, name_of(in, "S"));
	const Expr *x = state && state->kind != NODE_CLASS ? elab_component(in, state) : NULL;
	VarId *var;

	if (x && elab_is_error(x))
		return false;
	if (!x || x->type->kind != TY_RECORD || x->type->rank > 0) {
		diag_error(in->diag, syntax_span(n->decl->at), E_ATOMIC,
				   "'%s' is an atomic DEVS model without a state: its class has no record 'S'",
				   node_name(in, n));
		return false;
	}
	a->state = x->type;
	var = NEW_ARRAY(in->keep, VarId, x->type->n_scalars + 1);
	for (int32_t k = 0; k < x->type->n_scalars; k++)
		var[k] = expr_var_id(scalar_at(in->pool, in->scratch, x, k));
	a->var = var;
	return true;
}

/* --- functions --- */

/* A function as the class has it, with what redeclarations give to its inputs. */
typedef struct DevsFn {
	Node *node;         /* the function itself: shared by all atomics with the same text */
	const Mod *mods[8]; /* of the short classes on the way to it, strongest first */
	int n_mods;         /* how many */
} DevsFn;

/* Do these modifiers only give values? */
static bool only_values(const Mod *m)
{
	for (; m; m = m->weaker) {
		if (m->replace)
			return false;
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++)
			if (m->ast->args[i].kind != ARG_MODIFY || m->ast->args[i].mod.n_args > 0)
				return false;
	}
	return true;
}

/* `redeclare function Fext = ext(u = level)`: ext, and what u is. */
static bool resolve_function(Inst *in, Node *f, DevsFn *out)
{
	*out = (DevsFn){.node = f};
	while (out->n_mods < 8 && f->def && f->def->form == FORM_SHORT) {
		if (!member_bases(in, f) || f->n_base != 1)
			return false;
		if (!only_values(f->base[0]->mod))
			return true; /* it is another function for each of them */
		out->mods[out->n_mods++] = f->base[0]->mod;
		f = f->base[0]->cls;
		out->node = f;
	}
	return true;
}

/* What a redeclaration gives to an input; NULL: nothing. */
static const Expr *given_value(Inst *in, const DevsFn *f, Name input)
{
	for (int i = 0; i < f->n_mods; i++) {
		const Mod *m = mod_value(mod_of_member(in->keep, f->mods[i], input, NULL));

		if (m)
			return elab_mod_value(in, m);
	}
	return NULL;
}

/* A variable of the model that has the value of an expression. */
static const Expr *as_variable(Inst *in, const FlatAtomic *a, const Expr *x, const char *what,
							   Span at)
{
	Text name;
	FlatDecl d = {.type = x->type,
				  .variability = x->variability,
				  .flags = DF_PROTECTED | DF_HIDE_RESULT,
				  .path = a->path,
				  .at = at,
				  .value_at = at};
	DeclId decl;
	VarId v;

	text_init(&name, arena_allocator(in->scratch));
	flat_print_path(in->flat, a->path, &name);
	text_printf(&name, ".%s_%u", what, (unsigned)in->flat->decls.n);
	d.name = flat_name(in->flat, text_str(&name));
	decl = flat_add_decl(in->flat, &d);
	vec_push(arena_allocator(in->keep), &in->decl_node, NULL);
	v = in->flat->decls.at[decl.i].first;
	if (x->variability <= VB_PARAMETER) {
		flat_set_binding(in->flat, v, x);
	} else {
		FlatEq eq = {.kind = EQ_EQUAL,
					 .origin = EO_BINDING,
					 .path = a->path,
					 .at = at,
					 .lhs = flat_ref(in->flat, v),
					 .rhs = x};

		flat_add_eq(in->flat, &eq);
	}
	return flat_ref(in->flat, v);
}

/* The inputs behind those that the role gives: literals, or variables. */
static bool find_given(Inst *in, const FlatAtomic *a, const DevsFn *f, DevsRole role,
					   FlatDevsFn *out)
{
	const FlatFn fn = in->flat->fns.at[out->fn.i];
	VEC(const Expr *) given = {0};
	const Type **type = NEW_ARRAY(in->keep, const Type *, fn.n_in + 1);

	for (int32_t i = 0; i < out->n_std; i++)
		type[i] = fn.body.local[i].type;
	for (int32_t i = out->n_std; i < fn.n_in; i++) {
		const FlatLocal *formal = &fn.body.local[i];
		const Expr *x = given_value(in, f, formal->name);

		if (!x)
			x = elab_fn_default(in, f->node, i);
		if (!x) {
			diag_error(in->diag, fn.at, E_ATOMIC,
					   "the input '%s' of '%s' has no value: give one where the function is "
					   "redeclared, %s = %s(%s = …)",
					   intern_text(in->sx->names, formal->name),
					   intern_text(in->sx->names, fn.name), role_names[role],
					   intern_text(in->sx->names, f->node->name),
					   intern_text(in->sx->names, formal->name));
			return false;
		}
		x = elab_is_error(x) ? x
							 : elab_convert(in, x, formal->type, f->node->def->at,
											intern_text(in->sx->names, formal->name));
		if (elab_is_error(x))
			return false;
		type[i] = x->type;
		for (int32_t k = 0; k < x->type->n_scalars; k++) {
			const Expr *s = scalar_at(in->pool, in->scratch, x, k);

			if (!expr_is_literal(s) && s->op != EX_VAR)
				s = as_variable(in, a, s, intern_text(in->sx->names, formal->name), fn.at);
			vec_push(arena_allocator(in->keep), &given, s);
		}
	}
	out->type = type;
	out->given = given.at;
	out->n_given = (int32_t)given.n;
	return true;
}

/* Is the type that of the state, or of what else the role gives? */
static bool fits(const FlatAtomic *a, const Type *t, int32_t i)
{
	if (i == 0)
		return t == a->state ||
			   (t->kind == TY_RECORD && t->rank == 0 && t->n_scalars == a->state->n_scalars);
	return true;
}

static bool wrong_function(Inst *in, const FlatFn *fn, DevsRole role, const char *why)
{
	diag_error(in->diag, fn->at, E_ATOMIC, "'%s' cannot be the function %s of an atomic: %s",
			   intern_text(in->sx->names, fn->name), role_names[role], why);
	return false;
}

/* Inputs and outputs that the role asks for: state; elapsed time and bag; queues and their number.
 */
static bool check_function(Inst *in, const FlatAtomic *a, DevsRole role, FlatDevsFn *out)
{
	static const int32_t n_std[] = {[DEVS_INIT] = 0, [DEVS_INT] = 1, [DEVS_EXT] = 3,
									[DEVS_CON] = 3,  [DEVS_OUT] = 3, [DEVS_TA] = 1};
	static const int32_t n_out[] = {[DEVS_INIT] = 1, [DEVS_INT] = 1, [DEVS_EXT] = 1,
									[DEVS_CON] = 1,  [DEVS_OUT] = 0, [DEVS_TA] = 1};
	const FlatFn *fn = &in->flat->fns.at[out->fn.i];
	const FlatLocal *result = &fn->body.local[fn->n_in];

	out->n_std = n_std[role];
	/* An initial state may be made of the declared one. */
	if (role == DEVS_INIT && fn->n_in > 0 && fits(a, fn->body.local[0].type, 0) &&
		fn->body.local[0].type->kind == TY_RECORD)
		out->n_std = 1;
	if (fn->n_in < out->n_std)
		return wrong_function(in, fn, role, "it has too few inputs");
	if (out->n_std > 0 && !fits(a, fn->body.local[0].type, 0))
		return wrong_function(in, fn, role, "its first input is not the state");
	if (fn->n_out < n_out[role])
		return wrong_function(in, fn, role, "it has no output");
	if (n_out[role] && result->type->n_scalars < 0)
		return wrong_function(in, fn, role, "its output has no size that is known before it runs");
	if (n_out[role] &&
		(role == DEVS_TA ? !type_is_scalar(result->type, TY_REAL) : !fits(a, result->type, 0)))
		return wrong_function(in, fn, role,
							  role == DEVS_TA ? "its output is not a Real"
											  : "its output is not the state");
	return true;
}

static bool find_function(Inst *in, Node *n, DevsRole role, FlatAtomic *a)
{
	Member *m = member_find(in, n, name_of(in, role_names[role]));
	FlatDevsFn *out = &a->fn[role];
	DevsFn f;
	Node *node;

	*out = (FlatDevsFn){.fn = {-1}};
	if (!m || devs_is_base(in, m->home->def))
		return true;
	node = node_of(in, n, m);
	if (!elab_is_function(node)) {
		diag_error(in->diag, syntax_span(m->decl->at), E_ATOMIC, "'%s' must be a function",
				   role_names[role]);
		return false;
	}
	if (!resolve_function(in, node, &f))
		return false;
	out->fn = elab_fn(in, f.node);
	return out->fn.i >= 0 && check_function(in, a, role, out) && find_given(in, a, &f, role, out);
}

static bool find_functions(Inst *in, Node *n, FlatAtomic *a)
{
	bool ok = true;

	for (int role = 0; role < DEVS_ROLE_COUNT; role++)
		ok &= find_function(in, n, (DevsRole)role, a);
	if (ok && a->fn[DEVS_INIT].fn.i < 0) {
		diag_error(in->diag, syntax_span(n->decl->at), E_ATOMIC,
				   "the atomic '%s' has no initial state: its class must redeclare 'initState'",
				   node_name(in, n));
		return false;
	}
	return ok;
}

/* --- ports --- */

typedef struct PortVar {
	bool is_read;   /* of other variables: equations refer to it */
	int32_t atomic; /* 1 + its number; 0: no variable of a port */
	int32_t port;   /* index into ports; -1: an element of iEvent … */
	int32_t number; /* of such an element, from 0 */
	bool output;    /* of an output */
} PortVar;

typedef struct DevsPortAt {
	Node *node;     /* the connector */
	int32_t atomic; /* whose it is */
	int32_t number; /* from 0; -1: not yet */
	bool output;    /* direction */
} DevsPortAt;

typedef struct Ports {
	Inst *in;           /* of all */
	VEC(DevsPortAt) at; /* all ports of atomics */
	VEC(PortVar) var;   /* by variable, as far as there are any */
} Ports;

static void tag_variables(Ports *p, const Node *n, PortVar tag, bool element)
{
	FlatModel *m = p->in->flat;
	const FlatDecl *d = n->flat_decl.i >= 0 ? &m->decls.at[n->flat_decl.i] : NULL;

	for (int32_t k = 0; d && k < flat_decl_size(d); k++) {
		tag.number = element ? k : 0;
		p->var.at[d->first.i + k] = tag;
	}
	for (uint32_t i = 0; !d && i < n->n_member; i++)
		if (n->member[i]->decl->kind == EL_COMPONENT && n->member[i]->node)
			tag_variables(p, n->member[i]->node, tag, element);
}

static void add_port(Ports *p, Node *n, int32_t atomic)
{
	DevsPort port = devs_port(p->in, n);
	DevsPortAt at = {n, atomic, -1, port == DEVS_PORT_OUT};
	PortVar tag = {.atomic = atomic + 1, .port = (int32_t)p->at.n, .output = at.output};

	if (n->kind == NODE_ARRAY) {
		for (uint32_t i = 0; i < n->n_element; i++)
			add_port(p, n->element[i], atomic);
		return;
	}
	if (port == DEVS_PORT_NONE)
		return;
	tag_variables(p, n, tag, false);
	vec_push(arena_allocator(p->in->scratch), &p->at, at);
}

static void add_ports(Ports *p, Node *n, int32_t atomic)
{
	static const char *const arrays[] = {"iEvent", "iQueue", "oEvent", "oQueue"};

	for (uint32_t i = 0; i < n->n_member; i++) {
		Node *child = n->member[i]->node;

		if (child && n->member[i]->decl->kind == EL_COMPONENT && !child->is_disabled &&
			!child->basic)
			add_port(p, child, atomic);
	}
	for (int k = 0; k < 4; k++) {
		const Node *array = member_node(p->in, n, name_of(p->in, arrays[k]));

		if (array)
			tag_variables(p, array, (PortVar){.atomic = atomic + 1, .port = -1, .output = k >= 2},
						  true);
	}
}

static const PortVar *tag_of(const Ports *p, const Expr *e)
{
	const PortVar *tag;

	if (e->op != EX_VAR || e->type->rank > 0 || (size_t)e->aux >= p->var.n)
		return NULL;
	tag = &p->var.at[e->aux];
	return tag->atomic ? tag : NULL;
}

/* Does the equation say which number a port has, or nothing that matters? Then it goes. */
static bool takes_equation(Ports *p, const FlatEq *eq)
{
	const PortVar *a, *b;

	if (eq->kind != EQ_EQUAL || eq->initial)
		return false;
	a = tag_of(p, eq->lhs);
	b = tag_of(p, eq->rhs);
	if (a && eq->origin == EO_OPEN_FLOW)
		return true;
	/* There is no such port: iEvent[1] = 0. */
	if ((a && a->port < 0 && expr_is_literal(eq->rhs)) ||
		(b && b->port < 0 && expr_is_literal(eq->lhs)))
		return true;
	if (!a || !b || a->atomic != b->atomic || (a->port < 0) == (b->port < 0) ||
		a->output != b->output)
		return false;
	p->at.at[a->port < 0 ? b->port : a->port].number = a->port < 0 ? a->number : b->number;
	return true;
}

/* Nothing else may read or determine what belongs to ports. */
static bool check_unused(const Ports *p, Walk *w, const Expr *e, Span at)
{
	FlatModel *m = p->in->flat;
	Text name;

	walk_begin(w, e);
	for (const Expr *x = walk_next(w); x; x = walk_next(w)) {
		if (x->op != EX_VAR || (size_t)x->aux >= p->var.n)
			continue;
		if (!p->var.at[x->aux].atomic) {
			for (int32_t k = 0; k < x->type->n_scalars; k++)
				p->var.at[x->aux + (uint32_t)k].is_read = true;
			continue;
		}
		text_init(&name, arena_allocator(p->in->scratch));
		flat_print_var(m, expr_var_id(x), &name);
		diag_error(p->in->diag, at, E_PORT,
				   "'%s' cannot be used here: messages go from port to port, no equation sees them",
				   text_str(&name));
		return false;
	}
	return true;
}

static bool check_eq(const Ports *p, Walk *w, const FlatEq *eq)
{
	bool ok = true;

	if (eq->kind == EQ_EQUAL || eq->kind == EQ_EFFECT)
		return check_unused(p, w, eq->lhs, eq->at) &&
			   (eq->kind == EQ_EFFECT || check_unused(p, w, eq->rhs, eq->at));
	for (int32_t i = 0; i < eq->n_branch && ok; i++) {
		if (eq->branch[i].cond)
			ok = check_unused(p, w, eq->branch[i].cond, eq->at);
		for (int32_t k = 0; k < eq->branch[i].n_eq && ok; k++)
			ok = check_eq(p, w, &eq->branch[i].eq[k]);
	}
	return ok;
}

typedef struct AlgCheck {
	const Ports *p; /* what is not to be used */
	Walk *w;        /* visits */
	Span at;        /* the algorithm */
	bool ok;        /* nothing was */
} AlgCheck;

static void check_alg_expr(void *ctx, const Expr *e)
{
	AlgCheck *c = ctx;

	if (c->ok && e)
		c->ok = check_unused(c->p, c->w, e, c->at);
}

static bool check_algorithms(const Ports *p, Walk *w)
{
	AlgCheck c = {.p = p, .w = w, .ok = true};

	for (size_t i = 0; i < p->in->flat->algs.n && c.ok; i++) {
		const FlatAlg *alg = &p->in->flat->algs.at[i];

		c.at = alg->at;
		targets_exprs(alg->body.stmt, alg->body.n_stmt, check_alg_expr, &c);
	}
	return c.ok;
}

static bool take_equations(Ports *p)
{
	FlatModel *m = p->in->flat;
	size_t kept = 0;
	bool ok = true;
	Walk w;

	walk_init_only(&w, p->in->pool, p->in->scratch, XF_VAR);
	for (size_t i = 0; i < m->eqs.n; i++) {
		if (takes_equation(p, &m->eqs.at[i]))
			continue;
		ok &= check_eq(p, &w, &m->eqs.at[i]);
		m->eqs.at[kept++] = m->eqs.at[i];
	}
	m->eqs.n = kept;
	return ok && check_algorithms(p, &w);
}

/* What is left of them does nothing: parameters that nobody sees. */
static void silence_variables(Ports *p)
{
	FlatModel *m = p->in->flat;

	for (size_t i = 0; i < p->var.n; i++) {
		VarId v = {(int32_t)i};
		FlatDecl *d = flat_decl_of(m, v);

		if (!p->var.at[i].atomic)
			continue;
		d->variability = VB_PARAMETER;
		d->flags |= DF_PROTECTED | DF_HIDE_RESULT | DF_FINAL;
		d->role = PR_NONE;
		m->vars.at[i].variability = VB_PARAMETER;
		flat_set_binding(m, v,
						 d->type->kind == TY_REAL ? expr_real(p->in->pool, 0)
												  : expr_integer(p->in->pool, 0));
	}
}

/* Ports without a number get the first ones that are free. */
static bool number_ports(Ports *p)
{
	FlatModel *m = p->in->flat;
	int32_t free_in = 0, free_out = 0, atomic = -1;
	Map taken;

	map_init(&taken, arena_allocator(p->in->scratch));
	for (size_t i = 0; i < p->at.n; i++) {
		const DevsPortAt *a = &p->at.at[i];
		uint64_t key = ((uint64_t)a->atomic << 32) | (uint32_t)(2 * a->number + a->output);

		if (a->number < 0)
			continue;
		if (map_find(&taken, key)) {
			diag_error(p->in->diag, syntax_span(a->node->decl->at), E_PORT,
					   "two ports of one atomic have the number %d", (int)a->number + 1);
			return false;
		}
		map_put(&taken, key, 1);
	}
	for (size_t i = 0; i < p->at.n; i++) {
		DevsPortAt *a = &p->at.at[i];
		int32_t *next = a->output ? &free_out : &free_in;
		FlatAtomic *whole = &m->atomics.at[a->atomic];
		int32_t *count = a->output ? &whole->n_out : &whole->n_in;

		if (a->atomic != atomic)
			free_in = free_out = 0;
		atomic = a->atomic;
		while (a->number < 0) {
			uint64_t key = ((uint64_t)a->atomic << 32) | (uint32_t)(2 * *next + a->output);

			if (!map_find(&taken, key))
				a->number = *next;
			++*next;
		}
		if (a->number >= *count)
			*count = a->number + 1;
	}
	return true;
}

/* What ports are called, by their numbers. */
static void name_ports(const Ports *p)
{
	FlatModel *m = p->in->flat;
	Name **name = NEW_ARRAY(p->in->scratch, Name *, 2 * m->atomics.n + 1);

	for (size_t i = 0; i < m->atomics.n; i++) {
		FlatAtomic *a = &m->atomics.at[i];

		a->in_name = name[2 * i] = NEW_ARRAY(p->in->keep, Name, a->n_in + 1);
		a->out_name = name[2 * i + 1] = NEW_ARRAY(p->in->keep, Name, a->n_out + 1);
	}
	for (size_t i = 0; i < p->at.n; i++) {
		const DevsPortAt *at = &p->at.at[i];

		name[2 * at->atomic + at->output][at->number] = devs_port_name(p->in, at->node);
	}
}

/* Each port has the record of its messages. */
static bool find_messages(const Ports *p)
{
	FlatModel *m = p->in->flat;
	bool ok = true;

	for (size_t i = 0; i < m->atomics.n; i++) {
		FlatAtomic *a = &m->atomics.at[i];

		a->in = NEW_ARRAY(m->keep, const Type *, a->n_in + 1);
		a->out = NEW_ARRAY(m->keep, const Type *, a->n_out + 1);
	}
	for (size_t i = 0; i < p->at.n; i++) {
		const DevsPortAt *at = &p->at.at[i];
		FlatAtomic *a = &m->atomics.at[at->atomic];

		ok &= devs_message(p->in, at->node, &(at->output ? a->out : a->in)[at->number]);
	}
	return ok;
}

/* Which scalars of its state do equations read? A String cannot be sent to them. */
static bool find_readers(const Ports *p, FlatAtomic *a)
{
	bool *is_read = NEW_ARRAY(p->in->keep, bool, a->state->n_scalars + 1);

	for (int32_t k = 0; k < a->state->n_scalars; k++) {
		const FlatDecl *d = flat_decl_of(p->in->flat, a->var[k]);

		is_read[k] = p->var.at[a->var[k].i].is_read;
		if (is_read[k] && d->type->kind == TY_STRING) {
			diag_error(p->in->diag, d->at, E_PORT,
					   "equations cannot read the String '%s' of an atomic model's state",
					   intern_text(p->in->sx->names, d->name));
			return false;
		}
	}
	a->is_read = is_read;
	return true;
}

/* Which of its transitions do equations look at? The others are not shown. */
static void find_pulses(const Ports *p, Node *n, FlatAtomic *a)
{
	FlatModel *m = p->in->flat;

	for (int i = 0; i < DEVS_PULSE_COUNT; i++) {
		const Node *pulse = member_node(p->in, n, name_of(p->in, pulse_names[i]));
		FlatDecl *d = pulse && pulse->flat_decl.i >= 0 ? &m->decls.at[pulse->flat_decl.i] : NULL;

		a->pulse[i] = (VarId){-1};
		if (d && p->var.at[d->first.i].is_read)
			a->pulse[i] = d->first;
		else if (d)
			d->flags |= DF_HIDE_RESULT;
	}
}

/* The same of components that are written in C. */
static void find_part_readers(const Ports *p)
{
	FlatModel *m = p->in->flat;

	for (size_t i = 0; i < m->parts.n; i++)
		for (size_t k = 0; k < m->parts.at[i].shown.n; k++) {
			FlatPartItem *item = &m->parts.at[i].shown.at[k];

			for (int32_t v = 0; v < item->n_vars; v++)
				item->is_read |= p->var.at[item->var[v].i].is_read;
		}
}

static bool find_ports(Inst *in, const Devs *d)
{
	Ports p = {.in = in};
	Map places;

	(void)vec_reserve(arena_allocator(in->scratch), &p.var, in->flat->vars.n);
	if (in->flat->vars.n > 0)
		memset(p.var.at, 0, in->flat->vars.n * sizeof *p.var.at);
	p.var.n = in->flat->vars.n;
	for (size_t i = 0; i < d->atomics.n; i++)
		add_ports(&p, d->atomics.at[i], (int32_t)i);
	if (!take_equations(&p) || !number_ports(&p) || !find_messages(&p))
		return false;
	name_ports(&p);
	silence_variables(&p);
	for (size_t i = 0; i < in->flat->atomics.n; i++) {
		find_pulses(&p, d->atomics.at[i], &in->flat->atomics.at[i]);
		if (!find_readers(&p, &in->flat->atomics.at[i]))
			return false;
	}
	find_part_readers(&p);
	map_init(&places, arena_allocator(in->scratch));
	devs_part_places(in, &places);
	for (size_t i = 0; i < p.at.n; i++)
		map_put(&places, map_key(p.at.at[i].node),
				((uint64_t)(p.at.at[i].number + 1) << 32) | (uint32_t)p.at.at[i].atomic);
	return devs_bridges(in, &places) && devs_couple(in, &places) && devs_part_couplings(in);
}

bool devs_build(Inst *in)
{
	Devs *d = devs_state(in);
	bool ok = true;

	if (d->atomics.n == 0 && d->links.n == 0 && d->bridges.n == 0 && d->parts.n == 0)
		return true;
	for (size_t i = 0; i < d->atomics.n; i++) {
		FlatAtomic a = {.path = flatten_path(in, d->atomics.at[i]),
						.keeps_bag = devs_keeps_bag(in, d->atomics.at[i])};

		ok &= find_state(in, d->atomics.at[i], &a) && find_functions(in, d->atomics.at[i], &a);
		vec_push(arena_allocator(in->flat->keep), &in->flat->atomics, a);
		if (diag_full(in->diag))
			return false;
	}
	return ok && devs_parts(in) && find_ports(in, d);
}
