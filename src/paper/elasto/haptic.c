// haptic.c - Hayward et al. 2009, section II (no figure): drift of a rendered object under the tremor of a hand.   [host]
#include "num/base/fp.h"

#include "num/base/elem.h"
#include "paper/kit/groups.h"
#include "paper/elasto/elasto.h"

#include <stdlib.h>

// A handle of 0.1 kg renders friction from its encoder at 1 kHz, the force held between samples. A hand pushes with
// 0.4 N and trembles at 8 to 12 Hz; it damps the handle a little. Below break-away nothing should move for good.
enum { DAHL, LUGRE, EP, MODELS };
enum { MINUTE = 60, RATE = 1000, PARTS = 10, ROWS = MINUTE * RATE + 1 };
#define MASS 0.1
#define HAND 5.0 // N s/m
#define COUNT 1e-6

static const struct {
    const char *label, *law, *values;
} rendered[MODELS] = {
    {"Dahl", "dahl", "sigma0 = 2000 N/m, FC = 1.1 N"},
    {"LuGre", "lugre", "sigma0 = 2000 N/m, sigma1 = 5 N*s/m, FC = 1 N, FS = 1.1 N, vs = 1 mm/s"},
    {"elasto-plastic", "elasto-plastic",
     "sigma0 = 2000 N/m, sigma1 = 5 N*s/m, FC = 1 N, FS = 1.1 N, vs = 1 mm/s, zba = 0.4 mm"},
};

static double hand(double t)
{
    const double pi = 3.14159265358979323846, start = br_min(t, 1);
    double tremor = 0;
    for (int f = 8; f <= 12; f++)
        tremor += br_sin(2 * pi * f * t + f * f);
    return start * (0.4 + 0.06 * tremor);
}

typedef struct renderer {
    br_trial t;
    double z, x; // of laws in time: state, and position of the sample before
    br_integrator flow;
    void *memory;
    br_elasto_counter ep;
} renderer;

static br_status open_renderer(renderer *r, int model, br_diag *why)
{
    *r = (renderer){.memory = NULL};
    br_status status = br_trial_run(&r->t,
                                    &(br_setup){.law = rendered[model].law,
                                                .values = rendered[model].values,
                                                .input = model == EP ? "v = 0 m/s, dx = 0 m" : "v = 0 m/s",
                                                .step = 1},
                                    why);
    if (status != BR_OK)
        return status;
    if (model == EP) {
        br_elasto_options o = br_elasto_of_trial(&r->t, "", 1.0 / RATE);
        br_encoder_options e = br_encoder_defaults();
        o.Dx = br_elasto_resolution(0, COUNT);
        e.resolution = COUNT;
        status = br_elasto_counter_init(&r->ep, &o, &e);
    } else {
        br_integrator_options o = br_integrator_defaults();
        size_t bytes = br_integrator_bytes(&r->t.run->system.sys, &o);
        r->memory = malloc(bytes);
        status = r->memory ? br_integrator_init(&r->flow, &r->t.run->system.sys, &o, r->memory, bytes) : BR_NO_MEMORY;
    }
    if (status != BR_OK) {
        free(r->memory);
        br_trial_free(&r->t);
    }
    return status;
}

// The force for a reading of the encoder.
static br_status render(renderer *r, int model, long long count, double *F)
{
    double dt = 1.0 / RATE, x = COUNT * (double)count, v = (x - r->x) / dt, out[2];
    r->x = x;
    if (model == EP) {
        br_elasto_sample s = {0};
        br_status status = br_elasto_counter_step(&r->ep, (uint32_t)count & 0xffff, 1, v, dt, &s);
        *F = s.F;
        return status;
    }
    br_status status = br_integrator_step(&r->flow, 1, &r->z, NULL, &v, r->t.run->p, 0, dt, &r->z, NULL, NULL);
    br_sys_rate(&r->t.run->system.sys, 1, &r->z, NULL, &v, r->t.run->p, 0, out);
    *F = out[1];
    return status;
}

// Positions of the handle, a row a sample; semi-implicit Euler in tenths of a sample.
static br_status simulate_handle(int model, double *x, double *most, br_diag *why)
{
    renderer r;
    br_status status = open_renderer(&r, model, why);
    if (status != BR_OK)
        return status;
    double at = 0, v = 0, F = 0, h = 1.0 / RATE / PARTS;
    *most = 0;
    for (int k = 0; k < ROWS && status == BR_OK; k++) {
        x[k] = at;
        status = render(&r, model, (long long)(at / COUNT + 1000) - 1000, &F); // rounds down from -1 mm on
        *most = br_max(*most, br_abs(F));
        for (int i = 0; i < PARTS; i++) {
            v += h * ((hand((double)k / RATE + i * h) - F - HAND * v) / MASS);
            at += h * v;
        }
    }
    free(r.memory);
    br_trial_free(&r.t);
    return status;
}

// Of the mean over a second, from the third one to the last.
static double drift_of(const double *x)
{
    double first = 0, last = 0;
    for (int k = 0; k < RATE; k++) {
        first += x[2 * RATE + k];
        last += x[(MINUTE - 1) * RATE + k];
    }
    return (last - first) / RATE / (MINUTE - 3) * MINUTE;
}

static void draw_rendered(br_plot *p, const char *label, const double *x)
{
    enum { STRIDE = 50, SHOWN = ROWS / STRIDE };
    double t[SHOWN], shown[SHOWN];
    for (int k = 0, at = 0; k < SHOWN; k++, at += STRIDE) {
        t[k] = (double)at / RATE;
        shown[k] = x[at];
    }
    br_draw_curve(p, label, t, shown, SHOWN);
}

static br_status haptic(br_outcome *o, br_diag *why)
{
    double drift[MODELS] = {0}, most[MODELS] = {0}, *x = malloc(ROWS * sizeof *x);
    br_status status = x ? BR_OK : BR_NO_MEMORY;
    br_plot *p = br_draw(&o->drawn, "A trembling hand", "time", "s", "position", "m",
                         "A handle that renders friction at 1 kHz, pushed with 0.4 N and a tremor of 8 to 12 Hz.");
    for (int i = 0; i < MODELS && status == BR_OK; i++) {
        status = simulate_handle(i, x, &most[i], why);
        if (status == BR_OK) {
            drift[i] = drift_of(x);
            draw_rendered(p, rendered[i].label, x);
        }
    }
    free(x);
    if (status != BR_OK)
        return status;
    br_finding_add(o, drift[DAHL] > 1e-3 && drift[LUGRE] > 1e-3, "both more than 1 mm a minute",
                   "rendered with Dahl or LuGre, an object drifts perceptibly", "section II, haptic rendering",
                   "Dahl %.3g, LuGre %.3g mm a minute", 1e3 * drift[DAHL], 1e3 * drift[LUGRE]);
    br_finding_add(o, br_abs(drift[EP]) < COUNT && most[EP] < 0.8, "less than one count a minute, |f_f| below f_ba",
                   "rendered with the elasto-plastic model it does not", "section II, haptic rendering",
                   "%.2g mm a minute from counts of 1 um; |f_f| up to %.2g N of f_ba = 0.8 N", 1e3 * drift[EP],
                   most[EP]);
    return BR_OK;
}

const br_experiment br_haptic_experiments[] = {
    {"ep/haptic", "Drift of a rendered object under a tremor", "Hayward et al. 2009, section II", haptic},
    {NULL, NULL, NULL, NULL}};
