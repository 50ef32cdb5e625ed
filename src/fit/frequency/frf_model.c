// frf_model.c - mass, damping and stiffness of an axis from its frequency response, thesis 4.2.1.        [host]
#include "num/base/fp.h"

#include "fit/frequency/frf_model.h"
#include "fit/frequency/frf_parts.h"
#include "fit/statistics/linear.h"
#include "num/base/chi2.h"

#include <math.h>
#include <stdlib.h>

static const double tau = 6.283185307179586; // 2 pi
enum { N = BR_FRF_PARAMETERS, ITERATIONS = 40 };

typedef struct search {
    const br_frf *f;
    double p[N];
    bool free[N];
    double prior;   // sd of the delay about 0
    double *A, *b;  // 2*lines rows
    double *weight; // 2*lines
} search;

// ---------------------------------------------------------------- the model

// H = k - m w^2 + j w d
static br_complex dynamic_stiffness(const double *p, double w)
{
    return (br_complex){p[BR_FRF_STIFFNESS] - p[BR_FRF_MASS] * w * w, p[BR_FRF_DAMPING] * w};
}

// G = exp(-j w T)/H
static br_complex response_of(const double *p, double w)
{
    double angle = w * p[BR_FRF_DELAY];
    return br_complex_over((br_complex){br_cos(angle), -br_sin(angle)}, dynamic_stiffness(p, w));
}

// dG/dp, by the chain rule: dG = -G/H dH, and -j w G dT.
static void gradient_of(const double *p, double w, br_complex to[N])
{
    br_complex G = response_of(p, w), by_H = br_complex_over((br_complex){-G.re, -G.im}, dynamic_stiffness(p, w));
    to[BR_FRF_MASS] = (br_complex){-w * w * by_H.re, -w * w * by_H.im};
    to[BR_FRF_DAMPING] = br_complex_times((br_complex){0, w}, by_H);
    to[BR_FRF_STIFFNESS] = by_H;
    to[BR_FRF_DELAY] = br_complex_times((br_complex){0, -w}, G);
}

// Welch's method sees the mean of G over the lobe of Hann's window: at half bins, by the power of the window there.
static const struct lobe {
    double bins, weight;
} lobe[] = {{0, 0.5},        {-0.5, 0.36025}, {0.5, 0.36025},   {-1, 0.125},    {1, 0.125},
            {-1.5, 0.01441}, {1.5, 0.01441},  {-2.5, 0.000294}, {2.5, 0.000294}};

// What a line measures of the model, and its derivatives (NULL: not wanted).
static br_complex seen_response(const br_frf *f, const double *p, double w, br_complex *gradient)
{
    br_complex sum = {0, 0}, g[N];
    double total = 0, bin = f->kind == BR_FRF_BROADBAND ? tau / ((double)f->period * f->dt) : 0;
    for (int i = 0; gradient && i < N; i++)
        gradient[i] = sum;
    for (size_t k = 0; k < (bin > 0 ? sizeof lobe / sizeof *lobe : 1); k++)
        total += lobe[k].weight;
    for (size_t k = 0; k < (bin > 0 ? sizeof lobe / sizeof *lobe : 1); k++) {
        double at = w + lobe[k].bins * bin, share = lobe[k].weight / total;
        br_complex G = response_of(p, at);
        sum = (br_complex){sum.re + share * G.re, sum.im + share * G.im};
        if (gradient)
            gradient_of(p, at, g);
        for (int i = 0; gradient && i < N; i++)
            gradient[i] = (br_complex){gradient[i].re + share * g[i].re, gradient[i].im + share * g[i].im};
    }
    return sum;
}

static double least_sd(const br_frf_line *l)
{
    return br_max(l->sd, 1e-6 * br_sqrt(l->re * l->re + l->im * l->im));
}

static double cost_of(const search *s, const double *p)
{
    double sum = 0, delay = p[BR_FRF_DELAY] / s->prior;
    for (int i = 0; i < s->f->lines; i++) {
        const br_frf_line *l = &s->f->line[i];
        br_complex e = br_complex_minus((br_complex){l->re, l->im}, seen_response(s->f, p, tau * l->f, NULL));
        sum += br_complex_power(e) / (least_sd(l) * least_sd(l));
    }
    return sum + (s->free[BR_FRF_DELAY] ? delay * delay : 0);
}

// ---------------------------------------------------------------- least squares

static int free_parameters(const search *s, int which[N])
{
    int n = 0;
    for (int i = 0; i < N; i++)
        if (s->free[i])
            which[n++] = i;
    return n;
}

static void put_row(const search *s, int row, const br_complex *gradient, br_complex rest, double weight)
{
    int which[N], n = free_parameters(s, which);
    for (int j = 0; j < n; j++) {
        s->A[(size_t)(2 * row) * (size_t)n + (size_t)j] = gradient[which[j]].re;
        s->A[(size_t)(2 * row + 1) * (size_t)n + (size_t)j] = gradient[which[j]].im;
    }
    s->b[2 * row] = rest.re;
    s->b[2 * row + 1] = rest.im;
    s->weight[2 * row] = s->weight[2 * row + 1] = weight;
}

// Rows of G - model, linear about p; or of G H exp(j w T) = 1 over |H| of the last p (Sanathanan and Koerner), whose unknowns are p.
static void fill_rows(const search *s, bool start)
{
    for (int i = 0; i < s->f->lines; i++) {
        const br_frf_line *l = &s->f->line[i];
        double w = tau * l->f, sd = least_sd(l), angle = w * s->p[BR_FRF_DELAY];
        br_complex gradient[N], G = {l->re, l->im};
        if (!start) {
            br_complex seen = seen_response(s->f, s->p, w, gradient);
            put_row(s, i, gradient, br_complex_minus(G, seen), 1 / sd);
            continue;
        }
        double H = br_sqrt(br_complex_power(dynamic_stiffness(s->p, w)));
        G = br_complex_times(G, (br_complex){br_cos(angle), br_sin(angle)});
        gradient[BR_FRF_MASS] = (br_complex){-w * w * G.re, -w * w * G.im};
        gradient[BR_FRF_DAMPING] = br_complex_times((br_complex){0, w}, G);
        gradient[BR_FRF_STIFFNESS] = G;
        gradient[BR_FRF_DELAY] = (br_complex){0, w}; // at the solution; small
        put_row(s, i, gradient, (br_complex){1, 0}, 1 / (sd * (H > 0 ? H : 1 / br_sqrt(br_complex_power(G)))));
    }
}

// Solves the rows; e has the free parameters.
static br_status solve_rows(const search *s, bool start, br_fit_estimate *e)
{
    int which[N], n = free_parameters(s, which);
    br_linear l;
    br_status status = br_linear_init(&l, n, e->name);
    fill_rows(s, start);
    if (status == BR_OK)
        status = br_linear_add(&l, 2LL * s->f->lines, s->A, s->b, s->weight);
    for (int i = 0; i < n && status == BR_OK; i++)
        if (which[i] == BR_FRF_DELAY) {
            double mean = start ? 0 : -s->p[BR_FRF_DELAY], variance = s->prior * s->prior;
            status = br_linear_prior(&l, 1, &i, &mean, &variance);
        }
    if (status == BR_OK)
        status = br_linear_solve(&l, 1, e);
    br_linear_free(&l);
    return status;
}

static void move_parameters(const search *s, const br_fit_estimate *e, double share, double *to)
{
    int which[N], n = free_parameters(s, which);
    for (int i = 0; i < N; i++)
        to[i] = s->p[i];
    for (int i = 0; i < n; i++)
        to[which[i]] += share * e->value[i];
}

// A Gauss-Newton step, halved until the cost falls; false: it does not.
static bool improve(search *s, const br_fit_estimate *e, double *cost)
{
    for (double share = 1; share > 1e-4; share /= 2) {
        double p[N];
        move_parameters(s, e, share, p);
        double next = cost_of(s, p);
        if (next < *cost) {
            bool much = *cost - next > 1e-12 * *cost;
            for (int i = 0; i < N; i++)
                s->p[i] = p[i];
            *cost = next;
            return much;
        }
    }
    return false;
}

static br_status start_search(search *s, br_fit_estimate *e)
{
    int which[N], n = free_parameters(s, which);
    br_status status = BR_OK;
    double best[N], least = (double)INFINITY;
    for (int k = 0; k < 6 && status == BR_OK; k++) {
        status = solve_rows(s, true, e);
        for (int i = 0; i < n && status == BR_OK; i++)
            s->p[which[i]] = which[i] == BR_FRF_DELAY ? 0 : e->value[i];
        double cost = cost_of(s, s->p);
        for (int i = 0; i < N && cost < least; i++)
            best[i] = s->p[i];
        least = br_min(least, cost);
    }
    for (int i = 0; i < N && least < (double)INFINITY; i++)
        s->p[i] = best[i];
    return status;
}

static br_status search_parameters(search *s, br_fit_estimate *e)
{
    br_status status = start_search(s, e);
    double cost = cost_of(s, s->p);
    for (int k = 0; k < ITERATIONS && status == BR_OK; k++) {
        status = solve_rows(s, false, e);
        if (status != BR_OK || !improve(s, e, &cost))
            break;
    }
    return status == BR_OK ? solve_rows(s, false, e) : status;
}

// ---------------------------------------------------------------- statistics

// Quantile of Student's distribution that 97.5 % are below, by Cornish and Fisher's expansion.
static double student(double dof)
{
    double z = 1.959963984540054, z2 = z * z, n = br_max(dof, 2);
    return z + z * (z2 + 1) / (4 * n) + z * ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
           z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n);
}

// Probability that F of a and b degrees of freedom is at least x, by Paulson's normal approximation.
static double above_f(double x, double a, double b)
{
    double root = br_cbrt(x), u = 2 / (9 * a), v = 2 / (9 * b);
    double z = ((1 - v) * root - (1 - u)) / br_sqrt(v * root * root + u);
    double tail = (1 - br_chi2_cdf(z * z, 1)) / 2;
    return z > 0 ? tail : 1 - tail;
}

static void test_model(br_frf_model *to, const search *s, int parameters)
{
    double sum = 0, residual = 0, inverse = 0;
    for (int i = 0; i < s->f->lines; i++) {
        const br_frf_line *l = &s->f->line[i];
        br_complex e = br_complex_minus((br_complex){l->re, l->im}, seen_response(s->f, s->p, tau * l->f, NULL));
        sum += br_complex_power(e) / (least_sd(l) * least_sd(l));
        residual += br_complex_power(e) / (l->re * l->re + l->im * l->im) / s->f->lines;
        inverse += 1 / br_max(l->dof, 1) / s->f->lines;
    }
    to->chi2 = sum;
    to->dof = br_max(2.0 * s->f->lines - parameters, 1);
    to->residual = br_sqrt(residual);
    to->p = above_f(sum / to->dof, to->dof, 1 / inverse);
    to->mismatch = to->p < 0.01;
    to->factor = to->mismatch ? br_max(br_sqrt(sum / to->dof), 1) : 1;
}

// Power of x at the lines that the model leaves, less that of noise, as a share of all; counted where the model is mismatched.
static double nonlinear_share(const search *s, const br_frf_model *m)
{
    double all = 0, left = 0, distortion = s->f->distortion > 0 ? s->f->distortion : 0;
    for (int i = 0; i < s->f->lines; i++) {
        const br_frf_line *l = &s->f->line[i];
        br_complex e = br_complex_minus((br_complex){l->re, l->im}, seen_response(s->f, s->p, tau * l->f, NULL));
        double force = l->u_re * l->u_re + l->u_im * l->u_im;
        left += (br_complex_power(e) - 2 * l->noise * l->noise) * force;
        all += (l->re * l->re + l->im * l->im) * force;
    }
    return m->mismatch ? br_max(distortion, left / all) : distortion;
}

static double dof_of(const search *s, const br_frf_model *m)
{
    double inverse = 0;
    for (int i = 0; i < s->f->lines; i++)
        inverse += 1 / br_max(s->f->line[i].dof, 1) / s->f->lines;
    return m->mismatch ? br_min(m->dof, 1 / inverse) : 1 / inverse;
}

// Largest share of its term in |H|.
static void find_share(br_frf_value *v, const search *s, int parameter)
{
    for (int i = 0; i < s->f->lines; i++) {
        double w = tau * s->f->line[i].f, H = br_sqrt(br_complex_power(dynamic_stiffness(s->p, w)));
        double power[] = {w * w, w, 1}, share = br_abs(v->value) * power[parameter] / H;
        if (share > v->share) {
            v->share = share;
            v->at = s->f->line[i].f;
        }
    }
}

// Whether the velocity at the lines is as large as the mean one, so that it changes its sign.
static bool motion_reverses(const br_frf *f)
{
    return br_abs(f->drift) < (f->kind == BR_FRF_STEPPED ? 1.414213562 : 2) * f->rms_v;
}

// Friction that reverses is a force whose part in phase with the velocity is damping, and whose other parts are distortions: of a
// sine the third harmonic of Coulomb friction is a third of the part at the sine. So it has at most about three times the
// distortions, in force over velocity (RMS); and, where harmonics are above the lines, what Coulomb friction of the size found adds,
// by half more as friction is not quite that.
static double damping_by_friction(const search *s)
{
    const br_frf *f = s->f;
    double sum = 0, bin = f->kind == BR_FRF_MULTISINE ? 1 / ((double)f->period * f->dt) : 0;
    for (int i = 0; i < f->lines; i++) {
        const br_frf_line *l = &f->line[i];
        double w = tau * l->f, H = br_sqrt(br_complex_power(dynamic_stiffness(s->p, w)));
        double from = i > 0 ? f->line[i - 1].f : l->f - bin, to = i + 1 < f->lines ? f->line[i + 1].f : l->f + bin;
        double level = l->distortion > 0 ? l->distortion * H : 0; // a share of the force of the line
        double force = l->u_re * l->u_re + l->u_im * l->u_im, size = br_sqrt(l->re * l->re + l->im * l->im);
        sum += bin > 0 ? (to - from) / (2 * bin) * level * level * force / (f->rms_v * f->rms_v) // of all bins at once
                       : 2 * level * level / (w * w * size * size) / f->lines;                   // of each line alone
    }
    double found = f->reversing > 3 * f->reversing_sd ? 1.5 * f->reversing : 0;
    return br_max(3 * br_sqrt(sum), found);
}

static bool has_slope_change(const br_frf *f)
{
    return br_abs(f->slope_change) > 3 * f->slope_change_sd;
}

// By nonlinear motion; of damping in sliding also how its slope varies over the speeds of the log, +-2 RMS.
static double systematic_error(const search *s, const br_frf_model *m, const br_frf_value *v, int parameter)
{
    double error =
        m->nonlinear > 0 && v->share > 0 ? br_sqrt(m->nonlinear) * br_abs(v->value) / br_min(v->share, 1) : 0;
    if (parameter == BR_FRF_DAMPING && !m->sliding)
        error = br_max(error, damping_by_friction(s));
    return parameter == BR_FRF_DAMPING ? br_max(error, m->slope_varies) : error;
}

static br_frf_verdict judge_value(const br_frf *f, const br_frf_value *v, int parameter, const br_frf_model *m)
{
    const double nonlinear = 0.05 * 0.05;
    if (parameter == BR_FRF_DELAY)
        return BR_FRF_IDENTIFIABLE;
    if (v->share < 0.05)
        return BR_FRF_NOT_REACHED;
    if (v->high < 0)
        return BR_FRF_NEGATIVE;
    if (v->high - v->low > br_abs(v->value))
        return BR_FRF_UNCERTAIN;
    if (parameter != BR_FRF_MASS && m->nonlinear > nonlinear)
        return BR_FRF_LOCAL;
    return parameter == BR_FRF_DAMPING && m->sliding && motion_reverses(f) ? BR_FRF_REVERSES : BR_FRF_IDENTIFIABLE;
}

static void fill_values(br_frf_model *to, const search *s, const br_fit_estimate *e)
{
    int which[N], n = free_parameters(s, which);
    double times = student(dof_of(s, to));
    for (int i = 0; i < N; i++)
        to->of[i] = (br_frf_value){.value = s->p[i], .low = s->p[i], .high = s->p[i], .verdict = BR_FRF_GIVEN};
    for (int i = 0; i < n; i++) {
        br_frf_value *v = &to->of[which[i]];
        v->sd = e->sd[i] * to->factor;
        if (which[i] != BR_FRF_DELAY)
            find_share(v, s, which[i]);
        v->systematic = systematic_error(s, to, v, which[i]);
        v->low = v->value - times * v->sd - v->systematic;
        v->high = v->value + times * v->sd + v->systematic;
        v->verdict = judge_value(s->f, v, which[i], to);
    }
    if (to->sliding)
        to->of[BR_FRF_STIFFNESS].verdict = BR_FRF_ABSENT;
}

// Characteristic frequencies (4.5), (4.6), by the delta method; m, d and k are the first of the free parameters.
static void find_frequencies(br_frf_model *to, const search *s, const br_fit_estimate *e)
{
    double m = s->p[BR_FRF_MASS], d = s->p[BR_FRF_DAMPING], k = s->p[BR_FRF_STIFFNESS];
    const double *C = e->covariance;
    int n = e->n;
    double mm = C[0] / (m * m), dd = C[n + 1] / (d * d), md = C[1] / (m * d);
    to->corner = d / m / tau;
    to->corner_sd = br_abs(to->corner) * br_sqrt(br_max(mm + dd - 2 * md, 0)) * to->factor;
    to->resonance = to->resonance_sd = (double)NAN;
    if (to->sliding || !(k / m > 0))
        return;
    double kk = C[2 * n + 2] / (k * k), mk = C[2] / (m * k);
    to->resonance = br_sqrt(k / m) / tau;
    to->resonance_sd = to->resonance * br_sqrt(br_max(mm + kk - 2 * mk, 0)) * to->factor / 2;
}

// ---------------------------------------------------------------- the fit

static br_status fit_regime(br_frf_model *to, search *s, bool sliding)
{
    static const char *const names[] = {"m", "d", "k", "T"}, *const names_sliding[] = {"m", "d", "T"};
    int which[N];
    br_fit_estimate e;
    *to = (br_frf_model){.sliding = sliding};
    s->free[BR_FRF_STIFFNESS] = !sliding;
    for (int i = 0; i < BR_FRF_DELAY; i++)
        s->p[i] = 0;
    if (s->free[BR_FRF_DELAY])
        s->p[BR_FRF_DELAY] = 0;
    int n = free_parameters(s, which);
    br_status status = br_fit_estimate_init(&e, n, sliding ? names_sliding : names);
    if (status == BR_OK)
        status = search_parameters(s, &e);
    if (status == BR_OK) {
        test_model(to, s, n - s->free[BR_FRF_DELAY]);
        to->nonlinear = nonlinear_share(s, to);
        to->slope_varies = sliding && has_slope_change(s->f) ? 2 * s->f->rms_v * br_abs(s->f->slope_change) : 0;
        fill_values(to, s, &e);
        find_frequencies(to, s, &e);
    }
    br_fit_estimate_free(&e);
    return status;
}

br_status br_frf_fit(br_frf_model *to, const br_frf *f, const br_frf_fit_options *o)
{
    search s = {.f = f, .prior = f->dt / 2};
    br_frf_model sliding;
    if (f->lines < 2)
        return BR_NEGATIVE;
    s.A = malloc((size_t)f->lines * 2 * (N + 2) * sizeof *s.A);
    if (!s.A)
        return BR_NO_MEMORY;
    s.b = s.A + (size_t)f->lines * 2 * N;
    s.weight = s.b + (size_t)f->lines * 2;
    for (int i = 0; i < N; i++)
        s.free[i] = i != BR_FRF_DELAY || !o->given_delay;
    s.p[BR_FRF_DELAY] = o->given_delay ? o->delay : 0;
    br_status status = fit_regime(to, &s, o->regime == BR_FRF_SLIDING);
    const br_frf_value *k = &to->of[BR_FRF_STIFFNESS];
    double limit = k->high;
    // no stiffness beyond its uncertainty: the sliding limit
    if (status == BR_OK && o->regime == BR_FRF_ANY_REGIME && k->low <= 0 && k->high >= 0) {
        status = fit_regime(&sliding, &s, true);
        if (status == BR_OK && !(sliding.mismatch && !to->mismatch))
            *to = sliding;
    }
    to->limit = limit;
    free(s.A);
    return status;
}

void br_frf_model_response(const br_frf_model *m, double f, double *re, double *im)
{
    double p[N];
    for (int i = 0; i < N; i++)
        p[i] = m->of[i].value;
    br_complex G = response_of(p, tau * f);
    *re = G.re;
    *im = G.im;
}
