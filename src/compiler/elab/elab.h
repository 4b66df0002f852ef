/* SPDX-License-Identifier: MIT
   elab.h — the contents of elab/ for others: from expressions, statements and functions of the
   syntax tree to typed flat ones (MLS 3, 10, 11, 12). */
#ifndef MDV_ELAB_H
#define MDV_ELAB_H

#include "compiler/inst/inst.h"

/* elab*.c — typed expressions; what only these files share is in elab_local.h.
   All sizes are known in models; in functions they may be open. Mistakes are reported and give
   elab_error, which absorbs: whatever it is an operand of is elab_error too. */

const Expr *elab_expr(Inst *in, const Env *env, const AstExpr *e);
/* Also calls without a value or with several. */
const Expr *elab_any(Inst *in, const Env *env, const AstExpr *e);
bool elab_is_error(const Expr *e);
const Expr *elab_error(Inst *in);
/* The expression converted to a type (Integer to Real, sizes compared); reports a mismatch as
   "what" at e. */
const Expr *elab_convert(Inst *in, const Expr *x, const Type *to, Place at, const char *what);
/* An expression whose value is needed at compile time: a literal or an array or record of such.
   Parameters in it become structural. what: "the size of 'x'", for the message. */
const Expr *elab_constant(Inst *in, const Env *env, const AstExpr *e, const char *what);
/* The value of an expression; after a report the error value. */
const Expr *elab_evaluate(Inst *in, const Expr *x, Place at, const char *what);
/* The value of a modifier, the part that belongs to this instance (Mod.sub). */
const Expr *elab_mod_value(Inst *in, const Mod *m);
/* The same where it is an equation of a variable: impure functions cannot be called (MLS 12.3). */
const Expr *elab_mod_equation(Inst *in, const Mod *m);
/* The whole value of a component: variables of a simple type, fields of a record, elements. */
const Expr *elab_component(Inst *in, Node *n);
/* The type of a component or class that has a value: simple, record, array of such; NULL: it has
   none (no report). Sizes are evaluated. */
const Type *elab_type(Inst *in, Node *n);
/* Both sides of an equation or assignment, converted to one type: `a = b`, `(a, , b) = f(x)`.
   False: reported. */
bool elab_sides(Inst *in, const Env *env, const AstExpr *left, const AstExpr *right,
				const Expr **lhs, const Expr **rhs);
/* The values of an iterator in order, all of them literals, in scratch; NULL: reported. The range
   of `for i` without one follows from the subscripts `[i]` in body (n statements) or in expr. */
const Expr *const *elab_values(Inst *in, const Env *env, const AstExpr *iter, const AstStmt *body,
							   uint32_t n_body, const AstExpr *expr, uint32_t *n);
/* Those of iterator i of a loop, if they are whole numbers in equal steps: without making all of
   them. False: they are not, or are wrong, which is reported. */
bool elab_integers(Inst *in, const Env *env, const AstLoop *loop, uint32_t i, IterIntegers *out);
bool elab_range_integers(const Expr *x, IterIntegers *out); /* the same of a range */
/* The sum of flows, say: the operators of an operator record (MLS 14). args of the same record
   type; name: "'+'", "'-'", "'0'" (arg says of which record), …; the error value: reported. */
const Expr *elab_overload(Inst *in, Place at, const char *name, const Expr *const arg[], int n);
/* The condition of a when-clause, which must be discrete (MLS 8.3.5); the error value: reported. */
const Expr *elab_event_condition(Inst *in, const Expr *cond, Place at);
void elab_body_init(Inst *in, Body *b, Node *fn);
/* Statements of a function or algorithm; n in *n_out. */
const FlatStmt *elab_stmts(Inst *in, Env *env, const AstStmt *s, uint32_t n, int32_t *n_out);

/* elab_fn.c — functions */

/* The flat form of a function, made when first asked for; -1: reported. */
FnId elab_fn(Inst *in, Node *function);
/* The default of input i, if it needs no other input; NULL: there is none. */
const Expr *elab_fn_default(Inst *in, Node *function, int32_t i);
bool elab_is_function(const Node *n); /* a class that can be called as a function */

/* elab_builtin.c — predefined functions */

typedef struct ElabBuiltin {
	const char *name;    /* as called */
	const char *formals; /* "x y": names of the arguments; "": they have none */
	int least, most;     /* arguments; most -1: no limit */
} ElabBuiltin;

bool elab_builtin_at(int i, ElabBuiltin *out); /* from 0; false: there are no more */

#endif
