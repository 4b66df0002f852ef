/* SPDX-License-Identifier: MIT
   usertab.c — tables that are in a C function "usertab" of the model, as the standard library's
   tables have it: in the C code or the libraries of any of its external functions. It is foreign
   code, which is called with --allow external only. */
#include "runtime/ext/ext.h"

#include <string.h>

#define NUMBERS_MOST ((size_t)1 << 40) /* more in a table is a mistake of the function */

/* name, inputs of the table (0: of time), rows and columns, whether it is stored column by column,
   its numbers; 0: it has such a table. */
typedef int Usertab(char *name, int n_inputs, int dim[2], int *by_columns, double **table);

static Usertab *find_function(const ExtMatrixSource *src)
{
	ExtSession *s = ext_session();
	char why[512] = "";
	VmSymbol found = NULL;
	Usertab *fn;

	if (!s->allow.external) {
		s->refused = true;
		ext_refuse("the table \"%s\" is neither given as a matrix nor by a file; that it is taken "
				   "from a C function \"usertab\" must be allowed with --allow external",
				   src->name);
	}
	if (s->code)
		found = vm_foreign_symbol(s->code, "usertab", why, sizeof why);
	if (!found)
		ext_refuse("the table \"%s\" is neither given as a matrix nor by a file, and no external "
				   "function of the model has a C function \"usertab\" with it%s%s",
				   src->name, *why ? ": " : "", why);
	memcpy(&fn, &found, sizeof fn); /* as it is declared there */
	return fn;
}

ExtMatrix usertab_load(const ExtMatrixSource *src)
{
	Usertab *usertab = find_function(src);
	int dim[2] = {0, 0}, by_columns = 0;
	char *name = arena_strdup(ext_memory(), src->name); /* it may be written to */
	double *table = NULL, *at;
	size_t n_rows, n_cols;

	if (usertab(name, src->n_inputs, dim, &by_columns, &table) != 0)
		ext_refuse("the C function \"usertab\" has no table \"%s\"", src->name);
	if (!table || dim[0] <= 0 || dim[1] <= 0 || (size_t)dim[0] > NUMBERS_MOST / (size_t)dim[1])
		ext_refuse("the C function \"usertab\" gives the table \"%s\" %d rows and %d columns%s",
				   src->name, dim[0], dim[1], table ? "" : ", and no numbers");
	n_rows = (size_t)dim[by_columns ? 1 : 0];
	n_cols = (size_t)dim[by_columns ? 0 : 1];
	at = NEW_ARRAY(ext_memory(), double, n_rows *n_cols);
	for (size_t i = 0; i < n_rows; i++)
		for (size_t k = 0; k < n_cols; k++)
			at[i * n_cols + k] = table[by_columns ? k * n_rows + i : i * n_cols + k];
	return (ExtMatrix){n_rows, n_cols, at};
}
