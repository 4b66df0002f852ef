/* SPDX-License-Identifier: MIT
   connect.h — the contents of connect/: connections (MLS 9), stream connectors (MLS 15) and the
   operators that speak of them. */
#ifndef MDV_CONNECT_H
#define MDV_CONNECT_H

#include "compiler/inst/inst.h"

/* connect.c — connect equations (MLS 9.1) as wires */

typedef struct Wire {
	VarId a, b;     /* two variables of connected connectors, */
	bool a_outside; /* each of the model itself or of one of its components */
	bool b_outside;
	Span at; /* the connect equation */
} Wire;

/* One end: the part of an element made late (row.c) that is like another one. */
typedef struct LateEnd {
	Node *like; /* what it is like */
	Node *late; /* the element */
} LateEnd;

bool connect_add(Inst *in, const Env *env, const AstStmt *s);
bool connect_fields(Inst *in, const RootEdge *e); /* of two overdetermined records */
/* The component that a reference in Connections.* or cardinality names; NULL: reported. */
Node *connect_node(Inst *in, const Env *env, const AstExpr *e);
uint32_t connect_count(Inst *in, Node *n); /* connect equations that name it: cardinality */
bool connect_is_connector(const Node *n);  /* or whatever a connector that expands has */

/* connect_bus.c — elements of undeclared arrays of expandable connectors */

typedef struct LateConnect {
	Env env;          /* where it stands */
	const AstStmt *s; /* the connect equation */
} LateConnect;

/* bus has no array `part`, whose elements are like another component; false: reported. */
bool connect_bus_put_off(Inst *in, const Env *env, const AstStmt *s, Node *bus, const AstPart *part,
						 Node *like);
bool connect_bus_resolve(Inst *in); /* false: reported */

/* expandable.c — expandable connectors (MLS 9.1.3) */

bool expandable_is(const Node *n);
bool expandable_is_used(const Node *n); /* a member of one that exists */
/* A new member of a bus, like another component; array NULL: with the sizes of that, too. NULL:
   reported. */
Node *expandable_add(Inst *in, Node *bus, Name name, Node *like, const BusArray *array);
bool expandable_is_open(const Node *n); /* a member declared with sizes that connections tell */
bool expandable_set_size(Inst *in, Node *n, const Dim *dim, int32_t rank); /* false: reported */
bool expandable_resolve(Inst *in); /* connections among them; false: reported */

/* connect_operator.c — cardinality, inStream, actualStream, Connections.* */

/* NULL: it is none of these. What is a statement only gives the literal true. */
const Expr *connect_operator_call(Inst *in, const Env *env, const AstExpr *call);
/* In the first pass over the equations: branch, root, potentialRoot. False: reported. */
bool connect_operator_note(Inst *in, const Env *env, const AstExpr *call);
bool operator_is_noted(const Inst *in, const AstExpr *call); /* Connections.branch, root … */

/* sets.c — connection sets (MLS 9.2) */

void sets_build(Inst *in);
void sets_equations(Inst *in);
int32_t sets_next(const ConnectSets *s, int32_t member);
SetId sets_id(Inst *in, int32_t member); /* 0: nothing is connected */

/* connect_print.c — connections and their sets as text, as far as they are known */

void connect_print(const Inst *in, Text *out);
/* Sets are classes of what is connected, each with all its members in one ring; false: `why` says
   what is wrong. */
bool sets_check(const Inst *in, Arena *scratch, Text *why);

/* stream.c — stream connectors (MLS 15) */

void stream_equations(Inst *in);
const Expr *stream_in(Inst *in, const Expr *stream);     /* inStream; NULL: no stream variable */
const Expr *stream_actual(Inst *in, const Expr *stream); /* actualStream; likewise */

/* roots.c — overconstrained connection graphs (MLS 9.4) */

bool roots_is_overdetermined(Inst *in, Node *n);
void roots_add_connection(Inst *in, Node *a, Node *b, bool a_outside, bool b_outside, Place at);
void roots_add_branch(Inst *in, Node *a, Node *b, Place at);
void roots_add_root(Inst *in, Node *n, int64_t priority); /* negative: definite */
bool roots_resolve(Inst *in);                             /* false: reported */
bool roots_is_root(Inst *in, Node *n);
bool roots_is_rooted(Inst *in, Node *n);

#endif
