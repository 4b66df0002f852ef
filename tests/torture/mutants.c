/* SPDX-License-Identifier: MIT
   mutants.c — mutants of models through the whole compiler and, if they still are models, for a
   moment through the runtime, in one process: built with AddressSanitizer, thousands a minute. No
   mutant may crash, leak, end in an internal error or fail without a message. A second process runs
   them; if it ends before its time the first one keeps the mutant and what was said, and starts
   another behind it. With --fence memory of simulations is watched by the processor (fence.h).

   usage: mutants [--count N] [--seed S] [--from K] [--keep DIR] [--fence] [-L DIR]
		  FILE.mo|FOLDER... */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, setitimer */
#include "fence.h"
#include "modevs/modevs.h"
#include "mutate.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BYTES_MOST    ((size_t)256 << 20) /* that a mutant may hold; then there is no memory */
#define ALLOCS_MOST   400000 /* and so many allocations; both count alike in every run */
#define CPU_LIMIT     20     /* seconds of the processor for one mutant: it hangs */
#define RUN_LIMIT     0.1    /* seconds of --timeout */
#define COMPILE_LIMIT 10.0   /* the same of compiling */
#define TELL_EVERY    10000  /* mutants between two lines about how far it is */
#define LEAK_EVERY    200    /* mutants between two looks for leaks of libraries */
#define BESIDE        64     /* bytes before and after each block … */
#define MARK          0xA5   /* … with this in them */
#define FENCE_BYTES   ((size_t)64 << 30) /* addresses for the blocks of a simulation */

#if defined(__SANITIZE_ADDRESS__)
int __lsan_do_recoverable_leak_check(void);
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=1:allocator_may_return_null=1:abort_on_error=0";
}
static bool has_leaks(void)
{
	return __lsan_do_recoverable_leak_check() != 0;
}
void __asan_poison_memory_region(void const volatile *addr, size_t size);
void __asan_unpoison_memory_region(void const volatile *addr, size_t size);
static void hide_bytes(const void *at, size_t n)
{
	__asan_poison_memory_region(at, n);
}
static void show_bytes(const void *at, size_t n)
{
	__asan_unpoison_memory_region(at, n);
}
#else
static void hide_bytes(const void *at, size_t n)
{
	(void)at, (void)n;
}
static void show_bytes(const void *at, size_t n)
{
	(void)at, (void)n;
}
static bool has_leaks(void)
{
	return false;
}
#endif

typedef struct {
	uint64_t count, seed, from; /* numbers from `from` to before `count`, of a seed */
	const char *keep;           /* folder of findings */
	bool is_fenced;             /* memory of simulations is behind fences */
	const char *dirs[8];        /* libraries; ends with NULL */
	const char *paths[64];      /* n_paths files and folders */
	size_t n_dirs, n_paths;     /* how many */
} Task;

/* What both processes see. */
typedef struct {
	uint64_t k;             /* the mutant at work */
	uint64_t compiled, ran; /* of those before: how many are models, how many ran to their end */
	uint64_t limited;       /* ended by a limit of time or memory */
	bool is_leak;           /* found after the mutants since the last look */
	char why[256];          /* what is wrong, if that is known; "" */
} Shared;

/* Memory with limits, and what is held. */
typedef struct {
	size_t bytes;  /* held */
	size_t allocs; /* made so far */
	Fence *fence;  /* for blocks that are new; NULL: they are of the C library */
} Heap;

static Shared *shared;
static Fence fence; /* of this process */

static _Noreturn void end_finding(const char *why)
{
	snprintf(shared->why, sizeof shared->why, "%s", why);
	_exit(1);
}

/* Machine code and libraries write past the sanitizer: marks beside each block tell of it when the
   block is given back. For what is watched they are out of bounds. */

static void put_marks(unsigned char *block, size_t size)
{
	memset(block, MARK, BESIDE);
	memset(block + BESIDE + size, MARK, BESIDE);
	hide_bytes(block, BESIDE);
	hide_bytes(block + BESIDE + size, BESIDE);
}

static void check_marks(unsigned char *block, size_t size)
{
	show_bytes(block, BESIDE);
	show_bytes(block + BESIDE + size, BESIDE);
	for (size_t k = 0; k < BESIDE; k++)
		if (block[k] != MARK || block[BESIDE + size + k] != MARK)
			end_finding("somebody wrote beside a block");
}

static void put_fenced(void *ptr, size_t size)
{
	if (!fence_put(&fence, ptr, size))
		end_finding("somebody wrote beside a block of a simulation");
}

static void *move_fenced(void *ptr, size_t old_size, size_t new_size)
{
	void *got = fence_get(&fence, new_size);

	if (got && ptr) {
		memcpy(got, ptr, old_size < new_size ? old_size : new_size);
		put_fenced(ptr, old_size);
	}
	return got;
}

static void *resize_marked(void *ptr, size_t old_size, size_t new_size)
{
	unsigned char *block = ptr ? (unsigned char *)ptr - BESIDE : NULL, *got;

	if (block)
		check_marks(block, old_size);
	if (new_size == 0) {
		free(block);
		return NULL;
	}
	got = realloc(block, new_size + 2 * BESIDE);
	if (!got) {
		if (block)
			put_marks(block, old_size);
		return NULL;
	}
	put_marks(got, new_size);
	return got + BESIDE;
}

static void *resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
	Heap *h = ctx;
	void *got = NULL;

	if (new_size > 0 && (new_size > BYTES_MOST || h->bytes - old_size + new_size > BYTES_MOST ||
						 ++h->allocs > ALLOCS_MOST))
		return NULL;
	if (ptr ? !fence_has(&fence, ptr) : !h->fence)
		got = resize_marked(ptr, old_size, new_size);
	else if (new_size > 0)
		got = move_fenced(ptr, old_size, new_size);
	else
		put_fenced(ptr, old_size);
	if (got || new_size == 0)
		h->bytes += new_size - old_size;
	return got;
}

/* -- one mutant ------------------------------------------------------------------------------- */

static void on_hang(int number)
{
	(void)number;
	end_finding("no end");
}

static void check_status(MdvStatus status, const char *text)
{
	if (status == MDV_INTERNAL_ERROR) {
		fprintf(stderr, "%s\n", text);
		end_finding("internal error");
	}
	if (status < 0 && status != MDV_NO_MEMORY && !text[0])
		end_finding("fails without a message");
	shared->limited += status == MDV_NO_MEMORY || status == MDV_TIMED_OUT;
}

static void simulate(const MdvProgram *program, MdvSolver solver)
{
	MdvSimulateOptions o = {.run = mdv_options()};
	MdvSimulateResult result;
	MdvStatus status;

	o.run.start = 0;
	o.run.stop = 1;
	o.run.timeout = RUN_LIMIT;
	o.run.solver = solver;
	status = mdv_simulate(program, &o, &result);
	check_status(status, result.message);
	shared->ran += status >= 0;
}

static void attempt(const char *file, const Text *text, Random *random, const Task *task)
{
	static const MdvSolver solvers[] = {MDV_SOLVER_CVODE, MDV_SOLVER_CVODE, MDV_SOLVER_IDA,
										MDV_SOLVER_RK45};
	struct itimerval limit = {.it_value.tv_sec = CPU_LIMIT};
	char class[160];
	Heap heap = {0, 0, NULL};
	MdvAlloc alloc = {resize, &heap};
	MdvCompileOptions o = {.dirs = task->dirs, .alloc = &alloc, .timeout = COMPILE_LIMIT};
	MdvProgram *program = NULL;
	MdvStatus status;

	mutate_class(text, random, class, sizeof class);
	if (class[0] && random_below(random, 10) > 0)
		o.model = class;
	setitimer(ITIMER_PROF, &limit, NULL);
	status = mdv_compile(file, &o, &program);
	check_status(status, program ? mdv_program_messages(program) : "");
	if (status == MDV_OK) {
		shared->compiled++;
		heap.fence = task->is_fenced ? &fence : NULL;
		simulate(program, solvers[random_below(random, 4)]);
	}
	mdv_program_free(program);
	if (heap.bytes > 0)
		end_finding("memory is lost");
	fence_reset(&fence);
}

/* -- the process that runs them ------------------------------------------------------------------
 */

static void write_text(const char *path, const char *text, size_t n)
{
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(text, 1, n, file) != n || fclose(file) != 0) {
		perror(path);
		exit(2);
	}
}

static void look_for_leaks(uint64_t k)
{
	if (!has_leaks())
		return;
	shared->is_leak = true;
	shared->k = k;
	end_finding("memory of a library is lost");
}

static void run_mutants(const Corpus *c, const Task *task, const char *file, uint64_t every)
{
	Text text;
	Random random;

	signal(SIGPROF, on_hang);
	text_init(&text, NULL);
	for (uint64_t k = shared->k; k < task->count; k++) {
		shared->k = k;
		mutate_text(c, task->seed, k, &random, &text);
		write_text(file, text_str(&text), text.n);
		attempt(file, &text, &random, task);
		if ((k + 1) % every == 0)
			look_for_leaks(k);
		if ((k + 1) % TELL_EVERY == 0) {
			printf("%llu mutants, %llu are models\n", (unsigned long long)(k + 1),
				   (unsigned long long)shared->compiled);
			fflush(stdout);
		}
	}
	look_for_leaks(task->count - 1);
	text_free(&text);
}

/* -- the process that watches --------------------------------------------------------------------
 */

/* The line of a sanitizer's report that tells most. */
static void find_reason(const char *log, char *why, size_t size)
{
	FILE *file = fopen(log, "rb");
	char line[1024];

	while (file && fgets(line, sizeof line, file))
		if (strstr(line, "ERROR:") || strstr(line, "runtime error") ||
			strstr(line, "internal error")) {
			snprintf(why, size, "%.*s", (int)strcspn(line, "\n"), line);
			break;
		}
	if (file)
		fclose(file);
}

static void keep_finding(const Corpus *c, const Task *task, const char *log, int status)
{
	char path[512], why[256];
	Random random;
	Text text;

	text_init(&text, NULL);
	mutate_text(c, task->seed, shared->k, &random, &text);
	mkdir(task->keep, 0777);
	snprintf(path, sizeof path, "%s/mutant_%llu_%llu.mo", task->keep,
			 (unsigned long long)task->seed, (unsigned long long)shared->k);
	write_text(path, text_str(&text), text.n);
	snprintf(why, sizeof why, "%s%s", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "",
			 shared->why);
	find_reason(log, why, sizeof why);
	printf("%s: %s\n", path, why);
	fflush(stdout);
	memcpy(strrchr(path, '.'), ".log", 5);
	rename(log, path);
	text_free(&text);
}

/* A process that runs mutants from shared->k on; its status. */
static int run_child(const Corpus *c, const Task *task, const char *folder, uint64_t every)
{
	char file[512], log[512];
	int status = 0;
	pid_t child;

	snprintf(file, sizeof file, "%s/mutant.mo", folder);
	snprintf(log, sizeof log, "%s/log", folder);
	shared->why[0] = '\0';
	shared->is_leak = false;
	child = fork();
	if (child == 0) {
		int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);

		if (fd < 0 || dup2(fd, STDERR_FILENO) < 0)
			_exit(2);
		run_mutants(c, task, file, every);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) != child) {
		perror("mutants");
		exit(2);
	}
	return status;
}

/* Mutants up to task->count; how many findings. Leaks of libraries show after some mutants: these
   are run again, one by one, to know which it is. */
static int watch_mutants(const Corpus *c, const Task *task, const char *folder)
{
	char log[512];
	int findings = 0, status;

	snprintf(log, sizeof log, "%s/log", folder);
	shared->k = task->from;
	while (shared->k < task->count) {
		uint64_t begin = shared->k;

		status = run_child(c, task, folder, LEAK_EVERY);
		if (status == 0)
			break;
		if (shared->is_leak) {
			Task again = *task;

			again.count = shared->k + 1;
			shared->k = shared->k >= begin + LEAK_EVERY ? shared->k + 1 - LEAK_EVERY : begin;
			status = run_child(c, &again, folder, 1);
			if (status == 0) /* it needs those before */
				shared->k = again.count - 1;
		}
		keep_finding(c, task, log, status);
		findings++;
		shared->k++;
	}
	return findings;
}

static bool read_arguments(Task *t, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value = i + 1 < argc ? argv[i + 1] : NULL;

		if (argv[i][0] != '-') {
			if (t->n_paths == sizeof t->paths / sizeof *t->paths)
				return false;
			t->paths[t->n_paths++] = argv[i];
			continue;
		}
		if (!strcmp(argv[i], "--fence")) {
			t->is_fenced = true;
			continue;
		}
		if (!value)
			return false;
		if (!strcmp(argv[i], "--count"))
			t->count = strtoull(value, NULL, 10);
		else if (!strcmp(argv[i], "--seed"))
			t->seed = strtoull(value, NULL, 10);
		else if (!strcmp(argv[i], "--from"))
			t->from = strtoull(value, NULL, 10);
		else if (!strcmp(argv[i], "--keep"))
			t->keep = value;
		else if (!strcmp(argv[i], "-L") && t->n_dirs + 1 < sizeof t->dirs / sizeof *t->dirs)
			t->dirs[t->n_dirs++] = value;
		else
			return false;
		i++;
	}
	return t->n_paths > 0;
}

int main(int argc, char **argv)
{
	Task task = {.count = 1000, .seed = (uint64_t)time(NULL), .keep = "mutants"};
	char folder[] = "/tmp/modevs_mutants_XXXXXX", path[64];
	Arena keep;
	Corpus c;
	int findings;

	if (!read_arguments(&task, argc, argv)) {
		fprintf(stderr, "usage: mutants [--count N] [--seed S] [--from K] [--keep DIR] [--fence] "
						"[-L DIR] FILE.mo|FOLDER...\n");
		return 2;
	}
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED || !mkdtemp(folder) ||
		(task.is_fenced && !fence_init(&fence, FENCE_BYTES)))
		return 2;
	arena_init(&keep, NULL);
	c = corpus_read(&keep, task.paths, task.n_paths);
	if (c.n == 0)
		return 2;
	printf("seed %llu: %llu mutants of %zu models\n", (unsigned long long)task.seed,
		   (unsigned long long)(task.count - task.from), c.n);
	fflush(stdout);
	findings = watch_mutants(&c, &task, folder);
	printf("seed %llu: %llu are models, %llu ran, %llu met a limit; %d findings\n",
		   (unsigned long long)task.seed, (unsigned long long)shared->compiled,
		   (unsigned long long)shared->ran, (unsigned long long)shared->limited, findings);
	snprintf(path, sizeof path, "%s/mutant.mo", folder);
	unlink(path);
	snprintf(path, sizeof path, "%s/log", folder);
	unlink(path);
	rmdir(folder);
	arena_free(&keep);
	return findings > 0;
}
