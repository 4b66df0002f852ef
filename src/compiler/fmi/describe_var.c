/* SPDX-License-Identifier: MIT
   describe_var.c — the variables of an FMU and its structure: outputs, derivatives, what is unknown
   at the start. States that are chosen at run time, derivatives that no variable has, and, in FMI
   3, event indicators and time are variables of their own, behind those of the model. */
#include "compiler/fmi/describe.h"

#include <math.h>

/* --- what there is --- */

bool describe_is_listed(const MdvVar *v)
{
	return v->slot >= 0 && !(v->flags & MDV_VAR_HIDDEN);
}

/* By slot: a variable that shows it as it is, between events, too; -1: none. */
static int32_t *find_variables(Describe *d)
{
	int32_t *var = NEW_ARRAY(d->keep, int32_t, d->m->n_slots);

	for (int32_t i = 0; i < d->m->n_slots; i++)
		var[i] = -1;
	for (int32_t i = d->m->n_vars - 1; i >= 0; i--) {
		const MdvVar *v = &d->m->var[i];

		if (describe_is_listed(v) && v->type == MDV_REAL &&
			!(v->flags & (MDV_VAR_NEGATED | MDV_VAR_PARAMETER | MDV_VAR_CONSTANT | MDV_VAR_INPUT |
						  MDV_VAR_DISCRETE)))
			var[v->slot] = i;
	}
	return var;
}

/* A variable is the derivative of one state at most. */
void describe_references(Describe *d)
{
	const MdvModel *m = d->m;
	uint32_t n = d->layout.n_states, n_refs = d->layout.time + 1;
	int32_t *var = find_variables(d);

	d->state = NEW_ARRAY(d->keep, uint32_t, n);
	d->derivative = NEW_ARRAY(d->keep, uint32_t, n);
	d->state_of = NEW_ARRAY(d->keep, int32_t, n_refs);
	d->place = NEW_ARRAY(d->keep, int32_t, n_refs);
	for (uint32_t i = 0; i < n_refs; i++)
		d->state_of[i] = -1;
	for (uint32_t i = 0; i < n; i++) {
		int32_t x = i < (uint32_t)m->n_states ? var[m->state[i].slot] : -1;
		int32_t dx = i < (uint32_t)m->n_states ? var[m->state[i].derivative] : -1;

		d->state[i] = x >= 0 ? (uint32_t)x : d->layout.state + i;
		d->derivative[i] = dx >= 0 && d->state_of[dx] < 0 ? (uint32_t)dx : d->layout.derivative + i;
		d->state_of[d->derivative[i]] = (int32_t)i;
	}
}

DescribeRole describe_role(const MdvVar *v)
{
	bool discrete = v->type != MDV_REAL || v->flags & MDV_VAR_DISCRETE;
	const char *variability = discrete ? "discrete" : "continuous";
	bool may_set =
		v->flags & MDV_VAR_SETTABLE && (v->type != MDV_STRING || v->flags & MDV_VAR_PARAMETER);

	if (v->flags &
		MDV_VAR_CONSTANT) /* declared as a variable: in results; an output may not be fixed */
		return v->flags & MDV_VAR_OUTPUT
				   ? (DescribeRole){"output", variability, "calculated", false}
				   : (DescribeRole){"local", "fixed", "calculated", false};
	if (v->flags & MDV_VAR_PARAMETER)
		return may_set ? (DescribeRole){"parameter", "fixed", "exact", true}
					   : (DescribeRole){"calculatedParameter", "fixed", "calculated", false};
	if (v->flags & MDV_VAR_INPUT && !(v->flags & MDV_VAR_OUTSIDE))
		return (DescribeRole){"input", variability, NULL, true};
	may_set = may_set && v->start >= 0; /* only starts that hold (fixed = true) are open */
	return (DescribeRole){v->flags & MDV_VAR_OUTPUT ? "output" : "local", variability,
						  may_set ? "exact" : "calculated", may_set};
}

/* --- attributes --- */

static double start_of(const Describe *d, const MdvVar *v)
{
	int32_t slot = v->start >= 0 && !(v->flags & MDV_VAR_PARAMETER) ? v->start : v->slot;
	double x = d->m->initial[slot];

	if (!(v->flags & MDV_VAR_NEGATED))
		return x;
	return v->type == MDV_BOOLEAN ? x == 0 : 0 - x;
}

static void write_constant(Describe *d, const char *name, int32_t slot, double sign)
{
	if (slot >= 0 && d->emit.constant[slot] && isfinite(d->m->initial[slot]))
		describe_number(d->out, name, sign * d->m->initial[slot]);
}

static void write_limits(Describe *d, const MdvVar *v)
{
	bool negated = v->flags & MDV_VAR_NEGATED;

	if (v->type == MDV_REAL || v->type == MDV_INTEGER) {
		write_constant(d, "min", negated ? v->max : v->min, negated ? -1 : 1);
		write_constant(d, "max", negated ? v->min : v->max, negated ? -1 : 1);
	}
	if (v->type == MDV_REAL && v->nominal >= 0 && d->m->initial[v->nominal] > 0)
		write_constant(d, "nominal", v->nominal, 1);
}

/* Texts are those of the code. */
static void write_start_text(Describe *d, const MdvVar *v, const char *attribute)
{
	double number = d->m->initial[v->slot];
	bool there = number >= 0 && number < (double)d->emit.code->strings.n;

	text_printf(d->out, " %s=\"", attribute);
	describe_value(d->out, there ? d->emit.code->strings.at[(size_t)number] : "");
	text_printf(d->out, "\"");
}

/* FMI 3: those of a String, or of all elements of an array, are elements. */
static void write_start_texts(Describe *d, const MdvVar *v)
{
	const DescribeArray *a = describe_array(d, (uint32_t)(v - d->m->var));

	for (uint32_t k = 0; k < (a ? a->n : 1); k++) {
		text_printf(d->out, "\n      <Start");
		write_start_text(d, &v[k], "value");
		text_printf(d->out, "/>");
	}
}

/* One, or those of all elements of an array. */
static void write_start(Describe *d, const MdvVar *v)
{
	const DescribeArray *a = describe_array(d, (uint32_t)(v - d->m->var));
	char buf[32];

	if (v->type == MDV_STRING) {
		if (d->o->version == 2)
			write_start_text(d, v, "start");
		return;
	}
	text_printf(d->out, " start=\"");
	for (uint32_t k = 0; k < (a ? a->n : 1); k++) {
		double start = start_of(d, &v[k]);

		text_printf(d->out, "%s%s", k > 0 ? " " : "",
					v->type != MDV_BOOLEAN ? text_real(buf, start)
					: start != 0           ? "true"
										   : "false");
	}
	text_printf(d->out, "\"");
}

/* What depends on the type: attributes of the inner element in FMI 2, of the only one in FMI 3. */
static void write_typed(Describe *d, uint32_t ref, const MdvVar *v, bool has_start)
{
	char buf[32];
	int32_t of = d->state_of[ref];

	if (v && v->type == MDV_ENUMERATION)
		describe_attribute(d->out, "declaredType", describe_type_name(d, v, buf));
	if (v && v->type == MDV_REAL) {
		describe_attribute(d->out, "unit", v->unit);
		if (describe_is_shown(v))
			describe_attribute(d->out, "displayUnit", v->display_unit);
	}
	if (v)
		write_limits(d, v);
	if (of >= 0)
		text_printf(d->out, " derivative=\"%u\"",
					d->o->version == 2 ? (unsigned)d->place[d->state[of]]
									   : (unsigned)describe_whole(d, d->state[of]));
	if (v && has_start)
		write_start(d, v);
}

static const char *type_name(const Describe *d, const MdvVar *v)
{
	bool two = d->o->version == 2;

	switch (v ? (int)v->type : MDV_REAL) {
	case MDV_INTEGER: return two ? "Integer" : "Int32";
	case MDV_BOOLEAN: return "Boolean";
	case MDV_ENUMERATION: return "Enumeration";
	case MDV_STRING: return "String";
	default: return two ? "Real" : "Float64";
	}
}

/* FMI 3: other names of variable i, inside of its element. */
static void write_aliases(Describe *d, int32_t i)
{
	while ((i = d->alias[i]) >= 0) {
		const MdvVar *v = &d->m->var[i];

		const DescribeArray *a = describe_array(d, (uint32_t)i);

		text_printf(d->out, "\n      <Alias");
		describe_attribute(d->out, "name", a ? a->name : v->name);
		describe_attribute(d->out, "description", v->comment);
		if (v->type == MDV_REAL && describe_is_shown(v))
			describe_attribute(d->out, "displayUnit", v->display_unit);
		text_printf(d->out, "/>");
	}
}

/* What ends its element. */
static void end_variable(Describe *d, uint32_t ref, const char *type, bool has_start)
{
	const DescribeArray *a = describe_array(d, ref);
	bool has_alias = ref < d->layout.n_vars && d->alias[ref] >= 0;
	bool has_text = ref < d->layout.n_vars && d->m->var[ref].type == MDV_STRING && has_start;

	if (d->o->version == 2 || (!has_alias && !a && !has_text)) {
		text_printf(d->out, d->o->version == 2 ? "/></ScalarVariable>\n" : "/>\n");
		return;
	}
	text_printf(d->out, ">");
	for (int k = 0; a && k < a->n_dims; k++)
		text_printf(d->out, "\n      <Dimension start=\"%u\"/>", (unsigned)a->dim[k]);
	if (has_text)
		write_start_texts(d, &d->m->var[ref]);
	if (has_alias)
		write_aliases(d, (int32_t)ref);
	text_printf(d->out, "\n    </%s>\n", type);
}

/* Of a name of another variable: its reference is that one's. */
static uint32_t shared_reference(const Describe *d, uint32_t ref)
{
	return ref < d->layout.n_vars && d->alias_of[ref] >= 0 ? (uint32_t)d->alias_of[ref] : ref;
}

static void write_variable(Describe *d, uint32_t ref, const MdvVar *v, const char *name,
						   DescribeRole role)
{
	bool two = d->o->version == 2;
	const char *type = type_name(d, v);

	text_printf(d->out, "    <%s", two ? "ScalarVariable" : type);
	describe_attribute(d->out, "name", name);
	text_printf(d->out, " valueReference=\"%u\"", (unsigned)shared_reference(d, ref));
	describe_attribute(d->out, "description", v ? v->comment : "");
	describe_attribute(d->out, "causality", role.causality);
	describe_attribute(d->out, "variability", role.variability);
	describe_attribute(d->out, "initial", role.initial);
	if (two)
		text_printf(d->out, "><%s", type);
	write_typed(d, ref, v, role.has_start);
	end_variable(d, ref, type, role.has_start);
}

/* --- the list --- */

static const DescribeRole role_found = {"local", "continuous", "calculated", false};

/* Places come first: a derivative may stand before its state. */
static void number_variables(Describe *d)
{
	int32_t n = 0;

	for (int32_t i = 0; i < d->m->n_vars; i++)
		if (describe_is_listed(&d->m->var[i]) && (d->o->version == 2 || d->alias_of[i] < 0))
			d->place[i] = ++n;
	for (uint32_t i = 0; i < d->layout.n_states; i++) {
		if (d->state[i] >= d->layout.n_vars)
			d->place[d->state[i]] = ++n;
		if (d->derivative[i] >= d->layout.n_vars)
			d->place[d->derivative[i]] = ++n;
	}
}

/* The name of a state that is chosen at run time, and of what has none. */
static const char *state_name(Describe *d, uint32_t i)
{
	if (describe_array(d, d->state[i]))
		return describe_array(d, d->state[i])->name;
	if (d->state[i] < d->layout.n_vars)
		return d->m->var[d->state[i]].name;
	return arena_printf(d->keep, "'chosen state %u'", (unsigned)i + 1);
}

static DescribeRole role_of(const Describe *d, int32_t i)
{
	const DescribeArray *a = describe_array(d, (uint32_t)i);

	return a ? a->role : describe_role_of(d, i);
}

void describe_variables(Describe *d)
{
	number_variables(d);
	text_printf(d->out, "  <ModelVariables>\n");
	for (int32_t i = 0; i < d->m->n_vars; i++) {
		const DescribeArray *a = describe_array(d, (uint32_t)i);

		if (d->place[i] > 0 && describe_is_first(d, (uint32_t)i))
			write_variable(d, (uint32_t)i, &d->m->var[i], a ? a->name : d->m->var[i].name,
						   role_of(d, i));
	}
	for (uint32_t i = 0; i < d->layout.n_states; i++) {
		const char *name = state_name(d, i);

		if (d->state[i] >= d->layout.n_vars)
			write_variable(d, d->state[i], NULL, name, role_found);
		if (d->derivative[i] >= d->layout.n_vars && describe_is_first(d, d->derivative[i]))
			write_variable(d, d->derivative[i], NULL, arena_printf(d->keep, "der(%s)", name),
						   role_found);
	}
	for (uint32_t k = 0; d->o->version == 3 && k < d->layout.n_indicators; k++)
		write_variable(d, d->layout.indicator + k, NULL,
					   arena_printf(d->keep, "'event indicator %u'", (unsigned)k + 1), role_found);
	if (d->o->version == 3)
		write_variable(d, d->layout.time, NULL, "time",
					   (DescribeRole){"independent", "continuous", NULL, false});
	text_printf(d->out, "  </ModelVariables>\n");
}

/* --- structure --- */

/* With what it depends on. */
static void write_unknown(Describe *d, const char *element, uint32_t ref, DescribeWhen when)
{
	if (d->o->version == 2)
		text_printf(d->out, "      <Unknown index=\"%d\"", (int)d->place[ref]);
	else
		text_printf(d->out, "    <%s valueReference=\"%u\"", element, (unsigned)ref);
	describe_dependencies(d, ref, when);
	text_printf(d->out, "/>\n");
}

static void open_list(Describe *d, const char *name, bool opening)
{
	if (d->o->version == 2)
		text_printf(d->out, "    <%s%s>\n", opening ? "" : "/", name);
}

static bool is_output(const MdvVar *v)
{
	return describe_is_listed(v) && describe_role(v).causality[0] == 'o';
}

static void write_outputs(Describe *d)
{
	for (int32_t i = 0; i < d->m->n_vars; i++)
		if (is_output(&d->m->var[i]) && describe_is_first(d, (uint32_t)i))
			write_unknown(d, "Output", (uint32_t)i,
						  role_of(d, i).variability[0] == 'd' ? DESCRIBE_EVENT : DESCRIBE_FLOW);
}

/* Outputs, parameters that are computed, states and derivatives, unless their start values hold;
   inputs are none. *n: how many. */
static bool *find_initial(const Describe *d, size_t *n)
{
	bool *in = NEW_ARRAY(d->keep, bool, d->layout.time + 1);

	for (uint32_t i = 0; i < d->layout.n_states; i++)
		in[d->state[i]] = in[d->derivative[i]] = true;
	for (int32_t i = 0; i < d->m->n_vars; i++) {
		DescribeRole role = describe_role(&d->m->var[i]);

		in[i] = in[i] || is_output(&d->m->var[i]) ||
				(describe_is_listed(&d->m->var[i]) && role.causality[0] == 'c');
		in[i] = in[i] && role.initial && role.initial[0] != 'e';
	}
	*n = 0;
	for (uint32_t ref = 0; ref <= d->layout.time; ref++) {
		in[ref] = in[ref] && describe_is_first(d, ref); /* elements of an array are alike */
		*n += in[ref];
	}
	return in;
}

static void write_initial(Describe *d, const bool in[])
{
	for (uint32_t ref = 0; ref <= d->layout.time; ref++)
		if (in[ref] && d->o->version == 3)
			write_unknown(d, "InitialUnknown", ref, DESCRIBE_START);
	/* By place: behind the variables these are in order of the states. */
	for (uint32_t ref = 0; d->o->version == 2 && ref < d->layout.n_vars; ref++)
		if (in[ref])
			write_unknown(d, "Unknown", ref, DESCRIBE_START);
	for (uint32_t i = 0; d->o->version == 2 && i < d->layout.n_states; i++) {
		if (d->state[i] >= d->layout.n_vars)
			write_unknown(d, "Unknown", d->state[i], DESCRIBE_START);
		if (d->derivative[i] >= d->layout.n_vars)
			write_unknown(d, "Unknown", d->derivative[i], DESCRIBE_START);
	}
}

/* A list that would be empty is left out. */
static bool has_outputs(const Describe *d)
{
	for (int32_t i = 0; i < d->m->n_vars; i++)
		if (is_output(&d->m->var[i]))
			return true;
	return false;
}

void describe_structure(Describe *d)
{
	size_t n_initial;
	const bool *initial = find_initial(d, &n_initial);

	describe_depend(d);
	text_printf(d->out, "  <ModelStructure>\n");
	if (has_outputs(d)) {
		open_list(d, "Outputs", true);
		write_outputs(d);
		open_list(d, "Outputs", false);
	}
	if (d->layout.n_states > 0) {
		open_list(d, "Derivatives", true);
		for (uint32_t i = 0; i < d->layout.n_states; i++)
			if (describe_is_first(d, d->derivative[i]))
				write_unknown(d, "ContinuousStateDerivative", d->derivative[i], DESCRIBE_FLOW);
		open_list(d, "Derivatives", false);
	}
	if (n_initial > 0) {
		open_list(d, "InitialUnknowns", true);
		write_initial(d, initial);
		open_list(d, "InitialUnknowns", false);
	}
	for (uint32_t k = 0; d->o->version == 3 && k < d->layout.n_indicators; k++)
		write_unknown(d, "EventIndicator", d->layout.indicator + k, DESCRIBE_FLOW);
	text_printf(d->out, "  </ModelStructure>\n");
}
