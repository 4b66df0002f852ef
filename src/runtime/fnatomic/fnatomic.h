/* SPDX-License-Identifier: MIT
   fnatomic.h — the contents of fnatomic/: atomic models whose functions are the user's Modelica
   functions, for the engine (paper 004, 7.1). Those of one model share its code, which serves one
   thread; each has a frame of its own. */
#ifndef MDV_FNATOMIC_H
#define MDV_FNATOMIC_H

#include "base/base.h"
#include "modevs/devs.h"
#include "modevs/model.h"
#include "runtime/ext/ext.h"

/* Where atomics find what they are given: variables of the rest of the system. */
typedef struct FnAtomicWorld {
	/* The value of a variable at time t: MDV_OK, or why it has none. */
	MdvStatus (*read)(void *ctx, int32_t var, double t, double *value);
	bool (*is_fixed)(void *ctx, int32_t var); /* does it keep its value? */
	double most_turns; /* of loops and calls in one transition; 0: any number */
	double end;        /* nothing happens after it */
	void *ctx;         /* handed to both */
} FnAtomicWorld;

/* fnatomic_message.c */

/* A message in the engine, of record `number` of m with these scalars; one of the paper's library
   whose Type is 1, 2, 3 … is a number with that label. Texts live as long as it does (session).
   False: no memory. */
bool fnatomic_message(const MdvCall *call, const MdvModel *m, ExtSession *session, int32_t number,
					  const double x[], MdvValue *out);
/* The same as it arrives: its scalars are lent. Numbers are messages of Type 1. False: it is none
   of m's. */
bool fnatomic_read(const MdvModel *m, const MdvValue *value, ExtMessage *out);
bool fnatomic_is_message(const MdvValue *value); /* is it one, and no number? */
/* A number, or Value and Type of a message of the paper's library; false: it is neither. */
bool fnatomic_number(const MdvValue *value, double *x, double *type);

typedef struct FnAtomics FnAtomics; /* all atomics of a model */

/* fnatomic.c */

/* The tables of m, which must stay and be able to run. NULL: no memory. */
FnAtomics *fnatomic_new(const MdvModel *m, ExtSession *session, const FnAtomicWorld *world,
						const MdvAlloc *alloc);
void fnatomic_free(FnAtomics *f);
/* What atomic i of the tables is to the engine, and what it is made with. */
const MdvAtomic *fnatomic_kind(const FnAtomics *f, int32_t i);
const void *fnatomic_params(const FnAtomics *f, int32_t i);
/* An atomic that has made a transition. */
typedef struct FnChange {
	int32_t atomic;      /* its number */
	MdvTransition last;  /* the last one; 0: its beginning */
	const double *state; /* after it */
} FnChange;

/* From now on the state of an atomic, by its state in the engine, is shown there, too: when
   fnatomic_show_all is called, as it was before the first transition at or after the time of
   fnatomic_quiet. A transition before that time is no change. unseen: nobody looks there before
   fnatomic_end. */
void fnatomic_show(void *state, double *to, bool unseen);
void fnatomic_show_all(FnAtomics *f);
void fnatomic_end(const void *state);
void fnatomic_quiet(FnAtomics *f, double until);
/* Calls `visit` for each atomic that has made a transition since they were forgotten. */
void fnatomic_changed(const FnAtomics *f, void (*visit)(void *ctx, FnChange change), void *ctx);
bool fnatomic_is_unchanged(const FnAtomics *f); /* there is none */
void fnatomic_forget(FnAtomics *f);
void fnatomic_keep_texts(
	const void *state); /* all numbers that an atomic has: MdvModel.keep_texts */

/* For the files of this folder. */

enum { STD_PORT, STD_TYPE, STD_VALUE, STD_COUNT }; /* scalars of message 0 */

/* Messages of the paper's library are numbers in the engine, with their Type as a label where it is
   not 1; others than these Types need an object. */
static inline bool is_label(double type)
{
	return type >= 1 && type <= UINT16_MAX && type == (uint16_t)type;
}

static inline MdvValue labelled(double type, double x)
{
	MdvValue value = mdv_real(x);

	value.label = type > 1 && type <= UINT16_MAX ? (uint16_t)type : 0;
	return value;
}

static inline double type_of(const MdvValue *value)
{
	return value->label ? value->label : 1;
}

#endif
