/* SPDX-License-Identifier: MIT
   expr.h — the contents of expr/: types and expressions, immutable and made once (equal means the
   same pointer), their folding, and walks through them. They live in one arena, which must have a
   no_memory handler that does not return (base.h), so that nothing here returns NULL for want of
   memory. What is ill-typed is a BUG. No function recurses on expressions. */
#ifndef MDV_EXPR_H
#define MDV_EXPR_H

#include "base/base.h"
#include "compiler/expr/expr_ops.h"

/* Numbers of things in a model; -1: none. */
typedef struct VarId {
	int32_t i; /* scalar variable */
} VarId;
typedef struct DeclId {
	int32_t i; /* declared variable: a scalar or an array */
} DeclId;
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
	TY_TUPLE   /* the results of a function or operator that has several */
} TypeKind;

#define DIM_OPEN (-1) /* a dimension known at run time only; in functions */

typedef struct Type Type;

typedef struct TypeField {
	Name name;        /* of the field or enumeration literal; {0} in a tuple */
	const Type *type; /* of the field; NULL for a literal */
	int32_t before;   /* of a type: scalars of the fields before it; -1: open */
} TypeField;

struct Type {
	TypeKind kind : 8;      /* of one element */
	uint8_t rank;           /* number of dimensions */
	int32_t n_fields;       /* fields, literals or results */
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
/* What one element consists of: 1 of a simple type, of a record those of its fields, whose own
   dimensions do not count. */
int32_t type_leaves(const Type *t);
bool type_is_scalar(const Type *t, TypeKind kind);
void type_print(const ExprPool *p, const Type *t, Text *out); /* "Real[3, :]" */
void type_print_dims(const Type *t, Text *out);               /* "[3, :]"; "" of a scalar */

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
enum { OF_EVENT = 1, OF_DISC = 2, OF_RAND = 4, OF_FAIL = 8, OF_CLOCK = 16, OF_STATE = 32 };

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

/* The operation that computes an operator, of scalars of this kind; IR_OP_COUNT: none does. That of
   EX_GT and EX_GE takes them the other way round. */
IrOp expr_value_op(ExprOp op, TypeKind kind);
/* Its value; b goes unused if it has one argument. False: it has none, or it is not defined: not
   finite, no Integer. */
bool expr_value(ExprOp op, TypeKind kind, double a, double b, double *value);
/* The operator between the elements of a reduction: EX_ADD of EX_SUM and EX_FOR_SUM. */
ExprOp expr_step_op(ExprOp reduction);
double expr_empty_value(ExprOp reduction, const Type *elem); /* of no elements (MLS 10.3.4) */
/* The function of n Reals that is the C library's of this name; EXPR_OP_COUNT: there is none. */
ExprOp expr_library_op(const char *name, uint32_t n);

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

/* The variability of a variable; `ctx` is the pool's. */
typedef Variability (*ExprVariability)(const void *ctx, VarId v);

enum { EXPR_RECENT = 64 }; /* numbers of a kind that are found without looking in the table */

struct ExprPool {
	ExprVariability variability;     /* of variables; NULL: all are continuous */
	const void *ctx;                 /* handed to it: whose variables these are */
	Arena *keep;                     /* holds types and expressions */
	Intern *names;                   /* texts of names and strings */
	struct ExprLine *table;          /* hash table of expressions (expr.c): its memory */
	struct ExprLine *line;           /* n_lines: the same, from a cache line's start */
	uint32_t n_lines;                /* a power of two; at most 4/7 in use */
	uint32_t n;                      /* expressions made: ids are below */
	uint32_t n_entered;              /* of them, those in the table: scalar variables are not */
	uint32_t n_sites;                /* sites of impure calls given out */
	Map whole;                       /* id -> the same with arguments of scalars (scalar.c) */
	VEC(const Expr **) vars;         /* by number of a variable, in chunks: its node, so far */
	const Type **type_slot;          /* n_type_slots: hash table of types */
	uint32_t n_type_slots;           /* a power of two */
	uint32_t n_types;                /* types made */
	const Type *basic[TY_TUPLE + 1]; /* the types without parameters */
	const Expr *real[EXPR_RECENT];   /* literals asked for last, by their bits; NULL: none */
	const Expr *integer[EXPR_RECENT];
};

void expr_pool_init(ExprPool *p, Arena *keep, Intern *names);
/* A pool without expressions that has the types of another one: those, and what is made of them
   later, may be used in its expressions. */
void expr_pool_beside(ExprPool *p, const ExprPool *of, Arena *keep);

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
/* Variables v … v + n_scalars - 1 of the pool's model, row-major; flat_ref and flat_ref_decl are
   the usual ways to make one. */
const Expr *expr_var(ExprPool *p, VarId v, const Type *type);
const Expr *expr_noted(const ExprPool *p, VarId v); /* of one scalar, if it was made; else NULL */

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
bool expr_is_subscript(const Expr *e, int32_t n); /* a literal, of a dimension with n elements */
bool expr_is_arithmetic(const Expr *e); /* of Integers: what may be larger than its arguments */
ExprOp expr_mirrored(ExprOp op);        /* of EX_LT … EX_GE: the one with its sides exchanged */
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

/* A node met by a brief walk. */
typedef struct WalkSlot {
	uint32_t id;    /* of the node */
	uint32_t round; /* in which it was met */
} WalkSlot;

typedef struct Walk {
	const ExprPool *pool;    /* whose expressions are visited */
	Arena *scratch;          /* holds mark, few and stack */
	uint32_t *mark;          /* n_marks: the round in which a node was met */
	uint32_t n_marks;        /* nodes known when mark was made; grows */
	WalkSlot *few;           /* the same of a brief walk, by hash; or NULL */
	uint32_t n_few;          /* of them, those of this round */
	uint32_t n_visited;      /* in all rounds with few */
	uint32_t round;          /* of walk_begin */
	uint16_t only;           /* arguments with none of these flags are left out; 0: none are */
	const Expr *last;        /* node given last, whose arguments are still to come */
	VEC(const Expr *) stack; /* nodes to come */
} Walk;

void walk_init(Walk *w, const ExprPool *p, Arena *scratch);
void walk_init_only(Walk *w, const ExprPool *p, Arena *scratch, uint16_t only);
/* For a walk that is made anew for few expressions, many times: the table of marks, which costs as
   much as there are nodes in the pool, is made when as many have been visited, or one round visits
   more than a few hundred. */
void walk_init_brief(Walk *w, const ExprPool *p, Arena *scratch, uint16_t only);
void walk_begin(Walk *w, const Expr *e); /* forget what was visited, then walk_add; e may be NULL */
void walk_add(Walk *w, const Expr *e);   /* visit e too */
void walk_skip(Walk *w);                 /* do not visit the arguments of the last node */
const Expr *walk_next_few(Walk *w);      /* walk_next of a brief walk */

/* A node before its arguments; NULL: done. Here, so that it is no call: half of the time of sorting
   is spent in it. Arguments have smaller numbers than what is made of them, and so have marks. */
static inline const Expr *walk_next(Walk *w)
{
	const Expr *e = w->last;

	if (w->few)
		return walk_next_few(w);
	if (e && e->n > 0) {
		arena_work(w->scratch, e->n);
		(void)vec_reserve(arena_allocator(w->scratch), &w->stack, w->stack.n + e->n);
		for (uint32_t i = e->n; i-- > 0;) {
			const Expr *arg = e->arg[i];

			if (w->mark[arg->id] != w->round && (!w->only || arg->flags & w->only))
				w->stack.at[w->stack.n++] = arg;
		}
	}
	w->last = NULL;
	while (w->stack.n > 0) {
		e = w->stack.at[--w->stack.n];
		if (w->mark[e->id] == w->round)
			continue;
		w->mark[e->id] = w->round;
		w->last = e;
		return e;
	}
	return NULL;
}

/* Rewriting bottom-up. `rule` gets a node whose arguments are rewritten already and gives what
   stands for it (itself: keep). Expressions with none of the flags `only` are kept (0: look at
   all). One Rewrite may serve many expressions: it remembers. The rule must not use the same
   Rewrite. */
typedef struct Rewrite Rewrite;
typedef const Expr *(*RewriteRule)(void *ctx, ExprPool *p, const Expr *e);
Rewrite *walk_rewrite_new(ExprPool *p, Arena *scratch, uint16_t only, RewriteRule rule, void *ctx);
const Expr *walk_rewrite(Rewrite *r, const Expr *e); /* e may be NULL */
/* What stands for e if its rewritten arguments do not fit together, as where sizes that were open
   turn out to differ. Without it that is an error of the compiler. */
typedef const Expr *(*RewriteMisfit)(void *ctx, const Expr *e, const Expr *const arg[]);
void walk_rewrite_misfit(Rewrite *r, RewriteMisfit misfit);
const Expr *walk_replace_local(ExprPool *p, Arena *scratch, const Expr *e, const Expr *local,
							   const Expr *to); /* e with `to` for an iterator or input */

/* shift.c — the same expressions with the variables of another component of the same form */

typedef struct Shift Shift;

/* Variables in a row. */
typedef struct ShiftRange {
	VarId first; /* the first one */
	int32_t n;   /* how many */
} ShiftRange;

/* The n roots (NULL: none; they must outlive it), in which variables of `from` will be shifted;
   NULL: they hold what no other component can have, too. Lives in scratch. */
Shift *shift_new(ExprPool *p, Arena *scratch, ShiftRange from, const Expr *const root[], size_t n);
void shift_make(Shift *s, int32_t by);            /* variable v + by for each v of the range */
const Expr *shift_root(const Shift *s, size_t i); /* what was made of root i */

#endif
