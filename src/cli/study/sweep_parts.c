/* SPDX-License-Identifier: MIT
   sweep_parts.c — a sweep in parts that different machines make: a job array for Slurm, each of
   whose tasks is this command with --part, and the merging of what they left. */
#define _DEFAULT_SOURCE
#include "cli/study/sweep.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool sweep_parts_merge(Sweep *s, uint64_t n)
{
	uint64_t all = 0;
	JournalRun r;

	for (uint64_t k = 1; k <= n; k++) {
		Journal part = s->journal;
		Text why;
		bool ok;

		text_init(&why, NULL);
		ok = access(sweep_journal_path(s, k, n), R_OK) == 0;
		if (!ok)
			text_printf(&why, "'%s': %s", sweep_journal_path(s, k, n), file_error(errno));
		part.fd = -1;
		ok = ok && journal_open(&part, sweep_journal_path(s, k, n), s->key, true, &why);
		for (uint64_t i = k - 1; ok && i < s->design.n_runs; i += n) {
			ok = journal_get(&part, i, &r, s->value) && journal_put(&s->journal, i, &r, s->value);
			if (!ok)
				text_printf(&why, "part %llu lacks run %llu; --part %llu/%llu --resume makes it",
							(unsigned long long)k, (unsigned long long)i + 1, (unsigned long long)k,
							(unsigned long long)n);
			all += ok;
		}
		if (part.fd >= 0)
			close(part.fd);
		if (!ok)
			render_say(stderr, "%s: %s\n", s->o->program, text_str(&why));
		text_free(&why);
		if (!ok)
			return false;
	}
	return all == s->design.n_runs;
}

void sweep_parts_remove(Sweep *s, uint64_t n)
{
	for (uint64_t k = 1; k <= n; k++)
		unlink(sweep_journal_path(s, k, n));
}

/* An argument as a shell takes it. */
static void put_quoted(FILE *f, const char *s)
{
	fputc('\'', f);
	for (; *s; s++)
		fputs(*s == '\'' ? "'\\''" : (char[2]){*s, 0}, f);
	fputc('\'', f);
}

/* This command line without --slurm, and of parts without --report, by the file of the system. */
static bool put_command(FILE *f, bool merges)
{
	FILE *own = fopen("/proc/self/cmdline", "rb");
	bool skip = false, ok;
	Text arg;
	int c;

	if (!own)
		return false;
	text_init(&arg, NULL);
	while ((c = fgetc(own)) != EOF) {
		const char *left_out =
			merges || strncmp(text_str(&arg), "--report", 8) != 0 ? "--slurm" : "--report";

		if (c) {
			text_add_char(&arg, (char)c, 1);
			continue;
		}
		if (skip || !strncmp(text_str(&arg), left_out, strlen(left_out)))
			skip = !skip && !strcmp(text_str(&arg), left_out);
		else {
			put_quoted(f, text_str(&arg));
			fputc(' ', f);
		}
		text_clear(&arg);
	}
	fclose(own);
	ok = !arg.failed;
	text_free(&arg);
	return ok;
}

static bool write_script(const Options *o, const char *path, uint64_t n, bool merges)
{
	FILE *f = file_create(path, false);

	if (!f)
		return false;
	fputs("#!/bin/sh\n# made by modevs sweep --slurm\n#SBATCH --job-name=modevs-sweep\n", f);
	if (!merges)
		fprintf(f, "#SBATCH --array=1-%llu\n", (unsigned long long)n);
	fputs("exec ", f);
	if (!put_command(f, merges)) {
		fclose(f);
		return false;
	}
	if (merges)
		fprintf(f, "--merge %llu\n", (unsigned long long)n);
	else
		fprintf(f, "%s%s--part \"$SLURM_ARRAY_TASK_ID\"/%llu\n",
				o->jobs > 0 ? "" : "--jobs \"${SLURM_CPUS_PER_TASK:-1}\" ",
				o->resume ? "" : "--resume ", (unsigned long long)n);
	return fclose(f) == 0;
}

/* Runs sbatch; gives the number of the job in id. */
static bool submit(const char *path, const char *dependency, char id[64])
{
	int ends[2], status = 1;
	ssize_t n = 0, got;
	pid_t child;

	if (pipe(ends) != 0 || (child = fork()) < 0)
		return false;
	if (child == 0) {
		dup2(ends[1], STDOUT_FILENO);
		close(ends[0]);
		execlp("sbatch", "sbatch", "--parsable", dependency, path, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	while (n < 63 && (got = read(ends[0], id + n, (size_t)(63 - n))) > 0)
		n += got;
	close(ends[0]);
	id[n] = '\0';
	id[strcspn(id, "\n;")] = '\0';
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 && *id;
}

int sweep_parts_submit(Sweep *s, uint64_t n)
{
	const char *jobs = arena_printf(&s->keep, "%s.sbatch", s->path);
	const char *last = arena_printf(&s->keep, "%s.merge.sbatch", s->path);
	char id[64], merge[64], why[512];

	if (!replace_may(&s->replace, jobs, why, sizeof why) ||
		!replace_may(&s->replace, last, why, sizeof why)) {
		render_say(stderr, "%s: %s\n", s->o->program, why);
		return EXIT_USAGE;
	}
	if (!write_script(s->o, jobs, n, false) || !write_script(s->o, last, n, true)) {
		fprintf(stderr, "%s: '%s': %s\n", s->o->program, jobs, file_error(errno));
		return EXIT_RUN;
	}
	replace_mark(jobs);
	replace_mark(last);
	if (!submit(jobs, "--export=ALL", id) ||
		!submit(last, arena_printf(&s->keep, "--dependency=afterok:%s", id), merge)) {
		fprintf(stderr, "%s: sbatch did not take the job; it is written in %s and %s\n",
				s->o->program, jobs, last);
		return EXIT_RUN;
	}
	printf("%s: %llu runs in %llu jobs, array %s; job %s writes %s\n", s->name,
		   (unsigned long long)s->design.n_runs, (unsigned long long)n, id, merge, s->path);
	return EXIT_DONE;
}
