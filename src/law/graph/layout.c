// layout.c - the order of states, inputs, parameters and modes in their vectors. [host]
#include "num/base/fp.h"

#include "law/graph/layout.h"

long long br_layout_numbers(const br_parsed_law *law, const int *n)
{
    long long numbers = 0;
    for (int q = 0; q < law->nq; q++)
        numbers += br_layout_len(n, law->q[q].dim);
    return numbers;
}

br_layout br_layout_of(const br_parsed_law *law, const int *n, int *at)
{
    br_layout l = {0};
    int *const total[] = {[BR_STATE] = &l.nx, [BR_INPUT] = &l.nu, [BR_PARAM] = &l.np};
    for (int q = 0; q < law->nq; q++) {
        int *here = total[law->q[q].kind];
        at[q] = *here;
        *here += br_layout_len(n, law->q[q].dim);
    }
    for (int a = 0; a < law->nautomata; a++) {
        l.m_at[a] = l.nm;
        l.nm += br_layout_len(n, law->automaton[a].dim);
    }
    return l;
}

int br_layout_find(const br_parsed_law *law, const int *n, const int *at, br_kind kind, int i)
{
    for (int q = 0; q < law->nq; q++)
        if (law->q[q].kind == kind && i >= at[q] && i < at[q] + br_layout_len(n, law->q[q].dim))
            return q;
    return -1;
}

int br_layout_automaton(const br_parsed_law *law, const int *n, int i)
{
    int at = 0;
    for (int a = 0; a < law->nautomata; a++) {
        at += br_layout_len(n, law->automaton[a].dim);
        if (i >= 0 && i < at)
            return a;
    }
    return -1;
}
