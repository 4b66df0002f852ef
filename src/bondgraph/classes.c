/* SPDX-License-Identifier: MIT
   classes.c — classes of the standard library that have a bond graph, as one table: what they are,
   which pins they have, which of their variables are effort and flow. A class that inherits from
   one of them is one of them.

   Signs: an electrical port has v = plus - minus as effort and, of what takes power, the current
   into plus as flow. A source gives power, so its flow is that out of plus; a current source drives
   its current out of n, which therefore is its plus. Mechanical components have the torque or force
   as effort and the speed as flow: nodes are 1-junctions and ports 0-junctions there. A spring or
   damper takes power from flange_a to flange_b, as one draws it, while its tau counts positive
   when it pulls: both signs are turned. */
#include "bondgraph/bondgraph.h"

#include <string.h>

#define ANALOG "Modelica.Electrical.Analog."
#define ROT    "Modelica.Mechanics.Rotational."
#define TRANS  "Modelica.Mechanics.Translational."
#define BLOCK  "Modelica.Blocks.Sources."

#define P(text, member)                   \
	{                                     \
		text, offsetof(QbgSignal, member) \
	}
#define BEGIN P("offset", offset), P("startTime", start)

/* The signals, by the names that their parameters have; `a` is that of the height. */
#define STEP(a)                \
	{                          \
		BEGIN, P(a, amplitude) \
	}
#define RAMP(a)                                         \
	{                                                   \
		BEGIN, P(a, amplitude), P("duration", duration) \
	}
#define SINE(a)                                              \
	{                                                        \
		BEGIN, P(a, amplitude), P("f", f), P("phase", phase) \
	}
#define EXP_SINE(a)                                                                 \
	{                                                                               \
		BEGIN, P(a, amplitude), P("f", f), P("phase", phase), P("damping", damping) \
	}
#define EXPONENTIAL(a)                                                             \
	{                                                                              \
		BEGIN, P(a, amplitude), P("riseTime", duration), P("riseTimeConst", rise), \
			P("fallTimeConst", fall)                                               \
	}
#define PULSE(a)                                                       \
	{                                                                  \
		BEGIN, P(a, amplitude), P("width", width), P("period", period) \
	}

#define SINK(class, what, parameter)                                                              \
	{                                                                                             \
		.name = ANALOG class, .kind = what, .pin = {"p", "n"}, .value = parameter, .effort = "v", \
		.flow = "i", .effort_sign = 1, .flow_sign = 1                                             \
	}
#define VOLTAGE(class, shape, ...)                                                                \
	{                                                                                             \
		.name = ANALOG "Sources." class, .kind = QBG_SE, .pin = {"p", "n"}, .effort = "v",        \
		.flow = "i", .effort_sign = 1, .flow_sign = -1, .signal = shape, .parameter = __VA_ARGS__ \
	}
#define CURRENT(class, shape, ...)                                                                \
	{                                                                                             \
		.name = ANALOG "Sources." class, .kind = QBG_SF, .pin = {"n", "p"}, .effort = "v",        \
		.flow = "i", .effort_sign = -1, .flow_sign = 1, .signal = shape, .parameter = __VA_ARGS__ \
	}
#define TWO_PORT(class, what, parameter, how)                                         \
	{                                                                                 \
		.name = ANALOG "Ideal." class, .kind = what, .pin = {"p1", "n1", "p2", "n2"}, \
		.value = parameter, .use = how                                                \
	}
/* of one flange against the support, or the ground */
#define DRIVE(package, where, class, what, ...)                          \
	{                                                                    \
		.name = package "Sources." class, .kind = what, .domain = where, \
		.pin = {"flange", "support"}, __VA_ARGS__                        \
	}
#define BETWEEN(package, where, class, what, e, f, ...)                             \
	{                                                                               \
		.name = package "Components." class, .kind = what, .domain = where,         \
		.pin = {"flange_a", "flange_b"}, .effort = e, .flow = f, .effort_sign = -1, \
		.flow_sign = -1, __VA_ARGS__                                                \
	}
#define BODY(package, where, class, parameter, speed)                                     \
	{                                                                                     \
		.name = package "Components." class, .kind = QBG_I, .domain = where,              \
		.pin = {"flange_a", ""}, .joined = "flange_b", .value = parameter, .flow = speed, \
		.flow_sign = 1                                                                    \
	}
#define SIGNAL(class, shape, ...)                                                        \
	{                                                                                    \
		.name = BLOCK class, .role = BG_BLOCK, .signal = shape, .parameter = __VA_ARGS__ \
	}

static const BgClass classes[] = {
	{.name = ANALOG "Basic.Ground", .role = BG_GROUND, .pin = {"p"}},
	SINK("Basic.Resistor", QBG_R, "R"),
	{.name = ANALOG "Basic.Conductor",
	 .kind = QBG_R,
	 .pin = {"p", "n"},
	 .value = "G",
	 .use = BG_INVERSE,
	 .effort = "v",
	 .flow = "i",
	 .effort_sign = 1,
	 .flow_sign = 1},
	SINK("Basic.Capacitor", QBG_C, "C"),
	SINK("Basic.Inductor", QBG_I, "L"),
	TWO_PORT("IdealTransformer", QBG_TF, "n", BG_AS_IS),
	TWO_PORT("IdealGyrator", QBG_GY, "G", BG_INVERSE),
	VOLTAGE("ConstantVoltage", QBG_CONSTANT, {P("V", amplitude)}),
	VOLTAGE("StepVoltage", QBG_STEP, STEP("V")),
	VOLTAGE("RampVoltage", QBG_RAMP, RAMP("V")),
	VOLTAGE("SineVoltage", QBG_SINE, SINE("V")),
	VOLTAGE("ExpSineVoltage", QBG_EXP_SINE, EXP_SINE("V")),
	VOLTAGE("ExponentialsVoltage", QBG_EXPONENTIAL, EXPONENTIAL("vMax")),
	VOLTAGE("PulseVoltage", QBG_PULSE, PULSE("V")),
	CURRENT("ConstantCurrent", QBG_CONSTANT, {P("I", amplitude)}),
	CURRENT("StepCurrent", QBG_STEP, STEP("I")),
	CURRENT("RampCurrent", QBG_RAMP, RAMP("I")),
	CURRENT("SineCurrent", QBG_SINE, SINE("I")),
	CURRENT("ExpSineCurrent", QBG_EXP_SINE, EXP_SINE("I")),
	CURRENT("ExponentialsCurrent", QBG_EXPONENTIAL, EXPONENTIAL("iMax")),
	CURRENT("PulseCurrent", QBG_PULSE, PULSE("I")),
	{.name = ANALOG "Sources.SignalVoltage",
	 .kind = QBG_SE,
	 .pin = {"p", "n"},
	 .effort = "v",
	 .flow = "i",
	 .effort_sign = 1,
	 .flow_sign = -1,
	 .input = "v"},
	{.name = ANALOG "Sources.SignalCurrent",
	 .kind = QBG_SF,
	 .pin = {"n", "p"},
	 .effort = "v",
	 .flow = "i",
	 .effort_sign = -1,
	 .flow_sign = 1,
	 .input = "i"},

	{.name = ROT "Components.Fixed", .role = BG_GROUND, .domain = BG_ROTATIONAL, .pin = {"flange"}},
	BODY(ROT, BG_ROTATIONAL, "Inertia", "J", "w"),
	BETWEEN(ROT, BG_ROTATIONAL, "Spring", QBG_C, "tau", NULL, .value = "c", .use = BG_INVERSE),
	BETWEEN(ROT, BG_ROTATIONAL, "Damper", QBG_R, "tau", "w_rel", .value = "d"),
	{.name = ROT "Components.IdealGear",
	 .kind = QBG_TF,
	 .domain = BG_ROTATIONAL,
	 .pin = {"flange_a", "support", "flange_b", "support"},
	 .value = "ratio",
	 .use = BG_INVERSE},
	DRIVE(ROT, BG_ROTATIONAL, "Torque", QBG_SE, .effort = "tau", .effort_sign = 1, .input = "tau"),
	DRIVE(ROT, BG_ROTATIONAL, "ConstantTorque", QBG_SE, .effort = "tau", .effort_sign = 1,
		  .flow = "w", .flow_sign = 1, .parameter = {P("tau_constant", amplitude)}),
	DRIVE(ROT, BG_ROTATIONAL, "TorqueStep", QBG_SE, .effort = "tau", .effort_sign = 1,
		  .signal = QBG_STEP,
		  .parameter = {P("stepTorque", amplitude), P("offsetTorque", offset),
						P("startTime", start)}),
	DRIVE(ROT, BG_ROTATIONAL, "Speed", QBG_SF, .flow = "w", .flow_sign = 1, .input = "w_ref"),
	DRIVE(ROT, BG_ROTATIONAL, "ConstantSpeed", QBG_SF, .flow = "w", .flow_sign = 1,
		  .parameter = {P("w_fixed", amplitude)}),

	{.name = TRANS "Components.Fixed",
	 .role = BG_GROUND,
	 .domain = BG_TRANSLATIONAL,
	 .pin = {"flange"}},
	BODY(TRANS, BG_TRANSLATIONAL, "Mass", "m", "v"),
	BETWEEN(TRANS, BG_TRANSLATIONAL, "Spring", QBG_C, "f", NULL, .value = "c", .use = BG_INVERSE),
	BETWEEN(TRANS, BG_TRANSLATIONAL, "Damper", QBG_R, "f", "v_rel", .value = "d"),
	DRIVE(TRANS, BG_TRANSLATIONAL, "Force", QBG_SE, .effort = "f", .effort_sign = 1, .input = "f"),
	DRIVE(TRANS, BG_TRANSLATIONAL, "ConstantForce", QBG_SE, .effort = "f", .effort_sign = 1,
		  .flow = "v", .flow_sign = 1, .parameter = {P("f_constant", amplitude)}),
	DRIVE(
		TRANS, BG_TRANSLATIONAL, "ForceStep", QBG_SE, .effort = "f", .effort_sign = 1,
		.signal = QBG_STEP,
		.parameter = {P("stepForce", amplitude), P("offsetForce", offset), P("startTime", start)}),
	DRIVE(TRANS, BG_TRANSLATIONAL, "Speed", QBG_SF, .flow = "v", .flow_sign = 1, .input = "v_ref"),
	DRIVE(TRANS, BG_TRANSLATIONAL, "ConstantSpeed", QBG_SF, .flow = "v", .flow_sign = 1,
		  .parameter = {P("v_fixed", amplitude)}),

	SIGNAL("Constant", QBG_CONSTANT, {P("k", amplitude)}),
	SIGNAL("Step", QBG_STEP, STEP("height")),
	SIGNAL("Ramp", QBG_RAMP, RAMP("height")),
	SIGNAL(
		"Sine", QBG_SINE,
		{BEGIN, P("amplitude", amplitude), P("f", f), P("phase", phase), P("continuous", before)}),
	SIGNAL("ExpSine", QBG_EXP_SINE, EXP_SINE("amplitude")),
	SIGNAL("Exponentials", QBG_EXPONENTIAL, EXPONENTIAL("outMax")),
	SIGNAL("Pulse", QBG_PULSE,
		   {BEGIN, P("amplitude", amplitude), P("width", width), P("period", period),
			P("nperiod", count)}),
};

const BgRefusal bg_refusals[] = {
	{"useHeatPort", 0, "its heat port is in use"},
	{"alpha", 0, "its value depends on the temperature"},
	{"considerMagnetization", 0, "it has a magnetising inductance"},
	{"exact", 1, "its speed passes a filter, unless exact = true"},
	{NULL, 0, NULL},
};

const BgClass *classes_find(const char *name)
{
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (!strcmp(classes[i].name, name))
			return &classes[i];
	return NULL;
}

void classes_suggest(const char *name, Text *out)
{
	const char *dot = strrchr(name, '.');
	Suggest near;

	suggest_init(&near, dot ? dot + 1 : name, strlen(dot ? dot + 1 : name));
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		const char *last = strrchr(classes[i].name, '.') + 1;

		if (classes[i].role != BG_BLOCK)
			suggest_add(&near, last, strlen(last));
	}
	suggest_text(&near, out);
}
