#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hostile models: deep, huge, cyclic, endless. Writes NAME.mo into a folder, one model NAME each.

usage: make_models.py FOLDER [few]   (few: every seventh, for make test)
"""
import os
import sys

models = {}


def add(name, text):
    models[name] = text.replace("NAME", name)


def model(name, declarations, equations="", algorithm=""):
    text = "model NAME\n%s\n" % declarations
    if equations:
        text += "equation\n%s\n" % equations
    if algorithm:
        text += "algorithm\n%s\n" % algorithm
    add(name, text + "end NAME;\n")


# Deep: nesting of every kind, in three sizes.
for n in (1000, 20000, 300000):
    model("DeepBrackets%d" % n, "Real x = %stime%s;" % ("(" * n, ")" * n))
    model("DeepMinus%d" % n, "Real x = " + "-(" * n + "time" + ")" * n + ";")
    model("DeepNot%d" % n, "Boolean b = " + "not (" * n + "time > 1" + ")" * n + ";")
    model("DeepCalls%d" % n, "Real x = " + "sin(" * n + "time" + ")" * n + ";")
    model("DeepArray%d" % n, "Real x = sum(" + "{" * n + "time" + "}" * n + ");")
    model("DeepIf%d" % n, "Real x = " + "".join("if time > %d then %d else " % (i, i) for i in range(n)) + "0;")
    model("DeepSum%d" % n, "Real x = " + " + ".join("time" for _ in range(n)) + ";")
    model("DeepPower%d" % n, "Real x = " + "*".join("(time + 1)" for _ in range(n)) + ";")
    model("DeepString%d" % n, 'parameter String s = ' + ' + '.join('"a"' for _ in range(n)) + "; Real x = time;")
    model("DeepModifier%d" % n, "Real x(" + "a(" * n + "start = 1" + ")" * n + ") = time;")
    add("DeepPackage%d" % n, "".join("package P%d\n" % i for i in range(n)) + "model NAME Real x = time; end NAME;\n" + "".join("end P%d;\n" % i for i in reversed(range(n))))
    add("DeepExtends%d" % n, "model NAME\n" + "".join("  model M%d %s end M%d;\n" % (i, "extends M%d;" % (i - 1) if i else "Real x = time;", i) for i in range(n)) + "  extends M%d;\nend NAME;\n" % (n - 1))
    add("DeepComponents%d" % n, "model NAME\n" + "".join("  model M%d %s end M%d;\n" % (i, "M%d m;" % (i - 1) if i else "Real x = time;", i) for i in range(n)) + "  M%d m;\nend NAME;\n" % (n - 1))
    add("DeepFunctions%d" % n, "model NAME\n" + "".join("  function f%d input Real x; output Real y; algorithm y := %s; end f%d;\n" % (i, "f%d(x) + 1" % (i - 1) if i else "x", i) for i in range(n)) + "  Real x = f%d(time);\nend NAME;\n" % (n - 1))
    model("DeepStatements%d" % n, "Real x;", "", "x := 0;\n" + "if time > 1 then\n" * n + "x := 1;\n" + "end if;\n" * n)
    model("DeepEquations%d" % n, "Real x; parameter Boolean b = true;", "if b then\n" * n + "x = time;\n" + "else x = 1; end if;\n" * n)
    model("DeepAliases%d" % n, "Real x[%d];" % n, "x[1] = time; for i in 2:%d loop x[i] = x[i - 1]; end for;" % n)
    model("DeepParameters%d" % n, "parameter Real p[%d] = {if i == 1 then 1 else i for i in 1:%d}; Real x = p[%d]*time;" % (n, n, n))
    model("DeepStates%d" % n, "Real x[%d](each start = 1, each fixed = true);" % n, "for i in 1:%d loop der(x[i]) = if i > 1 then x[i - 1] else -x[1]; end for;" % n)
    model("DeepWhens%d" % n, "Integer k(start = 0, fixed = true);", "when {" + ", ".join("time > %d" % (i + 1) for i in range(n)) + "} then k = pre(k) + 1; end when;")

# Huge: arrays, loops, ranges, literals, powers of growth.
for exponent in (6, 8, 9, 12, 15):
    n = "1" + "0" * exponent
    model("HugeFill%d" % exponent, "Real x = sum(fill(time, %s));" % n)
    model("HugeZeros%d" % exponent, "parameter Real p[:] = zeros(%s); Real x = sum(p) + time;" % n)
    model("HugeRange%d" % exponent, "parameter Real p = sum(1:%s); Real x = p*time;" % n)
    model("HugeArray%d" % exponent, "Real x[%s];" % n, "for i in 1:%s loop x[i] = i*time; end for;" % n)
    model("HugeFor%d" % exponent, "Real x;", "", "x := 0; for i in 1:%s loop x := x + 1; end for;" % n)
    model("HugeReduction%d" % exponent, "Real x = sum(i*time for i in 1:%s);" % n)
    model("HugeIdentity%d" % exponent, "parameter Real p = sum(identity(%s)); Real x = p*time;" % n)
    model("HugeMatrix%d" % exponent, "Real x = sum(fill(time, %s, %s));" % (n, n))
    model("HugeComponents%d" % exponent, "model M Real x = time; end M; M m[%s];" % n)
    model("HugeConstant%d" % exponent, "function f input Integer n; output Real y; algorithm y := 0; for i in 1:n loop y := y + 1; end for; end f; constant Real c = f(%s); Real x = c*time;" % n)
    model("HugeString%d" % exponent, "function f input Integer n; output String s; algorithm s := \"a\"; for i in 1:n loop s := s + s; end for; end f; parameter String s = f(%s); Real x = time;" % n)
    model("HugeLocal%d" % exponent, "function f input Real u; output Real y; protected Real w[:] = fill(u, %s); algorithm y := w[1]; end f; Real x = f(time);" % n)
    model("HugeInterval%d" % exponent, "Real x(start = 1, fixed = true); annotation(experiment(StopTime = 1, Interval = 1e-%s));" % exponent, "der(x) = -x;")
    model("HugeSamples%d" % exponent, "Integer k(start = 0, fixed = true);", "when sample(0, 1e-%d) then k = pre(k) + 1; end when;" % exponent)
    model("HugeSpan%d" % exponent, "Real x(start = 1, fixed = true); annotation(experiment(StopTime = 1e%d));" % exponent, "der(x) = sin(1e3*time);")
    model("HugeFrequency%d" % exponent, "Real x(start = 0, fixed = true); Boolean b = sin(1e%d*time) > 0;" % exponent, "der(x) = if b then 1 else -1;")
    model("HugeDelay%d" % exponent, "Real x = delay(sin(1e%d*time), 0.5);" % exponent)

# Cyclic, and growing without bound.
add("CyclicExtends", "model NAME\n model A extends B; end A; model B extends A; end B; extends A;\nend NAME;\n")
add("CyclicComponents", "model NAME\n model A B b; end A; model B A a; end B; A a;\nend NAME;\n")
add("CyclicSelf", "model NAME\n NAME m;\nend NAME;\n")
add("CyclicAlias", "model NAME\n type A = B; type B = A; A x = time;\nend NAME;\n")
add("CyclicConstants", "model NAME\n constant Real a = b; constant Real b = a; Real x = a;\nend NAME;\n")
add("CyclicParameters", "model NAME\n parameter Real a = b + 1; parameter Real b = a - 1; Real x = a*time;\nend NAME;\n")
add("CyclicSizes", "model NAME\n parameter Integer n = size(x, 1); Real x[n] = fill(time, n);\nend NAME;\n")
add("CyclicImport", "package NAME\n package A import NAME.B.*; end A; package B import NAME.A.*; end B; model M extends A.X; end M;\nend NAME;\n")
add("CyclicRedeclare", "model NAME\n replaceable model A = A; A a;\nend NAME;\n")
add("CyclicRecursion", "model NAME\n function f input Real x; output Real y; algorithm y := f(x) + 1; end f; Real x = f(time);\nend NAME;\n")
add("CyclicMutual", "model NAME\n function f input Real x; output Real y; algorithm y := g(x); end f; function g input Real x; output Real y; algorithm y := f(x); end g; Real x = f(time);\nend NAME;\n")
add("CyclicInlined", "model NAME\n function f input Real x; output Real y; algorithm y := f(x) + 1; annotation(Inline = true); end f; Real x = f(time);\nend NAME;\n")
add("CyclicConstantRecursion", "model NAME\n function f input Integer n; output Integer y; algorithm y := f(n + 1); end f; constant Integer c = f(1); Real x = c*time;\nend NAME;\n")
add("CyclicFibonacci", "model NAME\n function f input Integer n; output Integer y; algorithm y := if n < 2 then n else f(n - 1) + f(n - 2); end f; constant Integer c = f(90); Real x = c*time;\nend NAME;\n")
add("CyclicTree", "model NAME\n" + "".join("  model M%d M%d a, b; end M%d;\n" % (i, i - 1, i) for i in range(1, 40)) + "  model M0 Real x = time; end M0;\n  M39 m;\nend NAME;\n")
add("CyclicTypes", "model NAME\n" + "".join("  type T%d = T%d[2];\n" % (i, i - 1) for i in range(1, 40)) + "  type T0 = Real;\n  T39 x = fill(time, 2);\nend NAME;\n")
add("CyclicRecords", "model NAME\n" + "".join("  record R%d R%d a, b; end R%d;\n" % (i, i - 1, i) for i in range(1, 40)) + "  record R0 Real x; end R0;\n  R39 r;\nend NAME;\n")
add("CyclicDoubling", "model NAME\n" + "".join("  Real x%d = x%d + x%d;\n" % (i, i - 1, i - 1) for i in range(1, 5000)) + "  Real x0 = time;\nend NAME;\n")
add("CyclicInlineGrowth", "model NAME\n" + "".join("  function f%d input Real x; output Real y; algorithm y := f%d(x) + f%d(x + 1); annotation(Inline = true); end f%d;\n" % (i, i - 1, i - 1, i) for i in range(1, 40)) + "  function f0 input Real x; output Real y; algorithm y := x; annotation(Inline = true); end f0;\n  Real x = f39(time);\nend NAME;\n")
add("CyclicSwitch", "model NAME\n Real x(start = 0, fixed = true); Boolean b;\nequation\n der(x) = if b then -1 else 1; b = x > 0;\nend NAME;\n")

# Endless: at the start, at events, in functions, in solvers.
model("EndlessFunction", "function f input Real x; output Real y; algorithm y := x; while y >= x loop y := y + 0; end while; end f; Real x = f(time);")
model("EndlessParameter", "function f input Real x; output Real y; algorithm y := x; while y >= x loop y := y + 0; end while; end f; parameter Real p = f(1); Real x = p*time;")
model("EndlessConstant", "function f input Real x; output Real y; algorithm y := x; while y >= x loop y := y + 0; end while; end f; constant Real c = f(1); Real x = c*time;")
model("EndlessSize", "function f input Integer n; output Integer k; algorithm k := n; while k >= n loop k := k + 0; end while; end f; Real x[f(2)] = fill(time, f(2));")
model("EndlessInitial", "Real x; function f input Real x; output Real y; algorithm y := x; while y >= x loop y := y + 0; end while; end f;\ninitial equation\n x = f(1);", "der(x) = -x;")
model("EndlessEvent", "function f input Real x; output Real y; algorithm y := x; while y >= x loop y := y + 0; end while; end f; discrete Real y(start = 0, fixed = true);", "when time > 0.5 then y = f(time); end when;")
model("EndlessWhile", "Real x;", "", "x := time; while x < 2 loop x := x*1; end while;")
model("EndlessIteration", "Boolean a(start = false, fixed = true); Boolean b = not pre(a) and time > 0.5;", "a = b;")
model("EndlessZeno", "Real h(start = 1, fixed = true), v(start = 0, fixed = true);", "der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.5*pre(v)); end when;")
model("EndlessChatter", "Real x(start = 0.1, fixed = true);", "der(x) = if x > 0 then -1 else 1;")
model("EndlessStiff", "Real x(start = 1, fixed = true);", "der(x) = -1e30*(x - sin(1e12*time));")
model("EndlessTiny", "Real x(start = 1, fixed = true);", "der(x) = sin(1/(1e-300 + abs(time - 0.5)));")
model("EndlessBlowUp", "Real x(start = 1, fixed = true);", "der(x) = x^3;")
model("EndlessNoise", "Real x(start = 1, fixed = true);", "der(x) = sin(1e9*x) + sin(1e8*time);")
model("EndlessNewton", "parameter Integer n = 400; function g input Real x; output Real y; algorithm y := x; for i in 1:20000 loop y := y + sin(y)*1e-6; end for; end g; Real x[n](each start = 1);", "for i in 1:n loop g(x[i]) + sum(x)*x[i]/n = i + time; end for;")
model("EndlessDense", "parameter Integer n = 1500; Real x[n];", "for i in 1:n loop sum(sin(i*j)*x[j] for j in 1:n) + x[i]^3 = time; end for;")
model("EndlessMixed", "Boolean b[12]; Real x[12];", "for i in 1:12 loop x[i] = (if b[i] then 1 else -1) + 0.5*sum(x) + sin(i); b[i] = x[i] < 0; end for;")
model("EndlessAlgebraic", "Real x(start = 1);", "exp(x) + sin(1e6*x) = -time;")
model("EndlessTerms", "parameter Integer n = 20000; Real x[n];", "for i in 1:n loop x[i] = sum(x[j] for j in 1:n)*1e-9 + time; end for;")
model("EndlessMatrix", "parameter Integer n = 700; parameter Real a[n, n] = {{sin(i*j) for j in 1:n} for i in 1:n}; parameter Real b[n, n] = a*a*a*a; Real x = sum(b)*time;")
model("EndlessSampler", "Integer k(start = 0, fixed = true);", "when sample(-1e300, 1) then k = pre(k) + 1; end when;")
model("EndlessPeriod", "Integer k(start = 0, fixed = true);", "when sample(0.167, 1e-308) then k = pre(k) + 1; end when;")
model("EndlessPrint", "function p input String s; input String f; external \"C\" ModelicaInternal_print(s, f); end p; Integer k(start = 0, fixed = true);", "", "when sample(0, 1e-9) then k := pre(k) + 1; end when;")
model("EndlessLines", "function f input Real x; output Real y; protected String s; algorithm y := x; s := \"\"; while y >= x loop s := s + \"a\"; end while; end f; Real x = f(time);")

# Long texts, and texts that are none.
add("TextEmpty", "")
add("TextNoEnd", "model NAME Real x = (((")
add("TextComment", "/*" + "*" * 1000000)
add("TextString", 'model NAME parameter String s = "' + "a" * 5000000 + '"; Real x = time; end NAME;')
add("TextQuoted", "model '" + "a" * 1000000 + "' Real x = time; end '" + "a" * 1000000 + "';")
add("TextNumber", "model NAME Real x = " + "1" * 1000000 + "*time; end NAME;")
add("TextExponent", "model NAME Real x = 1e" + "9" * 1000 + "*time; end NAME;")
add("TextDots", "model NAME Real x = " + ".".join("a" for _ in range(200000)) + "; end NAME;")
add("TextSemicolons", "model NAME " + ";" * 1000000 + " end NAME;")
add("TextBytes", "model NAME \x01\x02\x00 Real x = time; end NAME;")
add("TextErrors", "model NAME\n" + "Real = ;\n" * 100000 + "end NAME;")
add("TextUnknown", "model NAME\n" + "".join("Real x%d = y%d;\n" % (i, i) for i in range(50000)) + "end NAME;")
add("TextClasses", "".join("model M%d Real x = time; end M%d;\n" % (i, i) for i in range(50000)) + "model NAME Real x = time; end NAME;")
add("TextUnits", 'model NAME Real x(unit = "' + "m." * 100000 + 'm") = time; end NAME;')
add("TextAnnotation", "model NAME Real x = time; annotation(" + "a(" * 100000 + ")" * 100000 + "); end NAME;")

# More kinds of declarations: redeclarations, conditions, types, names, annotations.
model("MoreRedeclareChain", "model M0 Real y = time; end M0;\n" + "".join("model M%d replaceable model Q = M%d; Q q; end M%d;\n" % (i, i - 1, i) for i in range(1, 3000)) + "M2999 m(redeclare model Q = M5);")
model("MoreRedeclareNest", "partial model P end P; model M extends P; Real y = time; end M; model H replaceable model Q = P; Q q; end H;\n" + "H h(redeclare model Q = " + "H(redeclare model Q = " * 3000 + "M" + ")" * 3000 + ");")
model("MoreRedeclareSelf", "model A replaceable model Q = A; Q q; end A; A a(redeclare model Q = A);")
model("MoreRedeclarePackages", "package P0 constant Integer n = 1; replaceable model M Real y = time; end M; end P0;\n" + "".join("package P%d extends P%d(redeclare model M = P%d.M, n = P%d.n + 1); end P%d;\n" % (i, i - 1, i - 1, i - 1, i) for i in range(1, 1000)) + "P999.M m; Real x = P999.n*time;")
model("MoreConditions", "parameter Boolean b0 = true;\n" + "".join("parameter Boolean b%d = not b%d; Real x%d = time if b%d;\n" % (i, i - 1, i, i) for i in range(1, 20000)))
model("MoreConditionCircle", "model M parameter Boolean b = true; M m if b; end M; M m;")
model("MoreConditionArray", "model M Real y = time; end M; M m[1000000] if sin(1) > 2; Real x = time;")
model("MoreEnumeration", "type E = enumeration(" + ", ".join("e%d" % i for i in range(100000)) + "); Real x[E]; E e(start = E.e99999);", "for k in E loop x[k] = Integer(k)*time; end for; e = E.e77777;")
model("MoreEnumerations", "".join("type E%d = enumeration(a, b%d); E%d e%d = E%d.a;\n" % (i, i, i, i, i) for i in range(20000)))
model("MoreOperators", "operator record C Real re; operator 'constructor' function f input Real re; output C c; algorithm c.re := re; end f; end 'constructor'; operator '+' function f input C a; input C b; output C c; algorithm c := C(re = a.re + b.re); end f; end '+'; end C;\nC x = " + " + ".join("C(time)" for _ in range(20000)) + ";")
model("MoreOperatorRecursion", "operator record C Real re; operator '+' function f input C a; input C b; output C c; algorithm c := a + b; end f; end '+'; end C; C a(re = time), b = a + a;")
model("MoreOperatorNest", "operator record C Real re; operator '*' function f input C a; input C b; output C c; algorithm c.re := a.re*b.re; end f; end '*'; end C;\nC a(re = time); C x = " + "(a*" * 5000 + "a" + ")" * 5000 + ";")
model("MoreImpure", "impure function f input Real u; output Real y; algorithm y := u; while y >= u loop y := y + 1; end while; end f; discrete Real x(start = 0, fixed = true);", "when sample(0, 0.1) then x = f(time); end when;")
model("MoreTextBuilding", "function f input Integer n; output String s; algorithm s := \"\"; for i in 1:n loop s := s + String(i) + s; end for; end f; constant String c = f(100); parameter String q = c + c; Real x = time;")
model("MoreTextNumbers", "function f input Integer n; output String s; algorithm s := \"\"; for i in 1:n loop s := s + String(i/3, format = \"60.50f\"); end for; end f; constant String c = f(10000000); Real x = time;")
model("MoreTextWide", "constant String c = String(1, minimumLength = 2000000000); Real x = time;")
model("MoreRecordSelf", "record R Real x; R r; end R; R r;")
model("MoreRecordMutual", "record A Real x; B b[2]; end A; record B Real y; A a[2]; end B; A a;")
model("MoreRecordFunction", "record R Real x; R r; end R; function f input R r; output Real y; algorithm y := r.x; end f; R r; Real x = f(r);")
model("MoreRecordDeep", "record R0 Real x = 1; end R0;\n" + "".join("record R%d R%d r; Real x = r.x + 1; end R%d;\n" % (i, i - 1, i) for i in range(1, 2000)) + "parameter R1999 p; Real x = p.x*time;")
model("MoreSizeCircle", "Real a[size(b, 1)], b[size(c, 1)], c[size(a, 1)];", "a = b; b = c; c = fill(time, size(a, 1));")
model("MoreSizeGrowth", "parameter Integer n = size(p, 1); parameter Real p[:] = cat(1, p, {1}); Real x = n*time;")
model("MoreSizeFunction", "function f input Real u[:]; output Real y[size(u, 1) + 1]; algorithm y := f(cat(1, u, {1})); end f; Real x = sum(f({time}));")
model("MoreSizePowers", "function f input Real u[:]; output Real y[2*size(u, 1)]; algorithm y := cat(1, u, u); end f; parameter Real p[:] = " + "f(" * 60 + "{1}" + ")" * 60 + "; Real x = time;")
model("MoreLoopsEquations", "Real x;", "".join("for i%d in 1:1000 loop " % i for i in range(4)) + "if i0 + i1 + i2 + i3 == 0 then x = time; end if; " + "end for; " * 4 + "x = time;")
model("MoreLoopsFunction", "function f input Real u; output Real y; algorithm y := u; " + "".join("for i%d in 1:1000 loop " % i for i in range(4)) + "y := y + 1e-12; " + "end for; " * 4 + "end f; Real x = f(time); constant Real c = f(1);")
model("MoreLoopsDeep", "Real x;", "".join("for i%d in 1:2 loop " % i for i in range(2000)) + "assert(time > -1, \"\"); " + "end for; " * 2000 + "x = time;")
model("MoreLoopsArray", "constant Real c = sum(i + j + k for i in 1:10000, j in 1:10000, k in 1:10000); Real x = c*time;")
model("MoreInnerNest", "model W parameter Real g = 1; end W;\n" + "model M0 outer W w; Real y = w.g*time; end M0;\n" + "".join("model M%d outer W w; M%d m; Real z = w.g; end M%d;\n" % (i, i - 1, i) for i in range(1, 2000)) + "inner W w; M1999 m;")
model("MoreInnerOuter", "model W parameter Real g = 1; end W;\n" + "model M0 outer W w; Real y = w.g*time; end M0;\n" + "".join("model M%d inner outer W w; M%d m; end M%d;\n" % (i, i - 1, i) for i in range(1, 2000)) + "inner W w; M1999 m;")
model("MoreInnerCircle", "model A outer B b; Real x = b.x; end A; model B inner A a; outer B b; Real x = a.x; end B; inner B b;")
model("MoreConnectArrays", "connector P Real v; flow Real i; end P; P p[1000000], q[1000000];", "connect(p, q); p.v = fill(time, 1000000);")
model("MoreConnectLoop", "connector P Real v; flow Real i; end P; P p[300000];", "for i in 1:299999 loop connect(p[i], p[i + 1]); end for; connect(p[300000], p[1]); p[1].v = time;")
model("MoreConnectAll", "connector P Real v; flow Real i; end P; P p[3000];", "for i in 1:3000 loop for j in 1:3000 loop connect(p[i], p[j]); end for; end for; p[1].v = time;")
model("MoreConnectStreams", "connector P Real p; flow Real m; stream Real h; end P; model R P p; Real y; equation p.p = p.m + time; p.h = 1; y = inStream(p.h); end R; R r[3000];", "for i in 1:2999 loop connect(r[i].p, r[i + 1].p); end for;")
model("MoreConnectExpandable", "expandable connector X end X; X x[2000];", "for i in 1:1999 loop connect(x[i], x[i + 1]); end for; " + "".join("x[%d].a%d = time; " % (i + 1, i) for i in range(500)))
add("MoreImports", "package NAME\n" + "".join("package P%d import NAME.P%d.*; %s end P%d;\n" % (i, i - 1, "constant Real c%d = %d;" % (i, i), i) for i in range(1, 3000)) + "package P0 constant Real c = 1; end P0;\nmodel M import NAME.P2999.*; Real x = c*time; end M;\nend NAME;\n")
model("MoreImportAliases", "package P0 constant Real c = 1; end P0;\n" + "".join("package P%d import A = P%d; constant Real c = A.c + 1; end P%d;\n" % (i, i - 1, i) for i in range(1, 3000)) + "Real x = P2999.c*time;")
model("MoreDiamonds", "model M0 Real x = time; end M0;\n" + "".join("model A%d extends M%d; end A%d; model B%d extends M%d; end B%d; model M%d extends A%d; extends B%d; end M%d;\n" % ((i, i - 1, i, i, i - 1, i) + (i,) * 4) for i in range(1, 31)) + "extends M30;")
model("MoreDiamondModifiers", "model M0 parameter Real p = 1; Real x = p*time; end M0;\n" + "".join("model M%d extends M%d(p = 1); extends M%d(p = 1); end M%d;\n" % (i, i - 1, i - 1, i) for i in range(1, 31)) + "extends M30;")
model("MoreMatrix", "parameter Real p[1000, 1000] = [" + ";".join(",".join("%d" % (i*j % 97) for j in range(1000)) for i in range(1000)) + "]; Real x = p[3, 4]*time;")
model("MoreMatrixVariables", "Real p[300, 300] = {" + ",".join("{" + ",".join("%d*time" % (i*j % 97) for j in range(300)) + "}" for i in range(300)) + "}; Real x[300] = p*p*p[:, 1];")
model("MoreTexts", "parameter String s[100] = {" + ",".join('"' + "\\\\" * 50000 + '"' for _ in range(100)) + "}; Real x = time;")
model("MoreAnnotations", "Real x = time annotation(" + "a(b = {" * 50000 + "1" + "})" * 50000 + ");")
model("MoreAnnotationText", "Real x = time; annotation(Documentation(info = \"" + "<p>" * 1000000 + "\"), experiment(StopTime = 1));")
model("MoreElsewhen", "Integer k(start = 0, fixed = true);", "when time > 0.1 then k = 1;\n" + "".join("elsewhen time > %g then k = %d;\n" % (i*1e-5, i) for i in range(100000)) + "end when;")
model("MoreElsewhenAlgorithm", "Integer k(start = 0, fixed = true);", "", "when time > 0.1 then k := 1;\n" + "".join("elsewhen time > %g then k := %d;\n" % (i*1e-5, i) for i in range(100000)) + "end when;")
model("MoreInitialLinear", "Real x[10000];\ninitial equation\nfor i in 2:9999 loop x[i - 1] + 3*x[i] + x[i + 1] = i; end for; x[1] + x[10000] = 1; x[1] - 2*x[10000] = 2;", "for i in 1:10000 loop der(x[i]) = -x[i]; end for;")
model("MoreInitialNonlinear", "Real x[10000](each start = 1);\ninitial equation\nfor i in 1:9999 loop x[i]^3 + x[i + 1] = 2 + sin(i); end for; x[10000]^3 + x[1] = 2;", "for i in 1:10000 loop der(x[i]) = -x[i]; end for;")
model("MoreInitialDense", "Real x[1500](each start = 1);\ninitial equation\nfor i in 1:1500 loop x[i]^3 + sum(sin(i*j)*x[j] for j in 1:1500) = 2; end for;", "for i in 1:1500 loop der(x[i]) = -x[i]; end for;")
model("MoreDelayHistory", "Real u(start = 0, fixed = true); Real x = delay(sin(1e6*time)*u, 1e9); annotation(experiment(StopTime = 1e9));", "der(u) = cos(1e5*time);")
model("MoreDelayShort", "Real u(start = 0, fixed = true); Real x = delay(u, 1e-12);", "der(u) = cos(time) - x;")
model("MoreDelayMany", "Real u(start = 0, fixed = true); Real x[10000] = {delay(u, i*1e-4) for i in 1:10000};", "der(u) = cos(time) - x[10000];")
model("MoreSamplesMany", "Integer k[1000](each start = 0, each fixed = true);", "for i in 1:1000 loop when sample(0, 1e-9*i) then k[i] = pre(k[i]) + 1; end when; end for;")
model("MoreMemoryText", "function f input Real x; output Integer n; protected String s = \"ab\"; algorithm for i in 1:60 loop s := s + s; end for; n := if s == \"a\" then 1 else 2; end f; Integer k(start = 0, fixed = true);", "when time > 0.5 then k = f(time); end when;")
model("MoreMemoryArrays", "function f input Integer n; output Real y; protected Real w[n] = fill(1, n); algorithm y := w[1] + f(2*n); end f; discrete Real x(start = 0, fixed = true);", "when time > 0.5 then x = f(1 + integer(time)); end when;")
model("MoreMemoryRecursion", "function f input Real u[:]; output Real y; algorithm y := sum(u) + f(cat(1, u, u)); end f; Real x = f({time, 1});")

# DEVS models whose functions never end, whose messages never end, whose times are none.
ATOMIC = """import DEVSLib.SRC.*;
record st Real sigma; Real n; Real grown[%(size)s]; end st;
function initst output st out; algorithm out.sigma := %(first)s; out.n := 0; out.grown := zeros(%(size)s); end initst;
function int input st s; output st sout; algorithm sout := s; sout.n := s.n + 1; %(int)s end int;
function ext input st s; input Real e; input Integer bag; output st sout; protected stdEvent x; algorithm sout := s; %(ext)s end ext;
function out input st s; input Integer queue[nports]; input Integer nports; protected stdEvent y; algorithm y.Port := 0; y.Type := 1; y.Value := s.n; %(out)s end out;
function ta input st s; output Real sigma; algorithm sigma := s.sigma; %(ta)s end ta;
model Atomic
  extends AtomicDEVS(redeclare record State = st);
  redeclare function initState = initst;
  redeclare function Fext = ext;
  redeclare function Fint = int;
  redeclare function Fout = out;
  redeclare function Fta = ta;
  Interfaces.inPort in1;
  Interfaces.outPort out1;
equation
  in1.event = iEvent[1]; in1.queue = iQueue[1]; out1.event = oEvent[1]; out1.queue = oQueue[1];
end Atomic;
"""
NEVER = "while s.n >= 0 loop %s := s.n; end while;"
TWICE = "sendEvent(queue[1], y); sendEvent(queue[1], y);"
PAIR = "Atomic a, b;", "connect(a.out1, b.in1); connect(b.out1, a.in1);"


def devs(name, of, declarations="Atomic a;", equations="", **parts):
    text = {"size": "1", "first": "0.1", "int": "", "ext": "", "out": "", "ta": ""}
    text.update(parts)
    del of
    model(name, ATOMIC % text + declarations, equations)


devs("DevsEndlessInt", "delta_int", int=NEVER % "sout.n")
devs("DevsEndlessExt", "delta_ext", *PAIR, ext=NEVER % "sout.n", out="sendEvent(queue[1], y);")
devs("DevsEndlessOut", "lambda", out=NEVER % "y.Value")
devs("DevsEndlessTa", "ta", ta=NEVER % "sigma")
devs("DevsTimeNone", "ta", ta="sigma := sqrt(-1 - s.n);")
devs("DevsTimeInfinite", "ta", ta="sigma := -1e300*1e300;")
devs("DevsTimeNegative", "ta", first="-1", int="sout.sigma := -1e300;")
devs("DevsTimeStanding", "ta", first="0")
devs("DevsTimeTiny", "ta", first="1e-300")
devs("DevsTimeZeno", "ta", int="sout.sigma := s.sigma/2;")
devs("DevsTimeHuge", "ta", first="1e308", int="sout.sigma := 1e308*10;")
devs("DevsFloodLoop", "messages at one instant", *PAIR, out="sendEvent(queue[1], y);", ext="sout.sigma := 0;")
devs("DevsFloodDoubling", "twice as many in each round", *PAIR, out=TWICE, ext="sout.sigma := 0; sout.n := s.n + numEvents(bag);")
devs("DevsFloodOne", "a million at once", *PAIR, out="for i in 1:10000000 loop sendEvent(queue[1], y); end for;")
devs("DevsFloodPort", "a port that is not there", out="y.Port := 1000000; sendEvent(queue[1000000], y);")
devs("DevsFloodQueue", "queues that are none", out="sendEvent(-7, y); sendEvent(2000000000, y);")
devs("DevsStateGrows", "numbers", int="sout.n := s.n*1e300*1e300; sout.sigma := 1e-9;")
devs("DevsStateLarge", "a state of a million numbers", size="1000000", int="sout.grown := s.grown .+ 1; sout.sigma := 1e-6;")
devs("DevsStateHuge", "a state that has no place", size="1000000000")
devs("DevsStateOutside", "a subscript of the state", int="sout.grown[integer(s.n) + 5] := 1;")
devs("DevsRecursion", "functions that call themselves", int="sout := int(s);")
devs("DevsMany", "100,000 components", "Atomic a[100000];", "for i in 1:99999 loop connect(a[i].out1, a[i + 1].in1); end for;", out="sendEvent(queue[1], y);")
devs("DevsStar", "one output to 20,000 inputs", "Atomic a[20000];", "for i in 2:20000 loop connect(a[1].out1, a[i].in1); end for;", out="sendEvent(queue[1], y);")
devs("DevsAll", "everyone with everyone", "Atomic a[400];", "for i in 1:400 loop for j in 1:400 loop if i <> j then connect(a[i].out1, a[j].in1); end if; end for; end for;", out="sendEvent(queue[1], y);", ext="sout.sigma := 1e-3;")
devs("DevsSelf", "coupled with itself", "Atomic a;", "connect(a.out1, a.in1);", out="sendEvent(queue[1], y);")
devs("DevsDeep", "components of components", "model C0 Atomic a; Interfaces.inPort in1; Interfaces.outPort out1; equation connect(in1, a.in1); connect(a.out1, out1); end C0;\n" + "".join("model C%d C%d c; Interfaces.inPort in1; Interfaces.outPort out1; equation connect(in1, c.in1); connect(c.out1, out1); end C%d;\n" % (i, i - 1, i) for i in range(1, 2000)) + "C1999 c, d;", "connect(c.out1, d.in1);", out="sendEvent(queue[1], y);")
devs("DevsEquations", "states that change without end beside equations", "Atomic a; Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true);", "der(x) = a.S.n; when change(a.S.n) then n = pre(n) + 1; end when;", first="0", int="sout.sigma := 1e-7;")

# What runs are told by the model itself, and more of what only grows.
model("NextExperimentWords", 'Real x = time; annotation(experiment(StopTime = "' + "9" * 100000 + '", Tolerance = {1, 2}, Interval = f(x)));')
model("NextExperimentDeep", "Real x = time; annotation(experiment(StopTime = " + "-(" * 100000 + "1" + ")" * 100000 + "));")
model("NextExperimentZero", "Real x(start = 1, fixed = true); annotation(experiment(StopTime = 1, Interval = 1e-300, Tolerance = 1e-300));", "der(x) = -x;")
model("NextExperimentFar", "Real x(start = 1, fixed = true); annotation(experiment(StartTime = -1e308, StopTime = 1e308));", "der(x) = -x;")
model("NextTextMillion", "function f input Integer n; output Integer k; protected String s = \"\"; algorithm for i in 1:n loop s := s + \"ab\"; end for; k := if s == \"ab\" then 1 else 2; end f; parameter Integer k = f(1000000); Real x = k*time;")
model("NextTextArray", "function f input Integer n; output Integer k; protected String s[n]; algorithm for i in 1:n loop s[i] := String(i); end for; k := if s[n] == \"1\" then 1 else 2; end f; Integer k(start = 0, fixed = true);", "when sample(0, 1e-3) then k = f(200000); end when;")
model("NextRecordArrays", "record A Real v[10]; end A; record B A a[10]; end B; record C B b[10]; end C; record D C c[100]; end D; D d[20]; Real x = sum(d.c.b.a.v);", "for i in 1:20 loop d[i].c.b.a.v = fill(i*time, 100, 10, 10, 10); end for;")
model("NextRecordOpen", "record R Real v[:]; end R; function f input R r; output R q(v = cat(1, r.v, r.v)); algorithm end f; parameter R r = " + "f(" * 40 + "R({1})" + ")" * 40 + "; Real x = sum(r.v)*time;")
model("NextRedeclareCycle", "model A replaceable model Q = B; Q q; end A; model B replaceable model Q = A; Q q; end B; A a(redeclare model Q = B(redeclare model Q = A));")
model("NextRedeclareModifiers", "model M parameter Real p[1000] = ones(1000); Real x = sum(p)*time; end M; model H replaceable M m; end H;\n" + "".join("model H%d extends H%s(redeclare replaceable M m(p = fill(%d, 1000))); end H%d;\n" % (i, i - 1 if i else "", i, i) for i in range(2000)) + "H1999 h;")
model("NextObjects", "class Table extends ExternalObject; function constructor input String n; input String f; input Real t[:, :]; input Real s; input Integer c[:]; input Integer m; input Integer e; input Real h; input Integer te; input Integer v; output Table o; external \"C\" o = ModelicaStandardTables_CombiTimeTable_init2(f, n, t, size(t, 1), size(t, 2), s, c, size(c, 1), m, e, h, te, v); end constructor; function destructor input Table o; external \"C\" ModelicaStandardTables_CombiTimeTable_close(o); end destructor; end Table; Table t[20000] = {Table(\"a\", \"NoName\", [0, 1; 1, 2], 0, {2}, 1, 1, 0, 1, 0) for i in 1:20000}; Real x = time;")
model("NextTable", "Modelica.Blocks.Sources.TimeTable t(table = {{i, sin(i)} for i in 1:300000}); Real x = t.y;")
model("NextTableSteps", "Modelica.Blocks.Sources.CombiTimeTable t(table = {{i*1e-7, mod(i, 2)} for i in 1:200000}, smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments); Real x = t.y[1];")
model("NextTerminate", "Integer n(start = 0, fixed = true);", "when terminal() then n = pre(n) + 1; end when; when n > 0 then terminate(\"again\"); end when;")
model("NextInputs", "input Real u[100000]; Real x = sum(u);")
model("NextEnumLoop", "type E = enumeration(" + ", ".join("e%d" % i for i in range(300)) + "); Real x[E, E];", "for i in E loop for j in E loop x[i, j] = Integer(i)*Integer(j)*time; end for; end for;")
model("NextEnumConvert", "type E = enumeration(" + ", ".join("e%d" % i for i in range(20000)) + "); Integer k = integer(30000*time); E e = E(k + 1);")
model("NextLimits", "Real x[100000](each max = 0.5, each min = -0.5);", "for i in 1:100000 loop x[i] = sin(i*time); end for;")
model("NextAsserts", "Real x = time;", "for i in 1:100000 loop assert(x*i < 1e4*i, \"number \" + String(i), AssertionLevel.warning); end for;")
model("NextUnits", "Real x0(unit = \"m\") = time;\n" + "".join("Real x%d = x%d*x%d;\n" % (i, i - 1, i - 1) for i in range(1, 300)))
model("NextUnitsFunctions", "function f0 input Real a, b, c, d; output Real y; algorithm y := a*b + c*d; end f0;\n" + "".join("function f%d input Real a, b, c, d; output Real y; algorithm y := f%d(a, b, c, d) + f%d(b, a, d, c); end f%d;\n" % (i, i - 1, i - 1, i) for i in range(1, 2000)) + "Real u(unit = \"m\") = time; Real x = f1999(u, u, u, u);")

few = len(sys.argv) > 2 and sys.argv[2] == "few"
os.makedirs(sys.argv[1], exist_ok=True)
for i, (name, text) in enumerate(sorted(models.items())):
    if few and (i % 7 or len(text) > 2000000):
        continue
    with open(os.path.join(sys.argv[1], name + ".mo"), "w") as f:
        f.write(text)
