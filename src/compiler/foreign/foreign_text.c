/* SPDX-License-Identifier: MIT
   foreign_text.c — the body of a class that stands for an FMU, as Modelica: an external object and
   the functions of fmi/component.c.

   Model exchange: derivatives, event indicators and outputs are functions of time, states, inputs
   and the number of the last event. At an event, when an indicator changes its sign, a time that
   the FMU has told comes, or a discrete input changes, a function takes the FMU through event mode
   and gives new states; the number is another then. All others take pre(number), so that nothing of
   an event depends on itself: what the event changes is seen in the next turn of its iteration.
   Co-simulation: at communication points the FMU steps up to there with the inputs of the last one,
   then takes those of this one; outputs change at these points only. */
#include "compiler/foreign/foreign.h"

#include <string.h>

static void add_text(Text *out, const char *s)
{
	text_add(out, s, strlen(s));
}

static bool is_moving(const FmiVar *v)
{
	return v->causality == FMI_INPUT && !v->discrete;
}

static bool is_jumping(const FmiVar *v)
{
	return v->causality == FMI_INPUT && v->discrete;
}

static bool is_parameter(const FmiVar *v)
{
	return v->causality == FMI_PARAMETER;
}

static bool is_shown(const FmiVar *v)
{
	return v->causality != FMI_INPUT && v->causality != FMI_PARAMETER;
}

/* The value of a declaration as a Real. */
static void add_number(const ForeignItem *x, Text *out)
{
	if (x->var->type == MDV_BOOLEAN)
		text_printf(out, "(if %s then 1.0 else 0.0)", x->name);
	else if (x->var->type == MDV_ENUMERATION && strcmp(x->type, "Integer") != 0)
		text_printf(out, "Integer(%s)", x->name);
	else
		text_printf(out, "%s", x->name);
}

typedef bool Which(const FmiVar *v);

static int add_list(const ForeignClass *c, Which *which, bool places, Text *out)
{
	int n = 0;

	for (size_t i = 0; i < c->item.n; i++) {
		const ForeignItem *x = &c->item.at[i];

		if (!which(x->var))
			continue;
		add_text(out, n++ ? ", " : "{");
		if (places)
			text_printf(out, "%d", x->place);
		else
			add_number(x, out);
	}
	if (n == 0)
		add_text(out, places ? "fill(0, 0)" : "fill(0.0, 0)");
	else
		add_text(out, "}");
	return n;
}

/* name(inputs) -> outputs: external "C" call */
static void add_function(Text *out, const char *name, const char *elements, const char *call)
{
	text_printf(out, "function %s\ninput Fmu_ f;\n%s\nexternal \"C\" %s;\nend %s;\n", name,
				elements, call, name);
}

#define POINT      "input Integer n; input Real t; input Real x[:]; input Real u[:];"
#define POINT_CALL "f, n, t, x, size(x, 1), u, size(u, 1)"
#define GIVEN      "input Real t; input Real u[:]; input Real d[:];"
#define GIVEN_CALL "f, t, u, size(u, 1), d, size(d, 1)"

static void add_object(Text *out)
{
	add_text(
		out,
		"class Fmu_\nextends ExternalObject;\nfunction constructor\ninput String file; input "
		"Integer exchange; input Integer p[:]; input Real v[size(p, 1)]; input Integer u[:]; input "
		"Integer d[:];\noutput Fmu_ f;\nexternal \"C\" f = ModevsFmu_open(file, exchange, p, "
		"size(p, 1), v, u, size(u, 1), d, size(d, 1));\nend constructor;\nfunction "
		"destructor\ninput Fmu_ f;\nexternal \"C\" ModevsFmu_close(f);\nend destructor;\nend "
		"Fmu_;\n");
}

static void add_exchange_functions(Text *out)
{
	add_function(out, "fmu_start_", GIVEN "input Integer m; output Real next; output Real x[m];",
				 "next = ModevsFmu_start(" GIVEN_CALL ", x, size(x, 1))");
	add_function(out, "fmu_derivatives_", POINT "output Real dx[size(x, 1)];",
				 "ModevsFmu_derivatives(" POINT_CALL ", dx)");
	add_function(out, "fmu_indicators_", POINT "input Integer m; output Real z[m];",
				 "ModevsFmu_indicators(" POINT_CALL ", z, size(z, 1))");
	add_function(out, "fmu_value_", POINT "input Integer k; output Real y;",
				 "y = ModevsFmu_value(" POINT_CALL ", k)");
	add_function(out, "fmu_state_value_", POINT "input Integer k; output Real y;",
				 "y = ModevsFmu_state_value(" POINT_CALL ", k)");
	add_function(out, "fmu_discrete_", "input Integer n; input Integer k; output Real y;",
				 "y = ModevsFmu_discrete(f, n, k)");
	add_function(out, "fmu_whole_", "input Integer n; input Integer k; output Integer y;",
				 "y = ModevsFmu_whole(f, n, k)");
	add_function(out, "fmu_wants_", "input Real t; output Real y;", "y = ModevsFmu_wants(f, t)");
	add_text(out, "impure ");
	add_function(out, "fmu_event_",
				 POINT "input Real d[:]; output Integer ends; output Real x_new[size(x, 1)]; "
					   "output Real next;",
				 "ends = ModevsFmu_event(" POINT_CALL ", d, size(d, 1), x_new, next)");
}

static void add_step_functions(Text *out)
{
	add_text(out, "impure ");
	add_function(out, "fmu_first_", GIVEN "input Integer k; output Real y;",
				 "y = ModevsFmu_first(" GIVEN_CALL ", k)");
	add_text(out, "impure ");
	add_function(out, "fmu_step_", "input Real t; input Integer k; output Real y;",
				 "y = ModevsFmu_step(f, t, k)");
	add_text(out, "impure ");
	add_function(out, "fmu_give_", GIVEN "input Real y; output Integer ends;",
				 "ends = ModevsFmu_give(" GIVEN_CALL ")");
}

static void add_object_declaration(const ForeignClass *c, Text *out)
{
	add_text(out, "Fmu_ fmu_ = Fmu_(\"");
	for (const char *s = c->file; *s; s++)
		text_printf(out, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	text_printf(out, "\", %d, ", c->exchange);
	add_list(c, is_parameter, true, out);
	add_text(out, ", ");
	add_list(c, is_parameter, false, out);
	add_text(out, ", ");
	add_list(c, is_moving, true, out);
	add_text(out, ", ");
	add_list(c, is_jumping, true, out);
	add_text(out, ");\n");
}

/* `x = ` what the call gives, as the type that x has. */
static void add_output(const ForeignItem *x, const char *call, Text *out)
{
	if (x->var->type == MDV_REAL)
		text_printf(out, "%s = %s;\n", x->name, call);
	else if (x->var->type == MDV_BOOLEAN)
		text_printf(out, "%s = %s == 1;\n", x->name, call);
	else if (x->var->type == MDV_ENUMERATION && strcmp(x->type, "Integer") != 0)
		text_printf(out, "%s = %s(%s);\n", x->name, x->type, call);
	else
		text_printf(out, "%s = %s;\n", x->name, call);
}

/* --- model exchange --- */

static void add_outputs(const ForeignClass *c, const char *point, Text *out)
{
	Text call;

	text_init(&call, out->alloc);
	for (size_t i = 0; i < c->item.n; i++) {
		const ForeignItem *x = &c->item.at[i];

		if (!is_shown(x->var))
			continue;
		text_clear(&call);
		if (x->var->type != MDV_REAL)
			text_printf(&call, "fmu_whole_(fmu_, pre(fmu_n_), %d)", x->place);
		else if (x->var->discrete || x->var->constant || x->var->causality == FMI_CALCULATED)
			text_printf(&call, "fmu_discrete_(fmu_, pre(fmu_n_), %d)", x->place);
		else if (x->no_u)
			text_printf(&call,
						"fmu_state_value_(fmu_, pre(fmu_n_), time, fmu_x_, fmu_u_start_, %d)",
						x->place);
		else
			text_printf(&call, "fmu_value_(%s, %d)", point, x->place);
		add_output(x, text_str(&call), out);
	}
	text_free(&call);
}

/* What makes an event of the FMU. */
static void add_conditions(const ForeignClass *c, Text *out)
{
	add_text(out, "time >= pre(fmu_next_)");
	for (size_t k = 1; k <= c->d.n_indicators; k++)
		text_printf(out, ", change(fmu_s_[%zu])", k);
	for (size_t i = 0; i < c->item.n; i++)
		if (is_jumping(c->item.at[i].var))
			text_printf(out, ", change(%s)", c->item.at[i].name);
	if (c->d.needs_completed)
		add_text(out, ", fmu_w_ > 0.5");
}

/* The number is another after initialization, too: discrete outputs that were asked for before the
   FMU was ready are right then. */
static void add_event(const ForeignClass *c, const char *point, Text *out)
{
	add_text(out, "when {initial(), ");
	add_conditions(c, out);
	add_text(out, "} then\nfmu_n_ = pre(fmu_n_) + 1;\nend when;\nwhen {");
	add_conditions(c, out);
	text_printf(out, "} then\n(fmu_ends_, fmu_new_, fmu_next_) = fmu_event_(%s, ", point);
	add_list(c, is_jumping, false, out);
	add_text(out, ");\n");
	if (c->d.derivative.n > 0)
		add_text(out, "reinit(fmu_x_, fmu_new_);\n");
	add_text(out, "if fmu_ends_ > 0 then\nterminate(\"the FMU says so\");\nend if;\nend when;\n");
}

#define HIDDEN " annotation(HideResult = true);\n"

/* Inputs before the FMU has been given any: for outputs that depend on none. */
static void add_start_inputs(const ForeignClass *c, Text *out)
{
	int n = 0;

	add_text(out, "parameter Real fmu_u_start_[:] = ");
	for (size_t i = 0; i < c->item.n; i++)
		if (is_moving(c->item.at[i].var))
			text_printf(out, "%s%.17g", n++ ? ", " : "{", c->item.at[i].var->start);
	add_text(out, n ? "}" HIDDEN : "fill(0.0, 0)" HIDDEN);
}

static void add_exchange_variables(const ForeignClass *c, Text *out)
{
	size_t n_x = c->d.derivative.n, n_z = c->d.n_indicators;

	text_printf(out, "Real fmu_x_[%zu]" HIDDEN "discrete Real fmu_new_[%zu]" HIDDEN, n_x, n_x);
	text_printf(out, "Real fmu_z_[%zu]" HIDDEN "Boolean fmu_s_[%zu]" HIDDEN, n_z, n_z);
	add_text(out, "discrete Real fmu_next_" HIDDEN);
	add_text(out, "Integer fmu_n_(start = 0, fixed = true)" HIDDEN);
	add_text(out, "Integer fmu_ends_(start = 0, fixed = true)" HIDDEN);
	add_text(out, c->d.needs_completed ? "Real fmu_w_" HIDDEN : "");
	add_start_inputs(c, out);
}

static void add_exchange(const ForeignClass *c, Text *out)
{
	size_t n_x = c->d.derivative.n, n_z = c->d.n_indicators;
	Text point;

	text_init(&point, out->alloc);
	add_text(&point, "fmu_, pre(fmu_n_), time, fmu_x_, ");
	add_list(c, is_moving, false, &point);
	add_exchange_variables(c, out);
	add_text(out, "initial equation\n(fmu_next_, fmu_x_) = fmu_start_(fmu_, time, ");
	add_list(c, is_moving, false, out);
	add_text(out, ", ");
	add_list(c, is_jumping, false, out);
	text_printf(out, ", %zu);\n", n_x);
	add_text(out, n_x ? "fmu_new_ = fmu_x_;\nequation\n" : "equation\n");
	if (n_x > 0)
		text_printf(out, "der(fmu_x_) = fmu_derivatives_(%s);\n", text_str(&point));
	if (n_z > 0)
		text_printf(out,
					"fmu_z_ = fmu_indicators_(%s, %zu);\nfor k in 1:%zu loop\nfmu_s_[k] = "
					"fmu_z_[k] > 0;\nend for;\n",
					text_str(&point), n_z, n_z);
	add_text(out, c->d.needs_completed ? "fmu_w_ = fmu_wants_(fmu_, time);\n" : "");
	add_outputs(c, text_str(&point), out);
	add_event(c, text_str(&point), out);
	text_free(&point);
}

/* --- co-simulation --- */

static void add_values(const ForeignClass *c, const char *call, Text *out)
{
	Text text;

	text_init(&text, out->alloc);
	for (size_t i = 0; i < c->item.n; i++) {
		const ForeignItem *x = &c->item.at[i];

		if (!is_shown(x->var))
			continue;
		text_clear(&text);
		text_printf(&text, x->var->type == MDV_REAL ? "%s, %d)" : "integer(%s, %d) + 0.5)", call,
					x->place);
		add_output(x, text_str(&text), out);
	}
	text_free(&text);
}

static void add_step(const ForeignClass *c, Text *out)
{
	Text call;
	bool any = false;

	text_init(&call, out->alloc);
	add_text(&call, "fmu_first_(fmu_, time, ");
	add_list(c, is_moving, false, &call);
	add_text(&call, ", ");
	add_list(c, is_jumping, false, &call);
	add_text(out, "Integer fmu_ends_(start = 0, fixed = true)" HIDDEN);
	add_text(out, "initial equation\n");
	add_values(c, text_str(&call), out);
	text_printf(out, "equation\nwhen sample(0, %.17g) then\n", c->step);
	add_values(c, "fmu_step_(fmu_, time", out);
	text_printf(out, "end when;\nwhen sample(0, %.17g) then\nfmu_ends_ = fmu_give_(fmu_, time, ",
				c->step);
	add_list(c, is_moving, false, out);
	add_text(out, ", ");
	add_list(c, is_jumping, false, out);
	for (size_t i = 0; i < c->item.n && !any; i++)
		if (is_shown(c->item.at[i].var) && c->item.at[i].var->type == MDV_REAL) {
			text_printf(out, ", %s", c->item.at[i].name); /* steps come first */
			any = true;
		}
	add_text(out, any ? ");\n" : ", fmu_step_(fmu_, time, 0));\n");
	add_text(out, "if fmu_ends_ > 0 then\nterminate(\"the FMU says so\");\nend if;\nend when;\n");
	text_free(&call);
}

void foreign_text(const ForeignClass *c, Text *out)
{
	text_printf(out, "model %s\nprotected\n", c->name);
	add_object(out);
	if (c->exchange)
		add_exchange_functions(out);
	else
		add_step_functions(out);
	add_object_declaration(c, out);
	if (c->exchange)
		add_exchange(c, out);
	else
		add_step(c, out);
	text_printf(out, "end %s;\n", c->name);
}
