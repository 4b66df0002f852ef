/* SPDX-License-Identifier: MIT
   modevs.h — compile Modelica in process: a class becomes a program, from which any number of
   plants are made (hybrid.h), compiled once. */
#ifndef MODEVS_MODEVS_H
#define MODEVS_MODEVS_H

#include "modevs/hybrid.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MdvProgram MdvProgram; /* a compiled class */

/* Zero is a choice in every field. */
typedef struct MdvCompileOptions {
	const char *model;       /* the class to take of a file; NULL: the last that can run */
	const char *const *dirs; /* where libraries are, before MODELICAPATH; ends with NULL */
	const char *const *set; /* name, value, name, value … NULL: parameters and start values for all
							   plants, as on the command line */
	bool allow_external;    /* the user's own external C functions may be loaded */
} MdvCompileOptions;

/* `what` is a file (it has a '/' or ends with .mo) or the name of a class. *out is there on failure
   too, with the messages, but not without memory; mdv_program_free is due. o may be NULL. */
MdvStatus mdv_compile(const char *what, const MdvCompileOptions *o, MdvProgram **out);
/* The same with a text in place of a file; name is for messages. */
MdvStatus mdv_compile_text(const char *name, const char *text, const MdvCompileOptions *o,
						   MdvProgram **out);
void mdv_program_free(MdvProgram *p); /* after all its plants; NULL is allowed */
/* Errors and warnings of the compiler, as it prints them; "" if there are none. */
const char *mdv_program_messages(const MdvProgram *p);
/* The model's tables, without code to run. NULL: it was not compiled. */
const MdvModel *mdv_program_model(const MdvProgram *p);
/* For MdvHybridOptions.model; as long as the program. It may be used by one thread at a time. */
const MdvModelSource *mdv_program_source(const MdvProgram *p);

#ifdef __cplusplus
}
#endif
#endif
