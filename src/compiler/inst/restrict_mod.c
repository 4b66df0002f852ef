/* SPDX-License-Identifier: MIT
   restrict_mod.c — elements that cannot be modified from outside because they are protected or
   final (MLS 4.1, 7.2.6), or not be redeclared (MLS 7.3.3). */
#include "compiler/inst/inst.h"

#include <string.h>

static const char *text_of(const Inst *in, Name name)
{
	return intern_text(in->sx->names, name);
}

/* The extends clause of a base; NULL: that of a short class. */
static const AstElement *clause_of(const Node *base)
{
	const Node *heir = base->owner;
	uint32_t k = heir->def->form == FORM_LONG ? 0 : heir->n_base - heir->def->n_extends;

	for (uint32_t i = 0; i < heir->def->n_elements; i++) {
		const AstElement *e = &heir->def->elements[i];

		if (e->kind == EL_EXTENDS && k < heir->n_base && heir->base[k++] == base)
			return e;
	}
	return NULL;
}

bool restrict_is_protected(const Member *m)
{
	const Node *home = m->first_home;

	if ((m->decl->prefix | m->first->prefix) & PX_PROTECTED)
		return true;
	for (; home && home->kind == NODE_BASE; home = home->owner) {
		const AstElement *e = clause_of(home);

		if (e && (e->prefix & PX_PROTECTED))
			return true;
	}
	return false;
}

/* Attributes */

static const char *const *attributes_of(TypeKind kind)
{
	static const char *const real[] = {"quantity",  "unit",        "displayUnit", "min",
									   "max",       "start",       "fixed",       "nominal",
									   "unbounded", "stateSelect", NULL};
	static const char *const ordered[] = {"quantity", "min", "max", "start", "fixed", NULL};
	static const char *const plain[] = {"quantity", "start", "fixed", NULL};
	static const char *const none[] = {NULL};

	switch (kind) {
	case TY_REAL: return real;
	case TY_INTEGER:
	case TY_ENUM: return ordered;
	case TY_BOOLEAN:
	case TY_STRING: return plain;
	default: return none;
	}
}

static void unknown_attribute(Inst *in, const Node *n, const AstArg *arg)
{
	const char *const *known = attributes_of(n->basic->kind);
	ArenaMark mark = arena_mark(in->scratch);
	Suggest s;
	Text hint;

	text_init(&hint, arena_allocator(in->scratch));
	suggest_init(&s, text_of(in, arg->name), intern_len(in->sx->names, arg->name));
	for (int i = 0; known[i]; i++)
		suggest_add(&s, known[i], strlen(known[i]));
	suggest_text(&s, &hint);
	diag_error(in->diag, syntax_span(arg->at), E_MOD_UNKNOWN, "'%s' has no attribute '%s'%s",
			   node_name(in, n), text_of(in, arg->name), text_str(&hint));
	arena_release(in->scratch, mark);
}

/* Variables without modifiers of their own share those of their class, which are looked at once.
   The mark that they are in order; 0: it has others. */
static uint64_t mark_of_class(const Node *n)
{
	return n->basic && n->mod && n->mod->is_of_class && !n->mod->is_in_array ? map_key(n->mod) | 4
																			 : 0;
}

static bool is_marked(const Inst *in, const Node *n)
{
	uint64_t mark = mark_of_class(n);

	return mark && map_find(&in->checked, mark);
}

/* A variable of a simple type has the attributes of its type and nothing else (MLS 4.9). */
void restrict_attributes(Inst *in, const Node *n)
{
	const char *const *known = attributes_of(n->basic->kind);

	if (is_marked(in, n))
		return;
	for (const Mod *m = n->mod; m; m = m->weaker)
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++) {
			const AstArg *arg = &m->ast->args[i];
			int k = 0;

			if (arg->kind > ARG_ELEMENT || map_find(&in->checked, map_key(arg)))
				continue;
			if (arg->kind == ARG_ELEMENT && arg->element->kind == EL_CLASS &&
				member_has(in, n->cls, arg->name)) /* what its type is made of */
				continue;
			while (known[k] && strcmp(known[k], text_of(in, arg->name)) != 0)
				k++;
			if (known[k] && !(arg->kind == ARG_MODIFY && arg->mod.n_args))
				continue;
			map_put(&in->checked, map_key(arg), 1);
			if (known[k])
				diag_error(in->diag, syntax_span(arg->mod.args[0].at), E_MOD_UNKNOWN,
						   "the attribute '%s' has no elements", text_of(in, arg->name));
			else
				unknown_attribute(in, n, arg);
		}
}

/* Does the text of a class, or of its base classes, have this connection? Loops and branches are
   not looked into: what they connect cannot be deselected (MLS 7.4). */
static bool has_connection(Inst *in, const Node *n, const AstExpr ends[2])
{
	for (uint32_t i = 0; n->def && i < n->def->n_sections; i++) {
		const AstSection *section = &n->def->sections[i];

		for (uint32_t k = 0; k < section->n; k++)
			if (section->body[k].kind == AS_CONNECT &&
				syntax_same_expr(in->sx, &section->body[k].expr[0], &ends[0]) &&
				syntax_same_expr(in->sx, &section->body[k].expr[1], &ends[1]))
				return true;
	}
	for (uint32_t i = 0; i < n->n_base; i++)
		if (has_connection(in, n->base[i], ends))
			return true;
	return false;
}

/* Is there anything of that name to be modified in the base class? */
static void check_base(Inst *in, Node *base, const AstMod *mod)
{
	for (uint32_t i = 0; i < mod->n_args; i++) {
		const AstArg *arg = &mod->args[i];

		if (arg->kind == ARG_BREAK_CONNECT && !has_connection(in, base, arg->connect))
			diag_error(in->diag, syntax_span(arg->at), E_MOD_UNKNOWN,
					   "there is no such connection in '%s' to be deselected", node_name(in, base));
		if (arg->kind <= ARG_BREAK && !member_has(in, base, arg->name))
			diag_error(in->diag, syntax_span(arg->at), E_MOD_UNKNOWN,
					   "there is no element '%s' in '%s'", text_of(in, arg->name),
					   node_name(in, base));
	}
}

void restrict_extends(Inst *in)
{
	for (size_t k = 0; k < in->heirs.n && !diag_full(in->diag); k++) {
		Node *n = in->heirs.at[k];
		uint32_t i_base = 0;

		if (n->is_error || map_find(&in->checked, map_key(n->def) | 2))
			continue;
		map_put(&in->checked, map_key(n->def) | 2, 1);
		if (n->def->form != FORM_LONG && n->n_base > n->def->n_extends) {
			Node *base = n->base[i_base++];

			if (n->def->mod && !node_basic(in, n->kind == NODE_CLASS ? n : base->cls))
				check_base(in, base, n->def->mod);
		}
		for (uint32_t i = 0; i < n->def->n_elements && i_base < n->n_base; i++) {
			const AstElement *e = &n->def->elements[i];

			if (e->kind != EL_EXTENDS)
				continue;
			if (!node_basic(in, n->base[i_base]->cls))
				check_base(in, n->base[i_base], &e->extends->mod);
			i_base++;
		}
	}
}

/* Protected */

static bool check_protected(Inst *in, Node *n)
{
	for (const Mod *m = n->mod; m; m = m->weaker)
		for (uint32_t i = 0; !m->is_of_class && m->ast && i < m->ast->n_args; i++) {
			const AstArg *arg = &m->ast->args[i];
			const Member *x = arg->kind <= ARG_ELEMENT ? member_find(in, n, arg->name) : NULL;

			if (!x || !restrict_is_protected(x) || map_find(&in->checked, map_key(arg)))
				continue;
			map_put(&in->checked, map_key(arg), 1);
			diag_error(in->diag, syntax_span(arg->at), E_PROTECTED,
					   "'%s' is protected in '%s' and cannot be %s", text_of(in, arg->name),
					   node_name(in, n->cls), arg->kind == ARG_MODIFY ? "modified" : "redeclared");
			return false;
		}
	return true;
}

/* Final */

static bool report_final(Inst *in, Name name, Place at, Place final)
{
	diag_error(in->diag, syntax_span(at), E_FINAL, "'%s' is final and cannot be modified",
			   text_of(in, name));
	diag_note(in->diag, syntax_span(final), "it is made final here");
	return false;
}

/* A list of modifiers, strongest first: no value before a final one. */
static bool check_list(Inst *in, Name name, const Mod *list)
{
	const Mod *strong = NULL;

	for (const Mod *m = list; m; m = m->weaker) {
		if (!m->ast || !(m->ast->has & MOD_VALUE))
			continue;
		if (strong && m->is_final && m->ast != strong->ast)
			return report_final(in, name, strong->at, m->at);
		if (!strong)
			strong = m;
	}
	return true;
}

/* The same of the modifiers of an attribute. */
static bool check_attribute(Inst *in, const Node *n, Name name)
{
	ArenaMark mark = arena_mark(in->scratch);
	bool ok = check_list(in, name, mod_of_member(in->scratch, n->mod, name, NULL));

	arena_release(in->scratch, mark);
	return ok;
}

static bool check_final(Inst *in, Node *n)
{
	const Mod *first = n->mod;

	if ((n->decl->prefix & PX_FINAL) && first && !first->is_of_class && first->ast &&
		first->ast != n->decl->component->mod && first->replace != n->decl)
		return report_final(in, n->name, first->at, n->decl->at);
	if (!check_list(in, n->name, n->mod))
		return false;
	for (const Mod *m = n->mod; n->basic && m; m = m->weaker)
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++) {
			const AstArg *arg = &m->ast->args[i];

			if (arg->kind == ARG_MODIFY && !check_attribute(in, n, arg->name))
				return false;
		}
	return true;
}

/* Each */

/* MLS 7.2.5: each "requires that it is applied in an array declaration/modification". Without an
   array it can mean one thing only, and is told. */
static bool is_written_before(const AstArg *arg)
{
	const AstMod *mod = &arg->mod;

	/* `each a.b = 1` is a(each b = 1) (MLS 7.2.4), and so is `each a(each b = 1)`: what is meant is
	   said, or told, of b. */
	return arg->kind == ARG_MODIFY && mod->n_args == 1 && !(mod->has & MOD_VALUE) &&
		   (mod->args[0].flags & ARG_EACH);
}

static void check_each(Inst *in, const Node *n)
{
	for (const Mod *m = n->mod; m && !n->rank; m = m->weaker)
		for (uint32_t i = 0; !m->is_of_class && !m->is_in_array && m->ast && i < m->ast->n_args;
			 i++) {
			const AstArg *arg = &m->ast->args[i];

			if (!(arg->flags & ARG_EACH) || is_written_before(arg) ||
				map_find(&in->checked, map_key(arg) | 1))
				continue;
			map_put(&in->checked, map_key(arg) | 1, 1);
			diag_older(in->diag, NULL, syntax_span(arg->at), E_EACH,
					   "'%s' is no array, and in none: 'each' before '%s' has no meaning here",
					   node_name(in, n), text_of(in, arg->name));
		}
}

/* The value of a record as a whole counts for all its parts. One that is given beside it, as in
   r(x = 1) = R(2, 3), or from further out, is told; those from further in are replaced. */
static void check_parts_of_value(Inst *in, const Node *n)
{
	const Mod *value = mod_value(n->mod);

	if (!value || !value->ast->value) /* or it is broken (MLS 7.2.7) */
		return;
	for (const Mod *m = n->mod; m != value->weaker; m = m->weaker)
		for (uint32_t i = 0; m->ast && i < m->ast->n_args; i++) {
			const AstArg *arg = &m->ast->args[i];

			if (arg->kind != ARG_MODIFY || !(arg->mod.has & MOD_VALUE) ||
				map_find(&in->checked, map_key(arg) | 1))
				continue;
			map_put(&in->checked, map_key(arg) | 1, 1);
			diag_older(in->diag, NULL, syntax_span(arg->at), E_TWICE,
					   "'%s' is given two values: this one, which is not used, and that of '%s' "
					   "as a whole",
					   text_of(in, arg->name), node_name(in, n));
			diag_note(in->diag, syntax_span(value->ast->value->at), "which is here");
		}
}

void restrict_mods(Inst *in, Node *n)
{
	if (n == in->top || n->is_error || !n->mod || is_marked(in, n))
		return;
	for (int32_t i = 0; i < n->n_index; i++)
		if (n->index[i] != 1) /* the same as of the first element */
			return;
	check_each(in, n);
	if (!n->basic)
		check_parts_of_value(in, n);
	if (!n->basic && !check_protected(in, n))
		return;
	if (check_final(in, n) && mark_of_class(n))
		map_put(&in->checked, mark_of_class(n), 1);
}

/* Redeclarations */

static bool same_path(const AstPath *a, const AstPath *b)
{
	return a->name[a->n - 1].i == b->name[b->n - 1].i;
}

static const char *redeclare_fault(const AstElement *now, const AstElement *old)
{
	bool is_same = now->kind == EL_COMPONENT && old->kind == EL_COMPONENT &&
				   same_path(now->component->type, old->component->type);

	if (old->prefix & PX_FINAL)
		return "is final";
	if (old->kind == EL_COMPONENT && (old->prefix & PX_CONSTANT))
		return "is a constant";
	if (!(old->prefix & PX_REPLACEABLE) && !is_same)
		return "is not replaceable";
	return NULL;
}

/* After a redeclaration that did not say replaceable, a further one can mean one thing only. */
static bool check_pair(Inst *in, const AstElement *now, const AstElement *old)
{
	static const char form[] = "'%s' cannot be redeclared here: it %s";
	const char *fault = now == old ? NULL : redeclare_fault(now, old);

	if (now == old || map_find(&in->checked, map_key(now)))
		return false;
	if (!fault)
		return true;
	map_put(&in->checked, map_key(now), 1);
	if ((old->prefix & (PX_REDECLARE | PX_FINAL)) == PX_REDECLARE)
		diag_older(in->diag, NULL, syntax_span(now->at), E_REDECLARE, form, text_of(in, now->name),
				   fault);
	else
		diag_error(in->diag, syntax_span(now->at), E_REDECLARE, form, text_of(in, now->name),
				   fault);
	diag_note(in->diag, syntax_span(old->at), "it is declared here");
	return false;
}

/* An element of the text of a class in place of an inherited one: protected or public like that
   (MLS 7.3). Before Modelica 3, it was what the new declaration said. */
static void check_visibility(Inst *in, const Node *home, const AstElement *now,
							 const AstElement *old)
{
	if (!((now->prefix ^ old->prefix) & PX_PROTECTED))
		return;
	map_put(&in->checked, map_key(now), 1);
	diag_older(in->diag, home->def, syntax_span(now->at), E_REDECLARE,
			   "'%s' cannot be redeclared here: it is %s and must stay so", text_of(in, now->name),
			   old->prefix & PX_PROTECTED ? "protected" : "public");
	diag_note(in->diag, syntax_span(old->at), "it is declared here");
}

void restrict_redeclaration(Inst *in, const Member *m, const AstElement *found,
							const AstElement *first, const Mod *outer)
{
	const AstElement *now = NULL;

	for (; outer; outer = outer->weaker) {
		/* Constraining clauses say what all that take the place must be; they take none away. */
		if (!outer->replace || outer->is_constraint)
			continue;
		if (now)
			check_pair(in, now, outer->replace);
		now = outer->replace;
	}
	if (now)
		check_pair(in, now, found);
	if (first && first != found && check_pair(in, found, first))
		check_visibility(in, m->home, found, first);
}

/* Inherited twice (MLS 5.6.1.4): both must be the same. */

/* Something of a declaration, as it was written. */
typedef void PrintPart(Inst *in, const AstComponent *c, Text *out);

static void print_value(Inst *in, const AstComponent *c, Text *out)
{
	syntax_print_dims(in->sx, c->dims, c->n_dims, out);
	if (c->mod && c->mod->value)
		syntax_print_expr(in->sx, c->mod->value, out);
}

static void print_modifiers(Inst *in, const AstComponent *c, Text *out)
{
	if (c->mod)
		syntax_print_mod(in->sx, c->mod, out);
}

static bool print_alike(Inst *in, const AstComponent *a, const AstComponent *b, PrintPart *print)
{
	Text s[2];
	bool same;

	for (int i = 0; i < 2; i++) {
		text_init(&s[i], arena_heap(in->keep));
		print(in, i ? b : a, &s[i]);
	}
	same = !strcmp(text_str(&s[0]), text_str(&s[1]));
	text_free(&s[0]);
	text_free(&s[1]);
	return same;
}

static bool same_component(Inst *in, const AstComponent *a, const AstComponent *b)
{
	return same_path(a->type, b->type) && print_alike(in, a, b, print_value);
}

/* In what two declarations of one component differ that are otherwise the same; NULL: in nothing.
 */
static const char *difference(Inst *in, const AstElement *a, const AstElement *b)
{
	enum { COUNT = PX_VARIABILITY | PX_CAUSALITY | PX_CONNECTION | PX_FINAL | PX_INNER | PX_OUTER };
	const AstExpr *when[2] = {a->component->condition, b->component->condition};

	if ((a->prefix ^ b->prefix) & COUNT)
		return "prefixes";
	if (!when[0] != !when[1] || (when[0] && !syntax_same_expr(in->sx, when[0], when[1])))
		return "conditions";
	return print_alike(in, a->component, b->component, print_modifiers) ? NULL : "modifiers";
}

/* MLS 5.6.1.4 wants them equal: the one that counts is told, unless both belong to libraries, whose
   flow models give m_flow start values that their users' ports have, too. */
static void check_difference(Inst *in, const Member *m, const AstElement *other)
{
	const char *what = difference(in, m->decl, other);

	if (!what || (library_is_found(in->lib, syntax_span(m->decl->at).file) &&
				  library_is_found(in->lib, syntax_span(other->at).file)))
		return;
	map_put(&in->checked, map_key(m->decl), 1);
	diag_older(in->diag, NULL, syntax_span(m->decl->at), E_TWICE,
			   "'%s' is declared twice, here and in a base class, with other %s: those of this "
			   "declaration are used",
			   text_of(in, m->name), what);
	diag_note(in->diag, syntax_span(other->at), "the other one is here");
}

/* Descriptions and annotations of short classes may differ. */
static bool same_class(Inst *in, const ClassDef *a, const ClassDef *b)
{
	if (a->form == FORM_EXTENDS || b->form == FORM_EXTENDS)
		return true;
	if (a->form == FORM_SHORT && b->form == FORM_SHORT)
		return same_path(a->base, b->base);
	return syntax_same_class(in->sx, a, b);
}

/* One declaration that is inherited twice must have one value (MLS 7.1.1); the first way to it
   counts. */
static void check_ways(Inst *in, const Member *m, const Node *base)
{
	Mod value[2];
	bool has[2] = {mod_value_of_member(m->home->mod, m->name, &value[0]),
				   mod_value_of_member(base->mod, m->name, &value[1])};
	int given = has[0] ? 0 : 1;

	if (!has[0] && !has[1])
		return;
	if (has[0] && has[1] &&
		(value[0].ast->value == value[1].ast->value ||
		 (value[0].ast->value && value[1].ast->value &&
		  syntax_same_expr(in->sx, value[0].ast->value, value[1].ast->value))))
		return;
	if (map_find(&in->checked, map_key(value[given].ast)))
		return;
	map_put(&in->checked, map_key(value[given].ast), 1);
	diag_older(in->diag, NULL, syntax_span(value[given].at), E_TWICE,
			   "'%s' is inherited twice, with different values: %s", text_of(in, m->name),
			   has[0] ? "this one is used" : "this one is not used");
	if (has[0] && has[1])
		diag_note(in->diag, syntax_span(value[1].at), "the other one is here");
}

void restrict_inherited(Inst *in, const Member *m, const AstElement *other, const Node *base)
{
	const AstElement *own = m->decl;

	if (own == other && own->kind == EL_COMPONENT && m->home != base)
		check_ways(in, m, base);

	if (own == other || m->first != own || ((own->prefix | other->prefix) & PX_REDECLARE) ||
		map_find(&in->checked, map_key(own)))
		return;
	if (own->kind == other->kind && own->kind == EL_COMPONENT &&
		same_component(in, own->component, other->component)) {
		check_difference(in, m, other);
		return;
	}
	if (own->kind == other->kind && own->kind == EL_CLASS && same_class(in, own->cls, other->cls))
		return;
	map_put(&in->checked, map_key(own), 1);
	diag_error(in->diag, syntax_span(own->at), E_TWICE,
			   "'%s' is declared twice, here and in a base class, and not in the same way",
			   text_of(in, m->name));
	diag_note(in->diag, syntax_span(other->at), "the other one is here");
}
