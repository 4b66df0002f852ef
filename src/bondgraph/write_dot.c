/* SPDX-License-Identifier: MIT
   write_dot.c — the graph for Graphviz: a bond has half an arrow where power goes to, and a stroke
   at the end that is given the effort. */
#include "bondgraph/bondgraph.h"

static void write_label(const BondGraph *g, int32_t v, Text *out)
{
	const BgVertex *vertex = &g->vertices.at[v];

	text_printf(out, "%s", qbg_kind_name[vertex->kind]);
	if (vertex->element < 0)
		return;
	text_printf(out, " : ");
	for (const char *s = build_name(g, v); *s; s++)
		text_printf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
}

void write_dot(const BondGraph *g, Text *out)
{
	text_printf(
		out,
		"digraph bonds {\n  layout=neato; overlap=false; splines=line;\n"
		"  node [shape=plaintext, fontname=\"sans-serif\", width=0.2, height=0.2, margin=0.04];\n"
		"  edge [dir=both, arrowtail=none, arrowhead=lvee, arrowsize=0.8, len=1.7];\n");
	for (size_t i = 0; i < g->vertices.n; i++)
		if (!g->vertices.at[i].is_gone) {
			text_printf(out, "  v%zu [label=\"", i);
			write_label(g, (int32_t)i, out);
			text_printf(out, "\"];\n");
		}
	for (size_t i = 0; i < g->bonds.n; i++) {
		const BgBond *b = &g->bonds.at[i];

		if (b->is_gone)
			continue;
		text_printf(out, "  v%d -> v%d", (int)b->end[0], (int)b->end[1]);
		if (b->effort == 0) /* end 0 gives the effort: the stroke is at end 1 */
			text_printf(out, " [arrowhead=teelvee]");
		else if (b->effort == 1)
			text_printf(out, " [arrowtail=tee]");
		text_printf(out, ";\n");
	}
	text_printf(out, "}\n");
}
