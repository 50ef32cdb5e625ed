// identify.c - identification of a friction law from logs, and which parameters are identifiable. [host]
#include "num/base/fp.h"

#include "fit/identify/identify_parts.h"
#include "law/model/condition.h"
#include "num/base/elem.h"
#include "num/base/random.h"
#include "num/text/diag.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

br_identify_options br_identify_defaults(void)
{
    return (br_identify_options){.every = 1, .lengths = 4, .speeds = 2, .design = 256};
}

// Of few rows some parts have none.
static bool has_block(const br_identified *a, const br_identified *b, int i)
{
    return a->block[i] > 0 || b->block[i] > 0;
}

// Mean square of what is measured, in the rows of the blocks.
static double measured_square(const br_identified *id)
{
    bool held = isfinite(id->hold_out_error);
    double rms = held ? id->hold_out_rms : id->fit.rms, share = held ? id->hold_out_error : id->fit.error;
    return share > 0 ? (rms / share) * (rms / share) : 0;
}

// Student's t, 95 % one-sided.
static double t_quantile(int freedom)
{
    static const double few[] = {6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895};
    return freedom <= 7 ? few[freedom - 1] : 1.645 + 1.6 / freedom;
}

bool br_identified_is_better(const br_identified *a, const br_identified *b)
{
    double mean = 0, squares = 0, all = 0, n = 0, exact = br_identified_exact_error(b);
    for (int i = 0; i < BR_BLOCKS; i++)
        n += has_block(a, b, i);
    if (n < 3) // a test has two degrees of freedom or more
        return false;
    for (int i = 0; i < BR_BLOCKS; i++) {
        mean += (b->block[i] - a->block[i]) / n;
        all += a->block[i] / n;
    }
    for (int i = 0; i < BR_BLOCKS; i++)
        if (has_block(a, b, i))
            squares += (b->block[i] - a->block[i] - mean) * (b->block[i] - a->block[i] - mean);
    if (all + mean < exact * exact * measured_square(b)) // both are
        return false;
    if (!isfinite(a->hold_out_error)) { // what a parameter more gains on fitted rows by chance (AIC)
        double factor = a->fit.autocorrelation_factor > 1 ? a->fit.autocorrelation_factor : 1,
               worth = (double)a->fit.e.count / (factor * factor);
        mean -= 2 * all * (a->fit.n - b->fit.n) / worth;
    }
    return mean > t_quantile((int)n - 1) * br_sqrt(squares / (n * (n - 1)));
}

// ---------------------------------------------------------------- the law

static br_status check_law(br_identify_work *w, br_diag *why)
{
    const br_model *m = w->id->model;
    const br_parsed_law *law = &m->law;
    bool has_v = false;
    w->output = -1;
    for (int i = 0, at = 0; i < law->nout; i++) {
        if (strcmp(law->out[i].name, "F") == 0 && law->out[i].dim == BR_SCALAR && law->out[i].now != BR_NO_NODE)
            w->output = at;
        at += law->out[i].now == BR_NO_NODE ? 0 : law->out[i].dim == BR_SCALAR ? 1 : m->n[law->out[i].dim];
    }
    for (int q = 0; q < law->nq; q++) {
        if (law->q[q].kind != BR_INPUT)
            continue;
        bool v = strcmp(law->q[q].name, "v") == 0, known = v || m->origin[q] != BR_UNSET;
        has_v = has_v || v;
        for (int i = 0; i < w->logs; i++)
            if (!known && !br_identify_column(&w->log[i].trace, law->q[q].name))
                return br_diag_fail(why, BR_BAD_LAW, "%s takes %s, which the log has not", law->name, law->q[q].name);
    }
    if (!has_v || w->output < 0)
        return br_diag_fail(why, BR_BAD_LAW, "%s is no law that takes a velocity v and gives a force F", law->name);
    return BR_OK;
}

static br_status open_parameters(br_identify_work *w, br_diag *why)
{
    const br_model *m = w->id->model;
    bool *wanted = calloc((size_t)m->np + 1, sizeof *wanted);
    if (!wanted)
        return BR_NO_MEMORY;
    br_fit_parameters_usual(m, wanted);
    br_status status = w->o->also ? br_fit_parameters_select(m, w->o->also, NULL, true, wanted, why) : BR_OK;
    if (status == BR_OK && w->o->fix)
        status = br_fit_parameters_select(m, w->o->fix, NULL, false, wanted, why);
    for (int q = 0; q < m->law.nq && status == BR_OK; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && i < br_model_len(m, q) && status == BR_OK; i++)
            if (!wanted[m->at[q] + i] && m->origin[q] == BR_UNSET)
                status = br_diag_fail(why, BR_BAD_USAGE, "%s is fixed, but has no value: give it with --at",
                                      m->law.q[q].name);
    if (status == BR_OK)
        status = br_fit_parameters_open(&w->id->parameters, m, wanted, NULL);
    free(wanted);
    return status;
}

// "FC, sigma2, m": the names of all estimated parameters.
static const char *names_of(const br_identified *id, char *to, size_t size)
{
    size_t used = 0;
    to[0] = 0;
    for (int i = 0; i < id->parameters.count + id->terms && used < size; i++)
        used += (size_t)snprintf(to + used, size - used, "%s%s", i > 0 ? ", " : "", br_identified_name(id, i));
    return to;
}

// ---------------------------------------------------------------- priors

static bool is_called(const br_identified *id, int i, const br_assignment *a)
{
    char name[BR_NAME_SIZE + 32];
    snprintf(name, sizeof name, a->element > 0 ? "%s[%d]" : "%s", a->name, a->element);
    return strcmp(name, br_identified_name(id, i)) == 0;
}

static br_status set_prior(br_identify_work *w, const br_assignments *list, const br_assignment *a, br_diag *why)
{
    const br_identified *id = w->id;
    int n = id->parameters.count + id->terms, i = 0;
    while (i < n && !is_called(id, i, a))
        i++;
    char names[200];
    if (i == n)
        return br_diag_fail(why, BR_BAD_USAGE, "--prior: %.40s is not estimated; parameters of this fit: %s", a->name,
                            names_of(id, names, sizeof names));
    br_unit is = br_unit_none();
    const char *text = br_identified_unit(id, i);
    const br_written *value = a->count == 1 && !a->word[0] ? &list->value[a->first] : NULL;
    if (strcmp(text, "-") != 0)
        (void)br_unit_read(text, strlen(text), NULL, 0, &is, NULL);
    double least = i < id->parameters.count ? id->parameters.parameter[i].low : id->term[i - id->parameters.count].low;
    if (!value || !br_unit_same(a->has_unit ? a->unit : br_unit_none(), is) || !(value->lo < value->hi) ||
        !isfinite(value->lo) || !isfinite(value->hi) || br_unit_to_si(a->unit, value->hi) <= least)
        return br_diag_fail(why, BR_BAD_USAGE, "--prior: %s needs a range that is likely, such as 1..3 %s", a->name,
                            text);
    double low = br_unit_to_si(a->unit, value->lo), high = br_unit_to_si(a->unit, value->hi);
    w->prior_mean[i] = 0.5 * low + 0.5 * high;
    w->prior_sd[i] = 0.5 * (high - low);
    return BR_OK;
}

static br_status read_priors(br_identify_work *w, br_diag *why)
{
    int n = w->id->parameters.count + w->id->terms;
    br_assignments list;
    w->prior_mean = calloc(2 * (size_t)n + 2, sizeof *w->prior_mean);
    if (!w->prior_mean)
        return BR_NO_MEMORY;
    w->prior_sd = w->prior_mean + n + 1;
    for (int i = 0; i <= n; i++) // that of the delay: identify_fit_motion.c
        w->prior_sd[i] = HUGE_VAL;
    if (!w->o->prior)
        return BR_OK;
    br_status status = br_assignments_read(&list, w->o->prior, strlen(w->o->prior), "--prior", why);
    if (status != BR_OK)
        return status;
    for (int i = 0; i < list.count && status == BR_OK; i++)
        status = set_prior(w, &list, &list.item[i], why);
    br_assignments_free(&list);
    return status;
}

static br_status open_work(br_identify_work *w, br_diag *why)
{
    br_model *m = w->id->model;
    br_status status = check_law(w, why);
    if (status != BR_OK)
        return status;
    w->hold = calloc((size_t)m->nu + 1, sizeof *w->hold);
    if (!w->hold)
        return BR_NO_MEMORY;
    for (int i = 0; i < m->nu; i++)
        w->hold[i] = br_interval_mid(m->u[i]);
    status = br_system_open(&w->system, m, why);
    w->has_system = status == BR_OK;
    if (status == BR_OK)
        status = open_parameters(w, why);
    if (status == BR_OK)
        status = br_identify_find_damper(w);
    if (status == BR_OK)
        status = br_identify_terms(w, why);
    if (status == BR_OK)
        status = read_priors(w, why);
    if (status == BR_OK)
        status = br_identify_columns(w);
    if (status == BR_OK)
        status = br_identify_stretches(w, 0);
    if (status == BR_OK && w->stretches == 0)
        status = br_diag_fail(why, BR_BAD_DATA, "no stretch of the log has more than two rows");
    return status == BR_OK ? br_identify_scales(w, why) : status;
}

static void close_work(br_identify_work *w)
{
    if (w->has_system)
        br_system_close(&w->system);
    for (int i = 0; w->block && i < w->logs; i++)
        free(w->block[i]);
    free(w->block);
    for (int i = 0; w->drive && i < w->logs; i++)
        free(w->drive[i]);
    free(w->drive);
    for (int i = 0; w->halvings && i < w->logs; i++)
        free(w->halvings[i]);
    free(w->halvings);
    br_identify_free_stretches(w);
    br_identify_free_motion(w);
    free(w->hold);
    free(w->prior_mean);
    free(w->motion_block);
    free(w->guided_block);
    free(w->first_p);
    free(w->moving);
    free(w->mismatch);
    br_output_free(&w->part);
}

// ---------------------------------------------------------------- fitting

static void set_ranges(br_identify_work *w)
{
    double force = 0, speed = 0, rows = 0;
    for (int i = 0; i < w->logs; i++)
        for (long long k = 0; k < w->log[i].trace.rows; k++) {
            double F = w->log[i].y[k], v = w->log[i].v[k];
            if (!isfinite(F) || !isfinite(v))
                continue;
            force += F * F;
            speed += v * v;
            rows++;
        }
    w->id->force_rms = rows > 0 ? br_sqrt(force / rows) : 0;
    w->id->speed_rms = rows > 0 ? br_sqrt(speed / rows) : 0;
}

// Which parameters are identifiable: those with an sd below their value. FC is not identifiable, e.g., where its sd exceeds it.
static void set_identifiability(br_identify_work *w)
{
    set_ranges(w);
    br_identified *id = w->id;
    const br_output_fit *f = &id->fit;
    double worst = 0;
    id->weak = -1;
    id->identifiable = f->e.n > 0 && f->e.rank == f->e.n;
    for (int i = 0; i < f->n; i++) {
        if (br_identified_unneeded(id, i) ||
            br_identified_is_identifiable(id, i)) // what may be 0, and is, is not needed
            continue;
        double share = f->bound[i] ? HUGE_VAL : f->corrected_sd[i] / fabs(f->value[i]);
        if (id->weak < 0 || share > worst) {
            worst = share;
            id->weak = i;
        }
        id->identifiable = false;
    }
    br_model_set_points(id->model, f->p);
    id->physical = br_model_should_hold(id->model, &id->breaks) == BR_OK;
}

// Errors of every log; those of hold-out rows and test logs by a fit that has not seen any of these.
static br_status set_log_errors(br_identify_work *w)
{
    br_identified *id = w->id;
    const br_output_fit *unseen = w->part.n > 0 ? &w->part : &id->fit;
    id->log = calloc((size_t)w->logs + 1, sizeof *id->log);
    memcpy(id->block, unseen->block[isfinite(id->hold_out_error) ? BR_HOLD_OUT : BR_FITTED], sizeof id->block);
    for (int s = 0; id->log && s < w->stretches; s++) {
        br_error_sum *to = id->log[w->stretch[s].of].fit;
        br_error_join(&to[BR_FITTED], &id->fit.log_error[s][BR_FITTED]);
        br_error_join(&to[BR_HOLD_OUT], &unseen->log_error[s][BR_HOLD_OUT]);
    }
    return id->log ? BR_OK : BR_NO_MEMORY;
}

// Is name in the list "FC, m", or is that "all"?
static bool is_asked_for(const char *list, const char *name)
{
    size_t size = strlen(name);
    if (strcmp(list, "all") == 0)
        return true;
    for (const char *p = list; *p; p += strspn(p, ", ")) {
        size_t n = strcspn(p, ", ");
        if (n == size && strncmp(p, name, n) == 0)
            return true;
        p += n;
    }
    return false;
}

// Every name of the list is a parameter of the fit.
static br_status check_profile(const br_identified *id, const char *list, br_diag *why)
{
    for (const char *p = list + strspn(list, ", "); *p && strcmp(list, "all") != 0; p += strspn(p, ", ")) {
        size_t n = strcspn(p, ", ");
        bool known = false;
        char names[200];
        for (int i = 0; i < id->fit.n; i++)
            known = known || (strlen(br_identified_name(id, i)) == n && strncmp(p, br_identified_name(id, i), n) == 0);
        if (!known)
            return br_diag_fail(why, BR_BAD_USAGE, "--profile: %.*s is no parameter of this fit; there are %s",
                                n < 40 ? (int)n : 40, p, names_of(id, names, sizeof names));
        p += n;
    }
    return BR_OK;
}

static br_status find_profiles(br_identify_work *w, const br_output_options *o, br_diag *why)
{
    br_identified *id = w->id;
    br_status status = check_profile(id, w->o->profile, why);
    id->profile = status == BR_OK ? calloc((size_t)id->fit.n + 1, sizeof *id->profile) : NULL;
    if (!id->profile)
        return status == BR_OK ? BR_NO_MEMORY : status;
    for (int i = 0; i < id->fit.n && status == BR_OK; i++) {
        if (is_asked_for(w->o->profile, br_identified_name(id, i)) && !id->fit.bound[i])
            status =
                br_profile_find(&id->profile[i], &id->fit, &w->q, o, i, w->o->confidence > 0 ? w->o->confidence : 0.95);
        else
            id->profile[i].low = id->profile[i].high = (double)NAN;
        br_identify_set_progress(w, 0.6 + 0.4 * (i + 1) / id->fit.n);
    }
    return status;
}

// The values that the model was given, before a fit changes them.
static br_status keep_given(br_identify_work *w)
{
    const br_model *m = w->id->model;
    w->first_p = calloc((size_t)m->np + 1, sizeof *w->first_p);
    if (!w->first_p)
        return BR_NO_MEMORY;
    br_start_middle(m, &w->id->parameters, &w->start, w->first_p);
    for (int q = 0; q < m->law.nq; q++)
        for (int i = 0; m->law.q[q].kind == BR_PARAM && m->origin[q] == BR_GIVEN && i < br_model_len(m, q); i++)
            w->first_p[m->at[q] + i] = br_interval_mid(m->p[m->at[q] + i]);
    return BR_OK;
}

// One side of an interval, so much further from the value that it holds an error of this size, too.
static double widened(double value, double side, double size)
{
    double off = side - value, wide = isfinite(off) ? br_sqrt(off * off + size * size) : fabs(off);
    return off < 0 ? value - wide : value + wide;
}

// What is included in standard deviations behind the profiles belongs to their intervals, too.
static void widen_profiles(br_identify_work *w, const double *sd)
{
    br_identified *id = w->id;
    const br_output_fit *f = &id->fit;
    double confidence = w->o->confidence > 0 ? w->o->confidence : 0.95,
           quantile = br_normal_quantile(0.5 + 0.5 * confidence);
    for (int i = 0; i < f->n; i++) {
        br_profile *p = &id->profile[i];
        double more = f->corrected_sd[i] * f->corrected_sd[i] - sd[i] * sd[i];
        if (p->count == 0 || !(more > 0) || !isfinite(more))
            continue;
        p->low = p->part[0][0] = widened(f->value[i], p->low, quantile * br_sqrt(more));
        p->high = p->part[p->count - 1][1] = widened(f->value[i], p->high, quantile * br_sqrt(more));
    }
}

static br_status fit_model(br_identify_work *w, br_diag *why)
{
    br_identified *id = w->id;
    br_output_options o = br_output_defaults();
    o.which = w->output;
    o.flow = w->o->flow;
    o.substeps = w->o->substeps;
    o.every = w->o->every;
    o.huber = w->o->huber;
    o.mean = w->prior_mean;
    o.sd = w->prior_sd;
    o.stop = w->o->stop;
    id->disagrees = id->mismatch.parameter = id->coarse.parameter = -1;
    w->q = (br_output_problem){id->model,    &w->system.sys, &id->parameters, w->stretch,
                               w->stretches, id->term,       id->terms,       NULL};
    br_status status = w->o->motion && w->o->given ? keep_given(w) : BR_OK;
    if (status == BR_OK)
        status = br_identify_fit_delayed(w, &o, why);
    if (status == BR_OK && !w->o->motion && !w->o->as_start)
        status = br_identify_include_derivatives(w, &o);
    if (status == BR_OK && !w->o->motion && !w->o->as_start)
        status = br_identify_find_mismatch(w, &o);
    w->force_rms = status == BR_OK ? id->fit.rms : 0;
    if (status == BR_OK && w->o->motion)
        status = br_identify_fit_motion(w, &o, why);
    if (status == BR_OK && w->o->motion && !w->o->as_start)
        status = br_identify_find_motion_mismatch(w, &o);
    if (status == BR_OK && w->o->profile)
        status = find_profiles(w, &o, why);
    double *sd = status == BR_OK ? calloc((size_t)id->fit.n + 1, sizeof *sd) : NULL; // as profiles have seen them
    if (status == BR_OK && !sd)
        status = BR_NO_MEMORY;
    if (status == BR_OK)
        memcpy(sd, id->fit.corrected_sd, (size_t)id->fit.n * sizeof *sd);
    if (status == BR_OK && !w->o->as_start)
        status = br_identify_include_predictions(w, &o); // the last: it changes w
    br_identify_include_mismatch(w);
    if (status == BR_OK && id->profile)
        widen_profiles(w, sd);
    free(sd);
    return status;
}

static br_status set_places(br_identify_work *w)
{
    br_identified *id = w->id;
    id->place = calloc((size_t)w->stretches + 1, sizeof *id->place);
    id->stretches = id->place ? w->stretches : 0;
    for (int i = 0; i < id->stretches; i++)
        id->place[i] = (br_stretch_place){w->stretch[i].of, w->stretch[i].first};
    return id->place ? BR_OK : BR_NO_MEMORY;
}

br_status br_identify(br_identified *id, br_model *m, const br_axis_log *log, int logs, const br_identify_options *o,
                      br_diag *why)
{
    br_identify_work w = {.id = id, .log = log, .given = log, .logs = logs, .o = o};
    memset(id, 0, sizeof *id);
    id->model = m;
    id->logs = logs;
    br_status status = open_work(&w, why);
    if (status == BR_OK)
        status = fit_model(&w, why);
    if (status == BR_OK) {
        br_identify_check_spring(&w);
        br_identify_set_noise(&w);
        br_identify_report_delay(&w);
        set_identifiability(&w);
        status = set_places(&w);
        if (status == BR_OK)
            status = set_log_errors(&w);
        if (status == BR_OK) {
            br_identify_count_rows(&w);
            status = br_identify_simulate(&w);
        }
    }
    close_work(&w);
    if (status != BR_OK)
        br_identified_free(id);
    return status;
}

void br_identified_free(br_identified *id)
{
    br_output_free(&id->fit);
    br_explanation_free(&id->other);
    for (int i = 0; i < BR_STAGES; i++)
        free(id->optimum[i].p);
    br_fit_parameters_free(&id->parameters);
    free(id->profile);
    free(id->log);
    free(id->place);
    free(id->share);
    free(id->name);
    memset(id, 0, sizeof *id);
}
