/* SPDX-License-Identifier: MIT
   tokens.h — every token and every annotation name of interest, once.
   Keywords: X(kind, text), sorted by text (lex.c finds them by their first letter).
   Signs: X(kind, text, how it is called in messages). */
#ifndef MDV_TOKENS_H
#define MDV_TOKENS_H

/* clang-format off */
#define TOKEN_KEYWORDS(X)                                                                          \
	X(TK_ALGORITHM, "algorithm")         X(TK_AND, "and")                                          \
	X(TK_ANNOTATION, "annotation")       X(TK_BLOCK, "block")                                      \
	X(TK_BREAK, "break")                 X(TK_CLASS, "class")                                      \
	X(TK_CONNECT, "connect")             X(TK_CONNECTOR, "connector")                              \
	X(TK_CONSTANT, "constant")           X(TK_CONSTRAINEDBY, "constrainedby")                      \
	X(TK_DER, "der")                     X(TK_DISCRETE, "discrete")                                \
	X(TK_EACH, "each")                   X(TK_ELSE, "else")                                        \
	X(TK_ELSEIF, "elseif")               X(TK_ELSEWHEN, "elsewhen")                                \
	X(TK_ENCAPSULATED, "encapsulated")   X(TK_END, "end")                                          \
	X(TK_ENUMERATION, "enumeration")     X(TK_EQUATION, "equation")                                \
	X(TK_EXPANDABLE, "expandable")       X(TK_EXTENDS, "extends")                                  \
	X(TK_EXTERNAL, "external")           X(TK_FALSE, "false")                                      \
	X(TK_FINAL, "final")                 X(TK_FLOW, "flow")                                        \
	X(TK_FOR, "for")                     X(TK_FUNCTION, "function")                                \
	X(TK_IF, "if")                       X(TK_IMPORT, "import")                                    \
	X(TK_IMPURE, "impure")               X(TK_IN, "in")                                            \
	X(TK_INITIAL, "initial")             X(TK_INNER, "inner")                                      \
	X(TK_INPUT, "input")                 X(TK_LOOP, "loop")                                        \
	X(TK_MODEL, "model")                 X(TK_NOT, "not")                                          \
	X(TK_OPERATOR, "operator")           X(TK_OR, "or")                                            \
	X(TK_OUTER, "outer")                 X(TK_OUTPUT, "output")                                    \
	X(TK_PACKAGE, "package")             X(TK_PARAMETER, "parameter")                              \
	X(TK_PARTIAL, "partial")             X(TK_PROTECTED, "protected")                              \
	X(TK_PUBLIC, "public")               X(TK_PURE, "pure")                                        \
	X(TK_RECORD, "record")               X(TK_REDECLARE, "redeclare")                              \
	X(TK_REPLACEABLE, "replaceable")     X(TK_RETURN, "return")                                    \
	X(TK_STREAM, "stream")               X(TK_THEN, "then")                                        \
	X(TK_TRUE, "true")                   X(TK_TYPE, "type")                                        \
	X(TK_WHEN, "when")                   X(TK_WHILE, "while")                                      \
	X(TK_WITHIN, "within")

#define TOKEN_SIGNS(X)                                                                             \
	X(TK_EOF, "", "the end of the file")  X(TK_IDENT, "", "a name")                                \
	X(TK_STRING, "", "a string")          X(TK_INTEGER, "", "a number")                            \
	X(TK_REAL, "", "a number")                                                                     \
	X(TK_LPAREN, "(", "'('")    X(TK_RPAREN, ")", "')'")    X(TK_LBRACKET, "[", "'['")             \
	X(TK_RBRACKET, "]", "']'")  X(TK_LBRACE, "{", "'{'")    X(TK_RBRACE, "}", "'}'")               \
	X(TK_COMMA, ",", "','")     X(TK_SEMICOLON, ";", "';'") X(TK_COLON, ":", "':'")                \
	X(TK_DOT, ".", "'.'")       X(TK_EQUALS, "=", "'='")    X(TK_ASSIGN, ":=", "':='")             \
	X(TK_PLUS, "+", "'+'")      X(TK_MINUS, "-", "'-'")     X(TK_STAR, "*", "'*'")                 \
	X(TK_SLASH, "/", "'/'")     X(TK_CARET, "^", "'^'")     X(TK_DOT_PLUS, ".+", "'.+'")           \
	X(TK_DOT_MINUS, ".-", "'.-'") X(TK_DOT_STAR, ".*", "'.*'") X(TK_DOT_SLASH, "./", "'./'")       \
	X(TK_DOT_CARET, ".^", "'.^'") X(TK_LESS, "<", "'<'")    X(TK_LESS_EQ, "<=", "'<='")            \
	X(TK_GREATER, ">", "'>'")   X(TK_GREATER_EQ, ">=", "'>='") X(TK_EQUAL, "==", "'=='")           \
	X(TK_UNEQUAL, "<>", "'<>'")

/* First-level annotation names that a AstComment remembers: X(bit, text), any order. */
#define NOTE_NAMES(X)                                                                              \
	X(NOTE_EVALUATE, "Evaluate")                 X(NOTE_HIDE_RESULT, "HideResult")                 \
	X(NOTE_DERIVATIVE, "derivative")             X(NOTE_INVERSE, "inverse")                        \
	X(NOTE_INLINE, "Inline")                     X(NOTE_LATE_INLINE, "LateInline")                 \
	X(NOTE_INLINE_AFTER, "InlineAfterIndexReduction")                                              \
	X(NOTE_GENERATE_EVENTS, "GenerateEvents")    X(NOTE_SMOOTH_ORDER, "smoothOrder")               \
	X(NOTE_LIBRARY, "Library")                   X(NOTE_INCLUDE, "Include")                        \
	X(NOTE_INCLUDE_DIRECTORY, "IncludeDirectory")                                                  \
	X(NOTE_LIBRARY_DIRECTORY, "LibraryDirectory")                                                  \
	X(NOTE_EXPERIMENT, "experiment")             X(NOTE_USES, "uses")                              \
	X(NOTE_VERSION, "version")                   X(NOTE_CONVERSION, "conversion")                  \
	X(NOTE_MISSING_INNER, "missingInnerMessage") X(NOTE_UNASSIGNED, "unassignedMessage")           \
	X(NOTE_TEST_CASE, "TestCase")                X(NOTE_MODEVS, "__modevs")
/* clang-format on */

#define TOKEN_ENUM_KEYWORD(kind, text)    kind,
#define TOKEN_ENUM_SIGN(kind, text, name) kind,
typedef enum TokenKind {
	TOKEN_SIGNS(TOKEN_ENUM_SIGN) TOKEN_KEYWORDS(TOKEN_ENUM_KEYWORD) TK_COUNT,
	TK_FIRST_KEYWORD = TK_ALGORITHM
} TokenKind;

#define NOTE_ENUM(bit, text) bit##_INDEX,
enum { NOTE_NAMES(NOTE_ENUM) NOTE_COUNT };
#undef NOTE_ENUM
#define NOTE_ENUM(bit, text) bit = 1 << bit##_INDEX,
typedef enum NoteName { NOTE_NAMES(NOTE_ENUM) NOTE_NONE = 0 } NoteName;
#undef NOTE_ENUM

#endif
