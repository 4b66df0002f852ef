/* SPDX-License-Identifier: MIT
   vm_signature.c — what an external function that we provide takes, as a text (its language is
   explained in runtime/ext/symbols.h), against what a model declares: types once, when the call is
   prepared, sizes and values at each call. Whatever passes can be called without harm. */
#include "vm/vm_fn.h"

#include <math.h>
#include <string.h>

typedef struct Token {
	const char *name; /* n_name characters; NULL: none */
	size_t n_name;    /* their number */
	char kind;        /* r, i, s, z, o, x; capital: written */
	char object;      /* of o and x: the class; 0: none */
	const char *tail; /* what follows: sizes, letters, limits */
} Token;

/* The first argument. */
static const char *begin(const char *signature)
{
	return strchr(signature, '(') + 1;
}

/* Takes one argument off the signature; false: there is none left. */
static bool next_token(const char **at, Token *t)
{
	const char *s = *at + strspn(*at, " ");
	size_t n = 0;
	bool in_size = false;

	if (*s == ')')
		return false;
	*t = (Token){.name = NULL};
	while (plain_is_lower(s[n]))
		n++;
	if (s[n] == ':') {
		t->name = s;
		t->n_name = n;
		s += n + 1;
	}
	t->kind = *s++;
	if (t->kind == 'o' || t->kind == 'x')
		t->object = *s++;
	t->tail = s;
	for (; in_size || (*s != ' ' && *s != ')'); s++)
		in_size = *s == '[' || (in_size && *s != ']');
	*at = s;
	return true;
}

/* -- types ----------------------------------------------------------------------------------- */

static bool kind_fits(char kind, uint8_t declared)
{
	switch (plain_lower(kind)) {
	case 'r': return declared == IR_REAL;
	case 'i': return declared == IR_INTEGER || declared == IR_BOOLEAN || declared == IR_LITERAL;
	case 's': return declared == IR_STRING;
	case 'z': return declared == IR_SIZE || declared == IR_INTEGER; /* a size that is known */
	case 'o':
	case 'x': return declared == IR_OBJECT;
	default: return false;
	}
}

/* FORTRAN works on copies, whatever is declared: how many there are is seen at the call. Only what
   sizes depend on, and texts, must be the one value that is looked at. */
static bool token_fits(const Token *t, const IrExternArg *arg, bool fortran)
{
	if (arg->n_fields >= 0 || !kind_fits(t->kind, arg->kind))
		return false;
	if (fortran)
		return arg->rank == 0 || (!t->name && t->kind != 's');
	if ((*t->tail == '[') != (arg->rank > 0))
		return false;
	if (plain_is_upper(t->kind))
		return arg->out;
	return !arg->out || arg->rank > 0;
}

bool vm_signature_fits(const char *signature, const IrExtern *x)
{
	const char *at = begin(signature);
	int32_t k = 0;
	Token t;

	if (x->has_result && !kind_fits(signature[0], x->result.kind))
		return false;
	for (; next_token(&at, &t); k++)
		if (k >= x->n_args || !token_fits(&t, &x->arg[k], x->fortran))
			return false;
	return k == x->n_args;
}

static const char *kind_name(char kind)
{
	switch (plain_lower(kind)) {
	case 'r': return "Real";
	case 'i': return "Integer";
	case 's': return "String";
	case 'z': return "size(…)";
	default: return "ExternalObject";
	}
}

void vm_signature_print(const char *signature, Text *out)
{
	const char *at = begin(signature), *before = "";
	Token t;

	if (signature[0] != 'v')
		text_printf(out, "%s = ", kind_name(signature[0]));
	text_printf(out, "(");
	for (; next_token(&at, &t); before = ", ")
		text_printf(out, "%s%s%s%s", before, plain_is_upper(t.kind) ? "output " : "",
					kind_name(t.kind), *t.tail == '[' ? "[:]" : "");
	text_printf(out, ")");
}

char vm_signature_object(const char *signature, int32_t k, bool *ends)
{
	const char *at = begin(signature);
	Token t = {.name = NULL};

	*ends = false;
	if (k < 0)
		return signature[0] == 'o' ? signature[1] : '\0';
	while (k-- >= 0 && next_token(&at, &t))
		;
	*ends = t.kind == 'x';
	return t.object;
}

bool vm_signature_is_size(const char *signature, int32_t k)
{
	const char *at = begin(signature);
	Token t = {.name = NULL};

	while (k-- >= 0 && next_token(&at, &t))
		;
	return t.kind == 'z';
}

bool vm_signature_is_open(const char *signature)
{
	return strpbrk(signature, "[<>=") != NULL;
}

/* -- sizes and values ------------------------------------------------------------------------ */

typedef struct Sizes {
	const char *signature; /* all of it */
	const VmGiven *given;  /* by argument */
	const char *at;        /* what is read next */
} Sizes;

/* The argument of that name. The table of symbols has no name that is none (test_signature.c). */
static const VmGiven *find(const Sizes *s, const char *name, size_t n)
{
	const char *at = begin(s->signature);
	Token t;

	for (int32_t k = 0; next_token(&at, &t); k++)
		if (t.name && t.n_name == n && memcmp(t.name, name, n) == 0)
			return &s->given[k];
	BUG("the signature \"%s\" has no '%.*s'", s->signature, (int)n, name);
}

static double sum(Sizes *s);

/* min(a,b) or max(a,b) */
static double extreme(Sizes *s, bool least)
{
	double a, b;

	s->at += 4;
	a = sum(s);
	s->at++;
	b = sum(s);
	s->at++;
	return least == (a < b) ? a : b;
}

static double factor(Sizes *s)
{
	const char *start = s->at;
	double x = 0;

	if (plain_is_digit(*s->at)) {
		for (; plain_is_digit(*s->at); s->at++)
			x = 10 * x + (*s->at - '0');
		return x;
	}
	if (!strncmp(s->at, "min(", 4) || !strncmp(s->at, "max(", 4))
		return extreme(s, s->at[1] == 'i');
	while (plain_is_lower(*s->at))
		s->at++;
	return find(s, start, (size_t)(s->at - start))->number;
}

static double product(Sizes *s)
{
	double x = factor(s);

	while (*s->at == '*' || *s->at == '/') {
		char op = *s->at++;
		double y = factor(s);

		x = op == '*' ? x * y : floor(x / y);
	}
	return x;
}

/* Exact up to 2^53, and no array has that many elements. */
static double sum(Sizes *s)
{
	double x = product(s);

	while (*s->at == '+' || *s->at == '-') {
		char op = *s->at++;
		double y = product(s);

		x = op == '+' ? x + y : x - y;
	}
	return x;
}

/* Does the text begin with one of the letters that stand here? They are skipped. */
static bool is_one_of(Sizes *s, const char *text)
{
	bool found = false;

	for (; plain_is_upper(*s->at); s->at++)
		found |= text && plain_upper(text[0]) == *s->at;
	return found;
}

/* "?job=VB", or nothing. */
static bool condition_holds(Sizes *s)
{
	const char *name = s->at + 1;
	size_t n = strcspn(name, "=");

	if (*s->at != '?')
		return true;
	s->at = name + n + 1;
	return is_one_of(s, find(s, name, n)->text);
}

static bool token_holds(Sizes *s, const Token *t, const VmGiven *g, bool fortran)
{
	bool ok = true;

	s->at = t->tail;
	while (*s->at == '[') {
		double n;

		s->at++;
		n = sum(s);
		s->at++;
		if (condition_holds(s))
			ok = ok && (fortran ? g->count >= n : g->count == n);
	}
	if (*s->at == '=') {
		s->at++;
		return ok && is_one_of(s, g->text);
	}
	if (*s->at == '>') {
		s->at++;
		return ok && g->number >= fmax(1, sum(s));
	}
	if (*s->at == '<' && ok) {
		double most;

		s->at++;
		most = sum(s);
		for (double k = 0; k < most && ok; k++)
			ok = g->integers[(size_t)k] >= 1 && g->integers[(size_t)k] <= most;
	}
	return ok;
}

int32_t vm_signature_misfit(const char *signature, const VmGiven given[], bool fortran)
{
	Sizes s = {.signature = signature, .given = given};
	const char *at = begin(signature);
	Token t;

	for (int32_t k = 0; next_token(&at, &t); k++)
		if (!token_holds(&s, &t, &given[k], fortran))
			return k + 1;
	return 0;
}
