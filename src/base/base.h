/* SPDX-License-Identifier: MIT
   base.h — the contents of base/: memory, arrays, names, source text, diagnostics, sparse graphs.
   Knows nothing of Modelica or DEVS. Nothing here is global; whatever needs memory is given an
   MdvAlloc or an Arena and says what happens when there is none. */
#ifndef MDV_BASE_H
#define MDV_BASE_H

#include "modevs/alloc.h"
#include "modevs/status.h"

#include "base/diag_codes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/* alloc.c — allocators and growable arrays */

extern const MdvAlloc alloc_heap; /* the C library's */
/* The same for what comes and goes, as the work space of a compilation: without huge pages. The
   system clears pages that it gives, huge ones whole and, on virtual machines, slowly: a ladder of
   300,000 unknowns took 2.8 s there, and 1.9 s without them. */
extern const MdvAlloc alloc_brief;

/* A growable array of T: `VEC(int) v = {0};`. Every function returns false, with the array as it
   was, when there is no memory. The arena is an allocator too (arena_allocator). */
#define VEC(T)                                \
	struct {                                  \
		T *at;      /* the elements */        \
		size_t n;   /* how many are in use */ \
		size_t cap; /* how many fit */        \
	}
#define vec_reserve(a, v, want) \
	((want) <= (v)->cap || vec_grow((a), &(v)->at, &(v)->cap, sizeof *(v)->at, (want)))
#define vec_push(a, v, x) \
	(vec_reserve((a), (v), (v)->n + 1) ? ((v)->at[(v)->n++] = (x), true) : false)
/* By qsort, which takes no array that is not there. */
#define vec_sort(v, by) ((v)->n > 1 ? qsort((v)->at, (v)->n, sizeof *(v)->at, (by)) : (void)0)
#define vec_free(a, v) \
	(alloc_free((a), (v)->at, (v)->cap * sizeof *(v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

/* Grow *(T **)at to hold at least `want` elements (at least doubling). */
bool vec_grow(const MdvAlloc *a, void *at, size_t *cap, size_t elem_size, size_t want);
void *alloc_new(const MdvAlloc *a, size_t size); /* zeroed; NULL when there is no memory */
void alloc_populate(void *ptr, size_t size);     /* all of it will be written to */
void alloc_free(const MdvAlloc *a, const void *ptr, size_t size);

/* An allocator that counts, and refuses on demand: tests fail every allocation once with it. */
typedef struct AllocMeter {
	MdvAlloc alloc;       /* give its address to whatever is measured */
	const MdvAlloc *from; /* where the memory comes from */
	size_t n_calls;       /* allocations and growths asked for, refused ones included */
	size_t fail_at;       /* the call to refuse, counted from 1; 0: none */
	bool fail_after;      /* all calls after it are refused, too */
	size_t live;          /* bytes in use */
	size_t peak;          /* most bytes ever in use */
} AllocMeter;

void alloc_meter_init(AllocMeter *m, const MdvAlloc *from); /* m must stay where it is */

/* arena.c — memory that is released together */

typedef struct ArenaBlock ArenaBlock;
typedef struct ArenaLarge ArenaLarge;

typedef struct Arena Arena;
struct Arena {
	const MdvAlloc *from;         /* where the blocks come from */
	MdvAlloc alloc;               /* this arena seen as an allocator */
	MdvAlloc heap;                /* the same for allocations that end one by one */
	ArenaBlock *block;            /* newest block, linked to older ones; NULL: none yet */
	ArenaBlock *spare;            /* released blocks, to be used again */
	ArenaLarge *large;            /* newest allocation with a block of its own */
	ArenaLarge *single;           /* newest allocation of `heap` */
	size_t used;                  /* bytes in use of `block` */
	uint64_t serial;              /* number of large allocations ever made */
	size_t held;                  /* bytes now obtained from `from` */
	size_t peak;                  /* most bytes ever obtained */
	size_t work;                  /* units since the host was asked whether to go on */
	void (*no_memory)(void *ctx); /* called when there is no memory; may longjmp; NULL: none */
	void *no_memory_ctx;          /* handed to no_memory */
	Arena *parent;                /* the arena it ends with; NULL: none */
	Arena *child;                 /* newest arena that ends with this one; NULL: none */
	Arena *prev, *next;           /* the older and the newer child of the same parent */
};

typedef struct ArenaMark {
	ArenaBlock *block; /* newest block at the mark */
	size_t used;       /* bytes in use of it */
	uint64_t serial;   /* large allocations made before it */
} ArenaMark;

/* An arena must not be moved or copied after arena_init. Without a no_memory handler, or if the
   handler returns, functions that allocate return NULL. An array that was allocated before a mark
   must not be grown after it: the growth is lost at the release. */
void arena_init(Arena *a, const MdvAlloc *from); /* from NULL: alloc_brief; no handler */
/* An arena for a scope within the parent's, with the parent's allocator and handler. It is freed at
   the end of the scope, or by arena_free_children if a jump leaves the scope before. */
void arena_child(Arena *a, Arena *parent);
void arena_free(Arena *a); /* children first; one that has no parent may be used again */
/* Free all children and theirs. Whoever jumps out of their scopes calls this before the jump: they
   may lie in stack frames that the jump leaves. */
void arena_free_children(Arena *a);
void *arena_alloc(Arena *a, size_t size, size_t align); /* not cleared; never NULL for size 0 */
void *arena_new(Arena *a, size_t n, size_t elem_size, size_t align); /* cleared array */
ArenaMark arena_mark(const Arena *a);
void arena_release(Arena *a, ArenaMark mark); /* drop everything allocated since */
const MdvAlloc *arena_allocator(Arena *a);    /* grows the last allocation in place */
/* Allocations of their own, whatever the marks: each is given back by whoever has it, in any order,
   and what is left ends with the arena. For texts, names, maps that grow through many scopes. */
const MdvAlloc *arena_heap(Arena *a);
void *arena_no_memory(Arena *a);   /* call the handler; if it returns: NULL */
size_t arena_peak(const Arena *a); /* most bytes ever held */
size_t arena_used(const Arena *a); /* bytes held and not free */
char *arena_strdup(Arena *a, const char *s);
char *arena_strndup(Arena *a, const char *s, size_t len); /* len bytes, then a NUL */
char *arena_printf(Arena *a, const char *format, ...) PRINTF_LIKE(2, 3);
char *arena_vprintf(Arena *a, const char *format, va_list args) PRINTF_LIKE(2, 0);

/* A host that wants long work to end is asked (guard_poll) every ARENA_POLL units of work, about
   every 0.1 ms, if the arena's handler is guard_no_memory. Each allocation is a unit; what takes
   long without one counts for itself: n units, of up to some hundred instructions each. */
#define ARENA_POLL ((size_t)4096)
void arena_poll(Arena *a); /* ask now */
static inline void arena_work(Arena *a, size_t n)
{
	a->work += n;
	if (a->work >= ARENA_POLL)
		arena_poll(a);
}

#define NEW(arena, T)          ((T *)arena_new((arena), 1, sizeof(T), _Alignof(T)))
#define NEW_ARRAY(arena, T, n) ((T *)arena_new((arena), (size_t)(n), sizeof(T), _Alignof(T)))

/* guard.c — the way out of deep calls */

/* Want of memory and errors in this program leave the work that a guard runs, from wherever they
   show. Guards of one thread nest. */
typedef struct Guard {
	jmp_buf out;              /* where it goes on */
	struct Guard *outer;      /* the guard around it; NULL: none */
	struct GuardScope *scope; /* the innermost that it is part of; NULL: none */
	Arena *root;              /* its children end before the jump; NULL: none */
	const char *base;         /* the stack where the outermost guard of this thread began */
	size_t room;              /* bytes of it below that may be used; 0: not yet known */
	bool (*stop)(void *user); /* asked now and then: true leaves it; NULL: nobody asks */
	void *stop_user;          /* handed to stop */
	MdvStatus status;         /* why it was left */
	char text[1024];          /* of an error in this program: what and where; "" otherwise */
} Guard;

/* Run body(arg). MDV_OK: it returned; MDV_NO_MEMORY, MDV_INTERNAL_ERROR, MDV_STOPPED: it was left.
   A body that may be stopped sets `stop` of its guard. */
MdvStatus guard_run(Guard *g, Arena *root, void (*body)(void *arg), void *arg);
/* What must end before a jump leaves it: what lies in the frames between is told, the innermost
   first. Scopes of one thread nest, with guards and with each other. */
typedef struct GuardScope {
	void (*left)(struct GuardScope *s); /* called before the jump */
	struct GuardScope *outer;           /* the scope around it; NULL: none */
} GuardScope;

void guard_scope_begin(GuardScope *s, void (*left)(GuardScope *s));
void guard_scope_end(GuardScope *s); /* with what is still open inside of it */
/* Has recursion used up three quarters of the stack that this thread had when its outermost guard
   began? For functions that go as deep as the model is nested: they report it and turn back.
   Without a guard: false. */
bool guard_is_deep(void);
/* In long work: if the host wants it to end, leave the guard with MDV_STOPPED. Arenas ask now and
   then (arena_work). */
void guard_poll(void);
/* For Arena.no_memory: leave the innermost guard of this thread. Without one: say so on stderr and
   abort. The context is not used. */
_Noreturn void guard_no_memory(void *ctx);
/* An error in this program, not in the model: the same. */
#define BUG(...) guard_bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void guard_bug(const char *file, int line, const char *format, ...) PRINTF_LIKE(3, 4);
/* What always holds, unless there is an error in this program. */
#define CHECK(cond) ((cond) ? (void)0 : BUG("not true: %s", #cond))

/* foreign.c — memory of libraries that do not survive its end */

typedef struct ForeignBlock ForeignBlock;

/* Who owns what a library takes. */
typedef struct Foreign {
	GuardScope scope;      /* of a run; first */
	const MdvAlloc *alloc; /* where the memory comes from */
	ForeignBlock *newest;  /* blocks in use, linked to older ones */
	struct Foreign *outer; /* the owner that runs around this one; NULL: none */
	jmp_buf out;           /* where a run goes on when there is no memory */
	bool lost;             /* a run was left: the library's objects are gone */
} Foreign;

void foreign_init(Foreign *f, const MdvAlloc *alloc); /* must not be moved; NULL: the heap */
/* Calls body(arg), which uses the library, and gives its status. MDV_NO_MEMORY: there was none for
   the library, in this run or in one before; all its objects are gone. Runs nest. What does not run
   so gets memory from the heap and learns when there is none. */
MdvStatus foreign_run(Foreign *f, MdvStatus (*body)(void *arg), void *arg);
void foreign_release(Foreign *f); /* all that is left, whatever the library thinks of it */
/* What libraries call for malloc … */
void *foreign_malloc(size_t size);
void *foreign_calloc(size_t n, size_t size);
void *foreign_realloc(void *ptr, size_t size);
void foreign_free(void *ptr);

/* text.c — growable strings, numbers as text, UTF-8 */

typedef struct Text {
	const MdvAlloc *alloc; /* where `at` comes from */
	char *at;              /* n bytes and a NUL; NULL while empty */
	size_t n;              /* length in bytes */
	size_t cap;            /* bytes allocated */
	bool failed;           /* something was lost for want of memory */
} Text;

void text_init(Text *t, const MdvAlloc *alloc); /* alloc NULL: the heap */
void text_free(Text *t);
void text_clear(Text *t);                          /* keeps the memory */
const char *text_str(const Text *t);               /* NUL-terminated; "" when empty */
bool text_add(Text *t, const char *s, size_t len); /* false: no memory, nothing added */
bool text_add_char(Text *t, char c, size_t n);     /* n times */
bool text_printf(Text *t, const char *format, ...) PRINTF_LIKE(2, 3);
bool text_vprintf(Text *t, const char *format, va_list args) PRINTF_LIKE(2, 0);
bool text_vprefix(Text *t, const char *format, va_list args) PRINTF_LIKE(2, 0); /* in front */
char *text_real(char buf[32], double x);           /* real_print; gives buf */
bool text_same_name(const char *a, const char *b); /* they agree, whatever blanks they have */
size_t text_mark(const char *s, size_t len); /* bytes of the byte order mark in front: 3 or 0 */
/* The first of `stops` in s that is in no brackets, and not in a quoted identifier; or the end. */
const char *text_find_outside(const char *s, const char *stops);
/* An item of a list with commas between, from 1: where it begins, and its length; 0: none. */
size_t text_item(const char *list, double number, const char **at);
void text_json(Text *out, const char *s); /* as a string of JSON, in quotes */
bool text_is_plain(const char *s);        /* a word that means nothing to a shell */
/* The name of a class as that of a file in the working folder: letters, digits, '.', '_' and '-'
   stay, quotes go, all others become '_'; at most 100 characters. NULL: no memory. */
const char *text_file_name(Arena *keep, const char *name);
/* failure.c — one way to fail */

/* What went wrong: made once, where it happens, and named by the status that is returned from there
   up to whoever can do something about it. */
typedef struct Failure {
	MdvStatus status; /* MDV_OK: nothing has */
	double time;      /* when, in the time of the model; NAN: at no time */
	int32_t source;   /* where: a number of the model's table of sources; -1: nowhere */
	Text text;        /* what, in the user's words, complete */
} Failure;

void failure_init(Failure *f, const MdvAlloc *alloc); /* NULL: the heap */
void failure_free(Failure *f);
void failure_clear(Failure *f); /* nothing is wrong; keeps the memory */
/* Replaces what was there and gives the status back: return failure_set(f, MDV_…, …); */
MdvStatus failure_set(Failure *f, MdvStatus status, double time, const char *format, ...)
	PRINTF_LIKE(4, 5);
MdvStatus failure_vset(Failure *f, MdvStatus status, double time, const char *format, va_list args)
	PRINTF_LIKE(4, 0);
const Failure *failure_keep(Failure *copy, const Failure *f); /* a copy, which is given back */
/* Is it the reason of this status, or left over from something else that was tried before? */
bool failure_explains(const Failure *f, MdvStatus status);

/* Where there is no other point to try, one that cannot be evaluated is a failure. */
static inline MdvStatus status_final(MdvStatus status)
{
	return status > 0 ? MDV_FAILED : status;
}

/* The same where the user may ask to stop. */
static inline MdvStatus status_final_or_stopped(MdvStatus status)
{
	return status == MDV_STOPPED ? status : status_final(status);
}

/* Leaves the function with the status of a call that has not succeeded; TRY_FINAL where there is no
   other point to try. */
#define TRY(call)                      \
	do {                               \
		MdvStatus try_status = (call); \
		if (try_status != MDV_OK)      \
			return try_status;         \
	} while (0)
#define TRY_FINAL(call) TRY(status_final(call))

/* Decode the code point at s (len > 0 bytes): its length, or 0 if it is not valid UTF-8. */
size_t text_utf8(const char *s, size_t len, uint32_t *code);

/* plain.c — text as in the C locale, whatever the host has set. tools/check_locale.sh sees to it
   that nothing else in src/ depends on the locale. */

int plain_vsnprintf(char *buf, size_t size, const char *format, va_list args) PRINTF_LIKE(3, 0);
int plain_snprintf(char *buf, size_t size, const char *format, ...) PRINTF_LIKE(3, 4);
int plain_vfprintf(FILE *to, const char *format, va_list args) PRINTF_LIKE(2, 0);
int plain_fprintf(FILE *to, const char *format, ...) PRINTF_LIKE(2, 3);
double plain_strtod(const char *s, char **end);
const char *plain_strerror(int error);
/* The first n bytes agree, or all up to a NUL, whatever the case of their letters. */
bool plain_same(const char *a, const char *b, size_t n);

/* ASCII only; any other value stays as it is and is none of these. */
static inline bool plain_is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static inline bool plain_is_upper(int c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool plain_is_lower(int c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool plain_is_letter(int c)
{
	return plain_is_upper(c) || plain_is_lower(c);
}

static inline bool plain_is_alnum(int c)
{
	return plain_is_letter(c) || plain_is_digit(c);
}

static inline bool plain_is_space(int c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int plain_lower(int c)
{
	return plain_is_upper(c) ? c - 'A' + 'a' : c;
}

static inline int plain_upper(int c)
{
	return plain_is_lower(c) ? c - 'a' + 'A' : c;
}

/* tape.c — what something is as bytes, by one description for both ways */

typedef struct Tape {
	unsigned char *to;         /* writing: into this; NULL: bytes are only counted */
	const unsigned char *from; /* reading: from this; NULL: it is written */
	size_t at;                 /* bytes so far */
	size_t size;               /* of `from` */
	const char *wrong;         /* what cannot be; NULL: nothing so far */
} Tape;

bool tape_reads(const Tape *t);
void tape_refuse(Tape *t, const char *why); /* the text stays; the first reason counts */
void tape_bytes(Tape *t, void *x, size_t n);
void tape_real(Tape *t, double *x); /* any bits */
void tape_reals(Tape *t, double x[], size_t n);
void tape_word(Tape *t, uint64_t *x);
void tape_flag(Tape *t, bool *x);
void tape_flags(Tape *t, bool x[], size_t n);
/* Read, they are from low to high. */
void tape_number(Tape *t, int32_t *x, int32_t low, int32_t high);
void tape_numbers(Tape *t, int32_t x[], size_t n, int32_t low, int32_t high);
/* How many things follow, each of at least `size` bytes: n, or as read, for all of which there are
   bytes; size 0: any number. 0 if anything is wrong. */
size_t tape_count(Tape *t, size_t n, size_t size);

/* team.c — threads that share one task at a time */

typedef struct Team Team;
typedef void TeamTask(void *ctx, unsigned i); /* the part of member i of the team */

/* n members, the calling thread among them. a NULL: the heap. NULL: no memory, or no threads. */
Team *team_new(unsigned n, const MdvAlloc *a);
void team_free(Team *t);           /* NULL is allowed */
unsigned team_size(const Team *t); /* members; of NULL 1 */
/* Each member does its part, the caller's thread that of member 0; comes back when all have. What
   was written before can be read by all, and what they wrote behind. By one thread at a time. */
void team_run(Team *t, TeamTask *task, void *ctx);

/* clock.c */

double clock_seconds(void);   /* on a clock that never goes back */
double clock_processor(void); /* that the processor has worked for this thread */

/* real.c — real numbers as text */

/* The shortest decimal that reads back as x, laid out as printf's %g; "nan", "inf", "-inf".
   Gives its length, at most 24. */
int real_print(char buf[32], double x);
/* The decimal number that is all of the len bytes: [+-]digits[.digits][e[+-]digits], at most 799
   bytes, in every locale; false: they are none, or beyond the largest number. */
bool real_read(const char *s, size_t len, double *x);

/* map.c — hash map from 64-bit keys to 64-bit values, iterated in order of insertion */

typedef struct MapEntry {
	uint64_t key;   /* a number, or a pointer by map_key */
	uint64_t value; /* a number, or a pointer by (uintptr_t) */
} MapEntry;

typedef struct Map {
	const MdvAlloc *alloc; /* where `at` and `slot` come from */
	MapEntry *at;          /* entries in order of insertion, removed ones among them */
	uint32_t *slot;        /* n_slots: 1 + index into `at`, 0 is free */
	size_t n;              /* live entries */
	size_t n_used;         /* entries of `at` in use, removed ones included */
	size_t cap;            /* entries that fit in `at` */
	size_t n_slots;        /* 0 or a power of two */
} Map;

void map_init(Map *m, const MdvAlloc *alloc); /* alloc NULL: the heap */
void map_free(Map *m);
bool map_put(Map *m, uint64_t key, uint64_t value); /* insert or replace; false: no memory */
uint64_t *map_find(const Map *m, uint64_t key);     /* the value, until the next put; or NULL */
void *map_find_ptr(const Map *m, uint64_t key);     /* the value as a pointer; NULL if absent */
bool map_remove(Map *m, uint64_t key);              /* false: there was none */
/* The next live entry, or NULL: `for (size_t i = 0; (e = map_next(m, &i));)`. */
const MapEntry *map_next(const Map *m, size_t *i);
/* The same on every platform; part of results (random streams), so it never changes. */
uint64_t map_hash_bytes(const void *bytes, size_t len, uint64_t seed);
uint64_t map_hash(uint64_t x); /* a bijection of 64-bit numbers that looks random */

#define map_key(ptr) ((uint64_t)(uintptr_t)(ptr))

/* intern.c — names as small numbers: equal texts have equal names */

typedef struct Name {
	uint32_t i; /* 1, 2, 3 … in order of first appearance; 0: no name */
} Name;

typedef struct InternEntry {
	const char *text; /* len bytes and a NUL; never moves */
	uint32_t len;     /* in bytes */
	uint32_t hash;    /* of the text */
} InternEntry;

/* Also the string-keyed map: index an array by the name. */
typedef struct Intern {
	const MdvAlloc *alloc; /* where all memory comes from */
	Arena texts;           /* the texts */
	InternEntry *at;       /* n names; at[0] is the one that is no name */
	size_t n;              /* names in use, at[0] included */
	size_t cap;            /* names that fit */
	uint32_t *slot;        /* n_slots: name, 0 is free */
	size_t n_slots;        /* 0 or a power of two */
} Intern;

void intern_init(Intern *in, const MdvAlloc *alloc); /* alloc NULL: the heap; must not be moved */
void intern_free(Intern *in);
Name intern_name(Intern *in, const char *text, size_t len); /* {0}: no memory */
/* The names of n texts that stand one behind the other, each up to end[i]: what a call for each
   would give. False: no memory. */
bool intern_names(Intern *in, const char *text, const size_t end[], size_t n, Name name[]);
Name intern_find(const Intern *in, const char *text, size_t len); /* {0}: never seen */
const char *intern_text(const Intern *in, Name name);             /* "" for {0} */
size_t intern_len(const Intern *in, Name name);

/* file.c — ordinary files */

/* As errno: a pipe or a device; it may never end, or never begin. */
#define FILE_NOT_ORDINARY (-1)

/* Open to read, or to write anew or at the end; never waits. NULL: errno says why. */
FILE *file_open(const char *path);
FILE *file_create(const char *path, bool append);
bool file_is_special(const char *path); /* there is a pipe or a device of that name */
const char *file_error(int error);      /* errno in words */

/* source.c — source files and positions in them */

typedef struct Span {
	uint32_t file;  /* number of the file in its SourceSet; 0: no place */
	uint32_t start; /* byte offset */
	uint32_t end;   /* byte offset past the last; equal to start: a point */
} Span;

#define SPAN_NONE ((Span){0, 0, 0})

typedef struct Source {
	const char *name;     /* as given; for messages */
	const char *text;     /* len bytes and a NUL */
	uint32_t len;         /* in bytes, less than 2^31 */
	uint32_t n_lines;     /* length of `line`; 0: not yet built */
	const uint32_t *line; /* n_lines offsets of line starts */
} Source;

typedef struct SourceSet {
	const MdvAlloc *alloc; /* where all memory comes from */
	VEC(Source *) files;   /* files 1, 2, 3 … at 0, 1, 2 … */
} SourceSet;

typedef struct SourcePos {
	uint32_t line;    /* from 1 */
	uint32_t column;  /* from 1, in code points; a tab is one */
	const char *text; /* the whole line */
	uint32_t len;     /* bytes of it, without the line end */
	uint32_t offset;  /* bytes of it before the position; at most len */
} SourcePos;

typedef enum SourceStatus {
	SOURCE_OK,          /* the file is in the set */
	SOURCE_CANNOT_READ, /* errno tells why: file_error */
	SOURCE_TOO_LARGE,   /* more than the limit */
	SOURCE_NO_MEMORY    /* no memory */
} SourceStatus;

void source_init(SourceSet *set, const MdvAlloc *alloc); /* alloc NULL: the heap */
void source_free(SourceSet *set);
SourceStatus source_read(SourceSet *set, const char *path, size_t max_bytes, uint32_t *file);
SourceStatus source_add(SourceSet *set, const char *name, const char *text, size_t len,
						uint32_t *file);                       /* copies name and text */
const Source *source_get(const SourceSet *set, uint32_t file); /* NULL: no such file */
SourcePos source_pos(const SourceSet *set, uint32_t file, uint32_t offset);
/* Its line alone, which costs little wherever it is; 0: no such file. */
uint32_t source_line(const SourceSet *set, uint32_t file, uint32_t offset);
/* The folders that hold the files, those inside of others left out; ends with NULL. NULL: no
 * memory. */
const char *const *source_folders(const SourceSet *set, Arena *keep);
size_t source_bad_utf8(const Source *s); /* offset of the first byte that is not; or len */
Span source_join(Span a, Span b);        /* from the start of a to the end of b */

/* diag.c — messages to the user, collected, then printed */

typedef enum DiagSeverity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } DiagSeverity;

#define DIAG_ENUM(name, code, severity, title) name,
typedef enum DiagCode { DIAG_CODES(DIAG_ENUM) DIAG_CODE_COUNT } DiagCode;
#undef DIAG_ENUM

typedef struct DiagItem {
	DiagSeverity severity; /* a note belongs to the item before it */
	DiagCode code;         /* meaningless in a note */
	Span at;               /* what is underlined; SPAN_NONE: no place */
	const char *text;      /* one line */
} DiagItem;

typedef struct Diag {
	const MdvAlloc *alloc;    /* where all memory comes from */
	const SourceSet *sources; /* where spans point; NULL: print no places */
	Arena texts;              /* the texts */
	VEC(DiagItem) items;      /* in order of report */
	Map seen;                 /* hash of code, span and text -> index into items */
	Map older;                /* hash of class and code -> 1: diag_older has warned */
	int n_errors;             /* errors reported, those past the limit included */
	int n_warnings;           /* warnings kept */
	int max_errors;           /* errors kept, 20 unless set; 0: no limit */
	bool strict;              /* diag_older reports errors; false unless set */
	bool colour;              /* print with ANSI colours; false unless set */
	bool quiet;               /* print no warnings; false unless set */
	bool json;                /* print JSON (diag_json.c); false unless set */
	bool dropped;             /* the last report was not kept: neither are its notes */
	bool lost;                /* a message was lost for want of memory */
} Diag;

void diag_init(Diag *d, const MdvAlloc *alloc, const SourceSet *sources); /* must not be moved */
void diag_free(Diag *d);
/* Report with the severity of the code's entry in diag_codes.h; or with one chosen by the caller.
   The same code, place and text is kept once. */
void diag_report(Diag *d, Span at, DiagCode code, const char *format, ...) PRINTF_LIKE(4, 5);
void diag_error(Diag *d, Span at, DiagCode code, const char *format, ...) PRINTF_LIKE(4, 5);
void diag_warning(Diag *d, Span at, DiagCode code, const char *format, ...) PRINTF_LIKE(4, 5);
/* What the language no longer allows, or never did, but can mean one thing only: a warning, and
   true, go on with that meaning; of a strict Diag an error, and false. The text is the same. Of a
   class (any address; or NULL) one warning of each code is kept, and all errors. */
bool diag_older(Diag *d, const void *of, Span at, DiagCode code, const char *format, ...)
	PRINTF_LIKE(5, 6);
void diag_note(Diag *d, Span at, const char *format, ...) PRINTF_LIKE(3, 4); /* to the last one */
/* What was reported since: as if it had not been. */
typedef struct DiagMark {
	size_t n;                 /* items */
	int n_errors, n_warnings; /* among them, and errors beyond the limit */
} DiagMark;
DiagMark diag_mark(const Diag *d);
void diag_forget(Diag *d, DiagMark mark);
bool diag_full(const Diag *d); /* more errors than the limit: stop looking for others */
MdvStatus diag_print(const Diag *d, FILE *out);
bool diag_print_text(const Diag *d, Text *out); /* false: no memory */
const char *diag_severity_text(DiagSeverity severity);

/* diag_json.c */

size_t diag_json(const Diag *d, size_t i, Text *out); /* an item with its notes; gives the next */
void diag_json_words(const char *text, Text *out);    /* what is no item */
const char *diag_code_text(DiagCode code);            /* "E0001" */
const char *diag_code_title(DiagCode code);

/* check.c — checkers: does what a pass made keep to its definition? */

typedef struct Check {
	jmp_buf failed; /* of check_run */
	Text *why;      /* what is wrong, once something is */
} Check;

/* Calls body(c, ctx). False: it was ended by check_fail, `why` says more. */
bool check_run(Text *why, void (*body)(Check *c, void *ctx), void *ctx);
/* The same; what it takes of scratch is given back. */
bool check_run_in(Arena *scratch, Text *why, void (*body)(Check *c, void *ctx), void *ctx);
_Noreturn void check_fail(Check *c, const char *format, ...) PRINTF_LIKE(2, 3);

/* render.c — source text on the terminal */

/* The source line of a place and, below it, the underlined range. */
void render_snippet(Text *out, const SourceSet *sources, Span at, const char *colour);
/* s with what would disturb a terminal replaced: control characters and bytes not UTF-8. */
void render_clean(Text *out, const char *s);
/* A message, cleaned line by line. */
void render_say(FILE *to, const char *format, ...) PRINTF_LIKE(2, 3);
/* len bytes, as they are, but on a terminal cleaned; false: they could not be written. */
bool render_write(FILE *to, const char *text, size_t len);

/* suggest.c — did you mean …? */

#define SUGGEST_MAX 2 /* most candidates given */

typedef struct Suggest {
	const char *word;              /* what the user wrote; not owned */
	size_t len;                    /* its length in bytes */
	size_t limit;                  /* largest distance allowed; 0: suggest nothing */
	int n;                         /* candidates kept */
	const char *best[SUGGEST_MAX]; /* the nearest, nearest first; not owned */
	size_t best_len[SUGGEST_MAX];  /* their lengths in bytes */
	size_t distance[SUGGEST_MAX];  /* their distances */
} Suggest;

void suggest_init(Suggest *s, const char *word, size_t len);
void suggest_add(Suggest *s, const char *candidate, size_t len); /* must live as long as s */
bool suggest_text(const Suggest *s, Text *out); /* appends "; did you mean 'x' or 'y'?" if any */
/* Damerau-Levenshtein distance in bytes, or limit + 1 if it is larger than limit. */
size_t suggest_distance(const char *a, size_t a_len, const char *b, size_t b_len, size_t limit);

/* csr.c — sparse matrices of zeros and ones, graphs: the columns of each row */

typedef struct Csr {
	int32_t n_rows;       /* rows; of a graph, nodes */
	int32_t n_cols;       /* columns */
	const int32_t *start; /* n_rows + 1 starts into col */
	const int32_t *col;   /* columns of each row, ascending, each once */
} Csr;

typedef struct CsrRun {
	int32_t row;    /* of the entries */
	uint32_t first; /* of them, in cols */
} CsrRun;

typedef struct CsrBuilder {
	Arena *scratch;    /* holds the entries */
	int32_t n_rows;    /* rows of the result */
	int32_t n_cols;    /* columns of the result */
	VEC(CsrRun) runs;  /* entries in turn that are of one row */
	VEC(int32_t) cols; /* of the entries, in any order, duplicates allowed */
} CsrBuilder;

/* These return false only if an arena without handler has no memory. The scratch arena must not be
   the result's; scc_* and match_* release what they took of it. */
void csr_begin(CsrBuilder *b, Arena *scratch, int32_t n_rows, int32_t n_cols);
bool csr_add(CsrBuilder *b, int32_t row, int32_t col);
bool csr_finish(const CsrBuilder *b, Arena *result, Csr *out);
bool csr_transpose(const Csr *g, Arena *result, Csr *out);

/* scc.c — strongly connected components */

typedef struct Scc {
	int32_t n;            /* components, in order of evaluation: what is used comes first */
	const int32_t *start; /* n + 1 starts into node */
	const int32_t *node;  /* nodes of each component, ascending */
	const int32_t *of;    /* the component of each node */
} Scc;

/* Components of a square graph, where an edge row -> col means that row uses col. */
bool scc_find(const Csr *g, Arena *result, Arena *scratch, Scc *out);
/* The same for equations (rows) and variables (columns): a row uses the rows that its columns are
   matched to by row_of_col (-1: by none). */
bool scc_find_matched(const Csr *g, const int32_t *row_of_col, Arena *result, Arena *scratch,
					  Scc *out);

/* match.c — bipartite matching of rows and columns */

typedef struct Match {
	int32_t n;           /* pairs */
	int32_t *col_of_row; /* n_rows: matched column or -1 */
	int32_t *row_of_col; /* n_cols: matched row or -1 */
} Match;

typedef enum MatchPart {
	MATCH_WELL,  /* as many rows as columns */
	MATCH_OVER,  /* more rows than columns: too many equations */
	MATCH_UNDER, /* more columns than rows: too few equations */
	MATCH_PARTS
} MatchPart;

typedef struct MatchParts {
	uint8_t *row;                /* n_rows: MatchPart */
	uint8_t *col;                /* n_cols: MatchPart */
	int32_t n_rows[MATCH_PARTS]; /* rows of each part */
	int32_t n_cols[MATCH_PARTS]; /* columns of each part */
} MatchParts;

bool match_init(const Csr *g, Arena *result, Match *m); /* nothing matched; may be pre-assigned */
void match_pair(Match *m, int32_t row, int32_t col);    /* both must be free */
/* Of an empty m: first whoever has one partner left (Karp, Sipser 1981), else the next row. Of what
   is nearly a tree that is a maximum, or next to it, in O(edges). */
bool match_forced(const Csr *g, Arena *scratch, Match *m);
/* Extend m to a maximum matching; what was matched stays so, perhaps to another partner. */
bool match_maximum(const Csr *g, Arena *scratch, Match *m);
/* Dulmage-Mendelsohn: the parts of g, given a maximum matching; they do not depend on which. */
bool match_parts(const Csr *g, const Match *m, Arena *result, Arena *scratch, MatchParts *out);

/* debugger.c — symbols for debuggers of code that was made while the program runs */

/* A symbol file in memory; the layout is the debuggers'. */
typedef struct DebuggerFile {
	struct DebuggerFile *next, *before;
	const void *symbols; /* an ELF file */
	uint64_t size;       /* bytes of it */
} DebuggerFile;

/* From here on debuggers read it; both must stay until it is removed. Any thread may. */
void debugger_add(DebuggerFile *file, const void *symbols, size_t size);
void debugger_remove(DebuggerFile *file);

#endif
