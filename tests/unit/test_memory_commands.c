/* SPDX-License-Identifier: MIT
   test_memory_commands.c — `modevs build` and `modevs run` without memory: each allocation is
   refused once, and all from it on. The command ends with the status of a limit, says so and leaves
   nothing behind, or all is as if nothing had happened, to the byte (a warning of a run may name
   less, and rows stay that were written). No memory is lost. With an argument every allocation is
   tried, otherwise some, evenly spread. */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "cli/cli.h"
#include "failing.h"
#include "t.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool every_k;     /* an argument is given */
static char base[64];    /* folder of everything here */
static int screen, page; /* standard error and output, as they were */

typedef struct Command {
	const char *name;     /* "build" */
	const char *argv[16]; /* what follows; ends with NULL */
	bool whole;           /* all files or none, and the same words */
} Command;

typedef struct Outcome {
	int code;        /* exit status */
	long calls;      /* allocations asked for */
	long leaked;     /* blocks */
	char said[4096]; /* on standard error */
	char files[256]; /* names in the folder, in order */
	char *bytes;     /* of the first two of them */
	size_t n;        /* how many */
} Outcome;

static int run_it(void *ctx)
{
	const Options *o = ctx;

	return o->taker == TAKER_BUILD       ? cmd_build(o)
		   : o->taker == TAKER_BONDGRAPH ? cmd_bondgraph(o)
										 : cmd_run(o);
}

static void take_bytes(Outcome *out, const char *name)
{
	FILE *f = fopen(name, "rb");
	char buf[4096];
	size_t n;

	while (f && (n = fread(buf, 1, sizeof buf, f)) > 0) {
		out->bytes = realloc(out->bytes, out->n + n);
		memcpy(out->bytes + out->n, buf, n);
		out->n += n;
	}
	if (f)
		fclose(f);
}

/* What lies in the folder, which is emptied. */
static void take_files(Outcome *out)
{
	DIR *dir = opendir(".");
	const struct dirent *d;
	char name[16][256];
	int n = 0;

	while (dir && n < 16 && (d = readdir(dir)))
		if (strcmp(d->d_name, ".") != 0 && strcmp(d->d_name, "..") != 0)
			snprintf(name[n++], sizeof name[0], "%s", d->d_name);
	if (dir)
		closedir(dir);
	qsort(name, (size_t)n, sizeof name[0], (int (*)(const void *, const void *))strcmp);
	for (int i = 0; i < n; i++) {
		snprintf(out->files + strlen(out->files), sizeof out->files - strlen(out->files), "%s ",
				 name[i]);
		take_bytes(out, name[i]);
		if (unlink(name[i]) != 0)
			rmdir(name[i]);
	}
}

static void take_words(Outcome *out)
{
	char path[80];
	ssize_t n;
	int fd;

	fflush(stderr);
	fflush(stdout);
	dup2(screen, STDERR_FILENO);
	dup2(page, STDOUT_FILENO);
	snprintf(path, sizeof path, "%s/said", base);
	fd = open(path, O_RDONLY);
	n = fd >= 0 ? read(fd, out->said, sizeof out->said - 1) : 0;
	out->said[n > 0 ? n : 0] = '\0';
	if (fd >= 0)
		close(fd);
}

static void hush(void)
{
	char path[80];
	int fd;

	snprintf(path, sizeof path, "%s/said", base);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	dup2(fd, STDERR_FILENO);
	close(fd);
	fd = open("/dev/null", O_WRONLY);
	fflush(stdout);
	dup2(fd, STDOUT_FILENO);
	close(fd);
}

static Outcome try_command(const Command *c, long fail_at, bool after)
{
	Outcome out = {.code = 0};
	long live = meter.live;
	int argc = 0;
	Options o;

	while (c->argv[argc])
		argc++;
	hush();
	if (!options_read(&o, c->name, argc, (char **)(uintptr_t)c->argv))
		T_FAIL("%s: a wrong command line", c->name);
	live = meter.live;
	meter.calls = 0;
	meter.after = after;
	meter.fail_at = fail_at;
	out.code = run_begin_guard("modevs", run_it, &o);
	meter.fail_at = 0;
	out.calls = meter.calls;
	out.leaked = meter.live - live;
	options_free(&o);
	take_words(&out);
	take_files(&out);
	return out;
}

static void check_one(const Command *c, long k, bool after, const Outcome *good)
{
	Outcome got = try_command(c, k, after);
	const char *model = c->argv[0];

	if (got.leaked)
		T_FAIL("%s %s, allocation %ld: %ld blocks are left", c->name, model, k, got.leaked);
	if (got.code == EXIT_LIMIT) {
		if (!strstr(got.said, "memory"))
			T_FAIL("%s %s, allocation %ld: says '%s'", c->name, model, k, got.said);
		if (c->whole && *got.files)
			T_FAIL("%s %s, allocation %ld: leaves %s", c->name, model, k, got.files);
	} else if (got.code != good->code) {
		T_FAIL("%s %s, allocation %ld: status %d: %s", c->name, model, k, got.code, got.said);
	} else if (got.n != good->n || (got.n > 0 && memcmp(got.bytes, good->bytes, got.n) != 0) ||
			   strcmp(got.files, good->files) != 0 ||
			   (c->whole && strcmp(got.said, good->said) != 0)) {
		T_FAIL("%s %s, allocation %ld: another result: %s %s", c->name, model, k, got.files,
			   got.said);
	}
	free(got.bytes);
}

static void check_all(const Command *c, long most)
{
	Outcome good = try_command(c, 0, false);
	long step = every_k ? 1 : good.calls / most + 1, n = 0;

	T_INT(good.code, EXIT_DONE);
	if (good.code != EXIT_DONE)
		fputs(good.said, stderr);
	T_INT(good.leaked, 0);
	for (long k = 1; k <= good.calls && t_bad < 5; k += step, n++) {
		check_one(c, k, false, &good);
		check_one(c, k, true, &good);
	}
	printf("%s %s: %ld allocations, %ld refused, %s\n", c->name, c->argv[0], good.calls, n,
		   good.files);
	free(good.bytes);
}

/* -- models --------------------------------------------------------------------------------- */

static const char functions[] =
	"package P record R Real a; Real b[2]; end R;"
	"function f input Real x[:]; output R r; protected Real s = 0; algorithm "
	"for i in 1:size(x, 1) loop s := s + x[i]^2; end for; r := R(s, {sqrt(s), exp(-s)}); end f;"
	"model M parameter String title = \"n = \" + String(3); Real x[3](each start = 1, each fixed = "
	"true);"
	"R r = f(x); equation for i in 1:3 loop der(x[i]) = -i * r.b[2] * x[i]; end for;"
	"assert(r.a < 1e3, title); end M; end P;";

static const char events[] =
	"model M input Real u(start = 1); Real x(start = 0, fixed = true), v(start = 1, fixed = true), "
	"late;"
	"type Mode = enumeration(low, high); Mode mode(start = Mode.low, fixed = true);"
	"discrete Real s(start = 0, fixed = true); Boolean up = x > 0.5;"
	"equation der(x) = v; der(v) = u - x - 0.1 * late; late = delay(x, 0.05);"
	"when sample(0, 0.1) then s = x; end when; when x < -0.1 then reinit(v, -0.5 * v); end when;"
	"when up then mode = Mode.high; elsewhen not up then mode = Mode.low; end when; end M;";

static const char tables[] =
	"model M Modelica.Blocks.Sources.CombiTimeTable t(table = [0, 0; 0.5, 1; 1, 0]);"
	"Real x(start = 0, fixed = true); equation der(x) = t.y[1]; end M;";

static const char sets[] =
	"model M Real x(start = 1), y, vx, vy, F, a, b; equation der(x) = vx; der(y) = vy;"
	"der(vx) = -F * x; der(vy) = -F * y - 9.81; x^2 + y^2 = 1;"
	"a + sin(b) = x; b + cos(a) = y; end M;";

static const char ball[] =
	"model M Real x(start = 1, fixed = true), v(start = 0, fixed = true); equation der(x) = v; "
	"der(v) = -9.81; when x <= 0 then reinit(v, -0.7 * pre(v)); end when; end M;";

static const char cells[] =
	"model M Real x[40](each start = 0, each fixed = true); equation der(x[1]) = 1 - x[1];"
	"for i in 2:40 loop der(x[i]) = 100 * sin(5 * time) * (x[i - 1] - x[i]) - x[i]^3; end for;"
	"end M;";

static const char pipes[] =
	"model M Real x(start = 0, fixed = true), a, b, lost; parameter Real k = 2 * p, p(start = 1, "
	"fixed = false);"
	"initial equation k = 3; equation der(x) = 1 - b + lost;"
	"(a, b) = spatialDistribution(x, 0, time, true, {0, 1}, {0, 0});"
	"lost = noEvent(if x > 0.3 then 0.1 * abs(a) else smooth(0, sqrt(x + 1)) - 1); end M;";

static const char foreign[] =
	"model M function f input Real a; input Real b; output Real y; external \"C\" "
	"y = hypot(a, b); end f; function g input String s; output Integer n; external \"C\" "
	"n = ModelicaStrings_length(s); end g; parameter Integer n = g(\"abc\");"
	"Real x(start = 1, fixed = true); equation der(x) = -f(x, n); end M;";

/* Connectors with streams, redeclarations, inner and outer, conditions, for `build` and `run`. */
static const char network[] =
	"package P connector C Real p; flow Real m; stream Real h; end C;"
	"model World parameter Real g = 9.81; end World;"
	"partial model Base C c; outer World world; end Base;"
	"model Source extends Base; equation c.p = world.g; c.h = 1 + time; end Source;"
	"model Tank extends Base; Real l(start = 0, fixed = true); equation der(l) = c.m;"
	"c.p = world.g * l; c.h = inStream(c.h); end Tank;"
	"model Any replaceable model Part = Source constrainedby Base; Part part; C c; equation "
	"connect(part.c, c); end Any; model M inner World world; Any a, b(redeclare model Part = Tank);"
	"model R C a, b; equation a.m + b.m = 0; a.m = a.p - b.p; a.h = inStream(b.h);"
	"b.h = inStream(a.h); end R; R r; Source off if world.g < 0; Real x = b.part.l; equation "
	"connect(a.c, r.a); connect(r.b, b.c); end M; end P;";

/* For `bondgraph` and `run --solver qbg`. */
static const char circuit[] =
	"model M package A = Modelica.Electrical.Analog; A.Sources.SineVoltage V(V = 1, f = 1);"
	"A.Basic.Resistor R(R = 2), S(R = 1); A.Basic.Capacitor C(C = 0.5); A.Basic.Inductor L(L = 1);"
	"A.Ideal.IdealTransformer T(n = 2); A.Basic.Ground G; equation connect(V.p, R.p);"
	"connect(R.n, C.p); connect(C.n, G.p); connect(V.n, G.p); connect(C.p, T.p1);"
	"connect(T.n1, G.p); connect(T.p2, S.p); connect(S.n, L.p); connect(L.n, G.p);"
	"connect(T.n2, G.p); end M;";

static const struct {
	const char *name, *text; /* of its file, what is in it */
	const char *more[4];     /* options of `run` */
	const char *variable;    /* to be drawn */
} models[] = {
	{"functions", functions, {"--solver", "cvode"}, "x[1]=x.svg"},
	{"events", events, {"--log", "events,init,steps,nls,states"}, "x=x.svg"},
	{"tables", tables, {"--stats"}, "x=x.svg"},
	{"sets", sets, {"--solver", "cvode", "--states", "pivot"}, "x=x.svg"},
	{"ball", ball, {"--solver", "rk45", "--stats=json"}, "x,v"},
	{"cells", cells, {"--solver", "ida"}, "x[1],x[40]=x.svg"},
	{"pipes", pipes, {"--solver", "ida", "--limits", "error"}, "x=x.svg"},
	{"foreign", foreign, {"--allow-external", "--solver", "adams"}, "x"},
	{"network", network, {"--vars", "part", "--no-events"}, "x"},
	{"circuit", circuit, {"--solver", "qbg", "--quantum", "C=0.1"}, "C.v,L.i=x.svg"},
};

enum { N_MODELS = sizeof models / sizeof *models };

/* The models, a compiler that only copies, and an empty folder, which is the working one. */
static bool prepare(void)
{
	char path[160];

	snprintf(base, sizeof base, "/tmp/test_memory_XXXXXX");
	if (!mkdtemp(base))
		return false;
	for (int i = 0; i <= N_MODELS; i++) {
		FILE *f;

		snprintf(path, sizeof path, i < N_MODELS ? "%s/%s.mo" : "%s/cc", base,
				 i < N_MODELS ? models[i].name : "");
		f = fopen(path, "w");
		if (!f)
			return false;
		fputs(i < N_MODELS ? models[i].text
						   : "#!/bin/sh\nwhile [ \"$1\" != -o ]; do source=$1; shift; done\n"
							 "cp \"$source\" \"$2\"\n",
			  f);
		fclose(f);
	}
	chmod(path, 0700);
	setenv("CC", path, 1);
	setenv("MODELICAPATH", MDV_SOURCE_DIR "/lib", 1);
	snprintf(path, sizeof path, "%s/here", base);
	return mkdir(path, 0700) == 0 && chdir(path) == 0;
}

static void remove_all(void)
{
	char path[160];

	for (int i = 0; i < N_MODELS; i++) {
		snprintf(path, sizeof path, "%s/%s.mo", base, models[i].name);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/cc", base);
	unlink(path);
	snprintf(path, sizeof path, "%s/said", base);
	unlink(path);
	snprintf(path, sizeof path, "%s/here", base);
	rmdir(path);
	if (chdir("/") != 0 || rmdir(base) != 0)
		fprintf(stderr, "%s is left\n", base);
}

static void every_allocation_of_build_fails(void)
{
	static const char *const kinds[] = {"c", "so", "exe"};

	for (int i = 0; i < N_MODELS; i++)
		for (int kind = 0; kind < (i == 0 ? 3 : 1); kind++) {
			char file[80];
			Command c = {"build", {file, "-o", "M", "--kind", kinds[(i + kind) % 3], NULL}, true};

			snprintf(file, sizeof file, "../%s.mo", models[i].name);
			check_all(&c, 60);
		}
}

static void every_allocation_of_run_fails(void)
{
	for (int i = 0; i < N_MODELS; i++) {
		char file[80];
		Command c = {"run",
					 {file, "-o", i % 2 ? "M.mat" : "M.csv", "--plot", models[i].variable,
					  "--interval", "0.1"},
					 false};

		for (int k = 0; k < 4 && models[i].more[k]; k++)
			c.argv[7 + k] = models[i].more[k];
		snprintf(file, sizeof file, "../%s.mo", models[i].name);
		check_all(&c, 60);
	}
}

static void every_allocation_of_bondgraph_fails(void)
{
	static const char *const forms[] = {"--json", "--ma", "--svg", "--dot", "--before"};

	for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
		Command c = {"bondgraph", {"../circuit.mo", forms[k], NULL}, true};

		check_all(&c, 60);
	}
}

int main(int argc, char **argv)
{
	(void)argv;
	every_k = argc > 1;
	screen = dup(STDERR_FILENO);
	page = dup(STDOUT_FILENO);
	if (!prepare()) {
		perror("a folder for files");
		return 2;
	}
	T_RUN(every_allocation_of_build_fails);
	T_RUN(every_allocation_of_run_fails);
	T_RUN(every_allocation_of_bondgraph_fails);
	remove_all();
	return T_END();
}
