// texts.h - styles and scripts of pages, as texts that end with a zero.              [host]
//
// Written into the build by cmake/embed_page.cmake from the files named here, without their indentation and comments.
#ifndef BR_FILE_PAGE_TEXTS_H
#define BR_FILE_PAGE_TEXTS_H

extern const char *const br_page_style;   // report.css
extern const char *const br_figure_style; // figure.css: of .figure, in terms of the colours --ink, --faint and --curve
extern const char *const br_page_script;  // report.js, which uses
extern const char *const br_plots_script; // plots.js, which uses uPlot
extern const char *const br_uplot_style;  // third_party/uplot/uPlot.min.css
extern const char *const br_uplot_script; // third_party/uplot/uPlot.iife.js

#endif
