// combine.h - all combinations of the open choices of a law.                   [host]
#ifndef BR_LAW_EVAL_COMBINE_H
#define BR_LAW_EVAL_COMBINE_H

#include "law/graph/law.h"

// How many combinations there are; most + 1 stands for any number beyond most.
int br_combine_count(const br_parsed_law *law, int most);

// The k-th of them, for br_read_options: answers how many choices differ from their first value. 0 is the first value of
// every open choice.
int br_combine_pick(const br_parsed_law *law, int k, br_chosen chosen[BR_MAX_CHOICES]);

void br_combine_choose(br_chosen *to, const br_choice *c, int value); // choice c takes its value of that number

#endif
