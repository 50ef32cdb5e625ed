// identify_fit.c - the fit of one law, and the elements that such laws start from. [host]
#define _XOPEN_SOURCE 700 // clock_gettime, nanosleep, sysconf
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "api/identify/identification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Mass and spring by linear regression on acceleration, position, direction, speed and offset, as far as they are estimated;
// 0: not identifiable.
static void first_terms(const br_identification *w, const br_axis_log *l, double *mass, double *spring)
{
    static const char *const names[] = {"m", "FC", "sigma2", "offset", "spring"};
    bool sprung = w->options.term[BR_AXIS_SPRING];
    int n = sprung ? 5 : 4;
    br_linear regression;
    br_fit_estimate e;
    *mass = *spring = 0;
    if (!(w->estimate_mass || sprung) || br_linear_init(&regression, n, names) != BR_OK)
        return;
    br_status status = br_fit_estimate_init(&e, n, names);
    for (long long k = 0; k < l->trace.rows && status == BR_OK; k++) {
        double row[] = {w->estimate_mass ? l->a[k] : 0, (l->v[k] > 0) - (l->v[k] < 0), l->v[k], 1,
                        sprung ? l->x[k] : 0};
        double y = l->y[k] - br_identify_known_force(&w->options, l, k);
        status = br_linear_add(&regression, 1, row, &y, NULL);
    }
    if (status == BR_OK && br_linear_solve(&regression, 0, &e) == BR_OK) {
        *mass = br_larger(0, e.value[0]);
        *spring = sprung ? e.value[4] : 0;
    }
    br_fit_estimate_free(&e);
    br_linear_free(&regression);
}

enum { MANY = 200000 }; // rows that are enough to count elements by

// Where the axis is in row k, at speeds v: measured, or, where no position is, the way since the first row.
static double place_of(const br_axis_log *l, const double *v, double before, size_t k)
{
    if (l->x)
        return isfinite(l->x[k]) ? l->x[k] : before;
    return k > 0 ? before + 0.5 * (v[k] + v[k - 1]) * (l->trace.t[k] - l->trace.t[k - 1]) : 0;
}

// Elements as of a presliding log; then, of a log that mostly slides, beside viscous friction and down to a hundred-thousandth of
// its range. The second ones are taken where they predict hold-out rows clearly better.
static br_status search_elements(br_stops_found *found, br_stops_options o, size_t rows, const double *x,
                                 const double *v, const double *F)
{
    br_stops_found finer;
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t k = 0; k < rows; k++) {
        low = br_smaller(low, x[k]);
        high = br_larger(high, x[k]);
    }
    br_status status = br_stops_find(found, &o, (long long)rows, x, NULL, F);
    if (status != BR_OK)
        return status;
    o.longest = 0.45 * (high - low);
    o.shortest = 1e-5 * o.longest;
    o.atoms += o.atoms / 2;
    status = br_stops_find(&finer, &o, (long long)rows, x, v, F);
    double of_first = found->trial[found->is.n - 1].hold_out_error;
    if (status == BR_OK && finer.trial[finer.is.n - 1].hold_out_error < (1 - o.better) * of_first) {
        br_stops_free(found);
        *found = finer;
    } else if (status == BR_OK) {
        br_stops_free(&finer);
    }
    if (status == BR_NO_MEMORY)
        br_stops_free(found);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// How many Maxwell-slip elements the first log asks for, and which; and what each smaller number would be.
static br_status find_elements(br_identification *w)
{
    const br_axis_log *l = &w->axis[0];
    br_stops_options o = br_stops_defaults();
    br_stops_found found;
    size_t rows = 0; // without those of the hold-out set
    while (rows < MANY && rows < (size_t)l->trace.rows && !(l->trace.t[rows] >= l->from && l->trace.t[rows] < l->to))
        rows++;
    double *x = malloc((3 * rows + 1) * sizeof *x);
    if (!x)
        return BR_NO_MEMORY;
    double *F = x + rows, *v = F + rows, mass, spring;
    first_terms(w, l, &mass, &spring);
    for (size_t k = 0; k < rows; k++) {
        v[k] = isfinite(l->v[k]) ? l->v[k] : 0;
        x[k] = place_of(l, v, k > 0 ? x[k - 1] : 0, k);
        F[k] = l->y[k] - br_identify_known_force(&w->options, l, (long long)k) - (mass > 0 ? mass * l->a[k] : 0) -
               spring * x[k];
    }
    o.most = BR_IDENTIFICATION_ELEMENTS;
    o.stop = w->options.stop;
    br_status status = search_elements(&found, o, rows, x, v, F);
    if (status == BR_OK) {
        w->elements = found.is;
        for (int i = 0; i < found.is.n - 1; i++)
            w->fewer[i] = found.trial[i].is;
        br_stops_free(&found);
    }
    free(x);
    return status == BR_NO_MEMORY ? status : BR_OK;
}

// Parameters of laws whose elements are springs that slip: kappa, nu and FC.
static bool has_elements(const br_parsed_law *law)
{
    int kappa = br_law_find(law, "kappa", 5), nu = br_law_find(law, "nu", 2), FC = br_law_find(law, "FC", 2);
    return kappa >= 0 && nu >= 0 && FC >= 0 && law->q[kappa].dim != BR_SCALAR && law->q[nu].dim == law->q[kappa].dim;
}

static const char *source_of(const br_identified_law *d)
{
    return d->source ? d->source : d->law;
}

// Does a law of those to be fitted have them?
static bool want_elements(const br_identification *w)
{
    bool wanted = false;
    for (int i = 0; i < w->laws && !wanted; i++) {
        br_loaded_model m;
        br_diag why;
        if (br_loaded_model_open(&m, source_of(&w->law[i]), NULL, NULL, &why) != BR_OK)
            continue; // its fit will say why
        wanted = has_elements(&m.model.law);
        br_loaded_model_close(&m);
    }
    return wanted;
}

br_status br_identification_find_elements(br_identification *w)
{
    return want_elements(w) ? find_elements(w) : BR_OK;
}

static void write_list(br_buffer *out, const br_stops *s, bool shares)
{
    for (int i = 0; i < s->n; i++) {
        br_buffer_put(out, i > 0 ? ", " : "");
        br_buffer_number(out, shares ? br_stops_share(s, i) : s->kappa[i]);
    }
}

// "n = 2, kappa = 2.4e6, 5e5 N/m, nu = 0.1, 0.9, FC = 9 N"
static void write_elements(br_buffer *out, const br_identification *w, const br_stops *s, const br_parsed_law *law)
{
    int dim = law->q[br_law_find(law, "kappa", 5)].dim;
    br_buffer_print(out, ", %s = %d, kappa = ", law->dim[dim].name, s->n);
    write_list(out, s, false);
    br_buffer_print(out, " %s, nu = ", w->rotary ? "N*m/rad" : "N/m");
    write_list(out, s, true);
    br_buffer_put(out, ", FC = ");
    br_buffer_number(out, br_stops_coulomb(s));
    br_buffer_print(out, " %s", w->force_unit);
}

static bool has_values(const br_identification *w)
{
    return w->params || w->at || w->value_lists > 0;
}

// The law with these values and those of the program, each list of which wins over those before it.
static br_status open_model(const br_identification *w, br_identified_law *d, const char *at, br_diag *why)
{
    br_given *more = calloc((size_t)w->value_lists + 1, sizeof *more);
    if (!more)
        return BR_NO_MEMORY;
    more[0] = (br_given){.text = at, .size = strlen(at), .origin = "--at"};
    for (int i = 0; i < w->value_lists; i++)
        more[i + 1] = w->values[i];
    br_status status = br_loaded_model_open_lists(&d->model, source_of(d), w->params, more, w->value_lists + 1, why);
    free(more);
    return status;
}

static br_status open_law(const br_identification *w, br_identified_law *d, const br_stops *s, br_diag *why)
{
    br_buffer at = {0};
    br_buffer_print(&at, "v = 0 %s", w->speed_unit);
    if (w->at)
        br_buffer_print(&at, ", %s", w->at);
    br_status status = at.status == BR_OK ? open_model(w, d, at.text, why) : at.status;
    if (status == BR_BAD_LAW && w->compare) // it has no v, and the fit will say so in its words
        status = br_loaded_model_open(&d->model, d->law, NULL, NULL, why);
    d->has_model = status == BR_OK;
    if (status == BR_OK && !has_values(w) && s->n > 0 && has_elements(&d->model.model.law)) {
        write_elements(&at, w, s, &d->model.model.law);
        br_loaded_model_close(&d->model);
        status = at.status == BR_OK ? open_model(w, d, at.text, why) : at.status;
        d->has_model = status == BR_OK;
        d->elements = s->n;
    }
    br_buffer_free(&at);
    return status;
}

// One fit, from these elements if the law has some.
static void fit_elements(const br_identification *w, br_identified_law *d, const br_stops *s)
{
    br_identify_options o = w->options;
    const br_identified *simpler[BR_IDENTIFICATION_SIMPLER];
    o.term[BR_AXIS_SKEW] = d->direction;
    d->status = open_law(w, d, s, &d->why);
    o.given = has_values(w) || d->elements > 0;
    o.simpler = simpler;
    o.progress = &d->progress;
    for (int i = 0; i < w->aids; i++) // sds of elements say how many there are
        o.as_start = o.as_start || (d == &w->aid[i] && d->elements == 0);
    for (int i = 0; i < d->simpler_laws; i++)
        if (d->simpler[i]->status == BR_OK)
            simpler[o.simpler_laws++] = &d->simpler[i]->id;
    if (d->status == BR_OK)
        d->status = br_identify(&d->id, &d->model.model, w->axis, w->logs, &o, &d->why);
}

void br_identification_forget_fit(br_identified_law *d)
{
    if (d->status == BR_OK)
        br_identified_free(&d->id);
    if (d->has_model)
        br_loaded_model_close(&d->model);
    d->has_model = false;
    d->status = BR_BAD_USAGE; // there is no fit
}

static void fit_again(const br_identification *w, br_identified_law *d, const br_stops *s)
{
    br_identification_forget_fit(d);
    fit_elements(w, d, s);
}

// The largest sd of a parameter of an element, "kappa[2]", over its value; infinite where one is not identifiable.
static double element_doubt(const br_identified *id)
{
    double most = 0;
    for (int i = 0; i < id->parameters.count; i++) {
        if (!strchr(br_identified_name(id, i), '[') || br_identified_is_fixed(id, i))
            continue;
        bool known = br_identified_unneeded(id, i) || br_identified_is_identifiable(id, i);
        double share = id->fit.value[i] != 0 ? id->fit.corrected_sd[i] / fabs(id->fit.value[i]) : HUGE_VAL;
        most = br_larger(most, known && isfinite(share) ? share : HUGE_VAL);
    }
    return most;
}

// Where not all elements are identifiable: fewer, one by one, and of the numbers that are that of least BIC, or the smallest where none
// is. Elements that are known well are worth their BIC, and end the search; so does an error larger by a quarter: an element is
// there, though the log may not show when it slips.
static void fit_fewer(const br_identification *w, br_identified_law *d)
{
    const double well = 0.2, most = br_larger(1.25 * d->id.fit.error, br_identified_exact_error(&d->id));
    const int asked = d->elements;
    int best = asked;
    double least = HUGE_VAL;
    for (int n = asked - 1; n > 0 && !w->stopped; n--) {
        fit_again(w, d, &w->fewer[n - 1]);
        if (d->status != BR_OK || !(d->id.fit.error <= most))
            break;
        double doubt = element_doubt(&d->id);
        if (isinf(doubt)) {
            best = isinf(least) ? n : best;
            continue;
        }
        if (!(d->id.fit.e.bic < least))
            break;
        least = d->id.fit.e.bic;
        best = n;
        if (doubt < well)
            break;
    }
    if (best != d->elements && !w->stopped)
        fit_again(w, d, best < asked ? &w->fewer[best - 1] : &w->elements);
    d->asked = isfinite(least) ? asked : 0;
}

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The fit of the same law without a direction, whose elements are those of d; NULL: none.
static const br_identified_law *without_direction(const br_identified_law *d)
{
    const br_identified_law *plain = d->direction && d->simpler_laws > 0 ? d->simpler[0] : NULL;
    return plain && !plain->direction && plain->status == BR_OK && plain->elements > 0 ? plain : NULL;
}

void br_identification_fit_law(const br_identification *w, br_identified_law *d)
{
    double from = seconds_now();
    const br_identified_law *plain = without_direction(d);
    bool fewer = plain && plain->elements < w->elements.n;
    fit_elements(w, d, fewer ? &w->fewer[plain->elements - 1] : &w->elements);
    if (plain)
        d->asked = plain->asked;
    else if (d->status == BR_OK && d->elements > 1 && isinf(element_doubt(&d->id)))
        fit_fewer(w, d);
    d->seconds = seconds_now() - from;
}
