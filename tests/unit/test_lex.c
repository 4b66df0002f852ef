/* SPDX-License-Identifier: MIT
   test_lex.c — tokens. */
#include "syntax_fixture.h"

#include <stdlib.h>

static Fixture f;

/* The kinds of the tokens of a text, as written in tokens.h, separated by blanks. */
static const char *kinds(const char *text)
{
	static char out[2000];
	Lexer lx;
	Token t;

	out[0] = '\0';
	lex_init(&lx, &f.sx, fixture_add(&f, text, strlen(text)));
	for (lex_next(&lx, &t); t.kind != TK_EOF; lex_next(&lx, &t)) {
		const char *word = lex_kind_word((TokenKind)t.kind);

		strcat(out, out[0] ? " " : "");
		strcat(out, t.kind == TK_IDENT     ? "name"
					: t.kind == TK_STRING  ? "string"
					: t.kind == TK_INTEGER ? "integer"
					: t.kind == TK_REAL    ? "real"
										   : word);
	}
	return out;
}

static Token first(const char *text)
{
	Lexer lx;
	Token t;

	lex_init(&lx, &f.sx, fixture_add(&f, text, strlen(text)));
	lex_next(&lx, &t);
	return t;
}

static void every_keyword_is_recognised(void)
{
	for (int k = TK_FIRST_KEYWORD; k < TK_COUNT; k++) {
		char longer[40];

		T_INT(first(lex_kind_word((TokenKind)k)).kind, k);
		snprintf(longer, sizeof longer, "%sx", lex_kind_word((TokenKind)k));
		T_INT(first(longer).kind, TK_IDENT);
		snprintf(longer, sizeof longer, "x%s", lex_kind_word((TokenKind)k));
		T_INT(first(longer).kind, TK_IDENT);
	}
}

static void words_of_synchronous_modelica_are_names(void)
{
	T_STR(kinds("Clock sample hold previous transition initialState ticksInState activeState"),
		  "name name name name name name name name");
	T_STR(kinds("Real time assert reinit Model END"), "name name name name name name");
}

static void the_longest_sign_wins(void)
{
	T_STR(kinds(":=:==<><=<>=>..*.*./.+.-.^"), ":= := = <> <= <> = > . .* .* ./ .+ .- .^");
	T_STR(kinds("a==b=c"), "name == name = name");
	T_STR(kinds("( ) [ ] { } , ; + - * / ^"), "( ) [ ] { } , ; + - * / ^");
}

static void a_dot_belongs_to_a_number_if_it_can(void)
{
	T_STR(kinds("1.5 .5 1. 1.e3 1e3 a.b 1.*x a[1].b"),
		  "real real real real real name . name real * name name [ integer ] . name");
	T_STR(kinds("1:2 1.0:.5:2"), "integer : integer real : real : integer");
}

static void comments_separate_and_do_not_nest(void)
{
	T_STR(kinds("a/*x*/b//c\nd"), "name name name");
	T_STR(kinds("/* /* */ a"), "name");
	T_STR(kinds("a // to the end"), "name");
	T_STR(kinds("a / b /**/ * /***/ c"), "name / name * name");
}

static void a_byte_order_mark_is_skipped(void)
{
	T_STR(kinds("\xEF\xBB\xBFmodel"), "model");
}

static void numbers_have_the_value_that_strtod_gives(void)
{
	static const char *const texts[] = {"0.0",
										"1.0",
										"1e22",
										"1e23",
										"123456789012345.0",
										"1234567890123456789.0",
										"0.1",
										"1e-22",
										"1e-23",
										"2.2250738585072014e-308",
										"1.7976931348623157E+308",
										"4.9e-324",
										"3.141592653589793",
										".13E2",
										"13.",
										"9007199254740993.0",
										"0.000000000000000000001234"};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		T_INT(first(texts[i]).kind, TK_REAL);
		T_REAL(first(texts[i]).real, strtod(texts[i], NULL), 0);
	}
	srand(3);
	for (int i = 0; i < 20000; i++) {
		char text[80];
		int n = 1 + rand() % 20, len = 0;

		for (int k = 0; k < n; k++)
			len += snprintf(text + len, sizeof text - (size_t)len, "%d", rand() % 10);
		len += snprintf(text + len, sizeof text - (size_t)len, ".%d", rand() % 100000);
		if (rand() % 2)
			snprintf(text + len, sizeof text - (size_t)len, "e%d", rand() % 80 - 40);
		T_REAL(first(text).real, strtod(text, NULL), 0);
	}
	T_INT(first("9007199254740991").integer, 9007199254740991);
	T_INT(first("9007199254740992").kind, TK_REAL);
	T_INT(first("007").integer, 7);
	T_INT(first("99999999999999999999").kind, TK_REAL);
}

static void strings_are_decoded(void)
{
	const ClassDef *c = fixture_class(
		&f,
		"model M \"a\" + \"\\tb\" parameter String s=\"x\\n\\\"y\\\"\\\\ \xC3\xA9\\'\\?\"; end M;");
	const AstExpr *e = c->elements[0].component->mod->value;

	T_STR(syntax_string(e, &f.keep), "x\n\"y\"\\ \xC3\xA9'?");
	T_STR(syntax_description(&f.sx, c->comment, &f.keep), "a\tb");
	T_STR(syntax_description(&f.sx, NULL, &f.keep), "");
}

static void quoted_names_keep_their_quotes(void)
{
	T_STR(fixture_text(&f, first("'a b'").name), "'a b'");
	T_STR(fixture_text(&f, first("'a\\'b'").name), "'a\\'b'");
	T_STR(fixture_text(&f, first("'\\?\\\"'").name), "'?\"'");
	T_CHECK(first("'x'").name.i != first("x").name.i);
	T_INT(first("'model'").kind, TK_IDENT);
}

static void skips(const char *text, bool want, uint32_t names)
{
	Lexer lx;
	uint32_t found = 0;
	Token t;

	lex_init(&lx, &f.sx, fixture_add(&f, text, strlen(text)));
	T_INT(lex_skip_annotation(&lx, &found), want);
	T_INT(found, names);
	lex_next(&lx, &t);
	if (want)
		T_INT(t.kind, TK_SEMICOLON);
	else
		T_INT(t.kind, TK_LPAREN);
}

static void an_annotation_is_skipped_to_its_parenthesis(void)
{
	skips("();", true, 0);
	skips("(a(b={1,2,{3}}), c=\")\\\")\", d=')', e=[1;2] /* ) */ // )\n);", true, 0);
	skips("(Evaluate=true, Icon(Evaluate=1), x={y,HideResult}, final experiment(StopTime=1));",
		  true, NOTE_EVALUATE | NOTE_EXPERIMENT);
	skips("(derivative(order=2)=f, each smoothOrder=1,\n  uses(M(version=\"1\")));", true,
		  NOTE_DERIVATIVE | NOTE_SMOOTH_ORDER | NOTE_USES);
}

static void a_malformed_annotation_is_left_to_the_parser(void)
{
	skips("(a;", false, 0);
	skips("(a=(1];", false, 0);
	skips("(a=\"x);", false, 0);
	skips("(a", false, 0);
}

static void random_bytes_come_to_an_end(void)
{
	srand(11);
	for (int run = 0; run < 3000; run++) {
		char text[200];
		size_t n = (size_t)(rand() % 200);
		uint32_t before = 0;
		Lexer lx;
		Token t;

		for (size_t i = 0; i < n; i++)
			text[i] = (char)(rand() % 3 ? " \"'/*.e1(){};\\\n"[rand() % 15] : rand() % 256);
		lex_init(&lx, &f.sx, fixture_add(&f, text, n));
		do {
			lex_next(&lx, &t);
			T_CHECK(t.kind == TK_EOF || t.end > t.start);
			T_CHECK(t.start >= before && t.end <= n);
			before = t.end;
		} while (t.kind != TK_EOF);
	}
}

static void bytes_that_are_not_utf8_are_a_warning(void)
{
	Fixture g;

	fixture_init(&g);
	T_CHECK(!fixture_parse(&g, "model M \"12345678 \xC2\xB0 and \xB0\" end M;").failed);
	T_INT(g.diag.n_warnings, 1);
	T_INT(g.diag.items.at[0].at.start, 25);
	fixture_free(&g);
}

int main(void)
{
	fixture_init(&f);
	T_RUN(every_keyword_is_recognised);
	T_RUN(words_of_synchronous_modelica_are_names);
	T_RUN(the_longest_sign_wins);
	T_RUN(a_dot_belongs_to_a_number_if_it_can);
	T_RUN(comments_separate_and_do_not_nest);
	T_RUN(a_byte_order_mark_is_skipped);
	T_RUN(numbers_have_the_value_that_strtod_gives);
	T_RUN(strings_are_decoded);
	T_RUN(quoted_names_keep_their_quotes);
	T_RUN(an_annotation_is_skipped_to_its_parenthesis);
	T_RUN(a_malformed_annotation_is_left_to_the_parser);
	T_RUN(random_bytes_come_to_an_end);
	T_RUN(bytes_that_are_not_utf8_are_a_warning);
	fixture_free(&f);
	return T_END();
}
