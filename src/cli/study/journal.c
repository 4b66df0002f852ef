/* SPDX-License-Identifier: MIT
   journal.c — the runs of a sweep that were made, one record of fixed size for each, at its place
   in a file: threads write in any order, a program that is killed loses what was under way, and
   tables of any length are written without memory. A record counts if its check is right. */
#define _GNU_SOURCE /* memfd_create */
#include "cli/study/study.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Head {
	char magic[16];    /* what it is */
	uint64_t key;      /* of which study */
	uint64_t n_runs;   /* how many records */
	uint64_t n_values; /* doubles in each */
} Head;

static const char magic[16] = "modevs runs 1\n";

static bool transfer(int fd, void *bytes, size_t size, uint64_t at, bool writes)
{
	char *b = bytes;

	while (size > 0) {
		ssize_t n = writes ? pwrite(fd, b, size, (off_t)at) : pread(fd, b, size, (off_t)at);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		b += n;
		size -= (size_t)n;
		at += (uint64_t)n;
	}
	return true;
}

static uint64_t place_of(const Journal *j, uint64_t run)
{
	return sizeof(Head) + run * j->size;
}

/* False: there is no such run in it. */
static bool read_record(Journal *j, uint64_t run)
{
	uint64_t check;

	if (!transfer(j->fd, j->buffer, j->size, place_of(j, run), false))
		return false;
	memcpy(&check, j->buffer, sizeof check);
	return check == map_hash_bytes(j->buffer + 8, j->size - 8, run + 1);
}

static bool go_on(Journal *j, const Head *want, Text *why)
{
	Head head;

	if (!transfer(j->fd, &head, sizeof head, 0, false) || memcmp(head.magic, magic, sizeof magic))
		text_printf(why, "'%s' holds no runs of a sweep", j->path);
	else if (memcmp(&head, want, sizeof head) != 0)
		text_printf(why,
					"'%s' holds runs of another sweep: the model or the options have changed; "
					"--force begins anew",
					j->path);
	else {
		for (uint64_t i = 0; i < j->n_runs; i++)
			j->done += read_record(j, i);
		return true;
	}
	return false;
}

static bool open_file(Journal *j, bool resume, bool *there, Text *why)
{
	struct stat st;

	*there = j->path && stat(j->path, &st) == 0 && st.st_size > 0;
	if (*there && !resume) {
		text_printf(why,
					"'%s' holds the runs of a sweep that was stopped; --resume goes on, --force "
					"begins anew",
					j->path);
		return false;
	}
	j->fd = j->path ? open(j->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666)
					: memfd_create("modevs runs", MFD_CLOEXEC);
	if (j->fd < 0)
		text_printf(why, "'%s': %s", j->path ? j->path : "runs", file_error(errno));
	return j->fd >= 0;
}

bool journal_open(Journal *j, const char *path, uint64_t key, bool resume, Text *why)
{
	Head head = {.key = key, .n_runs = j->n_runs, .n_values = j->n_values};
	bool there;

	memcpy(head.magic, magic, sizeof magic);
	j->path = path;
	j->done = 0;
	j->size = 8 + sizeof(JournalRun) + 8 * j->n_values;
	j->buffer = NEW_ARRAY(j->keep, char, j->size);
	if (!open_file(j, resume, &there, why))
		return false;
	if (there)
		return go_on(j, &head, why);
	if (transfer(j->fd, &head, sizeof head, 0, true))
		return true;
	text_printf(why, "'%s': %s", path ? path : "runs", file_error(errno));
	return false;
}

bool journal_put(Journal *j, uint64_t run, const JournalRun *r, const double value[])
{
	uint64_t check;

	memcpy(j->buffer + 8, r, sizeof *r);
	memcpy(j->buffer + 8 + sizeof *r, value, 8 * j->n_values);
	check = map_hash_bytes(j->buffer + 8, j->size - 8, run + 1);
	memcpy(j->buffer, &check, sizeof check);
	j->done++;
	return transfer(j->fd, j->buffer, j->size, place_of(j, run), true);
}

bool journal_get(Journal *j, uint64_t run, JournalRun *r, double value[])
{
	if (!read_record(j, run))
		return false;
	memcpy(r, j->buffer + 8, sizeof *r);
	memcpy(value, j->buffer + 8 + sizeof *r, 8 * j->n_values);
	return true;
}

void journal_close(Journal *j, bool remove)
{
	if (j->fd >= 0)
		close(j->fd);
	if (remove && j->path)
		unlink(j->path);
	j->fd = -1;
}
