/* SPDX-License-Identifier: MIT
   connect_print.c — connections as text: pairs of variables, the graph of overconstrained ones, and
   connection sets; and what must hold of the sets. O(variables + wires). */
#include "compiler/connect/connect.h"

/* A variable seen from outside of the component that it belongs to is that of the model. */
static void print_side(const Inst *in, VarId v, bool outside, Text *out)
{
	flat_print_var(in->flat, v, out);
	text_printf(out, outside ? " (outside)" : "");
}

static void print_edges(const Inst *in, Text *out)
{
	static const char *const kind[] = {"branch", "connection", "cut connection",
									   "redundant connection"};

	for (size_t i = 0; i < in->edges.n; i++) {
		const RootEdge *e = &in->edges.at[i];

		text_printf(out, "%s ", kind[e->kind]);
		node_text(in, e->a, out);
		text_printf(out, " -- ");
		node_text(in, e->b, out);
		text_printf(out, "\n");
	}
	for (size_t i = 0; i < in->vertices.n; i++) {
		if (!in->vertices.at[i].is_root)
			continue;
		text_printf(out, "root ");
		node_text(in, in->vertices.at[i].node, out);
		text_printf(out, "\n");
	}
}

static void print_sets(const Inst *in, Text *out)
{
	const ConnectSets *s = &in->sets;

	for (int32_t i = 0; i < s->n; i++) {
		if (s->parent[i] != i || !s->wired[i])
			continue;
		text_printf(out, "set ");
		for (int32_t k = i;;) {
			print_side(in, (VarId){k / 2}, k % 2, out);
			k = s->next[k];
			if (k == i)
				break;
			text_printf(out, ", ");
		}
		text_printf(out, "\n");
	}
}

void connect_print(const Inst *in, Text *out)
{
	for (size_t i = 0; i < in->wires.n; i++) {
		const Wire *w = &in->wires.at[i];

		text_printf(out, "wire ");
		print_side(in, w->a, w->a_outside, out);
		text_printf(out, " -- ");
		print_side(in, w->b, w->b_outside, out);
		text_printf(out, "\n");
	}
	print_edges(in, out);
	print_sets(in, out);
}

/* --- the checker --- */

static int32_t root_of(const ConnectSets *s, int32_t i)
{
	while (s->parent[i] != i)
		i = s->parent[i];
	return i;
}

typedef struct Checker {
	const Inst *in; /* what is checked */
	Arena *scratch; /* work space */
} Checker;

/* Every ring of members is one set: all have one root, and it holds exactly one. */
static void check_sets(Check *check, void *ctx)
{
	const Checker *c = ctx;
	const ConnectSets *s = &c->in->sets;
	bool *met = NEW_ARRAY(c->scratch, bool, s->n);
	int32_t n = 0;

	for (int32_t i = 0; i < s->n; i++)
		if (s->parent[i] < 0 || s->parent[i] > i || s->next[i] < 0 || s->next[i] >= s->n)
			check_fail(check, "member %d of the connection sets leads nowhere", (int)i);
	for (int32_t root = 0; root < s->n; root++) {
		int32_t i = root;

		if (s->parent[root] != root)
			continue;
		for (; !met[i]; i = s->next[i], n++) {
			if (s->parent[i] != root && root_of(s, i) != root)
				check_fail(check, "the ring of a connection set holds a member of another");
			met[i] = true;
		}
		if (i != root)
			check_fail(check, "the members of a connection set are no ring");
	}
	if (n != s->n)
		check_fail(check, "a member of a connection set that its ring does not hold");
	for (size_t i = 0; i < c->in->wires.n; i++) {
		const Wire *w = &c->in->wires.at[i];

		if (root_of(s, 2 * w->a.i + w->a_outside) != root_of(s, 2 * w->b.i + w->b_outside))
			check_fail(check, "two variables are connected, but not in one set");
	}
}

bool sets_check(const Inst *in, Arena *scratch, Text *why)
{
	return check_run(why, check_sets, &(Checker){in, scratch});
}
