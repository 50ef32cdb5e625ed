// experiment.c - findings and simulation runs of an experiment.                [host]
#include "num/base/fp.h"

#include "law/builtin/builtin.h"
#include "paper/kit/experiment.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------- findings

static void *grow(br_outcome *o, void *list, int count, size_t each)
{
    void *more = o->drawn.status == BR_OK ? realloc(list, ((size_t)count + 1) * each) : NULL;
    if (!more)
        o->drawn.status = BR_NO_MEMORY;
    return more;
}

void br_finding_add(br_outcome *o, bool agrees, const char *test, const char *statement, const char *paper,
                    const char *bristle, ...)
{
    br_finding *all = grow(o, o->finding, o->findings, sizeof *all);
    if (!all)
        return;
    o->finding = all;
    br_finding *f = &all[o->findings++];
    memset(f, 0, sizeof *f);
    f->agrees = agrees;
    snprintf(f->test, sizeof f->test, "%s", test);
    snprintf(f->statement, sizeof f->statement, "%s", statement);
    snprintf(f->paper, sizeof f->paper, "%s", paper);
    va_list args;
    va_start(args, bristle);
    vsnprintf(f->bristle, sizeof f->bristle, bristle, args);
    va_end(args);
}

void br_finding_remark(br_outcome *o, const char *words)
{
    if (o->drawn.status == BR_OK && o->findings > 0)
        snprintf(o->finding[o->findings - 1].because, sizeof o->finding->because, "%s", words);
}

void br_outcome_free(br_outcome *o)
{
    br_plots_free(&o->drawn);
    free(o->finding);
    *o = (br_outcome){0};
}

// ---------------------------------------------------------------- trials

static br_status open_model(br_model *m, const br_setup *s, br_diag *why)
{
    size_t size = 0;
    const char *text = br_builtin_text(NULL, s->law, &size), *list = s->values ? s->values : "";
    if (!text)
        return BR_BAD_USAGE;
    br_model_source source = {text, size, s->law, br_builtin_text, NULL};
    br_given set = {.set = s->set}, values = {.text = list, .size = strlen(list), .origin = s->law};
    return br_model_open_given(m, &source, &set, &values, why);
}

static br_status run_rows(br_trial *t, const br_setup *s, long long rows, br_diag *why)
{
    br_status status = BR_OK;
    for (long long k = 0; k < rows && status == BR_OK; k++) {
        double at = (double)k * s->step;
        status = br_run_to(t->run, at < s->until ? at : s->until, why);
        br_record_add(&t->record, t->run);
    }
    return status;
}

struct br_trial_parts {
    br_model model;
    br_source source;
    br_driver driver;
    br_run run;
};

br_status br_trial_run(br_trial *t, const br_setup *s, br_diag *why)
{
    memset(t, 0, sizeof *t);
    struct br_trial_parts *w = t->parts = calloc(1, sizeof *w);
    if (!w)
        return BR_NO_MEMORY;
    t->model = &w->model;
    t->run = &w->run;
    br_run_options o = br_run_defaults();
    o.method = s->method ? br_run_method_find(s->method) : o.method;
    o.step = s->step;
    o.until = s->until;
    o.relative = s->relative > 0 ? s->relative : o.relative;
    o.absolute = s->absolute > 0 ? s->absolute : o.absolute;
    br_status status = open_model(t->model, s, why);
    if (status != BR_OK) {
        free(w);
        memset(t, 0, sizeof *t);
        return status;
    }
    long long rows = (long long)(s->until / s->step + 0.5) + 1;
    status = br_model_complete(t->model, false, why);
    if (status == BR_OK)
        status = br_source_read(&w->source, s->input ? s->input : "", s->law, t->model, NULL, why);
    br_drive drive = br_driver_of(&w->driver, &w->source);
    if (status == BR_OK)
        status = br_run_open(t->run, t->model, &drive, &o, why);
    if (status == BR_OK)
        status = br_record_open(&t->record, t->model, rows, why);
    if (status == BR_OK)
        status = run_rows(t, s, rows, why);
    if (status != BR_OK)
        br_trial_free(t);
    return status;
}

void br_trial_free(br_trial *t)
{
    br_record_close(&t->record);
    if (t->parts) {
        br_run_close(t->run);
        br_source_free(&t->parts->source);
        br_model_close(t->model);
        free(t->parts);
    }
    memset(t, 0, sizeof *t);
}

const double *br_trial_column(const br_trial *t, const char *name)
{
    int c = br_record_find(&t->record, name);
    return c >= 0 ? t->record.column[c].v : NULL;
}

double br_trial_param(const br_trial *t, const char *name)
{
    int q = br_law_find(&t->model->law, name, strlen(name));
    return q >= 0 ? br_model_values(t->model, q)[0].lo : 0;
}
