/* SPDX-License-Identifier: MIT
   circuit.c — the elements of a model and the nodes that connect them, from its instance tree:
   hierarchical models are gone through, and what is connected through their connectors is one node.
   Whatever is neither an element nor a connection is refused: it would be lost. */
#include "bondgraph/circuit.h"
#include "bondgraph/bondgraph.h"

#include <string.h>

/* --- classes --- */

/* The text of a class adds nothing that counts: no equations, no components but parameters. */
static bool is_plain(const ClassDef *def)
{
	if (def->n_sections > 0)
		return false;
	for (uint32_t i = 0; i < def->n_elements; i++)
		if (def->elements[i].kind == EL_COMPONENT &&
			!(def->elements[i].prefix & (PX_PARAMETER | PX_CONSTANT)))
			return false;
	return true;
}

static bool is_plain_with_bases(const Node *n)
{
	if (!n->def || !is_plain(n->def))
		return false;
	for (uint32_t i = 0; i < n->n_base; i++)
		if (!is_plain_with_bases(n->base[i]))
			return false;
	return true;
}

/* The known class that n is or inherits from; *plain: nothing is added to it on the way. */
static const BgClass *find_class(Finder *f, const Node *n, bool *plain)
{
	const BgClass *found;

	text_clear(&f->text);
	node_class_text(&f->cx->inst, n, &f->text);
	*plain = true;
	found = classes_find(text_str(&f->text));
	if (found)
		return found;
	for (uint32_t i = 0; i < n->n_base && !found; i++)
		found = find_class(f, n->base[i], plain);
	if (!found)
		return NULL;
	*plain = *plain && n->def && is_plain(n->def);
	for (uint32_t i = 0; i < n->n_base; i++) {
		bool of_base;

		if (!find_class(f, n->base[i], &of_base) && !is_plain_with_bases(n->base[i]))
			*plain = false;
	}
	return found;
}

/* Looked up once for each class: models have few of them and many components. */
static const BgClass *class_of(Finder *f, const Node *n)
{
	const void *key = n->cls ? (const void *)n->cls : (const void *)n->def;
	uint64_t *seen = n->n_base || n->def ? map_find(&f->classes, map_key(key)) : NULL;
	const BgClass *cls;
	bool plain;

	if (seen)
		return (const BgClass *)(uintptr_t)*seen;
	cls = find_class(f, n, &plain);
	if (cls && !plain) {
		text_clear(&f->text);
		node_class_text(&f->cx->inst, n, &f->text);
		diag_error(&f->cx->diag, syntax_span(n->decl->at), E_BG_EQUATION,
				   "'%s' adds equations or components to '%s': a bond graph has no place for them",
				   text_str(&f->text), cls->name);
	}
	map_put(&f->classes, map_key(key), (uint64_t)(uintptr_t)cls);
	return cls;
}

/* --- components --- */

static void add_element(Finder *f, Node *n, const BgClass *cls)
{
	BgElement e = {.cls = cls, .node = n, .at = syntax_span(n->decl->at)};

	text_clear(&f->text);
	node_text(&f->cx->inst, n, &f->text);
	e.name = arena_strndup(&f->cx->keep, text_str(&f->text), f->text.n);
	e.signal.count = -1;
	for (int k = 0; k < BG_PINS; k++)
		e.pin[k] = BG_NO_PIN;
	vec_push(arena_allocator(&f->cx->keep), &f->c->elements, e);
}

static void find_elements(Finder *f, Node *n)
{
	if (guard_is_deep()) {
		diag_error(&f->cx->diag, syntax_span(n->decl->at), E_TOO_DEEP,
				   "components are nested too deeply here");
		return;
	}
	for (uint32_t k = 0; k < n->n_element; k++)
		find_elements(f, n->element[k]);
	if (n->basic || n->is_disabled || n->kind == NODE_ARRAY)
		return;
	if (n != f->cx->inst.top) {
		const BgClass *cls = class_of(f, n);

		if (cls) {
			add_element(f, n, cls);
			return;
		}
	}
	for (uint32_t i = 0; i < n->n_member; i++)
		if (n->member[i]->node && n->member[i]->decl->kind == EL_COMPONENT)
			find_elements(f, n->member[i]->node);
}

/* --- what is lost in a bond graph --- */

/* The place of an equation that no element has: its component is of an unknown class, or a model
   around elements has an equation of its own. */
static void report_equation(Finder *f, const FlatEq *eq, const bool *around)
{
	const FlatModel *m = &f->cx->flat;
	const FlatPath *path = &m->paths.at[eq->path.i];
	Text near;

	text_clear(&f->text);
	flat_print_path(m, eq->path, &f->text);
	if (eq->path.i == 0 || around[eq->path.i]) {
		diag_error(&f->cx->diag, eq->at, E_BG_EQUATION,
				   "a bond graph is made of components and connections only: there is no place in "
				   "it for this equation");
		return;
	}
	text_init(&near, arena_heap(&f->cx->keep));
	classes_suggest(intern_text(m->names, path->class_name), &near);
	diag_error(&f->cx->diag, path->at, E_BG_CLASS,
			   "'%s' is of class '%s', which has no bond graph%s", text_str(&f->text),
			   intern_text(m->names, path->class_name), text_str(&near));
	text_free(&near);
}

/* Values that modifiers give to variables of an element are equations, too: they stand in the text
   of a model around it, not in that of its class. */
static bool is_of_element(const BgElement *e, const FlatEq *eq)
{
	if (!e || eq->origin != EO_BINDING)
		return e != NULL;
	for (const Node *n = e->node; n; n = n->owner)
		if (eq->at.file == (n->decl ? n->decl->at.file : n->def ? n->def->at.file : 0))
			return false;
	return true;
}

static void check_equations(Finder *f)
{
	FlatModel *m = &f->cx->flat;
	const BgElement **of = NEW_ARRAY(&f->cx->scratch, const BgElement *, m->paths.n);
	bool *around = NEW_ARRAY(&f->cx->scratch, bool, m->paths.n);
	bool *told = NEW_ARRAY(&f->cx->scratch, bool, m->paths.n);

	for (size_t i = 0; i < f->c->elements.n; i++) {
		int32_t p = f->c->elements.at[i].node->path.i;

		for (of[p] = &f->c->elements.at[i]; p >= 0 && !around[p]; p = m->paths.at[p].parent.i)
			around[p] = true;
	}
	for (size_t i = 1; i < m->paths.n; i++)
		of[i] = of[i] ? of[i] : of[m->paths.at[i].parent.i];
	for (size_t i = 0; i < m->eqs.n; i++) {
		const FlatEq *eq = &m->eqs.at[i];

		if (eq->initial || (eq->origin != EO_SOURCE && eq->origin != EO_BINDING) ||
			is_of_element(of[eq->path.i], eq) || told[eq->path.i])
			continue;
		told[eq->path.i] = true;
		report_equation(f, eq, around);
	}
	for (size_t i = 0; i < m->algs.n; i++)
		if (!m->algs.at[i].initial && !of[m->algs.at[i].path.i])
			diag_error(&f->cx->diag, m->algs.at[i].at, E_BG_EQUATION,
					   "a bond graph is made of components and connections only: there is no place "
					   "in it for this algorithm");
}

/* --- values --- */

static VarId var_of(const Finder *f, const Node *n)
{
	return n && n->flat_decl.i >= 0 ? f->cx->flat.decls.at[n->flat_decl.i].first : (VarId){-1};
}

Node *circuit_member(Finder *f, const Node *n, const char *name)
{
	Name id = intern_find(&f->cx->names, name, strlen(name));
	Member *m = id.i ? member_find(&f->cx->inst, n->instance, id) : NULL;

	return m && m->node && !m->node->is_disabled ? m->node : NULL;
}

/* The value of a parameter of an element; false: there is none, or it was reported. */
static bool get_value(Finder *f, const BgElement *e, const char *name, double *x)
{
	const Node *n = circuit_member(f, e->node, name);
	VarId v = var_of(f, n);

	if (v.i < 0)
		return false;
	if (known_get(f->known, v, x, &f->text))
		return true;
	diag_error(&f->cx->diag, e->at, E_BG_VALUE,
			   "the value of '%s.%s' is not known before a run%s%s", e->name, name,
			   f->text.n ? ": " : "", text_str(&f->text));
	return false;
}

static void read_value(Finder *f, BgElement *e)
{
	double x;

	for (const BgRefusal *r = bg_refusals; r->parameter; r++)
		if (get_value(f, e, r->parameter, &x) && x != r->value)
			diag_error(&f->cx->diag, e->at, E_BG_USE, "'%s' has no bond graph: %s (%s)", e->name,
					   r->why, r->parameter);
	if (!e->cls->value || !get_value(f, e, e->cls->value, &x))
		return;
	e->value = e->cls->use == BG_INVERSE ? 1 / x : x;
	if (x == 0 || !isfinite(e->value) || e->value == 0)
		diag_error(&f->cx->diag, e->at, E_BG_VALUE,
				   "'%s.%s' is %s: an element needs a value that is "
				   "not 0",
				   e->name, e->cls->value, text_real((char[32]){0}, x));
}

static void read_signal(Finder *f, const BgElement *from, QbgSignal *s)
{
	s->kind = from->cls->signal;
	s->count = -1;
	for (const BgParameter *p = from->cls->parameter; p->name; p++)
		(void)get_value(f, from, p->name, (double *)((char *)s + p->field));
}

/* The start value of a state, as declared. */
static void read_start(Finder *f, BgElement *e)
{
	const char *name = e->cls->kind == QBG_C ? e->cls->effort : e->cls->flow;
	double sign = e->cls->kind == QBG_C ? e->cls->effort_sign : e->cls->flow_sign;
	VarId v = var_of(f, name ? circuit_member(f, e->node, name) : NULL);
	double x;

	if ((e->cls->kind == QBG_C || e->cls->kind == QBG_I) && v.i >= 0 &&
		known_start(f->known, v, &x))
		e->start = sign * x;
}

/* --- the whole --- */

/* The block that gives the signal of a source; NULL: none that is known. */
static const BgElement *find_block(Finder *f, const BgElement *e)
{
	VarId v = var_of(f, circuit_member(f, e->node, e->cls->input));
	uint64_t *block = v.i < 0 ? NULL : map_find(&f->blocks, (uint64_t)nodes_root(f, 2 * v.i));

	return block ? &f->c->elements.at[*block] : NULL;
}

static void note_blocks(Finder *f)
{
	for (size_t i = 0; i < f->c->elements.n; i++) {
		const BgElement *e = &f->c->elements.at[i];
		VarId y =
			e->cls->role == BG_BLOCK ? var_of(f, circuit_member(f, e->node, "y")) : (VarId){-1};

		if (y.i >= 0)
			map_put(&f->blocks, (uint64_t)nodes_root(f, 2 * y.i), i);
	}
}

static void read_element(Finder *f, BgElement *e)
{
	const BgElement *block;

	read_value(f, e);
	read_start(f, e);
	if (e->cls->kind != QBG_SE && e->cls->kind != QBG_SF)
		return;
	block = e->cls->input ? find_block(f, e) : e;
	if (block)
		read_signal(f, block, &e->signal);
	else
		diag_error(&f->cx->diag, e->at, E_BG_CLASS,
				   "the signal of '%s' comes from no block that a source of a bond graph can be: "
				   "connect '%s.%s' to a block of Modelica.Blocks.Sources",
				   e->name, e->name, e->cls->input);
}

/* Grounds and blocks have done their part. */
static void drop_helpers(Circuit *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->elements.n; i++)
		if (c->elements.at[i].cls->role == BG_ELEMENT)
			c->elements.at[n++] = c->elements.at[i];
	c->elements.n = n;
}

static void check_sources(Finder *f)
{
	for (size_t i = 0; i < f->c->elements.n; i++)
		if (f->c->elements.at[i].cls->kind == QBG_SE || f->c->elements.at[i].cls->kind == QBG_SF)
			return;
	diag_error(&f->cx->diag, f->cx->flat.at, E_BG_SOURCE,
			   f->c->elements.n ? "there is no source: nothing drives the %zu element%s of '%s'"
								: "there is nothing in it to make a bond graph of%.0zu%.0s%.0s",
			   f->c->elements.n, f->c->elements.n == 1 ? "" : "s",
			   intern_text(&f->cx->names, f->cx->flat.name));
}

bool circuit_find(Compile *cx, Circuit *c)
{
	Finder f = {.cx = cx, .c = c, .known = known_new(&cx->flat, &cx->keep)};

	*c = (Circuit){0};
	text_init(&f.text, arena_heap(&cx->keep));
	map_init(&f.classes, arena_heap(&cx->keep));
	map_init(&f.blocks, arena_heap(&cx->keep));
	row_make_all(&cx->inst, cx->inst.top);
	find_elements(&f, cx->inst.top);
	if (cx->diag.n_errors == 0)
		check_equations(&f);
	if (cx->diag.n_errors == 0) {
		nodes_join(&f);
		note_blocks(&f);
		nodes_find(&f);
		for (size_t i = 0; i < c->elements.n; i++)
			if (c->elements.at[i].cls->role == BG_ELEMENT)
				read_element(&f, &c->elements.at[i]);
		drop_helpers(c);
		check_sources(&f);
	}
	map_free(&f.blocks);
	map_free(&f.classes);
	text_free(&f.text);
	return cx->diag.n_errors == 0;
}
