/* SPDX-License-Identifier: MIT
   test_memory_compile.c — compiling without memory: the k-th allocation is refused, or all from the
   k-th on. The status is MDV_NO_MEMORY and nothing is left, or all is as if nothing had happened:
   status, messages, tables, names and code. The models are the golden ones, which reach every pass
   and nearly every message, and some written for functions that run while compiling.

   At most so many of them a model are tried, evenly spread; arguments are another number and models
   (`small`: those of this file). Under AddressSanitizer an arena asks for each of its pieces, which
   makes twenty times as many allocations. */
#include "api/api.h"
#include "compiler/emit/emit.h"
#include "t.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define GOLDEN MDV_SOURCE_DIR "/tests/golden/"

static size_t most_asked; /* allocations to try of a model, 0: as many as each test says */

/* What a compilation gives. */
typedef struct Outcome {
	MdvStatus status; /* of mdv_compile */
	size_t n_calls;   /* allocations asked for */
	Text said;        /* messages */
	Text model;       /* tables and code, as C */
} Outcome;

static void show_model(MdvProgram *p, Text *out)
{
	EmitOptions o = {.name = "M", .file = "M", .main = false};
	Text header;

	text_init(&header, NULL);
	emit_model(&p->cx.island->model, &p->cx.island->code, &o, &p->cx.scratch, out, &header);
	text_add(out, text_str(&header), header.n);
	text_free(&header);
}

/* Text NULL: what is a file. The meter, behind alloc, is left as it is after the program's end. */
static Outcome compile(const char *what, const char *text, AllocMeter *meter, const MdvAlloc *alloc)
{
	const char *const dirs[] = {MDV_SOURCE_DIR "/lib", NULL};
	MdvCompileOptions o = {.dirs = dirs, .alloc = alloc};
	Outcome out;
	MdvProgram *p;

	text_init(&out.said, NULL);
	text_init(&out.model, NULL);
	out.status = text ? mdv_compile_text(what, text, &o, &p) : mdv_compile(what, &o, &p);
	if ((out.status == MDV_NO_MEMORY) != !p)
		T_FAIL("%s: a program without memory, or none with it", what);
	out.n_calls = meter->n_calls;
	meter->fail_at = 0;
	if (p)
		text_printf(&out.said, "%s", mdv_program_messages(p));
	if (out.status == MDV_OK)
		show_model(p, &out.model);
	mdv_program_free(p);
	return out;
}

static void outcome_free(Outcome *o)
{
	text_free(&o->said);
	text_free(&o->model);
}

/* Compiling once, with a copy of the process at each allocation that is tried, which goes on
   without it: what comes before is not done again. */
typedef struct Forks {
	MdvAlloc alloc;       /* for the compilation */
	AllocMeter meter;     /* behind it */
	const char *what;     /* is compiled */
	size_t n;             /* allocations there are; what comes later is the test's own */
	size_t step;          /* from one that is tried to the next */
	size_t tried, spared; /* allocations refused; those that were not missed */
	bool is_copy;         /* this is such a copy */
} Forks;

/* How a copy ends; a signal says the rest. */
enum { REFUSED, SPARED, WRONG };

static int copy_end(pid_t copy)
{
	int status;

	if (copy < 0 || waitpid(copy, &status, 0) < 0)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Copies go on without allocation k; without all after it, too. */
static void try_next(Forks *f)
{
	size_t k = f->meter.n_calls + 1;

	f->tried++;
	for (int after = 0; after < 2; after++) {
		pid_t copy = fork();
		int end;

		if (!copy) {
			f->is_copy = true;
			t_bad = 0;
			f->meter.fail_at = k;
			f->meter.fail_after = after;
			alarm(60);
			return;
		}
		end = copy_end(copy);
		f->spared += !after && end == SPARED;
		if (end != REFUSED && end != SPARED)
			T_FAIL("%s, allocation %zu%s: %s", f->what, k, after ? " and all after it" : "",
				   end == WRONG ? "see above" : "the process has ended");
		if (after && k == 1 && end == SPARED)
			T_FAIL("%s: compiled without any memory", f->what);
	}
}

static void *forking_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Forks *f = ctx;

	if (new_size > 0 && !f->is_copy && f->meter.n_calls < f->n && f->meter.n_calls % f->step == 0 &&
		t_bad < 5)
		try_next(f);
	return f->meter.alloc.resize(f->meter.alloc.ctx, ptr, old_size, new_size);
}

/* The lowest number that a file can get: those that are open are below. */
static int next_file(void)
{
	int file = dup(0);

	close(file);
	return file;
}

/* The end of a copy: nothing is left, and all is well without what was refused, or it is said. */
static _Noreturn void judge(const Forks *f, const Outcome *got, const Outcome *good, int file)
{
	bool spared = got->status != MDV_NO_MEMORY;

	if (f->meter.live)
		T_FAIL("%s: %zu bytes are left", f->what, f->meter.live);
	if (spared && got->status != good->status)
		T_FAIL("%s: status %d: %s", f->what, (int)got->status, text_str(&got->said));
	else if (spared && strcmp(text_str(&got->said), text_str(&good->said)))
		T_FAIL("%s: says\n%s\nnot\n%s", f->what, text_str(&got->said), text_str(&good->said));
	else if (spared && strcmp(text_str(&got->model), text_str(&good->model)))
		T_FAIL("%s: another model", f->what);
	if (next_file() != file)
		T_FAIL("%s: a file is open", f->what);
	_exit(t_bad ? WRONG : spared ? SPARED : REFUSED);
}

/* The allocations of a model, at most `most` of them. */
static void try_model(const char *what, const char *text, size_t most)
{
	Forks f = {.alloc = {forking_resize, &f}, .what = what};
	AllocMeter meter;
	Outcome good, got;
	int file;

	alloc_meter_init(&meter, NULL);
	good = compile(what, text, &meter, &meter.alloc);
	T_INT(meter.live, 0);
	T_CHECK(good.n_calls > 2);
	f.n = good.n_calls;
	f.step = (good.n_calls - 1) / (most_asked ? most_asked : most) + 1;
	alloc_meter_init(&f.meter, NULL);
	file = next_file();
	got = compile(what, text, &f.meter, &f.alloc);
	if (f.is_copy)
		judge(&f, &got, &good, file);
	if (most_asked)
		printf("%s: status %d, %zu allocations, %zu refused, %zu not needed\n", what,
			   (int)good.status, good.n_calls, f.tried, f.spared);
	fflush(stdout);
	outcome_free(&got);
	outcome_free(&good);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All models of a folder; `most` allocations of each. */
static void try_folder(const char *folder, size_t most)
{
	DIR *dir = opendir(folder);
	char *name[400], path[4096];
	struct dirent *d;
	size_t n = 0;

	T_CHECK(dir);
	while (dir && n < sizeof name / sizeof *name && (d = readdir(dir)))
		if (strstr(d->d_name, ".mo"))
			name[n++] = strdup(d->d_name);
	if (dir)
		closedir(dir);
	qsort(name, n, sizeof *name, by_name);
	T_CHECK(n > 4 && n < sizeof name / sizeof *name);
	for (size_t i = 0; i < n; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, name[i]);
		if (t_bad < 5)
			try_model(path, NULL, most);
		free(name[i]);
	}
}

static const char ball[] = "model BouncingBall\n"
						   "  parameter Real e = 0.7;\n"
						   "  Real h(start = 1), v;\n"
						   "equation\n"
						   "  der(h) = v;\n"
						   "  der(v) = -9.81;\n"
						   "  when h <= 0 then\n"
						   "    reinit(v, -e * pre(v));\n"
						   "  end when;\n"
						   "end BouncingBall;\n";

/* Records, arrays, strings and loops of functions, run while compiling and kept for the run. */
static const char functions[] = "package P\n"
								"  record R Real a; Real b[2]; end R;\n"
								"  function f input Real x[:]; output R r;\n"
								"  protected Real s = 0;\n"
								"  algorithm\n"
								"    for i in 1:size(x, 1) loop s := s + x[i]^2; end for;\n"
								"    r := R(s, {sqrt(s), exp(-s)});\n"
								"  end f;\n"
								"  function label input Integer n; output String s;\n"
								"  algorithm\n"
								"    s := \"n = \" + String(n);\n"
								"    while n > 3 and s == \"\" loop s := s + \"x\"; end while;\n"
								"  end label;\n"
								"  model M\n"
								"    constant R c = f({1, 2, 3});\n"
								"    parameter Integer n = integer(c.a) - 11;\n"
								"    parameter String title = label(n);\n"
								"    Real x[3](each start = 1, each fixed = true);\n"
								"    R r = f(x);\n"
								"  equation\n"
								"    for i in 1:n loop der(x[i]) = -i * r.b[2] * x[i]; end for;\n"
								"    assert(r.a < 1e3, title);\n"
								"  end M;\n"
								"end P;\n";

/* Index reduction, states chosen while it runs, tearing. */
static const char pendulum[] = "model Pendulum\n"
							   "  Real x(start = 1), y, vx, vy, F, a, b;\n"
							   "equation\n"
							   "  der(x) = vx; der(y) = vy;\n"
							   "  der(vx) = -F * x; der(vy) = -F * y - 9.81;\n"
							   "  x^2 + y^2 = 1;\n"
							   "  a + sin(b) = x; b + cos(a) = y;\n"
							   "end Pendulum;\n";

/* What is remembered: delays, transport, samples; connectors with streams have golden models. */
static const char memories[] =
	"model Memories\n"
	"  Real x(start = 0, fixed = true), d = delay(x, 0.1), w0, w1;\n"
	"  discrete Real s(start = 0, fixed = true); Boolean up = x > 0.5;\n"
	"  type Mode = enumeration(low, high); Mode mode(start = Mode.low, fixed = true);\n"
	"equation\n"
	"  der(x) = 1 - d + 0.1 * s;\n"
	"  (w0, w1) = spatialDistribution(x, 0, time, true, {0, 1}, {0, 0});\n"
	"  when sample(0, 0.2) then s = pre(s) + (if mode == Mode.high then 1 else -1); end when;\n"
	"  when up then mode = Mode.high; elsewhen not up then mode = Mode.low; end when;\n"
	"end Memories;\n";

/* External functions, one of the program's and one of the user's. */
static const char external[] = "package P\n"
							   "  function own input Real x; input Real a[:]; output Real y;\n"
							   "    external \"C\" y = own_function(x, a, size(a, 1));\n"
							   "  end own;\n"
							   "  function length input String s; output Integer n;\n"
							   "    external \"C\" n = ModelicaStrings_length(s);\n"
							   "  end length;\n"
							   "  model M\n"
							   "    parameter Integer n = length(\"four\");\n"
							   "    Real x(start = 1, fixed = true);\n"
							   "  equation\n"
							   "    der(x) = -own(x, {1, n});\n"
							   "  end M;\n"
							   "end P;\n";

static void every_allocation_of_small_models(void)
{
	try_model("ball.mo", ball, 400);
	try_model("functions.mo", functions, 400);
	try_model("pendulum.mo", pendulum, 400);
	try_model("memories.mo", memories, 400);
	try_model("external.mo", external, 400);
}

static void allocations_of_wrong_models(void)
{
	try_model("empty.mo", "", 100);
	try_model("partial.mo", "partial model M end M;", 100);
	try_folder(GOLDEN "err", 4);
}

static void allocations_of_golden_models(void)
{
	try_folder(GOLDEN "flat", 30);
	try_folder(GOLDEN "dae", 30);
}

static void allocations_of_models_with_libraries(void)
{
	try_model(GOLDEN "shipped/Rectifier.mo", NULL, 30);
	try_model(GOLDEN "shipped/TwoRooms.mo", NULL, 30);
	try_model("Modelica.Blocks.Examples.NoSuchModel", NULL, 30);
}

/* Sources take their memory piece by piece and belong to no arena before they are whole; they are
   not where errors of the compiler show. */
static bool is_of_source(size_t size)
{
	return size == sizeof(Source) || size == sizeof "functions.mo" || size == 8 * sizeof(Source *);
}

/* An allocator in which an error of the program shows at call fail_at or soon after. */
static void *wrong_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	AllocMeter *m = ctx;

	if (new_size > 0 && ++m->n_calls == m->fail_at) {
		if (!is_of_source(new_size))
			BUG("at call %zu", m->fail_at);
		m->fail_at++;
	}
	return m->from->resize(m->from->ctx, ptr, old_size, new_size);
}

/* The first allocation is that of the program, which holds the message. */
static void an_internal_error_anywhere_is_a_status_with_a_text(void)
{
	MdvStatus status = MDV_INTERNAL_ERROR;

	for (size_t k = 2; status == MDV_INTERNAL_ERROR && t_bad < 5; k += 1 + k / 100) {
		MdvAlloc wrong = {wrong_resize, NULL};
		AllocMeter outer, inner; /* inner shows the error, outer counts what is really taken */
		MdvProgram *p;

		alloc_meter_init(&outer, NULL);
		alloc_meter_init(&inner, &outer.alloc);
		inner.fail_at = k;
		wrong.ctx = &inner;
		status =
			mdv_compile_text("functions.mo", functions, &(MdvCompileOptions){.alloc = &wrong}, &p);
		if (status == MDV_INTERNAL_ERROR &&
			!strstr(mdv_program_messages(p), "; please report it with the model\n"))
			T_FAIL("call %zu: %s", k, mdv_program_messages(p));
		T_CHECK(!mdv_program_model(p) == (status != MDV_OK));
		mdv_program_free(p);
		T_INT(outer.live, 0);
	}
	T_INT(status, MDV_OK);
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		most_asked = (size_t)strtoull(argv[1], NULL, 10);
		if (!most_asked)
			return fprintf(stderr, "usage: test_memory_compile [MOST MODEL...]\n"), 2;
		for (int i = 2; i < argc; i++)
			if (strcmp(argv[i], "small"))
				try_model(argv[i], NULL, 1);
			else
				every_allocation_of_small_models();
		return t_bad > 0;
	}
	T_RUN(every_allocation_of_small_models);
	T_RUN(allocations_of_wrong_models);
	T_RUN(allocations_of_golden_models);
	T_RUN(allocations_of_models_with_libraries);
	T_RUN(an_internal_error_anywhere_is_a_status_with_a_text);
	return T_END();
}
