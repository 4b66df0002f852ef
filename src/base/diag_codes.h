/* SPDX-License-Identifier: MIT
   diag_codes.h — every diagnostic code, once: X(name, code, default severity, title).
   The first letter of a code tells its default severity; a number is never used again.
   00xx files and options. 01xx syntax. 02xx libraries. */
#ifndef MDV_DIAG_CODES_H
#define MDV_DIAG_CODES_H

/* clang-format off */
#define DIAG_CODES(X)                                                                              \
	X(E_FILE_READ,  "E0001", DIAG_ERROR, "a file cannot be read")                                  \
	X(E_FILE_LARGE, "E0002", DIAG_ERROR, "a file is larger than allowed")                          \
	X(E_FILE_UTF8,  "E0003", DIAG_ERROR, "a file is not UTF-8 text")                               \
	X(E_EXPECTED,       "E0101", DIAG_ERROR, "something else is expected here")                    \
	X(E_SEMICOLON,      "E0102", DIAG_ERROR, "a semicolon is missing")                             \
	X(E_END,            "E0103", DIAG_ERROR, "an 'end' does not match")                            \
	X(E_NOT_CLOSED,     "E0104", DIAG_ERROR, "an 'end' is missing")                                \
	X(E_BRACKET,        "E0105", DIAG_ERROR, "a bracket is not closed, or closes nothing")         \
	X(E_DEPTH,          "E0106", DIAG_ERROR, "nested too deeply")                                  \
	X(E_PREFIX,         "E0107", DIAG_ERROR, "prefixes out of order or in contradiction")          \
	X(E_CHARACTER,      "E0108", DIAG_ERROR, "a character that Modelica does not use")             \
	X(E_STRING_OPEN,    "E0109", DIAG_ERROR, "a string is not closed")                             \
	X(E_COMMENT_OPEN,   "E0110", DIAG_ERROR, "a comment is not closed")                            \
	X(E_QUOTE_OPEN,     "E0111", DIAG_ERROR, "a quoted name is not closed")                        \
	X(E_ESCAPE,         "E0112", DIAG_ERROR, "an unknown escape sequence in a string")             \
	X(E_NUMBER,         "E0113", DIAG_ERROR, "a malformed number")                                 \
	X(E_OPERATOR,       "E0114", DIAG_ERROR, "operators that need parentheses")                    \
	X(E_EQUATION,       "E0115", DIAG_ERROR, "not an equation, or not a statement")                \
	X(E_KEYWORD,        "E0116", DIAG_ERROR, "a misspelt keyword")                                 \
	X(E_KEYWORD_NAME,   "E0117", DIAG_ERROR, "a keyword used as a name")                           \
	X(E_ARGUMENT,       "E0118", DIAG_ERROR, "arguments in the wrong order")                       \
	X(W_OLD_SYNTAX,     "W0119", DIAG_WARNING, "syntax of an older Modelica")                      \
	X(W_INTEGER_LARGE,  "W0120", DIAG_WARNING, "a whole number too large for Integer")               \
	X(E_LIBRARY_TWICE,   "E0201", DIAG_ERROR, "a class is stored twice")                           \
	X(E_LIBRARY_CLASS,   "E0202", DIAG_ERROR, "a file does not define the class it is named after") \
	X(E_WITHIN,          "E0203", DIAG_ERROR, "a within clause names the wrong package")           \
	X(E_RESOURCE,        "E0204", DIAG_ERROR, "a resource of an unknown library")                  \
	X(W_LIBRARY_VERSION, "W0205", DIAG_WARNING, "another version of a library than asked for")     \
	X(W_PACKAGE_ORDER,   "W0206", DIAG_WARNING, "package.order does not match the folder")
/* clang-format on */

#endif
