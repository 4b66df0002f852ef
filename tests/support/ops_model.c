/* SPDX-License-Identifier: MIT
   ops_model.c — prints a model in which every operation is computed in every way (ops_model.h),
   of some of the arguments: for the comparison of the VM with emitted C. */
#include "ops_model.h"

enum { EVERY = 23 }; /* cases that are left out between two: the C compiler has enough to do */

int main(void)
{
	OpsRow row[OPS_MOST_ROWS];
	int n_rows = ops_rows(row);
	Text out;

	text_init(&out, NULL);
	text_printf(&out, "package Ops\n");
	for (int k = 0; k < n_rows; k++) {
		OpsCase at[OPS_MOST_CASES];
		char name[32];

		snprintf(name, sizeof name, "M%d", k);
		ops_model(&out, name, row[k], at,
				  ops_cases(row[k], expr_op_info[row[k].op].least == 2 ? EVERY : 1, at));
	}
	text_printf(&out, "model All\n");
	for (int k = 0; k < n_rows; k++)
		text_printf(&out, "  M%d m%d;\n", k, k);
	text_printf(&out,
				"  annotation(experiment(StopTime = 1, Interval = 0.1));\nend All;\nend Ops;\n");
	fputs(text_str(&out), stdout);
	text_free(&out);
	return 0;
}
