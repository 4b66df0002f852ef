/* SPDX-License-Identifier: MIT
   fields.h — the contents of model/: the records of modevs/model.h as data, made from the lists of
   fields there, and what can be done with any record: check it, print it, visit what it names. */
#ifndef MDV_FIELDS_H
#define MDV_FIELDS_H

#include "base/base.h"
#include "modevs/model.h"

/* What a number of a field means. */
typedef enum FieldKind {
	FK_SLOT,   /* a slot */
	FK_CODE,   /* a region of code */
	FK_INDEX,  /* an index below bound */
	FK_COUNT,  /* 0, 1, 2 … */
	FK_START,  /* of a list: ascending from 0 on */
	FK_INT,    /* any number */
	FK_REAL,   /* a double */
	FK_FLAG,   /* a bool */
	FK_TEXT,   /* a text */
	FK_ENUM,   /* a uint8_t: which of the names */
	FK_BITS,   /* a uint16_t: bit k is the name k */
	FK_RECORD, /* a record */
} FieldKind;

/* How many a field holds, and where. */
typedef enum FieldShape {
	FS_ONE,   /* one */
	FS_ARRAY, /* count of them inside of the record */
	FS_LIST   /* count of them behind a pointer */
} FieldShape;

typedef struct Record Record;

typedef struct Field {
	const char *name;          /* in the struct */
	FieldKind kind;            /* what it is */
	FieldShape shape;          /* how many */
	size_t offset;             /* in the record */
	bool or_none;              /* may be -1; elements of lists of indices, too */
	bool or_null;              /* of a list: may be NULL */
	bool written;              /* of slots: the runtime may write there */
	const char *texts;         /* n_texts, one after the other: of ENUM and BITS */
	int n_texts;               /* how many */
	const Record *(*of)(void); /* of RECORD: what each is */
} Field;

typedef struct FieldLimits {
	int32_t count; /* elements */
	int32_t bound; /* of INDEX: each is less than this */
} FieldLimits;

struct Record {
	const char *type;   /* "MdvVar" */
	size_t size;        /* of the struct */
	const Field *field; /* n_fields, in the order of the struct */
	int n_fields;       /* how many */
	FieldLimits (*limits)(const MdvModel *m, const void *record, size_t offset); /* of a field */
};

/* fields.c — records as data */

const Record *record_model(void); /* MdvModel, from which all others are reached */
/* Number k of an INDEX, SLOT, CODE, COUNT, START, INT, ENUM or BITS. */
int32_t field_number(const Field *f, const void *record, int32_t k);
double field_real(const Field *f, const void *record, int32_t k);
const char *field_text(const Field *f, const void *record);
const char *field_name(const Field *f, int32_t k); /* name k of an ENUM or BITS */
bool field_flag(const Field *f, const void *record);
const void *field_elements(const Field *f, const void *record); /* the first; NULL: nowhere */
const void *field_list(const Field *f, const void *record); /* where it points to; NULL: nowhere */
const void *field_record(const Field *f, const void *record, int32_t k); /* record k of it */
/* Elements in all: 1 of ONE, 0 of a list that is NULL. */
int32_t field_count(const MdvModel *m, const Record *r, const Field *f, const void *record);

/* Is shown every record of a model but the model itself: after those inside of it. */
typedef void RecordVisitor(void *ctx, const Record *r, const void *record, const char *table,
						   int32_t number);
/* table: the field of the model that a record belongs to; number: its place there. Records inside
   of records come with the table and number of the outermost one. */
void record_visit(const MdvModel *m, RecordVisitor *see, void *ctx);

/* model_check.c */

/* Every number is what its kind says, every list is there, and what must agree does. False: `why`
   tells the first thing found, "crossing[3].z: slot 70 of 57". n_regions: of the code. O(size). */
bool model_check(const MdvModel *m, int32_t n_regions, Text *why);

/* model_rows.c — tables as text */

/* texts: empty at first, or what was written before; name k + 1 is text k. */
void model_rows_write(const MdvModel *m, Intern *texts, Text *out);
/* The same tables, without code; lists are in keep, texts stay where they are. False: they are of
   another version, or there is no memory. */
bool model_rows_read(const MdvRows *rows, Arena *keep, MdvModel *out);

/* model_proof.c */

/* Of p, which becomes m's: values that no crossing, check or rate needs leave it; its arrays are
   copied to `keep`. Both arenas must not fail. */
void proof_shrink(const MdvModel *m, MdvProof *p, Arena *keep, Arena *work);

/* model_island.c — a part of a model on its own */

/* The tables of island k: its states, events and sequences, without PARAM and INIT, which are the
   model's. Slots and variables are the same, code and what is filled in by who runs it, too. Lists
   are in keep; neither arena may fail. O(size of the tables). */
void model_island(const MdvModel *m, int32_t k, Arena *keep, Arena *work, MdvModel *out);

/* model_print.c */

void model_print(const MdvModel *m, Text *out); /* every table, a line for each record */

#endif
