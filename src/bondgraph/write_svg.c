/* SPDX-License-Identifier: MIT
   write_svg.c — a picture of a small bond graph. Junctions and two-ports stand on a grid: the tree
   of a breadth-first search from the first source goes to the right, its branches downwards;
   elements stand around their junction. Bonds that are not in the tree are drawn as arcs. A bond
   has half an arrow where power goes to, and a stroke at the end that is given the effort. */
#include "bondgraph/bondgraph.h"

#include <math.h>
#include <string.h>

enum { MOST = 150 }; /* vertices; more are no picture, but a case for --dot */

static const double column = 190, row = 205; /* of the grid, in pixels */

typedef struct Picture {
	const BondGraph *g; /* what is drawn */
	double *x, *y;      /* by vertex: its place */
	bool *is_placed;    /* by vertex */
	bool *is_tree;      /* by bond: drawn as a straight line */
	int32_t *slot;      /* by vertex: elements around it so far */
	int32_t n_rows;     /* rows taken */
	Text *out;          /* the text of the picture */
} Picture;

static bool is_one_port(const BondGraph *g, int32_t v)
{
	return g->vertices.at[v].kind >= QBG_C && g->vertices.at[v].kind <= QBG_SF;
}

/* --- places --- */

/* Above, below, and so on round the junction; sources that come first stand to the left. */
static void place_element(Picture *p, int32_t at, int32_t v, bool to_the_left)
{
	static const double around[][2] = {{0, -75},   {0, 75},   {62, -70}, {62, 70},
									   {-62, -70}, {-62, 70}, {95, -40}, {95, 40}};
	int32_t k = p->slot[at];

	if (to_the_left) {
		p->x[v] = p->x[at] - 95;
		p->y[v] = p->y[at];
	} else {
		double far = 1 + k / 8 * 0.6;

		p->slot[at]++;
		p->x[v] = p->x[at] + far * around[k % 8][0];
		p->y[v] = p->y[at] + far * around[k % 8][1];
	}
	p->is_placed[v] = true;
}

/* Bond ends of a vertex in the order in which they were made. */
static int32_t list_ends(const BondGraph *g, int32_t v, int32_t *half)
{
	int32_t n = 0;

	for (int32_t h = g->vertices.at[v].first; h >= 0; h = g->bonds.at[h / 2].next[h % 2]) {
		int32_t i = n++;

		for (; i > 0 && half[i - 1] > h; i--)
			half[i] = half[i - 1];
		half[i] = h;
	}
	return n;
}

/* What is bonded to v, and not placed yet: elements around it, others in the next column. */
static void place_around(Picture *p, int32_t v, bool first, Arena *scratch, int32_t *queue,
						 int32_t *n_queue)
{
	const BondGraph *g = p->g;
	int32_t *half = NEW_ARRAY(scratch, int32_t, g->vertices.at[v].degree);
	int32_t n = list_ends(g, v, half), branches = 0;
	bool left = first;

	for (int32_t i = 0; i < n; i++) {
		int32_t w = bond_other(g, half[i]);

		if (p->is_placed[w])
			continue;
		p->is_tree[half[i] / 2] = true;
		if (is_one_port(g, w)) {
			bool source = g->vertices.at[w].kind == QBG_SE || g->vertices.at[w].kind == QBG_SF;

			place_element(p, v, w, left && source);
			left = left && !source;
			continue;
		}
		p->x[w] = p->x[v] + column;
		p->y[w] = branches++ == 0 ? p->y[v] : row * p->n_rows++;
		p->is_placed[w] = true;
		queue[(*n_queue)++] = w;
	}
}

static void place_part(Picture *p, int32_t root, Arena *scratch)
{
	int32_t *queue = NEW_ARRAY(scratch, int32_t, p->g->vertices.n), n = 1;

	queue[0] = root;
	p->x[root] = 0;
	p->y[root] = row * p->n_rows++;
	p->is_placed[root] = true;
	for (int32_t i = 0; i < n; i++)
		place_around(p, queue[i], i == 0, scratch, queue, &n);
}

/* Each part of the graph from its first source; without one from its first junction. */
static void place_all(Picture *p, Arena *scratch)
{
	const BondGraph *g = p->g;

	for (int pass = 0; pass < 2; pass++)
		for (size_t v = 0; v < g->vertices.n; v++) {
			const BgVertex *vertex = &g->vertices.at[v];
			bool source = vertex->kind == QBG_SE || vertex->kind == QBG_SF;

			if (vertex->is_gone || p->is_placed[v] || vertex->first < 0)
				continue;
			if (pass == 0 && source && !p->is_placed[bond_other(g, vertex->first)])
				place_part(p, bond_other(g, vertex->first), scratch);
			else if (pass == 1 && !is_one_port(g, (int32_t)v))
				place_part(p, (int32_t)v, scratch);
		}
}

/* --- drawing --- */

static void write_label(const BondGraph *g, int32_t v, Text *out)
{
	text_printf(out, "%s", qbg_kind_name[g->vertices.at[v].kind]);
	if (g->vertices.at[v].element < 0)
		return;
	text_printf(out, " : ");
	for (const char *s = build_name(g, v); *s; s++)
		if (*s == '<' || *s == '&')
			text_printf(out, *s == '<' ? "&lt;" : "&amp;");
		else
			text_add_char(out, *s, 1);
}

/* Half of what a label takes, in the direction (ux, uy). */
static double room(const BondGraph *g, int32_t v, double ux, double uy)
{
	const char *kind = qbg_kind_name[g->vertices.at[v].kind];
	size_t n = strlen(kind) + (g->vertices.at[v].element < 0 ? 0 : 3 + strlen(build_name(g, v)));
	double w = 8 + 4.2 * (double)n, h = 15, across = fabs(ux) > 0 ? w / fabs(ux) : INFINITY;
	double along = fabs(uy) > 0 ? h / fabs(uy) : INFINITY;

	return fmin(across, along);
}

static void line(Text *out, double x1, double y1, double x2, double y2)
{
	text_printf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

typedef struct End {
	double x, y;   /* where the bond ends */
	double ux, uy; /* its direction there, outwards */
} End;

static void draw_ends(Picture *p, const BgBond *b, const End end[2])
{
	const End *to = &end[1];

	/* half an arrow: back, and to one side */
	line(p->out, to->x, to->y, to->x - 11 * to->ux + 6 * to->uy, to->y - 11 * to->uy - 6 * to->ux);
	if (b->effort != BG_FREE) {
		const End *at = &end[1 - b->effort];

		line(p->out, at->x - 8 * at->uy, at->y + 8 * at->ux, at->x + 8 * at->uy,
			 at->y - 8 * at->ux);
	}
}

/* The end at v of a bond that comes from (fx, fy). */
static End end_at(const Picture *p, int32_t v, double fx, double fy)
{
	double dx = p->x[v] - fx, dy = p->y[v] - fy, len = sqrt(dx * dx + dy * dy), gap;

	if (len < 1)
		len = 1;
	gap = room(p->g, v, dx / len, dy / len);
	return (End){p->x[v] - gap * dx / len, p->y[v] - gap * dy / len, dx / len, dy / len};
}

static void draw_bond(Picture *p, int32_t i)
{
	const BgBond *b = &p->g->bonds.at[i];
	int32_t u = b->end[0], v = b->end[1];
	double bend = p->is_tree[i] ? 0 : 0.25;
	double cx = (p->x[u] + p->x[v]) / 2 - bend * (p->y[v] - p->y[u]);
	double cy = (p->y[u] + p->y[v]) / 2 + bend * (p->x[v] - p->x[u]);
	End end[2] = {end_at(p, u, cx, cy), end_at(p, v, cx, cy)};

	text_printf(p->out, "<path d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\"/>\n", end[0].x, end[0].y, cx,
				cy, end[1].x, end[1].y);
	draw_ends(p, b, end);
}

static void draw_frame(Picture *p)
{
	const BondGraph *g = p->g;
	double low[2] = {0, 0}, high[2] = {0, 0};

	for (size_t v = 0; v < g->vertices.n; v++)
		if (!g->vertices.at[v].is_gone) {
			low[0] = fmin(low[0], p->x[v]);
			low[1] = fmin(low[1], p->y[v]);
			high[0] = fmax(high[0], p->x[v]);
			high[1] = fmax(high[1], p->y[v]);
		}
	text_printf(p->out,
				"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
				"viewBox=\"%.0f %.0f %.0f %.0f\">\n"
				"<rect x=\"%.0f\" y=\"%.0f\" width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
				high[0] - low[0] + 140, high[1] - low[1] + 70, low[0] - 70, low[1] - 35,
				high[0] - low[0] + 140, high[1] - low[1] + 70, low[0] - 70, low[1] - 35);
}

bool write_svg(const BondGraph *g, Arena *scratch, Text *out)
{
	size_t n = g->vertices.n, left = 0;
	Picture p = {.g = g,
				 .x = NEW_ARRAY(scratch, double, n),
				 .y = NEW_ARRAY(scratch, double, n),
				 .is_placed = NEW_ARRAY(scratch, bool, n),
				 .is_tree = NEW_ARRAY(scratch, bool, g->bonds.n),
				 .slot = NEW_ARRAY(scratch, int32_t, n),
				 .out = out};

	for (size_t v = 0; v < n; v++)
		left += !g->vertices.at[v].is_gone;
	if (left > MOST)
		return false;
	place_all(&p, scratch);
	draw_frame(&p);
	text_printf(out, "<g fill=\"none\" stroke=\"black\" stroke-width=\"1.4\">\n");
	for (size_t i = 0; i < g->bonds.n; i++)
		if (!g->bonds.at[i].is_gone)
			draw_bond(&p, (int32_t)i);
	text_printf(out,
				"</g>\n<g font-family=\"sans-serif\" font-size=\"15\" text-anchor=\"middle\">\n");
	for (size_t v = 0; v < n; v++)
		if (!g->vertices.at[v].is_gone) {
			text_printf(out, "<text x=\"%.1f\" y=\"%.1f\">", p.x[v], p.y[v] + 5);
			write_label(g, (int32_t)v, out);
			text_printf(out, "</text>\n");
		}
	text_printf(out, "</g>\n</svg>\n");
	return true;
}
