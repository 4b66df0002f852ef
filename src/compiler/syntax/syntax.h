/* SPDX-License-Identifier: MIT
   syntax.h — the contents of syntax/: Modelica text -> tokens -> syntax tree -> text, and the
   library index that finds and reads files when a name is looked up. Grammar: MLS 3.6, appendix A.

   The tree lives in one arena and does not change after parsing. Lists are arrays in source order;
   the children of a node lie side by side. Identity is the address of a node. Whatever can be
   wrong in a model has a Place; syntax_span turns it into a Span.

	   StoredDef ─ classes ─ AstElement ┬ ClassDef ┬ elements ─ AstElement …
									 │          ├ sections ─ AstStmt ─ AstExpr
									 │          └ external, comment
									 ├ AstComponent ─ AstMod ─ AstArg ─ AstExpr
									 ├ AstExtends, AstImport
									 └ AstComment (description and annotation) */
#ifndef MDV_SYNTAX_H
#define MDV_SYNTAX_H

#include "base/base.h"
#include "compiler/syntax/tokens.h"

/* What all of syntax/ works with. Both arenas need a no_memory handler that does not return, and
   names and diagnostics memory of such an arena (arena_heap). */
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
typedef struct AstPath {
	Place at;       /* all of it */
	uint16_t n;     /* parts, at least 1 */
	bool is_global; /* begins with a dot: look up at the root (MLS 5.3.3) */
	Name name[];    /* n parts */
} AstPath;

/* -- expressions -------------------------------------------------------------------------- */

typedef struct AstExpr AstExpr;

typedef enum AstExprKind {
	AX_NONE,       /* nothing: an empty position of a tuple, the range of an implicit iterator,
					  the condition of `else` */
	AX_ERROR,      /* a mistake was reported here */
	AX_INTEGER,    /* integer */
	AX_REAL,       /* real; the digits are the text of `at` */
	AX_STRING,     /* raw, n bytes between the quotes; syntax_string decodes them */
	AX_BOOLEAN,    /* integer: 0 or 1 */
	AX_NAME,       /* name: one identifier without subscripts and leading dot */
	AX_REF,        /* part, n parts: any other component reference */
	AX_END,        /* `end` in a subscript */
	AX_COLON,      /* `:` as a subscript; also the size of an array to be inferred */
	AX_UNARY,      /* op kid[0] */
	AX_BINARY,     /* kid[0] kid[1].join kid[1] kid[2].join kid[2] …: grouped from the left; n > 2
					  for + - .+ .- among themselves, * / .* ./ among themselves, and, or */
	AX_RANGE,      /* kid[0] : kid[1], or kid[0] : kid[1] : kid[2] with the step in the middle */
	AX_IF,         /* if kid[0] then kid[1] elseif kid[2] then kid[3] … else kid[n - 1]; n odd */
	AX_CALL,       /* kid[0] the function (AX_NAME, AX_REF; also der, initial, pure),
					  kid[1] … positional arguments, then AX_NAMED ones */
	AX_NAMED,      /* name = kid[0]: an argument of a call */
	AX_PARTIAL,    /* function kid[0](kid[1] …): partial application, all AX_NAMED */
	AX_REDUCE,     /* kid[0](kid[1] for kid[2], kid[3] …): AX_ITER from kid[2] on */
	AX_ITER,       /* name in kid[0]; kid[0] AX_NONE: the range follows from the use */
	AX_ARRAY,      /* {kid[0], kid[1] …} */
	AX_COMPREHEND, /* {kid[0] for kid[1], kid[2] …}: AX_ITER from kid[1] on */
	AX_MATRIX,     /* [kid[0]; kid[1]; …]: each an AX_ROW */
	AX_ROW,        /* kid[0], kid[1] … of a matrix */
	AX_TUPLE,      /* (kid[0], , kid[2]): never exactly one, except left of := */
	AX_INDEX,      /* (kid[0])[kid[1], kid[2] …]: subscripts of what is no reference */
	AX_KIND_COUNT
} AstExprKind;

/* clang-format off */
#define AST_OPS(X)                                                                                \
	X(AO_NONE, "")    X(AO_OR, "or")   X(AO_AND, "and") X(AO_NOT, "not")                           \
	X(AO_LT, "<")     X(AO_LE, "<=")   X(AO_GT, ">")    X(AO_GE, ">=")                             \
	X(AO_EQ, "==")    X(AO_NE, "<>")                                                               \
	X(AO_ADD, "+")    X(AO_SUB, "-")   X(AO_DOT_ADD, ".+") X(AO_DOT_SUB, ".-")                     \
	X(AO_MUL, "*")    X(AO_DIV, "/")   X(AO_DOT_MUL, ".*") X(AO_DOT_DIV, "./")                     \
	X(AO_POW, "^")    X(AO_DOT_POW, ".^")
/* clang-format on */
#define AST_OP_ENUM(op, text) op,
typedef enum AstOp { AST_OPS(AST_OP_ENUM) AO_COUNT } AstOp;
#undef AST_OP_ENUM

/* One part of a component reference: `name[sub, sub]`. */
typedef struct AstPart {
	Name name;          /* the identifier */
	uint16_t n_subs;    /* subscripts; 0: none written */
	uint16_t offset;    /* bytes from the start of the reference; UINT16_MAX: beyond */
	const AstExpr *sub; /* n_subs subscripts */
} AstPart;

struct AstExpr {
	uint8_t kind;   /* AstExprKind */
	uint8_t op;     /* AstOp of AX_UNARY: AO_NOT, or AO_ADD … AO_DOT_SUB */
	uint8_t join;   /* AstOp before this operand of an AX_BINARY; AO_NONE in the first one */
	bool is_global; /* AX_REF: begins with a dot */
	union {
		uint32_t n; /* kids, parts, or bytes of a string */
		Name name;  /* AX_NAME, AX_NAMED, AX_ITER */
	};
	Place at; /* all of it, parentheses around it included */
	union {
		const AstExpr *kid;  /* n children; one of AX_UNARY, AX_NAMED and AX_ITER */
		const AstPart *part; /* AX_REF */
		const char *raw;     /* AX_STRING: in the source text */
		double real;         /* AX_REAL */
		int64_t integer;     /* AX_INTEGER, AX_BOOLEAN */
	};
};

/* -- descriptions and annotations --------------------------------------------------------- */

typedef struct AstMod AstMod;
typedef struct AstArg AstArg;

/* Description string and annotation of whatever can have them. Annotations are skipped when a file
   is read; syntax_annotation parses one when it is asked for. */
typedef struct AstComment AstComment;
struct AstComment {
	uint32_t file;        /* where the ranges lie */
	uint32_t names;       /* NoteName bits: those that may be there on the first level */
	uint32_t text;        /* "…" + "…", quotes included; equal to text_end: none */
	uint32_t text_end;    /* past the last quote */
	uint32_t note;        /* `(…)` after `annotation`; equal to note_end: none */
	uint32_t note_end;    /* past the closing parenthesis */
	const AstMod *parsed; /* the annotation once parsed; NULL: not yet (syntax_annotation) */
	AstComment *next;     /* another annotation of the same class (older libraries); or NULL */
};

/* -- modifications ------------------------------------------------------------------------ */

/* Bits of AstMod.has. */
enum {
	MOD_ARGS = 1 << 0,   /* `( … )` is written, perhaps empty */
	MOD_VALUE = 1 << 1,  /* `= value` */
	MOD_ASSIGN = 1 << 2, /* with MOD_VALUE: written `:=` */
	MOD_BREAK = 1 << 3   /* `= break` (MLS 7.2.7) */
};

/* modification: what may follow a name. */
struct AstMod {
	const AstArg *args;   /* n_args arguments in parentheses */
	const AstExpr *value; /* after `=`; NULL: none */
	uint32_t n_args;      /* length of args */
	uint8_t has;          /* MOD_… bits */
};

typedef enum AstArgKind {
	ARG_MODIFY,       /* [each] [final] name modification */
	ARG_ELEMENT,      /* [redeclare] [each] [final] [replaceable] class or component */
	ARG_BREAK,        /* break name: deselects a component (MLS 7.4) */
	ARG_BREAK_CONNECT /* break connect(a, b): deselects a connection */
} AstArgKind;

/* Bits of AstArg.flags. */
enum {
	ARG_EACH = 1 << 0,  /* each */
	ARG_FINAL = 1 << 1, /* final */
	ARG_DOTTED = 1 << 2 /* the only argument inside was written after a dot: `a.b = 1` is kept as
						   `a(b = 1)` with this bit in a; each and final are those of the last */
};

/* argument, inheritance-modification */
struct AstArg {
	uint8_t kind;  /* AstArgKind */
	uint8_t flags; /* ARG_… bits */
	Name name;     /* what is modified, redeclared or deselected */
	Place at;      /* the name */
	union {
		AstMod mod;                       /* ARG_MODIFY */
		const struct AstElement *element; /* ARG_ELEMENT: short class or component; its prefixes */
		const AstExpr *connect;           /* ARG_BREAK_CONNECT: two references */
	};
	AstComment *comment; /* description of ARG_MODIFY; or NULL */
};

/* -- elements ----------------------------------------------------------------------------- */

typedef struct ClassDef ClassDef;
typedef struct AstElement AstElement;

/* Bits of AstElement.prefix, in the order of the grammar. */
enum {
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
typedef struct AstComponent {
	const AstPath *type;      /* the class; shared by the names of one clause */
	const AstExpr *type_dims; /* n_type_dims: `Real[3] x` */
	const AstExpr *dims;      /* n_dims: `Real x[3]`; outermost first (MLS 10.1) */
	const AstMod *mod;        /* the modification; NULL: none */
	const AstExpr *condition; /* after `if`; NULL: none */
	uint16_t n_type_dims;     /* length of type_dims */
	uint16_t n_dims;          /* length of dims */
} AstComponent;

typedef struct AstExtends {
	const AstPath *base; /* the base class */
	AstMod mod;          /* modification and deselections; has is 0 without parentheses */
} AstExtends;

typedef enum AstImportKind {
	IMPORT_NAME,  /* import A.B;         brings B */
	IMPORT_ALIAS, /* import X = A.B;     brings X */
	IMPORT_ALL,   /* import A.*;         brings what A has */
	IMPORT_LIST   /* import A.{B, C};    brings B and C */
} AstImportKind;

typedef struct AstImport {
	const AstPath *path; /* A.B, A.B, A, A of the forms above */
	const Name *names;   /* n names of IMPORT_LIST */
	uint32_t n;          /* length of names */
	uint8_t kind;        /* AstImportKind */
} AstImport;

/* constraining-clause */
typedef struct AstConstraint {
	const AstPath *type; /* the constraining type */
	AstMod mod;          /* has is 0 without parentheses */
	AstComment *comment; /* description and annotation behind it; or NULL */
} AstConstraint;

typedef enum AstElementKind { EL_COMPONENT, EL_CLASS, EL_EXTENDS, EL_IMPORT } AstElementKind;

struct AstElement {
	uint8_t kind;    /* AstElementKind */
	uint16_t prefix; /* PX_… bits */
	Name name;       /* of the component or class; what IMPORT_NAME and IMPORT_ALIAS bring */
	Place at;        /* the name; an extends or import clause: its path */
	union {
		const AstComponent *component; /* EL_COMPONENT */
		ClassDef *cls;                 /* EL_CLASS */
		const AstExtends *extends;     /* EL_EXTENDS */
		const AstImport *import;       /* EL_IMPORT */
	};
	const AstConstraint *constraint; /* constrainedby of a replaceable element; NULL: none */
	AstComment *comment; /* of component, extends, import; NULL: none, or in the class */
};

/* -- equations and statements ------------------------------------------------------------- */

typedef struct AstStmt AstStmt;

typedef enum AstStmtKind {
	AS_ERROR,   /* a mistake was reported here */
	AS_EQUAL,   /* expr[0] = expr[1] */
	AS_CONNECT, /* connect(expr[0], expr[1]) */
	AS_ASSIGN,  /* expr[0] := expr[1]; expr[0] is a reference or an AX_TUPLE */
	AS_CALL,    /* expr[0], an AX_CALL */
	AS_IF,      /* branch[0 … n - 1]; a last branch without condition is `else` */
	AS_WHEN,    /* branch[0 … n - 1]: when, elsewhen … */
	AS_WHILE,   /* branch[0] */
	AS_FOR,     /* loop */
	AS_BREAK,   /* break */
	AS_RETURN   /* return */
} AstStmtKind;

typedef struct AstBranch {
	AstExpr condition;   /* AX_NONE: else */
	const AstStmt *body; /* n statements or equations */
	uint32_t n;          /* length of body */
} AstBranch;

typedef struct AstLoop {
	const AstExpr *iter; /* n_iters AX_ITER; the first one is the outermost loop */
	const AstStmt *body; /* n statements or equations */
	uint32_t n_iters;    /* length of iter */
	uint32_t n;          /* length of body */
} AstLoop;

/* An equation or a statement. */
struct AstStmt {
	uint8_t kind; /* AstStmtKind */
	uint32_t n;   /* branches of AS_IF and AS_WHEN */
	Place at;     /* all of it, without the description */
	union {
		const AstExpr *expr;     /* see AstStmtKind */
		const AstBranch *branch; /* AS_IF, AS_WHEN, AS_WHILE */
		const AstLoop *loop;     /* AS_FOR */
	};
	AstComment *comment; /* description and annotation; or NULL */
};

/* Bits of AstSection.kind. */
enum {
	SECTION_EQUATION = 0,       /* equation */
	SECTION_ALGORITHM = 1 << 0, /* algorithm */
	SECTION_INITIAL = 1 << 1    /* initial equation, initial algorithm */
};

typedef struct AstSection {
	uint8_t kind;        /* SECTION_… bits */
	uint32_t n;          /* length of body */
	Place at;            /* the keywords */
	const AstStmt *body; /* n equations or statements */
} AstSection;

/* external-function-call */
typedef struct AstExternal {
	Place at;                /* the clause */
	Name function;           /* the C or FORTRAN name; {0}: that of the class */
	uint32_t n_args;         /* length of args */
	const AstExpr *result;   /* left of `=`; NULL: none */
	const AstExpr *args;     /* n_args arguments */
	const AstExpr *language; /* AX_STRING; NULL: "C" */
	AstComment *comment;     /* its annotation; or NULL */
	bool has_call;           /* false: the default call (MLS 12.9.1) */
} AstExternal;

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

/* Bits of ClassDef.flags. */
enum {
	CF_PARTIAL = 1 << 0,
	CF_ENCAPSULATED = 1 << 1,
	CF_PURE = 1 << 2,
	CF_IMPURE = 1 << 3,
	CF_INPUT = 1 << 4, /* base prefix of a short class */
	CF_OUTPUT = 1 << 5,
	CF_ERROR = 1 << 6,  /* a mistake was reported inside: what is here is not all */
	CF_FOREIGN = 1 << 7 /* it stands for an FMU, and foreign/ has seen it */
};

typedef struct EnumLiteral {
	Name name;           /* the identifier */
	Place at;            /* the identifier */
	AstComment *comment; /* or NULL */
} EnumLiteral;

struct ClassDef {
	Name name;                   /* the identifier */
	uint8_t kind;                /* ClassKind */
	uint8_t form;                /* ClassForm */
	uint16_t flags;              /* CF_… bits */
	Place at;                    /* the name */
	uint32_t start;              /* byte offset of the first prefix or keyword, same file as `at` */
	uint32_t end;                /* past the last byte, without the semicolon */
	ClassDef *parent;            /* the lexically enclosing class; NULL: top level */
	AstComment *comment;         /* description and annotations; or NULL */
	const AstElement *elements;  /* n_elements of every kind, in source order */
	const uint32_t *index;       /* hash of components and classes: see syntax_find; or NULL */
	uint32_t n_elements;         /* length of elements */
	uint32_t n_index;            /* length of index, a power of two; 0: few elements */
	const AstSection *sections;  /* n_sections, in source order */
	const AstExternal *external; /* or NULL */
	const AstPath *base;         /* FORM_SHORT, FORM_DER */
	const AstMod *mod;           /* FORM_SHORT, FORM_EXTENDS; NULL: none */
	union {
		const AstExpr *dims;         /* FORM_SHORT: n_list array dimensions */
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
	uint32_t file;         /* number in the SourceSet */
	bool has_within;       /* a within clause is written */
	bool failed;           /* mistakes were reported */
	const AstPath *within; /* NULL: none, or without name */
	AstElement *classes;   /* n EL_CLASS elements */
	uint32_t n;            /* length of classes */
} StoredDef;

/* syntax.c — questions to the tree */

/* Where the search for a name in an index of n slots begins. */
static inline uint32_t syntax_slot(Name name, uint32_t n)
{
	return (name.i * 2654435769u >> 7) & (n - 1);
}

/* The component or class of that name, or NULL: O(1). Does not look at extends and imports; for
   packages in folders see library_find. */
const AstElement *syntax_find(const ClassDef *c, Name name);
/* The parts of AX_NAME or AX_REF as an array; `one` is room for the former. */
const AstPart *syntax_parts(const AstExpr *e, AstPart *one, uint32_t *n);
uint32_t syntax_kids(const AstExpr *e); /* how many e->kid there are; 0 of names and literals */
Place syntax_part_place(const Syntax *sx, const AstExpr *e, uint32_t i); /* part i of AX_REF */
Place syntax_path_place(const Syntax *sx, const AstPath *p, uint32_t i); /* part i */
void syntax_path_text(const Syntax *sx, const AstPath *p, Text *out);    /* A.B.C */
void syntax_class_text(const Syntax *sx, const ClassDef *c, Text *out);  /* its full name */
char *syntax_string(const AstExpr *e, Arena *a); /* the value of AX_STRING; NUL ends it */
char *syntax_description(const Syntax *sx, const AstComment *c, Arena *a); /* "" if there is none */
const char *syntax_class_kind(ClassKind kind);                             /* "model" */
const char *syntax_op(AstOp op);                                           /* "+" */

/* parse_class.c: elements are others than when it was parsed */
void syntax_index(Syntax *sx, ClassDef *c);

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
	bool told_escape; /* an unknown escape has been reported */
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
/* The whole file as one expression (`--set`, tests); kind AX_ERROR after a report. */
const AstExpr *parse_expression(Syntax *sx, uint32_t file);

/* syntax_note.c — annotations */

/* The annotation of c, parsed when first asked for; NULL if there is none or it is wrong. */
const AstMod *syntax_annotation(Syntax *sx, AstComment *c);
/* The first-level argument of that name in the annotations of c (all of the chain), or NULL. */
const AstArg *syntax_note(Syntax *sx, AstComment *c, NoteName which);
const AstArg *syntax_find_arg(const AstMod *m, Name name); /* first of that name, or NULL */

/* Is the class, or one around it, for the standard library of Modelica 1 or 2, by its `uses`? */
bool syntax_is_older(Syntax *sx, const ClassDef *def);

/* syntax_print.c, syntax_print_expr.c — the tree as Modelica text */

void syntax_print(const Syntax *sx, const StoredDef *s, Text *out);
void syntax_print_class(const Syntax *sx, const ClassDef *c, int indent, Text *out);
void syntax_print_expr(const Syntax *sx, const AstExpr *e, Text *out);
void syntax_print_stmt(const Syntax *sx, const AstStmt *s, int indent, Text *out);
void syntax_print_mod(const Syntax *sx, const AstMod *m, Text *out);
void syntax_print_element(const Syntax *sx, const AstElement *e, int indent, Text *out);
void syntax_print_comment(const Syntax *sx, const AstComment *c, Text *out);
void syntax_print_simple(const Syntax *sx, const AstExpr *e, Text *out); /* for left of '=' */
void syntax_print_dims(const Syntax *sx, const AstExpr *dims, uint32_t n, Text *out); /* [a, b] */

/* syntax_same.c — are two trees the same but for layout? Both belong to one Syntax. */

bool syntax_same(Syntax *sx, const StoredDef *a, const StoredDef *b);
bool syntax_same_class(Syntax *sx, const ClassDef *a, const ClassDef *b);
bool syntax_same_expr(Syntax *sx, const AstExpr *a, const AstExpr *b);

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
/* And in what lies beside the program, for classes that no other folder has. */
void library_add_shipped(Library *lib);
/* Read a file that the user named. Its classes come first in every lookup; if it lies in a package
   (`within`), that package is found around it. Gives the last class of the file as an element of
   its parent; NULL after a report. stored: the whole file; may be NULL. */
const AstElement *library_load(Library *lib, const char *file, StoredDef *stored);
/* The same with a text in place of a file. */
const AstElement *library_load_text(Library *lib, const char *name, const char *text, size_t len,
									StoredDef *stored);
/* The top-level class of that name, read when first asked for; NULL: there is none (no report,
   the caller knows the place) or its file is wrong (reported once). */
const AstElement *library_root(Library *lib, Name name);
bool library_is_given(const Library *lib, Name name); /* by a file or text of the user's */
/* The component or class of that name in c: in the file of c, or, if c is a package in a folder,
   in a file of that folder, read when first asked for. NULL: none, or reported once. */
const AstElement *library_find(Library *lib, const ClassDef *c, Name name);
/* `A.B.C` from the root; NULL: none. n_found: parts found, for messages; may be NULL. */
const AstElement *library_lookup(Library *lib, const char *dotted, uint32_t *n_found);
/* The names of all components and classes of c, in order (package.order), files not read. Gives
   the length and the array in `keep`; warns of names missing from package.order. */
uint32_t library_names(Library *lib, const ClassDef *c, const Name **names);
/* The names of all top-level classes that could be found, for suggestions. */
uint32_t library_root_names(Library *lib, const Name **names);
/* `modelica://A.B/dir/file` -> a path; NULL after a report at `at` (MLS 13.5). */
const char *library_resource(Library *lib, const char *uri, Span at);
/* The file or folder of a class, for messages and resources. */
const char *library_file(const Library *lib, const ClassDef *c);
/* Was the file found by a name, in another library than the one that c belongs to? */
bool library_is_foreign(const Library *lib, uint32_t file, const ClassDef *c);
bool library_is_found(const Library *lib, uint32_t file); /* by name: the user did not give it */
LibraryStats library_stats(const Library *lib);
uint32_t library_paths(const Library *lib, const char *const **paths); /* where it looks */

#endif
