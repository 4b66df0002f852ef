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
   - Clocks are kept as operators, until clocks/ makes equations of them that hold at ticks. */
#ifndef MDV_FLAT_H
#define MDV_FLAT_H

#include "compiler/expr/expr.h"
/* scalar.c — array and record expressions element by element */

/* Scalar number k, row-major and fields in order, of an expression of known size: products of
   matrices become sums, comprehensions and array functions vanish, calls get an index. */
const Expr *scalar_at(ExprPool *p, Arena *scratch, const Expr *e, int32_t k);
/* Constructors of that type, with what `of` gives for variables v, v + 1 … as elements. */
typedef const Expr *(*ScalarOf)(void *ctx, VarId v);
const Expr *scalar_build(ExprPool *p, Arena *scratch, VarId v, const Type *type, ScalarOf of,
						 void *ctx);
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
	DF_PROTECTED = 1,
	DF_FINAL = 2,
	DF_EVALUATE = 4,        /* annotation(Evaluate = true) */
	DF_HIDE_RESULT = 8,     /* annotation(HideResult = true) */
	DF_CONNECTOR_PART = 16, /* inside a connector; path names it */
	DF_OUTSIDE = 32, /* its value comes from a component of its own: the state of an atomic */
	DF_OLDER = 64,   /* a parameter without a value in a library for Modelica 2 */
	DF_CLOSED = 128  /* a modifier of it is final: nothing outside may give it another value */
};

typedef struct Dim {
	int32_t n;         /* size */
	const Type *index; /* enumeration or Boolean that indexes it; NULL: Integer */
} Dim;

/* One declared variable of a simple type, over all array elements of the components around it. */
typedef struct FlatDecl {
	Name name;   /* "r[].v[,]": empty brackets take the subscripts; "r[2].w[]" if only some do */
	VarId first; /* set by flat_add_decl */
	const Type *type;    /* scalar, of one element */
	const Dim *dim;      /* rank; copied */
	int8_t rank;         /* number of empty subscripts in name */
	uint8_t causality;   /* Causality */
	bool input;          /* declared so, in whatever component */
	uint8_t role;        /* PortRole */
	uint8_t flags;       /* BF_… */
	uint8_t variability; /* Variability as declared, for all elements; see flat_make_discrete */
	PathId path;         /* the component that declares it; a connector if DF_CONNECTOR_PART */
	Span at;             /* its declaration */
	Span value_at;       /* binding or modifier that gave the value; SPAN_NONE: none */
	Name comment;        /* {0}: none */
} FlatDecl;

/* What may differ among the elements of an array, besides start and binding. Made once. */
enum { START_OF_TYPE = 254 }; /* no modifier gave start, but the type */

typedef struct FlatAttrs {
	const Expr *min; /* NULL: not given; so for all expressions here */
	const Expr *max;
	const Expr *nominal;
	Name quantity; /* {0}: not given */
	Name unit;
	Name display_unit;
	uint8_t fixed;        /* Fixed */
	uint8_t state_select; /* StateSelect */
	uint8_t start_depth;  /* nesting of the modifier that gave start: 0 is the model itself, or
						   START_OF_TYPE */
	bool structural;      /* a parameter whose value was used to build the model */
} FlatAttrs;

typedef struct FlatVar {
	DeclId decl;              /* what it is an element of */
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
	uint8_t kind;     /* EqKind */
	uint8_t origin;   /* EqOrigin */
	bool initial;     /* of an initial equation section */
	int32_t n_branch; /* of EQ_IF, EQ_WHEN */
	PathId path;      /* the component it belongs to */
	SetId set;        /* the connection set it comes from; 0: none */
	int32_t clock;    /* 1 + the clock at whose ticks it holds (FlatClock); 0: none */
	Span at;          /* in the source */
	union {
		struct {
			const Expr *lhs; /* left side; what an EQ_EFFECT does */
			const Expr *rhs; /* right side */
		};
		const EqBranch *branch; /* n_branch */
	};
};

/* The equations of a for-equation whose members are all of one form (family.c): member k is `first`
   with variable v + k wherever `last`, member n - 1, has another variable than the v of `first`. */
typedef struct FlatFamily {
	size_t at;                  /* it stands before the equation of this number */
	int32_t n;                  /* members */
	int32_t n_eqs;              /* equations of each member */
	const FlatEq *first, *last; /* n_eqs each: of member 0 and member n - 1; EQ_EQUAL of scalars */
} FlatFamily;

/* A clocked when: its equations are equations as all others are (MLS 16.6). */
static inline bool flat_is_clocked(const FlatEq *eq)
{
	return eq->kind == EQ_WHEN && eq->branch[0].cond->type->kind == TY_CLOCK;
}

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
	int32_t n_branch;         /* branches */
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
	bool zero_unset;        /* used before it has a value it is zero, with a warning */
	Span at;                /* its declaration */
	const Name *unit;       /* of each leaf (type_leaves), {0}: none; NULL: not asked for */
	bool is_limited;        /* a number with limits that are numbers: */
	double min, max;        /* those; infinite: none */
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

typedef enum Trust { TRUST_UNKNOWN, TRUST_AGREES, TRUST_DIFFERS } Trust;

/* What was found about an annotated derivative that was to be used (diff_trust.c). */
typedef struct FnTrust {
	FnId fn, derivative; /* the function, and what its annotation names */
	int note;            /* which annotation, from 0 */
	Trust verdict;       /* so far */
	int points;          /* at which both agree */
	int calls;           /* that were tried */
} FnTrust;

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
	bool passes;                    /* a check: its value is its first argument, or it fails */
	Name shown;                     /* what a call of it is called in texts; {0}: by its name */
	Name comment;                   /* {0}: none */
} FlatFn;

typedef struct FlatObject {
	const Type *type; /* TY_OBJECT */
	FnId constructor; /* makes one */
	FnId destructor;  /* ends one */
} FlatObject;

/* What makes an atomic DEVS model, as functions of the user: the member of its class, and what it
   is to be. All but the first are given the state first; those at inputs then the elapsed time and
   the bag, the output function the queues of its ports and their number. */
#define DEVS_FUNCTIONS(X)                                \
	X(DEVS_INIT, "initState") /* the state at first */   \
	X(DEVS_INT, "Fint")       /* internal transition */  \
	X(DEVS_EXT, "Fext")       /* external transition */  \
	X(DEVS_CON, "Fcon")       /* confluent transition */ \
	X(DEVS_OUT, "Fout")       /* output */               \
	X(DEVS_TA, "Fta")         /* time advance */
#define DEVS_ENUM(role, name) role,
typedef enum DevsRole { DEVS_FUNCTIONS(DEVS_ENUM) DEVS_ROLE_COUNT } DevsRole;
#undef DEVS_ENUM

/* Booleans of the base class that equations may read: a transition of that kind has just been. */
#define DEVS_PULSES(X)      \
	X("internalTransition") \
	X("externalTransition") \
	X("confluentTransition")
enum { DEVS_PULSE_COUNT = 3 };

/* A function of an atomic: what it is given besides comes from its redeclaration. */
typedef struct FlatDevsFn {
	FnId fn;                  /* the function; -1: what all atomics do */
	int32_t n_std;            /* inputs that the role gives */
	const Type *const *type;  /* of all its inputs, with the sizes that they have here */
	int32_t n_given;          /* scalars of the others */
	const Expr *const *given; /* n_given: literals, or variables of the model */
} FlatDevsFn;

/* An atomic DEVS model: a component of the system, whose functions are the user's. Its state is in
   variables of the model, which only show it. */
typedef struct FlatAtomic {
	PathId path;                    /* the component */
	const Type *state;              /* a record */
	const VarId *var;               /* state->n_scalars variables that show it */
	const bool *is_read;            /* of each: do equations read it? */
	VarId pulse[DEVS_PULSE_COUNT];  /* what equations read of DEVS_PULSES; -1: nothing */
	int32_t n_in, n_out;            /* ports */
	bool keeps_bag;                 /* messages that a transition leaves are in its next bag */
	const Name *in_name, *out_name; /* their names; {0}: a number that no port has */
	const Type **in, **out; /* by port: the record of its messages; NULL: the standard one */
	FlatDevsFn fn[DEVS_ROLE_COUNT]; /* its functions */
} FlatAtomic;

/* What a class gives to the part that it stands for: a parameter, a port, or a variable that shows
   something of it. */
typedef struct FlatPartItem {
	Name name;        /* as the part calls it; of a record's field "service.kind" */
	Name own;         /* as the user does, without the component */
	Span at;          /* its declaration */
	const Type *type; /* of one scalar; of ports NULL */
	const VarId *var; /* n_vars; of ports none */
	int32_t n_vars;   /* scalars */
	int32_t element;  /* of an element of an array of ports: its number, from 0 */
	bool array;       /* it has a dimension */
	bool is_read;     /* of what is shown: equations read it */
} FlatPartItem;

typedef VEC(FlatPartItem) FlatPartItems;

/* A component that is written in C: a ready part, or an atomic of a shared library. */
typedef struct FlatPart {
	PathId path;          /* the component */
	Span at;              /* its declaration */
	Name part;            /* which part, or atomic of the library */
	Name library, folder; /* the library and where it is looked for first; {0}: one of ours */
	FlatPartItems params; /* in the order of the source */
	FlatPartItems in;     /* input ports: couplings know them by their place here */
	FlatPartItems out;    /* output ports, likewise */
	FlatPartItems shown;  /* what its variables show */
} FlatPart;

/* A scalar of a message, and what it is to the equations: a variable that it gives its value, or
   from which it has it; then also a literal. */
typedef struct FlatBridgeValue {
	int32_t scalar; /* of the message */
	const Expr *x;  /* variable or literal */
} FlatBridgeValue;

/* A port of the equations: where messages become values of variables, or values messages. */
typedef struct FlatBridge {
	const Expr *count;   /* of an input: how many messages there have been, NULL: not asked;
							of an output: a message leaves when it has changed */
	const Type *message; /* the record; NULL: the standard one */
	const FlatBridgeValue *value; /* n_values */
	int32_t n_values;             /* how many */
	bool output;                  /* it sends */
	PathId path;                  /* the component */
	Name port;                    /* the port's name */
} FlatBridge;

/* From an output of one component to an input of another. */
typedef struct FlatCoupling {
	int32_t from, to;           /* atomics, then parts, then the equations, by bridges */
	int32_t from_port, to_port; /* from 0 */
	Span at;                    /* the (first) connect equation */
} FlatCoupling;

typedef enum FlatClockKind {
	CLOCK_RATIONAL, /* ticks at rational numbers of seconds */
	CLOCK_INTERVAL, /* of an interval that a parameter gives */
	CLOCK_VARYING,  /* of intervals that a clocked variable gives */
	CLOCK_EVENT     /* a condition makes it tick */
} FlatClockKind;

/* A clock of the model (MLS 16.7): equations that hold at its ticks only. It ticks when shift,
   shift + factor, shift + 2 factor … of `per` parts of its unit have passed; of an event clock the
   unit is from one rise of the condition to the next. */
typedef struct FlatClock {
	uint8_t kind;               /* FlatClockKind */
	bool has_der;               /* its equations are integrated from tick to tick */
	int32_t base;               /* which base-partition: those of one are synchronous */
	int64_t factor, shift, per; /* see above */
	double resolution;          /* the unit takes interval/resolution seconds */
	const Expr *interval;       /* of the unit; of an event clock its condition */
	const Expr *written;        /* the same in the user's words; NULL: of rational clocks */
	VarId tick;                 /* Boolean: rises at its ticks */
	VarId first;                /* Boolean: its pre value is that of firstTick() */
	const Expr *step;           /* interval(), at a tick */
	VarId length;               /* of has_der: a variable that is it */
	const char *method;         /* how it is integrated; NULL: none is given */
	int32_t n_eqs;              /* equations and algorithms */
	Span at;                    /* where its clock, or an equation of it, is written */
} FlatClock;

typedef struct FlatExperiment {
	double start, stop;         /* seconds */
	double tolerance, interval; /* 0: not given */
	bool given;                 /* there is an experiment annotation */
	bool has_stop;              /* StopTime is given */
} FlatExperiment;

/* What a variable of a quotient (split/quotient.c) stands for: `n` variables of the whole model
   from `first` on, which are determined by the same equations, each of its own; or, of a view, so
   many that other variables stand for. */
typedef struct FlatSpan {
	int32_t first; /* VarId of the whole model */
	int32_t n;     /* how many */
	int32_t part;  /* of a loop whose equations determine them, a number of its own; -1: of none */
	bool view;     /* they belong to others: it only shows them */
} FlatSpan;

typedef struct FlatSpans {
	const struct FlatModel *of; /* the whole model */
	const FlatSpan *span;  /* n, by variable of the quotient; those behind stand for one each */
	int32_t n;             /* variables that the quotient was made with */
	const int32_t *var_of; /* by variable of the whole model: that of the quotient */
} FlatSpans;

/* Files of libraries, for functions that are evaluated at compile time. */
typedef struct FlatFiles {
	void *ctx; /* handed to the others */
	/* The path of what a URI names; NULL: there is none. */
	const char *(*resource)(void *ctx, const char *uri);
	/* The text of a file that `resource` has named; NULL: it is another, or cannot be read. */
	const char *(*read)(void *ctx, const char *path, size_t *len);
} FlatFiles;

typedef struct FlatModel {
	Arena *keep;                 /* holds the model */
	Intern *names;               /* texts */
	ExprPool pool;               /* types and expressions */
	Name name;                   /* class name of the model */
	Name comment;                /* {0}: none */
	Span at;                     /* its declaration */
	FlatExperiment experiment;   /* annotation(experiment(…)) */
	VEC(FlatDecl) decls;         /* by DeclId */
	VEC(FlatVar) vars;           /* by VarId */
	VEC(FlatAttrs) attrs;        /* by AttrId; at 0 the empty ones */
	VEC(FlatEq) eqs;             /* by EqId; initial ones among them */
	VEC(FlatAlg) algs;           /* by AlgId */
	VEC(FlatFn) fns;             /* by FnId */
	VEC(FnTrust) trusts;         /* annotated derivatives that were to be used, in order */
	VEC(FlatObject) objects;     /* external object types */
	VEC(FlatPath) paths;         /* by PathId; at 0 the model */
	VEC(FlatSet) sets;           /* by SetId; at 0 none */
	VEC(FlatAtomic) atomics;     /* DEVS components, in the order of the source */
	VEC(FlatPart) parts;         /* components that are written in C, likewise */
	VEC(FlatBridge) bridges;     /* ports of the equations: first all inputs, then all outputs */
	VEC(FlatCoupling) couplings; /* among all of them */
	const FlatFiles *files;      /* what may be read at compile time; NULL: nothing */
	VEC(uint32_t) library;       /* numbers of files that belong to libraries, ascending */
	VEC(FlatFamily) families;    /* equations besides eqs, in their order; see family_expand */
	const FlatSpans *spans;      /* of a model whose variables stand for many; NULL: of one each */
	Map attrs_seen;              /* hash of attributes -> AttrId */
	VEC(FlatClock) clocks;       /* clocks/: those that tick */
	VEC(int32_t) clock_of;       /* clocks/: by VarId of what was there before: 1 + its clock; 0 */
} FlatModel;

#define FLAT_MAX_VARS (1 << 26)

void flat_init(FlatModel *m, Arena *keep, Intern *names, Name name, Span at);
Name flat_name(FlatModel *m, const char *text); /* interned; {0} for "" or NULL */

/* Building. Given structures are copied; arrays they point to must live in `keep`, except dims. */
PathId flat_add_path(FlatModel *m, PathId parent, Name name, Name class_name, Span at);
SetId flat_add_set(FlatModel *m, Span first, Span second, uint32_t n);
/* The variables of a declaration; -1 if there would be more than FLAT_MAX_VARS altogether. */
DeclId flat_add_decl(FlatModel *m, const FlatDecl *b);
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
const Expr *flat_ref(FlatModel *m, VarId v);                          /* a scalar */
const Expr *flat_ref_decl(FlatModel *m, DeclId b);                    /* all of an array */
const Expr *flat_ref_at(FlatModel *m, DeclId b, const int32_t sub[]); /* subscripts from 1 */
const Expr *flat_call(FlatModel *m, FnId f, const Expr *const arg[], size_t n); /* new site */
const Expr *flat_assertion(FlatModel *m, const Expr *holds, const Expr *message);
/* A function with n_in inputs k, n … of the value's type which gives `value`, if `check`, an
   assertion, does not end it; both are about the inputs, as locals 0 … check NULL: none. */
FnId flat_new_check(FlatModel *m, const char *name, int32_t n_in, const Expr *check,
					const Expr *value);

/* Reading. */
static inline FlatVar *flat_var(const FlatModel *m, VarId v)
{
	return &m->vars.at[v.i];
}
static inline FlatDecl *flat_decl_of(const FlatModel *m, VarId v)
{
	return &m->decls.at[m->vars.at[v.i].decl.i];
}
static inline bool flat_is_own(const FlatModel *m, VarId v) /* the compiler's, not the user's */
{
	return intern_text(m->names, flat_decl_of(m, v)->name)[0] == '$';
}
static inline const FlatAttrs *flat_attrs(const FlatModel *m, VarId v)
{
	return &m->attrs.at[m->vars.at[v.i].attrs];
}
int32_t flat_decl_size(const FlatDecl *b);                   /* number of scalars */
void flat_print_var(const FlatModel *m, VarId v, Text *out); /* "r[2].v[1,3]" */
/* The part of a declaration's name up to and with the next bracket or comma that takes a subscript;
   false: there is none, and *len is the rest. */
bool flat_name_part(const char *name, size_t *len);
void flat_print_path(const FlatModel *m, PathId path, Text *out); /* "a.b"; "" for the model */
bool flat_in_library(const FlatModel *m, Span at);
bool flat_is_unknown(const FlatModel *m, VarId v); /* to be determined by equations */
/* The scalar equations that an equation or algorithm stands for. */
int32_t flat_count_eq(const FlatEq *eq, Arena *scratch);
int32_t flat_count_branch(const EqBranch *b, Arena *scratch);
int32_t flat_count_alg(const FlatAlg *alg, Arena *scratch);

/* family.c — equations of one form */

enum {
	FAMILY_LEAST = 64,      /* members: fewer are equations one by one */
	FAMILY_MOST_NODES = 256 /* nodes of a side, as a tree */
};

/* A side of the first and the last member, node by node, each before its arguments. Where both are
   the same node, or variables, nothing below is listed. */
typedef struct FamilyScan {
	const Expr *first[FAMILY_MOST_NODES]; /* n */
	const Expr *last[FAMILY_MOST_NODES];  /* n */
	int32_t n;                            /* how many */
} FamilyScan;

/* What stands for a pair of leaves: the same node, or two variables. */
typedef const Expr *(*FamilyLeaf)(void *ctx, const Expr *first, const Expr *last);

/* False: they are no two members of a family with n members. */
bool family_scan(const FlatModel *m, const Expr *first, const Expr *last, int32_t n,
				 FamilyScan *out);
/* Is it a node that differs, but no variable? */
static inline bool family_is_node(const FamilyScan *s, int32_t i)
{
	return s->first[i] != s->last[i] && s->first[i]->op != EX_VAR;
}
/* The expression of pool p with these leaves. */
const Expr *family_build(ExprPool *p, const FamilyScan *s, FamilyLeaf leaf, void *ctx);
/* Equation i of member k. */
FlatEq family_member(FlatModel *m, const FlatFamily *f, int32_t i, int32_t k);
/* All families become equations, where they would have stood. */
void family_expand(FlatModel *m);

/* targets.c — what is assigned */

/* Calls `give` for each variable that a when-clause, or an algorithm, assigns: each once. */
typedef void (*TargetFn)(void *ctx, VarId v);
void targets_of_when(const FlatEq *eq, Arena *scratch, TargetFn give, void *ctx);
void targets_of_alg(const FlatAlg *alg, Arena *scratch, TargetFn give, void *ctx);

/* Calls `give` for each expression of statements, those inside of branches included. */
typedef void (*StmtExprFn)(void *ctx, const Expr *e);
void targets_exprs(const FlatStmt *stmt, int32_t n, StmtExprFn give, void *ctx);

/* doubt.c — which variables of a function may be used before they have a value */

enum {
	DOUBT_AT_READ = 1, /* it may be read before it is assigned */
	DOUBT_AT_EXIT = 2  /* an output that may not have been assigned */
};

/* The order in which variables get their values at entry (MLS 12.4.4). In scratch, as all here. */
const int32_t *doubt_order(const FlatFn *fn, Walk *w, Arena *scratch);
/* By variable: DOUBT_…; 0: it always has a value when it matters. w needs an arena of its own. */
const uint8_t *doubt_find(const FlatFn *fn, const int32_t order[], Walk *w, Arena *scratch);
/* What of a variable the statements of a function assign, on whatever path. */
typedef enum DoubtParts {
	DOUBT_NOTHING, /* no statement assigns it */
	DOUBT_SOME,    /* elements of an array with subscripts that are written, but not all of them */
	DOUBT_ALL      /* all of it, or what can be seen at run time only */
} DoubtParts;
DoubtParts doubt_parts(const FlatFn *fn, int32_t local, Arena *scratch);
/* Of a record: which of its fields some statement assigns, in whole or in part. */
const bool *doubt_fields(const FlatFn *fn, int32_t local, Arena *scratch);

/* whole.c — gives: an algorithm section assigns all elements of its arrays (MLS 11.1.2) */

void whole_outputs(FlatModel *m, Arena *scratch);

/* print.c, print_expr.c, print_fn.c — flat Modelica text; `out` must not live in scratch */

void print_model(const FlatModel *m, Arena *scratch, Text *out);
void print_expr(const FlatModel *m, const FlatBody *body, const Expr *e, Arena *scratch, Text *out);
/* Its first `most` bytes; what follows may be missing. Of long lists no more is looked at. */
void print_expr_begin(const FlatModel *m, const Expr *e, size_t most, Arena *scratch, Text *out);
void print_eq(const FlatModel *m, const FlatEq *eq, Arena *scratch, Text *out); /* one line */
void print_function(const FlatModel *m, const FlatFn *fn, Arena *scratch, Text *out);
void print_body(const FlatModel *m, const FlatBody *body, Arena *scratch, Text *out);
void print_declared(const FlatModel *m, const Type *t, const char *name, const char *prefix,
					Text *out);                                  /* "Real x[3];" */
void print_comment(const FlatModel *m, Name comment, Text *out); /* " \"text\"" if there is one */
void print_string(const char *s, Text *out);                     /* quoted, with escapes */

/* flat_check.c, flat_check_expr.c — the definition of a flat model */

/* Every number is in range, types and variabilities agree, targets can be assigned. O(size). False:
   `why` says what is wrong, and where. */
bool flat_check(const FlatModel *m, const SourceSet *sources, Arena *scratch, Text *why);

/* For the files of flat_check. */
typedef struct FlatChecker {
	Check *check;             /* the way out */
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

/* cycle.c — requires: flat_check. gives: no parameter depends on itself. False: an error was given.
 */
bool cycle_check(const FlatModel *m, Arena *scratch, Diag *d);

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
/* Not longer than so many bytes, cut at a whole character. */
void wording_cut(Text *text, size_t most);
/* The text of an equation or algorithm, cut to one short line. */
void wording_row(const FlatModel *m, const Incidence *inc, int32_t row, Arena *scratch, Text *out);

#endif
