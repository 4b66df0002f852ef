/* SPDX-License-Identifier: MIT
   mod.c — modifiers as lists, strongest first (MLS 7.2). */
#include "compiler/inst/inst.h"

static Mod *copy(Inst *in, const Mod *m, const Mod *weaker)
{
	Mod *c = NEW(in->tree, Mod);

	*c = *m;
	c->weaker = weaker;
	return c;
}

const Mod *mod_new(Inst *in, const AstMod *ast, Node *where, const Mod *weaker, Place at)
{
	Mod *m;

	if (!ast || !ast->has)
		return weaker;
	m = NEW(in->tree, Mod);
	m->ast = ast;
	m->where = where;
	m->weaker = weaker;
	m->at = at;
	return m;
}

/* Copy a list with each modifier changed by `change`, and let `weaker` follow. */
static const Mod *copy_list(Inst *in, const Mod *m, const Mod *weaker,
							void (*change)(Mod *m, const void *ctx), const void *ctx)
{
	const Mod *first = weaker;
	const Mod **link = &first;

	for (; m; m = m->weaker) {
		Mod *c = copy(in, m, weaker);

		if (change)
			change(c, ctx);
		*link = c;
		link = &c->weaker;
	}
	return first;
}

const Mod *mod_append(Inst *in, const Mod *strong, const Mod *weak)
{
	return weak ? copy_list(in, strong, weak, NULL, NULL) : strong;
}

static void mark_of_class(Mod *m, const void *ctx)
{
	(void)ctx;
	m->is_of_class = true;
}

/* All components of a class share one list. */
const Mod *mod_of_class(Inst *in, const Mod *m)
{
	const Mod *made = m ? map_find_ptr(&in->class_mods, map_key(m)) : NULL;

	if (m && !made) {
		made = copy_list(in, m, NULL, mark_of_class, NULL);
		map_put(&in->class_mods, map_key(m), map_key(made));
	}
	return made;
}

/* The modifier that argument `arg` of m is for its element. */
static Mod from_arg(const Mod *m, const AstArg *arg)
{
	Mod sub = {.where = m->where,
			   .at = arg->at,
			   .is_of_class = m->is_of_class,
			   .is_in_array = m->is_in_array};

	sub.is_each = arg->flags & ARG_EACH;
	sub.is_final = m->is_final || (arg->flags & ARG_FINAL);
	/* `each` stops the splitting at the array that it stands behind (MLS 7.2.5): of this instance,
	   or, written inside the modifier of a scalar part, of the nearest one around it. */
	sub.sub = sub.is_each && m->sub ? m->sub->outer : m->sub;
	if (arg->kind == ARG_MODIFY) {
		sub.ast = &arg->mod;
	} else {
		sub.replace = arg->element;
		sub.is_final |= (arg->element->prefix & PX_FINAL) != 0;
		if (arg->element->kind == EL_COMPONENT)
			sub.ast = arg->element->component->mod;
	}
	return sub;
}

static bool is_for(const AstArg *arg, Name name)
{
	return arg->name.i == name.i && arg->kind <= ARG_ELEMENT;
}

const Mod *mod_of_member(Arena *keep, const Mod *outer, Name name, const Mod *weaker)
{
	const Mod *first = weaker;
	const Mod **link = &first;

	for (; outer; outer = outer->weaker) {
		for (uint32_t i = 0; outer->ast && i < outer->ast->n_args; i++) {
			const AstArg *arg = &outer->ast->args[i];
			Mod *m;

			if (!is_for(arg, name))
				continue;
			m = NEW(keep, Mod);
			*m = from_arg(outer, arg);
			m->weaker = weaker;
			*link = m;
			link = &m->weaker;
		}
	}
	return first;
}

const Mod *mod_for_element(Inst *in, const Node *array, const int32_t *index)
{
	const Mod *first = NULL;
	const Mod **link = &first;

	for (const Mod *m = array->mod; m; m = m->weaker) {
		Mod *c = copy(in, m, NULL);

		c->is_in_array = true;
		if (!m->is_of_class) { /* one from the class is for each element already */
			ModSub *sub = NEW(in->tree, ModSub);

			*sub = (ModSub){m->sub, index, array->dim, array->rank};
			c->sub = sub;
			c->is_split = true;
		}
		*link = c;
		link = &c->weaker;
	}
	return first;
}

const Mod *mod_of_constraint(Inst *in, const AstMod *ast, Node *where, Place at)
{
	const Mod *m = mod_new(in, ast, where, NULL, at);
	Mod *marked = m ? copy(in, m, NULL) : NULL;

	if (marked)
		marked->is_constraint = true;
	return marked;
}

const Mod *mod_with_own(Inst *in, const Mod *m, const Mod *own)
{
	const Mod *first = NULL;
	const Mod **link = &first;

	for (int weak = 0; weak < 2; weak++) {
		for (const Mod *x = m; x; x = x->weaker) {
			Mod *c;

			if (x->is_constraint != (weak == 1))
				continue;
			c = copy(in, x, NULL);
			*link = c;
			link = &c->weaker;
		}
		if (weak == 0)
			for (; own; own = own->weaker) {
				Mod *c = copy(in, own, NULL);

				*link = c;
				link = &c->weaker;
			}
	}
	return first;
}

const Mod *mod_redeclaration(const Mod *m)
{
	while (m && !m->replace)
		m = m->weaker;
	return m;
}

static bool has_value(const Mod *m)
{
	return m->ast && (m->ast->has & (MOD_VALUE | MOD_BREAK));
}

const Mod *mod_value(const Mod *m)
{
	while (m && !has_value(m))
		m = m->weaker;
	return m;
}

bool mod_value_of_member(const Mod *outer, Name name, Mod *found)
{
	for (; outer; outer = outer->weaker)
		for (uint32_t i = 0; outer->ast && i < outer->ast->n_args; i++) {
			if (!is_for(&outer->ast->args[i], name))
				continue;
			*found = from_arg(outer, &outer->ast->args[i]);
			if (has_value(found))
				return true;
		}
	return false;
}
