/* SPDX-License-Identifier: MIT
   pages_model.h — what diagnostics of equations, clocks, DEVS, bond graphs mean:
   PAGE(code, meaning, example, repair). An example is a whole text in which `modevs check` finds
   the code; NULL: it takes more than a text. */

/* clang-format off */
PAGE(E_CLOCKED,
	"Clocked equations (MLS 16) use something that only continuous time has.",
		"model M\n"
		"  Real x;\n"
		"equation\n"
		"  x = delay(sample(time, Clock(0.1)), 0.2);\n"
		"end M;\n",
	"Compute it before sample or behind hold.")
PAGE(E_NO_DERIVATIVE,
	"der(…) is asked of an expression that has no derivative modevs can find: an external function, a discontinuous one.",
		"model M\n"
		"  function f\n"
		"    input Real u;\n"
		"    output Real y;\n"
		"    external \"C\" y = f_of_user(u);\n"
		"  end f;\n"
		"  Real x = f(time), y;\n"
		"equation\n"
		"  y = der(2*f(time));\n"
		"end M;\n",
	"Give the function an annotation derivative = f_der (MLS 12.7).")
PAGE(E_NOT_SOLVED,
	"Equations of Integers, Booleans and texts are not solved: one side is a variable alone.",
		"model M\n"
		"  Integer n, k;\n"
		"equation\n"
		"  n + k = 3;\n"
		"  n - 1 = 2*k;\n"
		"end M;\n",
	"Solve it by hand: n = 3 - k.")
PAGE(E_IF_TARGETS,
	"The branches of an if-equation determine different discrete variables.",
		"model M\n"
		"  Boolean b, c;\n"
		"equation\n"
		"  if time > 1 then\n"
		"    b = true;\n"
		"  else\n"
		"    c = true;\n"
		"  end if;\n"
		"  b = not c;\n"
		"end M;\n",
	"Say in every branch what each of them is.")
PAGE(W_NO_VALUE,
	"A parameter has no value, only a start value, which is used (MLS 8.6).",
		"model M\n"
		"  parameter Real mass(start = 2);\n"
		"  Real x = mass*time;\n"
		"end M;\n",
	"Give it a value: parameter Real mass = 2, or --set mass=2.")
PAGE(E_SAME_EQUATIONS,
	"Equations of truth values or Integers say the same: nothing is left for their common value.",
		"model M\n"
		"  Boolean a, b, c;\n"
		"equation\n"
		"  a = b;\n"
		"  b = not c;\n"
		"  c = not a;\n"
		"end M;\n",
	"Replace one of them by an equation that says what the value is.")
PAGE(W_NO_START,
	"A state has neither a start value nor an initial equation: it begins at 0.",
		"model M\n"
		"  Real v;\n"
		"equation\n"
		"  der(v) = -9.81;\n"
		"end M;\n",
	"Say it: Real v(start = 0, fixed = true), or in 'initial equation'.")
PAGE(E_NO_VALUE,
	"A parameter that the run needs has neither a value nor a start value.",
		"model M\n"
		"  parameter Real k;\n"
		"  Real x(start = 1, fixed = true);\n"
		"equation\n"
		"  der(x) = -k*x;\n"
		"end M;\n",
	"Give it a value where it is declared, by a modifier, or with --set k=….")
PAGE(W_WRONG_DERIVATIVE,
	"The function that an annotation names as derivative gives something else than differences of the function do; the body is differentiated instead.",
		"model M\n"
		"  function square\n"
		"    input Real x;\n"
		"    output Real y;\n"
		"  algorithm\n"
		"    y := x*x;\n"
		"    annotation(derivative = square_der);\n"
		"  end square;\n"
		"  function square_der\n"
		"    input Real x;\n"
		"    input Real dx;\n"
		"    output Real dy;\n"
		"  algorithm\n"
		"    dy := -2*x*dx;\n"
		"  end square_der;\n"
		"  Real x(start = 1, fixed = true);\n"
		"  Real v, y;\n"
		"equation\n"
		"  der(x) = v;\n"
		"  der(y) = 1;\n"
		"  y = square(x);\n"
		"end M;\n",
	"Correct the derivative, or remove the annotation.")
PAGE(E_CLOCK_MIXED,
	"A variable belongs to clocked equations by one use and to continuous time by another.",
		"model M\n"
		"  Real x(start = 0, fixed = true), xd, u;\n"
		"equation\n"
		"  der(x) = u;\n"
		"  xd = sample(x, Clock(0.1));\n"
		"  u = 2*xd;\n"
		"end M;\n",
	"Write hold(…) from clocked to continuous, sample(…) the other way: der(x) = hold(u).")
PAGE(E_CLOCK_TWO,
	"Variables that are used together have one clock; here two are given that differ.",
		"model M\n"
		"  Real a, b, c;\n"
		"equation\n"
		"  a = sample(time, Clock(1, 10));\n"
		"  b = sample(time, Clock(1, 4));\n"
		"  c = a + b;\n"
		"end M;\n",
	"Convert one of them: subSample, superSample, noClock.")
PAGE(E_CLOCK_ARGUMENT,
	"An operator of clocks has an argument that it does not take.",
		"model M\n"
		"  Real a, b;\n"
		"equation\n"
		"  a = sample(time, Clock(1, 10));\n"
		"  b = previous(2*a);\n"
		"end M;\n",
	"previous takes a variable, factors and shifts are whole parameters that are not negative.")
PAGE(E_CLOCK_OUTSIDE,
	"interval, previous, firstTick and others ask about a clock where nothing is clocked.",
		"model M\n"
		"  Real x(start = 0, fixed = true);\n"
		"equation\n"
		"  der(x) = interval();\n"
		"end M;\n",
	"Use it in clocked equations: with sample(…, Clock(…)), or when Clock(…).")
PAGE(E_CLOCK_EARLY,
	"backSample moves a clock before the first tick of the clock that it comes from.",
		"model M\n"
		"  Real a, b;\n"
		"equation\n"
		"  a = sample(time, Clock(3, 10));\n"
		"  b = backSample(a, 2);\n"
		"end M;\n",
	"shiftSample by as much before.")
PAGE(E_CLOCK_EVENT,
	"A clock that ticks with a condition cannot tick more often than that.",
		"model M\n"
		"  Integer n(start = 0), m;\n"
		"equation\n"
		"  when Clock(sin(time) > 0) then\n"
		"    n = previous(n) + 1;\n"
		"  end when;\n"
		"  m = superSample(n, 2);\n"
		"end M;\n",
	"Only subSample is possible, or use a clock with an interval.")
PAGE(E_CLOCK_METHOD,
	"der(…) in clocked equations is integrated from tick to tick, by a method that the clock names.",
		"model M\n"
		"  Real x(start = 1), u;\n"
		"equation\n"
		"  u = sample(time, Clock(0.1));\n"
		"  der(x) = u - x;\n"
		"end M;\n",
	"Name one: Clock(Clock(0.1), solverMethod = \"ExplicitEuler\").")
PAGE(W_CLOCK_DEFAULT,
	"Clocked equations that nothing gives a clock tick every second.",
		"model M\n"
		"  Integer n(start = 0);\n"
		"equation\n"
		"  n = previous(n) + 1;\n"
		"end M;\n",
	"Put them into when Clock(0.1) then … end when, or sample something with a clock.")
PAGE(E_CLOCK_WHEN,
	"A clocked when-clause stands alone: without elsewhen, not inside of if or when.",
		"model M\n"
		"  Real x(start = 0);\n"
		"equation\n"
		"  when Clock(0.1) then\n"
		"    x = previous(x) + 1;\n"
		"  elsewhen time > 3 then\n"
		"    x = 0;\n"
		"  end when;\n"
		"end M;\n",
	"Write an if inside of the clause, or two clauses for two variables.")
PAGE(E_MACHINE,
	"A state machine (MLS 17) lacks an initial state, has two transitions of the same priority from one state, or states that do not belong together.",
		"model M\n"
		"  block State\n"
		"    outer output Integer n;\n"
		"  equation\n"
		"    n = previous(n) + 1;\n"
		"  end State;\n"
		"  inner Integer n(start = 0);\n"
		"  State a, b;\n"
		"equation\n"
		"  transition(a, b, n > 3);\n"
		"end M;\n",
	"Write initialState(a), and give transitions from one state different priorities.")
PAGE(E_DERIVATIVE_INPUT,
	"The equations need the derivative of an input, which nobody knows.",
		"model M\n"
		"  input Real u;\n"
		"  Real x, y;\n"
		"equation\n"
		"  x = 2*u;\n"
		"  y = der(x);\n"
		"end M;\n",
	"Make the derivative an input, or filter the input: der(uf) = (u - uf)/T.")
PAGE(E_DERIVATIVE_NONE,
	"Index reduction must differentiate this equation and cannot: a function in it has no derivative.",
		"model M\n"
		"  function f\n"
		"    input Real u;\n"
		"    output Real y;\n"
		"    external \"C\" y = f_of_user(u);\n"
		"  end f;\n"
		"  Real x, y;\n"
		"equation\n"
		"  x = f(time);\n"
		"  y = der(x);\n"
		"end M;\n",
	"Give the function an annotation derivative, or smoothOrder.")
PAGE(E_STATES_CONSTRAINED,
	"stateSelect = always is asked for more variables than can be states: constraints tie them to each other.",
		"model M\n"
		"  Real x(stateSelect = StateSelect.always), y(stateSelect = StateSelect.always), u, v;\n"
		"equation\n"
		"  der(x) = u;\n"
		"  der(y) = v;\n"
		"  x + 2*y = 3;\n"
		"  u - v = time;\n"
		"end M;\n",
	"Write prefer in the place of always for one of them.")
PAGE(E_REINIT,
	"reinit gives a state another value; this variable follows from equations.",
		"model M\n"
		"  Real x(start = 1, fixed = true), y;\n"
		"equation\n"
		"  der(x) = 0;\n"
		"  y = sin(time);\n"
		"  when time > 0.5 then\n"
		"    reinit(y, 10);\n"
		"  end when;\n"
		"end M;\n",
	"Reinitialize the state that it follows from, or make it one: write der(y) = ….")
PAGE(E_REINIT_TWICE,
	"Two reinit of one state can be active at the same event, and nothing says which one counts.",
		"model M\n"
		"  Real x(start = 0, fixed = true);\n"
		"equation\n"
		"  der(x) = 1;\n"
		"  when time > 0.5 then\n"
		"    reinit(x, 5);\n"
		"  end when;\n"
		"  when time > 0.7 then\n"
		"    reinit(x, 1);\n"
		"  end when;\n"
		"end M;\n",
	"Write one when-clause with elsewhen.")
PAGE(E_COUPLING,
	"DEVS models are coupled from outputs to inputs, and none with itself (Zeigler: a component does not influence itself).",
		NULL,
	"Connect an out-port with an in-port of another component; a model that needs its own output keeps it in its state.")
PAGE(E_ATOMIC,
	"An atomic model needs an initial state, and functions whose inputs and outputs are those of Parallel DEVS.",
		NULL,
	"Redeclare initState, and give Fint, Fext, Fcon, Fout and Fta the inputs that the message names; docs/devs.md shows all of them.")
PAGE(E_PORT,
	"Messages go from port to port; what a port of an atomic model holds is seen by its functions only.",
		NULL,
	"Connect the port with a component that turns messages into a variable (DEVSLib has them).")
PAGE(W_SIGMA,
	"No function of the model sets its time advance: it is never called again, or at once for ever.",
		NULL,
	"Set sigma in initState and in Fint, or write Fta; 1e60 stands for never.")
PAGE(W_NOWHERE,
	"A port of a coupled model is connected outside but not inside: messages are lost there.",
		NULL,
	"Connect it inside, or remove the port.")
PAGE(W_AT_ONCE,
	"Models in a loop can all answer at the same time: messages may go round for ever without time passing.",
		NULL,
	"Give one of them a time advance that is not 0.")
PAGE(E_PART,
	"The annotation __modevs says that a class is an atomic written in C, or an FMU, and the class does not fit that: another kind, other ports, parameters or variables.",
		NULL,
	"Compare with 'modevs help parts', with the library that is named, or with what 'modevs check' says of the FMU.")
PAGE(W_VENDOR,
	"A word in an annotation __modevs(…) means nothing there.",
		"model M\n"
		"  Real x = time;\n"
		"  annotation(__modevs(prt = \"processor\"));\n"
		"end M;\n",
	"Take the word that is suggested.")
PAGE(E_BG_CLASS,
	"Bond graphs are made of electrical, translational and rotational components with known elements; this one is another.",
		"model Driven\n"
		"  Modelica.Mechanics.Rotational.Sources.Torque T;\n"
		"  Modelica.Mechanics.Rotational.Components.Inertia J(J=1);\n"
		"  Modelica.Blocks.Sources.ContinuousClock clock;\n"
		"equation\n"
		"  connect(clock.y, T.tau);\n"
		"  connect(T.flange, J.flange_a);\n"
		"end Driven;\n",
	"Replace it by sources, resistors, storage, transformers and gyrators, or use 'modevs run' with another solver.")
PAGE(E_BG_EQUATION,
	"A bond graph has components and connections, no equations of its own.",
		"model Watched\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R(R=10);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"  Real p;\n"
		"equation\n"
		"  connect(V.p, R.p);\n"
		"  connect(R.n, V.n);\n"
		"  connect(V.n, G.p);\n"
		"  p = R.v*R.i;\n"
		"end Watched;\n",
	"Compute such values from the results, or use a component.")
PAGE(E_BG_SELF,
	"Both pins of a component are connected: it takes no part in the circuit.",
		"model Short\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R1(R=10), R2(R=10);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, R1.p);\n"
		"  connect(R1.n, V.n);\n"
		"  connect(R1.n, R2.p);\n"
		"  connect(R2.p, R2.n);\n"
		"  connect(V.n, G.p);\n"
		"end Short;\n",
	"Remove the component or one of the connections.")
PAGE(E_BG_SOURCE,
	"Without a source nothing drives the elements.",
		"model Discharge\n"
		"  Modelica.Electrical.Analog.Basic.Capacitor C(C=1, v(start=1));\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R(R=10);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(C.p, R.p);\n"
		"  connect(R.n, C.n);\n"
		"  connect(C.n, G.p);\n"
		"end Discharge;\n",
	"Add a source, of value 0 if need be, or use another solver.")
PAGE(E_BG_DANGLING,
	"A pin is connected to nothing: no current can flow through it.",
		"model Open\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R(R=10);\n"
		"  Modelica.Electrical.Analog.Basic.Capacitor C(C=1);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, R.p);\n"
		"  connect(R.n, C.p);\n"
		"  connect(V.n, G.p);\n"
		"end Open;\n",
	"Connect it, or remove the component.")
PAGE(E_BG_DEPENDENT,
	"A storage element has no integral causality: its state follows from a source or from another storage element.",
		"model Stiff\n"
		"  Modelica.Electrical.Analog.Sources.SineVoltage V(V=1, f=1);\n"
		"  Modelica.Electrical.Analog.Basic.Capacitor C(C=1);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, C.p);\n"
		"  connect(C.n, V.n);\n"
		"  connect(V.n, G.p);\n"
		"end Stiff;\n",
	"Put a small resistance in between, or use another solver, which chooses fewer states.")
PAGE(E_BG_LOOP,
	"A closed causal path without storage: values depend on each other at once, which quantized bond graphs cannot solve.",
		"model Bridge\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R1(R=1), R2(R=2), R3(R=3), R4(R=4), R5(R=5);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, R1.p);\n"
		"  connect(V.p, R3.p);\n"
		"  connect(R1.n, R2.p);\n"
		"  connect(R3.n, R4.p);\n"
		"  connect(R1.n, R5.p);\n"
		"  connect(R3.n, R5.n);\n"
		"  connect(R2.n, V.n);\n"
		"  connect(R4.n, V.n);\n"
		"  connect(V.n, G.p);\n"
		"end Bridge;\n",
	"A small capacitor where they meet, or a small inductor in series, breaks it; or use another solver.")
PAGE(E_BG_SOURCES,
	"Two sources give one effort, or one flow, twice.",
		"model Fight\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V1(V=1), V2(V=2);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R(R=10);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V1.p, R.p);\n"
		"  connect(V2.p, R.p);\n"
		"  connect(R.n, V1.n);\n"
		"  connect(V1.n, V2.n);\n"
		"  connect(V1.n, G.p);\n"
		"end Fight;\n",
	"Remove one, or put a resistance between them.")
PAGE(E_BG_USE,
	"The component has a bond graph, but not as it is used here: with a heat port, or a value that depends on the temperature.",
		"model Warm\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R(R=10, alpha=0.01);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, R.p);\n"
		"  connect(R.n, V.n);\n"
		"  connect(V.n, G.p);\n"
		"end Warm;\n",
	"Leave the parameter that the message names at its default.")
PAGE(E_BG_VALUE,
	"An element has a value that it cannot have: a resistance, mass or capacity of 0.",
		"model Nothing\n"
		"  Modelica.Electrical.Analog.Sources.ConstantVoltage V(V=1);\n"
		"  Modelica.Electrical.Analog.Basic.Resistor R(R=0);\n"
		"  Modelica.Electrical.Analog.Basic.Ground G;\n"
		"equation\n"
		"  connect(V.p, R.p);\n"
		"  connect(R.n, V.n);\n"
		"  connect(V.n, G.p);\n"
		"end Nothing;\n",
	"Give it a value, or replace the component by a connection.")
/* clang-format on */
