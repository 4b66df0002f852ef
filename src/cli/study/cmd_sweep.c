/* SPDX-License-Identifier: MIT
   cmd_sweep.c — modevs sweep: the model is compiled once, threads take runs as they are free, what
   they found goes into a journal (journal.c), at the end a table is made of that. Values that
   cannot be set in a run are compiled in: runs of equal such values are made together. */
#include "cli/study/sweep.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void say(const Sweep *s, const char *text)
{
	interrupt_hide();
	render_say(stderr, "%s: %s\n", s->o->program, text);
}

/* -- which sweep it is ------------------------------------------------------------------------ */

static uint64_t hash_text(uint64_t h, const char *s)
{
	return map_hash_bytes(s ? s : "", s ? strlen(s) : 0, h);
}

/* Options that change no result. */
static bool is_how(const OptionRow *row)
{
	static const char *const names[] = {
		"--jobs",  "--resume", "--force", "--timeout", "--memory",         "--part",   "--merge",
		"--slurm", "-q",       "-v",      "--color",   "--message-format", "--params", "--report"};

	for (size_t i = 0; row->name && i < sizeof names / sizeof *names; i++)
		if (!strcmp(row->name, names[i]))
			return true;
	return !row->name;
}

static uint64_t hash_option(uint64_t h, const Options *o, const OptionRow *row)
{
	const void *field = (const char *)(row->in_run ? (const void *)&o->run : o) + row->offset;

	h = hash_text(h, row->name);
	switch (row->kind) {
	case OPTION_TIME:
	case OPTION_REAL: return map_hash_bytes(field, sizeof(double), h);
	case OPTION_CHOICE:
	case OPTION_WORDS: return map_hash_bytes(field, sizeof(int), h);
	case OPTION_TEXT:
	case OPTION_RESULT:
	case OPTION_REGEX: return hash_text(h, *(const char *const *)field);
	case OPTION_TEXTS:
	case OPTION_DIRS:
		for (size_t i = 0; i < ((const OptionsDirs *)field)->n; i++)
			h = hash_text(h, ((const OptionsDirs *)field)->at[i]);
		return h;
	case OPTION_SETS:
		for (size_t i = 0; i < o->set.n; i++)
			h = hash_text(hash_text(h, o->set.at[i].name), o->set.at[i].value);
		return h;
	default: return h;
	}
}

/* Of what the results depend on: the options, the texts that were read, the program. */
static uint64_t find_key(const Sweep *s)
{
	const SourceSet *sources = &s->shop.cx.sources;
	const Run *in = &s->shop.inputs;
	uint64_t h = hash_text(hash_text(1, MDV_VERSION), s->o->what);

	for (size_t i = 0; i < option_row_count(); i++)
		if (s->o->given[i] && !is_how(&option_rows[i]))
			h = hash_option(h, s->o, &option_rows[i]);
	for (size_t i = 0; i < s->design.n; i++)
		for (size_t k = 0; k < s->design.column[i].text.n; k++)
			h = hash_text(h, s->design.column[i].text.at[k]);
	for (size_t i = 0; i < sources->files.n; i++)
		h = map_hash_bytes(sources->files.at[i]->text, sources->files.at[i]->len, h);
	if (in->has_input) {
		h = map_hash_bytes(in->input.t.at, in->input.t.n * sizeof *in->input.t.at, h);
		h = map_hash_bytes(in->input.value.at, in->input.value.n * sizeof *in->input.value.at, h);
	}
	return h;
}

/* -- files ------------------------------------------------------------------------------------ */

const char *sweep_journal_path(Sweep *s, uint64_t part, uint64_t of)
{
	if (of)
		return arena_printf(&s->keep, "%s.runs.%llu-of-%llu", s->path, (unsigned long long)part,
							(unsigned long long)of);
	return strcmp(s->path, "-") ? arena_printf(&s->keep, "%s.runs", s->path) : NULL;
}

/* The folder of the trajectories is there. */
static bool make_folder(Sweep *s)
{
	const char *folder = s->o->trajectories;

	if (!folder || mkdir(folder, 0777) == 0 || errno == EEXIST)
		return true;
	say(s, arena_printf(&s->keep, "'%s': %s", folder, file_error(errno)));
	return false;
}

/* None of its files is somebody else's, or the table: known before the first run. */
static bool check_trajectories(Sweep *s)
{
	ArenaMark mark = arena_mark(&s->keep);
	char why[512];

	s->shop.replace = &s->replace;
	for (uint64_t i = 0; i < s->design.n_runs; i++) {
		const char *file = worker_file(s->o, i, &s->keep);

		if (replace_is_output(&s->replace, file))
			return options_wrong(s->o, "'%s' is a trajectory, too: a file of its own is needed",
								 file);
		if (!replace_may(&s->replace, file, why, sizeof why)) {
			say(s, why);
			return false;
		}
		arena_release(&s->keep, mark);
	}
	return true;
}

static bool check_files(Sweep *s)
{
	const Options *o = s->o;
	char why[512];

	s->path = o->out ? o->out
					 : arena_printf(&s->keep, "%s_sweep.csv",
									text_file_name(&s->keep, s->shop.cx.island->model.name));
	for (size_t i = 0; i < s->shop.cx.sources.files.n; i++)
		replace_note(&s->replace, s->shop.cx.sources.files.at[i]->name);
	for (size_t i = 0; i < o->params.n; i++)
		replace_note(&s->replace, o->params.at[i]);
	if (o->input)
		replace_note(&s->replace, o->input);
	for (size_t i = 0; i < o->vary.n; i++) {
		const char *at = strstr(o->vary.at[i], "=@");

		if (at)
			replace_note(&s->replace, at + 2);
	}
	if (!make_folder(s))
		return false;
	if (!replace_claim(&s->replace, s->path, why, sizeof why) ||
		(o->report && !replace_claim(&s->replace, o->report, why, sizeof why))) {
		say(s, why);
		return false;
	}
	if (!strcmp(s->path, "-") && (o->resume || s->n_parts))
		return options_wrong(o, "'%s' needs a table that is a file, not '-'",
							 o->resume ? "--resume" : "--part");
	return !o->trajectories || check_trajectories(s);
}

static bool open_journal(Sweep *s)
{
	const char *path = sweep_journal_path(s, s->part, s->n_parts);
	Text why;
	bool ok;

	if (s->o->force && path && !s->o->resume)
		unlink(path);
	s->journal = (Journal){
		.fd = -1, .keep = &s->keep, .n_runs = s->design.n_runs, .n_values = s->measures.n};
	text_init(&why, NULL);
	ok = journal_open(&s->journal, path, s->key, s->o->resume, &why);
	if (!ok)
		say(s, text_str(&why));
	text_free(&why);
	return ok;
}

/* -- progress --------------------------------------------------------------------------------- */

/* Two texts in turn: a signal handler may look at one of them. */
void sweep_show(Sweep *s)
{
	double now = clock_seconds(), share;
	uint64_t all = s->mine, made = s->journal.done - s->had;
	char *text = s->progress[s->turn ^= 1];

	share = all ? (double)s->journal.done / (double)all : 1;
	if (made > 0)
		plain_snprintf(text, sizeof s->progress[0], "%llu of %llu runs, %.0f s left",
					   (unsigned long long)s->journal.done, (unsigned long long)all,
					   (now - s->began) * (double)(all - s->journal.done) / (double)made);
	else
		plain_snprintf(text, sizeof s->progress[0], "%llu of %llu runs",
					   (unsigned long long)s->journal.done, (unsigned long long)all);
	interrupt_phase(text, NULL);
	interrupt_show(share);
}

/* -- runs ------------------------------------------------------------------------------------- */

bool sweep_is_mine(Sweep *s, uint64_t run)
{
	JournalRun r;

	return (!s->n_parts || run % s->n_parts == s->part - 1) &&
		   !journal_get(&s->journal, run, &r, s->value);
}

/* Are the values that are compiled in those of `first`? */
bool sweep_is_alike(const Sweep *s, uint64_t run, uint64_t first)
{
	for (size_t i = 0; i < s->design.n; i++)
		if (s->shop.var[i] < 0 &&
			design_value(&s->design, i, run) != design_value(&s->design, i, first))
			return false;
	return true;
}

static bool next_run(Sweep *s, uint64_t *run)
{
	while (s->next < s->design.n_runs && s->status == MDV_OK && !*interrupt_flag()) {
		uint64_t i = s->next++;

		if (sweep_is_mine(s, i) && sweep_is_alike(s, i, s->first)) {
			*run = i;
			return true;
		}
	}
	return false;
}

/* Keeps the earliest warning, whoever had it. */
static void take_warning(Sweep *s, const Worker *k)
{
	if (!k->warned || (s->warned && s->warned <= k->warned))
		return;
	s->warned = k->warned;
	snprintf(s->warning, sizeof s->warning, "%s", k->warning);
}

static void take_result(Sweep *s, Worker *k, uint64_t run, MdvStatus status)
{
	if (status == MDV_OK && !journal_put(&s->journal, run, &k->how, k->value))
		status = MDV_IO;
	if (status != MDV_OK && s->status == MDV_OK) {
		s->status = status;
		snprintf(s->warning, sizeof s->warning, "%s", k->how.reason);
	}
}

static void *work(void *arg)
{
	Sweep *s = arg;
	uint64_t run;
	Worker k;
	bool ok = worker_begin(&k, &s->shop);

	pthread_mutex_lock(&s->lock);
	if (!ok)
		s->status = MDV_NO_MEMORY;
	while (ok && next_run(s, &run)) {
		MdvStatus status;

		pthread_mutex_unlock(&s->lock);
		status = worker_run(&k, run);
		pthread_mutex_lock(&s->lock);
		take_result(s, &k, run, status);
	}
	take_warning(s, &k);
	s->working--;
	pthread_cond_signal(&s->idle);
	pthread_mutex_unlock(&s->lock);
	worker_end(&k);
	return NULL;
}

static void wait_for_workers(Sweep *s)
{
	struct timespec until;

	pthread_mutex_lock(&s->lock);
	while (s->working > 0) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 100000000;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&s->idle, &s->lock, &until);
		sweep_show(s);
	}
	pthread_mutex_unlock(&s->lock);
}

/* All runs that are like s->first. */
static void run_threads(Sweep *s)
{
	pthread_t *thread = NEW_ARRAY(&s->keep, pthread_t, s->n_jobs);
	int n = 0;

	s->next = s->first;
	s->working = s->n_jobs;
	for (; n < s->n_jobs; n++)
		if (pthread_create(&thread[n], NULL, work, s) != 0)
			break;
	pthread_mutex_lock(&s->lock);
	s->working -= s->n_jobs - n;
	if (n == 0)
		s->status = MDV_NO_MEMORY;
	pthread_mutex_unlock(&s->lock);
	wait_for_workers(s);
	for (int i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
}

/* -- what is compiled in ---------------------------------------------------------------------- */

/* The runs like s->first cannot be compiled: rows with that reason. */
static void fail_group(Sweep *s, const char *why)
{
	JournalRun r = {.status = MDV_FAILED};

	snprintf(r.reason, sizeof r.reason, "%s", why);
	memset(s->value, 0, s->measures.n * sizeof *s->value);
	for (uint64_t i = s->first; i < s->design.n_runs && s->status == MDV_OK; i++)
		if (sweep_is_mine(s, i) && sweep_is_alike(s, i, s->first)) {
			memset(s->value, 0, s->measures.n * sizeof *s->value);
			if (!journal_put(&s->journal, i, &r, s->value))
				s->status = MDV_IO;
		}
}

/* The first diagnostic. */
static const char *reason_of(Sweep *s)
{
	const char *why = "the model does not take the value";
	Text text;

	text_init(&text, NULL);
	diag_print_text(&s->shop.cx.diag, &text);
	if (text.n)
		why = arena_strndup(&s->keep, text_str(&text), strcspn(text_str(&text), "\n"));
	text_free(&text);
	return why;
}

const char *sweep_prepare(Sweep *s, uint64_t first)
{
	int code;

	s->first = first;
	if (s->shop.made && sweep_is_alike(s, first, s->compiled))
		return NULL;
	workshop_close(&s->shop);
	s->compiled = first;
	code = workshop_open(&s->shop, s->o, &s->design, first, &s->keep);
	interrupt_ask(NULL, NULL);
	return code == EXIT_DONE && workshop_settle(&s->shop, &s->keep) ? NULL : reason_of(s);
}

static void run_all(Sweep *s)
{
	for (uint64_t i = 0; i < s->design.n_runs && s->status == MDV_OK && !*interrupt_flag(); i++) {
		const char *why;

		if (!sweep_is_mine(s, i))
			continue;
		why = sweep_prepare(s, i);
		if (why)
			fail_group(s, why);
		else
			run_threads(s);
	}
}

/* -- beginning and end ------------------------------------------------------------------------ */

static int64_t count_failed(Sweep *s)
{
	int64_t n = 0;
	JournalRun r;

	for (uint64_t i = 0; i < s->design.n_runs; i++)
		n += journal_get(&s->journal, i, &r, s->value) && r.status != MDV_OK;
	return n;
}

int sweep_finish(Sweep *s)
{
	Sheet table = {&s->design, &s->measures, s->path};
	unsigned long long n = s->design.n_runs, failed = (unsigned long long)count_failed(s);
	Text why;
	bool ok;

	text_init(&why, NULL);
	ok = sheet_write(&table, &s->journal, &s->keep, &why);
	if (ok && s->o->report)
		ok = sweep_report(s, &why);
	interrupt_hide();
	if (!ok)
		say(s, text_str(&why));
	text_free(&why);
	if (!ok)
		return EXIT_RUN;
	if (strcmp(s->path, "-") != 0)
		replace_mark(s->path);
	if (s->warned)
		options_warn(s->o, "in run %llu: %s", (unsigned long long)s->warned, s->warning);
	if (failed)
		fprintf(stderr, "%s: %llu of %llu runs failed; the column 'status' tells why\n",
				s->o->program, failed, n);
	if (strcmp(s->path, "-") != 0 && !s->o->quiet)
		fprintf(stdout, "%s: %llu runs in %s\n", s->name, n, s->path);
	journal_close(&s->journal, true);
	return failed == n ? EXIT_RUN : EXIT_DONE;
}

static int end_early(Sweep *s)
{
	int number = *interrupt_flag();

	interrupt_hide();
	if (s->status == MDV_NO_MEMORY || s->status == MDV_INTERNAL_ERROR || s->status == MDV_IO)
		say(s, *s->warning ? s->warning : mdv_status_text(s->status));
	fprintf(stderr, "%s: %s after %llu of %llu runs%s\n", s->o->program,
			number == SIGALRM ? "out of time" : "stopped", (unsigned long long)s->journal.done,
			(unsigned long long)s->mine, s->journal.path ? "; --resume goes on" : "");
	journal_close(&s->journal, s->journal.done == 0);
	return number == SIGALRM ? EXIT_LIMIT : exit_status(number ? MDV_STOPPED : s->status, number);
}

static int end_part(Sweep *s)
{
	interrupt_hide();
	if (!s->o->quiet)
		fprintf(stdout, "%s: %llu runs of part %llu in %s\n", s->name,
				(unsigned long long)s->journal.done, (unsigned long long)s->part, s->journal.path);
	journal_close(&s->journal, false);
	return EXIT_DONE;
}

static void count_mine(Sweep *s)
{
	uint64_t n = s->design.n_runs;

	s->mine = s->n_parts ? n / s->n_parts + (s->part <= n % s->n_parts) : n;
	s->had = s->journal.done;
	s->began = clock_seconds();
}

static bool read_part(Sweep *s)
{
	const char *text = s->o->part, *slash = text ? strchr(text, '/') : NULL;
	double k, n;

	if (!text)
		return true;
	if (!slash || !real_read(text, (size_t)(slash - text), &k) ||
		!real_read(slash + 1, strlen(slash + 1), &n) || k != floor(k) || n != floor(n) || k < 1 ||
		n < k || n > 1e6)
		return options_wrong(s->o, "'--part %s': it is K/N, such as 1/4", text);
	s->part = (uint64_t)k;
	s->n_parts = (uint64_t)n;
	return true;
}

static int compile_first(Sweep *s)
{
	int code = workshop_open(&s->shop, s->o, &s->design, 0, &s->keep);

	start_tell(&s->shop.cx);
	if (code != EXIT_DONE)
		return code;
	s->name = arena_strdup(&s->keep, s->shop.cx.island->model.name);
	if (!measure_read(&s->measures, s->o, &s->design, &s->shop.cx.island->model, &s->keep))
		return EXIT_USAGE;
	for (size_t i = 0; i < s->measures.n; i++) { /* it outlives this compilation */
		s->measures.at[i].label = arena_strdup(&s->keep, s->measures.at[i].label);
		if (s->measures.at[i].variable)
			s->measures.at[i].variable = arena_strdup(&s->keep, s->measures.at[i].variable);
	}
	s->value = NEW_ARRAY(&s->keep, double, s->measures.n + 1);
	return workshop_settle(&s->shop, &s->keep) && check_files(s) ? EXIT_DONE : EXIT_USAGE;
}

static bool check_together(const Options *o)
{
	if (o->run.solver == MDV_SOLVER_QBG)
		return options_wrong(o, "the solver qbg is for single runs");
	if (run_fmu_is(o->what))
		return options_wrong(o, "FMUs are for single runs");
	if (o->vars && !o->trajectories)
		return options_wrong(o, "'--vars' chooses what '--trajectories' keeps: there is none");
	if (o->report && o->part)
		return options_wrong(o, "'--report' is of all runs: it belongs to '--merge'");
	if (sweep_mpi_rank() >= 0 && (o->jobs > 0 || o->part || o->merge > 0 || o->slurm > 0))
		return options_wrong(o,
							 "under mpirun the ranks make the runs: '--jobs', '--part', '--merge' "
							 "and '--slurm' are for single processes");
	if ((o->part != NULL) + (o->merge > 0) + (o->slurm > 0) > 1)
		return options_wrong(o, "one of '--part', '--merge' and '--slurm'");
	return true;
}

static int merge_parts(Sweep *s, uint64_t n)
{
	int code;

	if (!sweep_parts_merge(s, n)) {
		journal_close(&s->journal, true);
		return EXIT_RUN;
	}
	code = sweep_finish(s);
	if (code == EXIT_DONE)
		sweep_parts_remove(s, n);
	return code;
}

static bool run_ranks(Sweep *s, bool *first)
{
	Text why;
	bool ok;

	text_init(&why, NULL);
	ok = sweep_mpi_run(s, first, &why);
	if (!ok)
		say(s, text_str(&why));
	text_free(&why);
	return ok;
}

static int sweep(void *arg)
{
	Sweep *s = arg;
	const Options *o = s->o;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	bool first = true;
	int code;

	if (!check_together(o) || !read_part(s) || !design_read(&s->design, o, &s->keep))
		return EXIT_USAGE;
	s->n_jobs = o->jobs > 0 ? (int)o->jobs : processors > 0 ? (int)processors : 1;
	s->shop.measures = &s->measures;
	code = compile_first(s);
	if (code != EXIT_DONE)
		return code;
	s->key = find_key(s);
	if (o->slurm > 0)
		return sweep_parts_submit(s, (uint64_t)o->slurm);
	if (sweep_mpi_rank() <= 0 && !open_journal(s))
		return EXIT_USAGE;
	count_mine(s);
	interrupt_ask(NULL, NULL);
	if (o->merge > 0)
		return merge_parts(s, (uint64_t)o->merge);
	if (sweep_mpi_rank() >= 0) {
		if (!run_ranks(s, &first))
			return EXIT_RUN;
		if (!first)
			return EXIT_DONE;
	} else
		run_all(s);
	if (s->status != MDV_OK || *interrupt_flag() || s->journal.done < s->mine)
		return end_early(s);
	return s->n_parts ? end_part(s) : sweep_finish(s);
}

int cmd_sweep(const Options *o)
{
	Sweep *s = alloc_new(&alloc_heap, sizeof *s);
	int code;

	if (!s)
		guard_no_memory(NULL);
	if (sweep_mpi_rank() > 0 &&
		(!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
		guard_no_memory(NULL); /* rank 0 says what there is to say */
	s->o = o;
	s->journal.fd = -1;
	arena_init(&s->keep, NULL);
	s->keep.no_memory = guard_no_memory;
	replace_init(&s->replace, NULL, o->force);
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->idle, NULL);
	code = run_begin_inner(o->program, &s->shop.cx.keep, sweep, s);
	journal_close(&s->journal, false);
	workshop_close(&s->shop);
	replace_free(&s->replace);
	pthread_cond_destroy(&s->idle);
	pthread_mutex_destroy(&s->lock);
	arena_free(&s->keep);
	alloc_free(&alloc_heap, s, sizeof *s);
	return code;
}
