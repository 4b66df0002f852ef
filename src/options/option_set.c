/* SPDX-License-Identifier: MIT
   option_set.c — the options of a simulation, given in C by name. */
#include "options/options.h"

#include <string.h>

MdvOptions mdv_options(void)
{
	MdvOptions o = {.start = MDV_UNSET, .stop = MDV_UNSET};

	return o;
}

static const OptionRow *find_row(const char *name, Text *why)
{
	Suggest suggest;

	suggest_init(&suggest, name, strlen(name));
	for (size_t i = 0; i < option_row_count(); i++) {
		const OptionRow *row = &option_rows[i];

		if (!row->in_run)
			continue;
		if (!strcmp(row->field, name))
			return row;
		suggest_add(&suggest, row->field, strlen(row->field));
	}
	text_printf(why, "there is no option '%s'", name);
	suggest_text(&suggest, why);
	return NULL;
}

static bool read_flag(const OptionRow *row, const char *value, bool *flag, Text *why)
{
	if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0) {
		text_printf(why, "'%s' is true or false, not '%s'", row->field, value);
		return false;
	}
	*flag = !strcmp(value, "true");
	return true;
}

static bool set_field(const OptionRow *row, const char *value, void *field, Text *why)
{
	if (row->kind == OPTION_FLAG)
		return read_flag(row, value, field, why);
	if (row->kind == OPTION_WORDS)
		*(unsigned *)field = 0; /* the words in place of those before */
	if (!option_row_read(row, value, field, why))
		return false;
	if (row->kind != OPTION_REAL || option_row_fits(row, *(double *)field))
		return true;
	option_row_range(row, why);
	return false;
}

MdvStatus mdv_options_set(MdvOptions *o, const char *name, const char *value, char *why,
						  size_t size)
{
	MdvStatus status = MDV_NOT_FOUND;
	const OptionRow *row;
	MdvOptions next = *o;
	Text text;

	text_init(&text, NULL);
	row = find_row(name, &text);
	if (row)
		status =
			set_field(row, value, (char *)&next + row->offset, &text) ? MDV_OK : MDV_BAD_ARGUMENT;
	if (status == MDV_OK)
		*o = next;
	else
		snprintf(why, size, "%s", text_str(&text));
	text_free(&text);
	return status;
}
