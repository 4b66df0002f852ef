/* SPDX-License-Identifier: MIT
   interp_model.h — for the tests of the evaluator: a model, variables that hide literals from
   folding, functions in a few lines, results as text. */
#ifndef MDV_INTERP_MODEL_H
#define MDV_INTERP_MODEL_H

#include "compiler/eval/eval.h"
#include "compiler/inst/inst.h"
#include "t.h"

#include <stdlib.h>

static Arena keep, scratch;
static Intern names;
static FlatModel m;
static ExprPool *p;
static Text why, shown;
static const Type *real, *integer, *boolean, *string, *level, *colour, *point;

static inline void out_of_memory(void *ctx)
{
	(void)ctx;
	abort();
}

static inline Name name(const char *text)
{
	return intern_name(&names, text, strlen(text));
}

static inline void model_begin(void)
{
	Name levels[2], colours[3];

	arena_init(&keep, NULL);
	arena_init(&scratch, NULL);
	keep.no_memory = scratch.no_memory = out_of_memory;
	intern_init(&names, NULL);
	text_init(&why, NULL);
	text_init(&shown, NULL);
	flat_init(&m, &keep, &names, name("M"), SPAN_NONE);
	p = &m.pool;
	real = type_basic(p, TY_REAL);
	integer = type_basic(p, TY_INTEGER);
	boolean = type_basic(p, TY_BOOLEAN);
	string = type_basic(p, TY_STRING);
	levels[0] = name("warning");
	levels[1] = name("error");
	level = type_enum(p, name("AssertionLevel"), levels, 2);
	colours[0] = name("red");
	colours[1] = name("green");
	colours[2] = name("blue");
	colour = type_enum(p, name("P.Colour"), colours, 3);
	point = type_record(
		p, name("P.Point"),
		(TypeField[]){{.name = name("x"), .type = real}, {.name = name("y"), .type = real}}, 2);
}

static inline int model_end(void)
{
	text_free(&why);
	text_free(&shown);
	intern_free(&names);
	arena_free(&scratch);
	arena_free(&keep);
	return T_END();
}

/* -- operands ------------------------------------------------------------------------------- */

static inline const Expr *value_of(void *ctx, VarId v)
{
	(void)ctx;
	return flat_var(&m, v)->binding;
}

/* A parameter of that value: nothing is folded. NULL: it has none. */
static inline const Expr *var(const char *called, const Type *type, const Expr *value)
{
	FlatDecl b = {.name = name(called), .type = type, .variability = VB_PARAMETER};
	DeclId id = flat_add_decl(&m, &b);

	flat_set_binding(&m, m.decls.at[id.i].first, value);
	return flat_ref_decl(&m, id);
}
static inline const Expr *r(double x)
{
	return var("r", real, expr_real(p, x));
}
static inline const Expr *i(int64_t x)
{
	return var("i", integer, expr_integer(p, x));
}
static inline const Expr *b(bool x)
{
	return var("b", boolean, expr_boolean(p, x));
}
static inline const Expr *s(const char *x)
{
	return var("s", string, expr_text(p, x));
}
static inline const Expr *c(int x)
{
	return var("c", colour, expr_enum(p, colour, x));
}
static inline const Expr *array(size_t n, const Expr *const arg[])
{
	return expr_array(p, NULL, arg, n);
}
#define A(...)                                                               \
	array(sizeof((const Expr *const[]){__VA_ARGS__}) / sizeof(const Expr *), \
		  (const Expr *const[]){__VA_ARGS__})
#define OP(op, ...)                                    \
	expr_op(p, op, (const Expr *const[]){__VA_ARGS__}, \
			sizeof((const Expr *const[]){__VA_ARGS__}) / sizeof(const Expr *))
#define INDEX(a, ...)                                    \
	expr_index(p, a, (const Expr *const[]){__VA_ARGS__}, \
			   sizeof((const Expr *const[]){__VA_ARGS__}) / sizeof(const Expr *))

/* zeros(n …), of constant size, as a literal would be. */
static inline const Expr *no_elements(const Type *elem)
{
	return expr_array(p, elem, NULL, 0);
}
static inline const Type *vector_of(const Type *elem, int32_t n)
{
	return type_array(p, elem, &n, 1);
}
static inline const Type *matrix_of(const Type *elem, int32_t rows, int32_t cols)
{
	return type_array(p, elem, (int32_t[]){rows, cols}, 2);
}

/* -- results -------------------------------------------------------------------------------- */

static inline const Expr *compute(const Expr *e)
{
	text_clear(&why);
	return interp_expr(&m, e, value_of, NULL, &why);
}

/* The value as text, or "! reason". */
static inline const char *run(const Expr *e)
{
	ArenaMark mark = arena_mark(&scratch);
	const Expr *v = compute(e);

	text_clear(&shown);
	if (v)
		print_expr(&m, NULL, v, &scratch, &shown);
	else
		text_printf(&shown, "! %s", text_str(&why));
	arena_release(&scratch, mark);
	return text_str(&shown);
}

/* -- functions ------------------------------------------------------------------------------ */

static FlatFn made;              /* the function under construction */
static FlatLocal made_local[32]; /* its variables */

static inline void fn_begin(const char *called)
{
	made = (FlatFn){.name = name(called), .smooth_order = -1};
}

/* A variable: inputs first, then outputs. */
static inline const Expr *fn_var(LocalKind kind, const char *called, const Type *type,
								 const Expr *init)
{
	int k = made.body.n_locals++;

	made_local[k] = (FlatLocal){.name = name(called), .type = type, .init = init, .kind = kind};
	made.n_in += kind == LO_INPUT;
	made.n_out += kind == LO_OUTPUT;
	return expr_local(p, k, type);
}

/* Sizes of the variable made last; NULL: as in the type. */
static inline void fn_dims(const Expr *a, const Expr *b2)
{
	const Expr **dim = NEW_ARRAY(&keep, const Expr *, 2);

	dim[0] = a;
	dim[1] = b2;
	made_local[made.body.n_locals - 1].dim = dim;
}

static inline const FlatStmt *stmts(const FlatStmt list[], size_t n)
{
	FlatStmt *copy = NEW_ARRAY(&keep, FlatStmt, n + 1);

	for (size_t k = 0; k < n; k++)
		copy[k] = list[k];
	return copy;
}
#define BODY(...)                                                                           \
	stmts((FlatStmt[]){__VA_ARGS__}, sizeof((FlatStmt[]){__VA_ARGS__}) / sizeof(FlatStmt)), \
		(int32_t)(sizeof((FlatStmt[]){__VA_ARGS__}) / sizeof(FlatStmt))

static inline FlatStmt set(const Expr *lhs, const Expr *rhs)
{
	return (FlatStmt){.kind = ST_ASSIGN, .lhs = lhs, .rhs = rhs};
}
static inline FlatStmt effect(const Expr *e)
{
	return (FlatStmt){.kind = ST_EFFECT, .rhs = e};
}
static inline FlatStmt plain(StmtKind kind)
{
	return (FlatStmt){.kind = (uint8_t)kind};
}
static inline FlatStmt block(StmtKind kind, const Expr *cond, const FlatStmt *body, int32_t n)
{
	StmtBranch *branch = NEW(&keep, StmtBranch);

	*branch = (StmtBranch){.cond = cond, .stmt = body, .n_stmt = n};
	return (FlatStmt){.kind = (uint8_t)kind, .n_branch = 1, .branch = branch};
}
static inline FlatStmt loop(const Expr *iterator, const Expr *range, const FlatStmt *body,
							int32_t n)
{
	FlatStmt st = block(ST_FOR, NULL, body, n);

	st.lhs = iterator;
	st.rhs = range;
	return st;
}
static inline FlatStmt otherwise(FlatStmt st, const FlatStmt *body, int32_t n)
{
	StmtBranch *branch = NEW_ARRAY(&keep, StmtBranch, st.n_branch + 1);

	for (int k = 0; k < st.n_branch; k++)
		branch[k] = st.branch[k];
	branch[st.n_branch++] = (StmtBranch){.stmt = body, .n_stmt = n};
	st.branch = branch;
	return st;
}

static inline FnId fn_set(FnId f, const FlatStmt *body, int32_t n)
{
	FlatLocal *local = NEW_ARRAY(&keep, FlatLocal, made.body.n_locals + 1);

	for (int k = 0; k < made.body.n_locals; k++)
		local[k] = made_local[k];
	made.body.local = local;
	made.body.stmt = body;
	made.body.n_stmt = n;
	flat_set_fn(&m, f, &made);
	return f;
}
static inline FnId fn_end(const FlatStmt *body, int32_t n)
{
	return fn_set(flat_new_fn(&m, made.name, made.purity), body, n);
}

static inline const Expr *call(FnId f, size_t n, const Expr *const arg[])
{
	return flat_call(&m, f, arg, n);
}
#define CALL(f, ...)                                                           \
	call(f, sizeof((const Expr *const[]){__VA_ARGS__}) / sizeof(const Expr *), \
		 (const Expr *const[]){__VA_ARGS__})

static inline const Expr *to(const Expr *a, const Expr *last) /* a:last */
{
	return OP(EX_RANGE, a, expr_integer(p, 1), last);
}
static inline const Expr *one(void)
{
	return expr_integer(p, 1);
}

#endif
