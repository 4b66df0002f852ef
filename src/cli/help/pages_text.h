/* SPDX-License-Identifier: MIT
   pages_text.h — what diagnostics of files, syntax, libraries, balance, expressions mean:
   PAGE(code, meaning, example, repair). An example is a whole text in which `modevs check` finds
   the code; NULL: it takes more than a text. */

/* clang-format off */
PAGE(E_FILE_READ,
	"A file that the command line or a library names is not there, is a folder, or may not be read.",
		NULL,
	"Look at the name and the permissions; what lies elsewhere is found with -L DIR or MODELICAPATH.")
PAGE(E_FILE_LARGE,
	"A file has more than 2 GB, which places in it cannot be counted for.",
		NULL,
	"Split the file: a package may be a folder with one file for each class.")
PAGE(E_FILE_UTF8,
	"Modelica files are UTF-8 text (MLS 13.1). This one has a byte that UTF-8 does not have, often an umlaut or a degree sign in Latin-1.",
		NULL,
	"Save it as UTF-8: iconv -f latin1 -t utf8 Old.mo >New.mo.")
PAGE(E_EXPECTED,
	"The grammar wants something else at this place; the message says what it wants and what it found. Often the mistake is right before.",
		"model M\n"
		"  Real x = 1 + * 2;\n"
		"end M;\n",
	"Write what is expected, or take away what is too much.")
PAGE(E_SEMICOLON,
	"Every declaration, equation and statement ends with a semicolon.",
		"model M\n"
		"  Real x\n"
		"  Real y = 2;\n"
		"equation\n"
		"  x = y;\n"
		"end M;\n",
	"Put ';' where the mark is: at the end of the line before.")
PAGE(E_END,
	"The word behind 'end' is not that of what is open: a class ends with its own name, 'if' with 'end if', 'for' with 'end for'.",
		"model Circuit\n"
		"  Real x = 1;\n"
		"end Curcuit;\n",
	"Write the name or word that the message gives.")
PAGE(E_NOT_CLOSED,
	"A class, 'if', 'for', 'when' or 'while' is opened and the text or the class around it ends before it does. 'else if' opens another 'if'; 'elseif' does not.",
		"model M\n"
		"  Real x;\n"
		"equation\n"
		"  if time > 1 then\n"
		"    x = 1;\n"
		"  else if time > 2 then\n"
		"    x = 2;\n"
		"  else\n"
		"    x = 3;\n"
		"  end if;\n"
		"end M;\n",
	"Add the 'end …' that the message names, or write 'elseif'.")
PAGE(E_BRACKET,
	"A bracket has no partner, or that of another kind.",
		"model M\n"
		"  Real x(start = 1, fixed = true;\n"
		"equation\n"
		"  der(x) = -x;\n"
		"end M;\n",
	"Close it where the note points, or take away the one that closes nothing.")
PAGE(E_DEPTH,
	"Brackets or clauses stand inside of each other more than 1000 times: the text was made by a program, or is damaged.",
		NULL,
	"Give parts of the expression names of their own.")
PAGE(E_PREFIX,
	"Prefixes have an order (final, inner, outer, flow or stream, parameter or constant or discrete, input or output), and some exclude each other.",
		"model M\n"
		"  parameter final Real a = 1;\n"
		"  Real x = a;\n"
		"end M;\n",
	"Write them in that order, and only one of those that exclude each other.")
PAGE(E_CHARACTER,
	"Outside of strings, comments and names in quotes, Modelica uses the letters a-z and A-Z, digits, underscores and its operators. 'not equal' is '<>', 'and' and 'or' are words.",
		"model M\n"
		"  Boolean b = time != 1;\n"
		"end M;\n",
	"Write it as the message says; a name with other letters stands between single quotes: 'größe'.")
PAGE(E_STRING_OPEN,
	"A string begins and never ends.",
		"model M\n"
		"  parameter String s = \"abc;\n"
		"end M;\n",
	"Write the closing '\"'; a quotation mark in a string is written \\\".")
PAGE(E_COMMENT_OPEN,
	"A comment begins with /* and never ends. Comments do not nest.",
		"model M\n"
		"  Real x = 1; /* the position\n"
		"end M;\n",
	"Close it with */.")
PAGE(E_QUOTE_OPEN,
	"A name in single quotes begins and does not end in its line.",
		"model M\n"
		"  Real 'a b;\n"
		"end M;\n",
	"Write the closing quote, or take the first away.")
PAGE(E_ESCAPE,
	"A backslash in a string begins an escape sequence, and this one is none: there are \\' \\\" \\? \\\\ \\a \\b \\f \\n \\r \\t \\v.",
		"model M\n"
		"  parameter String file = \"C:\\data\\x.txt\";\n"
		"end M;\n",
	"Write \\\\ for a backslash; in names of files '/' does as well.")
PAGE(E_NUMBER,
	"Something begins with a digit and is no number. An exponent needs digits, a name begins with a letter.",
		"model M\n"
		"  Real x = 2km;\n"
		"end M;\n",
	"Complete the number, write the '*' that is missing, or choose another name.")
PAGE(E_OPERATOR,
	"Signs behind operators, powers of powers and chains of comparisons have no meaning without parentheses.",
		"model M\n"
		"  Real x = 10^-3;\n"
		"end M;\n",
	"Write the parentheses: 10^(-3), (a^b)^c, 1 < x and x < 2.")
PAGE(E_EQUATION,
	"An equation has '=' between two sides, a statement of an algorithm ':='; declarations stand before both.",
		"model M\n"
		"  Real x;\n"
		"equation\n"
		"  x := 1;\n"
		"end M;\n",
	"Write '=' in equations, ':=' in algorithms, and move declarations above 'equation'.")
PAGE(E_KEYWORD,
	"A word where a keyword is expected is none, but looks like one.",
		"model M\n"
		"  paramter Real p = 1;\n"
		"end M;\n",
	"Correct the spelling as the message says.")
PAGE(E_KEYWORD_NAME,
	"A name is a keyword of Modelica, which nothing can be called.",
		"model M\n"
		"  Real input;\n"
		"end M;\n",
	"Choose another name, or put it between single quotes: 'input'.")
PAGE(E_ARGUMENT,
	"In a call, arguments without names come first.",
		"model M\n"
		"  Real x = atan2(y = 2, 3);\n"
		"end M;\n",
	"Give the later arguments their names, too, or move them to the front.")
PAGE(W_OLD_SYNTAX,
	"This way of writing comes from an older Modelica; it is understood, and refused with --strict.",
		"model M\n"
		"  model A\n"
		"    Real x = 1;\n"
		"  end A;\n"
		"  replaceable A a extends A;\n"
		"end M;\n",
	"Write it as the message says.")
PAGE(W_INTEGER_LARGE,
	"An Integer has at most 2147483647 here; a larger whole number is taken as a Real, which counts exactly up to 9e15.",
		"model M\n"
		"  Real x = 12345678901234567890;\n"
		"end M;\n",
	"Write it as a Real: 1.2345678901234567890e19.")
PAGE(E_REAL_LARGE,
	"The largest Real is about 1.797e308.",
		"model M\n"
		"  parameter Real p = 2e308;\n"
		"end M;\n",
	"Write a smaller number, or, for 'no limit', leave it out.")
PAGE(E_LIBRARY_TWICE,
	"A library has a class in two places: as a file and a folder, or in package.mo and in a file of its own; or a file defines it twice. Nothing says which one is meant.",
		NULL,
	"Remove or rename one of the files, or classes, that the message names.")
PAGE(E_LIBRARY_CLASS,
	"The file A.mo of a library defines one class, and that is A (MLS 13.4).",
		NULL,
	"Rename the file or the class; give other classes files of their own.")
PAGE(E_WITHIN,
	"A file in the folder of a package begins with 'within' and the whole name of that package; a file beside libraries has no 'within', or an empty one.",
		NULL,
	"Write the clause that the message gives.")
PAGE(E_RESOURCE,
	"A URI modelica://Library/path names a file of a library. The library is not found, or the path leads out of it.",
		NULL,
	"Correct the name, or say where the library is (-L DIR).")
PAGE(W_LIBRARY_VERSION,
	"The model says by 'uses' which version of a library it was written for; another one was found and is used.",
		NULL,
	"Install that version beside the other, as 'Library 3.0', or change the annotation if the model is right with the new one.")
PAGE(W_PACKAGE_ORDER,
	"package.order lists the classes of a package in their order; the list and the folder differ.",
		NULL,
	"Add or remove the lines that the message names. It changes nothing about what is computed.")
PAGE(E_EQUATIONS_MANY,
	"There are more equations than unknowns: some of them say something about what is determined already.",
		"model M\n"
		"  Real x, y;\n"
		"equation\n"
		"  x + y = 1;\n"
		"  x - y = 3;\n"
		"  x = 2;\n"
		"end M;\n",
	"Remove one of the equations that are listed, or declare one more unknown: a parameter with a value is none, a variable is.")
PAGE(E_EQUATIONS_FEW,
	"There are fewer equations than unknowns. The message names a smallest set of variables that are not determined, and the equations that they have.",
		"model M\n"
		"  Real x, y, z;\n"
		"equation\n"
		"  x = 1;\n"
		"  y = x + 1;\n"
		"end M;\n",
	"Write an equation for what is named, give it a value, connect the input, or declare it as a parameter.")
PAGE(E_EQUATIONS_SINGULAR,
	"As many equations as unknowns, but not where they are needed: one variable has two, another none. Often a name is mistaken.",
		"model M\n"
		"  Real x, y;\n"
		"equation\n"
		"  x = 1;\n"
		"  2*x = time;\n"
		"end M;\n",
	"Look at the equation that is one too many: should it be about the variable that has none?")
PAGE(E_FLOATING,
	"Only differences of these values are determined: a circuit without ground, a mechanism that is fastened nowhere.",
		"model M\n"
		"  Real a, b;\n"
		"equation\n"
		"  a - b = 1;\n"
		"  2*a - 2*b = 2;\n"
		"end M;\n",
	"Fix one of them: connect a Ground or a Fixed, or give it a value.")
PAGE(E_CONTRADICTION,
	"Linear equations with constant coefficients that cannot all hold.",
		"model M\n"
		"  Real x, y, z;\n"
		"equation\n"
		"  x - y = 1;\n"
		"  y - z = 2;\n"
		"  x - z = 4;\n"
		"end M;\n",
	"One of the equations that are listed is wrong, or is one too many.")
PAGE(W_REDUNDANT,
	"Linear equations of which one follows from others: it determines nothing, and something else is left open. Found only by the numbers in them.",
		"model M\n"
		"  Real x, y, z, w;\n"
		"equation\n"
		"  x + 2*y + z = 1;\n"
		"  2*x - y + w = 3;\n"
		"  3*x + y + z + w = 4;\n"
		"  w = sin(x)*y + z*z;\n"
		"end M;\n",
	"Replace the equation that follows from the others.")
PAGE(W_UNITS,
	"Sums, comparisons and equations need one unit on all sides; functions like sin need a number without unit or an angle in rad.",
		"model M\n"
		"  Real length(unit = \"m\") = time;\n"
		"  Real duration(unit = \"s\") = time;\n"
		"  Real sum = length + duration;\n"
		"end M;\n",
	"Correct the formula or the unit that is declared; a conversion is a factor with a unit of its own.")
PAGE(W_NOMINAL,
	"A nominal value is the size that a variable has about; 0 is none (MLS 4.9.6), and counts as 1.",
		"model M\n"
		"  Real x(nominal = 0, start = 1, fixed = true);\n"
		"equation\n"
		"  der(x) = -x;\n"
		"end M;\n",
	"Give the size that the variable has in normal operation, or none.")
PAGE(W_LIMIT,
	"A function is called with a number that is outside of the min and max of its input.",
		"model M\n"
		"  function f\n"
		"    input Real u(min = 0);\n"
		"    output Real y = 2*u;\n"
		"  end f;\n"
		"  Real x = f(-1) + time;\n"
		"end M;\n",
	"Another number; or widen the limits, if the function is meant for it.")
PAGE(E_EACH,
	"'each' gives one value to all elements of an array (MLS 7.2.5); here is no array.",
		"model M\n"
		"  Real x(each start = 1, fixed = true);\n"
		"equation\n"
		"  der(x) = -x;\n"
		"end M;\n",
	"Leave 'each' out.")
PAGE(W_UNIT_TEXT,
	"The attribute 'unit' is a text like \"kg.m2/s3\": products with '.', one '/', powers as numbers behind.",
		"model M\n"
		"  Real x(unit = \"kg m\") = 2;\n"
		"end M;\n",
	"Write it that way: \"kg.m\".")
PAGE(E_REF_UNKNOWN,
	"A name is used that is declared neither in the class nor in its base classes, and no constant or class around it has it.",
		"model Ball\n"
		"  Real height(start = 1, fixed = true), velocity(start = 0, fixed = true);\n"
		"equation\n"
		"  der(height) = velocty;\n"
		"  der(velocity) = -9.81;\n"
		"end Ball;\n",
	"Take the name that is suggested, or declare it: Real velocty;")
PAGE(E_REF_CLASS,
	"A component of a model, or a class, stands where a number, truth value, text or record is needed.",
		"model M\n"
		"  model Part\n"
		"    Real x = 1;\n"
		"  end Part;\n"
		"  Part p;\n"
		"  Real y = p;\n"
		"end M;\n",
	"Name a variable of the component: p.x.")
PAGE(E_REF_ENCLOSING,
	"A class inside of another one sees the constants and classes around it, but not the variables and parameters.",
		"model M\n"
		"  Real x = time;\n"
		"  model N\n"
		"    Real y = x;\n"
		"  end N;\n"
		"  N n;\n"
		"end M;\n",
	"Give it to the component as a modifier of an input or parameter, connect it, or declare it inner and outer.")
PAGE(E_REF_DISABLED,
	"A component with a condition that is false is not there: nothing but a connection, which then goes, too, may name it.",
		"model M\n"
		"  parameter Boolean use = false;\n"
		"  Real c if use;\n"
		"  Real y = c;\n"
		"end M;\n",
	"Use it through connectors only, or give it a value in both cases.")
PAGE(E_SUBSCRIPT,
	"A subscript is out of the range of its dimension, or there are more subscripts than dimensions. Modelica counts from 1.",
		"model M\n"
		"  Real x[3] = {1, 2, 3};\n"
		"  Real y = x[4];\n"
		"end M;\n",
	"Correct the subscript or the size; 'end' is the last one: x[end].")
PAGE(E_TYPE,
	"A value has another type than what it is given to. An Integer may stand for a Real, nothing else for something else; 4/2 is a Real.",
		"model M\n"
		"  Integer i = 4/2;\n"
		"end M;\n",
	"Write integer(…), div(a, b), String(…), or change the declaration.")
PAGE(E_SIZES,
	"Both sides, or all operands, must have the same dimensions and sizes.",
		"model M\n"
		"  Real x[3] = {1.0, 2.0};\n"
		"end M;\n",
	"Correct the sizes; operators with a dot (.*, .+) take a scalar and an array.")
PAGE(E_OPERAND,
	"The operator is not defined for what stands beside it.",
		"model M\n"
		"  Real x = 1 + true;\n"
		"end M;\n",
	"Convert one of them: if b then 1 else 0, String(x) + \"m\".")
PAGE(E_REAL_EQUAL,
	"Real numbers that are computed are hardly ever equal; outside of functions '==' and '<>' of Reals are not allowed (MLS 3.5).",
		"model M\n"
		"  Real x = time;\n"
		"  Boolean b = x == 1;\n"
		"end M;\n",
	"Compare with a tolerance, abs(x - 1) < 1e-9, or ask x >= 1, which makes an event.")
PAGE(E_NOT_CALLABLE,
	"Something is called that is no function, no record and no built-in operator.",
		"model M\n"
		"  model Part\n"
		"    Real x = 1;\n"
		"  end Part;\n"
		"  Real y = Part(1);\n"
		"end M;\n",
	"Call a function, or declare a component: Part p;")
PAGE(E_CALL_ARGS,
	"A call has too many arguments, lacks one that has no default, or names one that the function has not.",
		"model M\n"
		"  Real x = sin(1, 2);\n"
		"end M;\n",
	"Compare with the inputs of the function, which the message names.")
PAGE(E_OVERLOAD,
	"No function of an operator record fits the operands, or more than one does.",
		"package P\n"
		"  operator record Pair\n"
		"    Real a, b;\n"
		"    encapsulated operator '+'\n"
		"      import P.Pair;\n"
		"      function add\n"
		"        input Pair x;\n"
		"        input Pair y;\n"
		"        output Pair z;\n"
		"      algorithm\n"
		"        z := Pair(x.a + y.a, x.b + y.b);\n"
		"      end add;\n"
		"    end '+';\n"
		"  end Pair;\n"
		"  model M\n"
		"    Pair p = Pair(1, 2);\n"
		"    Pair q = p*p;\n"
		"  end M;\n"
		"end P;\n",
	"Define the operator for these operands, or convert one of them.")
PAGE(E_NOT_KNOWN,
	"The compiler needs a value, and a constant or parameter that it depends on has none.",
		"model M\n"
		"  constant Real c;\n"
		"  Real x = 2*c;\n"
		"  Real y = 3*c;\n"
		"end M;\n",
	"Give the constant a value where it is declared, or by a modifier.")
PAGE(E_NO_EACH,
	"An array of components gets one value for something of which each has its own.",
		"model M\n"
		"  model Part\n"
		"    parameter Real k = 1;\n"
		"    Real y = k;\n"
		"  end Part;\n"
		"  Part p[3](k = 2);\n"
		"end M;\n",
	"Write 'each' to give all the same, p[3](each k = 2), or a value for each: k = {1, 2, 3}.")
PAGE(E_TUPLE,
	"A call with several results stands where one value is needed, or a list of variables gets another number of values.",
		"model M\n"
		"  Real x, y;\n"
		"equation\n"
		"  (x, y) = 3;\n"
		"end M;\n",
	"Write as many variables as the function has outputs, at most; places may be left empty: (a, , c) = f(x).")
PAGE(E_ITERATOR,
	"A for-loop has no range, and its variable is no subscript from which one could follow.",
		"model M\n"
		"  Real x[3];\n"
		"equation\n"
		"  for i loop\n"
		"    time = 1;\n"
		"  end for;\n"
		"  x = {1, 2, 3};\n"
		"end M;\n",
	"Write the range: for i in 1:3 loop.")
PAGE(E_TARGET,
	"Inputs, parameters, constants and expressions cannot be assigned.",
		"model M\n"
		"  function f\n"
		"    input Real u;\n"
		"    output Real y;\n"
		"  algorithm\n"
		"    u := 2*u;\n"
		"    y := u;\n"
		"  end f;\n"
		"  Real y = f(time);\n"
		"end M;\n",
	"Assign to an output or to a variable under 'protected'.")
PAGE(E_NOT_HERE,
	"Some operators have a meaning in certain places only: der, pre, time and events are nothing that functions know.",
		"model M\n"
		"  function f\n"
		"    input Real x;\n"
		"    output Real y;\n"
		"  algorithm\n"
		"    y := der(x);\n"
		"  end f;\n"
		"  Real y = f(time);\n"
		"end M;\n",
	"Compute it in the model, and hand it to the function as an input.")
PAGE(E_FUNCTION,
	"A function is declared in a way that has no meaning: public variables that are neither input nor output, a derivative of what is no function.",
		"model M\n"
		"  constant Real c = 2;\n"
		"  function fy = der(c, y);\n"
		"  Real b = fy(time);\n"
		"end M;\n",
	"See MLS 12; the message says which rule is broken.")
PAGE(E_UNSUPPORTED,
	"The model is right, but modevs cannot do this yet.",
		"package P\n"
		"  function texts\n"
		"    input Real a[:];\n"
		"    output String s[size(a, 1)];\n"
		"  algorithm\n"
		"    s := String(a);\n"
		"  end texts;\n"
		"  model M\n"
		"    String s[2] = texts({1, 2});\n"
		"  end M;\n"
		"end P;\n",
	"The message says what it would need instead; if there is no way around, please report it.")
PAGE(E_UNSET,
	"A path through the function uses a variable that nothing was assigned to; its value would be arbitrary.",
		"package Older\n"
		"  function last\n"
		"    input Real x;\n"
		"    output Real y;\n"
		"  protected\n"
		"    Real found;\n"
		"  algorithm\n"
		"    if x > 0 then\n"
		"      found := x;\n"
		"    end if;\n"
		"    y := found;\n"
		"  end last;\n"
		"  annotation(uses(Modelica(version = \"2.2.1\")));\n"
		"end Older;\n"
		"model M\n"
		"  Real y = Older.last(time);\n"
		"end M;\n",
	"Give it a value at its declaration, or assign to it on every path.")
/* clang-format on */
