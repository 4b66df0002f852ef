/* SPDX-License-Identifier: MIT
   elab_local.h — what the files elab*.c share: from expressions of the syntax tree to typed flat
   expressions (MLS 3, 10, 12, 14). What others call is in elab.h. */
#ifndef MDV_ELAB_LOCAL_H
#define MDV_ELAB_LOCAL_H

#include "compiler/elab/elab.h"

enum { ELAB_MAX_RANK = 32 }; /* dimensions of an array */

/* A function as a value (MLS 12.4.2): which one, and the arguments that are bound already. */
typedef struct FnValue {
	Node *fn;                 /* the function */
	const Name *name;         /* n formals that are bound */
	const Expr *const *value; /* n values, in terms of where it is used */
	uint32_t n;               /* bound arguments */
} FnValue;

/* The functions that the formals of a function stand for, in one specialisation of it. */
typedef struct FnArg {
	const struct FnArg *next; /* the next formal; or NULL */
	Node *formal;             /* the formal */
	FnValue value;            /* what it stands for; values are locals of the specialisation */
} FnArg;

/* What a call needs to know of a function, or of the constructor of a record. */
typedef struct FnInfo {
	const struct FnInfo *next; /* another specialisation of the same function; or NULL */
	Node *node;                /* the function or record */
	Body *body;                /* its locals; of a record its fields */
	const FnArg *functions;    /* what its formals that are functions stand for; or NULL */
	FnId id;                   /* of a function: its flat form */
	int32_t n_in;              /* inputs: locals 0 … n_in - 1; of a record all fields */
	int32_t n_formal;          /* inputs that can be given; the others are bound values */
	int32_t n_out;             /* outputs: the locals that follow */
	const Expr **value;        /* n_in defaults in terms of the locals; NULL: none */
	bool *is_fixed;            /* n_in: of a record: cannot be given in a call; or NULL */
	const Type *type;          /* of the record */
} FnInfo;

/* What is remembered during one instantiation. */
typedef struct Elab {
	Map builtins;     /* Name -> Builtin */
	Map record_class; /* Name of a record type -> class node that has its operators */
	Map records;      /* class node of a record -> FnInfo */
	Map special;      /* function node -> FnInfo list of its specialisations */
	Map fn_names;     /* Names of flat functions in use */
	Map impure;       /* function node that calls impure ones and does not say what it is -> 1 */
	Map mod_values;   /* value of a modifier -> where and what, a list */
	Name time;        /* "time" */
	const Type *real, *integer, *boolean, *string, *clock; /* the simple types */
} Elab;

Elab *elab_state(Inst *in); /* made when first asked for */

/* elab.c */

const Expr *elab_fail(Inst *in, Place at, DiagCode code, const char *format, ...) PRINTF_LIKE(4, 5);
/* The same, but in a branch that may never count only a doubt. */
const Expr *elab_doubt(Inst *in, const Env *env, Place at, DiagCode code, const char *format, ...)
	PRINTF_LIKE(5, 6);
/* Also calls without a value or with several. */
const Expr *elab_any(Inst *in, const Env *env, const AstExpr *e);
bool elab_in_function(const Env *env); /* sizes may be open, nothing is evaluated */
/* An operator; a report if the operands do not fit. */
const Expr *elab_make(Inst *in, ExprOp op, const Expr *const arg[], size_t n, Place at);
/* A scalar of a simple type, converted; `what` for the message. */
const Expr *elab_scalar(Inst *in, const Env *env, const AstExpr *e, TypeKind kind,
						const char *what);
const char *elab_name(const Inst *in, Name name);

/* elab_type.c — types and conversion */

const char *elab_type_text(Inst *in, const Type *t); /* in scratch */
const char *elab_dims_text(Inst *in, const Type *t); /* "[2, 3]"; "a scalar"; in scratch */
bool elab_is_record(const Node *n);                  /* its class can be the type of a value */
/* Bring all to one type: Integer to Real, records by name. False: reported, or with at.file 0 just
   said. */
bool elab_join(Inst *in, const Expr **x, uint32_t n, Place at, const char *what);
bool elab_can_convert(Inst *in, const Type *from, const Type *to); /* sizes apart if open */
int elab_field(const Type *t, Name name);                          /* number of a field; -1 */

/* elab_ref.c, elab_part.c, elab_name.c — names */

typedef struct Ref {
	Inst *in;            /* of all */
	const Env *env;      /* where it stands */
	const AstExpr *ast;  /* AX_NAME or AX_REF */
	const AstPart *part; /* n parts */
	uint32_t n;          /* length of part */
	AstPart one;         /* room for the part of an AX_NAME */
} Ref;

void elab_ref_init(Ref *r, Inst *in, const Env *env, const AstExpr *e);
Place elab_ref_place(const Ref *r, uint32_t k); /* of part k */
const Expr *elab_ref(Inst *in, const Env *env, const AstExpr *e);
/* The component or class that is meant, with literal subscripts on the way only; NULL: it is no
   such, or reported. */
Node *elab_ref_node(Inst *in, const Env *env, const AstExpr *e, bool report);
const Iter *elab_find_iter(const Env *env, Name name);
/* Part 0 as a node, checked: not a variable of an enclosing class; NULL: reported. */
Node *elab_first(const Ref *r);
Node *elab_next(const Ref *r, Node *n, uint32_t k); /* part k, an element of n; NULL: reported */
Node *elab_outer(Inst *in, Node *n);                /* an outer component: its inner one */
/* The subscripts of part k for sizes dim (type, or of node): n in *count; false: reported. */
bool elab_subscripts(const Ref *r, uint32_t k, const Expr *x, const Node *node, const Expr **sub,
					 uint32_t *count);
/* x, then subscripts of part k, then fields for the parts behind. */
const Expr *elab_parts(const Ref *r, const Expr *x, uint32_t k, const Node *node);
const Expr *elab_index(Inst *in, const Env *env, const AstExpr *e); /* of AX_INDEX */
const Expr *elab_local(const Ref *r, Node *n); /* a variable of the function; NULL: it is none */

/* elab_op.c, elab_overload.c — operators */

const Expr *elab_unary(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_binary(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_binary_of(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b,
						   Place at);
const Expr *elab_negative(Inst *in, const Env *env, const Expr *a, Place at);
const Expr *elab_overload_binary(Inst *in, const Env *env, AstOp op, const Expr *a, const Expr *b,
								 Place at);
/* The functions of an operator such as 'constructor'; n in *n; NULL: it has no such operator. */
Node **elab_operator(Inst *in, Node *record, const char *name, uint32_t *n);
Node *elab_record_class(Inst *in, const Type *t); /* of a record; NULL: not known */

/* elab_array.c, elab_iter.c — arrays, ranges, iterators */

const Expr *elab_array(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_matrix(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_range(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_comprehend(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_reduce(Inst *in, const Env *env, const AstExpr *e);
const Expr *elab_element(Inst *in, const Expr *x, int32_t i); /* x[i], i from 1, of known size */
/* The values of an iterator as a vector, evaluated if that must be; the error value: reported. */
const Expr *elab_iter_range(Inst *in, const Env *env, const AstExpr *iter, const AstStmt *body,
							uint32_t n_body, const AstExpr *expr);
/* In a model, sizes are known: an expression of open size is evaluated. */
const Expr *elab_close(Inst *in, const Env *env, const Expr *x, Place at, const char *what);
/* The elements of a vector of literals, in scratch; NULL: it is none. */
const Expr *const *elab_literals(Inst *in, const Expr *x, uint32_t *n);
/* A new iterator of the body, as a local. */
const Expr *elab_new_iter(Inst *in, Body *b, Name name, const Type *type, Place at);

/* elab_builtin.c, elab_math.c, elab_event.c, elab_clock.c — predefined functions */

typedef struct Builtin Builtin;

/* A call of a predefined function. */
typedef struct Call {
	Inst *in;                /* of all */
	const Env *env;          /* where it stands */
	const AstExpr *ast;      /* the call */
	const Builtin *fn;       /* the function */
	const AstExpr **written; /* n_written: arguments as written; NULL: not given */
	const Expr **arg;        /* n arguments; NULL: not given */
	uint32_t n;              /* positions up to the last one given */
} Call;

struct Builtin {
	const char *name;                   /* as called */
	uint8_t least, most;                /* arguments; MANY: no limit */
	const char *formals;                /* "x y": names of the arguments, for `name = value` */
	const Expr *(*build)(const Call *); /* gives the value */
	ExprOp op;                          /* for build */
	bool is_raw;                        /* the arguments are not elaborated before */
};

/* elab_element.c — values of arrays of records, component by component */

/* The record that an array of components gives to one of them; NULL: it gives no records. */
const Expr *elab_mod_element(Inst *in, const Mod *m, bool is_pure);

/* elab_older.c — functions of libraries for Modelica 2 */

/* requires: all of fn but its name and notes. gives: what may be used before it has a value has one
   at entry, with a warning. */
void elab_older(Inst *in, const FnInfo *info, const FlatFn *fn);

/* elab_partial.c — a call of `function fx = der(f, x)` (MLS 12.7.2) */

const Expr *elab_partial(Inst *in, const Env *env, Node *n, const AstExpr *e);

const Builtin *elab_find_builtin(Inst *in, Name name);
const Expr *elab_builtin(Inst *in, const Env *env, const AstExpr *call, const Builtin *fn);
void elab_suggest_builtins(Suggest *s);
/* Builders: see the table in elab_builtin.c. */
const Expr *elab_math_real(const Call *c);
const Expr *elab_math_number(const Call *c);
const Expr *elab_math_numbers(const Call *c);
const Expr *elab_math_extreme(const Call *c);
const Expr *elab_math_integer(const Call *c);
const Expr *elab_math_to_integer(const Call *c);
const Expr *elab_math_string(const Call *c);
const Expr *elab_math_sum(const Call *c);
const Expr *elab_math_size(const Call *c);
const Expr *elab_math_ndims(const Call *c);
const Expr *elab_math_fill(const Call *c);
const Expr *elab_math_constant(const Call *c);
const Expr *elab_math_identity(const Call *c);
const Expr *elab_math_linspace(const Call *c);
const Expr *elab_math_array(const Call *c);
const Expr *elab_math_vectors(const Call *c);
const Expr *elab_math_cat(const Call *c);
const Expr *elab_math_list(const Call *c);
/* For those of time and events: false if it stands in a function, which is reported. */
bool elab_event_allowed(const Call *c);
/* Argument i, converted to a scalar of that kind, or to Reals of any dimensions; false: reported.
 */
bool elab_event_scalar(const Call *c, uint32_t i, TypeKind kind);
bool elab_event_real(const Call *c, uint32_t i);
const Expr *elab_event_der(const Call *c);
const Expr *elab_event_pre(const Call *c);
const Expr *elab_event_none(const Call *c);
const Expr *elab_event_wrap(const Call *c);
const Expr *elab_event_smooth(const Call *c);
const Expr *elab_event_homotopy(const Call *c);
const Expr *elab_event_assert(const Call *c);
const Expr *elab_event_terminate(const Call *c);
const Expr *elab_event_reinit(const Call *c);
const Expr *elab_event_connect(const Call *c);
const Expr *elab_event_instance_name(const Call *c);
const Expr *elab_clock_new(const Call *c);
const Expr *elab_clock_same(const Call *c);
const Expr *elab_clock_factor(const Call *c);
const Expr *elab_clock_shift(const Call *c);
const Expr *elab_clock_ask(const Call *c);
const Expr *elab_clock_transition(const Call *c);
const Expr *elab_clock_state(const Call *c);

/* elab_stateful.c — operators with a state (operator_rule.h) */

bool elab_stateful_types(const Call *c);        /* the arguments are what the rule says */
const Expr *elab_stateful_build(const Call *c); /* and known before simulation where need be */

/* elab_call.c, elab_args.c — calls */

typedef struct CallArgs {
	Node **formal;          /* n formals in order */
	const AstExpr **given;  /* n arguments; NULL: not given */
	uint32_t n;             /* formals */
	const FnArg *functions; /* formals that are functions; or NULL */
	const FnValue *bound;   /* what is bound already; or NULL */
} CallArgs;

const Expr *elab_call(Inst *in, const Env *env, const AstExpr *e);
/* The arguments of a call for another function than the one written. */
const Expr *elab_call_function(Inst *in, const Env *env, Node *fn, const AstExpr *call);
/* The same for a function value. */
const Expr *elab_call_value(Inst *in, const Env *env, const FnValue *v, const AstExpr *call);
const Expr *elab_call_info(Inst *in, const Env *env, const FnInfo *fn, const CallArgs *a, Place at);
const char *elab_callee_name(Inst *in, const Node *fn); /* with dots; in scratch */
Node **elab_formals(Inst *in, Node *fn, uint32_t *n);   /* its inputs, in scratch; NULL: reported */
/* Put the arguments of a call where the n formals are. is_fixed: cannot be given; or NULL. False:
   reported, or just said if `fn` is NULL. */
bool elab_place_args(Inst *in, const Node *fn, const AstExpr *call, Node *const formal[],
					 const bool *is_fixed, uint32_t n, const AstExpr **given);

/* elab_apply.c, elab_vector.c — calls with values as arguments */

/* Arguments in the order of the inputs, of their types but for dimensions in front, over which the
   call is repeated; NULL: the default. */
const Expr *elab_call_with(Inst *in, const Env *env, const FnInfo *fn, const Expr **arg, Place at);
/* The first of several results, as a value. */
const Expr *elab_first_result(Inst *in, const Env *env, const Expr *call, Place at);
/* Without dimensions in front. */
const Expr *elab_call_once(Inst *in, const Env *env, const FnInfo *fn, const Expr *const arg[],
						   Place at);
/* Does the function take arguments of these types, the others by default (MLS 14)? */
bool elab_call_fits(Inst *in, const FnInfo *fn, const Expr *const arg[], int n);
/* e with argument i in place of local i of b, or the value that the local is declared with. */
const Expr *elab_substitute(Inst *in, const Expr *e, const Body *b, const Expr *const arg[],
							int32_t n);

/* elab_record.c — records */

const FnInfo *elab_record_info(Inst *in, Node *record); /* the constructor; NULL: reported */
const Expr *elab_new_record(Inst *in, const Env *env, Node *record, const AstExpr *call);
const Expr *elab_construct(Inst *in, const FnInfo *record, const Expr *const arg[]);
/* The record type of a class, with the sizes that its text gives; NULL: reported. */
const Type *elab_record_type(Inst *in, Node *cls);
Name elab_record_name(Inst *in, Node *cls);

/* elab_fnvalue.c — functions as values */

/* An argument that is a function; false: it is none (nothing reported), or *failed. */
bool elab_fn_value(Inst *in, const Env *env, const AstExpr *e, FnValue *out, bool *failed);
bool elab_is_formal(const Env *env, const Node *n); /* stands for a function */
const Expr *elab_call_formal(Inst *in, const Env *env, Node *n, const AstExpr *e);
bool elab_same_functions(const FnArg *a, const FnArg *b); /* but for the bound values */

/* elab_fn.c, elab_local.c, elab_note.c — functions */

bool elab_fn_is(Inst *in, Node *fn, uint16_t flag); /* CF_…, of it or what it is short for */
const FnInfo *elab_fn_info(Inst *in, Node *fn, const FnArg *functions); /* NULL: reported */
int elab_local_type(Inst *in, Body *b, Node *n); /* its local, typed now; -1: it is none */
int elab_add_local(Inst *in, Body *b, Node *n, LocalKind kind);
/* The value that a local is declared with, converted; NULL: none. */
const Expr *elab_local_value(Inst *in, Body *b, int i);
/* Of a record without value: from the values of its fields (MLS 12.6); NULL: one has none. */
const Expr *elab_local_parts(Inst *in, Body *b, int i);
/* The external clause, own or inherited; in whose text; or NULL. */
const AstExternal *elab_find_external(Inst *in, Node *fn, Node **where);
void elab_notes(Inst *in, const FnInfo *info, FlatFn *fn); /* annotations */
void elab_external(Inst *in, const FnInfo *info, const AstExternal *ext, Node *where, FlatFn *fn);

#endif
