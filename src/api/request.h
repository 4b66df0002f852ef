/* SPDX-License-Identifier: MIT
   request.h — what is asked for by name (modevs/request.h): inside. */
#ifndef MDV_API_REQUEST_H
#define MDV_API_REQUEST_H

#include "api/api.h"
#include "modevs/request.h"

typedef VEC(const char *) RequestTexts; /* ends with NULL, if there is anything in it */

struct MdvRequest {
	Arena memory;               /* of the texts and lists */
	MdvOptions run;             /* how it is simulated; timeout: of compiling, too */
	MdvCompileOptions compile;  /* how it is compiled; the lists are filled in */
	RequestTexts dirs, allow;   /* for compile */
	RequestTexts set;           /* name, value, name, value … for compile */
	RequestTexts want;          /* of the results */
	VEC(MdvSetting) numbers;    /* for runs and plants */
	RequestTexts in, out;       /* ports of a plant */
	VEC(MdvSend) sends;         /* of a plant */
	VEC(MdvReceive) receives;   /* of a plant */
	MdvHybridOptions hybrid;    /* of a plant */
	MdvAtomic atomic;           /* of a plant */
	MdvResults *trace;          /* of a plant; NULL: nobody wants it */
	volatile sig_atomic_t stop; /* not 0: stop */
	Text why;                   /* the last call failed */
	Text log;                   /* what was said on the way */
};

/* request.c */

MdvStatus request_fail(MdvRequest *r, MdvStatus status, const char *text); /* gives status */
const char *request_keep(MdvRequest *r, const char *text); /* a copy; NULL: no memory, or of NULL */
void request_note(void *ctx, const char *text);            /* a line for the log */
MdvStatus request_add(MdvRequest *r, RequestTexts *list, const char *name);
MdvStatus request_results(MdvRequest *r, const MdvProgram *p, MdvResults **results);

#endif
