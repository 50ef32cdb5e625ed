// batch.c - batches of random points, as structures of arrays for the library and point by point for the twins.
#include "twin.h"

#include "law/graph/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *reals(int n, int count)
{
    double *p = calloc((size_t)n * (size_t)count + 1, sizeof *p);
    if (!p)
        abort();
    return p;
}

static int *whole(int n, int count)
{
    int *p = calloc((size_t)n * (size_t)count + 1, sizeof *p);
    if (!p)
        abort();
    return p;
}

void twin_batch_make(twin_batch *b, const br_parsed_law *law, bool next, const br_jet *jet, int elements, int count)
{
    int n[BR_MAX_DIMS];
    for (int d = 0; d < BR_MAX_DIMS; d++)
        n[d] = elements;
    memset(b, 0, sizeof *b);
    if (br_tape_make(&b->tape, law, next, jet, n) != BR_OK)
        abort();
    const br_tape *t = &b->tape;
    b->count = count;
    b->x = reals(t->nx, count), b->px = reals(t->nx, count);
    b->u = reals(t->nu, count), b->pu = reals(t->nu, count);
    b->p = reals(t->np, count), b->pp = reals(t->np, count);
    b->m = whole(t->nm, count), b->pm = whole(t->nm, count);
    b->out = reals(t->nrow, count), b->jet = reals(t->nblock, count);
}

void twin_batch_free(twin_batch *b)
{
    br_tape_free(&b->tape);
    double *all[] = {b->x, b->u, b->p, b->px, b->pu, b->pp, b->out, b->jet};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    free(b->m);
    free(b->pm);
    memset(b, 0, sizeof *b);
}

static void spread(double *to, const double *from, int n, int count)
{
    for (int k = 0; k < count; k++)
        for (int j = 0; j < n; j++)
            to[j * count + k] = from[k * n + j];
}

void twin_batch_spread(twin_batch *b)
{
    const br_tape *t = &b->tape;
    spread(b->x, b->px, t->nx, b->count);
    spread(b->u, b->pu, t->nu, b->count);
    spread(b->p, b->pp, t->np, b->count);
    for (int k = 0; k < b->count; k++)
        for (int j = 0; j < t->nm; j++)
            b->m[j * b->count + k] = b->pm[k * t->nm + j];
}

void twin_batch_draw(twin_batch *b, twin_random *r, double extremes)
{
    const br_tape *t = &b->tape;
    for (int k = 0; k < b->count; k++)
        twin_draw(r, t, twin_chance(r, extremes), b->px + k * t->nx, b->pu + k * t->nu, b->pp + k * t->np,
                  b->pm + k * t->nm);
    twin_batch_spread(b);
}

void twin_batch_run(twin_batch *b)
{
    br_point at = {.x = b->x, .u = b->u, .p = b->p, .m = b->m, .each = true};
    br_tape_run(&b->tape, b->count, &at, b->out, b->tape.blocks ? b->jet : NULL);
}

twin_at twin_batch_at(const twin_batch *b, int k)
{
    const br_tape *t = &b->tape;
    return (twin_at){t, b->px + k * t->nx, b->pu + k * t->nu, b->pp + k * t->np, b->pm + k * t->nm, -1, 0, 0};
}

double twin_batch_out(const twin_batch *b, int row_number, int k)
{
    return b->out[row_number * b->count + k];
}

double twin_batch_jet(const twin_batch *b, int block_number, int k)
{
    return b->jet[block_number * b->count + k];
}

void twin_batch_print(const twin_batch *b, int k)
{
    const br_tape *t = &b->tape;
    const double *of[] = {b->px + k * t->nx, b->pu + k * t->nu, b->pp + k * t->np};
    for (int q = 0; q < t->law->nq; q++)
        for (int i = 0; i < br_tape_len(t, t->law->q[q].dim); i++)
            printf("%s%s = %.17g", q || i ? ", " : "  at ", t->law->q[q].name, of[t->law->q[q].kind][t->q_at[q] + i]);
    for (int i = 0; i < t->nm; i++)
        printf(", mode %s", t->law->automaton[br_layout_automaton(t->law, t->n, i)].mode[b->pm[k * t->nm + i]]);
    printf("\n");
}
