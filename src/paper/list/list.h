// list.h - every experiment of the papers, in the order of `bristle reproduce`.   [host]
#ifndef BR_PAPER_LIST_LIST_H
#define BR_PAPER_LIST_LIST_H

#include "paper/kit/experiment.h"

int br_experiments(void);
const br_experiment *br_experiment_at(int i);
const br_experiment *br_experiment_find(const char *name); // NULL: there is none

#endif
