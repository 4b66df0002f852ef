/* SPDX-License-Identifier: MIT
   emit.h — the contents of emit/: a compiled model (MdvModel and its code, ir/) written as C that
   people can read, to be compiled against modevs/unit.h. One function for each region, cut into
   parts where it is long; the equation that a statement comes from stands above it. */
#ifndef MDV_EMIT_H
#define MDV_EMIT_H

#include "ir/ir_fn.h"
#include "model/fields.h"
#include "modevs/model.h"
#include "modevs/unit.h"

typedef struct EmitOptions {
	const char *name; /* begins every public name; a C identifier (emit_name_is_valid) */
	const char *file; /* name of the header, without .h */
	bool main;        /* with a main function: a whole program */
	/* Folders of the model's files, which it may read; ends with NULL. Written down if the model
	   has external functions. NULL: none. */
	const char *const *folders;
} EmitOptions;

/* How an expression in C looks, as far as its place in another one matters. */
typedef enum EmitForm {
	EMIT_ATOM,     /* needs no brackets */
	EMIT_COMPOUND, /* needs brackets */
	EMIT_TRUTH     /* an int, 0 or 1 */
} EmitForm;

typedef struct EmitExpr {
	const char *text; /* C */
	EmitForm form;    /* what it is */
} EmitExpr;

/* What a region is for. */
typedef struct EmitRole {
	const char *name;    /* of its function in C */
	const char *purpose; /* in words; NULL: not known */
} EmitRole;

typedef struct Emit {
	const MdvModel *m;           /* the tables */
	const IrModule *code;        /* the code */
	const EmitOptions *o;        /* names */
	Arena *keep;                 /* holds names */
	Arena *scratch;              /* holds expressions of a region */
	Text *out;                   /* what is being written */
	const char **slot_name;      /* by slot: its enumerator; NULL: none */
	bool *named;                 /* by slot: the enumerator is used */
	const char **var_name;       /* by variable: its name in C */
	bool *constant;              /* by slot: always its first value */
	EmitRole *role;              /* by region */
	size_t n_texts;              /* of the tables */
	Intern taken;                /* names of variables in C */
	int32_t *family;             /* by variable: its family; -1: none */
	struct EmitFamily *families; /* n_families: large arrays */
	int32_t n_families;          /* how many */
	uint8_t *plain;              /* by function: what emit_plain.c says of it */
	bool calls[IR_OP_COUNT];     /* by operation: its function of the C library is called */
} Emit;

/* emit.c — the whole */

/* Writes NAME.c and NAME.h. The arenas have no_memory handlers. */
void emit_model(const MdvModel *m, const IrModule *code, const EmitOptions *o, Arena *scratch,
				Text *source, Text *header);

/* emit_name.c — names, texts and numbers in C */

bool emit_name_is_valid(const char *name);               /* a C identifier that is not taken */
const char *emit_name_of(Arena *keep, const char *name); /* a.b[1,2] is a_b_1_2 */
/* Of a function's scalar inputs and outputs, by register: name[] is NULL where there is none. */
void emit_name_sides(Arena *keep, const IrFn *fn, const char *name[]);
void emit_name_all(Emit *e);                              /* e->slot_name, e->var_name */
const char *emit_name_unique(Emit *e, const char *name);  /* of a variable: nobody else has it */
void emit_name_text(Text *out, const char *text);         /* a string literal */
void emit_name_comment(Text *out, const char *text);      /* inside of a comment */
const char *emit_name_real(Arena *scratch, double value); /* a literal of type double */
const char *emit_name_base(const char *path);             /* without folders */

/* emit_expr.c — operators */

EmitExpr emit_expr_real(Emit *e, double value);
EmitExpr emit_expr_slot(Emit *e, uint32_t slot);    /* of the frame */
const char *emit_expr_index(Emit *e, int32_t slot); /* its enumerator or number */
EmitExpr emit_expr_op(Emit *e, IrOp op, const EmitExpr arg[3]);
const char *emit_expr_domain(Emit *e, IrOp op, const EmitExpr arg[3]); /* where it is defined */
const char *emit_expr_condition(Emit *e, EmitExpr x);                  /* true in C if x is not 0 */
int emit_expr_times(IrOp op, int operand); /* how often it stands in the text */
void emit_expr_declare(Emit *e);           /* the functions that were called */

/* emit_slot.c — slots that never change */

void emit_slot_constants(Emit *e);

/* emit_role.c — what regions are for */

void emit_role_all(Emit *e);   /* e->role */
void emit_role_lists(Emit *e); /* of all regions and what they write */

/* emit_region.c — regions; emit_batch.c — batches */

void emit_region_all(Emit *e);
void emit_batch_tables(Emit *e);         /* of all batches */
void emit_batch(Emit *e, int32_t batch); /* the loop */

/* emit_fn.c — functions */

void emit_fn_all(Emit *e);
bool emit_fn_is_checked(uint32_t op);                /* arithmetic that can fail */
void emit_fn_targets(const IrFn *fn, bool target[]); /* n_code + 1: something jumps there */
/* Where an instruction comes from, if that is not *last. */
void emit_fn_place(Emit *e, const IrFn *fn, uint32_t at, const IrFnPlace **last);

/* emit_plain.c — functions that need no memory */

void emit_plain_find(Emit *e); /* e->plain */
bool emit_plain_is(const Emit *e, int32_t number);
void emit_plain_head(Emit *e, const IrFn *fn, const char *const name[]); /* name NULL: any */
void emit_plain_function(Emit *e, const IrFn *fn);

/* emit_call.c — calls of functions as C */

/* An instruction of a function, by the text that it has of its scalars. */
typedef struct EmitCaller {
	const IrFn *fn;                                 /* the function */
	uint32_t at;                                    /* the instruction */
	const char *(*scalar)(void *ctx, uint32_t reg); /* text of a scalar */
	void *ctx;                                      /* handed to scalar */
	bool plain;                                     /* the function has no frame */
} EmitCaller;

void emit_call_declare(Emit *e); /* all functions */
/* FN_CALL and FN_MESSAGE of a function, IR_CALL of a region. False: the runtime must do it, nothing
   was written; never of a plain function. */
bool emit_call_of_function(Emit *e, const EmitCaller *c);
bool emit_call_of_message(Emit *e, const EmitCaller *c);
bool emit_call_of_region(Emit *e, const IrCall *c);
bool emit_call_message_is_scalar(const Emit *e, const IrInstr *i); /* of a message of few scalars */

/* emit_table.c — constant data */

void emit_table_all(Emit *e);

/* emit_access.c — the header, and what it declares */

extern const char *const emit_access_types[]; /* in C, by MdvVar.type */
bool emit_access_has_get(const MdvVar *v);
bool emit_access_has_set(const MdvVar *v);
void emit_access_header(Emit *e);
void emit_access_functions(Emit *e);

/* emit_family.c — functions of the elements of large arrays */

void emit_family_find(Emit *e);   /* e->family, e->families */
void emit_family_heads(Emit *e);  /* for the header */
void emit_family_bodies(Emit *e); /* the functions */

#endif
