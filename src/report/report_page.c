/* SPDX-License-Identifier: MIT
   report_page.c — the page: HTML, styles, programs and data in one file, which asks nobody for
   anything (its Content-Security-Policy forbids it, too). */
#include "report/report.h"

#include "report/report_files.h"

#include <errno.h>
#include <string.h>

static void add_file(Text *out, const ReportFile *f)
{
	text_add(out, (const char *)f->at, f->n);
}

/* In the order in which they need each other. */
static const ReportFile *const run_scripts[] = {
	&report_data, &report_plots, &report_pages, &report_system, &report_scene, &report_app, NULL};
static const ReportFile *const study_scripts[] = {
	&report_data, &report_pages, &report_chart, &report_bode, &report_sweep, &report_study, NULL};

static void add_head(Text *out, const ReportFile *body)
{
	text_printf(out, "<!DOCTYPE html>\n<!-- made by modevs %s -->\n", MDV_VERSION);
	add_file(out, &report_head);
	text_printf(out, "<style>\n");
	add_file(out, &report_dygraphs_css);
	add_file(out, &report_style);
	text_printf(out, "</style>\n");
	add_file(out, &report_top);
	add_file(out, body);
}

static void add_scripts(Text *out, const ReportFile *const scripts[])
{
	text_printf(out, "<script>\n");
	for (size_t i = 0; scripts[i]; i++)
		add_file(out, scripts[i]);
	text_printf(out, "</script>\n</body>\n</html>\n");
}

static void add_page(const ReportRun *run, size_t n, Text *out)
{
	add_head(out, &report_body);
	text_printf(out, "<script type=\"application/json\" id=\"data\">[");
	for (size_t i = 0; i < n; i++) {
		text_printf(out, i ? ",\n" : "");
		report_json(&run[i], out);
	}
	text_printf(out, "]</script>\n<script>\n");
	add_file(out, &report_dygraphs);
	text_printf(out, "\n</script>\n");
	add_scripts(out, run_scripts);
}

static void add_study(const Text *study, Text *out)
{
	add_head(out, &report_study_body);
	text_printf(out, "<script type=\"application/json\" id=\"data\">[]</script>\n"
					 "<script type=\"application/json\" id=\"study\">");
	text_add(out, study->at, study->n);
	text_printf(out, "</script>\n");
	add_scripts(out, study_scripts);
}

static bool write_all(const Text *page, const char *path)
{
	FILE *f = fopen(path, "we");
	bool written = f && fwrite(page->at, 1, page->n, f) == page->n;

	return f && fclose(f) == 0 && written;
}

/* Writes the page and frees it. */
static MdvStatus write_page(Text *page, const char *path, char error[512])
{
	MdvStatus status = MDV_OK;

	error[0] = '\0';
	if (page->failed)
		status = MDV_NO_MEMORY;
	else if (!write_all(page, path))
		status = MDV_IO;
	if (status != MDV_OK)
		snprintf(error, 512, "'%s' cannot be written: %s", path,
				 status == MDV_IO ? plain_strerror(errno) : mdv_status_text(status));
	text_free(page);
	return status;
}

MdvStatus report_write(const ReportRun *run, size_t n, const char *path, char error[512])
{
	Text page;

	text_init(&page, NULL);
	add_page(run, n, &page);
	return write_page(&page, path, error);
}

MdvStatus report_write_study(const Text *study, const char *path, char error[512])
{
	Text page;

	text_init(&page, NULL);
	add_study(study, &page);
	page.failed = page.failed || study->failed;
	return write_page(&page, path, error);
}
