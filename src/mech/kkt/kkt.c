// kkt.c - the matrix of a mechanism: memory, the pattern of A, and its numbers.      [host]
#include "num/base/fp.h"

#include "mech/kkt/four.h"
#include "mech/kkt/kkt.h"
#include "num/base/arena.h"
#include "num/base/require.h"

#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- memory

static br_status make_frames(br_kkt *k)
{
    size_t total = 0;
    for (int b = 0; b < k->m->blocks; b++) {
        br_frame *f = &k->frame[b];
        *f = br_frame_of(k->m, b);
        total += (size_t)f->n * (size_t)(f->stride + f->owns);
        for (int i = 0; i < f->n; i++)
            k->body_of[f->at + i] = b;
    }
    double *at = k->memory[1] = calloc(total + 1, sizeof *at);
    for (int b = 0; b < k->m->blocks && at; b++) {
        br_frame *f = &k->frame[b];
        f->N = at;
        f->P = f->N + (ptrdiff_t)f->n * f->stride;
        at = f->P + (ptrdiff_t)f->n * f->owns;
    }
    return at ? BR_OK : BR_NO_MEMORY;
}

// Answers how many coordinates it sees.
static size_t name_tie(br_kkt *k, int row, const br_patch *p)
{
    br_tie *t = &k->tie[k->ties];
    *t = (br_tie){.patch = p, .row = k->n + row, .body = {-1, -1}, .idle = true};
    k->tie_of[row] = k->ties++;
    for (int i = 0; i < p->n; i++) {
        int body = k->body_of[p->var[i]];
        if (t->body[0] < 0 || t->body[0] == body)
            t->body[0] = body;
        else
            t->body[1] = body;
    }
    return (size_t)p->n;
}

static br_status make_ties(br_kkt *k)
{
    const br_mech *m = k->m;
    size_t total = 0;
    for (int r = 0; r < m->rows; r++) {
        k->tie_of[r] = -1;
        if (m->row[r].joint >= 0)
            total += name_tie(k, r, &m->row[r].patch);
    }
    for (int i = 0; i < m->measures; i++)
        total += name_tie(k, m->rows + i, &m->measure[i].patch);
    double *numbers = k->memory[2] = calloc(2 * total + 1, sizeof *numbers);
    int *places = k->memory[3] = calloc(2 * total + 1, sizeof *places);
    for (br_tie *is = k->tie; is->patch && numbers && places; is++) { // behind the last there is an empty one
        int n = is->patch->n;
        is->g = numbers, is->r = numbers + n, numbers += 2 * (ptrdiff_t)n;
        is->side = places, is->place = places + n, places += 2 * (ptrdiff_t)n;
        for (int i = 0; i < n; i++) {
            const br_frame *f = &k->frame[k->body_of[is->patch->var[i]]];
            is->side[i] = k->body_of[is->patch->var[i]] != is->body[0];
            is->place[i] = (is->patch->var[i] - f->at) * f->stride;
        }
    }
    return numbers && places ? BR_OK : BR_NO_MEMORY;
}

static br_status make_presses(br_kkt *k)
{
    const br_mech *m = k->m;
    size_t total = 0;
    for (int e = 0; e < m->forces; e++)
        total += (size_t)m->force[e].presses;
    k->press = k->memory[4] = calloc(total + 1, sizeof *k->press);
    double *at = k->memory[5] = calloc(total * BR_PATCH_MOST + 1, sizeof *at);
    for (int e = 0; e < m->forces && k->press && at; e++)
        for (int r = 0; r < m->force[e].presses; r++, at += BR_PATCH_MOST)
            k->press[k->presses++] = (br_press){
                .tie = k->tie_of[m->force[e].press + r], .over = k->tie_of[m->rows + m->force[e].measure], .value = at};
    return k->press && at ? BR_OK : BR_NO_MEMORY;
}

// ---------------------------------------------------------------- pattern of A

static void mark(br_kkt *k, bool *is, int i, int j)
{
    is[(size_t)i * (size_t)k->n + (size_t)j] = is[(size_t)j * (size_t)k->n + (size_t)i] = true;
}

// The masses, where constraints are curved, and all pairs of a measure.
static void mark_all(br_kkt *k, bool *is)
{
    const br_mech *m = k->m;
    for (int i = 0; i < m->masses; i++)
        mark(k, is, m->mass[i].i, m->mass[i].j);
    for (int r = 0; r < m->rows; r++) {
        const br_term *t = m->terms.term + m->row[r].f.first;
        for (int i = 0; i < m->row[r].f.count; i++)
            if (t[i].i >= 0)
                mark(k, is, m->row[r].patch.var[t[i].i], m->row[r].patch.var[t[i].j]);
    }
    for (int e = 0; e < m->measures; e++) {
        const br_patch *p = &m->measure[e].patch;
        for (int i = 0; i < p->n; i++)
            for (int j = 0; j < p->n; j++)
                mark(k, is, p->var[i], p->var[j]);
    }
}

static void list_columns(br_kkt *k, const bool *is)
{
    int at = 0;
    for (int i = 0; i < k->n; i++) {
        k->start[i] = at;
        for (int j = 0; j < k->n; j++)
            if (is[(size_t)i * (size_t)k->n + (size_t)j]) {
                bool next = at > k->start[i] && k->body_of[k->column[at - 1]] == k->body_of[j];
                if (!next)
                    k->segment[k->segments++] =
                        (br_segment){.row = i, .first = at, .from = k->body_of[i], .to = k->body_of[j]};
                k->segment[k->segments - 1].count++;
                k->column[at++] = j;
            }
    }
    k->start[k->n] = at;
}

static br_status make_pattern(br_kkt *k)
{
    size_t n = (size_t)k->n, total = 0;
    bool *is = calloc(n * n + 1, sizeof *is);
    if (!is)
        return BR_NO_MEMORY;
    mark_all(k, is);
    for (size_t i = 0; i < n * n; i++)
        total += is[i];
    k->column = k->memory[6] = calloc(total + 1, sizeof *k->column);
    k->value = calloc(total + 1, sizeof *k->value);
    k->segment = calloc(total + 1, sizeof *k->segment);
    br_status status = k->column && k->value && k->segment ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK)
        list_columns(k, is);
    free(is);
    return status;
}

// ---------------------------------------------------------------- opening

static void carve_fronts(br_kkt *k, br_arena *a)
{
    for (int i = 0; i < k->fronts; i++)
        k->front[i].F = br_arena_reals(a, k->front[i].size * k->front[i].stride);
    br_arena_reals(a, BR_FRAME_MOST); // rows are added up to whole fours
    k->filled = a->used / sizeof(double);
    for (int i = 0; i < k->fronts; i++)
        k->front[i].L = br_arena_reals(a, k->front[i].size * k->front[i].pivots);
}

static br_status allocate_work(br_kkt *k)
{
    int widest = 0;
    br_arena counted = {0};
    carve_fronts(k, &counted);
    for (int i = 0; i < k->fronts; i++)
        widest = k->front[i].size > widest ? k->front[i].size : widest;
    k->count = counted.used / sizeof(double);
    k->numbers = calloc(k->count + 1, sizeof *k->numbers);
    k->inverse = calloc((size_t)k->unknowns * (1 + BR_LANES_FOUR) + (size_t)(2 * k->n + widest) * BR_LANES_FOUR + 1,
                        sizeof *k->inverse);
    if (!k->numbers || !k->inverse)
        return BR_NO_MEMORY;
    carve_fronts(k, &(br_arena){.base = (char *)k->numbers});
    k->z = k->inverse + k->unknowns;
    k->x = k->z + (ptrdiff_t)k->unknowns * BR_LANES_FOUR;
    k->t = k->x + (ptrdiff_t)k->n * BR_LANES_FOUR;
    k->w = k->t + (ptrdiff_t)k->n * BR_LANES_FOUR;
    return BR_OK;
}

br_status br_kkt_open(br_kkt *k, const br_mech *m)
{
    size_t bodies = (size_t)m->blocks, ties = (size_t)m->rows + (size_t)m->measures;
    *k = (br_kkt){.m = m, .n = m->n, .size = m->n + m->rows + m->measures, .fronts = m->blocks};
    k->frame = calloc(bodies + 1, sizeof *k->frame);
    k->front = calloc(bodies + 1, sizeof *k->front);
    k->tie = calloc(ties + 1, sizeof *k->tie);
    k->body_of = k->memory[0] = calloc(2 * (size_t)m->n + bodies + 2 * ties + 1, sizeof *k->body_of);
    br_status status = k->frame && k->front && k->tie && k->body_of ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK) {
        k->start = k->body_of + m->n;
        k->first = k->start + m->n + 1;
        k->tie_of = k->first + bodies;
        k->unknown = k->tie_of + ties;
        status = make_frames(k);
    }
    if (status == BR_OK)
        status = make_ties(k);
    if (status == BR_OK)
        status = make_presses(k);
    if (status == BR_OK)
        status = make_pattern(k);
    if (status == BR_OK)
        status = br_kkt_plan_elimination(k);
    if (status == BR_OK)
        status = allocate_work(k);
    if (status != BR_OK)
        br_kkt_close(k);
    return status;
}

void br_kkt_close(br_kkt *k)
{
    for (size_t i = 0; i < sizeof k->memory / sizeof *k->memory; i++)
        free(k->memory[i]);
    for (int i = 0; i < k->fronts && k->front; i++)
        free(k->front[i].index);
    free(k->frame);
    free(k->front);
    free(k->tie);
    free(k->value);
    free(k->segment);
    free(k->numbers);
    free(k->inverse);
    memset(k, 0, sizeof *k);
}

// ---------------------------------------------------------------- numbers of the matrix

int br_kkt_slot(const br_kkt *k, int row, int column)
{
    BR_REQUIRE(row >= 0 && row < k->n && column >= 0 && column < k->n);
    for (int at = k->start[row]; at < k->start[row + 1]; at++)
        if (k->column[at] == column)
            return at;
    return -1;
}

void br_kkt_clear(br_kkt *k)
{
    memset(k->value, 0, (size_t)k->start[k->n] * sizeof *k->value);
    for (int p = 0; p < k->presses; p++)
        memset(k->press[p].value, 0, BR_PATCH_MOST * sizeof(double));
}

static double of_patch(const br_patch *p, const double *value, int var)
{
    for (int i = 0; i < p->n; i++)
        if (p->var[i] == var)
            return value[i];
    return 0;
}

static double number_of_column(const br_kkt *k, int var, int tie)
{
    double sum = k->tie[tie].idle ? 0 : of_patch(k->tie[tie].patch, k->tie[tie].g, var);
    for (int p = 0; p < k->presses; p++)
        if (k->press[p].tie == tie)
            sum += of_patch(k->tie[k->press[p].over].patch, k->press[p].value, var);
    return sum;
}

double br_kkt_entry(const br_kkt *k, int row, int column)
{
    int slot = row < k->n && column < k->n ? br_kkt_slot(k, row, column) : -1;
    int of_row = row < k->n ? -1 : k->tie_of[row - k->n], of_column = column < k->n ? -1 : k->tie_of[column - k->n];
    if (row < k->n && column < k->n)
        return slot >= 0 ? k->value[slot] : 0;
    if (of_column >= 0 && row < k->n)
        return number_of_column(k, row, of_column);
    if (of_row >= 0 && column < k->n)
        return k->tie[of_row].idle ? 0 : of_patch(k->tie[of_row].patch, k->tie[of_row].r, column);
    if (row == column && of_row >= 0)
        return k->tie[of_row].idle ? -1 : -k->tie[of_row].soft;
    return 0;
}
