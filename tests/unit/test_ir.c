/* SPDX-License-Identifier: MIT
   test_ir.c — the table of operations, the printer, and what the checker accepts and refuses. */
#include "ir/ir.h"

#include "checked.h"
#include "ir_build.h"
#include "t.h"

static Arena scratch;

static void every_operation_is_named_and_its_text_uses_its_operands(void)
{
	for (int op = 0; op < IR_OP_COUNT; op++) {
		const IrOpInfo *info = &ir_op_info[op];

		T_CHECK(info->name && info->name[0]);
		if (op >= IR_UNLESS)
			continue;
		for (int i = 0; i < 4; i++)
			T_CHECK(!!strchr(info->c_text, 'A' + i) == (i < info->n_args));
	}
}

/* s0 … s7 variables, t0 … t7 temporaries. */
static void begin(IrBuild *b)
{
	ir_build_init(b, 16, 8);
}

static void a_region_prints_as_it_is_written(void)
{
	static const uint32_t in[] = {0, 8}, out[] = {4, UINT32_MAX}, table[] = {0, 2};
	static const IrInstr code[] = {{IR_MUL, 3, 0, 1, 0}, {IR_SIN, 2, 3, 0, 0}};
	static const IrOperand operand[] = {{1, 0, NULL}, {0, 0, table}, {5, 1, NULL}};
	uint32_t branch, end;
	IrBuild b;
	Text out_text;

	begin(&b);
	text_init(&out_text, NULL);
	b.at_source = 3;
	ir_build_add(&b, IR_LT, 8, 0, 1, 0);
	branch = ir_build_add(&b, IR_UNLESS, 0, 8, 0, 0);
	b.at_source = -1;
	ir_build_add(&b, IR_MOVE, 9, 0, 0, 0);
	end = ir_build_add(&b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(&b, branch);
	ir_build_add(&b, IR_SELECT, 9, 8, 1, 2);
	ir_build_target(&b, end);
	ir_build_call(&b, 7, in, 2, out, 2);
	ir_build_batch(&b, (IrBatch){code, 2, 2, 3, 1, 1, operand});
	ir_build_end(&b);
	CHECKED(ir_check, &b.m, &scratch);
	ir_print_region(&b.m, 0, &out_text);
	T_STR(text_str(&out_text), "region 0\n"
							   "   0\tt0 = lt s0 s1  # 3\n"
							   "   1\tunless t0 goto 4  # 3\n"
							   "   2\tt1 = move s0\n"
							   "   3\tgoto 5\n"
							   "   4\tt1 = select t0 s1 s2\n"
							   "   5\t(s4 -) = call f7 (s0 t0)\n"
							   "\tbatch 0 of 2:\n"
							   "\t\t%0 = s1\n"
							   "\t\t%1 = table s0 s2\n"
							   "\t\t%2 -> s5 step 1\n"
							   "\t\t%3 = mul %0 %1\n"
							   "\t\t%2 = sin %3\n");
	text_free(&out_text);
	ir_build_free(&b);
}

/* What the checker says of the last instruction it looks at; "" if it is content. */
static const char *refusal(IrBuild *b)
{
	static char got[300];
	const char *place;
	Text why;

	ir_build_end(b);
	text_init(&why, NULL);
	if (!ir_check(&b->m, &scratch, &why) && why.n == 0)
		text_printf(&why, "no reason given");
	place = strstr(text_str(&why), "instruction ");
	snprintf(got, sizeof got, "%s", place ? place : text_str(&why));
	text_free(&why);
	ir_build_free(b);
	return got;
}

static void slots_out_of_range_are_refused(void)
{
	IrBuild b;

	begin(&b);
	ir_build_add(&b, IR_ADD, 3, 0, 16, 0);
	T_STR(refusal(&b), "instruction 0: slot 16 is read, there are 16");
	begin(&b);
	ir_build_add(&b, IR_NEG, 16, 0, 99, 99); /* operands that are not used do not matter */
	T_STR(refusal(&b), "instruction 0: slot 16 is written, there are 16");
	begin(&b);
	ir_build_add(&b, IR_OP_COUNT, 3, 0, 0, 0);
	T_CHECK(strstr(refusal(&b), "instruction 0: operation ") != NULL);
	begin(&b);
	ir_build_add(&b, IR_CALL, 0, 0, 0, 0);
	T_STR(refusal(&b), "instruction 0: call 0, there are 0");
}

static void reading_before_writing_is_refused(void)
{
	IrBuild b;

	begin(&b);
	ir_build_add(&b, IR_NEG, 1, 0, 0, 0);
	ir_build_add(&b, IR_NEG, 0, 2, 0, 0);
	T_STR(refusal(&b), "instruction 0: slot 0 is read before it is written");
	begin(&b);
	ir_build_add(&b, IR_NEG, 1, 8, 0, 0);
	T_STR(refusal(&b), "instruction 0: slot 8 is read before it is written");
	begin(&b);
	ir_build_add(&b, IR_NEG, 1, 0, 0, 0);
	ir_build_add(&b, IR_NEG, 1, 2, 0, 0);
	T_STR(refusal(&b), "instruction 1: slot 1 is written twice");
}

/* if s0 then dst0 := 1 [else dst1 := 1]; then s3 := -read */
static void build_branch(IrBuild *b, uint32_t dst0, uint32_t dst1, uint32_t read)
{
	uint32_t branch, end;

	begin(b);
	branch = ir_build_add(b, IR_UNLESS, 0, 0, 0, 0);
	ir_build_add(b, IR_MOVE, dst0, 1, 0, 0);
	end = ir_build_add(b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(b, branch);
	ir_build_add(b, IR_MOVE, dst1, 1, 0, 0);
	ir_build_target(b, end);
	ir_build_add(b, IR_NEG, 3, read, 0, 0);
}

static void after_a_branch_only_what_both_sides_wrote_may_be_read(void)
{
	IrBuild b;

	build_branch(&b, 8, 8, 8);
	T_STR(refusal(&b), "");
	build_branch(&b, 8, 9, 9);
	T_STR(refusal(&b), "instruction 4: slot 9 is read before it is written");
	build_branch(&b, 8, 9, 8);
	T_STR(refusal(&b), "instruction 4: slot 8 is read before it is written");
	build_branch(&b, 4, 5, 5); /* a variable keeps its value */
	T_STR(refusal(&b), "");
	build_branch(&b, 3, 5, 5);
	T_STR(refusal(&b), "instruction 4: slot 3 is written twice");
}

static void one_side_does_not_see_what_the_other_wrote(void)
{
	uint32_t branch, end;
	IrBuild b;

	begin(&b);
	branch = ir_build_add(&b, IR_UNLESS, 0, 0, 0, 0);
	ir_build_add(&b, IR_MOVE, 8, 1, 0, 0);
	end = ir_build_add(&b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(&b, branch);
	ir_build_add(&b, IR_MOVE, 9, 8, 0, 0);
	ir_build_target(&b, end);
	T_STR(refusal(&b), "instruction 3: slot 8 is read before it is written");
}

/* if s0 then (if s1 then t0 := s2 …) else t0 := s2; s3 := t0, with t0 on the inner else or not */
static const char *nested_refusal(bool complete)
{
	uint32_t outer, inner, end, inner_end;
	IrBuild b;

	begin(&b);
	outer = ir_build_add(&b, IR_UNLESS, 0, 0, 0, 0);
	inner = ir_build_add(&b, IR_UNLESS, 0, 1, 0, 0);
	ir_build_add(&b, IR_MOVE, 8, 2, 0, 0);
	inner_end = ir_build_add(&b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(&b, inner);
	ir_build_add(&b, IR_MOVE, complete ? 8 : 9, 2, 0, 0);
	ir_build_target(&b, inner_end);
	end = ir_build_add(&b, IR_JUMP, 0, 0, 0, 0);
	ir_build_target(&b, outer);
	ir_build_add(&b, IR_MOVE, 8, 2, 0, 0);
	ir_build_target(&b, end);
	ir_build_add(&b, IR_MOVE, 3, 8, 0, 0);
	return refusal(&b);
}

static void branches_in_branches_are_followed(void)
{
	T_STR(nested_refusal(true), "");
	T_STR(nested_refusal(false), "instruction 7: slot 8 is read before it is written");
}

static void branches_that_do_not_nest_are_refused(void)
{
	IrBuild b;

	begin(&b);
	ir_build_add(&b, IR_UNLESS, 5, 0, 0, 0);
	ir_build_add(&b, IR_MOVE, 3, 0, 0, 0);
	T_STR(refusal(&b), "instruction 0: unless goes to 5, out of the branch around it");
	begin(&b);
	ir_build_add(&b, IR_MOVE, 3, 0, 0, 0);
	ir_build_add(&b, IR_UNLESS, 1, 0, 0, 0);
	T_STR(refusal(&b), "instruction 1: unless goes to 1, out of the branch around it");
	begin(&b);
	ir_build_add(&b, IR_JUMP, 1, 0, 0, 0);
	T_STR(refusal(&b), "instruction 0: a jump that does not end the first side of a branch");
	begin(&b);
	ir_build_add(&b, IR_UNLESS, 2, 0, 0, 0);
	ir_build_add(&b, IR_JUMP, 7, 0, 0, 0);
	T_STR(refusal(&b), "instruction 2: the jump before goes out of the branch around it");
}

static const char *batch_refusal(IrInstr first, uint32_t base, int32_t stride)
{
	IrOperand operand[] = {{0, 1, NULL}, {base, stride, NULL}};
	IrBuild b;

	begin(&b);
	ir_build_batch(&b, (IrBatch){&first, 1, 3, 2, 1, 1, operand});
	return refusal(&b);
}

static void batches_read_and_write_what_they_say(void)
{
	T_STR(batch_refusal((IrInstr){IR_NEG, 1, 0, 0, 0}, 3, 1), "");
	T_STR(batch_refusal((IrInstr){IR_NEG, 1, 0, 0, 0}, 2, 1),
		  "instruction 0: slot 2 is read before it is written");
	T_STR(batch_refusal((IrInstr){IR_NEG, 1, 0, 0, 0}, 3, 0),
		  "instruction 0: slot 3 is written twice");
	T_STR(batch_refusal((IrInstr){IR_NEG, 1, 0, 0, 0}, 14, 1),
		  "instruction 0: slot 16 is written, there are 16");
	T_STR(batch_refusal((IrInstr){IR_NEG, 1, 2, 0, 0}, 3, 1),
		  "instruction 0: the batch reads number 2 before it is written");
	T_STR(batch_refusal((IrInstr){IR_NEG, 0, 0, 0, 0}, 3, 1),
		  "instruction 0: the batch writes number 0");
	T_STR(batch_refusal((IrInstr){IR_NEG, 2, 0, 0, 0}, 3, 1),
		  "instruction 0: the batch does not write its result 1");
	T_STR(batch_refusal((IrInstr){IR_CALL, 1, 0, 0, 0}, 3, 1),
		  "instruction 0: control or a call inside of a batch");
}

static void batches_stand_in_order_outside_of_branches(void)
{
	IrInstr neg = {IR_NEG, 1, 0, 0, 0};
	IrOperand operand[] = {{0, 1, NULL}, {4, 1, NULL}};
	uint32_t branch;
	IrBuild b;

	begin(&b);
	branch = ir_build_add(&b, IR_UNLESS, 0, 0, 0, 0);
	ir_build_batch(&b, (IrBatch){&neg, 1, 3, 2, 1, 0, operand});
	ir_build_add(&b, IR_MOVE, 7, 0, 0, 0);
	ir_build_target(&b, branch);
	T_STR(refusal(&b), "instruction 1: a batch inside of a branch");
	begin(&b);
	ir_build_batch(&b, (IrBatch){&neg, 1, 3, 2, 1, 0, operand});
	b.batch_at.at[0].at = 1;
	T_STR(refusal(&b), "instruction 1: batches are not in order");
	begin(&b);
	ir_build_batch(&b, (IrBatch){&neg, 1, 3, 2, 1, 0, operand});
	b.batch_at.at[0].batch = 1;
	T_STR(refusal(&b), "instruction 0: batch 1, there are 1");
}

int main(void)
{
	arena_init(&scratch, NULL);
	T_RUN(every_operation_is_named_and_its_text_uses_its_operands);
	T_RUN(a_region_prints_as_it_is_written);
	T_RUN(slots_out_of_range_are_refused);
	T_RUN(reading_before_writing_is_refused);
	T_RUN(after_a_branch_only_what_both_sides_wrote_may_be_read);
	T_RUN(one_side_does_not_see_what_the_other_wrote);
	T_RUN(branches_in_branches_are_followed);
	T_RUN(branches_that_do_not_nest_are_refused);
	T_RUN(batches_read_and_write_what_they_say);
	T_RUN(batches_stand_in_order_outside_of_branches);
	arena_free(&scratch);
	return T_END();
}
