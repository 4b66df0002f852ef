/* SPDX-License-Identifier: MIT
   test_signature.c — signatures of external functions: those of the table agree with the C
   declarations beside them, and calls that do not fit are seen. */
#include "runtime/ext/ext.h"
#include "t.h"

#include <ctype.h>
#include <string.h>

/* The letter of a C type, as far as it goes; capital letters and sizes are not in it. */
static char letter_of(const char *type)
{
	if (!strncmp(type, "const char *", 12) || !strncmp(type, "char *", 6))
		return 's';
	if (!strncmp(type, "void *", 6))
		return 'o';
	if (!strncmp(type, "size_t", 6))
		return 'z';
	type += !strncmp(type, "const ", 6) ? 6 : 0;
	if (!strncmp(type, "double", 6))
		return 'r';
	return !strncmp(type, "int", 3) ? 'i' : 'v';
}

/* "(const char *s, int n)" as letters: "si". */
static void letters_of_c(const char *arguments, Text *out)
{
	const char *at = arguments + 1;

	while (!strncmp(arguments, "(void)", 6) ? false : *at != '\0') {
		at += strspn(at, " ");
		text_add_char(out, letter_of(at), 1);
		at += strcspn(at, ",)");
		if (*at++ == ')')
			break;
	}
}

static void letters_of(const char *signature, Text *out)
{
	const char *at = strchr(signature, '(') + 1;

	while (*at != ')') {
		const char *word = at, *colon;
		size_t n = 0;
		int depth = 0;

		while (depth > 0 || (word[n] != ' ' && word[n] != ')')) {
			depth += (word[n] == '[') - (word[n] == ']');
			n++;
		}
		colon = memchr(word, ':', n);
		word = colon ? colon + 1 : word;
		text_add_char(out, *word == 'x' ? 'o' : (char)tolower((unsigned char)*word), 1);
		at += n;
		at += strspn(at, " ");
	}
}

static void compare(const char *name, const char *result, const char *arguments,
					const char *signature)
{
	Text a, b;

	if (!signature)
		return;
	text_init(&a, NULL);
	text_init(&b, NULL);
	letters_of_c(arguments, &a);
	letters_of(signature, &b);
	if (letter_of(result) != signature[0] || strcmp(text_str(&a), text_str(&b)) != 0)
		T_FAIL("%s: %s %s is no \"%s\"", name, result, arguments, signature);
	text_free(&a);
	text_free(&b);
}

static void signatures_agree_with_the_declarations(void)
{
#define COMPARE(result, name, arguments, need, signature) \
	compare(#name, #result, #arguments, signature);
	EXT_FUNCTIONS(COMPARE)
#undef COMPARE
}

/* Every name in a size stands for an argument: otherwise this ends in an internal error. */
static void every_size_can_be_computed(void)
{
	static const int ones[64] = {1};
	VmGiven given[64];

	for (int i = 0; i < 64; i++)
		given[i] = (VmGiven){.count = 1, .number = 1, .text = "N", .integers = ones};
#define MISFIT(name, signature) T_INT(vm_signature_misfit(signature, given, true) >= 0, true);
	EXT_FORTRAN(MISFIT)
#undef MISFIT
}

static int misfit(const char *signature, double count, double n, const char *text)
{
	const VmGiven given[] = {
		{.count = 1, .text = text}, {.count = count}, {.count = 1, .number = n}};

	return vm_signature_misfit(signature, given, true);
}

static void sizes_are_those_of_the_numbers(void)
{
	T_INT(misfit("v(job:s r[2*n+1] n:i)", 7, 3, "N"), 0);
	T_INT(misfit("v(job:s r[2*n+1] n:i)", 6, 3, "N"), 2);
	T_INT(misfit("v(job:s r[max(n,4)-min(n,2)] n:i)", 1, 3, "N"), 2);
	T_INT(misfit("v(job:s r[max(n,4)-min(n,2)] n:i)", 2, 3, "N"), 0);
	T_INT(misfit("v(job:s r[n]?job=VB n:i)", 1, 3, "no"), 0);
	T_INT(misfit("v(job:s r[n]?job=VB n:i)", 1, 3, "both"), 2);
	T_INT(misfit("v(job:s r[n]?job=A[1]?job=N n:i)", 1, 3, "N"), 0);
	T_INT(misfit("v(s=N r n:i)", 1, 3, "V"), 1);
	T_INT(misfit("v(s r n:i>4)", 1, 3, "V"), 3);
	T_INT(misfit("v(s r n:i>4)", 1, 4, "V"), 0);
	T_INT(misfit("v(s r[n*n*n*n] n:i)", 1, 2147483647, "V"), 2);
}

static bool fits(const char *signature, IrKind kind, uint8_t rank)
{
	IrExternArg arg[] = {{.kind = (uint8_t)kind, .rank = rank, .n_fields = -1}};

	return vm_signature_fits(signature, &(IrExtern){.fortran = true, .arg = arg, .n_args = 1});
}

static void what_sizes_depend_on_is_one_value(void)
{
	T_CHECK(fits("v(n:i)", IR_INTEGER, 0));
	T_CHECK(!fits("v(n:i)", IR_INTEGER, 1)); /* size(A) in place of size(A, 1) */
	T_CHECK(!fits("v(job:s)", IR_STRING, 1));
	T_CHECK(!fits("v(s)", IR_STRING, 1));
	T_CHECK(fits("v(i)", IR_INTEGER, 1));
	T_CHECK(fits("v(r[n])", IR_REAL, 0));
	T_CHECK(fits("v(r[n])", IR_REAL, 2));
}

static void pivots_lie_in_the_matrix(void)
{
	static const int good[] = {2, 2}, bad[] = {1, 3};
	VmGiven given[] = {{.count = 2, .integers = good}, {.count = 1, .number = 2}};

	T_INT(vm_signature_misfit("v(i[n]<n n:i)", given, true), 0);
	given[0].integers = bad;
	T_INT(vm_signature_misfit("v(i[n]<n n:i)", given, true), 1);
}

int main(void)
{
	T_RUN(signatures_agree_with_the_declarations);
	T_RUN(every_size_can_be_computed);
	T_RUN(sizes_are_those_of_the_numbers);
	T_RUN(what_sizes_depend_on_is_one_value);
	T_RUN(pivots_lie_in_the_matrix);
	return T_END();
}
