// combine.c - all combinations of the open choices of a law.                   [host]
#include "num/base/fp.h"

#include "law/eval/combine.h"
#include <string.h>

int br_combine_count(const br_parsed_law *law, int most)
{
    long long n = 1;
    for (int i = 0; i < law->nchoice && n <= most; i++)
        n *= law->choice[i].fixed ? 1 : law->choice[i].values;
    return n <= most ? (int)n : most + 1;
}

void br_combine_choose(br_chosen *to, const br_choice *c, int value)
{
    memcpy(to->name, c->name, sizeof to->name);
    memcpy(to->value, c->value[value], sizeof to->value);
}

int br_combine_pick(const br_parsed_law *law, int k, br_chosen chosen[BR_MAX_CHOICES])
{
    int n = 0;
    for (int i = 0; i < law->nchoice; i++) {
        if (law->choice[i].fixed)
            continue;
        int value = k % law->choice[i].values;
        k /= law->choice[i].values;
        if (value > 0)
            br_combine_choose(&chosen[n++], &law->choice[i], value);
    }
    return n;
}
