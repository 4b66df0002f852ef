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
     .example    a command line that uses it, without the word modevs: docs/options.md, run by a test

   kinds: TIME a time, NAN if not given; REAL a number, 0 if not given; FLAG; CHOICE one of several,
   the first if not given; WORDS some of several, with commas between; TEXT; TEXTS, DIRS, SETS and
   PLOTS lists; RESULT the name of a result file; REGEX; STATS nothing or =json; SIZE bytes, with K, M or G. */

MDV_OPTION_COMPILE(TEXT, model, "--model", "CLASS", COMMANDS | COMPILING,
	"the class to take, when a file is given", .otherwise = "the last that can run",
	.example = "run examples/devs/two_tanks/TwoTanks.mo --model TwoTanks.Atomic --stop 30")
MDV_OPTION_COMPILE(DIRS, dirs, "-L", "DIR", COMMANDS | COMPILING,
	"look for libraries there first (repeatable)", .again = true,
	.example = "run -L lib examples/motor/MotorDrive.mo")
MDV_OPTION_COMPILE(FLAG, strict, "--strict", NULL, COMMANDS | COMPILING,
	"refuse what only older versions of Modelica allow",
	.otherwise = "a warning where it has one meaning",
	.example = "check --strict examples/bouncing_ball/BouncingBall.mo")
MDV_OPTION_RUN(TIME, double, start, "--start", "T", RUNS,
	"time to begin at", .unit = "s", .otherwise = "the model's, or 0",
	.example = "run examples/bouncing_ball/BouncingBall.mo --start 1 --stop 4")
MDV_OPTION_RUN(TIME, double, stop, "--stop", "T", RUNS & ~FIT,
	"time to end at", .unit = "s", .otherwise = "the model's, or 1 after the start",
	.example = "run examples/bouncing_ball/BouncingBall.mo --stop 2")
MDV_OPTION_RUN(REAL, double, span, NULL, NULL, PLANTS,
	"how long a plant will run, about", .noun = "span", .unit = "s",
	.otherwise = "as long as the model says, or 1")
MDV_OPTION_RUN(REAL, double, interval, "--interval", "H", (RUNS & ~POINTS & ~FIT) | PLANTS,
	"time between output points", .noun = "interval", .unit = "s",
	.otherwise = "the model's, or a 500th of the span; of plants: none",
	.example = "run examples/bouncing_ball/BouncingBall.mo --interval 0.1")
MDV_OPTION_RUN(REAL, double, tol, "--tol", "E", RUNS | PLANTS,
	"relative tolerance, between 0 and 1", .noun = "tolerance", .under = 1,
	.otherwise = "the model's, or 1e-6",
	.example = "run examples/motor/MotorDrive.mo --tol 1e-9")
MDV_OPTION_RUN(CHOICE, MdvSolver, solver, "--solver", "NAME", RUNS | PLANTS | BUILD,
	"%; of build: that of an FMU's co-simulation", .choices = CHOICES(MDV_SOLVERS),
	.example = "run examples/motor/MotorDrive.mo --solver ida")
MDV_OPTION_RUN(REAL, double, min_quantum, "--min-quantum", "Q", RUNS | PLANTS,
	"of quantized states: the smallest quantum of each, which is the tolerance times its value otherwise",
	.noun = "smallest quantum", .otherwise = "the tolerance times the nominal value",
	.example = "run examples/bouncing_ball/BouncingBall.mo --solver qss2 --min-quantum 1e-8")
MDV_OPTION_RUN(REAL, double, max_step, "--max-step", "H", RUNS | PLANTS,
	"longest step of the solver", .noun = "longest step", .unit = "s",
	.otherwise = "a 50th of the span, or what delays allow",
	.example = "run examples/motor/MotorDrive.mo --max-step 0.01")
MDV_OPTION_RUN(REAL, double, fixed_step, "--fixed-step", "H", RUNS | PLANTS,
	"steps of this length, of rk45 and euler", .noun = "fixed step", .unit = "s",
	.otherwise = "rk45 chooses; of euler the interval, or in plants a 500th of the span",
	.example = "run examples/bouncing_ball/BouncingBall.mo --solver rk45 --fixed-step 1e-3")
MDV_OPTION_RUN(REAL, double, first_step, "--first-step", "H", RUNS | PLANTS,
	"first step after each restart of the solver", .noun = "first step", .unit = "s",
	.otherwise = "the solver chooses",
	.example = "run examples/motor/MotorDrive.mo --first-step 1e-6")
MDV_OPTION_RUN(CHOICE, MdvLocator, locator, "--locator", "NAME", RUNS | PLANTS,
	"how events are located: %", .choices = CHOICES(MDV_LOCATORS),
	.example = "run examples/bouncing_ball/BouncingBall.mo --locator bisect")
MDV_OPTION_RUN(CHOICE, MdvChattering, chattering, "--chattering", "NAME", RUNS | PLANTS,
	"when events never end: %", .choices = CHOICES(MDV_CHATTERINGS),
	.example = "run examples/bouncing_ball/BouncingBall.mo --chattering regularize")
MDV_OPTION_RUN(CHOICE, MdvLimits, limits, "--limits", "NAME", RUNS | PLANTS,
	"when a variable passes its min or max: %", .choices = CHOICES(MDV_LIMITS_KINDS),
	.example = "run examples/motor/MotorDrive.mo --limits error")
MDV_OPTION_RUN(CHOICE, MdvStates, states, "--states", "NAME", RUNS | PLANTS,
	"how state variables change: %", .choices = CHOICES(MDV_STATE_METHODS),
	.example = "run examples/pendulum/Pendulum.mo --states pivot")
MDV_OPTION_RUN(CHOICE, MdvIslands, islands, "--islands", "NAME", RUNS & ~POINTS,
	"parts of the equations that only DEVS components connect: %", .choices = CHOICES(MDV_ISLANDS_KINDS),
	.example = "run examples/devs/two_tanks/TwoTanks.mo --model TwoTanks.Atomic --stop 30 --islands one")
MDV_OPTION_COMPILE(CHOICE, code, "--code", "KIND", RUN | STUDIES | COMPILING,
	"what runs the model: %", .choices = CHOICES(MDV_CODE_KINDS),
	.example = "run examples/motor/MotorDrive.mo --code vm")
MDV_OPTION_COMPILE(REAL, threads, "--threads", "N", RUN | COMPILING,
	"threads that share what large models compute; results are the same", .noun = "number of threads",
	.under = 257, .whole = true, .otherwise = "1",
	.example = "run examples/motor/MotorDrive.mo --threads 2")
MDV_OPTION_RUN(FLAG, bool, check_jacobian, "--check-jacobian", NULL, RUNS | PLANTS,
	"compare Jacobians with differences while running; the run ends at the first wrong one",
	.example = "run examples/motor/MotorDrive.mo --check-jacobian")
MDV_OPTION_RUN(REAL, double, max_calls, "--max-calls", "N", (RUNS & ~POINTS) | PLANTS,
	"most turns of loops and calls in a transition of a DEVS model", .noun = "number of turns",
	.otherwise = "100,000,000",
	.example = "run examples/devs/two_tanks/TwoTanks.mo --model TwoTanks.Atomic --stop 30 --max-calls 1e6")
MDV_OPTION_TOOL(TEXTS, quantum, "--quantum", "NAME=Q[:H]", RUN | BONDGRAPH,
	"quantum and hysteresis of an element, or of all C, I or S; Q may be a list of levels (repeatable)",
	.otherwise = "0.1:0.01", .again = true,
	.example = "run examples/bondgraph/Fig29.mo --solver qbg --quantum C=0.5:0.1 --quantum I=0.5:0.1")
MDV_OPTION_TOOL(CHOICE, order, "--order", "N", RUN,
	"of quantized bond graphs: outputs are constant, straight lines or parabolas: %",
	.choices = CHOICES(MDV_QBG_ORDERS),
	.example = "run examples/bondgraph/Fig29.mo --solver qbg --order 3")
MDV_OPTION_TOOL(FLAG, gdevs, "--gdevs", NULL, RUN,
	"of quantized bond graphs of order 1: resistors send straight lines",
	.example = "run examples/bondgraph/Fig29.mo --solver qbg --gdevs")
MDV_OPTION_COMPILE(SETS, set, "--set", "NAME=VALUE", COMMANDS | PROGRAM | COMPILING,
	"change a parameter or start value (repeatable)", .again = true,
	.example = "run examples/bouncing_ball/BouncingBall.mo --set e=0.9 --set h=2")
MDV_OPTION_TOOL(TEXTS, params, "--params", "FILE", COMMANDS | PROGRAM,
	"a file of such settings, NAME=VALUE in each line, or # and a comment; --set counts before it (repeatable)", .again = true,
	.example = "run examples/bouncing_ball/BouncingBall.mo --params moon.txt")
MDV_OPTION_TOOL(TEXT, input, "--input", "FILE.csv", RUN | SWEEP | FIT | PROGRAM,
	"recorded inputs: a column of times, one for each input", .otherwise = "start values",
	.example = "run examples/proportional/Plant.mo --input push.csv")
MDV_OPTION_TOOL(CHOICE, interface, "--interface", "KIND", RUN,
	"of an FMU: %", .choices = CHOICES(MDV_INTERFACES),
	.example = "run Ball.fmu --allow external --interface cs")
MDV_OPTION_TOOL(FLAG, in_process, "--in-process", NULL, RUN,
	"run the binary of an FMU in this process", .otherwise = "in one of its own, which may crash",
	.example = "run Ball.fmu --allow external --in-process")
MDV_OPTION_TOOL(TEXTS, vary, "--vary", "NAME=VALUES", SWEEP,
	"what is varied: 1:10:20 (20 points from 1 to 10), log:1:1000:10, a list 1,2,5, @FILE (a value a line), or drawn: 1:10, log:1:10, normal(5,0.1), lognormal(0,1), triangular(1,2,4) (repeatable)",
	.again = true,
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 --vary g=9.81,1.62")
MDV_OPTION_TOOL(CHOICE, sample, "--sample", "KIND", SWEEP,
	"how runs are made of what is varied: %: all combinations, a Latin hypercube, or drawn at random",
	.choices = CHOICES(MDV_SAMPLES),
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9 --sample lhs")
MDV_OPTION_TOOL(REAL, runs, "--runs", "N", SWEEP,
	"how many runs are drawn (--sample lhs, random)", .noun = "number of runs", .under = 1e9 + 1, .whole = true, .otherwise = "100",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9 --sample random --runs 20")
MDV_OPTION_TOOL(REAL, seed, "--seed", "N", SWEEP,
	"what random values begin with", .noun = "seed", .over = -1, .under = 9e15, .whole = true, .otherwise = "0",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary 'e=normal(0.8,0.02)' --sample random --seed 7")
MDV_OPTION_TOOL(TEXTS, measure, "--measure", "[NAME=]M(X)", SWEEP,
	"a column of the table: max(x), min(x), initial(x), final(x), mean(x), rms(x), settle(x, 2%), time(x > 3), count(x > 3), count(event) (repeatable)",
	.otherwise = "final values of the outputs, or of the states", .again = true,
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 --measure 'max(v)' --measure 'bounced=final(bounces)'")
MDV_OPTION_TOOL(REAL, jobs, "--jobs", "N", SWEEP,
	"how many runs are made at once", .noun = "number of jobs", .under = 1025, .whole = true, .otherwise = "as many as there are processors",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:50 --jobs 2")
MDV_OPTION_TOOL(TEXT, trajectories, "--trajectories", "DIR", SWEEP,
	"keep the results of each run there, as DIR/run1.csv …", .otherwise = "only the table is kept",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:3 --trajectories balls --vars '^h$'")
MDV_OPTION_TOOL(FLAG, resume, "--resume", NULL, SWEEP,
	"go on where an earlier sweep of the same command was stopped",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 --resume")
MDV_OPTION_TOOL(REAL, run_timeout, "--run-timeout", "S", SWEEP,
	"a run that takes longer has failed", .noun = "timeout of a run", .unit = "s", .otherwise = "never",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 --run-timeout 10")
MDV_OPTION_TOOL(TEXT, part, "--part", "K/N", SWEEP,
	"make every Nth run only, from the Kth on, and leave them for --merge",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 -o parts.csv --part 1/1")
MDV_OPTION_TOOL(REAL, merge, "--merge", "N", SWEEP,
	"write the table of N parts that were made with --part", .noun = "number of parts", .under = 1e6 + 1, .whole = true, .otherwise = "nothing is merged",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 -o parts.csv --merge 1")
MDV_OPTION_TOOL(REAL, slurm, "--slurm", "N", SWEEP,
	"write a job array of N parts and submit it with sbatch", .noun = "number of parts", .under = 1e6 + 1, .whole = true, .otherwise = "runs are made here",
	.example = "sweep examples/bouncing_ball/BouncingBall.mo --vary e=0.5:0.9:5 -o cluster.csv --slurm 2")
MDV_OPTION_TOOL(RESULT, out, "-o", "FILE", RUN | SWEEP | CONVERT | PROGRAM,
	"results: .csv, .mat or - for standard output", .otherwise = "CLASS.csv; of sweep CLASS_sweep.csv",
	.example = "run examples/bouncing_ball/BouncingBall.mo -o ball.mat")
MDV_OPTION_TOOL(TEXT, name, "-o", "NAME", BUILD,
	"what is made: NAME.c and NAME.h, NAME.so, the program NAME, or NAME.fmu", .otherwise = "CLASS",
	.example = "build examples/bouncing_ball/BouncingBall.mo --kind so -o ball")
MDV_OPTION_TOOL(CHOICE, kind, "--kind", "KIND", BUILD,
	"c: source text, so: a shared library, exe: a program, fmu2 and fmu3: a functional mock-up unit",
	.choices = CHOICES(MDV_BUILD_KINDS),
	.example = "build examples/bouncing_ball/BouncingBall.mo --kind exe")
MDV_OPTION_TOOL(TEXT, data, "--data", "FILE.csv", FIT,
	"what was measured: a column of times, one for each variable (.csv, .mat)",
	.example = "fit examples/bouncing_ball/BouncingBall.mo --data ball.csv --fit g=1:20")
MDV_OPTION_TOOL(TEXTS, fit, "--fit", "NAME=LOW:HIGH[:START]", FIT,
	"a parameter to be found, with its bounds (repeatable)", .again = true,
	.example = "fit examples/bouncing_ball/BouncingBall.mo --data ball.csv --fit g=1:20:5")
MDV_OPTION_TOOL(REAL, tube, "--tube", "E", COMPARE,
	"half the tube around the reference: this part of a signal's range, and of the time", .noun = "tube", .under = 1, .otherwise = "0.002",
	.example = "compare ball.csv ball.mat --tube 0.01")
MDV_OPTION_TOOL(REAL, atol, "--atol", "E", COMPARE,
	"what tubes have besides, in units of the signal", .noun = "absolute tolerance", .otherwise = "0",
	.example = "compare ball.csv ball.mat --atol 1e-3")
MDV_OPTION_TOOL(REGEX, vars, "--vars", "REGEX", RUN | SWEEP | FILES | PROGRAM,
	"write only variables whose name has a match", .otherwise = "all",
	.example = "run examples/bouncing_ball/BouncingBall.mo --vars '^(h|v)$'")
MDV_OPTION_RUN(FLAG, bool, no_events, "--no-events", NULL, (RUNS & ~POINTS & ~FIT) | PLANTS,
	"write output points only, not the events between",
	.example = "run examples/bouncing_ball/BouncingBall.mo --no-events")
MDV_OPTION_TOOL(PLOTS, plot, "--plot", "A,B[=FILE.svg]", RUN | PROGRAM,
	"draw variables, of an array all elements, on the terminal or as a picture (repeatable)", .again = true,
	.example = "run examples/bouncing_ball/BouncingBall.mo --plot h --plot h,v=ball.svg")
MDV_OPTION_TOOL(TEXT, report, "--report", "FILE.html", RUN | SWEEP | LINEARIZE | REPORT,
	"write a page to look at, all in one file: plots, events, parameters, animation; of sweep heat maps and what matters most, of linearize Bode plots",
	.otherwise = "none is written",
	.example = "run examples/bouncing_ball/BouncingBall.mo --report ball.html")
MDV_OPTION_RUN(WORDS, unsigned, log, "--log", "LIST", (RUNS & ~STUDIES) | PLANTS,
	"tell about %", .choices = CHOICES(MDV_LOGS),
	.example = "run examples/bouncing_ball/BouncingBall.mo --log events")
MDV_OPTION_TOOL(TEXT, messages, "--messages", "FILE.csv", RUN | PROGRAM,
	"write every message of a DEVS component: when, from which port, to which, what",
	.otherwise = "none is written",
	.example = "run examples/devs/two_tanks/TwoTanks.mo --model TwoTanks.Atomic --stop 30 --messages messages.csv")
MDV_OPTION_TOOL(STATS, stats, "--stats", "[=json]", RUN | PROGRAM,
	"tell what it took",
	.example = "run examples/bouncing_ball/BouncingBall.mo --stats")
MDV_OPTION_RUN(REAL, double, timeout, "--timeout", "S", RUNS | COMMANDS | FILES | COMPILING,
	"end after so many seconds of real time", .noun = "timeout", .unit = "s", .otherwise = "never",
	.example = "run examples/bouncing_ball/BouncingBall.mo --timeout 60")
MDV_OPTION_TOOL(SIZE, memory, "--memory", "BYTES", COMMANDS | FILES | PROGRAM,
	"take no more memory than this; 500M, 2G", .otherwise = "no limit",
	.example = "run examples/bouncing_ball/BouncingBall.mo --memory 2G")
MDV_OPTION_COMPILE(TEXTS, allow, "--allow", "WHAT", CHECK | RUN | STUDIES | PROGRAM | COMPILING,
	"let the model do more than compute: read[:DIR], write[:DIR], run, env, external[:LIB] (repeatable)",
	.otherwise = "reading below its library and working folders", .again = true,
	.example = "run Ball.fmu --allow external")
MDV_OPTION_COMPILE(FLAG, allow_external, "--allow-external", NULL, CHECK | RUN | STUDIES | PROGRAM | COMPILING,
	"let the model call C functions of its own: --allow external",
	.example = "run Ball.fmu --allow-external")
MDV_OPTION_TOOL(FLAG, force, "--force", NULL, RUN | SWEEP | LINEARIZE | CONVERT | REPORT | BUILD | PROGRAM,
	"replace files that modevs did not write",
	.example = "run examples/bouncing_ball/BouncingBall.mo -o ball.csv --force")
MDV_OPTION_TOOL(FLAG, json, "--json", NULL, EXPLAIN | BONDGRAPH | LINEARIZE | STEADY | FIT,
	"as JSON",
	.example = "explain examples/bouncing_ball/BouncingBall.mo --json")
MDV_OPTION_TOOL(FLAG, dot, "--dot", NULL, EXPLAIN | BONDGRAPH,
	"as a graph for Graphviz",
	.example = "bondgraph examples/bondgraph/Fig29.mo --dot")
MDV_OPTION_TOOL(FLAG, svg, "--svg", NULL, BONDGRAPH,
	"as a picture",
	.example = "bondgraph examples/bondgraph/Fig29.mo --svg")
MDV_OPTION_TOOL(FLAG, ma, "--ma", NULL, BONDGRAPH,
	"as a coupled model in the notation of CD++",
	.example = "bondgraph examples/bondgraph/Fig29.mo --ma")
MDV_OPTION_TOOL(FLAG, priorities, "--priorities", NULL, BONDGRAPH,
	"with the priorities of junctions and two-ports (--ma)",
	.example = "bondgraph examples/bondgraph/Fig29.mo --ma --priorities")
MDV_OPTION_TOOL(FLAG, before, "--before", NULL, BONDGRAPH,
	"the graph before it is simplified, without causality",
	.example = "bondgraph examples/bondgraph/Fig29.mo --before")
MDV_OPTION_TOOL(TEXT, dump, "--dump", "PASS", EXPLAIN,
	"the model as it stands after a pass of the compiler (list: which)",
	.example = "explain examples/bouncing_ball/BouncingBall.mo --dump states")
MDV_OPTION_TOOL(FLAG, time_passes, "--time-passes", NULL, EXPLAIN,
	"tell what each pass took: time and memory",
	.example = "explain examples/bouncing_ball/BouncingBall.mo --time-passes")
MDV_OPTION_TOOL(FLAG, quiet, "-q", NULL, COMMANDS | PROGRAM,
	"say less: no warnings, no progress, no summary",
	.example = "run examples/bouncing_ball/BouncingBall.mo -q")
MDV_OPTION_TOOL(FLAG, verbose, "-v", NULL, COMMANDS,
	"say more: the files that are read, how long it takes to compile, and of run what --stats tells",
	.example = "run examples/bouncing_ball/BouncingBall.mo -v")
MDV_OPTION_TOOL(CHOICE, color, "--color", "WHEN", COMMANDS,
	"colours of messages: %", .choices = CHOICES(MDV_COLORS),
	.example = "check examples/bouncing_ball/BouncingBall.mo --color always")
MDV_OPTION_TOOL(CHOICE, message_format, "--message-format", "FORMAT", COMMANDS,
	"messages of the compiler as %: an object in a line for each", .choices = CHOICES(MDV_MESSAGE_FORMATS),
	.example = "check examples/bouncing_ball/BouncingBall.mo --message-format json")
MDV_OPTION_TOOL(FLAG, help, "--help", NULL, COMMANDS | FILES | PROGRAM,
	"this list",
	.example = "run --help")
/* clang-format on */

#undef MDV_OPTION_RUN
#undef MDV_OPTION_COMPILE
#undef MDV_OPTION_TOOL
#undef MDV_OPTION_LATER
