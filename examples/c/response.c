// response.c - the frequency response of an axis in presliding from a multisine log: mass, damping and stiffness with intervals.
//
//     cc response.c -lm -o response $(pkg-config --cflags --libs bristle)
#include <bristle/response.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { ROWS = 8000, LINES = 9 };
static double t[ROWS], x[ROWS], u[ROWS];

static int failed(const br_diag *why)
{
    return fprintf(stderr, "%s\n", why->text), 3;
}

// 20 kg on 3.2e6 N/m and 400 N*s/m, eight periods of 0.5 s; an encoder with noise of 1 nm.
static void make_log(void)
{
    static const double f[LINES] = {2, 6, 14, 30, 50, 62, 90, 130, 190}, m = 20, d = 400, k = 3.2e6;
    uint64_t seed = 1;
    for (int i = 0; i < ROWS; i++) {
        t[i] = i / 2000.0;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        x[i] = 3.46e-9 * ((double)(seed >> 11) / 9007199254740992.0 - 0.5);
        for (int n = 0; n < LINES; n++) {
            double w = 6.283185307179586 * f[n], at = w * t[i] + n * n, re = k - m * w * w, im = d * w;
            u[i] += 0.02 * cos(at);
            x[i] += 0.02 * (re * cos(at) + im * sin(at)) / (re * re + im * im);
        }
    }
}

int main(void)
{
    make_log();
    const char *heading[] = {"time [s]", "position [m]", "force [N]"};
    const double *numbers[] = {t, x, u};
    br_response_options o;
    br_response *r = NULL;
    br_table *log = NULL;
    br_diag why;
    br_response_defaults(&o, sizeof o);
    o.signals = "t = time, x = position, u = force";
    if (br_table_lend(&log, "log", heading, numbers, 3, ROWS, NULL, &why) != BR_OK || // a file: br_table_open
        br_table_write(log, "response.csv", NULL, &why) != BR_OK || br_response_open(&r, &log, 1, &o, &why) != BR_OK)
        return failed(&why);
    br_table_close(log);

    const br_response_signal *is = br_response_signal_of(r, 0);
    printf("period %g s, %d periods averaged\n", is->period, is->periods);
    for (int n = 0; n < is->lines; n++) {
        const br_response_line *l = br_response_line_at(r, 0, n);
        printf("%5.0f Hz: |x/u| = %.5g +- %.2g %s, coherence %.6f\n", l->f, hypot(l->re, l->im), l->sd, is->unit,
               l->coherence);
    }
    printf("nonlinear distortions: %.2g %% of the power of the position\n", 100 * is->distortion);
    for (int q = 0; q < BR_RESPONSE_DELAY; q++) {
        const br_response_parameter *p = br_response_parameter_of(r, 0, (br_response_quantity)q);
        printf("%s = %.17g %s, from %.17g to %.17g %s\n", p->key, p->value, p->unit, p->low, p->high, p->why);
    }
    puts(br_response_answer(r, 0));
    for (int i = 0; br_response_warning(r, 0, i); i++)
        printf("warning: %s\n", br_response_warning(r, 0, i));
    br_response_close(r);
    return 0;
}
