// source_at.c - inputs at a time, their derivatives, and the times where they break or jump.   [host]
#include "num/base/fp.h"

#include "file/table/field.h"
#include "num/interval/ball.h"
#include "num/text/number.h"
#include "sim/source/source.h"

#include <float.h>
#include <math.h>

enum { LEADS = BR_SOURCE_LEADS, TIME = BR_SOURCE_TIME };

// Rates of formulas come later, and what they change by is not known.
static void lead_at(const br_source *s, double t, double *y, double *rate)
{
    y[TIME] = t;
    rate[TIME] = 1;
    for (int i = 0; i < s->leads; i++) {
        const br_source_lead *l = &s->lead[i];
        double *to = &rate[TIME + 1 + i];
        *to = (double)NAN;
        y[TIME + 1 + i] = l->rate >= 0     ? 0
                          : l->signal >= 0 ? br_samples_at(s->samples, l->signal, t, to)
                                           : br_wave_at(&l->wave, t, to);
    }
}

// Slopes of the formulas by the chain rule. What rests passes no slope on, however steep the formula is there.
static void chain_rule(const br_source *s, const double *block, const double *rate, double *slope)
{
    const br_tape *t = &s->formulas.tape;
    for (int i = 0; i < s->formulas.count; i++)
        slope[i] = 0;
    for (int b = 0; b < t->blocks; b++) {
        double by = rate[t->q_at[t->block[b].column]];
        if (by != 0)
            slope[t->block[b].row] += block[t->block_at[b]] * by;
    }
}

static double in_si(const br_source_input *i, double x)
{
    return i->small ? x / i->size : x * i->size;
}

static br_status not_finite(const br_source *s, const char *what, const char *name, double t, br_diag *why)
{
    char at[BR_NUMBER_SIZE];
    br_number_write(at, t);
    return br_table_complain(why, BR_NOT_FINITE, s->origin, 0, 0, "%s %.100s is not a finite number at t = %s", what,
                             name, at);
}

// Where the numbers of a time stand in the work of a source.
typedef struct numbers {
    double *y, *rate;     // of t and the leads
    double *out, *slope;  // of the formulas
    double *value, *rise; // of the inputs
    double *block;
} numbers;

static numbers numbers_of(const br_source *s)
{
    numbers n = {.y = s->work};
    n.rate = n.y + s->leads + 1;
    n.out = n.rate + s->leads + 1;
    n.slope = n.out + s->formulas.count;
    n.value = n.slope + s->formulas.count;
    n.rise = n.value + s->inputs;
    n.block = n.rise + s->inputs;
    return n;
}

// The formulas at time t; slopes if wanted.
static void evaluate_signals(const br_source *s, const numbers *n, double t, bool slopes)
{
    if (s->formulas.count == 0)
        return;
    lead_at(s, t, n->y, n->rate);
    if (s->rates) {
        br_formulas_run(&s->formulas, 1, n->y, n->out, n->block);
        chain_rule(s, n->block, n->rate, n->slope);
        for (int i = 0; i < s->leads; i++)
            if (s->lead[i].rate >= 0)
                n->y[TIME + 1 + i] = n->slope[s->lead[i].rate];
    }
    br_formulas_run(&s->formulas, 1, n->y, n->out, slopes ? n->block : NULL);
    if (slopes)
        chain_rule(s, n->block, n->rate, n->slope);
}

br_status br_source_at(const br_source *s, double t, double *u, double *slope, br_diag *why)
{
    if (!(fabs(t) <= DBL_MAX))
        return br_table_complain(why, BR_BAD_USAGE, s->origin, 0, 0, "the time is not a finite number");
    numbers n = numbers_of(s);
    evaluate_signals(s, &n, t, slope != NULL);
    for (int i = 0; i < s->inputs; i++) {
        const br_source_input *in = &s->input[i];
        n.value[i] = in->formula < 0 ? in->constant : in_si(in, n.out[in->formula]);
        n.rise[i] = !slope ? 0 : in->follows ? (double)NAN : in->formula >= 0 ? in_si(in, n.slope[in->formula]) : 0;
    }
    br_source_defaults_run(&s->defaults, n.value);
    for (int i = 0; i < s->inputs; i++) {
        const br_source_input *in = &s->input[i];
        if (!(fabs(n.value[i]) <= DBL_MAX))
            return not_finite(s, "input", in->name, t, why);
        if (!(fabs(n.rise[i]) <= DBL_MAX))
            return not_finite(s, "the slope of input", in->name, t, why);
    }
    for (int i = 0; i < s->inputs; i++) {
        u[i] = n.value[i];
        if (slope)
            slope[i] = n.rise[i];
    }
    return BR_OK;
}

// ---------------------------------------------------------------- breaks

double br_source_break(const br_source *s, double t)
{
    double first = (double)INFINITY;
    for (int i = 0; i < s->leads; i++) {
        const br_source_lead *l = &s->lead[i];
        double next = l->signal < 0 ? br_wave_break(&l->wave, t) : br_samples_break(s->samples, t);
        first = next < first ? next : first;
    }
    for (int i = 0; i < s->kinks; i++)
        if (s->kink[i] > t)
            return s->kink[i] < first ? s->kink[i] : first;
    return first;
}

static br_status jump(const br_source *s, double t, br_diag *why)
{
    char at[BR_NUMBER_SIZE];
    bool held = s->samples && !s->samples->linear;
    br_number_write(at, t);
    return br_table_complain(why, BR_BAD_LAW, s->origin, 0, 0, "a position jumps at t = %s, and has no rate there%s",
                             at, held ? "; signals that are held do, --linear takes straight lines" : "");
}

// Does what a rate is taken of differ before and after time t? size: the largest that each has been, `way` seconds long.
static bool jumps_at(const br_source *s, double t, double way, double *size)
{
    numbers n = numbers_of(s);
    double before[LEADS] = {0};
    bool found = false;
    evaluate_signals(s, &n, br_next_down(t), true);
    for (int i = 0; i < s->leads; i++) {
        before[i] = s->lead[i].rate >= 0 ? n.out[s->lead[i].rate] : 0;
        double gone = s->lead[i].rate >= 0 ? fabs(n.slope[s->lead[i].rate] * way) : 0;
        double larger = fabs(before[i]) > gone ? fabs(before[i]) : gone;
        size[i] = size[i] > larger ? size[i] : larger;
    }
    evaluate_signals(s, &n, t, false);
    for (int i = 0; i < s->leads; i++)
        found = found || (s->lead[i].rate >= 0 && fabs(n.out[s->lead[i].rate] - before[i]) > 1e-9 * size[i]);
    return found;
}

br_status br_source_no_jump(const br_source *s, double from, double to, br_diag *why)
{
    enum { MOST = 1000000 };
    double t = from, size[LEADS] = {0};
    for (int k = 0; s->rates && k < MOST; k++) {
        t = br_source_break(s, t);
        if (!(t <= to))
            return BR_OK;
        if (jumps_at(s, t, t - from, size))
            return jump(s, t, why);
    }
    return BR_OK;
}
