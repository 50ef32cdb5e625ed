// response_words.c - the caption of a frequency response, and its rows, in sentences.     [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "tool/response/response.h"

#include <math.h>
#include <string.h>

const char *response_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] && strncmp(path, "rig/", 4) != 0 ? slash + 1 : path;
}

double response_size(double re, double im)
{
    return br_sqrt(re * re + im * im);
}

double response_phase(double re, double im)
{
    return br_atan2(im, re) * 57.29577951308232;
}

bool response_claims(const response_view *v, br_response_quantity quantity)
{
    return v->model && v->of[quantity]->verdict == BR_RESPONSE_IDENTIFIABLE;
}

// In the unit of the axis, whose prefix follows from the largest response (file/page/figure.c).
static void caption_level(br_buffer *out, const responding *w, const response_view *v, double level)
{
    static const struct {
        double scale;
        const char *text;
    } prefix[] = {{1e-9, "n"}, {1e-6, "\xc2\xb5"}, {1e-3, "m"}, {1, ""}};
    double most = 0;
    size_t i = 0;
    for (int k = 0; k < v->is->lines; k++) {
        const br_response_line *l = br_response_line_at(w->r, v->number, k);
        most = br_max(most, response_size(l->re, l->im));
    }
    bool takes = v->is->unit[0] == 'm' || strncmp(v->is->unit, "rad", 3) == 0;
    while (i < 3 && (!takes || most >= prefix[i + 1].scale))
        i++;
    br_buffer_print(out, "At low frequencies the response is the stiffness line 1/sigma0, level at %.3g %s%s. ",
                    level / prefix[i].scale, prefix[i].text, v->is->unit);
}

static void caption_lines(br_buffer *out, const responding *w, const response_view *v)
{
    bool mass = response_claims(v, BR_RESPONSE_MASS), d = response_claims(v, BR_RESPONSE_DAMPING),
         k = response_claims(v, BR_RESPONSE_STIFFNESS), sliding = v->model->sliding;
    if (!sliding && k)
        caption_level(out, w, v, 1 / v->of[BR_RESPONSE_STIFFNESS]->value);
    if (sliding && d)
        br_buffer_put(out, "At low frequencies it falls by 20 dB a decade, the damping line 1/(d w). ");
    if (mass)
        br_buffer_put(out, "At high frequencies it falls by 40 dB a decade, the mass line 1/(m w^2). ");
    if (!sliding && k && mass)
        br_buffer_print(out, "They cross at the resonance, %.4g Hz. ", v->model->resonance);
    if (sliding && d && mass)
        br_buffer_print(out, "They cross at d/(2 pi m), %.3g Hz. ", v->model->corner);
}

void response_caption(br_buffer *out, const responding *w, const response_view *v)
{
    double distortion = v->is->distortion;
    br_buffer_put(out, "As Boegli 2014, Fig. 4.2: the magnitude of position over force, with its 95 % band. ");
    if (v->model)
        caption_lines(out, w, v);
    if (distortion > 0)
        br_buffer_print(
            out,
            "Nonlinear distortions have %.2g %% of the amplitude: the curve is the best linear approximation "
            "at this level of force, and moves with it. ",
            100 * br_sqrt(distortion));
    else if (!isnan(distortion))
        br_buffer_put(out, "Nonlinear distortions are not above the noise. ");
    if (v->model)
        br_buffer_print(out, "The model deviates by %.2g %% (RMS)%s.", 100 * v->model->residual,
                        v->model->mismatch ? ", more than noise and distortions explain" : "");
}

void response_write_rows(br_buffer *out, const responding *w, const response_view *v)
{
    for (int i = 0; i < v->is->logs; i++) {
        int log = br_response_log(w->r, v->number, i);
        const br_response_rows *rows = br_response_rows_of(w->r, log);
        const struct {
            long long count;
            const char *words;
        } reason[] = {{rows->outside, "outside of the time range"},
                      {rows->transient, "transient"},
                      {rows->rest, v->is->method == BR_RESPONSE_STEPPED ? "between segments of constant frequency"
                                                                        : "behind the last period"}};
        int n = 0;
        br_buffer_put(out, "rows");
        if (v->is->logs > 1)
            br_buffer_print(out, " of %s", response_file(w->a->operands[log]));
        br_buffer_print(out, ": %lld read, %lld used", rows->read, rows->used);
        for (size_t k = 0; k < sizeof reason / sizeof *reason; k++)
            if (reason[k].count > 0)
                br_buffer_print(out, "%s%lld %s", n++ ? ", " : "; not used: ", reason[k].count, reason[k].words);
        br_buffer_put(out, "\n");
    }
}
