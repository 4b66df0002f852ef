/* SPDX-License-Identifier: MIT
   real.c — a real number as its shortest decimal: the fewest digits that read back as the same
   number and, of those, the nearest to it. Schubfach (Giulietti 2020): the interval of all decimals
   that read back is scaled by a power of ten, whose 128-bit approximation decides every comparison.
   The power is the product of two table entries (10^27i, rounded up, and 5^j), at most 2.6 units of
   its last bit too large. Constant time and memory; no locale. */
#include "base/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

typedef struct Power {
	uint64_t high; /* most significant half; its top bit is set */
	uint64_t low;  /* least significant half */
} Power;

enum { POWER_STEP = 27, POWER_FIRST = -297 };

/* 10^e for e = -297, -270 … 324: 128 bits, scaled by a power of two, rounded up. */
static const Power powers[] = {
	{0xa76c582338ed2621u, 0xaf2af2b80af6f24fu}, {0x873e4f75e2224e68u, 0x5a7744a6e804a292u},
	{0xda7f5bf590966848u, 0xaf39a475506a899fu}, {0xb080392cc4349decu, 0xbd8d794d96aacfb4u},
	{0x8e938662882af53eu, 0x547eb47b7282ee9du}, {0xe65829b3046b0afau, 0x0cb4a5a3112a5113u},
	{0xba121a4650e4ddebu, 0x92f34d62616ce414u}, {0x964e858c91ba2655u, 0x3a6a07f8d510f870u},
	{0xf2d56790ab41c2a2u, 0xfae27299423fb9c4u}, {0xc428d05aa4751e4cu, 0xaa97e14c3c26b887u},
	{0x9e74d1b791e07e48u, 0x775ea264cf55347eu}, {0x8000000000000000u, 0x0000000000000000u},
	{0xcecb8f27f4200f3au, 0x0000000000000000u}, {0xa70c3c40a64e6c51u, 0x999090b65f67d924u},
	{0x86f0ac99b4e8dafdu, 0x69a028bb3ded71a4u}, {0xda01ee641a708de9u, 0xe80e6f4820cc9496u},
	{0xb01ae745b101e9e4u, 0x5ec05dcff72e7f90u}, {0x8e41ade9fbebc27du, 0x14588f13be847308u},
	{0xe5d3ef282a242e81u, 0x8f1668c8a86da5fbu}, {0xb9a74a0637ce2ee1u, 0x6d953e2bd7173693u},
	{0x95f83d0a1fb69cd9u, 0x4abdaf101564f98fu}, {0xf24a01a73cf2dccfu, 0xbc633b39673c8cedu},
	{0xc3b8358109e84f07u, 0x0a862f80ec4700c9u}, {0x9e19db92b4e31ba9u, 0x6c07a2c26a8346d2u},
};

static const uint64_t fives[POWER_STEP] = {
	1u,
	5u,
	25u,
	125u,
	625u,
	3125u,
	15625u,
	78125u,
	390625u,
	1953125u,
	9765625u,
	48828125u,
	244140625u,
	1220703125u,
	6103515625u,
	30517578125u,
	152587890625u,
	762939453125u,
	3814697265625u,
	19073486328125u,
	95367431640625u,
	476837158203125u,
	2384185791015625u,
	11920928955078125u,
	59604644775390625u,
	298023223876953125u,
	1490116119384765625u,
};

/* 10^e, scaled by a power of two such that the top bit is set; -292 <= e <= 324. */
static Power power_of_ten(int e)
{
	int i = (e - POWER_FIRST) / POWER_STEP, j = (e - POWER_FIRST) % POWER_STEP;
	uint64_t five = fives[j] << __builtin_clzll(fives[j]);
	Wide high = (Wide)powers[i].high * five + (uint64_t)((Wide)powers[i].low * five >> 64);
	uint64_t low = powers[i].low * five;

	if (!(high >> 127))
		high = high << 1 | low >> 63;
	high += j > 0;
	return (Power){(uint64_t)(high >> 64), (uint64_t)high};
}

/* The integer part of n g / 2^128, made odd if there is a fraction. No fraction of such a product
   lies between 2^-67 and 2^-66: what is below is the error of g (checked for every power by
   continued fractions). */
static uint64_t round_to_odd(Power g, uint64_t n)
{
	Wide low = (Wide)g.low * n, high = (Wide)g.high * n + (uint64_t)(low >> 64);
	bool fraction = (uint64_t)high != 0 || (uint64_t)low >> 61 != 0;

	return (uint64_t)(high >> 64) | fraction;
}

/* floor(x / 2^bits), where right shifts of negative numbers are not relied on. */
static int floor_shift(int64_t x, int bits)
{
	int64_t lift = (int64_t)1 << 40;

	return (int)((x + lift) >> bits) - (int)(lift >> bits);
}

/* digits 10^exponent, the shortest decimal of mantissa 2^q. `narrow`: the number below is only half
   as far away as the one above. In quarters of 10^k: low <= the decimals that read back <= high. */
static uint64_t shortest(uint64_t mantissa, int q, bool narrow, int *exponent)
{
	int k = floor_shift((int64_t)q * 1262611 - (narrow ? 524031 : 0), 22); /* log10 of 2^q */
	int shift = q + floor_shift((int64_t)-k * 1741647, 19) + 1;            /* log2 of 10^-k */
	Power g = power_of_ten(-k);
	uint64_t odd = mantissa & 1; /* the ends of the interval round to the even neighbour */
	uint64_t low = round_to_odd(g, (4 * mantissa - 2 + narrow) << shift) + odd;
	uint64_t mid = round_to_odd(g, 4 * mantissa << shift);
	uint64_t high = round_to_odd(g, (4 * mantissa + 2) << shift) - odd;
	uint64_t s = mid / 4, tens = s / 10;
	bool below, above;

	*exponent = k + 1;
	below = low <= 40 * tens;
	above = 40 * tens + 40 <= high;
	if (below != above && s >= 10)
		return tens + above;
	*exponent = k;
	below = low <= 4 * s;
	above = 4 * s + 4 <= high;
	if (below != above)
		return s + above;
	return s + (mid > 4 * s + 2 || (mid == 4 * s + 2 && (s & 1)));
}

/* Positive x as digits 10^exponent, the last digit not 0. */
static uint64_t decompose(double x, int *exponent)
{
	uint64_t bits, digits, fraction;
	int biased;

	memcpy(&bits, &x, sizeof bits);
	fraction = bits & (((uint64_t)1 << 52) - 1);
	biased = (int)(bits >> 52 & 0x7FF);
	if (x < 9007199254740992.0 && x == (double)(uint64_t)x) /* 2^53 */
		digits = (uint64_t)x, *exponent = 0;
	else if (biased == 0)
		digits = shortest(fraction, -1074, false, exponent);
	else
		digits = shortest(fraction | (uint64_t)1 << 52, biased - 1075, fraction == 0 && biased > 1,
						  exponent);
	for (; digits % 10 == 0; digits /= 10)
		++*exponent;
	return digits;
}

static int write_exponent(char *dst, int e)
{
	char *start = dst;

	*dst++ = 'e';
	*dst++ = e < 0 ? '-' : '+';
	e = e < 0 ? -e : e;
	if (e >= 100)
		*dst++ = (char)('0' + e / 100);
	*dst++ = (char)('0' + e / 10 % 10);
	*dst++ = (char)('0' + e % 10);
	return (int)(dst - start);
}

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
							"25262728293031323334353637383940414243444546474849"
							"50515253545556575859606162636465666768697071727374"
							"75767778798081828384858687888990919293949596979899";

/* Writes n digits of a number. */
static void write_digits(char dst[], uint64_t digits, int n)
{
	for (; n > 8; digits /= 100, n -= 2) /* the rest fits into half the width */
		memcpy(dst + n - 2, pairs + 2 * (digits % 100), 2);
	for (uint32_t few = (uint32_t)digits; n > 0; few /= 100, n -= 2)
		if (n == 1)
			dst[0] = (char)('0' + few);
		else
			memcpy(dst + n - 2, pairs + 2 * (few % 100), 2);
}

static int count_places(uint64_t digits)
{
	int n = 1;

	for (; digits >= 10000; digits /= 10000)
		n += 4;
	return n + (digits >= 10) + (digits >= 100) + (digits >= 1000);
}

/* A number of n digits, the first of which counts 10^e, as printf's %g lays it out with n or 15
   digits, whichever is more. Gives its length. */
static int lay_out(char *dst, uint64_t digits, int n, int e)
{
	int most = n > 15 ? n : 15, left; /* digits before the point */

	if (e < 0 && e >= -4) {
		memcpy(dst, "0.0000", 6);
		write_digits(dst + 1 - e, digits, n);
		return n + 1 - e;
	}
	if (e >= n - 1 && e < most) {
		write_digits(dst, digits, n);
		memset(dst + n, '0', (size_t)(e + 1 - n));
		return e + 1;
	}
	left = e < 0 || e >= most ? 1 : e + 1;
	write_digits(dst + 1, digits, n);
	for (int i = 0; i < left; i++)
		dst[i] = dst[i + 1];
	dst[left] = '.';
	if (left == e + 1)
		return n + 1;
	n += n > 1; /* the point, if something is behind it */
	return n + write_exponent(dst + n, e);
}

int real_print(char buf[32], double x)
{
	char *dst = buf;
	uint64_t digits;
	int exponent, n;

	if (!isfinite(x)) {
		strcpy(buf, isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
		return (int)strlen(buf);
	}
	if (signbit(x))
		*dst++ = '-';
	if (x == 0) {
		*dst++ = '0';
		*dst = '\0';
		return (int)(dst - buf);
	}
	digits = decompose(fabs(x), &exponent);
	n = count_places(digits);
	dst += lay_out(dst, digits, n, exponent + n - 1);
	*dst = '\0';
	return (int)(dst - buf);
}

/* How many characters from s on are digits. */
static size_t count_digits(const char *s, const char *end)
{
	const char *at = s;

	while (at < end && *at >= '0' && *at <= '9')
		at++;
	return (size_t)(at - s);
}

/* The length of the number that [s, end) is as a whole, or 0. */
static size_t scan_number(const char *s, const char *end)
{
	const char *at = s;
	size_t n, m = 0;

	at += at < end && (*at == '-' || *at == '+');
	n = count_digits(at, end);
	at += n;
	if (at < end && *at == '.') {
		m = count_digits(at + 1, end);
		at += 1 + m;
	}
	if (n + m == 0)
		return 0;
	if (at < end && (*at == 'e' || *at == 'E')) {
		at++;
		at += at < end && (*at == '-' || *at == '+');
		n = count_digits(at, end);
		at += n;
		if (n == 0)
			return 0;
	}
	return at == end ? (size_t)(at - s) : 0;
}

bool real_read(const char *s, size_t len, double *x)
{
	size_t n = scan_number(s, s + len);
	char buf[800]; /* 767 digits decide any number */

	if (n == 0 || n >= sizeof buf)
		return false;
	memcpy(buf, s, n);
	buf[n] = '\0';
	*x = plain_strtod(buf, NULL);
	return isfinite(*x);
}
