/* SPDX-License-Identifier: MIT
   devs.h — the contents of devs/: DEVS models written in Modelica (paper 004). A component whose
   class extends the base class of atomics is one: its functions are the user's, its ports are
   coupled in one direction, and nothing of the base class's own text is used. What it is becomes a
   FlatAtomic; its variables stay in the flat model only to show its state.

   The base class, and the connectors that are ports, are told by annotations,
	   annotation(__modevs(devs = true))      annotation(__modevs(port = "in"))
   or by full names that end in those of the paper's library, DEVSLib.SRC.AtomicDEVS,
   DEVSLib.SRC.Interfaces.inPort and .outPort. */
#ifndef MDV_COMPILER_DEVS_H
#define MDV_COMPILER_DEVS_H

#include "compiler/inst/inst.h"

/* devs.c — which classes are meant */

typedef enum DevsPort { DEVS_PORT_NONE, DEVS_PORT_IN, DEVS_PORT_OUT } DevsPort;

bool devs_is_base(Inst *in, const ClassDef *def); /* is it the base class of atomics? */
bool devs_is_atomic(Inst *in, Node *n);           /* does the class of a component extend it? */
DevsPort devs_port(Inst *in, Node *n);            /* what a connector is */
/* Does an atomic keep the messages that a transition does not take? The base class of the paper's
   authors, which is told by its name, puts all into one queue. */
bool devs_keeps_bag(Inst *in, Node *n);
Name devs_port_name(Inst *in, const Node *port); /* of the component's, "out[2]" */
/* The value of `name` in annotation(__modevs(name = …)); NULL: there is none. */
const AstExpr *devs_vendor(Inst *in, AstComment *comment, const char *name);
Node *devs_port_base(Inst *in, Node *n); /* of a port: the class of it that says so */
/* Words in annotation(__modevs(…)) that mean nothing, anywhere or there; once for each annotation.
 */
void devs_check_declaration(Inst *in, AstComment *comment);
void devs_check_class(Inst *in, const ClassDef *def);
/* Of a member of an atomic that the base class declares: is it made? */
bool devs_is_kept(Inst *in, const Member *m);

/* devs_message.c — the records of messages */

/* The record that the messages of a port are: that which its connector calls Message, or stdEvent
   as the package of the connector has it; *out NULL: Integer Port, Integer Type, Real Value. False:
   reported. */
bool devs_message(Inst *in, Node *port, const Type **out);
bool devs_message_same(const Type *a, const Type *b); /* the same fields; NULL: the standard one */
const char *devs_message_name(const Inst *in, const Type *t);

/* devs_native.c — models of the paper's library that ours stand for */

Node *devs_native(Inst *in, Node *cls); /* ours in place of the class; else the class itself */

/* devs_connect.c — couplings */

/* A connect equation between ports; false: reported. */
typedef struct DevsLink {
	Node *from, *to; /* ports: messages go from the one to the other */
	Span at;         /* the connect equation */
} DevsLink;

/* A port of a component that is no atomic, with annotation(__modevs(receive(…))) or send(…). */
typedef struct DevsBridge {
	Node *port;         /* the port */
	const AstArg *says; /* receive or send, with its arguments */
	bool output;        /* it sends */
} DevsBridge;

/* What is known of DEVS components during one instantiation. */
typedef struct Devs {
	VEC(Node *) atomics;       /* in the order of the source */
	VEC(Node *) parts;         /* components that are written in C, likewise */
	VEC(DevsBridge) bridges;   /* likewise */
	VEC(DevsLink) links;       /* connect equations between ports */
	VEC(Node *) ports;         /* of coupled models, which only hand messages on */
	Map messages;              /* port -> 1 + index into records */
	VEC(const Type *) records; /* of ports, as devs_message gives them */
	Map checked;               /* annotations whose words were looked at */
} Devs;

Devs *devs_state(Inst *in); /* made when first asked for */
bool devs_connect(Inst *in, Node *a, Node *b, bool a_outside, bool b_outside, Place at);
/* The couplings of atomics, whose ports have numbers (map: port node -> atomic and number), by way
   of the ports of coupled models. False: reported. */
bool devs_couple(Inst *in, const Map *places);

/* devs_bridge.c — ports of equations */

/* The ports of a component that is no atomic; what messages give values is discrete. */
void devs_note_bridges(Inst *in, Node *n);
bool devs_bridges(Inst *in, Map *places); /* FlatBridges; their places; false: reported */

/* devs_part.c — components that are written in C */

bool devs_is_part(Inst *in, Node *n);         /* does its class, or one that it extends, say so? */
void devs_note_part(Inst *in, Node *n);       /* one of them; what shows its state is discrete */
bool devs_parts(Inst *in);                    /* FlatParts; false: reported */
void devs_part_places(Inst *in, Map *places); /* of their ports */
bool devs_part_couplings(Inst *in);           /* do messages fit the ports that they go to? */

/* devs_atomic.c — atomics */

void devs_mark_outside(Inst *in, Node *n); /* its variables are given their values from outside */

void devs_note(Inst *in, Node *n); /* a component that is one; its state is discrete */
/* requires: all equations. gives: FlatAtomics, couplings; the equations of ports are gone. False:
   reported. */
bool devs_build(Inst *in);

/* devs_sigma.c — what functions of atomics do to the time advance */

enum {
	SIGMA_SET = 1,  /* some value, not that of the state */
	SIGMA_ZERO = 2, /* a value that is zero or less, with what the parameters are */
	SIGMA_COPY = 4  /* that of the state */
};

int devs_sigma_field(const Inst *in, const Type *t);        /* its number in a record; -1: none */
unsigned devs_sigma(Inst *in, const FlatDevsFn *f);         /* what f may give to it: SIGMA_… */
unsigned devs_sigma_advance(Inst *in, const FlatDevsFn *f); /* of Fta: what it may give itself */

/* devs_advise.c — likely mistakes, as warnings. requires: devs_build */

void devs_advise(Inst *in);

#endif
