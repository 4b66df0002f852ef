/* SPDX-License-Identifier: MIT
   emit_access.c — the header: a type for the model's running copies, and functions to make them, to
   run them, to read every variable and set those that can be set. Elements of a large array share
   one function, which takes their subscripts (emit_family.c): a model of thousands of equal
   components has as many functions as one of them. */
#include "compiler/emit/emit.h"

#include <string.h>

const char *const emit_access_types[] = {[MDV_REAL] = "double ",
										 [MDV_INTEGER] = "int32_t ",
										 [MDV_BOOLEAN] = "bool ",
										 [MDV_ENUMERATION] = "int32_t ",
										 [MDV_STRING] = "const char *"};

bool emit_access_has_get(const MdvVar *v)
{
	return v->slot >= 0 && !(v->flags & MDV_VAR_HIDDEN);
}

bool emit_access_has_set(const MdvVar *v)
{
	if (v->flags & (MDV_VAR_HIDDEN | MDV_VAR_OUTSIDE) || v->type == MDV_STRING)
		return false;
	if (v->flags & (MDV_VAR_INPUT | MDV_VAR_STATE | MDV_VAR_DISCRETE) &&
		!(v->flags & (MDV_VAR_PARAMETER | MDV_VAR_CONSTANT)))
		return v->slot >= 0;
	return v->flags & MDV_VAR_SETTABLE && (v->flags & MDV_VAR_PARAMETER ? v->slot : v->start) >= 0;
}

static void comment_of(Emit *e, const MdvVar *v)
{
	text_printf(e->out, " /* ");
	emit_name_comment(e->out, v->name);
	if (*v->unit) {
		text_printf(e->out, " [");
		emit_name_comment(e->out, v->unit);
		text_printf(e->out, "]");
	}
	if (*v->comment) {
		text_printf(e->out, ": ");
		emit_name_comment(e->out, v->comment);
	}
	text_printf(e->out, " */\n");
}

static void get_head(Emit *e, int32_t i)
{
	text_printf(e->out, "%s%s_get_%s(const %s *m)", emit_access_types[e->m->var[i].type],
				e->o->name, e->var_name[i], e->o->name);
}

static void set_head(Emit *e, int32_t i)
{
	text_printf(e->out, "MdvStatus %s_set_%s(%s *m, %svalue)", e->o->name, e->var_name[i],
				e->o->name, emit_access_types[e->m->var[i].type]);
}

/* What concerns the model as a whole. */
static void header_whole(Emit *e)
{
	const char *n = e->o->name;
	Text *out = e->out;

	text_printf(out, "typedef struct %s %s; /* one running copy of the model */\n\n", n, n);
	text_printf(out, "/* By itself */\n");
	text_printf(out, "%s *%s_new(void); /* NULL: no memory */\nvoid %s_free(%s *m);\n", n, n, n, n);
	text_printf(out,
				"MdvStatus %s_simulate(%s *m, const MdvRunOptions *o); /* o NULL: defaults */\n", n,
				n);
	text_printf(out, "const char *%s_message(const %s *m); /* why the last call failed */\n", n, n);
	text_printf(out, "const MdvModel *%s_model(const %s *m); /* its tables and code */\n", n, n);
	text_printf(out, "MdvInstance *%s_instance(%s *m); /* the same for modevs/unit.h */\n", n, n);
	text_printf(out, "\n/* As a plant of a discrete-event simulation (modevs/hybrid.h) */\n");
	text_printf(out, "MdvModelSource %s_source(void); /* for MdvHybridOptions.model */\n", n);
	text_printf(out, "%s *%s_of(MdvHybrid *plant); /* NULL: it is of another model */\n", n, n);
	text_printf(out, "extern const MdvUnit %s_unit; /* the constant part */\n\n", n);
	text_printf(out, "/* Variables; set: before a run, or at a plant's events */\n");
}

void emit_access_header(Emit *e)
{
	const char *name = e->o->name;
	Text *out = e->out;

	text_printf(out, "/* ");
	emit_name_comment(out, e->m->name);
	text_printf(out,
				" — made by modevs; do not edit. */\n#ifndef MODEL_%s_H\n#define MODEL_%s_H\n\n",
				name, name);
	text_printf(out, "#include <modevs/unit.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
	header_whole(e);
	emit_family_heads(e);
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		if (e->family[i] >= 0)
			continue;
		if (emit_access_has_get(&e->m->var[i])) {
			get_head(e, i);
			text_printf(out, ";");
			comment_of(e, &e->m->var[i]);
		}
		if (emit_access_has_set(&e->m->var[i])) {
			set_head(e, i);
			text_printf(out, ";\n");
		}
	}
	text_printf(out, "\n#ifdef __cplusplus\n}\n#endif\n#endif\n");
}

static void get_body(Emit *e, int32_t i)
{
	const MdvVar *v = &e->m->var[i];

	get_head(e, i);
	text_printf(e->out, " { return %smdv_instance_get%s(as_instance(m), %d)%s; }\n",
				v->type == MDV_INTEGER || v->type == MDV_ENUMERATION ? "(int32_t)" : "",
				v->type == MDV_STRING ? "_text" : "", i, v->type == MDV_BOOLEAN ? " != 0" : "");
}

static void set_body(Emit *e, int32_t i)
{
	set_head(e, i);
	text_printf(e->out, " { return mdv_instance_set(%s_instance(m), %d, value); }\n", e->o->name,
				i);
}

static void whole(Emit *e)
{
	const char *n = e->o->name;
	Text *out = e->out;

	text_printf(out, "%s *%s_new(void)\n{\n\treturn (%s *)mdv_instance_new(&%s_unit, NULL);\n}\n\n",
				n, n, n, n);
	text_printf(out, "void %s_free(%s *m)\n{\n\tmdv_instance_free((MdvInstance *)m);\n}\n\n", n, n);
	text_printf(
		out, "MdvModelSource %s_source(void)\n{\n\treturn mdv_unit_source(&%s_unit);\n}\n\n", n, n);
	text_printf(out,
				"%s *%s_of(MdvHybrid *plant)\n{\n"
				"\treturn (%s *)mdv_instance_of(&%s_unit, plant);\n}\n\n",
				n, n, n, n);
	text_printf(out, "MdvInstance *%s_instance(%s *m)\n{\n\treturn (MdvInstance *)m;\n}\n\n", n, n);
	text_printf(out,
				"MdvStatus %s_simulate(%s *m, const MdvRunOptions *o)\n{\n"
				"\treturn mdv_instance_simulate(%s_instance(m), o);\n}\n\n",
				n, n, n);
	text_printf(out,
				"static const MdvInstance *as_instance(const %s *m)\n{\n"
				"\treturn (const MdvInstance *)m;\n}\n\n",
				n);
	text_printf(
		out,
		"const char *%s_message(const %s *m)\n{\n\treturn mdv_instance_message(as_instance(m));\n"
		"}\n\n",
		n, n);
	text_printf(
		out,
		"const MdvModel *%s_model(const %s *m)\n{\n\treturn mdv_instance_model(as_instance(m));\n"
		"}\n\n",
		n, n);
}

void emit_access_functions(Emit *e)
{
	if (e->o->main) /* nobody calls them */
		return;
	whole(e);
	emit_family_bodies(e);
	for (int32_t i = 0; i < e->m->n_vars; i++) {
		if (e->family[i] >= 0)
			continue;
		if (emit_access_has_get(&e->m->var[i]))
			get_body(e, i);
		if (emit_access_has_set(&e->m->var[i]))
			set_body(e, i);
	}
}
