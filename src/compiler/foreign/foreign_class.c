/* SPDX-License-Identifier: MIT
   foreign_class.c — classes that stand for FMUs. Declarations of such a class are variables of the
   FMU, by their names or by annotation(__modevs(name = "…")): parameters and inputs are given to
   it, others come from it. What is protected is the class's own. The rest of the body is made as
   text (foreign_text.c) and parsed like any other. */
#include "compiler/foreign/foreign.h"

#include <stdlib.h>
#include <string.h>

static const AstExpr *said(Syntax *sx, AstComment *comment, const char *name)
{
	const AstArg *note = comment ? syntax_note(sx, comment, NOTE_MODEVS) : NULL;
	const AstArg *arg =
		note ? syntax_find_arg(&note->mod, intern_name(sx->names, name, strlen(name))) : NULL;

	return arg && arg->kind == ARG_MODIFY ? arg->mod.value : NULL;
}

static bool refuse(Syntax *sx, Place at, const char *format, ...) PRINTF_LIKE(3, 4);
static bool refuse(Syntax *sx, Place at, const char *format, ...)
{
	char text[800];
	va_list args;

	va_start(args, format);
	plain_vsnprintf(text, sizeof text, format, args);
	va_end(args);
	diag_error(sx->diag, syntax_span(at), E_PART, "%s", text);
	return false;
}

/* Beside the file in which the class stands. */
static const char *file_of(Syntax *sx, const ClassDef *def, const char *name)
{
	const Source *source = source_get(sx->sources, syntax_span(def->at).file);
	const char *own = source ? source->name : "", *slash = strrchr(own, '/');

	if (*name == '/' || !slash)
		return name;
	return arena_printf(sx->keep, "%.*s/%s", (int)(slash - own), own, name);
}

static bool read_fmu(Syntax *sx, const AstExpr *at, ForeignClass *c)
{
	char folder[FMI_FOLDER], why[600];
	bool ok = folder_unpack(c->file, folder, why, sizeof why) &&
			  description_read(arena_printf(sx->keep, "%s/modelDescription.xml", folder), sx->keep,
							   &c->d, why, sizeof why);

	folder_remove(folder);
	return ok || refuse(sx, at->at, "%s: %s", c->file, why);
}

/* Which interface, and the step of co-simulation. */
static bool read_choices(Syntax *sx, const ClassDef *def, const AstExpr *fmu, ForeignClass *c)
{
	const AstExpr *kind = said(sx, def->comment, "interface"),
				  *step = said(sx, def->comment, "step");
	const char *text = kind && kind->kind == AX_STRING ? syntax_string(kind, sx->keep) : "";

	if (kind && strcmp(text, "me") != 0 && strcmp(text, "cs") != 0)
		return refuse(sx, kind->at, "'interface' must be \"me\" or \"cs\"");
	if (step && step->kind != AX_REAL && step->kind != AX_INTEGER)
		return refuse(sx, step->at, "'step' must be a number");
	if (!strcmp(text, "cs") ? !c->d.step : !strcmp(text, "me") && !c->d.exchange)
		return refuse(sx, kind->at, "the FMU has no %s",
					  *text == 'c' ? "co-simulation" : "model exchange");
	c->exchange = c->d.exchange && strcmp(text, "cs") != 0;
	c->step = !step                      ? c->d.step_size
			  : step->kind == AX_INTEGER ? (double)step->integer
										 : step->real;
	if (!c->exchange && !(c->step > 0))
		return refuse(sx, step ? step->at : fmu->at,
					  "a step of co-simulation must be given, greater than 0: step = 0.01");
	return true;
}

/* The output is in the structure, and depends on no input there. */
static bool depends_on_no_input(const FmiDescription *d, int place)
{
	uint32_t key = d->version == 2 ? (uint32_t)place + 1 : d->var.at[place].ref;

	for (size_t k = 0; k < d->output.n; k++) {
		const char *at = d->output_depends.at[k];

		if (d->output.at[k] != key || !at)
			continue;
		while (*at) {
			char *end;
			unsigned long number = strtoul(at, &end, 10);

			if (end == at)
				return false;
			for (size_t i = 0; i < d->var.n; i++)
				if (d->var.at[i].causality == FMI_INPUT &&
					number == (d->version == 2 ? i + 1 : d->var.at[i].ref))
					return false;
			at = end + strspn(end, " \t\r\n");
		}
		return true;
	}
	return false;
}

/* --- declarations --- */

static int find_var(Syntax *sx, const ForeignClass *c, const char *name, Place at)
{
	Suggest near;
	Text hint;

	for (size_t i = 0; i < c->d.var.n; i++)
		if (!strcmp(c->d.var.at[i].name, name))
			return (int)i;
	suggest_init(&near, name, strlen(name));
	for (size_t i = 0; i < c->d.var.n; i++)
		suggest_add(&near, c->d.var.at[i].name, strlen(c->d.var.at[i].name));
	text_init(&hint, arena_heap(sx->keep));
	suggest_text(&near, &hint);
	refuse(sx, at, "the FMU has no variable '%s'%s", name, text_str(&hint));
	text_free(&hint);
	return -1;
}

/* Does the declaration go with what the FMU says of the variable? */
static bool fits(Syntax *sx, const AstElement *e, const ForeignItem *x)
{
	uint16_t cause = e->prefix & PX_CAUSALITY;
	const FmiVar *v = x->var;

	if (e->component->n_dims > 0 || e->component->n_type_dims > 0)
		return refuse(sx, e->at, "arrays cannot stand for variables of an FMU: '%s'", x->name);
	if (v->type == MDV_STRING)
		return refuse(sx, e->at, "Strings cannot be exchanged with an FMU: '%s'", x->name);
	if (cause && (cause == PX_INPUT) != (v->causality == FMI_INPUT))
		return refuse(sx, e->at, "'%s' is %s of the FMU", x->name,
					  v->causality == FMI_INPUT ? "an input" : "no input");
	if ((e->prefix & PX_PARAMETER) && v->causality != FMI_PARAMETER)
		return refuse(sx, e->at, "'%s' is no parameter of the FMU that can be set", x->name);
	if (!(e->prefix & PX_PARAMETER) && v->causality == FMI_PARAMETER)
		return refuse(sx, e->at, "'%s' is a parameter of the FMU", x->name);
	if (v->causality == FMI_INPUT && v->discrete && v->type == MDV_REAL && !x->varies)
		return refuse(sx, e->at,
					  "the FMU takes '%s' at events only: it must be declared as discrete",
					  x->name);
	return true;
}

static bool add_item(Syntax *sx, ForeignClass *c, const AstElement *e)
{
	const AstExpr *other = said(sx, e->comment, "name");
	const char *name = intern_text(sx->names, e->name);
	ForeignItem x = {.name = name, .varies = (e->prefix & PX_DISCRETE) != 0};
	Text type;
	bool ok;

	x.place = find_var(
		sx, c, other && other->kind == AX_STRING ? syntax_string(other, sx->keep) : name, e->at);
	if (x.place < 0)
		return false;
	x.var = &c->d.var.at[x.place];
	x.no_u = depends_on_no_input(&c->d, x.place);
	text_init(&type, arena_heap(sx->keep));
	syntax_path_text(sx, e->component->type, &type);
	x.type = arena_strdup(sx->keep, text_str(&type));
	text_free(&type);
	ok = fits(sx, e, &x);
	vec_push(arena_allocator(sx->keep), &c->item, x);
	return ok;
}

static bool add_items(Syntax *sx, ForeignClass *c, const ClassDef *def)
{
	bool ok = true;

	for (uint32_t i = 0; i < def->n_elements; i++) {
		const AstElement *e = &def->elements[i];

		if (e->kind == EL_EXTENDS)
			ok = refuse(sx, e->at, "a class that stands for an FMU declares its variables itself");
		else if (e->kind == EL_COMPONENT && !(e->prefix & (PX_PROTECTED | PX_CONSTANT)))
			ok &= add_item(sx, c, e);
	}
	return ok;
}

/* --- the body --- */

static void *join(Syntax *sx, const void *a, size_t n_a, const void *b, size_t n_b, size_t size)
{
	char *all = arena_alloc(sx->keep, (n_a + n_b) * size + 1, 16);

	if (n_a > 0)
		memcpy(all, a, n_a * size);
	if (n_b > 0)
		memcpy(all + n_a * size, b, n_b * size);
	return all;
}

static void take_body(Syntax *sx, ClassDef *def, const ClassDef *more)
{
	for (uint32_t i = 0; i < more->n_elements; i++)
		if (more->elements[i].kind == EL_CLASS)
			more->elements[i].cls->parent = def;
	def->elements = join(sx, def->elements, def->n_elements, more->elements, more->n_elements,
						 sizeof *def->elements);
	def->n_elements += more->n_elements;
	def->sections = join(sx, def->sections, def->n_sections, more->sections, more->n_sections,
						 sizeof *def->sections);
	def->n_sections += more->n_sections;
	syntax_index(sx, def);
}

static void complete(Syntax *sx, ClassDef *def, const AstExpr *fmu)
{
	ForeignClass c = {.name = intern_text(sx->names, def->name)};
	uint32_t file;
	StoredDef stored;
	Text text;
	char *kept;

	if (fmu->kind != AX_STRING || !*syntax_string(fmu, sx->keep)) {
		refuse(sx, fmu->at, "'fmu' must be a text, the name of a file");
		return;
	}
	c.file = file_of(sx, def, syntax_string(fmu, sx->keep));
	if (!read_fmu(sx, fmu, &c) || !read_choices(sx, def, fmu, &c) || !add_items(sx, &c, def))
		return;
	text_init(&text, arena_heap(sx->keep));
	foreign_text(&c, &text);
	kept = arena_strndup(sx->keep, text_str(&text), text.n);
	text_free(&text);
	if (source_add(sx->sources, c.file, kept, strlen(kept), &file))
		arena_no_memory(sx->keep);
	stored = parse_file(sx, file, 0);
	if (!stored.failed && stored.n == 1)
		take_body(sx, def, stored.classes[0].cls);
}

void foreign_class_complete(Syntax *sx, ClassDef *def)
{
	const AstExpr *fmu;

	if (def->flags & CF_FOREIGN || !def->comment)
		return;
	fmu = def->kind == CLS_MODEL || def->kind == CLS_BLOCK ? said(sx, def->comment, "fmu") : NULL;
	if (!fmu)
		return;
	def->flags |= CF_FOREIGN;
	complete(sx, def, fmu);
}
