/* SPDX-License-Identifier: MIT
   syntax_note.c — annotations, parsed when somebody asks for them. */
#include "compiler/syntax/parse.h"

#include <stdlib.h>
#include <string.h>

static const AstMod no_annotation; /* marks one that was found wrong */

#define ROW(bit, text) text,
static const char *const note_text[] = {NOTE_NAMES(ROW)};
#undef ROW

const AstMod *syntax_annotation(Syntax *sx, AstComment *c)
{
	ArenaMark mark;
	Parser *p;
	AstMod *m;

	if (!c || c->note == c->note_end)
		return NULL;
	if (c->parsed)
		return c->parsed == &no_annotation ? NULL : c->parsed;
	p = parse_begin(sx, c->file, 0, &mark);
	p->lx.pos = c->note;
	lex_next(&p->lx, &p->tok);
	p->prev_end = p->tok.start;
	m = PARSE_NEW(p, AstMod);
	*m = parse_class_modification(p, false);
	c->parsed = p->failed || p->lx.failed ? &no_annotation : m;
	parse_end(p, mark);
	return c->parsed == &no_annotation ? NULL : m;
}

const AstArg *syntax_find_arg(const AstMod *m, Name name)
{
	for (uint32_t i = 0; m && i < m->n_args; i++)
		if (m->args[i].name.i == name.i)
			return &m->args[i];
	return NULL;
}

const AstArg *syntax_note(Syntax *sx, AstComment *c, NoteName which)
{
	int index = 0;
	Name name = {0};

	for (; c; c = c->next) {
		const AstArg *a;

		if (!(c->names & (unsigned)which) && !c->parsed)
			continue; /* so it is nearly always: a model of many parts asks for many */
		while (1u << index != (unsigned)which)
			index++;
		if (!name.i)
			name = intern_name(sx->names, note_text[index], strlen(note_text[index]));
		a = syntax_find_arg(syntax_annotation(sx, c), name);
		if (a)
			return a;
	}
	return NULL;
}

/* Of uses(Modelica(version = "2.2.1")) the number before the first dot; 0: it does not say so. */
static long used_version(Syntax *sx, const ClassDef *def)
{
	const AstArg *uses = def->comment ? syntax_note(sx, def->comment, NOTE_USES) : NULL;
	const AstArg *of = uses && uses->kind == ARG_MODIFY
						   ? syntax_find_arg(&uses->mod, intern_name(sx->names, "Modelica", 8))
						   : NULL;
	const AstArg *version = of && of->kind == ARG_MODIFY
								? syntax_find_arg(&of->mod, intern_name(sx->names, "version", 7))
								: NULL;
	const AstExpr *text = version && version->kind == ARG_MODIFY ? version->mod.value : NULL;

	return text && text->kind == AX_STRING && text->n > 0 && text->raw[0] >= '0' &&
				   text->raw[0] <= '9'
			   ? strtol(text->raw, NULL, 10)
			   : 0;
}

bool syntax_is_older(Syntax *sx, const ClassDef *def)
{
	for (; def; def = def->parent) {
		long version = used_version(sx, def);

		if (version > 0)
			return version < 3;
	}
	return false;
}
