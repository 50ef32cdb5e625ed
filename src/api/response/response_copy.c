// response_copy.c - what frequency responses are, in the structures of bristle/response.h.   [host]
#include "num/base/fp.h"

#include "api/law/sized.h"
#include "api/response/response_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static_assert((int)BR_RESPONSE_QUANTITIES == (int)BR_FRF_PARAMETERS &&
                  (int)BR_RESPONSE_STIFFNESS == (int)BR_FRF_STIFFNESS && (int)BR_RESPONSE_DELAY == (int)BR_FRF_DELAY &&
                  (int)BR_RESPONSE_GIVEN == (int)BR_FRF_GIVEN && (int)BR_RESPONSE_WELCH == (int)BR_FRF_BROADBAND &&
                  (int)BR_RESPONSE_PRESLIDING == (int)BR_FRF_PRESLIDING,
              "the same lists here and there");

static br_response_signal copy_signal(const br_response *r, const br_response_group *g)
{
    const br_frf *f = &g->frf;
    return (br_response_signal){.name = g->name,
                                .x_unit = r->x,
                                .u_unit = r->u,
                                .unit = r->unit,
                                .method = (br_response_method)f->kind,
                                .logs = g->logs,
                                .lines = f->lines,
                                .step = f->dt,
                                .period = (double)f->period * f->dt,
                                .periods = f->periods,
                                .skipped = f->skipped,
                                .realisations = f->realisations,
                                .repeated = f->repeated,
                                .force_rms = f->rms_u,
                                .force_mean = f->mean_u,
                                .position_rms = f->rms_x,
                                .drift = f->drift,
                                .velocity_rms = f->rms_v,
                                .distortion = f->distortion,
                                .even = f->even,
                                .odd = f->odd,
                                .slope_change = f->slope_change,
                                .slope_change_sd = f->slope_change_sd};
}

static br_status copy_lines(br_response_group *g)
{
    g->line = calloc((size_t)g->frf.lines + 1, sizeof *g->line);
    if (!g->line)
        return BR_NO_MEMORY;
    for (int k = 0; k < g->frf.lines; k++) {
        const br_frf_line *l = &g->frf.line[k];
        g->line[k] = (br_response_line){.f = l->f,
                                        .re = l->re,
                                        .im = l->im,
                                        .noise = l->noise,
                                        .distortion = l->distortion,
                                        .sd = l->sd,
                                        .dof = l->dof,
                                        .coherence = l->coherence,
                                        .u_re = l->u_re,
                                        .u_im = l->u_im};
    }
    return BR_OK;
}

static br_response_model copy_model(const br_response_group *g)
{
    const br_frf_model *m = &g->model;
    return (br_response_model){.sliding = m->sliding,
                               .damping_is = g->slope.text ? g->slope.text : "sigma1 + sigma2",
                               .chi2 = m->chi2,
                               .dof = m->dof,
                               .p = m->p,
                               .mismatch = m->mismatch,
                               .factor = m->factor,
                               .residual = m->residual,
                               .nonlinear = m->nonlinear,
                               .slope_varies = m->slope_varies,
                               .corner = m->corner,
                               .corner_sd = m->corner_sd,
                               .resonance = m->resonance,
                               .resonance_sd = m->resonance_sd};
}

static br_response_parameter copy_parameter(const br_response *r, const br_response_group *g, int p)
{
    static const char *const key[] = {"m", "d", "k", "delay"};
    const br_frf_value *v = &g->model.of[p];
    bool known = v->verdict != BR_FRF_NOT_REACHED && v->verdict != BR_FRF_UNCERTAIN && v->verdict != BR_FRF_NEGATIVE;
    return (br_response_parameter){.key = key[p],
                                   .name = br_response_parameter_name(&g->model, (br_frf_parameter)p),
                                   .unit = r->of[p],
                                   .verdict = (br_response_verdict)v->verdict,
                                   .why = g->why[p].text ? g->why[p].text : "",
                                   .value = known ? v->value : (double)NAN,
                                   .sd = known ? v->sd : (double)NAN,
                                   .systematic = v->systematic,
                                   .low = v->low,
                                   .high = v->high,
                                   .share = v->share,
                                   .at = v->at};
}

// In words of a program.
static void split_lines(br_lines *l)
{
    br_plain_words(l->text.text);
    l->text.size = l->text.text ? strlen(l->text.text) : 0;
    br_lines_split(l);
}

static br_status words_status(const br_response_group *g)
{
    const br_buffer *all[] = {&g->answer, &g->slope,  &g->warnings.text, &g->failures.text,
                              &g->why[0], &g->why[1], &g->why[2],        &g->why[3]};
    br_status status = BR_OK;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        status = status == BR_OK ? all[i]->status : status;
    return status;
}

br_status br_response_publish(br_response *r)
{
    br_status status = BR_OK;
    for (int i = 0; i < r->count && status == BR_OK; i++) {
        br_response_group *g = &r->group[i];
        br_response_write_words(r, g);
        status = words_status(g);
        if (status == BR_OK)
            status = copy_lines(g);
        if (status != BR_OK)
            return status;
        split_lines(&g->warnings);
        split_lines(&g->failures);
        g->signal = copy_signal(r, g);
        g->as_model = copy_model(g);
        for (int p = 0; p < BR_FRF_PARAMETERS; p++)
            g->parameter[p] = copy_parameter(r, g, p);
    }
    return status;
}

// ---------------------------------------------------------------- what programs read

static const br_response_group *group_of(const br_response *r, int i)
{
    return r && i >= 0 && i < r->count ? &r->group[i] : NULL;
}

int br_response_count(const br_response *r)
{
    return r ? r->count : 0;
}

int br_response_log(const br_response *r, int response, int place)
{
    const br_response_group *g = group_of(r, response);
    return g && place >= 0 && place < g->logs ? g->log[place] : -1;
}

const br_response_rows *br_response_rows_of(const br_response *r, int log)
{
    return r && log >= 0 && log < r->logs ? &r->rows[log] : NULL;
}

const br_response_signal *br_response_signal_of(const br_response *r, int response)
{
    const br_response_group *g = group_of(r, response);
    return g ? &g->signal : NULL;
}

const br_response_line *br_response_line_at(const br_response *r, int response, int line)
{
    const br_response_group *g = group_of(r, response);
    return g && line >= 0 && line < g->frf.lines ? &g->line[line] : NULL;
}

const br_response_model *br_response_model_of(const br_response *r, int response)
{
    const br_response_group *g = group_of(r, response);
    return g && g->has_model ? &g->as_model : NULL;
}

const br_response_parameter *br_response_parameter_of(const br_response *r, int response, br_response_quantity quantity)
{
    const br_response_group *g = group_of(r, response);
    bool is_one = (int)quantity >= 0 && quantity < BR_RESPONSE_QUANTITIES;
    return g && g->has_model && is_one ? &g->parameter[quantity] : NULL;
}

int br_response_model_at(const br_response *r, int response, double f, double *re, double *im)
{
    const br_response_group *g = group_of(r, response);
    double G[2] = {(double)NAN, (double)NAN};
    bool known = g && g->has_model && f > 0 && isfinite(f);
    if (known)
        br_frf_model_response(&g->model, f, &G[0], &G[1]);
    if (re)
        *re = G[0];
    if (im)
        *im = G[1];
    return known;
}

const char *br_response_answer(const br_response *r, int response)
{
    const br_response_group *g = group_of(r, response);
    return g ? g->answer.text : NULL;
}

const char *br_response_warning(const br_response *r, int response, int i)
{
    const br_response_group *g = group_of(r, response);
    return g ? br_lines_at(&g->warnings, i) : NULL;
}

const char *br_response_failure(const br_response *r, int response, int i)
{
    const br_response_group *g = group_of(r, response);
    return g ? br_lines_at(&g->failures, i) : NULL;
}
