/* SPDX-License-Identifier: MIT
   flat_read.c — names of variables and instances, counts. */
#include "compiler/flat/flat.h"

#include <string.h>

bool flat_in_library(const FlatModel *m, Span at)
{
	size_t low = 0, high = m->library.n;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (m->library.at[mid] < at.file)
			low = mid + 1;
		else
			high = mid;
	}
	return low < m->library.n && m->library.at[low] == at.file;
}

/* A number above 0: names of a million elements need two million of them. */
static void print_number(int32_t number, Text *out)
{
	char digits[16];
	size_t at = sizeof digits;

	for (; number > 0; number /= 10)
		digits[--at] = (char)('0' + number % 10);
	text_add(out, digits + at, sizeof digits - at);
}

/* A subscript: a number, false/true, or E.literal. */
static void print_subscript(const FlatModel *m, const Dim *dim, int32_t at, Text *out)
{
	if (!dim->index)
		print_number(at + 1, out);
	else if (dim->index->kind == TY_BOOLEAN)
		text_printf(out, at ? "true" : "false");
	else
		text_printf(out, "%s.%s", intern_text(m->names, dim->index->name),
					intern_text(m->names, dim->index->field[at].name));
}

bool flat_name_part(const char *name, size_t *len)
{
	size_t i = 0;
	bool quoted = false;

	for (; name[i += strcspn(name + i, "\\'[,")]; i++) {
		if (quoted && name[i] == '\\' && name[i + 1])
			i++;
		else if (name[i] == '\'')
			quoted = !quoted;
		else if (!quoted && (name[i] == '[' || name[i] == ',') &&
				 (name[i + 1] == ',' || name[i + 1] == ']'))
			break;
	}
	*len = i + (name[i] != '\0');
	return name[i] != '\0';
}

void flat_print_var(const FlatModel *m, VarId v, Text *out)
{
	const FlatDecl *b = flat_decl_of(m, v);
	const char *name = intern_text(m->names, b->name);
	int32_t k = v.i - b->first.i, at[UINT8_MAX];
	size_t len;

	for (int d = b->rank - 1; d >= 0; d--) {
		at[d] = k % b->dim[d].n;
		k /= b->dim[d].n;
	}
	for (int d = 0; flat_name_part(name, &len); d++) {
		text_add(out, name, len);
		if (d < b->rank)
			print_subscript(m, &b->dim[d], at[d], out);
		name += len;
	}
	text_add(out, name, len);
}

void flat_print_path(const FlatModel *m, PathId path, Text *out)
{
	size_t start = out->n;
	int depth = 0;

	for (PathId p = path; p.i > 0; p = m->paths.at[p.i].parent)
		depth++;
	/* The path is stored leaf first: write the part at each depth in turn. */
	for (; depth > 0; depth--) {
		PathId p = path;

		for (int up = 1; up < depth; up++)
			p = m->paths.at[p.i].parent;
		text_printf(out, "%s%s", out->n > start ? "." : "",
					intern_text(m->names, m->paths.at[p.i].name));
	}
}

bool flat_is_unknown(const FlatModel *m, VarId v)
{
	const FlatDecl *b = flat_decl_of(m, v);

	return flat_var(m, v)->variability >= VB_DISCRETE && b->causality != CZ_INPUT &&
		   b->type->kind != TY_OBJECT;
}

/* Scalars of the two sides; results that are not wanted do not count. */
static int32_t count_equal(const FlatEq *eq)
{
	int32_t n = eq->lhs->type->n_scalars;

	if (eq->lhs->op == EX_TUPLE)
		for (uint32_t i = 0; i < eq->lhs->n; i++)
			if (eq->lhs->arg[i]->op == EX_SKIP)
				n -= eq->lhs->arg[i]->type->n_scalars;
	return n;
}

static void count_target(void *ctx, VarId v)
{
	(void)v;
	++*(int32_t *)ctx;
}

int32_t flat_count_eq(const FlatEq *eq, Arena *scratch)
{
	int32_t n = 0;

	switch ((EqKind)eq->kind) {
	case EQ_EQUAL: return count_equal(eq);
	case EQ_EFFECT: return 0;
	case EQ_WHEN:
		if (flat_is_clocked(eq))
			return flat_count_branch(&eq->branch[0], scratch);
		targets_of_when(eq, scratch, count_target, &n);
		return n;
	case EQ_IF: return flat_count_branch(&eq->branch[0], scratch);
	}
	return n;
}

int32_t flat_count_branch(const EqBranch *b, Arena *scratch)
{
	int32_t n = 0;

	for (int32_t i = 0; i < b->n_eq; i++)
		n += flat_count_eq(&b->eq[i], scratch);
	return n;
}

int32_t flat_count_alg(const FlatAlg *alg, Arena *scratch)
{
	int32_t n = 0;

	targets_of_alg(alg, scratch, count_target, &n);
	return n;
}
