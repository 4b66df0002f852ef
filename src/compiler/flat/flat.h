/* SPDX-License-Identifier: MIT
   flat.h — the contents of flat/: the flat hybrid model, written by inst/ and read by dae/.

   Types, expressions and the model live in one arena (`keep`) and are never freed one by one.
   Types and expressions are immutable and made once: equal means the same pointer. What the model
   holds may grow, never change; a pass that rewrites makes new expressions. Every arena given to
   these functions must have a no_memory handler that does not return (base.h), so that nothing
   here returns NULL for want of memory. Errors of the user are reported by inst/ before something
   is built here; what is wrong here is a BUG. No function recurses on expressions.

   The form of a model (MLS appendix B):
   - Variables are scalars. The elements of one declared array have consecutive numbers, row-major.
   - Equations are scalar, but for calls of functions with array, record or several results, which
	 stay whole: `(a, b) = f(x)`; flat_count_eq tells how many scalars they stand for.
   - Parameters and constants have a binding; the binding of any other variable is an equation of
	 origin EO_BINDING, so that all equations are in one list.
   - connect, inStream, cardinality, Connections.*, for-equations, comprehensions outside of
	 functions, structural if-equations and function-typed arguments are gone. If-equations whose
	 condition is not structural are kept as branches of equal count (dae/ pairs them).
   - Clocks and state machines are kept as operators. */
#ifndef MDV_FLAT_H
#define MDV_FLAT_H

#include "base/base.h"
#include "compiler/flat/ops.h"

/* Numbers of things in a model; -1: none. */
typedef struct VarId {
	int32_t i; /* scalar variable */
} VarId;
typedef struct BlockId {
	int32_t i; /* declared variable: a scalar or an array */
} BlockId;
typedef struct AttrId {
	int32_t i; /* set of attributes; 0 is the empty one */
} AttrId;
typedef struct EqId {
	int32_t i; /* equation on the top level: not inside if or when */
} EqId;
typedef struct AlgId {
	int32_t i; /* algorithm section */
} AlgId;
typedef struct FnId {
	int32_t i; /* function */
} FnId;
typedef struct PathId {
	int32_t i; /* instance: a node of the component tree; 0 is the model itself */
} PathId;
typedef struct SetId {
	int32_t i; /* connection set; 0: none */
} SetId;

/* type.c — types */

typedef enum TypeKind {
	TY_NONE, /* no value: a call for its effect */
	TY_REAL,
	TY_INTEGER,
	TY_BOOLEAN,
	TY_STRING,
	TY_ENUM,
	TY_CLOCK,
	TY_RECORD,
	TY_OBJECT, /* external object */
	TY_TUPLE   /* the results of a function that has several, or of spatialDistribution */
} TypeKind;

#define DIM_OPEN (-1) /* a dimension known at run time only; in functions */

typedef struct Type Type;

typedef struct TypeField {
	Name name;        /* of the field or enumeration literal; {0} in a tuple */
	const Type *type; /* of the field; NULL for a literal */
} TypeField;

struct Type {
	TypeKind kind : 8;      /* of one element */
	uint8_t rank;           /* number of dimensions */
	uint16_t n_fields;      /* fields, literals or results */
	uint32_t id;            /* number in order of making */
	Name name;              /* class name with dots of enumeration, record, external object */
	int32_t n_scalars;      /* product of the dimensions times leaves of one element; -1: open */
	const Type *elem;       /* the type of one element; itself if rank is 0 */
	const int32_t *dim;     /* rank sizes, DIM_OPEN among them */
	const TypeField *field; /* n_fields */
};

typedef struct ExprPool ExprPool;

void type_pool_init(ExprPool *p);                         /* by expr_pool_init */
const Type *type_basic(const ExprPool *p, TypeKind kind); /* TY_NONE … TY_STRING, TY_CLOCK */
const Type *type_enum(ExprPool *p, Name name, const Name literal[], int n);
const Type *type_record(ExprPool *p, Name name, const TypeField field[], int n);
const Type *type_object(ExprPool *p, Name name);
const Type *type_tuple(ExprPool *p, const Type *const result[], int n);
const Type *type_array(ExprPool *p, const Type *elem, const int32_t dim[], int rank); /* prepends */
const Type *type_drop(ExprPool *p, const Type *t, int n); /* without its first n dimensions */
const Type *type_with_dims_of(ExprPool *p, const Type *elem, const Type *shape);
bool type_same_dims(const Type *a, const Type *b); /* an open one agrees with any */
bool type_agrees(const Type *a, const Type *b);    /* the same but for open dimensions */
bool type_is_scalar(const Type *t, TypeKind kind);
void type_print(const ExprPool *p, const Type *t, Text *out); /* "Real[3, :]" */

/* expr.c, expr_part.c — expressions: immutable, hash-consed, typed */

#define EXPR_ENUM(op, text, least, most, form, precedence, rule, flags) op,
typedef enum ExprOp { EXPR_OPS(EXPR_ENUM) EXPR_OP_COUNT } ExprOp;
#undef EXPR_ENUM

typedef enum OpForm { FORM_LEAF, FORM_CALL, FORM_BINARY, FORM_PREFIX, FORM_OWN } OpForm;
typedef enum OpRule {
	RULE_NUM,
	RULE_REAL,
	RULE_BOOL,
	RULE_RELATION,
	RULE_SAME,
	RULE_TRUTH,
	RULE_NONE,
	RULE_OWN
} OpRule;
enum { OF_EVENT = 1, OF_DISC = 2, OF_RAND = 4, OF_FAIL = 8, OF_CLOCK = 16 };

typedef struct OpInfo {
	const char *name;   /* the enumeration constant, for messages to programmers */
	const char *text;   /* as in Modelica */
	uint8_t least;      /* arguments at least */
	uint8_t most;       /* and at most; MANY: no limit */
	uint8_t form;       /* OpForm */
	uint8_t precedence; /* 0 … 9 */
	uint8_t rule;       /* OpRule */
	uint8_t flags;      /* OF_… */
} OpInfo;

extern const OpInfo expr_op_info[EXPR_OP_COUNT];

/* In order: the variability of an expression is the largest of its parts', but for relations, pre …
 */
typedef enum Variability { VB_CONSTANT, VB_PARAMETER, VB_DISCRETE, VB_CONTINUOUS } Variability;

/* What an expression contains, at any depth. */
enum {
	XF_EVENT = 1,       /* an operator that makes events, not inside noEvent */
	XF_IMPURE = 2,      /* a call of an impure function */
	XF_DER = 4,         /* der(…) */
	XF_PRE = 8,         /* pre, edge, change, previous */
	XF_VAR = 16,        /* a variable, time or initial(): not to be folded */
	XF_LOCAL = 32,      /* a local variable or iterator */
	XF_CONTINUOUS = 64, /* a continuous-time variable, not below pre or the like */
	XF_CALL = 128,      /* a call of a user function */
	XF_CLOCK = 256,     /* an operator of clocks or state machines */
	XF_ARRAY = 1024,    /* an array or record */
	XF_FAIL = 512       /* an operator that is undefined somewhere: division, log, subscript … */
};

typedef struct Expr Expr;

/* 24 bytes, then the arguments; behind them, of a number its value, of a call its site. */
struct Expr {
	uint8_t op;          /* ExprOp */
	uint8_t variability; /* Variability */
	uint16_t flags;      /* XF_… of this node and all below */
	uint32_t n;          /* arguments */
	uint32_t id;       /* 0, 1, 2 … in order of making: arguments come before; for side tables */
	uint32_t aux;      /* see ops.h: variable, function, field, name … */
	const Type *type;  /* of the value */
	const Expr *arg[]; /* n */
};

typedef struct FlatModel FlatModel;

struct ExprPool {
	const FlatModel *model;          /* whose variables these are; NULL: all are continuous */
	Arena *keep;                     /* holds types and expressions */
	Intern *names;                   /* texts of names and strings */
	struct ExprLine *table;          /* hash table of expressions (expr.c): its memory */
	struct ExprLine *line;           /* n_lines: the same, from a cache line's start */
	uint32_t n_lines;                /* a power of two; at most 4/7 in use */
	uint32_t n;                      /* expressions made: ids are below */
	uint32_t n_sites;                /* sites of impure calls given out */
	const Type **type_slot;          /* n_type_slots: hash table of types */
	uint32_t n_type_slots;           /* a power of two */
	uint32_t n_types;                /* types made */
	const Type *basic[TY_TUPLE + 1]; /* the types without parameters */
};

void expr_pool_init(ExprPool *p, Arena *keep, Intern *names);

/* Leaves. */
const Expr *expr_real(ExprPool *p, double value); /* 0.0 and -0.0 are two; all NaN are one */
const Expr *expr_integer(ExprPool *p, int64_t value);
const Expr *expr_boolean(ExprPool *p, bool value);
const Expr *expr_enum(ExprPool *p, const Type *type, int ordinal); /* from 1 */
const Expr *expr_string(ExprPool *p, Name text);
const Expr *expr_text(ExprPool *p, const char *text); /* a String literal */
const Expr *expr_time(ExprPool *p);
const Expr *expr_colon(ExprPool *p);
const Expr *expr_skip(ExprPool *p, const Type *type);
const Expr *expr_instance(ExprPool *p, PathId path);
/* Local variable or iterator number i of the body it is used in. */
const Expr *expr_local(ExprPool *p, int i, const Type *type);
/* Variables v … v + n_scalars - 1 of the pool's model, row-major; flat_ref and flat_ref_block are
   the usual ways to make one. */
const Expr *expr_var(ExprPool *p, VarId v, const Type *type);

/* Operators: typed by typing.c (what is ill-typed is a BUG), folded by fold.c, then made once. */
const Expr *expr_op(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n);
const Expr *expr_unary(ExprPool *p, ExprOp op, const Expr *a);
const Expr *expr_binary(ExprPool *p, ExprOp op, const Expr *a, const Expr *b);
const Expr *expr_if(ExprPool *p, const Expr *cond, const Expr *a, const Expr *b);
const Expr *expr_to_real(ExprPool *p, const Expr *a); /* of a Real: a itself */
const Expr *expr_to_enum(ExprPool *p, const Type *type, const Expr *a);
const Expr *expr_array(ExprPool *p, const Type *elem, const Expr *const arg[], size_t n);
const Expr *expr_record(ExprPool *p, const Type *type, const Expr *const arg[], size_t n);
const Expr *expr_tuple(ExprPool *p, const Expr *const arg[], size_t n);
const Expr *expr_field(ExprPool *p, const Expr *a, int field); /* of an array of records: of each */
/* a[sub…]: Integer, Boolean or enumeration scalars, vectors of Integer, or expr_colon; further
   dimensions are taken whole. With literals inside the bounds the element itself. */
const Expr *expr_index(ExprPool *p, const Expr *a, const Expr *const sub[], size_t n);
/* A call with all its arguments. site: 0 if the function is pure; otherwise from expr_new_site,
   one per call in the (instantiated) source, so that no two calls are taken for one. */
const Expr *expr_call(ExprPool *p, FnId fn, const Type *type, const Expr *const arg[], size_t n,
					  uint32_t site);
const Expr *expr_result(ExprPool *p, const Expr *call, int k); /* k-th of several, from 0 */
uint32_t expr_new_site(ExprPool *p);
/* The same node with other arguments of the same types (for rewriting); folds. */
const Expr *expr_with(ExprPool *p, const Expr *e, const Expr *const arg[]);

static inline const Expr *expr_add(ExprPool *p, const Expr *a, const Expr *b)
{
	return expr_binary(p, EX_ADD, a, b);
}
static inline const Expr *expr_sub(ExprPool *p, const Expr *a, const Expr *b)
{
	return expr_binary(p, EX_SUB, a, b);
}
static inline const Expr *expr_mul(ExprPool *p, const Expr *a, const Expr *b)
{
	return expr_binary(p, EX_MUL, a, b);
}
static inline const Expr *expr_neg(ExprPool *p, const Expr *a)
{
	return expr_unary(p, EX_NEG, a);
}
static inline const Expr *expr_der(ExprPool *p, const Expr *a)
{
	return expr_unary(p, EX_DER, a);
}

/* For the files of expr: the node of that operator, type, aux, arguments and tail, made once. */
const Expr *expr_make(ExprPool *p, const Expr *like, const Expr *const arg[], size_t n,
					  uint64_t tail);

/* Reading. */
double expr_real_value(const Expr *e);     /* of EX_REAL */
int64_t expr_integer_value(const Expr *e); /* of EX_INTEGER, EX_BOOLEAN, EX_ENUM */
uint32_t expr_site(const Expr *e);         /* of EX_CALL */
bool expr_is_literal(const Expr *e);       /* a scalar number, truth value, enumeration or text */
bool expr_is_real(const Expr *e, double value);
static inline VarId expr_var_id(const Expr *e)
{
	return (VarId){(int32_t)e->aux};
}

/* typing.c — the type of an operator's result; NULL: the arguments do not fit */

const Type *typing_result(ExprPool *p, ExprOp op, const Expr *const arg[], size_t n);

/* fold.c — folding while an expression is made: literals by Modelica's rules, 0 + x, 1 * x, - - x,
   if true …; never what would drop an event, a variable's influence or an error (0 * x, x / x and
   1 / 0 stay). NULL: nothing to fold. */

const Expr *fold_op(ExprPool *p, ExprOp op, const Type *type, const Expr *const arg[], size_t n);

/* walk.c — visiting and rewriting expressions, each shared node once, without recursion */

typedef struct Walk {
	const ExprPool *pool;    /* whose expressions are visited */
	Arena *scratch;          /* holds mark and stack */
	uint32_t *mark;          /* n_marks: the round in which a node was met */
	uint32_t n_marks;        /* nodes known when mark was made; grows */
	uint32_t round;          /* of walk_begin */
	const Expr *last;        /* node given last, whose arguments are still to come */
	VEC(const Expr *) stack; /* nodes to come */
} Walk;

void walk_init(Walk *w, const ExprPool *p, Arena *scratch);
void walk_begin(Walk *w, const Expr *e); /* forget what was visited, then walk_add; e may be NULL */
void walk_add(Walk *w, const Expr *e);   /* visit e too */
const Expr *walk_next(Walk *w);          /* a node before its arguments; NULL: done */
void walk_skip(Walk *w);                 /* do not visit the arguments of the last node */

/* Rewriting bottom-up. `rule` gets a node whose arguments are rewritten already and gives what
   stands for it (itself: keep). Expressions with none of the flags `only` are kept (0: look at
   all). One Rewrite may serve many expressions: it remembers. The rule must not use the same
   Rewrite. */
typedef struct Rewrite Rewrite;
typedef const Expr *(*RewriteRule)(void *ctx, ExprPool *p, const Expr *e);
Rewrite *walk_rewrite_new(ExprPool *p, Arena *scratch, uint16_t only, RewriteRule rule, void *ctx);
const Expr *walk_rewrite(Rewrite *r, const Expr *e); /* e may be NULL */
const Expr *walk_replace_local(ExprPool *p, Arena *scratch, const Expr *e, const Expr *local,
							   const Expr *to); /* e with `to` for an iterator or input */

/* scalar.c — array and record expressions element by element */

/* Scalar number k, row-major and fields in order, of an expression of known size: products of
   matrices become sums, comprehensions and array functions vanish, calls get an index. */
const Expr *scalar_at(ExprPool *p, Arena *scratch, const Expr *e, int32_t k);
/* All of it as array and record constructors of scalars; variables stay whole. For arguments. */
const Expr *scalar_whole(ExprPool *p, Arena *scratch, const Expr *e);

/* flat.c, flat_read.c — the flat model */

typedef enum Causality { CZ_NONE, CZ_INPUT, CZ_OUTPUT } Causality; /* of the model as a whole */
typedef enum PortRole { PR_NONE, PR_POTENTIAL, PR_FLOW, PR_STREAM } PortRole;
typedef enum StateSelect {
	SS_UNSET,
	SS_NEVER,
	SS_AVOID,
	SS_DEFAULT,
	SS_PREFER,
	SS_ALWAYS
} StateSelect;
typedef enum Fixed { FX_UNSET, FX_FALSE, FX_TRUE } Fixed;

enum {
	BF_PROTECTED = 1,
	BF_FINAL = 2,
	BF_EVALUATE = 4,       /* annotation(Evaluate = true) */
	BF_HIDE_RESULT = 8,    /* annotation(HideResult = true) */
	BF_CONNECTOR_PART = 16 /* inside a connector; path names it */
};

typedef struct Dim {
	int32_t n;         /* size */
	const Type *index; /* enumeration or Boolean that indexes it; NULL: Integer */
} Dim;

/* One declared variable of a simple type, over all array elements of the components around it. */
typedef struct FlatBlock {
	Name name;   /* "r[].v[,]": empty brackets take the subscripts; "r[2].w[]" if only some do */
	VarId first; /* set by flat_add_block */
	const Type *type;    /* scalar, of one element */
	const Dim *dim;      /* rank; copied */
	int8_t rank;         /* number of empty subscripts in name */
	uint8_t causality;   /* Causality */
	uint8_t role;        /* PortRole */
	uint8_t flags;       /* BF_… */
	uint8_t variability; /* Variability as declared, for all elements; see flat_make_discrete */
	PathId path;         /* the component that declares it; a connector if BF_CONNECTOR_PART */
	Span at;             /* its declaration */
	Span value_at;       /* binding or modifier that gave the value; SPAN_NONE: none */
	Name comment;        /* {0}: none */
} FlatBlock;

/* What may differ among the elements of an array, besides start and binding. Made once. */
typedef struct FlatAttrs {
	const Expr *min; /* NULL: not given; so for all expressions here */
	const Expr *max;
	const Expr *nominal;
	Name quantity; /* {0}: not given */
	Name unit;
	Name display_unit;
	uint8_t fixed;        /* Fixed */
	uint8_t state_select; /* StateSelect */
	uint8_t start_depth;  /* nesting of the modifier that gave start: 0 is the model itself */
	bool structural;      /* a parameter whose value was used to build the model */
} FlatAttrs;

typedef struct FlatVar {
	BlockId block;            /* what it is an element of */
	uint32_t attrs : 28;      /* AttrId */
	uint32_t variability : 2; /* Variability; discrete if a when assigns it */
	const Expr *start;        /* NULL: not given */
	const Expr *binding;      /* of a parameter, constant or external object; NULL: none */
} FlatVar;

/* A node of the component tree; text is made on demand. */
typedef struct FlatPath {
	PathId parent;   /* of the model: -1 */
	Name name;       /* with subscripts: "r[2]" */
	Name class_name; /* with dots */
	Span at;         /* the component's declaration */
} FlatPath;

/* The connect equations of which a connection set is made: the cause of its equations. */
typedef struct FlatSet {
	Span at[2]; /* the first two */
	uint32_t n; /* how many there are */
} FlatSet;

/* Equations and statements. */

typedef enum EqKind {
	EQ_EQUAL, /* lhs = rhs, of the same type; arrays, records, tuples only with a call */
	EQ_IF,    /* branches, the last one without condition; all of the same count */
	EQ_WHEN,  /* branches; conditions are Boolean scalars or vectors, or a clock */
	EQ_EFFECT /* lhs: assert, terminate, reinit, transition, initialState, or a call */
} EqKind;

typedef enum EqOrigin {
	EO_SOURCE,     /* written */
	EO_BINDING,    /* value in a declaration or modifier */
	EO_EQUALITY,   /* potentials of a connection set */
	EO_FLOW,       /* flows of a connection set sum up to zero */
	EO_OPEN_FLOW,  /* flow of a connector that nothing is connected to */
	EO_STREAM,     /* mixing at a connection set */
	EO_CONSTRAINT, /* equalityConstraint of a loop */
	EO_OTHER       /* made by a later pass */
} EqOrigin;

typedef struct FlatEq FlatEq;

typedef struct EqBranch {
	const Expr *cond; /* NULL: else */
	const FlatEq *eq; /* n_eq */
	int32_t n_eq;     /* equations of the branch */
	Span at;          /* its condition */
} EqBranch;

struct FlatEq {
	uint8_t kind;      /* EqKind */
	uint8_t origin;    /* EqOrigin */
	bool initial;      /* of an initial equation section */
	uint16_t n_branch; /* of EQ_IF, EQ_WHEN */
	PathId path;       /* the component it belongs to */
	SetId set;         /* the connection set it comes from; 0: none */
	Span at;           /* in the source */
	union {
		struct {
			const Expr *lhs; /* left side; what an EQ_EFFECT does */
			const Expr *rhs; /* right side */
		};
		const EqBranch *branch; /* n_branch */
	};
};

typedef enum StmtKind {
	ST_ASSIGN, /* lhs := rhs; lhs: variable, local, [subscripts] or .field of one; tuple, array or
				  record of such */
	ST_EFFECT, /* rhs: assert, terminate, reinit, or a call */
	ST_IF,     /* branches; a last one without condition is else */
	ST_WHEN,   /* branches; not in functions */
	ST_FOR,    /* lhs: iterator (EX_LOCAL), rhs: range or vector; one branch, the body */
	ST_WHILE,  /* one branch: condition and body */
	ST_BREAK,
	ST_RETURN
} StmtKind;

typedef struct FlatStmt FlatStmt;

typedef struct StmtBranch {
	const Expr *cond;     /* NULL: else, or the body of a for */
	const FlatStmt *stmt; /* n_stmt */
	int32_t n_stmt;       /* statements of the branch */
	Span at;              /* its condition */
} StmtBranch;

struct FlatStmt {
	uint8_t kind;             /* StmtKind */
	uint16_t n_branch;        /* branches */
	Span at;                  /* in the source */
	const Expr *lhs;          /* by kind */
	const Expr *rhs;          /* by kind */
	const StmtBranch *branch; /* n_branch */
};

typedef enum LocalKind { LO_INPUT, LO_OUTPUT, LO_LOCAL, LO_ITERATOR } LocalKind;

/* A variable of a function, or an iterator of a function or algorithm. Expressions call it by its
   number. The inputs of a function come first, then the outputs, in order. */
typedef struct FlatLocal {
	Name name;
	const Type *type;       /* open dimensions: as the argument, `dim`, or the first assignment */
	const Expr *const *dim; /* rank sizes in terms of other locals, NULL where open; or NULL */
	const Expr *init;       /* value at entry, of outputs and locals; NULL: none */
	uint8_t kind;           /* LocalKind */
	Span at;                /* its declaration */
} FlatLocal;

typedef struct FlatBody {
	const FlatLocal *local; /* n_locals */
	const FlatStmt *stmt;   /* n_stmt */
	int32_t n_locals;       /* locals; of an algorithm, its iterators */
	int32_t n_stmt;         /* statements */
} FlatBody;

typedef struct FlatAlg {
	FlatBody body; /* statements on model variables */
	bool initial;  /* of an initial algorithm section */
	PathId path;   /* the component it belongs to */
	Span at;       /* the section */
} FlatAlg;

typedef enum Purity { PU_PURE, PU_IMPURE } Purity;
typedef enum Inline { IN_UNSET, IN_NEVER, IN_EARLY, IN_LATE, IN_AFTER_INDEX } Inline;

/* annotation(derivative(order = …, noDerivative = …, zeroDerivative = …) = fn), MLS 12.7.1 */
typedef struct FnDerivative {
	FnId fn;               /* the derivative */
	int32_t order;         /* from 1 */
	const uint8_t *option; /* for each input: 0, 'n' noDerivative, 'z' zeroDerivative */
} FnDerivative;

/* annotation(inverse(x = fn(…))), MLS 12.7.3 */
typedef struct FnInverse {
	int32_t input;          /* number of the input that fn computes */
	FnId fn;                /* the inverse */
	const Expr *const *arg; /* n_args, in terms of this function's locals */
	int32_t n_args;         /* arguments of fn */
} FnInverse;

typedef struct FnExternal {
	Name language;          /* "C", "FORTRAN 77", "builtin" */
	Name symbol;            /* to be called */
	const Expr *result;     /* local that takes the returned value; NULL: none */
	const Expr *const *arg; /* n_args: locals, sizes, literals */
	int32_t n_args;         /* arguments */
	const Name *library;    /* n_libraries */
	int32_t n_libraries;    /* annotation(Library = …) */
	Name include;           /* annotation(Include = …); {0}: none */
	Name include_directory; /* resolved; {0}: the default */
	Name library_directory; /* resolved; {0}: the default */
} FnExternal;

typedef struct FlatFn {
	Name name;                      /* with dots, unique in the model */
	Span at;                        /* its declaration */
	FlatBody body;                  /* n_stmt is 0 if external */
	int32_t n_in;                   /* inputs: locals 0 … n_in - 1 */
	int32_t n_out;                  /* outputs: the n_out locals that follow */
	const FnExternal *external;     /* NULL: written in Modelica */
	const FnDerivative *derivative; /* n_derivatives, in order of preference */
	const FnInverse *inverse;       /* n_inverses */
	int16_t n_derivatives;          /* derivative annotations */
	int16_t n_inverses;             /* inverse annotations */
	int16_t smooth_order;           /* annotation(smoothOrder); -1: not given */
	uint8_t purity;                 /* Purity */
	uint8_t inlining;               /* Inline */
	bool generate_events;           /* annotation(GenerateEvents = true) */
	Name comment;                   /* {0}: none */
} FlatFn;

typedef struct FlatObject {
	const Type *type; /* TY_OBJECT */
	FnId constructor; /* makes one */
	FnId destructor;  /* ends one */
} FlatObject;

typedef struct FlatExperiment {
	double start, stop;         /* seconds */
	double tolerance, interval; /* 0: not given */
	bool given;                 /* there is an experiment annotation */
	bool has_stop;              /* StopTime is given */
} FlatExperiment;

struct FlatModel {
	Arena *keep;               /* holds the model */
	Intern *names;             /* texts */
	ExprPool pool;             /* types and expressions */
	Name name;                 /* class name of the model */
	Name comment;              /* {0}: none */
	Span at;                   /* its declaration */
	FlatExperiment experiment; /* annotation(experiment(…)) */
	VEC(FlatBlock) blocks;     /* by BlockId */
	VEC(FlatVar) vars;         /* by VarId */
	VEC(FlatAttrs) attrs;      /* by AttrId; at 0 the empty ones */
	VEC(FlatEq) eqs;           /* by EqId; initial ones among them */
	VEC(FlatAlg) algs;         /* by AlgId */
	VEC(FlatFn) fns;           /* by FnId */
	VEC(FlatObject) objects;   /* external object types */
	VEC(FlatPath) paths;       /* by PathId; at 0 the model */
	VEC(FlatSet) sets;         /* by SetId; at 0 none */
	VEC(uint32_t) library;     /* numbers of files that belong to libraries, ascending */
	Map attrs_seen;            /* hash of attributes -> AttrId */
};

#define FLAT_MAX_VARS (1 << 26)

void flat_init(FlatModel *m, Arena *keep, Intern *names, Name name, Span at);
Name flat_name(FlatModel *m, const char *text); /* interned; {0} for "" or NULL */

/* Building. Given structures are copied; arrays they point to must live in `keep`, except dims. */
PathId flat_add_path(FlatModel *m, PathId parent, Name name, Name class_name, Span at);
SetId flat_add_set(FlatModel *m, Span first, Span second, uint32_t n);
/* The variables of a declaration; -1 if there would be more than FLAT_MAX_VARS altogether. */
BlockId flat_add_block(FlatModel *m, const FlatBlock *b);
AttrId flat_add_attrs(FlatModel *m, const FlatAttrs *a);
void flat_set_attrs(FlatModel *m, VarId v, AttrId a);
void flat_set_start(FlatModel *m, VarId v, const Expr *start);
void flat_set_binding(FlatModel *m, VarId v, const Expr *binding);
/* A Real that a when-clause assigns is discrete-time. An expression knows the variability of its
   variables: call this for all such variables before any expression refers to them. */
void flat_make_discrete(FlatModel *m, VarId v);
EqId flat_add_eq(FlatModel *m, const FlatEq *eq);
AlgId flat_add_alg(FlatModel *m, const FlatAlg *alg);
/* Functions may call each other: reserve a number, set inputs and outputs (flat_call needs them),
   then set it again with the body. */
FnId flat_new_fn(FlatModel *m, Name name, Purity purity);
void flat_set_fn(FlatModel *m, FnId f, const FlatFn *fn);
void flat_add_object(FlatModel *m, const Type *type, FnId constructor, FnId destructor);
void flat_add_library_file(FlatModel *m, uint32_t file);

/* References. */
const Expr *flat_ref(FlatModel *m, VarId v);                           /* a scalar */
const Expr *flat_ref_block(FlatModel *m, BlockId b);                   /* all of an array */
const Expr *flat_ref_at(FlatModel *m, BlockId b, const int32_t sub[]); /* subscripts from 1 */
const Expr *flat_call(FlatModel *m, FnId f, const Expr *const arg[], size_t n); /* new site */

/* Reading. */
static inline FlatVar *flat_var(const FlatModel *m, VarId v)
{
	return &m->vars.at[v.i];
}
static inline FlatBlock *flat_block_of(const FlatModel *m, VarId v)
{
	return &m->blocks.at[m->vars.at[v.i].block.i];
}
static inline const FlatAttrs *flat_attrs(const FlatModel *m, VarId v)
{
	return &m->attrs.at[m->vars.at[v.i].attrs];
}
int32_t flat_block_size(const FlatBlock *b);                 /* number of scalars */
void flat_print_var(const FlatModel *m, VarId v, Text *out); /* "r[2].v[1,3]" */
/* The part of a block's name up to and with the next bracket or comma that takes a subscript;
   false: there is none, and *len is the rest. */
bool flat_name_part(const char *name, size_t *len);
void flat_print_path(const FlatModel *m, PathId path, Text *out); /* "a.b"; "" for the model */
bool flat_in_library(const FlatModel *m, Span at);
bool flat_is_unknown(const FlatModel *m, VarId v); /* to be determined by equations */
/* The scalar equations that an equation or algorithm stands for. */
int32_t flat_count_eq(const FlatEq *eq, Arena *scratch);
int32_t flat_count_branch(const EqBranch *b, Arena *scratch);
int32_t flat_count_alg(const FlatAlg *alg, Arena *scratch);

/* targets.c — what is assigned */

/* Calls `give` for each variable that a when-clause, or an algorithm, assigns: each once. */
typedef void (*TargetFn)(void *ctx, VarId v);
void targets_of_when(const FlatEq *eq, Arena *scratch, TargetFn give, void *ctx);
void targets_of_alg(const FlatAlg *alg, Arena *scratch, TargetFn give, void *ctx);

/* print.c, print_expr.c, print_fn.c — flat Modelica text; `out` must not live in scratch */

void print_model(const FlatModel *m, Arena *scratch, Text *out);
void print_expr(const FlatModel *m, const FlatBody *body, const Expr *e, Arena *scratch, Text *out);
void print_eq(const FlatModel *m, const FlatEq *eq, Arena *scratch, Text *out); /* one line */
void print_function(const FlatModel *m, const FlatFn *fn, Arena *scratch, Text *out);
void print_body(const FlatModel *m, const FlatBody *body, Arena *scratch, Text *out);
void print_declared(const FlatModel *m, const Type *t, const char *name, const char *prefix,
					Text *out);                                  /* "Real x[3];" */
void print_comment(const FlatModel *m, Name comment, Text *out); /* " \"text\"" if there is one */
void print_string(const char *s, Text *out);                     /* quoted, with escapes */

/* flat_check.c, flat_check_expr.c — the definition of a flat model */

/* Every number is in range, types and variabilities agree, targets can be assigned. O(size). What
   is wrong is a BUG that names the place. */
void flat_check(const FlatModel *m, const SourceSet *sources, Arena *scratch);

/* For the files of flat_check. */
typedef struct FlatChecker {
	const FlatModel *m;       /* what is checked */
	const SourceSet *sources; /* to name places; NULL: do not */
	Arena *scratch;           /* holds seen and stack */
	const FlatBody *body;     /* whose locals may be used; NULL: none may */
	Span at;                  /* the construct being checked */
	PathId path;              /* and where it belongs */
	uint32_t *seen;           /* by expression: round, or UINT32_MAX: checked for good */
	uint32_t round;           /* of the body */
	VEC(const Expr *) stack;  /* expressions to be checked */
} FlatChecker;

_Noreturn void flat_check_fail(const FlatChecker *c, const char *what);
void flat_check_expr(FlatChecker *c, const Expr *e);

/* incidence.c — which equation may determine which unknown */

/* Rows are scalar equations, columns unknowns; x and der(x) are one column, pre(x) is none. A Real
   equation may determine continuous Reals (discrete ones if it has no other); any other equation a
   variable of its type that is one of its sides; a when-clause what it assigns; an algorithm what
   it assigns, or backwards the Reals that it reads. Initial equations are left out. */
typedef struct Incidence {
	Csr csr;             /* rows x columns */
	const int32_t *node; /* for each row: EqId, or -1 - AlgId for an algorithm */
	const int32_t *port; /* for each row: which scalar of the equation, from 0 */
	const VarId *var;    /* for each column: the unknown */
	const int32_t *col;  /* for each VarId its column or -1 */
} Incidence;

void incidence_find(const FlatModel *m, Arena *result, Arena *scratch, Incidence *out);
Span incidence_place(const FlatModel *m, const Incidence *inc, int32_t row);

/* balance.c — counts; structure.c — what is over- and under-determined; rank.c — what depends */

/* requires: flat_check. gives: as many equations as unknowns, a perfect matching, and no potential
   that is fixed only relative to others. False: an error was given. Uses m->keep until it returns.
 */
bool balance_check(const FlatModel *m, Arena *scratch, Diag *d);
bool structure_check(const FlatModel *m, const Incidence *inc, Arena *scratch, Diag *d);
bool rank_check(const FlatModel *m, const Incidence *inc, Arena *scratch, Diag *d);

/* Equations that are linear in the unknowns with whole-number coefficients, and hold no der. */
typedef struct RankTerm {
	int32_t i;    /* column */
	int32_t coef; /* its coefficient; not 0 */
} RankTerm;

typedef struct RankRow {
	int32_t row;     /* of the incidence */
	bool literal;    /* the rest of the equation is a number, */
	double constant; /* this one: sum of the terms + constant = 0 */
} RankRow;

typedef struct RankMatrix {
	int32_t n_rows;       /* linear equations */
	int32_t n_cols;       /* unknowns, as in the incidence */
	const int32_t *start; /* n_rows + 1 starts into term */
	const RankTerm *term; /* by column */
	const RankRow *row;   /* n_rows */
	const uint8_t *tied;  /* n_cols: the unknown occurs in other equations or as der too */
} RankMatrix;

bool rank_floating_check(const FlatModel *m, const Incidence *inc, const RankMatrix *a,
						 Arena *scratch, Diag *d); /* rank_floating.c; d NULL: say nothing */
bool rank_depend_check(const FlatModel *m, const Incidence *inc, const RankMatrix *a,
					   bool errors_only, Arena *scratch, Diag *d); /* rank_depend.c */

/* wording.c — variables and equations in messages */

/* Connection equations join the variables of a wire: shown as one, by its best name. */
typedef struct Wires {
	int32_t *up; /* for each VarId another of its wire, or itself */
	VarId *best; /* for each root: the variable to be named */
} Wires;

void wording_wires(const FlatModel *m, Arena *result, Wires *w);
VarId wording_best(const Wires *w, VarId v);               /* of its wire */
int wording_cost(const FlatModel *m, VarId v);             /* of naming v: less is better */
void wording_name(const FlatModel *m, VarId v, Text *out); /* 'a.b' in quotes */
/* 'a', 'b' and 3 other variables */
void wording_names(const FlatModel *m, const VarId v[], size_t n, Text *out);
/* The text of an equation or algorithm, cut to one short line. */
void wording_row(const FlatModel *m, const Incidence *inc, int32_t row, Arena *scratch, Text *out);

#endif
