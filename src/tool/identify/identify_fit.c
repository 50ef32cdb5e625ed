// identify_fit.c - the fit of one law of `bristle identify`, and the elements that such laws start from. [host]
#include "num/base/fp.h"

#include "fit/statistics/linear.h"
#include "tool/identify/identify.h"
#include "tool/kit/progress.h"

#include <math.h>
#include <stdlib.h>

// Mass and spring by linear regression on acceleration, position, direction, speed and offset, as far as they are estimated;
// 0: not identifiable.
static void first_terms(const identifying *w, const br_axis_log *l, double *mass, double *spring)
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
        *mass = fmax(0, e.value[0]);
        *spring = sprung ? e.value[4] : 0;
    }
    br_fit_estimate_free(&e);
    br_linear_free(&regression);
}

enum { MANY = 200000 }; // rows that are enough to count elements by

// How many Maxwell-slip elements the first log asks for, and which.
static br_status find_elements(identifying *w)
{
    const br_axis_log *l = &w->axis[0];
    br_stops_options o = br_stops_defaults();
    br_stops_found found;
    size_t rows = 0; // without those of the hold-out set
    while (rows < MANY && rows < (size_t)l->trace.rows && !(l->trace.t[rows] >= l->from && l->trace.t[rows] < l->to))
        rows++;
    double *x = l->x ? malloc((2 * rows + 1) * sizeof *x) : NULL, *F = x ? x + rows : NULL;
    if (!x)
        return l->x ? BR_NO_MEMORY : BR_OK;
    double mass, spring;
    first_terms(w, l, &mass, &spring);
    for (size_t k = 0; k < rows; k++) {
        x[k] = isfinite(l->x[k]) ? l->x[k] : k > 0 ? x[k - 1] : 0;
        F[k] = l->y[k] - br_identify_known_force(&w->options, l, (long long)k) - (mass > 0 ? mass * l->a[k] : 0) -
               spring * x[k];
    }
    o.most = IDENTIFY_ELEMENTS;
    o.stop = w->options.stop;
    br_status status = br_stops_find(&found, &o, (long long)rows, x, NULL, F);
    if (status == BR_OK) {
        w->elements = found.is;
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

// Does a law of those to be fitted have them?
static bool want_elements(const identifying *w)
{
    bool wanted = false;
    for (int i = 0; i < w->laws && !wanted; i++) {
        br_loaded_model m;
        br_diag why;
        if (br_loaded_model_open(&m, w->law[i].law, NULL, NULL, &why) != BR_OK)
            continue; // its fit will say why
        wanted = has_elements(&m.model.law);
        br_loaded_model_close(&m);
    }
    return wanted;
}

br_status identify_elements(identifying *w)
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
static void write_elements(br_buffer *out, const identifying *w, const br_parsed_law *law)
{
    int dim = law->q[br_law_find(law, "kappa", 5)].dim;
    br_buffer_print(out, ", %s = %d, kappa = ", law->dim[dim].name, w->elements.n);
    write_list(out, &w->elements, false);
    br_buffer_print(out, " %s, nu = ", w->rotary ? "N*m/rad" : "N/m");
    write_list(out, &w->elements, true);
    br_buffer_put(out, ", FC = ");
    br_buffer_number(out, br_stops_coulomb(&w->elements));
    br_buffer_print(out, " %s", w->force_unit);
}

static br_status open_law(const identifying *w, identified *d, const tool_args *a, br_diag *why)
{
    br_buffer at = {0};
    br_buffer_print(&at, "v = 0 %s", w->speed_unit);
    if (a->at)
        br_buffer_print(&at, ", %s", a->at);
    br_status status =
        at.status == BR_OK ? br_loaded_model_open(&d->model, d->law, a->params, at.text, why) : at.status;
    if (status == BR_BAD_LAW && w->compare) // it has no v, and the fit will say so in its words
        status = br_loaded_model_open(&d->model, d->law, NULL, NULL, why);
    d->has_model = status == BR_OK;
    if (status == BR_OK && !a->params && !a->at && w->elements.n > 0 && has_elements(&d->model.model.law)) {
        write_elements(&at, w, &d->model.model.law);
        br_loaded_model_close(&d->model);
        status = at.status == BR_OK ? br_loaded_model_open(&d->model, d->law, NULL, at.text, why) : at.status;
        d->has_model = status == BR_OK;
        d->elements = w->elements.n;
    }
    br_buffer_free(&at);
    return status;
}

void identify_fit_law(const identifying *w, identified *d, const tool_args *a)
{
    br_identify_options o = w->options;
    const br_identified *simpler[IDENTIFY_SIMPLER];
    double from = progress_clock();
    o.term[BR_AXIS_SKEW] = d->direction;
    d->status = open_law(w, d, a, &d->why);
    o.given = a->params || a->at || d->elements > 0;
    o.simpler = simpler;
    o.progress = &d->progress;
    for (int i = 0; i < w->aids; i++)
        o.as_start = o.as_start || d == &w->aid[i];
    for (int i = 0; i < d->simpler_laws; i++)
        if (d->simpler[i]->status == BR_OK)
            simpler[o.simpler_laws++] = &d->simpler[i]->id;
    if (d->status == BR_OK)
        d->status = br_identify(&d->id, &d->model.model, w->axis, w->logs, &o, &d->why);
    d->seconds = progress_clock() - from;
}
