/* SPDX-License-Identifier: MIT */
#include "checked.h"
#include "mini.h"
#include "t.h"

/* All diagnostics of a model, as the user sees them; "" if it is right. */
static const char *said(const char *text)
{
	static char buf[8192];
	Mini t;
	Text out;
	bool ok;

	mini_begin(&t, text);
	CHECKED(flat_check, &t.m, &t.sources, &t.scratch);
	ok = balance_check(&t.m, &t.scratch, &t.diag);
	if (ok != (t.diag.n_errors == 0))
		T_FAIL("result %d with %d errors", ok, t.diag.n_errors);
	text_init(&out, NULL);
	diag_print_text(&t.diag, &out);
	snprintf(buf, sizeof buf, "%s", text_str(&out));
	text_free(&out);
	mini_free(&t);
	return buf;
}

static void right_models_are_silent(void)
{
	T_STR(said("model M; Real x(start=1); equation der(x) = -x; end"), "");
	T_STR(said("model M; Real x, y; Boolean b; Integer n; discrete Real d; equation\n"
			   "x + y = time; x - y = 0; b = x > 1;\n"
			   "when b then n = pre(n) + 1; d = x; end when; end"),
		  "");
	T_STR(said("model M; input Real u; Real x, y, z; function f(1) 2; equation\n"
			   "(x, y) = f(z); z = u; end"),
		  "");
	T_STR(said("model M; Real x, y; Boolean b; equation b = time > 1;\n"
			   "if b then x = 1; y = 2; else y = x; x + y = 1; end if; end"),
		  "");
	T_STR(said("model M; Real x[3], s; algorithm s := 0; for i in 1:3 loop x[i] := i*time;\n"
			   "s := s + x[i]; end for; end"),
		  "");
	T_STR(said("model M; Real u, y; equation y = 3*time; algorithm y := 2*u; end"), "");
	T_STR(said("model M; end"), "");
}

static void one_equation_too_many_is_shown_with_its_opponents(void)
{
	T_STR(said("model M;\nReal x, y, z;\nequation\nx + y = 1;\nz = 2*x;\nx - y = 0;\nx = 3;\nend"),
		  "M.mo:7:1: error[E0301]: 3 equations for the 2 variables 'x' and 'y': one is too many "
		  "(model M has 4 equations for 3 unknowns)\n"
		  "    7 | x = 3;\n"
		  "      | ^~~~~\n"
		  "M.mo:4:1: note: x + y = 1\n"
		  "    4 | x + y = 1;\n"
		  "      | ^~~~~~~~~\n"
		  "M.mo:6:1: note: x - y = 0\n"
		  "    6 | x - y = 0;\n"
		  "      | ^~~~~~~~~\n");
}

static void one_equation_too_few_names_the_variable(void)
{
	T_STR(said("model Tank;\nReal h(start=1), q, p;\nequation\nder(h) = -q;\nq = 2*h;\nend"),
		  "M.mo:2:21: error[E0302]: no equation determines 'p' (model Tank has 2 equations for 3 "
		  "unknowns)\n"
		  "    2 | Real h(start=1), q, p;\n"
		  "      |                     ^\n");
	T_STR(said("model Tank;\nReal h(start=1), q, p;\nequation\nder(h) = -q;\np = 9.81*h;\nend"),
		  "M.mo:2:6: error[E0302]: only 2 equations for the 3 variables 'h', 'q' and 'p': one is "
		  "missing (model Tank has 2 equations for 3 unknowns)\n"
		  "    2 | Real h(start=1), q, p;\n"
		  "      |      ^\n"
		  "M.mo:4:1: note: der(h) = -q\n"
		  "    4 | der(h) = -q;\n"
		  "      | ^~~~~~~~~~~\n"
		  "M.mo:5:1: note: p = 9.81*h\n"
		  "    5 | p = 9.81*h;\n"
		  "      | ^~~~~~~~~~\n");
}

static void a_discrete_variable_without_equation_is_not_confused_with_others(void)
{
	T_STR(said("model M;\nReal x;\nBoolean b;\nequation\nx = if b then 1 else 2;\nend"),
		  "M.mo:3:9: error[E0302]: no equation determines 'b' (model M has 1 equation for 2 "
		  "unknowns)\n"
		  "    3 | Boolean b;\n"
		  "      |         ^\n");
}

static void equal_counts_can_still_be_singular(void)
{
	T_STR(said("model M;\nReal x, y;\nequation\nx = 1;\nx = time;\nend"),
		  "M.mo:5:1: error[E0303]: 2 equations for 'x': one is too many\n"
		  "    5 | x = time;\n"
		  "      | ^~~~~~~~\n"
		  "M.mo:4:1: note: x = 1\n"
		  "    4 | x = 1;\n"
		  "      | ^~~~~\n"
		  "M.mo:2:9: note: no equation determines 'y'\n"
		  "    2 | Real x, y;\n"
		  "      |         ^\n");
	T_STR(said("model M;\nparameter Real p = 1;\nReal x;\nequation\np = 2;\nend"),
		  "M.mo:5:1: error[E0303]: no variable is left that 'p = 2' could determine\n"
		  "    5 | p = 2;\n"
		  "      | ^~~~~\n"
		  "M.mo:3:6: note: no equation determines 'x'\n"
		  "    3 | Real x;\n"
		  "      |      ^\n");
}

static void the_users_equation_is_blamed_before_the_librarys(void)
{
	T_STR(
		said("model M;\nlibrary;\nReal a.p.v, b.p.v, a.i;\nuser;\nequation\nlibrary;\n"
			 "a.p.v = 2*a.i;\na.i = time;\nuser;\nb.p.v = 5;\nset;\nequality a.p.v = b.p.v;\nend"),
		"M.mo:10:1: error[E0301]: 3 equations for the 2 variables 'a.i' and 'a.p.v': one is too "
		"many (model M has 4 equations for 3 unknowns)\n"
		"   10 | b.p.v = 5;\n"
		"      | ^~~~~~~~~\n"
		"Lib.mo:7:1: note: a.p.v = 2*a.i\n"
		"    7 | a.p.v = 2*a.i;\n"
		"      | ^~~~~~~~~~~~~\n"
		"Lib.mo:8:1: note: a.i = time\n"
		"    8 | a.i = time;\n"
		"      | ^~~~~~~~~~\n");
}

static void a_variable_of_a_library_is_shown_at_the_users_component(void)
{
	T_STR(said("model M;\ninstance tank Tank;\nlibrary;\nReal tank.h;\nend"),
		  "M.mo:2:10: error[E0302]: no equation determines 'tank.h' (model M has 0 equations for 1 "
		  "unknown)\n"
		  "    2 | instance tank Tank;\n"
		  "      |          ^~~~~~~~~\n"
		  "Lib.mo:4:6: note: it is declared here\n"
		  "    4 | Real tank.h;\n"
		  "      |      ^~~~~~\n");
}

#define SOURCE                                                               \
	"model Circuit;\ninstance V1 Source;\ninstance R1 Resistor;\nlibrary;\n" \
	"potential Real V1.p.v(unit=\"V\"), V1.n.v(unit=\"V\");\n"               \
	"potential Real R1.p.v(unit=\"V\"), R1.n.v(unit=\"V\");\n"               \
	"flow Real V1.p.i, V1.n.i, R1.p.i, R1.n.i;\n"                            \
	"Real V1.v, R1.v, R1.i;\nparameter Real R = 5;\n"
#define EQUATIONS                                                           \
	"equation\nV1.v = V1.p.v - V1.n.v;\nV1.v = 10;\n0 = V1.p.i + V1.n.i;\n" \
	"R1.v = R1.p.v - R1.n.v;\nR1.i = R1.p.i;\n0 = R1.p.i + R1.n.i;\n"       \
	"R1.v = R*R1.i;\nuser;\nset;\nequality V1.p.v = R1.p.v;\n"              \
	"sum V1.p.i + R1.p.i = 0;\nset;\nequality V1.n.v = R1.n.v;\n"

static void a_missing_ground_is_found_and_named(void)
{
	T_STR(said(SOURCE EQUATIONS "sum V1.n.i + R1.n.i = 0;\nend"),
		  "M.mo:2:10: error[E0304]: the potentials of V1 and R1 are fixed only relative to each "
		  "other; one of them must be given a value\n"
		  "    2 | instance V1 Source;\n"
		  "      |          ^~~~~~~~~\n");
	T_STR(said(SOURCE "potential Real G.p.v; flow Real G.p.i;\n" EQUATIONS
					  "equality G.p.v = R1.n.v;\nsum V1.n.i + R1.n.i + G.p.i = 0;\n"
					  "G.p.v = 0;\nend"),
		  "");
}

static void contradictions_among_linear_equations_are_errors(void)
{
	T_STR(said("model M;\nReal x, y;\nequation\nx + y = 1;\nx + y = 2;\nend"),
		  "M.mo:5:1: error[E0305]: 'x + y = 2' contradicts the other equations below\n"
		  "    5 | x + y = 2;\n"
		  "      | ^~~~~~~~~\n"
		  "M.mo:4:1: note: x + y = 1\n"
		  "    4 | x + y = 1;\n"
		  "      | ^~~~~~~~~\n");
}

static void loops_of_integers_are_understood(void)
{
	/* three equations that depend on each other through coefficients that are not +-1 */
	T_STR(said("model M;\nReal x, y, z, w;\nequation\nx + 2*y + z = 1;\n2*x - y + w = 3;\n"
			   "3*x + y + z + w = 5;\nw = sin(x)*y + z*z;\nend"),
		  "M.mo:6:1: error[E0305]: '3*x + y + z + w = 5' contradicts the other equations below\n"
		  "    6 | 3*x + y + z + w = 5;\n"
		  "      | ^~~~~~~~~~~~~~~~~~~\n"
		  "M.mo:4:1: note: x + 2*y + z = 1\n"
		  "    4 | x + 2*y + z = 1;\n"
		  "      | ^~~~~~~~~~~~~~~\n"
		  "M.mo:5:1: note: 2*x - y + w = 3\n"
		  "    5 | 2*x - y + w = 3;\n"
		  "      | ^~~~~~~~~~~~~~~\n");
	T_STR(said("model M;\nReal x, y, z, w;\nequation\nx + 2*y + z = 1;\n2*x - y + w = 3;\n"
			   "3*x + y + z + w = 4;\nw = sin(x)*y + z*z;\nend"),
		  "M.mo:6:1: warning[W0306]: '3*x + y + z + w = 4' follows from the other equations below: "
		  "something else is left undetermined\n"
		  "    6 | 3*x + y + z + w = 4;\n"
		  "      | ^~~~~~~~~~~~~~~~~~~\n"
		  "M.mo:4:1: note: x + 2*y + z = 1\n"
		  "    4 | x + 2*y + z = 1;\n"
		  "      | ^~~~~~~~~~~~~~~\n"
		  "M.mo:5:1: note: 2*x - y + w = 3\n"
		  "    5 | 2*x - y + w = 3;\n"
		  "      | ^~~~~~~~~~~~~~~\n");
	T_STR(said("model M;\nparameter Real p; Real x, y, z;\nequation\nx + 2*y = p;\n2*x + 4*y = 3;\n"
			   "z = x*y;\nend"),
		  "M.mo:5:1: warning[W0306]: '2*x + 4*y = 3' and the equations below can hold together for "
		  "certain parameters only\n"
		  "    5 | 2*x + 4*y = 3;\n"
		  "      | ^~~~~~~~~~~~~\n"
		  "M.mo:4:1: note: x + 2*y = p\n"
		  "    4 | x + 2*y = p;\n"
		  "      | ^~~~~~~~~~~\n");
}

/* A ladder of n cells, each a state and an algebraic variable. */
static void build_ladder(Mini *t, int32_t n, bool ground)
{
	FlatDecl b = {.variability = VB_CONTINUOUS, .rank = 1, .dim = &(Dim){n, NULL}};
	DeclId x, q;
	ExprPool *p = &t->m.pool;

	b.type = type_basic(p, TY_REAL);
	b.name = flat_name(&t->m, "cell[].T");
	x = flat_add_decl(&t->m, &b);
	b.name = flat_name(&t->m, "cell[].q");
	q = flat_add_decl(&t->m, &b);
	for (int32_t i = 1; i <= n; i++) {
		const Expr *here = flat_ref_at(&t->m, x, &i), *flow = flat_ref_at(&t->m, q, &i);
		const Expr *next = i < n ? flat_ref_at(&t->m, x, &(int32_t){i + 1}) : expr_time(p);
		const Expr *before = i > 1 ? flat_ref_at(&t->m, q, &(int32_t){i - 1}) : expr_real(p, 0);
		FlatEq eq = {.lhs = flow, .rhs = expr_mul(p, expr_real(p, 1.5), expr_sub(p, here, next))};

		flat_add_eq(&t->m, &eq);
		eq.lhs = ground ? expr_der(p, here) : flow;
		eq.rhs = expr_sub(p, before, flow);
		flat_add_eq(&t->m, &eq);
	}
}

/* Bytes of work space that checking a ladder of n cells takes. */
static size_t work_of_ladder(int32_t n)
{
	Mini t;
	size_t bytes;

	mini_begin(&t, "model Ladder; end");
	build_ladder(&t, n, true);
	bytes = arena_peak(&t.keep);
	CHECKED(flat_check, &t.m, &t.sources, &t.scratch);
	T_CHECK(balance_check(&t.m, &t.scratch, &t.diag));
	bytes = arena_peak(&t.keep) - bytes + arena_peak(&t.scratch);
	mini_free(&t);
	return bytes;
}

static void large_models_are_checked_in_linear_space(void)
{
	size_t small = work_of_ladder(5000), large = work_of_ladder(50000);

	printf("work space of 10,000 and 100,000 equations: %zu, %zu bytes\n", small, large);
	T_CHECK(large < 12 * small);
}

static void memory_of_a_million_equations(void)
{
	Mini t;

	mini_begin(&t, "model Ladder; end");
	build_ladder(&t, 500000, true);
	CHECKED(flat_check, &t.m, &t.sources, &t.scratch);
	printf("1,000,000 equations: %zu bytes each (scratch of the check %zu), %u expressions\n",
		   arena_peak(&t.keep) / 1000000, arena_peak(&t.scratch) / 1000000, t.m.pool.n);
	T_CHECK(arena_peak(&t.keep) < 600u * 1000000u);
	T_CHECK(balance_check(&t.m, &t.scratch, &t.diag));
	mini_free(&t);
}

/* A grid of n x n nodes with resistors between neighbours; one corner is fed, one grounded. */
typedef struct Grid {
	Mini *t;       /* the model */
	int n;         /* nodes of a side */
	DeclId i, v;   /* current and voltage of each resistor */
	DeclId p, q;   /* potentials at its two ends */
	DeclId source; /* current of the source, of the ground */
} Grid;

static DeclId grid_block(Grid *g, const char *name, int32_t n, uint8_t role)
{
	FlatDecl b = {.variability = VB_CONTINUOUS, .rank = 1, .dim = &(Dim){n, NULL}, .role = role};

	b.name = flat_name(&g->t->m, name);
	b.type = type_basic(&g->t->m.pool, TY_REAL);
	b.flags = role ? DF_CONNECTOR_PART : 0;
	return flat_add_decl(&g->t->m, &b);
}

static const Expr *at(Grid *g, DeclId b, int32_t k)
{
	return flat_ref(&g->t->m, (VarId){g->t->m.decls.at[b.i].first.i + k});
}

static void equation(Grid *g, const Expr *lhs, const Expr *rhs, EqOrigin origin)
{
	flat_add_eq(&g->t->m, &(FlatEq){.lhs = lhs, .rhs = rhs, .origin = (uint8_t)origin});
}

/* Resistor k joins this node at end p or q: its potential is the node's. */
static void join(Grid *g, const Expr **potential, const Expr **sum, int32_t k, bool at_p)
{
	ExprPool *p = &g->t->m.pool;
	const Expr *here = at(g, at_p ? g->p : g->q, k), *i = at(g, g->i, k);

	if (*potential)
		equation(g, *potential, here, EO_EQUALITY);
	*potential = here;
	*sum = at_p ? expr_add(p, *sum, i) : expr_sub(p, *sum, i);
}

static void build_grid(Grid *g, bool ground)
{
	ExprPool *p = &g->t->m.pool;
	int32_t n = g->n, across = n * (n - 1);

	g->i = grid_block(g, "R[].i", 2 * across, PR_NONE);
	g->v = grid_block(g, "R[].v", 2 * across, PR_NONE);
	g->p = grid_block(g, "R[].p.v", 2 * across, PR_POTENTIAL);
	g->q = grid_block(g, "R[].n.v", 2 * across, PR_POTENTIAL);
	g->source = grid_block(g, "source[].i", 2, PR_NONE);
	for (int32_t k = 0; k < 2 * across; k++) {
		equation(g, at(g, g->v, k), expr_sub(p, at(g, g->p, k), at(g, g->q, k)), EO_SOURCE);
		equation(g, at(g, g->v, k), expr_mul(p, expr_real(p, 1.5), at(g, g->i, k)), EO_SOURCE);
	}
	equation(g, at(g, g->source, 0), expr_time(p), EO_SOURCE);
	for (int32_t row = 0; row < n; row++)
		for (int32_t col = 0; col < n; col++) {
			const Expr *potential = NULL, *sum = expr_real(p, 0);

			if (col > 0)
				join(g, &potential, &sum, row * (n - 1) + col - 1, false);
			if (col < n - 1)
				join(g, &potential, &sum, row * (n - 1) + col, true);
			if (row > 0)
				join(g, &potential, &sum, across + (row - 1) * n + col, false);
			if (row < n - 1)
				join(g, &potential, &sum, across + row * n + col, true);
			if (row + col == 0)
				sum = expr_sub(p, sum, at(g, g->source, 0));
			if (row + col == 2 * n - 2)
				sum = expr_add(p, sum, at(g, g->source, 1));
			if (row + col == 2 * n - 2)
				equation(g, ground ? potential : at(g, g->source, 1),
						 ground ? expr_real(p, 0) : at(g, g->source, 0), EO_SOURCE);
			equation(g, sum, expr_real(p, 0), EO_FLOW);
		}
}

/* Bytes of work space for each equation of a grid of n x n nodes. */
static size_t work_of_grid(int n, bool ground)
{
	Mini t;
	Grid g = {.t = &t, .n = n};
	size_t bytes;

	mini_begin(&t, "model Grid; end");
	build_grid(&g, ground);
	bytes = arena_peak(&t.keep);
	T_CHECK(balance_check(&t.m, &t.scratch, &t.diag) == ground);
	bytes = (arena_peak(&t.keep) - bytes + arena_peak(&t.scratch)) / t.m.eqs.n;
	if (!ground)
		T_STR(t.diag.items.at[0].text, "the values of the model itself are fixed only relative "
									   "to each other; one of them must be given a value");
	mini_free(&t);
	return bytes;
}

/* Elimination on a grid fills in: by nested dissection no more than n log n (George 1973). */
static void large_circuits_are_checked_with_and_without_ground(void)
{
	for (int ground = 0; ground < 2; ground++) {
		size_t small = work_of_grid(50, ground), large = work_of_grid(150, ground);

		printf("grids of 50 and 150 nodes a side, %s ground: %zu, %zu bytes for each equation\n",
			   ground ? "with" : "without", small, large);
		T_CHECK(large < 2 * small);
	}
}

/* Take away or repeat any equation of a right model: the message is about it. */
static void mutations_are_found(void)
{
	for (int k = 0; k < 400; k++) {
		Mini t;
		Grid g = {.t = &t, .n = 5};
		bool repeat = k % 2;
		Text eq;
		size_t i;

		mini_begin(&t, "model Grid; end");
		build_grid(&g, true);
		i = (size_t)(k * 7919) % t.m.eqs.n;
		text_init(&eq, NULL);
		print_eq(&t.m, &t.m.eqs.at[i], &t.scratch, &eq);
		if (repeat) {
			flat_add_eq(&t.m, &t.m.eqs.at[i]);
		} else {
			t.m.eqs.at[i] = t.m.eqs.at[t.m.eqs.n - 1];
			t.m.eqs.n--;
		}
		T_CHECK(!balance_check(&t.m, &t.scratch, &t.diag));
		T_INT(t.diag.n_errors, 1);
		T_INT(t.diag.items.at[0].code, repeat ? E_EQUATIONS_MANY : E_EQUATIONS_FEW);
		if (repeat && t.m.eqs.at[i].origin != EO_EQUALITY && eq.n < 80)
			T_CHECK(strstr(t.diag.items.at[0].text, text_str(&eq)) ||
					strstr(t.diag.items.at[0].text, "2 equations for"));
		text_free(&eq);
		mini_free(&t);
	}
}

/* Every variable declared alone, with a name, a start value and a longer equation: the worst case.
 */
static void memory_of_a_million_scalar_declarations(void)
{
	enum { N = 1000000 };
	Mini t;
	ExprPool *p;
	size_t bytes;

	mini_begin(&t, "model Wide; end");
	p = &t.m.pool;
	for (int i = 0; i < N; i++) {
		char name[48];
		FlatDecl b = {.variability = VB_CONTINUOUS, .type = type_basic(p, TY_REAL)};
		DeclId id;

		snprintf(name, sizeof name, "plant.unit%d.flange_a.phi", i);
		b.name = flat_name(&t.m, name);
		id = flat_add_decl(&t.m, &b);
		flat_set_start(&t.m, t.m.decls.at[id.i].first, expr_real(p, i));
	}
	for (int i = 0; i < N; i++) {
		const Expr *x = flat_ref(&t.m, (VarId){i}), *y = flat_ref(&t.m, (VarId){(i + 1) % N});
		FlatEq eq = {.lhs = expr_der(p, x)};

		eq.rhs = expr_sub(p, expr_mul(p, y, expr_sub(p, x, y)), expr_unary(p, EX_SIN, y));
		flat_add_eq(&t.m, &eq);
	}
	bytes = arena_peak(&t.keep) + arena_peak(&t.names.texts) + t.names.cap * sizeof *t.names.at +
			t.names.n_slots * sizeof *t.names.slot;
	printf("scalar declarations: %zu bytes per equation, names %zu of them\n", bytes / N,
		   (bytes - arena_peak(&t.keep)) / N);
#ifndef MDV_ARENA_DEBUG /* there each allocation has a head of its own */
	T_CHECK(bytes / N < 600);
#endif
	mini_free(&t);
}

int main(void)
{
	T_RUN(right_models_are_silent);
	T_RUN(one_equation_too_many_is_shown_with_its_opponents);
	T_RUN(one_equation_too_few_names_the_variable);
	T_RUN(a_discrete_variable_without_equation_is_not_confused_with_others);
	T_RUN(equal_counts_can_still_be_singular);
	T_RUN(the_users_equation_is_blamed_before_the_librarys);
	T_RUN(a_variable_of_a_library_is_shown_at_the_users_component);
	T_RUN(a_missing_ground_is_found_and_named);
	T_RUN(contradictions_among_linear_equations_are_errors);
	T_RUN(loops_of_integers_are_understood);
	T_RUN(large_models_are_checked_in_linear_space);
	T_RUN(large_circuits_are_checked_with_and_without_ground);
	T_RUN(mutations_are_found);
	T_RUN(memory_of_a_million_equations);
	T_RUN(memory_of_a_million_scalar_declarations);
	return T_END();
}
