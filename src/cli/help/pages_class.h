/* SPDX-License-Identifier: MIT
   pages_class.h — what diagnostics of classes and instances mean:
   PAGE(code, meaning, example, repair). An example is a whole text in which `modevs check` finds
   the code; NULL: it takes more than a text. */

/* clang-format off */
PAGE(E_CLASS_UNKNOWN,
	"No class has this name: none around the place, none that is imported, and no library of that name was found.",
		"model M\n"
		"  Reall x;\n"
		"end M;\n",
	"Take the name that is suggested, import it, or say where its library is (-L DIR).")
PAGE(E_NOT_A_CLASS,
	"A component is named where a class is needed.",
		"model M\n"
		"  Real x = 1;\n"
		"  x y;\n"
		"end M;\n",
	"Name the class of the component.")
PAGE(E_EXTENDS_CYCLE,
	"A class extends itself, directly or by way of others.",
		"package P\n"
		"  model A\n"
		"    extends B;\n"
		"  end A;\n"
		"  model B\n"
		"    extends A;\n"
		"  end B;\n"
		"  model M\n"
		"    A a;\n"
		"  end M;\n"
		"end P;\n",
	"Take one of the extends-clauses away; what is common goes into a third class.")
PAGE(E_ARRAY_SIZE,
	"The size of an array is no whole number that is 0 or more, or is left open (':') without a value that tells it.",
		"model M\n"
		"  parameter Integer n = -1;\n"
		"  Real x[n];\n"
		"end M;\n",
	"Correct the number, or give the array a value.")
PAGE(E_MOD_UNKNOWN,
	"A modifier names an element or attribute that the class has not.",
		"model M\n"
		"  Real x(strat = 1);\n"
		"equation\n"
		"  der(x) = -x;\n"
		"end M;\n",
	"Take the name that is suggested, or look at the class; attributes of Real are start, fixed, unit, min, max, nominal, stateSelect and some more.")
PAGE(E_NO_INNER,
	"An 'outer' element stands for an 'inner' one of the same name in a component around it, and there is none; its class is partial, so that none can be added.",
		"package P\n"
		"  partial model Field\n"
		"    Real g;\n"
		"  end Field;\n"
		"  model Body\n"
		"    outer Field field;\n"
		"    Real a = field.g;\n"
		"  end Body;\n"
		"  model M\n"
		"    Body b;\n"
		"  end M;\n"
		"end P;\n",
	"Declare it in the model: inner EarthField field;")
PAGE(E_PARTIAL,
	"A partial class is a pattern for others, not something that there are components of.",
		"package P\n"
		"  partial model OnePort\n"
		"    Real v = 1;\n"
		"  end OnePort;\n"
		"  model M\n"
		"    OnePort p;\n"
		"  end M;\n"
		"end P;\n",
	"Use a class that extends it, or redeclare the replaceable class that it came from.")
PAGE(E_TOO_DEEP,
	"A component contains a component of its own class, or there are thousands of levels.",
		"package P\n"
		"  model A\n"
		"    A a;\n"
		"  end A;\n"
		"  model M\n"
		"    A a;\n"
		"  end M;\n"
		"end P;\n",
	"End the recursion with a condition: A a if n > 0, with a smaller n.")
PAGE(E_NOT_CONSTANT,
	"Sizes of arrays, ranges of for-equations and conditions of components must be known before the run: constants, and parameters that depend on nothing else.",
		"model M\n"
		"  Real x = time;\n"
		"  Real y[integer(x)];\n"
		"end M;\n",
	"Use a parameter with a value.")
PAGE(E_VALUE_CYCLE,
	"Constants or parameters that are needed at compile time are defined by each other.",
		"model M\n"
		"  constant Integer a = b + 1;\n"
		"  constant Integer b = a - 1;\n"
		"  Real x[a] = zeros(a);\n"
		"end M;\n",
	"Give one of them a value of its own.")
PAGE(E_CONNECT,
	"Connectors that are connected have the same variables, of the same sizes, flow with flow; an output is connected to inputs.",
		"model M\n"
		"  connector A\n"
		"    Real v;\n"
		"    flow Real i;\n"
		"  end A;\n"
		"  connector B\n"
		"    Real T;\n"
		"    flow Real q;\n"
		"  end B;\n"
		"  A a;\n"
		"  B b;\n"
		"equation\n"
		"  connect(a, b);\n"
		"end M;\n",
	"Connect what fits, or put a component in between that translates.")
PAGE(E_NOT_CONNECTOR,
	"connect is for connectors: components of connector classes, in components of the model or of the model itself.",
		"model M\n"
		"  Real x = 1;\n"
		"  Real y;\n"
		"equation\n"
		"  connect(x, y);\n"
		"end M;\n",
	"Write an equation, x = y, or declare connectors.")
PAGE(E_BRANCHES,
	"The branches of an if-equation whose condition changes in the run must have the same number of equations.",
		"model M\n"
		"  Real x, y;\n"
		"equation\n"
		"  if time < 1 then\n"
		"    x = 1;\n"
		"    y = 2;\n"
		"  else\n"
		"    x = 2;\n"
		"  end if;\n"
		"end M;\n",
	"Say in every branch, 'else' too, what each of the variables is; a condition of parameters may leave branches out.")
PAGE(W_INNER_MADE,
	"An 'outer' element without an 'inner' one got one, as MLS 5.4 says, with its default values.",
		"package P\n"
		"  model World\n"
		"    parameter Real g = 9.81;\n"
		"  end World;\n"
		"  model Body\n"
		"    outer World world;\n"
		"    Real a = world.g;\n"
		"  end Body;\n"
		"  model M\n"
		"    Body b;\n"
		"  end M;\n"
		"end P;\n",
	"Declare it, to choose its values and to silence this: inner World world;")
PAGE(E_VARIABILITY,
	"Boolean, Integer and discrete variables change at events only; their value cannot come from something that changes all the time.",
		"model M\n"
		"  Real x = time;\n"
		"  Boolean b = noEvent(x > 1);\n"
		"end M;\n",
	"Leave noEvent away, or compute it in a when-clause.")
PAGE(E_WHEN,
	"An equation in a when-clause gives a variable a value at an event: the variable stands alone on its left side.",
		"model M\n"
		"  discrete Real y;\n"
		"equation\n"
		"  when time > 1 then\n"
		"    2*y = 1;\n"
		"  end when;\n"
		"end M;\n",
	"Solve it for the variable: y = 1/2.")
PAGE(E_CONDITION,
	"Conditions are single truth values.",
		"model M\n"
		"  Real x;\n"
		"equation\n"
		"  if time then\n"
		"    x = 1;\n"
		"  else\n"
		"    x = 2;\n"
		"  end if;\n"
		"end M;\n",
	"Compare with something: time > 1.")
PAGE(E_EXPERIMENT,
	"The annotation experiment asks for what cannot be: a stop before the start, a tolerance of 0.",
		"model M\n"
		"  Real x = time;\n"
		"  annotation(experiment(StartTime = 7, StopTime = 6));\n"
		"end M;\n",
	"Correct the numbers; options of the command line count before the annotation.")
PAGE(W_EXPERIMENT,
	"A word of the annotation experiment is not known, or its value is not written as a number.",
		"model M\n"
		"  Real x = time;\n"
		"  annotation(experiment(StopTme = 3));\n"
		"end M;\n",
	"Take the word that is suggested; what other tools understand begins with __.")
PAGE(E_BASE_KIND,
	"Kinds of classes extend their own kind: a model no package, a function only functions.",
		"model Derived\n"
		"  package Base\n"
		"    constant Real x = 2;\n"
		"  end Base;\n"
		"  extends Base;\n"
		"end Derived;\n",
	"Change the kind of one of them, or use the other as a component or by its names.")
PAGE(E_CLASS_CONTENT,
	"Records and connectors have no equations, connectors nothing protected, packages only constants and classes, functions no equations. "
	"Connectors have as many flow variables as others without a prefix, models and blocks as many equations as unknowns, each by itself.",
		"model M\n"
		"  record R\n"
		"    Real x;\n"
		"  equation\n"
		"    x = 1;\n"
		"  end R;\n"
		"  R r;\n"
		"end M;\n",
	"Move it to where it is allowed, or make the class a model or block.")
PAGE(E_PREFIX_TYPE,
	"A prefix does not fit the type: parameters are no models, flow variables are Reals.",
		"model M\n"
		"  connector C\n"
		"    Real e;\n"
		"    flow Integer f;\n"
		"  end C;\n"
		"  C c;\n"
		"end M;\n",
	"Take the prefix away, or change the type.")
PAGE(E_PROTECTED,
	"What stands under 'protected' is for the class itself and those that extend it.",
		"model M\n"
		"  model A\n"
		"  protected\n"
		"    Real x = 2;\n"
		"  end A;\n"
		"  A a;\n"
		"  Real y = a.x;\n"
		"end M;\n",
	"Make it public, or give the class an output for it.")
PAGE(E_REDECLARE,
	"Only what is declared replaceable, and is neither constant nor final, can be redeclared.",
		"model M\n"
		"  model A\n"
		"    model B\n"
		"      Real x = 1;\n"
		"    end B;\n"
		"    B b;\n"
		"  end A;\n"
		"  model C\n"
		"    Real x = 2;\n"
		"  end C;\n"
		"  A a(redeclare model B = C);\n"
		"end M;\n",
	"Write 'replaceable' at its declaration, or choose another class.")
PAGE(E_FINAL,
	"What is final has its last value.",
		"model M\n"
		"  model A\n"
		"    final parameter Real k = 1;\n"
		"    Real x = k;\n"
		"  end A;\n"
		"  A a(k = 2);\n"
		"end M;\n",
	"Take the modifier away, or the 'final' at the declaration that the note shows.")
PAGE(E_TWICE,
	"A name is declared twice in a class and its base classes, and not in the same way, or modified twice.",
		"model M\n"
		"  model Base\n"
		"    Real x = 2;\n"
		"  end Base;\n"
		"  extends Base;\n"
		"  Integer x = 1;\n"
		"end M;\n",
	"Rename or remove one of them.")
PAGE(E_RESERVED,
	"The language has taken this name: a predefined type, function or attribute.",
		"model M\n"
		"  Real Integer = 3;\n"
		"end M;\n",
	"Choose another name.")
PAGE(E_IMPORT,
	"An import is not allowed, or gives a name that another import gives, too.",
		"package P\n"
		"  package A\n"
		"    constant Real x = 1;\n"
		"  end A;\n"
		"  package B\n"
		"    constant Real x = 2;\n"
		"  end B;\n"
		"  model M\n"
		"    import P.A.*;\n"
		"    import P.B.*;\n"
		"    Real y = x;\n"
		"  end M;\n"
		"end P;\n",
	"Import it by its name (import P.A.x;), or by another (import z = P.A.x;).")
PAGE(E_SUBTYPE,
	"What stands in for a class must have all that others use of it: the same public components, of types that fit.",
		"model M\n"
		"  model A\n"
		"    Real x = 1;\n"
		"  end A;\n"
		"  model B\n"
		"    Real x = 2;\n"
		"    Real y = 3;\n"
		"  end B;\n"
		"  model C\n"
		"    replaceable B b;\n"
		"  end C;\n"
		"  C c(redeclare A b);\n"
		"end M;\n",
	"Add what the message says is missing, or loosen the constraint (constrainedby).")
PAGE(E_OUTER_MOD,
	"An outer element is another name of an inner one: it has no value of its own, and the same type and sizes.",
		"model M\n"
		"  model A\n"
		"    outer parameter Real p = 2;\n"
		"  end A;\n"
		"  inner parameter Real p = 1;\n"
		"  A a;\n"
		"end M;\n",
	"Take the value away, or make the sizes and types the same.")
PAGE(E_LOOKUP,
	"A name is reached through something that does not allow it: a conditional component outside of connect, a partial package.",
		"model M\n"
		"  Real x if true;\n"
		"equation\n"
		"  x = 2;\n"
		"end M;\n",
	"Use it in connections, or take the condition away.")
PAGE(E_MISPLACED,
	"An equation or statement stands where it has no meaning: reinit outside of when, when inside of when.",
		"model M\n"
		"  Real x(start = 1, fixed = true);\n"
		"equation\n"
		"  der(x) = -x;\n"
		"  if time > 0.5 then\n"
		"    reinit(x, 2);\n"
		"  end if;\n"
		"end M;\n",
	"Move it: when time > 0.5 then reinit(x, 2); end when;")
/* clang-format on */
