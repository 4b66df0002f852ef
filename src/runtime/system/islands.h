/* SPDX-License-Identifier: MIT
   islands.h — the equations of a model as one plant, or as several that only messages connect
   (MdvModel.island): each has an instance and an integrator of its own. They take turns at one
   frame, in which each determines other slots, and give out rows together. */
#ifndef MDV_SYSTEM_ISLANDS_H
#define MDV_SYSTEM_ISLANDS_H

#include "runtime/plant/plant.h"

struct Coupled;

typedef struct Island {
	struct Coupled *c;      /* the system it is in */
	int32_t number;         /* which */
	Rt *rt;                 /* its instance; of a model in one piece, the model's */
	MdvModel model;         /* its tables; not used of a model in one piece */
	MdvHybrid *plant;       /* it, running */
	MdvAtomic atomic;       /* it, in the engine */
	MdvComponent component; /* likewise */
	int32_t *sender;        /* n_senders of the model's that are its */
	int32_t n_senders;      /* how many */
} Island;

/* All islands of a model. */
typedef struct Islands {
	Island *at;                 /* n */
	int32_t n;                  /* how many; 1: the model is in one piece */
	bool begun;                 /* they run */
	int32_t *told_start;        /* by port of the equations: who is told what arrives there … */
	int32_t *told;              /* … numbers of islands */
	Csr reads;                  /* slots x islands that others give what is there */
	HybridRun whole;            /* of several: rows; it has no integrator but theirs */
	HybridOptions options;      /* for it */
	HybridResult result;        /* of it */
	HybridTogether together;    /* what each calls instead of giving out rows */
	int32_t turns;              /* how many are at work, one inside of the other */
	const Island *left_out;     /* its values are right as they are; NULL: all are looked at */
	const Island *moving;       /* rows are given out because it moves; NULL: none does */
	bool has_left, wants_right; /* rows of the instant at hand: given, to be given */
	Arena memory;               /* of all this; what takes of it runs in a guard */
	Arena work;                 /* work space of the beginning */
} Islands;

/* As many as the model has, or one. c->rt, c->o and c->plant are there; guarded. */
MdvStatus islands_open(struct Coupled *c, bool one);
void islands_close(Islands *s);
/* Who is told what arrives at a port. var: what that is; -1: values of messages of a receiver. */
MdvStatus islands_ports(struct Coupled *c);
/* The model is initialized, and all islands are components of the engine. */
MdvStatus islands_begin(struct Coupled *c, uint32_t n_in, uint32_t n_out);
/* Does the island take what is given to this variable? first: it is the first that is told. */
bool islands_takes(const Island *i, int32_t var, bool first);
const Island *islands_of(const Islands *s, const MdvModel *m, int32_t var); /* NULL: nobody's */
bool islands_ended(const Islands *s);                  /* terminate() was called in one */
MdvStatus islands_look(Islands *s, double t);          /* all values at t, in the frame */
MdvStatus islands_show(struct Coupled *c, double t);   /* rows up to t, as plant_show */
MdvStatus islands_settle(struct Coupled *c, double t); /* an instant is over: its row */
double islands_quiet(const Islands *s);                /* no row shows what changes before */
MdvStatus islands_event(struct Coupled *c, double t);  /* a row of what others show anew */
MdvStatus islands_finish(struct Coupled *c, double stop);
void islands_conclude(const Islands *s, Rt *rt, HybridResult *out); /* results of all */

#endif
