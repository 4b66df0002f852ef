/* SPDX-License-Identifier: MIT
   parts_table.c — the ready-made parts by name: parameters, ports and what they show, for couplings
   that are written in Modelica. lib/DEVSLib/Parts.mo declares them, docs/devs.md lists them. */
#include "modevs/library.h"
#include "runtime/parts/parts.h"

#define EVENTS MDV_PORT_KIND(MDV_EVENT)
#define MOST   9007199254740992.0 /* what a Real can count */

/* --- generator --- */

static const MdvParam generator_params[] = {
	{MDV_PARAM_AT(MdvGeneratorParams, gaps), MDV_PARAM_TIMES, .required = true,
	 .comment = "Times between messages"},
	{MDV_PARAM_AT(MdvGeneratorParams, at_once), MDV_PARAM_BOOLEAN,
	 .comment = "The first leaves at the start, not a gap after it"},
	{MDV_PARAM_AT(MdvGeneratorParams, waiting), MDV_PARAM_BOOLEAN,
	 .comment = "Nothing leaves before a message on start"},
	{MDV_PARAM_AT(MdvGeneratorParams, limit), MDV_PARAM_INTEGER, .high = MOST,
	 .comment = "Messages in all; 0: any number"},
	{MDV_PARAM_AT(MdvGeneratorParams, values), MDV_PARAM_VALUES,
	 .count = offsetof(MdvGeneratorParams, n_values),
	 .comment = "What is sent, again and again; empty: 1, 2, 3 …"},
	{MDV_PARAM_AT(MdvGeneratorParams, seed), MDV_PARAM_INTEGER, .high = MOST,
	 .comment = "Of its random numbers"},
};
static const MdvPortInfo generator_in[] = {
	{"start", .comment = "Starts it"},
	{"stop", .comment = "Stops it"},
};
static const MdvPortInfo generator_out[] = {
	{"outport", .kinds = MDV_PORT_NUMBERS, .comment = "Its messages"},
};
static const MdvShown generator_shown[] = {
	{"sent", MDV_INTEGER, "Messages so far"},
};

static void read_generator(const MdvDevs *sim, MdvComponent c, double value[])
{
	value[0] = (double)mdv_generator_read(sim, c);
}

/* --- processor and pipe --- */

static const MdvParam processor_params[] = {
	{MDV_PARAM_AT(MdvProcessorParams, service), MDV_PARAM_TIMES, .required = true,
	 .comment = "How long a job takes"},
	{MDV_PARAM_AT(MdvProcessorParams, order), MDV_PARAM_CHOICE, .choices = "fifo,lifo",
	 .comment = "Which of the waiting jobs is next"},
	{MDV_PARAM_AT(MdvProcessorParams, capacity), MDV_PARAM_INTEGER, .high = MOST,
	 .comment = "Most jobs at a time, the one in service included; 0: no limit"},
	{MDV_PARAM_AT(MdvProcessorParams, seed), MDV_PARAM_INTEGER, .high = MOST,
	 .comment = "Of its random numbers"},
};
static const MdvPortInfo processor_in[] = {
	{"inport", .comment = "Jobs"},
};
static const MdvPortInfo processor_out[] = {
	{"outport", .comment = "Jobs that are done"},
	{"refused", .comment = "Jobs for which there is no room"},
};
static const MdvShown processor_shown[] = {
	{"arrived", MDV_INTEGER, "Jobs that have come, the refused ones included"},
	{"served", MDV_INTEGER, "Jobs that are done"},
	{"n_refused", MDV_INTEGER, "Jobs for which there was no room"},
	{"waiting", MDV_INTEGER, "Jobs that wait"},
	{"longest", MDV_INTEGER, "Most jobs that ever waited"},
	{"busy", MDV_BOOLEAN, "There is a job in service"},
	{"busy_time", MDV_REAL, "Time spent in service"},
};

static void read_processor(const MdvDevs *sim, MdvComponent c, double value[])
{
	MdvProcessorResult r = mdv_processor_read(sim, c);

	value[0] = (double)r.arrived;
	value[1] = (double)r.served;
	value[2] = (double)r.refused;
	value[3] = (double)r.waiting;
	value[4] = (double)r.longest;
	value[5] = r.busy;
	value[6] = r.busy_time;
}

static const MdvParam pipe_params[] = {
	{MDV_PARAM_AT(MdvPipeParams, n), MDV_PARAM_INTEGER, .required = true, .low = 1, .high = 1e6,
	 .comment = "Processors one after the other"},
	{MDV_PARAM_AT(MdvPipeParams, service), MDV_PARAM_TIMES, .required = true,
	 .comment = "How long a job takes in each of them"},
	{MDV_PARAM_AT(MdvPipeParams, order), MDV_PARAM_CHOICE, .choices = "fifo,lifo",
	 .comment = "Which of the waiting jobs is next"},
	{MDV_PARAM_AT(MdvPipeParams, capacity), MDV_PARAM_INTEGER, .high = MOST,
	 .comment = "Most jobs at a time in each of them; 0: no limit"},
	{MDV_PARAM_AT(MdvPipeParams, seed), MDV_PARAM_INTEGER, .high = MOST,
	 .comment = "Of its random numbers"},
};

static MdvStatus add_pipe(MdvDevs *sim, MdvComponent parent, const char *name, const void *params,
						  MdvComponent *added)
{
	return mdv_add_even_pipe(sim, parent, name, params, added);
}

/* --- delay and switch --- */

static const MdvParam delay_params[] = {
	{MDV_PARAM_AT(MdvDelayParams, time), MDV_PARAM_REAL, .required = true, .high = INFINITY,
	 .comment = "From arrival to departure"},
};
static const MdvPortInfo delay_in[] = {
	{"inport", .comment = "Messages"},
};
static const MdvPortInfo delay_out[] = {
	{"outport", .comment = "The same, later"},
};

static const MdvParam switch_params[] = {
	{MDV_PARAM_AT(MdvSwitchParams, n), MDV_PARAM_INTEGER, .required = true, .low = 1, .high = 1e6,
	 .comment = "Outputs"},
	{MDV_PARAM_AT(MdvSwitchParams, first), MDV_PARAM_INTEGER, .high = 1e6,
	 .comment = "Where messages go at first, counted from 0"},
	{MDV_PARAM_AT(MdvSwitchParams, round_robin), MDV_PARAM_BOOLEAN,
	 .comment = "After each message on to the next output"},
};
static const MdvPortInfo switch_in[] = {
	{"inport", .comment = "Messages"},
	{"control", .kinds = MDV_PORT_KIND(MDV_INTEGER),
	 .comment = "Where the next ones go, counted from 0"},
};
static const MdvPortInfo switch_out[] = {
	{"outport", .many = true, .comment = "The same, each on one of them"},
};

/* --- statistics, transducer, recorder --- */

static const MdvParam statistics_params[] = {
	{"level_start", offsetof(MdvStatisticsParams, level), sizeof(double), MDV_PARAM_REAL,
	 .comment = "The level at first"},
};
static const MdvPortInfo statistics_in[] = {
	{"sample", .kinds = MDV_PORT_NUMBERS | EVENTS, .comment = "Numbers; mean, variance …"},
	{"level", .kinds = MDV_PORT_NUMBERS, .comment = "The level from now on"},
	{"up", .comment = "Raises the level by 1"},
	{"down", .comment = "Lowers the level by 1"},
	{"reset", .comment = "Forgets everything but the level"},
};
static const MdvShown statistics_shown[] = {
	{"count", MDV_INTEGER, "Messages on sample"},
	{"mean", MDV_REAL, "Of their values"},
	{"variance", MDV_REAL, "Of their values"},
	{"least", MDV_REAL, "Of their values"},
	{"greatest", MDV_REAL, "Of their values"},
	{"rate", MDV_REAL, "Messages on sample per unit of time"},
	{"time", MDV_REAL, "Since the start or the last reset, until the last message"},
	{"level_now", MDV_REAL, "The level"},
	{"level_mean", MDV_REAL, "Its mean over that time"},
	{"level_least", MDV_REAL, "Its least value"},
	{"level_greatest", MDV_REAL, "Its greatest value"},
};

static void read_statistics(const MdvDevs *sim, MdvComponent c, double value[])
{
	MdvStatisticsResult r = mdv_statistics_read(sim, c);

	value[0] = (double)r.count;
	value[1] = r.samples.mean;
	value[2] = mdv_tally_variance(&r.samples);
	value[3] = r.samples.min;
	value[4] = r.samples.max;
	value[5] = r.rate;
	value[6] = r.time;
	value[7] = r.level;
	value[8] = r.level_mean;
	value[9] = r.level_min;
	value[10] = r.level_max;
}

static const MdvParam transducer_params[] = {
	{MDV_PARAM_AT(MdvTransducerParams, period), MDV_PARAM_REAL, .high = INFINITY,
	 .comment = "Of observation; 0: for ever"},
};
static const MdvPortInfo transducer_in[] = {
	{"arrived", .kinds = MDV_PORT_NUMBERS | EVENTS,
	 .comment = "Jobs that come, told by their value"},
	{"solved", .kinds = MDV_PORT_NUMBERS | EVENTS, .comment = "Jobs that are done"},
	{"lost", .kinds = MDV_PORT_NUMBERS | EVENTS, .comment = "Jobs that are given up"},
};
static const MdvPortInfo transducer_out[] = {
	{"done", .kinds = EVENTS, .comment = "When the period is over"},
	{"throughput", .kinds = MDV_PORT_KIND(MDV_REAL), .comment = "Then: solved per unit of time"},
	{"turnaround", .kinds = MDV_PORT_KIND(MDV_REAL), .comment = "Then: mean time to the solution"},
};
static const MdvShown transducer_shown[] = {
	{"n_arrived", MDV_INTEGER, "Jobs that have come"},
	{"n_solved", MDV_INTEGER, "Jobs that are done"},
	{"n_lost", MDV_INTEGER, "Jobs that were given up"},
	{"unknown", MDV_INTEGER, "Solved or lost, but never seen to come"},
	{"present", MDV_INTEGER, "Have come and are still there"},
	{"mean_throughput", MDV_REAL, "Solved per unit of time"},
	{"mean_turnaround", MDV_REAL, "From arrival to solution"},
};

static void read_transducer(const MdvDevs *sim, MdvComponent c, double value[])
{
	MdvTransducerResult r = mdv_transducer_read(sim, c);

	value[0] = (double)r.arrived;
	value[1] = (double)r.solved;
	value[2] = (double)r.lost;
	value[3] = (double)r.unknown;
	value[4] = (double)r.present;
	value[5] = r.throughput;
	value[6] = r.turnaround.mean;
}

static const MdvParam recorder_params[] = {
	{MDV_PARAM_AT(MdvRecorderParams, n), MDV_PARAM_INTEGER, .low = 1, .high = 1e6,
	 .comment = "Inputs"},
};
static const MdvPortInfo recorder_in[] = {
	{"inport", .kinds = MDV_PORT_NUMBERS | EVENTS, .many = true, .comment = "Messages"},
};
static const MdvShown recorder_shown[] = {
	{"count", MDV_INTEGER, "Messages so far"},
	{"time", MDV_REAL, "When the last one came"},
	{"port", MDV_INTEGER, "On which port, from 1; 0: none yet"},
	{"value", MDV_REAL, "What it was; of an event 0"},
};

static void read_recorder(const MdvDevs *sim, MdvComponent c, double value[])
{
	size_t n;
	const MdvRecord *record = mdv_recorder_read(sim, c, &n);
	double x = 0;

	if (n > 0)
		(void)parts_number(&record[n - 1].value, &x);
	value[0] = (double)n;
	value[1] = n > 0 ? record[n - 1].t : 0;
	value[2] = n > 0 ? record[n - 1].value.port + 1 : 0;
	value[3] = x;
}

/* --- all of them --- */

static const MdvPart parts[] = {
	{"generator", &mdv_generator, MDV_PART_PARAMS(MdvGeneratorParams, generator_params),
	 MDV_PART_IN(generator_in), MDV_PART_OUT(generator_out),
	 MDV_PART_SHOWN(generator_shown, read_generator),
	 .comment = "Sends messages one after the other"},
	{"processor", &mdv_processor, MDV_PART_PARAMS(MdvProcessorParams, processor_params),
	 MDV_PART_IN(processor_in), MDV_PART_OUT(processor_out),
	 MDV_PART_SHOWN(processor_shown, read_processor),
	 .comment = "Serves one job at a time, the others wait"},
	{"pipe", NULL, MDV_PART_PARAMS(MdvPipeParams, pipe_params), MDV_PART_IN(processor_in),
	 MDV_PART_OUT(processor_out), .add = add_pipe, .comment = "Processors one after the other"},
	{"delay", &mdv_delay, MDV_PART_PARAMS(MdvDelayParams, delay_params), MDV_PART_IN(delay_in),
	 MDV_PART_OUT(delay_out), .comment = "Passes messages on after a time"},
	{"switch", &mdv_switch, MDV_PART_PARAMS(MdvSwitchParams, switch_params), MDV_PART_IN(switch_in),
	 MDV_PART_OUT(switch_out), .comment = "Passes messages on to one of several outputs"},
	{"statistics", &mdv_statistics, MDV_PART_PARAMS(MdvStatisticsParams, statistics_params),
	 MDV_PART_IN(statistics_in), MDV_PART_SHOWN(statistics_shown, read_statistics),
	 .comment = "Of numbers, and of a level that changes in time"},
	{"transducer", &mdv_transducer, MDV_PART_PARAMS(MdvTransducerParams, transducer_params),
	 MDV_PART_IN(transducer_in), MDV_PART_OUT(transducer_out),
	 MDV_PART_SHOWN(transducer_shown, read_transducer), .comment = "Watches jobs come and go"},
	{"recorder", &mdv_recorder, MDV_PART_PARAMS(MdvRecorderParams, recorder_params),
	 MDV_PART_IN(recorder_in), MDV_PART_SHOWN(recorder_shown, read_recorder),
	 .comment = "Keeps all that arrives"},
};

const MdvLibrary mdv_parts = {MDV_LIBRARY_VERSION, sizeof parts / sizeof *parts, parts};
