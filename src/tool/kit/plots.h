// plots.h - plots and tables of runs and experiments on a page.                 [host]
#ifndef BR_TOOL_KIT_PLOTS_H
#define BR_TOOL_KIT_PLOTS_H

#include "file/page/plot.h"

void plots_page(br_buffer *out, const br_plot *const *plot, int count); // side by side, with captions

#endif
