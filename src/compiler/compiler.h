/* SPDX-License-Identifier: MIT
   compiler.h — the compiler as one: pipeline.c lists its passes. */
#ifndef MDV_COMPILER_H
#define MDV_COMPILER_H

#include "compiler/dae/dae.h"
#include "compiler/flat/flat.h"
#include "compiler/syntax/syntax.h"
#include "ir/ir.h"
#include "modevs/model.h"

/* One compilation. Must not be moved; everything in it ends with pipeline_free. */
typedef struct Compile {
	Arena keep, scratch; /* what lasts as long as the compilation; work space */
	Intern names;        /* all names */
	SourceSet sources;   /* all files */
	Diag diag;           /* what there is to say about them */
	Syntax syntax;       /* the above, as syntax/ wants it */
	Library *lib;        /* where classes are found */
	FlatModel flat;      /* the result of pipeline_flatten */
	Dae dae;             /* the result of pipeline_sort */
	IrModule code;       /* the results of pipeline_lower: code … */
	MdvModel model;      /* … and tables; who runs the code is to be filled in */
} Compile;

/* All memory comes from alloc (NULL: the heap). Memory that runs out and errors of the compiler
   leave the innermost guard (base.h), whose root is cx->keep, if cx outlives it. */
void pipeline_init(Compile *cx, const MdvAlloc *alloc);
void pipeline_free(Compile *cx);
/* `what` is a file or the name of a class; `model` chooses one in a file, or NULL. False: reported
   in cx->diag. */
bool pipeline_flatten(Compile *cx, const char *what, const char *model);
/* The same with a text in place of a file. */
bool pipeline_flatten_text(Compile *cx, const char *name, const char *text, size_t len);
/* After pipeline_flatten: another value for a parameter or, of a variable, its start value; `value`
   as the user writes it. Gives what is wrong, or NULL. */
const char *pipeline_set(Compile *cx, const char *name, const char *value);
/* Then: index reduction, states, sorted systems. */
bool pipeline_sort(Compile *cx);
/* Then: code and tables. */
bool pipeline_lower(Compile *cx);

#endif
