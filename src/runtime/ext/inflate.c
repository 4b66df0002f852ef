/* SPDX-License-Identifier: MIT
   inflate.c — decompression of zlib data (RFC 1950, RFC 1951): Huffman codes and references to what
   came before. Codes are read bit by bit, by counting the codes of each length (canonical codes):
   small, and fast enough for files of tables. Damaged data give false, never a wrong access. */
#include "runtime/ext/ext.h"

#include <string.h>

#define MAX_BITS 15  /* longest code */
#define LITERALS 288 /* codes of literals and lengths */

typedef struct Bits {
	const unsigned char *at;  /* next byte */
	const unsigned char *end; /* end of the data */
	uint32_t hold;            /* bits not yet used, the lowest first */
	int n_hold;               /* how many */
	bool failed;              /* the data ended early */
} Bits;

typedef struct Code {
	uint16_t count[MAX_BITS + 1]; /* codes of each length */
	uint16_t symbol[LITERALS];    /* symbols in order of their codes */
} Code;

typedef VEC(unsigned char) Output;

static uint32_t take(Bits *b, int n)
{
	uint32_t got;

	while (b->n_hold < n) {
		if (b->at == b->end) {
			b->failed = true;
			return 0;
		}
		b->hold |= (uint32_t)*b->at++ << b->n_hold;
		b->n_hold += 8;
	}
	got = b->hold & ((1u << n) - 1);
	b->hold >>= n;
	b->n_hold -= n;
	return got;
}

/* The code that follows from the lengths of its symbols (0: not used). False: over-subscribed. */
static bool make_code(Code *c, const uint8_t *length, int n)
{
	uint16_t next[MAX_BITS + 2] = {0};
	int room = 1;

	memset(c->count, 0, sizeof c->count);
	for (int i = 0; i < n; i++)
		c->count[length[i]]++;
	c->count[0] = 0;
	for (int len = 1; len <= MAX_BITS; len++) {
		room = 2 * room - c->count[len];
		if (room < 0)
			return false;
		next[len + 1] = (uint16_t)(next[len] + c->count[len]);
	}
	for (int i = 0; i < n; i++)
		if (length[i] > 0)
			c->symbol[next[length[i]]++] = (uint16_t)i;
	return true;
}

/* The next symbol; -1: there is no such code. */
static int decode(Bits *b, const Code *c)
{
	int code = 0, first = 0, index = 0;

	for (int len = 1; len <= MAX_BITS && !b->failed; len++) {
		code |= (int)take(b, 1);
		if (code - first < c->count[len])
			return c->symbol[index + code - first];
		index += c->count[len];
		first = (first + c->count[len]) << 1;
		code <<= 1;
	}
	return -1;
}

static void put(Output *out, unsigned char byte)
{
	(void)vec_push(arena_allocator(ext_memory()), out, byte);
}

static bool stored_block(Bits *b, Output *out)
{
	uint32_t len, check;

	b->hold = 0;
	b->n_hold = 0;
	len = take(b, 16);
	check = take(b, 16);
	if (b->failed || (len ^ check) != 0xFFFF || len > (size_t)(b->end - b->at))
		return false;
	for (uint32_t i = 0; i < len; i++)
		put(out, *b->at++);
	return true;
}

/* Literals, and copies of length bytes from a distance back, until the end of the block. */
static bool coded_block(Bits *b, const Code *literals, const Code *distances, Output *out)
{
	static const uint16_t len_base[] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
										15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
										67, 83, 99, 115, 131, 163, 195, 227, 258};
	static const uint8_t len_bits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
									   2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
	static const uint16_t dist_base[] = {
		1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
		193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

	for (;;) {
		int symbol = decode(b, literals);
		size_t len, distance;

		if (symbol < 0 || symbol > 285)
			return false;
		if (symbol == 256)
			return true;
		if (symbol < 256) {
			put(out, (unsigned char)symbol);
			continue;
		}
		len = len_base[symbol - 257] + take(b, len_bits[symbol - 257]);
		symbol = decode(b, distances);
		if (symbol < 0 || symbol > 29)
			return false;
		distance = dist_base[symbol] + take(b, symbol < 2 ? 0 : symbol / 2 - 1);
		if (b->failed || distance > out->n)
			return false;
		for (size_t i = 0; i < len; i++)
			put(out, out->at[out->n - distance]);
	}
}

static bool fixed_block(Bits *b, Output *out)
{
	uint8_t length[LITERALS], distance[30];
	Code literals, distances;

	for (int i = 0; i < LITERALS; i++)
		length[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
	memset(distance, 5, sizeof distance);
	return make_code(&literals, length, LITERALS) && make_code(&distances, distance, 30) &&
		   coded_block(b, &literals, &distances, out);
}

/* The lengths of both codes are themselves coded, with repetitions. */
static bool dynamic_block(Bits *b, Output *out)
{
	static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
									11, 4,  12, 3, 13, 2, 14, 1, 15};
	uint8_t length[LITERALS + 32] = {0}, of_code[19] = {0};
	Code code, literals, distances;
	int n_literals = (int)take(b, 5) + 257, n_distances = (int)take(b, 5) + 1;
	int n_code = (int)take(b, 4) + 4, n = 0;

	for (int i = 0; i < n_code; i++)
		of_code[order[i]] = (uint8_t)take(b, 3);
	if (b->failed || n_literals > 286 || n_distances > 30 || !make_code(&code, of_code, 19))
		return false;
	while (n < n_literals + n_distances) {
		int symbol = decode(b, &code), times = 1;
		uint8_t what = 0;

		if (symbol < 0)
			return false;
		if (symbol < 16)
			what = (uint8_t)symbol;
		else if (symbol == 16)
			times = 3 + (int)take(b, 2);
		else
			times = symbol == 17 ? 3 + (int)take(b, 3) : 11 + (int)take(b, 7);
		if (symbol == 16) {
			if (n == 0)
				return false;
			what = length[n - 1];
		}
		if (n + times > n_literals + n_distances)
			return false;
		while (times-- > 0)
			length[n++] = what;
	}
	return make_code(&literals, length, n_literals) &&
		   make_code(&distances, length + n_literals, n_distances) &&
		   coded_block(b, &literals, &distances, out);
}

/* The checksum after the data (RFC 1950, Adler-32), the highest byte first. */
static bool is_whole(const Bits *b, const Output *out)
{
	uint32_t low = 1, high = 0, want = 0;

	if (b->end - b->at < 4)
		return false;
	for (int i = 0; i < 4; i++)
		want = want << 8 | b->at[i];
	for (size_t i = 0; i < out->n; i++) {
		low = (low + out->at[i]) % 65521;
		high = (high + low) % 65521;
	}
	return (high << 16 | low) == want;
}

bool inflate_zlib(const unsigned char *data, size_t len, ExtBytes *result)
{
	Bits b = {0};
	Output out = {0};
	bool last = false;

	/* Method 8 without a dictionary. */
	if (len < 2 || (data[0] & 0x0F) != 8 || (data[1] & 0x20) != 0)
		return false;
	b.at = data + 2;
	b.end = data + len;
	while (!last) {
		uint32_t kind;
		bool ok;

		last = take(&b, 1) == 1;
		kind = take(&b, 2);
		if (b.failed || kind > 2)
			return false;
		ok = kind == 0   ? stored_block(&b, &out)
			 : kind == 1 ? fixed_block(&b, &out)
						 : dynamic_block(&b, &out);
		if (!ok)
			return false;
	}
	*result = (ExtBytes){out.at, out.n};
	return is_whole(&b, &out);
}
