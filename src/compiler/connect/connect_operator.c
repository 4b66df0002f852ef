/* SPDX-License-Identifier: MIT
   connect_operator.c — operators on connections: cardinality (MLS 3.7.4.3), inStream and
   actualStream (15.2), Connections.* (9.4). Branches and roots are noted in the first pass over the
   equations; all the others have an answer in the second, when the connections are known. */
#include "compiler/connect/connect.h"
#include "compiler/elab/elab.h"
#include "compiler/inst/inst.h"

#include <string.h>

typedef enum {
	CO_CARDINALITY,
	CO_IN_STREAM,
	CO_ACTUAL_STREAM,
	CO_BRANCH,
	CO_ROOT,
	CO_POTENTIAL_ROOT,
	CO_IS_ROOT,
	CO_ROOTED,
	CO_UNIQUE_ROOT,
	CO_UNIQUE_INDICES,
	CO_NONE
} ConnectOp;

static const char *const names[] = {"cardinality", "inStream",         "actualStream", "branch",
									"root",        "potentialRoot",    "isRoot",       "rooted",
									"uniqueRoot",  "uniqueRootIndices"};
_Static_assert(sizeof names / sizeof *names == CO_NONE, "a name for each");

static ConnectOp which(const Inst *in, const AstExpr *call)
{
	AstPart one;
	uint32_t n;
	const AstPart *part;
	const char *name;
	int first, last;

	if (call->kind != AX_CALL || (call->kid[0].kind != AX_NAME && call->kid[0].kind != AX_REF))
		return CO_NONE;
	part = syntax_parts(&call->kid[0], &one, &n);
	if (n == 2 && strcmp(intern_text(in->sx->names, part[0].name), "Connections") != 0)
		return CO_NONE;
	name = intern_text(in->sx->names, part[n - 1].name);
	if (n == 1 && !strcmp(name, "rooted"))
		return CO_ROOTED; /* as older libraries write it */
	first = n == 1 ? CO_CARDINALITY : CO_BRANCH;
	last = n == 1 ? CO_ACTUAL_STREAM : CO_UNIQUE_INDICES;
	for (int i = first; n <= 2 && i <= last; i++)
		if (!strcmp(name, names[i]))
			return (ConnectOp)i;
	return CO_NONE;
}

static const Expr *wrong(Inst *in, const AstExpr *call, const char *why)
{
	diag_error(in->diag, syntax_span(call->at), E_CONNECT, "%s", why);
	return elab_error(in);
}

bool operator_is_noted(const Inst *in, const AstExpr *call)
{
	ConnectOp op = which(in, call);

	return op == CO_BRANCH || op == CO_ROOT || op == CO_POTENTIAL_ROOT;
}

/* Of a potential root: an Integer that is known (MLS 9.4.1). */
static bool read_priority(Inst *in, const Env *env, const AstExpr *arg, int64_t *out)
{
	const AstExpr *e = arg->kind == AX_NAMED ? arg->kid : arg;
	const Expr *x = elab_constant(in, env, e, "the priority of a potential root");

	if (elab_is_error(x))
		return false;
	if (x->op != EX_INTEGER || expr_integer_value(x) < 0) {
		diag_error(in->diag, syntax_span(e->at), E_TYPE,
				   "the priority of a potential root must be an Integer, at least 0");
		return false;
	}
	*out = expr_integer_value(x);
	return true;
}

bool connect_operator_note(Inst *in, const Env *env, const AstExpr *call)
{
	ConnectOp op = which(in, call);
	Node *a, *b;
	int64_t priority = 0;

	if (!operator_is_noted(in, call))
		return true;
	a = call->n > 1 ? connect_node(in, env, &call->kid[1]) : NULL;
	if (!a)
		return !in->diag->n_errors; /* an absent component: nothing to note */
	if (op == CO_BRANCH) {
		b = call->n > 2 ? connect_node(in, env, &call->kid[2]) : NULL;
		if (b)
			roots_add_branch(in, a, b, call->at);
		return b != NULL;
	}
	if (op == CO_POTENTIAL_ROOT && call->n > 2 && !read_priority(in, env, &call->kid[2], &priority))
		return false;
	roots_add_root(in, a, op == CO_ROOT ? -1 : priority);
	return true;
}

static const Expr *of_stream(Inst *in, const Env *env, const AstExpr *call, ConnectOp op)
{
	const Expr *x = elab_expr(in, env, &call->kid[1]), *value;

	if (elab_is_error(x))
		return x;
	if (x->type->kind != TY_REAL)
		return wrong(in, call, "this operator needs a stream variable of a connector");
	if (!in->sets.parent) { /* what is asked for now is its size (MLS 10.1.1) */
		in->n_provisional++;
		return x;
	}
	value = op == CO_IN_STREAM ? stream_in(in, x) : stream_actual(in, x);
	return value ? value : wrong(in, call, "this operator needs a stream variable of a connector");
}

const Expr *connect_operator_call(Inst *in, const Env *env, const AstExpr *call)
{
	ConnectOp op = which(in, call);
	Node *n;

	if (op == CO_NONE)
		return NULL;
	in->n_own++;
	if (call->n < 2)
		return wrong(in, call, "an argument is missing");
	if (op == CO_IN_STREAM || op == CO_ACTUAL_STREAM)
		return of_stream(in, env, call, op);
	if (operator_is_noted(in, call) || op == CO_UNIQUE_ROOT)
		return expr_boolean(in->pool, true); /* noted in the first pass */
	n = connect_node(in, env, &call->kid[1]);
	if (!n)
		return wrong(in, call, "the argument must be a part of a connector");
	if (op == CO_CARDINALITY && !connect_is_connector(n))
		return wrong(in, call, "cardinality is of connectors only"); /* MLS 3.7.4.3 */
	if (op == CO_CARDINALITY)
		return expr_integer(in->pool, connect_count(in, n));
	if (op == CO_UNIQUE_INDICES)
		return wrong(in, call,
					 "Connections.uniqueRootIndices is no operator of Modelica (MLS 9.4.1)");
	return expr_boolean(in->pool, op == CO_IS_ROOT ? roots_is_root(in, n) : roots_is_rooted(in, n));
}
