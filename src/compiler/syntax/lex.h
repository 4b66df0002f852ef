/* SPDX-License-Identifier: MIT
   lex.h — what lex.c, lex_literal.c and lex_skip.c share. */
#ifndef MDV_LEX_H
#define MDV_LEX_H

#include "compiler/syntax/syntax.h"

enum {                       /* bits of lex_class */
	   LEX_ALPHA = 1 << 0,   /* letter or underscore */
	   LEX_DIGIT = 1 << 1,   /* digit */
	   LEX_SPACE = 1 << 2,   /* white space */
	   LEX_OTHER = 1 << 3,   /* no ASCII */
	   LEX_BRACKET = 1 << 4, /* stops the skipping of an annotation: quotes, brackets, ; and / */
	   LEX_COMMA = 1 << 5,   /* stops it on the first level */
	   LEX_WORD = LEX_ALPHA | LEX_DIGIT
};

extern const uint8_t lex_class[256];

static inline uint8_t lex_class_of(char c)
{
	return lex_class[(unsigned char)c];
}

/* lex.c */
/* Past white space and comments. */
const char *lex_blank(Lexer *lx, const char *p);
void lex_fail(Lexer *lx, const char *from, const char *to, DiagCode code, const char *what);

/* lex_literal.c: each reads the token at p and gives the place past it */
const char *lex_number(Lexer *lx, const char *p, Token *t);
const char *lex_string(Lexer *lx, const char *p, Token *t);
const char *lex_quoted(Lexer *lx, const char *p, Token *t);
bool lex_is_escape(char c); /* has it a meaning behind a backslash (MLS 2.3.1)? */

#endif
