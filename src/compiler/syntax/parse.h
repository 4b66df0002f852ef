/* SPDX-License-Identifier: MIT
   parse.h — what the parser's files share. Recursive descent with one token of lookahead; one
   function for each rule of the grammar, the rule above it.

   Lists are collected on the stacks of the Parser and copied to the arena when complete, so that
   the members of a list lie side by side. A rule remembers the height of the stack at its start.

   After a mistake `panic` is set: nothing more is reported and rules return what they have, until
   parse_recover has found a place to go on: behind ';', or before `end` or a section. */
#ifndef MDV_PARSE_H
#define MDV_PARSE_H

#include "compiler/syntax/syntax.h"

typedef struct Parser {
	Syntax *sx;                /* arenas, names, diagnostics */
	Lexer lx;                  /* behind tok */
	Token tok;                 /* the token to look at */
	uint32_t prev_start;       /* the token before: its start */
	uint32_t prev_end;         /* and its end */
	unsigned flags;            /* PARSE_… bits */
	int depth;                 /* rules inside each other, at most PARSE_MAX_DEPTH */
	int n_square;              /* '[' now open: there a ';' separates rows */
	int n_mods;                /* modifications now open: inside, clauses have one component */
	int n_open[4];             /* if, for, when, while now open */
	bool panic;                /* a mistake was reported, not yet recovered from */
	bool unclosed;             /* an `end` was reported missing: so is the ';' behind it */
	bool told;                 /* the last report was given: so may be its notes */
	bool failed;               /* a mistake was reported */
	ClassDef *cls;             /* the innermost class; NULL: none */
	VEC(AstExpr) exprs;        /* the stacks */
	VEC(AstPart) parts;        /* … of component references */
	VEC(Name) idents;          /* … of paths and name lists */
	VEC(AstArg) args;          /* … of modifications */
	VEC(AstElement) elements;  /* … of classes */
	VEC(AstStmt) stmts;        /* … of sections and branches */
	VEC(AstBranch) branches;   /* … of if and when */
	VEC(AstSection) sections;  /* … of classes */
	VEC(EnumLiteral) literals; /* … of enumerations */
	VEC(AstComment *) notes;   /* annotations skipped, to be parsed at the end */
} Parser;

/* parse.c — tokens, memory, names and comments */

void parse_next(Parser *p);
Token parse_peek(Parser *p); /* the token behind p->tok */
bool parse_accept(Parser *p, TokenKind kind);
bool parse_new_line(const Parser *p); /* tok is on a later line than the token before */
Span parse_tok_span(const Parser *p);
Span parse_span_of(const Parser *p, const Token *t);
Span parse_prev_point(const Parser *p);             /* just behind the token before */
Place parse_place(const Parser *p, uint32_t start); /* from start to the token before */
Place parse_place_of(const Parser *p, const Token *t);
void *parse_alloc(Parser *p, size_t size, size_t align);
void *parse_copy(Parser *p, const void *from, size_t n, size_t size); /* NULL if n is 0 */
AstPath *parse_path(Parser *p, bool may_be_global, const char *what);
AstComment *parse_description(Parser *p); /* the string; NULL if there is none */
AstComment *parse_comment(Parser *p);     /* string and annotation; NULL if there is neither */
AstComment *parse_annotation(Parser *p);  /* at `annotation` */

/* parse_mistake.c — reports and recovery */

/* A mistake, unless one was just reported; parse_fail also begins the panic. */
void parse_report(Parser *p, Span at, DiagCode code, const char *format, ...) PRINTF_LIKE(4, 5);
void parse_fail(Parser *p, Span at, DiagCode code, const char *format, ...) PRINTF_LIKE(4, 5);
void parse_note(Parser *p, Span at, const char *format, ...) PRINTF_LIKE(3, 4);
void parse_truncated(Parser *p); /* a note; no report after it: all else is open too */
void parse_unexpected(Parser *p, const char *expected); /* "expected …, found …" */
/* The token, or a report: "expected … after what, found …". */
bool parse_expect(Parser *p, TokenKind kind, const char *after);
/* A name; {0} after a report: "expected <what>, found …". */
Name parse_ident(Parser *p, const char *what);
/* IDENT { "," IDENT }, as an array in the arena. */
const Name *parse_ident_list(Parser *p, const char *what, uint32_t *n);
bool parse_semicolon(Parser *p, const char *after); /* false: recovered */
bool parse_is_section_end(TokenKind kind);          /* `end`, or what begins another section */
/* ')', ']' or '}' that belongs to `open`; reports the opening one if it is missing. */
bool parse_close(Parser *p, TokenKind kind, Token open);
/* `then` or `loop`; after a mistake in what precedes it, goes on there. */
bool parse_header_end(Parser *p, TokenKind kind, const char *after);
/* If the word at `at` is nearly a keyword: report it, go back, and take it as that. */
bool parse_respell(Parser *p, Place at);
void parse_recover(Parser *p);
bool parse_enter(Parser *p); /* one level deeper; false after a report: too deep */
void parse_leave(Parser *p);

/* Push onto a stack of the parser; pop everything from `mark` on as an array in the arena. */
#define PUSH(p, stack, x) vec_push(arena_allocator((p)->sx->scratch), &(p)->stack, (x))
#define POP(p, stack, mark)                                                               \
	parse_copy((p), (p)->stack.at ? (p)->stack.at + (mark) : NULL, (p)->stack.n - (mark), \
			   sizeof *(p)->stack.at);                                                    \
	(p)->stack.n = (mark)
#define PARSE_NEW(p, T) ((T *)parse_alloc((p), sizeof(T), _Alignof(T)))

/* parse_file.c */
Parser *parse_begin(Syntax *sx, uint32_t file, unsigned flags, ArenaMark *mark);
void parse_end(Parser *p, ArenaMark mark);

/* parse_class.c */
bool parse_at_class(const Parser *p); /* tok begins a class definition */
ClassDef *parse_class(Parser *p, bool only_short);

/* parse_body.c */
void parse_composition(Parser *p, ClassDef *c); /* pushes elements and sections */
void parse_class_annotation(Parser *p, ClassDef *c);
void parse_class_end(Parser *p, ClassDef *c);
bool parse_is_open(const Parser *p, Name name); /* a class of that name is being read */

/* parse_element.c */
void parse_element(Parser *p, uint16_t prefix); /* pushes elements; prefix: PX_PROTECTED or 0 */
uint16_t parse_prefixes(Parser *p, uint16_t allowed); /* in the order of the grammar */

/* parse_mod.c */
const AstMod *parse_modification(Parser *p); /* NULL: there is none */
AstMod parse_class_modification(Parser *p, bool may_break);

/* parse_stmt.c */
void parse_section(Parser *p);
bool parse_at_declaration(Parser *p); /* tok can only begin a declaration */

/* parse_expr.c */
AstExpr parse_expr(Parser *p);
void parse_expr_list(Parser *p); /* pushes expression { "," expression } */
AstExpr parse_simple_expr(Parser *p);
const AstExpr *parse_keep(Parser *p, AstExpr e); /* a copy in the arena */
/* A node whose children are on the stack from `mark` on. */
AstExpr parse_node(Parser *p, AstExprKind kind, size_t mark, uint32_t start);
AstExpr parse_leaf(Parser *p, AstExprKind kind); /* the token */
AstExpr parse_error_expr(Parser *p);

/* parse_primary.c */
AstExpr parse_primary(Parser *p);
AstExpr parse_reference(Parser *p);
AstExpr parse_call_args(Parser *p, AstExpr function);
AstExpr parse_output_list(Parser *p); /* at '(': an AX_TUPLE of any length */
void parse_iterators(Parser *p);      /* pushes AX_ITER */
AstExpr *parse_subscripts(Parser *p, uint16_t *n);

#endif
