/* SPDX-License-Identifier: MIT
   vm_equations.h — random sets of equations like those of mechanical and electrical models, as code
   of the IR and as C. Every equation gives a moderate value at the start, or another one is tried,
   so that nothing overflows. */
#ifndef MDV_VM_EQUATIONS_H
#define MDV_VM_EQUATIONS_H

#include "ir/ir.h"

#include <math.h>
#include <string.h>

enum {
	EQ_CONSTANTS = 32,  /* slots of numbers */
	EQ_PARAMETERS = 64, /* slots of parameters per 1,000 equations */
	EQ_STATES = 100,    /* slots of states per 1,000 equations */
	EQ_TEMPS = 24       /* most temporaries of an equation */
};

/* Layout: constants | parameters | states | one result per equation | temporaries. */
typedef struct Equations {
	IrModule m;            /* region 0 is the set */
	Arena keep;            /* holds it */
	uint64_t random;       /* state of the generator */
	bool deep;             /* equations read the last results only: chains */
	bool functions;        /* some sines and cosines */
	uint32_t n;            /* equations */
	uint32_t n_parameters; /* slots */
	uint32_t n_states;     /* slots */
	uint32_t first_result; /* slot of the first equation */
	uint32_t next_temp;    /* slot */
	uint32_t at;           /* equation under way */
	uint32_t own, parent;  /* where its component and the one that it reads begin */
	uint32_t parent_end;   /* behind the latter */
	double *frame;         /* n_slots values */
	VEC(IrInstr) code;     /* so far */
	uint32_t *end;         /* by equation: the instruction behind it */
} Equations;

static inline uint32_t eq_below(Equations *e, uint32_t n)
{
	e->random = e->random * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((e->random >> 33) % n);
}

static inline uint32_t eq_parameter(Equations *e)
{
	return EQ_CONSTANTS + eq_below(e, e->n_parameters);
}

/* A variable that is known at the equation under way. */
static inline uint32_t eq_variable(Equations *e)
{
	uint32_t what = eq_below(e, 100);

	if (e->deep) {
		uint32_t window = 12 + eq_below(e, 49);

		if (e->at > 0 && what < 80)
			return e->first_result + e->at - 1 - eq_below(e, window < e->at ? window : e->at);
	} else if (what < 50 && e->at > e->own) {
		return e->first_result + e->own + eq_below(e, e->at - e->own);
	} else if (what < 75 && e->parent_end > e->parent) {
		return e->first_result + e->parent + eq_below(e, e->parent_end - e->parent);
	}
	return EQ_CONSTANTS + e->n_parameters + eq_below(e, e->n_states);
}

static inline uint32_t eq_leaf(Equations *e)
{
	uint32_t what = eq_below(e, 10);

	return what < 7 ? eq_variable(e) : what < 9 ? eq_parameter(e) : eq_below(e, EQ_CONSTANTS);
}

static inline double eq_value(uint32_t op, double a, double b, double c)
{
	switch (op) {
	case IR_ADD: return a + b;
	case IR_SUB: return a - b;
	case IR_MUL: return a * b;
	case IR_DIV: return a / b;
	case IR_NEG: return -a;
	case IR_ABS: return fabs(a);
	case IR_SQRT: return sqrt(a);
	case IR_LT: return a < b;
	case IR_SELECT: return a != 0 ? b : c;
	case IR_SIN: return sin(a);
	default: return cos(a);
	}
}

static inline uint32_t eq_op3(Equations *e, IrOp op, uint32_t a, uint32_t b, uint32_t c)
{
	uint32_t dst = e->next_temp++;

	vec_push(arena_allocator(&e->keep), &e->code, ((IrInstr){op, dst, a, b, c}));
	e->frame[dst] = eq_value(op, e->frame[a], e->frame[b], e->frame[c]);
	return dst;
}

static inline uint32_t eq_op(Equations *e, IrOp op, uint32_t a, uint32_t b)
{
	return eq_op3(e, op, a, b, 0);
}

static inline uint32_t eq_product(Equations *e)
{
	return eq_op(e, IR_MUL, eq_leaf(e), eq_leaf(e));
}

/* sum of n products; or of a number times a variable */
static inline uint32_t eq_dot(Equations *e, uint32_t n, bool constant)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t x =
			constant ? eq_op(e, IR_MUL, eq_below(e, EQ_CONSTANTS), eq_variable(e)) : eq_product(e);

		sum = i == 0 ? x : eq_op(e, IR_ADD, sum, x);
	}
	return sum;
}

static inline uint32_t eq_chain(Equations *e, uint32_t n, bool product)
{
	uint32_t x = eq_leaf(e);

	for (uint32_t i = 1; i < n; i++)
		x = eq_op(e, product ? IR_MUL : eq_below(e, 2) ? IR_ADD : IR_SUB, x, eq_leaf(e));
	return x;
}

static inline uint32_t eq_tree(Equations *e, int depth)
{
	static const IrOp ops[] = {IR_ADD, IR_ADD, IR_SUB, IR_MUL, IR_MUL};
	IrOp op = ops[eq_below(e, 5)];
	uint32_t a, b;

	if (depth == 0 || (depth < 3 && eq_below(e, 3) == 0))
		return eq_leaf(e);
	a = eq_tree(e, depth - 1);
	b = eq_tree(e, depth - 1);
	return eq_op(e, op, a, b);
}

/* a product, a select, a root … : the rarer ones */
static inline uint32_t eq_rare(Equations *e, uint32_t what)
{
	uint32_t a, b, c;

	if (what < 5) {
		a = eq_op(e, IR_ADD, eq_leaf(e), eq_product(e));
		b = eq_op(e, IR_SUB, a, eq_product(e));
		return eq_op(e, IR_MUL, eq_parameter(e), b);
	}
	if (what < 10)
		return eq_op(e, IR_DIV, eq_below(e, 2) ? eq_product(e) : eq_leaf(e), eq_leaf(e));
	if (what < 12)
		return eq_op(e, IR_SQRT, eq_op(e, IR_ABS, eq_product(e), 0), 0);
	if (what < 16) {
		a = eq_op(e, IR_LT, eq_leaf(e), eq_leaf(e));
		b = eq_product(e);
		c = eq_leaf(e);
		return eq_op3(e, IR_SELECT, a, b, c);
	}
	if (what < 20 && e->functions)
		return eq_op(e, IR_MUL, eq_op(e, what % 2 ? IR_SIN : IR_COS, eq_leaf(e), 0), eq_leaf(e));
	return eq_below(e, 2) ? eq_product(e) : eq_op(e, IR_SUB, eq_product(e), eq_leaf(e));
}

static inline uint32_t eq_right_side(Equations *e)
{
	uint32_t what = eq_below(e, 1000), a, b;

	if (what < 130)
		return eq_dot(e, 3, false);
	if (what < 220) {
		a = eq_product(e);
		b = eq_product(e);
		return eq_op(e, IR_SUB, a, b);
	}
	if (what < 370)
		return eq_chain(e, 2 + eq_below(e, 3), false);
	if (what < 440)
		return eq_dot(e, 2 + eq_below(e, 3), true);
	if (what < 510)
		return eq_op(e, IR_MUL, eq_parameter(e), eq_op(e, IR_SUB, eq_leaf(e), eq_leaf(e)));
	if (what < 600)
		return eq_chain(e, 3 + eq_below(e, 5), true);
	if (what < 635)
		return eq_dot(e, 6, false);
	if (what < 735)
		return eq_tree(e, 4);
	return eq_rare(e, eq_below(e, 28));
}

/* One equation whose value is moderate. */
static inline void eq_add(Equations *e)
{
	size_t n_before = e->code.n;
	uint32_t temp_before = e->next_temp, result = e->first_result + e->at;

	for (int tries = 0; tries < 1000; tries++) {
		double x;

		e->code.n = n_before;
		e->next_temp = temp_before;
		x = fabs(e->frame[eq_right_side(e)]);
		if (e->code.n > n_before && x > 0.1 && x < 3)
			break;
	}
	e->next_temp--;
	e->code.at[e->code.n - 1].dst = result;
	e->frame[result] = e->frame[e->next_temp];
	e->end[e->at] = (uint32_t)e->code.n;
}

/* Components of 15 to 60 equations that read themselves, another one, states and parameters. */
static inline void equations_init(Equations *e, uint32_t n, bool deep, bool functions)
{
	uint32_t n_slots, own_end = 0;
	IrRegion r = {0};

	memset(e, 0, sizeof *e);
	arena_init(&e->keep, NULL);
	ir_init(&e->m, &e->keep);
	e->deep = deep;
	e->functions = functions;
	e->n = n;
	e->random = 12345;
	e->n_parameters = EQ_PARAMETERS * (n / 1000 + 1);
	e->n_states = EQ_STATES * (n / 1000 + 1);
	e->first_result = EQ_CONSTANTS + e->n_parameters + e->n_states;
	e->m.first_temp = e->next_temp = e->first_result + n;
	n_slots = e->m.first_temp + EQ_TEMPS * n;
	e->frame = NEW_ARRAY(&e->keep, double, n_slots);
	e->end = NEW_ARRAY(&e->keep, uint32_t, n);
	for (uint32_t i = 0; i < e->first_result; i++)
		e->frame[i] = (eq_below(e, 2) ? 1 : -1) * (0.3 + eq_below(e, 1000) / 900.0);
	e->m.one = 0;
	e->m.minus_zero = 1;
	e->frame[0] = 1;
	e->frame[1] = -0.0;
	for (; e->at < n; e->at++) {
		if (e->at == own_end) {
			e->own = own_end;
			own_end += 15 + eq_below(e, 46);
			e->parent = e->own ? eq_below(e, e->own) : 0;
			e->parent_end = e->parent + 30 < e->own ? e->parent + 30 : e->own;
		}
		eq_add(e);
	}
	e->m.n_slots = e->next_temp;
	r.instr = e->code.at;
	r.n_instrs = (int32_t)e->code.n;
	vec_push(arena_allocator(&e->keep), &e->m.regions, r);
}

static inline void equations_free(Equations *e)
{
	arena_free(&e->keep);
}

static inline void eq_write_operand(const Equations *e, FILE *out, uint32_t slot)
{
	if (slot < EQ_CONSTANTS)
		fprintf(out, "(%a)", e->frame[slot]);
	else if (slot >= e->m.first_temp)
		fprintf(out, "t%u", slot);
	else
		fprintf(out, "f[%u]", slot);
}

/* The set as C: function `run` on the same frame, in parts of 200 equations. */
static inline void equations_write(const Equations *e, FILE *out)
{
	uint32_t k = 0, n_parts = 0;

	fprintf(out, "#include <modevs/unit.h>\n");
	for (uint32_t i = 0; i < e->n; i++) {
		if (i % 200 == 0)
			fprintf(out, "%sstatic void part%u(double *restrict f)\n{\n", i ? "}\n" : "",
					n_parts++);
		for (; k < e->end[i]; k++) {
			const IrInstr *in = &e->code.at[k];
			const uint32_t read[3] = {in->a, in->b, in->c};

			if (in->dst >= e->m.first_temp)
				fprintf(out, "\tconst double t%u = ", in->dst);
			else
				fprintf(out, "\tf[%u] = ", in->dst);
			for (const char *c = ir_op_info[in->op].c_text; *c; c++)
				if (*c >= 'A' && *c <= 'C')
					eq_write_operand(e, out, read[*c - 'A']);
				else
					fputc(*c, out);
			fprintf(out, ";\n");
		}
	}
	fprintf(out, "}\nvoid run(double *f)\n{\n");
	for (uint32_t i = 0; i < n_parts; i++)
		fprintf(out, "\tpart%u(f);\n", i);
	fprintf(out, "}\n");
}

#endif
