/* SPDX-License-Identifier: MIT
   naive.h — a second Parallel DEVS simulator, to compare the engine with.

   It is the abstract simulator of Chow and Zeigler (1994), as written: a tree of coordinators over
   atomic models, a linear scan for the next time, messages passed along the couplings level by
   level. No flattening, no event list; slow and easy to believe. Misuse aborts. It takes the
   engine's MdvAtomic tables; callbacks see a call whose sim is NULL, and must send with naive_send.
   It never looks into payloads and owns none. */
#ifndef MDV_NAIVE_H
#define MDV_NAIVE_H

#include "modevs/devs.h"

typedef struct Naive Naive;

typedef struct {
	double t;      /* real time */
	uint64_t step; /* superdense step at t */
} NaiveTime;

/* The observer's ids are the numbers that naive_add_* return; its `after` is not called. */
Naive *naive_new(uint32_t n_in, uint32_t n_out, double t_start, const MdvObserver *observer);
void naive_free(Naive *n);

/* Components are numbered 1, 2, 3 ... in the order of creation, never again; 0 is the root. */
int naive_add_atomic(Naive *n, int parent, const MdvAtomic *atomic, const void *params);
int naive_add_coupled(Naive *n, int parent, uint32_t n_in, uint32_t n_out);
void naive_remove(Naive *n, int component);
void naive_couple(Naive *n, int from, uint32_t from_port, int to, uint32_t to_port,
				  const MdvTranslation *z);
void naive_uncouple(Naive *n, int from, uint32_t from_port, int to, uint32_t to_port);

void naive_inject(Naive *n, double t, int to, uint32_t port, MdvValue value);
NaiveTime naive_next(const Naive *n); /* t is INFINITY if nothing is scheduled */
void naive_step(Naive *n);            /* the next instant, if any */
void naive_run(Naive *n, double t_end);
double naive_time(const Naive *n);
uint64_t naive_messages(const Naive *n); /* so far put into bags of atomics */
size_t naive_scheduled(const Naive *n);  /* atomics with a finite next time */
const void *naive_state(const Naive *n, int component);

MdvStatus naive_send(MdvCall *call, uint32_t port, MdvValue value); /* in lambda only */
void naive_print(const Naive *n, FILE *file);                       /* components and couplings */

#endif
