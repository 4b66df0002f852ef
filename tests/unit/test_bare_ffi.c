/* SPDX-License-Identifier: MIT
   test_bare_ffi.c — calls in the sources of FMUs: for every function that we provide there is one
   that calls it. The file itself is here, in place of vm_ffi.c. */
#include "runtime/bare/bare_ffi.c"
#include "runtime/ext/ext.h"
#include "t.h"

/* The letters of a signature (symbols.h): what is written and arrays go by their addresses. */
static void letters(const char *signature, char types[64])
{
	char *to = types;
	const char *s = signature + 2;

	*to++ = *signature == 'r' ? 'd' : *signature == 's' || *signature == 'o' ? 'p' : *signature;
	if (*signature == 'o')
		s++;
	while (*s && *s != ')') {
		size_t n = strcspn(s, " )"), name = strcspn(s, ":");
		const char *kind = name < n ? s + name + 1 : s;
		bool array = memchr(kind, '[', n - (size_t)(kind - s)) != NULL;

		*to++ = array || strchr("RISsox", *kind) ? 'p' : *kind == 'r' ? 'd' : *kind;
		s += n;
		s += strspn(s, " ");
	}
	*to = '\0';
}

static const char *const signatures[] = {
#define SIGNATURE(result, name, arguments, what, signature) signature,
	EXT_FUNCTIONS(SIGNATURE)
#undef SIGNATURE
};

static void every_function_that_we_provide_can_be_called(void)
{
	int n = 0;

	for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
		char types[64];
		bool found = false;

		if (!signatures[i])
			continue;
		letters(signatures[i], types);
		for (size_t k = 0; k < sizeof known / sizeof *known; k++)
			found |= !strcmp(known[k].types, types);
		if (!found)
			T_FAIL("nothing calls a function %s: %s", signatures[i], types);
		n++;
	}
	T_CHECK(n > 60);
}

static double mix(void *p, int i, double x, double y)
{
	return *(double *)p + i + x * y;
}

static void values_arrive(void)
{
	double a = 0.5, x = 2, y = 3;
	int i = 4;
	void *p = &a, *value[] = {&p, &i, &x, &y};
	VmFfiResult r = {0};

	vm_ffi_call(vm_ffi_new(NULL, "dpidd"), (VmSymbol)mix, value, &r);
	T_REAL(r.real, 10.5, 0);
}

int main(void)
{
	T_RUN(every_function_that_we_provide_can_be_called);
	T_RUN(values_arrive);
	return T_END();
}
