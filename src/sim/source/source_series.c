// source_series.c - inputs as enclosed Taylor series in time.   [host]
#include "num/base/fp.h"

#include "num/text/unit.h"
#include "sim/source/source_series.h"

#include <stdlib.h>
#include <string.h>

enum { TIME = BR_SOURCE_TIME };

// ---------------------------------------------------------------- making

br_status br_source_series_make(br_source_series *s, const br_source *source, int order)
{
    *s = (br_source_series){.source = source, .order = order};
    s->lead = calloc(((size_t)source->leads + 1) * ((size_t)order + 2), sizeof *s->lead);
    br_status status = s->lead ? BR_OK : BR_NO_MEMORY;
    if (status == BR_OK && source->formulas.count > 0)
        status = br_taylor_make(&s->taylor, &source->formulas.tape, order + 1); // one more: the slopes of rate()
    s->has_taylor = status == BR_OK && source->formulas.count > 0;
    if (status != BR_OK)
        br_source_series_free(s);
    return status;
}

void br_source_series_free(br_source_series *s)
{
    if (s->has_taylor)
        br_taylor_free(&s->taylor);
    free(s->lead);
    *s = (br_source_series){0};
}

// ---------------------------------------------------------------- leads

static br_interval *lead(const br_source_series *s, int i)
{
    return s->lead + (size_t)i * ((size_t)s->order + 2);
}

// A recorded signal is level, or goes straight from row to row.
static void signal_series(const br_source_series *s, int i, br_interval t, br_interval *c)
{
    const br_samples *p = s->source->samples;
    const double *y = p->y[s->source->lead[i].signal];
    size_t k = 0, high = p->rows;
    while (high - k > 1) {
        size_t middle = k + (high - k) / 2;
        *(p->t[middle] <= t.lo ? &k : &high) = middle;
    }
    c[0] = br_interval_point(y[k]);
    if (!p->linear || t.lo < p->t[0] || k + 1 >= p->rows)
        return;
    br_interval width = br_interval_sub(br_interval_point(p->t[k + 1]), br_interval_point(p->t[k]));
    c[1] = br_interval_div(br_interval_sub(br_interval_point(y[k + 1]), br_interval_point(y[k])), width);
    c[0] = br_interval_add(c[0], br_interval_mul(c[1], br_interval_sub(t, br_interval_point(p->t[k]))));
}

static void lead_series(br_source_series *s, br_interval t)
{
    size_t all = ((size_t)s->source->leads + 1) * ((size_t)s->order + 2);
    memset(s->lead, 0, all * sizeof *s->lead);
    lead(s, TIME)[0] = t;
    lead(s, TIME)[1] = br_interval_point(1);
    for (int i = 0; i < s->source->leads; i++) {
        const br_source_lead *l = &s->source->lead[i];
        br_interval *c = lead(s, TIME + 1 + i);
        if (l->signal >= 0)
            signal_series(s, i, t, c);
        else if (l->rate < 0)
            br_wave_series(&l->wave, t, s->order + 1, c);
    }
}

// A rate has the coefficients of its formula's slope; its last one is not known.
static void rate_series(const br_source_series *s)
{
    const br_tape *tape = &s->source->formulas.tape;
    for (int i = 0; i < s->source->leads; i++) {
        int of = s->source->lead[i].rate;
        if (of < 0)
            continue;
        const br_interval *f = br_taylor_series(&s->taylor, tape->row[of].node, 0);
        br_interval *c = lead(s, TIME + 1 + i);
        for (int k = 0; k <= s->order; k++)
            c[k] = br_interval_mul(br_interval_point(k + 1), f[k + 1]);
        c[s->order + 1] = br_interval_entire();
    }
}

// ---------------------------------------------------------------- inputs

static br_interval in_si(const br_source_input *in, br_interval x)
{
    return in->small ? br_interval_div(x, br_interval_point(in->size))
                     : br_interval_mul(x, br_interval_point(in->size));
}

br_status br_source_series_at(br_source_series *s, br_interval t, br_interval *u)
{
    const br_source *from = s->source;
    br_box at = {0};
    br_status status = BR_OK;
    if (s->has_taylor) {
        lead_series(s, t);
        status = br_taylor_run(&s->taylor, &at, s->lead);
    }
    if (status == BR_OK && from->rates) {
        rate_series(s);
        status = br_taylor_run(&s->taylor, &at, s->lead);
    }
    for (int j = 0; j < from->inputs && status == BR_OK; j++) {
        const br_source_input *in = &from->input[j];
        const br_interval *f =
            in->formula < 0 ? NULL : br_taylor_series(&s->taylor, from->formulas.tape.row[in->formula].node, 0);
        for (int k = 0; k <= s->order; k++)
            u[j * (s->order + 1) + k] = in->follows ? br_interval_entire()
                                        : f         ? in_si(in, f[k])
                                                    : br_interval_point(k == 0 ? in->constant : 0);
    }
    return status;
}
