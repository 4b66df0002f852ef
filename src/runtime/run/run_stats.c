/* SPDX-License-Identifier: MIT
   run_stats.c — progress on a terminal, and the summary of a run. */
#include "runtime/run/run.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void run_stats_progress(void *ctx, double t)
{
	const Run *r = ctx;

	interrupt_at(t);
	interrupt_show((t - r->run.start) / (r->run.stop - r->run.start));
}

static long peak_kb(void)
{
	struct rusage usage;

	return getrusage(RUSAGE_SELF, &usage) ? 0 : usage.ru_maxrss;
}

static void print_json_text(const char *s, FILE *to)
{
	fputc('"', to);
	for (; *s; s++)
		if ((unsigned char)*s < 32)
			fprintf(to, "\\u%04x", (unsigned)*s);
		else
			fprintf(to, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
	fputc('"', to);
}

/* What DEVS components did. */
static void print_json_components(const Run *r, FILE *to)
{
	if (r->watch.n_counts == 0)
		return;
	fprintf(to, "\"instants\": %llu, \"components\": [", (unsigned long long)r->watch.instants);
	for (int32_t i = 0; i < r->watch.n_counts; i++) {
		const SystemCount *c = &r->watch.count[i];

		fputs(i ? ", {\"name\": " : "{\"name\": ", to);
		print_json_text(c->name, to);
		fprintf(to,
				", \"internal\": %llu, \"external\": %llu, \"confluent\": %llu, \"sent\": %llu, "
				"\"received\": %llu}",
				(unsigned long long)c->internal, (unsigned long long)c->external,
				(unsigned long long)c->confluent, (unsigned long long)c->sent,
				(unsigned long long)c->received);
	}
	fputs("], ", to);
}

static void print_components(const Run *r, FILE *to)
{
	if (r->watch.n_counts == 0)
		return;
	fprintf(to,
			"  components    %d, %llu instants; of each: transitions internal, external, both; "
			"messages sent, received\n",
			(int)r->watch.n_counts, (unsigned long long)r->watch.instants);
	for (int32_t i = 0; i < r->watch.n_counts; i++) {
		const SystemCount *c = &r->watch.count[i];

		render_say(to, "    %-20s %8llu %8llu %8llu  %8llu %8llu\n", c->name,
				   (unsigned long long)c->internal, (unsigned long long)c->external,
				   (unsigned long long)c->confluent, (unsigned long long)c->sent,
				   (unsigned long long)c->received);
	}
}

static void print_json(const Run *r, MdvStatus status, FILE *to)
{
	const HybridStats *s = &r->result.stats;

	fputs("{\"model\": ", to);
	print_json_text(r->model->name, to);
	plain_fprintf(
		to,
		", \"status\": \"%s\", \"time\": %.17g, \"states\": %d, "
		"\"steps\": %llu, \"rejected\": %llu, \"evaluations\": %llu, \"jacobians\": %llu, "
		"\"restarts\": %llu, \"newton_iterations\": %llu, \"state_events\": %llu, "
		"\"time_events\": %llu, \"sample_events\": %llu, \"event_passes\": %llu, "
		"\"proved\": %llu, \"sampled\": %llu, \"switches\": %llu, \"unseen\": %llu, "
		"\"event_repeats\": %llu, \"event_evaluations\": "
		"{\"loop\": %llu, \"update\": %llu, "
		"\"untouched\": %llu}, "
		"\"set_changes\": %llu, \"rows\": %llu, ",
		r->result.terminated ? "terminated" : mdv_status_text(status), r->result.t, r->rt->n,
		(unsigned long long)s->solver.steps, (unsigned long long)s->solver.rejected,
		(unsigned long long)s->rt.runs, (unsigned long long)s->solver.jac,
		(unsigned long long)s->solver.restarts, (unsigned long long)s->rt.newton,
		(unsigned long long)s->state_events, (unsigned long long)s->time_events,
		(unsigned long long)s->sample_events, (unsigned long long)s->rt.passes,
		(unsigned long long)s->proved, (unsigned long long)s->sampled,
		(unsigned long long)s->switches, (unsigned long long)s->rough_unsure,
		(unsigned long long)s->rt.repeats, (unsigned long long)s->rt.evaluations[MDV_LOOP],
		(unsigned long long)s->rt.evaluations[MDV_UPDATE],
		(unsigned long long)s->rt.evaluations[MDV_UNTOUCHED], (unsigned long long)s->rt.set_changes,
		(unsigned long long)s->rows);
	print_json_components(r, to);
	fputs("\"milliseconds\": {", to);
	if (r->jit) {
		JitStats code;

		jit_stats(r->jit, &code);
		plain_fprintf(to, "\"machine_code\": %.3f, ", code.seconds * 1000);
	}
	if (r->compiled.known)
		plain_fprintf(to, "\"flatten\": %.3f, \"sort\": %.3f, \"lower\": %.3f, ",
					  r->compiled.flat_ms, r->compiled.sort_ms, r->compiled.lower_ms);
	plain_fprintf(to,
				  "\"initialize\": %.3f, \"run\": %.3f, \"events\": %.3f, \"steps_cpu\": %.3f}, "
				  "\"peak_kb\": %ld}\n",
				  s->init_ms, s->run_ms, s->event_ms, s->step_ms, peak_kb());
}

/* What docs/promises.md speaks of. */
static void print_crossings(const Run *r, FILE *to)
{
	const HybridStats *s = &r->result.stats;
	const MdvModel *m = r->model;

	if (s->proved + s->sampled == 0)
		return;
	fprintf(to, "  crossings     %llu times proved, %llu times sampled",
			(unsigned long long)s->proved, (unsigned long long)s->sampled);
	if (s->sample_points > 0)
		fprintf(to, " at %llu points", (unsigned long long)s->sample_points);
	fputc('\n', to);
	for (int k = 0; k < HYBRID_SAMPLED && s->most[k].sampled > 0; k++)
		fprintf(to, "    '%s': %llu proved, %llu sampled, %llu points\n",
				m->source[m->crossing[s->most[k].crossing].source].text,
				(unsigned long long)s->most[k].proved, (unsigned long long)s->most[k].sampled,
				(unsigned long long)s->most[k].points);
}

/* The same, of derivatives. */
static void print_switches(const Run *r, FILE *to)
{
	const HybridStats *s = &r->result.stats;
	const MdvModel *m = r->model;

	if (s->switches + s->rough_unsure > 0)
		fprintf(to, "  switches      %llu without events, %llu steps not looked into\n",
				(unsigned long long)s->switches, (unsigned long long)s->rough_unsure);
	if (m->n_ode_calls > 0 && s->solver.steps > 0)
		fprintf(to, "  functions     %d called by derivatives, not looked into%s%s%s\n",
				(int)m->n_ode_calls, m->ode_call < 0 ? "" : ", one in '",
				m->ode_call < 0 ? "" : m->source[m->ode_call].text, m->ode_call < 0 ? "" : "'");
}

/* What ran the model that was compiled: machine code, and why not. */
static void print_code(const Run *r, FILE *to)
{
	JitStats s;

	if (!r->jit)
		return;
	jit_stats(r->jit, &s);
	plain_fprintf(to,
				  "  machine code  %d pieces, %d functions, %.1f kB of %zu operations in %.1f ms",
				  (int)s.n_regions, (int)s.n_functions, (double)s.n_bytes / 1024, s.n_instrs,
				  s.seconds * 1000);
	fprintf(to, s.refused ? "; no more: %s\n" : "\n", s.refused);
}

static void print_text(const Run *r, FILE *to)
{
	const HybridStats *s = &r->result.stats;

	fprintf(to, "  states        %d\n", r->rt->n);
	if (*r->result.choice)
		fprintf(to, "  solver        %s\n", r->result.choice);
	fprintf(to, "  steps         %llu (%llu rejected), %llu evaluations, %llu Jacobians\n",
			(unsigned long long)s->solver.steps, (unsigned long long)s->solver.rejected,
			(unsigned long long)s->rt.runs, (unsigned long long)s->solver.jac);
	fprintf(to, "  events        %llu of states, %llu of time (%llu samples), %llu passes\n",
			(unsigned long long)s->state_events, (unsigned long long)s->time_events,
			(unsigned long long)s->sample_events, (unsigned long long)s->rt.passes);
	print_crossings(r, to);
	print_switches(r, to);
	fprintf(
		to,
		"  at events     %llu repeated passes, equations evaluated: %llu in loops, %llu updates, "
		"%llu others\n",
		(unsigned long long)s->rt.repeats, (unsigned long long)s->rt.evaluations[MDV_LOOP],
		(unsigned long long)s->rt.evaluations[MDV_UPDATE],
		(unsigned long long)s->rt.evaluations[MDV_UNTOUCHED]);
	fprintf(to, "  restarts      %llu, %llu changes of states",
			(unsigned long long)s->solver.restarts, (unsigned long long)s->rt.set_changes);
	if (s->selections > 0)
		fprintf(to, ", %llu looks at their choice", (unsigned long long)s->selections);
	fputc('\n', to);
	print_components(r, to);
	print_code(r, to);
	fputs("  milliseconds  ", to);
	if (r->compiled.known)
		plain_fprintf(to, "%.1f flatten, %.1f sort, %.1f lower, ", r->compiled.flat_ms,
					  r->compiled.sort_ms, r->compiled.lower_ms);
	plain_fprintf(to, "%.1f initialize, %.1f run (%.1f of the processor in steps)\n", s->init_ms,
				  s->run_ms, s->step_ms);
	plain_fprintf(to, "  peak memory   %.1f MB\n", (double)peak_kb() / 1024);
}

void run_stats_summary(Run *r, MdvStatus status)
{
	FILE *to = strcmp(r->path, "-") ? stdout : stderr;

	interrupt_hide();
	if (r->o->stats == STATS_JSON) {
		if (r->other)
			r->other->stats(r, true, to);
		else
			print_json(r, status, to);
		return;
	}
	if (!r->o->quiet && r->file.open && r->file.out.status == MDV_OK && strcmp(r->path, "-") != 0)
		render_say(to, "%s: %llu rows from %g to %g in %s\n", r->model->name,
				   (unsigned long long)r->result.stats.rows, r->run.start, r->result.t, r->path);
	if (r->o->stats == STATS_TEXT && r->other)
		r->other->stats(r, false, to);
	else if (r->o->stats == STATS_TEXT)
		print_text(r, to);
}
