/* SPDX-License-Identifier: MIT
   inst_print.c — the instance tree: its components as text, one a line, parts indented; and what
   must hold of it: parts know what they are parts of, variables of which component they are. */
#include "compiler/inst/inst.h"

static void print_prefix(const Node *n, Text *out)
{
	static const struct {
		uint16_t bit;     /* PX_… */
		const char *text; /* as written */
	} prefix[] = {
		{PX_PROTECTED, "protected "}, {PX_INNER, "inner "},       {PX_OUTER, "outer "},
		{PX_FLOW, "flow "},           {PX_STREAM, "stream "},     {PX_CONSTANT, "constant "},
		{PX_PARAMETER, "parameter "}, {PX_DISCRETE, "discrete "}, {PX_INPUT, "input "},
		{PX_OUTPUT, "output "},
	};

	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
		if (n->prefix & prefix[i].bit)
			text_printf(out, "%s", prefix[i].text);
}

static void print_line(const Inst *in, const Node *n, int indent, Text *out)
{
	text_add_char(out, ' ', 2 * (size_t)indent);
	print_prefix(n, out);
	node_class_text(in, n, out);
	text_printf(out, " %s", node_name(in, n));
	for (int32_t i = 0; i < n->n_index; i++)
		text_printf(out, i ? ",%d" : "[%d", n->index[i]);
	for (int32_t i = 0; !n->n_index && i < n->rank && n->dim; i++)
		text_printf(out, i ? ",%d" : "[%d", n->dim[i].n);
	text_printf(out, n->n_index || (n->rank && n->dim) ? "]" : "");
	text_printf(out, n->is_disabled ? " (absent)\n" : "\n");
}

static void print_node(const Inst *in, const Node *n, int indent, Text *out)
{
	print_line(in, n, indent, out);
	for (uint32_t k = 0; k < n->n_element; k++)
		print_node(in, n->element[k], indent + 1, out);
	for (uint32_t i = 0; !n->basic && n->kind != NODE_ARRAY && i < n->n_member; i++) {
		const Member *m = n->member[i];

		if (m->node && m->decl->kind == EL_COMPONENT)
			print_node(in, m->node, indent + 1, out);
	}
}

void inst_print(const Inst *in, Text *out)
{
	print_node(in, in->top, 0, out);
}

/* --- the checker --- */

typedef struct Checker {
	Check *check;   /* the way out */
	const Inst *in; /* what is checked */
} Checker;

static void check_node(const Checker *c, const Node *n)
{
	for (uint32_t k = 0; k < n->n_element; k++) {
		if (n->element[k]->owner != n || n->element[k]->n_index == 0)
			check_fail(c->check, "an element of '%s' that is not its own", node_name(c->in, n));
		check_node(c, n->element[k]);
	}
	for (uint32_t i = 0; !n->basic && n->kind != NODE_ARRAY && i < n->n_member; i++) {
		const Node *part = n->member[i]->node;

		if (!part || n->member[i]->decl->kind != EL_COMPONENT)
			continue;
		if (part->owner != n || part->depth != n->depth + 1)
			check_fail(c->check, "'%s' is not a part of '%s'", node_name(c->in, part),
					   node_name(c->in, n));
		check_node(c, part);
	}
}

static void check_tree(Check *check, void *ctx)
{
	Checker *c = ctx;
	const Inst *in = c->in;

	c->check = check;
	check_node(c, in->top);
	if (in->decl_node.n != in->flat->decls.n)
		check_fail(check, "variables that belong to no component");
	for (size_t i = 0; i < in->decl_node.n; i++)
		if (!in->decl_node.at[i]->is_late && in->decl_node.at[i]->flat_decl.i != (int32_t)i)
			check_fail(check, "the variables of '%s' belong to another component",
					   node_name(in, in->decl_node.at[i]));
}

bool inst_check(const Inst *in, Text *why)
{
	return check_run(why, check_tree, &(Checker){.in = in});
}
