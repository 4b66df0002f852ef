/* SPDX-License-Identifier: MIT
   inst.h — the contents of inst/: from the syntax tree to the flat model (MLS 5, 7, 9, 12).

   A Node is an instance: of a class (a package, a function, a type), or of a component. Its members
   are made when they are first asked for, so that a library costs what is used of it. Identity is
   the address of a Node; names are made once, when a variable becomes flat.

   Every Node has two parents. `scope` is the instance of the class that lexically encloses its
   class: simple names go up there. `owner` is the instance it is a part of: inner/outer and paths
   go up there. Whatever is computed on demand has a mark (NEW, BUSY, DONE): meeting BUSY is a cycle
   in the user's model, reported as such.

	   class M  extends B(x = 1);  R r(k = 2);  end M;

	   Node M ── base ──> Node B   (instance M, mods: those of M, then `x = 1` looked up in M)
		 └── member r ─> Node r    (owner M, def R, mods: those of M for r, then `k = 2`)      */
#ifndef MDV_INST_H
#define MDV_INST_H

#include "compiler/flat/flat.h"
#include "compiler/syntax/syntax.h"

enum { MAX_ELEMENTS = 1 << 26 }; /* of an array: what more would take, no machine has */

typedef struct Inst Inst;
typedef struct Node Node;
typedef struct Mod Mod;
typedef struct Row Row;

typedef enum Mark { MARK_NEW, MARK_BUSY, MARK_DONE } Mark;

/* mod.c — modifiers (MLS 7.2)

   The modifiers of an element are a list, strongest first: those from outside, outermost first,
   then those of extends clauses, then the declaration's own. Nothing is merged or copied: a
   question goes along the list. A modifier that reaches into an array of components without `each`
   is taken apart: `sub` says which element of its value belongs to this instance (MLS 7.2.5). */

typedef struct ModSub {
	const struct ModSub *outer; /* subscripts of the arrays further out; or NULL */
	const int32_t *at;          /* n subscripts, from 1 */
	const Dim *dim;             /* n sizes of the array, which values must have (MLS 7.2.5) */
	int32_t n;                  /* how many */
} ModSub;

struct Mod {
	const AstMod *ast;         /* arguments and value */
	const AstElement *replace; /* a redeclaration; or NULL */
	Node *where;               /* instance in whose scope its names are looked up */
	const ModSub *sub;         /* elements chosen of its value; or NULL: all of it */
	const Mod *weaker;         /* the next one; or NULL */
	Place at;                  /* the name it modifies */
	bool is_final;             /* nothing stronger may follow */
	bool is_each;              /* written with each */
	bool is_in_array;          /* an array around the element has split it */
	bool is_split;             /* the innermost of `sub` is this very instance's */
	bool is_constraint;        /* from a constraining clause */
	bool is_of_class;          /* from the class of the component, not from its declaration */
};

/* -- instances ---------------------------------------------------------------------------- */

typedef enum NodeKind {
	NODE_CLASS,     /* a class: package, function, type, …; has no value */
	NODE_COMPONENT, /* a component, or one element of an array of components */
	NODE_ARRAY,     /* an array of components that are no simple types; `element` are its parts */
	NODE_BASE       /* what a class inherits by one extends clause; `instance` is the heir */
} NodeKind;

/* A member of a class as found in its text or that of a base class. */
typedef struct Member {
	Name name;               /* of the element */
	const AstElement *decl;  /* the declaration that counts, after redeclarations */
	const AstElement *first; /* the original declaration: prefixes, constraint; mostly == decl */
	Node *home;              /* instance or base in whose text `decl` stands */
	Node *first_home;        /* and `first` */
	const Mod *mod;          /* its modifiers; from mod_of_member */
	Node *node;              /* once made; or NULL */
	bool is_listed;          /* it is in Node.member */
} Member;

struct Node {
	uint8_t kind;            /* NodeKind */
	uint8_t bases_mark;      /* Mark of member_bases */
	uint8_t members_mark;    /* Mark of member_list */
	uint8_t class_mark;      /* Mark of node_class, of a class: of node_basic */
	uint8_t dims_mark;       /* Mark of node_dims */
	uint32_t dims_asked;     /* bits: dimensions being looked at, each for itself */
	uint8_t value_mark;      /* Mark of node_value */
	bool is_error;           /* something was reported: say no more about it */
	bool is_used;            /* of an expandable connector: something refers to it */
	bool is_disabled;        /* condition false (MLS 4.4.5) */
	bool is_made_inner;      /* added to the model for what is outer (MLS 5.4) */
	bool is_late;            /* an element whose parts are made when asked for (row.c) */
	uint16_t prefix;         /* PX_… with those inherited from the components around it */
	uint16_t depth;          /* nesting in the instance tree */
	Name name;               /* of the component or class */
	const AstElement *decl;  /* its declaration; NULL: the root and unnamed ones */
	ClassDef *def;           /* the class; NULL for builtins, see `basic` */
	const Type *basic;       /* Real, Integer, …, enumeration: simple types */
	Node *scope;             /* instance enclosing the class lexically */
	Node *owner;             /* instance it is part of; of a NODE_BASE: the deriving node */
	Node *instance;          /* of a NODE_BASE: the instance it belongs to; else itself */
	Node *home;              /* instance or base in whose text its declaration stands */
	const Member *member_of; /* of a component: what it was made of; NULL: an element, others */
	Node *cls;               /* of a component: the class node it is an instance of */
	Node *replaced;          /* of a `class extends`: the class that it stands for; or NULL */
	const Mod *mod;          /* strongest first */
	Node **base;             /* n_base, in the order of extends clauses */
	uint32_t n_base;         /* length of base */
	uint32_t n_member;       /* length of member */
	Member **member;         /* once member_list is DONE: all, in order, bases' included */
	Map *table;              /* Name -> Member, or NULL: looked for in vain; or NULL */
	Node **element;          /* of NODE_ARRAY: its elements, row-major */
	uint32_t n_element;      /* length of element */
	int32_t rank;            /* dimensions, those of its class included */
	const Dim *dim;          /* rank; once dims_mark is DONE */
	const int32_t *index;    /* of an element of an array: its subscripts; else NULL */
	int32_t n_index;         /* length of index */
	uint32_t n_connects;     /* connect equations that name it: cardinality */
	DeclId flat_decl;        /* of a component of simple type: its variables; -1: not yet */
	FnId fn;                 /* of a function: its flat form; -1: not yet */
	const Expr *value;       /* its constant value, once value_mark is DONE; or NULL */
	PathId path;             /* its place in the flat model's tree; -1: not yet */
};

/* Connections (roots.c, sets.c). */

typedef enum EdgeKind { EDGE_BRANCH, EDGE_CONNECTION, EDGE_CUT, EDGE_REDUNDANT } EdgeKind;

typedef struct RootEdge {
	Node *a, *b;               /* overdetermined records */
	bool a_outside, b_outside; /* the sides of a connection */
	Place at;                  /* where it is written */
	EdgeKind kind;             /* and, of a connection, what became of it */
} RootEdge;

typedef struct RootVertex {
	Node *node;       /* an overdetermined record, or value of a simple type */
	int64_t priority; /* of a potential root; -1: none */
	int32_t set;      /* union-find over connections */
	int32_t tree;     /* union-find over the edges kept */
	int32_t level;    /* distance from the root */
	int32_t best;     /* of a tree: the potential root of least priority; -1: none */
	int32_t branch;   /* the other end of its first branch; -1: it has none */
	bool is_definite; /* Connections.root */
	bool has_root;    /* of a tree */
	bool is_root;     /* chosen */
} RootVertex;

/* An array of an expandable connector whose size follows from connections (connect_bus.c). */
typedef struct BusArray {
	Node *bus;    /* the connector */
	Name name;    /* of the member */
	Node *like;   /* what one element is like */
	int32_t rank; /* dimensions */
	Dim *dim;     /* rank: the largest subscripts so far */
} BusArray;

typedef struct ConnectSets ConnectSets;

/* Why variables are in one set. */
typedef struct SetCause {
	FlatSet by; /* their connect equations */
	SetId id;   /* number in the flat model, once asked for */
} SetCause;

struct ConnectSets {
	int32_t n;            /* members there could be: 2v is variable v seen from inside a component,
							 2v + 1 from outside */
	int32_t *parent;      /* union-find; the smallest member is the root */
	int32_t *next;        /* the next member of the same set, in a ring */
	bool *wired;          /* it is connected to something */
	int32_t *cause;       /* of a root: 1 + its place in causes; 0: nothing is connected to it */
	VEC(SetCause) causes; /* of the sets of several members */
};

/* What one instantiation works with. */
/* Attributes of simple types (MLS 4.9). */
#define ATTRIBUTES(X)                 \
	X(AT_START, "start")              \
	X(AT_FIXED, "fixed")              \
	X(AT_MIN, "min")                  \
	X(AT_MAX, "max")                  \
	X(AT_NOMINAL, "nominal")          \
	X(AT_STATE_SELECT, "stateSelect") \
	X(AT_QUANTITY, "quantity")        \
	X(AT_UNIT, "unit")                \
	X(AT_DISPLAY_UNIT, "displayUnit")
#define ATTRIBUTE_ENUM(constant, text) constant,
typedef enum Attribute { ATTRIBUTES(ATTRIBUTE_ENUM) AT_COUNT } Attribute;
#undef ATTRIBUTE_ENUM

struct Inst {
	Syntax *sx;               /* arenas, names, sources, diagnostics */
	Library *lib;             /* classes by name */
	Arena *keep;              /* what the flat model or the syntax has parts of */
	Arena *tree;              /* nodes, members, modifiers, connections: until the flat model is */
	Arena *scratch;           /* released to where it was by every function */
	Diag *diag;               /* where mistakes are reported */
	FlatModel *flat;          /* the result */
	ExprPool *pool;           /* of the result */
	Node *root;               /* unnamed: the top-level classes and the builtins */
	struct Elab *elab;        /* what elab*.c remember; NULL: nothing yet */
	struct Devs *devs;        /* DEVS components (devs.h); NULL: none so far */
	Node *top;                /* the model */
	Map classes;              /* top-level Name -> class node */
	Map builtins;             /* Name -> class node of Real, Integer, … */
	Map imports;              /* ClassDef -> its import clauses (lookup.c) */
	Map class_mods;           /* Mod -> the same as coming from a class (mod_of_class) */
	Map descriptions;         /* AstComment -> Name of its text, once asked for */
	Map class_names;          /* ClassDef -> Name of its full name, once asked for */
	Map paths;                /* AstPath -> where it led to when last looked up (lookup.c) */
	Map class_attributes;     /* Mod, of a class alone -> what it says (flatten.c) */
	Text text;                /* for names while they are made */
	Name equality;            /* of equalityConstraint (roots.c) */
	Name attribute[AT_COUNT]; /* of each attribute; 0: not asked for yet */
	VEC(Node *) heirs;        /* classes and instances with base classes */
	VEC(const ClassDef *) importers; /* checked texts that have import clauses */
	Map checked;                     /* ClassDef -> 1: its text has been checked (restrict.c) */
	VEC(Node *)
	decl_node;                     /* by DeclId: the component whose variables they are, or
									  the element with parts made late: row_node_of_decl */
	VEC(struct Wire) wires;        /* pairs of connected variables: see connect.c */
	VEC(RootEdge) edges;           /* branches and connections of overdetermined records */
	VEC(RootVertex) vertices;      /* the records */
	Map root_of_node;              /* Node -> number in vertices */
	Map joined;                    /* PathId of what has connect equations -> 1 */
	VEC(RootEdge) buses;           /* connections of expandable connectors */
	VEC(BusArray) bus_arrays;      /* arrays of such, whose sizes connections tell */
	VEC(struct LateConnect) late;  /* connections with their elements */
	VEC(struct LateEnd) late_ends; /* of connections: parts that count for themselves when asked */
	ConnectSets sets;              /* once all wires are known */
	uint32_t n_provisional;        /* expressions made before connections were known */
	Map uniform; /* array of components -> decls.n when all its elements were found to be like the
					second, in a row (repeat.c) */
	Map rows;    /* array of components -> Row, if elements of it have no parts yet (row.c) */
	uint32_t n_own;      /* answers that hold for one instance only (repeat.c) */
	int value_depth;     /* values being computed, in each other */
	int value_chain;     /* of these, those that wait for nothing but variables (value.c) */
	Node *value_later;   /* a value needed that is too deep down; NULL: none */
	bool wants_units;    /* the variables of functions get their units */
	bool wants_families; /* for-equations may become families (flat.h) */
	bool is_too_deep;    /* components nested without end have been found: stop */
};

/* node.c — making nodes */

Node *node_new(Inst *in, NodeKind kind, Node *owner);
/* The node of a member, made when first asked for. */
Node *node_of(Inst *in, Node *instance, Member *m);
/* The class of a component: looked up, with simple type and modifiers; false: reported. */
bool node_class(Inst *in, Node *n);
/* The simple type of a class (Real, an enumeration, …); NULL: it has none. */
const Type *node_basic(Inst *in, Node *cls);
bool node_dims(Inst *in, Node *n); /* sizes, those of the class included; false: reported */
/* Size k, from 0, while the others are being looked for; -1: it cannot be told alone. */
int32_t node_dim(Inst *in, Node *n, int64_t k);
bool node_elements(Inst *in, Node *n); /* the elements of an array of components */
/* The declaration that has the dimensions of a component, and where it stands. */
const AstComponent *node_sizes(const Node *n, Node **home);
/* Of a component that may be absent its condition, as first declared, and where that stands; NULL:
   it has none. */
const AstExpr *node_condition(const Node *n, Node **home);
void node_text(const Inst *in, const Node *n, Text *out);       /* instance path: "a.b[2].c" */
void node_own_text(const Inst *in, const Node *n, Text *out);   /* "r[3]", without what it is in */
void node_class_text(const Inst *in, const Node *n, Text *out); /* "Modelica.Blocks.Math.Gain" */
const char *node_name(const Inst *in, const Node *n);           /* for messages */
bool node_is_a(const Node *n, ClassKind kind);                  /* what its class is declared as */

/* member.c — what a class has, inherited elements and redeclarations included (MLS 5.6, 7) */

bool member_bases(Inst *in, Node *n); /* resolve the extends clauses; false: reported */
/* Add a member that no text declares: an inner of an outer, a part of a bus. */
void member_add(Inst *in, Node *n, Member *m);
bool member_list(Inst *in, Node *n); /* fill member: all of them, in order; false: reported */
/* The member of that name as seen from the text of n (an instance or a base); NULL: none. */
Member *member_find(Inst *in, Node *n, Name name);
/* Is the component deselected by an extends clause above the base class n (MLS 7.4)? Or the
   connection of its text? */
bool member_is_broken(const Node *n, Name name);
bool member_is_broken_connect(Inst *in, const Node *n, const AstExpr ends[2]);
bool member_has(Inst *in, Node *n, Name name);   /* does the text of n or its bases declare it? */
Node *member_node(Inst *in, Node *n, Name name); /* the same, its node; NULL: none */
/* The declaration that the bases of n have under that name, and where; NULL: none. */
const AstElement *member_inherited(Inst *in, Node *n, Name name, Node **home);

/* lookup.c — names (MLS 5.3) */

typedef enum LookupFor {
	LOOKUP_ANY,     /* component or class */
	LOOKUP_BASE,    /* a base class: not through names that are inherited here (MLS 5.6.1.4) */
	LOOKUP_OPERATOR /* what may hide a predefined function: no file that happens to be there */
} LookupFor;

/* A simple name from the text of n: members, imports, enclosing scopes, the root. NULL: there is
   none (no report). */
Node *lookup_simple(Inst *in, Node *n, Name name, LookupFor what);
/* A class by its path; NULL: reported as unknown to the text of n. */
Node *lookup_class(Inst *in, Node *n, const AstPath *path, LookupFor what);
/* A class of the shipped DEVSLib.Native, which takes the place of one of the same name elsewhere;
   NULL: none. */
Node *lookup_native(Inst *in, const char *name);
/* The inner element that an outer one stands for (MLS 5.4); NULL: reported. */
/* The enumeration that has the literal which an import clause brings under that name (MLS 13.2.1),
   seen from n; NULL: none. */
const Type *lookup_literal(Inst *in, Node *n, Name name, Name *literal);
Node *lookup_inner(Inst *in, Node *outer);
void lookup_check_imports(Inst *in); /* those of checked texts name what exists */
/* Add the names that can be seen from the text of n, inner scopes first. */
void lookup_suggest(Inst *in, Node *n, Suggest *s);

/* mod.c */

const Mod *mod_new(Inst *in, const AstMod *ast, Node *where, const Mod *weaker, Place at);
/* `strong` (copied) before `weak`. */
const Mod *mod_append(Inst *in, const Mod *strong, const Mod *weak);
/* The modifiers of member `name`, from those of the instance or base that declares it. */
const Mod *mod_of_member(Arena *keep, const Mod *outer, Name name, const Mod *weaker);
/* The modifiers of an array of components, for its element `index`. */
const Mod *mod_for_element(Inst *in, const Node *array, const int32_t *index);
/* The same modifiers as coming from the class of a component; made once. */
const Mod *mod_of_class(Inst *in, const Mod *m);
/* What a constraining clause says about the element it belongs to (MLS 7.3.2). */
const Mod *mod_of_constraint(Inst *in, const AstMod *ast, Node *where, Place at);
/* m with what a short class itself says: before what constraining clauses say. */
const Mod *mod_with_own(Inst *in, const Mod *m, const Mod *own);
const Mod *mod_redeclaration(const Mod *m); /* the strongest one with `replace`; or NULL */
const Mod *mod_value(const Mod *m);         /* the strongest one with a value; or NULL */
/* What mod_value gives of mod_of_member, without a list of them; false: none. */
bool mod_value_of_member(const Mod *outer, Name name, Mod *found);

/* -- expressions ---------------------------------------------------------------------------- */

/* An iterator in force: a literal in equations, which are unrolled; EX_LOCAL in functions. */
typedef struct Iter {
	const struct Iter *outer; /* the next one; or NULL */
	Name name;                /* of the iterator */
	const Expr *value;        /* what it stands for */
} Iter;

/* A function or algorithm under construction. elab_body_init, then fill in. */
typedef struct Body {
	Node *fn;                      /* the function; NULL: an algorithm section */
	VEC(FlatLocal) locals;         /* variables and iterators so far */
	Map slot;                      /* Node of a function's variable -> its local */
	VEC(Node *) nodes;             /* for each local its Node; NULL: an iterator */
	const struct FnArg *functions; /* its formals that are functions; or NULL */
	bool calls_impure;             /* it calls impure functions, so it is one */
	bool is_called_early;          /* a call has been made while it was not known which it is */
} Body;

/* Where an expression stands. */
typedef struct Env {
	Node *node;             /* instance or base in whose text it is */
	const Iter *iters;      /* iterators in force, innermost first */
	Body *body;             /* NULL: not in a function or algorithm */
	bool in_when;           /* pre() of continuous variables is allowed there */
	bool in_clock;          /* in a clocked when: equations have any form (MLS 16.6) */
	bool in_loop;           /* break is allowed there */
	bool is_pure;           /* impure functions cannot be called there (MLS 12.3), except in when */
	const AstExpr *excused; /* the call in pure(…), which can; else NULL */
	const Expr *end;        /* what `end` means: in a subscript; else NULL */
	bool *doubt; /* not NULL: in a branch that may never count; what cannot be right there
					sets it in place of a report */
} Env;
/* value.c — constants and structural parameters */

/* The value of a constant or parameter as literals; NULL: reported, or not known at compile time.
 */
const Expr *value_of_node(Inst *in, Node *n, Span needed_at, const char *what);
bool value_is_deep(const Inst *in); /* better refer to a variable than ask for its value */
/* The same of an expression with parameters in it, which become structural. */
const Expr *value_of_expr(Inst *in, const Expr *e, Span needed_at, const char *what);
/* The expression that gives a component its value, not evaluated; NULL: there is none. */
const Expr *value_source(Inst *in, Node *n);
/* The component around n, a record, that has a value as a whole; NULL: none. */
Node *value_bound_above(const Inst *in, Node *n);
Node *value_node_of_var(Inst *in, VarId v); /* the component that a flat variable belongs to */

/* flatten.c — the instance tree as variables; section.c — its equations and algorithms */

/* The variables of a component of simple type, made when first asked for; -1: reported. */
DeclId flatten_decl(Inst *in, Node *n);
const Expr *flatten_ref(Inst *in, Node *n);        /* all of them; the error value: reported */
Name flatten_attribute(Inst *in, Attribute which); /* its name */
PathId flatten_path(Inst *in, Node *n);    /* the place of an instance in the flat model's tree */
bool flatten_component(Inst *in, Node *n); /* one of them, with all below it */
/* All components below n: classes, sizes, conditions, variables. False: reported. */
bool flatten_components(Inst *in, Node *n);
bool flatten_attributes(Inst *in, Node *n); /* of all variables below n; false: reported */
/* If in->wants_units: for each leaf of the type (type_leaves) of a function's variable, the unit
   that its declaration gives it, {0}: none. Else, or if they cannot be told, NULL. */
const Name *flatten_units(Inst *in, Node *n, const Type *type);
/* min and max of a variable of a function that are written as numbers; false: there are none. */
bool flatten_limits(Inst *in, const Node *n, double *min, double *max);
bool flatten_has_unit(Inst *in, const Node *n); /* is one given to the component? */
bool flatten_may_equal(Inst *in, const Expr *lhs, const Expr *rhs, Span at); /* false: reported */
bool flatten_bindings(Inst *in, Node *n);                                    /* likewise */

/* row.c — elements of an array of components whose parts are made when asked for */

/* How far the variables of an element lie behind those of the second. */
typedef struct RowDistance {
	int32_t decls, paths, vars; /* in numbers of each */
} RowDistance;

bool row_elements(Inst *in, Node *array); /* all elements, with variables; false: reported */
Node *row_like(const Inst *in, const Node *late);           /* what an element made late is like */
RowDistance row_distance(const Inst *in, const Node *late); /* from there to the element */
/* The part of an element made late that is like a part of what the element is like. */
Node *row_part(Inst *in, Node *late, const Node *like);
/* The variables and the place of a part of such an element; -1: it is part of none. */
DeclId row_decl(Inst *in, const Node *n);
PathId row_path(Inst *in, const Node *n);
Node *row_node_of_decl(Inst *in, DeclId decl); /* the component whose variables they are */
const Node *row_like_of_decl(const Inst *in, DeclId decl); /* it, or what it is like */
void row_make_parts(Inst *in, Node *n); /* of an element made late: its parts, now */
void row_make_all(Inst *in, Node *n);   /* of n and all below it */

/* repeat.c — elements of an array of components that are like each other */

enum { REPEAT_LEAST = 8 }; /* elements of an array for which taking note of one pays */

bool repeat_is_for_each(const Mod *m); /* does every element get the same from these modifiers? */

/* What a pass does with one element, and all below it; false: reported. */
typedef struct RepeatVisit {
	bool (*visit)(Inst *in, Node *element, void *ctx); /* sets attributes and values of variables
														  and adds equations, nothing else */
	void *ctx;                                         /* handed to it */
} RepeatVisit;

/* Visits all elements, or few of them, whose results are repeated for the others. */
bool repeat_elements(Inst *in, Node *array, RepeatVisit how);

typedef VEC(FlatEq) EqVec;

/* The connections of n and all below; then, when they are known, its equations and algorithms. */
bool section_connections(Inst *in, Node *n);
bool section_equations(Inst *in, Node *n);
/* Is there a statement of that kind in it, at any depth? AS_CONNECT: or Connections.root and the
   like. */
bool section_has_kind(const Inst *in, const AstSection *section, AstStmtKind kind);
/* Variables that a when-clause below n assigns become discrete. */
void section_mark_discrete(Inst *in, Node *n);

/* section_family.c — for-equations of one form */

/* Values of an iterator: whole numbers in equal steps. */
typedef struct IterIntegers {
	int64_t first, step; /* the first one, and from one to the next */
	uint32_t n;          /* how many */
} IterIntegers;

/* A loop, of which the innermost iterator is left. */
typedef struct SectionLoop {
	const Env *env;      /* with the iterators around it */
	const AstLoop *loop; /* the loop */
	/* Elaborates the member of this value, into `out`; NULL: into the flat model. False: reported.
	 */
	bool (*member)(void *ctx, const Expr *value, EqVec *out);
	void *ctx; /* handed to it */
} SectionLoop;

/* A body over the values of an iterator. */
typedef struct SectionRuns {
	const Env *env;      /* with the iterators around it */
	Name iter;           /* the iterator */
	IterIntegers values; /* its values */
	const AstExpr *body; /* an expression */
} SectionRuns;

/* The value of the body for each value of the iterator, in scratch, if it is the same for many in a
   row and families are wanted; NULL: it is not, or it is not known before it is elaborated. */
const Expr **section_runs(Inst *in, const SectionRuns *runs);

/* Adds all members, some as families. False: nothing was done, it is to be unrolled. */
bool section_family(Inst *in, const SectionLoop *loop);

/* restrict*.c — what the language forbids although it could be given a meaning. All of them
   report; none changes anything. */

/* restrict.c — the text of one class: names, contents, sections (MLS 4.6, 12.2). Once each. */
void restrict_text(Inst *in, const ClassDef *def);
void restrict_text_all(Inst *in, const ClassDef *def); /* and of the classes in the same file */
/* restrict_stmt.c — when-clauses and break where they cannot stand */
void restrict_stmts(Inst *in, const ClassDef *def);
/* restrict_variable.c — discrete variables that statements give what changes all the time */
void restrict_variable(Inst *in, const Node *n, const FlatAlg *alg);
/* restrict_base.c — may n extend cls (MLS 7.1.3)? extends: the clause; NULL: a short class. */
bool restrict_base(Inst *in, const Node *n, Node *cls, const AstElement *extends);
/* restrict_connector.c — as many flow variables as others (MLS 9.3.1) */
void restrict_connector(Inst *in, Node *n); /* once its parts have their sizes */

/* restrict_component.c — prefixes against the class of a component (MLS 4.4.2) */
void restrict_component(Inst *in, Node *n);
void restrict_outer(Inst *in, Node *outer, Node *inner);
/* var: a scalar of n; x: its value. False: reported. */
bool restrict_binding(Inst *in, const Node *n, const Expr *var, const Expr *x, Span at);
void restrict_condition(Inst *in, const Node *n, const Expr *value);
/* restrict_mod.c — protected, final (MLS 7.2) and redeclared elements (MLS 7.3) */
void restrict_attributes(Inst *in, const Node *n); /* of a simple type: no others than it has */
void restrict_extends(Inst *in); /* modifiers of base classes: of elements that these have */
void restrict_mods(Inst *in, Node *n);
bool restrict_is_protected(const Member *m); /* also by a protected extends clause */
/* found: the declaration in the text; first: the inherited one that it redeclares, or NULL;
   outer: the modifiers of the member from outside. */
void restrict_redeclaration(Inst *in, const Member *m, const AstElement *found,
							const AstElement *first, const Mod *outer);
/* A class has m and, in a base, another declaration of the same name (MLS 5.6.1.4). */
void restrict_inherited(Inst *in, const Member *m, const AstElement *other, const Node *base);
/* restrict_type.c — is a replacing type a subtype (MLS 6.4)? */
void restrict_constraint(Inst *in, const Member *m);
/* restrict_ref.c — names with dots and imports (MLS 5.3, 13.2) */
bool restrict_is_reached(const Node *from, const Member *m); /* by a dot behind from */
/* The same, reported at the place where it is not so. */
bool restrict_step(Inst *in, const Node *from, const Member *m, Place at);
bool restrict_import(Inst *in, const AstElement *import, const Node *package);
bool restrict_import_of(Inst *in, const AstElement *import, const Node *package, const Member *m);
void restrict_import_twice(Inst *in, const AstElement *a, const AstElement *b, Name name);
/* restrict_use.c — all references in the texts of n and below, once the model is complete */
void restrict_use(Inst *in, Node *n);

/* restrict_balance.c — as many equations as unknowns (MLS 4.8), once all equations are there */
void restrict_balance(Inst *in);

/* inst.c — the tree as a whole */

/* requires: an empty flat model. gives: a tree without a model, which knows the predefined types.
 */
void inst_init(Inst *in, Syntax *sx, Library *lib, FlatModel *flat, Arena *tree, Arena *scratch);
/* gives: the top of the tree, an instance of the class. False: reported. */
/* mod: modifiers of the class from outside, of literals; or NULL. */
bool inst_top(Inst *in, const AstElement *cls, const AstMod *mod);
/* requires: all passes over the tree. What can be said of the whole only is reported. */
void inst_finish(Inst *in);

/* experiment.c — annotation(experiment(…)) */

/* requires: an empty flat model. gives: its experiment; what cannot be taken is reported. */
void experiment_read(Inst *in, const ClassDef *def);

/* inst_print.c — the tree as text: components with their classes, as far as they were made */

void inst_print(const Inst *in, Text *out);
/* Parts know their whole, variables their component; false: `why` says which does not. */
bool inst_check(const Inst *in, Text *why);

/* outer_pairs.c — variables that are inner and outer at once (MLS 5.5) */

/* Calls `give` for each scalar of them, with the one that it is as an outer one. */
typedef void (*OuterPairFn)(void *ctx, VarId inner, VarId outer);
void outer_pairs(Inst *in, Node *n, OuterPairFn give, void *ctx);

#endif
