/* SPDX-License-Identifier: MIT
   describe_array.c — arrays of FMI 3: variables that are all elements of one, in their order (row
   by row, as the standard has it, 2.2.5), and of which there is one thing to say, are told as one
   variable with dimensions. Its reference is that of its first element; the others follow it.
   Dependencies can name whole variables only (2.4.8): large arrays of states with a sparse Jacobian
   stay elements. O(variables). */
#include "compiler/fmi/describe.h"

#include <string.h>

/* A name a.b[2].c[1,3], or der(a.b[2].c[1,3]): what is before the last brackets, and the indices in
   them. */
typedef struct Indexed {
	size_t n_name;                      /* bytes before the brackets */
	uint32_t index[DESCRIBE_MOST_DIMS]; /* from 1 */
	uint8_t n_dims;                     /* 0: no element */
} Indexed;

static Indexed read_name(const char *name)
{
	size_t n = strlen(name);
	bool is_derivative = !strncmp(name, "der(", 4) && name[n - 1] == ')';
	const char *open = n > 1 && name[n - 1 - is_derivative] == ']' ? strrchr(name, '[') : NULL;
	Indexed x = {0};

	if (!open || open == name)
		return x;
	x.n_name = (size_t)(open - name);
	for (const char *s = open + 1;;) {
		uint32_t number = 0;
		size_t digits = strspn(s, "0123456789");

		if (digits == 0 || digits > 8 || x.n_dims == DESCRIBE_MOST_DIMS)
			return (Indexed){0};
		for (size_t k = 0; k < digits; k++)
			number = 10 * number + (uint32_t)(s[k] - '0');
		x.index[x.n_dims++] = number;
		s += digits + 1;
		if (s[-1] == ']')
			return s[is_derivative] == '\0' ? x : (Indexed){0};
		if (s[-1] != ',')
			return (Indexed){0};
	}
}

/* How often a value may change: what holds for an array holds for its elements. */
static const char *larger(const char *a, const char *b)
{
	static const char *const order[] = {"continuous", "discrete", "fixed"};

	for (size_t k = 0; k < 3; k++)
		if (!strcmp(a, order[k]) || !strcmp(b, order[k]))
			return order[k];
	return a;
}

/* Is there one thing to say of both? Then *role is that. */
static bool fits(const Describe *d, const DescribeArray *a, int32_t i, DescribeRole *role)
{
	const MdvVar *v = &d->m->var[a->ref], *w = &d->m->var[i];
	DescribeRole other = describe_role_of(d, i);

	if (!describe_is_listed(w) || v->type != w->type || (v->flags ^ w->flags) & MDV_VAR_NEGATED ||
		strcmp(v->unit, w->unit) != 0 || strcmp(v->display_unit, w->display_unit) != 0 ||
		strcmp(v->literals, w->literals) != 0 || strcmp(role->causality, other.causality) != 0 ||
		role->has_start != other.has_start || !role->initial != !other.initial ||
		(role->initial && strcmp(role->initial, other.initial) != 0))
		return false;
	role->variability = larger(role->variability, other.variability);
	return describe_same_number(d, v->min, w->min) && describe_same_number(d, v->max, w->max) &&
		   describe_same_number(d, v->nominal, w->nominal);
}

/* The element after this one, row by row; false: it was the last. */
static bool go_on(const uint32_t dim[], uint32_t index[], int n)
{
	for (int k = n - 1; k >= 0; k--) {
		if (index[k]++ < dim[k])
			return true;
		index[k] = 1;
	}
	return false;
}

/* Variables from i up to the first that is no element of the same array. */
static int32_t find_end(const Describe *d, int32_t i, const Indexed *first, Indexed *last)
{
	const char *name = d->m->var[i].name;

	*last = *first;
	for (int32_t k = i + 1; k < d->m->n_vars; k++) {
		Indexed x = read_name(d->m->var[k].name);

		if (x.n_dims != first->n_dims || x.n_name != first->n_name ||
			memcmp(d->m->var[k].name, name, x.n_name) != 0)
			return k;
		*last = x;
	}
	return d->m->n_vars;
}

/* All elements, in order, with one thing to say of all. */
static bool is_whole(const Describe *d, DescribeArray *a, int32_t end)
{
	uint32_t index[DESCRIBE_MOST_DIMS];
	int32_t i = (int32_t)a->ref;
	bool more = true;

	for (int k = 0; k < a->n_dims; k++)
		index[k] = 1;
	for (; more && i < end; i++) {
		Indexed x = read_name(d->m->var[i].name);

		if (memcmp(x.index, index, a->n_dims * sizeof *index) != 0 || !fits(d, a, i, &a->role))
			return false;
		more = go_on(a->dim, index, a->n_dims);
	}
	return !more && i == end;
}

static void add_array(Describe *d, const DescribeArray *a)
{
	vec_push(arena_allocator(d->keep), &d->array, *a);
	for (uint32_t k = 0; k < a->n; k++)
		d->array_at[a->ref + k] = (int32_t)d->array.n;
}

const DescribeArray *describe_array(const Describe *d, uint32_t ref)
{
	return d->array_at[ref] > 0 ? &d->array.at[d->array_at[ref] - 1] : NULL;
}

static void drop_array(Describe *d, const DescribeArray *a)
{
	for (uint32_t k = 0; k < a->n; k++)
		d->array_at[a->ref + k] = 0;
}

bool describe_is_first(const Describe *d, uint32_t ref)
{
	const DescribeArray *a = describe_array(d, ref);

	return !a || a->ref == ref;
}

uint32_t describe_whole(const Describe *d, uint32_t ref)
{
	const DescribeArray *a = describe_array(d, ref);

	return a ? a->ref : ref;
}

/* --- states --- */

/* The derivative of state i is a variable of its own. */
static void set_apart(Describe *d, uint32_t i)
{
	d->state_of[d->derivative[i]] = -1;
	d->derivative[i] = d->layout.derivative + i;
	d->state_of[d->derivative[i]] = (int32_t)i;
}

/* The states that an array is, from this one on; -1: it is none, -2: it is neither. */
static int64_t states_of(const Describe *d, const DescribeArray *a, const int32_t number[])
{
	bool any = false, all = true;

	for (uint32_t k = 0; k < a->n; k++) {
		any |= number[a->ref + k] >= 0;
		all &= number[a->ref + k] >= 0 && number[a->ref + k] == number[a->ref] + (int32_t)k;
	}
	if (all && d->m->jac_start && a->n >= DESCRIBE_LARGE)
		return -2;
	return !any ? -1 : all ? number[a->ref] : -2;
}

/* Derivatives of an array are one, too: that of other variables, if it is as large, or their own.
 */
static void join_derivatives(Describe *d, const DescribeArray *a, uint32_t first)
{
	const DescribeArray *b = describe_array(d, d->derivative[first]);
	DescribeArray own = {.ref = d->layout.derivative + first,
						 .n = a->n,
						 .n_dims = a->n_dims,
						 .role = {"local", "continuous", "calculated", false}};
	bool same = b && b->ref == d->derivative[first] && b->n_dims == a->n_dims &&
				!memcmp(b->dim, a->dim, sizeof a->dim);

	for (uint32_t k = 0; k < a->n; k++)
		same = same && d->derivative[first + k] == b->ref + k;
	if (same)
		return;
	for (uint32_t k = 0; k < a->n; k++)
		set_apart(d, first + k);
	memcpy(own.dim, a->dim, sizeof own.dim);
	own.name = arena_printf(d->keep, "der(%s)", a->name);
	add_array(d, &own);
}

static void join_states(Describe *d)
{
	int32_t *number = NEW_ARRAY(d->keep, int32_t, d->layout.time + 1); /* by reference: state; -1 */
	size_t n = d->array.n;

	for (uint32_t i = 0; i <= d->layout.time; i++)
		number[i] = -1;
	for (uint32_t i = 0; i < d->layout.n_states; i++)
		number[d->state[i]] = (int32_t)i;
	for (size_t k = 0; k < n; k++)
		if (states_of(d, &d->array.at[k], number) == -2)
			drop_array(d, &d->array.at[k]);
	for (size_t k = 0; k < n; k++) {
		DescribeArray a = d->array.at[k];
		int64_t first = d->array_at[a.ref] > 0 ? states_of(d, &a, number) : -1;

		if (first >= 0)
			join_derivatives(d, &a, (uint32_t)first);
	}
	/* An array whose elements are derivatives of single states: der(x) of elements x[1], x[2] …
	   goes with them, as variables of their own would have the names of its elements. */
	for (uint32_t i = 0; i < d->layout.n_states; i++) {
		const DescribeArray *a = describe_array(d, d->derivative[i]);

		if (!a || describe_array(d, d->state[i]))
			continue;
		if (!strncmp(a->name, "der(", 4))
			drop_array(d, a);
		else
			set_apart(d, i);
	}
}

void describe_arrays(Describe *d)
{
	d->array_at = NEW_ARRAY(d->keep, int32_t, d->layout.time + 1);
	if (d->o->version == 2)
		return;
	for (int32_t i = 0; i < d->m->n_vars;) {
		Indexed first = read_name(d->m->var[i].name), last;
		int32_t end = first.n_dims > 0 ? find_end(d, i, &first, &last) : i + 1;
		DescribeArray a = {.ref = (uint32_t)i,
						   .n = (uint32_t)(end - i),
						   .n_dims = first.n_dims,
						   .role = describe_role_of(d, i)};

		memcpy(a.dim, last.index, sizeof a.dim);
		a.name = arena_printf(d->keep, "%.*s%s", (int)first.n_name, d->m->var[i].name,
							  strncmp(d->m->var[i].name, "der(", 4) ? "" : ")");
		if (first.n_dims > 0 && is_whole(d, &a, end))
			add_array(d, &a);
		i = end;
	}
	join_states(d);
	for (size_t k = 0; d->o->arrays && k < d->array.n; k++)
		if (d->array_at[d->array.at[k].ref] > 0)
			text_printf(d->o->arrays, " {%u, %u},", (unsigned)d->array.at[k].ref,
						(unsigned)d->array.at[k].n);
}
