/* SPDX-License-Identifier: MIT
   inst.c — the instance tree of one class: how it begins, and what is looked at when it is whole.
   Between these the parts of inst/ and connect/ do their work, as passes (compiler/pipeline.c). */
#include "compiler/inst/inst.h"

#include <string.h>

/* Types that the language knows (MLS 4.8) and that are no classes of any library. */
static const char predefined[] =
	"type StateSelect = enumeration(never, avoid, default, prefer, always);\n"
	"type AssertionLevel = enumeration(warning, error);\n";

static void add_basic(Inst *in, const char *name, const Type *type)
{
	Node *n = node_new(in, NODE_CLASS, in->root);

	n->name = intern_name(in->sx->names, name, strlen(name));
	n->scope = in->root;
	n->basic = type;
	n->class_mark = n->bases_mark = MARK_DONE;
	map_put(&in->builtins, n->name.i, map_key(n));
}

static void add_predefined(Inst *in)
{
	uint32_t file = 0;
	StoredDef stored;

	if (source_add(in->sx->sources, "<predefined>", predefined, sizeof predefined - 1, &file))
		arena_no_memory(in->keep);
	stored = parse_file(in->sx, file, 0);
	for (uint32_t i = 0; i < stored.n; i++) {
		Node *n = node_new(in, NODE_CLASS, in->root);

		n->name = stored.classes[i].name;
		n->decl = &stored.classes[i];
		n->def = stored.classes[i].cls;
		n->scope = in->root;
		map_put(&in->builtins, n->name.i, map_key(n));
	}
	add_basic(in, "Real", type_basic(in->pool, TY_REAL));
	add_basic(in, "Integer", type_basic(in->pool, TY_INTEGER));
	add_basic(in, "Boolean", type_basic(in->pool, TY_BOOLEAN));
	add_basic(in, "String", type_basic(in->pool, TY_STRING));
	add_basic(in, "Clock", type_basic(in->pool, TY_CLOCK));
	add_basic(in, "ExternalObject", type_object(in->pool, flat_name(in->flat, "ExternalObject")));
}

/* The class node of a definition, through its enclosing classes. NULL, with a message: a component
   there has the same name. */
static Node *class_node(Inst *in, const ClassDef *def)
{
	Node *outer = NULL, *node;

	if (!def->parent)
		return lookup_simple(in, in->root, def->name, LOOKUP_ANY);
	outer = class_node(in, def->parent);
	node = outer ? member_node(in, outer, def->name) : NULL;
	if (!node || node->kind == NODE_CLASS)
		return node;
	diag_error(in->diag, syntax_span(def->at), E_TWICE, "'%s' is declared twice in '%s'",
			   intern_text(in->sx->names, def->name), node_name(in, outer));
	return NULL;
}

static Node *make_top(Inst *in, Node *cls, const AstElement *decl)
{
	Node *top = node_new(in, NODE_COMPONENT, NULL);

	top->name = cls->name;
	top->decl = decl;
	top->def = cls->def;
	top->scope = cls->scope;
	top->home = cls->scope;
	top->cls = cls;
	top->mod = cls->mod;
	top->class_mark = top->dims_mark = MARK_DONE;
	top->path = (PathId){0};
	return top;
}

/* Messages prefer what lies elsewhere. */
static void note_library_files(Inst *in, const ClassDef *model)
{
	for (uint32_t file = 1; file <= in->sx->sources->files.n; file++)
		if (library_is_foreign(in->lib, file, model))
			flat_add_library_file(in->flat, file);
}

void inst_init(Inst *in, Syntax *sx, Library *lib, FlatModel *flat, Arena *tree, Arena *scratch)
{
	*in = (Inst){.sx = sx,
				 .lib = lib,
				 .keep = sx->keep,
				 .tree = tree,
				 .scratch = scratch,
				 .diag = sx->diag,
				 .flat = flat};
	in->pool = &flat->pool;
	map_init(&in->classes, arena_allocator(in->keep));
	map_init(&in->checked, arena_allocator(in->keep));
	map_init(&in->builtins, arena_allocator(in->keep));
	map_init(&in->imports, arena_allocator(in->keep));
	map_init(&in->class_mods, arena_allocator(in->keep));
	map_init(&in->descriptions, arena_allocator(in->keep));
	map_init(&in->class_names, arena_allocator(in->keep));
	map_init(&in->paths, arena_allocator(in->keep));
	map_init(&in->class_attributes, arena_allocator(in->keep));
	text_init(&in->text, arena_heap(in->keep));
	in->equality = intern_name(sx->names, "equalityConstraint", 18);
	map_init(&in->root_of_node, arena_allocator(in->keep));
	map_init(&in->joined, arena_allocator(in->keep));
	map_init(&in->uniform, arena_allocator(in->keep));
	map_init(&in->rows, arena_allocator(in->tree));
	in->root = node_new(in, NODE_CLASS, NULL);
	add_predefined(in);
}

bool inst_top(Inst *in, const AstElement *cls, const AstMod *mod)
{
	Node *node = class_node(in, cls->cls);

	if (!node)
		return false;
	if (node->def->flags & CF_PARTIAL) {
		diag_error(in->diag, syntax_span(node->def->at), E_PARTIAL,
				   "'%s' is partial: it can be extended, but not simulated", node_name(in, node));
		return false;
	}
	in->top = make_top(in, node, cls);
	in->top->mod = mod_new(in, mod, in->root, in->top->mod, cls->at);
	restrict_text(in, node->def);
	if (node->def->kind == CLS_PACKAGE)
		restrict_text_all(in, node->def);
	experiment_read(in, node->def);
	return true;
}

void inst_finish(Inst *in)
{
	restrict_use(in, in->top);
	restrict_extends(in);
	restrict_balance(in);
	lookup_check_imports(in);
	note_library_files(in, in->top->def);
}
