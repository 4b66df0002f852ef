/* SPDX-License-Identifier: MIT
   emit_region.c — regions as C functions. A temporary that is used once, in the same straight piece
   of code, is written where it is used; one that lives inside of a function is a local variable;
   the others keep their places in the frame. Nothing is computed in another order that matters:
   inside a region every slot is written once, before it is read. Long regions are cut into
   functions of about PART_MOST statements, where no branch is open. O(instructions). */
#include "compiler/emit/emit.h"

#include <string.h>

#define PART_MOST  200 /* statements of a function */
#define DEPTH_MOST 12  /* operators in each other */
#define WIDTH_MOST 90  /* characters of an expression that is taken into another */
#define LINE_MOST  100 /* characters of a line with a comment beside the code */

/* What is known of a temporary; by slot - first_temp. */
typedef struct Temp {
	int32_t first;    /* instruction that writes it first; -1: none */
	int32_t last;     /* last one that reads or writes it */
	int32_t use;      /* the only one that reads it; -1: none, several, or no plain operand */
	int32_t n_writes; /* how often it is written */
	int32_t n_reads;  /* how often it is read */
	int operand;      /* of `use`: which operand */
	bool in_frame;    /* calls or batches need it, or another part */
	bool declared;    /* at the beginning of the function */
	EmitExpr pending; /* to be written at its use; text NULL: it is not */
	int depth;        /* of pending */
} Temp;

/* A branch around the instruction at hand. */
typedef struct Branch {
	int32_t other; /* first instruction of the second side; -1: there is none, or we are in it */
	int32_t end;   /* instruction behind it */
} Branch;

typedef struct Region {
	Emit *e;              /* where to */
	const IrRegion *r;    /* the code */
	int32_t number;       /* of the region */
	Temp *temp;           /* of all regions; clean between them */
	uint32_t first_temp;  /* slots from here on */
	int32_t *part;        /* n_instrs + 1: the part of an instruction */
	int32_t *block;       /* n_instrs: its straight piece of code */
	int32_t *scope_end;   /* n_instrs: where the branch around it ends, or the part */
	int32_t n_parts;      /* functions */
	VEC(Branch) branches; /* open ones, outermost first */
	int32_t batch;        /* next batch */
	int32_t source;       /* equation of the last statement */
} Region;

static Temp *temp_of(const Region *g, uint32_t slot)
{
	return slot >= g->first_temp ? &g->temp[slot - g->first_temp] : NULL;
}

/* -- where things are ----------------------------------------------------------------------- */

static Branch branch_at(const Region *g, int32_t k)
{
	int32_t target = (int32_t)g->r->instr[k].dst;
	const IrInstr *before = &g->r->instr[target - 1];

	if (before->op == IR_JUMP && target - 1 > k)
		return (Branch){target, (int32_t)before->dst};
	return (Branch){-1, target};
}

/* Branches that end before instruction k are closed; the second side of one may begin. False:
   nothing of the kind is there. */
static bool close_branches(Region *g, int32_t k, bool write)
{
	bool any = false;

	for (; g->branches.n > 0; any = true) {
		Branch *b = &g->branches.at[g->branches.n - 1];
		bool ends = b->end == k;

		if (!ends && b->other != k)
			return any;
		b->other = -1;
		if (write) {
			text_add_char(g->e->out, '\t', g->branches.n);
			text_printf(g->e->out, ends ? "}\n" : "} else {\n");
		}
		if (ends)
			g->branches.n--;
	}
	return any;
}

/* Parts, straight pieces and branches of all instructions. */
static void divide(Region *g)
{
	const IrRegion *r = g->r;
	int32_t in_part = 0, block = 0, batch = 0;

	g->n_parts = 1;
	for (int32_t k = 0; k <= r->n_instrs; k++) {
		if (close_branches(g, k, false))
			block++;
		if (g->branches.n == 0 && in_part >= PART_MOST && k < r->n_instrs) {
			g->n_parts++;
			in_part = 0;
			block++;
		}
		g->part[k] = g->n_parts - 1;
		for (; batch < r->n_batches && r->batch_at[batch].at == k; batch++)
			in_part += g->e->code->batches.at[r->batch_at[batch].batch].n_instrs;
		if (k == r->n_instrs)
			break;
		g->block[k] = block;
		in_part++;
		if (r->instr[k].op == IR_UNLESS) {
			Branch b = branch_at(g, k);

			vec_push(arena_allocator(g->e->scratch), &g->branches, b);
			block++;
		}
	}
}

/* The end of the branch, or of the part, around each instruction. */
static void find_scopes(Region *g)
{
	const IrRegion *r = g->r;

	g->branches.n = 0;
	for (int32_t k = 0; k < r->n_instrs; k++) {
		close_branches(g, k, false);
		if (g->branches.n > 0) {
			const Branch *b = &g->branches.at[g->branches.n - 1];

			g->scope_end[k] = b->other >= 0 ? b->other : b->end;
		} else {
			g->scope_end[k] = r->n_instrs + 1;
		}
		if (r->instr[k].op == IR_UNLESS) {
			Branch b = branch_at(g, k);

			vec_push(arena_allocator(g->e->scratch), &g->branches, b);
		}
	}
	g->branches.n = 0;
}

/* -- temporaries ---------------------------------------------------------------------------- */

static void touch(Region *g, Temp *t, int32_t k)
{
	if (t->first >= 0 && g->part[t->first] != g->part[k])
		t->in_frame = true;
	if (t->first < 0)
		t->first = k;
	t->last = k;
}

static void note_read(Region *g, uint32_t slot, int32_t k, int operand)
{
	Temp *t = temp_of(g, slot);

	if (!t)
		return;
	touch(g, t, k);
	t->use = t->n_reads++ == 0 && operand >= 0 ? k : -1;
	t->operand = operand;
	t->in_frame = t->in_frame || operand < 0;
}

static void note_write(Region *g, uint32_t slot, int32_t k, bool plain)
{
	Temp *t = temp_of(g, slot);

	if (!t)
		return;
	touch(g, t, k);
	t->n_writes++;
	t->in_frame = t->in_frame || !plain;
}

static void note_call(Region *g, const IrCall *c, int32_t k)
{
	for (int32_t i = 0; i < c->n_in; i++)
		note_read(g, c->in[i], k, -1);
	for (int32_t i = 0; i < c->n_out; i++)
		if (c->out[i] != IR_NO_SLOT)
			note_write(g, c->out[i], k, false);
}

static void note_batch(Region *g, const IrBatch *b, int32_t k)
{
	for (int32_t o = 0; o < b->n_operands; o++)
		for (int32_t i = 0; i < b->n_instances; i++) {
			uint32_t slot = ir_operand_slot(&b->operand[o], i);

			if (o < b->n_operands - b->n_results)
				note_read(g, slot, k, -1);
			else
				note_write(g, slot, k, false);
		}
}

static void note_instr(Region *g, int32_t k)
{
	const IrInstr *in = &g->r->instr[k];
	const uint32_t operand[3] = {in->a, in->b, in->c};

	if (in->op == IR_CALL) {
		note_call(g, &g->e->code->calls.at[in->a], k);
		return;
	}
	for (int i = 0; i < ir_op_info[in->op].n_args; i++)
		note_read(g, operand[i], k, i);
	if (in->op < IR_UNLESS)
		note_write(g, in->dst, k, true);
}

static void note_all(Region *g)
{
	const IrRegion *r = g->r;
	int32_t batch = 0;

	for (int32_t k = 0; k <= r->n_instrs; k++) {
		for (; batch < r->n_batches && r->batch_at[batch].at == k; batch++)
			note_batch(g, &g->e->code->batches.at[r->batch_at[batch].batch], k);
		if (k < r->n_instrs)
			note_instr(g, k);
	}
}

/* -- statements ----------------------------------------------------------------------------- */

static void indent(Region *g)
{
	text_add_char(g->e->out, '\t', g->branches.n + 1);
}

/* The equation that instruction k comes from, unless it has been told; NULL: nothing to tell. */
static const char *source_of(Region *g, int32_t k)
{
	int32_t source = g->r->source ? g->r->source[k] : -1;
	const MdvSource *s;
	Text text;

	if (source < 0 || source == g->source)
		return NULL;
	g->source = source;
	s = &g->e->m->source[source];
	text_init(&text, arena_allocator(g->e->scratch));
	if (*s->file) {
		emit_name_comment(&text, emit_name_base(s->file));
		text_printf(&text, ":%d: ", s->line);
	}
	if (*s->path) {
		emit_name_comment(&text, s->path);
		text_printf(&text, ": ");
	}
	emit_name_comment(&text, s->text);
	return text_str(&text);
}

/* A line of code with the equation it comes from: beside it, or above where there is no room. */
static void write_line(Region *g, int32_t k, const char *line)
{
	const char *source = source_of(g, k);
	size_t width = 4 * (g->branches.n + 1) + strlen(line);

	if (source && width + strlen(source) + 7 > LINE_MOST) {
		indent(g);
		text_printf(g->e->out, "/* %s */\n", source);
		source = NULL;
	}
	indent(g);
	text_printf(g->e->out, "%s", line);
	if (source)
		text_printf(g->e->out, " /* %s */", source);
	text_printf(g->e->out, "\n");
}

static EmitExpr operand_of(Region *g, uint32_t slot, int *depth)
{
	Temp *t = temp_of(g, slot);

	if (!t || t->in_frame)
		return emit_expr_slot(g->e, slot);
	if (t->pending.text) {
		*depth = t->depth > *depth ? t->depth : *depth;
		return t->pending;
	}
	return (EmitExpr){arena_printf(g->e->scratch, "t%u", slot - g->first_temp), EMIT_ATOM};
}

/* May the value be written where it is used? */
static bool is_taken_in(const Region *g, const Temp *t, int32_t k, EmitExpr x, int depth)
{
	const IrInstr *use;

	if (!t || t->in_frame || t->n_writes != 1 || t->use < 0 || depth > DEPTH_MOST ||
		g->block[t->use] != g->block[k] || strlen(x.text) > WIDTH_MOST)
		return false;
	use = &g->r->instr[t->use];
	return emit_expr_times((IrOp)use->op, t->operand) == 1;
}

static void write_op(Region *g, int32_t k)
{
	const IrInstr *in = &g->r->instr[k];
	const uint32_t slot[3] = {in->a, in->b, in->c};
	Temp *t = temp_of(g, in->dst);
	EmitExpr arg[3] = {{NULL, EMIT_ATOM}}, x;
	const char *target;
	int depth = 0;

	for (int i = 0; i < ir_op_info[in->op].n_args; i++)
		arg[i] = operand_of(g, slot[i], &depth);
	x = emit_expr_op(g->e, (IrOp)in->op, arg);
	if (t && !t->in_frame && t->n_reads == 0)
		return;
	if (is_taken_in(g, t, k, x, depth + 1)) {
		t->pending = x;
		t->depth = depth + 1;
		return;
	}
	if (!t || t->in_frame)
		target = emit_expr_slot(g->e, in->dst).text;
	else
		target = arena_printf(g->e->scratch, "%st%u", t->declared ? "" : "const double ",
							  in->dst - g->first_temp);
	write_line(g, k, arena_printf(g->e->scratch, "%s = %s;", target, x.text));
}

static void write_call(Region *g, int32_t k)
{
	const IrCall *c = &g->e->code->calls.at[g->r->instr[k].a];
	const char *name = g->e->code->fns.at[c->fn]->name;
	Text line;

	if (g->branches.n == 0 && emit_call_of_region(g->e, c))
		return;
	text_init(&line, arena_allocator(g->e->scratch));
	text_printf(&line, "status = mdv_code_call(code, %u, f);", g->r->instr[k].a);
	if (*name) {
		text_printf(&line, " /* ");
		emit_name_comment(&line, name);
		text_printf(&line, " */");
	}
	write_line(g, k, text_str(&line));
	indent(g);
	text_printf(g->e->out, "if (status != MDV_OK)\n");
	indent(g);
	text_printf(g->e->out, "\treturn status;\n");
}

static void open_branch(Region *g, int32_t k)
{
	int depth = 0;
	EmitExpr x = operand_of(g, g->r->instr[k].a, &depth);
	Branch b = branch_at(g, k);

	write_line(g, k, arena_printf(g->e->scratch, "if (%s) {", emit_expr_condition(g->e, x)));
	vec_push(arena_allocator(g->e->scratch), &g->branches, b);
}

static void write_instr(Region *g, int32_t k)
{
	const IrInstr *in = &g->r->instr[k];

	if (in->op == IR_CALL)
		write_call(g, k);
	else if (in->op == IR_UNLESS)
		open_branch(g, k);
	else if (in->op != IR_JUMP)
		write_op(g, k);
}

/* -- functions ------------------------------------------------------------------------------ */

static bool part_calls(const Region *g, int32_t first, int32_t end)
{
	for (int32_t k = first; k < end; k++)
		if (g->r->instr[k].op == IR_CALL)
			return true;
	return false;
}

/* Locals that are not declared where they are written: both sides of a branch write them, or what
   is behind it reads them. */
static void declare_locals(Region *g, int32_t first, int32_t end)
{
	int n = 0;

	for (int32_t k = first; k < end; k++) {
		const IrInstr *in = &g->r->instr[k];
		Temp *t = in->op < IR_UNLESS ? temp_of(g, in->dst) : NULL;

		if (!t || t->in_frame || t->declared || t->first != k || t->n_reads == 0 ||
			(t->n_writes == 1 && t->last < g->scope_end[k]))
			continue;
		t->declared = true;
		text_printf(g->e->out, "%st%u", n == 0 ? "\tdouble " : ", ", in->dst - g->first_temp);
		n++;
	}
	if (n > 0)
		text_printf(g->e->out, ";\n");
	if (n > 0 || part_calls(g, first, end))
		text_printf(g->e->out, "\n");
}

static void write_body(Region *g, int32_t first, int32_t end)
{
	const IrRegion *r = g->r;

	for (int32_t k = first; k <= end; k++) {
		bool last = k == r->n_instrs;

		close_branches(g, k, true); /* those that end with the part, too */
		for (; (k < end || last) && g->batch < r->n_batches && r->batch_at[g->batch].at == k;
			 g->batch++)
			emit_batch(g->e, r->batch_at[g->batch].batch);
		if (k < end)
			write_instr(g, k);
	}
}

static void write_part(Region *g, int32_t part, int32_t first, int32_t end)
{
	Text *out = g->e->out;
	bool whole = g->n_parts == 1, calls = part_calls(g, first, end);
	const EmitRole *role = &g->e->role[g->number];

	if (part == 0 && role->purpose)
		text_printf(out, "/* %s */\n", role->purpose);
	if (whole)
		text_printf(out, "static MdvStatus %s(MdvCode *code, double f[])\n{\n", role->name);
	else
		text_printf(out, "static %s %s_part_%d(%sdouble f[])\n{\n", calls ? "MdvStatus" : "void",
					role->name, part + 1, calls ? "MdvCode *code, " : "");
	if (calls)
		text_printf(out, "\tMdvStatus status = MDV_OK;\n");
	declare_locals(g, first, end);
	if (whole && !calls)
		text_printf(out, "\t(void)code;\n");
	if (first == end && g->r->n_batches == 0)
		text_printf(out, "\t(void)f;\n");
	g->source = -1;
	write_body(g, first, end);
	if (whole || calls)
		text_printf(out, "\treturn %s;\n", calls ? "status" : "MDV_OK");
	text_printf(out, "}\n\n");
}

static void write_whole(Region *g, const bool calls[])
{
	const char *name = g->e->role[g->number].name;
	Text *out = g->e->out;
	bool any = false;

	for (int32_t i = 0; i < g->n_parts; i++)
		any = any || calls[i];
	text_printf(out, "static MdvStatus %s(MdvCode *code, double f[])\n{\n", name);
	text_printf(out, any ? "\tMdvStatus status;\n\n" : "\t(void)code;\n");
	for (int32_t i = 0; i < g->n_parts; i++)
		if (calls[i])
			text_printf(out,
						"\tstatus = %s_part_%d(code, f);\n\tif (status != MDV_OK)\n"
						"\t\treturn status;\n",
						name, i + 1);
		else
			text_printf(out, "\t%s_part_%d(f);\n", name, i + 1);
	text_printf(out, "\treturn MDV_OK;\n}\n\n");
}

static void write_parts(Region *g)
{
	bool *calls = NEW_ARRAY(g->e->scratch, bool, g->n_parts);
	int32_t first = 0;

	for (int32_t part = 0; part < g->n_parts; part++) {
		int32_t end = first;

		while (end < g->r->n_instrs && g->part[end] == part)
			end++;
		calls[part] = part_calls(g, first, end);
		write_part(g, part, first, end);
		first = end;
	}
	if (g->n_parts > 1)
		write_whole(g, calls);
}

static void write_region(Region *g)
{
	const IrRegion *r = g->r;
	ArenaMark mark = arena_mark(g->e->scratch);

	g->part = NEW_ARRAY(g->e->scratch, int32_t, r->n_instrs + 1);
	g->block = NEW_ARRAY(g->e->scratch, int32_t, r->n_instrs + 1);
	g->scope_end = NEW_ARRAY(g->e->scratch, int32_t, r->n_instrs + 1);
	memset(&g->branches, 0, sizeof g->branches);
	g->batch = 0;
	divide(g);
	find_scopes(g);
	note_all(g);
	write_parts(g);
	for (int32_t k = 0; k < r->n_instrs; k++) {
		Temp *t = r->instr[k].op < IR_UNLESS ? temp_of(g, r->instr[k].dst) : NULL;

		if (t)
			*t = (Temp){.first = -1};
	}
	arena_release(g->e->scratch, mark);
}

/* Calls and batches may have touched others: they are forgotten one and all. */
static void forget(Region *g, uint32_t n_temps)
{
	for (uint32_t i = 0; i < n_temps; i++)
		g->temp[i] = (Temp){.first = -1};
}

void emit_region_all(Emit *e)
{
	uint32_t first =
		e->code->first_temp < e->code->n_slots ? e->code->first_temp : e->code->n_slots;
	uint32_t n_temps = e->code->n_slots - first;
	Region g = {.e = e, .first_temp = first, .temp = NEW_ARRAY(e->scratch, Temp, n_temps + 1)};

	forget(&g, n_temps);
	for (size_t i = 0; i < e->code->regions.n; i++) {
		const IrRegion *r = &e->code->regions.at[i];
		bool others = r->n_batches > 0;

		for (int32_t k = 0; k < r->n_instrs; k++)
			others = others || r->instr[k].op == IR_CALL;
		g.r = r;
		g.number = (int32_t)i;
		write_region(&g);
		if (others)
			forget(&g, n_temps);
	}
}
