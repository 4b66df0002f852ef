/* SPDX-License-Identifier: MIT
   cmd_convert.c — modevs convert: a result file in another format, or a part of its variables. */
#include "cli/study/study.h"

#include <math.h>

static MdvStatus write_all(const Options *o, const Series *s, const bool wanted[], Arena *keep)
{
	OutColumn *column = NEW_ARRAY(keep, OutColumn, s->n + 1);
	double *row = NEW_ARRAY(keep, double, s->n + 1);
	size_t n = 0;
	MdvStatus status;
	Out out;

	for (size_t i = 0; i < s->n; i++)
		if (wanted[i]) {
			column[n] = (OutColumn){
				.name = s->column[i].name, .comment = s->column[i].comment, .source = (int32_t)i};
			n++;
		}
	status = out_open(&out, NULL, o->out, OUT_BY_SUFFIX, (OutColumns){column, n});
	for (size_t i = 0; i < s->n_rows && status == MDV_OK && !*interrupt_flag(); i++) {
		for (size_t k = 0; k < s->n; k++)
			row[k] = s->column[k].x[i];
		status = out_row(&out, s->t[i], row);
	}
	if (out_close(&out) != MDV_OK)
		render_say(stderr, "%s: %s\n", o->program, out.error);
	return out.status;
}

static int convert(void *arg)
{
	const Options *o = ((Questioned *)arg)->o;
	Arena *keep = &((Questioned *)arg)->keep;
	bool *wanted;
	Series s;

	if (!o->out)
		return options_wrong(o, "where to? -o FILE.csv or FILE.mat"), EXIT_USAGE;
	if (!question_may_write(o, o->out))
		return EXIT_USAGE;
	interrupt_phase("reading", NULL);
	if (!series_read(&s, o->what, keep)) {
		render_say(stderr, "%s: %s\n", o->program, s.error);
		return EXIT_USAGE;
	}
	wanted = NEW_ARRAY(keep, bool, s.n + 1);
	if (!series_choose(&s, o, wanted, keep))
		return EXIT_USAGE;
	interrupt_phase("writing", NULL);
	if (write_all(o, &s, wanted, keep) != MDV_OK)
		return EXIT_RUN;
	replace_mark(o->out);
	return EXIT_DONE;
}

int cmd_convert(const Options *o)
{
	return question_run(o, convert);
}

int question_run(const Options *o, int (*body)(void *arg))
{
	Questioned q = {.o = o};
	int code;

	arena_init(&q.keep, NULL);
	q.keep.no_memory = guard_no_memory;
	code = run_begin_inner(o->program, NULL, body, &q);
	arena_free(&q.keep);
	return code;
}

bool question_may_write(const Options *o, const char *path)
{
	Replace replace;
	char why[512];
	bool may;

	replace_init(&replace, NULL, o->force);
	replace_note(&replace, o->what);
	for (size_t i = 0; i < o->more.n; i++)
		replace_note(&replace, o->more.at[i]);
	may = replace_may(&replace, path, why, sizeof why);
	replace_free(&replace);
	if (!may)
		render_say(stderr, "%s: %s\n", o->program, why);
	return may;
}
