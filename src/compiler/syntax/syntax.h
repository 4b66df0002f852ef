/* SPDX-License-Identifier: MIT
   syntax.h — the contents of syntax/: Modelica text -> tokens -> syntax tree -> text, and the
   library index that finds and reads files when a name is looked up. Grammar: MLS 3.6, appendix A.

   The tree lives in one arena and does not change after parsing. Lists are arrays in source order;
   the children of a node lie side by side. Identity is the address of a node. Whatever can be
   wrong in a model has a Place; syntax_span turns it into a Span.

	   StoredDef ─ classes ─ Element ┬ ClassDef ┬ elements ─ Element …
									 │          ├ sections ─ Stmt ─ Expr
									 │          └ external, comment
									 ├ Component ─ Mod ─ Arg ─ Expr
									 ├ Extends, Import
									 └ Comment (description and annotation)                       */
#ifndef MDV_SYNTAX_H
#define MDV_SYNTAX_H

#include "base/base.h"
#include "compiler/syntax/tokens.h"

/* What all of syntax/ works with. Both arenas need a no_memory handler that does not return;
   without one, running out of memory is a BUG. */
typedef struct Syntax {
	Arena *keep;        /* the tree */
	Arena *scratch;     /* released to where it was by every function */
	Intern *names;      /* names as numbers; names of quoted identifiers include the quotes */
	SourceSet *sources; /* the files; their texts must live as long as the tree */
	Diag *diag;         /* where mistakes are reported */
} Syntax;

/* -- places ------------------------------------------------------------------------------- */

#define PLACE_MAX_FILE ((1u << 18) - 1)
#define PLACE_MAX_LEN  ((1u << 14) - 1)

/* A Span in 8 bytes. A longer range keeps its start; diagnostics underline one line anyway. */
typedef struct Place {
	uint32_t start;     /* byte offset */
	uint32_t file : 18; /* number of the file in the SourceSet; 0: no place */
	uint32_t len : 14;  /* bytes, at most PLACE_MAX_LEN */
} Place;

static inline Span syntax_span(Place p)
{
	return (Span){p.file, p.start, p.start + p.len};
}

/* -- names -------------------------------------------------------------------------------- */

/* name, type-specifier: `A.B.C`, `.A.B`. */
typedef struct Path {
	Place at;       /* all of it */
	uint16_t n;     /* parts, at least 1 */
	bool is_global; /* begins with a dot: look up at the root (MLS 5.3.3) */
	Name name[];    /* n parts */
} Path;

/* -- expressions -------------------------------------------------------------------------- */

typedef struct Expr Expr;

typedef enum ExprKind {
	EX_NONE,       /* nothing: an empty position of a tuple, the range of an implicit iterator,
					  the condition of `else` */
	EX_ERROR,      /* a mistake was reported here */
	EX_INTEGER,    /* integer */
	EX_REAL,       /* real; the digits are the text of `at` */
	EX_STRING,     /* raw, n bytes between the quotes; syntax_string decodes them */
	EX_BOOLEAN,    /* integer: 0 or 1 */
	EX_NAME,       /* name: one identifier without subscripts and leading dot */
	EX_REF,        /* part, n parts: any other component reference */
	EX_END,        /* `end` in a subscript */
	EX_COLON,      /* `:` as a subscript; also the size of an array to be inferred */
	EX_UNARY,      /* op kid[0] */
	EX_BINARY,     /* kid[0] kid[1].join kid[1] kid[2].join kid[2] …: grouped from the left; n > 2
					  for + - .+ .- among themselves, * / .* ./ among themselves, and, or */
	EX_RANGE,      /* kid[0] : kid[1], or kid[0] : kid[1] : kid[2] with the step in the middle */
	EX_IF,         /* if kid[0] then kid[1] elseif kid[2] then kid[3] … else kid[n - 1]; n odd */
	EX_CALL,       /* kid[0] the function (EX_NAME, EX_REF; also der, initial, pure),
					  kid[1] … positional arguments, then EX_NAMED ones */
	EX_NAMED,      /* name = kid[0]: an argument of a call */
	EX_PARTIAL,    /* function kid[0](kid[1] …): partial application, all EX_NAMED */
	EX_REDUCE,     /* kid[0](kid[1] for kid[2], kid[3] …): EX_ITER from kid[2] on */
	EX_ITER,       /* name in kid[0]; kid[0] EX_NONE: the range follows from the use */
	EX_ARRAY,      /* {kid[0], kid[1] …} */
	EX_COMPREHEND, /* {kid[0] for kid[1], kid[2] …}: EX_ITER from kid[1] on */
	EX_MATRIX,     /* [kid[0]; kid[1]; …]: each an EX_ROW */
	EX_ROW,        /* kid[0], kid[1] … of a matrix */
	EX_TUPLE,      /* (kid[0], , kid[2]): never exactly one, except left of := */
	EX_KIND_COUNT
} ExprKind;

/* clang-format off */
#define EXPR_OPS(X)                                                                                \
	X(OP_NONE, "")    X(OP_OR, "or")   X(OP_AND, "and") X(OP_NOT, "not")                           \
	X(OP_LT, "<")     X(OP_LE, "<=")   X(OP_GT, ">")    X(OP_GE, ">=")                             \
	X(OP_EQ, "==")    X(OP_NE, "<>")                                                               \
	X(OP_ADD, "+")    X(OP_SUB, "-")   X(OP_DOT_ADD, ".+") X(OP_DOT_SUB, ".-")                     \
	X(OP_MUL, "*")    X(OP_DIV, "/")   X(OP_DOT_MUL, ".*") X(OP_DOT_DIV, "./")                     \
	X(OP_POW, "^")    X(OP_DOT_POW, ".^")
/* clang-format on */
#define EXPR_OP_ENUM(op, text) op,
typedef enum ExprOp { EXPR_OPS(EXPR_OP_ENUM) OP_COUNT } ExprOp;
#undef EXPR_OP_ENUM

/* One part of a component reference: `name[sub, sub]`. */
typedef struct RefPart {
	Name name;       /* the identifier */
	uint16_t n_subs; /* subscripts; 0: none written */
	uint16_t offset; /* bytes from the start of the reference; UINT16_MAX: beyond */
	const Expr *sub; /* n_subs subscripts */
} RefPart;

struct Expr {
	uint8_t kind;   /* ExprKind */
	uint8_t op;     /* ExprOp of EX_UNARY: OP_NOT, or OP_ADD … OP_DOT_SUB */
	uint8_t join;   /* ExprOp before this operand of an EX_BINARY; OP_NONE in the first one */
	bool is_global; /* EX_REF: begins with a dot */
	union {
		uint32_t n; /* kids, parts, or bytes of a string */
		Name name;  /* EX_NAME, EX_NAMED, EX_ITER */
	};
	Place at; /* all of it, parentheses around it included */
	union {
		const Expr *kid;     /* n children; one of EX_UNARY, EX_NAMED and EX_ITER */
		const RefPart *part; /* EX_REF */
		const char *raw;     /* EX_STRING: in the source text */
		double real;         /* EX_REAL */
		int64_t integer;     /* EX_INTEGER, EX_BOOLEAN */
	};
};

/* -- descriptions and annotations --------------------------------------------------------- */

typedef struct Mod Mod;
typedef struct Arg Arg;

/* Description string and annotation of whatever can have them. Annotations are skipped when a file
   is read; syntax_annotation parses one when it is asked for. */
typedef struct Comment Comment;
struct Comment {
	uint32_t file;     /* where the ranges lie */
	uint32_t names;    /* NoteName bits: those that may be there on the first level */
	uint32_t text;     /* "…" + "…", quotes included; equal to text_end: none */
	uint32_t text_end; /* past the last quote */
	uint32_t note;     /* `(…)` after `annotation`; equal to note_end: none */
	uint32_t note_end; /* past the closing parenthesis */
	const Mod *parsed; /* the annotation once parsed; NULL: not yet (syntax_annotation) */
	Comment *next;     /* another annotation of the same class (older libraries); or NULL */
};

/* -- modifications ------------------------------------------------------------------------ */

enum {                      /* bits of Mod.has */
	   MOD_ARGS = 1 << 0,   /* `( … )` is written, perhaps empty */
	   MOD_VALUE = 1 << 1,  /* `= value` */
	   MOD_ASSIGN = 1 << 2, /* with MOD_VALUE: written `:=` */
	   MOD_BREAK = 1 << 3   /* `= break` (MLS 7.2.7) */
};

/* modification: what may follow a name. */
struct Mod {
	const Arg *args;   /* n_args arguments in parentheses */
	const Expr *value; /* after `=`; NULL: none */
	uint32_t n_args;   /* length of args */
	uint8_t has;       /* MOD_… bits */
};

typedef enum ArgKind {
	ARG_MODIFY,       /* [each] [final] name modification */
	ARG_ELEMENT,      /* [redeclare] [each] [final] [replaceable] class or component */
	ARG_BREAK,        /* break name: deselects a component (MLS 7.4) */
	ARG_BREAK_CONNECT /* break connect(a, b): deselects a connection */
} ArgKind;

enum {                     /* bits of Arg.flags */
	   ARG_EACH = 1 << 0,  /* each */
	   ARG_FINAL = 1 << 1, /* final */
	   ARG_DOTTED = 1 << 2 /* the only argument inside was written after a dot: `a.b = 1` is kept as
							  `a(b = 1)` with this bit in a; each and final are those of the last */
};

/* argument, inheritance-modification */
struct Arg {
	uint8_t kind;  /* ArgKind */
	uint8_t flags; /* ARG_… bits */
	Name name;     /* what is modified, redeclared or deselected */
	Place at;      /* the name */
	union {
		Mod mod;                       /* ARG_MODIFY */
		const struct Element *element; /* ARG_ELEMENT: short class or component; its prefixes */
		const Expr *connect;           /* ARG_BREAK_CONNECT: two references */
	};
	Comment *comment; /* description of ARG_MODIFY; or NULL */
};

/* -- elements ----------------------------------------------------------------------------- */

typedef struct ClassDef ClassDef;
typedef struct Element Element;

enum { /* bits of Element.prefix, in the order of the grammar */
	   PX_REDECLARE = 1 << 0,
	   PX_FINAL = 1 << 1,
	   PX_INNER = 1 << 2,
	   PX_OUTER = 1 << 3,
	   PX_REPLACEABLE = 1 << 4,
	   PX_FLOW = 1 << 5,
	   PX_STREAM = 1 << 6,
	   PX_DISCRETE = 1 << 7,
	   PX_PARAMETER = 1 << 8,
	   PX_CONSTANT = 1 << 9,
	   PX_INPUT = 1 << 10,
	   PX_OUTPUT = 1 << 11,
	   PX_PROTECTED = 1 << 12, /* stands in a protected section */
	   PX_VARIABILITY = PX_DISCRETE | PX_PARAMETER | PX_CONSTANT,
	   PX_CAUSALITY = PX_INPUT | PX_OUTPUT,
	   PX_CONNECTION = PX_FLOW | PX_STREAM,
	   PX_ALL = PX_PROTECTED - 1 /* all that is written before an element */
};

/* component-clause: one per declared name; a clause of several is several elements. */
typedef struct Component {
	const Path *type;      /* the class; shared by the names of one clause */
	const Expr *type_dims; /* n_type_dims: `Real[3] x` */
	const Expr *dims;      /* n_dims: `Real x[3]`; outermost first (MLS 10.1) */
	const Mod *mod;        /* the modification; NULL: none */
	const Expr *condition; /* after `if`; NULL: none */
	uint16_t n_type_dims;  /* length of type_dims */
	uint16_t n_dims;       /* length of dims */
} Component;

typedef struct Extends {
	const Path *base; /* the base class */
	Mod mod;          /* modification and deselections; has is 0 without parentheses */
} Extends;

typedef enum ImportKind {
	IMPORT_NAME,  /* import A.B;         brings B */
	IMPORT_ALIAS, /* import X = A.B;     brings X */
	IMPORT_ALL,   /* import A.*;         brings what A has */
	IMPORT_LIST   /* import A.{B, C};    brings B and C */
} ImportKind;

typedef struct Import {
	const Path *path;  /* A.B, A.B, A, A of the forms above */
	const Name *names; /* n names of IMPORT_LIST */
	uint32_t n;        /* length of names */
	uint8_t kind;      /* ImportKind */
} Import;

/* constraining-clause */
typedef struct Constraint {
	const Path *type; /* the constraining type */
	Mod mod;          /* has is 0 without parentheses */
	Comment *comment; /* description and annotation behind it; or NULL */
} Constraint;

typedef enum ElementKind { EL_COMPONENT, EL_CLASS, EL_EXTENDS, EL_IMPORT } ElementKind;

struct Element {
	uint8_t kind;    /* ElementKind */
	uint16_t prefix; /* PX_… bits */
	Name name;       /* of the component or class; what IMPORT_NAME and IMPORT_ALIAS bring */
	Place at;        /* the name; an extends or import clause: its path */
	union {
		const Component *component; /* EL_COMPONENT */
		ClassDef *cls;              /* EL_CLASS */
		const Extends *extends;     /* EL_EXTENDS */
		const Import *import;       /* EL_IMPORT */
	};
	const Constraint *constraint; /* constrainedby of a replaceable element; NULL: none */
	Comment *comment;             /* of component, extends, import; NULL: none, or in the class */
};

/* -- equations and statements ------------------------------------------------------------- */

typedef struct Stmt Stmt;

typedef enum StmtKind {
	ST_ERROR,   /* a mistake was reported here */
	ST_EQUAL,   /* expr[0] = expr[1] */
	ST_CONNECT, /* connect(expr[0], expr[1]) */
	ST_ASSIGN,  /* expr[0] := expr[1]; expr[0] is a reference or an EX_TUPLE */
	ST_CALL,    /* expr[0], an EX_CALL */
	ST_IF,      /* branch[0 … n - 1]; a last branch without condition is `else` */
	ST_WHEN,    /* branch[0 … n - 1]: when, elsewhen … */
	ST_WHILE,   /* branch[0] */
	ST_FOR,     /* loop */
	ST_BREAK,   /* break */
	ST_RETURN   /* return */
} StmtKind;

typedef struct Branch {
	Expr condition;   /* EX_NONE: else */
	const Stmt *body; /* n statements or equations */
	uint32_t n;       /* length of body */
} Branch;

typedef struct Loop {
	const Expr *iter; /* n_iters EX_ITER; the first one is the outermost loop */
	const Stmt *body; /* n statements or equations */
	uint32_t n_iters; /* length of iter */
	uint32_t n;       /* length of body */
} Loop;

/* An equation or a statement. */
struct Stmt {
	uint8_t kind; /* StmtKind */
	uint32_t n;   /* branches of ST_IF and ST_WHEN */
	Place at;     /* all of it, without the description */
	union {
		const Expr *expr;     /* see StmtKind */
		const Branch *branch; /* ST_IF, ST_WHEN, ST_WHILE */
		const Loop *loop;     /* ST_FOR */
	};
	Comment *comment; /* description and annotation; or NULL */
};

enum {                             /* bits of Section.kind */
	   SECTION_EQUATION = 0,       /* equation */
	   SECTION_ALGORITHM = 1 << 0, /* algorithm */
	   SECTION_INITIAL = 1 << 1    /* initial equation, initial algorithm */
};

typedef struct Section {
	uint8_t kind;     /* SECTION_… bits */
	uint32_t n;       /* length of body */
	Place at;         /* the keywords */
	const Stmt *body; /* n equations or statements */
} Section;

/* external-function-call */
typedef struct External {
	Place at;             /* the clause */
	Name function;        /* the C or FORTRAN name; {0}: that of the class */
	uint32_t n_args;      /* length of args */
	const Expr *result;   /* left of `=`; NULL: none */
	const Expr *args;     /* n_args arguments */
	const Expr *language; /* EX_STRING; NULL: "C" */
	Comment *comment;     /* its annotation; or NULL */
	bool has_call;        /* false: the default call (MLS 12.9.1) */
} External;

/* -- classes ------------------------------------------------------------------------------ */

/* clang-format off */
#define CLASS_KINDS(X)                                                                             \
	X(CLS_CLASS, "class")         X(CLS_MODEL, "model")                                            \
	X(CLS_BLOCK, "block")         X(CLS_RECORD, "record")                                          \
	X(CLS_TYPE, "type")           X(CLS_PACKAGE, "package")                                        \
	X(CLS_FUNCTION, "function")   X(CLS_CONNECTOR, "connector")                                    \
	X(CLS_OPERATOR, "operator")   X(CLS_OPERATOR_RECORD, "operator record")                        \
	X(CLS_OPERATOR_FUNCTION, "operator function")                                                  \
	X(CLS_EXPANDABLE_CONNECTOR, "expandable connector")
/* clang-format on */
#define CLASS_ENUM(kind, text) kind,
typedef enum ClassKind { CLASS_KINDS(CLASS_ENUM) CLS_COUNT } ClassKind;
#undef CLASS_ENUM

typedef enum ClassForm {
	FORM_LONG,        /* class A … end A */
	FORM_EXTENDS,     /* class extends A(…) … end A (MLS 7.3.1); `mod` has the modification */
	FORM_SHORT,       /* class A = [input|output] base[dims] mod */
	FORM_ENUMERATION, /* type A = enumeration(literals) */
	FORM_ANY_ENUM,    /* type A = enumeration(:) */
	FORM_DER          /* function A = der(base, names) */
} ClassForm;

enum { /* bits of ClassDef.flags */
	   CF_PARTIAL = 1 << 0,
	   CF_ENCAPSULATED = 1 << 1,
	   CF_PURE = 1 << 2,
	   CF_IMPURE = 1 << 3,
	   CF_INPUT = 1 << 4, /* base prefix of a short class */
	   CF_OUTPUT = 1 << 5,
	   CF_ERROR = 1 << 6 /* a mistake was reported inside: what is here is not all */
};

typedef struct EnumLiteral {
	Name name;        /* the identifier */
	Place at;         /* the identifier */
	Comment *comment; /* or NULL */
} EnumLiteral;

struct ClassDef {
	Name name;                /* the identifier */
	uint8_t kind;             /* ClassKind */
	uint8_t form;             /* ClassForm */
	uint16_t flags;           /* CF_… bits */
	Place at;                 /* the name */
	uint32_t start;           /* byte offset of the first prefix or keyword, same file as `at` */
	uint32_t end;             /* past the last byte, without the semicolon */
	ClassDef *parent;         /* the lexically enclosing class; NULL: top level */
	Comment *comment;         /* description and annotations; or NULL */
	const Element *elements;  /* n_elements of every kind, in source order */
	const uint32_t *index;    /* hash of components and classes: see syntax_find; or NULL */
	uint32_t n_elements;      /* length of elements */
	uint32_t n_index;         /* length of index, a power of two; 0: few elements */
	const Section *sections;  /* n_sections, in source order */
	const External *external; /* or NULL */
	const Path *base;         /* FORM_SHORT, FORM_DER */
	const Mod *mod;           /* FORM_SHORT, FORM_EXTENDS; NULL: none */
	union {
		const Expr *dims;            /* FORM_SHORT: n_list array dimensions */
		const EnumLiteral *literals; /* FORM_ENUMERATION: n_list literals */
		const Name *names;           /* FORM_DER: n_list input names */
	};
	uint32_t n_sections;      /* length of sections */
	uint32_t n_list;          /* length of dims, literals or names */
	uint16_t n_imports;       /* imports among the elements, at most UINT16_MAX */
	uint16_t n_extends;       /* extends clauses among them, at most UINT16_MAX */
	struct LibraryNode *node; /* the file it is the top class of; NULL: none (library.c) */
};

/* stored-definition: a file. */
typedef struct StoredDef {
	uint32_t file;      /* number in the SourceSet */
	bool has_within;    /* a within clause is written */
	bool failed;        /* mistakes were reported */
	const Path *within; /* NULL: none, or without name */
	Element *classes;   /* n EL_CLASS elements */
	uint32_t n;         /* length of classes */
} StoredDef;

/* syntax.c — questions to the tree */

/* Where the search for a name in an index of n slots begins. */
static inline uint32_t syntax_slot(Name name, uint32_t n)
{
	return (name.i * 2654435769u >> 7) & (n - 1);
}

/* The component or class of that name, or NULL: O(1). Does not look at extends and imports; for
   packages in folders see library_find. */
const Element *syntax_find(const ClassDef *c, Name name);
/* The import clause that brings this name: qualified, renaming or list; or NULL. */
const Element *syntax_find_import(const ClassDef *c, Name name);
/* The parts of EX_NAME or EX_REF as an array; `one` is room for the former. */
const RefPart *syntax_parts(const Expr *e, RefPart *one, uint32_t *n);
Place syntax_part_place(const Syntax *sx, const Expr *e, uint32_t i);   /* part i of EX_REF */
Place syntax_path_place(const Syntax *sx, const Path *p, uint32_t i);   /* part i */
void syntax_path_text(const Syntax *sx, const Path *p, Text *out);      /* A.B.C */
void syntax_class_text(const Syntax *sx, const ClassDef *c, Text *out); /* its full name */
char *syntax_string(const Expr *e, Arena *a); /* the value of EX_STRING; NUL ends it */
char *syntax_description(const Syntax *sx, const Comment *c, Arena *a); /* "" if there is none */
const char *syntax_class_kind(ClassKind kind);                          /* "model" */
const char *syntax_op(ExprOp op);                                       /* "+" */

/* lex.c — tokens */

typedef struct Token {
	uint8_t kind;   /* TokenKind */
	uint32_t start; /* byte offset */
	uint32_t end;   /* past the last byte */
	union {
		Name name;       /* TK_IDENT */
		double real;     /* TK_REAL */
		int64_t integer; /* TK_INTEGER */
	};
} Token;

typedef struct Lexer {
	Syntax *sx;       /* names, sources, diagnostics */
	const char *text; /* the file; a NUL ends it */
	uint32_t len;     /* bytes of it */
	uint32_t pos;     /* next byte to look at */
	uint32_t file;    /* number of the file */
	uint32_t bad_end; /* where the last mistake reported ends */
	bool failed;      /* a mistake was reported */
} Lexer;

void lex_init(Lexer *lx, Syntax *sx, uint32_t file); /* behind a byte order mark */
void lex_next(Lexer *lx, Token *t);                  /* TK_EOF at the end, again and again */
void lex_check_utf8(Syntax *sx, uint32_t file);      /* a warning, once, if it is not */
/* At the '(' after `annotation`: skip to past its ')'; false, at the same place, if it is not well
   formed enough for that. */
bool lex_skip_annotation(Lexer *lx, uint32_t *names);
const char *lex_kind_text(TokenKind kind); /* "'model'", "a name": for messages */
const char *lex_kind_word(TokenKind kind); /* "model"; "" for names and literals */

/* parse_file.c — and parse*.c, whose own header is parse.h */

#define PARSE_MAX_DEPTH 1000 /* nesting of parentheses, ifs, classes …, counted together */

enum { PARSE_ANNOTATIONS = 1 << 0 }; /* parse annotations at once, so that mistakes show */

/* Parse a file of the SourceSet. The tree is complete but for what was reported. */
StoredDef parse_file(Syntax *sx, uint32_t file, unsigned flags);
/* The whole file as one expression (`--set`, tests); kind EX_ERROR after a report. */
const Expr *parse_expression(Syntax *sx, uint32_t file);

/* syntax_note.c — annotations */

/* The annotation of c, parsed when first asked for; NULL if there is none or it is wrong. */
const Mod *syntax_annotation(Syntax *sx, Comment *c);
/* The first-level argument of that name in the annotations of c (all of the chain), or NULL. */
const Arg *syntax_note(Syntax *sx, Comment *c, NoteName which);
const Arg *syntax_find_arg(const Mod *m, Name name); /* first of that name, or NULL */

/* syntax_print.c, syntax_print_expr.c — the tree as Modelica text */

void syntax_print(const Syntax *sx, const StoredDef *s, Text *out);
void syntax_print_class(const Syntax *sx, const ClassDef *c, int indent, Text *out);
void syntax_print_expr(const Syntax *sx, const Expr *e, Text *out);
void syntax_print_stmt(const Syntax *sx, const Stmt *s, int indent, Text *out);
void syntax_print_mod(const Syntax *sx, const Mod *m, Text *out);
void syntax_print_element(const Syntax *sx, const Element *e, int indent, Text *out);
void syntax_print_comment(const Syntax *sx, const Comment *c, Text *out);
void syntax_print_simple(const Syntax *sx, const Expr *e, Text *out); /* for left of '=' */
void syntax_print_dims(const Syntax *sx, const Expr *dims, uint32_t n, Text *out); /* [a, b] */

/* syntax_same.c — are two trees the same but for layout? Both belong to one Syntax. */

bool syntax_same(Syntax *sx, const StoredDef *a, const StoredDef *b);
bool syntax_same_class(Syntax *sx, const ClassDef *a, const ClassDef *b);
bool syntax_same_expr(Syntax *sx, const Expr *a, const Expr *b);

/* library.c — names to files; also library_path.c, library_user.c, library_info.c */

typedef struct Library Library;

typedef struct LibraryStats {
	uint32_t n_files;   /* Modelica files read */
	uint64_t n_bytes;   /* bytes of them */
	uint32_t n_folders; /* folders listed */
} LibraryStats;

Library *library_new(Syntax *sx); /* lives in sx->keep */
/* Search there too, after the folders added before. path: folders separated by ':'. The folder of a
   loaded file is added as well; so call for -L, then library_load, then MODELICAPATH, then lib/. */
void library_add_path(Library *lib, const char *path);
/* Read a file that the user named. Its classes come first in every lookup; if it lies in a package
   (`within`), that package is found around it. Gives the last class of the file as an element of
   its parent; NULL after a report. stored: the whole file; may be NULL. */
const Element *library_load(Library *lib, const char *file, StoredDef *stored);
/* The same with a text in place of a file. */
const Element *library_load_text(Library *lib, const char *name, const char *text, size_t len,
								 StoredDef *stored);
/* The top-level class of that name, read when first asked for; NULL: there is none (no report,
   the caller knows the place) or its file is wrong (reported once). */
const Element *library_root(Library *lib, Name name);
/* The component or class of that name in c: in the file of c, or, if c is a package in a folder,
   in a file of that folder, read when first asked for. NULL: none, or reported once. */
const Element *library_find(Library *lib, const ClassDef *c, Name name);
/* `A.B.C` from the root; NULL: none. n_found: parts found, for messages; may be NULL. */
const Element *library_lookup(Library *lib, const char *dotted, uint32_t *n_found);
/* The names of all components and classes of c, in order (package.order), files not read. Gives
   the length and the array in `keep`; warns of names missing from package.order. */
uint32_t library_names(Library *lib, const ClassDef *c, const Name **names);
/* The names of all top-level classes that could be found, for suggestions. */
uint32_t library_root_names(Library *lib, const Name **names);
/* `modelica://A.B/dir/file` -> a path; NULL after a report at `at` (MLS 13.5). */
const char *library_resource(Library *lib, const char *uri, Span at);
/* The file or folder of a class, for messages and resources. */
const char *library_file(const Library *lib, const ClassDef *c);
LibraryStats library_stats(const Library *lib);
uint32_t library_paths(const Library *lib, const char *const **paths); /* where it looks */

#endif
