/* SPDX-License-Identifier: MIT
   describe_alias.c — variables that are names of one value share its reference, so that an importer
   asks for it and stores it once: FMI 2.0 (2.2.7) by equal references, FMI 3.0 (2.4.7.5) as Alias.
   Such a name is a variable that the structure does not name, with no start value, or that of the
   first; what the description says of both is the same. O(variables). */
#include "compiler/fmi/describe.h"

#include <string.h>

/* Each slot may have names with its sign and with the other one. */
static size_t place_of(const MdvVar *v)
{
	return 2 * (size_t)v->slot + (v->flags & MDV_VAR_NEGATED ? 1 : 0);
}

static bool is_computed(const MdvVar *v)
{
	const char *causality = describe_role(v).causality;

	return describe_is_listed(v) && (*causality == 'l' || *causality == 'o');
}

/* A limit that is not constant is not described. */
bool describe_same_number(const Describe *d, int32_t a, int32_t b)
{
	bool has_a = a >= 0 && d->emit.constant[a], has_b = b >= 0 && d->emit.constant[b];

	return has_a == has_b && (!has_a || d->m->initial[a] == d->m->initial[b]);
}

static bool say_the_same(const Describe *d, const MdvVar *v, const MdvVar *w)
{
	if (describe_role(v).has_start && !(describe_role(w).has_start && v->start == w->start))
		return false; /* it can be set on its own */
	return v->type == w->type && !strcmp(v->unit, w->unit) && !strcmp(v->literals, w->literals) &&
		   !strcmp(describe_role(v).variability, describe_role(w).variability) &&
		   describe_same_number(d, v->min, w->min) && describe_same_number(d, v->max, w->max) &&
		   describe_same_number(d, v->nominal, w->nominal);
}

/* Of names of one value only the first can be set. */
DescribeRole describe_role_of(const Describe *d, int32_t i)
{
	DescribeRole role = describe_role(&d->m->var[i]);

	if (!d->is_other[i])
		return role;
	return (DescribeRole){role.causality, role.variability, "calculated", false};
}

/* Is array a another name of a whole array? */
static bool is_alias(const Describe *d, const DescribeArray *a)
{
	int32_t of = d->alias_of[a->ref];
	const DescribeArray *b = of >= 0 ? describe_array(d, (uint32_t)of) : NULL;

	if (!b || b->ref != (uint32_t)of || b->n_dims != a->n_dims ||
		memcmp(b->dim, a->dim, sizeof a->dim) != 0)
		return false;
	for (uint32_t k = 0; k < a->n; k++)
		if (d->alias_of[a->ref + k] != of + (int32_t)k)
			return false;
	return !strcmp(a->role.variability, b->role.variability);
}

/* An importer may take it that an Alias of an output is one more output, which the structure lacks
   (FMPy does): such names have values of their own. */
static void leave_outputs(Describe *d)
{
	for (int32_t i = 0; i < d->m->n_vars; i++)
		if (d->alias_of[i] >= 0 && *describe_role(&d->m->var[d->alias_of[i]]).causality == 'o')
			d->alias_of[i] = -1;
}

/* Elements are no names of others, nor others of them: arrays as a whole may be. */
static void keep_whole(Describe *d)
{
	for (size_t k = 0; k < d->array.n; k++) {
		const DescribeArray *a = &d->array.at[k];

		if (a->ref >= d->layout.n_vars || d->array_at[a->ref] == 0 || is_alias(d, a))
			continue;
		for (uint32_t e = 0; e < a->n; e++)
			d->alias_of[a->ref + e] = -1;
	}
	for (int32_t i = 0; i < d->m->n_vars; i++)
		if (d->alias_of[i] >= 0 && !describe_array(d, (uint32_t)i) &&
			describe_array(d, (uint32_t)d->alias_of[i]))
			d->alias_of[i] = -1;
}

void describe_aliases(Describe *d)
{
	const MdvModel *m = d->m;
	bool *named = NEW_ARRAY(d->keep, bool, d->layout.time + 1);           /* by the structure */
	int32_t *first = NEW_ARRAY(d->keep, int32_t, 2 * (size_t)m->n_slots); /* 1 + variable; 0 */

	for (uint32_t i = 0; i < d->layout.n_states; i++)
		named[d->state[i]] = named[d->derivative[i]] = true;
	for (int32_t i = 0; i < m->n_vars; i++)
		named[i] = named[i] || *describe_role(&m->var[i]).causality == 'o';
	/* Those that are named come first, then those that can be set. */
	for (int rank = 0; rank < 3; rank++)
		for (int32_t i = 0; i < m->n_vars; i++) {
			const MdvVar *v = &m->var[i];
			int own = named[i] ? 0 : describe_role(v).has_start ? 1 : 2;

			if (is_computed(v) && own == rank && first[place_of(v)] == 0)
				first[place_of(v)] = i + 1;
		}
	d->alias_of = NEW_ARRAY(d->keep, int32_t, m->n_vars);
	d->alias = NEW_ARRAY(d->keep, int32_t, m->n_vars);
	for (int32_t i = 0; i < m->n_vars; i++)
		d->alias_of[i] = d->alias[i] = -1;
	for (int32_t i = m->n_vars - 1; i >= 0; i--) {
		int32_t of = is_computed(&m->var[i]) && !named[i] ? first[place_of(&m->var[i])] - 1 : i;

		if (of != i && say_the_same(d, &m->var[i], &m->var[of]))
			d->alias_of[i] = of;
	}
	d->is_other = NEW_ARRAY(d->keep, bool, m->n_vars);
	for (int32_t i = 0; i < m->n_vars; i++)
		d->is_other[i] = d->alias_of[i] >= 0;
}

void describe_alias_lists(Describe *d)
{
	if (d->o->version == 3) {
		leave_outputs(d);
		keep_whole(d);
	}
	for (int32_t i = d->m->n_vars - 1; i >= 0; i--) {
		int32_t of = d->alias_of[i];

		if (of < 0)
			continue;
		d->alias[i] = d->alias[of];
		d->alias[of] = i;
	}
}
