/* SPDX-License-Identifier: MIT
   diag_codes.h — every diagnostic code, once: X(name, code, default severity, title).
   The first letter of a code tells its default severity; a number is never used again.
   00xx files and options · 01xx syntax · 02xx libraries · 03xx flat models · 04xx expressions
   05xx classes and instances · 06xx restrictions on classes · 07xx equations to be solved. */
#ifndef MDV_DIAG_CODES_H
#define MDV_DIAG_CODES_H

/* clang-format off */
#define DIAG_CODES(X) \
	X(E_FILE_READ, "E0001", DIAG_ERROR, "a file cannot be read") \
	X(E_FILE_LARGE, "E0002", DIAG_ERROR, "a file is larger than allowed") \
	X(E_FILE_UTF8, "E0003", DIAG_ERROR, "a file is not UTF-8 text") \
	X(E_EXPECTED, "E0101", DIAG_ERROR, "something else is expected here") \
	X(E_SEMICOLON, "E0102", DIAG_ERROR, "a semicolon is missing") \
	X(E_END, "E0103", DIAG_ERROR, "an 'end' does not match") \
	X(E_NOT_CLOSED, "E0104", DIAG_ERROR, "an 'end' is missing") \
	X(E_BRACKET, "E0105", DIAG_ERROR, "a bracket is not closed, or closes nothing") \
	X(E_DEPTH, "E0106", DIAG_ERROR, "nested too deeply") \
	X(E_PREFIX, "E0107", DIAG_ERROR, "prefixes out of order or in contradiction") \
	X(E_CHARACTER, "E0108", DIAG_ERROR, "a character that Modelica does not use") \
	X(E_STRING_OPEN, "E0109", DIAG_ERROR, "a string is not closed") \
	X(E_COMMENT_OPEN, "E0110", DIAG_ERROR, "a comment is not closed") \
	X(E_QUOTE_OPEN, "E0111", DIAG_ERROR, "a quoted name is not closed") \
	X(E_ESCAPE, "E0112", DIAG_ERROR, "an unknown escape sequence in a string") \
	X(E_NUMBER, "E0113", DIAG_ERROR, "a malformed number") \
	X(E_OPERATOR, "E0114", DIAG_ERROR, "operators that need parentheses") \
	X(E_EQUATION, "E0115", DIAG_ERROR, "not an equation, or not a statement") \
	X(E_KEYWORD, "E0116", DIAG_ERROR, "a misspelt keyword") \
	X(E_KEYWORD_NAME, "E0117", DIAG_ERROR, "a keyword used as a name") \
	X(E_ARGUMENT, "E0118", DIAG_ERROR, "arguments in the wrong order") \
	X(W_OLD_SYNTAX, "W0119", DIAG_WARNING, "syntax of an older Modelica") \
	X(W_INTEGER_LARGE, "W0120", DIAG_WARNING, "a whole number too large for Integer") \
	X(E_REAL_LARGE, "E0121", DIAG_ERROR, "a number too large for a Real") \
	X(E_LIBRARY_TWICE, "E0201", DIAG_ERROR, "a class is stored twice") \
	X(E_LIBRARY_CLASS, "E0202", DIAG_ERROR, "a file does not define the class it is named after") \
	X(E_WITHIN, "E0203", DIAG_ERROR, "a within clause names the wrong package") \
	X(E_RESOURCE, "E0204", DIAG_ERROR, "a resource of an unknown library, or outside of it") \
	X(W_LIBRARY_VERSION, "W0205", DIAG_WARNING, "another version of a library than asked for") \
	X(W_PACKAGE_ORDER, "W0206", DIAG_WARNING, "package.order does not match the folder") \
	X(E_EQUATIONS_MANY, "E0301", DIAG_ERROR, "more equations than unknowns") \
	X(E_EQUATIONS_FEW, "E0302", DIAG_ERROR, "fewer equations than unknowns") \
	X(E_EQUATIONS_SINGULAR, "E0303", DIAG_ERROR, "some unknowns have too many equations, others too few") \
	X(E_FLOATING, "E0304", DIAG_ERROR, "values that are fixed only relative to each other") \
	X(E_CONTRADICTION, "E0305", DIAG_ERROR, "equations that contradict each other") \
	X(W_REDUNDANT, "W0306", DIAG_WARNING, "equations that follow from each other") \
	X(W_UNITS, "W0307", DIAG_WARNING, "values of different units where one unit is needed") \
	X(W_UNIT_TEXT, "W0308", DIAG_WARNING, "a text that is no unit") \
	X(W_NOMINAL, "W0309", DIAG_WARNING, "a nominal value that is none") \
	X(W_LIMIT, "W0310", DIAG_WARNING, "an argument outside of the limits of its function") \
	X(E_REF_UNKNOWN, "E0401", DIAG_ERROR, "a name that is not declared") \
	X(E_REF_CLASS, "E0402", DIAG_ERROR, "a class or component that has no value") \
	X(E_REF_ENCLOSING, "E0403", DIAG_ERROR, "a variable of an enclosing class") \
	X(E_REF_DISABLED, "E0404", DIAG_ERROR, "a component that is switched off") \
	X(E_SUBSCRIPT, "E0405", DIAG_ERROR, "subscripts that do not fit the array") \
	X(E_TYPE, "E0406", DIAG_ERROR, "a value of the wrong type") \
	X(E_SIZES, "E0407", DIAG_ERROR, "arrays whose sizes differ") \
	X(E_OPERAND, "E0408", DIAG_ERROR, "operands that an operator does not take") \
	X(E_REAL_EQUAL, "E0409", DIAG_ERROR, "Real numbers compared for equality") \
	X(E_NOT_CALLABLE, "E0410", DIAG_ERROR, "a call of what is not a function") \
	X(E_CALL_ARGS, "E0411", DIAG_ERROR, "arguments that do not fit the function") \
	X(E_OVERLOAD, "E0412", DIAG_ERROR, "an overloaded operator without a single match") \
	X(E_NOT_KNOWN, "E0413", DIAG_ERROR, "a value that is not known at compile time") \
	X(E_NO_EACH, "E0414", DIAG_ERROR, "one value for many components without each") \
	X(E_TUPLE, "E0415", DIAG_ERROR, "several values where one is needed, or one for several") \
	X(E_ITERATOR, "E0416", DIAG_ERROR, "an iterator whose values cannot be found") \
	X(E_TARGET, "E0417", DIAG_ERROR, "something that cannot be assigned") \
	X(E_NOT_HERE, "E0418", DIAG_ERROR, "an operator where it is not allowed") \
	X(E_FUNCTION, "E0419", DIAG_ERROR, "a function declared in a wrong way") \
	X(E_UNSUPPORTED, "E0420", DIAG_ERROR, "something that is not supported yet") \
	X(E_UNSET, "E0421", DIAG_ERROR, "a variable of a function that may be used before it has a value") \
	X(E_EACH, "E0422", DIAG_ERROR, "each where there is no array") \
	X(E_CLASS_UNKNOWN, "E0501", DIAG_ERROR, "a class that does not exist") \
	X(E_NOT_A_CLASS, "E0502", DIAG_ERROR, "a component where a class is needed") \
	X(E_EXTENDS_CYCLE, "E0503", DIAG_ERROR, "a class extends itself") \
	X(E_ARRAY_SIZE, "E0505", DIAG_ERROR, "a size that is no number of elements") \
	X(E_MOD_UNKNOWN, "E0506", DIAG_ERROR, "a modifier for an element that does not exist") \
	X(E_NO_INNER, "E0507", DIAG_ERROR, "an outer element without an inner one") \
	X(E_PARTIAL, "E0508", DIAG_ERROR, "a component of a partial class") \
	X(E_TOO_DEEP, "E0510", DIAG_ERROR, "components nested too deeply") \
	X(E_NOT_CONSTANT, "E0511", DIAG_ERROR, "a value that must be known at compile time is not") \
	X(E_VALUE_CYCLE, "E0512", DIAG_ERROR, "a value that depends on itself") \
	X(E_CONNECT, "E0513", DIAG_ERROR, "a connection of unlike connectors") \
	X(E_NOT_CONNECTOR, "E0514", DIAG_ERROR, "a connection of what is no connector") \
	X(E_BRANCHES, "E0516", DIAG_ERROR, "branches with different equations") \
	X(W_INNER_MADE, "W0517", DIAG_WARNING, "an inner element was added") \
	X(E_VARIABILITY, "E0518", DIAG_ERROR, "a discrete variable and a continuous expression") \
	X(E_WHEN, "E0519", DIAG_ERROR, "something that cannot stand in a when-clause") \
	X(E_CONDITION, "E0520", DIAG_ERROR, "a condition that is not Boolean") \
	X(E_EXPERIMENT, "E0521", DIAG_ERROR, "a value of an experiment that cannot be") \
	X(W_EXPERIMENT, "W0522", DIAG_WARNING, "something in an experiment that is not used") \
	X(E_BASE_KIND, "E0601", DIAG_ERROR, "a base class of the wrong kind") \
	X(E_CLASS_CONTENT, "E0602", DIAG_ERROR, "something that this kind of class cannot contain") \
	X(E_PREFIX_TYPE, "E0603", DIAG_ERROR, "a prefix that does not fit the type") \
	X(E_PROTECTED, "E0604", DIAG_ERROR, "a protected element used from outside") \
	X(E_REDECLARE, "E0605", DIAG_ERROR, "an element that cannot be redeclared so") \
	X(E_FINAL, "E0606", DIAG_ERROR, "a final element is modified") \
	X(E_TWICE, "E0607", DIAG_ERROR, "something declared or modified twice") \
	X(E_RESERVED, "E0608", DIAG_ERROR, "a name that the language has taken") \
	X(E_IMPORT, "E0609", DIAG_ERROR, "an import that is not allowed") \
	X(E_SUBTYPE, "E0610", DIAG_ERROR, "a type that lacks what is required of it") \
	X(E_OUTER_MOD, "E0611", DIAG_ERROR, "an outer element that does not fit the inner one") \
	X(E_LOOKUP, "E0613", DIAG_ERROR, "a name reached through what does not allow it") \
	X(E_MISPLACED, "E0614", DIAG_ERROR, "an equation or statement where it cannot stand") \
	X(E_CLOCKED, "E0701", DIAG_ERROR, "something in clocked equations that is not supported") \
	X(E_NO_DERIVATIVE, "E0703", DIAG_ERROR, "an expression that cannot be differentiated") \
	X(E_NOT_SOLVED, "E0704", DIAG_ERROR, "a discrete equation that is not solved for a variable") \
	X(E_IF_TARGETS, "E0705", DIAG_ERROR, "branches that determine different discrete variables") \
	X(W_NO_VALUE, "W0706", DIAG_WARNING, "a parameter without a value") \
	X(E_SAME_EQUATIONS, "E0707", DIAG_ERROR, "equations that say the same") \
	X(W_NO_START, "W0708", DIAG_WARNING, "a state without an initial condition") \
	X(E_NO_VALUE, "E0709", DIAG_ERROR, "a parameter with neither value nor start value") \
	X(W_WRONG_DERIVATIVE, "W0710", DIAG_WARNING, "an annotated derivative that is none") \
	X(E_CLOCK_MIXED, "E0711", DIAG_ERROR, "a variable that is clocked and also is not") \
	X(E_CLOCK_TWO, "E0712", DIAG_ERROR, "clocks that contradict each other") \
	X(E_CLOCK_ARGUMENT, "E0713", DIAG_ERROR, "an operator of clocks with a wrong argument") \
	X(E_CLOCK_OUTSIDE, "E0714", DIAG_ERROR, "an operator of clocks where there is no clock") \
	X(E_CLOCK_EARLY, "E0715", DIAG_ERROR, "a clock that would tick before its base clock") \
	X(E_CLOCK_EVENT, "E0716", DIAG_ERROR, "more ticks than the condition of an event clock gives") \
	X(E_CLOCK_METHOD, "E0717", DIAG_ERROR, "clocked differential equations without one method") \
	X(W_CLOCK_DEFAULT, "W0718", DIAG_WARNING, "clocked equations that no clock is given for") \
	X(E_CLOCK_WHEN, "E0719", DIAG_ERROR, "a clocked when-clause that cannot be") \
	X(E_MACHINE, "E0720", DIAG_ERROR, "a state machine that cannot be") \
	X(E_DERIVATIVE_INPUT, "E0801", DIAG_ERROR, "the derivative of an input is needed") \
	X(E_DERIVATIVE_NONE, "E0802", DIAG_ERROR, "an equation that cannot be differentiated") \
	X(E_STATES_CONSTRAINED, "E0803", DIAG_ERROR, "more states demanded than there are") \
	X(E_REINIT, "E0804", DIAG_ERROR, "a reinit of something that is no state") \
	X(E_REINIT_TWICE, "E0805", DIAG_ERROR, "a state that is reinitialized in two places at once") \
	X(E_COUPLING, "E0901", DIAG_ERROR, "a coupling of DEVS models that cannot be") \
	X(E_ATOMIC, "E0902", DIAG_ERROR, "an atomic DEVS model that lacks something") \
	X(E_PORT, "E0903", DIAG_ERROR, "a port of an atomic DEVS model that is used otherwise") \
	X(W_SIGMA, "W0905", DIAG_WARNING, "an atomic DEVS model that never sets its time advance") \
	X(W_NOWHERE, "W0906", DIAG_WARNING, "a port of a coupled DEVS model that leads nowhere") \
	X(W_AT_ONCE, "W0907", DIAG_WARNING, "a loop of DEVS models that can all answer at once") \
	X(E_PART, "E0911", DIAG_ERROR, "a class that does not fit what it stands for in C") \
	X(W_VENDOR, "W0912", DIAG_WARNING, "an annotation of modevs that means nothing") \
	X(E_BG_CLASS, "E1001", DIAG_ERROR, "a component that has no bond graph") \
	X(E_BG_EQUATION, "E1002", DIAG_ERROR, "equations that a bond graph has no place for") \
	X(E_BG_SELF, "E1003", DIAG_ERROR, "a component that is connected to itself") \
	X(E_BG_SOURCE, "E1004", DIAG_ERROR, "a circuit without a source") \
	X(E_BG_DANGLING, "E1005", DIAG_ERROR, "a pin that is connected to nothing") \
	X(E_BG_DEPENDENT, "E1006", DIAG_ERROR, "storage elements that depend on each other") \
	X(E_BG_LOOP, "E1007", DIAG_ERROR, "a closed causal path: an algebraic loop") \
	X(E_BG_SOURCES, "E1008", DIAG_ERROR, "sources that contradict each other") \
	X(E_BG_USE, "E1009", DIAG_ERROR, "a component that is used as no bond graph can") \
	X(E_BG_VALUE, "E1010", DIAG_ERROR, "a value that an element of a bond graph cannot have")
/* clang-format on */

#endif
