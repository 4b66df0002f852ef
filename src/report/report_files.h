/* SPDX-License-Identifier: MIT
   report_files.h — the files that the page is made of, as bytes; cmake/report.cmake makes them. */
#ifndef MDV_REPORT_FILES_H
#define MDV_REPORT_FILES_H

#include <stddef.h>

typedef struct ReportFile {
	const unsigned char *at; /* n bytes */
	size_t n;                /* how many */
} ReportFile;

extern const ReportFile report_head, report_top, report_body, report_style; /* page/ */
extern const ReportFile report_dygraphs, report_dygraphs_css;    /* the plotting library */
extern const ReportFile report_data, report_plots, report_pages; /* page/, in this order */
extern const ReportFile report_system, report_scene, report_app;
extern const ReportFile report_study_body, report_chart, report_bode; /* pages of studies */
extern const ReportFile report_sweep, report_study;

#endif
