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
    model("DeepMinus%d" % n, "Real x = %stime;" % ("-(" * n) + ")" * 0 + "" if False else "Real x = " + "-(" * n + "time" + ")" * n + ";")
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

few = len(sys.argv) > 2 and sys.argv[2] == "few"
os.makedirs(sys.argv[1], exist_ok=True)
for i, (name, text) in enumerate(sorted(models.items())):
    if few and (i % 7 or len(text) > 2000000):
        continue
    with open(os.path.join(sys.argv[1], name + ".mo"), "w") as f:
        f.write(text)
