/* SPDX-License-Identifier: MIT
   write_text.c — a bond graph for people: what it is made of, and every bond in one line: power
   goes along the arrow, and the stroke stands where the effort is given to. */
#include "bondgraph/bondgraph.h"

static void write_vertex(const BondGraph *g, int32_t v, Text *out)
{
	const BgVertex *vertex = &g->vertices.at[v];

	if (vertex->element >= 0)
		text_printf(out, "%s:", qbg_kind_name[vertex->kind]);
	text_printf(out, "%s", build_name(g, v));
}

void write_text(const BondGraph *g, const char *model, Text *out)
{
	static const char *const arrow[] = {[0] = " --->| ", [1] = " |---> ", [BG_FREE] = " ---> "};
	int n[QBG_KIND_COUNT] = {0}, bonds = 0;

	for (size_t i = 0; i < g->vertices.n; i++)
		n[g->vertices.at[i].kind] += !g->vertices.at[i].is_gone;
	for (size_t i = 0; i < g->bonds.n; i++)
		bonds += !g->bonds.at[i].is_gone;
	text_printf(out, "%s:", model);
	for (int k = 0; k < QBG_KIND_COUNT; k++)
		if (n[k] > 0)
			text_printf(out, " %d %s%s,", n[k], qbg_kind_name[k],
						k > QBG_ONE ? ""
						: n[k] == 1 ? "-junction"
									: "-junctions");
	text_printf(out, " %d bond%s\n", bonds, bonds == 1 ? "" : "s");
	if (g->is_tree)
		text_printf(out, "  (of branches and links of the circuit: with potentials of its nodes it "
						 "would have no causality)\n");
	for (size_t i = 0; i < g->bonds.n; i++) {
		const BgBond *b = &g->bonds.at[i];

		if (b->is_gone)
			continue;
		text_printf(out, "  ");
		write_vertex(g, b->end[0], out);
		text_printf(out, "%s", arrow[b->effort]);
		write_vertex(g, b->end[1], out);
		text_printf(out, "\n");
	}
}
