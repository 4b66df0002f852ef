/* SPDX-License-Identifier: MIT
   compiler.h — the compiler as one: pipeline.c lists its passes, from text to code. */
#ifndef MDV_COMPILER_H
#define MDV_COMPILER_H

#include "compiler/dae/dae.h"
#include "compiler/flat/flat.h"
#include "compiler/graph/graph.h"
#include "compiler/inst/inst.h"
#include "compiler/split/split.h"
#include "compiler/syntax/syntax.h"
#include "compiler/units/units.h"
#include "ir/ir.h"
#include "modevs/model.h"

typedef struct Compile Compile;

/* What is made of a model one after the other; a caller may stop after each of them, and change
   values after STAGE_FLAT. */
typedef enum Stage {
	STAGE_FLAT,   /* a balanced flat model, as a system of components */
	STAGE_SORTED, /* sorted systems of index 1; its passes run once for each island */
	STAGE_CODE    /* dependencies, code and tables; likewise */
} Stage;

typedef struct Pass {
	const char *name;         /* as in --dump */
	Stage stage;              /* what it contributes to; ascending in the table */
	bool (*run)(Compile *cx); /* false: the passes end here, a diagnostic says why */
	/* Does what it made keep to its definition? Called after `run` if there is no error. False:
	   `why` tells what does not. O(size of the product). NULL: the next one's says it all. */
	bool (*check)(Compile *cx, Text *why);
	void (*print)(Compile *cx, Text *out); /* the product, for people and golden tests */
	const char *does;                      /* in a few words */
} Pass;

/* Moments at which Compile.watch is called. */
typedef enum PassMoment { PASS_BEGINS, PASS_HAS_RUN, PASS_IS_CHECKED } PassMoment;

/* What the passes behind `split` make of a component of continuous equations. */
typedef struct Island {
	const Component *component; /* which */
	Dae dae;                    /* prepare … ladders: equations, states, sorted systems */
	Graph graph;                /* graph: who reads what in these */
	IrModule code;              /* lower: code … */
	MdvModel model;             /* … and tables; who runs the code is to be filled in */
} Island;

/* What is to be compiled. */
typedef struct CompileInput {
	const char *what;  /* a file or the name of a class; of a text its name for messages */
	const char *model; /* chooses a class of a file; NULL: the last model in it */
	const char *text;  /* in place of a file; NULL: none */
	size_t len;        /* of text */
} CompileInput;

/* A file of a library that a function has read at compile time. */
typedef struct Resource {
	const char *path; /* of the file */
	uint32_t file;    /* its number in Compile.sources */
} Resource;

/* One compilation: it owns what each pass makes. Must not be moved; everything in it ends with
   pipeline_free. */
struct Compile {
	Arena keep, scratch;        /* what lasts as long as the compilation; work space of one pass */
	Arena tree;                 /* the instance tree, as long as STAGE_FLAT */
	Intern names;               /* all names */
	SourceSet sources;          /* all files */
	Diag diag;                  /* what there is to say about them */
	Syntax syntax;              /* the above, as syntax/ wants it */
	Library *lib;               /* where classes are found */
	const char *const *folders; /* lower: those of all files that were read; ends with NULL */
	CompileInput input;         /* where to begin */
	bool wants_units;           /* `units` is to look at the model; set before the first pass */
	bool wants_families;        /* for-equations of one form may stay one (flat.h); likewise */
	bool wants_advice;          /* DEVS models are looked at for likely mistakes; likewise */
	int next;                   /* the pass to run next; index into the table */
	const AstElement *cls;      /* parse: the class chosen */
	Text settings;              /* values from outside, as modifiers of that class; empty: none */
	const AstMod *top_mod;      /* the same, parsed; or NULL */
	FlatFiles files;            /* how functions read at compile time; see resource.c */
	VEC(Resource) resources;    /* what they have read */
	Inst inst;                  /* instantiate … connect: the instance tree and its connections;
								   cleared behind STAGE_FLAT */
	FlatModel flat;             /* instantiate … balance: the flat model */
	Units units;                /* units: what unit each variable has */
	System system;              /* split: components and couplings */
	Island *islands;            /* split: one for each component that is an island */
	int32_t n_islands;          /* length of islands */
	Island *island;             /* the one that a pass works on; behind the passes the first */
	/* Called before a pass, after it has run, and after its check; NULL: nobody watches. */
	void (*watch)(void *ctx, const Pass *pass, PassMoment moment);
	void *watch_ctx; /* handed to watch */
};

/* pipeline.c — the table of passes, and running them */

/* All memory comes from alloc (NULL: the heap). Memory that runs out and errors of the compiler
   leave the innermost guard (base.h), whose root is cx->keep, if cx outlives it. */
void pipeline_init(Compile *cx, const MdvAlloc *alloc);
void pipeline_free(Compile *cx);
const Pass *pipeline_passes(size_t *n);           /* all of them, in order */
const Pass *pipeline_find(const char *name);      /* NULL: there is none of that name */
void pipeline_list(Text *out);                    /* their names and what they do, one line each */
bool pipeline_run(Compile *cx, const Pass *last); /* all up to `last` that have not run yet */
/* `what` is a file or the name of a class; `model` chooses one in a file, or NULL. False: reported
   in cx->diag. */
bool pipeline_flatten(Compile *cx, const char *what, const char *model);
/* The same with a text in place of a file. */
bool pipeline_flatten_text(Compile *cx, const char *name, const char *text, size_t len);
/* Then: index reduction, states, sorted systems. */
bool pipeline_flatten_again(Compile *cx); /* with cx->top_mod */
bool pipeline_sort(Compile *cx);
/* Then: code and tables. */
bool pipeline_lower(Compile *cx);

/* resource.c — files of libraries that functions read at compile time */

const FlatFiles *resource_files(Compile *cx);

/* choose.c — the first pass: files are read, and one class is chosen */

bool choose_class(Compile *cx); /* gives cx->cls; false: reported */

/* setting.c — values from outside, between two passes. Lists are name, value, name, value … NULL;
   NULL is an empty one */

typedef struct SettingRefused {
	const char *name, *value; /* what was to be set */
	const char *why;          /* it cannot be; NULL: it can */
} SettingRefused;

/* After STAGE_FLAT: another value for a parameter or, of a variable, its start value; `value` as
   the user writes it. Gives what is wrong, or NULL. */
const char *setting_apply(Compile *cx, const char *name, const char *value);
/* After STAGE_FLAT: parameters that the model is made with become modifiers of its class, of which
   the flat model is made again; false: reported. */
bool setting_structure(Compile *cx, const char *const *set);
/* Then setting_apply for all of them; false: one is refused. */
bool setting_values(Compile *cx, const char *const *set, SettingRefused *refused);
/* Then, for models whose start values may be set when they run: those that hold (fixed) and are
   literals become parameters, which no result shows. */
void setting_open_starts(Compile *cx);
/* After STAGE_SORTED: false: one has no effect. */
bool setting_effects(Compile *cx, const char *const *set, SettingRefused *refused);

#endif
