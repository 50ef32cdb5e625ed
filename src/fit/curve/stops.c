// stops.c - the number of Maxwell-slip elements in a presliding log, by cross validation. [host]
#include "num/base/fp.h"

#include "fit/curve/stops_parts.h"
#include "num/base/elem.h"
#include "num/base/require.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_stops_options br_stops_defaults(void)
{
    return (br_stops_options){.atoms = 60, .most = 8, .blocks = 6, .rows = 3000, .better = 0.03};
}

double br_stops_coulomb(const br_stops *s)
{
    double FC = 0;
    for (int i = 0; i < s->n; i++)
        FC += s->kappa[i] * s->l[i];
    return FC;
}

double br_stops_share(const br_stops *s, int i)
{
    return s->kappa[i] * s->l[i] / br_stops_coulomb(s);
}

// Elements i and i + 1 as one, with the stiffness and the force of both.
static void merge_elements(br_stops *s, int i)
{
    BR_REQUIRE(i >= 0 && i + 1 < s->n);
    double kappa = s->kappa[i] + s->kappa[i + 1];
    s->l[i] = (s->kappa[i] * s->l[i] + s->kappa[i + 1] * s->l[i + 1]) / kappa;
    s->kappa[i] = kappa;
    s->n--;
    memmove(s->l + i + 1, s->l + i + 2, (size_t)(s->n - i - 1) * sizeof *s->l);
    memmove(s->kappa + i + 1, s->kappa + i + 2, (size_t)(s->n - i - 1) * sizeof *s->kappa);
}

static void merge_nearest(br_stops *s)
{
    int near = 0;
    for (int i = 1; i + 1 < s->n; i++)
        near = s->l[i + 1] / s->l[i] < s->l[near + 1] / s->l[near] ? i : near;
    merge_elements(s, near);
}

// ---------------------------------------------------------------- a shorter log

// Elements do not know time, and along one direction no samples between: every `every`-th row that counts and all turning
// points are the same log, but shorter. memory: 3*n numbers.
static br_stops_log thin_log(const br_stops_log *log, long long every, double *memory)
{
    double *x = memory, *F = x + log->n, *v = F + log->n, way = 0;
    br_stops_log to = {.x = x, .F = F, .v = log->v ? v : NULL, .blocks = log->blocks};
    for (long long k = 0; k < log->n; k++) {
        double next = k + 1 < log->n ? log->x[k + 1] - log->x[k] : 0;
        bool counts = k >= log->first && (k - log->first) % every == 0, turns = way * next < 0;
        way = next != 0 ? next : way;
        if (!counts && !turns && k > 0)
            continue;
        to.first = k <= log->first ? to.n : to.first;
        x[to.n] = log->x[k];
        F[to.n] = counts ? log->F[k] : (double)NAN;
        v[to.n++] = log->v ? log->v[k] : 0;
    }
    return to;
}

// ---------------------------------------------------------------- from the dictionary to elements

// The atoms that carry more than 1e-4 of FC, the nearest of them merged until there are no more than asked for.
static void elements_of_dictionary(br_stops *s, const br_stops_options *o, const double *l, const double *kappa)
{
    double FC = 0;
    *s = (br_stops){0};
    for (int j = 0; j < o->atoms; j++)
        FC += kappa[j] * l[j];
    for (int j = 0; j < o->atoms; j++) {
        if (!(kappa[j] * l[j] > 1e-4 * FC))
            continue;
        if (s->n == BR_STOPS_MOST)
            merge_nearest(s);
        s->l[s->n] = l[j];
        s->kappa[s->n++] = kappa[j];
    }
    while (s->n > o->most)
        merge_nearest(s);
}

// ---------------------------------------------------------------- how many

// Cross validation: errors on hold-out blocks, each from a fit to all the others.
static br_status cross_validate(br_stops_trial *t, const br_stops_log *log, const br_stops_options *o, double *errors)
{
    br_status status = br_stops_refine(&t->is, log, o, BR_STOPS_STEPS, -1, &t->fitted, NULL, NULL);
    double sum = 0;
    for (int b = 0; b < o->blocks && status == BR_OK; b++) {
        br_stops s = t->is;
        double rms;
        status = br_stops_refine(&s, log, o, BR_STOPS_STEPS, b, &rms, &errors[b], NULL);
        sum += errors[b] * errors[b];
    }
    t->hold_out_error = br_sqrt(sum / o->blocks);
    return status;
}

// One element less: that merger of neighbours which, refined, fits best.
static br_status merge_best(br_stops *s, const br_stops_log *log, const br_stops_options *o)
{
    br_stops best = {0};
    double least = (double)INFINITY;
    br_status status = BR_OK;
    for (int i = 0; i + 1 < s->n && status == BR_OK; i++) {
        br_stops try = *s;
        double rms;
        merge_elements(&try, i);
        status = br_stops_refine(&try, log, o, BR_STOPS_COMPARE, -1, &rms, NULL, NULL);
        if (status == BR_OK && rms < least) {
            least = rms;
            best = try;
        }
    }
    *s = best;
    return status;
}

// Mean and sd of the mean of differences of squares, block by block.
static void mean_difference(int blocks, const double *a, const double *b, double *mean, double *sd)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < blocks; i++) {
        double d = a[i] * a[i] - b[i] * b[i];
        sum += d;
        squares += d * d;
    }
    *mean = sum / blocks;
    *sd = br_sqrt((squares / blocks - *mean * *mean) / (blocks - 1));
}

static br_status count_down(br_stops_found *f, br_stops s, const br_stops_log *log, const br_stops_options *o,
                            double (*errors)[BR_STOPS_BLOCKS])
{
    br_status status = BR_OK;
    f->trials = s.n;
    while (status == BR_OK) {
        br_stops_trial *t = &f->trial[s.n - 1];
        t->is = s;
        status = cross_validate(t, log, o, errors[s.n - 1]);
        s = t->is;
        if (s.n == 1)
            break;
        if (status == BR_OK)
            status = merge_best(&s, log, o);
    }
    return status;
}

// The fewest elements that no larger number beats by the share asked for and beyond doubt. What is left of an exact fit is
// rounding, and beats nothing.
static int choose_count(br_stops_found *f, const br_stops_options *o, double (*errors)[BR_STOPS_BLOCKS])
{
    for (int k = 1; k < f->trials; k++) {
        double mean, sd;
        mean_difference(o->blocks, errors[k - 1], errors[k], &mean, &sd);
        f->trial[k].doubt = sd / (2 * f->trial[k - 1].hold_out_error);
    }
    for (int k = 0; k < f->trials; k++) {
        bool beaten = false;
        for (int more = k + 1; more < f->trials; more++) {
            double mean, sd, size = f->trial[k].hold_out_error;
            mean_difference(o->blocks, errors[k], errors[more], &mean, &sd);
            bool exact = size < 1e-6 * br_stops_coulomb(&f->trial[k].is);
            beaten = beaten || (!exact && mean > sd && f->trial[more].hold_out_error < (1 - o->better) * size);
        }
        if (!beaten)
            return k;
    }
    return f->trials - 1;
}

// sigma2 only where there are speeds.
static const char *const names[BR_STOPS_VALUES] = {
    "sigma2",   "offset",   "l[1]",     "kappa[1]",  "l[2]",     "kappa[2]",  "l[3]",     "kappa[3]", "l[4]",
    "kappa[4]", "l[5]",     "kappa[5]", "l[6]",      "kappa[6]", "l[7]",      "kappa[7]", "l[8]",     "kappa[8]",
    "l[9]",     "kappa[9]", "l[10]",    "kappa[10]", "l[11]",    "kappa[11]", "l[12]",    "kappa[12]"};

static br_status search_elements(br_stops_found *f, const br_stops_log *log, const br_stops_options *o)
{
    double l[BR_STOPS_ATOMS], kappa[BR_STOPS_ATOMS], errors[BR_STOPS_MOST][BR_STOPS_BLOCKS], rms;
    br_stops s;
    br_status status = br_stops_dictionary(o, log->n, log->x, log->v, log->F, 0, l, kappa);
    if (status != BR_OK)
        return status;
    elements_of_dictionary(&s, o, l, kappa);
    if (s.n == 0)
        return BR_NEGATIVE;
    double *memory = malloc(3 * (size_t)log->n * sizeof *memory);
    if (!memory)
        return BR_NO_MEMORY;
    br_stops_log thinned = thin_log(log, 1 + (log->n - log->first - 1) / o->rows, memory);
    status = count_down(f, s, &thinned, o, errors);
    free(memory);
    if (status == BR_OK)
        f->is = f->trial[choose_count(f, o, errors)].is;
    if (status == BR_OK)
        status = br_fit_estimate_init(&f->e, 2 * f->is.n + (log->v ? 2 : 1), log->v ? names : names + 1);
    return status == BR_OK ? br_stops_refine(&f->is, log, o, BR_STOPS_STEPS, -1, &rms, NULL, &f->e) : status;
}

br_status br_stops_find(br_stops_found *found, const br_stops_options *o, long long n, const double *x, const double *v,
                        const double *F)
{
    br_stops_log log = {.n = n, .x = x, .v = v, .F = F};
    br_stops_options own = *o;
    *found = (br_stops_found){0};
    br_status status = br_stops_prepare(&log, &own);
    found->first = log.first;
    if (status == BR_OK)
        status = search_elements(found, &log, &own);
    if (status != BR_OK)
        br_stops_free(found);
    return status;
}

void br_stops_free(br_stops_found *found)
{
    br_fit_estimate_free(&found->e);
    *found = (br_stops_found){0};
}
