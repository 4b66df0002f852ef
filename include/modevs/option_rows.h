/* SPDX-License-Identifier: MIT
   option_rows.h — every option of modevs, once. The structs of the C API (options.h), the command
   lines of modevs and of the programs that it makes, their help and docs/options.md are made of
   these rows: to add an option, add a row and read its field where it matters. */

/* clang-format off */
/* Define the four macros before including this file; it takes them away again.
     MDV_OPTION_RUN(kind, type, field, …)  how a model is simulated: a member of MdvOptions
     MDV_OPTION_COMPILE(kind, field, …)    how it is compiled: a member of MdvCompileOptions
     MDV_OPTION_TOOL(kind, field, …)       of command lines only
     MDV_OPTION_LATER(…)                   of command lines, refused: not there yet
   What follows in … are the members of OptionRow (src/options/options.h) in their order: name, what
   follows it on a command line (NULL: nothing), who takes it, help; then, by name:
     .choices    of CHOICE and WORDS; '%' in the help stands for them
     .unit       of the number
     .noun       for messages about numbers that are out of range; .over, .under: that range, without
                 its ends (.under 0: no end); .whole: there is nothing between 1 and 2
     .otherwise  what holds if it is not given
     .again      may be given more than once

   kinds: TIME a time, NAN if not given; REAL a number, 0 if not given; FLAG; CHOICE one of several,
   the first if not given; WORDS some of several, with commas between; TEXT; TEXTS, DIRS, SETS and
   PLOTS lists; RESULT the name of a result file; REGEX; STATS nothing or =json; SIZE bytes, with K, M or G. */

MDV_OPTION_COMPILE(TEXT, model, "--model", "CLASS", COMMANDS | COMPILING,
	"the class to take, when a file is given", .otherwise = "the last that can run")
MDV_OPTION_COMPILE(DIRS, dirs, "-L", "DIR", COMMANDS | COMPILING,
	"look for libraries there first (repeatable)", .again = true)
MDV_OPTION_COMPILE(FLAG, strict, "--strict", NULL, COMMANDS | COMPILING,
	"refuse what only older versions of Modelica allow",
	.otherwise = "a warning where it has one meaning")
MDV_OPTION_RUN(TIME, double, start, "--start", "T", RUNS,
	"time to begin at", .unit = "s", .otherwise = "the model's, or 0")
MDV_OPTION_RUN(TIME, double, stop, "--stop", "T", RUNS & ~FIT,
	"time to end at", .unit = "s", .otherwise = "the model's, or 1 after the start")
MDV_OPTION_RUN(REAL, double, span, NULL, NULL, PLANTS,
	"how long a plant will run, about", .noun = "span", .unit = "s",
	.otherwise = "as long as the model says, or 1")
MDV_OPTION_RUN(REAL, double, interval, "--interval", "H", (RUNS & ~POINTS & ~FIT) | PLANTS,
	"time between output points", .noun = "interval", .unit = "s",
	.otherwise = "the model's, or a 500th of the span; of plants: none")
MDV_OPTION_RUN(REAL, double, tol, "--tol", "E", RUNS | PLANTS,
	"relative tolerance, between 0 and 1", .noun = "tolerance", .under = 1,
	.otherwise = "the model's, or 1e-6")
MDV_OPTION_RUN(CHOICE, MdvSolver, solver, "--solver", "NAME", RUNS | PLANTS | BUILD,
	"%; of build: that of an FMU's co-simulation", .choices = CHOICES(MDV_SOLVERS))
MDV_OPTION_RUN(REAL, double, min_quantum, "--min-quantum", "Q", RUNS | PLANTS,
	"of quantized states: the smallest quantum of each, which is the tolerance times its value otherwise",
	.noun = "smallest quantum", .otherwise = "the tolerance times the nominal value")
MDV_OPTION_RUN(REAL, double, max_step, "--max-step", "H", RUNS | PLANTS,
	"longest step of the solver", .noun = "longest step", .unit = "s",
	.otherwise = "a 50th of the span, or what delays allow")
MDV_OPTION_RUN(REAL, double, fixed_step, "--fixed-step", "H", RUNS | PLANTS,
	"steps of this length, of rk45 and euler", .noun = "fixed step", .unit = "s",
	.otherwise = "rk45 chooses; of euler the interval, or in plants a 500th of the span")
MDV_OPTION_RUN(REAL, double, first_step, "--first-step", "H", RUNS | PLANTS,
	"first step after each restart of the solver", .noun = "first step", .unit = "s",
	.otherwise = "the solver chooses")
MDV_OPTION_RUN(CHOICE, MdvLocator, locator, "--locator", "NAME", RUNS | PLANTS,
	"how events are located: %", .choices = CHOICES(MDV_LOCATORS))
MDV_OPTION_RUN(CHOICE, MdvChattering, chattering, "--chattering", "NAME", RUNS | PLANTS,
	"when events never end: %", .choices = CHOICES(MDV_CHATTERINGS))
MDV_OPTION_RUN(CHOICE, MdvLimits, limits, "--limits", "NAME", RUNS | PLANTS,
	"when a variable passes its min or max: %", .choices = CHOICES(MDV_LIMITS_KINDS))
MDV_OPTION_RUN(CHOICE, MdvStates, states, "--states", "NAME", RUNS | PLANTS,
	"how state variables change: %", .choices = CHOICES(MDV_STATE_METHODS))
MDV_OPTION_RUN(CHOICE, MdvIslands, islands, "--islands", "NAME", RUNS & ~POINTS,
	"parts of the equations that only DEVS components connect: %", .choices = CHOICES(MDV_ISLANDS_KINDS))
MDV_OPTION_COMPILE(CHOICE, code, "--code", "KIND", RUN | STUDIES | COMPILING,
	"what runs the model: %", .choices = CHOICES(MDV_CODE_KINDS))
MDV_OPTION_COMPILE(REAL, threads, "--threads", "N", RUN | COMPILING,
	"threads that share what large models compute; results are the same", .noun = "number of threads",
	.under = 257, .whole = true, .otherwise = "1")
MDV_OPTION_RUN(FLAG, bool, check_jacobian, "--check-jacobian", NULL, RUNS | PLANTS,
	"compare Jacobians with differences while running; the run ends at the first wrong one")
MDV_OPTION_RUN(REAL, double, max_calls, "--max-calls", "N", (RUNS & ~POINTS) | PLANTS,
	"most turns of loops and calls in a transition of a DEVS model", .noun = "number of turns",
	.otherwise = "100,000,000")
MDV_OPTION_TOOL(TEXTS, quantum, "--quantum", "NAME=Q[:H]", RUN | BONDGRAPH,
	"quantum and hysteresis of an element, or of all C, I or S; Q may be a list of levels (repeatable)",
	.otherwise = "0.1:0.01", .again = true)
MDV_OPTION_TOOL(CHOICE, order, "--order", "N", RUN,
	"of quantized bond graphs: outputs are constant, straight lines or parabolas: %",
	.choices = CHOICES(MDV_QBG_ORDERS))
MDV_OPTION_TOOL(FLAG, gdevs, "--gdevs", NULL, RUN,
	"of quantized bond graphs of order 1: resistors send straight lines")
MDV_OPTION_COMPILE(SETS, set, "--set", "NAME=VALUE", COMMANDS | PROGRAM | COMPILING,
	"change a parameter or start value (repeatable)", .again = true)
MDV_OPTION_TOOL(TEXTS, params, "--params", "FILE", COMMANDS | PROGRAM,
	"a file of such settings, NAME=VALUE in each line, or # and a comment; --set counts before it (repeatable)", .again = true)
MDV_OPTION_TOOL(TEXT, input, "--input", "FILE.csv", RUN | SWEEP | FIT | PROGRAM,
	"recorded inputs: a column of times, one for each input", .otherwise = "start values")
MDV_OPTION_TOOL(CHOICE, interface, "--interface", "KIND", RUN,
	"of an FMU: %", .choices = CHOICES(MDV_INTERFACES))
MDV_OPTION_TOOL(FLAG, in_process, "--in-process", NULL, RUN,
	"run the binary of an FMU in this process", .otherwise = "in one of its own, which may crash")
MDV_OPTION_TOOL(TEXTS, vary, "--vary", "NAME=VALUES", SWEEP,
	"what is varied: 1:10:20 (20 points from 1 to 10), log:1:1000:10, a list 1,2,5, @FILE (a value a line), or drawn: 1:10, log:1:10, normal(5,0.1), lognormal(0,1), triangular(1,2,4) (repeatable)",
	.again = true)
MDV_OPTION_TOOL(CHOICE, sample, "--sample", "KIND", SWEEP,
	"how runs are made of what is varied: %: all combinations, a Latin hypercube, or drawn at random",
	.choices = CHOICES(MDV_SAMPLES))
MDV_OPTION_TOOL(REAL, runs, "--runs", "N", SWEEP,
	"how many runs are drawn (--sample lhs, random)", .noun = "number of runs", .under = 1e9 + 1, .whole = true, .otherwise = "100")
MDV_OPTION_TOOL(REAL, seed, "--seed", "N", SWEEP,
	"what random values begin with", .noun = "seed", .over = -1, .under = 9e15, .whole = true, .otherwise = "0")
MDV_OPTION_TOOL(TEXTS, measure, "--measure", "[NAME=]M(X)", SWEEP,
	"a column of the table: max(x), min(x), initial(x), final(x), mean(x), rms(x), settle(x, 2%), time(x > 3), count(x > 3), count(event) (repeatable)",
	.otherwise = "final values of the outputs, or of the states", .again = true)
MDV_OPTION_TOOL(REAL, jobs, "--jobs", "N", SWEEP,
	"how many runs are made at once", .noun = "number of jobs", .under = 1025, .whole = true, .otherwise = "as many as there are processors")
MDV_OPTION_TOOL(TEXT, trajectories, "--trajectories", "DIR", SWEEP,
	"keep the results of each run there, as DIR/run1.csv …", .otherwise = "only the table is kept")
MDV_OPTION_TOOL(FLAG, resume, "--resume", NULL, SWEEP,
	"go on where an earlier sweep of the same command was stopped")
MDV_OPTION_TOOL(REAL, run_timeout, "--run-timeout", "S", SWEEP,
	"a run that takes longer has failed", .noun = "timeout of a run", .unit = "s", .otherwise = "never")
MDV_OPTION_TOOL(TEXT, part, "--part", "K/N", SWEEP,
	"make every Nth run only, from the Kth on, and leave them for --merge")
MDV_OPTION_TOOL(REAL, merge, "--merge", "N", SWEEP,
	"write the table of N parts that were made with --part", .noun = "number of parts", .under = 1e6 + 1, .whole = true, .otherwise = "nothing is merged")
MDV_OPTION_TOOL(REAL, slurm, "--slurm", "N", SWEEP,
	"write a job array of N parts and submit it with sbatch", .noun = "number of parts", .under = 1e6 + 1, .whole = true, .otherwise = "runs are made here")
MDV_OPTION_TOOL(RESULT, out, "-o", "FILE", RUN | SWEEP | CONVERT | PROGRAM,
	"results: .csv, .mat or - for standard output", .otherwise = "CLASS.csv; of sweep CLASS_sweep.csv")
MDV_OPTION_TOOL(TEXT, name, "-o", "NAME", BUILD,
	"what is made: NAME.c and NAME.h, NAME.so, the program NAME, or NAME.fmu", .otherwise = "CLASS")
MDV_OPTION_TOOL(CHOICE, kind, "--kind", "KIND", BUILD,
	"c: source text, so: a shared library, exe: a program, fmu2 and fmu3: a functional mock-up unit",
	.choices = CHOICES(MDV_BUILD_KINDS))
MDV_OPTION_TOOL(TEXT, data, "--data", "FILE.csv", FIT,
	"what was measured: a column of times, one for each variable (.csv, .mat)")
MDV_OPTION_TOOL(TEXTS, fit, "--fit", "NAME=LOW:HIGH[:START]", FIT,
	"a parameter to be found, with its bounds (repeatable)", .again = true)
MDV_OPTION_TOOL(REAL, tube, "--tube", "E", COMPARE,
	"half the tube around the reference: this part of a signal's range, and of the time", .noun = "tube", .under = 1, .otherwise = "0.002")
MDV_OPTION_TOOL(REAL, atol, "--atol", "E", COMPARE,
	"what tubes have besides, in units of the signal", .noun = "absolute tolerance", .otherwise = "0")
MDV_OPTION_TOOL(REGEX, vars, "--vars", "REGEX", RUN | SWEEP | FILES | PROGRAM,
	"write only variables whose name has a match", .otherwise = "all")
MDV_OPTION_RUN(FLAG, bool, no_events, "--no-events", NULL, (RUNS & ~POINTS & ~FIT) | PLANTS,
	"write output points only, not the events between")
MDV_OPTION_TOOL(PLOTS, plot, "--plot", "A,B[=FILE.svg]", RUN | PROGRAM,
	"draw variables, of an array all elements, on the terminal or as a picture (repeatable)", .again = true)
MDV_OPTION_TOOL(TEXT, report, "--report", "FILE.html", RUN | SWEEP | LINEARIZE | REPORT,
	"write a page to look at, all in one file: plots, events, parameters, animation; of sweep heat maps and what matters most, of linearize Bode plots",
	.otherwise = "none is written")
MDV_OPTION_RUN(WORDS, unsigned, log, "--log", "LIST", (RUNS & ~STUDIES) | PLANTS,
	"tell about %", .choices = CHOICES(MDV_LOGS))
MDV_OPTION_TOOL(TEXT, messages, "--messages", "FILE.csv", RUN | PROGRAM,
	"write every message of a DEVS component: when, from which port, to which, what",
	.otherwise = "none is written")
MDV_OPTION_TOOL(STATS, stats, "--stats", "[=json]", RUN | PROGRAM,
	"tell what it took")
MDV_OPTION_RUN(REAL, double, timeout, "--timeout", "S", RUNS | COMMANDS | FILES | COMPILING,
	"end after so many seconds of real time", .noun = "timeout", .unit = "s", .otherwise = "never")
MDV_OPTION_TOOL(SIZE, memory, "--memory", "BYTES", COMMANDS | FILES | PROGRAM,
	"take no more memory than this; 500M, 2G", .otherwise = "no limit")
MDV_OPTION_COMPILE(TEXTS, allow, "--allow", "WHAT", CHECK | RUN | STUDIES | PROGRAM | COMPILING,
	"let the model do more than compute: read[:DIR], write[:DIR], run, env, external[:LIB] (repeatable)",
	.otherwise = "reading below its library and working folders", .again = true)
MDV_OPTION_COMPILE(FLAG, allow_external, "--allow-external", NULL, CHECK | RUN | STUDIES | PROGRAM | COMPILING,
	"let the model call C functions of its own: --allow external")
MDV_OPTION_TOOL(FLAG, force, "--force", NULL, RUN | SWEEP | LINEARIZE | CONVERT | REPORT | BUILD | PROGRAM,
	"replace files that modevs did not write")
MDV_OPTION_TOOL(FLAG, json, "--json", NULL, EXPLAIN | BONDGRAPH | LINEARIZE | STEADY | FIT,
	"as JSON")
MDV_OPTION_TOOL(FLAG, dot, "--dot", NULL, EXPLAIN | BONDGRAPH,
	"as a graph for Graphviz")
MDV_OPTION_TOOL(FLAG, svg, "--svg", NULL, BONDGRAPH,
	"as a picture")
MDV_OPTION_TOOL(FLAG, ma, "--ma", NULL, BONDGRAPH,
	"as a coupled model in the notation of CD++")
MDV_OPTION_TOOL(FLAG, priorities, "--priorities", NULL, BONDGRAPH,
	"with the priorities of junctions and two-ports (--ma)")
MDV_OPTION_TOOL(FLAG, before, "--before", NULL, BONDGRAPH,
	"the graph before it is simplified, without causality")
MDV_OPTION_TOOL(TEXT, dump, "--dump", "PASS", EXPLAIN,
	"the model as it stands after a pass of the compiler (list: which)")
MDV_OPTION_TOOL(FLAG, time_passes, "--time-passes", NULL, EXPLAIN,
	"tell what each pass took: time and memory")
MDV_OPTION_TOOL(FLAG, quiet, "-q", NULL, COMMANDS | PROGRAM,
	"say less: no warnings, no progress, no summary")
MDV_OPTION_TOOL(FLAG, verbose, "-v", NULL, COMMANDS,
	"say more: the files that are read, how long it takes to compile, and of run what --stats tells")
MDV_OPTION_TOOL(CHOICE, color, "--color", "WHEN", COMMANDS,
	"colours of messages: %", .choices = CHOICES(MDV_COLORS))
MDV_OPTION_TOOL(CHOICE, message_format, "--message-format", "FORMAT", COMMANDS,
	"messages of the compiler as %: an object in a line for each", .choices = CHOICES(MDV_MESSAGE_FORMATS))
MDV_OPTION_TOOL(FLAG, help, "--help", NULL, COMMANDS | FILES | PROGRAM,
	"this list")
/* clang-format on */

#undef MDV_OPTION_RUN
#undef MDV_OPTION_COMPILE
#undef MDV_OPTION_TOOL
#undef MDV_OPTION_LATER
