// retry.c - a filter is taken back to a row, and goes on from there in another way.    [host]
#include "num/base/fp.h"

#include "mech/estimate/retry.h"
#include "mech/estimate/smoother.h"
#include "num/base/require.h"

#include <stdlib.h>
#include <string.h>

enum {
    CALM = BR_FILTER_CALM,
    LONG = 1000
}; // rows after which an opening is forgotten: if nothing was rejected; in any case

// ---------------------------------------------------------------- memory

// Arrays of a filter beside those of a checkpoint.
typedef struct array {
    double *x;
    size_t count;
} array;
enum { ARRAYS = 3 };

static void list_arrays(const br_filter *f, array to[ARRAYS])
{
    size_t N = f->o.dense ? (size_t)f->dense.N : 0, wide = f->o.judged ? (size_t)f->wide.room : 0;
    to[0] = (array){f->wide.x, wide * (size_t)f->wide.stride};
    to[1] = (array){f->run, (size_t)f->s->m->measures};
    to[2] = (array){f->dense.P, N * N};
}

br_status br_retry_open(br_retry *t, const br_filter *f)
{
    array is[ARRAYS];
    size_t count = br_checkpoint_numbers(f);
    *t = (br_retry){0};
    list_arrays(f, is);
    for (int i = 0; i < ARRAYS; i++)
        count += is[i].count;
    t->numbers = calloc(count + 1, sizeof *t->numbers);
    return t->numbers ? BR_OK : BR_NO_MEMORY;
}

void br_retry_close(br_retry *t)
{
    free(t->numbers);
    free(t->opening);
    *t = (br_retry){0};
}

// ---------------------------------------------------------------- keeping

static void save_filter(br_retry *t, const br_filter *f)
{
    array is[ARRAYS];
    double *to = t->numbers;
    t->f = *f;
    t->worked = f->s->worked;
    t->lost = f->s->lost;
    br_checkpoint_save(f, to);
    to += br_checkpoint_numbers(f);
    list_arrays(f, is);
    for (int i = 0; i < ARRAYS; to += is[i++].count)
        if (is[i].count > 0)
            memcpy(to, is[i].x, is[i].count * sizeof *to);
}

static void restore_filter(const br_retry *t, br_filter *f)
{
    array is[ARRAYS];
    const double *from = t->numbers;
    *f = t->f;
    f->s->worked = t->worked;
    f->s->lost = t->lost;
    br_checkpoint_restore(f, from);
    from += br_checkpoint_numbers(f);
    list_arrays(f, is);
    for (int i = 0; i < ARRAYS; from += is[i++].count)
        if (is[i].count > 0)
            memcpy(is[i].x, from, is[i].count * sizeof *from);
}

static bool is_due(const br_filter *f)
{
    bool due = false;
    for (int k = 0; k < f->o.sensors; k++)
        due = due || f->outs[k] >= f->patience;
    return due;
}

static const br_opening *opening_at(const br_retry *t, long long k)
{
    for (int i = t->count - 1; i >= 0; i--)
        if (t->opening[i].row == k)
            return &t->opening[i];
    return NULL;
}

void br_retry_before(br_retry *t, br_filter *f, long long k)
{
    const br_opening *is = is_due(f) ? opening_at(t, k) : NULL;
    if (is && is->closed)
        br_filter_keep_closed(f);
    if (t->row > 0 || !is_due(f))
        return;
    save_filter(t, f);
    t->row = k;
    if (is)
        f->open = CALM;
}

void br_retry_after(br_retry *t, const br_filter *f, long long k)
{
    if (t->row > 0 && (f->opened == t->f.opened || f->calm >= CALM || k - t->row > LONG))
        t->row = 0;
}

br_status br_retry_back(br_retry *t, br_filter *f)
{
    BR_REQUIRE(t->row > 0);
    bool again = t->count > 0 && t->opening[t->count - 1].row == t->row;
    if (!again && t->count == t->room) {
        int room = 2 * t->room + 16;
        br_opening *more = realloc(t->opening, (size_t)room * sizeof *more);
        if (!more)
            return BR_NO_MEMORY;
        t->opening = more;
        t->room = room;
    }
    t->count += !again;
    t->opening[t->count - 1] = (br_opening){t->row, again};
    restore_filter(t, f);
    t->row = 0;
    return BR_OK;
}
