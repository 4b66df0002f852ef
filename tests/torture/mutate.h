/* SPDX-License-Identifier: MIT
   mutate.h — mutants of models: tokens are deleted, doubled, exchanged, replaced by others of the
   corpus, numbers by extreme ones. A mutant is determined by the corpus, a seed and its number. */
#ifndef MDV_MUTATE_H
#define MDV_MUTATE_H

#include "base/base.h"

typedef struct {
	const char *at; /* n bytes */
	size_t n;       /* how many */
} Token;

typedef struct {
	Token *at; /* n of them: every byte of the text is in one */
	size_t n;  /* how many */
} Model;

typedef struct {
	Model *at; /* n models */
	size_t n;  /* how many */
} Corpus;

typedef struct {
	uint64_t state; /* of splitmix64 */
} Random;

uint64_t random_below(Random *r, uint64_t n); /* from 0 to n - 1; n > 0 */

/* The models of all paths: files, and every .mo file below folders, in the order of their names.
   What has too many tokens for a mutant to be done in milliseconds is left out. */
Corpus corpus_read(Arena *keep, const char *const paths[], size_t n_paths);
/* The mutant of number k of a seed; `random` goes on from there. */
void mutate_text(const Corpus *c, uint64_t seed, uint64_t k, Random *random, Text *out);
/* A model that a package declares, by its full name; "" if the text is no package, or has none. */
void mutate_class(const Text *text, Random *random, char *name, size_t size);

#endif
